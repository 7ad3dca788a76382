// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * An open `.params` file, or a folded key: its layout and its verifying key, checked. The arrays stay in the file and
 * are read in order by those who use them (key_reader.h).
 */
#ifndef SL_PROOF_GROTH16_PARAMS_FILE_H
#define SL_PROOF_GROTH16_PARAMS_FILE_H

#include "proof/groth16/key_layout.h"
#include "proof/groth16/vk.h"
#include "proof/r1cs/r1cs.h"

/*
 * What tells one state of a file from another without reading it. The time of modification can be set back by whoever
 * writes the file (`cp -p`, `rsync -t`, `touch -r`); the time of change cannot.
 */
typedef struct sl_file_identity {
    uint64_t device, inode, bytes;
    int64_t modified_s, changed_s;
    uint32_t modified_ns, changed_ns;
} sl_file_identity;

typedef struct sl_params {
    sl_file file;
    sl_file_identity identity; /* when it was opened */
    sl_key_layout layout;
    sl_vk vk;
    uint8_t original[64];           /* of a folded key: BLAKE2b-512 of the key that was folded */
    sl_buf d;                       /* of a folded key: points of d, sl_g1_affine, one an input */
    const struct sl_made_key *made; /* of a key that is in no file (made_key.h), which is not open then; else NULL */
} sl_params;

/*
 * Opens and checks, in this order: the six points at the head, every count against the size of the file, the points of
 * ic and d, and the `.vk` file beside it, if there is one, against the head (SLUICE_E_MISMATCH). Refuses a wrong file
 * before anything of a size that the file names is allocated. Readers of an open key may be in several threads.
 */
SL_NODISCARD sluice_status sl_params_open(sl_params *out, const char *path, sluice_error *err);
void sl_params_close(sl_params *params); /* accepts the closed state */
#define SL_PARAMS_CLOSED ((sl_params){.file.fd = -1})

/* SLUICE_E_CORRUPT if the open file, if there is one, has been changed since sl_params_open. */
SL_NODISCARD sluice_status sl_params_check_unchanged(const sl_params *params, sluice_error *err);

/* SLUICE_E_MISMATCH, with the first difference, unless `vk_path` holds exactly the head of the key. */
SL_NODISCARD sluice_status sl_params_check_vk(const sl_params *params, const char *vk_path, sluice_error *err);

/* The name of the `.vk` beside a key: the extension replaced, or added. SLUICE_E_INPUT if it does not fit. */
SL_NODISCARD sluice_status sl_params_vk_path(char *out, size_t out_bytes, const char *path, sluice_error *err);

/* The layout that the key of a circuit has (spec 1.3): h = m - 1, l = aux, a = inputs + dense, b = dense. */
SL_NODISCARD sluice_status sl_key_layout_of_circuit(sl_key_layout *out, const sl_r1cs_counts *counts,
                                                    const sl_density *density, sluice_error *err);

#endif
