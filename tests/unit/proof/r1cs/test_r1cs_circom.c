// SPDX-License-Identifier: MIT OR Apache-2.0
/* Systems and witnesses made by circom and snarkjs: nothing in them repeats on purpose. */
#include <sys/mman.h>
#include <unistd.h>

#include "harness/test.h"
#include "proof/r1cs/circom.h"

static sluice_error err;
/* Bad files are in memory, for there are thousands. */
static int image_fd = -1;
static char path[32];

static void path_make(void) {
    image_fd = memfd_create("image", MFD_CLOEXEC);
    SL_CHECK(image_fd >= 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", image_fd);
}

static void file_write(const uint8_t *data, size_t bytes) {
    SL_CHECK(ftruncate(image_fd, 0) == 0 && pwrite(image_fd, data, bytes, 0) == (ssize_t)bytes);
}

static sl_r1cs *system_of(const char *name) {
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_circom_r1cs_read(&r1cs, sl_test_vector_path(name), &err));
    return r1cs;
}

SL_TEST(mul3) {
    sl_r1cs *r1cs = system_of("r1cs/mul3.r1cs");
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    SL_CHECK(counts.inputs == 3 && counts.aux == 3 && counts.rows == 2 && counts.fields == 3);
    SL_CHECK(counts.domain_log2 == 3);
    sl_witness witness;
    SL_CHECK_OK(sl_circom_witness_read(&witness, r1cs, sl_test_vector_path("r1cs/mul3_1.wtns"), &err));
    uint64_t row;
    char scopes[16];
    SL_CHECK_OK(sl_r1cs_check(r1cs, &witness, NULL, &row, scopes, sizeof scopes, &err));
    const sl_fr one = sl_fr_one();
    for (size_t i = 0; i < 3; i++) { /* every private wire is in some row */
        sl_fr_add(&witness.fields[i], &witness.fields[i], &one);
        SL_CHECK_STATUS(sl_r1cs_check(r1cs, &witness, NULL, &row, scopes, sizeof scopes, &err), SLUICE_E_UNSATISFIED);
        SL_CHECK(strncmp(err.text, "row ", 4) == 0 && row < 2 && scopes[0] == '\0');
        sl_fr_sub(&witness.fields[i], &witness.fields[i], &one);
    }
    sl_witness_release(&witness);
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

/* Wires of rows, as a check of its own: which rows a changed wire can break. */
typedef struct row_find {
    sl_wire wire;
    uint64_t first;
} row_find;

static sluice_status row_look(void *data, uint64_t row, const sl_term *const terms[3], const size_t terms_n[3]) {
    row_find *f = data;
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < terms_n[k]; i++) {
            if (terms[k][i].wire == f->wire && f->first == UINT64_MAX) {
                f->first = row;
            }
        }
    }
    return SLUICE_OK;
}

SL_TEST(mixed) {
    sl_r1cs *r1cs = system_of("r1cs/mixed.r1cs");
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    SL_CHECK(counts.rows == 2925 && counts.inputs + counts.aux == 2924 && counts.inputs == 5);
    SL_CHECK(counts.domain_log2 == 12);
    /* Four range checks of 32 bits and four comparisons of 33, of which the top bit is an output. */
    SL_CHECK_MSG(counts.bits >= 4 * 32 + 4 * 32 && counts.bits <= 4 * 32 + 4 * 33, "%u", (unsigned)counts.bits);
    sl_witness witness;
    SL_CHECK_OK(sl_circom_witness_read(&witness, r1cs, sl_test_vector_path("r1cs/mixed_1.wtns"), &err));
    uint64_t row;
    char scopes[16];
    SL_CHECK_OK(sl_r1cs_check(r1cs, &witness, NULL, &row, scopes, sizeof scopes, &err));
    const sl_fr one = sl_fr_one();
    for (uint32_t i = 0; i < r1cs->aux_n; i += 97) {
        row_find find = {SL_WIRE_AUX | i, UINT64_MAX};
        SL_CHECK_OK(sl_r1cs_rows(r1cs, 0, counts.rows, row_look, &find, &err));
        uint32_t field = 0;
        for (uint32_t w = 0; w < i; w++) {
            field += (uint32_t)(r1cs->wire_types[w / 64] >> (w % 64) & 1);
        }
        const bool is_field = r1cs->wire_types[i / 64] >> (i % 64) & 1;
        sl_fr saved = {{0}};
        if (is_field) {
            saved = witness.fields[field];
            sl_fr_add(&witness.fields[field], &saved, &one);
        } else {
            witness.bits[i / 64] ^= UINT64_C(1) << (i % 64);
        }
        SL_CHECK_STATUS(sl_r1cs_check(r1cs, &witness, NULL, &row, scopes, sizeof scopes, &err), SLUICE_E_UNSATISFIED);
        SL_CHECK(row >= find.first);
        if (is_field) {
            witness.fields[field] = saved;
        } else {
            witness.bits[i / 64] ^= UINT64_C(1) << (i % 64);
        }
    }
    SL_CHECK_OK(sl_r1cs_check(r1cs, &witness, NULL, &row, scopes, sizeof scopes, &err));
    sl_witness_release(&witness);
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(bad_systems) {
    path_make();
    size_t bytes;
    uint8_t *data = sl_test_vector_read("r1cs/mul3.r1cs", &bytes);
    sl_r1cs *r1cs = NULL;
    for (size_t n = 0; n < bytes; n++) {
        file_write(data, n);
        const sluice_status status = sl_circom_r1cs_read(&r1cs, path, &err);
        SL_CHECK_MSG(status == SLUICE_E_TRUNCATED || status == SLUICE_E_INPUT, "%zu bytes", n);
        SL_CHECK(strstr(err.text, path) != NULL);
    }
    /* Every byte changed: a status or a system; lengths of the file are never believed. */
    for (size_t i = 0; i < bytes; i++) {
        for (int k = 0; k < 2; k++) {
            const uint8_t saved = data[i];
            data[i] ^= k == 0 ? 0x01 : 0xff;
            file_write(data, bytes);
            if (sl_circom_r1cs_read(&r1cs, path, &err) == SLUICE_OK) {
                uint8_t digest[32];
                SL_CHECK_OK(sl_r1cs_digest(r1cs, digest, NULL, NULL, &err));
                sl_r1cs_close(r1cs);
            }
            data[i] = saved;
        }
    }
    /* The magic, the version, the size of elements, the modulus, and a wire beyond the last. */
    static const struct {
        size_t at;
        const char *part;
    } cases[] = {{0, "not a .r1cs file"}, {4, "version 1"}};
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        data[cases[i].at] ^= 1;
        file_write(data, bytes);
        SL_CHECK_STATUS(sl_circom_r1cs_read(&r1cs, path, &err), SLUICE_E_INPUT);
        SL_CHECK_MSG(strstr(err.text, cases[i].part) != NULL, "%s", err.text);
        data[cases[i].at] ^= 1;
    }
    data = realloc(data, bytes + 1);
    SL_CHECK(data != NULL);
    data[bytes] = 0;
    file_write(data, bytes + 1);
    SL_CHECK_STATUS(sl_circom_r1cs_read(&r1cs, path, &err), SLUICE_E_TRUNCATED);
    free(data);
    SL_CHECK(close(image_fd) == 0);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(bad_witnesses) {
    path_make();
    sl_r1cs *r1cs = system_of("r1cs/mixed.r1cs");
    size_t bytes;
    uint8_t *data = sl_test_vector_read("r1cs/mixed_1.wtns", &bytes);
    sl_witness witness;
    const size_t first = bytes - (size_t)2924 * 32; /* values stand last in the file */
    uint32_t bit = 0;
    while (r1cs->wire_types[bit / 64] >> (bit % 64) & 1) {
        bit++;
    }
    const struct {
        size_t wire;
        uint8_t byte;
        sluice_status status;
    } cases[] = {{0, 2, SLUICE_E_INPUT},                           /* ONE */
                 {r1cs->inputs_n + bit, 2, SLUICE_E_UNSATISFIED}}; /* a bit */
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        uint8_t *value = data + first + 32 * cases[i].wire;
        const uint8_t saved = *value;
        *value = cases[i].byte;
        file_write(data, bytes);
        SL_CHECK_STATUS(sl_circom_witness_read(&witness, r1cs, path, &err), cases[i].status);
        char part[32];
        (void)snprintf(part, sizeof part, "wire %zu ", cases[i].wire);
        SL_CHECK_MSG(strstr(err.text, part) != NULL, "%s", err.text);
        *value = saved;
    }
    for (size_t wire = 0; wire < 2924; wire += 731) { /* not below r */
        uint8_t saved[32];
        memcpy(saved, data + first + 32 * wire, 32);
        memset(data + first + 32 * wire, 0xff, 32);
        file_write(data, bytes);
        SL_CHECK_STATUS(sl_circom_witness_read(&witness, r1cs, path, &err), SLUICE_E_INPUT);
        memcpy(data + first + 32 * wire, saved, 32);
    }
    for (size_t n = 0; n < bytes; n += n < 200 ? 1 : 9973) {
        file_write(data, n);
        const sluice_status status = sl_circom_witness_read(&witness, r1cs, path, &err);
        SL_CHECK(status == SLUICE_E_TRUNCATED || status == SLUICE_E_INPUT);
    }
    SL_CHECK_STATUS(sl_circom_witness_read(&witness, r1cs, sl_test_vector_path("r1cs/mul3_1.wtns"), &err),
                    SLUICE_E_MISMATCH);
    SL_CHECK_STATUS(sl_circom_witness_read(&witness, r1cs, sl_test_vector_path("r1cs/mul3.r1cs"), &err),
                    SLUICE_E_INPUT);
    free(data);
    sl_r1cs_close(r1cs);
    SL_CHECK(close(image_fd) == 0);
    SL_CHECK(sl_mem_live() == 0);
}
