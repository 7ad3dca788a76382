// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Large buffers: everything above 64 KiB is allocated here (tools/check-style), so that one place knows how much
 * memory is in use. Buffers come from mmap and go back with munmap: freed means freed. Each belongs to an account of
 * the ledger (core/mem/ledger.h): that of the thread's scope when it was allocated.
 *
 * Threads: any. A buffer itself belongs to one owner; it is moved (sl_buf_move), never copied.
 */
#ifndef SL_CORE_MEM_BUF_H
#define SL_CORE_MEM_BUF_H

#include "core/mem/ledger.h"

typedef struct sl_buf {
    void *data;         /* 64-byte aligned; NULL when empty */
    size_t bytes;       /* as asked for */
    bool is_secret;     /* wiped on release; set by sl_buf_mark_secret */
    const char *tag;    /* what it is, for messages; static storage */
    sl_mem_scope owner; /* whose it is; meaningless while empty */
} sl_buf;

#define SL_BUF_EMPTY ((sl_buf){0})

/*
 * Zero-filled memory; *out is overwritten, so it must not own anything. bytes == 0 gives an empty buffer. Beyond the
 * budget: SLUICE_E_BUDGET, with figures. Pages are taken from the system when they are first touched, huge ones if it
 * has them.
 */
SL_NODISCARD sluice_status sl_buf_alloc(sl_buf *out, size_t bytes, const char *tag, sluice_error *err);
/* As above for n elements of element_bytes, overflow checked. */
SL_NODISCARD sluice_status sl_buf_alloc_n(sl_buf *out, size_t n, size_t element_bytes, const char *tag,
                                          sluice_error *err);
/* Stays with its owner. Keeps the first min(old, new) bytes, the rest is zero; on failure the buffer is unchanged. */
SL_NODISCARD sluice_status sl_buf_resize(sl_buf *buf, size_t bytes, sluice_error *err);
void sl_buf_move(sl_buf *dst, sl_buf *src); /* dst must be empty; src becomes empty */
void sl_buf_release(sl_buf *buf);           /* accepts the empty state */
/* The contents are secret: wiped on release, whatever else happens, and left out of core dumps. */
void sl_buf_mark_secret(sl_buf *buf);

/*
 * Of host memory: live bytes now (as taken: whole pages), the high-water mark since the last reset, and the ceiling (0:
 * none).
 */
size_t sl_mem_live(void);
size_t sl_mem_peak(void);
void sl_mem_peak_reset(void);
void sl_mem_budget_set(size_t bytes);
size_t sl_mem_budget(void);
/*
 * Tests: makes the n-th following allocation or growth fail with SLUICE_E_NO_MEMORY (0: the next), once; SIZE_MAX:
 * none. Small allocations (core/mem/small.h) count too.
 */
void sl_mem_fail_after(size_t n);
bool sl_mem_fail_waits(void); /* true until that failure has happened */

#endif
