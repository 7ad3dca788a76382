// SPDX-License-Identifier: MIT OR Apache-2.0
#include "core/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void sl_text_append(char *text, size_t room, const char *fmt, ...) {
    const size_t used = strlen(text);
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text + used, room - used, fmt, args);
    va_end(args);
}
