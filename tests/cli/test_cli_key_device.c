// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Keys made on a device through the program, with the CUDA module's own C and kernels on the processor: the same bytes,
 * and a status or a key for whatever fails. SL_TEST_FAIL is what that module looks at (modules/module_kernels.c).
 */
#include "cli_run.h"
#include "json_text.h"

#define MODULE(name) SL_TEST_MODULES "/" name ".so"
#define GENERATE "params", "generate", "gadget-poseidon-2", "--seed", SCALAR_3, "-q"
#define ON_DEVICE "--backend", "cuda", "--module", MODULE("kernels")

static void fail_at(const char *call) {
    SL_CHECK((call == NULL ? unsetenv("SL_TEST_FAIL") : setenv("SL_TEST_FAIL", call, 1)) == 0);
}

SL_TEST(same_bytes) {
    cli_enter();
    CLI_OK(GENERATE, "--out", "k.params");
    const cli_result run = CLI(GENERATE, ON_DEVICE, "--out", "d.params", "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(run.err_n == 0 && json_is(run.out, "circuit", "\"gadget-poseidon-2\""));
    SL_CHECK(cli_file_is("d.params", "k.params") && cli_file_is("d.vk", "k.vk"));
    CLI_OK(GENERATE, "--module", MODULE("kernels"), "--out", "auto.params");
    SL_CHECK(cli_file_is("auto.params", "k.params"));
}

SL_TEST(folded) {
    cli_enter();
    CLI_OK(GENERATE, "--out", "k.params");
    CLI_OK("params", "fold", "k.params", "--seed", SCALAR_3, "--out", "f", "-q");
    CLI_OK("params", "fold", "k.params", "--seed", SCALAR_3, ON_DEVICE, "--out", "g", "-q");
    SL_CHECK(cli_file_is("g", "f"));
    CLI_OK(GENERATE, ON_DEVICE, "--folded", "--out", "d.params");
    SL_CHECK(cli_file_is("d.params", "f"));
}

/* Without secrets: the transforms on the device. */
SL_TEST_FULL(folded_from_the_key) {
    cli_enter();
    CLI_OK(GENERATE, "--out", "k.params");
    CLI_OK("params", "fold", "k.params", "--seed", SCALAR_3, "--out", "f", "-q");
    CLI_OK("params", "fold", "k.params", ON_DEVICE, "--out", "g", "-q");
    SL_CHECK(cli_file_is("g", "f"));
    /* calls of opening, of the first points, of the first transform, of the second one */
    static const char *const calls[] = {"0", "4", "12", "30", "60"};
    const size_t n = cli_files_n(".");
    for (size_t i = 0; i < SL_ARRAY_N(calls); i++) {
        fail_at(calls[i]);
        CLI_FAILS(5, "E_DEVICE", "params", "fold", "k.params", ON_DEVICE, "--out", "x", "-q");
        SL_CHECK_EQ_U64(cli_files_n("."), n);
    }
    /* with a processor in reserve, which goes on with what there is */
    CLI_OK("params", "fold", "k.params", "--module", MODULE("kernels"), "--out", "x", "-q");
    SL_CHECK(cli_file_is("x", "f"));
    fail_at(NULL);
}

/* Some calls of some hundred: of opening, of the table, of multiples. */
SL_TEST(devices_that_fail) {
    static const char *const calls[] = {"0", "25", "70"};
    cli_enter();
    CLI_OK(GENERATE, "--out", "k.params");
    const size_t n = cli_files_n(".");
    for (size_t i = 0; i < SL_ARRAY_N(calls); i++) {
        fail_at(calls[i]);
        CLI_FAILS(5, "E_DEVICE", GENERATE, ON_DEVICE, "--out", "d.params");
        SL_CHECK_EQ_U64(cli_files_n("."), n);
    }
    /* with a processor in reserve */
    fail_at("70");
    CLI_OK(GENERATE, "--module", MODULE("kernels"), "--out", "d.params");
    SL_CHECK(cli_file_is("d.params", "k.params"));
    CLI_OK("params", "fold", "k.params", "--seed", SCALAR_3, "--out", "f", "-q");
    CLI_OK("params", "fold", "k.params", "--seed", SCALAR_3, "--module", MODULE("kernels"), "--out", "g", "-q");
    SL_CHECK(cli_file_is("g", "f"));
    fail_at(NULL);
}

SL_TEST(a_budget_of_the_device) {
    cli_enter();
    CLI_OK(GENERATE, "--out", "k.params");
    CLI_OK(GENERATE, ON_DEVICE, "--budget-device", "16MiB", "--out", "d.params");
    SL_CHECK(cli_file_is("d.params", "k.params"));
    const size_t n = cli_files_n(".");
    CLI_FAILS(4, "E_BUDGET", GENERATE, ON_DEVICE, "--budget-device", "64KiB", "--out", "e.params");
    CLI_FAILS(4, "E_BUDGET", "params", "fold", "k.params", ON_DEVICE, "--budget-device", "64KiB", "--out", "e", "-q");
    SL_CHECK_EQ_U64(cli_files_n("."), n);
    CLI_OK(GENERATE, "--module", MODULE("kernels"), "--budget-device", "64KiB", "--out", "f.params");
    SL_CHECK(cli_file_is("f.params", "k.params"));
}

SL_TEST_FULL(a_budget_of_the_device_for_a_fold) {
    static const char *const budgets[] = {"1GiB", "1MiB"}; /* enough, and not: the processor is in reserve */
    cli_enter();
    CLI_OK(GENERATE, "--out", "k.params");
    CLI_OK("params", "fold", "k.params", "--out", "f", "-q");
    for (size_t i = 0; i < SL_ARRAY_N(budgets); i++) {
        CLI_OK("params", "fold", "k.params", "--module", MODULE("kernels"), "--budget-device", budgets[i], "--out", "g",
               "-q");
        SL_CHECK(cli_file_is("g", "f"));
        SL_CHECK(remove("g") == 0);
    }
}

SL_TEST(modules_that_make_no_keys) {
    cli_enter();
    CLI_FAILS(3, "makes no keys", GENERATE, "--backend", "cuda", "--module", MODULE("good"), "--out", "x");
    CLI_FAILS(3, "no_table", GENERATE, "--module", MODULE("no_table"), "--out", "x");
    CLI_FAILS(2, "gpu", GENERATE, "--backend", "gpu", "--out", "x");
    SL_CHECK_EQ_U64(cli_files_n("."), 0);
}
