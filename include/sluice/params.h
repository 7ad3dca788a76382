// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Keys in bellperson's format: `.params` (everything the prover needs, its head is the verifying key) and `.vk`; and
 * folded keys, which are derived from `.params` files and serve for the same proofs with less work.
 */
#ifndef SLUICE_PARAMS_H
#define SLUICE_PARAMS_H

#include <sluice/circuit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_key sluice_key; /* an open .params file, or a folded key */

/*
 * Opens a key: its section table is checked against the size of the file and, if `circuit` is not NULL, against that
 * circuit; a `.vk` file beside it must be equal to its head.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_open(sluice_context *context, sluice_key **out, const char *path,
                                                          sluice_circuit *circuit, sluice_error *err);
SLUICE_API void sluice_key_close(sluice_key *key);

/*
 * The path of a circuit's key under its published name in `folder` (NULL: the environment's FIL_PROOFS_PARAMETER_CACHE,
 * then /var/tmp/filecoin-proof-parameters). A missing file is SLUICE_E_UNKNOWN. The caller frees *out with free().
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_find(const sluice_circuit *circuit, const char *folder, char **out,
                                                          sluice_error *err);

typedef struct sluice_key_section {
    const char *name; /* ic, h, l, a, b_g1, b_g2 */
    uint64_t count, offset, bytes;
} sluice_key_section;

#define SLUICE_KEY_SECTIONS 6 /* a folded key has one more, the last: d, which stands before h */
SLUICE_API uint64_t sluice_key_bytes(const sluice_key *key);
SLUICE_API void sluice_key_section_get(const sluice_key *key, size_t i, sluice_key_section *out);

/* The first 16 bytes of this BLAKE2b-512 of the whole file are what parameters.json calls digest. Reads the file. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_digest(sluice_key *key, uint8_t out[64], sluice_error *err);

/* True for a folded key; *digest (may be NULL) is then what sluice_key_digest gives for the key that was folded. */
SLUICE_API int sluice_key_is_folded(const sluice_key *key, uint8_t digest[64]);

/* Names of the circuits whose counts this key has; static strings. */
#define SLUICE_KEY_SERVES_MAX 8
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_serves(sluice_key *key, const char *out[SLUICE_KEY_SERVES_MAX],
                                                            size_t *n, sluice_error *err);

/* Where the secrets of a test key come from: exactly one of the two, or neither (the operating system's generator). */
typedef struct sluice_key_secrets {
    const uint8_t *seed;    /* 32 bytes */
    const char *toxic_path; /* JSON with g1, g2, alpha, beta, gamma, delta, tau */
} sluice_key_secrets;

typedef struct sluice_key_result {
    uint64_t bytes;
    uint8_t sha256[32]; /* of the .params file */
    double wall_s, cpu_s;
    uint64_t peak_rss_bytes;
    uint64_t resumed_bytes; /* taken over from a process that was killed */
} sluice_key_result;

/* What making a circuit's key takes, within the context's budget. */
typedef struct sluice_key_plan {
    uint64_t file_bytes;
    uint64_t memory_bytes;           /* at most, circuit and process included */
    uint64_t table_bytes;            /* of that, the larger table of multiples */
    uint64_t wires;                  /* whose exponents are held at a time */
    unsigned windows_g1, windows_g2; /* each costs an addition a point; 0 on a device */
} sluice_key_plan;

/* SLUICE_E_BUDGET, with the least that would do, if the budget is too small. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_plan_get(sluice_circuit *circuit, sluice_key_plan *out,
                                                              sluice_error *err);

/*
 * Makes a test key: `path` and, with the extension replaced, the `.vk` beside it; both appear complete or not at all.
 * Such a key proves nothing to the network: whoever knew its secrets can forge proofs. SLUICE_E_BUDGET and
 * SLUICE_E_NO_SPACE before any work.
 *
 * A process that is killed leaves `path` with ".part" and ".state" added (the latter for its user alone to read: it
 * holds the secrets if they were not given). The same call goes on from there; with other secrets or another circuit it
 * is SLUICE_E_MISMATCH.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_generate(sluice_circuit *circuit, const char *path,
                                                              const sluice_key_secrets *secrets, sluice_key_result *out,
                                                              sluice_error *err);
/*
 * The same key folded, as sluice_key_fold would fold it, at once: the key itself is made for its digest and not kept.
 * What a killed process leaves is not for sluice_key_fold.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_generate_folded(sluice_circuit *circuit, const char *path,
                                                                     const sluice_key_secrets *secrets,
                                                                     sluice_key_result *out, sluice_error *err);

/* What folding a circuit's key takes, within the context's budget. */
typedef struct sluice_fold_plan {
    uint64_t file_bytes;
    uint64_t memory_bytes; /* at most, circuit and process included */
    uint64_t products; /* points times scalars of full width, some 20 us of a core each; 0 with secrets or a device */
} sluice_fold_plan;
SLUICE_API SLUICE_NODISCARD sluice_status sluice_fold_plan_get(sluice_circuit *circuit, int has_secrets,
                                                               sluice_fold_plan *out, sluice_error *err);

typedef struct sluice_fold_result {
    uint64_t bytes;
    double wall_s, cpu_s;
    uint64_t peak_rss_bytes;
    uint64_t resumed_bytes; /* taken over from a process that was killed */
} sluice_fold_result;

/*
 * Folds the key `key_path` of a circuit into `path`, which appears complete or not at all, after a check against the
 * key by a random linear combination. If the process is killed, the same call goes on from what it has left (PATH.part
 * and PATH.state); without secrets it loses no more than one step of a transform. `secrets` of a test key (NULL, or
 * neither set: none) save the transforms; the result is the same. SLUICE_E_MISMATCH: the key is another circuit's, or
 * the secrets are another key's.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_fold(sluice_circuit *circuit, const char *key_path,
                                                          const char *path, const sluice_key_secrets *secrets,
                                                          sluice_fold_result *out, sluice_error *err);
/*
 * Whether `path` is `key_path` folded: SLUICE_E_MISMATCH if it was made from a key of another digest, SLUICE_E_CORRUPT
 * if it does not follow from this one.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_fold_check(sluice_circuit *circuit, const char *key_path,
                                                            const char *path, sluice_error *err);

typedef struct sluice_key_check_options {
    size_t struct_size;        /* set by sluice_key_check_options_init */
    const char *vk_path;       /* NULL: the file beside the key if there is one */
    const char *manifest_path; /* a parameters.json in place of the network's, which the library knows; or NULL */
    bool subgroup;             /* check every point's subgroup, too */
    bool force;                /* check again even if this file has been checked before */
} sluice_key_check_options;

SLUICE_API void sluice_key_check_options_init(sluice_key_check_options *options);

typedef struct sluice_key_check_result {
    uint8_t blake2b[64]; /* of the file; its first 16 bytes are what parameters.json calls digest */
    uint64_t points;
    bool remembered;               /* an earlier check of this very file (device, inode, size, time) was trusted */
    const char *published_name;    /* under which the network publishes this very file; NULL: it does not. Static */
    const char *published_circuit; /* the first circuit that it serves, or NULL; static */
} sluice_key_check_result;

/*
 * Decodes every point of a key, or, if the name ends with ".vk", of a verifying key. Different failures are different:
 * truncated (E_TRUNCATED), damaged (E_CORRUPT), a name that the manifest does not have (E_UNKNOWN), a file that is not
 * what it should be (E_MISMATCH). A file that has the name of one that the network publishes and not its digest is
 * E_DIFFERS, or E_MISMATCH if it is another of the published files; unless a manifest is given.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_key_check(sluice_context *context, const char *path,
                                                           const sluice_key_check_options *options,
                                                           sluice_key_check_result *out, sluice_error *err);

#ifdef __cplusplus
}
#endif
#endif
