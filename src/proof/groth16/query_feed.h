// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The scalars of one query in the order of its points (spec 1.3): full-width values of inputs first, then the auxiliary
 * wires whose density bit is set, cut into chunks as a streamed sum wants them.
 *
 * The witness stays packed: bits of dense wires are moved together a word at a time, and only field wires are copied.
 */
#ifndef SL_PROOF_GROTH16_QUERY_FEED_H
#define SL_PROOF_GROTH16_QUERY_FEED_H

#include "core/mem/buf.h"
#include "proof/r1cs/data.h"

/* Scalars of one chunk; the arrays are the feed's and live until its next call. As the members of sl_msm_chunk. */
typedef struct sl_query_chunk {
    const uint64_t *bits;
    const uint32_t *full_at;
    const sl_fr *full;
    size_t full_n;
} sl_query_chunk;

typedef struct sl_query_feed {
    const sl_witness *witness;
    const uint64_t *input_density; /* NULL: all, where inputs_n says that inputs take part */
    const uint64_t *aux_density;   /* NULL: all */
    const uint64_t *field_mask;    /* which auxiliary wires hold field values */
    size_t inputs_n, chunk_n, full_max;

    size_t next_input, next_word; /* next_word: of the auxiliary planes, after the current one */
    uint64_t word_left;           /* bits of the current word that are not given out yet */
    size_t word_fields;           /* field wires before the current word */
    uint64_t *bits;
    uint32_t *full_at;
    sl_fr *full;
    sl_buf storage;
} sl_query_feed;

/*
 * Starts a feed of chunks of at most chunk_n scalars, full_max of them full-width ones. Inputs take part if inputs_n >
 * 0 (all of the witness's inputs are meant). Everything passed in is borrowed.
 */
SL_NODISCARD sluice_status sl_query_feed_open(sl_query_feed *out, const sl_witness *witness, size_t inputs_n,
                                              const uint64_t *input_density, const uint64_t *aux_density,
                                              const uint64_t *field_mask, size_t chunk_n, size_t full_max,
                                              sluice_error *err);
/* The next n <= chunk_n scalars. There must be so many left. */
void sl_query_feed_next(sl_query_feed *feed, size_t n, sl_query_chunk *out);
void sl_query_feed_close(sl_query_feed *feed);
size_t sl_query_feed_memory(size_t chunk_n, size_t full_max);

/* The bits of `word` at the positions of `mask`, moved together at the low end. */
uint64_t sl_bits_compress(uint64_t word, uint64_t mask);

#endif
