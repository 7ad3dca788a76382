// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench rows, on the processor and with the CUDA module's own functions and kernels, which the processor runs. */
#include "cli_run.h"
#include "json_text.h"

#define KERNELS_MODULE SL_TEST_MODULES "/kernels.so"
#define NO_ROWS_MODULE SL_TEST_MODULES "/good.so"

SL_TEST(on_the_processor) {
    cli_enter();
    const cli_result run = CLI("bench", "rows", "--circuit", "window-2KiB", "--reps", "1", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "circuit", "\"window-2KiB\"") && json_is(run.out, "rows", "21866"));
}

/* It compares every value with the processor's before it measures. */
SL_TEST(on_a_device) {
    cli_enter();
    const cli_result run = CLI("bench", "rows", "--circuit", "window-2KiB", "--reps", "2", "--backend", "cuda",
                               "--module", KERNELS_MODULE, "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(json_is(run.out, "backend", "\"device\"") && json_is(run.out, "rows", "21866"));
    SL_CHECK(json_is(run.out, "reps", "2") && strstr(run.out, "\"vectors\":\"a b c\"") != NULL);
    CLI_OK("bench", "rows", "--circuit", "gadget-poseidon-2", "--reps", "1", "--backend", "cuda", "--module",
           KERNELS_MODULE);
}

SL_TEST(refusals) {
    cli_enter();
    cli_result run = CLI("bench", "rows", "--circuit", "window-2KiB", "--backend", "cuda", "--module", NO_ROWS_MODULE);
    SL_CHECK(run.exit_status != 0);
    SL_CHECK_MSG(strstr(run.err, "makes no rows") != NULL, "%s", run.err);
    run = CLI("bench", "rows", "--circuit", "window-2KiB", "--backend", "cuda", "--module", "/nowhere.so");
    SL_CHECK(run.exit_status != 0 && strstr(run.err, "E_UNKNOWN") != NULL);
}
