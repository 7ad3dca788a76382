// SPDX-License-Identifier: MIT OR Apache-2.0
// One wrong byte anywhere in a C1 file is refused, and the error names partition, challenge and field.
#include "harness/test.h"
#include "proof/circuits/inputs/c1.h"

static sluice_error err;
static sl_pool *pool;

static uint8_t *load(const char *sector, const char *name, size_t *n) {
    char path[160];
    (void)snprintf(path, sizeof path, "filecoin/porep/%s/%s", sector, name);
    return sl_test_vector_read(path, n);
}

// Reads and checks; the status of the step that failed.
static sluice_status try_c1(const uint8_t *bytes, size_t n, const sl_c1_options *options) {
    sl_c1 *c1;
    err.text[0] = 0;
    if (pool == NULL) {
        SL_CHECK_OK(sl_pool_open(&pool, 1, &err));
    }
    sluice_status status = sl_c1_parse(&c1, bytes, n, options, &err);
    if (status == SLUICE_OK) {
        status = sl_c1_check(c1, &sl_kernels_portable, pool, &err);
        sl_c1_close(c1);
    }
    return status;
}

/* --- every field of the raw form --- */

enum { FIELDS_MAX = 4096 };

typedef struct field {
    size_t at, bytes;
    char where[32], name[2][48]; /* what the error must contain */
} field;

typedef struct map {
    const uint8_t *bytes;
    size_t at;
    size_t n;
    char where[32];
    field *fields;
} map;

static void map_add(map *m, size_t bytes, const char *name, const char *part) {
    SL_CHECK(m->n < FIELDS_MAX);
    field *const f = &m->fields[m->n++];
    f->at = m->at;
    f->bytes = bytes;
    (void)snprintf(f->where, sizeof f->where, "%s", m->where);
    (void)snprintf(f->name[0], sizeof f->name[0], "%s", name);
    (void)snprintf(f->name[1], sizeof f->name[1], "%s", part);
    m->at += bytes;
}

static uint64_t map_count(map *m, const char *name, const char *part) {
    uint64_t n;
    memcpy(&n, m->bytes + m->at, 8);
    map_add(m, 8, name, part);
    return n;
}

static void map_levels(map *m, const char *name) {
    const uint64_t levels_n = map_count(m, name, "");
    for (uint64_t i = 0; i < levels_n; i++) {
        const uint64_t hashes_n = map_count(m, name, "");
        for (uint64_t k = 0; k < hashes_n; k++) {
            map_add(m, 32, name, "");
        }
        map_add(m, 8, name, "index");
    }
}

static void map_path(map *m, const char *name) {
    uint32_t tag;
    memcpy(&tag, m->bytes + m->at, 4);
    map_add(m, 4, name, "");
    for (uint32_t i = 0; tag > 0 && i <= tag; i++) {
        map_levels(m, name);
    }
    map_add(m, 32, name, "root");
    map_add(m, 32, name, "leaf");
    if (tag == 0) {
        map_levels(m, name);
    }
}

static void map_column(map *m, const char *name) {
    char path[48];
    map_add(m, 4, name, "column.index");
    const uint64_t rows_n = map_count(m, name, "rows");
    for (uint64_t i = 0; i < rows_n; i++) {
        map_add(m, 32, name, "rows");
    }
    SL_CHECK(snprintf(path, sizeof path, "%s.inclusion_proof", name) < (int)sizeof path);
    map_path(m, path);
}

static void map_labels(map *m, const char *name) {
    const uint64_t parents_n = map_count(m, name, "parents");
    for (uint64_t i = 0; i < parents_n; i++) {
        char part[48];
        (void)snprintf(part, sizeof part, "parents[%u]", (unsigned)i);
        map_add(m, 32, name, part);
    }
    map_add(m, 4, name, "layer_index");
    map_add(m, 8, name, "node");
}

static void map_proof(map *m) {
    static const char *const lists[] = {"drg_parents", "exp_parents"};
    char name[48];
    map_path(m, "comm_d_proofs");
    map_path(m, "comm_r_last_proof");
    map_column(m, "c_x");
    for (unsigned list = 0; list < 2; list++) {
        const uint64_t n = map_count(m, lists[list], "");
        for (uint64_t i = 0; i < n; i++) {
            (void)snprintf(name, sizeof name, "%s[%u]", lists[list], (unsigned)i);
            map_column(m, name);
        }
    }
    const uint64_t labels_n = map_count(m, "", "");
    for (uint64_t i = 0; i < labels_n; i++) {
        (void)snprintf(name, sizeof name, "labeling_proofs[%u]", (unsigned)i);
        map_labels(m, name);
    }
    map_labels(m, "encoding_proof");
}

static void map_file(map *m, size_t n) {
    const uint64_t partitions_n = map_count(m, "", "");
    for (uint64_t k = 0; k < partitions_n; k++) {
        (void)snprintf(m->where, sizeof m->where, "partition %u", (unsigned)k);
        const uint64_t proofs_n = map_count(m, "challenges", "");
        for (uint64_t i = 0; i < proofs_n; i++) {
            (void)snprintf(m->where, sizeof m->where, "partition %u, challenge %u", (unsigned)k, (unsigned)i);
            map_proof(m);
        }
    }
    m->where[0] = 0;
    map_add(m, 32, "comm_r", "");
    map_add(m, 32, "comm_d", "");
    map_add(m, 32, "replica_id", "");
    map_add(m, 32, "seed", "");
    map_add(m, 32, "ticket", "");
    SL_CHECK(m->at == n);
}

/* Changes one byte of every `step`-th field. */
static void spoil_fields(const char *sector, size_t step, const sl_c1_options *options) {
    size_t n;
    uint8_t *const bytes = load(sector, "c1.bin", &n);
    map m = {.bytes = bytes, .fields = calloc(FIELDS_MAX, sizeof(field))};
    SL_CHECK(m.fields != NULL);
    map_file(&m, n);
    SL_CHECK_OK(try_c1(bytes, n, options));
    for (size_t i = 0; i < m.n; i += step) {
        const field *const f = &m.fields[i];
        // A count of billions and one that is off by one; in other fields any byte.
        const size_t at = f->at + (f->bytes == 32 ? sl_test_u64() % 31 : i % 2 ? 0 : f->bytes - 1);
        const uint8_t was = bytes[at];
        bytes[at] ^= (uint8_t)(1 + sl_test_u64() % 255);
        const sluice_status status = try_c1(bytes, n, options);
        bytes[at] = was;
        const bool is_ticket = strcmp(f->name[0], "ticket") == 0;
        if (is_ticket && (options == NULL || !options->has_miner)) {
            SL_CHECK(status == SLUICE_OK);
            continue;
        }
        SL_CHECK_MSG(status != SLUICE_OK, "%s %s %s at %zu was not noticed", f->where, f->name[0], f->name[1], at);
        SL_CHECK_MSG(strstr(err.text, f->where) != NULL && strstr(err.text, f->name[0]) != NULL &&
                         strstr(err.text, f->name[1]) != NULL,
                     "%s %s %s at %zu: %s", f->where, f->name[0], f->name[1], at, err.text);
    }
    free(m.fields);
    free(bytes);
}

SL_TEST(fields_sampled) {
    spoil_fields("2KiB-v1_1-seed1", 11, NULL);
    const sl_c1_options ids = {.has_miner = true, .miner = 1000, .has_sector = true, .sector = 1};
    spoil_fields("2KiB-v1_1-seed1", 37, &ids);
}

SL_TEST(fields_of_stacked_trees) {
    const sl_c1_options named = {.registered_proof = "StackedDrg4KiBV1_1"};
    spoil_fields("4KiB-v1_1-seed10", 23, &named);
}

SL_TEST_FULL(every_field) {
    const sl_c1_options ids = {.has_miner = true, .miner = 1000, .has_sector = true, .sector = 1};
    spoil_fields("2KiB-v1_1-seed1", 1, &ids);
    spoil_fields("2KiB-v1-seed21", 1, NULL);
    spoil_fields("2KiB-synth-seed21", 1, NULL);
}
