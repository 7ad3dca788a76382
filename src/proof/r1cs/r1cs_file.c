// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/r1cs_file.h"

#include <string.h>

#include "math/hash/blake2s.h"
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

static sluice_status part_hash(void *data, const void *bytes, size_t n, sluice_error *err) {
    (void)err;
    if (n > 0) {
        sl_blake2s_update(data, bytes, n);
    }
    return SLUICE_OK;
}

static sluice_status part_append(void *data, const void *bytes, size_t n, sluice_error *err) {
    return n == 0 ? SLUICE_OK : sl_outfile_append(data, bytes, n, err);
}

sluice_status sl_r1cs_save(const sl_r1cs *r1cs, sl_outfile *file, sluice_error *err) {
    sl_r1cs_file_head head;
    (void)sl_r1cs_file_head_make(r1cs, &head);
    sl_blake2s hash;
    sl_blake2s_init(&hash);
    sl_blake2s_update(&hash, &head, sizeof head);
    SL_TRY(for_each_part(r1cs, &head, part_hash, &hash, err));
    sl_blake2s_final(&hash, head.digest);
    SL_TRY(sl_outfile_append(file, &head, sizeof head, err));
    return for_each_part(r1cs, &head, part_append, file, err);
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

/* *end: where the array before ends; what lies between must be zeros, as the digest takes it. */
static sluice_status array_read(const sl_file *file, const sl_r1cs_file_head *head, size_t i, sl_vec *vec,
                                uint64_t *end, sluice_error *err) {
    uint8_t gap[SL_R1CS_FILE_ALIGN];
    const size_t gap_bytes = (size_t)(head->arrays[i].offset - *end);
    SL_TRY(sl_file_read_at(file, gap, gap_bytes, *end, err));
    if (memcmp(gap, zeros, gap_bytes) != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: %s: not zeros before it at %llu", file->path, vec->tag,
                       (unsigned long long)*end);
    }
    const size_t bytes = (size_t)(head->arrays[i].n * head->arrays[i].element_bytes);
    SL_TRY(sl_buf_alloc(&vec->buf, SL_MAX(bytes, (size_t)head->arrays[i].element_bytes), vec->tag, err));
    if (bytes > 0) {
        SL_TRY(sl_file_read_at(file, vec->buf.data, bytes, head->arrays[i].offset, err));
    }
    vec->n = (size_t)head->arrays[i].n;
    *end = head->arrays[i].offset + bytes;
    return SLUICE_OK;
}

static sluice_status digest_check(const sl_r1cs *r1cs, const sl_file *file, const sl_r1cs_file_head *head,
                                  sluice_error *err) {
    sl_r1cs_file_head plain = *head;
    memset(plain.digest, 0, sizeof plain.digest);
    sl_blake2s hash;
    uint8_t digest[32];
    sl_blake2s_init(&hash);
    sl_blake2s_update(&hash, &plain, sizeof plain);
    SL_TRY(for_each_part(r1cs, &plain, part_hash, &hash, err));
    sl_blake2s_final(&hash, digest);
    if (memcmp(digest, head->digest, sizeof digest) != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: the contents do not have the digest that the file states",
                       file->path);
    }
    return SLUICE_OK;
}

static sluice_status load(sl_r1cs *r1cs, const sl_file *file, sluice_error *err) {
    sl_r1cs_file_head head;
    if (file->bytes < sizeof head) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected at least %zu bytes, found %llu", file->path, sizeof head,
                       (unsigned long long)file->bytes);
    }
    SL_TRY(sl_file_read_at(file, &head, sizeof head, 0, err));
    SL_TRY(head_check(file, &head, err));
    uint64_t end = sizeof head;
#define READ(field, element, what)                                                           \
    SL_TRY(array_read(file, &head, SL_R1CS_ARRAY_##field, &r1cs->storage.field, &end, err)); \
    r1cs->field = r1cs->storage.field.buf.data;                                              \
    r1cs->field##_n = r1cs->storage.field.n;
    SL_R1CS_ARRAYS(READ)
#undef READ
    SL_TRY(digest_check(r1cs, file, &head, err));
    r1cs->inputs_n = head.inputs_n;
    r1cs->aux_n = head.aux_n;
    r1cs->rows_n = head.rows_n;
    r1cs->fields_n = head.fields_n;
    memcpy(r1cs->nonzeros, head.nonzeros, sizeof r1cs->nonzeros);
    SL_TRY(sl_r1cs_validate(r1cs, file->path, err));
    return sl_r1cs_derive(r1cs, err);
}

sluice_status sl_r1cs_load(sl_r1cs **out, const char *path, sluice_error *err) {
    sl_file file;
    SL_TRY(sl_file_open(&file, path, err));
    sl_r1cs *r1cs = NULL;
    sluice_status status = sl_r1cs_open_empty(&r1cs, err);
    if (status == SLUICE_OK) {
        status = load(r1cs, &file, err);
    }
    sl_file_close(&file);
    if (status != SLUICE_OK) {
        sl_r1cs_close(r1cs);
        return status;
    }
    *out = r1cs;
    return SLUICE_OK;
}
