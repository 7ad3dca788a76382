// SPDX-License-Identifier: MIT OR Apache-2.0
/* The raw form of C1: headerless bincode (spec 6.2b). */
#include "proof/circuits/inputs/bincode.h"
#include "proof/circuits/inputs/c1_model.h"

/* Bytes that a proof and a partition take at least: enough to refuse counts that the file cannot hold. */
#define PROOF_BYTES_MIN 1024
#define PARTITION_BYTES_MIN (8 + PROOF_BYTES_MIN)

static sluice_status path_read(sl_bincode *b, sl_c1_builder *builder, unsigned challenge, unsigned path,
                               sluice_error *err) {
    sl_path_kind kind;
    SL_TRY(sl_bincode_path(b, sl_c1_path_slot(&builder->challenges[challenge], path), &kind, sl_c1_path_name(path).text,
                           err));
    builder->extras[challenge].kinds[path] = (uint8_t)kind;
    return SLUICE_OK;
}

static sluice_status column_read(sl_bincode *b, sl_c1_builder *builder, unsigned challenge, unsigned i,
                                 sluice_error *err) {
    sl_column *const column = sl_c1_column_slot(&builder->challenges[challenge], i);
    uint32_t node;
    size_t rows_n;
    sluice_status status = sl_bincode_u32(b, &node, "column.index", err);
    if (status == SLUICE_OK) {
        column->node = node;
        status = sl_bincode_fr_list(b, 1, SL_LAYERS_MAX, &column->rows, &rows_n, "column.rows", err);
    }
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "%s", sl_c1_column_name(i).text);
    }
    builder->extras[challenge].rows_n[i] = (uint8_t)rows_n;
    return path_read(b, builder, challenge, 2 + i, err);
}

static sluice_status labels_read(sl_bincode *b, sl_c1_labels *out, sluice_error *err) {
    size_t n;
    SL_TRY(sl_bincode_fr_list(b, SL_LABEL_PARENTS_N, SL_LABEL_PARENTS_N, &out->parents, &n, "parents", err));
    SL_TRY(sl_bincode_u32(b, &out->layer_index, "layer_index", err));
    return sl_bincode_u64(b, &out->node, "node", err);
}

static sluice_status proof_read(sl_bincode *b, sl_c1_builder *builder, unsigned challenge, sluice_error *err) {
    size_t n;
    sl_c1_extra *const extra = &builder->extras[challenge];
    SL_TRY(path_read(b, builder, challenge, 0, err));
    SL_TRY(path_read(b, builder, challenge, 1, err));
    SL_TRY(column_read(b, builder, challenge, 0, err));
    SL_TRY(sl_bincode_count(b, SL_DRG_PARENTS_N, SL_DRG_PARENTS_N, 32, &n, "drg_parents", err));
    for (unsigned i = 0; i < SL_DRG_PARENTS_N; i++) {
        SL_TRY(column_read(b, builder, challenge, 1 + i, err));
    }
    SL_TRY(sl_bincode_count(b, SL_EXP_PARENTS_N, SL_EXP_PARENTS_N, 32, &n, "exp_parents", err));
    for (unsigned i = 0; i < SL_EXP_PARENTS_N; i++) {
        SL_TRY(column_read(b, builder, challenge, 1 + SL_DRG_PARENTS_N + i, err));
    }
    SL_TRY(sl_bincode_count(b, 1, SL_LAYERS_MAX, 32, &n, "labeling_proofs", err));
    for (size_t i = 0; i < n; i++) {
        const sluice_status status = labels_read(b, &extra->labels[i], err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "labeling_proofs[%zu]", i);
        }
    }
    extra->labels_n = (unsigned)n;
    builder->challenges[challenge].challenge = extra->labels[0].node;
    const sluice_status status = labels_read(b, &extra->encoding, err);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "encoding_proof");
}

static sluice_status partition_read(sl_bincode *b, sl_c1_builder *builder, unsigned partition, sluice_error *err) {
    size_t n;
    sluice_status status = sl_bincode_count(b, 1, SL_C1_CHALLENGES_MAX, PROOF_BYTES_MIN, &n, "challenges", err);
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "partition %u", partition);
    }
    for (unsigned i = 0; i < n; i++) {
        status = proof_read(b, builder, i, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "partition %u, challenge %u", partition, i);
        }
    }
    return sl_c1_partition_add(builder, (unsigned)n, err);
}

sluice_status sl_c1_read_raw(sl_c1_builder *builder, const uint8_t *bytes, size_t n, sluice_error *err) {
    sl_c1_info *const info = &builder->c1->info;
    sl_bincode b;
    sl_bincode_start(&b, bytes, n, &builder->c1->arena);
    info->form = SL_C1_RAW;
    size_t partitions_n;
    SL_TRY(sl_bincode_count(&b, 1, SL_C1_PARTITIONS_MAX, PARTITION_BYTES_MIN, &partitions_n, "partitions", err));
    for (unsigned i = 0; i < partitions_n; i++) {
        SL_TRY(partition_read(&b, builder, i, err));
    }
    SL_TRY(sl_bincode_bytes32(&b, info->comm_r, "comm_r", err));
    SL_TRY(sl_bincode_bytes32(&b, info->comm_d, "comm_d", err));
    SL_TRY(sl_bincode_bytes32(&b, info->replica_id, "replica_id", err));
    SL_TRY(sl_bincode_bytes32(&b, info->seed, "seed", err));
    SL_TRY(sl_bincode_bytes32(&b, info->ticket, "ticket", err));
    return sl_bincode_finish(&b, err);
}
