/* SPDX-License-Identifier: MIT */
/*
 * payload_flow.c - what a shader does with members of its payload that it may not read or write: what it
 * reads is undefined, what it writes is lost, and what it need not write loses what another stage wrote.
 * A function that the payload is handed to may do anything. See check.h, and walk.h for how statements
 * are followed; the DirectX Raytracing specification, "Payload access qualifiers".
 */
#include "sema/check.h"
#include "sema/walk.h"

/* Fields of a payload, and places where one is written, that are looked at. */
#define MOST_FIELDS 64u
#define MOST_WRITES 64u

/* Bits that are always set are fields that were written; those set sometimes, the writes that hold. */
typedef dxki_sema_state state;

/* Where a field is written. */
typedef struct place {
    uint32_t field;
    dxki_hlsl_loc loc;
} place;

typedef struct flow {
    dxki_sema_walk walk;
    const dxki_hlsl_var *payload;
    const dxki_hlsl_record *record;
    uint8_t stage; /* a bit */
    place places[MOST_WRITES];
    size_t count;
    uint64_t read_told; /* fields */
    state left;
} flow;

static void read_node(flow *w, const dxki_hlsl_node *n, state *at);

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

/* The field of the payload that a place is in, and where that is named; MOST_FIELDS: it is another place.
 * A payload in a payload has qualifiers of its own. */
static uint32_t field_of(const flow *w, const dxki_hlsl_node *n, dxki_hlsl_loc *loc)
{
    while (n && (n->kind == DXKI_HLSL_N_SWIZZLE || n->kind == DXKI_HLSL_N_ELEMENT ||
                 n->kind == DXKI_HLSL_N_CONVERT || n->kind == DXKI_HLSL_N_BITS ||
                 (n->kind == DXKI_HLSL_N_FIELD && n->a && n->a->kind != DXKI_HLSL_N_VAR)))
        n = n->a;
    if (!n || n->kind != DXKI_HLSL_N_FIELD || n->a->var != w->payload || n->index >= MOST_FIELDS ||
        dxki_sema_is_payload(w->record->fields[n->index].type))
        return MOST_FIELDS;
    *loc = n->loc;
    return n->index;
}

static bool may(const flow *w, uint32_t field, uint8_t stage, bool read)
{
    const dxki_ast_decl *d = w->record->fields[field].decl;

    return d && dxki_sema_payload_access(d, read) & stage;
}

static dxki_arg name_of(const flow *w, uint32_t field)
{
    const dxki_hlsl_name *name = w->record->fields[field].name;

    return dxki_text(name ? name->text : dxki_str(""));
}

static void read_field(flow *w, uint32_t field, dxki_hlsl_loc loc, const state *at)
{
    uint64_t bit = UINT64_C(1) << field;

    if (!at->reached || at->always & bit || w->read_told & bit || may(w, field, w->stage, true))
        return;
    w->read_told |= bit;
    DXKI_HLSL_REPORT(w->walk.c, PAYLOAD_UNDEFINED, loc, name_of(w, field),
                     dxki_text(dxki_sema_payload_stage_name(w->stage)));
}

static void write_field(flow *w, uint32_t field, dxki_hlsl_loc loc, state *at)
{
    at->always |= UINT64_C(1) << field;
    for (size_t i = 0; i < w->count; i++) {
        if (w->places[i].field == field)
            at->sometimes &= ~(UINT64_C(1) << i);
    }
    if (w->count == MOST_WRITES || may(w, field, w->stage, false))
        return;
    at->sometimes |= UINT64_C(1) << w->count;
    w->places[w->count++] = (place){field, loc};
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

/* A place that is written, in parts or as a whole. */
static void write_node(flow *w, const dxki_hlsl_node *n, state *at)
{
    dxki_hlsl_loc loc = {0, 0};
    uint32_t field = field_of(w, n, &loc);

    if (field < MOST_FIELDS)
        write_field(w, field, loc, at);
    else if (n && n->kind == DXKI_HLSL_N_VAR && n->var == w->payload)
        at->always = UINT64_MAX;
    else
        read_node(w, n, at);
}

/* Arguments, of which some are written after all are evaluated. */
static void call(flow *w, const dxki_hlsl_node *n, state *at)
{
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < n->list_count; i++) {
            bool known = n->function && i < n->function->param_count;
            uint8_t direction = known ? n->function->params[i]->direction : DXKI_HLSL_IN;
            if (!known && n->list[i] && n->list[i]->is_lvalue)
                direction = DXKI_HLSL_OUT; /* the function may write it */
            if (pass == 0 && !(direction & DXKI_HLSL_OUT))
                read_node(w, n->list[i], at);
            else if (pass == 1 && direction & DXKI_HLSL_OUT)
                write_node(w, n->list[i], at);
        }
    }
}

static void read_parts(flow *w, const dxki_hlsl_node *n, state *at)
{
    dxki_hlsl_loc loc = {0, 0};
    uint32_t field = field_of(w, n, &loc);

    if (field < MOST_FIELDS)
        read_field(w, field, loc, at);
    if (n->kind == DXKI_HLSL_N_FIELD && field < MOST_FIELDS)
        return;
    if (n->kind == DXKI_HLSL_N_ELEMENT && field < MOST_FIELDS) {
        read_node(w, n->b, at);
        return;
    }
    if (field == MOST_FIELDS) {
        read_node(w, n->a, at);
        read_node(w, n->b, at);
        read_node(w, n->c, at);
    }
    if (n->kind == DXKI_HLSL_N_CALL || n->kind == DXKI_HLSL_N_INTRINSIC)
        call(w, n, at);
    for (size_t i = 0; n->kind == DXKI_HLSL_N_LIST && i < n->list_count; i++)
        read_node(w, n->list[i], at);
}

static void read_node(flow *w, const dxki_hlsl_node *n, state *at)
{
    if (!n || !dxki_hlsl_enter(w->walk.c, n->loc))
        return;
    switch (n->kind) {
    case DXKI_HLSL_N_ASSIGN:
    case DXKI_HLSL_N_UPDATE:
        read_node(w, n->b, at);
        write_node(w, n->a, at);
        break;
    case DXKI_HLSL_N_STEP:
        write_node(w, n->a, at);
        break;
    case DXKI_HLSL_N_BINARY:
    case DXKI_HLSL_N_LOGIC:
    case DXKI_HLSL_N_COMMA:
        dxki_sema_read_operations(&w->walk, n, at);
        break;
    case DXKI_HLSL_N_CHOOSE:
        read_node(w, n->a, at);
        dxki_sema_read_either(&w->walk, n->b, n->c, at);
        break;
    default:
        read_parts(w, n, at);
        break;
    }
    dxki_hlsl_leave(w->walk.c);
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

static void read_expression(dxki_sema_walk *w, const dxki_hlsl_node *n, state *at)
{
    read_node((flow *)w, n, at);
}

static void leave(dxki_sema_walk *w, const dxki_hlsl_code *s, const state *at)
{
    (void)s;
    dxki_sema_meet(&((flow *)w)->left, at);
}

/* What the writes that hold at the end come to, and those that are missing there. */
static void check_end(flow *w)
{
    const dxki_arg stage = dxki_text(dxki_sema_payload_stage_name(w->stage));
    const uint8_t earlier = DXKI_HLSL_BY_CALLER | DXKI_HLSL_BY_ANY_HIT;

    for (size_t i = 0; i < w->count && w->left.reached; i++) {
        if (w->left.sometimes >> i & 1)
            DXKI_HLSL_REPORT(w->walk.c, PAYLOAD_LOST, w->places[i].loc,
                             name_of(w, w->places[i].field), stage);
    }
    for (uint32_t i = 0; i < w->record->field_count && i < MOST_FIELDS; i++) {
        bool pure = may(w, i, w->stage, false) && !may(w, i, w->stage, true);
        if (pure && may(w, i, earlier, false) && !(w->left.always >> i & 1) && w->left.reached)
            DXKI_HLSL_REPORT(w->walk.c, PAYLOAD_LOSES, w->payload->loc, name_of(w, i), stage);
    }
}

void dxki_sema_check_payload_flow(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t kind)
{
    const dxki_hlsl_var *v = f->param_count ? f->params[0] : NULL;
    const uint8_t stage = kind == DXK_SHADER_KIND_MISS          ? DXKI_HLSL_BY_MISS
                          : kind == DXK_SHADER_KIND_CLOSEST_HIT ? DXKI_HLSL_BY_CLOSEST_HIT
                          : kind == DXK_SHADER_KIND_ANY_HIT     ? DXKI_HLSL_BY_ANY_HIT
                                                                : 0;

    if (!stage || !v || !dxki_sema_has_qualifiers(c) ||
        v->direction != (DXKI_HLSL_IN | DXKI_HLSL_OUT) || !dxki_sema_is_payload(v->type))
        return;
    flow w = {.walk = {.c = c, .read = read_expression, .leave = leave},
              .payload = v,
              .record = v->type->record,
              .stage = stage};
    state at = {.reached = true};
    dxki_sema_follow(&w.walk, f->body, &at);
    dxki_sema_meet(&w.left, &at);
    if (dxki_hlsl_ready(c))
        check_end(&w);
}
