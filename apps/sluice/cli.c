// SPDX-License-Identifier: MIT OR Apache-2.0
#include "sluice/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

size_t cli_verb_first_n(const cli_verb *verb) {
    return strcspn(verb->name, " ");
}

const char *cli_verb_second(const cli_verb *verb) {
    const char *space = strchr(verb->name, ' ');
    return space == NULL ? NULL : space + 1;
}

static const cli_verb *verb_of(const cli_state *cli) {
    for (size_t i = 0; i < cli_verbs_n; i++) {
        if (strcmp(cli_verbs[i].name, cli->verb) == 0) {
            return &cli_verbs[i];
        }
    }
    return NULL;
}

int cli_usage(const cli_state *cli, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    (void)fprintf(stderr, "sluice %s: ", cli->verb);
    (void)vfprintf(stderr, fmt, args);
    (void)fputc('\n', stderr);
    va_end(args);
    const cli_verb *verb = verb_of(cli);
    (void)fprintf(stderr, "usage: sluice %s %s\n", cli->verb, verb == NULL ? "" : verb->synopsis);
    return CLI_USAGE;
}

int cli_fail(cli_state *cli, sluice_status status) {
    cli_progress_end(cli);
    (void)fprintf(stderr, "sluice %s: %s: %s\n", cli->verb, sluice_status_name(status),
                  cli->err.text[0] != 0 ? cli->err.text : sluice_status_text(status));
    if (status == SLUICE_E_INTERNAL) {
        (void)fprintf(stderr, "sluice %s: version %s, %s:%d\n", cli->verb, sluice_version(),
                      cli->err.file == NULL ? "?" : cli->err.file, cli->err.line);
    }
    return sluice_status_exit(status);
}

void cli_note(const cli_state *cli, const char *fmt, ...) {
    if (cli->quiet) {
        return;
    }
    va_list args;
    va_start(args, fmt);
    (void)vfprintf(stderr, fmt, args);
    (void)fputc('\n', stderr);
    va_end(args);
}

sluice_status cli_flush(cli_state *cli) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return SLUICE_OK;
    }
    clearerr(stdout); /* told once */
    if (errno == 0) { /* an earlier write failed, nobody knows why */
        return SL_FAIL(&cli->err, SLUICE_E_OS, "standard output: cannot write");
    }
    return SL_FAIL_ERRNO(&cli->err, "standard output: cannot write");
}

static bool is_stdout(const char *path) {
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

bool cli_out_check(const cli_state *cli, const char *out, int *exit_status) {
    if (out != NULL && is_stdout(out) && cli->json) {
        *exit_status = cli_usage(cli, "--json and --out %s both want standard output", out);
        return false;
    }
    return true;
}

bool cli_same_file(const char *a, const char *b) {
    struct stat info_a, info_b;
    if (a == NULL || b == NULL || strcmp(a, "-") == 0 || strcmp(b, "-") == 0) {
        return false;
    }
    if (stat(a, &info_a) != 0 || stat(b, &info_b) != 0) {
        return strcmp(a, b) == 0;
    }
    return S_ISREG(info_a.st_mode) && info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
}

FILE *cli_facts(const cli_state *cli, const char *out) {
    if (out == NULL || !is_stdout(out)) {
        return stdout;
    }
    return cli->quiet ? NULL : stderr;
}

bool cli_count(uint64_t *out, const char *text) {
    uint64_t v = 0;
    if (*text == 0) {
        return false;
    }
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(v, UINT64_C(10), &v) ||
            __builtin_add_overflow(v, (uint64_t)(*text - '0'), &v)) {
            return false;
        }
    }
    *out = v;
    return true;
}

bool cli_size(uint64_t *out, const char *text) {
    char digits[24];
    const size_t n = strspn(text, "0123456789");
    if (n == 0 || n >= sizeof digits) {
        return false;
    }
    memcpy(digits, text, n);
    digits[n] = 0;
    uint64_t v;
    if (!cli_count(&v, digits)) {
        return false;
    }
    const char *unit = text + n;
    unsigned shift = 0;
    if (*unit != 0) {
        const char *const prefixes = "kmgt";
        const char lower = (char)(*unit | 0x20);
        const char *at = strchr(prefixes, lower);
        const bool is_bytes = (lower == 'b' && unit[1] == 0);
        if (!is_bytes) {
            if (at == NULL || (unit[1] != 0 && strcasecmp(unit + 1, "ib") != 0)) {
                return false;
            }
            shift = 10 * (unsigned)(at - prefixes + 1);
        }
    }
    if (shift != 0 && v >> (64 - shift) != 0) {
        return false;
    }
    *out = v << shift;
    return true;
}

void cli_hex(char *out, const uint8_t *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = 0;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool cli_unhex(uint8_t *out, size_t n, const char *hex) {
    if (strlen(hex) != 2 * n) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const int high = hex_digit(hex[2 * i]);
        const int low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

const char *cli_bytes(uint64_t bytes) {
    static char text[4][32];
    static unsigned turn;
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    char *out = text[turn++ % 4];
    double v = (double)bytes;
    size_t unit = 0;
    while (v >= 1024 && unit + 1 < sizeof units / sizeof units[0]) {
        v /= 1024;
        unit++;
    }
    (void)snprintf(out, sizeof text[0], unit == 0 ? "%.0f %s" : "%.1f %s", v, units[unit]);
    return out;
}

/* Gives one option its value; *taken is how many words the value took. NULL, or why not. */
static const char *option_set(const cli_option *option, const char *value, int argc, char **argv, int *taken) {
    *taken = option->kind == CLI_FLAG ? 0 : 1;
    if (option->kind != CLI_FLAG && value == NULL) {
        return "needs a value";
    }
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->target = true;
        break;
    case CLI_STRING:
    case CLI_FILE:
    case CLI_FOLDER:
    case CLI_CIRCUIT:
        *(const char **)option->target = value;
        break;
    case CLI_COUNT:
        if (!cli_count(option->target, value)) {
            return "needs a number";
        }
        break;
    case CLI_SIZE:
        if (!cli_size(option->target, value)) {
            return "needs a size such as 512MiB or 16GiB";
        }
        break;
    case CLI_HEX:
        if (!cli_unhex(option->target, option->size, value)) {
            return option->size == 32 ? "needs 64 hexadecimal digits" : "needs hexadecimal digits";
        }
        break;
    case CLI_LIST: {
        int n = 0;
        while (n < argc && (argv[n][0] != '-' || argv[n][1] == 0)) {
            n++;
        }
        if (n == 0) {
            return "needs a file";
        }
        *(cli_list *)option->target = (cli_list){(const char *const *)argv, (size_t)n};
        *taken = n;
        break;
    }
    }
    if (option->seen != NULL) {
        *option->seen = true;
    }
    return NULL;
}

void cli_common_options(cli_state *cli, cli_option out[CLI_COMMON_N]) {
    const cli_option common[CLI_COMMON_N] = {
        {"json", CLI_FLAG, &cli->json, NULL, NULL, "one JSON object a line on stdout", 0},
        {"quiet", CLI_FLAG, &cli->quiet, NULL, NULL, "no progress and no notes (also -q)", 0},
        {"threads", CLI_COUNT, &cli->threads, NULL, "N", "threads (default: affinity and cgroup cpu limit)", 0},
        {"budget", CLI_SIZE, &cli->budget_bytes, NULL, "SIZE", "hard ceiling for memory", 0},
        {"kernel", CLI_STRING, &cli->kernel, NULL, "NAME",
         "auto or a kernel set of `sluice doctor` (also SLUICE_KERNEL)", 0},
        {"backend", CLI_STRING, &cli->backend, NULL, "NAME", "where proofs are computed: auto, cpu or cuda", 0},
        {"devices", CLI_STRING, &cli->devices, NULL, "LIST", "numbers of the devices to use: 0,1 (default: all)", 0},
        {"budget-device", CLI_SIZE, &cli->budget_device_bytes, NULL, "SIZE", "ceiling for the memory of each device",
         0},
        {"module", CLI_FILE, &cli->module, NULL, "FILE", "the module for devices (absolute path)", 0},
    };
    memcpy(out, common, sizeof common);
}

void cli_options_print(FILE *out, const cli_option *options, size_t options_n) {
    for (size_t i = 0; i < options_n; i++) {
        char left[48];
        (void)snprintf(left, sizeof left, "--%s %s", options[i].name, options[i].value == NULL ? "" : options[i].value);
        (void)fprintf(out, "  %-28s %s\n", left, options[i].help);
    }
}

static void verb_help(const cli_state *cli, const cli_option *options, size_t options_n, const cli_option *common) {
    const cli_verb *verb = verb_of(cli);
    (void)printf("usage: sluice %s %s\n%s\n\n", cli->verb, verb == NULL ? "" : verb->synopsis,
                 verb == NULL ? "" : verb->summary);
    cli_options_print(stdout, options, options_n);
    (void)printf("%soptions of every verb:\n", options_n == 0 ? "" : "\n");
    cli_options_print(stdout, common, CLI_COMMON_N);
}

static const cli_option *option_find(const cli_option *options, size_t n, const char *name, size_t name_n) {
    for (size_t i = 0; i < n; i++) {
        if (strlen(options[i].name) == name_n && strncmp(options[i].name, name, name_n) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

/* One word that begins with "-". Sets *next to the index of the word after it; false with *exit_status. */
static bool option_word(cli_state *cli, int argc, char **argv, int at, const cli_option *options, size_t options_n,
                        int *next, int *exit_status) {
    cli_option common[CLI_COMMON_N];
    cli_common_options(cli, common);
    const char *word = argv[at];
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
        verb_help(cli, options, options_n, common);
        *exit_status = CLI_OK;
        return false;
    }
    const char *name = strcmp(word, "-q") == 0 ? "quiet" : word + 2;
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    const size_t name_n = equals == NULL ? strlen(name) : (size_t)(equals - name);
    const cli_option *option = NULL;
    if (word[1] == '-' || strcmp(word, "-q") == 0) {
        option = option_find(options, options_n, name, name_n);
        if (option == NULL) {
            option = option_find(common, CLI_COMMON_N, name, name_n);
        }
    }
    if (option == NULL) {
        *exit_status = cli_usage(cli, "unknown option %s", word);
        return false;
    }
    const char *value = equals != NULL ? equals + 1 : at + 1 < argc ? argv[at + 1] : NULL;
    if (equals != NULL && (option->kind == CLI_FLAG || option->kind == CLI_LIST)) {
        *exit_status = cli_usage(cli, "--%s takes no '='", option->name);
        return false;
    }
    int taken = 0;
    const char *why = option_set(option, value, argc - at - 1, argv + at + 1, &taken);
    if (why != NULL) {
        *exit_status = cli_usage(cli, "--%s %s%s%s", option->name, why, value == NULL ? "" : ", found ",
                                 value == NULL ? "" : value);
        return false;
    }
    *next = at + 1 + (equals != NULL ? 0 : taken);
    return true;
}

bool cli_parse(cli_state *cli, int argc, char **argv, const cli_option *options, size_t options_n,
               const char **positional, size_t positional_min, size_t positional_max, int *exit_status) {
    if (cli->describe != NULL) {
        cli->describe(cli->describe_data, options, options_n);
        *exit_status = CLI_OK;
        return false;
    }
    size_t n = 0;
    for (int i = 0; i < argc;) {
        if (argv[i][0] == '-' && argv[i][1] != 0) {
            if (!option_word(cli, argc, argv, i, options, options_n, &i, exit_status)) {
                return false;
            }
            continue;
        }
        if (n == positional_max) {
            *exit_status = cli_usage(cli, "unexpected '%s'", argv[i]);
            return false;
        }
        positional[n++] = argv[i++];
    }
    if (n < positional_min) {
        *exit_status = cli_usage(cli, "something is missing");
        return false;
    }
    for (size_t i = n; i < positional_max; i++) {
        positional[i] = NULL;
    }
    if (strcmp(cli->backend, "auto") != 0 && strcmp(cli->backend, "cpu") != 0 && strcmp(cli->backend, "cuda") != 0) {
        *exit_status = cli_usage(cli, "--backend %s: there are auto, cpu and cuda", cli->backend);
        return false;
    }
    if (strcmp(cli->backend, "cpu") == 0 && (cli->devices != NULL || cli->module != NULL)) {
        *exit_status = cli_usage(cli, "--devices and --module go without --backend cpu");
        return false;
    }
    return true;
}

static void context_note(void *data, const char *text) {
    const cli_state *cli = data;
    cli_note(cli, "sluice %s: %s", cli->verb, text);
}

sluice_status cli_context_open(cli_state *cli) {
    sluice_options options;
    sluice_options_init(&options);
    options.threads = cli->threads > UINT32_MAX ? UINT32_MAX : (unsigned)cli->threads;
    options.budget_bytes = cli->budget_bytes;
    options.kernel = cli->kernel;
    options.progress = cli->quiet ? NULL : cli_progress;
    options.progress_data = cli;
    options.backend = cli->backend;
    options.devices = cli->devices;
    options.module = cli->module;
    options.budget_device_bytes = cli->budget_device_bytes;
    options.note = context_note;
    options.note_data = cli;
    return sluice_context_open(&cli->context, &options, &cli->err);
}

int cli_partition(const cli_input *in) {
    return !in->has_partition ? -1 : in->partition > INT32_MAX ? INT32_MAX : (int)in->partition;
}

bool cli_input_has_file(const cli_input *in, const char *path) {
    bool found = cli_same_file(path, in->c1) || cli_same_file(path, in->meta);
    for (size_t i = 0; !found && i < in->vanilla.n; i++) {
        found = cli_same_file(path, in->vanilla.words[i]);
    }
    return found;
}

bool cli_input_check(const cli_state *cli, const cli_input *in, bool is_needed, int *exit_status) {
    const bool has_c1_options = in->has_miner || in->has_sector || in->registered_proof != NULL || in->has_porep_id;
    const char *why = NULL;
    if (in->c1 != NULL && (in->vanilla.n != 0 || in->meta != NULL)) {
        why = "--c1 goes without --vanilla and --meta";
    } else if (in->vanilla.n != 0 && in->meta == NULL) {
        why = "--vanilla needs --meta";
    } else if (in->c1 == NULL && has_c1_options) {
        why = "--miner, --sector, --registered-proof and --porep-id belong to --c1";
    } else if (is_needed && in->c1 == NULL && in->meta == NULL) {
        why = "an input is missing: --c1 FILE, or --vanilla FILE... --meta FILE, or --meta FILE";
    }
    if (why != NULL) {
        *exit_status = cli_usage(cli, "%s", why);
    }
    return why == NULL;
}

sluice_status cli_input_open(cli_state *cli, const cli_input *in, const char *name, bool need_witness, bool unchecked,
                             sluice_input **out) {
    sluice_status status;
    sluice_error *err = &cli->err;
    sluice_input *input = NULL;
    if (in->c1 != NULL) {
        sluice_c1_options options;
        sluice_c1_options_init(&options);
        options.has_miner = in->has_miner;
        options.has_sector = in->has_sector;
        options.miner = in->miner;
        options.sector = in->sector;
        options.registered_proof = in->registered_proof;
        options.porep_id = in->has_porep_id ? in->porep_id : NULL;
        options.skip_checks = unchecked;
        status = sluice_input_open_c1(cli->context, &input, in->c1, &options, err);
    } else if (in->vanilla.n != 0) {
        sluice_vanilla_options options;
        sluice_vanilla_options_init(&options);
        options.skip_checks = unchecked;
        options.partition = cli_partition(in);
        status =
            sluice_input_open_vanilla(cli->context, &input, in->vanilla.words, in->vanilla.n, in->meta, &options, err);
    } else {
        status = sluice_input_open_meta(cli->context, &input, in->meta, err);
    }
    if (status != SLUICE_OK) {
        return status;
    }
    if (sluice_input_left_out(input) != 0) {
        cli_note(cli, "sluice %s: vanilla proofs left out, of sectors that the meta file does not name: %zu", cli->verb,
                 sluice_input_left_out(input));
    }
    sluice_circuit *named = NULL;
    if (name != NULL) {
        status = sluice_circuit_open(cli->context, &named, name, err);
        if (status == SLUICE_OK && strcmp(sluice_circuit_name(named), sluice_input_circuit(input)) != 0) {
            status = SL_FAIL(err, SLUICE_E_MISMATCH, "the input is for circuit %s, not %s", sluice_input_circuit(input),
                             sluice_circuit_name(named));
        }
        sluice_circuit_close(named);
    }
    if (status == SLUICE_OK && need_witness && !sluice_input_can_prove(input)) {
        status = SL_FAIL(err, SLUICE_E_USAGE, "a meta file alone has no witness: give --c1 or --vanilla");
    }
    if (status != SLUICE_OK) {
        sluice_input_close(input);
        return status;
    }
    *out = input;
    return SLUICE_OK;
}
