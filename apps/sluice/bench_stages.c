// SPDX-License-Identifier: MIT OR Apache-2.0
/* What a device does for a partition, kernel by kernel, beside what its multipliers and its memory allow at best. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "engine/flow/device_module.h"
#include "sluice/bench_module.h"

/* A kernel, or a few that go together. Floors are 0 where nothing is counted. */
typedef struct kernel_row {
    char name[48];
    double ms, arithmetic_ms, memory_ms;
} kernel_row;

enum { ROWS_MAX = 3 + 2 * SL_MODULE_SUM_STAGES_N, ELEMENT_BYTES = 32 };

typedef struct kernel_table {
    kernel_row rows[ROWS_MAX];
    unsigned n;
    double all_ms;
} kernel_table;

static void row_add(kernel_table *table, const sl_device_module_stats *stats, const char *group, const char *name,
                    kernel_row row) {
    const double n = (double)stats->staged_n;
    if (row.ms > 0) {
        (void)snprintf(row.name, sizeof row.name, "%s%s", group, name);
        row.ms /= n;
        row.arithmetic_ms /= n;
        row.memory_ms /= n;
        table->all_ms += row.ms;
        table->rows[table->n++] = row;
    }
}

/*
 * Vectors that the passes of the transforms read and write: an inverse one and one onto the coset share a pass; b's
 * last one reads a as well. Then c's, and those of the quotient, which read c in the end.
 */
static double quotient_vectors(const sl_device_module_stats *stats) {
    const unsigned passes = (stats->domain_log2 + 8) / 9;
    const unsigned to_coset = 2 * passes - 1;
    return 2 * (2 * to_coset) + 1 + (stats->is_folded ? 0 : 2 * (2 * passes) + 1);
}

static void sums_add(kernel_table *table, const sl_device_module_stats *stats, int group) {
    static const char *const names[] = {
#define STAGE_TEXT(name, text) text,
        SL_MODULE_SUM_STAGES(STAGE_TEXT)
#undef STAGE_TEXT
    };
    for (int i = 0; i < SL_MODULE_SUM_STAGES_N; i++) {
        const sl_module_stage *stage = &stats->staged.stages[group][i];
        const kernel_row row = {
            .ms = stage->ms,
            .arithmetic_ms =
                bench_floor_ms(&stats->info, group == 0 ? BENCH_G1_ADD : BENCH_G2_ADD, (double)stage->additions),
            .memory_ms = bench_memory_floor_ms(&stats->info, (double)stage->bytes),
        };
        row_add(table, stats, group == 0 ? "G1 " : "G2 ", names[i], row);
    }
}

static kernel_table table_make(const sl_device_module_stats *stats) {
    kernel_table table = {.n = 0};
    const sl_module_proof_times *times = &stats->staged;
    const double n = (double)stats->staged_n;
    const double vector_bytes = n * ELEMENT_BYTES * ldexp(1, (int)stats->domain_log2);
    row_add(&table, stats, "", "upload of the witness", (kernel_row){.ms = times->upload});
    row_add(&table, stats, "", "rows and terms",
            (kernel_row){.ms = times->rows - times->upload,
                         .memory_ms = bench_memory_floor_ms(&stats->info, (stats->is_folded ? 2 : 3) * vector_bytes)});
    row_add(
        &table, stats, "", "transforms",
        (kernel_row){
            .ms = times->quotient,
            .arithmetic_ms = n * bench_transforms_floor_ms(&stats->info, stats->is_folded ? 4 : 6, stats->domain_log2),
            .memory_ms = bench_memory_floor_ms(&stats->info, quotient_vectors(stats) * vector_bytes),
        });
    sums_add(&table, stats, 0);
    sums_add(&table, stats, 1);
    return table;
}

static void percent_print(double floor_ms, double ms) {
    if (floor_ms > 0) {
        (void)printf(" %11.0f", 100 * floor_ms / ms);
    } else {
        (void)printf(" %11s", "-");
    }
}

void bench_stages_print(const sl_device_module_stats *stats) {
    if (stats->staged_n == 0) {
        return;
    }
    const kernel_table table = table_make(stats);
    (void)printf("  %-32s %9s %7s %11s %11s\n", "kernel of a partition", "ms", "share %", "products %", "memory %");
    for (unsigned i = 0; i < table.n; i++) {
        const kernel_row *row = &table.rows[i];
        (void)printf("  %-32s %9.3f %7.1f", row->name, row->ms, 100 * row->ms / table.all_ms);
        percent_print(row->arithmetic_ms, row->ms);
        percent_print(row->memory_ms, row->ms);
        (void)printf("\n");
    }
    (void)printf("  %-32s %9.3f\n", "all of them", table.all_ms);
}

void bench_stages_json(sl_json *json, const sl_device_module_stats *stats) {
    if (stats->staged_n == 0) {
        return;
    }
    const kernel_table table = table_make(stats);
    sl_json_array_begin(json, "kernels");
    for (unsigned i = 0; i < table.n; i++) {
        const kernel_row *row = &table.rows[i];
        sl_json_object_begin(json, NULL);
        sl_json_string(json, "name", row->name);
        sl_json_f64(json, "ms", row->ms);
        if (row->arithmetic_ms > 0) {
            sl_json_f64(json, "of_products", row->arithmetic_ms / row->ms);
        }
        if (row->memory_ms > 0) {
            sl_json_f64(json, "of_memory", row->memory_ms / row->ms);
        }
        sl_json_object_end(json);
    }
    sl_json_array_end(json);
}
