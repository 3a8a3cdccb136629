/* SPDX-License-Identifier: MIT */
/* parse_expr.c - constant expressions. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "ir/fits.h"
#include "ir/fold.h"

static bool done(dxki_text_parser *p, dxki_text_id *id, dxki_value value)
{
    id->kind = DXKI_ID_CONSTANT;
    id->value = value;
    return value ? true : dxki_text_no_memory(p);
}

bool dxki_text_parse_indices(dxki_text_parser *p, dxki_type aggregate, dxki_type *type)
{
    if (!dxki_text_push_extra(p, 0))
        return false;
    if (!dxki_text_at(p, DXKI_TK_COMMA))
        return dxki_text_error_here(p, "expected ',' as start of index list");
    while (dxki_text_take(p, DXKI_TK_COMMA)) {
        uint32_t index;
        if (dxki_text_at(p, DXKI_TK_MD_NAME)) {
            if (p->extra.count == 1)
                return dxki_text_error_here(p, "expected index");
            p->ate_comma = true;
            break;
        }
        if (!dxki_text_parse_uint32(p, &index) || !dxki_text_push_extra(p, index))
            return false;
    }
    uint32_t count = (uint32_t)p->extra.count - 1;
    p->extra.items[0] = count;
    *type = dxki_type_is_aggregate(p->m, aggregate)
                ? dxki_type_indexed(p->m, aggregate, p->extra.items + 1, count)
                : 0;
    return true;
}

/* The same in a constant: indices are pushed to p->stack. */
static bool parse_const_indices(dxki_text_parser *p, uint32_t *count)
{
    *count = 0;
    if (!dxki_text_at(p, DXKI_TK_COMMA))
        return dxki_text_error_here(p, "expected ',' as start of index list");
    while (dxki_text_take(p, DXKI_TK_COMMA)) {
        uint32_t index;
        if (dxki_text_at(p, DXKI_TK_MD_NAME))
            return dxki_text_error_here(p, "expected index");
        if (!dxki_text_parse_uint32(p, &index))
            return false;
        if (!dxki_vec_push(p->ctx, &p->stack, index))
            return dxki_text_no_memory(p);
        ++*count;
    }
    return true;
}

bool dxki_text_parse_predicate(dxki_text_parser *p, bool fp, uint32_t *predicate)
{
    if (!dxki_text_token_in(&p->tok, fp ? DXKI_W_FCMP : DXKI_W_ICMP, predicate))
        return dxki_text_error_here(p, fp ? "expected fcmp predicate (e.g. 'oeq')"
                                          : "expected icmp predicate (e.g. 'eq')");
    dxki_text_next(p);
    return true;
}

/* --- expressions --- */

static bool parse_cast(dxki_text_parser *p, dxki_op op, dxki_text_id *id)
{
    dxki_value value;
    dxki_type to;
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' after constantexpr cast") ||
        !dxki_text_parse_typed_const(p, &value) ||
        !dxki_text_expect_tok(p, DXKI_KW_TO, "expected 'to' in constantexpr cast") ||
        !dxki_text_parse_type(p, &to, false, "expected type") ||
        !dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' at end of constantexpr cast"))
        return false;
    dxki_type from = dxki_value_type(p->m, value);
    if (!dxki_type_cast_is_valid(p->m, op, from, to))
        return DXKI_ERROR(p, id->loc, "invalid cast opcode for cast from '%0' to '%1'",
                          dxki_text_type_arg(p, from), dxki_text_type_arg(p, to));
    return done(p, id, dxki_fold_cast(p->m, op, value, to));
}

/* ( value , value ) with the words of the construct in the messages. */
static bool parse_two(dxki_text_parser *p, const char *open, const char *comma, const char *close,
                      dxki_value *a, dxki_value *b)
{
    return dxki_text_expect_tok(p, DXKI_TK_LPAREN, open) && dxki_text_parse_typed_const(p, a) &&
           dxki_text_expect_tok(p, DXKI_TK_COMMA, comma) && dxki_text_parse_typed_const(p, b) &&
           dxki_text_expect_tok(p, DXKI_TK_RPAREN, close);
}

static bool parse_compare(dxki_text_parser *p, bool fp, dxki_text_id *id)
{
    uint32_t predicate = 0;
    dxki_value a, b;
    if (!dxki_text_parse_predicate(p, fp, &predicate) ||
        !parse_two(p, "expected '(' in compare constantexpr",
                   "expected comma in compare constantexpr", "expected ')' in compare constantexpr",
                   &a, &b))
        return false;
    dxki_type type = dxki_value_type(p->m, a);
    if (type != dxki_value_type(p->m, b))
        return dxki_text_error(p, id->loc, "compare operands must have the same type");
    if (fp && !dxki_type_has_floats(p->m, type))
        return dxki_text_error(p, id->loc, "fcmp requires floating point operands");
    if (!fp && !dxki_type_has_ints(p->m, type) && !dxki_type_has_pointers(p->m, type))
        return dxki_text_error(p, id->loc, "icmp requires pointer or integer operands");
    return done(p, id, dxki_fold_compare(p->m, predicate, a, b));
}

static uint8_t parse_wrap_flags(dxki_text_parser *p, dxki_op op)
{
    uint8_t flags = 0;
    switch (dxki_op_get((uint8_t)op)->flags) {
    case DXKI_OPF_WRAP:
        if (dxki_text_take(p, DXKI_KW_NUW))
            flags |= DXKI_IF_NUW;
        if (dxki_text_take(p, DXKI_KW_NSW)) {
            flags |= DXKI_IF_NSW;
            if (dxki_text_take(p, DXKI_KW_NUW))
                flags |= DXKI_IF_NUW;
        }
        return flags;
    case DXKI_OPF_EXACT:
        return dxki_text_take(p, DXKI_KW_EXACT) ? DXKI_IF_EXACT : 0;
    default:
        return 0;
    }
}

static bool is_fp_op(dxki_op op)
{
    return op == DXKI_OP_FADD || op == DXKI_OP_FSUB || op == DXKI_OP_FMUL || op == DXKI_OP_FDIV ||
           op == DXKI_OP_FREM;
}

static bool parse_arithmetic(dxki_text_parser *p, dxki_op op, dxki_text_id *id)
{
    dxki_text_loc flags_loc = p->tok.start;
    uint8_t flags = parse_wrap_flags(p, op);
    bool exact =
        op == DXKI_OP_SDIV || op == DXKI_OP_UDIV || op == DXKI_OP_LSHR || op == DXKI_OP_ASHR;
    dxki_value a, b;
    if (!parse_two(p, "expected '(' in binary constantexpr",
                   "expected comma in binary constantexpr", "expected ')' in binary constantexpr",
                   &a, &b))
        return false;
    dxki_type type = dxki_value_type(p->m, a);
    if (type != dxki_value_type(p->m, b))
        return dxki_text_error(p, id->loc, "operands of constexpr must have same type");
    if (!dxki_type_has_ints(p->m, type) && !exact && flags & DXKI_IF_NUW)
        return dxki_text_error(p, flags_loc, "nuw only applies to integer operations");
    if (!dxki_type_has_ints(p->m, type) && !exact && flags & DXKI_IF_NSW)
        return dxki_text_error(p, flags_loc, "nsw only applies to integer operations");
    if (is_fp_op(op) && !dxki_type_has_floats(p->m, type))
        return dxki_text_error(p, id->loc, "constexpr requires fp operands");
    if (!is_fp_op(op) && !dxki_type_has_ints(p->m, type))
        return dxki_text_error(p, id->loc, "constexpr requires integer operands");
    return done(p, id, dxki_fold_binary(p->m, op, flags, a, b));
}

static bool parse_logical(dxki_text_parser *p, dxki_op op, dxki_text_id *id)
{
    dxki_value a, b;
    if (!parse_two(p, "expected '(' in logical constantexpr",
                   "expected comma in logical constantexpr", "expected ')' in logical constantexpr",
                   &a, &b))
        return false;
    dxki_type type = dxki_value_type(p->m, a);
    if (type != dxki_value_type(p->m, b))
        return dxki_text_error(p, id->loc, "operands of constexpr must have same type");
    if (!dxki_type_has_ints(p->m, type))
        return dxki_text_error(p, id->loc, "constexpr requires integer or integer vector operands");
    return done(p, id, dxki_fold_binary(p->m, op, 0, a, b));
}

static bool check_member(dxki_text_parser *p, dxki_text_id *id, dxki_type aggregate, size_t floor,
                         uint32_t count, const char *not_aggregate, const char *no_member,
                         dxki_type *type)
{
    if (!dxki_type_is_aggregate(p->m, aggregate))
        return dxki_text_error(p, id->loc, not_aggregate);
    *type = dxki_type_indexed(p->m, aggregate, p->stack.items + floor, count);
    return *type || dxki_text_error(p, id->loc, no_member);
}

static bool parse_extractvalue(dxki_text_parser *p, dxki_text_id *id)
{
    size_t floor = p->stack.count;
    uint32_t count;
    dxki_value value;
    dxki_type type;
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' in extractvalue constantexpr") ||
        !dxki_text_parse_typed_const(p, &value) || !parse_const_indices(p, &count) ||
        !dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' in extractvalue constantexpr") ||
        !check_member(p, id, dxki_value_type(p->m, value), floor, count,
                      "extractvalue operand must be aggregate type",
                      "invalid indices for extractvalue", &type))
        return false;
    p->stack.count = floor;
    return done(p, id, dxki_fold_extract_value(p->m, value, p->stack.items + floor, count));
}

static bool parse_insertvalue(dxki_text_parser *p, dxki_text_id *id)
{
    size_t floor = p->stack.count;
    uint32_t count;
    dxki_value aggregate, value;
    dxki_type type = 0;
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' in insertvalue constantexpr") ||
        !dxki_text_parse_typed_const(p, &aggregate) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma in insertvalue constantexpr") ||
        !dxki_text_parse_typed_const(p, &value) || !parse_const_indices(p, &count) ||
        !dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' in insertvalue constantexpr") ||
        !check_member(p, id, dxki_value_type(p->m, aggregate), floor, count,
                      "insertvalue operand must be aggregate type",
                      "invalid indices for insertvalue", &type))
        return false;
    if (type != dxki_value_type(p->m, value))
        return DXKI_ERROR(
            p, id->loc, "insertvalue operand and field disagree in type: '%0' instead of '%1'",
            dxki_text_type_arg(p, dxki_value_type(p->m, value)), dxki_text_type_arg(p, type));
    p->stack.count = floor;
    return done(p, id,
                dxki_fold_insert_value(p->m, aggregate, value, p->stack.items + floor, count));
}

/* --- those with a list of operands: ops[0 .. count) --- */

static bool check_gep_index(dxki_text_parser *p, dxki_text_id *id, dxki_type base, dxki_type index)
{
    if (!dxki_type_has_ints(p->m, index))
        return dxki_text_error(p, id->loc, "getelementptr index must be an integer");
    if (dxki_type_is_vector(p->m, index) != dxki_type_is_vector(p->m, base))
        return dxki_text_error(p, id->loc, "getelementptr index type missmatch");
    if (dxki_type_is_vector(p->m, index) &&
        dxki_type_count(p->m, index) != dxki_type_count(p->m, base))
        return dxki_text_error(p, id->loc,
                               "getelementptr vector index has a wrong number of elements");
    return true;
}

static bool make_gep(dxki_text_parser *p, dxki_text_id *id, dxki_type source,
                     dxki_text_loc source_loc, bool inbounds, const dxki_value *ops, uint32_t count)
{
    dxki_type base = count ? dxki_value_type(p->m, ops[0]) : 0;
    bool sized = true;
    if (count == 0 || !dxki_type_has_pointers(p->m, base))
        return dxki_text_error(p, id->loc, "base of getelementptr must be a pointer");
    if (source != dxki_type_pointee(p->m, dxki_type_scalar(p->m, base)))
        return dxki_text_error(p, source_loc,
                               "explicit pointee type doesn't match operand's pointee type");
    for (uint32_t i = 1; i < count; i++) {
        if (!check_gep_index(p, id, base, dxki_value_type(p->m, ops[i])))
            return false;
    }
    if (count > 1 && !dxki_type_is_sized(p->m, source, &sized))
        return dxki_text_no_memory(p);
    if (!sized)
        return dxki_text_error(p, id->loc, "base element of getelementptr must be sized");
    if (!dxki_type_gep_element(p->m, source, ops + 1, count - 1))
        return dxki_text_error(p, id->loc, "invalid getelementptr indices");
    return done(p, id, dxki_fold_gep(p->m, source, inbounds, ops, count));
}

static bool make_select(dxki_text_parser *p, dxki_text_id *id, const dxki_value *ops,
                        uint32_t count)
{
    if (count != 3)
        return dxki_text_error(p, id->loc, "expected three operands to select");
    const char *fault =
        dxki_type_select_fault(p->m, dxki_value_type(p->m, ops[0]), dxki_value_type(p->m, ops[1]),
                               dxki_value_type(p->m, ops[2]));
    if (fault)
        return dxki_text_error(p, id->loc, fault);
    return done(p, id, dxki_fold_select(p->m, ops[0], ops[1], ops[2]));
}

static bool make_shuffle(dxki_text_parser *p, dxki_text_id *id, const dxki_value *ops,
                         uint32_t count)
{
    if (count != 3)
        return dxki_text_error(p, id->loc, "expected three operands to shufflevector");
    if (!dxki_type_shuffle_is_valid(p->m, dxki_value_type(p->m, ops[0]),
                                    dxki_value_type(p->m, ops[1]), ops[2]))
        return dxki_text_error(p, id->loc, "invalid operands to shufflevector");
    return done(p, id, dxki_fold_shuffle(p->m, ops[0], ops[1], ops[2]));
}

static bool make_extract(dxki_text_parser *p, dxki_text_id *id, const dxki_value *ops,
                         uint32_t count)
{
    if (count != 2)
        return dxki_text_error(p, id->loc, "expected two operands to extractelement");
    if (!dxki_type_is_vector(p->m, dxki_value_type(p->m, ops[0])) ||
        !dxki_type_is_int(p->m, dxki_value_type(p->m, ops[1])))
        return dxki_text_error(p, id->loc, "invalid extractelement operands");
    return done(p, id, dxki_fold_extract_element(p->m, ops[0], ops[1]));
}

static bool make_insert(dxki_text_parser *p, dxki_text_id *id, const dxki_value *ops,
                        uint32_t count)
{
    if (count != 3)
        return dxki_text_error(p, id->loc, "expected three operands to insertelement");
    dxki_type vector = dxki_value_type(p->m, ops[0]);
    if (!dxki_type_is_vector(p->m, vector) ||
        dxki_value_type(p->m, ops[1]) != dxki_type_scalar(p->m, vector) ||
        !dxki_type_is_int(p->m, dxki_value_type(p->m, ops[2])))
        return dxki_text_error(p, id->loc, "invalid insertelement operands");
    return done(p, id, dxki_fold_insert_element(p->m, ops[0], ops[1], ops[2]));
}

static bool parse_listed(dxki_text_parser *p, dxki_op op, dxki_text_id *id)
{
    size_t floor = p->stack.count;
    bool inbounds = op == DXKI_OP_GEP && dxki_text_take(p, DXKI_KW_INBOUNDS);
    dxki_type source = 0;
    uint32_t count;
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' in constantexpr"))
        return false;
    dxki_text_loc source_loc = p->tok.start;
    if (op == DXKI_OP_GEP &&
        (!dxki_text_parse_type(p, &source, false, "expected type") ||
         !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma after getelementptr's type")))
        return false;
    if (!dxki_text_parse_const_list(p, &count) ||
        !dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' in constantexpr"))
        return false;
    const dxki_value *ops = p->stack.items + floor;
    p->stack.count = floor;
    switch (op) {
    case DXKI_OP_GEP:
        return make_gep(p, id, source, source_loc, inbounds, ops, count);
    case DXKI_OP_SELECT:
        return make_select(p, id, ops, count);
    case DXKI_OP_SHUFFLEVECTOR:
        return make_shuffle(p, id, ops, count);
    case DXKI_OP_EXTRACTELEMENT:
        return make_extract(p, id, ops, count);
    default:
        return make_insert(p, id, ops, count);
    }
}

bool dxki_text_parse_expr(dxki_text_parser *p, dxki_text_id *id)
{
    dxki_op op = p->tok.word ? (dxki_op)p->tok.word->op : DXKI_OP_NONE;
    switch (op) {
    case DXKI_OP_GEP:
    case DXKI_OP_SELECT:
    case DXKI_OP_SHUFFLEVECTOR:
    case DXKI_OP_EXTRACTELEMENT:
    case DXKI_OP_INSERTELEMENT:
        dxki_text_next(p);
        return parse_listed(p, op, id);
    case DXKI_OP_EXTRACTVALUE:
        dxki_text_next(p);
        return parse_extractvalue(p, id);
    case DXKI_OP_INSERTVALUE:
        dxki_text_next(p);
        return parse_insertvalue(p, id);
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        dxki_text_next(p);
        return parse_compare(p, op == DXKI_OP_FCMP, id);
    case DXKI_OP_AND:
    case DXKI_OP_OR:
    case DXKI_OP_XOR:
        dxki_text_next(p);
        return parse_logical(p, op, id);
    default:
        break;
    }
    if (dxki_op_class_of(op) == DXKI_OC_CAST) {
        dxki_text_next(p);
        return parse_cast(p, op, id);
    }
    if (dxki_op_class_of(op) == DXKI_OC_BIN) {
        dxki_text_next(p);
        return parse_arithmetic(p, op, id);
    }
    return dxki_text_error_here(p, "expected value token");
}
