// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/mem/buf.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/checked.h"
#include "core/mem/fail.h"
#include "core/mem/ledger_entry.h"
#include "core/sys/random.h"

#if defined(__SANITIZE_ADDRESS__)
#define IS_ON_HEAP_ONLY true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_ON_HEAP_ONLY true
#endif
#endif
#ifndef IS_ON_HEAP_ONLY
#define IS_ON_HEAP_ONLY false
#endif

#define ALIGNMENT ((size_t)64)
#define MAPPED_FROM ((size_t)64 * 1024)
#define HUGE_PAGE ((size_t)2 * 1024 * 1024)

sl_failpoint sl_mem_failpoint = SL_FAILPOINT_INIT;

/* Small buffers are on the heap. So are all under AddressSanitizer, which then sees overruns, late uses and leaks. */
static bool is_mapped(size_t bytes) {
    return !IS_ON_HEAP_ONLY && bytes >= MAPPED_FROM;
}

/* What a buffer of this size really takes, which is what is counted. False if it does not fit in size_t. */
static bool size_round(size_t bytes, size_t *out) {
    const size_t unit = is_mapped(bytes) ? (size_t)sysconf(_SC_PAGESIZE) : ALIGNMENT;
    size_t end;
    if (!sl_add_size(bytes, unit - 1, &end)) {
        return false;
    }
    *out = end & ~(unit - 1);
    return true;
}

/* As above for the size of a buffer that exists, which fits. */
static size_t rounded(size_t bytes) {
    size_t out = 0;
    const bool fits = size_round(bytes, &out);
    SL_ASSERT(fits);
    return out;
}

/* Zeroed pages. From two huge pages on, the start is aligned so that whole huge pages fit. NULL: no memory. */
static void *pages_map(size_t bytes) {
    const bool wants_huge = bytes >= 2 * HUGE_PAGE;
    size_t span = bytes;
    if (wants_huge && !sl_add_size(bytes, HUGE_PAGE, &span)) {
        return NULL;
    }
    void *map = mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        return NULL;
    }
    if (!wants_huge) {
        return map;
    }
    char *start = map;
    const size_t head = (HUGE_PAGE - (uintptr_t)start % HUGE_PAGE) % HUGE_PAGE;
    const size_t tail = span - head - bytes;
    if (head > 0) {
        (void)munmap(start, head);
    }
    if (tail > 0) {
        (void)munmap(start + head + bytes, tail);
    }
    (void)madvise(start + head, bytes, MADV_HUGEPAGE); /* advice: refused where the kernel has none */
    return start + head;
}

static void *memory_get(size_t bytes) {
    const size_t size = rounded(bytes);
    if (is_mapped(bytes)) {
        return pages_map(size);
    }
    void *data = aligned_alloc(ALIGNMENT, size);
    if (data != NULL) {
        memset(data, 0, size);
    }
    return data;
}

static void memory_put(void *data, size_t bytes) {
    if (!is_mapped(bytes)) {
        free(data);
    } else if (munmap(data, rounded(bytes)) != 0) {
        /* Splitting a mapping can exceed the number that is allowed: the pages go back, the addresses stay taken. */
        (void)madvise(data, rounded(bytes), MADV_DONTNEED);
    }
}

static sluice_status buf_alloc(sl_buf *out, size_t bytes, sl_mem_scope owner, const char *tag, sluice_error *err) {
    size_t size;
    if (bytes == 0) {
        *out = (sl_buf){.tag = tag};
        return SLUICE_OK;
    }
    if (bytes > PTRDIFF_MAX || !size_round(bytes, &size)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: %zu bytes are more than the address space", tag, bytes);
    }
    SL_TRY(sl_ledger_take(owner, SL_KIND_HOST, false, size, tag, err));
    void *data = memory_get(bytes);
    if (data == NULL) {
        sl_ledger_put(owner, SL_KIND_HOST, false, size);
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: the system has no %zu bytes", tag, bytes);
    }
    *out = (sl_buf){.data = data, .bytes = bytes, .tag = tag, .owner = owner};
    return SLUICE_OK;
}

sluice_status sl_buf_alloc(sl_buf *out, size_t bytes, const char *tag, sluice_error *err) {
    return buf_alloc(out, bytes, sl_mem_scope_get(), tag, err);
}

sluice_status sl_buf_alloc_n(sl_buf *out, size_t n, size_t element_bytes, const char *tag, sluice_error *err) {
    size_t bytes;
    if (!sl_mul_size(n, element_bytes, &bytes)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: %zu elements of %zu bytes are more than the address space", tag, n,
                       element_bytes);
    }
    return sl_buf_alloc(out, bytes, tag, err);
}

/* Resizes a mapping, moving it if it has to; pages are moved, not copied, so nothing secret is left behind. */
static sluice_status mapping_resize(sl_buf *buf, size_t bytes, sluice_error *err) {
    const size_t old_size = rounded(buf->bytes);
    const size_t new_size = rounded(bytes);
    if (new_size > old_size) {
        SL_TRY(sl_ledger_take(buf->owner, SL_KIND_HOST, true, new_size - old_size, buf->tag, err));
    }
    if (buf->is_secret && bytes < buf->bytes) {
        sl_wipe((char *)buf->data + bytes, buf->bytes - bytes);
    }
    void *data = mremap(buf->data, old_size, new_size, MREMAP_MAYMOVE);
    if (data == MAP_FAILED) {
        if (new_size > old_size) {
            sl_ledger_put(buf->owner, SL_KIND_HOST, true, new_size - old_size);
        }
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: the system has no %zu bytes", buf->tag, bytes);
    }
    if (bytes < buf->bytes) { /* the rest of the last page, so that growing again shows zeros */
        memset((char *)data + bytes, 0, SL_MIN(buf->bytes, new_size) - bytes);
    }
    if (new_size < old_size) {
        sl_ledger_put(buf->owner, SL_KIND_HOST, true, old_size - new_size);
    }
    buf->data = data;
    buf->bytes = bytes;
    return SLUICE_OK;
}

sluice_status sl_buf_resize(sl_buf *buf, size_t bytes, sluice_error *err) {
    const char *tag = buf->tag == NULL ? "buffer" : buf->tag;
    size_t size;
    if (bytes > PTRDIFF_MAX || !size_round(bytes, &size)) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: %zu bytes are more than the address space", tag, bytes);
    }
    if (buf->data != NULL && is_mapped(buf->bytes) && is_mapped(bytes)) {
        return mapping_resize(buf, bytes, err);
    }
    sl_buf next;
    SL_TRY(buf_alloc(&next, bytes, buf->data == NULL ? sl_mem_scope_get() : buf->owner, tag, err));
    next.is_secret = buf->is_secret;
    if (buf->data != NULL && bytes > 0) {
        memcpy(next.data, buf->data, SL_MIN(buf->bytes, bytes));
    }
    sl_buf_release(buf);
    *buf = next;
    if (next.is_secret) {
        sl_buf_mark_secret(buf);
    }
    return SLUICE_OK;
}

void sl_buf_mark_secret(sl_buf *buf) {
    buf->is_secret = true;
    if (buf->data != NULL && is_mapped(buf->bytes)) {
        (void)madvise(buf->data, rounded(buf->bytes), MADV_DONTDUMP);
    }
}

void sl_buf_move(sl_buf *dst, sl_buf *src) {
    SL_ASSERT(dst->data == NULL);
    *dst = *src;
    *src = SL_BUF_EMPTY;
}

void sl_buf_release(sl_buf *buf) {
    if (buf->data != NULL) {
        if (buf->is_secret) {
            sl_wipe(buf->data, buf->bytes);
        }
        memory_put(buf->data, buf->bytes);
        sl_ledger_put(buf->owner, SL_KIND_HOST, false, rounded(buf->bytes));
    }
    *buf = SL_BUF_EMPTY;
}

size_t sl_mem_live(void) {
    return (size_t)sl_ledger_total(SL_KIND_HOST).live;
}

size_t sl_mem_peak(void) {
    return (size_t)sl_ledger_total(SL_KIND_HOST).peak_live;
}

void sl_mem_budget_set(size_t bytes) {
    sl_ledger_budget_set(SL_KIND_HOST, bytes);
}

size_t sl_mem_budget(void) {
    return (size_t)sl_ledger_total(SL_KIND_HOST).budget;
}

void sl_mem_fail_after(size_t n) {
    sl_failpoint_arm(&sl_mem_failpoint, n);
}

bool sl_mem_fail_waits(void) {
    return sl_failpoint_waits(&sl_mem_failpoint);
}
