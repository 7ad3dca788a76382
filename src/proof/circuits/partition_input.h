// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Inputs of circuits: what is read from the files of a provider (C1 in its three forms, PoSt vanilla proofs, meta
 * files), in one form that does not depend on the file.
 */
#ifndef SL_PROOF_CIRCUITS_PARTITION_INPUT_H
#define SL_PROOF_CIRCUITS_PARTITION_INPUT_H

#include "math/kernels/kernels.h"
#include "proof/circuits/circuits.h"

/* A Merkle path, leaf level first: positions and siblings, levels in the order base, sub, top. */
typedef struct sl_path_level {
    unsigned arity;      /* 2, 4 or 8 */
    unsigned index;      /* own position among the children */
    const sl_fr *hashes; /* arity - 1 siblings, left to right */
} sl_path_level;

typedef struct sl_path {
    sl_fr root, leaf;
    unsigned levels_n;
    const sl_path_level *levels;
} sl_path;

typedef struct sl_column {
    uint64_t node;
    const sl_fr *rows; /* layers_n of them, layer 1 first */
    sl_path path;      /* of the column hash under comm_c */
} sl_column;

/* One challenge of a PoRep partition. */
typedef struct sl_porep_challenge {
    uint64_t challenge;
    sl_path data;    /* TreeD */
    sl_path replica; /* TreeR last */
    sl_column own;   /* c_x; its rows are recomputed labels for the witness */
    sl_column drg[6];
    sl_column exp[8];
} sl_porep_challenge;

typedef struct sl_porep_partition {
    uint8_t replica_id[32];
    sl_fr replica_id_fr, comm_d, comm_r, comm_c, comm_r_last;
    unsigned layers_n, challenges_n;
    const sl_porep_challenge *challenges;
} sl_porep_partition;

/* One sector of a PoSt partition. */
typedef struct sl_post_sector {
    sl_fr comm_r, comm_c, comm_r_last;
    unsigned challenges_n;
    const sl_path *paths;
} sl_post_sector;

typedef struct sl_post_partition {
    unsigned sectors_n; /* padded to the circuit's number */
    const sl_post_sector *sectors;
} sl_post_partition;

/* One challenge of a sector update: the same node in the three trees (spec 5.2). */
typedef struct sl_update_challenge {
    sl_path r_old, d_new, r_new;
} sl_update_challenge;

/* One partition of a sector update. */
typedef struct sl_update_partition {
    unsigned k;          /* which partition */
    unsigned h_position; /* 0 to 5: which of the six values h has (sl_update_h) */
    sl_fr comm_r_old, comm_d_new, comm_r_new, comm_c, root_r_old, root_r_new;
    unsigned apex_n, challenges_n;
    const sl_fr *apex_leaves; /* apex_n, the nodes of TreeD that the partition's challenges lie below */
    const sl_update_challenge *challenges;
} sl_update_partition;

/* What one partition's witness is made from; the member follows from the circuit's kind. */
typedef union sl_partition_input {
    const sl_porep_partition *porep;
    const sl_post_partition *post;
    const sl_update_partition *update;
} sl_partition_input;

/*
 * Packed witness of one partition (sl_witness_release). `shape` is the circuit's structure. Values may be wrong: the
 * witness is then unsatisfied, which sl_r1cs_check tells. Numbers of challenges, sectors and levels, arities and
 * indices must be the circuit's: SLUICE_E_MISMATCH otherwise. Of a PoRep challenge only what the circuit takes is read:
 * leaf and path of `data`, paths of `replica` and `own`, rows and paths of the parents; of an update's, leaves of r_old
 * and d_new and siblings, since the circuit computes positions itself. SLUICE_E_USAGE for gadgets.
 * `kernels` make the hashes of several paths side by side; the witness does not depend on which set they are.
 */
SL_NODISCARD sluice_status sl_circuit_witness(const sl_circuit *circuit, const sl_r1cs *shape, sl_partition_input input,
                                              const sl_kernels *kernels, sl_witness *out, sluice_error *err);

#endif
