// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A point where a test can make the n-th call fail. Disarmed it costs one relaxed load.
 * Threads: any; exactly one call fails for each arming.
 */
#ifndef SL_CORE_BASE_FAILPOINT_H
#define SL_CORE_BASE_FAILPOINT_H

#include <stdatomic.h>

#include "core/base/compat.h"

typedef struct sl_failpoint {
    atomic_size_t left; /* calls until the one that fails; SIZE_MAX: disarmed */
} sl_failpoint;

#define SL_FAILPOINT_INIT \
    { SIZE_MAX }

/* Makes the n-th following call fail (0: the next), once; SIZE_MAX disarms. */
SL_INLINE void sl_failpoint_arm(sl_failpoint *point, size_t n) {
    atomic_store(&point->left, n);
}

/* True until the call that has to fail has come. */
SL_INLINE bool sl_failpoint_waits(sl_failpoint *point) {
    return atomic_load(&point->left) != SIZE_MAX;
}

/* True if this call is the one that has to fail. */
SL_INLINE bool sl_failpoint_hit(sl_failpoint *point) {
    size_t left = atomic_load_explicit(&point->left, memory_order_relaxed);
    while (left != SIZE_MAX) {
        const size_t next = left == 0 ? SIZE_MAX : left - 1;
        if (atomic_compare_exchange_weak(&point->left, &left, next)) {
            return left == 0;
        }
    }
    return false;
}

#endif
