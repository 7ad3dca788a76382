// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/module/module_load.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/module/module_elf.h"
#include "core/base/text.h"

const char sl_module_default_path[] = SL_MODULE_DEFAULT_PATH;

/* --- targets -------------------------------------------------------------------------------------------------------
 */

typedef struct target {
    bool is_ptx;
    uint32_t compute;
} target;

/* The target that *text begins with, which then stands behind it and spaces; false if it is none. */
static bool target_parse(target *out, const char **text) {
    const char *at = *text;
    const bool is_ptx = strncmp(at, "compute_", 8) == 0;
    if (!is_ptx && strncmp(at, "sm_", 3) != 0) {
        return false;
    }
    at += is_ptx ? 8 : 3;
    const size_t digits = strspn(at, "0123456789");
    if (digits < 2 || digits > 3) {
        return false;
    }
    *out = (target){is_ptx, (uint32_t)strtoul(at, NULL, 10)};
    at += digits;
    if (*at != 0 && *at != ' ') {
        return false;
    }
    *text = at + strspn(at, " ");
    return true;
}

bool sl_module_target_find(char out[24], const char *targets, uint32_t compute) {
    target best = {0}, one;
    while (*targets != 0 && target_parse(&one, &targets)) {
        const bool runs = one.compute <= compute && (one.is_ptx || one.compute / 10 == compute / 10);
        const bool is_better = best.compute == 0 || (best.is_ptx && !one.is_ptx) ||
                               (best.is_ptx == one.is_ptx && best.compute < one.compute);
        if (runs && is_better) {
            best = one;
        }
    }
    if (best.compute == 0) {
        return false;
    }
    (void)snprintf(out, 24, "%s_%u", best.is_ptx ? "compute" : "sm", best.compute);
    return true;
}

/* --- loading -------------------------------------------------------------------------------------------------------
 */

/* The members behind `table_bytes` are looked at only once those before have been found to be right. */
static sluice_status table_check(const sl_module_table *table, const char *path, sluice_error *err) {
    if (table->magic != SL_MODULE_MAGIC) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: " SL_MODULE_SYMBOL ": expected the mark %016llx, found %016llx", path,
                       (unsigned long long)SL_MODULE_MAGIC, (unsigned long long)table->magic);
    }
    if (table->abi != SL_MODULE_ABI) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected ABI version %d, found %u", path, SL_MODULE_ABI,
                       table->abi);
    }
    if (table->table_bytes != sizeof *table) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected a table of %zu bytes, found %u", path, sizeof *table,
                       table->table_bytes);
    }
    if (table->name == NULL || table->version == NULL || table->targets == NULL || table->devices_count == NULL ||
        table->device_info == NULL || table->device_open == NULL || table->device_close == NULL ||
        table->field_run == NULL || table->g1_add_pairs == NULL) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: the table has an empty entry", path);
    }
    if (strcmp(table->version, SL_VERSION) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected version %s, found %.32s", path, SL_VERSION,
                       table->version);
    }
    const char *targets = table->targets;
    target one;
    do {
        if (!target_parse(&one, &targets)) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: targets: expected sm_NN or compute_NN, found '%.32s'", path,
                           targets);
        }
    } while (*targets != 0);
    return SLUICE_OK;
}

sluice_status sl_module_load(const sl_module_table **out, const char *path, sluice_error *err) {
    if (path[0] != '/') {
        return SL_FAIL(err, SLUICE_E_USAGE, "%s: the path of a module must be absolute", path);
    }
    SL_TRY(sl_module_elf_check(path, err));
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == NULL) {
        const char *why = dlerror();
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: the system does not load it: %s", path, why == NULL ? "?" : why);
    }
    /* Not closed on failure either: what a shared object has started at loading may not survive its removal. */
    const sl_module_table *table = dlsym(handle, SL_MODULE_SYMBOL);
    if (table == NULL) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: not a module: it has no symbol " SL_MODULE_SYMBOL, path);
    }
    SL_TRY(table_check(table, path, err));
    *out = table;
    return SLUICE_OK;
}

/* --- report --------------------------------------------------------------------------------------------------------
 */

static void device_report(char *out, size_t bytes, const sl_module_table *table, uint32_t index) {
    sl_module_device_info info;
    sluice_error err;
    if (table->device_info(&info, index, &err) != SLUICE_OK) {
        sl_text_append(out, bytes, "; device %u: %s", index, err.text);
        return;
    }
    sl_text_append(out, bytes, "; device %u: %s, compute %u.%u, %.1f GiB: ", index, info.name, info.compute / 10,
                   info.compute % 10, (double)info.memory_bytes / (1 << 30));
    if (sl_module_device_check(table, index, &err) != SLUICE_OK) {
        sl_text_append(out, bytes, "%s", err.text);
        return;
    }
    char code[24];
    sl_text_append(out, bytes, "its arithmetic is right (%s)",
                   sl_module_target_find(code, table->targets, info.compute) ? code : "no code");
}

void sl_module_report(char *out, size_t bytes, const char *path) {
    out[0] = 0;
    const sl_module_table *table;
    sluice_error err;
    const sluice_status status = sl_module_load(&table, path, &err);
    if (status != SLUICE_OK) {
        sl_text_append(out, bytes, "none: %s", err.text);
        return;
    }
    uint32_t devices_n;
    if (table->devices_count(&devices_n, &err) != SLUICE_OK) {
        sl_text_append(out, bytes, "none: %s module (%s): %s", table->name, table->targets, err.text);
        return;
    }
    sl_text_append(out, bytes, "%s%s module (%s)", table->prove == NULL ? "not used, for it makes no proofs: " : "",
                   table->name, table->targets);
    for (uint32_t i = 0; i < devices_n; i++) {
        device_report(out, bytes, table, i);
    }
}
