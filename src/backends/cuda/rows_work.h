// SPDX-License-Identifier: MIT OR Apache-2.0
/* What launches of the kernels of rows_eval.cuh and rows_terms.cuh work on; for CUDA and for C. */
#ifndef SL_BACKENDS_CUDA_ROWS_WORK_H
#define SL_BACKENDS_CUDA_ROWS_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/cuda/field_words.h"
#include "backends/module/module_rows.h"

#define SL_CUDA_ROWS_THREADS 256
#define SL_CUDA_ROWS_WARPS (SL_CUDA_ROWS_THREADS / SL_MODULE_TILE_ROWS)
#define SL_CUDA_ROWS_FILLED 2048 /* by a block */

/* All pointers are of the device and aligned to 16 bytes, those of the program's arrays included. */
typedef struct sl_cuda_rows {
    sl_module_program program;
    const sl_cuda_fr *values; /* the inputs, then the field values */
    const uint32_t *bits;     /* the plane, and a word more that may be read */
    sl_cuda_fr *a, *b;        /* n each: rows, rows of inputs, zeros */
    sl_cuda_fr *c;            /* or NULL: not kept */
    uint64_t n;               /* at least the rows and the inputs; at most 2^31 */
    uint32_t *broken_row;     /* a word, becomes the first row with a b != c if that is less; NULL: not checked */
} sl_cuda_rows;

/* Blocks that evaluate the rows of one kind of tiles, a chunk each. */
SL_CUDA_BOTH uint32_t sl_cuda_rows_chunks(const sl_cuda_rows *work, int kind) {
    const uint32_t chunk_n = SL_MODULE_CHUNK_TILES(kind);
    return work->program.tiles_n[kind] / chunk_n + (work->program.tiles_n[kind] % chunk_n != 0);
}

/* Blocks for the rows behind the system's own. */
SL_CUDA_BOTH uint32_t sl_cuda_rows_fills(const sl_cuda_rows *work) {
    return (uint32_t)((work->n - work->program.rows_n + SL_CUDA_ROWS_FILLED - 1) / SL_CUDA_ROWS_FILLED);
}

/*
 * The terms of one query: of all auxiliary wires, or of those of a density, behind inputs_n inputs. Outputs may be
 * NULL.
 */
typedef struct sl_cuda_query {
    const uint64_t *wire_types;
    const uint32_t *field_ranks; /* of wire_types, of both, and of the density; as in sl_module_program */
    const uint32_t *both_ranks;
    const uint64_t *density; /* NULL: all, and the two arrays of ranks are not looked at */
    const uint32_t *density_ranks;
    uint32_t aux_n, all_inputs_n;
    uint32_t inputs_n;        /* that take part */
    const uint32_t *inputs;   /* which; NULL: the first ones */
    const sl_cuda_fr *values; /* all inputs, then the field values */
    const uint64_t *plane;    /* bits of all auxiliary wires */
    uint64_t points_n;        /* inputs and wires that take part */
    uint64_t *bits;           /* out: of each point, in whole words */
    uint32_t *full_at;        /* out: points with a value that is no bit, */
    sl_cuda_fr *full;         /* out: and their values */
} sl_cuda_query;

/* Threads of the two kernels: one for each word of output bits; for each word of wires, and each input. */
SL_CUDA_BOTH uint32_t sl_cuda_query_bit_threads(const sl_cuda_query *query) {
    return (uint32_t)((query->points_n + 63) / 64);
}

SL_CUDA_BOTH uint32_t sl_cuda_query_full_threads(const sl_cuda_query *query) {
    return (query->aux_n + 63) / 64 + query->inputs_n;
}

#endif
