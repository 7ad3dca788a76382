// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Folding without secrets: two transforms of h, and a sparse product with C. One vector of m points is in memory; wires
 * are taken a range at a time. Each step of a transform is kept in the file, so that a killed run loses one at most.
 *
 * With a backend the transforms are made there, in minutes, and nothing is kept; then the vector comes back in natural
 * order, and the sums over the columns are made here, with products by the backend.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "core/mem/layout.h"
#include "math/kernels/sum_lists.h"
#include "math/msm/msm.h"
#include "math/poly/ntt.h"
#include "proof/groth16/fold_points.h"
#include "proof/groth16/fold_vector.h"
#include "proof/groth16/key_reader.h"
#include "proof/r1cs/columns.h"

#define ENTRIES_N ((size_t)1 << 18) /* terms of C that are collected before they are summed */
#define BLOCK_N ((size_t)512)       /* columns or points of a task */
#define READ_SLOTS_N 3

enum { TRANSFORM_H, TRANSFORM_G };

/* How much is taken at a time. */
typedef struct amounts {
    size_t piece_n;  /* points of h, read or written */
    size_t range_n;  /* variables whose D is made */
    size_t scaled_n; /* terms of C with another coefficient than 1 and -1; at most range_n */
} amounts;

/* A device takes as long for one product as for a hundred thousand. */
static amounts amounts_of(bool has_backend) {
    return has_backend ? (amounts){(size_t)1 << 17, (size_t)1 << 18, (size_t)1 << 17}
                       : (amounts){(size_t)1 << 14, (size_t)1 << 16, (size_t)1 << 12};
}

/* A term of the range: which column, and what is added to it. */
typedef struct entry {
    uint32_t column, ref; /* ref: as sl_lists has it */
} entry;

typedef struct derive {
    const sl_fold_job *job;
    const sl_curve_kernels *curve;
    size_t m;
    unsigned log2;
    amounts most;
    uint64_t done, total;   /* products, for progress */
    sl_fold_points *points; /* NULL with a backend */
    void *made;             /* by the backend */
    sl_fold_vector kept;
    sl_buf vector;  /* m slots, then most.scaled_n of scaled points */
    sl_buf bytes;   /* most.range_n points as bytes */
    sl_buf sums;    /* most.range_n slots */
    sl_buf scratch; /* of the threads: sl_sum_lists, BLOCK_N ends */
    size_t scratch_bytes;
    sl_buf lists; /* most.range_n + 1 ends, ENTRIES_N references, entries, scaled entries, their scalars */
    uint32_t *ends, *refs;
    entry *entries, *scaled;
    sl_fr *scalars;
    size_t entries_n, scaled_n;
    size_t first; /* variable of the range */
    size_t n;
    sluice_status status; /* of products; the first failure stays, with its error */
    sluice_error failure;
} derive;

static size_t lists_layout(derive *d, char *arena) {
    size_t used = 0;
    const size_t sizes[] = {(d->most.range_n + 1) * sizeof *d->ends, ENTRIES_N * sizeof *d->refs,
                            ENTRIES_N * sizeof *d->entries, d->most.scaled_n * sizeof *d->scaled,
                            d->most.scaled_n * sizeof *d->scalars};
    char *at[SL_ARRAY_N(sizes)];
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        at[i] = sl_layout_take(arena, &used, sizes[i]);
    }
    if (arena != NULL) {
        d->ends = (void *)at[0];
        d->refs = (void *)at[1];
        d->entries = (void *)at[2];
        d->scaled = (void *)at[3];
        d->scalars = (void *)at[4];
    }
    return used;
}

static size_t worker_bytes(const sl_curve_kernels *curve) {
    return (sl_sum_lists_scratch_bytes(curve) + 63) / 64 * 64 + BLOCK_N * sizeof(uint32_t);
}

size_t sl_fold_derive_memory(const sl_r1cs_counts *counts, bool has_backend, const sl_kernels *kernels,
                             size_t threads_n) {
    const size_t slot = kernels->g1->slot_bytes;
    const size_t pages = (size_t)64 << 10;
    derive d = {.most = amounts_of(has_backend)};
    return (((size_t)1 << counts->domain_log2) + d.most.scaled_n) * slot + d.most.range_n * (slot + SL_G1_KEY_BYTES) +
           threads_n * worker_bytes(kernels->g1) + lists_layout(&d, NULL) +
           (has_backend ? 0 : sl_fold_points_memory(kernels, threads_n)) +
           (READ_SLOTS_N + SL_SETUP_WRITER_SLOTS) * d.most.piece_n * SL_G1_KEY_BYTES + pages;
}

static size_t reversed(size_t i, unsigned bits) {
    size_t out = 0;
    for (unsigned b = 0; b < bits; b++) {
        out |= (i >> b & 1) << (bits - 1 - b);
    }
    return out;
}

static char *slot_at(const derive *d, size_t i) {
    return (char *)d->vector.data + i * d->curve->slot_bytes;
}

/* Points first .. first + n - 1 of `bytes`; false, and *bad no more than the first one, if one of them is damaged. */
static bool block_decode(const sl_curve_kernels *curve, char *slots, const uint8_t *bytes, size_t first, size_t n,
                         atomic_size_t *bad) {
    const size_t good = curve->decode(slots, bytes + first * SL_G1_KEY_BYTES, NULL, n, true);
    size_t least = atomic_load(bad);
    while (good < n && first + good < least && !atomic_compare_exchange_weak(bad, &least, first + good)) {
    }
    return good == n;
}

static sluice_status bad_report(const derive *d, size_t bad, sl_key_section section, uint64_t first,
                                sluice_error *err) {
    return bad == SIZE_MAX ? SLUICE_OK
                           : SL_FAIL(err, SLUICE_E_CORRUPT, "%s: section %s: point %" PRIu64 " is damaged",
                                     d->job->key->file.path, sl_key_section_name(section), first + bad);
}

/* Points from bytes, in blocks of the pool. */
typedef struct decode_job {
    const sl_curve_kernels *curve;
    char *slots;
    const uint8_t *bytes;
    size_t n;
    atomic_size_t bad; /* least index of a bad point, SIZE_MAX: none */
} decode_job;

static void decode_task(void *data, size_t block, size_t worker) {
    (void)worker;
    decode_job *job = data;
    const size_t first = block * BLOCK_N, n = SL_MIN(job->n - first, BLOCK_N);
    (void)block_decode(job->curve, job->slots + first * job->curve->slot_bytes, job->bytes, first, n, &job->bad);
}

static sluice_status points_decode(const derive *d, char *slots, const uint8_t *bytes, size_t n, sl_key_section section,
                                   uint64_t first, sluice_error *err) {
    decode_job job = {.curve = d->curve, .slots = slots, .bytes = bytes, .n = n, .bad = SIZE_MAX};
    sl_pool_for(d->job->pool, (n + BLOCK_N - 1) / BLOCK_N, decode_task, &job);
    return bad_report(d, atomic_load(&job.bad), section, first, err);
}

/* Points of h from the first'th on, where the vector is. */
static sluice_status piece_load(const derive *d, uint64_t first, const uint8_t *bytes, size_t n, sluice_error *err) {
    const sl_fold_backend *backend = d->job->backend;
    if (backend == NULL) {
        return points_decode(d, slot_at(d, (size_t)first), bytes, n, SL_KEY_H, first, err);
    }
    uint64_t bad;
    SL_TRY(backend->put(backend->data, d->made, first, bytes, n, &bad, err));
    return bad == UINT64_MAX ? SLUICE_OK : bad_report(d, (size_t)bad, SL_KEY_H, 0, err);
}

/* The identity behind them. */
static sluice_status end_load(const derive *d, sluice_error *err) {
    const sl_fold_backend *backend = d->job->backend;
    if (backend == NULL) {
        memset(slot_at(d, d->m - 1), 0, d->curve->slot_bytes);
        return SLUICE_OK;
    }
    uint64_t bad;
    return backend->put(backend->data, d->made, d->m - 1, NULL, 1, &bad, err);
}

/* The vector becomes the points of h, and the identity behind them. */
static sluice_status h_load(const derive *d, sluice_error *err) {
    const sl_key_range *h = &d->job->key->layout.section[SL_KEY_H];
    const sl_key_span span = {h->offset, h->bytes, d->most.piece_n * SL_G1_KEY_BYTES};
    sl_key_reader *reader;
    SL_TRY(end_load(d, err));
    SL_TRY(sl_key_reader_open(&reader, &d->job->key->file, &span, 1, READ_SLOTS_N, err));
    sluice_status status = SLUICE_OK;
    for (uint64_t done = 0; done < h->count && status == SLUICE_OK;) {
        const uint8_t *bytes;
        size_t n = 0;
        status = sl_key_reader_next(reader, &bytes, &n, err);
        n /= SL_G1_KEY_BYTES;
        if (status == SLUICE_OK) {
            status = piece_load(d, done, bytes, n, err);
        }
        done += n;
    }
    sl_key_reader_close(reader);
    return status;
}

static sluice_status progress(derive *d, uint64_t products, sluice_error *err) {
    d->done += products;
    return sl_observe_progress(d->job->observer, "fold", d->done, d->total, err);
}

/* Step `step` of a transform: the scaling by first ratio^i, then the layers, the widest first. */
static sluice_status step_make(derive *d, uint32_t step, const sl_fr *first, const sl_fr *ratio, sluice_error *err) {
    if (step > 0) {
        sl_fold_points_layer(d->points, d->vector.data, d->log2, d->log2 - step);
        return progress(d, sl_fold_points_products(d->log2) / d->log2, err);
    }
    SL_TRY(h_load(d, err));
    /* In parts, so that hours of work show progress and can be stopped. */
    sl_fr at = *first, factor;
    const size_t part = (size_t)1 << 18;
    sl_fr_pow_u64_vt(&factor, ratio, part);
    for (size_t done = 0; done < d->m; done += part) {
        const size_t n = SL_MIN(d->m - done, part);
        sl_fold_points_scale(d->points, slot_at(d, done), n, &at, ratio);
        sl_fr_mul(&at, &at, &factor);
        SL_TRY(progress(d, n, err));
    }
    return SLUICE_OK;
}

/* The same by the backend, where it stays. */
static sluice_status backend_transform(derive *d, uint32_t transform, const sl_fr *first, const sl_fr *ratio,
                                       sluice_error *err) {
    const sl_fold_backend *backend = d->job->backend;
    const uint32_t steps_n = backend->steps(backend->data, d->log2);
    SL_TRY(h_load(d, err));
    SL_TRY(backend->begin(backend->data, d->made, first, ratio, err));
    for (uint32_t step = 0; step < steps_n; step++) {
        SL_TRY(backend->step(backend->data, d->made, step, err));
        d->done = transform * (d->total / 2) + d->total / 2 * (step + 1) / steps_n;
        SL_TRY(progress(d, 0, err));
    }
    return SLUICE_OK;
}

/* The vector becomes the transform, bit-reversed, of first ratio^i H_i. */
static sluice_status h_transform(derive *d, uint32_t transform, const sl_fr *first, const sl_fr *ratio,
                                 sluice_error *err) {
    uint32_t step;
    if (d->job->backend != NULL) {
        return backend_transform(d, transform, first, ratio, err);
    }
    SL_TRY(sl_fold_vector_find(&d->kept, transform, &step, err));
    d->done = transform * (d->total / 2);
    if (step > 0) {
        d->done += d->m + (step - 1) * (sl_fold_points_products(d->log2) / d->log2);
    }
    for (; step < d->kept.steps_n; step++) {
        SL_TRY(step_make(d, step, first, ratio, err));
        SL_TRY(sl_fold_vector_keep(&d->kept, transform, step + 1, err));
    }
    return SLUICE_OK;
}

typedef struct gather_job {
    const derive *d;
    uint8_t *bytes;
    size_t first, n;
} gather_job;

/* Encodes points of the vector in natural order. */
static void gather_task(void *data, size_t block, size_t worker) {
    (void)worker;
    const gather_job *job = data;
    const derive *d = job->d;
    const size_t first = block * BLOCK_N, n = SL_MIN(job->n - first, BLOCK_N);
    for (size_t i = first; i < first + n; i++) {
        const size_t at = reversed(job->first + i, d->log2);
        d->curve->encode(job->bytes + i * SL_G1_KEY_BYTES, slot_at(d, at), 1);
    }
}

static sluice_status h_make(void *data, uint8_t *bytes, uint64_t first, size_t n, sluice_error *err) {
    const derive *d = data;
    const sl_fold_backend *backend = d->job->backend;
    if (backend != NULL) {
        return backend->get(backend->data, d->made, first, bytes, n, err);
    }
    gather_job job = {d, bytes, (size_t)first, n};
    sl_pool_for(d->job->pool, (n + BLOCK_N - 1) / BLOCK_N, gather_task, &job);
    return SLUICE_OK;
}

/* A backend's points come back as bytes. */
static sluice_status made_decode(const derive *d, void *slots, size_t n, sluice_error *err) {
    return sl_fold_slots_decode(d->job, slots, d->bytes.data, n)
               ? SLUICE_OK
               : SL_FAIL(err, SLUICE_E_DEVICE, "a device gave something that is no point");
}

/* The vector of a backend's transform, in natural order. */
static sluice_status vector_fetch(derive *d, sluice_error *err) {
    const sl_fold_backend *backend = d->job->backend;
    for (size_t done = 0; done < d->m; done += d->most.range_n) {
        const size_t n = SL_MIN(d->m - done, d->most.range_n);
        SL_TRY(backend->get(backend->data, d->made, done, d->bytes.data, n, err));
        SL_TRY(made_decode(d, slot_at(d, done), n, err));
    }
    return SLUICE_OK;
}

/* Sums over the columns of C. */

static void lists_task(void *data, size_t block, size_t worker) {
    const derive *d = data;
    const size_t first = block * BLOCK_N, n = SL_MIN(d->n - first, BLOCK_N);
    const uint32_t start = d->ends[first]; /* ends[c]: where column c starts */
    char *scratch = (char *)d->scratch.data + worker * d->scratch_bytes;
    uint32_t *ends = (void *)(scratch + d->scratch_bytes - BLOCK_N * sizeof *ends);
    for (size_t i = 0; i < n; i++) {
        ends[i] = d->ends[first + i + 1] - start;
    }
    const sl_lists lists = {.bases = d->vector.data, .refs = d->refs + start, .ends = ends, .lists_n = n};
    sl_sum_lists(d->curve, (char *)d->sums.data + first * d->curve->slot_bytes, &lists, scratch);
}

/* Adds entries to the sums of their columns. */
static void entries_add(derive *d, const entry *entries, size_t n) {
    memset(d->ends, 0, (d->n + 1) * sizeof *d->ends);
    for (size_t i = 0; i < n; i++) {
        d->ends[entries[i].column + 1]++;
    }
    for (size_t c = 0; c < d->n; c++) {
        d->ends[c + 1] += d->ends[c];
    }
    for (size_t i = 0; i < n; i++) {
        d->refs[d->ends[entries[i].column]++] = entries[i].ref;
    }
    /* Each is now where its column ends; one further is where it starts. */
    memmove(d->ends + 1, d->ends, d->n * sizeof *d->ends);
    d->ends[0] = 0;
    sl_pool_for(d->job->pool, (d->n + BLOCK_N - 1) / BLOCK_N, lists_task, d);
}

static void entries_flush(derive *d) {
    entries_add(d, d->entries, d->entries_n);
    d->entries_n = 0;
}

/* The points behind the vector times their coefficients. */
static sluice_status scaled_multiply(derive *d, sluice_error *err) {
    const sl_fold_backend *backend = d->job->backend;
    const size_t n = d->scaled_n;
    if (backend == NULL) {
        sl_fold_points_mul(d->points, slot_at(d, d->m), d->scalars, n);
        return SLUICE_OK;
    }
    sl_fold_slots_encode(d->job, d->bytes.data, slot_at(d, d->m), n);
    SL_TRY(backend->mul(backend->data, d->made, d->bytes.data, d->scalars, n, err));
    return made_decode(d, slot_at(d, d->m), n, err);
}

/* Multiplies copies of the points by their coefficients first. */
static void scaled_flush(derive *d) {
    for (size_t i = 0; i < d->scaled_n; i++) {
        memcpy(slot_at(d, d->m + i), slot_at(d, d->scaled[i].ref), d->curve->slot_bytes);
        d->scaled[i].ref = (uint32_t)(d->m + i);
    }
    if (d->status == SLUICE_OK) { /* else there is no use in any of it */
        d->status = scaled_multiply(d, &d->failure);
    }
    entries_add(d, d->scaled, d->scaled_n);
    d->scaled_n = 0;
}

static void entry_take(void *data, size_t variable, unsigned matrix, uint64_t row, uint32_t coeff) {
    (void)matrix;
    derive *d = data;
    const uint32_t at = (uint32_t)(d->job->backend != NULL ? (size_t)row : reversed((size_t)row, d->log2));
    const uint32_t column = (uint32_t)(variable - d->first);
    if (coeff == SL_COEFF_ONE || coeff == SL_COEFF_MINUS_ONE) {
        d->entries[d->entries_n++] = (entry){column, coeff == SL_COEFF_ONE ? at : at | SL_REF_NEGATIVE};
        if (d->entries_n == ENTRIES_N) {
            entries_flush(d);
        }
        return;
    }
    d->scalars[d->scaled_n] = d->job->r1cs->coeffs[coeff];
    d->scaled[d->scaled_n++] = (entry){column, at};
    if (d->scaled_n == d->most.scaled_n) {
        scaled_flush(d);
    }
}

/* d->sums becomes D of variables first .. first + n - 1. */
static sluice_status range_sum(derive *d, size_t first, size_t n, sluice_error *err) {
    const sl_column_walk walk = {4, NULL, entry_take, d};
    d->first = first;
    d->n = n;
    memset(d->sums.data, 0, n * d->curve->slot_bytes);
    sl_r1cs_columns_walk(d->job->r1cs, &walk, first, first + n, 0, d->job->counts.rows);
    entries_flush(d);
    scaled_flush(d);
    if (d->status != SLUICE_OK && err != NULL) {
        *err = d->failure;
    }
    return d->status;
}

static sluice_status d_write(derive *d, sluice_error *err) {
    const uint64_t inputs = d->job->counts.inputs;
    uint64_t first;
    SL_TRY(sl_setup_output_made(d->job->out, d->job->d_at, inputs, SL_G1_KEY_BYTES, &first, err));
    while (first < inputs) {
        const size_t n = (size_t)SL_MIN(inputs - first, (uint64_t)d->most.range_n);
        SL_TRY(range_sum(d, (size_t)first, n, err));
        d->curve->encode(d->bytes.data, d->sums.data, n);
        SL_TRY(sl_setup_output_bytes(d->job->out, d->job->d_at + first * SL_G1_KEY_BYTES, d->bytes.data,
                                     n * SL_G1_KEY_BYTES, err));
        first += n;
    }
    return SLUICE_OK;
}

/* sums = L - sums for a block of columns; the points of l are decoded into the scratch of the thread. */
typedef struct less_job {
    derive *d;
    atomic_size_t bad; /* as in decode_job */
} less_job;

static void less_task(void *data, size_t block, size_t worker) {
    less_job *job = data;
    const derive *d = job->d;
    const size_t slot = d->curve->slot_bytes;
    const size_t first = block * BLOCK_N, n = SL_MIN(d->n - first, BLOCK_N);
    char *scratch = (char *)d->scratch.data + worker * d->scratch_bytes;
    /* Nothing is summed now: pairs, decoded points, then what add_pairs needs. */
    sl_point_pair *pairs = (void *)scratch;
    char *slots = scratch + (BLOCK_N * sizeof *pairs + 63) / 64 * 64;
    char *sums = (char *)d->sums.data + first * slot;
    uint8_t *bytes = (uint8_t *)d->bytes.data + first * SL_G1_KEY_BYTES;
    if (!block_decode(d->curve, slots, d->bytes.data, first, n, &job->bad)) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        pairs[i] =
            (sl_point_pair){(sl_point_ref)(slots + i * slot), (sl_point_ref)(sums + i * slot) | 1, sums + i * slot};
    }
    d->curve->add_pairs(pairs, n, slots + (n * slot + 63) / 64 * 64);
    d->curve->encode(bytes, sums, n);
}

static sluice_status l_write(derive *d, sluice_error *err) {
    const sl_key_range *from = &d->job->key->layout.section[SL_KEY_L];
    uint64_t first;
    SL_TRY(sl_setup_output_count(d->job->out, d->job->l_at, from->count, err));
    SL_TRY(sl_setup_output_made(d->job->out, d->job->l_at, from->count, SL_G1_KEY_BYTES, &first, err));
    while (first < from->count) {
        const size_t n = (size_t)SL_MIN(from->count - first, (uint64_t)d->most.range_n);
        SL_TRY(range_sum(d, (size_t)(d->job->counts.inputs + first), n, err));
        SL_TRY(sl_file_read_at(&d->job->key->file, d->bytes.data, n * SL_G1_KEY_BYTES,
                               from->offset + first * SL_G1_KEY_BYTES, err));
        less_job job = {.d = d, .bad = SIZE_MAX};
        sl_pool_for(d->job->pool, (n + BLOCK_N - 1) / BLOCK_N, less_task, &job);
        SL_TRY(bad_report(d, atomic_load(&job.bad), SL_KEY_L, first, err));
        SL_TRY(sl_setup_output_bytes(d->job->out, d->job->l_at + first * SL_G1_KEY_BYTES, d->bytes.data,
                                     n * SL_G1_KEY_BYTES, err));
        first += n;
    }
    return SLUICE_OK;
}

static sluice_status derive_open(derive *d, sluice_error *err) {
    const sl_fold_job *job = d->job;
    const size_t threads_n = sl_pool_threads(job->pool), slot = d->curve->slot_bytes;
    d->scratch_bytes = worker_bytes(d->curve);
    SL_ASSERT(BLOCK_N <= d->curve->pairs_max); /* what less_task needs fits what sl_sum_lists does */
    if (job->backend == NULL) {
        SL_TRY(sl_fold_points_open(&d->points, job->kernels, job->pool, err));
    } else {
        SL_TRY(job->backend->open(job->backend->data, &d->made, d->log2, err));
    }
    SL_TRY(sl_buf_alloc_n(&d->vector, d->m + d->most.scaled_n, slot, "folded points", err));
    SL_TRY(sl_buf_alloc_n(&d->bytes, d->most.range_n, SL_G1_KEY_BYTES, "piece of a key", err));
    SL_TRY(sl_buf_alloc_n(&d->sums, d->most.range_n, slot, "sums of columns", err));
    SL_TRY(sl_buf_alloc_n(&d->scratch, threads_n, d->scratch_bytes, "sums of columns", err));
    SL_TRY(sl_buf_alloc(&d->lists, lists_layout(d, NULL), "columns", err));
    (void)lists_layout(d, d->lists.data);
    d->kept = (sl_fold_vector){.job = job,
                               .slots = d->vector.data,
                               .m = d->m,
                               .steps_n = d->log2 + 1,
                               .bytes = d->bytes.data,
                               .piece_n = d->most.range_n};
    return SLUICE_OK;
}

/* Both transforms, each with what follows from it. */
static sluice_status derive_run(derive *d, sluice_error *err) {
    const sl_fold_job *job = d->job;
    const sl_fr one = sl_fr_one();
    sl_fr m_inverse = sl_fr_from_u64(d->m), g_inverse, scale;
    sl_fr_inv_vt(&m_inverse, &m_inverse);
    sl_fr_inv_vt(&g_inverse, &sl_fr_generator);
    const uint64_t h_n = job->layout.section[SL_KEY_H].count; /* none in a domain of one */
    SL_TRY(sl_setup_output_count(job->out, job->h_at, h_n, err));
    if (job->out->position < job->head_at) {
        SL_TRY(h_transform(d, TRANSFORM_H, &m_inverse, &g_inverse, err));
        SL_TRY(sl_setup_output_points(job->out, job->h_at, h_n, SL_G1_KEY_BYTES, h_make, d, err));
        SL_TRY(sl_setup_output_wait(job->out, err)); /* the other transform overwrites what h is made from */
    }
    SL_TRY(sl_fold_head_put(job, err));
    if (d->m > 1) {
        scale = sl_ntt_vanishing_inverse(d->log2);
        sl_fr_mul(&scale, &scale, &m_inverse);
        SL_TRY(h_transform(d, TRANSFORM_G, &scale, &one, err));
        if (job->backend != NULL) {
            SL_TRY(vector_fetch(d, err));
        }
    }
    SL_TRY(d_write(d, err));
    return l_write(d, err);
}

uint64_t sl_fold_derive_disk(const sl_key_layout *folded) {
    return sl_fold_vector_disk(folded, SL_MAX(folded->section[SL_KEY_H].count, 1));
}

sluice_status sl_fold_derive(const sl_fold_job *job, sluice_error *err) {
    derive d = {.job = job, .curve = job->kernels->g1, .log2 = job->counts.domain_log2};
    d.most = amounts_of(job->backend != NULL);
    d.m = (size_t)1 << d.log2;
    d.total = 2 * (sl_fold_points_products(d.log2) + d.m);
    sluice_status status = sl_setup_output_start(job->out, d.most.piece_n * SL_G1_KEY_BYTES, err);
    if (status == SLUICE_OK && job->out->position < job->rest_at) {
        status = derive_open(&d, err);
        if (status == SLUICE_OK) {
            status = derive_run(&d, err);
        }
    }
    sl_fold_points_close(d.points);
    if (d.made != NULL) {
        job->backend->close(job->backend->data, d.made);
    }
    sl_buf_release(&d.vector);
    sl_buf_release(&d.bytes);
    sl_buf_release(&d.sums);
    sl_buf_release(&d.scratch);
    sl_buf_release(&d.lists);
    return status;
}
