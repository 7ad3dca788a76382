// SPDX-License-Identifier: MIT OR Apache-2.0
/* The JSON forms of C1: wrapper (spec 6.1) and inner document (spec 6.2). One callback for each object of the format.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/json_scan.h"
#include "proof/circuits/inputs/base64.h"
#include "proof/circuits/inputs/c1_model.h"

typedef struct reader {
    sl_c1_builder *builder;
    sl_c1_json_head *head;
    unsigned partition, challenge; /* where the scanner is */
    sl_buf phase1;                 /* the wrapper's decoded Phase1Out */
    size_t phase1_n;
} reader;

static sluice_status fr_read(sl_scan *j, sl_fr *out, sluice_error *err) {
    uint8_t bytes[32];
    SL_TRY(sl_scan_bytes32(j, bytes, err));
    if (!sl_fr_from_bytes(out, bytes)) {
        return sl_scan_fail(j, err, SLUICE_E_INPUT, "expected a value below the field's modulus, found %s",
                            sl_bytes32_hex(bytes).text);
    }
    return SLUICE_OK;
}

/* Lists of field elements of bounded length, gathered on the stack. */
typedef struct fr_list {
    sl_fr items[SL_LABEL_PARENTS_N];
    size_t n;
} fr_list;

static sluice_status fr_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    return fr_read(j, &((fr_list *)ctx)->items[i], err);
}

static sluice_status fr_list_read(sl_scan *j, fr_list *out, size_t min_n, size_t max_n, sluice_error *err) {
    return sl_scan_array(j, min_n, max_n, fr_element, out, &out->n, err);
}

static sluice_status fr_list_keep(const fr_list *list, sl_arena *arena, const sl_fr **out, sluice_error *err) {
    void *copy;
    SL_TRY(sl_arena_take(arena, list->n, sizeof(sl_fr), &copy, err));
    memcpy(copy, list->items, list->n * sizeof(sl_fr));
    *out = copy;
    return SLUICE_OK;
}

/* { "hashes": [...], "index": n } */
typedef struct level_context {
    fr_list hashes;
    uint64_t index;
} level_context;

static sluice_status level_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    level_context *const level = ctx;
    return key == 0 ? fr_list_read(j, &level->hashes, 1, 7, err) : sl_scan_u64(j, 7, &level->index, err);
}

/* { "data": { "Single" | "Sub" | "Top": { "base_proof" | "path": PATH, ..., "root", "leaf" } } } */
typedef struct path_context {
    sl_arena *arena;
    sl_path *path;
    sl_path_kind kind;
    sl_path_part parts[3];
    sl_path_part *part; /* the one that is read now */
} path_context;

static sluice_status level_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    static const char *const keys[] = {"hashes", "index"};
    path_context *const context = ctx;
    (void)i;
    level_context level;
    SL_TRY(sl_scan_object(j, keys, 2, 0, level_field, &level, err));
    sluice_error detail;
    const sluice_status status =
        sl_path_level_add(context->part, context->arena, level.hashes.items, level.hashes.n, level.index, &detail);
    return status == SLUICE_OK ? status : sl_scan_fail(j, err, status, "%s", detail.text);
}

static sluice_status part_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    size_t n;
    (void)key;
    return sl_scan_array(j, 0, SL_PATH_LEVELS_MAX, level_element, ctx, &n, err);
}

static sluice_status part_read(path_context *context, sl_scan *j, unsigned part, sluice_error *err) {
    static const char *const keys[] = {"path"};
    context->part = &context->parts[part];
    context->part->levels_n = 0;
    return sl_scan_object(j, keys, 1, 0, part_field, context, err);
}

static sluice_status data_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    path_context *const context = ctx;
    if (key < 2) {
        return fr_read(j, key == 0 ? &context->path->root : &context->path->leaf, err);
    }
    return part_read(context, j, key - 2, err);
}

static sluice_status kind_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    static const char *const single[] = {"root", "leaf", "path"};
    static const char *const stacked[] = {"root", "leaf", "base_proof", "sub_proof", "top_proof"};
    path_context *const context = ctx;
    context->kind = (sl_path_kind)key;
    SL_TRY(sl_scan_object(j, key == SL_PATH_SINGLE ? single : stacked, 3 + key, 0, data_field, context, err));
    sluice_error detail;
    const sluice_status status = sl_path_join(context->path, context->arena, context->parts, context->kind, &detail);
    return status == SLUICE_OK ? status : sl_scan_fail(j, err, status, "%s", detail.text);
}

static sluice_status merkle_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    static const char *const kinds[] = {"Single", "Sub", "Top"};
    (void)key;
    return sl_scan_enum(j, kinds, 3, kind_field, ctx, err);
}

static sluice_status merkle_read(reader *r, sl_scan *j, unsigned path, sluice_error *err) {
    static const char *const keys[] = {"data"};
    path_context context = {.arena = &r->builder->c1->arena,
                            .path = sl_c1_path_slot(&r->builder->challenges[r->challenge], path)};
    SL_TRY(sl_scan_object(j, keys, 1, 0, merkle_field, &context, err));
    r->builder->extras[r->challenge].kinds[path] = (uint8_t)context.kind;
    return SLUICE_OK;
}

/* { "column": { "index", "rows", "_h" }, "inclusion_proof": MerkleProof } */
typedef struct column_context {
    reader *r;
    unsigned i;
} column_context;

static sluice_status column_inner_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    const column_context *const context = ctx;
    sl_c1_builder *const builder = context->r->builder;
    sl_column *const column = sl_c1_column_slot(&builder->challenges[context->r->challenge], context->i);
    if (key == 0) {
        return sl_scan_u64(j, UINT32_MAX, &column->node, err);
    }
    if (key == 2) {
        return sl_scan_null(j, err);
    }
    fr_list rows;
    SL_TRY(fr_list_read(j, &rows, 1, SL_LAYERS_MAX, err));
    builder->extras[context->r->challenge].rows_n[context->i] = (uint8_t)rows.n;
    return fr_list_keep(&rows, &builder->c1->arena, &column->rows, err);
}

static sluice_status column_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    static const char *const keys[] = {"index", "rows", "_h"};
    column_context *const context = ctx;
    if (key == 0) {
        return sl_scan_object(j, keys, 3, 0, column_inner_field, context, err);
    }
    return merkle_read(context->r, j, 2 + context->i, err);
}

static sluice_status column_read(reader *r, sl_scan *j, unsigned i, sluice_error *err) {
    static const char *const keys[] = {"column", "inclusion_proof"};
    column_context context = {.r = r, .i = i};
    return sl_scan_object(j, keys, 2, 0, column_field, &context, err);
}

static sluice_status drg_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    return column_read(ctx, j, 1 + (unsigned)i, err);
}

static sluice_status exp_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    return column_read(ctx, j, 1 + SL_DRG_PARENTS_N + (unsigned)i, err);
}

static sluice_status columns_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    size_t n;
    switch (key) {
    case 0:
        return column_read(ctx, j, 0, err);
    case 1:
        return sl_scan_array(j, SL_DRG_PARENTS_N, SL_DRG_PARENTS_N, drg_element, ctx, &n, err);
    default:
        return sl_scan_array(j, SL_EXP_PARENTS_N, SL_EXP_PARENTS_N, exp_element, ctx, &n, err);
    }
}

/* { "parents": [37], "layer_index", "node" } */
typedef struct labels_context {
    sl_arena *arena;
    sl_c1_labels *labels;
} labels_context;

static sluice_status labels_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    const labels_context *const context = ctx;
    uint64_t layer;
    fr_list parents;
    switch (key) {
    case 0:
        SL_TRY(fr_list_read(j, &parents, SL_LABEL_PARENTS_N, SL_LABEL_PARENTS_N, err));
        return fr_list_keep(&parents, context->arena, &context->labels->parents, err);
    case 1:
        SL_TRY(sl_scan_u64(j, UINT32_MAX, &layer, err));
        context->labels->layer_index = (uint32_t)layer;
        return SLUICE_OK;
    default:
        return sl_scan_u64(j, UINT64_MAX, &context->labels->node, err);
    }
}

static sluice_status labels_read(reader *r, sl_scan *j, sl_c1_labels *labels, sluice_error *err) {
    static const char *const keys[] = {"parents", "layer_index", "node"};
    labels_context context = {.arena = &r->builder->c1->arena, .labels = labels};
    return sl_scan_object(j, keys, 3, 0, labels_field, &context, err);
}

static sluice_status labeling_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    reader *const r = ctx;
    return labels_read(r, j, &r->builder->extras[r->challenge].labels[i], err);
}

static sluice_status proof_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    static const char *const columns[] = {"c_x", "drg_parents", "exp_parents"};
    reader *const r = ctx;
    sl_c1_extra *const extra = &r->builder->extras[r->challenge];
    size_t n;
    switch (key) {
    case 0:
    case 1:
        return merkle_read(r, j, key, err);
    case 2:
        return sl_scan_object(j, columns, 3, 0, columns_field, r, err);
    case 3:
        SL_TRY(sl_scan_array(j, 1, SL_LAYERS_MAX, labeling_element, r, &n, err));
        extra->labels_n = (unsigned)n;
        r->builder->challenges[r->challenge].challenge = extra->labels[0].node;
        return SLUICE_OK;
    default:
        return labels_read(r, j, &extra->encoding, err);
    }
}

static sluice_status proof_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    static const char *const keys[] = {"comm_d_proofs", "comm_r_last_proof", "replica_column_proofs", "labeling_proofs",
                                       "encoding_proof"};
    reader *const r = ctx;
    const unsigned path_from = j->path_from;
    j->path_from = j->path_n;
    r->challenge = (unsigned)i;
    const sluice_status status = sl_scan_object(j, keys, 5, 0, proof_field, r, err);
    j->path_from = path_from;
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "partition %u, challenge %u", r->partition, r->challenge);
    }
    return SLUICE_OK;
}

static sluice_status partition_element(void *ctx, sl_scan *j, size_t i, sluice_error *err) {
    reader *const r = ctx;
    r->partition = (unsigned)i;
    size_t n;
    SL_TRY(sl_scan_array(j, 1, SL_C1_CHALLENGES_MAX, proof_element, r, &n, err));
    return sl_c1_partition_add(r->builder, (unsigned)n, err);
}

static sluice_status variant_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    reader *const r = ctx;
    (void)snprintf(r->head->size_variant, sizeof r->head->size_variant, "StackedDrg%sV1", sl_sector_name_at(key));
    size_t n;
    return sl_scan_array(j, 1, SL_C1_PARTITIONS_MAX, partition_element, r, &n, err);
}

static sluice_status vanilla_read(reader *r, sl_scan *j, sluice_error *err) {
    char names[SL_SECTOR_SIZES_N][32];
    const char *keys[SL_SECTOR_SIZES_N];
    for (unsigned i = 0; i < SL_SECTOR_SIZES_N; i++) {
        (void)snprintf(names[i], sizeof names[i], "StackedDrg%sV1", sl_sector_name_at(i));
        keys[i] = names[i];
    }
    return sl_scan_enum(j, keys, SL_SECTOR_SIZES_N, variant_field, r, err);
}

static const char *const inner_keys[] = {"registered_proof", "vanilla_proofs", "comm_r", "comm_d",
                                         "replica_id",       "seed",           "ticket"};
#define INNER_KEYS_N ((unsigned)SL_ARRAY_N(inner_keys))

static sluice_status inner_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    reader *const r = ctx;
    sl_c1_info *const info = &r->builder->c1->info;
    uint8_t *const fields[] = {NULL, NULL, info->comm_r, info->comm_d, info->replica_id, info->seed, info->ticket};
    if (key == 0) {
        sl_scan_text text;
        SL_TRY(sl_scan_text_next(j, &text, err));
        return sl_scan_text_copy(j, text, r->head->registered_proof, sizeof r->head->registered_proof, err);
    }
    return key == 1 ? vanilla_read(r, j, err) : sl_scan_bytes32(j, fields[key], err);
}

static sluice_status inner_read(reader *r, const uint8_t *bytes, size_t n, sluice_error *err) {
    sl_scan j;
    sl_scan_start(&j, bytes, n);
    SL_TRY(sl_scan_object(&j, inner_keys, INNER_KEYS_N, 0, inner_field, r, err));
    return sl_scan_finish(&j, err);
}

static const char *const wrapper_keys[] = {"SectorNum", "Phase1Out", "SectorSize"};
#define WRAPPER_KEYS_N ((unsigned)SL_ARRAY_N(wrapper_keys))

static sluice_status phase1_decode(reader *r, sl_scan *j, sluice_error *err) {
    sl_scan_text text;
    SL_TRY(sl_scan_text_next(j, &text, err));
    const uint8_t *from = text.bytes;
    size_t n = text.n;
    SL_TRY(sl_buf_alloc(&r->phase1, text.has_escapes ? n : sl_base64_bytes_max(n), "C1 JSON", err));
    if (text.has_escapes) {
        SL_TRY(sl_scan_text_unescape(j, text, r->phase1.data, &n, err));
        from = r->phase1.data;
    }
    sluice_error detail;
    const sluice_status status = sl_base64_decode(r->phase1.data, &r->phase1_n, from, n, &detail);
    return status == SLUICE_OK ? status : sl_scan_fail(j, err, status, "%s", detail.text);
}

static sluice_status wrapper_field(void *ctx, sl_scan *j, unsigned key, sluice_error *err) {
    reader *const r = ctx;
    if (key == 1) {
        return phase1_decode(r, j, err);
    }
    return sl_scan_u64(j, UINT64_MAX, key == 0 ? &r->head->sector_num : &r->head->sector_size, err);
}

static sluice_status wrapper_read(reader *r, const uint8_t *bytes, size_t n, sluice_error *err) {
    sl_scan j;
    sl_scan_start(&j, bytes, n);
    SL_TRY(sl_scan_object(&j, wrapper_keys, WRAPPER_KEYS_N, 0, wrapper_field, r, err));
    SL_TRY(sl_scan_finish(&j, err));
    const sluice_status status = inner_read(r, r->phase1.data, r->phase1_n, err);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "Phase1Out");
}

sluice_status sl_c1_read_json(sl_c1_builder *builder, const uint8_t *bytes, size_t n, sl_c1_json_head *out,
                              sluice_error *err) {
    const char *keys[INNER_KEYS_N + WRAPPER_KEYS_N];
    memcpy(keys, inner_keys, sizeof inner_keys);
    memcpy(keys + INNER_KEYS_N, wrapper_keys, sizeof wrapper_keys);
    sl_scan j;
    sl_scan_start(&j, bytes, n);
    unsigned first;
    SL_TRY(sl_scan_first_key(&j, keys, INNER_KEYS_N + WRAPPER_KEYS_N, &first, err));
    const bool is_wrapper = first >= INNER_KEYS_N && first < INNER_KEYS_N + WRAPPER_KEYS_N;
    builder->c1->info.form = is_wrapper ? SL_C1_WRAPPER : SL_C1_JSON;

    reader r = {.builder = builder, .head = out};
    const sluice_status status = is_wrapper ? wrapper_read(&r, bytes, n, err) : inner_read(&r, bytes, n, err);
    sl_buf_release(&r.phase1);
    return status;
}
