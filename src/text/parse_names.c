/* SPDX-License-Identifier: MIT */
/*
 * parse_names.c - what names and numbers stand for: globals of the module, values and blocks of
 * the function. Both may be used before they are defined. See parse.h.
 */
#include "text/parse.h"

#include <string.h>

#include "base/str.h"
#include "ir/edit_parts.h"

/* Sorts names as LLVM's maps do. */
static bool sorts_before(dxk_str a, dxk_str b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    return order ? order < 0 : a.size < b.size;
}

static uint32_t hash_name(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(5, name));
}

static uint32_t hash_number(uint32_t number)
{
    return dxki_hash_end(dxki_hash_mix(6, number));
}

dxki_type dxki_text_type_of(const dxki_text_parser *p, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_FORWARD)
        return p->locals.items[DXKI_INDEX(value)].type;
    return dxki_value_type(p->m, value);
}

/* --- globals --- */

uint32_t dxki_text_find_global(dxki_text_parser *p, dxk_str name)
{
    uint32_t hash = hash_name(name), pos = hash, id;
    while ((id = dxki_idset_next(&p->global_set, hash, &pos)) != 0) {
        if (dxki_str_same(dxki_string_get(p->m, p->m->globals.items[id].name), name))
            return id;
    }
    return 0;
}

uint32_t dxki_text_new_global(dxki_text_parser *p, dxk_str name, dxki_type type,
                              dxki_type value_type)
{
    dxki_global global = {.type = type, .value_type = value_type, .bit_offset = UINT32_MAX};
    uint32_t index = (uint32_t)p->m->globals.count;
    if (p->m->globals.count > DXKI_VALUE_INDEX_MAX) {
        dxki_text_too_much(p, "there are too many globals");
        return 0;
    }
    if (!dxki_text_keep(p, name, &global.name))
        return 0;
    if (!dxki_vec_push(p->ctx, &p->m->globals, global) ||
        (name.size && !dxki_idset_add(p->ctx, &p->global_set, hash_name(name), index))) {
        dxki_text_no_memory(p);
        return 0;
    }
    return index;
}

bool dxki_text_global_is_forward(const dxki_text_parser *p, uint32_t global, dxki_text_loc *use)
{
    uint32_t ref = global < p->global_refs.count ? p->global_refs.items[global] : 0;
    if (!ref || !p->globals.items[ref - 1].use)
        return false;
    if (use)
        *use = p->globals.items[ref - 1].use;
    return true;
}

/* Notes a first use. */
static bool add_ref(dxki_text_parser *p, uint32_t global, uint32_t number, dxki_text_loc use)
{
    dxki_text_global_ref ref = {global, number, use};
    if (!dxki_vec_push(p->ctx, &p->globals, ref) ||
        !dxki_vec_reserve(p->ctx, &p->global_refs, p->m->globals.count - p->global_refs.count))
        return dxki_text_no_memory(p);
    while (p->global_refs.count < p->m->globals.count)
        p->global_refs.items[p->global_refs.count++] = 0;
    p->global_refs.items[global] = (uint32_t)p->globals.count;
    return true;
}

void dxki_text_global_defined(dxki_text_parser *p, uint32_t global)
{
    if (dxki_text_global_is_forward(p, global, NULL))
        p->globals.items[p->global_refs.items[global] - 1].use = NULL;
}

static uint32_t find_number(dxki_text_parser *p, uint32_t number)
{
    uint32_t hash = hash_number(number), pos = hash, id;
    while ((id = dxki_idset_next(&p->global_number_set, hash, &pos)) != 0) {
        const dxki_text_global_ref *ref = &p->globals.items[id - 1];
        if (ref->number == number && ref->use)
            return ref->global;
    }
    return 0;
}

uint32_t dxki_text_next_numbered(dxki_text_parser *p)
{
    return find_number(p, (uint32_t)p->numbered.count);
}

static uint32_t lookup(dxki_text_parser *p, const dxki_text_id *id)
{
    if (id->kind == DXKI_ID_GLOBAL_NAME)
        return dxki_text_find_global(p, id->token.text);
    uint32_t number = (uint32_t)id->token.number;
    return number < p->numbered.count ? p->numbered.items[number] : find_number(p, number);
}

/* A declaration for something that is used before it is there. */
static uint32_t forward_global(dxki_text_parser *p, const dxki_text_id *id, dxki_type type)
{
    bool named = id->kind == DXKI_ID_GLOBAL_NAME;
    uint32_t number = (uint32_t)id->token.number;
    dxk_str name = named ? id->token.text : (dxk_str){NULL, 0};
    dxki_type pointee = dxki_type_pointee(p->m, type);
    uint32_t index = dxki_text_new_global(p, name, type, pointee);
    if (!index || !add_ref(p, index, number, id->loc))
        return 0;
    bool function = dxki_type_kind_of(p->m, pointee) == DXKI_T_FUNCTION;
    p->m->globals.items[index].kind = function ? DXKI_G_FUNCTION : DXKI_G_VARIABLE;
    p->m->globals.items[index].linkage = DXKI_LINK_EXTERN_WEAK; /* folding assumes nothing */
    if (!named && !dxki_idset_add(p->ctx, &p->global_number_set, hash_number(number),
                                  (uint32_t)p->globals.count)) {
        dxki_text_no_memory(p);
        return 0;
    }
    return index;
}

static bool wrong_global_type(dxki_text_parser *p, const dxki_text_id *id, dxki_type type)
{
    bool named = id->kind == DXKI_ID_GLOBAL_NAME;
    return DXKI_ERROR(p, id->loc, "'@%0' defined with type '%1'",
                      named ? dxki_raw(id->token.text) : dxki_dec(id->token.number),
                      dxki_text_type_arg(p, type));
}

bool dxki_text_global_value(dxki_text_parser *p, const dxki_text_id *id, dxki_type type,
                            dxki_value *value)
{
    if (dxki_type_kind_of(p->m, type) != DXKI_T_POINTER)
        return dxki_text_error(p, id->loc, "global variable reference must have pointer type");
    uint32_t index = lookup(p, id);
    if (index && p->m->globals.items[index].type != type)
        return wrong_global_type(p, id, p->m->globals.items[index].type);
    if (!index)
        index = forward_global(p, id, type);
    *value = DXKI_VALUE(DXKI_V_GLOBAL, index);
    return index != 0;
}

bool dxki_text_check_globals(dxki_text_parser *p)
{
    const dxki_text_global_ref *named = NULL, *numbered = NULL;
    dxk_str first = {NULL, 0};
    for (size_t i = 0; i < p->globals.count; i++) {
        const dxki_text_global_ref *ref = &p->globals.items[i];
        dxki_string name = p->m->globals.items[ref->global].name;
        if (!ref->use)
            continue;
        if (!name) {
            if (!numbered || ref->number < numbered->number)
                numbered = ref;
        } else if (!named || sorts_before(dxki_string_get(p->m, name), first)) {
            named = ref;
            first = dxki_string_get(p->m, name);
        }
    }
    if (named)
        return DXKI_ERROR(p, named->use, "use of undefined value '@%0'", dxki_raw(first));
    if (numbered)
        return DXKI_ERROR(p, numbered->use, "use of undefined value '@%0'",
                          dxki_dec(numbered->number));
    return true;
}

/* --- values of the function --- */

static uint32_t hash_local(const dxki_text_token *token)
{
    return token->kind == DXKI_TK_LOCAL_ID ? hash_number((uint32_t)token->number)
                                           : hash_name(token->text);
}

/* Index + 1 of the entry of a name or number; 0: none. */
static uint32_t find_local(const dxki_text_parser *p, const dxki_text_token *token)
{
    uint32_t hash = hash_local(token), pos = hash, id;
    while ((id = dxki_idset_next(&p->local_set, hash, &pos)) != 0) {
        const dxki_text_local *local = &p->locals.items[id - 1];
        if (token->kind == DXKI_TK_LOCAL_ID
                ? !local->name.data && local->number == token->number
                : local->name.data && dxki_str_same(local->name, token->text))
            return id;
    }
    return 0;
}

static bool add_local(dxki_text_parser *p, const dxki_text_token *token,
                      const dxki_text_local *local)
{
    if (p->locals.count >= DXKI_VALUE_INDEX_MAX)
        return dxki_text_too_much(p, "the function has too many values");
    return (dxki_vec_push(p->ctx, &p->locals, *local) &&
            dxki_idset_add(p->ctx, &p->local_set, hash_local(token), (uint32_t)p->locals.count)) ||
           dxki_text_no_memory(p);
}

static dxki_arg shown(const dxki_text_token *token)
{
    return token->kind == DXKI_TK_LOCAL_ID ? dxki_dec(token->number) : dxki_raw(token->text);
}

static bool wrong_type(dxki_text_parser *p, const dxki_text_token *token, dxki_text_loc loc,
                       dxki_type wanted, dxki_type type)
{
    if (wanted == DXKI_TY_LABEL)
        return DXKI_ERROR(p, loc, "'%%0' is not a basic block", shown(token));
    return DXKI_ERROR(p, loc, "'%%0' defined with type '%1'", shown(token),
                      dxki_text_type_arg(p, type));
}

static bool use_local(dxki_text_parser *p, const dxki_text_token *token, dxki_text_loc loc,
                      dxki_type type, dxki_value *value)
{
    uint32_t id = 0;
    *value = 0;
    if (token->kind == DXKI_TK_LOCAL_ID && token->number < p->values.count) {
        *value = p->values.items[token->number];
    } else if ((id = find_local(p, token)) != 0) {
        *value = p->locals.items[id - 1].value;
        if (!*value)
            *value = DXKI_VALUE(DXKI_V_FORWARD, id - 1);
    }
    if (*value) {
        dxki_type old = dxki_text_type_of(p, *value);
        return old == type || wrong_type(p, token, loc, type, old);
    }
    if (!dxki_type_is_first_class(p->m, type))
        return dxki_text_error(p, loc, "invalid use of a non-first-class type");
    dxki_text_local local = {.number = (uint32_t)token->number, .type = type, .use = loc};
    if (token->kind == DXKI_TK_LOCAL_NAME)
        local.name = token->text;
    else
        p->open_numbers++;
    *value = DXKI_VALUE(DXKI_V_FORWARD, p->locals.count);
    return add_local(p, token, &local);
}

bool dxki_text_local_value(dxki_text_parser *p, const dxki_text_id *id, dxki_type type,
                           dxki_value *value)
{
    return use_local(p, &id->token, id->loc, type, value);
}

bool dxki_text_begin_locals(dxki_text_parser *p)
{
    p->locals.count = 0;
    p->open_numbers = 0;
    p->values.count = 0;
    p->waits.count = 0;
    dxki_idset *set = &p->local_set;
    if (set->capacity > 1024 && set->count < set->capacity / 16) {
        dxki_idset_free(p->ctx, set); /* so that emptying costs no more than filling did */
    } else if (set->count) {
        memset(set->slots, 0, set->capacity * sizeof *set->slots);
        set->count = 0;
    }
    return true;
}

static bool name_taken(dxki_text_parser *p, const dxki_text_token *name, dxki_text_loc loc)
{
    return DXKI_ERROR(p, loc, "multiple definition of local value named '%0'",
                      dxki_raw(name->text));
}

/* Resolves an entry that was used before, or makes one. */
static bool settle(dxki_text_parser *p, const dxki_text_token *token, dxki_value value,
                   dxki_type type, dxki_text_loc loc)
{
    uint32_t id = find_local(p, token);
    if (id) {
        dxki_text_local *local = &p->locals.items[id - 1];
        if (local->value)
            return name_taken(p, token, loc);
        if (local->type != type)
            return DXKI_ERROR(p, loc, "instruction forward referenced with type '%0'",
                              dxki_text_type_arg(p, local->type));
        local->value = value;
        p->open_numbers -= token->kind == DXKI_TK_LOCAL_ID;
        return true;
    }
    if (token->kind == DXKI_TK_LOCAL_ID)
        return true; /* later uses find it by its number */
    dxki_text_local local = {.name = token->text, .value = value, .type = type};
    return add_local(p, token, &local);
}

bool dxki_text_define_local(dxki_text_parser *p, dxki_value value, dxki_type type,
                            const dxki_text_token *name, dxki_text_loc loc)
{
    bool named = name->kind == DXKI_TK_LOCAL_NAME && name->text.size;
    if (type == DXKI_TY_VOID) {
        if (named || name->kind == DXKI_TK_LOCAL_ID)
            return dxki_text_error(p, loc, "instructions returning void cannot have a name");
        return true;
    }
    if (named) {
        dxki_string id;
        if (!settle(p, name, value, type, loc) || !dxki_text_keep(p, name->text, &id))
            return false;
        return dxki_value_set_name(p->m, value, id) || dxki_text_no_memory(p);
    }
    dxki_text_token number = {.kind = DXKI_TK_LOCAL_ID, .number = p->values.count};
    if (name->kind == DXKI_TK_LOCAL_ID && name->number != number.number)
        return DXKI_ERROR(p, loc, "instruction expected to be numbered '%%0'",
                          dxki_dec(number.number));
    if (p->open_numbers && !settle(p, &number, value, type, loc))
        return false;
    return dxki_vec_push(p->ctx, &p->values, value) || dxki_text_no_memory(p);
}

/* A label that is there already: what follows is added to its block, which moves to the end. */
static void reopen_block(dxki_text_parser *p, uint32_t index)
{
    p->block = index;
    dxki_block_unlink(p->m, index);
    dxki_block_link(p->m, index, p->function, 0);
}

bool dxki_text_define_block(dxki_text_parser *p, dxk_str name, dxki_text_loc loc)
{
    dxki_text_token token = {.kind = DXKI_TK_LOCAL_NAME, .text = name};
    if (name.size == 0)
        token = (dxki_text_token){.kind = DXKI_TK_LOCAL_ID, .number = p->values.count};
    dxki_value known;
    /* As a use of a label: what stands under the name already must be one. */
    if (!use_local(p, &token, loc, DXKI_TY_LABEL, &known) || DXKI_TAG(known) == DXKI_V_ARG)
        return DXKI_ERROR(p, loc, "unable to create block named '%0'", dxki_raw(name));
    if (DXKI_TAG(known) != DXKI_V_FORWARD) {
        reopen_block(p, DXKI_INDEX(known));
        return true;
    }
    uint32_t index = dxki_block_add(p->m, p->function);
    dxki_value value = DXKI_VALUE(DXKI_V_BLOCK, index);
    if (!index)
        return dxki_text_no_memory(p);
    p->locals.items[DXKI_INDEX(known)].value = value;
    p->open_numbers -= name.size == 0;
    p->block = index;
    if (name.size == 0)
        return dxki_vec_push(p->ctx, &p->values, value) || dxki_text_no_memory(p);
    return dxki_text_keep(p, name, &p->m->blocks.items[index].name);
}

bool dxki_text_name_argument(dxki_text_parser *p, dxk_str name, dxki_value value, bool *fresh)
{
    dxki_text_token token = {.kind = DXKI_TK_LOCAL_NAME, .text = name};
    *fresh = find_local(p, &token) == 0;
    if (!*fresh)
        return true;
    dxki_text_local local = {.name = name, .value = value};
    if (DXKI_TAG(value) == DXKI_V_ARG)
        local.type = dxki_value_type(p->m, value);
    return add_local(p, &token, &local);
}

/* --- the end of a function --- */

static bool check_locals(dxki_text_parser *p)
{
    const dxki_text_local *named = NULL, *numbered = NULL;
    for (size_t i = 0; i < p->locals.count; i++) {
        const dxki_text_local *local = &p->locals.items[i];
        if (local->value)
            continue;
        if (!local->name.data) {
            if (!numbered || local->number < numbered->number)
                numbered = local;
        } else if (!named || sorts_before(local->name, named->name)) {
            named = local;
        }
    }
    if (named)
        return DXKI_ERROR(p, named->use, "use of undefined value '%%0'", dxki_raw(named->name));
    if (numbered)
        return DXKI_ERROR(p, numbered->use, "use of undefined value '%%0'",
                          dxki_dec(numbered->number));
    return true;
}

bool dxki_text_finish_locals(dxki_text_parser *p)
{
    if (!check_locals(p))
        return false;
    for (size_t i = 0; i < p->waits.count; i++) {
        dxki_text_wait wait = p->waits.items[i];
        p->m->words.items[wait.word] = p->locals.items[wait.local].value;
    }
    return dxki_text_local_mds(p);
}
