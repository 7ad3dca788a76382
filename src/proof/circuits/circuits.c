// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/circuits.h"

#include "proof/circuits/gadgets/poseidon_gadget.h"
#include "proof/circuits/gadgets/sha256_gadget.h"
#include "proof/circuits/partition_input.h"
#include "proof/circuits/porep/porep_circuit.h"
#include "proof/circuits/post/post_circuit.h"
#include "proof/circuits/update/update_circuit.h"

/* 512 bits, then their compression from the constant initial state. */
static void synthesize_sha256(sl_cs *cs) {
    sl_bit block[SL_SHA256_BLOCK_BITS];
    for (size_t i = 0; i < SL_ARRAY_N(block); i++) {
        block[i] = sl_bit_alloc(cs, false);
    }
    sl_word state[8];
    sl_sha256_state_open(state);
    sl_sha256_block(cs, state, block, SL_NO_INDEX);
}

static void synthesize_poseidon(sl_cs *cs, unsigned arity) {
    sl_num inputs[11];
    SL_ASSERT(arity <= SL_ARRAY_N(inputs));
    for (size_t i = 0; i < arity; i++) {
        inputs[i] = sl_num_alloc(cs, NULL);
    }
    (void)sl_poseidon_num(cs, inputs, arity, NULL);
}

size_t sl_circuit_inputs_n(const sl_circuit *circuit) {
    switch (circuit->kind) {
    case SL_CIRCUIT_GADGET_SHA256:
    case SL_CIRCUIT_GADGET_POSEIDON:
        return 1;
    case SL_CIRCUIT_POREP:
        /* replica_id, comm_d, comm_r; 14 parents, and the challenge four times (spec 4.4) */
        return 1 + 3 + 18 * (size_t)circuit->challenges;
    case SL_CIRCUIT_WINNING:
    case SL_CIRCUIT_WINDOW:
    case SL_CIRCUIT_POST_TEST:
        return 1 + (size_t)circuit->sectors * (1 + circuit->challenges);
    case SL_CIRCUIT_UPDATE:
    case SL_CIRCUIT_UPDATE_POSEIDON:
        /* k and h, comm_r_old, comm_d_new, comm_r_new */
        return 1 + 4;
    }
    return 0;
}

sluice_status sl_circuit_shape(const sl_circuit *circuit, sl_r1cs **out, sluice_error *err) {
    sl_cs *cs;
    SL_TRY(sl_cs_open_shape(&cs, err));
    switch (circuit->kind) {
    case SL_CIRCUIT_GADGET_SHA256:
        synthesize_sha256(cs);
        break;
    case SL_CIRCUIT_GADGET_POSEIDON:
        synthesize_poseidon(cs, circuit->arity);
        break;
    case SL_CIRCUIT_POREP:
        sl_porep_synthesize(cs, circuit, NULL, NULL);
        break;
    case SL_CIRCUIT_WINNING:
    case SL_CIRCUIT_WINDOW:
    case SL_CIRCUIT_POST_TEST:
        sl_post_synthesize(cs, circuit, NULL, NULL);
        break;
    case SL_CIRCUIT_UPDATE:
    case SL_CIRCUIT_UPDATE_POSEIDON:
        sl_update_synthesize(cs, circuit, NULL, NULL);
        break;
    }
    const sluice_status status = sl_cs_finish_shape(cs, out, err);
    sl_cs_close(cs);
    return status;
}

/* A path has the levels of the tree, and every index is one of its level. */
static sluice_status path_check(const sl_path *path, const sl_tree_shape *tree, sluice_error *err) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    if (path->levels_n != levels_n) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "levels: expected %zu, found %u", levels_n, path->levels_n);
    }
    for (size_t k = 0; k < levels_n; k++) {
        const sl_path_level *level = &path->levels[k];
        if (level->arity != arities[k]) {
            return SL_FAIL(err, SLUICE_E_MISMATCH, "level %zu: expected %u children, found %u", k, arities[k],
                           level->arity);
        }
        if (level->index >= level->arity) {
            return SL_FAIL(err, SLUICE_E_MISMATCH, "level %zu: index %u of %u children", k, level->index, level->arity);
        }
    }
    return SLUICE_OK;
}

static sluice_status porep_challenge_check(const sl_porep_challenge *c, const sl_circuit *circuit, sluice_error *err) {
    const sl_tree_shape tree_d = {.leaves = circuit->tree.leaves, .base = 2};
    sluice_status status = path_check(&c->data, &tree_d, err);
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "data path");
    }
    status = path_check(&c->replica, &circuit->tree, err);
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "replica path");
    }
    status = path_check(&c->own.path, &circuit->tree, err);
    if (status != SLUICE_OK) {
        return sl_error_prefix(err, status, "column path");
    }
    for (size_t i = 0; i < SL_ARRAY_N(c->drg); i++) {
        status = path_check(&c->drg[i].path, &circuit->tree, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "drg parent %zu", i);
        }
    }
    for (size_t i = 0; i < SL_ARRAY_N(c->exp); i++) {
        status = path_check(&c->exp[i].path, &circuit->tree, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "exp parent %zu", i);
        }
    }
    return SLUICE_OK;
}

static sluice_status porep_check(const sl_porep_partition *input, const sl_circuit *circuit, sluice_error *err) {
    if (input->layers_n != circuit->layers || input->challenges_n != circuit->challenges) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected %u layers and %u challenges, found %u and %u",
                       circuit->name, circuit->layers, circuit->challenges, input->layers_n, input->challenges_n);
    }
    for (unsigned i = 0; i < input->challenges_n; i++) {
        const sluice_status status = porep_challenge_check(&input->challenges[i], circuit, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s: challenge %u", circuit->name, i);
        }
    }
    return SLUICE_OK;
}

static sluice_status post_check(const sl_post_partition *input, const sl_circuit *circuit, sluice_error *err) {
    if (input->sectors_n != circuit->sectors) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected %u sectors, found %u", circuit->name, circuit->sectors,
                       input->sectors_n);
    }
    for (unsigned i = 0; i < input->sectors_n; i++) {
        const sl_post_sector *sector = &input->sectors[i];
        if (sector->challenges_n != circuit->challenges) {
            return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: sector %u: expected %u challenges, found %u", circuit->name, i,
                           circuit->challenges, sector->challenges_n);
        }
        for (unsigned k = 0; k < sector->challenges_n; k++) {
            const sluice_status status = path_check(&sector->paths[k], &circuit->tree, err);
            if (status != SLUICE_OK) {
                return sl_error_prefix(err, status, "%s: sector %u: challenge %u", circuit->name, i, k);
            }
        }
    }
    return SLUICE_OK;
}

static sluice_status update_check(const sl_update_partition *input, const sl_circuit *circuit, sluice_error *err) {
    const sl_tree_shape tree_d = sl_update_tree_d(circuit);
    if (input->k >= circuit->partitions || input->h_position >= SL_UPDATE_HS) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "%s: expected a partition below %u and a position of h below %d, found %u and %u", circuit->name,
                       circuit->partitions, SL_UPDATE_HS, input->k, input->h_position);
    }
    if (input->apex_n != circuit->apex_n || input->challenges_n != circuit->challenges) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: expected %u apex leaves and %u challenges, found %u and %u",
                       circuit->name, circuit->apex_n, circuit->challenges, input->apex_n, input->challenges_n);
    }
    for (unsigned i = 0; i < input->challenges_n; i++) {
        const sl_update_challenge *const c = &input->challenges[i];
        const struct {
            const char *name;
            const sl_path *path;
            const sl_tree_shape *tree;
        } paths[] = {{"old replica path", &c->r_old, &circuit->tree},
                     {"new data path", &c->d_new, &tree_d},
                     {"new replica path", &c->r_new, &circuit->tree}};
        for (size_t k = 0; k < SL_ARRAY_N(paths); k++) {
            const sluice_status status = path_check(paths[k].path, paths[k].tree, err);
            if (status != SLUICE_OK) {
                return sl_error_prefix(err, status, "%s: challenge %u: %s", circuit->name, i, paths[k].name);
            }
        }
    }
    return SLUICE_OK;
}

static sluice_status porep_witness(sl_cs *cs, const sl_circuit *circuit, const sl_porep_partition *input,
                                   const sl_kernels *kernels, sluice_error *err) {
    sl_porep_wires wires;
    SL_TRY(sl_porep_wires_open(&wires, kernels, circuit, input, err));
    sl_porep_synthesize(cs, circuit, input, &wires);
    sl_porep_wires_close(&wires);
    return SLUICE_OK;
}

static sluice_status post_witness(sl_cs *cs, const sl_circuit *circuit, const sl_post_partition *input,
                                  const sl_kernels *kernels, sluice_error *err) {
    sl_post_wires wires;
    SL_TRY(sl_post_wires_open(&wires, kernels, circuit, input, err));
    sl_post_synthesize(cs, circuit, input, &wires);
    sl_post_wires_close(&wires);
    return SLUICE_OK;
}

static sluice_status update_witness(sl_cs *cs, const sl_circuit *circuit, const sl_update_partition *input,
                                    const sl_kernels *kernels, sluice_error *err) {
    sl_update_wires wires;
    SL_TRY(sl_update_wires_open(&wires, kernels, circuit, input, err));
    sl_update_synthesize(cs, circuit, input, &wires);
    sl_update_wires_close(&wires);
    return SLUICE_OK;
}

static sluice_status input_check(const sl_circuit *circuit, sl_partition_input input, sluice_error *err) {
    switch (circuit->kind) {
    case SL_CIRCUIT_POREP:
        return porep_check(input.porep, circuit, err);
    case SL_CIRCUIT_WINNING:
    case SL_CIRCUIT_WINDOW:
    case SL_CIRCUIT_POST_TEST:
        return post_check(input.post, circuit, err);
    case SL_CIRCUIT_UPDATE:
    case SL_CIRCUIT_UPDATE_POSEIDON:
        return update_check(input.update, circuit, err);
    case SL_CIRCUIT_GADGET_SHA256:
    case SL_CIRCUIT_GADGET_POSEIDON:
        break;
    }
    return SL_FAIL(err, SLUICE_E_USAGE, "%s: a gadget has no input files", circuit->name);
}

/* For an input that has been checked. */
static sluice_status witness_make(sl_cs *cs, const sl_circuit *circuit, sl_partition_input input,
                                  const sl_kernels *kernels, sluice_error *err) {
    switch (circuit->kind) {
    case SL_CIRCUIT_POREP:
        return porep_witness(cs, circuit, input.porep, kernels, err);
    case SL_CIRCUIT_UPDATE:
    case SL_CIRCUIT_UPDATE_POSEIDON:
        return update_witness(cs, circuit, input.update, kernels, err);
    default:
        return post_witness(cs, circuit, input.post, kernels, err);
    }
}

sluice_status sl_circuit_witness(const sl_circuit *circuit, const sl_r1cs *shape, sl_partition_input input,
                                 const sl_kernels *kernels, sl_witness *out, sluice_error *err) {
    SL_TRY(input_check(circuit, input, err));
    sl_cs *cs;
    SL_TRY(sl_cs_open_witness(&cs, shape, err));
    sluice_status status = witness_make(cs, circuit, input, kernels, err);
    if (status == SLUICE_OK) {
        status = sl_cs_finish_witness(cs, out, err);
    }
    sl_cs_close(cs);
    return status;
}
