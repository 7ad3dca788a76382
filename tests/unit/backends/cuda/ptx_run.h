// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * An interpreter for the PTX that tools/gen-cuda-field writes, and no more: what it does not know is an error. Beyond
 * computing, it holds the text to what makes a block of inline assembly safe:
 *
 * - A register is written before it is read; results are not read, inputs are not written.
 * - No input is read after a result was written: the compiler may put both into one register.
 * - Instructions that use the carry flag follow one that sets it, additions a carry and subtractions a borrow; the flag
 *   is used up by an instruction that does not set it again.
 * - No carry is lost, but out of a result, or out of a sum under a condition, which is that of a borrow.
 */
#ifndef SL_TESTS_UNIT_BACKENDS_CUDA_PTX_RUN_H
#define SL_TESTS_UNIT_BACKENDS_CUDA_PTX_RUN_H

#include "harness/test.h"

#pragma GCC diagnostic ignored "-Woverlength-strings" /* compilers need not take more than 4095 characters; these do \
                                                       */

#define PTX_STEPS_MAX 1024
#define PTX_REGISTERS_MAX 512
#define PTX_OPERANDS_MAX 72

typedef enum ptx_kind { PTX_NONE, PTX_REGISTER, PTX_OPERAND, PTX_NUMBER, PTX_PREDICATE } ptx_kind;

typedef struct ptx_value {
    ptx_kind kind;
    uint32_t value; /* number of the register or operand, or the number itself */
} ptx_value;

typedef enum ptx_base { PTX_MOV, PTX_MUL, PTX_MAD, PTX_ADD, PTX_SUB, PTX_AND, PTX_SHF, PTX_SETP, PTX_SELP } ptx_base;

typedef struct ptx_step {
    ptx_base base;
    bool uses_flag, sets_flag, high;
    bool is_conditional; /* @p0: nothing happens if the predicate is false */
    unsigned args_n;     /* without the result */
    ptx_value out, args[4];
} ptx_step;

typedef struct ptx_program {
    unsigned steps_n, registers_n;
    unsigned results_n; /* operands 0 to results_n - 1; inputs follow */
    ptx_step steps[PTX_STEPS_MAX];
} ptx_program;

static const struct {
    const char *name;
    ptx_step step;
} ptx_names[] = {
    {"mov.b32", {.base = PTX_MOV, .args_n = 1}},
    {"mul.lo.u32", {.base = PTX_MUL, .args_n = 2}},
    {"mul.hi.u32", {.base = PTX_MUL, .high = true, .args_n = 2}},
    {"mad.lo.cc.u32", {.base = PTX_MAD, .sets_flag = true, .args_n = 3}},
    {"mad.hi.cc.u32", {.base = PTX_MAD, .sets_flag = true, .high = true, .args_n = 3}},
    {"madc.lo.cc.u32", {.base = PTX_MAD, .sets_flag = true, .uses_flag = true, .args_n = 3}},
    {"madc.hi.cc.u32", {.base = PTX_MAD, .sets_flag = true, .uses_flag = true, .high = true, .args_n = 3}},
    {"madc.hi.u32", {.base = PTX_MAD, .uses_flag = true, .high = true, .args_n = 3}},
    {"add.cc.u32", {.base = PTX_ADD, .sets_flag = true, .args_n = 2}},
    {"addc.cc.u32", {.base = PTX_ADD, .sets_flag = true, .uses_flag = true, .args_n = 2}},
    {"addc.u32", {.base = PTX_ADD, .uses_flag = true, .args_n = 2}},
    {"sub.cc.u32", {.base = PTX_SUB, .sets_flag = true, .args_n = 2}},
    {"subc.cc.u32", {.base = PTX_SUB, .sets_flag = true, .uses_flag = true, .args_n = 2}},
    {"subc.u32", {.base = PTX_SUB, .uses_flag = true, .args_n = 2}},
    {"and.b32", {.base = PTX_AND, .args_n = 2}},
    {"shf.l.wrap.b32", {.base = PTX_SHF, .args_n = 3}},
    {"setp.ne.u32", {.base = PTX_SETP, .args_n = 2}},
    {"selp.b32", {.base = PTX_SELP, .args_n = 3}},
};

/* One operand, with the comma behind it. */
static inline ptx_value ptx_value_parse(const ptx_program *program, const char **text) {
    ptx_value value = {PTX_NUMBER, 0};
    const char *at = *text + strspn(*text, " ");
    if (*at == 't' || *at == '%') {
        value.kind = *at == 't' ? PTX_REGISTER : PTX_OPERAND;
        at++;
    } else if (*at == 'p') {
        value.kind = PTX_PREDICATE;
        at++;
    }
    char *end;
    value.value = (uint32_t)strtoul(at, &end, 0);
    SL_CHECK_MSG(end != at, "an operand is missing at '%.20s'", at);
    SL_CHECK(value.kind != PTX_REGISTER || value.value < program->registers_n);
    SL_CHECK(value.kind != PTX_OPERAND || value.value < PTX_OPERANDS_MAX);
    *text = end + (*end == ',');
    return value;
}

static inline void ptx_step_parse(ptx_program *program, const char *text) {
    SL_CHECK(program->steps_n < PTX_STEPS_MAX);
    ptx_step *step = &program->steps[program->steps_n++];
    const bool is_conditional = strncmp(text, "@p0 ", 4) == 0;
    text += is_conditional ? 4 : 0;
    const size_t name_n = strcspn(text, " ");
    size_t known = 0;
    while (known < SL_ARRAY_N(ptx_names) &&
           (strlen(ptx_names[known].name) != name_n || strncmp(text, ptx_names[known].name, name_n) != 0)) {
        known++;
    }
    SL_CHECK_MSG(known < SL_ARRAY_N(ptx_names), "unknown instruction '%s'", text);
    *step = ptx_names[known].step;
    step->is_conditional = is_conditional;
    text += name_n;
    step->out = ptx_value_parse(program, &text);
    for (unsigned i = 0; i < step->args_n; i++) {
        step->args[i] = ptx_value_parse(program, &text);
        SL_CHECK((step->args[i].kind == PTX_PREDICATE) == (step->base == PTX_SELP && i == 2));
    }
    SL_CHECK_MSG(*text == 0, "'%s' is left of an instruction", text);
}

static inline void ptx_parse(ptx_program *out, const char *text, unsigned results_n) {
    memset(out, 0, sizeof *out);
    out->results_n = results_n;
    SL_CHECK(*text == '{');
    text++;
    for (;;) {
        text += strspn(text, " ");
        if (strcmp(text, "}") == 0) {
            return;
        }
        char line[80];
        const size_t n = strcspn(text, ";");
        SL_CHECK(text[n] == ';' && n < sizeof line);
        memcpy(line, text, n);
        line[n] = 0;
        text += n + 1;
        if (strncmp(line, ".reg .u32 t<", 12) == 0) {
            out->registers_n = (unsigned)strtoul(line + 12, NULL, 10);
            SL_CHECK(out->registers_n <= PTX_REGISTERS_MAX);
        } else if (strcmp(line, ".reg .pred p0") != 0) {
            ptx_step_parse(out, line);
        }
    }
}

typedef enum ptx_flag { PTX_FLAG_NONE, PTX_FLAG_CARRY, PTX_FLAG_BORROW } ptx_flag;

typedef struct ptx_state {
    uint32_t registers[PTX_REGISTERS_MAX], operands[PTX_OPERANDS_MAX];
    bool register_is_set[PTX_REGISTERS_MAX], result_is_set[PTX_OPERANDS_MAX];
    bool predicate, predicate_is_set, any_result;
    ptx_flag flag_kind;
    uint32_t flag;
    const char *wrong;
} ptx_state;

static inline uint32_t ptx_read(ptx_state *state, const ptx_program *program, ptx_value value) {
    if (value.kind == PTX_REGISTER) {
        if (!state->register_is_set[value.value]) {
            state->wrong = "a register is read before it is written";
        }
        return state->registers[value.value];
    }
    if (value.kind == PTX_OPERAND) {
        if (value.value < program->results_n) {
            state->wrong = "a result is read";
        } else if (state->any_result) {
            state->wrong = "an input is read after a result was written";
        }
        return state->operands[value.value];
    }
    if (value.kind == PTX_PREDICATE) {
        if (!state->predicate_is_set) {
            state->wrong = "the predicate is read before it is written";
        }
        return state->predicate;
    }
    return value.value;
}

static inline void ptx_write(ptx_state *state, const ptx_program *program, ptx_value out, uint32_t word) {
    if (out.kind == PTX_REGISTER) {
        state->registers[out.value] = word;
        state->register_is_set[out.value] = true;
    } else if (out.kind == PTX_OPERAND && out.value < program->results_n) {
        state->operands[out.value] = word;
        state->result_is_set[out.value] = true;
        state->any_result = true;
    } else {
        state->wrong = "an input or a number is written";
    }
}

/* The carry or borrow that an instruction uses. */
static inline uint32_t ptx_flag_take(ptx_state *state, const ptx_step *step) {
    if (!step->uses_flag) {
        return 0;
    }
    if (state->flag_kind != (step->base == PTX_SUB ? PTX_FLAG_BORROW : PTX_FLAG_CARRY)) {
        state->wrong = "the flag is used and does not hold that";
    }
    state->flag_kind = PTX_FLAG_NONE;
    return state->flag;
}

static inline void ptx_step_run(ptx_state *state, const ptx_program *program, const ptx_step *step) {
    uint32_t args[4] = {0};
    const ptx_value predicate = {PTX_PREDICATE, 0};
    if (step->is_conditional && ptx_read(state, program, predicate) == 0) {
        return;
    }
    for (unsigned i = 0; i < step->args_n; i++) {
        args[i] = ptx_read(state, program, step->args[i]);
    }
    const uint32_t flag = ptx_flag_take(state, step);
    const uint64_t product = (uint64_t)args[0] * args[1];
    const uint32_t half = step->high ? (uint32_t)(product >> 32) : (uint32_t)product;
    uint64_t value = 0; /* with the carry, or the borrow, above */
    switch (step->base) {
    case PTX_MOV:
        value = args[0];
        break;
    case PTX_MUL:
        value = half;
        break;
    case PTX_MAD:
        value = (uint64_t)half + args[2] + flag;
        break;
    case PTX_ADD:
        value = (uint64_t)args[0] + args[1] + flag;
        break;
    case PTX_SUB:
        value = (uint64_t)args[0] - args[1] - flag;
        break;
    case PTX_AND:
        value = args[0] & args[1];
        break;
    case PTX_SHF:
        value = (uint32_t)((((uint64_t)args[1] << 32 | args[0]) << (args[2] & 31)) >> 32);
        break;
    case PTX_SELP:
        value = args[2] != 0 ? args[0] : args[1];
        break;
    case PTX_SETP:
        state->predicate = args[0] != args[1];
        state->predicate_is_set = true;
        return;
    }
    if (step->sets_flag) {
        state->flag = (uint32_t)(value >> 32) & 1;
        state->flag_kind = step->base == PTX_SUB ? PTX_FLAG_BORROW : PTX_FLAG_CARRY;
    } else if (value >> 32 != 0 && step->base != PTX_SUB && step->out.kind != PTX_OPERAND && !step->is_conditional) {
        state->wrong = "a carry is lost";
    }
    ptx_write(state, program, step->out, (uint32_t)value);
}

/* NULL, or what is wrong with the program; `skip` is a step to leave out, or UINT_MAX. */
static inline const char *ptx_run(const ptx_program *program, uint32_t *results, const uint32_t *inputs,
                                  unsigned inputs_n, unsigned skip) {
    ptx_state state;
    memset(&state, 0, sizeof state);
    SL_CHECK(program->results_n + inputs_n <= PTX_OPERANDS_MAX);
    memcpy(state.operands + program->results_n, inputs, inputs_n * sizeof *inputs);
    for (unsigned i = 0; i < program->steps_n && state.wrong == NULL; i++) {
        if (i != skip) {
            ptx_step_run(&state, program, &program->steps[i]);
        }
    }
    for (unsigned i = 0; i < program->results_n; i++) {
        if (state.wrong == NULL && !state.result_is_set[i]) {
            state.wrong = "a result is not written";
        }
    }
    memcpy(results, state.operands, program->results_n * sizeof *results);
    return state.wrong;
}

#endif
