// SPDX-License-Identifier: MIT OR Apache-2.0
/* Attributes and includes that the other public headers share. */
#ifndef SLUICE_TYPES_H
#define SLUICE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sluice/status.h>

#define SLUICE_API __attribute__((visibility("default")))
#define SLUICE_NODISCARD __attribute__((warn_unused_result))

/* Bytes of one Groth16 proof: A | B | C, compressed points. A proof of n partitions is n of them in order. */
#define SLUICE_PROOF_BYTES 192

#endif
