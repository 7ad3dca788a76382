// SPDX-License-Identifier: MIT OR Apache-2.0
/* Points of key files on the device, by the same text on the processor, against the decoder of the portable code. */
#include "key_run.h"
#include "math/curve/encoding.h"

#define N 40

/* Multiples of the generator, from a number on. */
static void points_make_g1(sl_g1_affine *out, size_t n) {
    sl_g1 sum;
    sl_g1_from_affine(&sum, &sl_g1_generator);
    for (size_t i = 0; i < n; i++) {
        sl_g1_to_affine_vt(&out[i], &sum);
        sl_g1_dbl(&sum, &sum);
        sl_g1_add_affine(&sum, &sum, &sl_g1_generator);
    }
}

static void points_make_g2(sl_g2_affine *out, size_t n) {
    sl_g2 sum;
    sl_g2_from_affine(&sum, &sl_g2_generator);
    for (size_t i = 0; i < n; i++) {
        sl_g2_to_affine_vt(&out[i], &sum);
        sl_g2_dbl(&sum, &sum);
        sl_g2_add_affine(&sum, &sum, &sl_g2_generator);
    }
}

/* Coordinates of the device are below 2p. */
static void check_coordinates(const void *found, const sl_fp *want, size_t n) {
    sl_cuda_fp got;
    for (size_t i = 0; i < n; i++) {
        sl_cuda_fp_canonical(&got, (const sl_cuda_fp *)found + i);
        SL_CHECK_MSG(memcmp(&got, &want[i], sizeof got) == 0, "coordinate %zu", i);
    }
}

SL_TEST(good_points) {
    sl_g1_affine g1[N];
    sl_g2_affine g2[N];
    uint8_t bytes[N * SL_G2_UNCOMPRESSED_BYTES], out[N * SL_G2_UNCOMPRESSED_BYTES];
    uint32_t words[N * SL_G2_UNCOMPRESSED_BYTES / 4];
    points_make_g1(g1, N);
    points_make_g2(g2, N);
    uint64_t fault = SL_CUDA_FAULT_NONE;
    int stream;
    sl_cuda_decode work = {.bytes = words, .out = out, .first = 5, .fault = &fault, .n = N};
    for (unsigned in_place = 0; in_place < 2; in_place++) {
        work.out = in_place == 0 ? (void *)out : (void *)words;
        for (size_t i = 0; i < N; i++) {
            sl_g1_encode_uncompressed(bytes + i * SL_G1_UNCOMPRESSED_BYTES, &g1[i]);
        }
        memcpy(words, bytes, sizeof words);
        SL_CHECK(key_run_decode_g1(&work, &stream) == 0);
        check_coordinates(work.out, &g1[0].x, 2 * (size_t)N);
        for (size_t i = 0; i < N; i++) {
            sl_g2_encode_uncompressed(bytes + i * SL_G2_UNCOMPRESSED_BYTES, &g2[i]);
        }
        memcpy(words, bytes, sizeof words);
        SL_CHECK(key_run_decode_g2(&work, &stream) == 0);
        check_coordinates(work.out, &g2[0].x.c0, 4 * (size_t)N);
    }
    SL_CHECK(fault == SL_CUDA_FAULT_NONE);
}

/* The portable decoder and that of the device say the same of one encoding, and what is refused becomes the identity.
 */
static sl_point_fault check_fault(const uint8_t *bytes, size_t n) {
    uint32_t words[48], out[48];
    uint64_t fault = SL_CUDA_FAULT_NONE;
    int stream;
    memcpy(words, bytes, n);
    memset(out, 0x5a, sizeof out);
    const sl_cuda_decode work = {.bytes = words, .out = out, .first = 1000, .fault = &fault, .n = 1};
    sl_g1_affine g1;
    sl_g2_affine g2;
    sl_point_fault want;
    if (n == SL_G1_UNCOMPRESSED_BYTES) {
        want = sl_g1_decode_uncompressed_vt(&g1, bytes, SL_POINT_KEY);
        SL_CHECK(key_run_decode_g1(&work, &stream) == 0);
    } else {
        want = sl_g2_decode_uncompressed_vt(&g2, bytes, SL_POINT_KEY);
        SL_CHECK(key_run_decode_g2(&work, &stream) == 0);
    }
    const uint64_t expected =
        want == SL_POINT_OK ? SL_CUDA_FAULT_NONE : UINT64_C(1000) << SL_CUDA_FAULT_BITS | (unsigned)want;
    SL_CHECK_MSG(fault == expected, "%s: %llx", sl_point_fault_text(want), (unsigned long long)fault);
    for (size_t i = 0; want != SL_POINT_OK && i < n / 4; i++) {
        SL_CHECK(out[i] == 0);
    }
    return want;
}

static const uint8_t modulus[SL_FP_BYTES] = {0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6,
                                             0x43, 0x4b, 0xac, 0xd7, 0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf,
                                             0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24, 0x1e, 0xab, 0xff, 0xfe,
                                             0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab};

/* Each bit of an encoding changed, each coordinate p, p + 1, p - 1, all ones and 0, all flags with anything and with
 * nothing. */
static void check_encoding(uint8_t *bytes, size_t n) {
    unsigned seen[8] = {0};
    SL_CHECK(check_fault(bytes, n) == SL_POINT_OK);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        seen[check_fault(bytes, n)]++;
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    for (size_t at = 0; at < n; at += SL_FP_BYTES) {
        uint8_t kept[SL_FP_BYTES];
        memcpy(kept, bytes + at, sizeof kept);
        for (int more = -1; more <= 1; more++) {
            memcpy(bytes + at, modulus, sizeof modulus);
            bytes[at + SL_FP_BYTES - 1] = (uint8_t)(bytes[at + SL_FP_BYTES - 1] + more);
            const sl_point_fault fault = check_fault(bytes, n);
            SL_CHECK(fault == (more < 0 ? SL_POINT_NOT_ON_CURVE : SL_POINT_NOT_CANONICAL));
            seen[fault]++;
        }
        memset(bytes + at, 0xff, sizeof kept);
        seen[check_fault(bytes, n)]++;
        memset(bytes + at, 0, sizeof kept);
        seen[check_fault(bytes, n)]++;
        memcpy(bytes + at, kept, sizeof kept);
    }
    uint8_t nothing[SL_G2_UNCOMPRESSED_BYTES];
    for (unsigned flags = 0; flags < 8; flags++) {
        memset(nothing, 0, sizeof nothing);
        nothing[0] = (uint8_t)(flags << 5);
        seen[check_fault(nothing, n)]++;
        nothing[n - 1] = 1;
        seen[check_fault(nothing, n)]++;
    }
    SL_CHECK(seen[SL_POINT_BAD_FLAGS] > 3 && seen[SL_POINT_NOT_CANONICAL] > 3 && seen[SL_POINT_NOT_ON_CURVE] > 300 &&
             seen[SL_POINT_IDENTITY_REFUSED] == 1);
}

SL_TEST(refused_points) {
    sl_g1_affine g1[3];
    sl_g2_affine g2[3];
    uint8_t bytes[SL_G2_UNCOMPRESSED_BYTES];
    points_make_g1(g1, 3);
    points_make_g2(g2, 3);
    sl_g1_encode_uncompressed(bytes, &g1[2]);
    check_encoding(bytes, SL_G1_UNCOMPRESSED_BYTES);
    sl_g2_encode_uncompressed(bytes, &g2[2]);
    check_encoding(bytes, SL_G2_UNCOMPRESSED_BYTES);
}

/* Of several that are wrong the first is kept, whoever comes first. */
SL_TEST(the_first_fault_is_kept) {
    sl_g1_affine g1[N];
    uint32_t words[N * SL_G1_UNCOMPRESSED_BYTES / 4], out[N * SL_G1_UNCOMPRESSED_BYTES / 4];
    uint8_t bytes[SL_G1_UNCOMPRESSED_BYTES];
    points_make_g1(g1, N);
    for (size_t i = 0; i < N; i++) {
        sl_g1_encode_uncompressed(bytes, &g1[i]);
        bytes[0] |= i == 17 || i == 30 ? 0x80 : 0;
        memcpy(words + i * 24, bytes, sizeof bytes);
    }
    int stream;
    uint64_t fault = SL_CUDA_FAULT_NONE;
    sl_cuda_decode work = {.bytes = words, .out = out, .first = UINT64_C(1) << 33, .fault = &fault, .n = N};
    SL_CHECK(key_run_decode_g1(&work, &stream) == 0);
    SL_CHECK_EQ_U64(fault, (work.first + 17) << SL_CUDA_FAULT_BITS | SL_CUDA_FAULT_FLAGS);
    work.first -= 1000;
    SL_CHECK(key_run_decode_g1(&work, &stream) == 0);
    SL_CHECK_EQ_U64(fault, (work.first + 17) << SL_CUDA_FAULT_BITS | SL_CUDA_FAULT_FLAGS);
    work.first += 2000;
    SL_CHECK(key_run_decode_g1(&work, &stream) == 0);
    SL_CHECK_EQ_U64(fault, (work.first - 2000 + 17) << SL_CUDA_FAULT_BITS | SL_CUDA_FAULT_FLAGS);
}

SL_TEST(cuts) {
    static const uint32_t numbers[] = {0, 1, 9, 10, 11, 29, 30, 31, 69};
    static const uint32_t want[] = {0, 3, 5, 6, 8, 8, 8, 9, 9};
    uint32_t out[SL_ARRAY_N(want)];
    int stream;
    sl_cuda_cuts work = {
        .numbers = numbers, .out = out, .step = 10, .n = SL_ARRAY_N(numbers), .cuts_n = SL_ARRAY_N(want)};
    SL_CHECK(key_run_cuts(&work, &stream) == 0);
    SL_CHECK_MEM(out, want, sizeof want);
    work.step = UINT64_C(1) << 33; /* beyond all numbers */
    SL_CHECK(key_run_cuts(&work, &stream) == 0);
    SL_CHECK(out[0] == 0 && out[1] == work.n && out[8] == work.n);
    work.n = 0;
    SL_CHECK(key_run_cuts(&work, &stream) == 0);
    SL_CHECK(out[0] == 0 && out[8] == 0);
}

SL_TEST(reversed_scalars) {
    enum { LOG2 = 6 };
    sl_cuda_fr vector[1 << LOG2];
    int stream;
    for (uint32_t log2 = 0; log2 <= LOG2; log2++) {
        for (uint32_t i = 0; i < 1U << log2; i++) {
            memset(&vector[i], (int)i, sizeof vector[i]);
        }
        const sl_cuda_reverse work = {.vector = vector, .log2 = log2};
        SL_CHECK(key_run_reverse(&work, &stream) == 0);
        for (uint32_t i = 0; i < 1U << log2; i++) {
            uint32_t reversed = 0;
            for (uint32_t k = 0; k < log2; k++) {
                reversed = reversed << 1 | (i >> k & 1);
            }
            SL_CHECK(((const uint8_t *)&vector[i])[0] == reversed && ((const uint8_t *)&vector[i])[31] == reversed);
        }
    }
}
