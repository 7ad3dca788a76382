// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Any bytes as the vanilla proof of each partition of a sector update, in sectors of two tree shapes and with both
 * kinds of TreeD. The statement takes its commitments from the input, so that the rest of the check is reached.
 */
#include "core/mem/buf.h"
#include "math/hash/poseidon.h"
#include "proof/circuits/inputs/update_input.h"

enum { PARTITIONS_MAX = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sluice_status parse(sl_update **out, const sl_update_statement *statement, const uint8_t *data, size_t size,
                           sluice_error *err) {
    const sl_update_blob blob = {.bytes = data, .n = size};
    const sl_update_blob blobs[PARTITIONS_MAX] = {blob, blob};
    const sluice_status status = sl_update_parse(out, statement, -1, blobs, statement->circuit.partitions, err);
    SL_ASSERT(status == SLUICE_OK || (err->text[0] != 0 && err->status == status));
    return status;
}

static sl_fr comm_r(const sl_fr *comm_c, const sl_fr *root) {
    const sl_fr pair[2] = {*comm_c, *root};
    sl_fr hash;
    sl_poseidon_hash(sl_poseidon_get(2), &hash, pair);
    return hash;
}

static void update_any(const char *circuit, const uint8_t *data, size_t size, sl_pool *pool) {
    sluice_error err = {.text = ""};
    sl_update_statement statement = {.h_position = 0};
    sl_update *update;
    sluice_status status = sl_circuit_by_name(&statement.circuit, circuit, &err);
    SL_ASSERT(status == SLUICE_OK && statement.circuit.partitions <= PARTITIONS_MAX);
    status = sl_update_h_position(&statement.h_position, &statement.circuit, 1, &err);
    SL_ASSERT(status == SLUICE_OK);
    const size_t live = sl_mem_live();
    if (parse(&update, &statement, data, size, &err) == SLUICE_OK) {
        const sl_update_partition *const p = sl_update_partition_at(update, 0);
        SL_ASSERT(p->challenges_n == statement.circuit.challenges && p->apex_n == statement.circuit.apex_n);
        statement.comm_r_old = comm_r(&p->comm_c, &p->root_r_old);
        statement.comm_r_new = comm_r(&p->comm_c, &p->root_r_new);
        statement.comm_d_new = p->challenges[0].d_new.root;
        sl_update_close(update);
        status = parse(&update, &statement, data, size, &err);
        SL_ASSERT(status == SLUICE_OK);
        const sluice_status checked = sl_update_check(update, &sl_kernels_portable, pool, &err);
        SL_ASSERT(checked == SLUICE_OK || (err.text[0] != 0 && err.status == checked));
        sl_update_close(update);
    }
    SL_ASSERT(sl_mem_live() == live);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sl_pool *pool;
    if (pool == NULL) {
        const sluice_status opened = sl_pool_open(&pool, 1, NULL);
        SL_ASSERT(opened == SLUICE_OK);
    }
    update_any("update-2KiB", data, size, pool);
    update_any("update-16KiB", data, size, pool);
    update_any("update-poseidon-2KiB", data, size, pool);
    return 0;
}
