// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench ntt and quotient on a device: on vectors in closed form, every element of the first result compared. */
#include <stdatomic.h>

#include "backends/module/ntt_series.h"
#include "core/mem/buf.h"
#include "engine/engine_context.h"
#include "sluice/bench_module.h"

/* Elements that are made or compared at a time: so much memory of the host, whatever the size. */
#define PART_LOG2 20

typedef struct part {
    sl_ntt_series series;
    uint32_t log2_size;
    bool is_reversed;
    uint64_t first;
    size_t block_n; /* elements of a task */
    sl_fr *values, *wanted;
    sl_fr *scratch;       /* of each thread */
    atomic_size_t differ; /* the least element that differs; SIZE_MAX: none */
} part;

static void part_make(void *data, size_t i, size_t worker) {
    const part *p = data;
    sl_ntt_series_make(p->values + i * p->block_n, p->series, p->log2_size, p->is_reversed, p->first + i * p->block_n,
                       p->scratch + 2 * worker * p->block_n);
}

static void part_compare(void *data, size_t i, size_t worker) {
    part *p = data;
    sl_fr *wanted = p->wanted + worker * p->block_n;
    sl_ntt_series_make(wanted, p->series, p->log2_size, p->is_reversed, p->first + i * p->block_n,
                       p->scratch + 2 * worker * p->block_n);
    for (size_t j = 0; j < p->block_n; j++) {
        const size_t at = i * p->block_n + j;
        if (!sl_fr_eq(&wanted[j], &p->values[at])) {
            size_t least = atomic_load(&p->differ);
            while (at < least && !atomic_compare_exchange_weak(&p->differ, &least, at)) {
            }
            return;
        }
    }
}

typedef struct ntt_bench {
    cli_state *cli;
    const bench_module *module;
    const sl_module_ntt *ntt;
    sl_module_vectors *vectors;
    uint32_t log2_size;
    sl_buf memory;
    part part;
} ntt_bench;

static sluice_status vector_fill(ntt_bench *bench, uint32_t vector, sl_ntt_series series, bool is_reversed) {
    part *p = &bench->part;
    const uint64_t size = UINT64_C(1) << bench->log2_size;
    const size_t part_n = (size_t)SL_MIN(size, UINT64_C(1) << PART_LOG2);
    p->series = series;
    p->is_reversed = is_reversed;
    for (p->first = 0; p->first < size; p->first += part_n) {
        sl_pool_for(bench->cli->context->pool, part_n / p->block_n, part_make, p);
        SL_TRY(bench->ntt->put(bench->vectors, vector, p->first, p->values, part_n, &bench->cli->err));
    }
    return SLUICE_OK;
}

static sluice_status vector_compare(ntt_bench *bench, const sl_ntt_case *c) {
    part *p = &bench->part;
    sluice_error *err = &bench->cli->err;
    const uint64_t size = UINT64_C(1) << bench->log2_size;
    const size_t part_n = (size_t)SL_MIN(size, UINT64_C(1) << PART_LOG2);
    p->series = c->out;
    p->is_reversed = c->out_is_reversed;
    for (p->first = 0; p->first < size; p->first += part_n) {
        SL_TRY(bench->ntt->get(bench->vectors, 0, p->first, p->values, part_n, err));
        atomic_store(&p->differ, SIZE_MAX);
        sl_pool_for(bench->cli->context->pool, part_n / p->block_n, part_compare, p);
        if (atomic_load(&p->differ) != SIZE_MAX) {
            return SL_FAIL(err, SLUICE_E_DEVICE, "the device computes wrongly: element %llu of the %s of 2^%u",
                           (unsigned long long)(p->first + atomic_load(&p->differ)), c->name, bench->log2_size);
        }
    }
    return SLUICE_OK;
}

static sluice_status op_bench(ntt_bench *bench, sl_module_ntt_op op, double transforms_n,
                              const bench_options *options) {
    static bench_times times;
    const sl_ntt_case *c = &sl_ntt_cases[op];
    for (uint32_t i = 0; i < c->vectors_n; i++) {
        SL_TRY(vector_fill(bench, i, c->in[i], c->in_is_reversed));
    }
    times.n = options->reps;
    for (uint64_t i = 0; i < options->reps; i++) {
        /* Times do not depend on values: the next calls take what is there. */
        SL_TRY(bench->ntt->run(bench->vectors, op, &times.ms[i], &bench->cli->err));
        if (i == 0) {
            SL_TRY(vector_compare(bench, c));
        }
    }
    const double butterflies = transforms_n * (double)(UINT64_C(1) << bench->log2_size) / 2 * bench->log2_size;
    const bench_module_row row = {
        .op = c->name,
        .detail = bench->ntt->has_large_tables(bench->vectors) ? "large tables" : "small tables",
        .log2n = bench->log2_size,
        .amount = butterflies,
        .unit = "G butterflies/s",
        .floor_ms = bench_transforms_floor_ms(&bench->module->info, transforms_n, bench->log2_size)};
    return bench_module_print(bench->cli, bench->module, &row, &times);
}

static sluice_status bench_open(ntt_bench *bench, uint32_t vectors_n) {
    sluice_error *err = &bench->cli->err;
    bench->ntt = bench->module->table->ntt;
    if (bench->ntt == NULL) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "the %s module makes no transforms", bench->module->table->name);
    }
    part *p = &bench->part;
    const size_t threads_n = sl_pool_threads(bench->cli->context->pool);
    p->log2_size = bench->log2_size;
    p->block_n = (size_t)1 << SL_MIN(bench->log2_size, (uint32_t)SL_NTT_SERIES_BLOCK_LOG2);
    SL_TRY(sl_buf_alloc_n(&bench->memory, ((size_t)1 << PART_LOG2) + 3 * threads_n * p->block_n, sizeof(sl_fr),
                          "bench values", err));
    p->values = bench->memory.data;
    p->wanted = p->values + ((size_t)1 << PART_LOG2);
    p->scratch = p->wanted + threads_n * p->block_n;
    return bench->ntt->open(bench->module->device, &bench->vectors, bench->log2_size, vectors_n, err);
}

static void bench_close(ntt_bench *bench) {
    if (bench->ntt != NULL) {
        bench->ntt->close(bench->vectors);
    }
    sl_buf_release(&bench->memory);
}

sluice_status bench_module_ntt(cli_state *cli, bench_module *module, const bench_options *options) {
    ntt_bench bench = {.cli = cli, .module = module, .log2_size = (uint32_t)options->log2n};
    sluice_status status = bench_open(&bench, 1);
    for (int op = 0; op < SL_MODULE_NTT_PRODUCTS && status == SLUICE_OK; op++) {
        status = op_bench(&bench, (sl_module_ntt_op)op, 1, options);
    }
    bench_close(&bench);
    return status;
}

sluice_status bench_module_quotient(cli_state *cli, bench_module *module, const bench_options *options) {
    ntt_bench bench = {.cli = cli, .module = module, .log2_size = (uint32_t)options->log2n};
    sluice_status status = bench_open(&bench, 3);
    if (status == SLUICE_OK) {
        status = op_bench(&bench, SL_MODULE_NTT_PRODUCTS, 4, options);
    }
    if (status == SLUICE_OK) {
        status = op_bench(&bench, SL_MODULE_NTT_QUOTIENT, 6, options);
    }
    bench_close(&bench);
    return status;
}
