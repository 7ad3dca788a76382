// SPDX-License-Identifier: MIT OR Apache-2.0
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/mem/buf.h"
#include "harness/test.h"

static const size_t sizes[] = {1, 63, 64, 65, 4096, 65535, 65536, 65537, 100000, 1 << 20, (5 << 20) + 1};

SL_TEST(zeroed_aligned_and_counted) {
    sluice_error err;
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        sl_buf buf;
        SL_CHECK_OK(sl_buf_alloc(&buf, sizes[i], "test", &err));
        SL_CHECK(buf.bytes == sizes[i] && (uintptr_t)buf.data % 64 == 0);
        const uint8_t *bytes = buf.data;
        for (size_t k = 0; k < sizes[i]; k++) {
            SL_CHECK(bytes[k] == 0);
        }
        memset(buf.data, 0xff, sizes[i]);
        SL_CHECK(sl_mem_live() >= sizes[i] && sl_mem_live() < sizes[i] + 4096);
        SL_CHECK(sl_mem_peak() >= sl_mem_live());
        sl_buf_release(&buf);
        SL_CHECK(buf.data == NULL && buf.bytes == 0 && sl_mem_live() == 0);
        sl_buf_release(&buf);
    }
}

SL_TEST(empty_buffers) {
    sluice_error err;
    sl_buf buf = SL_BUF_EMPTY;
    sl_buf_release(&buf);
    SL_CHECK_OK(sl_buf_alloc(&buf, 0, "test", &err));
    SL_CHECK(buf.data == NULL && buf.bytes == 0 && sl_mem_live() == 0);
    SL_CHECK_OK(sl_buf_resize(&buf, 0, &err));
    SL_CHECK_OK(sl_buf_resize(&buf, 100, &err));
    SL_CHECK(buf.data != NULL && buf.bytes == 100);
    SL_CHECK_OK(sl_buf_resize(&buf, 0, &err));
    SL_CHECK(buf.data == NULL && buf.bytes == 0 && sl_mem_live() == 0);
}

SL_TEST(sizes_beyond_the_address_space) {
    sluice_error err;
    sl_buf buf = {.bytes = 77};
    SL_CHECK_STATUS(sl_buf_alloc(&buf, SIZE_MAX, "test", &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_STATUS(sl_buf_alloc(&buf, SIZE_MAX / 2 + 1, "test", &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_STATUS(sl_buf_alloc(&buf, SIZE_MAX / 2, "test", &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_STATUS(sl_buf_alloc_n(&buf, (size_t)1 << 60, 32, "test", &err), SLUICE_E_NO_MEMORY);
    SL_CHECK(strstr(err.text, "test") != NULL && buf.bytes == 77 && sl_mem_live() == 0);
    SL_CHECK_OK(sl_buf_alloc_n(&buf, 3, 32, "test", &err));
    SL_CHECK(buf.bytes == 96);
    SL_CHECK_STATUS(sl_buf_resize(&buf, SIZE_MAX, &err), SLUICE_E_NO_MEMORY);
    SL_CHECK_STATUS(sl_buf_resize(&buf, SIZE_MAX / 2, &err), SLUICE_E_NO_MEMORY);
    SL_CHECK(buf.bytes == 96);
    sl_buf_release(&buf);
}

/* From every size to every size: the common part stays, the rest is zero, whatever was there before. */
SL_TEST(resize_keeps_and_clears) {
    sluice_error err;
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        for (size_t k = 0; k < SL_ARRAY_N(sizes); k++) {
            sl_buf buf;
            SL_CHECK_OK(sl_buf_alloc(&buf, sizes[i], "test", &err));
            memset(buf.data, 0xa5, sizes[i]);
            SL_CHECK_OK(sl_buf_resize(&buf, sizes[k], &err));
            SL_CHECK(buf.bytes == sizes[k] && (uintptr_t)buf.data % 64 == 0 && buf.tag != NULL);
            const size_t kept = SL_MIN(sizes[i], sizes[k]);
            SL_CHECK(((uint8_t *)buf.data)[kept - 1] == 0xa5);
            SL_CHECK(sl_mem_live() >= sizes[k] && sl_mem_live() < sizes[k] + 4096);
            SL_CHECK_OK(sl_buf_resize(&buf, 6 << 20, &err));
            const uint8_t *bytes = buf.data;
            for (size_t at = kept - SL_MIN(kept, 5000); at < kept + 5000; at++) { /* more than a page to both sides */
                SL_CHECK_MSG(bytes[at] == (at < kept ? 0xa5 : 0), "%zu to %zu: byte %zu", sizes[i], sizes[k], at);
            }
            SL_CHECK(bytes[0] == 0xa5 && bytes[buf.bytes - 1] == 0);
            sl_buf_release(&buf);
        }
    }
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(move_empties_the_source) {
    sluice_error err;
    sl_buf a;
    sl_buf b = SL_BUF_EMPTY;
    SL_CHECK_OK(sl_buf_alloc(&a, 1000, "test", &err));
    void *data = a.data;
    sl_buf_move(&b, &a);
    SL_CHECK(a.data == NULL && a.bytes == 0 && b.data == data && b.bytes == 1000);
    sl_buf_release(&a);
    SL_CHECK(sl_mem_live() > 0);
    sl_buf_release(&b);
    SL_CHECK(sl_mem_live() == 0);
}

static void move_onto_owner(void *data) {
    sl_buf *bufs = data;
    sl_buf_move(&bufs[0], &bufs[1]);
}

SL_TEST(move_onto_an_owner_is_a_broken_caller) {
    sluice_error err;
    sl_buf bufs[2];
    SL_CHECK_OK(sl_buf_alloc(&bufs[0], 10, "a", &err));
    SL_CHECK_OK(sl_buf_alloc(&bufs[1], 10, "b", &err));
    SL_CHECK(sl_test_aborts(move_onto_owner, bufs));
    sl_buf_release(&bufs[0]);
    sl_buf_release(&bufs[1]);
}

SL_TEST(budget_is_a_ceiling) {
    sluice_error err;
    sl_buf a;
    sl_buf b = SL_BUF_EMPTY;
    sl_mem_budget_set(1 << 20);
    SL_CHECK(sl_mem_budget() == 1 << 20);
    SL_CHECK_OK(sl_buf_alloc(&a, 512 << 10, "a", &err));
    SL_CHECK_STATUS(sl_buf_alloc(&b, (512 << 10) + 1, "b", &err), SLUICE_E_BUDGET);
    SL_CHECK_MSG(strstr(err.text, "b: needs") != NULL && strstr(err.text, "1048576") != NULL, "%s", err.text);
    SL_CHECK(b.data == NULL && sl_mem_live() == 512 << 10);
    SL_CHECK_STATUS(sl_buf_resize(&a, (1 << 20) + 1, &err), SLUICE_E_BUDGET);
    SL_CHECK(a.bytes == 512 << 10);
    SL_CHECK_OK(sl_buf_alloc(&b, 512 << 10, "b", &err));
    SL_CHECK(sl_mem_live() == 1 << 20 && sl_mem_peak() == 1 << 20);
    sl_buf_release(&a);
    sl_buf_release(&b);
    SL_CHECK(sl_mem_peak() == 1 << 20);
    sl_mem_peak_reset();
    SL_CHECK(sl_mem_peak() == 0);
    sl_mem_budget_set(0);
    SL_CHECK_OK(sl_buf_alloc(&a, 2 << 20, "a", &err));
    sl_buf_release(&a);
}

SL_TEST(every_allocation_can_be_made_to_fail) {
    sluice_error err;
    for (size_t n = 0;; n++) {
        sl_buf a = SL_BUF_EMPTY;
        sl_buf b = SL_BUF_EMPTY;
        sl_mem_fail_after(n);
        sluice_status status = sl_buf_alloc(&a, 100, "a", &err);
        if (status == SLUICE_OK) {
            status = sl_buf_alloc(&b, 100000, "b", &err);
        }
        if (status == SLUICE_OK) {
            memset(b.data, 1, b.bytes);
            status = sl_buf_resize(&b, 1 << 20, &err);
            SL_CHECK(b.bytes == (status == SLUICE_OK ? 1 << 20 : 100000) && ((uint8_t *)b.data)[99999] == 1);
        }
        SL_CHECK(status == (n < 3 ? SLUICE_E_NO_MEMORY : SLUICE_OK));
        sl_buf_release(&a);
        sl_buf_release(&b);
        SL_CHECK(sl_mem_live() == 0);
        if (status == SLUICE_OK) {
            break;
        }
    }
    sl_mem_fail_after(SIZE_MAX);
}

SL_TEST(shrinking_a_secret_leaves_no_tail) {
    sluice_error err;
    sl_buf buf;
    SL_CHECK_OK(sl_buf_alloc(&buf, 200000, "secret", &err));
    sl_buf_mark_secret(&buf);
    memset(buf.data, 0x77, buf.bytes);
    SL_CHECK_OK(sl_buf_resize(&buf, 131072 + 1, &err));
    SL_CHECK(buf.is_secret);
    /* The rest of the last page is still mapped and must not show what was there (heap under ASan: out of bounds). */
#if !defined(__SANITIZE_ADDRESS__)
    const uint8_t *bytes = buf.data;
    for (size_t i = buf.bytes; i % (size_t)sysconf(_SC_PAGESIZE) != 0; i++) {
        SL_CHECK(bytes[i] == 0);
    }
#endif
    SL_CHECK_OK(sl_buf_resize(&buf, 100, &err));
    SL_CHECK(buf.is_secret && ((uint8_t *)buf.data)[99] == 0x77);
    sl_buf_release(&buf);
    SL_CHECK(!buf.is_secret);
}

static void *alloc_main(void *arg) {
    (void)arg;
    for (size_t i = 0; i < 200; i++) {
        sl_buf buf;
        if (sl_buf_alloc(&buf, 1000 + 1000 * i, "thread", NULL) != SLUICE_OK) {
            return "alloc";
        }
        memset(buf.data, (int)i, 1000);
        if (sl_buf_resize(&buf, 70000, NULL) != SLUICE_OK) {
            return "resize";
        }
        sl_buf_release(&buf);
    }
    return NULL;
}

SL_TEST(threads_share_the_count) {
    pthread_t threads[4];
    for (size_t i = 0; i < SL_ARRAY_N(threads); i++) {
        SL_CHECK(pthread_create(&threads[i], NULL, alloc_main, NULL) == 0);
    }
    for (size_t i = 0; i < SL_ARRAY_N(threads); i++) {
        void *failed;
        SL_CHECK(pthread_join(threads[i], &failed) == 0 && failed == NULL);
    }
    SL_CHECK(sl_mem_live() == 0 && sl_mem_peak() >= 200000);
}
