// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * FallbackPoSt vanilla proofs (spec 5.1, 6.3): one bincode blob for each sector, in the order of the statement, for
 * winning and window PoSt of every size.
 *
 * A sl_post that exists belongs to its statement (sector numbers, comm_r) and has the shape of its circuit. Whether
 * the proofs are right is sl_post_check's to say, which must be called before proving. Errors name the sector by its
 * place and number, the challenge and the field.
 *
 * Memory beyond the blobs: about as much as they have. Threads: reading takes one; a finished sl_post is constant.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_POST_INPUT_H
#define SL_PROOF_CIRCUITS_INPUTS_POST_INPUT_H

#include "core/par/pool.h"
#include "proof/circuits/inputs/statement.h"
#include "proof/circuits/partition_input.h"

/* A 64 GiB sector's blob of 10 challenges has about 24 KB, a winning one's of 66 about 160 KB. */
#define SL_POST_BLOB_BYTES_MAX ((size_t)1 << 20)

typedef struct sl_post_blob {
    const uint8_t *bytes;
    size_t n;
} sl_post_blob;

typedef struct sl_post sl_post;

/*
 * The blobs of all sectors, or of those of partition `only`, which alone can be proven then; -1: all. Blobs beyond
 * them, of sectors that the statement does not name (faulty ones) or that are another partition's, may stand between
 * and are left out. The statement's sectors must outlive the sl_post; the blobs need not.
 */
SL_NODISCARD sluice_status sl_post_parse(sl_post **out, const sl_post_statement *statement, int only,
                                         const sl_post_blob *blobs, size_t blobs_n, sluice_error *err);
/*
 * As above for files, read one after the other; a file's name is put before its errors, also before those of
 * sl_post_check, which `paths` must outlive.
 */
SL_NODISCARD sluice_status sl_post_open(sl_post **out, const sl_post_statement *statement, int only,
                                        const char *const *paths, size_t paths_n, sluice_error *err);
void sl_post_close(sl_post *post); /* NULL is accepted */

/* Blobs of sectors that the statement does not name. */
size_t sl_post_unnamed_n(const sl_post *post);
/* k < sl_post_partitions_n(statement), and the only one if there is one. Lives as long as post. */
const sl_post_partition *sl_post_partition_at(const sl_post *post, size_t k);

/*
 * comm_r of every sector is the hash of comm_c and comm_r_last, and every path leads from the challenged leaf to
 * comm_r_last. The first fault in order is reported as SLUICE_E_CORRUPT, whatever the threads and kernels.
 */
SL_NODISCARD sluice_status sl_post_check(const sl_post *post, const sl_kernels *kernels, sl_pool *pool,
                                         sluice_error *err);

#endif
