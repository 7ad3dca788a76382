// SPDX-License-Identifier: MIT OR Apache-2.0
/* Witnesses for people: their digest, their values in a file, and whether they satisfy the circuit. */
#include <sluice/prove.h>

#include <stdio.h>
#include <string.h>

#include "core/sys/file.h"
#include "engine/engine_circuit.h"
#include "engine/engine_input.h"
#include "math/hash/sha256.h"

/* Structure and witness of one partition; both are released by the caller. */
static sluice_status witness_make(const sluice_input *input, unsigned partition, sl_r1cs **shape, sl_witness *witness,
                                  sluice_error *err) {
    if (!sluice_input_can_prove(input)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "a meta file alone has no witness");
    }
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions_proven(input, partition > INT32_MAX ? INT32_MAX : (int)partition, &first, &end, err));
    sl_r1cs *made;
    SL_TRY(sl_circuit_shape(input->circuit, &made, err));
    const sluice_status status = sl_circuit_witness(input->circuit, made, sl_engine_partition_input(input, first),
                                                    input->context->kernels, witness, err);
    if (status != SLUICE_OK) {
        sl_r1cs_close(made);
        return status;
    }
    *shape = made;
    return SLUICE_OK;
}

/* Values on their way out: into the digest and, if there is one, into the file. */
typedef struct value_sink {
    sl_sha256 hash;
    sl_outfile *file; /* or NULL */
    uint8_t bytes[64 * SL_FR_BYTES];
    size_t n;
} value_sink;

static sluice_status sink_flush(value_sink *sink, sluice_error *err) {
    sl_sha256_update(&sink->hash, sink->bytes, sink->n);
    const size_t n = sink->n;
    sink->n = 0;
    return sink->file == NULL ? SLUICE_OK : sl_outfile_append(sink->file, sink->bytes, n, err);
}

static sluice_status sink_value(value_sink *sink, const sl_fr *value, sluice_error *err) {
    sl_fr_to_bytes(sink->bytes + sink->n, value);
    sink->n += SL_FR_BYTES;
    return sink->n < sizeof sink->bytes ? SLUICE_OK : sink_flush(sink, err);
}

static sluice_status values_write(value_sink *sink, const sl_r1cs *shape, const sl_witness *witness,
                                  sluice_error *err) {
    for (size_t i = 0; i < witness->inputs_n; i++) {
        SL_TRY(sink_value(sink, &witness->inputs[i], err));
    }
    for (size_t i = 0; i < witness->aux_n; i++) {
        sl_fr value;
        sl_r1cs_aux_value(shape, witness, (uint32_t)i, &value);
        SL_TRY(sink_value(sink, &value, err));
    }
    return sink_flush(sink, err);
}

sluice_status sluice_witness_digest(sluice_input *input, unsigned partition, const char *path, uint8_t out[32],
                                    uint64_t *values_n, sluice_error *err) {
    sl_r1cs *shape;
    sl_witness witness;
    SL_TRY(witness_make(input, partition, &shape, &witness, err));
    sl_outfile file;
    value_sink sink = {.file = path == NULL ? NULL : &file};
    sl_sha256_init(&sink.hash);
    sluice_status status = path == NULL ? SLUICE_OK : sl_outfile_open(&file, path, err);
    if (status == SLUICE_OK) {
        status = values_write(&sink, shape, &witness, err);
        if (path != NULL) {
            if (status == SLUICE_OK) {
                status = sl_outfile_commit(&file, err);
            }
            sl_outfile_discard(&file);
        }
    }
    if (status == SLUICE_OK) {
        sl_sha256_final(&sink.hash, out);
        *values_n = witness.inputs_n + witness.aux_n;
    }
    sl_witness_release(&witness);
    sl_r1cs_close(shape);
    return status;
}

sluice_status sluice_witness_check(sluice_input *input, unsigned partition, sluice_error *err) {
    sl_r1cs *shape;
    sl_witness witness;
    SL_TRY(witness_make(input, partition, &shape, &witness, err));
    uint64_t row;
    char path[256];
    const sluice_status status = sl_r1cs_check(shape, &witness, input->context->pool, &row, path, sizeof path, err);
    sl_witness_release(&witness);
    sl_r1cs_close(shape);
    return status;
}
