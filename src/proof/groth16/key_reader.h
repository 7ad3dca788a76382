// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Reads parts of a file in order, ahead of the one who uses them: a thread of its own fills a ring of buffers by pread.
 *
 * No page of the file is ever mapped, so a file that is cut or replaced while it is in use is a status, not a signal
 * (docs/adr/005-keys-are-read-not-mapped.md). One consumer thread.
 */
#ifndef SL_PROOF_GROTH16_KEY_READER_H
#define SL_PROOF_GROTH16_KEY_READER_H

#include "core/sys/file.h"

/* A run of bytes, delivered in pieces of piece_bytes (the last may be shorter); runs are never joined. */
typedef struct sl_key_span {
    uint64_t offset, bytes;
    size_t piece_bytes;
} sl_key_span;

#define SL_KEY_READER_SPANS_MAX 16

typedef struct sl_key_reader sl_key_reader;

/* `file` must stay open until the reader is closed. slots_n >= 2 pieces are held at a time. */
SL_NODISCARD sluice_status sl_key_reader_open(sl_key_reader **out, const sl_file *file, const sl_key_span *spans,
                                              size_t spans_n, size_t slots_n, sluice_error *err);
/* Stops the thread; pieces become invalid. Accepts NULL. */
void sl_key_reader_close(sl_key_reader *reader);
/* The next piece, valid until the next call; *out_bytes is 0 after the last one. A failure is final. */
SL_NODISCARD sluice_status sl_key_reader_next(sl_key_reader *reader, const uint8_t **out, size_t *out_bytes,
                                              sluice_error *err);
/* Seconds that sl_key_reader_next has waited for the file so far; for the consumer. */
double sl_key_reader_waited(const sl_key_reader *reader);
/* What the ring takes: the largest piece times slots_n. */
size_t sl_key_reader_memory(const sl_key_span *spans, size_t spans_n, size_t slots_n);

#endif
