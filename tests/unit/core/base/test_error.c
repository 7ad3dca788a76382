// SPDX-License-Identifier: MIT OR Apache-2.0
#include <errno.h>

#include "core/base/checked.h"
#include "core/base/failpoint.h"
#include "harness/test.h"

SL_TEST(fail_fills_and_returns) {
    sluice_error err = {0};
    SL_CHECK(SL_FAIL(&err, SLUICE_E_INPUT, "part %d of %s", 3, "x") == SLUICE_E_INPUT);
    SL_CHECK(err.status == SLUICE_E_INPUT);
    SL_CHECK(strcmp(err.text, "part 3 of x") == 0);
    SL_CHECK(strstr(err.file, "test_error.c") != NULL && err.line > 0);
}

SL_TEST(fail_accepts_no_error) {
    SL_CHECK(SL_FAIL(NULL, SLUICE_E_CORRUPT, "%s", "x") == SLUICE_E_CORRUPT);
    errno = ENOENT;
    SL_CHECK(SL_FAIL_ERRNO(NULL, "%s", "x") == SLUICE_E_OS);
    SL_CHECK(sl_error_prefix(NULL, SLUICE_E_OS, "x") == SLUICE_E_OS);
}

SL_TEST(errno_chooses_the_status) {
    sluice_error err;
    const struct {
        int code;
        sluice_status status;
    } cases[] = {{ENOMEM, SLUICE_E_NO_MEMORY}, {ENOSPC, SLUICE_E_NO_SPACE}, {EDQUOT, SLUICE_E_NO_SPACE},
                 {EFBIG, SLUICE_E_NO_SPACE},   {EIO, SLUICE_E_OS},          {EACCES, SLUICE_E_OS}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        errno = cases[i].code;
        SL_CHECK(SL_FAIL_ERRNO(&err, "%s: read", "f") == cases[i].status);
        SL_CHECK(strncmp(err.text, "f: read: ", 9) == 0);
        SL_CHECK(strcmp(err.text + 9, strerror(cases[i].code)) == 0);
    }
}

SL_TEST(long_texts_are_cut_and_terminated) {
    char text[2000];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    sluice_error err;
    SL_CHECK_STATUS(SL_FAIL(&err, SLUICE_E_INPUT, "%s", text), SLUICE_E_INPUT);
    SL_CHECK(strlen(err.text) == sizeof err.text - 1);
    errno = EIO;
    SL_CHECK_STATUS(SL_FAIL_ERRNO(&err, "%s", text), SLUICE_E_OS);
    SL_CHECK(strlen(err.text) == sizeof err.text - 1);
    SL_CHECK_STATUS(sl_error_prefix(&err, err.status, "%s", "b"), SLUICE_E_OS);
    SL_CHECK(strlen(err.text) == sizeof err.text - 1 && strncmp(err.text, "b: a", 4) == 0);
    SL_CHECK_STATUS(sl_error_prefix(&err, err.status, "%s", text), SLUICE_E_OS);
    SL_CHECK(strlen(err.text) == sizeof err.text - 1 && err.text[0] == 'a');
}

SL_TEST(prefix_keeps_the_cause) {
    sluice_error err;
    SL_CHECK_STATUS(SL_FAIL(&err, SLUICE_E_CORRUPT, "index 3"), SLUICE_E_CORRUPT);
    SL_CHECK(sl_error_prefix(&err, SLUICE_E_CORRUPT, "section %s", "h") == SLUICE_E_CORRUPT);
    SL_CHECK(strcmp(err.text, "section h: index 3") == 0);
}

static sluice_status tries(sluice_status inner, int *after) {
    SL_TRY(inner);
    ++*after;
    return SLUICE_OK;
}

SL_TEST(try_stops_at_the_first_failure) {
    int after = 0;
    SL_CHECK(tries(SLUICE_OK, &after) == SLUICE_OK && after == 1);
    SL_CHECK(tries(SLUICE_E_OS, &after) == SLUICE_E_OS && after == 1);
}

SL_TEST(every_status_has_name_text_and_exit) {
#define ONE(name, value, exit_status, text)                          \
    SL_CHECK(strcmp(sluice_status_name(SLUICE_##name), #name) == 0); \
    SL_CHECK(strcmp(sluice_status_text(SLUICE_##name), text) == 0);  \
    SL_CHECK(sluice_status_exit(SLUICE_##name) == (exit_status));
    SLUICE_STATUS_MAP(ONE)
#undef ONE
    const sluice_status unknown = (sluice_status)-59;
    SL_CHECK(strcmp(sluice_status_name(unknown), "E_UNKNOWN_STATUS") == 0);
    SL_CHECK(sluice_status_text(unknown) != NULL);
    SL_CHECK(sluice_status_exit(unknown) == 6);
}

static void assert_false(void *data) {
    SL_ASSERT(data != NULL);
}

SL_TEST(assert_aborts_only_when_broken) {
    int value = 0;
    SL_CHECK(sl_test_aborts(assert_false, NULL));
    SL_CHECK(!sl_test_aborts(assert_false, &value));
}

SL_TEST(checked_arithmetic) {
    size_t out = 7;
    SL_CHECK(sl_mul_size(SIZE_MAX, 1, &out) && out == SIZE_MAX);
    SL_CHECK(sl_mul_size(0, SIZE_MAX, &out) && out == 0);
    out = 7;
    SL_CHECK(!sl_mul_size(SIZE_MAX / 2 + 1, 2, &out) && out == 7);
    SL_CHECK(!sl_mul_size((size_t)1 << 32, (size_t)1 << 32, &out) && out == 7);
    SL_CHECK(!sl_add_size(SIZE_MAX, 1, &out) && out == 7);
    SL_CHECK(sl_add_size(SIZE_MAX - 1, 1, &out) && out == SIZE_MAX);
}

SL_TEST(failpoint_fails_one_call) {
    sl_failpoint point = SL_FAILPOINT_INIT;
    for (int i = 0; i < 3; i++) {
        SL_CHECK(!sl_failpoint_hit(&point));
    }
    sl_failpoint_arm(&point, 2);
    SL_CHECK(!sl_failpoint_hit(&point));
    SL_CHECK(!sl_failpoint_hit(&point));
    SL_CHECK(sl_failpoint_hit(&point));
    SL_CHECK(!sl_failpoint_hit(&point));
    sl_failpoint_arm(&point, 0);
    sl_failpoint_arm(&point, SIZE_MAX);
    SL_CHECK(!sl_failpoint_hit(&point));
}
