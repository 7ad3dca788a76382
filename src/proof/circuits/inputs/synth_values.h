// SPDX-License-Identifier: MIT OR Apache-2.0
/* Named pseudorandom values of synthetic inputs. */
#ifndef SL_PROOF_CIRCUITS_INPUTS_SYNTH_VALUES_H
#define SL_PROOF_CIRCUITS_INPUTS_SYNTH_VALUES_H

#include "core/base/compat.h"

/* SHA-256 of `domain`, the seed (u64, little-endian) and `name`. */
void sl_synth_value(uint8_t out[32], const char *domain, uint64_t seed, const char *name);

#endif
