// SPDX-License-Identifier: MIT OR Apache-2.0
/* The n-th allocation fails, for every n: a status, nothing kept, and no half-made result. */
#include <unistd.h>

#include "core/sys/random.h"
#include "harness/test.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/circom.h"

static sluice_error err;
static char path[] = "/tmp/sluice-r1cs-XXXXXX";

static void row(sl_cs *cs, sl_lc lcs[3], const sl_wire *wires, size_t n, uint64_t salt) {
    for (int i = 0; i < 3; i++) {
        sl_lc_clear(&lcs[i]);
    }
    for (size_t i = 0; i < n; i++) {
        const sl_fr coeff = sl_fr_from_u64(salt + 5 * i);
        sl_lc_add(&lcs[i % 3], wires[n - 1 - i], &coeff);
    }
    sl_lc_normalize(&lcs[2]);
    sl_cs_enforce(cs, &lcs[0], &lcs[1], &lcs[2]);
}

/* Makes every array and index of the builder grow at least once. */
static void circuit(sl_cs *cs) {
    static sl_wire wires[900];
    static char names[300][8];
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    for (size_t i = 0; i < SL_ARRAY_N(wires); i++) {
        wires[i] = i % 3 == 0 ? sl_cs_input(cs, NULL) : i % 3 == 1 ? sl_cs_alloc(cs, NULL) : sl_cs_alloc_bit(cs, false);
    }
    row(cs, lcs, wires, SL_ARRAY_N(wires), 1);
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        (void)snprintf(names[i], sizeof names[i], "n%zu", i);
        sl_replay replay;
        if (!sl_cs_scope_open_keyed(cs, names[i % 200], 0, &i, i % 2 * sizeof i, wires + i, 5, &replay)) {
            row(cs, lcs, wires + i, 5, i);
            (void)sl_cs_alloc(cs, NULL);
            sl_cs_scope_keep(cs, &i, sizeof i);
            sl_cs_scope_close(cs);
        }
    }
    sl_cs_scope_open(cs, "all", 0);
    row(cs, lcs, wires, SL_ARRAY_N(wires), 1);
    sl_cs_scope_close(cs);
    for (int i = 0; i < 3; i++) {
        sl_lc_free(&lcs[i]);
    }
}

static sluice_status build(sl_r1cs **out) {
    sl_cs *cs = NULL;
    SL_TRY(sl_cs_open_shape(&cs, &err));
    circuit(cs);
    const sluice_status status = sl_cs_finish_shape(cs, out, &err);
    sl_cs_close(cs);
    return status;
}

static sluice_status row_ignore(void *data, uint64_t at, const sl_term *const terms[3], const size_t terms_n[3]) {
    (void)data, (void)at, (void)terms, (void)terms_n;
    return SLUICE_OK;
}

static void node_ignore(void *data, const sl_r1cs_census_node *node) {
    (void)data, (void)node;
}

static sl_r1cs *made; /* for the readers */

static sluice_status do_build(void) {
    sl_r1cs *r1cs = NULL;
    SL_TRY(build(&r1cs));
    sl_r1cs_close(r1cs);
    return SLUICE_OK;
}

static sluice_status do_read(void) {
    uint8_t digest[32];
    sl_density density;
    SL_TRY(sl_r1cs_digest(made, digest, NULL, NULL, &err));
    SL_TRY(sl_r1cs_rows(made, 0, 2, row_ignore, NULL, &err));
    SL_TRY(sl_r1cs_census(made, node_ignore, NULL, &err));
    SL_TRY(sl_r1cs_density(made, &density, &err));
    sl_density_release(&density);
    return SLUICE_OK;
}

static sluice_status do_witness(void) {
    sl_cs *cs = NULL;
    SL_TRY(sl_cs_open_witness(&cs, made, &err));
    sl_cs_close(cs);
    return SLUICE_OK;
}

static sluice_status do_load(void) {
    sl_r1cs *r1cs = NULL;
    SL_TRY(sl_r1cs_load(&r1cs, NULL, path, NULL, &err));
    sl_r1cs_close(r1cs);
    return SLUICE_OK;
}

static sluice_status do_circom(void) {
    sl_r1cs *r1cs = NULL;
    SL_TRY(sl_circom_r1cs_read(&r1cs, sl_test_vector_path("r1cs/mul3.r1cs"), &err));
    sl_witness witness;
    const sluice_status status = sl_circom_witness_read(&witness, r1cs, sl_test_vector_path("r1cs/mul3_1.wtns"), &err);
    sl_r1cs_close(r1cs);
    SL_TRY(status);
    sl_witness_release(&witness);
    return SLUICE_OK;
}

static void each_fails(sluice_status (*call)(void), size_t at_least) {
    const size_t live = sl_mem_live();
    for (size_t n = 0;; n++) {
        SL_CHECK(n < 100000);
        sl_mem_fail_after(n);
        const sluice_status status = call();
        sl_mem_fail_after(SIZE_MAX);
        SL_CHECK(sl_mem_live() == live);
        if (status == SLUICE_OK) {
            SL_CHECK_MSG(n >= at_least, "only %zu allocations", n);
            return;
        }
        SL_CHECK_MSG(status == SLUICE_E_NO_MEMORY, "allocation %zu: %s", n, err.text);
    }
}

SL_TEST(builder) {
    each_fails(do_build, 40);
}

SL_TEST(readers) {
    SL_CHECK_OK(build(&made));
    each_fails(do_read, 8);
    each_fails(do_witness, 2);
    sl_r1cs_close(made);
}

SL_TEST(files) {
    SL_CHECK_OK(build(&made));
    const int fd = mkstemp(path);
    SL_CHECK(fd >= 0 && close(fd) == 0);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, path, &err));
    SL_CHECK_OK(sl_r1cs_save(made, NULL, &file, &err));
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    sl_r1cs_close(made);
    each_fails(do_load, 12);
    SL_CHECK(unlink(path) == 0);
}

SL_TEST(circom) {
    each_fails(do_circom, 20);
}

SL_TEST(no_randomness) {
    sl_random_fail_after(0);
    SL_CHECK_STATUS(do_build(), SLUICE_E_RANDOM);
    sl_random_fail_after(SIZE_MAX);
    SL_CHECK(sl_mem_live() == 0);
}
