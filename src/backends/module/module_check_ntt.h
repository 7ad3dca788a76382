// SPDX-License-Identifier: MIT OR Apache-2.0
/* The part of the check of a device that is about transforms. */
#ifndef SL_BACKENDS_MODULE_MODULE_CHECK_NTT_H
#define SL_BACKENDS_MODULE_MODULE_CHECK_NTT_H

#include "backends/module/module_ntt.h"

/* Every operation on 2^12 elements. SLUICE_E_DEVICE: it failed, or computes wrongly. */
SL_NODISCARD sluice_status sl_module_check_ntt(const sl_module_ntt *ntt, sl_module_device *device, uint32_t index,
                                               sluice_error *err);

#endif
