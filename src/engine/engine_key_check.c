// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string.h>

#include "core/mem/load.h"
#include "engine/engine_key.h"
#include "math/hash/blake2b.h"
#include "proof/circuits/key_name.h"
#include "proof/groth16/check_memory.h"
#include "proof/groth16/params_check.h"
#include "proof/groth16/published.h"

#define PATH_BYTES 4096
enum { VK_HEAD_POINTS = 6 };

void sluice_key_check_options_init(sluice_key_check_options *options) {
    *options = (sluice_key_check_options){.struct_size = sizeof *options};
}

/* The points and digests of an open key, through the memory of earlier checks. */
static sluice_status key_read(const sluice_key *key, bool subgroup, bool force, sl_params_report *out,
                              sluice_error *err) {
    char memory[PATH_BYTES];
    sl_engine_observer data = {.context = key->context};
    const sl_observer observer = sl_engine_observer_make(&data);
    const sl_params_check_options options = {
        .subgroup = subgroup,
        .memory = sl_check_memory_path(memory, sizeof memory) ? memory : NULL,
        .force = force,
        .observer = &observer,
    };
    return sl_params_check(&key->params, &options, key->context->pool, out, err);
}

sluice_status sluice_key_digest(sluice_key *key, uint8_t out[64], sluice_error *err) {
    sl_params_report report;
    SL_TRY(key_read(key, false, false, &report, err));
    memcpy(out, report.blake2b, 64);
    return SLUICE_OK;
}

/* A verifying key by itself: its points are few, so that all are checked for the subgroup and nothing is remembered. */
static sluice_status vk_file_check(const char *path, const sluice_key_check_options *options,
                                   sluice_key_check_result *out, sluice_error *err) {
    if (options->vk_path != NULL) {
        return SL_FAIL(err, SLUICE_E_USAGE, "%s is a verifying key itself and takes no other", path);
    }
    sl_buf bytes;
    SL_TRY(sl_buf_load(&bytes, path, SL_VK_MAX_BYTES, "vk", err));
    sl_vk vk;
    const sluice_status status = sl_vk_parse(&vk, bytes.data, bytes.bytes, path, err);
    if (status == SLUICE_OK) {
        *out = (sluice_key_check_result){.points = VK_HEAD_POINTS + vk.ic_n};
        sl_blake2b_512(out->blake2b, bytes.data, bytes.bytes);
        sl_vk_release(&vk);
    }
    sl_buf_release(&bytes);
    return status;
}

static sluice_status key_file_check(sluice_context *context, const char *path, const sluice_key_check_options *options,
                                    sluice_key_check_result *out, sluice_error *err) {
    sluice_key *key;
    SL_TRY(sluice_key_open(context, &key, path, NULL, err));
    sl_params_report report;
    sluice_status status = SLUICE_OK;
    if (options->vk_path != NULL) {
        status = sl_params_check_vk(&key->params, options->vk_path, err);
    }
    if (status == SLUICE_OK) {
        status = key_read(key, options->subgroup, options->force, &report, err);
    }
    if (status == SLUICE_OK) {
        *out = (sluice_key_check_result){.remembered = report.remembered};
        memcpy(out->blake2b, report.blake2b, sizeof out->blake2b);
        for (size_t i = 0; i < SL_KEY_SECTIONS_N; i++) {
            out->points += key->params.layout.section[i].count;
        }
    }
    sluice_key_close(key);
    return status;
}

/* The first circuit whose key has this published name; NULL for what is no key. */
static const char *published_circuit(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < sl_circuits_n(); i++) {
        sl_circuit circuit;
        char key[SL_KEY_NAME_BYTES];
        if (sl_circuit_by_name(&circuit, sl_circuit_name_at(i), NULL) == SLUICE_OK &&
            sl_key_name(key, &circuit, NULL) == SLUICE_OK && strlen(key) == (size_t)(dot - name) &&
            memcmp(key, name, strlen(key)) == 0) {
            return sl_circuit_name_at(i);
        }
    }
    return NULL;
}

sluice_status sluice_key_check(sluice_context *context, const char *path, const sluice_key_check_options *options,
                               sluice_key_check_result *out, sluice_error *err) {
    if (options->struct_size != sizeof *options) {
        return SL_FAIL(err, SLUICE_E_USAGE, "use sluice_key_check_options_init");
    }
    const size_t n = strlen(path);
    sluice_key_check_result result;
    if (n >= 3 && strcmp(path + n - 3, ".vk") == 0) {
        SL_TRY(vk_file_check(path, options, &result, err));
    } else {
        SL_TRY(key_file_check(context, path, options, &result, err));
    }
    if (options->manifest_path != NULL) {
        SL_TRY(sl_params_check_manifest(result.blake2b, path, options->manifest_path, err));
    } else {
        SL_TRY(sl_published_check(result.blake2b, path, err));
    }
    const sl_published *published = sl_published_by_digest(result.blake2b);
    if (published != NULL) {
        result.published_name = published->name;
        result.published_circuit = published_circuit(published->name);
    }
    *out = result;
    return SLUICE_OK;
}
