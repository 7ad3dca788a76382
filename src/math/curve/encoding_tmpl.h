// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Decoding and encoding of one group: the body that encoding.c includes for G1 and for G2.
 *
 * Included with E_AFFINE (point type), E_(name) (prefix of the group), E_B (the curve's constant), C_T, C_(name)
 * (coordinate type and prefix), C_BYTES and read_coordinate, write_coordinate of that type.
 */

/* The curve equation for x: out = x^3 + b. */
static void E_(curve_rhs)(C_T *out, const C_T *x) {
    C_T t;
    C_(sqr)(&t, x);
    C_(mul)(&t, &t, x);
    C_(add)(out, &t, E_B);
}

/* What both decoders do with a point that is on the curve. */
static sl_point_fault E_(accept)(E_AFFINE *out, const E_AFFINE *point, unsigned rules) {
    if ((rules & SL_POINT_SUBGROUP) && !E_(affine_in_subgroup_vt)(point)) {
        return SL_POINT_NOT_IN_SUBGROUP;
    }
    *out = *point;
    return SL_POINT_OK;
}

static sl_point_fault E_(accept_identity)(E_AFFINE *out, unsigned rules) {
    if (!(rules & SL_POINT_IDENTITY_ALLOWED)) {
        return SL_POINT_IDENTITY_REFUSED;
    }
    *out = (E_AFFINE){C_(zero)(), C_(zero)()};
    return SL_POINT_OK;
}

sl_point_fault E_(decode_compressed_vt)(E_AFFINE *out, const uint8_t bytes[C_BYTES], unsigned rules) {
    const unsigned flags = bytes[0] & FLAG_MASK;
    if (flags == (FLAG_COMPRESSED | FLAG_IDENTITY) && rest_is_zero(bytes, C_BYTES)) {
        return E_(accept_identity)(out, rules);
    }
    if ((flags & (FLAG_COMPRESSED | FLAG_IDENTITY)) != FLAG_COMPRESSED) {
        return SL_POINT_BAD_FLAGS;
    }
    uint8_t x[C_BYTES];
    memcpy(x, bytes, sizeof x);
    x[0] &= (uint8_t)~FLAG_MASK;
    E_AFFINE point;
    if (!read_coordinate(&point.x, x)) {
        return SL_POINT_NOT_CANONICAL;
    }
    E_(curve_rhs)(&point.y, &point.x);
    if (!C_(sqrt_vt)(&point.y, &point.y)) {
        return SL_POINT_NOT_ON_CURVE;
    }
    if (C_(is_larger_half)(&point.y) != ((flags & FLAG_LARGER) != 0)) {
        C_(neg)(&point.y, &point.y);
    }
    return E_(accept)(out, &point, rules);
}

sl_point_fault E_(decode_uncompressed_vt)(E_AFFINE *out, const uint8_t bytes[2 * C_BYTES], unsigned rules) {
    const unsigned flags = bytes[0] & FLAG_MASK;
    if (flags == FLAG_IDENTITY && rest_is_zero(bytes, 2 * C_BYTES)) {
        return E_(accept_identity)(out, rules);
    }
    if (flags != 0) {
        return SL_POINT_BAD_FLAGS;
    }
    E_AFFINE point;
    if (!read_coordinate(&point.x, bytes) || !read_coordinate(&point.y, bytes + C_BYTES)) {
        return SL_POINT_NOT_CANONICAL;
    }
    C_T left;
    C_T right;
    C_(sqr)(&left, &point.y);
    E_(curve_rhs)(&right, &point.x);
    if (!C_(eq)(&left, &right)) {
        return SL_POINT_NOT_ON_CURVE;
    }
    return E_(accept)(out, &point, rules);
}

void E_(encode_compressed)(uint8_t bytes[C_BYTES], const E_AFFINE *a) {
    write_coordinate(bytes, &a->x);
    if (E_(affine_is_identity)(a)) {
        bytes[0] = FLAG_COMPRESSED | FLAG_IDENTITY;
        return;
    }
    bytes[0] |= C_(is_larger_half)(&a->y) ? FLAG_COMPRESSED | FLAG_LARGER : FLAG_COMPRESSED;
}

void E_(encode_uncompressed)(uint8_t bytes[2 * C_BYTES], const E_AFFINE *a) {
    write_coordinate(bytes, &a->x);
    write_coordinate(bytes + C_BYTES, &a->y);
    if (E_(affine_is_identity)(a)) {
        bytes[0] = FLAG_IDENTITY;
    }
}
