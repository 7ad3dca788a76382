// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * sluice: Groth16 proofs over BLS12-381 for Filecoin. This header includes the whole public interface.
 *
 * Order of arguments: context, out, in/out, in; a length right after its array; the error last. Functions return
 * SLUICE_OK or a negative status and then fill the optional error. Outputs are written on success only. Handles are
 * opaque, are made by an open function and end with the matching close function, which accepts NULL.
 *
 * Threads: a context and the handles made from it may be used by one thread at a time; two contexts are independent,
 * except that the memory budget counts for the whole process.
 */
#ifndef SLUICE_SLUICE_H
#define SLUICE_SLUICE_H

#include <sluice/circuit.h>
#include <sluice/context.h>
#include <sluice/engine.h>
#include <sluice/input.h>
#include <sluice/params.h>
#include <sluice/prove.h>
#include <sluice/status.h>
#include <sluice/verify.h>

#endif
