// SPDX-License-Identifier: MIT OR Apache-2.0
/* What devices did in a bench: stages of the host and of the device for each partition, key and memory. */
#include <inttypes.h>
#include <stdio.h>

#include "engine/flow/device_module.h"
#include "sluice/bench.h"

/* A stage, in ms of a partition. */
typedef struct stage_row {
    const char *name, *field;
    double ms;
    bool is_device;
} stage_row;

enum { STAGES_N = 10 };

static void stages_make(stage_row out[STAGES_N], const sl_device_module_stats *stats) {
    const double n = stats->proofs_n == 0 ? 1 : (double)stats->proofs_n;
    const stage_row rows[STAGES_N] = {
        {"terms", "terms_s", 1e3 * stats->terms_s, false},
        {"rows", "rows_s", 1e3 * stats->rows_s, false},
        {"sum h, waiting included", "h_s", 1e3 * stats->h_s, false},
        {"other sums, waiting included", "sums_s", 1e3 * stats->sums_s, false},
        {"witness, rows, terms", "device_rows_s", stats->rows_ms, true},
        {"quotient", "quotient_s", stats->quotient_ms, true},
        {"sum h", "device_h_s", stats->h_ms, true},
        {"sums l, a, b_g1", "device_l_a_b_g1_s", stats->l_a_b_g1_ms, true},
        {"sum b_g2", "device_b_g2_s", stats->b_g2_ms, true},
        {"waiting for other proofs", "device_wait_s", stats->wait_ms, false},
    };
    for (int i = 0; i < STAGES_N; i++) {
        out[i] = rows[i];
        out[i].ms /= n;
    }
}

static void device_print(const char *name, const sl_device_module_stats *stats) {
    static const char *const uses[] = {
#define USE_NAME(use, text) text,
        SL_MODULE_USES(USE_NAME)
#undef USE_NAME
    };
    stage_row rows[STAGES_N];
    double device_ms = 0;
    stages_make(rows, stats);
    (void)printf("%s: %" PRIu64 " partitions\n  %-32s %12s %12s\n", name, stats->proofs_n, "stage of a partition",
                 "host ms", "device ms");
    for (int i = 0; i < STAGES_N; i++) {
        (void)printf("  %-32s %*.1f\n", rows[i].name, rows[i].is_device ? 25 : 12, rows[i].ms);
        device_ms += rows[i].is_device ? rows[i].ms : 0;
    }
    (void)printf("  %-32s %25.1f\n", "all of the device", device_ms);
    bench_stages_print(stats);
    (void)printf("  keys: %" PRIu64 " uploaded or made, %s in %.2f s\n", stats->uploads_n,
                 cli_bytes(stats->upload_bytes), stats->upload_s);
    (void)printf("  device memory: at most %s of %s (", cli_bytes(stats->memory.peak),
                 stats->memory.budget == 0 ? "any" : cli_bytes(stats->memory.budget));
    for (int use = 0; use < SL_MODULE_USES_N; use++) {
        (void)printf("%s%s %s", use == 0 ? "" : ", ", uses[use], cli_bytes(stats->memory.bytes[use]));
    }
    (void)printf("), pinned %s, streamed %s a partition\n", cli_bytes(stats->memory.pinned),
                 cli_bytes(stats->memory.streamed));
}

void bench_devices_print(struct sl_device *const *devices, unsigned n) {
    for (unsigned d = 0; d < n; d++) {
        if (devices[d]->is_elsewhere) {
            sl_device_module_stats stats;
            sl_device_module_stats_get(devices[d], &stats);
            device_print(devices[d]->name, &stats);
        }
    }
}

void bench_devices_json(sl_json *json, struct sl_device *const *devices, unsigned n) {
    sl_json_array_begin(json, "device_stages");
    for (unsigned d = 0; d < n; d++) {
        if (!devices[d]->is_elsewhere) {
            continue;
        }
        sl_device_module_stats stats;
        stage_row rows[STAGES_N];
        sl_device_module_stats_get(devices[d], &stats);
        stages_make(rows, &stats);
        sl_json_object_begin(json, NULL);
        sl_json_string(json, "name", devices[d]->name);
        sl_json_u64(json, "partitions", stats.proofs_n);
        for (int i = 0; i < STAGES_N; i++) {
            sl_json_f64(json, rows[i].field, rows[i].ms / 1e3);
        }
        bench_stages_json(json, &stats);
        sl_json_u64(json, "uploads", stats.uploads_n);
        sl_json_u64(json, "upload_bytes", stats.upload_bytes);
        sl_json_f64(json, "upload_s", stats.upload_s);
        sl_json_u64(json, "peak_device_bytes", stats.memory.peak);
        sl_json_u64(json, "pinned_bytes", stats.memory.pinned);
        sl_json_u64(json, "streamed_bytes", stats.memory.streamed);
        sl_json_object_end(json);
    }
    sl_json_array_end(json);
}
