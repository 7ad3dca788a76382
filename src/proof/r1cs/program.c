// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/program.h"

#include <stdlib.h>
#include <string.h>

#include "proof/r1cs/lc_value.h"

enum {
    RUN_MAX = 32,      /* terms of a run */
    RUN_GOOD = 16,     /* terms from which no better run is looked for */
    RUN_STEP_MAX = 3,  /* between slots: words of bits are allocated one by one, or two or three in turn */
    RUN_WORTH = 6,     /* terms to a run, on average, from which runs are faster than terms */
    RUNS_MAX = 0xffff, /* of one combination */
};

/* Finding runs. */
typedef struct finder {
    const sl_r1cs *r1cs;
    sl_vec runs;    /* sl_bit_run */
    sl_buf twice;   /* uint32_t: the coefficient that is twice this one, 0: not found yet */
    sl_buf is_used; /* bool, of the terms of one combination */
} finder;

static bool is_twice(const finder *f, uint32_t twice, uint32_t once) {
    uint32_t *known = (uint32_t *)f->twice.data + once;
    if (*known != 0) {
        return *known == twice;
    }
    sl_fr doubled;
    sl_fr_dbl(&doubled, &f->r1cs->coeffs[once]);
    if (!sl_fr_eq(&doubled, &f->r1cs->coeffs[twice])) {
        return false;
    }
    *known = twice;
    return true;
}

/*
 * The run from terms[first] on with this step between slots: *out, and its terms marked or not. Terms that were taken
 * by a run before are passed over.
 */
static void run_follow(const finder *f, const sl_r1cs_term *terms, size_t n, size_t first, uint32_t step, bool marks,
                       sl_bit_run *out) {
    bool *is_used = f->is_used.data;
    size_t last = first;
    bool is_up = true;
    *out = (sl_bit_run){.slot = (uint16_t)terms[first].slot, .n = 1, .step = (int8_t)step};
    is_used[first] |= marks;
    for (size_t i = first + 1; i < n && out->n < RUN_MAX && terms[i].slot <= terms[last].slot + step; i++) {
        if (terms[i].slot != terms[last].slot + step || is_used[i]) {
            continue;
        }
        if (out->n == 1) {
            is_up = is_twice(f, terms[i].coeff, terms[last].coeff);
        }
        if (!(is_up ? is_twice(f, terms[i].coeff, terms[last].coeff)
                    : is_twice(f, terms[last].coeff, terms[i].coeff))) {
            break;
        }
        is_used[i] |= marks;
        out->n++;
        last = i;
    }
    out->step = (int8_t)(is_up ? (int)step : -(int)step);
    out->coeff = terms[is_up ? first : last].coeff;
}

/* A long combination of bits as runs, if they are few; else the operation stays as it is. */
static sluice_status op_runs(finder *f, const sl_r1cs_term *terms, size_t n, sl_lc_op *op, sluice_error *err) {
    const size_t first = f->runs.n;
    bool *is_used = f->is_used.data;
    memset(is_used, 0, n);
    for (size_t i = 0; i < n; i++) {
        if (is_used[i]) {
            continue;
        }
        if ((f->runs.n - first) * RUN_WORTH >= n || f->runs.n - first == RUNS_MAX || f->runs.n > UINT32_MAX) {
            f->runs.n = first;
            return SLUICE_OK;
        }
        SL_TRY(SL_VEC_RESERVE(&f->runs, sl_bit_run, 1, err));
        sl_bit_run best = {.n = 0};
        for (uint32_t step = 1; step <= RUN_STEP_MAX && best.n < RUN_GOOD; step++) {
            sl_bit_run run;
            run_follow(f, terms, n, i, step, false, &run);
            best = run.n > best.n ? run : best;
        }
        run_follow(f, terms, n, i, (uint32_t)abs(best.step), true, &best);
        SL_VEC_PUSH(&f->runs, sl_bit_run, best);
    }
    *op = (sl_lc_op){SL_OP_RUNS, {(uint16_t)(f->runs.n - first), (uint16_t)first, (uint16_t)(first >> 16)}};
    return SLUICE_OK;
}

static sluice_status template_ops(finder *f, const sl_r1cs_template *t, sl_lc_op *ops, sluice_error *err) {
    const sl_r1cs *r1cs = f->r1cs;
    const uint32_t *lc_ends = r1cs->lc_ends + t->first_lc;
    const uint32_t *codes = r1cs->lc_codes + t->first_lc;
    const uint32_t *ranks = r1cs->slot_ranks + 64 * t->first_slot_word;
    const uint64_t aux_slot = sl_template_slots_n(t) - t->aux_n;
    for (size_t i = 0; i < 3 * (size_t)t->rows_n; i++) {
        const sl_r1cs_term *terms = r1cs->terms + t->first_term + lc_ends[i];
        const size_t n = lc_ends[i + 1] - lc_ends[i];
        ops[i] = (sl_lc_op){.what = SL_OP_OTHER};
        if (codes[i] == SL_LC_BITS) {
            SL_TRY(op_runs(f, terms, n, &ops[i], err));
        } else if (codes[i] == SL_LC_GENERAL) {
            if (n == 1 && terms[0].coeff == SL_COEFF_ONE && terms[0].slot >= aux_slot) {
                ops[i] = (sl_lc_op){SL_OP_FIELD, {(uint16_t)ranks[terms[0].slot], 0, 0}};
            }
        } else if (n - (codes[i] & 1) <= 3) {
            ops[i].what = (uint16_t)(codes[i] / 2);
            for (size_t j = codes[i] & 1; j < n; j++) {
                ops[i].slots[j - (codes[i] & 1)] = (uint16_t)terms[j].slot;
            }
        }
    }
    return SLUICE_OK;
}

static sluice_status ops_derive(sl_r1cs *r1cs, finder *f, sluice_error *err) {
    SL_TRY(SL_VEC_RESERVE(&f->runs, sl_bit_run, 1, err));
    SL_TRY(sl_buf_alloc_n(&f->twice, (size_t)r1cs->coeffs_n, sizeof(uint32_t), "runs of bits", err));
    SL_TRY(sl_buf_alloc_n(&f->is_used, r1cs->lc_terms_max, sizeof(bool), "runs of bits", err));
    sl_lc_op *ops = r1cs->storage.lc_ops.data;
    for (uint64_t i = 0; i < r1cs->templates_n; i++) {
        const sl_r1cs_template *t = &r1cs->templates[i];
        if (sl_template_slots_n(t) <= SL_LOCAL_SLOTS) {
            SL_TRY(template_ops(f, t, ops + t->first_lc, err));
            continue;
        }
        for (size_t lc = 0; lc < 3 * (size_t)t->rows_n; lc++) {
            ops[t->first_lc + lc].what = SL_OP_OTHER;
        }
    }
    return sl_vec_shrink(&f->runs, sizeof(sl_bit_run), err);
}

sluice_status sl_r1cs_program_derive(sl_r1cs *r1cs, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(&r1cs->storage.lc_ops, (size_t)r1cs->lc_ends_n, sizeof(sl_lc_op), "operations of rows", err));
    finder f = {.r1cs = r1cs, .runs = SL_VEC("runs of bits")};
    const sluice_status status = ops_derive(r1cs, &f, err);
    if (status == SLUICE_OK) {
        r1cs->runs_n = f.runs.n;
        sl_buf_move(&r1cs->storage.runs, &f.runs.buf);
        r1cs->lc_ops = r1cs->storage.lc_ops.data;
        r1cs->runs = r1cs->storage.runs.data;
    }
    sl_vec_release(&f.runs);
    sl_buf_release(&f.twice);
    sl_buf_release(&f.is_used);
    return status;
}

/* Eight bits to eight bytes. */
SL_INLINE uint64_t bits_spread(uint64_t bits) {
    const uint64_t low = (bits & 0x7f) * UINT64_C(0x0002040810204081) & UINT64_C(0x0101010101010101);
    return low | (bits >> 7 & 1) << 56;
}

void sl_local_bits_fill(sl_local_bits *local, const sl_instance_view *v, const uint64_t *plane) {
    const size_t own = v->t->aux_n;
    const size_t n = v->aux_slot + own;
    memset(local->words, 0, (n / 64 + 2) * sizeof *local->words);
    for (uint32_t i = 0; i < v->t->pins_n; i++) {
        if (sl_wire_is_aux(v->pins[i])) { /* inputs are no bits, and the plane has a 0 for field wires */
            const uint64_t bit = sl_bit_get(plane, sl_wire_index(v->pins[i]));
            local->words[(i + 1) / 64] |= bit << ((i + 1) % 64);
        }
    }
    for (size_t done = 0; done < own;) {
        const size_t at = v->aux_slot + done;
        const size_t step = SL_MIN(64 - at % 64, own - done);
        local->words[at / 64] |= sl_bits_get(plane, v->instance->first_aux + done, step) << (at % 64);
        done += step;
    }
    for (size_t i = 0; i < n; i += 8) {
        const uint64_t eight = bits_spread(local->words[i / 64] >> (i % 64) & 0xff);
        memcpy(local->bytes + i, &eight, sizeof eight);
    }
    local->words[0] |= 1;
}

/* Every second bit from the lowest on, closed up. */
SL_INLINE uint64_t bits_by_two(uint64_t x) {
    x &= UINT64_C(0x5555555555555555);
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

SL_INLINE uint64_t bits_reversed(uint64_t x, unsigned n) {
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x) >> (64 - n);
}

/* Six limbs: sum += a b, b below 2^32. */
SL_INLINE void sum_add_multiple(uint64_t sum[6], const sl_fr *a, uint64_t b) {
    uint64_t high = 0;
    SL_UNROLL
    for (int i = 0; i < 4; i++) {
        const sl_u128 t = (sl_u128)a->l[i] * b + sum[i] + high;
        sum[i] = (uint64_t)t;
        high = (uint64_t)(t >> 64);
    }
    const sl_u128 t = (sl_u128)sum[4] + high;
    sum[4] = (uint64_t)t;
    sum[5] += (uint64_t)(t >> 64);
}

SL_INLINE uint64_t run_bits(const sl_local_bits *local, const sl_bit_run *run) {
    const unsigned step = (unsigned)abs(run->step);
    uint64_t bits = 0;
    if (SL_LIKELY(step == 1)) {
        bits = sl_bits_get(local->words, run->slot, run->n);
    } else if (step == 2) {
        bits = bits_by_two(sl_bits_get(local->words, run->slot, 2 * (size_t)run->n - 1));
    } else {
        for (unsigned i = 0; i < run->n; i++) {
            bits |= (uint64_t)sl_bit_get(local->words, run->slot + i * step) << i;
        }
    }
    return run->step < 0 ? bits_reversed(bits, run->n) : bits;
}

static SL_NOINLINE void runs_value(const sl_r1cs *r1cs, const sl_local_bits *local, const sl_lc_op *op, sl_fr *out) {
    const sl_bit_run *run = r1cs->runs + (op->slots[1] | (uint32_t)op->slots[2] << 16);
    uint64_t sum[6] = {0};
    for (const sl_bit_run *end = run + op->slots[0]; run < end; run++) {
        sum_add_multiple(sum, &r1cs->coeffs[run->coeff], run_bits(local, run));
    }
    /* h 2^256 is what the field element h looks like in Montgomery form. */
    const uint64_t high_limbs[4] = {sum[4], sum[5], 0, 0};
    sl_fr low = {{sum[0], sum[1], sum[2], sum[3]}};
    sl_fr high;
    sl_fr_reduce_once(&low); /* 2^256 < 3 r */
    sl_fr_reduce_once(&low);
    sl_fr_from_limbs(&high, high_limbs);
    sl_fr_add(out, &low, &high);
}

static SL_NOINLINE void op_value(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v,
                                 const sl_local_bits *local, const sl_lc_op *op, size_t lc, sl_fr *out) {
    if (op->what == SL_OP_RUNS) {
        runs_value(r1cs, local, op, out);
    } else {
        sl_lc_value(r1cs, witness, v, lc, out);
    }
}

void sl_program_run(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v,
                    const sl_local_bits *local, uint32_t row, size_t n, unsigned matrix, sl_fr *out) {
    const sl_fr *values = r1cs->lc_values;
    const sl_fr *own = witness->fields + v->first_field;
    const uint8_t *bits = local->bytes;
    const size_t first_lc = 3 * (size_t)row + matrix;
    const sl_lc_op *op = r1cs->lc_ops + v->t->first_lc + first_lc;
    for (size_t i = 0; i < n; i++, op += 3) {
        if (SL_LIKELY(op->what < SL_OP_FIELD)) {
            out[i] = values[op->what + bits[op->slots[0]] + 2 * bits[op->slots[1]] + 4 * bits[op->slots[2]]];
        } else if (op->what == SL_OP_FIELD) {
            out[i] = own[op->slots[0]];
        } else {
            op_value(r1cs, witness, v, local, op, first_lc + 3 * i, &out[i]);
        }
    }
}
