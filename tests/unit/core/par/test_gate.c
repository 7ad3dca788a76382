// SPDX-License-Identifier: MIT OR Apache-2.0
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "core/base/clock.h"
#include "core/par/gate.h"
#include "core/par/pool.h"
#include "harness/test.h"

enum { TASKS_N = 50 };
#define LONG_S 3600.0
#define SHORT_S 0.002

typedef struct steps {
    sl_gate gate;
    pthread_t thread;
    atomic_uint done_n;
    atomic_bool is_ending;
} steps;

/* Works behind the gate until it is told to end. */
static void *steps_main(void *data) {
    steps *s = data;
    (void)sl_gate_set(&s->gate);
    while (!atomic_load(&s->is_ending)) {
        sl_gate_pass();
        (void)atomic_fetch_add(&s->done_n, 1);
    }
    return NULL;
}

static void steps_start(steps *s, double hold_s) {
    sl_gate_init(&s->gate, hold_s);
    SL_CHECK(pthread_create(&s->thread, NULL, steps_main, s) == 0);
}

static void steps_end(steps *s) {
    atomic_store(&s->is_ending, true);
    SL_CHECK(pthread_join(s->thread, NULL) == 0);
    sl_gate_destroy(&s->gate);
}

static void wait_for_more(const steps *s, unsigned n) {
    const unsigned before = atomic_load(&s->done_n);
    while (atomic_load(&s->done_n) - before < n) {
        (void)sched_yield();
    }
}

/* A step that was under way may still end; then nothing moves as long as the gate is closed. */
static void check_stands(const steps *s) {
    unsigned before = atomic_load(&s->done_n);
    for (int i = 0; i < 1000; i++) {
        (void)sched_yield();
    }
    const unsigned now = atomic_load(&s->done_n);
    SL_CHECK_MSG(now - before <= 1, "%u steps behind a closed gate", now - before);
    for (int i = 0; i < 1000; i++) {
        (void)sched_yield();
    }
    SL_CHECK(atomic_load(&s->done_n) - now <= 1 - (now - before));
}

SL_TEST(who_works_behind_it_stands_while_it_is_closed) {
    steps s = {0};
    steps_start(&s, LONG_S);
    for (int i = 0; i < 20; i++) {
        wait_for_more(&s, 10);
        sl_gate_close(&s.gate);
        sl_gate_close(&s.gate);
        check_stands(&s);
        sl_gate_open(&s.gate);
        check_stands(&s);
        sl_gate_pass(); /* this thread is not behind it */
        sl_gate_open(&s.gate);
    }
    wait_for_more(&s, 10);
    steps_end(&s);
}

/* However long it is closed, in one stretch or in many. */
SL_TEST(it_does_not_hold_for_ever) {
    steps s = {0};
    steps_start(&s, SHORT_S);
    sl_gate_close(&s.gate);
    for (int i = 0; i < 10; i++) {
        wait_for_more(&s, 100);
    }
    for (int i = 0; i < 1000; i++) {
        sl_gate_open(&s.gate);
        sl_gate_close(&s.gate);
    }
    wait_for_more(&s, 100);
    sl_gate_open(&s.gate);
    steps_end(&s);
}

/* Opened and closed again in the others' turn, it leaves them the rest of it. */
SL_TEST(a_turn_is_not_cut_short) {
    sl_gate gate;
    sl_gate_init(&gate, 1e9);
    const double turn_ends_s = sl_clock_seconds() + 1000;
    sl_gate_close(&gate);
    gate.since_s = turn_ends_s; /* as when it has been closed for too long */
    sl_gate_open(&gate);
    sl_gate_close(&gate);
    SL_CHECK(gate.since_s == turn_ends_s);
    sl_gate_open(&gate);
    sl_gate_destroy(&gate);
}

typedef struct loop {
    sl_pool *pool;
    sl_gate *gate;
    atomic_uint done_n;
} loop;

static void loop_task(void *data, size_t i, size_t worker) {
    (void)i;
    (void)worker;
    loop *l = data;
    SL_CHECK(sl_gate_get() == l->gate);
    (void)atomic_fetch_add(&l->done_n, 1);
}

static void *loop_main(void *data) {
    loop *l = data;
    (void)sl_gate_set(l->gate);
    sl_pool_for(l->pool, TASKS_N, loop_task, l);
    return NULL;
}

/* All threads of a loop work behind its caller's gate, and another pool goes on meanwhile. */
SL_TEST(loops_stand_and_other_pools_do_not) {
    sluice_error err;
    sl_gate gate;
    loop behind = {.gate = &gate}, urgent = {0};
    pthread_t thread;
    sl_gate_init(&gate, LONG_S);
    SL_CHECK_OK(sl_pool_open(&behind.pool, 3, &err));
    SL_CHECK_OK(sl_pool_open(&urgent.pool, 3, &err));
    for (unsigned i = 1; i <= 20; i++) {
        sl_gate_close(&gate);
        SL_CHECK(pthread_create(&thread, NULL, loop_main, &behind) == 0);
        (void)loop_main(&urgent);
        SL_CHECK_EQ_U64(atomic_load(&urgent.done_n), i * TASKS_N);
        SL_CHECK_EQ_U64(atomic_load(&behind.done_n), (i - 1) * TASKS_N);
        sl_gate_open(&gate);
        SL_CHECK(pthread_join(thread, NULL) == 0);
        SL_CHECK_EQ_U64(atomic_load(&behind.done_n), i * TASKS_N);
    }
    sl_pool_close(urgent.pool);
    sl_pool_close(behind.pool);
    sl_gate_destroy(&gate);
}
