// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/fold.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "math/curve/encoding.h"
#include "proof/groth16/fold_points.h"
#include "proof/groth16/fold_state.h"
#include "proof/groth16/params_check.h"
#include "proof/groth16/setup_plan.h"
#include "proof/groth16/setup_vk.h"

/* n bytes of the key at `from`, which stand at `at` in the order of making, as far as they are not made yet. */
static sluice_status key_copy(const sl_fold_job *job, uint64_t at, uint64_t from, uint64_t n, sluice_error *err) {
    while (job->out->position < at + n) {
        const uint64_t done = job->out->position - at;
        const size_t step = n - done < job->out->piece_bytes ? (size_t)(n - done) : job->out->piece_bytes;
        uint8_t *room;
        SL_TRY(sl_setup_output_room(job->out, &room, err));
        SL_TRY(sl_file_read_at(&job->key->file, room, step, from + done, err));
        sl_setup_output_put(job->out, step);
    }
    return SLUICE_OK;
}

sluice_status sl_fold_head_put(const sl_fold_job *job, sluice_error *err) {
    uint8_t head[SL_FOLD_HEAD_BYTES];
    memcpy(head, SL_FOLD_MAGIC, SL_FOLD_MAGIC_BYTES);
    memcpy(head + SL_FOLD_MAGIC_BYTES, job->digest, sizeof job->digest);
    SL_TRY(sl_setup_output_bytes(job->out, job->head_at, head, sizeof head, err));
    SL_TRY(key_copy(job, job->head_at + sizeof head, 0, job->layout.vk_bytes, err));
    return sl_setup_output_count(job->out, job->d_at, job->layout.d.count, err);
}

/* What is the same in both: a, b_g1 and b_g2 with their counts. */
static sluice_status rest_copy(const sl_fold_job *job, sluice_error *err) {
    const uint64_t from = job->key->layout.section[SL_KEY_A].offset - 4;
    return key_copy(job, job->rest_at, from, job->key->layout.bytes - from, err);
}

/* h; head, verifying key and d; l; the rest. */
static void order_make(sl_fold_job *job) {
    const sl_key_range *h = &job->layout.section[SL_KEY_H], *l = &job->layout.section[SL_KEY_L];
    const uint64_t l_end = l->offset + l->bytes;
    job->h_at = 4;
    job->head_at = job->h_at + h->bytes;
    job->d_at = job->head_at + job->layout.d.offset;
    job->l_at = job->head_at + l->offset - (4 + h->bytes);
    job->rest_at = job->l_at + l->bytes;
    job->out->order = (sl_setup_order){.runs_n = 4,
                                       .runs = {{h->offset - 4, 4 + h->bytes},
                                                {0, h->offset - 4},
                                                {l->offset - 4, 4 + l->bytes},
                                                {l_end, job->layout.bytes - l_end}}};
}

sluice_status sl_fold_plan_now(sl_fold_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *key,
                               bool has_secrets, bool has_backend, const sl_kernels *kernels, size_t threads_n,
                               sluice_error *err) {
    size_t held;
    const size_t check = sl_fold_check_memory(counts, kernels, threads_n);
    const size_t memory_max = sl_setup_memory_left(threads_n, &held);
    sl_fold_plan plan = {.memory_bytes = check};
    if (has_secrets) {
        sl_setup_plan setup;
        SL_TRY(sl_setup_plan_make(&setup, counts, key, memory_max, held, NULL, kernels, threads_n, err));
        plan.memory_bytes = SL_MAX(check, setup.memory_bytes);
    } else {
        plan.memory_bytes = SL_MAX(check, sl_fold_derive_memory(counts, has_backend, kernels, threads_n));
        if (!has_backend) {
            plan.products = 2 * (sl_fold_points_products(counts->domain_log2) + (UINT64_C(1) << counts->domain_log2));
        }
    }
    if (plan.memory_bytes > memory_max) {
        return SL_FAIL(err, SLUICE_E_BUDGET,
                       "folding this key needs %zu bytes at least (%zu of them for process and circuit), the budget is "
                       "%zu",
                       held + plan.memory_bytes, held, held + memory_max);
    }
    *out = plan;
    return SLUICE_OK;
}

/* With the secrets of a test key. */

typedef struct from_secrets {
    const sl_fold_job *job;
    const sl_setup_secrets *secrets; /* NULL: there are none */
    sl_setup_plan plan;
    sl_density density;
    sl_exponents exponents;
    sl_multiples multiples;
    sl_buf scalars; /* of a piece */
    sl_buf inputs;  /* exponents of d */
} from_secrets;

static sluice_status secrets_match(const from_secrets *f, sluice_error *err) {
    const sl_params *key = f->job->key;
    sl_buf found, want = SL_BUF_EMPTY;
    SL_TRY(sl_setup_vk_make(&found, &f->exponents, err));
    sluice_status status = sl_buf_alloc(&want, found.bytes, "vk", err);
    if (status == SLUICE_OK) {
        status = sl_file_read_at(&key->file, want.data, want.bytes, 0, err);
    }
    if (status == SLUICE_OK && memcmp(found.data, want.data, found.bytes) != 0) {
        status = SL_FAIL(err, SLUICE_E_MISMATCH, "%s: the secrets are not those of this key", key->file.path);
    }
    sl_buf_release(&want);
    sl_buf_release(&found);
    return status;
}

static sluice_status inputs_make(void *data, uint8_t *bytes, uint64_t first, size_t n, sluice_error *err) {
    const from_secrets *f = data;
    return sl_multiples_mul(&f->multiples, bytes, (const sl_fr *)f->inputs.data + first, n, err);
}

static sluice_status points_make(void *data, uint8_t *bytes, uint64_t first, size_t n, sluice_error *err) {
    (void)first; /* the exponents are where it is */
    from_secrets *f = data;
    SL_TRY(sl_exponents_next(&f->exponents, f->scalars.data, n, err));
    SL_TRY(sl_multiples_mul(&f->multiples, bytes, f->scalars.data, n, err));
    return sl_observe_progress(f->job->observer, "fold", f->job->out->position, f->job->rest_at, err);
}

/* The points of h or l from the first on that is not made yet. */
static sluice_status section_put(from_secrets *f, sl_key_section section, uint64_t points_at, sluice_error *err) {
    const sl_fold_job *job = f->job;
    const uint64_t count = job->layout.section[section].count;
    uint64_t made;
    if (job->out->position >= points_at + count * SL_G1_KEY_BYTES) {
        return SLUICE_OK;
    }
    SL_TRY(sl_setup_output_count(job->out, points_at, count, err));
    SL_TRY(sl_setup_output_made(job->out, points_at, count, SL_G1_KEY_BYTES, &made, err));
    sl_exponents_seek(&f->exponents, section, made);
    return sl_setup_output_points(job->out, points_at, count, SL_G1_KEY_BYTES, points_make, f, err);
}

static sluice_status inputs_put(from_secrets *f, sluice_error *err) {
    const sl_fold_job *job = f->job;
    if (job->out->position >= job->l_at) {
        return SLUICE_OK;
    }
    SL_TRY(sl_buf_alloc_n(&f->inputs, (size_t)job->layout.d.count, sizeof(sl_fr), "exponents of d", err));
    sl_buf_mark_secret(&f->inputs);
    sl_exponents_fold_inputs(&f->exponents, f->inputs.data);
    SL_TRY(sl_fold_head_put(job, err));
    return sl_setup_output_points(job->out, job->d_at, job->layout.d.count, SL_G1_KEY_BYTES, inputs_make, f, err);
}

/* As far as nothing is written: what belongs to another key must not cost what was found beside it. */
static sluice_status secrets_open(from_secrets *f, const sl_setup_secrets *secrets, sluice_error *err) {
    const sl_fold_job *job = f->job;
    f->secrets = secrets;
    SL_TRY(sl_setup_plan_now(&f->plan, &job->counts, &job->key->layout, job->multiples, job->kernels,
                             sl_pool_threads(job->pool), err));
    SL_TRY(sl_r1cs_density(job->r1cs, &f->density, err));
    SL_TRY(sl_exponents_open(&f->exponents, job->r1cs, secrets, &f->density, job->kernels, job->pool, f->plan.range_n,
                             true, err));
    return secrets_match(f, err);
}

static sluice_status secrets_run(from_secrets *f, sluice_error *err) {
    const sl_fold_job *job = f->job;
    SL_TRY(sl_buf_alloc_n(&f->scalars, f->plan.piece_n, sizeof(sl_fr), "exponents of a piece", err));
    sl_buf_mark_secret(&f->scalars);
    SL_TRY(sl_setup_output_start(job->out, f->plan.piece_n * SL_G1_KEY_BYTES, err));
    if (job->out->position >= job->rest_at) {
        return SLUICE_OK;
    }
    SL_TRY(sl_multiples_open(&f->multiples, job->multiples, &f->plan.g1, &f->secrets->g1,
                             sl_setup_points_n(&job->layout, SL_G1), job->kernels, job->pool, err));
    SL_TRY(section_put(f, SL_KEY_H, job->h_at, err));
    SL_TRY(inputs_put(f, err));
    return section_put(f, SL_KEY_L, job->l_at, err);
}

static void secrets_close(from_secrets *f) {
    sl_multiples_close(&f->multiples);
    sl_exponents_close(&f->exponents);
    sl_density_release(&f->density);
    sl_buf_release(&f->scalars);
    sl_buf_release(&f->inputs);
}

/* Opens what has been written, under its temporary name, and holds it against the key. */
static sluice_status written_check(const sl_fold_job *job, sluice_error *err) {
    sl_params folded;
    SL_TRY(sl_params_open(&folded, job->out->key.temp, err));
    const sluice_status status =
        sl_fold_check(job->r1cs, job->key, job->digest, &folded, job->kernels, job->pool, job->observer, err);
    sl_params_close(&folded);
    return status;
}

static bool is_key(const sl_params *key, const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && (uint64_t)info.st_dev == key->identity.device &&
           (uint64_t)info.st_ino == key->identity.inode;
}

static sluice_status job_check(sl_fold_job *job, const char *path, sluice_error *err) {
    if (is_key(job->key, path)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%s: is the key itself, which a folded one does not replace", path);
    }
    if (job->key->layout.is_folded) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: is folded already", job->key->file.path);
    }
    sl_density density;
    sl_key_layout want;
    SL_TRY(sl_r1cs_density(job->r1cs, &density, err));
    sluice_status status = sl_key_layout_of_circuit(&want, &job->counts, &density, err);
    sl_density_release(&density);
    SL_TRY(status);
    SL_TRY(sl_key_layout_match(&job->key->layout, &want, job->key->file.path, err));
    return sl_key_layout_fold(&job->layout, &want, err);
}

/* What the bytes follow from: the key and the circuit, whichever way they are made. */
static sluice_status binding_make(sl_fold_job *job, sluice_error *err) {
    static const char what[] = "sluice folded key";
    sl_r1cs_label label = {0};
    sl_sha256 hash;
    SL_TRY(sl_r1cs_label_digest(job->r1cs, &label, err));
    sl_sha256_init(&hash);
    sl_sha256_update(&hash, what, sizeof what);
    sl_sha256_update(&hash, label.file_digest, sizeof label.file_digest);
    sl_sha256_update(&hash, job->digest, sizeof job->digest);
    sl_sha256_final(&hash, job->binding);
    return SLUICE_OK;
}

/* The file, all of it. */
static sluice_status all_write(const sl_fold_job *job, from_secrets *f, sluice_error *err) {
    uint8_t sha256[SL_SHA256_BYTES];
    SL_TRY(f->secrets != NULL ? secrets_run(f, err) : sl_fold_derive(job, err));
    SL_TRY(rest_copy(job, err));
    SL_TRY(sl_setup_output_finish(job->out, sha256, err));
    return sl_outfile_cut(&job->out->key, job->layout.bytes, err);
}

static sluice_status fold_make(const sl_fold_job *job, const sl_setup_secrets *secrets, uint64_t *resumed_bytes,
                               sluice_error *err) {
    from_secrets f = {.job = job};
    sluice_status status = secrets == NULL ? SLUICE_OK : secrets_open(&f, secrets, err);
    if (status == SLUICE_OK) {
        status = sl_setup_output_settle(job->out, job->binding, NULL, job->layout.bytes, job->observer, err);
    }
    if (status == SLUICE_OK) {
        *resumed_bytes = job->out->position;
        sl_observe_stage(job->observer, "fold", false);
        status = all_write(job, &f, err);
        sl_observe_stage(job->observer, "fold", true);
    }
    secrets_close(&f);
    return status;
}

static sluice_status fold_write(sl_fold_job *job, const char *path, const sl_fold_options *options,
                                uint64_t *resumed_bytes, sluice_error *err) {
    const sl_params_check_options check = {.memory = options->memory, .observer = options->observer};
    const bool keeps_steps = options->secrets == NULL && job->backend == NULL;
    const uint64_t disk_bytes = keeps_steps ? sl_fold_derive_disk(&job->layout) : job->layout.bytes;
    sl_params_report report;
    SL_TRY(sl_setup_output_open(job->out, path, disk_bytes, err));
    if (job->out->key.is_stream) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: a folded key needs a file", path);
    }
    SL_TRY(sl_params_check(job->key, &check, job->pool, &report, err));
    memcpy(job->digest, report.blake2b, sizeof job->digest);
    SL_TRY(binding_make(job, err));
    order_make(job);
    SL_TRY(fold_make(job, options->secrets, resumed_bytes, err));
    SL_TRY(written_check(job, err));
    return sl_outfile_commit(&job->out->key, err);
}

sluice_status sl_fold_run(const sl_r1cs *r1cs, const sl_params *key, const char *path, const sl_fold_options *options,
                          const sl_kernels *kernels, sl_pool *pool, uint64_t *resumed_bytes, sluice_error *err) {
    sl_setup_output out = SL_SETUP_OUTPUT_CLOSED;
    sl_fold_job job = {.r1cs = r1cs,
                       .key = key,
                       .kernels = kernels,
                       .pool = pool,
                       .multiples = options->multiples,
                       .backend = options->backend,
                       .observer = options->observer,
                       .out = &out};
    sl_fold_plan plan;
    uint64_t resumed = 0;
    sl_r1cs_counts_get(r1cs, &job.counts);
    SL_TRY(job_check(&job, path, err));
    SL_TRY(sl_fold_plan_now(&plan, &job.counts, &key->layout, options->secrets != NULL, options->backend != NULL,
                            kernels, sl_pool_threads(pool), err));
    const sluice_status status = fold_write(&job, path, options, &resumed, err);
    sl_setup_output_release(&out);
    SL_TRY(status);
    if (resumed_bytes != NULL) {
        *resumed_bytes = resumed;
    }
    return SLUICE_OK;
}
