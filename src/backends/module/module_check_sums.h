// SPDX-License-Identifier: MIT OR Apache-2.0
/* The part of the check of a device that is about sums of products. */
#ifndef SL_BACKENDS_MODULE_MODULE_CHECK_SUMS_H
#define SL_BACKENDS_MODULE_MODULE_CHECK_SUMS_H

#include "backends/module/module_sums.h"

/* A sum in each group, against known logarithms. SLUICE_E_DEVICE: it failed, or computes wrongly. */
SL_NODISCARD sluice_status sl_module_check_sums(const sl_module_sums *sums, sl_module_device *device, uint32_t index,
                                                sluice_error *err);

#endif
