// SPDX-License-Identifier: MIT OR Apache-2.0
#include <unistd.h>

#include "harness/test.h"
#include "proof/circuits/inputs/c1_write.h"

static sluice_error err;

typedef struct file {
    uint8_t *bytes;
    size_t n;
} file;

static file load(const char *sector, const char *name) {
    char path[160];
    (void)snprintf(path, sizeof path, "filecoin/porep/%s/%s", sector, name);
    file f;
    f.bytes = sl_test_vector_read(path, &f.n);
    return f;
}

static sl_c1 *parse(const char *sector, const char *name, const sl_c1_options *options) {
    const file f = load(sector, name);
    sl_c1 *c1;
    SL_CHECK_OK(sl_c1_parse(&c1, f.bytes, f.n, options, &err));
    free(f.bytes);
    return c1;
}

static void check(const sl_c1 *c1) {
    sl_pool *pool;
    SL_CHECK_OK(sl_pool_open(&pool, 2, &err));
    SL_CHECK_OK(sl_c1_check(c1, &sl_kernels_portable, pool, &err));
    sl_pool_close(pool);
}

static bool fr_lists_eq(const sl_fr *a, const sl_fr *b, size_t n) {
    return memcmp(a, b, n * sizeof *a) == 0;
}

static bool paths_eq(const sl_path *a, const sl_path *b) {
    if (!sl_fr_eq(&a->root, &b->root) || !sl_fr_eq(&a->leaf, &b->leaf) || a->levels_n != b->levels_n) {
        return false;
    }
    for (unsigned i = 0; i < a->levels_n; i++) {
        if (a->levels[i].arity != b->levels[i].arity || a->levels[i].index != b->levels[i].index ||
            !fr_lists_eq(a->levels[i].hashes, b->levels[i].hashes, a->levels[i].arity - 1)) {
            return false;
        }
    }
    return true;
}

static bool columns_eq(const sl_column *a, const sl_column *b, unsigned layers_n) {
    return a->node == b->node && fr_lists_eq(a->rows, b->rows, layers_n) && paths_eq(&a->path, &b->path);
}

static bool partitions_eq(const sl_porep_partition *a, const sl_porep_partition *b) {
    bool eq = memcmp(a->replica_id, b->replica_id, 32) == 0 && sl_fr_eq(&a->replica_id_fr, &b->replica_id_fr) &&
              sl_fr_eq(&a->comm_d, &b->comm_d) && sl_fr_eq(&a->comm_r, &b->comm_r) &&
              sl_fr_eq(&a->comm_c, &b->comm_c) && sl_fr_eq(&a->comm_r_last, &b->comm_r_last) &&
              a->layers_n == b->layers_n && a->challenges_n == b->challenges_n;
    for (unsigned i = 0; eq && i < a->challenges_n; i++) {
        const sl_porep_challenge *const x = &a->challenges[i], *const y = &b->challenges[i];
        eq = x->challenge == y->challenge && paths_eq(&x->data, &y->data) && paths_eq(&x->replica, &y->replica) &&
             columns_eq(&x->own, &y->own, a->layers_n);
        for (unsigned m = 0; eq && m < 6; m++) {
            eq = columns_eq(&x->drg[m], &y->drg[m], a->layers_n);
        }
        for (unsigned m = 0; eq && m < 8; m++) {
            eq = columns_eq(&x->exp[m], &y->exp[m], a->layers_n);
        }
    }
    return eq;
}

static void three_forms(const char *sector, const char *proof) {
    static const char *const names[] = {"c1.json", "c1-wrapped.json", "c1.bin"};
    sl_c1 *forms[3];
    for (unsigned f = 0; f < 3; f++) {
        forms[f] = parse(sector, names[f], NULL);
        const sl_c1_info *const info = sl_c1_info_of(forms[f]);
        SL_CHECK(info->form == (sl_c1_form)f);
        SL_CHECK(strcmp(info->proof.name, proof) == 0);
        SL_CHECK(info->is_proof_guessed == (f == SL_C1_RAW));
        SL_CHECK(info->has_sector == (f == SL_C1_WRAPPER) && !info->has_miner);
        SL_CHECK(info->partitions_n == 1 && info->challenges_n == 2);
        SL_CHECK(partitions_eq(sl_c1_partition(forms[f], 0), sl_c1_partition(forms[0], 0)));
        check(forms[f]);
    }
    for (unsigned f = 0; f < 3; f++) {
        sl_c1_close(forms[f]);
    }
}

SL_TEST(forms_2kib_seed1) {
    three_forms("2KiB-v1_1-seed1", "StackedDrg2KiBV1_1");
}

SL_TEST(forms_2kib_seed2) {
    three_forms("2KiB-v1_1-seed2", "StackedDrg2KiBV1_1");
}

SL_TEST(forms_4kib_seed10) {
    three_forms("4KiB-v1_1-seed10", "StackedDrg4KiBV1_1");
}

SL_TEST(variants_found) {
    static const char *const cases[][2] = {
        {"2KiB-v1-seed21", "StackedDrg2KiBV1"},
        {"2KiB-synth-seed21", "StackedDrg2KiBV1_1_Feat_SyntheticPoRep"},
        {"2KiB-ni-seed21", "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        for (int given = 0; given < 2; given++) {
            const sl_c1_options options = {.registered_proof = given ? cases[i][1] : NULL};
            sl_c1 *const c1 = parse(cases[i][0], "c1.bin", &options);
            SL_CHECK_MSG(strcmp(sl_c1_info_of(c1)->proof.name, cases[i][1]) == 0, "%s: %s", cases[i][0],
                         sl_c1_info_of(c1)->proof.name);
            SL_CHECK(sl_c1_info_of(c1)->is_proof_guessed == !given);
            check(c1);
            sl_c1_close(c1);
        }
    }
}

// The writer gives back the reference's bytes, whichever form was read.
SL_TEST(written_as_read) {
    static const char *const names[] = {"c1.json", "c1-wrapped.json", "c1.bin"};
    static const char *const sectors[] = {"2KiB-v1_1-seed1", "2KiB-v1_1-seed2", "4KiB-v1_1-seed10"};
    static const uint64_t numbers[] = {1, 0, 0};
    char dir[] = "/tmp/sluice-c1-XXXXXX", path[64];
    SL_CHECK(mkdtemp(dir) != NULL);
    (void)snprintf(path, sizeof path, "%s/c1", dir);
    for (size_t s = 0; s < SL_ARRAY_N(sectors); s++) {
        for (unsigned from = 0; from < 3; from++) {
            for (unsigned to = 0; to < 3; to++) {
                const sl_c1_options options = {.has_sector = s == 0, .sector = numbers[s]};
                sl_c1 *const c1 = parse(sectors[s], names[from], &options);
                sl_outfile out;
                SL_CHECK_OK(sl_outfile_open(&out, path, &err));
                if (to == SL_C1_WRAPPER && !sl_c1_info_of(c1)->has_sector) {
                    SL_CHECK_STATUS(sl_c1_write(c1, (sl_c1_form)to, &out, &err), SLUICE_E_USAGE);
                    sl_outfile_discard(&out);
                } else {
                    SL_CHECK_OK(sl_c1_write(c1, (sl_c1_form)to, &out, &err));
                    SL_CHECK_OK(sl_outfile_commit(&out, &err));
                    const file want = load(sectors[s], names[to]);
                    file got;
                    SL_CHECK_OK(sl_file_read_all(&got.bytes, &got.n, path, SL_C1_BYTES_MAX, &err));
                    SL_CHECK_MSG(got.n == want.n && memcmp(got.bytes, want.bytes, got.n) == 0, "%s: %s to %s",
                                 sectors[s], names[from], names[to]);
                    free(want.bytes);
                    free(got.bytes);
                    SL_CHECK(unlink(path) == 0);
                }
                sl_c1_close(c1);
            }
        }
    }
    SL_CHECK(rmdir(dir) == 0);
}
