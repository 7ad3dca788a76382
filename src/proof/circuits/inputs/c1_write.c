// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/c1_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "math/hash/bytes.h"
#include "proof/circuits/inputs/c1_model.h"

/* A multiple of 3, so that base64 needs padding only at the end. */
#define TEXT_BYTES 24576

/* Output through one buffer; the first failure stays and everything after it is dropped. */
typedef struct writer {
    sl_outfile *file;
    sluice_status status;
    sluice_error *err;
    bool is_base64;
    size_t used;
    uint8_t text[TEXT_BYTES];
    uint8_t encoded[TEXT_BYTES / 3 * 4];
} writer;

static void append(writer *w, const void *bytes, size_t n) {
    if (w->status == SLUICE_OK) {
        w->status = sl_outfile_append(w->file, bytes, n, w->err);
    }
}

/* Three bytes to four characters; n < 3 at the end of the text only. */
static void base64_group(uint8_t out[4], const uint8_t *in, size_t n) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint32_t v = (uint32_t)in[0] << 16 | (n > 1 ? (uint32_t)in[1] << 8 : 0) | (n > 2 ? in[2] : 0);
    out[0] = (uint8_t)digits[v >> 18];
    out[1] = (uint8_t)digits[v >> 12 & 63];
    out[2] = n > 1 ? (uint8_t)digits[v >> 6 & 63] : '=';
    out[3] = n > 2 ? (uint8_t)digits[v & 63] : '=';
}

static void flush(writer *w) {
    if (!w->is_base64) {
        append(w, w->text, w->used);
    } else {
        size_t n = 0;
        for (size_t i = 0; i < w->used; i += 3, n += 4) {
            base64_group(w->encoded + n, w->text + i, w->used - i < 3 ? w->used - i : 3);
        }
        append(w, w->encoded, n);
    }
    w->used = 0;
}

static void put(writer *w, const void *bytes, size_t n) {
    const uint8_t *from = bytes;
    while (n > 0) {
        const size_t room = TEXT_BYTES - w->used, part = n < room ? n : room;
        memcpy(w->text + w->used, from, part);
        w->used += part;
        from += part;
        n -= part;
        if (w->used == TEXT_BYTES) {
            flush(w);
        }
    }
}

static void put_text(writer *w, const char *text) {
    put(w, text, strlen(text));
}

static void put_number(writer *w, uint64_t v) {
    char digits[24];
    const int n = snprintf(digits, sizeof digits, "%" PRIu64, v);
    put(w, digits, (size_t)n);
}

/* --- JSON --- */

static void json_bytes32(writer *w, const uint8_t bytes[32]) {
    char text[32 * 4 + 1], *p = text;
    for (unsigned i = 0; i < 32; i++) {
        const unsigned v = bytes[i];
        *p++ = i == 0 ? '[' : ',';
        if (v >= 100) {
            *p++ = (char)('0' + v / 100);
        }
        if (v >= 10) {
            *p++ = (char)('0' + v / 10 % 10);
        }
        *p++ = (char)('0' + v % 10);
    }
    *p++ = ']';
    put(w, text, (size_t)(p - text));
}

static void json_fr(writer *w, const sl_fr *a) {
    uint8_t bytes[SL_FR_BYTES];
    sl_fr_to_bytes(bytes, a);
    json_bytes32(w, bytes);
}

static void json_fr_list(writer *w, const sl_fr *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        put_text(w, i == 0 ? "[" : ",");
        json_fr(w, &list[i]);
    }
    put_text(w, "]");
}

static void json_levels(writer *w, const sl_path_level *levels, size_t n) {
    put_text(w, "{\"path\":[");
    for (size_t i = 0; i < n; i++) {
        put_text(w, i == 0 ? "{\"hashes\":" : ",{\"hashes\":");
        json_fr_list(w, levels[i].hashes, levels[i].arity - 1);
        put_text(w, ",\"index\":");
        put_number(w, levels[i].index);
        put_text(w, "}");
    }
    put_text(w, "]}");
}

static void json_path(writer *w, const sl_path *path, sl_path_kind kind) {
    const unsigned base_n = path->levels_n - (unsigned)kind;
    put_text(w, kind == SL_PATH_SINGLE ? "{\"data\":{\"Single\":{"
                : kind == SL_PATH_SUB  ? "{\"data\":{\"Sub\":{"
                                       : "{\"data\":{\"Top\":{");
    if (kind != SL_PATH_SINGLE) {
        put_text(w, "\"base_proof\":");
        json_levels(w, path->levels, base_n);
        put_text(w, ",\"sub_proof\":");
        json_levels(w, path->levels + base_n, 1);
        if (kind == SL_PATH_TOP) {
            put_text(w, ",\"top_proof\":");
            json_levels(w, path->levels + base_n + 1, 1);
        }
        put_text(w, ",");
    }
    put_text(w, "\"root\":");
    json_fr(w, &path->root);
    put_text(w, ",\"leaf\":");
    json_fr(w, &path->leaf);
    if (kind == SL_PATH_SINGLE) {
        put_text(w, ",\"path\":");
        json_levels(w, path->levels, base_n);
    }
    put_text(w, "}}}");
}

static void json_column(writer *w, const sl_column *column, unsigned layers_n, sl_path_kind kind) {
    put_text(w, "{\"column\":{\"index\":");
    put_number(w, column->node);
    put_text(w, ",\"rows\":");
    json_fr_list(w, column->rows, layers_n);
    put_text(w, ",\"_h\":null},\"inclusion_proof\":");
    json_path(w, &column->path, kind);
    put_text(w, "}");
}

static void json_labels(writer *w, const sl_c1_labels *labels) {
    put_text(w, "{\"parents\":");
    json_fr_list(w, labels->parents, SL_LABEL_PARENTS_N);
    put_text(w, ",\"layer_index\":");
    put_number(w, labels->layer_index);
    put_text(w, ",\"node\":");
    put_number(w, labels->node);
    put_text(w, "}");
}

static void json_proof(writer *w, const sl_porep_challenge *proof, const sl_c1_extra *extra) {
    put_text(w, "{\"comm_d_proofs\":");
    json_path(w, &proof->data, (sl_path_kind)extra->kinds[0]);
    put_text(w, ",\"comm_r_last_proof\":");
    json_path(w, &proof->replica, (sl_path_kind)extra->kinds[1]);
    put_text(w, ",\"replica_column_proofs\":{");
    for (unsigned i = 0; i < SL_C1_COLUMNS_N; i++) {
        put_text(w, i == 0                      ? "\"c_x\":"
                    : i == 1                    ? ",\"drg_parents\":["
                    : i == 1 + SL_DRG_PARENTS_N ? "],\"exp_parents\":["
                                                : ",");
        json_column(w, sl_c1_column(proof, i), extra->labels_n, (sl_path_kind)extra->kinds[2 + i]);
    }
    put_text(w, "]},\"labeling_proofs\":[");
    for (unsigned i = 0; i < extra->labels_n; i++) {
        put_text(w, i == 0 ? "" : ",");
        json_labels(w, &extra->labels[i]);
    }
    put_text(w, "],\"encoding_proof\":");
    json_labels(w, &extra->encoding);
    put_text(w, "}");
}

static void json_c1(writer *w, const sl_c1 *c1) {
    const sl_c1_info *const info = &c1->info;
    put_text(w, "{\"registered_proof\":\"");
    put_text(w, info->proof.name);
    put_text(w, "\",\"vanilla_proofs\":{\"StackedDrg");
    put_text(w, sl_sector_name_of(info->proof.sector_bytes));
    put_text(w, "V1\":[");
    for (unsigned k = 0; k < info->partitions_n; k++) {
        for (unsigned i = 0; i < info->challenges_n; i++) {
            put_text(w, i > 0 ? "," : k > 0 ? "],[" : "[");
            json_proof(w, &c1->partitions[k].challenges[i], &c1->extras[k][i]);
        }
    }
    put_text(w, "]]},\"comm_r\":");
    json_bytes32(w, info->comm_r);
    put_text(w, ",\"comm_d\":");
    json_bytes32(w, info->comm_d);
    put_text(w, ",\"replica_id\":");
    json_bytes32(w, info->replica_id);
    put_text(w, ",\"seed\":");
    json_bytes32(w, info->seed);
    put_text(w, ",\"ticket\":");
    json_bytes32(w, info->ticket);
    put_text(w, "}");
}

/* --- raw --- */

static void raw_u32(writer *w, uint32_t v) {
    uint8_t bytes[4];
    sl_store32_le(bytes, v);
    put(w, bytes, sizeof bytes);
}

static void raw_u64(writer *w, uint64_t v) {
    uint8_t bytes[8];
    sl_store64_le(bytes, v);
    put(w, bytes, sizeof bytes);
}

static void raw_fr(writer *w, const sl_fr *a) {
    uint8_t bytes[SL_FR_BYTES];
    sl_fr_to_bytes(bytes, a);
    put(w, bytes, sizeof bytes);
}

static void raw_fr_list(writer *w, const sl_fr *list, size_t n) {
    raw_u64(w, n);
    for (size_t i = 0; i < n; i++) {
        raw_fr(w, &list[i]);
    }
}

static void raw_levels(writer *w, const sl_path_level *levels, size_t n) {
    raw_u64(w, n);
    for (size_t i = 0; i < n; i++) {
        raw_fr_list(w, levels[i].hashes, levels[i].arity - 1);
        raw_u64(w, levels[i].index);
    }
}

static void raw_path(writer *w, const sl_path *path, sl_path_kind kind) {
    const unsigned base_n = path->levels_n - (unsigned)kind;
    raw_u32(w, kind);
    if (kind != SL_PATH_SINGLE) {
        raw_levels(w, path->levels, base_n);
        for (unsigned i = 0; i < (unsigned)kind; i++) {
            raw_levels(w, path->levels + base_n + i, 1);
        }
    }
    raw_fr(w, &path->root);
    raw_fr(w, &path->leaf);
    if (kind == SL_PATH_SINGLE) {
        raw_levels(w, path->levels, base_n);
    }
}

static void raw_labels(writer *w, const sl_c1_labels *labels) {
    raw_fr_list(w, labels->parents, SL_LABEL_PARENTS_N);
    raw_u32(w, labels->layer_index);
    raw_u64(w, labels->node);
}

static void raw_proof(writer *w, const sl_porep_challenge *proof, const sl_c1_extra *extra) {
    raw_path(w, &proof->data, (sl_path_kind)extra->kinds[0]);
    raw_path(w, &proof->replica, (sl_path_kind)extra->kinds[1]);
    for (unsigned i = 0; i < SL_C1_COLUMNS_N; i++) {
        const sl_column *const column = sl_c1_column(proof, i);
        if (i == 1) {
            raw_u64(w, SL_DRG_PARENTS_N);
        } else if (i == 1 + SL_DRG_PARENTS_N) {
            raw_u64(w, SL_EXP_PARENTS_N);
        }
        raw_u32(w, (uint32_t)column->node);
        raw_fr_list(w, column->rows, extra->labels_n);
        raw_path(w, &column->path, (sl_path_kind)extra->kinds[2 + i]);
    }
    raw_u64(w, extra->labels_n);
    for (unsigned i = 0; i < extra->labels_n; i++) {
        raw_labels(w, &extra->labels[i]);
    }
    raw_labels(w, &extra->encoding);
}

static void raw_c1(writer *w, const sl_c1 *c1) {
    const sl_c1_info *const info = &c1->info;
    raw_u64(w, info->partitions_n);
    for (unsigned k = 0; k < info->partitions_n; k++) {
        raw_u64(w, info->challenges_n);
        for (unsigned i = 0; i < info->challenges_n; i++) {
            raw_proof(w, &c1->partitions[k].challenges[i], &c1->extras[k][i]);
        }
    }
    put(w, info->comm_r, 32);
    put(w, info->comm_d, 32);
    put(w, info->replica_id, 32);
    put(w, info->seed, 32);
    put(w, info->ticket, 32);
}

static void wrapper_c1(writer *w, const sl_c1 *c1) {
    put_text(w, "{\"SectorNum\":");
    put_number(w, c1->info.sector);
    put_text(w, ",\"Phase1Out\":\"");
    flush(w);
    w->is_base64 = true;
    json_c1(w, c1);
    flush(w);
    w->is_base64 = false;
    put_text(w, "\",\"SectorSize\":");
    put_number(w, c1->info.proof.sector_bytes);
    put_text(w, "}\n");
}

sluice_status sl_c1_write(const sl_c1 *c1, sl_c1_form form, sl_outfile *file, sluice_error *err) {
    if (form == SL_C1_WRAPPER && !c1->info.has_sector) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a C1 wrapper needs the sector's number, which is not known");
    }
    writer *const w = sl_small_alloc(1, sizeof *w);
    if (w == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "C1 writer: %zu bytes", sizeof *w);
    }
    w->file = file;
    w->err = err;
    if (form == SL_C1_JSON) {
        json_c1(w, c1);
    } else if (form == SL_C1_WRAPPER) {
        wrapper_c1(w, c1);
    } else {
        raw_c1(w, c1);
    }
    flush(w);
    const sluice_status status = w->status;
    free(w);
    return status;
}
