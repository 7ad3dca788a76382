// SPDX-License-Identifier: MIT OR Apache-2.0
/* Completions for bash, zsh and fish. */
#include <stdio.h>
#include <string.h>

#include "sluice/manual.h"

#define KERNELS "auto portable adx fma ifma"
#define BACKENDS "auto cpu cuda"

/* Text inside single quotes, with a backslash before each character of `special`. */
static void quoted(const char *text, const char *special, const char *quote) {
    for (; *text != 0; text++) {
        if (*text == '\'') {
            (void)fputs(quote, stdout);
        } else {
            (void)printf(strchr(special, *text) != NULL ? "\\%c" : "%c", *text);
        }
    }
}

/* Without the test shapes whose names a shell would take for patterns. */
static void circuit_names(void) {
    for (size_t i = 0; i < sluice_circuits_n(); i++) {
        if (strchr(sluice_circuits_name(i), '^') == NULL) {
            (void)printf("%s%s", i == 0 ? "" : " ", sluice_circuits_name(i));
        }
    }
}

static void header(const char *comment, const char *form) {
    (void)printf("%s\n# Completion for sluice %s, written by `sluice manual %s`.\n\n", comment, sluice_version(), form);
}

/* The second words of a family, with blanks between them. */
static void second_words(const cli_verb *first) {
    for (const cli_verb *verb = first; verb < cli_verbs + cli_verbs_n && manual_same_family(first, verb); verb++) {
        (void)printf("%s%s", verb == first ? "" : " ", cli_verb_second(verb));
    }
}

/* bash */

static const char *bash_kind(manual_value value) {
    static const char *const kinds[] = {
        [MANUAL_WORD] = "none",       [MANUAL_FILE] = "file",     [MANUAL_FOLDER] = "folder",
        [MANUAL_CIRCUIT] = "circuit", [MANUAL_KERNEL] = "kernel", [MANUAL_BACKEND] = "backend",
    };
    return kinds[value];
}

/* Options that take a value, and what completes it: the arms of a case. */
static void bash_values(const cli_option *options, size_t n, const char *indent) {
    for (size_t i = 0; i < n; i++) {
        if (options[i].kind != CLI_FLAG) {
            (void)printf("%s--%s) kind=%s ;;\n", indent, options[i].name, bash_kind(manual_value_of(&options[i])));
        }
    }
}

static void bash_begin(const cli_option *common, size_t common_n) {
    header("# shellcheck shell=bash", "bash");
    (void)fputs("_sluice() {\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}\n"
                "    local options= words= kind=\n"
                "    COMPREPLY=()\n"
                "    if ((COMP_CWORD == 1)); then\n"
                "        mapfile -t COMPREPLY < <(compgen -W 'help",
                stdout);
    for (const cli_verb *verb = cli_verbs; verb < cli_verbs + cli_verbs_n; verb++) {
        if (manual_is_first_of_family(verb)) {
            (void)printf(" %.*s", (int)cli_verb_first_n(verb), verb->name);
        }
    }
    (void)fputs("' -- \"$cur\")\n        return\n    fi\n    case $verb in\n", stdout);
    for (const cli_verb *verb = cli_verbs; verb < cli_verbs + cli_verbs_n; verb++) {
        if (cli_verb_second(verb) != NULL && manual_is_first_of_family(verb)) {
            (void)printf("    %.*s) words='", (int)cli_verb_first_n(verb), verb->name);
            second_words(verb);
            (void)fputs("' ;;\n", stdout);
        }
    }
    (void)fputs("    esac\n"
                "    if [[ -n $words ]]; then\n"
                "        if ((COMP_CWORD == 2)); then\n"
                "            mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
                "            return\n"
                "        fi\n"
                "        verb+=\" ${COMP_WORDS[2]}\"\n"
                "    fi\n"
                "    case $prev in\n",
                stdout);
    bash_values(common, common_n, "    ");
    (void)fputs("    esac\n    options='--help", stdout);
    for (size_t i = 0; i < common_n; i++) {
        (void)printf(" --%s", common[i].name);
    }
    (void)fputs("'\n    local positional=none\n    case $verb in\n", stdout);
}

static void bash_verb(const manual_verb *verb) {
    (void)printf("    '%s')\n", verb->verb->name);
    if (verb->options_n != 0) {
        (void)fputs("        options+='", stdout);
        for (size_t i = 0; i < verb->options_n; i++) {
            (void)printf(" --%s", verb->options[i].name);
        }
        (void)fputs("'\n        case $prev in\n", stdout);
        bash_values(verb->options, verb->options_n, "        ");
        (void)fputs("        esac\n", stdout);
    }
    (void)printf("        positional=%s\n        ;;\n", bash_kind(verb->positional));
}

static void bash_end(void) {
    (void)fputs("    esac\n"
                "    if [[ -z $kind ]]; then\n"
                "        kind=$positional\n"
                "        [[ $cur != -* ]] || kind=option\n"
                "    fi\n"
                "    case $kind in\n"
                "    option) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\") ;;\n"
                "    file)\n"
                "        compopt -o filenames 2>/dev/null\n"
                "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
                "        ;;\n"
                "    folder)\n"
                "        compopt -o filenames 2>/dev/null\n"
                "        mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n"
                "        ;;\n",
                stdout);
    (void)fputs("    kernel) mapfile -t COMPREPLY < <(compgen -W '" KERNELS "' -- \"$cur\") ;;\n"
                "    backend) mapfile -t COMPREPLY < <(compgen -W '" BACKENDS "' -- \"$cur\") ;;\n"
                "    circuit) mapfile -t COMPREPLY < <(compgen -W '",
                stdout);
    circuit_names();
    (void)fputs("' -- \"$cur\") ;;\n    esac\n}\ncomplete -F _sluice sluice\n", stdout);
}

const manual_form manual_bash = {"bash", bash_begin, bash_verb, bash_end};

/* zsh */

static void zsh_action(manual_value value) {
    static const char *const actions[] = {
        [MANUAL_WORD] = " ", /* nothing to complete, but a message */
        [MANUAL_FILE] = "_files",
        [MANUAL_FOLDER] = "_files -/",
        [MANUAL_CIRCUIT] = "($circuits)",
        [MANUAL_KERNEL] = "(" KERNELS ")",
        [MANUAL_BACKEND] = "(" BACKENDS ")",
    };
    (void)fputs(actions[value], stdout);
}

/* A list goes on up to the next option; that its words repeat is near enough. */
static void zsh_option(const cli_option *option) {
    (void)printf(" \\\n        \"%s--%s%s[\"'", option->kind == CLI_LIST ? "*" : "", option->name,
                 option->kind == CLI_FLAG || option->kind == CLI_LIST ? "" : "=");
    quoted(option->help, "[]", "'\\''");
    (void)fputs("]'", stdout);
    if (option->kind != CLI_FLAG) {
        (void)printf("\":%s:", option->value);
        zsh_action(manual_value_of(option));
        (void)putchar('"');
    }
}

static void zsh_described(const char *word, size_t n, const char *summary) {
    (void)printf(" '%.*s:", (int)n, word);
    quoted(summary, ":", "'\\''");
    (void)putchar('\'');
}

static void zsh_begin(const cli_option *common, size_t common_n) {
    header("#compdef sluice", "zsh");
    (void)fputs("_sluice() {\n    local circuits='", stdout);
    circuit_names();
    (void)fputs("'\n    local -a verbs common\n    common=(", stdout);
    for (size_t i = 0; i < common_n; i++) {
        zsh_option(&common[i]);
    }
    (void)fputs(" \\\n        '-q[as --quiet]' '(-h --help)'{-h,--help}'[what the verb does, and its options]')\n"
                "    if ((CURRENT == 2)); then\n        verbs=('help:all verbs'",
                stdout);
    for (const cli_verb *verb = cli_verbs; verb < cli_verbs + cli_verbs_n; verb++) {
        if (manual_is_first_of_family(verb)) {
            zsh_described(verb->name, cli_verb_first_n(verb), cli_verb_second(verb) == NULL ? verb->summary : "...");
        }
    }
    (void)fputs(")\n        _describe verb verbs\n        return\n    fi\n"
                "    local verb=$words[2]\n    case $verb in\n",
                stdout);
    for (const cli_verb *first = cli_verbs; first < cli_verbs + cli_verbs_n; first++) {
        if (cli_verb_second(first) == NULL || !manual_is_first_of_family(first)) {
            continue;
        }
        (void)printf("    (%.*s)\n        verbs=(", (int)cli_verb_first_n(first), first->name);
        for (const cli_verb *verb = first; verb < cli_verbs + cli_verbs_n && manual_same_family(first, verb); verb++) {
            zsh_described(cli_verb_second(verb), strlen(cli_verb_second(verb)), verb->summary);
        }
        (void)fputs(")\n        ;;\n", stdout);
    }
    (void)fputs("    esac\n"
                "    if (($#verbs)); then\n"
                "        if ((CURRENT == 3)); then\n"
                "            _describe verb verbs\n"
                "            return\n"
                "        fi\n"
                "        verb+=\" $words[3]\"\n"
                "        shift words\n"
                "        ((CURRENT--))\n"
                "    fi\n"
                "    shift words\n"
                "    ((CURRENT--))\n"
                "    case $verb in\n",
                stdout);
}

static void zsh_verb(const manual_verb *verb) {
    (void)printf("    ('%s')\n        _arguments $common", verb->verb->name);
    for (size_t i = 0; i < verb->options_n; i++) {
        zsh_option(&verb->options[i]);
    }
    if (verb->positional != MANUAL_WORD) {
        (void)printf(" \\\n        \"*:%s:", verb->positional == MANUAL_FILE ? "F" : "NAME");
        zsh_action(verb->positional);
        (void)putchar('"');
    }
    (void)fputs("\n        ;;\n", stdout);
}

static void zsh_end(void) {
    (void)fputs("    esac\n}\n\n_sluice \"$@\"\n", stdout);
}

const manual_form manual_zsh = {"zsh", zsh_begin, zsh_verb, zsh_end};

/* fish */

static void fish_text(const char *text) {
    quoted(text, "\\", "\\'");
}

/* Options of the verb, or with NULL of every verb. */
static void fish_options(const char *verb, const cli_option *options, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const cli_option *option = &options[i];
        (void)printf("complete -c sluice -n '%s%s' -l %s", verb == NULL ? "__sluice_any" : "__sluice_verb ",
                     verb == NULL ? "" : verb, option->name);
        if (strcmp(option->name, "quiet") == 0) {
            (void)fputs(" -s q", stdout);
        }
        const manual_value value = manual_value_of(option);
        if (option->kind != CLI_FLAG) {
            (void)printf(" -r%s", value == MANUAL_FILE ? "F" : "");
        }
        if (value == MANUAL_FOLDER) {
            (void)fputs(" -a '(__fish_complete_directories)'", stdout);
        } else if (value == MANUAL_CIRCUIT) {
            (void)fputs(" -a \"$__sluice_circuits\"", stdout);
        } else if (value == MANUAL_KERNEL || value == MANUAL_BACKEND) {
            (void)printf(" -a '%s'", value == MANUAL_KERNEL ? KERNELS : BACKENDS);
        }
        (void)fputs(" -d '", stdout);
        fish_text(option->help);
        (void)fputs("'\n", stdout);
    }
}

static void fish_begin(const cli_option *common, size_t common_n) {
    header("# fish", "fish");
    (void)fputs("function __sluice_verb -d 'these words come first'\n"
                "    set -l words (commandline -opc)\n"
                "    test (count $words) -gt (count $argv); or return 1\n"
                "    for i in (seq (count $argv))\n"
                "        test $words[(math $i + 1)] = $argv[$i]; or return 1\n"
                "    end\n"
                "end\n"
                "function __sluice_next -d 'these words and no more stand before this one'\n"
                "    test (count (commandline -opc)) -eq (math (count $argv) + 1); and __sluice_verb $argv\n"
                "end\n"
                "function __sluice_any -d 'there is a verb'\n"
                "    test (count (commandline -opc)) -gt 1\n"
                "end\n"
                "set -g __sluice_circuits ",
                stdout);
    circuit_names();
    (void)fputs("\ncomplete -c sluice -f\ncomplete -c sluice -n __sluice_next -a help -d 'all verbs'\n", stdout);
    for (const cli_verb *verb = cli_verbs; verb < cli_verbs + cli_verbs_n; verb++) {
        const char *second = cli_verb_second(verb);
        const int first_n = (int)cli_verb_first_n(verb);
        if (manual_is_first_of_family(verb)) {
            (void)printf("complete -c sluice -n __sluice_next -a %.*s -d '", first_n, verb->name);
            fish_text(second == NULL ? verb->summary : "...");
            (void)fputs("'\n", stdout);
        }
        if (second != NULL) {
            (void)printf("complete -c sluice -n '__sluice_next %.*s' -a %s -d '", first_n, verb->name, second);
            fish_text(verb->summary);
            (void)fputs("'\n", stdout);
        }
    }
    fish_options(NULL, common, common_n);
}

static void fish_verb(const manual_verb *verb) {
    fish_options(verb->verb->name, verb->options, verb->options_n);
    if (verb->positional == MANUAL_FILE) {
        (void)printf("complete -c sluice -n '__sluice_verb %s' -F\n", verb->verb->name);
    } else if (verb->positional == MANUAL_CIRCUIT) {
        (void)printf("complete -c sluice -n '__sluice_verb %s' -a \"$__sluice_circuits\"\n", verb->verb->name);
    }
}

static void fish_end(void) {
}

const manual_form manual_fish = {"fish", fish_begin, fish_verb, fish_end};
