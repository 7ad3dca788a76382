// SPDX-License-Identifier: MIT OR Apache-2.0
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "core/base/clock.h"
#include "core/mem/budget.h"
#include "core/mem/buf.h"
#include "harness/test.h"

#define MIB ((uint64_t)1 << 20)

static sluice_error err;

static sl_mem_vector host(uint64_t bytes) {
    return (sl_mem_vector){.bytes = {[SL_KIND_HOST] = bytes}};
}

static sl_account *account_open(sl_mem_stage stage, uint64_t reserved) {
    sl_account *account;
    const sl_mem_vector plan = host(reserved);
    SL_CHECK_OK(sl_account_open(&account, 7, 3, stage, &err));
    if (reserved != 0) {
        SL_CHECK_OK(sl_account_reserve(account, &plan, &err));
    }
    return account;
}

static sl_buf alloc_for(sl_account *account, sl_mem_class mem_class, size_t bytes) {
    sl_buf buf;
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){account, mem_class});
    SL_CHECK_OK(sl_buf_alloc(&buf, bytes, "test", &err));
    (void)sl_mem_scope_set(before);
    return buf;
}

static sl_ledger_state state_now(void) {
    sl_ledger_state state;
    sl_ledger_state_get(&state);
    return state;
}

/* live <= reserved <= budget, and nothing planned too small. */
static void check_sound(void) {
    const sl_ledger_state s = state_now();
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) {
        SL_CHECK(s.kind[kind].live <= s.kind[kind].reserved);
        SL_CHECK(s.kind[kind].budget == 0 || s.kind[kind].reserved <= s.kind[kind].budget);
    }
    SL_CHECK_EQ_U64(s.overruns, 0);
}

SL_TEST(a_buffer_is_in_the_cell_of_its_class_and_stage) {
    sl_account *account = account_open(SL_STAGE_SYNTHESIS, 4 * MIB);
    sl_buf a = alloc_for(account, SL_MEM_WITNESS, MIB);
    sl_buf b = alloc_for(account, SL_MEM_ABC, 2 * MIB);
    sl_ledger_state s = state_now();
    SL_CHECK_EQ_U64(s.cell[SL_MEM_WITNESS][SL_STAGE_SYNTHESIS].bytes, MIB);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_ABC][SL_STAGE_SYNTHESIS].count, 1);
    SL_CHECK_EQ_U64(s.class_bytes[SL_MEM_ABC], 2 * MIB);

    sl_account_stage_set(account, SL_STAGE_READY);
    s = state_now();
    SL_CHECK_EQ_U64(s.cell[SL_MEM_WITNESS][SL_STAGE_SYNTHESIS].count, 0);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_WITNESS][SL_STAGE_SYNTHESIS].peak_bytes, MIB);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_WITNESS][SL_STAGE_SYNTHESIS].stays, 1);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_WITNESS][SL_STAGE_READY].bytes, MIB);
    sl_account_state at;
    sl_account_state_get(account, &at);
    SL_CHECK(at.stage == SL_STAGE_READY);

    sl_buf_release(&a);
    sl_buf_release(&b);
    s = state_now();
    SL_CHECK_EQ_U64(s.cell[SL_MEM_WITNESS][SL_STAGE_READY].count, 0);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_ABC][SL_STAGE_READY].stays, 1);
    SL_CHECK_EQ_U64(s.class_peak[SL_MEM_ABC], 2 * MIB);
    SL_CHECK_EQ_U64(s.kind[SL_KIND_HOST].reserved, 4 * MIB);
    sl_account_close(account);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 0);
    SL_CHECK_EQ_U64(state_now().accounts, 0);
    check_sound();
}

SL_TEST(growing_and_shrinking_stays_with_the_owner) {
    sl_account *account = account_open(SL_STAGE_START, 9 * MIB);
    sl_buf buf = alloc_for(account, SL_MEM_DEVICE, MIB);
    SL_CHECK_OK(sl_buf_resize(&buf, 8 * MIB, &err)); /* in the scope of the process */
    sl_ledger_state s = state_now();
    SL_CHECK_EQ_U64(s.cell[SL_MEM_DEVICE][SL_STAGE_START].bytes, 8 * MIB);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_DEVICE][SL_STAGE_START].count, 1);
    SL_CHECK_EQ_U64(s.class_bytes[SL_MEM_OTHER], 0);
    SL_CHECK_OK(sl_buf_resize(&buf, 100, &err));
    SL_CHECK(state_now().cell[SL_MEM_DEVICE][SL_STAGE_START].bytes < 4096);
    SL_CHECK_OK(sl_buf_resize(&buf, 3 * MIB, &err));
    SL_CHECK_EQ_U64(state_now().cell[SL_MEM_DEVICE][SL_STAGE_START].count, 1);
    sl_buf_release(&buf);
    sl_account_close(account);
    check_sound();
}

SL_TEST(a_reservation_is_all_or_nothing) {
    sl_ledger_budget_set(SL_KIND_HOST, 10 * MIB);
    sl_ledger_budget_set(SL_KIND_DEVICE + 1, 4 * MIB);
    sl_account *first = account_open(SL_STAGE_ADMITTED, 6 * MIB);
    sl_account *second = account_open(SL_STAGE_SUBMITTED, 0);
    sl_mem_vector plan = host(4 * MIB);
    plan.bytes[SL_KIND_DEVICE + 1] = 4 * MIB + 1;
    SL_CHECK_STATUS(sl_account_reserve(second, &plan, &err), SLUICE_E_BUDGET);
    SL_CHECK_MSG(strstr(err.text, "device 1") != NULL && strstr(err.text, "4194305") != NULL, "%s", err.text);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 6 * MIB);
    plan.bytes[SL_KIND_DEVICE + 1] = 4 * MIB;
    SL_CHECK_OK(sl_account_reserve(second, &plan, &err));
    check_sound();
    sl_account_close(first);
    sl_account_close(second);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_DEVICE + 1].reserved, 0);
    check_sound();
}

SL_TEST(inside_a_reservation_nothing_fails_for_budget) {
    sl_ledger_budget_set(SL_KIND_HOST, 8 * MIB);
    sl_account *account = account_open(SL_STAGE_ADMITTED, 4 * MIB);
    sl_buf others, more;
    SL_CHECK_OK(sl_buf_alloc(&others, 4 * MIB, "others", &err)); /* all that is free */
    SL_CHECK_STATUS(sl_buf_alloc(&more, 1, "more", &err), SLUICE_E_BUDGET);
    sl_buf a = alloc_for(account, SL_MEM_WITNESS, 3 * MIB);
    sl_buf b = alloc_for(account, SL_MEM_ABC, MIB);
    check_sound();
    sl_buf_release(&b);
    SL_CHECK_STATUS(sl_buf_alloc(&more, 1, "more", &err), SLUICE_E_BUDGET); /* still reserved */
    sl_buf_release(&others);
    sl_buf_release(&a);
    sl_account_close(account);
    check_sound();
}

SL_TEST(a_plan_too_small_is_counted_and_bounded) {
    sl_ledger_budget_set(SL_KIND_HOST, 8 * MIB);
    sl_account *account = account_open(SL_STAGE_ADMITTED, 2 * MIB);
    sl_buf a = alloc_for(account, SL_MEM_WITNESS, 3 * MIB), b;
    SL_CHECK_EQ_U64(state_now().overruns, 1);
    SL_CHECK_EQ_U64(state_now().overrun_bytes, MIB);
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){account, SL_MEM_ABC});
    SL_CHECK_STATUS(sl_buf_alloc(&b, 6 * MIB, "too much", &err), SLUICE_E_BUDGET);
    (void)sl_mem_scope_set(before);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 3 * MIB);
    sl_buf_release(&a);
    sl_account_close(account);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 0);
}

SL_TEST(a_reservation_shrinks_as_classes_die_and_never_below_what_is_live) {
    sl_account *account = account_open(SL_STAGE_START, 8 * MIB);
    sl_buf a = alloc_for(account, SL_MEM_WITNESS, 3 * MIB);
    sl_mem_vector rest = host(5 * MIB);
    sl_account_shrink(account, &rest);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 5 * MIB);
    rest = host(MIB);
    sl_account_shrink(account, &rest);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 3 * MIB);
    rest = host(7 * MIB);
    sl_account_shrink(account, &rest); /* never raises */
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 3 * MIB);
    sl_buf_release(&a);
    sl_account_close(account);
    check_sound();
}

SL_TEST(permits_go_with_the_bytes) {
    sl_account *account = account_open(SL_STAGE_FINISH, 8 * MIB);
    sl_buf a = alloc_for(account, SL_MEM_WITNESS, 3 * MIB);
    sl_buf b = alloc_for(account, SL_MEM_PENDING, MIB);
    sl_account_close(account); /* for instance: the reaper has the buffers now */
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 4 * MIB);
    SL_CHECK_EQ_U64(state_now().accounts, 1);
    sl_buf_release(&a);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, MIB);
    sl_buf_release(&b);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 0);
    SL_CHECK_EQ_U64(state_now().accounts, 0);
}

SL_TEST(what_was_live_before_the_reservation_is_part_of_it) {
    sl_ledger_budget_set(SL_KIND_HOST, 8 * MIB);
    sl_account *account = account_open(SL_STAGE_SUBMITTED, 0);
    sl_buf a = alloc_for(account, SL_MEM_VANILLA, 3 * MIB);
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 3 * MIB);
    const sl_mem_vector plan = host(8 * MIB);
    SL_CHECK_OK(sl_account_reserve(account, &plan, &err));
    SL_CHECK_EQ_U64(state_now().kind[SL_KIND_HOST].reserved, 8 * MIB);
    sl_buf_release(&a);
    sl_account_close(account);
    check_sound();
}

SL_TEST(a_lower_budget_drains) {
    sl_ledger_budget_set(SL_KIND_HOST, 8 * MIB);
    sl_account *account = account_open(SL_STAGE_START, 6 * MIB), *next = account_open(SL_STAGE_SUBMITTED, 0);
    sl_ledger_budget_set(SL_KIND_HOST, 4 * MIB);
    sl_buf a = alloc_for(account, SL_MEM_DEVICE, 6 * MIB); /* what was promised holds */
    sl_mem_vector plan = host(4096);
    SL_CHECK_STATUS(sl_account_reserve(next, &plan, &err), SLUICE_E_BUDGET);
    sl_buf_release(&a);
    a = alloc_for(account, SL_MEM_DEVICE, 2 * MIB);
    plan = host(2 * MIB);
    sl_account_shrink(account, &plan);
    SL_CHECK_OK(sl_account_reserve(next, &plan, &err));
    check_sound();
    sl_buf_release(&a);
    sl_account_close(account);
    sl_account_close(next);
}

/* A device of 2 GiB that is not there: only the books know it. */
SL_TEST(memory_of_other_kinds_is_booked) {
    const size_t device = SL_KIND_DEVICE;
    sl_ledger_budget_set(device, 2048 * MIB);
    sl_account *account = account_open(SL_STAGE_START, 0);
    const sl_mem_scope owner = {account, SL_MEM_DEVICE};
    SL_CHECK_OK(sl_mem_book(owner, device, 2048 * MIB, "vectors", &err));
    SL_CHECK_STATUS(sl_mem_book(owner, device, 1, "one more", &err), SLUICE_E_BUDGET);
    SL_CHECK_OK(sl_mem_book(owner, SL_KIND_MAPPED, SIZE_MAX / 4, "a mapped file", &err));
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
    SL_CHECK_EQ_U64(state_now().class_bytes[SL_MEM_DEVICE], 2048 * MIB); /* mapped files apart */
    sl_mem_unbook(owner, SL_KIND_MAPPED, SIZE_MAX / 4);
    sl_mem_unbook(owner, device, 2048 * MIB);
    sl_account_close(account);
    check_sound();
}

SL_TEST(accounts_can_be_looked_at) {
    sl_ledger_budget_set(SL_KIND_HOST, 0);
    sl_account *accounts[3];
    sl_buf bufs[3];
    for (size_t i = 0; i < 3; i++) {
        accounts[i] = account_open(SL_STAGE_START, 2 * MIB);
        bufs[i] = alloc_for(accounts[i], SL_MEM_ABC, MIB);
    }
    for (size_t i = 0; i < 3; i++) {
        sl_account_state state;
        sl_account_state_get(accounts[i], &state);
        SL_CHECK(state.job == 7 && state.partition == 3 && state.live[SL_MEM_ABC] == MIB);
        SL_CHECK(state.reserved.bytes[SL_KIND_HOST] == 2 * MIB && state.peak[SL_KIND_HOST] == MIB);
        sl_buf_release(&bufs[i]);
        sl_account_close(accounts[i]);
    }
    sl_ledger_peaks_reset();
    const sl_ledger_state s = state_now();
    SL_CHECK(s.kind[SL_KIND_HOST].peak_live == 0 && s.class_peak[SL_MEM_ABC] == 0);
    SL_CHECK_EQ_U64(s.cell[SL_MEM_ABC][SL_STAGE_START].peak_bytes, 0);
}

static void *stress(void *data) {
    sluice_error error;
    unsigned *seed = data;
    for (unsigned round = 0; round < 300; round++) {
        sl_account *account;
        sl_mem_vector plan = host(3 * 65536);
        SL_CHECK(sl_account_open(&account, *seed, round, SL_STAGE_ADMITTED, &error) == SLUICE_OK);
        if (sl_account_reserve(account, &plan, &error) == SLUICE_OK) {
            sl_buf a, b;
            (void)sl_mem_scope_set((sl_mem_scope){account, SL_MEM_WITNESS});
            SL_CHECK(sl_buf_alloc(&a, 65536, "a", &error) == SLUICE_OK);
            sl_account_stage_set(account, SL_STAGE_START);
            (void)sl_mem_class_set(SL_MEM_ABC);
            SL_CHECK(sl_buf_alloc(&b, 2 * 65536, "b", &error) == SLUICE_OK);
            sl_buf_release(&b);
            plan = host(65536);
            sl_account_shrink(account, &plan);
            sl_account_stage_set(account, SL_STAGE_RELEASE);
            sl_account_close(account);
            sl_buf_release(&a);
        } else {
            SL_CHECK(error.status == SLUICE_E_BUDGET);
            sl_account_close(account);
        }
    }
    return NULL;
}

SL_TEST(threads_share_one_ledger) {
    enum { THREADS_N = 4 };
    pthread_t threads[THREADS_N];
    unsigned seeds[THREADS_N];
    sl_ledger_budget_set(SL_KIND_HOST, 8 * 65536);
    for (unsigned i = 0; i < THREADS_N; i++) {
        seeds[i] = i;
        SL_CHECK(pthread_create(&threads[i], NULL, stress, &seeds[i]) == 0);
    }
    for (unsigned i = 0; i < 200; i++) {
        check_sound();
    }
    for (unsigned i = 0; i < THREADS_N; i++) {
        SL_CHECK(pthread_join(threads[i], NULL) == 0);
    }
    const sl_ledger_state s = state_now();
    SL_CHECK(s.accounts == 0 && s.kind[SL_KIND_HOST].reserved == 0 && s.kind[SL_KIND_HOST].live == 0);
    SL_CHECK(s.kind[SL_KIND_HOST].peak_reserved <= 8 * 65536);
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        for (size_t stage = 0; stage < SL_MEM_STAGES_N; stage++) {
            SL_CHECK(s.cell[c][stage].count == 0 && s.cell[c][stage].bytes == 0);
        }
    }
    SL_CHECK(s.cell[SL_MEM_WITNESS][SL_STAGE_START].stays > 0);
}

static const char *fake_root(const char *available, const char *limit) {
    char text[256];
    (void)snprintf(text, sizeof text, "MemTotal: 99999999 kB\nMemAvailable: %s kB\n", available);
    (void)sl_test_temp_write("proc/meminfo", text, strlen(text));
    (void)sl_test_temp_write("proc/self/cgroup", "0::/\n", 5);
    (void)sl_test_temp_write("proc/self/mountinfo", "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", 53);
    static char root[512];
    (void)snprintf(root, sizeof root, "%s", sl_test_temp_write("sys/fs/cgroup/memory.max", limit, strlen(limit)));
    *strstr(root, "/sys/fs/cgroup") = 0;
    return root;
}

SL_TEST(the_budget_is_the_smallest_limit) {
    sl_budget budget;
    const char *root = fake_root("8388608", "1073741824\n");
    sl_budget_read(&budget, 0, root);
    SL_CHECK_EQ_U64(budget.bytes, 1024 * MIB - 128 * MIB);
    SL_CHECK(strcmp(budget.reason, "control group") == 0);
    sl_budget_read(&budget, 100 * MIB, root);
    SL_CHECK_EQ_U64(budget.bytes, 100 * MIB);
    SL_CHECK(strcmp(budget.reason, "configured") == 0);
    sl_budget_read(&budget, 2048 * MIB, root); /* more than there is */
    SL_CHECK_EQ_U64(budget.bytes, 896 * MIB);

    root = fake_root("1048576", "max\n");
    sl_budget_read(&budget, 0, root);
    SL_CHECK(strcmp(budget.reason, "available memory") == 0);
    SL_CHECK(budget.bytes >= 896 * MIB && budget.bytes < 1400 * MIB); /* and what we hold */
    sl_budget_read(&budget, 0, "");
    SL_CHECK(budget.bytes > 0);
}

/* Mappings take address space and no memory: what is left shrinks by them, and not by what is resident. */
SL_TEST(an_address_space_limit_is_a_budget_of_its_own) {
    sl_rss rss;
    if (!sl_rss_read(&rss)) {
        SL_SKIP("no /proc/self/status with Rss fields");
    }
    SL_CHECK(rss.space_bytes >= rss.anon_bytes);
    const rlim_t most = rss.space_bytes + 1024 * MIB;
    const struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    SL_CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    sl_budget before, after;
    const char *root = fake_root("8388608", "4294967296\n");
    sl_budget_read(&before, 0, root);
    SL_CHECK(strcmp(before.reason, "address space") == 0);
    SL_CHECK(before.bytes >= 890 * MIB && before.bytes < 930 * MIB);
    const size_t bytes = 512 * MIB;
    char *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    SL_CHECK(map != MAP_FAILED);
    sl_budget_read(&after, 0, root);
    SL_CHECK(after.bytes >= 442 * MIB && after.bytes < 482 * MIB);
    const size_t used = 64 * MIB; /* memory now, and no more address space than before */
    SL_CHECK(mmap(map, used, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1, 0) ==
             map);
    sl_budget_read(&before, 0, root);
    SL_CHECK(before.bytes >= after.bytes + used - MIB && before.bytes <= after.bytes + used + 4 * MIB);
    SL_CHECK(munmap(map, bytes) == 0);
    sl_budget_read(&before, 0, fake_root("8388608", "536870912\n"));
    SL_CHECK(strcmp(before.reason, "control group") == 0);
}
