// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Checks of a kernel set's curve entries against the complete group law, included by test_curve_kernels.c once for each
 * group with G_POINT, G_AFFINE, G_(name), C_T, C_(name), T_(name) (prefix of the checks), KEY_BYTES and ENCODE.
 */

enum { T_(samples_n) = 40 };

/* Points of the curve: small multiples of the generator, larger ones, and some outside the subgroup. */
static const G_AFFINE *T_(samples)(void) {
    static G_AFFINE samples[T_(samples_n)];
    static bool is_made;
    if (is_made) {
        return samples;
    }
    is_made = true;
    G_POINT g;
    G_(from_affine)(&g, &G_(generator));
    size_t n = 0;
    for (uint64_t k = 1; n < T_(samples_n) - 8; k += k < 12 ? 1 : sl_test_u64() >> 8) {
        const sl_fr scalar = sl_fr_from_u64(k);
        G_POINT p;
        G_(mul_vt)(&p, &g, &scalar);
        G_(to_affine_vt)(&samples[n], &p);
        n++;
    }
    /* From x = 0, 1, 2, ... with any y that there is; the first of G1 is (0, 2), whose x is like the identity's. */
    C_T x = C_(zero)();
    while (n < T_(samples_n)) {
        C_T y2;
        C_(sqr)(&y2, &x);
        C_(mul)(&y2, &y2, &x);
        C_(add)(&y2, &y2, &G_(b));
        samples[n].x = x;
        n += C_(sqrt_vt)(&samples[n].y, &y2);
        const C_T one = C_(one)();
        C_(add)(&x, &x, &one);
    }
    return samples;
}

static void T_(check_conversions)(const sl_curve_kernels *curve) {
    static const size_t sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, T_(samples_n)};
    const G_AFFINE *samples = T_(samples)();
    uint8_t keys[T_(samples_n) * KEY_BYTES];
    uint8_t got_keys[(T_(samples_n) + 1) * KEY_BYTES];
    char *slots = aligned_slots((T_(samples_n) + 1) * curve->slot_bytes);
    G_AFFINE affine[T_(samples_n)];
    for (size_t i = 0; i < T_(samples_n); i++) {
        ENCODE(keys + i * KEY_BYTES, &samples[i]);
    }
    SL_CHECK(curve->key_bytes == KEY_BYTES && curve->affine_bytes == sizeof(G_AFFINE));
    SL_CHECK(curve->slot_bytes % 32 == 0 && curve->pairs_max % 32 == 0 && curve->pairs_max >= 32);
    SL_CHECK(sl_curve_stream_pairs(curve) % 32 == 0 && sl_curve_stream_pairs(curve) >= curve->pairs_max);
    for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
        const size_t n = sizes[s];
        for (int check = 0; check < 2; check++) {
            memset(slots, 0xa5, (T_(samples_n) + 1) * curve->slot_bytes);
            SL_CHECK(curve->decode(slots, keys, NULL, n, check == 1) == n);
            curve->to_affine(affine, slots, n);
            SL_CHECK(n == 0 || memcmp(affine, samples, n * sizeof(G_AFFINE)) == 0);
            SL_CHECK((uint8_t)slots[n * curve->slot_bytes] == 0xa5);
        }
        curve->from_affine(slots, samples, n);
        memset(got_keys, 0xa5, sizeof got_keys);
        curve->encode(got_keys, slots, n);
        SL_CHECK(n == 0 || memcmp(got_keys, keys, n * KEY_BYTES) == 0);
        SL_CHECK(got_keys[n * KEY_BYTES] == 0xa5);
        /* The same points last to first through positions. */
        uint32_t at[T_(samples_n)];
        for (size_t i = 0; i < n; i++) {
            at[i] = (uint32_t)(n - 1 - i);
        }
        SL_CHECK(curve->decode(slots, keys, at, n, true) == n);
        curve->to_affine(affine, slots, n);
        for (size_t i = 0; i < n; i++) {
            SL_CHECK(G_(affine_eq)(&affine[i], &samples[n - 1 - i]));
        }
    }
    /* The identity is zero bytes, and 0x40 in a key. */
    memset(affine, 0, sizeof affine);
    memset(slots, 0xa5, 9 * curve->slot_bytes);
    curve->from_affine(slots, affine, 9);
    for (size_t i = 0; i < 9 * curve->slot_bytes; i++) {
        SL_CHECK(slots[i] == 0);
    }
    curve->encode(got_keys, slots, 9);
    for (size_t i = 0; i < 9 * KEY_BYTES; i++) {
        SL_CHECK(got_keys[i] == (i % KEY_BYTES == 0 ? 0x40 : 0));
    }
    free(slots);
}

/* Each kind of bad point in each position of a batch. */
static void T_(check_refusals)(const sl_curve_kernels *curve) {
    enum { N = 19, KINDS = 14 };
    const G_AFFINE *samples = T_(samples)();
    uint8_t good[N * KEY_BYTES];
    uint8_t keys[N * KEY_BYTES];
    char *slots = aligned_slots(N * curve->slot_bytes);
    for (size_t i = 0; i < N; i++) {
        ENCODE(good + i * KEY_BYTES, &samples[i]);
    }
    for (size_t i = 0; i < N; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            memcpy(keys, good, sizeof keys);
            uint8_t *key = keys + i * KEY_BYTES;
            bool needs_check = false;
            if (kind < 3) {
                key[0] |= (uint8_t)(0x80 >> kind); /* flags */
            } else if (kind < 7) {
                const size_t coordinates_n = KEY_BYTES / 48;
                uint8_t *coordinate = key + (size_t)(kind - 3) % coordinates_n * 48;
                memcpy(coordinate, modulus_bytes, 48); /* p itself */
            } else if (kind == 7) {
                memset(key, 0, KEY_BYTES);
            } else if (kind == 8) {
                memset(key, 0, KEY_BYTES);
                key[0] = 0x40; /* the identity, well encoded */
            } else if (kind == 9) {
                memset(key + KEY_BYTES / 2, 0xff, 48);
            } else if (kind >= 12) {
                /* The largest coordinate, and one that a limb in the middle makes too large. */
                memcpy(key + KEY_BYTES / 2, modulus_bytes, 48);
                key[KEY_BYTES / 2 + 47]--;
                if (kind == 13) {
                    key[KEY_BYTES / 2 + 24]++;
                }
                needs_check = kind == 12;
            } else {
                key[kind == 10 ? KEY_BYTES - 1 : KEY_BYTES / 2 - 1] ^= 1; /* off the curve */
                needs_check = true;
            }
            SL_CHECK_MSG(curve->decode(slots, keys, NULL, N, true) == i, "kind %d at %zu", kind, i);
            SL_CHECK_MSG(curve->decode(slots, keys, NULL, N, false) == (needs_check ? N : i), "kind %d at %zu", kind,
                         i);
            const uint32_t at[2] = {(uint32_t)((i + 1) % N), (uint32_t)i};
            SL_CHECK(curve->decode(slots, keys, at, 2, true) == 1);
        }
    }
    free(slots);
}

/* One operand: its slot, and the point that the reference means. */
static G_AFFINE T_(operand)(sl_point_ref *ref, const char *slots, size_t slot_bytes, size_t i, bool negative) {
    static const G_AFFINE identity;
    const G_AFFINE *point = i == T_(samples_n) ? &identity : &T_(samples)()[i];
    G_AFFINE out = *point;
    if (negative) {
        G_(affine_neg)(&out, point);
    }
    *ref = (sl_point_ref)(slots + i * slot_bytes) + negative;
    return out;
}

/*
 * n pairs of samples (index samples_n: the identity); every `period`-th pair from `offset` on is special: equal,
 * opposite, or with one or two identities. Out: own slots, the slot of a copy of a, or of b.
 */
static void T_(check_pairs)(const sl_curve_kernels *curve, const char *slots, size_t n, size_t offset, size_t period,
                            int alias) {
    const size_t slot_bytes = curve->slot_bytes;
    char *results = aligned_slots((n + 1) * slot_bytes);
    char *scratch = aligned_slots(curve->scratch_bytes);
    sl_point_pair *pairs = calloc(n + 1, sizeof *pairs);
    G_AFFINE *want = calloc(n + 1, sizeof *want);
    G_AFFINE *got = calloc(n + 1, sizeof *got);
    SL_CHECK(pairs != NULL && want != NULL && got != NULL);
    memset(results + n * slot_bytes, 0xa5, slot_bytes);
    for (size_t i = 0; i < n; i++) {
        size_t a = sl_test_u64() % T_(samples_n);
        size_t b = sl_test_u64() % T_(samples_n);
        bool negative_a = sl_test_u64() & 1;
        bool negative_b = sl_test_u64() & 1;
        if (i % period == offset) {
            const uint64_t kind = sl_test_u64() % 5;
            b = kind == 2 || kind == 4 ? T_(samples_n) : kind < 2 ? a : b;
            a = kind >= 3 ? T_(samples_n) : a;
            negative_b = kind < 2 ? negative_a ^ (kind == 1) : negative_b;
        }
        const G_AFFINE pa = T_(operand)(&pairs[i].a, slots, slot_bytes, a, negative_a);
        const G_AFFINE pb = T_(operand)(&pairs[i].b, slots, slot_bytes, b, negative_b);
        char *result = results + i * slot_bytes;
        pairs[i].out = result;
        if (alias == 1) {
            memcpy(result, slots + a * slot_bytes, slot_bytes);
            pairs[i].a = (sl_point_ref)result + negative_a;
        } else if (alias == 2) {
            memcpy(result, slots + b * slot_bytes, slot_bytes);
            pairs[i].b = (sl_point_ref)result + negative_b;
        }
        G_POINT sum;
        G_(from_affine)(&sum, &pa);
        G_(add_affine)(&sum, &sum, &pb);
        G_(to_affine_vt)(&want[i], &sum);
    }
    if (curve->add_pairs_ahead != NULL && (n + period) % 2 == 0) {
        /* What is announced has no influence: other pairs, more or fewer of them. */
        const size_t ahead_n = sl_test_u64() % (sl_curve_stream_pairs(curve) + 1);
        sl_point_pair *ahead = malloc((ahead_n + 1) * sizeof *ahead);
        SL_CHECK(ahead != NULL);
        for (size_t i = 0; i < ahead_n; i++) {
            const size_t at = sl_test_u64() % T_(samples_n) * slot_bytes;
            ahead[i] = (sl_point_pair){(sl_point_ref)slots + at + 1, (sl_point_ref)slots, NULL};
        }
        curve->add_pairs_ahead(pairs, n, ahead, ahead_n, scratch);
        free(ahead);
    } else {
        curve->add_pairs(pairs, n, scratch);
    }
    curve->to_affine(got, results, n);
    for (size_t i = 0; i < n; i++) {
        SL_CHECK_MSG(G_(affine_eq)(&got[i], &want[i]), "pair %zu of %zu, special %zu mod %zu, alias %d", i, n, offset,
                     period, alias);
    }
    for (size_t i = 0; i < slot_bytes; i++) {
        SL_CHECK((uint8_t)results[n * slot_bytes + i] == 0xa5);
    }
    free(results);
    free(scratch);
    free(pairs);
    free(want);
    free(got);
}

static char *T_(sample_slots)(const sl_curve_kernels *curve) {
    char *slots = aligned_slots((T_(samples_n) + 1) * curve->slot_bytes);
    curve->from_affine(slots, T_(samples)(), T_(samples_n));
    memset(slots + T_(samples_n) * curve->slot_bytes, 0, curve->slot_bytes);
    return slots;
}

static void T_(check_additions)(const sl_curve_kernels *curve) {
    static const size_t sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};
    char *slots = T_(sample_slots)(curve);
    for (size_t s = 0; s < SL_ARRAY_N(sizes); s++) {
        for (int alias = 0; alias < 3; alias++) {
            T_(check_pairs)(curve, slots, sizes[s], 1, 1, alias); /* none special but by chance */
            T_(check_pairs)(curve, slots, sizes[s], 0, 1, alias); /* all special */
        }
    }
    for (size_t position = 0; position < 17; position++) {
        for (int repeat = 0; repeat < 4; repeat++) {
            T_(check_pairs)(curve, slots, 17, position, 17, repeat % 3);
        }
    }
    free(slots);
}

/* The largest batch, and one less. */
static void T_(check_largest)(const sl_curve_kernels *curve) {
    char *slots = T_(sample_slots)(curve);
    T_(check_pairs)(curve, slots, sl_curve_stream_pairs(curve), 5, 97, 0);
    T_(check_pairs)(curve, slots, sl_curve_stream_pairs(curve) - 1, 5, 1000, 1);
    free(slots);
}

static void T_(check_copy)(const sl_curve_kernels *curve) {
    enum { N = 2 * (T_(samples_n) + 1) };
    char *slots = T_(sample_slots)(curve);
    char *results = aligned_slots(N * curve->slot_bytes);
    sl_point_pair pairs[N];
    G_AFFINE want[N];
    G_AFFINE got[N];
    for (size_t i = 0; i < N; i++) {
        pairs[i] = (sl_point_pair){0, 0, results + i * curve->slot_bytes};
        want[i] = T_(operand)(&pairs[i].a, slots, curve->slot_bytes, i / 2, i & 1);
    }
    for (size_t n = 0; n <= N; n += n < 18 ? 1 : 8) {
        memset(results, 0xa5, N * curve->slot_bytes);
        curve->copy(pairs, n);
        curve->to_affine(got, results, n);
        SL_CHECK(n == 0 || memcmp(got, want, n * sizeof *got) == 0);
        SL_CHECK(n == N || (uint8_t)results[n * curve->slot_bytes] == 0xa5);
    }
    free(slots);
    free(results);
}

/* Lists of `length` or so references each, in parts of `part` references, added twice to the same sums. */
static void T_(check_lists)(const sl_curve_kernels *curve, size_t lists_n, size_t length, size_t part) {
    const size_t slot_bytes = curve->slot_bytes;
    char *slots = T_(sample_slots)(curve);
    char *sums = aligned_slots((lists_n + 1) * slot_bytes);
    char *scratch = aligned_slots(sl_sum_lists_scratch_bytes(curve));
    uint32_t *refs = calloc(2 * lists_n * length + 1, sizeof *refs);
    uint32_t *ends = calloc(lists_n, sizeof *ends);
    G_POINT *want = calloc(lists_n, sizeof *want);
    SL_CHECK(refs != NULL && ends != NULL && want != NULL);
    memset(sums, 0, (lists_n + 1) * slot_bytes);
    uint32_t refs_n = 0;
    for (size_t j = 0; j < lists_n; j++) {
        want[j] = G_(identity)();
        for (size_t i = sl_test_u64() % (2 * length); i > 0; i--) {
            const uint32_t negative = sl_test_u64() & 1 ? SL_REF_NEGATIVE : 0;
            refs[refs_n] = (uint32_t)(sl_test_u64() % (T_(samples_n) + 1)) | negative;
            sl_point_ref ignored;
            const G_AFFINE point =
                T_(operand)(&ignored, slots, slot_bytes, refs[refs_n] & SL_REF_INDEX_MAX, negative != 0);
            G_(add_affine)(&want[j], &want[j], &point);
            refs_n++;
        }
        ends[j] = refs_n;
    }
    const sl_lists lists = {.bases = slots, .refs = refs, .ends = ends, .lists_n = lists_n};
    sl_sum_lists(curve, sums, &lists, scratch);
    char *head = sums + lists_n * slot_bytes;
    for (size_t begin = 0; begin < refs_n; begin += part) {
        size_t head_list = lists_n + 1;
        const size_t end = SL_MIN(begin + part, (size_t)refs_n);
        sl_sum_lists_part(curve, sums, head, &head_list, &lists, begin, end, scratch);
        if (head_list < lists_n) {
            char *sum = sums + head_list * slot_bytes;
            curve->add_pairs(&(sl_point_pair){(sl_point_ref)sum, (sl_point_ref)head, sum}, 1, scratch);
            memset(head, 0, slot_bytes);
        } else {
            SL_CHECK(head_list == lists_n && sl_slot_is_identity(curve, head));
        }
    }
    for (size_t j = 0; j < lists_n; j++) {
        G_AFFINE expected;
        G_AFFINE got;
        G_(dbl)(&want[j], &want[j]);
        G_(to_affine_vt)(&expected, &want[j]);
        curve->to_affine(&got, sums + j * slot_bytes, 1);
        SL_CHECK_MSG(G_(affine_eq)(&got, &expected), "list %zu of %zu, length %zu, part %zu", j, lists_n, length, part);
    }
    free(slots);
    free(sums);
    free(scratch);
    free(refs);
    free(ends);
    free(want);
}
