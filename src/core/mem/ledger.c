// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/mem/ledger_entry.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/mem/buf.h"
#include "core/mem/fail.h"

/* One class of an account in its present stage. */
typedef struct holding {
    uint64_t count, bytes; /* over all kinds but mapped */
    uint64_t since_ns;     /* when the stay began: the first buffer here, or the change of stage */
} holding;

struct sl_account {
    sl_account *next, *prev;
    uint64_t job;
    uint32_t partition;
    sl_mem_stage stage;
    bool has_reservation;
    bool is_closed;
    holding held[SL_MEM_CLASSES_N];
    uint64_t live[SL_MEM_KINDS_N], reserved[SL_MEM_KINDS_N], peak[SL_MEM_KINDS_N];
};

static struct {
    pthread_mutex_t lock;
    sl_account process; /* head of the ring of accounts */
    sl_ledger_state state;
    uint64_t drain[SL_MEM_KINDS_N]; /* what was reserved when the budget was set below it, and has not drained yet */
} ledger = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .process = {.next = &ledger.process, .prev = &ledger.process},
};

static _Thread_local sl_mem_scope scope_now;

#define NAME_OF(name, text) text,
static const char *const class_names[] = {SL_MEM_CLASS_MAP(NAME_OF)};
static const char *const stage_names[] = {SL_MEM_STAGE_MAP(NAME_OF)};
static const char *const kind_names[SL_MEM_KINDS_N] = {"host",     "pinned",   "mapped",   "device 0",
                                                       "device 1", "device 2", "device 3", "device 4",
                                                       "device 5", "device 6", "device 7"};

const char *sl_mem_class_name(sl_mem_class mem_class) {
    return class_names[mem_class];
}

const char *sl_mem_stage_name(sl_mem_stage stage) {
    return stage_names[stage];
}

const char *sl_mem_kind_name(size_t kind) {
    return kind_names[kind];
}

static uint64_t now_ns(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void lock(void) {
    (void)pthread_mutex_lock(&ledger.lock);
}

static void unlock(void) {
    (void)pthread_mutex_unlock(&ledger.lock);
}

static sl_account *account_of(sl_account *account) {
    return account == NULL ? &ledger.process : account;
}

static void raise_to(uint64_t *peak, uint64_t value) {
    *peak = SL_MAX(*peak, value);
}

/* What may be reserved of a kind in all. */
static uint64_t ceiling_of(size_t kind) {
    const uint64_t budget = ledger.state.kind[kind].budget;
    return budget == 0 || kind == SL_KIND_MAPPED ? UINT64_MAX : SL_MAX(budget, ledger.drain[kind]);
}

/* What may still be reserved: below the budget, even while more than that is draining. */
static uint64_t free_of(size_t kind) {
    const sl_mem_total *total = &ledger.state.kind[kind];
    if (total->budget == 0 || kind == SL_KIND_MAPPED) {
        return UINT64_MAX - total->reserved;
    }
    return total->budget > total->reserved ? total->budget - total->reserved : 0;
}

static void reserved_add(sl_account *account, size_t kind, uint64_t bytes) {
    sl_mem_total *total = &ledger.state.kind[kind];
    account->reserved[kind] += bytes;
    total->reserved += bytes;
    raise_to(&total->peak_reserved, total->reserved);
}

static void reserved_sub(sl_account *account, size_t kind, uint64_t bytes) {
    sl_mem_total *total = &ledger.state.kind[kind];
    SL_ASSERT(account->reserved[kind] >= bytes && total->reserved >= bytes);
    account->reserved[kind] -= bytes;
    total->reserved -= bytes;
    if (ledger.drain[kind] != 0) {
        ledger.drain[kind] = total->reserved > total->budget ? total->reserved : 0;
    }
}

/* A stay of a class in a stage has come to its end. */
static void stay_end(const sl_account *account, size_t c, uint64_t now) {
    sl_mem_cell *cell = &ledger.state.cell[c][account->stage];
    const uint64_t stay = now - account->held[c].since_ns;
    cell->stays++;
    cell->dwell_ns += stay;
    raise_to(&cell->dwell_max_ns, stay);
}

static void cell_add(size_t c, sl_mem_stage stage, uint64_t count, uint64_t bytes) {
    sl_mem_cell *cell = &ledger.state.cell[c][stage];
    cell->count += count;
    cell->bytes += bytes;
    cell->born += count;
    raise_to(&cell->peak_count, cell->count);
    raise_to(&cell->peak_bytes, cell->bytes);
}

/* Counts `count` more buffers (0: growth of one that exists) of a class. */
static void held_add(sl_account *account, size_t c, size_t kind, uint64_t count, uint64_t bytes) {
    sl_mem_total *total = &ledger.state.kind[kind];
    account->live[kind] += bytes;
    total->live += bytes;
    raise_to(&account->peak[kind], account->live[kind]);
    raise_to(&total->peak_live, total->live);
    if (kind == SL_KIND_MAPPED) {
        return;
    }
    holding *held = &account->held[c];
    if (held->count == 0) {
        held->since_ns = now_ns();
    }
    held->count += count;
    held->bytes += bytes;
    cell_add(c, account->stage, count, bytes);
    ledger.state.class_bytes[c] += bytes;
    raise_to(&ledger.state.class_peak[c], ledger.state.class_bytes[c]);
}

static void held_sub(sl_account *account, size_t c, size_t kind, uint64_t count, uint64_t bytes) {
    SL_ASSERT(account->live[kind] >= bytes);
    account->live[kind] -= bytes;
    ledger.state.kind[kind].live -= bytes;
    if (kind == SL_KIND_MAPPED) {
        return;
    }
    holding *held = &account->held[c];
    sl_mem_cell *cell = &ledger.state.cell[c][account->stage];
    SL_ASSERT(held->count >= count && held->bytes >= bytes);
    held->count -= count;
    held->bytes -= bytes;
    cell->count -= count;
    cell->bytes -= bytes;
    ledger.state.class_bytes[c] -= bytes;
    if (count > 0 && held->count == 0) {
        stay_end(account, c, now_ns());
    }
}

/* The process's own account, and what is left of a closed one, reserve exactly what is live. */
static bool follows_live(const sl_account *account) {
    return !account->has_reservation || account->is_closed;
}

static bool is_empty(const sl_account *account) {
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) {
        if (account->live[kind] != 0) {
            return false;
        }
    }
    return true;
}

static void account_drop(sl_account *account) {
    SL_ASSERT(account != &ledger.process);
    account->next->prev = account->prev;
    account->prev->next = account->next;
    ledger.state.accounts--;
    free(account);
}

static void totals_check(size_t kind) {
    const sl_mem_total *total = &ledger.state.kind[kind];
    SL_ASSERT(total->live <= total->reserved && total->reserved <= ceiling_of(kind));
}

/* Room for bytes more of an account: inside its reservation, or taken from the budget. */
static sluice_status room_make(sl_account *account, size_t kind, uint64_t bytes, const char *tag, sluice_error *err) {
    const uint64_t room = account->reserved[kind] - account->live[kind];
    const uint64_t missing = bytes > room ? bytes - room : 0;
    if (missing == 0) {
        return SLUICE_OK;
    }
    const sl_mem_total *total = &ledger.state.kind[kind];
    if (missing > free_of(kind)) {
        return SL_FAIL(err, SLUICE_E_BUDGET,
                       "%s: needs %" PRIu64 " bytes, %" PRIu64 " of the budget of %" PRIu64 " are in use", tag, bytes,
                       total->reserved, total->budget);
    }
    reserved_add(account, kind, missing);
    if (!follows_live(account)) {
        ledger.state.overruns++;
        ledger.state.overrun_bytes += missing;
    }
    return SLUICE_OK;
}

/* After bytes have gone. */
static void room_return(sl_account *account, size_t kind, uint64_t bytes) {
    if (follows_live(account)) {
        reserved_sub(account, kind, bytes);
    }
    totals_check(kind);
    if (account->is_closed && is_empty(account)) {
        account_drop(account);
    }
}

sluice_status sl_ledger_take(sl_mem_scope owner, size_t kind, bool is_growth, size_t bytes, const char *tag,
                             sluice_error *err) {
    if (sl_failpoint_hit(&sl_mem_failpoint)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: made to fail by a test", tag);
    }
    sl_account *account = account_of(owner.account);
    lock();
    SL_ASSERT(!account->is_closed || is_growth);
    const sluice_status status = room_make(account, kind, bytes, tag, err);
    if (status == SLUICE_OK) {
        held_add(account, owner.mem_class, kind, is_growth ? 0 : 1, bytes);
        totals_check(kind);
    }
    unlock();
    return status;
}

void sl_ledger_put(sl_mem_scope owner, size_t kind, bool is_shrinking, size_t bytes) {
    sl_account *account = account_of(owner.account);
    lock();
    held_sub(account, owner.mem_class, kind, is_shrinking ? 0 : 1, bytes);
    room_return(account, kind, bytes);
    unlock();
}

sluice_status sl_mem_book(sl_mem_scope owner, size_t kind, size_t bytes, const char *tag, sluice_error *err) {
    return sl_ledger_take(owner, kind, false, bytes, tag, err);
}

void sl_mem_unbook(sl_mem_scope owner, size_t kind, size_t bytes) {
    sl_ledger_put(owner, kind, false, bytes);
}

sluice_status sl_account_open(sl_account **out, uint64_t job, uint32_t partition, sl_mem_stage stage,
                              sluice_error *err) {
    sl_account *account = sl_failpoint_hit(&sl_mem_failpoint) ? NULL : calloc(1, sizeof *account);
    if (account == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for an account");
    }
    account->job = job;
    account->partition = partition;
    account->stage = stage;
    lock();
    account->next = &ledger.process;
    account->prev = ledger.process.prev;
    account->prev->next = account;
    ledger.process.prev = account;
    ledger.state.accounts++;
    unlock();
    *out = account;
    return SLUICE_OK;
}

void sl_account_close(sl_account *account) {
    if (account == NULL) {
        return;
    }
    lock();
    SL_ASSERT(!account->is_closed);
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) {
        reserved_sub(account, kind, account->reserved[kind] - account->live[kind]);
    }
    account->is_closed = true;
    if (is_empty(account)) {
        account_drop(account);
    }
    unlock();
}

sluice_status sl_account_reserve(sl_account *account, const sl_mem_vector *plan, sluice_error *err) {
    sluice_status status = SLUICE_OK;
    lock();
    SL_ASSERT(!account->is_closed);
    uint64_t need[SL_MEM_KINDS_N];
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) {
        /* Of a first reservation what is live already is a part. */
        const uint64_t had = account->has_reservation ? 0 : account->reserved[kind];
        need[kind] = plan->bytes[kind] > had ? plan->bytes[kind] - had : 0;
        if (status == SLUICE_OK && need[kind] > free_of(kind)) {
            const sl_mem_total *total = &ledger.state.kind[kind];
            status =
                SL_FAIL(err, SLUICE_E_BUDGET,
                        "%s memory: the plan needs %" PRIu64 " bytes, %" PRIu64 " are free of a budget of %" PRIu64,
                        kind_names[kind], need[kind], free_of(kind), total->budget);
        }
    }
    for (size_t kind = 0; kind < SL_MEM_KINDS_N && status == SLUICE_OK; kind++) {
        reserved_add(account, kind, need[kind]);
        totals_check(kind);
    }
    account->has_reservation = account->has_reservation || status == SLUICE_OK;
    unlock();
    return status;
}

void sl_account_shrink(sl_account *account, const sl_mem_vector *remaining) {
    lock();
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) {
        const uint64_t keep = SL_MAX(remaining->bytes[kind], account->live[kind]);
        if (keep < account->reserved[kind]) {
            reserved_sub(account, kind, account->reserved[kind] - keep);
        }
        account->peak[kind] = account->live[kind];
    }
    unlock();
}

void sl_account_stage_set(sl_account *account, sl_mem_stage stage) {
    lock();
    const uint64_t now = now_ns();
    for (size_t c = 0; c < SL_MEM_CLASSES_N && stage != account->stage; c++) {
        holding *held = &account->held[c];
        if (held->count > 0) {
            sl_mem_cell *cell = &ledger.state.cell[c][account->stage];
            stay_end(account, c, now);
            cell->count -= held->count;
            cell->bytes -= held->bytes;
            cell_add(c, stage, held->count, held->bytes);
            held->since_ns = now;
        }
    }
    account->stage = stage;
    unlock();
}

static void state_of(const sl_account *account, sl_account_state *out) {
    *out = (sl_account_state){.job = account->job, .partition = account->partition, .stage = account->stage};
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        out->live[c] = account->held[c].bytes;
    }
    memcpy(out->peak, account->peak, sizeof out->peak);
    memcpy(out->live_kind.bytes, account->live, sizeof out->live_kind.bytes);
    memcpy(out->reserved.bytes, account->reserved, sizeof out->reserved.bytes);
}

void sl_account_state_get(const sl_account *account, sl_account_state *out) {
    lock();
    state_of(account == NULL ? &ledger.process : account, out);
    unlock();
}

uint64_t sl_ledger_unplanned(size_t kind) {
    lock();
    uint64_t bytes = ledger.process.reserved[kind];
    for (const sl_account *at = ledger.process.next; at != &ledger.process; at = at->next) {
        bytes += at->has_reservation || at->is_closed ? 0 : at->reserved[kind];
    }
    unlock();
    return bytes;
}

sl_mem_scope sl_mem_scope_set(sl_mem_scope scope) {
    const sl_mem_scope before = scope_now;
    scope_now = scope;
    return before;
}

sl_mem_scope sl_mem_class_set(sl_mem_class mem_class) {
    const sl_mem_scope before = scope_now;
    scope_now.mem_class = mem_class;
    return before;
}

sl_mem_scope sl_mem_scope_get(void) {
    return scope_now;
}

void sl_ledger_budget_set(size_t kind, uint64_t bytes) {
    lock();
    sl_mem_total *total = &ledger.state.kind[kind];
    total->budget = bytes;
    ledger.drain[kind] = bytes != 0 && total->reserved > bytes ? total->reserved : 0;
    unlock();
}

sl_mem_total sl_ledger_total(size_t kind) {
    lock();
    const sl_mem_total total = ledger.state.kind[kind];
    unlock();
    return total;
}

void sl_mem_peak_reset(void) {
    lock();
    ledger.state.kind[SL_KIND_HOST].peak_live = ledger.state.kind[SL_KIND_HOST].live;
    unlock();
}

void sl_ledger_state_get(sl_ledger_state *out) {
    lock();
    *out = ledger.state;
    unlock();
}

void sl_ledger_peaks_reset(void) {
    lock();
    for (size_t kind = 0; kind < SL_MEM_KINDS_N; kind++) {
        sl_mem_total *total = &ledger.state.kind[kind];
        total->peak_live = total->live;
        total->peak_reserved = total->reserved;
    }
    for (size_t c = 0; c < SL_MEM_CLASSES_N; c++) {
        ledger.state.class_peak[c] = ledger.state.class_bytes[c];
        for (size_t stage = 0; stage < SL_MEM_STAGES_N; stage++) {
            sl_mem_cell *cell = &ledger.state.cell[c][stage];
            cell->peak_count = cell->count;
            cell->peak_bytes = cell->bytes;
        }
    }
    unlock();
}
