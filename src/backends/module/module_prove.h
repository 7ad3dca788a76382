// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What a module does for proofs (spec 1.2 to 1.4): keeps the points of a key on its device, and for each proof makes
 * the quotient of the rows and the sums over the points. Row values, terms and what becomes of the sums are the
 * program's. The sub-table `prove` of sl_module_table.
 *
 * A key takes all of the device's memory that it will ever need when it is opened, so no proof fails for lack of it.
 *
 * Threads: a key and its proofs may be used by any number of threads at the same time, but each proof by one, except
 * for proof_rows. Other functions of the module may be called beside them, for the same device too. A device outlives
 * its keys, a key its proofs.
 *
 * Statuses: SLUICE_E_DEVICE: the device is lost; every later call for anything on it says so, and only closing is of
 * use. SLUICE_E_USAGE: wrong figures; nothing has happened. Others: with the function.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_PROVE_H
#define SL_BACKENDS_MODULE_MODULE_PROVE_H

#include "backends/module/module_abi.h"
#include "backends/module/module_sums.h"
#include "math/curve/g1.h"
#include "math/curve/g2.h"

#define SL_MODULE_DOMAIN_LOG2_MAX 28
#define SL_MODULE_PROOFS_MAX 16 /* that are open at a time */

/* The arrays of points of a key, in the order of its file. The last one is in G2. */
typedef enum sl_module_section {
    SL_MODULE_H,
    SL_MODULE_L,
    SL_MODULE_A,
    SL_MODULE_B_G1,
    SL_MODULE_B_G2,
    SL_MODULE_SECTIONS_N
} sl_module_section;

/* What a device's memory is for. */
#define SL_MODULE_USES(X)                                              \
    X(POINTS, "points")       /* of the key, as they stay */           \
    X(VECTORS, "vectors")     /* row values and quotients of proofs */ \
    X(TERMS, "terms")         /* scalars of the queries */             \
    X(WORKSPACE, "workspace") /* of sums, and points on their way */   \
    X(TABLES, "tables")       /* of transforms */                      \
    X(STAGING, "staging")     /* what is uploaded */

typedef enum sl_module_use {
#define SL_MODULE_USE(name, text) SL_MODULE_##name,
    SL_MODULE_USES(SL_MODULE_USE)
#undef SL_MODULE_USE
        SL_MODULE_USES_N
} sl_module_use;

typedef struct sl_module_memory {
    uint64_t bytes[SL_MODULE_USES_N]; /* of the device, held by the key and its proofs */
    uint64_t all, peak;               /* their sum, now and at most */
    uint64_t budget;                  /* that was given or found when the key was opened */
    uint64_t pinned;                  /* host memory, pinned */
    uint64_t streamed;                /* bytes of points that each proof uploads, since they do not fit */
} sl_module_memory;

typedef struct sl_module_key_shape {
    uint32_t domain_log2; /* of the rows; at most SL_MODULE_DOMAIN_LOG2_MAX */
    bool is_folded;       /* h has a point a value on the coset (groth16/fold.h), not one a coefficient but the last */
    uint64_t points_n[SL_MODULE_SECTIONS_N]; /* of each section at most 2^28 */
    uint64_t full_max[SL_MODULE_SECTIONS_N]; /* most terms of a section with a scalar that is no bit; not of h */
    uint64_t budget_bytes;                   /* of the device, for the key and all its proofs; 0: what is free */
    uint32_t proofs_n;                       /* most that are open at a time, at least 1 */
    uint64_t
        witness_bytes; /* of a proof whose rows and terms are made on the device (module_rows.h); 0: they are not */
} sl_module_key_shape;

typedef struct sl_module_key sl_module_key;
typedef struct sl_module_proof sl_module_proof;

/*
 * The terms of a section, of which each adds scalar * point: those of bits that are set, once, and those with a scalar.
 * Bit i is bit i % 64 of word i / 64 and is for point i of the section; bits from points_n on are not looked at.
 */
typedef struct sl_module_terms {
    const uint64_t *bits;    /* of all points; NULL: none */
    const uint32_t *full_at; /* increasing numbers of points of the section */
    const sl_fr *full;       /* the scalar of each */
    size_t full_n;           /* at most the full_max of the section */
} sl_module_terms;

typedef struct sl_module_query_sums {
    sl_g1_affine l, a, b_g1;
    sl_g2_affine b_g2;
} sl_module_query_sums;

/*
 * A stage of the sums of a group, all together: its time, and what it cannot do without: additions of two points, bytes
 * of the device's memory to be read or written. 0 where that is not counted.
 */
typedef struct sl_module_stage {
    double ms;
    uint64_t additions, bytes;
} sl_module_stage;

/*
 * Milliseconds of a proof so far; those of the device but for `wait`. Where points are uploaded for each proof, `h` may
 * have those of all sums, and l_a_b_g1 those of b_g2.
 */
typedef struct sl_module_proof_times {
    double quotient, h, l_a_b_g1, b_g2;
    double wait;   /* of its calls for what proofs share */
    double rows;   /* from a witness: its upload, rows and terms; */
    double upload; /* of these, until the witness is there */
    /* With proof_stages: G1, G2. */
    sl_module_stage stages[2][SL_MODULE_SUM_STAGES_N];
} sl_module_proof_times;

typedef struct sl_module_prove {
    /*
     * SLUICE_E_BUDGET: the budget is too small, or the device, with the least that works; SLUICE_E_NO_MEMORY: the
     * device or the host has less than it said. Points that do not fit the budget stay in pinned host memory, and each
     * proof uploads them.
     */
    sluice_status (*key_open)(sl_module_device *device, const sl_module_key_shape *shape, sl_module_key **out,
                              sluice_error *err);
    /*
     * Points first .. first + n - 1 of a section as they stand in a key file (96 or 192 bytes each, uncompressed). They
     * are copied before it returns; several threads may put different points at the same time, which is faster. What is
     * wrong with points is told by key_ready.
     */
    sluice_status (*key_put)(sl_module_key *key, sl_module_section section, uint64_t first, const void *bytes, size_t n,
                             sluice_error *err);
    /*
     * Waits until all points are in place, once all have been put; the key is good for proofs from then on.
     * SLUICE_E_CORRUPT: section and number of the first point with flags, a coordinate of p or more, or not on the
     * curve. SLUICE_E_USAGE: fewer points were put than the key has.
     */
    sluice_status (*key_ready)(sl_module_key *key, sluice_error *err);
    void (*key_memory)(sl_module_key *key, sl_module_memory *out);
    /* Without open proofs. Accepts NULL, and a key of a lost device. */
    void (*key_close)(sl_module_key *key);

    /* SLUICE_E_USAGE: as many are open as the key is for, or it is not ready. Row values begin as zeros. */
    sluice_status (*proof_open)(sl_module_key *key, sl_module_proof **out, sluice_error *err);
    /*
     * Values of rows first .. first + n - 1 of a (vector 0), b (1) or c (2; not with a folded key). They are copied
     * before it returns, to the device beside what other proofs do there. Several threads may give different rows at
     * the same time. Calls with 2^15 rows and more are fastest. Rows that are never given are 0.
     */
    sluice_status (*proof_rows)(sl_module_proof *proof, unsigned vector, uint64_t first, const sl_fr *values, size_t n,
                                sluice_error *err);
    /*
     * The sum over h: of the coefficients of (a b - c) / Z; with a folded key of the values of a b on the coset, which
     * are not yet divided by Z. Uses the rows up. SLUICE_E_UNSATISFIED: coefficient m - 1 is not 0 (not with a folded
     * key), which no rows with a b = c give.
     */
    sluice_status (*proof_h)(sl_module_proof *proof, sl_g1_affine *out, sluice_error *err);
    /*
     * The other sums, after proof_h, and again if wanted; terms[SL_MODULE_H] is not looked at. NULL: those of the
     * witness (proof_witness in module_rows.h).
     */
    sluice_status (*proof_queries)(sl_module_proof *proof, const sl_module_terms terms[SL_MODULE_SECTIONS_N],
                                   sl_module_query_sums *out, sluice_error *err);
    void (*proof_times)(const sl_module_proof *proof, sl_module_proof_times *out);
    void (*proof_close)(sl_module_proof *proof); /* accepts NULL */
    /*
     * Before its sums: the stages of each are timed, which takes some time itself. SLUICE_E_NO_MEMORY: of the host.
     * NULL: the module has none.
     */
    sluice_status (*proof_stages)(sl_module_proof *proof, sluice_error *err);
} sl_module_prove;

#endif
