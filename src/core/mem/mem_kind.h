// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * What large memory is for, where it lies, and how much of each kind: the words that the ledger, the scheduler and the
 * simulator share. No code but names.
 */
#ifndef SL_CORE_MEM_MEM_KIND_H
#define SL_CORE_MEM_MEM_KIND_H

#include "core/base/compat.h"

/* X(constant, name): what a buffer is for. */
#define SL_MEM_CLASS_MAP(X)                                      \
    X(OTHER, "other")     /* whatever has no class of its own */ \
    X(VANILLA, "vanilla") /* what a witness is made from */      \
    X(WITNESS, "witness")                                        \
    X(ABC, "abc")         /* row values and the quotient */      \
    X(DEVICE, "device")   /* work space of the device part */    \
    X(PENDING, "pending") /* what finish needs */                \
    X(SRS, "srs")         /* keys that stay */                   \
    X(CIRCUIT, "circuit") /* structures of constraint systems */

typedef enum sl_mem_class {
#define SL_MEM_CLASS_ENUM(name, text) SL_MEM_##name,
    SL_MEM_CLASS_MAP(SL_MEM_CLASS_ENUM)
#undef SL_MEM_CLASS_ENUM
        SL_MEM_CLASSES_N
} sl_mem_class;

/* Kinds of memory, each with a budget of its own. Mapped files are shown and never limited. */
#define SL_MEM_DEVICES_MAX 8
enum {
    SL_KIND_HOST,
    SL_KIND_PINNED,
    SL_KIND_MAPPED,
    SL_KIND_DEVICE, /* of device 0; the others follow */
    SL_MEM_KINDS_N = SL_KIND_DEVICE + SL_MEM_DEVICES_MAX
};

/* Bytes of each kind. */
typedef struct sl_mem_vector {
    uint64_t bytes[SL_MEM_KINDS_N];
} sl_mem_vector;

#endif
