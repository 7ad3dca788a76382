// SPDX-License-Identifier: MIT OR Apache-2.0
/* Every way in which a module can be refused, with tests/modules and, where it was built, the CUDA module. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/module/module_elf.h"
#include "backends/module/module_load.h"
#include "core/mem/buf.h"
#include "harness/test.h"

#define MODULE(name) SL_TEST_MODULES "/" name ".so"

static const sl_module_table untouched;

/* Loading fails with this status, says where, and `text`. */
static void check_refused(const char *path, sluice_status want, const char *text) {
    const sl_module_table *table = &untouched;
    sluice_error err = {0};
    const sluice_status status = sl_module_load(&table, path, &err);
    SL_CHECK_MSG(status == want, "%s: %s: %s", path, sluice_status_name(status), err.text);
    SL_CHECK(table == &untouched);
    SL_CHECK_MSG(strstr(err.text, path) != NULL && strstr(err.text, text) != NULL, "no '%s' in '%s'", text, err.text);
    SL_CHECK(sl_module_load(&table, path, NULL) == want);
}

static const sl_module_table *good(void) {
    const sl_module_table *table;
    sluice_error err;
    SL_CHECK_OK(sl_module_load(&table, MODULE("good"), &err));
    return table;
}

/* A copy in the test's folder, open for writing. */
static int copy_open(char path[1024], const char *from, off_t *bytes) {
    FILE *f = fopen(from, "rb");
    SL_CHECK_MSG(f != NULL, "cannot open %s", from);
    struct stat info;
    SL_CHECK(fstat(fileno(f), &info) == 0);
    *bytes = info.st_size;
    char *contents = malloc((size_t)*bytes);
    SL_CHECK(contents != NULL && fread(contents, 1, (size_t)*bytes, f) == (size_t)*bytes && fclose(f) == 0);
    (void)snprintf(path, 1024, "%s", sl_test_temp_write("copy.so", contents, (size_t)*bytes));
    free(contents);
    const int fd = open(path, O_RDWR);
    SL_CHECK(fd >= 0);
    return fd;
}

/* A file that is cut is refused at whatever length, before anything of it is mapped. */
static void check_cut(const char *from) {
    char path[1024];
    off_t bytes;
    const int fd = copy_open(path, from, &bytes);
    sluice_error err = {0};
    SL_CHECK_OK(sl_module_elf_check(path, &err));
    for (off_t cut = 1; cut <= bytes; cut += cut < 32 ? 1 : 1 + bytes / 200) {
        SL_CHECK(ftruncate(fd, bytes - cut) == 0);
        check_refused(path, SLUICE_E_TRUNCATED, "expected");
    }
    for (off_t left = 80; left >= 0; left--) {
        SL_CHECK(ftruncate(fd, left) == 0);
        check_refused(path, SLUICE_E_TRUNCATED, "");
    }
    SL_CHECK(close(fd) == 0);
}

SL_TEST(a_good_module) {
    const sl_module_table *table = good();
    SL_CHECK(strcmp(table->name, "pretended") == 0 && table == good());
    sluice_error err;
    SL_CHECK_OK(sl_module_device_check(table, 0, &err));
}

SL_TEST(paths) {
    check_refused("good.so", SLUICE_E_USAGE, "must be absolute");
    check_refused("", SLUICE_E_USAGE, "must be absolute");
    check_refused("./good.so", SLUICE_E_USAGE, "must be absolute");
    check_refused(MODULE("nothing"), SLUICE_E_UNKNOWN, "");
    check_refused(SL_TEST_MODULES, SLUICE_E_INPUT, "");
}

SL_TEST(tables_that_are_refused) {
    check_refused(MODULE("no_table"), SLUICE_E_INPUT, "no symbol sluice_module");
    check_refused(MODULE("no_library"), SLUICE_E_INPUT, "sl_no_such_function");
    check_refused(MODULE("no_entry"), SLUICE_E_INPUT, "empty entry");
    check_refused(MODULE("other_mark"), SLUICE_E_INPUT, "found 1122334455667788");
    char text[80];
    (void)snprintf(text, sizeof text, "expected ABI version %d, found %d", SL_MODULE_ABI, SL_MODULE_ABI + 1);
    check_refused(MODULE("other_abi"), SLUICE_E_MISMATCH, text);
    (void)snprintf(text, sizeof text, "expected a table of %zu bytes, found %zu", sizeof(sl_module_table),
                   sizeof(sl_module_table) + 8);
    check_refused(MODULE("other_size"), SLUICE_E_MISMATCH, text);
    check_refused(MODULE("other_version"), SLUICE_E_MISMATCH, "found 0.0.7");
    check_refused(MODULE("other_targets"), SLUICE_E_INPUT, "found 'gfx_90'");
}

SL_TEST(files_that_are_cut) {
    check_cut(MODULE("good"));
}

/* Loading is not tried: the headers say where code goes. */
SL_TEST(files_with_changed_headers) {
    char path[1024];
    off_t bytes;
    const int fd = copy_open(path, MODULE("good"), &bytes);
    for (off_t at = 0; at < 64 + 56 * 12; at++) {
        uint8_t byte;
        SL_CHECK(pread(fd, &byte, 1, at) == 1);
        for (unsigned bit = 0; bit < 8; bit++) {
            const uint8_t changed = (uint8_t)(byte ^ 1U << bit);
            SL_CHECK(pwrite(fd, &changed, 1, at) == 1);
            sluice_error err = {0};
            const sluice_status status = sl_module_elf_check(path, &err);
            SL_CHECK_MSG(status != SLUICE_OK || at >= 6, "bit %u of byte %d", bit, (int)at); /* mark, class, order */
            SL_CHECK(status == SLUICE_OK || strstr(err.text, path) != NULL);
        }
        SL_CHECK(pwrite(fd, &byte, 1, at) == 1);
    }
    SL_CHECK(close(fd) == 0);
    const char *text =
        sl_test_temp_write("text.so", "no shared object, but long enough to be the header of one.......", 64);
    check_refused(text, SLUICE_E_CORRUPT, "does not begin as ELF");
}

SL_TEST(targets) {
    static const struct {
        const char *targets;
        uint32_t compute;
        const char *want;
    } cases[] = {
        {"sm_80 sm_86 sm_90 compute_90", 90, "sm_90"},
        {"sm_80 sm_86 sm_90 compute_90", 89, "sm_86"},
        {"sm_86 sm_80", 80, "sm_80"},
        {"sm_80 sm_90 compute_90", 120, "compute_90"},
        {"compute_80 compute_90", 100, "compute_90"},
        {"compute_80 sm_90", 90, "sm_90"},
        {"compute_80 sm_80", 90, "compute_80"},
        {"sm_120", 120, "sm_120"},
        {"sm_80 sm_90 compute_90", 75, NULL},
        {"sm_90", 100, NULL},
        {"compute_100", 90, NULL},
        {"sm_86", 80, NULL},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        char found[24] = "untouched";
        const bool is_found = sl_module_target_find(found, cases[i].targets, cases[i].compute);
        SL_CHECK_MSG(strcmp(found, cases[i].want == NULL ? "untouched" : cases[i].want) == 0, "case %zu: %s", i, found);
        SL_CHECK(is_found == (cases[i].want != NULL));
    }
}

SL_TEST(devices_that_are_refused) {
    const sl_module_table *table = good();
    sluice_error err = {0};
    SL_CHECK_STATUS(sl_module_device_check(table, 1, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "7.5; the module has code for sm_80 sm_90 compute_90") != NULL, "%s", err.text);
    SL_CHECK_STATUS(sl_module_device_check(table, 2, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "computes wrongly: fr_mul of pair 71") != NULL, "%s", err.text);
    SL_CHECK_STATUS(sl_module_device_check(table, 3, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "computes wrongly: the sum of pair 901") != NULL, "%s", err.text);
    SL_CHECK_STATUS(sl_module_device_check(table, 4, &err), SLUICE_E_DEVICE);
    sl_mem_fail_after(0);
    SL_CHECK_STATUS(sl_module_device_check(table, 0, &err), SLUICE_E_NO_MEMORY);
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK_OK(sl_module_device_check(table, 0, &err));
}

static void check_report(const char *path, const char *text) {
    char report[1024];
    sl_module_report(report, sizeof report, path);
    SL_CHECK_MSG(strstr(report, text) != NULL, "no '%s' in '%s'", text, report);
    for (size_t bytes = 1; bytes < 100; bytes += 49) { /* cut, and ended */
        char small[101];
        memset(small, 'x', sizeof small);
        sl_module_report(small, bytes, path);
        SL_CHECK(strlen(small) == SL_MIN(bytes - 1, strlen(report)) && small[bytes] == 'x');
    }
}

SL_TEST(reports) {
    check_report(MODULE("good"),
                 "pretended module (sm_80 sm_90 compute_90); device 0: Pretended, compute 9.0, 3.0 GiB: its "
                 "arithmetic is right (sm_90); device 1: Pretended, compute 7.5, 3.0 GiB: device 1 has compute");
    check_report(MODULE("good"), "device 2: Pretended, compute 12.0, 3.0 GiB: device 2 computes wrongly");
    check_report(MODULE("no_driver"),
                 "none: pretended module (sm_80 sm_90 compute_90): no device: pretended, no driver");
    check_report(MODULE("other_abi"), "expected ABI version ");
    check_report("good.so", "none: good.so: the path of a module must be absolute");
}

/* The module that nvcc made. Without a driver it says so; a device that is there is checked. */
SL_TEST(the_cuda_module) {
#ifdef SL_TEST_CUDA_MODULE
    const sl_module_table *table;
    sluice_error err = {0};
    SL_CHECK_OK(sl_module_load(&table, SL_TEST_CUDA_MODULE, &err));
    SL_CHECK(strcmp(table->name, "cuda") == 0);
    uint32_t devices_n = 77;
    const sluice_status status = table->devices_count(&devices_n, &err);
    if (status == SLUICE_OK) {
        sl_module_device_info info;
        char code[24];
        SL_CHECK(devices_n > 0);
        SL_CHECK_OK(table->device_info(&info, 0, &err));
        const bool has_code = sl_module_target_find(code, table->targets, info.compute);
        SL_CHECK(sl_module_device_check(table, 0, &err) == (has_code ? SLUICE_OK : SLUICE_E_DEVICE));
    } else {
        SL_CHECK_MSG(status == SLUICE_E_DEVICE && devices_n == 77 && strstr(err.text, "no device: ") != NULL, "%s",
                     err.text);
        SL_CHECK(table->devices_count(&devices_n, NULL) == SLUICE_E_DEVICE);
        sl_module_device *device = NULL;
        SL_CHECK_STATUS(table->device_open(&device, 0, &err), SLUICE_E_DEVICE);
        SL_CHECK(device == NULL);
        check_report(SL_TEST_CUDA_MODULE, "none: cuda module (");
    }
    table->device_close(NULL);
    check_cut(SL_TEST_CUDA_MODULE);
#else
    SL_SKIP("this build has no CUDA module");
#endif
}
