// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys without a file on a device of a module: the exponents of their points by the host, the points there. */
#include "core/mem/buf.h"
#include "engine/flow/device_module_state.h"
#include "proof/groth16/made_key.h"

static size_t group_points_n(const sl_key_layout *layout, sl_group group) {
    size_t n = 0;
    for (int i = 0; i < SL_MODULE_SECTIONS_N; i++) {
        const bool is_of_group = (i == SL_MODULE_B_G2) == (group == SL_G2);
        n += is_of_group ? (size_t)layout->section[sl_module_key_section((sl_module_section)i)].count : 0;
    }
    return n;
}

sluice_status sl_module_made_open(sl_module_made *out, const module_device *self, const sl_params *params,
                                  sluice_error *err) {
    const sl_module_multiples_calls *calls = self->options.table->multiples;
    sl_module_made made = {{NULL, NULL}};
    if (calls == NULL || calls->key_put == NULL) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: the %s module makes no points of keys", params->file.path,
                       self->options.table->name);
    }
    for (int group = SL_G1; group <= SL_G2; group++) {
        const size_t n = group_points_n(&params->layout, (sl_group)group);
        const void *base = sl_made_key_base(params->made, (sl_group)group);
        const sluice_status status =
            n == 0 ? SLUICE_OK : calls->open(self->device, &made.of[group], group == SL_G2, base, n, 0, err);
        if (status != SLUICE_OK) {
            sl_module_made_close(&made, self);
            return status;
        }
    }
    *out = made;
    return SLUICE_OK;
}

typedef struct put_to {
    const sl_module_multiples_calls *calls;
    const sl_module_made *made;
    sl_module_key *key;
} put_to;

static sluice_status points_put(void *data, sl_key_section section, uint64_t first, const sl_fr *exponents, size_t n,
                                sluice_error *err) {
    const put_to *to = data;
    int at = 0;
    while (sl_module_key_section((sl_module_section)at) != section) {
        at++;
    }
    return to->calls->key_put(to->made->of[section == SL_KEY_B_G2 ? SL_G2 : SL_G1], to->key, (sl_module_section)at,
                              first, exponents, n, err);
}

sluice_status sl_module_made_fill(const sl_module_made *made, const module_device *self, const sl_device_work *work,
                                  sl_module_key *key, sluice_error *err) {
    put_to to = {self->options.table->multiples, made, key};
    const sl_made_sink sink = {&to, points_put};
    /* What it takes is of the process, not of the partition that happens to be the first. */
    const sl_mem_scope before = sl_mem_scope_set((sl_mem_scope){NULL, SL_MEM_SRS});
    const sluice_status status = sl_made_key_feed(sl_prover_params(work->prover)->made, &sink,
                                                  self->pools[work->is_urgent], work->observer, err);
    (void)sl_mem_scope_set(before);
    SL_TRY(status);
    return self->prove->key_ready(key, err);
}

void sl_module_made_close(sl_module_made *made, const module_device *self) {
    for (int group = SL_G1; group <= SL_G2; group++) {
        if (made->of[group] != NULL) {
            self->options.table->multiples->close(made->of[group]);
        }
    }
    *made = (sl_module_made){{NULL, NULL}};
}
