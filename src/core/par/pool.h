// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A pool of threads and a parallel loop over it.
 *
 * The caller's thread takes part, so a pool of one thread has no threads of its own and runs everything in order.
 * Loops do not nest: a task must not call sl_pool_for on the pool that runs it (SL_ASSERT). One loop at a time; a
 * second caller waits for the first. Workers block all signals. Tasks work behind the caller's gate (core/par/gate.h)
 * and let urgent work pass before each of them.
 */
#ifndef SL_CORE_PAR_POOL_H
#define SL_CORE_PAR_POOL_H

#include "core/base/error.h"

#define SL_POOL_THREADS_MAX 1024

typedef struct sl_pool sl_pool;

/* 1 <= threads_n <= SL_POOL_THREADS_MAX. The pool is freed with sl_pool_close (NULL is accepted). */
SL_NODISCARD sluice_status sl_pool_open(sl_pool **out, size_t threads_n, sluice_error *err);
void sl_pool_close(sl_pool *pool);
size_t sl_pool_threads(const sl_pool *pool);

/* Number of CPUs this process may use: affinity and cgroup cpu limit (v1 or v2), at least 1. */
size_t sl_cpu_count(void);

/*
 * Calls task(data, i, worker) for i = 0 .. tasks_n - 1, each exactly once, in any order and on any thread;
 * worker < sl_pool_threads(pool) names the thread, for per-thread scratch. Returns when all are done; what the tasks
 * wrote is then visible to the caller.
 */
typedef void (*sl_pool_task)(void *data, size_t i, size_t worker);
void sl_pool_for(sl_pool *pool, size_t tasks_n, sl_pool_task task, void *data);

#endif
