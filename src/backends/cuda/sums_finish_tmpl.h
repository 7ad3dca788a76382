// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * From tails to sums, on the host: the body shared by both groups. Included with G_POINT (Jacobian), G_TAIL (what the
 * device leaves), G_(name) (prefix of the group) and FROM_XYZZ.
 */

/* Sums by the power of two that they are still to be taken times: in turn, since not many are open at a time. */
typedef struct G_(powers) {
    G_POINT at[SL_CUDA_POWERS_OPEN];
} G_(powers);

static void G_(powers_add)(G_(powers) * powers, uint32_t power, const G_POINT *a) {
    G_POINT *const sum = &powers->at[power % SL_CUDA_POWERS_OPEN];
    G_(add)(sum, sum, a);
}

/*
 * Adds the weighted sum of a line of 2^line_log2 places, times 2^power: `weighted` of all its parts j, and j
 * 2^tail_log2 times their `sum`, added up from behind. Returns the sum of its points.
 */
static G_POINT G_(tail_line)(G_(powers) * powers, uint32_t power, const sl_cuda_sums_plan *plan, const G_TAIL *parts) {
    G_POINT after = G_(identity)(), before = G_(identity)();
    for (uint32_t j = (uint32_t)1 << (plan->line_log2 - plan->tail_log2); j-- > 0;) {
        G_POINT own;
        FROM_XYZZ(&own, &parts[j].weighted);
        G_(powers_add)(powers, power, &own);
        FROM_XYZZ(&own, &parts[j].sum);
        G_(add)(&before, &before, &after);
        G_(add)(&after, &after, &own);
    }
    G_(powers_add)(powers, power + plan->tail_log2, &before);
    return after;
}

/* The points of a line alone. */
static void G_(tail_points)(G_POINT *sum, const sl_cuda_sums_plan *plan, const G_TAIL *parts) {
    for (uint32_t j = 0; j < (uint32_t)1 << (plan->line_log2 - plan->tail_log2); j++) {
        G_POINT own;
        FROM_XYZZ(&own, &parts[j].sum);
        G_(add)(sum, sum, &own);
    }
}

/*
 * The slots of a sum, `parts_n` for each window. A slot is column + 1 times each column's sum, and 2^column_log2 row
 * times each row's. Powers of two are taken from above, once for all.
 */
static G_POINT G_(slots_sum)(const sl_cuda_sums_plan *plan, const G_TAIL *tails, uint32_t slot, uint32_t parts_n) {
    const size_t line = (size_t)1 << (plan->line_log2 - plan->tail_log2);
    const uint32_t reach = plan->column_log2 + plan->tail_log2 + 1; /* of a window's sums, from its position on */
    G_POINT sum = G_(identity)();
    G_(powers) powers;
    for (unsigned i = 0; i < SL_CUDA_POWERS_OPEN; i++) {
        powers.at[i] = sum;
    }
    uint32_t power = sl_cuda_window_position(plan->windows_n, plan->windows_n - 1) + reach;
    for (uint32_t window = plan->windows_n; window-- > 0;) {
        const uint32_t position = sl_cuda_window_position(plan->windows_n, window);
        for (uint32_t part = 0; part < parts_n; part++) {
            const G_TAIL *rows = tails + 2 * (size_t)(slot + part * plan->windows_n + window) * line;
            (void)G_(tail_line)(&powers, position + plan->column_log2, plan, rows);
            const G_POINT columns = G_(tail_line)(&powers, position, plan, rows + line);
            G_(powers_add)(&powers, position, &columns);
        }
        const uint32_t low = window == 0 ? 0 : sl_cuda_window_position(plan->windows_n, window - 1) + reach;
        while (power > low) { /* nothing is added to these any more */
            G_POINT *const own = &powers.at[--power % SL_CUDA_POWERS_OPEN];
            G_(dbl)(&sum, &sum);
            G_(add)(&sum, &sum, own);
            *own = G_(identity)();
        }
    }
    return sum;
}

static void G_(tails_finish)(G_POINT *out, const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes,
                             uint32_t sums_n, const G_TAIL *tails) {
    const size_t line = (size_t)1 << (plan->line_log2 - plan->tail_log2);
    const uint32_t slots_n = sl_cuda_sums_parts(plan, shapes, sums_n) * plan->windows_n;
    uint32_t slot = 0;
    for (uint32_t i = 0; i < sums_n; i++) {
        const uint32_t parts_n = sl_cuda_sums_parts(plan, &shapes[i], 1);
        out[i] = parts_n == 0 ? G_(identity)() : G_(slots_sum)(plan, tails, slot, parts_n);
        slot += parts_n * plan->windows_n;
        if (shapes[i].bits_n > 0) {
            G_(tail_points)(&out[i], plan, tails + (2 * (size_t)slots_n + i) * line);
        }
    }
}
