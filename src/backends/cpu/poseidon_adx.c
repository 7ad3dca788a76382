// SPDX-License-Identifier: MIT OR Apache-2.0
/* Poseidon of the adx set: the portable text with the set's product; sums of products get its instructions, too. */
#include "backends/cpu/kernels_adx.h"

#define POSEIDON_MUL sl_fr_product_adx
#define POSEIDON_SQR(out, a) sl_fr_product_adx(out, a, a)
#include "math/hash/poseidon_words_tmpl.h"

void sl_poseidon_wires_adx(const sl_poseidon *p, sl_fr *const *wires, const sl_fr *const *inputs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        wires[i][p->aux_n - 1] = permute(p, wires[i], &p->tag, inputs[i]);
    }
}

void sl_poseidon_hashes_adx(const sl_poseidon *p, sl_fr *hashes, const sl_fr *const *inputs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        hashes[i] = permute(p, NULL, &p->tag, inputs[i]);
    }
}
