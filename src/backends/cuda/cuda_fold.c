// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/cuda_fold.h"

#include <stdlib.h>
#include <string.h>

#include "backends/cuda/device_state.h"
#include "core/mem/layout.h"
#include "core/mem/small.h"
#include "math/field/fr.h"

#define POINT_BYTES sizeof(sl_cuda_g1) /* on the device, and in a key file */
#define CHUNK_LOG2_LEAST 10
#define CHUNK_LOG2_MOST 18
#define SHARED_BLOCKS 32 /* lanes of a warp */
#define POWERS_LOW ((size_t)1 << SL_CUDA_FOLD_LOW_LOG2)

/* In host memory and on the device. */
typedef struct powers {
    sl_fr *low, *high;
} powers;

struct sl_module_fold {
    sl_module_device *device;
    uint32_t log2, chunk_n;
    uint32_t blocks_n; /* of products */
    size_t low_n, high_n;
    void *pinned; /* and its parts: */
    uint8_t *keys;
    sl_fr *scalars;
    uint64_t *fault;
    powers powers;
    void *memory; /* of the device, and its parts: */
    sl_cuda_jacobian *vector, *others;
    sl_cuda_g1 *affine;
    uint32_t *device_keys;
    sl_cuda_fr *device_scalars;
    sl_cuda_fold_table *tables;
    uint64_t *device_fault;
    powers series, roots;
    bool is_constant; /* the scaling, and it comes with the products of the first two layers: series are of roots */
};

static sluice_status check(const sl_module_fold *fold, int code, const char *what, sluice_error *err) {
    return sl_cuda_call_check(fold->device, code, what, err);
}

/* --- memory --------------------------------------------------------------------------------------------------------
 */

static void powers_layout(powers *out, const sl_module_fold *fold, char *arena, size_t *used) {
    out->low = sl_layout_take(arena, used, fold->low_n * sizeof *out->low);
    out->high = sl_layout_take(arena, used, fold->high_n * sizeof *out->high);
}

/* Lays the device's memory out from `arena` on (NULL: only counts); returns the bytes. */
static size_t device_layout(sl_module_fold *fold, char *arena) {
    const size_t n = fold->chunk_n, threads_n = (size_t)fold->blocks_n * SL_CUDA_FOLD_THREADS;
    size_t used = 0;
    fold->vector = sl_layout_take(arena, &used, ((size_t)1 << fold->log2) * sizeof *fold->vector);
    fold->others = sl_layout_take(arena, &used, n * sizeof *fold->others);
    fold->affine = sl_layout_take(arena, &used, n * sizeof *fold->affine);
    fold->device_keys = sl_layout_take(arena, &used, n * POINT_BYTES);
    fold->device_scalars = sl_layout_take(arena, &used, n * sizeof *fold->device_scalars);
    fold->tables = sl_layout_take(arena, &used, threads_n * sizeof *fold->tables);
    fold->device_fault = sl_layout_take(arena, &used, sizeof *fold->device_fault);
    powers_layout(&fold->series, fold, arena, &used);
    powers_layout(&fold->roots, fold, arena, &used);
    return used;
}

static size_t pinned_layout(sl_module_fold *fold, char *arena) {
    size_t used = 0;
    fold->keys = sl_layout_take(arena, &used, fold->chunk_n * POINT_BYTES);
    fold->scalars = sl_layout_take(arena, &used, fold->chunk_n * sizeof *fold->scalars);
    fold->fault = sl_layout_take(arena, &used, sizeof *fold->fault);
    powers_layout(&fold->powers, fold, arena, &used);
    return used;
}

static sluice_status copy_in(const sl_module_fold *fold, void *to, const void *from, size_t bytes, sluice_error *err) {
    return check(fold, fold->device->calls->copy_in(to, from, bytes, fold->device->stream), "copy to the device", err);
}

static sluice_status wait(const sl_module_fold *fold, sluice_error *err) {
    return check(fold, fold->device->calls->synchronize(fold->device->stream), "wait for a fold", err);
}

/* first base^e for all e below the size of the vector, as two tables. */
static sluice_status powers_send(const sl_module_fold *fold, const powers *to, const sl_fr *first, const sl_fr *base,
                                 sluice_error *err) {
    sl_fr power = sl_fr_one(), step;
    for (size_t i = 0; i < fold->low_n; i++) {
        fold->powers.low[i] = power;
        sl_fr_mul(&power, &power, base);
    }
    step = power;
    power = *first;
    for (size_t i = 0; i < fold->high_n; i++) {
        fold->powers.high[i] = power;
        sl_fr_mul(&power, &power, &step);
    }
    SL_TRY(copy_in(fold, to->low, fold->powers.low, fold->low_n * sizeof *to->low, err));
    SL_TRY(copy_in(fold, to->high, fold->powers.high, fold->high_n * sizeof *to->high, err));
    return wait(fold, err); /* the host's tables are free again */
}

/* The inverse of the generator of the domain, whose power m / 4 is z^3 (sl_cuda_fold_turn_thread). */
static sl_fr root_of(uint32_t log2) {
    sl_fr root = sl_fr_root_of_unity;
    for (uint32_t k = log2; k < SL_FR_TWO_ADICITY; k++) {
        sl_fr_sqr(&root, &root);
    }
    sl_fr_inv_vt(&root, &root);
    return root;
}

static sluice_status memory_take(sl_module_fold *fold, sluice_error *err) {
    const sl_cuda_calls *calls = fold->device->calls;
    const sl_fr one = sl_fr_one(), root = root_of(fold->log2);
    SL_TRY(check(fold, calls->alloc(&fold->memory, device_layout(fold, NULL)), "memory for a fold", err));
    (void)device_layout(fold, fold->memory);
    SL_TRY(check(fold, calls->host_alloc(&fold->pinned, pinned_layout(fold, NULL)), "pinned memory for a fold", err));
    (void)pinned_layout(fold, fold->pinned);
    return powers_send(fold, &fold->roots, &one, &root, err);
}

static void fold_close(sl_module_fold *fold) {
    if (fold == NULL) {
        return;
    }
    /* Calls fail on a lost device, with nothing left to give back. Nothing here is secret. */
    const sl_cuda_calls *calls = fold->device->calls;
    (void)calls->device_use((int)fold->device->index);
    (void)calls->synchronize(fold->device->stream);
    if (fold->pinned != NULL) {
        (void)calls->host_release(fold->pinned);
    }
    if (fold->memory != NULL) {
        (void)calls->release(fold->memory);
    }
    free(fold);
}

static sluice_status fold_open(sl_module_device *device, sl_module_fold **out, uint32_t log2, sluice_error *err) {
    if (log2 > SL_MODULE_FOLD_LOG2_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: a fold of 2^%u points", device->index, log2);
    }
    SL_TRY(sl_cuda_device_use(device, err));
    sl_module_fold *fold = sl_small_alloc(1, sizeof *fold);
    if (fold == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for a fold", device->index);
    }
    fold->device = device;
    fold->log2 = log2;
    fold->chunk_n = UINT32_C(1) << SL_MIN(SL_MAX(log2, CHUNK_LOG2_LEAST), CHUNK_LOG2_MOST);
    fold->blocks_n = SL_MAX(1, SL_CUDA_FOLD_BLOCKS * device->multiprocessors_n);
    fold->low_n = SL_MIN((size_t)1 << log2, POWERS_LOW);
    fold->high_n = ((size_t)1 << log2) / fold->low_n;
    const sluice_status status = memory_take(fold, err);
    if (status != SLUICE_OK) {
        fold_close(fold);
        return status;
    }
    *out = fold;
    return SLUICE_OK;
}

/* --- in and out ----------------------------------------------------------------------------------------------------
 */

/* n points, at most a chunk, into *to; the word of faults says what was wrong with the first bad one. */
static sluice_status chunk_put(const sl_module_fold *fold, sl_cuda_jacobian *to, uint64_t first, const uint8_t *keys,
                               uint32_t n, sluice_error *err) {
    const sl_cuda_calls *calls = fold->device->calls;
    void *stream = fold->device->stream;
    const sl_cuda_decode decode = {fold->device_keys, fold->affine, first, fold->device_fault, n};
    const sl_cuda_fold_enter enter = {fold->affine, to, n};
    memcpy(fold->keys, keys, n * POINT_BYTES);
    SL_TRY(copy_in(fold, fold->device_keys, fold->keys, n * POINT_BYTES, err));
    SL_TRY(check(fold, calls->fill(fold->device_fault, 0xff, sizeof *fold->device_fault, stream), "fill", err));
    SL_TRY(check(fold, calls->key->decode_g1(&decode, stream), "kernel of decoding", err));
    return check(fold, calls->fold->enter(&enter, stream), "kernel of a fold", err);
}

static sluice_status fold_put(sl_module_fold *fold, uint64_t first, const uint8_t *keys, size_t n, uint64_t *bad,
                              sluice_error *err) {
    const sl_cuda_calls *calls = fold->device->calls;
    uint64_t least = SL_CUDA_FAULT_NONE;
    SL_TRY(sl_cuda_device_use(fold->device, err));
    for (size_t done = 0; done < n; done += fold->chunk_n) {
        const uint32_t step = (uint32_t)SL_MIN(n - done, (size_t)fold->chunk_n);
        sl_cuda_jacobian *to = fold->vector + first + done;
        if (keys == NULL) {
            const sl_cuda_fold_enter enter = {NULL, to, step};
            SL_TRY(check(fold, calls->fold->enter(&enter, fold->device->stream), "kernel of a fold", err));
            continue;
        }
        SL_TRY(chunk_put(fold, to, first + done, keys + done * POINT_BYTES, step, err));
        SL_TRY(check(fold, calls->copy_out(fold->fault, fold->device_fault, sizeof *fold->fault, fold->device->stream),
                     "copy from the device", err));
        SL_TRY(wait(fold, err));
        least = SL_MIN(least, *fold->fault);
    }
    *bad = least == SL_CUDA_FAULT_NONE ? UINT64_MAX : least >> SL_CUDA_FAULT_BITS;
    return SLUICE_OK;
}

/* n points, at most a chunk, from where `leave` says. Waits. */
static sluice_status chunk_get(const sl_module_fold *fold, const sl_cuda_fold_leave *leave, uint8_t *keys,
                               sluice_error *err) {
    const sl_cuda_calls *calls = fold->device->calls;
    void *stream = fold->device->stream;
    const sl_cuda_encode encode = {fold->affine, fold->device_keys, leave->n, SL_CUDA_G1};
    const size_t bytes = leave->n * POINT_BYTES;
    SL_TRY(check(fold, calls->fold->leave(leave, stream), "kernel of a fold", err));
    SL_TRY(check(fold, calls->multiples->encode(&encode, stream), "kernel of encoding", err));
    SL_TRY(check(fold, calls->copy_out(fold->keys, fold->device_keys, bytes, stream), "copy from the device", err));
    SL_TRY(wait(fold, err));
    memcpy(keys, fold->keys, bytes);
    return SLUICE_OK;
}

static sluice_status fold_get(sl_module_fold *fold, uint64_t first, uint8_t *keys, size_t n, sluice_error *err) {
    SL_TRY(sl_cuda_device_use(fold->device, err));
    for (size_t done = 0; done < n; done += fold->chunk_n) {
        const uint32_t step = (uint32_t)SL_MIN(n - done, (size_t)fold->chunk_n);
        const sl_cuda_fold_leave leave = {fold->vector, fold->affine, (uint32_t)(first + done), step, fold->log2};
        SL_TRY(chunk_get(fold, &leave, keys + done * POINT_BYTES, err));
    }
    return SLUICE_OK;
}

static sluice_status fold_mul(sl_module_fold *fold, uint8_t *keys, const void *scalars, size_t n, sluice_error *err) {
    const sl_cuda_calls *calls = fold->device->calls;
    SL_TRY(sl_cuda_device_use(fold->device, err));
    for (size_t done = 0; done < n; done += fold->chunk_n) {
        const uint32_t step = (uint32_t)SL_MIN(n - done, (size_t)fold->chunk_n);
        uint8_t *const at = keys + done * POINT_BYTES;
        const sl_cuda_fold_mul work = {.points = fold->others,
                                       .scalars = fold->device_scalars,
                                       .tables = fold->tables,
                                       .kind = SL_CUDA_FOLD_LIST,
                                       .n = step};
        const sl_cuda_fold_leave leave = {fold->others, fold->affine, 0, step, 0};
        memcpy(fold->scalars, (const sl_fr *)scalars + done, step * sizeof *fold->scalars);
        SL_TRY(copy_in(fold, fold->device_scalars, fold->scalars, step * sizeof *fold->scalars, err));
        SL_TRY(chunk_put(fold, fold->others, 0, at, step, err));
        SL_TRY(check(fold, calls->fold->mul(&work, fold->blocks_n, fold->device->stream), "kernel of a fold", err));
        SL_TRY(chunk_get(fold, &leave, at, err));
    }
    return SLUICE_OK;
}

/* --- the transform -------------------------------------------------------------------------------------------------
 */

static sluice_status fold_begin(sl_module_fold *fold, const void *first, const void *ratio, sluice_error *err) {
    const sl_fr one = sl_fr_one(), root = root_of(fold->log2);
    SL_TRY(sl_cuda_device_use(fold->device, err));
    fold->is_constant = sl_fr_eq(ratio, &one) && fold->log2 > 2;
    return powers_send(fold, &fold->series, first, fold->is_constant ? &root : ratio, err);
}

static sl_cuda_fold_mul products_of(const sl_module_fold *fold, const powers *from, sl_cuda_fold_scalars kind) {
    return (sl_cuda_fold_mul){.points = fold->vector,
                              .powers = {(const sl_cuda_fr *)from->low, (const sl_cuda_fr *)from->high},
                              .tables = fold->tables,
                              .kind = kind,
                              .log2 = fold->log2};
}

static sluice_status sums_make(const sl_module_fold *fold, sl_cuda_fold_layer layer, uint32_t first, uint32_t n,
                               uint32_t quarter_log2, sluice_error *err) {
    const sl_cuda_fold_sums work = {fold->vector, layer, first, n, quarter_log2};
    return check(fold, fold->device->calls->fold->sums(&work, fold->device->stream), "kernel of a fold", err);
}

/*
 * Two layers of n groups. With a, b, c, d a group's points and w the root of its block's size, the outer layer leaves
 * a + c, b + d, a - c and i (b - d), and the inner one takes these two by two; all powers of w come last.
 */
static sluice_status groups_step(const sl_module_fold *fold, uint32_t first, uint32_t n, uint32_t quarter_log2,
                                 sluice_error *err) {
    const sl_cuda_calls *calls = fold->device->calls;
    const sl_cuda_fold_turn turn = {fold->vector, first, n, quarter_log2};
    SL_TRY(sums_make(fold, SL_CUDA_FOLD_OUTER, first, n, quarter_log2, err));
    SL_TRY(check(fold, calls->fold->turn(&turn, fold->device->stream), "kernel of a fold", err));
    SL_TRY(sums_make(fold, SL_CUDA_FOLD_INNER, first, n, quarter_log2, err));
    if (quarter_log2 == 0) {
        return SLUICE_OK; /* all powers are 1 */
    }
    const bool has_all = fold->is_constant && quarter_log2 == fold->log2 - 2;
    sl_cuda_fold_mul work = has_all ? products_of(fold, &fold->series, SL_CUDA_FOLD_ALL)
                                    : products_of(fold, &fold->roots, SL_CUDA_FOLD_TWIDDLES);
    work.first = first;
    work.n = n;
    work.quarter_log2 = quarter_log2;
    work.is_shared = n >> quarter_log2 >= SHARED_BLOCKS;
    return check(fold, calls->fold->mul(&work, fold->blocks_n, fold->device->stream), "kernel of a fold", err);
}

static sluice_status step_start(const sl_module_fold *fold, uint32_t level, uint32_t part, sluice_error *err) {
    const uint32_t points_n = (UINT32_C(1) << fold->log2) / sl_module_fold_parts(fold->log2);
    const sl_cuda_calls *calls = fold->device->calls;
    if (level == 0 && fold->is_constant) {
        return SLUICE_OK;
    }
    if (level == 0) {
        sl_cuda_fold_mul work = products_of(fold, &fold->series, SL_CUDA_FOLD_SERIES);
        work.first = part * points_n;
        work.n = points_n;
        return check(fold, calls->fold->mul(&work, fold->blocks_n, fold->device->stream), "kernel of a fold", err);
    }
    if (2 * level > fold->log2) {
        return sums_make(fold, SL_CUDA_FOLD_LAST, part * (points_n / 2), points_n / 2, 0, err);
    }
    return groups_step(fold, part * (points_n / 4), points_n / 4, fold->log2 - 2 * level, err);
}

static sluice_status fold_step(sl_module_fold *fold, uint32_t step, sluice_error *err) {
    const uint32_t parts_n = sl_module_fold_parts(fold->log2);
    SL_TRY(sl_cuda_device_use(fold->device, err));
    SL_TRY(step_start(fold, step / parts_n, step % parts_n, err));
    return wait(fold, err);
}

const sl_module_fold_calls sl_cuda_fold_ops = {
    fold_open, fold_put, fold_begin, fold_step, fold_get, fold_mul, fold_close,
};
