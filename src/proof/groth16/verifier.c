// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/verifier.h"

#include <string.h>

#include "core/mem/small.h"
#include "core/sys/random.h"
#include "math/curve/pairing.h"

/* Scalars as integers with a constant added (digits_make): 256 bits and the carry above them. */
#define SCALAR_LIMBS 5
#define WINDOW_BITS_MAX 12

struct sl_verifier {
    sl_g1_affine alpha_g1;
    sl_g1_affine *ic;
    size_t ic_n;
    sl_g2_prepared *beta_g2, *gamma_g2, *delta_g2;
    sl_buf storage; /* owns the points and lines */
};

sluice_status sl_verifier_open(sl_verifier **out, const sl_vk *vk, sluice_error *err) {
    sl_verifier *verifier = sl_small_alloc(1, sizeof *verifier);
    if (verifier == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a verifier");
    }
    const size_t ic_bytes = vk->ic_n * sizeof *vk->ic;
    const sluice_status status =
        sl_buf_alloc(&verifier->storage, 3 * sizeof(sl_g2_prepared) + ic_bytes, "verifier", err);
    if (status != SLUICE_OK) {
        free(verifier);
        return status;
    }
    sl_g2_prepared *lines = verifier->storage.data;
    verifier->beta_g2 = &lines[0];
    verifier->gamma_g2 = &lines[1];
    verifier->delta_g2 = &lines[2];
    verifier->ic = (sl_g1_affine *)&lines[3];
    verifier->ic_n = vk->ic_n;
    verifier->alpha_g1 = vk->alpha_g1;
    memcpy(verifier->ic, vk->ic, ic_bytes);
    sl_g2_prepare(verifier->beta_g2, &vk->beta_g2);
    sl_g2_prepare(verifier->gamma_g2, &vk->gamma_g2);
    sl_g2_prepare(verifier->delta_g2, &vk->delta_g2);
    *out = verifier;
    return SLUICE_OK;
}

void sl_verifier_close(sl_verifier *verifier) {
    if (verifier != NULL) {
        sl_buf_release(&verifier->storage);
        free(verifier);
    }
}

size_t sl_verifier_inputs_n(const sl_verifier *verifier) {
    return verifier->ic_n - 1;
}

/*
 * Sum of k_i P_i by buckets. With B = 2^(c - 1) (1 + 2^c + 2^2c + ...), the c-bit digits of k + B less 2^(c - 1) are
 * signed digits of k, which need no carries and half the buckets. Public data: time may depend on it.
 */
typedef struct bucket_sum {
    unsigned window_bits, windows_n;
    uint64_t *scalars; /* k + B, SCALAR_LIMBS each */
    sl_g1 *buckets;    /* 2^(c - 1) */
    sl_buf storage;
} bucket_sum;

static sluice_status bucket_sum_open(bucket_sum *out, size_t n, sluice_error *err) {
    unsigned best = 3; /* with 2, k + B could need a bit above the last window */
    size_t best_cost = SIZE_MAX;
    for (unsigned c = 3; c <= WINDOW_BITS_MAX; c++) {
        const size_t cost = (256 + c - 1) / c * (n + ((size_t)1 << c));
        if (cost < best_cost) {
            best_cost = cost;
            best = c;
        }
    }
    const size_t buckets_bytes = ((size_t)1 << (best - 1)) * sizeof(sl_g1);
    *out = (bucket_sum){.window_bits = best, .windows_n = (256 + best - 1) / best};
    SL_TRY(sl_buf_alloc(&out->storage, buckets_bytes + n * SCALAR_LIMBS * sizeof(uint64_t), "verifier", err));
    out->buckets = out->storage.data;
    out->scalars = (uint64_t *)((uint8_t *)out->storage.data + buckets_bytes);
    return SLUICE_OK;
}

static void scalar_set(const bucket_sum *sum, size_t i, const sl_fr *k) {
    uint64_t limbs[SCALAR_LIMBS] = {0}, bias[SCALAR_LIMBS] = {0};
    sl_fr_to_limbs(limbs, k);
    for (unsigned w = 0; w < sum->windows_n; w++) {
        const unsigned bit = w * sum->window_bits + sum->window_bits - 1;
        bias[bit / 64] |= UINT64_C(1) << (bit % 64);
    }
    uint64_t carry = 0;
    for (int l = 0; l < SCALAR_LIMBS; l++) {
        const sl_u128 t = (sl_u128)limbs[l] + bias[l] + carry;
        sum->scalars[i * SCALAR_LIMBS + (size_t)l] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
}

static int digit(const bucket_sum *sum, size_t i, unsigned w) {
    const uint64_t *limbs = &sum->scalars[i * SCALAR_LIMBS];
    const unsigned bit = w * sum->window_bits, shift = bit % 64;
    uint64_t v = limbs[bit / 64] >> shift;
    if (shift + sum->window_bits > 64 && bit / 64 + 1 < SCALAR_LIMBS) {
        v |= limbs[bit / 64 + 1] << (64 - shift);
    }
    return (int)(v & ((UINT64_C(1) << sum->window_bits) - 1)) - (1 << (sum->window_bits - 1));
}

static void bucket_sum_run(const bucket_sum *sum, sl_g1 *out, const sl_g1_affine *points, size_t n) {
    const size_t buckets_n = (size_t)1 << (sum->window_bits - 1);
    sl_g1 total = sl_g1_identity();
    for (unsigned w = sum->windows_n; w-- > 0;) {
        for (unsigned i = 0; i < sum->window_bits; i++) {
            sl_g1_dbl(&total, &total);
        }
        for (size_t b = 0; b < buckets_n; b++) {
            sum->buckets[b] = sl_g1_identity();
        }
        for (size_t i = 0; i < n; i++) {
            const int d = digit(sum, i, w);
            sl_g1_affine p = points[i];
            if (d < 0) {
                sl_g1_affine_neg(&p, &p);
            }
            if (d != 0) {
                sl_g1 *bucket = &sum->buckets[abs(d) - 1];
                sl_g1_add_affine(bucket, bucket, &p);
            }
        }
        sl_g1 running = sl_g1_identity();
        for (size_t b = buckets_n; b-- > 0;) {
            sl_g1_add(&running, &running, &sum->buckets[b]);
            sl_g1_add(&total, &total, &running);
        }
    }
    *out = total;
}

/* Sum over the claims of coefficient * (ic[0] + sum of x_i ic[i]). */
static sluice_status inputs_sum(const sl_verifier *verifier, sl_g1 *out, const sl_claim *claims, const sl_fr *rho,
                                size_t claims_n, sluice_error *err) {
    bucket_sum sum;
    SL_TRY(bucket_sum_open(&sum, verifier->ic_n, err));
    for (size_t i = 0; i < verifier->ic_n; i++) {
        sl_fr k = sl_fr_zero();
        for (size_t j = 0; j < claims_n; j++) {
            sl_fr term = rho[j];
            if (i > 0) {
                sl_fr_mul(&term, &term, &claims[j].inputs[i - 1]);
            }
            sl_fr_add(&k, &k, &term);
        }
        scalar_set(&sum, i, &k);
    }
    bucket_sum_run(&sum, out, verifier->ic, verifier->ic_n);
    sl_buf_release(&sum.storage);
    return SLUICE_OK;
}

/*
 * product of e(rho_j A_j, B_j) * e(-acc, gamma) * e(-sum rho_j C_j, delta) * e(-sum rho_j alpha, beta) = 1.
 * left and pairs have room for claims_n + 3.
 */
static sluice_status combination_holds(const sl_verifier *verifier, const sl_claim *claims, const sl_fr *rho,
                                       size_t claims_n, sl_g1_affine *left, sl_pairing_pair *pairs, bool *out,
                                       sluice_error *err) {
    sl_g1 acc, c = sl_g1_identity(), t;
    sl_fr rho_sum = sl_fr_zero();
    SL_TRY(inputs_sum(verifier, &acc, claims, rho, claims_n, err));
    for (size_t j = 0; j < claims_n; j++) {
        sl_g1_from_affine(&t, &claims[j].proof.a);
        sl_g1_mul_vt(&t, &t, &rho[j]);
        sl_g1_to_affine_vt(&left[j], &t);
        pairs[j] = (sl_pairing_pair){&left[j], &claims[j].proof.b, NULL};
        sl_g1_from_affine(&t, &claims[j].proof.c);
        sl_g1_mul_vt(&t, &t, &rho[j]);
        sl_g1_add(&c, &c, &t);
        sl_fr_add(&rho_sum, &rho_sum, &rho[j]);
    }
    sl_g1_from_affine(&t, &verifier->alpha_g1);
    sl_g1_mul_vt(&t, &t, &rho_sum);
    const sl_g1 *fixed[3] = {&acc, &c, &t};
    const sl_g2_prepared *lines[3] = {verifier->gamma_g2, verifier->delta_g2, verifier->beta_g2};
    for (size_t i = 0; i < 3; i++) {
        sl_g1_affine *p = &left[claims_n + i];
        sl_g1_to_affine_vt(p, fixed[i]);
        sl_g1_affine_neg(p, p);
        pairs[claims_n + i] = (sl_pairing_pair){p, NULL, lines[i]};
    }
    *out = sl_pairing_product_is_one_vt(pairs, claims_n + 3);
    return SLUICE_OK;
}

static sluice_status one_check(const sl_verifier *verifier, const sl_claim *claim, sluice_error *err) {
    const sl_fr one = sl_fr_one();
    sl_g1_affine left[4];
    sl_pairing_pair pairs[4];
    bool holds;
    SL_TRY(combination_holds(verifier, claim, &one, 1, left, pairs, &holds, err));
    return holds ? SLUICE_OK : SL_FAIL(err, SLUICE_E_PROOF_INVALID, "the pairing equation does not hold");
}

/* 128 bits each, not zero. */
static sluice_status coefficients_draw(sl_fr *rho, size_t n, sluice_error *err) {
    for (size_t j = 0; j < n;) {
        uint8_t bytes[SL_FR_BYTES] = {0};
        SL_TRY(sl_random_bytes(bytes, 16, err));
        if (sl_fr_from_bytes(&rho[j], bytes) && !sl_fr_is_zero(&rho[j])) {
            j++;
        }
    }
    return SLUICE_OK;
}

static sluice_status batch_check(const sl_verifier *verifier, const sl_claim *claims, size_t claims_n,
                                 sluice_error *err) {
    sl_buf rho = SL_BUF_EMPTY, left = SL_BUF_EMPTY, pairs = SL_BUF_EMPTY;
    bool holds = false;
    sluice_status status = sl_buf_alloc_n(&rho, claims_n, sizeof(sl_fr), "verifier", err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&left, claims_n + 3, sizeof(sl_g1_affine), "verifier", err);
    }
    if (status == SLUICE_OK) {
        status = sl_buf_alloc_n(&pairs, claims_n + 3, sizeof(sl_pairing_pair), "verifier", err);
    }
    if (status == SLUICE_OK) {
        status = coefficients_draw(rho.data, claims_n, err);
    }
    if (status == SLUICE_OK) {
        status = combination_holds(verifier, claims, rho.data, claims_n, left.data, pairs.data, &holds, err);
    }
    sl_buf_release(&rho);
    sl_buf_release(&left);
    sl_buf_release(&pairs);
    if (status != SLUICE_OK || holds) {
        return status;
    }
    for (size_t j = 0; j < claims_n; j++) {
        status = one_check(verifier, &claims[j], err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "proof %zu", j);
        }
    }
    return SL_FAIL(err, SLUICE_E_INTERNAL, "%zu proofs hold one by one but not together", claims_n);
}

sluice_status sl_verifier_check(const sl_verifier *verifier, const sl_claim *claims, size_t claims_n,
                                sluice_error *err) {
    for (size_t j = 0; j < claims_n; j++) {
        if (claims[j].inputs_n != verifier->ic_n - 1) {
            return SL_FAIL(err, SLUICE_E_MISMATCH, "proof %zu: the key is for %zu public inputs, found %zu", j,
                           verifier->ic_n - 1, claims[j].inputs_n);
        }
    }
    if (claims_n == 0) {
        return SLUICE_OK;
    }
    return claims_n == 1 ? one_check(verifier, claims, err) : batch_check(verifier, claims, claims_n, err);
}
