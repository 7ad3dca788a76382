// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/par/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/checked.h"
#include "core/mem/ledger.h"
#include "core/par/gate.h"

typedef struct worker {
    struct sl_pool *pool;
    size_t index; /* 1 .. threads_n - 1; the caller of sl_pool_for is 0 */
    pthread_t thread;
} worker;

struct sl_pool {
    size_t threads_n;
    size_t started_n;        /* workers with a running thread */
    worker *workers;         /* threads_n - 1 of them */
    pthread_mutex_t callers; /* held for the whole of a loop: one loop at a time */

    pthread_mutex_t lock; /* guards what follows but `next` */
    pthread_cond_t wake;  /* a loop was opened, or stop */
    pthread_cond_t idle;  /* busy_n became 0 */
    uint64_t loop;        /* counts loops, so that a worker enters each at most once */
    bool is_open;         /* workers may still enter the loop */
    bool is_stopping;
    size_t busy_n; /* workers inside the loop */
    sl_pool_task task;
    void *data;
    size_t tasks_n;
    sl_mem_scope scope; /* of the caller: what tasks allocate is the caller's */
    sl_gate *gate;      /* of the caller, too */

    SL_ALIGNED(64) atomic_size_t next; /* first task that nobody has taken; on its own cache line */
};

/* The pool whose task this thread runs, to catch nested loops, which would wait for themselves. */
static _Thread_local const sl_pool *current;

static void run_tasks(sl_pool *pool, size_t worker_index) {
    const sl_pool *outer = current;
    current = pool;
    for (;;) {
        sl_gate_pass();
        const size_t i = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (i >= pool->tasks_n) {
            break;
        }
        pool->task(pool->data, i, worker_index);
    }
    current = outer;
}

static void *worker_main(void *arg) {
    const worker *self = arg;
    sl_pool *pool = self->pool;
    uint64_t seen = 0;
    (void)pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->is_stopping && !(pool->is_open && pool->loop != seen)) {
            (void)pthread_cond_wait(&pool->wake, &pool->lock);
        }
        if (pool->is_stopping) {
            break;
        }
        seen = pool->loop;
        pool->busy_n++;
        (void)sl_mem_scope_set(pool->scope);
        (void)sl_gate_set(pool->gate);
        (void)pthread_mutex_unlock(&pool->lock);
        run_tasks(pool, self->index);
        (void)pthread_mutex_lock(&pool->lock);
        if (--pool->busy_n == 0) {
            (void)pthread_cond_signal(&pool->idle);
        }
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Signals are for the program's own threads: workers block them all. */
static int workers_start(sl_pool *pool) {
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = 0;
    while (code == 0 && pool->started_n < pool->threads_n - 1) {
        worker *w = &pool->workers[pool->started_n];
        *w = (worker){.pool = pool, .index = pool->started_n + 1};
        code = pthread_create(&w->thread, NULL, worker_main, w);
        pool->started_n += code == 0;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

sluice_status sl_pool_open(sl_pool **out, size_t threads_n, sluice_error *err) {
    if (threads_n == 0 || threads_n > SL_POOL_THREADS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "threads: expected 1 to %d, found %zu", SL_POOL_THREADS_MAX, threads_n);
    }
    sl_pool *pool = aligned_alloc(64, sizeof *pool);
    worker *workers = calloc(threads_n, sizeof *workers);
    if (pool == NULL || workers == NULL) {
        free(pool);
        free(workers);
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a pool of %zu threads", threads_n);
    }
    memset(pool, 0, sizeof *pool);
    pool->threads_n = threads_n;
    pool->workers = workers;
    (void)pthread_mutex_init(&pool->callers, NULL);
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->wake, NULL);
    (void)pthread_cond_init(&pool->idle, NULL);
    const int code = workers_start(pool);
    if (code != 0) {
        const size_t started_n = pool->started_n;
        sl_pool_close(pool);
        return SL_FAIL(err, SLUICE_E_OS, "cannot start thread %zu of %zu: %s", started_n + 2, threads_n,
                       strerror(code));
    }
    *out = pool;
    return SLUICE_OK;
}

void sl_pool_close(sl_pool *pool) {
    if (pool == NULL) {
        return;
    }
    SL_ASSERT(current != pool);
    (void)pthread_mutex_lock(&pool->lock);
    SL_ASSERT(!pool->is_open);
    pool->is_stopping = true;
    (void)pthread_cond_broadcast(&pool->wake);
    (void)pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->started_n; i++) {
        (void)pthread_join(pool->workers[i].thread, NULL);
    }
    (void)pthread_cond_destroy(&pool->idle);
    (void)pthread_cond_destroy(&pool->wake);
    (void)pthread_mutex_destroy(&pool->lock);
    (void)pthread_mutex_destroy(&pool->callers);
    free(pool->workers);
    free(pool);
}

size_t sl_pool_threads(const sl_pool *pool) {
    return pool->threads_n;
}

void sl_pool_for(sl_pool *pool, size_t tasks_n, sl_pool_task task, void *data) {
    SL_ASSERT(current != pool);
    if (tasks_n == 0) {
        return;
    }
    (void)pthread_mutex_lock(&pool->callers);
    (void)pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->data = data;
    pool->tasks_n = tasks_n;
    pool->scope = sl_mem_scope_get();
    pool->gate = sl_gate_get();
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->loop++;
    pool->is_open = true;
    const size_t wanted = tasks_n - 1 < pool->started_n ? tasks_n - 1 : pool->started_n;
    for (size_t i = 0; i < wanted; i++) {
        (void)pthread_cond_signal(&pool->wake);
    }
    (void)pthread_mutex_unlock(&pool->lock);

    run_tasks(pool, 0);

    /* All tasks are taken. Workers that have not woken up yet stay out; those inside finish theirs. */
    (void)pthread_mutex_lock(&pool->lock);
    pool->is_open = false;
    while (pool->busy_n > 0) {
        (void)pthread_cond_wait(&pool->idle, &pool->lock);
    }
    (void)pthread_mutex_unlock(&pool->lock);
    (void)pthread_mutex_unlock(&pool->callers);
}
