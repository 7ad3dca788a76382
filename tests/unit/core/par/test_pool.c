// SPDX-License-Identifier: MIT OR Apache-2.0
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "core/mem/buf.h"
#include "core/par/pool.h"
#include "harness/test.h"

enum { TASKS_MAX = 3000 };

typedef struct job {
    size_t threads_n;
    unsigned char ran[TASKS_MAX];              /* plain bytes: a task run twice at a time is a race that TSan sees */
    atomic_size_t inside[SL_POOL_THREADS_MAX]; /* tasks that use this worker's scratch right now */
} job;

static void task_count(void *data, size_t i, size_t worker) {
    job *j = data;
    SL_CHECK(worker < j->threads_n);
    SL_CHECK(atomic_fetch_add(&j->inside[worker], 1) == 0);
    j->ran[i]++;
    SL_CHECK(atomic_fetch_sub(&j->inside[worker], 1) == 1);
}

SL_TEST(each_task_runs_once) {
    sluice_error err;
    const size_t threads[] = {1, 2, 3, 5, 40};
    const size_t tasks[] = {0, 1, 2, 3, 5, 39, 40, 41, TASKS_MAX};
    static job j;
    for (size_t t = 0; t < SL_ARRAY_N(threads); t++) {
        sl_pool *pool;
        SL_CHECK_OK(sl_pool_open(&pool, threads[t], &err));
        SL_CHECK(sl_pool_threads(pool) == threads[t]);
        for (size_t n = 0; n < SL_ARRAY_N(tasks); n++) {
            memset(j.ran, 0, sizeof j.ran);
            j.threads_n = threads[t];
            sl_pool_for(pool, tasks[n], task_count, &j);
            for (size_t i = 0; i < TASKS_MAX; i++) {
                SL_CHECK_MSG(j.ran[i] == (i < tasks[n]), "%zu threads, %zu tasks: task %zu ran %d times", threads[t],
                             tasks[n], i, j.ran[i]);
            }
        }
        sl_pool_close(pool);
    }
}

static void task_order(void *data, size_t i, size_t worker) {
    size_t *next = data;
    SL_CHECK(i == *next && worker == 0);
    ++*next;
}

SL_TEST(one_thread_runs_in_order) {
    sluice_error err;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    size_t next = 0;
    sl_pool_for(pool, 100, task_order, &next);
    SL_CHECK(next == 100);
    sl_pool_close(pool);
}

/* Short loops one after the other: late workers must not slip into the next loop with the old data. */
static void task_add(void *data, size_t i, size_t worker) {
    (void)worker;
    atomic_fetch_add((atomic_size_t *)data, i + 1);
}

SL_TEST(many_short_loops) {
    sluice_error err;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 4, &err));
    for (size_t n = 0; n < 4000; n++) {
        atomic_size_t sum = 0;
        sl_pool_for(pool, n % 7, task_add, &sum);
        SL_CHECK(sum == (n % 7) * (n % 7 + 1) / 2);
    }
    sl_pool_close(pool);
}

/* Two tasks that wait for each other end only if they run at the same time. */
static void task_meet(void *data, size_t i, size_t worker) {
    (void)i;
    (void)worker;
    (void)pthread_barrier_wait(data);
}

SL_TEST(tasks_run_at_the_same_time) {
    sluice_error err;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    pthread_barrier_t barrier;
    SL_CHECK(pthread_barrier_init(&barrier, NULL, 3) == 0);
    for (int i = 0; i < 100; i++) {
        sl_pool_for(pool, 3, task_meet, &barrier);
    }
    SL_CHECK(pthread_barrier_destroy(&barrier) == 0);
    sl_pool_close(pool);
}

typedef struct caller {
    sl_pool *pool;
    atomic_size_t *inside;
} caller;

static void task_alone(void *data, size_t i, size_t worker) {
    (void)i;
    (void)worker;
    const caller *c = data;
    atomic_fetch_add(c->inside, 1);
}

static void *caller_main(void *arg) {
    caller *c = arg;
    for (int i = 0; i < 300; i++) {
        sl_pool_for(c->pool, 5, task_alone, c);
    }
    return NULL;
}

SL_TEST(callers_take_turns) {
    sluice_error err;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    atomic_size_t total = 0;
    caller c = {pool, &total};
    pthread_t threads[3];
    for (size_t i = 0; i < SL_ARRAY_N(threads); i++) {
        SL_CHECK(pthread_create(&threads[i], NULL, caller_main, &c) == 0);
    }
    for (size_t i = 0; i < SL_ARRAY_N(threads); i++) {
        SL_CHECK(pthread_join(threads[i], NULL) == 0);
    }
    SL_CHECK(total == 3 * 300 * 5);
    sl_pool_close(pool);
}

static void task_inner(void *data, size_t i, size_t worker) {
    task_add(data, i, worker);
}

static void task_outer(void *data, size_t i, size_t worker) {
    (void)worker;
    sl_pool **pools = data;
    atomic_size_t sum = 0;
    sl_pool_for(pools[i == 0 ? 0 : 1], 4, task_inner, &sum);
    SL_CHECK(sum == 10);
}

static void nest(void *data) {
    sl_pool *pool;
    if (sl_pool_open(&pool, 1, NULL) == SLUICE_OK) {
        sl_pool *pools[2] = {data == NULL ? pool : data, NULL};
        sl_pool_for(pool, 1, task_outer, pools);
        sl_pool_close(pool);
    }
}

SL_TEST(nesting_on_itself_is_a_broken_caller) {
    sluice_error err;
    sl_pool *other;
    SL_CHECK(sl_test_aborts(nest, NULL));
    SL_CHECK_OK(sl_pool_open(&other, 1, &err));
    SL_CHECK(!sl_test_aborts(nest, other)); /* another pool is fine */
    nest(other);
    sl_pool_close(other);
}

SL_TEST(bad_thread_counts_are_refused) {
    sluice_error err;
    sl_pool *pool = NULL;
    SL_CHECK_STATUS(sl_pool_open(&pool, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sl_pool_open(&pool, SL_POOL_THREADS_MAX + 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(sl_pool_open(&pool, SIZE_MAX, &err), SLUICE_E_USAGE);
    SL_CHECK(pool == NULL);
    sl_pool_close(NULL);
}

static void task_signals(void *data, size_t i, size_t worker) {
    (void)data;
    (void)i;
    if (worker > 0) {
        sigset_t now;
        SL_CHECK(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0);
        SL_CHECK(sigismember(&now, SIGINT) == 1 && sigismember(&now, SIGTERM) == 1);
    }
    const struct timespec nap = {.tv_nsec = 1000000};
    (void)nanosleep(&nap, NULL);
}

SL_TEST(workers_leave_signals_to_the_program) {
    sluice_error err;
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    sl_pool_for(pool, 12, task_signals, NULL);
    sigset_t now;
    SL_CHECK(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, SIGINT) == 0);
    sl_pool_close(pool);
}

SL_TEST(cpu_count_follows_affinity) {
    const size_t all = sl_cpu_count();
    SL_CHECK(all >= 1 && all <= SL_POOL_THREADS_MAX);
    cpu_set_t set;
    SL_CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE; i++) {
        if (CPU_ISSET(i, &set)) {
            CPU_SET(i, &one);
            break;
        }
    }
    SL_CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
    SL_CHECK(sl_cpu_count() == 1);
    SL_CHECK(sched_setaffinity(0, sizeof set, &set) == 0);
    SL_CHECK(sl_cpu_count() == all);
}

static void task_alloc(void *data, size_t i, size_t worker) {
    (void)worker;
    sl_buf *bufs = data;
    if (sl_buf_alloc(&bufs[i], 65536, "task", NULL) != SLUICE_OK) {
        bufs[i] = SL_BUF_EMPTY;
    }
}

SL_TEST(what_tasks_allocate_is_their_callers) {
    enum { TASKS_N = 8 };
    sluice_error err;
    sl_pool *pool;
    sl_account *account;
    sl_buf bufs[TASKS_N];
    sl_ledger_state state;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    SL_CHECK_OK(sl_account_open(&account, 1, 0, SL_STAGE_SYNTHESIS, &err));
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){account, SL_MEM_WITNESS});
    sl_pool_for(pool, TASKS_N, task_alloc, bufs);
    (void)sl_mem_scope_set(before);
    sl_ledger_state_get(&state);
    SL_CHECK_EQ_U64(state.cell[SL_MEM_WITNESS][SL_STAGE_SYNTHESIS].count, TASKS_N);
    for (size_t i = 0; i < TASKS_N; i++) {
        sl_buf_release(&bufs[i]);
    }
    sl_account_close(account);
    sl_pool_close(pool);
}
