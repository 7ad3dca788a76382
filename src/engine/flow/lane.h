// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Lanes: threads that take items from a queue and run them, one at a time each. An item is in at most one queue, and is
 * moved from one to the next by whoever holds the owner's lock; it carries no memory of its own.
 */
#ifndef SL_ENGINE_FLOW_LANE_H
#define SL_ENGINE_FLOW_LANE_H

#include <pthread.h>

#include "core/base/error.h"

typedef struct sl_lane sl_lane;

typedef struct sl_item {
    struct sl_item *next, *prev;                    /* in the queue of `lane` */
    sl_lane *lane;                                  /* NULL: in no queue */
    bool is_urgent;                                 /* as it was pushed */
    void (*run)(void *owner, struct sl_item *item); /* called without the lock */
} sl_item;

#define SL_LANE_THREADS_MAX 65 /* 64 that are asked for, and one for critical jobs */

struct sl_lane {
    void *owner;
    pthread_mutex_t *lock; /* of the owner; guards queue and flags */
    pthread_cond_t wake;
    sl_item head; /* of the ring */
    bool is_stopping;
    size_t threads_n;
    pthread_t threads[SL_LANE_THREADS_MAX];
};

/* The lane must stay where it is until it is closed. Threads block all signals. */
SL_NODISCARD sluice_status sl_lane_open(sl_lane *lane, void *owner, pthread_mutex_t *lock, size_t threads_n,
                                        sluice_error *err);
/* Ends the threads when they have nothing more to do; without the lock. Accepts a zeroed lane. */
void sl_lane_close(sl_lane *lane);
/* With the lock. The item must be in no queue. Urgent ones go before all others that wait. */
void sl_lane_push(sl_lane *lane, sl_item *item, bool is_urgent);
/* With the lock. False if the item is in no queue. */
bool sl_lane_remove(sl_item *item);

#endif
