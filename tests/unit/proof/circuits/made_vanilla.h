// SPDX-License-Identifier: MIT OR Apache-2.0
/* Vanilla proofs made by the writers of synthetic inputs, read back and checked. */
#ifndef SL_TESTS_UNIT_PROOF_CIRCUITS_MADE_VANILLA_H
#define SL_TESTS_UNIT_PROOF_CIRCUITS_MADE_VANILLA_H

#include "proof/circuits/inputs/post_input.h"
#include "proof/circuits/inputs/post_synth.h"
#include "proof/circuits/inputs/update_input.h"
#include "proof/circuits/inputs/update_synth.h"
#include "unit/proof/circuits/circuit_checks.h"

enum { SECTORS_MAX = 5, PARTITIONS_MAX = 16 };

static sl_pool *made_pool;

static inline void pool_need(void) {
    sluice_error err;
    if (made_pool == NULL) {
        SL_CHECK_OK(sl_pool_open(&made_pool, 2, &err));
    }
}

/* Made PoSt proofs, read back. */
typedef struct made_post {
    sl_post_public_sector sectors[SECTORS_MAX];
    sl_post_statement statement;
    sl_buf bytes[SECTORS_MAX];
    sl_post_blob blobs[SECTORS_MAX]; /* views of bytes */
    sl_post *post;
} made_post;

static inline sl_post_order post_order(const char *circuit, size_t sectors_n, uint64_t seed) {
    return (sl_post_order){.circuit = circuit_of(circuit),
                           .api = strncmp(circuit, "winning", 7) == 0 ? SL_API_V1_0 : SL_API_V1_2,
                           .miner = 1000,
                           .seed = seed,
                           .first_sector = 70,
                           .sectors_n = sectors_n};
}

static inline void post_make(made_post *t, const sl_post_order *order) {
    sluice_error err;
    pool_need();
    SL_CHECK_OK(sl_post_synth_begin(&t->statement, t->sectors, order, &err));
    for (size_t i = 0; i < order->sectors_n; i++) {
        SL_CHECK_OK(sl_post_synth_sector(&t->statement, t->sectors, order->seed, i, made_pool, &t->bytes[i], &err));
        t->blobs[i] = (sl_post_blob){.bytes = t->bytes[i].data, .n = t->bytes[i].bytes};
    }
    SL_CHECK_OK(sl_post_parse(&t->post, &t->statement, -1, t->blobs, order->sectors_n, &err));
    SL_CHECK_OK(sl_post_check(t->post, &sl_kernels_portable, made_pool, &err));
}

static inline void post_drop(made_post *t) {
    sl_post_close(t->post);
    for (size_t i = 0; i < t->statement.sectors_n; i++) {
        sl_buf_release(&t->bytes[i]);
    }
}

/* Made update proofs, read back. */
typedef struct made_update {
    sl_update_statement statement;
    sl_buf bytes[PARTITIONS_MAX];
    sl_update_blob blobs[PARTITIONS_MAX]; /* views of bytes */
    sl_update *update;
} made_update;

static inline void update_make(made_update *t, const char *name, uint64_t seed) {
    sluice_error err;
    const sl_circuit circuit = circuit_of(name);
    sl_update_synth *synth;
    pool_need();
    SL_CHECK_OK(sl_update_synth_open(&synth, &circuit, seed, &sl_kernels_portable, made_pool, &err));
    t->statement = *sl_update_synth_statement(synth);
    for (unsigned k = 0; k < circuit.partitions; k++) {
        SL_CHECK_OK(sl_update_synth_partition(synth, k, &t->bytes[k], &err));
        t->blobs[k] = (sl_update_blob){.bytes = t->bytes[k].data, .n = t->bytes[k].bytes};
    }
    sl_update_synth_close(synth);
    SL_CHECK_OK(sl_update_parse(&t->update, &t->statement, -1, t->blobs, circuit.partitions, &err));
    SL_CHECK_OK(sl_update_check(t->update, &sl_kernels_portable, made_pool, &err));
}

static inline void update_drop(made_update *t) {
    sl_update_close(t->update);
    for (unsigned k = 0; k < t->statement.circuit.partitions; k++) {
        sl_buf_release(&t->bytes[k]);
    }
}

#endif
