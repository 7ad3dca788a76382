// SPDX-License-Identifier: MIT OR Apache-2.0
/* What a builder holds; for the files of the builder and their tests only. */
#ifndef SL_PROOF_R1CS_BUILDER_STATE_H
#define SL_PROOF_R1CS_BUILDER_STATE_H

#include "proof/r1cs/builder.h"
#include "proof/r1cs/index_map.h"
#include "proof/r1cs/structure.h"

/*
 * An instance ends at the latest with this many rows, terms or own wires: enough for every gadget, and a bound on the
 * work that a template is for whoever looks at a few of its rows.
 */
#define SL_INSTANCE_ROWS ((size_t)1 << 16)
#define SL_INSTANCE_TERMS ((size_t)1 << 20)
#define SL_INSTANCE_WIRES (UINT32_C(1) << 20)

/*
 * The rows since the last instance stand at the end of the arrays of the system under construction. Their terms hold
 * references until the number of pins is known: ONE is 0, others bear the kind in the top bits, so that ascending
 * references are ascending slots.
 */
#define SL_REF_PIN UINT32_C(0x40000000)
#define SL_REF_INPUT UINT32_C(0x80000000)
#define SL_REF_AUX UINT32_C(0xc0000000)
#define SL_REF_INDEX UINT32_C(0x3fffffff)

typedef struct sl_pending {
    uint32_t first_row, first_aux, first_input;
    size_t first_lc, first_term, first_pin;
    uint64_t nonzeros[3];
} sl_pending;

/* Where the builder stands: one before and one after a keyed scope delimit what it recorded. */
typedef struct sl_mark {
    uint32_t rows, aux, inputs;
    size_t scopes, instances, pins;
    uint64_t nonzeros[3];
} sl_mark;

/*
 * A keyed scope. In `bytes` of the builder stand the key (padded to words), one word a pin that says what kind of wire
 * it is and which earlier pin it repeats, and the pins of the recording; the blob stands elsewhere in it.
 * symbols: for each pin of the recorded instances what it becomes in a replay.
 */
typedef struct sl_keyed {
    uint64_t hash;
    uint32_t name;
    bool is_ready; /* recorded to the end */
    bool has_blob;
    size_t key_at, key_bytes, pins_n, blob_at, blob_bytes, first_symbol;
    sl_mark start, end;
} sl_keyed;

#define SL_NO_KEYED UINT32_MAX

typedef struct sl_open_scope {
    uint32_t scope;  /* index in the table of scopes */
    uint32_t keyed;  /* which keyed scope this records, or SL_NO_KEYED */
    sl_keyed record; /* if it does */
} sl_open_scope;

typedef struct sl_template_tag {
    uint64_t hash;
} sl_template_tag;

struct sl_cs {
    bool is_shape;
    sluice_status status; /* the first failure; everything stops then */
    sluice_error error;
    uint32_t inputs_n, aux_n;

    /* Witness mode. */
    const sl_r1cs *shape;
    sl_witness witness;
    size_t fields_n;

    /* Shape mode. `system` is under construction: only its storage is valid. */
    sl_r1cs *system;
    uint64_t seed;
    uint32_t rows_n, scope;
    bool replays; /* keyed scopes are; else they are recorded again and compared */
    sl_pending pending;
    sl_pin_map pins;
    sl_index_map coeff_index, template_index, keyed_index;
    sl_vec template_tags; /* sl_template_tag */
    sl_vec keys;          /* uint64_t: scratch for sorting one combination, twice its terms */
    sl_vec open_scopes;   /* sl_open_scope */
    sl_vec name_pointers; /* const char *, in step with name_offsets */
    sl_vec name_offsets;  /* uint32_t */
    sl_vec keyed;         /* sl_keyed */
    sl_vec bytes;         /* char */
    sl_vec symbols;       /* uint32_t */
    sl_pin_map key_pins;
    sl_buf self;
};

/* Keeps `status` with the text of `err` (both as a failed call left them) if it is the first failure. */
void sl_cs_keep_failure(sl_cs *cs, sluice_status status, const sluice_error *err);

/* Room for the types of n more auxiliary wires, which start as bits. */
SL_NODISCARD sluice_status sl_cs_types_reserve(sl_cs *cs, size_t n, sluice_error *err);
/* Makes an instance of the rows since the last one. */
SL_NODISCARD sluice_status sl_cs_flush(sl_cs *cs, sluice_error *err);
/* The next rows start from here; there must be none since the last instance. */
void sl_cs_pending_reset(sl_cs *cs);

/* Puts 1 and -1 at their places. */
SL_NODISCARD sluice_status sl_cs_coeffs_init(sl_cs *cs, sluice_error *err);

/* The name's place in the system's names. */
SL_NODISCARD sluice_status sl_cs_name(sl_cs *cs, const char *name, uint32_t *out, sluice_error *err);
/* Opens a scope and returns its entry among the open ones. */
SL_NODISCARD sluice_status sl_cs_scope_push(sl_cs *cs, uint32_t name, uint32_t index, sl_open_scope **out,
                                            sluice_error *err);
SL_NODISCARD sluice_status sl_cs_keyed_end(sl_cs *cs, sl_open_scope *open, sluice_error *err);

#endif
