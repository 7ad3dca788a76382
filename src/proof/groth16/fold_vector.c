// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/fold_vector.h"

#include <stdatomic.h>
#include <string.h>

#include "math/hash/bytes.h"
#include "math/msm/msm.h"

enum { PLACES_N = 2, BINDING_AT = 32, TRANSFORM_AT = 64, STEPS_AT = 68, DIGEST_AT = 72 };
#define BLOCK_N ((size_t)512) /* points of a task */
static const char magic[BINDING_AT] = "sluice folded vector 1";

static uint64_t place_bytes(uint64_t m) {
    return m * SL_G1_KEY_BYTES + SL_FOLD_TRAILER_BYTES;
}

static uint64_t place_at(const sl_key_layout *folded, uint64_t m, unsigned place) {
    const sl_key_range *l = &folded->section[SL_KEY_L];
    return l->offset + l->bytes + place * place_bytes(m);
}

uint64_t sl_fold_vector_disk(const sl_key_layout *folded, uint64_t m) {
    return SL_MAX(folded->bytes, place_at(folded, m, PLACES_N));
}

/* A piece of the vector, encoded or decoded in blocks of the pool. */
typedef struct piece_job {
    const sl_curve_kernels *curve;
    char *slots;          /* decoded to */
    const char *from;     /* encoded from */
    uint8_t *out;         /* encoded to */
    const uint8_t *bytes; /* decoded from */
    size_t n;
    atomic_bool is_bad;
} piece_job;

static void encode_task(void *data, size_t block, size_t worker) {
    (void)worker;
    const piece_job *job = data;
    const size_t first = block * BLOCK_N, n = SL_MIN(job->n - first, BLOCK_N);
    job->curve->encode(job->out + first * SL_G1_KEY_BYTES, job->from + first * job->curve->slot_bytes, n);
}

static void decode_task(void *data, size_t block, size_t worker) {
    (void)worker;
    static const uint8_t identity[SL_G1_KEY_BYTES] = {0x40};
    piece_job *job = data;
    const size_t end = SL_MIN(job->n, (block + 1) * BLOCK_N), slot_bytes = job->curve->slot_bytes;
    for (size_t i = block * BLOCK_N; i < end;
         i++) { /* past what stopped the decoding: the identity is no point of a key */
        i += job->curve->decode(job->slots + i * slot_bytes, job->bytes + i * SL_G1_KEY_BYTES, NULL, end - i, true);
        if (i < end && memcmp(job->bytes + i * SL_G1_KEY_BYTES, identity, sizeof identity) != 0) {
            atomic_store(&job->is_bad, true);
            return;
        }
        if (i < end) {
            memset(job->slots + i * slot_bytes, 0, slot_bytes);
        }
    }
}

void sl_fold_slots_encode(const sl_fold_job *job, uint8_t *bytes, const void *slots, size_t n) {
    piece_job piece = {.curve = job->kernels->g1, .from = slots, .out = bytes, .n = n};
    sl_pool_for(job->pool, (n + BLOCK_N - 1) / BLOCK_N, encode_task, &piece);
}

bool sl_fold_slots_decode(const sl_fold_job *job, void *slots, const uint8_t *bytes, size_t n) {
    piece_job piece = {.curve = job->kernels->g1, .slots = slots, .bytes = bytes, .n = n};
    sl_pool_for(job->pool, (n + BLOCK_N - 1) / BLOCK_N, decode_task, &piece);
    return !atomic_load(&piece.is_bad);
}

static char *piece_at(const sl_fold_vector *v, size_t first, size_t *n) {
    *n = SL_MIN(v->m - first, v->piece_n);
    return v->slots + first * v->job->kernels->g1->slot_bytes;
}

static void trailer_make(const sl_fold_vector *v, uint32_t transform, uint32_t steps,
                         uint8_t out[SL_FOLD_TRAILER_BYTES]) {
    memset(out, 0, SL_FOLD_TRAILER_BYTES);
    memcpy(out, magic, sizeof magic);
    memcpy(out + BINDING_AT, v->job->binding, SL_SHA256_BYTES);
    sl_store32_le(out + TRANSFORM_AT, transform);
    sl_store32_le(out + STEPS_AT, steps);
}

sluice_status sl_fold_vector_keep(sl_fold_vector *v, uint32_t transform, uint32_t steps, sluice_error *err) {
    sl_outfile *file = &v->job->out->key;
    uint8_t trailer[SL_FOLD_TRAILER_BYTES];
    uint64_t at = place_at(&v->job->layout, v->m, v->next);
    sl_sha256 hash;
    sl_sha256_init(&hash);
    for (size_t done = 0; done < v->m; done += v->piece_n) {
        size_t n;
        const char *slots = piece_at(v, done, &n);
        sl_fold_slots_encode(v->job, v->bytes, slots, n);
        sl_sha256_update(&hash, v->bytes, n * SL_G1_KEY_BYTES);
        SL_TRY(sl_outfile_write_at(file, v->bytes, n * SL_G1_KEY_BYTES, at, err));
        at += n * SL_G1_KEY_BYTES;
    }
    trailer_make(v, transform, steps, trailer);
    sl_sha256_update(&hash, trailer, DIGEST_AT);
    sl_sha256_final(&hash, trailer + DIGEST_AT);
    SL_TRY(sl_outfile_write_at(file, trailer, sizeof trailer, at, err));
    v->next = (v->next + 1) % PLACES_N;
    return SLUICE_OK;
}

/* What the trailer of a place says that is done of the transform; 0: nothing. */
static sluice_status steps_read(const sl_fold_vector *v, uint32_t transform, unsigned place,
                                uint8_t trailer[SL_FOLD_TRAILER_BYTES], uint32_t *steps, sluice_error *err) {
    uint8_t want[SL_FOLD_TRAILER_BYTES];
    const uint64_t at = place_at(&v->job->layout, v->m, place + 1) - SL_FOLD_TRAILER_BYTES;
    const sluice_status status = sl_outfile_read_at(&v->job->out->key, trailer, SL_FOLD_TRAILER_BYTES, at, err);
    *steps = 0;
    if (status == SLUICE_OK) {
        const uint32_t said = sl_load32_le(trailer + STEPS_AT);
        trailer_make(v, transform, said, want);
        *steps = memcmp(trailer, want, DIGEST_AT) == 0 && said <= v->steps_n ? said : 0;
    }
    return status == SLUICE_E_TRUNCATED ? SLUICE_OK : status; /* the file does not go so far yet */
}

/* The vector becomes what is at the place; false if it is not what its trailer says. */
static sluice_status place_read(sl_fold_vector *v, unsigned place, const uint8_t trailer[SL_FOLD_TRAILER_BYTES],
                                bool *is_good, sluice_error *err) {
    uint64_t at = place_at(&v->job->layout, v->m, place);
    uint8_t digest[SL_SHA256_BYTES];
    sl_sha256 hash;
    sl_sha256_init(&hash);
    *is_good = true;
    for (size_t done = 0; done < v->m && *is_good; done += v->piece_n) {
        size_t n;
        char *slots = piece_at(v, done, &n);
        SL_TRY(sl_outfile_read_at(&v->job->out->key, v->bytes, n * SL_G1_KEY_BYTES, at, err));
        sl_sha256_update(&hash, v->bytes, n * SL_G1_KEY_BYTES);
        *is_good = sl_fold_slots_decode(v->job, slots, v->bytes, n);
        at += n * SL_G1_KEY_BYTES;
    }
    sl_sha256_update(&hash, trailer, DIGEST_AT);
    sl_sha256_final(&hash, digest);
    *is_good &= memcmp(digest, trailer + DIGEST_AT, sizeof digest) == 0;
    return SLUICE_OK;
}

sluice_status sl_fold_vector_find(sl_fold_vector *v, uint32_t transform, uint32_t *steps, sluice_error *err) {
    uint8_t trailers[PLACES_N][SL_FOLD_TRAILER_BYTES];
    uint32_t said[PLACES_N];
    for (unsigned p = 0; p < PLACES_N; p++) {
        SL_TRY(steps_read(v, transform, p, trailers[p], &said[p], err));
    }
    *steps = 0;
    for (unsigned tries = 0; tries < PLACES_N; tries++) {
        const unsigned place = said[0] >= said[1] ? 0 : 1;
        bool is_good = false;
        if (said[place] > 0) {
            SL_TRY(place_read(v, place, trailers[place], &is_good, err));
        }
        if (is_good) {
            *steps = said[place];
            v->next = (place + 1) % PLACES_N;
            return SLUICE_OK;
        }
        said[place] = 0;
    }
    return SLUICE_OK;
}
