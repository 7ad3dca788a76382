// SPDX-License-Identifier: MIT OR Apache-2.0
/* The simulator against what was published, and its profiles. */
#include <math.h>

#include "core/mem/buf.h"
#include "engine/sim/sim.h"
#include "harness/test.h"

static void builtin(const char *name, sl_sim_profile *out) {
    sluice_error err;
    size_t n;
    const uint8_t *bytes = sl_sim_builtin_find(name, &n);
    SL_CHECK(bytes != NULL);
    SL_CHECK_OK(sl_sim_profile_read(out, bytes, n, &err));
}

static sl_sim_result run(const sl_sim_profile *profile, uint64_t seed) {
    const sl_sim_options options = {.seed = seed};
    sl_sim_result result;
    sluice_error err;
    SL_CHECK_OK(sl_sim_run_profile(profile, &options, &result, &err));
    return result;
}

static sl_sim_profile row(const sl_sim_profile *profile, const sl_sim_run *setting) {
    sl_sim_profile p = *profile;
    p.config.workers_n = setting->workers_n;
    p.config.permit = setting->permit;
    p.loads[0].jobs_n = setting->jobs_n == 0 ? p.loads[0].jobs_n : setting->jobs_n;
    return p;
}

static bool is_near(double value, double wanted, double part) {
    return fabs(value - wanted) <= part * wanted;
}

/* Every published row within a tenth; and what waited. */
SL_TEST(the_reference_machine) {
    static const uint32_t waiting[] = {0, 0, 1, 3, 6, 8, 28, 8};
    sl_sim_profile reference;
    builtin("reference", &reference);
    SL_CHECK_EQ_U64(reference.runs_n, SL_ARRAY_N(waiting));
    for (uint32_t i = 0; i < reference.runs_n; i++) {
        const sl_sim_run *setting = &reference.runs[i];
        const sl_sim_profile profile = row(&reference, setting);
        const sl_sim_result r = run(&profile, reference.seed);
        const bool is_killed = setting->workers_n == 12 && setting->permit == SL_PERMIT_SYNTHESIS;
        SL_CHECK_MSG(is_near((double)r.peak_rss, (double)setting->published_peak, 0.1), "row %u: peak %.1f GiB", i,
                     (double)r.peak_rss / 1073741824);
        SL_CHECK(r.killed == is_killed);
        SL_CHECK_EQ_U64(r.waiting_max, waiting[i]);
        if (!is_killed) {
            SL_CHECK_EQ_U64(r.delivered, 15);
            const double s_per_proof = (double)r.makespan_ns / 15e9;
            SL_CHECK(setting->published_ns == 0 || is_near(s_per_proof, (double)setting->published_ns / 1e9, 0.1));
        }
    }
}

/* It does not hang on the seed. */
SL_TEST(the_pile_up_comes_with_every_seed) {
    sl_sim_profile reference;
    builtin("reference", &reference);
    for (uint64_t seed = 0; seed < 20; seed++) {
        sl_sim_profile profile = row(&reference, &reference.runs[6]);
        const sl_sim_result piled = run(&profile, seed);
        SL_CHECK(piled.killed && piled.waiting_max >= 26 && piled.waiting_max <= 31);
        profile.config.permit = SL_PERMIT_DELIVERY;
        const sl_sim_result held = run(&profile, seed);
        SL_CHECK(!held.killed && held.waiting_max <= 10 && held.peak_rss < UINT64_C(300) << 30);
        SL_CHECK(is_near((double)held.makespan_ns / 20e9, 39.5, 0.05));
    }
}

SL_TEST(our_sizes_on_the_same_machine) {
    sl_sim_profile ours;
    builtin("ours", &ours);
    for (uint32_t i = 0; i < ours.runs_n; i++) {
        sl_sim_profile profile = row(&ours, &ours.runs[i]);
        profile.config.budget.bytes[SL_KIND_HOST] = ours.runs[i].budget;
        const sl_sim_result r = run(&profile, 1);
        SL_CHECK(!r.killed && r.delivered == 15);
        SL_CHECK(is_near((double)r.makespan_ns / 15e9, 38.2, 0.05));
        SL_CHECK(profile.config.permit != SL_PERMIT_RESERVATION || r.peak_rss < UINT64_C(16) << 30);
        SL_CHECK(ours.runs[i].budget == 0 || r.peak_rss <= ours.runs[i].budget);
    }
}

SL_TEST(mixed_work_with_trouble) {
    sl_sim_profile mixed;
    builtin("mixed", &mixed);
    sl_sim_options options = {.check = true};
    for (options.seed = 1; options.seed <= 5; options.seed++) {
        sl_sim_result r;
        sluice_error err;
        SL_CHECK_OK(sl_sim_run_profile(&mixed, &options, &r, &err));
        SL_CHECK_EQ_U64(r.delivered, 33);
        SL_CHECK(r.peak_rss <= mixed.config.budget.bytes[SL_KIND_HOST]);
        SL_CHECK(r.critical_wait_ns_max < UINT64_C(1000000000)); /* the key's load, and not a moment for memory */
    }
}

static bool is_same(const sl_sim_result *a, const sl_sim_result *b) {
    return a->events == b->events && a->makespan_ns == b->makespan_ns && a->peak_rss == b->peak_rss &&
           a->delivered == b->delivered && a->failed == b->failed && a->cancelled == b->cancelled &&
           a->faults == b->faults && a->peak_reserved == b->peak_reserved && a->peak_device == b->peak_device;
}

SL_TEST(the_same_seed_gives_the_same_run) {
    sl_sim_profile profile;
    sl_sim_fuzz_profile(&profile, 7, SL_PERMIT_RESERVATION);
    const sl_sim_result a = run(&profile, 3);
    const sl_sim_result b = run(&profile, 3);
    SL_CHECK(is_same(&a, &b));
    const sl_sim_result c = run(&profile, 4);
    SL_CHECK(!is_same(&a, &c));
}

/* A profile that is written can be read, and runs as it did. */
SL_TEST(profiles_are_written_and_read) {
    for (uint64_t seed = 1; seed < 50; seed++) {
        sl_sim_profile profile;
        sl_sim_profile again;
        sl_sim_fuzz_profile(&profile, seed, SL_PERMIT_RESERVATION);
        char *text = NULL;
        size_t n = 0;
        FILE *stream = open_memstream(&text, &n);
        SL_CHECK(stream != NULL);
        sl_json json;
        sluice_error err;
        sl_json_open(&json, stream);
        sl_sim_profile_write(&json, &profile);
        SL_CHECK_OK(sl_json_close(&json, &err));
        SL_CHECK(fclose(stream) == 0);
        SL_CHECK_OK(sl_sim_profile_read(&again, (const uint8_t *)text, n, &err));
        const sl_sim_result a = run(&profile, seed);
        const sl_sim_result b = run(&again, again.seed);
        SL_CHECK(is_same(&a, &b));
        free(text);
    }
}

#define HEAD "{\"name\":\"n\",\"machine\":{\"memory_mib\":0,\"other_mib\":0,\"program_mib\":1,\"devices\":1},"
#define ENGINE "\"engine\":{\"permit\":\"delivery\",\"workers\":1,\"handover\":1,\"slots\":2},"
#define SHAPE(more)                                                                                                   \
    "\"shapes\":[{\"name\":\"s\",\"partitions\":2,\"vanilla_mib\":0,\"witness_mib\":1,\"abc_mib\":1,\"pending_mib\":" \
    "0,"                                                                                                              \
    "\"device_mib\":0,\"grows_from_percent\":50,\"synthesis_ms\":[[1,10]],\"synthesis_jitter_percent\":0,\"device_"   \
    "ms\":5,"                                                                                                         \
    "\"device_jitter_percent\":0,\"finish_ms\":1,\"check_ms\":1" more "}],"
#define LOADS "\"loads\":[{\"shape\":\"s\",\"jobs\":1,\"priority\":\"low\"}]}"

SL_TEST(profiles_that_are_wrong) {
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "byte 0"},
        {"[]", "byte 0"},
        {HEAD ENGINE SHAPE("") "\"loads\":[]}", "loads"},
        {HEAD ENGINE LOADS, "nothing is called"},
        {HEAD ENGINE SHAPE("") LOADS "x", "byte"},
        {HEAD ENGINE SHAPE(",\"srs\":\"k\"") LOADS, "nothing is called \"k\""},
        {HEAD ENGINE SHAPE(",\"partitions\":3") LOADS, "partitions"},
        {HEAD SHAPE("") LOADS, "engine"},
        {HEAD "\"engine\":{\"permit\":\"x\",\"workers\":1,\"handover\":1,\"slots\":2}," SHAPE("") LOADS,
         "unknown word"},
        {HEAD "\"engine\":{\"permit\":\"delivery\",\"workers\":-1,\"handover\":1,\"slots\":2}," SHAPE("") LOADS,
         "workers"},
        {HEAD "\"engine\":{\"permit\":\"delivery\",\"workers\":99999999,\"handover\":1,\"slots\":2}," SHAPE("") LOADS,
         "workers"},
    };
    sl_sim_profile profile;
    sluice_error err;
    const char *good = HEAD ENGINE SHAPE("") LOADS;
    SL_CHECK_OK(sl_sim_profile_read(&profile, (const uint8_t *)good, strlen(good), &err));
    const sl_sim_result r = run(&profile, 1);
    SL_CHECK_EQ_U64(r.delivered, 1);
    SL_CHECK_EQ_U64(r.makespan_ns, 27000000); /* two times 10, then 5, 1 and 1 */
    SL_CHECK_EQ_U64(r.peak_rss, 9 << 19);     /* 1, 2 on the device, and 1 of the next that has grown by a half of 1 */
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        const char *text = cases[i].text;
        SL_CHECK(sl_sim_profile_read(&profile, (const uint8_t *)text, strlen(text), &err) != SLUICE_OK);
        SL_CHECK_MSG(strstr(err.text, cases[i].says) != NULL, "case %zu: %s", i, err.text);
    }
    for (size_t n = 0; n < strlen(good); n++) { /* cut anywhere */
        SL_CHECK(sl_sim_profile_read(&profile, (const uint8_t *)good, n, &err) != SLUICE_OK);
    }
}

/* Sizes and numbers that could go beyond 64 bits are refused. */
SL_TEST(sizes_beyond_reason) {
    sl_sim_profile profile;
    sl_sim_result r;
    sluice_error err;
    const sl_sim_options options = {.seed = 1};
    builtin("reference", &profile);
    profile.shapes[0].plan.host[SL_MEM_WITNESS] = UINT64_C(1) << 56;
    SL_CHECK_STATUS(sl_sim_run_profile(&profile, &options, &r, &err), SLUICE_E_USAGE);
    builtin("reference", &profile);
    profile.loads[0].jobs_n = 1 << 20;
    profile.shapes[0].partitions_n = 65536;
    SL_CHECK_STATUS(sl_sim_run_profile(&profile, &options, &r, &err), SLUICE_E_USAGE);
    builtin("reference", &profile);
    profile.config.devices_n = 0;
    SL_CHECK_STATUS(sl_sim_run_profile(&profile, &options, &r, &err), SLUICE_E_USAGE);
}

/* Without memory it says so, wherever that is. */
SL_TEST(allocations_that_fail) {
    sl_sim_profile profile;
    builtin("mixed", &profile);
    const sl_sim_options options = {.seed = 1};
    sl_sim_result r;
    sluice_error err;
    size_t n = 0;
    for (;; n++) {
        sl_mem_fail_after(n);
        const sluice_status status = sl_sim_run_profile(&profile, &options, &r, &err);
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK_EQ_U64(sl_mem_live(), 0);
        if (status == SLUICE_OK) {
            break;
        }
        SL_CHECK_STATUS(status, SLUICE_E_NO_MEMORY);
    }
    SL_CHECK(n >= 4);
}
