// SPDX-License-Identifier: MIT OR Apache-2.0
/* Files of structures: damaged, cut, and made with bad intent. The good case is in test_r1cs_random.c. */
#include <sys/mman.h>
#include <unistd.h>

#include "harness/test.h"
#include "math/hash/blake2s_tree.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/columns.h"
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/r1cs_file.h"

static sluice_error err;

typedef struct image {
    uint8_t *data;
    size_t bytes;
} image;

/* Images are put in a file in memory, for there are thousands. */
static int image_fd = -1;
static char path[32];

static void path_make(void) {
    image_fd = memfd_create("image", MFD_CLOEXEC);
    SL_CHECK(image_fd >= 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", image_fd);
}

static void row(sl_cs *cs, const sl_wire *wires, size_t n) {
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    for (size_t i = 0; i < n; i++) {
        const sl_fr coeff = sl_fr_from_u64(3 * i + 1);
        sl_lc_add(&lcs[i % 3], wires[i], &coeff);
    }
    sl_cs_enforce(cs, &lcs[0], &lcs[1], &lcs[2]);
    for (int i = 0; i < 3; i++) {
        sl_lc_free(&lcs[i]);
    }
}

/* Every kind of thing once: inputs, both types, pins of all kinds, two templates, a wire that nobody owns. */
static image small_file(void) {
    sl_cs *cs = NULL;
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    const sl_wire i = sl_cs_input(cs, NULL);
    const sl_wire f = sl_cs_alloc(cs, NULL), b = sl_cs_alloc_bit(cs, false);
    row(cs, (const sl_wire[]){SL_WIRE_ONE, b, f, i}, 4);
    for (uint32_t k = 0; k < 2; k++) {
        (void)sl_cs_alloc_bit(cs, false);
        sl_cs_scope_open(cs, "scope", k);
        const sl_wire own = sl_cs_alloc(cs, NULL), own_input = sl_cs_input(cs, NULL);
        row(cs, (const sl_wire[]){f, b, i, own, own_input, SL_WIRE_ONE}, 6);
        sl_cs_scope_close(cs);
    }
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    char saved[] = "/tmp/sluice-r1cs-XXXXXX";
    const int fd = mkstemp(saved);
    SL_CHECK(fd >= 0 && close(fd) == 0);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, saved, &err));
    sl_r1cs_label label = {.circuit = "small", .rows_digest = {1, 2, 3}};
    SL_CHECK_OK(sl_r1cs_save(r1cs, &label, &file, &err));
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    sl_r1cs_close(r1cs);
    image out;
    SL_CHECK_OK(sl_file_read_all(&out.data, &out.bytes, saved, 1 << 20, &err));
    SL_CHECK(unlink(saved) == 0);
    return out;
}

static sluice_status load(const uint8_t *data, size_t bytes, sl_r1cs **out) {
    SL_CHECK(ftruncate(image_fd, 0) == 0 && pwrite(image_fd, data, bytes, 0) == (ssize_t)bytes);
    return sl_r1cs_load(out, NULL, path, NULL, &err);
}

static void digest_set(image *file) {
    sl_r1cs_file_head head;
    memcpy(&head, file->data, sizeof head);
    memset(head.digest, 0, sizeof head.digest);
    memcpy(file->data, &head, sizeof head);
    sl_blake2s_tree_digest(head.digest, file->data, file->bytes);
    memcpy(file->data, &head, sizeof head);
}

SL_TEST(label) {
    path_make();
    const image file = small_file();
    SL_CHECK(pwrite(image_fd, file.data, file.bytes, 0) == (ssize_t)file.bytes);
    sl_pool *pool = NULL;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    sl_r1cs *r1cs = NULL;
    sl_r1cs_label label;
    SL_CHECK_OK(sl_r1cs_load(&r1cs, &label, path, pool, &err));
    sl_pool_close(pool);
    uint8_t stated[32];
    const uint8_t rows_digest[32] = {1, 2, 3};
    memcpy(stated, file.data + offsetof(sl_r1cs_file_head, digest), sizeof stated);
    SL_CHECK(strcmp(label.circuit, "small") == 0);
    SL_CHECK_MEM(label.rows_digest, rows_digest, 32);
    SL_CHECK_MEM(label.file_digest, stated, 32);

    /* The same structure is the same file; the digest of one that is not written is the file's. */
    sl_r1cs_label again = {.circuit = "small", .rows_digest = {1, 2, 3}};
    SL_CHECK_OK(sl_r1cs_label_digest(r1cs, &again, &err));
    SL_CHECK_MEM(again.file_digest, stated, 32);
    again.circuit[0] = 'S';
    SL_CHECK_OK(sl_r1cs_label_digest(r1cs, &again, &err));
    SL_CHECK(memcmp(again.file_digest, stated, 32) != 0);
    sl_r1cs_close(r1cs);
    SL_CHECK(close(image_fd) == 0);
    free(file.data);
}

static sluice_status row_ignore(void *data, uint64_t at, const sl_term *const terms[3], const size_t terms_n[3]) {
    (void)data, (void)at, (void)terms, (void)terms_n;
    return SLUICE_OK;
}

static void node_ignore(void *data, const sl_r1cs_census_node *node) {
    (void)data, (void)node;
}

static void run_ignore(void *data, uint32_t first_wire, uint32_t n, uint32_t first_field) {
    (void)data, (void)first_wire, (void)n, (void)first_field;
}

/* Whatever was accepted must be usable. */
static void ones_fill(void *data, sl_fr *const out[3], uint64_t first, size_t n) {
    (void)data;
    (void)first;
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; out[k] != NULL && i < n; i++) {
            out[k][i] = sl_fr_one();
        }
    }
}

static void use(const sl_r1cs *r1cs) {
    uint8_t digest[32];
    SL_CHECK_OK(sl_r1cs_digest(r1cs, digest, NULL, NULL, &err));
    SL_CHECK_OK(sl_r1cs_rows(r1cs, 0, r1cs->rows_n, row_ignore, NULL, &err));
    SL_CHECK_OK(sl_r1cs_census(r1cs, node_ignore, NULL, &err));
    sl_r1cs_field_runs(r1cs, 0, r1cs->aux_n, run_ignore, NULL);
    sl_density density;
    SL_CHECK_OK(sl_r1cs_density(r1cs, &density, &err));
    sl_density_release(&density);
    char text[64];
    for (uint32_t i = 0; i < r1cs->rows_n; i++) {
        sl_r1cs_row_path(r1cs, i, text, sizeof text);
    }
    sl_cs *cs = NULL;
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    const sl_fr two = sl_fr_from_u64(2);
    for (uint32_t i = 1; i < r1cs->inputs_n; i++) {
        (void)sl_cs_input(cs, &two);
    }
    for (uint32_t i = 0; i < r1cs->aux_n; i++) {
        (void)((r1cs->wire_types[i / 64] >> (i % 64) & 1) ? sl_cs_alloc(cs, &two) : sl_cs_alloc_bit(cs, true));
    }
    sl_witness witness;
    SL_CHECK_OK(sl_cs_finish_witness(cs, &witness, &err));
    sl_cs_close(cs);
    const size_t n = (size_t)r1cs->rows_n + r1cs->inputs_n;
    const size_t wires = (size_t)r1cs->inputs_n + r1cs->aux_n;
    sl_fr *values = calloc(3 * n + 3 * wires, sizeof *values);
    SL_CHECK(values != NULL);
    sl_r1cs_eval(r1cs, &witness, 0, n, values, values + n, values + 2 * n, NULL);
    const sl_row_values ones = {7, ones_fill, NULL};
    sl_fr *const columns[3] = {values, values + wires, values + 2 * wires};
    sl_r1cs_input_columns(r1cs, &ones, columns, NULL);
    sl_r1cs_aux_columns(r1cs, &ones, 0, r1cs->aux_n, values, NULL);
    free(values);
    sl_witness_release(&witness);
}

SL_TEST(cut_and_grown) {
    path_make();
    const image file = small_file();
    sl_r1cs *r1cs = NULL;
    for (size_t n = 0; n < file.bytes; n++) {
        const sluice_status status = load(file.data, n, &r1cs);
        SL_CHECK_MSG(status == SLUICE_E_TRUNCATED, "%zu bytes: %s", n, err.text);
        SL_CHECK(strstr(err.text, path) != NULL);
    }
    uint8_t *grown = calloc(1, file.bytes + 64);
    SL_CHECK(grown != NULL);
    memcpy(grown, file.data, file.bytes);
    SL_CHECK_STATUS(load(grown, file.bytes + 1, &r1cs), SLUICE_E_TRUNCATED);
    SL_CHECK_STATUS(load(grown, file.bytes + 64, &r1cs), SLUICE_E_TRUNCATED);
    SL_CHECK_OK(load(file.data, file.bytes, &r1cs));
    use(r1cs);
    sl_r1cs_close(r1cs);
    SL_CHECK(close(image_fd) == 0);
    SL_CHECK_STATUS(sl_r1cs_load(&r1cs, NULL, path, NULL, &err), SLUICE_E_UNKNOWN);
    free(grown);
    free(file.data);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(every_damaged_byte_is_seen) {
    path_make();
    const image file = small_file();
    for (size_t i = 0; i < file.bytes; i++) {
        sl_r1cs *r1cs = NULL;
        file.data[i] ^= (uint8_t)(1 << i % 8);
        const sluice_status status = load(file.data, file.bytes, &r1cs);
        SL_CHECK_MSG(status == SLUICE_E_CORRUPT || status == SLUICE_E_TRUNCATED || (i < 16 && status == SLUICE_E_INPUT),
                     "byte %zu", i);
        file.data[i] ^= (uint8_t)(1 << i % 8);
    }
    SL_CHECK(close(image_fd) == 0);
    free(file.data);
    SL_CHECK(sl_mem_live() == 0);
}

/* With a digest that fits, each byte by itself: refused, or as good as any other system. */
SL_TEST(hostile_bytes) {
    path_make();
    image file = small_file();
    unsigned refused = 0, accepted = 0;
    const size_t rows_digest = offsetof(sl_r1cs_file_head, rows_digest); /* any will do */
    for (size_t i = 8; i < file.bytes; i++) {
        i = i == rows_digest ? i + 32 : i;
        static const uint8_t changes[4] = {0x01, 0x80, 0xff, 0x10};
        for (int k = 0; k < 4; k++) {
            sl_r1cs *r1cs = NULL;
            file.data[i] ^= changes[k];
            digest_set(&file);
            const sluice_status status = load(file.data, file.bytes, &r1cs);
            if (status == SLUICE_OK) {
                accepted++;
                if (r1cs->inputs_n < 1000) { /* inputs that nobody uses are allowed */
                    use(r1cs);
                }
                sl_r1cs_close(r1cs);
            } else {
                refused++;
                SL_CHECK_MSG(status == SLUICE_E_CORRUPT || status == SLUICE_E_TRUNCATED || status == SLUICE_E_INPUT,
                             "byte %zu: %s", i, err.text);
            }
            file.data[i] ^= changes[k];
        }
    }
    /* Other coefficients, names and scope indexes make other systems; everything else is refused. */
    SL_CHECK_MSG(refused > 4 * accepted / 3 && accepted > 0, "%u refused, %u accepted", refused, accepted);
    SL_CHECK(close(image_fd) == 0);
    free(file.data);
    SL_CHECK(sl_mem_live() == 0);
}

/* Chosen contradictions, each refused as such. */
SL_TEST(contradictions) {
    path_make();
    image file = small_file();
    sl_r1cs_file_head head;
    memcpy(&head, file.data, sizeof head);
#define ARRAY(field) head.arrays[SL_R1CS_ARRAY_##field].offset
    const struct {
        size_t at;
        uint32_t value;
        const char *part;
    } cases[] = {
        {offsetof(sl_r1cs_file_head, version), 1, "expected version 2"},
        {offsetof(sl_r1cs_file_head, inputs_n), 0, "are no circuit"},
        {offsetof(sl_r1cs_file_head, aux_n), 0x80000000, "are no circuit"},
        {offsetof(sl_r1cs_file_head, aux_n), 65, "wire types: expected 2 words"},
        {offsetof(sl_r1cs_file_head, rows_n), 0x7fffffff, "are no circuit"},
        {offsetof(sl_r1cs_file_head, rows_n), 4, "expected 4 rows"},
        {offsetof(sl_r1cs_file_head, fields_n), 2, "expected 2 fields"},
        {offsetof(sl_r1cs_file_head, nonzeros[1]), 1, "nonzeros of B"},
        {offsetof(sl_r1cs_file_head, arrays[2].n) + 4, 1, "beyond the end"},
        {offsetof(sl_r1cs_file_head, circuit), 0x0a0a0a0a, "name of the circuit"},
        {offsetof(sl_r1cs_file_head, circuit), 0, "name of the circuit"}, /* something behind its end */
        {offsetof(sl_r1cs_file_head, circuit) + 60, 0x41414141, "name of the circuit"},
        {ARRAY(wire_types), 0x80000001, "wire types"},
        {ARRAY(coeffs), 5, "do not start with 1 and -1"},
        {ARRAY(coeffs) + 64 + 28, 0x7fffffff, "coefficient 2 is zero or not below r"},
        {ARRAY(templates) + 24, 0, "template 0 of 0 rows"},
        {ARRAY(templates) + 40, 0, "template 1"},
        {ARRAY(templates) + 28, 0x7fffffff, "template 0"},
        {ARRAY(slot_types), 0, "slot types"},
        {ARRAY(lc_ends), 1, "the first row starts at term 1"},
        {ARRAY(lc_ends) + 4, 100, "terms 0 to 100"},
        {ARRAY(terms), 50, "term of slot 50"},
        {ARRAY(terms) + 4, 99, "coefficient 99"},
        {ARRAY(instances) + 8, 9, "template 9"},
        {ARRAY(instances) + 12, 9, "scope 9"},
        {ARRAY(instances) + 16, 1, "out of place"},
        {ARRAY(instances) + 32, 1, "out of place"},
        {ARRAY(instances) + 32 + 20, 0, "out of place"}, /* own wires twice */
        {ARRAY(instances) + 32 + 24, 1, "out of place"},
        {ARRAY(instances) + 28, 1, "instance 0"},
        {ARRAY(pins), 1, "pin 2 is input wire 1: repeated"},
        {ARRAY(pins), 0x80000003, "not allocated before"}, /* its own wire */
        {ARRAY(pins), 0x80000001, "of the wrong type"},    /* a bit */
        {ARRAY(pins), 0, "pin 0 is input wire 0"},         /* ONE */
        {ARRAY(scopes) + 28 + 8, 1, "scope 1: parent 1"},  /* its own parent */
        {ARRAY(scopes) + 28, 0xffff, "scope 1: parent 0, name 65535"},
        {ARRAY(scopes) + 12, 1, "scope 0"},
        {ARRAY(names) + 1, 0x0a0a0a0a, "names of scopes"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        uint8_t saved[4];
        sl_r1cs *r1cs = NULL;
        memcpy(saved, file.data + cases[i].at, 4);
        memcpy(file.data + cases[i].at, &cases[i].value, 4);
        digest_set(&file);
        const sluice_status status = load(file.data, file.bytes, &r1cs);
        SL_CHECK_MSG(status != SLUICE_OK && strstr(err.text, cases[i].part) != NULL, "case %zu: %s", i,
                     status == SLUICE_OK ? "accepted" : err.text);
        memcpy(file.data + cases[i].at, saved, 4);
    }
    SL_CHECK(close(image_fd) == 0);
    free(file.data);
    SL_CHECK(sl_mem_live() == 0);
}
