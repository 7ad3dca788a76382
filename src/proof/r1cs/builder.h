// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The builder: the one interface through which circuits are written (design/circuits.md).
 *
 * A circuit is a C function over a builder. In *shape* mode rows are recorded and values are ignored; when a scope
 * closes, its rows are looked up among the templates and stored once. In *witness* mode values are recorded and rows are
 * ignored: gadgets must then not build linear combinations at all (`if (sl_cs_is_shape(cs))`).
 * Both modes allocate the same wires in the same order.
 *
 * Errors (no memory, too many wires) are kept inside and come out of the finish call, so gadgets need no checks.
 * A builder belongs to one thread.
 */
#ifndef SL_PROOF_R1CS_BUILDER_H
#define SL_PROOF_R1CS_BUILDER_H

#include "proof/r1cs/data.h"
#include "proof/r1cs/wire.h"

typedef struct sl_cs sl_cs;

SL_NODISCARD sluice_status sl_cs_open_shape(sl_cs **out, sluice_error *err);
/* `shape`: the finished structure of the same circuit, which gives the sizes; it must outlive the builder. */
SL_NODISCARD sluice_status sl_cs_open_witness(sl_cs **out, const sl_r1cs *shape, sluice_error *err);
void sl_cs_close(sl_cs *cs); /* accepts NULL */

bool sl_cs_is_shape(const sl_cs *cs);

/* Wires. `value` may be NULL in shape mode. A bit wire is 0 or 1 in every satisfying witness. */
sl_wire sl_cs_alloc(sl_cs *cs, const sl_fr *value);
sl_wire sl_cs_alloc_bit(sl_cs *cs, bool value);
sl_wire sl_cs_input(sl_cs *cs, const sl_fr *value);

/*
 * Witness mode, for native assigners: the next n auxiliary wires at once. Bits: wire i of the run takes bit i of
 * words[] (least significant first). Fields: returns where to write n values (NULL after an error). The first wire
 * of the run is returned by the bits form and through *first by the other.
 */
sl_wire sl_cs_put_bits(sl_cs *cs, const uint64_t *words, size_t n);
sl_fr *sl_cs_put_fields(sl_cs *cs, size_t n, sl_wire *first);
/* Number of auxiliary wires so far: the next one's index. */
uint32_t sl_cs_aux_n(const sl_cs *cs);

/* Row a * b = c. Ignored in witness mode. The combinations are normalized in place. */
void sl_cs_enforce(sl_cs *cs, sl_lc *a, sl_lc *b, sl_lc *c);

/*
 * Scopes nest. `name` is static storage; `index` numbers repetitions ("challenge[3]"; SL_NO_INDEX: none). The path
 * of scopes names rows in error messages and in the census.
 */
#define SL_NO_INDEX UINT32_MAX
void sl_cs_scope_open(sl_cs *cs, const char *name, uint32_t index);
void sl_cs_scope_close(sl_cs *cs);

/*
 * A gadget may fail (a shape that cannot be, an input that is not there): the first failure is kept, the rest of the
 * circuit is built on as if nothing happened, and finish returns it.
 */
void sl_cs_fail(sl_cs *cs, sluice_status status, const char *text);

/* Ends shape mode: *out is a new structure (sl_r1cs_close). The builder can only be closed afterwards. */
SL_NODISCARD sluice_status sl_cs_finish_shape(sl_cs *cs, sl_r1cs **out, sluice_error *err);
/* Ends witness mode; fails if the counts differ from the shape's. *out is moved to the caller. */
SL_NODISCARD sluice_status sl_cs_finish_witness(sl_cs *cs, sl_witness *out, sluice_error *err);

#endif
