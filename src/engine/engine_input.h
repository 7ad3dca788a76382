// SPDX-License-Identifier: MIT OR Apache-2.0
/* The inside of sluice_input: one case, from whatever files it was read. */
#ifndef SL_ENGINE_ENGINE_INPUT_H
#define SL_ENGINE_ENGINE_INPUT_H

#include <sluice/input.h>

#include "engine/engine_context.h"
#include "proof/circuits/inputs/c1.h"
#include "proof/circuits/inputs/meta.h"
#include "proof/circuits/inputs/post_input.h"
#include "proof/circuits/inputs/update_input.h"
#include "proof/circuits/partition_input.h"

struct sluice_input {
    sluice_context *context;
    sl_meta meta;              /* the public part; made from the file itself for C1 */
    const sl_circuit *circuit; /* of the public part */
    unsigned partitions;
    int only;  /* the partition whose private part was read; -1: all */
    sl_c1 *c1; /* the private part, at most one of the three */
    sl_post *vanilla;
    sl_update *update;
};

/* Public inputs of a partition, ONE not included, and their number. */
size_t sl_engine_publics_n(const sluice_input *input);
void sl_engine_publics(const sluice_input *input, unsigned partition, sl_fr *out);
/* What the partition's witness is made from; only if sluice_input_can_prove. */
sl_partition_input sl_engine_partition_input(const sluice_input *input, unsigned partition);
/* partition -1 stands for all: [*first, *end); SLUICE_E_USAGE if there is no such partition. */
SL_NODISCARD sluice_status sl_engine_partitions(const sluice_input *input, int partition, unsigned *first,
                                                unsigned *end, sluice_error *err);
/* As above, for partitions that the private part is there for. */
SL_NODISCARD sluice_status sl_engine_partitions_proven(const sluice_input *input, int partition, unsigned *first,
                                                       unsigned *end, sluice_error *err);

#endif
