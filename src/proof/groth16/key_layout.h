// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Where the arrays of a `.params` file stand (spec 1.7): arithmetic on counts alone, and reading the counts of a file
 * without trusting any of them.
 *
 * A file is the verifying key (868 bytes up to and with the count of ic, then ic) and five arrays, each a 32-bit
 * big-endian count and that many uncompressed points.
 *
 * A folded key (fold.h) has a head of SL_FOLD_HEAD_BYTES before the verifying key, one more array, d, between that and
 * h, and one more point in h.
 */
#ifndef SL_PROOF_GROTH16_KEY_LAYOUT_H
#define SL_PROOF_GROTH16_KEY_LAYOUT_H

#include "core/sys/file.h"

typedef enum sl_key_section {
    SL_KEY_IC,
    SL_KEY_H,
    SL_KEY_L,
    SL_KEY_A,
    SL_KEY_B_G1,
    SL_KEY_B_G2,
    SL_KEY_SECTIONS_N
} sl_key_section;

/* "sluice folded 1\n", then BLAKE2b-512 of the key that was folded. */
#define SL_FOLD_MAGIC "sluice folded 1\n"
#define SL_FOLD_MAGIC_BYTES 16
#define SL_FOLD_HEAD_BYTES 80

/* Bytes before ic[0], the count of ic included. */
#define SL_VK_HEAD_BYTES 868

typedef struct sl_key_range {
    uint64_t count;         /* points */
    uint64_t offset;        /* of the first point; the count stands in the four bytes before it */
    uint64_t bytes;         /* count * element_bytes */
    uint32_t element_bytes; /* 96 or 192 */
} sl_key_range;

typedef struct sl_key_layout {
    sl_key_range section[SL_KEY_SECTIONS_N];
    bool is_folded;
    sl_key_range d;     /* of a folded key: a point an input, which may be the identity */
    uint64_t vk_offset; /* of the verifying key: 0, or SL_FOLD_HEAD_BYTES */
    uint64_t vk_bytes;
    uint64_t bytes; /* of the whole file */
} sl_key_layout;

/* Points of h in a folded key of a domain of so many: all, but none in a domain of one, where h is nothing. */
SL_INLINE uint64_t sl_fold_h_count(uint64_t domain) {
    return domain == 1 ? 0 : domain;
}

/* "ic", "h", "l", "a", "b_g1", "b_g2". */
const char *sl_key_section_name(sl_key_section section);

/* The layout for given counts; SLUICE_E_INPUT if one does not fit the 32 bits of its prefix. */
SL_NODISCARD sluice_status sl_key_layout_make(sl_key_layout *out, const uint64_t counts[SL_KEY_SECTIONS_N],
                                              sluice_error *err);

/* The layout of the folded key of a key. */
SL_NODISCARD sluice_status sl_key_layout_fold(sl_key_layout *out, const sl_key_layout *key, sluice_error *err);

/*
 * Reads the counts of an open file. Each is checked against the bytes that follow before it is used; nothing is
 * allocated. SLUICE_E_TRUNCATED if the file is shorter or longer than its counts say, SLUICE_E_CORRUPT if the counts
 * contradict each other (b_g1 and b_g2 differ, h + 1 is no power of two, a without the inputs, no input at all).
 */
SL_NODISCARD sluice_status sl_key_layout_read(sl_key_layout *out, const sl_file *file, sluice_error *err);

/*
 * Compares a file with the layout of a circuit's key, or with that folded: SLUICE_E_MISMATCH with section, expected
 * and found.
 * `path` is for the message.
 */
SL_NODISCARD sluice_status sl_key_layout_match(const sl_key_layout *found, const sl_key_layout *want, const char *path,
                                               sluice_error *err);

#endif
