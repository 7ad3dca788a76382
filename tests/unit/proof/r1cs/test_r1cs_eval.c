// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Values of rows: combinations of every shape that has an evaluation of its own, over pins and own wires, in instances
 * small and large; any range of rows, with any of a, b, c, equals the values made term by term from the exported rows.
 */
#include "core/par/pool.h"
#include "harness/test.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/r1cs.h"
#include "r1cs_kinds.h"

static sluice_error err;

#ifdef SL_SANITIZED
enum { ROUNDS = 1, CUTS = 30 };
#else
enum { ROUNDS = 2, CUTS = 150 };
#endif

typedef struct reference {
    const sl_r1cs *r1cs;
    const sl_witness *witness;
    sl_fr *abc[3];
    uint64_t points; /* rows, input rows and some padding */
} reference;

static sluice_status reference_row(void *data, uint64_t row, const sl_term *const terms[3], const size_t terms_n[3]) {
    reference *ref = data;
    for (size_t k = 0; k < 3; k++) {
        sl_fr sum = sl_fr_zero();
        for (size_t i = 0; i < terms_n[k]; i++) {
            const uint32_t index = sl_wire_index(terms[k][i].wire);
            sl_fr value = ref->witness->inputs[sl_wire_is_aux(terms[k][i].wire) ? 0 : index];
            if (sl_wire_is_aux(terms[k][i].wire)) {
                sl_r1cs_aux_value(ref->r1cs, ref->witness, index, &value);
            }
            sl_fr_mul(&value, &value, &terms[k][i].coeff);
            sl_fr_add(&sum, &sum, &value);
        }
        ref->abc[k][row] = sum;
    }
    return SLUICE_OK;
}

static void reference_make(reference *ref, const sl_r1cs *r1cs, const sl_witness *witness) {
    *ref = (reference){.r1cs = r1cs, .witness = witness, .points = (uint64_t)r1cs->rows_n + r1cs->inputs_n + 100};
    for (size_t k = 0; k < 3; k++) {
        ref->abc[k] = calloc(ref->points, sizeof(sl_fr));
        SL_CHECK(ref->abc[k] != NULL);
    }
    SL_CHECK_OK(sl_r1cs_rows(r1cs, 0, r1cs->rows_n, reference_row, ref, &err));
    memcpy(ref->abc[0] + r1cs->rows_n, witness->inputs, r1cs->inputs_n * sizeof(sl_fr));
}

/* Rows first .. first + n - 1 with the arrays that `which` has a bit for; nothing else may be written. */
static void range_check(const reference *ref, uint64_t first, size_t n, unsigned which, sl_pool *pool) {
    static const uint8_t mark[sizeof(sl_fr)] = {0xa5, 0x5a, 0xa5};
    sl_fr *out = malloc(3 * (n + 1) * sizeof *out);
    SL_CHECK(out != NULL);
    sl_fr *abc[3];
    for (size_t k = 0; k < 3; k++) {
        abc[k] = out + k * (n + 1);
        memcpy(abc[k] + n, mark, sizeof mark);
    }
    sl_r1cs_eval(ref->r1cs, ref->witness, first, n, which & 1 ? abc[0] : NULL, which & 2 ? abc[1] : NULL,
                 which & 4 ? abc[2] : NULL, pool);
    for (size_t k = 0; k < 3; k++) {
        SL_CHECK_MEM(abc[k] + n, mark, sizeof mark);
        for (size_t i = 0; i < n && (which >> k & 1) != 0; i++) {
            SL_CHECK_MSG(sl_fr_eq(&abc[k][i], &ref->abc[k][first + i]), "row %llu of %u, combination %zu",
                         (unsigned long long)(first + i), ref->r1cs->rows_n, k);
        }
    }
    free(out);
}

SL_TEST(ranges_equal_the_exported_rows) {
    sl_pool *pool = NULL;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    for (int round = 0; round < ROUNDS; round++) {
        sl_r1cs *r1cs = circuit_build();
        sl_witness witness;
        reference ref;
        witness_fill(r1cs, &witness);
        reference_make(&ref, r1cs, &witness);
        range_check(&ref, 0, (size_t)ref.points, 7, pool);
        range_check(&ref, 0, (size_t)ref.points, 7, NULL);
        for (int cut = 0; cut < CUTS; cut++) {
            const uint64_t first = sl_test_u64() % ref.points;
            const uint64_t n = sl_test_u64() % (sl_test_u64() % 2 == 0 ? 40 : ref.points) % (ref.points - first + 1);
            range_check(&ref, first, (size_t)n, (unsigned)(sl_test_u64() % 8), cut % 2 == 0 ? pool : NULL);
        }
        for (size_t k = 0; k < 3; k++) {
            free(ref.abc[k]);
        }
        sl_witness_release(&witness);
        sl_r1cs_close(r1cs);
    }
    sl_pool_close(pool);
}

/* The integers that runs make are the largest: all bits set, largest coefficients, as many runs as a row can have. */
SL_TEST(largest_sums) {
    enum { N = 30000 };
    sl_cs *cs = NULL;
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    sl_wire *wires = malloc(N * sizeof *wires);
    SL_CHECK(wires != NULL);
    for (size_t i = 0; i < N; i++) {
        wires[i] = sl_cs_alloc_bit(cs, false);
    }
    const sl_fr one = sl_fr_one();
    sl_fr largest;
    sl_fr_neg(&largest, &one);
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    sl_lc_add_one(&lcs[1], SL_WIRE_ONE);
    for (size_t i = 0; i < N; i += 32) {
        const size_t n = SL_MIN((size_t)32, N - i);
        run_add(&lcs[0], wires + i, n, 1, true, largest);
        run_add(&lcs[2], wires + i, n, 1, false, largest);
    }
    for (int i = 0; i < 1000; i++) { /* many rows, so that local bits are used */
        const bool is_long = i % 100 == 0;
        sl_cs_enforce(cs, &lcs[is_long ? 0 : 1], &lcs[1], &lcs[is_long ? 2 : 1]);
    }
    for (size_t k = 0; k < 3; k++) {
        sl_lc_free(&lcs[k]);
    }
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    for (size_t i = 0; i < N; i++) {
        (void)sl_cs_alloc_bit(cs, true);
    }
    sl_witness witness;
    SL_CHECK_OK(sl_cs_finish_witness(cs, &witness, &err));
    sl_cs_close(cs);
    sl_fr abc[3][1000];
    sl_r1cs_eval(r1cs, &witness, 0, 1000, abc[0], abc[1], abc[2], NULL);
    sl_fr want = sl_fr_from_u64((UINT64_C(1) << 32) - 1);
    const sl_fr times = sl_fr_from_u64(N / 32);
    const sl_fr rest = sl_fr_from_u64((UINT64_C(1) << N % 32) - 1);
    sl_fr_mul(&want, &want, &times);
    sl_fr_add(&want, &want, &rest);
    sl_fr_neg(&want, &want);
    SL_CHECK(sl_fr_eq(&abc[0][0], &want) && sl_fr_eq(&abc[0][900], &want) && sl_fr_eq(&abc[2][500], &want));
    SL_CHECK(sl_fr_eq(&abc[1][7], &one));
    sl_witness_release(&witness);
    sl_r1cs_close(r1cs);
    free(wires);
}

SL_TEST(public_inputs_are_compared) {
    sl_fr inputs[] = {sl_fr_one(), sl_fr_from_u64(2), sl_fr_from_u64(3), sl_fr_from_u64(5)};
    sl_fr publics[] = {inputs[1], inputs[2], inputs[3]};
    const sl_witness witness = {.inputs_n = 4, .inputs = inputs};
    SL_CHECK_OK(sl_witness_publics_check(&witness, publics, 3, &err));
    SL_CHECK_STATUS(sl_witness_publics_check(&witness, publics, 2, &err), SLUICE_E_INTERNAL);
    SL_CHECK_STATUS(sl_witness_publics_check(&witness, publics, 4, &err), SLUICE_E_INTERNAL);
    for (size_t i = 0; i < 3; i++) {
        sl_fr_add(&inputs[i + 1], &inputs[i + 1], &inputs[0]);
        SL_CHECK_STATUS(sl_witness_publics_check(&witness, publics, 3, &err), SLUICE_E_MISMATCH);
        SL_CHECK_MSG(strstr(err.text, (const char *[]){"input 0", "input 1", "input 2"}[i]) != NULL, "%s", err.text);
        inputs[i + 1] = publics[i];
    }
    const sl_witness none = {.inputs_n = 1, .inputs = inputs};
    SL_CHECK_OK(sl_witness_publics_check(&none, NULL, 0, &err));
}
