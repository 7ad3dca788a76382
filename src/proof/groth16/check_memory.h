// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Remembers which key files were found good, so that a key of tens of gigabytes is read once and not before every
 * proof.
 *
 * A text file of the user, one line a key: device, inode, size, times of modification and of change, subgroup checked
 * or not, BLAKE2b-512, SHA-256. Lines that do not parse are passed over. It is replaced as a whole, so readers see one
 * state or the other; of two writers at the same time one may lose its line, which costs one more check.
 */
#ifndef SL_PROOF_GROTH16_CHECK_MEMORY_H
#define SL_PROOF_GROTH16_CHECK_MEMORY_H

#include "proof/groth16/params_check.h"

#define SL_CHECK_MEMORY_KEYS_MAX 256 /* the oldest lines go first */

/*
 * The usual place: $XDG_CACHE_HOME/sluice/checked-keys, else $HOME/.cache/sluice/checked-keys; the folders are made.
 * False if there is no such place: nothing is remembered then.
 */
bool sl_check_memory_path(char *out, size_t out_bytes);

/* True, with the digests, if the file was found good in this state and, if asked for, with its subgroups. */
bool sl_check_memory_find(const char *memory, const sl_file_identity *identity, bool subgroup, sl_params_report *out);

/*
 * Adds a good key. One that was modified less than two seconds ago is not kept (and SLUICE_OK returned): a further
 * change might leave the same time.
 */
sluice_status sl_check_memory_add(const char *memory, const sl_file_identity *identity, const sl_params_report *report,
                                  sluice_error *err);

/* Drops a file that was found bad after all: on a disk that loses bits, none of what identifies it has changed. */
sluice_status sl_check_memory_forget(const char *memory, const sl_file_identity *identity, sluice_error *err);

#endif
