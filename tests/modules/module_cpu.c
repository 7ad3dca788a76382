// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The module of the processor, for tests through the program. What goes wrong is said by the environment: SL_TEST_FAIL
 * is the number of the call that fails and takes the device along, SL_TEST_GONE set: for good; SL_TEST_WRONG is the
 * number of the section of which all sums are wrong; SL_TEST_DEVICES is how many devices there are.
 */
#include "modules/cpu_module_tmpl.h"

#include <limits.h>

static int setting(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text == NULL ? otherwise : atoi(text);
}

static sluice_status first_count(uint32_t *out, sluice_error *err) {
    cpu.fail_at = setting("SL_TEST_FAIL", -1);
    cpu.stays_lost = getenv("SL_TEST_GONE") != NULL;
    cpu.wrong_section = setting("SL_TEST_WRONG", -1);
    cpu.wrong_n = INT_MAX;
    SL_TRY(cpu_table.devices_count(out, err));
    *out = (uint32_t)setting("SL_TEST_DEVICES", (int)*out);
    return SLUICE_OK;
}

extern sl_module_table sluice_module;
sl_module_table sluice_module;

__attribute__((constructor)) static void table_make(void) {
    sluice_module = cpu_table;
    sluice_module.devices_count = first_count;
}
