/* SPDX-License-Identifier: MIT */
/*
 * stream.c - lowerings of functions that only some stages have: streams, patches, payloads,
 * attributes of pixels; see sema/lowering.h.
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
    dxk_type type = dxki_emit_memory_type(e, n->type);
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

/* ---------------------------------------------------------------------------------------- */
/* Attributes of pixels                                                                       */

/* Operands after the column: an offset, a sample, a vertex. */
static size_t last_operands(dxki_emit *e, const dxki_hlsl_node *n, dxk_value *args)
{
    if (n->list_count < 2)
        return 0;
    dxki_emit_value v = dxki_emit_expr(e, n->list[1]);
    for (uint32_t i = 0; i < v.type->leaves && i < 2; i++)
        args[i] = v.v[i];
    if (n->row->op == DXK_OP_AttributeAtVertex && n->list[1]->kind == DXKI_HLSL_N_CONSTANT)
        args[0] = dxk_builder_i8(e->b, (int)(n->list[1]->bits[0] & 0x7f));
    else if (n->row->op == DXK_OP_AttributeAtVertex && dxki_emit_ready(e))
        args[0] = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_TRUNC, v.v[0], DXK_TYPE_I8);
    return v.type->leaves < 2 ? v.type->leaves : 2;
}

/* Row and column of component `i` of a place. */
static void place_component(const dxki_emit_place *p, uint32_t i, dxki_emit_index *row,
                            dxki_emit_index *column)
{
    if (p->picked) {
        *row = (dxki_emit_index){p->row, p->rows[i]};
        *column = (dxki_emit_index){p->column, p->columns[i]};
    } else {
        *row = dxki_emit_known(i / p->type->columns);
        *column = dxki_emit_known(i % p->type->columns);
    }
}

/* Numbers of a matrix. */
#define MOST_NUMBERS 16u

/* The input that an expression has its numbers from, and which of them it has; NULL: there is none.
 * Conversions of the shape are seen through. */
static const dxki_hlsl_node *find_input(const dxki_hlsl_node *n, uint8_t numbers[MOST_NUMBERS])
{
    for (uint8_t i = 0; i < MOST_NUMBERS; i++)
        numbers[i] = i;
    while (!dxki_emit_is_input(n)) {
        const dxki_hlsl_type *from = n->a ? n->a->type : NULL;
        bool shape = n->kind == DXKI_HLSL_N_CONVERT && dxki_hlsl_is_numeric(from) &&
                     from->scalar == n->type->scalar && from->leaves <= MOST_NUMBERS;
        bool matrices =
            shape && from->kind == DXKI_HLSL_TY_MATRIX && n->type->kind == DXKI_HLSL_TY_MATRIX;
        if (!shape && n->kind != DXKI_HLSL_N_SWIZZLE)
            return NULL;
        for (uint32_t i = 0; i < n->type->leaves && i < MOST_NUMBERS; i++) {
            uint8_t at = numbers[i];
            numbers[i] =
                !shape              ? (uint8_t)(n->rows[at] * from->columns + n->columns[at])
                : from->leaves == 1 ? 0
                : matrices
                    ? (uint8_t)(at / n->type->columns * from->columns + at % n->type->columns)
                    : at;
        }
        n = n->a;
    }
    return n;
}

LOWER(EVALUATE)
{
    dxki_emit_value out = dxki_emit_values(e, n->type);
    uint8_t numbers[MOST_NUMBERS];
    dxk_value extra[2] = {DXK_NONE, DXK_NONE}, args[5];
    size_t count = last_operands(e, n, extra);
    const dxki_hlsl_node *input = find_input(n->list[0], numbers);
    dxki_emit_place p = input ? dxki_emit_place_of(e, input) : dxki_emit_nowhere();
    dxk_type type = DXK_NONE;
    dxki_emit_index row, column;

    for (uint32_t i = 0; i < out.type->leaves && i < MOST_NUMBERS && dxki_emit_ready(e); i++) {
        bool good = p.kind == DXKI_EMIT_SIGNATURE;
        if (good) {
            place_component(&p, numbers[i], &row, &column);
            good = dxki_emit_signature_operands(e, &p, row, column, args, &type);
        }
        if (!good) {
            DXKI_HLSL_SAY(e->c, EVALUATED, n->list[0]->loc);
            break;
        }
        for (size_t k = 0; k < count; k++)
            args[3 + k] = extra[k];
        out.v[i] = dxki_emit_op(e, n->row->op, type, args, 3 + count);
    }
    return out;
}
