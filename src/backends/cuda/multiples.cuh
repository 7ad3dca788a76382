// SPDX-License-Identifier: MIT OR Apache-2.0
/* Kernels of multiples (multiples_work.h), each as a function of one thread; tests run them on the processor. */
#ifndef SL_BACKENDS_CUDA_MULTIPLES_CUH
#define SL_BACKENDS_CUDA_MULTIPLES_CUH

#include "backends/cuda/field.cuh"
#include "backends/cuda/multiples_work.h"

#ifdef __CUDACC__
#define SL_CUDA_SWAPPED(word) __byte_perm((word), 0, 0x0123)
#else
#define SL_CUDA_SWAPPED(word) __builtin_bswap32(word)
#endif

/* Thread i < n. */
SL_CUDA_FN void sl_cuda_growth_thread(const sl_cuda_growth *work, uint32_t i) {
    const uint32_t row = i % sl_cuda_multiples_rows(work->width);
    const uint32_t power = row * work->width + work->log2 + 1;
    work->pairs[i] = (uint64_t)(SL_CUDA_POWERS_N + i) | (uint64_t)power << 32;
}

/* The reference to the entry for window `row` of value v. */
SL_CUDA_FN uint32_t sl_cuda_entry_of(uint32_t width, uint32_t row, uint32_t v) {
    const uint32_t half = 1U << (width - 1);
    const bool is_negative = v < half;
    const uint32_t d = is_negative ? half - 1 - v : v - half;
    return (SL_CUDA_POWERS_N + d * sl_cuda_multiples_rows(width) + row) | (is_negative ? SL_CUDA_REF_NEGATIVE : 0);
}

/* v = k + (2^256 - 1 - r) / 2, which does not overflow. */
SL_CUDA_FN void sl_cuda_digits_of(sl_cuda_fr *v, const sl_cuda_fr *scalar) {
    const sl_cuda_fr one = {{1}};
    const sl_cuda_fr shift = {
        {0x7fffffff, 0x80000000, 0x8000d200, 0x56212dfe, 0xfb2f13fd, 0xe66313fb, 0x6b31415b, 0x46092c56}};
    sl_cuda_fr_mul(v, scalar, &one);
    uint64_t sum = 0;
    SL_CUDA_UNROLL
    for (unsigned i = 0; i < 8; i++) {
        sum += (uint64_t)v->w[i] + shift.w[i];
        v->w[i] = (uint32_t)sum;
        sum >>= 32;
    }
}

/* Thread i < n. */
SL_CUDA_FN void sl_cuda_digits_thread(const sl_cuda_digits *work, uint32_t i) {
    const uint32_t width = work->width, mask = (1U << width) - 1, parts_n = 32 / (2 * width);
    sl_cuda_fr v = work->scalars[i];
    sl_cuda_digits_of(&v, &v);
    SL_CUDA_UNROLL
    for (uint32_t k = 0; k < 8; k++) {
        SL_CUDA_ROLLED
        for (uint32_t part = 0; part < parts_n; part++) {
            const uint32_t q = k * parts_n + part, both = v.w[k] >> (2 * width * part);
            const uint32_t low = sl_cuda_entry_of(width, 2 * q, both & mask);
            const uint32_t high = sl_cuda_entry_of(width, 2 * q + 1, both >> width & mask);
            work->pairs[(size_t)q * work->n + i] = (uint64_t)low | (uint64_t)high << 32;
        }
    }
}

/* Thread i < n of list q < lists_n. */
SL_CUDA_FN void sl_cuda_joins_thread(const sl_cuda_joins *work, uint32_t q, uint32_t i) {
    const uint32_t low = work->first + 2 * q * work->n + i, high = low + work->n;
    work->pairs[(size_t)q * work->n + i] = (uint64_t)low | (uint64_t)high << 32;
}

/* Thread i < n: point i. */
SL_CUDA_FN void sl_cuda_encode_thread(const sl_cuda_encode *work, uint32_t i) {
    const uint32_t fields_n = work->group == SL_CUDA_G1 ? 2 : 4, swap = fields_n / 2 - 1;
    const sl_cuda_fp *fields = (const sl_cuda_fp *)work->points + (size_t)i * fields_n;
    const sl_cuda_fp one = {{1}};
    uint32_t *out = work->out + (size_t)i * fields_n * 12;
    uint32_t y_bits = 0; /* no point but the identity has y = 0 */
    SL_CUDA_ROLLED
    for (uint32_t field = 0; field < fields_n; field++) {
        sl_cuda_fp a = fields[field];
        sl_cuda_fp_mul(&a, &a, &one); /* at most p */
        sl_cuda_fp_canonical(&a, &a);
        uint32_t *to = out + (field ^ swap) * 12;
        SL_CUDA_UNROLL
        for (unsigned k = 0; k < 12; k++) {
            y_bits |= 2 * field < fields_n ? 0 : a.w[k];
            to[k] = SL_CUDA_SWAPPED(a.w[11 - k]);
        }
    }
    if (y_bits == 0) {
        out[0] = 0x40; /* the first byte */
    }
}

#endif
