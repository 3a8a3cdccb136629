/* SPDX-License-Identifier: MIT */
/* calls.c - which functions of a program call which; entry points, recursion, what is missing. */
#include "picture/boxes.h"

#include "analysis/calls.h"
#include "dxk/dxil.h"
#include "dxk/enums.h"
#include "dxk/module.h"
#include "ir/dxop.h"
#include "ir/find.h"

typedef struct calls {
    dxki_picture *p;
    dxki_svg *s;
    const dxk_module *m;
    dxki_calls graph;
    dxki_boxes boxes;
    uint32_t *box;  /* by global; DXKI_BOXES_MOST: none */
    uint8_t *stage; /* by global: of an entry point, 1 + dxk_shader_kind */
    uint32_t *lead; /* by global: the function whose box it shares, mostly itself */
    uint32_t *size; /* by global: of a lead, how many share its box */
    uint32_t *seen; /* by global: how many of them have been added */
    uint32_t functions, calls, missing, recursive;
} calls;

/* So many leaves that one function alone calls share a box: their row would be wider than screens. Fewer do
 * if there are many functions. */
enum { MANY_LEAVES = 13, SOME_LEAVES = 3, MANY_FUNCTIONS = 80, NAMED_LEAVES = 4 };

static uint32_t count_instructions(const dxk_module *m, uint32_t fn)
{
    uint32_t count = 0;
    DXKI_EACH_BLOCK(m, fn, block)
        DXKI_EACH_INST(m, block, inst)
            count += !dxki_inst_is_debug_call(m, dxki_inst_get(m, inst));
    return count;
}

static void find_entries(calls *c)
{
    dxk_dxil *dxil = NULL;
    dxk_dxil_entry entry;
    dxki_picture_damage(c->p, dxk_dxil_load(c->m, &dxil));
    for (size_t i = 0; dxil && dxk_dxil_entry_get(dxil, i, &entry); i++) {
        uint32_t fn = entry.function.size ? dxki_global_find(c->m, entry.function) : 0;
        if (fn && entry.kind < 250)
            c->stage[fn] = (uint8_t)(1 + entry.kind);
    }
    dxk_dxil_free(dxil);
}

static bool is_shown(const calls *c, uint32_t fn)
{
    dxk_str name = dxki_string_get(c->m, c->m->globals.items[fn].name);
    return !dxki_global_is_dxop(c->m, fn) && !dxki_str_starts(name, "llvm.");
}

/* The one function that calls each; 0: nobody. UINT32_MAX: several, or it is no leaf. */
static void find_callers(const calls *c, uint32_t *callers)
{
    const dxki_edges *callees = &c->graph.callees;
    DXKI_EACH_FUNCTION(c->m, fn) {
        bool leaf = is_shown(c, fn) && !c->stage[fn] && c->m->globals.items[fn].first_block;
        DXKI_EACH_EDGE(callees, fn, e)
        {
            uint32_t to = callees->to[e];
            leaf = leaf && !is_shown(c, to);
            if (callers[to] != fn)
                callers[to] = callers[to] ? UINT32_MAX : fn;
        }
        if (!leaf)
            callers[fn] = UINT32_MAX;
    }
}

/* How many leaves of a function share a box. */
static uint32_t group_size(const calls *c)
{
    uint32_t shown = 0;
    DXKI_EACH_FUNCTION(c->m, fn)
        shown += is_shown(c, fn);
    return shown > MANY_FUNCTIONS ? SOME_LEAVES : MANY_LEAVES;
}

/* Finds leaves that share a box; false when out of memory. */
static bool group_leaves(calls *c, size_t count)
{
    const uint32_t many = group_size(c);
    uint32_t *words = DXKI_NEW_ARRAY(&c->s->arena, uint32_t, count * 6);
    if (!words)
        return false;
    uint32_t *callers = words + 3 * count, *leaves = words + 4 * count, *first = words + 5 * count;
    c->lead = words;
    c->size = words + count;
    c->seen = words + 2 * count;
    find_callers(c, callers);
    DXKI_EACH_FUNCTION(c->m, leaf)
        if (callers[leaf] && callers[leaf] != UINT32_MAX)
            leaves[callers[leaf]]++;
    DXKI_EACH_FUNCTION(c->m, fn) {
        uint32_t caller = callers[fn] == UINT32_MAX ? 0 : callers[fn];
        c->lead[fn] = fn;
        if (!caller || leaves[caller] < many)
            continue;
        first[caller] = first[caller] ? first[caller] : fn;
        c->lead[fn] = first[caller];
        c->size[first[caller]]++;
    }
    return true;
}

/* A leaf goes into the box of its group, with its name if it is one of the first. */
static void add_member(calls *c, uint32_t fn)
{
    uint32_t lead = c->lead[fn], size = c->size[lead];
    if (fn == lead)
        c->box[fn] = dxki_boxes_add(
            &c->boxes, (dxki_box){.title = dxki_svg_format(c->s, "%0 functions",
                                                           DXKI_ARGS(dxki_svg_count(c->s, size))),
                                  .colour = DXKI_SVG_grey});
    c->box[fn] = c->box[lead];
    c->functions++;
    if (++c->seen[lead] > NAMED_LEAVES && size > DXKI_BOX_LINES)
        return;
    dxki_boxes_line(
        &c->boxes, c->box[fn],
        dxki_picture_plain_name(c->s, dxki_string_get(c->m, c->m->globals.items[fn].name)));
    if (c->seen[lead] == NAMED_LEAVES && size > DXKI_BOX_LINES)
        dxki_boxes_line(&c->boxes, c->box[fn],
                        dxki_svg_format(c->s, "and %0 more",
                                        DXKI_ARGS(dxki_svg_count(c->s, size - NAMED_LEAVES))));
}

static void add_function(calls *c, uint32_t fn)
{
    const dxki_global *g = &c->m->globals.items[fn];
    bool recursive = dxki_calls_is_recursive(&c->graph, fn);
    dxki_box box = {.title = dxki_picture_plain_name(c->s, dxki_string_get(c->m, g->name)),
                    .colour = DXKI_SVG_grey,
                    .wrong = recursive};
    const char *stage =
        c->stage[fn] ? dxk_enum_text(DXK_ENUM_ID_shader_kind, c->stage[fn] - 1u) : NULL;
    bool entry = stage && c->stage[fn] - 1u != DXK_SHADER_KIND_LIBRARY;
    if (entry)
        box.colour = DXKI_SVG_blue;
    box.entry = entry;
    box.outside = !g->first_block;
    c->box[fn] = dxki_boxes_add(&c->boxes, box);
    uint32_t instructions = count_instructions(c->m, fn);
    if (entry)
        dxki_boxes_line(&c->boxes, c->box[fn],
                        dxki_svg_format(c->s, "%0 shader", DXKI_ARGS(dxki_svg_word(stage))));
    if (g->first_block)
        dxki_boxes_line(&c->boxes, c->box[fn],
                        dxki_svg_format(c->s, "%0 instruction%1",
                                        DXKI_ARGS(dxki_svg_count(c->s, instructions),
                                                  dxki_svg_plural(instructions))));
    else
        dxki_boxes_line(&c->boxes, c->box[fn], dxki_str("not in this library"));
    if (recursive)
        dxki_boxes_line(&c->boxes, c->box[fn], dxki_str("calls itself"));
    c->functions += g->first_block != 0;
    c->missing += !g->first_block;
    c->recursive += recursive;
}

/* An arrow for each function that one calls, with the number of calls. */
static void add_arrows(calls *c, uint32_t fn, uint32_t *counts)
{
    const dxki_edges *callees = &c->graph.callees;
    DXKI_EACH_EDGE(callees, fn, e)
    counts[c->lead[callees->to[e]]]++;
    DXKI_EACH_EDGE(callees, fn, e)
    {
        uint32_t to = c->lead[callees->to[e]], count = counts[to];
        counts[to] = 0;
        if (!count || c->box[to] == DXKI_BOXES_MOST || c->box[fn] == DXKI_BOXES_MOST)
            continue;
        dxk_str label =
            count > 1 ? dxki_svg_format(c->s, "\xc3\x97%0", DXKI_ARGS(dxki_svg_count(c->s, count)))
                      : (dxk_str){"", 0};
        dxki_boxes_arrow(&c->boxes, (dxki_box_arrow){c->box[fn], c->box[to], label, false});
        c->calls += count;
    }
}

static void put_facts(calls *c)
{
    dxki_svg *s = c->s;
    if (!s->title.size)
        dxki_svg_title(s, "Calls in %0", DXKI_ARGS(dxki_raw(c->p->name)));
    dxki_svg_fact(s, "%0 function%1, %2 call%3",
                  DXKI_ARGS(dxki_svg_count(s, c->functions), dxki_svg_plural(c->functions),
                            dxki_svg_count(s, c->calls), dxki_svg_plural(c->calls)));
    if (c->missing)
        dxki_svg_fact(s, "%0 not in this library", DXKI_ARGS(dxki_svg_count(s, c->missing)));
    if (c->recursive)
        dxki_svg_fact(s, "%0 recursive", DXKI_ARGS(dxki_svg_count(s, c->recursive)));
    if (c->boxes.left_out)
        dxki_svg_fact(s, "%0 functions are not drawn",
                      DXKI_ARGS(dxki_svg_count(s, c->boxes.left_out)));
}

static int32_t draw_legend(dxki_svg *s, int32_t y)
{
    int32_t x = dxki_svg_legend(s, DXKI_SVG_MARGIN, y,
                                DXKI_LOOK(.colour = DXKI_SVG_blue, .radius = 2), "entry point");
    x = dxki_svg_legend(s, x, y, DXKI_LOOK(.colour = DXKI_SVG_grey, .radius = 2), "function");
    x = dxki_svg_legend(s, x, y,
                        DXKI_LOOK(.plain = true, .classes = "ln", .radius = 2, .dashed = true),
                        "elsewhere");
    dxki_svg_legend(s, x, y, DXKI_LOOK(.colour = DXKI_SVG_red, .radius = 2), "recursive");
    return y + DXKI_PX(20);
}

static int32_t draw(calls *c)
{
    dxki_arena *arena = &c->s->arena;
    size_t count = c->m->globals.count;
    uint32_t *counts = DXKI_NEW_ARRAY(arena, uint32_t, count);
    c->box = DXKI_NEW_ARRAY(arena, uint32_t, count);
    c->stage = DXKI_NEW_ARRAY(arena, uint8_t, count);
    if (!counts || !c->box || !c->stage || !dxki_calls_build(&c->graph, arena, c->m, false)) {
        dxki_svg_fail(c->s, DXK_E_NOMEM);
        return 0;
    }
    memset(counts, 0, count * sizeof *counts);
    memset(c->stage, 0, count);
    for (size_t i = 0; i < count; i++)
        c->box[i] = DXKI_BOXES_MOST;
    find_entries(c);
    if (!group_leaves(c, count)) {
        dxki_svg_fail(c->s, DXK_E_NOMEM);
        return 0;
    }
    DXKI_EACH_FUNCTION(c->m, fn) {
        if (c->size[c->lead[fn]])
            add_member(c, fn);
        else if (is_shown(c, fn))
            add_function(c, fn);
    }
    if (!c->boxes.all.count)
        return c->s->status == DXK_OK ? dxki_picture_nothing(c->p, "functions") : 0;
    DXKI_EACH_FUNCTION(c->m, caller)
        if (c->m->globals.items[caller].first_block)
            add_arrows(c, caller, counts);
    put_facts(c);
    int32_t y = dxki_boxes_draw(&c->boxes, DXKI_SVG_TOP);
    return c->s->options->dot ? y : draw_legend(c->s, y + DXKI_PX(20));
}

int32_t dxki_picture_calls(dxki_picture *p)
{
    calls c = {.p = p, .s = &p->svg, .boxes.s = &p->svg};
    dxk_program_place place;
    dxk_module *module = NULL;
    int32_t height = 0;
    dxk_status status = dxk_container_program(p->container, DXK_PROGRAM_RUN, &place);
    if (status == DXK_E_NOT_FOUND) /* a PDB has none but that with debug information */
        status = dxk_container_program(p->container, DXK_PROGRAM_DEBUG, &place);
    if (status == DXK_E_NOT_FOUND)
        return dxki_picture_nothing(p, "DXIL program");
    if (status == DXK_OK)
        status = dxk_module_read(p->svg.ctx, place.program.bitcode, NULL, &module);
    dxki_picture_damage(p, status);
    c.m = module;
    if (module)
        height = draw(&c);
    dxki_boxes_free(&c.boxes);
    dxk_module_free(module);
    return height;
}
