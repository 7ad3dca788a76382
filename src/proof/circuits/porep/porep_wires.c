// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/porep/porep_wires.h"

#include "proof/circuits/gadgets/path_wires.h"
#include "proof/circuits/inputs/labels.h"

enum { DRG_N = 6, COLUMNS = SL_POREP_PATHS - 1 };

sluice_status sl_porep_wires_open(sl_porep_wires *out, const sl_kernels *kernels, const sl_circuit *circuit,
                                  const sl_porep_partition *partition, sluice_error *err) {
    const size_t column_n = sl_poseidon_get(circuit->layers)->aux_n;
    const size_t path_n = sl_path_wires_n(&circuit->tree);
    sl_buf storage;
    SL_TRY(sl_buf_alloc_n(&storage, COLUMNS * column_n + SL_POREP_PATHS * path_n, sizeof(sl_fr),
                          "hashes of a challenge", err));
    sl_buf_mark_secret(&storage);
    *out = (sl_porep_wires){.kernels = kernels, .circuit = circuit, .partition = partition, .storage = storage};
    sl_fr *next = storage.data;
    for (size_t i = 0; i < COLUMNS; i++, next += column_n) {
        out->columns[i] = next;
    }
    for (size_t i = 0; i < SL_POREP_PATHS; i++, next += path_n) {
        out->paths[i] = next;
    }
    return SLUICE_OK;
}

void sl_porep_wires_close(sl_porep_wires *wires) {
    sl_buf_release(&wires->storage);
}

static const sl_column *parent_of(const sl_porep_challenge *challenge, size_t i) {
    return i < DRG_N ? &challenge->drg[i] : &challenge->exp[i - DRG_N];
}

/* The labels of the challenged node as the circuit computes them: from the parents' rows, whatever node it is. */
static void labels_make(const sl_porep_wires *wires, const sl_porep_challenge *challenge, sl_fr *labels) {
    uint8_t replica_id[32];
    uint8_t parents[SL_POREP_PARENTS][32];
    sl_fr_to_bytes(replica_id, &wires->partition->replica_id_fr);
    for (unsigned layer = 1; layer <= wires->circuit->layers; layer++) {
        const size_t parents_n = layer == 1 ? DRG_N : SL_POREP_PARENTS;
        for (size_t k = 0; k < parents_n; k++) {
            sl_fr_to_bytes(parents[k], &parent_of(challenge, k)->rows[k < DRG_N ? layer - 1 : layer - 2]);
        }
        uint8_t label[32];
        sl_porep_label_of(label, replica_id, layer, challenge->challenge, (const uint8_t(*)[32])parents);
        SL_ASSERT(sl_fr_from_bytes(&labels[layer - 1], label)); /* 254 bits */
    }
}

void sl_porep_wires_make(sl_porep_wires *wires, unsigned i) {
    const sl_porep_challenge *challenge = &wires->partition->challenges[i];
    const sl_poseidon *column = sl_poseidon_get(wires->circuit->layers);
    sl_fr labels[SL_LAYERS_MAX];
    labels_make(wires, challenge, labels);

    const sl_fr *rows[COLUMNS];
    const sl_fr *leaves[SL_POREP_PATHS];
    const sl_path *paths[SL_POREP_PATHS];
    for (size_t k = 0; k < COLUMNS; k++) {
        rows[k] = k == SL_POREP_OWN ? labels : parent_of(challenge, k)->rows;
        leaves[k] = wires->columns[k] + column->aux_n - 1;
        paths[k] = k == SL_POREP_OWN ? &challenge->own.path : &parent_of(challenge, k)->path;
    }
    wires->kernels->poseidon_wires(column, wires->columns, rows, COLUMNS);
    sl_fr encoded;
    sl_fr_add(&encoded, &labels[wires->circuit->layers - 1], &challenge->data.leaf);
    leaves[SL_POREP_REPLICA] = &encoded;
    paths[SL_POREP_REPLICA] = &challenge->replica;
    sl_path_wires(wires->kernels, &wires->circuit->tree, wires->paths, paths, leaves, SL_POREP_PATHS);
}
