// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/mem/buf.h"
#include "core/mem/small.h"
#include "harness/test.h"

SL_TEST(zeroed_up_to_the_limit) {
    const size_t sizes[] = {0, 1, 8, 1000, SL_SMALL_BYTES_MAX};
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        uint8_t *bytes = sl_small_alloc(sizes[i], 1);
        SL_CHECK(bytes != NULL);
        for (size_t k = 0; k < sizes[i]; k++) {
            SL_CHECK(bytes[k] == 0);
        }
        memset(bytes, 0xff, sizes[i]);
        free(bytes);
    }
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(too_much_is_refused) {
    SL_CHECK(sl_small_alloc(SL_SMALL_BYTES_MAX + 1, 1) == NULL);
    SL_CHECK(sl_small_alloc(SL_SMALL_BYTES_MAX / 8 + 1, 8) == NULL);
    SL_CHECK(sl_small_alloc(SIZE_MAX, SIZE_MAX) == NULL);
    SL_CHECK(sl_small_alloc((size_t)1 << 62, 4) == NULL); /* the product wraps to 0 */
}

SL_TEST(fails_with_the_large_ones) {
    sluice_error err;
    sl_buf buf;
    sl_mem_fail_after(1);
    void *first = sl_small_alloc(1, 8);
    SL_CHECK(first != NULL);
    SL_CHECK_STATUS(sl_buf_alloc(&buf, 100, "test", &err), SLUICE_E_NO_MEMORY);
    free(first);
    sl_mem_fail_after(0);
    SL_CHECK(sl_small_alloc(1, 8) == NULL);
    first = sl_small_alloc(1, 8);
    SL_CHECK(first != NULL);
    free(first);
}
