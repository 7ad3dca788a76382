// SPDX-License-Identifier: MIT OR Apache-2.0
#include <sys/resource.h>

#include "core/sys/meminfo.h"
#include "harness/test.h"

static void put(const char *name, const char *contents) {
    (void)sl_test_temp_write(name, contents, strlen(contents));
}

SL_TEST(this_machine) {
    sl_meminfo info;
    if (!sl_meminfo_read(&info, "")) {
        SL_SKIP("no /proc/meminfo");
    }
    SL_CHECK(info.total_bytes >= (1 << 20) && info.available_bytes <= info.total_bytes);
}

SL_TEST(made_up_machine) {
    char root[1024];
    (void)snprintf(root, sizeof root, "%s", sl_test_temp_path("root"));
    sl_meminfo info;
    SL_CHECK(!sl_meminfo_read(&info, root));
    SL_CHECK(info.total_bytes == 0 && info.huge_pages[0] == 0 && info.cgroup_limit_bytes == UINT64_MAX);
    SL_CHECK(!sl_meminfo_outgrown(&info, UINT64_C(1) << 62)); /* nothing is known */
    put("root/proc/meminfo", "MemTotal:       8000 kB\nMemFree:        1 kB\n");
    SL_CHECK(!sl_meminfo_read(&info, root) && info.total_bytes == 0);
    put("root/proc/meminfo", "MemTotal:       8000 kB\nMemFree:        1 kB\nMemAvailable:   5000 kB\n");
    put("root/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    SL_CHECK(sl_meminfo_read(&info, root));
    SL_CHECK_EQ_U64(info.total_bytes, 8192000);
    SL_CHECK_EQ_U64(info.available_bytes, 5120000);
    SL_CHECK(strcmp(info.huge_pages, "madvise") == 0);
    SL_CHECK(!sl_meminfo_outgrown(&info, 6144000) && sl_meminfo_outgrown(&info, 6144001));
    put("root/proc/self/cgroup", "0::/\n");
    put("root/sys/fs/cgroup/memory.max", "4096000\n");
    SL_CHECK(sl_meminfo_read(&info, root));
    SL_CHECK_EQ_U64(info.cgroup_limit_bytes, 4096000);
    SL_CHECK(!sl_meminfo_outgrown(&info, 3072000) && sl_meminfo_outgrown(&info, 3072001));
}

SL_TEST(damaged_files) {
    char root[1024];
    (void)snprintf(root, sizeof root, "%s", sl_test_temp_path("root"));
    sl_meminfo info;
    put("root/proc/meminfo", "MemTotal: kB\nMemAvailable: 99999999999999999999 kB\n");
    put("root/sys/kernel/mm/transparent_hugepage/enabled", "always [a name that is far too long] never\n");
    SL_CHECK(!sl_meminfo_read(&info, root));
    SL_CHECK(info.huge_pages[0] == 0 && info.total_bytes == 0 && info.available_bytes == 0);
}

SL_TEST(address_space_limit) {
    sl_meminfo info;
    const rlim_t bytes = (rlim_t)1 << 50; /* more than sanitizers take */
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    SL_CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    SL_CHECK(sl_meminfo_read(&info, "") && info.address_limit_bytes == bytes);
}
