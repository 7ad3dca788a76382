// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/mem/budget.h"

#include "core/base/clock.h"
#include "core/sys/meminfo.h"

#define MARGIN_MAX ((uint64_t)512 << 20)
#define MARGIN_PART 8

static uint64_t without_margin(uint64_t limit) {
    return limit == UINT64_MAX ? limit : limit - SL_MIN(limit / MARGIN_PART, MARGIN_MAX);
}

static void take_smaller(sl_budget *out, uint64_t limit, const char *reason) {
    if (limit < out->bytes) {
        out->bytes = limit;
        out->reason = reason;
    }
}

void sl_budget_read(sl_budget *out, uint64_t configured, const char *root) {
    sl_meminfo info;
    sl_rss rss;
    const bool is_known = sl_meminfo_read(&info, root);
    (void)sl_rss_read(&rss);
    const uint64_t held = rss.anon_bytes + rss.shmem_bytes;
    *out = (sl_budget){UINT64_MAX, "no limit"};
    take_smaller(out, configured == 0 ? UINT64_MAX : configured, "configured");
    take_smaller(out, without_margin(info.cgroup_limit_bytes), "control group");
    if (info.address_limit_bytes != UINT64_MAX) {
        const uint64_t taken = SL_MIN(rss.space_bytes, info.address_limit_bytes);
        take_smaller(out, without_margin(info.address_limit_bytes - taken) + held, "address space");
    }
    if (is_known) {
        take_smaller(out, without_margin(info.available_bytes) + held, "available memory");
    }
    if (out->bytes == UINT64_MAX) {
        out->bytes = 0;
    }
}
