/* SPDX-License-Identifier: MIT */
/*
 * parse_uses.c - use-list orders. They name every use of a value, so uses are counted; each
 * instruction, constant and global is counted once, when a directive comes after it. See parse.h.
 */
#include "text/parse.h"

#include <string.h>

/* --- counting --- */

static uint32_t *count_of(dxki_text_parser *p, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    size_t index = DXKI_INDEX(value);
    if (tag < DXKI_V_GLOBAL || tag > DXKI_V_BLOCK)
        return NULL;
    size_t known = p->use_counts[tag].count;
    if (index >= known) {
        size_t extra = index + 1 - known;
        if (!dxki_vec_reserve(p->ctx, &p->use_counts[tag], extra)) {
            dxki_text_no_memory(p);
            return NULL;
        }
        memset(p->use_counts[tag].items + known, 0, extra * sizeof(uint32_t));
        p->use_counts[tag].count = index + 1;
    }
    return &p->use_counts[tag].items[index];
}

static void add_use(dxki_text_parser *p, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_FORWARD)
        value = p->locals.items[DXKI_INDEX(value)].value;
    uint32_t *count = count_of(p, value);
    if (count)
        ++*count;
}

static void add_uses(dxki_text_parser *p, uint32_t ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        add_use(p, p->m->words.items[ops + i]);
}

static void count_constants(dxki_text_parser *p)
{
    const dxk_module *m = p->m;
    for (; p->counted_consts < m->consts.count; p->counted_consts++) {
        const dxki_const *c = &m->consts.items[p->counted_consts];
        if (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR)
            add_uses(p, c->a, c->b);
        else if (c->kind == DXKI_C_BLOCKADDRESS)
            add_use(p, c->a);
    }
}

static void count_globals(dxki_text_parser *p)
{
    const dxk_module *m = p->m;
    for (; p->counted_variables < m->variables.count; p->counted_variables++)
        add_use(p, m->globals.items[m->variables.items[p->counted_variables]].init);
    for (; p->counted_aliases < m->aliases.count; p->counted_aliases++)
        add_use(p, m->globals.items[m->aliases.items[p->counted_aliases]].init);
    for (; p->counted_functions < m->functions.count; p->counted_functions++) {
        const dxki_global *g = &m->globals.items[m->functions.items[p->counted_functions]];
        add_use(p, g->prefix);
        add_use(p, g->prologue);
        add_use(p, g->personality);
    }
}

static bool count_uses(dxki_text_parser *p)
{
    const dxk_module *m = p->m;
    count_constants(p);
    count_globals(p);
    for (; p->counted_insts < m->insts.count; p->counted_insts++)
        add_uses(p, m->insts.items[p->counted_insts].ops,
                 m->insts.items[p->counted_insts].op_count);
    return p->status == DXK_OK;
}

/* --- directives --- */

/* { indexes }: pushed to p->stack. */
static bool parse_indexes(dxki_text_parser *p, uint32_t *count)
{
    dxki_text_loc loc = p->tok.start;
    uint32_t offset = 0, max = 0;
    bool ordered = true;
    *count = 0;
    if (!dxki_text_expect_tok(p, DXKI_TK_LBRACE, "expected '{' here"))
        return false;
    if (dxki_text_at(p, DXKI_TK_RBRACE))
        return dxki_text_error_here(p, "expected non-empty list of uselistorder indexes");
    do {
        uint32_t index;
        if (!dxki_text_parse_uint32(p, &index))
            return false;
        offset += index - *count;
        max = index > max ? index : max;
        ordered = ordered && index == *count;
        if (!dxki_vec_push(p->ctx, &p->stack, index))
            return dxki_text_no_memory(p);
        ++*count;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    if (!dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected '}' here"))
        return false;
    if (*count < 2)
        return dxki_text_error(p, loc, "expected >= 2 uselistorder indexes");
    if (offset != 0 || max >= *count)
        return dxki_text_error(p, loc, "expected distinct uselistorder indexes in range [0, size)");
    return !ordered || dxki_text_error(p, loc, "expected uselistorder indexes to change the order");
}

/* Of a block one use more may be an address that is not counted. */
static bool check_count(dxki_text_parser *p, dxki_value value, uint32_t count, dxki_text_loc loc)
{
    if (!count_uses(p))
        return false;
    const uint32_t *counted = count_of(p, value);
    if (!counted)
        return dxki_text_error(p, loc, "value has no uses");
    uint32_t uses = *counted;
    if (DXKI_TAG(value) == DXKI_V_BLOCK && p->address_count && uses + 1 == count)
        uses = count;
    if (uses == 0)
        return dxki_text_error(p, loc, "value has no uses");
    if (uses < 2)
        return dxki_text_error(p, loc, "value only has one use");
    return uses == count ||
           DXKI_ERROR(p, loc, "wrong number of indexes, expected %0", dxki_dec(uses));
}

/* Takes the indexes off the stack. */
static bool add_order(dxki_text_parser *p, dxki_value value, uint32_t count, dxki_text_loc loc)
{
    dxk_module *m = p->m;
    if (DXKI_TAG(value) == DXKI_V_FORWARD) {
        dxki_value defined = p->locals.items[DXKI_INDEX(value)].value;
        value = defined ? defined : value;
    }
    p->stack.count -= count;
    if (!check_count(p, value, count, loc))
        return false;
    dxki_uselist order = {p->function, value, (uint32_t)m->words.count, count};
    if (count > UINT32_MAX - m->words.count || !dxki_vec_reserve(p->ctx, &m->words, count) ||
        !dxki_vec_push(p->ctx, &m->uselists, order))
        return dxki_text_no_memory(p);
    memcpy(m->words.items + order.offset, p->stack.items + p->stack.count,
           count * sizeof(uint32_t));
    m->words.count += count;
    return true;
}

static bool parse_typed(dxki_text_parser *p, dxki_value *value)
{
    dxki_text_loc loc;
    return p->function ? dxki_text_parse_typed(p, value, &loc)
                       : dxki_text_parse_typed_const(p, value);
}

bool dxki_text_parse_uselistorder(dxki_text_parser *p)
{
    dxki_text_loc loc = p->tok.start;
    dxki_value value;
    uint32_t count;
    return dxki_text_expect_tok(p, DXKI_KW_USELISTORDER, "expected uselistorder directive") &&
           parse_typed(p, &value) &&
           dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma in uselistorder directive") &&
           parse_indexes(p, &count) && add_order(p, value, count, loc);
}

/* --- blocks --- */

static bool find_function(dxki_text_parser *p, const dxki_text_id *id, uint32_t *global)
{
    *global = 0;
    if (id->kind == DXKI_ID_GLOBAL_NAME)
        *global = dxki_text_find_global(p, id->token.text);
    else if (id->kind != DXKI_ID_GLOBAL_NUMBER)
        return dxki_text_error(p, id->loc, "expected function name in uselistorder_bb");
    else if (id->token.number < p->numbered.count)
        *global = p->numbered.items[id->token.number];
    if (!*global)
        return dxki_text_error(p, id->loc, "invalid function forward reference in uselistorder_bb");
    const dxki_global *g = &p->m->globals.items[*global];
    if (g->kind != DXKI_G_FUNCTION)
        return dxki_text_error(p, id->loc, "expected function name in uselistorder_bb");
    return g->first_block || dxki_text_error(p, id->loc, "invalid declaration in uselistorder_bb");
}

static bool same_name(const dxki_text_parser *p, dxki_string name, dxk_str text)
{
    dxk_str own = dxki_string_get(p->m, name);
    return text.size && dxki_str_same(own, text);
}

static bool names_other(const dxki_text_parser *p, const dxki_global *g, dxk_str name)
{
    for (uint32_t i = 0; i < g->arg_count; i++) {
        if (same_name(p, p->m->args.items[g->first_arg + i].name, name))
            return true;
    }
    DXKI_EACH_BLOCK_FROM(p->m, g->first_block, b) {
        DXKI_EACH_INST(p->m, b, i) {
            if (same_name(p, dxki_value_name(p->m, DXKI_VALUE(DXKI_V_INST, i)), name))
                return true;
        }
    }
    return false;
}

static bool find_block(dxki_text_parser *p, const dxki_text_id *id, uint32_t global,
                       dxki_value *value)
{
    const dxki_global *g = &p->m->globals.items[global];
    if (id->kind == DXKI_ID_LOCAL_NUMBER)
        return dxki_text_error(p, id->loc, "invalid numeric label in uselistorder_bb");
    if (id->kind != DXKI_ID_LOCAL_NAME)
        return dxki_text_error(p, id->loc, "expected basic block name in uselistorder_bb");
    DXKI_EACH_BLOCK_FROM(p->m, g->first_block, b) {
        if (same_name(p, p->m->blocks.items[b].name, id->token.text)) {
            *value = DXKI_VALUE(DXKI_V_BLOCK, b);
            return true;
        }
    }
    return dxki_text_error(p, id->loc,
                           names_other(p, g, id->token.text)
                               ? "expected basic block in uselistorder_bb"
                               : "invalid basic block in uselistorder_bb");
}

/* Directives of this kind search their function; more of them are no text of a compiler. */
#define BLOCK_ORDERS_MAX 4096u

bool dxki_text_parse_uselistorder_bb(dxki_text_parser *p)
{
    static const char comma[] = "expected comma in uselistorder_bb directive";
    dxki_text_loc loc = p->tok.start;
    dxki_text_id function, label;
    uint32_t count, global;
    dxki_value block = 0;
    if (++p->block_orders > BLOCK_ORDERS_MAX)
        return dxki_text_too_much(p, "there are too many orders of the uses of blocks");
    dxki_text_next(p);
    if (!dxki_text_parse_id(p, &function) || !dxki_text_expect_tok(p, DXKI_TK_COMMA, comma) ||
        !dxki_text_parse_id(p, &label) || !dxki_text_expect_tok(p, DXKI_TK_COMMA, comma) ||
        !parse_indexes(p, &count))
        return false;
    return find_function(p, &function, &global) && find_block(p, &label, global, &block) &&
           add_order(p, block, count, loc);
}
