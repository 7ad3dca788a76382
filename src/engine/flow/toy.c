// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/flow/toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/mem/small.h"
#include "proof/groth16/setup.h"
#include "proof/r1cs/builder.h"

#define BITS_N 8
#define ROWS_A_ROUND (BITS_N + 1)
#define CONSTANT 5

/* Rows and inputs (ONE and two) fill the domain as far as whole rounds go. */
static unsigned rounds_of(const sl_toy *toy) {
    return (unsigned)((((size_t)1 << toy->rows_log2) - 5) / ROWS_A_ROUND);
}

/* The bits of a round; SplitMix64. */
static unsigned bits_of(uint64_t seed, unsigned k, unsigned round) {
    uint64_t z = seed * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)k << 32 | round) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)(z ^ z >> 31) & 0xff;
}

/* x = (x + bits) (x + CONSTANT) */
static void value_step(sl_fr *x, unsigned bits) {
    const sl_fr constant = sl_fr_from_u64(CONSTANT);
    const sl_fr sum = sl_fr_from_u64(bits);
    sl_fr a;
    sl_fr b;
    sl_fr_add(&a, x, &sum);
    sl_fr_add(&b, x, &constant);
    sl_fr_mul(x, &a, &b);
}

static void row_bit(sl_cs *cs, sl_wire bit) {
    sl_lc a = SL_LC_EMPTY;
    sl_lc b = SL_LC_EMPTY;
    const sl_lc c = SL_LC_EMPTY;
    sl_fr minus_one = sl_fr_one();
    sl_fr_neg(&minus_one, &minus_one);
    sl_lc_add_one(&a, bit);
    sl_lc_add_one(&b, SL_WIRE_ONE);
    sl_lc_add(&b, bit, &minus_one);
    sl_cs_enforce(cs, &a, &b, &c);
    sl_lc_free(&a);
    sl_lc_free(&b);
}

static void row_step(sl_cs *cs, sl_wire x, const sl_wire *bits, sl_wire next) {
    sl_lc a = SL_LC_EMPTY;
    sl_lc b = SL_LC_EMPTY;
    sl_lc c = SL_LC_EMPTY;
    const sl_fr constant = sl_fr_from_u64(CONSTANT);
    sl_lc_add_one(&a, x);
    for (unsigned i = 0; i < BITS_N; i++) {
        const sl_fr weight = sl_fr_from_u64(UINT64_C(1) << i);
        sl_lc_add(&a, bits[i], &weight);
    }
    sl_lc_add_one(&b, x);
    sl_lc_add(&b, SL_WIRE_ONE, &constant);
    sl_lc_add_one(&c, next);
    sl_cs_enforce(cs, &a, &b, &c);
    sl_lc_free(&a);
    sl_lc_free(&b);
    sl_lc_free(&c);
}

static void row_equal(sl_cs *cs, sl_wire x, sl_wire y) {
    sl_lc a = SL_LC_EMPTY;
    sl_lc b = SL_LC_EMPTY;
    sl_lc c = SL_LC_EMPTY;
    sl_lc_add_one(&a, x);
    sl_lc_add_one(&b, SL_WIRE_ONE);
    sl_lc_add_one(&c, y);
    sl_cs_enforce(cs, &a, &b, &c);
    sl_lc_free(&a);
    sl_lc_free(&b);
    sl_lc_free(&c);
}

static void toy_build(sl_cs *cs, const sl_toy *toy, uint64_t seed, unsigned k) {
    const bool is_shape = sl_cs_is_shape(cs);
    sl_fr value = sl_fr_from_u64(seed + k);
    const sl_wire in = sl_cs_input(cs, &value);
    sl_wire x = sl_cs_alloc(cs, &value);
    if (is_shape) {
        row_equal(cs, x, in);
    }
    const unsigned rounds = rounds_of(toy);
    for (unsigned round = 0; round < rounds; round++) {
        sl_cs_scope_open(cs, "round", round);
        const unsigned bits = bits_of(seed, k, round);
        sl_wire wires[BITS_N];
        for (unsigned i = 0; i < BITS_N; i++) {
            wires[i] = sl_cs_alloc_bit(cs, (bits >> i & 1) != 0);
            if (is_shape) {
                row_bit(cs, wires[i]);
            }
        }
        value_step(&value, bits);
        const sl_wire next = sl_cs_alloc(cs, &value);
        if (is_shape) {
            row_step(cs, x, wires, next);
        }
        x = next;
        sl_cs_scope_close(cs);
    }
    const sl_wire out = sl_cs_input(cs, &value);
    if (is_shape) {
        row_equal(cs, x, out);
    }
}

sluice_status sl_toy_shape(const sl_toy *toy, sl_r1cs **out, sluice_error *err) {
    sl_cs *cs;
    SL_TRY(sl_cs_open_shape(&cs, err));
    toy_build(cs, toy, 0, 0);
    const sluice_status status = sl_cs_finish_shape(cs, out, err);
    sl_cs_close(cs);
    return status;
}

sluice_status sl_toy_witness(const sl_toy *toy, uint64_t seed, unsigned k, const sl_r1cs *r1cs, sl_witness *out,
                             sluice_error *err) {
    sl_cs *cs;
    SL_TRY(sl_cs_open_witness(&cs, r1cs, err));
    toy_build(cs, toy, seed, k);
    const sluice_status status = sl_cs_finish_witness(cs, out, err);
    sl_cs_close(cs);
    return status;
}

void sl_toy_publics(const sl_toy *toy, uint64_t seed, unsigned k, sl_fr out[SL_TOY_PUBLICS_N]) {
    const unsigned rounds = rounds_of(toy);
    out[0] = out[1] = sl_fr_from_u64(seed + k);
    for (unsigned round = 0; round < rounds; round++) {
        value_step(&out[1], bits_of(seed, k, round));
    }
}

static sluice_status key_make(const sl_toy *toy, const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    static const uint8_t seed[SL_SETUP_SEED_BYTES] = {1};
    sl_r1cs *r1cs;
    sl_setup_secrets secrets;
    sl_setup_result result;
    SL_TRY(sl_toy_shape(toy, &r1cs, err));
    sl_setup_secrets_from_seed(&secrets, seed);
    const sluice_status status = sl_setup_run(r1cs, &secrets, toy->key_path, kernels, pool, NULL, &result, err);
    sl_setup_secrets_wipe(&secrets);
    sl_r1cs_close(r1cs);
    return status;
}

sluice_status sl_toy_open(sl_toy *out, unsigned rows_log2, const char *key_path, const sl_kernels *kernels,
                          sl_pool *pool, sluice_error *err) {
    if (rows_log2 < SL_TOY_ROWS_LOG2_MIN || rows_log2 > SL_TOY_ROWS_LOG2_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a toy circuit has 2^%d to 2^%d rows, not 2^%u", SL_TOY_ROWS_LOG2_MIN,
                       SL_TOY_ROWS_LOG2_MAX, rows_log2);
    }
    sl_toy toy = {.rows_log2 = rows_log2};
    if (snprintf(toy.key_path, sizeof toy.key_path, "%s", key_path) >= (int)sizeof toy.key_path) {
        return SL_FAIL(err, SLUICE_E_INPUT, "the path of the toy's key is too long");
    }
    if (access(key_path, R_OK) != 0) {
        SL_TRY(key_make(&toy, kernels, pool, err));
    }
    *out = toy;
    return SLUICE_OK;
}

/* Target */

typedef struct toy_loaded {
    sl_r1cs *r1cs;
    sl_params params;
} toy_loaded;

static sluice_status toy_load(void *data, sl_loaded *out, sluice_error *err) {
    const sl_toy *toy = data;
    toy_loaded *loaded = sl_small_alloc(1, sizeof *loaded);
    if (loaded == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a circuit");
    }
    sluice_status status = sl_toy_shape(toy, &loaded->r1cs, err);
    if (status == SLUICE_OK) {
        status = sl_params_open(&loaded->params, toy->key_path, err);
        if (status != SLUICE_OK) {
            sl_r1cs_close(loaded->r1cs);
        }
    }
    if (status != SLUICE_OK) {
        free(loaded);
        return status;
    }
    *out = (sl_loaded){.r1cs = loaded->r1cs, .params = &loaded->params, .handle = loaded};
    return SLUICE_OK;
}

static void toy_unload(void *data, sl_loaded *loaded) {
    (void)data;
    toy_loaded *mine = loaded->handle;
    sl_params_close(&mine->params);
    sl_r1cs_close(mine->r1cs);
    free(mine);
}

sl_flow_target sl_toy_target(sl_toy *toy) {
    sl_flow_target target = {.load = toy_load, .unload = toy_unload, .data = toy};
    (void)snprintf(target.name, sizeof target.name, "toy 2^%u %.64s", toy->rows_log2, toy->key_path);
    return target;
}

/* Source */

typedef struct toy_case {
    const sl_toy *toy;
    uint64_t seed;
} toy_case;

static sluice_status case_synthesize(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *err) {
    const toy_case *which = data;
    return sl_toy_witness(which->toy, which->seed, k, r1cs, out, err);
}

static void case_publics(void *data, unsigned k, sl_fr *out) {
    const toy_case *which = data;
    sl_toy_publics(which->toy, which->seed, k, out);
}

sluice_status sl_toy_source(const sl_toy *toy, uint64_t seed, unsigned partitions_n, sl_flow_source *out,
                            sluice_error *err) {
    toy_case *which = sl_small_alloc(1, sizeof *which);
    if (which == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a toy case");
    }
    *which = (toy_case){toy, seed};
    *out = (sl_flow_source){
        .partitions_n = partitions_n,
        .publics_n = SL_TOY_PUBLICS_N,
        .synthesize = case_synthesize,
        .publics = case_publics,
        .release = free,
        .data = which,
    };
    return SLUICE_OK;
}
