// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Test harness. A test program is one tests/.../test_NAME.c:
 *
 *     SL_TEST(add_wraps) { SL_CHECK(f(1) == 2); SL_CHECK_OK(sl_thing(&t, &err)); }
 *
 * CMake finds the SL_TEST names in the source and registers each as a ctest case (its own process) called
 * NAME.case. `SL_TEST(name)` cases carry the label quick; SL_TEST_FULL(name) the label full (not run under sanitizers
 * by default); SL_TEST_SLOW(name) takes minutes, carries the label slow and is left out but by `ctest -C slow`. A
 * failed check prints where and exits with 1; SL_SKIP("why") exits with 77, which ctest reports as skipped.
 */
#ifndef SL_TESTS_HARNESS_TEST_H
#define SL_TESTS_HARNESS_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"

typedef struct sl_test {
    const char *name;
    void (*run)(void);
    struct sl_test *next;
} sl_test;

void sl_test_register(sl_test *test);

#define SL_TEST(test_name)                                                        \
    static void test_##test_name(void);                                           \
    static sl_test test_entry_##test_name = {#test_name, test_##test_name, NULL}; \
    __attribute__((constructor)) static void test_register_##test_name(void) {    \
        sl_test_register(&test_entry_##test_name);                                \
    }                                                                             \
    static void test_##test_name(void)
#define SL_TEST_FULL(test_name) SL_TEST(test_name)
#define SL_TEST_SLOW(test_name) SL_TEST(test_name)

#define SL_CHECK(cond)                                     \
    do {                                                   \
        if (!(cond)) {                                     \
            sl_test_fail(__FILE__, __LINE__, "%s", #cond); \
        }                                                  \
    } while (0)
/* As SL_CHECK with a printf message that says for which input. */
#define SL_CHECK_MSG(cond, ...)                            \
    do {                                                   \
        if (!(cond)) {                                     \
            sl_test_fail(__FILE__, __LINE__, __VA_ARGS__); \
        }                                                  \
    } while (0)
#define SL_CHECK_EQ_U64(a, b)                                                                   \
    do {                                                                                        \
        const unsigned long long check_a = (a), check_b = (b);                                  \
        if (check_a != check_b) {                                                               \
            sl_test_fail(__FILE__, __LINE__, "%s = %llu, %s = %llu", #a, check_a, #b, check_b); \
        }                                                                                       \
    } while (0)
#define SL_CHECK_MEM(a, b, n) SL_CHECK(memcmp((a), (b), (n)) == 0)
/* expr returns sluice_status and was given &err; on failure prints err's text. Declare `sluice_error err`. */
#define SL_CHECK_OK(expr)                                                                                      \
    do {                                                                                                       \
        const sluice_status check_status = (expr);                                                             \
        if (check_status != SLUICE_OK) {                                                                       \
            sl_test_fail(__FILE__, __LINE__, "%s: %s: %s", #expr, sluice_status_name(check_status), err.text); \
        }                                                                                                      \
    } while (0)
#define SL_CHECK_STATUS(expr, want)                                                              \
    do {                                                                                         \
        const sluice_status check_status = (expr);                                               \
        if (check_status != (want)) {                                                            \
            sl_test_fail(__FILE__, __LINE__, "%s: %s", #expr, sluice_status_name(check_status)); \
        }                                                                                        \
    } while (0)
#define SL_SKIP(why)                          \
    do {                                      \
        (void)printf("skipped: %s\n", (why)); \
        exit(77);                             \
    } while (0)

void sl_test_fail(const char *file, int line, const char *fmt, ...) SL_PRINTF(3, 4) __attribute__((noreturn));

/* True if run(data) ends in abort (a failed SL_ASSERT). It runs in a child process, with its messages thrown away. */
bool sl_test_aborts(void (*run)(void *data), void *data);

/*
 * Path of NAME in a folder of this process's own, which is removed with its contents at exit. The text is valid until
 * the fourth call after this one.
 */
const char *sl_test_temp_path(const char *name);
/* Writes that file, with the folders above it, and gives its path. */
const char *sl_test_temp_write(const char *name, const void *data, size_t n);

/*
 * Deterministic test randomness (SplitMix64). Every case starts from the same seed: 1, or what the environment variable
 * SL_TEST_SEED says; a failed check prints it.
 */
uint64_t sl_test_u64(void);
void sl_test_bytes(void *out, size_t n);
/* n bytes with long runs of zeros and ones, which find carry bugs. */
void sl_test_edge_bytes(void *out, size_t n);

/* Checked-in test data: path of tests/vectors/NAME, and its whole contents (caller frees; NUL appended). */
const char *sl_test_vector_path(const char *name);
uint8_t *sl_test_vector_read(const char *name, size_t *out_bytes);
/* Hexadecimal to bytes, exactly n of them. */
void sl_test_unhex(uint8_t *out, size_t n, const char *hex);

#endif
