// SPDX-License-Identifier: MIT OR Apache-2.0
/* What launches of the kernels for keys and their scalars (key_points.cuh) work on; for CUDA and for C. */
#ifndef SL_BACKENDS_CUDA_KEY_WORK_H
#define SL_BACKENDS_CUDA_KEY_WORK_H

#include "backends/cuda/pairs_work.h"

#define SL_CUDA_KEY_THREADS 128

/* What is wrong with a point of a key file: the values of sl_point_fault (math/curve/encoding.h). */
#define SL_CUDA_FAULT_FLAGS 1
#define SL_CUDA_FAULT_NOT_CANONICAL 2
#define SL_CUDA_FAULT_NOT_ON_CURVE 3
#define SL_CUDA_FAULT_IDENTITY 5
#define SL_CUDA_FAULT_BITS 3
#define SL_CUDA_FAULT_NONE UINT64_MAX

/*
 * Points of a key file (spec 1.7) to points of the device. Those that are refused are the identity in the end, and the
 * least number of them is kept with what is wrong with it, so that the answer does not depend on who came first.
 */
typedef struct sl_cuda_decode {
    const uint32_t *bytes; /* n points of 96 (192) bytes as in the file */
    void *out;             /* n sl_cuda_g1 (sl_cuda_g2); may be where the bytes are */
    uint64_t first;        /* the number of the first point, for `fault` */
    uint64_t *fault;       /* the least of number << SL_CUDA_FAULT_BITS | fault so far */
    uint32_t n;
} sl_cuda_decode;

/* Where increasing numbers are to be cut: out[i] is how many of them are below i * step. */
typedef struct sl_cuda_cuts {
    const uint32_t *numbers;
    uint32_t *out;
    uint64_t step;
    uint32_t n, cuts_n;
} sl_cuda_cuts;

/* Bit-reversed order to natural order and back, in place. */
typedef struct sl_cuda_reverse {
    sl_cuda_fr *vector; /* 2^log2 */
    uint32_t log2;      /* at most 31 */
} sl_cuda_reverse;

#endif
