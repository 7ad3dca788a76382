// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Row values and the terms of the queries, made on the device from a packed witness (spec 1.1 to 1.3): the circuit as
 * plain arrays, uploaded once, and what is done with it. The sub-table `rows` of sl_module_table.
 *
 * The arrays are a constraint system of templates and instances (proof/r1cs/data.h), each combination with its
 * operation (proof/r1cs/program.h), and the densities of the queries. They come from the program itself, so a module
 * does not check them.
 */
#ifndef SL_BACKENDS_MODULE_MODULE_ROWS_H
#define SL_BACKENDS_MODULE_MODULE_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "backends/module/module_abi.h"

/* An element of Fr, as sl_fr. */
typedef struct sl_module_value {
    uint64_t l[4];
} sl_module_value;

/*
 * How the value of a combination is made. `what` below SL_MODULE_OP_FIELD: values[what + b] where b has the bits in the
 * three slots, the first one lowest; slot 0 counts as a bit that is 0.
 */
enum {
    SL_MODULE_OP_FIELD = 0xfffd, /* own field value number slots[0] of the instance */
    SL_MODULE_OP_RUNS = 0xfffe,  /* the sum of slots[0] runs from number slots[1] + 2^16 slots[2] on */
    SL_MODULE_OP_TERMS = 0xffff, /* the sum of its terms */
};

typedef struct sl_module_op {
    uint16_t what;
    uint16_t slots[3];
} sl_module_op;

/*
 * coeffs[coeff] times a number of n <= 32 bits, which are in slots slot, slot + s, slot + 2 s, ... with s = |step|: the
 * lowest bit first, or last where step is negative. Slot 0 counts as 1.
 */
typedef struct sl_module_run {
    uint32_t coeff;
    uint16_t slot;
    uint8_t n;
    int8_t step;
} sl_module_run;

typedef struct sl_module_term {
    uint32_t slot, coeff;
} sl_module_term;

#define SL_MODULE_COEFF_ONE 0
#define SL_MODULE_COEFF_MINUS_ONE 1

/*
 * Slots of a template: ONE, pins_n pins, inputs_n own inputs, own auxiliary wires. Combination i of A (i % 3 = 0), B, C
 * of row i / 3 has ops[first_lc + i] and the terms ends[first_lc + i] .. ends[first_lc + i + 1] - 1 from first_term on.
 * ranks[first_rank + slot]: SL_MODULE_SLOT_BIT for bits and ONE; for own auxiliary wires that hold field values, how
 * many there are before. order[first_order ...]: its rows, each once, in the order in which they are best evaluated:
 * table_rows_n that are tables alone, then the others, those of similar cost side by side.
 */
typedef struct sl_module_template {
    uint64_t first_lc, first_term, first_rank, first_order;
    uint32_t rows_n, table_rows_n;
    uint32_t pins_n, inputs_n;
} sl_module_template;

#define SL_MODULE_SLOT_BIT UINT32_MAX

/*
 * pins[first_pin + slot - 1] of a pin: SL_MODULE_PIN_AUX and the number of the wire that holds a bit, or which of the
 * field values of auxiliary wires it is; or the number of an input. first_field: field values of auxiliary wires before
 * the instance's own.
 *
 * Work is cut into tiles, up to SL_MODULE_TILE_ROWS rows of one instance in the order of its template: tiles of rows
 * that are tables, and tiles of the others. first_tile: its first one of either kind, among those of all instances.
 */
enum { SL_MODULE_TILES_TABLES, SL_MODULE_TILES_OTHERS, SL_MODULE_TILES_KINDS };

typedef struct sl_module_instance {
    uint64_t first_pin;
    uint32_t template_i, first_row, first_aux, first_field, first_input;
    uint32_t first_tile[SL_MODULE_TILES_KINDS];
    uint32_t reserved; /* 0 */
} sl_module_instance;

#define SL_MODULE_PIN_AUX UINT32_C(0x80000000)
#define SL_MODULE_TILE_ROWS 32
/* Tiles of a chunk of this kind: few of rows that take long, so that many warps share them. */
#define SL_MODULE_CHUNK_TILES(kind) ((kind) == SL_MODULE_TILES_TABLES ? UINT32_C(64) : UINT32_C(8))

/*
 * X(field, element): the arrays. table_chunks, other_chunks: which instance has the first tile of each chunk of
 * SL_MODULE_CHUNK_TILES(kind) tiles, and which one has the last tile. wire_types: a bit an auxiliary wire: it
 * holds a field value. Densities: a bit an auxiliary wire: it takes part in the query of A, of B. Ranks, for each word
 * of these and one more: ones before it, of wire_types, of a density, and of both. b_inputs: the inputs that take part
 * in the query of B; in that of A all do.
 */
#define SL_MODULE_PROGRAM_ARRAYS(X)  \
    X(templates, sl_module_template) \
    X(instances, sl_module_instance) \
    X(table_chunks, uint32_t)        \
    X(other_chunks, uint32_t)        \
    X(order, uint32_t)               \
    X(ops, sl_module_op)             \
    X(ends, uint32_t)                \
    X(terms, sl_module_term)         \
    X(runs, sl_module_run)           \
    X(values, sl_module_value)       \
    X(coeffs, sl_module_value)       \
    X(ranks, uint32_t)               \
    X(pins, uint32_t)                \
    X(wire_types, uint64_t)          \
    X(field_ranks, uint32_t)         \
    X(a_density, uint64_t)           \
    X(a_ranks, uint32_t)             \
    X(a_field_ranks, uint32_t)       \
    X(b_density, uint64_t)           \
    X(b_ranks, uint32_t)             \
    X(b_field_ranks, uint32_t)       \
    X(b_inputs, uint32_t)

typedef struct sl_module_program {
    uint32_t inputs_n, aux_n, rows_n, fields_n; /* as in sl_r1cs: ONE is an input, the rows of inputs do not count */
    uint32_t tiles_n[SL_MODULE_TILES_KINDS];
#define SL_MODULE_PROGRAM_ARRAY(field, element) \
    const element *field;                       \
    uint64_t field##_n;
    SL_MODULE_PROGRAM_ARRAYS(SL_MODULE_PROGRAM_ARRAY)
#undef SL_MODULE_PROGRAM_ARRAY
} sl_module_program;

/* As sl_witness. Bits of auxiliary wires that hold field values, and bits behind the last wire, are 0. */
typedef struct sl_module_witness {
    const sl_module_value *inputs; /* inputs_n, the first one is 1 */
    const sl_module_value *fields; /* fields_n */
    const uint64_t *bits;          /* of aux_n wires, in whole words */
} sl_module_witness;

/* No row is broken. */
#define SL_MODULE_ROWS_HOLD UINT32_MAX

typedef struct sl_module_circuit sl_module_circuit;

/* A query's terms in host memory, for checks. */
typedef struct sl_module_query_copy {
    uint64_t *bits;        /* of points_n points, in whole words */
    uint32_t *full_at;     /* full_n */
    sl_module_value *full; /* full_n */
} sl_module_query_copy;

/* What a circuit's queries have: of L, A, B. */
#define SL_MODULE_QUERIES_N 3
typedef struct sl_module_circuit_counts {
    uint64_t points_n[SL_MODULE_QUERIES_N];
    uint64_t full_n[SL_MODULE_QUERIES_N];
    uint64_t circuit_bytes; /* of the device: of the circuit */
    uint64_t witness_bytes; /* of each witness: itself, and the terms of its queries */
} sl_module_circuit_counts;

/* Milliseconds of the device. */
typedef struct sl_module_rows_times {
    double witness; /* its upload, and the terms of the queries */
    double rows;
} sl_module_rows_times;

struct sl_module_proof; /* module_prove.h */

typedef struct sl_module_rows {
    /* Copies the program, so nothing of it is needed afterwards. A device outlives its circuits. */
    sluice_status (*circuit_open)(sl_module_device *device, const sl_module_program *program, sl_module_circuit **out,
                                  sluice_error *err);
    void (*circuit_counts)(const sl_module_circuit *circuit, sl_module_circuit_counts *out);
    void (*circuit_close)(sl_module_circuit *circuit); /* accepts NULL, and one of a lost device */

    /*
     * Everything once, into host memory: for checks of a device. Values of rows 0 .. n - 1 of a, b, c (NULL: not
     * wanted), rows of inputs and padding included; the first row where a b = c does not hold, or SL_MODULE_ROWS_HOLD;
     * how long it took; the terms of the queries of L, A and B (SL_MODULE_QUERIES_N of them, any
     * member of which may be NULL, or NULL). It has memory and a stream of its own. SLUICE_E_USAGE: n is less than rows
     * and inputs, or more than 2^31.
     */
    sluice_status (*witness_run)(sl_module_circuit *circuit, const sl_module_witness *witness, uint64_t n,
                                 sl_module_value *const abc[3], uint32_t *broken_row, sl_module_rows_times *times,
                                 const sl_module_query_copy *queries, sluice_error *err);

    /*
     * Makes the rows of an open proof (module_prove.h), instead of proof_rows, and the terms of its queries, from a
     * witness, which is copied before it returns. The circuit is that of the proof's key, whose witness_bytes are those
     * of the circuit's counts. With is_checked *broken_row becomes the first row where a b = c does not hold, or
     * SL_MODULE_ROWS_HOLD. NULL: not there.
     */
    sluice_status (*proof_witness)(struct sl_module_proof *proof, const sl_module_circuit *circuit,
                                   const sl_module_witness *witness, bool is_checked, uint32_t *broken_row,
                                   sluice_error *err);
} sl_module_rows;

#endif
