/* SPDX-License-Identifier: MIT */
/* depends.c - which components of the outputs depend on which of the inputs, as PSV0 tells. */
#include "picture/picture.h"

#include "dxk/enums.h"
#include "dxk/psv0.h"

#include <string.h>

enum {
    MOST_GROUPS = 128, /* a side: more than registers there are */
    CELL = 200,
    SMALL_CELL = 120,
    MANY = 48, /* columns above which cells are small */
    GROUP_GAP = 80,
    LABEL = DXKI_PX(220) /* the longest, then it is cut */
};

/* An element's register on one side of a matrix. */
typedef struct group {
    dxk_str label;
    uint32_t first, count; /* components, as the table numbers them */
    int32_t at;            /* x of a column, y of a row */
} group;

typedef struct side {
    group groups[MOST_GROUPS];
    size_t count;
    uint32_t components;
    bool has_more;
} side;

/* One table, with what its sides are. */
typedef struct matrix {
    const char *title;
    dxk_psv_dependency kind, view_id;
    dxk_psv_signature from, to;
    uint32_t stream;
    bool has_view_id;
} matrix;

typedef struct depends {
    dxki_picture *p;
    dxki_svg *s;
    const dxk_psv0 *psv;
    uint32_t inputs[3], outputs[3][DXK_PSV_STREAMS]; /* components, by signature and stream */
    uint64_t dots, dead;
    int32_t left, top; /* where the next matrix may be */
    int32_t bottom;    /* of those beside it */
} depends;

/* --- sides --- */

static dxk_str label_of(depends *d, const dxk_psv_element *e, uint32_t row)
{
    const uint32_t *indices = NULL;
    uint32_t count = dxk_psv0_element_indices(d->psv, e, &indices);
    uint32_t index = row < count ? indices[row] : 0;
    dxk_str name = dxk_psv0_element_name(d->psv, e);
    const char *known = dxk_enum_text(DXK_ENUM_ID_semantic_kind, e->semantic_kind);
    if (!name.size)
        name = dxki_svg_format(d->s, "SV_%0", DXKI_ARGS(dxki_svg_word(known ? known : "?")));
    if (!index)
        return name;
    return dxki_svg_format(d->s, "%0%1", DXKI_ARGS(dxki_raw(name), dxki_dec(index)));
}

/* The elements of a signature that have registers; of outputs those of a stream. */
static void open_side(depends *d, side *out, dxk_psv_signature which, uint32_t stream)
{
    uint32_t count = dxk_psv0_element_count(d->psv, which);
    for (uint32_t i = 0; i < count; i++) {
        const dxk_psv_element *e = dxk_psv0_element(d->psv, which, i);
        if (!e->allocated || e->stream != stream)
            continue;
        for (uint32_t row = 0; row < e->rows; row++) {
            if (out->count == MOST_GROUPS) {
                out->has_more = true;
                return;
            }
            uint32_t columns = e->cols + e->start_col > 4 ? 4u - e->start_col : e->cols;
            out->groups[out->count++] = (group){.label = label_of(d, e, row),
                                                .first = (e->start_row + row) * 4u + e->start_col,
                                                .count = columns};
            out->components += columns;
        }
    }
}

static int32_t widest(const side *of)
{
    size_t most = 0;
    for (size_t i = 0; i < of->count; i++) {
        size_t columns = dxki_svg_columns(of->groups[i].label);
        most = columns > most ? columns : most;
    }
    int32_t width = dxki_svg_width(most, 12);
    return width > LABEL ? LABEL : width;
}

/* Gives the groups their places from `at` on; returns the end. */
static int32_t place_groups(side *of, int32_t at, int32_t cell)
{
    for (size_t i = 0; i < of->count; i++) {
        of->groups[i].at = at;
        at += (int32_t)of->groups[i].count * cell + GROUP_GAP;
    }
    return at - GROUP_GAP;
}

static dxk_str component(uint32_t number)
{
    static const char components[] = "xyzw";
    return (dxk_str){components + number % 4, 1};
}

/* --- drawing --- */

static const dxki_svg_look *line(void)
{
    static const dxki_svg_look look = {.plain = true, .classes = "ln"};
    return &look;
}

static void draw_columns(dxki_svg *s, const side *to, int32_t y, int32_t cell)
{
    for (size_t i = 0; i < to->count && s->marks < s->max_marks; i++) {
        const group *g = &to->groups[i];
        int32_t width = (int32_t)g->count * cell;
        dxki_svg_turned(s, g->at + width / 2 - DXKI_PX(4), y - DXKI_PX(26), -40, "",
                        dxki_svg_fit(s, g->label, LABEL, 12));
        dxki_svg_line(s, g->at + DXKI_PX(3), y - DXKI_PX(20), g->at + width - DXKI_PX(3),
                      y - DXKI_PX(20), line());
        for (uint32_t k = 0; k < g->count && cell == CELL; k++)
            dxki_svg_text(s, g->at + (int32_t)k * cell + cell / 2, y - DXKI_PX(6), "x m c",
                          component(g->first + k));
    }
}

static void draw_field(dxki_svg *s, const side *to, const group *row, int32_t cell)
{
    int32_t height = (int32_t)row->count * cell;
    for (size_t i = 0; i < to->count && s->marks < s->max_marks; i++) {
        const group *g = &to->groups[i];
        dxki_svg_rect(s, (dxki_svg_box){g->at, row->at, (int32_t)g->count * cell, height},
                      DXKI_LOOK(.plain = true, .classes = "pn"));
        dxki_svg_path(s);
        for (uint32_t k = 0; k <= g->count; k++) {
            dxki_svg_to(s, 'M', g->at + (int32_t)k * cell, row->at);
            dxki_svg_across(s, 'v', height);
        }
        dxki_svg_path_end(s, false, DXKI_LOOK(.plain = true, .classes = "gr"));
    }
}

/* What depends on one component: a dot for each; a dotted line if nothing does. */
static void draw_dots(depends *d, const dxk_psv_table *table, const side *to, uint32_t input,
                      dxk_str name, int32_t y, int32_t cell)
{
    dxki_svg *s = d->s;
    uint64_t before = d->dots;
    const group *last = &to->groups[to->count - 1];
    for (size_t i = 0; i < to->count; i++) {
        const group *g = &to->groups[i];
        for (uint32_t k = 0; k < g->count; k++) {
            if (!dxk_psv_table_depends(table, input, g->first + k))
                continue;
            d->dots++;
            if (s->marks >= s->max_marks)
                continue;
            dxki_svg_group(s);
            dxki_svg_tip(
                s, "%0 depends on %1",
                DXKI_ARGS(dxki_raw(dxki_svg_format(
                              s, "%0.%1",
                              DXKI_ARGS(dxki_raw(g->label), dxki_raw(component(g->first + k))))),
                          dxki_raw(name)));
            dxki_svg_circle(s, g->at + (int32_t)k * cell + cell / 2, y, cell * 3 / 10,
                            DXKI_LOOK(.colour = DXKI_SVG_blue, .form = cell == CELL ? 0 : 'f'));
            dxki_svg_group_end(s);
        }
    }
    if (d->dots == before && to->count) {
        d->dead++;
        dxki_svg_line(s, to->groups[0].at, y, last->at + (int32_t)last->count * cell, y,
                      DXKI_LOOK(.plain = true, .classes = "ln", .dashed = true));
    }
}

static void draw_row_head(dxki_svg *s, const group *g, int32_t x, int32_t cell)
{
    int32_t height = (int32_t)g->count * cell;
    dxki_svg_text(s, x - DXKI_PX(32), g->at + height / 2 + DXKI_PX(4), "e",
                  dxki_svg_fit(s, g->label, LABEL, 12));
    dxki_svg_line(s, x - DXKI_PX(24), g->at + DXKI_PX(3), x - DXKI_PX(24),
                  g->at + height - DXKI_PX(3), line());
    for (uint32_t k = 0; k < g->count && cell == CELL; k++)
        dxki_svg_text(s, x - DXKI_PX(12), g->at + (int32_t)k * cell + cell / 2 + DXKI_PX(4),
                      "x m c", component(g->first + k));
}

static void draw_row(depends *d, const dxk_psv_table *table, const side *to, const group *g,
                     int32_t x, int32_t cell)
{
    draw_row_head(d->s, g, x, cell);
    draw_field(d->s, to, g, cell);
    for (uint32_t k = 0; k < g->count; k++) {
        dxk_str name = dxki_svg_format(
            d->s, "%0.%1", DXKI_ARGS(dxki_raw(g->label), dxki_raw(component(g->first + k))));
        draw_dots(d, table, to, g->first + k, name, g->at + (int32_t)k * cell + cell / 2, cell);
    }
}

/* SV_ViewID is a row of its own, without components. */
static int32_t draw_view_id(depends *d, const matrix *m, const side *to, int32_t x, int32_t y,
                            int32_t cell)
{
    dxk_psv_table mask = dxk_psv0_table(d->psv, m->view_id, m->stream);
    static const char name[] = "SV_ViewID";
    group row = {.label = dxki_str(name), .count = 1, .at = y};
    if (!mask.words)
        return y;
    dxki_svg_text(d->s, x - DXKI_PX(32), y + cell / 2 + DXKI_PX(4), "e", row.label);
    draw_field(d->s, to, &row, cell);
    draw_dots(d, &mask, to, 0, row.label, y + cell / 2, cell);
    return y + cell + GROUP_GAP;
}

/* Where the first cell of a matrix is, and the end of its row of labels. */
static int32_t place_matrix(depends *d, const side *from, side *to, int32_t cell, int32_t *end)
{
    int32_t label = widest(from) + DXKI_PX(40), least = DXKI_PX(72 + 40);
    int32_t x = d->left + (label < least ? least : label);
    *end = place_groups(to, x, cell) + widest(to) * 77 / 100;
    return x;
}

/* One matrix, beside that before if there is room, else below. */
static void draw_matrix(depends *d, const matrix *m)
{
    dxki_svg *s = d->s;
    dxk_psv_table table = dxk_psv0_table(d->psv, m->kind, m->stream);
    dxk_psv_table mask = {0};
    side from = {.count = 0}, to = {.count = 0};
    if (m->has_view_id)
        mask = dxk_psv0_table(d->psv, m->view_id, m->stream);
    open_side(d, &from, m->from, 0);
    open_side(d, &to, m->to, m->stream);
    if (!to.count || (!mask.words && (!table.words || !from.count)))
        return;
    if (!table.words)
        from.count = 0;
    int32_t cell = to.components > MANY ? SMALL_CELL : CELL, end;
    int32_t x = place_matrix(d, &from, &to, cell, &end);
    if (d->left > DXKI_SVG_MARGIN && end > s->width - DXKI_SVG_MARGIN) {
        d->left = DXKI_SVG_MARGIN;
        d->top = d->bottom;
        x = place_matrix(d, &from, &to, cell, &end);
    }
    int32_t y = d->top, top = y + widest(&to) * 64 / 100 + DXKI_PX(52);
    dxki_svg_text(s, d->left, y + DXKI_PX(12), "s b", dxki_str(m->title));
    draw_columns(s, &to, top, cell);
    y = m->has_view_id ? draw_view_id(d, m, &to, x, top, cell) : top;
    int32_t bottom = place_groups(&from, y, cell);
    for (size_t i = 0; i < from.count; i++)
        draw_row(d, &table, &to, &from.groups[i], x, cell);
    if (from.count)
        d->inputs[m->from] = from.components;
    d->outputs[m->to][m->stream] = to.components;
    bottom = (from.count ? bottom : y) + DXKI_PX(20);
    d->bottom = bottom > d->bottom ? bottom : d->bottom;
    int32_t title = d->left + dxki_svg_width(strlen(m->title), 12);
    d->left = (end > title ? end : title) + DXKI_PX(30);
}

/* --- the picture --- */

static int32_t draw_all(depends *d)
{
    static const char *const streams[] = {"outputs", "outputs of stream 1", "outputs of stream 2",
                                          "outputs of stream 3"};
    d->left = DXKI_SVG_MARGIN;
    d->top = d->bottom = DXKI_SVG_TOP;
    for (uint32_t i = 0; i < DXK_PSV_STREAMS; i++)
        draw_matrix(d, &(matrix){streams[i], DXK_PSV_INPUT_TO_OUTPUT, DXK_PSV_VIEW_ID_TO_OUTPUT,
                                 DXK_PSV_INPUT, DXK_PSV_OUTPUT, i, true});
    draw_matrix(d, &(matrix){"patch constants or primitive outputs", DXK_PSV_INPUT_TO_PATCH,
                             DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM, DXK_PSV_INPUT, DXK_PSV_PATCH_OR_PRIM,
                             0, true});
    draw_matrix(d, &(matrix){"outputs, on patch constants", DXK_PSV_PATCH_TO_OUTPUT,
                             DXK_PSV_VIEW_ID_TO_OUTPUT, DXK_PSV_PATCH_OR_PRIM, DXK_PSV_OUTPUT, 0,
                             false});
    return d->bottom;
}

static uint32_t sum_of(const uint32_t *counts, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += counts[i];
    return sum;
}

static int32_t draw_legend(depends *d, int32_t y)
{
    dxki_svg *s = d->s;
    static const char words[] = "output depends on input";
    dxki_svg_circle(s, DXKI_PX(24), y - DXKI_PX(4), DXKI_PX(6), DXKI_LOOK(.colour = DXKI_SVG_blue));
    dxki_svg_text(s, DXKI_PX(38), y, "s x m", dxki_str(words));
    int32_t x = DXKI_PX(38 + 24) + dxki_svg_width(sizeof words - 1, 11);
    dxki_svg_line(s, x, y - DXKI_PX(4), x + DXKI_PX(30), y - DXKI_PX(4),
                  DXKI_LOOK(.plain = true, .classes = "ln", .dashed = true));
    dxki_svg_say(s, x + DXKI_PX(38), y, "s x m", "no output depends on it (%0)",
                 DXKI_ARGS(dxki_svg_count(s, d->dead)));
    return y + DXKI_PX(20);
}

int32_t dxki_picture_depends(dxki_picture *p)
{
    depends d = {.p = p, .s = &p->svg};
    dxk_decoded *part = dxki_picture_part(p, p->container, DXK_PART_PSV0);
    int32_t y = 0;
    d.psv = part ? part->as.psv0 : NULL;
    if (d.psv)
        y = draw_all(&d);
    uint32_t inputs = sum_of(d.inputs, 3), outputs = sum_of(d.outputs[0], 3 * DXK_PSV_STREAMS);
    if (!outputs) {
        dxk_decoded_free(part);
        return dxki_picture_nothing(p, "dependencies");
    }
    if (!p->svg.title.size)
        dxki_svg_title(&p->svg, "Dependencies in %0", DXKI_ARGS(dxki_raw(p->name)));
    dxki_svg_fact(&p->svg, "%0 input component%1",
                  DXKI_ARGS(dxki_svg_count(d.s, inputs), dxki_svg_plural(inputs)));
    dxki_svg_fact(&p->svg, "%0 output component%1",
                  DXKI_ARGS(dxki_svg_count(d.s, outputs), dxki_svg_plural(outputs)));
    dxki_svg_fact(&p->svg, "%0 dependenc%1",
                  DXKI_ARGS(dxki_svg_count(d.s, d.dots), dxki_svg_word(d.dots == 1 ? "y" : "ies")));
    dxk_decoded_free(part);
    return draw_legend(&d, y + DXKI_PX(12));
}
