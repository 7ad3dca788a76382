// SPDX-License-Identifier: MIT OR Apache-2.0
/* The kernel benches on a device of a module (--backend cuda). */
#ifndef SL_APPS_SLUICE_BENCH_MODULE_H
#define SL_APPS_SLUICE_BENCH_MODULE_H

#include "backends/module/module_abi.h"
#include "sluice/bench.h"

/* A device that is open for a bench. */
typedef struct bench_module {
    const sl_module_table *table;
    sl_module_device *device;
    sl_module_device_info info;
} bench_module;

/* Opens the module of --module and the first device of --devices (0 if none is named), and closes it again. */
sluice_status bench_module_open(cli_state *cli, bench_module *out);
void bench_module_close(bench_module *module);

/* Times of the device, in ms, of calls that give the same result. */
typedef struct bench_times {
    double ms[BENCH_REPS_MAX];
    uint64_t n;
} bench_times;

/*
 * A line with the least and the median time; `amount` is how much of `unit` (in G) a call does, `floor_ms` what the
 * arithmetic or the memory of the device allow at best, 0 where nothing is known of it.
 */
typedef struct bench_module_row {
    const char *op, *detail;
    uint64_t log2n;
    double amount, floor_ms;
    const char *unit;
    char result[200]; /* hexadecimal, or "" */
} bench_module_row;
sluice_status bench_module_print(cli_state *cli, const bench_module *module, const bench_module_row *row,
                                 bench_times *times);

/*
 * The least time for so many operations on a device, by its multipliers: 32 products of 32 by 32 bits to 64 a clock and
 * multiprocessor. An addition of points is one of many that share an inversion. 0 if its clock is not known.
 */
typedef enum bench_rate { BENCH_FP_MUL, BENCH_FP_SQR, BENCH_FR_MUL, BENCH_G1_ADD, BENCH_G2_ADD } bench_rate;
double bench_floor_ms(const sl_module_device_info *info, bench_rate rate, double count);
/* The same by its memory, for so many bytes read or written. */
double bench_memory_floor_ms(const sl_module_device_info *info, double bytes);
/* Of so many transforms of 2^log2_n values: steps over eight values, 11 products for 12 butterflies. */
double bench_transforms_floor_ms(const sl_module_device_info *info, double transforms_n, uint32_t log2_n);

sluice_status bench_module_fields(cli_state *cli, bench_module *module, const bench_options *options);
sluice_status bench_module_ntt(cli_state *cli, bench_module *module, const bench_options *options);
sluice_status bench_module_quotient(cli_state *cli, bench_module *module, const bench_options *options);
sluice_status bench_module_msm(cli_state *cli, bench_module *module, const bench_options *options);

#endif
