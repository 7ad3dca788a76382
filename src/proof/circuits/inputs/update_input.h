// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vanilla proofs of sector updates (spec 5.2, 6.4): one bincode blob for each partition, in order, for every size. With
 * a Poseidon TreeD, of which the reference writes none, the form is the same, without apex leaves.
 *
 * An sl_update that exists has the shape of its circuit. Whether the proofs are right is sl_update_check's to say,
 * which must be called before proving. Errors name the partition, the challenge and the field.
 *
 * Memory beyond the blobs: about as much as they have. Threads: reading takes one; a finished sl_update is constant.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_UPDATE_INPUT_H
#define SL_PROOF_CIRCUITS_INPUTS_UPDATE_INPUT_H

#include "core/par/pool.h"
#include "proof/circuits/inputs/statement.h"
#include "proof/circuits/partition_input.h"

/* A 64 GiB sector's partition has about 630 KB, and 10 MB with a Poseidon TreeD. */
#define SL_UPDATE_BLOB_BYTES_MAX ((size_t)16 << 20)

typedef struct sl_update_blob {
    const uint8_t *bytes;
    size_t n;
} sl_update_blob;

typedef struct sl_update sl_update;

/*
 * The blobs of all partitions. With only >= 0 that partition alone is read and can be proven, from all blobs or from
 * its own; -1: all. The blobs need not outlive the call.
 */
SL_NODISCARD sluice_status sl_update_parse(sl_update **out, const sl_update_statement *statement, int only,
                                           const sl_update_blob *blobs, size_t blobs_n, sluice_error *err);
/*
 * As above for files, read one after the other; a file's name is put before its errors, also before those of
 * sl_update_check, which `paths` must outlive.
 */
SL_NODISCARD sluice_status sl_update_open(sl_update **out, const sl_update_statement *statement, int only,
                                          const char *const *paths, size_t paths_n, sluice_error *err);
void sl_update_close(sl_update *update); /* NULL is accepted */

/* k < circuit.partitions, and the only one if there is one. Lives as long as update. */
const sl_update_partition *sl_update_partition_at(const sl_update *update, unsigned k);

/*
 * comm_r_old and comm_r_new are the hashes of comm_c and the roots of the paths; the apex leaves lead to comm_d_new;
 * every path is of the challenged node and leads from its leaf to its root; the new replica is the encoding of old
 * replica and data. The first fault in order is reported as SLUICE_E_CORRUPT, whatever the threads and kernels.
 */
SL_NODISCARD sluice_status sl_update_check(const sl_update *update, const sl_kernels *kernels, sl_pool *pool,
                                           sluice_error *err);

#endif
