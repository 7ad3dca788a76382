// SPDX-License-Identifier: MIT OR Apache-2.0
/* How buffers enter and leave the ledger; for this room alone. */
#ifndef SL_CORE_MEM_LEDGER_ENTRY_H
#define SL_CORE_MEM_LEDGER_ENTRY_H

#include "core/mem/ledger.h"

/* Counts bytes that are about to be taken from the system: a new buffer, or the growth of one. */
SL_NODISCARD sluice_status sl_ledger_take(sl_mem_scope owner, size_t kind, bool is_growth, size_t bytes,
                                          const char *tag, sluice_error *err);
/* Counts bytes that have been given back: a whole buffer, or what one has shrunk by. */
void sl_ledger_put(sl_mem_scope owner, size_t kind, bool is_shrinking, size_t bytes);

#endif
