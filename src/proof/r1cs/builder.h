// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The builder: the one interface through which circuits are written (design/circuits.md).
 *
 * A circuit is a C function over a builder. In *shape* mode rows are recorded and values are ignored; when a scope
 * opens or closes, the rows since the last such point are looked up among the templates and stored once. In *witness*
 * mode values are recorded and rows are ignored: gadgets must then not build linear combinations at all
 * (`if (sl_cs_is_shape(cs))`). Both modes allocate the same wires in the same order.
 *
 * Errors (no memory, too many wires) are kept inside and come out of the finish call, so gadgets need no checks: after
 * a failure every call is still allowed, returns some wire, and does nothing else.
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
 * The next n auxiliary wires at once, for native assigners. Bits: wire i of the run takes bit i of words[] (least
 * significant first); returns the first wire. Fields: *first is the first wire; returns where to write the n values, or
 * NULL after an error. In shape mode both only allocate: words may be NULL, and the fields form returns NULL.
 */
sl_wire sl_cs_put_bits(sl_cs *cs, const uint64_t *words, size_t n);
sl_fr *sl_cs_put_fields(sl_cs *cs, size_t n, sl_wire *first);
/* Number of auxiliary wires so far: the next one's index. */
uint32_t sl_cs_aux_n(const sl_cs *cs);

/* Row a * b = c. Ignored in witness mode. The combinations need not be normalized and are not changed. */
void sl_cs_enforce(sl_cs *cs, const sl_lc *a, const sl_lc *b, const sl_lc *c);

/*
 * Scopes nest. `name` is static storage; `index` numbers repetitions ("challenge[3]"; SL_NO_INDEX: none). The path
 * of scopes names rows in error messages and in the census.
 */
#define SL_NO_INDEX UINT32_MAX
void sl_cs_scope_open(sl_cs *cs, const char *name, uint32_t index);
void sl_cs_scope_close(sl_cs *cs);

/*
 * Keyed scopes: recording once and replaying. A gadget that is called thousands of times opens its scope with a key
 * (any bytes; with `name` they must decide everything that the gadget does: constant and negated bits, arity, ...) and
 * with its pins, the wires from outside that its rows use. The first time, the call returns false, and the gadget
 * records as ever. When the same name, key and kind of pins come again, the call returns true: all rows, wires and
 * inner scopes of the recording have then been added over the new pins, and the scope is closed already.
 *
 *     sl_replay replay;
 *     if (sl_cs_scope_open_keyed(cs, "sha256", SL_NO_INDEX, &key, sizeof key, pins, pins_n, &replay)) {
 *         // the outputs: replay.first_aux + offsets found in replay.blob
 *     } else {
 *         // allocate and enforce as ever ...
 *         sl_cs_scope_keep(cs, &offsets, sizeof offsets);
 *         sl_cs_scope_close(cs);
 *     }
 *
 * Pins may repeat and may be ONE: which pins are the same wire, and whether each is ONE, an input, a bit or a field
 * wire, is compared besides the key, so gadgets need not care. Order and number of pins count; unused pins are allowed;
 * a row that uses an outer wire other than ONE that is not among the pins is an internal error. Keyed scopes nest.
 * In witness mode the call returns false and records nothing (the values are computed by the gadget). Builds with
 * SL_VERIFY return false always, record again and compare with the first recording: rows, wires, scopes and blob.
 */
typedef struct sl_replay {
    uint32_t first_aux, first_input; /* index of the first auxiliary wire and of the first input of the scope */
    const void *blob;                /* what sl_cs_scope_keep kept; valid until the next keyed scope */
    size_t blob_bytes;
} sl_replay;
bool sl_cs_scope_open_keyed(sl_cs *cs, const char *name, uint32_t index, const void *key, size_t key_bytes,
                            const sl_wire *pins, size_t pins_n, sl_replay *out);
/* Keeps a copy of `blob` with the innermost open scope, which must be a keyed one; at most once a scope. */
void sl_cs_scope_keep(sl_cs *cs, const void *blob, size_t blob_bytes);

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
