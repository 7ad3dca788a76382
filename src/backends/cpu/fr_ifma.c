// SPDX-License-Identifier: MIT OR Apache-2.0
/* Vectors over Fr of the ifma set. */
#include "backends/cpu/fr_ifma.h"

#include "backends/cpu/kernels_ifma.h"

void sl_fr_prepare_ifma(void *out, const sl_fr *in, size_t n) {
    fr_prepared *prepared = out;
    for (size_t i = 0; i < n; i++) {
        sl_fr a = in[i];
        for (int doubling = 0; doubling < 4; doubling++) {
            sl_fr_dbl(&a, &a);
        }
        for (int j = 0; j < FR8_LIMBS; j++) {
            const int word = 52 * j / 64;
            const int bit = 52 * j % 64;
            uint64_t v = a.l[word] >> bit;
            if (bit > 12 && word < 3) {
                v |= a.l[word + 1] << (64 - bit);
            }
            prepared[i].l[j] = v & FR8_MASK52;
        }
    }
}

/* The last n % 8 elements go through one vector of which fewer lanes are kept. */
SL_INLINE void load(fr8 *out, const sl_fr *a, size_t n, int shift) {
    if (SL_LIKELY(n >= FR8_LANES)) {
        fr8_load(out, a, shift);
    } else {
        fr8_gather(out, a, 1, n, shift);
    }
}

/* Below 2 and carried in; stored canonical. */
SL_INLINE void store(sl_fr *out, size_t n, fr8 *a) {
    fr8_canonical(a);
    if (SL_LIKELY(n >= FR8_LANES)) {
        fr8_store(out, a);
    } else {
        fr8_scatter(out, 1, n, a);
    }
}

void sl_fr_mul_ifma(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n) {
    for (size_t i = 0; i < n; i += FR8_LANES) {
        fr8 x;
        fr8 y;
        load(&x, a + i, n - i, 4);
        load(&y, b + i, n - i, 0);
        fr8_mul(&x, &x, &y);
        fr8_carry(&x);
        store(out + i, n - i, &x);
    }
}

SL_INLINE void constant(fr8 *out, const sl_fr *k) {
    fr_prepared prepared;
    sl_fr_prepare_ifma(&prepared, k, 1);
    for (int i = 0; i < FR8_LIMBS; i++) {
        out->l[i] = lanes8_set1(prepared.l[i]);
    }
}

void sl_fr_sub_ifma(sl_fr *out, const sl_fr *a, const sl_fr *b, size_t n) {
    for (size_t i = 0; i < n; i += FR8_LANES) {
        fr8 x;
        fr8 y;
        load(&x, a + i, n - i, 0);
        load(&y, b + i, n - i, 0);
        fr8_sub(&x, &x, &y, 1);
        fr8_carry(&x);
        store(out + i, n - i, &x);
    }
}

void sl_fr_powers_ifma(sl_fr *out, const sl_fr *first, const sl_fr *ratio, size_t n) {
    sl_fr start[FR8_LANES];
    sl_fr power = *first;
    for (size_t i = 0; i < FR8_LANES; i++) {
        start[i] = power;
        sl_fr_mul(&power, &power, ratio);
    }
    sl_fr step;
    sl_fr_pow_u64_vt(&step, ratio, FR8_LANES);
    fr8 x;
    fr8 factor;
    fr8_load(&x, start, 0);
    constant(&factor, &step);
    for (size_t i = 0; i < n; i += FR8_LANES) {
        fr8 kept = x;
        store(out + i, n - i, &kept);
        fr8_mul(&x, &x, &factor);
        fr8_carry(&x);
    }
}

void sl_fr_to_limbs_ifma(uint64_t *out, const sl_fr *a, size_t n) {
    const fr8 one = {{lanes8_set1(1), _mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512(),
                      _mm512_setzero_si512()}};
    for (size_t i = 0; i < n; i += FR8_LANES) {
        fr8 x;
        load(&x, a + i, n - i, 4);
        fr8_mul(&x, &x, &one);
        fr8_carry(&x);
        store((sl_fr *)(void *)(out + 4 * i), n - i, &x);
    }
}
