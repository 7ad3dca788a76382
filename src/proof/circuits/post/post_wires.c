// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/post/post_wires.h"

#include "proof/circuits/gadgets/path_wires.h"

enum { ROOTS = 8, PATHS = SL_PATH_WIRES_MAX };

sluice_status sl_post_wires_open(sl_post_wires *out, const sl_kernels *kernels, const sl_circuit *circuit,
                                 const sl_post_partition *partition, sluice_error *err) {
    const size_t root_n = sl_poseidon_get(2)->aux_n;
    const size_t path_n = sl_path_wires_n(&circuit->tree);
    sl_buf storage;
    SL_TRY(sl_buf_alloc_n(&storage, ROOTS * root_n + PATHS * path_n, sizeof(sl_fr), "hashes of paths", err));
    sl_buf_mark_secret(&storage);
    *out = (sl_post_wires){.kernels = kernels,
                           .circuit = circuit,
                           .partition = partition,
                           .root_n = root_n,
                           .path_n = path_n,
                           .roots = storage.data,
                           .paths = (sl_fr *)storage.data + ROOTS * root_n,
                           .storage = storage};
    return SLUICE_OK;
}

void sl_post_wires_close(sl_post_wires *wires) {
    sl_buf_release(&wires->storage);
}

static void roots_make(const sl_post_wires *wires, size_t first) {
    sl_fr pairs[ROOTS][2];
    const sl_fr *inputs[ROOTS];
    sl_fr *to[ROOTS];
    const size_t n = SL_MIN((size_t)ROOTS, wires->circuit->sectors - first);
    for (size_t i = 0; i < n; i++) {
        const sl_post_sector *sector = &wires->partition->sectors[first + i];
        pairs[i][0] = sector->comm_c;
        pairs[i][1] = sector->comm_r_last;
        inputs[i] = pairs[i];
        to[i] = wires->roots + i * wires->root_n;
    }
    wires->kernels->poseidon_wires(sl_poseidon_get(2), to, inputs, n);
}

/* Paths are numbered through all sectors. */
static void paths_make(const sl_post_wires *wires, size_t first) {
    const size_t challenges = wires->circuit->challenges;
    const size_t n = SL_MIN((size_t)PATHS, wires->circuit->sectors * challenges - first);
    sl_fr *to[PATHS];
    const sl_path *paths[PATHS];
    const sl_fr *leaves[PATHS];
    for (size_t i = 0; i < n; i++) {
        to[i] = wires->paths + i * wires->path_n;
        paths[i] = &wires->partition->sectors[(first + i) / challenges].paths[(first + i) % challenges];
        leaves[i] = &paths[i]->leaf;
    }
    sl_path_wires(wires->kernels, &wires->circuit->tree, to, paths, leaves, n);
}

const sl_fr *sl_post_root_wires(sl_post_wires *wires, size_t sector) {
    if (wires == NULL) {
        return NULL;
    }
    if (sector % ROOTS == 0) {
        roots_make(wires, sector);
    }
    return wires->roots + sector % ROOTS * wires->root_n;
}

const sl_fr *sl_post_path_wires(sl_post_wires *wires, size_t sector, size_t challenge) {
    if (wires == NULL) {
        return NULL;
    }
    const size_t path = sector * wires->circuit->challenges + challenge;
    if (path % PATHS == 0) {
        paths_make(wires, path);
    }
    return wires->paths + path % PATHS * wires->path_n;
}
