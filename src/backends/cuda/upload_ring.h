// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Pinned buffers that what goes to the device passes through: copies from pinned memory run beside kernels, and the
 * caller's memory may be used again as soon as it was copied into one. Several threads fill several buffers at once.
 *
 * Threads: any, but for opening and closing.
 */
#ifndef SL_BACKENDS_CUDA_UPLOAD_RING_H
#define SL_BACKENDS_CUDA_UPLOAD_RING_H

#include <pthread.h>

#include "backends/cuda/device_state.h"

#define SL_CUDA_RING_SLOTS_N 16

typedef struct sl_cuda_ring_slot {
    uint8_t *host; /* the ring's slot_bytes, pinned */
    uint32_t index;
    void *stream;   /* of its own */
    void *event;    /* behind what was ordered last */
    bool is_taken;  /* somebody has it */
    bool has_event; /* the event was recorded since the last wait for it */
} sl_cuda_ring_slot;

typedef struct sl_cuda_ring {
    sl_module_device *device;
    size_t slot_bytes;
    void *host; /* of all slots */
    sl_cuda_ring_slot slots[SL_CUDA_RING_SLOTS_N];
    uint32_t next; /* the slot that was given back longest ago, if none is taken */
    bool is_open;  /* lock and condition are there */
    pthread_mutex_t lock;
    pthread_cond_t changed;
} sl_cuda_ring;

/* Of so many bytes a slot. *out must not be open; after a failure there is nothing to close. */
SL_NODISCARD sluice_status sl_cuda_ring_open(sl_cuda_ring *out, sl_module_device *device, size_t slot_bytes,
                                             sluice_error *err);
/* When nobody has a slot; waits for what is on its way on their streams. Accepts a ring that is not open. */
void sl_cuda_ring_close(sl_cuda_ring *ring);

/* A slot for the caller alone, with nothing on its way; waits for one. */
SL_NODISCARD sluice_status sl_cuda_ring_take(sl_cuda_ring *ring, sl_cuda_ring_slot **out, sluice_error *err);
/* Gives it back when all that uses it was ordered on `stream`. */
SL_NODISCARD sluice_status sl_cuda_ring_put(sl_cuda_ring *ring, sl_cuda_ring_slot *slot, void *stream,
                                            sluice_error *err);
/* Waits until nothing is on its way on the streams of the slots. */
SL_NODISCARD sluice_status sl_cuda_ring_drain(sl_cuda_ring *ring, sluice_error *err);

/* Copies `bytes` from the host to the device by way of the ring, ordered on `stream`. */
SL_NODISCARD sluice_status sl_cuda_ring_copy(sl_cuda_ring *ring, void *to, const void *from, size_t bytes, void *stream,
                                             sluice_error *err);

#endif
