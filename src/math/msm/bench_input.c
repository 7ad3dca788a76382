// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/msm/bench_input.h"

#include "core/base/checked.h"
#include "core/mem/buf.h"
#include "math/msm/fixed_base.h"

uint64_t sl_bench_word(uint64_t seed, uint64_t k) {
    uint64_t z = seed + (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The scalar of the four words from k on. */
static sl_fr scalar_at(uint64_t seed, uint64_t k) {
    uint64_t limbs[4];
    for (uint64_t i = 0; i < 4; i++) {
        limbs[i] = sl_bench_word(seed, k + i);
    }
    limbs[3] &= UINT64_MAX >> 1;
    if (!sl_fr_limbs_canonical(limbs)) {
        uint64_t borrow = 0;
        for (int i = 0; i < 4; i++) {
            const sl_u128 t = (sl_u128)limbs[i] - sl_fr_modulus[i] - borrow;
            limbs[i] = (uint64_t)t;
            borrow = (uint64_t)(t >> 64) & 1;
        }
    }
    sl_fr out;
    sl_fr_from_limbs(&out, limbs);
    return out;
}

void sl_bench_scalars_random(sl_fr *out, uint64_t seed, size_t first, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = scalar_at(seed, 4 * (uint64_t)(first + i));
    }
}

void sl_bench_scalars_witness(sl_fr *out, uint64_t seed, size_t first, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t k = 5 * (uint64_t)(first + i);
        const uint64_t c = sl_bench_word(seed, k) % 100;
        out[i] = c < 60 ? sl_fr_zero() : c < 97 ? sl_fr_one() : scalar_at(seed, k + 1);
    }
}

void sl_bench_fp(sl_fp *out, uint64_t seed, size_t first, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint64_t limbs[6];
        for (uint64_t k = 0; k < 6; k++) {
            limbs[k] = sl_bench_word(seed, 6 * (uint64_t)(first + i) + k);
        }
        limbs[5] &= UINT64_MAX >> 4;
        sl_fp_from_limbs(&out[i], limbs);
    }
}

static const void *generator_of(sl_group group) {
    return group == SL_G1 ? (const void *)&sl_g1_generator : (const void *)&sl_g2_generator;
}

/* sums[known + k] = sums[k] + known G for one block of k. */
typedef struct sequence_job {
    const sl_curve_kernels *curve;
    char *slots;
    char *memory; /* of all workers */
    size_t worker_bytes;
    size_t known, n;
} sequence_job;

static void sequence_task(void *data, size_t i, size_t worker) {
    const sequence_job *job = data;
    const size_t slot_bytes = job->curve->slot_bytes;
    const size_t pairs_max = job->curve->pairs_max;
    sl_point_pair *pairs = (void *)(job->memory + worker * job->worker_bytes);
    const size_t first = i * pairs_max;
    const size_t n = SL_MIN(job->n - first, pairs_max);
    for (size_t k = 0; k < n; k++) {
        char *slot = job->slots + (first + k) * slot_bytes;
        const sl_point_ref step = (sl_point_ref)(job->slots + (job->known - 1) * slot_bytes);
        pairs[k] = (sl_point_pair){(sl_point_ref)slot, step, slot + job->known * slot_bytes};
    }
    job->curve->add_pairs(pairs, n, pairs + pairs_max);
}

sluice_status sl_bench_points_sequence(void *slots, sl_group group, size_t n, const sl_kernels *kernels, sl_pool *pool,
                                       sluice_error *err) {
    const sl_curve_kernels *curve = group == SL_G1 ? kernels->g1 : kernels->g2;
    if (n == 0) {
        return SLUICE_OK;
    }
    sequence_job job = {.curve = curve, .slots = slots};
    job.worker_bytes = curve->pairs_max * sizeof(sl_point_pair) + (curve->scratch_bytes + 63) / 64 * 64;
    sl_buf memory;
    SL_TRY(sl_buf_alloc_n(&memory, sl_pool_threads(pool), job.worker_bytes, "bench points", err));
    job.memory = memory.data;
    curve->from_affine(slots, generator_of(group), 1);
    for (job.known = 1; job.known < n; job.known += job.n) {
        job.n = SL_MIN(job.known, n - job.known);
        sl_pool_for(pool, (job.n + curve->pairs_max - 1) / curve->pairs_max, sequence_task, &job);
    }
    sl_buf_release(&memory);
    return SLUICE_OK;
}

sluice_status sl_bench_points_random(void *slots, sl_group group, uint64_t seed, size_t n, const sl_kernels *kernels,
                                     sl_pool *pool, sluice_error *err) {
    sl_buf scalars;
    SL_TRY(sl_buf_alloc_n(&scalars, n, sizeof(sl_fr), "bench scalars", err));
    sl_fixed_base *fixed = NULL;
    const sluice_status status = sl_fixed_base_open(&fixed, group, generator_of(group), n, kernels, pool, err);
    if (status == SLUICE_OK) {
        sl_bench_scalars_random(scalars.data, seed + 1, 0, n);
        sl_fixed_base_mul_slots(fixed, slots, scalars.data, n);
    }
    sl_fixed_base_close(fixed);
    sl_buf_release(&scalars);
    return status;
}
