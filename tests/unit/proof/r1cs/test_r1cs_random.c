// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Random circuits of nested, repeated and replayed gadgets against the plain list of their rows: digest, rows, values,
 * densities, columns, types; before and after a file.
 */
#include <unistd.h>

#include "core/par/pool.h"
#include "proof/r1cs/columns.h"
#include "unit/proof/r1cs/r1cs_naive.h"

static sluice_error err;

/* A small generator of its own: what a gadget does depends on its seed only. */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static sl_fr coeff_of(uint64_t r) {
    static const uint64_t small[8] = {1, 1, 1, 2, 3, UINT64_C(1) << 40, 0, 5};
    sl_fr out = sl_fr_from_u64(r & 32 ? small[r & 7] : r);
    if (r & 64) {
        sl_fr_neg(&out, &out);
    }
    if ((r & 0x700) == 0) {
        sl_fr_mul(&out, &out, &sl_fr_generator);
    }
    return out;
}

#define PINS 6
#define OWN_MAX 64

static const char *const names[4] = {"alpha", "beta", "gamma", "delta"};

/* The body of a gadget: wires, rows and inner gadgets by its seed, over pins and what it allocates. */
static void gadget(both *b, uint64_t seed, const sl_wire pins[PINS], int depth);

static void row_random(both *b, uint64_t *state, const sl_wire *wires, size_t wires_n) {
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    for (int k = 0; k < 3; k++) {
        const uint64_t r = next(state);
        const size_t n = r % 8 == 0 ? 30 + r % 17 : r / 8 % 6;
        for (size_t i = 0; i < n; i++) {
            const sl_fr coeff = coeff_of(next(state));
            sl_lc_add(&lcs[k], wires[next(state) % wires_n], &coeff);
        }
    }
    const sl_lc *const all[3] = {&lcs[0], &lcs[1], &lcs[2]};
    both_enforce(b, all);
    for (int k = 0; k < 3; k++) {
        sl_lc_free(&lcs[k]);
    }
}

static void gadget_call(both *b, uint64_t seed, const sl_wire pins[PINS], uint32_t index, int depth) {
    const char *name = names[seed % 4];
    if (b->is_replayed) {
        gadget(b, seed, pins, depth);
    } else if (seed % 2 != 0) {
        sl_cs_scope_open(b->cs, name, index);
        gadget(b, seed, pins, depth);
        sl_cs_scope_close(b->cs);
    } else {
        sl_replay replay;
        const uint64_t key[2] = {seed, (uint64_t)depth};
        const uint32_t aux_n = b->plain.aux_n, inputs_n = b->plain.inputs_n;
        if (sl_cs_scope_open_keyed(b->cs, name, index, key, sizeof key, pins, PINS, &replay)) {
            b->is_replayed = true;
            gadget(b, seed, pins, depth);
            b->is_replayed = false;
            SL_CHECK(replay.first_aux == aux_n && replay.first_input == inputs_n);
            SL_CHECK(replay.blob_bytes == sizeof seed && memcmp(replay.blob, &seed, sizeof seed) == 0);
        } else {
            gadget(b, seed, pins, depth);
            sl_cs_scope_keep(b->cs, &seed, sizeof seed);
            sl_cs_scope_close(b->cs);
        }
    }
    SL_CHECK(sl_cs_aux_n(b->cs) == b->plain.aux_n || b->is_replayed);
}

static void gadget(both *b, uint64_t seed, const sl_wire pins[PINS], int depth) {
    uint64_t state = seed;
    sl_wire wires[1 + PINS + OWN_MAX] = {SL_WIRE_ONE};
    memcpy(wires + 1, pins, PINS * sizeof *pins);
    size_t n = 1 + PINS;
    const size_t steps = 1 + next(&state) % 24;
    for (size_t i = 0; i < steps; i++) {
        const uint64_t r = next(&state);
        if (r % 16 < 6 && n < SL_ARRAY_N(wires)) {
            wires[n++] = r % 16 == 0 ? both_input(b) : both_alloc(b, (r >> 8 & 3) == 0);
        } else if (r % 16 < 8 && depth < 3) {
            sl_wire inner[PINS];
            for (int k = 0; k < PINS; k++) {
                inner[k] = wires[next(&state) % n];
            }
            gadget_call(b, 100 + (r >> 8) % 12, inner, (uint32_t)(r >> 16 & 3), depth + 1);
        } else {
            row_random(b, &state, wires, n);
        }
    }
}

static void circuit(both *b, uint64_t seed) {
    uint64_t state = seed;
    sl_wire wires[400] = {SL_WIRE_ONE};
    size_t n = 1;
    const size_t calls = next(&state) % 60;
    for (size_t i = 0; i < calls; i++) {
        const uint64_t r = next(&state);
        if (r % 4 == 0 && n < 390) {
            wires[n++] = both_input(b);
            wires[n++] = both_alloc(b, true);
            wires[n++] = both_alloc(b, false);
            wires[n++] = both_alloc(b, r % 8 == 0);
        }
        if (r % 5 == 0) {
            row_random(b, &state, wires, n);
        }
        sl_wire pins[PINS];
        for (int k = 0; k < PINS; k++) {
            pins[k] = wires[next(&state) % SL_MIN(n, r >> 32 & 1 ? 3 : n)];
        }
        gadget_call(b, (r >> 8) % 5, pins, (uint32_t)i, 0);
    }
}

typedef struct rows_check {
    const naive *plain;
    uint64_t next;
} rows_check;

static sluice_status row_check(void *data, uint64_t row, const sl_term *const terms[3], const size_t terms_n[3]) {
    rows_check *c = data;
    SL_CHECK(row == c->next++);
    for (int k = 0; k < 3; k++) {
        SL_CHECK(terms_n[k] == c->plain->rows[row].n[k]);
        for (size_t i = 0; i < terms_n[k]; i++) {
            const sl_term *want = &c->plain->rows[row].terms[k][i];
            SL_CHECK(terms[k][i].wire == want->wire && sl_fr_eq(&terms[k][i].coeff, &want->coeff));
        }
    }
    return SLUICE_OK;
}

static void check_rows(const sl_r1cs *r1cs, const naive *plain) {
    uint8_t want[32], found[32];
    naive_digest(plain, want);
    SL_CHECK_OK(sl_r1cs_digest(r1cs, found, NULL, NULL, &err));
    SL_CHECK_MEM(want, found, 32);
    rows_check c = {plain, 0};
    SL_CHECK_OK(sl_r1cs_rows(r1cs, 0, plain->rows_n, row_check, &c, &err));
    SL_CHECK(c.next == plain->rows_n);
    if (plain->rows_n > 0) {
        c.next = sl_test_u64() % plain->rows_n;
        SL_CHECK_OK(sl_r1cs_rows(r1cs, c.next, 1, row_check, &c, &err));
    }
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    uint64_t nonzeros[3] = {0};
    for (size_t i = 0; i < plain->rows_n; i++) {
        for (int k = 0; k < 3; k++) {
            nonzeros[k] += plain->rows[i].n[k];
        }
    }
    SL_CHECK_MEM(nonzeros, counts.nonzeros, sizeof nonzeros);
    SL_CHECK(counts.rows == plain->rows_n && counts.aux == plain->aux_n && counts.inputs == plain->inputs_n);
}

/* Random values, through the builder's witness mode. */
static void witness_random(const sl_r1cs *r1cs, const naive *plain, naive_values *values, sl_witness *out) {
    sl_cs *cs = NULL;
    SL_CHECK_OK(sl_cs_open_witness(&cs, r1cs, &err));
    values->inputs = malloc(plain->inputs_n * sizeof(sl_fr));
    values->aux = malloc((plain->aux_n + 1) * sizeof(sl_fr));
    SL_CHECK(values->inputs != NULL && values->aux != NULL);
    values->inputs[0] = sl_fr_one();
    for (uint32_t i = 1; i < plain->inputs_n; i++) {
        values->inputs[i] = test_fr();
        SL_CHECK(sl_cs_input(cs, &values->inputs[i]) == i);
    }
    for (uint32_t i = 0; i < plain->aux_n;) {
        uint32_t run = 1;
        while (i + run < plain->aux_n && plain->is_field[i + run] == plain->is_field[i] && run < 150) {
            run++;
        }
        uint64_t words[3] = {sl_test_u64(), sl_test_u64(), sl_test_u64()};
        sl_wire first;
        sl_fr *fields = plain->is_field[i] ? sl_cs_put_fields(cs, run, &first) : NULL;
        if (!plain->is_field[i]) {
            first = sl_cs_put_bits(cs, words, run);
        }
        SL_CHECK(first == (SL_WIRE_AUX | i));
        for (uint32_t j = 0; j < run; j++) {
            values->aux[i + j] = plain->is_field[i] ? test_fr() : sl_fr_from_u64(words[j / 64] >> (j % 64) & 1);
            if (plain->is_field[i]) {
                fields[j] = values->aux[i + j];
            }
        }
        i += run;
    }
    SL_CHECK_OK(sl_cs_finish_witness(cs, out, &err));
    sl_cs_close(cs);
}

static void check_values(const sl_r1cs *r1cs, const naive *plain, sl_pool *pool) {
    naive_values values;
    sl_witness witness;
    witness_random(r1cs, plain, &values, &witness);
    for (uint32_t i = 0; i < plain->aux_n; i++) {
        sl_fr value;
        sl_r1cs_aux_value(r1cs, &witness, i, &value);
        SL_CHECK(sl_fr_eq(&value, &values.aux[i]));
    }
    const size_t n = plain->rows_n + plain->inputs_n + 3;
    sl_fr *abc = malloc(3 * n * sizeof *abc);
    SL_CHECK(abc != NULL);
    sl_r1cs_eval(r1cs, &witness, 0, n, abc, abc + n, abc + 2 * n, pool);
    size_t bad = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 3; k++) {
            sl_fr want = sl_fr_zero();
            if (i < plain->rows_n) {
                want = naive_lc_value(&plain->rows[i], (int)k, &values);
            } else if (i < plain->rows_n + plain->inputs_n && k == 0) {
                want = values.inputs[i - plain->rows_n];
            }
            SL_CHECK_MSG(sl_fr_eq(&abc[k * n + i], &want), "row %zu, combination %zu", i, k);
        }
        sl_fr product;
        sl_fr_mul(&product, &abc[i], &abc[n + i]);
        if (bad == SIZE_MAX && i < plain->rows_n && !sl_fr_eq(&product, &abc[2 * n + i])) {
            bad = i;
        }
    }
    const size_t first = sl_test_u64() % n;
    sl_fr *part = malloc(2 * (n - first) * sizeof *part);
    SL_CHECK(part != NULL);
    sl_r1cs_eval(r1cs, &witness, first, n - first, part, part + (n - first), NULL, pool);
    SL_CHECK_MEM(part, abc + first, (n - first) * sizeof *part);
    SL_CHECK_MEM(part + (n - first), abc + n + first, (n - first) * sizeof *part);
    sl_r1cs_eval(r1cs, &witness, first, n - first, NULL, NULL, part, NULL);
    SL_CHECK_MEM(part, abc + 2 * n + first, (n - first) * sizeof *part);

    uint64_t row = 0;
    char path[64];
    const sluice_status status = sl_r1cs_check(r1cs, &witness, pool, &row, path, sizeof path, &err);
    SL_CHECK(status == (bad == SIZE_MAX ? SLUICE_OK : SLUICE_E_UNSATISFIED));
    SL_CHECK(bad == SIZE_MAX || row == bad);
    free(abc);
    free(part);
    free(values.inputs);
    free(values.aux);
    sl_witness_release(&witness);
}

static bool bit(const uint64_t *words, size_t i) {
    return (words[i / 64] >> (i % 64) & 1) != 0;
}

static void values_fill(void *data, sl_fr *const out[3], uint64_t first, size_t n) {
    const sl_fr *values = data;
    SL_CHECK(n > 0 && n <= SL_COLUMNS_CHUNK);
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; out[k] != NULL && i < n; i++) {
            out[k][i] = values[first + i];
        }
    }
}

/* Any matrices and any range of wires at a time give the same sums. */
static void check_found(const sl_r1cs *r1cs, const sl_fr *want, sl_fr *lagrange, sl_fr *found, sl_pool *pool) {
    const size_t inputs = r1cs->inputs_n, aux = r1cs->aux_n, wires = inputs + aux;
    const size_t cut = aux == 0 ? 0 : (size_t)(sl_test_u64() % aux);
    sl_fr *const out[3] = {found, found + inputs, found + 2 * inputs};
    sl_fr sum;
    const unsigned choices[] = {7, 1 + (unsigned)(sl_test_u64() % 6)};
    for (size_t c = 0; c < SL_ARRAY_N(choices); c++) {
        const unsigned matrices = choices[c];
        const sl_row_values values = {matrices, values_fill, lagrange};
        sl_r1cs_input_columns(r1cs, &values, out, pool);
        for (size_t k = 0; k < 3; k++) {
            SL_CHECK((matrices >> k & 1) == 0 || memcmp(out[k], want + k * wires, inputs * sizeof *want) == 0);
        }
        sl_r1cs_aux_columns(r1cs, &values, 0, cut, found, pool);
        sl_r1cs_aux_columns(r1cs, &values, cut, aux - cut, found + cut, pool);
        for (size_t i = 0; i < aux; i++) {
            sum = sl_fr_zero();
            for (size_t k = 0; k < 3; k++) {
                if (matrices >> k & 1) {
                    sl_fr_add(&sum, &sum, &want[k * wires + inputs + i]);
                }
            }
            SL_CHECK_MSG(sl_fr_eq(&sum, &found[i]), "matrices %u, wire %zu", matrices, i);
        }
    }
}

static void check_columns(const sl_r1cs *r1cs, const naive *plain, sl_pool *pool) {
    const size_t wires = (size_t)plain->inputs_n + plain->aux_n;
    const size_t points = plain->rows_n + plain->inputs_n;
    sl_fr *lagrange = malloc(points * sizeof *lagrange);
    sl_fr *found = malloc(3 * wires * sizeof *found);
    sl_fr *want = calloc(3 * wires, sizeof *want);
    bool *used = calloc(3 * wires, sizeof *used);
    SL_CHECK(lagrange != NULL && found != NULL && want != NULL && used != NULL);
    for (size_t i = 0; i < points; i++) {
        lagrange[i] = test_fr();
    }
    for (size_t i = 0; i < plain->rows_n; i++) {
        for (size_t k = 0; k < 3; k++) {
            for (size_t j = 0; j < plain->rows[i].n[k]; j++) {
                const sl_term *term = &plain->rows[i].terms[k][j];
                const size_t at =
                    k * wires + sl_wire_index(term->wire) + (sl_wire_is_aux(term->wire) ? plain->inputs_n : 0);
                sl_fr product;
                sl_fr_mul(&product, &term->coeff, &lagrange[i]);
                sl_fr_add(&want[at], &want[at], &product);
                used[at] = true;
            }
        }
    }
    sl_density density;
    SL_CHECK_OK(sl_r1cs_density(r1cs, &density, &err));
    size_t a_aux_n = 0, b_inputs_n = 0, b_aux_n = 0;
    for (size_t i = 0; i < wires; i++) {
        const bool in_a = used[i], in_b = used[wires + i], in_c = used[2 * wires + i];
        if (i < plain->inputs_n) {
            SL_CHECK(bit(density.b_inputs, i) == in_b);
            b_inputs_n += in_b;
            continue;
        }
        const size_t aux = i - plain->inputs_n;
        SL_CHECK(bit(density.a_aux, aux) == in_a && bit(density.b_aux, aux) == in_b);
        SL_CHECK(bit(density.aux_used, aux) == (in_a || in_b || in_c));
        a_aux_n += in_a;
        b_aux_n += in_b;
    }
    SL_CHECK(density.a_aux_n == a_aux_n && density.b_inputs_n == b_inputs_n && density.b_aux_n == b_aux_n);
    sl_density_release(&density);
    for (size_t i = 0; i < plain->inputs_n; i++) {
        sl_fr_add(&want[i], &want[i], &lagrange[plain->rows_n + i]);
    }
    check_found(r1cs, want, lagrange, found, pool);
    free(lagrange);
    free(found);
    free(want);
    free(used);
}

typedef struct runs_check {
    const naive *plain;
    uint32_t at, field, end;
} runs_check;

static void run_check(void *data, uint32_t first_wire, uint32_t n, uint32_t first_field) {
    runs_check *c = data;
    for (; c->at < first_wire; c->at++) {
        SL_CHECK(!c->plain->is_field[c->at]);
    }
    SL_CHECK(first_field == c->field && n > 0);
    for (; c->at < first_wire + n; c->at++, c->field++) {
        SL_CHECK(c->plain->is_field[c->at]);
    }
    SL_CHECK(c->at == c->end || !c->plain->is_field[c->at]); /* runs are as long as can be */
}

static void check_runs(const sl_r1cs *r1cs, const naive *plain) {
    const uint32_t begin = plain->aux_n == 0 ? 0 : (uint32_t)(sl_test_u64() % plain->aux_n);
    const uint32_t bounds[3] = {0, begin, plain->aux_n};
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            runs_check c = {plain, bounds[i], 0, bounds[j]};
            for (uint32_t w = 0; w < bounds[i]; w++) {
                c.field += plain->is_field[w];
            }
            sl_r1cs_field_runs(r1cs, bounds[i], bounds[j], run_check, &c);
            for (; c.at < bounds[j]; c.at++) {
                SL_CHECK(!plain->is_field[c.at]);
            }
        }
    }
}

static void check_all(const sl_r1cs *r1cs, const naive *plain, sl_pool *pool) {
    check_rows(r1cs, plain);
    check_values(r1cs, plain, pool);
    check_columns(r1cs, plain, pool);
    check_runs(r1cs, plain);
}

static void circuit_check(uint64_t seed, sl_pool *pool) {
    both b = {.plain.inputs_n = 1};
    SL_CHECK_OK(sl_cs_open_shape(&b.cs, &err));
    circuit(&b, seed);
    sl_r1cs *r1cs = NULL;
    SL_CHECK_OK(sl_cs_finish_shape(b.cs, &r1cs, &err));
    sl_cs_close(b.cs);
    check_all(r1cs, &b.plain, pool);

    char path[] = "/tmp/sluice-r1cs-XXXXXX";
    const int fd = mkstemp(path);
    SL_CHECK(fd >= 0 && close(fd) == 0);
    sl_outfile file;
    SL_CHECK_OK(sl_outfile_open(&file, path, &err));
    SL_CHECK_OK(sl_r1cs_save(r1cs, NULL, &file, &err));
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(r1cs, &counts);
    SL_CHECK(file.bytes == counts.structure_bytes);
    SL_CHECK_OK(sl_outfile_commit(&file, &err));
    sl_r1cs *loaded = NULL;
    SL_CHECK_OK(sl_r1cs_load(&loaded, NULL, path, pool, &err));
    SL_CHECK(unlink(path) == 0);
    check_all(loaded, &b.plain, NULL);
    sl_r1cs_close(loaded);
    sl_r1cs_close(r1cs);
    naive_free(&b.plain);
}

SL_TEST(circuits) {
    sl_pool *pool = NULL;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    for (uint64_t seed = 0; seed < 8; seed++) {
        circuit_check(seed, pool);
    }
    sl_pool_close(pool);
    SL_CHECK(sl_mem_live() == 0);
}

SL_TEST_FULL(more_circuits) {
    sl_pool *pool = NULL;
    SL_CHECK_OK(sl_pool_open(&pool, 3, &err));
    for (uint64_t seed = 1000; seed < 1300; seed++) {
        circuit_check(seed, pool);
    }
    sl_pool_close(pool);
    SL_CHECK(sl_mem_live() == 0);
}
