/* SPDX-License-Identifier: MIT */
/* parse_branch.c - terminators, and the addresses of blocks. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "base/str.h"

/* --- blocks --- */

static bool is_block(const dxki_text_parser *p, dxki_value value)
{
    return dxki_text_type_of(p, value) == DXKI_TY_LABEL && DXKI_TAG(value) != DXKI_V_ARG;
}

bool dxki_text_parse_block_ref(dxki_text_parser *p, dxki_value *block)
{
    dxki_text_loc loc;
    if (!dxki_text_parse_typed(p, block, &loc))
        return false;
    return is_block(p, *block) || dxki_text_error(p, loc, "expected a basic block");
}

static bool block_op(dxki_text_parser *p)
{
    dxki_value block;
    return dxki_text_parse_block_ref(p, &block) && dxki_text_push_op(p, block);
}

/* --- terminators --- */

static bool parse_ret(dxki_text_parser *p)
{
    dxki_text_loc loc = p->tok.start;
    const dxki_global *function = &p->m->globals.items[p->function];
    dxki_type result = p->m->type_ops.items[dxki_type_get(p->m, function->value_type)->a], type;
    dxki_value value;
    if (!dxki_text_parse_type(p, &type, true, "expected type"))
        return false;
    if (type != DXKI_TY_VOID &&
        (!dxki_text_parse_typed_as(p, type, true, &value) || !dxki_text_push_op(p, value)))
        return false;
    return type == result || DXKI_ERROR(p, loc, "value doesn't match function result type '%0'",
                                        dxki_text_type_arg(p, result));
}

static bool parse_br(dxki_text_parser *p)
{
    dxki_value cond, yes, no;
    dxki_text_loc loc;
    if (!dxki_text_parse_typed(p, &cond, &loc))
        return false;
    if (is_block(p, cond))
        return dxki_text_push_op(p, cond);
    if (dxki_text_type_of(p, cond) != DXKI_TY_I1)
        return dxki_text_error(p, loc, "branch condition must have 'i1' type");
    return dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after branch condition") &&
           dxki_text_parse_block_ref(p, &yes) &&
           dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after true destination") &&
           dxki_text_parse_block_ref(p, &no) && dxki_text_push_op(p, cond) &&
           dxki_text_push_op(p, no) && dxki_text_push_op(p, yes);
}

static uint32_t hash_case(dxki_value value)
{
    return dxki_hash_end(dxki_hash_mix(8, value));
}

/* A value may be a case only once. */
static bool note_case(dxki_text_parser *p, dxki_idset *seen, dxki_value value, dxki_text_loc loc)
{
    uint32_t hash = hash_case(value), pos = hash, id;
    while ((id = dxki_idset_next(seen, hash, &pos)) != 0) {
        if (id == value)
            return dxki_text_error(p, loc, "duplicate case value in switch");
    }
    const dxki_const *c = dxki_const_get(p->m, value);
    bool wide = c && c->kind == DXKI_C_WIDE && dxki_type_is_int(p->m, c->type);
    if (!wide && (!c || c->kind != DXKI_C_INT))
        return dxki_text_error(p, loc, "case value is not a constant integer");
    return dxki_idset_add(p->ctx, seen, hash, value) || dxki_text_no_memory(p);
}

static bool parse_cases(dxki_text_parser *p, dxki_idset *seen)
{
    while (!dxki_text_at(p, DXKI_TK_RSQUARE)) {
        dxki_value value, block;
        dxki_text_loc loc;
        if (!dxki_text_parse_typed(p, &value, &loc) ||
            !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after case value") ||
            !dxki_text_parse_block_ref(p, &block) || !note_case(p, seen, value, loc) ||
            !dxki_text_push_op(p, value) || !dxki_text_push_op(p, block))
            return false;
    }
    dxki_text_next(p);
    return true;
}

static bool parse_switch(dxki_text_parser *p)
{
    dxki_value cond, block;
    dxki_text_loc loc;
    dxki_idset seen = {NULL, 0, 0};
    if (!dxki_text_parse_typed(p, &cond, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after switch condition") ||
        !dxki_text_parse_block_ref(p, &block) ||
        !dxki_text_expect_tok(p, DXKI_TK_LSQUARE, "expected '[' with switch table") ||
        !dxki_text_push_op(p, cond) || !dxki_text_push_op(p, block))
        return false;
    if (!dxki_type_is_int(p->m, dxki_text_type_of(p, cond)))
        return dxki_text_error(p, loc, "switch condition must have integer type");
    bool ok = parse_cases(p, &seen);
    dxki_idset_free(p->ctx, &seen);
    return ok;
}

static bool parse_indirectbr(dxki_text_parser *p)
{
    dxki_value address;
    dxki_text_loc loc;
    if (!dxki_text_parse_typed(p, &address, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after indirectbr address") ||
        !dxki_text_expect_tok(p, DXKI_TK_LSQUARE, "expected '[' with indirectbr") ||
        !dxki_text_push_op(p, address))
        return false;
    if (dxki_type_kind_of(p->m, dxki_text_type_of(p, address)) != DXKI_T_POINTER)
        return dxki_text_error(p, loc, "indirectbr address must have pointer type");
    if (!dxki_text_at(p, DXKI_TK_RSQUARE)) {
        do {
            if (!block_op(p))
                return false;
        } while (dxki_text_take(p, DXKI_TK_COMMA));
    }
    return dxki_text_expect_tok(p, DXKI_TK_RSQUARE, "expected ']' at end of block list");
}

bool dxki_text_parse_terminator(dxki_text_parser *p, dxki_inst *inst)
{
    dxki_value value;
    dxki_text_loc loc;
    switch (inst->op) {
    case DXKI_OP_RET:
        return parse_ret(p);
    case DXKI_OP_BR:
        return parse_br(p);
    case DXKI_OP_SWITCH:
        return parse_switch(p);
    case DXKI_OP_INDIRECTBR:
        return parse_indirectbr(p);
    case DXKI_OP_INVOKE:
        return dxki_text_parse_invoke(p, inst);
    case DXKI_OP_RESUME:
        return dxki_text_parse_typed(p, &value, &loc) && dxki_text_push_op(p, value);
    default: /* unreachable */
        return true;
    }
}

/* --- addresses of blocks --- */

/* They are rare, and looking for their blocks takes time. */
#define ADDRESSES_MAX 4096u

/* The block of that name in a function that is finished. */
static uint32_t named_block(const dxki_text_parser *p, uint32_t global, dxk_str name)
{
    DXKI_EACH_BLOCK(p->m, global, b) {
        dxk_str text = dxki_string_get(p->m, p->m->blocks.items[b].name);
        if (text.size == name.size && text.size && memcmp(text.data, name.data, name.size) == 0)
            return b;
    }
    return 0;
}

static bool parse_pair(dxki_text_parser *p, dxki_text_id *function, dxki_text_id *block)
{
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_LPAREN, "expected '(' in block address expression") ||
        !dxki_text_parse_id(p, function) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma in block address expression") ||
        !dxki_text_parse_id(p, block) ||
        !dxki_text_expect_tok(p, DXKI_TK_RPAREN, "expected ')' in block address expression"))
        return false;
    if (function->kind != DXKI_ID_GLOBAL_NUMBER && function->kind != DXKI_ID_GLOBAL_NAME)
        return dxki_text_error(p, function->loc, "expected function name in blockaddress");
    if (block->kind != DXKI_ID_LOCAL_NUMBER && block->kind != DXKI_ID_LOCAL_NAME)
        return dxki_text_error(p, block->loc, "expected basic block name in blockaddress");
    return true;
}

/* The function that is meant, 0: it is not there yet. */
static uint32_t find_function(dxki_text_parser *p, const dxki_text_id *id)
{
    uint32_t index;
    if (id->kind == DXKI_ID_GLOBAL_NUMBER)
        return id->token.number < p->numbered.count ? p->numbered.items[id->token.number] : 0;
    index = dxki_text_find_global(p, id->token.text);
    return index && !dxki_text_global_is_forward(p, index, NULL) ? index : 0;
}

/*
 * A constant whose function or block is filled in later. Until then its block is one that does not
 * exist, so that it equals no other constant.
 */
static bool waiting_address(dxki_text_parser *p, dxki_type type, uint32_t global,
                            const dxki_text_id *function, const dxki_text_id *block,
                            dxki_value *value)
{
    dxki_value place = DXKI_VALUE(DXKI_V_GLOBAL, global);
    *value = dxki_const_blockaddress(p->m, type, place, ~(uint32_t)p->addresses.count);
    dxki_text_address address = {.constant = DXKI_INDEX(*value), .global = global};
    if (function->kind == DXKI_ID_GLOBAL_NAME)
        address.function = function->token.text;
    if (block->kind == DXKI_ID_LOCAL_NAME)
        address.block = block->token.text;
    address.function_number = (uint32_t)function->token.number;
    address.block_number = (uint32_t)block->token.number;
    address.function_loc = function->loc;
    address.block_loc = block->loc;
    return (*value && dxki_vec_push(p->ctx, &p->addresses, address)) || dxki_text_no_memory(p);
}

static bool same_function(const dxki_text_address *a, dxk_str name, uint32_t number)
{
    if (a->global || !a->function_loc)
        return false;
    if (!a->function.data)
        return name.size == 0 && a->function_number == number;
    return name.size && dxki_str_same(a->function, name);
}

/* The label of an address inside of its function, a forward reference perhaps. */
static bool find_label(dxki_text_parser *p, const dxki_text_address *a, dxki_value *value)
{
    dxki_text_id id = {.kind = DXKI_ID_LOCAL_NUMBER, .loc = a->block_loc};
    id.token = (dxki_text_token){.kind = DXKI_TK_LOCAL_ID, .number = a->block_number};
    if (a->block.data)
        id.token = (dxki_text_token){.kind = DXKI_TK_LOCAL_NAME, .text = a->block};
    return dxki_text_local_value(p, &id, DXKI_TY_LABEL, value) ||
           dxki_text_error(p, a->block_loc, "referenced value is not a basic block");
}

static bool same_label(const dxki_text_address *a, const dxki_text_id *block)
{
    if (block->kind == DXKI_ID_LOCAL_NUMBER)
        return !a->block.data && a->block_number == (uint32_t)block->token.number;
    return a->block.data && dxki_str_same(a->block, block->token.text);
}

/* The constant of an address that was written before; 0: none. `global`: its function, when that is
 * there already. */
static dxki_value known_address(const dxki_text_parser *p, uint32_t global,
                                const dxki_text_id *function, const dxki_text_id *block)
{
    dxk_str name = {NULL, 0};
    if (function->kind == DXKI_ID_GLOBAL_NAME)
        name = function->token.text;
    for (size_t i = 0; i < p->addresses.count; i++) {
        const dxki_text_address *a = &p->addresses.items[i];
        bool same =
            global ? a->global == global : same_function(a, name, (uint32_t)function->token.number);
        if (same && same_label(a, block))
            return DXKI_VALUE(DXKI_V_CONST, a->constant);
    }
    return 0;
}

/* An address in a function that is not finished, or not there at all. */
static bool open_address(dxki_text_parser *p, dxki_type type, uint32_t global,
                         const dxki_text_id *function, const dxki_text_id *block, dxki_value *value)
{
    dxki_value label;
    *value = known_address(p, global, function, block);
    if (*value)
        return true;
    return waiting_address(p, type, global, function, block, value) &&
           (!global || find_label(p, &p->addresses.items[p->addresses.count - 1], &label));
}

bool dxki_text_parse_blockaddress(dxki_text_parser *p, dxki_text_id *id)
{
    dxki_text_id function, block;
    dxki_type type = dxki_type_pointer(p->m, DXKI_TY_I8, 0);
    dxki_text_loc loc = id->loc;
    if (!parse_pair(p, &function, &block))
        return false;
    if (++p->address_count > ADDRESSES_MAX)
        return dxki_text_too_much(p, "there are too many addresses of blocks");
    id->kind = DXKI_ID_CONSTANT;
    id->loc = loc;
    if (!type)
        return dxki_text_no_memory(p);
    uint32_t global = find_function(p, &function);
    if (global && p->m->globals.items[global].kind != DXKI_G_FUNCTION)
        return dxki_text_error(p, function.loc, "expected function name in blockaddress");
    if (global && p->m->globals.items[global].flags & DXKI_GF_DECLARATION)
        return dxki_text_error(p, function.loc, "cannot take blockaddress inside a declaration");
    if (!global || global == p->function)
        return open_address(p, type, global, &function, &block, &id->value);
    if (block.kind == DXKI_ID_LOCAL_NUMBER)
        return dxki_text_error(
            p, block.loc, "cannot take address of numeric label after the function is defined");
    uint32_t found = named_block(p, global, block.token.text);
    if (!found)
        return dxki_text_error(p, block.loc, "referenced value is not a basic block");
    id->value = known_address(p, global, &function, &block);
    if (!id->value)
        id->value = dxki_const_blockaddress(p->m, type, DXKI_VALUE(DXKI_V_GLOBAL, global), found);
    return id->value ? true : dxki_text_no_memory(p);
}

bool dxki_text_check_no_address(dxki_text_parser *p, dxk_str name, uint32_t number)
{
    for (size_t i = 0; i < p->addresses.count; i++) {
        const dxki_text_address *a = &p->addresses.items[i];
        if (same_function(a, name, number))
            return dxki_text_error(p, a->function_loc,
                                   "cannot take blockaddress inside a declaration");
    }
    return true;
}

/* The addresses that wait for this function now wait for its blocks. */
bool dxki_text_resolve_addresses(dxki_text_parser *p)
{
    dxk_str name = dxki_string_get(p->m, p->m->globals.items[p->function].name);
    for (size_t i = 0; i < p->addresses.count; i++) {
        dxki_text_address *a = &p->addresses.items[i];
        dxki_value label;
        if (!same_function(a, name, (uint32_t)p->numbered.count - 1))
            continue;
        a->global = p->function;
        if (!find_label(p, a, &label))
            return false;
    }
    return true;
}

bool dxki_text_finish_addresses(dxki_text_parser *p)
{
    for (size_t i = 0; i < p->addresses.count; i++) {
        dxki_text_address *a = &p->addresses.items[i];
        if (a->global != p->function || !a->function_loc)
            continue;
        dxki_value value;
        if (!find_label(p, a, &value))
            return false;
        if (DXKI_TAG(value) == DXKI_V_FORWARD)
            continue; /* reported with all undefined values */
        if (!dxki_const_settle_blockaddress(
                p->m, a->constant, DXKI_VALUE(DXKI_V_GLOBAL, p->function), DXKI_INDEX(value)))
            return dxki_text_no_memory(p);
        a->function_loc = NULL; /* done */
    }
    return true;
}

bool dxki_text_check_addresses(dxki_text_parser *p)
{
    for (size_t i = 0; i < p->addresses.count; i++) {
        if (p->addresses.items[i].function_loc)
            return dxki_text_error(p, p->addresses.items[i].function_loc,
                                   "expected function name in blockaddress");
    }
    return true;
}
