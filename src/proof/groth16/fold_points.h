// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vectors of points in G1 times scalars, and their transforms, for folding keys.
 *
 * A multiplication: with z the parameter of the curve, R = z^2 P costs one coordinate (the endomorphism), and k = k1 +
 * z^2 k2 with both parts odd and below 2^128 in size (lattice vectors of every parity exist). An odd number of 128 bits
 * is a sum of +-2^i over all i, so that every step is Y := 2 Y + D with D one of +-P +- R, never the identity, computed
 * as (Y + D) + Y. Kernels that add affine points in batches are thus enough: no doubling occurs, nor any other special
 * case, because Y starts from an offset. 258 additions a multiplication.
 *
 * All points must be in the subgroup of order r.
 */
#ifndef SL_PROOF_GROTH16_FOLD_POINTS_H
#define SL_PROOF_GROTH16_FOLD_POINTS_H

#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "math/kernels/kernels.h"

/* Scratch of the threads, and constants. */
typedef struct sl_fold_points sl_fold_points;
size_t sl_fold_points_memory(const sl_kernels *kernels, size_t threads_n);
SL_NODISCARD sluice_status sl_fold_points_open(sl_fold_points **out, const sl_kernels *kernels, sl_pool *pool,
                                               sluice_error *err);
void sl_fold_points_close(sl_fold_points *fold); /* accepts NULL */

/* slots[i] := scalars[i] slots[i], and slots[i] := first ratio^i slots[i]. */
void sl_fold_points_mul(sl_fold_points *fold, void *slots, const sl_fr *scalars, size_t n);
void sl_fold_points_scale(sl_fold_points *fold, void *slots, size_t n, const sl_fr *first, const sl_fr *ratio);

/*
 * slots[j] := the sum of w^-(i j) slots[i] over the domain of size 2^log2, w its generator; position j of the result is
 * bitrev(j). One call for each of the layers log2 - 1 .. 0, in this order, so that the caller can tell about progress.
 */
void sl_fold_points_layer(sl_fold_points *fold, void *slots, unsigned log2, unsigned layer);

/* Multiplications of all layers. */
uint64_t sl_fold_points_products(unsigned log2);

#endif
