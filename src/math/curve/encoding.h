// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Point encodings of ZCash and blst: proofs hold compressed points, keys uncompressed ones.
 *
 * Coordinates are big-endian and canonical, 48 bytes; an element of Fp2 is c1, then c0. Compressed is x, uncompressed
 * is x, y. The three top bits of the first byte are flags: 0x80 compressed, 0x40 identity (everything else is then
 * zero), 0x20 (compressed only) y is the larger of y and -y. One point has exactly one encoding of each kind:
 * anything else is refused, an uncompressed encoding with 0x80 too, which blst would read as a compressed one
 * followed by any bytes.
 *
 * Decoding always checks flags, range and curve equation; the subgroup check (tens of microseconds) and the identity
 * are up to the rules. `out` is written on success only; input lengths are fixed by the names. No state, any thread.
 *
 * Source: spec/filecoin.md 1.6 and 1.7.
 */
#ifndef SL_MATH_CURVE_ENCODING_H
#define SL_MATH_CURVE_ENCODING_H

#include "math/curve/g1.h"
#include "math/curve/g2.h"

#define SL_G1_COMPRESSED_BYTES 48
#define SL_G1_UNCOMPRESSED_BYTES 96
#define SL_G2_COMPRESSED_BYTES 96
#define SL_G2_UNCOMPRESSED_BYTES 192

/* What is wrong with an encoding; the first fault in this order is reported. */
typedef enum sl_point_fault {
    SL_POINT_OK = 0,
    SL_POINT_BAD_FLAGS,        /* flag bits that do not fit the length or each other, or an identity with stray bits */
    SL_POINT_NOT_CANONICAL,    /* a coordinate is p or more */
    SL_POINT_NOT_ON_CURVE,     /* the equation does not hold, or there is no y for this x */
    SL_POINT_NOT_IN_SUBGROUP,  /* on the curve, of another order (SL_POINT_SUBGROUP only) */
    SL_POINT_IDENTITY_REFUSED, /* a good encoding of the identity without SL_POINT_IDENTITY_ALLOWED */
} sl_point_fault;

/* Rules of a decoder, added up; SL_POINT_PROOF is for proofs and verifying keys, SL_POINT_KEY for large key arrays. */
enum {
    SL_POINT_SUBGROUP = 1,         /* check the subgroup */
    SL_POINT_IDENTITY_ALLOWED = 2, /* accept the identity */
    SL_POINT_PROOF = SL_POINT_SUBGROUP,
    SL_POINT_KEY = 0,
};

SL_NODISCARD sl_point_fault sl_g1_decode_compressed_vt(sl_g1_affine *out, const uint8_t bytes[SL_G1_COMPRESSED_BYTES],
                                                       unsigned rules);
SL_NODISCARD sl_point_fault sl_g1_decode_uncompressed_vt(sl_g1_affine *out,
                                                         const uint8_t bytes[SL_G1_UNCOMPRESSED_BYTES], unsigned rules);
SL_NODISCARD sl_point_fault sl_g2_decode_compressed_vt(sl_g2_affine *out, const uint8_t bytes[SL_G2_COMPRESSED_BYTES],
                                                       unsigned rules);
SL_NODISCARD sl_point_fault sl_g2_decode_uncompressed_vt(sl_g2_affine *out,
                                                         const uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES], unsigned rules);

void sl_g1_encode_compressed(uint8_t bytes[SL_G1_COMPRESSED_BYTES], const sl_g1_affine *a);
void sl_g1_encode_uncompressed(uint8_t bytes[SL_G1_UNCOMPRESSED_BYTES], const sl_g1_affine *a);
void sl_g2_encode_compressed(uint8_t bytes[SL_G2_COMPRESSED_BYTES], const sl_g2_affine *a);
void sl_g2_encode_uncompressed(uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES], const sl_g2_affine *a);

/* A phrase for error texts, such as "a coordinate is not below p"; never NULL. */
const char *sl_point_fault_text(sl_point_fault fault);

#endif
