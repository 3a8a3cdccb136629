/* SPDX-License-Identifier: MIT */
/* diff.c - two containers at one scale: which parts are equal, and what differs in the others. */
#include "picture/picture.h"

#include "base/vec.h"
#include "container/container.h"
#include "dxk/diff.h"
#include "dxk/reflect.h"

enum {
    MOST_PARTS = 512, /* of each side */
    MOST_GROUPS = 40,
    BAR = 340,
    GAP = 460,
    ROW = 210
};

/* A part of one side, and the one that it is compared with. */
typedef struct piece {
    const dxk_part *part;
    int32_t x, w;
    uint32_t partner; /* on the other side; UINT32_MAX: none */
    bool equal;
} piece;

typedef struct side {
    const dxk_container *container;
    dxk_str name;
    piece *pieces;
    uint32_t count, more; /* the latter: parts that are not drawn */
    int32_t y, end;       /* of the bar; where it ends */
} side;

/* The differences in what the first step of their path names. */
typedef struct group {
    dxk_str name, first;
    size_t count;
} group;

typedef struct comparison {
    dxki_picture *p;
    dxki_svg *s;
    side sides[2];
    DXKI_VEC(group) groups;
    size_t differences, left_out; /* the latter: groups without a row have so many */
} comparison;

/* --- parts --- */

static bool same_bytes(dxk_bytes a, dxk_bytes b)
{
    return dxki_str_same((dxk_str){(const char *)a.data, a.size},
                         (dxk_str){(const char *)b.data, b.size});
}

static void list_pieces(comparison *c, side *at, const dxk_container *container, uint64_t most)
{
    size_t count = dxk_container_part_count(container);
    int32_t room = c->s->width - 2 * DXKI_SVG_MARGIN;
    at->container = container;
    at->count = count < MOST_PARTS ? (uint32_t)count : MOST_PARTS;
    at->more = (uint32_t)(count - at->count);
    at->pieces = DXKI_NEW_ARRAY(&c->s->arena, piece, at->count);
    at->end = DXKI_SVG_MARGIN +
              (int32_t)((uint64_t)room * dxk_container_input(container).size / (most ? most : 1));
    if (!at->pieces) {
        dxki_svg_fail(c->s, DXK_E_NOMEM);
        return;
    }
    for (uint32_t i = 0; i < at->count; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        uint64_t begin = part->offset < most ? part->offset : most, left = most - begin;
        uint64_t size = part->content.size + (uint64_t)8;
        piece one = {.part = part, .partner = UINT32_MAX};
        one.x = DXKI_SVG_MARGIN + (int32_t)((uint64_t)room * begin / (most ? most : 1));
        one.w = (int32_t)((uint64_t)room * (size < left ? size : left) / (most ? most : 1));
        one.w = one.w < 15 ? 15 : one.w;
        at->pieces[i] = one;
    }
}

/* The n-th part of a kind goes with the n-th of that kind. */
static void pair(comparison *c)
{
    side *a = &c->sides[0], *b = &c->sides[1];
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count; k++) {
            if (b->pieces[k].partner != UINT32_MAX ||
                b->pieces[k].part->fourcc != a->pieces[i].part->fourcc)
                continue;
            a->pieces[i].partner = k;
            b->pieces[k].partner = i;
            a->pieces[i].equal = b->pieces[k].equal =
                same_bytes(a->pieces[i].part->content, b->pieces[k].part->content);
            break;
        }
    }
}

/* --- differences --- */

/* The first step of a path, as in "PSV0/resources[3].flags" or "PRIV#1". */
static size_t first_step(const char *path)
{
    size_t size = 0;
    while (path[size] && path[size] != '/' && path[size] != '#')
        size++;
    return size;
}

static dxk_str in_words(comparison *c, const dxk_difference *d)
{
    static const char *const whole[] = {"%1 \xe2\x86\x92 %2", "only in A", "only in B",
                                        "place %1 \xe2\x86\x92 %2"};
    static const char *const inside[] = {"%0: %1 \xe2\x86\x92 %2", "%0 only in A", "%0 only in B",
                                         "%0: %1 \xe2\x86\x92 %2"};
    dxk_str below = dxki_str(d->path + first_step(d->path));
    dxki_str_cut(&below, "/");
    return dxki_svg_format(
        c->s, below.size ? inside[d->kind] : whole[d->kind],
        DXKI_ARGS(dxki_raw(below), dxki_raw(d->left.size ? d->left : dxki_str("\xe2\x80\x93")),
                  dxki_raw(d->right.size ? d->right : dxki_str("\xe2\x80\x93"))));
}

static dxk_status add_difference(void *user, const dxk_difference *d)
{
    comparison *c = user;
    dxk_str name = {d->path, first_step(d->path)};
    size_t i = c->groups.count; /* mostly the last one */
    while (i > 0 && !dxki_str_same(c->groups.items[i - 1].name, name))
        i--;
    c->differences++;
    if (i > 0) {
        c->groups.items[i - 1].count++;
        return DXK_OK;
    }
    if (c->groups.count == MOST_GROUPS) {
        c->left_out++;
        return DXK_OK;
    }
    group one = {.name = dxki_svg_format(c->s, "%0", DXKI_ARGS(dxki_raw(name))),
                 .first = in_words(c, d),
                 .count = 1};
    return dxki_vec_push(c->s->ctx, &c->groups, one) ? DXK_OK : DXK_E_NOMEM;
}

/* --- drawing --- */

static dxki_svg_colour colour_of(const dxk_part *part)
{
    return dxki_picture_part_colour(part->fourcc, part->content);
}

static void draw_band(comparison *c, const piece *a, const piece *b)
{
    dxki_svg *s = c->s;
    int32_t top = c->sides[0].y + BAR, bottom = c->sides[1].y;
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', a->x, top);
    dxki_svg_to(s, 'L', b->x, bottom);
    dxki_svg_across(s, 'H', b->x + b->w);
    dxki_svg_to(s, 'L', a->x + a->w, top);
    dxki_svg_path_end(
        s, true,
        DXKI_LOOK(.colour = colour_of(a->part), .stroke = 5, .opacity = a->equal ? 20 : 75));
}

static void draw_piece(comparison *c, const side *at, const piece *one)
{
    dxki_svg *s = c->s;
    char text[4];
    dxk_str name = dxki_picture_fourcc(one->part->fourcc, text);
    dxki_svg_box box = {one->x, at->y, one->w, BAR};
    bool alone = one->partner == UINT32_MAX;
    dxki_svg_rect(
        s, box,
        DXKI_LOOK(.colour = colour_of(one->part), .opacity = one->equal ? 20 : 0, .dashed = alone));
    if (one->w > dxki_svg_width(4, 12) + DXKI_PX(6))
        dxki_svg_text(s, one->x + one->w / 2, at->y + DXKI_PX(21), one->equal ? "c m" : "c b",
                      name);
}

static void tell(comparison *c, const piece *a, const piece *b)
{
    const dxk_part *part = a ? a->part : b->part;
    const char *title = dxk_part_title(part->fourcc, part->content);
    char text[4];
    dxk_str name = dxki_picture_fourcc(part->fourcc, text);
    if (a && b)
        dxki_svg_tip(c->s, "%0: %1\n%2, %3 \xe2\x86\x92 %4 bytes",
                     DXKI_ARGS(dxki_raw(name), dxki_svg_word(title),
                               dxki_svg_word(a->equal ? "equal" : "differs"),
                               dxki_svg_count(c->s, a->part->content.size),
                               dxki_svg_count(c->s, b->part->content.size)));
    else
        dxki_svg_tip(c->s, "%0: %1\nonly in %2, %3 bytes",
                     DXKI_ARGS(dxki_raw(name), dxki_svg_word(title), dxki_svg_word(a ? "A" : "B"),
                               dxki_svg_count(c->s, part->content.size)));
}

static void draw_bars(comparison *c)
{
    dxki_svg *s = c->s;
    side *a = &c->sides[0], *b = &c->sides[1];
    for (int i = 0; i < 2; i++) {
        const side *at = &c->sides[i];
        dxki_svg_rect(s, (dxki_svg_box){DXKI_SVG_MARGIN, at->y, at->end - DXKI_SVG_MARGIN, BAR},
                      DXKI_LOOK(.colour = DXKI_SVG_grey));
        dxki_svg_text(s, DXKI_SVG_MARGIN, i ? at->y + BAR + DXKI_PX(14) : at->y - DXKI_PX(6), "b",
                      dxki_str(i ? "B" : "A"));
    }
    for (uint32_t i = 0; i < a->count; i++) {
        const piece *one = &a->pieces[i];
        const piece *other = one->partner == UINT32_MAX ? NULL : &b->pieces[one->partner];
        dxki_svg_group(s);
        tell(c, one, other);
        if (other)
            draw_band(c, one, other);
        draw_piece(c, a, one);
        if (other)
            draw_piece(c, b, other);
        dxki_svg_group_end(s);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        if (b->pieces[i].partner != UINT32_MAX)
            continue;
        dxki_svg_group(s);
        tell(c, NULL, &b->pieces[i]);
        draw_piece(c, b, &b->pieces[i]);
        dxki_svg_group_end(s);
    }
}

/* The colour of the part that a group is about. */
static dxki_svg_colour group_colour(const comparison *c, dxk_str name)
{
    char text[4];
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < c->sides[i].count; k++) {
            const dxk_part *part = c->sides[i].pieces[k].part;
            if (dxki_str_same(dxki_picture_fourcc(part->fourcc, text), name))
                return colour_of(part);
        }
    return DXKI_SVG_grey;
}

static int32_t draw_groups(comparison *c, int32_t y)
{
    dxki_svg *s = c->s;
    size_t most = 1;
    for (size_t i = 0; i < c->groups.count; i++)
        most = c->groups.items[i].count > most ? c->groups.items[i].count : most;
    for (size_t i = 0; i < c->groups.count; i++, y += ROW) {
        const group *g = &c->groups.items[i];
        dxki_svg_colour colour = group_colour(c, g->name);
        int32_t w = (int32_t)((uint64_t)DXKI_PX(160) * g->count / most);
        dxki_svg_rect(s, (dxki_svg_box){DXKI_PX(20), y, DXKI_PX(12), DXKI_PX(13)},
                      DXKI_LOOK(.colour = colour, .radius = 2));
        dxki_svg_text(s, DXKI_PX(40), y + DXKI_PX(11), "b",
                      dxki_svg_fit(s, g->name, DXKI_PX(64), 12));
        dxki_svg_say(s, DXKI_PX(136), y + DXKI_PX(11), "e", "%0",
                     DXKI_ARGS(dxki_svg_count(s, g->count)));
        dxki_svg_rect(s, (dxki_svg_box){DXKI_PX(148), y + DXKI_PX(1), w < 20 ? 20 : w, DXKI_PX(11)},
                      DXKI_LOOK(.colour = colour, .radius = 2));
        dxki_svg_text(s, DXKI_PX(324), y + DXKI_PX(11), "x m",
                      dxki_svg_fit(s, g->first, s->width - DXKI_PX(340), 11));
    }
    return y;
}

/* --- counts of the shaders --- */

enum { FACTS = 5 };

/* What is counted, and what stands for it where it does not apply: a library has no counters, inputs or outputs
 * of its own, a shader of one entry point no list of functions. */
static const struct fact {
    const char *word, *without;
    bool of_libraries, of_shaders;
} fact_rows[FACTS] = {
    {"instructions", "\xe2\x80\x93", false, true}, {"resources", "", true, true},
    {"inputs", "\xe2\x80\x93", false, true},       {"outputs", "\xe2\x80\x93", false, true},
    {"functions", "one entry point", true, false},
};

typedef struct counts {
    bool is_library;
    uint64_t of[FACTS];
} counts;

static bool count_facts(comparison *c, const dxk_container *container, counts *out)
{
    dxk_reflect *r = NULL;
    dxk_status status = dxk_reflect_load(container, NULL, &r);
    if (status == DXK_E_NOMEM)
        dxki_svg_fail(c->s, status);
    if (r)
        *out = (counts){.is_library = r->is_library,
                        .of = {r->counters.instruction_count, r->binding_count,
                               r->stage.parameters[DXK_REFLECT_INPUT].count,
                               r->stage.parameters[DXK_REFLECT_OUTPUT].count, r->function_count}};
    dxk_reflect_free(r);
    return r != NULL;
}

static bool applies(const counts *at, int fact)
{
    return at->is_library ? fact_rows[fact].of_libraries : fact_rows[fact].of_shaders;
}

static dxk_str count_text(comparison *c, const counts *at, int fact)
{
    return applies(at, fact)
               ? dxki_svg_format(c->s, "%0", DXKI_ARGS(dxki_svg_count(c->s, at->of[fact])))
               : dxki_str(fact_rows[fact].without);
}

static int32_t draw_counts(comparison *c, int32_t y)
{
    counts a = {0}, b = {0};
    dxki_svg *s = c->s;
    int32_t x = DXKI_SVG_MARGIN;
    if (!count_facts(c, c->sides[0].container, &a) || !count_facts(c, c->sides[1].container, &b))
        return y;
    for (int i = 0; i < FACTS; i++) {
        if (!(applies(&a, i) && a.of[i]) && !(applies(&b, i) && b.of[i]))
            continue;
        dxk_str left = count_text(c, &a, i), right = count_text(c, &b, i);
        bool same = dxki_str_same(left, right);
        dxk_str numbers = same ? left
                               : dxki_svg_format(s, "%0 \xe2\x86\x92 %1",
                                                 DXKI_ARGS(dxki_raw(left), dxki_raw(right)));
        dxk_str word = dxki_str(fact_rows[i].word);
        dxki_svg_text(s, x, y + DXKI_PX(14), "s x m", word);
        dxki_svg_text(s, x, y + DXKI_PX(30), same ? "m" : "b", numbers);
        int32_t wide = dxki_svg_width(dxki_svg_columns(numbers), 12);
        int32_t least = dxki_svg_width(word.size, 11);
        x += (wide > least ? wide : least) + DXKI_PX(28);
    }
    return y + DXKI_PX(44);
}

/* --- the whole --- */

static void put_facts(comparison *c)
{
    dxki_svg *s = c->s;
    if (!s->title.size)
        dxki_svg_title(s, "Difference of two containers", DXKI_ARGS(dxki_svg_word("")));
    for (int i = 0; i < 2; i++)
        dxki_svg_fact(
            s, "%0 %1, %2 bytes",
            DXKI_ARGS(dxki_svg_word(i ? "B" : "A"), dxki_raw(c->sides[i].name),
                      dxki_svg_count(s, dxk_container_input(c->sides[i].container).size)));
    dxki_svg_fact(s, "%0 difference%1",
                  DXKI_ARGS(dxki_svg_count(s, c->differences), dxki_svg_plural(c->differences)));
    if (c->left_out)
        dxki_svg_fact(s, "%0 of them have no row", DXKI_ARGS(dxki_svg_count(s, c->left_out)));
    if (c->sides[0].more + c->sides[1].more)
        dxki_svg_fact(s, "%0 parts are not drawn",
                      DXKI_ARGS(dxki_svg_count(s, c->sides[0].more + c->sides[1].more)));
}

static int32_t draw_legend(dxki_svg *s, int32_t y)
{
    int32_t x =
        dxki_svg_legend(s, DXKI_SVG_MARGIN, y,
                        DXKI_LOOK(.colour = DXKI_SVG_blue, .radius = 2, .opacity = 20), "equal");
    x = dxki_svg_legend(s, x, y, DXKI_LOOK(.colour = DXKI_SVG_blue, .radius = 2), "differs");
    dxki_svg_legend(s, x, y, DXKI_LOOK(.colour = DXKI_SVG_blue, .radius = 2, .dashed = true),
                    "on one side only");
    return y + DXKI_PX(20);
}

int32_t dxki_picture_diff(dxki_picture *p)
{
    comparison c = {.p = p, .s = &p->svg};
    const dxk_container *other = p->svg.options->other;
    uint64_t a = dxk_container_input(p->container).size, b = dxk_container_input(other).size;
    c.sides[0].name = p->name;
    c.sides[1].name =
        p->svg.options->other_name.size ? p->svg.options->other_name : dxki_str("container");
    list_pieces(&c, &c.sides[0], p->container, a > b ? a : b);
    list_pieces(&c, &c.sides[1], other, a > b ? a : b);
    if (c.s->status != DXK_OK)
        return 0;
    pair(&c);
    c.sides[0].y = DXKI_PX(80);
    c.sides[1].y = c.sides[0].y + BAR + GAP;
    dxk_status status = dxk_diff(p->container, other, NULL, add_difference, &c, NULL);
    int32_t y = 0;
    if (dxki_picture_damage(p, status)) {
        put_facts(&c);
        draw_bars(&c);
        y = draw_groups(&c, c.sides[1].y + BAR + DXKI_PX(34));
        y = draw_counts(&c, y + DXKI_PX(6));
        y = draw_legend(c.s, y + DXKI_PX(18));
        if (c.s->status == DXK_OK && c.differences)
            y = dxki_picture_diff_blocks(p, other, y + DXKI_PX(20));
    }
    dxki_vec_free(c.s->ctx, &c.groups);
    return y;
}
