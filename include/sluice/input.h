// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What a proof is made from or verified against: a C1 file, vanilla proofs of a PoSt or a sector
 * update with a meta file, or a meta file alone.
 *
 * Opening an input makes every native check that does not need the proof (commitments, Merkle paths, labels, challenges
 * and graph parents); an error names partition, challenge and field.
 */
#ifndef SLUICE_INPUT_H
#define SLUICE_INPUT_H

#include <sluice/circuit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_input sluice_input;

typedef struct sluice_c1_options {
    size_t struct_size;           /* set by sluice_c1_options_init */
    bool has_miner, has_sector;   /* the inner JSON and the raw form do not hold these; with both, the replica id */
    uint64_t miner, sector;       /* is checked, too */
    const char *registered_proof; /* NULL; for the raw form, which names none: "StackedDrg32GiBV1_1" */
    const uint8_t *porep_id;      /* NULL, or 32 bytes that take the place of the derived ones */
    bool skip_checks;             /* tests: reads without the native checks, so that a bad witness can be made */
} sluice_c1_options;

SLUICE_API void sluice_c1_options_init(sluice_c1_options *options);

/* `path` holds inner JSON, the outer wrapper or raw bincode; told apart by content. "-": standard input. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_input_open_c1(sluice_context *context, sluice_input **out,
                                                               const char *path, const sluice_c1_options *options,
                                                               sluice_error *err);

typedef struct sluice_vanilla_options {
    size_t struct_size; /* set by sluice_vanilla_options_init */
    int partition;      /* -1: all; else what this partition needs is read and checked, and it alone can be proven */
    bool skip_checks;   /* tests: reads without the native checks, so that a bad witness can be made */
} sluice_vanilla_options;

SLUICE_API void sluice_vanilla_options_init(sluice_vanilla_options *options);

/*
 * Vanilla proofs in the order of sectors (PoSt) or partitions (update), and the meta file with the public part. For one
 * partition those of its sectors, or its own, are enough. Proofs of sectors that the meta file does not name, faulty
 * ones, are left out. options may be NULL for the defaults.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_input_open_vanilla(sluice_context *context, sluice_input **out,
                                                                    const char *const *paths, size_t paths_n,
                                                                    const char *meta_path,
                                                                    const sluice_vanilla_options *options,
                                                                    sluice_error *err);
/* The public part alone: enough for verifying and for public inputs. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_input_open_meta(sluice_context *context, sluice_input **out,
                                                                 const char *meta_path, sluice_error *err);
SLUICE_API void sluice_input_close(sluice_input *input);

/* Canonical name of the circuit that this input is for, and the number of its partitions. */
SLUICE_API const char *sluice_input_circuit(const sluice_input *input);
SLUICE_API unsigned sluice_input_partitions(const sluice_input *input);
/* How many vanilla proofs were left out, since the meta file does not name their sectors. */
SLUICE_API size_t sluice_input_left_out(const sluice_input *input);
/* False for a meta file alone. */
SLUICE_API bool sluice_input_can_prove(const sluice_input *input);

/* How many public inputs a partition has, ONE not included: 4 to 25,839 in what Filecoin proves. */
SLUICE_API size_t sluice_input_publics_n(const sluice_input *input);
/* They themselves, derived from the public part alone: sluice_input_publics_n values of 32 bytes, little-endian. */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_input_publics(const sluice_input *input, unsigned partition,
                                                               uint8_t *out, sluice_error *err);

/* What a C1 file says, for people. SLUICE_E_USAGE for other inputs. */
typedef struct sluice_c1_info {
    const char *form;             /* "inner JSON", "wrapper", "raw" */
    const char *registered_proof; /* lives as long as the input */
    uint64_t sector_bytes;
    unsigned partitions, challenges; /* challenges of one partition */
    uint8_t comm_d[32], comm_r[32], comm_c[32], comm_r_last[32], replica_id[32], ticket[32], seed[32], porep_id[32];
    bool replica_id_checked; /* miner and sector were known */
} sluice_c1_info;
SLUICE_API SLUICE_NODISCARD sluice_status sluice_c1_info_get(const sluice_input *input, sluice_c1_info *out,
                                                             sluice_error *err);

/*
 * Writes a C1 file (inner JSON) of zero data that was never sealed, and path.meta.json: its proofs are valid, for
 * nobody can tell that the rest of the replica does not exist. variant: "v1" or "v1_1". For tests and benches.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_c1_synth(sluice_context *context, uint64_t sector_bytes,
                                                          const char *variant, uint64_t miner, uint64_t sector,
                                                          uint64_t seed, const char *path, sluice_error *err);

/* What sluice_vanilla_synth is to make. */
typedef struct sluice_vanilla_order {
    size_t struct_size;      /* set by sluice_vanilla_order_init */
    const char *kind;        /* "winning", "window", "update", "update-poseidon" */
    uint64_t sector_bytes;   /* size of the sectors */
    uint64_t seed;           /* of all pseudorandom choices */
    const char *api_version; /* of PoSt; NULL: "1.0.0" for winning, "1.2.0" for window */
    uint64_t miner, sector;  /* of PoSt: actor number, number of the first sector; the others' follow */
    uint64_t sectors;        /* of window PoSt, 1 otherwise */
} sluice_vanilla_order;

SLUICE_API void sluice_vanilla_order_init(sluice_vanilla_order *order);
/*
 * Writes vanilla proofs of sectors that do not exist, vanilla-0.bin and so on, and then meta.json into a folder, which
 * is made if it is not there and must be empty. They pass all checks, and their proofs are valid. A failure leaves none
 * of these files behind. For tests and benches.
 */
SLUICE_API SLUICE_NODISCARD sluice_status sluice_vanilla_synth(sluice_context *context,
                                                               const sluice_vanilla_order *order, const char *folder,
                                                               sluice_error *err);

#ifdef __cplusplus
}
#endif
#endif
