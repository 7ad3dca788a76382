// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Errors as values: how functions report them and pass them on.
 *
 *     SL_TRY(sl_thing_open(&thing, path, err));                 // return the status of a failed call
 *     return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected %zu, found %zu", path, want, got);
 *
 * `err` may be NULL. A function that holds resources uses one `out:` label: `status = ...; goto out;`.
 */
#ifndef SL_CORE_BASE_ERROR_H
#define SL_CORE_BASE_ERROR_H

#include <sluice/status.h>

#include "core/base/compat.h"

/* Fills `err` (may be NULL) and returns `status`. Use through SL_FAIL. */
sluice_status sl_error_set(sluice_error *err, sluice_status status, const char *file, int line, const char *fmt, ...)
    SL_PRINTF(5, 6);

#define SL_FAIL(err, status, ...) sl_error_set((err), (status), __FILE__, __LINE__, __VA_ARGS__)
/* As SL_FAIL with ": " and the text of errno appended; E_NO_MEMORY and E_NO_SPACE where errno says so, else E_OS. */
#define SL_FAIL_ERRNO(err, ...) sl_error_set_errno((err), __FILE__, __LINE__, __VA_ARGS__)
sluice_status sl_error_set_errno(sluice_error *err, const char *file, int line, const char *fmt, ...) SL_PRINTF(4, 5);

#define SL_TRY(expr)                                \
    do {                                            \
        const sluice_status sl_try_status = (expr); \
        if (sl_try_status != SLUICE_OK) {           \
            return sl_try_status;                   \
        }                                           \
    } while (0)

/* Puts "prefix: " before the text of an error that a callee has set; returns its status. */
sluice_status sl_error_prefix(sluice_error *err, sluice_status status, const char *fmt, ...) SL_PRINTF(3, 4);

/* They never return OK. Compilers, which see one file at a time, learn it here, and the analyzer what it is instead. */
#ifdef __clang_analyzer__
#define sl_error_set(err, status, ...) ((void)(sl_error_set)(err, status, __VA_ARGS__), (status))
#define sl_error_set_errno(err, ...) ((void)(sl_error_set_errno)(err, __VA_ARGS__), SLUICE_E_OS)
#define sl_error_prefix(err, status, ...) ((void)(sl_error_prefix)(err, status, __VA_ARGS__), (status))
#else
SL_INLINE sluice_status sl_failed(sluice_status status) {
    return status != SLUICE_OK ? status : SLUICE_E_INTERNAL;
}
#define sl_error_set(...) sl_failed((sl_error_set)(__VA_ARGS__))
#define sl_error_set_errno(...) sl_failed((sl_error_set_errno)(__VA_ARGS__))
#define sl_error_prefix(...) sl_failed((sl_error_prefix)(__VA_ARGS__))
#endif

/* Broken caller or broken invariant: prints where and aborts. Never for input data. */
#define SL_ASSERT(cond)                                  \
    do {                                                 \
        if (SL_UNLIKELY(!(cond))) {                      \
            sl_assert_failed(#cond, __FILE__, __LINE__); \
        }                                                \
    } while (0)
/* What callers promise, checked in verify builds; the analyzer may rely on it. */
#if defined(SL_VERIFY) || defined(__clang_analyzer__)
#define SL_DEBUG_ASSERT(cond) SL_ASSERT(cond)
#else
#define SL_DEBUG_ASSERT(cond) ((void)sizeof(cond))
#endif
void sl_assert_failed(const char *cond, const char *file, int line) __attribute__((noreturn));

#endif
