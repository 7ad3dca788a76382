// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/key_reader.h"

#include <pthread.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/mem/buf.h"
#include "core/mem/small.h"
#include "core/sys/meminfo.h"

struct sl_key_reader {
    const sl_file *file;
    sl_key_span spans[SL_KEY_READER_SPANS_MAX];
    size_t spans_n, slots_n, slot_bytes;
    bool forgets; /* what lies SL_FILE_BEHIND_BYTES behind */
    sl_buf ring;
    double waited_s; /* the consumer's */

    pthread_t thread;
    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t changed;
    uint64_t filled;  /* pieces read so far */
    uint64_t given;   /* pieces handed to the consumer; the last one is still in use */
    size_t *piece_n;  /* bytes of the piece in each slot */
    bool stop, ended; /* consumer wants no more; no piece will follow */
    sluice_status status;
    sluice_error error;
};

static size_t slot_bytes_of(const sl_key_span *spans, size_t spans_n) {
    size_t most = 0;
    for (size_t i = 0; i < spans_n; i++) {
        const uint64_t piece = spans[i].bytes < spans[i].piece_bytes ? spans[i].bytes : spans[i].piece_bytes;
        most = piece > most ? (size_t)piece : most;
    }
    return (most + 63) & ~(size_t)63;
}

size_t sl_key_reader_memory(const sl_key_span *spans, size_t spans_n, size_t slots_n) {
    return slot_bytes_of(spans, spans_n) * slots_n;
}

/* Waits for a free slot; false if the consumer has gone. The consumer holds the slot of piece `given - 1`. */
static bool slot_wait(sl_key_reader *reader) {
    (void)pthread_mutex_lock(&reader->lock);
    while (!reader->stop && reader->filled - (reader->given > 0 ? reader->given - 1 : 0) == reader->slots_n) {
        (void)pthread_cond_wait(&reader->changed, &reader->lock);
    }
    const bool go = !reader->stop;
    (void)pthread_mutex_unlock(&reader->lock);
    return go;
}

static void piece_publish(sl_key_reader *reader, size_t n) {
    (void)pthread_mutex_lock(&reader->lock);
    reader->piece_n[reader->filled % reader->slots_n] = n;
    reader->filled++;
    (void)pthread_cond_signal(&reader->changed);
    (void)pthread_mutex_unlock(&reader->lock);
}

static void end_publish(sl_key_reader *reader, sluice_status status, const sluice_error *error) {
    (void)pthread_mutex_lock(&reader->lock);
    reader->ended = true;
    reader->status = status;
    reader->error = *error;
    (void)pthread_cond_signal(&reader->changed);
    (void)pthread_mutex_unlock(&reader->lock);
}

static void *reader_main(void *data) {
    sl_key_reader *reader = data;
    sluice_status status = SLUICE_OK;
    sluice_error error = {0};
    uint64_t piece = 0; /* = reader->filled, which only this thread changes */
    for (size_t i = 0; i < reader->spans_n && status == SLUICE_OK; i++) {
        const sl_key_span *span = &reader->spans[i];
        for (uint64_t done = 0; done < span->bytes && status == SLUICE_OK;) {
            if (!slot_wait(reader)) {
                return NULL;
            }
            const uint64_t left = span->bytes - done;
            const size_t n = left < span->piece_bytes ? (size_t)left : span->piece_bytes;
            uint8_t *slot = (uint8_t *)reader->ring.data + piece % reader->slots_n * reader->slot_bytes;
            status = sl_file_read_at(reader->file, slot, n, span->offset + done, &error);
            if (status == SLUICE_OK) {
                piece_publish(reader, n);
                piece++;
                if (reader->forgets && done >= SL_FILE_BEHIND_BYTES) {
                    sl_file_forget(reader->file, span->offset + done - SL_FILE_BEHIND_BYTES, n);
                }
                done += n;
            }
        }
    }
    end_publish(reader, status, &error);
    return NULL;
}

static void reader_free(sl_key_reader *reader) {
    sl_buf_release(&reader->ring);
    free(reader->piece_n);
    free(reader);
}

sluice_status sl_key_reader_open(sl_key_reader **out, const sl_file *file, const sl_key_span *spans, size_t spans_n,
                                 size_t slots_n, sluice_error *err) {
    SL_ASSERT(spans_n <= SL_KEY_READER_SPANS_MAX && slots_n >= 2);
    sl_key_reader *reader = sl_small_alloc(1, sizeof *reader);
    if (reader == NULL || (reader->piece_n = sl_small_alloc(slots_n, sizeof *reader->piece_n)) == NULL) {
        free(reader);
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "%s: no memory for its reader", file->path);
    }
    reader->file = file;
    memcpy(reader->spans, spans, spans_n * sizeof *spans);
    reader->spans_n = spans_n;
    reader->slots_n = slots_n;
    reader->slot_bytes = slot_bytes_of(spans, spans_n);
    sl_meminfo memory;
    (void)sl_meminfo_read(&memory, "");
    reader->forgets = sl_meminfo_outgrown(&memory, file->bytes);
    const sluice_status status = sl_buf_alloc_n(&reader->ring, slots_n, reader->slot_bytes, "key ring", err);
    if (status != SLUICE_OK) {
        reader_free(reader);
        return status;
    }
    (void)pthread_mutex_init(&reader->lock, NULL);
    (void)pthread_cond_init(&reader->changed, NULL);
    const int failed = pthread_create(&reader->thread, NULL, reader_main, reader);
    if (failed != 0) {
        (void)pthread_cond_destroy(&reader->changed);
        (void)pthread_mutex_destroy(&reader->lock);
        reader_free(reader);
        return SL_FAIL(err, SLUICE_E_OS, "%s: cannot start its reader: %s", file->path, strerror(failed));
    }
    *out = reader;
    return SLUICE_OK;
}

void sl_key_reader_close(sl_key_reader *reader) {
    if (reader == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&reader->lock);
    reader->stop = true;
    (void)pthread_cond_signal(&reader->changed);
    (void)pthread_mutex_unlock(&reader->lock);
    (void)pthread_join(reader->thread, NULL);
    (void)pthread_cond_destroy(&reader->changed);
    (void)pthread_mutex_destroy(&reader->lock);
    reader_free(reader);
}

sluice_status sl_key_reader_next(sl_key_reader *reader, const uint8_t **out, size_t *out_bytes, sluice_error *err) {
    (void)pthread_mutex_lock(&reader->lock);
    const uint64_t piece = reader->given;
    if (reader->filled == piece && !reader->ended) {
        const double began_s = sl_clock_seconds();
        do {
            (void)pthread_cond_wait(&reader->changed, &reader->lock);
        } while (reader->filled == piece && !reader->ended);
        reader->waited_s += sl_clock_seconds() - began_s;
    }
    sluice_status status = SLUICE_OK;
    if (reader->filled > piece) {
        const size_t slot = piece % reader->slots_n;
        *out = (const uint8_t *)reader->ring.data + slot * reader->slot_bytes;
        *out_bytes = reader->piece_n[slot];
        reader->given++;
        (void)pthread_cond_signal(&reader->changed);
    } else {
        status = reader->status;
        if (status == SLUICE_OK) {
            *out_bytes = 0;
        } else if (err != NULL) {
            *err = reader->error;
        }
    }
    (void)pthread_mutex_unlock(&reader->lock);
    return status;
}

double sl_key_reader_waited(const sl_key_reader *reader) {
    return reader->waited_s;
}
