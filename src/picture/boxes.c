/* SPDX-License-Identifier: MIT */
/* boxes.c - see boxes.h. */
#include "picture/boxes.h"

#include "analysis/graph.h"
#include "picture/dot.h"

#include <string.h>

enum {
    HEAD = 240,
    LINE = 160,
    LEAST_WIDTH = 1100,
    MOST_WIDTH = 3000,
    MOST_RANK = 14000, /* of the boxes side by side */
    SELF = 420         /* of an arrow to the same box, without its label */
};

uint32_t dxki_boxes_add(dxki_boxes *b, dxki_box box)
{
    if (b->all.count >= DXKI_BOXES_MOST) {
        b->left_out++;
        return DXKI_BOXES_MOST;
    }
    if (!dxki_vec_push(b->s->ctx, &b->all, box)) {
        dxki_svg_fail(b->s, DXK_E_NOMEM);
        return DXKI_BOXES_MOST;
    }
    return (uint32_t)b->all.count - 1;
}

void dxki_boxes_line(dxki_boxes *b, uint32_t box, dxk_str line)
{
    if (box < b->all.count && b->all.items[box].line_count < DXKI_BOX_LINES)
        b->all.items[box].lines[b->all.items[box].line_count++] = line;
}

void dxki_boxes_arrow(dxki_boxes *b, dxki_box_arrow arrow)
{
    if (arrow.from < b->all.count && arrow.to < b->all.count &&
        !dxki_vec_push(b->s->ctx, &b->arrows, arrow))
        dxki_svg_fail(b->s, DXK_E_NOMEM);
}

void dxki_boxes_free(dxki_boxes *b)
{
    dxki_vec_free(b->s->ctx, &b->all);
    dxki_vec_free(b->s->ctx, &b->arrows);
}

/* --- the graph --- */

typedef struct drawing {
    dxki_boxes *b;
    dxki_svg *s;
    dxki_layered graph;
    uint32_t *node;  /* by box */
    uint32_t *box;   /* by node */
    uint32_t *arrow; /* by edge */
    int32_t *self;   /* by box: width of an arrow to itself; 0: none */
    int32_t x, y;
} drawing;

/* An order in which a box comes before those that its arrows lead to, unless they lead back. What
 * nothing leads to comes first. */
static bool order_boxes(drawing *d)
{
    dxki_arena *arena = &d->s->arena;
    uint32_t count = (uint32_t)d->b->all.count, arrows = (uint32_t)d->b->arrows.count, used = 0;
    uint32_t(*pairs)[2] = dxki_arena_alloc(arena, ((size_t)count * 2 + arrows) * sizeof *pairs);
    bool *led = dxki_arena_alloc(arena, count * sizeof *led);
    dxki_graph graph;
    dxki_order order;
    if (!pairs || !led)
        return false;
    memset(led, 0, count * sizeof *led);
    for (uint32_t i = 0; i < arrows; i++) {
        const dxki_box_arrow *a = &d->b->arrows.items[i];
        pairs[used][0] = a->from;
        pairs[used++][1] = a->to;
        led[a->to] = led[a->to] || a->to != a->from;
    }
    for (int pass = 0; pass < 2; pass++) /* the walk begins at the number `count` */
        for (uint32_t i = count; i-- > 0;)
            if (led[i] == (pass == 0)) {
                pairs[used][0] = count;
                pairs[used++][1] = i;
            }
    if (!dxki_graph_build(&graph, arena, count + 1, (const uint32_t(*)[2])pairs, used) ||
        !dxki_graph_order(&order, arena, &graph.succ, count + 1, count))
        return false;
    d->node = order.place;
    d->box = order.nodes + 1; /* after the beginning */
    for (uint32_t i = 0; i < count; i++)
        d->node[i]--;
    return true;
}

static int32_t width_of(dxk_str text, unsigned size)
{
    return dxki_svg_width(dxki_svg_columns(text), size);
}

static void size_box(drawing *d, uint32_t box)
{
    const dxki_box *b = &d->b->all.items[box];
    dxki_layered_node *n = &d->graph.nodes[d->node[box]];
    int32_t width = width_of(b->title, 12) + DXKI_PX(b->entry ? 36 : 20);
    for (unsigned i = 0; i < b->line_count; i++) {
        int32_t line = width_of(b->lines[i], 11) + DXKI_PX(20);
        width = line > width ? line : width;
    }
    n->w = width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
    n->aside = d->self[box];
    n->w += n->aside;
    n->h = HEAD + LINE * (int32_t)b->line_count + (b->line_count ? DXKI_PX(8) : 0);
}

static bool make_graph(drawing *d)
{
    dxki_arena *arena = &d->s->arena;
    size_t count = d->b->all.count, arrows = d->b->arrows.count;
    dxki_layered *g = &d->graph;
    g->node_count = (uint32_t)count;
    g->loop_count = 1;
    g->most_width = MOST_RANK;
    g->nodes = DXKI_NEW_ARRAY(arena, dxki_layered_node, count);
    g->edges = DXKI_NEW_ARRAY(arena, dxki_layered_edge, arrows);
    g->loops = DXKI_NEW_ARRAY(arena, dxki_layered_loop, 1);
    d->arrow = DXKI_NEW_ARRAY(arena, uint32_t, arrows);
    d->self = DXKI_NEW_ARRAY(arena, int32_t, count);
    if (!g->nodes || !g->edges || !g->loops || !d->arrow || !d->self || !order_boxes(d))
        return false;
    memset(g->nodes, 0, count * sizeof *g->nodes);
    memset(d->self, 0, count * sizeof *d->self);
    g->loops[0] = (dxki_layered_loop){.parent = 0};
    for (uint32_t i = 0; i < arrows; i++) {
        const dxki_box_arrow *a = &d->b->arrows.items[i];
        if (a->from == a->to) {
            d->self[a->from] = SELF + width_of(a->label, 11);
            continue;
        }
        d->arrow[g->edge_count] = i;
        g->edges[g->edge_count++] = (dxki_layered_edge){
            .from = d->node[a->from], .to = d->node[a->to], .label_width = width_of(a->label, 11)};
    }
    for (uint32_t i = 0; i < count; i++)
        size_box(d, i);
    return true;
}

/* --- drawing --- */

static void draw_self(drawing *d, const dxki_box_arrow *a, int32_t right, int32_t y)
{
    dxki_svg *s = d->s;
    const dxki_svg_look *look = DXKI_LOOK(.colour = DXKI_SVG_purple, .form = 'l', .stroke = 20);
    const int32_t out = DXKI_PX(22), low = y + DXKI_PX(46), high = y + DXKI_PX(22);
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', right, low);
    dxki_svg_curve(
        s, (const int32_t[]){right + out, low, right + out, low, right + out, low - DXKI_PX(12)});
    dxki_svg_curve(
        s, (const int32_t[]){right + out, high, right + out, high, right + DXKI_PX(8), high});
    dxki_svg_path_end(s, false, look);
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', right, high);
    dxki_svg_to(s, 'l', DXKI_PX(8), -DXKI_PX(4));
    dxki_svg_to(s, 'l', 0, DXKI_PX(8));
    dxki_svg_path_end(s, true, DXKI_LOOK(.colour = DXKI_SVG_purple, .form = 'f'));
    dxki_svg_text(s, right + out + DXKI_PX(6), high + DXKI_PX(16), "x m", a->label);
}

static void draw_triangle(dxki_svg *s, int32_t x, int32_t y)
{
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x, y);
    dxki_svg_to(s, 'l', DXKI_PX(12), 0);
    dxki_svg_to(s, 'l', -DXKI_PX(6), DXKI_PX(9));
    dxki_svg_path_end(s, true, DXKI_LOOK(.colour = DXKI_SVG_pink));
}

static void draw_frame(drawing *d, const dxki_box *b, dxki_svg_box box)
{
    dxki_svg *s = d->s;
    dxki_svg_colour colour = b->wrong ? DXKI_SVG_red : b->colour;
    uint8_t stroke = b->entry ? 26 : 14;
    dxki_svg_box head = {box.x, box.y, box.w, HEAD};
    if (b->outside) {
        dxki_svg_rect(s, box, DXKI_LOOK(.plain = true, .classes = "pn", .radius = 6));
        dxki_svg_rect(s, box,
                      DXKI_LOOK(.plain = true, .classes = "ln", .radius = 6, .dashed = true));
        return;
    }
    dxki_svg_rect(s, box, DXKI_LOOK(.plain = true, .classes = "bg", .radius = 6));
    dxki_svg_rect(s, head, DXKI_LOOK(.colour = colour, .radius = 6));
    dxki_svg_rect(s, box, DXKI_LOOK(.colour = colour, .form = 'l', .radius = 6, .stroke = stroke));
}

static void put_tip(dxki_svg *s, const dxki_box *b)
{
    dxk_str lines[DXKI_BOX_LINES];
    for (unsigned i = 0; i < DXKI_BOX_LINES; i++)
        lines[i] = i < b->line_count ? dxki_svg_format(s, "\n%0", DXKI_ARGS(dxki_raw(b->lines[i])))
                                     : (dxk_str){"", 0};
    dxki_svg_tip(s, "%0%1%2%3%4%5",
                 DXKI_ARGS(dxki_raw(b->title), dxki_raw(lines[0]), dxki_raw(lines[1]),
                           dxki_raw(lines[2]), dxki_raw(lines[3]), dxki_raw(lines[4])));
}

static void draw_box(drawing *d, uint32_t number)
{
    dxki_svg *s = d->s;
    const dxki_box *b = &d->b->all.items[number];
    const dxki_layered_node *n = &d->graph.nodes[d->node[number]];
    int32_t width = n->w - n->aside;
    dxki_svg_box box = {d->x + n->x, d->y + n->y, width, n->h};
    if (b->outside)
        dxki_svg_group(s);
    else
        dxki_svg_link_name(s, "fn-", b->link.size ? b->link : b->title);
    put_tip(s, b);
    draw_frame(d, b, box);
    dxki_svg_text(s, box.x + DXKI_PX(10), box.y + DXKI_PX(16), "b",
                  dxki_svg_fit(s, b->title, width - DXKI_PX(b->entry ? 36 : 20), 12));
    if (b->entry)
        draw_triangle(s, box.x + width - DXKI_PX(20), box.y + DXKI_PX(7));
    for (unsigned i = 0; i < b->line_count; i++)
        dxki_svg_text(s, box.x + DXKI_PX(10), box.y + HEAD + DXKI_PX(14) + (int32_t)i * LINE,
                      b->outside ? "x m" : "x",
                      dxki_svg_fit(s, b->lines[i], width - DXKI_PX(20), 11));
    if (b->outside)
        dxki_svg_group_end(s);
    else
        dxki_svg_link_end(s);
    for (size_t i = 0; i < d->b->arrows.count; i++)
        if (d->b->arrows.items[i].from == number && d->b->arrows.items[i].to == number)
            draw_self(d, &d->b->arrows.items[i], box.x + width, box.y);
}

static void draw_arrow(drawing *d, uint32_t edge)
{
    const dxki_layered_edge *e = &d->graph.edges[edge];
    const dxki_box_arrow *a = &d->b->arrows.items[d->arrow[edge]];
    bool back = !dxki_layered_leads_down(&d->graph, e);
    dxki_svg_look look = {.plain = true, .classes = "ln", .stroke = 14, .dashed = a->dashed};
    if (back)
        look = (dxki_svg_look){
            .colour = DXKI_SVG_purple, .form = 'l', .stroke = 20, .dashed = a->dashed};
    dxki_svg_group(d->s);
    dxki_svg_tip(d->s, "%0 \xe2\x86\x92 %1%2%3",
                 DXKI_ARGS(dxki_raw(d->b->all.items[a->from].title),
                           dxki_raw(d->b->all.items[a->to].title),
                           dxki_svg_word(a->label.size ? ": " : ""), dxki_raw(a->label)));
    dxki_picture_edge(d->s, &d->graph, e, d->x, d->y, &look);
    dxki_svg_group_end(d->s);
}

/* A label stands over the lines, on a plate that hides them. */
static void draw_label(const drawing *d, uint32_t edge)
{
    const dxki_layered_edge *e = &d->graph.edges[edge];
    dxk_str label = d->b->arrows.items[d->arrow[edge]].label;
    int32_t width = dxki_svg_width(dxki_svg_columns(label), 11);
    int32_t x = d->x + e->x1, y = d->y + e->y1;
    if (!label.size)
        return;
    dxki_svg_rect(d->s, (dxki_svg_box){x - width / 2, y + DXKI_PX(4), width, DXKI_PX(13)},
                  DXKI_LOOK(.plain = true, .classes = "bg"));
    dxki_svg_text(d->s, x, y + DXKI_PX(14), "x m c el", label);
}

/* The graph as Graphviz reads it. */
static void write_graph(const dxki_boxes *b)
{
    dxk_str lines[DXKI_BOX_LINES + 1];
    dxki_dot_start(b->s, (dxk_str){(const char *)b->s->title.data, b->s->title.size});
    for (uint32_t i = 0; i < b->all.count; i++) {
        const dxki_box *box = &b->all.items[i];
        lines[0] = box->title;
        memcpy(lines + 1, box->lines, sizeof box->lines);
        dxki_dot_node(b->s, i, lines, box->line_count + 1u,
                      box->wrong     ? ", color=red"
                      : box->outside ? ", style=dashed"
                      : box->entry   ? ", style=bold"
                                     : "");
    }
    for (uint32_t i = 0; i < b->arrows.count; i++) {
        const dxki_box_arrow *a = &b->arrows.items[i];
        dxki_dot_edge(b->s, a->from, a->to, a->label, a->dashed ? ", style=dashed" : "");
    }
    dxki_dot_end(b->s);
}

int32_t dxki_boxes_draw(dxki_boxes *b, int32_t y)
{
    dxki_svg *s = b->s;
    if (s->options->dot) {
        write_graph(b);
        return y;
    }
    drawing d = {.b = b, .s = s, .y = y + DXKI_PX(10)};
    dxk_status status =
        make_graph(&d) ? dxki_layered_place(&d.graph, s->ctx, &s->arena) : DXK_E_NOMEM;
    if (dxki_svg_fail(s, status) != DXK_OK)
        return y;
    int32_t wanted = d.graph.width + 2 * DXKI_SVG_MARGIN;
    s->width = wanted > s->width ? wanted : s->width;
    d.x = (s->width - d.graph.width) / 2;
    for (uint32_t i = 0; i < d.graph.edge_count; i++)
        draw_arrow(&d, i);
    for (uint32_t i = 0; i < b->all.count; i++)
        draw_box(&d, i);
    for (uint32_t i = 0; i < d.graph.edge_count; i++) /* over the lines */
        draw_label(&d, i);
    return d.y + d.graph.height + DXKI_PX(16);
}
