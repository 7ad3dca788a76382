// SPDX-License-Identifier: MIT OR Apache-2.0
/* A PoSt of the reference: its statement from the meta file, and the blobs of its sectors. */
#ifndef SL_TESTS_UNIT_PROOF_CIRCUITS_POST_CASE_H
#define SL_TESTS_UNIT_PROOF_CIRCUITS_POST_CASE_H

#include "harness/test.h"
#include "proof/circuits/inputs/meta.h"
#include "proof/circuits/inputs/post_input.h"

enum { POST_SECTORS_MAX = 3 };

typedef struct post_case {
    sl_meta meta;
    size_t n;
    uint8_t *bytes[POST_SECTORS_MAX];
    sl_post_blob blobs[POST_SECTORS_MAX]; /* views of bytes */
    char paths[POST_SECTORS_MAX][1024];
} post_case;

static inline post_case post_case_open(const char *folder, size_t n) {
    post_case c = {.n = n};
    char name[160];
    sluice_error err;
    SL_CHECK(n <= POST_SECTORS_MAX);
    (void)snprintf(name, sizeof name, "filecoin/post/%s/meta.json", folder);
    SL_CHECK_OK(sl_meta_open(&c.meta, sl_test_vector_path(name), &err));
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(name, sizeof name, "filecoin/post/%s/vanilla-%zu.bin", folder, i);
        (void)snprintf(c.paths[i], sizeof c.paths[i], "%s", sl_test_vector_path(name));
        c.bytes[i] = sl_test_vector_read(name, &c.blobs[i].n);
        c.blobs[i].bytes = c.bytes[i];
    }
    return c;
}

static inline void post_case_close(post_case *c) {
    for (size_t i = 0; i < c->n; i++) {
        free(c->bytes[i]);
    }
    sl_meta_release(&c->meta);
}

#endif
