/* SPDX-License-Identifier: MIT */
/* parse_call.c - call and invoke. See parse.h. */
#include "text/parse.h"

#include <string.h>

/* What a call says. Its arguments are the first operands; their places and attribute sets lie on
 * p->stack, two words each. */
typedef struct call {
    dxki_text_loc loc, result_loc;
    uint32_t cc;
    dxki_type result, type;
    dxki_text_attr_builder result_attrs, fn_attrs;
    uint32_t first_group;
    size_t floor; /* of the arguments on p->stack */
    uint32_t arg_count;
    dxki_text_id callee;
} call;

enum { ARG_LOC, ARG_SET, ARG_WORDS };

/* --- arguments --- */

static bool push_arg(dxki_text_parser *p, dxki_text_loc loc, uint32_t set, dxki_value value)
{
    return (dxki_vec_push(p->ctx, &p->stack, (uint32_t)(loc - p->lex.begin)) &&
            dxki_vec_push(p->ctx, &p->stack, set) && dxki_text_push_op(p, value)) ||
           dxki_text_no_memory(p);
}

static bool parse_md_arg(dxki_text_parser *p, dxki_value *value)
{
    dxki_text_md_use use = {0, 0};
    if (!dxki_text_parse_md(p, true, &use.ref))
        return false;
    if (p->md_uses.count > DXKI_VALUE_INDEX_MAX)
        return dxki_text_too_much(p, "there are too many metadata operands");
    *value = DXKI_VALUE(DXKI_V_METADATA, p->md_uses.count);
    return dxki_vec_push(p->ctx, &p->md_uses, use) || dxki_text_no_memory(p);
}

static bool parse_arg(dxki_text_parser *p)
{
    dxki_type type;
    dxki_text_loc loc;
    dxki_value value;
    uint32_t set = 0;
    if (!dxki_text_parse_type_at(p, &type, &loc))
        return false;
    if (type == DXKI_TY_METADATA) {
        if (!parse_md_arg(p, &value))
            return false;
    } else {
        dxki_text_attr_builder attrs;
        if (!dxki_text_parse_param_attrs(p, DXKI_ATTR_PARAM, &attrs) ||
            !dxki_text_parse_typed_as(p, type, true, &value) ||
            !dxki_text_attr_builder_set(p, &attrs, &set))
            return false;
    }
    return push_arg(p, loc, set, value);
}

/* "..." at the end stands for the arguments of a variadic function that tail-calls. */
static bool parse_ellipsis(dxki_text_parser *p, bool musttail)
{
    if (!musttail)
        return dxki_text_error_here(p,
                                    "unexpected ellipsis in argument list for non-musttail call");
    if (!p->function_is_vararg)
        return dxki_text_error_here(p, "unexpected ellipsis in argument list for musttail call in "
                                       "non-varargs function");
    dxki_text_next(p);
    return dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' at end of argument list");
}

static bool parse_args(dxki_text_parser *p, call *c, bool musttail)
{
    c->arg_count = 0;
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' in call"))
        return false;
    while (!dxki_text_at(p, DXKI_TK_RPAREN)) {
        if (c->arg_count &&
            !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' in argument list"))
            return false;
        if (dxki_text_at(p, DXKI_TK_ELLIPSIS))
            return parse_ellipsis(p, musttail);
        if (!parse_arg(p))
            return false;
        c->arg_count++;
    }
    if (musttail && p->function_is_vararg)
        return dxki_text_error_here(p,
                                    "expected '...' at end of argument list for musttail call in "
                                    "varargs function");
    dxki_text_next(p);
    return true;
}

/* --- types and attributes --- */

/* Without a function type the arguments that are there make one. */
static bool infer_type(dxki_text_parser *p, call *c)
{
    c->type = c->result;
    if (dxki_type_kind_of(p->m, c->result) == DXKI_T_FUNCTION)
        return true;
    if (!dxki_type_may_be_result(p->m, c->result))
        return dxki_text_error(p, c->result_loc, "Invalid result type for LLVM function");
    size_t from = p->stack.count;
    for (uint32_t i = 0; i < c->arg_count; i++) {
        dxki_type type = dxki_text_type_of(p, p->ops.items[i]);
        if (!dxki_vec_push(p->ctx, &p->stack, type))
            return dxki_text_no_memory(p);
    }
    const uint32_t *params = c->arg_count ? p->stack.items + from : NULL;
    c->type = dxki_type_function(p->m, c->result, params, c->arg_count, false);
    p->stack.count = from;
    return c->type ? true : dxki_text_no_memory(p);
}

static bool push_slot(dxki_text_parser *p, uint32_t slot, uint32_t set)
{
    dxki_attr_slot entry = {slot, set};
    return set == 0 || dxki_vec_push(p->ctx, &p->slots, entry) || dxki_text_no_memory(p);
}

static bool check_args(dxki_text_parser *p, const call *c)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(p->m, c->type, &count);
    bool vararg = dxki_type_get(p->m, c->type)->flags & DXKI_TF_VARARG;
    for (uint32_t i = 0; i < c->arg_count; i++) {
        const uint32_t *arg = p->stack.items + c->floor + (size_t)i * ARG_WORDS;
        dxki_text_loc loc = p->lex.begin + arg[ARG_LOC];
        bool fixed = i + 1 < count;
        if (!fixed && !vararg)
            return dxki_text_error(p, loc, "too many arguments specified");
        if (fixed && types[i + 1] != dxki_text_type_of(p, p->ops.items[i]))
            return DXKI_ERROR(p, loc, "argument is not of expected type '%0'",
                              dxki_text_type_arg(p, types[i + 1]));
        if (!push_slot(p, i + 1, arg[ARG_SET]))
            return false;
    }
    return c->arg_count + 1 >= count ||
           dxki_text_error(p, c->loc, "not enough parameters specified for call");
}

/* Arguments against the type, and the attribute list of the call. */
static bool finish_call(dxki_text_parser *p, call *c, const char *no_align, uint32_t *use)
{
    uint32_t set;
    p->slots.count = 0;
    if (!dxki_text_attr_builder_set(p, &c->result_attrs, &set) ||
        !push_slot(p, DXKI_ATTR_SLOT_RETURN, set) || !check_args(p, c))
        return false;
    if (c->fn_attrs.kinds >> DXKI_AT_ALIGN & 1)
        return dxki_text_error(p, c->loc, no_align);
    return dxki_text_attr_builder_set(p, &c->fn_attrs, &set) &&
           push_slot(p, DXKI_ATTR_SLOT_FUNCTION, set) &&
           dxki_text_attr_use_make(p, c->first_group, use);
}

static bool parse_front(dxki_text_parser *p, call *c, bool musttail)
{
    c->floor = p->stack.count;
    if (!dxki_text_parse_cc(p, &c->cc) ||
        !dxki_text_parse_param_attrs(p, DXKI_ATTR_RETURN, &c->result_attrs))
        return false;
    c->result_loc = p->tok.start;
    if (!dxki_text_parse_type(p, &c->result, true, "expected type") ||
        !dxki_text_parse_id(p, &c->callee) || !parse_args(p, c, musttail))
        return false;
    c->first_group = (uint32_t)p->attr_group_refs.count;
    return dxki_text_parse_fn_attrs(p, &c->fn_attrs, false, NULL);
}

static bool parse_callee(dxki_text_parser *p, call *c, dxki_value *callee)
{
    if (!infer_type(p, c))
        return false;
    dxki_type pointer = dxki_type_pointer(p->m, c->type, 0);
    if (!pointer)
        return dxki_text_no_memory(p);
    return dxki_text_convert_id(p, pointer, &c->callee, true, callee);
}

/* Bits of a calling convention that there is room for in LLVM. */
#define CALL_CC   0x1fffu
#define INVOKE_CC 0x7fffu

/* Function type and attributes go after the operands. */
static bool set_inst(dxki_text_parser *p, const call *c, uint32_t use, dxki_inst *inst)
{
    inst->type = p->m->type_ops.items[dxki_type_get(p->m, c->type)->a];
    inst->sub = (uint16_t)(c->cc & (inst->op == DXKI_OP_INVOKE ? INVOKE_CC : CALL_CC));
    p->stack.count = c->floor;
    return dxki_text_push_extra(p, c->type) && dxki_text_push_extra(p, use);
}

/* Remembers a call without attributes, if it is written as printers do. */
static void know(dxki_text_parser *p, const call *c, dxki_value callee)
{
    static const char word[] = "call ";
    const dxki_text_token *name = &c->callee.token;
    const size_t before = sizeof word - 1, size = (size_t)(name->end - c->loc);
    bool fixed = !(dxki_type_get(p->m, c->type)->flags & DXKI_TF_VARARG);
    if (c->callee.kind == DXKI_ID_GLOBAL_NAME && fixed && *name->end == '(' &&
        !memchr(c->loc, '(', size) && memcmp(c->loc - before, word, before) == 0) {
        dxki_text_known_call known = {{c->loc, size}, c->type, callee, 0};
        known.cc = (uint16_t)(c->cc & CALL_CC);
        dxki_text_know_call(p, &known);
    }
}

bool dxki_text_parse_call(dxki_text_parser *p, dxki_inst *inst, uint8_t flags)
{
    call c;
    uint32_t use;
    dxki_value callee;
    memset(&c, 0, sizeof c);
    c.loc = p->tok.start;
    inst->flags = flags;
    if (flags) {
        if (!dxki_text_at(p, DXKI_TK_WORD) || p->tok.word->op != DXKI_OP_CALL)
            return dxki_text_error_here(p, "expected 'tail call'");
        dxki_text_next(p);
    }
    if (!parse_front(p, &c, flags == DXKI_IF_MUSTTAIL) || !parse_callee(p, &c, &callee) ||
        !finish_call(p, &c, "call instructions may not have an alignment", &use))
        return false;
    if (!flags && !use)
        know(p, &c, callee);
    return dxki_text_push_op(p, callee) && set_inst(p, &c, use, inst);
}

bool dxki_text_parse_invoke(dxki_text_parser *p, dxki_inst *inst)
{
    call c;
    uint32_t use;
    dxki_value callee, normal, unwind;
    memset(&c, 0, sizeof c);
    c.loc = p->tok.start;
    return parse_front(p, &c, false) &&
           dxki_text_expect_tok(p, DXKI_KW_TO, "expected 'to' in invoke") &&
           dxki_text_parse_block_ref(p, &normal) &&
           dxki_text_expect_tok(p, DXKI_KW_UNWIND, "expected 'unwind' in invoke") &&
           dxki_text_parse_block_ref(p, &unwind) && parse_callee(p, &c, &callee) &&
           finish_call(p, &c, "invoke instructions may not have an alignment", &use) &&
           dxki_text_push_op(p, normal) && dxki_text_push_op(p, unwind) &&
           dxki_text_push_op(p, callee) && set_inst(p, &c, use, inst);
}
