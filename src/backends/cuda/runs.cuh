// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums over lists by runs (runs_work.h), as functions of a thread.
 *
 * 1. count: parts of each key, which are added up to where they begin.
 * 2. add: a thread's runs. A part's X and Y go to the pool, ZZ and ZZZ stand aside.
 * 3. settle: parts become affine, with one inversion for all of a block's: its phases are those of pairs_tmpl.h, whose
 *    steps between forward and backward it takes.
 *
 * A list of one key takes no longer than any other, and threads of a warp add all the time but where a part ends.
 * Exact for all points of the curve in every position. Coordinates are below 2p.
 */
#ifndef SL_BACKENDS_CUDA_RUNS_CUH
#define SL_BACKENDS_CUDA_RUNS_CUH

#include "backends/cuda/pairs.cuh"
#include "backends/cuda/runs_work.h"

/* What the count adds up. */
SL_CUDA_FN uint32_t sl_cuda_run_parts_of(const uint32_t *starts, uint32_t keys_n, uint32_t run_n, uint32_t key) {
    if (key >= keys_n || starts[key] == starts[key + 1]) {
        return 0;
    }
    return (starts[key + 1] - 1) / run_n - starts[key] / run_n + 1;
}

/* --- additions -----------------------------------------------------------------------------------------------------
 */

/* The point of a reference, or its negative; false if it is the identity. */
SL_CUDA_FN bool sl_cuda_run_load(sl_cuda_fp *x, sl_cuda_fp *y, const sl_cuda_runs *work, uint32_t ref) {
    const uint32_t i = ref & ~SL_CUDA_REF_NEGATIVE;
    const bool is_base = i < work->bases_n;
    const sl_cuda_g1 *from =
        is_base ? (const sl_cuda_g1 *)work->bases + i : (const sl_cuda_g1 *)work->pool + (i - work->bases_n);
    sl_cuda_fp_load(x, &from->x);
    sl_cuda_fp_load(y, &from->y);
    const bool is_identity = (x->w[0] | y->w[0]) == 0 && sl_cuda_fp_is_zero(y);
    sl_cuda_fp_negate_if(y, y, ref & SL_CUDA_REF_NEGATIVE);
    return !is_identity;
}

/* What a block's threads have beside their registers, each its own: of the part at work, ZZ, ZZZ, and its number. */
typedef struct sl_cuda_runs_shared {
    sl_cuda_fp zz[SL_CUDA_RUNS_THREADS], zzz[SL_CUDA_RUNS_THREADS];
    uint32_t part[SL_CUDA_RUNS_THREADS], left[SL_CUDA_RUNS_THREADS];
} sl_cuda_runs_shared;

/* X and Y of a part, and where the rest is. */
typedef struct sl_cuda_run_at_work {
    sl_cuda_fp x, y;
    sl_cuda_fp *zz, *zzz;
    uint32_t *part, *left;
} sl_cuda_run_at_work;

/* A point that is not the identity. */
SL_CUDA_FN void sl_cuda_run_set(sl_cuda_run_at_work *sum, const sl_cuda_fp *x, const sl_cuda_fp *y) {
    sl_cuda_fp one;
    sum->x = *x;
    sum->y = *y;
    sl_cuda_fp_one(&one);
    sl_cuda_fp_put(sum->zz, &one);
    sl_cuda_fp_put(sum->zzz, &one);
}

/* Twice a point that is not the identity. */
SL_CUDA_FN void sl_cuda_run_double(sl_cuda_run_at_work *sum, const sl_cuda_fp *x, const sl_cuda_fp *y) {
    sl_cuda_fp u, v, m;
    sl_cuda_fp_sqr_called(&u, x);
    sl_cuda_fp_add(&m, &u, &u);
    sl_cuda_fp_reduce(&m, &m);
    sl_cuda_fp_add(&m, &m, &u);
    sl_cuda_fp_reduce(&m, &m); /* 3 x^2 */
    sl_cuda_fp_add(&u, y, y);
    sl_cuda_fp_reduce(&u, &u);
    sl_cuda_fp_sqr_called(&v, &u);
    sl_cuda_fp_put(sum->zz, &v);
    sl_cuda_fp_mul_called(&u, &u, &v);
    sl_cuda_fp_put(sum->zzz, &u);
    sl_cuda_fp_mul_called(&u, y, &u);
    sl_cuda_fp_mul_called(&v, x, &v);
    sl_cuda_fp_sqr_called(&sum->x, &m);
    sl_cuda_fp_sub_reduced(&sum->x, &sum->x, &v);
    sl_cuda_fp_sub_reduced(&sum->x, &sum->x, &v);
    sl_cuda_fp_sub(&v, &v, &sum->x); /* < 4p */
    sl_cuda_fp_mul_called(&sum->y, &v, &m);
    sl_cuda_fp_sub_reduced(&sum->y, &sum->y, &u);
}

/*
 * The sum of a sum and of the point (x, y) of element i, both not the identity; false if it is the identity. Of equal
 * and opposite points the difference P is 0 or p: one addition in 2^31 looks further for nothing.
 */
SL_CUDA_FN bool sl_cuda_run_add(sl_cuda_run_at_work *sum, const sl_cuda_runs *work, uint32_t i, const sl_cuda_fp *x,
                                const sl_cuda_fp *y) {
    sl_cuda_fp p, r, q, t;
    sl_cuda_fp_take(&t, sum->zz);
    sl_cuda_fp_mul_called(&p, x, &t);
    sl_cuda_fp_sub_reduced(&p, &p, &sum->x);
    sl_cuda_fp_take(&t, sum->zzz);
    sl_cuda_fp_mul_called(&r, y, &t);
    sl_cuda_fp_sub_reduced(&r, &r, &sum->y);
    if ((p.w[0] == 0 || p.w[0] == SL_CUDA_P_LOW) && sl_cuda_fp_is_zero(&p)) {
        if (!sl_cuda_fp_is_zero(&r)) {
            return false;
        }
        (void)sl_cuda_run_load(&q, &t, work, work->list.refs[i]); /* again, so that it need not stay in registers */
        sl_cuda_run_double(sum, &q, &t);
        return true;
    }
    sl_cuda_fp_sqr_called(&t, &p); /* P^2 */
    sl_cuda_fp_take(&q, sum->zz);
    sl_cuda_fp_mul_called(&q, &q, &t);
    sl_cuda_fp_put(sum->zz, &q);
    sl_cuda_fp_mul_called(&q, &sum->x, &t);
    sl_cuda_fp_mul_called(&p, &p, &t); /* P^3 */
    sl_cuda_fp_take(&t, sum->zzz);
    sl_cuda_fp_mul_called(&t, &t, &p);
    sl_cuda_fp_put(sum->zzz, &t);
    sl_cuda_fp_mul_called(&sum->y, &sum->y, &p);
    sl_cuda_fp_sqr_called(&sum->x, &r);
    sl_cuda_fp_sub_reduced(&sum->x, &sum->x, &p);
    sl_cuda_fp_sub_reduced(&sum->x, &sum->x, &q);
    sl_cuda_fp_sub_reduced(&sum->x, &sum->x, &q);
    sl_cuda_fp_sub(&q, &q, &sum->x); /* < 4p */
    sl_cuda_fp_mul_called(&q, &q, &r);
    sl_cuda_fp_sub_reduced(&sum->y, &q, &sum->y);
    return true;
}

/* Coordinates of a part, or of the identity, which is all zero. */
SL_CUDA_FN void sl_cuda_run_store(sl_cuda_g1 *to, const sl_cuda_fp *x, const sl_cuda_fp *y, bool is_empty) {
    sl_cuda_fp stored_x = *x, stored_y = *y;
    if (is_empty) {
        sl_cuda_fp_zero(&stored_x);
        sl_cuda_fp_zero(&stored_y);
    }
    sl_cuda_fp_store((sl_cuda_piece *)&to->x, &stored_x, 1);
    sl_cuda_fp_store((sl_cuda_piece *)&to->y, &stored_y, 1);
}

/* A part, and its element of the next list; the part behind it is the next one. */
SL_CUDA_FN void sl_cuda_run_put(const sl_cuda_runs *work, uint32_t key, const sl_cuda_run_at_work *sum, bool is_empty) {
    const uint32_t part = (*sum->part)++, to = work->round->pool_used + part;
    sl_cuda_fp zz, zzz;
    sl_cuda_run_store((sl_cuda_g1 *)work->pool + to, &sum->x, &sum->y, is_empty);
    sl_cuda_fp_take(&zz, sum->zz);
    sl_cuda_fp_take(&zzz, sum->zzz);
    sl_cuda_run_store((sl_cuda_g1 *)work->scales + part, &zz, &zzz, is_empty);
    work->next.keys[part] = key;
    work->next.refs[part] = work->bases_n + to;
}

/* A run, of the list's n elements. Its parts follow each other, as they do in the next list. */
SL_CUDA_FN void sl_cuda_run_sum(const sl_cuda_runs *work, sl_cuda_run_at_work *sum, uint32_t run, uint32_t n) {
    uint32_t i = run * work->run_n;
    *sum->left = n - i < work->run_n ? n - i : work->run_n;
    uint32_t key = work->list.keys[i];
    *sum->part = work->next_starts[key] + (run - work->starts[key] / work->run_n);
    bool is_empty = true;
    SL_CUDA_ROLLED
    for (; *sum->left > 0; i++, (*sum->left)--) {
        const uint32_t own = work->list.keys[i];
        sl_cuda_fp x, y;
        if (own != key) {
            sl_cuda_run_put(work, key, sum, is_empty);
            key = own;
            is_empty = true;
        }
        if (!sl_cuda_run_load(&x, &y, work, work->list.refs[i])) {
            continue;
        }
        if (is_empty) {
            sl_cuda_run_set(sum, &x, &y);
            is_empty = false;
        } else {
            is_empty = !sl_cuda_run_add(sum, work, i, &x, &y);
        }
    }
    sl_cuda_run_put(work, key, sum, is_empty);
}

/* Thread t of a block. */
SL_CUDA_FN void sl_cuda_runs_add(const sl_cuda_runs *work, sl_cuda_runs_shared *shared, uint32_t block, uint32_t t) {
    const uint32_t n = work->round->elements_n, run = block * SL_CUDA_RUNS_THREADS + t;
    sl_cuda_run_at_work sum = {
        .zz = &shared->zz[t], .zzz = &shared->zzz[t], .part = &shared->part[t], .left = &shared->left[t]};
    if (run == 0) {
        const uint32_t parts_n = work->next_starts[work->keys_n];
        work->round[1].elements_n = parts_n;
        work->round[1].pool_used = work->round[0].pool_used + parts_n;
    }
    if ((uint64_t)run * work->run_n < n) {
        sl_cuda_run_sum(work, &sum, run, n);
    }
}

/* --- affine coordinates --------------------------------------------------------------------------------------------
 */

/* The next batch of a block: a share of all parts, or as much as there is scratch memory for. */
SL_CUDA_FN void sl_cuda_runs_batch(const sl_cuda_runs *work, sl_cuda_g1_pairs_shared *shared, uint32_t number,
                                   uint32_t block, uint32_t blocks_n) {
    shared->n = work->next_starts[work->keys_n];
    const uint32_t even = sl_cuda_pairs_even(SL_CUDA_G1, shared->n, blocks_n);
    const uint32_t steps = even < work->scratch_steps ? even : work->scratch_steps;
    const uint64_t first = ((uint64_t)number * blocks_n + block) * steps * SL_CUDA_G1_PAIRS_THREADS;
    shared->first = first < shared->n ? (uint32_t)first : shared->n;
    shared->steps = first < shared->n ? steps : 0;
}

/* ZZZ of a part, or 1 where it is the identity. */
SL_CUDA_FN bool sl_cuda_runs_scale(sl_cuda_fp *out, const sl_cuda_runs *work, uint32_t part) {
    uint32_t bits = 0;
    sl_cuda_fp_restore(out, (const sl_cuda_piece *)&((const sl_cuda_g1 *)work->scales)[part].y, 1);
    SL_CUDA_UNROLL
    for (int i = 0; i < 12; i++) {
        bits |= out->w[i];
    }
    if (bits == 0) {
        sl_cuda_fp_one(out);
    }
    return bits != 0;
}

SL_CUDA_FN sl_cuda_piece *sl_cuda_runs_scratch(const sl_cuda_runs *work, uint32_t block, uint32_t step, uint32_t t) {
    const size_t row = (size_t)block * work->scratch_steps + step;
    return (sl_cuda_piece *)work->scratch + row * SL_CUDA_FP_PIECES * SL_CUDA_G1_PAIRS_THREADS + t;
}

SL_CUDA_FN void sl_cuda_runs_forward(const sl_cuda_runs *work, sl_cuda_g1_pairs_shared *shared, uint32_t block,
                                     uint32_t t) {
    const uint32_t own = sl_cuda_g1_pairs_own(shared, t);
    sl_cuda_fp product, scale;
    sl_cuda_fp_one(&product);
    SL_CUDA_ROLLED
    for (uint32_t step = 0; step < own; step++) {
        (void)sl_cuda_runs_scale(&scale, work, shared->first + step * SL_CUDA_G1_PAIRS_THREADS + t);
        sl_cuda_fp_store(sl_cuda_runs_scratch(work, block, step, t), &product, SL_CUDA_G1_PAIRS_THREADS);
        sl_cuda_fp_mul_called(&product, &product, &scale);
    }
    sl_cuda_fp_put(&shared->products[t], &product);
}

/* With 1 / ZZZ: y is Y of it, and x is X (ZZ of it)^2, for ZZ^3 = ZZZ^2. */
SL_CUDA_FN void sl_cuda_runs_backward(const sl_cuda_runs *work, sl_cuda_g1_pairs_shared *shared, uint32_t block,
                                      uint32_t t) {
    sl_cuda_fp inverse, own_inverse, value;
    sl_cuda_fp_take(&inverse, &shared->products[t]);
    SL_CUDA_ROLLED
    for (uint32_t step = sl_cuda_g1_pairs_own(shared, t); step-- > 0;) {
        const uint32_t part = shared->first + step * SL_CUDA_G1_PAIRS_THREADS + t;
        sl_cuda_g1 *point = (sl_cuda_g1 *)work->pool + (work->round->pool_used + part);
        const bool is_there = sl_cuda_runs_scale(&value, work, part);
        sl_cuda_fp_restore(&own_inverse, sl_cuda_runs_scratch(work, block, step, t), SL_CUDA_G1_PAIRS_THREADS);
        sl_cuda_fp_mul_called(&own_inverse, &own_inverse, &inverse);
        sl_cuda_fp_mul_called(&inverse, &inverse, &value);
        if (!is_there) {
            continue; /* all zero, as it should be */
        }
        sl_cuda_fp_restore(&value, (const sl_cuda_piece *)&point->y, 1);
        sl_cuda_fp_mul_called(&value, &value, &own_inverse);
        sl_cuda_fp_store((sl_cuda_piece *)&point->y, &value, 1);
        sl_cuda_fp_restore(&value, (const sl_cuda_piece *)&((const sl_cuda_g1 *)work->scales)[part].x, 1);
        sl_cuda_fp_mul_called(&value, &value, &own_inverse);
        sl_cuda_fp_sqr_called(&own_inverse, &value);
        sl_cuda_fp_restore(&value, (const sl_cuda_piece *)&point->x, 1);
        sl_cuda_fp_mul_called(&value, &value, &own_inverse);
        sl_cuda_fp_store((sl_cuda_piece *)&point->x, &value, 1);
    }
}

#endif
