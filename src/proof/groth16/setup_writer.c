// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_writer.h"

#include <pthread.h>
#include <string.h>

#include "core/mem/buf.h"
#include "core/mem/small.h"

struct sl_setup_writer {
    sl_outfile *key;
    const sl_setup_order *order;
    uint64_t made; /* bytes */
    bool forgets;
    sl_setup_state *state;
    sl_blake2b *sink;
    sl_sha256 hash;                         /* the hashing thread's */
    sl_sha256 after[SL_SETUP_WRITER_SLOTS]; /* the hash as it is after a piece, once that is hashed */
    size_t slot_bytes;
    sl_buf ring;

    pthread_t hasher, thread;
    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t changed;
    size_t piece_n[SL_SETUP_WRITER_SLOTS];
    uint64_t put, hashed, written; /* pieces; a slot is free when its piece is hashed and written */
    bool stop, failed;
    sluice_status status;
    sluice_error error;
};

static uint8_t *slot_at(const sl_setup_writer *writer, uint64_t piece) {
    return (uint8_t *)writer->ring.data + piece % SL_SETUP_WRITER_SLOTS * writer->slot_bytes;
}

static sluice_status piece_write(sl_setup_writer *writer, uint64_t piece, size_t n, sluice_error *err) {
    const uint8_t *bytes = slot_at(writer, piece);
    for (size_t done = 0; done < n && writer->sink == NULL;) {
        uint64_t run_n;
        const uint64_t place = sl_setup_order_place(writer->order, writer->made + done, &run_n);
        const size_t step = (size_t)SL_MIN((uint64_t)(n - done), run_n);
        SL_ASSERT(step > 0);
        SL_TRY(writer->order->runs_n == 0 ? sl_outfile_append(writer->key, bytes + done, step, err)
                                          : sl_outfile_write_at(writer->key, bytes + done, step, place, err));
        if (writer->forgets) {
            sl_outfile_push(writer->key, place, step);
        }
        if (writer->forgets && place >= SL_FILE_BEHIND_BYTES) {
            sl_outfile_forget(writer->key, place - SL_FILE_BEHIND_BYTES, step);
        }
        done += step;
    }
    writer->made += n;
    return SLUICE_OK;
}

/* With the lock: waits for a piece behind the first `done`, and returns whether there is one to go on with. */
static bool piece_wait(sl_setup_writer *writer, const uint64_t *done) {
    while (!writer->stop && !writer->failed && writer->put == *done) {
        (void)pthread_cond_wait(&writer->changed, &writer->lock);
    }
    return !writer->stop && !writer->failed;
}

static void *hasher_main(void *data) {
    sl_setup_writer *writer = data;
    (void)pthread_mutex_lock(&writer->lock);
    while (piece_wait(writer, &writer->hashed)) {
        const uint64_t piece = writer->hashed;
        const size_t n = writer->piece_n[piece % SL_SETUP_WRITER_SLOTS];
        (void)pthread_mutex_unlock(&writer->lock);
        if (writer->sink != NULL) {
            sl_blake2b_update(writer->sink, slot_at(writer, piece), n);
        } else {
            sl_sha256_update(&writer->hash, slot_at(writer, piece), n);
        }
        writer->after[piece % SL_SETUP_WRITER_SLOTS] = writer->hash;
        (void)pthread_mutex_lock(&writer->lock);
        writer->hashed++;
        (void)pthread_cond_broadcast(&writer->changed);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    return NULL;
}

/* With the lock: waits until a piece is hashed. False: it will not be. */
static bool hash_wait(sl_setup_writer *writer, uint64_t piece) {
    while (!writer->stop && writer->hashed <= piece) {
        (void)pthread_cond_wait(&writer->changed, &writer->lock);
    }
    return writer->hashed > piece;
}

static void *writer_main(void *data) {
    sl_setup_writer *writer = data;
    (void)pthread_mutex_lock(&writer->lock);
    while (piece_wait(writer, &writer->written)) {
        const uint64_t piece = writer->written;
        const size_t slot = piece % SL_SETUP_WRITER_SLOTS, n = writer->piece_n[slot];
        sluice_error error = {0};
        (void)pthread_mutex_unlock(&writer->lock);
        sluice_status status = piece_write(writer, piece, n, &error);
        (void)pthread_mutex_lock(&writer->lock);
        if (status == SLUICE_OK && !hash_wait(writer, piece)) {
            break;
        }
        if (status == SLUICE_OK && writer->state != NULL) {
            (void)pthread_mutex_unlock(&writer->lock);
            status = sl_setup_state_record(writer->state, writer->made, &writer->after[slot], &error);
            (void)pthread_mutex_lock(&writer->lock);
        }
        if (status == SLUICE_OK) {
            writer->written++;
        } else {
            writer->failed = true;
            writer->status = status;
            writer->error = error;
        }
        (void)pthread_cond_broadcast(&writer->changed);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    return NULL;
}

/* Ends the threads: the hashing one, and the writing one if it was started. */
static void threads_stop(sl_setup_writer *writer, bool has_writing) {
    (void)pthread_mutex_lock(&writer->lock);
    writer->stop = true;
    (void)pthread_cond_broadcast(&writer->changed);
    (void)pthread_mutex_unlock(&writer->lock);
    (void)pthread_join(writer->hasher, NULL);
    if (has_writing) {
        (void)pthread_join(writer->thread, NULL);
    }
}

static void writer_release(sl_setup_writer *writer) {
    (void)pthread_cond_destroy(&writer->changed);
    (void)pthread_mutex_destroy(&writer->lock);
    sl_buf_release(&writer->ring);
    free(writer);
}

static int threads_start(sl_setup_writer *writer) {
    int failed = pthread_create(&writer->hasher, NULL, hasher_main, writer);
    if (failed == 0) {
        failed = pthread_create(&writer->thread, NULL, writer_main, writer);
        if (failed != 0) {
            threads_stop(writer, false);
        }
    }
    return failed;
}

sluice_status sl_setup_writer_open(sl_setup_writer **out, sl_outfile *key, const sl_setup_order *order, uint64_t made,
                                   const sl_sha256 *hash, sl_setup_state *state, sl_blake2b *sink, size_t piece_bytes,
                                   bool forgets, sluice_error *err) {
    sl_setup_writer *writer = sl_small_alloc(1, sizeof *writer);
    if (writer == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a writer");
    }
    writer->key = key;
    writer->order = order;
    writer->made = made;
    writer->forgets = forgets;
    writer->state = state;
    writer->sink = sink;
    writer->hash = *hash;
    writer->slot_bytes = (piece_bytes + 63) & ~(size_t)63;
    const sluice_status status =
        sl_buf_alloc_n(&writer->ring, SL_SETUP_WRITER_SLOTS, writer->slot_bytes, "pieces of a key", err);
    if (status != SLUICE_OK) {
        free(writer);
        return status;
    }
    (void)pthread_mutex_init(&writer->lock, NULL);
    (void)pthread_cond_init(&writer->changed, NULL);
    const int failed = threads_start(writer);
    if (failed != 0) {
        writer_release(writer);
        return SL_FAIL(err, SLUICE_E_OS, "%s: cannot start its writer: %s", key->path, strerror(failed));
    }
    *out = writer;
    return SLUICE_OK;
}

/* Waits until fewer than `most` pieces are left to write, or the thread has failed. */
static sluice_status written_wait(sl_setup_writer *writer, uint64_t most, sluice_error *err) {
    (void)pthread_mutex_lock(&writer->lock);
    while (!writer->failed && writer->put - writer->written >= most) {
        (void)pthread_cond_wait(&writer->changed, &writer->lock);
    }
    const sluice_status status = writer->failed ? writer->status : SLUICE_OK;
    if (status != SLUICE_OK && err != NULL) {
        *err = writer->error;
    }
    (void)pthread_mutex_unlock(&writer->lock);
    return status;
}

sluice_status sl_setup_writer_room(sl_setup_writer *writer, uint8_t **out, sluice_error *err) {
    SL_TRY(written_wait(writer, SL_SETUP_WRITER_SLOTS, err));
    *out = slot_at(writer, writer->put); /* only this thread changes it */
    return SLUICE_OK;
}

void sl_setup_writer_put(sl_setup_writer *writer, size_t n) {
    SL_ASSERT(n <= writer->slot_bytes);
    (void)pthread_mutex_lock(&writer->lock);
    writer->piece_n[writer->put % SL_SETUP_WRITER_SLOTS] = n;
    writer->put++;
    (void)pthread_cond_broadcast(&writer->changed);
    (void)pthread_mutex_unlock(&writer->lock);
}

sluice_status sl_setup_writer_finish(sl_setup_writer *writer, uint8_t sha256[SL_SHA256_BYTES], sluice_error *err) {
    SL_TRY(written_wait(writer, 1, err));
    sl_sha256 copy = writer->hash;
    sl_sha256_final(&copy, sha256);
    return SLUICE_OK;
}

void sl_setup_writer_close(sl_setup_writer *writer) {
    if (writer == NULL) {
        return;
    }
    threads_stop(writer, true);
    writer_release(writer);
}
