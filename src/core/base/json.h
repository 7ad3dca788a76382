// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Writes JSON to a stream, one value after the other, without a document in memory.
 *
 *     sl_json json;
 *     sl_json_open(&json, stdout);
 *     sl_json_object_begin(&json, NULL);
 *     sl_json_string(&json, "name", circuit);
 *     sl_json_u64(&json, "rows", rows);
 *     sl_json_object_end(&json);
 *     status = sl_json_close(&json, err);      // "\n", flush, and whether all of it was written
 *
 * `key` is the name inside an object and NULL inside an array and on top. Wrong nesting is a broken caller (SL_ASSERT).
 * Several values on top are separated by newlines (JSON lines). One thread at a time.
 */
#ifndef SL_CORE_BASE_JSON_H
#define SL_CORE_BASE_JSON_H

#include <stdio.h>

#include "core/base/error.h"

#define SL_JSON_DEPTH_MAX 64

typedef struct sl_json {
    FILE *out;
    unsigned depth;
    uint64_t is_array; /* bit d - 1: what is open at depth d is an array */
    uint64_t has_item; /* bit d: at depth d a value was written */
} sl_json;

void sl_json_open(sl_json *json, FILE *out);
/* Ends the line and flushes. All containers must be closed. E_NO_SPACE or E_OS if any write failed; `out` stays open.
 */
SL_NODISCARD sluice_status sl_json_close(sl_json *json, sluice_error *err);

void sl_json_object_begin(sl_json *json, const char *key);
void sl_json_object_end(sl_json *json);
void sl_json_array_begin(sl_json *json, const char *key);
void sl_json_array_end(sl_json *json);

/* NULL gives null. Bytes that are not UTF-8 become U+FFFD: the output is always valid. */
void sl_json_string(sl_json *json, const char *key, const char *value);
void sl_json_u64(sl_json *json, const char *key, uint64_t value);
void sl_json_i64(sl_json *json, const char *key, int64_t value);
/* Shortest of the forms with up to 17 digits that reads back equal; null if not finite. */
void sl_json_f64(sl_json *json, const char *key, double value);
void sl_json_bool(sl_json *json, const char *key, bool value);
void sl_json_null(sl_json *json, const char *key);
/* Bytes as a string of lower-case hexadecimal. */
void sl_json_hex(sl_json *json, const char *key, const uint8_t *bytes, size_t n);

#endif
