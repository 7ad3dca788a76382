// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Any bytes as a C1 file: refused with a text, or a sl_c1 whose partitions can be walked and which is checked. Either
 * way no memory stays, and no more is taken than the input can fill.
 */
#ifndef SL_TESTS_FUZZ_C1_ANY_H
#define SL_TESTS_FUZZ_C1_ANY_H

#include "core/mem/buf.h"
#include "proof/circuits/inputs/c1.h"

static void c1_any(const uint8_t *data, size_t size) {
    static sl_pool *pool;
    sluice_error err = {.text = ""};
    if (pool == NULL) {
        const sluice_status opened = sl_pool_open(&pool, 1, &err);
        SL_ASSERT(opened == SLUICE_OK);
    }
    const size_t live = sl_mem_live();
    sl_mem_peak_reset();
    sl_c1 *c1;
    const sluice_status status = sl_c1_parse(&c1, data, size, NULL, &err);
    // Decoded base64, the values of the smallest notation, and chunks of an arena of which one is half empty.
    SL_ASSERT(sl_mem_peak() <= live + 4 * size + ((size_t)2 << 20));
    if (status != SLUICE_OK) {
        SL_ASSERT(err.text[0] != 0 && err.status == status);
    } else {
        const sl_c1_info *const info = sl_c1_info_of(c1);
        unsigned levels_n = 0;
        for (unsigned k = 0; k < info->partitions_n; k++) {
            const sl_porep_partition *const p = sl_c1_partition(c1, k);
            SL_ASSERT(p->challenges_n == info->challenges_n && p->layers_n == info->proof.circuit.layers);
            for (unsigned i = 0; i < p->challenges_n; i++) {
                levels_n += p->challenges[i].data.levels_n + p->challenges[i].exp[7].path.levels_n;
            }
        }
        SL_ASSERT(levels_n > 0);
        const sluice_status checked = sl_c1_check(c1, &sl_kernels_portable, pool, &err);
        SL_ASSERT(checked == SLUICE_OK || err.status == checked);
        sl_c1_close(c1);
    }
    SL_ASSERT(sl_mem_live() == live);
}

#endif
