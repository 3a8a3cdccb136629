/* SPDX-License-Identifier: MIT */
/* parse_type.c - types and their definitions. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "base/str.h"

static bool made(dxki_text_parser *p, dxki_type type, dxki_type *result)
{
    if (!type)
        return dxki_text_no_memory(p);
    *result = type;
    return dxki_text_check_depth(p, dxki_type_get(p->m, type)->depth);
}

/* --- names and numbers of types --- */

static uint32_t hash_key(const dxki_text_token *token)
{
    if (token->kind == DXKI_TK_LOCAL_ID)
        return dxki_hash_end(dxki_hash_mix(1, token->number));
    return dxki_hash_end(dxki_hash_bytes(2, token->text));
}

static bool same_key(const dxki_text_named_type *entry, const dxki_text_token *token)
{
    if (token->kind == DXKI_TK_LOCAL_ID)
        return !entry->name.data && entry->number == token->number;
    return entry->name.data && dxki_str_same(entry->name, token->text);
}

/* The entry of a type's name or number, made when it is new; UINT32_MAX: no memory. */
static uint32_t entry_of(dxki_text_parser *p, const dxki_text_token *token)
{
    uint32_t hash = hash_key(token), pos = hash, id;
    while ((id = dxki_idset_next(&p->type_set, hash, &pos)) != 0) {
        if (same_key(&p->types.items[id - 1], token))
            return id - 1;
    }
    dxki_text_named_type entry = {.number = (uint32_t)token->number};
    if (token->kind == DXKI_TK_LOCAL_NAME)
        entry.name = token->text;
    if (!dxki_vec_push(p->ctx, &p->types, entry) ||
        !dxki_idset_add(p->ctx, &p->type_set, hash, (uint32_t)p->types.count)) {
        dxki_text_no_memory(p);
        return UINT32_MAX;
    }
    return (uint32_t)p->types.count - 1;
}

/* Gives the entry a struct without a body yet. */
static bool make_struct(dxki_text_parser *p, uint32_t entry)
{
    dxki_string name;
    if (!dxki_text_keep(p, p->types.items[entry].name, &name))
        return false;
    dxki_type type = dxki_type_identified(p->m, name);
    p->types.items[entry].type = type;
    return type ? true : dxki_text_no_memory(p);
}

static bool parse_type_ref(dxki_text_parser *p, dxki_type *type)
{
    uint32_t entry = entry_of(p, &p->tok);
    if (entry == UINT32_MAX)
        return false;
    if (!p->types.items[entry].type) {
        if (!make_struct(p, entry))
            return false;
        p->types.items[entry].use = p->tok.start;
    }
    *type = p->types.items[entry].type;
    p->known_types[*type % DXKI_KNOWN_TYPES] =
        (dxki_text_known_type){{p->tok.start, (size_t)(p->tok.end - p->tok.start)}, *type};
    dxki_text_next(p);
    return true;
}

/* --- the forms of types --- */

/* Element types up to a closing brace, pushed to p->stack. The opening one is the token. */
static bool parse_struct_body(dxki_text_parser *p, uint32_t *count)
{
    *count = 0;
    dxki_text_next(p);
    if (dxki_text_take(p, DXKI_TK_RBRACE))
        return true;
    do {
        dxki_type type;
        dxki_text_loc loc = p->tok.start;
        if (!dxki_text_parse_type(p, &type, false, "expected type"))
            return false;
        if (!dxki_type_may_be_element(p->m, type))
            return dxki_text_error(p, loc, "invalid element type for struct");
        if (!dxki_vec_push(p->ctx, &p->stack, type))
            return dxki_text_no_memory(p);
        ++*count;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    return dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected '}' at end of struct");
}

static bool parse_literal_struct(dxki_text_parser *p, bool packed, dxki_type *type)
{
    size_t floor = p->stack.count;
    uint32_t count;
    bool ok = parse_struct_body(p, &count) &&
              made(p, dxki_type_struct(p->m, p->stack.items + floor, count, packed), type);
    p->stack.count = floor;
    return ok;
}

/* [N x T] and <N x T>, after the opening bracket. */
static bool parse_sequence(dxki_text_parser *p, bool vector, dxki_type *type)
{
    dxki_text_loc size_loc = p->tok.start;
    uint64_t size = p->tok.number;
    if (!dxki_text_at(p, DXKI_TK_INT) || (p->tok.flags & DXKI_INT_SIGNED) ||
        dxki_text_number_width(&p->tok) > 64)
        return dxki_text_error_here(p, "expected number in address space");
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_KW_X, "expected 'x' after element count"))
        return false;
    dxki_text_loc type_loc = p->tok.start;
    dxki_type element;
    if (!dxki_text_parse_type(p, &element, false, "expected type") ||
        !dxki_text_expect_tok(p, vector ? DXKI_TK_GREATER : DXKI_TK_RSQUARE,
                              "expected end of sequential type"))
        return false;
    if (!vector) {
        if (!dxki_type_may_be_element(p->m, element))
            return dxki_text_error(p, type_loc, "invalid array element type");
        return made(p, dxki_type_array(p->m, element, size), type);
    }
    if (size == 0)
        return dxki_text_error(p, size_loc, "zero element vector is illegal");
    if (size > UINT32_MAX)
        return dxki_text_error(p, size_loc, "size too large for vector");
    if (!dxki_type_may_be_vector_element(p->m, element))
        return dxki_text_error(p, type_loc, "invalid vector element type");
    return made(p, dxki_type_vector(p->m, element, (uint32_t)size), type);
}

bool dxki_text_parse_addrspace(dxki_text_parser *p, uint32_t *space)
{
    *space = 0;
    if (!dxki_text_take(p, DXKI_KW_ADDRSPACE))
        return true;
    return dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' in address space") &&
           dxki_text_parse_uint32(p, space) &&
           dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' in address space");
}

/* * or addrspace(N)* after a type. */
static bool parse_pointer(dxki_text_parser *p, dxki_type *type)
{
    uint32_t space = 0;
    bool plain = dxki_text_at(p, DXKI_TK_STAR);
    if (*type == DXKI_TY_LABEL)
        return dxki_text_error_here(p, "basic block pointers are invalid");
    if (*type == DXKI_TY_VOID)
        return dxki_text_error_here(p, plain ? "pointers to void are invalid - use i8* instead"
                                             : "pointers to void are invalid; use i8* instead");
    if (!dxki_type_may_be_pointee(p->m, *type))
        return dxki_text_error_here(p, "pointer to this type is invalid");
    if (!dxki_text_parse_addrspace(p, &space) ||
        !dxki_text_expect_tok(p, DXKI_TK_STAR, "expected '*' in address space"))
        return false;
    return made(p, dxki_type_pointer(p->m, *type, space), type);
}

/* --- parameters --- */

static bool parse_param(dxki_text_parser *p)
{
    dxki_text_attr_builder attrs;
    dxki_text_loc loc = p->tok.start;
    uint32_t param[DXKI_PARAM_WORDS] = {0};
    if (!dxki_text_parse_type(p, &param[DXKI_PARAM_TYPE], false, "expected type") ||
        !dxki_text_parse_param_attrs(p, DXKI_ATTR_PARAM, &attrs))
        return false;
    if (dxki_text_at(p, DXKI_TK_LOCAL_NAME)) {
        if (!dxki_text_keep(p, p->tok.text, &param[DXKI_PARAM_NAME]))
            return false;
        dxki_text_next(p);
    }
    if (!dxki_type_may_be_param(p->m, param[DXKI_PARAM_TYPE]))
        return dxki_text_error(p, loc, "invalid type for function argument");
    param[DXKI_PARAM_LOC] = (uint32_t)(loc - p->lex.begin);
    if (!dxki_text_attr_builder_set(p, &attrs, &param[DXKI_PARAM_SET]))
        return false;
    for (uint32_t i = 0; i < DXKI_PARAM_WORDS; i++) {
        if (!dxki_vec_push(p->ctx, &p->stack, param[i]))
            return dxki_text_no_memory(p);
    }
    return true;
}

bool dxki_text_parse_params(dxki_text_parser *p, uint32_t *count, bool *vararg)
{
    *vararg = false;
    *count = 0;
    dxki_text_next(p); /* ( */
    if (dxki_text_at(p, DXKI_TK_RPAREN)) {
        dxki_text_next(p);
        return true;
    }
    do {
        if (dxki_text_take(p, DXKI_TK_ELLIPSIS)) {
            *vararg = true;
            break;
        }
        if (!parse_param(p))
            return false;
        ++*count;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    return dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' at end of argument list");
}

/* Turns parameters on the stack into their types, from `floor` on. */
static bool plain_params(dxki_text_parser *p, size_t floor, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *param = p->stack.items + floor + (size_t)i * DXKI_PARAM_WORDS;
        dxki_text_loc loc = p->lex.begin + param[DXKI_PARAM_LOC];
        if (param[DXKI_PARAM_NAME])
            return dxki_text_error(p, loc, "argument name invalid in function type");
        if (param[DXKI_PARAM_SET])
            return dxki_text_error(p, loc, "argument attributes invalid in function type");
    }
    for (uint32_t i = 0; i < count; i++)
        p->stack.items[floor + i] =
            p->stack.items[floor + (size_t)i * DXKI_PARAM_WORDS + DXKI_PARAM_TYPE];
    return true;
}

static bool parse_function_type(dxki_text_parser *p, dxki_type *type)
{
    size_t floor = p->stack.count;
    uint32_t count;
    bool vararg;
    if (!dxki_type_may_be_result(p->m, *type))
        return dxki_text_error_here(p, "invalid function return type");
    bool ok = dxki_text_parse_params(p, &count, &vararg) && plain_params(p, floor, count) &&
              made(p, dxki_type_function(p->m, *type, p->stack.items + floor, count, vararg), type);
    p->stack.count = floor;
    return ok;
}

/* --- a type --- */

static bool parse_simple(dxki_text_parser *p, dxki_type *type, const char *message)
{
    switch (p->tok.kind) {
    case DXKI_TK_TYPE:
        *type = p->tok.type;
        dxki_text_next(p);
        return true;
    case DXKI_TK_LBRACE:
        return parse_literal_struct(p, false, type);
    case DXKI_TK_LSQUARE:
        dxki_text_next(p);
        return parse_sequence(p, false, type);
    case DXKI_TK_LESS:
        dxki_text_next(p);
        if (!dxki_text_at(p, DXKI_TK_LBRACE))
            return parse_sequence(p, true, type);
        return parse_literal_struct(p, true, type) &&
               dxki_text_expect_tok(p, DXKI_TK_GREATER, "expected '>' at end of packed struct");
    case DXKI_TK_LOCAL_NAME:
    case DXKI_TK_LOCAL_ID:
        return parse_type_ref(p, type);
    default:
        return dxki_text_error_here(p, message);
    }
}

static bool parse_suffixes(dxki_text_parser *p, dxki_type *type)
{
    for (;;) {
        if (dxki_text_at(p, DXKI_TK_STAR) || dxki_text_at(p, DXKI_KW_ADDRSPACE)) {
            if (!parse_pointer(p, type))
                return false;
        } else if (dxki_text_at(p, DXKI_TK_LPAREN)) {
            if (!parse_function_type(p, type))
                return false;
        } else {
            return true;
        }
    }
}

bool dxki_text_parse_type(dxki_text_parser *p, dxki_type *type, bool allow_void,
                          const char *message)
{
    dxki_text_loc loc = p->tok.start;
    if (!dxki_text_enter(p) || !parse_simple(p, type, message) || !parse_suffixes(p, type))
        return false;
    p->depth--;
    if (!allow_void && *type == DXKI_TY_VOID)
        return dxki_text_error(p, loc, "void type only allowed for function results");
    return true;
}

bool dxki_text_parse_type_at(dxki_text_parser *p, dxki_type *type, dxki_text_loc *loc)
{
    *loc = p->tok.start;
    return dxki_text_parse_type(p, type, false, "expected type");
}

/* --- definitions --- */

/* Anything but a struct is only another name for what stands there. */
static bool define_alias(dxki_text_parser *p, uint32_t entry, dxki_text_loc loc, bool vector)
{
    dxki_type type;
    if (p->types.items[entry].type)
        return dxki_text_error(p, loc, "forward references to non-struct type");
    if (vector ? !parse_sequence(p, true, &type)
               : !dxki_text_parse_type(p, &type, false, "expected type"))
        return false;
    if (dxki_type_kind_of(p->m, type) == DXKI_T_STRUCT)
        return true; /* LLVM forgets this name */
    if (p->types.items[entry].type)
        return dxki_text_error(p, loc, "non-struct types may not be recursive");
    p->types.items[entry].type = type;
    p->types.items[entry].use = NULL;
    return true;
}

static bool define_struct(dxki_text_parser *p, uint32_t entry, bool packed)
{
    size_t floor = p->stack.count;
    uint32_t count;
    p->types.items[entry].use = NULL;
    if (!p->types.items[entry].type && !make_struct(p, entry))
        return false;
    bool ok =
        parse_struct_body(p, &count) &&
        (!packed || dxki_text_expect_tok(p, DXKI_TK_GREATER, "expected '>' in packed struct"));
    dxki_type type = p->types.items[entry].type;
    if (ok && !dxki_type_set_body(p->m, type, p->stack.items + floor, count, packed))
        ok = dxki_text_no_memory(p);
    p->stack.count = floor;
    return ok && dxki_text_check_depth(p, dxki_type_get(p->m, type)->depth);
}

static bool define_type(dxki_text_parser *p, const char *after)
{
    dxki_text_loc loc = p->tok.start;
    uint32_t entry = entry_of(p, &p->tok);
    if (entry == UINT32_MAX)
        return false;
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' after name") ||
        !dxki_text_expect_tok(p, DXKI_KW_TYPE, after))
        return false;
    if (p->types.items[entry].type && !p->types.items[entry].use)
        return dxki_text_error(p, loc, "redefinition of type");
    if (dxki_text_take(p, DXKI_KW_OPAQUE)) {
        p->types.items[entry].use = NULL;
        return p->types.items[entry].type || make_struct(p, entry);
    }
    bool angle = dxki_text_take(p, DXKI_TK_LESS);
    if (!dxki_text_at(p, DXKI_TK_LBRACE))
        return define_alias(p, entry, loc, angle);
    return define_struct(p, entry, angle);
}

bool dxki_text_parse_unnamed_type(dxki_text_parser *p)
{
    return define_type(p, "expected 'type' after '='");
}

bool dxki_text_parse_named_type(dxki_text_parser *p)
{
    return define_type(p, "expected 'type' after name");
}

/* --- the end of the module --- */

/* LLVM looks for undefined names in the order of its hash table, which is rebuilt here. */
static uint32_t llvm_hash(dxk_str text)
{
    uint32_t hash = 0;
    for (size_t i = 0; i < text.size; i++)
        hash = hash * 33 + (uint8_t)text.data[i];
    return hash;
}

static void llvm_insert(const dxki_text_parser *p, uint32_t *table, uint32_t size, uint32_t type)
{
    uint32_t at = llvm_hash(p->types.items[type].name) & (size - 1);
    for (uint32_t step = 1; table[at]; step++)
        at = (at + step) & (size - 1);
    table[at] = type + 1;
}

/* Doubles the table as LLVM does: bucket by bucket. */
static bool llvm_grow(dxki_text_parser *p, uint32_t **table, uint32_t *size)
{
    uint32_t *grown = dxki_realloc(p->ctx, NULL, 0, (size_t)*size * 2 * sizeof **table);
    if (!grown)
        return dxki_text_no_memory(p);
    memset(grown, 0, (size_t)*size * 2 * sizeof **table);
    for (uint32_t i = 0; i < *size; i++) {
        if ((*table)[i])
            llvm_insert(p, grown, *size * 2, (*table)[i] - 1);
    }
    dxki_realloc(p->ctx, *table, *size * sizeof **table, 0);
    *table = grown;
    *size *= 2;
    return true;
}

static bool report_undefined_name(dxki_text_parser *p)
{
    uint32_t size = 16, used = 0, found = 0;
    uint32_t *table = dxki_realloc(p->ctx, NULL, 0, size * sizeof *table);
    if (!table)
        return dxki_text_no_memory(p);
    memset(table, 0, size * sizeof *table);
    bool ok = true;
    for (uint32_t i = 0; i < p->types.count && ok; i++) {
        if (!p->types.items[i].name.data)
            continue;
        llvm_insert(p, table, size, i);
        if (++used * 4 > size * 3)
            ok = llvm_grow(p, &table, &size);
    }
    for (uint32_t i = 0; i < size && !found; i++) {
        if (table[i] && p->types.items[table[i] - 1].use)
            found = table[i];
    }
    dxki_realloc(p->ctx, table, size * sizeof *table, 0);
    if (!ok || !found)
        return false;
    const dxki_text_named_type *type = &p->types.items[found - 1];
    return DXKI_ERROR(p, type->use, "use of undefined type named '%0'", dxki_raw(type->name));
}

bool dxki_text_check_types(dxki_text_parser *p)
{
    const dxki_text_named_type *numbered = NULL, *named = NULL;
    for (size_t i = 0; i < p->types.count; i++) {
        const dxki_text_named_type *type = &p->types.items[i];
        if (!type->use)
            continue;
        if (type->name.data)
            named = type;
        else if (!numbered || type->number < numbered->number)
            numbered = type;
    }
    if (numbered)
        return DXKI_ERROR(p, numbered->use, "use of undefined type '%%0'",
                          dxki_dec(numbered->number));
    return !named || report_undefined_name(p);
}
