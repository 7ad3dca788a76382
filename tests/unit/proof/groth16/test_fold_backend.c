// SPDX-License-Identifier: MIT OR Apache-2.0
/* Folding with transforms by a backend: the same bytes, the planned memory, and every way that a backend may fail. */
#include <unistd.h>

#include "core/base/failpoint.h"
#include "proof/groth16/fold.h"
#include "proof/groth16/fold_points.h"
#include "toys.h"

static sluice_error err;
static const uint8_t seed_1[SL_SETUP_SEED_BYTES] = {1};

/* A backend on the processor, over the vectors of the other way. */
typedef struct pretended {
    const sl_kernels *kernels;
    sl_pool *pool;
    sl_failpoint fails;
    size_t opened_n, closed_n;
    uint64_t bad;   /* what put says */
    bool is_broken; /* what get gives is no point */
} pretended;

typedef struct made {
    sl_fold_points *points;
    sl_g1_affine *slots; /* of the portable set */
    unsigned log2;
    sl_fr first, ratio;
} made;

static sluice_status call(pretended *p, sluice_error *error) {
    return sl_failpoint_hit(&p->fails) ? SL_FAIL(error, SLUICE_E_DEVICE, "pretended") : SLUICE_OK;
}

static sluice_status pretended_open(void *data, void **out, unsigned log2, sluice_error *error) {
    pretended *p = data;
    SL_TRY(call(p, error));
    made *m = calloc(1, sizeof *m);
    SL_CHECK(m != NULL);
    SL_CHECK_OK(sl_fold_points_open(&m->points, p->kernels, p->pool, error));
    m->slots = aligned_alloc(64, (((size_t)1 << log2) * sizeof *m->slots + 63) / 64 * 64);
    SL_CHECK(m->slots != NULL);
    memset(m->slots, 0xa5, ((size_t)1 << log2) * sizeof *m->slots);
    m->log2 = log2;
    p->opened_n++;
    *out = m;
    return SLUICE_OK;
}

static void pretended_close(void *data, void *made_) {
    made *m = made_;
    sl_fold_points_close(m->points);
    free(m->slots);
    free(m);
    ((pretended *)data)->closed_n++;
}

static uint32_t pretended_steps(void *data, unsigned log2) {
    (void)data;
    return log2 + 1;
}

static const uint8_t identity[SL_G1_KEY_BYTES] = {0x40};

static void point_read(sl_g1_affine *out, const uint8_t *key) {
    if (key == NULL || memcmp(key, identity, sizeof identity) == 0) {
        memset(out, 0, sizeof *out);
    } else {
        SL_CHECK(sl_kernels_portable.g1->decode(out, key, NULL, 1, true) == 1);
    }
}

static sluice_status pretended_put(void *data, void *made_, uint64_t first, const uint8_t *keys, size_t n,
                                   uint64_t *bad, sluice_error *error) {
    pretended *p = data;
    made *m = made_;
    SL_TRY(call(p, error));
    SL_CHECK(n > 0 && first + n <= (uint64_t)1 << m->log2);
    for (size_t i = 0; i < n; i++) {
        point_read(&m->slots[first + i], keys == NULL ? NULL : keys + i * SL_G1_KEY_BYTES);
    }
    *bad = keys == NULL ? UINT64_MAX : p->bad;
    return SLUICE_OK;
}

static sluice_status pretended_begin(void *data, void *made_, const sl_fr *first, const sl_fr *ratio,
                                     sluice_error *error) {
    made *m = made_;
    m->first = *first;
    m->ratio = *ratio;
    return call(data, error);
}

static sluice_status pretended_step(void *data, void *made_, uint32_t step, sluice_error *error) {
    made *m = made_;
    SL_TRY(call(data, error));
    if (step == 0) {
        sl_fold_points_scale(m->points, m->slots, (size_t)1 << m->log2, &m->first, &m->ratio);
    } else {
        sl_fold_points_layer(m->points, m->slots, m->log2, m->log2 - step);
    }
    return SLUICE_OK;
}

static size_t reversed(size_t i, unsigned bits) {
    size_t out = 0;
    for (unsigned b = 0; b < bits; b++) {
        out |= (i >> b & 1) << (bits - 1 - b);
    }
    return out;
}

static sluice_status pretended_get(void *data, void *made_, uint64_t first, uint8_t *keys, size_t n,
                                   sluice_error *error) {
    pretended *p = data;
    const made *m = made_;
    SL_TRY(call(p, error));
    for (size_t i = 0; i < n; i++) {
        sl_kernels_portable.g1->encode(keys + i * SL_G1_KEY_BYTES, &m->slots[reversed(first + i, m->log2)], 1);
    }
    keys[n * SL_G1_KEY_BYTES - 1] ^= p->is_broken;
    return SLUICE_OK;
}

static sluice_status pretended_mul(void *data, void *made_, uint8_t *keys, const sl_fr *scalars, size_t n,
                                   sluice_error *error) {
    made *m = made_;
    SL_TRY(call(data, error));
    for (size_t i = 0; i < n; i++) {
        _Alignas(64) sl_g1_affine point;
        point_read(&point, keys + i * SL_G1_KEY_BYTES);
        sl_fold_points_mul(m->points, &point, &scalars[i], 1);
        sl_kernels_portable.g1->encode(keys + i * SL_G1_KEY_BYTES, &point, 1);
    }
    return SLUICE_OK;
}

static sluice_status fold_make(pretended *p, const toy_room *room, const char *path, sluice_error *error) {
    const sl_fold_backend backend = {p,
                                     pretended_open,
                                     pretended_close,
                                     pretended_steps,
                                     pretended_put,
                                     pretended_begin,
                                     pretended_step,
                                     pretended_get,
                                     pretended_mul};
    const sl_fold_options options = {.backend = &backend};
    p->kernels = &sl_kernels_portable;
    p->pool = room->pool;
    const sluice_status status =
        sl_fold_run(room->r1cs, &room->params, path, &options, &sl_kernels_portable, room->pool, NULL, error);
    SL_CHECK_EQ_U64(p->opened_n, p->closed_n);
    return status;
}

static pretended pretended_new(void) {
    return (pretended){.fails = SL_FAILPOINT_INIT, .bad = UINT64_MAX};
}

static void secrets_fold(const toy_room *room, const char *path) {
    sl_setup_secrets secrets;
    sl_setup_secrets_from_seed(&secrets, seed_1);
    const sl_fold_options options = {.secrets = &secrets};
    SL_CHECK_OK(sl_fold_run(room->r1cs, &room->params, path, &options, &sl_kernels_portable, room->pool, NULL, &err));
}

static void check_same(const char *a, const char *b) {
    uint8_t *a_bytes, *b_bytes;
    size_t a_n, b_n;
    SL_CHECK_OK(sl_file_read_all(&a_bytes, &a_n, a, 1 << 22, &err));
    SL_CHECK_OK(sl_file_read_all(&b_bytes, &b_n, b, 1 << 22, &err));
    SL_CHECK(a_n == b_n && memcmp(a_bytes, b_bytes, a_n) == 0);
    free(a_bytes);
    free(b_bytes);
}

typedef struct paths {
    char want[128], found[128];
} paths;

static paths paths_new(void) {
    paths p;
    (void)snprintf(p.want, sizeof p.want, "%s", sl_test_temp_path("want"));
    (void)snprintf(p.found, sizeof p.found, "%s", sl_test_temp_path("found"));
    return p;
}

static void check_toy(const char *name) {
    const paths path = paths_new();
    toy_room room;
    pretended p = pretended_new();
    toy_room_open(&room, toy_named(name));
    secrets_fold(&room, path.want);
    SL_CHECK_OK(fold_make(&p, &room, path.found, &err));
    SL_CHECK_EQ_U64(p.opened_n, 1);
    check_same(path.want, path.found);
    toy_room_close(&room);
}

/* Every edge of the counts: no row, one row, no auxiliary wire, inputs in C or in none; other coefficients than 1. */
SL_TEST(same_bytes) {
    static const char *const names[] = {"cubic", "only-inputs", "empty-b", "nothing", "one-row", "zero-terms"};
    for (size_t i = 0; i < SL_ARRAY_N(names); i++) {
        check_toy(names[i]);
    }
}

SL_TEST(same_bytes_of_chains) {
    check_toy("chain-0");
    check_toy("chain-5");
}

SL_TEST(same_bytes_larger) {
    check_toy("mimc-11");
    check_toy("bits-33");
}

SL_TEST(every_call_fails_in_turn) {
    const paths path = paths_new();
    toy_room room;
    toy_room_open(&room, toy_named("bits-1"));
    secrets_fold(&room, path.want);
    size_t n = 0;
    for (bool has_failed = true; has_failed; n++) {
        pretended p = pretended_new();
        sluice_error error = {0};
        sl_failpoint_arm(&p.fails, n);
        const sluice_status status = fold_make(&p, &room, path.found, &error);
        has_failed = !sl_failpoint_waits(&p.fails);
        SL_CHECK_STATUS(status, has_failed ? SLUICE_E_DEVICE : SLUICE_OK);
        SL_CHECK(!has_failed || (strcmp(error.text, "pretended") == 0 && access(path.found, F_OK) != 0));
    }
    SL_CHECK_MSG(n > 10, "%zu calls", n);
    check_same(path.want, path.found);
    toy_room_close(&room);
}

SL_TEST(wrong_points) {
    const paths path = paths_new();
    toy_room room;
    pretended p = pretended_new();
    toy_room_open(&room, toy_named("chain-5"));
    p.bad = 2;
    SL_CHECK_STATUS(fold_make(&p, &room, path.found, &err), SLUICE_E_CORRUPT);
    SL_CHECK_MSG(strstr(err.text, "section h: point 2") != NULL, "%s", err.text);
    p.bad = UINT64_MAX;
    p.is_broken = true;
    SL_CHECK_STATUS(fold_make(&p, &room, path.found, &err), SLUICE_E_DEVICE);
    SL_CHECK(access(path.found, F_OK) != 0);
    toy_room_close(&room);
}

SL_TEST(plan) {
    toy_room room;
    sl_r1cs_counts counts;
    sl_fold_plan here, there;
    toy_room_open(&room, toy_named("bits-1"));
    sl_r1cs_counts_get(room.r1cs, &counts);
    SL_CHECK_OK(sl_fold_plan_now(&here, &counts, &room.params.layout, false, false, &sl_kernels_portable, 2, &err));
    SL_CHECK_OK(sl_fold_plan_now(&there, &counts, &room.params.layout, false, true, &sl_kernels_portable, 2, &err));
    SL_CHECK(here.products > 0 && there.products == 0 && there.memory_bytes > 0);
    /* what the pretended backend takes beside it */
    const size_t beside = sl_fold_points_memory(&sl_kernels_portable, 2) + ((size_t)64 << 10);
    const paths path = paths_new();
    pretended p = pretended_new();
    const size_t live = sl_mem_live();
    sl_mem_peak_reset();
    sl_mem_budget_set(live + there.memory_bytes + beside);
    SL_CHECK_OK(fold_make(&p, &room, path.found, &err));
    SL_CHECK(sl_mem_peak() - live <= there.memory_bytes + beside);
    sl_mem_budget_set(live + there.memory_bytes - 1);
    SL_CHECK_STATUS(fold_make(&p, &room, path.found, &err), SLUICE_E_BUDGET);
    sl_mem_budget_set(0);
    toy_room_close(&room);
}
