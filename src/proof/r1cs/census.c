// SPDX-License-Identifier: MIT OR Apache-2.0
/* Which gadgets a circuit is made of. */
#include "proof/r1cs/index_map.h"
#include "proof/r1cs/r1cs.h"

#define NONE UINT32_MAX

typedef struct node {
    sl_r1cs_census_node info;
    uint64_t hash;
    uint32_t parent, name;
    uint32_t first_child, last_child, next; /* NONE: no such node */
    uint64_t wire_bits;                     /* of the types of own wires */
} node;

typedef struct census {
    const sl_r1cs *r1cs;
    sl_vec nodes; /* node */
    sl_index_map index;
    sl_buf node_of; /* uint32_t, of each scope */
} census;

static uint64_t node_hash(const void *data, uint32_t id) {
    return SL_VEC_AT(&((const census *)data)->nodes, node, id).hash;
}

/* The child of a node with this name, made if it is new; parent NONE: the root. */
static sluice_status child_find(census *c, uint32_t parent, uint32_t name, uint32_t *out, sluice_error *err) {
    SL_TRY(sl_index_reserve(&c->index, node_hash, c, err));
    const uint32_t key[2] = {parent, name};
    const uint64_t hash = sl_hash_words(0, key, sizeof key);
    size_t at = (size_t)hash;
    for (uint32_t id; (id = sl_index_next(&c->index, hash, &at)) != SL_INDEX_NONE;) {
        const node *found = &SL_VEC_AT(&c->nodes, node, id);
        if (found->parent == parent && found->name == name) {
            *out = id;
            return SLUICE_OK;
        }
    }
    SL_TRY(SL_VEC_RESERVE(&c->nodes, node, 1, err));
    const uint32_t id = (uint32_t)c->nodes.n;
    node fresh = {.hash = hash, .parent = parent, .name = name, .first_child = NONE, .last_child = NONE, .next = NONE};
    fresh.info.name = c->r1cs->names + name;
    if (parent != NONE) {
        node *up = &SL_VEC_AT(&c->nodes, node, parent);
        fresh.info.depth = up->info.depth + 1;
        if (up->first_child == NONE) {
            up->first_child = id;
        } else {
            SL_VEC_AT(&c->nodes, node, up->last_child).next = id;
        }
        up->last_child = id;
    }
    sl_index_put(&c->index, hash, at, id);
    SL_VEC_PUSH(&c->nodes, node, fresh);
    *out = id;
    return SLUICE_OK;
}

static uint64_t template_bytes(const sl_r1cs *r1cs, const sl_r1cs_template *t) {
    const uint64_t lcs = 3 * (uint64_t)t->rows_n;
    return sizeof *t + (lcs + 1) * sizeof(uint32_t) + r1cs->lc_ends[t->first_lc + lcs] * sizeof(sl_r1cs_term) +
           (sl_template_slots_n(t) + 63) / 64 * sizeof(uint64_t);
}

/* Instances, and templates where they occur first. Own wires have a bit each that tells their type. */
static sluice_status instances_count(census *c, sluice_error *err) {
    const sl_r1cs *r1cs = c->r1cs;
    sl_buf is_known_buf;
    SL_TRY(sl_buf_alloc_n(&is_known_buf, (size_t)r1cs->templates_n, sizeof(bool), "census", err));
    bool *is_known = is_known_buf.data;
    const uint32_t *node_of = c->node_of.data;
    for (size_t i = 0; i < r1cs->instances_n; i++) {
        const sl_r1cs_instance *instance = &r1cs->instances[i];
        const sl_r1cs_template *t = &r1cs->templates[instance->template_i];
        node *at = &SL_VEC_AT(&c->nodes, node, node_of[instance->scope]);
        at->info.instances++;
        at->info.bytes += sizeof *instance + t->pins_n * sizeof(uint32_t);
        at->wire_bits += t->aux_n;
        if (!is_known[instance->template_i]) {
            is_known[instance->template_i] = true;
            at->info.templates++;
            at->info.bytes += template_bytes(r1cs, t);
        }
    }
    sl_buf_release(&is_known_buf);
    node *nodes = c->nodes.buf.data;
    for (size_t i = c->nodes.n; i-- > 0;) { /* parents stand before their children */
        if (nodes[i].parent != NONE) {
            sl_r1cs_census_node *up = &nodes[nodes[i].parent].info;
            up->instances += nodes[i].info.instances;
            up->templates += nodes[i].info.templates;
            up->bytes += nodes[i].info.bytes;
            nodes[nodes[i].parent].wire_bits += nodes[i].wire_bits;
        }
        nodes[i].info.bytes += nodes[i].wire_bits / 8;
    }
    return SLUICE_OK;
}

static sluice_status count(census *c, sluice_error *err) {
    SL_TRY(sl_buf_alloc_n(&c->node_of, (size_t)c->r1cs->scopes_n, sizeof(uint32_t), "census", err));
    uint32_t *node_of = c->node_of.data;
    for (size_t i = 0; i < c->r1cs->scopes_n; i++) {
        const sl_r1cs_scope *scope = &c->r1cs->scopes[i];
        SL_TRY(child_find(c, i == 0 ? NONE : node_of[scope->parent], scope->name, &node_of[i], err));
        sl_r1cs_census_node *info = &SL_VEC_AT(&c->nodes, node, node_of[i]).info;
        info->scopes++;
        info->rows += scope->rows_n;
        info->aux += scope->aux_n;
        info->bytes += sizeof *scope;
    }
    return instances_count(c, err);
}

sluice_status sl_r1cs_census(const sl_r1cs *r1cs, sl_r1cs_census_fn fn, void *data, sluice_error *err) {
    census c = {.r1cs = r1cs, .nodes = SL_VEC("census")};
    const sluice_status status = count(&c, err);
    if (status == SLUICE_OK) {
        const node *nodes = c.nodes.buf.data;
        for (uint32_t at = 0; at != NONE;) {
            fn(data, &nodes[at].info);
            if (nodes[at].first_child != NONE) {
                at = nodes[at].first_child;
                continue;
            }
            while (at != NONE && nodes[at].next == NONE) {
                at = nodes[at].parent;
            }
            at = at == NONE ? NONE : nodes[at].next;
        }
    }
    sl_vec_release(&c.nodes);
    sl_index_release(&c.index);
    sl_buf_release(&c.node_of);
    return status;
}
