// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/setup_output.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "core/sys/meminfo.h"
#include "math/hash/bytes.h"

/* What the disk has given it already: a folded key has holes until it is whole. */
static uint64_t held_bytes(const sl_outfile *file) {
    struct stat info;
    return fstat(file->fd, &info) == 0 ? SL_MIN((uint64_t)info.st_blocks * 512, file->bytes) : 0;
}

sluice_status sl_setup_output_open(sl_setup_output *out, const char *path, uint64_t need_bytes, sluice_error *err) {
    SL_TRY(sl_outfile_open_kept(&out->key, path, ".part", false, err));
    if (out->key.is_stream) {
        return SLUICE_OK;
    }
    SL_TRY(sl_setup_state_open(&out->state, path, err));
    if (out->key.bytes > 0 && !out->state.is_found) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: a part of a key without its .state; remove it", out->key.temp);
    }
    sl_meminfo memory;
    (void)sl_meminfo_read(&memory, "");
    out->forgets = sl_meminfo_outgrown(&memory, need_bytes);
    uint64_t free_bytes;
    SL_TRY(sl_disk_free(path, &free_bytes, err));
    const uint64_t held = held_bytes(&out->key);
    if (free_bytes + held < need_bytes) {
        return SL_FAIL(err, SLUICE_E_NO_SPACE, "%s: the key needs %" PRIu64 " bytes, the disk has %" PRIu64 " free",
                       path, need_bytes - held, free_bytes);
    }
    return SLUICE_OK;
}

void sl_setup_output_sink(sl_setup_output *out, sl_blake2b *hash) {
    *out = SL_SETUP_OUTPUT_CLOSED;
    out->sink = hash;
    sl_sha256_init(&out->hash);
}

static void files_claim(sl_setup_output *out) {
    sl_outfile_claim(&out->key);
    sl_outfile_claim(&out->state.file);
}

sluice_status sl_setup_output_settle(sl_setup_output *out, const uint8_t binding[SL_SHA256_BYTES],
                                     const sl_setup_secrets *secrets, uint64_t bytes, const sl_observer *observer,
                                     sluice_error *err) {
    sl_sha256_init(&out->hash);
    if (out->key.is_stream) {
        return SLUICE_OK;
    }
    if (!out->state.is_found) {
        files_claim(out);
        return sl_setup_state_begin(&out->state, binding, secrets, err);
    }
    if (memcmp(binding, out->state.binding, SL_SHA256_BYTES) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH,
                       "%s: something else was begun here: a key of another circuit, from other secrets, or folded "
                       "from another key; finish that one, or remove this file and %s",
                       out->state.file.temp, out->key.temp);
    }
    SL_TRY(sl_setup_state_verify(&out->state, &out->key, &out->order, &out->position, &out->hash, observer, err));
    files_claim(out);
    if (out->position > bytes) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: longer than the key", out->key.temp);
    }
    return out->order.runs_n > 0 ? SLUICE_OK : sl_outfile_cut(&out->key, out->position, err);
}

sluice_status sl_setup_output_start(sl_setup_output *out, size_t piece_bytes, sluice_error *err) {
    out->piece_bytes = piece_bytes;
    return sl_setup_writer_open(&out->writer, &out->key, &out->order, out->position, &out->hash,
                                out->key.is_stream || out->sink != NULL ? NULL : &out->state, out->sink, piece_bytes,
                                out->forgets, err);
}

sluice_status sl_setup_output_room(sl_setup_output *out, uint8_t **room, sluice_error *err) {
    return sl_setup_writer_room(out->writer, room, err);
}

void sl_setup_output_put(sl_setup_output *out, size_t n) {
    sl_setup_writer_put(out->writer, n);
    out->position += n;
}

sluice_status sl_setup_output_bytes(sl_setup_output *out, uint64_t at, const uint8_t *bytes, size_t n,
                                    sluice_error *err) {
    SL_ASSERT(out->position >= at);
    while (out->position < at + n) {
        const size_t done = (size_t)(out->position - at), step = SL_MIN(n - done, out->piece_bytes);
        uint8_t *room;
        SL_TRY(sl_setup_output_room(out, &room, err));
        memcpy(room, bytes + done, step);
        sl_setup_output_put(out, step);
    }
    return SLUICE_OK;
}

sluice_status sl_setup_output_count(sl_setup_output *out, uint64_t at, uint64_t count, sluice_error *err) {
    uint8_t bytes[4];
    sl_store32_be(bytes, (uint32_t)count);
    return sl_setup_output_bytes(out, at - sizeof bytes, bytes, sizeof bytes, err);
}

sluice_status sl_setup_output_made(const sl_setup_output *out, uint64_t at, uint64_t count, size_t element_bytes,
                                   uint64_t *made, sluice_error *err) {
    const uint64_t bytes = SL_MIN(out->position - at, count * element_bytes);
    if (bytes % element_bytes != 0) {
        return SL_FAIL(err, SLUICE_E_CORRUPT, "%s: ends within a point", out->key.temp);
    }
    *made = bytes / element_bytes;
    return SLUICE_OK;
}

sluice_status sl_setup_output_points(sl_setup_output *out, uint64_t at, uint64_t count, size_t element_bytes,
                                     sl_setup_make make, void *data, sluice_error *err) {
    const size_t piece_n = out->piece_bytes / element_bytes;
    uint64_t done;
    SL_TRY(sl_setup_output_made(out, at, count, element_bytes, &done, err));
    while (done < count) {
        const size_t n = count - done < piece_n ? (size_t)(count - done) : piece_n;
        uint8_t *room;
        SL_TRY(sl_setup_output_room(out, &room, err));
        SL_TRY(make(data, room, done, n, err));
        sl_setup_output_put(out, n * element_bytes);
        done += n;
    }
    return SLUICE_OK;
}

sluice_status sl_setup_output_wait(sl_setup_output *out, sluice_error *err) {
    uint8_t sha256[SL_SHA256_BYTES];
    return sl_setup_writer_finish(out->writer, sha256, err);
}

sluice_status sl_setup_output_finish(sl_setup_output *out, uint8_t sha256[SL_SHA256_BYTES], sluice_error *err) {
    const sluice_status status = sl_setup_writer_finish(out->writer, sha256, err);
    sl_setup_writer_close(out->writer);
    out->writer = NULL;
    return status;
}

void sl_setup_output_release(sl_setup_output *out) {
    sl_setup_writer_close(out->writer);
    out->writer = NULL;
    sl_outfile_discard(&out->key);
    sl_setup_state_discard(&out->state);
}
