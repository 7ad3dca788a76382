// SPDX-License-Identifier: MIT OR Apache-2.0
/* The picture of a flow: live bytes by class, reserved, budget and resident over time, and what each partition did. */
#ifndef SL_ENGINE_FLOW_FLOW_PICTURE_H
#define SL_ENGINE_FLOW_FLOW_PICTURE_H

#include "engine/flow/trace.h"
#include "engine/plot/plot.h"

/* From a trace that is not written any more. `note` is a line under the title; NULL: none. */
SL_NODISCARD sluice_status sl_flow_picture(sl_plot **out, const sl_trace *trace, const char *title, const char *note,
                                           sluice_error *err);

#endif
