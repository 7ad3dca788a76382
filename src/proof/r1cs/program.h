// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Inside the room: how the rows of a whole instance are evaluated fast.
 *
 * Each combination of a template has one operation of 8 bytes, so that any row's are found without decoding those
 * before. They work on *local bits*: the bits of all slots of one instance, gathered once, as bytes and packed. That
 * pays for some hundred rows; single rows are evaluated by lc_value.h. Operations exist for templates of at most
 * SL_LOCAL_SLOTS slots, which gadgets are; in others all are SL_OP_OTHER.
 */
#ifndef SL_PROOF_R1CS_PROGRAM_H
#define SL_PROOF_R1CS_PROGRAM_H

#include "proof/r1cs/structure.h"

#define SL_LOCAL_SLOTS 32768

/*
 * what, below SL_OP_FIELD: lc_values[what + b] where b has the bits of the three slots, the first one lowest. Slot 0,
 * whose local bit is 0, stands where there are fewer.
 */
enum {
    SL_OP_FIELD = 0xfffd, /* own field value number slots[0] */
    SL_OP_RUNS = 0xfffe,  /* slots[0] runs from number slots[1] + 2^16 slots[2] on */
    SL_OP_OTHER = 0xffff, /* sl_lc_value */
};

typedef struct sl_lc_op {
    uint16_t what;
    uint16_t slots[3];
} sl_lc_op;

/*
 * Up to 32 terms over bits in every step-th slot, each coefficient twice the one before, or half of it where step is
 * negative: coeffs[coeff], the least of them, times an integer made of the bits.
 */
typedef struct sl_bit_run {
    uint32_t coeff;
    uint16_t slot;
    uint8_t n;
    int8_t step;
} sl_bit_run;

_Static_assert(sizeof(sl_lc_op) == 8 && sizeof(sl_bit_run) == 8, "no padding");

SL_NODISCARD sluice_status sl_r1cs_program_derive(sl_r1cs *r1cs, sluice_error *err);

/* The bits of the slots of one instance. ONE is 1 among the words and 0 among the bytes. */
typedef struct sl_local_bits {
    uint64_t words[SL_LOCAL_SLOTS / 64 + 2];
    uint8_t bytes[SL_LOCAL_SLOTS + 64];
} sl_local_bits;

/* Whether n rows of an instance in a go are worth the local bits. */
SL_INLINE bool sl_program_pays(const sl_r1cs_template *t, uint32_t n) {
    const uint64_t slots_n = sl_template_slots_n(t);
    return slots_n <= SL_LOCAL_SLOTS && n >= slots_n / 32;
}

void sl_local_bits_fill(sl_local_bits *local, const sl_instance_view *v, const uint64_t *plane);

/* out[i] = value of combination 3 (row + i) + matrix of the instance, i < n; row counts from its first one. */
void sl_program_run(const sl_r1cs *r1cs, const sl_witness *witness, const sl_instance_view *v,
                    const sl_local_bits *local, uint32_t row, size_t n, unsigned matrix, sl_fr *out);

#endif
