// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Sums of the points of a row, and of each times its place, in XYZZ form: a kernel as steps of one addition, each in
 * phases between barriers, as functions of a thread. weighted.cuh includes it for each group.
 *
 * Included with G_T, X_T (points, affine and XYZZ), G_(name) (prefix of the group), C_T (coordinates), C_(name) (prefix
 * of the field), MUL of coordinates for the one place where most products are made, and MUL_SELDOM and SQR_SELDOM.
 *
 * There are few sums and many steps, so what counts is how long an addition takes: the four threads of a team make it
 * together, in four products one after the other, not fourteen. With a += b, u = X Z^2 and s = Y Z^3 of the other one:
 *
 *   product     u_a, u_b, s_a, s_b
 *   difference  P = u_b - u_a, R = s_b - s_a
 *   product     P^2, R^2, ZZ_a ZZ_b, ZZZ_a ZZZ_b
 *   product     P^3, Q = u_a P^2, ZZ = ZZ_a ZZ_b P^2
 *   difference  X = R^2 - P^3 - 2 Q, and Q - X
 *   product     R (Q - X), s_a P^3, ZZZ = ZZZ_a ZZZ_b P^3
 *   difference  Y = R (Q - X) - s_a P^3; and the sum is written
 *
 * Exact for all points of the curve in every position. Coordinates are below 2p all the time.
 */

#define W_PARTS 8

/* Each team has two sums, its number and TEAMS + that, and room for what its threads make for one another. */
typedef struct G_(weighted_shared) {
    X_T sums[2 * SL_CUDA_WEIGHTED_TEAMS];
    C_T parts[SL_CUDA_WEIGHTED_TEAMS][W_PARTS];
    uint32_t adds[SL_CUDA_WEIGHTED_TEAMS], is_empty[SL_CUDA_WEIGHTED_TEAMS]; /* is there something to add, and to it */
    uint32_t is_x_same[SL_CUDA_WEIGHTED_TEAMS], is_y_same[SL_CUDA_WEIGHTED_TEAMS];
} G_(weighted_shared);

/* x, y, ZZ or ZZZ */
SL_CUDA_FN C_T *G_(xyzz_part)(X_T *a, uint32_t part) {
    return part < 2 ? (part == 0 ? &a->x : &a->y) : (part == 2 ? &a->zz : &a->zzz);
}

SL_CUDA_FN void G_(xyzz_clear)(X_T *out) {
    C_T zero;
    C_(zero)(&zero);
    C_(put)(&out->x, &zero);
    C_(put)(&out->y, &zero);
    C_(put)(&out->zz, &zero);
    C_(put)(&out->zzz, &zero);
}

SL_CUDA_FN bool G_(is_zero_at)(const C_T *at) {
    C_T value;
    C_(take)(&value, at);
    return C_(is_zero)(&value);
}

/* *a = *a b */
SL_CUDA_FN void G_(scale)(C_T *a, const C_T *b) {
    C_T product;
    C_(take)(&product, a);
    MUL_SELDOM(&product, b, &product);
    C_(put)(a, &product);
}

/* *a = 2 *a, for one that is not the identity; by one thread. */
SL_CUDA_FN void G_(xyzz_double)(X_T *a) {
    C_T u, v, m, s, w;
    C_(take)(&m, &a->x);
    SQR_SELDOM(&s, &m);
    C_(add)(&m, &s, &s);
    C_(reduce)(&m, &m);
    C_(add)(&m, &m, &s);
    C_(reduce)(&m, &m); /* 3 x^2 */
    C_(take)(&u, &a->y);
    C_(add)(&u, &u, &u);
    C_(reduce)(&u, &u);
    SQR_SELDOM(&v, &u);
    G_(scale)(&a->zz, &v);
    C_(take)(&s, &a->x);
    MUL_SELDOM(&s, &s, &v);
    MUL_SELDOM(&w, &u, &v);
    G_(scale)(&a->zzz, &w);
    G_(scale)(&a->y, &w);
    SQR_SELDOM(&u, &m);
    C_(sub_reduced)(&u, &u, &s);
    C_(sub_reduced)(&u, &u, &s);
    C_(put)(&a->x, &u);
    C_(sub_reduced)(&s, &s, &u);
    MUL_SELDOM(&s, &s, &m);
    C_(take)(&u, &a->y);
    C_(sub_reduced)(&s, &s, &u);
    C_(put)(&a->y, &s);
}

/* A summand: coordinates x and y, or -y, and either ZZ and ZZZ, or NULL where they are 1. */
typedef struct G_(summand) {
    const C_T *x, *y, *zz, *zzz;
    bool is_negative;
} G_(summand);

/* x, y, ZZ or ZZZ, below 2p. */
SL_CUDA_FN void G_(summand_take)(C_T *out, const G_(summand) * b, uint32_t part) {
    if (part < 2) {
        C_(take)(out, part == 0 ? b->x : b->y);
        if (part == 1 && b->is_negative) {
            C_(negate_if)(out, out, 1);
            C_(reduce)(out, out);
        }
    } else if (b->zz != NULL) {
        C_(take)(out, part == 2 ? b->zz : b->zzz);
    } else {
        C_(one)(out);
    }
}

/* What the act adds. False where that is nothing; but it may be the identity. */
SL_CUDA_FN bool G_(summand_find)(G_(summand) * out, const sl_cuda_weighted *work, const G_(weighted_shared) * shared,
                                 uint32_t row, sl_cuda_weighted_act act) {
    if (act.kind == SL_CUDA_ADD_SUM) {
        const X_T *from = &shared->sums[act.from];
        *out = (G_(summand)){&from->x, &from->y, &from->zz, &from->zzz, false};
        return true;
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
    return true;
}

SL_CUDA_FN void G_(weighted_clear)(G_(weighted_shared) * shared, uint32_t t) {
    if (t < 2 * SL_CUDA_WEIGHTED_TEAMS) {
        G_(xyzz_clear)(&shared->sums[t]);
    }
}

/* The first phase, by one thread of a team; doublings are made here. */
SL_CUDA_FN void G_(weighted_look)(const sl_cuda_weighted *work, G_(weighted_shared) * shared, uint32_t row,
                                  sl_cuda_weighted_act act, uint32_t team) {
    X_T *a = &shared->sums[act.to];
    const bool is_empty = G_(is_zero_at)(&a->zz);
    G_(summand) b;
    shared->adds[team] = G_(summand_find)(&b, work, shared, row, act) && !G_(is_zero_at)(b.zz != NULL ? b.zz : b.y);
    shared->is_empty[team] = is_empty;
    if (act.kind == SL_CUDA_DOUBLE && !is_empty) {
        G_(xyzz_double)(a);
    }
}

/* The product of thread `lane` of a team in a phase of products; where it goes, or -1 if there is none. */
SL_CUDA_FN int32_t G_(weighted_factors)(C_T *left, C_T *right, X_T *a, const G_(summand) * b, const C_T *parts,
                                        uint32_t phase, uint32_t lane) {
    if (phase == SL_CUDA_WEIGHTED_FIRST) { /* u_a, u_b, s_a, s_b */
        const uint32_t of_a = (lane >> 1) + (lane % 2 == 0 ? 0 : 2), of_b = of_a ^ 2;
        C_(take)(left, G_(xyzz_part)(a, of_a));
        G_(summand_take)(right, b, of_b);
        return (int32_t)lane;
    }
    if (phase == SL_CUDA_WEIGHTED_SECOND && lane >= 2) {
        C_(take)(left, G_(xyzz_part)(a, lane));
        G_(summand_take)(right, b, lane);
        return (int32_t)(4 + lane);
    }
    if (phase == SL_CUDA_WEIGHTED_SECOND) { /* P^2, R^2 */
        C_(take)(left, &parts[lane == 0 ? 1 : 3]);
        *right = *left;
        return (int32_t)(4 + lane);
    }
    if (lane == 3) {
        return -1;
    }
    const bool is_third = phase == SL_CUDA_WEIGHTED_THIRD;
    const uint32_t l = is_third ? (lane == 0 ? 1 : lane == 1 ? 0 : 6) : (lane == 0 ? 3 : lane == 1 ? 2 : 7);
    const uint32_t r = is_third || lane == 0 ? 4 : 1;
    C_(take)(left, &parts[l]);
    C_(take)(right, &parts[r]);
    return (int32_t)l;
}

/* P and R, and whether they are 0. */
SL_CUDA_FN void G_(weighted_compare)(G_(weighted_shared) * shared, uint32_t team, uint32_t lane) {
    if (lane < 2) {
        C_T *parts = shared->parts[team];
        C_T of_a, of_b;
        C_(take)(&of_a, &parts[2 * lane]);
        C_(take)(&of_b, &parts[2 * lane + 1]);
        C_(sub_reduced)(&of_b, &of_b, &of_a);
        C_(put)(&parts[2 * lane + 1], &of_b);
        if (lane == 0) {
            shared->is_x_same[team] = C_(is_zero)(&of_b);
        } else {
            shared->is_y_same[team] = C_(is_zero)(&of_b);
        }
    }
}

/* X and Q - X */
SL_CUDA_FN void G_(weighted_x)(C_T *parts) {
    C_T x, value;
    C_(take)(&x, &parts[5]);
    C_(take)(&value, &parts[1]);
    C_(sub_reduced)(&x, &x, &value);
    C_(take)(&value, &parts[0]);
    C_(sub_reduced)(&x, &x, &value);
    C_(sub_reduced)(&x, &x, &value);
    C_(put)(&parts[5], &x);
    C_(sub_reduced)(&value, &value, &x);
    C_(put)(&parts[4], &value);
}

/* The sum: `lane` is the part of it. */
SL_CUDA_FN void G_(weighted_write)(G_(weighted_shared) * shared, X_T *a, const G_(summand) * b, uint32_t team,
                                   uint32_t lane) {
    C_T *parts = shared->parts[team];
    C_T value, other;
    if (shared->is_empty[team] != 0) {
        G_(summand_take)(&value, b, lane);
    } else if (shared->is_x_same[team] != 0) {
        if (lane == 0 && shared->is_y_same[team] != 0) {
            G_(xyzz_double)(a);
        } else if (lane == 0) {
            G_(xyzz_clear)(a);
        }
        return;
    } else if (lane == 1) {
        C_(take)(&value, &parts[3]);
        C_(take)(&other, &parts[2]);
        C_(sub_reduced)(&value, &value, &other);
    } else {
        C_(take)(&value, &parts[lane == 0 ? 5 : lane + 4]);
    }
    C_(put)(G_(xyzz_part)(a, lane), &value);
}

/* A phase of a step. A barrier comes before each. */
SL_CUDA_FN void G_(weighted_phase)(const sl_cuda_weighted *work, G_(weighted_shared) * shared, uint32_t row,
                                   uint32_t step, uint32_t phase, uint32_t t) {
    const uint32_t team = t / SL_CUDA_WEIGHTED_TEAM, lane = t % SL_CUDA_WEIGHTED_TEAM;
    const sl_cuda_weighted_act act = sl_cuda_weighted_act_of(work->weights_n, work->is_plain, step, team);
    if (act.kind == SL_CUDA_REST) {
        return;
    }
    if (phase == SL_CUDA_WEIGHTED_LOOK) {
        if (lane == 0) {
            G_(weighted_look)(work, shared, row, act, team);
        }
        return;
    }
    G_(summand) b;
    if (shared->adds[team] == 0 || !G_(summand_find)(&b, work, shared, row, act)) {
        return;
    }
    X_T *a = &shared->sums[act.to];
    if (phase == SL_CUDA_WEIGHTED_WRITE) {
        G_(weighted_write)(shared, a, &b, team, lane);
    } else if (phase == SL_CUDA_WEIGHTED_COMPARE) {
        G_(weighted_compare)(shared, team, lane);
    } else if (phase == SL_CUDA_WEIGHTED_X) {
        if (lane == 0) {
            G_(weighted_x)(shared->parts[team]);
        }
    } else {
        C_T left, right;
        const int32_t to = G_(weighted_factors)(&left, &right, a, &b, shared->parts[team], phase, lane);
        if (to >= 0) {
            MUL(&left, &left, &right);
            C_(put)(&shared->parts[team][to], &left);
        }
    }
}

/* The results of a row, by pieces. */
SL_CUDA_FN void G_(weighted_store)(const sl_cuda_weighted *work, const G_(weighted_shared) * shared, uint32_t row,
                                   uint32_t t) {
    const uint32_t pieces_n = (uint32_t)(sizeof(X_T) / sizeof(sl_cuda_piece));
    if (t < 2 * pieces_n) {
        const sl_cuda_piece *from = (const sl_cuda_piece *)&shared->sums[t < pieces_n ? 0 : SL_CUDA_WEIGHTED_TEAMS];
        ((sl_cuda_piece *)work->out)[(size_t)row * 2 * pieces_n + t] = from[t < pieces_n ? t : t - pieces_n];
    }
}

#undef W_PARTS
