// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The ledger: who holds which memory, in which stage of its life, and who may take more.
 *
 * Every large buffer (core/mem/buf.h) belongs to an account. An account stands for a partition, a resident key, or the
 * process itself; it knows its stage, and what it holds by class. Counts, bytes, high-water marks and dwell times
 * follow from allocation and release: nobody reports anything.
 *
 * An account may hold a reservation. Reservations of all accounts together stay within the budget, and bytes of an
 * account within its reservation, so an allocation inside a reservation cannot fail for budget. Accounts without one
 * (the process's own, which is the default) reserve byte by byte as they allocate.
 *
 * At every moment and for every kind: live <= reserved <= ceiling, where the ceiling is the budget, or what was
 * reserved when a lower budget was set: such memory drains.
 *
 * Threads: any; there is one ledger in a process. Figures are bytes as taken from the system, whole pages.
 */
#ifndef SL_CORE_MEM_LEDGER_H
#define SL_CORE_MEM_LEDGER_H

#include "core/base/error.h"
#include "core/mem/mem_kind.h"

/* X(constant, name): where an account is in its life. */
#define SL_MEM_STAGE_MAP(X)                                          \
    X(NONE, "none") /* the process, and callers without an engine */ \
    X(SUBMITTED, "submitted")                                        \
    X(ADMITTED, "admitted")                                          \
    X(SYNTHESIS, "synthesis")                                        \
    X(READY, "ready")                                                \
    X(START, "start")     /* on the device */                        \
    X(STARTED, "started") /* waits for finish */                     \
    X(FINISH, "finish")                                              \
    X(CHECK, "check")                                                \
    X(RELEASE, "release")                                            \
    X(RESIDENT, "resident")

typedef enum sl_mem_stage {
#define SL_MEM_STAGE_ENUM(name, text) SL_STAGE_##name,
    SL_MEM_STAGE_MAP(SL_MEM_STAGE_ENUM)
#undef SL_MEM_STAGE_ENUM
        SL_MEM_STAGES_N
} sl_mem_stage;

const char *sl_mem_class_name(sl_mem_class mem_class);
const char *sl_mem_stage_name(sl_mem_stage stage);
/* "host", "pinned", "mapped", "device 0" and so on. */
const char *sl_mem_kind_name(size_t kind);

typedef struct sl_account sl_account;

/* `job` and `partition` are for those who look on; no account is taken for another because of them. */
SL_NODISCARD sluice_status sl_account_open(sl_account **out, uint64_t job, uint32_t partition, sl_mem_stage stage,
                                           sluice_error *err);
/*
 * Ends the ownership. What is still live keeps its part of the reservation and goes with the last buffer; the rest is
 * given back at once. Accepts NULL.
 */
void sl_account_close(sl_account *account);

/*
 * Reserves the whole vector or nothing, in addition to what the account holds; what it holds without a reservation is
 * inside it from now on. SLUICE_E_BUDGET says which kind, how much is needed, how much is free and the budget.
 */
SL_NODISCARD sluice_status sl_account_reserve(sl_account *account, const sl_mem_vector *plan, sluice_error *err);
/* Lowers the reservation to what is still to come, but not below what is live; never raises it. */
void sl_account_shrink(sl_account *account, const sl_mem_vector *remaining);
/* Moves all that the account holds to another stage. */
void sl_account_stage_set(sl_account *account, sl_mem_stage stage);

/* What one account holds and may hold. */
typedef struct sl_account_state {
    uint64_t job;
    uint32_t partition;
    sl_mem_stage stage;
    uint64_t live[SL_MEM_CLASSES_N]; /* over all kinds */
    uint64_t peak[SL_MEM_KINDS_N];   /* high-water mark of the account, since it was opened or shrunk */
    sl_mem_vector live_kind, reserved;
} sl_account_state;
void sl_account_state_get(const sl_account *account, sl_account_state *out); /* NULL: the process's own */
/* What accounts without a reservation hold: nobody has planned it. */
uint64_t sl_ledger_unplanned(size_t kind);

/*
 * Where new buffers of this thread belong. A thread starts with the process's account and class OTHER; loops of a
 * pool run in the scope of their caller.
 */
typedef struct sl_mem_scope {
    sl_account *account; /* NULL: the process's own */
    sl_mem_class mem_class;
} sl_mem_scope;
/* Both return the scope that was there before. */
sl_mem_scope sl_mem_scope_set(sl_mem_scope scope);
sl_mem_scope sl_mem_class_set(sl_mem_class mem_class);
sl_mem_scope sl_mem_scope_get(void);

/*
 * Books memory that is not an sl_buf: on a device, pinned, or a mapped file. The same rules as for buffers, and the
 * same failpoint. Whoever books takes back exactly once.
 */
SL_NODISCARD sluice_status sl_mem_book(sl_mem_scope owner, size_t kind, size_t bytes, const char *tag,
                                       sluice_error *err);
void sl_mem_unbook(sl_mem_scope owner, size_t kind, size_t bytes);

/* The ceiling of a kind; 0: none. Lower than what is reserved: nothing new until it has drained. */
void sl_ledger_budget_set(size_t kind, uint64_t bytes);

typedef struct sl_mem_cell {
    uint64_t count, bytes;           /* live now */
    uint64_t peak_count, peak_bytes; /* high-water marks since sl_ledger_peaks_reset */
    uint64_t born;                   /* buffers allocated in this stage or moved to it with their account, ever */
    uint64_t stays;                  /* finished stays of an account's class in the stage */
    uint64_t dwell_ns, dwell_max_ns; /* of finished stays */
} sl_mem_cell;

typedef struct sl_mem_total {
    uint64_t live, peak_live, reserved, peak_reserved, budget;
} sl_mem_total;

typedef struct sl_ledger_state {
    sl_mem_total kind[SL_MEM_KINDS_N];
    sl_mem_cell cell[SL_MEM_CLASSES_N][SL_MEM_STAGES_N]; /* over all kinds but mapped */
    uint64_t class_bytes[SL_MEM_CLASSES_N], class_peak[SL_MEM_CLASSES_N];
    uint64_t accounts; /* open, or closed and not yet empty */
    uint64_t overruns; /* allocations beyond a reservation that the budget still allowed: a plan was too small */
    uint64_t overrun_bytes;
} sl_ledger_state;
sl_mem_total sl_ledger_total(size_t kind);
/* One consistent moment. */
void sl_ledger_state_get(sl_ledger_state *out);
/* High-water marks start again from what is live. */
void sl_ledger_peaks_reset(void);

#endif
