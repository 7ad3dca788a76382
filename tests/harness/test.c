// SPDX-License-Identifier: MIT OR Apache-2.0
#include "harness/test.h"

#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static sl_test *tests;
static uint64_t seed = 1;
static uint64_t state;
static char temp_folder[64];
static pid_t temp_owner;

/* Under AddressSanitizer an impossible allocation is a failed one, as it is without. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1:detect_stack_use_after_return=1";
}

void sl_test_register(sl_test *test) {
    test->next = tests;
    tests = test;
}

void sl_test_fail(const char *file, int line, const char *fmt, ...) {
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s:%d: check failed: ", file, line);
    va_list args;
    va_start(args, fmt);
    (void)vfprintf(stderr, fmt, args);
    va_end(args);
    (void)fprintf(stderr, " (SL_TEST_SEED=%llu)\n", (unsigned long long)seed);
    exit(1);
}

bool sl_test_aborts(void (*run)(void *data), void *data) {
    (void)fflush(NULL);
    const pid_t child = fork();
    SL_CHECK(child >= 0);
    if (child == 0) {
        (void)close(STDERR_FILENO);
        run(data);
        _exit(0);
    }
    int status;
    SL_CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static int temp_entry_remove(const char *path, const struct stat *info, int kind, struct FTW *walk) {
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void temp_remove(void) {
    if (getpid() == temp_owner) { /* not in a child that a test has forked */
        (void)nftw(temp_folder, temp_entry_remove, 16, FTW_DEPTH | FTW_PHYS);
    }
}

const char *sl_test_temp_path(const char *name) {
    if (temp_owner == 0) {
        (void)snprintf(temp_folder, sizeof temp_folder, "/tmp/sluice-test-XXXXXX");
        SL_CHECK(mkdtemp(temp_folder) != NULL);
        temp_owner = getpid();
        SL_CHECK(atexit(temp_remove) == 0);
    }
    static char path[4][1024];
    static int turn;
    char *out = path[turn++ % 4];
    (void)snprintf(out, sizeof path[0], "%s/%s", temp_folder, name);
    return out;
}

uint64_t sl_test_u64(void) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void sl_test_bytes(void *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((uint8_t *)out)[i] = (uint8_t)sl_test_u64();
    }
}

void sl_test_edge_bytes(void *out, size_t n) {
    uint8_t *bytes = out;
    memset(bytes, 0, n);
    for (size_t bit = 0; bit < 8 * n;) {
        const uint64_t w = sl_test_u64();
        const size_t run = 1 + w % ((w >> 8) % 64 + 1);
        for (size_t i = 0; i < run && bit < 8 * n; i++, bit++) {
            bytes[bit / 8] |= (uint8_t)((w >> 40 & 1) << (bit % 8));
        }
    }
}

const char *sl_test_temp_write(const char *name, const void *data, size_t n) {
    const char *path = sl_test_temp_path(name);
    char folder[1024];
    (void)snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        (void)mkdir(folder, 0700);
        *slash = '/';
    }
    FILE *f = fopen(path, "wb");
    SL_CHECK(f != NULL && fwrite(data, 1, n, f) == n && fclose(f) == 0);
    return path;
}

const char *sl_test_vector_path(const char *name) {
    static char path[4][1024];
    static int turn;
    char *out = path[turn++ % 4];
    (void)snprintf(out, sizeof path[0], "%s/%s", SL_TEST_VECTORS, name);
    return out;
}

uint8_t *sl_test_vector_read(const char *name, size_t *out_bytes) {
    FILE *f = fopen(sl_test_vector_path(name), "rb");
    SL_CHECK_MSG(f != NULL, "cannot open vector %s", name);
    SL_CHECK(fseek(f, 0, SEEK_END) == 0);
    const long size = ftell(f);
    SL_CHECK(size >= 0 && fseek(f, 0, SEEK_SET) == 0);
    uint8_t *data = malloc((size_t)size + 1);
    SL_CHECK(data != NULL);
    SL_CHECK(fread(data, 1, (size_t)size, f) == (size_t)size);
    data[size] = 0;
    (void)fclose(f);
    *out_bytes = (size_t)size;
    return data;
}

void sl_test_unhex(uint8_t *out, size_t n, const char *hex) {
    for (size_t i = 0; i < n; i++) {
        unsigned v;
        SL_CHECK_MSG(sscanf(hex + 2 * i, "%2x", &v) == 1, "bad hex %s", hex);
        out[i] = (uint8_t)v;
    }
    SL_CHECK_MSG(hex[2 * n] == 0 || hex[2 * n] == '"' || hex[2 * n] == '\n', "hex too long: %s", hex);
}

int main(int argc, char **argv) {
    const char *only = argc == 2 ? argv[1] : NULL;
    const char *chosen = getenv("SL_TEST_SEED");
    if (chosen != NULL) {
        seed = strtoull(chosen, NULL, 0);
    }
    int ran = 0;
    for (sl_test *test = tests; test != NULL; test = test->next) {
        if (only == NULL || strcmp(test->name, only) == 0) {
            state = seed;
            test->run();
            (void)printf("ok %s\n", test->name);
            ran++;
        }
    }
    if (ran == 0) {
        (void)fprintf(stderr, "no such test: %s\n", only == NULL ? "(none)" : only);
        return 1;
    }
    return 0;
}
