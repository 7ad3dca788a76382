// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Number-theoretic transforms over Fr, and the quotient of Groth16 (spec 1.2).
 *
 * Domain of size m = 2^k, k <= 31: powers of omega = root_of_unity^(2^(32 - k)). Vectors are m elements, natural order
 * in and out, transformed in place. Coset: the domain times 7.
 *
 * One object serves one transform at a time (it holds the scratch memory of the pool's threads, under 1 MB each);
 * nothing else is allocated, whatever m is.
 */
#ifndef SL_MATH_POLY_NTT_H
#define SL_MATH_POLY_NTT_H

#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "math/field/fr.h"
#include "math/kernels/kernels.h"

#define SL_NTT_LOG2_MAX 31

typedef struct sl_ntt sl_ntt; /* tables for one size */

/* `kernels` and `pool` must outlive it. A larger size than the field allows is SLUICE_E_USAGE. */
SL_NODISCARD sluice_status sl_ntt_open(sl_ntt **out, unsigned log2_size, const sl_kernels *kernels, sl_pool *pool,
                                       sluice_error *err);
void sl_ntt_close(sl_ntt *ntt); /* accepts NULL */
/* All that it allocates, for a pool of so many threads. */
size_t sl_ntt_memory_bytes(unsigned log2_size, const sl_kernels *kernels, size_t threads_n);

/* values at the domain points from coefficients, and back (1/m included). */
void sl_ntt_forward(sl_ntt *ntt, sl_fr *a);
void sl_ntt_inverse(sl_ntt *ntt, sl_fr *a);
/* the same on the coset */
void sl_ntt_coset_forward(sl_ntt *ntt, sl_fr *a);
void sl_ntt_coset_inverse(sl_ntt *ntt, sl_fr *a);

/*
 * Coefficients of (A B - C) / (X^m - 1) where A, B, C have the given values on the domain. a becomes the result
 * (coefficient m - 1 is 0 for a satisfied system); b and c are overwritten.
 */
void sl_ntt_quotient(sl_ntt *ntt, sl_fr *a, sl_fr *b, sl_fr *c);
/*
 * The same in two steps, so that b and c may be one after the other in the same memory: a becomes the values of A B on
 * the coset, b is overwritten; then a becomes the result, c is overwritten.
 */
void sl_ntt_quotient_products(sl_ntt *ntt, sl_fr *a, sl_fr *b);
void sl_ntt_quotient_less(sl_ntt *ntt, sl_fr *a, sl_fr *c);
/* The inverse of X^m - 1 on the coset, where that is constant: 1 / (7^m - 1). */
sl_fr sl_ntt_vanishing_inverse(unsigned log2_size);

#endif
