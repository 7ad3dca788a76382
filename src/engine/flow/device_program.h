// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A circuit as the arrays that a device takes (module_rows.h): templates, operations, terms and coefficients are the
 * system's own arrays, the rest is made here: forty bytes an instance, four a pin, four bits a wire, and four bytes
 * a row of a template; a second of CPU for porep-32GiB.
 */
#ifndef SL_ENGINE_FLOW_DEVICE_PROGRAM_H
#define SL_ENGINE_FLOW_DEVICE_PROGRAM_H

#include "backends/module/module_rows.h"
#include "proof/r1cs/r1cs.h"

typedef struct sl_device_program {
    sl_module_program arrays;
    sl_density density;
    sl_buf storage;
} sl_device_program;

/* The system must outlive the program. */
SL_NODISCARD sluice_status sl_device_program_make(sl_device_program *out, const sl_r1cs *r1cs, sluice_error *err);
/* Memory of the host that it takes, at most. */
uint64_t sl_device_program_bytes(const sl_r1cs *r1cs);
void sl_device_program_release(sl_device_program *program); /* accepts zeros */

/* The arrays of a witness. */
sl_module_witness sl_device_witness(const sl_witness *witness);

#endif
