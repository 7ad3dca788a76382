// SPDX-License-Identifier: MIT OR Apache-2.0
/* Generation of the constants of Poseidon. Private to the room. */
#ifndef SL_MATH_HASH_POSEIDON_GENERATE_H
#define SL_MATH_HASH_POSEIDON_GENERATE_H

#include "math/hash/poseidon.h"

/* Elements that an instance needs: constants, mds, pre_sparse, sparse. */
#define SL_POSEIDON_VALUES_N(width, partial) \
    (SL_POSEIDON_FULL_ROUNDS * (width) + (partial) + 2 * (width) * (width) + (partial) * (2 * (width)-1))

/* Fills *out and the array `values` of SL_POSEIDON_VALUES_N elements that it points into. */
void sl_poseidon_generate(sl_poseidon *out, sl_fr *values, unsigned arity, unsigned partial_rounds);

#endif
