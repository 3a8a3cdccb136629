/* SPDX-License-Identifier: MIT */
/* grid.c - see grid.h. */
#include "picture/grid.h"

#include "base/sort.h"
#include "dxk/enums.h"

#include <string.h>

#define NO_REGISTER UINT32_MAX

/* Registers that a stage has; up to there empty rows between others are drawn, too. */
enum { REGISTERS = 64 };

/* --- elements and rows --- */

static void find_components(dxki_grid_element *e)
{
    unsigned mask = e->p->mask & 15u;
    for (uint8_t c = 0; c < 4; c++)
        if (mask >> c & 1)
            e->last = c;
    for (uint8_t c = 4; c-- > 0;)
        if (mask >> c & 1)
            e->first = c;
}

static dxk_str label_of(dxki_svg *s, const dxk_reflect_parameter *p)
{
    if (!p->semantic_name.size)
        return dxki_str("?");
    if (!p->semantic_index)
        return p->semantic_name;
    return dxki_svg_format(s, "%0%1",
                           DXKI_ARGS(dxki_raw(p->semantic_name), dxki_dec(p->semantic_index)));
}

static void collect(dxki_svg *s, dxki_grid *g, dxki_grid_source source)
{
    for (uint32_t i = 0; i < source.list->count; i++) {
        const dxk_reflect_parameter *p = &source.list->items[i];
        if (p->stream != source.stream)
            continue;
        if (g->count == DXKI_GRID_MOST) {
            g->has_more = true;
            return;
        }
        dxki_grid_element *e = &g->elements[g->count++];
        uint8_t marked = p->read_write_mask; /* read, or never written */
        *e = (dxki_grid_element){.p = p, .label = label_of(s, p)};
        e->used = (uint8_t)(p->mask & (source.output ? ~marked : marked));
        find_components(e);
    }
}

static bool later(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

/* The registers that have a row, in ascending order. */
static void list_registers(dxki_grid *g)
{
    uint32_t kept = 0, most = 0;
    for (size_t i = 0; i < g->register_rows; i++) {
        most = g->registers[i];
        if (!kept || g->registers[kept - 1] != most)
            g->registers[kept++] = most;
    }
    if (kept && most < REGISTERS)
        for (kept = 0; kept <= most; kept++)
            g->registers[kept] = kept;
    g->register_rows = kept;
}

static uint32_t row_of(const dxki_grid *g, uint32_t number)
{
    uint32_t low = 0, high = g->register_rows;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->registers[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Rows of the elements; those without a register have one each, at the end. */
static void assign_rows(dxki_grid *g)
{
    uint16_t users[DXKI_GRID_MOST + REGISTERS] = {0};
    uint8_t taken[DXKI_GRID_MOST + REGISTERS] = {0};
    g->rows = g->register_rows;
    for (size_t i = 0; i < g->count; i++) {
        dxki_grid_element *e = &g->elements[i];
        bool has = e->p->register_index != NO_REGISTER;
        e->row = has ? row_of(g, e->p->register_index) : g->rows++;
        users[e->row]++;
        taken[e->row] |= (uint8_t)((2u << e->last) - (1u << e->first));
    }
    for (size_t i = 0; i < g->count; i++) {
        g->elements[i].shares = users[g->elements[i].row] > 1;
        g->elements[i].taken = taken[g->elements[i].row];
    }
}

bool dxki_grid_open(dxki_svg *s, dxki_grid *g, dxki_grid_source source)
{
    g->elements = dxki_arena_alloc(&s->arena, DXKI_GRID_MOST * sizeof *g->elements);
    g->registers = dxki_arena_alloc(&s->arena, (DXKI_GRID_MOST + REGISTERS) * sizeof *g->registers);
    if (!g->elements || !g->registers) {
        dxki_svg_fail(s, DXK_E_NOMEM);
        return false;
    }
    collect(s, g, source);
    for (size_t i = 0; i < g->count; i++)
        if (g->elements[i].p->register_index != NO_REGISTER)
            g->registers[g->register_rows++] = g->elements[i].p->register_index;
    if (!dxki_sort(s->ctx, g->registers, g->register_rows, sizeof *g->registers, later, NULL)) {
        dxki_svg_fail(s, DXK_E_NOMEM);
        return false;
    }
    list_registers(g);
    assign_rows(g);
    return true;
}

int32_t dxki_grid_height(const dxki_grid *g)
{
    int32_t more = g->has_more ? DXKI_PX(20) : 0;
    return g->count ? DXKI_GRID_HEAD + (int32_t)g->rows * DXKI_GRID_CELL_H + more : 0;
}

int32_t dxki_grid_row_y(const dxki_grid *g, uint32_t row)
{
    return g->y + DXKI_GRID_HEAD + (int32_t)row * DXKI_GRID_CELL_H + DXKI_GRID_CELL_H / 2;
}

/* --- drawing --- */

static void draw_row(dxki_svg *s, const dxki_grid *g, uint32_t row)
{
    char letter[1] = {g->letter};
    int32_t middle = dxki_grid_row_y(g, row), y = middle - DXKI_GRID_CELL_H / 2;
    if (row < g->register_rows)
        dxki_svg_say(s, g->x - DXKI_PX(10), middle + DXKI_PX(4), "m e", "%0%1",
                     DXKI_ARGS(dxki_raw((dxk_str){letter, 1}), dxki_dec(g->registers[row])));
    else
        dxki_svg_text(s, g->x - DXKI_PX(10), middle + DXKI_PX(4), "s x m e", dxki_str("none"));
    for (int32_t c = 0; c < 4; c++)
        dxki_svg_rect(
            s, (dxki_svg_box){g->x + c * DXKI_GRID_CELL_W, y, DXKI_GRID_CELL_W, DXKI_GRID_CELL_H},
            DXKI_LOOK(.plain = true, .classes = "gr"));
}

void dxki_grid_draw(dxki_svg *s, const dxki_grid *g)
{
    static const char components[] = "xyzw";
    dxki_svg_text(s, g->x, g->y + DXKI_PX(10), "s b", dxki_str(g->title));
    for (int32_t c = 0; c < 4; c++)
        dxki_svg_text(s, g->x + c * DXKI_GRID_CELL_W + DXKI_GRID_CELL_W / 2, g->y + DXKI_PX(30),
                      "m c", (dxk_str){components + c, 1});
    for (uint32_t row = 0; row < g->rows; row++)
        draw_row(s, g, row);
    if (g->has_more)
        dxki_svg_text(s, g->x, dxki_grid_row_y(g, g->rows) + DXKI_PX(2), "s x m",
                      dxki_str("and more elements"));
}

/* The label in the middle of a box, on a plate where lines are behind it. */
static void draw_label(dxki_svg *s, dxki_svg_box box, dxk_str text, bool plate)
{
    text = dxki_svg_fit(s, text, box.w - DXKI_PX(8), 12);
    int32_t width = dxki_svg_width(dxki_svg_columns(text), 12) + DXKI_PX(8);
    if (plate && text.size)
        dxki_svg_rect(
            s, (dxki_svg_box){box.x + (box.w - width) / 2, box.y + DXKI_PX(4), width, DXKI_PX(16)},
            DXKI_LOOK(.plain = true, .classes = "bg", .radius = 3));
    dxki_svg_text(s, box.x + box.w / 2, box.y + 165, "c b", text);
}

/* A label that is too long for its box goes beside it if nobody has the cells there; false: nothing is drawn. */
static bool draw_beside(dxki_svg *s, dxki_svg_box box, const dxki_grid_element *e)
{
    int32_t width = dxki_svg_width(dxki_svg_columns(e->label), 12) + DXKI_PX(8);
    int32_t before = 0, behind = 0;
    if (width <= box.w)
        return false;
    for (int c = e->first - 1; c >= 0 && !(e->taken >> c & 1); c--)
        before += DXKI_GRID_CELL_W;
    for (int c = e->last + 1; c < 4 && !(e->taken >> c & 1); c++)
        behind += DXKI_GRID_CELL_W;
    if (width > behind && width > before)
        return false;
    if (width <= behind)
        dxki_svg_text(s, box.x + box.w + DXKI_PX(6), box.y + 165, "b el", e->label);
    else
        dxki_svg_text(s, box.x - DXKI_PX(6), box.y + 165, "b el e", e->label);
    return true;
}

static void draw_diagonal(dxki_svg *s, dxki_svg_box box)
{
    dxki_svg_line(s, box.x + DXKI_PX(6), box.y + box.h - DXKI_PX(6), box.x + box.w - DXKI_PX(6),
                  box.y + DXKI_PX(6), DXKI_LOOK(.plain = true, .classes = "ln"));
}

/* Components of a box that are not used: a plate with a diagonal each. */
static void strike_components(dxki_svg *s, dxki_svg_box box, const dxki_grid_element *e)
{
    for (uint8_t c = e->first; c <= e->last; c++) {
        if (e->used >> c & 1)
            continue;
        dxki_svg_box plate = {box.x + (c - e->first) * DXKI_GRID_CELL_W + DXKI_PX(3),
                              box.y + DXKI_PX(3), DXKI_GRID_CELL_W - DXKI_PX(10),
                              box.h - DXKI_PX(6)};
        dxki_svg_rect(s, plate, DXKI_LOOK(.plain = true, .classes = "bg", .radius = 2));
        draw_diagonal(s, plate);
    }
}

void dxki_grid_box(dxki_svg *s, const dxki_grid *g, const dxki_grid_element *e,
                   dxki_svg_colour colour, bool wrong)
{
    int32_t columns = e->last - e->first + 1;
    dxki_svg_box box = {g->x + e->first * DXKI_GRID_CELL_W + DXKI_PX(2),
                        dxki_grid_row_y(g, e->row) - DXKI_PX(12),
                        columns * DXKI_GRID_CELL_W - DXKI_PX(4), DXKI_PX(24)};
    bool unused = !e->used;
    if (wrong) {
        dxki_svg_rect(s, box, DXKI_LOOK(.colour = DXKI_SVG_red, .radius = 3));
        dxki_svg_rect(
            s, box, DXKI_LOOK(.colour = DXKI_SVG_red, .radius = 3, .stroke = 20, .hatched = true));
    } else if (unused) {
        dxki_svg_rect(s, box,
                      DXKI_LOOK(.colour = colour, .form = 'l', .radius = 3, .dashed = true));
        draw_diagonal(s, box);
    } else {
        dxki_svg_rect(s, box, DXKI_LOOK(.colour = colour, .radius = 3));
        strike_components(s, box, e);
    }
    if (!draw_beside(s, box, e))
        draw_label(s, box, e->label, wrong || unused || (e->p->mask & ~e->used & 15));
}

dxk_str dxki_grid_place(dxki_svg *s, const dxki_grid *g, const dxki_grid_element *e)
{
    char letter[1] = {g->letter};
    if (e->p->register_index == NO_REGISTER)
        return dxki_str("no register");
    return dxki_svg_format(
        s, "%0%1", DXKI_ARGS(dxki_raw((dxk_str){letter, 1}), dxki_dec(e->p->register_index)));
}

const char *dxki_grid_interpolation(const dxk_psv0 *psv, unsigned which,
                                    const dxk_reflect_parameter *p)
{
    static const dxk_psv_signature signatures[] = {DXK_PSV_INPUT, DXK_PSV_OUTPUT,
                                                   DXK_PSV_PATCH_OR_PRIM};
    uint32_t count = psv ? dxk_psv0_element_count(psv, signatures[which]) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const dxk_psv_element *e = dxk_psv0_element(psv, signatures[which], i);
        bool there = e->allocated && e->stream == p->stream && p->register_index >= e->start_row &&
                     p->register_index - e->start_row < e->rows &&
                     (p->mask >> e->start_col & 1) != 0;
        if (there && e->interpolation != DXK_INTERPOLATION_MODE_UNDEFINED)
            return dxk_enum_text(DXK_ENUM_ID_interpolation_mode, e->interpolation);
    }
    return NULL;
}

dxk_str dxki_grid_type(dxki_svg *s, const dxk_reflect_parameter *p)
{
    const char *name = dxk_reflect_name(DXK_REFLECT_COMPONENT_TYPE, p->component_type);
    const char *last = name ? strrchr(name, '_') : NULL;
    if (!last)
        return dxki_str("unknown type");
    dxk_str word = dxki_str(last + 1);
    char *to = dxki_arena_strdup(&s->arena, word.data, word.size);
    if (!to) {
        dxki_svg_fail(s, DXK_E_NOMEM);
        return word;
    }
    for (size_t i = 0; i < word.size; i++) /* letters and digits of ASCII */
        to[i] = (char)(to[i] >= 'A' && to[i] <= 'Z' ? to[i] + ('a' - 'A') : to[i]);
    return (dxk_str){to, word.size};
}

int32_t dxki_grid_legend(dxki_svg *s, int32_t y)
{
    int32_t x =
        dxki_svg_legend(s, DXKI_PX(20), y, DXKI_LOOK(.colour = DXKI_SVG_grey, .radius = 2), "used");
    dxki_svg_legend(s, x, y,
                    DXKI_LOOK(.colour = DXKI_SVG_grey, .form = 'l', .radius = 2, .dashed = true),
                    "declared, never read or written");
    draw_diagonal(s, (dxki_svg_box){x - DXKI_PX(4), y - DXKI_PX(14), DXKI_PX(20), DXKI_PX(20)});
    return y + DXKI_PX(20);
}
