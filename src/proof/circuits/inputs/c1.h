// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * C1: what commit phase 1 leaves for the prover, in its three forms (spec 6.1, 6.2, 6.2b), told apart by content: the
 * inner JSON, the wrapper that holds it in base64, and raw bincode.
 *
 * A sl_c1 that exists has the shape of its circuit: partitions, challenges, columns, labels and paths in number, arity
 * and range, every field element canonical, commitments and seed not zero. Whether the values are right is
 * sl_c1_check's to say, which must be called before proving. All errors name partition, challenge and field.
 *
 * Memory beyond the text: about 12 MB for 32 GiB sectors (and, for a wrapper, its decoded base64 while it is read).
 * Threads: reading takes one; a finished sl_c1 is constant and may be shared.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_C1_H
#define SL_PROOF_CIRCUITS_INPUTS_C1_H

#include "core/par/pool.h"
#include "proof/circuits/inputs/statement.h"
#include "proof/circuits/partition_input.h"

/* Larger than any legal file: a non-interactive 64 GiB sector's wrapper has 602 MiB, an interactive one's 50. */
#define SL_C1_BYTES_MAX ((size_t)640 << 20)

typedef enum sl_c1_form { SL_C1_JSON, SL_C1_WRAPPER, SL_C1_RAW } sl_c1_form;

/* What the caller knows beside the file; all zero: nothing. What file and caller both know must be equal. */
typedef struct sl_c1_options {
    const char *registered_proof; /* name, or NULL */
    const uint8_t *porep_id;      /* 32 bytes, or NULL: that of the registered proof */
    bool has_miner, has_sector;
    uint64_t miner, sector;
} sl_c1_options;

typedef struct sl_c1_info {
    sl_c1_form form;
    sl_seal_proof proof;
    bool is_proof_guessed; /* raw form, no name given: the variant whose challenges fit */
    bool has_miner, has_sector;
    uint64_t miner, sector; /* of the options or the wrapper */
    uint8_t comm_r[32], comm_d[32], replica_id[32], seed[32], ticket[32];
    unsigned partitions_n, challenges_n; /* challenges in a partition */
} sl_c1_info;

typedef struct sl_c1 sl_c1;

/* `options` may be NULL. The text is not needed afterwards. */
SL_NODISCARD sluice_status sl_c1_parse(sl_c1 **out, const uint8_t *bytes, size_t n, const sl_c1_options *options,
                                       sluice_error *err);
/* As above for a file ("-": standard input) of at most SL_C1_BYTES_MAX; its name is put before every error. */
SL_NODISCARD sluice_status sl_c1_open(sl_c1 **out, const char *path, const sl_c1_options *options, sluice_error *err);
void sl_c1_close(sl_c1 *c1); /* NULL is accepted */

const sl_c1_info *sl_c1_info_of(const sl_c1 *c1);
/* What a proof of this file states, for its public inputs. */
void sl_c1_statement(const sl_c1 *c1, sl_seal_statement *out);
/* k < partitions_n. comm_c and comm_r_last are the roots that the partition's first proof states. Lives as long as c1.
 */
const sl_porep_partition *sl_c1_partition(const sl_c1 *c1, unsigned k);

/*
 * Everything that makes a proof of this file verify (spec 6.6): replica_id's derivation where miner and sector are
 * known, challenges and parents as derived, roots that agree and hash to comm_r, every Merkle path, columns, labels of
 * every layer, the encoded node. The first fault in file order is reported as SLUICE_E_CORRUPT, whatever the threads
 * and kernels, which make the Poseidon hashes.
 */
SL_NODISCARD sluice_status sl_c1_check(const sl_c1 *c1, const sl_kernels *kernels, sl_pool *pool, sluice_error *err);

#endif
