// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/made_key.h"

#include <stdio.h>
#include <string.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "proof/groth16/setup_exponents.h"
#include "proof/groth16/setup_vk.h"

/* Points that are given at a time, and auxiliary wires whose exponents are held. */
#define PIECE_N ((size_t)1 << 20)
#define RANGE_N ((size_t)1 << 22)

static const char key_path[] = "a key without a file";

struct sl_made_key {
    const sl_r1cs *r1cs;
    const sl_kernels *kernels;
    sl_r1cs_counts counts;
    sl_density density;
    sl_key_layout layout;
    sl_setup_secrets secrets;
};

static sluice_status layout_make(sl_made_key *key, bool is_folded, sluice_error *err) {
    sl_key_layout plain;
    SL_TRY(sl_r1cs_density(key->r1cs, &key->density, err));
    SL_TRY(sl_exponents_wires_check(&key->counts, &key->density, err));
    SL_TRY(sl_key_layout_of_circuit(&plain, &key->counts, &key->density, err));
    key->layout = plain;
    return is_folded ? sl_key_layout_fold(&key->layout, &plain, err) : SLUICE_OK;
}

static sluice_status exponents_open(sl_exponents *out, const sl_made_key *key, size_t range_n, sl_pool *pool,
                                    sluice_error *err) {
    return sl_exponents_open(out, key->r1cs, &key->secrets, &key->density, key->kernels, pool,
                             SL_MAX(SL_MIN(range_n, (size_t)key->counts.aux), 1), key->layout.is_folded, err);
}

/* The points of d; where C does not use an input, the exponent is 0 and the point the identity, which zeros are. */
static sluice_status inputs_make(sl_params *params, const sl_made_key *key, sl_exponents *e, sluice_error *err) {
    const size_t n = (size_t)key->counts.inputs;
    sl_buf space;
    SL_TRY(sl_buf_alloc_n(&params->d, n, sizeof(sl_g1_affine), "points of d", err));
    SL_TRY(sl_buf_alloc_n(&space, n, sizeof(sl_fr), "exponents of d", err));
    sl_buf_mark_secret(&space);
    const sl_fr *exponents = space.data;
    sl_g1_affine *points = params->d.data;
    sl_exponents_fold_inputs(e, space.data);
    for (size_t i = 0; i < n; i++) {
        if (!sl_fr_is_zero(&exponents[i])) {
            sl_setup_g1_times(&points[i], &key->secrets.g1, &exponents[i]);
        }
    }
    sl_buf_release(&space);
    return SLUICE_OK;
}

/* The verifying key goes through its bytes and their reader, as that of a file does. */
static sluice_status head_make(sl_params *params, const sl_made_key *key, sl_exponents *e, sluice_error *err) {
    sl_buf bytes;
    SL_TRY(sl_setup_vk_make(&bytes, e, err));
    sluice_status status = sl_vk_parse(&params->vk, bytes.data, bytes.bytes, key_path, err);
    sl_buf_release(&bytes);
    if (status == SLUICE_OK && key->layout.is_folded) {
        status = inputs_make(params, key, e, err);
    }
    return status;
}

/* Whom nobody has: no file is on device 0. */
static sluice_status identity_draw(sl_file_identity *out, const sl_made_key *key, sluice_error *err) {
    *out = (sl_file_identity){.bytes = key->layout.bytes};
    SL_TRY(sl_random_bytes(&out->inode, sizeof out->inode, err));
    return sl_random_bytes(&out->changed_s, sizeof out->changed_s, err);
}

static sluice_status params_make(sl_params *out, const sl_made_key *key, sl_pool *pool, sluice_error *err) {
    sl_params params = SL_PARAMS_CLOSED;
    sl_exponents exponents;
    SL_TRY(exponents_open(&exponents, key, 1, pool, err));
    (void)snprintf(params.file.path, sizeof params.file.path, "%s", key_path);
    params.layout = key->layout;
    params.made = key;
    sluice_status status = identity_draw(&params.identity, key, err);
    if (status == SLUICE_OK) {
        status = head_make(&params, key, &exponents, err);
    }
    sl_exponents_close(&exponents);
    if (status != SLUICE_OK) {
        sl_params_close(&params);
        return status;
    }
    *out = params;
    return SLUICE_OK;
}

sluice_status sl_made_key_open(sl_made_key **out, sl_params *params, const sl_r1cs *r1cs,
                               const sl_setup_secrets *secrets, bool is_folded, const sl_kernels *kernels,
                               sl_pool *pool, sluice_error *err) {
    sl_made_key *key = sl_small_alloc(1, sizeof *key);
    if (key == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a key");
    }
    key->r1cs = r1cs;
    key->kernels = kernels;
    key->secrets = *secrets;
    sl_r1cs_counts_get(r1cs, &key->counts);
    sluice_status status = layout_make(key, is_folded, err);
    if (status == SLUICE_OK) {
        status = params_make(params, key, pool, err);
    }
    if (status != SLUICE_OK) {
        sl_made_key_close(key);
        return status;
    }
    *out = key;
    return SLUICE_OK;
}

void sl_made_key_close(sl_made_key *key) {
    if (key != NULL) {
        sl_density_release(&key->density);
        sl_setup_secrets_wipe(&key->secrets);
        free(key);
    }
}

const void *sl_made_key_base(const sl_made_key *key, sl_group group) {
    return group == SL_G2 ? (const void *)&key->secrets.g2 : (const void *)&key->secrets.g1;
}

/* Points */

typedef struct feed {
    const sl_made_key *key;
    const sl_made_sink *sink;
    const sl_observer *observer;
    sl_exponents exponents;
    sl_buf piece;
    uint64_t done, all;
} feed;

static sluice_status section_feed(feed *f, sl_key_section section, sluice_error *err) {
    const uint64_t count = f->key->layout.section[section].count;
    sl_exponents_seek(&f->exponents, section, 0);
    for (uint64_t first = 0; first < count;) {
        const size_t n = (size_t)SL_MIN(count - first, (uint64_t)PIECE_N);
        SL_TRY(sl_exponents_next(&f->exponents, f->piece.data, n, err));
        SL_TRY(f->sink->put(f->sink->data, section, first, f->piece.data, n, err));
        first += n;
        f->done += n;
        SL_TRY(sl_observe_progress(f->observer, "key", f->done, f->all, err));
    }
    return SLUICE_OK;
}

sluice_status sl_made_key_feed(const sl_made_key *key, const sl_made_sink *sink, sl_pool *pool,
                               const sl_observer *observer, sluice_error *err) {
    feed f = {.key = key, .sink = sink, .observer = observer};
    uint64_t most = 0;
    for (int section = SL_KEY_H; section < SL_KEY_SECTIONS_N; section++) {
        f.all += key->layout.section[section].count;
        most = SL_MAX(most, key->layout.section[section].count);
    }
    const size_t piece_n = (size_t)SL_MAX(SL_MIN(most, (uint64_t)PIECE_N), 1);
    SL_TRY(sl_buf_alloc_n(&f.piece, piece_n, sizeof(sl_fr), "exponents of a piece", err));
    sl_buf_mark_secret(&f.piece);
    sluice_status status = exponents_open(&f.exponents, key, RANGE_N, pool, err);
    for (int section = SL_KEY_H; status == SLUICE_OK && section < SL_KEY_SECTIONS_N; section++) {
        status = section_feed(&f, (sl_key_section)section, err);
    }
    sl_exponents_close(&f.exponents);
    sl_buf_release(&f.piece);
    return status;
}
