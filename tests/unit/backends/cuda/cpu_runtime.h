// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A CUDA runtime of tests: device memory is the heap, poisoned, and what is ordered on a stream happens at once. Any
 * call can be made to fail, for good or for lack of memory. Kernels are each test's own; they begin with
 * runtime_result(). Any thread may call. Words RUNTIME_MARK, which a test puts into what is secret, are counted in
 * memory that is given back.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_CPU_RUNTIME_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_CPU_RUNTIME_H

#include "backends/cuda/cuda_calls.h"
#include "core/base/failpoint.h"
#include "harness/test.h"

#define RUNTIME_OUT_OF_MEMORY 2
#define RUNTIME_BROKEN 719
#define RUNTIME_MARK UINT64_C(0x3a5c96e10fd27b48)
/* Before each block of memory, which is aligned to it: its length. */
#define RUNTIME_HEAD_BYTES 64

static struct {
    sl_failpoint fails;
    int code;            /* what a failing call gives */
    atomic_uint live;    /* streams, events and blocks of memory */
    atomic_bool is_lost; /* a call has failed with RUNTIME_BROKEN: so do all that follow, until the next open */
    int devices_n;
    uint64_t memory_bytes_a_second; /* of a device; 0: it does not say */
    atomic_size_t calls_n;
    atomic_size_t marks_n;          /* in memory given back, if they are counted */
    bool counts_marks, keeps_marks; /* keeps: nothing is filled with 0 */
} runtime = {.fails = SL_FAILPOINT_INIT, .code = RUNTIME_BROKEN, .devices_n = 2};

static _Thread_local int runtime_in_use = -1; /* the device of device_use */

/* What the next call gives. */
static inline int runtime_result(void) {
    runtime.calls_n++;
    if (runtime.is_lost) {
        return RUNTIME_BROKEN;
    }
    if (!sl_failpoint_hit(&runtime.fails)) {
        return 0;
    }
    runtime.is_lost = runtime.code == RUNTIME_BROKEN;
    return runtime.code;
}

static inline int runtime_devices_count(int *out) {
    *out = runtime.devices_n;
    return runtime_result();
}

static inline int runtime_device_info(sl_module_device_info *out, int index) {
    *out = (sl_module_device_info){.name = "Interpreted",
                                   .compute = index == 0 ? 90 : 70,
                                   .multiprocessors_n = 1,
                                   .clock_khz = 1000000,
                                   .memory_bytes_a_second = runtime.memory_bytes_a_second};
    return runtime_result();
}

static inline int runtime_device_use(int index) {
    runtime_in_use = index;
    return runtime_result();
}

static inline int runtime_alloc(void **out, size_t bytes) {
    const int code = runtime_result();
    if (code == 0) {
        uint8_t *block = aligned_alloc(RUNTIME_HEAD_BYTES,
                                       (bytes + 2 * RUNTIME_HEAD_BYTES - 1) / RUNTIME_HEAD_BYTES * RUNTIME_HEAD_BYTES);
        SL_CHECK(block != NULL);
        memcpy(block, &bytes, sizeof bytes);
        *out = block + RUNTIME_HEAD_BYTES;
        memset(*out, 0xa5, bytes);
        runtime.live++;
    }
    return code;
}

/* Memory of a lost device is gone anyway. */
static inline int runtime_release(void *memory) {
    uint8_t *block = (uint8_t *)memory - RUNTIME_HEAD_BYTES;
    size_t bytes;
    memcpy(&bytes, block, sizeof bytes);
    for (size_t at = 0; runtime.counts_marks && at + sizeof(uint64_t) <= bytes; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, (uint8_t *)memory + at, sizeof word);
        runtime.marks_n += word == RUNTIME_MARK;
    }
    free(block);
    runtime.live--;
    return runtime_result();
}

static inline int runtime_host_pin(void *memory, size_t bytes) {
    const int code = runtime_result();
    SL_CHECK(memory != NULL && bytes != 0);
    runtime.live += code == 0;
    return code;
}

static inline int runtime_host_unpin(void *memory) {
    SL_CHECK(memory != NULL);
    runtime.live--;
    return runtime_result();
}

static inline int runtime_stream_open(void **out) {
    return runtime_alloc(out, 1);
}

static inline int runtime_copy(void *to, const void *from, size_t bytes, void *stream) {
    SL_CHECK(stream != NULL && runtime_in_use == 0);
    const int code = runtime_result();
    if (code == 0) {
        memcpy(to, from, bytes);
    }
    return code;
}

static inline int runtime_synchronize(void *stream) {
    SL_CHECK(stream != NULL);
    return runtime_result();
}

static inline const char *runtime_error_text(int code) {
    return code == RUNTIME_OUT_OF_MEMORY ? "out of memory" : "unspecified launch failure";
}

static inline int runtime_event_open(void **out) {
    return runtime_alloc(out, 1);
}

static inline int runtime_event_on_stream(void *stream, void *event) {
    SL_CHECK(stream != NULL && event != NULL);
    return runtime_result();
}

static inline int runtime_event_ms(float *out, void *first, void *last) {
    SL_CHECK(first != NULL && last != NULL);
    *out = 1;
    return runtime_result();
}

static inline int runtime_memory_info(size_t *free_bytes, size_t *all_bytes) {
    *free_bytes = *all_bytes = (size_t)1 << 30;
    return runtime_result();
}

static inline int runtime_fill(void *device, uint8_t value, size_t bytes, void *stream) {
    SL_CHECK(stream != NULL && runtime_in_use == 0);
    const int code = runtime_result();
    if (code == 0 && (value != 0 || !runtime.keeps_marks)) {
        memset(device, value, bytes);
    }
    return code;
}

/* The members of a table of calls but for kernels. */
#define RUNTIME_CALLS                                                                                                 \
    .devices_count = runtime_devices_count, .device_info = runtime_device_info, .device_use = runtime_device_use,     \
    .stream_open = runtime_stream_open, .stream_close = runtime_release, .event_open = runtime_event_open,            \
    .event_close = runtime_release, .event_record = runtime_event_on_stream, .event_wait = runtime_event_on_stream,   \
    .event_synchronize = runtime_synchronize, .event_ms = runtime_event_ms, .memory_info = runtime_memory_info,       \
    .alloc = runtime_alloc, .release = runtime_release, .host_alloc = runtime_alloc, .host_release = runtime_release, \
    .host_pin = runtime_host_pin, .host_unpin = runtime_host_unpin, .fill = runtime_fill,                             \
    .copy_on_device = runtime_copy, .copy_in = runtime_copy, .copy_out = runtime_copy,                                \
    .synchronize = runtime_synchronize, .error_text = runtime_error_text, .out_of_memory = RUNTIME_OUT_OF_MEMORY

static inline void runtime_fail_after(size_t n, int code) {
    runtime.is_lost = false;
    runtime.code = code;
    sl_failpoint_arm(&runtime.fails, n);
}

/* Call n of one(n, code) fails, for all n, for good and for lack of memory; one() says whether it came to that. */
static inline void runtime_fail_each(bool (*one)(size_t n, int code), size_t calls_min) {
    static const int codes[] = {RUNTIME_BROKEN, RUNTIME_OUT_OF_MEMORY};
    for (size_t i = 0; i < SL_ARRAY_N(codes); i++) {
        size_t n = 0;
        while (one(n, codes[i])) {
            n++;
        }
        SL_CHECK_MSG(n >= calls_min, "%zu calls", n);
    }
}

#endif
