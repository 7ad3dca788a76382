// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The vector of a transform of points, kept in the unfinished file after each of its steps, so that hours of work
 * survive a kill. There are two places behind the points of l, which are written in turn: whatever a kill cuts off, one
 * of them is whole. Each is the m points in the encoding of keys, in the order of the vector, and a trailer:
 *
 *     0   32  "sluice folded vector 1" and zeros
 *     32  32  what the folded key is made from (sl_fold_job)
 *     64   4  which transform; 68: how many of its steps are done (little-endian)
 *     72  32  SHA-256 of the points and the 72 bytes before
 */
#ifndef SL_PROOF_GROTH16_FOLD_VECTOR_H
#define SL_PROOF_GROTH16_FOLD_VECTOR_H

#include "proof/groth16/fold_state.h"

#define SL_FOLD_TRAILER_BYTES 104

typedef struct sl_fold_vector {
    const sl_fold_job *job;
    char *slots; /* m slots of the kernels */
    size_t m;
    uint32_t steps_n; /* of a transform */
    uint8_t *bytes;   /* piece_n encoded points, while it is kept or found */
    size_t piece_n;
    unsigned next; /* place to be written next; set by find, else 0 */
} sl_fold_vector;

/* Bytes of the file, places included. */
uint64_t sl_fold_vector_disk(const sl_key_layout *folded, uint64_t m);

/* Slots to bytes of keys and back, in blocks of the pool; the identity is a point here. False: one of them is none. */
void sl_fold_slots_encode(const sl_fold_job *job, uint8_t *bytes, const void *slots, size_t n);
bool sl_fold_slots_decode(const sl_fold_job *job, void *slots, const uint8_t *bytes, size_t n);

/* Keeps the vector, `steps` of the transform being done. */
SL_NODISCARD sluice_status sl_fold_vector_keep(sl_fold_vector *v, uint32_t transform, uint32_t steps,
                                               sluice_error *err);
/* Fills the vector with the latest that was kept of a transform: its *steps, or 0 if there is none, as before any. */
SL_NODISCARD sluice_status sl_fold_vector_find(sl_fold_vector *v, uint32_t transform, uint32_t *steps,
                                               sluice_error *err);

#endif
