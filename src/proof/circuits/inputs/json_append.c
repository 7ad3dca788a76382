// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/json_append.h"

#include <sys/types.h>

typedef struct sink {
    sl_outfile *file;
    sluice_status status;
    sluice_error err;
} sink;

static ssize_t sink_write(void *cookie, const char *text, size_t n) {
    sink *const to = cookie;
    if (to->status == SLUICE_OK) {
        to->status = sl_outfile_append(to->file, text, n, &to->err);
    }
    return to->status == SLUICE_OK ? (ssize_t)n : 0; // 0: an error of the stream
}

sluice_status sl_json_append(sl_outfile *file, void (*write)(sl_json *json, const void *data), const void *data,
                             sluice_error *err) {
    sink to = {.file = file};
    FILE *const stream = fopencookie(&to, "w", (cookie_io_functions_t){.write = sink_write});
    if (stream == NULL) {
        return SL_FAIL_ERRNO(err, "%s", file->path);
    }
    sl_json json;
    sl_json_open(&json, stream);
    write(&json, data);
    sluice_status status = sl_json_close(&json, err);
    if (fclose(stream) != 0 && status == SLUICE_OK) {
        status = SL_FAIL_ERRNO(err, "%s", file->path);
    }
    if (to.status != SLUICE_OK) { // says more than the stream
        if (err != NULL) {
            *err = to.err;
        }
        status = to.status;
    }
    return status;
}
