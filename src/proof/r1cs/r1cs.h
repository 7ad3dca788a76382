// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What can be asked of a finished constraint system. All functions are pure readers: any number of threads.
 */
#ifndef SL_PROOF_R1CS_R1CS_H
#define SL_PROOF_R1CS_R1CS_H

#include "core/par/pool.h"
#include "core/sys/file.h"
#include "proof/r1cs/data.h"
#include "proof/r1cs/wire.h"

void sl_r1cs_close(sl_r1cs *r1cs); /* accepts NULL */

typedef struct sl_r1cs_counts {
    uint64_t inputs, aux, rows; /* ONE included; the prover's input rows (spec 1.1) not */
    uint64_t nonzeros[3];
    uint64_t bits, fields; /* aux by type */
    uint64_t templates, instances, pins;
    uint64_t structure_bytes; /* of the file that sl_r1cs_save writes */
    unsigned domain_log2;     /* smallest 2^k >= rows + inputs */
} sl_r1cs_counts;
void sl_r1cs_counts_get(const sl_r1cs *r1cs, sl_r1cs_counts *out);

/*
 * Rows first .. first + n - 1 in canonical order: merged nonzero terms, sorted by wire (inputs first). A status other
 * than SLUICE_OK from `row` stops the walk and is returned (with err untouched).
 */
typedef sluice_status (*sl_r1cs_row_fn)(void *data, uint64_t row, const sl_term *const terms[3],
                                        const size_t terms_n[3]);
SL_NODISCARD sluice_status sl_r1cs_rows(const sl_r1cs *r1cs, uint64_t first, uint64_t n, sl_r1cs_row_fn row, void *data,
                                        sluice_error *err);

/* The digest of spec 2.3, streamed. progress may be NULL; it is told the rows done so far, its failure ends the work.
 */
typedef sluice_status (*sl_r1cs_progress)(void *data, uint64_t rows_done, uint64_t rows, sluice_error *err);
SL_NODISCARD sluice_status sl_r1cs_digest(const sl_r1cs *r1cs, uint8_t out[32], sl_r1cs_progress progress, void *data,
                                          sluice_error *err);

/*
 * What the circuit is made of: scopes with the same names from the root on are one node. Nodes come parents first,
 * children in the order in which they first occur; counts include what is inside. A template counts where it occurs
 * first, with its rows and terms. The bytes of the root are those of the file but for head, coefficients, names and the
 * types of wires that belong to no instance.
 */
typedef struct sl_r1cs_census_node {
    const char *name; /* "" for the root */
    unsigned depth;   /* 0 for the root */
    uint64_t scopes, rows, aux;
    uint64_t templates, instances;
    uint64_t bytes; /* of the structure */
} sl_r1cs_census_node;
typedef void (*sl_r1cs_census_fn)(void *data, const sl_r1cs_census_node *node);
SL_NODISCARD sluice_status sl_r1cs_census(const sl_r1cs *r1cs, sl_r1cs_census_fn fn, void *data, sluice_error *err);

/* What the file of a structure says beside the structure. */
#define SL_R1CS_NAME_BYTES 64
typedef struct sl_r1cs_label {
    char circuit[SL_R1CS_NAME_BYTES]; /* printable, ends with a NUL; "": no name */
    uint8_t rows_digest[32]; /* of sl_r1cs_digest; zeros: not stated. Loading does not check it, the caller may */
    uint8_t file_digest[32]; /* of the whole file (r1cs_file.h) */
} sl_r1cs_label;
/* Sets file_digest to that of the file with this structure, name and rows_digest, as saving and loading do. */
SL_NODISCARD sluice_status sl_r1cs_label_digest(const sl_r1cs *r1cs, sl_r1cs_label *label, sluice_error *err);

/*
 * The structure as a file. Saving appends to `file`, which the caller opens and commits. Loading checks magic, version,
 * counts, the digest of the contents and every index, so a damaged or hostile file gives a status, and so does one that
 * is cut meanwhile: it is read, not mapped. `label` may be NULL; pool as below.
 * Some milliseconds per 10 MB, by one thread.
 */
SL_NODISCARD sluice_status sl_r1cs_save(const sl_r1cs *r1cs, sl_r1cs_label *label, sl_outfile *file, sluice_error *err);
SL_NODISCARD sluice_status sl_r1cs_load(sl_r1cs **out, sl_r1cs_label *label, const char *path, sl_pool *pool,
                                        sluice_error *err);

/* An arbitrary system: rows given one by one through the builder outside any scope (snarkjs .r1cs files, tests). */

/*
 * Values of rows first .. first + n - 1 (n may reach into the prover's input rows, rows .. rows + inputs - 1: a = the
 * input, b = c = 0, and beyond: zeros). Each of a, b, c may be NULL: not computed, at no cost (on a satisfying witness
 * c is a * b). Threads over `pool`, here and below; NULL: the caller's alone. The witness must be of this system.
 *
 * Any range at any time: the call keeps no state, takes no memory but 40 KiB of stack, and finds its first row by an
 * index of every 4,096th row and a binary search among the instances in between (below 0.1 us). So a, b, c can be made
 * block by block where they are needed. For PoRep, long ranges cost about 2.5 ns a value; a piece of an instance that
 * is shorter than 1/32 of its wires (800 rows of a SHA-256 block) is evaluated term by term, about 8 ns a value.
 */
void sl_r1cs_eval(const sl_r1cs *r1cs, const sl_witness *witness, uint64_t first, size_t n, sl_fr *a, sl_fr *b,
                  sl_fr *c, sl_pool *pool);

/*
 * Checks every row. *row is the first unsatisfied one; its scope path ("challenge[3]/drg_parent[2]/sha256") goes to
 * `path`. SLUICE_E_UNSATISFIED then, with row, path and the three values in err.
 */
SL_NODISCARD sluice_status sl_r1cs_check(const sl_r1cs *r1cs, const sl_witness *witness, sl_pool *pool, uint64_t *row,
                                         char *path, size_t path_bytes, sluice_error *err);
void sl_r1cs_row_path(const sl_r1cs *r1cs, uint64_t row, char *path, size_t path_bytes);

/*
 * Query densities (spec 1.1, 1.3), one bit per wire: auxiliary wires in A, inputs in B, auxiliary wires in B; and
 * `aux_used`: auxiliary wires that any row uses (key generation refuses others by index).
 */
typedef struct sl_density {
    uint64_t *a_aux, *b_inputs, *b_aux, *aux_used;
    size_t a_aux_n, b_inputs_n, b_aux_n; /* popcounts */
    sl_buf storage;
} sl_density;
SL_NODISCARD sluice_status sl_r1cs_density(const sl_r1cs *r1cs, sl_density *out, sluice_error *err);
void sl_density_release(sl_density *density);

/* Which auxiliary wires hold field values: calls fn(data, first_wire, n, first_field) per run, ascending. */
typedef void (*sl_r1cs_run_fn)(void *data, uint32_t first_wire, uint32_t n, uint32_t first_field);
void sl_r1cs_field_runs(const sl_r1cs *r1cs, uint32_t wire_begin, uint32_t wire_end, sl_r1cs_run_fn fn, void *data);
/* The value of one auxiliary wire. */
void sl_r1cs_aux_value(const sl_r1cs *r1cs, const sl_witness *witness, uint32_t aux, sl_fr *out);

#endif
