/* SPDX-License-Identifier: MIT */
/*
 * linkage.c - the outputs of a stage against the inputs of the next: what is joined, what is lost,
 * what does not fit. The checks are those of dxk_match().
 */
#include "dxk/enums.h"
#include "match/element.h"
#include "picture/grid.h"

enum {
    LEFT = 560,      /* x of the outputs */
    RIGHT = 5400,    /* x of the inputs */
    MOST_FAULTS = 40 /* lines below */
};

/* An input, an output, or both joined. */
typedef struct pair {
    const dxki_grid *from_grid, *to_grid;
    const dxki_grid_element *from, *to; /* one of them may be NULL */
    unsigned faults;                    /* dxki_match_fault */
    bool missing;                       /* nobody writes the input, which nobody else makes */
    uint16_t loose;                     /* ends of its row that its label is for; 0: has none */
    dxki_svg_colour colour;
} pair;

typedef struct linkage {
    dxki_picture *p;
    dxki_svg *s;
    const dxk_reflect_stage *from, *to;
    const dxk_psv0 *to_psv;
    uint64_t outputs, inputs, faults;
    size_t listed;
    dxk_str list[MOST_FAULTS];
} linkage;

/* Outputs of one signature or two, and the inputs that take them. */
typedef struct joint {
    unsigned outputs[2], output_count, inputs;
    dxki_grid from[2], to;
} joint;

/* --- words --- */

static dxk_str mask_text(dxki_svg *s, uint8_t mask)
{
    char text[4];
    size_t size = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            text[size++] = "xyzw"[i];
    return dxki_svg_format(s, "%0", DXKI_ARGS(dxki_raw((dxk_str){text, size})));
}

/* What is wrong with a pair, the worst first; empty: nothing. */
static dxk_str fault_text(dxki_svg *s, const pair *p)
{
    if (p->missing)
        return dxki_svg_format(s, "%0 is read but never written",
                               DXKI_ARGS(dxki_raw(p->to->label)));
    if (!p->faults)
        return (dxk_str){"", 0};
    dxki_arg name = dxki_raw(p->to->label);
    const dxk_reflect_parameter *from = p->from->p, *to = p->to->p;
    if (p->faults & DXKI_MATCH_REGISTER)
        return dxki_svg_format(s, "%0 is written to %1 but read from %2",
                               DXKI_ARGS(name, dxki_raw(dxki_grid_place(s, p->from_grid, p->from)),
                                         dxki_raw(dxki_grid_place(s, p->to_grid, p->to))));
    if (p->faults & DXKI_MATCH_TYPE)
        return dxki_svg_format(
            s, "%0 is written as %1 but read as %2",
            DXKI_ARGS(name, dxki_raw(dxki_grid_type(s, from)), dxki_raw(dxki_grid_type(s, to))));
    if (p->faults & DXKI_MATCH_PRECISION)
        return dxki_svg_format(s, "%0 is written and read with different precisions",
                               DXKI_ARGS(name));
    if (p->faults & DXKI_MATCH_COMPONENTS)
        return dxki_svg_format(
            s, "%0 is declared as %1 but written as %2",
            DXKI_ARGS(name, dxki_raw(mask_text(s, to->mask)), dxki_raw(mask_text(s, from->mask))));
    return dxki_svg_format(s, "components %1 of %0 are read but never written",
                           DXKI_ARGS(name, dxki_raw(mask_text(s, dxki_match_missing(from, to)))));
}

/* --- curves --- */

/* Where the line of an element begins, so that lines of one row part. */
static int32_t line_y(const dxki_grid *g, const dxki_grid_element *e)
{
    int32_t y = dxki_grid_row_y(g, e->row);
    return e->shares ? y + (e->first + e->last - 3) * DXKI_PX(2) : y;
}

static void draw_head(dxki_svg *s, int32_t x, int32_t y, dxki_svg_colour colour)
{
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x, y - DXKI_PX(4));
    dxki_svg_to(s, 'l', DXKI_PX(7), DXKI_PX(4));
    dxki_svg_to(s, 'l', -DXKI_PX(7), DXKI_PX(4));
    dxki_svg_path_end(s, true, DXKI_LOOK(.colour = colour, .form = 'f'));
}

static void draw_curve(dxki_svg *s, const pair *p, bool wrong)
{
    int32_t x1 = p->from_grid->x + DXKI_GRID_WIDTH + DXKI_PX(4), x2 = p->to_grid->x - DXKI_PX(34);
    int32_t y1 = line_y(p->from_grid, p->from), y2 = line_y(p->to_grid, p->to);
    int32_t third = (x2 - x1) / 3;
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x1, y1);
    dxki_svg_curve(s, (const int32_t[]){x1 + third, y1, x2 - third, y2, x2, y2});
    dxki_svg_path_end(s, false,
                      DXKI_LOOK(.colour = p->colour, .form = 'l', .stroke = 20, .dashed = wrong));
    draw_head(s, x2, y2, p->colour);
}

static void draw_end(dxki_svg *s, int32_t x, int32_t y, int32_t length, dxki_svg_colour colour)
{
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x, y);
    dxki_svg_across(s, 'h', length);
    dxki_svg_to(s, 'm', 0, -DXKI_PX(5));
    dxki_svg_across(s, 'v', DXKI_PX(10));
    dxki_svg_path_end(s, false, DXKI_LOOK(.colour = colour, .form = 'l', .stroke = 20));
}

/* --- pairs --- */

static const char *interpolation(const linkage *l, const joint *j, const pair *p)
{
    return p->to ? dxki_grid_interpolation(l->to_psv, j->inputs, p->to->p) : NULL;
}

static void put_tip(linkage *l, const joint *j, const pair *p, dxk_str fault)
{
    dxki_svg *s = l->s;
    const char *how = interpolation(l, j, p);
    dxk_str none = {"", 0}, wrote = none, read = none;
    if (p->from)
        wrote = dxki_svg_format(s, "\nwritten to %0 as %1",
                                DXKI_ARGS(dxki_raw(dxki_grid_place(s, p->from_grid, p->from)),
                                          dxki_raw(dxki_grid_type(s, p->from->p))));
    if (p->to)
        read = dxki_svg_format(s, "\nread from %0 as %1%2%3",
                               DXKI_ARGS(dxki_raw(dxki_grid_place(s, p->to_grid, p->to)),
                                         dxki_raw(dxki_grid_type(s, p->to->p)),
                                         dxki_svg_word(how ? ", " : ""),
                                         dxki_svg_word(how ? how : "")));
    else
        read = dxki_str("\nnot read by the next stage");
    dxki_svg_tip(s, "%0%1%2%3%4",
                 DXKI_ARGS(dxki_raw(p->to ? p->to->label : p->from->label), dxki_raw(wrote),
                           dxki_raw(read), dxki_svg_word(fault.size ? "\n" : ""), dxki_raw(fault)));
}

static void note_fault(linkage *l, dxk_str fault)
{
    l->faults++;
    if (l->listed < MOST_FAULTS)
        l->list[l->listed++] = fault;
}

/* What becomes of one end, or of several in one row. */
static void say_loose(dxki_svg *s, const pair *p, int32_t x, int32_t y, const char *classes,
                      const char *what)
{
    if (p->loose == 1)
        dxki_svg_text(s, x, y + DXKI_PX(4), classes, dxki_str(what));
    else if (p->loose)
        dxki_svg_say(s, x, y + DXKI_PX(4), classes, "%0 %1",
                     DXKI_ARGS(dxki_dec(p->loose), dxki_svg_word(what)));
}

static void draw_loose_ends(dxki_svg *s, const pair *p)
{
    if (p->from && !p->to) {
        int32_t x = p->from_grid->x + DXKI_GRID_WIDTH + DXKI_PX(4),
                y = line_y(p->from_grid, p->from);
        bool taken = dxki_match_is_taken(p->from->p);
        draw_end(s, x, y, DXKI_PX(26), p->colour);
        say_loose(s, p, x + DXKI_PX(34), dxki_grid_row_y(p->from_grid, p->from->row), "s x m el",
                  taken ? "to pipeline" : "not read");
    }
    if (p->to && !p->from) {
        int32_t x = p->to_grid->x - DXKI_PX(36), y = line_y(p->to_grid, p->to);
        draw_end(s, x, y, -DXKI_PX(24), p->colour);
        say_loose(s, p, x - DXKI_PX(32), dxki_grid_row_y(p->to_grid, p->to->row), "s x m el e",
                  p->missing ? "never written" : "from pipeline");
    }
}

static void draw_pair(linkage *l, const joint *j, pair *p)
{
    dxki_svg *s = l->s;
    dxk_str fault = fault_text(s, p);
    bool wrong = fault.size != 0;
    const char *how = interpolation(l, j, p);
    if (wrong) {
        note_fault(l, fault);
        p->colour = DXKI_SVG_red;
    }
    dxki_svg_group(s);
    put_tip(l, j, p, fault);
    if (p->from)
        dxki_grid_box(s, p->from_grid, p->from, p->colour, wrong);
    if (p->to)
        dxki_grid_box(s, p->to_grid, p->to, p->colour, wrong);
    if (p->from && p->to)
        draw_curve(s, p, wrong);
    draw_loose_ends(s, p);
    if (how && !p->to->shares) {
        int32_t x = p->to_grid->x + DXKI_GRID_WIDTH + DXKI_PX(10);
        dxki_svg_text(s, x, dxki_grid_row_y(p->to_grid, p->to->row) + DXKI_PX(4), "x m",
                      dxki_svg_fit(s, dxki_str(how), s->width - DXKI_SVG_MARGIN - x, 11));
    }
    dxki_svg_group_end(s);
}

static const dxki_grid_element *element_of(const dxki_grid *g, const dxk_reflect_parameter *p)
{
    for (size_t i = 0; p && i < g->count; i++)
        if (g->elements[i].p == p)
            return &g->elements[i];
    return NULL;
}

/* The output that an input takes. */
static void find_output(const linkage *l, const joint *j, pair *p)
{
    for (unsigned k = 0; k < j->output_count && !p->from; k++) {
        const dxk_reflect_parameters *list = &l->from->parameters[j->outputs[k]];
        p->from_grid = &j->from[k];
        p->from = element_of(p->from_grid, dxki_match_find(list, p->to->p));
        if (p->from)
            p->faults = dxki_match_compare(p->from->p, p->to->p, k == 0);
    }
    p->missing = !p->from && !dxki_match_is_made(l->from->kind, l->to->kind, p->to->p);
}

/* Inputs with what they take, then outputs that nobody takes; the number of pairs. */
static size_t list_pairs(linkage *l, const joint *j, pair *pairs)
{
    bool joined[2][DXKI_GRID_MOST] = {{false}};
    size_t count = 0;
    for (size_t i = 0; i < j->to.count; i++) {
        pair *p = &pairs[count];
        *p = (pair){.to_grid = &j->to, .to = &j->to.elements[i]};
        find_output(l, j, p);
        if (p->from)
            joined[p->from_grid - j->from][p->from - p->from_grid->elements] = true;
        p->colour = dxki_picture_cycle(count++);
    }
    for (unsigned k = 0; k < j->output_count; k++)
        for (size_t i = 0; i < j->from[k].count; i++) {
            const dxki_grid *g = &j->from[k];
            if (joined[k][i])
                continue;
            pairs[count] = (pair){.from_grid = g, .from = &g->elements[i]};
            pairs[count].colour = dxki_picture_cycle(count);
            count++;
        }
    return count;
}

/* True if the loose end is nobody's fault: the pipeline makes the input, or takes the output. */
static bool is_fine(const pair *p)
{
    return p->to ? !p->missing : dxki_match_is_taken(p->from->p);
}

/* Of loose ends that meet in a row the first has the label; it tells of those that are lost, if there are any. */
static void label_loose_ends(pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pair *p = &pairs[i];
        const dxki_grid_element *e = p->to ? p->to : p->from;
        if (p->to && p->from)
            continue;
        p->loose = 1;
        for (size_t k = i; e->shares && k-- > 0;) { /* a row has at most four */
            pair *q = &pairs[k];
            const dxki_grid_element *other = q->to ? q->to : q->from;
            if (!q->loose || other->row != e->row || q->to_grid != p->to_grid ||
                q->from_grid != p->from_grid)
                continue;
            bool same = is_fine(p) == is_fine(q), less = is_fine(p);
            q->loose = (uint16_t)(same ? q->loose + 1 : less ? q->loose : 0);
            p->loose = same || less ? 0 : p->loose;
            break;
        }
    }
}

static void draw_joint(linkage *l, joint *j)
{
    pair *pairs = DXKI_NEW_ARRAY(&l->s->arena, pair, 3 * DXKI_GRID_MOST);
    if (!pairs) {
        dxki_svg_fail(l->s, DXK_E_NOMEM);
        return;
    }
    for (unsigned k = 0; k < j->output_count; k++)
        dxki_grid_draw(l->s, &j->from[k]);
    dxki_grid_draw(l->s, &j->to);
    size_t count = list_pairs(l, j, pairs);
    label_loose_ends(pairs, count);
    for (size_t i = 0; i < count && l->s->marks < l->s->max_marks; i++)
        draw_pair(l, j, &pairs[i]);
}

/* --- the picture --- */

static const char *title_of(dxki_svg *s, uint32_t kind, const char *what)
{
    const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_kind, kind);
    dxk_str text = dxki_svg_format(
        s, "%0 %1", DXKI_ARGS(dxki_svg_word(stage ? stage : "Other"), dxki_svg_word(what)));
    return text.data; /* the arena ends it with a NUL */
}

/* Opens and places the grids of a joint below `y`; returns the y below them. */
static int32_t open_joint(linkage *l, joint *j, int32_t y)
{
    static const char *const out[] = {"inputs", "outputs", "patch constants"};
    bool mesh = l->from->kind == DXK_SHADER_KIND_MESH;
    int32_t left = y, right;
    for (unsigned k = 0; k < j->output_count; k++) {
        dxki_grid *g = &j->from[k];
        unsigned which = j->outputs[k];
        const char *what =
            mesh ? which == DXK_REFLECT_OUTPUT ? "vertices" : "primitives" : out[which];
        *g = (dxki_grid){
            .title = title_of(l->s, l->from->kind, what), .letter = 'o', .x = LEFT, .y = left};
        if (!dxki_grid_open(l->s, g, (dxki_grid_source){&l->from->parameters[which], 0, true}))
            return y;
        left += dxki_grid_height(g) ? dxki_grid_height(g) + DXKI_PX(16) : DXKI_GRID_HEAD;
        l->outputs += g->count;
    }
    j->to = (dxki_grid){
        .title = title_of(l->s, l->to->kind, out[j->inputs]), .letter = 'v', .x = RIGHT, .y = y};
    if (!dxki_grid_open(l->s, &j->to, (dxki_grid_source){&l->to->parameters[j->inputs], 0, false}))
        return y;
    l->inputs += j->to.count;
    right =
        y + (dxki_grid_height(&j->to) ? dxki_grid_height(&j->to) : DXKI_GRID_HEAD) + DXKI_PX(16);
    return left > right ? left : right;
}

static int32_t list_faults(linkage *l, int32_t y)
{
    for (size_t i = 0; i < l->listed; i++, y += DXKI_PX(22)) {
        dxki_picture_fault(l->s, y);
        dxki_svg_text(l->s, DXKI_PX(44), y, "s",
                      dxki_svg_fit(l->s, l->list[i], l->s->width - DXKI_PX(60), 12));
    }
    if (l->listed < l->faults) {
        dxki_svg_say(l->s, DXKI_PX(44), y, "s m", "and %0 more",
                     DXKI_ARGS(dxki_svg_count(l->s, l->faults - l->listed)));
        y += DXKI_PX(22);
    }
    return y;
}

static void put_facts(linkage *l)
{
    dxki_svg *s = l->s;
    dxk_str other = s->options->other_name.size ? s->options->other_name : dxki_str("container");
    if (!s->title.size)
        dxki_svg_title(s, "Stage linkage", NULL, 0);
    dxki_svg_fact(s, "%0 \xe2\x86\x92 %1", DXKI_ARGS(dxki_raw(l->p->name), dxki_raw(other)));
    dxki_svg_fact(s, "%0 output%1, %2 input%3",
                  DXKI_ARGS(dxki_svg_count(s, l->outputs), dxki_svg_plural(l->outputs),
                            dxki_svg_count(s, l->inputs), dxki_svg_plural(l->inputs)));
    if (l->faults)
        dxki_svg_fact(s, "%0 problem%1",
                      DXKI_ARGS(dxki_svg_count(s, l->faults), dxki_svg_plural(l->faults)));
    else
        dxki_svg_fact(s, "they fit", NULL, 0);
}

static int32_t draw(linkage *l)
{
    bool mesh = l->from->kind == DXK_SHADER_KIND_MESH;
    bool patches = l->to->kind == DXK_SHADER_KIND_DOMAIN;
    joint main = {.outputs = {DXK_REFLECT_OUTPUT, DXK_REFLECT_PATCH_CONSTANT},
                  .output_count = mesh ? 2 : 1,
                  .inputs = DXK_REFLECT_INPUT};
    joint patch = {.outputs = {DXK_REFLECT_PATCH_CONSTANT},
                   .output_count = 1,
                   .inputs = DXK_REFLECT_PATCH_CONSTANT};
    int32_t y = open_joint(l, &main, DXKI_SVG_TOP - DXKI_PX(4));
    if (patches && l->s->status == DXK_OK)
        y = open_joint(l, &patch, y);
    if (l->s->status != DXK_OK)
        return 0;
    if (!l->outputs && !l->inputs)
        return dxki_picture_nothing(l->p, "outputs");
    draw_joint(l, &main);
    if (patches)
        draw_joint(l, &patch);
    put_facts(l);
    return dxki_grid_legend(l->s, list_faults(l, y + DXKI_PX(10)) + DXKI_PX(4));
}

int32_t dxki_picture_linkage(dxki_picture *p)
{
    linkage l = {.p = p, .s = &p->svg};
    const dxk_container *other = p->svg.options->other;
    dxk_reflect *from = NULL, *to = NULL;
    int32_t height = 0;
    if (!dxki_picture_damage(p, dxk_reflect_load(p->container, NULL, &from)) ||
        !dxki_picture_damage(p, dxk_reflect_load(other, NULL, &to)) || !from || !to)
        goto done;
    dxk_decoded *psv = dxki_picture_part(p, other, DXK_PART_PSV0);
    l.from = &from->stage;
    l.to = &to->stage;
    l.to_psv = psv ? psv->as.psv0 : NULL;
    height = draw(&l);
    dxk_decoded_free(psv);
done:
    dxk_reflect_free(from);
    dxk_reflect_free(to);
    return height;
}
