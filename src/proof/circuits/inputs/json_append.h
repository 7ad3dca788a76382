// SPDX-License-Identifier: MIT OR Apache-2.0
/* JSON that goes into an output file while it is made. */
#ifndef SL_PROOF_CIRCUITS_INPUTS_JSON_APPEND_H
#define SL_PROOF_CIRCUITS_INPUTS_JSON_APPEND_H

#include "core/base/json.h"
#include "core/sys/file.h"

/* Appends what `write` makes of data, as one line. */
SL_NODISCARD sluice_status sl_json_append(sl_outfile *file, void (*write)(sl_json *json, const void *data),
                                          const void *data, sluice_error *err);

#endif
