// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/random.h"
#include "harness/test.h"

SL_TEST(bytes_differ_and_stay_inside) {
    sluice_error err;
    for (size_t n = 0; n < 70; n++) {
        uint8_t a[80];
        uint8_t b[80];
        memset(a, 0x5a, sizeof a);
        memset(b, 0x5a, sizeof b);
        SL_CHECK_OK(sl_random_bytes(a, n, &err));
        SL_CHECK_OK(sl_random_bytes(b, n, &err));
        for (size_t i = n; i < sizeof a; i++) {
            SL_CHECK(a[i] == 0x5a);
        }
        SL_CHECK(n < 16 || memcmp(a, b, n) != 0);
    }
}

SL_TEST(large_requests_are_filled) {
    sluice_error err;
    const size_t n = (size_t)1 << 20;
    uint8_t *bytes = calloc(1, n);
    SL_CHECK(bytes != NULL);
    SL_CHECK_OK(sl_random_bytes(bytes, n, &err));
    size_t ones = 0;
    for (size_t i = 0; i < n; i++) {
        ones += (size_t)__builtin_popcount(bytes[i]);
    }
    /* 2^23 fair bits: standard deviation 1448; 20 of them cannot happen. */
    SL_CHECK_MSG(ones > 4 * n - 28960 && ones < 4 * n + 28960, "%zu ones", ones);
    free(bytes);
}

SL_TEST(failure_is_a_status) {
    sluice_error err;
    uint8_t out[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const uint8_t untouched[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    sl_random_fail_after(1);
    uint8_t first[8];
    SL_CHECK_OK(sl_random_bytes(first, sizeof first, &err));
    SL_CHECK_STATUS(sl_random_bytes(out, sizeof out, &err), SLUICE_E_RANDOM);
    SL_CHECK(sluice_status_exit(SLUICE_E_RANDOM) == 5);
    SL_CHECK_MEM(out, untouched, sizeof out);
    SL_CHECK_OK(sl_random_bytes(out, sizeof out, &err));
}

SL_TEST(wipe_clears_exactly_the_range) {
    uint8_t bytes[16];
    memset(bytes, 0xff, sizeof bytes);
    sl_wipe(bytes + 4, 8);
    sl_wipe(bytes, 0);
    sl_wipe(NULL, 0);
    for (size_t i = 0; i < sizeof bytes; i++) {
        SL_CHECK(bytes[i] == (i >= 4 && i < 12 ? 0 : 0xff));
    }
}
