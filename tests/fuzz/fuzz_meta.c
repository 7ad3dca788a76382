// SPDX-License-Identifier: MIT OR Apache-2.0
/* Any bytes as a meta file: refused with a text, or a statement whose public inputs can be derived. */
#include <stdlib.h>

#include "core/mem/buf.h"
#include "proof/circuits/inputs/meta.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    sluice_error err = {.text = ""};
    const size_t live = sl_mem_live();
    sl_meta meta;
    const sluice_status status = sl_meta_parse(&meta, data, size, &err);
    if (status != SLUICE_OK) {
        SL_ASSERT(err.text[0] != 0 && err.status == status);
    } else {
        const bool is_seal = meta.kind == SL_META_SEAL, is_update = meta.kind == SL_META_UPDATE;
        const size_t n = is_seal     ? sl_seal_publics_n(&meta.seal)
                         : is_update ? sl_update_publics_n(&meta.update)
                                     : sl_post_publics_n(&meta.post);
        sl_fr *const publics = calloc(n, sizeof *publics);
        SL_ASSERT(publics != NULL);
        if (is_seal) {
            sl_seal_publics(&meta.seal, meta.seal.proof.circuit.partitions - 1, publics);
        } else if (is_update) {
            sl_update_publics(&meta.update, meta.update.circuit.partitions - 1, publics);
        } else {
            sl_post_publics(&meta.post, sl_post_partitions_n(&meta.post) - 1, publics);
        }
        free(publics);
        sl_meta_release(&meta);
    }
    SL_ASSERT(sl_mem_live() == live);
    return 0;
}
