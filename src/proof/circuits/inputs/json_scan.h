// SPDX-License-Identifier: MIT OR Apache-2.0
/* The scanner lives in core/base, where every room may use it. */
#ifndef SL_PROOF_CIRCUITS_INPUTS_JSON_SCAN_H
#define SL_PROOF_CIRCUITS_INPUTS_JSON_SCAN_H

#include "core/base/json_scan.h"

#endif
