// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "backends/module/module_check_ntt.h"
#include "backends/module/module_check_rows.h"
#include "backends/module/module_check_sums.h"
#include "backends/module/module_load.h"
#include "core/mem/buf.h"
#include "math/curve/g1.h"
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

typedef struct point_sums {
    sl_g1_affine points[POINTS_N], out[SUMS_N];
    uint64_t pairs[SUMS_N];
} point_sums;

/* The identity, multiples of the generator, and a point whose x is 0. */
static void sums_make(point_sums *s) {
    sl_g1 multiple = sl_g1_identity();
    for (size_t i = 0; i < POINTS_N; i++) {
        sl_g1_to_affine_vt(&s->points[i], &multiple);
        sl_g1_add_affine(&multiple, &multiple, &sl_g1_generator);
    }
    s->points[POINTS_N - 1].x = sl_fp_zero();
    s->points[POINTS_N - 1].y = sl_fp_from_u64(2);
    for (uint64_t i = 0; i < SUMS_N; i++) {
        s->pairs[i] =
            i % POINTS_N | (i / POINTS_N % POINTS_N) << 32 | (i / (SUMS_N / 2)) << 31 | (i / (SUMS_N / 4) % 2) << 63;
    }
}

static sl_g1_affine point_of(const point_sums *s, uint32_t ref) {
    sl_g1_affine point = s->points[ref & 0x7fffffff];
    if (ref >> 31 != 0) {
        sl_g1_affine_neg(&point, &point);
    }
    return point;
}

/* a is b, or p more. */
static bool is_congruent(const sl_fp *a, const sl_fp *b) {
    sl_fp least = *a;
    sl_fp_reduce_once(&least);
    return sl_fp_eq(&least, b);
}

static sluice_status sums_check(const sl_module_table *table, sl_module_device *device, uint32_t index, point_sums *s,
                                sluice_error *err) {
    sums_make(s);
    memset(s->out, 0xa5, sizeof s->out);
    SL_TRY(table->g1_add_pairs(device, s->out, s->points, POINTS_N, s->pairs, SUMS_N, err));
    for (size_t i = 0; i < SUMS_N; i++) {
        const sl_g1_affine a = point_of(s, (uint32_t)s->pairs[i]), b = point_of(s, (uint32_t)(s->pairs[i] >> 32));
        sl_g1 sum;
        sl_g1_affine want;
        sl_g1_from_affine(&sum, &a);
        sl_g1_add_affine(&sum, &sum, &b);
        sl_g1_to_affine_vt(&want, &sum);
        const bool is_right = sl_g1_affine_is_identity(&want)
                                  ? sl_g1_affine_eq(&s->out[i], &want)
                                  : is_congruent(&s->out[i].x, &want.x) && is_congruent(&s->out[i].y, &want.y);
        if (!is_right) {
            return SL_FAIL(err, SLUICE_E_DEVICE,
                           "device %u computes wrongly: the sum of pair %zu of %d in G1 differs from the processor's",
                           index, i, SUMS_N);
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
        status = sums_check(table, device, index, (point_sums *)(o + 1), err);
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
