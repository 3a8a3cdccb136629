/* SPDX-License-Identifier: MIT */
/*
 * part.c - elements of signatures and system values are read and written: by which operations
 * at each point of the pipeline, and with which operands. See part.h.
 */
#include "codegen/part.h"

/* ---------------------------------------------------------------------------------------- */
/* Points of the pipeline                                                                     */

/* How elements are read and written at a point, and in which signature they are. */
static const struct {
    dxk_signature_kind which;
    dxk_op load, store; /* NONE: not possible */
    bool has;           /* there is a signature */
    bool vertices;      /* an operand says which vertex or primitive */
} points[DXKI_SIGPOINT_COUNT] = {
#define NONE DXK_OP_Discard
#define IN(op, many)                                                                               \
    {                                                                                              \
        DXK_SIGNATURE_INPUT, DXK_OP_##op, NONE, true, many                                         \
    }
#define OUT(op, many)                                                                              \
    {                                                                                              \
        DXK_SIGNATURE_OUTPUT, NONE, DXK_OP_##op, true, many                                        \
    }
    [DXKI_SIGPOINT_VS_IN] = IN(LoadInput, true),
    [DXKI_SIGPOINT_VS_OUT] = OUT(StoreOutput, false),
    [DXKI_SIGPOINT_HSCP_IN] = IN(LoadInput, true),
    [DXKI_SIGPOINT_HSCP_OUT] = {DXK_SIGNATURE_OUTPUT, DXK_OP_LoadOutputControlPoint,
                                DXK_OP_StoreOutput, true, false},
    [DXKI_SIGPOINT_PC_OUT] = {DXK_SIGNATURE_PATCH_CONSTANT, NONE, DXK_OP_StorePatchConstant, true,
                              false},
    [DXKI_SIGPOINT_DS_IN] = {DXK_SIGNATURE_PATCH_CONSTANT, DXK_OP_LoadPatchConstant, NONE, true,
                             false},
    [DXKI_SIGPOINT_DSCP_IN] = IN(LoadInput, true),
    [DXKI_SIGPOINT_DS_OUT] = OUT(StoreOutput, false),
    [DXKI_SIGPOINT_GSV_IN] = IN(LoadInput, true),
    [DXKI_SIGPOINT_GS_IN] = IN(LoadInput, true),
    [DXKI_SIGPOINT_GS_OUT] = OUT(StoreOutput, false),
    [DXKI_SIGPOINT_PS_IN] = IN(LoadInput, true),
    [DXKI_SIGPOINT_PS_OUT] = OUT(StoreOutput, false),
    [DXKI_SIGPOINT_MS_OUT] = OUT(StoreVertexOutput, true),
    [DXKI_SIGPOINT_MSP_OUT] = {DXK_SIGNATURE_PATCH_CONSTANT, NONE, DXK_OP_StorePrimitiveOutput,
                               true, true},
#undef IN
#undef OUT
};

/* System values that are operations. */
static const struct {
    dxk_semantic_kind kind;
    dxk_op op;
    dxk_type index;  /* type of the operand that says which component; VOID: there is none */
    uint8_t columns; /* components that there are */
    bool real;
} operations[] = {
    {DXK_SEMANTIC_KIND_DISPATCH_THREAD_ID, DXK_OP_ThreadId, DXK_TYPE_I32, 3, false},
    {DXK_SEMANTIC_KIND_GROUP_ID, DXK_OP_GroupId, DXK_TYPE_I32, 3, false},
    {DXK_SEMANTIC_KIND_GROUP_THREAD_ID, DXK_OP_ThreadIdInGroup, DXK_TYPE_I32, 3, false},
    {DXK_SEMANTIC_KIND_GROUP_INDEX, DXK_OP_FlattenedThreadIdInGroup, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_COVERAGE, DXK_OP_Coverage, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_INNER_COVERAGE, DXK_OP_InnerCoverage, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_SAMPLE_INDEX, DXK_OP_SampleIndex, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_VIEW_ID, DXK_OP_ViewID, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_PRIMITIVE_ID, DXK_OP_PrimitiveID, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_GS_INSTANCE_ID, DXK_OP_GSInstanceID, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_OUTPUT_CONTROL_POINT_ID, DXK_OP_OutputControlPointID, DXK_TYPE_VOID, 1,
     false},
    {DXK_SEMANTIC_KIND_DOMAIN_LOCATION, DXK_OP_DomainLocation, DXK_TYPE_I8, 3, true},
    {DXK_SEMANTIC_KIND_CULL_PRIMITIVE, NONE, DXK_TYPE_VOID, 1, false}, /* what is drawn was not */
    {DXK_SEMANTIC_KIND_START_VERTEX_LOCATION, DXK_OP_StartVertexLocation, DXK_TYPE_VOID, 1, false},
    {DXK_SEMANTIC_KIND_START_INSTANCE_LOCATION, DXK_OP_StartInstanceLocation, DXK_TYPE_VOID, 1,
     false},
};

dxk_signature_kind dxki_emit_signature_of(uint8_t point)
{
    return points[point].which;
}

uint8_t dxki_emit_operation_of(uint32_t semantic)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if ((uint32_t)operations[i].kind == semantic)
            return (uint8_t)(i + 1);
    }
    return 0;
}

const dxki_emit_part *dxki_emit_part_behind(const dxki_emit_part *p, uint32_t count)
{
    return p + count;
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

/* Where a component of a place is: register and component of an element. */
typedef struct component {
    uint32_t element;
    dxki_emit_index row, column;
} component;

static component component_at(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                              dxki_emit_index column)
{
    const dxki_emit_part *part = p->parts;
    component c = {.element = part->element, .column = part->by_rows ? column : row};

    c.row = dxki_emit_add(e, dxki_emit_scale(e, p->at, part->rows), part->by_rows ? row : column);
    if (part->split && c.row.value == DXK_NONE) {
        c.element += part->all_rows - 1 - c.row.add;
        c.row.add = 0;
    }
    return c;
}

/* Runs the operation that gives a system value. */
static dxk_value run(dxki_emit *e, const dxki_emit_part *part, uint32_t column)
{
    size_t k = part->operation - 1u;
    bool indexed = operations[k].index != DXK_TYPE_VOID;
    dxk_value which = operations[k].index == DXK_TYPE_I8 ? dxk_builder_i8(e->b, (int)column)
                                                         : dxki_emit_i32(e, column);
    dxk_type type = operations[k].real ? DXK_TYPE_FLOAT : DXK_TYPE_I32;

    if (operations[k].op == NONE)
        return dxki_emit_scalar_constant(e, part->number->scalar, 0);
    if (column >= operations[k].columns)
        return dxk_builder_undef(e->b, dxki_emit_type(e, part->number->scalar));
    dxk_value v = dxki_emit_op(e, operations[k].op, type, &which, indexed);
    return dxki_emit_convert_scalar(e, v, operations[k].real ? DXKI_HLSL_S_FLOAT : DXKI_HLSL_S_UINT,
                                    part->number->scalar);
}

/* Type of a component in operations. */
static dxk_type transfer_type(const dxki_emit *e, const dxki_emit_part *part)
{
    dxk_type type = dxki_emit_type(e, part->number->scalar);

    return type == DXK_TYPE_I1 ? DXK_TYPE_I32 : type;
}

static dxk_value load_known(dxki_emit *e, const dxki_emit_place *p, const component *c,
                            uint32_t column)
{
    const dxki_emit_part *part = p->parts;
    dxk_op op = points[p->point].load;
    size_t count = 3;

    if (part->operation)
        return run(e, part, column);
    dxk_value args[4] = {dxki_emit_i32(e, c->element), dxki_emit_index_value(e, c->row),
                         dxk_builder_i8(e->b, (int)column)};
    if (op != DXK_OP_LoadPatchConstant)
        args[count++] = p->vertex == DXK_NONE ? dxk_builder_undef(e->b, DXK_TYPE_I32) : p->vertex;
    dxk_value v = dxki_emit_op(e, op, transfer_type(e, part), args, count);
    if (part->number->scalar == DXKI_HLSL_S_BOOL)
        v = dxki_emit_convert_scalar(e, v, DXKI_HLSL_S_UINT, DXKI_HLSL_S_BOOL);
    return v;
}

/* A component that is chosen when running: of an array that has all of them. */
static dxk_value load_chosen(dxki_emit *e, const dxki_emit_place *p, const component *c)
{
    const dxki_hlsl_type *t =
        dxki_hlsl_type_vector(e->c, p->parts->number->scalar, p->parts->columns);
    dxki_emit_value all = dxki_emit_values(e, t);
    dxki_emit_place copy = dxki_emit_allocate(e, t, false, NULL);

    for (uint32_t i = 0; i < p->parts->columns && dxki_emit_ready(e); i++)
        all.v[i] = load_known(e, p, c, i);
    dxki_emit_store(e, &copy, all);
    dxki_emit_place one = dxki_emit_row(e, copy, c->column, dxki_hlsl_type_scalar(e->c, t->scalar));
    return dxki_emit_load(e, &one).v[0];
}

dxk_value dxki_emit_signature_load(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                   dxki_emit_index column)
{
    component c = component_at(e, p, row, column);

    if (points[p->point].load == NONE && !p->parts->operation) {
        DXKI_HLSL_SAY(e->c, READS_MESH_OUTPUT, e->at);
        return DXK_NONE;
    }
    return c.column.value == DXK_NONE ? load_known(e, p, &c, c.column.add) : load_chosen(e, p, &c);
}

static void store_known(dxki_emit *e, const dxki_emit_place *p, const component *c, uint32_t column,
                        dxk_value v)
{
    const dxki_emit_part *part = p->parts;
    size_t count = 4;

    if (part->is_position && column < 4)
        e->position[column] = v;
    if (part->number->scalar == DXKI_HLSL_S_BOOL)
        v = dxki_emit_convert_scalar(e, v, DXKI_HLSL_S_BOOL, DXKI_HLSL_S_UINT);
    dxk_value args[5] = {dxki_emit_i32(e, c->element), dxki_emit_index_value(e, c->row),
                         dxk_builder_i8(e->b, (int)column), v};
    if (points[p->point].vertices)
        args[count++] = p->vertex;
    dxki_emit_op(e, points[p->point].store, transfer_type(e, part), args, count);
}

/* A component that is chosen when running: each is written if it is the one. */
static void store_chosen(dxki_emit *e, const dxki_emit_place *p, const component *c, dxk_value v)
{
    dxk_value which = dxki_emit_index_value(e, c->column);

    for (uint32_t i = 0; i < p->parts->columns && dxki_emit_ready(e); i++) {
        dxk_block yes = dxki_emit_new_block(e), after = dxki_emit_new_block(e);
        dxk_value is_it =
            dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, which, dxki_emit_i32(e, i), 0);
        dxk_builder_cond_br(dxki_emit_b(e), is_it, yes, after);
        dxki_emit_at(e, yes);
        store_known(e, p, c, i, v);
        dxki_emit_jump(e, after);
        dxki_emit_at(e, after);
    }
}

void dxki_emit_signature_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                               dxki_emit_index column, dxk_value v)
{
    component c = component_at(e, p, row, column);

    if (c.column.value == DXK_NONE)
        store_known(e, p, &c, c.column.add, v);
    else
        store_chosen(e, p, &c, v);
}

/* ---------------------------------------------------------------------------------------- */
/* Attributes of pixels                                                                       */

bool dxki_emit_signature_operands(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                  dxki_emit_index column, dxk_value args[3], dxk_type *type)
{
    component c = component_at(e, p, row, column);

    if (p->parts->operation || c.column.value != DXK_NONE)
        return false;
    args[0] = dxki_emit_i32(e, c.element);
    args[1] = dxki_emit_index_value(e, c.row);
    args[2] = dxk_builder_i8(e->b, (int)c.column.add);
    *type = transfer_type(e, p->parts);
    return true;
}
