// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/post/post_circuit.h"

#include "proof/circuits/gadgets/merkle.h"
#include "proof/circuits/gadgets/poseidon_gadget.h"

static void synthesize_sector(sl_cs *cs, const sl_circuit *circuit, const sl_post_sector *input, size_t number,
                              sl_post_wires *wires) {
    const sl_num comm_r_last = sl_num_alloc(cs, input != NULL ? &input->comm_r_last : NULL);
    const sl_num comm_c = sl_num_alloc(cs, input != NULL ? &input->comm_c : NULL);
    const sl_num comm_r = sl_num_alloc(cs, input != NULL ? &input->comm_r : NULL);
    sl_num_inputize(cs, &comm_r);
    const sl_num roots[] = {comm_c, comm_r_last};
    const sl_num hash = sl_poseidon_num(cs, roots, SL_ARRAY_N(roots), sl_post_root_wires(wires, number));
    sl_num_enforce_equal(cs, &comm_r, &hash);
    for (unsigned i = 0; i < circuit->challenges; i++) {
        const sl_path *path = input != NULL ? &input->paths[i] : NULL;
        sl_cs_scope_open(cs, "challenge", i);
        const sl_num leaf = sl_num_alloc(cs, path != NULL ? &path->leaf : NULL);
        sl_path_prove(cs, &circuit->tree, SL_TREE_POSEIDON, &leaf, path, &comm_r_last,
                      sl_post_path_wires(wires, number, i));
        sl_cs_scope_close(cs);
    }
}

void sl_post_synthesize(sl_cs *cs, const sl_circuit *circuit, const sl_post_partition *input, sl_post_wires *wires) {
    for (unsigned i = 0; i < circuit->sectors; i++) {
        sl_cs_scope_open(cs, "sector", i);
        synthesize_sector(cs, circuit, input != NULL ? &input->sectors[i] : NULL, i, wires);
        sl_cs_scope_close(cs);
    }
}
