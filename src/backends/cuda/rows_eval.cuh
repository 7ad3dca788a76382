// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Values of all rows from a packed witness, as functions of a thread without barriers: rows_kernels.cu runs them on the
 * device, tests on the processor.
 *
 * A warp takes a tile at a time, a thread one row of it. Most combinations are a table and up to three bits, and bits
 * are read where they are in the plane: neighbouring rows use neighbouring bits, so the nearest cache has them. Rows
 * that take longer stand side by side in the order of their template, so that threads of a warp have similar work;
 * where values go to, a row is a sector of memory in any order.
 */
#ifndef SL_BACKENDS_CUDA_ROWS_EVAL_CUH
#define SL_BACKENDS_CUDA_ROWS_EVAL_CUH

#include "backends/cuda/field.cuh"
#include "backends/cuda/rows_memory.cuh"
#include "backends/cuda/rows_work.h"

/* An instance with what its template says. Wires are slots plus a shift, modulo 2^32. */
typedef struct sl_cuda_view {
    const uint32_t *pins;  /* pins[slot - 1] */
    const uint32_t *ranks; /* ranks[slot] */
    const sl_module_term *terms;
    uint32_t input_slot, aux_slot;
    uint32_t input_shift, aux_shift;
    uint32_t first_field;
} sl_cuda_view;

SL_CUDA_FN void sl_cuda_view_make(sl_cuda_view *view, const sl_module_program *program,
                                  const sl_module_instance *instance, const sl_module_template *t) {
    view->pins = program->pins + instance->first_pin;
    view->ranks = program->ranks + t->first_rank;
    view->terms = program->terms + t->first_term;
    view->input_slot = 1 + t->pins_n;
    view->aux_slot = 1 + t->pins_n + t->inputs_n;
    view->input_shift = instance->first_input - view->input_slot;
    view->aux_shift = instance->first_aux - view->aux_slot;
    view->first_field = instance->first_field;
}

/* The bit in a slot that has one; not of slot 0. */
SL_CUDA_FN uint32_t sl_cuda_slot_bit(const sl_cuda_rows *work, const sl_cuda_view *view, uint32_t slot) {
    const uint32_t wire =
        slot >= view->aux_slot ? slot + view->aux_shift : SL_CUDA_GET(view->pins + (slot - 1)) & ~SL_MODULE_PIN_AUX;
    return SL_CUDA_GET(work->bits + wire / 32) >> (wire % 32) & 1;
}

/* The value in a slot that has one. */
SL_CUDA_FN void sl_cuda_slot_value(sl_cuda_fr *out, const sl_cuda_rows *work, const sl_cuda_view *view, uint32_t slot,
                                   uint32_t rank) {
    const uint32_t inputs_n = work->program.inputs_n;
    size_t at;
    if (slot >= view->aux_slot) {
        at = (size_t)inputs_n + view->first_field + rank;
    } else if (slot >= view->input_slot) {
        at = slot + view->input_shift;
    } else {
        const uint32_t pin = SL_CUDA_GET(view->pins + (slot - 1));
        at = (pin & SL_MODULE_PIN_AUX) != 0 ? (size_t)inputs_n + (pin & ~SL_MODULE_PIN_AUX) : pin;
    }
    sl_cuda_value_load(out, work->values + at);
}

/* --- runs of bits --------------------------------------------------------------------------------------------------
 */

/* The lowest n <= 32 bits the other way round. */
SL_CUDA_FN uint32_t sl_cuda_run_reverse(uint32_t x, uint32_t n) {
    x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;
    x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;
    x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;
    x = (x >> 8 & 0x00ff00ffU) | (x & 0x00ff00ffU) << 8;
    return (x >> 16 | x << 16) >> (32 - n);
}

SL_CUDA_FN uint32_t sl_cuda_run_bits(const sl_cuda_rows *work, const sl_cuda_view *view, const sl_module_run *run) {
    const uint32_t n = run->n, step = (uint32_t)(run->step < 0 ? -run->step : run->step);
    uint32_t bits = 0;
    if (step == 1 && run->slot >= view->aux_slot) {
        const uint32_t wire = run->slot + view->aux_shift;
        const uint64_t low = SL_CUDA_GET(work->bits + wire / 32), high = SL_CUDA_GET(work->bits + wire / 32 + 1);
        bits = (uint32_t)((low | high << 32) >> (wire % 32)) & 0xffffffffU >> (32 - n);
    } else {
        uint32_t slot = run->slot;
        SL_CUDA_ROLLED
        for (uint32_t i = 0; i < n; i++, slot += step) {
            bits |= (slot == 0 ? 1 : sl_cuda_slot_bit(work, view, slot)) << i;
        }
    }
    return run->step < 0 ? sl_cuda_run_reverse(bits, n) : bits;
}

/* sum += a b: ten words, never full. */
SL_CUDA_FN void sl_cuda_sum_add_multiple(uint32_t sum[10], const sl_cuda_fr *a, uint32_t b) {
    uint64_t carry = 0;
    SL_CUDA_UNROLL
    for (int i = 0; i < 8; i++) {
        carry += (uint64_t)a->w[i] * b + sum[i];
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
    carry += sum[8];
    sum[8] = (uint32_t)carry;
    sum[9] += (uint32_t)(carry >> 32);
}

/* What ten words are modulo r: the two above are taken for an integer, whose Montgomery form they lack. */
SL_CUDA_FN void sl_cuda_sum_reduce(sl_cuda_fr *out, const uint32_t sum[10]) {
    const sl_cuda_fr zero = {{0}};
    const sl_cuda_fr squared = {{0xf3f29c6d, 0xc999e990, 0x87925c23, 0x2b6cedcb, 0x7254398f, 0x05d31496, 0x9f59ff11,
                                 0x0748d9d9}}; /* 2^512 mod r */
    const sl_cuda_fr above = {{sum[8], sum[9]}};
    sl_cuda_fr high;
    SL_CUDA_UNROLL
    for (int i = 0; i < 8; i++) {
        out->w[i] = sum[i];
    }
    sl_cuda_fr_add(out, out, &zero); /* 2^256 < 3 r */
    sl_cuda_fr_add(out, out, &zero);
    sl_cuda_fr_mul(&high, &squared, &above);
    sl_cuda_fr_add(out, out, &high);
}

SL_CUDA_FN void sl_cuda_runs_value(sl_cuda_fr *out, const sl_cuda_rows *work, const sl_cuda_view *view, uint32_t first,
                                   uint32_t n) {
    uint32_t sum[10] = {0};
    SL_CUDA_ROLLED
    for (uint32_t i = 0; i < n; i++) {
        const sl_module_run run = work->program.runs[first + i];
        sl_cuda_fr coeff;
        sl_cuda_value_load(&coeff, (const sl_cuda_fr *)work->program.coeffs + run.coeff);
        sl_cuda_sum_add_multiple(sum, &coeff, sl_cuda_run_bits(work, view, &run));
    }
    sl_cuda_sum_reduce(out, sum);
}

/* --- terms one by one ----------------------------------------------------------------------------------------------
 */

/* One term: its coefficient, its value, or their product. */
SL_CUDA_FN void sl_cuda_term_value(sl_cuda_fr *out, const sl_cuda_rows *work, const sl_cuda_view *view,
                                   sl_module_term term, uint32_t rank) {
    const sl_cuda_fr *coeff_at = (const sl_cuda_fr *)work->program.coeffs + term.coeff;
    if (rank == SL_MODULE_SLOT_BIT) {
        const uint32_t bit = term.slot == 0 ? 1 : sl_cuda_slot_bit(work, view, term.slot);
        sl_cuda_value_load(out, coeff_at);
        SL_CUDA_UNROLL
        for (int i = 0; i < 8; i++) {
            out->w[i] &= 0 - bit;
        }
        return;
    }
    sl_cuda_slot_value(out, work, view, term.slot, rank);
    if (term.coeff != SL_MODULE_COEFF_ONE) {
        sl_cuda_fr coeff;
        sl_cuda_value_load(&coeff, coeff_at);
        sl_cuda_fr_mul(out, &coeff, out);
    }
}

/* Of combination lc of all. */
SL_CUDA_FN void sl_cuda_terms_value(sl_cuda_fr *out, const sl_cuda_rows *work, const sl_cuda_view *view, uint64_t lc) {
    const sl_cuda_fr zero = {{0}};
    const uint32_t end = SL_CUDA_GET(work->program.ends + lc + 1);
    uint32_t i = SL_CUDA_GET(work->program.ends + lc);
    sl_module_term term = {0, 0}, next = {0, 0};
    uint32_t rank = 0, next_rank = 0;
    *out = zero;
    if (i < end) {
        next = view->terms[i];
        next_rank = SL_CUDA_GET(view->ranks + next.slot);
    }
    SL_CUDA_ROLLED
    while (i < end) {
        term = next;
        rank = next_rank;
        if (++i < end) { /* on its way while this one is made */
            next = view->terms[i];
            next_rank = SL_CUDA_GET(view->ranks + next.slot);
        }
        sl_cuda_fr value;
        sl_cuda_term_value(&value, work, view, term, rank);
        sl_cuda_fr_add(out, out, &value);
    }
}

/* An operation as one word. */
#define SL_CUDA_OP_WHAT(op) ((uint32_t)(op)&0xffff)
#define SL_CUDA_OP_SLOT(op, i) ((uint32_t)((op) >> (16 * ((i) + 1))) & 0xffff)

/* --- rows ----------------------------------------------------------------------------------------------------------
 */

/* Which of the tabulated values, of an operation of that kind: 0 to 7 more than the first, by its bits. */
SL_CUDA_FN uint32_t sl_cuda_op_index(const sl_cuda_rows *work, const sl_cuda_view *view, uint64_t op) {
    uint32_t at = SL_CUDA_OP_WHAT(op);
    SL_CUDA_UNROLL
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t slot = SL_CUDA_OP_SLOT(op, i);
        at += (slot != 0 ? sl_cuda_slot_bit(work, view, slot) : 0) << i;
    }
    return at;
}

/* The value of combination lc of all. */
SL_CUDA_FN void sl_cuda_lc_value(sl_cuda_fr *out, const sl_cuda_rows *work, const sl_cuda_view *view, uint64_t lc) {
    const uint64_t op = SL_CUDA_GET((const uint64_t *)work->program.ops + lc);
    const uint32_t what = SL_CUDA_OP_WHAT(op), number = SL_CUDA_OP_SLOT(op, 0);
    if (what <= SL_MODULE_OP_FIELD) {
        const sl_cuda_fr *from = what < SL_MODULE_OP_FIELD
                                     ? (const sl_cuda_fr *)work->program.values + sl_cuda_op_index(work, view, op)
                                     : work->values + ((size_t)work->program.inputs_n + view->first_field + number);
        sl_cuda_value_load(out, from);
    } else if (what == SL_MODULE_OP_RUNS) {
        sl_cuda_runs_value(out, work, view, SL_CUDA_OP_SLOT(op, 1) | SL_CUDA_OP_SLOT(op, 2) << 16, number);
    } else {
        sl_cuda_terms_value(out, work, view, lc);
    }
}

SL_CUDA_FN void sl_cuda_row_check(const sl_cuda_rows *work, const sl_cuda_fr *product, const sl_cuda_fr *c,
                                  uint32_t row) {
    uint32_t difference = 0;
    SL_CUDA_UNROLL
    for (int i = 0; i < 8; i++) {
        difference |= product->w[i] ^ c->w[i];
    }
    if (difference != 0) {
        sl_cuda_lower(work->broken_row, row);
    }
}

/* A row of any combinations; the first is lc of all. */
SL_CUDA_FN void sl_cuda_row_other(const sl_cuda_rows *work, const sl_cuda_view *view, uint64_t lc, uint32_t row) {
    const uint32_t matrices_n = work->c != NULL || work->broken_row != NULL ? 3 : 2;
    const sl_cuda_fr zero = {{0}};
    sl_cuda_fr product = zero;
    SL_CUDA_ROLLED
    for (uint32_t k = 0; k < matrices_n; k++) { /* one copy of the code */
        sl_cuda_fr value;
        sl_cuda_fr *to = k == 0 ? work->a : k == 1 ? work->b : work->c;
        sl_cuda_lc_value(&value, work, view, lc + k);
        if (to != NULL) {
            sl_cuda_value_store(to + row, &value);
        }
        if (k == 0) {
            product = value;
        } else if (k == 1) {
            sl_cuda_fr_mul(&product, &product, &value);
        } else if (work->broken_row != NULL) {
            sl_cuda_row_check(work, &product, &value, row);
        }
    }
}

/* A row of tables: without branches, so that the loads of all three run at the same time. */
SL_CUDA_FN void sl_cuda_row_tables(const sl_cuda_rows *work, const sl_cuda_view *view, uint64_t lc, uint32_t row) {
    const sl_cuda_fr *values = (const sl_cuda_fr *)work->program.values;
    const uint64_t *ops = (const uint64_t *)work->program.ops + lc;
    const uint64_t a_op = SL_CUDA_GET(ops), b_op = SL_CUDA_GET(ops + 1), c_op = SL_CUDA_GET(ops + 2);
    const uint32_t a_at = sl_cuda_op_index(work, view, a_op);
    const uint32_t b_at = sl_cuda_op_index(work, view, b_op);
    const uint32_t c_at = sl_cuda_op_index(work, view, c_op);
    sl_cuda_fr a, b, c;
    sl_cuda_value_load(&a, values + a_at);
    sl_cuda_value_load(&b, values + b_at);
    sl_cuda_value_load(&c, values + c_at);
    sl_cuda_value_store(work->a + row, &a);
    sl_cuda_value_store(work->b + row, &b);
    if (work->c != NULL) {
        sl_cuda_value_store(work->c + row, &c);
    }
    if (work->broken_row != NULL) {
        sl_cuda_fr_mul(&a, &a, &b);
        sl_cuda_row_check(work, &a, &c, row);
    }
}

/* Thread t of a block of SL_CUDA_ROWS_THREADS, of sl_cuda_rows_fills: rows of inputs, then zeros. */
SL_CUDA_FN void sl_cuda_rows_fill(const sl_cuda_rows *work, uint32_t block, uint32_t t) {
    const uint64_t first = (uint64_t)block * SL_CUDA_ROWS_FILLED;
    const uint64_t others = work->n - work->program.rows_n;
    const sl_cuda_fr zero = {{0}};
    SL_CUDA_ROLLED
    for (uint32_t i = t; i < SL_CUDA_ROWS_FILLED && first + i < others; i += SL_CUDA_ROWS_THREADS) {
        const uint64_t row = work->program.rows_n + first + i;
        sl_cuda_fr a = zero;
        if (first + i < work->program.inputs_n) {
            sl_cuda_value_load(&a, work->values + first + i);
        }
        sl_cuda_value_store(work->a + row, &a);
        sl_cuda_value_store(work->b + row, &zero);
        if (work->c != NULL) {
            sl_cuda_value_store(work->c + row, &zero);
        }
    }
}

/* The instance that has a tile, one of first .. last: the last one that does not begin behind it. */
SL_CUDA_FN uint32_t sl_cuda_tile_instance(const sl_module_program *program, int kind, uint32_t tile, uint32_t first,
                                          uint32_t last) {
    while (first < last) {
        const uint32_t middle = first + (last - first + 1) / 2;
        if (program->instances[middle].first_tile[kind] <= tile) {
            first = middle;
        } else {
            last = middle - 1;
        }
    }
    return first;
}

/* Thread t of a block of SL_CUDA_ROWS_THREADS, of sl_cuda_rows_chunks. `kind` is a constant where this is inlined. */
SL_CUDA_FN void sl_cuda_rows_thread(const sl_cuda_rows *work, int kind, uint32_t block, uint32_t t) {
    const sl_module_program *program = &work->program;
    const uint32_t *chunks = kind == SL_MODULE_TILES_TABLES ? program->table_chunks : program->other_chunks;
    const uint32_t chunk_n = SL_MODULE_CHUNK_TILES(kind);
    const uint32_t first = block * chunk_n, left = program->tiles_n[kind] - first;
    const uint32_t end = first + (left < chunk_n ? left : chunk_n);
    SL_CUDA_ROLLED
    for (uint32_t tile = first + t / SL_MODULE_TILE_ROWS; tile < end; tile += SL_CUDA_ROWS_WARPS) {
        const uint32_t instance_i = sl_cuda_tile_instance(program, kind, tile, chunks[block], chunks[block + 1]);
        const sl_module_instance *instance = &program->instances[instance_i];
        const sl_module_template *tmpl = &program->templates[instance->template_i];
        const uint32_t i = (tile - instance->first_tile[kind]) * SL_MODULE_TILE_ROWS + t % SL_MODULE_TILE_ROWS;
        const uint32_t before = kind == SL_MODULE_TILES_TABLES ? 0 : tmpl->table_rows_n;
        if (i < (kind == SL_MODULE_TILES_TABLES ? tmpl->table_rows_n : tmpl->rows_n - before)) {
            const uint32_t row = SL_CUDA_GET(program->order + tmpl->first_order + before + i);
            const uint64_t lc = tmpl->first_lc + 3 * (uint64_t)row;
            sl_cuda_view view;
            sl_cuda_view_make(&view, program, instance, tmpl);
            if (kind == SL_MODULE_TILES_TABLES) {
                sl_cuda_row_tables(work, &view, lc, instance->first_row + row);
            } else {
                sl_cuda_row_other(work, &view, lc, instance->first_row + row);
            }
        }
    }
}

#endif
