/* SPDX-License-Identifier: MIT */
/*
 * parse_md.c - metadata: tuples, strings, values, numbers, named metadata. A reference is a
 * metadata id or, for a number that is not defined yet, a slot (DXKI_MD_SLOT). See parse.h.
 */
#include "text/parse.h"

#include <string.h>

#include "base/str.h"

/* --- numbers --- */

static uint32_t hash_number(uint32_t number)
{
    return dxki_hash_end(dxki_hash_mix(9, number));
}

/* The slot of a number, made when it is new; NULL: no memory. */
static dxki_text_md_slot *slot_of(dxki_text_parser *p, uint32_t number, uint32_t *index)
{
    uint32_t hash = hash_number(number), pos = hash, id;
    while ((id = dxki_idset_next(&p->md_slot_set, hash, &pos)) != 0) {
        *index = id - 1;
        if (p->md_slots.items[id - 1].number == number)
            return &p->md_slots.items[id - 1];
    }
    dxki_text_md_slot slot = {number, 0, NULL};
    *index = (uint32_t)p->md_slots.count;
    if (*index >= DXKI_MD_SLOT || !dxki_vec_push(p->ctx, &p->md_slots, slot) ||
        !dxki_idset_add(p->ctx, &p->md_slot_set, hash, *index + 1)) {
        dxki_text_no_memory(p);
        return NULL;
    }
    return &p->md_slots.items[*index];
}

/* N after "!". */
static bool parse_number(dxki_text_parser *p, dxki_md *ref)
{
    uint32_t number, index;
    if (!dxki_text_parse_uint32(p, &number))
        return false;
    dxki_text_md_slot *slot = slot_of(p, number, &index);
    if (!slot)
        return false;
    *ref = slot->node ? slot->node : DXKI_MD_SLOT | index;
    if (!slot->node && !slot->use)
        slot->use = p->tok.start; /* the token after the number, as in LLVM */
    return true;
}

/* --- making nodes --- */

static bool is_pending(const dxki_text_parser *p, dxki_md ref)
{
    return ref & DXKI_MD_SLOT || (ref < p->md_is_pending.count && p->md_is_pending.items[ref]);
}

static bool set_pending(dxki_text_parser *p, dxki_md node)
{
    size_t known = p->md_is_pending.count;
    if (node >= known) {
        size_t extra = (size_t)node + 1 - known;
        if (!dxki_vec_reserve(p->ctx, &p->md_is_pending, extra))
            return dxki_text_no_memory(p);
        memset(p->md_is_pending.items + known, 0, extra);
        p->md_is_pending.count += extra;
    }
    if (p->md_is_pending.items[node])
        return true;
    p->md_is_pending.items[node] = 1;
    return dxki_vec_push(p->ctx, &p->md_pending, node) || dxki_text_no_memory(p);
}

bool dxki_text_make_node(dxki_text_parser *p, dxki_md_kind kind, const dxki_md *ops, uint32_t count,
                         const uint64_t *nums, uint32_t num_count, bool distinct, dxki_md *ref)
{
    bool pending = false;
    for (uint32_t i = 0; i < count; i++)
        pending = pending || is_pending(p, ops[i]);
    *ref = dxki_md_node(p->m, kind, ops, count, nums, num_count, distinct);
    if (!*ref)
        return dxki_text_no_memory(p);
    return !pending || set_pending(p, *ref);
}

/* --- what stands in a node --- */

/* Strings that older versions wrote otherwise. */
static dxk_str upgraded(dxki_text_parser *p, dxk_str text)
{
    static const char old[] = "llvm.vectorizer.", fresh[] = "llvm.loop.vectorize.";
    static const char unroll[] = "llvm.vectorizer.unroll", count[] = "llvm.loop.interleave.count";
    if (!dxki_str_starts(text, old))
        return text;
    if (dxki_str_is(text, unroll))
        return (dxk_str){count, sizeof count - 1};
    size_t rest = text.size - (sizeof old - 1), size = sizeof fresh - 1 + rest;
    char *copy = dxki_string_space(p->m, size);
    if (!copy) {
        dxki_text_no_memory(p);
        return text;
    }
    memcpy(copy, fresh, sizeof fresh - 1);
    memcpy(copy + sizeof fresh - 1, text.data + sizeof old - 1, rest);
    return (dxk_str){copy, size};
}

static bool parse_string(dxki_text_parser *p, dxki_md *ref)
{
    *ref = dxki_md_string(p->m, upgraded(p, p->tok.text));
    dxki_text_next(p);
    return *ref ? true : dxki_text_no_memory(p);
}

bool dxki_text_parse_md_value(dxki_text_parser *p, const char *message, bool locals, dxki_md *ref)
{
    dxki_text_loc loc = p->tok.start;
    dxki_type type;
    dxki_value value;
    if (!dxki_text_parse_type(p, &type, false, message))
        return false;
    if (type == DXKI_TY_METADATA)
        return dxki_text_error(p, loc, "invalid metadata-value-metadata roundtrip");
    if (!dxki_text_parse_typed_as(p, type, locals, &value))
        return false;
    *ref = dxki_md_of_value(p->m, value);
    return *ref ? true : dxki_text_no_memory(p);
}

bool dxki_text_parse_md_list(dxki_text_parser *p, uint32_t *count)
{
    *count = 0;
    if (!dxki_text_expect_tok(p, DXKI_TK_LBRACE, "expected '{' here"))
        return false;
    if (dxki_text_take(p, DXKI_TK_RBRACE))
        return true;
    do {
        dxki_md ref = 0;
        if (!dxki_text_take(p, DXKI_KW_NULL) && !dxki_text_parse_md(p, false, &ref))
            return false;
        if (!dxki_vec_push(p->ctx, &p->stack, ref))
            return dxki_text_no_memory(p);
        ++*count;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    return dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected end of metadata node");
}

static bool parse_tuple(dxki_text_parser *p, bool distinct, dxki_md *ref)
{
    size_t floor = p->stack.count;
    uint32_t count;
    if (!dxki_text_enter(p) || !dxki_text_parse_md_list(p, &count))
        return false;
    p->depth--;
    p->stack.count = floor;
    return dxki_text_make_node(p, DXKI_M_TUPLE, p->stack.items + floor, count, NULL, 0, distinct,
                               ref);
}

static bool parse_tail(dxki_text_parser *p, dxki_md *ref)
{
    return dxki_text_at(p, DXKI_TK_LBRACE) ? parse_tuple(p, false, ref) : parse_number(p, ref);
}

static bool parse_special(dxki_text_parser *p, bool distinct, dxki_md *ref)
{
    if (!dxki_text_enter(p) || !dxki_text_parse_special_node(p, distinct, ref))
        return false;
    p->depth--;
    return true;
}

bool dxki_text_parse_md_node(dxki_text_parser *p, dxki_md *ref)
{
    if (dxki_text_at(p, DXKI_TK_MD_NAME))
        return parse_special(p, false, ref);
    return dxki_text_expect_tok(p, DXKI_TK_EXCLAIM, "expected '!' here") && parse_tail(p, ref);
}

bool dxki_text_parse_md(dxki_text_parser *p, bool locals, dxki_md *ref)
{
    if (dxki_text_at(p, DXKI_TK_MD_NAME))
        return parse_special(p, false, ref);
    if (!dxki_text_take(p, DXKI_TK_EXCLAIM))
        return dxki_text_parse_md_value(p, "expected metadata operand", locals, ref);
    return dxki_text_at(p, DXKI_TK_STRING) ? parse_string(p, ref) : parse_tail(p, ref);
}

/* --- at top level --- */

static uint32_t hash_name(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(10, name));
}

/* Index of the named metadata, made when it is new; UINT32_MAX: no memory. */
static uint32_t named_of(dxki_text_parser *p, dxk_str name)
{
    uint32_t hash = hash_name(name), pos = hash, id;
    while ((id = dxki_idset_next(&p->named_set, hash, &pos)) != 0) {
        dxk_str old = dxki_string_get(p->m, p->m->named_mds.items[id - 1].name);
        if (dxki_str_same(old, name))
            return id - 1;
    }
    dxki_named_md named = {0, 0, 0};
    dxki_text_named_list list = {0, 0};
    if (!dxki_text_keep(p, name, &named.name))
        return UINT32_MAX;
    if (!dxki_vec_push(p->ctx, &p->m->named_mds, named) ||
        !dxki_vec_push(p->ctx, &p->named_lists, list) ||
        !dxki_idset_add(p->ctx, &p->named_set, hash, (uint32_t)p->m->named_mds.count)) {
        dxki_text_no_memory(p);
        return UINT32_MAX;
    }
    return (uint32_t)p->m->named_mds.count - 1;
}

static bool append(dxki_text_parser *p, uint32_t named, dxki_md ref)
{
    dxki_text_named_op op = {ref, 0};
    dxki_text_named_list *list = &p->named_lists.items[named];
    if (p->named_ops.count == 0 && !dxki_vec_push(p->ctx, &p->named_ops, op)) /* dummy */
        return dxki_text_no_memory(p);
    if (!dxki_vec_push(p->ctx, &p->named_ops, op))
        return dxki_text_no_memory(p);
    uint32_t index = (uint32_t)p->named_ops.count - 1;
    if (list->last)
        p->named_ops.items[list->last].next = index;
    else
        list->first = index;
    list->last = index;
    p->m->named_mds.items[named].op_count++;
    return true;
}

bool dxki_text_parse_named_md(dxki_text_parser *p)
{
    dxk_str name = p->tok.text;
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' here") ||
        !dxki_text_expect_tok(p, DXKI_TK_EXCLAIM, "Expected '!' here") ||
        !dxki_text_expect_tok(p, DXKI_TK_LBRACE, "Expected '{' here"))
        return false;
    uint32_t named = named_of(p, name);
    if (named == UINT32_MAX)
        return false;
    if (!dxki_text_at(p, DXKI_TK_RBRACE)) {
        do {
            dxki_md ref;
            if (!dxki_text_expect_tok(p, DXKI_TK_EXCLAIM, "Expected '!' here") ||
                !parse_number(p, &ref) || !append(p, named, ref))
                return false;
        } while (dxki_text_take(p, DXKI_TK_COMMA));
    }
    return dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected end of metadata node");
}

bool dxki_text_parse_numbered_md(dxki_text_parser *p)
{
    uint32_t number, index;
    dxki_md ref;
    dxki_text_next(p);
    if (!dxki_text_parse_uint32(p, &number) ||
        !dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' here"))
        return false;
    if (dxki_text_at(p, DXKI_TK_TYPE))
        return dxki_text_error_here(p, "unexpected type in metadata definition");
    bool distinct = dxki_text_take(p, DXKI_KW_DISTINCT);
    if (dxki_text_at(p, DXKI_TK_MD_NAME)) {
        if (!parse_special(p, distinct, &ref))
            return false;
    } else if (!dxki_text_expect_tok(p, DXKI_TK_EXCLAIM, "Expected '!' here") ||
               !parse_tuple(p, distinct, &ref)) {
        return false;
    }
    dxki_text_md_slot *slot = slot_of(p, number, &index);
    if (!slot)
        return false;
    if (slot->node)
        return dxki_text_error_here(p, "Metadata id is already used");
    slot->node = ref;
    slot->use = NULL;
    return true;
}

bool dxki_text_check_mds(dxki_text_parser *p)
{
    const dxki_text_md_slot *first = NULL;
    for (size_t i = 0; i < p->md_slots.count; i++) {
        const dxki_text_md_slot *slot = &p->md_slots.items[i];
        if (!slot->node && (!first || slot->number < first->number))
            first = slot;
    }
    return !first ||
           DXKI_ERROR(p, first->use, "use of undefined metadata '!%0'", dxki_dec(first->number));
}
