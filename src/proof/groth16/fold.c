// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/fold.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "math/curve/encoding.h"
#include "math/hash/bytes.h"
#include "proof/groth16/fold_points.h"
#include "proof/groth16/fold_state.h"
#include "proof/groth16/params_check.h"
#include "proof/groth16/setup_plan.h"
#include "proof/groth16/setup_vk.h"

#define COPY_BYTES ((size_t)1 << 20)

sluice_status sl_fold_points_write(const sl_fold_job *job, const sl_key_range *range, uint64_t first,
                                   const uint8_t *bytes, size_t n, sluice_error *err) {
    return sl_outfile_write_at(job->file, bytes, n * range->element_bytes, range->offset + first * range->element_bytes,
                               err);
}

sluice_status sl_fold_plan_now(sl_fold_plan *out, const sl_r1cs_counts *counts, const sl_key_layout *key,
                               bool has_secrets, const sl_kernels *kernels, size_t threads_n, sluice_error *err) {
    size_t held;
    const size_t check = sl_fold_check_memory(counts, kernels, threads_n);
    const size_t memory_max = sl_setup_memory_left(threads_n, &held);
    sl_fold_plan plan = {.memory_bytes = check};
    if (has_secrets) {
        sl_setup_plan setup;
        SL_TRY(sl_setup_plan_make(&setup, counts, key, memory_max, held, kernels, threads_n, err));
        plan.memory_bytes = SL_MAX(check, setup.memory_bytes);
    } else {
        plan.memory_bytes = SL_MAX(check, sl_fold_derive_memory(counts, kernels, threads_n));
        plan.products = 2 * (sl_fold_points_products(counts->domain_log2) + (UINT64_C(1) << counts->domain_log2));
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

/* What is the same in both: n bytes of the key at `from`, to be at `to`. */
static sluice_status bytes_copy(const sl_fold_job *job, uint64_t from, uint64_t to, uint64_t n, sluice_error *err) {
    sl_buf buffer;
    SL_TRY(sl_buf_alloc(&buffer, COPY_BYTES, "copied key", err));
    sluice_status status = SLUICE_OK;
    for (uint64_t done = 0; done < n && status == SLUICE_OK;) {
        const size_t step = n - done < COPY_BYTES ? (size_t)(n - done) : COPY_BYTES;
        status = sl_file_read_at(&job->key->file, buffer.data, step, from + done, err);
        if (status == SLUICE_OK) {
            status = sl_outfile_write_at(job->file, buffer.data, step, to + done, err);
        }
        done += step;
    }
    sl_buf_release(&buffer);
    return status;
}

/* Head, verifying key, counts of d, h and l; a, b_g1 and b_g2 with theirs. */
static sluice_status copies_write(const sl_fold_job *job, const uint8_t digest[64], sluice_error *err) {
    const sl_key_layout *from = &job->key->layout, *to = &job->layout;
    uint8_t head[SL_FOLD_HEAD_BYTES];
    memcpy(head, SL_FOLD_MAGIC, SL_FOLD_MAGIC_BYTES);
    memcpy(head + SL_FOLD_MAGIC_BYTES, digest, 64);
    SL_TRY(sl_outfile_write_at(job->file, head, sizeof head, 0, err));
    SL_TRY(bytes_copy(job, 0, to->vk_offset, from->vk_bytes, err));
    const sl_key_range *counted[] = {&to->d, &to->section[SL_KEY_H], &to->section[SL_KEY_L]};
    for (size_t i = 0; i < SL_ARRAY_N(counted); i++) {
        uint8_t count[4];
        sl_store32_be(count, (uint32_t)counted[i]->count);
        SL_TRY(sl_outfile_write_at(job->file, count, sizeof count, counted[i]->offset - sizeof count, err));
    }
    const uint64_t rest = from->section[SL_KEY_A].offset - 4;
    return bytes_copy(job, rest, to->section[SL_KEY_A].offset - 4, from->bytes - rest, err);
}

/* With the secrets of a test key. */

typedef struct from_secrets {
    const sl_fold_job *job;
    sl_setup_plan plan;
    sl_density density;
    sl_exponents exponents;
    sl_fixed_base *fixed;
    sl_buf scalars, bytes;
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

static sluice_status inputs_write(from_secrets *f, const sl_setup_secrets *secrets, sluice_error *err) {
    const sl_key_range *d = &f->job->layout.d;
    sl_buf exponents;
    SL_TRY(sl_buf_alloc_n(&exponents, (size_t)d->count, sizeof(sl_fr), "exponents of d", err));
    sl_buf_mark_secret(&exponents);
    sl_exponents_fold_inputs(&f->exponents, exponents.data);
    sluice_status status = SLUICE_OK;
    for (uint64_t i = 0; i < d->count && status == SLUICE_OK; i++) {
        uint8_t bytes[SL_G1_KEY_BYTES];
        sl_g1_affine point;
        sl_setup_g1_times(&point, &secrets->g1, (const sl_fr *)exponents.data + i);
        sl_g1_encode_uncompressed(bytes, &point);
        status = sl_fold_points_write(f->job, d, i, bytes, 1, err);
    }
    sl_buf_release(&exponents);
    return status;
}

static sluice_status secrets_section(from_secrets *f, sl_key_section section, sluice_error *err) {
    const sl_key_range *range = &f->job->layout.section[section];
    sl_exponents_seek(&f->exponents, section, 0);
    for (uint64_t done = 0; done < range->count;) {
        const size_t n = range->count - done < f->plan.piece_n ? (size_t)(range->count - done) : f->plan.piece_n;
        SL_TRY(sl_exponents_next(&f->exponents, f->scalars.data, n, err));
        sl_fixed_base_mul(f->fixed, f->bytes.data, f->scalars.data, n);
        SL_TRY(sl_fold_points_write(f->job, range, done, f->bytes.data, n, err));
        done += n;
        SL_TRY(sl_observe_progress(f->job->observer, "fold", range->offset + done * range->element_bytes,
                                   f->job->layout.section[SL_KEY_A].offset, err));
    }
    return SLUICE_OK;
}

static sluice_status secrets_run(from_secrets *f, const sl_setup_secrets *secrets, sluice_error *err) {
    const sl_fold_job *job = f->job;
    SL_TRY(sl_setup_plan_now(&f->plan, &job->counts, &job->key->layout, job->kernels, sl_pool_threads(job->pool), err));
    SL_TRY(sl_r1cs_density(job->r1cs, &f->density, err));
    SL_TRY(sl_exponents_open(&f->exponents, job->r1cs, secrets, &f->density, job->kernels, job->pool, f->plan.range_n,
                             true, err));
    SL_TRY(secrets_match(f, err));
    SL_TRY(sl_buf_alloc_n(&f->scalars, f->plan.piece_n, sizeof(sl_fr), "exponents of a piece", err));
    sl_buf_mark_secret(&f->scalars);
    SL_TRY(sl_buf_alloc_n(&f->bytes, f->plan.piece_n, SL_G1_KEY_BYTES, "piece of a key", err));
    SL_TRY(sl_fixed_base_open_plan(&f->fixed, &f->plan.g1, &secrets->g1, job->kernels, job->pool, err));
    SL_TRY(inputs_write(f, secrets, err));
    SL_TRY(secrets_section(f, SL_KEY_H, err));
    return secrets_section(f, SL_KEY_L, err);
}

static sluice_status secrets_fold(const sl_fold_job *job, const sl_setup_secrets *secrets, sluice_error *err) {
    from_secrets f = {.job = job};
    const sluice_status status = secrets_run(&f, secrets, err);
    sl_fixed_base_close(f.fixed);
    sl_exponents_close(&f.exponents);
    sl_density_release(&f.density);
    sl_buf_release(&f.scalars);
    sl_buf_release(&f.bytes);
    return status;
}

/* Opens what has been written, under its temporary name, and holds it against the key. */
static sluice_status written_check(const sl_fold_job *job, const uint8_t digest[64], sluice_error *err) {
    sl_params folded;
    SL_TRY(sl_params_open(&folded, job->file->temp, err));
    const sluice_status status =
        sl_fold_check(job->r1cs, job->key, digest, &folded, job->kernels, job->pool, job->observer, err);
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
    SL_TRY(sl_key_layout_fold(&job->layout, &want, err));
    uint64_t free_bytes;
    SL_TRY(sl_disk_free(path, &free_bytes, err));
    if (free_bytes < job->layout.bytes) {
        return SL_FAIL(err, SLUICE_E_NO_SPACE,
                       "%s: the folded key needs %" PRIu64 " bytes, the disk has %" PRIu64 " free", path,
                       job->layout.bytes, free_bytes);
    }
    return SLUICE_OK;
}

static sluice_status fold_write(sl_fold_job *job, const sl_fold_options *options, sluice_error *err) {
    sl_params_report report;
    const sl_params_check_options check = {.memory = options->memory, .observer = options->observer};
    if (job->file->is_stream) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: a folded key needs a file", job->file->path);
    }
    SL_TRY(sl_params_check(job->key, &check, job->pool, &report, err));
    sl_observe_stage(job->observer, "fold", false);
    sluice_status status =
        options->secrets != NULL ? secrets_fold(job, options->secrets, err) : sl_fold_derive(job, err);
    if (status == SLUICE_OK) {
        status = copies_write(job, report.blake2b, err);
    }
    sl_observe_stage(job->observer, "fold", true);
    SL_TRY(status);
    SL_TRY(written_check(job, report.blake2b, err));
    return sl_outfile_commit(job->file, err);
}

sluice_status sl_fold_run(const sl_r1cs *r1cs, const sl_params *key, const char *path, const sl_fold_options *options,
                          const sl_kernels *kernels, sl_pool *pool, sluice_error *err) {
    sl_outfile file = SL_OUTFILE_CLOSED;
    sl_fold_job job = {
        .r1cs = r1cs, .key = key, .kernels = kernels, .pool = pool, .observer = options->observer, .file = &file};
    sl_fold_plan plan;
    sl_r1cs_counts_get(r1cs, &job.counts);
    SL_TRY(job_check(&job, path, err));
    SL_TRY(sl_fold_plan_now(&plan, &job.counts, &key->layout, options->secrets != NULL, kernels, sl_pool_threads(pool),
                            err));
    SL_TRY(sl_outfile_open(&file, path, err));
    const sluice_status status = fold_write(&job, options, err);
    sl_outfile_discard(&file);
    return status;
}
