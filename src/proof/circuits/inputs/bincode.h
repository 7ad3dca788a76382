// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Bincode 1.x as the reference writes it (spec 6.3): little-endian integers of fixed width, u64 counts, u32 tags, and
 * the Merkle paths in it. A count is compared with its bounds and with what is left before it is used.
 *
 * Errors: "byte OFFSET: FIELD: expected ..., found ..."; SLUICE_E_TRUNCATED at the end of the data, else
 * SLUICE_E_INPUT.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_BINCODE_H
#define SL_PROOF_CIRCUITS_INPUTS_BINCODE_H

#include "proof/circuits/inputs/merkle_path.h"

typedef struct sl_bincode {
    const uint8_t *start, *at, *end;
    sl_arena *arena; /* for what paths and lists keep */
} sl_bincode;

void sl_bincode_start(sl_bincode *out, const uint8_t *bytes, size_t n, sl_arena *arena);
/* Nothing may follow. */
SL_NODISCARD sluice_status sl_bincode_finish(const sl_bincode *b, sluice_error *err);

SL_NODISCARD sluice_status sl_bincode_u32(sl_bincode *b, uint32_t *out, const char *field, sluice_error *err);
SL_NODISCARD sluice_status sl_bincode_u64(sl_bincode *b, uint64_t *out, const char *field, sluice_error *err);
SL_NODISCARD sluice_status sl_bincode_bytes32(sl_bincode *b, uint8_t out[32], const char *field, sluice_error *err);
/* A canonical field element. */
SL_NODISCARD sluice_status sl_bincode_fr(sl_bincode *b, sl_fr *out, const char *field, sluice_error *err);
/* A count of elements that take at least element_bytes each. */
SL_NODISCARD sluice_status sl_bincode_count(sl_bincode *b, size_t min_n, size_t max_n, size_t element_bytes,
                                            size_t *out, const char *field, sluice_error *err);
/* A counted list of min_n to max_n field elements, kept in the arena. */
SL_NODISCARD sluice_status sl_bincode_fr_list(sl_bincode *b, size_t min_n, size_t max_n, const sl_fr **out,
                                              size_t *out_n, const char *field, sluice_error *err);
SL_NODISCARD sluice_status sl_bincode_path(sl_bincode *b, sl_path *out, sl_path_kind *out_kind, const char *field,
                                           sluice_error *err);

#endif
