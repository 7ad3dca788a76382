// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What the making of a key that is killed leaves behind, beside its output F (docs/adr): F.part, the bytes so far, and
 * F.state, which says whose they are and holds a digest of every prefix that was finished. Resuming reads F.part once
 * and keeps the longest prefix whose digest is right, so that whatever happened to either file, no wrong byte stays.
 *
 * A prefix is one of the bytes in the order in which they are made, which need not be that of the file.
 *
 * Format of F.state (mode 0600): a head of SL_SETUP_STATE_HEAD bytes
 *
 *     0    32  "sluice key generation state 1" and zeros
 *     32   32  SHA-256 of what the key is made from: digest of the circuit's structure, and the verifying key or the
 *              digest of the key that is folded
 *     64    4  1 if secrets follow (little-endian)
 *     68  448  g1, g2 (uncompressed), alpha, beta, gamma, delta, tau (32 bytes each), or zeros
 *     516  32  SHA-256 of all before
 *
 * then any number of records of 40 bytes: bytes of the prefix (little-endian), SHA-256 of the prefix.
 */
#ifndef SL_PROOF_GROTH16_SETUP_STATE_H
#define SL_PROOF_GROTH16_SETUP_STATE_H

#include "core/sys/file.h"
#include "math/hash/sha256.h"
#include "proof/groth16/observer.h"
#include "proof/groth16/setup_secrets.h"

#define SL_SETUP_STATE_HEAD 548
#define SL_SETUP_STATE_RECORD 40

typedef struct sl_setup_state {
    sl_outfile file;
    bool is_found;    /* the file held a state when it was opened */
    bool has_secrets; /* and secrets, which are here: */
    sl_setup_secrets secrets;
    uint8_t binding[SL_SHA256_BYTES];
} sl_setup_state;

/* Runs of the file that cover it, in the order in which they are made; runs_n 0: the file's own order. */
#define SL_SETUP_RUNS_MAX 4
typedef struct sl_setup_order {
    size_t runs_n;
    struct {
        uint64_t offset, bytes;
    } runs[SL_SETUP_RUNS_MAX];
} sl_setup_order;

/* Where the byte stands that is made after `at` others; *n: how many follow it there, 0 behind the last. */
uint64_t sl_setup_order_place(const sl_setup_order *order, uint64_t at, uint64_t *n);

#define SL_SETUP_STATE_CLOSED ((sl_setup_state){.file = SL_OUTFILE_CLOSED})

/* Opens PATH.state. SLUICE_E_INPUT if there is a file of that name that is no state. */
SL_NODISCARD sluice_status sl_setup_state_open(sl_setup_state *out, const char *path, sluice_error *err);
/* Writes the head, with the secrets unless they are NULL, and syncs it. */
SL_NODISCARD sluice_status sl_setup_state_begin(sl_setup_state *state, const uint8_t binding[SL_SHA256_BYTES],
                                                const sl_setup_secrets *secrets, sluice_error *err);
/* Adds a record: `hash` is of the first `bytes` bytes of the key. */
SL_NODISCARD sluice_status sl_setup_state_record(sl_setup_state *state, uint64_t bytes, const sl_sha256 *hash,
                                                 sluice_error *err);
/*
 * The longest prefix of `key` whose digest is recorded: *bytes, and *hash ready to go on from there; 0 if there is
 * none. Later records are cut off. Stage "resume", progress in bytes.
 */
SL_NODISCARD sluice_status sl_setup_state_verify(sl_setup_state *state, const sl_outfile *key,
                                                 const sl_setup_order *order, uint64_t *bytes, sl_sha256 *hash,
                                                 const sl_observer *observer, sluice_error *err);
/* Removes the file, its contents overwritten, or leaves what was found and not claimed. Secrets are wiped. */
void sl_setup_state_discard(sl_setup_state *state);

#endif
