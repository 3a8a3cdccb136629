/* SPDX-License-Identifier: MIT */
/*
 * bindings.c - what a shader binds above what its root signature provides, a panel for each class and
 * space. Registers run to the right, but long ranges are drawn shorter than they are.
 */
#include "picture/picture.h"
#include "picture/rootsig.h"

#include "base/sort.h"
#include "base/vec.h"
#include "dxk/enums.h"
#include "dxk/reflect.h"
#include "reflect/json.h"

enum {
    LANES = 6,        /* rows of boxes over one another */
    MOST_USES = 60,   /* boxes of a panel */
    MOST_FAULTS = 40, /* lines below */
    LEFT = 1480,      /* x of the first register */
    NARROW = 780,     /* least width of a box */
    HOLE = 240,       /* of registers that nobody speaks of */
    USE_ROW = 300,
    GIVE_ROW = 240
};

#define NO_END ((uint64_t)1 << 32)

typedef enum verdict { BOUND, ABSENT, HIDDEN, DENIED, WRONG_KIND } verdict;

/* A range of registers: one that the shader uses, or one that the root signature provides. */
typedef struct range {
    char letter;
    uint32_t space;
    uint64_t first, end;
    dxk_str label; /* in its box */
    dxk_str name;  /* of a use, if it has one */
    bool use;
    uint8_t lane;
    verdict verdict;     /* of a use */
    uint32_t merged;     /* uses that this one stands for, if more than one */
    bool texture;        /* a use that needs a table: no buffer */
    bool root;           /* provided by a root descriptor, for buffers alone */
    bool visible;        /* to the stage */
    uint32_t visibility; /* as given */
    dxki_svg_colour colour;
} range;

typedef DXKI_VEC(range) ranges;

typedef struct bindings {
    dxki_picture *p;
    uint32_t stage;
    bool has_rs;
    ranges all; /* uses and what is provided, by class, space, register */
    uint64_t faults;
    size_t listed;           /* of them, the first ones, */
    range list[MOST_FAULTS]; /* kept here */
} bindings;

/* --- collecting --- */

static void add(bindings *b, range one)
{
    if (!dxki_vec_push(b->p->svg.ctx, &b->all, one))
        dxki_svg_fail(&b->p->svg, DXK_E_NOMEM);
}

/* Class of a D3D_SHADER_INPUT_TYPE. */
static char letter_of_input(uint32_t type)
{
    dxk_resource_class class_of = dxki_reflect_class_of(type);
    return (unsigned)class_of < 4 ? "tubs"[class_of] : 't';
}

/* Inputs that a root descriptor can be: buffers without a format. */
static bool is_buffer(uint32_t type)
{
    static const char buffers[] =
        "10000111111110"; /* constant, structured, raw, acceleration structure */
    return type < sizeof buffers - 1 && buffers[type] == '1';
}

static dxk_str registers_of(dxki_svg *s, const range *r)
{
    uint32_t count = r->end == NO_END ? DXK_RS_UNBOUNDED : (uint32_t)(r->end - r->first);
    return dxki_picture_registers(s, r->letter, (uint32_t)r->first, count, r->space);
}

static void collect_uses(bindings *b, const dxk_reflect *r)
{
    for (uint32_t i = 0; i < r->binding_count; i++) {
        const dxk_reflect_binding *u = &r->bindings[i];
        bool unbounded = u->bind_count == 0 || u->bind_count == UINT32_MAX;
        uint64_t end = unbounded ? NO_END : (uint64_t)u->bind_point + u->bind_count;
        char letter = letter_of_input(u->type);
        range one = {.letter = letter,
                     .first = u->bind_point,
                     .use = true,
                     .end = end > NO_END ? NO_END : end,
                     .name = u->name,
                     .texture = !is_buffer(u->type),
                     .colour = dxki_picture_class_colour(letter)};
        /* The registers stand for a name that was stripped; the panel has the space. */
        one.label = u->name.size ? u->name : registers_of(&b->p->svg, &one);
        one.space = u->space;
        add(b, one);
    }
}

/* Does the stage see what has this visibility? */
static bool sees(uint32_t stage, uint32_t visibility)
{
    static const uint8_t stage_of[] = {
        [DXK_RS_VISIBILITY_VERTEX] = DXK_SHADER_KIND_VERTEX,
        [DXK_RS_VISIBILITY_HULL] = DXK_SHADER_KIND_HULL,
        [DXK_RS_VISIBILITY_DOMAIN] = DXK_SHADER_KIND_DOMAIN,
        [DXK_RS_VISIBILITY_GEOMETRY] = DXK_SHADER_KIND_GEOMETRY,
        [DXK_RS_VISIBILITY_PIXEL] = DXK_SHADER_KIND_PIXEL,
        [DXK_RS_VISIBILITY_AMPLIFICATION] = DXK_SHADER_KIND_AMPLIFICATION,
        [DXK_RS_VISIBILITY_MESH] = DXK_SHADER_KIND_MESH,
    };
    if (visibility == DXK_RS_VISIBILITY_ALL)
        return true;
    return visibility < sizeof stage_of && stage_of[visibility] == stage;
}

/* The flag that keeps a stage from the root signature; 0: there is none. */
static uint32_t denial(uint32_t stage)
{
    switch (stage) {
    case DXK_SHADER_KIND_VERTEX:
        return DXK_RS_FLAG_DENY_VERTEX_SHADER_ROOT_ACCESS;
    case DXK_SHADER_KIND_HULL:
        return DXK_RS_FLAG_DENY_HULL_SHADER_ROOT_ACCESS;
    case DXK_SHADER_KIND_DOMAIN:
        return DXK_RS_FLAG_DENY_DOMAIN_SHADER_ROOT_ACCESS;
    case DXK_SHADER_KIND_GEOMETRY:
        return DXK_RS_FLAG_DENY_GEOMETRY_SHADER_ROOT_ACCESS;
    case DXK_SHADER_KIND_PIXEL:
        return DXK_RS_FLAG_DENY_PIXEL_SHADER_ROOT_ACCESS;
    case DXK_SHADER_KIND_AMPLIFICATION:
        return DXK_RS_FLAG_DENY_AMPLIFICATION_SHADER_ROOT_ACCESS;
    case DXK_SHADER_KIND_MESH:
        return DXK_RS_FLAG_DENY_MESH_SHADER_ROOT_ACCESS;
    default:
        return 0;
    }
}

static void give(bindings *b, range one, uint32_t visibility, uint64_t count)
{
    one.end = count == DXK_RS_UNBOUNDED || one.first + count > NO_END ? NO_END : one.first + count;
    one.visibility = visibility;
    one.visible = sees(b->stage, visibility);
    add(b, one);
}

static void collect_table(bindings *b, const dxk_root_parameter *one, dxk_str label)
{
    for (uint32_t i = 0; i < one->as.table.header.range_count; i++) {
        const dxk_rs_range *r = &one->as.table.ranges[i];
        if (r->type <= DXK_RS_RANGE_TYPE_SAMPLER)
            give(b,
                 (range){.letter = "tubs"[r->type],
                         .space = r->register_space,
                         .label = label,
                         .first = r->shader_register,
                         .colour = DXKI_SVG_grey},
                 one->header.visibility, r->count);
    }
}

static void collect_parameter(bindings *b, const dxk_root_parameter *one, uint32_t index)
{
    dxki_svg *s = &b->p->svg;
    dxk_str label = dxki_svg_format(s, "[%0]", DXKI_ARGS(dxki_dec(index)));
    const dxk_rs_descriptor *d = &one->as.descriptor;
    switch (one->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        collect_table(b, one, dxki_svg_format(s, "%0 table", DXKI_ARGS(dxki_raw(label))));
        break;
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        give(b,
             (range){.letter = 'b',
                     .space = one->as.constants.register_space,
                     .label = label,
                     .first = one->as.constants.shader_register,
                     .root = true,
                     .colour = DXKI_SVG_teal},
             one->header.visibility, 1);
        break;
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV: {
        char letter = "btu"[one->header.type - DXK_RS_PARAMETER_TYPE_CBV];
        give(b,
             (range){.letter = letter,
                     .space = d->register_space,
                     .label = label,
                     .first = d->shader_register,
                     .root = true,
                     .colour = dxki_picture_class_colour(letter)},
             one->header.visibility, 1);
        break;
    }
    default:
        break;
    }
}

static void collect_rs(bindings *b, const dxk_root_signature *rs)
{
    for (uint32_t i = 0; i < rs->header.parameter_count; i++)
        collect_parameter(b, &rs->parameters[i], i);
    for (uint32_t i = 0; i < rs->header.sampler_count; i++) {
        const dxk_rs_sampler *one = &rs->samplers[i];
        give(b,
             (range){.letter = 's',
                     .space = one->register_space,
                     .first = one->shader_register,
                     .label = dxki_str("static"),
                     .colour = DXKI_SVG_purple},
             one->visibility, 1);
    }
}

static int order_of(char letter)
{
    return letter == 'b' ? 0 : letter == 't' ? 1 : letter == 'u' ? 2 : 3;
}

static bool same_panel(const range *a, const range *b)
{
    return a->letter == b->letter && a->space == b->space;
}

static bool comes_after(const void *user, const void *left, const void *right)
{
    const range *a = left, *b = right;
    (void)user;
    if (a->letter != b->letter)
        return order_of(a->letter) > order_of(b->letter);
    if (a->space != b->space)
        return a->space > b->space;
    if (a->use != b->use)
        return b->use;
    return a->first > b->first;
}

/* --- verdicts --- */

/* How far what is provided reaches from `at` on, counting only what `which` allows: visible ranges, and
 * for textures no root descriptors. `given` and the cursor go up with the uses. */
typedef struct reach {
    size_t next;       /* of what is provided */
    uint64_t from, to; /* one stretch without a hole */
    const range *last; /* that made it longest */
} reach;

static bool counts(const range *g, bool visible_only, bool tables_only)
{
    return (!visible_only || g->visible) && (!tables_only || !g->root);
}

/* Is [first, end) of a use within one stretch? Uses come in ascending order. */
static bool covers(reach *r, const range *given, size_t count, const range *use, bool visible_only,
                   bool tables_only)
{
    while (r->next < count && given[r->next].first <= use->first) {
        const range *g = &given[r->next++];
        if (!counts(g, visible_only, tables_only))
            continue;
        if (g->first > r->to || !r->last)
            r->from = g->first;
        if (g->end > r->to || !r->last) {
            r->to = g->end;
            r->last = g;
        }
    }
    uint64_t to = r->to;
    for (size_t i = r->next; to < use->end && i < count && given[i].first <= to; i++)
        if (counts(&given[i], visible_only, tables_only) && given[i].end > to)
            to = given[i].end;
    return r->last && r->from <= use->first && to >= use->end;
}

/* Judges the uses of a panel. `uses` and `given` are by register. */
static void judge(bindings *b, range *uses, size_t use_count, const range *given, size_t count,
                  bool denied)
{
    reach bound = {0}, tables = {0}, any = {0};
    for (size_t i = 0; i < use_count && b->has_rs; i++) {
        range *u = &uses[i];
        bool all = covers(&bound, given, count, u, true, false);
        bool by_table = covers(&tables, given, count, u, true, true);
        bool somewhere = covers(&any, given, count, u, false, false);
        u->verdict = u->texture && all && !by_table ? WRONG_KIND
                     : all                          ? (denied ? DENIED : BOUND)
                     : somewhere                    ? HIDDEN
                                                    : ABSENT;
        if (u->verdict == HIDDEN)
            u->visibility = any.last->visibility;
        if (u->verdict != BOUND && b->faults++ < MOST_FAULTS)
            b->list[b->listed++] = *u;
    }
}

/* --- columns --- */

/* Ends of ranges in a panel, and where each is drawn. */
typedef struct column {
    uint64_t at;
    int32_t x;     /* then */
    int32_t width; /* to the next */
    bool covered;  /* up to the next */
} column;

typedef DXKI_VEC(column) columns;

/* The ranges of a class and space. */
typedef struct panel {
    range *uses;
    size_t use_count;
    const range *given;
    size_t given_count;
    columns columns;
    unsigned use_lanes, give_lanes;
} panel;

/* Range `i` of the panel: uses come first. */
static const range *nth(const panel *n, size_t i)
{
    return i < n->use_count ? &n->uses[i] : &n->given[i - n->use_count];
}

static size_t range_count(const panel *n)
{
    return n->use_count + n->given_count;
}

static bool later(const void *user, const void *left, const void *right)
{
    (void)user;
    return ((const column *)left)->at > ((const column *)right)->at;
}

static size_t column_at(const columns *all, uint64_t at)
{
    size_t low = 0, high = all->count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (all->items[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int32_t extra_width(uint64_t length)
{
    int32_t doubled = 0;
    for (; length > 1; length >>= 1)
        doubled++;
    return doubled > 20 ? 900 : doubled * 140;
}

/* Marks the columns that are of a range. */
static void cover(panel *n)
{
    columns *all = &n->columns;
    uint64_t reached = 0; /* both uses and what is provided begin in ascending order */
    for (size_t i = 0; i < range_count(n); i++) {
        const range *r = nth(n, i);
        if (i == n->use_count)
            reached = 0;
        size_t from = column_at(all, r->first > reached ? r->first : reached);
        for (size_t k = from; k < all->count && all->items[k].at < r->end; k++)
            all->items[k].covered = true;
        if (r->end > reached)
            reached = r->end;
    }
}

static bool make_columns(dxki_svg *s, panel *n)
{
    columns *all = &n->columns;
    bool good = true;
    for (size_t i = 0; i < range_count(n) && good; i++)
        good = dxki_vec_push(s->ctx, all, ((column){.at = nth(n, i)->first})) &&
               dxki_vec_push(s->ctx, all, ((column){.at = nth(n, i)->end}));
    if (!good || !dxki_sort(s->ctx, all->items, all->count, sizeof(column), later, NULL)) {
        dxki_svg_fail(s, DXK_E_NOMEM);
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (!kept || all->items[kept - 1].at != all->items[i].at)
            all->items[kept++] = all->items[i];
    all->count = kept;
    cover(n);
    return true;
}

/* Widths of the columns: names have room where a range has one column alone. */
static void size_columns(panel *n)
{
    columns *all = &n->columns;
    for (size_t i = 0; i + 1 < all->count; i++) {
        column *c = &all->items[i];
        c->width = c->covered ? NARROW + extra_width(all->items[i + 1].at - c->at) : HOLE;
    }
    for (size_t i = 0; i < range_count(n); i++) {
        const range *r = nth(n, i);
        column *c = &all->items[column_at(all, r->first)];
        int32_t wanted = dxki_svg_width(dxki_svg_columns(r->label), 12) + DXKI_PX(18);
        if (wanted > DXKI_PX(260))
            wanted = DXKI_PX(260);
        if (c[1].at == r->end && c->width < wanted)
            c->width = wanted;
    }
}

/* Gives the columns their places, scaled down if they are too wide together. */
static void place_columns(const dxki_svg *s, panel *n)
{
    columns *all = &n->columns;
    int64_t room = s->width - LEFT - DXKI_PX(30), total = 0, x = 0;
    size_columns(n);
    for (size_t i = 0; i + 1 < all->count; i++)
        total += all->items[i].width;
    for (size_t i = 0; i < all->count; i++) {
        all->items[i].x = LEFT + (int32_t)(total > room ? x * room / total : x);
        x += all->items[i].width;
    }
}

/* --- drawing --- */

/* Rows in which boxes do not overlap; the number of them. */
static unsigned assign_lanes(range *some, size_t count)
{
    uint64_t ends[LANES] = {0};
    unsigned used = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned lane = 0;
        while (lane + 1 < LANES && ends[lane] > some[i].first)
            lane++;
        some[i].lane = (uint8_t)lane;
        if (some[i].end > ends[lane])
            ends[lane] = some[i].end;
        if (lane + 1 > used)
            used = lane + 1;
    }
    return used;
}

static dxki_svg_box box_of(const panel *n, const range *r, int32_t y, int32_t height)
{
    int32_t x = n->columns.items[column_at(&n->columns, r->first)].x;
    int32_t end = n->columns.items[column_at(&n->columns, r->end)].x;
    return (dxki_svg_box){x + 15, y, end - x - 30, height};
}

static const char *const words_of_verdicts[] = {
    [BOUND] = "",
    [ABSENT] = "is not in the root signature",
    [HIDDEN] = "is not visible to this stage",
    [DENIED] = "is hidden from this stage by a flag of the root signature",
    [WRONG_KIND] = "is not a buffer, so a root descriptor cannot hold it",
};

static void draw_use(dxki_svg *s, const panel *n, const range *u, int32_t y)
{
    dxki_svg_box box = box_of(n, u, y, DXKI_PX(24));
    bool bad = u->verdict != BOUND;
    dxk_str name = dxki_svg_fit_middle(s, u->label, box.w - DXKI_PX(8), 12);
    dxki_svg_group(s);
    dxki_svg_tip(s, "%0%1%2%3%4",
                 DXKI_ARGS(dxki_raw(u->name), dxki_svg_word(u->name.size ? ": " : ""),
                           dxki_raw(registers_of(s, u)), dxki_svg_word(bad ? "\n" : ""),
                           dxki_svg_word(words_of_verdicts[u->verdict])));
    dxki_svg_rect(s, box, DXKI_LOOK(.colour = bad ? DXKI_SVG_red : u->colour, .radius = 3));
    if (bad) {
        int32_t plate = dxki_svg_width(dxki_svg_columns(name), 12) + DXKI_PX(8);
        dxki_svg_rect(
            s, box, DXKI_LOOK(.colour = DXKI_SVG_red, .radius = 3, .stroke = 20, .hatched = true));
        if (name.size)
            dxki_svg_rect(
                s, (dxki_svg_box){box.x + (box.w - plate) / 2, y + DXKI_PX(4), plate, DXKI_PX(16)},
                DXKI_LOOK(.plain = true, .classes = "bg", .radius = 3));
    }
    dxki_svg_text(s, box.x + box.w / 2, y + 165, "c b", name);
    dxki_svg_group_end(s);
}

static void draw_given(dxki_svg *s, const panel *n, const range *g, int32_t y)
{
    dxki_svg_box box = box_of(n, g, y, DXKI_PX(18));
    const char *visible = dxk_enum_text(DXK_ENUM_ID_rs_visibility, g->visibility);
    dxki_svg_group(s);
    dxki_svg_tip(s, "%0: %1, visible to %2",
                 DXKI_ARGS(dxki_raw(g->label), dxki_raw(registers_of(s, g)),
                           dxki_svg_word(visible ? visible : "?")));
    dxki_svg_rect(s, box,
                  DXKI_LOOK(.colour = g->colour, .radius = 3, .dashed = !g->visible,
                            .opacity = g->visible ? 0 : 35));
    dxki_svg_text(s, box.x + box.w / 2, y + DXKI_PX(13), "x c",
                  dxki_svg_fit(s, g->label, box.w - DXKI_PX(4), 11));
    dxki_svg_group_end(s);
}

/* The registers of a column below it, if they have room right of `taken`; the end of what was written. */
static int32_t draw_registers(dxki_svg *s, const column *c, char letter, int32_t y, int32_t taken)
{
    uint32_t count = c[1].at == NO_END ? DXK_RS_UNBOUNDED : (uint32_t)(c[1].at - c->at);
    dxk_str text = dxki_picture_registers(s, letter, (uint32_t)c->at, count, 0);
    int32_t width = dxki_svg_width(dxki_svg_columns(text), 11), middle = c->x + (c[1].x - c->x) / 2;
    if (middle - width / 2 < taken || middle + width / 2 > s->width - DXKI_SVG_MARGIN)
        return taken;
    dxki_svg_text(s, middle, y, "x m c", text);
    return middle + width / 2 + DXKI_PX(6);
}

static void draw_axis(dxki_svg *s, const panel *n, char letter, int32_t y)
{
    int32_t taken = LEFT - DXKI_PX(20);
    const dxki_svg_look *line = DXKI_LOOK(.plain = true, .classes = "ln");
    for (size_t i = 0; i + 1 < n->columns.count && s->marks < s->max_marks; i++) {
        const column *c = &n->columns.items[i];
        dxki_svg_line(s, c->x, y, c[1].x, y,
                      c->covered ? line
                                 : DXKI_LOOK(.plain = true, .classes = "gr", .dashed = true));
        dxki_svg_line(s, c->x, y - DXKI_PX(3), c->x, y + DXKI_PX(3), line);
        dxki_svg_line(s, c[1].x, y - DXKI_PX(3), c[1].x, y + DXKI_PX(3), line);
        if (c->covered)
            taken = draw_registers(s, c, letter, y + DXKI_PX(14), taken);
    }
}

/* What a panel is of: the letter of the class, the space, a title. A space with many digits takes the place of
 * the title. */
static void draw_heading(dxki_svg *s, const range *any, int32_t y)
{
    static const char *const titles[] = {"constant buffers", "shader resources", "unordered access",
                                         "samplers"};
    const char letter[1] = {any->letter};
    bool wide = any->space > 99999;
    dxk_str title = dxki_str(titles[order_of(any->letter)]);
    dxki_svg_rect(s, (dxki_svg_box){DXKI_PX(26), y + DXKI_PX(10), DXKI_PX(14), DXKI_PX(14)},
                  DXKI_LOOK(.colour = dxki_picture_class_colour(any->letter), .radius = 2));
    if (any->space && !wide)
        dxki_svg_say(s, DXKI_PX(48), y + DXKI_PX(22), "b", "%0, space%1",
                     DXKI_ARGS(dxki_raw((dxk_str){letter, 1}), dxki_dec(any->space)));
    else
        dxki_svg_text(s, DXKI_PX(48), y + DXKI_PX(22), "b", (dxk_str){letter, 1});
    if (wide)
        title = dxki_svg_format(s, "space%0", DXKI_ARGS(dxki_dec(any->space)));
    dxki_svg_text(s, DXKI_PX(26), y + DXKI_PX(40), "s x m", title);
}

static int32_t draw_panel(bindings *b, panel *n, const range *any, int32_t y)
{
    dxki_svg *s = &b->p->svg;
    bool provided = b->has_rs;
    int32_t uses = USE_ROW * (int32_t)(n->use_lanes ? n->use_lanes : 1);
    int32_t given = provided ? GIVE_ROW * (int32_t)(n->give_lanes ? n->give_lanes : 1) : 0;
    int32_t height = uses + given + DXKI_PX(30);
    dxki_svg_rect(s, (dxki_svg_box){DXKI_SVG_MARGIN, y, s->width - 2 * DXKI_SVG_MARGIN, height},
                  DXKI_LOOK(.plain = true, .classes = "pn", .radius = 6));
    draw_heading(s, any, y);
    for (size_t i = 0; i < n->use_count; i++)
        draw_use(s, n, &n->uses[i], y + DXKI_PX(6) + USE_ROW * n->uses[i].lane);
    for (size_t i = 0; i < n->given_count && provided; i++)
        draw_given(s, n, &n->given[i], y + DXKI_PX(6) + uses + GIVE_ROW * n->given[i].lane);
    draw_axis(s, n, any->letter, y + height - DXKI_PX(20));
    return y + height + DXKI_PX(6);
}

/* Joins neighbours when there are too many boxes: "76 ranges". */
static size_t fold(dxki_svg *s, range *uses, size_t count)
{
    if (count <= MOST_USES)
        return count;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        range *last = kept ? &uses[kept - 1] : NULL;
        bool joins = last && last->end == uses[i].first && last->verdict == uses[i].verdict &&
                     last->texture == uses[i].texture;
        if (joins) {
            last->end = uses[i].end;
            last->merged += last->merged ? 1u : 2u;
        } else {
            uses[kept++] = uses[i];
        }
    }
    for (size_t i = 0; i < kept; i++)
        if (uses[i].merged)
            uses[i].label = uses[i].name =
                dxki_svg_format(s, "%0 ranges", DXKI_ARGS(dxki_dec(uses[i].merged)));
    return kept < MOST_USES ? kept : MOST_USES;
}

/* Draws the panel of some ranges of one class and space. */
static int32_t draw_some(bindings *b, range *some, size_t count, bool denied, int32_t y)
{
    dxki_svg *s = &b->p->svg;
    size_t uses = 0;
    while (uses < count && some[uses].use)
        uses++;
    judge(b, some, uses, some + uses, count - uses, denied);
    panel n = {.uses = some, .given = some + uses, .given_count = count - uses};
    n.use_count = fold(s, some, uses);
    if (n.given_count > 4 * MOST_USES)
        n.given_count = 4 * MOST_USES;
    n.use_lanes = assign_lanes(some, n.use_count);
    n.give_lanes = assign_lanes(some + uses, n.given_count);
    if (make_columns(s, &n)) {
        place_columns(s, &n);
        y = draw_panel(b, &n, some, y);
    }
    dxki_vec_free(s->ctx, &n.columns);
    return y;
}

static void list_fault(dxki_svg *s, const range *u, int32_t y)
{
    dxk_str what =
        dxki_svg_format(s, "%0%1%2",
                        DXKI_ARGS(dxki_raw(registers_of(s, u)),
                                  dxki_svg_word(u->name.size ? " " : ""), dxki_raw(u->name)));
    const char *only =
        u->verdict == HIDDEN ? dxk_enum_text(DXK_ENUM_ID_rs_visibility, u->visibility) : NULL;
    dxki_picture_fault(s, y);
    what = dxki_svg_fit(s, what, DXKI_PX(500), 12);
    dxki_svg_text(s, DXKI_PX(44), y, "b", what);
    int32_t x = DXKI_PX(44 + 14) + dxki_svg_width(dxki_svg_columns(what), 12);
    if (only)
        dxki_svg_say(s, x, y, "s", "is visible to %0 only", DXKI_ARGS(dxki_svg_word(only)));
    else
        dxki_svg_text(s, x, y, "s", dxki_str(words_of_verdicts[u->verdict]));
}

static int32_t list_faults(bindings *b, int32_t y)
{
    dxki_svg *s = &b->p->svg;
    y += DXKI_PX(18);
    for (size_t i = 0; i < b->listed; i++, y += DXKI_PX(22))
        list_fault(s, &b->list[i], y);
    if (b->listed < b->faults) {
        dxki_svg_say(s, DXKI_PX(44), y, "s m", "and %0 more",
                     DXKI_ARGS(dxki_svg_count(s, b->faults - b->listed)));
        y += DXKI_PX(22);
    }
    return y;
}

static int32_t draw_legend(bindings *b, int32_t y)
{
    static const struct {
        dxki_svg_colour colour;
        const char *name;
        bool rs;
    } legend[] = {{DXKI_SVG_teal, "root constants", true}, {DXKI_SVG_green, "CBV", false},
                  {DXKI_SVG_blue, "SRV", false},           {DXKI_SVG_orange, "UAV", false},
                  {DXKI_SVG_purple, "sampler", false},     {DXKI_SVG_grey, "through a table", true},
                  {DXKI_SVG_red, "not bound", true}};
    int32_t x = DXKI_SVG_MARGIN;
    for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++)
        if (b->has_rs || !legend[i].rs)
            x = dxki_svg_legend(&b->p->svg, x, y,
                                DXKI_LOOK(.colour = legend[i].colour, .radius = 2), legend[i].name);
    return y + DXKI_PX(20);
}

static void put_facts(bindings *b, const dxk_reflect *r)
{
    dxki_svg *s = &b->p->svg;
    const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_kind, b->stage);
    if (!s->title.size)
        dxki_svg_title(s, "Bindings of %0", DXKI_ARGS(dxki_raw(b->p->name)));
    if (stage)
        dxki_svg_fact(
            s, "%0%1",
            DXKI_ARGS(dxki_svg_word(stage),
                      dxki_svg_word(b->stage == DXK_SHADER_KIND_LIBRARY ? "" : " shader")));
    dxki_svg_fact(
        s, "%0 binding%1",
        DXKI_ARGS(dxki_svg_count(s, r->binding_count), dxki_svg_plural(r->binding_count)));
}

static int32_t draw_bindings(bindings *b, const dxk_root_signature *rs)
{
    dxki_svg *s = &b->p->svg;
    bool denied = rs && (rs->header.flags & denial(b->stage)) != 0;
    int32_t y = DXKI_SVG_TOP;
    if (!dxki_sort(s->ctx, b->all.items, b->all.count, sizeof(range), comes_after, NULL))
        dxki_svg_fail(s, DXK_E_NOMEM);
    if (rs) {
        dxki_svg_text(s, LEFT, DXKI_PX(76), "s x m",
                      dxki_str("above: bindings of the shader; below: root signature"));
        y = DXKI_PX(86);
    }
    for (size_t at = 0, end; at < b->all.count && s->status == DXK_OK && s->marks < s->max_marks;
         at = end) {
        for (end = at + 1; end < b->all.count && same_panel(&b->all.items[at], &b->all.items[end]);
             end++) {
        }
        y = draw_some(b, b->all.items + at, end - at, denied, y);
    }
    if (rs)
        dxki_svg_fact(s, b->faults ? "%0 not bound" : "all bound",
                      DXKI_ARGS(dxki_svg_count(s, b->faults)));
    else
        dxki_svg_fact(s, "no root signature", DXKI_ARGS(dxki_dec(0)));
    return draw_legend(b, list_faults(b, y) + DXKI_PX(6));
}

int32_t dxki_picture_bindings(dxki_picture *p)
{
    bindings b = {.p = p, .stage = dxki_picture_stage(p->container)};
    dxki_picture_rs rs = {.signature = NULL};
    dxk_reflect *r = NULL;
    int32_t height = 0;
    dxk_status status = dxk_reflect_load(p->container, NULL, &r);
    if (dxki_picture_damage(p, status))
        b.has_rs = dxki_picture_rootsig_open(p, &rs);
    if (r)
        collect_uses(&b, r);
    if (b.has_rs)
        collect_rs(&b, rs.signature);
    if (r && p->svg.status == DXK_OK) {
        put_facts(&b, r);
        height =
            b.all.count ? draw_bindings(&b, rs.signature) : dxki_picture_nothing(p, "bindings");
    }
    dxki_vec_free(p->svg.ctx, &b.all);
    dxki_picture_rootsig_close(&rs);
    dxk_reflect_free(r);
    return height;
}
