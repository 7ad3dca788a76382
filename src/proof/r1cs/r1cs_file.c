// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/r1cs_file.h"

#include <stdatomic.h>
#include <string.h>

#include "math/hash/blake2s_tree.h"
#include "proof/r1cs/r1cs.h"
#include "proof/r1cs/structure.h"

static const uint8_t zeros[SL_R1CS_FILE_ALIGN];

static uint64_t aligned(uint64_t offset) {
    return (offset + SL_R1CS_FILE_ALIGN - 1) / SL_R1CS_FILE_ALIGN * SL_R1CS_FILE_ALIGN;
}

uint64_t sl_r1cs_file_head_make(const sl_r1cs *r1cs, sl_r1cs_file_head *out) {
    *out = (sl_r1cs_file_head){.magic = SL_R1CS_FILE_MAGIC,
                               .version = SL_R1CS_FILE_VERSION,
                               .arrays_n = SL_R1CS_ARRAYS_N,
                               .inputs_n = r1cs->inputs_n,
                               .aux_n = r1cs->aux_n,
                               .rows_n = r1cs->rows_n,
                               .fields_n = r1cs->fields_n};
    memcpy(out->nonzeros, r1cs->nonzeros, sizeof out->nonzeros);
    uint64_t end = sizeof *out;
#define PLACE(field, element, what)                                     \
    out->arrays[SL_R1CS_ARRAY_##field].offset = aligned(end);           \
    out->arrays[SL_R1CS_ARRAY_##field].n = r1cs->field##_n;             \
    out->arrays[SL_R1CS_ARRAY_##field].element_bytes = sizeof(element); \
    end = aligned(end) + r1cs->field##_n * sizeof(element);
    SL_R1CS_ARRAYS(PLACE)
#undef PLACE
    return end;
}

typedef sluice_status (*part_fn)(void *data, const void *bytes, size_t n, sluice_error *err);

/* Gives the parts of the file behind the head to fn, in order. */
static sluice_status for_each_part(const sl_r1cs *r1cs, const sl_r1cs_file_head *head, part_fn fn, void *data,
                                   sluice_error *err) {
    const void *const parts[SL_R1CS_ARRAYS_N] = {
#define POINTER(field, element, what) r1cs->field,
        SL_R1CS_ARRAYS(POINTER)
#undef POINTER
    };
    uint64_t end = sizeof *head;
    for (size_t i = 0; i < SL_R1CS_ARRAYS_N; i++) {
        SL_TRY(fn(data, zeros, (size_t)(head->arrays[i].offset - end), err));
        const uint64_t bytes = head->arrays[i].n * head->arrays[i].element_bytes;
        SL_TRY(fn(data, parts[i], (size_t)bytes, err));
        end = head->arrays[i].offset + bytes;
    }
    return SLUICE_OK;
}

/* The digest of the file, from its parts as they come. */
typedef struct file_hasher {
    sl_buf digests; /* of the pieces */
    sl_buf window;  /* WINDOW_BYTES of the file */
    size_t used, pieces_n;
} file_hasher;

/* As many pieces as are hashed side by side. */
#define WINDOW_BYTES (16 * SL_BLAKE2S_PIECE_BYTES)

static void window_hash(file_hasher *hasher) {
    uint8_t *to = (uint8_t *)hasher->digests.data + hasher->pieces_n * SL_BLAKE2S_BYTES;
    sl_blake2s_pieces(to, hasher->window.data, hasher->used);
    hasher->pieces_n += sl_blake2s_pieces_n(hasher->used);
    hasher->used = 0;
}

static sluice_status part_hash(void *data, const void *bytes, size_t n, sluice_error *err) {
    (void)err;
    file_hasher *hasher = data;
    for (size_t done = 0; done < n;) {
        const size_t step = SL_MIN(n - done, WINDOW_BYTES - hasher->used);
        memcpy((uint8_t *)hasher->window.data + hasher->used, (const uint8_t *)bytes + done, step);
        hasher->used += step;
        done += step;
        if (hasher->used == WINDOW_BYTES) {
            window_hash(hasher);
        }
    }
    return SLUICE_OK;
}

static sluice_status part_append(void *data, const void *bytes, size_t n, sluice_error *err) {
    return n == 0 ? SLUICE_OK : sl_outfile_append(data, bytes, n, err);
}

/* head->digest, for the head as it is otherwise. */
static sluice_status digest_make(const sl_r1cs *r1cs, sl_r1cs_file_head *head, uint64_t bytes, sluice_error *err) {
    file_hasher hasher = {.digests = SL_BUF_EMPTY, .window = SL_BUF_EMPTY};
    sluice_status status =
        sl_buf_alloc_n(&hasher.digests, sl_blake2s_pieces_n(bytes), SL_BLAKE2S_BYTES, "digest of a structure", err);
    if (status == SLUICE_OK) {
        status = sl_buf_alloc(&hasher.window, WINDOW_BYTES, "digest of a structure", err);
    }
    if (status == SLUICE_OK) {
        (void)part_hash(&hasher, head, sizeof *head, err);
        status = for_each_part(r1cs, head, part_hash, &hasher, err);
    }
    if (status == SLUICE_OK) {
        window_hash(&hasher);
        sl_blake2s_tree_root(head->digest, hasher.digests.data, bytes);
    }
    sl_buf_release(&hasher.digests);
    sl_buf_release(&hasher.window);
    return status;
}

/* The complete head. label may be NULL. */
static sluice_status labelled_head_make(const sl_r1cs *r1cs, const sl_r1cs_label *label, sl_r1cs_file_head *head,
                                        sluice_error *err) {
    const uint64_t bytes = sl_r1cs_file_head_make(r1cs, head);
    if (label != NULL) {
        memcpy(head->circuit, label->circuit, strnlen(label->circuit, SL_R1CS_NAME_BYTES - 1));
        memcpy(head->rows_digest, label->rows_digest, sizeof head->rows_digest);
    }
    return digest_make(r1cs, head, bytes, err);
}

sluice_status sl_r1cs_label_digest(const sl_r1cs *r1cs, sl_r1cs_label *label, sluice_error *err) {
    sl_r1cs_file_head head;
    SL_TRY(labelled_head_make(r1cs, label, &head, err));
    SL_ASSERT(label != NULL);
    memcpy(label->file_digest, head.digest, sizeof head.digest);
    return SLUICE_OK;
}

sluice_status sl_r1cs_save(const sl_r1cs *r1cs, sl_r1cs_label *label, sl_outfile *file, sluice_error *err) {
    sl_r1cs_file_head head;
    SL_TRY(labelled_head_make(r1cs, label, &head, err));
    SL_TRY(sl_outfile_append(file, &head, sizeof head, err));
    SL_TRY(for_each_part(r1cs, &head, part_append, file, err));
    if (label != NULL) {
        memcpy(label->file_digest, head.digest, sizeof head.digest);
    }
    return SLUICE_OK;
}

/* What the file says about an array, against what this version expects next. */
static sluice_status array_check(const sl_file *file, const sl_r1cs_file_head *head, size_t i, size_t element_bytes,
                                 uint64_t *end, const char *what, sluice_error *err) {
    const uint64_t offset = head->arrays[i].offset;
    const uint64_t n = head->arrays[i].n;
    if (offset != aligned(*end) || head->arrays[i].element_bytes != element_bytes) {
        return SL_FAIL(err, SLUICE_E_CORRUPT,
                       "%s: %s: expected at %llu in elements of %zu bytes, found at %llu in %llu", file->path, what,
                       (unsigned long long)aligned(*end), element_bytes, (unsigned long long)offset,
                       (unsigned long long)head->arrays[i].element_bytes);
    }
    if (offset > file->bytes || n > (file->bytes - offset) / element_bytes) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: %s: %llu elements at %llu are beyond the end at %llu", file->path,
                       what, (unsigned long long)n, (unsigned long long)offset, (unsigned long long)file->bytes);
    }
    *end = offset + n * element_bytes;
    return SLUICE_OK;
}

static sluice_status head_check(const sl_file *file, const sl_r1cs_file_head *head, sluice_error *err) {
    if (memcmp(head->magic, SL_R1CS_FILE_MAGIC, sizeof head->magic) != 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: not the structure of a circuit", file->path);
    }
    if (head->version != SL_R1CS_FILE_VERSION || head->arrays_n != SL_R1CS_ARRAYS_N) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: expected version %d with %d arrays, found %u with %u", file->path,
                       SL_R1CS_FILE_VERSION, SL_R1CS_ARRAYS_N, head->version, head->arrays_n);
    }
    uint64_t end = sizeof *head;
#define CHECK(field, element, what) \
    SL_TRY(array_check(file, head, SL_R1CS_ARRAY_##field, sizeof(element), &end, what, err));
    SL_R1CS_ARRAYS(CHECK)
#undef CHECK
    if (end != file->bytes) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected %llu bytes, found %llu", file->path,
                       (unsigned long long)end, (unsigned long long)file->bytes);
    }
    return SLUICE_OK;
}

/* What is printed: printable characters, then NULs to the end. */
static sluice_status name_check(const sl_file *file, const sl_r1cs_file_head *head, sluice_error *err) {
    const size_t n = strnlen(head->circuit, SL_R1CS_NAME_BYTES);
    bool ok = n < SL_R1CS_NAME_BYTES;
    for (size_t i = 0; i < SL_R1CS_NAME_BYTES; i++) {
        ok = ok && (i < n ? head->circuit[i] > ' ' && head->circuit[i] <= '~' : head->circuit[i] == '\0');
    }
    return ok ? SLUICE_OK : SL_FAIL(err, SLUICE_E_CORRUPT, "%s: the name of the circuit is none", file->path);
}

/* Reading the file and hashing what was read, by windows. */
typedef struct read_job {
    const sl_file *file;
    uint8_t *image, *digests;
    atomic_bool has_failed;
    sluice_status status; /* of the task that set has_failed */
    sluice_error err;
} read_job;

static void read_task(void *data, size_t i, size_t worker) {
    (void)worker;
    read_job *job = data;
    if (atomic_load(&job->has_failed)) {
        return;
    }
    const uint64_t at = (uint64_t)i * WINDOW_BYTES;
    const size_t n = (size_t)SL_MIN((uint64_t)WINDOW_BYTES, job->file->bytes - at);
    sluice_error err;
    const sluice_status status = sl_file_read_at(job->file, job->image + at, n, at, &err);
    if (status != SLUICE_OK) {
        if (!atomic_exchange(&job->has_failed, true)) {
            job->status = status;
            job->err = err;
        }
        return;
    }
    if (i == 0) { /* the digest is that of the file with itself zero */
        memset(job->image + offsetof(sl_r1cs_file_head, digest), 0, SL_BLAKE2S_BYTES);
    }
    sl_blake2s_pieces(job->digests + i * (WINDOW_BYTES / SL_BLAKE2S_PIECE_BYTES) * SL_BLAKE2S_BYTES, job->image + at,
                      n);
}

/* The whole file to `image`, whose digest must be the one that the head states. */
static sluice_status image_read(const sl_file *file, const sl_r1cs_file_head *head, uint8_t *image, sl_pool *pool,
                                sluice_error *err) {
    sl_buf digests;
    SL_TRY(sl_buf_alloc_n(&digests, sl_blake2s_pieces_n(file->bytes), SL_BLAKE2S_BYTES, "digest of a structure", err));
    read_job job = {.file = file, .image = image, .digests = digests.data};
    atomic_init(&job.has_failed, false);
    sl_r1cs_for_each(pool, (size_t)((file->bytes + WINDOW_BYTES - 1) / WINDOW_BYTES), read_task, &job);
    if (atomic_load(&job.has_failed)) {
        sl_buf_release(&digests);
        if (err != NULL) {
            *err = job.err;
        }
        return job.status;
    }
    uint8_t digest[SL_BLAKE2S_BYTES];
    sl_blake2s_tree_root(digest, digests.data, file->bytes);
    sl_buf_release(&digests);
    memcpy(image + offsetof(sl_r1cs_file_head, digest), head->digest, sizeof head->digest);
    if (memcmp(image, head, sizeof *head) != 0 || memcmp(digest, head->digest, sizeof digest) != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: the contents do not have the digest that the file states",
                       file->path);
    }
    return SLUICE_OK;
}

/* An array in the image. *end: where the one before ends; what lies between must be zeros. */
static sluice_status array_place(const sl_file *file, const sl_r1cs_file_head *head, size_t i, const uint8_t *image,
                                 uint64_t *end, const char *what, sluice_error *err) {
    const uint64_t offset = head->arrays[i].offset;
    if (memcmp(image + *end, zeros, (size_t)(offset - *end)) != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: %s: not zeros before it at %llu", file->path, what,
                       (unsigned long long)*end);
    }
    *end = offset + head->arrays[i].n * head->arrays[i].element_bytes;
    return SLUICE_OK;
}

/* The rest of the checks, and what depends on nothing that is still to be checked, at the same time. */
typedef struct take_job {
    sl_r1cs *r1cs;
    const char *name;
    sluice_status status[2];
    sluice_error err[2];
} take_job;

static void take_task(void *data, size_t i, size_t worker) {
    (void)worker;
    take_job *job = data;
    if (i > 0) {
        job->status[i] = sl_r1cs_derive_templates(job->r1cs, &job->err[i]);
        return;
    }
    job->status[i] = sl_r1cs_validate_instances(job->r1cs, job->name, &job->err[i]);
    if (job->status[i] == SLUICE_OK) {
        job->status[i] = sl_r1cs_derive_wires(job->r1cs, &job->err[i]);
    }
}

static sluice_status instances_take(sl_r1cs *r1cs, const char *name, sl_pool *pool, sluice_error *err) {
    take_job job = {.r1cs = r1cs, .name = name};
    sl_r1cs_for_each(pool, 2, take_task, &job);
    for (size_t i = 0; i < 2; i++) {
        if (job.status[i] != SLUICE_OK) {
            if (err != NULL) {
                *err = job.err[i];
            }
            return job.status[i];
        }
    }
    return SLUICE_OK;
}

static sluice_status load(sl_r1cs *r1cs, sl_r1cs_label *label, const sl_file *file, sl_pool *pool, sluice_error *err) {
    sl_r1cs_file_head head;
    if (file->bytes < sizeof head) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected at least %zu bytes, found %llu", file->path, sizeof head,
                       (unsigned long long)file->bytes);
    }
    SL_TRY(sl_file_read_at(file, &head, sizeof head, 0, err));
    SL_TRY(head_check(file, &head, err));
    SL_TRY(sl_buf_alloc(&r1cs->storage.image, (size_t)file->bytes, "structure of a circuit", err));
    const uint8_t *image = r1cs->storage.image.data;
    SL_TRY(image_read(file, &head, r1cs->storage.image.data, pool, err));
    SL_TRY(name_check(file, &head, err));
    uint64_t end = sizeof head;
#define PLACE(field, element, what)                                                                   \
    SL_TRY(array_place(file, &head, SL_R1CS_ARRAY_##field, image, &end, what, err));                  \
    r1cs->field = (const element *)(const void *)(image + head.arrays[SL_R1CS_ARRAY_##field].offset); \
    r1cs->field##_n = head.arrays[SL_R1CS_ARRAY_##field].n;
    SL_R1CS_ARRAYS(PLACE)
#undef PLACE
    r1cs->inputs_n = head.inputs_n;
    r1cs->aux_n = head.aux_n;
    r1cs->rows_n = head.rows_n;
    r1cs->fields_n = head.fields_n;
    memcpy(r1cs->nonzeros, head.nonzeros, sizeof r1cs->nonzeros);
    SL_TRY(sl_r1cs_validate_templates(r1cs, file->path, pool, err));
    SL_TRY(instances_take(r1cs, file->path, pool, err));
    if (label != NULL) {
        memcpy(label->circuit, head.circuit, sizeof label->circuit);
        memcpy(label->rows_digest, head.rows_digest, sizeof label->rows_digest);
        memcpy(label->file_digest, head.digest, sizeof label->file_digest);
    }
    return SLUICE_OK;
}

sluice_status sl_r1cs_load(sl_r1cs **out, sl_r1cs_label *label, const char *path, sl_pool *pool, sluice_error *err) {
    sl_file file;
    SL_TRY(sl_file_open(&file, path, err));
    sl_r1cs *r1cs = NULL;
    sluice_status status = sl_r1cs_open_empty(&r1cs, err);
    if (status == SLUICE_OK) {
        status = load(r1cs, label, &file, pool, err);
    }
    sl_file_close(&file);
    if (status != SLUICE_OK) {
        sl_r1cs_close(r1cs);
        return status;
    }
    *out = r1cs;
    return SLUICE_OK;
}
