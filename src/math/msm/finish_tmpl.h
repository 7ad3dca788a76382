// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Buckets to the sum, for one group: the functions of msm_finish.c that need the group's types.
 *
 * Included with G_POINT, G_AFFINE, G_(name) (prefix of the group law) and M_(name) (prefix of the static functions).
 */

/* Sum of (j + offset) line_j over n lines, by running sums from the top. */
static G_POINT M_(weighted_sum)(const G_AFFINE *lines, size_t n, bool from_one) {
    G_POINT running = G_(identity)();
    G_POINT total = G_(identity)();
    for (size_t j = n; j-- > 0;) {
        if (j > 0 || from_one) {
            G_(add_affine)(&running, &running, &lines[j]);
            G_(add)(&total, &total, &running);
        }
    }
    return total;
}

/* Sum of (b + 1) bucket_b over one window: 2^k hi for rows, lo + 1 for columns, where b = 2^k hi + lo. */
static void M_(reduce)(const sl_msm *msm, size_t w, const char *buckets, const sl_msm_worker *worker) {
    const line_shape shape = lines_sum(msm, w, buckets, worker);
    const G_AFFINE *rows = worker->line_affine;
    msm->curve->to_affine(worker->line_affine, worker->line_sums, shape.rows_n + shape.columns_n);
    G_POINT sum = M_(weighted_sum)(rows, shape.rows_n, false);
    for (unsigned k = 0; k < shape.column_bits; k++) {
        G_(dbl)(&sum, &sum);
    }
    const G_POINT columns = M_(weighted_sum)(rows + shape.rows_n, shape.columns_n, true);
    G_(add)(&sum, &sum, &columns);
    G_POINT *total = (G_POINT *)msm->window_sums + w;
    G_(add)(total, total, &sum);
}

static void M_(finish)(const sl_msm *msm, G_POINT *out) {
    const G_POINT *window_sums = msm->window_sums;
    G_POINT sum = G_(identity)();
    for (unsigned w = msm->plan.windows_n; w-- > 0;) {
        for (unsigned k = 0; k < msm->windows[w].width; k++) {
            G_(dbl)(&sum, &sum);
        }
        G_(add)(&sum, &sum, &window_sums[w]);
    }
    for (size_t t = 0; t < msm->plan.threads_n; t++) {
        G_AFFINE selected[SL_BIT_LISTS];
        msm->curve->to_affine(selected, msm->workers[t].bit_sums, SL_BIT_LISTS);
        for (size_t j = 0; j < SL_BIT_LISTS; j++) {
            G_(add_affine)(&sum, &sum, &selected[j]);
        }
    }
    *out = sum;
}
