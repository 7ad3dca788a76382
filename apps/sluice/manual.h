// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The manual page and the completions of shells, from the table of verbs and the options that each verb parses: a form
 * is told of the common options, of each verb in the table's order, and of the end, and writes to stdout.
 */
#ifndef SL_APPS_SLUICE_MANUAL_H
#define SL_APPS_SLUICE_MANUAL_H

#include "sluice/cli.h"

/* What completes a word. */
typedef enum manual_value {
    MANUAL_WORD, /* nothing that is known */
    MANUAL_FILE,
    MANUAL_FOLDER,
    MANUAL_CIRCUIT,
    MANUAL_KERNEL,
    MANUAL_BACKEND,
} manual_value;

typedef struct manual_verb {
    const cli_verb *verb;
    const cli_option *options;
    size_t options_n;
    manual_value positional;
} manual_verb;

typedef struct manual_form {
    const char *name;
    void (*begin)(const cli_option *common, size_t common_n);
    void (*verb)(const manual_verb *verb);
    void (*end)(void);
} manual_form;

extern const manual_form manual_man, manual_bash, manual_zsh, manual_fish;

/* Of an option that takes a value. */
manual_value manual_value_of(const cli_option *option);

/* A family is the first word of several rows; each row of one has a second word. */
bool manual_is_first_of_family(const cli_verb *verb); /* true, too, for a verb of one word */
bool manual_same_family(const cli_verb *a, const cli_verb *b);

#endif
