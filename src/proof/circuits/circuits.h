// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Every circuit by name, and its inputs.
 *
 * A circuit is described by a sl_circuit value made from a name of cli.md ("porep-2KiB", "gadget-poseidon-8",
 * "porep-8n-8-0-0-2l-1c", "post-1sector-64GiB-1c"). Its structure does not depend on the input; its witness does.
 */
#ifndef SL_PROOF_CIRCUITS_CIRCUITS_H
#define SL_PROOF_CIRCUITS_CIRCUITS_H

#include "proof/r1cs/builder.h"

typedef enum sl_circuit_kind {
    SL_CIRCUIT_GADGET_SHA256,
    SL_CIRCUIT_GADGET_POSEIDON,
    SL_CIRCUIT_POREP,
    SL_CIRCUIT_WINNING,
    SL_CIRCUIT_WINDOW,
    SL_CIRCUIT_UPDATE,          /* EmptySectorUpdate, SHA-256 TreeD */
    SL_CIRCUIT_UPDATE_POSEIDON, /* the same with a TreeD of the shape of TreeR */
    SL_CIRCUIT_POST_TEST,       /* test shapes: any number of sectors and challenges */
} sl_circuit_kind;

typedef enum sl_porep_feature { SL_POREP_INTERACTIVE, SL_POREP_SYNTHETIC, SL_POREP_NON_INTERACTIVE } sl_porep_feature;

/*
 * A tree: base arity 8 (Poseidon) or 2 (TreeD), sub and top arity 0 (absent), 2, 4 or 8 (spec 3.7, 4.1).
 * leaves = base^k * sub * top.
 */
typedef struct sl_tree_shape {
    uint64_t leaves;
    unsigned base, sub, top;
} sl_tree_shape;

/* Arities of a path's levels, from the leaf up: base levels, then sub, then top. Returns their number. */
#define SL_TREE_LEVELS_MAX 64
size_t sl_tree_levels(const sl_tree_shape *tree, uint8_t arities[SL_TREE_LEVELS_MAX]);

#define SL_LAYERS_MAX 11

typedef struct sl_circuit {
    char name[48]; /* canonical */
    sl_circuit_kind kind;
    unsigned arity;           /* Poseidon gadgets */
    sl_porep_feature feature; /* PoRep */
    uint64_t sector_bytes;    /* 0: a test shape without a size */
    sl_tree_shape tree;
    unsigned layers;
    unsigned challenges; /* per partition (PoRep, update) or per sector (PoSt) */
    unsigned sectors;    /* PoSt: per partition */
    unsigned partitions; /* 0: as many as the sectors need */
    unsigned apex_n;     /* update: nodes of TreeD that a partition has as leaves of a tree of its own; or 0 */
} sl_circuit;

/* SLUICE_E_UNKNOWN with the list of kinds for a name that is none. Sizes may be written 2KiB, 2kib, 2K. */
SL_NODISCARD sluice_status sl_circuit_by_name(sl_circuit *out, const char *name, sluice_error *err);
/* Canonical names of all circuits that `sluice circuits` lists; i < sl_circuits_n(). */
size_t sl_circuits_n(void);
const char *sl_circuit_name_at(size_t i);

/* Public inputs of a partition, ONE included: what ic of its key counts. Needs no structure. */
size_t sl_circuit_inputs_n(const sl_circuit *circuit);

/*
 * The six values of h that an update circuit knows, position < 6 (spec 5.2): rho follows from the h highest bits of a
 * node's number. Small sectors have 1 six times. The reference takes the first position that has the value asked for.
 */
#define SL_UPDATE_HS 6
unsigned sl_update_h(const sl_circuit *circuit, unsigned position);
/* The most challenges that a partition of an update has, and the most apex leaves. */
#define SL_UPDATE_CHALLENGES_MAX 1376
#define SL_UPDATE_APEX_MAX 128
/* The tree over an update's new data. */
sl_tree_shape sl_update_tree_d(const sl_circuit *circuit);

/* Builds the structure (sl_r1cs_close). */
SL_NODISCARD sluice_status sl_circuit_shape(const sl_circuit *circuit, sl_r1cs **out, sluice_error *err);

#endif
