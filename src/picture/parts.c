/* SPDX-License-Identifier: MIT */
/*
 * parts.c - the parts of a container at true scale, a row for each, and below, for each program, the
 * blocks of its bit stream.
 */
#include "picture/picture.h"

#include <string.h>

#include "base/sort.h"
#include "bitcode/stream.h"
#include "container/container.h"
#include "parts/parts.h"

enum { MOST_ROWS = 40, ROW = 220, BAR = 460 }; /* rows; tenths of a pixel */

/* A piece of the file: a part, or bytes that belong to none. */
typedef struct piece {
    size_t offset; /* of its header */
    size_t size;   /* with the header */
    size_t index;  /* of the part; DXK_NO_PART: gap, header */
    const char *what;
    const dxk_part *part;
    uint32_t folded; /* parts that this row stands for, besides its own */
} piece;

typedef DXKI_VEC(piece) pieces;

/* --- what there is --- */

static bool add_piece(dxki_picture *p, pieces *all, piece one)
{
    if (dxki_vec_push(p->svg.ctx, all, one))
        return true;
    dxki_svg_fail(&p->svg, DXK_E_NOMEM);
    return false;
}

static bool by_offset(const void *user, const void *left, const void *right)
{
    const piece *a = left, *b = right;
    (void)user;
    return a->offset > b->offset;
}

/* Parts as they lie in the file; those of an edited container have no place, they follow one another. */
static void collect(dxki_picture *p, pieces *all)
{
    const dxk_container *c = p->container;
    bool placed = !c->edited || c->salvaged;
    bool headers = c->kind == DXK_INPUT_CONTAINER || c->kind == DXK_INPUT_PDB ||
                   c->kind == DXK_INPUT_REFLECTION;
    size_t front =
        c->kind == DXK_INPUT_REFLECTION || !headers ? 0 : DXKI_HEADER_SIZE + 4 * c->parts.count;
    size_t at = front;
    if (front &&
        !add_piece(p, all, (piece){0, front, DXK_NO_PART, "header and directory", NULL, 0}))
        return;
    for (size_t i = 0; i < c->parts.count; i++) {
        const dxk_part *part = &c->parts.items[i];
        size_t size = part->content.size + (headers ? DXKI_PART_HEADER_SIZE : 0);
        if (!add_piece(p, all, (piece){placed ? part->offset : at, size, i, NULL, part, 0}))
            return;
        at += size;
    }
    for (size_t i = 0; placed && i < c->slack.count; i++) {
        const dxki_container_span *span = &c->slack.items[i];
        if (!add_piece(p, all,
                       (piece){span->offset, span->bytes.size, DXK_NO_PART, "gap", NULL, 0}))
            return;
    }
    if (!dxki_sort(p->svg.ctx, all->items, all->count, sizeof all->items[0], by_offset, NULL))
        dxki_svg_fail(&p->svg, DXK_E_NOMEM);
}

static size_t total_of(const dxk_container *c, const pieces *all)
{
    size_t total = c->edited && !c->salvaged ? 0 : c->input.size;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].offset + all->items[i].size > total)
            total = all->items[i].offset + all->items[i].size;
    return total;
}

/* --- the bar --- */

static dxki_svg_colour colour_of(const piece *one)
{
    return one->part ? dxki_picture_part_colour(one->part->fourcc, one->part->content)
                     : DXKI_SVG_grey;
}

static dxk_str label_of(const piece *one, char text[4])
{
    return one->part ? dxki_picture_fourcc(one->part->fourcc, text) : dxki_str(one->what);
}

/* Width of the bar in tenths of a pixel. */
static uint64_t bar_width(const dxki_svg *s)
{
    return (uint64_t)(s->width - 2 * DXKI_SVG_MARGIN);
}

static int32_t bar_x(const dxki_svg *s, size_t offset, size_t total)
{
    return DXKI_SVG_MARGIN + (int32_t)(bar_width(s) * offset / (total ? total : 1));
}

static void draw_axis(dxki_svg *s, size_t total)
{
    size_t step = 16;
    while (total / step > bar_width(s) / DXKI_PX(116)) /* numbers need room */
        step *= 2;
    for (size_t at = 0; at < total; at += step) {
        int32_t x = bar_x(s, at, total);
        dxki_svg_line(s, x, DXKI_PX(112), x, DXKI_PX(117),
                      DXKI_LOOK(.plain = true, .classes = "ln"));
        bool last = x + DXKI_PX(60) > s->width; /* its number stands at the left */
        dxki_svg_say(s, last ? x - DXKI_PX(3) : x + DXKI_PX(3), DXKI_PX(127),
                     last ? "x m e" : "x m", "%0", DXKI_ARGS(dxki_hex(at)));
    }
}

/* A part in the bar; its row is drawn into the same group. */
static void draw_in_bar(dxki_svg *s, const piece *one, size_t total)
{
    char text[4];
    int32_t x = bar_x(s, one->offset, total);
    int32_t w = bar_x(s, one->offset + one->size, total) - x;
    dxki_svg_box box = {x, DXKI_PX(66) + 5, w < 10 ? 10 : w, DXKI_PX(45)};
    dxki_svg_rect(
        s, box, DXKI_LOOK(.colour = colour_of(one), .hatched = !one->part && one->what[0] == 'g'));
    if (w > dxki_svg_width(4, 12) + DXKI_PX(4))
        dxki_svg_text(s, x + w / 2, DXKI_PX(93), one->part ? "b c" : "m c",
                      dxki_svg_fit(s, label_of(one, text), w - DXKI_PX(4), 12));
}

/* --- rows --- */

/* Parts in thousandths of the whole, rounded. */
static uint64_t share(size_t size, size_t total)
{
    return total ? ((uint64_t)size * 1000 + total / 2) / total : 0;
}

/* The size that is told: of parts as everywhere, without their headers. */
static uint64_t told_size(const piece *one)
{
    return one->part ? one->part->content.size : one->size;
}

static void tell_piece(dxki_svg *s, const piece *one, size_t total)
{
    char text[4];
    const char *title = one->part ? dxk_part_title(one->part->fourcc, one->part->content) : "";
    dxki_svg_tip(s, "%0%1%2\noffset %3, %4 bytes, %5 %",
                 DXKI_ARGS(dxki_raw(label_of(one, text)), dxki_svg_word(title[0] ? ": " : ""),
                           dxki_svg_word(title), dxki_hex(one->offset),
                           dxki_svg_count(s, told_size(one)),
                           dxki_svg_tenths(s, share(one->size, total))));
}

static void draw_row(dxki_svg *s, const piece *one, size_t total, size_t largest, int32_t y)
{
    char text[4];
    int32_t base = y + DXKI_PX(15);
    dxki_svg_rect(s, (dxki_svg_box){DXKI_SVG_MARGIN, y, s->width - 2 * DXKI_SVG_MARGIN, ROW - 10},
                  DXKI_LOOK(.plain = true, .classes = "pn row"));
    dxki_svg_rect(s, (dxki_svg_box){DXKI_PX(20), y + DXKI_PX(4), DXKI_PX(12), DXKI_PX(13)},
                  DXKI_LOOK(.colour = colour_of(one), .radius = 2));
    dxki_svg_text(s, DXKI_PX(40), base, one->part ? "b" : "m",
                  dxki_svg_fit(s, label_of(one, text), DXKI_PX(96), 12));
    dxki_svg_say(s, DXKI_PX(196), base, "m e", "%0", DXKI_ARGS(dxki_hex(one->offset)));
    dxki_svg_say(s, DXKI_PX(286), base, "e", "%0", DXKI_ARGS(dxki_svg_count(s, told_size(one))));
    dxki_svg_say(s, DXKI_PX(354), base, "m e", "%0 %",
                 DXKI_ARGS(dxki_svg_tenths(s, share(one->size, total))));
    int32_t w = (int32_t)((uint64_t)DXKI_PX(220) * one->size / (largest ? largest : 1));
    dxki_svg_rect(s, (dxki_svg_box){DXKI_PX(366), y + DXKI_PX(5), w < 15 ? 15 : w, DXKI_PX(11)},
                  DXKI_LOOK(.colour = colour_of(one), .radius = 2));
    const char *title = one->part ? dxk_part_title(one->part->fourcc, one->part->content) : "";
    if (one->folded)
        dxki_svg_say(s, DXKI_PX(604), base, "s", "%0, and %1 smaller ones",
                     DXKI_ARGS(dxki_svg_word(title), dxki_dec(one->folded)));
    else
        dxki_svg_text(s, DXKI_PX(604), base, "s", dxki_str(title));
}

static bool by_size(const void *user, const void *left, const void *right)
{
    const piece *const *a = left, *const *b = right;
    (void)user;
    return (*a)->size < (*b)->size;
}

/* Marks the pieces without a row of their own, when there are too many: `folded` of the last row tells
 * how many. What has no row has `index` SIZE_MAX - 1. */
static void fold(dxki_picture *p, pieces *all)
{
    if (all->count <= MOST_ROWS)
        return;
    piece **order = DXKI_NEW_ARRAY(&p->svg.arena, piece *, all->count);
    if (!order) {
        dxki_svg_fail(&p->svg, DXK_E_NOMEM);
        return;
    }
    for (size_t i = 0; i < all->count; i++)
        order[i] = &all->items[i];
    if (!dxki_sort(p->svg.ctx, order, all->count, sizeof(piece *), by_size, NULL)) {
        dxki_svg_fail(&p->svg, DXK_E_NOMEM);
        return;
    }
    for (size_t i = MOST_ROWS; i < all->count; i++)
        order[i]->folded = UINT32_MAX;
    order[MOST_ROWS - 1]->folded = (uint32_t)(all->count - MOST_ROWS);
}

static int32_t draw_rows(dxki_picture *p, const pieces *all, size_t total)
{
    static const struct {
        int32_t x;
        const char *classes, *text;
    } heads[] = {{DXKI_PX(40), "s x m", "part"},
                 {DXKI_PX(196), "s x m e", "offset"},
                 {DXKI_PX(286), "s x m e", "bytes"},
                 {DXKI_PX(354), "s x m e", "share"}};
    dxki_svg *s = &p->svg;
    size_t largest = 0;
    int32_t y = DXKI_PX(163);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        dxki_svg_text(s, heads[i].x, DXKI_PX(156), heads[i].classes, dxki_str(heads[i].text));
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].part && all->items[i].size > largest)
            largest = all->items[i].size;
    for (size_t i = 0; i < all->count && s->marks < s->max_marks; i++) {
        const piece *one = &all->items[i];
        if (one->part)
            dxki_svg_link(s, "part-", one->index);
        else
            dxki_svg_group(s);
        tell_piece(s, one, total);
        bool row = one->folded != UINT32_MAX && (one->part || one->what[0] == 'g');
        if (row) {
            draw_row(s, one, total, largest, y);
            y += ROW;
        }
        draw_in_bar(s, one, total);
        if (one->part)
            dxki_svg_link_end(s);
        else
            dxki_svg_group_end(s);
    }
    return y;
}

/* --- blocks of programs --- */

/* Kinds of blocks, and what lies between blocks. */
typedef enum role {
    ROLE_FUNCTIONS,
    ROLE_METADATA,
    ROLE_RECORDS,
    ROLE_TYPES,
    ROLE_SYMBOLS,
    ROLE_CONSTANTS,
    ROLE_ATTRIBUTES,
    ROLE_OTHER,
    ROLES
} role;

static const struct {
    const char *name;
    dxki_svg_colour colour;
} roles[ROLES] = {
    [ROLE_FUNCTIONS] = {"functions", DXKI_SVG_blue},
    [ROLE_METADATA] = {"metadata", DXKI_SVG_purple},
    [ROLE_RECORDS] = {"module records", DXKI_SVG_grey},
    [ROLE_TYPES] = {"types", DXKI_SVG_green},
    [ROLE_SYMBOLS] = {"symbol table", DXKI_SVG_pink},
    [ROLE_CONSTANTS] = {"constants", DXKI_SVG_yellow},
    [ROLE_ATTRIBUTES] = {"attributes", DXKI_SVG_teal},
    [ROLE_OTHER] = {"other blocks", DXKI_SVG_orange},
};

static role role_of(uint32_t block)
{
    switch (block) {
    case DXKI_BLK_FUNCTION:
        return ROLE_FUNCTIONS;
    case DXKI_BLK_METADATA:
    case DXKI_BLK_METADATA_ATTACHMENT:
        return ROLE_METADATA;
    case DXKI_BLK_TYPE_NEW:
        return ROLE_TYPES;
    case DXKI_BLK_VALUE_SYMTAB:
        return ROLE_SYMBOLS;
    case DXKI_BLK_CONSTANTS:
        return ROLE_CONSTANTS;
    case DXKI_BLK_PARAMATTR:
    case DXKI_BLK_PARAMATTR_GROUP:
        return ROLE_ATTRIBUTES;
    default:
        return ROLE_OTHER;
    }
}

/* A run of the bit stream of one role. */
typedef struct run {
    uint64_t begin, end; /* bits */
    role what;
} run;

typedef DXKI_VEC(run) runs;

static dxk_status add_run(dxk_ctx *ctx, runs *all, uint64_t begin, uint64_t end, role what)
{
    run *last = all->count ? &all->items[all->count - 1] : NULL;
    if (begin >= end)
        return DXK_OK;
    if (last && last->what == what && last->end == begin) {
        last->end = end;
        return DXK_OK;
    }
    return dxki_vec_push(ctx, all, ((run){begin, end, what})) ? DXK_OK : dxki_nomem(ctx);
}

/* Blocks at the first level inside the module. */
static dxk_status walk_module(dxki_bc_stream *bs, runs *all)
{
    uint64_t done = 0;
    for (;;) {
        dxk_status status = DXK_OK;
        switch (dxki_bc_stream_next(bs)) {
        case DXKI_BS_BLOCK:
            if (bs->depth == 0) {
                status = dxki_bc_stream_enter(bs);
                break;
            }
            status = add_run(bs->ctx, all, done, bs->block_bit, ROLE_RECORDS);
            role what = role_of(bs->block_id);
            uint64_t begin = bs->block_bit;
            if (status == DXK_OK)
                status = bs->block_id == DXKI_BLK_BLOCKINFO ? dxki_bc_stream_blockinfo(bs)
                                                            : dxki_bc_stream_skip(bs);
            done = bs->bits.pos;
            if (status == DXK_OK)
                status = add_run(bs->ctx, all, begin, done, what);
            break;
        case DXKI_BS_RECORD:
        case DXKI_BS_ABBREV:
        case DXKI_BS_END:
            break;
        case DXKI_BS_STOP:
            return add_run(bs->ctx, all, done, bs->bits.end, ROLE_RECORDS);
        case DXKI_BS_FAILED:
            return bs->status;
        }
        if (status != DXK_OK)
            return status;
    }
}

static void draw_runs(dxki_picture *p, const runs *all, int32_t y, uint64_t bits, uint64_t most)
{
    dxki_svg *s = &p->svg;
    int32_t left = DXKI_PX(76), room = s->width - left - DXKI_SVG_MARGIN;
    for (size_t i = 0; i < all->count && s->marks < s->max_marks; i++) {
        const run *r = &all->items[i];
        int32_t x = left + (int32_t)((uint64_t)room * r->begin / most);
        int32_t w = left + (int32_t)((uint64_t)room * r->end / most) - x;
        dxk_str name = dxki_str(roles[r->what].name);
        dxki_svg_group(s);
        dxki_svg_tip(s, "%0\n%1 bytes, %2 %",
                     DXKI_ARGS(dxki_raw(name), dxki_svg_count(s, (r->end - r->begin + 7) / 8),
                               dxki_svg_tenths(s, bits ? (r->end - r->begin) * 1000 / bits : 0)));
        dxki_svg_rect(s, (dxki_svg_box){x, y, w < 5 ? 5 : w, DXKI_PX(30)},
                      DXKI_LOOK(.colour = roles[r->what].colour));
        if (w > dxki_svg_width(name.size, 11) + DXKI_PX(8))
            dxki_svg_text(s, x + w / 2, y + DXKI_PX(19), "x c", name);
        dxki_svg_group_end(s);
    }
}

typedef struct program {
    uint32_t fourcc;
    dxk_bytes bitcode;
} program;

/* Programs as bit streams, at most eight; the number of them. */
static size_t find_programs(const dxk_container *c, program programs[8])
{
    size_t count = 0;
    if (c->kind == DXK_INPUT_BITCODE)
        programs[count++] = (program){DXK_FOURCC('b', 'c', ' ', ' '), c->input};
    for (size_t i = 0; i < c->parts.count && count < 8; i++) {
        const dxk_part *part = &c->parts.items[i];
        program one = {part->fourcc, {NULL, 0}};
        const dxki_part_kind *kind = dxki_part_kind_of(part->fourcc, part->content);
        if (kind->type == DXK_PART_TYPE_PROGRAM &&
            dxki_part_program_view(part->content, &one.bitcode))
            programs[count++] = one;
    }
    return count;
}

static void draw_program(dxki_picture *p, const program *one, uint64_t most, int32_t y,
                         bool seen[ROLES])
{
    char text[4];
    dxki_bc_stream bs;
    runs all = {NULL, 0, 0};
    dxk_status status = dxki_bc_stream_init(&bs, p->svg.ctx, one->bitcode, 0, NULL);
    if (status == DXK_OK)
        status = walk_module(&bs, &all);
    dxki_picture_damage(p, status);
    dxki_svg_text(&p->svg, DXKI_SVG_MARGIN, y + DXKI_PX(20), "b",
                  dxki_picture_fourcc(one->fourcc, text));
    draw_runs(p, &all, y, (uint64_t)one->bitcode.size * 8, most);
    for (size_t i = 0; i < all.count; i++)
        seen[all.items[i].what] = true;
    dxki_vec_free(p->svg.ctx, &all);
    dxki_bc_stream_free(&bs);
}

static int32_t draw_programs(dxki_picture *p, int32_t y)
{
    program programs[8];
    bool seen[ROLES] = {false};
    uint64_t most = 1;
    size_t count = find_programs(p->container, programs);
    for (size_t i = 0; i < count; i++)
        if ((uint64_t)programs[i].bitcode.size * 8 > most)
            most = (uint64_t)programs[i].bitcode.size * 8;
    if (!count)
        return y;
    y += DXKI_PX(30);
    dxki_svg_text(&p->svg, DXKI_SVG_MARGIN, y, "s b",
                  dxki_str(count == 1
                               ? "Inside the program: blocks of the bit stream"
                               : "Inside the programs: blocks of the bit stream, same scale"));
    y += DXKI_PX(14);
    for (size_t i = 0; i < count; i++, y += DXKI_PX(40))
        draw_program(p, &programs[i], most, y, seen);
    int32_t x = DXKI_PX(76);
    for (size_t i = 0; i < ROLES; i++)
        if (seen[i])
            x = dxki_svg_legend(&p->svg, x, y + DXKI_PX(14),
                                DXKI_LOOK(.colour = roles[i].colour, .radius = 2), roles[i].name);
    return y + DXKI_PX(18);
}

/* --- the whole --- */

static void put_facts(dxki_picture *p, size_t total)
{
    static const char *const digests[] = {
        "no digest",    "not signed",           "marked for bypass", "marked for preview",
        "digest right", "digest right (debug)", "digest wrong"};
    dxki_svg *s = &p->svg;
    size_t count = p->container->parts.count;
    dxk_digest_state state = dxk_container_digest_state(p->container);
    if (!s->title.size)
        dxki_svg_title(s, "Parts of %0", DXKI_ARGS(dxki_raw(p->name)));
    dxki_svg_fact(s, "%0 bytes", DXKI_ARGS(dxki_svg_count(s, total)));
    dxki_svg_fact(s, "%0 part%1", DXKI_ARGS(dxki_svg_count(s, count), dxki_svg_plural(count)));
    if (state != DXK_DIGEST_NONE)
        dxki_svg_fact(s, "%0", DXKI_ARGS(dxki_svg_word(digests[state])));
}

int32_t dxki_picture_parts(dxki_picture *p)
{
    dxki_svg *s = &p->svg;
    pieces all = {NULL, 0, 0};
    collect(p, &all);
    fold(p, &all);
    size_t total = total_of(p->container, &all);
    put_facts(p, total);
    dxki_svg_rect(
        s,
        (dxki_svg_box){DXKI_SVG_MARGIN, DXKI_PX(66), s->width - 2 * DXKI_SVG_MARGIN, DXKI_PX(46)},
        DXKI_LOOK(.plain = true, .classes = "pn"));
    draw_axis(s, total);
    int32_t y = draw_rows(p, &all, total);
    dxki_vec_free(s->ctx, &all);
    return draw_programs(p, y) + DXKI_PX(16);
}
