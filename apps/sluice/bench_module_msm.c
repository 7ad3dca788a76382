// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench msm on a device: bases (i + 1) G, so that the processor knows every sum without adding points. */
#include <inttypes.h>
#include <string.h>

#include "backends/module/module_sums.h"
#include "core/mem/buf.h"
#include "engine/engine_context.h"
#include "math/curve/encoding.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"
#include "math/msm/bench_input.h"
#include "sluice/bench_module.h"

#define TASK_N ((size_t)4096)
#define FULL_SHARE 32 /* with --scalars witness: one in so many has a full scalar too */

typedef struct msm_bench {
    cli_state *cli;
    const bench_module *module;
    const sl_module_sums *sums;
    sl_module_sum *sum;
    uint64_t seed;
    bool is_g2, is_witness;
    sl_module_sum_method method;
    size_t n, full_n, low_n;
    sl_buf points, scalars, bits, partial;
} msm_bench;

/* Scalars, or bits, of a task, and the sum of i + 1 times them. */
static void terms_task(void *data, size_t task, size_t worker) {
    (void)worker;
    const msm_bench *bench = data;
    const size_t first = task * TASK_N, n = SL_MIN(TASK_N, bench->n - first);
    sl_fr *scalars = (sl_fr *)bench->scalars.data + first, sum = sl_fr_zero(), term;
    const size_t full_n = first < bench->full_n ? SL_MIN(n, bench->full_n - first) : 0;
    sl_bench_scalars_random(scalars, bench->seed, first, full_n);
    for (size_t i = 0; i < full_n; i++) {
        const sl_fr logarithm = sl_fr_from_u64(first + i + 1);
        sl_fr_mul(&term, &scalars[i], &logarithm);
        sl_fr_add(&sum, &sum, &term);
    }
    if (bench->is_witness) {
        uint64_t *bits = (uint64_t *)bench->bits.data + first / 64, logarithms = 0;
        for (size_t word = 0; word < (n + 63) / 64; word++) {
            const size_t bits_n = SL_MIN((size_t)64, n - 64 * word);
            bits[word] = sl_bench_word(bench->seed + 1, first / 64 + word) & (UINT64_MAX >> (64 - bits_n));
            for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
                logarithms += first + 64 * word + (size_t)__builtin_ctzll(left) + 1;
            }
        }
        term = sl_fr_from_u64(logarithms);
        sl_fr_add(&sum, &sum, &term);
    }
    ((sl_fr *)bench->partial.data)[task] = sum;
}

/* G, 2 G, .. low_n G, then 0, low_n G, 2 low_n G, ..: base i is the sum of the (i mod low_n)-th and one of the others.
 */
#define POINTS_MAKE(group)                                                   \
    static void points_make_##group(const msm_bench *bench, size_t high_n) { \
        sl_##group##_affine *out = bench->points.data;                       \
        sl_##group sum = sl_##group##_identity();                            \
        for (size_t i = 0; i < bench->low_n; i++) {                          \
            sl_##group##_add_affine(&sum, &sum, &sl_##group##_generator);    \
            sl_##group##_to_affine_vt(&out[i], &sum);                        \
        }                                                                    \
        const sl_##group##_affine step = out[bench->low_n - 1];              \
        sum = sl_##group##_identity();                                       \
        for (size_t i = 0; i < high_n; i++) {                                \
            sl_##group##_to_affine_vt(&out[bench->low_n + i], &sum);         \
            sl_##group##_add_affine(&sum, &sum, &step);                      \
        }                                                                    \
    }
POINTS_MAKE(g1)
POINTS_MAKE(g2)

/* out: the compressed encoding of a sum, or of k G; its length. */
#define SUM_ENCODE(group, bytes_n)                                                    \
    static size_t sum_encode_##group(uint8_t *out, const void *sum, const sl_fr *k) { \
        sl_##group point;                                                             \
        sl_##group##_affine affine;                                                   \
        if (sum != NULL) {                                                            \
            memcpy(&point, sum, sizeof point);                                        \
        } else {                                                                      \
            sl_##group##_from_affine(&point, &sl_##group##_generator);                \
            sl_##group##_mul_vt(&point, &point, k);                                   \
        }                                                                             \
        sl_##group##_to_affine_vt(&affine, &point);                                   \
        sl_##group##_encode_compressed(out, &affine);                                 \
        return bytes_n;                                                               \
    }
SUM_ENCODE(g1, 48)
SUM_ENCODE(g2, 96)

static size_t sum_encode(const msm_bench *bench, uint8_t *out, const void *sum, const sl_fr *k) {
    return bench->is_g2 ? sum_encode_g2(out, sum, k) : sum_encode_g1(out, sum, k);
}

static sluice_status inputs_make(msm_bench *bench, sl_fr *logarithm) {
    sluice_error *err = &bench->cli->err;
    const size_t tasks_n = (bench->n + TASK_N - 1) / TASK_N, high_n = (bench->n + bench->low_n - 1) / bench->low_n;
    SL_TRY(sl_buf_alloc_n(&bench->points, bench->low_n + high_n, sizeof(sl_g2_affine), "bench points", err));
    SL_TRY(sl_buf_alloc_n(&bench->scalars, bench->is_witness ? SL_MAX(bench->full_n, TASK_N) + TASK_N : bench->n,
                          sizeof(sl_fr), "bench scalars", err));
    SL_TRY(sl_buf_alloc_n(&bench->partial, tasks_n, sizeof(sl_fr), "bench sums", err));
    if (bench->is_witness) {
        SL_TRY(sl_buf_alloc_n(&bench->bits, (bench->n + 63) / 64, sizeof(uint64_t), "bench bits", err));
    }
    if (bench->is_g2) {
        points_make_g2(bench, high_n);
    } else {
        points_make_g1(bench, high_n);
    }
    sl_pool_for(bench->cli->context->pool, tasks_n, terms_task, bench);
    sl_fr sum = sl_fr_zero();
    for (size_t i = 0; i < tasks_n; i++) {
        sl_fr_add(&sum, &sum, (const sl_fr *)bench->partial.data + i);
    }
    *logarithm = sum;
    return SLUICE_OK;
}

static void stages_print(const msm_bench *bench, const sl_module_sum_times *times) {
    static const char *const names[] = {
#define STAGE_NAME(name, text) text,
        SL_MODULE_SUM_STAGES(STAGE_NAME)
#undef STAGE_NAME
    };
    if (bench->cli->json) {
        return;
    }
    (void)printf("  %" PRIu32 " windows, buckets %s, %s of work space; ms:", times->windows_n,
                 times->has_runs ? "by runs (XYZZ)" : "by pairs (affine)", cli_bytes(times->workspace_bytes));
    for (int i = 0; i < SL_MODULE_SUM_STAGES_N; i++) {
        (void)printf("%s %s %.2f", i == 0 ? "" : ",", names[i], (double)times->stages[i]);
    }
    const double additions = (double)bench->full_n * times->windows_n;
    (void)printf("\n");
    if (times->stages[SL_MODULE_SUM_ADD] > 0) {
        (void)printf("  additions into buckets: %.2f G/s\n",
                     additions / 1e6 / (double)times->stages[SL_MODULE_SUM_ADD]);
    }
}

static const char *detail_of(const msm_bench *bench, bool has_runs) {
    static const char *const details[2][2] = {{"random", "random, xyzz"}, {"bits and full", "bits and full, xyzz"}};
    return details[bench->is_witness][has_runs];
}

static sluice_status msm_run(msm_bench *bench, const bench_options *options) {
    static bench_times times;
    sluice_error *err = &bench->cli->err;
    sl_fr logarithm;
    uint8_t want[96], got[96];
    union {
        sl_g1 g1;
        sl_g2 g2;
    } out;
    SL_TRY(inputs_make(bench, &logarithm));
    const sl_module_sum_shape shape = {.is_g2 = bench->is_g2,
                                       .points = bench->points.data,
                                       .points_n = bench->low_n + (bench->n + bench->low_n - 1) / bench->low_n,
                                       .low_n = bench->low_n,
                                       .bases_n = bench->n,
                                       .n_max = bench->full_n,
                                       .bits_n_max = bench->is_witness ? bench->n : 0,
                                       .method = bench->method};
    SL_TRY(bench->sums->open(bench->module->device, &bench->sum, &shape, err));
    SL_TRY(bench->sums->put(bench->sum, bench->scalars.data, bench->full_n, bench->bits.data, shape.bits_n_max, err));
    const size_t bytes = sum_encode(bench, want, NULL, &logarithm);
    sl_module_sum_times stages = {0};
    times.n = options->reps;
    for (uint64_t i = 0; i <= options->reps; i++) {
        sl_module_sum_times one = {0};
        SL_TRY(bench->sums->run(bench->sum, &out, &one, i == options->reps, err));
        (void)sum_encode(bench, got, &out, NULL);
        if (memcmp(want, got, bytes) != 0) {
            return SL_FAIL(err, SLUICE_E_DEVICE, "the device computes wrongly: the sum of 2^%" PRIu64 " terms",
                           options->log2n);
        }
        if (i < options->reps) {
            times.ms[i] = (double)one.ms;
        } else {
            stages = one;
        }
    }
    bench_module_row row = {.op = bench->is_g2 ? "msm g2" : "msm g1",
                            .detail = detail_of(bench, stages.has_runs),
                            .log2n = options->log2n,
                            .amount = (double)bench->n,
                            .unit = "G terms/s"};
    cli_hex(row.result, got, bytes);
    SL_TRY(bench_module_print(bench->cli, bench->module, &row, &times));
    stages_print(bench, &stages);
    return SLUICE_OK;
}

/* False if --accumulate is no such word, or names what G2 has not. */
static bool method_parse(msm_bench *bench, const char *word) {
    static const char *const words[] = {
        [SL_MODULE_SUM_BY_CARD] = "auto", [SL_MODULE_SUM_BY_PAIRS] = "affine", [SL_MODULE_SUM_BY_RUNS] = "xyzz"};
    for (size_t i = 0; i < SL_ARRAY_N(words); i++) {
        if (strcmp(word, words[i]) == 0) {
            bench->method = (sl_module_sum_method)i;
            return !bench->is_g2 || bench->method != SL_MODULE_SUM_BY_RUNS;
        }
    }
    return false;
}

sluice_status bench_module_msm(cli_state *cli, bench_module *module, const bench_options *options) {
    msm_bench bench = {.cli = cli, .module = module, .sums = module->table->sums, .seed = options->seed};
    bench.is_g2 = strcmp(options->group, "g2") == 0;
    bench.is_witness = strcmp(options->scalars, "witness") == 0;
    if ((!bench.is_g2 && strcmp(options->group, "g1") != 0) ||
        (!bench.is_witness && strcmp(options->scalars, "random") != 0) || strcmp(options->points, "sequence") != 0) {
        return SL_FAIL(&cli->err, SLUICE_E_USAGE,
                       "--group g1|g2, --scalars random|witness, and on a device --points sequence");
    }
    if (!method_parse(&bench, options->accumulate)) {
        return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--accumulate auto, affine or, with --group g1, xyzz");
    }
    if (bench.sums == NULL) {
        return SL_FAIL(&cli->err, SLUICE_E_UNKNOWN, "the %s module makes no sums", module->table->name);
    }
    bench.n = (size_t)1 << options->log2n;
    bench.full_n = bench.is_witness ? SL_MAX(1, bench.n / FULL_SHARE) : bench.n;
    bench.low_n = (size_t)1 << (options->log2n + 1) / 2;
    const sluice_status status = msm_run(&bench, options);
    bench.sums->close(bench.sum);
    sl_buf_release(&bench.partial);
    sl_buf_release(&bench.bits);
    sl_buf_release(&bench.scalars);
    sl_buf_release(&bench.points);
    return status;
}
