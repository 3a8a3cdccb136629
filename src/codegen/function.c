/* SPDX-License-Identifier: MIT */
/*
 * function.c - functions that are functions in the module, too: those that a library exports,
 * and those that it has from others. See emit.h. What is handed over, and how:
 *
 *   numbers, vectors        by value, bool as i1
 *   matrices                by value, as a structure with their rows
 *   structures, arrays      behind a pointer, also as the result: that pointer is the first parameter
 *   out, inout              behind a pointer
 */
#include "codegen/debug.h"

#include "builder/builder.h"
#include "sema/mangle.h"

void dxki_emit_open(dxki_emit *e, dxk_value function)
{
    e->function = function;
    e->block = DXK_NONE;
    e->open = false;
    e->non_uniform = false;
    e->splits_returns = false;
    e->returns.count = 0;
    e->result = dxki_emit_nowhere();
    e->allocas = dxk_builder_block(e->b, function);
    e->entry = dxk_builder_block(e->b, function);
    dxki_emit_at(e, e->entry);
    e->return_to = dxki_emit_new_block(e);
    e->continue_to = DXK_NONE;
}

void dxki_emit_close(dxki_emit *e, dxk_value result)
{
    dxk_builder_ret(dxki_emit_b(e), result);
    dxk_builder_at(e->b, e->allocas);
    dxk_builder_br(e->b, e->entry);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool by_pointer(const dxki_hlsl_type *t, uint8_t direction)
{
    return (direction & DXKI_HLSL_OUT) || t->kind == DXKI_HLSL_TY_OBJECT ||
           dxki_hlsl_is_aggregate(t);
}

/* What a value is between functions. */
static dxk_type value_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_VOID)
        return DXK_TYPE_VOID;
    if (t->kind == DXKI_HLSL_TY_MATRIX)
        return dxki_emit_natural_type(e, t);
    dxk_type type = dxki_emit_type(e, t->scalar);
    return t->kind == DXKI_HLSL_TY_VECTOR ? dxk_builder_vector(e->b, type, t->columns) : type;
}

static bool has_result_pointer(const dxki_hlsl_function *f)
{
    return by_pointer(f->result, 0);
}

static dxk_type pointer_to(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxk_type type = dxki_emit_natural_type(e, t);

    return type ? dxk_builder_pointer(e->b, type, DXK_SPACE_DEFAULT) : DXK_NONE;
}

static dxk_type type_of(dxki_emit *e, const dxki_hlsl_function *f)
{
    dxk_type *types = DXKI_NEW_ARRAY(&e->c->arena, dxk_type, f->param_count + 2), result;
    size_t count = 0;

    if (!types) {
        dxki_hlsl_nomem(e->c);
        return DXK_NONE;
    }
    if (has_result_pointer(f))
        types[count++] = pointer_to(e, f->result);
    result = has_result_pointer(f) ? (dxk_type)DXK_TYPE_VOID : value_type(e, f->result);
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++) {
        const dxki_hlsl_var *v = f->params[i];
        types[count++] =
            by_pointer(v->type, v->direction) ? pointer_to(e, v->type) : value_type(e, v->type);
    }
    return dxk_builder_function_type(e->b, result, types, count);
}

/* ---------------------------------------------------------------------------------------- */
/* Values on their way                                                                        */

/* A matrix by way of memory, where it has its rows whatever its order is. */
static const dxki_hlsl_type *by_rows(dxki_emit *e, const dxki_hlsl_type *t)
{
    return dxki_hlsl_type_ordered(e->c, t, DXKI_HLSL_ROWS);
}

static void unpack(dxki_emit *e, const dxki_hlsl_type *t, dxk_value whole, dxk_value *out)
{
    if (t->kind == DXKI_HLSL_TY_MATRIX) {
        dxki_emit_place p = dxki_emit_in_memory(e, by_rows(e, t));
        dxk_builder_store(dxki_emit_b(e), whole, p.handle);
        dxki_emit_memory_load(e, &p, out);
        return;
    }
    for (uint32_t i = 0; i < t->leaves && dxki_emit_ready(e); i++)
        out[i] = t->kind != DXKI_HLSL_TY_VECTOR
                     ? whole
                     : dxk_builder_extract_element(dxki_emit_b(e), whole, dxki_emit_i32(e, i));
}

static dxk_value pack(dxki_emit *e, const dxki_hlsl_type *t, const dxk_value *v)
{
    if (t->kind == DXKI_HLSL_TY_MATRIX) {
        dxki_emit_place p = dxki_emit_in_memory(e, by_rows(e, t));
        dxki_emit_memory_store(e, &p, v);
        return dxk_builder_load(dxki_emit_b(e), p.handle);
    }
    if (t->kind != DXKI_HLSL_TY_VECTOR)
        return v[0];
    dxk_value all = dxk_builder_undef(e->b, value_type(e, t));
    for (uint32_t i = 0; i < t->leaves && dxki_emit_ready(e); i++)
        all = dxk_builder_insert_element(dxki_emit_b(e), all, v[i], dxki_emit_i32(e, i));
    return all;
}

/* ---------------------------------------------------------------------------------------- */
/* Definitions                                                                                */

/* Parameters get places: those that are changed the caller's, the others their own. */
static void take_params(dxki_emit *e, dxki_hlsl_function *f, dxk_value function,
                        dxki_emit_place *places)
{
    uint32_t index = has_result_pointer(f);

    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++, index++) {
        dxki_hlsl_var *v = f->params[i];
        dxk_value given = dxk_builder_param(e->b, function, index);
        v->place = &places[i];
        if (v->name)
            dxk_builder_name(e->b, given, v->name->text.data);
        if (v->direction & DXKI_HLSL_OUT || (!v->written && by_pointer(v->type, v->direction))) {
            places[i] = dxki_emit_memory(e, v->type, given);
            continue;
        }
        dxki_emit_value value = dxki_emit_values(e, v->type);
        dxki_emit_place from = dxki_emit_memory(e, v->type, given);
        if (by_pointer(v->type, v->direction))
            value = dxki_emit_load(e, &from);
        else
            unpack(e, v->type, given, value.v);
        places[i] = dxki_emit_allocate(e, v->type, false, v);
        dxki_emit_store(e, &places[i], value);
    }
}

static void give_result(dxki_emit *e, const dxki_hlsl_function *f, dxk_value function)
{
    dxk_value result = DXK_NONE;

    if (has_result_pointer(f)) {
        dxki_emit_place to = dxki_emit_memory(e, f->result, dxk_builder_param(e->b, function, 0));
        dxki_emit_store(e, &to, dxki_emit_load(e, &e->result));
    } else if (f->result->kind != DXKI_HLSL_TY_VOID) {
        dxki_emit_value v = dxki_emit_load(e, &e->result);
        if (dxki_emit_ready(e))
            result = pack(e, f->result, v.v);
    }
    dxki_emit_close(e, result);
}

static void describe_type(dxki_emit *e, const dxki_hlsl_type *t, dxki_builder_param *p)
{
    p->type = DXK_COMPONENT_TYPE_INVALID;
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (dxki_hlsl_is_value(t))
        p->type = dxki_emit_component_of(e, t);
    if (dxki_hlsl_is_linked_object(t))
        p->props = dxki_emit_linked_props(e, t);
    if (t->kind == DXKI_HLSL_TY_VECTOR)
        p->columns = t->columns;
    if (t->kind != DXKI_HLSL_TY_MATRIX)
        return;
    p->rows = t->rows;
    p->columns = t->columns;
    p->by_rows = dxki_hlsl_by_rows(e->c, t);
}

/* A function for others to call that is an entry point, too, has no semantics. */
static dxki_builder_passed passed_of(const dxki_hlsl_function *f, const dxki_ast_decl *d)
{
    dxki_builder_passed passed;

    dxki_emit_passed_of(d, &passed);
    if (dxki_emit_has_signature(f))
        passed.semantic = (dxk_str){"", 0};
    return passed;
}

/* Result and parameters, for whoever links. */
static void describe(dxki_emit *e, const dxki_hlsl_function *f, dxk_value function)
{
    dxki_builder_param *all = DXKI_NEW_ARRAY(&e->c->arena, dxki_builder_param, f->param_count + 2);
    size_t count = 0;

    if (!all) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    if (has_result_pointer(f))
        all[count++] = (dxki_builder_param){.type = DXK_COMPONENT_TYPE_INVALID};
    all[count].direction = 1;
    all[count].passed = passed_of(f, f->decl);
    describe_type(e, f->result, &all[count++]);
    for (size_t i = 0; i < f->param_count; i++) {
        uint8_t direction = f->params[i]->direction;
        all[count].direction = direction == DXKI_HLSL_IN ? 0 : direction == DXKI_HLSL_OUT ? 1 : 2;
        all[count].passed = passed_of(f, f->params[i]->decl);
        describe_type(e, f->params[i]->type, &all[count++]);
    }
    dxki_builder_describe(e->b, function, DXKI_BUILDER_UNCHANGED, all, count);
}

/* Can another library have a value of that type? Resources only where a linker finds them. */
static bool links(dxki_emit *e, const dxki_hlsl_type *t)
{
    bool can = !t->has_objects || dxki_hlsl_is_linked_object(t) ||
               (t->scalar == DXKI_HLSL_S_HIT && dxki_hlsl_is_for_linking(e->c));

    if (can || !dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return can;
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        can = links(e, t->element);
    can |= t->kind == DXKI_HLSL_TY_RECORD;
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && can && i < t->record->field_count; i++)
        can = links(e, t->record->fields[i].type);
    dxki_hlsl_leave(e->c);
    return can;
}

bool dxki_emit_body(dxki_emit *e, dxki_hlsl_function *f)
{
    if (f->result->kind != DXKI_HLSL_TY_VOID && dxki_emit_ready(e))
        e->result = dxki_emit_allocate_result(e, f);
    f->is_active = true;
    dxki_emit_code(e, f->body);
    f->is_active = false;
    if (!dxki_emit_ready(e))
        return false;
    dxki_emit_return(e);
    dxki_emit_at(e, e->return_to);
    dxki_emit_debug_at_end(e, f);
    return true;
}

bool dxki_emit_can_link(dxki_emit *e, const dxki_hlsl_function *f)
{
    bool can = links(e, f->result);

    for (size_t i = 0; i < f->param_count; i++)
        can = can && links(e, f->params[i]->type);
    return can;
}

dxk_value dxki_emit_declare(dxki_emit *e, dxki_hlsl_function *f, dxk_str name)
{
    if (!dxki_emit_can_link(e, f))
        DXKI_HLSL_REPORT(e->c, EXPORTED_OBJECT, f->loc, dxki_text(dxki_hlsl_link_name(e->c, f)));
    return dxki_emit_ready(e) ? dxk_builder_function(e->b, name.data, type_of(e, f))
                              : (dxk_value)DXK_NONE;
}

void dxki_emit_define(dxki_emit *e, dxki_hlsl_function *f, dxk_value function)
{
    dxki_emit_place *places = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_place, f->param_count + 1);

    if (!places)
        dxki_hlsl_nomem(e->c);
    if (!dxki_emit_ready(e))
        return;
    dxki_emit_check_payloads(e, f->result);
    for (size_t i = 0; i < f->param_count; i++)
        dxki_emit_check_payloads(e, f->params[i]->type);
    describe(e, f, function); /* before what it calls */
    dxki_emit_spot spot = dxki_emit_debug_enter(e, f, function);
    dxki_emit_open(e, function);
    dxki_emit_begin_helpers(e);
    dxki_emit_begin_statics(e);
    dxki_md line = dxki_emit_debug_at(e, (dxki_hlsl_loc){0, 0});
    dxki_emit_debug_back(e, 0); /* parameters come from no line */
    take_params(e, f, function, places);
    dxki_emit_debug_back(e, line);
    if (!dxki_emit_body(e, f))
        return;
    give_result(e, f, function);
    dxki_emit_debug_leave(e, &spot);
}

dxk_value dxki_emit_function(dxki_emit *e, dxki_hlsl_function *f, dxk_str name)
{
    dxk_value function = dxki_emit_declare(e, f, name);

    dxki_emit_define(e, f, function);
    return function;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls of what is elsewhere                                                                 */

/* What a call hands over: a value, or a pointer to a copy. */
typedef struct handed {
    dxki_emit_place place; /* out: where it goes */
    dxki_emit_place copy;
    dxk_value arg;
} handed;

/* Is an argument a local array of numbers that lies in memory as the parameter wants it? Functions
 * leave what is only handed in as it is. */
static bool is_whole(dxki_emit *e, const dxki_hlsl_var *p, const dxki_hlsl_node *arg,
                     dxk_value *pointer)
{
    if (arg->kind != DXKI_HLSL_N_VAR || arg->type != p->type || arg->var->is_bound ||
        p->type->kind != DXKI_HLSL_TY_ARRAY || p->type->has_objects)
        return false;
    dxki_emit_place place = dxki_emit_place_of(e, arg);
    if (place.kind != DXKI_EMIT_LOCAL || dxki_hlsl_slots(p->type) != 1 || place.at.value ||
        place.at.add || arg->var->storage != DXKI_HLSL_LOCAL)
        return false;
    *pointer = place.slots->pointer;
    dxk_type type = dxk_builder_type_of(e->b, *pointer);
    return dxki_emit_ready(e) && type == pointer_to(e, p->type);
}

static void hand_over(dxki_emit *e, const dxki_hlsl_var *p, const dxki_hlsl_node *arg, handed *h)
{
    dxki_emit_value value = {0};

    if (p->direction & DXKI_HLSL_OUT)
        h->place = dxki_emit_place_of(e, arg);
    if (p->direction == DXKI_HLSL_IN && is_whole(e, p, arg, &h->arg))
        return;
    if (p->direction == DXKI_HLSL_IN)
        value = dxki_emit_expr(e, arg);
    else if (p->direction & DXKI_HLSL_IN)
        value = dxki_emit_convert(e, dxki_emit_load(e, &h->place), p->type);
    if (!dxki_emit_ready(e))
        return;
    if (!by_pointer(p->type, p->direction)) {
        h->arg = pack(e, p->type, value.v);
        return;
    }
    h->copy = dxki_emit_in_memory(e, p->type);
    if (p->direction & DXKI_HLSL_IN)
        dxki_emit_store(e, &h->copy, value);
    h->arg = h->copy.handle;
}

dxki_emit_value dxki_emit_external_call(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_function *f = n->function;
    handed *all = DXKI_NEW_ARRAY(&e->c->arena, handed, n->list_count + 1);
    dxk_value *args = DXKI_NEW_ARRAY(&e->c->arena, dxk_value, n->list_count + 2);
    dxki_emit_value v = dxki_emit_values(e, f->result);
    dxki_emit_place result = dxki_emit_nowhere();
    size_t count = 0;

    if (!all || !args)
        dxki_hlsl_nomem(e->c);
    if (e->initial && !f->body)
        DXKI_HLSL_REPORT(e->c, STATIC_EXTERNAL, n->loc, dxki_text(e->initial->name->text));
    if (!dxki_emit_can_link(e, f))
        DXKI_HLSL_REPORT(e->c, EXPORTED_OBJECT, n->loc, dxki_text(dxki_hlsl_link_name(e->c, f)));
    if (!dxki_emit_ready(e))
        return v;
    if (f->body) {
        dxki_emit_declare_kept(e, f);
    } else if (!f->made) { /* in front of what its arguments call */
        f->made =
            dxki_builder_external(e->b, dxki_hlsl_mangle_function(e->c, f).data, type_of(e, f));
        describe(e, f, f->made);
    }
    for (size_t i = n->list_count; i-- > 0 && dxki_emit_ready(e);)
        hand_over(e, f->params[i], n->list[i], &all[i]);
    if (!dxki_emit_ready(e))
        return v;
    if (has_result_pointer(f)) {
        result = dxki_emit_in_memory(e, f->result);
        args[count++] = result.handle;
    }
    for (size_t i = 0; i < n->list_count; i++)
        args[count++] = all[i].arg;
    dxk_value got = dxk_builder_call(dxki_emit_b(e), f->made, args, count);
    if (has_result_pointer(f))
        v = dxki_emit_load(e, &result);
    else if (v.type->leaves && dxki_emit_ready(e))
        unpack(e, f->result, got, v.v);
    for (size_t i = 0; i < n->list_count && dxki_emit_ready(e); i++)
        if (f->params[i]->direction & DXKI_HLSL_OUT)
            dxki_emit_store(
                e, &all[i].place,
                dxki_emit_convert(e, dxki_emit_load(e, &all[i].copy), n->list[i]->type));
    return v;
}
