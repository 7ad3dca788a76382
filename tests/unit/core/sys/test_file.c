// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/sys/file.h"
#include "harness/test.h"

SL_TEST(read_at_positions) {
    sluice_error err;
    sl_file file;
    SL_CHECK_OK(sl_file_open(&file, sl_test_temp_write("f", "0123456789", 10), &err));
    SL_CHECK_EQ_U64(file.bytes, 10);
    char out[10];
    SL_CHECK_OK(sl_file_read_at(&file, out, 10, 0, &err));
    SL_CHECK_MEM(out, "0123456789", 10);
    SL_CHECK_OK(sl_file_read_at(&file, out, 3, 7, &err));
    SL_CHECK_MEM(out, "789", 3);
    SL_CHECK_OK(sl_file_read_at(&file, out, 0, 10, &err));
    SL_CHECK_STATUS(sl_file_read_at(&file, out, 0, 11, &err), SLUICE_E_TRUNCATED);
    SL_CHECK_STATUS(sl_file_read_at(&file, out, 1, 10, &err), SLUICE_E_TRUNCATED);
    SL_CHECK_STATUS(sl_file_read_at(&file, out, 10, 1, &err), SLUICE_E_TRUNCATED);
    SL_CHECK_STATUS(sl_file_read_at(&file, out, SIZE_MAX, 1, &err), SLUICE_E_TRUNCATED);
    SL_CHECK_STATUS(sl_file_read_at(&file, out, 1, UINT64_MAX, &err), SLUICE_E_TRUNCATED);
    SL_CHECK(strstr(err.text, file.path) != NULL);
    sl_file_forget(&file, 0, 10); /* advice: it is still there */
    sl_file_forget(&file, 5, 0);
    sl_file_forget(&file, UINT64_MAX, UINT64_MAX);
    SL_CHECK_OK(sl_file_read_at(&file, out, 10, 0, &err));
    SL_CHECK_MEM(out, "0123456789", 10);
    sl_file_close(&file);
    sl_file_close(&file);
    SL_CHECK(file.fd == -1);
}

SL_TEST(a_file_that_shrinks_is_truncated) {
    sluice_error err;
    sl_file file;
    const char *path = sl_test_temp_write("f", "0123456789", 10);
    SL_CHECK_OK(sl_file_open(&file, path, &err));
    SL_CHECK(truncate(path, 4) == 0);
    char out[10];
    SL_CHECK_OK(sl_file_read_at(&file, out, 4, 0, &err));
    SL_CHECK_STATUS(sl_file_read_at(&file, out, 10, 0, &err), SLUICE_E_TRUNCATED);
    SL_CHECK_MSG(strstr(err.text, "expected 10 bytes, found 4") != NULL, "%s", err.text);
    SL_CHECK_STATUS(sl_file_read_at(&file, out, 1, 9, &err), SLUICE_E_TRUNCATED);
    sl_file_close(&file);
}

SL_TEST(what_is_not_a_file_is_refused) {
    sluice_error err;
    sl_file file = {.fd = 12345};
    SL_CHECK_STATUS(sl_file_open(&file, sl_test_temp_path("missing"), &err), SLUICE_E_UNKNOWN);
    SL_CHECK(strstr(err.text, "missing") != NULL);
    SL_CHECK_STATUS(sl_file_open(&file, "/tmp", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_file_open(&file, "/dev/null", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_file_open(&file, "", &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_file_open(&file, sl_test_temp_write("f", "", 0), &err), SLUICE_OK);
    sl_file_close(&file);
    file.fd = 12345;
    const char *pipe_path = sl_test_temp_path("pipe");
    SL_CHECK(mkfifo(pipe_path, 0600) == 0);
    SL_CHECK_STATUS(sl_file_open(&file, pipe_path, &err), SLUICE_E_INPUT); /* and does not wait for a writer */
    char path[SL_PATH_BYTES + 1];
    memset(path, 'a', SL_PATH_BYTES);
    path[SL_PATH_BYTES] = 0;
    SL_CHECK_STATUS(sl_file_open(&file, path, &err), SLUICE_E_INPUT);
    path[SL_PATH_BYTES - 1] = 0;
    const sluice_status status = sl_file_open(&file, path, &err);
    SL_CHECK(status == SLUICE_E_UNKNOWN || status == SLUICE_E_OS); /* the name alone is too long for a file system */
    SL_CHECK(file.fd == 12345);
}

SL_TEST(read_all_up_to_the_limit) {
    sluice_error err;
    const char *path = sl_test_temp_write("f", "0123456789", 10);
    uint8_t *data = NULL;
    size_t n = 77;
    SL_CHECK_OK(sl_file_read_all(&data, &n, path, 10, &err));
    SL_CHECK(n == 10);
    SL_CHECK_MEM(data, "0123456789", 10);
    free(data);
    data = NULL;
    n = 77;
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, path, 9, &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, path, 0, &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, sl_test_temp_path("missing"), 9, &err), SLUICE_E_UNKNOWN);
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, "/tmp", 9, &err), SLUICE_E_INPUT);
    SL_CHECK(data == NULL && n == 77);
    SL_CHECK_OK(sl_file_read_all(&data, &n, sl_test_temp_write("e", "", 0), 0, &err));
    SL_CHECK(data != NULL && n == 0);
    free(data);
}

SL_TEST(read_all_of_an_endless_device_stops) {
    sluice_error err;
    uint8_t *data = NULL;
    size_t n;
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, "/dev/zero", 1000000, &err), SLUICE_E_INPUT);
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, "/dev/zero", 0, &err), SLUICE_E_INPUT);
}

typedef struct feed {
    int fd;
    size_t n;
} feed;

static void *feed_main(void *arg) {
    const feed *f = arg;
    for (size_t i = 0; i < f->n; i++) { /* uneven pieces */
        const uint8_t piece[3] = {(uint8_t)i, (uint8_t)(i >> 8), (uint8_t)(i >> 16)};
        const size_t from = i % 3;
        if (write(f->fd, piece, from) != (ssize_t)from || write(f->fd, piece + from, 3 - from) != (ssize_t)(3 - from)) {
            break;
        }
    }
    (void)close(f->fd);
    return NULL;
}

/* Standard input is a pipe that gives n pieces of 3 bytes. */
static void check_stdin(size_t pieces, size_t max_bytes, sluice_status want) {
    sluice_error err;
    int ends[2];
    SL_CHECK(pipe(ends) == 0);
    const int saved = dup(STDIN_FILENO);
    SL_CHECK(saved >= 0 && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO && close(ends[0]) == 0);
    feed f = {ends[1], pieces};
    pthread_t thread;
    SL_CHECK(pthread_create(&thread, NULL, feed_main, &f) == 0);
    uint8_t *data = NULL;
    size_t n = 0;
    SL_CHECK_STATUS(sl_file_read_all(&data, &n, "-", max_bytes, &err), want);
    if (want == SLUICE_OK) {
        SL_CHECK(n == 3 * pieces);
        for (size_t i = 0; i < pieces; i++) {
            SL_CHECK(data[3 * i] == (uint8_t)i && data[3 * i + 2] == (uint8_t)(i >> 16));
        }
        free(data);
    } else {
        SL_CHECK(data == NULL && strstr(err.text, "standard input") != NULL);
    }
    SL_CHECK(dup2(saved, STDIN_FILENO) == STDIN_FILENO && close(saved) == 0); /* the feeder sees a broken pipe */
    SL_CHECK(pthread_join(thread, NULL) == 0);
}

SL_TEST(read_all_of_standard_input) {
    (void)signal(SIGPIPE, SIG_IGN);
    check_stdin(0, 0, SLUICE_OK);
    check_stdin(100, 300, SLUICE_OK);
    check_stdin(100, 299, SLUICE_E_INPUT);
    check_stdin(50000, SIZE_MAX, SLUICE_OK); /* grows beyond the first step */
    check_stdin(50000, 149999, SLUICE_E_INPUT);
}

SL_TEST(stream_in_pieces) {
    sluice_error err;
    sl_stream stream;
    SL_CHECK_OK(sl_stream_open(&stream, sl_test_temp_write("f", "0123456789", 10), &err));
    SL_CHECK_EQ_U64(stream.hint_bytes, 10);
    char out[8];
    size_t n;
    SL_CHECK_OK(sl_stream_read(&stream, out, 8, &n, &err));
    SL_CHECK(n == 8);
    SL_CHECK_OK(sl_stream_read(&stream, out, 8, &n, &err));
    SL_CHECK(n == 2);
    SL_CHECK_MEM(out, "89", 2);
    SL_CHECK_OK(sl_stream_read(&stream, out, 8, &n, &err));
    SL_CHECK(n == 0);
    sl_stream_close(&stream);
    sl_stream_close(&stream);
}

SL_TEST(disk_free_knows_its_folder) {
    sluice_error err;
    uint64_t bytes = 0;
    SL_CHECK_OK(sl_disk_free(sl_test_temp_path("new"), &bytes, &err));
    SL_CHECK_OK(sl_disk_free("new", &bytes, &err));
    bytes = 77;
    SL_CHECK_STATUS(sl_disk_free(sl_test_temp_path("no/new"), &bytes, &err), SLUICE_E_UNKNOWN);
    SL_CHECK(bytes == 77);
}
