// SPDX-License-Identifier: MIT OR Apache-2.0
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/mem/load.h"
#include "harness/test.h"

SL_TEST(files_of_every_size) {
    sluice_error err;
    const size_t sizes[] = {0, 1, 65535, 65536, 65537, 300000};
    uint8_t *want = malloc(300000);
    SL_CHECK(want != NULL);
    sl_test_bytes(want, 300000);
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        const char *path = sl_test_temp_write("f", want, sizes[i]);
        sl_buf buf;
        SL_CHECK_OK(sl_buf_load(&buf, path, sizes[i], "file", &err));
        SL_CHECK(buf.bytes == sizes[i] && sl_mem_live() < sizes[i] + 4096);
        SL_CHECK(sizes[i] == 0 || memcmp(buf.data, want, sizes[i]) == 0);
        sl_buf_release(&buf);
        buf.bytes = 77;
        if (sizes[i] > 0) {
            SL_CHECK_STATUS(sl_buf_load(&buf, path, sizes[i] - 1, "file", &err), SLUICE_E_INPUT);
        }
        SL_CHECK(sl_mem_live() == 0);
    }
    free(want);
}

SL_TEST(refusals_hold_nothing) {
    sluice_error err;
    sl_buf buf = {.bytes = 77};
    SL_CHECK_STATUS(sl_buf_load(&buf, sl_test_temp_path("missing"), 10, "file", &err), SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sl_buf_load(&buf, "/tmp", 10, "file", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_buf_load(&buf, "/dev/zero", 300000, "file", &err), SLUICE_E_INPUT);
    SL_CHECK(sl_mem_peak() >= 300000 && sl_mem_peak() < 600000 + 8192); /* old and new size while it grows */
    SL_CHECK_STATUS(sl_buf_load(&buf, "/dev/zero", 0, "file", &err), SLUICE_E_INPUT);
    sl_mem_budget_set(100000);
    SL_CHECK_STATUS(sl_buf_load(&buf, "/dev/zero", 300000, "file", &err), SLUICE_E_BUDGET);
    sl_mem_budget_set(0);
    SL_CHECK(buf.bytes == 77 && sl_mem_live() == 0);
}

SL_TEST(every_allocation_can_fail) {
    sluice_error err;
    static uint8_t data[200000];
    const char *path = sl_test_temp_write("f", data, sizeof data);
    for (size_t n = 0;; n++) {
        sl_buf buf;
        sl_mem_fail_after(n);
        const sluice_status status = sl_buf_load(&buf, path, SIZE_MAX, "file", &err);
        if (status == SLUICE_OK) {
            SL_CHECK(n >= 1);
            sl_buf_release(&buf);
            break;
        }
        SL_CHECK(status == SLUICE_E_NO_MEMORY && sl_mem_live() == 0);
    }
    sl_mem_fail_after(SIZE_MAX);
}

static void *pipe_feed(void *arg) {
    FILE *f = fopen(arg, "wb");
    for (size_t i = 0; f != NULL && i < 70001; i++) {
        (void)fputc((int)(i % 251), f);
        if (i % 1000 == 0) {
            (void)fflush(f);
        }
    }
    return f == NULL || fclose(f) != 0 ? f : NULL;
}

SL_TEST(pipes_of_unknown_length) {
    sluice_error err;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s", sl_test_temp_path("pipe"));
    SL_CHECK(mkfifo(path, 0600) == 0);
    pthread_t thread;
    SL_CHECK(pthread_create(&thread, NULL, pipe_feed, path) == 0);
    sl_buf buf;
    SL_CHECK_OK(sl_buf_load(&buf, path, SIZE_MAX, "pipe", &err));
    SL_CHECK(pthread_join(thread, NULL) == 0 && buf.bytes == 70001);
    for (size_t i = 0; i < buf.bytes; i++) {
        SL_CHECK(((uint8_t *)buf.data)[i] == i % 251);
    }
    sl_buf_release(&buf);
}
