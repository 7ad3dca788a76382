// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/upload_ring.h"

#include <string.h>

#include "core/sys/random.h"

static sluice_status slots_open(sl_cuda_ring *ring, sluice_error *err) {
    const sl_cuda_calls *calls = ring->device->calls;
    SL_TRY(sl_cuda_call_check(ring->device, calls->host_alloc(&ring->host, SL_CUDA_RING_SLOTS_N * ring->slot_bytes),
                              "pinned memory", err));
    for (uint32_t i = 0; i < SL_CUDA_RING_SLOTS_N; i++) {
        sl_cuda_ring_slot *slot = &ring->slots[i];
        slot->index = i;
        slot->host = (uint8_t *)ring->host + i * ring->slot_bytes;
        SL_TRY(sl_cuda_call_check(ring->device, calls->stream_open(&slot->stream), "stream", err));
        SL_TRY(sl_cuda_call_check(ring->device, calls->event_open(&slot->event), "event", err));
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_ring_open(sl_cuda_ring *out, sl_module_device *device, size_t slot_bytes, sluice_error *err) {
    *out = (sl_cuda_ring){.device = device, .slot_bytes = slot_bytes, .is_open = true};
    (void)pthread_mutex_init(&out->lock, NULL);
    (void)pthread_cond_init(&out->changed, NULL);
    const sluice_status status = slots_open(out, err);
    if (status != SLUICE_OK) {
        sl_cuda_ring_close(out);
    }
    return status;
}

void sl_cuda_ring_close(sl_cuda_ring *ring) {
    if (!ring->is_open) {
        return;
    }
    const sl_cuda_calls *calls = ring->device->calls; /* which fail on a lost device, with nothing left to give back */
    for (uint32_t i = 0; i < SL_CUDA_RING_SLOTS_N; i++) {
        if (ring->slots[i].event != NULL) {
            (void)calls->event_close(ring->slots[i].event);
        }
        if (ring->slots[i].stream != NULL) {
            (void)calls->synchronize(ring->slots[i].stream); /* points may be on their way */
            (void)calls->stream_close(ring->slots[i].stream);
        }
    }
    if (ring->host != NULL) {
        sl_wipe(ring->host, SL_CUDA_RING_SLOTS_N * ring->slot_bytes); /* row values and terms passed through it */
        (void)calls->host_release(ring->host);
    }
    (void)pthread_cond_destroy(&ring->changed);
    (void)pthread_mutex_destroy(&ring->lock);
    *ring = (sl_cuda_ring){0};
}

/* With the lock: the slot that was given back longest ago, or NULL. */
static sl_cuda_ring_slot *free_find(sl_cuda_ring *ring) {
    for (uint32_t i = 0; i < SL_CUDA_RING_SLOTS_N; i++) {
        sl_cuda_ring_slot *slot = &ring->slots[(ring->next + i) % SL_CUDA_RING_SLOTS_N];
        if (!slot->is_taken) {
            return slot;
        }
    }
    return NULL;
}

static void slot_free(sl_cuda_ring *ring, sl_cuda_ring_slot *slot) {
    (void)pthread_mutex_lock(&ring->lock);
    slot->is_taken = false;
    (void)pthread_cond_signal(&ring->changed);
    (void)pthread_mutex_unlock(&ring->lock);
}

sluice_status sl_cuda_ring_take(sl_cuda_ring *ring, sl_cuda_ring_slot **out, sluice_error *err) {
    (void)pthread_mutex_lock(&ring->lock);
    sl_cuda_ring_slot *slot;
    while ((slot = free_find(ring)) == NULL) {
        (void)pthread_cond_wait(&ring->changed, &ring->lock);
    }
    slot->is_taken = true;
    ring->next = (slot->index + 1) % SL_CUDA_RING_SLOTS_N;
    (void)pthread_mutex_unlock(&ring->lock);
    sluice_status status = sl_cuda_device_use(ring->device, err);
    if (status == SLUICE_OK && slot->has_event) {
        status = sl_cuda_call_check(ring->device, ring->device->calls->event_synchronize(slot->event),
                                    "wait for an upload", err);
        slot->has_event = false;
    }
    if (status != SLUICE_OK) {
        slot_free(ring, slot);
        return status;
    }
    *out = slot;
    return SLUICE_OK;
}

sluice_status sl_cuda_ring_put(sl_cuda_ring *ring, sl_cuda_ring_slot *slot, void *stream, sluice_error *err) {
    const sl_cuda_calls *calls = ring->device->calls;
    const sluice_status status =
        sl_cuda_call_check(ring->device, calls->event_record(slot->event, stream), "event", err);
    slot->has_event = status == SLUICE_OK;
    if (status != SLUICE_OK) {
        (void)calls->synchronize(stream); /* nobody else would wait */
    }
    slot_free(ring, slot);
    return status;
}

sluice_status sl_cuda_ring_drain(sl_cuda_ring *ring, sluice_error *err) {
    SL_TRY(sl_cuda_device_use(ring->device, err));
    for (uint32_t i = 0; i < SL_CUDA_RING_SLOTS_N; i++) {
        SL_TRY(sl_cuda_call_check(ring->device, ring->device->calls->synchronize(ring->slots[i].stream),
                                  "wait for uploads", err));
    }
    return SLUICE_OK;
}

static sluice_status piece_copy(sl_cuda_ring *ring, void *to, const void *from, size_t bytes, void *stream,
                                sluice_error *err) {
    sl_cuda_ring_slot *slot;
    SL_TRY(sl_cuda_ring_take(ring, &slot, err));
    memcpy(slot->host, from, bytes);
    const int code = ring->device->calls->copy_in(to, slot->host, bytes, stream);
    const sluice_status status = sl_cuda_call_check(ring->device, code, "copy to the device", err);
    const sluice_status given = sl_cuda_ring_put(ring, slot, stream, status == SLUICE_OK ? err : NULL);
    return status == SLUICE_OK ? given : status;
}

sluice_status sl_cuda_ring_copy(sl_cuda_ring *ring, void *to, const void *from, size_t bytes, void *stream,
                                sluice_error *err) {
    for (size_t done = 0; done < bytes;) {
        const size_t piece = SL_MIN(bytes - done, ring->slot_bytes);
        SL_TRY(piece_copy(ring, (uint8_t *)to + done, (const uint8_t *)from + done, piece, stream, err));
        done += piece;
    }
    return SLUICE_OK;
}
