// SPDX-License-Identifier: MIT OR Apache-2.0
/* Standard base64 (RFC 4648 section 4) with padding, strict: no whitespace, and unused bits must be zero. */
#ifndef SL_PROOF_CIRCUITS_INPUTS_BASE64_H
#define SL_PROOF_CIRCUITS_INPUTS_BASE64_H

#include "core/base/error.h"

/* Bytes that text of n characters can give at most. */
SL_INLINE size_t sl_base64_bytes_max(size_t n) {
    return n / 4 * 3;
}

/*
 * Writes at most sl_base64_bytes_max(n) bytes; `out` may be `text` itself. SLUICE_E_INPUT names the first character
 * that is wrong.
 */
SL_NODISCARD sluice_status sl_base64_decode(uint8_t *out, size_t *out_n, const uint8_t *text, size_t n,
                                            sluice_error *err);

#endif
