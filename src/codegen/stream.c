/* SPDX-License-Identifier: MIT */
/*
 * stream.c - lowerings of functions that only some stages have: streams, patches, payloads; see
 * sema/lowering.h.
 */
#include "codegen/math.h"

static dxki_emit_value nothing(dxki_emit *e)
{
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}

/* ---------------------------------------------------------------------------------------- */
/* Geometry                                                                                   */

static dxki_emit_value end_vertex(dxki_emit *e, dxk_op op, const dxki_emit_object *o)
{
    dxk_value stream = dxk_builder_i8(e->b, (int)o->stream);

    dxki_emit_op(e, op, DXK_NONE, &stream, 1);
    return nothing(e);
}

LOWER(STREAM_APPEND)
{
    dxki_emit_value v = dxki_emit_expr(e, n->list[0]);
    dxki_emit_object o = dxki_emit_object_of(e, n->a);

    if (!dxki_emit_ready(e) || !o.place)
        return nothing(e);
    dxki_emit_store(e, o.place, v);
    return end_vertex(e, DXK_OP_EmitStream, &o);
}

LOWER(STREAM_CUT)
{
    dxki_emit_object o = dxki_emit_object_of(e, n->a);

    if (!dxki_emit_ready(e) || !o.place)
        return nothing(e);
    return end_vertex(e, DXK_OP_CutStream, &o);
}

/* ---------------------------------------------------------------------------------------- */
/* Amplification                                                                              */

/* The payload is handed over where it lies, if it lies as a structure; else as a copy. */
static dxk_value payload_pointer(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (n->is_lvalue) {
        dxki_emit_place p = dxki_emit_place_of(e, n);
        if (p.kind == DXKI_EMIT_RECORD)
            return p.pointer;
    }
    dxki_emit_value v = dxki_emit_expr(e, n);
    dxk_type type = dxki_emit_payload_type(e, n->type);
    if (!dxki_emit_ready(e))
        return DXK_NONE;
    dxk_builder_at(e->b, e->allocas);
    dxki_emit_place copy = dxki_emit_record(n->type, dxk_builder_alloca(e->b, type));
    dxk_builder_at(e->b, e->block);
    dxki_emit_store(e, &copy, v);
    return copy.pointer;
}

LOWER(DISPATCH_MESH)
{
    dxk_value args[4];

    args[3] = payload_pointer(e, n->list[3]);
    for (size_t i = 3; i-- > 0;)
        args[i] = dxki_emit_expr(e, n->list[i]).v[0];
    e->payload_size = dxki_hlsl_packed_size(e->c, n->list[3]->type);
    if (dxki_emit_ready(e))
        dxki_emit_op(e, DXK_OP_DispatchMesh, DXK_NONE, args, 4);
    return nothing(e);
}
