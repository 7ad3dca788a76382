// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Fp and Fr on the device: words of 32 bits, least significant first; Montgomery form with the factors of the
 * processor's portable code (2^384, 2^256), so elements cross over as they are in memory.
 *
 * Fr is below r, but where a name says lazy. Fp is lazy: bounds are given for each function; R is 2^384, 9.8 p. An out
 * may be an input. Each function is one block of PTX (gen/field_ptx.cuh), which tests interpret. In C the same names
 * are functions of C with the same values (field_words.h), so that tests can run kernels on the processor.
 */
#ifndef SL_BACKENDS_CUDA_FIELD_CUH
#define SL_BACKENDS_CUDA_FIELD_CUH

#include "backends/cuda/field_words.h"
#include "backends/cuda/gen/field_ptx.cuh"

#ifdef __CUDACC__

#define SL_WORDS_8(kind, x) \
    kind((x)[0]), kind((x)[1]), kind((x)[2]), kind((x)[3]), kind((x)[4]), kind((x)[5]), kind((x)[6]), kind((x)[7])
#define SL_WORDS_12(kind, x) SL_WORDS_8(kind, x), kind((x)[8]), kind((x)[9]), kind((x)[10]), kind((x)[11])
#define SL_WORDS_24(kind, x) SL_WORDS_12(kind, x), SL_WORDS_12(kind, (x) + 12)

/* a < 8p, b any words: a b / R + p at most, so < 2p for a < 4p and b < 2p. */
SL_CUDA_FN void sl_cuda_fp_mul(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    asm(SL_PTX_FP_MUL : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w), SL_WORDS_12("r", b->w));
}

/* a < 8p: a a / R + p at most, so < 2p for a < 3p. */
SL_CUDA_FN void sl_cuda_fp_sqr(sl_cuda_fp *out, const sl_cuda_fp *a) {
    asm(SL_PTX_FP_SQR : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w));
}

/* a + b, which is below R. */
SL_CUDA_FN void sl_cuda_fp_add(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    asm(SL_PTX_FP_ADD : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w), SL_WORDS_12("r", b->w));
}

/* a - b + 2p for a < 7p and b <= 2p. */
SL_CUDA_FN void sl_cuda_fp_sub(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    asm(SL_PTX_FP_SUB : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w), SL_WORDS_12("r", b->w));
}

/* a - b, or a - b + 2p if that is negative: < 2p for a < 2p and b <= 2p. */
SL_CUDA_FN void sl_cuda_fp_sub_reduced(sl_cuda_fp *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    asm(SL_PTX_FP_SUB_REDUCED : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w), SL_WORDS_12("r", b->w));
}

/* a, or 2p - a if the condition is not 0, for a <= 2p. */
SL_CUDA_FN void sl_cuda_fp_negate_if(sl_cuda_fp *out, const sl_cuda_fp *a, uint32_t condition) {
    asm(SL_PTX_FP_NEGATE_IF : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w), "r"(condition));
}

/* a b, without reduction, for any words. */
SL_CUDA_FN void sl_cuda_fp_wide_mul(sl_cuda_fp_wide *out, const sl_cuda_fp *a, const sl_cuda_fp *b) {
    asm(SL_PTX_FP_WIDE_MUL : SL_WORDS_24("=r", out->w) : SL_WORDS_12("r", a->w), SL_WORDS_12("r", b->w));
}

/* a < 8p R: a / R + p at most. */
SL_CUDA_FN void sl_cuda_fp_wide_reduce(sl_cuda_fp *out, const sl_cuda_fp_wide *a) {
    asm(SL_PTX_FP_WIDE_REDUCE : SL_WORDS_12("=r", out->w) : SL_WORDS_24("r", a->w));
}

/* a - b, which is not negative. */
SL_CUDA_FN void sl_cuda_fp_wide_sub(sl_cuda_fp_wide *out, const sl_cuda_fp_wide *a, const sl_cuda_fp_wide *b) {
    asm(SL_PTX_FP_WIDE_SUB : SL_WORDS_24("=r", out->w) : SL_WORDS_24("r", a->w), SL_WORDS_24("r", b->w));
}

/* a - b + p R for a, b <= p R. */
SL_CUDA_FN void sl_cuda_fp_wide_sub_p(sl_cuda_fp_wide *out, const sl_cuda_fp_wide *a, const sl_cuda_fp_wide *b) {
    asm(SL_PTX_FP_WIDE_SUB_P : SL_WORDS_24("=r", out->w) : SL_WORDS_24("r", a->w), SL_WORDS_24("r", b->w));
}

/* a, or a - 2p if that is not negative: < 2p for a < 4p. */
SL_CUDA_FN void sl_cuda_fp_reduce(sl_cuda_fp *out, const sl_cuda_fp *a) {
    asm(SL_PTX_FP_REDUCE : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w));
}

/* a, or a - p if that is not negative: < p for a < 2p. */
SL_CUDA_FN void sl_cuda_fp_canonical(sl_cuda_fp *out, const sl_cuda_fp *a) {
    asm(SL_PTX_FP_CANONICAL : SL_WORDS_12("=r", out->w) : SL_WORDS_12("r", a->w));
}

/* a < r, b any words. */
SL_CUDA_FN void sl_cuda_fr_mul(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    asm(SL_PTX_FR_MUL : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w), SL_WORDS_8("r", b->w));
}

/* The same in fewer instructions and more registers. */
SL_CUDA_FN void sl_cuda_fr_mul_short(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    asm(SL_PTX_FR_MUL_SHORT : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w), SL_WORDS_8("r", b->w));
}

SL_CUDA_FN void sl_cuda_fr_add(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    asm(SL_PTX_FR_ADD : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w), SL_WORDS_8("r", b->w));
}

SL_CUDA_FN void sl_cuda_fr_sub(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    asm(SL_PTX_FR_SUB : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w), SL_WORDS_8("r", b->w));
}

/* a + b, which is below 2r: enough for b of fr_mul. */
SL_CUDA_FN void sl_cuda_fr_add_lazy(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    asm(SL_PTX_FR_ADD_LAZY : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w), SL_WORDS_8("r", b->w));
}

/* a - b + r, which is below 2r. */
SL_CUDA_FN void sl_cuda_fr_sub_lazy(sl_cuda_fr *out, const sl_cuda_fr *a, const sl_cuda_fr *b) {
    asm(SL_PTX_FR_SUB_LAZY : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w), SL_WORDS_8("r", b->w));
}

/* a < 2r: a, or a - r if that is not negative. */
SL_CUDA_FN void sl_cuda_fr_reduce(sl_cuda_fr *out, const sl_cuda_fr *a) {
    asm(SL_PTX_FR_REDUCE : SL_WORDS_8("=r", out->w) : SL_WORDS_8("r", a->w));
}

#endif
#endif
