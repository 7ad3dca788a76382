// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the engine promises about memory and order, a line each, over random schedules with faults and cancels. */
#include "engine/sched/sched_check.h"
#include "engine/sim/sim.h"
#include "harness/test.h"

#ifdef SL_SANITIZED
enum { SCHEDULES = 40 };
#else
enum { SCHEDULES = 400 };
#endif

static bool invariant_watch(void *data, const sl_sched *sched) {
    const size_t *which = data;
    return sl_sched_invariant_holds(sched, *which);
}

static size_t invariant_of(const char *text) {
    size_t i = 0;
    while (sl_sched_invariant(i) != NULL && strstr(sl_sched_invariant(i), text) == NULL) {
        i++;
    }
    SL_CHECK_MSG(sl_sched_invariant(i) != NULL, "no invariant says '%s'", text);
    return i;
}

/* The invariant that says `text` holds after every event of every schedule. */
static bool always(const char *text) {
    size_t which = invariant_of(text);
    for (uint64_t seed = 1; seed <= SCHEDULES; seed++) {
        sl_sim_profile profile;
        sl_sim_fuzz_profile(&profile, seed, SL_PERMIT_RESERVATION);
        const sl_sim_options options = {.seed = seed, .watch = invariant_watch, .watch_data = &which};
        sl_sim_result result;
        if (sl_sim_run_profile(&profile, &options, &result, NULL) != SLUICE_OK) {
            (void)printf("seed %llu\n", (unsigned long long)seed);
            return false;
        }
    }
    return true;
}

/* The audit of whole runs: it has its own books, which the scheduler does not see. */
static bool audited(void) {
    sl_sim_fuzz fuzz;
    sluice_error err;
    SL_CHECK_OK(sl_sim_fuzz_run(SCHEDULES, 1000000, SL_PERMIT_RESERVATION, NULL, NULL, &fuzz, &err));
    SL_CHECK(fuzz.is_broken || (fuzz.faults > 0 && fuzz.cancelled > 0 && fuzz.delivered > 0));
    return !fuzz.is_broken;
}

SL_TEST(reserved_memory_is_within_the_budget_of_every_kind) {
    SL_CHECK(always("within the budget"));
}
SL_TEST(reserved_memory_is_the_sum_of_reservations) {
    SL_CHECK(always("sum over partitions and residents"));
}
SL_TEST(permits_go_back_with_the_result_and_not_before) {
    SL_CHECK(always("hold their worker's permit"));
}
SL_TEST(what_runs_has_its_key_and_structure) {
    SL_CHECK(always("has its key and structure"));
}
SL_TEST(the_first_in_order_waits_only_for_permit_or_memory) {
    SL_CHECK(always("the first in order"));
}
SL_TEST(critical_does_not_wait_for_memory_of_others) {
    SL_CHECK(always("while its reserve has room"));
}
SL_TEST(critical_waits_are_bounded) {
    SL_CHECK(always("at most three others"));
}
SL_TEST(low_always_progresses) {
    SL_CHECK(always("LOW has its turn"));
}
SL_TEST(while_there_are_jobs_something_is_under_way) {
    SL_CHECK(always("something is under way"));
}
SL_TEST(everything_is_released_at_the_end) {
    SL_CHECK(always("without jobs, nothing is reserved"));
}
/* Live bytes within reservations; every job ends exactly once; no partition lost, or proven twice into one proof. */
SL_TEST(jobs_partitions_and_live_bytes_are_accounted_for) {
    SL_CHECK(audited());
}

static void reference(sl_sim_profile *out, sl_permit permit) {
    sluice_error err;
    size_t n;
    const uint8_t *bytes = sl_sim_builtin_find("reference", &n);
    SL_CHECK(bytes != NULL);
    SL_CHECK_OK(sl_sim_profile_read(out, bytes, n, &err));
    out->config.permit = permit;
    out->config.budget.bytes[SL_KIND_HOST] = out->machine_bytes - out->other_bytes;
    out->config.budget.bytes[SL_KIND_DEVICE] = 0; /* the reference's permits know no device memory */
}

/* The reference's load and machine, with one rule changed: the invariant of memory fails, as the process did. */
SL_TEST(with_the_permit_of_synthesis_memory_piles_up) {
    size_t which = invariant_of("within the budget");
    for (int permit = SL_PERMIT_RESERVATION; permit <= SL_PERMIT_SYNTHESIS; permit++) {
        sl_sim_profile profile;
        reference(&profile, (sl_permit)permit);
        profile.loads[0].jobs_n = 20;
        const sl_sim_options options = {.seed = 1, .watch = invariant_watch, .watch_data = &which};
        sl_sim_result result;
        const bool holds = sl_sim_run_profile(&profile, &options, &result, NULL) == SLUICE_OK;
        SL_CHECK_MSG(holds == (permit != SL_PERMIT_SYNTHESIS), "permit %d", permit);
        SL_CHECK(!holds || (!result.killed && result.delivered == 20));
    }
}

/* And a search finds it, with a small example. */
SL_TEST(a_search_finds_the_pile_up_and_shrinks_it) {
    sl_sim_fuzz fuzz;
    sluice_error err;
    SL_CHECK_OK(sl_sim_fuzz_run(100, 1, SL_PERMIT_SYNTHESIS, NULL, NULL, &fuzz, &err));
    SL_CHECK(fuzz.is_broken && strstr(fuzz.what, "invariant broken") != NULL);
    sl_sim_profile full;
    sl_sim_fuzz_profile(&full, fuzz.seed, SL_PERMIT_SYNTHESIS);
    uint64_t jobs = 0;
    uint64_t jobs_full = 0;
    for (uint32_t i = 0; i < full.loads_n; i++) {
        jobs_full += full.loads[i].jobs_n;
    }
    for (uint32_t i = 0; i < fuzz.profile.loads_n; i++) {
        jobs += fuzz.profile.loads[i].jobs_n;
    }
    SL_CHECK(jobs < jobs_full && fuzz.profile.faults.start == 0);
    const sl_sim_options options = {.seed = fuzz.profile.seed, .check = true};
    sl_sim_result result;
    SL_CHECK_STATUS(sl_sim_run_profile(&fuzz.profile, &options, &result, &err), SLUICE_E_INTERNAL);
}
