// SPDX-License-Identifier: MIT OR Apache-2.0
/* doctor: says which devices there are, and of those that are not used, why. */
#include "cli_run.h"

#define MODULE(name) SL_TEST_MODULES "/" name ".so"

/* The answer with this module names the devices so, for people and as JSON. */
static void check_devices(const char *module, const char *text) {
    for (int json = 0; json < 2; json++) {
        const cli_result run = CLI("doctor", "--module", module, json ? "--json" : "-q");
        CLI_CHECK_EXIT(run, 0);
        SL_CHECK_MSG(strstr(run.out, text) != NULL, "no '%s' in: %s", text, run.out);
        SL_CHECK(strstr(run.out, json ? "\"devices\":\"" : "\ndevices  ") != NULL);
    }
}

SL_TEST(modules) {
    cli_enter();
    check_devices(MODULE("good"),
                  "device 0: Pretended, compute 9.0, 3.0 GiB: its arithmetic is right (sm_90); device 1");
    check_devices(MODULE("good"), "not used, for it makes no proofs: pretended module");
    check_devices(MODULE("good"), "device 2 computes wrongly: fr_mul of pair 71");
    check_devices(MODULE("cpu"), "test module (sm_90); device 0: Pretended");
    check_devices(MODULE("no_driver"), "none: pretended module (sm_80 sm_90 compute_90): no device");
    check_devices(MODULE("other_version"), "expected version ");
    check_devices("good.so", "must be absolute");
    check_devices("/nowhere/at/all.so", "none: /nowhere/at/all.so: no such file");
    CLI_FAILS(2, "--module", "doctor", "--module");
}

SL_TEST(without_a_module) {
    cli_enter();
    const cli_result run = CLI("doctor");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strstr(run.out, "sluice/libsluice-cuda.so") != NULL || strstr(run.out, "cuda module") != NULL, "%s",
                 run.out);
}
