/* SPDX-License-Identifier: MIT */
/* parse_inst.c - instructions but for calls, memory and terminators. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "ir/fits.h"

/* --- adding an instruction --- */

bool dxki_text_push_op(dxki_text_parser *p, dxki_value value)
{
    return dxki_vec_push(p->ctx, &p->ops, value) || dxki_text_no_memory(p);
}

bool dxki_text_push_extra(dxki_text_parser *p, uint32_t word)
{
    return dxki_vec_push(p->ctx, &p->extra, word) || dxki_text_no_memory(p);
}

/* Notes the words of the instruction that wait for something. */
static bool note_words(dxki_text_parser *p, const dxki_inst *inst, uint32_t extra_count)
{
    uint32_t count = inst->op_count + (inst->op == DXKI_OP_PHI ? extra_count : 0);
    for (uint32_t i = 0; i < count; i++) {
        dxki_value value = p->m->words.items[inst->ops + i];
        if (DXKI_TAG(value) == DXKI_V_FORWARD) {
            dxki_text_wait wait = {inst->ops + i, DXKI_INDEX(value)};
            if (!dxki_vec_push(p->ctx, &p->waits, wait))
                return dxki_text_no_memory(p);
        } else if (DXKI_TAG(value) == DXKI_V_METADATA) {
            p->md_uses.items[DXKI_INDEX(value)].word = inst->ops + i;
        }
    }
    bool call = inst->op == DXKI_OP_CALL || inst->op == DXKI_OP_INVOKE;
    if (!call || p->extra.items[1] == 0)
        return true;
    dxki_text_attr_wait wait = {inst->ops + inst->op_count + 1, p->extra.items[1], false};
    return dxki_vec_push(p->ctx, &p->attr_waits, wait) || dxki_text_no_memory(p);
}

uint32_t dxki_text_emit_inst(dxki_text_parser *p, dxki_inst *inst)
{
    uint32_t extra_count = (uint32_t)p->extra.count;
    inst->op_count = (uint32_t)p->ops.count;
    uint32_t index = dxki_inst_add(p->m, p->block, inst, p->ops.items, p->extra.items, extra_count);
    if (!index) {
        dxki_text_no_memory(p);
        return 0;
    }
    return note_words(p, &p->m->insts.items[index], extra_count) ? index : 0;
}

/* --- helpers --- */

/* A typed operand, added to the list; its type to *type. */
static bool typed_op(dxki_text_parser *p, dxki_type *type, dxki_text_loc *loc)
{
    dxki_value value;
    if (!dxki_text_parse_typed(p, &value, loc))
        return false;
    *type = dxki_text_type_of(p, value);
    return dxki_text_push_op(p, value);
}

/* An operand of a known type. */
static bool plain_op(dxki_text_parser *p, dxki_type type)
{
    dxki_value value;
    return dxki_text_parse_typed_as(p, type, true, &value) && dxki_text_push_op(p, value);
}

/* --- arithmetic, comparison, casts --- */

static uint8_t parse_fast_math(dxki_text_parser *p)
{
    uint8_t flags = 0;
    for (;;) {
        switch (p->tok.kind) {
        case DXKI_KW_FAST:
            flags |= DXKI_FM_UNSAFE | DXKI_FM_NNAN | DXKI_FM_NINF | DXKI_FM_NSZ | DXKI_FM_ARCP;
            break;
        case DXKI_KW_NNAN:
            flags |= DXKI_FM_NNAN;
            break;
        case DXKI_KW_NINF:
            flags |= DXKI_FM_NINF;
            break;
        case DXKI_KW_NSZ:
            flags |= DXKI_FM_NSZ;
            break;
        case DXKI_KW_ARCP:
            flags |= DXKI_FM_ARCP;
            break;
        default:
            return flags;
        }
        dxki_text_next(p);
    }
}

static uint8_t parse_wrap(dxki_text_parser *p)
{
    uint8_t flags = dxki_text_take(p, DXKI_KW_NUW) ? DXKI_IF_NUW : 0;
    if (dxki_text_take(p, DXKI_KW_NSW))
        flags |= DXKI_IF_NSW;
    if (!(flags & DXKI_IF_NUW) && dxki_text_take(p, DXKI_KW_NUW))
        flags |= DXKI_IF_NUW;
    return flags;
}

static uint8_t parse_flags(dxki_text_parser *p, uint8_t op)
{
    switch (dxki_op_get(op)->flags) {
    case DXKI_OPF_WRAP:
        return parse_wrap(p);
    case DXKI_OPF_EXACT:
        return dxki_text_take(p, DXKI_KW_EXACT) ? DXKI_IF_EXACT : 0;
    case DXKI_OPF_FAST:
        return parse_fast_math(p);
    default:
        return 0;
    }
}

/* T a, b */
static bool parse_pair(dxki_text_parser *p, const char *comma, dxki_type *type, dxki_text_loc *loc)
{
    return typed_op(p, type, loc) && dxki_text_expect_tok(p, DXKI_TK_COMMA, comma) &&
           plain_op(p, *type);
}

static bool parse_binary(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_text_loc loc;
    uint8_t family = dxki_op_get(inst->op)->family;
    bool logical = family == DXKI_OF_LOGIC, fp = family == DXKI_OF_REAL;
    inst->flags = parse_flags(p, inst->op);
    if (!parse_pair(p,
                    logical ? "expected ',' in logical operation"
                            : "expected ',' in arithmetic operation",
                    &inst->type, &loc))
        return false;
    if (logical && !dxki_type_has_ints(p->m, inst->type))
        return dxki_text_error(p, loc, "instruction requires integer or integer vector operands");
    if (fp ? !dxki_type_has_floats(p->m, inst->type) : !dxki_type_has_ints(p->m, inst->type))
        return dxki_text_error(p, loc, "invalid operand type for instruction");
    return true;
}

static bool parse_compare(dxki_text_parser *p, dxki_inst *inst)
{
    bool fp = inst->op == DXKI_OP_FCMP;
    uint32_t predicate = 0;
    dxki_type type;
    dxki_text_loc loc;
    if (fp)
        inst->flags = parse_fast_math(p);
    if (!dxki_text_parse_predicate(p, fp, &predicate) ||
        !parse_pair(p, "expected ',' after compare value", &type, &loc))
        return false;
    if (fp && !dxki_type_has_floats(p->m, type))
        return dxki_text_error(p, loc, "fcmp requires floating point operands");
    if (!fp && !dxki_type_has_ints(p->m, type) &&
        dxki_type_kind_of(p->m, dxki_type_scalar(p->m, type)) != DXKI_T_POINTER)
        return dxki_text_error(p, loc, "icmp requires integer operands");
    inst->sub = (uint16_t)predicate;
    inst->type = DXKI_TY_I1;
    if (dxki_type_is_vector(p->m, type))
        inst->type = dxki_type_vector(p->m, DXKI_TY_I1, (uint32_t)dxki_type_count(p->m, type));
    return inst->type ? true : dxki_text_no_memory(p);
}

static bool parse_cast(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type from;
    dxki_text_loc loc;
    if (!typed_op(p, &from, &loc) ||
        !dxki_text_expect_tok(p, DXKI_KW_TO, "expected 'to' after cast value") ||
        !dxki_text_parse_type(p, &inst->type, false, "expected type"))
        return false;
    if (!dxki_type_cast_is_valid(p->m, (dxki_op)inst->op, from, inst->type))
        return DXKI_ERROR(p, loc, "invalid cast opcode for cast from '%0' to '%1'",
                          dxki_text_type_arg(p, from), dxki_text_type_arg(p, inst->type));
    return true;
}

/* --- selection, vectors --- */

/* Three operands with the words of the construct in the messages. */
static bool parse_three(dxki_text_parser *p, const char *first, const char *second,
                        dxki_type types[3], dxki_text_loc *loc)
{
    dxki_text_loc other;
    return typed_op(p, &types[0], loc) && dxki_text_expect_tok(p, DXKI_TK_COMMA, first) &&
           typed_op(p, &types[1], &other) && dxki_text_expect_tok(p, DXKI_TK_COMMA, second) &&
           typed_op(p, &types[2], &other);
}

static bool parse_select(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type types[3];
    dxki_text_loc loc;
    if (!parse_three(p, "expected ',' after select condition", "expected ',' after select value",
                     types, &loc))
        return false;
    const char *fault = dxki_type_select_fault(p->m, types[0], types[1], types[2]);
    inst->type = types[1];
    return !fault || dxki_text_error(p, loc, fault);
}

static bool parse_extractelement(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type vector, index;
    dxki_text_loc loc, other;
    if (!typed_op(p, &vector, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after extract value") ||
        !typed_op(p, &index, &other))
        return false;
    if (!dxki_type_is_vector(p->m, vector) || !dxki_type_is_int(p->m, index))
        return dxki_text_error(p, loc, "invalid extractelement operands");
    inst->type = dxki_type_scalar(p->m, vector);
    return true;
}

static bool parse_insertelement(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type types[3];
    dxki_text_loc loc;
    if (!parse_three(p, "expected ',' after insertelement value",
                     "expected ',' after insertelement value", types, &loc))
        return false;
    if (!dxki_type_is_vector(p->m, types[0]) || types[1] != dxki_type_scalar(p->m, types[0]) ||
        !dxki_type_is_int(p->m, types[2]))
        return dxki_text_error(p, loc, "invalid insertelement operands");
    inst->type = types[0];
    return true;
}

static bool parse_shufflevector(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type types[3];
    dxki_text_loc loc;
    if (!parse_three(p, "expected ',' after shuffle mask", "expected ',' after shuffle value",
                     types, &loc))
        return false;
    if (!dxki_type_shuffle_is_valid(p->m, types[0], types[1], p->ops.items[2]))
        return dxki_text_error(p, loc, "invalid shufflevector operands");
    inst->type = dxki_type_vector(p->m, dxki_type_scalar(p->m, types[0]),
                                  (uint32_t)dxki_type_count(p->m, types[2]));
    return inst->type ? true : dxki_text_no_memory(p);
}

/* --- aggregates --- */

static bool parse_extractvalue(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type aggregate;
    dxki_text_loc loc;
    if (!typed_op(p, &aggregate, &loc) || !dxki_text_parse_indices(p, aggregate, &inst->type))
        return false;
    if (!dxki_type_is_aggregate(p->m, aggregate))
        return dxki_text_error(p, loc, "extractvalue operand must be aggregate type");
    return inst->type || dxki_text_error(p, loc, "invalid indices for extractvalue");
}

static bool parse_insertvalue(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type value, member;
    dxki_text_loc loc, value_loc;
    if (!typed_op(p, &inst->type, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma after insertvalue operand") ||
        !typed_op(p, &value, &value_loc) || !dxki_text_parse_indices(p, inst->type, &member))
        return false;
    if (!dxki_type_is_aggregate(p->m, inst->type))
        return dxki_text_error(p, loc, "insertvalue operand must be aggregate type");
    if (!member)
        return dxki_text_error(p, loc, "invalid indices for insertvalue");
    if (member != value)
        return DXKI_ERROR(p, value_loc,
                          "insertvalue operand and field disagree in type: '%0' instead of '%1'",
                          dxki_text_type_arg(p, value), dxki_text_type_arg(p, member));
    return true;
}

/* --- the rest --- */

/* [ value, %block ] */
static bool parse_incoming(dxki_text_parser *p, dxki_type type)
{
    dxki_value block;
    dxki_text_loc loc;
    if (!dxki_text_expect_tok(p, DXKI_TK_LSQUARE, "expected '[' in phi value list") ||
        !plain_op(p, type) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after insertelement value"))
        return false;
    loc = p->tok.start;
    if (!dxki_text_parse_typed_as(p, DXKI_TY_LABEL, true, &block))
        return false;
    if (DXKI_TAG(block) != DXKI_V_BLOCK && DXKI_TAG(block) != DXKI_V_FORWARD)
        return dxki_text_error(p, loc, "expected a basic block");
    return dxki_text_push_extra(p, block) &&
           dxki_text_expect_tok(p, DXKI_TK_RSQUARE, "expected ']' in phi value list");
}

static bool parse_phi(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_text_loc loc;
    if (!dxki_text_parse_type_at(p, &inst->type, &loc) || !parse_incoming(p, inst->type))
        return false;
    while (dxki_text_take(p, DXKI_TK_COMMA)) {
        if (dxki_text_at(p, DXKI_TK_MD_NAME)) {
            p->ate_comma = true;
            break;
        }
        if (!parse_incoming(p, inst->type))
            return false;
    }
    return dxki_type_is_first_class(p->m, inst->type) ||
           dxki_text_error(p, loc, "phi node must have first class type");
}

static bool parse_va_arg(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type list;
    dxki_text_loc loc;
    if (!typed_op(p, &list, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after vaarg operand") ||
        !dxki_text_parse_type_at(p, &inst->type, &loc))
        return false;
    return dxki_type_is_first_class(p->m, inst->type) ||
           dxki_text_error(p, loc, "va_arg requires operand with first class type");
}

static bool parse_landingpad(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_text_loc loc;
    if (!dxki_text_parse_type_at(p, &inst->type, &loc))
        return false;
    inst->flags = dxki_text_take(p, DXKI_KW_CLEANUP) ? DXKI_IF_CLEANUP : 0;
    while (dxki_text_at(p, DXKI_KW_CATCH) || dxki_text_at(p, DXKI_KW_FILTER)) {
        bool filter = dxki_text_at(p, DXKI_KW_FILTER);
        dxki_type type;
        dxki_text_next(p);
        if (!typed_op(p, &type, &loc))
            return false;
        /* As in LLVM, a clause of the wrong type is noted and then taken for what it is. */
        if (filter != (dxki_type_kind_of(p->m, type) == DXKI_T_ARRAY))
            dxki_text_error(p, loc,
                            filter ? "'filter' clause has an invalid type"
                                   : "'catch' clause has an invalid type");
        if (!dxki_value_is_const(p->ops.items[p->ops.count - 1]))
            return dxki_text_error(p, loc, "clause argument must be a constant");
    }
    return true;
}

static bool parse_gep_index(dxki_text_parser *p, uint32_t *width)
{
    dxki_type type;
    dxki_text_loc loc;
    if (!typed_op(p, &type, &loc))
        return false;
    if (!dxki_type_has_ints(p->m, type))
        return dxki_text_error(p, loc, "getelementptr index must be an integer");
    if (dxki_type_is_vector(p->m, type)) {
        uint32_t count = (uint32_t)dxki_type_count(p->m, type);
        if (*width && *width != count)
            return dxki_text_error(p, loc,
                                   "getelementptr vector index has a wrong number of elements");
        *width = count;
    }
    return true;
}

/* Pointer to the element, or a vector of them. */
static bool gep_type(dxki_text_parser *p, dxki_inst *inst, dxki_type element, dxki_type base,
                     uint32_t width)
{
    uint32_t space = dxki_type_get(p->m, dxki_type_scalar(p->m, base))->b;
    inst->type = dxki_type_pointer(p->m, element, space);
    if (inst->type && width)
        inst->type = dxki_type_vector(p->m, inst->type, width);
    return inst->type ? true : dxki_text_no_memory(p);
}

static bool parse_gep(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_type source, base;
    dxki_text_loc source_loc, loc;
    bool sized = true;
    inst->flags = dxki_text_take(p, DXKI_KW_INBOUNDS) ? DXKI_IF_INBOUNDS : 0;
    if (!dxki_text_parse_type_at(p, &source, &source_loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma after getelementptr's type") ||
        !typed_op(p, &base, &loc))
        return false;
    dxki_type pointee = dxki_type_pointee(p->m, dxki_type_scalar(p->m, base));
    if (!pointee)
        return dxki_text_error(p, loc, "base of getelementptr must be a pointer");
    if (source != pointee)
        return dxki_text_error(p, source_loc,
                               "explicit pointee type doesn't match operand's pointee type");
    uint32_t width = dxki_type_is_vector(p->m, base) ? (uint32_t)dxki_type_count(p->m, base) : 0;
    while (dxki_text_take(p, DXKI_TK_COMMA)) {
        if (dxki_text_at(p, DXKI_TK_MD_NAME)) {
            p->ate_comma = true;
            break;
        }
        if (!parse_gep_index(p, &width))
            return false;
    }
    uint32_t count = (uint32_t)p->ops.count - 1;
    if (count && !dxki_type_is_sized(p->m, source, &sized))
        return dxki_text_no_memory(p);
    if (!sized)
        return dxki_text_error(p, loc, "base element of getelementptr must be sized");
    dxki_type element = dxki_type_gep_element(p->m, source, p->ops.items + 1, count);
    if (!element)
        return dxki_text_error(p, loc, "invalid getelementptr indices");
    return dxki_text_push_extra(p, source) && gep_type(p, inst, element, base, width);
}

static bool parse_other(dxki_text_parser *p, dxki_inst *inst)
{
    switch (inst->op) {
    case DXKI_OP_GEP:
        return parse_gep(p, inst);
    case DXKI_OP_PHI:
        return parse_phi(p, inst);
    case DXKI_OP_SELECT:
        return parse_select(p, inst);
    case DXKI_OP_CALL:
        return dxki_text_parse_call(p, inst, 0);
    case DXKI_OP_VAARG:
        return parse_va_arg(p, inst);
    case DXKI_OP_EXTRACTELEMENT:
        return parse_extractelement(p, inst);
    case DXKI_OP_INSERTELEMENT:
        return parse_insertelement(p, inst);
    case DXKI_OP_SHUFFLEVECTOR:
        return parse_shufflevector(p, inst);
    case DXKI_OP_EXTRACTVALUE:
        return parse_extractvalue(p, inst);
    case DXKI_OP_INSERTVALUE:
        return parse_insertvalue(p, inst);
    default:
        return parse_landingpad(p, inst);
    }
}

bool dxki_text_parse_instruction(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_text_loc loc = p->tok.start;
    uint32_t kind = p->tok.kind;
    dxki_op op = p->tok.word ? (dxki_op)p->tok.word->op : DXKI_OP_NONE;
    if (kind == DXKI_TK_EOF)
        return dxki_text_error(p, loc, "found end of file when expecting more instructions");
    dxki_text_next(p);
    if (kind == DXKI_KW_TAIL || kind == DXKI_KW_MUSTTAIL) {
        inst->op = DXKI_OP_CALL;
        return dxki_text_parse_call(p, inst,
                                    kind == DXKI_KW_TAIL ? DXKI_IF_TAIL : DXKI_IF_MUSTTAIL);
    }
    if (op == DXKI_OP_NONE)
        return dxki_text_error(p, loc, "expected instruction opcode");
    inst->op = (uint8_t)op;
    switch (dxki_op_class_of(op)) {
    case DXKI_OC_TERM:
        return dxki_text_parse_terminator(p, inst);
    case DXKI_OC_BIN:
        return parse_binary(p, inst);
    case DXKI_OC_CAST:
        return parse_cast(p, inst);
    case DXKI_OC_CMP:
        return parse_compare(p, inst);
    case DXKI_OC_MEM:
        return dxki_text_parse_memory(p, inst);
    default:
        return parse_other(p, inst);
    }
}
