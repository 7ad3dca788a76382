// SPDX-License-Identifier: MIT OR Apache-2.0
/* bench fp, msm, ntt, quotient, pairing: the inputs and results of peers/README.md. */
#include <stdio.h>
#include <string.h>

#include "core/mem/buf.h"
#include "engine/engine_context.h"
#include "math/curve/encoding.h"
#include "math/curve/pairing.h"
#include "math/msm/bench_input.h"
#include "math/poly/ntt.h"
#include "sluice/bench.h"

static bench_row row_make(const cli_state *cli, const char *op, const bench_options *options) {
    return (bench_row){.op = op, .log2n = (int)options->log2n, .seed = options->seed, .threads = cli->threads};
}

/* fp: 2^20 multiplications as k chains x_i <- x_i y_i. */
enum { FP_MULTIPLICATIONS = 1 << 20, FP_CHAINS_MAX = 256 };

typedef struct fp_bench {
    size_t chains;
    sl_fp start[2 * FP_CHAINS_MAX], x[FP_CHAINS_MAX];
} fp_bench;

static sluice_status fp_call(void *data, sluice_error *err) {
    (void)err;
    fp_bench *bench = data;
    memcpy(bench->x, bench->start, bench->chains * sizeof *bench->x);
    const sl_fp *y = bench->start + bench->chains;
    for (size_t round = 0; round < FP_MULTIPLICATIONS / bench->chains; round++) {
        for (size_t i = 0; i < bench->chains; i++) {
            sl_fp_mul(&bench->x[i], &bench->x[i], &y[i]);
        }
    }
    return SLUICE_OK;
}

sluice_status bench_fp(cli_state *cli, const bench_options *options) {
    static fp_bench bench;
    for (int throughput = 0; throughput < 2; throughput++) {
        bench.chains = throughput ? FP_CHAINS_MAX : 1;
        sl_bench_fp(bench.start, options->seed, 0, 2 * bench.chains);
        bench_row row = row_make(cli, throughput ? "fp_mul_throughput" : "fp_mul_latency", options);
        row.threads = 1;
        SL_TRY(bench_time(&row, options->reps, NULL, fp_call, &bench, &cli->err));
        uint8_t bytes[FP_CHAINS_MAX][SL_FP_BYTES];
        for (size_t i = 0; i < bench.chains; i++) {
            sl_fp_to_bytes(bytes[i], &bench.x[i]);
            for (int b = 0; b < SL_FP_BYTES / 2; b++) {
                const uint8_t swap = bytes[i][b];
                bytes[i][b] = bytes[i][SL_FP_BYTES - 1 - b];
                bytes[i][SL_FP_BYTES - 1 - b] = swap;
            }
        }
        bench_result_sha256(&row, bytes[0], bench.chains * SL_FP_BYTES);
        SL_TRY(bench_print(cli, &row));
    }
    return SLUICE_OK;
}

typedef struct msm_bench {
    const sluice_context *context;
    sl_group group;
    size_t n;
    const void *slots;
    const sl_fr *scalars;
    sl_buf bits, full_at, full; /* the witness's two kinds, split within the clock */
    bool split;
    sl_g1 g1;
    sl_g2 g2;
} msm_bench;

static sluice_status msm_call(void *data, sluice_error *err) {
    msm_bench *bench = data;
    sl_msm_chunk chunk = {.slots = bench->slots, .n = bench->n, .full = bench->scalars, .full_n = bench->n};
    if (bench->split) {
        chunk.bits = bench->bits.data;
        chunk.full_at = bench->full_at.data;
        chunk.full = bench->full.data;
        chunk.full_n = sl_msm_split(bench->bits.data, bench->full_at.data, bench->full.data, bench->scalars, bench->n);
    }
    sl_msm_plan plan;
    sl_msm_plan_make(&plan, bench->group, bench->n, chunk.full_n, sl_pool_threads(bench->context->pool));
    sl_msm *msm;
    SL_TRY(sl_msm_open(&msm, &plan, bench->context->kernels, bench->context->pool, err));
    const sluice_status status = sl_msm_add(msm, &chunk, err);
    if (status == SLUICE_OK && bench->group == SL_G1) {
        sl_msm_result_g1(msm, &bench->g1);
    } else if (status == SLUICE_OK) {
        sl_msm_result_g2(msm, &bench->g2);
    }
    sl_msm_close(msm);
    return status;
}

static sluice_status msm_run(cli_state *cli, const bench_options *options, msm_bench *bench, sl_buf *slots,
                             sl_buf *scalars) {
    const sluice_context *context = cli->context;
    const sl_curve_kernels *curve = bench->group == SL_G1 ? context->kernels->g1 : context->kernels->g2;
    sluice_error *err = &cli->err;
    SL_TRY(sl_buf_alloc_n(slots, bench->n, curve->slot_bytes, "bench points", err));
    SL_TRY(sl_buf_alloc_n(scalars, bench->n, sizeof(sl_fr), "bench scalars", err));
    if (strcmp(options->points, "random") == 0) {
        SL_TRY(sl_bench_points_random(slots->data, bench->group, options->seed, bench->n, context->kernels,
                                      context->pool, err));
    } else {
        SL_TRY(sl_bench_points_sequence(slots->data, bench->group, bench->n, context->kernels, context->pool, err));
    }
    if (bench->split) {
        sl_bench_scalars_witness(scalars->data, options->seed, 0, bench->n);
        SL_TRY(sl_buf_alloc_n(&bench->bits, (bench->n + 63) / 64, 8, "bench bits", err));
        SL_TRY(sl_buf_alloc_n(&bench->full_at, bench->n, 4, "bench positions", err));
        SL_TRY(sl_buf_alloc_n(&bench->full, bench->n, sizeof(sl_fr), "bench scalars", err));
    } else {
        sl_bench_scalars_random(scalars->data, options->seed, 0, bench->n);
    }
    bench->slots = slots->data;
    bench->scalars = scalars->data;
    bench_row row = row_make(cli, "msm", options);
    row.group = options->group;
    row.scalars = options->scalars;
    row.points = options->points;
    SL_TRY(bench_time(&row, options->reps, NULL, msm_call, bench, err));
    uint8_t bytes[96];
    if (bench->group == SL_G1) {
        sl_g1_affine affine;
        sl_g1_to_affine_vt(&affine, &bench->g1);
        sl_g1_encode_compressed(bytes, &affine);
    } else {
        sl_g2_affine affine;
        sl_g2_to_affine_vt(&affine, &bench->g2);
        sl_g2_encode_compressed(bytes, &affine);
    }
    cli_hex(row.result, bytes, bench->group == SL_G1 ? 48 : 96);
    return bench_print(cli, &row);
}

sluice_status bench_msm(cli_state *cli, const bench_options *options) {
    const bool g2 = strcmp(options->group, "g2") == 0;
    const bool witness = strcmp(options->scalars, "witness") == 0;
    if ((!g2 && strcmp(options->group, "g1") != 0) || (!witness && strcmp(options->scalars, "random") != 0) ||
        (strcmp(options->points, "sequence") != 0 && strcmp(options->points, "random") != 0)) {
        return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--group g1|g2, --scalars random|witness, --points sequence|random");
    }
    msm_bench bench = {
        .context = cli->context, .group = g2 ? SL_G2 : SL_G1, .n = (size_t)1 << options->log2n, .split = witness};
    sl_buf slots = SL_BUF_EMPTY;
    sl_buf scalars = SL_BUF_EMPTY;
    const sluice_status status = msm_run(cli, options, &bench, &slots, &scalars);
    sl_buf_release(&bench.full);
    sl_buf_release(&bench.full_at);
    sl_buf_release(&bench.bits);
    sl_buf_release(&scalars);
    sl_buf_release(&slots);
    return status;
}

/* ntt: one vector. quotient: three, from values to the quotient's coefficients. */
typedef struct ntt_bench {
    sl_ntt *ntt;
    size_t n;
    sl_buf start, a, b, c;
} ntt_bench;

static sluice_status ntt_prepare(void *data, sluice_error *err) {
    (void)err;
    ntt_bench *bench = data;
    memcpy(bench->a.data, bench->start.data, bench->n * sizeof(sl_fr));
    if (bench->b.data != NULL) {
        memcpy(bench->b.data, bench->start.data, bench->n * sizeof(sl_fr));
        memcpy(bench->c.data, bench->start.data, bench->n * sizeof(sl_fr));
    }
    return SLUICE_OK;
}

static sluice_status ntt_call(void *data, sluice_error *err) {
    (void)err;
    ntt_bench *bench = data;
    sl_ntt_forward(bench->ntt, bench->a.data);
    return SLUICE_OK;
}

static sluice_status quotient_call(void *data, sluice_error *err) {
    (void)err;
    ntt_bench *bench = data;
    sl_ntt_quotient(bench->ntt, bench->a.data, bench->b.data, bench->c.data);
    return SLUICE_OK;
}

static sluice_status ntt_run(cli_state *cli, const bench_options *options, ntt_bench *bench, bool quotient) {
    const sluice_context *context = cli->context;
    sluice_error *err = &cli->err;
    SL_TRY(sl_ntt_open(&bench->ntt, (unsigned)options->log2n, context->kernels, context->pool, err));
    SL_TRY(sl_buf_alloc_n(&bench->start, bench->n, sizeof(sl_fr), "bench values", err));
    SL_TRY(sl_buf_alloc_n(&bench->a, bench->n, sizeof(sl_fr), "bench a", err));
    if (quotient) {
        SL_TRY(sl_buf_alloc_n(&bench->b, bench->n, sizeof(sl_fr), "bench b", err));
        SL_TRY(sl_buf_alloc_n(&bench->c, bench->n, sizeof(sl_fr), "bench c", err));
    }
    sl_bench_scalars_random(bench->start.data, options->seed, 0, bench->n);
    bench_row row = row_make(cli, quotient ? "quotient" : "ntt", options);
    SL_TRY(bench_time(&row, options->reps, ntt_prepare, quotient ? quotient_call : ntt_call, bench, err));
    uint8_t *bytes = bench->start.data;
    for (size_t i = 0; i < bench->n; i++) {
        const sl_fr value = ((const sl_fr *)bench->a.data)[i];
        sl_fr_to_bytes(bytes + i * SL_FR_BYTES, &value);
    }
    bench_result_sha256(&row, bytes, bench->n * SL_FR_BYTES);
    return bench_print(cli, &row);
}

static sluice_status ntt_bench_run(cli_state *cli, const bench_options *options, bool quotient) {
    ntt_bench bench = {.n = (size_t)1 << options->log2n};
    const sluice_status status = ntt_run(cli, options, &bench, quotient);
    sl_buf_release(&bench.c);
    sl_buf_release(&bench.b);
    sl_buf_release(&bench.a);
    sl_buf_release(&bench.start);
    sl_ntt_close(bench.ntt);
    return status;
}

sluice_status bench_ntt(cli_state *cli, const bench_options *options) {
    return ntt_bench_run(cli, options, false);
}

sluice_status bench_quotient(cli_state *cli, const bench_options *options) {
    return ntt_bench_run(cli, options, true);
}

/* pairing: product over 2^m pairs; a timed call is the mean of 16, as in the peers. */
enum { PAIRINGS_LOG2_MAX = 8, PAIRING_REPEATS = 16 };

typedef struct pairing_bench {
    size_t n;
    sl_g1_affine p[1 << PAIRINGS_LOG2_MAX];
    sl_g2_affine q[1 << PAIRINGS_LOG2_MAX];
    sl_pairing_pair pairs[1 << PAIRINGS_LOG2_MAX];
    sl_fp12 product;
} pairing_bench;

static sluice_status pairing_call(void *data, sluice_error *err) {
    (void)err;
    pairing_bench *bench = data;
    for (int i = 0; i < PAIRING_REPEATS; i++) {
        sl_fp12 f;
        sl_pairing_miller_vt(&f, bench->pairs, bench->n);
        sl_pairing_final_exp_vt(&bench->product, &f);
    }
    return SLUICE_OK;
}

static void pairing_inputs(pairing_bench *bench, uint64_t seed) {
    for (size_t i = 0; i < bench->n; i++) {
        sl_fr k[2];
        sl_g1 p;
        sl_g2 q;
        sl_bench_scalars_random(k, seed, 2 * i, 2);
        sl_g1_from_affine(&p, &sl_g1_generator);
        sl_g2_from_affine(&q, &sl_g2_generator);
        sl_g1_mul_vt(&p, &p, &k[0]);
        sl_g2_mul_vt(&q, &q, &k[1]);
        sl_g1_to_affine_vt(&bench->p[i], &p);
        sl_g2_to_affine_vt(&bench->q[i], &q);
        bench->pairs[i] = (sl_pairing_pair){&bench->p[i], &bench->q[i], NULL};
    }
}

sluice_status bench_pairing(cli_state *cli, const bench_options *options) {
    static pairing_bench bench;
    if (options->log2n > PAIRINGS_LOG2_MAX) {
        return SL_FAIL(&cli->err, SLUICE_E_USAGE, "--log2 is at most %d for pairings", PAIRINGS_LOG2_MAX);
    }
    bench.n = (size_t)1 << options->log2n;
    pairing_inputs(&bench, options->seed);
    bench_row row = row_make(cli, "pairing", options);
    row.group = "gt";
    row.threads = 1;
    SL_TRY(bench_time(&row, options->reps, NULL, pairing_call, &bench, &cli->err));
    row.min_ms /= PAIRING_REPEATS;
    row.median_ms /= PAIRING_REPEATS;
    row.cpu_ms /= PAIRING_REPEATS;
    uint8_t bytes[12 * SL_FP_BYTES];
    sl_fp12_to_bytes(bytes, &bench.product);
    bench_result_sha256(&row, bytes, sizeof bytes);
    return bench_print(cli, &row);
}
