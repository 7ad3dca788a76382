// SPDX-License-Identifier: MIT OR Apache-2.0
#include "proof/circuits/gadgets/sha256_wires.h"

#include "math/hash/sha256.h"

#define ALL UINT32_MAX

/* Bits wait in `bits` until 64 are there. */
typedef struct sink {
    uint64_t *out;
    uint64_t bits;
    unsigned fill; /* below 64 */
} sink;

/* Appends the low n bits of `bits`, 1 <= n <= 64; the others must be 0. */
SL_INLINE void sink_put(sink *s, uint64_t bits, unsigned n) {
    s->bits |= bits << s->fill;
    unsigned fill = s->fill + n;
    if (fill >= 64) {
        *s->out++ = s->bits;
        fill -= 64;
        s->bits = fill == 0 ? 0 : bits >> (n - fill);
    }
    s->fill = fill;
}

/* Appends the bits of `bits` under `mask`, run by run. */
static SL_NOINLINE void sink_put_runs(sink *s, uint32_t bits, uint32_t mask) {
    while (mask != 0) {
        const unsigned at = (unsigned)__builtin_ctz(mask);
        const unsigned n = (unsigned)__builtin_ctzll(~((uint64_t)mask >> at));
        const uint32_t run = (uint32_t)((UINT64_C(1) << n) - 1);
        sink_put(s, bits >> at & run, n);
        mask &= ~(run << at);
    }
}

SL_INLINE void sink_put_masked(sink *s, uint32_t bits, uint32_t mask) {
    if (SL_LIKELY(mask == ALL)) {
        sink_put(s, bits, 32);
    } else if (mask != 0 && (mask & (mask + 1)) == 0) { /* all but the bits that a shift filled with zeros */
        sink_put(s, bits & mask, 32 - (unsigned)__builtin_clz(mask));
    } else {
        sink_put_runs(s, bits, mask);
    }
}

SL_INLINE sl_planes planes_const(uint32_t value) {
    return (sl_planes){.wires = 0, .negated = value, .variable = 0};
}

SL_INLINE uint32_t planes_value(sl_planes x) {
    return x.wires ^ x.negated;
}

SL_INLINE sl_planes planes_rotr(sl_planes x, unsigned by) {
    return (sl_planes){x.wires >> by | x.wires << (32 - by), x.negated >> by | x.negated << (32 - by),
                       x.variable >> by | x.variable << (32 - by)};
}

SL_INLINE sl_planes planes_shr(sl_planes x, unsigned by) {
    return (sl_planes){x.wires >> by, x.negated >> by, x.variable >> by};
}

SL_INLINE sl_planes put_xor(sink *s, sl_planes x, sl_planes y) {
    sink_put_masked(s, x.wires ^ y.wires, x.variable & y.variable);
    return (sl_planes){x.wires ^ y.wires, x.negated ^ y.negated, x.variable | y.variable};
}

/* x xor y xor z, left to right. */
SL_INLINE sl_planes put_xor3(sink *s, sl_planes x, sl_planes y, sl_planes z) {
    if (SL_LIKELY((x.variable & y.variable & z.variable) == ALL)) {
        const uint32_t xy = x.wires ^ y.wires;
        const uint32_t xyz = xy ^ z.wires;
        sink_put(s, (uint64_t)xyz << 32 | xy, 64);
        return (sl_planes){xyz, x.negated ^ y.negated ^ z.negated, ALL};
    }
    return put_xor(s, put_xor(s, x, y), z);
}

/* One bit with its kind, for the words that mix constants and wires. */
typedef struct kbit {
    bool value, is_const;
} kbit;

SL_INLINE kbit planes_bit(sl_planes x, unsigned i) {
    return (kbit){.value = (planes_value(x) >> i & 1) != 0, .is_const = (x.variable >> i & 1) == 0};
}

SL_INLINE kbit kbit_not(kbit x) {
    return (kbit){!x.value, x.is_const};
}

SL_INLINE bool kbit_is(kbit x, bool value) {
    return x.is_const && x.value == value;
}

/* A result bit: new wires are never negated, constants and passed operands keep what they are. */
typedef struct rbit {
    bool value, negated, is_const;
} rbit;

static rbit put_and(sink *s, sl_planes x, sl_planes y, unsigned i, bool flip_x, bool flip_y, bool flip) {
    kbit a = planes_bit(x, i), b = planes_bit(y, i);
    a = flip_x ? kbit_not(a) : a;
    b = flip_y ? kbit_not(b) : b;
    rbit r;
    if (!a.is_const && !b.is_const) {
        r = (rbit){a.value && b.value, false, false};
        sink_put(s, r.value, 1);
    } else if (kbit_is(a, false) || kbit_is(b, false)) {
        r = (rbit){false, false, true};
    } else if (a.is_const) {
        r = (rbit){b.value, ((y.negated >> i & 1) != 0) != flip_y, b.is_const};
    } else {
        r = (rbit){a.value, ((x.negated >> i & 1) != 0) != flip_x, false};
    }
    return flip ? (rbit){!r.value, !r.negated, r.is_const} : r;
}

SL_INLINE void planes_set(sl_planes *r, unsigned i, rbit bit) {
    if (bit.is_const) {
        r->negated |= (uint32_t)bit.value << i;
    } else {
        r->variable |= UINT32_C(1) << i;
        r->negated |= (uint32_t)bit.negated << i;
        r->wires |= (uint32_t)(bit.value != bit.negated) << i;
    }
}

static rbit passed(sl_planes x, unsigned i) {
    const kbit k = planes_bit(x, i);
    return (rbit){k.value, (x.negated >> i & 1) != 0, k.is_const};
}

/* The order of the cases is that of spec 3.1, as in sl_bit_ch and sl_bit_maj. */
static rbit put_ch_bit(sink *s, sl_planes x, sl_planes y, sl_planes z, unsigned i) {
    const kbit a = planes_bit(x, i), b = planes_bit(y, i), c = planes_bit(z, i);
    const bool value = a.value ? b.value : c.value;
    if (a.is_const && b.is_const && c.is_const) {
        return (rbit){value, false, true};
    }
    if (kbit_is(a, false)) {
        return passed(z, i);
    }
    if (kbit_is(b, false)) {
        return put_and(s, x, z, i, true, false, false);
    }
    if (kbit_is(c, false)) {
        return put_and(s, x, y, i, false, false, false);
    }
    if (kbit_is(c, true)) {
        return put_and(s, x, y, i, false, true, true);
    }
    if (kbit_is(b, true)) {
        return put_and(s, x, z, i, true, true, true);
    }
    sink_put(s, value, 1);
    return (rbit){value, false, false};
}

static rbit put_maj_bit(sink *s, sl_planes x, sl_planes y, sl_planes z, unsigned i) {
    const kbit a = planes_bit(x, i), b = planes_bit(y, i), c = planes_bit(z, i);
    const bool value = a.value + b.value + c.value >= 2;
    if (a.is_const && b.is_const && c.is_const) {
        return (rbit){value, false, true};
    }
    if (kbit_is(a, false)) {
        return put_and(s, y, z, i, false, false, false);
    }
    if (kbit_is(b, false)) {
        return put_and(s, x, z, i, false, false, false);
    }
    if (kbit_is(c, false)) {
        return put_and(s, x, y, i, false, false, false);
    }
    if (c.is_const) {
        return put_and(s, x, y, i, true, true, true);
    }
    if (b.is_const) {
        return put_and(s, x, z, i, true, true, true);
    }
    if (a.is_const) {
        return put_and(s, y, z, i, true, true, true);
    }
    sink_put(s, value, 1);
    sink_put(s, b.value && c.value, 1);
    return (rbit){value, false, false};
}

static SL_NOINLINE sl_planes put_ch_mixed(sink *s, sl_planes a, sl_planes b, sl_planes c) {
    sl_planes r = planes_const(0);
    for (unsigned i = 0; i < 32; i++) {
        planes_set(&r, i, put_ch_bit(s, a, b, c, i));
    }
    return r;
}

static SL_NOINLINE sl_planes put_maj_mixed(sink *s, sl_planes a, sl_planes b, sl_planes c) {
    sl_planes r = planes_const(0);
    for (unsigned i = 0; i < 32; i++) {
        planes_set(&r, i, put_maj_bit(s, a, b, c, i));
    }
    return r;
}

SL_INLINE sl_planes put_ch(sink *s, sl_planes a, sl_planes b, sl_planes c) {
    if (SL_LIKELY((a.variable & b.variable & c.variable) == ALL)) {
        const uint32_t av = planes_value(a), cv = planes_value(c);
        const uint32_t ch = cv ^ (av & (planes_value(b) ^ cv));
        sink_put(s, ch, 32);
        return (sl_planes){ch, 0, ALL};
    }
    return put_ch_mixed(s, a, b, c);
}

/* Bits of the low half to the even places, of the high half to the odd ones. */
SL_INLINE uint64_t interleave(uint64_t x) {
    const uint64_t masks[] = {UINT64_C(0x00000000ffff0000), UINT64_C(0x0000ff000000ff00), UINT64_C(0x00f000f000f000f0),
                              UINT64_C(0x0c0c0c0c0c0c0c0c), UINT64_C(0x2222222222222222)};
    SL_UNROLL
    for (unsigned k = 0; k < 5; k++) {
        const uint64_t t = (x ^ x >> (16 >> k)) & masks[k];
        x ^= t ^ t << (16 >> k);
    }
    return x;
}

SL_INLINE sl_planes put_maj(sink *s, sl_planes a, sl_planes b, sl_planes c) {
    if (SL_LIKELY((a.variable & b.variable & c.variable) == ALL)) {
        const uint32_t av = planes_value(a), bv = planes_value(b), cv = planes_value(c);
        const uint32_t bc = bv & cv;
        const uint32_t maj = bc | (av & (bv | cv));
        sink_put(s, interleave((uint64_t)bc << 32 | maj), 64);
        return (sl_planes){maj, 0, ALL};
    }
    return put_maj_mixed(s, a, b, c);
}

/* A sum that is made when it is first used (spec 3.3: "deferred"). */
typedef struct sum {
    uint64_t value;
    uint32_t variable; /* any operand bit a wire */
} sum;

SL_INLINE sum sum_add(sum a, sl_planes x) {
    return (sum){a.value + planes_value(x), a.variable | x.variable};
}

SL_INLINE sl_planes put_sum(sink *s, sum a, unsigned n) {
    if (a.variable == 0) {
        return planes_const((uint32_t)a.value);
    }
    sink_put(s, a.value, n);
    return (sl_planes){(uint32_t)a.value, 0, ALL};
}

SL_INLINE sl_planes put_sum2(sink *s, sl_planes x, sl_planes y) {
    return put_sum(s, sum_add(sum_add((sum){0}, x), y), 33);
}

static void put_schedule(sink *s, sl_planes w[64]) {
    for (size_t i = 16; i < 64; i++) {
        const sl_planes x = w[i - 15], y = w[i - 2];
        const sl_planes s0 = put_xor3(s, planes_rotr(x, 7), planes_rotr(x, 18), planes_shr(x, 3));
        const sl_planes s1 = put_xor3(s, planes_rotr(y, 17), planes_rotr(y, 19), planes_shr(y, 10));
        w[i] = put_sum(s, sum_add(sum_add(sum_add(sum_add((sum){0}, w[i - 16]), s0), w[i - 7]), s1), 34);
    }
}

size_t sl_sha256_wires(uint64_t out[SL_SHA256_WIRES_WORDS], sl_planes state[8], const sl_planes block[16]) {
    sink s = {.out = out};
    sl_planes w[64];
    for (size_t i = 0; i < 16; i++) {
        w[i] = block[i];
    }
    put_schedule(&s, w);

    sl_planes a = state[0], b = state[1], c = state[2], d = state[3];
    sl_planes e = state[4], f = state[5], g = state[6], h = state[7];
    sum next_a = {0}, next_e = {0};
    for (size_t i = 0; i < 64; i++) {
        if (i > 0) {
            e = put_sum(&s, next_e, 35);
        }
        const sl_planes s1 = put_xor3(&s, planes_rotr(e, 6), planes_rotr(e, 11), planes_rotr(e, 25));
        const sl_planes ch = put_ch(&s, e, f, g);
        const sum temp1 = sum_add(sum_add(sum_add(sum_add((sum){.value = sl_sha256_k[i]}, h), s1), ch), w[i]);
        if (i > 0) {
            a = put_sum(&s, next_a, 35);
        }
        const sl_planes s0 = put_xor3(&s, planes_rotr(a, 2), planes_rotr(a, 13), planes_rotr(a, 22));
        const sl_planes maj = put_maj(&s, a, b, c);
        next_e = sum_add(temp1, d);
        next_a = sum_add(sum_add(temp1, s0), maj);
        h = g;
        g = f;
        f = e;
        d = c;
        c = b;
        b = a;
    }
    state[0] = put_sum(&s, sum_add(next_a, state[0]), 35);
    state[1] = put_sum2(&s, state[1], b);
    state[2] = put_sum2(&s, state[2], c);
    state[3] = put_sum2(&s, state[3], d);
    state[4] = put_sum(&s, sum_add(next_e, state[4]), 35);
    state[5] = put_sum2(&s, state[5], f);
    state[6] = put_sum2(&s, state[6], g);
    state[7] = put_sum2(&s, state[7], h);

    const size_t n = (size_t)(s.out - out) * 64 + s.fill;
    if (s.fill > 0) {
        *s.out = s.bits;
    }
    return n;
}
