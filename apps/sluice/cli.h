// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The command line's frame: verbs, options, answers, errors, progress.
 *
 * A verb parses its words with cli_parse, opens a context with cli_context, prints its answer on stdout and returns an
 * exit status. Everything else goes to stderr. docs/cli.md is the contract.
 */
#ifndef SL_APPS_SLUICE_CLI_H
#define SL_APPS_SLUICE_CLI_H

#include <stdio.h>

#include <sluice/sluice.h>

#include "core/base/json.h"

enum { CLI_OK = 0, CLI_NO = 1, CLI_USAGE = 2 };

typedef enum cli_kind {
    CLI_FLAG,    /* bool */
    CLI_STRING,  /* const char * */
    CLI_FILE,    /* likewise: a file's name */
    CLI_FOLDER,  /* likewise */
    CLI_CIRCUIT, /* likewise */
    CLI_COUNT,   /* uint64_t, decimal */
    CLI_SIZE,    /* uint64_t, bytes with a binary prefix */
    CLI_HEX,     /* uint8_t[size], exactly size bytes of hexadecimal */
    CLI_LIST,    /* cli_list: the option and the words that follow it, up to the next option */
} cli_kind;

typedef struct cli_list {
    const char *const *words;
    size_t n;
} cli_list;

typedef struct cli_option {
    const char *name; /* without -- */
    cli_kind kind;
    void *target;
    bool *seen;        /* may be NULL */
    const char *value; /* what the help calls the value */
    const char *help;
    size_t size; /* CLI_HEX */
} cli_option;

typedef struct cli_state {
    const char *verb; /* "circuit digest", for messages */
    bool json, quiet;
    uint64_t threads, budget_bytes, budget_device_bytes;
    const char *kernel, *backend, *devices, *module;
    sluice_context *context;
    struct cli_meter {
        const char *what;
        double began, shown;
        uint64_t first; /* done when it began */
        bool on_terminal, drawn;
    } meter;
    /* If it is set, cli_parse tells it the verb's options and does nothing else. */
    void (*describe)(void *data, const cli_option *options, size_t options_n);
    void *describe_data;
    sluice_error err;
} cli_state;

typedef struct cli_verb {
    const char *name;     /* "circuit digest" */
    const char *synopsis; /* what follows the name */
    const char *summary;
    int (*run)(cli_state *cli, int argc, char **argv);
} cli_verb;

extern const cli_verb cli_verbs[];
extern const size_t cli_verbs_n;

/* Names of verbs have one or two words, and rows with the same first one stand together. */
size_t cli_verb_first_n(const cli_verb *verb);     /* characters of the first word */
const char *cli_verb_second(const cli_verb *verb); /* NULL: there is none */

/* The options of every verb. */
enum { CLI_COMMON_N = 9 };
void cli_common_options(cli_state *cli, cli_option out[CLI_COMMON_N]);
void cli_options_print(FILE *out, const cli_option *options, size_t options_n);

/*
 * Parses the words after the verb: the verb's options, the common ones, and up to positional_max other words. True if
 * the verb should go on; else *exit_status is set (help was printed, or the usage is wrong).
 */
bool cli_parse(cli_state *cli, int argc, char **argv, const cli_option *options, size_t options_n,
               const char **positional, size_t positional_min, size_t positional_max, int *exit_status);
/* Wrong use: prints the message and the synopsis, returns CLI_USAGE. */
int cli_usage(const cli_state *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints cli->err for a failed call and returns its exit status. */
int cli_fail(cli_state *cli, sluice_status status);
/* The context, from the common options; cli->context. */
sluice_status cli_context_open(cli_state *cli);

/* Writes out what stands in stdout's buffer; E_NO_SPACE or E_OS if the answer cannot be written. */
sluice_status cli_flush(cli_state *cli);
/*
 * An --out that may be standard output: then the bytes are the answer, and facts about them go to stderr (NULL with
 * -q). --json has no place then: cli_out_check is false, with *exit_status.
 */
bool cli_out_check(const cli_state *cli, const char *out, int *exit_status);
FILE *cli_facts(const cli_state *cli, const char *out);
/* Two names of one file, which may be there or not. Standard streams, pipes and devices are nobody's to lose. Accepts
 * NULL: a name of nothing. */
bool cli_same_file(const char *a, const char *b);

/* Names a person can read. The result lives until the fourth next call. */
const char *cli_bytes(uint64_t bytes);
void cli_hex(char *out, const uint8_t *bytes, size_t n); /* 2 n + 1 characters */
bool cli_unhex(uint8_t *out, size_t n, const char *hex); /* exactly n bytes */
bool cli_size(uint64_t *out, const char *text);
bool cli_count(uint64_t *out, const char *text);

/* The circuit with this name, or, if `structure` is not NULL, the one in that file. */
sluice_status cli_circuit_open(cli_state *cli, const char *name, const char *structure, sluice_circuit **out);
#define CLI_STRUCTURE_OPTION(target) \
    { "structure", CLI_FILE, &(target), NULL, "F", "a file of circuit save in place of the name", 0 }

/* Counts of a circuit as fields of the open object (the names are those of docs/cli.md). */
void cli_info_json(sl_json *json, const char *name, const sluice_circuit_info *info);

/* A proof's report as one JSON object. */
sluice_status cli_report_json(const sluice_report *report, sluice_error *err);

/* A plan, on stderr unless -q. `scratch`: where its temporary file goes; NULL: where the library puts it. */
void cli_plan_print(const cli_state *cli, const sluice_plan *plan, const char *scratch);

/* A note on stderr, unless -q. */
void cli_note(const cli_state *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The progress callback for a context (data: the cli). */
int cli_progress(void *data, const char *what, uint64_t done, uint64_t total);
void cli_progress_end(cli_state *cli);

/*
 * The INPUT of cli.md: its options, to be put in a verb's table, and the input made from them.
 */
typedef struct cli_input {
    const char *c1, *meta, *registered_proof;
    cli_list vanilla;
    uint64_t miner, sector;
    bool has_miner, has_sector, has_porep_id;
    uint8_t porep_id[32];
    bool has_partition;
    uint64_t partition;
} cli_input;

#define CLI_INPUT_OPTIONS(in)                                                                                         \
    {"c1", CLI_FILE, &(in).c1, NULL, "FILE", "C1 output: inner JSON, wrapper or raw", 0},                             \
        {"miner", CLI_COUNT, &(in).miner, &(in).has_miner, "N", "actor number of the miner", 0},                      \
        {"sector", CLI_COUNT, &(in).sector, &(in).has_sector, "N", "sector number", 0},                               \
        {"registered-proof", CLI_STRING, &(in).registered_proof, NULL, "NAME", "proof type, for raw C1 files", 0},    \
        {"porep-id", CLI_HEX, (in).porep_id, &(in).has_porep_id, "HEX", "32 bytes in place of the derived ones", 32}, \
        {"vanilla", CLI_LIST, &(in).vanilla, NULL, "FILE...", "vanilla proofs, in order", 0}, {                       \
        "meta", CLI_FILE, &(in).meta, NULL, "FILE", "public part of a case", 0                                        \
    }

/* For the verbs that can use one partition only; then cli_input_open wants no other's vanilla proofs. */
#define CLI_PARTITION_OPTION(in) \
    { "partition", CLI_COUNT, &(in).partition, &(in).has_partition, "K", "one partition, from 0", 0 }
/* As the library takes it: -1 is all of them. */
int cli_partition(const cli_input *in);

/* One of the files that the input is read from. Accepts NULL, as cli_same_file. */
bool cli_input_has_file(const cli_input *in, const char *path);

/* False, with *exit_status, if the options do not go together or (is_needed) there is no input. */
bool cli_input_check(const cli_state *cli, const cli_input *in, bool is_needed, int *exit_status);

/* Opens it. `name` (may be NULL) must be the input's circuit; `unchecked` leaves the native checks out. */
sluice_status cli_input_open(cli_state *cli, const cli_input *in, const char *name, bool need_witness, bool unchecked,
                             sluice_input **out);

#endif
