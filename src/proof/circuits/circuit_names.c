// SPDX-License-Identifier: MIT OR Apache-2.0
#include <stdio.h>
#include <string.h>

#include "proof/circuits/circuits.h"

/* Sector sizes and what follows from them (spec 4.1, 5.1). */
typedef struct size_row {
    const char *name;
    uint64_t bytes;
    uint8_t sub, top;        /* tree 8-sub-top */
    bool is_large;           /* 11 layers, 18 of 176 challenges */
    uint16_t window_sectors; /* per partition */
} size_row;

static const size_row sizes[] = {
    {"2KiB", UINT64_C(1) << 11, 0, 0, false, 2},    {"4KiB", UINT64_C(1) << 12, 2, 0, false, 2},
    {"16KiB", UINT64_C(1) << 14, 8, 0, false, 2},   {"32KiB", UINT64_C(1) << 15, 8, 2, false, 2},
    {"8MiB", UINT64_C(1) << 23, 0, 0, false, 2},    {"16MiB", UINT64_C(1) << 24, 2, 0, false, 2},
    {"512MiB", UINT64_C(1) << 29, 0, 0, false, 2},  {"1GiB", UINT64_C(1) << 30, 2, 0, false, 2},
    {"32GiB", UINT64_C(1) << 35, 8, 0, true, 2349}, {"64GiB", UINT64_C(1) << 36, 8, 2, true, 2300},
};

/* The reference updates no sectors of 1 GiB (spec 5.2). */
#define UPDATE_SIZES(prefix)                                                                                      \
    prefix "2KiB", prefix "4KiB", prefix "16KiB", prefix "32KiB", prefix "8MiB", prefix "16MiB", prefix "512MiB", \
        prefix "32GiB", prefix "64GiB"
#define ALL_SIZES(prefix) UPDATE_SIZES(prefix), prefix "1GiB"

static const char *const names[] = {
    ALL_SIZES("porep-"),
    ALL_SIZES("porep-synth-"),
    ALL_SIZES("porep-ni-"),
    ALL_SIZES("winning-"),
    ALL_SIZES("window-"),
    UPDATE_SIZES("update-"),
    UPDATE_SIZES("update-poseidon-"),
    "gadget-sha256-block",
    "gadget-poseidon-2",
    "gadget-poseidon-4",
    "gadget-poseidon-8",
    "gadget-poseidon-11",
    "porep-8n-8-0-0-2l-1c",
    "porep-64n-8-0-0-2l-1c",
    "porep-512n-8-4-2-2l-1c",
    "porep-1024n-8-8-2-11l-1c",
    "porep-2^30n-8-8-0-11l-1c",
    "post-1sector-64GiB-1c",
};

enum {
    POREP_TEST_CHALLENGES_MAX = 256,
    POST_TEST_SECTORS_MAX = 4096,
    POST_TEST_CHALLENGES_MAX = 64,
    NODES_LOG2_MAX = 32,
    NODES_DECIMAL_MAX = 1 << 16, /* larger test shapes are written 2^K */
};

size_t sl_circuits_n(void) {
    return SL_ARRAY_N(names);
}

const char *sl_circuit_name_at(size_t i) {
    SL_ASSERT(i < SL_ARRAY_N(names));
    return names[i];
}

size_t sl_tree_levels(const sl_tree_shape *tree, uint8_t arities[SL_TREE_LEVELS_MAX]) {
    uint64_t base_leaves = tree->leaves / (tree->sub != 0 ? tree->sub : 1) / (tree->top != 0 ? tree->top : 1);
    size_t n = 0;
    SL_ASSERT(tree->base >= 2);
    for (; base_leaves > 1; base_leaves /= tree->base) {
        arities[n++] = (uint8_t)tree->base;
    }
    if (tree->sub != 0) {
        arities[n++] = (uint8_t)tree->sub;
    }
    if (tree->top != 0) {
        arities[n++] = (uint8_t)tree->top;
    }
    return n;
}

/* True if the text at *at starts with `literal`, which is then skipped. */
static bool take(const char **at, const char *literal) {
    const size_t n = strlen(literal);
    if (strncmp(*at, literal, n) != 0) {
        return false;
    }
    *at += n;
    return true;
}

/* A decimal number without leading zeros, 1 to max. */
static bool take_number(const char **at, uint64_t max, uint64_t *out) {
    uint64_t value = 0;
    const char *p = *at;
    if (*p == '0') {
        return false;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        value = value * 10 + (uint64_t)(*p - '0');
        if (value > max) {
            return false;
        }
    }
    if (p == *at) {
        return false;
    }
    *at = p;
    *out = value;
    return true;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A size: number, K, M or G, and perhaps iB, in any case of letters. */
static const size_row *take_size(const char **at) {
    const char *p = *at;
    uint64_t number;
    if (!take_number(&p, 1024, &number)) {
        return NULL;
    }
    const char unit = lower(*p);
    const unsigned shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
    if (shift == 0) {
        return NULL;
    }
    p++;
    if (lower(*p) == 'i') {
        if (lower(p[1]) != 'b') {
            return NULL;
        }
        p += 2;
    }
    for (size_t i = 0; i < SL_ARRAY_N(sizes); i++) {
        if (sizes[i].bytes == number << shift) {
            *at = p;
            return &sizes[i];
        }
    }
    return NULL;
}

/* An arity of the tree's upper levels: 0, 2, 4 or 8. */
static bool take_arity(const char **at, unsigned *out) {
    const char c = **at;
    if (c != '0' && c != '2' && c != '4' && c != '8') {
        return false;
    }
    *out = (unsigned)(c - '0');
    (*at)++;
    return true;
}

static void set_tree(sl_circuit *c, const size_row *size) {
    c->sector_bytes = size->bytes;
    c->tree = (sl_tree_shape){.leaves = size->bytes / 32, .base = 8, .sub = size->sub, .top = size->top};
}

static bool parse_porep_size(sl_circuit *c, const char *at) {
    c->kind = SL_CIRCUIT_POREP;
    const char *prefix = "porep-";
    if (take(&at, "synth-")) {
        c->feature = SL_POREP_SYNTHETIC;
        prefix = "porep-synth-";
    } else if (take(&at, "ni-")) {
        c->feature = SL_POREP_NON_INTERACTIVE;
        prefix = "porep-ni-";
    }
    const size_row *size = take_size(&at);
    if (size == NULL || *at != '\0') {
        return false;
    }
    set_tree(c, size);
    c->layers = size->is_large ? 11 : 2;
    c->challenges = size->is_large ? 18 : 2;
    c->partitions = size->is_large ? 10 : 1;
    if (c->feature == SL_POREP_NON_INTERACTIVE) {
        c->partitions = size->is_large ? 126 : 13;
    }
    (void)snprintf(c->name, sizeof c->name, "%s%s", prefix, size->name);
    return true;
}

/* Base levels must be whole and at least one. */
static bool is_tree(const sl_tree_shape *tree) {
    const uint64_t above = (uint64_t)(tree->sub != 0 ? tree->sub : 1) * (tree->top != 0 ? tree->top : 1);
    if ((tree->top != 0 && tree->sub == 0) || tree->leaves % above != 0) {
        return false;
    }
    uint64_t leaves = tree->leaves / above;
    if (leaves < tree->base) {
        return false;
    }
    while (leaves % tree->base == 0) {
        leaves /= tree->base;
    }
    return leaves == 1;
}

/* NODESn-8-SUB-TOP-LAYERSl-CHALLENGESc, nodes as a number or 2^K. */
static bool parse_porep_test(sl_circuit *c, const char *at) {
    uint64_t nodes, layers, challenges;
    if (take(&at, "2^")) {
        uint64_t log2;
        if (!take_number(&at, NODES_LOG2_MAX, &log2)) {
            return false;
        }
        nodes = UINT64_C(1) << log2;
    } else if (!take_number(&at, UINT64_C(1) << NODES_LOG2_MAX, &nodes)) {
        return false;
    }
    unsigned sub, top;
    if (!take(&at, "n-8-") || !take_arity(&at, &sub) || !take(&at, "-") || !take_arity(&at, &top) || !take(&at, "-") ||
        !take_number(&at, SL_LAYERS_MAX, &layers) || !take(&at, "l-") ||
        !take_number(&at, POREP_TEST_CHALLENGES_MAX, &challenges) || !take(&at, "c") || *at != '\0') {
        return false;
    }
    c->kind = SL_CIRCUIT_POREP;
    c->tree = (sl_tree_shape){.leaves = nodes, .base = 8, .sub = sub, .top = top};
    /* Columns are hashed for 2 and 11 layers only (spec 9.26); TreeD wants a power of two. */
    if ((layers != 2 && layers != 11) || !is_tree(&c->tree) || (nodes & (nodes - 1)) != 0) {
        return false;
    }
    c->layers = (unsigned)layers;
    c->challenges = (unsigned)challenges;
    c->partitions = 1;
    char text[24];
    if (nodes <= NODES_DECIMAL_MAX) {
        (void)snprintf(text, sizeof text, "%llu", (unsigned long long)nodes);
    } else {
        (void)snprintf(text, sizeof text, "2^%d", __builtin_ctzll(nodes));
    }
    (void)snprintf(c->name, sizeof c->name, "porep-%sn-8-%u-%u-%ul-%uc", text, sub, top, c->layers, c->challenges);
    return true;
}

static bool parse_post_size(sl_circuit *c, const char *at, bool is_winning) {
    const size_row *size = take_size(&at);
    if (size == NULL || *at != '\0') {
        return false;
    }
    c->kind = is_winning ? SL_CIRCUIT_WINNING : SL_CIRCUIT_WINDOW;
    set_tree(c, size);
    c->sectors = is_winning ? 66 : size->window_sectors;
    c->challenges = is_winning ? 1 : 10;
    c->partitions = is_winning ? 1 : 0;
    (void)snprintf(c->name, sizeof c->name, "%s-%s", is_winning ? "winning" : "window", size->name);
    return true;
}

/* Constants of updates by the number of nodes (spec 5.2). */
static bool parse_update(sl_circuit *c, const char *at) {
    const bool is_poseidon = take(&at, "poseidon-");
    const size_row *size = take_size(&at);
    if (size == NULL || *at != '\0' || size->bytes == UINT64_C(1) << 30) {
        return false;
    }
    c->kind = is_poseidon ? SL_CIRCUIT_UPDATE_POSEIDON : SL_CIRCUIT_UPDATE;
    set_tree(c, size);
    const uint64_t nodes = c->tree.leaves;
    c->partitions = nodes <= UINT64_C(1) << 8    ? 1
                    : nodes <= UINT64_C(1) << 10 ? 2
                    : nodes <= UINT64_C(1) << 19 ? 4
                                                 : 16;
    c->challenges = c->partitions == 16 ? 86 : 10;
    c->apex_n = c->partitions == 1 ? 8 : 128;
    if (is_poseidon) {
        /* One partition proves the challenges of all. */
        c->challenges *= c->partitions;
        c->partitions = 1;
        c->apex_n = 0;
    }
    (void)snprintf(c->name, sizeof c->name, "update-%s%s", is_poseidon ? "poseidon-" : "", size->name);
    return true;
}

unsigned sl_update_h(const sl_circuit *circuit, unsigned position) {
    SL_ASSERT(position < SL_UPDATE_HS);
    return circuit->tree.leaves <= UINT64_C(1) << 10 ? 1 : 7 + position;
}

sl_tree_shape sl_update_tree_d(const sl_circuit *circuit) {
    return circuit->kind == SL_CIRCUIT_UPDATE_POSEIDON ? circuit->tree
                                                       : (sl_tree_shape){.leaves = circuit->tree.leaves, .base = 2};
}

/* SECTORSsector-SIZE-CHALLENGESc */
static bool parse_post_test(sl_circuit *c, const char *at) {
    uint64_t sectors, challenges;
    if (!take_number(&at, POST_TEST_SECTORS_MAX, &sectors) || !take(&at, "sector-")) {
        return false;
    }
    const size_row *size = take_size(&at);
    if (size == NULL || !take(&at, "-") || !take_number(&at, POST_TEST_CHALLENGES_MAX, &challenges) ||
        !take(&at, "c") || *at != '\0') {
        return false;
    }
    c->kind = SL_CIRCUIT_POST_TEST;
    set_tree(c, size);
    c->sectors = (unsigned)sectors;
    c->challenges = (unsigned)challenges;
    c->partitions = 1;
    (void)snprintf(c->name, sizeof c->name, "post-%usector-%s-%uc", c->sectors, size->name, c->challenges);
    return true;
}

static bool parse_poseidon(sl_circuit *c, const char *at) {
    uint64_t arity;
    if (!take_number(&at, 11, &arity) || *at != '\0' || (arity != 2 && arity != 4 && arity != 8 && arity != 11)) {
        return false;
    }
    c->kind = SL_CIRCUIT_GADGET_POSEIDON;
    c->arity = (unsigned)arity;
    c->partitions = 1;
    (void)snprintf(c->name, sizeof c->name, "gadget-poseidon-%u", c->arity);
    return true;
}

static bool parse(sl_circuit *c, const char *name) {
    const char *at = name;
    if (take(&at, "porep-")) {
        sl_circuit test = *c;
        if (parse_porep_test(&test, at)) {
            *c = test;
            return true;
        }
        return parse_porep_size(c, at);
    }
    if (take(&at, "winning-")) {
        return parse_post_size(c, at, true);
    }
    if (take(&at, "window-")) {
        return parse_post_size(c, at, false);
    }
    if (take(&at, "update-")) {
        return parse_update(c, at);
    }
    if (take(&at, "post-")) {
        return parse_post_test(c, at);
    }
    if (take(&at, "gadget-poseidon-")) {
        return parse_poseidon(c, at);
    }
    if (strcmp(name, "gadget-sha256-block") == 0) {
        c->kind = SL_CIRCUIT_GADGET_SHA256;
        c->partitions = 1;
        (void)snprintf(c->name, sizeof c->name, "%s", name);
        return true;
    }
    return false;
}

sluice_status sl_circuit_by_name(sl_circuit *out, const char *name, sluice_error *err) {
    sl_circuit circuit = {.feature = SL_POREP_INTERACTIVE};
    if (!parse(&circuit, name)) {
        return SL_FAIL(
            err, SLUICE_E_UNKNOWN,
            "circuit '%.64s': expected porep-SIZE, porep-synth-SIZE, porep-ni-SIZE, winning-SIZE, window-SIZE, "
            "update-SIZE, update-poseidon-SIZE with SIZE one of 2KiB, 4KiB, 16KiB, 32KiB, 8MiB, 16MiB, 512MiB, 1GiB "
            "(but for update), 32GiB, 64GiB; "
            "gadget-sha256-block, gadget-poseidon-2, -4, -8, -11; or a test shape such as "
            "porep-64n-8-0-0-2l-1c, post-1sector-64GiB-1c",
            name);
    }
    *out = circuit;
    return SLUICE_OK;
}
