// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include "core/mem/buf.h"
#include "harness/test.h"
#include "proof/groth16/key_reader.h"

enum { FILE_BYTES = 1 << 20 };

static sluice_error err;
static uint8_t contents[FILE_BYTES];

static void file_make(sl_file *out) {
    sl_test_bytes(contents, sizeof contents);
    SL_CHECK_OK(sl_file_open(out, sl_test_temp_write("keys", contents, sizeof contents), &err));
}

static void check_spans(const sl_file *file, const sl_key_span *spans, size_t spans_n, size_t slots_n) {
    sl_key_reader *reader;
    SL_CHECK_OK(sl_key_reader_open(&reader, file, spans, spans_n, slots_n, &err));
    const uint8_t *piece;
    size_t n;
    for (size_t i = 0; i < spans_n; i++) {
        for (uint64_t done = 0; done < spans[i].bytes; done += n) {
            SL_CHECK_OK(sl_key_reader_next(reader, &piece, &n, &err));
            SL_CHECK_EQ_U64(n, SL_MIN(spans[i].piece_bytes, spans[i].bytes - done));
            SL_CHECK_MEM(piece, contents + spans[i].offset + done, n);
            if (sl_test_u64() % 16 == 0) {
                (void)usleep(500); /* let the reader run into a full ring */
                SL_CHECK_MEM(piece, contents + spans[i].offset + done, n);
            }
        }
    }
    for (int i = 0; i < 2; i++) {
        SL_CHECK_OK(sl_key_reader_next(reader, &piece, &n, &err));
        SL_CHECK_EQ_U64(n, 0);
    }
    sl_key_reader_close(reader);
}

SL_TEST(pieces_in_order) {
    sl_file file;
    file_make(&file);
    const sl_key_span spans[] = {{0, 868, 4096},        {868, 4, 4},         {872, 960, 96},
                                 {1832, 0, 4096},       {500, 100000, 1000}, {0, FILE_BYTES, 65536},
                                 {FILE_BYTES - 1, 1, 1}};
    for (size_t slots_n = 2; slots_n < 6; slots_n++) {
        check_spans(&file, spans, SL_ARRAY_N(spans), slots_n);
    }
    check_spans(&file, spans, 0, 2);
    check_spans(&file, &spans[3], 1, 2);
    sl_file_close(&file);
}

SL_TEST(closed_early) {
    sl_file file;
    file_make(&file);
    const size_t live = sl_mem_live();
    const sl_key_span span = {0, FILE_BYTES, 1024};
    for (int takes = 0; takes < 20; takes++) {
        sl_key_reader *reader;
        const uint8_t *piece;
        size_t n;
        SL_CHECK_OK(sl_key_reader_open(&reader, &file, &span, 1, 3, &err));
        SL_CHECK(sl_mem_live() - live >= 3 * 1024);
        for (int i = 0; i < takes; i++) {
            SL_CHECK_OK(sl_key_reader_next(reader, &piece, &n, &err));
        }
        sl_key_reader_close(reader);
        SL_CHECK_EQ_U64(sl_mem_live(), live);
    }
    sl_key_reader_close(NULL);
    sl_file_close(&file);
}

SL_TEST(truncated_under_us) {
    sl_file file;
    file_make(&file);
    const sl_key_span span = {0, FILE_BYTES, 1024};
    sl_key_reader *reader;
    const uint8_t *piece;
    size_t n = 1;
    SL_CHECK_OK(sl_key_reader_open(&reader, &file, &span, 1, 2, &err));
    SL_CHECK_OK(sl_key_reader_next(reader, &piece, &n, &err));
    SL_CHECK(truncate(file.path, 100000) == 0);
    sluice_status status = SLUICE_OK;
    uint64_t got = n;
    while (status == SLUICE_OK && n > 0) {
        status = sl_key_reader_next(reader, &piece, &n, &err);
        got += status == SLUICE_OK ? n : 0;
    }
    SL_CHECK_STATUS(status, SLUICE_E_TRUNCATED);
    SL_CHECK_MSG(strstr(err.text, file.path) != NULL, "%s", err.text);
    SL_CHECK(got <= 100000 + 1024);
    SL_CHECK_STATUS(sl_key_reader_next(reader, &piece, &n, NULL), SLUICE_E_TRUNCATED); /* it stays failed */
    sl_key_reader_close(reader);
    sl_file_close(&file);
}

/* The descriptor turns into one that cannot be read: a device error by other means. */
SL_TEST(read_error) {
    sl_file file;
    file_make(&file);
    const int folder = open("/tmp", O_RDONLY | O_DIRECTORY);
    SL_CHECK(folder >= 0 && dup2(folder, file.fd) == file.fd);
    const sl_key_span span = {0, FILE_BYTES, 1024};
    sl_key_reader *reader;
    const uint8_t *piece;
    size_t n;
    SL_CHECK_OK(sl_key_reader_open(&reader, &file, &span, 1, 2, &err));
    SL_CHECK_STATUS(sl_key_reader_next(reader, &piece, &n, &err), SLUICE_E_OS);
    sl_key_reader_close(reader);
    (void)close(folder);
    sl_file_close(&file);
}

SL_TEST(no_memory) {
    sl_file file;
    file_make(&file);
    const sl_key_span span = {0, FILE_BYTES, 1024};
    sl_key_reader *reader;
    for (size_t i = 0; i < 3; i++) {
        sl_mem_fail_after(i);
        SL_CHECK_STATUS(sl_key_reader_open(&reader, &file, &span, 1, 2, &err), SLUICE_E_NO_MEMORY);
    }
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK_EQ_U64(sl_mem_live(), 0);
    sl_file_close(&file);
}
