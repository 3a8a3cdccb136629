/* SPDX-License-Identifier: MIT */
/* symbols.c - the functions of a program, listed. See dxk/symbols.h. */
#include "dxk/symbols.h"

#include "link/link.h"

#include "analysis/calls.h"
#include "analysis/mem.h"
#include "base/str.h"
#include "container/container.h"
#include "dxil/op.h"
#include "link/used.h"

struct dxk_symbols {
    dxk_linker *linker; /* owns what follows */
    dxki_link_library *library;
    dxki_calls calls;
    DXKI_VEC(dxk_symbol) items;
    DXKI_VEC(size_t) ends; /* by item: where its names end in the next */
    DXKI_VEC(dxk_str) resources;
    dxki_link_used used;
};

void dxk_symbols_free(dxk_symbols *s)
{
    if (!s)
        return;
    dxk_linker *linker = s->linker;
    dxk_ctx *ctx = linker->ctx;
    dxki_link_used_free(&s->used);
    dxki_link_library_free(ctx, s->library);
    dxki_vec_free(ctx, &s->items);
    dxki_vec_free(ctx, &s->ends);
    dxki_vec_free(ctx, &s->resources);
    dxk_linker_free(linker);
}

/* The names of the resources that a function uses, each once. */
static bool list_resources(dxk_symbols *s, uint32_t function)
{
    const dxki_dxil_resource *r;
    if (!dxki_link_used_find(&s->used, function))
        return false;
    for (size_t i = 0; (r = dxki_link_used_get(&s->used, i)) != NULL; i++) {
        dxk_str name = dxki_link_used_name(r, &s->linker->arena);
        if (!name.data || !dxki_vec_push(s->linker->ctx, &s->resources, name))
            return false;
    }
    return true;
}

static size_t count_instructions(const dxk_module *m, uint32_t function)
{
    size_t count = 0;
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            count += !dxki_inst_is_debug_call(m, dxki_inst_get(m, inst));
    return count;
}

static bool is_constructor(const dxki_link_library *l, uint32_t function)
{
    for (size_t i = 0; i < l->constructors.count; i++)
        if (l->constructors.items[i] == function)
            return true;
    return false;
}

static dxk_symbol_kind kind_of(const dxki_link_library *l, uint32_t function)
{
    const dxki_global *g = &l->m->globals.items[function];
    if (!g->first_block)
        return DXK_SYMBOL_UNDEFINED;
    if (l->entry_of[function])
        return DXK_SYMBOL_ENTRY;
    if (is_constructor(l, function))
        return DXK_SYMBOL_CONSTRUCTOR;
    return g->linkage == DXKI_LINK_INTERNAL ? DXK_SYMBOL_INTERNAL : DXK_SYMBOL_DEFINED;
}

/* The declaration, kept with the list. */
static bool declare(dxk_symbols *s, dxk_str name, dxk_str *out)
{
    dxk_buffer text;
    dxk_buffer_init(&text, s->linker->ctx);
    bool good = dxk_demangle(name, &text) == DXK_OK;
    char *copy = good ? dxki_arena_strdup(&s->linker->arena, (char *)text.data, text.size) : NULL;
    *out = (dxk_str){copy, text.size};
    dxk_buffer_free(&text);
    return copy != NULL;
}

/* The functions that call one, without the world outside. A function stands there for each call. */
static size_t count_callers(const dxki_calls *calls, uint32_t function)
{
    uint32_t last = 0;
    size_t count = 0;
    DXKI_EACH_EDGE(&calls->callers, function, e)
    {
        count += calls->callers.to[e] != last;
        last = calls->callers.to[e];
    }
    return count;
}

static bool add_function(dxk_symbols *s, uint32_t function)
{
    const dxki_link_library *l = s->library;
    dxk_symbol made = {.kind = kind_of(l, function), .stage = DXK_SHADER_KIND_LIBRARY};
    made.name = dxki_link_name(l->m, function);
    if (dxki_str_starts(made.name, DXKI_DXOP_PREFIX) || dxki_str_starts(made.name, "llvm."))
        return true;
    if (l->entry_of[function])
        made.stage = dxki_dxil_entry_kind(l->d, l->d->entries.items[l->entry_of[function] - 1]);
    made.instructions = count_instructions(l->m, function);
    made.caller_count = count_callers(&s->calls, function);
    size_t before = s->resources.count;
    if (!list_resources(s, function))
        return false;
    made.resource_count = s->resources.count - before;
    return declare(s, made.name, &made.declaration) &&
           dxki_vec_push(s->linker->ctx, &s->items, made) &&
           dxki_vec_push(s->linker->ctx, &s->ends, s->resources.count);
}

dxk_status dxk_symbols_load(const dxk_container *container, dxk_symbols **out)
{
    dxk_linker *linker;
    dxk_ctx *ctx = container->ctx;
    *out = NULL;
    dxk_status status = dxk_linker_create(ctx, &linker);
    dxk_symbols *s = status == DXK_OK ? DXKI_NEW(&linker->arena, dxk_symbols) : NULL;
    if (!s) {
        dxk_linker_free(linker);
        return dxki_nomem(ctx);
    }
    s->linker = linker;
    status = dxki_link_library_open(linker, container, &s->library);
    bool good = status == DXK_OK &&
                dxki_calls_build(&s->calls, &linker->arena, s->library->m, false) &&
                dxki_link_used_begin(&s->used, &linker->arena, s->library);
    if (good)
        DXKI_EACH_FUNCTION(s->library->m, f)
            good = good && add_function(s, f);
    if (status == DXK_OK && !good)
        status = dxki_nomem(ctx);
    if (status == DXK_OK)
        *out = s;
    else
        dxk_symbols_free(s);
    return status;
}

size_t dxk_symbols_count(const dxk_symbols *symbols)
{
    return symbols->items.count;
}

bool dxk_symbols_get(const dxk_symbols *symbols, size_t index, dxk_symbol *out)
{
    memset(out, 0, sizeof *out);
    if (index >= symbols->items.count)
        return false;
    *out = symbols->items.items[index];
    return true;
}

dxk_str dxk_symbol_resource(const dxk_symbols *symbols, size_t index, size_t which)
{
    if (index >= symbols->items.count || which >= symbols->items.items[index].resource_count)
        return (dxk_str){"", 0};
    size_t first = symbols->ends.items[index] - symbols->items.items[index].resource_count;
    return symbols->resources.items[first + which];
}
