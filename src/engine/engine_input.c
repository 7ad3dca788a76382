// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/engine_input.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/checked.h"
#include "core/mem/small.h"

#define VANILLA_FILES_MAX 65536

void sluice_c1_options_init(sluice_c1_options *options) {
    *options = (sluice_c1_options){.struct_size = sizeof *options};
}

void sluice_vanilla_options_init(sluice_vanilla_options *options) {
    *options = (sluice_vanilla_options){.struct_size = sizeof *options, .partition = -1};
}

static sluice_status input_alloc(sluice_context *context, sluice_input **out, sluice_error *err) {
    sluice_input *input = sl_small_alloc(1, sizeof *input);
    if (input == NULL) {
        return SL_FAIL(err, SLUICE_E_NO_MEMORY, "no memory for an input");
    }
    input->context = context;
    input->only = -1;
    *out = input;
    return SLUICE_OK;
}

/* Circuit and number of partitions follow from the public part. */
static sluice_status public_part_finish(sluice_input *input, sluice_error *err) {
    size_t partitions = 0;
    switch (input->meta.kind) {
    case SL_META_SEAL:
        input->circuit = &input->meta.seal.proof.circuit;
        partitions = input->circuit->partitions;
        break;
    case SL_META_WINNING:
    case SL_META_WINDOW:
        input->circuit = &input->meta.post.circuit;
        partitions = sl_post_partitions_n(&input->meta.post);
        break;
    case SL_META_UPDATE:
        input->circuit = &input->meta.update.circuit;
        partitions = input->circuit->partitions;
        break;
    }
    if (partitions == 0 || partitions > INT32_MAX) {
        return SL_FAIL(err, SLUICE_E_INPUT, "%s: %zu partitions", input->circuit->name, partitions);
    }
    input->partitions = (unsigned)partitions;
    return SLUICE_OK;
}

void sluice_input_close(sluice_input *input) {
    if (input == NULL) {
        return;
    }
    sl_c1_close(input->c1);
    sl_post_close(input->vanilla);
    sl_update_close(input->update);
    sl_meta_release(&input->meta);
    free(input);
}

sluice_status sluice_input_open_c1(sluice_context *context, sluice_input **out, const char *path,
                                   const sluice_c1_options *options, sluice_error *err) {
    sluice_c1_options defaults;
    sluice_c1_options_init(&defaults);
    if (options == NULL) {
        options = &defaults;
    }
    if (options->struct_size != sizeof *options) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_c1_options_init");
    }
    sluice_input *input = NULL;
    SL_TRY(input_alloc(context, &input, err));
    const sl_c1_options known = {
        .registered_proof = options->registered_proof,
        .porep_id = options->porep_id,
        .has_miner = options->has_miner,
        .has_sector = options->has_sector,
        .miner = options->miner,
        .sector = options->sector,
    };
    sluice_status status = sl_c1_open(&input->c1, path, &known, err);
    if (status == SLUICE_OK && !options->skip_checks) {
        status = sl_c1_check(input->c1, context->kernels, context->pool, err);
        if (status != SLUICE_OK) {
            status = sl_error_prefix(err, status, "%s", path);
        }
    }
    if (status == SLUICE_OK) {
        input->meta.kind = SL_META_SEAL;
        sl_c1_statement(input->c1, &input->meta.seal);
        status = sl_seal_statement_check(&input->meta.seal, err);
    }
    if (status == SLUICE_OK) {
        status = public_part_finish(input, err);
    }
    if (status != SLUICE_OK) {
        sluice_input_close(input);
        return status;
    }
    *out = input;
    return SLUICE_OK;
}

sluice_status sluice_input_open_meta(sluice_context *context, sluice_input **out, const char *meta_path,
                                     sluice_error *err) {
    if (meta_path == NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "no meta file");
    }
    sluice_input *input = NULL;
    SL_TRY(input_alloc(context, &input, err));
    sluice_status status = sl_meta_open(&input->meta, meta_path, err);
    if (status == SLUICE_OK) {
        status = public_part_finish(input, err);
    } else {
        input->meta = (sl_meta){0};
    }
    if (status != SLUICE_OK) {
        sluice_input_close(input);
        return status;
    }
    *out = input;
    return SLUICE_OK;
}

/* Reads the vanilla proofs that the kind of the meta file asks for, and checks them unless told otherwise. */
static sluice_status vanilla_open(sluice_input *input, const char *const *paths, size_t paths_n,
                                  const sluice_vanilla_options *options, sluice_error *err) {
    const sluice_context *const context = input->context;
    const bool skip_checks = options->skip_checks;
    input->only = options->partition;
    if (input->meta.kind == SL_META_UPDATE) {
        SL_TRY(sl_update_open(&input->update, &input->meta.update, input->only, paths, paths_n, err));
        return skip_checks ? SLUICE_OK : sl_update_check(input->update, context->kernels, context->pool, err);
    }
    SL_TRY(sl_post_open(&input->vanilla, &input->meta.post, input->only, paths, paths_n, err));
    return skip_checks ? SLUICE_OK : sl_post_check(input->vanilla, context->kernels, context->pool, err);
}

sluice_status sluice_input_open_vanilla(sluice_context *context, sluice_input **out, const char *const *paths,
                                        size_t paths_n, const char *meta_path, const sluice_vanilla_options *options,
                                        sluice_error *err) {
    sluice_vanilla_options defaults;
    sluice_vanilla_options_init(&defaults);
    if (options == NULL) {
        options = &defaults;
    }
    if (options->struct_size != sizeof *options) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_vanilla_options_init");
    }
    sluice_input *input = NULL;
    SL_TRY(sluice_input_open_meta(context, &input, meta_path, err));
    sluice_status status = SLUICE_OK;
    if (input->meta.kind == SL_META_SEAL) {
        status =
            SL_FAIL(err, SLUICE_E_USAGE, "%s: a seal is proven from a C1 file, not from vanilla proofs", meta_path);
    } else if (paths_n > VANILLA_FILES_MAX) {
        status = SL_FAIL(err, SLUICE_E_USAGE, "%zu vanilla proofs, at most %d", paths_n, VANILLA_FILES_MAX);
    } else {
        status = vanilla_open(input, paths, paths_n, options, err);
    }
    if (status != SLUICE_OK) {
        sluice_input_close(input);
        return status;
    }
    *out = input;
    return SLUICE_OK;
}

const char *sluice_input_circuit(const sluice_input *input) {
    return input->circuit->name;
}

unsigned sluice_input_partitions(const sluice_input *input) {
    return input->partitions;
}

bool sluice_input_can_prove(const sluice_input *input) {
    return input->c1 != NULL || input->vanilla != NULL || input->update != NULL;
}

size_t sl_engine_publics_n(const sluice_input *input) {
    return input->meta.kind == SL_META_SEAL     ? sl_seal_publics_n(&input->meta.seal)
           : input->meta.kind == SL_META_UPDATE ? sl_update_publics_n(&input->meta.update)
                                                : sl_post_publics_n(&input->meta.post);
}

void sl_engine_publics(const sluice_input *input, unsigned partition, sl_fr *out) {
    if (input->meta.kind == SL_META_SEAL) {
        sl_seal_publics(&input->meta.seal, partition, out);
    } else if (input->meta.kind == SL_META_UPDATE) {
        sl_update_publics(&input->meta.update, partition, out);
    } else {
        sl_post_publics(&input->meta.post, partition, out);
    }
}

sl_partition_input sl_engine_partition_input(const sluice_input *input, unsigned partition) {
    if (input->c1 != NULL) {
        return (sl_partition_input){.porep = sl_c1_partition(input->c1, partition)};
    }
    if (input->update != NULL) {
        return (sl_partition_input){.update = sl_update_partition_at(input->update, partition)};
    }
    return (sl_partition_input){.post = sl_post_partition_at(input->vanilla, partition)};
}

sluice_status sl_engine_partitions(const sluice_input *input, int partition, unsigned *first, unsigned *end,
                                   sluice_error *err) {
    if (partition < -1 || (partition >= 0 && (unsigned)partition >= input->partitions)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "partition %d: there are %u, from 0", partition, input->partitions);
    }
    *first = partition < 0 ? 0 : (unsigned)partition;
    *end = partition < 0 ? input->partitions : *first + 1;
    return SLUICE_OK;
}

sluice_status sl_engine_partitions_proven(const sluice_input *input, int partition, unsigned *first, unsigned *end,
                                          sluice_error *err) {
    SL_TRY(sl_engine_partitions(input, partition, first, end, err));
    if (input->only >= 0 && (*end - *first != 1 || *first != (unsigned)input->only)) {
        return SL_FAIL(err, SLUICE_E_USAGE, "the input was opened for partition %d, which alone can be proven",
                       input->only);
    }
    return SLUICE_OK;
}

size_t sluice_input_left_out(const sluice_input *input) {
    return input->vanilla == NULL ? 0 : sl_post_unnamed_n(input->vanilla);
}

size_t sluice_input_publics_n(const sluice_input *input) {
    return sl_engine_publics_n(input);
}

sluice_status sluice_input_publics(const sluice_input *input, unsigned partition, uint8_t *out, sluice_error *err) {
    unsigned first;
    unsigned end;
    SL_TRY(sl_engine_partitions(input, partition > INT32_MAX ? INT32_MAX : (int)partition, &first, &end, err));
    const size_t values_n = sl_engine_publics_n(input);
    sl_buf values = SL_BUF_EMPTY;
    SL_TRY(sl_buf_alloc_n(&values, values_n, sizeof(sl_fr), "public inputs", err));
    sl_engine_publics(input, first, values.data);
    for (size_t i = 0; i < values_n; i++) {
        sl_fr_to_bytes(out + i * SL_FR_BYTES, (const sl_fr *)values.data + i);
    }
    sl_buf_release(&values);
    return SLUICE_OK;
}

sluice_status sluice_c1_info_get(const sluice_input *input, sluice_c1_info *out, sluice_error *err) {
    static const char *const forms[] = {[SL_C1_JSON] = "inner JSON", [SL_C1_WRAPPER] = "wrapper", [SL_C1_RAW] = "raw"};
    if (input->c1 == NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "the input is no C1 file");
    }
    const sl_c1_info *info = sl_c1_info_of(input->c1);
    const sl_porep_partition *partition = sl_c1_partition(input->c1, 0);
    *out = (sluice_c1_info){
        .form = forms[info->form],
        .registered_proof = info->proof.name,
        .sector_bytes = info->proof.sector_bytes,
        .partitions = info->partitions_n,
        .challenges = info->challenges_n,
        .replica_id_checked = info->has_miner && info->has_sector,
    };
    memcpy(out->comm_d, info->comm_d, 32);
    memcpy(out->comm_r, info->comm_r, 32);
    memcpy(out->replica_id, info->replica_id, 32);
    memcpy(out->ticket, info->ticket, 32);
    memcpy(out->seed, info->seed, 32);
    memcpy(out->porep_id, info->proof.porep_id, 32);
    sl_fr_to_bytes(out->comm_c, &partition->comm_c);
    sl_fr_to_bytes(out->comm_r_last, &partition->comm_r_last);
    return SLUICE_OK;
}
