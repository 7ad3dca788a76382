// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * A device that breaks things on purpose, around another one: for tests of what happens then. Which start or finish is
 * hit, where and how, follows from a seed.
 *
 * Faults inside the arithmetic are made by a table of kernels that flips a bit of what the real one computed, when the
 * partition at work (the account of the thread's scope, which pools hand on) is the one that is to suffer.
 */
#ifndef SL_ENGINE_FLOW_DEVICE_FAULT_H
#define SL_ENGINE_FLOW_DEVICE_FAULT_H

#include "engine/flow/device.h"

/* X(constant, name): where a bit is flipped, or what happens instead. */
#define SL_FAULT_MAP(X)                                                    \
    X(WITNESS, "witness")         /* before start */                       \
    X(ABC, "a/b/c")               /* row values, before the first pass */  \
    X(NTT, "NTT stage")           /* what a pass wrote */                  \
    X(KEY_POINT, "key point")     /* a point of the key in memory */       \
    X(BUCKET, "bucket")           /* a partial sum */                      \
    X(RESULT, "result")           /* a coordinate of the finished proof */ \
    X(START_ERROR, "start error") /* E_DEVICE */                           \
    X(FINISH_ERROR, "finish error")                                        \
    X(DELAY, "delay") /* late, but right */

typedef enum sl_fault_site {
#define SL_FAULT_ENUM(name, text) SL_FAULT_##name,
    SL_FAULT_MAP(SL_FAULT_ENUM)
#undef SL_FAULT_ENUM
        SL_FAULT_SITES_N
} sl_fault_site;
const char *sl_fault_site_name(sl_fault_site site);
#define SL_FAULT_ALL ((1u << SL_FAULT_SITES_N) - 1)

typedef struct sl_fault_plan {
    uint64_t seed;
    unsigned sites;        /* bits 1 << sl_fault_site: one of them is drawn for each fault */
    unsigned per_thousand; /* of starts that suffer a fault somewhere on their way; 1000: all, a permanent fault */
    unsigned delay_us;
} sl_fault_plan;

/* Takes `inner` over, whatever the result. Its name stays. */
SL_NODISCARD sluice_status sl_device_fault_open(sl_device **out, sl_device *inner, const sl_fault_plan *plan,
                                                sluice_error *err);
/* Another plan from the next start on: for instance none, after a repair. Any thread. */
void sl_device_fault_plan(sl_device *device, const sl_fault_plan *plan);
/* From now on every start and finish is E_DEVICE; false ends that. */
void sl_device_fault_lose(sl_device *device, bool is_lost);
/* Faults made so far, by site. */
void sl_device_fault_counts(sl_device *device, uint64_t out[SL_FAULT_SITES_N]);

/* The kernels that provers on such devices must be opened with. There is one such table in a process. */
const sl_kernels *sl_fault_kernels(const sl_kernels *real);

#endif
