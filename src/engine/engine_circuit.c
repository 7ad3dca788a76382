// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_circuit.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"
#include "core/sys/file.h"

sluice_status sluice_circuit_open(sluice_context *context, sluice_circuit **out, const char *name, sluice_error *err) {
    sluice_circuit *circuit = sl_small_alloc(1, sizeof *circuit);
    if (circuit == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a circuit");
    }
    circuit->context = context;
    const sluice_status status = sl_circuit_by_name(&circuit->spec, name, err);
    if (status != SLUICE_OK) {
        free(circuit);
        return status;
    }
    memcpy(circuit->label.circuit, circuit->spec.name, sizeof circuit->spec.name);
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
    sl_r1cs *shape = NULL;
    SL_TRY(sl_circuit_shape(&circuit->spec, &shape, err));
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
    return sl_r1cs_digest(circuit->shape, out, digest_tell, circuit->context, err);
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
