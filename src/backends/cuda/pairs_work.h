// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the kernels of points work on: additions from lists of pairs (pairs_tmpl.h), and weighted sums of a few
 * (weighted_tmpl.h), in G1 and in G2; for CUDA and for C. All pointers are to device memory and aligned to 16 bytes,
 * but those to single words.
 *
 * Points are affine, coordinates below 2p; the identity is all zero, and no other point has y = 0. Results likewise.
 */
#ifndef SL_BACKENDS_CUDA_PAIRS_WORK_H
#define SL_BACKENDS_CUDA_PAIRS_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/cuda/field_words.h"

typedef struct sl_cuda_g1 {
    sl_cuda_fp x, y;
} sl_cuda_g1;

typedef struct sl_cuda_fp2 {
    sl_cuda_fp c0, c1;
} sl_cuda_fp2;

typedef struct sl_cuda_g2 {
    sl_cuda_fp2 x, y;
} sl_cuda_g2;

typedef enum sl_cuda_group { SL_CUDA_G1, SL_CUDA_G2, SL_CUDA_GROUPS_N } sl_cuda_group;

SL_CUDA_BOTH size_t sl_cuda_point_bytes(sl_cuda_group group) {
    return group == SL_CUDA_G1 ? sizeof(sl_cuda_g1) : sizeof(sl_cuda_g2);
}

/*
 * A reference: the number of a point, and in the top bit whether its negative is meant. Numbers below `bases_n` are of
 * the bases, from there on of the pool: pool[number - bases_n].
 */
#define SL_CUDA_REF_NEGATIVE 0x80000000U

/* --- pairs ---------------------------------------------------------------------------------------------------------
 */

/* The kernels' shape. Blocks beyond those that fit wait for others to end: take no more. */
#define SL_CUDA_G1_PAIRS_THREADS 256
#define SL_CUDA_G2_PAIRS_THREADS 128
#define SL_CUDA_G1_PAIRS_STEPS_MAX 256 /* pairs of a thread in a batch */
#define SL_CUDA_G2_PAIRS_STEPS_MAX 128
#define SL_CUDA_PAIRS_BLOCKS 2 /* that fit on a multiprocessor */
/* Pairs of a thread: in lists, and in what is left of one, that are done in one turn; in batches of a turn, of what is
 * left; in batches from which blocks are set apart. */
#define SL_CUDA_PAIRS_LIST_AT_ONCE 32
#define SL_CUDA_PAIRS_REST_AT_ONCE 16
#define SL_CUDA_PAIRS_TURN_OF_16 8
#define SL_CUDA_PAIRS_APART 256
#define SL_CUDA_PAIRS_N_MAX ((uint32_t)1 << 30)

/* `out` overlaps nothing that the pairs refer to. */
typedef struct sl_cuda_pairs {
    const void *bases, *pool;  /* sl_cuda_g1 or sl_cuda_g2 */
    uint32_t bases_n;          /* references from here on are of the pool */
    const uint64_t *pairs;     /* two references each, the first in the low word */
    void *out;                 /* the sum of pair i at out[*out_first + i]; may be the pool itself */
    const uint32_t *n;         /* how many pairs, at most SL_CUDA_PAIRS_N_MAX */
    const uint32_t *out_first; /* NULL: 0 */
    uint32_t *taken;           /* a word for the kernel; 0 before */
    uint32_t scratch_steps;    /* most pairs of a thread in a batch, at least 1: what the scratch memory is for */
    void *scratch;             /* sl_cuda_pairs_scratch_bytes; no two launches at a time may share it, nor `taken` */
} sl_cuda_pairs;

SL_CUDA_BOTH uint32_t sl_cuda_pairs_threads(sl_cuda_group group) {
    return group == SL_CUDA_G1 ? SL_CUDA_G1_PAIRS_THREADS : SL_CUDA_G2_PAIRS_THREADS;
}

SL_CUDA_BOTH uint32_t sl_cuda_pairs_steps_max(sl_cuda_group group) {
    return group == SL_CUDA_G1 ? SL_CUDA_G1_PAIRS_STEPS_MAX : SL_CUDA_G2_PAIRS_STEPS_MAX;
}

/* Pairs of a thread when n are spread over all threads of so many blocks. */
SL_CUDA_BOTH uint32_t sl_cuda_pairs_even(sl_cuda_group group, uint32_t n, uint32_t blocks_n) {
    const uint32_t threads_n = blocks_n * sl_cuda_pairs_threads(group);
    return n / threads_n + (n % threads_n != 0);
}

/* The scratch_steps with which batches are as large as is good, for lists of up to n pairs. */
SL_CUDA_BOTH uint32_t sl_cuda_pairs_scratch_steps(sl_cuda_group group, uint32_t n, uint32_t blocks_n) {
    const uint32_t even = sl_cuda_pairs_even(group, n, blocks_n), most = sl_cuda_pairs_steps_max(group);
    return even == 0 ? 1 : even < most ? even : most;
}

/* 830 MB for G1 and 415 MB for G2 with the most steps and 264 blocks. */
SL_CUDA_BOTH size_t sl_cuda_pairs_scratch_bytes(sl_cuda_group group, uint32_t blocks_n, uint32_t scratch_steps) {
    return (size_t)blocks_n * scratch_steps * sl_cuda_pairs_threads(group) * (sl_cuda_point_bytes(group) / 2);
}

/* A batch: the first of its pairs, and most pairs of a thread; no steps: it does not exist. */
typedef struct sl_cuda_batch {
    uint32_t first, steps;
} sl_cuda_batch;

/*
 * Blocks take batches in turns, one each; this is how many pairs of a thread a batch of a turn has, when so many are
 * left. A part of them, so that blocks that fell behind in one turn have less to do in the next and all end together;
 * but no less than an inversion is worth.
 */
SL_CUDA_BOTH uint32_t sl_cuda_pairs_turn_steps(uint32_t left, uint32_t at_once, uint32_t most) {
    const uint32_t steps = left <= at_once ? left : left * SL_CUDA_PAIRS_TURN_OF_16 / 16;
    return steps < most ? steps : most;
}

/*
 * In the first turn of a long list, blocks that share a multiprocessor have batches of different length, so that one
 * adds while the other inverts: 4, 2, 3 or 1 quarter. Neighbours may share it, and blocks half of them all apart.
 * Quarters of a block, and in *before those of the blocks in front of it.
 */
SL_CUDA_BOTH uint32_t sl_cuda_pairs_quarters(uint32_t *before, uint32_t block, uint32_t blocks_n) {
    const bool is_flipped = block / 4 * 4 >= blocks_n / 2;
    const uint32_t place = block % 4 * 4;
    *before = block / 4 * 10 + ((is_flipped ? 0x7620U : 0x9640U) >> place & 15);
    return (is_flipped ? 0x3142U : 0x1324U) >> place & 15;
}

/*
 * Batch `number` out of those that n pairs are cut into for so many blocks: block b has batch b, and who is done takes
 * the next one.
 */
SL_CUDA_BOTH sl_cuda_batch sl_cuda_pairs_batch(sl_cuda_group group, uint32_t number, uint32_t n, uint32_t blocks_n,
                                               uint32_t scratch_steps) {
    const uint32_t threads_n = sl_cuda_pairs_threads(group), even = sl_cuda_pairs_even(group, n, blocks_n);
    const uint32_t all = n / threads_n + (n % threads_n != 0); /* in steps of a block, as what follows */
    const uint32_t most = sl_cuda_pairs_scratch_steps(group, n, blocks_n);
    const uint32_t longest = most < scratch_steps ? most : scratch_steps;
    uint32_t steps = sl_cuda_pairs_turn_steps(even, SL_CUDA_PAIRS_LIST_AT_ONCE, longest), first = 0;
    if (steps >= SL_CUDA_PAIRS_APART) {
        const bool is_first = number < blocks_n;
        const uint32_t own = sl_cuda_pairs_quarters(&first, is_first ? number : blocks_n, blocks_n);
        first *= steps / 4;
        steps = is_first ? steps / 4 * own : 0;
    } else {
        first = number < blocks_n ? number * steps : blocks_n * steps;
    }
    for (; number >= blocks_n && first < all; number -= blocks_n) {
        const uint32_t left = (all - first + blocks_n - 1) / blocks_n;
        steps = sl_cuda_pairs_turn_steps(left, SL_CUDA_PAIRS_REST_AT_ONCE, longest);
        first += (number < 2 * blocks_n ? number - blocks_n : blocks_n) * steps;
    }
    const sl_cuda_batch batch = {first < all ? first * threads_n : n, first < all ? steps : 0};
    return batch;
}

/* --- weighted sums -------------------------------------------------------------------------------------------------
 */

#define SL_CUDA_REF_NONE 0xffffffffU
#define SL_CUDA_WEIGHTS_LOG2_MAX 14
#define SL_CUDA_WEIGHTED_TEAM 4 /* threads that make an addition together */
#define SL_CUDA_WEIGHTED_TEAMS_LOG2 6
#define SL_CUDA_WEIGHTED_TEAMS (1U << SL_CUDA_WEIGHTED_TEAMS_LOG2) /* of a block */

/* x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2; coordinates below 2p; the identity is all zero. */
typedef struct sl_cuda_g1_xyzz {
    sl_cuda_fp x, y, zz, zzz;
} sl_cuda_g1_xyzz;

typedef struct sl_cuda_g2_xyzz {
    sl_cuda_fp2 x, y, zz, zzz;
} sl_cuda_g2_xyzz;

typedef struct sl_cuda_g1_weighted {
    sl_cuda_g1_xyzz sum;      /* of the points of a row */
    sl_cuda_g1_xyzz weighted; /* of i times the point at place i of the row */
} sl_cuda_g1_weighted;

typedef struct sl_cuda_g2_weighted {
    sl_cuda_g2_xyzz sum, weighted;
} sl_cuda_g2_weighted;

/*
 * A block for each row, which takes a chain of sl_cuda_weighted_steps additions: many short rows are done sooner than a
 * few long ones. The sum of a long row from its parts of m places: `weighted` of the parts, and m j times `sum` of part
 * j.
 */
typedef struct sl_cuda_weighted {
    const void *bases, *pool;   /* sl_cuda_g1 or sl_cuda_g2 */
    uint32_t bases_n;           /* references from here on are of the pool */
    const uint32_t *refs;       /* rows_n rows of weights_n references; SL_CUDA_REF_NONE: no point at this place */
    uint32_t rows_n, weights_n; /* weights_n: 1 to 2^SL_CUDA_WEIGHTS_LOG2_MAX */
    bool is_plain;              /* the sums alone: `weighted` is the identity */
    void *out;                  /* sl_cuda_g1_weighted or sl_cuda_g2_weighted for each row */
} sl_cuda_weighted;

/* A team's places of a row, 2^this of them, one after the other. */
SL_CUDA_BOTH uint32_t sl_cuda_weighted_run_log2(uint32_t weights_n) {
    uint32_t log2 = 0;
    while ((SL_CUDA_WEIGHTED_TEAMS << log2) < weights_n) {
        log2++;
    }
    return log2;
}

SL_CUDA_BOTH uint32_t sl_cuda_weighted_steps(uint32_t weights_n, bool is_plain) {
    const uint32_t run_log2 = sl_cuda_weighted_run_log2(weights_n), teams_log2 = SL_CUDA_WEIGHTED_TEAMS_LOG2;
    return is_plain ? ((uint32_t)1 << run_log2) + teams_log2
                    : ((uint32_t)2 << run_log2) - 1 + teams_log2 + run_log2 + 1 + teams_log2;
}

#endif
