// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_exponents.h"

#include <inttypes.h>
#include <string.h>

#include "core/sys/random.h"
#include "math/poly/ntt.h"
#include "proof/r1cs/columns.h"

#define BLOCK_N ((size_t)SL_COLUMNS_CHUNK) /* a power of two */

static sl_fr domain_generator(unsigned log2) {
    sl_fr omega = sl_fr_root_of_unity;
    for (unsigned i = log2; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_sqr(&omega, &omega);
    }
    return omega;
}

static sl_fr squared(sl_fr a, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        sl_fr_sqr(&a, &a);
    }
    return a;
}

/* 1 / values[i], none of which is 0, by halves: every product is one of the vector kernel. */
static void block_invert(const sl_kernels *kernels, sl_fr values[BLOCK_N]) {
    sl_fr products[BLOCK_N]; /* of the levels: BLOCK_N / 2, BLOCK_N / 4, ... */
    sl_fr swapped[BLOCK_N / 2];
    const sl_fr *from = values;
    sl_fr *to = products;
    for (size_t n = BLOCK_N / 2; n > 0; n /= 2) {
        kernels->fr_mul(to, from, from + n, n);
        from = to;
        to += n;
    }
    /* `to` is behind the last level, which is the product of all. */
    sl_fr_inv_vt(to - 1, to - 1);
    for (size_t n = 1; n < BLOCK_N; n *= 2) {
        sl_fr *inverses = to - n;                              /* of this level */
        sl_fr *below = n == BLOCK_N / 2 ? values : to - 3 * n; /* 2 n factors, which become inverses */
        memcpy(swapped, below, n * sizeof *swapped);
        kernels->fr_mul(below, below + n, inverses, n);
        kernels->fr_mul(below + n, swapped, inverses, n);
        to = inverses;
    }
    sl_wipe(products, sizeof products);
    sl_wipe(swapped, sizeof swapped);
}

/* power[i] = w^(first + i), fraction[i] = w^(first + i) / (point - w^(first + i)); n <= BLOCK_N. */
static void fractions_fill(const sl_exponents *e, const sl_fr *point, sl_fr power[BLOCK_N], sl_fr fraction[BLOCK_N],
                           uint64_t first, size_t n) {
    const sl_fr one = sl_fr_one();
    sl_fr start;
    sl_fr_pow_u64_vt(&start, &e->omega, first);
    e->kernels->fr_powers(power, &start, &e->omega, n);
    for (size_t i = 0; i < n; i++) {
        sl_fr_sub(&fraction[i], point, &power[i]);
    }
    for (size_t i = n; i < BLOCK_N; i++) {
        fraction[i] = one;
    }
    block_invert(e->kernels, fraction);
    e->kernels->fr_mul(fraction, fraction, power, n);
}

static void scale(const sl_exponents *e, sl_fr *out, const sl_fr *in, const sl_fr *factor, size_t n) {
    sl_fr factors[BLOCK_N];
    for (size_t i = 0; i < BLOCK_N; i++) {
        factors[i] = *factor;
    }
    e->kernels->fr_mul(out, in, factors, n);
    sl_wipe(factors, sizeof factors);
}

/* out = factor lagrange - power_factor power: of a block of rows. */
static void fold_values(const sl_exponents *e, sl_fr *out, const sl_fr *lagrange, const sl_fr *power, size_t n) {
    sl_fr other[BLOCK_N];
    scale(e, out, lagrange, &e->fold_lagrange, n);
    scale(e, other, power, &e->fold_power, n);
    e->kernels->fr_sub(out, out, other, n);
    sl_wipe(other, sizeof other);
}

static void lagrange_fill(const sl_exponents *e, sl_fr *lagrange, sl_fr *power, uint64_t first, size_t n) {
    fractions_fill(e, &e->secrets->tau, power, lagrange, first, n);
    scale(e, lagrange, lagrange, &e->lagrange_scale, n);
}

/* Row values: Lagrange values in every matrix. */
static void rows_plain(void *data, sl_fr *const out[3], uint64_t first, size_t n) {
    const sl_exponents *e = data;
    sl_fr lagrange[BLOCK_N], power[BLOCK_N];
    lagrange_fill(e, lagrange, power, first, n);
    for (int k = 0; k < 3; k++) {
        if (out[k] != NULL) {
            memcpy(out[k], lagrange, n * sizeof *lagrange);
        }
    }
    sl_wipe(lagrange, sizeof lagrange);
}

/* Of l: weighted; in a folded key less D in C. */
static void rows_of_l(void *data, sl_fr *const out[3], uint64_t first, size_t n) {
    const sl_exponents *e = data;
    sl_fr lagrange[BLOCK_N], power[BLOCK_N], fold[BLOCK_N];
    lagrange_fill(e, lagrange, power, first, n);
    for (int k = 0; k < 3; k++) {
        scale(e, out[k], lagrange, &e->plain_weights[k], n);
    }
    if (e->is_folded) {
        fold_values(e, fold, lagrange, power, n);
        e->kernels->fr_sub(out[2], out[2], fold, n);
        sl_wipe(fold, sizeof fold);
    }
    sl_wipe(lagrange, sizeof lagrange);
}

/* Of D. */
static void rows_fold(void *data, sl_fr *const out[3], uint64_t first, size_t n) {
    const sl_exponents *e = data;
    sl_fr lagrange[BLOCK_N], power[BLOCK_N];
    lagrange_fill(e, lagrange, power, first, n);
    fold_values(e, out[2], lagrange, power, n);
    sl_wipe(lagrange, sizeof lagrange);
}

/* u, and what the two terms of H'_j are multiplied by; and the two of G_t / (7^m - 1). */
static sluice_status fold_constants(sl_exponents *e, const sl_fr *m_inverse, sluice_error *err) {
    const unsigned log2 = e->counts.domain_log2;
    const sl_fr one = sl_fr_one();
    const sl_fr coset_vanishing = sl_ntt_vanishing_inverse(log2);
    sl_fr seven, t, tau_inverse, factor;
    sl_fr_inv_vt(&seven, &sl_fr_generator);
    sl_fr_mul(&e->coset_point, &e->secrets->tau, &seven);
    t = squared(e->coset_point, log2);
    sl_fr_sub(&e->coset_fraction, &t, &one);
    if (sl_fr_is_zero(&e->coset_fraction)) {
        return SL_FAIL(err, SLUICE_E_INPUT, "tau: lies in 7 times the circuit's domain; the key cannot be folded");
    }
    sl_fr_mul(&factor, &e->vanishing, &e->delta_inverse); /* (tau^m - 1) / delta */
    sl_fr_mul(&e->coset_fraction, &e->coset_fraction, &factor);
    sl_fr_mul(&e->coset_fraction, &e->coset_fraction, m_inverse);
    sl_fr_inv_vt(&e->coset_power, &e->coset_point);
    sl_fr_mul(&e->coset_power, &e->coset_power, &t);
    sl_fr_mul(&e->coset_power, &e->coset_power, &factor);
    sl_fr_mul(&e->coset_power, &e->coset_power, m_inverse);

    sl_fr_mul(&e->fold_lagrange, &factor, &coset_vanishing);
    sl_fr_inv_vt(&tau_inverse, &e->secrets->tau);
    e->fold_power = squared(e->secrets->tau, log2);
    sl_fr_mul(&e->fold_power, &e->fold_power, &tau_inverse);
    sl_fr_mul(&e->fold_power, &e->fold_power, m_inverse);
    sl_fr_mul(&e->fold_power, &e->fold_power, &e->fold_lagrange);
    sl_wipe(&t, sizeof t);
    sl_wipe(&tau_inverse, sizeof tau_inverse);
    sl_wipe(&factor, sizeof factor);
    return SLUICE_OK;
}

static sluice_status constants_make(sl_exponents *e, sluice_error *err) {
    const sl_setup_secrets *secrets = e->secrets;
    const sl_fr one = sl_fr_one();
    SL_TRY(sl_setup_secrets_check(secrets, e->counts.domain_log2, err));
    sl_fr m_inverse = sl_fr_from_u64(UINT64_C(1) << e->counts.domain_log2);
    sl_fr_inv_vt(&m_inverse, &m_inverse);
    e->omega = domain_generator(e->counts.domain_log2);
    e->vanishing = squared(secrets->tau, e->counts.domain_log2);
    sl_fr_sub(&e->vanishing, &e->vanishing, &one);
    sl_fr_mul(&e->lagrange_scale, &e->vanishing, &m_inverse);
    sl_fr_inv_vt(&e->gamma_inverse, &secrets->gamma);
    sl_fr_inv_vt(&e->delta_inverse, &secrets->delta);
    sl_fr_mul(&e->plain_weights[0], &secrets->beta, &e->delta_inverse);
    sl_fr_mul(&e->plain_weights[1], &secrets->alpha, &e->delta_inverse);
    e->plain_weights[2] = e->delta_inverse;
    return e->is_folded ? fold_constants(e, &m_inverse, err) : SLUICE_OK;
}

/* Columns of the inputs; c := (beta a + alpha b + c) / gamma. */
static void inputs_make(sl_exponents *e) {
    const sl_row_values values = {7, rows_plain, e};
    sl_r1cs_input_columns(e->r1cs, &values, e->input, e->pool);
    sl_fr t;
    for (size_t i = 0; i < e->counts.inputs; i++) {
        sl_fr *sum = &e->input[2][i];
        sl_fr_mul(&t, &e->secrets->beta, &e->input[0][i]);
        sl_fr_add(sum, sum, &t);
        sl_fr_mul(&t, &e->secrets->alpha, &e->input[1][i]);
        sl_fr_add(sum, sum, &t);
        sl_fr_mul(sum, sum, &e->gamma_inverse);
    }
    sl_wipe(&t, sizeof t);
}

sluice_status sl_exponents_wires_check(const sl_r1cs_counts *counts, const sl_density *density, sluice_error *err) {
    for (size_t i = 0; i < counts->aux; i++) {
        if ((density->aux_used[i / 64] >> (i % 64) & 1) == 0) {
            return SL_FAIL(err, SLUICE_E_INPUT,
                           "auxiliary wire %zu: no row uses it (UnconstrainedVariable); a key cannot be made", i);
        }
    }
    return SLUICE_OK;
}

sluice_status sl_exponents_open(sl_exponents *out, const sl_r1cs *r1cs, const sl_setup_secrets *secrets,
                                const sl_density *density, const sl_kernels *kernels, sl_pool *pool, size_t range_n,
                                bool is_folded, sluice_error *err) {
    *out = (sl_exponents){.r1cs = r1cs,
                          .secrets = secrets,
                          .density = density,
                          .kernels = kernels,
                          .pool = pool,
                          .is_folded = is_folded,
                          .range_n = range_n};
    sl_r1cs_counts_get(r1cs, &out->counts);
    sluice_status status = constants_make(out, err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&out->inputs, 3 * (size_t)out->counts.inputs, sizeof(sl_fr), "input columns", err);
    }
    if (status == SLUICE_OK) {
        sl_buf_mark_secret(&out->inputs);
        status = sl_buf_alloc_n(&out->range, range_n, sizeof(sl_fr), "exponents", err);
    }
    if (status == SLUICE_OK) {
        sl_buf_mark_secret(&out->range);
        for (size_t k = 0; k < 3; k++) {
            out->input[k] = (sl_fr *)out->inputs.data + k * (size_t)out->counts.inputs;
        }
        inputs_make(out);
    } else {
        sl_exponents_close(out);
    }
    return status;
}

void sl_exponents_close(sl_exponents *e) {
    sl_buf_release(&e->inputs);
    sl_buf_release(&e->range);
    sl_wipe(e, sizeof *e);
}

const sl_fr *sl_exponents_ic(const sl_exponents *e) {
    return e->input[2];
}

void sl_exponents_fold_inputs(sl_exponents *e, sl_fr *out) {
    const sl_row_values values = {4, rows_fold, e};
    sl_fr *const to[3] = {NULL, NULL, out};
    sl_r1cs_input_columns(e->r1cs, &values, to, e->pool);
}

/* h and its transform. */

typedef struct h_job {
    const sl_exponents *e;
    sl_fr *out;
    uint64_t first;
    size_t n;
    sl_fr start; /* of h_first */
} h_job;

static void h_task(void *data, size_t block, size_t worker) {
    (void)worker;
    const h_job *job = data;
    const sl_exponents *e = job->e;
    const size_t at = block * BLOCK_N, n = SL_MIN(job->n - at, BLOCK_N);
    sl_fr *out = job->out + at;
    if (!e->is_folded) {
        sl_fr start;
        sl_fr_pow_u64_vt(&start, &e->secrets->tau, at);
        sl_fr_mul(&start, &start, &job->start);
        e->kernels->fr_powers(out, &start, &e->secrets->tau, n);
        sl_wipe(&start, sizeof start);
        return;
    }
    sl_fr fraction[BLOCK_N], power[BLOCK_N];
    fractions_fill(e, &e->coset_point, power, fraction, job->first + at, n);
    scale(e, out, fraction, &e->coset_fraction, n);
    scale(e, power, power, &e->coset_power, n);
    e->kernels->fr_sub(out, out, power, n);
    sl_wipe(fraction, sizeof fraction);
    sl_wipe(power, sizeof power);
}

static void h_fill(const sl_exponents *e, sl_fr *out, uint64_t first, size_t n) {
    h_job job = {.e = e, .out = out, .first = first, .n = n};
    sl_fr_pow_u64_vt(&job.start, &e->secrets->tau, first);
    sl_fr_mul(&job.start, &job.start, &e->vanishing);
    sl_fr_mul(&job.start, &job.start, &e->delta_inverse);
    sl_pool_for(e->pool, (n + BLOCK_N - 1) / BLOCK_N, h_task, &job);
    sl_wipe(&job, sizeof job);
}

/* Sections over variables. */

/* Which auxiliary wires have a point; NULL: all. */
static const uint64_t *aux_plane(const sl_exponents *e) {
    switch (e->section) {
    case SL_KEY_A:
        return e->density->a_aux;
    case SL_KEY_B_G1:
    case SL_KEY_B_G2:
        return e->density->b_aux;
    default:
        return NULL;
    }
}

static bool has_point(const sl_exponents *e, uint64_t variable) {
    const uint64_t inputs = e->counts.inputs;
    if (variable < inputs) {
        const bool in_b = (e->density->b_inputs[variable / 64] >> (variable % 64) & 1) != 0;
        return e->section == SL_KEY_A || (e->section != SL_KEY_L && in_b);
    }
    const uint64_t *plane = aux_plane(e);
    const uint64_t aux = variable - inputs;
    return plane == NULL || (plane[aux / 64] >> (aux % 64) & 1) != 0;
}

void sl_exponents_seek(sl_exponents *e, sl_key_section section, uint64_t first) {
    const bool is_same_range = section == e->section || (section >= SL_KEY_B_G1 && e->section >= SL_KEY_B_G1);
    e->section = section;
    e->next = 0;
    if (!is_same_range) {
        e->range_have = 0;
    }
    if (section == SL_KEY_H) {
        e->next = first;
        return;
    }
    for (uint64_t points = 0; points < first; e->next++) {
        points += has_point(e, e->next);
    }
}

static void range_fill(sl_exponents *e, size_t first) {
    const sl_row_values values = {
        .matrices = e->section == SL_KEY_L ? 7 : (e->section == SL_KEY_A ? 1 : 2),
        .fill = e->section == SL_KEY_L ? rows_of_l : rows_plain,
        .data = e,
    };
    e->range_first = first;
    e->range_have = SL_MIN(e->range_n, (size_t)e->counts.aux - first);
    sl_r1cs_aux_columns(e->r1cs, &values, first, e->range_have, e->range.data, e->pool);
}

/* The exponent of a variable that has a point. */
static const sl_fr *exponent_of(sl_exponents *e, uint64_t variable) {
    const uint64_t inputs = e->counts.inputs;
    if (variable < inputs) {
        return &e->input[e->section == SL_KEY_A ? 0 : 1][variable];
    }
    const size_t aux = (size_t)(variable - inputs);
    if (aux - e->range_first >= e->range_have) {
        range_fill(e, aux / e->range_n * e->range_n);
    }
    return (const sl_fr *)e->range.data + (aux - e->range_first);
}

sluice_status sl_exponents_next(sl_exponents *e, sl_fr *out, size_t n, sluice_error *err) {
    if (e->section == SL_KEY_H) {
        h_fill(e, out, e->next, n);
        e->next += n;
        return SLUICE_OK;
    }
    for (size_t i = 0; i < n; e->next++) {
        SL_ASSERT(e->next < e->counts.inputs + e->counts.aux);
        if (has_point(e, e->next)) {
            out[i] = *exponent_of(e, e->next);
            if (sl_fr_is_zero(&out[i])) {
                return SL_FAIL(err, SLUICE_E_INPUT,
                               "section %s, variable %" PRIu64 ": these secrets give it the identity; take others",
                               sl_key_section_name(e->section), e->next);
            }
            i++;
        }
    }
    return SLUICE_OK;
}
