// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/sim/sim.h"

#include <string.h>

#include "core/base/checked.h"
#include "engine/sim/sim_model.h"

#define STEPS_MAX UINT64_C(1000000000)
#define HEAP_FIRST 256
#define GROWTH_POINTS 16

static const char *const permit_names[] = {"reservation", "delivery", "synthesis"};

const char *sl_permit_name(sl_permit permit) {
    return permit_names[permit];
}

bool sl_permit_find(const char *name, sl_permit *out) {
    for (size_t i = 0; i < SL_ARRAY_N(permit_names); i++) {
        if (strcmp(name, permit_names[i]) == 0) {
            *out = (sl_permit)i;
            return true;
        }
    }
    return false;
}

/* Jobs and partitions of the whole load; false if there are too many. */
static bool load_count(const sl_sim_profile *profile, uint32_t *jobs, uint32_t *parts) {
    uint64_t jobs_n = 0;
    uint64_t parts_n = 0;
    for (uint32_t i = 0; i < profile->loads_n; i++) {
        jobs_n += profile->loads[i].jobs_n;
        parts_n += (uint64_t)profile->loads[i].jobs_n * profile->shapes[profile->loads[i].shape].partitions_n;
    }
    *jobs = (uint32_t)jobs_n;
    *parts = (uint32_t)parts_n;
    return jobs_n <= UINT32_C(1) << 20 && parts_n <= UINT32_C(1) << 24;
}

/* Sums of all that could be live at once stay far below 2^64. */
static bool sizes_are_sane(const sl_sim_profile *profile, uint64_t parts_n) {
    for (uint32_t i = 0; i < profile->shapes_n; i++) {
        const sl_plan *plan = &profile->shapes[i].plan;
        uint64_t sum = 0;
        for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
            sum += plan->host[c] + plan->pinned[c] + plan->device[c];
        }
        if (sum > (UINT64_C(1) << 62) / SL_MAX(parts_n, 1)) {
            return false;
        }
    }
    return true;
}

static sluice_status residents_add(sl_sim *m) {
    for (uint32_t i = 0; i < m->profile->residents_n; i++) {
        const sl_sim_resident *resident = &m->profile->residents[i];
        sl_mem_vector bytes = {{0}};
        bytes.bytes[SL_KIND_HOST] = resident->host;
        bytes.bytes[SL_KIND_PINNED] = resident->pinned;
        for (uint32_t d = 0; d < m->profile->config.devices_n; d++) {
            bytes.bytes[SL_KIND_DEVICE + d] = resident->device;
        }
        uint32_t name;
        if (!sl_sched_resident_add(m->sched, resident->mem_class, &bytes, i, &name) || name != i) {
            return SL_FAIL(m->err, SLUICE_E_INTERNAL, "residents are numbered in another way");
        }
    }
    return SLUICE_OK;
}

static sluice_status model_open(sl_sim *m) {
    const sl_sim_profile *profile = m->profile;
    uint32_t jobs_n, proofs_n;
    if (!load_count(profile, &jobs_n, &proofs_n)) {
        return SL_FAIL(m->err, SLUICE_E_USAGE, "%s: more than a million jobs, or 16 million partitions", profile->name);
    }
    if (!sizes_are_sane(profile, proofs_n)) {
        return SL_FAIL(m->err, SLUICE_E_USAGE, "%s: partitions are too large for their number", profile->name);
    }
    sl_sched_config config = profile->config;
    config.jobs_max = config.jobs_max == 0 ? SL_MAX(jobs_n, 1) : config.jobs_max;
    config.partitions_max = config.partitions_max == 0 ? SL_MAX(proofs_n, 1) : config.partitions_max;
    config.residents_max = profile->residents_n;
    SL_TRY(sl_sched_open(&m->sched, &config, m->err));
    SL_TRY(residents_add(m));
    m->budget = config.budget;
    m->reserves_nothing = config.permit != SL_PERMIT_RESERVATION;
    m->parts_max = config.partitions_max;
    const size_t parts_bytes = m->parts_max * sizeof *m->parts;
    const size_t jobs_bytes = (jobs_n + 1) * sizeof *m->jobs; /* one more, for a job that is refused */
    SL_TRY(sl_buf_alloc(&m->storage, parts_bytes + jobs_bytes + proofs_n * sizeof *m->proofs, "simulator", m->err));
    char *at = m->storage.data;
    m->parts = (void *)at;
    m->jobs = (void *)(at + parts_bytes);
    m->proofs = (void *)(at + parts_bytes + jobs_bytes);
    SL_TRY(sl_buf_alloc_n(&m->heap_storage, HEAP_FIRST, sizeof *m->heap, "simulator", m->err));
    m->heap = m->heap_storage.data;
    m->heap_max = HEAP_FIRST;
    m->live[SL_MEM_OTHER] = config.baseline.bytes[SL_KIND_HOST] + config.baseline.bytes[SL_KIND_PINNED];
    for (uint32_t i = 0; i < profile->loads_n; i++) {
        if (profile->loads[i].jobs_n > 0) {
            sl_sim_push(m, profile->loads[i].at_ns, SIM_ARRIVE, i, 0);
        }
    }
    for (uint32_t i = 0; i < profile->turns_n; i++) {
        sl_sim_push(m, profile->turns[i].at_ns, SIM_TURN, i, 0);
    }
    return SLUICE_OK;
}

static void plot_open(const sl_sim *m) {
    sl_plot *plot = m->options->plot;
    if (plot == NULL) {
        return;
    }
    static const char *const class_names[SL_MEM_CLASSES_N] = {
        [SL_MEM_OTHER] = "base",  [SL_MEM_VANILLA] = "vanilla",  [SL_MEM_WITNESS] = "witness",
        [SL_MEM_ABC] = "a, b, c", [SL_MEM_DEVICE] = "device",    [SL_MEM_PENDING] = "pending",
        [SL_MEM_SRS] = "key",     [SL_MEM_CIRCUIT] = "structure"};
    for (uint32_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        (void)sl_plot_series(plot, class_names[sl_sim_plot_order[c]], SL_PLOT_AREA);
    }
    (void)sl_plot_series(plot, "RSS", SL_PLOT_LINE);
    (void)sl_plot_series(plot, "reserved", SL_PLOT_DASHED);
    (void)sl_plot_series(plot, "budget", SL_PLOT_DASHED);
    (void)sl_plot_stage(plot, "synthesis"); /* in the order of sl_sim_bar */
    (void)sl_plot_stage(plot, "waiting");
    (void)sl_plot_stage(plot, "device");
    (void)sl_plot_stage(plot, "finish");
}

/* What was still going on when the run ended. */
static void plot_close(const sl_sim *m) {
    for (uint32_t i = 0; m->options->plot != NULL && i < m->parts_max; i++) {
        const sl_sim_part *part = &m->parts[i];
        const sl_part_state state = sl_sched_part_state(m->sched, i);
        if (state == SL_PART_READY) {
            sl_plot_bar(m->options->plot, part->row, SIM_BAR_WAITING, part->ready_ns, m->now_ns);
        } else if (part->step != SIM_IDLE && part->began_ns < m->now_ns) {
            sl_plot_bar(m->options->plot, part->row,
                        part->step == SIM_SYNTHESIS ? SIM_BAR_SYNTHESIS
                        : part->step == SIM_START   ? SIM_BAR_DEVICE
                                                    : SIM_BAR_FINISH,
                        part->began_ns, m->now_ns);
        }
    }
}

/* All jobs have come and ended. */
static bool is_over(const sl_sim *m) {
    for (uint32_t i = 0; i < m->profile->loads_n; i++) {
        if (m->arrived[i] < m->profile->loads[i].jobs_n) {
            return false;
        }
    }
    return m->open_n == 0;
}

/* What grows between two events, for the picture. */
static void growth_plot(sl_sim *m, uint64_t until_ns) {
    const uint64_t from_ns = m->now_ns;
    for (uint64_t i = 1; m->options->plot != NULL && m->growing_n > 0 && i < GROWTH_POINTS; i++) {
        m->now_ns = from_ns + (until_ns - from_ns) / GROWTH_POINTS * i;
        sl_sim_plot(m);
    }
}

static sluice_status model_run(sl_sim *m) {
    const uint64_t steps_max = m->options->steps_max == 0 ? STEPS_MAX : m->options->steps_max;
    while (m->heap_n > 0 && !is_over(m)) {
        const sl_sim_entry entry = sl_sim_pop(m);
        growth_plot(m, entry.at_ns);
        m->now_ns = entry.at_ns;
        if (!sl_sim_look(m)) { /* what has grown until now */
            break;
        }
        SL_TRY(sl_sim_apply(m, &entry));
        if (!sl_sim_look(m)) {
            break;
        }
        if (m->heap_failed) {
            return SL_FAIL(m->err, SLUICE_E_NO_MEMORY, "no memory for the simulator");
        }
        if (m->result->events > steps_max) {
            return SL_FAIL(m->err, SLUICE_E_INTERNAL, "the run does not end");
        }
    }
    if (m->options->check && !m->result->killed && m->open_n > 0) {
        return SL_FAIL(m->err, SLUICE_E_INTERNAL, "jobs are left that never end");
    }
    return SLUICE_OK;
}

sluice_status sl_sim_run_profile(const sl_sim_profile *profile, const sl_sim_options *options, sl_sim_result *out,
                                 sluice_error *err) {
    sl_sim_result result = {0};
    sl_sim m = {.profile = profile,
                .options = options,
                .result = &result,
                .random = options->seed,
                .timer_ns = UINT64_MAX,
                .short_since_ns = UINT64_MAX,
                .err = err};
    sluice_status status = model_open(&m);
    if (status == SLUICE_OK) {
        plot_open(&m);
        status = model_run(&m);
        plot_close(&m);
    }
    sl_sched_close(m.sched);
    sl_buf_release(&m.storage);
    sl_buf_release(&m.heap_storage);
    if (status == SLUICE_OK) {
        if (result.killed) {
            result.makespan_ns = m.now_ns;
        }
        *out = result;
    }
    return status;
}
