// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/mem/load.h"

#include <string.h>

#include "core/sys/file.h"

#define STEP_MIN ((size_t)64 * 1024)

/* Reads to the end into the empty `buf`, which may own memory afterwards whatever the result. */
static sluice_status load(sl_buf *buf, sl_stream *stream, size_t max_bytes, const char *tag, sluice_error *err) {
    if (stream->hint_bytes > max_bytes) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected at most %zu bytes, found %llu", stream->path, max_bytes,
                       (unsigned long long)stream->hint_bytes);
    }
    const size_t first = stream->hint_bytes > 0 ? (size_t)stream->hint_bytes : STEP_MIN;
    SL_TRY(sl_buf_alloc(buf, SL_MIN(first, max_bytes), tag, err));
    size_t bytes = 0;
    for (;;) {
        size_t got;
        SL_TRY(sl_stream_read(stream, (char *)buf->data + bytes, buf->bytes - bytes, &got, err));
        bytes += got;
        if (bytes < buf->bytes) {
            break;
        }
        char next; /* tells a file that ends here from one that goes on, before anything grows */
        SL_TRY(sl_stream_read(stream, &next, 1, &got, err));
        if (got == 0) {
            break;
        }
        if (bytes == max_bytes) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected at most %zu bytes, found more", stream->path, max_bytes);
        }
        SL_TRY(sl_buf_resize(buf, bytes > max_bytes / 2 ? max_bytes : SL_MAX(2 * bytes, 1), err));
        ((char *)buf->data)[bytes++] = next;
    }
    return sl_buf_resize(buf, bytes, err);
}

sluice_status sl_buf_load(sl_buf *out, const char *path, size_t max_bytes, const char *tag, sluice_error *err) {
    sl_stream stream;
    SL_TRY(sl_stream_open(&stream, path, err));
    sl_buf buf = SL_BUF_EMPTY;
    const sluice_status status = load(&buf, &stream, max_bytes, tag, err);
    sl_stream_close(&stream);
    if (status != SLUICE_OK) {
        sl_buf_release(&buf);
        return status;
    }
    *out = buf;
    return SLUICE_OK;
}
