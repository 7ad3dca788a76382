// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/flow/lane.h"

#include <signal.h>
#include <string.h>

bool sl_lane_remove(sl_item *item) {
    if (item->lane == NULL) {
        return false;
    }
    item->next->prev = item->prev;
    item->prev->next = item->next;
    item->lane = NULL;
    return true;
}

void sl_lane_push(sl_lane *lane, sl_item *item, bool is_urgent) {
    SL_ASSERT(item->lane == NULL && item->run != NULL);
    item->lane = lane;
    item->is_urgent = is_urgent;
    sl_item *before = lane->head.prev;
    while (is_urgent && before != &lane->head && !before->is_urgent) {
        before = before->prev;
    }
    item->prev = before;
    item->next = before->next;
    item->prev->next = item;
    item->next->prev = item;
    (void)pthread_cond_signal(&lane->wake);
}

static void *lane_main(void *data) {
    sl_lane *lane = data;
    (void)pthread_mutex_lock(lane->lock);
    for (;;) {
        while (lane->head.next == &lane->head && !lane->is_stopping) {
            (void)pthread_cond_wait(&lane->wake, lane->lock);
        }
        if (lane->head.next == &lane->head) {
            break;
        }
        sl_item *item = lane->head.next;
        (void)sl_lane_remove(item);
        (void)pthread_mutex_unlock(lane->lock);
        item->run(lane->owner, item); /* may have put the item into another queue, or freed it */
        (void)pthread_mutex_lock(lane->lock);
    }
    (void)pthread_mutex_unlock(lane->lock);
    return NULL;
}

sluice_status sl_lane_open(sl_lane *lane, void *owner, pthread_mutex_t *lock, size_t threads_n, sluice_error *err) {
    if (threads_n == 0 || threads_n > SL_LANE_THREADS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "expected 1 to %d threads of a kind, found %zu", SL_LANE_THREADS_MAX,
                       threads_n);
    }
    *lane = (sl_lane){.owner = owner, .lock = lock};
    lane->head.next = lane->head.prev = &lane->head;
    (void)pthread_cond_init(&lane->wake, NULL);
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = 0;
    while (code == 0 && lane->threads_n < threads_n) {
        code = pthread_create(&lane->threads[lane->threads_n], NULL, lane_main, lane);
        lane->threads_n += code == 0;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code != 0) {
        sl_lane_close(lane);
        return SL_FAIL(err, SLUICE_E_OS, "cannot start a thread: %s", strerror(code));
    }
    return SLUICE_OK;
}

void sl_lane_close(sl_lane *lane) {
    if (lane->owner == NULL) {
        return;
    }
    (void)pthread_mutex_lock(lane->lock);
    lane->is_stopping = true;
    (void)pthread_cond_broadcast(&lane->wake);
    (void)pthread_mutex_unlock(lane->lock);
    for (size_t i = 0; i < lane->threads_n; i++) {
        (void)pthread_join(lane->threads[i], NULL);
    }
    (void)pthread_cond_destroy(&lane->wake);
    lane->owner = NULL;
}
