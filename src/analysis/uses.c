/* SPDX-License-Identifier: MIT */
/* uses.c - see uses.h. */
#include "analysis/uses.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Operands of constants and globals                                                          */

uint32_t dxki_uses_operand_count(const dxk_module *m, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        return m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_FUNCTION ? 3 : 1;
    const dxki_const *c = dxki_const_get(m, value);
    if (!c)
        return 0;
    if (c->kind == DXKI_C_BLOCKADDRESS)
        return 1;
    return c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR ? c->b : 0;
}

dxki_value dxki_uses_operand(const dxk_module *m, dxki_value value, uint32_t i)
{
    if (DXKI_TAG(value) == DXKI_V_GLOBAL) {
        const dxki_global *g = &m->globals.items[DXKI_INDEX(value)];
        if (g->kind != DXKI_G_FUNCTION)
            return g->init;
        return i == 0 ? g->personality : i == 1 ? g->prefix : g->prologue;
    }
    const dxki_const *c = dxki_const_get(m, value);
    return c->kind == DXKI_C_BLOCKADDRESS ? c->a : m->words.items[c->a + i];
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

/* Makes the table of a tag long enough for an index; values may have been made since. */
static bool make_room(dxki_uses *u, dxki_value_tag tag, size_t count)
{
    size_t have = u->heads[tag].count;
    if (count <= have)
        return true;
    if (!dxki_vec_reserve(u->m->ctx, &u->heads[tag], count - have))
        return false;
    memset(u->heads[tag].items + have, 0, (count - have) * sizeof *u->heads[tag].items);
    u->heads[tag].count = count;
    return true;
}

bool dxki_uses_begin(dxki_uses *u, const dxk_module *m)
{
    memset(u, 0, sizeof *u);
    u->m = m;
    return make_room(u, DXKI_V_GLOBAL, m->globals.count) &&
           make_room(u, DXKI_V_CONST, m->consts.count) && make_room(u, DXKI_V_ARG, m->args.count) &&
           make_room(u, DXKI_V_INST, m->insts.count) &&
           make_room(u, DXKI_V_BLOCK, m->blocks.count) &&
           dxki_vec_push(m->ctx, &u->uses, (dxki_use){0});
}

void dxki_uses_free(dxki_uses *u)
{
    for (uint32_t tag = 0; tag <= DXKI_V_BLOCK; tag++)
        dxki_vec_free(u->m->ctx, &u->heads[tag]);
    dxki_vec_free(u->m->ctx, &u->uses);
}

static dxki_use_head *head_of(dxki_uses *u, dxki_value value)
{
    return &u->heads[DXKI_TAG(value)].items[DXKI_INDEX(value)];
}

/* ---------------------------------------------------------------------------------------- */
/* Lists                                                                                      */

/* True if the value has a list: in a function its own values, in a module all. */
static bool is_listed(const dxki_uses *u, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    return tag <= DXKI_V_BLOCK && tag >= (u->whole ? DXKI_V_GLOBAL : DXKI_V_ARG);
}

static bool link_use(dxki_uses *u, uint32_t use, dxki_value value)
{
    if (!is_listed(u, value))
        return true;
    if (!make_room(u, DXKI_TAG(value), (size_t)DXKI_INDEX(value) + 1))
        return false;
    dxki_use_head *head = head_of(u, value);
    u->uses.items[use].value = value;
    u->uses.items[use].next = head->head;
    if (head->head)
        u->uses.items[head->head].prev = use;
    head->head = use;
    head->count++;
    return true;
}

static void unlink_use(dxki_uses *u, uint32_t use)
{
    dxki_use *node = &u->uses.items[use];
    if (!node->value)
        return;
    dxki_use_head *head = head_of(u, node->value);
    if (node->prev)
        u->uses.items[node->prev].next = node->next;
    else
        head->head = node->next;
    if (node->next)
        u->uses.items[node->next].prev = node->prev;
    head->count--;
    node->value = 0;
    node->next = node->prev = 0;
}

/* The nodes of a user: of operands 0, 1, ... */
static bool open_user(dxki_uses *u, dxki_value user, uint32_t count)
{
    if (!make_room(u, DXKI_TAG(user), (size_t)DXKI_INDEX(user) + 1) ||
        !dxki_vec_reserve(u->m->ctx, &u->uses, count))
        return false;
    head_of(u, user)->own = (uint32_t)u->uses.count;
    for (uint32_t i = 0; i < count; i++)
        u->uses.items[u->uses.count++] = (dxki_use){.user = user, .operand = i};
    return true;
}

bool dxki_uses_add(dxki_uses *u, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(u->m, inst);
    const dxki_value *ops = dxki_inst_ops(u->m, inst);
    dxki_value user = DXKI_VALUE(DXKI_V_INST, inst);
    dxki_uses_drop(u, inst);
    if (!open_user(u, user, in->op_count))
        return false;
    uint32_t own = head_of(u, user)->own;
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (!link_use(u, own + i, ops[i]))
            return false;
    }
    return true;
}

void dxki_uses_drop(dxki_uses *u, uint32_t inst)
{
    dxki_value user = DXKI_VALUE(DXKI_V_INST, inst);
    if (inst >= u->heads[DXKI_V_INST].count || !head_of(u, user)->own)
        return;
    for (uint32_t i = head_of(u, user)->own; i < u->uses.count && u->uses.items[i].user == user;
         i++)
        unlink_use(u, i);
    head_of(u, user)->own = 0;
}

bool dxki_uses_set(dxki_uses *u, uint32_t inst, uint32_t operand, dxki_value value)
{
    uint32_t use = head_of(u, DXKI_VALUE(DXKI_V_INST, inst))->own + operand;
    unlink_use(u, use);
    return link_use(u, use, value);
}

/* ---------------------------------------------------------------------------------------- */
/* Building                                                                                   */

static bool add_body(dxki_uses *u, uint32_t function)
{
    const dxk_module *m = u->m;
    DXKI_EACH_BLOCK(m, function, b) {
        DXKI_EACH_INST(m, b, i) {
            if (!dxki_uses_add(u, i))
                return false;
        }
    }
    return true;
}

/* Of a constant or a global. */
static bool add_holder(dxki_uses *u, dxki_value user)
{
    uint32_t count = dxki_uses_operand_count(u->m, user);
    if (count == 0)
        return true;
    if (!open_user(u, user, count))
        return false;
    uint32_t own = head_of(u, user)->own;
    for (uint32_t i = 0; i < count; i++) {
        if (!link_use(u, own + i, dxki_uses_operand(u->m, user, i)))
            return false;
    }
    return true;
}

/* In time that goes by what is listed, not by the module. */
static void forget(dxki_uses *u)
{
    for (size_t i = 1; i < u->uses.count; i++) {
        const dxki_use *use = &u->uses.items[i];
        head_of(u, use->user)->own = 0;
        if (use->value)
            *head_of(u, use->value) = (dxki_use_head){0};
    }
    u->uses.count = 1;
}

bool dxki_uses_build(dxki_uses *u)
{
    const dxk_module *m = u->m;
    bool good = true;
    forget(u);
    u->whole = true;
    u->function = 0;
    for (uint32_t i = 1; i < m->globals.count && good; i++)
        good = add_holder(u, DXKI_VALUE(DXKI_V_GLOBAL, i));
    for (uint32_t i = 1; i < m->consts.count && good; i++)
        good = add_holder(u, DXKI_VALUE(DXKI_V_CONST, i));
    for (size_t i = 0; i < m->functions.count && good; i++)
        good = add_body(u, m->functions.items[i]);
    return good;
}

bool dxki_uses_enter(dxki_uses *u, uint32_t function)
{
    forget(u);
    u->whole = false;
    u->function = function;
    return add_body(u, function);
}
