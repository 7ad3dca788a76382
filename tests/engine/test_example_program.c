// SPDX-License-Identifier: MIT OR Apache-2.0
/* examples/prove_and_verify.c: builds from the public headers alone, and does what it says. */
#include <sys/wait.h>

#include "engine/engine_case.h"

#define PROGRAM SL_TEST_EXAMPLES "/prove_and_verify"

/* Its exit status; what it printed is in the file "out". */
static int run(const char *c1, const char *key) {
    char command[2048];
    (void)snprintf(command, sizeof command, "'%s' '%s' '%s' >out 2>&1", PROGRAM, c1, key);
    const int status = system(command);
    SL_CHECK(WIFEXITED(status));
    return WEXITSTATUS(status);
}

SL_TEST(failures_are_exit_statuses) {
    engine_enter();
    SL_CHECK(run("missing.json", "missing.params") == 3);
    size_t n;
    char *out = (char *)engine_file_read("out", &n);
    SL_CHECK_MSG(strcmp(out, "E_UNKNOWN: missing.json: no such file\n") == 0, "%s", out);
    free(out);
    SL_CHECK(run(FILECOIN "porep/2KiB-v1_1-seed1/c1.json", FILECOIN "keys/porep-2KiB-seed1.vk") == 3);
    SL_CHECK(system("'" PROGRAM "' >out 2>&1") == 2 << 8);
}
