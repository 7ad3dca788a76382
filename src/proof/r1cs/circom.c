// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/r1cs/circom.h"

#include <string.h>

#include "proof/r1cs/builder.h"
#include "proof/r1cs/structure.h"

/*
 * Both formats: magic (4 bytes), u32 version, u32 number of sections, then sections of u32 type, u64 bytes, contents,
 * in any order. Integers and field elements are little-endian.
 */
#define HEAD_BYTES 12
#define SECTION_HEAD_BYTES 12
#define BUFFER_BYTES ((size_t)256 * 1024)
#define SECTIONS_MAX 64 /* the formats define five */

/* A part of a file that is read in order. */
typedef struct reader {
    const sl_file *file;
    sl_buf buf;
    size_t at, n;         /* in buf */
    uint64_t offset, end; /* of what is not in buf yet */
} reader;

static sluice_status reader_open(reader *r, const sl_file *file, sluice_error *err) {
    *r = (reader){.file = file};
    return sl_buf_alloc(&r->buf, BUFFER_BYTES, "part of a circom file", err);
}

static void reader_seek(reader *r, uint64_t offset, uint64_t bytes) {
    r->at = r->n = 0;
    r->offset = offset;
    r->end = offset + bytes;
}

static uint64_t reader_left(const reader *r) {
    return r->n - r->at + (r->end - r->offset);
}

/* The next n <= BUFFER_BYTES bytes; valid until the next call. */
static sluice_status take(reader *r, size_t n, const uint8_t **out, sluice_error *err) {
    uint8_t *data = r->buf.data;
    if (r->n - r->at < n) {
        if (reader_left(r) < n) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: %zu bytes expected where the section at %llu has %llu left",
                           r->file->path, n, (unsigned long long)r->end, (unsigned long long)reader_left(r));
        }
        memmove(data, data + r->at, r->n - r->at);
        r->n -= r->at;
        r->at = 0;
        const size_t more = (size_t)SL_MIN(BUFFER_BYTES - r->n, r->end - r->offset);
        SL_TRY(sl_file_read_at(r->file, data + r->n, more, r->offset, err));
        r->n += more;
        r->offset += more;
    }
    *out = data + r->at;
    r->at += n;
    return SLUICE_OK;
}

static uint32_t u32_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t u64_at(const uint8_t *p) {
    return u32_at(p) | (uint64_t)u32_at(p + 4) << 32;
}

typedef struct section {
    bool is_there;
    uint64_t offset, bytes;
} section;

/* Finds the sections of types 1 .. types_n. */
static sluice_status sections_find(reader *r, const char *magic, uint32_t version, section *sections, uint32_t types_n,
                                   sluice_error *err) {
    const char *path = r->file->path;
    const uint8_t *p;
    reader_seek(r, 0, r->file->bytes);
    SL_TRY(take(r, HEAD_BYTES, &p, err));
    if (memcmp(p, magic, 4) != 0 || u32_at(p + 4) != version) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: not a .%s file of version %u", path, magic, version);
    }
    const uint32_t n = u32_at(p + 8);
    if (n > SECTIONS_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: %u sections, at most %d expected", path, n, SECTIONS_MAX);
    }
    uint64_t offset = HEAD_BYTES;
    for (uint32_t i = 0; i < n; i++) {
        reader_seek(r, offset, r->file->bytes - offset);
        SL_TRY(take(r, SECTION_HEAD_BYTES, &p, err));
        const uint32_t type = u32_at(p);
        const uint64_t bytes = u64_at(p + 4);
        offset += SECTION_HEAD_BYTES;
        if (bytes > r->file->bytes - offset) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: section %u of type %u: %llu bytes expected, %llu left", path,
                           i, type, (unsigned long long)bytes, (unsigned long long)(r->file->bytes - offset));
        }
        if (type >= 1 && type <= types_n) {
            section *s = &sections[type - 1];
            if (s->is_there) {
                return SL_FAIL(err, SLUICE_E_INPUT, "%s: two sections of type %u", path, type);
            }
            *s = (section){true, offset, bytes};
        }
        offset += bytes;
    }
    if (offset != r->file->bytes) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: expected %llu bytes, found %llu", path, (unsigned long long)offset,
                       (unsigned long long)r->file->bytes);
    }
    return SLUICE_OK;
}

static sluice_status section_open(reader *r, const section *s, uint32_t type, sluice_error *err) {
    if (!s->is_there) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: no section of type %u", r->file->path, type);
    }
    reader_seek(r, s->offset, s->bytes);
    return SLUICE_OK;
}

static sluice_status section_end(const reader *r, uint32_t type, sluice_error *err) {
    if (reader_left(r) != 0) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: section of type %u: %llu bytes too many", r->file->path, type,
                       (unsigned long long)reader_left(r));
    }
    return SLUICE_OK;
}

/* u32 bytes of an element, then the modulus. */
static sluice_status field_check(reader *r, sluice_error *err) {
    const uint8_t *p;
    SL_TRY(take(r, 4, &p, err));
    const uint32_t bytes = u32_at(p);
    if (bytes == SL_FR_BYTES) {
        SL_TRY(take(r, SL_FR_BYTES, &p, err));
        for (size_t i = 0; i < 4; i++) {
            if (u64_at(p + 8 * i) != sl_fr_modulus[i]) {
                return SL_FAIL(err, SLUICE_E_INPUT, "%s: the field is not the scalar field of BLS12-381",
                               r->file->path);
            }
        }
        return SLUICE_OK;
    }
    return SL_FAIL(err, SLUICE_E_INPUT, "%s: field elements of %u bytes, 32 expected", r->file->path, bytes);
}

typedef struct circom_head {
    uint32_t wires_n, inputs_n, rows_n; /* inputs: ONE, outputs, public inputs */
} circom_head;

static sluice_status head_read(reader *r, const section *s, const section *labels, circom_head *out,
                               sluice_error *err) {
    const uint8_t *p;
    SL_TRY(section_open(r, s, 1, err));
    SL_TRY(field_check(r, err));
    SL_TRY(take(r, 28, &p, err));
    SL_TRY(section_end(r, 1, err));
    const uint64_t wires = u32_at(p);
    const uint64_t inputs = (uint64_t)1 + u32_at(p + 4) + u32_at(p + 8);
    const uint64_t rows = u32_at(p + 24);
    if (inputs > wires || inputs > SL_INPUTS_MAX || wires - inputs > SL_WIRES_MAX || rows + inputs > SL_ROWS_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: %llu wires with %llu inputs, %llu rows", r->file->path,
                       (unsigned long long)wires, (unsigned long long)inputs, (unsigned long long)rows);
    }
    /* Section 3 names the wires; what counts here is that the file is large enough to have so many. */
    if (!labels->is_there || labels->bytes != 8 * wires) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: %llu wires, but labels in %llu bytes", r->file->path,
                       (unsigned long long)wires, (unsigned long long)labels->bytes);
    }
    *out = (circom_head){(uint32_t)wires, (uint32_t)inputs, (uint32_t)rows};
    return SLUICE_OK;
}

static sluice_status lc_read(reader *r, const circom_head *head, uint32_t row, sl_lc *lc, sluice_error *err) {
    const uint8_t *p;
    SL_TRY(take(r, 4, &p, err));
    const uint32_t n = u32_at(p);
    if (n > reader_left(r) / (4 + SL_FR_BYTES)) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: row %u: %u terms expected, the section ends before", r->file->path,
                       row, n);
    }
    sl_lc_clear(lc);
    for (uint32_t i = 0; i < n; i++) {
        sl_fr coeff;
        SL_TRY(take(r, 4 + SL_FR_BYTES, &p, err));
        const uint32_t wire = u32_at(p);
        if (wire >= head->wires_n) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: row %u: wire %u of %u", r->file->path, row, wire, head->wires_n);
        }
        if (!sl_fr_from_bytes(&coeff, p + 4)) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: row %u: the coefficient of wire %u is not below r", r->file->path,
                           row, wire);
        }
        sl_lc_add(lc, wire < head->inputs_n ? wire : SL_WIRE_AUX | (wire - head->inputs_n), &coeff);
    }
    if (lc->failed) { /* said here, for a part of a row must not be taken for a row of a bit */
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: no memory for row %u", r->file->path, row);
    }
    return SLUICE_OK;
}

/* True, with its number, if the row is a x * b (x - 1) = 0 for an auxiliary wire x. Normalizes the combinations. */
static bool is_bit_row(sl_lc lcs[3], uint32_t *aux) {
    if (lcs[0].n > 8 || lcs[1].n > 8 || lcs[2].n > 8) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        sl_lc_normalize(&lcs[i]);
    }
    const sl_lc *x = lcs[0].n == 1 ? &lcs[0] : &lcs[1];
    const sl_lc *other = lcs[0].n == 1 ? &lcs[1] : &lcs[0];
    if (lcs[2].n != 0 || x->n != 1 || other->n != 2 || !sl_wire_is_aux(x->terms[0].wire) ||
        other->terms[0].wire != SL_WIRE_ONE || other->terms[1].wire != x->terms[0].wire) {
        return false;
    }
    sl_fr sum;
    sl_fr_add(&sum, &other->terms[0].coeff, &other->terms[1].coeff);
    *aux = sl_wire_index(x->terms[0].wire);
    return sl_fr_is_zero(&sum);
}

typedef struct import {
    reader *r;
    circom_head head;
    sl_cs *cs;
    uint64_t *is_bit; /* plane of auxiliary wires */
} import;

/* Walks over the rows: first to find the bits, then to record. */
static sluice_status rows_read(import *in, const section *s, bool is_recording, sluice_error *err) {
    SL_TRY(section_open(in->r, s, 2, err));
    sl_lc lcs[3] = {SL_LC_EMPTY, SL_LC_EMPTY, SL_LC_EMPTY};
    sluice_status status = SLUICE_OK;
    for (uint32_t row = 0; row < in->head.rows_n && status == SLUICE_OK; row++) {
        for (int i = 0; i < 3 && status == SLUICE_OK; i++) {
            status = lc_read(in->r, &in->head, row, &lcs[i], err);
        }
        uint32_t aux;
        if (status != SLUICE_OK) {
            break;
        }
        if (is_recording) {
            sl_cs_enforce(in->cs, &lcs[0], &lcs[1], &lcs[2]);
        } else if (is_bit_row(lcs, &aux)) {
            in->is_bit[aux / 64] |= UINT64_C(1) << (aux % 64);
        }
    }
    for (int i = 0; i < 3; i++) {
        sl_lc_free(&lcs[i]);
    }
    SL_TRY(status);
    return section_end(in->r, 2, err);
}

static sluice_status system_read(import *in, const section *rows, sl_r1cs **out, sluice_error *err) {
    SL_TRY(rows_read(in, rows, false, err));
    for (uint32_t i = 1; i < in->head.inputs_n; i++) {
        (void)sl_cs_input(in->cs, NULL);
    }
    const uint32_t aux_n = in->head.wires_n - in->head.inputs_n;
    for (uint32_t i = 0; i < aux_n; i++) {
        (void)(sl_bit_get(in->is_bit, i) ? sl_cs_alloc_bit(in->cs, false) : sl_cs_alloc(in->cs, NULL));
    }
    SL_TRY(rows_read(in, rows, true, err));
    return sl_cs_finish_shape(in->cs, out, err);
}

/* Sections 4 and 5 list and use custom gates; they may be there and say that there are none. */
static sluice_status no_custom_gates(reader *r, const section sections[5], sluice_error *err) {
    for (uint32_t type = 4; type <= 5; type++) {
        const uint8_t *p;
        if (!sections[type - 1].is_there) {
            continue;
        }
        SL_TRY(section_open(r, &sections[type - 1], type, err));
        SL_TRY(take(r, 4, &p, err));
        if (u32_at(p) != 0) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: %u custom gates, which are not part of an R1CS", r->file->path,
                           u32_at(p));
        }
    }
    return SLUICE_OK;
}

static sluice_status r1cs_read(reader *r, sl_r1cs **out, sluice_error *err) {
    section sections[5] = {{0}};
import in = {.r = r };
    SL_TRY(sections_find(r, "r1cs", 1, sections, 5, err));
    SL_TRY(no_custom_gates(r, sections, err));
    SL_TRY(head_read(r, &sections[0], &sections[2], &in.head, err));
    if (in.head.rows_n > sections[1].bytes / 12) {
        return SL_FAIL(err, SLUICE_E_TRUNCATED, "%s: %u rows in %llu bytes", r->file->path, in.head.rows_n,
                       (unsigned long long)sections[1].bytes);
    }
    sl_buf is_bit;
    SL_TRY(sl_buf_alloc_n(&is_bit, in.head.wires_n / 64 + 1, sizeof(uint64_t), "bit wires", err));
    in.is_bit = is_bit.data;
    sluice_status status = sl_cs_open_shape(&in.cs, err);
    if (status == SLUICE_OK) {
        status = system_read(&in, &sections[1], out, err);
        sl_cs_close(in.cs);
    }
    sl_buf_release(&is_bit);
    return status;
}

sluice_status sl_circom_r1cs_read(sl_r1cs **out, const char *path, sluice_error *err) {
    sl_file file;
    reader r;
    SL_TRY(sl_file_open(&file, path, err));
    sluice_status status = reader_open(&r, &file, err);
    if (status == SLUICE_OK) {
        status = r1cs_read(&r, out, err);
        sl_buf_release(&r.buf);
    }
    sl_file_close(&file);
    return status;
}

static sluice_status values_read(reader *r, const sl_r1cs *r1cs, sl_witness *w, sluice_error *err) {
    size_t field = 0;
    for (size_t wire = 0; wire < w->inputs_n + w->aux_n; wire++) {
        const uint8_t *p;
        sl_fr value;
        SL_TRY(take(r, SL_FR_BYTES, &p, err));
        if (!sl_fr_from_bytes(&value, p)) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: the value of wire %zu is not below r", r->file->path, wire);
        }
        const sl_fr one = sl_fr_one();
        if (wire == 0 && !sl_fr_eq(&value, &one)) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s: wire 0 is not 1", r->file->path);
        }
        const size_t aux = wire - w->inputs_n;
        if (wire < w->inputs_n) {
            w->inputs[wire] = value;
        } else if (sl_bit_get(r1cs->wire_types, aux)) {
            w->fields[field++] = value;
        } else if (sl_fr_eq(&value, &one)) {
            w->bits[aux / 64] |= UINT64_C(1) << (aux % 64);
        } else if (!sl_fr_is_zero(&value)) {
            return SL_FAIL(err, SLUICE_E_UNSATISFIED, "%s: wire %zu is neither 0 nor 1, against a row of the circuit",
                           r->file->path, wire);
        }
    }
    return SLUICE_OK;
}

static sluice_status witness_read(reader *r, const sl_r1cs *r1cs, sl_witness *out, sluice_error *err) {
    section sections[2] = {{0}};
    const uint8_t *p;
    SL_TRY(sections_find(r, "wtns", 2, sections, 2, err));
    SL_TRY(section_open(r, &sections[0], 1, err));
    SL_TRY(field_check(r, err));
    SL_TRY(take(r, 4, &p, err));
    SL_TRY(section_end(r, 1, err));
    const uint64_t wires = (uint64_t)r1cs->inputs_n + r1cs->aux_n;
    if (u32_at(p) != wires || sections[1].bytes != wires * SL_FR_BYTES) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected %llu values, found %u in %llu bytes", r->file->path,
                       (unsigned long long)wires, u32_at(p), (unsigned long long)sections[1].bytes);
    }
    sl_witness w;
    SL_TRY(section_open(r, &sections[1], 2, err));
    SL_TRY(sl_witness_alloc(&w, r1cs, err));
    const sluice_status status = values_read(r, r1cs, &w, err);
    if (status != SLUICE_OK) {
        sl_witness_release(&w);
        return status;
    }
    *out = w;
    return SLUICE_OK;
}

sluice_status sl_circom_witness_read(sl_witness *out, const sl_r1cs *r1cs, const char *path, sluice_error *err) {
    sl_file file;
    reader r;
    SL_TRY(sl_file_open(&file, path, err));
    sluice_status status = reader_open(&r, &file, err);
    if (status == SLUICE_OK) {
        sl_buf_mark_secret(&r.buf);
        status = witness_read(&r, r1cs, out, err);
        sl_buf_release(&r.buf);
    }
    sl_file_close(&file);
    return status;
}
