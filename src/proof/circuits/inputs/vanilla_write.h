// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Vanilla proofs of PoSt and sector updates, byte for byte as the reference's serializer writes them (spec 6.3, 6.4),
 * and the meta files that go with them. Any thread.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_VANILLA_WRITE_H
#define SL_PROOF_CIRCUITS_INPUTS_VANILLA_WRITE_H

#include "core/mem/buf.h"
#include "core/sys/file.h"
#include "proof/circuits/inputs/statement.h"
#include "proof/circuits/partition_input.h"

/* The file of sector or partition i, as meta files name it: "vanilla-7.bin". */
#define SL_VANILLA_NAME_BYTES 40
void sl_vanilla_name(char out[SL_VANILLA_NAME_BYTES], size_t i);

/* The blob of one sector with all its paths: 66 in winning PoSt, those of a place in window PoSt. */
SL_NODISCARD sluice_status sl_post_blob_make(sl_buf *out, const sl_tree_shape *tree, uint64_t number,
                                             const sl_post_sector *sector, sluice_error *err);
/* The blob of one partition. With a Poseidon TreeD, of which the reference writes none, in the same form. */
SL_NODISCARD sluice_status sl_update_blob_make(sl_buf *out, const sl_circuit *circuit,
                                               const sl_update_partition *partition, sluice_error *err);

/* Meta files with the keys that meta.h lists and the names of the blobs. They are appended to an open output file. */
SL_NODISCARD sluice_status sl_post_meta_write(const sl_post_statement *post, sl_outfile *file, sluice_error *err);
SL_NODISCARD sluice_status sl_update_meta_write(const sl_update_statement *update, sl_outfile *file, sluice_error *err);

#endif
