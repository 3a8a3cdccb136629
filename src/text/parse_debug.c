/* SPDX-License-Identifier: MIT */
/*
 * parse_debug.c - specialised metadata nodes, !DILocation(line: 1, ...): fields in any order, each
 * once. Which fields a node has stands in spec/debug_nodes.def; here is what the text demands of
 * them. See parse.h.
 */
#include "text/parse.h"

#include <string.h>

#include "spec/dwarf.h"

/* --- what fields must be --- */

#define BIT(node, field) (1u << DXKI_DI_POS_##node##_##field)

/* Sets of fields by their place. */
typedef struct demands {
    uint32_t required;
    uint32_t not_null; /* or not empty */
    uint32_t constant; /* a value with its type */
} demands;

static const demands all_demands[DXKI_M_COUNT] = {
    [DXKI_M_LOCATION] = {BIT(LOCATION, SCOPE), BIT(LOCATION, SCOPE), 0},
    [DXKI_M_GENERIC] = {BIT(GENERIC, TAG), 0, 0},
    [DXKI_M_SUBRANGE] = {BIT(SUBRANGE, COUNT), 0, 0},
    [DXKI_M_ENUMERATOR] = {BIT(ENUMERATOR, NAME) | BIT(ENUMERATOR, VALUE), 0, 0},
    [DXKI_M_DERIVED_TYPE] = {BIT(DERIVED_TYPE, TAG) | BIT(DERIVED_TYPE, BASE_TYPE), 0, 0},
    [DXKI_M_COMPOSITE_TYPE] = {BIT(COMPOSITE_TYPE, TAG), 0, 0},
    [DXKI_M_SUBROUTINE_TYPE] = {BIT(SUBROUTINE_TYPE, TYPES), 0, 0},
    [DXKI_M_FILE] = {BIT(FILE, FILENAME) | BIT(FILE, DIRECTORY), 0, 0},
    [DXKI_M_COMPILE_UNIT] = {BIT(COMPILE_UNIT, LANGUAGE) | BIT(COMPILE_UNIT, FILE),
                             BIT(COMPILE_UNIT, FILE), 0},
    [DXKI_M_SUBPROGRAM] = {0, 0, BIT(SUBPROGRAM, FUNCTION)},
    [DXKI_M_LEXICAL_BLOCK] = {BIT(LEXICAL_BLOCK, SCOPE), BIT(LEXICAL_BLOCK, SCOPE), 0},
    [DXKI_M_LEXICAL_BLOCK_FILE] = {BIT(LEXICAL_BLOCK_FILE, SCOPE) |
                                       BIT(LEXICAL_BLOCK_FILE, DISCRIMINATOR),
                                   BIT(LEXICAL_BLOCK_FILE, SCOPE), 0},
    [DXKI_M_NAMESPACE] = {BIT(NAMESPACE, SCOPE), 0, 0},
    [DXKI_M_MODULE] = {BIT(MODULE, SCOPE) | BIT(MODULE, NAME), 0, 0},
    [DXKI_M_TEMPLATE_TYPE] = {BIT(TEMPLATE_TYPE, TYPE), 0, 0},
    [DXKI_M_TEMPLATE_VALUE] = {BIT(TEMPLATE_VALUE, VALUE), 0, 0},
    [DXKI_M_GLOBAL_VAR] = {BIT(GLOBAL_VAR, NAME), BIT(GLOBAL_VAR, NAME), BIT(GLOBAL_VAR, VARIABLE)},
    [DXKI_M_LOCAL_VAR] = {BIT(LOCAL_VAR, TAG) | BIT(LOCAL_VAR, SCOPE), BIT(LOCAL_VAR, SCOPE), 0},
    [DXKI_M_IMPORTED_ENTITY] = {BIT(IMPORTED_ENTITY, TAG) | BIT(IMPORTED_ENTITY, SCOPE), 0, 0},
};

enum { SLOTS = 16 };

/* A node under construction. Operands that are listed in text (REFS) are in p->stack, after room
 * for the fixed ones. */
typedef struct node {
    dxki_md_kind kind;
    const dxki_di_node *about;
    uint32_t seen; /* fields by their place */
    dxki_md ops[SLOTS];
    uint64_t nums[SLOTS];
    size_t floor; /* in p->stack */
} node;

static void set_defaults(node *n)
{
    switch (n->kind) {
    case DXKI_M_BASIC_TYPE:
        n->nums[DXKI_DI_BASIC_TYPE_TAG] = DXKI_DW_TAG_BASE_TYPE;
        break;
    case DXKI_M_TEMPLATE_VALUE:
        n->nums[DXKI_DI_TEMPLATE_VALUE_TAG] = DXKI_DW_TAG_TEMPLATE_VALUE;
        break;
    case DXKI_M_SUBPROGRAM:
        n->nums[DXKI_DI_SUBPROGRAM_IS_DEFINITION] = 1;
        break;
    case DXKI_M_GLOBAL_VAR:
        n->nums[DXKI_DI_GLOBAL_VAR_IS_DEFINITION] = 1;
        break;
    default:
        break;
    }
}

/* --- fields --- */

static bool out_of_range(dxki_text_parser *p, const dxki_di_field *field, const char *how,
                         const char *sign, uint64_t limit)
{
    return DXKI_ERROR(p, p->tok.start, "value for '%0' %1, limit is %2%3",
                      dxki_raw(dxki_str(field->text)), dxki_raw(dxki_str(how)),
                      dxki_raw(dxki_str(sign)), dxki_dec(limit));
}

static bool at_unsigned(const dxki_text_parser *p)
{
    return dxki_text_at(p, DXKI_TK_INT) && !(p->tok.flags & DXKI_INT_SIGNED);
}

static bool parse_unsigned(dxki_text_parser *p, const dxki_di_field *field, uint64_t limit,
                           uint64_t *number)
{
    if (!at_unsigned(p))
        return dxki_text_error_here(p, "expected unsigned integer");
    if (p->tok.flags & DXKI_INT_WIDE || p->tok.number > limit)
        return out_of_range(p, field, "too large", "", limit);
    *number = p->tok.number;
    dxki_text_next(p);
    return true;
}

static bool parse_signed(dxki_text_parser *p, const dxki_di_field *field, bool count,
                         uint64_t *number)
{
    const uint64_t top = (uint64_t)1 << 63;
    if (!dxki_text_at(p, DXKI_TK_INT))
        return dxki_text_error_here(p, "expected signed integer");
    uint8_t flags = p->tok.flags;
    uint64_t value = p->tok.number;
    if (flags & DXKI_INT_NEGATIVE) {
        bool below = flags & DXKI_INT_WIDE || value < top;
        if (count && (below || value != UINT64_MAX))
            return out_of_range(p, field, "too small", "-", 1);
        if (below)
            return out_of_range(p, field, "too small", "-", top);
    } else if (flags & DXKI_INT_WIDE || value >= top) {
        return out_of_range(p, field, "too large", "", top - 1);
    }
    *number = value;
    dxki_text_next(p);
    return true;
}

/* A number, or a word of DWARF. */
static bool parse_dwarf(dxki_text_parser *p, const dxki_di_field *field, uint64_t *number)
{
    static const struct {
        dxki_dwarf_set set;
        uint32_t limit;
        const char *expected, *invalid;
    } rows[] = {
        {DXKI_DW_TAG, 0xffff, "expected DWARF tag", "invalid DWARF tag '"},
        {DXKI_DW_LANG, 0xffff, "expected DWARF language", "invalid DWARF language '"},
        {DXKI_DW_ATE, 0xff, "expected DWARF type attribute encoding",
         "invalid DWARF type attribute encoding '"},
        {DXKI_DW_VIRTUALITY, 2, "expected DWARF virtuality code",
         "invalid DWARF virtuality code '"},
    };
    uint32_t value, row = field->kind - (uint32_t)DXKI_DK_TAG;
    if (dxki_text_at(p, DXKI_TK_INT))
        return parse_unsigned(p, field, rows[row].limit, number);
    if (!dxki_text_at(p, DXKI_TK_DWARF) || p->tok.number != rows[row].set)
        return dxki_text_error_here(p, rows[row].expected);
    if (!dxki_dwarf_find(rows[row].set, p->tok.text, &value)) /* LLVM has a value for some */
        value = rows[row].set == DXKI_DW_VIRTUALITY ? UINT32_MAX : 0;
    if (value == 0)
        return DXKI_ERROR(p, p->tok.start, "%0%1'", dxki_raw(dxki_str(rows[row].invalid)),
                          dxki_raw(p->tok.text));
    *number = value;
    dxki_text_next(p);
    return true;
}

static bool find_flag(dxk_str text, uint32_t *value)
{
    static const char prefix[] = "DIFlag";
    const char *word;
    dxk_str rest = {text.data + sizeof prefix - 1, text.size - (sizeof prefix - 1)};
    for (uint32_t row = 0; (word = dxki_text_diflag_row(row, value)) != NULL; row++) {
        if (strlen(word) == rest.size && memcmp(word, rest.data, rest.size) == 0)
            return true;
    }
    return false;
}

static bool parse_flag(dxki_text_parser *p, uint32_t *value)
{
    if (at_unsigned(p))
        return dxki_text_parse_uint32(p, value);
    if (!dxki_text_at(p, DXKI_TK_DIFLAG))
        return dxki_text_error_here(p, "expected debug info flag");
    if (!find_flag(p->tok.text, value))
        return DXKI_ERROR(p, p->tok.start, "invalid debug info flag flag '%0'",
                          dxki_raw(p->tok.text));
    dxki_text_next(p);
    return true;
}

static bool parse_flags(dxki_text_parser *p, uint64_t *number)
{
    *number = 0;
    do {
        uint32_t value;
        if (!parse_flag(p, &value))
            return false;
        *number |= value;
    } while (dxki_text_take(p, DXKI_TK_BAR));
    return true;
}

static bool parse_bool(dxki_text_parser *p, uint64_t *number)
{
    *number = dxki_text_at(p, DXKI_KW_TRUE);
    if (!*number && !dxki_text_at(p, DXKI_KW_FALSE))
        return dxki_text_error_here(p, "expected 'true' or 'false'");
    dxki_text_next(p);
    return true;
}

static bool parse_text(dxki_text_parser *p, const dxki_di_field *field, bool not_empty,
                       dxki_md *ref)
{
    dxki_text_loc loc = p->tok.start;
    dxk_str text;
    *ref = 0;
    if (!dxki_text_parse_string(p, &text))
        return false;
    if (text.size == 0)
        return !not_empty ||
               DXKI_ERROR(p, loc, "'%0' cannot be empty", dxki_raw(dxki_str(field->text)));
    *ref = dxki_md_string(p->m, text);
    return *ref || dxki_text_no_memory(p);
}

static bool parse_ref(dxki_text_parser *p, const dxki_di_field *field, bool not_null, dxki_md *ref)
{
    *ref = 0;
    if (!dxki_text_at(p, DXKI_KW_NULL))
        return dxki_text_parse_md(p, false, ref);
    if (not_null)
        return DXKI_ERROR(p, p->tok.start, "'%0' cannot be null", dxki_raw(dxki_str(field->text)));
    dxki_text_next(p);
    return true;
}

/* A number's largest value: columns and arguments have 16 bits. */
static uint64_t limit_of(const node *n, const dxki_di_field *field)
{
    bool narrow =
        (n->kind == DXKI_M_LOCATION && field->slot == DXKI_DI_LOCATION_COLUMN) ||
        (n->kind == DXKI_M_LEXICAL_BLOCK && field->slot == DXKI_DI_LEXICAL_BLOCK_COLUMN) ||
        (n->kind == DXKI_M_LOCAL_VAR && field->slot == DXKI_DI_LOCAL_VAR_ARG);
    if (narrow)
        return UINT16_MAX;
    return field->kind == DXKI_DK_U32 ? UINT32_MAX : UINT64_MAX;
}

static bool parse_content(dxki_text_parser *p, node *n, const dxki_di_field *field)
{
    const demands *want = &all_demands[n->kind];
    uint32_t bit = 1u << field->position, count;
    uint64_t *number = &n->nums[field->slot % SLOTS];
    dxki_md *ref = &n->ops[field->slot % SLOTS];
    switch (field->kind) {
    case DXKI_DK_STR:
        return parse_text(p, field, want->not_null & bit, ref);
    case DXKI_DK_U32:
    case DXKI_DK_U64:
        if (n->kind == DXKI_M_SUBRANGE)
            return parse_signed(p, field, true, number);
        return parse_unsigned(p, field, limit_of(n, field), number);
    case DXKI_DK_S64:
        return parse_signed(p, field, false, number);
    case DXKI_DK_BOOL:
        return parse_bool(p, number);
    case DXKI_DK_TAG:
    case DXKI_DK_LANG:
    case DXKI_DK_ENC:
    case DXKI_DK_VIRT:
        return parse_dwarf(p, field, number);
    case DXKI_DK_FLAGS:
        return parse_flags(p, number);
    case DXKI_DK_REFS:
        return dxki_text_parse_md_list(p, &count);
    default:
        if (want->constant & bit)
            return dxki_text_parse_md_value(p, "expected constant", false, ref);
        return parse_ref(p, field, want->not_null & bit, ref);
    }
}

/* --- nodes --- */

static bool parse_field(dxki_text_parser *p, node *n)
{
    if (!dxki_text_at(p, DXKI_TK_LABEL))
        return dxki_text_error_here(p, "expected field label here");
    for (uint32_t i = 0; i < n->about->field_count; i++) {
        const dxki_di_field *field = &n->about->fields[i];
        uint32_t bit = 1u << field->position;
        if (field->show == DXKI_DS_NEVER || !dxki_str_is(p->tok.text, field->text))
            continue;
        if (n->seen & bit)
            return DXKI_ERROR(p, p->tok.start, "field '%0' cannot be specified more than once",
                              dxki_raw(dxki_str(field->text)));
        n->seen |= bit;
        dxki_text_next(p);
        return parse_content(p, n, field);
    }
    return DXKI_ERROR(p, p->tok.start, "invalid field '%0'", dxki_raw(p->tok.text));
}

/* The first field in the order of text that is required and not there. */
static bool check_required(dxki_text_parser *p, const node *n, dxki_text_loc closing)
{
    uint32_t missing = all_demands[n->kind].required & ~n->seen;
    const dxki_di_field *first = NULL;
    for (uint32_t i = 0; i < n->about->field_count; i++) {
        const dxki_di_field *field = &n->about->fields[i];
        if (missing >> field->position & 1 && (!first || field->position < first->position))
            first = field;
    }
    return !first ||
           DXKI_ERROR(p, closing, "missing required field '%0'", dxki_raw(dxki_str(first->text)));
}

static bool parse_fields(dxki_text_parser *p, node *n)
{
    if (!dxki_text_at(p, DXKI_TK_RPAREN)) {
        do {
            if (!parse_field(p, n))
                return false;
        } while (dxki_text_take(p, DXKI_TK_COMMA));
    }
    dxki_text_loc closing = p->tok.start;
    return dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' here") &&
           check_required(p, n, closing);
}

static bool parse_node(dxki_text_parser *p, node *n, bool distinct, dxki_md *ref)
{
    const dxki_di_node *about = n->about;
    n->floor = p->stack.count;
    set_defaults(n);
    if (!dxki_vec_reserve(p->ctx, &p->stack, about->op_count))
        return dxki_text_no_memory(p);
    p->stack.count += about->op_count;
    if (!parse_fields(p, n))
        return false;
    uint32_t *ops = p->stack.items + n->floor;
    uint32_t count = (uint32_t)(p->stack.count - n->floor);
    if (about->op_count)
        memcpy(ops, n->ops, about->op_count * sizeof *ops);
    p->stack.count = n->floor;
    return dxki_text_make_node(p, n->kind, ops, count, n->nums, about->num_count, distinct, ref);
}

/* --- DIExpression: numbers and operations without labels --- */

static bool parse_element(dxki_text_parser *p, uint64_t *number)
{
    uint32_t op;
    if (dxki_text_at(p, DXKI_TK_DWARF) && p->tok.number == DXKI_DW_OP) {
        if (!dxki_dwarf_find(DXKI_DW_OP, p->tok.text, &op) || op == 0)
            return DXKI_ERROR(p, p->tok.start, "invalid DWARF op '%0'", dxki_raw(p->tok.text));
        *number = op;
    } else if (!at_unsigned(p)) {
        return dxki_text_error_here(p, "expected unsigned integer");
    } else if (p->tok.flags & DXKI_INT_WIDE) {
        return dxki_text_error_here(p, "element too large, limit is 18446744073709551615");
    } else {
        *number = p->tok.number;
    }
    dxki_text_next(p);
    return true;
}

static bool parse_expression(dxki_text_parser *p, bool distinct, dxki_md *ref)
{
    p->nums.count = 0;
    if (!dxki_text_at(p, DXKI_TK_RPAREN)) {
        do {
            uint64_t number = 0;
            if (!parse_element(p, &number))
                return false;
            if (!dxki_vec_push(p->ctx, &p->nums, number))
                return dxki_text_no_memory(p);
        } while (dxki_text_take(p, DXKI_TK_COMMA));
    }
    return dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' here") &&
           dxki_text_make_node(p, DXKI_M_EXPRESSION, NULL, 0, p->nums.items,
                               (uint32_t)p->nums.count, distinct, ref);
}

static dxki_md_kind kind_of(dxk_str name)
{
    for (dxki_md_kind kind = DXKI_M_LOCATION; kind < DXKI_M_COUNT; kind++) {
        if (dxki_str_is(name, dxki_di_node_get(kind)->text))
            return kind;
    }
    return DXKI_M_NONE;
}

bool dxki_text_parse_special_node(dxki_text_parser *p, bool distinct, dxki_md *ref)
{
    node n;
    memset(&n, 0, sizeof n);
    n.kind = kind_of(p->tok.text);
    if (n.kind == DXKI_M_NONE)
        return dxki_text_error_here(p, "expected metadata type");
    n.about = dxki_di_node_get(n.kind);
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' here"))
        return false;
    return n.kind == DXKI_M_EXPRESSION ? parse_expression(p, distinct, ref)
                                       : parse_node(p, &n, distinct, ref);
}
