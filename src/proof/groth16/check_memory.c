// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/check_memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/hex.h"
#include "core/mem/load.h"

#define LINE_BYTES 512
#define MEMORY_MAX_BYTES ((size_t)SL_CHECK_MEMORY_KEYS_MAX * LINE_BYTES)
#define QUIET_SECONDS 2
enum { LINE_VERSION = 2 };

static bool folder_make(const char *path) {
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool sl_check_memory_path(char *out, size_t out_bytes) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n;
    if (cache != NULL && cache[0] == '/') { /* a relative one is to be ignored */
        n = snprintf(out, out_bytes, "%s", cache);
    } else if (home != NULL && home[0] == '/') {
        n = snprintf(out, out_bytes, "%s/.cache", home);
    } else {
        return false;
    }
    static const char folder[] = "/sluice", file[] = "/checked-keys";
    if (n < 0 || (size_t)n + sizeof folder + sizeof file > out_bytes || !folder_make(out)) {
        return false;
    }
    memcpy(out + n, folder, sizeof folder);
    if (!folder_make(out)) {
        return false;
    }
    memcpy(out + n + sizeof folder - 1, file, sizeof file);
    return true;
}

/* Decimal digits up to a space, which is passed over; *at moves behind it. */
static bool number_read(const char **at, uint64_t max, uint64_t *out) {
    uint64_t v = 0;
    const char *p = *at;
    for (; *p >= '0' && *p <= '9'; p++) {
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v)) {
            return false;
        }
    }
    if (p == *at || *p != ' ' || v > max) {
        return false;
    }
    *out = v;
    *at = p + 1;
    return true;
}

/* Hexadecimal digits of n bytes and the character behind them; *at moves behind that. */
static bool hex_read(const char **at, uint8_t *out, size_t n, char behind) {
    if (!sl_hex_decode(out, n, *at) || (*at)[2 * n] != behind) {
        return false;
    }
    *at += 2 * n + 1;
    return true;
}

static bool line_parse(const char *line, sl_file_identity *identity, sl_params_report *report) {
    uint64_t version, modified_s, modified_ns, changed_s, changed_ns, subgroup;
    if (!number_read(&line, UINT64_MAX, &version) || version != LINE_VERSION ||
        !number_read(&line, UINT64_MAX, &identity->device) || !number_read(&line, UINT64_MAX, &identity->inode) ||
        !number_read(&line, UINT64_MAX, &identity->bytes) || !number_read(&line, INT64_MAX, &modified_s) ||
        !number_read(&line, 999999999, &modified_ns) || !number_read(&line, INT64_MAX, &changed_s) ||
        !number_read(&line, 999999999, &changed_ns) || !number_read(&line, 1, &subgroup) ||
        !hex_read(&line, report->blake2b, sizeof report->blake2b, ' ') ||
        !hex_read(&line, report->sha256, sizeof report->sha256, '\n')) {
        return false;
    }
    identity->modified_s = (int64_t)modified_s;
    identity->modified_ns = (uint32_t)modified_ns;
    identity->changed_s = (int64_t)changed_s;
    identity->changed_ns = (uint32_t)changed_ns;
    report->subgroup = subgroup == 1;
    report->remembered = true;
    return *line == 0;
}

static int line_format(char line[LINE_BYTES], const sl_file_identity *identity, const sl_params_report *report) {
    char blake2b[129], sha256[65];
    sl_hex_encode(blake2b, report->blake2b, 64);
    sl_hex_encode(sha256, report->sha256, 32);
    return snprintf(line, LINE_BYTES,
                    "%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64 " %" PRIu32 " %" PRId64 " %" PRIu32 " %d %s %s\n",
                    LINE_VERSION, identity->device, identity->inode, identity->bytes, identity->modified_s,
                    identity->modified_ns, identity->changed_s, identity->changed_ns, (int)report->subgroup, blake2b,
                    sha256);
}

static bool identity_equal(const sl_file_identity *a, const sl_file_identity *b) {
    return a->device == b->device && a->inode == b->inode && a->bytes == b->bytes && a->modified_s == b->modified_s &&
           a->modified_ns == b->modified_ns && a->changed_s == b->changed_s && a->changed_ns == b->changed_ns;
}

/* Copies the next line, "\n" and NUL included, and returns where the one after it starts; NULL at the end. */
static const char *line_next(char line[LINE_BYTES], const char *at, const char *end) {
    if (at == end) {
        return NULL;
    }
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *next = newline == NULL ? end : newline + 1;
    const size_t n = SL_MIN((size_t)(next - at), (size_t)LINE_BYTES - 1);
    memcpy(line, at, n);
    line[n] = 0;
    return next;
}

bool sl_check_memory_find(const char *memory, const sl_file_identity *identity, bool subgroup, sl_params_report *out) {
    sl_buf text;
    if (sl_buf_load(&text, memory, MEMORY_MAX_BYTES, "checked keys", NULL) != SLUICE_OK) {
        return false;
    }
    bool found = false;
    char line[LINE_BYTES];
    const char *at = text.data, *end = at + text.bytes;
    while ((at = line_next(line, at, end)) != NULL) {
        sl_file_identity known;
        sl_params_report report;
        if (line_parse(line, &known, &report) && identity_equal(&known, identity) && (report.subgroup || !subgroup)) {
            *out = report;
            found = true;
        }
    }
    sl_buf_release(&text);
    return found;
}

/* Appends what is kept of the old lines: the good ones of other files, without the oldest if there are too many. */
static sluice_status old_lines_copy(sl_outfile *file, const char *memory, const sl_file_identity *identity,
                                    sluice_error *err) {
    sl_buf text;
    if (sl_buf_load(&text, memory, MEMORY_MAX_BYTES, "checked keys", NULL) != SLUICE_OK) {
        return SLUICE_OK; /* none yet, or nothing that could be used */
    }
    const char *start = text.data, *end = start + text.bytes;
    char line[LINE_BYTES];
    size_t lines_n = 0;
    for (const char *at = start; (at = line_next(line, at, end)) != NULL;) {
        lines_n++;
    }
    sluice_status status = SLUICE_OK;
    for (const char *at = start; status == SLUICE_OK && (at = line_next(line, at, end)) != NULL; lines_n--) {
        sl_file_identity known;
        sl_params_report report;
        if (lines_n < SL_CHECK_MEMORY_KEYS_MAX && line_parse(line, &known, &report) &&
            (known.device != identity->device || known.inode != identity->inode)) {
            status = sl_outfile_append(file, line, strlen(line), err);
        }
    }
    sl_buf_release(&text);
    return status;
}

/* Replaces what is known of a file by a line of n bytes. */
static sluice_status line_replace(const char *memory, const sl_file_identity *identity, const char *line, size_t n,
                                  sluice_error *err) {
    sl_outfile file;
    SL_TRY(sl_outfile_open(&file, memory, err));
    sluice_status status = old_lines_copy(&file, memory, identity, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_append(&file, line, n, err);
    }
    if (status != SLUICE_OK) {
        sl_outfile_discard(&file);
        return status;
    }
    return sl_outfile_commit(&file, err);
}

sluice_status sl_check_memory_add(const char *memory, const sl_file_identity *identity, const sl_params_report *report,
                                  sluice_error *err) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0 || (int64_t)now.tv_sec - identity->modified_s < QUIET_SECONDS) {
        return SLUICE_OK;
    }
    char line[LINE_BYTES];
    const int n = line_format(line, identity, report);
    return line_replace(memory, identity, line, (size_t)n, err);
}

sluice_status sl_check_memory_forget(const char *memory, const sl_file_identity *identity, sluice_error *err) {
    sl_params_report known;
    return sl_check_memory_find(memory, identity, false, &known) ? line_replace(memory, identity, "", 0, err)
                                                                 : SLUICE_OK;
}
