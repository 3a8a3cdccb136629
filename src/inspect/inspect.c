/* SPDX-License-Identifier: MIT */
/* inspect.c - making and freeing what is known about a program. Part of <dxk/inspect.h>. */
#include "inspect/inspect.h"

#include "base/options.h"
#include "ir/access.h"
#include "ir/idset.h"

/* The first step of each segment. Steps are in the order of segments. */
static bool index_steps(dxk_inspect *i)
{
    const dxk_run_program *p = i->p;
    size_t n = 0;

    i->first_step = DXKI_NEW_ARRAY(&i->arena, uint32_t, p->segments.count + 1);
    if (!i->first_step)
        return false;
    for (size_t s = 0; s <= p->segments.count; s++) {
        while (n < p->steps.count && p->steps.items[n].segment < s)
            n++;
        i->first_step[s] = (uint32_t)n;
    }
    return true;
}

/* Which instruction of the program one of the module with debug information is. */
static bool invert_pairs(dxk_inspect *i)
{
    const dxk_run_program *p = i->p;

    if (!p->debug_module || !p->debug_insts)
        return true;
    i->own_inst = DXKI_NEW_ARRAY(&i->arena, uint32_t, i->d->insts.count);
    if (!i->own_inst)
        return false;
    for (size_t n = 0; n < p->places.count; n++)
        i->own_inst[p->debug_insts[p->places.items[n].inst]] = p->places.items[n].inst;
    i->own_inst[0] = 0;
    return true;
}

/* The function of the module with debug information that is one of the program. */
static uint32_t other_function(const dxk_inspect *i, uint32_t first_place)
{
    uint32_t inst = i->p->places.items[first_place].inst;

    if (i->own_inst)
        inst = i->p->debug_insts[inst];
    return inst ? i->d->blocks.items[i->d->insts.items[inst].block].function : 0;
}

/* Places of a function follow each other, in the order of functions. */
static bool index_functions(dxk_inspect *i)
{
    const dxk_run_program *p = i->p;
    uint32_t place = 0;

    i->functions = DXKI_NEW_ARRAY(&i->arena, dxki_inspect_function, p->functions.count);
    if (!i->functions)
        return false;
    for (size_t n = 0; n < p->functions.count; n++) {
        dxki_inspect_function *f = &i->functions[n];
        f->first_place = place;
        while (place < p->places.count &&
               p->m->blocks.items[p->m->insts.items[p->places.items[place].inst].block].function ==
                   p->functions.items[n].global)
            place++;
        f->place_count = place - f->first_place;
        f->entry = p->functions.items[n].position_count ? p->functions.items[n].positions[0].segment
                                                        : DXKI_INSPECT_NONE;
        f->other = f->place_count ? other_function(i, f->first_place) : 0;
    }
    return true;
}

static bool read_variables(dxk_inspect *i)
{
    i->calls_before = DXKI_NEW_ARRAY(&i->arena, dxki_inspect_span, i->p->m->insts.count);
    if (!i->calls_before)
        return false;
    for (uint32_t n = 0; n < i->p->functions.count; n++)
        if (!dxki_inspect_read_calls(i, n))
            return false;
    i->local_vars = (uint32_t)i->vars.count;
    if (!dxki_inspect_add_globals(i))
        return false;
    dxki_inspect_give_words(i);
    return true;
}

/* -Zpr among the arguments that the compiler was given. */
static bool packs_rows(const dxk_module *m)
{
    uint32_t named = dxki_named_md_find(m, "dx.source.args"), count;

    if (named == UINT32_MAX || !m->named_mds.items[named].op_count)
        return false;
    const dxki_md *args = dxki_md_ops(m, m->words.items[m->named_mds.items[named].ops], &count);
    for (uint32_t n = 0; n < count; n++) {
        dxk_str arg = dxki_md_str(m, args[n]);
        if (dxki_str_is(arg, "-Zpr") || dxki_str_is(arg, "/Zpr") || dxki_str_is(arg, "Zpr"))
            return true;
    }
    return false;
}

static bool make(dxk_inspect *i)
{
    bool good;

    i->d = i->p->debug_module ? i->p->debug_module : i->p->m;
    i->row_major |= packs_rows(i->d);
    /* Types that cannot be shown are no mistakes of anybody. */
    i->ctx->muted++;
    good = dxki_dxil_layout_init(&i->shapes.layout, i->p->m);
    i->shapes.has_layout = good;
    good = good && index_steps(i) && invert_pairs(i) && index_functions(i) && read_variables(i);
    i->ctx->muted--;
    return good && !i->no_memory && i->shapes.status != DXK_E_NOMEM;
}

dxk_status dxk_inspect_create(const dxk_run_program *program, const dxk_inspect_options *options,
                              dxk_inspect **out)
{
    dxk_inspect_options own;
    dxk_ctx *ctx = program->ctx;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    dxk_inspect *i = dxki_realloc(ctx, NULL, 0, sizeof *i);
    if (!i)
        return dxki_nomem(ctx);
    memset(i, 0, sizeof *i);
    i->ctx = ctx;
    i->p = program;
    i->row_major = own.row_major;
    dxki_arena_init(&i->arena, ctx);
    dxki_arena_init(&i->shapes.arena, ctx);
    i->shapes.ctx = ctx;
    i->shapes.m = program->m;
    if (!make(i)) {
        dxk_inspect_free(i);
        return dxki_nomem(ctx);
    }
    *out = i;
    return DXK_OK;
}

void dxk_inspect_free(dxk_inspect *inspect)
{
    dxk_inspect *i = inspect;

    if (!i)
        return;
    dxki_text_snippets_free(i->texts);
    dxki_text_snippets_free(i->own_texts);
    if (i->shapes.has_layout)
        dxki_dxil_layout_free(&i->shapes.layout);
    dxki_vec_free(i->ctx, &i->shapes.parts);
    dxki_arena_free(&i->shapes.arena);
    dxki_vec_free(i->ctx, &i->calls);
    dxki_vec_free(i->ctx, &i->moves);
    dxki_vec_free(i->ctx, &i->declares);
    dxki_vec_free(i->ctx, &i->cells);
    dxki_vec_free(i->ctx, &i->vars);
    dxki_vec_free(i->ctx, &i->scalars);
    dxki_idset_free(i->ctx, &i->known);
    dxki_arena_free(&i->arena);
    dxki_realloc(i->ctx, i, sizeof *i, 0);
}

/* The text without what follows the operands. */
static dxk_str without_attachments(dxk_str text)
{
    static const char mark[] = ", !dbg !";
    size_t size = sizeof mark - 1;

    for (size_t n = 0; n + size <= text.size; n++)
        if (memcmp(text.data + n, mark, size) == 0)
            text.size = n;
    return text;
}

dxk_str dxk_inspect_text(dxk_inspect *inspect, uint32_t place)
{
    static const dxk_str none = {"", 0};
    dxk_inspect *i = inspect;

    if (place >= i->p->places.count)
        return none;
    uint32_t inst = i->p->places.items[place].inst;
    bool other = i->own_inst && i->p->debug_insts[inst];
    dxki_text_snippets **texts = other ? &i->texts : &i->own_texts;
    if (!*texts)
        *texts = dxki_text_snippets_create(other ? i->d : i->p->m);
    return *texts ? without_attachments(
                        dxki_text_snippet_inst(*texts, other ? i->p->debug_insts[inst] : inst))
                  : none;
}
