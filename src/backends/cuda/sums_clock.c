// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/sums_clock.h"

#include <stdlib.h>

#include "core/mem/small.h"

#define MARKS_MAX 2048
#define ELEMENT_BYTES 8 /* a key and a reference */
#define PAIR_BYTES 8

sluice_status sl_cuda_sums_clock_open(sl_cuda_sums_clock *out, sl_module_device *device, sluice_error *err) {
    const sl_cuda_calls *calls = device->calls;
    sl_cuda_sums_clock clock = {.events = sl_small_alloc(MARKS_MAX, sizeof *clock.events),
                                .stages = sl_small_alloc(MARKS_MAX, sizeof *clock.stages)};
    void *rounds = NULL;
    sluice_status status =
        clock.events == NULL || clock.stages == NULL
            ? SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for times", device->index)
            : sl_cuda_call_check(device, calls->host_alloc(&rounds, MARKS_MAX * sizeof *clock.rounds),
                                 "pinned memory for times", err);
    clock.rounds = rounds;
    for (; status == SLUICE_OK && clock.events_n < MARKS_MAX; clock.events_n += status == SLUICE_OK) {
        status = sl_cuda_call_check(device, calls->event_open(&clock.events[clock.events_n]), "event", err);
    }
    if (status != SLUICE_OK) {
        sl_cuda_sums_clock_close(&clock, device);
        return status;
    }
    *out = clock;
    return SLUICE_OK;
}

void sl_cuda_sums_clock_close(sl_cuda_sums_clock *clock, const sl_module_device *device) {
    for (uint32_t i = 0; i < clock->events_n; i++) {
        (void)device->calls->event_close(clock->events[i]);
    }
    if (clock->rounds != NULL) {
        (void)device->calls->host_release(clock->rounds);
    }
    free(clock->events);
    free(clock->stages);
    *clock = (sl_cuda_sums_clock){.events = NULL};
}

void sl_cuda_sums_clock_begin(sl_cuda_sums_clock *clock) {
    if (clock == NULL) {
        return;
    }
    clock->marks_n = 0;
    for (unsigned i = 0; i < SL_MODULE_SUM_STAGES_N; i++) {
        clock->ms[i] = 0;
        clock->additions[i] = clock->bytes[i] = 0;
    }
    for (uint32_t i = 0; i < clock->events_n; i++) {
        clock->rounds[i] = (sl_cuda_round){0};
    }
}

sluice_status sl_cuda_sums_mark(sl_cuda_sums_clock *clock, sl_module_device *device, sl_module_sum_stage stage,
                                void *stream, sluice_error *err) {
    if (clock == NULL || clock->marks_n == clock->events_n) {
        return SLUICE_OK;
    }
    SL_TRY(
        sl_cuda_call_check(device, device->calls->event_record(clock->events[clock->marks_n], stream), "event", err));
    clock->stages[clock->marks_n++] = (uint8_t)stage;
    return SLUICE_OK;
}

void sl_cuda_sums_count(sl_cuda_sums_clock *clock, sl_module_sum_stage stage, uint64_t bytes) {
    if (clock != NULL) {
        clock->bytes[stage] += bytes;
    }
}

void sl_cuda_sums_count_additions(sl_cuda_sums_clock *clock, sl_module_sum_stage stage, uint64_t additions) {
    if (clock != NULL) {
        clock->additions[stage] += additions;
    }
}

sluice_status sl_cuda_sums_count_round(sl_cuda_sums_clock *clock, sl_module_device *device, const sl_cuda_round *round,
                                       void *stream, sluice_error *err) {
    if (clock == NULL || clock->marks_n == clock->events_n) {
        return SLUICE_OK;
    }
    return sl_cuda_call_check(device,
                              device->calls->copy_out(&clock->rounds[clock->marks_n], round, sizeof *round, stream),
                              "copy from the device", err);
}

/*
 * A schedule reads a list, and leaves pairs and the list without one of each; an addition reads a pair and two points,
 * and leaves one.
 */
static void round_count(sl_cuda_sums_clock *clock, uint32_t mark, size_t point_bytes) {
    const sl_cuda_round *round = &clock->rounds[mark];
    const uint64_t elements_n = round->elements_n, pairs_n = round->pairs_n;
    const uint8_t schedule = clock->stages[mark], add = clock->stages[mark + 1];
    clock->bytes[schedule] += (2 * elements_n - pairs_n) * ELEMENT_BYTES + pairs_n * PAIR_BYTES;
    clock->bytes[add] += pairs_n * (PAIR_BYTES + 3 * point_bytes);
    clock->additions[add] += pairs_n;
}

sluice_status sl_cuda_sums_clock_read(sl_cuda_sums_clock *clock, sl_module_device *device, size_t point_bytes,
                                      sluice_error *err) {
    for (uint32_t i = 1; clock != NULL && i < clock->marks_n; i++) {
        float ms;
        SL_TRY(sl_cuda_call_check(device, device->calls->event_ms(&ms, clock->events[i - 1], clock->events[i]), "time",
                                  err));
        clock->ms[clock->stages[i]] += ms;
        if (i + 1 < clock->marks_n && clock->rounds[i].elements_n != 0) {
            round_count(clock, i, point_bytes);
        }
    }
    return SLUICE_OK;
}
