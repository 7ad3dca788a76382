// SPDX-License-Identifier: MIT OR Apache-2.0
/* manual: the manual page, and the walk over the verbs that all forms share. */
#include <stdio.h>
#include <string.h>

#include "sluice/manual.h"
#include "sluice/verbs.h"

manual_value manual_value_of(const cli_option *option) {
    switch (option->kind) {
    case CLI_FILE:
    case CLI_LIST:
        return MANUAL_FILE;
    case CLI_FOLDER:
        return MANUAL_FOLDER;
    case CLI_CIRCUIT:
        return MANUAL_CIRCUIT;
    case CLI_FLAG:
    case CLI_STRING:
    case CLI_COUNT:
    case CLI_SIZE:
    case CLI_HEX:
        break;
    }
    return strcmp(option->name, "kernel") == 0    ? MANUAL_KERNEL
           : strcmp(option->name, "backend") == 0 ? MANUAL_BACKEND
                                                  : MANUAL_WORD;
}

bool manual_same_family(const cli_verb *a, const cli_verb *b) {
    const size_t n = cli_verb_first_n(a);
    return n == cli_verb_first_n(b) && memcmp(a->name, b->name, n) == 0;
}

bool manual_is_first_of_family(const cli_verb *verb) {
    return verb == cli_verbs || !manual_same_family(verb - 1, verb);
}

/* What stands where options do not, as the synopsis tells it. */
static manual_value positional_of(const cli_verb *verb) {
    const char *synopsis = verb->synopsis[0] == '[' ? verb->synopsis + 1 : verb->synopsis;
    if (strncmp(synopsis, "NAME", 4) == 0) {
        return MANUAL_CIRCUIT;
    }
    return synopsis[0] == 'F' && (synopsis[1] == 0 || synopsis[1] == ' ') ? MANUAL_FILE : MANUAL_WORD;
}

/* The manual page. */

/* Text for roff: a hyphen that is typed is not one that is set, and a line must not begin as a request does. */
static void roff(const char *text) {
    if (*text == '.' || *text == '\'') {
        (void)fputs("\\&", stdout);
    }
    for (; *text != 0; text++) {
        if (*text == '-') {
            (void)fputs("\\-", stdout);
        } else if (*text == '\\') {
            (void)fputs("\\e", stdout);
        } else {
            (void)putchar(*text);
        }
    }
}

static void man_option(const cli_option *option) {
    (void)printf(".TP\n\\fB%s\\-\\-", strcmp(option->name, "quiet") == 0 ? "\\-q\\fR, \\fB" : "");
    roff(option->name);
    (void)fputs("\\fR", stdout);
    if (option->value != NULL) {
        (void)fputs(" \\fI", stdout);
        roff(option->value);
        (void)fputs("\\fR", stdout);
    }
    (void)putchar('\n');
    roff(option->help);
    (void)putchar('\n');
}

static void man_begin(const cli_option *common, size_t common_n) {
    (void)printf(".TH SLUICE 1 \"\" \"sluice %s\" \"User Commands\"\n", sluice_version());
    (void)fputs(
        ".SH NAME\nsluice \\- Groth16 proofs for Filecoin\n"
        ".SH SYNOPSIS\n.B sluice\n\\fIVERB\\fR [\\fIWORD\\fR]... [\\fIOPTION\\fR]...\n"
        ".SH DESCRIPTION\n"
        "Makes and verifies the proofs of Filecoin's sectors (PoRep, PoSt, sector updates) from the files of a\n"
        "storage provider, and the keys that this takes. Standard output carries the answer, standard error\n"
        "everything else. \\fB\\-\\fR stands for standard input or output where a file is expected. Output\n"
        "files appear complete or not at all. Sizes are binary: 32GiB, also written 32G.\n"
        ".PP\n\\fIINPUT\\fR is one of \\fB\\-\\-c1\\fR \\fIFILE\\fR, what the first part of the commit phase\n"
        "wrote; \\fB\\-\\-vanilla\\fR \\fIFILE\\fR... \\fB\\-\\-meta\\fR \\fIFILE\\fR, vanilla proofs and\n"
        "their public part; \\fB\\-\\-meta\\fR \\fIFILE\\fR, the public part alone, for verifying.\n"
        ".SH OPTIONS\nOf every verb:\n",
        stdout);
    for (size_t i = 0; i < common_n; i++) {
        man_option(&common[i]);
    }
    (void)fputs(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nwhat the verb does, and its options\n.SH VERBS\n", stdout);
}

static void man_verb(const manual_verb *verb) {
    (void)fputs(".SS \"sluice ", stdout);
    roff(verb->verb->name);
    (void)putchar(' ');
    roff(verb->verb->synopsis);
    (void)fputs("\"\n", stdout);
    roff(verb->verb->summary);
    (void)putchar('\n');
    for (size_t i = 0; i < verb->options_n; i++) {
        man_option(&verb->options[i]);
    }
}

static void man_end(void) {
    static const struct {
        const char *status, *meaning;
    } statuses[] = {
        {"0", "done"},
        {"1", "the answer is no: an invalid proof, an unsatisfied witness, a different digest"},
        {"2", "wrong usage"},
        {"3", "bad input; the message names file, section, index, expected and found"},
        {"4", "refused for memory or disk; the message says how much is needed and how much there is"},
        {"5", "the operating system failed, or a proof failed its own check"},
        {"6", "internal error"},
        {"130", "interrupted; temporary files are removed (finished files of \"vanilla synth\" and of benches stay)"},
    };
    (void)fputs(".SH EXIT STATUS\n", stdout);
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        (void)printf(".TP\n.B %s\n%s\n", statuses[i].status, statuses[i].meaning);
    }
    (void)fputs(".SH ENVIRONMENT\n"
                ".TP\n.B SLUICE_KERNEL\nthe kernel set, as \\fB\\-\\-kernel\\fR\n"
                ".TP\n.B FIL_PROOFS_PARAMETER_CACHE\nfolder of keys under their published names\n"
                ".TP\n.B TMPDIR\nfolder of temporary files, where neither \\fB\\-\\-scratch\\fR nor an output file "
                "names one\n"
                ".TP\n.B XDG_CACHE_HOME\nfolder where checked keys are remembered\n"
                ".SH FILES\n"
                ".TP\n.I /var/tmp/filecoin\\-proof\\-parameters\nthe folder of keys where the environment names none\n"
                ".SH EXAMPLES\n.nf\n"
                "sluice params generate porep\\-2KiB \\-\\-out k.params\n"
                "sluice prove \\-\\-c1 c1.json \\-\\-params k.params \\-\\-out p.proof\n"
                "sluice verify \\-\\-c1 c1.json \\-\\-vk k.vk \\-\\-proof p.proof\n"
                ".fi\n",
                stdout);
}

const manual_form manual_man = {"man", man_begin, man_verb, man_end};

/* The walk over the verbs. */

typedef struct manual_walk {
    const manual_form *form;
    const cli_verb *verb;
    size_t told_n;
} manual_walk;

/* What cli_parse calls in place of parsing. */
static void verb_told(void *data, const cli_option *options, size_t options_n) {
    manual_walk *walk = data;
    const manual_verb verb = {walk->verb, options, options_n, positional_of(walk->verb)};
    walk->form->verb(&verb);
    walk->told_n++;
}

int verb_manual(cli_state *cli, int argc, char **argv) {
    static const manual_form *const forms[] = {&manual_man, &manual_bash, &manual_zsh, &manual_fish};
    const char *name;
    int exit_status;
    if (!cli_parse(cli, argc, argv, NULL, 0, &name, 1, 1, &exit_status)) {
        return exit_status;
    }
    manual_walk walk = {.form = NULL};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(name, forms[i]->name) == 0) {
            walk.form = forms[i];
        }
    }
    if (walk.form == NULL) {
        return cli_usage(cli, "'%s': there are man, bash, zsh and fish", name);
    }
    if (cli->json) {
        return cli_usage(cli, "a manual has no --json");
    }
    cli_state asked = *cli;
    cli_option common[CLI_COMMON_N];
    cli_common_options(&asked, common);
    walk.form->begin(common, CLI_COMMON_N);
    asked.describe = verb_told;
    asked.describe_data = &walk;
    for (size_t i = 0; i < cli_verbs_n; i++) {
        walk.verb = &cli_verbs[i];
        asked.verb = cli_verbs[i].name;
        (void)cli_verbs[i].run(&asked, 0, NULL);
    }
    walk.form->end();
    if (walk.told_n != cli_verbs_n) {
        return cli_fail(cli, SL_FAIL(&cli->err, SLUICE_E_INTERNAL, "%zu of %zu verbs told their options", walk.told_n,
                                     cli_verbs_n));
    }
    return CLI_OK;
}
