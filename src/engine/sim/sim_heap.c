// SPDX-License-Identifier: MIT OR Apache-2.0
/* What comes next: a heap by time, and by order of insertion where times are equal. And chance. */
#include "engine/sim/sim_model.h"

static bool is_before(const sl_sim_entry *a, const sl_sim_entry *b) {
    return a->at_ns < b->at_ns || (a->at_ns == b->at_ns && a->order < b->order);
}

void sl_sim_push(sl_sim *m, uint64_t at_ns, sl_sim_what what, uint32_t id, uint32_t token) {
    if (m->heap_n == m->heap_max) {
        if (sl_buf_resize(&m->heap_storage, 2 * m->heap_storage.bytes, NULL) != SLUICE_OK) {
            m->heap_failed = true;
            return;
        }
        m->heap = m->heap_storage.data;
        m->heap_max *= 2;
    }
    const sl_sim_entry entry = {at_ns, ++m->order, what, id, token};
    uint32_t at = m->heap_n++;
    while (at > 0 && is_before(&entry, &m->heap[(at - 1) / 2])) {
        m->heap[at] = m->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    m->heap[at] = entry;
}

sl_sim_entry sl_sim_pop(sl_sim *m) {
    const sl_sim_entry top = m->heap[0];
    const sl_sim_entry last = m->heap[--m->heap_n];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= m->heap_n) {
            break;
        }
        child += child + 1 < m->heap_n && is_before(&m->heap[child + 1], &m->heap[child]);
        if (!is_before(&m->heap[child], &last)) {
            break;
        }
        m->heap[at] = m->heap[child];
        at = child;
    }
    m->heap[at] = last;
    return top;
}

/* SplitMix64. */
uint64_t sl_sim_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t sl_sim_below(uint64_t *state, uint64_t n) {
    return (uint64_t)(((sl_u128)sl_sim_random(state) * n) >> 64);
}

bool sl_sim_chance(uint64_t *state, uint32_t in_a_million) {
    return in_a_million != 0 && sl_sim_below(state, 1000000) < in_a_million;
}
