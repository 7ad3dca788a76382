// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * The device's field arithmetic, interpreted, against GMP: exact values for whole ranges of inputs, not just residues.
 * And its other form, the functions of C that stand for the blocks where kernels run on the processor.
 */
#include <gmp.h>
#include <limits.h>

#include "backends/cuda/field.cuh"
#include "ptx_run.h"

#define P_HEX                                          \
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf" \
    "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
#define R_HEX "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"

typedef enum op_kind {
    OP_MUL,
    OP_SQR,
    OP_ADD,
    OP_SUB,
    OP_REDUCE,
    OP_SUB_REDUCED,
    OP_NEGATE_IF,
    OP_WIDE_MUL,
    OP_WIDE_REDUCE,
    OP_WIDE_SUB
} op_kind;

/* Inputs are below a_bound and b_bound times the modulus, or any words if that is 0. */
typedef struct field_block {
    const char *name, *text, *modulus;
    unsigned words_n;
    op_kind kind;
    unsigned a_bound, b_bound;
    unsigned step; /* of the modulus: what fp_reduce takes away and fp_sub adds; of p R, what fp_wide_sub_p adds */
    void (*in_c)(uint32_t *out, const uint32_t *a, const uint32_t *b);
    unsigned a_words_n, b_words_n; /* 0: as many as the result has */
} field_block;

#define IN_C(name, type, ...)                                                                  \
    static void name##_in_c(uint32_t *out, const uint32_t *a_words, const uint32_t *b_words) { \
        type a, b;                                                                             \
        memcpy(&a, a_words, sizeof a);                                                         \
        memcpy(&b, b_words, sizeof b);                                                         \
        sl_cuda_##name(&a, __VA_ARGS__);                                                       \
        memcpy(out, &a, sizeof a);                                                             \
    }
IN_C(fp_mul, sl_cuda_fp, &a, &b)
IN_C(fp_sqr, sl_cuda_fp, &a)
IN_C(fp_add, sl_cuda_fp, &a, &b)
IN_C(fp_sub, sl_cuda_fp, &a, &b)
IN_C(fp_reduce, sl_cuda_fp, &a)
IN_C(fp_canonical, sl_cuda_fp, &a)
IN_C(fr_mul, sl_cuda_fr, &a, &b)
IN_C(fr_mul_short, sl_cuda_fr, &a, &b)
IN_C(fr_add, sl_cuda_fr, &a, &b)
IN_C(fr_sub, sl_cuda_fr, &a, &b)
IN_C(fr_add_lazy, sl_cuda_fr, &a, &b)
IN_C(fr_sub_lazy, sl_cuda_fr, &a, &b)
IN_C(fr_reduce, sl_cuda_fr, &a)

IN_C(fp_sub_reduced, sl_cuda_fp, &a, &b)
IN_C(fp_negate_if, sl_cuda_fp, &a, b.w[0])
IN_C(fp_wide_sub, sl_cuda_fp_wide, &a, &b)
IN_C(fp_wide_sub_p, sl_cuda_fp_wide, &a, &b)

static void fp_wide_mul_in_c(uint32_t *out, const uint32_t *a_words, const uint32_t *b_words) {
    sl_cuda_fp a, b;
    sl_cuda_fp_wide product;
    memcpy(&a, a_words, sizeof a);
    memcpy(&b, b_words, sizeof b);
    sl_cuda_fp_wide_mul(&product, &a, &b);
    memcpy(out, &product, sizeof product);
}

static void fp_wide_reduce_in_c(uint32_t *out, const uint32_t *a_words, const uint32_t *b_words) {
    sl_cuda_fp_wide a;
    sl_cuda_fp least;
    (void)b_words;
    memcpy(&a, a_words, sizeof a);
    sl_cuda_fp_wide_reduce(&least, &a);
    memcpy(out, &least, sizeof least);
}

static const field_block blocks[] = {
    {"fp_mul", SL_PTX_FP_MUL, P_HEX, 12, OP_MUL, 8, 0, 0, fp_mul_in_c, 0, 0},
    {"fp_sqr", SL_PTX_FP_SQR, P_HEX, 12, OP_SQR, 8, 0, 0, fp_sqr_in_c, 0, 0},
    {"fp_add", SL_PTX_FP_ADD, P_HEX, 12, OP_ADD, 4, 4, 0, fp_add_in_c, 0, 0},
    {"fp_sub", SL_PTX_FP_SUB, P_HEX, 12, OP_SUB, 7, 2, 2, fp_sub_in_c, 0, 0},
    {"fp_sub_reduced", SL_PTX_FP_SUB_REDUCED, P_HEX, 12, OP_SUB_REDUCED, 2, 2, 2, fp_sub_reduced_in_c, 0, 0},
    {"fp_negate_if", SL_PTX_FP_NEGATE_IF, P_HEX, 12, OP_NEGATE_IF, 2, 0, 2, fp_negate_if_in_c, 0, 1},
    {"fp_wide_mul", SL_PTX_FP_WIDE_MUL, P_HEX, 24, OP_WIDE_MUL, 0, 0, 0, fp_wide_mul_in_c, 12, 12},
    {"fp_wide_reduce", SL_PTX_FP_WIDE_REDUCE, P_HEX, 12, OP_WIDE_REDUCE, 8, 0, 0, fp_wide_reduce_in_c, 24, 0},
    {"fp_wide_sub", SL_PTX_FP_WIDE_SUB, P_HEX, 24, OP_WIDE_SUB, 0, 0, 0, fp_wide_sub_in_c, 0, 0},
    {"fp_wide_sub_p", SL_PTX_FP_WIDE_SUB_P, P_HEX, 24, OP_WIDE_SUB, 1, 1, 1, fp_wide_sub_p_in_c, 0, 0},
    {"fp_reduce", SL_PTX_FP_REDUCE, P_HEX, 12, OP_REDUCE, 0, 0, 2, fp_reduce_in_c, 0, 0},
    {"fp_canonical", SL_PTX_FP_CANONICAL, P_HEX, 12, OP_REDUCE, 0, 0, 1, fp_canonical_in_c, 0, 0},
    {"fr_mul", SL_PTX_FR_MUL, R_HEX, 8, OP_MUL, 1, 0, 0, fr_mul_in_c, 0, 0},
    {"fr_mul_short", SL_PTX_FR_MUL_SHORT, R_HEX, 8, OP_MUL, 1, 0, 0, fr_mul_short_in_c, 0, 0},
    {"fr_add", SL_PTX_FR_ADD, R_HEX, 8, OP_ADD, 1, 1, 1, fr_add_in_c, 0, 0},
    {"fr_sub", SL_PTX_FR_SUB, R_HEX, 8, OP_SUB_REDUCED, 1, 1, 1, fr_sub_in_c, 0, 0},
    {"fr_add_lazy", SL_PTX_FR_ADD_LAZY, R_HEX, 8, OP_ADD, 1, 1, 0, fr_add_lazy_in_c, 0, 0},
    {"fr_sub_lazy", SL_PTX_FR_SUB_LAZY, R_HEX, 8, OP_SUB, 1, 1, 1, fr_sub_lazy_in_c, 0, 0},
    {"fr_reduce", SL_PTX_FR_REDUCE, R_HEX, 8, OP_REDUCE, 2, 0, 1, fr_reduce_in_c, 0, 0},
};

typedef struct checker {
    const field_block *block;
    ptx_program program;
    unsigned words_n, inputs_n; /* of the modulus; 1 or 2 */
    mpz_t modulus, radix, inverse;
    mpz_t a, b, want, found, scratch;
} checker;

static void checker_open(checker *c, const field_block *block) {
    c->block = block;
    ptx_parse(&c->program, block->text, block->words_n);
    c->words_n = block->words_n == 8 ? 8 : 12;
    c->inputs_n = block->kind == OP_SQR || block->kind == OP_REDUCE || block->kind == OP_WIDE_REDUCE ? 1 : 2;
    mpz_inits(c->modulus, c->radix, c->inverse, c->a, c->b, c->want, c->found, c->scratch, NULL);
    SL_CHECK(mpz_set_str(c->modulus, block->modulus, 16) == 0);
    mpz_setbit(c->radix, 32 * c->words_n);
    SL_CHECK(mpz_invert(c->inverse, c->modulus, c->radix) != 0);
    mpz_sub(c->inverse, c->radix, c->inverse);
}

static void checker_close(checker *c) {
    mpz_clears(c->modulus, c->radix, c->inverse, c->a, c->b, c->want, c->found, c->scratch, NULL);
}

static unsigned words_of(const field_block *block, unsigned own) {
    return own != 0 ? own : block->words_n;
}

/*
 * An input below bound times the modulus (and, of 24 words, the radix): the ends of that range, words of long runs, or
 * random.
 */
static void input_choose(checker *c, mpz_t out, unsigned bound, unsigned words_n) {
    uint32_t words[24];
    const size_t bytes = words_n * sizeof *words;
    const uint64_t choice = sl_test_u64() % 8;
    if (choice < 4) {
        sl_test_edge_bytes(words, bytes);
    } else {
        sl_test_bytes(words, bytes);
    }
    mpz_import(out, words_n, -1, 4, 0, 0, words);
    mpz_mul_ui(c->scratch, c->modulus, bound);
    if (words_n > c->words_n) {
        mpz_mul(c->scratch, c->scratch, c->radix);
    }
    if (bound == 0) {
        mpz_set_ui(c->scratch, 0);
        mpz_setbit(c->scratch, 32 * words_n);
    }
    if (choice == 0) { /* around a multiple of the modulus, or the ends of the range */
        mpz_mul_ui(out, c->modulus, sl_test_u64() % 9);
        mpz_add_ui(out, out, (unsigned)(sl_test_u64() % 3));
        mpz_sub_ui(out, out, 1);
    } else if (choice == 1) {
        mpz_sub_ui(out, c->scratch, 1 + (unsigned)(sl_test_u64() % 3));
    }
    mpz_fdiv_r(out, out, c->scratch);
}

static void want_compute(checker *c) {
    switch (c->block->kind) {
    case OP_WIDE_MUL:
        mpz_mul(c->want, c->a, c->b);
        return;
    case OP_MUL:
    case OP_SQR:
    case OP_WIDE_REDUCE: /* (a b + q m) / radix, with the q that makes it whole */
        mpz_set(c->want, c->a);
        if (c->block->kind != OP_WIDE_REDUCE) {
            mpz_mul(c->want, c->a, c->block->kind == OP_SQR ? c->a : c->b);
        }
        mpz_mul(c->scratch, c->want, c->inverse);
        mpz_fdiv_r(c->scratch, c->scratch, c->radix);
        mpz_addmul(c->want, c->scratch, c->modulus);
        SL_CHECK(mpz_divisible_p(c->want, c->radix));
        mpz_divexact(c->want, c->want, c->radix);
        if (c->block->words_n == 8) { /* fr_mul gives the least residue */
            mpz_fdiv_r(c->want, c->want, c->modulus);
        }
        return;
    case OP_ADD:
        mpz_add(c->want, c->a, c->b);
        if (c->block->step != 0) {
            mpz_fdiv_r(c->want, c->want, c->modulus);
        }
        return;
    case OP_SUB:
        mpz_sub(c->want, c->a, c->b);
        mpz_addmul_ui(c->want, c->modulus, c->block->step);
        return;
    case OP_SUB_REDUCED:
        mpz_sub(c->want, c->a, c->b);
        if (mpz_sgn(c->want) < 0) {
            mpz_addmul_ui(c->want, c->modulus, c->block->step);
        }
        return;
    case OP_NEGATE_IF:
        mpz_set(c->want, c->a);
        if (mpz_sgn(c->b) != 0) {
            mpz_mul_ui(c->want, c->modulus, c->block->step);
            mpz_sub(c->want, c->want, c->a);
        }
        return;
    case OP_WIDE_SUB:
        mpz_mul(c->scratch, c->modulus, c->radix);
        mpz_sub(c->want, c->a, c->b);
        mpz_addmul_ui(c->want, c->scratch, c->block->step);
        return;
    case OP_REDUCE:
        mpz_set(c->want, c->a);
        mpz_submul_ui(c->want, c->modulus, c->block->step);
        if (mpz_sgn(c->want) < 0) {
            mpz_set(c->want, c->a);
        }
        return;
    }
}

/* NULL if the block, without the step `skip`, gives what it should for the inputs in c->a and c->b. */
static const char *check_run(checker *c, unsigned skip) {
    uint32_t inputs[48] = {0}, results[24];
    const unsigned a_words_n = words_of(c->block, c->block->a_words_n);
    const unsigned b_words_n = c->inputs_n == 2 ? words_of(c->block, c->block->b_words_n) : 0;
    mpz_export(inputs, NULL, -1, 4, 0, 0, c->a);
    if (b_words_n > 0) {
        mpz_export(inputs + a_words_n, NULL, -1, 4, 0, 0, c->b);
    }
    const char *wrong = ptx_run(&c->program, results, inputs, a_words_n + b_words_n, skip);
    if (wrong != NULL) {
        return wrong;
    }
    mpz_import(c->found, c->block->words_n, -1, 4, 0, 0, results);
    return mpz_cmp(c->found, c->want) == 0 ? NULL : "another value";
}

/* The same of the function in C. */
static bool is_right_in_c(checker *c) {
    uint32_t a[24] = {0}, b[24] = {0}, results[24];
    mpz_export(a, NULL, -1, 4, 0, 0, c->a);
    mpz_export(b, NULL, -1, 4, 0, 0, c->b);
    c->block->in_c(results, a, b);
    mpz_import(c->found, c->block->words_n, -1, 4, 0, 0, results);
    return mpz_cmp(c->found, c->want) == 0;
}

static void inputs_choose(checker *c) {
    input_choose(c, c->a, c->block->a_bound, words_of(c->block, c->block->a_words_n));
    input_choose(c, c->b, c->block->b_bound, words_of(c->block, c->block->b_words_n));
    if (c->block->kind == OP_NEGATE_IF && sl_test_u64() % 2 == 0) {
        mpz_set_ui(c->b, 0);
    }
    if (c->block->kind == OP_WIDE_SUB && c->block->step == 0 && mpz_cmp(c->a, c->b) < 0) {
        mpz_swap(c->a, c->b);
    }
    want_compute(c);
}

SL_TEST(blocks_give_exact_values) {
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        checker c;
        checker_open(&c, &blocks[i]);
        for (unsigned round = 0; round < 2000; round++) {
            inputs_choose(&c);
            const char *wrong = check_run(&c, UINT_MAX);
            if (wrong != NULL) {
                gmp_printf("a = %Zx\nb = %Zx\nexpected %Zx\n   found %Zx\n", c.a, c.b, c.want, c.found);
            }
            SL_CHECK_MSG(wrong == NULL, "%s, round %u: %s", blocks[i].name, round, wrong);
            SL_CHECK_MSG(is_right_in_c(&c), "%s in C, round %u", blocks[i].name, round);
        }
        checker_close(&c);
    }
}

/* Each instruction is needed: so the inputs above reach each carry, and the blocks have nothing to spare. */
SL_TEST(blocks_have_no_step_to_spare) {
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        checker c;
        checker_open(&c, &blocks[i]);
        for (unsigned skip = 0; skip < c.program.steps_n; skip++) {
            const char *wrong = NULL;
            for (unsigned round = 0; round < 4000 && wrong == NULL; round++) {
                inputs_choose(&c);
                wrong = check_run(&c, skip);
            }
            SL_CHECK_MSG(wrong != NULL, "%s: nothing is wrong without step %u", blocks[i].name, skip);
        }
        checker_close(&c);
    }
}

/* Bounds are what they are said to be: one modulus more, and carries get lost. */
SL_TEST(products_beyond_the_bound_are_noticed) {
    unsigned products_n = 0;
    for (size_t i = 0; i < SL_ARRAY_N(blocks); i++) {
        if (blocks[i].kind != OP_MUL && blocks[i].kind != OP_WIDE_REDUCE) {
            continue;
        }
        checker c;
        checker_open(&c, &blocks[i]);
        mpz_sub_ui(c.a, c.radix, 1);
        mpz_sub_ui(c.b, c.radix, 1);
        if (blocks[i].kind == OP_WIDE_REDUCE) {
            mpz_mul(c.a, c.radix, c.radix);
            mpz_sub_ui(c.a, c.a, 1);
        }
        want_compute(&c);
        SL_CHECK_MSG(check_run(&c, UINT_MAX) != NULL, "%s", blocks[i].name);
        checker_close(&c);
        products_n++;
    }
    SL_CHECK(products_n == 4);
}

/* What the interpreter holds a block to. */
SL_TEST(rules_of_blocks) {
    static const struct {
        const char *text, *wrong;
    } cases[] = {
        {"{ .reg .u32 t<2>; add.cc.u32 t0, %1, %2; addc.u32 %0, t0, 0; }", NULL},
        {"{ .reg .u32 t<2>; addc.u32 %0, %1, %2; }", "flag"},
        {"{ .reg .u32 t<2>; sub.cc.u32 t0, %1, %2; addc.u32 %0, t0, 0; }", "flag"},
        {"{ .reg .u32 t<2>; add.cc.u32 t0, %1, %2; subc.u32 %0, t0, 0; }", "flag"},
        {"{ .reg .u32 t<2>; add.cc.u32 t0, %1, %2; addc.u32 t1, t0, 0; addc.u32 %0, t1, 0; }", "flag"},
        {"{ .reg .u32 t<2>; mov.b32 %0, t1; }", "before it is written"},
        {"{ .reg .u32 t<2>; mov.b32 %1, 0; }", "an input"},
        {"{ .reg .u32 t<2>; mov.b32 %0, %1; mov.b32 t0, %0; }", "a result is read"},
        {"{ .reg .u32 t<2>; mov.b32 %0, 0; mov.b32 t0, %1; }", "after a result"},
        {"{ .reg .u32 t<2>; mov.b32 t0, %1; }", "not written"},
        {"{ .reg .u32 t<2>; .reg .pred p0; selp.b32 %0, %1, %2, p0; }", "predicate"},
        {"{ .reg .u32 t<2>; .reg .pred p0; @p0 mov.b32 %0, %1; }", "predicate"},
        {"{ .reg .u32 t<2>; .reg .pred p0; setp.ne.u32 p0, %1, 5; @p0 mov.b32 %0, %1; }", "not written"},
        {"{ .reg .u32 t<2>; .reg .pred p0; setp.ne.u32 p0, %1, 7; @p0 mov.b32 %0, %1; }", NULL},
        {"{ .reg .u32 t<2>; add.cc.u32 t0, 0xffffffff, 1; addc.u32 t1, 0xffffffff, 0; mov.b32 %0, t1; }", "lost"},
    };
    for (size_t i = 0; i < SL_ARRAY_N(cases); i++) {
        ptx_program program;
        ptx_parse(&program, cases[i].text, 1);
        const uint32_t inputs[2] = {5, 7};
        uint32_t result;
        const char *wrong = ptx_run(&program, &result, inputs, 2, UINT_MAX);
        SL_CHECK_MSG((wrong == NULL) == (cases[i].wrong == NULL), "%s: %s", cases[i].text, wrong);
        SL_CHECK_MSG(wrong == NULL || strstr(wrong, cases[i].wrong) != NULL, "%s: %s", cases[i].text, wrong);
    }
}
