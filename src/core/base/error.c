// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SL_VPRINTF(5)
static void error_fill(sluice_error *err, sluice_status status, const char *file, int line, const char *fmt,
                       va_list args) {
    err->status = status;
    err->file = file;
    err->line = line;
    (void)vsnprintf(err->text, sizeof err->text, fmt, args);
}

/* Names in parentheses: the functions, not the macros of the same name. */
sluice_status(sl_error_set)(sluice_error *err, sluice_status status, const char *file, int line, const char *fmt, ...) {
    if (err != NULL) {
        va_list args;
        va_start(args, fmt);
        error_fill(err, status, file, line, fmt, args);
        va_end(args);
    }
    return status;
}

sluice_status(sl_error_set_errno)(sluice_error *err, const char *file, int line, const char *fmt, ...) {
    const int saved = errno;
    sluice_status status = SLUICE_E_OS;
    if (saved == ENOMEM) {
        status = SLUICE_E_NO_MEMORY;
    } else if (saved == ENOSPC || saved == EDQUOT || saved == EFBIG) {
        status = SLUICE_E_NO_SPACE;
    }
    if (err != NULL) {
        va_list args;
        va_start(args, fmt);
        error_fill(err, status, file, line, fmt, args);
        va_end(args);
        const size_t used = strlen(err->text);
        (void)snprintf(err->text + used, sizeof err->text - used, ": %s", strerror(saved));
    }
    return status;
}

sluice_status(sl_error_prefix)(sluice_error *err, sluice_status status, const char *fmt, ...) {
    if (err != NULL) {
        char rest[sizeof err->text];
        memcpy(rest, err->text, sizeof rest);
        va_list args;
        va_start(args, fmt);
        (void)vsnprintf(err->text, sizeof err->text, fmt, args);
        va_end(args);
        const size_t used = strlen(err->text);
        (void)snprintf(err->text + used, sizeof err->text - used, ": %.*s", (int)(sizeof rest - 1), rest);
    }
    return status;
}

void sl_assert_failed(const char *cond, const char *file, int line) {
    (void)fprintf(stderr, "sluice: internal error at %s:%d: %s\n", file, line, cond);
    abort();
}

const char *sluice_status_name(sluice_status status) {
    switch (status) {
#define NAME_CASE(name, value, exit_status, text) \
    case SLUICE_##name:                           \
        return #name;
        SLUICE_STATUS_MAP(NAME_CASE)
#undef NAME_CASE
    }
    return "E_UNKNOWN_STATUS";
}

const char *sluice_status_text(sluice_status status) {
    switch (status) {
#define TEXT_CASE(name, value, exit_status, text) \
    case SLUICE_##name:                           \
        return text;
        SLUICE_STATUS_MAP(TEXT_CASE)
#undef TEXT_CASE
    }
    return "unknown status";
}

int sluice_status_exit(sluice_status status) {
    switch (status) {
#define EXIT_CASE(name, value, exit_status, text) \
    case SLUICE_##name:                           \
        return exit_status;
        SLUICE_STATUS_MAP(EXIT_CASE)
#undef EXIT_CASE
    }
    return 6;
}
