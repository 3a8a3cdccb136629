/* SPDX-License-Identifier: MIT */
/*
 * node.c - objects of work graphs: handles, the records after them, and lowerings of methods;
 * see sema/lowering.h. A handle is made where an object comes from, and a value from then on.
 */
#include "codegen/node.h"

#include "builder/builder.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)

dxk_type dxki_emit_node_type(const dxki_emit *e, uint8_t scalar)
{
    dxk_op op =
        scalar == DXKI_HLSL_S_NODE_HANDLE ? DXK_OP_NodeOutputIsValid : DXK_OP_OutputComplete;

    if (e->c->model_minor < DXKI_EMIT_NODE_MODEL) {
        if (e->c->errors == 0)
            DXKI_HLSL_SAY(e->c, NODE_MODEL, e->at);
        return DXK_NONE;
    }
    return dxk_builder_op_operand_type(e->b, op, DXK_NONE, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

uint32_t dxki_emit_node_size(dxki_emit *e, const dxki_hlsl_type *t, uint32_t *align)
{
    return dxki_emit_size_of(e, dxki_emit_memory_type(e, t), align);
}

/* Flags of what a handle stands for, besides those of its type. */
static uint32_t flags_of(const dxki_hlsl_type *t)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(t->object);

    return info ? info->flags : 0;
}

/* A handle with what is known of it. */
static dxk_value annotate(dxki_emit *e, dxk_op op, dxk_value handle, uint32_t flags,
                          const dxki_hlsl_type *record)
{
    uint32_t align, size = record ? dxki_emit_node_size(e, record, &align) : 0;
    dxk_type type = dxk_builder_op_operand_type(e->b, op, DXK_NONE, 1);
    const dxk_value members[2] = {dxki_emit_i32(e, flags), dxki_emit_i32(e, size)};

    if (!dxki_emit_ready(e))
        return DXK_NONE;
    const dxk_value args[2] = {handle, dxk_builder_aggregate(e->b, type, members, 2)};
    return dxki_emit_op(e, op, DXK_NONE, args, 2);
}

static dxk_value handle_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value v = dxki_emit_expr(e, n);

    return dxki_emit_ready(e) ? v.v[0] : DXK_NONE;
}

/* The handle of an input or output. */
static dxk_value create(dxki_emit *e, const dxki_emit_node_io *io)
{
    bool output = dxki_hlsl_node_is_output(io->info);
    const dxk_value id = dxki_emit_i32(e, io->id);
    dxk_value handle =
        dxki_emit_op(e, output ? DXK_OP_CreateNodeOutputHandle : DXK_OP_CreateNodeInputRecordHandle,
                     DXK_NONE, &id, 1);

    return annotate(e, output ? DXK_OP_AnnotateNodeHandle : DXK_OP_AnnotateNodeRecordHandle, handle,
                    io->io.flags, io->var->type->element);
}

void dxki_emit_node_params(dxki_emit *e, dxki_hlsl_function *f, dxki_emit_place *places)
{
    for (size_t i = f->param_count; i-- > 0 && dxki_emit_ready(e);) {
        const dxki_emit_node_io *io = &e->node->ios[i];
        dxki_hlsl_var *v = f->params[i];
        if (!io->var)
            continue;
        places[i] = dxki_emit_allocate(e, v->type, false, NULL);
        dxki_emit_store(e, &places[i], dxki_emit_one(e, v->type->scalar, create(e, io)));
        v->place = &places[i];
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

dxki_emit_place dxki_emit_node_record(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value index = {0};

    if (n->b)
        index = dxki_emit_expr(e, n->b);
    dxk_value handle = handle_of(e, n->a);
    dxk_type type = dxki_emit_memory_type(e, n->type);
    if (!dxki_emit_ready(e))
        return dxki_emit_nowhere();
    const dxk_value args[2] = {handle, n->b ? index.v[0] : dxki_emit_i32(e, 0)};
    type = dxk_builder_pointer(e->b, type, DXK_SPACE_RECORD);
    return dxki_emit_record(n->type, dxki_emit_op(e, DXK_OP_GetNodeRecordPtr, type, args, 2));
}

/* ---------------------------------------------------------------------------------------- */
/* Methods                                                                                    */

static dxki_emit_value result_of(dxki_emit *e, const dxki_hlsl_node *n, dxk_value made)
{
    dxki_emit_value v = dxki_emit_values(e, n->type);

    if (v.type->leaves)
        v.v[0] = made;
    return v;
}

/* A variable whose records are complete has no handle any more, so that its use is seen. */
static void forget(dxki_emit *e, const dxki_hlsl_node *object)
{
    if (!object->is_lvalue || !dxki_emit_ready(e))
        return;
    dxki_emit_place p = dxki_emit_place_of(e, object);
    dxk_value none = dxk_builder_null(e->b, dxki_emit_type(e, object->type->scalar));
    dxki_emit_store(e, &p, dxki_emit_one(e, object->type->scalar, none));
}

/* object.f(); `code` 1: it is the last one */
LOWER(NODE_CALL)
{
    const dxk_value handle = handle_of(e, n->a);
    dxki_emit_value made = result_of(e, n, dxki_emit_op(e, n->row->op, DXK_NONE, &handle, 1));

    if (n->row->code)
        forget(e, n->a);
    return made;
}

/* object.f(number), of each thread if `code` is 1, else of the group */
static dxk_value call_by(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value count = dxki_emit_expr(e, n->list[0]);
    dxk_value handle = handle_of(e, n->a);

    if (!dxki_emit_ready(e))
        return DXK_NONE;
    const dxk_value args[3] = {handle, count.v[0], dxk_builder_i1(e->b, n->row->code != 0)};
    return dxki_emit_op(e, n->row->op, DXK_NONE, args, 3);
}

LOWER(NODE_CALL_BY)
{
    return result_of(e, n, call_by(e, n));
}

/* The same, which gives records. */
LOWER(NODE_ALLOCATE)
{
    dxk_value handle = call_by(e, n);

    return result_of(
        e, n,
        annotate(e, DXK_OP_AnnotateNodeRecordHandle, handle, flags_of(n->type), n->type->element));
}

/* outputs[index] */
LOWER(NODE_INDEX)
{
    dxki_emit_value index = dxki_emit_expr(e, n->list[0]);
    dxk_value handle = handle_of(e, n->a);

    if (!dxki_emit_ready(e))
        return result_of(e, n, DXK_NONE);
    const dxk_value args[2] = {handle, index.v[0]};
    handle = dxki_emit_op(e, n->row->op, DXK_NONE, args, 2);
    return result_of(
        e, n,
        annotate(e, DXK_OP_AnnotateNodeHandle, handle, flags_of(n->a->type), n->type->element));
}

/* Barrier(record, flags) */
LOWER(NODE_BARRIER)
{
    dxki_emit_value flags = dxki_emit_expr(e, n->list[1]);
    dxk_value handle = handle_of(e, n->list[0]);

    if (dxki_emit_ready(e)) {
        const dxk_value args[2] = {handle, flags.v[0]};
        dxki_emit_op(e, n->row->op, DXK_NONE, args, 2);
    }
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}
