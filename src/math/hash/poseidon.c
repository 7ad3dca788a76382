// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/hash/poseidon.h"

#include <pthread.h>

#include "math/hash/poseidon_generate.h"

#define POSEIDON_MUL sl_fr_mul
#define POSEIDON_SQR sl_fr_sqr
#include "math/hash/poseidon_words_tmpl.h"

static sl_poseidon instance2, instance4, instance8, instance11;
static sl_fr values2[SL_POSEIDON_VALUES_N(3, 55)], values4[SL_POSEIDON_VALUES_N(5, 56)];
static sl_fr values8[SL_POSEIDON_VALUES_N(9, 57)], values11[SL_POSEIDON_VALUES_N(12, 57)];

static void generate_all(void) {
    sl_poseidon_generate(&instance2, values2, 2, 55);
    sl_poseidon_generate(&instance4, values4, 4, 56);
    sl_poseidon_generate(&instance8, values8, 8, 57);
    sl_poseidon_generate(&instance11, values11, 11, 57);
}

const sl_poseidon *sl_poseidon_get(unsigned arity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    SL_ASSERT(pthread_once(&once, generate_all) == 0);
    switch (arity) {
    case 2:
        return &instance2;
    case 4:
        return &instance4;
    case 8:
        return &instance8;
    case 11:
        return &instance11;
    default:
        return NULL;
    }
}

sl_fr sl_poseidon_update_tag(void) {
    return sl_fr_from_u64(UINT64_C(1) << 40);
}

void sl_poseidon_hash_tag(const sl_poseidon *p, sl_fr *out, const sl_fr *tag, const sl_fr *inputs) {
    *out = permute(p, NULL, tag, inputs);
}

void sl_poseidon_hash(const sl_poseidon *p, sl_fr *out, const sl_fr *inputs) {
    sl_poseidon_hash_tag(p, out, &p->tag, inputs);
}

void sl_poseidon_witness(const sl_poseidon *p, sl_fr *aux, const sl_fr *tag, const sl_fr *inputs) {
    aux[p->aux_n - 1] = permute(p, aux, tag, inputs);
}
