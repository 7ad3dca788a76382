// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/vanilla_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "math/hash/bytes.h"
#include "proof/circuits/inputs/json_append.h"
#include "proof/circuits/inputs/merkle_path.h"

enum { FR_BYTES = 32, COUNT_BYTES = 8, TAG_BYTES = 4 };

void sl_vanilla_name(char out[SL_VANILLA_NAME_BYTES], size_t i) {
    (void)snprintf(out, SL_VANILLA_NAME_BYTES, "vanilla-%zu.bin", i);
}

/* Sizes are known beforehand, so that a blob is one buffer and its end is compared. */
static size_t path_bytes(const sl_tree_shape *tree) {
    uint8_t arities[SL_TREE_LEVELS_MAX];
    const size_t levels_n = sl_tree_levels(tree, arities);
    const size_t parts_n = 1 + (size_t)(tree->sub > 0) + (size_t)(tree->top > 0);
    size_t n = TAG_BYTES + 2 * FR_BYTES + parts_n * COUNT_BYTES;
    for (size_t k = 0; k < levels_n; k++) {
        n += COUNT_BYTES + (arities[k] - 1u) * FR_BYTES + COUNT_BYTES;
    }
    return n;
}

static void put_u64(uint8_t **at, uint64_t value) {
    sl_store64_le(*at, value);
    *at += COUNT_BYTES;
}

static void put_fr(uint8_t **at, const sl_fr *value) {
    sl_fr_to_bytes(*at, value);
    *at += FR_BYTES;
}

static void put_levels(uint8_t **at, const sl_path_level *levels, size_t n) {
    put_u64(at, n);
    for (size_t i = 0; i < n; i++) {
        const unsigned siblings_n = levels[i].arity - 1;
        put_u64(at, siblings_n);
        for (unsigned k = 0; k < siblings_n; k++) {
            put_fr(at, &levels[i].hashes[k]);
        }
        put_u64(at, levels[i].index);
    }
}

static void put_path(uint8_t **at, const sl_tree_shape *tree, const sl_path *path) {
    const size_t above = (size_t)(tree->sub > 0) + (size_t)(tree->top > 0); // parts of one level each
    const size_t base_n = path->levels_n - above;
    sl_store32_le(*at, (uint32_t)above); // sl_path_kind
    *at += TAG_BYTES;
    if (above == 0) {
        put_fr(at, &path->root);
        put_fr(at, &path->leaf);
        put_levels(at, path->levels, base_n);
        return;
    }
    put_levels(at, path->levels, base_n);
    for (size_t i = 0; i < above; i++) {
        put_levels(at, path->levels + base_n + i, 1);
    }
    put_fr(at, &path->root);
    put_fr(at, &path->leaf);
}

sluice_status sl_post_blob_make(sl_buf *out, const sl_tree_shape *tree, uint64_t number, const sl_post_sector *sector,
                                sluice_error *err) {
    const size_t n =
        COUNT_BYTES + FR_BYTES + 2 * COUNT_BYTES + sector->challenges_n * path_bytes(tree) + 2 * (size_t)FR_BYTES;
    sl_buf blob;
    SL_TRY(sl_buf_alloc(&blob, n, "vanilla proof", err));
    uint8_t *at = blob.data;
    put_u64(&at, number);
    put_fr(&at, &sector->comm_r);
    put_u64(&at, 1); // sectors
    put_u64(&at, sector->challenges_n);
    for (unsigned i = 0; i < sector->challenges_n; i++) {
        put_path(&at, tree, &sector->paths[i]);
    }
    put_fr(&at, &sector->comm_c);
    put_fr(&at, &sector->comm_r_last);
    SL_ASSERT(at == (uint8_t *)blob.data + n);
    *out = blob;
    return SLUICE_OK;
}

sluice_status sl_update_blob_make(sl_buf *out, const sl_circuit *circuit, const sl_update_partition *partition,
                                  sluice_error *err) {
    const sl_tree_shape *const tree = &circuit->tree;
    const sl_tree_shape tree_d = sl_update_tree_d(circuit);
    const size_t n = FR_BYTES + 2 * COUNT_BYTES + (size_t)partition->apex_n * FR_BYTES +
                     partition->challenges_n * (2 * path_bytes(tree) + path_bytes(&tree_d));
    sl_buf blob;
    SL_TRY(sl_buf_alloc(&blob, n, "vanilla proof", err));
    uint8_t *at = blob.data;
    put_fr(&at, &partition->comm_c);
    put_u64(&at, partition->apex_n);
    for (unsigned i = 0; i < partition->apex_n; i++) {
        put_fr(&at, &partition->apex_leaves[i]);
    }
    put_u64(&at, partition->challenges_n);
    for (unsigned i = 0; i < partition->challenges_n; i++) {
        put_path(&at, tree, &partition->challenges[i].r_old);
        put_path(&at, &tree_d, &partition->challenges[i].d_new);
        put_path(&at, tree, &partition->challenges[i].r_new);
    }
    SL_ASSERT(at == (uint8_t *)blob.data + n);
    *out = blob;
    return SLUICE_OK;
}

/* --- meta files --- */

static void json_fr(sl_json *json, const char *key, const sl_fr *value) {
    uint8_t bytes[FR_BYTES];
    sl_fr_to_bytes(bytes, value);
    sl_json_hex(json, key, bytes, sizeof bytes);
}

static void json_name(sl_json *json, const char *key, size_t i) {
    char name[SL_VANILLA_NAME_BYTES];
    sl_vanilla_name(name, i);
    sl_json_string(json, key, name);
}

static void post_json(sl_json *json, const void *data) {
    const sl_post_statement *const post = data;
    sl_json_object_begin(json, NULL);
    sl_json_string(json, "kind", post->circuit.kind == SL_CIRCUIT_WINNING ? "winning" : "window");
    sl_json_u64(json, "sector_size", post->circuit.sector_bytes);
    sl_json_string(json, "api_version", sl_api_version_name(post->api));
    sl_json_hex(json, "randomness", post->randomness, 32);
    sl_json_hex(json, "prover_id", post->prover_id, 32);
    sl_json_u64(json, "partitions", sl_post_partitions_n(post));
    sl_json_array_begin(json, "sectors");
    for (size_t i = 0; i < post->sectors_n; i++) {
        sl_json_object_begin(json, NULL);
        sl_json_u64(json, "sector_id", post->sectors[i].number);
        json_fr(json, "comm_r", &post->sectors[i].comm_r);
        json_name(json, "vanilla", i);
        sl_json_object_end(json);
    }
    sl_json_array_end(json);
    sl_json_object_end(json);
}

sluice_status sl_post_meta_write(const sl_post_statement *post, sl_outfile *file, sluice_error *err) {
    return sl_json_append(file, post_json, post, err);
}

static void update_json(sl_json *json, const void *data) {
    const sl_update_statement *const update = data;
    sl_json_object_begin(json, NULL);
    sl_json_string(json, "kind", update->circuit.kind == SL_CIRCUIT_UPDATE ? "update" : "update-poseidon");
    sl_json_u64(json, "sector_size", update->circuit.sector_bytes);
    json_fr(json, "comm_r_old", &update->comm_r_old);
    json_fr(json, "comm_d_new", &update->comm_d_new);
    json_fr(json, "comm_r_new", &update->comm_r_new);
    sl_json_u64(json, "h", sl_update_h(&update->circuit, update->h_position));
    sl_json_u64(json, "partitions", update->circuit.partitions);
    sl_json_array_begin(json, "vanilla");
    for (unsigned k = 0; k < update->circuit.partitions; k++) {
        json_name(json, NULL, k);
    }
    sl_json_array_end(json);
    sl_json_object_end(json);
}

sluice_status sl_update_meta_write(const sl_update_statement *update, sl_outfile *file, sluice_error *err) {
    return sl_json_append(file, update_json, update, err);
}
