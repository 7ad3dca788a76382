// SPDX-License-Identifier: MIT OR Apache-2.0
#include "math/curve/g2.h"

#include "core/sys/random.h"

/* Coordinates in Montgomery form; tests compare multiples of the point with the reference. */
const sl_g2_affine sl_g2_generator = {
    {{{UINT64_C(0xf5f28fa202940a10), UINT64_C(0xb3f5fb2687b4961a), UINT64_C(0xa1a893b53e2ae580),
       UINT64_C(0x9894999d1a3caee9), UINT64_C(0x6f67b7631863366b), UINT64_C(0x058191924350bcd7)}},
     {{UINT64_C(0xa5a9c0759e23f606), UINT64_C(0xaaa0c59dbccd60c3), UINT64_C(0x3bb17e18e2867806),
       UINT64_C(0x1b1ab6cc8541b367), UINT64_C(0xc2b6ed0ef2158547), UINT64_C(0x11922a097360edf3)}}},
    {{{UINT64_C(0x4c730af860494c4a), UINT64_C(0x597cfa1f5e369c5a), UINT64_C(0xe7e6856caa0a635a),
       UINT64_C(0xbbefb5e96e0d495f), UINT64_C(0x07d3a975f0ef25a2), UINT64_C(0x0083fd8e7e80dae5)}},
     {{UINT64_C(0xadc0fc92df64b05d), UINT64_C(0x18aa270a2b1461dc), UINT64_C(0x86adac6a3be4eba0),
       UINT64_C(0x79495c4ec93da33a), UINT64_C(0xe7175850a43ccaed), UINT64_C(0x0b2bc2a163de1bf2)}}},
};

/* 4 (u + 1) in Montgomery form. */
#define FOUR                                                                                             \
    {                                                                                                    \
        {                                                                                                \
            UINT64_C(0xaa270000000cfff3), UINT64_C(0x53cc0032fc34000a), UINT64_C(0x478fe97a6b0a807f),    \
                UINT64_C(0xb1d37ebee6ba24d7), UINT64_C(0x8ec9733bbf78ab2f), UINT64_C(0x09d645513d83de7e) \
        }                                                                                                \
    }
const sl_fp2 sl_g2_b = {FOUR, FOUR};

#define G_POINT sl_g2
#define G_AFFINE sl_g2_affine
#define G_(name) sl_g2_##name
#define G_B (&sl_g2_b)
#define C_T sl_fp2
#define C_(name) sl_fp2_##name
#define MUL sl_fp2_mul
#define SQR sl_fp2_sqr
#include "math/curve/group_tmpl.h"
