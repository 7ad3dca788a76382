// SPDX-License-Identifier: MIT OR Apache-2.0
/* Sector updates from the command line: given vanilla proofs are checked, a proof of the reference verifies. */
#include "cli/cli_run.h"
#include "cli/json_text.h"

#define ONE FILECOIN "update/2KiB-seed1/"
#define ONE_META "--meta", ONE "meta.json"
#define TWO FILECOIN "update/16KiB-seed4/"
#define TWO_META "--meta", TWO "meta.json"
#define VERIFY "verify", "--vk", FILECOIN "keys/update-2KiB-seed1.vk", "--proof"

SL_TEST(circuit_is_known) {
    cli_enter();
    const cli_result run = CLI("circuit", "digest", "update-poseidon-2k");
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strstr(run.out, "c4c30fa1d5352f2413fd7ac8d04dfb05747b33e49ba060892d1a1b801dd1220e") != NULL, "%s",
                 run.out);
}

SL_TEST(vanilla_proofs_are_checked) {
    cli_enter();
    const cli_result run = CLI("circuit", "check", "--vanilla", ONE "vanilla-0.bin", ONE_META);
    CLI_CHECK_EXIT(run, 0);
    SL_CHECK_MSG(strcmp(run.out, "satisfied\n") == 0, "%s", run.out);
    CLI_FAILS(3, "expected 1, one for each partition, found 2", "circuit", "check", "--vanilla", ONE "vanilla-0.bin",
              ONE "vanilla-0.bin", ONE_META);
    /* Another order of the partitions, and the files of another sector. */
    CLI_FAILS(3, "vanilla-1.bin: partition 0: challenge 0", "witness", "--vanilla", TWO "vanilla-1.bin",
              TWO "vanilla-0.bin", TWO_META);
    CLI_FAILS(3, "apex_leafs", "circuit", "check", "--vanilla", TWO "vanilla-0.bin", ONE_META);
    CLI_FAILS(3, "window-2KiB", "circuit", "check", "window-2KiB", "--vanilla", ONE "vanilla-0.bin", ONE_META);
}

SL_TEST(proofs_of_the_reference) {
    cli_enter();
    CLI_OK(VERIFY, FILECOIN "proofs/update-2KiB-seed1.r2-s3.proof", ONE_META);
    /* Some other proof of one partition. */
    cli_result run = CLI(VERIFY, FILECOIN "proofs/winning-2KiB.r2-s3.proof", ONE_META);
    CLI_CHECK_EXIT(run, 1);
    SL_CHECK(strcmp(run.out, "invalid\n") == 0);
    /* A sector of two partitions has a proof of two. */
    CLI_FAILS(3, "384", VERIFY, FILECOIN "proofs/update-2KiB-seed1.r2-s3.proof", TWO_META);
}
