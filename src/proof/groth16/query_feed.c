// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/groth16/query_feed.h"

#include <string.h>

/* One word more than the bits need, so that a move across a word boundary may write behind the last one. */
static size_t bits_words(size_t chunk_n) {
    return chunk_n / 64 + 2;
}

size_t sl_query_feed_memory(size_t chunk_n, size_t full_max) {
    return full_max * (sizeof(sl_fr) + sizeof(uint32_t)) + bits_words(chunk_n) * sizeof(uint64_t);
}

sluice_status sl_query_feed_open(sl_query_feed *out, const sl_witness *witness, size_t inputs_n,
                                 const uint64_t *input_density, const uint64_t *aux_density, const uint64_t *field_mask,
                                 size_t chunk_n, size_t full_max, sluice_error *err) {
    sl_query_feed feed = {
        .witness = witness,
        .input_density = input_density,
        .aux_density = aux_density,
        .field_mask = field_mask,
        .inputs_n = inputs_n,
        .chunk_n = chunk_n,
        .full_max = full_max,
    };
    SL_TRY(sl_buf_alloc(&feed.storage, sl_query_feed_memory(chunk_n, full_max), "scalars", err));
    sl_buf_mark_secret(&feed.storage);
    feed.full = feed.storage.data;
    feed.bits = (uint64_t *)(feed.full + full_max);
    feed.full_at = (uint32_t *)(feed.bits + bits_words(chunk_n));
    *out = feed;
    return SLUICE_OK;
}

void sl_query_feed_close(sl_query_feed *feed) {
    sl_buf_release(&feed->storage);
}

uint64_t sl_bits_compress(uint64_t word, uint64_t mask) {
    if (mask == UINT64_MAX) {
        return word;
    }
    uint64_t out = 0;
    unsigned at = 0;
    while (mask != 0) { /* run by run: densities come in long ones */
        const unsigned from = (unsigned)__builtin_ctzll(mask);
        const unsigned n = (unsigned)__builtin_ctzll(~(mask >> from)); /* < 64, for mask is not all ones */
        const uint64_t ones = (UINT64_C(1) << n) - 1;
        out |= (word >> from & ones) << at;
        at += n;
        mask &= ~(ones << from);
    }
    return out;
}

static unsigned popcount(uint64_t word) {
    return (unsigned)__builtin_popcountll(word);
}

/* The next word of the auxiliary planes becomes the current one. */
static void word_load(sl_query_feed *feed) {
    const size_t word = feed->next_word++;
    SL_DEBUG_ASSERT(word < (feed->witness->aux_n + 63) / 64);
    if (word > 0) {
        feed->word_fields += popcount(feed->field_mask[word - 1]);
    }
    if (feed->aux_density != NULL) {
        feed->word_left = feed->aux_density[word];
    } else {
        const size_t left = feed->witness->aux_n - 64 * word;
        feed->word_left = left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
    }
}

static uint64_t lowest_bits(uint64_t mask, size_t n) {
    uint64_t rest = mask;
    for (size_t i = 0; i < n; i++) {
        rest &= rest - 1;
    }
    return mask & ~rest;
}

static void bits_append(uint64_t *bits, size_t at, uint64_t word) {
    bits[at / 64] |= word << (at % 64);
    if (at % 64 != 0) {
        bits[at / 64 + 1] |= word >> (64 - at % 64);
    }
}

void sl_query_feed_next(sl_query_feed *feed, size_t n, sl_query_chunk *out) {
    size_t at = 0, full_n = 0;
    memset(feed->bits, 0, bits_words(feed->chunk_n) * sizeof *feed->bits);
    for (; at < n && feed->next_input < feed->inputs_n; feed->next_input++) {
        const size_t i = feed->next_input;
        if (feed->input_density == NULL || (feed->input_density[i / 64] >> (i % 64) & 1) != 0) {
            feed->full_at[full_n] = (uint32_t)at++;
            feed->full[full_n++] = feed->witness->inputs[i];
        }
    }
    while (at < n) {
        if (feed->word_left == 0) {
            word_load(feed);
            continue;
        }
        uint64_t take = feed->word_left;
        if (popcount(take) > n - at) {
            take = lowest_bits(take, n - at);
        }
        const size_t word = feed->next_word - 1;
        const uint64_t field_word = feed->field_mask[word];
        bits_append(feed->bits, at, sl_bits_compress(feed->witness->bits[word], take));
        for (uint64_t fields = field_word & take; fields != 0; fields &= fields - 1) {
            const uint64_t below = (fields & -fields) - 1;
            feed->full_at[full_n] = (uint32_t)(at + popcount(take & below));
            feed->full[full_n++] = feed->witness->fields[feed->word_fields + popcount(field_word & below)];
        }
        at += popcount(take);
        feed->word_left &= ~take;
    }
    SL_DEBUG_ASSERT(full_n <= feed->full_max);
    *out = (sl_query_chunk){feed->bits, feed->full_at, feed->full, full_n};
}
