// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Finished partitions of a proof that may be interrupted: a folder with one small file each, written whole or not at
 * all. A file belongs to one input, circuit, key, blinding and partition, and says so.
 */
#ifndef SL_ENGINE_RESUME_H
#define SL_ENGINE_RESUME_H

#include "core/base/error.h"

#define SL_RESUME_BINDING_BYTES 32

typedef struct sl_resume sl_resume;

/*
 * Makes the folder if it is not there. One process at a time: another one's is SLUICE_E_USAGE. SLUICE_E_UNKNOWN: no
 * folder, or none to make it in.
 */
SL_NODISCARD sluice_status sl_resume_open(sl_resume **out, const char *folder, sluice_error *err);
void sl_resume_close(sl_resume *resume); /* accepts NULL */

typedef enum sl_resume_found { SL_RESUME_NOTHING, SL_RESUME_DAMAGED, SL_RESUME_PROOF } sl_resume_found;

/*
 * What there is for partition k; `proof` (192 bytes) is filled for SL_RESUME_PROOF, and has then been written by this
 * program, no more. SLUICE_E_MISMATCH: it is bound to something else.
 */
SL_NODISCARD sluice_status sl_resume_load(const sl_resume *resume, unsigned k,
                                          const uint8_t binding[SL_RESUME_BINDING_BYTES], uint8_t *proof,
                                          sl_resume_found *found, sluice_error *err);
SL_NODISCARD sluice_status sl_resume_store(const sl_resume *resume, unsigned k,
                                           const uint8_t binding[SL_RESUME_BINDING_BYTES], const uint8_t *proof,
                                           sluice_error *err);
/* Removes the files of partitions first .. end - 1 and what was left of writing them, then the folder if it is empty.
 */
SL_NODISCARD sluice_status sl_resume_remove(const char *folder, unsigned first, unsigned end, sluice_error *err);

#endif
