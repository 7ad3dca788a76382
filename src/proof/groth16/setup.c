// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "core/sys/random.h"
#include "math/hash/sha256.h"
#include "math/msm/fixed_base.h"

/* Points of a piece of output; a multiple of the block. */
#define PIECE_N ((size_t)1 << 16)
#define BLOCK_N ((size_t)1 << 12)
/* Tables of multiples of both generators (fixed_base.h). */
#define FIXED_BASE_BYTES_MAX ((size_t)150 * 1000 * 1000)

typedef struct setup {
    const sl_r1cs *r1cs;
    const sl_setup_secrets *secrets;
    const sl_kernels *kernels;
    sl_pool *pool;
    const sl_observer *observer;
    sl_r1cs_counts counts;
    sl_key_layout layout;
    sl_outfile key;
    sl_sha256 sha256;
    sl_fixed_base *g1, *g2;
    /* One value a variable, inputs first: the sums over A, B and C at tau; c becomes the exponents of ic and l. */
    sl_buf a, b, c;
    sl_buf scalars, bytes; /* of the piece at hand */
} setup;

static size_t variables_n(const sl_r1cs_counts *counts) {
    return (size_t)(counts->inputs + counts->aux);
}

size_t sl_setup_memory(const sl_r1cs_counts *counts) {
    const size_t columns = 3 * variables_n(counts) * sizeof(sl_fr);
    const size_t rows = (size_t)(counts->rows + counts->inputs) * sizeof(sl_fr);
    const size_t writing = PIECE_N * (sizeof(sl_fr) + SL_G2_KEY_BYTES) + FIXED_BASE_BYTES_MAX;
    return columns + SL_MAX(rows, writing);
}

static sluice_status secret_alloc(sl_buf *out, size_t n, const char *tag, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(out, n, sizeof(sl_fr), tag, err));
    sl_buf_mark_secret(out);
    return SLUICE_OK;
}

/*
 * Lagrange values: L_j(tau) = (tau^m - 1) / m * w^j / (tau - w^j) for the rows j that exist. Blocks on their own start
 * from a power, so threads need nothing from each other.
 */
typedef struct lagrange_job {
    sl_fr *values;
    size_t n;
    sl_fr tau, omega, factor; /* factor = (tau^m - 1) / m */
} lagrange_job;

static void lagrange_task(void *data, size_t block, size_t worker) {
    (void)worker;
    const lagrange_job *job = data;
    sl_fr denominators[256], scratch[256], power;
    for (size_t at = block * BLOCK_N; at < SL_MIN(job->n, (block + 1) * BLOCK_N); at += SL_ARRAY_N(denominators)) {
        const size_t n = SL_MIN(job->n - at, SL_ARRAY_N(denominators));
        sl_fr_pow_u64_vt(&power, &job->omega, at);
        for (size_t i = 0; i < n; i++) {
            sl_fr_sub(&denominators[i], &job->tau, &power);
            sl_fr_mul(&job->values[at + i], &power, &job->factor);
            sl_fr_mul(&power, &power, &job->omega);
        }
        sl_fr_batch_inv_vt(denominators, scratch, n);
        for (size_t i = 0; i < n; i++) {
            sl_fr_mul(&job->values[at + i], &job->values[at + i], &denominators[i]);
        }
    }
    sl_wipe(denominators, sizeof denominators);
    sl_wipe(scratch, sizeof scratch);
}

/* tau^m - 1, not 0 by sl_setup_secrets_check. */
static sl_fr vanishing_at_tau(const setup *s) {
    sl_fr t = s->secrets->tau;
    const sl_fr one = sl_fr_one();
    for (unsigned i = 0; i < s->counts.domain_log2; i++) {
        sl_fr_sqr(&t, &t);
    }
    sl_fr_sub(&t, &t, &one);
    return t;
}

static sl_fr domain_generator(unsigned log2) {
    sl_fr omega = sl_fr_root_of_unity;
    for (unsigned i = log2; i < SL_FR_TWO_ADICITY; i++) {
        sl_fr_sqr(&omega, &omega);
    }
    return omega;
}

static void lagrange_fill(const setup *s, sl_fr *values, size_t n) {
    lagrange_job job = {
        .values = values, .n = n, .tau = s->secrets->tau, .omega = domain_generator(s->counts.domain_log2)};
    sl_fr m_inverse = sl_fr_from_u64(UINT64_C(1) << s->counts.domain_log2);
    sl_fr_inv_vt(&m_inverse, &m_inverse);
    job.factor = vanishing_at_tau(s);
    sl_fr_mul(&job.factor, &job.factor, &m_inverse);
    sl_pool_for(s->pool, (n + BLOCK_N - 1) / BLOCK_N, lagrange_task, &job);
    sl_wipe(&job, sizeof job);
}

/* c := (beta a + alpha b + c) / gamma for inputs, / delta for aux. */
typedef struct combine_job {
    const setup *s;
    const sl_fr *a, *b;
    sl_fr *c;
    size_t n;
    sl_fr gamma_inverse, delta_inverse;
    atomic_size_t identity; /* smallest variable whose exponent is 0; SIZE_MAX: none */
} combine_job;

static void combine_task(void *data, size_t block, size_t worker) {
    (void)worker;
    combine_job *job = data;
    const sl_setup_secrets *secrets = job->s->secrets;
    for (size_t v = block * BLOCK_N; v < SL_MIN(job->n, (block + 1) * BLOCK_N); v++) {
        sl_fr t, sum = job->c[v];
        sl_fr_mul(&t, &secrets->beta, &job->a[v]);
        sl_fr_add(&sum, &sum, &t);
        sl_fr_mul(&t, &secrets->alpha, &job->b[v]);
        sl_fr_add(&sum, &sum, &t);
        sl_fr_mul(&job->c[v], &sum, v < job->s->counts.inputs ? &job->gamma_inverse : &job->delta_inverse);
        if (sl_fr_is_zero(&job->c[v])) {
            size_t least = atomic_load(&job->identity);
            while (v < least && !atomic_compare_exchange_weak(&job->identity, &least, v)) {
            }
        }
    }
}

static size_t nonzero_n(const sl_fr *values, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count += !sl_fr_is_zero(&values[i]);
    }
    return count;
}

/* The exponents of every point that depends on the circuit. */
static sluice_status columns_make(setup *s, sluice_error *err) {
    const size_t n = variables_n(&s->counts);
    const size_t rows = (size_t)(s->counts.rows + s->counts.inputs);
    sl_buf lagrange = SL_BUF_EMPTY;
    SL_TRY(secret_alloc(&s->a, n, "columns a", err));
    SL_TRY(secret_alloc(&s->b, n, "columns b", err));
    SL_TRY(secret_alloc(&s->c, n, "columns c", err));
    SL_TRY(secret_alloc(&lagrange, rows, "lagrange values", err));
    lagrange_fill(s, lagrange.data, rows);
    sl_r1cs_columns(s->r1cs, lagrange.data, s->a.data, s->b.data, s->c.data, s->pool);
    sl_buf_release(&lagrange);

    combine_job job = {.s = s, .a = s->a.data, .b = s->b.data, .c = s->c.data, .n = n, .identity = SIZE_MAX};
    sl_fr_inv_vt(&job.gamma_inverse, &s->secrets->gamma);
    sl_fr_inv_vt(&job.delta_inverse, &s->secrets->delta);
    sl_pool_for(s->pool, (n + BLOCK_N - 1) / BLOCK_N, combine_task, &job);
    const size_t identity = atomic_load(&job.identity);
    sl_wipe(&job.gamma_inverse, sizeof job.gamma_inverse);
    sl_wipe(&job.delta_inverse, sizeof job.delta_inverse);
    if (identity != SIZE_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "variable %zu: these secrets give it the identity; take others", identity);
    }
    /* Points at infinity are left out; that these are exactly the variables without terms fails with probability
     * 2^-230. */
    if (nonzero_n(s->a.data, n) != s->layout.section[SL_KEY_A].count ||
        nonzero_n(s->b.data, n) != s->layout.section[SL_KEY_B_G1].count) {
        return SL_FAIL(err, SLUICE_E_INPUT,
                       "a query has an identity that the circuit does not explain; take other secrets");
    }
    return SLUICE_OK;
}

/* Output. */

static sluice_status key_append(setup *s, const void *data, size_t n, sluice_error *err) {
    sl_sha256_update(&s->sha256, data, n);
    return sl_outfile_append(&s->key, data, n, err);
}

static sluice_status count_append(setup *s, sl_key_section section, sluice_error *err) {
    const uint32_t count = (uint32_t)s->layout.section[section].count;
    const uint8_t bytes[4] = {(uint8_t)(count >> 24), (uint8_t)(count >> 16), (uint8_t)(count >> 8), (uint8_t)count};
    return key_append(s, bytes, sizeof bytes, err);
}

/* The exponents of a section's points, in order. */
typedef struct section_source {
    const sl_fr *values; /* zeros are passed over; NULL: the powers of tau for h */
    size_t n, at;
} section_source;

typedef struct powers_job {
    sl_fr *out;
    size_t first, n;
    sl_fr tau, factor;
} powers_job;

static void powers_task(void *data, size_t block, size_t worker) {
    (void)worker;
    const powers_job *job = data;
    sl_fr power;
    sl_fr_pow_u64_vt(&power, &job->tau, job->first + block * BLOCK_N);
    sl_fr_mul(&power, &power, &job->factor);
    for (size_t i = block * BLOCK_N; i < SL_MIN(job->n, (block + 1) * BLOCK_N); i++) {
        job->out[i] = power;
        sl_fr_mul(&power, &power, &job->tau);
    }
    sl_wipe(&power, sizeof power);
}

/* tau^i (tau^m - 1) / delta */
static void powers_fill(const setup *s, sl_fr *out, size_t first, size_t n) {
    powers_job job = {.out = out, .first = first, .n = n, .tau = s->secrets->tau, .factor = vanishing_at_tau(s)};
    sl_fr delta_inverse;
    sl_fr_inv_vt(&delta_inverse, &s->secrets->delta);
    sl_fr_mul(&job.factor, &job.factor, &delta_inverse);
    sl_pool_for(s->pool, (n + BLOCK_N - 1) / BLOCK_N, powers_task, &job);
    sl_wipe(&job, sizeof job);
    sl_wipe(&delta_inverse, sizeof delta_inverse);
}

/* The next ones, at most PIECE_N; returns how many. */
static size_t source_take(const setup *s, section_source *source, sl_fr *out) {
    if (source->values == NULL) {
        const size_t n = SL_MIN(PIECE_N, source->n - source->at);
        powers_fill(s, out, source->at, n);
        source->at += n;
        return n;
    }
    size_t n = 0;
    for (; n < PIECE_N && source->at < source->n; source->at++) {
        if (!sl_fr_is_zero(&source->values[source->at])) {
            out[n++] = source->values[source->at];
        }
    }
    return n;
}

static sluice_status section_write(setup *s, sl_key_section section, section_source source, sluice_error *err) {
    const char *name = sl_key_section_name(section);
    const sl_key_range *range = &s->layout.section[section];
    sl_observe_stage(s->observer, name, false);
    sluice_status status = count_append(s, section, err);
    for (uint64_t done = 0; done < range->count && status == SLUICE_OK;) {
        const size_t n = source_take(s, &source, s->scalars.data);
        SL_ASSERT(n > 0 && n <= range->count - done);
        sl_fixed_base_mul(section == SL_KEY_B_G2 ? s->g2 : s->g1, s->bytes.data, s->scalars.data, n);
        status = key_append(s, s->bytes.data, n * range->element_bytes, err);
        done += n;
        if (status == SLUICE_OK) {
            status = sl_observe_progress(s->observer, name, done, range->count, err);
        }
    }
    sl_observe_stage(s->observer, name, true);
    return status;
}

static void g1_times(sl_g1_affine *out, const sl_g1_affine *p, const sl_fr *k) {
    sl_g1 t;
    sl_g1_from_affine(&t, p);
    sl_g1_mul_vt(&t, &t, k);
    sl_g1_to_affine_vt(out, &t);
}

static void g2_times(sl_g2_affine *out, const sl_g2_affine *p, const sl_fr *k) {
    sl_g2 t;
    sl_g2_from_affine(&t, p);
    sl_g2_mul_vt(&t, &t, k);
    sl_g2_to_affine_vt(out, &t);
}

/* The verifying key as bytes, in *out. */
static sluice_status vk_make(const setup *s, sl_buf *out, sluice_error *err) {
    const sl_setup_secrets *secrets = s->secrets;
    sl_vk vk = {.ic_n = (size_t)s->counts.inputs};
    SL_TRY(sl_buf_alloc_n(&vk.storage, vk.ic_n, sizeof *vk.ic, "vk", err));
    sluice_status status = sl_buf_alloc(out, sl_vk_bytes(vk.ic_n), "vk", err);
    if (status == SLUICE_OK) {
        vk.ic = vk.storage.data;
        g1_times(&vk.alpha_g1, &secrets->g1, &secrets->alpha);
        g1_times(&vk.beta_g1, &secrets->g1, &secrets->beta);
        g2_times(&vk.beta_g2, &secrets->g2, &secrets->beta);
        g2_times(&vk.gamma_g2, &secrets->g2, &secrets->gamma);
        g1_times(&vk.delta_g1, &secrets->g1, &secrets->delta);
        g2_times(&vk.delta_g2, &secrets->g2, &secrets->delta);
        const sl_fr *exponents = s->c.data;
        for (size_t i = 0; i < vk.ic_n; i++) {
            g1_times(&vk.ic[i], &secrets->g1, &exponents[i]);
        }
        sl_vk_write(out->data, &vk);
    }
    sl_vk_release(&vk);
    return status;
}

static sluice_status key_write(setup *s, const sl_buf *vk_bytes, sluice_error *err) {
    const size_t inputs = (size_t)s->counts.inputs, aux = (size_t)s->counts.aux;
    const sl_fr *exponents = s->c.data;
    const section_source source[SL_KEY_SECTIONS_N] = {
        [SL_KEY_H] = {NULL, (size_t)s->layout.section[SL_KEY_H].count, 0},
        [SL_KEY_L] = {exponents + inputs, aux, 0},
        [SL_KEY_A] = {s->a.data, inputs + aux, 0},
        [SL_KEY_B_G1] = {s->b.data, inputs + aux, 0},
        [SL_KEY_B_G2] = {s->b.data, inputs + aux, 0},
    };
    size_t g1_n = 0;
    const size_t g2_n = (size_t)s->layout.section[SL_KEY_B_G2].count;
    for (int section = SL_KEY_H; section <= SL_KEY_B_G1; section++) {
        g1_n += (size_t)s->layout.section[section].count;
    }
    SL_TRY(sl_buf_alloc_n(&s->bytes, PIECE_N, SL_G2_KEY_BYTES, "points", err));
    SL_TRY(secret_alloc(&s->scalars, PIECE_N, "exponents", err));
    SL_TRY(sl_fixed_base_open(&s->g1, SL_G1, &s->secrets->g1, g1_n, s->kernels, s->pool, err));
    SL_TRY(sl_fixed_base_open(&s->g2, SL_G2, &s->secrets->g2, g2_n, s->kernels, s->pool, err));
    sl_sha256_init(&s->sha256);
    SL_TRY(key_append(s, vk_bytes->data, vk_bytes->bytes, err));
    for (int section = SL_KEY_H; section < SL_KEY_SECTIONS_N; section++) {
        SL_TRY(section_write(s, (sl_key_section)section, source[section], err));
    }
    return SLUICE_OK;
}

/* What must hold before any work: every wire used, secrets good for this domain, room on the disk. */
static sluice_status setup_check(setup *s, const char *path, sluice_error *err) {
    sl_density density;
    SL_TRY(sl_setup_secrets_check(s->secrets, s->counts.domain_log2, err));
    SL_TRY(sl_r1cs_density(s->r1cs, &density, err));
    sluice_status status = sl_key_layout_of_circuit(&s->layout, &s->counts, &density, err);
    for (size_t i = 0; i < s->counts.aux && status == SLUICE_OK; i++) {
        if ((density.aux_used[i / 64] >> (i % 64) & 1) == 0) {
            status = SL_FAIL(err, SLUICE_E_INPUT,
                             "auxiliary wire %zu: no row uses it (UnconstrainedVariable); a key cannot be made", i);
        }
    }
    sl_density_release(&density);
    SL_TRY(status);
    if (strcmp(path, "-") == 0) {
        return SLUICE_OK;
    }
    uint64_t free_bytes;
    SL_TRY(sl_disk_free(path, &free_bytes, err));
    const uint64_t need = s->layout.bytes + s->layout.vk_bytes;
    if (free_bytes < need) {
        return SL_FAIL(err, SLUICE_E_NO_SPACE, "%s: the key needs %" PRIu64 " bytes, the disk has %" PRIu64 " free",
                       path, need, free_bytes);
    }
    return SLUICE_OK;
}

static void setup_release(setup *s) {
    sl_fixed_base_close(s->g1);
    sl_fixed_base_close(s->g2);
    sl_buf_release(&s->a);
    sl_buf_release(&s->b);
    sl_buf_release(&s->c);
    sl_buf_release(&s->scalars);
    sl_buf_release(&s->bytes);
    sl_outfile_discard(&s->key);
}

/* The key first: a `.vk` without its key would only mislead, a key without its `.vk` is whole. */
static sluice_status files_write(setup *s, const char *path, const char *vk_path, sluice_error *err) {
    sl_buf vk_bytes = SL_BUF_EMPTY;
    sl_outfile vk = SL_OUTFILE_CLOSED;
    sluice_status status = sl_outfile_open(&s->key, path, err);
    if (status == SLUICE_OK && vk_path[0] != 0) {
        status = sl_outfile_open(&vk, vk_path, err);
    }
    if (status == SLUICE_OK) {
        status = vk_make(s, &vk_bytes, err);
    }
    if (status == SLUICE_OK && vk_path[0] != 0) {
        status = sl_outfile_append(&vk, vk_bytes.data, vk_bytes.bytes, err);
    }
    if (status == SLUICE_OK) {
        status = key_write(s, &vk_bytes, err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&s->key, err);
    }
    if (status == SLUICE_OK && vk_path[0] != 0) {
        status = sl_outfile_commit(&vk, err);
    }
    sl_outfile_discard(&vk);
    sl_buf_release(&vk_bytes);
    return status;
}

sluice_status sl_setup_run(const sl_r1cs *r1cs, const sl_setup_secrets *secrets, const char *path,
                           const sl_kernels *kernels, sl_pool *pool, const sl_observer *observer, sl_setup_result *out,
                           sluice_error *err) {
    setup s = {.r1cs = r1cs,
               .secrets = secrets,
               .kernels = kernels,
               .pool = pool,
               .observer = observer,
               .key = SL_OUTFILE_CLOSED};
    char vk_path[SL_PATH_BYTES] = "";
    if (strcmp(path, "-") != 0) {
        SL_TRY(sl_params_vk_path(vk_path, sizeof vk_path, path, err));
        if (strcmp(path, vk_path) == 0) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: this is the name of the .vk beside a key, not of the key", path);
        }
    }
    sl_r1cs_counts_get(r1cs, &s.counts);
    SL_TRY(setup_check(&s, path, err));
    sl_observe_stage(observer, "columns", false);
    sluice_status status = columns_make(&s, err);
    sl_observe_stage(observer, "columns", true);
    if (status == SLUICE_OK) {
        status = files_write(&s, path, vk_path, err);
    }
    if (status == SLUICE_OK) {
        out->layout = s.layout;
        sl_sha256_final(&s.sha256, out->sha256);
    }
    setup_release(&s);
    sl_wipe(&s, sizeof s);
    return status;
}
