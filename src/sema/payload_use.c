/* SPDX-License-Identifier: MIT */
/* payload_use.c - see payload_use.h. */
#include "sema/payload_use.h"

#include "sema/check.h"
#include "sema/lowering.h"

#define NO_FIELD DXKI_SEMA_PAYLOAD_FIELDS

typedef dxki_sema_payload_use use;
typedef dxki_sema_state state;

static void read_node(use *u, const dxki_hlsl_node *n, state *at);

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static void add_fields(use *u, const dxki_hlsl_record *r)
{
    if (!dxki_hlsl_enter(u->walk.c, r->loc))
        return;
    for (uint32_t i = 0; i < r->field_count && u->count < DXKI_SEMA_PAYLOAD_FIELDS; i++) {
        if (dxki_sema_is_payload(r->fields[i].type))
            add_fields(u, r->fields[i].type->record);
        else
            u->fields[u->count++] = &r->fields[i];
    }
    dxki_hlsl_leave(u->walk.c);
}

bool dxki_sema_payload_may(const use *u, uint32_t field, uint8_t stage, bool read)
{
    const dxki_ast_decl *d = u->fields[field]->decl;

    return d && dxki_sema_payload_access(d, read) & stage;
}

dxki_arg dxki_sema_payload_name(const use *u, uint32_t field)
{
    const dxki_hlsl_name *name = u->fields[field]->name;

    return dxki_text(name ? name->text : dxki_str(""));
}

/* A place in the payload: one of its fields, or more. */
typedef struct place {
    bool is_payload;
    uint32_t field; /* NO_FIELD: more, or one that is not looked at */
    dxki_hlsl_loc loc;
} place;

static bool is_part(const dxki_hlsl_node *n)
{
    return n->kind == DXKI_HLSL_N_SWIZZLE || n->kind == DXKI_HLSL_N_ELEMENT ||
           n->kind == DXKI_HLSL_N_CONVERT || n->kind == DXKI_HLSL_N_BITS ||
           n->kind == DXKI_HLSL_N_FIELD;
}

static place place_of(const use *u, const dxki_hlsl_node *n)
{
    const dxki_hlsl_field *field = NULL;
    place p = {.field = NO_FIELD};

    for (; n && is_part(n); n = n->a) {
        if (n->kind != DXKI_HLSL_N_FIELD || !n->a || n->a->type->kind != DXKI_HLSL_TY_RECORD ||
            n->index >= n->a->type->record->field_count || dxki_sema_is_payload(n->type))
            continue;
        field = &n->a->type->record->fields[n->index];
        p.loc = n->loc;
    }
    p.is_payload = n && n->kind == DXKI_HLSL_N_VAR && n->var == u->payload;
    for (uint32_t i = 0; p.is_payload && field && i < u->count; i++) {
        if (u->fields[i] == field)
            p.field = i;
    }
    return p;
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

/* Indices within a place. */
static void read_indices(use *u, const dxki_hlsl_node *n, state *at)
{
    for (; n && is_part(n); n = n->a) {
        if (n->kind == DXKI_HLSL_N_ELEMENT)
            read_node(u, n->b, at);
    }
}

/* A place that is written, in parts or as a whole. */
static void write_node(use *u, const dxki_hlsl_node *n, state *at)
{
    const place p = place_of(u, n);

    if (!p.is_payload) {
        read_node(u, n, at);
        return;
    }
    read_indices(u, n, at);
    if (p.field != NO_FIELD)
        u->write(u, p.field, p.loc, at);
    else
        u->fill(u, at);
}

static bool is_whole(const use *u, const dxki_hlsl_node *n)
{
    return n && n->kind == DXKI_HLSL_N_VAR && n->var == u->payload;
}

/* Arguments, of which some are written after all are evaluated. */
static void call(use *u, const dxki_hlsl_node *n, state *at)
{
    if (u->called && n->kind == DXKI_HLSL_N_INTRINSIC)
        u->called(u, n, at);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < n->list_count; i++) {
            const bool known = n->function && i < n->function->param_count;
            uint8_t direction = known ? n->function->params[i]->direction : DXKI_HLSL_IN;
            if (!known && n->list[i] && n->list[i]->is_lvalue)
                direction = DXKI_HLSL_OUT; /* the function may write it */
            if (is_whole(u, n->list[i]))
                continue;
            if (pass == 0 && !(direction & DXKI_HLSL_OUT))
                read_node(u, n->list[i], at);
            else if (pass == 1 && direction & DXKI_HLSL_OUT)
                write_node(u, n->list[i], at);
        }
    }
    for (size_t i = 0; i < n->list_count; i++) {
        if (is_whole(u, n->list[i])) {
            u->hand(u, n, i, at);
            return;
        }
    }
}

static void read_parts(use *u, const dxki_hlsl_node *n, state *at)
{
    const place p = place_of(u, n);

    if (p.is_payload) {
        read_indices(u, n, at);
        if (p.field != NO_FIELD)
            u->read(u, p.field, p.loc, at);
        return;
    }
    read_node(u, n->a, at);
    read_node(u, n->b, at);
    read_node(u, n->c, at);
    if (n->kind == DXKI_HLSL_N_CALL || n->kind == DXKI_HLSL_N_INTRINSIC)
        call(u, n, at);
    for (size_t i = 0; n->kind == DXKI_HLSL_N_LIST && i < n->list_count; i++)
        read_node(u, n->list[i], at);
}

static void read_node(use *u, const dxki_hlsl_node *n, state *at)
{
    if (!n || !dxki_hlsl_enter(u->walk.c, n->loc))
        return;
    switch (n->kind) {
    case DXKI_HLSL_N_ASSIGN:
    case DXKI_HLSL_N_UPDATE:
        read_node(u, n->b, at);
        write_node(u, n->a, at);
        break;
    case DXKI_HLSL_N_STEP:
        write_node(u, n->a, at);
        break;
    case DXKI_HLSL_N_BINARY:
    case DXKI_HLSL_N_LOGIC:
    case DXKI_HLSL_N_COMMA:
        dxki_sema_read_operations(&u->walk, n, at);
        break;
    case DXKI_HLSL_N_CHOOSE:
        read_node(u, n->a, at);
        dxki_sema_read_either(&u->walk, n->b, n->c, at);
        break;
    default:
        read_parts(u, n, at);
        break;
    }
    dxki_hlsl_leave(u->walk.c);
}

static void read_expression(dxki_sema_walk *w, const dxki_hlsl_node *n, state *at)
{
    read_node((use *)w, n, at);
}

void dxki_sema_payload_begin(use *u, const dxki_hlsl_var *payload)
{
    u->payload = payload;
    u->count = 0;
    u->walk.read = read_expression;
    if (payload && payload->type->kind == DXKI_HLSL_TY_RECORD)
        add_fields(u, payload->type->record);
}

bool dxki_sema_is_trace(const dxki_hlsl_node *n)
{
    return n->kind == DXKI_HLSL_N_INTRINSIC && n->list_count &&
           (n->row->lowering == DXKI_HLSL_LOWER_TRACE_RAY ||
            n->row->lowering == DXKI_HLSL_LOWER_HIT_INVOKE);
}
