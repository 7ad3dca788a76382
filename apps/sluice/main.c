// SPDX-License-Identifier: MIT OR Apache-2.0
/* The command `sluice`: finds the verb and runs it. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "sluice/bench.h"
#include "sluice/cli.h"
#include "sluice/verbs.h"

const cli_verb cli_verbs[] = {
    {"doctor", "", "what this machine has and what of it is used", verb_doctor},
    {"circuits", "", "every circuit with its sizes", verb_circuits},
    {"circuit info", "NAME or --structure F", "rows and wires by gadget, templates, bytes", verb_circuit_info},
    {"circuit digest", "NAME... or --structure F", "counts and digest of the constraint system", verb_circuit_digest},
    {"circuit check", "[NAME] INPUT [--partition K]", "evaluates every row on the witness", verb_circuit_check},
    {"circuit save", "NAME --out F [--digest]", "writes the structure to a file", verb_circuit_save},
    {"witness", "[NAME] INPUT [--partition K] [--out F]", "digest of the witness, and its values", verb_witness},
    {"publics", "[NAME] INPUT [--partition K]", "public inputs, one a line", verb_publics},
    {"params generate", "NAME --out F [--folded] [--seed HEX | --toxic FILE]", "makes a test key",
     verb_params_generate},
    {"params fold", "F --out G [--circuit NAME] [--seed HEX | --toxic FILE]", "makes a key that proves with less work",
     verb_params_fold},
    {"params inspect", "F", "sections, counts, offsets, which circuit it serves", verb_params_inspect},
    {"params check", "F [--vk V] [--manifest M] [--subgroup] [--original KEY]", "decodes every point",
     verb_params_check},
    {"prove",
     "INPUT [--params F | --params-dir D] --out PROOF [--partition K] [--rs R,S | @FILE] [--picture SVG] "
     "[--scratch DIR] [--resume DIR]",
     "proves, verifies, writes", verb_prove},
    {"verify", "INPUT --vk V --proof PROOF [--partition K]", "verifies from the public part alone", verb_verify},
    {"merge", "INPUT --vk V --proofs FILE... --out PROOF", "joins proofs of single partitions", verb_merge},
    {"c1 inspect", "F", "reads and checks a C1 file", verb_c1_inspect},
    {"c1 synth", "--size S --variant V --miner N --sector N --seed N --out F", "writes a C1 file without sealing",
     verb_c1_synth},
    {"vanilla synth",
     "winning|window|update|update-poseidon --size S --seed N --out DIR [--miner N --sector N] [--sectors N] "
     "[--api-version V]",
     "writes vanilla proofs without sectors", verb_vanilla_synth},
    {"bench fp", "", "times products in Fp", verb_bench_kernel},
    {"bench msm", "[--log2 N] [--group G] [--scalars K] [--points P]", "times sums of points", verb_bench_kernel},
    {"bench ntt", "[--log2 N]", "times a transform", verb_bench_kernel},
    {"bench quotient", "[--log2 N]", "times the quotient polynomial", verb_bench_kernel},
    {"bench pairing", "[--log2 N]", "times pairings", verb_bench_kernel},
    {"bench witness", "INPUT or --circuit NAME --synthetic", "times witnesses", bench_witness},
    {"bench rows", "--circuit NAME or --structure F", "times all rows on a made-up witness", bench_rows},
    {"bench prove", "INPUT or --circuit NAME --synthetic, [--params F] [--proofs N]", "times whole proofs",
     bench_prove},
    {"bench pipeline", "INPUT --params F or --circuit NAME --synthetic or --toy N [--proofs N] [LISTS]",
     "times many jobs in the engine", bench_pipeline},
    {"bench deadline", "INPUT --params F --load-c1 FILE --load-params F [--runs N] [--rounds N]",
     "times urgent jobs under load", bench_deadline},
    {"sim",
     "PROFILE [--pw LIST] [--j LIST] [--devices LIST] [--permit LIST] [--budget SIZE] [--budget-device SIZE] "
     "[--jobs N] [--seed N] [--svg FILE] | --fuzz N [--seed S] [--permit NAME]",
     "the scheduler in virtual time", verb_sim},
    {"manual", "man|bash|zsh|fish", "the manual page, or what completes words in a shell", verb_manual},
};
const size_t cli_verbs_n = sizeof cli_verbs / sizeof cli_verbs[0];

static void help_print(FILE *out) {
    (void)fprintf(out, "sluice %s: Groth16 proofs for Filecoin\n\nusage: sluice VERB ... (sluice VERB --help)\n\n",
                  sluice_version());
    for (size_t i = 0; i < cli_verbs_n; i++) {
        (void)fprintf(out, "  %-16s %s\n", cli_verbs[i].name, cli_verbs[i].summary);
    }
    (void)fprintf(out, "\nINPUT is --c1 FILE [--miner N --sector N], --vanilla FILE... --meta FILE, or --meta FILE\n\n"
                       "options of every verb:\n");
    cli_state unused = {0};
    cli_option common[CLI_COMMON_N];
    cli_common_options(&unused, common);
    cli_options_print(out, common, CLI_COMMON_N);
}

static void on_interrupt(int signal_number) {
    (void)signal_number;
    sl_outfile_discard_all();
    _exit(130);
}

/*
 * What ends a session (a closed terminal, too) removes temporary files first. A reader that has gone away and a limit
 * on file sizes are errors of the write, not the end of the process with its temporary files left behind. What the
 * parent has chosen to ignore stays ignored.
 */
static void signals_set(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    static const int ignored[] = {SIGPIPE, SIGXFSZ};
    struct sigaction action = {.sa_handler = on_interrupt};
    struct sigaction before;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(ends[i], &action, NULL);
        }
    }
    action.sa_handler = SIG_IGN;
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++) {
        (void)sigaction(ignored[i], &action, NULL);
    }
}

/* A standard stream that is closed must not be the number of the next file opened: messages would go into it. */
static void streams_hold(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1) {
            /* The wrong way round, so that using it is still an error. */
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

static bool first_word_is(const cli_verb *verb, const char *word) {
    const size_t n = cli_verb_first_n(verb);
    return strlen(word) == n && memcmp(verb->name, word, n) == 0;
}

/* `sluice params` and `sluice params --help`: the verbs of a family. False if there is none of this name. */
static bool family_print(FILE *out, const char *family) {
    bool found = false;
    for (size_t i = 0; i < cli_verbs_n; i++) {
        const cli_verb *verb = &cli_verbs[i];
        if (first_word_is(verb, family) && cli_verb_second(verb) != NULL) {
            (void)fprintf(out, "usage: sluice %s %s\n", verb->name, verb->synopsis);
            found = true;
        }
    }
    return found;
}

/* *used: how many words the verb has. */
static const cli_verb *verb_find(int argc, char **argv, int *used) {
    for (size_t i = 0; i < cli_verbs_n; i++) {
        const cli_verb *verb = &cli_verbs[i];
        const char *second = cli_verb_second(verb);
        if (first_word_is(verb, argv[1]) && (second == NULL || (argc > 2 && strcmp(argv[2], second) == 0))) {
            *used = second == NULL ? 1 : 2;
            return verb;
        }
    }
    return NULL;
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* An answer that did not get out is a failure; after another failure, which has been told, that one's status stays. */
static int cli_end(cli_state *cli, int exit_status) {
    if (exit_status != CLI_OK && exit_status != CLI_NO) {
        return exit_status;
    }
    const sluice_status flushed = cli_flush(cli);
    return flushed == SLUICE_OK ? exit_status : cli_fail(cli, flushed);
}

int main(int argc, char **argv) {
    streams_hold();
    signals_set();
    if (argc < 2) {
        help_print(stderr);
        return CLI_USAGE;
    }
    cli_state cli = {.verb = argv[1], .backend = "auto"};
    if (strcmp(argv[1], "help") == 0 || is_help(argv[1])) {
        help_print(stdout);
        return cli_end(&cli, CLI_OK);
    }
    if (strcmp(argv[1], "--version") == 0) {
        (void)printf("sluice %s\n", sluice_version());
        return cli_end(&cli, CLI_OK);
    }
    int used = 0;
    const cli_verb *verb = verb_find(argc, argv, &used);
    if (verb == NULL && argc == 3 && is_help(argv[2]) && family_print(stdout, argv[1])) {
        return cli_end(&cli, CLI_OK);
    }
    if (verb == NULL) {
        (void)fprintf(stderr, "sluice: no verb '%s%s%s'; `sluice help` lists them\n", argv[1], argc > 2 ? " " : "",
                      argc > 2 ? argv[2] : "");
        (void)family_print(stderr, argv[1]);
        return CLI_USAGE;
    }
    cli.verb = verb->name;
    const int status = verb->run(&cli, argc - 1 - used, argv + 1 + used);
    cli_progress_end(&cli);
    sluice_context_close(cli.context);
    return cli_end(&cli, status);
}
