// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The file of a structure: this head, then the arrays of SL_R1CS_ARRAYS in that order as they are in memory, each
 * starting at a multiple of 64 bytes, zeros between: the file, read to an aligned address, is the structure. Integers
 * little-endian, coefficients in Montgomery form. `digest` is that of math/hash/blake2s_tree.h over the whole file with
 * the digest itself zero. A change of layout is a new version.
 */
#ifndef SL_PROOF_R1CS_R1CS_FILE_H
#define SL_PROOF_R1CS_R1CS_FILE_H

#include "proof/r1cs/r1cs.h"

#define SL_R1CS_FILE_MAGIC "slr1cs\r\n"
#define SL_R1CS_FILE_VERSION 2
#define SL_R1CS_FILE_ALIGN ((uint64_t)64)

enum {
#define SL_R1CS_ARRAY_ENUM(field, element, what) SL_R1CS_ARRAY_##field,
    SL_R1CS_ARRAYS(SL_R1CS_ARRAY_ENUM)
#undef SL_R1CS_ARRAY_ENUM
        SL_R1CS_ARRAYS_N
};

typedef struct sl_r1cs_file_head {
    char magic[8];
    uint32_t version, arrays_n;
    uint32_t inputs_n, aux_n, rows_n, fields_n;
    uint64_t nonzeros[3];
    struct {
        uint64_t offset, n, element_bytes;
    } arrays[SL_R1CS_ARRAYS_N];
    char circuit[SL_R1CS_NAME_BYTES]; /* NUL to the end */
    uint8_t rows_digest[32];
    uint8_t digest[32];
} sl_r1cs_file_head;

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arrays are written as they are");
_Static_assert(sizeof(sl_r1cs_file_head) == 56 + 24 * SL_R1CS_ARRAYS_N + SL_R1CS_NAME_BYTES + 64, "no padding");
_Static_assert(sizeof(sl_r1cs_template) == 40 && sizeof(sl_r1cs_instance) == 32 && sizeof(sl_r1cs_scope) == 28 &&
                   sizeof(sl_r1cs_term) == 8,
               "no padding");

/* The head of a system's file without name and digests; returns the size of the file. */
uint64_t sl_r1cs_file_head_make(const sl_r1cs *r1cs, sl_r1cs_file_head *out);

/*
 * Check the arrays of a system read from a file (pointers and counts set) so far that every function of this room may
 * run on it, and that nothing in them contradicts anything else. `name`: of the file, for messages. The second expects
 * that the first has found nothing. Both only read. pool may be NULL.
 */
SL_NODISCARD sluice_status sl_r1cs_validate_templates(const sl_r1cs *r1cs, const char *name, sl_pool *pool,
                                                      sluice_error *err);
SL_NODISCARD sluice_status sl_r1cs_validate_instances(const sl_r1cs *r1cs, const char *name, sluice_error *err);

#endif
