// SPDX-License-Identifier: MIT OR Apache-2.0
/* The command `sluice`: finds the verb and runs it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "sluice/cli.h"
#include "sluice/verbs.h"

#define COMMON_HELP                                                                       \
    "  --json             one JSON object a line on stdout\n"                             \
    "  -q, --quiet        no progress and no notes\n"                                     \
    "  --threads N        threads (default: affinity and cgroup cpu limit)\n"             \
    "  --budget SIZE      hard ceiling for memory\n"                                      \
    "  --kernel NAME      auto or a kernel set of `sluice doctor` (also SLUICE_KERNEL)\n" \
    "  --backend NAME     auto or cpu\n"

const cli_verb cli_verbs[] = {
    {"doctor", "", "what this machine has and what of it is used", verb_doctor},
    {"circuits", "", "every circuit with its sizes", verb_circuits},
    {"circuit info", "NAME", "rows and wires by gadget, templates, bytes", verb_circuit_info},
    {"circuit digest", "NAME...", "counts and digest of the constraint system", verb_circuit_digest},
    {"circuit check", "[NAME] INPUT [--partition K]", "evaluates every row on the witness", verb_circuit_check},
    {"circuit save", "NAME --out F", "writes the structure to a file", verb_circuit_save},
    {"witness", "[NAME] INPUT [--partition K] [--out F]", "digest of the witness, and its values", verb_witness},
    {"publics", "[NAME] INPUT [--partition K]", "public inputs, one a line", verb_publics},
    {"params generate", "NAME --out F [--seed HEX | --toxic FILE]", "makes a test key", verb_params_generate},
    {"params inspect", "F", "sections, counts, offsets, which circuit it serves", verb_params_inspect},
    {"params check", "F [--vk V] [--manifest M] [--subgroup]", "decodes every point", verb_params_check},
    {"prove", "INPUT [--params F | --params-dir D] --out PROOF [--partition K] [--rs R,S | @FILE] [--picture SVG]",
     "proves, verifies, writes", verb_prove},
    {"verify", "INPUT --vk V --proof PROOF [--partition K]", "verifies from the public part alone", verb_verify},
    {"c1 inspect", "F", "reads and checks a C1 file", verb_c1_inspect},
    {"c1 synth", "--size S --variant V --miner N --sector N --seed N --out F", "writes a C1 file without sealing",
     verb_c1_synth},
    {"bench", "fp|msm|ntt|quotient|pairing|witness|prove ...", "times kernels and whole proofs", verb_bench},
};
const size_t cli_verbs_n = sizeof cli_verbs / sizeof cli_verbs[0];

static void help_print(FILE *out) {
    (void)fprintf(out, "sluice %s: Groth16 proofs for Filecoin\n\nusage: sluice VERB ... (sluice VERB --help)\n\n",
                  sluice_version());
    for (size_t i = 0; i < cli_verbs_n; i++) {
        (void)fprintf(out, "  %-16s %s\n", cli_verbs[i].name, cli_verbs[i].summary);
    }
    (void)fprintf(out, "\nINPUT is --c1 FILE [--miner N --sector N], --vanilla FILE... --meta FILE, or --meta FILE\n\n"
                       "options of every verb:\n" COMMON_HELP);
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    sl_outfile_discard_all();
    _exit(130);
}

/* Verbs have one or two words; *used says how many. */
static const cli_verb *verb_find(int argc, char **argv, int *used) {
    for (size_t i = 0; i < cli_verbs_n; i++) {
        const cli_verb *verb = &cli_verbs[i];
        const char *space = strchr(verb->name, ' ');
        const size_t first = space == NULL ? strlen(verb->name) : (size_t)(space - verb->name);
        if (strlen(argv[1]) != first || strncmp(argv[1], verb->name, first) != 0) {
            continue;
        }
        if (space == NULL) {
            *used = 1;
            return verb;
        }
        if (argc > 2 && strcmp(argv[2], space + 1) == 0) {
            *used = 2;
            return verb;
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    struct sigaction action = {.sa_handler = on_interrupt};
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    if (argc < 2) {
        help_print(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        help_print(stdout);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        (void)printf("sluice %s\n", sluice_version());
        return CLI_OK;
    }
    int used = 0;
    const cli_verb *verb = verb_find(argc, argv, &used);
    if (verb == NULL) {
        (void)fprintf(stderr, "sluice: no verb '%s%s%s'; `sluice help` lists them\n", argv[1], argc > 2 ? " " : "",
                      argc > 2 ? argv[2] : "");
        return CLI_USAGE;
    }
    cli_state cli = {.verb = verb->name, .kernel = "auto", .backend = "auto"};
    const int status = verb->run(&cli, argc - 1 - used, argv + 1 + used);
    cli_progress_end(&cli);
    sluice_context_close(cli.context);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        (void)fprintf(stderr, "sluice: standard output: write failed\n");
        return sluice_status_exit(SLUICE_E_OS);
    }
    return status;
}
