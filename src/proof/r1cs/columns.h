// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The system by columns, for key generation: what variables add up to when every row has a value (or a point).
 *
 * Variables are numbered inputs first, then auxiliary wires. Nothing of the size of the rows or of all variables is
 * held: columns are walked a range at a time, and rows are asked for their values a few hundred at a time, only where a
 * variable of the range occurs.
 */
#ifndef SL_PROOF_R1CS_COLUMNS_H
#define SL_PROOF_R1CS_COLUMNS_H

#include "core/par/pool.h"
#include "proof/r1cs/data.h"

#define SL_COLUMNS_CHUNK 256 /* most rows of one call of `rows` */

typedef struct sl_column_walk {
    unsigned matrices; /* bit k: terms of matrix k (A, B, C) */
    /* Before the first term of rows first .. first + n - 1; may be NULL. */
    void (*rows)(void *data, uint64_t first, size_t n);
    /* coeff: index into the system's coefficients. */
    void (*term)(void *data, size_t variable, unsigned matrix, uint64_t row, uint32_t coeff);
    void *data;
} sl_column_walk;

/*
 * Walks over the terms with variables first .. end - 1 in rows row_first .. row_end - 1, in row order. Input rows
 * (spec 1.1) are not walked over: the caller knows what they are.
 */
void sl_r1cs_columns_walk(const sl_r1cs *r1cs, const sl_column_walk *walk, size_t first, size_t end, uint64_t row_first,
                          uint64_t row_end);

/*
 * Values of rows first .. first + n - 1 for the terms of A, B and C: out[k] is NULL where matrix k is not asked for.
 * Called on any thread of the pool, n <= SL_COLUMNS_CHUNK.
 */
typedef struct sl_row_values {
    unsigned matrices; /* bit k: matrix k takes part */
    void (*fill)(void *data, sl_fr *const out[3], uint64_t first, size_t n);
    void *data;
} sl_row_values;

/*
 * out[i] = the sum of coeff * value of the row and matrix over all terms of auxiliary wire first + i, i < n. `pool` may
 * be NULL, here and below.
 */
void sl_r1cs_aux_columns(const sl_r1cs *r1cs, const sl_row_values *values, size_t first, size_t n, sl_fr *out,
                         sl_pool *pool);
/* The same for all inputs, each matrix in an array of its own (NULL where it takes no part), input rows included. */
void sl_r1cs_input_columns(const sl_r1cs *r1cs, const sl_row_values *values, sl_fr *const out[3], sl_pool *pool);

#endif
