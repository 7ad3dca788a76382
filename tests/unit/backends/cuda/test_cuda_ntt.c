// SPDX-License-Identifier: MIT OR Apache-2.0
/* Transforms and quotients of the device, by the same text on the processor, against transforms from the definition. */
#include "backends/cuda/cuda_device.h"
#include "backends/cuda/device_ntt.h"
#include "backends/cuda/device_state.h"
#include "backends/cuda/ntt_plan.h"
#include "backends/module/module_check_ntt.h"
#include "backends/module/ntt_series.h"
#include "core/mem/buf.h"
#include "math/field/fr.h"
#include "ntt_run.h"

static const sl_cuda_calls calls = {RUNTIME_CALLS, .ntt = &ntt_run_calls};

static sluice_error err;

/* --- the definition ------------------------------------------------------------------------------------------------
 */

static sl_fr *vector_new(size_t n) {
    sl_fr *out = calloc(n, sizeof *out);
    SL_CHECK(out != NULL);
    return out;
}

static sl_fr *vector_random(size_t n) {
    sl_fr *out = vector_new(n), minus_one, one = sl_fr_one();
    sl_fr_neg(&minus_one, &one);
    for (size_t i = 0; i < n; i++) {
        const uint64_t limbs[4] = {sl_test_u64(), sl_test_u64(), sl_test_u64(), sl_test_u64() >> 2};
        sl_fr_from_limbs(&out[i], limbs);
        if (sl_test_u64() % 8 == 0) {
            out[i] = sl_test_u64() % 2 == 0 ? sl_fr_zero() : minus_one;
        }
    }
    return out;
}

static sl_fr power_of(sl_fr base, uint64_t e) {
    sl_fr out;
    sl_fr_pow_u64_vt(&out, &base, e);
    return out;
}

/* out[j] = sum in[i stride] root^(i j) */
static void transform(sl_fr *out, const sl_fr *in, size_t n, size_t stride, sl_fr root) {
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    const sl_fr square = power_of(root, 2);
    sl_fr power = sl_fr_one(), odd;
    transform(out, in, n / 2, 2 * stride, square);
    transform(out + n / 2, in + stride, n / 2, 2 * stride, square);
    for (size_t j = 0; j < n / 2; j++) {
        sl_fr_mul(&odd, &out[n / 2 + j], &power);
        sl_fr_sub(&out[n / 2 + j], &out[j], &odd);
        sl_fr_add(&out[j], &out[j], &odd);
        sl_fr_mul(&power, &power, &root);
    }
}

static sl_fr root_of(unsigned log2_size) {
    return power_of(sl_fr_root_of_unity, UINT64_C(1) << (32 - log2_size));
}

static sl_fr inverse_of(sl_fr a) {
    sl_fr out;
    sl_fr_inv_vt(&out, &a);
    return out;
}

/* a[i] *= scale base^i */
static void scale_by(sl_fr *a, size_t n, sl_fr base, sl_fr scale) {
    for (size_t i = 0; i < n; i++) {
        sl_fr_mul(&a[i], &a[i], &scale);
        sl_fr_mul(&scale, &scale, &base);
    }
}

/* Natural order in and out. */
static void forward(sl_fr *a, unsigned log2_size, bool on_coset) {
    const size_t n = (size_t)1 << log2_size;
    sl_fr *out = vector_new(n);
    scale_by(a, n, on_coset ? sl_fr_generator : sl_fr_one(), sl_fr_one());
    transform(out, a, n, 1, root_of(log2_size));
    memcpy(a, out, n * sizeof *a);
    free(out);
}

static void inverse(sl_fr *a, unsigned log2_size, bool on_coset) {
    const size_t n = (size_t)1 << log2_size;
    sl_fr *out = vector_new(n);
    transform(out, a, n, 1, inverse_of(root_of(log2_size)));
    scale_by(out, n, on_coset ? inverse_of(sl_fr_generator) : sl_fr_one(), inverse_of(sl_fr_from_u64(n)));
    memcpy(a, out, n * sizeof *a);
    free(out);
}

static void reverse_order(sl_fr *a, unsigned log2_size) {
    for (size_t i = 0; i < (size_t)1 << log2_size; i++) {
        size_t j = 0;
        for (unsigned b = 0; b < log2_size; b++) {
            j = j << 1 | (i >> b & 1);
        }
        if (i < j) {
            const sl_fr swap = a[i];
            a[i] = a[j];
            a[j] = swap;
        }
    }
}

static void transform_wanted(sl_fr *a, unsigned log2_size, sl_cuda_ntt_kind kind) {
    if (kind >= SL_CUDA_NTT_UP) {
        reverse_order(a, log2_size);
    }
    switch (kind) {
    case SL_CUDA_NTT_DOWN:
    case SL_CUDA_NTT_UP:
        forward(a, log2_size, false);
        break;
    case SL_CUDA_NTT_UP_COSET:
        forward(a, log2_size, true);
        break;
    default:
        inverse(a, log2_size, kind == SL_CUDA_NTT_DOWN_COSET_INVERSE);
    }
    if (kind < SL_CUDA_NTT_UP) {
        reverse_order(a, log2_size);
    }
}

/* a as sl_cuda_quotient leaves it; c may be NULL. */
static void quotient_wanted(sl_fr *a, sl_fr *b, sl_fr *c, unsigned log2_size) {
    const size_t n = (size_t)1 << log2_size;
    sl_fr *const vectors[3] = {a, b, c};
    for (int i = 0; i < (c == NULL ? 2 : 3); i++) {
        inverse(vectors[i], log2_size, false);
        forward(vectors[i], log2_size, true);
    }
    sl_fr vanishing = power_of(sl_fr_generator, n), one = sl_fr_one();
    sl_fr_sub(&vanishing, &vanishing, &one);
    vanishing = inverse_of(vanishing);
    for (size_t i = 0; i < n; i++) {
        sl_fr_mul(&a[i], &a[i], &b[i]);
        if (c != NULL) {
            sl_fr_sub(&a[i], &a[i], &c[i]);
            sl_fr_mul(&a[i], &a[i], &vanishing);
        }
    }
    if (c != NULL) {
        inverse(a, log2_size, true);
        reverse_order(a, log2_size);
    }
}

/* --- on the device -------------------------------------------------------------------------------------------------
 */

typedef struct bench {
    sl_module_device *device;
    sl_cuda_ntt ntt;
    void *memory;
} bench;

static bench bench_open(unsigned log2_size, unsigned steps_max, bool is_small) {
    bench b;
    sl_cuda_ntt shape;
    size_t seeds_bytes;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &b.device, 0, &err));
    sl_cuda_ntt_levels_make(&shape, log2_size, steps_max);
    const size_t bytes = sl_cuda_ntt_layout(&shape, SL_CUDA_NTT_FULL, NULL, &seeds_bytes);
    if (steps_max == 3) {
        SL_CHECK(bytes == sl_cuda_ntt_bytes(log2_size, SL_CUDA_NTT_FULL));
    }
    SL_CHECK(calls.alloc(&b.memory, bytes) == 0);
    SL_CHECK_OK(sl_cuda_ntt_make_steps(b.device, &b.ntt, log2_size, steps_max, SL_CUDA_NTT_FULL, b.memory,
                                       b.device->stream, &err));
    for (unsigned p = 0; is_small && p + 1 < b.ntt.levels_n; p++) {
        for (unsigned d = 0; d < 2; d++) {
            b.ntt.levels[p].between[d][0] = p > 0 ? b.ntt.levels[p].between[d][0] : NULL;
        }
    }
    return b;
}

static void bench_close(bench *b) {
    SL_CHECK(calls.release(b->memory) == 0);
    sl_cuda_device_close(b->device);
    SL_CHECK(runtime.live == 0);
}

static void check_vector(const sl_fr *got, const sl_fr *want, unsigned log2_size, const char *what, unsigned which) {
    for (size_t i = 0; i < (size_t)1 << log2_size; i++) {
        SL_CHECK_MSG(sl_fr_eq(&got[i], &want[i]), "2^%u, %s %u: element %zu", log2_size, what, which, i);
    }
}

static void check_kind(const bench *b, sl_cuda_ntt_kind kind) {
    const unsigned log2_size = b->ntt.log2_size;
    const size_t n = (size_t)1 << log2_size;
    sl_fr *got = vector_random(n), *want = vector_new(n);
    memcpy(want, got, n * sizeof *got);
    transform_wanted(want, log2_size, kind);
    SL_CHECK_OK(sl_cuda_ntt_run(b->device, &b->ntt, (sl_cuda_fr *)(void *)got, kind, b->device->stream, &err));
    check_vector(got, want, log2_size, "kind", kind);
    free(got);
    free(want);
}

static void check_quotient(const bench *b, bool is_folded) {
    const unsigned log2_size = b->ntt.log2_size;
    const size_t n = (size_t)1 << log2_size;
    sl_fr *got[3], *want[3];
    for (int i = 0; i < 3; i++) {
        got[i] = vector_random(n);
        want[i] = vector_new(n);
        memcpy(want[i], got[i], n * sizeof(sl_fr));
    }
    quotient_wanted(want[0], want[1], is_folded ? NULL : want[2], log2_size);
    SL_CHECK_OK(sl_cuda_quotient(b->device, &b->ntt, (void *)got[0], (void *)got[1], is_folded ? NULL : (void *)got[2],
                                 b->device->stream, &err));
    check_vector(got[0], want[0], log2_size, "quotient, folded", is_folded);
    if (is_folded) {
        check_vector(got[2], want[2], log2_size, "c", 0); /* not touched */
    }
    for (int i = 0; i < 3; i++) {
        free(got[i]);
        free(want[i]);
    }
}

static void check_size(unsigned log2_size, unsigned steps_max, bool is_small) {
    bench b = bench_open(log2_size, steps_max, is_small);
    for (int kind = 0; kind < SL_CUDA_NTT_KINDS_N; kind++) {
        check_kind(&b, (sl_cuda_ntt_kind)kind);
    }
    check_quotient(&b, false);
    check_quotient(&b, true);
    bench_close(&b);
}

/* --- tests ---------------------------------------------------------------------------------------------------------
 */

SL_TEST(sizes) {
    for (unsigned log2_size = 0; log2_size <= 11; log2_size++) {
        check_size(log2_size, 3, log2_size % 2 == 0);
    }
}

SL_TEST(several_tiles) {
    check_size(12, 3, true);
    check_size(13, 3, false);
}

/* Passes of 8 and 64 rows, so that small vectors take up to five. */
SL_TEST(more_passes) {
    for (unsigned log2_size = 6; log2_size <= 10; log2_size++) {
        check_size(log2_size, 1, false);
        check_size(log2_size, 1, true);
        check_size(log2_size, 2, log2_size % 2 == 1);
    }
}

SL_TEST(more_passes_over_more_tiles) {
    check_size(12, 1, true);
    check_size(13, 2, false);
}

/* 512, 8 and 512 rows. */
SL_TEST_FULL(three_passes) {
    bench b = bench_open(21, 3, true);
    SL_CHECK(b.ntt.levels_n == 3);
    check_kind(&b, SL_CUDA_NTT_DOWN);
    check_kind(&b, SL_CUDA_NTT_UP_COSET);
    bench_close(&b);
}

SL_TEST(levels) {
    for (unsigned log2_size = 0; log2_size <= SL_CUDA_NTT_LOG2_MAX; log2_size++) {
        sl_cuda_ntt ntt;
        sl_cuda_ntt_levels_make(&ntt, log2_size, 3);
        uint32_t bits = 0;
        for (unsigned p = 0; p < ntt.levels_n; p++) {
            SL_CHECK(ntt.levels[p].bits_before == bits);
            bits += ntt.levels[p].log2_n;
            SL_CHECK(bits + ntt.levels[p].log2_columns == log2_size);
            SL_CHECK(ntt.levels[p].log2_n % 3 == 0 || p + 1 == ntt.levels_n);
        }
        SL_CHECK(bits == log2_size && ntt.levels_n <= 4);
        SL_CHECK(sl_cuda_ntt_bytes(log2_size, SL_CUDA_NTT_SMALL) < 100 << 20);
        const uint64_t more = log2_size <= 20 ? 0 : UINT64_C(64) << log2_size;
        SL_CHECK(sl_cuda_ntt_bytes(log2_size, SL_CUDA_NTT_FULL) ==
                 sl_cuda_ntt_bytes(log2_size, SL_CUDA_NTT_SMALL) + more);
    }
}

/* A quarter of a warp uses each bank once, elements have places of their own, and levels 1 and 2 stay in a warp. */
SL_TEST(places_in_the_tile) {
    static uint8_t seen[1 << SL_CUDA_NTT_TILE_LOG2];
    static uint32_t warp_of[1 << SL_CUDA_NTT_TILE_LOG2];
    for (uint32_t level = 0; level < 3; level++) {
        memset(seen, 0, sizeof seen);
        for (uint32_t place = 0; place < SL_CUDA_NTT_DIGIT; place++) {
            uint32_t banks = 0;
            for (uint32_t t = 0; t < SL_CUDA_NTT_THREADS; t++) {
                const sl_cuda_ntt_view view = sl_cuda_ntt_view_of(t, level);
                const sl_cuda_ntt_slots slots = sl_cuda_ntt_slots_of(&view, t);
                const uint32_t at = sl_cuda_ntt_tile_at(&slots, place);
                banks = (t % 8 == 0 ? 0 : banks) | 1U << at % 8;
                SL_CHECK(t % 8 != 7 || banks == 0xff);
                SL_CHECK(at < sizeof seen && seen[at]++ == 0);
                SL_CHECK(level != 2 || warp_of[at] == t / 32);
                warp_of[at] = t / 32;
            }
        }
    }
}

SL_TEST(wrong_use) {
    bench b = bench_open(4, 3, false);
    sl_cuda_ntt ntt;
    SL_CHECK_STATUS(
        sl_cuda_ntt_make(b.device, &ntt, SL_CUDA_NTT_LOG2_MAX + 1, SL_CUDA_NTT_SMALL, b.memory, b.device->stream, &err),
        SLUICE_E_USAGE);
    sl_cuda_fr a[16] = {{{0}}};
    SL_CHECK_STATUS(sl_cuda_ntt_run(b.device, &b.ntt, a, SL_CUDA_NTT_KINDS_N, b.device->stream, &err), SLUICE_E_USAGE);
    bench_close(&b);
}

/* All calls of tables, transform and quotient, failing in turn. */
static sluice_status use(sl_module_device *device, void *memory, sl_cuda_fr *vectors) {
    sl_cuda_ntt ntt;
    SL_TRY(sl_cuda_ntt_make_steps(device, &ntt, 7, 1, SL_CUDA_NTT_FULL, memory, device->stream, &err));
    SL_TRY(sl_cuda_ntt_run(device, &ntt, vectors, SL_CUDA_NTT_DOWN, device->stream, &err));
    SL_TRY(sl_cuda_ntt_run(device, &ntt, vectors, SL_CUDA_NTT_UP_COSET, device->stream, &err));
    return sl_cuda_quotient(device, &ntt, vectors, vectors + 128, vectors + 256, device->stream, &err);
}

SL_TEST(every_call_fails_in_turn) {
    bench b = bench_open(7, 1, false);
    static sl_cuda_fr vectors[3 * 128];
    size_t n = 0;
    for (;; n++) {
        err.text[0] = 0;
        runtime_fail_after(n, RUNTIME_BROKEN);
        const sluice_status status = use(b.device, b.memory, vectors);
        if (sl_failpoint_waits(&runtime.fails)) {
            SL_CHECK(status == SLUICE_OK);
            break;
        }
        SL_CHECK_MSG(status == SLUICE_E_DEVICE && err.text[0] != 0, "call %zu", n);
        SL_CHECK_STATUS(sl_cuda_device_use(b.device, NULL), SLUICE_E_DEVICE);
        sl_cuda_device_close(b.device);
        runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
        SL_CHECK_OK(sl_cuda_device_open(&calls, &b.device, 0, &err));
    }
    SL_CHECK_MSG(n >= 30, "%zu calls", n);
    runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
    sl_mem_fail_after(0);
    SL_CHECK_STATUS(use(b.device, b.memory, vectors), SLUICE_E_NO_MEMORY);
    sl_mem_fail_after(SIZE_MAX);
    bench_close(&b);
}

/* --- as a module shows it ------------------------------------------------------------------------------------------
 */

/* The closed forms against transforms from the definition. */
SL_TEST(series) {
    static const uint32_t sizes[] = {0, 1, 2, 3, 7, 8, SL_NTT_SERIES_BLOCK_LOG2, SL_NTT_SERIES_BLOCK_LOG2 + 1};
    for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
        const uint32_t log2_size = sizes[s];
        const size_t n = (size_t)1 << log2_size;
        const size_t block = SL_MIN(n, (size_t)1 << SL_NTT_SERIES_BLOCK_LOG2);
        sl_fr *vectors[4], *scratch = vector_new(2 * block);
        for (int op = log2_size < SL_NTT_SERIES_BLOCK_LOG2 ? 0 : SL_MODULE_NTT_PRODUCTS; op < SL_MODULE_NTT_OPS_N;
             op++) {
            const sl_ntt_case *c = &sl_ntt_cases[op];
            for (uint32_t i = 0; i < 4; i++) {
                vectors[i] = vector_new(n);
                for (size_t first = 0; first < n; first += block) {
                    sl_ntt_series_make(vectors[i] + first, i < 3 ? c->in[i] : c->out, log2_size,
                                       i < 3 ? c->in_is_reversed : c->out_is_reversed, first, scratch);
                }
            }
            if (op < SL_MODULE_NTT_PRODUCTS) {
                transform_wanted(vectors[0], log2_size, (sl_cuda_ntt_kind)op);
            } else {
                quotient_wanted(vectors[0], vectors[1], op == SL_MODULE_NTT_QUOTIENT ? vectors[2] : NULL, log2_size);
            }
            check_vector(vectors[0], vectors[3], log2_size, "series", (unsigned)op);
            for (uint32_t i = 0; i < 4; i++) {
                free(vectors[i]);
            }
        }
        free(scratch);
    }
}

SL_TEST(the_check_passes) {
    sl_module_device *device;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_OK(sl_module_check_ntt(&sl_cuda_ntt_ops, device, 0, &err));
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

/* A bit of one element is wrong. */
static sluice_status wrong_get(sl_module_vectors *vectors, uint32_t vector, uint64_t first, sl_fr *values, size_t n,
                               sluice_error *error) {
    SL_TRY(sl_cuda_ntt_ops.get(vectors, vector, first, values, n, error));
    values[n - 1].l[0] ^= 1;
    return SLUICE_OK;
}

SL_TEST(the_check_finds_a_wrong_bit) {
    sl_module_device *device;
    sl_module_ntt wrong = sl_cuda_ntt_ops;
    wrong.get = wrong_get;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_STATUS(sl_module_check_ntt(&wrong, device, 7, &err), SLUICE_E_DEVICE);
    SL_CHECK_MSG(strstr(err.text, "device 7 computes wrongly: element 4095 of the transform of 2^12") != NULL, "%s",
                 err.text);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

SL_TEST(wrong_use_of_vectors) {
    const sl_module_ntt *ntt = &sl_cuda_ntt_ops;
    sl_module_device *device;
    sl_module_vectors *vectors = NULL;
    sl_fr values[8];
    double ms = 0;
    SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
    SL_CHECK_STATUS(ntt->open(device, &vectors, 29, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->open(device, &vectors, 3, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->open(device, &vectors, 3, 4, &err), SLUICE_E_USAGE);
    sl_mem_fail_after(0);
    SL_CHECK_STATUS(ntt->open(device, &vectors, 3, 1, &err), SLUICE_E_NO_MEMORY);
    sl_mem_fail_after(SIZE_MAX);
    SL_CHECK_OK(ntt->open(device, &vectors, 3, 2, &err));
    SL_CHECK(ntt->has_large_tables(vectors));
    SL_CHECK_STATUS(ntt->put(vectors, 2, 0, values, 8, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->put(vectors, 0, 1, values, 8, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->get(vectors, 0, 9, values, 1, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->get(vectors, 0, 0, values, 0, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->run(vectors, SL_MODULE_NTT_QUOTIENT, &ms, &err), SLUICE_E_USAGE);
    SL_CHECK_STATUS(ntt->run(vectors, SL_MODULE_NTT_OPS_N, &ms, &err), SLUICE_E_USAGE);
    ntt->close(vectors);
    ntt->close(NULL);
    sl_cuda_device_close(device);
    SL_CHECK(runtime.live == 0);
}

static sluice_status vectors_use(sl_module_device *device) {
    const sl_module_ntt *ntt = &sl_cuda_ntt_ops;
    sl_module_vectors *vectors;
    sl_fr values[8] = {{{0}}};
    double ms;
    SL_TRY(ntt->open(device, &vectors, 3, 3, &err));
    sluice_status status = ntt->put(vectors, 1, 0, values, 8, &err);
    if (status == SLUICE_OK) {
        status = ntt->run(vectors, SL_MODULE_NTT_QUOTIENT, &ms, &err);
    }
    if (status == SLUICE_OK) {
        status = ntt->get(vectors, 0, 0, values, 8, &err);
    }
    ntt->close(vectors);
    return status;
}

SL_TEST(every_call_for_vectors_fails_in_turn) {
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    for (size_t i = 0; i < SL_ARRAY_N(codes); i++) {
        size_t n = 0;
        for (bool has_failed = true; has_failed; n++) {
            sl_module_device *device;
            SL_CHECK_OK(sl_cuda_device_open(&calls, &device, 0, &err));
            err.text[0] = 0;
            runtime_fail_after(n, codes[i]);
            const sluice_status status = vectors_use(device);
            has_failed = !sl_failpoint_waits(&runtime.fails);
            /* Closing has nothing to report. */
            SL_CHECK(status == SLUICE_OK || (has_failed && err.text[0] != 0));
            SL_CHECK(status == SLUICE_OK ||
                     status == (codes[i] == RUNTIME_BROKEN ? SLUICE_E_DEVICE : SLUICE_E_NO_MEMORY));
            runtime_fail_after(SIZE_MAX, RUNTIME_BROKEN);
            sl_cuda_device_close(device);
            SL_CHECK_MSG(runtime.live == 0, "call %zu: %u left", n, runtime.live);
        }
        SL_CHECK_MSG(n > 25, "%zu calls", n);
    }
}
