// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the launches of sums' index kernels (sums_index.cuh) work on; for CUDA and for C.
 *
 * A list of elements is two arrays, keys and references, sorted by key: the elements of a key are what is to be added
 * up for it. Arrays of lists have room for a multiple of four elements and are aligned to 16 bytes.
 */
#ifndef SL_BACKENDS_CUDA_SUMS_WORK_H
#define SL_BACKENDS_CUDA_SUMS_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "backends/cuda/pairs_work.h"

#define SL_CUDA_KEY_NONE UINT32_MAX /* sorts behind all keys */
#define SL_CUDA_SEGMENT_WINDOWS_MAX 64

typedef struct sl_cuda_list {
    uint32_t *keys, *refs;
} sl_cuda_list;

/* A round of additions, as it begins: on the device, since only there it is known. */
typedef struct sl_cuda_round {
    uint32_t elements_n; /* of the list */
    uint32_t pool_used;  /* points of the pool */
    uint32_t pairs_n;    /* written by the round's schedule */
    uint32_t taken;      /* the kernel of pairs' own; 0 by the schedule */
} sl_cuda_round;

/*
 * Digits of n scalars in some neighbouring windows. Window j goes to the elements from j stride on of `out`; those
 * without a scalar have no key.
 */
typedef struct sl_cuda_sum_digits {
    sl_cuda_list out;
    const sl_cuda_fr *scalars;
    const uint32_t *at; /* the base of scalar i is first + at[i], or first + i */
    uint32_t n, stride, first;
    bool is_reversed; /* the base of scalar i is first + the reversed bits of reversed_from + i; the last is left out */
    uint32_t reversed_from, reversed_log2;
    uint32_t windows_n, position; /* of the first window's lowest bit */
    sl_cuda_fr bias;              /* half of each window's range, for all windows of the scalar */
    uint32_t key_first[SL_CUDA_SEGMENT_WINDOWS_MAX];
    uint8_t widths[SL_CUDA_SEGMENT_WINDOWS_MAX]; /* 1 to 31 bits */
} sl_cuda_sum_digits;

/* Sorts n elements by the low key_bits of their keys, with the help of another list and of temp. */
typedef struct sl_cuda_sort {
    sl_cuda_list list, other;
    uint32_t n, key_bits;
    void *temp;
    size_t temp_bytes;
} sl_cuda_sort;

/* Where keys begin in a sorted list. */
typedef struct sl_cuda_bounds {
    const uint32_t *keys;
    const uint32_t *n_at; /* how many elements; NULL: n */
    uint32_t n, keys_n;   /* elements with keys from keys_n on do not count */
    uint32_t *heads;      /* keys_n + 1, all SL_CUDA_REF_NONE before: the first element of each key that has one */
    uint32_t *starts;     /* keys_n + 1: the first element that is not before key k */
    const sl_cuda_round *after; /* the round whose pool goes on, or NULL: pool_used */
    uint32_t pool_used;
    sl_cuda_round *round; /* the first round on the list */
    uint32_t *largest;    /* the most elements of a key, if it was 0 before; or NULL */
} sl_cuda_bounds;

/* halves[k] = pairs in the lists of the keys before k, for k up to keys_n. */
typedef struct sl_cuda_halve {
    const uint32_t *starts;
    uint32_t *halves;
    uint32_t keys_n;
    void *temp;
    size_t temp_bytes;
} sl_cuda_halve;

/* A round: the pairs to add, and the list that is left: a reference to each sum, and the elements without a partner. */
typedef struct sl_cuda_schedule {
    sl_cuda_list list, next;
    const uint32_t *starts, *halves;
    uint32_t *next_starts;
    uint32_t keys_n;
    uint64_t *pairs;
    uint32_t pool_ref;    /* the reference of the pool's first point */
    sl_cuda_round *round; /* this one, and the next behind it */
} sl_cuda_schedule;

/*
 * Buckets to rows and columns: each element twice, by its row and by its column. The key of a bucket is
 * slot 2^slot_log2 + row 2^column_log2 + column; that of a row (2 slot) 2^line_log2 + row, that of a column
 * (2 slot + 1) 2^line_log2 + column. Elements half_n .. of `out` are the columns; what is left over has no key.
 */
typedef struct sl_cuda_lines {
    sl_cuda_list list, out;
    const uint32_t *n; /* at most half_n */
    uint32_t half_n;
    uint32_t slot_log2, column_log2, line_log2;
} sl_cuda_lines;

/*
 * Takes a list's points out of the pool and of the bases, behind what was kept before. A key of slot 2^slot_log2 + rest
 * becomes key_first + slot 2^kept_slot_log2 + rest.
 */
typedef struct sl_cuda_keep {
    sl_cuda_list list, kept;
    const sl_cuda_round *round;
    uint32_t key_first, slot_log2, kept_slot_log2;
    const void *bases, *pool;
    uint32_t bases_n;      /* references from here on are of the pool */
    uint32_t point_pieces; /* pieces of 16 bytes of a point */
    void *points;          /* the kept ones, a part of the pool */
    uint32_t kept_ref;     /* the reference of the first of them */
    uint32_t *kept_n;      /* kept before; kept_n[1] is for the next one */
} sl_cuda_keep;

/* table[key] = reference, for lists of one element a key. */
typedef struct sl_cuda_spread {
    sl_cuda_list list;
    const sl_cuda_round *round;
    uint32_t *table;
} sl_cuda_spread;

/*
 * Ones of a vector of bits as elements: the key of a one is its lane, the number of its word / words_a_lane; its
 * reference is first + the number of its bit.
 */
typedef struct sl_cuda_ones {
    sl_cuda_list out;
    const uint64_t *words;
    uint32_t words_n, bits_n; /* bits from bits_n on do not count */
    uint32_t *counts;         /* words_n + 1: ones in the words before */
    uint32_t words_a_lane, lanes_n;
    uint32_t *starts; /* lanes_n + 1: see sl_cuda_bounds */
    uint32_t first;
    uint32_t pool_used;
    sl_cuda_round *round;
    void *temp;
    size_t temp_bytes;
} sl_cuda_ones;

#endif
