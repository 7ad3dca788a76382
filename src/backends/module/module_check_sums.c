// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/module/module_check_sums.h"
#include "core/base/checked.h"
#include "core/mem/buf.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"

#define LOW_N 16
#define BASES_N (LOW_N * LOW_N)
#define SCALARS_N 200

typedef struct sum_input {
    union {
        sl_g1_affine g1[2 * LOW_N];
        sl_g2_affine g2[2 * LOW_N];
    } points;
    sl_fr scalars[SCALARS_N];
    uint64_t bits[BASES_N / 64];
    sl_fr log; /* of the sum */
} sum_input;

/* Points i G and (LOW_N i + 1) G for i < LOW_N, which make the bases 1 G, 2 G, 3 G, ... */
static void points_make(sum_input *in, bool is_g2) {
    for (size_t i = 0; i < 2 * LOW_N; i++) {
        const sl_fr log = sl_fr_from_u64(i < LOW_N ? i : (i - LOW_N) * LOW_N + 1);
        if (is_g2) {
            sl_g2 point;
            sl_g2_from_affine(&point, &sl_g2_generator);
            sl_g2_mul_vt(&point, &point, &log);
            sl_g2_to_affine_vt(&in->points.g2[i], &point);
        } else {
            sl_g1 point;
            sl_g1_from_affine(&point, &sl_g1_generator);
            sl_g1_mul_vt(&point, &point, &log);
            sl_g1_to_affine_vt(&in->points.g1[i], &point);
        }
    }
}

/* Scalars 0, 1, -1 and powers of a number; bits that are those of a number. */
static void terms_make(sum_input *in) {
    const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15);
    const sl_fr one = sl_fr_one(), seed = sl_fr_from_u64(mix);
    sl_fr power = seed, term;
    in->log = sl_fr_zero();
    for (size_t i = 0; i < BASES_N; i++) {
        const sl_fr base = sl_fr_from_u64(i + 1);
        if (i < SCALARS_N) {
            sl_fr_mul(&power, &power, &seed);
            in->scalars[i] = i % 8 == 0 ? sl_fr_zero() : i % 8 == 1 ? one : power;
            if (i % 8 == 2) {
                sl_fr_neg(&in->scalars[i], &one);
            }
            sl_fr_mul(&term, &in->scalars[i], &base);
            sl_fr_add(&in->log, &in->log, &term);
        }
        in->bits[i / 64] = mix * (i / 64 + 1);
        if ((in->bits[i / 64] >> i % 64 & 1) != 0) {
            sl_fr_add(&in->log, &in->log, &base);
        }
    }
}

static bool is_right_g1(const sl_g1 *sum, const sl_fr *log) {
    sl_g1 want;
    sl_g1_from_affine(&want, &sl_g1_generator);
    sl_g1_mul_vt(&want, &want, log);
    return sl_g1_eq(sum, &want);
}

static bool is_right_g2(const sl_g2 *sum, const sl_fr *log) {
    sl_g2 want;
    sl_g2_from_affine(&want, &sl_g2_generator);
    sl_g2_mul_vt(&want, &want, log);
    return sl_g2_eq(sum, &want);
}

static sluice_status group_check(const sl_module_sums *sums, sl_module_device *device, uint32_t index, bool is_g2,
                                 sum_input *in, sluice_error *err) {
    points_make(in, is_g2);
    terms_make(in);
    const sl_module_sum_shape shape = {.is_g2 = is_g2,
                                       .points = &in->points,
                                       .points_n = SL_ARRAY_N(in->points.g1),
                                       .low_n = LOW_N,
                                       .bases_n = BASES_N,
                                       .n_max = SCALARS_N,
                                       .bits_n_max = BASES_N};
    sl_module_sum *sum;
    union {
        sl_g1 g1;
        sl_g2 g2;
    } out;
    SL_TRY(sums->open(device, &sum, &shape, err));
    sluice_status status = sums->put(sum, in->scalars, SCALARS_N, in->bits, BASES_N, err);
    if (status == SLUICE_OK) {
        status = sums->run(sum, &out, NULL, false, err);
    }
    sums->close(sum);
    SL_TRY(status);
    if (is_g2 ? !is_right_g2(&out.g2, &in->log) : !is_right_g1(&out.g1, &in->log)) {
        return SL_FAIL(
            err, SLUICE_E_DEVICE,
            "device %u computes wrongly: a sum of %d products and %d bits in %s differs from the processor's", index,
            SCALARS_N, BASES_N, is_g2 ? "G2" : "G1");
    }
    return SLUICE_OK;
}

sluice_status sl_module_check_sums(const sl_module_sums *sums, sl_module_device *device, uint32_t index,
                                   sluice_error *err) {
    sl_buf memory;
    SL_TRY(sl_buf_alloc(&memory, sizeof(sum_input), "check of a device", err));
    sluice_status status = group_check(sums, device, index, false, memory.data, err);
    if (status == SLUICE_OK) {
        status = group_check(sums, device, index, true, memory.data, err);
    }
    sl_buf_release(&memory);
    return status;
}
