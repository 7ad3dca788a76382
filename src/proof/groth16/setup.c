// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup.h"

#include <inttypes.h>
#include <string.h>

#include "core/sys/random.h"
#include "math/hash/blake2b.h"
#include "proof/groth16/setup_exponents.h"
#include "proof/groth16/setup_output.h"
#include "proof/groth16/setup_vk.h"

/* What progress is told of: bytes of the key, or of the one that is made for its digest. */
static const char key_name[] = "key", digest_name[] = "digest";

typedef struct setup {
    const sl_r1cs *r1cs;
    const sl_setup_options *options;
    const sl_kernels *kernels;
    sl_pool *pool;
    sl_r1cs_counts counts;
    sl_key_layout plain, layout; /* without folding; of the key at hand */
    sl_setup_plan plan;
    sl_density density;
    sl_setup_secrets secrets;
    sl_exponents exponents;
    sl_buf vk_bytes;
    sl_setup_output out;                  /* in the order of the file */
    sl_buf scalars;                       /* of the piece at hand */
    sl_buf inputs;                        /* exponents of d */
    sl_multiples multiples;               /* of the generator of the group at hand */
    uint8_t digest[SL_BLAKE2B_MAX_BYTES]; /* of a key that is folded */
} setup;

/* What must hold before any work: memory, and every wire used. */
static sluice_status circuit_check(setup *s, sluice_error *err) {
    size_t held;
    const size_t threads_n = sl_pool_threads(s->pool), memory_max = sl_setup_memory_left(threads_n, &held);
    SL_TRY(sl_r1cs_density(s->r1cs, &s->density, err));
    SL_TRY(sl_key_layout_of_circuit(&s->plain, &s->counts, &s->density, err));
    s->layout = s->plain;
    if (s->options->is_folded) {
        SL_TRY(sl_key_layout_fold(&s->layout, &s->plain, err));
    }
    SL_TRY(sl_exponents_wires_check(&s->counts, &s->density, err));
    return sl_setup_plan_make(&s->plan, &s->counts, &s->layout, memory_max, held, s->options->multiples, s->kernels,
                              threads_n, err);
}

/* Secrets: given, of the state that was found, or drawn now. */
static sluice_status secrets_take(setup *s, const sl_setup_secrets *given, sluice_error *err) {
    if (given != NULL) {
        s->secrets = *given;
    } else if (s->out.state.is_found && !s->out.state.has_secrets) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "%s: a key was begun here with given secrets; give the same again, or remove this file and %s",
                       s->out.state.file.temp, s->out.key.temp);
    } else if (s->out.state.is_found) {
        s->secrets = s->out.state.secrets;
    } else {
        SL_TRY(sl_setup_secrets_random(&s->secrets, err));
    }
    return sl_setup_secrets_check(&s->secrets, s->counts.domain_log2, err);
}

/* What the bytes follow from: the circuit, and the secrets through the verifying key (ic depends on all). */
static sluice_status binding_make(const setup *s, uint8_t out[SL_SHA256_BYTES], sluice_error *err) {
    sl_r1cs_label label = {0};
    sl_sha256 hash;
    SL_TRY(sl_r1cs_label_digest(s->r1cs, &label, err));
    sl_sha256_init(&hash);
    sl_sha256_update(&hash, label.file_digest, sizeof label.file_digest);
    sl_sha256_update(&hash, s->vk_bytes.data, s->vk_bytes.bytes);
    if (s->options->is_folded) {
        sl_sha256_update(&hash, s->digest, sizeof s->digest);
    }
    sl_sha256_final(&hash, out);
    return SLUICE_OK;
}

typedef struct section_job {
    setup *s;
    size_t element_bytes;
} section_job;

static sluice_status points_make(void *data, uint8_t *bytes, uint64_t first, size_t n, sluice_error *err) {
    (void)first; /* the exponents are where it is */
    const section_job *job = data;
    setup *s = job->s;
    SL_TRY(sl_exponents_next(&s->exponents, s->scalars.data, n, err));
    SL_TRY(sl_multiples_mul(&s->multiples, bytes, s->scalars.data, n, err));
    return sl_observe_progress(s->options->observer, s->out.sink == NULL ? key_name : digest_name,
                               s->out.position + n * job->element_bytes, s->layout.bytes, err);
}

static sluice_status multiples_open(setup *s, bool is_g2, sluice_error *err) {
    const void *base = is_g2 ? (const void *)&s->secrets.g2 : (const void *)&s->secrets.g1;
    return sl_multiples_open(&s->multiples, s->options->multiples, is_g2 ? &s->plan.g2 : &s->plan.g1, base,
                             sl_setup_points_n(&s->layout, is_g2 ? SL_G2 : SL_G1), s->kernels, s->pool, err);
}

static sluice_status points_put(setup *s, sl_key_section section, sluice_error *err) {
    const sl_key_range *range = &s->layout.section[section];
    section_job job = {s, range->element_bytes};
    uint64_t made;
    SL_TRY(sl_setup_output_made(&s->out, range->offset, range->count, range->element_bytes, &made, err));
    sl_exponents_seek(&s->exponents, section, made);
    return sl_setup_output_points(&s->out, range->offset, range->count, range->element_bytes, points_make, &job, err);
}

static sluice_status section_put(setup *s, sl_key_section section, sluice_error *err) {
    const sl_key_range *range = &s->layout.section[section];
    if (s->out.position >= range->offset + range->bytes) {
        return SLUICE_OK; /* was there */
    }
    SL_TRY(sl_setup_output_count(&s->out, range->offset, range->count, err));
    if (!sl_multiples_is_open(&s->multiples) && range->count > 0) {
        SL_TRY(multiples_open(s, section == SL_KEY_B_G2, err));
    }
    sl_observe_stage(s->options->observer, sl_key_section_name(section), false);
    const sluice_status status = points_put(s, section, err);
    sl_observe_stage(s->options->observer, sl_key_section_name(section), true);
    return status;
}

static sluice_status inputs_make(void *data, uint8_t *bytes, uint64_t first, size_t n, sluice_error *err) {
    const setup *s = data;
    return sl_multiples_mul(&s->multiples, bytes, (const sl_fr *)s->inputs.data + first, n, err);
}

/* What a folded key has beyond another: its head before the verifying key, and d behind it. */
static sluice_status fold_head_put(setup *s, sluice_error *err) {
    uint8_t head[SL_FOLD_HEAD_BYTES];
    memcpy(head, SL_FOLD_MAGIC, SL_FOLD_MAGIC_BYTES);
    memcpy(head + SL_FOLD_MAGIC_BYTES, s->digest, sizeof s->digest);
    return sl_setup_output_bytes(&s->out, 0, head, sizeof head, err);
}

static sluice_status fold_inputs_put(setup *s, sluice_error *err) {
    const sl_key_range *d = &s->layout.d;
    if (s->out.position >= d->offset + d->bytes) {
        return SLUICE_OK; /* was there */
    }
    SL_TRY(sl_buf_alloc_n(&s->inputs, (size_t)d->count, sizeof(sl_fr), "exponents of d", err));
    sl_buf_mark_secret(&s->inputs);
    sl_exponents_fold_inputs(&s->exponents, s->inputs.data);
    SL_TRY(multiples_open(s, false, err));
    SL_TRY(sl_setup_output_count(&s->out, d->offset, d->count, err));
    return sl_setup_output_points(&s->out, d->offset, d->count, SL_G1_KEY_BYTES, inputs_make, s, err);
}

static sluice_status key_write(setup *s, uint8_t sha256[SL_SHA256_BYTES], sluice_error *err) {
    SL_TRY(sl_setup_output_start(&s->out, s->plan.piece_n * SL_G1_KEY_BYTES, err));
    if (s->layout.is_folded) {
        SL_TRY(fold_head_put(s, err));
    }
    SL_TRY(sl_setup_output_bytes(&s->out, s->layout.vk_offset, s->vk_bytes.data, s->vk_bytes.bytes, err));
    if (s->layout.is_folded) {
        SL_TRY(fold_inputs_put(s, err));
    }
    for (int section = SL_KEY_H; section < SL_KEY_SECTIONS_N; section++) {
        if (section == SL_KEY_B_G2) {
            sl_multiples_close(&s->multiples);
        }
        SL_TRY(section_put(s, (sl_key_section)section, err));
    }
    sl_multiples_close(&s->multiples);
    return sl_setup_output_finish(&s->out, sha256, err);
}

/* Makes the key that is folded, for its digest alone. */
static sluice_status digest_make(setup *s, sluice_error *err) {
    const sl_setup_output file = s->out;
    const sl_key_layout folded = s->layout;
    uint8_t sha256[SL_SHA256_BYTES]; /* of no use */
    sl_blake2b hash;
    sl_blake2b_init(&hash, sizeof s->digest, NULL, 0);
    sl_setup_output_sink(&s->out, &hash);
    s->layout = s->plain;
    s->exponents.is_folded = false;
    const sluice_status status = key_write(s, sha256, err);
    sl_setup_output_release(&s->out);
    s->out = file;
    s->layout = folded;
    s->exponents.is_folded = true;
    sl_blake2b_final(&hash, s->digest);
    return status;
}

/* The key first: a `.vk` without its key would only mislead, a key without its `.vk` is whole. */
static sluice_status files_commit(setup *s, const char *vk_path, sluice_error *err) {
    sl_outfile vk = SL_OUTFILE_CLOSED;
    sluice_status status = SLUICE_OK;
    if (vk_path[0] != 0) {
        status = sl_outfile_open(&vk, vk_path, err);
    }
    if (status == SLUICE_OK && vk_path[0] != 0) {
        status = sl_outfile_append(&vk, s->vk_bytes.data, s->vk_bytes.bytes, err);
    }
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&s->out.key, err);
    }
    if (status == SLUICE_OK && vk_path[0] != 0) {
        status = sl_outfile_commit(&vk, err);
    }
    sl_outfile_discard(&vk);
    return status;
}

static sluice_status setup_run(setup *s, const sl_setup_secrets *given, const char *path, const char *vk_path,
                               uint8_t sha256[SL_SHA256_BYTES], uint64_t *resumed_bytes, sluice_error *err) {
    uint8_t binding[SL_SHA256_BYTES];
    SL_TRY(circuit_check(s, err));
    SL_TRY(sl_setup_output_open(&s->out, path, s->layout.bytes + s->layout.vk_bytes, err));
    SL_TRY(secrets_take(s, given, err));
    sl_observe_stage(s->options->observer, "inputs", false);
    sluice_status status = sl_exponents_open(&s->exponents, s->r1cs, &s->secrets, &s->density, s->kernels, s->pool,
                                             s->plan.range_n, s->options->is_folded, err);
    if (status == SLUICE_OK) {
        status = sl_setup_vk_make(&s->vk_bytes, &s->exponents, err);
    }
    sl_observe_stage(s->options->observer, "inputs", true);
    SL_TRY(status);
    SL_TRY(sl_buf_alloc_n(&s->scalars, s->plan.piece_n, sizeof(sl_fr), "exponents of a piece", err));
    sl_buf_mark_secret(&s->scalars);
    if (s->options->is_folded) {
        SL_TRY(digest_make(s, err));
    }
    SL_TRY(binding_make(s, binding, err));
    SL_TRY(sl_setup_output_settle(&s->out, binding, given != NULL ? NULL : &s->secrets, s->layout.bytes,
                                  s->options->observer, err));
    *resumed_bytes = s->out.position;
    SL_TRY(key_write(s, sha256, err));
    return files_commit(s, vk_path, err);
}

static void setup_release(setup *s) {
    sl_multiples_close(&s->multiples);
    sl_exponents_close(&s->exponents);
    sl_density_release(&s->density);
    sl_buf_release(&s->vk_bytes);
    sl_buf_release(&s->scalars);
    sl_buf_release(&s->inputs);
    sl_setup_output_release(&s->out);
    sl_setup_secrets_wipe(&s->secrets);
}

sluice_status sl_setup_run(const sl_r1cs *r1cs, const sl_setup_secrets *secrets, const char *path,
                           const sl_kernels *kernels, sl_pool *pool, const sl_observer *observer, sl_setup_result *out,
                           sluice_error *err) {
    const sl_setup_options options = {.observer = observer};
    return sl_setup_run_with(r1cs, secrets, path, &options, kernels, pool, out, err);
}

sluice_status sl_setup_run_with(const sl_r1cs *r1cs, const sl_setup_secrets *secrets, const char *path,
                                const sl_setup_options *options, const sl_kernels *kernels, sl_pool *pool,
                                sl_setup_result *out, sluice_error *err) {
    setup s = {.r1cs = r1cs,
               .options = options,
               .kernels = kernels,
               .pool = pool,
               .out = SL_SETUP_OUTPUT_CLOSED,
               .multiples = SL_MULTIPLES_CLOSED};
    char vk_path[SL_PATH_BYTES] = "";
    if (strcmp(path, "-") != 0) {
        SL_TRY(sl_params_vk_path(vk_path, sizeof vk_path, path, err));
        if (strcmp(path, vk_path) == 0) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: this is the name of the .vk beside a key, not of the key", path);
        }
    }
    sl_r1cs_counts_get(r1cs, &s.counts);
    sl_setup_result result;
    const sluice_status status = setup_run(&s, secrets, path, vk_path, result.sha256, &result.resumed_bytes, err);
    if (status == SLUICE_OK) {
        result.layout = s.layout;
        *out = result;
    }
    setup_release(&s);
    sl_wipe(&s, sizeof s);
    return status;
}
