// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * JSON read where it lies, in one pass and without a document tree.
 *
 * The caller says what it expects next; each call consumes one value. Rules as serde_json's for a derived struct: any
 * order of keys and any whitespace, unknown keys skipped, a known key twice refused, a missing key refused, integers
 * outside their type, floats and leading zeros refused. Nothing recurses with the depth of the input: skipping a
 * value keeps one bit for each open bracket and refuses more than SL_SCAN_DEPTH_MAX of them.
 *
 * Errors: "byte OFFSET: PATH: message" with the path of keys and indices that leads to the value, for example
 * "byte 4711: vanilla_proofs.StackedDrg2KiBV1[0][1].encoding_proof.node: expected ..."; the caller puts the file's name
 * before it. SLUICE_E_INPUT, or SLUICE_E_TRUNCATED where the text ends too early. A scanner belongs to one thread.
 */
#ifndef SL_CORE_BASE_JSON_SCAN_H
#define SL_CORE_BASE_JSON_SCAN_H

#include "core/base/error.h"

#define SL_SCAN_DEPTH_MAX 128
#define SL_SCAN_PATH_MAX 32
#define SL_SCAN_COPY_MAX 256

typedef struct sl_scan {
    const uint8_t *start, *at, *end;
    /* Keys (key != NULL) and indices that lead here; entries before path_from are not printed. */
    struct {
        const char *key;
        size_t index;
    } path[SL_SCAN_PATH_MAX];
    unsigned path_n, path_from;
    bool is_secret; /* errors do not quote what was found; set after sl_scan_start */
} sl_scan;

/* A string's bytes between the quotes, still escaped if has_escapes. */
typedef struct sl_scan_text {
    const uint8_t *bytes;
    size_t n;
    bool has_escapes;
} sl_scan_text;

void sl_scan_start(sl_scan *out, const uint8_t *bytes, size_t n);
/* Only whitespace may follow. */
SL_NODISCARD sluice_status sl_scan_finish(sl_scan *j, sluice_error *err);

/*
 * One object. field(ctx, j, key, err) is called for each known key (key is its place in `keys`) and must consume the
 * value. All `keys` must occur, except those whose bit is set in `optional`; keys_n <= 32.
 */
typedef sluice_status (*sl_scan_field)(void *ctx, sl_scan *j, unsigned key, sluice_error *err);
SL_NODISCARD sluice_status sl_scan_object(sl_scan *j, const char *const *keys, unsigned keys_n, uint32_t optional,
                                          sl_scan_field field, void *ctx, sluice_error *err);
/* As above; *out_seen has the bits of the keys that occurred. */
SL_NODISCARD sluice_status sl_scan_object_seen(sl_scan *j, const char *const *keys, unsigned keys_n, uint32_t optional,
                                               sl_scan_field field, void *ctx, uint32_t *out_seen, sluice_error *err);
/*
 * Which of `keys` comes first in the object that starts here; keys_n if none does. Consumes nothing. Behind the key
 * found, the object may still be broken.
 */
SL_NODISCARD sluice_status sl_scan_first_key(const sl_scan *j, const char *const *keys, unsigned keys_n,
                                             unsigned *out_key, sluice_error *err);
/* An enum as serde writes it: an object with exactly one key, one of `keys`. */
SL_NODISCARD sluice_status sl_scan_enum(sl_scan *j, const char *const *keys, unsigned keys_n, sl_scan_field field,
                                        void *ctx, sluice_error *err);

/* One array of min_n to max_n elements; element(ctx, j, i, err) must consume the i-th. */
typedef sluice_status (*sl_scan_element)(void *ctx, sl_scan *j, size_t i, sluice_error *err);
SL_NODISCARD sluice_status sl_scan_array(sl_scan *j, size_t min_n, size_t max_n, sl_scan_element element, void *ctx,
                                         size_t *out_n, sluice_error *err);

SL_NODISCARD sluice_status sl_scan_u64(sl_scan *j, uint64_t max, uint64_t *out, sluice_error *err);
SL_NODISCARD sluice_status sl_scan_null(sl_scan *j, sluice_error *err);
SL_NODISCARD sluice_status sl_scan_text_next(sl_scan *j, sl_scan_text *out, sluice_error *err);
/* An array of exactly 32 integers 0 to 255. */
SL_NODISCARD sluice_status sl_scan_bytes32(sl_scan *j, uint8_t out[32], sluice_error *err);
/* Any value, ignored. */
SL_NODISCARD sluice_status sl_scan_skip(sl_scan *j, sluice_error *err);

/* Unescaped, with a NUL behind it; room (at most SL_SCAN_COPY_MAX) is for both. Longer texts and a NUL are refused. */
SL_NODISCARD sluice_status sl_scan_text_copy(const sl_scan *j, sl_scan_text text, char *out, size_t room,
                                             sluice_error *err);
/* Unescapes into out, which has room for text.n bytes; returns the number written. */
SL_NODISCARD sluice_status sl_scan_text_unescape(const sl_scan *j, sl_scan_text text, uint8_t *out, size_t *out_n,
                                                 sluice_error *err);

/* An error at the place where the scanner is now: "byte OFFSET: PATH: message". */
sluice_status sl_scan_fail(const sl_scan *j, sluice_error *err, sluice_status status, const char *fmt, ...)
    SL_PRINTF(4, 5);
#ifdef __clang_analyzer__ /* as in error.h */
#define sl_scan_fail(j, err, status, ...) ((void)(sl_scan_fail)(j, err, status, __VA_ARGS__), (status))
#else
#define sl_scan_fail(...) sl_failed((sl_scan_fail)(__VA_ARGS__))
#endif

#endif
