// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the module asks of the CUDA runtime, as a table: cudart_calls.cu has the real one, tests have one that fails
 * where they say.
 *
 * All return 0 or an error code of the runtime. Copies, fills and kernels are ordered on a stream; copies out are
 * complete after `synchronize`. `device_use` is for the calling thread and comes before all other calls for a device.
 * Host memory of `host_alloc` is pinned: copies from and to it run beside kernels, copies of other memory may wait.
 *
 * Each part of the module has the launches of its kernels in a table of its own, which this one points to.
 */
#ifndef SL_BACKENDS_CUDA_CUDA_CALLS_H
#define SL_BACKENDS_CUDA_CUDA_CALLS_H

#include "backends/cuda/fold_calls.h"
#include "backends/cuda/key_calls.h"
#include "backends/cuda/multiples_calls.h"
#include "backends/cuda/ntt_calls.h"
#include "backends/cuda/points_calls.h"
#include "backends/cuda/rows_calls.h"
#include "backends/cuda/runs_calls.h"
#include "backends/cuda/sums_calls.h"
#include "backends/module/module_abi.h"

typedef struct sl_cuda_calls {
    int (*devices_count)(int *out);
    int (*device_info)(sl_module_device_info *out, int index);
    int (*device_use)(int index);
    int (*stream_open)(void **out);
    int (*stream_close)(void *stream);
    int (*event_open)(void **out);
    int (*event_close)(void *event);
    int (*event_record)(void *event, void *stream); /* it happens when all that is before it on the stream is done */
    int (*event_wait)(void *stream, void *event);   /* what follows on the stream comes after the event */
    int (*event_synchronize)(void *event);          /* the calling thread waits for it */
    int (*event_ms)(float *out, void *first, void *last); /* between two events that have happened */
    int (*memory_info)(size_t *free_bytes, size_t *all_bytes);
    int (*alloc)(void **out, size_t bytes);
    int (*release)(void *memory);
    int (*host_alloc)(void **out, size_t bytes);
    int (*host_release)(void *memory);
    int (*host_pin)(void *memory, size_t bytes); /* memory of the process, as if it were of host_alloc */
    int (*host_unpin)(void *memory);
    int (*fill)(void *device, uint8_t value, size_t bytes, void *stream);
    int (*copy_on_device)(void *to, const void *from, size_t bytes, void *stream);
    int (*copy_in)(void *device, const void *host, size_t bytes, void *stream);
    int (*copy_out)(void *host, const void *device, size_t bytes, void *stream);
    int (*field_launch)(void *out, const void *a, const void *b, size_t n, sl_module_field_op op, uint32_t rounds,
                        void *stream);
    int (*synchronize)(void *stream);

    const sl_cuda_points_calls *points;
    const sl_cuda_key_calls *key;
    const sl_cuda_multiples_calls *multiples;
    const sl_cuda_fold_calls *fold;
    const sl_cuda_rows_calls *rows;
    const sl_cuda_runs_calls *runs;
    const sl_cuda_sums_calls *sums;
    const sl_cuda_ntt_calls *ntt;

    const char *(*error_text)(int code);
    int out_of_memory; /* the code that means it, and leaves the device as it was */
} sl_cuda_calls;

#endif
