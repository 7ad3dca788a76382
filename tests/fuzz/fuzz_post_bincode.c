// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Any bytes as the vanilla proof of one sector, in winning and window PoSt of several tree shapes. The statement takes
 * the sector's number and comm_r from the input, so that the rest of it is reached.
 */
#include <string.h>

#include "core/mem/buf.h"
#include "math/hash/bytes.h"
#include "proof/circuits/inputs/post_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void post_any(const char *circuit, const uint8_t *data, size_t size, sl_pool *pool) {
    sluice_error err = {.text = ""};
    sl_post_public_sector sector = {.number = 36};
    sl_post_statement statement = {.api = SL_API_V1_0, .sectors_n = 1, .sectors = &sector};
    const sluice_status known = sl_circuit_by_name(&statement.circuit, circuit, &err);
    SL_ASSERT(known == SLUICE_OK);
    memset(statement.randomness, 0x11, 32);
    if (size >= 40) {
        sector.number = sl_load64_le(data);
        if (!sl_fr_from_bytes(&sector.comm_r, data + 8)) {
            sector.comm_r = sl_fr_zero();
        }
    }
    const size_t live = sl_mem_live();
    const sl_post_blob blob = {.bytes = data, .n = size};
    sl_post *post;
    const sluice_status status = sl_post_parse(&post, &statement, -1, &blob, 1, &err);
    if (status != SLUICE_OK) {
        SL_ASSERT(err.text[0] != 0 && err.status == status);
    } else {
        SL_ASSERT(sl_post_partition_at(post, 0)->sectors_n == statement.circuit.sectors);
        const sluice_status checked = sl_post_check(post, &sl_kernels_portable, pool, &err);
        SL_ASSERT(checked == SLUICE_OK || err.status == checked);
        sl_post_close(post);
    }
    SL_ASSERT(sl_mem_live() == live);
    /* Twice: one of them is left out, or the same sector again, so one is missing or too many. */
    const sl_post_blob both[2] = {blob, blob};
    const sluice_status twice = sl_post_parse(&post, &statement, 0, both, SL_ARRAY_N(both), &err);
    SL_ASSERT(twice != SLUICE_OK && err.text[0] != 0 && err.status == twice && sl_mem_live() == live);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const circuits[] = {"window-2KiB", "winning-2KiB", "window-4KiB", "window-32KiB"};
    static sl_pool *pool;
    if (pool == NULL) {
        const sluice_status opened = sl_pool_open(&pool, 1, NULL);
        SL_ASSERT(opened == SLUICE_OK);
    }
    for (size_t i = 0; i < SL_ARRAY_N(circuits); i++) {
        post_any(circuits[i], data, size, pool);
    }
    return 0;
}
