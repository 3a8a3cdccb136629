/* SPDX-License-Identifier: MIT */
/*
 * flow.c - the control flow of a function: its blocks in ranks, loops as boxes, the ways where lanes
 * part.
 */
#include "picture/flow.h"

#include "dxk/dxil.h"
#include "dxk/module.h"
#include "dxk/parts.h"
#include "ir/find.h"
#include "picture/boxes.h"
#include "picture/dot.h"

enum {
    MOST_BLOCKS = 600,
    LINE = 160,
    HEAD = 240, /* of a block */
    LEAST_WIDTH = 1100,
    TOP = 760 /* y of the graph */
};

typedef struct drawing {
    dxki_picture *p;
    dxki_svg *s;
    dxki_flow flow;
    dxki_flow_fold fold;
    dxki_flow_block *blocks; /* by node */
    dxki_layered graph;
    dxk_str *labels; /* by edge */
    uint32_t instructions, branches, diverging;
    int32_t x, y; /* of the graph */
} drawing;

/* --- what is there --- */

static bool analyse(drawing *d, dxki_uses *uses, dxki_mem_bases *bases)
{
    dxki_flow *f = &d->flow;
    dxki_arena *arena = &d->s->arena;
    dxki_dom *post = DXKI_NEW(arena, dxki_dom);
    uint8_t *differs = DXKI_NEW_ARRAY(arena, uint8_t, f->m->insts.count);
    if (!post || !differs || !dxki_cfg_build(&f->cfg, arena, f->m, f->function) ||
        !dxki_dom_forward(&f->dom, arena, &f->cfg) ||
        !dxki_loop_build(&f->loops, arena, &f->cfg, &f->dom) ||
        !dxki_dom_backward(post, arena, &f->cfg) || !dxki_uses_enter(uses, f->function) ||
        !dxki_flow_number(f))
        return false;
    memset(differs, 0, f->m->insts.count);
    const dxki_uniform_input in = {
        .m = f->m, .cfg = &f->cfg, .post = post, .loops = &f->loops, .uses = uses, .bases = bases};
    return dxki_uniform_build(&f->uniform, arena, &in, differs);
}

static int32_t text_width(dxk_str text, unsigned size)
{
    return dxki_svg_width(dxki_svg_columns(text), size);
}

static dxk_str line_text(drawing *d, const dxki_flow_line *line)
{
    if (!line->name.size)
        return dxki_svg_format(d->s, "%0 arithmetic", DXKI_ARGS(dxki_dec(line->count)));
    if (line->count == 1)
        return line->name;
    return dxki_svg_format(d->s, "%0 \xc3\x97%1",
                           DXKI_ARGS(dxki_raw(line->name), dxki_dec(line->count)));
}

static dxk_str head_text(drawing *d, const dxki_flow_block *b)
{
    return dxki_svg_format(d->s, "%0 instr.", DXKI_ARGS(dxki_dec(b->instructions)));
}

static void size_node(drawing *d, uint32_t node)
{
    const dxki_flow_block *b = &d->blocks[node];
    dxki_layered_node *n = &d->graph.nodes[node];
    int32_t width = text_width(b->label, 12) + text_width(head_text(d, b), 11) + DXKI_PX(20);
    for (uint32_t i = 0; i < b->line_count; i++) {
        int32_t w = text_width(line_text(d, &b->lines[i]), 11) + DXKI_PX(b->lines[i].kind ? 12 : 0);
        width = w > width ? w : width;
    }
    int32_t end = text_width(b->end, 11) + DXKI_PX(b->diverges ? 24 : 0);
    width = (end > width ? end : width) + DXKI_PX(20);
    n->w = width < LEAST_WIDTH ? LEAST_WIDTH : width > DXKI_PX(420) ? DXKI_PX(420) : width;
    n->h = HEAD + LINE * (int32_t)(b->line_count + (b->more != 0) + (b->end.size != 0));
    n->h += n->h > HEAD ? DXKI_PX(6) : 0;
}

/* --- the graph --- */

static void add_edge(drawing *d, uint32_t from, uint32_t to, dxk_str label)
{
    for (uint32_t i = d->graph.edge_count; i-- > 0 && d->graph.edges[i].from == from;)
        if (d->graph.edges[i].to == to) { /* cases with one target, ways out of a loop */
            if (!label.size)
                return;
            d->labels[i] =
                dxki_svg_format(d->s, "%0, %1", DXKI_ARGS(dxki_raw(d->labels[i]), dxki_raw(label)));
            return;
        }
    d->labels[d->graph.edge_count] = label;
    d->graph.edges[d->graph.edge_count++] = (dxki_layered_edge){.from = from, .to = to};
}

/* The edges of a block that leave its node, or lead back to it. Those out of a loop that is one node
 * have no labels. */
static void add_edges_of(drawing *d, uint32_t node, uint32_t block)
{
    const dxki_cfg *cfg = &d->flow.cfg;
    const dxk_str none = {"", 0};
    DXKI_EACH_SUCC(cfg, block, e)
    {
        uint32_t other = cfg->graph.succ.to[e];
        uint32_t to = other < cfg->count ? d->fold.node[other] : DXKI_NO_NODE;
        bool within =
            to == node && (d->fold.loop[node] || other != d->fold.blocks[d->fold.start[node]]);
        if (to < d->graph.node_count && !within)
            add_edge(d, node, to,
                     d->fold.loop[node]
                         ? none
                         : dxki_flow_edge_text(&d->flow, block, e - cfg->graph.succ.start[block]));
    }
}

static void add_edges(drawing *d)
{
    for (uint32_t node = 0; node < d->graph.node_count; node++)
        for (uint32_t i = d->fold.start[node]; i < d->fold.start[node + 1]; i++)
            add_edges_of(d, node, d->fold.blocks[i]);
    for (uint32_t i = 0; i < d->graph.edge_count; i++) {
        d->labels[i] = dxki_svg_fit(d->s, d->labels[i], DXKI_PX(90), 11);
        int32_t width = text_width(d->labels[i], 11);
        bool back = d->graph.edges[i].from >= d->graph.edges[i].to; /* its text is at the right */
        d->graph.edges[i].label_width = back && width ? 2 * width + DXKI_PX(8) : width;
    }
}

/* What a node has and does: a block, some in a row, or a loop. */
static void describe(drawing *d, uint32_t node)
{
    const uint32_t *blocks = d->fold.blocks + d->fold.start[node];
    uint32_t count = d->fold.start[node + 1] - d->fold.start[node];
    dxki_flow_block *out = &d->blocks[node];
    if (d->fold.loop[node]) {
        dxki_flow_describe_loop(&d->flow, blocks, count, out);
        return;
    }
    dxki_flow_describe(&d->flow, blocks[0], out);
    for (uint32_t i = 1; i < count; i++)
        dxki_flow_describe_next(&d->flow, blocks[i], out);
    if (count > 1)
        out->label =
            dxki_svg_format(d->s, "%0 \xe2\x80\xa6 %1",
                            DXKI_ARGS(dxki_raw(out->label),
                                      dxki_raw(dxki_flow_label(&d->flow, blocks[count - 1]))));
}

static uint32_t loop_of(const drawing *d, uint32_t node)
{
    const dxki_loops *loops = &d->flow.loops;
    uint32_t whole = d->fold.loop[node];
    return whole ? loops->items[whole].parent : loops->of[d->fold.blocks[d->fold.start[node]]];
}

static bool make_graph(drawing *d)
{
    dxki_flow *f = &d->flow;
    dxki_layered *g = &d->graph;
    dxki_arena *arena = &d->s->arena;
    uint32_t edges = f->cfg.graph.succ.start[f->cfg.count];
    if (!dxki_flow_fold_build(f, MOST_BLOCKS, &d->fold))
        return false;
    uint32_t blocks = d->fold.count < MOST_BLOCKS ? d->fold.count : MOST_BLOCKS;
    *g = (dxki_layered){.node_count = blocks, .loop_count = f->loops.count};
    g->nodes = DXKI_NEW_ARRAY(arena, dxki_layered_node, blocks);
    g->edges = DXKI_NEW_ARRAY(arena, dxki_layered_edge, edges);
    g->loops = DXKI_NEW_ARRAY(arena, dxki_layered_loop, f->loops.count);
    d->labels = DXKI_NEW_ARRAY(arena, dxk_str, edges);
    d->blocks = DXKI_NEW_ARRAY(arena, dxki_flow_block, blocks);
    if (!g->nodes || !g->edges || !g->loops || !d->labels || !d->blocks)
        return false;
    for (uint32_t i = 0; i < f->loops.count; i++)
        g->loops[i] = (dxki_layered_loop){.parent = f->loops.items[i].parent,
                                          .boxed = i && !f->loops.items[i].is_irreducible &&
                                                   !d->fold.hidden[i]};
    for (uint32_t i = 0; i < blocks; i++) {
        g->nodes[i] = (dxki_layered_node){.loop = loop_of(d, i)};
        describe(d, i);
        size_node(d, i);
        d->instructions += d->blocks[i].instructions;
    }
    add_edges(d);
    return true;
}

/* --- drawing --- */

static void draw_loops(drawing *d)
{
    dxki_svg *s = d->s;
    for (uint32_t i = 1; i < d->graph.loop_count; i++) {
        dxki_svg_box box = d->graph.loops[i].box;
        if (!box.w)
            continue;
        box.x += d->x;
        box.y += d->y;
        dxki_svg_rect(s, box, DXKI_LOOK(.plain = true, .classes = "lp", .radius = 8));
    }
}

/* Above the edges, which would cross them out. */
static void name_loops(drawing *d)
{
    for (uint32_t i = 1; i < d->graph.loop_count; i++) {
        const dxki_svg_box *box = &d->graph.loops[i].box;
        if (box->w)
            dxki_svg_say(
                d->s, d->x + box->x + box->w - DXKI_PX(8), d->y + box->y + DXKI_PX(15),
                "s x m e el", "loop %0",
                DXKI_ARGS(dxki_raw(dxki_flow_label(&d->flow, d->flow.loops.items[i].header))));
    }
}

static void draw_edge(drawing *d, uint32_t number)
{
    const dxki_layered_edge *e = &d->graph.edges[number];
    bool diverges = d->blocks[e->from].diverges, down = dxki_layered_leads_down(&d->graph, e);
    dxki_svg_look look = {.plain = true, .classes = "ln", .stroke = 12};
    if (diverges)
        look = (dxki_svg_look){.colour = DXKI_SVG_orange, .form = 'l', .stroke = 20};
    else if (!down)
        look = (dxki_svg_look){.colour = DXKI_SVG_purple, .form = 'l', .stroke = 20};
    dxki_svg_group(d->s);
    dxki_svg_tip(d->s, "%0 \xe2\x86\x92 %1%2%3",
                 DXKI_ARGS(dxki_raw(d->blocks[e->from].label), dxki_raw(d->blocks[e->to].label),
                           dxki_svg_word(d->labels[number].size ? ": " : ""),
                           dxki_raw(d->labels[number])));
    dxki_picture_edge(d->s, &d->graph, e, d->x, d->y, &look);
    dxki_svg_group_end(d->s);
}

/* Labels stand over the lines. */
static void draw_label(drawing *d, uint32_t number)
{
    const dxki_layered_edge *e = &d->graph.edges[number];
    bool down = dxki_layered_leads_down(&d->graph, e); /* a way back turns to the left at once */
    dxki_svg_text(d->s, d->x + e->x1 + (down ? 0 : DXKI_PX(4)), d->y + e->y1 + DXKI_PX(11),
                  down ? "x m c el" : "x m el", d->labels[number]);
}

static void draw_line(drawing *d, const dxki_flow_line *line, int32_t x, int32_t y, int32_t width)
{
    static const uint8_t colours[] = {[DXKI_FLOW_MEMORY] = DXKI_SVG_blue,
                                      [DXKI_FLOW_BARRIER] = DXKI_SVG_pink,
                                      [DXKI_FLOW_LANES] = DXKI_SVG_purple,
                                      [DXKI_FLOW_EFFECT] = DXKI_SVG_orange};
    dxki_svg *s = d->s;
    if (line->wrong)
        dxki_svg_rect(
            s, (dxki_svg_box){x - DXKI_PX(4), y - DXKI_PX(12), width + DXKI_PX(8), DXKI_PX(15)},
            DXKI_LOOK(.colour = DXKI_SVG_red, .radius = 2, .stroke = 16, .hatched = true));
    if (line->kind != DXKI_FLOW_PLAIN) {
        dxki_svg_rect(s, (dxki_svg_box){x, y - DXKI_PX(9), DXKI_PX(6), DXKI_PX(9)},
                      DXKI_LOOK(.colour = (dxki_svg_colour)colours[line->kind], .radius = 1));
        x += DXKI_PX(12);
        width -= DXKI_PX(12);
    }
    dxki_svg_text(s, x, y,
                  line->wrong  ? "x el"
                  : line->kind ? "x"
                               : "x m",
                  dxki_svg_fit(s, line_text(d, line), width, 11));
}

static void draw_diamond(dxki_svg *s, int32_t x, int32_t y)
{
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x, y - DXKI_PX(5));
    dxki_svg_to(s, 'l', DXKI_PX(6), DXKI_PX(5));
    dxki_svg_to(s, 'l', -DXKI_PX(6), DXKI_PX(5));
    dxki_svg_to(s, 'l', -DXKI_PX(6), -DXKI_PX(5));
    dxki_svg_path_end(s, true, DXKI_LOOK(.colour = DXKI_SVG_orange));
}

static void draw_content(drawing *d, const dxki_flow_block *b, int32_t x, int32_t y, int32_t w)
{
    dxki_svg *s = d->s;
    int32_t line = y + HEAD + DXKI_PX(12);
    for (uint32_t i = 0; i < b->line_count; i++, line += LINE)
        draw_line(d, &b->lines[i], x + DXKI_PX(10), line, w - DXKI_PX(20));
    if (b->more) {
        dxki_svg_say(s, x + DXKI_PX(10), line, "x m", "and %0 more", DXKI_ARGS(dxki_dec(b->more)));
        line += LINE;
    }
    if (b->end.size)
        dxki_svg_text(s, x + DXKI_PX(10), line, "x b",
                      dxki_svg_fit(s, b->end, w - DXKI_PX(b->diverges ? 40 : 20), 11));
    if (b->diverges)
        draw_diamond(s, x + w - DXKI_PX(14), line - DXKI_PX(4));
}

static void draw_block(drawing *d, uint32_t node)
{
    dxki_svg *s = d->s;
    const dxki_flow_block *b = &d->blocks[node];
    const dxki_layered_node *n = &d->graph.nodes[node];
    int32_t x = d->x + n->x, y = d->y + n->y;
    dxki_svg_box box = {x, y, n->w, n->h};
    dxki_svg_link(s, "bb", d->fold.blocks[d->fold.start[node]]);
    dxki_svg_tip(s, "%0: %1 instruction%2%3%4%5",
                 DXKI_ARGS(dxki_raw(b->label), dxki_svg_count(s, b->instructions),
                           dxki_svg_plural(b->instructions),
                           dxki_svg_word(b->split ? "\nrun by only some lanes" : ""),
                           dxki_svg_word(b->diverges   ? "\nlanes diverge here: "
                                         : b->end.size ? "\n"
                                                       : ""),
                           dxki_raw(b->end)));
    dxki_svg_rect(s, box, DXKI_LOOK(.plain = true, .classes = "bg", .radius = 4));
    dxki_svg_rect(s, box,
                  b->split ? DXKI_LOOK(.colour = DXKI_SVG_orange, .form = 'l', .radius = 4,
                                       .stroke = 14, .dashed = true)
                           : DXKI_LOOK(.plain = true, .classes = "ik", .radius = 4, .stroke = 14));
    dxki_svg_text(s, x + DXKI_PX(10), y + DXKI_PX(16), "b",
                  dxki_svg_fit(s, b->label, n->w - DXKI_PX(90), 12));
    dxki_svg_text(s, x + n->w - DXKI_PX(10), y + DXKI_PX(16), "x m e", head_text(d, b));
    if (n->h > HEAD)
        dxki_svg_line(s, x, y + HEAD - DXKI_PX(2), x + n->w, y + HEAD - DXKI_PX(2),
                      DXKI_LOOK(.plain = true, .classes = "gr"));
    draw_content(d, b, x, y, n->w);
    dxki_svg_link_end(s);
}

static int32_t draw_legend(drawing *d, int32_t y)
{
    static const struct {
        const char *text;
        uint8_t colour;
    } boxes[] = {{"memory", DXKI_SVG_blue},
                 {"barrier", DXKI_SVG_pink},
                 {"wave, quad", DXKI_SVG_purple},
                 {"other effects", DXKI_SVG_orange}};
    dxki_svg *s = d->s;
    int32_t x = DXKI_SVG_MARGIN;
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++)
        x = dxki_svg_legend(s, x, y,
                            DXKI_LOOK(.colour = (dxki_svg_colour)boxes[i].colour, .radius = 2),
                            boxes[i].text);
    x = dxki_svg_legend(
        s, x, y, DXKI_LOOK(.colour = DXKI_SVG_orange, .form = 'l', .radius = 2, .dashed = true),
        "only some lanes");
    draw_diamond(s, x + DXKI_PX(6), y - DXKI_PX(4));
    dxki_svg_text(s, x + DXKI_PX(18), y, "s x m", dxki_str("lanes part"));
    x += DXKI_PX(38) + dxki_svg_width(10, 11);
    dxki_svg_line(s, x, y - DXKI_PX(4), x + DXKI_PX(20), y - DXKI_PX(4),
                  DXKI_LOOK(.colour = DXKI_SVG_purple, .form = 'l', .stroke = 20));
    dxki_svg_text(s, x + DXKI_PX(26), y, "s x m", dxki_str("back edge"));
    return y + DXKI_PX(20);
}

static uint32_t last_inst(const dxki_flow *f, uint32_t block)
{
    return f->m->blocks.items[f->cfg.blocks[block]].last_inst;
}

static void put_facts(drawing *d, dxk_str name)
{
    dxki_svg *s = d->s;
    const dxki_flow *f = &d->flow;
    uint32_t blocks = f->cfg.count, loops = f->loops.count - 1;
    for (uint32_t i = 0; i < d->fold.start[d->graph.node_count]; i++) {
        uint32_t block = d->fold.blocks[i], last = last_inst(f, block);
        d->branches += f->cfg.graph.succ.start[block + 1] - f->cfg.graph.succ.start[block] > 1;
        d->diverging +=
            last && f->uniform.differs[last] && dxki_inst_get(f->m, last)->op != DXKI_OP_RET;
    }
    if (!s->title.size)
        dxki_svg_title(s, "Control flow of %0",
                       DXKI_ARGS(dxki_raw(dxki_picture_plain_name(s, name))));
    dxki_svg_fact(s, "%0", DXKI_ARGS(dxki_raw(d->p->name)));
    dxki_svg_fact(s, "%0 block%1, %2 instruction%3, %4 loop%5",
                  DXKI_ARGS(dxki_svg_count(s, blocks), dxki_svg_plural(blocks),
                            dxki_svg_count(s, d->instructions), dxki_svg_plural(d->instructions),
                            dxki_svg_count(s, loops), dxki_svg_plural(loops)));
    if (d->branches)
        dxki_svg_fact(s, "%0 of %1 branch%2 diverge%3",
                      DXKI_ARGS(dxki_svg_count(s, d->diverging), dxki_svg_count(s, d->branches),
                                dxki_svg_word(d->branches == 1 ? "" : "es"),
                                dxki_svg_word(d->branches == 1 ? "s" : "")));
    uint32_t drawn = d->fold.start[d->graph.node_count];
    if (d->fold.shared)
        dxki_svg_fact(s, "%0 in %1 boxes",
                      DXKI_ARGS(dxki_svg_count(s, drawn), dxki_svg_count(s, d->graph.node_count)));
    if (drawn < blocks)
        dxki_svg_fact(s, "%0 blocks are not drawn", DXKI_ARGS(dxki_svg_count(s, blocks - drawn)));
}

static void write_block(drawing *d, uint32_t node)
{
    const dxki_flow_block *b = &d->blocks[node];
    dxk_str lines[DXKI_FLOW_LINES + 3];
    size_t count = 0;
    lines[count++] =
        dxki_svg_format(d->s, "%0  %1", DXKI_ARGS(dxki_raw(b->label), dxki_raw(head_text(d, b))));
    for (uint32_t i = 0; i < b->line_count; i++)
        lines[count++] = line_text(d, &b->lines[i]);
    if (b->more)
        lines[count++] = dxki_svg_format(d->s, "and %0 more", DXKI_ARGS(dxki_dec(b->more)));
    if (b->end.size)
        lines[count++] = b->end;
    dxki_dot_node(d->s, node, lines, count, b->split ? ", style=dashed, color=orange3" : "");
}

/* The graph as Graphviz reads it. */
static void write_graph(drawing *d, dxk_str name)
{
    dxki_dot_start(d->s, name);
    for (uint32_t i = 0; i < d->graph.node_count; i++)
        write_block(d, i);
    for (uint32_t i = 0; i < d->graph.edge_count; i++) {
        const dxki_layered_edge *e = &d->graph.edges[i];
        dxki_dot_edge(d->s, e->from, e->to, d->labels[i],
                      d->blocks[e->from].diverges ? ", color=orange3"
                      : e->from >= e->to          ? ", color=purple"
                                                  : "");
    }
    dxki_dot_end(d->s);
}

static int32_t draw(drawing *d, dxk_str name)
{
    dxki_svg *s = d->s;
    if (!make_graph(d)) {
        dxki_svg_fail(s, DXK_E_NOMEM);
        return 0;
    }
    if (s->options->dot) {
        write_graph(d, name);
        return 0;
    }
    if (dxki_svg_fail(s, dxki_layered_place(&d->graph, s->ctx, &s->arena)) != DXK_OK)
        return 0;
    int32_t wanted = d->graph.width + 2 * DXKI_SVG_MARGIN;
    s->width = wanted > s->width ? wanted : s->width;
    d->x = (s->width - d->graph.width) / 2;
    d->y = TOP;
    draw_loops(d);
    for (uint32_t i = 0; i < d->graph.edge_count; i++)
        draw_edge(d, i);
    name_loops(d);
    for (uint32_t i = 0; i < d->graph.node_count; i++)
        draw_block(d, i);
    for (uint32_t i = 0; i < d->graph.edge_count; i++)
        draw_label(d, i);
    put_facts(d, name);
    return draw_legend(d, d->y + d->graph.height + DXKI_PX(36));
}

/* --- the function --- */

/* The function of the first entry point, else the first with a body; 0: there is none. */
static uint32_t find_entry(dxki_picture *p, const dxk_module *m)
{
    dxk_dxil *dxil = NULL;
    dxk_dxil_entry entry;
    uint32_t found = 0;
    dxki_picture_damage(p, dxk_dxil_load(m, &dxil));
    if (dxil && dxk_dxil_entry_get(dxil, 0, &entry))
        found = dxki_global_find(m, entry.function);
    dxk_dxil_free(dxil);
    if (found && m->globals.items[found].kind == DXKI_G_FUNCTION &&
        m->globals.items[found].first_block)
        return found;
    DXKI_EACH_FUNCTION(m, fn)
        if (m->globals.items[fn].first_block)
            return fn;
    return 0;
}

static uint32_t find_function(dxki_picture *p, const dxk_module *m)
{
    dxk_str name = p->svg.options->function;
    if (!name.size)
        return find_entry(p, m);
    uint32_t found = dxki_global_find(m, name);
    bool has_body = found && m->globals.items[found].kind == DXKI_G_FUNCTION &&
                    m->globals.items[found].first_block;
    return has_body ? found : 0;
}

static int32_t draw_function(dxki_picture *p, const dxk_module *m)
{
    drawing d = {.p = p, .s = &p->svg};
    dxki_uses uses;
    dxki_mem_bases bases;
    int32_t height = 0;
    d.flow.s = d.s;
    d.flow.m = m;
    d.flow.function = find_function(p, m);
    if (d.s->status != DXK_OK)
        return 0;
    if (!d.flow.function)
        return dxki_picture_nothing(p, p->svg.options->function.size ? "function of that name"
                                                                     : "functions");
    if (!dxki_uses_begin(&uses, m) || !dxki_mem_bases_begin(&bases, &d.s->arena, m) ||
        !analyse(&d, &uses, &bases))
        dxki_svg_fail(d.s, DXK_E_NOMEM);
    else
        height = draw(&d, dxki_string_get(m, m->globals.items[d.flow.function].name));
    dxki_uses_free(&uses);
    return height;
}

int32_t dxki_picture_flow(dxki_picture *p)
{
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
    if (module)
        height = draw_function(p, module);
    dxk_module_free(module);
    return height;
}
