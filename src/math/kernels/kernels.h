// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The batch kernels that exist once per instruction set, as one table chosen at run time (backends/cpu). An
 * entry does at least some microseconds of work, so one indirect call never shows. The portable set is complete
 * and is the reference: every other set is run by the same tester against it (tests/backend_ops).
 *
 * A new set may take over the portable entries that it does not replace, but not single ones that share a form: the
 * entries of a curve agree on what a slot holds, `fr_prepare` and `ntt_pass` on what a prepared element is. No entry
 * allocates, keeps state or calls back; all may run on any thread at the same time on different data. Running times
 * depend on values.
 */
#ifndef SL_MATH_KERNELS_KERNELS_H
#define SL_MATH_KERNELS_KERNELS_H

#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/field/fr.h"
#include "math/hash/poseidon.h"

/* Alignment of arrays of slots, of prepared elements, and of scratch memory. */
#define SL_KERNEL_ALIGN 64

/*
 * A point operand: the address of a slot, plus 1 to mean the negative of that point.
 */
typedef uintptr_t sl_point_ref;

SL_INLINE const void *sl_point_ref_slot(sl_point_ref ref) {
    return (const void *)(ref & ~(uintptr_t)1);
}

/* One addition: *out = a + b. */
typedef struct sl_point_pair {
    sl_point_ref a, b;
    void *out; /* may be the slot of a or b, but of no operand of another pair of the call */
} sl_point_pair;

/*
 * Points of one curve in slots: the set's own form of an affine point, slot_bytes long. A slot of zero bytes is the
 * identity, which has no other form. Slots are data of one process and one set: never stored, never passed to another
 * set.
 */
typedef struct sl_curve_kernels {
    size_t slot_bytes;   /* multiple of 32 */
    size_t key_bytes;    /* of a point in a key file: 96 or 192 */
    size_t affine_bytes; /* sizeof(sl_g1_affine) or sizeof(sl_g2_affine) */
    size_t pairs_max; /* most pairs of a call to add_pairs, a multiple of 32; so many slots should fit the L2 cache */
    /*
     * The same of calls that stream points past buckets (math/msm), where a longer one costs nothing; at least
     * pairs_max, or 0 for pairs_max. A call may have so many pairs wherever it comes from.
     */
    size_t stream_pairs_max;
    size_t scratch_bytes; /* scratch of add_pairs */

    /*
     * Points from key-file bytes (uncompressed, big-endian, canonical: spec 1.7): slot i from point at[i] of `keys`, or
     * from point i if `at` is NULL. Returns n, or the least i whose point is the identity or has flag bits, a
     * coordinate that is not below p or (if check_curve) is not on the curve; slots from i on are then unspecified.
     */
    size_t (*decode)(void *slots, const uint8_t *keys, const uint32_t *at, size_t n, bool check_curve);
    /* And back; the identity becomes 0x40 followed by zeros. */
    void (*encode)(uint8_t *keys, const void *slots, size_t n);
    /* Slots from and to sl_g1_affine or sl_g2_affine. */
    void (*from_affine)(void *slots, const void *affine, size_t n);
    void (*to_affine)(void *affine, const void *slots, size_t n);

    /*
     * n additions, n <= pairs_max or stream_pairs_max, with one inversion for all. Exact for every operand on the
     * curve: equal, opposite and identity points in any position. The first operands may lie anywhere in memory:
     * prefetch.
     */
    void (*add_pairs)(const sl_point_pair *pairs, size_t n, void *scratch);
    /*
     * The same; meanwhile brings the operands of `ahead` (ahead_n pairs that a later call will get) into the L2 cache,
     * spread over the call. May be NULL: see sl_curve_add_pairs.
     */
    void (*add_pairs_ahead)(const sl_point_pair *pairs, size_t n, const sl_point_pair *ahead, size_t ahead_n,
                            void *scratch);
    /* *out = a for each pair; b is not looked at, and no out is the operand of another pair. */
    void (*copy)(const sl_point_pair *pairs, size_t n);
} sl_curve_kernels;

SL_INLINE size_t sl_curve_stream_pairs(const sl_curve_kernels *curve) {
    return curve->stream_pairs_max == 0 ? curve->pairs_max : curve->stream_pairs_max;
}

/* add_pairs_ahead, or add_pairs if there is none. */
SL_INLINE void sl_curve_add_pairs(const sl_curve_kernels *curve, const sl_point_pair *pairs, size_t n,
                                  const sl_point_pair *ahead, size_t ahead_n, void *scratch) {
    if (curve->add_pairs_ahead != NULL) {
        curve->add_pairs_ahead(pairs, n, ahead, ahead_n, scratch);
    } else {
        curve->add_pairs(pairs, n, scratch);
    }
}

/* Factors first_j ratio_j^i, i = 0, 1, ..., for lane j of a transform: arrays of lanes_n, or NULL for all 1. */
typedef struct sl_ntt_factors {
    const sl_fr *first;
    const sl_fr *ratio;
} sl_ntt_factors;

/*
 * lanes_n transforms of length n = 2^log2_n, in place: element i of lane j lies at a[i * stride + j * lane_stride]. One
 * of the strides is 1. Natural order in and bit-reversed out, or the other way round (is_reversed_in): logical index i
 * is then at position bitrev(i) of its lane.
 */
typedef struct sl_ntt_pass {
    unsigned log2_n; /* 0 .. SL_NTT_PASS_LOG2_MAX */
    bool is_reversed_in;
    size_t lanes_n;
    size_t stride;
    size_t lane_stride;
    const void *twiddles;  /* max(1, n / 2) prepared elements: powers 0, 1, ... of the root of order n */
    sl_ntt_factors before; /* input of logical index i times first_j ratio_j^i */
    sl_ntt_factors after;  /* output of logical index i likewise */
} sl_ntt_pass;

#define SL_NTT_PASS_LOG2_MAX 11

typedef struct sl_kernels {
    const char *name; /* portable, adx, fma, ifma */

    const sl_curve_kernels *g1;
    const sl_curve_kernels *g2;

    /* Constants for transforms, in the set's own form: fr_slot_bytes each. */
    size_t fr_slot_bytes;
    void (*fr_prepare)(void *out, const sl_fr *in, size_t n);
    size_t ntt_lanes; /* lanes_n of a pass with lane_stride 1 should be a multiple of this, and a multiple of 2 */
    size_t ntt_scratch_bytes;
    void (*ntt_pass)(sl_fr *a, const sl_ntt_pass *pass, void *scratch);

    /* Vectors over Fr; out may be any of the inputs. */
    void (*fr_mul)(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
    void (*fr_sub)(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n);
    /* first ratio^i */
    void (*fr_powers)(sl_fr *out, const sl_fr *first, const sl_fr *ratio, size_t n);
    /* Canonical integers: four limbs each, least significant first. */
    void (*fr_to_limbs)(uint64_t *limbs, const sl_fr *a, size_t n);

    /*
     * n hashes: wires[i] gets the p->aux_n values that sl_poseidon_witness makes of inputs[i] (p->arity elements) and
     * p->tag. No wires overlap inputs or each other. n should be a multiple of poseidon_lanes.
     */
    size_t poseidon_lanes;
    void (*poseidon_wires)(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n);
    /* hashes[i]: the hash alone, as sl_poseidon_hash makes it. None is an input. */
    void (*poseidon_hashes)(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n);
} sl_kernels;

extern const sl_kernels sl_kernels_portable;

#endif
