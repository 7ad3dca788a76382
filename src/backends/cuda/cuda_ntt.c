// SPDX-License-Identifier: MIT OR Apache-2.0
#include "backends/cuda/cuda_ntt.h"

#include "backends/cuda/device_state.h"
#include "backends/cuda/ntt_plan.h"

/* A pass without its way, factors and roots. */
static sl_cuda_ntt_pass pass_of(const sl_cuda_ntt *ntt, uint32_t p, sl_cuda_fr *a) {
    const sl_cuda_ntt_level *level = &ntt->levels[p];
    return (sl_cuda_ntt_pass){
        .in = a, .out = a, .log2_size = ntt->log2_size, .log2_columns = level->log2_columns, .log2_n = level->log2_n};
}

/* Between pass p, not the last, and the next one. */
static sl_cuda_ntt_factors factors_between(const sl_cuda_ntt *ntt, uint32_t p, sl_cuda_ntt_direction direction,
                                           bool on_coset) {
    const sl_cuda_ntt_level *level = &ntt->levels[p];
    const sl_cuda_fr *table = level->between[direction][on_coset && p > 0];
    if (table != NULL) {
        return (sl_cuda_ntt_factors){.low = table, .k_step = UINT32_C(1) << level->log2_columns};
    }
    const sl_cuda_ntt_side *side = &ntt->sides[direction];
    return (sl_cuda_ntt_factors){.low = side->low, .high = side->high, .low_bits = ntt->low_bits};
}

/* Of the last pass. */
static sl_cuda_ntt_factors factors_end(const sl_cuda_ntt *ntt, sl_cuda_ntt_end end) {
    const sl_cuda_ntt_level *last = &ntt->levels[ntt->levels_n - 1];
    if (end == SL_CUDA_NTT_ENDS_N) {
        return (sl_cuda_ntt_factors){.low = NULL};
    }
    if (sl_cuda_ntt_end_is_constant(end)) {
        return (sl_cuda_ntt_factors){.low = ntt->ends[end]};
    }
    const uint32_t first_bits = ntt->levels_n > 1 ? ntt->levels[0].log2_n : 0;
    return (sl_cuda_ntt_factors){.low = ntt->ends[end],
                                 .k_step = 1,
                                 .block_step = UINT32_C(1) << last->log2_n,
                                 .block_shift = last->bits_before - first_bits};
}

/* A vector on its way. */
typedef struct walk {
    sl_module_device *device;
    const sl_cuda_ntt *ntt;
    void *stream;
    sl_cuda_fr *a;
} walk;

static sluice_status pass_launch(const walk *w, const sl_cuda_ntt_pass *pass, sl_cuda_ntt_way way, sluice_error *err) {
    return sl_cuda_call_check(w->device, w->device->calls->ntt->pass(pass, way, w->stream), "kernel of transforms",
                              err);
}

/* The passes but the last one, down; on_coset: powers of 7 with them. */
static sluice_status columns_down(const walk *w, sl_cuda_ntt_direction direction, bool on_coset, sluice_error *err) {
    for (uint32_t p = 0; p + 1 < w->ntt->levels_n; p++) {
        sl_cuda_ntt_pass pass = pass_of(w->ntt, p, w->a);
        pass.down = w->ntt->sides[direction].roots;
        pass.factors = factors_between(w->ntt, p, direction, on_coset);
        SL_TRY(pass_launch(w, &pass, SL_CUDA_NTT_WAY_DOWN, err));
    }
    return SLUICE_OK;
}

/* The passes but the last one, up; in the end times `product` at `product`, if that is not NULL. */
static sluice_status columns_up(const walk *w, sl_cuda_ntt_direction direction, bool on_coset, sl_cuda_fr *product,
                                sluice_error *err) {
    for (uint32_t p = w->ntt->levels_n - 1; p-- > 0;) {
        sl_cuda_ntt_pass pass = pass_of(w->ntt, p, w->a);
        pass.up = w->ntt->sides[direction].roots;
        pass.factors = factors_between(w->ntt, p, direction, on_coset);
        if (p == 0 && product != NULL) {
            pass.other = pass.out = product;
        }
        SL_TRY(pass_launch(w, &pass, SL_CUDA_NTT_WAY_UP, err));
    }
    return SLUICE_OK;
}

/* Less `minus`, if that is not NULL. */
static sluice_status down(const walk *w, sl_cuda_ntt_direction direction, sl_cuda_ntt_end end, bool on_coset,
                          const sl_cuda_fr *minus, sluice_error *err) {
    SL_TRY(columns_down(w, direction, on_coset, err));
    sl_cuda_ntt_pass pass = pass_of(w->ntt, w->ntt->levels_n - 1, w->a);
    pass.down = w->ntt->sides[direction].roots;
    pass.factors = factors_end(w->ntt, end);
    pass.other = minus;
    return pass_launch(w, &pass, SL_CUDA_NTT_WAY_DOWN, err);
}

static sluice_status up(const walk *w, sl_cuda_ntt_direction direction, sl_cuda_ntt_end end, bool on_coset,
                        sluice_error *err) {
    sl_cuda_ntt_pass pass = pass_of(w->ntt, w->ntt->levels_n - 1, w->a);
    pass.up = w->ntt->sides[direction].roots;
    pass.factors = factors_end(w->ntt, end);
    SL_TRY(pass_launch(w, &pass, SL_CUDA_NTT_WAY_UP, err));
    return columns_up(w, direction, on_coset, NULL, err);
}

/* Values on the domain to values on the coset; in the end times `product` at `product`, if that is not NULL. */
static sluice_status to_coset(const walk *w, sl_cuda_fr *product, sluice_error *err) {
    SL_TRY(columns_down(w, SL_CUDA_NTT_INVERSE, false, err));
    sl_cuda_ntt_pass pass = pass_of(w->ntt, w->ntt->levels_n - 1, w->a);
    pass.down = w->ntt->sides[SL_CUDA_NTT_INVERSE].roots;
    pass.up = w->ntt->sides[SL_CUDA_NTT_FORWARD].roots;
    pass.factors = factors_end(w->ntt, SL_CUDA_NTT_END_TURN);
    if (w->ntt->levels_n == 1 && product != NULL) {
        pass.other = pass.out = product;
    }
    SL_TRY(pass_launch(w, &pass, SL_CUDA_NTT_WAY_TURN, err));
    return columns_up(w, SL_CUDA_NTT_FORWARD, true, product, err);
}

sluice_status sl_cuda_ntt_run(sl_module_device *device, const sl_cuda_ntt *ntt, sl_cuda_fr *a, sl_cuda_ntt_kind kind,
                              void *stream, sluice_error *err) {
    const walk w = {device, ntt, stream, a};
    switch (kind) {
    case SL_CUDA_NTT_DOWN:
        return down(&w, SL_CUDA_NTT_FORWARD, SL_CUDA_NTT_ENDS_N, false, NULL, err);
    case SL_CUDA_NTT_DOWN_INVERSE:
        return down(&w, SL_CUDA_NTT_INVERSE, SL_CUDA_NTT_END_SIZE, false, NULL, err);
    case SL_CUDA_NTT_DOWN_COSET_INVERSE:
        return down(&w, SL_CUDA_NTT_INVERSE, SL_CUDA_NTT_END_COSET_INVERSE, true, NULL, err);
    case SL_CUDA_NTT_UP:
        return up(&w, SL_CUDA_NTT_FORWARD, SL_CUDA_NTT_ENDS_N, false, err);
    case SL_CUDA_NTT_UP_INVERSE:
        return up(&w, SL_CUDA_NTT_INVERSE, SL_CUDA_NTT_END_SIZE, false, err);
    case SL_CUDA_NTT_UP_COSET:
        return up(&w, SL_CUDA_NTT_FORWARD, SL_CUDA_NTT_END_COSET, true, err);
    case SL_CUDA_NTT_KINDS_N:
        break;
    }
    return SL_FAIL(err, SLUICE_E_USAGE, "device %u: transform of kind %d", device->index, (int)kind);
}

/* As sl_ntt_quotient: c's coefficients stay what they are, and are subtracted from those of A B. */
sluice_status sl_cuda_quotient(sl_module_device *device, const sl_cuda_ntt *ntt, sl_cuda_fr *a, sl_cuda_fr *b,
                               sl_cuda_fr *c, void *stream, sluice_error *err) {
    const walk wa = {device, ntt, stream, a}, wb = {device, ntt, stream, b}, wc = {device, ntt, stream, c};
    SL_TRY(to_coset(&wa, NULL, err));
    SL_TRY(to_coset(&wb, a, err));
    if (c == NULL) {
        return SLUICE_OK;
    }
    SL_TRY(down(&wc, SL_CUDA_NTT_INVERSE, SL_CUDA_NTT_END_QUOTIENT, false, NULL, err));
    return down(&wa, SL_CUDA_NTT_INVERSE, SL_CUDA_NTT_END_COSET_QUOTIENT, true, c, err);
}
