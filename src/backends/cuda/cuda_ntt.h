// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Number-theoretic transforms and the quotient of Groth16 on the device (spec 1.2): what math/poly computes, on vectors
 * that stand in device memory, in place. Domain: powers of root_of_unity^(2^(32 - k)), m = 2^k points, k <= 28; the
 * coset is the domain times 7. Elements are sl_fr as they are, below r.
 *
 * A transform goes "down", natural order in and bit-reversed out, or "up", the other way; nothing is ever reordered.
 *
 * Nothing is allocated here, and nothing waits but sl_cuda_ntt_make: operations put work on a stream. Statuses:
 * SLUICE_E_USAGE, or what sl_cuda_call_check says of a failing call.
 */
#ifndef SL_BACKENDS_CUDA_CUDA_NTT_H
#define SL_BACKENDS_CUDA_CUDA_NTT_H

#include "backends/cuda/cuda_calls.h"

#define SL_CUDA_NTT_LOG2_MAX 28
#define SL_CUDA_NTT_LEVELS_MAX 6

/*
 * Tables of one size. SMALL: some 70 MB; FULL: also the factors after the first pass, 2 m elements (8.6 GB for 2^27),
 * which saves a product an element and transform. To 2^20 points both are the same.
 */
typedef enum sl_cuda_ntt_how { SL_CUDA_NTT_SMALL, SL_CUDA_NTT_FULL } sl_cuda_ntt_how;

typedef enum sl_cuda_ntt_direction { SL_CUDA_NTT_FORWARD, SL_CUDA_NTT_INVERSE } sl_cuda_ntt_direction;

/* Factors by index of all coefficients, at the end of a transform down, at the start of one up, or between the two. */
typedef enum sl_cuda_ntt_end {
    SL_CUDA_NTT_END_SIZE,           /* 1 / m */
    SL_CUDA_NTT_END_QUOTIENT,       /* 1 / (m Z), Z = 7^m - 1 */
    SL_CUDA_NTT_END_COSET,          /* 7^i */
    SL_CUDA_NTT_END_COSET_INVERSE,  /* 7^-i / m */
    SL_CUDA_NTT_END_TURN,           /* 7^i / m */
    SL_CUDA_NTT_END_COSET_QUOTIENT, /* 7^-i / (m Z) */
    SL_CUDA_NTT_ENDS_N
} sl_cuda_ntt_end;

/* One pass: 2^log2_n rows of 2^log2_columns columns, in blocks one after the other (ntt_work.h). */
typedef struct sl_cuda_ntt_level {
    uint32_t log2_n, log2_columns;
    uint32_t bits_before; /* of all levels above: log2 of the number of blocks */
    /* By direction, without and with the powers of 7 that stand here. Not in the last level; NULL: small tables. */
    const sl_cuda_fr *between[2][2];
    const sl_cuda_fr *coset[2]; /* powers of 7 or 1/7, of which `between` was made */
} sl_cuda_ntt_level;

typedef struct sl_cuda_ntt_side {
    const sl_cuda_fr *low, *high; /* powers of the root: e mod 2^low_bits, and e / 2^low_bits */
    sl_cuda_ntt_roots roots;
} sl_cuda_ntt_side;

/* Where the tables stand; plain data, which holds nothing. */
typedef struct sl_cuda_ntt {
    uint32_t log2_size, levels_n, low_bits;
    sl_cuda_ntt_level levels[SL_CUDA_NTT_LEVELS_MAX];
    sl_cuda_ntt_side sides[2]; /* by direction */
    const sl_cuda_fr *ends[SL_CUDA_NTT_ENDS_N];
    const sl_cuda_fr *end_rows[SL_CUDA_NTT_ENDS_N], *end_columns[SL_CUDA_NTT_ENDS_N]; /* of which they were made */
} sl_cuda_ntt;

/* Bytes of device memory for the tables. */
uint64_t sl_cuda_ntt_bytes(unsigned log2_size, sl_cuda_ntt_how how);

/*
 * Makes the tables in `memory`, which has that many bytes, is aligned to 256 bytes, and must outlive them. Waits; takes
 * some megabytes of host memory meanwhile (SLUICE_E_NO_MEMORY).
 */
SL_NODISCARD sluice_status sl_cuda_ntt_make(sl_module_device *device, sl_cuda_ntt *out, unsigned log2_size,
                                            sl_cuda_ntt_how how, void *memory, void *stream, sluice_error *err);

/* DOWN: natural in, bit-reversed out. UP: bit-reversed in, natural out. INVERSE: 1/m included. */
typedef enum sl_cuda_ntt_kind {
    SL_CUDA_NTT_DOWN,
    SL_CUDA_NTT_DOWN_INVERSE,
    SL_CUDA_NTT_DOWN_COSET_INVERSE,
    SL_CUDA_NTT_UP,
    SL_CUDA_NTT_UP_INVERSE,
    SL_CUDA_NTT_UP_COSET,
    SL_CUDA_NTT_KINDS_N
} sl_cuda_ntt_kind;

SL_NODISCARD sluice_status sl_cuda_ntt_run(sl_module_device *device, const sl_cuda_ntt *ntt, sl_cuda_fr *a,
                                           sl_cuda_ntt_kind kind, void *stream, sluice_error *err);

/*
 * A, B, C have the given values on the domain; b and c are overwritten.
 *
 * With c: a becomes the coefficients of (A B - C) / (X^m - 1), coefficient i at place bitreverse(i) (that of m - 1,
 * the last one, is 0 for a satisfied system). With c == NULL: a becomes the values of A B on the coset, in natural
 * order, as sl_ntt_quotient_products.
 */
SL_NODISCARD sluice_status sl_cuda_quotient(sl_module_device *device, const sl_cuda_ntt *ntt, sl_cuda_fr *a,
                                            sl_cuda_fr *b, sl_cuda_fr *c, void *stream, sluice_error *err);

#endif
