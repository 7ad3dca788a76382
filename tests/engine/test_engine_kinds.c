// SPDX-License-Identifier: MIT OR Apache-2.0
/* Proofs of several kinds through one engine, whose budget holds the key of one of them beside its proof. */
#include "engine/engine_case.h"

#define MIB ((uint64_t)1 << 20)

typedef struct kind {
    const char *name, *meta, *c1;
    post_case vanilla;
    sluice_priority priority;
} kind;

/* The one whose proof needs most comes first. */
static const kind kinds[] = {
    {"porep-2KiB",
     FILECOIN "porep/2KiB-v1_1-seed1/meta.json",
     FILECOIN "porep/2KiB-v1_1-seed1/c1.json",
     {0},
     SLUICE_NORMAL},
    {"update-2KiB",
     FILECOIN "update/2KiB-seed1/meta.json",
     NULL,
     {FILECOIN "update/2KiB-seed1/meta.json", {FILECOIN "update/2KiB-seed1/vanilla-0.bin"}, 1},
     SLUICE_LOW},
    {"winning-2KiB",
     FILECOIN "post/winning-2KiB/meta.json",
     NULL,
     {FILECOIN "post/winning-2KiB/meta.json", {FILECOIN "post/winning-2KiB/vanilla-0.bin"}, 1},
     SLUICE_CRITICAL},
    {"window-2KiB",
     WINDOW("1sector-padded-v1_2/meta.json"),
     NULL,
     {WINDOW("1sector-padded-v1_2/meta.json"), {WINDOW("1sector-padded-v1_2/vanilla-0.bin")}, 1},
     SLUICE_HIGH},
};
enum { KINDS_N = sizeof kinds / sizeof kinds[0], ROUNDS_N = 2 };

/* Everything of one kind; the context is shared. */
typedef struct kind_case {
    engine e;
    char vk[64];
} kind_case;

static void kind_open(kind_case *out, const kind *which, sluice_context *context) {
    char key[64];
    (void)snprintf(key, sizeof key, "%s.params", which->name);
    (void)snprintf(out->vk, sizeof out->vk, "%s.vk", which->name);
    engine *e = &out->e;
    e->context = context;
    if (which->c1 != NULL) {
        SL_CHECK_OK(sluice_input_open_c1(context, &e->input, which->c1, NULL, &err));
    } else {
        SL_CHECK_OK(sluice_input_open_vanilla(context, &e->input, which->vanilla.vanilla, which->vanilla.vanilla_n,
                                              which->meta, NULL, &err));
    }
    SL_CHECK(strcmp(sluice_input_circuit(e->input), which->name) == 0);
    SL_CHECK_OK(sluice_circuit_open(context, &e->circuit, which->name, &err));
    if (access(key, R_OK) != 0) {
        engine_key_make(e, key, NULL);
    }
    SL_CHECK_OK(sluice_key_open(context, &e->key, key, e->circuit, &err));
}

typedef struct key_count {
    unsigned loaded, evicted;
} key_count;

static void key_note(void *data, const sluice_engine_event *event) {
    key_count *count = data;
    count->loaded += strcmp(event->name, "loaded") == 0;
    count->evicted += strcmp(event->name, "evicted") == 0;
}

/* The budget that the kind needs, as its refusal says. */
static uint64_t budget_of(sluice_engine *running, const kind_case *which) {
    uint64_t job;
    sluice_engine_budget_set(running, MIB);
    SL_CHECK_STATUS(sluice_engine_submit(running, which->e.input, which->e.key, NULL, &job, &err), SLUICE_E_BUDGET);
    const char *figure = strstr(err.text, "needs a budget of ");
    SL_CHECK_MSG(figure != NULL, "%s", err.text);
    return strtoull(figure + strlen("needs a budget of "), NULL, 10);
}

static void proof_await(sluice_engine *running, uint64_t job, const kind *which, kind_case *c) {
    sluice_job_progress progress;
    uint8_t *proof;
    size_t n;
    SL_CHECK_OK(sluice_engine_await(running, job, -1, &progress, &proof, &n, &err));
    SL_CHECK_MSG(progress.state == SLUICE_JOB_DELIVERED, "%s: %s", which->name, progress.error.text);
    SL_CHECK_MSG(progress.priority == which->priority, "%s: class %d", which->name, progress.priority);
    SL_CHECK_OK(engine_verify(&c->e, which->meta, c->vk, -1, proof, n));
    proof[n - 1] ^= 1;
    SL_CHECK(engine_verify(&c->e, which->meta, c->vk, -1, proof, n) != SLUICE_OK);
    free(proof);
}

/* Kinds from `first` on, one after the other and all at once. */
static void kinds_prove(size_t first) {
    sluice_context *context;
    sluice_engine *running;
    kind_case cases[KINDS_N] = {0};
    uint64_t jobs[ROUNDS_N][KINDS_N];
    key_count count = {0};
    sluice_engine_options options;
    engine_enter();
    SL_CHECK_OK(sluice_context_open(&context, NULL, &err));
    for (size_t i = first; i < KINDS_N; i++) {
        kind_open(&cases[i], &kinds[i], context);
    }
    sluice_engine_options_init(&options);
    options.budget_bytes = 8192 * MIB;
    options.event = key_note;
    options.event_data = &count;
    SL_CHECK_OK(sluice_engine_open(context, &running, &options, &err));
    for (size_t i = first; i < KINDS_N; i++) { /* while there is room, each is loaded once and stays */
        for (unsigned round = 0; round < ROUNDS_N; round++) {
            SL_CHECK_OK(sluice_engine_submit(running, cases[i].e.input, cases[i].e.key, NULL, &jobs[0][0], &err));
            proof_await(running, jobs[0][0], &kinds[i], &cases[i]);
        }
    }
    SL_CHECK_MSG(count.loaded == KINDS_N - first && count.evicted == 0, "%u loaded, %u evicted", count.loaded,
                 count.evicted);
    sluice_engine_budget_set(running, budget_of(running, &cases[first]) + 2 * MIB);
    for (unsigned round = 0; round < ROUNDS_N; round++) {
        for (size_t i = first; i < KINDS_N; i++) {
            SL_CHECK_OK(sluice_engine_submit(running, cases[i].e.input, cases[i].e.key, NULL, &jobs[round][i], &err));
        }
    }
    sluice_engine_drain(running);
    sluice_engine_snapshot snapshot;
    sluice_engine_snapshot_get(running, &snapshot);
    SL_CHECK(snapshot.reserved_bytes <= snapshot.budget_bytes && snapshot.live_bytes <= snapshot.reserved_bytes);
    sluice_engine_budget_set(running, 0); /* verifying takes memory, too */
    for (unsigned round = 0; round < ROUNDS_N; round++) {
        for (size_t i = first; i < KINDS_N; i++) {
            proof_await(running, jobs[round][i], &kinds[i], &cases[i]);
        }
    }
    SL_CHECK_MSG(count.evicted > 0 && count.loaded > KINDS_N - first, "%u loaded, %u evicted", count.loaded,
                 count.evicted);
    SL_CHECK(snapshot.overruns == 0 && snapshot.failed_steps == 0 && snapshot.rejected == 0);
    sluice_engine_close(running);
    for (size_t i = first; i < KINDS_N; i++) {
        sluice_key_close(cases[i].e.key);
        sluice_circuit_close(cases[i].e.circuit);
        sluice_input_close(cases[i].e.input);
    }
    sluice_context_close(context);
}

SL_TEST_FULL(kinds_of_post_share_a_budget) {
    kinds_prove(2);
}

/* Makes keys of 1.8 GB first. */
SL_TEST_SLOW(all_kinds_share_a_budget) {
    kinds_prove(0);
}
