// SPDX-License-Identifier: MIT OR Apache-2.0
/* The part of the check of a device that is about row values and the terms of queries. */
#ifndef SL_BACKENDS_MODULE_MODULE_CHECK_ROWS_H
#define SL_BACKENDS_MODULE_MODULE_CHECK_ROWS_H

#include "backends/module/module_rows.h"

/*
 * A circuit whose rows are known: every kind of operation, tiles of many instances, a witness that holds and one that
 * does not. SLUICE_E_DEVICE: it failed, or computes wrongly.
 */
SL_NODISCARD sluice_status sl_module_check_rows(const sl_module_rows *rows, sl_module_device *device, uint32_t index,
                                                sluice_error *err);

#endif
