// SPDX-License-Identifier: MIT OR Apache-2.0
/* Writes a C1 in any of its forms, byte for byte as the reference's serializers do (spec 6.1, 6.2, 6.2b). */
#ifndef SL_PROOF_CIRCUITS_INPUTS_C1_WRITE_H
#define SL_PROOF_CIRCUITS_INPUTS_C1_WRITE_H

#include "core/sys/file.h"
#include "proof/circuits/inputs/c1.h"

/*
 * Appends to an open output file. A wrapper needs the sector's number: SLUICE_E_USAGE if c1 does not know it. At no
 * time is more than 64 KiB of the text in memory.
 */
SL_NODISCARD sluice_status sl_c1_write(const sl_c1 *c1, sl_c1_form form, sl_outfile *file, sluice_error *err);

/*
 * The meta file of a C1 whose miner and sector are known, with the keys of vectors/filecoin that do not need the sealed
 * data; `vanilla` is the C1's file name. Appends to an open output file.
 */
SL_NODISCARD sluice_status sl_c1_write_meta(const sl_c1 *c1, const char *vanilla, sl_outfile *file, sluice_error *err);

#endif
