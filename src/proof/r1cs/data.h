// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A constraint system as templates and instances, and its packed witness: plain data, which provers and devices read.
 * Made by the builder (builder.h) or read from a file; constant from then on, so any number of threads may read it.
 *
 * The rows of a system are a sequence of *instances* in row order; each is a *template* put over certain wires. A
 * template has rows over *slots*:
 *
 *     slot 0                                          ONE
 *     slots 1 .. pins_n                               pins: wires allocated before the instance's own, ONE excepted
 *     slots 1 + pins_n .. pins_n + inputs_n           own inputs:          first_input, first_input + 1, ...
 *     slots 1 + pins_n + inputs_n .. slots_n - 1      own auxiliary wires: first_aux, first_aux + 1, ...
 *
 * Pins are numbered by the order in which the gadget first mentions them, so the template does not depend on how the
 * outer wires are numbered, and two pins of one instance are never the same wire. Own wires of two instances never
 * overlap; a wire may be nobody's own (nothing was enforced between its allocation and the next scope). Within a linear
 * combination terms stand in ascending order of slots, one a slot, never zero. In the order of wires (inputs first)
 * only pins can be out of place.
 */
#ifndef SL_PROOF_R1CS_DATA_H
#define SL_PROOF_R1CS_DATA_H

#include "math/field/fr.h"
#include "proof/r1cs/vec.h"

/*
 * Packed witness. Wire types follow from the structure, so the bit plane covers all auxiliary wires (the bit of a
 * field wire is 0) and is indexed by wire, while field values stand in the order of their wires.
 */
typedef struct sl_witness {
    size_t inputs_n, aux_n, fields_n;
    sl_fr *inputs;  /* inputs[0] = 1 */
    uint64_t *bits; /* bit i of the plane: bits[i / 64] >> (i % 64) & 1 */
    sl_fr *fields;
    sl_buf storage; /* owns all three; secret */
} sl_witness;

void sl_witness_release(sl_witness *witness);
/*
 * Whether the inputs after ONE are these n. SLUICE_E_MISMATCH says which one is not; another number of them is
 * SLUICE_E_INTERNAL.
 */
SL_NODISCARD sluice_status sl_witness_publics_check(const sl_witness *witness, const sl_fr *publics, size_t n,
                                                    sluice_error *err);

typedef struct sl_r1cs_term {
    uint32_t slot, coeff; /* coeff: index into coeffs */
} sl_r1cs_term;

typedef struct sl_r1cs_template {
    uint64_t first_lc;   /* into lc_ends: 3 rows_n + 1 entries, A, B, C of each row in turn */
    uint64_t first_term; /* into terms: combination i has terms lc_ends[i] .. lc_ends[i + 1] - 1 counted from here */
    uint64_t first_slot_word; /* into slot_types */
    uint32_t rows_n, pins_n, inputs_n, aux_n;
} sl_r1cs_template;

typedef struct sl_r1cs_instance {
    uint64_t first_pin; /* into pins */
    uint32_t template_i, scope;
    uint32_t first_row, first_aux, first_input;
    uint32_t reserved; /* 0 */
} sl_r1cs_instance;

/* Scope 0 is the root, named "". A parent stands before its children. */
typedef struct sl_r1cs_scope {
    uint32_t name;  /* offset into names, where it ends with a NUL */
    uint32_t index; /* SL_NO_INDEX: none */
    uint32_t parent;
    uint32_t first_row, rows_n, first_aux, aux_n; /* with everything inside */
} sl_r1cs_scope;

/* Coefficients that stand at fixed places of every system. */
#define SL_COEFF_ONE 0
#define SL_COEFF_MINUS_ONE 1

/*
 * X(field, element, what): the arrays of a system. slot_types holds for each template one bit a slot, slots_n rounded
 * up to words: 1 for a field value (inputs are field values), 0 for a bit. wire_types: the same for auxiliary wires.
 */
#define SL_R1CS_ARRAYS(X)                                              \
    X(templates, sl_r1cs_template, "templates of a constraint system") \
    X(instances, sl_r1cs_instance, "instances of a constraint system") \
    X(pins, uint32_t, "pins of a constraint system")                   \
    X(lc_ends, uint32_t, "rows of a constraint system")                \
    X(terms, sl_r1cs_term, "terms of a constraint system")             \
    X(coeffs, sl_fr, "coefficients of a constraint system")            \
    X(slot_types, uint64_t, "slot types of a constraint system")       \
    X(wire_types, uint64_t, "wire types of a constraint system")       \
    X(scopes, sl_r1cs_scope, "scopes of a constraint system")          \
    X(names, char, "names of a constraint system")

typedef struct sl_r1cs {
    uint32_t inputs_n, aux_n, rows_n; /* ONE included; the prover's input rows (spec 1.1) not */
    uint32_t fields_n;                /* auxiliary wires that hold field values */
    uint64_t nonzeros[3];
#define SL_R1CS_FIELD(field, element, what) \
    const element *field;                   \
    uint64_t field##_n;
    SL_R1CS_ARRAYS(SL_R1CS_FIELD)
#undef SL_R1CS_FIELD

    /* Derived when the system is finished or loaded. */
    const uint32_t *field_ranks; /* field wires before word i of wire_types, and one more */
    /*
     * Of each template's slots, 64 a word of slot_types: SL_SLOT_BIT for bits and ONE; for own auxiliary field wires,
     * how many there are before; 0 for other field values.
     */
    const uint32_t *slot_ranks;
    uint32_t lc_terms_max; /* of the longest linear combination */
    /*
     * Short combinations of ONE and bits take few values, which are tabulated. lc_codes[first_lc + i] of combination i:
     * SL_LC_GENERAL, SL_LC_BITS (any number of terms, all of them ONE or bits), or 2 * at + has_one: the value is
     * lc_values[at + b], where b has the bits of the terms, the first term lowest, ONE left out (it can only be first).
     */
    const uint32_t *lc_codes;
    const sl_fr *lc_values;
    uint64_t lc_values_n;
    /* The instance that has row i 2^SL_ROW_INDEX_LOG2, and the last one at the end. */
    const uint32_t *row_index;
    /* How each combination is evaluated over a whole instance (program.h): as lc_codes, and runs of bits. */
    const struct sl_lc_op *lc_ops;
    const struct sl_bit_run *runs;
    uint64_t runs_n;

    struct sl_r1cs_storage {
#define SL_R1CS_STORAGE(field, element, what) sl_vec field;
        SL_R1CS_ARRAYS(SL_R1CS_STORAGE)
#undef SL_R1CS_STORAGE
        sl_buf image; /* of the file that the arrays were read from; they are in it then */
        sl_buf field_ranks, slot_ranks, lc_codes, lc_values, row_index, lc_ops, runs;
        sl_buf self; /* the structure itself */
    } storage;
} sl_r1cs;

#define SL_SLOT_BIT UINT32_MAX
#define SL_ROW_INDEX_LOG2 12

#define SL_LC_GENERAL UINT32_C(0xffffffff)
#define SL_LC_BITS UINT32_C(0xfffffffe)

SL_INLINE uint64_t sl_template_slots_n(const sl_r1cs_template *t) {
    return UINT64_C(1) + t->pins_n + t->inputs_n + t->aux_n;
}

#endif
