// SPDX-License-Identifier: MIT OR Apache-2.0
/* What the files of keys and proofs share (device_key.c, device_proof.c, proof_sums.c); for them only. */
#ifndef SL_BACKENDS_CUDA_KEY_STATE_H
#define SL_BACKENDS_CUDA_KEY_STATE_H

#include "backends/cuda/device_circuit.h"
#include "backends/cuda/device_key.h"
#include "backends/cuda/host_points.h"
#include "backends/cuda/key_plan.h"
#include "backends/cuda/upload_ring.h"

#define SL_CUDA_NO_ROWS UINT32_MAX

/* Where a time of a proof begins and ends. */
enum { SL_CUDA_PROOF_BEGIN, SL_CUDA_PROOF_MIDDLE, SL_CUDA_PROOF_END, SL_CUDA_PROOF_EVENTS_N };

/* Sums by section. */
typedef struct sl_cuda_section_sums {
    sl_g1 g1[SL_MODULE_B_G2];
    sl_g2 g2;
} sl_cuda_section_sums;

struct sl_module_proof {
    sl_module_key *key;
    bool is_open;
    bool has_witness; /* its rows and terms are made */
    bool has_stages;  /* its sums are timed stage by stage */
    bool has_block;   /* the block is this proof's: for the call at work, or, if b and c stand there, until h is done */
    uint32_t rows;    /* which row values are its own, or SL_CUDA_NO_ROWS */
    void *stream;
    void *events[SL_CUDA_PROOF_EVENTS_N];
    sl_module_proof_times times;
    bool has_sums; /* those of the queries were made with that over h */
    sl_cuda_section_sums sums;
    sl_cuda_witness witness;               /* where it is, with has_witness, */
    uint32_t full_n[SL_MODULE_SECTIONS_N]; /* and the terms with a scalar */
};

struct sl_module_key {
    sl_module_device *device;
    sl_cuda_key_plan plan;
    sl_module_memory memory;

    uint8_t *points[2];                 /* by group: what stays on the device, */
    sl_cuda_host_points host_points[2]; /* and what is uploaded for each proof */
    uint8_t *vectors;                   /* of rows_n proofs: all, or a alone */
    uint8_t *terms;                     /* of rows_n proofs */
    uint8_t *tables, *block;
    uint8_t *witnesses;  /* a witness of each proof */
    uint64_t *faults;    /* a section each (key_work.h), */
    uint32_t *cuts;      /* and where the terms of each section are cut into spans */
    uint32_t *host_cuts; /* pinned */
    void *sums_host;     /* pinned, for sums */
    sl_fr *top;          /* pinned: coefficient m - 1 */
    sl_cuda_ntt ntt;
    sl_cuda_ring ring;
    void *span_stream;                     /* uploads of spans */
    void *span_events[SL_CUDA_PLACES_MAX]; /* by place */
    void *sums_event;
    sl_cuda_sums_clock clock; /* of who has the block; no events until it was asked for */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    uint64_t put_n[SL_MODULE_SECTIONS_N];
    bool is_ready;
    bool block_is_taken;
    bool rows_are_taken[SL_MODULE_PROOFS_MAX], terms_are_taken[SL_MODULE_PROOFS_MAX];
    sl_module_proof proofs[SL_MODULE_PROOFS_MAX];
};

/*
 * Before points of a section are put: SLUICE_E_USAGE if the key does not have them, or takes no more. Afterwards they
 * are counted.
 */
SL_NODISCARD sluice_status sl_cuda_key_put_check(sl_module_key *key, sl_module_section section, uint64_t first,
                                                 uint64_t n, sluice_error *err);
void sl_cuda_key_put_count(sl_module_key *key, sl_module_section section, uint64_t n);

/* Where points from `first` on stay: as many of n as are side by side. */
typedef struct sl_cuda_key_place {
    uint8_t *device, *host; /* one of them, the other is NULL */
    uint64_t n;             /* points, at most those asked for */
} sl_cuda_key_place;
sl_cuda_key_place sl_cuda_key_place_of(sl_module_key *key, sl_module_section section, uint64_t first, uint64_t n);

/* The vector of a proof that has row values: 0 a, 1 b, 2 c. */
sl_cuda_fr *sl_cuda_proof_vector(const sl_module_proof *proof, unsigned vector);

/*
 * Times of a proof: marks a place on its stream; waits for a place; and adds the milliseconds between two, the second
 * of which has happened.
 */
SL_NODISCARD sluice_status sl_cuda_proof_mark(const sl_module_proof *proof, unsigned event, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_proof_wait(const sl_module_proof *proof, unsigned event, sluice_error *err);
SL_NODISCARD sluice_status sl_cuda_proof_time_add(const sl_module_proof *proof, double *sum, unsigned first,
                                                  unsigned last, sluice_error *err);

/* Waits for the block, unless the proof has it. */
void sl_cuda_proof_block_take(sl_module_proof *proof);
void sl_cuda_proof_block_put(sl_module_proof *proof);

/* Terms of sections on the device, as sl_module_terms. */
typedef struct sl_cuda_terms {
    const uint64_t *bits; /* NULL: none */
    const uint32_t *full_at;
    const sl_cuda_fr *full;
    uint32_t full_n;
} sl_cuda_terms;

/* The terms of a proof that has a witness. */
void sl_cuda_witness_terms(const sl_module_proof *proof, sl_cuda_terms out[SL_MODULE_SECTIONS_N]);

/* One of the sums over whole sections or spans, as sl_cuda_sums_run leaves it. */
typedef union sl_cuda_point {
    sl_g1 g1;
    sl_g2 g2;
} sl_cuda_point;

sl_cuda_section_sums sl_cuda_section_sums_zero(void);
void sl_cuda_section_sums_add(sl_cuda_section_sums *sums, unsigned section, const sl_cuda_point *one);
sl_cuda_key_sum sl_cuda_section_sum(unsigned section);

/*
 * The sum over n points of a section from `first` on, a multiple of 64, of which the first one is number `base` of the
 * bases; with the scalars from cut[0] to below cut[1] of the section.
 */
sl_cuda_sum sl_cuda_terms_sum(const sl_cuda_terms *terms, const uint32_t cut[2], uint64_t first, uint32_t n,
                              uint32_t base);

/* After sums with a clock. */
void sl_cuda_proof_stages_add(sl_module_proof *proof, sl_cuda_group group);

/* Sums of which the key has a plan; the proof has the block. */
SL_NODISCARD sluice_status sl_cuda_proof_sums_run(sl_module_proof *proof, sl_cuda_key_sum which, void *out,
                                                  const sl_cuda_sum *sums, uint32_t sums_n, const uint8_t *bases,
                                                  uint64_t bases_n, sluice_error *err);

/* a becomes the scalars of h, and is done. SLUICE_E_UNSATISFIED as sl_module_prove says. */
SL_NODISCARD sluice_status sl_cuda_proof_quotient(sl_module_proof *proof, sluice_error *err);

/*
 * Adds the sums over sections first .. last to *sums: h alone, some of l, a and b_g1 with all of them, with b_g2 or
 * without it. That over h makes the quotient first. The proof has the block.
 */
SL_NODISCARD sluice_status sl_cuda_proof_sections_sum(sl_module_proof *proof, unsigned first, unsigned last,
                                                      const sl_cuda_terms *terms, sl_cuda_section_sums *sums,
                                                      sluice_error *err);
/* The same where the plan has spans. */
SL_NODISCARD sluice_status sl_cuda_proof_spans_sum(sl_module_proof *proof, unsigned first, unsigned last,
                                                   const sl_cuda_terms *terms, sl_cuda_section_sums *sums,
                                                   sluice_error *err);

#endif
