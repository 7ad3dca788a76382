// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The passes of transforms (ntt_work.h): the phases of a kernel, each between two barriers, as functions of a thread.
 * ntt_kernels.cu joins them for the device; tests run them thread by thread on the processor.
 *
 * A block of 256 threads takes a tile of 2^11 elements to shared memory. The number of an element in the tile is three
 * digits of three bits and two bits more. A pass over 512 rows takes the digits as the row, from the highest, and the
 * two bits as the column; one over 64 or 8 rows has two digits or one of the row, and the rest for columns. A step
 * transforms eight elements along one digit, in the registers of a thread: the highest digit first on the way down, and
 * last on the way up. In between, elements are multiplied by powers of the root that belong to the digits done and
 * left, one after the other, so that there is one copy of this code and not eight.
 *
 * Whichever digit is a thread's own is `level`, 0 the highest. The others are in the number of the thread:
 *     level 0: warp middle, lanes lowest    1: warp highest, lanes lowest    2: warp highest, lanes middle
 * and the two bits are its lowest. So only between levels 0 and 1 do elements leave their warp. A thread writes only
 * places that it was the last to read, so a barrier stands where the level changes, and nowhere else.
 *
 * Results of steps are in bit-reversed order along their digit; on the way up, what comes in reversed is read in
 * order, and results are put in order.
 *
 * Elements are below r in the vector, and below 2r in shared memory: most are multiplied next. Those that are not are
 * reduced, on the way down after the step, on the way up before the next one.
 */
#ifndef SL_BACKENDS_CUDA_NTT_PASS_CUH
#define SL_BACKENDS_CUDA_NTT_PASS_CUH

#include "backends/cuda/field.cuh"
#include "backends/cuda/ntt_work.h"

#define SL_CUDA_NTT_DIGIT 8

/* Half an element: what is loaded and stored at once. */
typedef struct sl_cuda_ntt_half {
    uint32_t w[4];
} sl_cuda_ntt_half;

/* Halves stand apart, so that neighbours in a warp use different banks. */
typedef struct sl_cuda_ntt_tile {
    sl_cuda_ntt_half half[2][1 << SL_CUDA_NTT_TILE_LOG2];
} sl_cuda_ntt_tile;

/* --- memory --------------------------------------------------------------------------------------------------------
 */

#ifdef __CUDACC__
SL_CUDA_FN void sl_cuda_ntt_unpack(sl_cuda_fr *out, uint4 low, uint4 high) {
    *out = sl_cuda_fr{{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

SL_CUDA_FN void sl_cuda_ntt_load(sl_cuda_fr *out, const sl_cuda_fr *from) {
    const uint4 *halves = (const uint4 *)from;
    const uint4 low = halves[0], high = halves[1];
    sl_cuda_ntt_unpack(out, low, high);
}

SL_CUDA_FN void sl_cuda_ntt_store(sl_cuda_fr *to, const sl_cuda_fr *a) {
    uint4 *halves = (uint4 *)to;
    halves[0] = make_uint4(a->w[0], a->w[1], a->w[2], a->w[3]);
    halves[1] = make_uint4(a->w[4], a->w[5], a->w[6], a->w[7]);
}

SL_CUDA_FN void sl_cuda_ntt_put(sl_cuda_ntt_tile *tile, uint32_t at, const sl_cuda_fr *a) {
    *(uint4 *)&tile->half[0][at] = make_uint4(a->w[0], a->w[1], a->w[2], a->w[3]);
    *(uint4 *)&tile->half[1][at] = make_uint4(a->w[4], a->w[5], a->w[6], a->w[7]);
}

SL_CUDA_FN void sl_cuda_ntt_get(sl_cuda_fr *out, const sl_cuda_ntt_tile *tile, uint32_t at) {
    const uint4 low = *(const uint4 *)&tile->half[0][at], high = *(const uint4 *)&tile->half[1][at];
    sl_cuda_ntt_unpack(out, low, high);
}
#else
SL_CUDA_FN void sl_cuda_ntt_load(sl_cuda_fr *out, const sl_cuda_fr *from) {
    *out = *from;
}

SL_CUDA_FN void sl_cuda_ntt_store(sl_cuda_fr *to, const sl_cuda_fr *a) {
    *to = *a;
}

SL_CUDA_FN void sl_cuda_ntt_put(sl_cuda_ntt_tile *tile, uint32_t at, const sl_cuda_fr *a) {
    for (unsigned i = 0; i < 8; i++) {
        tile->half[i / 4][at].w[i % 4] = a->w[i];
    }
}

SL_CUDA_FN void sl_cuda_ntt_get(sl_cuda_fr *out, const sl_cuda_ntt_tile *tile, uint32_t at) {
    for (unsigned i = 0; i < 8; i++) {
        out->w[i] = tile->half[i / 4][at].w[i % 4];
    }
}
#endif

/* --- places --------------------------------------------------------------------------------------------------------
 */

/* Three bits in reverse order. */
SL_CUDA_FN uint32_t sl_cuda_ntt_reversed(uint32_t digit) {
    return (digit & 2) | (digit & 1) << 2 | digit >> 2;
}

/* The place along the digit of the e-th element of a step, before and after it. */
SL_CUDA_FN uint32_t sl_cuda_ntt_place(uint32_t e, bool is_up) {
    return is_up ? sl_cuda_ntt_reversed(e) : e;
}

/* How a thread's elements lie at a level: their digits but its own, and where that one is. */
typedef struct sl_cuda_ntt_view {
    uint32_t rest, shift;
} sl_cuda_ntt_view;

SL_CUDA_FN sl_cuda_ntt_view sl_cuda_ntt_view_of(uint32_t t, uint32_t level) {
    const uint32_t warp = t >> 5, lanes = t >> 2 & 7;
    const uint32_t high = level == 0 ? warp << 3 : warp << 6, low = level == 2 ? lanes << 3 : lanes;
    const sl_cuda_ntt_view view = {high | low, 6 - 3 * level};
    return view;
}

/*
 * In shared memory, the lowest digit changed by the middle one: what a quarter of a warp uses at once is in different
 * banks, for every level. Place p is that of place 0 changed by p times `apart`.
 */
typedef struct sl_cuda_ntt_slots {
    uint32_t at, apart;
} sl_cuda_ntt_slots;

SL_CUDA_FN sl_cuda_ntt_slots sl_cuda_ntt_slots_of(const sl_cuda_ntt_view *view, uint32_t t) {
    const uint32_t at = view->rest << 2 | (t & 3);
    const sl_cuda_ntt_slots slots = {at ^ (at >> 3 & 0x1c), view->shift == 3 ? 0x24 : 4U << view->shift};
    return slots;
}

SL_CUDA_FN uint32_t sl_cuda_ntt_tile_at(const sl_cuda_ntt_slots *slots, uint32_t place) {
    return slots->at ^ place * slots->apart;
}

SL_CUDA_FN uint32_t sl_cuda_ntt_steps(const sl_cuda_ntt_pass *work) {
    return work->log2_n / 3;
}

/* What a thread's elements are in the vector: the first one, and how far apart. */
typedef struct sl_cuda_ntt_line {
    uint32_t at, apart;     /* place 0 of the digit */
    uint32_t block, column; /* of the column that they are in */
    /*
     * False: the tile is larger than the vector, and these are the elements of another thread, which may be storing
     * them while they are read here; what comes of that is thrown away.
     */
    bool is_there;
} sl_cuda_ntt_line;

SL_CUDA_FN sl_cuda_ntt_line sl_cuda_ntt_line_of(const sl_cuda_ntt_pass *work, uint32_t tile, uint32_t t,
                                                const sl_cuda_ntt_view *view) {
    const uint32_t column_bits = 9 - work->log2_n; /* of the three digits */
    const uint32_t columns_n = 1U << (work->log2_size - work->log2_n);
    const uint32_t in_tile = (view->rest & ((1U << column_bits) - 1)) << 2 | (t & 3);
    uint32_t column = (tile << (column_bits + 2)) + in_tile; /* counted through all blocks */
    sl_cuda_ntt_line line;
    line.is_there = column < columns_n;
    column = line.is_there ? column : 0;
    line.block = column >> work->log2_columns;
    line.column = column & ((1U << work->log2_columns) - 1);
    line.at = (line.block << (work->log2_columns + work->log2_n)) + (view->rest >> column_bits << work->log2_columns) +
              line.column;
    line.apart = 1U << (view->shift - column_bits + work->log2_columns);
    return line;
}

/* --- arithmetic ----------------------------------------------------------------------------------------------------
 */

/*
 * Eight values below r, natural order in, bit-reversed out, in four products: with v of order 8, v x + v^3 y is
 * c (x - y) + v^2 c (x + y), and v^3 x + v y the second less the first. Results are below 2r, as what is only
 * multiplied may be.
 */
SL_CUDA_FN void sl_cuda_ntt_eight(sl_cuda_fr x[SL_CUDA_NTT_DIGIT], const sl_cuda_fr turn[3]) {
    sl_cuda_fr p, q;
    sl_cuda_fr_sub_lazy(&p, &x[2], &x[6]);
    sl_cuda_fr_add(&x[2], &x[2], &x[6]);
    sl_cuda_fr_mul_short(&x[6], &turn[0], &p);
    sl_cuda_fr_sub(&p, &x[1], &x[5]);
    sl_cuda_fr_add(&x[1], &x[1], &x[5]);
    sl_cuda_fr_sub(&q, &x[3], &x[7]);
    sl_cuda_fr_add(&x[3], &x[3], &x[7]);
    sl_cuda_fr_sub_lazy(&x[5], &p, &q);
    sl_cuda_fr_add_lazy(&x[7], &p, &q);
    sl_cuda_fr_mul_short(&p, &turn[1], &x[5]);
    sl_cuda_fr_mul_short(&q, &turn[2], &x[7]);
    sl_cuda_fr_add(&x[5], &p, &q);
    sl_cuda_fr_sub(&x[7], &q, &p);
    sl_cuda_fr_sub(&p, &x[0], &x[4]);
    sl_cuda_fr_add(&x[0], &x[0], &x[4]);
    sl_cuda_fr_add(&q, &p, &x[6]);
    sl_cuda_fr_sub(&p, &p, &x[6]);
    sl_cuda_fr_add_lazy(&x[4], &q, &x[5]);
    sl_cuda_fr_sub_lazy(&x[5], &q, &x[5]);
    sl_cuda_fr_add_lazy(&x[6], &p, &x[7]);
    sl_cuda_fr_sub_lazy(&x[7], &p, &x[7]);

    sl_cuda_fr_sub_lazy(&q, &x[1], &x[3]);
    sl_cuda_fr_add(&x[3], &x[1], &x[3]);
    sl_cuda_fr_mul_short(&q, &turn[0], &q);
    sl_cuda_fr_sub(&p, &x[0], &x[2]);
    sl_cuda_fr_add(&x[0], &x[0], &x[2]);
    sl_cuda_fr_sub_lazy(&x[1], &x[0], &x[3]);
    sl_cuda_fr_add_lazy(&x[0], &x[0], &x[3]);
    sl_cuda_fr_sub_lazy(&x[3], &p, &q);
    sl_cuda_fr_add_lazy(&x[2], &p, &q);
}

/* Between the steps of `level` and the next lower digit: the thread's elements but that for power 0. */
SL_CUDA_FN void sl_cuda_ntt_within(const sl_cuda_ntt_pass *work, const sl_cuda_ntt_roots *roots,
                                   sl_cuda_ntt_tile *shared, uint32_t t, uint32_t level) {
    const uint32_t steps_n = sl_cuda_ntt_steps(work);
    const bool is_512 = steps_n - level == 3;
    const sl_cuda_ntt_view view = sl_cuda_ntt_view_of(t, level);
    const sl_cuda_ntt_slots slots = sl_cuda_ntt_slots_of(&view, t);
    /* The digits of the row that are left. */
    const uint32_t rest = is_512 ? view.rest & 63 : (steps_n == 2 ? view.rest >> 3 : view.rest) & 7;
    const uint32_t step = is_512 ? 64 : 8;
    const sl_cuda_fr *from = (is_512 ? roots->within512 : roots->within64) + rest + step;
    SL_CUDA_ROLLED
    for (uint32_t place = 1; place < SL_CUDA_NTT_DIGIT; place++) {
        const uint32_t at = sl_cuda_ntt_tile_at(&slots, place);
        sl_cuda_fr x, factor;
        sl_cuda_ntt_load(&factor, from);
        sl_cuda_ntt_get(&x, shared, at);
        sl_cuda_fr_mul_short(&x, &factor, &x);
        sl_cuda_ntt_put(shared, at, &x);
        from += step;
    }
}

/* Where a thread's factors of the pass are: for index i along the level at first + i step, or with two tables
 * (ntt_work.h) by that number. */
typedef struct sl_cuda_ntt_edge {
    uint32_t first, step;
} sl_cuda_ntt_edge;

SL_CUDA_FN sl_cuda_ntt_edge sl_cuda_ntt_edge_of(const sl_cuda_ntt_pass *work, const sl_cuda_ntt_line *line,
                                                const sl_cuda_ntt_view *view) {
    const sl_cuda_ntt_factors *factors = &work->factors;
    /* The row's index for 0 along the level, and by how much it goes on: all digits of the row in reverse. */
    const uint32_t low = view->rest & 7, middle = view->rest >> 3 & 7;
    const uint32_t k =
        (sl_cuda_ntt_reversed(low) << 6 | sl_cuda_ntt_reversed(middle) << 3 | sl_cuda_ntt_reversed(view->rest >> 6)) &
        ((1U << work->log2_n) - 1);
    const uint32_t k_step = 1U << (6 - view->shift);
    const bool is_split = factors->high != NULL;
    const uint32_t above = line->column + (line->block >> factors->block_shift) * factors->block_step;
    const sl_cuda_ntt_edge edge = {is_split ? k * line->column : k * factors->k_step + above,
                                   k_step * (is_split ? line->column : factors->k_step)};
    return edge;
}

/* The place of index i along a level, i < 8. */
SL_CUDA_FN uint32_t sl_cuda_ntt_place_of(uint32_t i) {
    return 0x73516240U >> (4 * i) & 7;
}

/* Times factors that are in two tables. */
SL_CUDA_FN void sl_cuda_ntt_split(const sl_cuda_ntt_pass *work, const sl_cuda_ntt_edge *edge, sl_cuda_ntt_tile *shared,
                                  const sl_cuda_ntt_slots *slots) {
    const sl_cuda_ntt_factors *factors = &work->factors;
    const uint32_t mask = (1U << factors->low_bits) - 1;
    SL_CUDA_ROLLED
    for (uint32_t j = 0; j < 2 * SL_CUDA_NTT_DIGIT; j++) {
        const uint32_t i = j >> 1, number = edge->first + i * edge->step;
        const uint32_t at = sl_cuda_ntt_tile_at(slots, sl_cuda_ntt_place_of(i));
        sl_cuda_fr x, factor;
        sl_cuda_ntt_load(&factor,
                         (j & 1) == 0 ? factors->low + (number & mask) : factors->high + (number >> factors->low_bits));
        sl_cuda_ntt_get(&x, shared, at);
        sl_cuda_fr_mul_short(&x, &factor, &x);
        sl_cuda_ntt_put(shared, at, &x);
    }
}

typedef enum sl_cuda_ntt_end_kind {
    SL_CUDA_NTT_ENTER, /* from the vector */
    SL_CUDA_NTT_LEAVE, /* to the vector, less `other` */
    SL_CUDA_NTT_PASS,  /* from shared memory and back */
    SL_CUDA_NTT_TIMES  /* to the vector, times `other` in place of the factors */
} sl_cuda_ntt_end_kind;

/*
 * A thread's elements at the edge of a pass, one after the other, times the factors of the pass. The next ones are on
 * their way while one is multiplied: factors of the first pass come from far. `kind` is a constant of the caller.
 */
SL_CUDA_FN void sl_cuda_ntt_edge_run(const sl_cuda_ntt_pass *work, sl_cuda_ntt_end_kind kind, sl_cuda_ntt_tile *shared,
                                     uint32_t tile, uint32_t t, uint32_t level) {
    const sl_cuda_ntt_view view = sl_cuda_ntt_view_of(t, level);
    const sl_cuda_ntt_line line = sl_cuda_ntt_line_of(work, tile, t, &view);
    const sl_cuda_ntt_slots slots = sl_cuda_ntt_slots_of(&view, t);
    const sl_cuda_ntt_edge edge = sl_cuda_ntt_edge_of(work, &line, &view);
    const bool is_times = kind == SL_CUDA_NTT_TIMES, is_split = !is_times && work->factors.high != NULL;
    const bool has_factors = is_times ? work->other != NULL : work->factors.low != NULL && !is_split;
    const sl_cuda_fr *factors = is_times ? work->other + line.at : work->factors.low + edge.first;
    const sl_cuda_fr *in = work->in + line.at;
    sl_cuda_fr next = {{0}}, next_factor = {{0}};
    if (is_split && kind != SL_CUDA_NTT_ENTER) {
        sl_cuda_ntt_split(work, &edge, shared, &slots);
    }
    if (kind == SL_CUDA_NTT_ENTER) {
        sl_cuda_ntt_load(&next, in);
    }
    if (has_factors) {
        sl_cuda_ntt_load(&next_factor, factors);
    }
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < SL_CUDA_NTT_DIGIT; i++) {
        const uint32_t place = sl_cuda_ntt_place_of(i), away = place * line.apart;
        const uint32_t slot = sl_cuda_ntt_tile_at(&slots, place);
        sl_cuda_fr x = next, factor = next_factor;
        if (i + 1 < SL_CUDA_NTT_DIGIT) {
            const uint32_t next_away = sl_cuda_ntt_place_of(i + 1) * line.apart;
            if (kind == SL_CUDA_NTT_ENTER) {
                sl_cuda_ntt_load(&next, in + next_away);
            }
            if (has_factors) {
                sl_cuda_ntt_load(&next_factor, is_times ? factors + next_away : factors + (i + 1) * edge.step);
            }
        }
        if (kind != SL_CUDA_NTT_ENTER) {
            sl_cuda_ntt_get(&x, shared, slot);
        }
        if (has_factors) {
            sl_cuda_fr_mul_short(&x, &factor, &x);
        } else if (kind != SL_CUDA_NTT_ENTER) {
            sl_cuda_fr_reduce(&x, &x);
        }
        if (kind == SL_CUDA_NTT_LEAVE && work->other != NULL) {
            sl_cuda_ntt_load(&factor, work->other + line.at + away);
            sl_cuda_fr_sub(&x, &x, &factor);
        }
        if (kind == SL_CUDA_NTT_ENTER || kind == SL_CUDA_NTT_PASS) {
            sl_cuda_ntt_put(shared, slot, &x);
        } else if (line.is_there) {
            sl_cuda_ntt_store(work->out + line.at + away, &x);
        }
    }
    if (is_split && kind == SL_CUDA_NTT_ENTER) {
        sl_cuda_ntt_split(work, &edge, shared, &slots);
    }
}

/* --- the phases ----------------------------------------------------------------------------------------------------
 */

/* Steps of the whole pass. */
SL_CUDA_FN uint32_t sl_cuda_ntt_rounds(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way) {
    return way == SL_CUDA_NTT_WAY_TURN ? 2 * sl_cuda_ntt_steps(work) : sl_cuda_ntt_steps(work);
}

SL_CUDA_FN bool sl_cuda_ntt_is_up(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, uint32_t round) {
    return way == SL_CUDA_NTT_WAY_UP || (way == SL_CUDA_NTT_WAY_TURN && round >= sl_cuda_ntt_steps(work));
}

/* The level of a round's step. */
SL_CUDA_FN uint32_t sl_cuda_ntt_level_of(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, uint32_t round) {
    return sl_cuda_ntt_is_up(work, way, round) ? sl_cuda_ntt_rounds(work, way) - 1 - round : round;
}

/*
 * The level at which elements leave for the vector at the end of a way down, or come from there at the start of one up.
 * Where rows lie together, the lowest digit's eight elements are neighbours: a warp loads and stores them better with
 * the middle digit as a thread's own.
 */
SL_CUDA_FN uint32_t sl_cuda_ntt_edge_level(const sl_cuda_ntt_pass *work) {
    const uint32_t lowest = sl_cuda_ntt_steps(work) - 1;
    return lowest == 2 && work->log2_columns < 2 ? 1 : lowest;
}

/* Up, first of all. A barrier of the warp follows. */
SL_CUDA_FN void sl_cuda_ntt_begin_up(const sl_cuda_ntt_pass *work, sl_cuda_ntt_tile *shared, uint32_t tile,
                                     uint32_t t) {
    sl_cuda_ntt_edge_run(work, SL_CUDA_NTT_ENTER, shared, tile, t, sl_cuda_ntt_edge_level(work));
}

/* Down, last of all, after a barrier of the warp. */
SL_CUDA_FN void sl_cuda_ntt_finish_down(const sl_cuda_ntt_pass *work, sl_cuda_ntt_tile *shared, uint32_t tile,
                                        uint32_t t) {
    sl_cuda_ntt_edge_run(work, SL_CUDA_NTT_LEAVE, shared, tile, t, sl_cuda_ntt_edge_level(work));
}

/* Up or turn, last of all. */
SL_CUDA_FN void sl_cuda_ntt_finish_up(const sl_cuda_ntt_pass *work, sl_cuda_ntt_tile *shared, uint32_t tile,
                                      uint32_t t) {
    sl_cuda_ntt_edge_run(work, SL_CUDA_NTT_TIMES, shared, tile, t, 0);
}

/* A step with the powers of the root before or after it. */
SL_CUDA_FN void sl_cuda_ntt_round(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, sl_cuda_ntt_tile *shared,
                                  uint32_t tile, uint32_t t, uint32_t round) {
    const uint32_t level = sl_cuda_ntt_level_of(work, way, round);
    const bool is_up = sl_cuda_ntt_is_up(work, way, round), is_lowest = level + 1 == sl_cuda_ntt_steps(work);
    const sl_cuda_ntt_view view = sl_cuda_ntt_view_of(t, level);
    const sl_cuda_ntt_slots slots = sl_cuda_ntt_slots_of(&view, t);
    sl_cuda_fr x[SL_CUDA_NTT_DIGIT];
    if (is_up && !is_lowest) {
        sl_cuda_ntt_within(work, &work->up, shared, t, level);
    }
    if (way == SL_CUDA_NTT_WAY_TURN && is_up && is_lowest) {
        sl_cuda_ntt_edge_run(work, SL_CUDA_NTT_PASS, shared, tile, t, level);
    }
    if (round == 0 && !is_up) {
        const sl_cuda_ntt_line line = sl_cuda_ntt_line_of(work, tile, t, &view);
        SL_CUDA_UNROLL
        for (uint32_t e = 0; e < SL_CUDA_NTT_DIGIT; e++) {
            sl_cuda_ntt_load(&x[e], work->in + line.at + e * line.apart);
        }
    } else {
        SL_CUDA_UNROLL
        for (uint32_t e = 0; e < SL_CUDA_NTT_DIGIT; e++) {
            sl_cuda_ntt_get(&x[e], shared, sl_cuda_ntt_tile_at(&slots, sl_cuda_ntt_place(e, is_up)));
        }
    }
    if (is_up) {
        sl_cuda_fr_reduce(&x[0], &x[0]);
    }
    if (way == SL_CUDA_NTT_WAY_TURN) {
        /* From memory: by a choice of arguments they would stay in registers. */
        const sl_cuda_fr *from = is_up ? work->up.turn_table : work->down.turn_table;
        sl_cuda_fr turn[3];
        SL_CUDA_UNROLL
        for (unsigned i = 0; i < 3; i++) {
            sl_cuda_ntt_load(&turn[i], from + i);
        }
        sl_cuda_ntt_eight(x, turn);
    } else {
        sl_cuda_ntt_eight(x, is_up ? work->up.turn : work->down.turn);
    }
    if (!is_up) {
        sl_cuda_fr_reduce(&x[0], &x[0]);
    }
    SL_CUDA_UNROLL
    for (uint32_t e = 0; e < SL_CUDA_NTT_DIGIT; e++) {
        sl_cuda_ntt_put(shared, sl_cuda_ntt_tile_at(&slots, sl_cuda_ntt_place(e, is_up)), &x[e]);
    }
    if (!is_up && !is_lowest) {
        sl_cuda_ntt_within(work, &work->down, shared, t, level);
    }
}

/* Whether the barrier after a round, if another one follows, has to be one of the block; else that of the warp does. */
SL_CUDA_FN bool sl_cuda_ntt_is_wide(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, uint32_t round) {
    const uint32_t level = sl_cuda_ntt_level_of(work, way, round);
    return level == (sl_cuda_ntt_is_up(work, way, round) ? 1 : 0);
}

/* --- the last pass over 1, 2 or 4 elements; tables ----------------------------------------------------------------
 */

#define SL_CUDA_NTT_SHORT 4

/* Values in order in, bit-reversed out. */
SL_CUDA_FN void sl_cuda_ntt_few(sl_cuda_fr x[SL_CUDA_NTT_SHORT], const sl_cuda_fr turn[3], uint32_t n) {
    sl_cuda_fr p;
    if (n == 4) {
        SL_CUDA_UNROLL
        for (int e = 0; e < 2; e++) {
            sl_cuda_fr_sub(&p, &x[e], &x[e + 2]);
            sl_cuda_fr_add(&x[e], &x[e], &x[e + 2]);
            x[e + 2] = p;
        }
        sl_cuda_fr_mul(&x[3], &turn[0], &x[3]);
        sl_cuda_fr_sub(&p, &x[2], &x[3]);
        sl_cuda_fr_add(&x[2], &x[2], &x[3]);
        x[3] = p;
    }
    if (n >= 2) {
        sl_cuda_fr_sub(&p, &x[0], &x[1]);
        sl_cuda_fr_add(&x[0], &x[0], &x[1]);
        x[1] = p;
    }
}

SL_CUDA_FN void sl_cuda_ntt_few_swap(sl_cuda_fr x[SL_CUDA_NTT_SHORT], uint32_t n) {
    if (n == 4) {
        const sl_cuda_fr swap = x[1];
        x[1] = x[2];
        x[2] = swap;
    }
}

/* Row `row` of the last pass, in one thread. */
SL_CUDA_FN void sl_cuda_ntt_short_row(const sl_cuda_ntt_pass *work, sl_cuda_ntt_way way, uint32_t row) {
    const uint32_t n = 1U << work->log2_n, first = row << work->log2_n;
    const sl_cuda_ntt_factors *factors = &work->factors;
    sl_cuda_fr x[SL_CUDA_NTT_SHORT] = {{{0}}};
    SL_CUDA_UNROLL
    for (uint32_t e = 0; e < SL_CUDA_NTT_SHORT; e++) {
        if (e < n) {
            sl_cuda_ntt_load(&x[e], work->in + first + e);
        }
    }
    if (way != SL_CUDA_NTT_WAY_UP) {
        sl_cuda_ntt_few(x, work->down.turn, n);
    }
    sl_cuda_ntt_few_swap(x, n); /* by index */
    SL_CUDA_UNROLL
    for (uint32_t e = 0; e < SL_CUDA_NTT_SHORT; e++) {
        if (e < n && factors->low != NULL) {
            sl_cuda_fr factor;
            const uint32_t above = (row >> factors->block_shift) * factors->block_step;
            sl_cuda_ntt_load(&factor, factors->low + e * factors->k_step + above);
            sl_cuda_fr_mul(&x[e], &factor, &x[e]);
        }
    }
    if (way != SL_CUDA_NTT_WAY_DOWN) {
        sl_cuda_ntt_few(x, work->up.turn, n);
    }
    sl_cuda_ntt_few_swap(x, n);
    SL_CUDA_UNROLL
    for (uint32_t e = 0; e < SL_CUDA_NTT_SHORT; e++) {
        if (e < n) {
            if (work->other != NULL) {
                sl_cuda_fr other;
                sl_cuda_ntt_load(&other, work->other + first + e);
                if (way == SL_CUDA_NTT_WAY_DOWN) {
                    sl_cuda_fr_sub(&x[e], &x[e], &other);
                } else {
                    sl_cuda_fr_mul(&x[e], &other, &x[e]);
                }
            }
            sl_cuda_ntt_store(work->out + first + e, &x[e]);
        }
    }
}

SL_CUDA_FN void sl_cuda_ntt_table_entry(const sl_cuda_ntt_table *work, uint32_t i) {
    const uint32_t k = i >> work->columns_log2, column = i & ((1U << work->columns_log2) - 1);
    const uint32_t e = work->is_outer ? i : (k * column) << work->shift;
    sl_cuda_fr x, y;
    sl_cuda_ntt_load(&x, work->low + (e & ((1U << work->low_bits) - 1)));
    sl_cuda_ntt_load(&y, work->high + (e >> work->low_bits));
    sl_cuda_fr_mul(&x, &x, &y);
    if (work->rows != NULL) {
        sl_cuda_ntt_load(&y, work->rows + k);
        sl_cuda_fr_mul(&x, &x, &y);
    }
    sl_cuda_ntt_store(&work->out[i], &x);
}

#endif
