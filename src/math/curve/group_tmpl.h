// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The group law of y^2 = x^3 + b in affine and Jacobian form: the body shared by g1.c and g2.c.
 *
 * Included with G_POINT, G_AFFINE (types), G_(name) (prefix of the group), C_T (coordinate type), C_(name) (prefix of
 * the field), MUL and SQR (out-of-line multiplication and squaring of coordinates) and G_B (pointer to b). Neither
 * curve has a point of order two (both group orders are odd), so y = 0 needs no case of its own.
 */

bool G_(affine_is_identity)(const G_AFFINE *a) {
    return C_(is_zero)(&a->x) && C_(is_zero)(&a->y);
}

bool G_(affine_eq)(const G_AFFINE *a, const G_AFFINE *b) {
    return C_(eq)(&a->x, &b->x) && C_(eq)(&a->y, &b->y);
}

bool G_(affine_on_curve)(const G_AFFINE *a) {
    C_T left;
    C_T right;
    SQR(&left, &a->y);
    SQR(&right, &a->x);
    MUL(&right, &right, &a->x);
    C_(add)(&right, &right, G_B);
    return C_(eq)(&left, &right) || G_(affine_is_identity)(a);
}

void G_(affine_neg)(G_AFFINE *out, const G_AFFINE *a) {
    out->x = a->x;
    C_(neg)(&out->y, &a->y);
}

G_POINT G_(identity)(void) {
    return (G_POINT){C_(one)(), C_(one)(), C_(zero)()};
}

bool G_(is_identity)(const G_POINT *a) {
    return C_(is_zero)(&a->z);
}

bool G_(eq)(const G_POINT *a, const G_POINT *b) {
    if (G_(is_identity)(a) || G_(is_identity)(b)) {
        return G_(is_identity)(a) && G_(is_identity)(b);
    }
    /* Xa Zb^2 = Xb Za^2 and Ya Zb^3 = Yb Za^3. */
    C_T za2;
    C_T zb2;
    C_T left;
    C_T right;
    SQR(&za2, &a->z);
    SQR(&zb2, &b->z);
    MUL(&left, &a->x, &zb2);
    MUL(&right, &b->x, &za2);
    if (!C_(eq)(&left, &right)) {
        return false;
    }
    MUL(&za2, &za2, &a->z);
    MUL(&zb2, &zb2, &b->z);
    MUL(&left, &a->y, &zb2);
    MUL(&right, &b->y, &za2);
    return C_(eq)(&left, &right);
}

void G_(from_affine)(G_POINT *out, const G_AFFINE *a) {
    if (G_(affine_is_identity)(a)) {
        *out = G_(identity)();
        return;
    }
    *out = (G_POINT){a->x, a->y, C_(one)()};
}

/* The affine form of a with 1/Z given. */
static void scale_by(G_AFFINE *out, const G_POINT *a, const C_T *z_inverse) {
    C_T zi2;
    SQR(&zi2, z_inverse);
    MUL(&out->x, &a->x, &zi2);
    MUL(&zi2, &zi2, z_inverse);
    MUL(&out->y, &a->y, &zi2);
}

void G_(to_affine_vt)(G_AFFINE *out, const G_POINT *a) {
    /* The inverse of 0 is 0, which makes (0, 0) of the identity. */
    C_T z_inverse;
    C_(inv_vt)(&z_inverse, &a->z);
    scale_by(out, a, &z_inverse);
}

void G_(batch_to_affine_vt)(G_AFFINE *out, const G_POINT *a, C_T *scratch, size_t n) {
    C_T product = C_(one)();
    for (size_t i = 0; i < n; i++) {
        scratch[i] = product;
        if (!G_(is_identity)(&a[i])) {
            MUL(&product, &product, &a[i].z);
        }
    }
    C_(inv_vt)(&product, &product);
    for (size_t i = n; i-- > 0;) {
        if (G_(is_identity)(&a[i])) {
            out[i] = (G_AFFINE){C_(zero)(), C_(zero)()};
            continue;
        }
        C_T z_inverse;
        MUL(&z_inverse, &product, &scratch[i]);
        MUL(&product, &product, &a[i].z);
        scale_by(&out[i], &a[i], &z_inverse);
    }
}

void G_(neg)(G_POINT *out, const G_POINT *a) {
    out->x = a->x;
    C_(neg)(&out->y, &a->y);
    out->z = a->z;
}

/* 2 M + 5 S. Right for the identity too: Z = 0 stays 0. */
void G_(dbl)(G_POINT *out, const G_POINT *a) {
    C_T xx;
    C_T yy;
    C_T yyyy;
    C_T d;
    C_T m;
    C_T z3;
    SQR(&xx, &a->x);
    SQR(&yy, &a->y);
    SQR(&yyyy, &yy);
    /* d = 4 X Y^2 = 2 ((X + Y^2)^2 - X^2 - Y^4) */
    C_(add)(&d, &a->x, &yy);
    SQR(&d, &d);
    C_(sub)(&d, &d, &xx);
    C_(sub)(&d, &d, &yyyy);
    C_(dbl)(&d, &d);
    /* m = 3 X^2 */
    C_(dbl)(&m, &xx);
    C_(add)(&m, &m, &xx);
    MUL(&z3, &a->y, &a->z);
    C_(dbl)(&out->z, &z3);
    /* X3 = m^2 - 2 d, Y3 = m (d - X3) - 8 Y^4 */
    SQR(&xx, &m);
    C_(sub)(&xx, &xx, &d);
    C_(sub)(&out->x, &xx, &d);
    C_(sub)(&d, &d, &out->x);
    MUL(&d, &d, &m);
    C_(dbl)(&yyyy, &yyyy);
    C_(dbl)(&yyyy, &yyyy);
    C_(dbl)(&yyyy, &yyyy);
    C_(sub)(&out->y, &d, &yyyy);
}

/*
 * The end of an addition: a scaled to (u1, s1) over the common denominator, h = u2 - u1 (not 0), w = s2 - s1 and z3.
 * X3 = w^2 - h^3 - 2 u1 h^2, Y3 = w (u1 h^2 - X3) - s1 h^3.
 */
static void add_finish(G_POINT *out, const C_T *u1, const C_T *s1, const C_T *h, const C_T *w, const C_T *z3) {
    C_T hh;
    C_T hhh;
    C_T v;
    C_T x3;
    C_T y3;
    SQR(&hh, h);
    MUL(&hhh, &hh, h);
    MUL(&v, u1, &hh);
    SQR(&x3, w);
    C_(sub)(&x3, &x3, &hhh);
    C_(sub)(&x3, &x3, &v);
    C_(sub)(&x3, &x3, &v);
    C_(sub)(&v, &v, &x3);
    MUL(&y3, w, &v);
    MUL(&hhh, &hhh, s1);
    C_(sub)(&out->y, &y3, &hhh);
    out->x = x3;
    out->z = *z3;
}

/* 12 M + 4 S */
void G_(add)(G_POINT *out, const G_POINT *a, const G_POINT *b) {
    if (G_(is_identity)(a)) {
        *out = *b;
        return;
    }
    if (G_(is_identity)(b)) {
        *out = *a;
        return;
    }
    C_T za2;
    C_T zb2;
    C_T u1;
    C_T s1;
    C_T h;
    C_T w;
    SQR(&za2, &a->z);
    SQR(&zb2, &b->z);
    MUL(&u1, &a->x, &zb2);
    MUL(&h, &b->x, &za2);
    C_(sub)(&h, &h, &u1);
    MUL(&zb2, &zb2, &b->z);
    MUL(&s1, &a->y, &zb2);
    MUL(&za2, &za2, &a->z);
    MUL(&w, &b->y, &za2);
    C_(sub)(&w, &w, &s1);
    if (C_(is_zero)(&h)) {
        if (C_(is_zero)(&w)) {
            G_(dbl)(out, a);
        } else {
            *out = G_(identity)();
        }
        return;
    }
    C_T z3;
    MUL(&z3, &a->z, &b->z);
    MUL(&z3, &z3, &h);
    add_finish(out, &u1, &s1, &h, &w, &z3);
}

/* 8 M + 3 S */
void G_(add_affine)(G_POINT *out, const G_POINT *a, const G_AFFINE *b) {
    if (G_(affine_is_identity)(b)) {
        *out = *a;
        return;
    }
    if (G_(is_identity)(a)) {
        G_(from_affine)(out, b);
        return;
    }
    C_T za2;
    C_T h;
    C_T w;
    SQR(&za2, &a->z);
    MUL(&h, &b->x, &za2);
    C_(sub)(&h, &h, &a->x);
    MUL(&za2, &za2, &a->z);
    MUL(&w, &b->y, &za2);
    C_(sub)(&w, &w, &a->y);
    if (C_(is_zero)(&h)) {
        if (C_(is_zero)(&w)) {
            G_(dbl)(out, a);
        } else {
            *out = G_(identity)();
        }
        return;
    }
    C_T z3;
    MUL(&z3, &a->z, &h);
    const C_T u1 = a->x;
    const C_T s1 = a->y;
    add_finish(out, &u1, &s1, &h, &w, &z3);
}

/* Windows of four bits from the top: 252 doublings, at most 64 additions of a table of 15 multiples. */
void G_(mul_vt)(G_POINT *out, const G_POINT *a, const sl_fr *k) {
    G_POINT multiples[16];
    multiples[0] = G_(identity)();
    multiples[1] = *a;
    for (int i = 2; i < 16; i++) {
        G_(add)(&multiples[i], &multiples[i - 1], a);
    }
    uint64_t limbs[4];
    sl_fr_to_limbs(limbs, k);
    G_POINT acc = G_(identity)();
    for (int i = 63; i >= 0; i--) {
        for (int j = 0; j < 4 && i < 63; j++) {
            G_(dbl)(&acc, &acc);
        }
        const unsigned digit = (unsigned)(limbs[i / 16] >> (4 * (i % 16))) & 15;
        G_(add)(&acc, &acc, &multiples[digit]);
    }
    sl_wipe(limbs, sizeof limbs);
    *out = acc;
}
