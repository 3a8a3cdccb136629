/* SPDX-License-Identifier: MIT */
/*
 * buffers.c - the layouts of constant and structured buffers: rows of 16 bytes, a box for each value,
 * what is lost to alignment hatched.
 */
#include "picture/picture.h"

#include "base/sort.h"
#include "base/vec.h"
#include "dxk/enums.h"
#include "dxk/reflect.h"
#include "reflect/shape.h"
#include "spec/d3d.h"

enum {
    ROW_BYTES = 16,
    MOST_ROWS = 80,    /* of a buffer */
    MOST_BOXES = 1000, /* likewise */
    MOST_DEPTH = 8,    /* of structures in structures */
    MOST_VISITS = 20000,
    FEW = 4, /* elements of an array that are all drawn */
    ROW_H = 270,
    LEFT = 1000,   /* x of byte 0 */
    BYTE_W = 295,  /* of a byte */
    LIST_X = 6000, /* of the declarations */
    ENTRY_H = 180  /* of a declaration */
};

/* Bytes that are drawn as one. */
typedef struct box {
    uint64_t offset, size;
    dxk_str name;
    size_t entry; /* whose colour it has */
    bool fold;    /* stands for more than one value; takes a row of its own */
} box;

/* A declaration at the right. */
typedef struct entry {
    const dxk_reflect_type *type;
    dxk_str name;
    uint64_t offset, size;
    bool unused;
} entry;

typedef DXKI_VEC(box) boxes;
typedef DXKI_VEC(entry) entries;

typedef struct layout {
    dxki_svg *s;
    const dxk_reflect_buffer *buffer;
    bool structured;   /* without gaps between the elements of arrays */
    bool is_long;      /* what is not used is folded */
    bool has_more;     /* not all is drawn */
    uint32_t visits;   /* of types */
    uint64_t occupied; /* bytes that hold values */
    boxes boxes;
    entries entries;
} layout;

/* --- what lies where --- */

static void add_box(layout *l, box b)
{
    if (l->boxes.count == MOST_BOXES)
        l->has_more = true;
    else if (!dxki_vec_push(l->s->ctx, &l->boxes, b))
        dxki_svg_fail(l->s, DXK_E_NOMEM);
}

/* A value somewhere in a variable. */
typedef struct place {
    const dxk_reflect_type *type;
    dxk_str name;
    uint64_t offset;
    size_t entry;
    unsigned depth;
    bool hidden; /* counted, but not drawn */
} place;

static void add_value(layout *l, const place *at, dxk_str name, uint64_t offset, uint64_t size)
{
    l->occupied += size;
    if (!at->hidden)
        add_box(l, (box){offset, size, name, at->entry, false});
}

static void add_vectors(layout *l, const place *at)
{
    uint64_t vectors, lanes;
    dxki_reflect_shape(at->type, &vectors, &lanes);
    uint64_t size = lanes * dxki_reflect_component_size(at->type->type);
    uint64_t stride = l->structured ? size : (size + ROW_BYTES - 1) & ~(uint64_t)(ROW_BYTES - 1);
    bool by_rows = at->type->var_class == DXKI_D3D_SVC_MATRIX_ROWS;
    for (uint64_t i = 0; i < vectors && i < ROW_BYTES; i++) {
        dxk_str name = at->name;
        if (vectors > 1 && !at->hidden)
            name = dxki_svg_format(
                l->s, "%0 %1 %2",
                DXKI_ARGS(dxki_raw(name), dxki_svg_word(by_rows ? "row" : "col"), dxki_dec(i)));
        add_value(l, at, name, at->offset + i * stride, size);
    }
}

static bool is_structure(const dxk_reflect_type *type)
{
    return type->members && (type->var_class == DXKI_D3D_SVC_STRUCT ||
                             type->var_class == DXKI_D3D_SVC_INTERFACE_CLASS);
}

static void add_place(layout *l, const place *at);

static void add_members(layout *l, const place *at)
{
    for (uint32_t i = 0; i < at->type->members && !l->has_more; i++) {
        const dxk_reflect_member *m = &at->type->member_list[i];
        place inner = *at;
        inner.type = &m->type;
        inner.offset += m->type.offset;
        inner.depth++;
        if (!at->hidden)
            inner.name =
                dxki_svg_format(l->s, "%0.%1", DXKI_ARGS(dxki_raw(at->name), dxki_raw(m->name)));
        add_place(l, &inner);
    }
}

/* One element, or what is no array. */
static void add_one(layout *l, const place *at)
{
    if (is_structure(at->type) && at->depth < MOST_DEPTH)
        add_members(l, at);
    else if (at->type->var_class <= DXKI_D3D_SVC_MATRIX_COLUMNS && at->type->columns)
        add_vectors(l, at);
    else if (at->type->size)
        add_value(l, at, at->name, at->offset, at->type->size);
}

static uint64_t stride_of(const layout *l, const dxk_reflect_type *type)
{
    uint64_t count = type->elements;
    if (l->structured)
        return type->size / count;
    uint64_t one = ((uint64_t)type->size + count - 1) / count;
    return (one + ROW_BYTES - 1) & ~(uint64_t)(ROW_BYTES - 1);
}

/* Elements first to `end`, which are not drawn one by one. */
static void add_fold(layout *l, const place *at, uint64_t first, uint64_t end, uint64_t stride)
{
    place hidden = *at;
    uint64_t before = l->occupied, count = end - first;
    hidden.hidden = true;
    add_one(l, &hidden);
    l->occupied = before + (l->occupied - before) * count;
    if (at->hidden)
        return;
    dxk_str name = dxki_svg_format(l->s, "%0[%1\xe2\x80\xa6%2]: %3 bytes",
                                   DXKI_ARGS(dxki_raw(at->name), dxki_dec(first), dxki_dec(end - 1),
                                             dxki_svg_count(l->s, count * stride)));
    add_box(l, (box){at->offset + first * stride, count * stride, name, at->entry, true});
}

static void add_element(layout *l, const place *at, uint64_t i, uint64_t stride)
{
    place one = *at;
    one.offset += i * stride;
    if (!at->hidden)
        one.name = dxki_svg_format(l->s, "%0[%1]", DXKI_ARGS(dxki_raw(at->name), dxki_dec(i)));
    add_one(l, &one);
}

static void add_place(layout *l, const place *at)
{
    uint64_t count = at->type->elements;
    if (++l->visits > MOST_VISITS) { /* structures that share members can be very many */
        l->has_more = true;
        return;
    }
    if (!count) {
        add_one(l, at);
        return;
    }
    uint64_t stride = stride_of(l, at->type);
    if (at->hidden) {
        add_fold(l, at, 0, count, stride);
        return;
    }
    bool few = count <= FEW;
    for (uint64_t i = 0; i < (few ? count : 2) && !l->has_more; i++)
        add_element(l, at, i, stride);
    if (few)
        return;
    add_fold(l, at, 2, count - 1, stride);
    add_element(l, at, count - 1, stride);
}

static void add_entry(layout *l, entry e)
{
    place at = {.type = e.type, .name = e.name, .offset = e.offset, .entry = l->entries.count};
    if (!dxki_vec_push(l->s->ctx, &l->entries, e)) {
        dxki_svg_fail(l->s, DXK_E_NOMEM);
        return;
    }
    at.hidden = l->is_long && e.unused && e.size > ROW_BYTES;
    if (at.hidden) {
        dxk_str name = dxki_svg_format(l->s, "%0: %1 bytes",
                                       DXKI_ARGS(dxki_raw(e.name), dxki_svg_count(l->s, e.size)));
        add_box(l, (box){e.offset, e.size, name, at.entry, true});
    }
    add_place(l, &at);
}

/* The variables; of a structured buffer the members of its element. */
static void collect(layout *l)
{
    const dxk_reflect_buffer *b = l->buffer;
    const dxk_reflect_type *only = b->variable_count == 1 ? &b->variables[0].type : NULL;
    if (l->structured && only && is_structure(only) && !only->elements) {
        for (uint32_t i = 0; i < only->members && !l->has_more; i++) {
            const dxk_reflect_member *m = &only->member_list[i];
            add_entry(l, (entry){&m->type, m->name, m->type.offset, m->type.size, false});
        }
        return;
    }
    for (uint32_t i = 0; i < b->variable_count && !l->has_more; i++) {
        const dxk_reflect_variable *v = &b->variables[i];
        bool unused = !l->structured && !(v->flags & DXKI_D3D_SVF_USED);
        add_entry(l, (entry){&v->type, v->name, v->start_offset, v->size, unused});
    }
}

/* --- drawing --- */

/* Where the drawing is. */
typedef struct cursor {
    uint64_t at; /* the next byte */
    uint32_t rows;
    int32_t y; /* of the current row */
    bool open; /* a row was begun */
} cursor;

static void draw_padding(dxki_svg *s, int32_t y, uint64_t from, uint64_t to)
{
    if (to > from)
        dxki_svg_rect(s,
                      (dxki_svg_box){LEFT + (int32_t)from * BYTE_W, y + DXKI_PX(2),
                                     (int32_t)(to - from) * BYTE_W, ROW_H - DXKI_PX(4)},
                      DXKI_LOOK(.hatched = true));
}

/* Begins a row with its offset; `number`: it is drawn alone, so it has a number. */
static void begin_row(layout *l, cursor *c, uint64_t offset, bool number)
{
    dxki_svg *s = l->s;
    c->y += c->open ? ROW_H : 0;
    c->open = true;
    c->rows++;
    c->at = offset;
    dxki_svg_say(s, DXKI_PX(54), c->y + DXKI_PX(18), "x m e", "%0",
                 DXKI_ARGS(dxki_svg_count(s, offset)));
    if (number && !l->structured)
        dxki_svg_say(s, DXKI_PX(90), c->y + DXKI_PX(18), "e", "c%0",
                     DXKI_ARGS(dxki_dec(offset / ROW_BYTES)));
    else
        dxki_svg_text(s, DXKI_PX(90), c->y + DXKI_PX(18), "e",
                      dxki_str(number ? "" : "\xe2\x8b\xae"));
}

static uint64_t row_end(const layout *l, uint64_t at)
{
    uint64_t end = (at / ROW_BYTES + 1) * ROW_BYTES;
    return l->structured && end > l->buffer->size && at < l->buffer->size ? l->buffer->size : end;
}

static void draw_fold(layout *l, cursor *c, const char *classes, dxki_svg_colour colour,
                      dxk_str name)
{
    dxki_svg_box r = {LEFT + 15, c->y + DXKI_PX(2), ROW_BYTES * BYTE_W - 30, ROW_H - DXKI_PX(4)};
    dxki_svg_rect(l->s, r, DXKI_LOOK(.colour = colour, .form = 'l', .radius = 3, .dashed = true));
    dxki_svg_text(l->s, LEFT + ROW_BYTES * BYTE_W / 2, c->y + DXKI_PX(18), classes,
                  dxki_svg_fit(l->s, name, ROW_BYTES * BYTE_W - DXKI_PX(10), 11));
}

/* Ends the row that is open: what is left of it is padding. */
static void close_row(layout *l, cursor *c)
{
    if (c->open && c->at % ROW_BYTES) {
        uint64_t start = c->at % ROW_BYTES, end = row_end(l, c->at);
        draw_padding(l->s, c->y, start, end - (c->at - start));
        c->at = end;
    }
}

/* Goes to a byte in a later row, past rows of padding. */
static void go_to(layout *l, cursor *c, uint64_t offset)
{
    uint64_t row = offset / ROW_BYTES * ROW_BYTES, next = c->open ? c->at : 0;
    if (row > next) {
        begin_row(l, c, next, row - next == ROW_BYTES);
        if (row - next == ROW_BYTES)
            draw_padding(l->s, c->y, 0, ROW_BYTES);
        else
            draw_fold(l, c, "x m c", DXKI_SVG_grey,
                      dxki_svg_format(l->s, "%0 bytes of padding",
                                      DXKI_ARGS(dxki_svg_count(l->s, row - next))));
    }
}

/* The part of a box that lies in one row. */
static void draw_piece(layout *l, cursor *c, const box *b, uint64_t from, uint64_t to)
{
    const entry *e = &l->entries.items[b->entry];
    uint64_t start = from % ROW_BYTES;
    int32_t x = LEFT + (int32_t)start * BYTE_W, width = (int32_t)(to - from) * BYTE_W;
    dxki_svg_rect(l->s, (dxki_svg_box){x + 15, c->y + DXKI_PX(2), width - 30, ROW_H - DXKI_PX(4)},
                  DXKI_LOOK(.colour = dxki_picture_cycle(b->entry), .radius = 3,
                            .dashed = e->unused, .form = e->unused ? 'l' : 0));
    if (from == b->offset)
        dxki_svg_text(l->s, x + width / 2, c->y + DXKI_PX(18), "c",
                      dxki_svg_fit_end(l->s, b->name, width - DXKI_PX(6), 12));
}

/* Makes the row of a byte the current one. */
static void enter_row(layout *l, cursor *c, uint64_t from)
{
    bool same = c->open && c->at / ROW_BYTES == from / ROW_BYTES && c->at % ROW_BYTES;
    if (same) {
        if (from > c->at)
            draw_padding(l->s, c->y, c->at % ROW_BYTES, from % ROW_BYTES);
        return;
    }
    close_row(l, c);
    go_to(l, c, from);
    begin_row(l, c, from / ROW_BYTES * ROW_BYTES, true);
    draw_padding(l->s, c->y, 0, from % ROW_BYTES);
}

static void draw_box(layout *l, cursor *c, const box *b)
{
    dxki_svg *s = l->s;
    uint64_t end = b->offset + b->size;
    dxki_svg_group(s);
    dxki_svg_tip(s, "%0\noffset %1, %2 byte%3%4",
                 DXKI_ARGS(dxki_raw(b->name), dxki_svg_count(s, b->offset),
                           dxki_svg_count(s, b->size), dxki_svg_plural(b->size),
                           dxki_svg_word(l->entries.items[b->entry].unused ? ", not used" : "")));
    if (b->fold) {
        close_row(l, c);
        go_to(l, c, b->offset);
        begin_row(l, c, b->offset, false);
        draw_fold(l, c, "x m c", dxki_picture_cycle(b->entry), b->name);
        c->at = (end + ROW_BYTES - 1) / ROW_BYTES * ROW_BYTES;
    }
    for (uint64_t from = b->offset, to; from < end && !b->fold && c->rows < MOST_ROWS; from = to) {
        to = from / ROW_BYTES * ROW_BYTES + ROW_BYTES;
        if (to > end)
            to = end;
        enter_row(l, c, from);
        draw_piece(l, c, b, from, to);
        c->at = to;
    }
    dxki_svg_group_end(s);
}

static void put_declaration(dxki_svg *s, const entry *e, int32_t y)
{
    bool by_rows = e->type->var_class == DXKI_D3D_SVC_MATRIX_ROWS;
    /* Reflection has this name of one uint; that of a vector is "uint2". */
    dxk_str type = dxki_str_is(e->type->name, "dword") ? dxki_str("uint") : e->type->name;
    dxk_str text =
        dxki_svg_format(s, e->type->elements ? "%0%1 %2[%3]" : "%0%1 %2",
                        DXKI_ARGS(dxki_svg_word(by_rows ? "row_major " : ""), dxki_raw(type),
                                  dxki_raw(e->name), dxki_dec(e->type->elements)));
    int32_t end = s->width - DXKI_SVG_MARGIN;
    dxki_svg_text(s, LIST_X + DXKI_PX(20), y + DXKI_PX(4), "",
                  dxki_svg_fit(s, text, end - LIST_X - DXKI_PX(100), 12));
    dxki_svg_say(s, end, y + DXKI_PX(4), "x m e", "%0+%1",
                 DXKI_ARGS(dxki_dec(e->offset), dxki_dec(e->size)));
}

/* Declarations beside the rows where they begin, below one another. */
static int32_t list_entry(layout *l, size_t i, int32_t row_y, int32_t last)
{
    const entry *e = &l->entries.items[i];
    int32_t y = row_y + ROW_H / 2;
    if (y < last + ENTRY_H)
        y = last + ENTRY_H;
    dxki_svg_rect(l->s, (dxki_svg_box){LIST_X, y - DXKI_PX(6), DXKI_PX(12), DXKI_PX(12)},
                  DXKI_LOOK(.colour = dxki_picture_cycle(i), .radius = 2,
                            .form = e->unused ? 'l' : 0, .dashed = e->unused));
    put_declaration(l->s, e, y);
    return y;
}

static bool box_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const box *)a)->offset > ((const box *)b)->offset;
}

/* Draws the boxes from `y` on; returns the y below rows and declarations. */
static int32_t draw_rows(layout *l, int32_t y)
{
    cursor c = {.y = y};
    int32_t listed = y - ENTRY_H + DXKI_PX(8);
    size_t next = 0, i = 0;
    if (!dxki_sort(l->s->ctx, l->boxes.items, l->boxes.count, sizeof(box), box_after, NULL)) {
        dxki_svg_fail(l->s, DXK_E_NOMEM);
        return y;
    }
    for (; i < l->boxes.count && c.rows < MOST_ROWS && l->s->marks < l->s->max_marks; i++) {
        const box *b = &l->boxes.items[i];
        draw_box(l, &c, b);
        for (; next <= b->entry; next++)
            listed = list_entry(l, next, c.y, listed);
    }
    l->has_more = l->has_more || i < l->boxes.count;
    close_row(l, &c);
    if (!l->has_more && c.open)
        go_to(l, &c, l->buffer->size);
    y = c.y + (c.open ? ROW_H : 0);
    if (l->has_more) {
        dxki_svg_text(l->s, LEFT, y + DXKI_PX(14), "s x m", dxki_str("and more"));
        y += DXKI_PX(20);
    }
    return y > listed + DXKI_PX(10) ? y : listed + DXKI_PX(10);
}

static void draw_head(layout *l, int32_t y)
{
    static const char *const components[] = {"x", "y", "z", "w"};
    dxki_svg *s = l->s;
    dxki_svg_text(s, DXKI_PX(54), y + DXKI_PX(16), "s x m e", dxki_str("offset"));
    for (int32_t i = 0; i < 4; i++) {
        int32_t x = LEFT + 4 * i * BYTE_W;
        if (!l->structured)
            dxki_svg_text(s, x + 2 * BYTE_W, y, "m c", dxki_str(components[i]));
        dxki_svg_say(s, x + DXKI_PX(3), y + DXKI_PX(16), "x m", "+%0",
                     DXKI_ARGS(dxki_dec((uint64_t)i * 4)));
    }
}

/* --- the picture --- */

static dxk_str caption(dxki_svg *s, const dxk_reflect *r, const dxk_reflect_buffer *b)
{
    const dxk_reflect_binding *at = b->name.size ? dxk_reflect_find_binding(r, b->name) : NULL;
    dxk_str name = b->name.size ? b->name : dxki_str("without a name");
    const char *kind = b->type == DXKI_D3D_CT_CBUFFER   ? "cbuffer"
                       : b->type == DXKI_D3D_CT_TBUFFER ? "tbuffer"
                       : b->name.size                   ? "element of"
                                                        : "element of a buffer";
    if (!at || b->type > DXKI_D3D_CT_TBUFFER)
        return dxki_svg_format(s, "%0 %1", DXKI_ARGS(dxki_svg_word(kind), dxki_raw(name)));
    return dxki_svg_format(s,
                           at->space ? "%0 %1 : register(%2%3, space%4)" : "%0 %1 : register(%2%3)",
                           DXKI_ARGS(dxki_svg_word(kind), dxki_raw(name),
                                     dxki_svg_word(b->type == DXKI_D3D_CT_CBUFFER ? "b" : "t"),
                                     dxki_dec(at->bind_point), dxki_dec(at->space)));
}

static dxk_str sizes(const layout *l)
{
    dxki_svg *s = l->s;
    uint64_t size = l->buffer->size, padding = size > l->occupied ? size - l->occupied : 0;
    if (!l->boxes.count)
        return dxki_svg_format(s, "%0 byte%1%2",
                               DXKI_ARGS(dxki_svg_count(s, size), dxki_svg_plural(size),
                                         dxki_svg_word(l->structured ? " each" : "")));
    if (l->structured)
        return dxki_svg_format(
            s, "%0 byte%1 each, %2 of padding",
            DXKI_ARGS(dxki_svg_count(s, size), dxki_svg_plural(size), dxki_svg_count(s, padding)));
    uint64_t registers = (size + ROW_BYTES - 1) / ROW_BYTES;
    return dxki_svg_format(s, "%0 bytes in %1 register%2, %3 byte%4 of padding",
                           DXKI_ARGS(dxki_svg_count(s, size), dxki_svg_count(s, registers),
                                     dxki_svg_plural(registers), dxki_svg_count(s, padding),
                                     dxki_svg_plural(padding)));
}

/* One buffer from `y` on; returns the y below. */
static int32_t draw_buffer(dxki_svg *s, const dxk_reflect *r, const dxk_reflect_buffer *b,
                           int32_t y)
{
    layout l = {.s = s, .buffer = b, .structured = b->type > DXKI_D3D_CT_TBUFFER};
    l.is_long = b->size > MOST_ROWS * ROW_BYTES;
    collect(&l);
    dxk_str name = dxki_svg_fit(s, caption(s, r, b), DXKI_PX(480), 12);
    dxki_svg_text(s, DXKI_SVG_MARGIN, y + DXKI_PX(12), "b", name);
    dxki_svg_text(s, DXKI_SVG_MARGIN + dxki_svg_width(dxki_svg_columns(name), 12) + DXKI_PX(20),
                  y + DXKI_PX(12), "s m", sizes(&l));
    if (l.boxes.count && s->status == DXK_OK) {
        draw_head(&l, y + DXKI_PX(34));
        y = draw_rows(&l, y + DXKI_PX(56));
    } else {
        dxki_svg_text(s, DXKI_SVG_MARGIN, y + DXKI_PX(32), "s x m",
                      dxki_str("its variables are unknown"));
        y += DXKI_PX(36);
    }
    dxki_vec_free(s->ctx, &l.boxes);
    dxki_vec_free(s->ctx, &l.entries);
    return y + DXKI_PX(18);
}

static int32_t draw_legend(dxki_svg *s, int32_t y)
{
    int32_t x =
        dxki_svg_legend(s, LEFT, y, DXKI_LOOK(.colour = DXKI_SVG_grey, .radius = 2), "used");
    x = dxki_svg_legend(
        s, x, y, DXKI_LOOK(.colour = DXKI_SVG_grey, .form = 'l', .radius = 2, .dashed = true),
        "not used by this shader");
    dxki_svg_legend(s, x, y, DXKI_LOOK(.hatched = true), "padding");
    return y + DXKI_PX(20);
}

int32_t dxki_picture_buffers(dxki_picture *p)
{
    dxki_svg *s = &p->svg;
    dxk_reflect *r = NULL;
    int32_t y = DXKI_SVG_TOP;
    if (!dxki_picture_damage(p, dxk_reflect_load(p->container, NULL, &r)) || !r)
        return 0;
    if (!r->buffer_count) {
        dxk_reflect_free(r);
        return dxki_picture_nothing(p, "buffers");
    }
    if (!s->title.size)
        dxki_svg_title(s, "Buffers of %0", DXKI_ARGS(dxki_raw(p->name)));
    dxki_svg_fact(s, "%0 buffer%1",
                  DXKI_ARGS(dxki_svg_count(s, r->buffer_count), dxki_svg_plural(r->buffer_count)));
    uint32_t drawn = 0;
    for (; drawn < r->buffer_count && s->marks < s->max_marks && s->status == DXK_OK; drawn++)
        y = draw_buffer(s, r, &r->buffers[drawn], y);
    if (drawn < r->buffer_count) {
        dxki_svg_say(s, DXKI_SVG_MARGIN, y + DXKI_PX(12), "s m", "and %0 more",
                     DXKI_ARGS(dxki_svg_count(s, r->buffer_count - drawn)));
        y += DXKI_PX(20);
    }
    dxk_reflect_free(r);
    return draw_legend(s, y + DXKI_PX(16));
}
