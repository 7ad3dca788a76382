// SPDX-License-Identifier: MIT OR Apache-2.0
/* sim: the scheduler in virtual time, and random schedules against its invariants. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/load.h"
#include "engine/sim/sim.h"
#include "sluice/verbs.h"

#define PROFILE_BYTES_MAX ((size_t)1 << 20)
#define LIST_MAX 16
#define RUNS_MAX 256

typedef struct sim_words {
    const char *pw, *j, *devices, *permit, *svg;
    uint64_t budget_device, jobs, fuzz, seed;
    bool has_jobs, has_fuzz, has_seed;
} sim_words;

/* Numbers with commas between them; none is as good as one `fallback`. */
typedef struct number_list {
    uint32_t values[LIST_MAX];
    uint32_t n;
} number_list;

static bool numbers_parse(number_list *out, const char *text, uint32_t fallback, uint32_t min, uint32_t max) {
    *out = (number_list){{fallback}, 1};
    if (text == NULL) {
        return true;
    }
    for (out->n = 0; out->n < LIST_MAX; text++) {
        const size_t digits_n = strcspn(text, ",");
        char digits[12];
        uint64_t value;
        if (digits_n >= sizeof digits) {
            return false;
        }
        memcpy(digits, text, digits_n);
        digits[digits_n] = 0;
        if (!cli_count(&value, digits) || value < min || value > max) {
            return false;
        }
        out->values[out->n++] = (uint32_t)value;
        text += digits_n;
        if (*text == 0) {
            return true;
        }
    }
    return false;
}

/* Permits by name, with commas between them. */
static bool permits_parse(number_list *out, const char *text, sl_permit fallback) {
    *out = (number_list){{fallback}, 1};
    if (text == NULL) {
        return true;
    }
    for (out->n = 0; out->n < LIST_MAX; text++) {
        const size_t n = strcspn(text, ",");
        char name[16];
        sl_permit permit;
        if (n >= sizeof name) {
            return false;
        }
        memcpy(name, text, n);
        name[n] = 0;
        if (!sl_permit_find(name, &permit)) {
            return false;
        }
        out->values[out->n++] = permit;
        text += n;
        if (*text == 0) {
            return true;
        }
    }
    return false;
}

/* A configuration to be run. */
typedef struct sim_setting {
    uint32_t workers_n, jobs_in_flight, devices_n;
    sl_permit permit;
    uint64_t jobs_n, budget;
    uint64_t published_peak, published_ns;
} sim_setting;

typedef struct sim_sweep {
    sim_setting settings[RUNS_MAX];
    size_t n;
} sim_sweep;

/* What the options say, in all combinations; without them, what the profile wants to be shown. */
static bool sweep_make(sim_sweep *out, const cli_state *cli, const sim_words *words, const sl_sim_profile *profile,
                       const char **why) {
    const sl_sched_config *c = &profile->config;
    number_list pw, j, devices, permits;
    *why = !numbers_parse(&pw, words->pw, c->workers_n, 1, 65536) ? "--pw: numbers, with commas between them"
           : !numbers_parse(&j, words->j, c->jobs_in_flight, 0, UINT32_MAX - 1)
               ? "--j: numbers, with commas between them"
           : !numbers_parse(&devices, words->devices, c->devices_n, 1, SL_MEM_DEVICES_MAX)
               ? "--devices: numbers from 1 to 8, with commas between them"
           : !permits_parse(&permits, words->permit, c->permit) ? "--permit: reservation, delivery or synthesis"
                                                                : NULL;
    if (*why != NULL) {
        return false;
    }
    const bool is_swept = words->pw != NULL || words->j != NULL || words->devices != NULL || words->permit != NULL;
    out->n = 0;
    for (uint32_t i = 0; !is_swept && i < profile->runs_n; i++) {
        const sl_sim_run *run = &profile->runs[i];
        out->settings[out->n++] =
            (sim_setting){run->workers_n, c->jobs_in_flight, c->devices_n,        run->permit,
                          run->jobs_n,    run->budget,       run->published_peak, run->published_ns};
    }
    if (out->n == 0) {
        const size_t n = (size_t)pw.n * j.n * devices.n * permits.n;
        if (n > RUNS_MAX) {
            *why = "more than 256 configurations";
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            out->settings[out->n++] = (sim_setting){.workers_n = pw.values[i % pw.n],
                                                    .jobs_in_flight = j.values[i / pw.n % j.n],
                                                    .devices_n = devices.values[i / pw.n / j.n % devices.n],
                                                    .permit = (sl_permit)permits.values[i / pw.n / j.n / devices.n]};
        }
    }
    for (size_t i = 0; i < out->n; i++) {
        out->settings[i].budget = cli->budget_bytes != 0 ? cli->budget_bytes : out->settings[i].budget;
        out->settings[i].jobs_n = words->has_jobs ? words->jobs : out->settings[i].jobs_n;
    }
    return true;
}

static bool has_reservations(const sim_sweep *sweep) {
    bool found = false;
    for (size_t i = 0; i < sweep->n; i++) {
        found |= sweep->settings[i].permit == SL_PERMIT_RESERVATION;
    }
    return found;
}

/* The profile with a setting in place of its own. */
static void setting_apply(sl_sim_profile *profile, const sim_setting *setting, const sim_words *words) {
    sl_sched_config *c = &profile->config;
    c->workers_n = setting->workers_n;
    c->jobs_in_flight = setting->jobs_in_flight;
    c->devices_n = setting->devices_n;
    c->permit = setting->permit;
    if (setting->jobs_n != 0) {
        profile->loads[0].jobs_n = (uint32_t)setting->jobs_n;
    }
    if (setting->budget != 0) {
        c->budget.bytes[SL_KIND_HOST] = setting->budget;
    } else if (c->budget.bytes[SL_KIND_HOST] == 0 && profile->machine_bytes != 0) {
        c->budget.bytes[SL_KIND_HOST] = profile->machine_bytes - profile->other_bytes; /* what there is for us */
    }
    for (uint32_t d = 0; words->budget_device != 0 && d < SL_MEM_DEVICES_MAX; d++) {
        c->budget.bytes[SL_KIND_DEVICE + d] = words->budget_device;
    }
}

static double per_proof_s(const sl_sim_result *r) {
    return r->delivered == 0 || r->killed ? NAN : (double)r->makespan_ns / 1e9 / (double)r->delivered;
}

static void json_row(sl_json *json, const sl_sim_profile *p, const sim_setting *setting, const sl_sim_result *r,
                     uint64_t seed) {
    static const char *const class_names[SL_MEM_CLASSES_N] = {
#define CLASS_NAME(name, text) [SL_MEM_##name] = (text),
        SL_MEM_CLASS_MAP(CLASS_NAME)
#undef CLASS_NAME
    };
    sl_json_object_begin(json, NULL);
    sl_json_string(json, "profile", p->name);
    sl_json_u64(json, "seed", seed);
    sl_json_u64(json, "pw", p->config.workers_n);
    sl_json_u64(json, "j", p->config.jobs_in_flight);
    sl_json_u64(json, "devices", p->config.devices_n);
    sl_json_u64(json, "budget_bytes", p->config.budget.bytes[SL_KIND_HOST]);
    sl_json_string(json, "permit", sl_permit_name(p->config.permit));
    sl_json_f64(json, "s_per_proof", per_proof_s(r));
    sl_json_u64(json, "peak_rss_bytes", r->peak_rss);
    sl_json_object_begin(json, "peak_bytes");
    for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        sl_json_u64(json, class_names[c], r->peak_class[c]);
    }
    sl_json_object_end(json);
    sl_json_u64(json, "waiting_max", r->waiting_max);
    sl_json_bool(json, "killed", r->killed);
    sl_json_u64(json, "peak_reserved_bytes", r->peak_reserved);
    sl_json_u64(json, "peak_device_bytes", r->peak_device);
    sl_json_u64(json, "mapped_bytes", r->mapped);
    sl_json_f64(json, "makespan_s", (double)r->makespan_ns / 1e9);
    sl_json_u64(json, "delivered", r->delivered);
    sl_json_u64(json, "failed", r->failed);
    sl_json_u64(json, "cancelled", r->cancelled);
    sl_json_u64(json, "expired", r->expired);
    sl_json_u64(json, "refused", r->refused);
    if (r->refused > 0) {
        sl_json_u64(json, "refused_needed_bytes", r->refused_needed);
        sl_json_u64(json, "refused_limit_bytes", r->refused_limit);
    }
    sl_json_u64(json, "retries", r->retries);
    sl_json_f64(json, "critical_wait_s", (double)r->critical_wait_ns_max / 1e9);
    sl_json_u64(json, "events", r->events);
    if (setting->published_peak != 0) {
        sl_json_u64(json, "published_peak_bytes", setting->published_peak);
    }
    if (setting->published_ns != 0) {
        sl_json_f64(json, "published_s_per_proof", (double)setting->published_ns / 1e9);
    }
    sl_json_object_end(json);
}

static void gib(uint64_t bytes, int width) {
    if (bytes == 0) {
        (void)printf(" %*s", width, "-");
    } else {
        (void)printf(" %*.1f", width, (double)bytes / (double)(UINT64_C(1) << 30));
    }
}

static void seconds(double s, int width) {
    if (s > 0) {
        (void)printf(" %*.*f", width, s < 10 ? 2 : 1, s);
    } else {
        (void)printf(" %*s", width, "-");
    }
}

static void table_head(const sl_sim_profile *p) {
    (void)printf("%s: memory in GiB\n", p->name);
    (void)printf("%4s %3s %3s %-11s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %7s\n", "pw", "j", "dev", "permit",
                 "budget", "s/proof", "as publ.", "proofs/h", "peak RSS", "as publ.", "witness", "a, b, c", "pending",
                 "key", "struct.", "waiting");
}

static void table_row(const sl_sim_profile *p, const sim_setting *setting, const sl_sim_result *r) {
    const sl_sched_config *c = &p->config;
    (void)printf("%4" PRIu32 " %3" PRIu32 " %3" PRIu32 " %-11s", c->workers_n, c->jobs_in_flight, c->devices_n,
                 sl_permit_name(c->permit));
    gib(c->permit == SL_PERMIT_RESERVATION ? c->budget.bytes[SL_KIND_HOST] : 0, 8);
    seconds(per_proof_s(r), 8);
    seconds((double)setting->published_ns / 1e9, 8);
    seconds(3600 / per_proof_s(r), 8);
    gib(r->peak_rss, 8);
    gib(setting->published_peak, 8);
    gib(r->peak_class[SL_MEM_WITNESS], 8);
    gib(r->peak_class[SL_MEM_ABC], 8);
    gib(r->peak_class[SL_MEM_PENDING] + r->peak_class[SL_MEM_DEVICE], 8);
    gib(r->peak_class[SL_MEM_SRS], 8);
    gib(r->peak_class[SL_MEM_CIRCUIT], 8);
    (void)printf(" %7" PRIu32 "%s\n", r->waiting_max, r->killed ? " killed" : "");
    const uint64_t other = r->failed + r->cancelled + r->expired + r->refused;
    if (other > 0) {
        (void)printf("     %" PRIu64 " delivered, %" PRIu64 " failed, %" PRIu64 " cancelled, %" PRIu64
                     " expired, %" PRIu64 " refused, %" PRIu64 " retries\n",
                     r->delivered, r->failed, r->cancelled, r->expired, r->refused, r->retries);
    }
    if (r->refused_needed > 0) {
        const char *kind = r->refused_kind == SL_KIND_HOST     ? "host"
                           : r->refused_kind == SL_KIND_PINNED ? "pinned"
                                                               : "device";
        (void)printf("     refused: needs %s of %s memory, and there are %s\n", cli_bytes(r->refused_needed), kind,
                     cli_bytes(r->refused_limit));
    }
}

static sluice_status profile_load(cli_state *cli, const char *name, sl_sim_profile *out) {
    size_t n;
    const uint8_t *bytes = sl_sim_builtin_find(name, &n);
    sl_buf file = SL_BUF_EMPTY;
    if (bytes == NULL) {
        if (strchr(name, '/') == NULL && strchr(name, '.') == NULL && strcmp(name, "-") != 0) {
            char known[256] = "";
            for (size_t i = 0; sl_sim_builtin_name(i) != NULL; i++) {
                const size_t at = strlen(known);
                (void)snprintf(known + at, sizeof known - at, " %s", sl_sim_builtin_name(i));
            }
            return SL_FAIL(&cli->err, SLUICE_E_UNKNOWN, "no profile is called %s; there are%s, and files", name, known);
        }
        SL_TRY(sl_buf_load(&file, name, PROFILE_BYTES_MAX, "profile", &cli->err));
        bytes = file.data;
        n = file.bytes;
    }
    sluice_status status = sl_sim_profile_read(out, bytes, n, &cli->err);
    if (status != SLUICE_OK) {
        status = sl_error_prefix(&cli->err, status, "%s", name);
    }
    sl_buf_release(&file);
    return status;
}

static sluice_status plot_print(cli_state *cli, const sl_plot *plot) {
    sl_buf text;
    SL_TRY(sl_plot_text(plot, &text, &cli->err));
    (void)printf("\n%s", (const char *)text.data);
    sl_buf_release(&text);
    return SLUICE_OK;
}

static sluice_status plot_open(cli_state *cli, const sl_sim_profile *p, sl_plot **out) {
    char title[160];
    (void)snprintf(title, sizeof title, "%s: %u workers, permit %s, %u jobs (simulated)", p->name, p->config.workers_n,
                   sl_permit_name(p->config.permit), p->loads[0].jobs_n);
    return sl_plot_open(out, title, &cli->err);
}

static sluice_status setting_run(cli_state *cli, const sl_sim_profile *profile, const sim_setting *setting,
                                 const sim_words *words, bool is_first, bool has_picture) {
    sl_sim_profile p = *profile;
    setting_apply(&p, setting, words);
    sl_plot *plot = NULL;
    sl_sim_options options = {.seed = words->has_seed ? words->seed : p.seed};
    if (has_picture) {
        SL_TRY(plot_open(cli, &p, &plot));
        options.plot = plot;
    }
    sl_sim_result result;
    sluice_status status = sl_sim_run_profile(&p, &options, &result, &cli->err);
    if (status == SLUICE_OK && words->svg != NULL) {
        status = sl_plot_svg(plot, words->svg, &cli->err);
    }
    if (status == SLUICE_OK && cli->json) {
        sl_json json;
        sl_json_open(&json, stdout);
        json_row(&json, &p, setting, &result, options.seed);
        status = sl_json_close(&json, &cli->err);
    } else if (status == SLUICE_OK) {
        if (is_first) {
            table_head(profile);
        }
        table_row(&p, setting, &result);
        status = plot == NULL ? SLUICE_OK : plot_print(cli, plot);
    }
    sl_plot_close(plot);
    return status;
}

static int sweep_run(cli_state *cli, const sl_sim_profile *profile, const sim_sweep *sweep, const sim_words *words) {
    sluice_status status = SLUICE_OK;
    for (size_t i = 0; status == SLUICE_OK && i < sweep->n; i++) {
        status = setting_run(cli, profile, &sweep->settings[i], words, i == 0, sweep->n == 1);
    }
    return status == SLUICE_OK ? CLI_OK : cli_fail(cli, status);
}

static bool fuzz_progress(void *data, uint64_t done, uint64_t total) {
    return cli_progress(data, "schedules", done, total) == 0;
}

static sluice_status fuzz_report(cli_state *cli, const sl_sim_fuzz *fuzz, double seconds_used) {
    if (cli->json) {
        sl_json json;
        sl_json_open(&json, stdout);
        sl_json_object_begin(&json, NULL);
        sl_json_u64(&json, "schedules", fuzz->schedules);
        sl_json_u64(&json, "events", fuzz->events);
        sl_json_u64(&json, "jobs", fuzz->jobs);
        sl_json_u64(&json, "delivered", fuzz->delivered);
        sl_json_u64(&json, "cancelled", fuzz->cancelled);
        sl_json_u64(&json, "faults", fuzz->faults);
        sl_json_f64(&json, "cpu_s", seconds_used);
        sl_json_bool(&json, "broken", fuzz->is_broken);
        if (fuzz->is_broken) {
            sl_json_u64(&json, "seed", fuzz->seed);
            sl_json_string(&json, "what", fuzz->what);
        }
        sl_json_object_end(&json);
        return sl_json_close(&json, &cli->err);
    }
    (void)printf("%" PRIu64 " schedules, %" PRIu64 " events, %" PRIu64 " jobs (%" PRIu64 " delivered, %" PRIu64
                 " cancelled), %" PRIu64 " faults, %.1f s: %s\n",
                 fuzz->schedules, fuzz->events, fuzz->jobs, fuzz->delivered, fuzz->cancelled, fuzz->faults,
                 seconds_used, fuzz->is_broken ? "an invariant is broken" : "all invariants held");
    if (!fuzz->is_broken) {
        return SLUICE_OK;
    }
    (void)printf("seed %" PRIu64 ": %s\nthe smallest profile that still breaks, and its run:\n", fuzz->seed,
                 fuzz->what);
    sl_json json;
    sl_json_open(&json, stdout);
    sl_sim_profile_write(&json, &fuzz->profile);
    SL_TRY(sl_json_close(&json, &cli->err));
    const sl_sim_options options = {.seed = fuzz->profile.seed, .check = true, .trace = stdout};
    sl_sim_result ignored;
    const sluice_status again = sl_sim_run_profile(&fuzz->profile, &options, &ignored, &cli->err);
    return again == SLUICE_E_INTERNAL ? SLUICE_OK : again;
}

static int fuzz_run(cli_state *cli, const sim_words *words) {
    sl_permit permit = SL_PERMIT_RESERVATION;
    if (words->permit != NULL && !sl_permit_find(words->permit, &permit)) {
        return cli_usage(cli, "--permit: reservation, delivery or synthesis");
    }
    sl_sim_fuzz fuzz;
    const double began = sl_clock_cpu_seconds();
    sluice_status status = sl_sim_fuzz_run(words->fuzz, words->has_seed ? words->seed : 1, permit,
                                           cli->quiet ? NULL : fuzz_progress, cli, &fuzz, &cli->err);
    cli_progress_end(cli);
    if (status == SLUICE_OK) {
        status = fuzz_report(cli, &fuzz, sl_clock_cpu_seconds() - began);
    }
    return status != SLUICE_OK ? cli_fail(cli, status) : fuzz.is_broken ? CLI_NO : CLI_OK;
}

int verb_sim(cli_state *cli, int argc, char **argv) {
    sim_words words = {0};
    const cli_option options[] = {
        {"pw", CLI_STRING, &words.pw, NULL, "LIST", "synthesis workers, with commas between them", 0},
        {"j", CLI_STRING, &words.j, NULL, "LIST", "jobs in flight (0: no bound)", 0},
        {"devices", CLI_STRING, &words.devices, NULL, "LIST", "devices", 0},
        {"permit", CLI_STRING, &words.permit, NULL, "LIST", "reservation, delivery, synthesis", 0},
        {"budget-device", CLI_SIZE, &words.budget_device, NULL, "SIZE", "memory of each device", 0},
        {"jobs", CLI_COUNT, &words.jobs, &words.has_jobs, "N", "jobs of the profile's first load", 0},
        {"seed", CLI_COUNT, &words.seed, &words.has_seed, "N", "of durations, faults and cancels", 0},
        {"svg", CLI_FILE, &words.svg, NULL, "FILE", "the picture of one configuration", 0},
        {"fuzz", CLI_COUNT, &words.fuzz, &words.has_fuzz, "N", "random schedules against the invariants", 0},
    };
    const char *name;
    int exit_status;
    if (!cli_parse(cli, argc, argv, options, sizeof options / sizeof options[0], &name, 0, 1, &exit_status)) {
        return exit_status;
    }
    if (cli->threads != 0 || cli->kernel != NULL) {
        return cli_usage(cli, "--threads and --kernel do nothing here");
    }
    if (words.has_fuzz) {
        const bool has_more = name != NULL || words.pw != NULL || words.j != NULL || words.devices != NULL ||
                              words.svg != NULL || words.has_jobs || words.budget_device != 0 || cli->budget_bytes != 0;
        if (has_more || words.fuzz == 0) {
            return cli_usage(cli, has_more ? "--fuzz goes with --seed and --permit alone" : "--fuzz: at least 1");
        }
        return fuzz_run(cli, &words);
    }
    if (name == NULL) {
        return cli_usage(cli, "needs a profile, or --fuzz N");
    }
    if (words.has_jobs && (words.jobs == 0 || words.jobs > 1000000)) {
        return cli_usage(cli, "--jobs: from 1 to 1000000");
    }
    if (words.svg != NULL && cli->json && (strcmp(words.svg, "-") == 0 || strcmp(words.svg, "/dev/stdout") == 0)) {
        return cli_usage(cli, "--json and --svg - both want standard output");
    }
    sl_sim_profile profile;
    const sluice_status status = profile_load(cli, name, &profile);
    if (status != SLUICE_OK) {
        return cli_fail(cli, status);
    }
    static sim_sweep sweep;
    const char *why;
    if (!sweep_make(&sweep, cli, &words, &profile, &why)) {
        return cli_usage(cli, "%s", why);
    }
    if ((cli->budget_bytes != 0 || words.budget_device != 0) && !has_reservations(&sweep)) {
        return cli_usage(cli, "--budget does nothing here: the permits delivery and synthesis know no budget");
    }
    if (words.svg != NULL && sweep.n != 1) {
        return cli_usage(cli, "--svg draws one configuration, and these are %zu: choose by --pw and --permit", sweep.n);
    }
    return sweep_run(cli, &profile, &sweep, &words);
}
