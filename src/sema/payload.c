/* SPDX-License-Identifier: MIT */
/*
 * payload.c - read(...) and write(...) of members of payloads: who reads must get something, and
 * who writes must do it for somebody. See check.h; the DirectX Raytracing specification, "Payload
 * access qualifiers".
 */
#include "sema/check.h"

#include "base/count.h"

#define QUALIFIED 7u /* first shader model whose payloads say who reads and writes them */

bool dxki_sema_has_qualifiers(const dxki_hlsl *c)
{
    if (c->model_minor == QUALIFIED - 1)
        return c->options.payload_qualifiers;
    return c->model_minor >= QUALIFIED && !c->options.no_payload_qualifiers;
}

/* Requirement of a stage: one of `partners` must be named on the other side; 0: none needs to be. */
typedef struct need {
    uint8_t stage, partners;
} need;

/* Those who write, in the order of messages, and those who read. */
static const need needs[2][4] = {
    {{DXKI_HLSL_BY_MISS, DXKI_HLSL_BY_CALLER},
     {DXKI_HLSL_BY_CLOSEST_HIT, DXKI_HLSL_BY_CALLER},
     {DXKI_HLSL_BY_ANY_HIT, 0},
     {DXKI_HLSL_BY_CALLER, 0}},
    {{DXKI_HLSL_BY_MISS, DXKI_HLSL_BY_ANY_HIT | DXKI_HLSL_BY_CALLER},
     {DXKI_HLSL_BY_CLOSEST_HIT, DXKI_HLSL_BY_ANY_HIT | DXKI_HLSL_BY_CALLER},
     {DXKI_HLSL_BY_ANY_HIT, DXKI_HLSL_BY_ANY_HIT | DXKI_HLSL_BY_CALLER},
     {DXKI_HLSL_BY_CALLER, 0}},
};

static uint8_t stages_of(const dxki_ast_note *n)
{
    uint8_t all = 0;

    for (size_t i = 0; n && i < n->stage_count; i++)
        all |= dxki_hlsl_payload_stage(n->stages[i]->text);
    return all;
}

uint8_t dxki_sema_payload_access(const dxki_ast_decl *d, bool read)
{
    for (size_t i = 0; i < d->notes.count; i++) {
        const dxki_ast_note *n = &d->notes.items[i];
        if (n->kind == DXKI_AST_ACCESS && dxki_str_is(n->name->text, "read") == read)
            return stages_of(n);
    }
    return 0;
}

bool dxki_sema_is_payload(const dxki_hlsl_type *t)
{
    const dxki_hlsl_record *r = t->kind == DXKI_HLSL_TY_RECORD ? t->record : NULL;

    for (size_t i = 0; r && r->decl && i < r->decl->attrs.count; i++) {
        if (dxki_str_is(r->decl->attrs.items[i].name->text, "raypayload"))
            return true;
    }
    return false;
}

/* One side, 0 what is written and 1 what is read, against the other. */
static void check_side(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_ast_note *own,
                       const dxki_ast_note *other, unsigned side)
{
    uint8_t all = stages_of(own), others = stages_of(other);

    for (size_t i = 0; own && i < DXKI_COUNT(needs[side]); i++) {
        const need *n = &needs[side][i];
        bool met = n->partners ? (others & n->partners) != 0 : other != NULL;
        if (!(all & n->stage) || met)
            continue;
        DXKI_HLSL_REPORT(c, PAYLOAD_ALONE, own->loc, dxki_text(d->name->text),
                         dxki_text(dxki_str(side ? "read" : "write")),
                         dxki_text(dxki_hlsl_payload_stage_name(n->stage)),
                         dxki_text(dxki_str(side ? "producer" : "consumer")));
    }
}

void dxki_sema_check_access(dxki_hlsl *c, const dxki_ast_decl *d, bool is_member)
{
    const dxki_ast_note *sides[2] = {NULL, NULL};

    for (size_t i = 0; i < d->notes.count; i++) {
        const dxki_ast_note *n = &d->notes.items[i];
        if (n->kind != DXKI_AST_ACCESS)
            continue;
        unsigned side = dxki_str_is(n->name->text, "read");
        if (!is_member)
            DXKI_HLSL_SAY(c, PAYLOAD_MEMBER, n->loc);
        else if (sides[side])
            DXKI_HLSL_REPORT(c, PAYLOAD_AGAIN, n->loc, dxki_text(n->name->text));
        else if (n->stage_count) /* else nobody reads or writes */
            sides[side] = n;
    }
    if (!is_member || !d->name)
        return;
    check_side(c, d, sides[0], sides[1], 0);
    check_side(c, d, sides[1], sides[0], 1);
}
