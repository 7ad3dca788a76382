// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_circuit.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "core/sys/file.h"

static sluice_status circuit_alloc(sluice_context *context, sluice_circuit **out, sluice_error *err) {
    sluice_circuit *circuit = sl_small_alloc(1, sizeof *circuit);
    if (circuit == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a circuit");
    }
    circuit->context = context;
    *out = circuit;
    return SLUICE_OK;
}

sluice_status sluice_circuit_open(sluice_context *context, sluice_circuit **out, const char *name, sluice_error *err) {
    sluice_circuit *circuit = NULL;
    SL_TRY(circuit_alloc(context, &circuit, err));
    const sluice_status status = sl_circuit_by_name(&circuit->spec, name, err);
    if (status != SLUICE_OK) {
        sluice_circuit_close(circuit);
        return status;
    }
    memcpy(circuit->label.circuit, circuit->spec.name, sizeof circuit->spec.name);
    *out = circuit;
    return SLUICE_OK;
}

/* Takes over a structure, also when it fails. */
static sluice_status shape_adopt(sluice_circuit *circuit, sl_r1cs *shape, sluice_error *err) {
    sluice_status status = sl_r1cs_density(shape, &circuit->density, err);
    if (status == SLUICE_OK) {
        sl_r1cs_counts counts;
        sl_r1cs_counts_get(shape, &counts);
        status = sl_key_layout_of_circuit(&circuit->layout, &counts, &circuit->density, err);
        if (status != SLUICE_OK) {
            sl_density_release(&circuit->density);
        }
    }
    if (status != SLUICE_OK) {
        sl_r1cs_close(shape);
        return status;
    }
    circuit->shape = shape;
    return SLUICE_OK;
}

static sluice_status file_open(sluice_circuit *circuit, const char *path, sluice_error *err) {
    sl_r1cs *shape;
    SL_TRY(sl_r1cs_load(&shape, &circuit->label, path, circuit->context->pool, err));
    SL_TRY(shape_adopt(circuit, shape, err));
    sluice_error unknown;
    if (sl_circuit_by_name(&circuit->spec, circuit->label.circuit, &unknown) != SLUICE_OK ||
        strcmp(circuit->spec.name, circuit->label.circuit) != 0) {
        return SL_FAIL(err, SLUICE_E_UNKNOWN, "%s: circuit %s is not known", path, circuit->label.circuit);
    }
    if (sl_circuit_inputs_n(&circuit->spec) != shape->inputs_n) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: %s has %zu inputs, found %u", path, circuit->spec.name,
                       sl_circuit_inputs_n(&circuit->spec), shape->inputs_n);
    }
    return SLUICE_OK;
}

sluice_status sluice_circuit_open_file(sluice_context *context, sluice_circuit **out, const char *path,
                                       sluice_error *err) {
    sluice_circuit *circuit = NULL;
    SL_TRY(circuit_alloc(context, &circuit, err));
    const sluice_status status = file_open(circuit, path, err);
    if (status != SLUICE_OK) {
        sluice_circuit_close(circuit);
        return status;
    }
    *out = circuit;
    return SLUICE_OK;
}

void sluice_circuit_close(sluice_circuit *circuit) {
    if (circuit == NULL) {
        return;
    }
    sl_density_release(&circuit->density);
    sl_r1cs_close(circuit->shape);
    free(circuit);
}

const char *sluice_circuit_name(const sluice_circuit *circuit) {
    return circuit->spec.name;
}

size_t sluice_circuits_n(void) {
    return sl_circuits_n();
}

const char *sluice_circuits_name(size_t i) {
    return sl_circuit_name_at(i);
}

sluice_status sl_engine_circuit_shape(sluice_circuit *circuit, sluice_error *err) {
    if (circuit->shape != NULL) {
        return SLUICE_OK;
    }
    sl_r1cs *shape;
    SL_TRY(sl_circuit_shape(&circuit->spec, &shape, err));
    return shape_adopt(circuit, shape, err);
}

sluice_status sluice_circuit_info_get(sluice_circuit *circuit, sluice_circuit_info *out, sluice_error *err) {
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    sl_r1cs_counts counts;
    sl_r1cs_counts_get(circuit->shape, &counts);
    *out = (sluice_circuit_info){
        .partitions = circuit->spec.partitions,
        .inputs = counts.inputs,
        .aux = counts.aux,
        .rows = counts.rows,
        .nonzeros = {counts.nonzeros[0], counts.nonzeros[1], counts.nonzeros[2]},
        .domain = UINT64_C(1) << counts.domain_log2,
        .templates = counts.templates,
        .instances = counts.instances,
        .structure_bytes = counts.structure_bytes,
        .witness_bytes = (counts.aux + 63) / 64 * 8 + 32 * (counts.fields + counts.inputs),
        .key_bytes = circuit->layout.bytes,
    };
    return SLUICE_OK;
}

static sluice_status digest_tell(void *data, uint64_t rows_done, uint64_t rows, sluice_error *err) {
    return sl_context_progress(data, "digest", rows_done, rows, err);
}

sluice_status sluice_circuit_digest(sluice_circuit *circuit, uint8_t out[32], sluice_error *err) {
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    static const uint8_t none[32];
    uint8_t digest[32];
    SL_TRY(sl_r1cs_digest(circuit->shape, digest, digest_tell, circuit->context, err));
    if (memcmp(circuit->label.rows_digest, none, sizeof none) != 0 &&
        memcmp(circuit->label.rows_digest, digest, sizeof digest) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "%s: the rows do not have the digest that the file states",
                       circuit->spec.name);
    }
    memcpy(circuit->label.rows_digest, digest, sizeof digest);
    memcpy(out, digest, sizeof digest);
    return SLUICE_OK;
}

sluice_status sluice_circuit_structure_digest(sluice_circuit *circuit, uint8_t out[32], sluice_error *err) {
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    SL_TRY(sl_r1cs_label_digest(circuit->shape, &circuit->label, err));
    memcpy(out, circuit->label.file_digest, sizeof circuit->label.file_digest);
    return SLUICE_OK;
}

sluice_status sluice_circuit_save(sluice_circuit *circuit, const char *path, sluice_error *err) {
    SL_TRY(sl_engine_circuit_shape(circuit, err));
    sl_outfile file;
    SL_TRY(sl_outfile_open(&file, path, err));
    sluice_status status = sl_r1cs_save(circuit->shape, &circuit->label, &file, err);
    if (status == SLUICE_OK) {
        status = sl_outfile_commit(&file, err);
    }
    sl_outfile_discard(&file);
    return status;
}
