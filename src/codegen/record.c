/* SPDX-License-Identifier: MIT */
/*
 * record.c - structures as they lie in memory: payloads, which stages hand to each other after
 * a pointer. A vector or matrix is an array of its numbers, matrices in their order. See emit.h.
 */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "ir/access.h"

/* A type of the module that was made for a structure. */
typedef struct dxki_emit_made {
    const dxki_hlsl_type *from;
    dxk_type type;
    const struct dxki_emit_made *next;
} dxki_emit_made;

/* Is a type made of other parts than as a value? */
static bool differs(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_RECORD && i < t->record->field_count; i++)
        if (differs(t->record->fields[i].type))
            return true;
    return t->kind == DXKI_HLSL_TY_VECTOR || t->kind == DXKI_HLSL_TY_MATRIX;
}

/* "struct.S", or with a number that no other name has if the parts differ. */
static dxk_str name_of(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxk_str name = dxki_hlsl_join(e->c, dxki_str(t->record->is_class ? "class." : "struct."),
                                  dxki_emit_type_name(e->c, t));

    return dxki_emit_struct_name(e, differs(t) ? dxki_emit_new_name(e, name) : name);
}

static dxk_type make_struct(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_record *r = t->record;
    dxk_type *members = DXKI_NEW_ARRAY(&e->c->arena, dxk_type, r->field_count + 1);
    dxki_emit_made *made = DXKI_HLSL_NEW(e->c, dxki_emit_made);

    if (!members) {
        dxki_hlsl_nomem(e->c);
        return DXK_NONE;
    }
    for (size_t i = 0; i < r->field_count; i++)
        members[i] = dxki_emit_memory_type(e, r->fields[i].type);
    *made = (dxki_emit_made){.from = t, .next = e->made};
    made->type = differs(t) ? DXK_NONE : dxki_emit_known_natural_type(e, t);
    if (!made->type)
        made->type = dxk_builder_struct(e->b, name_of(e, t).data, members, r->field_count);
    if (dxki_hlsl_ready(e->c))
        e->made = made;
    return made->type;
}

dxk_type dxki_emit_known_memory_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    for (const dxki_emit_made *made = e->made; made && !t->has_objects && !differs(t);
         made = made->next) {
        if (made->from->record == t->record)
            return made->type;
    }
    return DXK_NONE;
}

static dxk_type struct_of(dxki_emit *e, const dxki_hlsl_type *t)
{
    for (const dxki_emit_made *made = e->made; made; made = made->next) {
        if (made->from == t)
            return made->type;
    }
    return make_struct(e, t);
}

dxk_type dxki_emit_payload_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_emit_made *made = e->made;
    dxk_type natural = dxki_emit_natural_type(e, t);

    e->made = NULL; /* a copy of its own */
    dxk_type type = dxki_emit_memory_type(e, t);
    e->made = made;
    if (dxki_emit_ready(e) && type != natural)
        dxki_emit_describe_copy(e, t->record, type);
    return type;
}

void dxki_emit_describe_copies(dxki_emit *e)
{
    const dxki_emit_made **all;
    size_t count = 0;

    for (const dxki_emit_made *made = e->made; made; made = made->next)
        count++;
    all = DXKI_NEW_ARRAY(&e->c->arena, const dxki_emit_made *, count + 1);
    if (!all)
        dxki_hlsl_nomem(e->c);
    for (const dxki_emit_made *made = e->made; all && made; made = made->next)
        all[--count] = made;
    for (; all && all[count] && dxki_emit_ready(e); count++) {
        const dxki_hlsl_record *r = all[count]->from->record;
        if (differs(all[count]->from) && (r->in_module[0] || r->in_module[1]))
            dxki_emit_describe_copy(e, r, all[count]->type);
    }
}

dxk_type dxki_emit_memory_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxk_type type;

    if (!dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return DXK_NONE;
    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        type = dxk_builder_array(e->b, dxki_emit_memory_type(e, t->element), t->count);
    } else if (t->kind == DXKI_HLSL_TY_RECORD) {
        type = struct_of(e, t);
    } else {
        type = dxki_emit_type(e, t->scalar);
        if (type == DXK_TYPE_I1)
            type = DXK_TYPE_I32;
        if (t->leaves > 1)
            type = dxk_builder_array(e->b, type, t->leaves);
    }
    dxki_hlsl_leave(e->c);
    return type;
}

dxki_emit_place dxki_emit_record(const dxki_hlsl_type *t, dxk_value pointer)
{
    return (dxki_emit_place){.kind = DXKI_EMIT_RECORD, .type = t, .pointer = pointer};
}

/* A step further in: one address of the whole way, for programs have no pointers to arrays of
 * arrays. */
static dxk_value step(dxki_emit *e, dxk_value pointer, dxk_value index)
{
    const dxk_module *m = e->b->m;
    const dxki_inst *before = dxki_emit_ready(e) && dxki_value_as_inst(pointer)
                                  ? dxki_inst_get(m, DXKI_INDEX(pointer))
                                  : NULL;
    uint32_t count = before && before->op == DXKI_OP_GEP ? before->op_count - 1u : 1;
    dxk_value *indices = DXKI_NEW_ARRAY(&e->c->arena, dxk_value, count + 1u);

    if (!indices) {
        dxki_hlsl_nomem(e->c);
        return DXK_NONE;
    }
    indices[0] = dxki_emit_i32(e, 0);
    if (before && before->op == DXKI_OP_GEP) {
        before = dxki_inst_get(m, DXKI_INDEX(pointer));
        memcpy(indices, m->words.items + before->ops + 1, count * sizeof *indices);
        pointer = m->words.items[before->ops];
    }
    indices[count] = index;
    return dxk_builder_gep(dxki_emit_b(e), pointer, indices, count + 1);
}

dxki_emit_place dxki_emit_record_field(dxki_emit *e, dxki_emit_place p, uint32_t index)
{
    p.type = p.type->record->fields[index].type;
    p.pointer = step(e, p.pointer, dxki_emit_i32(e, index));
    return p;
}

dxki_emit_place dxki_emit_record_element(dxki_emit *e, dxki_emit_place p, dxki_emit_index i)
{
    p.type = p.type->element;
    p.pointer = step(e, p.pointer, dxki_emit_index_value(e, i));
    return p;
}

dxk_value dxki_emit_record_pointer(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                   dxki_emit_index column)
{
    const dxki_hlsl_type *t = p->type;
    bool by_rows = t->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, t);
    dxki_emit_index major = by_rows ? row : column, minor = by_rows ? column : row;

    if (t->leaves == 1)
        return p->pointer;
    dxki_emit_index at =
        dxki_emit_add(e, dxki_emit_scale(e, major, by_rows ? t->columns : t->rows), minor);
    return step(e, p->pointer, dxki_emit_index_value(e, at));
}
