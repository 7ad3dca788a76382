// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of the points of a row, and of each times its place, in XYZZ form: a kernel as steps between barriers, each of
 * one addition at most, as functions of a thread. weighted.cuh includes it for each group.
 *
 * Included with G_T, X_T (points, affine and XYZZ), G_(name) (prefix of the group), G_GROUP, G_THREADS (of a block),
 * C_T (coordinates), C_(name) (prefix of the field), and MUL and SQR of coordinates.
 *
 * Exact for all points of the curve in every position.
 */

/* Each thread has two sums, t and G_THREADS + t. */
typedef struct G_(weighted_shared) {
    X_T sums[2 * G_THREADS];
} G_(weighted_shared);

SL_CUDA_FN void G_(xyzz_clear)(X_T *out) {
    C_T zero;
    C_(zero)(&zero);
    C_(put)(&out->x, &zero);
    C_(put)(&out->y, &zero);
    C_(put)(&out->zz, &zero);
    C_(put)(&out->zzz, &zero);
}

/* out = a *b. Operands are loaded late, for want of registers. */
SL_CUDA_FN void G_(times)(C_T *out, const C_T *a, const C_T *b) {
    C_T factor;
    C_(take)(&factor, b);
    MUL(out, a, &factor);
}

/* *a = *a b */
SL_CUDA_FN void G_(scale)(C_T *a, const C_T *b) {
    C_T product;
    G_(times)(&product, b, a);
    C_(put)(a, &product);
}

/* *a = 2 *a, for one that is not the identity */
SL_CUDA_FN void G_(xyzz_double)(X_T *a) {
    C_T u, v, m, s, w;
    C_(take)(&m, &a->x);
    SQR(&s, &m);
    C_(add)(&m, &s, &s);
    C_(reduce)(&m, &m);
    C_(add)(&m, &m, &s);
    C_(reduce)(&m, &m); /* 3 x^2 */
    C_(take)(&u, &a->y);
    C_(add)(&u, &u, &u);
    C_(reduce)(&u, &u);
    SQR(&v, &u);
    G_(scale)(&a->zz, &v);
    G_(times)(&s, &v, &a->x);
    MUL(&w, &u, &v);
    G_(scale)(&a->zzz, &w);
    G_(scale)(&a->y, &w);
    SQR(&u, &m);
    C_(sub)(&u, &u, &s);
    C_(sub)(&u, &u, &s); /* < 6p */
    C_(reduce)(&u, &u);
    C_(reduce)(&u, &u);
    C_(put)(&a->x, &u);
    C_(sub)(&s, &s, &u); /* < 4p */
    MUL(&s, &s, &m);
    C_(take)(&u, &a->y);
    C_(sub)(&s, &s, &u); /* < 4p */
    C_(reduce)(&s, &s);
    C_(put)(&a->y, &s);
}

/* A summand: coordinates x and y, or -y, and either ZZ and ZZZ, or NULL where they are 1. */
typedef struct G_(summand) {
    const C_T *x, *y, *zz, *zzz;
    bool is_negative;
} G_(summand);

/* Below 2p. */
SL_CUDA_FN void G_(summand_y)(C_T *out, const G_(summand) * b) {
    C_(take)(out, b->y);
    if (b->is_negative) {
        C_T zero;
        C_(zero)(&zero);
        C_(sub)(out, &zero, out);
        C_(reduce)(out, out);
    }
}

/* *a = b, for *a that is the identity */
SL_CUDA_FN void G_(xyzz_set)(X_T *a, const G_(summand) * b) {
    C_T value;
    C_(take)(&value, b->x);
    C_(put)(&a->x, &value);
    G_(summand_y)(&value, b);
    C_(put)(&a->y, &value);
    C_(one)(&value);
    if (b->zz != NULL) {
        C_(take)(&value, b->zz);
    }
    C_(put)(&a->zz, &value);
    if (b->zz != NULL) {
        C_(take)(&value, b->zzz);
    }
    C_(put)(&a->zzz, &value);
}

/*
 * *a += b where neither is the identity. True if they are equal, and then *a is as it was: it has to be doubled.
 */
SL_CUDA_FN bool G_(xyzz_add)(X_T *a, const G_(summand) * b) {
    C_T u, s, p, r, square, cube;
    C_(take)(&u, &a->x);
    C_(take)(&p, b->x);
    G_(times)(&p, &p, &a->zz);
    if (b->zz != NULL) {
        G_(times)(&u, &u, b->zz);
    }
    C_(sub)(&p, &p, &u); /* < 4p */
    C_(reduce)(&p, &p);
    C_(take)(&s, &a->y);
    G_(summand_y)(&r, b);
    G_(times)(&r, &r, &a->zzz);
    if (b->zz != NULL) {
        G_(times)(&s, &s, b->zzz);
    }
    C_(sub)(&r, &r, &s);
    C_(reduce)(&r, &r);
    if (C_(is_zero)(&p)) {
        if (C_(is_zero)(&r)) {
            return true;
        }
        G_(xyzz_clear)(a);
        return false;
    }
    SQR(&square, &p);
    MUL(&u, &u, &square);
    MUL(&cube, &p, &square);
    G_(scale)(&a->zz, &square);
    MUL(&s, &s, &cube);
    G_(scale)(&a->zzz, &cube);
    if (b->zz != NULL) {
        C_(take)(&p, b->zz);
        G_(scale)(&a->zz, &p);
        C_(take)(&p, b->zzz);
        G_(scale)(&a->zzz, &p);
    }
    SQR(&p, &r);
    C_(sub)(&p, &p, &cube);
    C_(sub)(&p, &p, &u); /* < 6p */
    C_(reduce)(&p, &p);
    C_(sub)(&p, &p, &u); /* < 6p */
    C_(reduce)(&p, &p);
    C_(reduce)(&p, &p);
    C_(put)(&a->x, &p);
    C_(sub)(&u, &u, &p); /* < 4p */
    MUL(&u, &u, &r);
    C_(sub)(&u, &u, &s); /* < 4p */
    C_(reduce)(&u, &u);
    C_(put)(&a->y, &u);
    return false;
}

SL_CUDA_FN void G_(weighted_clear)(G_(weighted_shared) * shared, uint32_t t) {
    G_(xyzz_clear)(&shared->sums[t]);
    G_(xyzz_clear)(&shared->sums[G_THREADS + t]);
}

SL_CUDA_FN bool G_(is_identity_at)(const C_T *part) {
    C_T value;
    C_(take)(&value, part);
    return C_(is_zero)(&value);
}

/* What the act adds. False for the identity, and for nothing. */
SL_CUDA_FN bool G_(summand_find)(G_(summand) * out, const sl_cuda_weighted *work, const G_(weighted_shared) * shared,
                                 uint32_t row, sl_cuda_weighted_act act) {
    if (act.kind == SL_CUDA_ADD_SUM) {
        const X_T *from = &shared->sums[act.from];
        *out = (G_(summand)){&from->x, &from->y, &from->zz, &from->zzz, false};
        return !G_(is_identity_at)(out->zz);
    }
    if (act.kind != SL_CUDA_ADD_POINT || act.from >= work->weights_n) {
        return false;
    }
    const uint32_t ref = work->refs[(size_t)row * work->weights_n + act.from];
    if (ref == SL_CUDA_REF_NONE) {
        return false;
    }
    const uint32_t i = ref & ~SL_CUDA_REF_NEGATIVE;
    const G_T *from = i < work->bases_n ? (const G_T *)work->bases + i : (const G_T *)work->pool + (i - work->bases_n);
    *out = (G_(summand)){&from->x, &from->y, NULL, NULL, (ref & SL_CUDA_REF_NEGATIVE) != 0};
    return !G_(is_identity_at)(out->y);
}

/* One act of thread t. A barrier comes before each step. */
SL_CUDA_FN void G_(weighted_step)(const sl_cuda_weighted *work, G_(weighted_shared) * shared, uint32_t row,
                                  uint32_t step, uint32_t t) {
    const sl_cuda_weighted_act act = sl_cuda_weighted_act_of(G_GROUP, work->weights_n, work->is_plain, step, t);
    X_T *to = &shared->sums[act.to];
    if (act.kind == SL_CUDA_REST) {
        return;
    }
    const bool is_identity = G_(is_identity_at)(&to->zz);
    bool doubles = act.kind == SL_CUDA_DOUBLE && !is_identity;
    G_(summand) summand;
    if (G_(summand_find)(&summand, work, shared, row, act)) {
        if (is_identity) {
            G_(xyzz_set)(to, &summand);
        } else {
            doubles = G_(xyzz_add)(to, &summand);
        }
    }
    if (doubles) {
        G_(xyzz_double)(to);
    }
}

/* The results of a row, by pieces. */
SL_CUDA_FN void G_(weighted_store)(const sl_cuda_weighted *work, const G_(weighted_shared) * shared, uint32_t row,
                                   uint32_t t) {
    const uint32_t pieces_n = (uint32_t)(sizeof(X_T) / sizeof(sl_cuda_piece));
    if (t < 2 * pieces_n) {
        const sl_cuda_piece *from = (const sl_cuda_piece *)&shared->sums[t < pieces_n ? 0 : G_THREADS];
        ((sl_cuda_piece *)work->out)[(size_t)row * 2 * pieces_n + t] = from[t < pieces_n ? t : t - pieces_n];
    }
}
