// SPDX-License-Identifier: MIT OR Apache-2.0
/* Loads modules (module_abi.h), and says of one what it is good for. */
#ifndef SL_BACKENDS_MODULE_MODULE_LOAD_H
#define SL_BACKENDS_MODULE_MODULE_LOAD_H

#include "backends/module/module_abi.h"

/* Where the CUDA module is looked for if nobody says. Set by the build. */
extern const char sl_module_default_path[];

/*
 * The table of the module at `path`; it is never unloaded, and stays valid. `path` is absolute: nothing is searched
 * for.
 *
 * E_USAGE: a relative path. E_UNKNOWN: no such file. E_CORRUPT, E_TRUNCATED: not a shared object, or only a part of
 * one. E_MISMATCH: for another processor, or of another version of sluice. E_INPUT: a shared object, but not a module,
 * or one that the system's loader refuses.
 */
SL_NODISCARD sluice_status sl_module_load(const sl_module_table **out, const char *path, sluice_error *err);

/*
 * The part of `targets` that a device of this compute capability runs: machine code of the same major number and no
 * higher minor one, the highest, or else PTX no newer than the device. False, and `out` untouched, if there is none.
 * Needs targets that sl_module_load has accepted.
 */
SL_NODISCARD bool sl_module_target_find(char out[24], const char *targets, uint32_t compute);

/*
 * Opens a device and computes with it what the processor computes too. SLUICE_E_DEVICE: no code for it, it failed, or
 * it computes wrongly.
 */
SL_NODISCARD sluice_status sl_module_device_check(const sl_module_table *table, uint32_t index, sluice_error *err);

/*
 * A line on the module at `path`: what is wrong with it, or its devices and what is wrong with them. Writes at most
 * `bytes` with the final NUL.
 */
void sl_module_report(char *out, size_t bytes, const char *path);

#endif
