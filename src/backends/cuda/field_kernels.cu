// SPDX-License-Identifier: MIT OR Apache-2.0
/* Vectors of field elements: what the check of a device runs, and what shows the cost of the arithmetic alone. */
#include <cuda_runtime.h>

#include "backends/cuda/cudart_calls.h"
#include "backends/cuda/field.cuh"

#define THREADS 256

/* x = x op b with x within the bounds that the next round needs, and the canonical form at the end. */
template <typename Element> struct plain_op {
    typedef Element element;
    static __device__ __forceinline__ void finish(Element *) {
    }
};

struct fp_op {
    typedef sl_cuda_fp element;
    static __device__ __forceinline__ void finish(sl_cuda_fp *x) {
        sl_cuda_fp_canonical(x, x);
    }
};

struct fp_mul_op : fp_op {
    static __device__ __forceinline__ void step(sl_cuda_fp *x, const sl_cuda_fp *b) {
        sl_cuda_fp_mul(x, x, b);
    }
};

struct fp_sqr_op : fp_op {
    static __device__ __forceinline__ void step(sl_cuda_fp *x, const sl_cuda_fp *) {
        sl_cuda_fp_sqr(x, x);
    }
};

struct fp_add_op : fp_op {
    static __device__ __forceinline__ void step(sl_cuda_fp *x, const sl_cuda_fp *b) {
        sl_cuda_fp_add(x, x, b);
        sl_cuda_fp_reduce(x, x);
    }
};

struct fp_sub_op : fp_op {
    static __device__ __forceinline__ void step(sl_cuda_fp *x, const sl_cuda_fp *b) {
        sl_cuda_fp_sub(x, x, b);
        sl_cuda_fp_reduce(x, x);
    }
};

struct fr_mul_op : plain_op<sl_cuda_fr> {
    static __device__ __forceinline__ void step(sl_cuda_fr *x, const sl_cuda_fr *b) {
        sl_cuda_fr_mul(x, x, b);
    }
};

struct fr_add_op : plain_op<sl_cuda_fr> {
    static __device__ __forceinline__ void step(sl_cuda_fr *x, const sl_cuda_fr *b) {
        sl_cuda_fr_add(x, x, b);
    }
};

struct fr_sub_op : plain_op<sl_cuda_fr> {
    static __device__ __forceinline__ void step(sl_cuda_fr *x, const sl_cuda_fr *b) {
        sl_cuda_fr_sub(x, x, b);
    }
};

template <typename Element> static __device__ __forceinline__ void load(Element *x, const void *from, size_t i) {
    const uint4 *pieces = (const uint4 *)from + i * (sizeof *x / sizeof *pieces);
#pragma unroll
    for (unsigned k = 0; k < sizeof *x / sizeof *pieces; k++) {
        const uint4 piece = pieces[k];
        x->w[4 * k] = piece.x;
        x->w[4 * k + 1] = piece.y;
        x->w[4 * k + 2] = piece.z;
        x->w[4 * k + 3] = piece.w;
    }
}

template <typename Element> static __device__ __forceinline__ void store(void *to, size_t i, const Element *x) {
    uint4 *pieces = (uint4 *)to + i * (sizeof *x / sizeof *pieces);
#pragma unroll
    for (unsigned k = 0; k < sizeof *x / sizeof *pieces; k++) {
        pieces[k] = make_uint4(x->w[4 * k], x->w[4 * k + 1], x->w[4 * k + 2], x->w[4 * k + 3]);
    }
}

template <typename Op>
static __global__ void __launch_bounds__(THREADS)
    field_kernel(void *out, const void *a, const void *b, size_t n, uint32_t rounds) {
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n) {
        return;
    }
    typename Op::element x, y;
    load(&x, a, i);
    load(&y, b, i);
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; round++) {
        Op::step(&x, &y);
    }
    Op::finish(&x);
    store(out, i, &x);
}

typedef void (*kernel)(void *out, const void *a, const void *b, size_t n, uint32_t rounds);

static kernel kernel_of(sl_module_field_op op) {
    switch (op) {
#define KERNEL(name, function) \
    case SL_MODULE_##name:     \
        return field_kernel<function##_op>;
        SL_MODULE_FIELD_OPS(KERNEL)
#undef KERNEL
    case SL_MODULE_FIELD_OPS_N:
        break;
    }
    return NULL;
}

extern "C" int sl_cuda_field_launch(void *out, const void *a, const void *b, size_t n, sl_module_field_op op,
                                    uint32_t rounds, void *stream) {
    const kernel run = kernel_of(op);
    const size_t blocks = (n + THREADS - 1) / THREADS;
    if (run == NULL || blocks > INT32_MAX) {
        return cudaErrorInvalidValue;
    }
    (void)cudaGetLastError(); /* what an earlier call left is not this launch's */
    run<<<(unsigned)blocks, THREADS, 0, (cudaStream_t)stream>>>(out, a, b, n, rounds);
    return cudaGetLastError();
}
