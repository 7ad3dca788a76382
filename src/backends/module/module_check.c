// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "backends/module/module_check_ntt.h"
#include "backends/module/module_check_rows.h"
#include "backends/module/module_check_sums.h"
#include "backends/module/module_load.h"
#include "core/mem/buf.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/field/fp.h"
#include "math/field/fr.h"

#define PAIRS_N 96 /* three warps */
#define ROUNDS 3   /* results that go in again */

/* One pair of operands and what the processor makes of them. */
typedef union element {
    sl_fp fp;
    sl_fr fr;
} element;

typedef void (*reference)(element *out, const element *a, const element *b);

#define REFERENCE(name, member, call)                                                \
    static void reference_##name(element *out, const element *a, const element *b) { \
        (void)b;                                                                     \
        call;                                                                        \
    }
REFERENCE(fp_mul, fp, sl_fp_mul(&out->fp, &a->fp, &b->fp))
REFERENCE(fp_sqr, fp, sl_fp_sqr(&out->fp, &a->fp))
REFERENCE(fp_add, fp, sl_fp_add(&out->fp, &a->fp, &b->fp))
REFERENCE(fp_sub, fp, sl_fp_sub(&out->fp, &a->fp, &b->fp))
REFERENCE(fr_mul, fr, sl_fr_mul(&out->fr, &a->fr, &b->fr))
REFERENCE(fr_add, fr, sl_fr_add(&out->fr, &a->fr, &b->fr))
REFERENCE(fr_sub, fr, sl_fr_sub(&out->fr, &a->fr, &b->fr))

static const struct {
    const char *name;
    reference run;
} ops[SL_MODULE_FIELD_OPS_N] = {
#define OP(name, function) {#function, reference_##function},
    SL_MODULE_FIELD_OPS(OP)
#undef OP
};

/* Elements 0, 1, -1, -2 in all pairings, then powers of a number, all below the modulus. */
static void operands_make(uint8_t *a, uint8_t *b, bool is_fp) {
    const sl_fp fp_seed = sl_fp_from_u64(UINT64_C(0x9e3779b97f4a7c15));
    const sl_fr fr_seed = sl_fr_from_u64(UINT64_C(0x9e3779b97f4a7c15));
    sl_fp fp_power = fp_seed, fp_special[4] = {sl_fp_zero(), sl_fp_one()};
    sl_fr fr_power = fr_seed, fr_special[4] = {sl_fr_zero(), sl_fr_one()};
    sl_fp_neg(&fp_special[2], &fp_special[1]);
    sl_fp_sub(&fp_special[3], &fp_special[2], &fp_special[1]);
    sl_fr_neg(&fr_special[2], &fr_special[1]);
    sl_fr_sub(&fr_special[3], &fr_special[2], &fr_special[1]);
    for (size_t i = 0; i < 2 * PAIRS_N; i++) {
        const size_t pair = i / 2;
        const bool is_special = pair < 16;
        const size_t which = i % 2 == 0 ? pair / 4 : pair % 4;
        uint8_t *to = i % 2 == 0 ? a : b;
        sl_fp_mul(&fp_power, &fp_power, &fp_seed);
        sl_fr_mul(&fr_power, &fr_power, &fr_seed);
        if (is_fp) {
            memcpy(to + pair * sizeof(sl_fp), is_special ? &fp_special[which] : &fp_power, sizeof(sl_fp));
        } else {
            memcpy(to + pair * sizeof(sl_fr), is_special ? &fr_special[which] : &fr_power, sizeof(sl_fr));
        }
    }
}

typedef struct operands {
    uint8_t a[PAIRS_N * sizeof(element)], b[PAIRS_N * sizeof(element)], out[PAIRS_N * sizeof(element)];
} operands;

static sluice_status op_check(const sl_module_table *table, sl_module_device *device, uint32_t index, operands *o,
                              sl_module_field_op op, sluice_error *err) {
    const size_t bytes = sl_module_field_bytes(op);
    operands_make(o->a, o->b, bytes == sizeof(sl_fp));
    memset(o->out, 0xa5, sizeof o->out);
    SL_TRY(table->field_run(device, o->out, o->a, o->b, PAIRS_N, op, ROUNDS, err));
    for (size_t i = 0; i < PAIRS_N; i++) {
        element a = {0}, b = {0};
        memcpy(&a, o->a + i * bytes, bytes);
        memcpy(&b, o->b + i * bytes, bytes);
        for (unsigned round = 0; round < ROUNDS; round++) {
            ops[op].run(&a, &a, &b);
        }
        if (memcmp(&a, o->out + i * bytes, bytes) != 0) {
            return SL_FAIL(err, SLUICE_E_DEVICE,
                           "device %u computes wrongly: %s of pair %zu of %d differs from the processor's", index,
                           ops[op].name, i, PAIRS_N);
        }
    }
    return SLUICE_OK;
}

/* --- pairs of points -----------------------------------------------------------------------------------------------
 */

#define POINTS_N 16
#define SUMS_N (4 * POINTS_N * POINTS_N) /* of every point and its negative with every other and its negative */

typedef union point {
    sl_g1_affine g1;
    sl_g2_affine g2;
    sl_fp fp[4]; /* two of them in G1 */
} point;

/* Arrays as the device has them: without gaps. */
typedef struct point_sums {
    bool is_g2;
    sl_fp points[4 * POINTS_N], out[4 * SUMS_N];
    uint64_t pairs[SUMS_N];
} point_sums;

static unsigned fps_of(const point_sums *s) {
    return s->is_g2 ? 4 : 2;
}

/* Point i of the identity, multiples of the generator, and a point whose x is 0 (in G2 of another curve: no matter). */
static point point_make(bool is_g2, uint64_t i) {
    const sl_fr scalar = sl_fr_from_u64(i);
    point out = {0};
    if (i == POINTS_N - 1) {
        out.fp[is_g2 ? 2 : 1] = sl_fp_from_u64(2);
    } else if (is_g2) {
        sl_g2 multiple;
        sl_g2_from_affine(&multiple, &sl_g2_generator);
        sl_g2_mul_vt(&multiple, &multiple, &scalar);
        sl_g2_to_affine_vt(&out.g2, &multiple);
    } else {
        sl_g1 multiple;
        sl_g1_from_affine(&multiple, &sl_g1_generator);
        sl_g1_mul_vt(&multiple, &multiple, &scalar);
        sl_g1_to_affine_vt(&out.g1, &multiple);
    }
    return out;
}

static void sums_make(point_sums *s, bool is_g2) {
    s->is_g2 = is_g2;
    for (size_t i = 0; i < POINTS_N; i++) {
        const point one = point_make(is_g2, i);
        memcpy(&s->points[fps_of(s) * i], &one, fps_of(s) * sizeof(sl_fp));
    }
    for (uint64_t i = 0; i < SUMS_N; i++) {
        s->pairs[i] =
            i % POINTS_N | (i / POINTS_N % POINTS_N) << 32 | (i / (SUMS_N / 2)) << 31 | (i / (SUMS_N / 4) % 2) << 63;
    }
    memset(s->out, 0xa5, sizeof s->out);
}

static point point_of(const point_sums *s, uint32_t ref) {
    point out = {0};
    memcpy(&out, &s->points[fps_of(s) * (ref & 0x7fffffff)], fps_of(s) * sizeof(sl_fp));
    if (ref >> 31 != 0 && s->is_g2) {
        sl_g2_affine_neg(&out.g2, &out.g2);
    } else if (ref >> 31 != 0) {
        sl_g1_affine_neg(&out.g1, &out.g1);
    }
    return out;
}

static point sum_of(const point_sums *s, uint64_t pair) {
    const point a = point_of(s, (uint32_t)pair), b = point_of(s, (uint32_t)(pair >> 32));
    point out = {0};
    if (s->is_g2) {
        sl_g2 sum;
        sl_g2_from_affine(&sum, &a.g2);
        sl_g2_add_affine(&sum, &sum, &b.g2);
        sl_g2_to_affine_vt(&out.g2, &sum);
    } else {
        sl_g1 sum;
        sl_g1_from_affine(&sum, &a.g1);
        sl_g1_add_affine(&sum, &sum, &b.g1);
        sl_g1_to_affine_vt(&out.g1, &sum);
    }
    return out;
}

/* A coordinate may be more by p, unless the sum is the identity. */
static bool is_sum(const point_sums *s, const sl_fp *found, const point *want) {
    const bool is_identity = s->is_g2 ? sl_g2_affine_is_identity(&want->g2) : sl_g1_affine_is_identity(&want->g1);
    for (unsigned k = 0; k < fps_of(s); k++) {
        sl_fp least = found[k];
        if (!is_identity) {
            sl_fp_reduce_once(&least);
        }
        if (!sl_fp_eq(&least, &want->fp[k])) {
            return false;
        }
    }
    return true;
}

static sluice_status sums_check(const sl_module_table *table, sl_module_device *device, uint32_t index, point_sums *s,
                                bool is_g2, sluice_error *err) {
    sums_make(s, is_g2);
    SL_TRY((is_g2 ? table->g2_add_pairs : table->g1_add_pairs)(device, s->out, s->points, POINTS_N, s->pairs, SUMS_N,
                                                               err));
    for (size_t i = 0; i < SUMS_N; i++) {
        const point want = sum_of(s, s->pairs[i]);
        if (!is_sum(s, &s->out[fps_of(s) * i], &want)) {
            return SL_FAIL(err, SLUICE_E_DEVICE,
                           "device %u computes wrongly: the sum of pair %zu of %d in G%d differs from the processor's",
                           index, i, SUMS_N, is_g2 ? 2 : 1);
        }
    }
    return SLUICE_OK;
}

static sluice_status device_check(const sl_module_table *table, sl_module_device *device, uint32_t index,
                                  sluice_error *err) {
    sl_buf memory;
    SL_TRY(sl_buf_alloc(&memory, sizeof(operands) + sizeof(point_sums), "check of a device", err));
    operands *o = memory.data;
    sluice_status status = SLUICE_OK;
    for (int op = 0; op < SL_MODULE_FIELD_OPS_N && status == SLUICE_OK; op++) {
        status = op_check(table, device, index, o, (sl_module_field_op)op, err);
    }
    if (status == SLUICE_OK && table->sums != NULL) {
        status = sl_module_check_sums(table->sums, device, index, err);
    }
    if (status == SLUICE_OK) {
        status = sums_check(table, device, index, (point_sums *)(o + 1), false, err);
    }
    if (status == SLUICE_OK && table->g2_add_pairs != NULL) {
        status = sums_check(table, device, index, (point_sums *)(o + 1), true, err);
    }
    if (status == SLUICE_OK && table->ntt != NULL) {
        status = sl_module_check_ntt(table->ntt, device, index, err);
    }
    if (status == SLUICE_OK && table->rows != NULL) {
        status = sl_module_check_rows(table->rows, device, index, err);
    }
    sl_buf_release(&memory);
    return status;
}

sluice_status sl_module_device_check(const sl_module_table *table, uint32_t index, sluice_error *err) {
    sl_module_device_info info;
    SL_TRY(table->device_info(&info, index, err));
    char code[24];
    if (!sl_module_target_find(code, table->targets, info.compute)) {
        return SL_FAIL(err, SLUICE_E_DEVICE, "device %u has compute capability %u.%u; the module has code for %s",
                       index, info.compute / 10, info.compute % 10, table->targets);
    }
    sl_module_device *device;
    SL_TRY(table->device_open(&device, index, err));
    const sluice_status status = device_check(table, device, index, err);
    table->device_close(device);
    return status;
}
