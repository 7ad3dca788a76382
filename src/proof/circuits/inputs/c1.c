// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/inputs/c1.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem/load.h"
#include "core/mem/small.h"
#include "proof/circuits/inputs/c1_model.h"

sl_c1_field sl_c1_column_name(unsigned i) {
    sl_c1_field name = {"c_x"};
    if (i > SL_DRG_PARENTS_N) {
        (void)snprintf(name.text, sizeof name.text, "exp_parents[%u]", i - 1 - SL_DRG_PARENTS_N);
    } else if (i > 0) {
        (void)snprintf(name.text, sizeof name.text, "drg_parents[%u]", i - 1);
    }
    return name;
}

sl_c1_field sl_c1_path_name(unsigned i) {
    sl_c1_field name;
    if (i < 2) {
        (void)snprintf(name.text, sizeof name.text, "%s", i == 0 ? "comm_d_proofs" : "comm_r_last_proof");
    } else {
        const sl_c1_field column = sl_c1_column_name(i - 2);
        (void)snprintf(name.text, sizeof name.text, "%.40s.inclusion_proof", column.text);
    }
    return name;
}

const sl_column *sl_c1_column(const sl_porep_challenge *challenge, unsigned i) {
    if (i == 0) {
        return &challenge->own;
    }
    return i <= SL_DRG_PARENTS_N ? &challenge->drg[i - 1] : &challenge->exp[i - 1 - SL_DRG_PARENTS_N];
}

sl_column *sl_c1_column_slot(sl_porep_challenge *challenge, unsigned i) {
    if (i == 0) {
        return &challenge->own;
    }
    return i <= SL_DRG_PARENTS_N ? &challenge->drg[i - 1] : &challenge->exp[i - 1 - SL_DRG_PARENTS_N];
}

const sl_path *sl_c1_path(const sl_porep_challenge *challenge, unsigned i) {
    if (i < 2) {
        return i == 0 ? &challenge->data : &challenge->replica;
    }
    return &sl_c1_column(challenge, i - 2)->path;
}

sl_path *sl_c1_path_slot(sl_porep_challenge *challenge, unsigned i) {
    if (i < 2) {
        return i == 0 ? &challenge->data : &challenge->replica;
    }
    return &sl_c1_column_slot(challenge, i - 2)->path;
}

sluice_status sl_c1_partition_add(sl_c1_builder *builder, unsigned challenges_n, sluice_error *err) {
    sl_c1 *const c1 = builder->c1;
    const unsigned k = c1->info.partitions_n;
    SL_ASSERT(k < SL_C1_PARTITIONS_MAX && challenges_n > 0 && challenges_n <= SL_C1_CHALLENGES_MAX);
    void *challenges, *extras;
    SL_TRY(sl_arena_take(&c1->arena, challenges_n, sizeof(sl_porep_challenge), &challenges, err));
    SL_TRY(sl_arena_take(&c1->arena, challenges_n, sizeof(sl_c1_extra), &extras, err));
    memcpy(challenges, builder->challenges, challenges_n * sizeof(sl_porep_challenge));
    memcpy(extras, builder->extras, challenges_n * sizeof(sl_c1_extra));
    c1->partitions[k].challenges = challenges;
    c1->partitions[k].challenges_n = challenges_n;
    c1->extras[k] = extras;
    c1->info.partitions_n = k + 1;
    return SLUICE_OK;
}

/* --- from what was read to a sl_c1 whose shape is that of its circuit --- */

static sluice_status challenge_shape_check(const sl_porep_challenge *challenge, const sl_c1_extra *extra,
                                           const sl_circuit *circuit, sluice_error *err) {
    const sl_tree_shape data_tree = {.leaves = circuit->tree.leaves, .base = 2};
    for (unsigned i = 0; i < SL_C1_PATHS_N; i++) {
        const sluice_status status = sl_path_shape_check(sl_c1_path(challenge, i), (sl_path_kind)extra->kinds[i],
                                                         i == 0 ? &data_tree : &circuit->tree, err);
        if (status != SLUICE_OK) {
            return sl_error_prefix(err, status, "%s", sl_c1_path_name(i).text);
        }
    }
    for (unsigned i = 0; i < SL_C1_COLUMNS_N; i++) {
        if (extra->rows_n[i] != circuit->layers) {
            return SL_FAIL(err, SLUICE_E_INPUT, "%s.column.rows: expected %u, found %u", sl_c1_column_name(i).text,
                           circuit->layers, extra->rows_n[i]);
        }
    }
    if (extra->labels_n != circuit->layers) {
        return SL_FAIL(err, SLUICE_E_INPUT, "labeling_proofs: expected %u, found %u", circuit->layers, extra->labels_n);
    }
    return SLUICE_OK;
}

static sluice_status shape_check(const sl_c1 *c1, sluice_error *err) {
    const sl_circuit *const circuit = &c1->info.proof.circuit;
    if (c1->info.partitions_n != circuit->partitions) {
        return SL_FAIL(err, SLUICE_E_INPUT, "partitions: expected %u for %s, found %u", circuit->partitions,
                       c1->info.proof.name, c1->info.partitions_n);
    }
    for (unsigned k = 0; k < c1->info.partitions_n; k++) {
        const sl_porep_partition *const p = &c1->partitions[k];
        if (p->challenges_n != circuit->challenges) {
            return SL_FAIL(err, SLUICE_E_INPUT, "partition %u: expected %u challenges for %s, found %u", k,
                           circuit->challenges, c1->info.proof.name, p->challenges_n);
        }
        for (unsigned i = 0; i < p->challenges_n; i++) {
            const sluice_status status = challenge_shape_check(&p->challenges[i], &c1->extras[k][i], circuit, err);
            if (status != SLUICE_OK) {
                return sl_error_prefix(err, status, "partition %u, challenge %u", k, i);
            }
        }
    }
    return SLUICE_OK;
}

sluice_status sl_c1_partitions_fill(sl_c1 *c1, sluice_error *err) {
    const sl_c1_info *const info = &c1->info;
    sl_seal_statement seal;
    sl_c1_statement(c1, &seal);
    SL_TRY(sl_seal_statement_check(&seal, err));
    sl_porep_partition common = {.layers_n = info->proof.circuit.layers};
    memcpy(common.replica_id, info->replica_id, 32);
    const bool are_canonical = sl_fr_from_bytes(&common.replica_id_fr, info->replica_id) &&
                               sl_fr_from_bytes(&common.comm_d, info->comm_d) &&
                               sl_fr_from_bytes(&common.comm_r, info->comm_r);
    SL_ASSERT(are_canonical);
    for (unsigned k = 0; k < info->partitions_n; k++) {
        const sl_porep_partition read = c1->partitions[k];
        c1->partitions[k] = common;
        c1->partitions[k].challenges = read.challenges;
        c1->partitions[k].challenges_n = read.challenges_n;
        c1->partitions[k].comm_c = read.challenges[0].own.path.root;
        c1->partitions[k].comm_r_last = read.challenges[0].replica.root;
    }
    return SLUICE_OK;
}

/* The registered proof of a JSON form: file, wrapper and options must agree. */
static sluice_status proof_of_json(sl_c1_info *info, const sl_c1_json_head *head, const sl_c1_options *options,
                                   sluice_error *err) {
    SL_TRY(sl_seal_proof_by_name(&info->proof, head->registered_proof, err));
    if (options->registered_proof != NULL && strcmp(options->registered_proof, info->proof.name) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "registered_proof: expected %.63s as given, found %s",
                       options->registered_proof, info->proof.name);
    }
    sl_seal_proof first;
    SL_TRY(sl_seal_proof_of(&first, info->proof.sector_bytes, SL_SEAL_V1, err));
    if (strcmp(first.name, head->size_variant) != 0) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "vanilla_proofs: expected %s for %s, found %s", first.name,
                       info->proof.name, head->size_variant);
    }
    if (info->form != SL_C1_WRAPPER) {
        return SLUICE_OK;
    }
    if (head->sector_size != info->proof.sector_bytes) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "SectorSize: expected %" PRIu64 " for %s, found %" PRIu64,
                       info->proof.sector_bytes, info->proof.name, head->sector_size);
    }
    if (options->has_sector && options->sector != head->sector_num) {
        return SL_FAIL(err, SLUICE_E_MISMATCH, "SectorNum: expected %" PRIu64 " as given, found %" PRIu64,
                       options->sector, head->sector_num);
    }
    info->has_sector = true;
    info->sector = head->sector_num;
    return SLUICE_OK;
}

/* The raw form names no proof: as given, or that of the same size and counts whose challenges fit. */
static sluice_status proof_of_raw(sl_c1 *c1, const sl_c1_options *options, sluice_error *err) {
    if (options->registered_proof != NULL) {
        return sl_seal_proof_by_name(&c1->info.proof, options->registered_proof, err);
    }
    c1->info.is_proof_guessed = true;
    return sl_c1_variant_guess(c1, options->porep_id, &c1->info.proof, err);
}

static sluice_status read_any(sl_c1_builder *builder, const uint8_t *bytes, size_t n, const sl_c1_options *options,
                              sluice_error *err) {
    sl_c1 *const c1 = builder->c1;
    c1->info.has_miner = options->has_miner;
    c1->info.miner = options->miner;
    c1->info.has_sector = options->has_sector;
    c1->info.sector = options->sector;
    // Raw bincode starts with a small count, so with seven zero bytes from the second on; no JSON text does.
    static const uint8_t zero[7];
    if (n >= 8 && memcmp(bytes + 1, zero, 7) == 0) {
        SL_TRY(sl_c1_read_raw(builder, bytes, n, err));
        SL_TRY(proof_of_raw(c1, options, err));
    } else {
        size_t at = 0;
        while (at < n && memchr(" \t\r\n", bytes[at], 4) != NULL) {
            at++;
        }
        if (at == n) {
            return SL_FAIL(err, SLUICE_E_TRUNCATED, "expected a C1 file, found nothing in %zu bytes", n);
        }
        if (bytes[at] != '{') {
            return SL_FAIL(err, SLUICE_E_INPUT,
                           "byte %zu: expected a C1 file (a JSON object, or bincode that starts with a small count), "
                           "found 0x%02x",
                           at, bytes[at]);
        }
        sl_c1_json_head head = {0};
        SL_TRY(sl_c1_read_json(builder, bytes, n, &head, err));
        SL_TRY(proof_of_json(&c1->info, &head, options, err));
    }
    if (options->porep_id != NULL) {
        memcpy(c1->info.proof.porep_id, options->porep_id, 32);
    }
    SL_TRY(shape_check(c1, err));
    c1->info.challenges_n = c1->info.proof.circuit.challenges;
    return sl_c1_partitions_fill(c1, err);
}

sluice_status sl_c1_parse(sl_c1 **out, const uint8_t *bytes, size_t n, const sl_c1_options *options,
                          sluice_error *err) {
    static const sl_c1_options nothing;
    sl_c1_builder *const builder = sl_small_alloc(1, sizeof *builder);
    sl_c1 *const c1 = sl_small_alloc(1, sizeof *c1);
    sluice_status status;
    if (builder == NULL || c1 == NULL) {
        status = SL_FAIL(err, SLUICE_E_NO_MEMORY, "C1: %zu bytes", sizeof *builder + sizeof *c1);
        free(c1);
        goto out;
    }
    sl_arena_init(&c1->arena, "C1");
    builder->c1 = c1;
    status = read_any(builder, bytes, n, options != NULL ? options : &nothing, err);
    if (status != SLUICE_OK) {
        sl_c1_close(c1);
        goto out;
    }
    *out = c1;
out:
    free(builder);
    return status;
}

sluice_status sl_c1_open(sl_c1 **out, const char *path, const sl_c1_options *options, sluice_error *err) {
    sl_buf text;
    SL_TRY(sl_buf_load(&text, path, SL_C1_BYTES_MAX, "C1 file", err));
    const sluice_status status = sl_c1_parse(out, text.data, text.bytes, options, err);
    sl_buf_release(&text);
    return status == SLUICE_OK ? status : sl_error_prefix(err, status, "%s", path);
}

void sl_c1_close(sl_c1 *c1) {
    if (c1 != NULL) {
        sl_arena_release(&c1->arena);
        free(c1);
    }
}

const sl_c1_info *sl_c1_info_of(const sl_c1 *c1) {
    return &c1->info;
}

void sl_c1_statement(const sl_c1 *c1, sl_seal_statement *out) {
    const sl_c1_info *const info = &c1->info;
    *out = (sl_seal_statement){.proof = info->proof};
    memcpy(out->replica_id, info->replica_id, 32);
    memcpy(out->comm_d, info->comm_d, 32);
    memcpy(out->comm_r, info->comm_r, 32);
    memcpy(out->seed, info->seed, 32);
}

const sl_porep_partition *sl_c1_partition(const sl_c1 *c1, unsigned k) {
    SL_ASSERT(k < c1->info.partitions_n);
    return &c1->partitions[k];
}
