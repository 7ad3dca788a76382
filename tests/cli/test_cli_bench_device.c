// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The kernel benches on a device, with the CUDA module's own C and kernels on the processor
 * (modules/module_kernels.c): they compare every result themselves.
 */
#include "cli_run.h"
#include "json_text.h"

#define MODULE(name) SL_TEST_MODULES "/" name ".so"
#define ON_DEVICE "--backend", "cuda", "--module", MODULE("kernels"), "--reps", "2"

SL_TEST(transforms) {
    cli_enter();
    const cli_result run = CLI("bench", "ntt", "--log2", "10", ON_DEVICE, "--json");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_EQ_U64(json_lines(run.out), 6);
    SL_CHECK(json_is(run.out, "op", "\"transform\"") && json_count(run.out, "reps") == 2);
    SL_CHECK(json_number(run.out, "median_ms") > 0 && json_number(run.out, "of_bound") > 0);
    const cli_result text = CLI("bench", "ntt", "--log2", "0", ON_DEVICE);
    CLI_CHECK_EXIT(text, 0);
    SL_CHECK(strstr(text.out, "transform up to the coset large tables 2^0") != NULL);
}

SL_TEST(quotients) {
    cli_enter();
    const cli_result run = CLI("bench", "quotient", "--log2", "12", ON_DEVICE, "--threads", "2");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK(strstr(run.out, "products on the coset") != NULL && strstr(run.out, "\nquotient") != NULL);
}

/* The same points, scalars and sum as on the processor. */
SL_TEST(sums) {
    cli_enter();
    const cli_result host = CLI("bench", "msm", "--log2", "6", "--json", "--reps", "1");
    CLI_CHECK_EXIT(host, 0);
    char want[99] = {0}; /* a run's output goes with the next run */
    const char *at = json_member(host.out, "result");
    SL_CHECK(at != NULL && strlen(at) >= sizeof want);
    memcpy(want, at, sizeof want - 1);
    const cli_result device = CLI("bench", "msm", "--log2", "6", "--json", ON_DEVICE);
    CLI_CHECK_EXIT(device, 0);
    at = json_member(device.out, "result");
    SL_CHECK(at != NULL && strncmp(at, want, sizeof want - 1) == 0);
    const cli_result pairs = CLI("bench", "msm", "--log2", "6", "--accumulate", "affine", ON_DEVICE);
    CLI_CHECK_EXIT(pairs, 0);
    SL_CHECK(strstr(pairs.out, "msm g1 random 2^6") != NULL && strstr(pairs.out, "by pairs") != NULL);
    const cli_result runs = CLI("bench", "msm", "--log2", "6", "--accumulate", "xyzz", ON_DEVICE);
    CLI_CHECK_EXIT(runs, 0);
    SL_CHECK(strstr(runs.out, "msm g1 random, xyzz 2^6") != NULL && strstr(runs.out, "by runs") != NULL);
    const cli_result bits = CLI("bench", "msm", "--log2", "7", "--scalars", "witness", "--group", "g2", ON_DEVICE);
    CLI_CHECK_EXIT(bits, 0);
    SL_CHECK(strstr(bits.out, "msm g2 bits and full 2^7") != NULL && strstr(bits.out, "windows") != NULL);
}

SL_TEST(devices_that_fail) {
    static const char *const calls[] = {"0", "3", "8", "14", "20"};
    cli_enter();
    for (size_t i = 0; i < SL_ARRAY_N(calls); i++) {
        SL_CHECK(setenv("SL_TEST_FAIL_FIRST", calls[i], 1) == 0);
        CLI_FAILS(5, "E_DEVICE", "bench", "ntt", "--log2", "6", ON_DEVICE);
        CLI_FAILS(5, "E_DEVICE", "bench", "msm", "--log2", "6", ON_DEVICE);
    }
    SL_CHECK(unsetenv("SL_TEST_FAIL_FIRST") == 0);
}

SL_TEST(wrong_results) {
    cli_enter();
    SL_CHECK(setenv("SL_TEST_WRONG", "1", 1) == 0);
    CLI_FAILS(5, "computes wrongly: element 63 of the ", "bench", "ntt", "--log2", "6", ON_DEVICE);
    CLI_FAILS(5, "computes wrongly: element 63 of the ", "bench", "quotient", "--log2", "6", ON_DEVICE);
    CLI_FAILS(5, "computes wrongly: the sum of 2^6 terms", "bench", "msm", "--log2", "6", ON_DEVICE);
    SL_CHECK(unsetenv("SL_TEST_WRONG") == 0);
}

SL_TEST(wrong_use) {
    cli_enter();
    CLI_FAILS(2, "of the processor", "bench", "pairing", ON_DEVICE);
    CLI_FAILS(2, "sequence", "bench", "msm", "--log2", "4", "--points", "random", ON_DEVICE);
    CLI_FAILS(2, "--accumulate", "bench", "msm", "--log2", "4", "--accumulate", "projective", ON_DEVICE);
    CLI_FAILS(2, "--accumulate", "bench", "msm", "--log2", "4", "--group", "g2", "--accumulate", "xyzz", ON_DEVICE);
    CLI_FAILS(2, "--backend cuda", "bench", "msm", "--log2", "4", "--accumulate", "xyzz");
    CLI_FAILS(2, "--reps", "bench", "ntt", "--log2", "4", "--backend", "cuda", "--module", MODULE("kernels"), "--reps",
              "0");
    CLI_FAILS(3, "makes no transforms", "bench", "ntt", "--backend", "cuda", "--module", MODULE("good"));
    CLI_FAILS(3, "makes no sums", "bench", "msm", "--backend", "cuda", "--module", MODULE("good"));
    CLI_FAILS(5, "there are", "bench", "ntt", ON_DEVICE, "--devices", "9");
    CLI_FAILS(2, "absolute", "bench", "ntt", "--backend", "cuda", "--module", "good.so");
}
