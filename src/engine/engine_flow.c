// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_flow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/small.h"

/* Targets: a circuit by its description, a key by its path and identity. */

typedef struct key_target {
    sl_circuit spec;
    sl_file_identity identity;
    char path[SL_PATH_BYTES];
} key_target;

typedef struct key_loaded {
    sl_r1cs *r1cs;
    sl_params params;
} key_loaded;

static sluice_status key_load(void *data, sl_loaded *out, sluice_error *err) {
    const key_target *target = data;
    key_loaded *loaded = sl_small_alloc(1, sizeof *loaded);
    if (loaded == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a key");
    }
    loaded->params = SL_PARAMS_CLOSED;
    sluice_status status = sl_circuit_shape(&target->spec, &loaded->r1cs, err);
    if (status == SLUICE_OK) {
        status = sl_params_open(&loaded->params, target->path, err);
    }
    if (status == SLUICE_OK && memcmp(&loaded->params.identity, &target->identity, sizeof target->identity) != 0) {
        status = SL_FAIL(err, SLUICE_E_MISMATCH, "%s: is not the file any more that the job was given", target->path);
    }
    if (status != SLUICE_OK) {
        sl_params_close(&loaded->params);
        sl_r1cs_close(loaded->r1cs);
        free(loaded);
        return status;
    }
    *out = (sl_loaded){.r1cs = loaded->r1cs, .params = &loaded->params, .handle = loaded};
    return SLUICE_OK;
}

static void key_unload(void *data, sl_loaded *out) {
    (void)data;
    key_loaded *loaded = out->handle;
    sl_params_close(&loaded->params);
    sl_r1cs_close(loaded->r1cs);
    free(loaded);
}

/* A key without a file. */
typedef struct made_target {
    const sluice_key *key;
} made_target;

static sluice_status made_load(void *data, sl_loaded *out, sluice_error *err) {
    const made_target *target = data;
    (void)err;
    *out = (sl_loaded){.r1cs = target->key->circuit->shape, .params = &target->key->params};
    return SLUICE_OK;
}

static void made_unload(void *data, sl_loaded *out) {
    (void)data;
    (void)out;
}

static sluice_status made_target_add(sl_flow *flow, const sluice_key *key, uint32_t *out, sluice_error *err) {
    made_target *data = sl_small_alloc(1, sizeof *data);
    if (data == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a key");
    }
    data->key = key;
    sl_flow_target target = {.load = made_load, .unload = made_unload, .release = free, .data = data};
    (void)snprintf(target.name, sizeof target.name, "%s made %" PRIx64, key->circuit->spec.name,
                   key->params.identity.inode);
    return sl_flow_target_add(flow, &target, out, err);
}

sluice_status sl_engine_target_add(sl_flow *flow, const sluice_key *key, uint32_t *out, sluice_error *err) {
    if (key->made != NULL) {
        return made_target_add(flow, key, out, err);
    }
    key_target *data = sl_small_alloc(1, sizeof *data);
    if (data == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a key");
    }
    data->spec = key->circuit->spec;
    data->identity = key->params.identity;
    memcpy(data->path, key->params.file.path, sizeof data->path);
    const sl_file_identity *id = &data->identity;
    sl_flow_target target = {.load = key_load, .unload = key_unload, .release = free, .data = data};
    (void)snprintf(target.name, sizeof target.name, "%s %" PRIx64 ":%" PRIx64 " %" PRId64 ".%09" PRIu32,
                   data->spec.name, id->device, id->inode, id->changed_s, id->changed_ns);
    return sl_flow_target_add(flow, &target, out, err);
}

/* Sources */

typedef struct input_case {
    const sluice_input *input;
    const sl_circuit *circuit;
    unsigned first;
} input_case;

static sluice_status input_synthesize(void *data, unsigned k, const sl_r1cs *r1cs, sl_witness *out, sluice_error *err) {
    const input_case *which = data;
    return sl_circuit_witness(which->circuit, r1cs, sl_engine_partition_input(which->input, which->first + k),
                              which->input->context->kernels, out, err);
}

static void input_publics(void *data, unsigned k, sl_fr *out) {
    const input_case *which = data;
    sl_engine_publics(which->input, which->first + k, out);
}

sluice_status sl_engine_source_make(sl_flow_source *out, const sluice_input *input, unsigned first,
                                    unsigned partitions_n, sluice_error *err) {
    input_case *which = sl_small_alloc(1, sizeof *which);
    if (which == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for a job");
    }
    *which = (input_case){.input = input, .circuit = input->circuit, .first = first};
    *out = (sl_flow_source){.partitions_n = partitions_n,
                            .publics_n = sl_engine_publics_n(input),
                            .synthesize = input_synthesize,
                            .publics = input_publics,
                            .release = free,
                            .data = which};
    return SLUICE_OK;
}
