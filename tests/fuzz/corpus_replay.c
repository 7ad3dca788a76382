// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Runs a fuzz target on files, without libFuzzer: what was found once stays found, with every compiler and sanitizer.
 *
 *     replay_NAME [--changed N] FILE_OR_FOLDER...
 *
 * Besides each file as it is, N changed forms of it are run: cut, with bytes replaced, repeated or taken out. The
 * changes follow from the contents alone, so a failure comes again. No input at all is a failure.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static uint64_t state;
static unsigned long changes_n;
static unsigned long inputs_n;

/* SplitMix64. */
static uint64_t random_u64(void) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The target gets memory of exactly n bytes, so that a sanitizer sees the first byte beyond. */
static void run(const uint8_t *data, size_t n) {
    uint8_t *exact = malloc(n > 0 ? n : 1);
    if (exact == NULL) {
        (void)fprintf(stderr, "no memory\n");
        exit(1);
    }
    memcpy(exact, data, n);
    (void)LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    inputs_n++;
}

/* Changes `data` of n > 0 bytes in place and returns the new length, at most n. */
static size_t change(uint8_t *data, size_t n) {
    static const uint8_t favourites[] = {0x00, 0x01, 0x7f, 0x80, 0xff, '"', '\\', '[', '{', '}', ',', '0', '9', '-'};
    const size_t at = random_u64() % n;
    const size_t span = random_u64() % (n - at < 64 ? n - at : 64) + 1;
    const size_t from = random_u64() % (n - span + 1);
    switch (random_u64() % 6) {
    case 0: /* cut */
        return at;
    case 1: /* one bit */
        data[at] ^= (uint8_t)(1u << random_u64() % 8);
        return n;
    case 2:
        data[at] = favourites[random_u64() % sizeof favourites];
        return n;
    case 3: /* the same byte all over: lengths of 0 and of all ones */
        memset(data + at, favourites[random_u64() % 5], span);
        return n;
    case 4: /* a piece of its own, somewhere else */
        memmove(data + at, data + from, span);
        return n;
    default: /* taken out */
        memmove(data + at, data + at + span, n - at - span);
        return n - span;
    }
}

static void file_run(const char *path) {
    FILE *f = fopen(path, "rb");
    struct stat info;
    if (f == NULL || fstat(fileno(f), &info) != 0) {
        perror(path);
        exit(1);
    }
    const size_t n = (size_t)info.st_size;
    uint8_t *data = malloc(n > 0 ? n : 1);
    uint8_t *changed = malloc(n > 0 ? n : 1);
    if (data == NULL || changed == NULL || fread(data, 1, n, f) != n) {
        (void)fprintf(stderr, "%s: cannot read\n", path);
        exit(1);
    }
    (void)fclose(f);
    run(data, n);
    state = n;
    for (unsigned long i = 0; n > 0 && i < changes_n; i++) {
        memcpy(changed, data, n);
        size_t changed_n = n;
        for (uint64_t times = random_u64() % 3 + 1; times > 0 && changed_n > 0; times--) {
            changed_n = change(changed, changed_n);
        }
        run(changed, changed_n);
    }
    free(data);
    free(changed);
}

static void path_run(const char *path) {
    struct dirent **entries;
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        exit(1);
    }
    if (!S_ISDIR(info.st_mode)) {
        file_run(path);
        return;
    }
    const int n = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char name[4096];
        (void)snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            path_run(name);
        }
        free(entries[i]);
    }
    if (n >= 0) {
        free(entries);
    }
}

int main(int argc, char **argv) {
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--changed") == 0) {
        changes_n = strtoul(argv[2], NULL, 10);
        first = 3;
    }
    for (int i = first; i < argc; i++) {
        path_run(argv[i]);
    }
    if (inputs_n == 0) {
        (void)fprintf(stderr, "usage: %s [--changed N] FILE_OR_FOLDER...\nno input was run\n", argv[0]);
        return 1;
    }
    (void)printf("%lu inputs\n", inputs_n);
    return 0;
}
