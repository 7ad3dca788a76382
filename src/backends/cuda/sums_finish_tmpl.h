// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * From tails to sums, on the host: the body shared by both groups. Included with G_POINT (Jacobian), G_TAIL (what the
 * device leaves), G_(name) (prefix of the group) and FROM_XYZZ.
 */

static void G_(tail_double)(G_POINT *sum, uint32_t times) {
    for (; times > 0; times--) {
        G_(dbl)(sum, sum);
    }
}

/*
 * A line of 2^line_log2 places in parts of 2^tail_log2: `weighted` of all parts j, and j 2^tail_log2 times their `sum`,
 * added up from behind.
 */
static void G_(tail_line)(G_POINT *sum, G_POINT *weighted, const sl_cuda_sums_plan *plan, const G_TAIL *parts) {
    G_POINT after = G_(identity)(), before = G_(identity)(), all = G_(identity)();
    for (uint32_t j = (uint32_t)1 << (plan->line_log2 - plan->tail_log2); j-- > 0;) {
        G_POINT own, points;
        FROM_XYZZ(&own, &parts[j].weighted);
        FROM_XYZZ(&points, &parts[j].sum);
        G_(add)(&all, &all, &own);
        G_(add)(&before, &before, &after);
        G_(add)(&after, &after, &points);
    }
    G_(tail_double)(&before, plan->tail_log2);
    G_(add)(weighted, &all, &before);
    *sum = after;
}

/* A slot: column + 1 times each column's sum, and 2^column_log2 row times each row's. */
static void G_(tail_slot)(G_POINT *out, const sl_cuda_sums_plan *plan, const G_TAIL *parts) {
    G_POINT rows_sum, rows, columns_sum, columns;
    G_(tail_line)(&rows_sum, &rows, plan, parts);
    G_(tail_line)(&columns_sum, &columns, plan, parts + ((size_t)1 << (plan->line_log2 - plan->tail_log2)));
    G_(tail_double)(&rows, plan->column_log2);
    G_(add)(&rows, &rows, &columns);
    G_(add)(out, &rows, &columns_sum);
}

static void G_(tails_finish)(G_POINT *out, const sl_cuda_sums_plan *plan, const sl_cuda_sum_shape *shapes,
                             uint32_t sums_n, const G_TAIL *tails) {
    const size_t line = (size_t)1 << (plan->line_log2 - plan->tail_log2);
    uint32_t slot = 0;
    const uint32_t slots_n = sl_cuda_sums_parts(plan, shapes, sums_n) * plan->windows_n;
    for (uint32_t i = 0; i < sums_n; i++) {
        G_POINT sum, weighted;
        G_(tail_line)(&sum, &weighted, plan, tails + (2 * (size_t)slots_n + i) * line);
        for (; slot < slots_n && sl_cuda_slot_at(plan, shapes, slot).sum == i; slot += plan->windows_n) {
            G_POINT part = G_(identity)(), own;
            for (uint32_t window = plan->windows_n; window-- > 0;) {
                G_(tail_double)(&part, sl_cuda_window_width(plan->windows_n, window));
                G_(tail_slot)(&own, plan, tails + 2 * (size_t)(slot + window) * line);
                G_(add)(&part, &part, &own);
            }
            G_(add)(&sum, &sum, &part);
        }
        out[i] = sum;
    }
}
