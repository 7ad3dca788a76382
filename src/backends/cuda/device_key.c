// SPDX-License-Identifier: MIT OR Apache-2.0
/* Keys: memory, and points from the bytes of a file to where they stay. */
#include "backends/cuda/device_key.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "backends/cuda/key_state.h"
#include "backends/cuda/sums_clock.h"
#include "core/mem/small.h"
#include "core/sys/random.h"
#include "math/curve/encoding.h"

_Static_assert(SL_CUDA_FAULT_FLAGS == (int)SL_POINT_BAD_FLAGS &&
                   SL_CUDA_FAULT_NOT_CANONICAL == (int)SL_POINT_NOT_CANONICAL &&
                   SL_CUDA_FAULT_NOT_ON_CURVE == (int)SL_POINT_NOT_ON_CURVE &&
                   SL_CUDA_FAULT_IDENTITY == (int)SL_POINT_IDENTITY_REFUSED,
               "kernels keep faults as decoders name them");

const sl_module_prove sl_cuda_prove = {
    .key_open = sl_cuda_key_open,
    .key_put = sl_cuda_key_put,
    .key_ready = sl_cuda_key_ready,
    .key_memory = sl_cuda_key_memory,
    .key_close = sl_cuda_key_close,
    .proof_open = sl_cuda_proof_open,
    .proof_rows = sl_cuda_proof_rows,
    .proof_h = sl_cuda_proof_h,
    .proof_queries = sl_cuda_proof_queries,
    .proof_times = sl_cuda_proof_times,
    .proof_close = sl_cuda_proof_close,
    .proof_stages = sl_cuda_proof_stages,
};

/* --- opening -------------------------------------------------------------------------------------------------------
 */

/* Left to the driver and to others, of what is free. */
#define MARGIN_MAX ((size_t)512 << 20)

static sluice_status budget_find(sl_module_device *device, uint64_t wanted, uint64_t *out, sluice_error *err) {
    size_t free_bytes, all_bytes;
    SL_TRY(sl_cuda_call_check(device, device->calls->memory_info(&free_bytes, &all_bytes), "free memory", err));
    const uint64_t there = free_bytes - SL_MIN(free_bytes / 16, MARGIN_MAX);
    *out = wanted == 0 ? there : SL_MIN(wanted, there);
    return SLUICE_OK;
}

/* Memory for a use; nothing for no bytes. */
static sluice_status device_take(sl_module_key *key, void *out, uint64_t bytes, sl_module_use use, sluice_error *err) {
    static const char *const names[SL_MODULE_USES_N] = {
#define USE_TEXT(name, text) "memory for " text,
        SL_MODULE_USES(USE_TEXT)
#undef USE_TEXT
    };
    if (bytes == 0) {
        return SLUICE_OK;
    }
    void *memory;
    SL_TRY(sl_cuda_call_check(key->device, key->device->calls->alloc(&memory, bytes), names[use], err));
    memcpy(out, &memory, sizeof memory);
    key->memory.bytes[use] += bytes;
    key->memory.all += bytes;
    key->memory.peak = SL_MAX(key->memory.peak, key->memory.all);
    return SLUICE_OK;
}

static sluice_status pinned_take(sl_module_key *key, void *out, uint64_t bytes, sluice_error *err) {
    if (bytes == 0) {
        return SLUICE_OK;
    }
    void *memory;
    SL_TRY(sl_cuda_call_check(key->device, key->device->calls->host_alloc(&memory, bytes), "pinned memory", err));
    memcpy(out, &memory, sizeof memory);
    key->memory.pinned += bytes;
    return SLUICE_OK;
}

static uint64_t sums_host_bytes(const sl_cuda_key_plan *plan) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < SL_CUDA_KEY_SUMS_N; i++) {
        bytes = plan->sums[i].sums_n == 0 ? bytes : SL_MAX(bytes, plan->sums[i].host_bytes);
    }
    return bytes;
}

/* Of the row values that do not stand in the block. */
static uint64_t vectors_bytes(const sl_cuda_key_plan *plan) {
    return (uint64_t)plan->rows_n * (plan->is_shared ? 1 : plan->vectors_n) * plan->vector_bytes;
}

static sluice_status memory_take(sl_module_key *key, sluice_error *err) {
    const sl_cuda_key_plan *plan = &key->plan;
    for (unsigned group = 0; group < 2; group++) {
        const uint64_t point_bytes = sl_cuda_point_bytes((sl_cuda_group)group);
        const uint64_t streamed = plan->streamed_n[group] * point_bytes;
        SL_TRY(device_take(key, &key->points[group], plan->group_n[group] * point_bytes - streamed, SL_MODULE_POINTS,
                           err));
        SL_TRY(sl_cuda_host_points_take(&key->host_points[group], key->device, streamed, err));
        key->memory.pinned += streamed;
        key->memory.streamed += streamed;
    }
    SL_TRY(device_take(key, &key->vectors, vectors_bytes(plan), SL_MODULE_VECTORS, err));
    SL_TRY(device_take(key, &key->terms, plan->rows_n * plan->terms_bytes, SL_MODULE_TERMS, err));
    SL_TRY(device_take(key, &key->tables, plan->tables_bytes, SL_MODULE_TABLES, err));
    SL_TRY(device_take(key, &key->block, plan->block_bytes, SL_MODULE_WORKSPACE, err));
    SL_TRY(device_take(key, &key->witnesses, plan->shape.proofs_n * plan->witness_bytes, SL_MODULE_TERMS, err));
    SL_TRY(device_take(key, &key->faults, plan->words_bytes, SL_MODULE_STAGING, err));
    key->cuts = (uint32_t *)(void *)((uint8_t *)key->faults + SL_CUDA_FAULTS_BYTES);
    SL_TRY(pinned_take(key, &key->host_cuts, (uint64_t)SL_MODULE_SECTIONS_N * plan->cuts_max * sizeof *key->cuts, err));
    SL_TRY(pinned_take(key, &key->sums_host, sums_host_bytes(plan), err));
    SL_TRY(pinned_take(key, &key->top, sizeof *key->top, err));
    SL_TRY(sl_cuda_ring_open(&key->ring, key->device, plan->slot_bytes, err));
    key->memory.pinned += SL_CUDA_RING_SLOTS_N * plan->slot_bytes;
    return SLUICE_OK;
}

static sluice_status streams_open(sl_module_key *key, sluice_error *err) {
    sl_module_device *device = key->device;
    const sl_cuda_calls *calls = device->calls;
    SL_TRY(sl_cuda_call_check(device, calls->stream_open(&key->span_stream), "stream", err));
    SL_TRY(sl_cuda_call_check(device, calls->event_open(&key->sums_event), "event", err));
    for (unsigned i = 0; i < SL_ARRAY_N(key->span_events); i++) {
        SL_TRY(sl_cuda_call_check(device, calls->event_open(&key->span_events[i]), "event", err));
    }
    for (uint32_t i = 0; i < key->plan.shape.proofs_n; i++) {
        sl_module_proof *proof = &key->proofs[i];
        SL_TRY(sl_cuda_call_check(device, calls->stream_open(&proof->stream), "stream", err));
        for (unsigned e = 0; e < SL_CUDA_PROOF_EVENTS_N; e++) {
            SL_TRY(sl_cuda_call_check(device, calls->event_open(&proof->events[e]), "event", err));
        }
    }
    return SLUICE_OK;
}

static sluice_status key_fill(sl_module_key *key, sluice_error *err) {
    const sl_cuda_calls *calls = key->device->calls;
    SL_TRY(memory_take(key, err));
    SL_TRY(streams_open(key, err));
    SL_TRY(sl_cuda_ntt_make(key->device, &key->ntt, key->plan.shape.domain_log2, key->plan.how, key->tables,
                            key->span_stream, err));
    const size_t bytes = SL_MODULE_SECTIONS_N * sizeof *key->faults; /* all ones: SL_CUDA_FAULT_NONE */
    SL_TRY(sl_cuda_call_check(key->device, calls->fill(key->faults, 0xff, bytes, key->span_stream), "fill", err));
    return sl_cuda_call_check(key->device, calls->synchronize(key->span_stream), "wait for memory", err);
}

sluice_status sl_cuda_key_open(sl_module_device *device, const sl_module_key_shape *shape, sl_module_key **out,
                               sluice_error *err) {
    uint64_t budget;
    sl_cuda_key_plan plan;
    SL_TRY(sl_cuda_device_use(device, err));
    SL_TRY(budget_find(device, shape->budget_bytes, &budget, err));
    SL_TRY(sl_cuda_key_plan_make(&plan, device, shape, budget, err));
    sl_module_key *key = sl_small_alloc(1, sizeof *key);
    if (key == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for the handle of a key", device->index);
    }
    key->device = device;
    key->plan = plan;
    key->memory.budget = budget;
    (void)pthread_mutex_init(&key->lock, NULL);
    (void)pthread_cond_init(&key->changed, NULL);
    for (uint32_t i = 0; i < SL_MODULE_PROOFS_MAX; i++) {
        key->proofs[i].key = key;
    }
    const sluice_status status = key_fill(key, err);
    if (status != SLUICE_OK) {
        sl_cuda_key_close(key);
        return status;
    }
    *out = key;
    return SLUICE_OK;
}

/* --- closing: calls fail on a lost device, with nothing left to give back ------------------------------------------
 */

static void streams_close(sl_module_key *key) {
    const sl_cuda_calls *calls = key->device->calls;
    for (unsigned i = 0; i < SL_ARRAY_N(key->span_events); i++) {
        (void)(key->span_events[i] == NULL ? 0 : calls->event_close(key->span_events[i]));
    }
    (void)(key->sums_event == NULL ? 0 : calls->event_close(key->sums_event));
    sl_cuda_sums_clock_close(&key->clock, key->device);
    for (uint32_t i = 0; i < SL_MODULE_PROOFS_MAX; i++) {
        sl_module_proof *proof = &key->proofs[i];
        for (unsigned e = 0; e < SL_CUDA_PROOF_EVENTS_N; e++) {
            (void)(proof->events[e] == NULL ? 0 : calls->event_close(proof->events[e]));
        }
        (void)(proof->stream == NULL ? 0 : calls->stream_close(proof->stream));
    }
    (void)(key->span_stream == NULL ? 0 : calls->stream_close(key->span_stream));
}

/* What tells of witnesses: they, rows, terms, digits in the block, and sums. */
static void secrets_wipe(const sl_module_key *key) {
    const sl_cuda_key_plan *plan = &key->plan;
    const sl_cuda_calls *calls = key->device->calls;
    const struct {
        void *at;
        uint64_t bytes;
    } parts[] = {{key->vectors, vectors_bytes(plan)},
                 {key->terms, plan->rows_n * plan->terms_bytes},
                 {key->block, plan->block_bytes},
                 {key->witnesses, plan->shape.proofs_n * plan->witness_bytes}};
    for (unsigned i = 0; i < SL_ARRAY_N(parts); i++) {
        (void)(parts[i].at == NULL ? 0 : calls->fill(parts[i].at, 0, parts[i].bytes, key->device->stream));
    }
    (void)calls->synchronize(key->device->stream);
    if (key->sums_host != NULL) {
        sl_wipe(key->sums_host, sums_host_bytes(plan));
    }
    if (key->top != NULL) {
        sl_wipe(key->top, sizeof *key->top);
    }
}

void sl_cuda_key_close(sl_module_key *key) {
    if (key == NULL) {
        return;
    }
    const sl_cuda_calls *calls = key->device->calls;
    (void)calls->device_use((int)key->device->index);
    sl_cuda_ring_close(&key->ring);
    streams_close(key);
    secrets_wipe(key);
    void *const memory[] = {key->points[0], key->points[1], key->vectors,   key->terms,
                            key->tables,    key->block,     key->witnesses, key->faults};
    for (unsigned i = 0; i < SL_ARRAY_N(memory); i++) {
        (void)(memory[i] == NULL ? 0 : calls->release(memory[i]));
    }
    void *const pinned[] = {key->sums_host, key->host_cuts, key->top};
    for (unsigned i = 0; i < SL_ARRAY_N(pinned); i++) {
        (void)(pinned[i] == NULL ? 0 : calls->host_release(pinned[i]));
    }
    for (unsigned group = 0; group < 2; group++) {
        sl_cuda_host_points_give(&key->host_points[group], key->device);
    }
    (void)pthread_cond_destroy(&key->changed);
    (void)pthread_mutex_destroy(&key->lock);
    free(key);
}

/* --- points --------------------------------------------------------------------------------------------------------
 */

/* Points that fit a slot and stay in one place: from the slot's memory on the host to where they stay. */
static sluice_status points_order(sl_module_key *key, const sl_cuda_ring_slot *slot, unsigned section, uint64_t first,
                                  uint32_t n, sluice_error *err) {
    sl_module_device *device = key->device;
    const sl_cuda_calls *calls = device->calls;
    const sl_cuda_group group = sl_cuda_section_group(section);
    const uint64_t point_bytes = sl_cuda_point_bytes(group), at = key->plan.first[section] + first;
    const uint64_t streamed_n = key->plan.streamed_n[group];
    uint8_t *const staging = key->block + slot->index * key->plan.slot_bytes;
    const bool is_streamed = at < streamed_n;
    const sl_cuda_decode work = {
        .bytes = (const void *)staging,
        .out = is_streamed ? staging : key->points[group] + (at - streamed_n) * point_bytes,
        .first = first,
        .fault = &key->faults[section],
        .n = n,
    };
    SL_TRY(sl_cuda_call_check(device, calls->copy_in(staging, slot->host, n * point_bytes, slot->stream),
                              "copy to the device", err));
    const int code =
        group == SL_CUDA_G2 ? calls->key->decode_g2(&work, slot->stream) : calls->key->decode_g1(&work, slot->stream);
    SL_TRY(sl_cuda_call_check(device, code, "kernel of points", err));
    if (!is_streamed) {
        return SLUICE_OK;
    }
    return sl_cuda_call_check(device,
                              calls->copy_out((uint8_t *)key->host_points[group].memory.data + at * point_bytes,
                                              staging, n * point_bytes, slot->stream),
                              "copy from the device", err);
}

static sluice_status points_put(sl_module_key *key, unsigned section, uint64_t first, const uint8_t *bytes, uint32_t n,
                                sluice_error *err) {
    sl_cuda_ring_slot *slot;
    SL_TRY(sl_cuda_ring_take(&key->ring, &slot, err));
    memcpy(slot->host, bytes, (size_t)n * sl_cuda_point_bytes(sl_cuda_section_group(section)));
    const sluice_status status = points_order(key, slot, section, first, n, err);
    /* After a failure what was ordered before may still read the slot. */
    const sluice_status given = sl_cuda_ring_put(&key->ring, slot, slot->stream, status == SLUICE_OK ? err : NULL);
    return status == SLUICE_OK ? given : status;
}

sluice_status sl_cuda_key_put_check(sl_module_key *key, sl_module_section section, uint64_t first, uint64_t n,
                                    sluice_error *err) {
    const sl_cuda_key_plan *plan = &key->plan;
    const bool is_there = section < SL_MODULE_SECTIONS_N && first <= plan->shape.points_n[section] &&
                          n <= plan->shape.points_n[section] - first;
    (void)pthread_mutex_lock(&key->lock);
    const bool is_late = key->is_ready;
    (void)pthread_mutex_unlock(&key->lock);
    if (!is_there || is_late) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: points %" PRIu64 " to %" PRIu64 " of section %d%s",
                       key->device->index, first, first + n, (int)section, is_late ? ", put after the last" : "");
    }
    return SLUICE_OK;
}

void sl_cuda_key_put_count(sl_module_key *key, sl_module_section section, uint64_t n) {
    (void)pthread_mutex_lock(&key->lock);
    key->put_n[section] += n;
    (void)pthread_mutex_unlock(&key->lock);
}

sl_cuda_key_place sl_cuda_key_place_of(sl_module_key *key, sl_module_section section, uint64_t first, uint64_t n) {
    const sl_cuda_group group = sl_cuda_section_group(section);
    const uint64_t point_bytes = sl_cuda_point_bytes(group), streamed_n = key->plan.streamed_n[group];
    const uint64_t at = key->plan.first[section] + first;
    if (at < streamed_n) {
        uint8_t *host = (uint8_t *)key->host_points[group].memory.data + at * point_bytes;
        return (sl_cuda_key_place){.host = host, .n = SL_MIN(n, streamed_n - at)};
    }
    return (sl_cuda_key_place){.device = key->points[group] + (at - streamed_n) * point_bytes, .n = n};
}

sluice_status sl_cuda_key_put(sl_module_key *key, sl_module_section section, uint64_t first, const void *bytes,
                              size_t n, sluice_error *err) {
    const sl_cuda_key_plan *plan = &key->plan;
    SL_TRY(sl_cuda_device_use(key->device, err));
    SL_TRY(sl_cuda_key_put_check(key, section, first, n, err));
    const sl_cuda_group group = sl_cuda_section_group(section);
    const uint64_t point_bytes = sl_cuda_point_bytes(group), streamed_n = plan->streamed_n[group];
    for (uint64_t done = 0; done < n;) {
        const uint64_t at = plan->first[section] + first + done;
        uint64_t piece = SL_MIN(n - done, plan->slot_bytes / point_bytes);
        piece = at < streamed_n ? SL_MIN(piece, streamed_n - at) : piece;
        SL_TRY(
            points_put(key, section, first + done, (const uint8_t *)bytes + done * point_bytes, (uint32_t)piece, err));
        done += piece;
    }
    sl_cuda_key_put_count(key, section, n);
    return SLUICE_OK;
}

static sluice_status counts_check(sl_module_key *key, sluice_error *err) {
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        if (key->put_n[s] != key->plan.shape.points_n[s]) {
            return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %" PRIu64 " points of section %s were put, not %" PRIu64,
                           key->device->index, key->put_n[s], sl_cuda_section_name(s), key->plan.shape.points_n[s]);
        }
    }
    return SLUICE_OK;
}

static sluice_status faults_check(sl_module_key *key, sluice_error *err) {
    const sl_cuda_calls *calls = key->device->calls;
    uint64_t faults[SL_MODULE_SECTIONS_N];
    SL_TRY(sl_cuda_ring_drain(&key->ring, err));
    SL_TRY(sl_cuda_call_check(key->device, calls->synchronize(key->device->stream), "wait for multiples", err));
    SL_TRY(sl_cuda_call_check(key->device, calls->copy_out(faults, key->faults, sizeof faults, key->span_stream),
                              "copy from the device", err));
    SL_TRY(sl_cuda_call_check(key->device, calls->synchronize(key->span_stream), "wait for points", err));
    for (unsigned s = 0; s < SL_MODULE_SECTIONS_N; s++) {
        if (faults[s] != SL_CUDA_FAULT_NONE) {
            const sl_point_fault fault = (sl_point_fault)(faults[s] & ((1U << SL_CUDA_FAULT_BITS) - 1));
            return SL_FAIL(err, SLUICE_E_CORRUPT, "section %s: point %" PRIu64 ": %s", sl_cuda_section_name(s),
                           faults[s] >> SL_CUDA_FAULT_BITS, sl_point_fault_text(fault));
        }
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_key_ready(sl_module_key *key, sluice_error *err) {
    SL_TRY(sl_cuda_device_use(key->device, err));
    (void)pthread_mutex_lock(&key->lock);
    sluice_status status = SLUICE_OK;
    if (!key->is_ready) {
        status = counts_check(key, err);
        status = status == SLUICE_OK ? faults_check(key, err) : status;
        key->is_ready = status == SLUICE_OK;
    }
    (void)pthread_mutex_unlock(&key->lock);
    return status;
}

void sl_cuda_key_memory(sl_module_key *key, sl_module_memory *out) {
    *out = key->memory;
}
