// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/module/module_check_ntt.h"

#include <string.h>

#include "backends/module/ntt_series.h"
#include "core/mem/buf.h"

#define LOG2_SIZE SL_NTT_SERIES_BLOCK_LOG2
#define N ((size_t)1 << LOG2_SIZE)

/* memory: 4 N elements */
static sluice_status op_check(const sl_module_ntt *ntt, sl_module_vectors *vectors, uint32_t index, sl_module_ntt_op op,
                              sl_fr *memory, sluice_error *err) {
    const sl_ntt_case *c = &sl_ntt_cases[op];
    sl_fr *got = memory, *want = memory + N, *scratch = memory + 2 * N;
    double ms;
    for (uint32_t i = 0; i < c->vectors_n; i++) {
        sl_ntt_series_make(got, c->in[i], LOG2_SIZE, c->in_is_reversed, 0, scratch);
        SL_TRY(ntt->put(vectors, i, 0, got, N, err));
    }
    SL_TRY(ntt->run(vectors, op, &ms, err));
    memset(got, 0xa5, N * sizeof *got);
    SL_TRY(ntt->get(vectors, 0, 0, got, N, err));
    sl_ntt_series_make(want, c->out, LOG2_SIZE, c->out_is_reversed, 0, scratch);
    for (size_t i = 0; i < N; i++) {
        if (!sl_fr_eq(&got[i], &want[i])) {
            return SL_FAIL(err, SLUICE_E_DEVICE,
                           "device %u computes wrongly: element %zu of the %s of 2^%d differs from the processor's",
                           index, i, c->name, LOG2_SIZE);
        }
    }
    return SLUICE_OK;
}

sluice_status sl_module_check_ntt(const sl_module_ntt *ntt, sl_module_device *device, uint32_t index,
                                  sluice_error *err) {
    sl_buf memory;
    sl_module_vectors *vectors;
    SL_TRY(sl_buf_alloc_n(&memory, 4 * N, sizeof(sl_fr), "check of transforms", err));
    sluice_status status = ntt->open(device, &vectors, LOG2_SIZE, 3, err);
    if (status == SLUICE_OK) {
        for (int op = 0; op < SL_MODULE_NTT_OPS_N && status == SLUICE_OK; op++) {
            status = op_check(ntt, vectors, index, (sl_module_ntt_op)op, memory.data, err);
        }
        ntt->close(vectors);
    }
    sl_buf_release(&memory);
    return status;
}
