/* SPDX-License-Identifier: MIT */
/*
 * agree.c - signatures packed anew. What one stage gives and the next one takes must be in the same
 * registers, so that both are packed as one list: the elements of the first stage in their order,
 * then those that only the second one has.
 *
 *     hull, patch constants     TEXCOORD0 o0.yzw   SV_TessFactor0-2 o0-2.x     is not allowed
 *     domain                    TEXCOORD0 v0.yzw
 *     packed                    SV_TessFactor in registers 0-2.w   TEXCOORD0 in 0.xyz, for both
 *
 * Source: DXIL.rst, "Signature packing"; dxk/packing.h.
 */
#include "convert/facts.h"

#include "dxil/register.h"
#include "dxk/convert.h"
#include "spec/semantics.h"

/* What is packed: an element, of which others may be rows. */
typedef struct unit {
    const dxki_convert_draft *first; /* the one that has all rows */
    uint32_t columns;
    uint32_t interpolation;
    dxk_pack_element place;
} unit;

/* A signature on one side, and the units of its elements. */
typedef struct side {
    dxki_convert *c;
    dxki_convert_signature *signature;
    uint32_t which;
    uint32_t *units; /* number of each draft's unit */
} side;

typedef struct packing {
    side sides[2];
    size_t side_count;
    unit *units;
    size_t count;
} packing;

/* ---------------------------------------------------------------------------------------- */
/* Units                                                                                      */

/* Are all rows of an element rows of the unit? */
static bool covers(const unit *u, const dxki_convert_draft *d)
{
    const dxki_convert_draft *all = u->first;
    uint32_t row = d->indices[0] - all->indices[0];

    return all->stream == d->stream && dxki_str_same_fold(all->name, d->name) &&
           d->indices[0] >= all->indices[0] && row < all->rows && d->rows <= all->rows - row &&
           all->indices[row] == d->indices[0];
}

static void add_draft(packing *p, side *s, size_t number)
{
    const dxki_convert_draft *d = &s->signature->drafts.items[number];
    size_t at = 0;

    while (at < p->count && !covers(&p->units[at], d))
        at++;
    if (at == p->count)
        p->units[p->count++] = (unit){.first = d};
    unit *u = &p->units[at];
    s->units[number] = (uint32_t)at;
    if (u->columns < d->columns)
        u->columns = d->columns;
    if (d->interpolation)
        u->interpolation = d->interpolation;
}

/* Arrays come first, so that single elements become rows of them. */
static void add_drafts(packing *p, bool arrays)
{
    for (size_t k = 0; k < p->side_count; k++) {
        side *s = &p->sides[k];
        for (size_t i = 0; i < s->signature->drafts.count; i++) {
            const dxki_convert_draft *d = &s->signature->drafts.items[i];
            if (!d->merged && dxki_convert_is_placed(d) && (d->rows > 1) == arrays)
                add_draft(p, s, i);
        }
    }
}

/* Puts the units in the order in which their elements stand; `order` is filled with numbers. */
static size_t order_units(packing *p, uint32_t *order, uint8_t *seen)
{
    size_t count = 0;

    for (size_t k = 0; k < p->side_count; k++) {
        const side *s = &p->sides[k];
        for (size_t i = 0; i < s->signature->drafts.count; i++) {
            const dxki_convert_draft *d = &s->signature->drafts.items[i];
            if (d->merged || !dxki_convert_is_placed(d) || seen[s->units[i]])
                continue;
            seen[s->units[i]] = 1;
            order[count++] = s->units[i];
        }
    }
    return count;
}

/* ---------------------------------------------------------------------------------------- */
/* Packing                                                                                    */

/* A system value that only the other side has is something arbitrary on this one. */
static uint32_t semantic_at(const side *rules, uint32_t semantic)
{
    dxki_sigpoint point = dxki_sigpoint_of(dxki_convert_kind(rules->c), rules->which);

    return dxki_dxil_register_class(dxki_semantic_use_at(semantic, point, NULL))
               ? semantic
               : DXK_SEMANTIC_KIND_ARBITRARY;
}

static dxk_pack_element pack_element(const side *rules, const unit *u)
{
    return (dxk_pack_element){.semantic = semantic_at(rules, u->first->semantic),
                              .semantic_index = u->first->indices[0],
                              .component_type = u->first->component,
                              .interpolation = u->interpolation,
                              .rows = u->first->rows,
                              .columns = u->columns,
                              .stream = u->first->stream};
}

/* The side whose rules are kept: the one that takes, unless there are streams. */
static const side *ruling(const packing *p)
{
    const side *last = &p->sides[p->side_count - 1];

    for (size_t i = 0; i < p->count; i++)
        if (p->units[i].first->stream)
            return &p->sides[0];
    return last;
}

static bool place_units(packing *p, dxki_convert *c)
{
    dxk_pack_element *elements = DXKI_NEW_ARRAY(&c->arena, dxk_pack_element, p->count);
    uint32_t *order = DXKI_NEW_ARRAY(&c->arena, uint32_t, p->count);
    uint8_t *seen = DXKI_NEW_ARRAY(&c->arena, uint8_t, p->count);
    const side *rules = ruling(p);

    if (!elements || !order || !seen) {
        dxki_convert_nomem(c);
        return false;
    }
    size_t count = order_units(p, order, seen);
    for (size_t i = 0; i < count; i++)
        elements[i] = pack_element(rules, &p->units[order[i]]);
    c->status = dxk_signature_pack(c->ctx, dxki_convert_kind(rules->c),
                                   (dxk_signature_kind)rules->which, NULL, elements, count, NULL);
    for (size_t i = 0; i < count && dxki_convert_ready(c); i++)
        p->units[order[i]].place = elements[i];
    return dxki_convert_ready(c);
}

static void move_drafts(const packing *p, const side *s)
{
    for (size_t i = 0; i < s->signature->drafts.count; i++) {
        dxki_convert_draft *d = &s->signature->drafts.items[i];
        if (d->merged || !dxki_convert_is_placed(d))
            continue;
        const unit *u = &p->units[s->units[i]];
        d->new_reg = (uint32_t)u->place.start_row + (d->indices[0] - u->first->indices[0]);
        d->new_column = (uint32_t)u->place.start_column;
        if (d->interpolation)
            d->interpolation = u->interpolation;
    }
    s->signature->settled = true;
}

static bool init_side(side *s, dxki_convert *c, uint32_t which, dxki_convert *report)
{
    *s = (side){.c = c, .signature = &c->facts->signatures[which], .which = which};
    s->units = DXKI_NEW_ARRAY(&report->arena, uint32_t, s->signature->drafts.count);
    if (!s->units)
        dxki_convert_nomem(report);
    return s->units != NULL;
}

/* Render targets are in the register of their index. */
static bool is_fixed(const dxki_convert *c, uint32_t which)
{
    return c->stage == DXK_DXBC_STAGE_PIXEL && which == DXK_SIGNATURE_OUTPUT;
}

void dxki_convert_pack(dxki_convert *c, uint32_t which, dxki_convert *next, uint32_t next_which)
{
    packing p = {.side_count = next ? 2 : 1};

    if (is_fixed(c, which) || !init_side(&p.sides[0], c, which, c) ||
        (next && !init_side(&p.sides[1], next, next_which, c)))
        return;
    size_t most = p.sides[0].signature->drafts.count;
    if (next)
        most += p.sides[1].signature->drafts.count;
    p.units = DXKI_NEW_ARRAY(&c->arena, unit, most);
    if (!p.units) {
        dxki_convert_nomem(c);
        return;
    }
    add_drafts(&p, true);
    add_drafts(&p, false);
    if (p.count == 0 || !place_units(&p, c))
        return;
    for (size_t k = 0; k < p.side_count; k++)
        move_drafts(&p, &p.sides[k]);
}

/* ---------------------------------------------------------------------------------------- */
/* Neighbours                                                                                 */

/* An interface between two stages. */
static void agree_on(dxki_convert *a, uint32_t given, dxki_convert *b, uint32_t taken)
{
    if (!dxki_convert_ready(a))
        return;
    if (a->options->pack || dxki_convert_is_misplaced(a, given) ||
        dxki_convert_is_misplaced(b, taken))
        dxki_convert_pack(a, given, b, taken);
}

void dxki_convert_agree(dxki_convert *const *stages, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++) {
        dxki_convert *a = stages[i], *b = stages[i + 1];
        agree_on(a, DXK_SIGNATURE_OUTPUT, b, DXK_SIGNATURE_INPUT);
        if (a->stage == DXK_DXBC_STAGE_HULL && b->stage == DXK_DXBC_STAGE_DOMAIN)
            agree_on(a, DXK_SIGNATURE_PATCH_CONSTANT, b, DXK_SIGNATURE_PATCH_CONSTANT);
    }
}
