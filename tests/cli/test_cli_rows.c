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

SL_TEST(wrong_rows) {
    cli_enter();
    SL_CHECK(setenv("SL_TEST_WRONG", "1", 1) == 0);
    CLI_FAILS(5, "row 0 differs from the processor's", "bench", "rows", "--circuit", "gadget-poseidon-2", "--backend",
              "cuda", "--module", KERNELS_MODULE);
    SL_CHECK(unsetenv("SL_TEST_WRONG") == 0);
}

SL_TEST(refusals) {
    cli_enter();
    CLI_FAILS(3, "makes no rows", "bench", "rows", "--circuit", "gadget-poseidon-2", "--backend", "cuda", "--module",
              NO_ROWS_MODULE);
    CLI_FAILS(3, "E_UNKNOWN", "bench", "rows", "--circuit", "gadget-poseidon-2", "--backend", "cuda", "--module",
              "/nowhere.so");
    CLI_FAILS(2, "--reps is 1 to", "bench", "rows", "--circuit", "gadget-poseidon-2", "--backend", "cuda", "--module",
              KERNELS_MODULE, "--reps", "0");
}
