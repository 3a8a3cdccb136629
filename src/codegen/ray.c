/* SPDX-License-Identifier: MIT */
/* ray.c - lowerings of functions that rays have: tracing, hits, callable shaders, and of the
 * methods of RayQuery; see sema/lowering.h. */
#include "codegen/ray.h"
#include "sema/check.h"

#include "builder/builder.h"
#include "ir/dxop.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)

static dxki_emit_value nothing(dxki_emit *e)
{
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}

/* ---------------------------------------------------------------------------------------- */
/* Payloads                                                                                   */

/* Four bits for each stage: 1 it reads, 2 it writes. */
static uint32_t access_of(const dxki_ast_notes *notes)
{
    static const struct {
        uint8_t stage, shift;
    } stages[] = {{DXKI_HLSL_BY_CALLER, 0},
                  {DXKI_HLSL_BY_CLOSEST_HIT, 4},
                  {DXKI_HLSL_BY_MISS, 8},
                  {DXKI_HLSL_BY_ANY_HIT, 12}};
    uint32_t access = 0;

    for (size_t i = 0; i < notes->count; i++) {
        const dxki_ast_note *n = &notes->items[i];
        if (n->kind != DXKI_AST_ACCESS)
            continue;
        uint32_t bit = dxki_str_is(n->name->text, "write") ? 2 : 1;
        for (size_t k = 0; k < n->stage_count; k++) {
            uint8_t stage = dxki_hlsl_payload_stage(n->stages[k]->text);
            for (size_t s = 0; s < sizeof stages / sizeof *stages; s++)
                if (stage == stages[s].stage)
                    access |= bit << stages[s].shift;
        }
    }
    return access;
}

/* A list that is empty is one. */
static bool is_qualified(const dxki_ast_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].kind == DXKI_AST_ACCESS)
            return true;
    return false;
}

/* Accesses of the members; structures that are payloads themselves have none, and come after it. */
static void qualify(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_record *r = t->record;
    bool whole = true;
    uint32_t *access = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, r->field_count + 1);

    if (!access) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    for (size_t i = 0; i < r->field_count; i++) {
        const dxki_hlsl_field *f = &r->fields[i];
        bool is_payload = dxki_sema_is_payload(f->type);
        if (f->decl)
            access[i] = access_of(&f->decl->notes);
        bool qualified = f->decl && is_qualified(&f->decl->notes);
        if (f->decl && !is_payload && !qualified)
            DXKI_HLSL_REPORT(e->c, PAYLOAD_FIELD, f->loc, dxki_text(f->name->text));
        if (is_payload && qualified)
            DXKI_HLSL_REPORT(e->c, PAYLOAD_NESTED, f->loc, dxki_text(f->name->text));
        whole = whole && (is_payload || qualified || !f->decl);
    }
    if (!whole)
        DXKI_HLSL_REPORT(e->c, PAYLOAD_WHOLE, r->loc,
                         dxki_text(dxki_hlsl_type_text(e->c, t, true)));
    if (e->c->kind == DXK_SHADER_KIND_LIBRARY)
        dxki_builder_payload(e->b, dxki_emit_natural_type(e, t), access, r->field_count);
}

void dxki_emit_check_payloads(dxki_emit *e, const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind != DXKI_HLSL_TY_RECORD || t->record->is_told ||
        !dxki_hlsl_enter(e->c, t->record->loc))
        return;
    t->record->is_told = true;
    if (dxki_sema_is_payload(t) && !dxki_sema_has_qualifiers(e->c))
        DXKI_HLSL_SAY(e->c, PAYLOAD_IGNORED, t->record->loc);
    else if (dxki_sema_is_payload(t))
        qualify(e, t);
    for (size_t i = 0; i < t->record->field_count; i++)
        dxki_emit_check_payloads(e, t->record->fields[i].type);
    dxki_hlsl_leave(e->c);
}

dxki_hlsl_loc dxki_emit_declared_at(const dxki_hlsl_node *n)
{
    return n->kind == DXKI_HLSL_N_VAR && n->var->decl ? n->var->loc : n->loc;
}

void dxki_emit_check_payload(dxki_emit *e, const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
    dxki_emit_check_payloads(e, t);
    /* the reference asks for it in entry points alone */
    if (dxki_sema_has_qualifiers(e->c) && !dxki_sema_is_payload(t) && !e->inlined &&
        dxki_hlsl_is_ray_stage(e->stage))
        DXKI_HLSL_REPORT(e->c, PAYLOAD_ATTRIBUTE, loc,
                         dxki_text(dxki_hlsl_type_text(e->c, t, false)));
}

static bool is_record(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->type->kind == DXKI_HLSL_TY_RECORD && !n->type->has_objects)
        return true;
    DXKI_HLSL_SAY(e->c, RAY_ARGUMENT, n->loc);
    return false;
}

dxki_emit_passed dxki_emit_pass_out(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_passed p = {.place = dxki_emit_nowhere()};

    if (!is_record(e, n))
        return p;
    p.place = dxki_emit_place_of(e, n);
    p.copy = dxki_emit_in_memory(e, n->type);
    return p;
}

dxki_emit_passed dxki_emit_pass(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_passed p = dxki_emit_pass_out(e, n);

    if (dxki_emit_ready(e))
        dxki_emit_store(e, &p.copy, dxki_emit_load(e, &p.place));
    return p;
}

void dxki_emit_take_back(dxki_emit *e, const dxki_emit_passed *p)
{
    if (dxki_emit_ready(e))
        dxki_emit_store(e, &p->place, dxki_emit_load(e, &p->copy));
}

/* ---------------------------------------------------------------------------------------- */
/* Rays                                                                                       */

/* Origin, TMin, Direction, TMax as leaves. */
#define RAY_LEAVES 8u

size_t dxki_emit_ray_operands(dxki_emit *e, const dxki_hlsl_node *n, size_t first, size_t count,
                              dxk_value *args)
{
    dxki_emit_value values[8];
    size_t used = 0;

    for (size_t i = count; i-- > first;)
        values[i] = dxki_emit_expr(e, n->list[i]);
    for (size_t i = first; i < count && dxki_emit_ready(e); i++)
        for (uint32_t k = 0; k < values[i].type->leaves && k < RAY_LEAVES; k++)
            args[used++] = values[i].v[k];
    return used;
}

static dxk_value handle_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_object o = dxki_emit_object_of(e, n);

    return dxki_emit_handle(e, &o);
}

/* TraceRay(scene, flags, mask, contribution, multiplier, miss, ray, payload) */
LOWER(TRACE_RAY)
{
    dxk_value args[16];

    if (n->list[7]->type->kind == DXKI_HLSL_TY_RECORD)
        dxki_emit_check_payload(e, n->list[7]->type, dxki_emit_declared_at(n->list[7]));
    dxki_emit_passed payload = dxki_emit_pass(e, n->list[7]);
    if (!dxki_emit_ready(e))
        return nothing(e);
    size_t count = 1 + dxki_emit_ray_operands(e, n, 1, 7, args + 1);
    args[0] = handle_of(e, n->list[0]);
    args[count++] = payload.copy.handle;
    dxk_value hit = dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, count);
    dxki_emit_take_back(e, &payload);
    return n->type->leaves ? dxki_emit_one(e, DXKI_HLSL_S_HIT, hit) : nothing(e);
}

LOWER(REPORT_HIT)
{
    dxki_emit_passed attributes = dxki_emit_pass(e, n->list[2]);

    if (!dxki_emit_ready(e))
        return nothing(e);
    dxki_emit_value kind = dxki_emit_expr(e, n->list[1]), t = dxki_emit_expr(e, n->list[0]);
    if (!dxki_emit_ready(e))
        return nothing(e);
    const dxk_value args[] = {t.v[0], kind.v[0], attributes.copy.handle};
    return dxki_emit_one(e, DXKI_HLSL_S_BOOL, dxki_emit_op(e, DXK_OP_ReportHit, DXK_NONE, args, 3));
}

LOWER(CALL_SHADER)
{
    dxki_emit_passed argument = dxki_emit_pass(e, n->list[1]);

    if (!dxki_emit_ready(e))
        return nothing(e);
    dxki_emit_value index = dxki_emit_expr(e, n->list[0]);
    if (!dxki_emit_ready(e))
        return nothing(e);
    const dxk_value args[] = {index.v[0], argument.copy.handle};
    dxki_emit_op(e, DXK_OP_CallShader, DXK_NONE, args, 2);
    dxki_emit_take_back(e, &argument);
    return nothing(e);
}

/* IgnoreHit and AcceptHitAndEndSearch do not come back. */
LOWER(END_HIT)
{
    dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, NULL, 0);
    dxk_builder_unreachable(dxki_emit_b(e));
    e->open = false;
    return nothing(e);
}

dxk_value dxki_emit_number_for(dxki_emit *e, const dxki_hlsl_node *n, uint32_t i, uint32_t value)
{
    dxk_type type = dxk_builder_op_operand_type(e->b, (dxk_op)n->row->op, DXK_TYPE_FLOAT, i);

    return dxk_builder_int(e->b, type, value);
}

/* A matrix of three rows and four columns, an element for each; `code` 1: the other way around. */
LOWER(RAY_MATRIX)
{
    dxki_emit_value v = dxki_emit_values(e, n->type);

    for (uint32_t i = 0; i < v.type->leaves && dxki_emit_ready(e); i++) {
        uint32_t row = i / n->type->columns, column = i % n->type->columns;
        dxk_value args[3];
        size_t count = 0;
        if (n->a)
            args[count++] = dxki_emit_query(e, n->a);
        args[count++] = dxki_emit_i32(e, n->row->code ? column : row);
        args[count] = dxki_emit_number_for(e, n, (uint32_t)count, n->row->code ? row : column);
        count++;
        v.v[i] = dxki_emit_op(e, (dxk_op)n->row->op, DXK_TYPE_FLOAT, args, count);
    }
    return v;
}

/* ---------------------------------------------------------------------------------------- */
/* RayQuery                                                                                   */

dxk_value dxki_emit_query(dxki_emit *e, const dxki_hlsl_node *object)
{
    dxki_emit_place p = dxki_emit_place_of(e, object);
    dxki_emit_value v = dxki_emit_load(e, &p);

    return dxki_emit_ready(e) ? v.v[0] : DXK_NONE;
}

static dxk_value new_query(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxk_value args[2] = {dxki_emit_i32(e, dxki_sema_object_number(t, 0)),
                               dxki_emit_i32(e, dxki_sema_object_number(t, 1))};

    if (e->c->model_minor >= 9 && dxki_sema_object_number(t, 1))
        return dxki_emit_op(e, DXK_OP_AllocateRayQuery2, DXK_NONE, args, 2);
    return dxki_emit_op(e, DXK_OP_AllocateRayQuery, DXK_NONE, args, 1);
}

void dxki_emit_new_objects(dxki_emit *e, const dxki_emit_place *p)
{
    const dxki_hlsl_type *t = p->type;

    if (t->has_objects && t->leaves > DXKI_EMIT_MOST_LEAVES) {
        DXKI_HLSL_REPORT(e->c, TOO_MANY_LEAVES, e->at, dxki_dec(DXKI_EMIT_MOST_LEAVES));
        return;
    }
    if (!t->has_objects || !dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return;
    for (uint32_t i = 0; t->kind == DXKI_HLSL_TY_ARRAY && i < t->count && dxki_emit_ready(e); i++) {
        dxki_emit_place part = dxki_emit_element(e, *p, dxki_emit_known(i));
        dxki_emit_new_objects(e, &part);
    }
    for (uint32_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++) {
        dxki_emit_place part = dxki_emit_field(e, *p, i);
        dxki_emit_new_objects(e, &part);
    }
    if (t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_RAY_QUERY)
        dxki_emit_store(e, p, dxki_emit_one(e, DXKI_HLSL_S_UINT, new_query(e, t)));
    if (t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_HIT_OBJECT)
        dxki_emit_store(e, p, dxki_emit_one(e, DXKI_HLSL_S_HIT, dxki_emit_no_hit(e)));
    dxki_hlsl_leave(e->c);
}

LOWER(QUERY_TRACE)
{
    dxk_value args[16] = {DXK_NONE};
    size_t count = 2 + dxki_emit_ray_operands(e, n, 1, 4, args + 2);

    args[1] = handle_of(e, n->list[0]);
    args[0] = dxki_emit_query(e, n->a);
    dxki_emit_op(e, DXK_OP_RayQuery_TraceRayInline, DXK_NONE, args, count);
    return nothing(e);
}

/* A value of the query, component by component if it has several; `code` 1: what is called so. */
LOWER(QUERY)
{
    dxki_emit_value v = dxki_emit_values(e, n->type);
    dxk_value args[4] = {DXK_NONE};
    size_t count = 1;

    for (size_t i = 0; i < n->list_count; i++) {
        dxki_emit_value arg = dxki_emit_expr(e, n->list[i]);
        args[count++] = dxki_emit_ready(e) ? arg.v[0] : DXK_NONE;
    }
    args[0] = dxki_emit_query(e, n->a);
    if (!v.type->leaves) {
        dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, count);
        return nothing(e);
    }
    const dxki_dxop_info *op = dxki_dxop_find(n->row->op);
    bool typed = op && dxki_dxop_overload_count(op) > 0;
    dxk_type type = typed ? dxki_emit_type(e, n->type->scalar) : (dxk_type)DXK_NONE;
    for (uint32_t i = 0; i < v.type->leaves && dxki_emit_ready(e); i++) {
        if (v.type->leaves > 1)
            args[count] = dxki_emit_number_for(e, n, (uint32_t)count, i);
        v.v[i] = dxki_emit_op(e, (dxk_op)n->row->op, type, args, count + (v.type->leaves > 1));
    }
    return v;
}
