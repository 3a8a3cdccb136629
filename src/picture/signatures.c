/* SPDX-License-Identifier: MIT */
/* signatures.c - the elements of a shader's signatures in their registers: inputs left, outputs right. */
#include "dxk/enums.h"
#include "picture/grid.h"

enum { LEFT = 560, RIGHT = 5200, GAP = 160 };

typedef struct signatures {
    dxki_picture *p;
    dxki_svg *s;
    const dxk_reflect_stage *stage;
    const dxk_psv0 *psv;
    size_t shown;
} signatures;

/* One grid. */
typedef struct sheet {
    const char *title;
    unsigned which; /* DXK_REFLECT_INPUT ... */
    uint32_t stream;
    bool output;
} sheet;

static void draw_element(signatures *d, const dxki_grid *g, const sheet *how, size_t i)
{
    dxki_svg *s = d->s;
    const dxki_grid_element *e = &g->elements[i];
    dxk_str type = dxki_grid_type(s, e->p);
    const char *mode = dxki_grid_interpolation(d->psv, how->which, e->p);
    const char *use = e->used ? "" : how->output ? "\nnever written" : "\nnever read";
    dxki_svg_group(s);
    dxki_svg_tip(s, "%0: %1%2%3, %4%5",
                 DXKI_ARGS(dxki_raw(e->label), dxki_raw(type), dxki_svg_word(mode ? ", " : ""),
                           dxki_svg_word(mode ? mode : ""), dxki_raw(dxki_grid_place(s, g, e)),
                           dxki_svg_word(use)));
    dxki_grid_box(s, g, e, dxki_picture_cycle(i), false);
    if (!e->shares) {
        dxk_str text = dxki_svg_format(s, "%0%1%2",
                                       DXKI_ARGS(dxki_raw(type), dxki_svg_word(mode ? " " : ""),
                                                 dxki_svg_word(mode ? mode : "")));
        int32_t x = g->x + DXKI_GRID_WIDTH + DXKI_PX(10);
        int32_t end = g->x < RIGHT ? RIGHT - DXKI_PX(40) : s->width - DXKI_SVG_MARGIN;
        dxki_svg_text(s, x, dxki_grid_row_y(g, e->row) + DXKI_PX(4), "x m",
                      dxki_svg_fit(s, text, end - x, 11));
    }
    dxki_svg_group_end(s);
}

/* Draws a grid at x, y unless it is empty; returns the y below. */
static int32_t draw_sheet(signatures *d, const sheet *how, int32_t x, int32_t y)
{
    dxki_grid_source source = {&d->stage->parameters[how->which], how->stream, how->output};
    dxki_grid g = {.title = how->title, .letter = how->output ? 'o' : 'v', .x = x, .y = y};
    if (!dxki_grid_open(d->s, &g, source) || !g.count)
        return y;
    d->shown += g.count;
    dxki_grid_draw(d->s, &g);
    for (size_t i = 0; i < g.count && d->s->marks < d->s->max_marks; i++)
        draw_element(d, &g, how, i);
    return y + dxki_grid_height(&g) + GAP;
}

static int32_t draw_outputs(signatures *d, int32_t x, int32_t y)
{
    static const char *const streams[] = {"Outputs, stream 0", "Outputs, stream 1",
                                          "Outputs, stream 2", "Outputs, stream 3"};
    bool mesh = d->stage->kind == DXK_SHADER_KIND_MESH;
    bool many = (d->stage->gs_stream_mask & ~1u) != 0;
    for (uint32_t i = 0; i < DXK_PSV_STREAMS; i++)
        y = draw_sheet(d,
                       &(sheet){.title = many   ? streams[i]
                                         : mesh ? "Vertices"
                                                : "Outputs",
                                .which = DXK_REFLECT_OUTPUT,
                                .stream = i,
                                .output = true},
                       x, y);
    return y;
}

static int32_t draw(signatures *d)
{
    uint32_t kind = d->stage->kind;
    bool domain = kind == DXK_SHADER_KIND_DOMAIN;
    sheet inputs = {.title = "Inputs", .which = DXK_REFLECT_INPUT};
    sheet patch = {.title = kind == DXK_SHADER_KIND_MESH ? "Primitives" : "Patch constants",
                   .which = DXK_REFLECT_PATCH_CONSTANT,
                   .output = !domain};
    int32_t top = DXKI_SVG_TOP - DXKI_PX(4);
    int32_t left = draw_sheet(d, &inputs, LEFT, top);
    if (domain)
        left = draw_sheet(d, &patch, LEFT, left);
    int32_t x = left == top ? LEFT : RIGHT; /* without inputs the place for them is free */
    int32_t right = draw_outputs(d, x, top);
    if (!domain)
        right = draw_sheet(d, &patch, x, right);
    return dxki_grid_legend(d->s, (left > right ? left : right) + DXKI_PX(10));
}

static void put_facts(signatures *d)
{
    dxki_svg *s = d->s;
    static const char *const words[] = {"input", "output", "patch constant"};
    const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_kind, d->stage->kind);
    if (!s->title.size)
        dxki_svg_title(s, "Signatures of %0", DXKI_ARGS(dxki_raw(d->p->name)));
    if (stage)
        dxki_svg_fact(s, "%0 shader", DXKI_ARGS(dxki_svg_word(stage)));
    for (unsigned i = 0; i < DXK_REFLECT_SIGNATURES; i++) {
        uint32_t count = d->stage->parameters[i].count;
        bool primitives = i == DXK_REFLECT_PATCH_CONSTANT && d->stage->kind == DXK_SHADER_KIND_MESH;
        if (count || i < DXK_REFLECT_PATCH_CONSTANT)
            dxki_svg_fact(s, "%0 %1%2",
                          DXKI_ARGS(dxki_svg_count(s, count),
                                    dxki_svg_word(primitives ? "primitive output" : words[i]),
                                    dxki_svg_plural(count)));
    }
}

int32_t dxki_picture_signatures(dxki_picture *p)
{
    signatures d = {.p = p, .s = &p->svg};
    dxk_reflect *reflect = NULL;
    dxk_decoded *psv = NULL;
    int32_t height = 0;
    if (dxki_picture_damage(p, dxk_reflect_load(p->container, NULL, &reflect)) && reflect) {
        psv = dxki_picture_part(p, p->container, DXK_PART_PSV0);
        d.stage = &reflect->stage;
        d.psv = psv ? psv->as.psv0 : NULL;
        put_facts(&d);
        height = draw(&d);
        if (!d.shown)
            height = dxki_picture_nothing(p, "signature elements");
    }
    dxk_decoded_free(psv);
    dxk_reflect_free(reflect);
    return height;
}
