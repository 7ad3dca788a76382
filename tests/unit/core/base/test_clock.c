// SPDX-License-Identifier: MIT OR Apache-2.0
#include <errno.h>
#include <math.h>
#include <sys/mman.h>

#include "core/base/clock.h"
#include "harness/test.h"

SL_TEST(wall_time_moves_on) {
    const double before = sl_clock_seconds();
    const struct timespec nap = {.tv_nsec = 20 * 1000 * 1000};
    SL_CHECK(nanosleep(&nap, NULL) == 0);
    const double passed = sl_clock_seconds() - before;
    SL_CHECK_MSG(passed >= 0.019 && passed < 10, "slept %f s", passed);
}

SL_TEST(timed_waits_go_by_it) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never;
    sl_clock_cond_init(&never);
    SL_CHECK(pthread_mutex_lock(&lock) == 0);
    const double began = sl_clock_seconds();
    const struct timespec until = sl_clock_after(0.95); /* may lead into the next second */
    SL_CHECK(until.tv_nsec >= 0 && until.tv_nsec < 1000000000);
    SL_CHECK((double)until.tv_sec + (double)until.tv_nsec * 1e-9 >= began + 0.949);
    const struct timespec soon = sl_clock_after(0.01);
    while (pthread_cond_timedwait(&never, &lock, &soon) != ETIMEDOUT) {
    }
    SL_CHECK(sl_clock_seconds() >= began + 0.0099);
    SL_CHECK((double)sl_clock_after(1e300).tv_sec >= began + 999999998);
    SL_CHECK((double)sl_clock_after((double)NAN).tv_sec >= began + 999999998);
    SL_CHECK(pthread_mutex_unlock(&lock) == 0);
    SL_CHECK(pthread_cond_destroy(&never) == 0);
}

SL_TEST(cpu_time_counts_work_not_sleep) {
    const double before = sl_clock_cpu_seconds();
    const struct timespec nap = {.tv_nsec = 50 * 1000 * 1000};
    SL_CHECK(nanosleep(&nap, NULL) == 0);
    SL_CHECK(sl_clock_cpu_seconds() - before < 0.04);
    volatile uint64_t sum = 0;
    while (sl_clock_cpu_seconds() - before < 0.05) {
        sum += 1;
    }
    SL_CHECK(sum > 0);
}

SL_TEST(resident_memory_follows_use) {
    sl_rss before;
    if (!sl_rss_read(&before)) {
        SL_SKIP("no /proc/self/status with Rss fields");
    }
    SL_CHECK(before.peak_bytes > 0 && before.anon_bytes > 0);
    const size_t bytes = (size_t)32 << 20;
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    SL_CHECK(map != MAP_FAILED);
    memset(map, 1, bytes);
    sl_rss with;
    SL_CHECK(sl_rss_read(&with));
    SL_CHECK(with.anon_bytes >= before.anon_bytes + bytes - (1 << 20));
    SL_CHECK(with.peak_bytes >= with.anon_bytes);
    SL_CHECK(munmap(map, bytes) == 0);
    sl_rss after;
    SL_CHECK(sl_rss_read(&after));
    SL_CHECK(after.anon_bytes + bytes / 2 < with.anon_bytes);
    SL_CHECK(after.peak_bytes >= with.peak_bytes - (1 << 20));
}
