/* SPDX-License-Identifier: MIT */
/*
 * explain.c - how what cannot be valid came into a program: functions that call themselves, and
 * operations that a stage does not have, with the calls that lead there. See dxk/link.h.
 */
#include "link/link.h"

#include "base/out.h"
#include "dxil/op.h"
#include "dxk/symbols.h"
#include "spec/dxil_effects.h"

#define NOBODY UINT32_MAX
#define SHOWN  12u /* steps of a chain that are shown, the last ones of a longer one */

/* What a walk knows of a function, as bits: it is on the stack; its recursion was told. */
enum { OPEN = 1, TOLD = 2 };

/* A function whose callees are looked at. */
typedef struct frame {
    uint32_t pick, next;
} frame;

typedef struct explainer {
    dxki_link link; /* for messages */
    const dxk_linker *linker;
    dxki_link_names names; /* numbers are picks */
    uint8_t *open, *done;  /* by pick */
    size_t *place;         /* by pick that is open: where it is in the stack */
    uint32_t *parent;      /* by pick: who calls it */
    uint32_t *reached;     /* by pick: the last stage whose walk came to it, + 1 */
    DXKI_VEC(frame) stack;
    DXKI_VEC(uint32_t) chain; /* to be shown */
    DXKI_VEC(uint32_t) queue;
} explainer;

static const dxki_link_library *library_of(const explainer *x, uint32_t pick)
{
    return x->linker->libraries.items[x->linker->picks.items[pick].library];
}

static dxk_str name_of(const explainer *x, uint32_t pick)
{
    return dxki_link_name(library_of(x, pick)->m, x->linker->picks.items[pick].function);
}

static const dxki_dxil_entry *entry_of(const explainer *x, uint32_t pick)
{
    const dxki_link_library *l = library_of(x, pick);
    uint32_t entry = l->entry_of[x->linker->picks.items[pick].function];
    return entry ? l->d->entries.items[entry - 1] : NULL;
}

/* Callee number `index` of a function: a pick, or NOBODY for what is no function of a library. False: there
 * are no more. The patch constant function of an entry point is the last. */
static bool callee(const explainer *x, uint32_t pick, uint32_t index, uint32_t *out)
{
    const dxki_link_library *l = library_of(x, pick);
    const dxki_link_needs *needs = &l->needs[x->linker->picks.items[pick].function];
    const dxki_dxil_entry *entry = entry_of(x, pick);
    uint32_t patch = entry ? entry->props.hs.patch_function : 0;
    if (index > needs->function_count || (index == needs->function_count && !patch))
        return false;
    uint32_t function =
        index < needs->function_count ? l->functions.items[needs->first_function + index] : patch;
    *out = dxki_link_names_find(&x->names, dxki_link_name(l->m, function));
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Chains                                                                                     */

/* "main (a.lib) -> float f(float) (b.lib)" */
static dxk_str show_chain(explainer *x)
{
    dxk_buffer text;
    dxki_out out;
    dxk_buffer_init(&text, x->link.ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    size_t first = x->chain.count > SHOWN ? x->chain.count - SHOWN : 0;
    dxki_out_text(&out, first ? "... -> " : "");
    dxk_status status = DXK_OK;
    for (size_t i = first; i < x->chain.count && status == DXK_OK; i++) {
        dxk_buffer name;
        dxk_buffer_init(&name, x->link.ctx);
        status = dxk_demangle(name_of(x, x->chain.items[i]), &name);
        dxki_out_text(&out, i > first ? " -> " : "");
        dxki_out_str(&out, (dxk_str){(const char *)name.data, name.size});
        dxki_out_text(&out, " (");
        dxki_out_str(&out, library_of(x, x->chain.items[i])->name);
        dxki_out_char(&out, ')');
        dxk_buffer_free(&name);
    }
    if (status == DXK_OK)
        status = dxki_out_flush(&out);
    char *copy = status == DXK_OK
                     ? dxki_arena_strdup(&x->link.arena, (const char *)text.data, text.size)
                     : NULL;
    dxk_str made = {copy, copy ? text.size : 0};
    dxk_buffer_free(&text);
    if (!copy)
        dxki_link_nomem(&x->link);
    return made;
}

static bool add_step(explainer *x, uint32_t pick)
{
    return dxki_vec_push(x->link.ctx, &x->chain, pick) || dxki_link_nomem(&x->link);
}

/* ---------------------------------------------------------------------------------------- */
/* Recursion                                                                                  */

/* The function on the stack that is called again, and what lies behind it. */
static void tell_recursion(explainer *x, uint32_t pick)
{
    size_t first = x->place[pick], count = x->stack.count;
    size_t from = count - first > SHOWN + 1 ? count - SHOWN : first;
    x->chain.count = 0;
    for (size_t i = from; i < count; i++)
        if (!add_step(x, x->stack.items[i].pick))
            return;
    if (add_step(x, pick))
        DXKI_LINK_COMPLAIN(&x->link, DXKI_RULE_LINK_RECURSION, library_of(x, pick), NULL,
                           dxki_text(dxki_link_symbol(&x->link, name_of(x, pick))),
                           dxki_text(show_chain(x)));
}

static bool enter(explainer *x, uint32_t pick)
{
    x->open[pick] = OPEN;
    x->place[pick] = x->stack.count;
    return dxki_vec_push(x->link.ctx, &x->stack, ((frame){pick, 0})) || dxki_link_nomem(&x->link);
}

/* Walks all that a function calls; each function that a walk comes back to is told once. */
static bool find_recursion(explainer *x, uint32_t root)
{
    if (!enter(x, root))
        return false;
    while (x->stack.count) {
        frame *top = &x->stack.items[x->stack.count - 1];
        uint32_t to, pick = top->pick;
        if (!callee(x, pick, top->next++, &to)) {
            x->open[pick] &= (uint8_t)~OPEN;
            x->done[pick] = 1;
            x->stack.count--;
        } else if (to != NOBODY && x->open[to] == OPEN) {
            x->open[to] |= TOLD;
            tell_recursion(x, to);
        } else if (to != NOBODY && !x->done[to] && !x->open[to] && !enter(x, to)) {
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static bool is_for(const explainer *x, const dxki_dxop_info *op, uint32_t stage)
{
    bool group = stage == DXK_SHADER_KIND_COMPUTE || stage == DXK_SHADER_KIND_MESH ||
                 stage == DXK_SHADER_KIND_AMPLIFICATION;
    bool derives =
        dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->convergence == DXKI_DXC_DERIVATIVE;
    return (op->stages >> stage & 1) && !(group && derives && x->linker->minor < 6);
}

static void tell_stage(explainer *x, uint32_t pick, const dxki_dxop_info *op, uint32_t stage)
{
    const char *kind = dxk_enum_text(DXK_ENUM_ID_shader_kind, stage);
    uint32_t steps = 1;
    for (uint32_t p = pick; x->parent[p] != p && steps <= SHOWN; p = x->parent[p])
        steps++;
    x->chain.count = 0;
    for (uint32_t i = 0; i < steps; i++)
        if (!add_step(x, pick))
            return;
    for (uint32_t p = pick, i = steps; i > 0; p = x->parent[p])
        x->chain.items[--i] = p;
    DXKI_LINK_COMPLAIN(&x->link, DXKI_RULE_LINK_STAGE, library_of(x, pick), NULL,
                       dxki_text(dxki_link_symbol(&x->link, name_of(x, pick))),
                       dxki_text(dxki_str(op->name)), dxki_text(dxki_str(kind ? kind : "such")),
                       dxki_text(show_chain(x)));
}

/* Each operation of a function that is not for the stage, once. */
static void check_operations(explainer *x, uint32_t pick, uint32_t stage)
{
    const dxk_module *m = library_of(x, pick)->m;
    uint8_t told[DXKI_DXOP_COUNT] = {0};
    DXKI_EACH_BLOCK(m, x->linker->picks.items[pick].function, block)
        DXKI_EACH_INST(m, block, inst) {
            const dxki_dxop_info *op = dxki_call_dxop(m, dxki_inst_get(m, inst));
            if (!op || is_for(x, op, stage) || told[dxki_dxop_row(op)])
                continue;
            told[dxki_dxop_row(op)] = 1;
            tell_stage(x, pick, op, stage);
        }
}

static bool reach(explainer *x, uint32_t pick, uint32_t parent, uint32_t stage)
{
    if (x->reached[pick] == stage + 1)
        return true;
    x->reached[pick] = stage + 1;
    x->parent[pick] = parent;
    return dxki_vec_push(x->link.ctx, &x->queue, pick) || dxki_link_nomem(&x->link);
}

static uint32_t stage_of(const explainer *x, uint32_t pick)
{
    const dxki_dxil_entry *entry = entry_of(x, pick);
    if (x->linker->kind != DXK_SHADER_KIND_LIBRARY)
        return pick == 0 ? x->linker->kind : DXK_SHADER_KIND_INVALID;
    return entry ? dxki_dxil_entry_kind(library_of(x, pick)->d, entry) : DXK_SHADER_KIND_INVALID;
}

/* What the entry points of a stage call. */
static bool check_stage(explainer *x, uint32_t stage)
{
    x->queue.count = 0;
    for (uint32_t p = 0; p < x->linker->picks.count; p++)
        if (stage_of(x, p) == stage && !reach(x, p, p, stage))
            return false;
    for (size_t i = 0; i < x->queue.count; i++) {
        uint32_t to, pick = x->queue.items[i];
        for (uint32_t c = 0; callee(x, pick, c, &to); c++)
            if (to != NOBODY && !reach(x, to, pick, stage))
                return false;
        check_operations(x, pick, stage);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */

static bool begin(explainer *x)
{
    uint32_t count = (uint32_t)x->linker->picks.count;
    dxki_arena *arena = &x->link.arena;
    x->open = DXKI_NEW_ARRAY(arena, uint8_t, count + 1u);
    x->done = DXKI_NEW_ARRAY(arena, uint8_t, count + 1u);
    x->place = DXKI_NEW_ARRAY(arena, size_t, count + 1u);
    x->parent = DXKI_NEW_ARRAY(arena, uint32_t, count + 1u);
    x->reached = DXKI_NEW_ARRAY(arena, uint32_t, count + 1u);
    if (!x->open || !x->done || !x->place || !x->parent || !x->reached ||
        !dxki_link_names_begin(&x->names, arena, count))
        return dxki_link_nomem(&x->link);
    for (uint32_t p = 0; p < count; p++)
        dxki_link_names_enter(&x->names, name_of(x, p), p);
    return true;
}

dxk_status dxk_linker_explain(dxk_linker *linker)
{
    explainer x = {.link = {.linker = linker, .ctx = linker->ctx}, .linker = linker};
    dxki_arena_init(&x.link.arena, linker->ctx);
    bool good = begin(&x);
    for (uint32_t p = 0; p < linker->picks.count && good; p++)
        good = x.done[p] || find_recursion(&x, p);
    for (uint32_t stage = 0; stage < DXK_SHADER_KIND_INVALID && good; stage++)
        good = check_stage(&x, stage);
    dxki_vec_free(linker->ctx, &x.stack);
    dxki_vec_free(linker->ctx, &x.chain);
    dxki_vec_free(linker->ctx, &x.queue);
    dxki_arena_free(&x.link.arena);
    return x.link.status;
}
