// SPDX-License-Identifier: MIT OR Apache-2.0
/* Dense scalars in chunks against a plain walk over the wires. */
#include "core/mem/buf.h"
#include "harness/test.h"
#include "proof/groth16/query_feed.h"

enum { INPUTS_N = 70, AUX_N = 1000, WORDS_N = (AUX_N + 63) / 64 };

SL_TEST(bits_compress) {
    for (int k = 0; k < 20000; k++) {
        uint64_t word, mask, want = 0;
        sl_test_bytes(&word, sizeof word);
        sl_test_edge_bytes(&mask, sizeof mask);
        if (k < 3) {
            mask = k == 0 ? 0 : k == 1 ? UINT64_MAX : UINT64_C(1) << 63;
        }
        int n = 0;
        for (int i = 0; i < 64; i++) {
            if ((mask >> i & 1) != 0) {
                want |= (word >> i & 1) << n++;
            }
        }
        SL_CHECK_EQ_U64(sl_bits_compress(word, mask), want);
    }
}

typedef struct planes {
    uint64_t bits[WORDS_N], fields_mask[WORDS_N], aux_density[WORDS_N], input_density[2];
    sl_fr inputs[INPUTS_N], fields[AUX_N];
    sl_witness witness;
} planes;

static bool bit_at(const uint64_t *plane, size_t i) {
    return (plane[i / 64] >> (i % 64) & 1) != 0;
}

static void planes_fill(planes *p) {
    sl_test_edge_bytes(p->fields_mask, sizeof p->fields_mask);
    sl_test_edge_bytes(p->aux_density, sizeof p->aux_density);
    sl_test_edge_bytes(p->input_density, sizeof p->input_density);
    sl_test_bytes(p->bits, sizeof p->bits);
    p->fields_mask[WORDS_N - 1] &= (UINT64_C(1) << AUX_N % 64) - 1;
    p->aux_density[WORDS_N - 1] &= (UINT64_C(1) << AUX_N % 64) - 1;
    size_t fields_n = 0;
    for (size_t w = 0; w < WORDS_N; w++) {
        p->bits[w] &= ~p->fields_mask[w];
        fields_n += (size_t)__builtin_popcountll(p->fields_mask[w]);
    }
    for (size_t i = 0; i < INPUTS_N; i++) {
        p->inputs[i] = sl_fr_from_u64(1000000 + i);
    }
    for (size_t i = 0; i < fields_n; i++) {
        p->fields[i] = sl_fr_from_u64(2000000 + i);
    }
    p->witness = (sl_witness){INPUTS_N, AUX_N, fields_n, p->inputs, p->bits, p->fields, SL_BUF_EMPTY};
}

/* Scalars of the dense list by the rule of spec 1.3, one value each. */
static size_t dense_list(const planes *p, bool inputs, bool input_density, bool aux_density, sl_fr *out) {
    size_t n = 0, field = 0;
    for (size_t i = 0; inputs && i < INPUTS_N; i++) {
        if (!input_density || bit_at(p->input_density, i)) {
            out[n++] = p->inputs[i];
        }
    }
    for (size_t i = 0; i < AUX_N; i++) {
        const bool is_field = bit_at(p->fields_mask, i);
        if (!aux_density || bit_at(p->aux_density, i)) {
            out[n++] = is_field ? p->fields[field] : sl_fr_from_u64(bit_at(p->bits, i));
        }
        field += is_field;
    }
    return n;
}

static void check_feed(const planes *p, int kind, size_t chunk_n) {
    sluice_error err;
    static sl_fr want[INPUTS_N + AUX_N];
    const bool inputs = (kind & 1) != 0, input_density = (kind & 2) != 0, aux_density = (kind & 4) != 0;
    const size_t n = dense_list(p, inputs, input_density, aux_density, want);
    sl_query_feed feed;
    SL_CHECK_OK(sl_query_feed_open(&feed, &p->witness, inputs ? INPUTS_N : 0, input_density ? p->input_density : NULL,
                                   aux_density ? p->aux_density : NULL, p->fields_mask, chunk_n, chunk_n, &err));
    for (size_t at = 0; at < n;) {
        size_t take = 1 + sl_test_u64() % chunk_n;
        take = SL_MIN(take, n - at);
        sl_query_chunk chunk;
        sl_query_feed_next(&feed, take, &chunk);
        size_t full = 0;
        for (size_t i = 0; i < take; i++) {
            sl_fr found = sl_fr_from_u64(bit_at(chunk.bits, i));
            if (full < chunk.full_n && chunk.full_at[full] == i) {
                SL_CHECK(sl_fr_is_zero(&found));
                found = chunk.full[full++];
            }
            SL_CHECK_MSG(sl_fr_eq(&found, &want[at + i]), "kind %d chunk %zu scalar %zu", kind, chunk_n, at + i);
        }
        SL_CHECK_EQ_U64(full, chunk.full_n);
        at += take;
    }
    sl_query_feed_close(&feed);
}

SL_TEST(against_a_plain_walk) {
    static planes p;
    const size_t chunks[] = {1, 2, 63, 64, 65, 200, 2000};
    for (int round = 0; round < 20; round++) {
        planes_fill(&p);
        for (int kind = 0; kind < 8; kind++) {
            for (size_t c = 0; c < SL_ARRAY_N(chunks); c++) {
                check_feed(&p, kind, chunks[c]);
            }
        }
    }
}
