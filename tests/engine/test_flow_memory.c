// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Memory of the flow: what docs/internals/engine.md promises, measured on the real thing. Residency of pages is not
 * compared under sanitizers, which hold pages of their own.
 */
#include "engine/flow_case.h"

/* Watches the invariants of the ledger at every event: live <= reserved <= budget. */
typedef struct ledger_watch {
    atomic_uint events, broken;
    unsigned evicted, loaded;
} ledger_watch;

static void ledger_look(void *data, const sl_flow_event *event) {
    ledger_watch *w = data;
    const sl_mem_total host = sl_ledger_total(SL_KIND_HOST);
    const bool is_sound = host.live <= host.reserved && (host.budget == 0 || host.reserved <= host.budget);
    (void)atomic_fetch_add(&w->events, 1);
    (void)atomic_fetch_add(&w->broken, is_sound ? 0 : 1);
    w->evicted += strcmp(event->name, "evicted") == 0;
    w->loaded += strcmp(event->name, "loaded") == 0;
}

static sl_trace_peaks peaks_of(const bench_flow *b) {
    sl_trace_peaks peaks;
    sl_trace_peaks_get(sl_flow_trace(b->flow), &peaks);
    return peaks;
}

/* The least budget that a partition of this flow can be proven in, from its own refusal. */
static uint64_t least_budget(bench_flow *b) {
    uint64_t job;
    sl_flow_budget_set(b->flow, MIB);
    const sl_flow_spec spec = spec_make(b, 1, 1);
    SL_CHECK_STATUS(sl_flow_submit(b->flow, &spec, &job, &err), SLUICE_E_BUDGET);
    const char *figure = strstr(err.text, "needs a budget of ");
    SL_CHECK_MSG(figure != NULL, "%s", err.text);
    return strtoull(figure + strlen("needs a budget of "), NULL, 10) + MIB / 2;
}

static void budget_holds(unsigned rows_log2, unsigned jobs_n, unsigned slow_ms);

/* Invariant: resident memory <= budget at every sample, and live <= reserved <= budget at every event, from the least
 * budget that works upwards. */
SL_TEST(resident_memory_stays_within_the_budget) {
    budget_holds(SANITIZED ? 6 : 10, SANITIZED ? 2 : 4, 0);
}

/* Invariant: with a consumer that is slow, nothing piles up beyond the plan. */
SL_TEST(a_slow_consumer_piles_nothing_up) {
    budget_holds(SANITIZED ? 6 : 8, SANITIZED ? 2 : 4, 40);
}

static void slow_deliver(void *data, uint64_t job, const uint8_t *proofs, size_t bytes) {
    (void)job;
    (void)proofs;
    (void)bytes;
    sleep_ms(*(const unsigned *)data);
}

static void budget_holds(unsigned rows_log2, unsigned jobs_n, unsigned slow_ms) {
    bench_flow b = {0};
    ledger_watch w = {0};
    toy_make(&b, rows_log2);
    sl_flow_config config = config_make(&b, 1, 2);
    config.workers_n = 4;
    config.trace_ms = 1;
    config.watch = ledger_look;
    config.watch_data = &w;
    config.budget_bytes = 2048 * MIB;
    flow_open(&b, &config);
    const uint64_t least = least_budget(&b);
    static const uint64_t extra[] = {0, 1 * MIB, 8 * MIB, 64 * MIB};
    for (size_t i = 0; i < SL_ARRAY_N(extra); i++) {
        sl_flow_budget_set(b.flow, least + extra[i]);
        sleep_ms(10); /* for samples that were begun under another budget */
        const uint64_t over_before = peaks_of(&b).over_budget;
        for (unsigned k = 0; k < jobs_n; k++) {
            sl_flow_spec spec = spec_make(&b, k, PARTITIONS_N);
            spec.deliver = slow_deliver;
            spec.deliver_data = &slow_ms;
            uint64_t job;
            SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
        }
        sl_flow_drain(b.flow);
        const sl_trace_peaks peaks = peaks_of(&b);
        SL_CHECK_MSG(SANITIZED || peaks.over_budget == over_before,
                     "budget %llu: %llu of %llu samples above it, peak %llu", (unsigned long long)(least + extra[i]),
                     (unsigned long long)peaks.over_budget, (unsigned long long)peaks.samples,
                     (unsigned long long)peaks.rss);
        SL_CHECK_MSG(peaks.reserved <= 2048 * MIB && atomic_load(&w.broken) == 0, "%u of %u events",
                     atomic_load(&w.broken), atomic_load(&w.events));
    }
    SL_CHECK(atomic_load(&w.events) > 0);
    flow_close(&b);
}

/* Invariant: what is resident is what is live, within 2 % or 8 MiB of growth, at the end of every stage. */
typedef struct stage_watch {
    uint64_t rss, live; /* when nothing ran */
    unsigned stages, off;
    int64_t worst;
} stage_watch;

static void stage_look(void *data, const sl_flow_event *event) {
    stage_watch *w = data;
    sl_rss rss;
    if (event->took_s == 0 || w->rss == 0 || !sl_rss_read(&rss)) {
        return;
    }
    const int64_t grown = (int64_t)(rss.anon_bytes + rss.shmem_bytes) - (int64_t)w->rss;
    const int64_t more = (int64_t)sl_mem_live() - (int64_t)w->live;
    const int64_t off = grown - more;
    w->stages++;
    w->off += off > (int64_t)SL_MAX(8 * MIB, (uint64_t)(more > 0 ? more : 0) / 50);
    w->worst = SL_MAX(w->worst, off);
}

SL_TEST(what_is_resident_is_what_is_live) {
    if (SANITIZED) {
        SL_SKIP("sanitizers hold pages of their own");
    }
    bench_flow b = {0};
    stage_watch w = {0};
    toy_make(&b, 12);
    sl_flow_config config = config_make(&b, 1, 2);
    config.watch = stage_look;
    config.watch_data = &w;
    flow_open(&b, &config);
    await_proofs(&b, submit(&b, 1), 1); /* threads and their arenas are there now */
    sl_rss rss;
    SL_CHECK(sl_rss_read(&rss));
    w.live = sl_mem_live();
    w.rss = rss.anon_bytes + rss.shmem_bytes;
    for (unsigned i = 0; i < 3; i++) {
        await_proofs(&b, submit(&b, i), i);
    }
    SL_CHECK_MSG(w.stages >= 3 * 3 * PARTITIONS_N && w.off == 0, "%u of %u stages off, by up to %lld bytes", w.off,
                 w.stages, (long long)w.worst);
    flow_close(&b);
}

/* Invariant: a lower budget drains and kills nothing; queued work waits for a higher one. */
SL_TEST(a_budget_lowered_while_running_drains) {
    enum { JOBS_N = SANITIZED ? 2 : 6 };
    bench_flow b = {0};
    uint64_t jobs[JOBS_N];
    toy_make(&b, SANITIZED ? 6 : 10);
    sl_flow_config config = config_make(&b, 1, 2);
    config.budget_bytes = 2048 * MIB;
    flow_open(&b, &config);
    const uint64_t least = least_budget(&b);
    sl_flow_budget_set(b.flow, 2048 * MIB);
    for (unsigned i = 0; i < JOBS_N; i++) {
        jobs[i] = submit(&b, i);
    }
    for (unsigned i = 0; i < 20; i++) {
        sl_flow_budget_set(b.flow, i % 2 == 0 ? least : i % 4 == 1 ? MIB : 2048 * MIB);
        sleep_ms(5);
    }
    sl_flow_budget_set(b.flow, least + 16 * MIB);
    sl_flow_drain(b.flow); /* the verifier of the test needs room, too */
    for (unsigned i = 0; i < JOBS_N; i++) {
        await_proofs(&b, jobs[i], i);
    }
    flow_close(&b);
}

/* A made-up machine whose control group has a limit. */
static void limit_write(uint64_t bytes) {
    char text[32];
    (void)snprintf(text, sizeof text, "%llu\n", (unsigned long long)bytes);
    (void)sl_test_temp_write("machine/sys/fs/cgroup/memory.max", text, strlen(text));
}

/* Invariant: the budget follows the control group, also while work is under way; 64 MiB less than needed is refused. */
SL_TEST(the_budget_follows_the_control_group) {
    static const char meminfo[] = "MemTotal: 67108864 kB\nMemAvailable: 33554432 kB\n";
    static const char mounts[] = "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    bench_flow b = {0};
    sl_flow_state state;
    char root[256];
    toy_make(&b, 6);
    (void)sl_test_temp_write("machine/proc/meminfo", meminfo, strlen(meminfo));
    (void)sl_test_temp_write("machine/proc/self/cgroup", "0::/\n", 5);
    (void)sl_test_temp_write("machine/proc/self/mountinfo", mounts, strlen(mounts));
    limit_write(1024 * MIB);
    (void)snprintf(root, sizeof root, "%s", sl_test_temp_path("machine"));
    sl_flow_config config = config_make(&b, 1, 1);
    config.root = root;
    flow_open(&b, &config);
    sl_flow_state_get(b.flow, &state);
    SL_CHECK_EQ_U64(state.ledger.kind[SL_KIND_HOST].budget, (1024 - 128) * MIB); /* an eighth is the margin */
    const uint64_t first = submit(&b, 1);
    await_proofs(&b, first, 1);
    limit_write(512 * MIB);
    for (unsigned i = 0; i < 500 && sl_ledger_total(SL_KIND_HOST).budget != (512 - 64) * MIB; i++) {
        sleep_ms(10);
    }
    SL_CHECK_EQ_U64(sl_ledger_total(SL_KIND_HOST).budget, (512 - 64) * MIB);
    await_proofs(&b, submit(&b, 2), 2);
    limit_write(16 * MIB); /* less than the process itself */
    for (unsigned i = 0; i < 500 && sl_ledger_total(SL_KIND_HOST).budget != 14 * MIB; i++) {
        sleep_ms(10);
    }
    uint64_t job;
    const sl_flow_spec spec = spec_make(&b, 3, 1);
    SL_CHECK_STATUS(sl_flow_submit(b.flow, &spec, &job, &err), SLUICE_E_BUDGET);
    flow_close(&b);
}

/* Invariant: hundreds of jobs that succeed, fail and are cancelled leave resident memory where it was. */
static sluice_status (*good_synthesize)(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e);

static sluice_status bad_synthesize(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e) {
    SL_TRY(good_synthesize(data, k, r1cs, out, e));
    out->bits[0] ^= 4;
    return SLUICE_OK;
}

static void mixed_jobs(const bench_flow *b, unsigned n, unsigned ended[SL_JOB_EXPIRED + 1]) {
    enum { AT_A_TIME = 20 };
    uint64_t jobs[AT_A_TIME];
    for (unsigned first = 0; first < n; first += AT_A_TIME) {
        for (unsigned i = 0; i < AT_A_TIME; i++) {
            sl_flow_spec spec = spec_make(b, i, 1 + i % 3);
            spec.priority = (sl_priority)(i % SL_PRIORITIES_N);
            spec.source.synthesize = i % 7 == 3 ? bad_synthesize : spec.source.synthesize;
            spec.deadline_s = i % 11 == 5 ? 0.0005 : 0;
            SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &jobs[i], &err));
        }
        for (unsigned i = 0; i < AT_A_TIME; i += 5) {
            sleep_ms(i % 3);
            SL_CHECK_OK(sl_flow_cancel(b->flow, jobs[i], &err));
        }
        for (unsigned i = 0; i < AT_A_TIME; i++) {
            const sl_job_report report = await_job(b, jobs[i]);
            ended[report.state]++;
            SL_CHECK(report.state != SL_JOB_DELIVERED || proofs_hold(b, i, 1 + i % 3, report.proofs));
            free(report.proofs);
        }
    }
}

SL_TEST(mixed_jobs_leave_memory_flat) {
    bench_flow b = {0};
    unsigned ended[SL_JOB_EXPIRED + 1] = {0};
    sl_rss before, after;
    toy_make(&b, 4);
    const sl_flow_config config = config_make(&b, 2, 1);
    flow_open(&b, &config);
    sl_flow_spec spec = spec_make(&b, 0, 1);
    good_synthesize = spec.source.synthesize;
    spec.source.release(spec.source.data);
    mixed_jobs(&b, SANITIZED ? 20 : 100, ended);
    SL_CHECK(sl_rss_read(&before));
    mixed_jobs(&b, SANITIZED ? 20 : 400, ended);
    SL_CHECK(sl_rss_read(&after));
    SL_CHECK_MSG(SANITIZED || after.anon_bytes < before.anon_bytes + 4 * MIB, "%llu bytes, %llu before",
                 (unsigned long long)after.anon_bytes, (unsigned long long)before.anon_bytes);
    SL_CHECK_MSG(ended[SL_JOB_DELIVERED] > 0 && ended[SL_JOB_FAILED] > 0 && ended[SL_JOB_CANCELLED] > 0,
                 "%u delivered, %u failed, %u cancelled, %u expired", ended[SL_JOB_DELIVERED], ended[SL_JOB_FAILED],
                 ended[SL_JOB_CANCELLED], ended[SL_JOB_EXPIRED]);
    flow_close(&b);
}

/* Toys whose keys are heavy. */
enum { TOYS_N = 3 };
#define BALLAST (4 * MIB)

typedef struct heavy_toy {
    sl_toy toy;
    sl_buf ballast;
} heavy_toy;

static sluice_status heavy_load(void *data, sl_loaded *out, sluice_error *e) {
    heavy_toy *heavy = data;
    SL_TRY(sl_buf_alloc(&heavy->ballast, BALLAST, "ballast", e));
    const sl_flow_target inner = sl_toy_target(&heavy->toy);
    const sluice_status status = inner.load(inner.data, out, e);
    if (status != SLUICE_OK) {
        sl_buf_release(&heavy->ballast);
    }
    return status;
}

static void heavy_unload(void *data, sl_loaded *loaded) {
    heavy_toy *heavy = data;
    const sl_flow_target inner = sl_toy_target(&heavy->toy);
    inner.unload(inner.data, loaded);
    sl_buf_release(&heavy->ballast);
}

static void heavy_prove(bench_flow *b, uint32_t target, uint64_t seed) {
    sl_flow_spec spec = spec_make(b, seed, 1);
    spec.target = target;
    uint64_t job;
    SL_CHECK_OK(sl_flow_submit(b->flow, &spec, &job, &err));
    const sl_job_report report = await_job(b, job);
    SL_CHECK_MSG(report.state == SL_JOB_DELIVERED, "%s", report.error.text);
    free(report.proofs);
}

/* A flow that knows heavy targets; the least budget for a job without their ballast. */
static uint64_t heavy_open(bench_flow *b, ledger_watch *w, unsigned n, heavy_toy toys[], uint32_t targets[]) {
    toy_make(b, 6);
    sl_flow_config config = config_make(b, 1, 1);
    config.watch = ledger_look;
    config.watch_data = w;
    config.budget_bytes = 2048 * MIB;
    flow_open(b, &config);
    const uint64_t least = least_budget(b);
    sl_flow_budget_set(b->flow, 2048 * MIB);
    for (unsigned i = 0; i < n; i++) {
        toys[i].toy = b->toy;
        sl_flow_target target = {.load = heavy_load, .unload = heavy_unload, .data = &toys[i]};
        (void)snprintf(target.name, sizeof target.name, "heavy %u", i);
        SL_CHECK_OK(sl_flow_target_add(b->flow, &target, &targets[i], &err));
        uint32_t again;
        SL_CHECK_OK(sl_flow_target_add(b->flow, &target, &again, &err)); /* shared */
        SL_CHECK(again == targets[i]);
    }
    return least;
}

/* Invariant: keys that are not in use go when others need their room, and come back. */
SL_TEST(keys_are_loaded_shared_and_evicted) {
    bench_flow b = {0};
    ledger_watch w = {0};
    heavy_toy toys[TOYS_N] = {0};
    uint32_t targets[TOYS_N];
    const uint64_t least = heavy_open(&b, &w, TOYS_N, toys, targets);
    for (unsigned i = 0; i < TOYS_N; i++) { /* each was loaded to be measured; now the scheduler knows */
        heavy_prove(&b, targets[i], i);
    }
    SL_CHECK(w.evicted == 0 && w.loaded == TOYS_N);
    sl_flow_budget_set(b.flow, least + 2 * BALLAST + MIB); /* room for two of them */
    for (unsigned i = 0; i < TOYS_N; i++) {
        heavy_prove(&b, targets[i], i);
    }
    SL_CHECK_MSG(w.evicted >= 2 && w.loaded >= TOYS_N + 1, "%u loaded, %u evicted", w.loaded, w.evicted);
    const unsigned evicted = w.evicted, loaded = w.loaded;
    heavy_prove(&b, targets[TOYS_N - 1], 1); /* used last: still there */
    SL_CHECK(w.evicted == evicted && w.loaded == loaded);
    SL_CHECK(sl_mem_live() < 3 * BALLAST);
    const sl_mem_total host = sl_ledger_total(SL_KIND_HOST);
    SL_CHECK(host.reserved <= host.budget);
    flow_close(&b);
}

/* Jobs of two keys that do not fit together: one goes while proofs made with it are still being checked. */
SL_TEST(keys_go_before_their_proofs_are_checked) {
    enum { JOBS_N = 12 };
    bench_flow b = {0};
    ledger_watch w = {0};
    heavy_toy toys[2] = {0};
    uint32_t targets[2];
    uint64_t jobs[JOBS_N];
    sl_flow_budget_set(b.flow, heavy_open(&b, &w, 2, toys, targets) + BALLAST + MIB);
    for (unsigned i = 0; i < JOBS_N; i++) {
        sl_flow_spec spec = spec_make(&b, i, 1);
        spec.target = targets[i % 2];
        SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &jobs[i], &err));
    }
    for (unsigned i = 0; i < JOBS_N; i++) {
        await_proofs(&b, jobs[i], i);
    }
    SL_CHECK_MSG(w.evicted >= JOBS_N / 2, "%u evicted", w.evicted);
    flow_close(&b);
}

static atomic_int may_synthesize;

static sluice_status held_synthesize(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *e) {
    while (!atomic_load(&may_synthesize)) {
        sleep_ms(1);
    }
    return good_synthesize(data, k, r1cs, out, e);
}

/* What running jobs hold is there again later: busy, not "can never fit". */
SL_TEST(a_new_key_while_jobs_hold_the_memory) {
    bench_flow b = {0};
    heavy_toy heavy = {0};
    uint32_t target_id;
    uint64_t job;
    toy_make(&b, 6);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    heavy.toy = b.toy;
    const sl_flow_target target = {.name = "heavy", .load = heavy_load, .unload = heavy_unload, .data = &heavy};
    sl_flow_budget_set(b.flow, least_budget(&b));
    SL_CHECK_STATUS(sl_flow_target_add(b.flow, &target, &target_id, &err), SLUICE_E_BUDGET);
    sl_flow_spec spec = spec_make(&b, 1, 1);
    good_synthesize = spec.source.synthesize;
    spec.source.synthesize = held_synthesize;
    SL_CHECK_OK(sl_flow_submit(b.flow, &spec, &job, &err));
    SL_CHECK_STATUS(sl_flow_target_add(b.flow, &target, &target_id, &err), SLUICE_E_BUSY);
    atomic_store(&may_synthesize, 1);
    await_proofs(&b, job, 1);
    sl_flow_budget_set(b.flow, 2048 * MIB);
    SL_CHECK_OK(sl_flow_target_add(b.flow, &target, &target_id, &err));
    heavy_prove(&b, target_id, 2);
    flow_close(&b);
}

/* Arms a failure, submits, and says what became of it; false if the failure never came. */
typedef struct failing {
    void (*arm)(size_t n);
    bool (*waits)(void);
    sluice_status status;
    unsigned refused, failed, healed;
} failing;

static bool failing_round(bench_flow *b, failing *f, size_t n) {
    uint64_t job;
    const sl_flow_spec spec = spec_make(b, n, 1);
    f->arm(n);
    if (sl_flow_submit(b->flow, &spec, &job, &err) != SLUICE_OK) {
        SL_CHECK_MSG(err.status == f->status, "n = %zu: %s", n, err.text);
        f->refused++;
        return true;
    }
    sl_flow_drain(b->flow);
    const bool was_hit = !f->waits();
    f->arm(SIZE_MAX);
    const sl_job_report report = await_job(b, job);
    if (report.state == SL_JOB_DELIVERED) {
        SL_CHECK(proofs_hold(b, n, 1, report.proofs));
        f->healed += was_hit;
    } else {
        SL_CHECK_MSG(report.error.status == f->status, "n = %zu: %s", n, report.error.text);
        f->failed++;
    }
    free(report.proofs);
    return was_hit;
}

/* Invariant: with any one allocation failing, every job ends, no wrong proof leaves, and nothing is lost. */
SL_TEST(the_nth_allocation_fails_for_every_n) {
    bench_flow b = {0};
    failing f = {sl_mem_fail_after, sl_mem_fail_waits, SLUICE_E_NO_MEMORY, 0, 0, 0};
    toy_make(&b, 4);
    const sl_flow_config config = config_make(&b, 1, 1);
    flow_open(&b, &config);
    size_t n = 0;
    while (failing_round(&b, &f, n)) {
        n++;
    }
    SL_CHECK_MSG(f.refused > 0 && f.healed > 5, "%u refused, %u failed, %u healed of %zu", f.refused, f.failed,
                 f.healed, n);
    flow_close(&b);
}

/* The same for calls of a device: a failure is retried, elsewhere if there is an elsewhere. */
SL_TEST(the_nth_device_call_fails_for_every_n) {
    bench_flow b = {0};
    failing f = {sl_device_fail_after, sl_device_fail_waits, SLUICE_E_DEVICE, 0, 0, 0};
    toy_make(&b, 4);
    const sl_flow_config config = config_make(&b, 2, 1);
    flow_open(&b, &config);
    size_t n = 0;
    while (failing_round(&b, &f, n)) {
        n++;
    }
    SL_CHECK_MSG(n == 2 && f.healed == 2 && f.failed == 0 && f.refused == 0, "%zu calls, %u healed", n, f.healed);
    flow_close(&b);
}

/* A flow that cannot be opened gives everything back. */
SL_TEST(the_nth_allocation_of_an_open_fails_for_every_n) {
    bench_flow b = {0};
    toy_make(&b, 4);
    for (size_t n = 0;; n++) {
        const sl_flow_config config = config_make(&b, 1, 1);
        sl_mem_fail_after(n);
        sluice_status status = sl_flow_open(&b.flow, &config, &err);
        if (status == SLUICE_OK) {
            const sl_flow_target target = sl_toy_target(&b.toy);
            status = sl_flow_target_add(b.flow, &target, &b.target, &err);
            const bool was_hit = !sl_mem_fail_waits();
            sl_mem_fail_after(SIZE_MAX);
            if (status != SLUICE_OK) {
                SL_CHECK_MSG(err.status == SLUICE_E_NO_MEMORY, "%s", err.text);
                sl_flow_close(b.flow);
                continue;
            }
            if (!was_hit) {
                SL_CHECK(n > 10);
                break;
            }
            sl_flow_close(b.flow);
            continue;
        }
        SL_CHECK_MSG(status == SLUICE_E_NO_MEMORY, "n = %zu: %s", n, err.text);
        sl_device_close(config.devices[0]);
    }
    await_proofs(&b, submit(&b, 3), 3);
    flow_close(&b);
}
