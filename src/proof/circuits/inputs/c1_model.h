// SPDX-License-Identifier: MIT OR Apache-2.0
/* The inside of sl_c1, and how the readers of its forms fill it. Private to the readers, the check and the writer. */
#ifndef SL_PROOF_CIRCUITS_INPUTS_C1_MODEL_H
#define SL_PROOF_CIRCUITS_INPUTS_C1_MODEL_H

#include "proof/circuits/inputs/arena.h"
#include "proof/circuits/inputs/c1.h"
#include "proof/circuits/inputs/graph.h"
#include "proof/circuits/inputs/labels.h"
#include "proof/circuits/inputs/merkle_path.h"

/* Bounds that hold for every sector size, checked before anything is allocated. */
#define SL_C1_PARTITIONS_MAX 126
#define SL_C1_CHALLENGES_MAX 18

/* Paths of a proof: comm_d_proofs, comm_r_last_proof, then the columns c_x, drg_parents, exp_parents. */
#define SL_C1_COLUMNS_N (1 + SL_DRG_PARENTS_N + SL_EXP_PARENTS_N)
#define SL_C1_PATHS_N (2 + SL_C1_COLUMNS_N)

/* What a proof says about the making of one label; only the check uses it. */
typedef struct sl_c1_labels {
    const sl_fr *parents; /* SL_LABEL_PARENTS_N */
    uint32_t layer_index;
    uint64_t node;
} sl_c1_labels;

/* What a proof holds beside the sl_porep_challenge. */
typedef struct sl_c1_extra {
    sl_c1_labels labels[SL_LAYERS_MAX], encoding;
    unsigned labels_n;
    uint8_t rows_n[SL_C1_COLUMNS_N];
    uint8_t kinds[SL_C1_PATHS_N]; /* sl_path_kind */
} sl_c1_extra;

struct sl_c1 {
    sl_c1_info info;
    sl_arena arena;
    sl_porep_partition partitions[SL_C1_PARTITIONS_MAX];
    const sl_c1_extra *extras[SL_C1_PARTITIONS_MAX]; /* challenges_n for each partition */
};

/* A reader's state: the proofs of the current partition are gathered here and moved to the arena when it ends. */
typedef struct sl_c1_builder {
    sl_c1 *c1;
    sl_porep_challenge challenges[SL_C1_CHALLENGES_MAX];
    sl_c1_extra extras[SL_C1_CHALLENGES_MAX];
} sl_c1_builder;

/* Adds a partition of challenges_n (at least one) gathered proofs; the caller has checked the bounds. */
SL_NODISCARD sluice_status sl_c1_partition_add(sl_c1_builder *builder, unsigned challenges_n, sluice_error *err);

/* When all partitions and the 32-byte fields of info are there: checks the latter, copies them to the partitions. */
SL_NODISCARD sluice_status sl_c1_partitions_fill(sl_c1 *c1, sluice_error *err);

/* "drg_parents[2]" for a column, 0 <= i < SL_C1_COLUMNS_N; "comm_d_proofs", ... for a path, 0 <= i < SL_C1_PATHS_N. */
typedef struct sl_c1_field {
    char text[64];
} sl_c1_field;
sl_c1_field sl_c1_column_name(unsigned i);
sl_c1_field sl_c1_path_name(unsigned i);
const sl_column *sl_c1_column(const sl_porep_challenge *challenge, unsigned i);
const sl_path *sl_c1_path(const sl_porep_challenge *challenge, unsigned i);
/* The same places, for those who fill them. */
sl_column *sl_c1_column_slot(sl_porep_challenge *challenge, unsigned i);
sl_path *sl_c1_path_slot(sl_porep_challenge *challenge, unsigned i);

/* For the raw form: the variant of the file's size and counts that fits its challenges and parents best. */
SL_NODISCARD sluice_status sl_c1_variant_guess(const sl_c1 *c1, const uint8_t *porep_id, sl_seal_proof *out,
                                               sluice_error *err);

/* Readers. They fill partitions and the 32-byte fields; `registered_proof` is the name in the file. */
SL_NODISCARD sluice_status sl_c1_read_raw(sl_c1_builder *builder, const uint8_t *bytes, size_t n, sluice_error *err);
typedef struct sl_c1_json_head {
    char registered_proof[64];
    char size_variant[64];            /* the key in vanilla_proofs */
    uint64_t sector_num, sector_size; /* of the wrapper */
} sl_c1_json_head;
/* Inner JSON or wrapper; says in builder->c1->info.form which. */
SL_NODISCARD sluice_status sl_c1_read_json(sl_c1_builder *builder, const uint8_t *bytes, size_t n, sl_c1_json_head *out,
                                           sluice_error *err);

#endif
