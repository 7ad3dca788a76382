// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Circuits by name: "porep-32GiB", "porep-synth-2KiB", "winning-2KiB", "gadget-poseidon-8" and so on.
 * Names take binary sizes in any spelling (32GiB, 32gib, 32G).
 */
#ifndef SLUICE_CIRCUIT_H
#define SLUICE_CIRCUIT_H

#include <sluice/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_circuit sluice_circuit;

/* Looks the name up; the structure is built when a function first needs it. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_circuit_open(sluice_context *context, sluice_circuit **out,
                                                              const char *name, sluice_error *err);
/*
 * The circuit of a file that sluice_circuit_save made, with the structure that is in it. The file is checked so far
 * that no contents can do harm; that they are the circuit that the file names is what sluice_circuit_digest tells.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_circuit_open_file(sluice_context *context, sluice_circuit **out,
                                                                   const char *path, sluice_error *err);
SLUICE_API void sluice_circuit_close(sluice_circuit *circuit);
/* Canonical name; lives as long as the handle. */
SLUICE_API const char *sluice_circuit_name(const sluice_circuit *circuit);

/* Every circuit that has a name of its own: i = 0 .. n - 1. */
SLUICE_API size_t sluice_circuits_n(void);
SLUICE_API const char *sluice_circuits_name(size_t i);

typedef struct sluice_circuit_info {
    uint64_t partitions;      /* 0: as many as the input needs */
    uint64_t inputs;          /* public wires, ONE included */
    uint64_t aux;             /* private wires */
    uint64_t rows;            /* constraints, without the prover's one row an input */
    uint64_t nonzeros[3];     /* terms in A, B, C */
    uint64_t domain;          /* power of two that the transforms run over */
    uint64_t templates;       /* different row patterns stored */
    uint64_t instances;       /* places where they stand */
    uint64_t structure_bytes; /* size of the saved structure */
    uint64_t witness_bytes;   /* packed witness of one partition */
    uint64_t key_bytes;       /* size of the .params file */
} sluice_circuit_info;

SLUICE_API SLUICE_NODISCARD sluice_status sluice_circuit_info_get(sluice_circuit *circuit, sluice_circuit_info *out,
                                                                  sluice_error *err);

/*
 * The 32-byte BLAKE2s digest of the constraint system, as rust-fil-proofs' test constraint system computes it: a minute
 * for 32 GiB. SLUICE_E_MISMATCH if the circuit is from a file that states another one.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_circuit_digest(sluice_circuit *circuit, uint8_t out[32],
                                                                sluice_error *err);
/* The 32-byte digest of the saved structure: equal if and only if the files are. Milliseconds. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_circuit_structure_digest(sluice_circuit *circuit, uint8_t out[32],
                                                                          sluice_error *err);
/*
 * Writes the structure to a file, complete or not at all. The file states the name and, if sluice_circuit_digest was
 * called before, that digest.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_circuit_save(sluice_circuit *circuit, const char *path,
                                                              sluice_error *err);

#ifdef __cplusplus
}
#endif
#endif
