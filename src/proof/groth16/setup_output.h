// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The file that a key is made into (setup.h, fold.h): appears complete or not at all, is written by threads of its own
 * (setup_writer.h), and a process that is killed leaves what the next one goes on from (setup_state.h). Whoever fails
 * or is told to stop leaves nothing.
 *
 * Positions here count bytes in the order in which they are made.
 */
#ifndef SL_PROOF_GROTH16_SETUP_OUTPUT_H
#define SL_PROOF_GROTH16_SETUP_OUTPUT_H

#include "proof/groth16/setup_writer.h"

typedef struct sl_setup_output {
    sl_outfile key; /* a stream has no state */
    sl_setup_state state;
    sl_setup_order order; /* set before sl_setup_output_settle */
    uint64_t position;    /* bytes that are made */
    sl_sha256 hash;       /* of these, until sl_setup_output_start */
    size_t piece_bytes;
    bool forgets;     /* the file outgrows the page cache */
    sl_blake2b *sink; /* NULL, or what takes all bytes in place of a file */
    sl_setup_writer *writer;
} sl_setup_output;

#define SL_SETUP_OUTPUT_CLOSED ((sl_setup_output){.key = SL_OUTFILE_CLOSED, .state = SL_SETUP_STATE_CLOSED})

/*
 * Opens what a process before has left, or new files. SLUICE_E_NO_SPACE if the disk cannot hold need_bytes in all.
 * What was found is not touched before it is settled whose it is.
 */
SL_NODISCARD sluice_status sl_setup_output_open(sl_setup_output *out, const char *path, uint64_t need_bytes,
                                                sluice_error *err);
/* An output that is hashed and not kept; settled from the start. `hash` is borrowed until it is finished or released.
 */
void sl_setup_output_sink(sl_setup_output *out, sl_blake2b *hash);
/*
 * Takes over what was found if it has this binding, up to `bytes` bytes in all, or begins; the files are this run's
 * from here on. `secrets` are kept in the state unless they are NULL. SLUICE_E_MISMATCH: something else was begun.
 */
SL_NODISCARD sluice_status sl_setup_output_settle(sl_setup_output *out, const uint8_t binding[SL_SHA256_BYTES],
                                                  const sl_setup_secrets *secrets, uint64_t bytes,
                                                  const sl_observer *observer, sluice_error *err);

/* Begins to write, in pieces of at most piece_bytes; sl_setup_writer_open says what they take. */
SL_NODISCARD sluice_status sl_setup_output_start(sl_setup_output *out, size_t piece_bytes, sluice_error *err);
/* Room for the next piece, and how much of it was filled. */
SL_NODISCARD sluice_status sl_setup_output_room(sl_setup_output *out, uint8_t **room, sluice_error *err);
void sl_setup_output_put(sl_setup_output *out, size_t n);
/* The n bytes that stand at position `at`, as far as they are not made yet; nothing before them may be missing. */
SL_NODISCARD sluice_status sl_setup_output_bytes(sl_setup_output *out, uint64_t at, const uint8_t *bytes, size_t n,
                                                 sluice_error *err);
/* The number of a section's points, which stands before position `at`. */
SL_NODISCARD sluice_status sl_setup_output_count(sl_setup_output *out, uint64_t at, uint64_t count, sluice_error *err);
/* How many of the section's points, from `at` on, are made. A part of one is SLUICE_E_CORRUPT: pieces are whole points.
 */
SL_NODISCARD sluice_status sl_setup_output_made(const sl_setup_output *out, uint64_t at, uint64_t count,
                                                size_t element_bytes, uint64_t *made, sluice_error *err);
/* The points that are not made yet: make(data, bytes, first, n) encodes n of them, at most a piece, into `bytes`. */
typedef sluice_status (*sl_setup_make)(void *data, uint8_t *bytes, uint64_t first, size_t n, sluice_error *err);
SL_NODISCARD sluice_status sl_setup_output_points(sl_setup_output *out, uint64_t at, uint64_t count,
                                                  size_t element_bytes, sl_setup_make make, void *data,
                                                  sluice_error *err);
/* Waits until all that was put is written. */
SL_NODISCARD sluice_status sl_setup_output_wait(sl_setup_output *out, sluice_error *err);
/* Waits until all is written and ends the thread; SHA-256 of all bytes as they were made. */
SL_NODISCARD sluice_status sl_setup_output_finish(sl_setup_output *out, uint8_t sha256[SL_SHA256_BYTES],
                                                  sluice_error *err);
/* Removes the files unless the key was committed. */
void sl_setup_output_release(sl_setup_output *out);

#endif
