// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the builder makes of scopes, pins and keys; what it refuses. */
#include "harness/test.h"
#include "proof/r1cs/builder.h"
#include "proof/r1cs/r1cs.h"

static sluice_error err;

static sl_cs *shape_open(void) {
    sl_cs *cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    return cs;
}

static sl_r1cs *shape_end(sl_cs *cs) {
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    return r1cs;
}

static void shape_end_fails(sl_cs *cs, sluice_status want, const char *part) {
    sl_r1cs *r1cs = NULL;
    SL_CHECK_STATUS(sl_cs_finish_shape(cs, &r1cs, &err), want);
    SL_CHECK(r1cs == NULL && err.status == want);
    SL_CHECK_MSG(strstr(err.text, part) != NULL, "%s", err.text);
    sl_cs_close(cs);
    SL_CHECK(sl_mem_live() == 0);
}

static sl_r1cs_counts counts_of(const sl_r1cs *r1cs) {
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    return counts;
}

/* x * y = factor z + constant, with z new. */
static sl_wire product(sl_cs *cs, sl_wire x, sl_wire y, uint64_t factor, uint64_t constant) {
    const sl_wire z = sl_cs_alloc(cs, NULL);
    sl_lc a = SL_LC_EMPTY, b = SL_LC_EMPTY, c = SL_LC_EMPTY;
    const sl_fr f = sl_fr_from_u64(factor), k = sl_fr_from_u64(constant);
    sl_lc_add_one(&a, x);
    sl_lc_add_one(&b, y);
    sl_lc_add(&c, SL_WIRE_ONE, &k);
    sl_lc_add(&c, z, &f);
    sl_cs_enforce(cs, &a, &b, &c);
    sl_lc_free(&a);
    sl_lc_free(&b);
    sl_lc_free(&c);
    return z;
}

static sl_wire scoped_product(sl_cs *cs, sl_wire x, sl_wire y, uint64_t factor, uint64_t constant) {
    sl_cs_scope_open(cs, "product", SL_NO_INDEX);
    const sl_wire z = product(cs, x, y, factor, constant);
    sl_cs_scope_close(cs);
    return z;
}

SL_TEST(equal_scopes_share_a_template) {
    sl_cs *cs = shape_open();
    const sl_wire x = sl_cs_alloc(cs, NULL), y = sl_cs_alloc(cs, NULL), bit = sl_cs_alloc_bit(cs, false);
    const sl_wire input = sl_cs_input(cs, NULL);
    const sl_wire z = scoped_product(cs, x, y, 3, 5);
    (void)scoped_product(cs, y, x, 3, 5); /* the other order of wires */
    (void)scoped_product(cs, z, input, 3, 5);
    sl_r1cs *r1cs = shape_end(cs);
    SL_CHECK(counts_of(r1cs).templates == 1 && counts_of(r1cs).instances == 3);
    SL_CHECK(counts_of(r1cs).pins == 6);
    sl_r1cs_close(r1cs);

    cs = shape_open();
    const sl_wire wires[4] = {sl_cs_alloc(cs, NULL), sl_cs_alloc(cs, NULL), sl_cs_alloc_bit(cs, false), SL_WIRE_ONE};
    (void)scoped_product(cs, wires[0], wires[1], 3, 5);
    (void)scoped_product(cs, wires[0], wires[1], 3, 6); /* another constant */
    (void)scoped_product(cs, wires[0], wires[1], 4, 5); /* another coefficient */
    (void)scoped_product(cs, wires[0], wires[0], 3, 5); /* one wire twice */
    (void)scoped_product(cs, wires[0], wires[2], 3, 5); /* another type */
    (void)scoped_product(cs, wires[0], wires[3], 3, 5); /* ONE */
    (void)scoped_product(cs, wires[0], wires[1], 3, 0); /* a term less */
    r1cs = shape_end(cs);
    SL_CHECK(counts_of(r1cs).templates == 7 && counts_of(r1cs).instances == 7);
    sl_r1cs_close(r1cs);
    (void)bit;
}

SL_TEST(counts) {
    sl_cs *cs = shape_open();
    sl_r1cs *r1cs = shape_end(cs);
    sl_r1cs_counts c = counts_of(r1cs);
    SL_CHECK(c.inputs == 1 && c.aux == 0 && c.rows == 0 && c.domain_log2 == 0 && c.instances == 0);
    sl_r1cs_close(r1cs);

    cs = shape_open();
    (void)sl_cs_put_bits(cs, NULL, 70);
    sl_wire first;
    SL_CHECK(sl_cs_put_fields(cs, 5, &first) == NULL && first == (SL_WIRE_AUX | 70));
    (void)sl_cs_input(cs, NULL);
    (void)product(cs, first, SL_WIRE_AUX | 3, 1, 1);
    (void)product(cs, first, SL_WIRE_AUX | 3, 1, 1);
    (void)product(cs, first, SL_WIRE_AUX | 3, 1, 1);
    SL_CHECK(sl_cs_aux_n(cs) == 78);
    r1cs = shape_end(cs);
    c = counts_of(r1cs);
    SL_CHECK(c.inputs == 2 && c.aux == 78 && c.rows == 3 && c.bits == 70 && c.fields == 8);
    SL_CHECK(c.domain_log2 == 3 && c.nonzeros[0] == 3 && c.nonzeros[1] == 3 && c.nonzeros[2] == 6);
    SL_CHECK(c.templates == 1 && c.instances == 1 && c.pins == 0);
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

/* Long scopes are cut at the same places, so they still share templates. */
SL_TEST(long_scopes) {
    sl_cs *cs = shape_open();
    const sl_wire x = sl_cs_alloc(cs, NULL);
    sl_lc a = SL_LC_EMPTY, b = SL_LC_EMPTY;
    for (uint32_t scope = 0; scope < 2; scope++) {
        (void)product(cs, x, x, scope + 2, 1); /* what stands before must not matter */
        sl_cs_scope_open(cs, "long", scope);
        sl_wire last = sl_cs_alloc(cs, NULL);
        for (int i = 0; i < 70000; i++) {
            sl_lc_clear(&a);
            sl_lc_add_one(&a, last);
            last = sl_cs_alloc_bit(cs, false);
            sl_lc_add_one(&a, last);
            sl_cs_enforce(cs, &a, &b, &b);
        }
        sl_cs_scope_close(cs);
    }
    sl_lc_free(&a);
    sl_r1cs *r1cs = shape_end(cs);
    SL_CHECK(counts_of(r1cs).rows == 140002 && counts_of(r1cs).instances == 6 && counts_of(r1cs).templates == 4);
    char path[32];
    sl_r1cs_row_path(r1cs, 140001, path, sizeof path);
    SL_CHECK(strcmp(path, "long[1]") == 0);
    sl_r1cs_close(r1cs);
}

/* More wires at once than an instance may own. */
SL_TEST(many_wires) {
    sl_cs *cs = shape_open();
    const sl_wire x = sl_cs_put_bits(cs, NULL, (size_t)3 << 20);
    for (int i = 0; i < 1000; i++) {
        (void)sl_cs_input(cs, NULL);
    }
    (void)product(cs, x + 5, x + (3 << 20) - 1, 1, 1);
    sl_r1cs *r1cs = shape_end(cs);
    SL_CHECK(counts_of(r1cs).pins == 2 && counts_of(r1cs).aux == (3 << 20) + 1 && counts_of(r1cs).bits == 3 << 20);
    sl_r1cs_close(r1cs);
}

typedef struct census_text {
    char text[400];
} census_text;

static void census_line(void *data, const sl_r1cs_census_node *node) {
    census_text *c = data;
    const size_t n = strlen(c->text);
    (void)snprintf(c->text + n, sizeof c->text - n, "%u %s %llu %llu %llu\n", node->depth, node->name,
                   (unsigned long long)node->scopes, (unsigned long long)node->rows, (unsigned long long)node->aux);
}

typedef struct census_sums {
    sl_r1cs_census_node nodes[8];
    size_t n;
} census_sums;

static void census_sum(void *data, const sl_r1cs_census_node *node) {
    census_sums *sums = data;
    SL_CHECK(sums->n < SL_ARRAY_N(sums->nodes));
    sums->nodes[sums->n++] = *node;
}

SL_TEST(paths_and_census) {
    sl_cs *cs = shape_open();
    const sl_wire x = product(cs, SL_WIRE_ONE, SL_WIRE_ONE, 1, 1);
    for (uint32_t i = 0; i < 3; i++) {
        sl_cs_scope_open(cs, "challenge", i);
        (void)product(cs, x, x, 1, 1);
        sl_cs_scope_open(cs, "path", SL_NO_INDEX);
        for (uint32_t j = 0; j < 2; j++) {
            sl_cs_scope_open(cs, "level", j);
            (void)product(cs, x, x, 1, 1);
            (void)product(cs, x, x, 1, 2);
            sl_cs_scope_close(cs);
        }
        sl_cs_scope_close(cs);
        sl_cs_scope_open(cs, "empty", SL_NO_INDEX);
        sl_cs_scope_close(cs);
        (void)product(cs, x, x, 1, 1);
        sl_cs_scope_close(cs);
    }
    sl_r1cs *r1cs = shape_end(cs);
    static const char *const want[8] = {"",
                                        "challenge[0]",
                                        "challenge[0]/path/level[0]",
                                        "challenge[0]/path/level[0]",
                                        "challenge[0]/path/level[1]",
                                        "challenge[0]/path/level[1]",
                                        "challenge[0]",
                                        "challenge[1]"};
    char path[64];
    for (uint64_t row = 0; row < 8; row++) {
        sl_r1cs_row_path(r1cs, row, path, sizeof path);
        SL_CHECK_MSG(strcmp(path, want[row]) == 0, "row %u: %s", (unsigned)row, path);
    }
    sl_r1cs_row_path(r1cs, 18, path, sizeof path); /* the last */
    SL_CHECK(strcmp(path, "challenge[2]") == 0);
    sl_r1cs_row_path(r1cs, 19, path, sizeof path); /* an input row */
    SL_CHECK(strcmp(path, "") == 0);
    sl_r1cs_row_path(r1cs, 4, path, 16); /* no room: the innermost */
    SL_CHECK(strcmp(path, "path/level[1]") == 0);
    sl_r1cs_row_path(r1cs, 4, path, 1);
    SL_CHECK(strcmp(path, "") == 0);
    census_text census = {""};
    SL_CHECK_OK(sl_r1cs_census(r1cs, census_line, &census, &err));
    SL_CHECK_MSG(
        strcmp(census.text, "0  1 19 19\n1 challenge 3 18 18\n2 path 3 12 12\n3 level 6 12 12\n2 empty 3 0 0\n") == 0,
        "%s", census.text);
    census_sums sums = {.n = 0};
    SL_CHECK_OK(sl_r1cs_census(r1cs, census_sum, &sums, &err));
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    SL_CHECK(sums.nodes[0].templates == counts.templates && sums.nodes[0].instances == counts.instances);
    /* Head, two or three coefficients, names and what aligns the arrays. */
    SL_CHECK(sums.nodes[0].bytes < counts.structure_bytes && counts.structure_bytes - sums.nodes[0].bytes < 1500);
    /* Each scope of a challenge: rows before the path, the levels, the rows behind it; what repeats counts once. */
    SL_CHECK_EQ_U64(sums.nodes[1].instances, 3 * 4);
    SL_CHECK_EQ_U64(sums.nodes[2].instances, 3 * 2);
    SL_CHECK_EQ_U64(sums.nodes[3].instances, 3 * 2);
    SL_CHECK_EQ_U64(sums.nodes[3].templates, 1);
    SL_CHECK_EQ_U64(sums.nodes[4].instances + sums.nodes[4].templates, 0);
    SL_CHECK_EQ_U64(sums.nodes[4].bytes, 3 * sizeof(sl_r1cs_scope));
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(unsatisfied_row_is_named) {
    sl_cs *cs = shape_open();
    const sl_wire x = sl_cs_alloc(cs, NULL);
    sl_cs_scope_open(cs, "outer", 4);
    for (uint32_t i = 0; i < 3; i++) {
        sl_cs_scope_open(cs, "inner", i);
        (void)product(cs, x, x, 1, 0);
        sl_cs_scope_close(cs);
    }
    sl_cs_scope_close(cs);
    sl_r1cs *r1cs = shape_end(cs);

    for (unsigned bad = 0; bad < 4; bad++) { /* 3: none */
        SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
        const sl_fr seven = sl_fr_from_u64(7), good = sl_fr_from_u64(49), wrong = sl_fr_from_u64(50);
        (void)sl_cs_alloc(cs, &seven);
        for (unsigned i = 0; i < 3; i++) {
            (void)sl_cs_alloc(cs, i == bad || (bad == 0 && i == 2) ? &wrong : &good);
        }
        sl_witness witness;
        SL_CHECK_OK(sl_cs_finish_witness(cs, &witness, &err));
        sl_cs_close(cs);
        uint64_t row = 99;
        char path[40], want[40];
        const sluice_status status = sl_r1cs_check(r1cs, &witness, NULL, &row, path, sizeof path, &err);
        SL_CHECK(status == (bad < 3 ? SLUICE_E_UNSATISFIED : SLUICE_OK));
        if (bad < 3) {
            (void)snprintf(want, sizeof want, "outer[4]/inner[%u]", bad);
            SL_CHECK(row == bad && strcmp(path, want) == 0);
            SL_CHECK(strstr(err.text, want) != NULL && strstr(err.text, "a = 0x7, b = 0x7, c = 0x32") != NULL);
        } else {
            SL_CHECK(row == 99);
        }
        sl_witness_release(&witness);
    }
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(witness_must_fit_the_shape) {
    sl_cs *cs = shape_open();
    (void)sl_cs_input(cs, NULL);
    (void)sl_cs_put_bits(cs, NULL, 100);
    sl_wire first;
    (void)sl_cs_put_fields(cs, 2, &first);
    sl_r1cs *r1cs = shape_end(cs);
    const sl_fr one = sl_fr_one();
    const uint64_t words[2] = {~UINT64_C(0), ~UINT64_C(0)};
    for (int kind = 0; kind < 8; kind++) {
        SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
        SL_CHECK(!sl_cs_is_shape(cs));
        (void)sl_cs_input(cs, kind == 1 ? NULL : &one);
        (void)sl_cs_put_bits(cs, kind == 7 ? NULL : words, kind == 2 ? 101 : 99);
        (void)(kind == 3 ? sl_cs_alloc(cs, &one) : sl_cs_alloc_bit(cs, true));
        sl_fr *to = sl_cs_put_fields(cs, kind == 4 ? 1 : 2, &first);
        SL_CHECK((to == NULL) == (kind == 1 || kind == 2 || kind == 3 || kind == 7));
        if (kind == 5) {
            (void)sl_cs_alloc(cs, &one);
        }
        if (kind == 6) {
            SL_CHECK(sl_cs_input(cs, &one) == 2);
        }
        sl_witness witness = {0};
        const sluice_status status = sl_cs_finish_witness(cs, &witness, &err);
        SL_CHECK(status == (kind == 0 ? SLUICE_OK : SLUICE_E_INTERNAL));
        sl_witness again = {0};
        SL_CHECK_STATUS(sl_cs_finish_witness(cs, &again, &err), SLUICE_E_INTERNAL);
        sl_cs_close(cs);
        if (kind == 0) { /* words beyond the run are cut off */
            SL_CHECK(witness.bits[0] == ~UINT64_C(0) && witness.bits[1] == (UINT64_C(1) << 36) - 1);
        }
        sl_witness_release(&witness);
    }
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(misuse_comes_out_of_finish) {
    sl_cs *cs = shape_open();
    sl_cs_scope_open(cs, "open", SL_NO_INDEX);
    shape_end_fails(cs, SLUICE_E_INTERNAL, "scope open is still open");

    cs = shape_open();
    sl_cs_scope_close(cs);
    (void)product(cs, SL_WIRE_ONE, SL_WIRE_ONE, 1, 1); /* nothing more happens, and nothing breaks */
    shape_end_fails(cs, SLUICE_E_INTERNAL, "not open");

    cs = shape_open();
    (void)product(cs, SL_WIRE_AUX | 7, SL_WIRE_ONE, 1, 1);
    shape_end_fails(cs, SLUICE_E_INPUT, "auxiliary wire 7 of 1");

    cs = shape_open();
    (void)product(cs, 1, SL_WIRE_ONE, 1, 1);
    shape_end_fails(cs, SLUICE_E_INPUT, "input wire 1 of 1");

    cs = shape_open();
    sl_cs_fail(cs, SLUICE_E_UNKNOWN, "the first");
    sl_cs_fail(cs, SLUICE_E_INPUT, "the second");
    sl_cs_scope_keep(cs, "", 0);
    sl_cs_scope_open(cs, "a", 0);
    SL_CHECK(!sl_cs_scope_open_keyed(cs, "b", 0, NULL, 0, NULL, 0, &(sl_replay){0}));
    shape_end_fails(cs, SLUICE_E_UNKNOWN, "the first");

    cs = shape_open();
    sl_lc failed = {.failed = true};
    sl_lc copy = SL_LC_EMPTY, empty = SL_LC_EMPTY;
    const sl_fr one = sl_fr_one();
    sl_lc_add_scaled(&copy, &failed, &one);
    sl_cs_enforce(cs, &empty, &copy, &empty);
    shape_end_fails(cs, SLUICE_E_NO_MEMORY, "row 0");

    cs = shape_open();
    sl_r1cs *r1cs = NULL;
    sl_witness witness;
    SL_CHECK_STATUS(sl_cs_finish_witness(cs, &witness, &err), SLUICE_E_INTERNAL);
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    SL_CHECK_STATUS(sl_cs_finish_shape(cs, &r1cs, &err), SLUICE_E_INTERNAL);
    sl_cs_close(cs);
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    sl_r1cs *none = NULL;
    SL_CHECK_STATUS(sl_cs_finish_shape(cs, &none, &err), SLUICE_E_INTERNAL);
    sl_cs_close(cs);
    sl_r1cs_close(r1cs);
    sl_cs_close(NULL);
    sl_r1cs_close(NULL);
    SL_CHECK(sl_mem_live() == 0);
}
