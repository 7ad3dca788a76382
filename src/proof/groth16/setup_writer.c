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
    sl_sha256 hash;
    size_t slot_bytes;
    sl_buf ring;

    pthread_t thread;
    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t changed;
    size_t piece_n[SL_SETUP_WRITER_SLOTS];
    uint64_t put, written; /* pieces */
    bool stop, failed;
    sluice_status status;
    sluice_error error;
};

static uint8_t *slot_at(const sl_setup_writer *writer, uint64_t piece) {
    return (uint8_t *)writer->ring.data + piece % SL_SETUP_WRITER_SLOTS * writer->slot_bytes;
}

static sluice_status piece_write(sl_setup_writer *writer, uint64_t piece, size_t n, sluice_error *err) {
    const uint8_t *bytes = slot_at(writer, piece);
    sl_sha256_update(&writer->hash, bytes, n);
    for (size_t done = 0; done < n;) {
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
    return writer->state == NULL ? SLUICE_OK : sl_setup_state_record(writer->state, writer->made, &writer->hash, err);
}

static void *writer_main(void *data) {
    sl_setup_writer *writer = data;
    (void)pthread_mutex_lock(&writer->lock);
    while (!writer->failed) {
        while (!writer->stop && writer->put == writer->written) {
            (void)pthread_cond_wait(&writer->changed, &writer->lock);
        }
        if (writer->stop) {
            break;
        }
        const uint64_t piece = writer->written;
        const size_t n = writer->piece_n[piece % SL_SETUP_WRITER_SLOTS];
        sluice_error error = {0};
        (void)pthread_mutex_unlock(&writer->lock);
        const sluice_status status = piece_write(writer, piece, n, &error);
        (void)pthread_mutex_lock(&writer->lock);
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

sluice_status sl_setup_writer_open(sl_setup_writer **out, sl_outfile *key, const sl_setup_order *order, uint64_t made,
                                   const sl_sha256 *hash, sl_setup_state *state, size_t piece_bytes, bool forgets,
                                   sluice_error *err) {
    sl_setup_writer *writer = sl_small_alloc(1, sizeof *writer);
    if (writer == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a writer");
    }
    writer->key = key;
    writer->order = order;
    writer->made = made;
    writer->forgets = forgets;
    writer->state = state;
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
    const int failed = pthread_create(&writer->thread, NULL, writer_main, writer);
    if (failed != 0) {
        (void)pthread_cond_destroy(&writer->changed);
        (void)pthread_mutex_destroy(&writer->lock);
        sl_buf_release(&writer->ring);
        free(writer);
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
    (void)pthread_mutex_lock(&writer->lock);
    writer->stop = true;
    (void)pthread_cond_broadcast(&writer->changed);
    (void)pthread_mutex_unlock(&writer->lock);
    (void)pthread_join(writer->thread, NULL);
    (void)pthread_cond_destroy(&writer->changed);
    (void)pthread_mutex_destroy(&writer->lock);
    sl_buf_release(&writer->ring);
    free(writer);
}
