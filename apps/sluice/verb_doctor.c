// SPDX-License-Identifier: MIT OR Apache-2.0
/* doctor: what this machine has, what of it is used, and why not the rest. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/cpu/select.h"
#include "backends/module/module_load.h"
#include "core/par/pool.h"
#include "core/sys/cpu.h"
#include "core/sys/meminfo.h"
#include "sluice/verbs.h"

/* One fact: a line, or a member of the JSON object. Names have underscores there and spaces for people. */
static void fact(sl_json *json, const char *name, const char *value) {
    if (json != NULL) {
        sl_json_string(json, name, value);
        return;
    }
    char spaced[24];
    (void)snprintf(spaced, sizeof spaced, "%s", name);
    for (char *at = strchr(spaced, '_'); at != NULL; at = strchr(at, '_')) {
        *at = ' ';
    }
    (void)printf("%-18s %s\n", spaced, value);
}

/* UINT64_MAX: no limit. */
static void fact_bytes(sl_json *json, const char *name, uint64_t bytes) {
    if (json == NULL) {
        fact(NULL, name, bytes == UINT64_MAX ? "none" : cli_bytes(bytes));
    } else if (bytes == UINT64_MAX) {
        sl_json_null(json, name);
    } else {
        sl_json_u64(json, name, bytes);
    }
}

static void threads(sl_json *json, const sluice_context *context) {
    const unsigned used = sluice_context_threads(context);
    const long there = sysconf(_SC_NPROCESSORS_CONF);
    if (json != NULL) {
        sl_json_u64(json, "threads", used);
        sl_json_i64(json, "processors", there);
        return;
    }
    char text[64];
    (void)snprintf(text, sizeof text, "%u of %ld processors", used, there);
    fact(NULL, "threads", text);
}

static void processor(sl_json *json) {
    fact(json, "processor", sl_cpu_machine()->brand);
    if (json != NULL) {
        sl_json_object_begin(json, "features");
    }
    for (unsigned i = 0; i < SL_CPU_FEATURES_N; i++) {
        const uint32_t feature = UINT32_C(1) << i;
        char text[160];
        (void)snprintf(text, sizeof text, "%s (%s)", sl_cpu_feature_reason(feature), sl_cpu_feature_use(feature));
        if (json != NULL) {
            sl_json_string(json, sl_cpu_feature_name(feature), text);
        } else {
            (void)printf("%-18s %s\n", sl_cpu_feature_name(feature), text);
        }
    }
    if (json != NULL) {
        sl_json_object_end(json);
    }
}

static void parameter_folder(sl_json *json) {
    const char *folder = getenv("FIL_PROOFS_PARAMETER_CACHE");
    if (folder == NULL || folder[0] == 0) {
        folder = "/var/tmp/filecoin-proof-parameters";
    }
    char text[4200];
    (void)snprintf(text, sizeof text, "%s (%s)", folder, access(folder, R_OK | X_OK) == 0 ? "readable" : "not there");
    fact(json, "parameter_folder", text);
}

static void devices(sl_json *json, const char *module) {
    char text[2048];
    sl_module_report(text, sizeof text, module);
    fact(json, "devices", text);
}

int verb_doctor(cli_state *cli, int argc, char **argv) {
    int exit_status;
    if (!cli_parse(cli, argc, argv, NULL, 0, NULL, 0, 0, &exit_status)) {
        return exit_status;
    }
    sluice_status status = cli_context_open(cli);
    if (status != SLUICE_OK) {
        return cli_fail(cli, status);
    }
    sl_json stream;
    sl_json *json = cli->json ? &stream : NULL;
    if (json != NULL) {
        sl_json_open(json, stdout);
        sl_json_object_begin(json, NULL);
    }
    char text[512];
    fact(json, "version", sluice_version());
    processor(json);
    sl_kernels_report(text, sizeof text);
    fact(json, "kernel_sets", text);
    fact(json, "kernel_set_in_use", sluice_context_kernel(cli->context));
    threads(json, cli->context);
    devices(json, cli->module == NULL ? sl_module_default_path : cli->module);
    sl_meminfo memory;
    (void)sl_meminfo_read(&memory, "");
    fact_bytes(json, "memory_total", memory.total_bytes);
    fact_bytes(json, "memory_available", memory.available_bytes);
    fact_bytes(json, "cgroup_limit", memory.cgroup_limit_bytes);
    fact(json, "huge_pages", memory.huge_pages);
    parameter_folder(json);
    if (json != NULL) {
        sl_json_object_end(json);
        status = sl_json_close(json, &cli->err);
    }
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}
