/* SPDX-License-Identifier: MIT */
/*
 * rootsig.c - a root signature: a ruler of the words that it costs, of which 64 are allowed, then a row
 * for each parameter with the ranges of tables below, then static samplers.
 */
#include "picture/picture.h"
#include "picture/rootsig.h"

#include "base/str.h"
#include "dxk/enums.h"
#include "dxk/rdat.h"

enum { ALLOWED = 64, MOST_RANGES = 24 };

/* x of the columns. */
enum {
    X_NUMBER = 460,
    X_KIND = 680,
    X_WORDS = 2420,
    X_REGISTERS = 2620,
    X_VISIBLE = 4860,
    X_FLAGS = 5860
};

bool dxki_picture_rootsig_open(dxki_picture *p, dxki_picture_rs *rs)
{
    const dxk_bytes given = p->svg.options->root_signature;
    *rs = (dxki_picture_rs){.signature = NULL};
    if (given.size)
        return dxki_picture_damage(p, dxk_rootsig_decode(p->svg.ctx, given, &rs->own)) &&
               (rs->signature = rs->own) != NULL;
    rs->part = dxki_picture_part(p, p->container, DXK_PART_RTS0);
    if (rs->part)
        rs->signature = rs->part->as.root_signature;
    return rs->signature != NULL;
}

/* Counts the root signatures among the sub-objects; true if `bytes` are those of the one to draw. */
static bool pick_subobject(const dxk_rdat *rdat, const char *name, dxki_picture_rs *rs,
                           dxk_bytes *bytes)
{
    dxk_rdat_subobject_info info;
    bool found = false;
    for (uint32_t i = 0; dxk_rdat_subobject_get(rdat, i, &info); i++) {
        bool global = info.kind == DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE;
        if (!global && info.kind != DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE)
            continue;
        rs->library_count++;
        if (found || (name ? !dxki_str_is(info.name, name) : !global))
            continue;
        found = true;
        rs->subobject = info.name;
        *bytes = info.as.root_signature;
    }
    return found;
}

/* Finds the root signature among the sub-objects of a library. */
static bool open_library(dxki_picture *p, dxki_picture_rs *rs)
{
    dxk_bytes bytes = {NULL, 0};
    rs->part = dxki_picture_part(p, p->container, DXK_PART_RDAT);
    return rs->part && pick_subobject(rs->part->as.rdat, p->svg.options->subobject, rs, &bytes) &&
           dxki_picture_damage(p, dxk_rootsig_decode(p->svg.ctx, bytes, &rs->own)) &&
           (rs->signature = rs->own) != NULL;
}

void dxki_picture_rootsig_close(dxki_picture_rs *rs)
{
    dxk_rootsig_free(rs->own);
    dxk_decoded_free(rs->part);
}

dxk_str dxki_picture_registers(dxki_svg *s, char letter, uint32_t first, uint32_t count,
                               uint32_t space)
{
    static const char dash[] = "\xe2\x80\x93", dots[] = " \xe2\x80\xa6";
    dxk_str registers =
        dxki_svg_format(s, "%0%1", DXKI_ARGS(dxki_raw((dxk_str){&letter, 1}), dxki_dec(first)));
    if (count == DXK_RS_UNBOUNDED)
        registers = dxki_svg_format(s, "%0%1", DXKI_ARGS(dxki_raw(registers), dxki_svg_word(dots)));
    else if (count > 1)
        registers = dxki_svg_format(s, "%0%1%2",
                                    DXKI_ARGS(dxki_raw(registers), dxki_svg_word(dash),
                                              dxki_dec((uint64_t)first + count - 1)));
    if (space)
        registers =
            dxki_svg_format(s, "%0, space%1", DXKI_ARGS(dxki_raw(registers), dxki_dec(space)));
    return registers;
}

/* --- what a row tells --- */

static const char *enum_or(dxk_enum_id id, uint64_t number)
{
    const char *text = dxk_enum_text(id, number);
    return text ? text : "?";
}

/* Letters of registers by dxk_rs_range_type. */
static char letter_of_range(uint32_t type)
{
    return type < 4 ? "tubs"[type] : '?';
}

static char letter_of(const dxk_root_parameter *one)
{
    switch (one->header.type) {
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
    case DXK_RS_PARAMETER_TYPE_CBV:
        return 'b';
    case DXK_RS_PARAMETER_TYPE_SRV:
        return 't';
    case DXK_RS_PARAMETER_TYPE_UAV:
        return 'u';
    default:
        return '?';
    }
}

static bool is_table(const dxk_root_parameter *one)
{
    return one->header.type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE;
}

static dxki_svg_colour colour_of(const dxk_root_parameter *one)
{
    if (one->header.type == DXK_RS_PARAMETER_TYPE_CONSTANTS)
        return DXKI_SVG_teal;
    return letter_of(one) == '?' ? DXKI_SVG_grey : dxki_picture_class_colour(letter_of(one));
}

static uint64_t words_of(const dxk_root_parameter *one)
{
    switch (one->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        return 1;
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        return one->as.constants.value_count;
    default:
        return letter_of(one) == '?' ? 0 : 2;
    }
}

static dxk_str kind_of(const dxk_root_parameter *one)
{
    if (is_table(one))
        return dxki_str("table");
    if (one->header.type == DXK_RS_PARAMETER_TYPE_CONSTANTS)
        return dxki_str("constants");
    return dxki_str(enum_or(DXK_ENUM_ID_rs_parameter_type, one->header.type));
}

static dxk_str content_of(dxki_svg *s, const dxk_root_parameter *one)
{
    if (is_table(one)) {
        uint32_t count = one->as.table.header.range_count;
        return dxki_svg_format(s, "%0 range%1", DXKI_ARGS(dxki_dec(count), dxki_svg_plural(count)));
    }
    if (one->header.type == DXK_RS_PARAMETER_TYPE_CONSTANTS) {
        const dxk_rs_constants *c = &one->as.constants;
        dxk_str at = dxki_picture_registers(s, 'b', c->shader_register, 1, c->register_space);
        return dxki_svg_format(s, "%0, %1 \xc3\x97 32 bits",
                               DXKI_ARGS(dxki_raw(at), dxki_dec(c->value_count)));
    }
    const dxk_rs_descriptor *d = &one->as.descriptor;
    return letter_of(one) == '?' ? dxki_str("")
                                 : dxki_picture_registers(s, letter_of(one), d->shader_register, 1,
                                                          d->register_space);
}

/* The names of the flags that are set. */
static dxk_str flags_text(dxki_svg *s, dxk_enum_id id, uint32_t flags)
{
    dxk_str text = dxki_str("");
    for (uint32_t bit = 1; bit; bit <<= 1) {
        const char *name = flags & bit ? dxk_enum_text(id, bit) : "";
        if (flags & bit)
            text = dxki_svg_format(s, "%0%1%2",
                                   DXKI_ARGS(dxki_raw(text), dxki_svg_word(text.size ? ", " : ""),
                                             name ? dxki_svg_word(name) : dxki_hex(bit)));
    }
    return text;
}

/* --- the ruler --- */

static int32_t cell_x(const dxki_svg *s, uint64_t cell, uint64_t cells)
{
    return DXKI_SVG_MARGIN + (int32_t)((uint64_t)(s->width - 2 * DXKI_SVG_MARGIN) * cell / cells);
}

static void draw_ticks(dxki_svg *s, uint64_t cells)
{
    uint64_t step = 8;
    while (cells / step > 16)
        step *= 2;
    for (uint64_t at = 0; at <= cells; at += step / 8) {
        bool named = at % step == 0;
        int32_t x = cell_x(s, at, cells);
        dxki_svg_line(s, x, DXKI_PX(106), x, DXKI_PX(named ? 112 : 109),
                      DXKI_LOOK(.plain = true, .classes = "ln"));
        if (named)
            dxki_svg_say(s, x, DXKI_PX(124), "x m c", "%0", DXKI_ARGS(dxki_dec(at)));
    }
}

/* The box of a parameter in the ruler. */
static void draw_cell(dxki_svg *s, const dxk_root_parameter *one, uint32_t index, uint64_t at,
                      uint64_t cells)
{
    uint64_t end = at + words_of(one);
    int32_t x = cell_x(s, at, cells), w = cell_x(s, end, cells) - x;
    bool over = end > ALLOWED;
    dxki_svg_rect(s, (dxki_svg_box){x + 5, DXKI_PX(67), w - 10, DXKI_PX(38)},
                  DXKI_LOOK(.colour = over ? DXKI_SVG_red : colour_of(one), .radius = 2));
    dxk_str number = dxki_svg_format(s, "%0", DXKI_ARGS(dxki_dec(index)));
    if (w > dxki_svg_width(number.size, 12))
        dxki_svg_text(s, x + w / 2, DXKI_PX(90), "b c", number);
}

static void draw_ruler(dxki_svg *s, uint64_t cost, uint64_t cells)
{
    dxki_svg_rect(
        s,
        (dxki_svg_box){DXKI_SVG_MARGIN, DXKI_PX(66), s->width - 2 * DXKI_SVG_MARGIN, DXKI_PX(40)},
        DXKI_LOOK(.plain = true, .classes = "pn"));
    if (cost < ALLOWED) {
        int32_t x = cell_x(s, cost, cells);
        dxki_svg_group(s);
        dxki_svg_tip(s, "%0 DWORD%1 free",
                     DXKI_ARGS(dxki_dec(ALLOWED - cost), dxki_svg_plural(ALLOWED - cost)));
        dxki_svg_rect(s,
                      (dxki_svg_box){x, DXKI_PX(66), s->width - DXKI_SVG_MARGIN - x, DXKI_PX(40)},
                      DXKI_LOOK(.hatched = true));
        dxki_svg_group_end(s);
    }
    draw_ticks(s, cells);
}

/* --- rows --- */

static void draw_chip(dxki_svg *s, int32_t x, int32_t base, dxki_svg_colour colour)
{
    dxki_svg_rect(s, (dxki_svg_box){x, base - DXKI_PX(12), DXKI_PX(14), DXKI_PX(14)},
                  DXKI_LOOK(.colour = colour, .radius = 2));
}

static void draw_range(dxki_svg *s, const dxk_rs_range *r, uint64_t at, int32_t base)
{
    char letter = letter_of_range(r->type);
    draw_chip(s, DXKI_PX(68), base, dxki_picture_class_colour(letter));
    dxki_svg_text(s, DXKI_PX(90), base, NULL,
                  dxki_str(enum_or(DXK_ENUM_ID_rs_range_type, r->type)));
    dxki_svg_say(s, X_WORDS, base, "x m e", "at %0", DXKI_ARGS(dxki_dec(at)));
    dxki_svg_text(s, X_REGISTERS, base, NULL,
                  dxki_svg_fit(s,
                               dxki_picture_registers(s, letter, r->shader_register, r->count,
                                                      r->register_space),
                               X_VISIBLE - X_REGISTERS - DXKI_PX(8), 12));
    if (r->count == DXK_RS_UNBOUNDED)
        dxki_svg_text(s, X_VISIBLE, base, "x m", dxki_str("unbounded"));
    else
        dxki_svg_say(s, X_VISIBLE, base, "x m", "%0 descr.", DXKI_ARGS(dxki_dec(r->count)));
    dxki_svg_text(s, X_FLAGS, base, "s x m",
                  dxki_svg_fit(s, flags_text(s, DXK_ENUM_ID_rs_range_flag, r->flags),
                               s->width - X_FLAGS, 11));
}

/* The ranges of a table as a tree below it; y of the next row. */
static int32_t draw_ranges(dxki_svg *s, const dxk_root_parameter *one, int32_t y)
{
    const dxki_svg_look *line = DXKI_LOOK(.plain = true, .classes = "ln");
    uint32_t count = one->as.table.header.range_count;
    uint32_t shown = count > MOST_RANGES ? MOST_RANGES : count;
    uint64_t next = 0;
    int32_t top = y - DXKI_PX(18), last = y;
    for (uint32_t i = 0; i < shown; i++, y += DXKI_PX(20)) {
        const dxk_rs_range *r = &one->as.table.ranges[i];
        uint64_t at = r->table_offset == DXK_RS_APPEND ? next : r->table_offset;
        next = at + (r->count == DXK_RS_UNBOUNDED ? 0 : r->count);
        draw_range(s, r, at, y);
        last = y - DXKI_PX(5);
        dxki_svg_line(s, DXKI_PX(27), last, DXKI_PX(64), last, line);
    }
    if (shown)
        dxki_svg_line(s, DXKI_PX(27), top, DXKI_PX(27), last, line);
    if (count > shown) {
        dxki_svg_say(s, DXKI_PX(68), y, "s x m", "and %0 more ranges",
                     DXKI_ARGS(dxki_dec(count - shown)));
        y += DXKI_PX(20);
    }
    return y + (shown ? DXKI_PX(7) : 0);
}

static uint32_t flags_of(const dxk_root_parameter *one)
{
    bool has = letter_of(one) != '?' && one->header.type != DXK_RS_PARAMETER_TYPE_CONSTANTS;
    return has ? one->as.descriptor.flags : 0;
}

static int32_t draw_parameter(dxki_svg *s, const dxk_root_parameter *one, uint32_t index,
                              bool linked, uint64_t at, uint64_t cells, int32_t y)
{
    const char *visible = enum_or(DXK_ENUM_ID_rs_visibility, one->header.visibility);
    dxk_str content = content_of(s, one);
    if (linked)
        dxki_svg_link(s, "root-", index);
    else
        dxki_svg_group(s);
    dxki_svg_tip(s, "[%0] %1: %2\nvisible to %3",
                 DXKI_ARGS(dxki_dec(index), dxki_raw(kind_of(one)), dxki_raw(content),
                           dxki_svg_word(visible)));
    if (words_of(one))
        draw_cell(s, one, index, at, cells);
    draw_chip(s, DXKI_PX(20), y, colour_of(one));
    dxki_svg_say(s, X_NUMBER, y, "b", "%0", DXKI_ARGS(dxki_dec(index)));
    dxki_svg_text(s, X_KIND + (index > 99 ? DXKI_PX(14) : 0), y, NULL, kind_of(one));
    dxki_svg_say(s, X_WORDS, y, "b e", "%0", DXKI_ARGS(dxki_svg_count(s, words_of(one))));
    dxki_svg_text(s, X_REGISTERS, y, NULL,
                  dxki_svg_fit(s, content, X_VISIBLE - X_REGISTERS - DXKI_PX(8), 12));
    dxki_svg_text(s, X_VISIBLE, y, "m", dxki_str(visible));
    dxki_svg_text(s, X_FLAGS, y, "s x m",
                  dxki_svg_fit(s, flags_text(s, DXK_ENUM_ID_rs_descriptor_flag, flags_of(one)),
                               s->width - X_FLAGS, 11));
    if (linked)
        dxki_svg_link_end(s);
    else
        dxki_svg_group_end(s);
    y += DXKI_PX(22);
    return is_table(one) ? draw_ranges(s, one, y) : y + DXKI_PX(2);
}

static int32_t draw_sampler(dxki_svg *s, const dxk_rs_sampler *one, int32_t y)
{
    dxk_str modes = dxki_str(enum_or(DXK_ENUM_ID_address_mode, one->address_u));
    if (one->address_v != one->address_u || one->address_w != one->address_u)
        modes = dxki_svg_format(
            s, "%0/%1/%2",
            DXKI_ARGS(dxki_raw(modes),
                      dxki_svg_word(enum_or(DXK_ENUM_ID_address_mode, one->address_v)),
                      dxki_svg_word(enum_or(DXK_ENUM_ID_address_mode, one->address_w))));
    dxk_str text = dxki_svg_format(
        s, "%0, %1",
        DXKI_ARGS(dxki_svg_word(enum_or(DXK_ENUM_ID_filter, one->filter)), dxki_raw(modes)));
    dxki_svg_circle(s, DXKI_PX(27), y - DXKI_PX(5), DXKI_PX(7),
                    DXKI_LOOK(.colour = DXKI_SVG_purple));
    dxki_svg_text(s, X_NUMBER, y, "b",
                  dxki_picture_registers(s, 's', one->shader_register, 1, one->register_space));
    dxki_svg_text(s, X_REGISTERS, y, "x",
                  dxki_svg_fit(s, text, X_FLAGS - X_REGISTERS - DXKI_PX(8), 11));
    dxki_svg_say(s, X_FLAGS, y, "s x m", "visible to %0",
                 DXKI_ARGS(dxki_svg_word(enum_or(DXK_ENUM_ID_rs_visibility, one->visibility))));
    return y + DXKI_PX(22);
}

/* Flags of the root signature, a line each: together they are longer than any picture is wide. */
static int32_t draw_flags(dxki_svg *s, uint32_t flags, int32_t y)
{
    dxki_svg_text(s, DXKI_SVG_MARGIN, y, "s b", dxki_str("Flags"));
    y += DXKI_PX(24);
    for (uint32_t bit = 1; bit; bit <<= 1) {
        if (!(flags & bit))
            continue;
        dxki_svg_text(s, X_NUMBER, y, NULL, flags_text(s, DXK_ENUM_ID_rs_flag, bit));
        y += DXKI_PX(20);
    }
    return y;
}

static void draw_heads(dxki_svg *s)
{
    static const struct {
        int32_t x;
        const char *classes, *text;
    } heads[] = {{X_NUMBER, "s x m", "parameter"},
                 {X_WORDS, "s x m e", "DWORDs"},
                 {X_REGISTERS, "s x m", "registers"},
                 {X_VISIBLE, "s x m", "visible to"},
                 {X_FLAGS, "s x m", "flags"}};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        dxki_svg_text(s, heads[i].x, DXKI_PX(148), heads[i].classes, dxki_str(heads[i].text));
}

static int32_t draw_legend(dxki_svg *s, int32_t y)
{
    static const struct {
        dxki_svg_colour colour;
        const char *name;
    } legend[] = {{DXKI_SVG_teal, "constants"}, {DXKI_SVG_green, "CBV"},
                  {DXKI_SVG_blue, "SRV"},       {DXKI_SVG_orange, "UAV"},
                  {DXKI_SVG_purple, "sampler"}, {DXKI_SVG_grey, "descriptor table"}};
    int32_t x = DXKI_SVG_MARGIN;
    for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++)
        x = dxki_svg_legend(s, x, y, DXKI_LOOK(.colour = legend[i].colour, .radius = 2),
                            legend[i].name);
    return y;
}

static void put_facts(dxki_picture *p, const dxki_picture_rs *rs, uint64_t cost)
{
    dxki_svg *s = &p->svg;
    const dxk_rs_header *h = &rs->signature->header;
    if (!s->title.size && rs->subobject.size)
        dxki_svg_title(s, "Root signature %0 of %1",
                       DXKI_ARGS(dxki_raw(rs->subobject), dxki_raw(p->name)));
    else if (!s->title.size)
        dxki_svg_title(s, "Root signature of %0", DXKI_ARGS(dxki_raw(p->name)));
    dxki_svg_fact(s, "root signature %0",
                  DXKI_ARGS(dxki_svg_word(enum_or(DXK_ENUM_ID_rs_version, h->version))));
    dxki_svg_fact(s, "%0 parameter%1, %2 static sampler%3",
                  DXKI_ARGS(dxki_dec(h->parameter_count), dxki_svg_plural(h->parameter_count),
                            dxki_dec(h->sampler_count), dxki_svg_plural(h->sampler_count)));
    if (cost <= ALLOWED)
        dxki_svg_fact(s, "%0 of 64 DWORDs, %1 free",
                      DXKI_ARGS(dxki_dec(cost), dxki_dec(ALLOWED - cost)));
    else
        dxki_svg_fact(s, "%0 DWORDs, %1 more than allowed",
                      DXKI_ARGS(dxki_svg_count(s, cost), dxki_svg_count(s, cost - ALLOWED)));
    if (rs->library_count > 1)
        dxki_svg_fact(s, "the library has %0 more",
                      DXKI_ARGS(dxki_svg_count(s, rs->library_count - 1)));
}

/* A line that tells how many rows there are no room for. */
static int32_t draw_rest(dxki_svg *s, uint32_t left, const char *what, int32_t y)
{
    dxki_svg_say(s, X_NUMBER, y, "s m", "and %0 more %1",
                 DXKI_ARGS(dxki_svg_count(s, left), dxki_svg_word(what)));
    return y + DXKI_PX(22);
}

static int32_t draw_all(dxki_picture *p, const dxki_picture_rs *opened)
{
    const dxk_root_signature *rs = opened->signature;
    dxki_svg *s = &p->svg;
    uint64_t cost = dxk_rootsig_cost(rs), at = 0, cells = cost > ALLOWED ? cost : ALLOWED;
    int32_t y = DXKI_PX(170);
    put_facts(p, opened, cost);
    draw_ruler(s, cost, cells);
    if (rs->header.parameter_count)
        draw_heads(s);
    for (uint32_t i = 0; i < rs->header.parameter_count; i++) {
        if (s->marks > s->max_marks) {
            y = draw_rest(s, rs->header.parameter_count - i, "parameters", y);
            break;
        }
        y = draw_parameter(s, &rs->parameters[i], i, !opened->library_count, at, cells, y);
        at += words_of(&rs->parameters[i]);
    }
    if (rs->header.sampler_count) {
        y += DXKI_PX(10);
        dxki_svg_text(s, DXKI_SVG_MARGIN, y, "s b", dxki_str("Static samplers cost nothing"));
        y += DXKI_PX(26);
    }
    for (uint32_t i = 0; i < rs->header.sampler_count; i++) {
        if (s->marks > s->max_marks) {
            y = draw_rest(s, rs->header.sampler_count - i, "samplers", y);
            break;
        }
        y = draw_sampler(s, &rs->samplers[i], y);
    }
    if (rs->header.flags)
        y = draw_flags(s, rs->header.flags, y + DXKI_PX(10));
    return draw_legend(s, y + DXKI_PX(10)) + DXKI_PX(18);
}

int32_t dxki_picture_rootsig(dxki_picture *p)
{
    dxki_picture_rs rs = {.signature = NULL};
    int32_t height = 0;
    if (!p->svg.options->subobject)
        dxki_picture_rootsig_open(p, &rs);
    if (!rs.signature && !rs.part && p->svg.status == DXK_OK)
        open_library(p, &rs);
    if (rs.signature)
        height = draw_all(p, &rs);
    else if (p->svg.status == DXK_OK)
        dxki_picture_nothing(p, "root signature");
    dxki_picture_rootsig_close(&rs);
    return height;
}
