// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Any bytes as the file of a structure, with a digest that fits, since it would stop nearly everything else: refused,
 * or as usable as any other structure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "math/hash/blake2s_tree.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/r1cs_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void node_ignore(void *data, const sl_r1cs_census_node *node) {
    (void)data, (void)node;
}

/* Rows on a witness of ones. */
static void evaluate(const sl_r1cs *r1cs) {
    sluice_error err;
    sl_cs *cs = NULL;
    sl_witness witness;
    const sl_fr one = sl_fr_one();
    SL_ASSERT(sl_cs_open_witness(&cs, r1cs, &err) == SLUICE_OK);
    for (uint32_t i = 1; i < r1cs->inputs_n; i++) {
        (void)sl_cs_input(cs, &one);
    }
    for (uint32_t i = 0; i < r1cs->aux_n; i++) {
        (void)((r1cs->wire_types[i / 64] >> (i % 64) & 1) != 0 ? sl_cs_alloc(cs, &one) : sl_cs_alloc_bit(cs, true));
    }
    SL_ASSERT(sl_cs_finish_witness(cs, &witness, &err) == SLUICE_OK);
    sl_cs_close(cs);
    const size_t n = r1cs->rows_n;
    sl_fr *values = malloc((3 * n + 1) * sizeof *values);
    SL_ASSERT(values != NULL);
    sl_r1cs_eval(r1cs, &witness, 0, n, values, values + n, values + 2 * n, NULL);
    free(values);
    sl_witness_release(&witness);
}

static void use(const sl_r1cs *r1cs) {
    sluice_error err;
    uint8_t digest[32];
    char path[64];
    sl_density density;
    SL_ASSERT(sl_r1cs_digest(r1cs, digest, NULL, NULL, &err) == SLUICE_OK);
    SL_ASSERT(sl_r1cs_census(r1cs, node_ignore, NULL, &err) == SLUICE_OK);
    SL_ASSERT(sl_r1cs_density(r1cs, &density, &err) == SLUICE_OK);
    sl_density_release(&density);
    if (r1cs->inputs_n < 1000) { /* inputs that nobody uses take no bytes */
        evaluate(r1cs);
    }
    for (uint32_t row = 0; row < r1cs->rows_n; row++) {
        sl_r1cs_row_path(r1cs, row, path, sizeof path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sluice_error err;
    char path[64];
    uint8_t *image = malloc(size + 1);
    SL_ASSERT(image != NULL);
    memcpy(image, data, size);
    if (size >= sizeof(sl_r1cs_file_head)) {
        uint8_t *digest = image + offsetof(sl_r1cs_file_head, digest);
        uint8_t fitting[32];
        memset(digest, 0, sizeof fitting);
        sl_blake2s_tree_digest(fitting, image, size);
        memcpy(digest, fitting, sizeof fitting);
    }
    const int fd = memfd_create("structure", MFD_CLOEXEC);
    SL_ASSERT(fd >= 0 && write(fd, image, size) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    sl_r1cs *r1cs = NULL;
    if (sl_r1cs_load(&r1cs, NULL, path, NULL, &err) == SLUICE_OK) {
        use(r1cs);
        sl_r1cs_close(r1cs);
    }
    SL_ASSERT(sl_mem_live() == 0);
    (void)close(fd);
    free(image);
    return 0;
}
