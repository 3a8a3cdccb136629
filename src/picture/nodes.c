/* SPDX-License-Identifier: MIT */
/* nodes.c - a work graph: its nodes, and where their records go. */
#include "picture/boxes.h"

#include "base/str.h"
#include "dxk/enums.h"
#include "dxk/reflect.h"

typedef struct nodes {
    dxki_picture *p;
    dxki_svg *s;
    dxki_boxes boxes;
    const dxk_reflect *r;
    uint32_t *box; /* by function; DXKI_BOXES_MOST: it has none */
    uint32_t count, outputs, outside;
} nodes;

static const dxk_reflect_node *node_of(const nodes *n, uint32_t function)
{
    return n->r->functions[function].stage.node;
}

static dxk_str title_of(dxki_svg *s, dxk_str name, uint32_t index)
{
    return index ? dxki_svg_format(s, "%0[%1]", DXKI_ARGS(dxki_raw(name), dxki_dec(index))) : name;
}

static dxk_str three(dxki_svg *s, const char *word, const uint32_t numbers[3])
{
    return dxki_svg_format(s, "%0 %1\xc3\x97%2\xc3\x97%3",
                           DXKI_ARGS(dxki_svg_word(word), dxki_dec(numbers[0]),
                                     dxki_dec(numbers[1]), dxki_dec(numbers[2])));
}

static dxk_str records(dxki_svg *s, const dxk_reflect_node_io *io)
{
    if (io->flags & DXK_NODE_IO_FLAG_EMPTY_RECORD)
        return dxki_str("empty");
    return dxki_svg_format(s, "%0 B", DXKI_ARGS(dxki_svg_count(s, io->record_size)));
}

static void add_input(nodes *n, uint32_t box, const dxk_reflect_node_io *io)
{
    dxki_svg *s = n->s;
    dxki_boxes_line(
        &n->boxes, box,
        dxki_svg_format(s, io->max_records > 1 ? "input %0, up to %1" : "input %0",
                        DXKI_ARGS(dxki_raw(records(s, io)), dxki_dec(io->max_records))));
}

static void add_node(nodes *n, uint32_t function)
{
    static const uint8_t colours[] = {DXKI_SVG_grey, DXKI_SVG_blue, DXKI_SVG_green,
                                      DXKI_SVG_orange};
    const dxk_reflect_stage *stage = &n->r->functions[function].stage;
    const dxk_reflect_node *node = stage->node;
    const char *launch = dxk_enum_text(DXK_ENUM_ID_node_launch_type, node->launch_type);
    dxk_str title = title_of(n->s, node->name, node->index);
    dxki_box one = {.title = title, .link = title, .entry = node->is_program_entry};
    one.colour = (dxki_svg_colour)colours[node->launch_type < 4 ? node->launch_type : 0];
    uint32_t box = dxki_boxes_add(&n->boxes, one);
    n->box[function] = box;
    dxki_boxes_line(
        &n->boxes, box,
        dxki_svg_format(n->s, "%0 launch", DXKI_ARGS(dxki_svg_word(launch ? launch : "?"))));
    dxki_boxes_line(&n->boxes, box, three(n->s, "threads", stage->num_threads));
    if (node->dispatch_grid[0])
        dxki_boxes_line(&n->boxes, box, three(n->s, "grid", node->dispatch_grid));
    else if (node->max_dispatch_grid[0])
        dxki_boxes_line(&n->boxes, box, three(n->s, "grid \xe2\x89\xa4", node->max_dispatch_grid));
    for (uint32_t i = 0; i < node->input_count && i < 2; i++)
        add_input(n, box, &node->inputs[i]);
    n->count++;
}

static bool is_target(const dxk_reflect_node *node, const dxk_reflect_node_io *out, uint32_t size)
{
    return dxki_str_same(node->name, out->name) && node->index >= out->index &&
           node->index - out->index < size;
}

static void add_arrow(nodes *n, uint32_t from, uint32_t to, const dxk_reflect_node_io *out,
                      uint32_t depth)
{
    dxki_svg *s = n->s;
    dxk_str label = dxki_svg_format(
        s, "%0 \xc3\x97 %1", DXKI_ARGS(dxki_raw(records(s, out)), dxki_dec(out->max_records)));
    if (from == to)
        label = dxki_svg_format(s, "%0, depth \xe2\x89\xa4 %1",
                                DXKI_ARGS(dxki_raw(label), dxki_dec(depth)));
    bool empty = (out->flags & DXK_NODE_IO_FLAG_EMPTY_RECORD) != 0;
    dxki_boxes_arrow(&n->boxes, (dxki_box_arrow){from, to, label, empty});
}

/* A box for targets that are in another library: those of an array from `first` on. */
static uint32_t outside_box(nodes *n, const dxk_reflect_node_io *out, uint64_t first, uint32_t size)
{
    dxki_svg *s = n->s;
    dxk_str title = size > 1 ? dxki_svg_format(s, "%0[%1\xe2\x80\xa6%2]",
                                               DXKI_ARGS(dxki_raw(out->name), dxki_dec(first),
                                                         dxki_dec(first + size - 1)))
                             : title_of(s, out->name, (uint32_t)first);
    for (uint32_t i = 0; i < n->boxes.all.count; i++)
        if (n->boxes.all.items[i].outside && dxki_str_same(n->boxes.all.items[i].title, title))
            return i;
    uint32_t box = dxki_boxes_add(&n->boxes, (dxki_box){.title = title, .outside = true});
    dxki_boxes_line(&n->boxes, box, dxki_str("not in this library"));
    n->outside++;
    return box;
}

/* Arrows to all nodes that an output can name; what of an array is not here is one box. */
static void add_output(nodes *n, uint32_t function, const dxk_reflect_node_io *out)
{
    uint32_t size = out->array_size && out->array_size != UINT32_MAX ? out->array_size : 1,
             found = 0, low = 0, high = 0;
    uint32_t from = n->box[function];
    for (uint32_t i = 0; i < n->r->function_count; i++) {
        const dxk_reflect_node *node = node_of(n, i);
        if (!node || !is_target(node, out, size))
            continue;
        uint32_t index = node->index - out->index;
        low = found && low < index ? low : index;
        high = high > index ? high : index;
        found++;
        if (size > 1 && n->box[i] != DXKI_BOXES_MOST && !node->index)
            n->boxes.all.items[n->box[i]].title =
                dxki_svg_format(n->s, "%0[0]", DXKI_ARGS(dxki_raw(node->name)));
        add_arrow(n, from, n->box[i], out, node->max_recursion_depth);
    }
    /* What is missing, as one range: after those that are here, before them, or all. */
    bool dense = found && high - low == found - 1;
    uint32_t first = dense && !low ? found : 0;
    uint32_t count = dense && (!low || high == size - 1) ? size - found : size;
    if (found < size)
        add_arrow(n, from, outside_box(n, out, (uint64_t)out->index + first, count), out, 0);
    n->outputs++;
}

static void put_facts(nodes *n)
{
    dxki_svg *s = n->s;
    if (!s->title.size)
        dxki_svg_title(s, "Work graph", NULL, 0);
    dxki_svg_fact(s, "%0", DXKI_ARGS(dxki_raw(n->p->name)));
    dxki_svg_fact(s, "%0 node%1, %2 output%3",
                  DXKI_ARGS(dxki_svg_count(s, n->count), dxki_svg_plural(n->count),
                            dxki_svg_count(s, n->outputs), dxki_svg_plural(n->outputs)));
    if (n->outside)
        dxki_svg_fact(s, "%0 target%1 outside",
                      DXKI_ARGS(dxki_svg_count(s, n->outside), dxki_svg_plural(n->outside)));
    if (n->boxes.left_out)
        dxki_svg_fact(s, "%0 nodes are not drawn", DXKI_ARGS(dxki_svg_count(s, n->boxes.left_out)));
}

static int32_t draw_legend(dxki_svg *s, int32_t y)
{
    static const struct {
        uint8_t colour;
        const char *text;
    } kinds[] = {{DXKI_SVG_blue, "broadcasting"},
                 {DXKI_SVG_green, "coalescing"},
                 {DXKI_SVG_orange, "thread"},
                 {DXKI_SVG_pink, "program entry"}};
    int32_t x = DXKI_SVG_MARGIN;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        x = dxki_svg_legend(s, x, y,
                            DXKI_LOOK(.colour = (dxki_svg_colour)kinds[i].colour, .radius = 2),
                            kinds[i].text);
    dxki_svg_line(s, x, y - DXKI_PX(4), x + DXKI_PX(24), y - DXKI_PX(4),
                  DXKI_LOOK(.plain = true, .classes = "ln", .dashed = true));
    dxki_svg_text(s, x + DXKI_PX(30), y, "s x m", dxki_str("empty records"));
    return y + DXKI_PX(20);
}

static int32_t draw(nodes *n)
{
    uint32_t count = n->r->function_count;
    n->box = DXKI_NEW_ARRAY(&n->s->arena, uint32_t, count);
    if (!n->box) {
        dxki_svg_fail(n->s, DXK_E_NOMEM);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        n->box[i] = DXKI_BOXES_MOST;
        if (node_of(n, i))
            add_node(n, i);
    }
    if (!n->count)
        return dxki_picture_nothing(n->p, "nodes");
    for (uint32_t i = 0; i < count && n->s->status == DXK_OK; i++)
        for (uint32_t k = 0;
             n->box[i] != DXKI_BOXES_MOST && k < node_of(n, i)->output_count && k < 1000; k++)
            add_output(n, i, &node_of(n, i)->outputs[k]);
    put_facts(n);
    int32_t y = dxki_boxes_draw(&n->boxes, DXKI_SVG_TOP);
    return n->s->options->dot ? y : draw_legend(n->s, y + DXKI_PX(20));
}

int32_t dxki_picture_nodes(dxki_picture *p)
{
    nodes n = {.p = p, .s = &p->svg, .boxes.s = &p->svg};
    dxk_reflect *r = NULL;
    int32_t height = 0;
    dxki_picture_damage(p, dxk_reflect_load(p->container, NULL, &r));
    n.r = r;
    if (r && p->svg.status == DXK_OK)
        height = draw(&n);
    dxki_boxes_free(&n.boxes);
    dxk_reflect_free(r);
    return height;
}
