// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The meta file (docs/cli: INPUT): what a verifier needs to know of a proof, as JSON. Unknown keys are ignored; keys
 * that the kind needs must be there:
 *
 *     seal             registered_proof, sector_size, prover_id, sector_id, ticket, seed, comm_d, comm_r; porep_id may
 *                      be there
 *     winning, window  sector_size, api_version, randomness, prover_id, sectors [sector_id, comm_r]
 *     update           sector_size, comm_r_old, comm_d_new, comm_r_new; h may be there; update-poseidon likewise
 *
 * Byte strings are hexadecimal in storage order. Threads: a finished sl_meta is constant and may be shared.
 */
#ifndef SL_PROOF_CIRCUITS_INPUTS_META_H
#define SL_PROOF_CIRCUITS_INPUTS_META_H

#include "core/mem/buf.h"
#include "proof/circuits/inputs/statement.h"

/* A window PoSt meta file has some 300 bytes for each sector. */
#define SL_META_BYTES_MAX ((size_t)64 << 20)

typedef enum sl_meta_kind { SL_META_SEAL, SL_META_WINNING, SL_META_WINDOW, SL_META_UPDATE } sl_meta_kind;

typedef struct sl_meta {
    sl_meta_kind kind;
    sl_seal_statement seal; /* of kind SL_META_SEAL */
    sl_post_statement post; /* of winning and window; its sectors lie in `sectors` */
    sl_update_statement update;
    sl_buf sectors;
} sl_meta;

SL_NODISCARD sluice_status sl_meta_parse(sl_meta *out, const uint8_t *bytes, size_t n, sluice_error *err);
/* As above for a file ("-": standard input); its name is put before every error. */
SL_NODISCARD sluice_status sl_meta_open(sl_meta *out, const char *path, sluice_error *err);
void sl_meta_release(sl_meta *meta);

#endif
