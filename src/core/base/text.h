// SPDX-License-Identifier: MIT OR Apache-2.0
/* Texts that are put together piece by piece in memory of fixed size. */
#ifndef SL_CORE_BASE_TEXT_H
#define SL_CORE_BASE_TEXT_H

#include "core/base/compat.h"

/* Appends to the text in `text`, which has room for `room` bytes with the final NUL; what does not fit is cut. */
void sl_text_append(char *text, size_t room, const char *fmt, ...) SL_PRINTF(3, 4);

#endif
