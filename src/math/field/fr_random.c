// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/sys/random.h"
#include "math/field/fr.h"

sluice_status sl_fr_random(sl_fr *out, sluice_error *err) {
    for (;;) {
        uint8_t bytes[SL_FR_BYTES];
        SL_TRY(sl_random_bytes(bytes, sizeof bytes, err));
        bytes[SL_FR_BYTES - 1] &= 0x7f;
        const bool ok = sl_fr_from_bytes(out, bytes);
        sl_wipe(bytes, sizeof bytes);
        if (ok) {
            return SLUICE_OK;
        }
    }
}
