// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keyed scopes: what is replayed, what is not, and that a replay is what recording would have given. */
#include "harness/test.h"
#include "proof/r1cs/builder_state.h"
#include "proof/r1cs/r1cs.h"

static sluice_error err;

typedef struct outputs {
    uint32_t sum, input;
} outputs;

static void row(sl_cs *cs, const sl_wire *wires, size_t n, uint64_t key) {
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    for (size_t i = 0; i < n; i++) {
        const sl_fr coeff = sl_fr_from_u64(key + 3 * i + 1);
        sl_lc_add(&lcs[i % 3], wires[i], &coeff);
    }
    sl_cs_enforce(cs, &lcs[0], &lcs[1], &lcs[2]);
    for (int i = 0; i < 3; i++) {
        sl_lc_free(&lcs[i]);
    }
}

/* Five wires of both types, an input, rows before, in and after an inner scope, over three pins. */
static outputs body(sl_cs *cs, const sl_wire pins[3], uint64_t key) {
    const uint32_t first_aux = sl_cs_aux_n(cs);
    const sl_wire x = sl_cs_alloc(cs, NULL), y = sl_cs_alloc_bit(cs, false);
    row(cs, (const sl_wire[]){pins[0], pins[1], x, pins[2], SL_WIRE_ONE, y, pins[1], pins[0], pins[2]}, 9, key);
    const sl_wire in = sl_cs_input(cs, NULL);
    sl_cs_scope_open(cs, "inner", 2);
    const sl_wire z = sl_cs_alloc(cs, NULL);
    row(cs, (const sl_wire[]){z, x, pins[2], in, y, pins[0]}, 6, key);
    sl_cs_scope_close(cs);
    (void)sl_cs_put_bits(cs, NULL, 2);
    row(cs, (const sl_wire[]){z, pins[1], z, in}, 4, key);
    return (outputs){sl_wire_index(z) - first_aux, sl_wire_index(in)};
}

static unsigned replays;

static outputs gadget(sl_cs *cs, const sl_wire pins[3], uint64_t key, bool is_keyed) {
    sl_replay replay;
    outputs out;
    const uint32_t inputs_before = sl_wire_index(sl_cs_input(cs, NULL)) + 1;
    if (!is_keyed) {
        sl_cs_scope_open(cs, "gadget", SL_NO_INDEX);
        out = body(cs, pins, key);
        sl_cs_scope_close(cs);
    } else if (sl_cs_scope_open_keyed(cs, "gadget", SL_NO_INDEX, &key, sizeof key, pins, 3, &replay)) {
        replays++;
        SL_CHECK(replay.blob_bytes == sizeof out && replay.first_input == inputs_before);
        memcpy(&out, replay.blob, sizeof out);
        out.input += replay.first_input;
        SL_CHECK(replay.first_aux + 5 == sl_cs_aux_n(cs));
    } else {
        out = body(cs, pins, key);
        outputs kept = out;
        kept.input -= inputs_before;
        sl_cs_scope_keep(cs, &kept, sizeof kept);
        sl_cs_scope_close(cs);
    }
    return out;
}

static void circuit(sl_cs *cs, bool is_keyed) {
    const sl_wire f = sl_cs_alloc(cs, NULL), g = sl_cs_alloc(cs, NULL);
    const sl_wire b = sl_cs_alloc_bit(cs, false), c = sl_cs_alloc_bit(cs, false);
    const sl_wire i = sl_cs_input(cs, NULL), j = sl_cs_input(cs, NULL);
    const sl_wire pins[][3] = {
        {f, b, i},           {g, c, j},           {g, b, i}, /* one kind, twice replayed */
        {f, f, i},           {g, g, j},                      /* equal pins */
        {f, b, SL_WIRE_ONE}, {g, c, SL_WIRE_ONE},            /* ONE */
        {b, c, i},           {c, b, j},                      /* bits; the order of the wires turned round */
        {f, i, f},           {g, j, g},           {f, i, g},
    };
    for (size_t k = 0; k < SL_ARRAY_N(pins); k++) {
        const outputs out = gadget(cs, pins[k], k % 2, is_keyed); /* two keys */
        row(cs, (const sl_wire[]){out.input, f, SL_WIRE_AUX | out.sum}, 3, k);
    }
    for (size_t k = 0; k < SL_ARRAY_N(pins); k++) {
        (void)gadget(cs, pins[k], 7, is_keyed);
    }
}

SL_TEST(replay_equals_recording) {
    uint8_t digests[2][32];
    sl_r1cs_counts counts[2];
    char paths[2][64];
    for (int is_keyed = 0; is_keyed < 2; is_keyed++) {
        sl_cs *cs = NULL;
        sl_r1cs *r1cs = NULL;
        SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
        circuit(cs, is_keyed != 0);
        /* Key 0 and 1: of the first row of pins one is replayed. Key 7: one of each of the six kinds is recorded. */
        SL_CHECK_MSG(replays == (is_keyed != 0 && cs->replays ? 1 + 6 : 0), "%u", replays);
        SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
        sl_cs_close(cs);
        SL_CHECK_OK(sl_r1cs_digest(r1cs, digests[is_keyed], NULL, NULL, &err));
        sl_r1cs_counts_get(r1cs, &counts[is_keyed]);
        sl_r1cs_row_path(r1cs, counts[is_keyed].rows - 2, paths[is_keyed], sizeof paths[is_keyed]);
        sl_r1cs_close(r1cs);
    }
    SL_CHECK_MEM(digests[0], digests[1], 32);
    SL_CHECK(counts[0].rows == counts[1].rows && counts[0].aux == counts[1].aux && counts[0].bits == counts[1].bits);
    SL_CHECK(counts[0].inputs == counts[1].inputs && counts[0].templates == counts[1].templates);
    SL_CHECK(counts[0].instances == counts[1].instances && counts[0].pins == counts[1].pins);
    SL_CHECK_MEM(counts[0].nonzeros, counts[1].nonzeros, sizeof counts[0].nonzeros);
    SL_CHECK(strcmp(paths[0], "gadget/inner[2]") == 0 && strcmp(paths[0], paths[1]) == 0);
    SL_CHECK(sl_mem_live() == 0);
}

static void keyed_row(sl_cs *cs, const void *key, size_t key_bytes, sl_wire pin, sl_wire used, bool want_replay) {
    sl_replay replay;
    const bool is_replay = sl_cs_scope_open_keyed(cs, "one", 1, key, key_bytes, &pin, 1, &replay);
    SL_CHECK(is_replay == (want_replay && cs->replays));
    if (is_replay) {
        SL_CHECK(replay.blob == NULL && replay.blob_bytes == 0);
        return;
    }
    row(cs, (const sl_wire[]){used, used}, 2, 0);
    sl_cs_scope_close(cs);
}

static void finish_fails(sl_cs *cs, sluice_status want, const char *part) {
    sl_r1cs *r1cs = NULL;
    SL_CHECK_STATUS(sl_cs_finish_shape(cs, &r1cs, &err), want);
    SL_CHECK_MSG(strstr(err.text, part) != NULL, "%s", err.text);
    sl_cs_close(cs);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(what_counts_as_the_key) {
    sl_cs *cs = NULL;
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    const sl_wire f = sl_cs_alloc(cs, NULL), g = sl_cs_alloc(cs, NULL);
    keyed_row(cs, "ab", 2, f, f, false);
    keyed_row(cs, "ab", 2, g, g, true);
    keyed_row(cs, "ab", 3, f, f, false); /* longer */
    keyed_row(cs, "ac", 2, f, f, false);
    keyed_row(cs, NULL, 0, f, f, false);
    keyed_row(cs, NULL, 0, f, f, true);
    sl_replay replay;
    SL_CHECK(!sl_cs_scope_open_keyed(cs, "two", 1, "ab", 2, &f, 1, &replay)); /* another name */
    sl_cs_scope_close(cs);
    const char name[] = "two"; /* the same name at another address */
    SL_CHECK(sl_cs_scope_open_keyed(cs, name, 1, "ab", 2, &g, 1, &replay) == cs->replays);
    if (!cs->replays) {
        sl_cs_scope_close(cs);
    }
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    char path[16];
    sl_r1cs_row_path(r1cs, 1, path, sizeof path);
    SL_CHECK(strcmp(path, "one[1]") == 0);
    sl_r1cs_close(r1cs);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST(keyed_scopes_nest) {
    uint8_t digests[2][32];
    for (int is_keyed = 0; is_keyed < 2; is_keyed++) {
        sl_cs *cs = NULL;
        sl_r1cs *r1cs = NULL;
        SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
        const sl_wire wires[4] = {sl_cs_alloc(cs, NULL), sl_cs_alloc(cs, NULL), sl_cs_alloc_bit(cs, false),
                                  sl_cs_alloc(cs, NULL)};
        for (int i = 0; i < 5; i++) {
            const sl_wire pins[3] = {wires[i % 2], wires[1 + i % 3], wires[3]};
            sl_replay replay;
            if (is_keyed != 0 && sl_cs_scope_open_keyed(cs, "outer", 0, "k", 1, pins, 3, &replay)) {
                continue;
            }
            if (is_keyed == 0) {
                sl_cs_scope_open(cs, "outer", 0);
            }
            (void)gadget(cs, pins, 1, is_keyed != 0);
            const sl_wire again[3] = {pins[2], pins[1], SL_WIRE_AUX | (sl_cs_aux_n(cs) - 1)};
            (void)gadget(cs, again, 1, is_keyed != 0);
            (void)gadget(cs, pins, 1, is_keyed != 0);
            sl_cs_scope_close(cs);
        }
        SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
        sl_cs_close(cs);
        SL_CHECK_OK(sl_r1cs_digest(r1cs, digests[is_keyed], NULL, NULL, &err));
        sl_r1cs_close(r1cs);
    }
    SL_CHECK_MEM(digests[0], digests[1], 32);
}

/* A scope inside one of the same key is a part of that one. */
SL_TEST(recursion) {
    sl_cs *cs = NULL;
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    const sl_wire f = sl_cs_alloc(cs, NULL);
    for (int i = 0; i < 2; i++) {
        sl_replay replay;
        const bool outer = sl_cs_scope_open_keyed(cs, "same", 0, NULL, 0, &f, 1, &replay);
        SL_CHECK(outer == (i == 1 && cs->replays));
        if (!outer) {
            /* Without replays the inner scope of the second round is compared with the outer one. */
            if (i == 0) {
                SL_CHECK(!sl_cs_scope_open_keyed(cs, "same", 0, NULL, 0, &f, 1, &replay));
            } else {
                sl_cs_scope_open(cs, "same", 0);
            }
            row(cs, &f, 1, 0);
            sl_cs_scope_close(cs);
            sl_cs_scope_close(cs);
        }
    }
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    SL_CHECK(counts.rows == 2 && counts.templates == 1);
    sl_r1cs_close(r1cs);
}

SL_TEST(misuse) {
    sl_cs *cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    sl_wire f = sl_cs_alloc(cs, NULL), g = sl_cs_alloc(cs, NULL);
    keyed_row(cs, "k", 1, f, g, false);
    finish_fails(cs, SLUICE_E_INTERNAL, "keyed scope one uses auxiliary wire 1, which is not a pin");

    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    f = sl_cs_input(cs, NULL);
    g = sl_cs_input(cs, NULL);
    keyed_row(cs, "k", 1, f, g, false);
    finish_fails(cs, SLUICE_E_INTERNAL, "keyed scope one uses input wire 2, which is not a pin");

    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    keyed_row(cs, "k", 1, SL_WIRE_AUX, SL_WIRE_ONE, false);
    finish_fails(cs, SLUICE_E_INTERNAL, "pin 0 of a keyed scope is auxiliary wire 0 of 0");

    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    sl_cs_scope_keep(cs, "x", 1);
    finish_fails(cs, SLUICE_E_INTERNAL, "blob");

    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    SL_CHECK(!sl_cs_scope_open_keyed(cs, "s", 0, NULL, 0, NULL, 0, &(sl_replay){0}));
    sl_cs_scope_keep(cs, "x", 1);
    sl_cs_scope_keep(cs, "x", 1);
    sl_cs_scope_close(cs);
    finish_fails(cs, SLUICE_E_INTERNAL, "twice");
}

/* Only recording again, as SL_VERIFY does it, can see that a key does not decide everything. */
SL_TEST(comparing_finds_incomplete_keys) {
    for (int what = 0; what < 7; what++) {
        sl_cs *cs = NULL;
        SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
        cs->replays = false;
        const sl_wire f = sl_cs_alloc(cs, NULL), g = sl_cs_alloc(cs, NULL);
        const sl_wire pins[2] = {f, g};
        for (int i = 0; i < 2; i++) {
            const bool other = i == 1;
            SL_CHECK(!sl_cs_scope_open_keyed(cs, "s", 0, NULL, 0, pins, 2, &(sl_replay){0}));
            row(cs, &f, 1, what == 0 && other);                                              /* a coefficient */
            row(cs, what == 1 && other ? &g : &f, 1, 0);                                     /* a pin */
            (void)(what == 2 && other ? sl_cs_alloc_bit(cs, false) : sl_cs_alloc(cs, NULL)); /* a type */
            sl_cs_scope_open(cs, what == 3 && other ? "u" : "t", what == 4 && other);
            sl_cs_scope_close(cs);
            if (what == 5 && other) {
                (void)sl_cs_input(cs, NULL);
            }
            sl_cs_scope_keep(cs, what == 6 && other ? "x" : "y", 1);
            sl_cs_scope_close(cs);
        }
        finish_fails(cs, SLUICE_E_INTERNAL, "differs from its first recording");
    }
}

SL_TEST(witness_mode_records_nothing) {
    sl_cs *cs = NULL;
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_open_shape(&cs, &err));
    SL_CHECK_OK(sl_cs_finish_shape(cs, &r1cs, &err));
    sl_cs_close(cs);
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    SL_CHECK(!sl_cs_scope_open_keyed(cs, "s", 0, "k", 1, NULL, 0, &(sl_replay){0}));
    sl_cs_scope_keep(cs, "x", 1);
    sl_cs_scope_close(cs);
    sl_witness witness;
    SL_CHECK_OK(sl_cs_finish_witness(cs, &witness, &err));
    sl_cs_close(cs);
    SL_CHECK(witness.inputs_n == 1 && witness.aux_n == 0);
    sl_witness_release(&witness);
    sl_r1cs_close(r1cs);
}
