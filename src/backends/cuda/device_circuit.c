// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/device_circuit.h"

#include <stdlib.h>

#include "backends/cuda/device_key.h"
#include "core/base/checked.h"
#include "core/mem/small.h"

#define ALIGNMENT ((size_t)256)
#define ROWS_MAX (UINT64_C(1) << 31)
#define SLOT_BYTES_MAX ((size_t)4 << 20)

enum { QUERY_L, QUERY_A, QUERY_B };

struct sl_module_circuit {
    sl_module_device *device;
    sl_module_program program; /* its arrays are the device's */
    uint32_t *full_at[SL_MODULE_QUERIES_N];
    sl_module_circuit_counts counts;
    void *memory; /* of all arrays */
};

/* --- layout --------------------------------------------------------------------------------------------------------
 */

/* Hands out parts of a block; without one, it only counts their bytes. */
typedef struct part_taker {
    uint8_t *memory;
    size_t bytes;
} part_taker;

static void *part_take(part_taker *taker, uint64_t n, size_t element_bytes) {
    void *out = taker->memory == NULL ? NULL : taker->memory + taker->bytes;
    taker->bytes += ((size_t)n * element_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return out;
}

static size_t plane_words(const sl_module_program *program) {
    return ((size_t)program->aux_n + 63) / 64;
}

/* The arrays of a program, which are somewhere else in `from`, and where the full terms of queries are. */
static size_t circuit_place(sl_module_circuit *circuit, const sl_module_program *from, void *memory) {
    part_taker taker = {memory, 0};
    circuit->program = *from;
#define PLACE(field, element) circuit->program.field = part_take(&taker, from->field##_n, sizeof(element));
    SL_MODULE_PROGRAM_ARRAYS(PLACE)
#undef PLACE
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        circuit->full_at[q] = part_take(&taker, circuit->counts.full_n[q], sizeof(uint32_t));
    }
    return taker.bytes;
}

/* The values of A's terms are all values, where every field wire is in A. */
static bool a_has_all(const sl_module_circuit *circuit) {
    return circuit->counts.full_n[QUERY_A] == (uint64_t)circuit->program.inputs_n + circuit->program.fields_n;
}

static size_t witness_place(const sl_module_circuit *circuit, void *memory, sl_cuda_witness *out) {
    const sl_module_program *p = &circuit->program;
    const sl_module_circuit_counts *counts = &circuit->counts;
    part_taker taker = {memory, 0};
    sl_cuda_witness w;
    w.values = part_take(&taker, (uint64_t)p->inputs_n + p->fields_n, sizeof(sl_cuda_fr));
    w.plane = part_take(&taker, plane_words(p) + 1, sizeof(uint64_t));
    w.bits[QUERY_L] = (uint64_t *)w.plane;
    w.full[QUERY_L] = memory == NULL ? NULL : w.values + p->inputs_n;
    for (size_t q = QUERY_A; q <= QUERY_B; q++) {
        w.bits[q] = part_take(&taker, (counts->points_n[q] + 63) / 64, sizeof(uint64_t));
    }
    w.full[QUERY_A] = a_has_all(circuit) ? w.values : part_take(&taker, counts->full_n[QUERY_A], sizeof(sl_cuda_fr));
    w.full[QUERY_B] = part_take(&taker, counts->full_n[QUERY_B], sizeof(sl_cuda_fr));
    w.broken_row = part_take(&taker, 1, sizeof(uint32_t));
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        w.full_at[q] = circuit->full_at[q];
    }
    *out = w;
    return taker.bytes;
}

void sl_cuda_witness_place(const sl_module_circuit *circuit, void *memory, sl_cuda_witness *out) {
    (void)witness_place(circuit, memory, out);
}

/* --- circuits ------------------------------------------------------------------------------------------------------
 */

/* The query of L, A or B, without a witness and without outputs. */
static sl_cuda_query query_of(const sl_module_circuit *circuit, size_t which) {
    const sl_module_program *p = &circuit->program;
    sl_cuda_query query = {.wire_types = p->wire_types,
                           .field_ranks = p->field_ranks,
                           .aux_n = p->aux_n,
                           .all_inputs_n = p->inputs_n,
                           .points_n = circuit->counts.points_n[which]};
    if (which == QUERY_A) {
        query.density = p->a_density;
        query.density_ranks = p->a_ranks;
        query.both_ranks = p->a_field_ranks;
        query.inputs_n = p->inputs_n;
    } else if (which == QUERY_B) {
        query.density = p->b_density;
        query.density_ranks = p->b_ranks;
        query.both_ranks = p->b_field_ranks;
        query.inputs_n = (uint32_t)p->b_inputs_n;
        query.inputs = p->b_inputs;
    }
    return query;
}

/* From the program as it is in host memory. */
static void counts_make(sl_module_circuit *circuit, const sl_module_program *program) {
    const size_t last = plane_words(program);
    circuit->counts = (sl_module_circuit_counts){
        .points_n = {program->aux_n, (uint64_t)program->inputs_n + program->a_ranks[last],
                     program->b_inputs_n + program->b_ranks[last]},
        .full_n = {program->fields_n, (uint64_t)program->inputs_n + program->a_field_ranks[last],
                   program->b_inputs_n + program->b_field_ranks[last]}};
    circuit->counts.circuit_bytes = circuit_place(circuit, program, NULL);
    sl_cuda_witness unplaced;
    circuit->counts.witness_bytes = witness_place(circuit, NULL, &unplaced);
}

static sluice_status query_full_launch(const sl_module_circuit *circuit, const sl_cuda_query *query, void *stream,
                                       sluice_error *err) {
    sl_module_device *device = circuit->device;
    if (sl_cuda_query_full_threads(query) == 0) {
        return SLUICE_OK;
    }
    return sl_cuda_call_check(device, device->calls->rows->query_full(query, stream), "kernel of terms", err);
}

/* Uploads the arrays, and makes those that follow from them. */
static sluice_status circuit_fill(sl_module_circuit *circuit, const sl_module_program *program, sluice_error *err) {
    sl_module_device *device = circuit->device;
    const sl_cuda_calls *calls = device->calls;
    const struct {
        const void *to, *from;
        size_t bytes;
    } copies[] = {
#define COPY(field, element) {circuit->program.field, program->field, (size_t)program->field##_n * sizeof(element)},
        SL_MODULE_PROGRAM_ARRAYS(COPY)
#undef COPY
    };
    for (size_t i = 0; i < SL_ARRAY_N(copies); i++) {
        if (copies[i].bytes > 0) {
            void *to = (uint8_t *)circuit->memory + ((const uint8_t *)copies[i].to - (const uint8_t *)circuit->memory);
            SL_TRY(sl_cuda_call_check(device, calls->copy_in(to, copies[i].from, copies[i].bytes, device->stream),
                                      "copy of a circuit", err));
        }
    }
    for (size_t q = 0; q < SL_MODULE_QUERIES_N; q++) {
        sl_cuda_query query = query_of(circuit, q);
        query.full_at = circuit->full_at[q];
        SL_TRY(query_full_launch(circuit, &query, device->stream, err));
    }
    return sl_cuda_call_check(device, calls->synchronize(device->stream), "wait for the copy of a circuit", err);
}

static void circuit_close(sl_module_circuit *circuit) {
    if (circuit == NULL) {
        return;
    }
    const sl_cuda_calls *calls = circuit->device->calls;
    (void)calls->device_use((int)circuit->device->index); /* both fail on a lost device, which has nothing to give */
    (void)calls->release(circuit->memory);
    free(circuit);
}

static sluice_status circuit_open(sl_module_device *device, const sl_module_program *program, sl_module_circuit **out,
                                  sluice_error *err) {
    SL_TRY(sl_cuda_device_use(device, err));
    sl_module_circuit *circuit = sl_small_alloc(1, sizeof *circuit);
    if (circuit == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "device %u: no memory for a circuit's handle", device->index);
    }
    circuit->device = device;
    counts_make(circuit, program);
    const size_t bytes = (size_t)circuit->counts.circuit_bytes;
    sluice_status status =
        sl_cuda_call_check(device, device->calls->alloc(&circuit->memory, bytes), "memory for a circuit", err);
    if (status != SLUICE_OK) {
        free(circuit);
        return status;
    }
    (void)circuit_place(circuit, program, circuit->memory);
    status = circuit_fill(circuit, program, err);
    if (status != SLUICE_OK) {
        (void)device->calls->synchronize(device->stream); /* what is still on its way uses the caller's memory */
        circuit_close(circuit);
        return status;
    }
    *out = circuit;
    return SLUICE_OK;
}

void sl_cuda_circuit_counts(const sl_module_circuit *circuit, sl_module_circuit_counts *out) {
    *out = circuit->counts;
}

/* --- witnesses -----------------------------------------------------------------------------------------------------
 */

sluice_status sl_cuda_witness_put(const sl_module_circuit *circuit, sl_cuda_ring *ring, const sl_cuda_witness *to,
                                  const sl_module_witness *from, void *stream, sluice_error *err) {
    const sl_module_program *p = &circuit->program;
    sl_module_device *device = circuit->device;
    SL_TRY(sl_cuda_ring_copy(ring, to->values, from->inputs, p->inputs_n * sizeof(sl_cuda_fr), stream, err));
    SL_TRY(
        sl_cuda_ring_copy(ring, to->values + p->inputs_n, from->fields, p->fields_n * sizeof(sl_cuda_fr), stream, err));
    SL_TRY(sl_cuda_ring_copy(ring, to->plane, from->bits, plane_words(p) * sizeof(uint64_t), stream, err));
    for (size_t q = QUERY_A; q <= QUERY_B; q++) {
        sl_cuda_query query = query_of(circuit, q);
        query.values = to->values;
        query.plane = (const uint64_t *)to->plane;
        query.bits = to->bits[q];
        query.full = to->full[q];
        if (query.points_n > 0) {
            SL_TRY(sl_cuda_call_check(device, device->calls->rows->query_bits(&query, stream), "kernel of bits", err));
        }
        if (query.full != to->values) {
            SL_TRY(query_full_launch(circuit, &query, stream, err));
        }
    }
    return SLUICE_OK;
}

sluice_status sl_cuda_rows_make(const sl_module_circuit *circuit, const sl_cuda_witness *witness, sl_cuda_fr *a,
                                sl_cuda_fr *b, sl_cuda_fr *c, uint64_t n, bool is_checked, void *stream,
                                sluice_error *err) {
    const sl_module_program *p = &circuit->program;
    sl_module_device *device = circuit->device;
    if (n > ROWS_MAX || n < (uint64_t)p->rows_n + p->inputs_n) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %llu values of %u rows and %u inputs", device->index,
                       (unsigned long long)n, p->rows_n, p->inputs_n);
    }
    const sl_cuda_rows work = {.program = *p,
                               .values = witness->values,
                               .bits = witness->plane,
                               .a = a,
                               .b = b,
                               .c = c,
                               .n = n,
                               .broken_row = is_checked ? witness->broken_row : NULL};
    if (is_checked) {
        SL_TRY(sl_cuda_call_check(
            device, device->calls->fill(witness->broken_row, 0xff, sizeof *witness->broken_row, stream), "fill", err));
    }
    return sl_cuda_call_check(device, device->calls->rows->rows(&work, stream), "kernel of rows", err);
}

sluice_status sl_cuda_broken_row_get(const sl_module_circuit *circuit, const sl_cuda_witness *witness, void *stream,
                                     uint32_t *out, sluice_error *err) {
    sl_module_device *device = circuit->device;
    const sl_cuda_calls *calls = device->calls;
    uint32_t row;
    sluice_status status = sl_cuda_call_check(device, calls->copy_out(&row, witness->broken_row, sizeof row, stream),
                                              "copy from the device", err);
    const int code = calls->synchronize(stream); /* in any case: `row` is on the stack */
    if (status == SLUICE_OK) {
        status = sl_cuda_call_check(device, code, "wait for the rows", err);
    }
    if (status == SLUICE_OK) {
        *out = row;
    }
    return status;
}

/* --- everything once -----------------------------------------------------------------------------------------------
 */

typedef struct single_run {
    sl_module_circuit *circuit;
    void *stream, *events[3], *memory; /* NULL: not there */
    sl_cuda_ring ring;
    sl_cuda_witness witness;
    sl_cuda_fr *abc[3];
    uint64_t n;
} single_run;

/* The witness, then the rows. */
static size_t single_bytes(const single_run *run) {
    return (size_t)run->circuit->counts.witness_bytes + SL_ARRAY_N(run->abc) * (size_t)run->n * sizeof(sl_cuda_fr);
}

static sluice_status single_open(single_run *run, sluice_error *err) {
    sl_module_device *device = run->circuit->device;
    const sl_cuda_calls *calls = device->calls;
    const size_t witness_bytes = (size_t)run->circuit->counts.witness_bytes;
    const size_t vector_bytes = (size_t)run->n * sizeof(sl_cuda_fr);
    SL_TRY(sl_cuda_device_use(device, err));
    SL_TRY(sl_cuda_ring_open(&run->ring, device, SL_MIN(SLOT_BYTES_MAX, witness_bytes), err));
    SL_TRY(sl_cuda_call_check(device, calls->stream_open(&run->stream), "stream", err));
    for (size_t i = 0; i < SL_ARRAY_N(run->events); i++) {
        SL_TRY(sl_cuda_call_check(device, calls->event_open(&run->events[i]), "event", err));
    }
    SL_TRY(sl_cuda_call_check(device, calls->alloc(&run->memory, single_bytes(run)), "memory for a witness", err));
    sl_cuda_witness_place(run->circuit, run->memory, &run->witness);
    for (size_t k = 0; k < SL_ARRAY_N(run->abc); k++) {
        run->abc[k] = (sl_cuda_fr *)(void *)((uint8_t *)run->memory + witness_bytes + k * vector_bytes);
    }
    return SLUICE_OK;
}

/* In the order that stays good when something is missing. What fails here has nothing left to give back. */
static void single_close(single_run *run) {
    const sl_cuda_calls *calls = run->circuit->device->calls;
    if (run->memory != NULL) {
        (void)calls->fill(run->memory, 0, single_bytes(run), run->stream); /* a witness, and rows made from it */
    }
    if (run->stream != NULL) {
        (void)calls->synchronize(run->stream);
    }
    sl_cuda_ring_close(&run->ring);
    if (run->memory != NULL) {
        (void)calls->release(run->memory);
    }
    for (size_t i = 0; i < SL_ARRAY_N(run->events); i++) {
        if (run->events[i] != NULL) {
            (void)calls->event_close(run->events[i]);
        }
    }
    if (run->stream != NULL) {
        (void)calls->stream_close(run->stream);
    }
}

static sluice_status event_record(const single_run *run, size_t i, sluice_error *err) {
    sl_module_device *device = run->circuit->device;
    return sl_cuda_call_check(device, device->calls->event_record(run->events[i], run->stream), "event", err);
}

static sluice_status single_rows(single_run *run, const sl_module_witness *witness, bool with_c, uint32_t *broken_row,
                                 float ms[2], sluice_error *err) {
    sl_module_device *device = run->circuit->device;
    SL_TRY(event_record(run, 0, err));
    SL_TRY(sl_cuda_witness_put(run->circuit, &run->ring, &run->witness, witness, run->stream, err));
    SL_TRY(event_record(run, 1, err));
    SL_TRY(sl_cuda_rows_make(run->circuit, &run->witness, run->abc[0], run->abc[1], with_c ? run->abc[2] : NULL, run->n,
                             true, run->stream, err));
    SL_TRY(event_record(run, 2, err));
    SL_TRY(sl_cuda_broken_row_get(run->circuit, &run->witness, run->stream, broken_row, err));
    for (size_t i = 0; i < 2; i++) {
        const int code = device->calls->event_ms(&ms[i], run->events[i], run->events[i + 1]);
        SL_TRY(sl_cuda_call_check(device, code, "event", err));
    }
    return SLUICE_OK;
}

static sluice_status copy_out(single_run *run, void *to, const void *from, uint64_t n, size_t element_bytes,
                              sluice_error *err) {
    sl_module_device *device = run->circuit->device;
    if (to == NULL || n == 0) {
        return SLUICE_OK;
    }
    return sl_cuda_call_check(device, device->calls->copy_out(to, from, (size_t)n * element_bytes, run->stream),
                              "copy from the device", err);
}

static sluice_status single_results(single_run *run, sl_module_value *const abc[3], const sl_module_query_copy *queries,
                                    sluice_error *err) {
    const sl_module_circuit_counts *counts = &run->circuit->counts;
    sl_module_device *device = run->circuit->device;
    for (size_t k = 0; k < SL_ARRAY_N(run->abc); k++) {
        SL_TRY(copy_out(run, abc[k], run->abc[k], run->n, sizeof(sl_cuda_fr), err));
    }
    for (size_t q = 0; queries != NULL && q < SL_MODULE_QUERIES_N; q++) {
        SL_TRY(copy_out(run, queries[q].bits, run->witness.bits[q], (counts->points_n[q] + 63) / 64, sizeof(uint64_t),
                        err));
        SL_TRY(copy_out(run, queries[q].full_at, run->witness.full_at[q], counts->full_n[q], sizeof(uint32_t), err));
        SL_TRY(copy_out(run, queries[q].full, run->witness.full[q], counts->full_n[q], sizeof(sl_cuda_fr), err));
    }
    return sl_cuda_call_check(device, device->calls->synchronize(run->stream), "copy from the device", err);
}

static sluice_status witness_run(sl_module_circuit *circuit, const sl_module_witness *witness, uint64_t n,
                                 sl_module_value *const abc[3], uint32_t *broken_row, sl_module_rows_times *times,
                                 const sl_module_query_copy *queries, sluice_error *err) {
    if (n > ROWS_MAX) {
        return SL_FAIL(err, SLUICE_E_USAGE, "device %u: %llu rows", circuit->device->index, (unsigned long long)n);
    }
    single_run run = {.circuit = circuit, .n = n};
    uint32_t found_row = SL_MODULE_ROWS_HOLD;
    float ms[2] = {0};
    sluice_status status = single_open(&run, err);
    if (status == SLUICE_OK) {
        status = single_rows(&run, witness, abc[2] != NULL, &found_row, ms, err);
    }
    if (status == SLUICE_OK) {
        status = single_results(&run, abc, queries, err);
    }
    single_close(&run);
    if (status == SLUICE_OK) {
        *broken_row = found_row;
        *times = (sl_module_rows_times){.witness = (double)ms[0], .rows = (double)ms[1]};
    }
    return status;
}

const sl_module_rows sl_cuda_rows_table = {
    .circuit_open = circuit_open,
    .circuit_counts = sl_cuda_circuit_counts,
    .circuit_close = circuit_close,
    .witness_run = witness_run,
    .proof_witness = sl_cuda_proof_witness,
};
