/* SPDX-License-Identifier: MIT */
/* read_globals.c - variables, functions, aliases and comdats, and what initialises them. */
#include "bitcode/reader.h"

#include <string.h>

/* --- comdats --- */

dxk_status dxki_bc_read_comdat(dxki_bc_reader *r)
{
    const dxki_bc_record *record = &r->bs.record;
    size_t count = dxki_bc_record_count(record);
    uint64_t size = count >= 2 ? dxki_bc_record_op(record, 1) : 0;
    if (count < 2)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(count), dxki_dec(count));
    if (size > count - 2) {
        if (DXKI_READ_FAIL(r, BITCODE_COMDAT_NAME, dxki_dec(size), dxki_dec(count - 2)) ==
            DXK_E_NOMEM)
            return DXK_E_NOMEM;
        size = count - 2;
    }
    dxki_comdat comdat = {.kind = (uint32_t)dxki_bc_record_op(record, 0)};
    if (comdat.kind < 1 || comdat.kind > 5)
        comdat.kind = 1;
    dxk_str text;
    dxk_status status = dxki_bc_stream_text(&r->bs, 2, &text);
    if (status != DXK_OK)
        return status;
    comdat.name = dxki_string_add(r->m, (dxk_str){text.data, (size_t)size});
    return comdat.name != UINT32_MAX && dxki_vec_push(r->ctx, &r->m->comdats, comdat)
               ? DXK_OK
               : dxki_nomem(r->ctx);
}

/* --- globals --- */

#define IMPLICIT_COMDAT 1u /* in dxki_global.spare while the module is read */

/* The linkage of a record's number, with what the old numbers imply. */
static void set_linkage(dxki_global *g, uint64_t number)
{
    static const uint8_t old[] = {
        [1] = DXKI_LINK_WEAK_ANY,      [4] = DXKI_LINK_LINKONCE_ANY, [10] = DXKI_LINK_WEAK_ODR,
        [11] = DXKI_LINK_LINKONCE_ODR, [13] = DXKI_LINK_PRIVATE,     [14] = DXKI_LINK_PRIVATE};
    if (number == 5 || number == 6)
        g->dll = number == 5 ? DXKI_DLL_IMPORT : DXKI_DLL_EXPORT;
    if (number < sizeof old && old[number]) {
        g->linkage = old[number];
        if (number <= 11)
            g->spare = IMPLICIT_COMDAT;
        return;
    }
    bool known = number == 2 || number == 3 || (number >= 7 && number <= 9) || number == 12 ||
                 (number >= 16 && number <= 19);
    g->linkage = (uint8_t)(known ? number : DXKI_LINK_EXTERNAL);
}

static void set_visibility(dxki_global *g, uint64_t number)
{
    if (g->linkage != DXKI_LINK_INTERNAL && g->linkage != DXKI_LINK_PRIVATE)
        g->visibility = (uint8_t)(number <= 2 ? number : 0);
}

static void set_dll(dxki_global *g, const dxki_bc_operand *arg)
{
    if (arg->letter)
        g->dll = (uint8_t)(arg->n <= 2 ? arg->n : 0);
}

static uint8_t tls_of(uint64_t number)
{
    return (uint8_t)(number <= DXKI_TLS_LOCAL_EXEC ? number : DXKI_TLS_GENERAL);
}

static dxk_status set_align(dxki_bc_reader *r, dxki_global *g, uint64_t number)
{
    if (number > 30)
        return DXKI_READ_REFUSE(r, ALIGNMENT, BITCODE_RANGE, dxki_text(dxki_str("the alignment")),
                                dxki_dec(number), dxki_text(dxki_str("at most 30")));
    g->align = (uint8_t)number;
    return DXK_OK;
}

/* Entry `number` - 1 of a table, or nothing for 0. */
static dxk_status table_entry(dxki_bc_reader *r, const char *what, const uint32_t *items,
                              size_t count, uint64_t number, uint32_t *entry)
{
    *entry = 0;
    if (number > count)
        return DXKI_READ_REFUSE(r, ID, BITCODE_TABLE_ID, dxki_text(dxki_str(what)),
                                dxki_dec(number), dxki_dec(count));
    if (number)
        *entry = items[number - 1];
    return DXK_OK;
}

static dxk_status set_section(dxki_bc_reader *r, dxki_global *g, uint64_t number)
{
    return table_entry(r, "section", r->sections.items, r->sections.count, number, &g->section);
}

static dxk_status set_comdat(dxki_bc_reader *r, dxki_global *g, const dxki_bc_operand *arg)
{
    if (!arg->letter)
        return DXK_OK;
    if (arg->n > r->m->comdats.count)
        dxki_bc_stream_words(&r->bs,
                             r->bs.record.code == DXKI_REC_GLOBALVAR ? DXKI_WORDS_VARIABLE_COMDAT
                                                                     : DXKI_WORDS_FUNCTION_COMDAT,
                             0);
    if (arg->n > r->m->comdats.count)
        return DXKI_READ_FAIL(r, BITCODE_TABLE_ID, dxki_text(dxki_str("comdat")), dxki_dec(arg->n),
                              dxki_dec(r->m->comdats.count));
    g->comdat = (uint32_t)arg->n;
    g->spare = 0;
    return DXK_OK;
}

static dxk_status later(dxki_bc_reader *r, uint32_t global, uint64_t number, dxki_bc_init_what what)
{
    dxki_bc_initializer init = {.global = global, .bit = r->bs.record.bit_offset};
    init.what = what;
    if (r->judge)
        number = (uint32_t)number;
    else if (number > DXKI_VALUE_INDEX_MAX)
        return DXKI_READ_FAIL(r, BITCODE_VALUE_ID, dxki_dec(0), dxki_dec(number),
                              dxki_dec(r->values.count));
    init.number = (uint32_t)number;
    return dxki_vec_push(r->ctx, &r->initializers, init) ? DXK_OK : dxki_nomem(r->ctx);
}

/* Takes in a global; *index is its place. */
static dxk_status add_global(dxki_bc_reader *r, dxki_global_kind kind, dxki_global *g,
                             uint32_t *index)
{
    uint64_t bit = r->bs.base + r->bs.record.bit_offset;
    g->bit_offset = bit < UINT32_MAX ? (uint32_t)bit : UINT32_MAX;
    *index = dxki_global_add(r->m, kind, g);
    r->implicit_comdats = r->implicit_comdats || g->spare == IMPLICIT_COMDAT;
    dxki_bc_slot slot = {DXKI_VALUE(DXKI_V_GLOBAL, *index), g->type};
    return *index && dxki_vec_push(r->ctx, &r->values, slot) ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status variable_types(dxki_bc_reader *r, dxki_global *g)
{
    const dxki_bc_operand *args = r->args.items;
    dxki_type type = (dxki_type)args[0].n;
    g->flags = args[1].n & 1 ? DXKI_GF_CONSTANT : 0;
    g->type = type;
    g->value_type = dxki_type_pointee(r->m, type);
    if (args[1].n & 2) {
        uint64_t space = r->judge ? (uint32_t)(args[1].n >> 2) : args[1].n >> 2;
        if (!dxki_type_may_be_pointee(r->m, type) || space > 0xffffff)
            return dxki_bc_read_not(r, 0, "a type that a variable can have");
        g->value_type = type;
        g->type = dxki_type_pointer(r->m, type, (uint32_t)space);
        if (!g->type)
            return dxki_nomem(r->ctx);
    }
    return g->value_type ? DXK_OK : DXKI_READ_NOT(r, TYPE_FOR_VALUE, 0, "a pointer");
}

dxk_status dxki_bc_read_variable(dxki_bc_reader *r)
{
    const dxki_bc_operand *args = r->args.items;
    dxki_global g = {0};
    uint32_t index;
    dxk_status status = variable_types(r, &g);
    args = r->args.items;
    set_linkage(&g, args[3].n);
    set_visibility(&g, args[6].n);
    g.tls = tls_of(args[7].n);
    if (args[8].n)
        g.flags |= DXKI_GF_UNNAMED_ADDR;
    if (args[9].n)
        g.flags |= DXKI_GF_EXTERNALLY_INITIALIZED;
    set_dll(&g, &args[10]);
    if (status == DXK_OK)
        status = set_align(r, &g, args[4].n);
    if (status == DXK_OK)
        status = set_section(r, &g, args[5].n);
    if (status == DXK_OK)
        status = set_comdat(r, &g, &args[11]);
    if (status == DXK_OK)
        status = add_global(r, DXKI_G_VARIABLE, &g, &index);
    if (status == DXK_OK && args[2].n)
        status = later(r, index, args[2].n - 1, DXKI_INIT_VALUE);
    return status;
}

static dxk_status function_types(dxki_bc_reader *r, dxki_global *g)
{
    dxki_type type = (dxki_type)r->args.items[0].n;
    if (dxki_type_kind_of(r->m, type) == DXKI_T_POINTER)
        type = dxki_type_pointee(r->m, type);
    if (dxki_type_kind_of(r->m, type) != DXKI_T_FUNCTION)
        return DXKI_READ_NOT(r, TYPE_FOR_VALUE, 0, "the type of a function");
    g->value_type = type;
    g->type = dxki_type_pointer(r->m, type, 0);
    return g->type ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status function_extras(dxki_bc_reader *r, dxki_global *g)
{
    const dxki_bc_operand *args = r->args.items;
    dxk_status status = set_align(r, g, args[5].n);
    if (status == DXK_OK)
        status = set_section(r, g, args[6].n);
    if (status == DXK_OK)
        status = table_entry(r, "garbage collector", r->collectors.items, r->collectors.count,
                             args[8].n, &g->gc);
    if (status == DXK_OK)
        status = set_comdat(r, g, &args[12]);
    return status;
}

dxk_status dxki_bc_read_function_record(dxki_bc_reader *r)
{
    static const struct {
        uint8_t arg;
        dxki_bc_init_what what;
    } values[] = {{13, DXKI_INIT_PREFIX}, {10, DXKI_INIT_PROLOGUE}, {14, DXKI_INIT_PERSONALITY}};
    dxki_global g = {0};
    uint32_t index = 0;
    dxk_status status = function_types(r, &g);
    if (status != DXK_OK)
        return status;
    const dxki_bc_operand *args = r->args.items;
    g.cc = (uint32_t)args[1].n & (r->judge ? 0x1fff : UINT32_MAX); /* a field of 13 bits */
    g.flags = args[2].n ? DXKI_GF_DECLARATION : 0;
    set_linkage(&g, args[3].n);
    g.attrs = (uint32_t)args[4].n;
    set_visibility(&g, args[7].n);
    if (args[9].n)
        g.flags |= DXKI_GF_UNNAMED_ADDR;
    set_dll(&g, &args[11]);
    status = function_extras(r, &g);
    if (status == DXK_OK)
        status = add_global(r, DXKI_G_FUNCTION, &g, &index);
    for (size_t i = 0; i < 3 && status == DXK_OK; i++) {
        if (args[values[i].arg].n)
            status = later(r, index, args[values[i].arg].n - 1, values[i].what);
    }
    if (status == DXK_OK && !(g.flags & DXKI_GF_DECLARATION) &&
        !dxki_vec_push(r->ctx, &r->bodies, index))
        return dxki_nomem(r->ctx);
    return status;
}

dxk_status dxki_bc_read_alias(dxki_bc_reader *r)
{
    const dxki_bc_operand *args = r->args.items;
    dxki_global g = {.type = (dxki_type)args[0].n};
    g.value_type = dxki_type_pointee(r->m, g.type);
    if (!g.value_type)
        return DXKI_READ_NOT(r, TYPE_FOR_VALUE, 0, "a pointer");
    set_linkage(&g, args[2].n);
    g.spare = 0;
    set_visibility(&g, args[3].n);
    set_dll(&g, &args[4]);
    g.tls = tls_of(args[5].n);
    if (args[6].n)
        g.flags |= DXKI_GF_UNNAMED_ADDR;
    uint32_t index;
    dxk_status status = add_global(r, DXKI_G_ALIAS, &g, &index);
    return status == DXK_OK ? later(r, index, args[1].n, DXKI_INIT_VALUE) : status;
}

/* --- initialisers --- */

/* The compiler leaves undefined initialisers of another type behind where it changes that of a resource's
 * variable: they take the new one. */
static bool retype_undefined(dxki_bc_reader *r, const dxki_global *g, dxki_bc_slot *slot)
{
    const dxki_const *c = slot->value ? dxki_const_get(r->m, slot->value) : NULL;
    if (r->judge || g->kind != DXKI_G_VARIABLE || slot->type == g->value_type || !c ||
        c->kind != DXKI_C_UNDEF)
        return true;
    slot->type = g->value_type;
    slot->value = dxki_const_undef(r->m, slot->type);
    return slot->value != 0;
}

static dxk_status initialize(dxki_bc_reader *r, const dxki_bc_initializer *init)
{
    dxki_global *g = &r->m->globals.items[init->global];
    dxki_bc_slot slot = {0, 0};
    if (init->number < r->values.count)
        slot = r->values.items[init->number];
    if (!retype_undefined(r, g, &slot))
        return dxki_nomem(r->ctx);
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_NOT_CONSTANT, 0);
    if (!slot.value || !dxki_value_is_const(slot.value))
        return dxki_bc_stream_report(
            &r->bs, DXKI_RULE_BITCODE_VALUE_ID, init->bit, false,
            (const dxki_arg[]){dxki_dec(2), dxki_dec(init->number), dxki_dec(r->values.count)}, 3);
    bool fits = g->kind != DXKI_G_VARIABLE || slot.type == g->value_type;
    if (r->judge && g->kind == DXKI_G_ALIAS) {
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_ALIASEE, 0);
        fits = slot.type == g->type;
    } else if (!fits) {
        fits = dxki_bc_read_lets_pass(r);
    }
    if (!fits)
        return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_VALUE_TYPE, init->bit, false,
                                     (const dxki_arg[]){dxki_dec(2),
                                                        dxki_bc_read_type_arg(r, slot.type),
                                                        dxki_bc_read_type_arg(r, g->value_type)},
                                     3);
    if (init->what == DXKI_INIT_PREFIX)
        g->prefix = slot.value;
    else if (init->what == DXKI_INIT_PROLOGUE)
        g->prologue = slot.value;
    else if (init->what == DXKI_INIT_PERSONALITY)
        g->personality = slot.value;
    else
        g->init = slot.value;
    return DXK_OK;
}

/* Kinds of initialisers in the order in which the reference sets them. */
static unsigned init_rank(const dxki_bc_reader *r, const dxki_bc_initializer *init)
{
    bool alias = r->m->globals.items[init->global].kind == DXKI_G_ALIAS;
    return init->what == DXKI_INIT_VALUE ? alias : (unsigned)init->what + 1;
}

dxk_status dxki_bc_read_resolve_globals(dxki_bc_reader *r)
{
    dxk_status status = DXK_OK;
    for (unsigned rank = 0; rank < 5 && status == DXK_OK; rank++) {
        for (size_t i = r->initializers.count; i > 0 && status == DXK_OK; i--) {
            dxki_bc_initializer *init = &r->initializers.items[i - 1];
            if (init->done || init->number >= r->values.count || init_rank(r, init) != rank)
                continue;
            init->done = true;
            status = initialize(r, init);
        }
    }
    return status;
}

/* What the reference does before the first body, and at the end of the module. */
static dxk_status clean_up(dxki_bc_reader *r)
{
    bool open = false;
    dxk_status status = dxki_bc_read_resolve_globals(r);
    for (size_t i = 0; i < r->initializers.count; i++)
        open =
            open || (!r->initializers.items[i].done && init_rank(r, &r->initializers.items[i]) < 2);
    if (status == DXK_E_NOMEM)
        return status;
    if (status != DXK_OK) /* it goes on */
        dxki_bc_stream_say(&r->bs, r->bs.words.words);
    dxki_bc_stream_words(&r->bs, open ? DXKI_WORDS_INITIALIZERS : DXKI_WORDS_RECORD, 0);
    if (!open)
        return DXK_OK;
    return dxki_bc_stream_report(
        &r->bs, DXKI_RULE_BITCODE_VALUE_ID, r->bs.bits.pos, false,
        (const dxki_arg[]){dxki_dec(2), dxki_dec(r->values.count), dxki_dec(r->values.count)}, 3);
}

/* Once all globals and module constants are there: before the first body, or at the end. */
dxk_status dxki_bc_read_finish_globals(dxki_bc_reader *r)
{
    if (r->globals_done && !r->judge)
        return DXK_OK;
    r->globals_done = true;
    if (r->judge)
        return clean_up(r);
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < r->initializers.count && status == DXK_OK; i++)
        status = initialize(r, &r->initializers.items[i]);
    if (status == DXK_OK)
        status = dxki_bc_read_apply_fixups(r, 0);
    return status == DXK_OK ? dxki_bc_read_check_metadata(r) : status;
}

/* The comdat of a name; made when there is none. 0: out of memory. */
static uint32_t comdat_of(dxki_bc_reader *r, dxki_bc_map *by_name, dxki_string name)
{
    uint32_t comdat;
    dxki_string key = dxki_string_intern(r->m, dxki_string_get(r->m, name));
    if (key == UINT32_MAX)
        return 0;
    if (dxki_bc_map_get(by_name, key, &comdat))
        return comdat;
    dxki_comdat fresh = {name, 1};
    comdat = (uint32_t)r->m->comdats.count + 1;
    return dxki_vec_push(r->ctx, &r->m->comdats, fresh) &&
                   dxki_bc_map_put(r->ctx, by_name, key, comdat)
               ? comdat
               : 0;
}

/* Old linkage numbers imply a comdat with the global's name. */
dxk_status dxki_bc_read_implicit_comdats(dxki_bc_reader *r)
{
    dxki_bc_map by_name;
    memset(&by_name, 0, sizeof by_name);
    bool ok = true;
    for (uint32_t i = 0; r->implicit_comdats && ok && i < r->m->comdats.count; i++) {
        dxk_str name = dxki_string_get(r->m, r->m->comdats.items[i].name);
        dxki_string key = dxki_string_intern(r->m, name);
        ok = key != UINT32_MAX && dxki_bc_map_put(r->ctx, &by_name, key, i + 1);
    }
    for (size_t i = 1; r->implicit_comdats && ok && i < r->m->globals.count; i++) {
        dxki_global *g = &r->m->globals.items[i];
        if (g->spare == IMPLICIT_COMDAT) {
            g->comdat = comdat_of(r, &by_name, g->name);
            ok = g->comdat != 0;
            g->spare = 0;
        }
    }
    dxki_bc_map_free(r->ctx, &by_name);
    return ok ? DXK_OK : dxki_nomem(r->ctx);
}
