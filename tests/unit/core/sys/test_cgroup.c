// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/cgroup.h"
#include "harness/test.h"

/* Files below a made-up root folder. */
static void put(const char *name, const char *contents) {
    (void)sl_test_temp_write(name, contents, strlen(contents));
}

static void check(uint64_t memory, double cpus) {
    char root[1024];
    (void)snprintf(root, sizeof root, "%s", sl_test_temp_path("root"));
    sl_cgroup_limits limits;
    sl_cgroup_read(&limits, root);
    SL_CHECK_EQ_U64(limits.memory_bytes, memory);
    SL_CHECK_MSG(limits.cpus == cpus, "found %f CPUs, expected %f", limits.cpus, cpus);
}

SL_TEST(nothing_there_is_no_limit) {
    check(UINT64_MAX, 0);
    put("root/proc/self/cgroup", "");
    check(UINT64_MAX, 0);
    put("root/proc/self/cgroup", "nonsense\n:\n::\n0:x\n");
    check(UINT64_MAX, 0);
}

SL_TEST(version_2_takes_the_smallest_on_the_way) {
    put("root/proc/self/cgroup", "0::/a/b\n");
    check(UINT64_MAX, 0);
    put("root/sys/fs/cgroup/a/b/memory.max", "max\n");
    put("root/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
    check(UINT64_MAX, 0);
    put("root/sys/fs/cgroup/a/memory.max", "1073741824\n");
    put("root/sys/fs/cgroup/a/cpu.max", "150000 100000\n");
    check(1073741824, 1.5);
    put("root/sys/fs/cgroup/a/b/memory.max", "2147483648\n");
    put("root/sys/fs/cgroup/a/b/cpu.max", "50000 100000\n");
    check(1073741824, 0.5);
    put("root/sys/fs/cgroup/a/b/memory.high", "536870912\n");
    check(536870912, 0.5);
    put("root/sys/fs/cgroup/memory.max", "4096\n");
    check(4096, 0.5);
}

SL_TEST(version_2_in_its_own_name_space) {
    put("root/proc/self/cgroup", "0::/\n");
    put("root/sys/fs/cgroup/memory.max", "8192\n");
    put("root/sys/fs/cgroup/cpu.max", "200000 100000\n");
    check(8192, 2);
    put("root/sys/memory.max", "1\n"); /* above the mount: not ours */
    check(8192, 2);
}

SL_TEST(version_1) {
    put("root/proc/self/cgroup", "5:memory:/docker/x\n4:cpuset:/\n3:cpu,cpuacct:/docker/x\n1:name=systemd:/\n");
    put("root/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("root/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    put("root/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    check(UINT64_MAX, 0);
    put("root/sys/fs/cgroup/memory/docker/memory.limit_in_bytes", "65536\n");
    put("root/sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "25000\n");
    put("root/sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us", "50000\n");
    check(65536, 0.5);
}

SL_TEST(version_1_seen_from_a_container) {
    /* The group's path is the host's; only the mount itself exists here. */
    put("root/proc/self/cgroup", "5:memory:/docker/x\n3:cpuacct,cpu:/docker/x\n");
    put("root/sys/fs/cgroup/memory/memory.limit_in_bytes", "65536\n");
    put("root/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n");
    put("root/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    check(65536, 3);
}

SL_TEST(damaged_files_are_no_limit) {
    put("root/proc/self/cgroup", "0::/\n");
    put("root/sys/fs/cgroup/memory.max", "");
    put("root/sys/fs/cgroup/cpu.max", "\n");
    check(UINT64_MAX, 0);
    put("root/sys/fs/cgroup/cpu.max", "100000 0\n");
    check(UINT64_MAX, 0);
    put("root/sys/fs/cgroup/cpu.max", "100000\n");
    check(UINT64_MAX, 0);
}
