// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Writes a key in order on two threads of its own, one that hashes and one that writes, so that points, hash and disk
 * do not wait for each other. One producer.
 */
#ifndef SL_PROOF_GROTH16_SETUP_WRITER_H
#define SL_PROOF_GROTH16_SETUP_WRITER_H

#include "math/hash/blake2b.h"
#include "proof/groth16/setup_state.h"

typedef struct sl_setup_writer sl_setup_writer;

/*
 * Goes on after `made` bytes of `key`; `hash` is of these. `state` may be NULL, else each piece adds a record. All are
 * the writer's until it is closed. With a `sink`, bytes go there and nowhere else: `key` is not looked at, and the
 * SHA-256 is not of them. Holds SL_SETUP_WRITER_SLOTS pieces of piece_bytes. A stream has only its own order.
 * `forgets`: the file outgrows the page cache (core/sys/file.h).
 */
#define SL_SETUP_WRITER_SLOTS 3
SL_NODISCARD sluice_status sl_setup_writer_open(sl_setup_writer **out, sl_outfile *key, const sl_setup_order *order,
                                                uint64_t made, const sl_sha256 *hash, sl_setup_state *state,
                                                sl_blake2b *sink, size_t piece_bytes, bool forgets, sluice_error *err);
/* Room for the next piece, as soon as there is some; a failure of the thread is returned here or by finish. */
SL_NODISCARD sluice_status sl_setup_writer_room(sl_setup_writer *writer, uint8_t **out, sluice_error *err);
/* The first n bytes of the room are the next piece. */
void sl_setup_writer_put(sl_setup_writer *writer, size_t n);
/* Waits until everything is written; the SHA-256 of the whole file. */
SL_NODISCARD sluice_status sl_setup_writer_finish(sl_setup_writer *writer, uint8_t sha256[SL_SHA256_BYTES],
                                                  sluice_error *err);
void sl_setup_writer_close(sl_setup_writer *writer); /* accepts NULL; what waits is not written */

#endif
