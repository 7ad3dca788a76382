// SPDX-License-Identifier: MIT OR Apache-2.0
/* Needs a function that no library has, so the system does not load it. */
#include "backends/module/module_abi.h"

sluice_status sl_no_such_function(uint32_t *out, sluice_error *err);

extern const sl_module_table sluice_module;
const sl_module_table sluice_module = {.devices_count = sl_no_such_function};
