// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The module of the processor, for tests through the program. What goes wrong is said by the environment: SL_TEST_FAIL
 * is the number of the call that fails and takes the device along, SL_TEST_GONE set: for good; SL_TEST_WRONG is the
 * number of the section of which all sums are wrong, or the first SL_TEST_WRONG_N; SL_TEST_DEVICES is how many devices
 * there are. SL_TEST_WAIT is a folder: the first sum over h waits for a proof in it, half a minute at most, and then
 * its device is gone.
 */
#include "modules/cpu_module_tmpl.h"

#include <dirent.h>
#include <limits.h>

static int setting(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text == NULL ? otherwise : atoi(text);
}

static sluice_status first_count(uint32_t *out, sluice_error *err) {
    cpu.fail_at = setting("SL_TEST_FAIL", -1);
    cpu.stays_lost = getenv("SL_TEST_GONE") != NULL;
    cpu.wrong_section = setting("SL_TEST_WRONG", -1);
    cpu.wrong_n = setting("SL_TEST_WRONG_N", INT_MAX);
    SL_TRY(cpu_table.devices_count(out, err));
    *out = (uint32_t)setting("SL_TEST_DEVICES", (int)*out);
    return SLUICE_OK;
}

static bool has_proof(const char *path) {
    static const char ending[] = ".proof";
    DIR *folder = opendir(path);
    bool found = false;
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const size_t n = strlen(entry->d_name);
        found = found || (n >= sizeof ending && strcmp(entry->d_name + n - (sizeof ending - 1), ending) == 0);
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    return found;
}

static sluice_status waiting_h(sl_module_proof *proof, sl_g1_affine *out, sluice_error *err) {
    static atomic_int sums_n;
    const char *path = getenv("SL_TEST_WAIT");
    if (path == NULL || atomic_fetch_add(&sums_n, 1) != 0) {
        return cpu_proof_h(proof, out, err);
    }
    for (int i = 0; i < 3000 && !has_proof(path); i++) {
        const struct timespec short_time = {.tv_nsec = 10000000};
        (void)nanosleep(&short_time, NULL);
    }
    cpu.stays_lost = true;
    atomic_store(&cpu.is_lost[proof->key->device], true);
    return SL_FAIL(err, SLUICE_E_DEVICE, "gone by a test");
}

extern sl_module_table sluice_module;
sl_module_table sluice_module;

__attribute__((constructor)) static void table_make(void) {
    static sl_module_prove prove;
    prove = cpu_prove;
    prove.proof_h = waiting_h;
    sluice_module = cpu_table;
    sluice_module.prove = &prove;
    sluice_module.devices_count = first_count;
}
