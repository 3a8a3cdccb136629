/* SPDX-License-Identifier: MIT */
/* picture.c - dxk_picture(): the table of pictures, and what several of them need. */
#include "picture/picture.h"

#include "base/diag.h"
#include "base/options.h"
#include "container/container.h"
#include "parts/parts.h"
#include "spec/reader_rules.h"
#include "dxk/enums.h"
#include "dxk/symbols.h"

static const struct kind {
    const char *name, *about;
    dxki_picture_draw draw;
} kinds[DXK_PICTURE_KINDS] = {
    [DXK_PICTURE_PARTS] = {"parts", "sizes of parts in file order", dxki_picture_parts},
    [DXK_PICTURE_ROOTSIG] = {"rootsig", "parameters of a root signature, and their cost",
                             dxki_picture_rootsig},
    [DXK_PICTURE_BINDINGS] = {"bindings",
                              "bindings of a shader, and what its root signature provides",
                              dxki_picture_bindings},
    [DXK_PICTURE_SIGNATURES] = {"signatures", "elements of the signatures in their registers",
                                dxki_picture_signatures},
    [DXK_PICTURE_LINKAGE] = {"linkage", "outputs of a stage beside inputs of the next",
                             dxki_picture_linkage},
    [DXK_PICTURE_BUFFERS] = {"buffers", "layouts of constant and structured buffers",
                             dxki_picture_buffers},
    [DXK_PICTURE_DEPENDS] = {"depends", "which outputs depend on which inputs",
                             dxki_picture_depends},
    [DXK_PICTURE_FLOW] = {"flow", "control flow of a function: loops, and where lanes diverge",
                          dxki_picture_flow},
    [DXK_PICTURE_CALLS] = {"calls", "which functions call which", dxki_picture_calls},
    [DXK_PICTURE_NODES] = {"nodes", "nodes of a work graph, and the flow of their records",
                           dxki_picture_nodes},
    [DXK_PICTURE_DIFF] = {"diff", "differences between two containers", dxki_picture_diff},
};

const char *dxk_picture_name(dxk_picture_kind kind)
{
    return (unsigned)kind < DXK_PICTURE_KINDS ? kinds[kind].name : NULL;
}

const char *dxk_picture_about(dxk_picture_kind kind)
{
    return (unsigned)kind < DXK_PICTURE_KINDS ? kinds[kind].about : NULL;
}

/* --- for the pictures --- */

bool dxki_picture_damage(dxki_picture *p, dxk_status status)
{
    if (status == DXK_E_INVALID) {
        p->damaged = true;
        return true;
    }
    return dxki_svg_fail(&p->svg, status) == DXK_OK;
}

int32_t dxki_picture_nothing(dxki_picture *p, const char *what)
{
    DXKI_REPORT(p->svg.ctx, DXKI_RULE_PICTURE_EMPTY, dxki_nowhere(), "", dxki_text(dxki_str(what)));
    dxki_svg_fail(&p->svg, DXK_E_NOT_FOUND);
    return 0;
}

dxk_decoded *dxki_picture_part(dxki_picture *p, const dxk_container *container, uint32_t fourcc)
{
    dxk_decoded *part = NULL;
    const dxk_part *found = dxki_container_first(container, fourcc);
    if (found)
        dxki_picture_damage(p, dxk_part_decode(p->svg.ctx, fourcc, found->content, &part));
    return part;
}

dxki_svg_colour dxki_picture_part_colour(uint32_t fourcc, dxk_bytes content)
{
    static const uint8_t by_type[] = {
        [DXK_PART_TYPE_PROGRAM] = 1 + DXKI_SVG_blue,
        [DXK_PART_TYPE_DXBC] = 1 + DXKI_SVG_blue,
        [DXK_PART_TYPE_LEVEL9] = 1 + DXKI_SVG_blue,
        [DXK_PART_TYPE_ROOT_SIGNATURE] = 1 + DXKI_SVG_orange,
        [DXK_PART_TYPE_SIGNATURE] = 1 + DXKI_SVG_green,
        [DXK_PART_TYPE_FUNCTION_SIGNATURE] = 1 + DXKI_SVG_green,
        [DXK_PART_TYPE_PSV0] = 1 + DXKI_SVG_purple,
        [DXK_PART_TYPE_RDAT] = 1 + DXKI_SVG_purple,
        [DXK_PART_TYPE_FEATURES] = 1 + DXKI_SVG_purple,
        [DXK_PART_TYPE_HASH] = 1 + DXKI_SVG_teal,
        [DXK_PART_TYPE_DEBUG_NAME] = 1 + DXKI_SVG_teal,
        [DXK_PART_TYPE_VERSION] = 1 + DXKI_SVG_teal,
        [DXK_PART_TYPE_SOURCE] = 1 + DXKI_SVG_pink,
        [DXK_PART_TYPE_PDB_INFO] = 1 + DXKI_SVG_pink,
    };
    const dxki_part_kind *kind = dxki_part_kind_of(fourcc, content);
    if (kind->strip == DXK_STRIP_REFLECTION)
        return DXKI_SVG_yellow;
    if (kind->strip == DXK_STRIP_PRIVATE)
        return DXKI_SVG_pink;
    size_t type = (size_t)kind->type;
    bool known = type < sizeof by_type && by_type[type];
    return known ? (dxki_svg_colour)(by_type[type] - 1) : DXKI_SVG_grey;
}

dxki_svg_colour dxki_picture_cycle(size_t i)
{
    static const uint8_t colours[] = {DXKI_SVG_blue,   DXKI_SVG_green, DXKI_SVG_purple,
                                      DXKI_SVG_orange, DXKI_SVG_teal,  DXKI_SVG_pink,
                                      DXKI_SVG_yellow};
    return (dxki_svg_colour)colours[i % sizeof colours];
}

dxki_svg_colour dxki_picture_class_colour(char letter)
{
    return letter == 't'   ? DXKI_SVG_blue
           : letter == 'u' ? DXKI_SVG_orange
           : letter == 'b' ? DXKI_SVG_green
                           : DXKI_SVG_purple;
}

uint32_t dxki_picture_stage(const dxk_container *container)
{
    static const uint32_t kinds_of_program[] = {DXK_PART_DXIL, DXK_PART_ILDB, DXK_PART_SHEX,
                                                DXK_PART_SHDR, DXK_PART_STAT};
    uint32_t stage;
    for (size_t i = 0; i < sizeof kinds_of_program / sizeof kinds_of_program[0]; i++) {
        const dxk_part *part = dxki_container_first(container, kinds_of_program[i]);
        if (part && dxki_part_program_stage(part->content, &stage))
            return stage;
    }
    return DXK_SHADER_KIND_INVALID;
}

void dxki_picture_fault(dxki_svg *s, int32_t y)
{
    static const char cross[] = "\xe2\x9c\x97";
    dxki_svg_rect(s, (dxki_svg_box){DXKI_PX(20), y - DXKI_PX(12), DXKI_PX(14), DXKI_PX(14)},
                  DXKI_LOOK(.colour = DXKI_SVG_red, .radius = 2));
    dxki_svg_text(s, DXKI_PX(27), y - DXKI_PX(1), "b c", dxki_str(cross));
}

dxk_str dxki_picture_fourcc(uint32_t fourcc, char text[4])
{
    for (int i = 0; i < 4; i++)
        text[i] = (char)(fourcc >> (8 * i));
    return (dxk_str){text, 4};
}

/* --- the call --- */

/* Below the picture of a damaged container: what the first fault is. */
static int32_t tell_damage(dxki_picture *p, int32_t height)
{
    dxki_svg *s = &p->svg;
    const dxk_diag *first = NULL;
    for (size_t i = 0; i < dxk_ctx_diag_count(s->ctx) && !first; i++)
        if (dxk_ctx_diag(s->ctx, i)->severity == DXK_ERROR)
            first = dxk_ctx_diag(s->ctx, i);
    if (!p->damaged || !first)
        return height;
    dxk_str text = dxki_svg_format(s, "damaged: %0", DXKI_ARGS(dxki_svg_word(first->message)));
    dxki_picture_fault(s, height + DXKI_PX(4));
    dxki_svg_text(s, DXKI_PX(44), height + DXKI_PX(4), "s",
                  dxki_svg_fit(s, text, s->width - DXKI_PX(60), 12));
    return height + DXKI_PX(24);
}

dxk_str dxki_picture_plain_name(dxki_svg *s, dxk_str name)
{
    dxk_buffer plain;
    dxk_str text = name;
    dxk_buffer_init(&plain, s->ctx);
    dxk_status status = dxk_demangle(name, &plain);
    if (status == DXK_OK && plain.size)
        text = dxki_svg_format(
            s, "%0", DXKI_ARGS(dxki_raw((dxk_str){(const char *)plain.data, plain.size})));
    if (status == DXK_E_NOMEM)
        dxki_svg_fail(s, status);
    dxk_buffer_free(&plain);
    return text;
}

static bool fits(const char *prefix)
{
    for (const char *c = prefix; c && *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
              *c == '-'))
            return false;
    return true;
}

bool dxki_picture_takes(const dxk_picture_options *o)
{
    return (!o->width || (o->width >= 640 && o->width <= 4000)) && fits(o->id_prefix) &&
           fits(o->link_prefix);
}

static bool takes(dxk_picture_kind kind, const dxk_picture_options *o)
{
    bool graph = kind == DXK_PICTURE_FLOW || kind == DXK_PICTURE_CALLS || kind == DXK_PICTURE_NODES;
    bool two = kind == DXK_PICTURE_LINKAGE || kind == DXK_PICTURE_DIFF;
    return (unsigned)kind < DXK_PICTURE_KINDS && (o->other || !two) && (graph || !o->dot) &&
           dxki_picture_takes(o);
}

dxk_status dxk_picture(const dxk_container *container, dxk_picture_kind kind,
                       const dxk_picture_options *options, dxk_sink sink)
{
    dxk_picture_options own;
    if (!dxki_options_take(&own, sizeof own, options) || !takes(kind, &own))
        return DXK_E_ARGUMENT;
    dxki_picture p = {
        .container = container, .damaged = container->salvaged, .damage_at = DXKI_PX(66)};
    p.name = own.name.size ? own.name : dxki_str("container");
    dxki_svg_start(&p.svg, container->ctx, &own);
    if (own.title)
        dxki_svg_title(&p.svg, "%0", DXKI_ARGS(dxki_svg_word(own.title)));
    int32_t height = kinds[kind].draw(&p);
    if (!p.svg.title.size && p.svg.status == DXK_OK)
        dxki_svg_title(&p.svg, "%0: %1",
                       DXKI_ARGS(dxki_raw(p.name), dxki_svg_word(kinds[kind].name)));
    if (p.svg.status == DXK_OK && !own.dot)
        height = tell_damage(&p, height > DXKI_SVG_TOP ? height : DXKI_SVG_TOP);
    dxk_status status = dxki_svg_end(&p.svg, height, sink);
    return status == DXK_OK && p.damaged ? DXK_E_INVALID : status;
}
