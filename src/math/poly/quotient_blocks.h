// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The quotient of Groth16 (ntt.h) where its vectors do not fit in memory: they stand in a temporary file, of which some
 * blocks are in memory at a time (docs/adr/012-quotient-in-blocks-of-a-file.md).
 *
 * A vector of m = R B values is R rows of a block of B each. A transform is a pass down the columns, of which the same
 * B / R in every row fit a block, and transforms of single rows. Each pass reads and writes the file once, in runs of
 * at least B / R values. Row p, column j of the finished quotient is coefficient bitrev(p) + R j; sl_quotient_read puts
 * them into order.
 */
#ifndef SL_MATH_POLY_QUOTIENT_BLOCKS_H
#define SL_MATH_POLY_QUOTIENT_BLOCKS_H

#include "core/sys/scratch.h"
#include "math/poly/ntt.h"

typedef struct sl_quotient_blocks sl_quotient_blocks;

/* Whether vectors of 2^log2_size can be worked on in blocks of 2^log2_block: 2 <= R <= 2^11, B / R >= 8. */
bool sl_quotient_blocks_fit(unsigned log2_size, unsigned log2_block);
/* All that will be allocated, and the bytes of the file. */
size_t sl_quotient_blocks_memory(unsigned log2_size, unsigned log2_block, const sl_kernels *kernels, size_t threads_n);
uint64_t sl_quotient_blocks_file_bytes(unsigned log2_size);

/* The sizes must fit. `kernels` and `pool` must outlive it; `folder` is where the file goes. */
SL_NODISCARD sluice_status sl_quotient_blocks_open(sl_quotient_blocks **out, unsigned log2_size, unsigned log2_block,
                                                   const sl_kernels *kernels, sl_pool *pool, const char *folder,
                                                   sluice_error *err);
void sl_quotient_blocks_close(sl_quotient_blocks *q); /* accepts NULL */

/*
 * Told after each block; a status other than SLUICE_OK ends the work. Called on the caller's thread.
 */
typedef sluice_status (*sl_quotient_step_fn)(void *data, uint64_t done, uint64_t total, sluice_error *err);

/* Values of rows first .. first + n - 1; false if one does not hold. Called on the threads of the pool. */
typedef bool (*sl_quotient_rows_fn)(void *data, uint64_t first, size_t n, sl_fr *a, sl_fr *b, sl_fr *c);

/* Takes all rows and their first pass: each row is asked for once. SLUICE_E_UNSATISFIED if one does not hold. */
SL_NODISCARD sluice_status sl_quotient_take(sl_quotient_blocks *q, sl_quotient_rows_fn rows, sl_quotient_step_fn step,
                                            void *data, sluice_error *err);
/* Then the rest. *top is coefficient m - 1. Memory is given back. */
SL_NODISCARD sluice_status sl_quotient_divide(sl_quotient_blocks *q, sl_quotient_step_fn step, void *data, sl_fr *top,
                                              sluice_error *err);
/*
 * Or, instead: the values of A B on the coset of 7, not divided, which stand in the file in natural order; rows of c
 * are asked for by sl_quotient_take and not kept. sl_quotient_read then reads values. Said before sl_quotient_take.
 */
void sl_quotient_keep_products(sl_quotient_blocks *q);
SL_NODISCARD sluice_status sl_quotient_multiply(sl_quotient_blocks *q, sl_quotient_step_fn step, void *data,
                                                sluice_error *err);
/*
 * Then coefficients first .. first + n - 1 in order, both multiples of sl_quotient_unit (R). `scratch` has room for n
 * values. The file is told that the n after these are wanted next.
 */
size_t sl_quotient_unit(const sl_quotient_blocks *q);
SL_NODISCARD sluice_status sl_quotient_read(const sl_quotient_blocks *q, uint64_t first, size_t n, sl_fr *out,
                                            sl_fr *scratch, sluice_error *err);

#endif
