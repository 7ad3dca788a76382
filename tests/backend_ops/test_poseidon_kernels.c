// SPDX-License-Identifier: MIT OR Apache-2.0
/* Poseidon's wires of every kernel set that runs here, against one hash after the other. */
#include "backends/cpu/select.h"
#include "harness/test.h"

enum { HASHES = 21, WIRES_MAX = 640 };

static sl_fr edge(void) {
    const sl_fr one = sl_fr_one();
    sl_fr out = sl_fr_zero();
    switch (sl_test_u64() % 6) {
    case 0:
        return out;
    case 1:
        return one;
    case 2:
        sl_fr_neg(&out, &one);
        return out;
    case 3: /* r - 1 as an integer of memory */
        return (sl_fr){{sl_fr_modulus[0] - 1, sl_fr_modulus[1], sl_fr_modulus[2], sl_fr_modulus[3]}};
    default:
        do {
            sl_test_edge_bytes(out.l, sizeof out.l);
            out.l[3] >>= 1;
        } while (!sl_fr_limbs_canonical(out.l));
        return out;
    }
}

static void check(const sl_kernels *set, const sl_poseidon *p, size_t n) {
    static sl_fr wires[HASHES][WIRES_MAX];
    sl_fr inputs[HASHES][SL_POSEIDON_MAX_WIDTH];
    sl_fr *wires_at[HASHES];
    const sl_fr *inputs_at[HASHES];
    SL_CHECK(p->aux_n < WIRES_MAX);
    memset(wires, 0x5a, sizeof wires);
    for (size_t i = 0; i < HASHES; i++) {
        for (size_t j = 0; j < p->arity; j++) {
            inputs[i][j] = edge();
        }
        /* In no order, and not adjacent. */
        wires_at[i] = wires[i * 8 % HASHES];
        inputs_at[i] = inputs[i * 5 % HASHES];
    }
    set->poseidon_wires(p, wires_at, inputs_at, n);
    const sl_fr guard = wires[0][WIRES_MAX - 1];
    sl_fr hashes[HASHES];
    memset(hashes, 0x5a, sizeof hashes);
    set->poseidon_hashes(p, hashes, inputs_at, n);
    for (size_t i = 0; i < HASHES; i++) {
        sl_fr want[WIRES_MAX];
        if (i < n) {
            sl_poseidon_witness(p, want, &p->tag, inputs_at[i]);
        }
        SL_CHECK(sl_fr_eq(&hashes[i], i < n ? &want[p->aux_n - 1] : &guard));
        for (size_t j = 0; j < WIRES_MAX; j++) {
            const sl_fr *expected = i < n && j < p->aux_n ? &want[j] : &guard;
            SL_CHECK_MSG(sl_fr_eq(&wires_at[i][j], expected), "%s, arity %u, %zu hashes: hash %zu, wire %zu", set->name,
                         p->arity, n, i, j);
        }
    }
}

SL_TEST(poseidon_wires) {
    static const unsigned arities[] = {2, 4, 8, 11};
    for (const sl_kernels *const *set = sl_kernels_available(); *set != NULL; set++) {
        SL_CHECK((*set)->poseidon_lanes > 0);
        for (size_t a = 0; a < SL_ARRAY_N(arities); a++) {
            for (size_t n = 0; n <= HASHES; n += 1 + n / 9 * 3) {
                check(*set, sl_poseidon_get(arities[a]), n);
            }
        }
    }
}
