/* SPDX-License-Identifier: MIT */
/* place.c - places: variables, and parts of them; see emit.h. */
#include "codegen/debug.h"

#include "base/out.h"
#include "builder/builder.h"
#include "sema/mangle.h"

dxki_emit_place dxki_emit_nowhere(void)
{
    return (dxki_emit_place){.kind = DXKI_EMIT_NOWHERE};
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Allocations that one variable may come to. */
#define MANY_SLOTS (1u << 20)

/* What memory holds of a scalar. */
static dxk_type memory_type(const dxki_emit *e, uint8_t scalar)
{
    dxk_type type = dxki_emit_type(e, scalar);

    return type == DXK_TYPE_I1 ? DXK_TYPE_I32 : type;
}

/* Where a variable is. */
enum { IN_FUNCTION, GROUP_SHARED, IN_MODULE };

typedef struct allocation {
    dxki_emit *e;
    uint8_t where;
    const dxki_hlsl_var *var;
    dxki_emit_slot *slots;
    uint32_t count;
    bool is_precise; /* the variable, or a member that it is or is part of */
    bool in_array;
} allocation;

/* The name of a variable of the module, with the number of the member if there are several. */
static dxk_str slot_name(allocation *a)
{
    dxki_hlsl *c = a->e->c;
    char digits[24], *end = digits + sizeof digits - 1;
    dxk_str name = dxki_str("shared");

    *end = 0;
    if (a->var && a->var->name)
        name = a->where == IN_MODULE ? a->var->name->text : dxki_hlsl_mangle_variable(c, a->var);
    if (a->count)
        name = dxki_hlsl_join(
            c, name, dxki_hlsl_join(c, dxki_str("."), dxki_str(dxki_format_u64(end, a->count))));
    return dxki_emit_unused_name(a->e, name);
}

bool dxki_emit_is_precise(const dxki_emit *e, const dxki_ast_decl *d)
{
    const dxk_hlsl_options *o = &e->c->options;

    if (!d || d->mods & DXKI_AST_MOD(PRECISE))
        return d != NULL;
    for (size_t i = 0; o->precise_output_count && i < d->notes.count; i++) {
        const dxki_ast_note *n = &d->notes.items[i];
        for (size_t k = 0; k < o->precise_output_count; k++) {
            if (n->kind == DXKI_AST_SEMANTIC && n->name &&
                dxki_str_same_fold(n->name->text, dxki_str(o->precise_outputs[k])))
                return true;
        }
    }
    return false;
}

static void allocate(allocation *a, const dxki_hlsl_type *t, uint64_t times);

static void allocate_member(allocation *a, const dxki_hlsl_field *f, uint64_t times)
{
    bool before = a->is_precise;

    a->is_precise |= dxki_emit_is_precise(a->e, f->decl);
    allocate(a, f->type, times);
    a->is_precise = before;
}

static void allocate(allocation *a, const dxki_hlsl_type *t, uint64_t times)
{
    dxki_emit *e = a->e;

    if (!dxki_emit_ready(e) || !dxki_hlsl_slots(t))
        return;
    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        bool before = a->in_array;
        a->in_array = true;
        allocate(a, t->element, times * t->count);
        a->in_array = before;
        return;
    }
    if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (size_t i = 0; i < t->record->field_count; i++)
            allocate_member(a, &t->record->fields[i], times);
        return;
    }
    uint32_t lanes = dxki_emit_is_native(e, t) ? t->columns : 0;
    uint64_t count = lanes ? times : times * t->leaves;
    dxk_type type = t->object == DXKI_HLSL_O_LINALG_MATRIX ? dxki_emit_linalg_type(e, t)
                                                           : memory_type(e, t->scalar);
    dxki_emit_slot *s = &a->slots[a->count];
    *s = (dxki_emit_slot){.count = (uint32_t)count,
                          .lanes = lanes,
                          .scalar = t->scalar,
                          .is_shared = a->where == GROUP_SHARED};
    if (lanes)
        type = dxk_builder_vector(e->b, type, lanes);
    s->is_i1 = count == 1 && !lanes && t->scalar == DXKI_HLSL_S_BOOL && a->where == IN_FUNCTION;
    if (s->is_i1)
        type = DXK_TYPE_I1;
    else if (count > 1)
        type = dxk_builder_array(e->b, type, (uint32_t)count);
    if (a->where == GROUP_SHARED) {
        s->pointer =
            dxk_builder_variable(e->b, slot_name(a).data, type, DXK_SPACE_SHARED, DXK_NONE);
        if (a->var)
            dxki_emit_keep_global(e, DXKI_HLSL_VARIABLE, s->pointer, a->var->loc);
    } else if (a->where == IN_MODULE)
        s->pointer =
            dxki_builder_static(e->b, slot_name(a).data, type, dxk_builder_null(e->b, type));
    else
        s->pointer = dxk_builder_alloca(e->b, type);
    if (a->is_precise)
        DXKI_HLSL_PUSH(e->c, &e->precise, s->pointer);
    if (a->where == GROUP_SHARED && !a->in_array) {
        DXKI_HLSL_PUSH(e->c, &e->shared, s->pointer);
        s->droppable = (uint32_t)e->shared.count;
    }
    a->count++;
}

static dxki_emit_place allocate_at(dxki_emit *e, const dxki_hlsl_type *t, uint8_t where,
                                   const dxki_hlsl_var *v)
{
    uint32_t count = dxki_hlsl_slots(t);
    allocation a = {.e = e,
                    .where = where,
                    .var = v,
                    .is_precise = v && (v->is_precise || dxki_emit_is_precise(e, v->decl))};
    dxk_builder *b = dxki_emit_b(e);

    if (t->leaves >= DXKI_HLSL_MANY_LEAVES || count > MANY_SLOTS) {
        DXKI_HLSL_REPORT(e->c, TOO_MANY_LEAVES, v ? v->loc : e->c->at,
                         dxki_dec(count > MANY_SLOTS ? MANY_SLOTS : DXKI_HLSL_MANY_LEAVES - 1));
        return dxki_emit_nowhere();
    }
    a.slots = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_slot, count ? count : 1);
    if (!a.slots) {
        dxki_hlsl_nomem(e->c);
        return dxki_emit_nowhere();
    }
    dxk_block here = e->block;
    dxki_md line = b->location;
    if (where ==
        IN_FUNCTION) /* local variables begin in the first block, so that loops do not repeat them */
        dxk_builder_at(b, e->allocas);
    b->location = 0; /* of no line */
    allocate(&a, t, 1);
    b->location = line;
    dxk_builder_at(b, here);
    return (dxki_emit_place){.kind = DXKI_EMIT_LOCAL, .type = t, .slots = a.slots};
}

dxki_emit_place dxki_emit_allocate_result(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxki_hlsl_var v = {.is_precise = dxki_emit_is_precise(e, f->decl)};

    return allocate_at(e, f->result, IN_FUNCTION, &v);
}

dxki_emit_place dxki_emit_allocate(dxki_emit *e, const dxki_hlsl_type *t, bool shared,
                                   const dxki_hlsl_var *v)
{
    dxki_emit_place p = allocate_at(e, t, shared ? GROUP_SHARED : IN_FUNCTION, v);

    if (!shared)
        dxki_emit_debug_variable(e, v, &p);
    return p;
}

dxki_emit_place dxki_emit_allocate_static(dxki_emit *e, const dxki_hlsl_type *t,
                                          const dxki_hlsl_var *v)
{
    return allocate_at(e, t, IN_MODULE, v);
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

dxki_emit_place dxki_emit_field(dxki_emit *e, dxki_emit_place p, uint32_t index)
{
    if (p.kind == DXKI_EMIT_NOWHERE)
        return p;
    if (p.kind == DXKI_EMIT_RECORD)
        return dxki_emit_record_field(e, p, index);
    if (p.kind == DXKI_EMIT_CAST)
        return dxki_emit_cast_field(p, index);
    const dxki_hlsl_field *f = &p.type->record->fields[index];
    if (p.kind == DXKI_EMIT_CONSTANTS && p.owner)
        p.first_object += dxki_emit_objects_before(e, p.type, index);
    if (p.kind == DXKI_EMIT_MEMORY)
        return dxki_emit_memory_part(e, p, dxki_emit_known(index), f->type);
    if (p.kind == DXKI_EMIT_LOCAL)
        p.slots += f->slot;
    else if (p.kind == DXKI_EMIT_SIGNATURE)
        p.parts = dxki_emit_part_behind(p.parts, f->slot);
    else
        p.at.add += p.kind == DXKI_EMIT_CONSTANTS ? f->constant_offset : f->packed_offset;
    p.type = f->type;
    return p;
}

dxki_emit_place dxki_emit_element(dxki_emit *e, dxki_emit_place p, dxki_emit_index i)
{
    if (p.kind == DXKI_EMIT_NOWHERE)
        return p;
    const dxki_hlsl_type *t = p.type->element;
    if (p.kind == DXKI_EMIT_CONSTANTS && p.owner)
        p.first_object += dxki_emit_objects_of(e, t) * i.add;
    if (p.kind == DXKI_EMIT_RECORD)
        return dxki_emit_record_element(e, p, i);
    if (p.kind == DXKI_EMIT_CAST)
        return dxki_emit_cast_element(e, p, i);
    if (p.kind == DXKI_EMIT_MEMORY)
        return dxki_emit_memory_part(e, p, i, t);
    if (p.of_vertices) {
        p.of_vertices = false;
        p.vertex = dxki_emit_index_value(e, i);
    } else if (p.kind == DXKI_EMIT_LOCAL || p.kind == DXKI_EMIT_SIGNATURE ||
               p.kind == DXKI_EMIT_OBJECTS)
        p.at = dxki_emit_add(e, dxki_emit_scale(e, p.at, p.type->count), i);
    else
        p.at = dxki_emit_add(e, p.at,
                             p.kind == DXKI_EMIT_CONSTANTS
                                 ? dxki_emit_rows(e, i, dxki_hlsl_constant_stride(e->c, t))
                                 : dxki_emit_scale(e, i, dxki_hlsl_packed_size(e->c, t)));
    p.type = t;
    return p;
}

/* The components that a place has now; all of them unless some were picked. */
static void spell_out(dxki_emit_place *p)
{
    if (p->picked)
        return;
    p->picked = true;
    p->result = p->type;
    p->count = (uint8_t)(p->type->leaves <= 4 ? p->type->leaves : 0);
    p->row = p->column = DXK_NONE;
    for (uint8_t i = 0; i < p->count; i++) {
        p->rows[i] = (uint8_t)(i / p->type->columns);
        p->columns[i] = (uint8_t)(i % p->type->columns);
    }
}

dxki_emit_place dxki_emit_pick(dxki_emit *e, dxki_emit_place p, const dxki_hlsl_node *n)
{
    dxki_emit_place out = p;

    if (p.kind == DXKI_EMIT_NOWHERE)
        return p;
    bool matrix = n->a->type->kind == DXKI_HLSL_TY_MATRIX;
    if (matrix)
        dxki_emit_keep_shared(e, &p);
    out.picked = true;
    if (!p.picked)
        out.row = out.column = DXK_NONE;
    out.result = n->type;
    out.count = n->count;
    for (uint8_t i = 0; i < n->count; i++) {
        /* of components that were picked before, or of the whole */
        out.rows[i] = p.picked && !matrix ? p.rows[n->columns[i]] : n->rows[i];
        out.columns[i] = p.picked && !matrix ? p.columns[n->columns[i]] : n->columns[i];
    }
    return out;
}

/* Number `i` of a list, plus what is added to all of them. */
static dxk_value choose_number(dxki_emit *e, const uint8_t *list, uint8_t count, dxk_value i,
                               dxk_value add)
{
    dxk_value v = dxki_emit_i32(e, list[0]);

    for (uint8_t k = 1; k < count; k++) {
        dxk_value is_it =
            dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, i, dxki_emit_i32(e, k), 0);
        v = dxk_builder_select(dxki_emit_b(e), is_it, dxki_emit_i32(e, list[k]), v);
    }
    return add == DXK_NONE ? v : dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_ADD, v, add, 0);
}

/* One of the components that were picked, by an index that is known when running. */
static dxki_emit_place choose_component(dxki_emit *e, dxki_emit_place p, dxki_emit_index i,
                                        const dxki_hlsl_type *t)
{
    dxk_value index = dxki_emit_index_value(e, i);

    p.row = choose_number(e, p.rows, p.count, index, p.row);
    p.column = choose_number(e, p.columns, p.count, index, p.column);
    p.rows[0] = p.columns[0] = 0;
    p.count = 1;
    p.result = t;
    return p;
}

/* m[i], v[i] */
dxki_emit_place dxki_emit_row(dxki_emit *e, dxki_emit_place p, dxki_emit_index i,
                              const dxki_hlsl_type *t)
{
    bool is_row = p.type->kind == DXKI_HLSL_TY_MATRIX && t->kind == DXKI_HLSL_TY_VECTOR;

    if (p.kind == DXKI_EMIT_NOWHERE)
        return p;
    if (p.type->kind == DXKI_HLSL_TY_MATRIX || i.value != DXK_NONE)
        dxki_emit_keep_shared(e, &p);
    if (is_row) {
        p.picked = true;
        p.row = i.value;
        p.column = DXK_NONE;
        p.count = (uint8_t)t->columns;
        for (uint8_t k = 0; k < p.count; k++) {
            p.rows[k] = (uint8_t)i.add;
            p.columns[k] = k;
        }
        p.result = t;
        return p;
    }
    if (p.picked && p.count > 1 && i.value != DXK_NONE) {
        for (uint8_t k = 0; k < p.count; k++) { /* components in a row are a vector */
            if (p.columns[k] != p.columns[0] + k || p.rows[k] != p.rows[0])
                return choose_component(e, p, i, t);
        }
    }
    if (!p.picked && p.type->leaves > 4) { /* a long vector */
        p.picked = true;
        p.row = DXK_NONE;
        p.column = i.value;
        p.columns[0] = 0;
        p.rows[0] = 0;
        if (i.add > 255) {
            p.column = dxki_emit_index_value(e, i);
            i.add = 0;
        }
        p.columns[0] = (uint8_t)i.add;
        p.count = 1;
        p.result = t;
        return p;
    }
    spell_out(&p);
    uint8_t k = (uint8_t)(i.add < p.count ? i.add : 0);
    p.rows[0] = p.rows[k];
    p.columns[0] = p.columns[k];
    if (i.value != DXK_NONE) {
        p.column = p.column == DXK_NONE
                       ? i.value
                       : dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_ADD, p.column, i.value, 0);
    }
    p.count = 1;
    p.result = t;
    return p;
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

static dxk_value address(dxki_emit *e, const dxki_emit_slot *s, dxki_emit_index i)
{
    if (s->count == 1)
        return s->pointer;
    dxk_value indices[2] = {dxki_emit_i32(e, 0), dxki_emit_index_value(e, i)};
    return dxk_builder_gep(dxki_emit_b(e), s->pointer, indices, 2);
}

static dxk_value from_memory(dxki_emit *e, uint8_t scalar, dxk_value pointer)
{
    dxk_value v = dxk_builder_load(dxki_emit_b(e), pointer);

    if (scalar != DXKI_HLSL_S_BOOL)
        return v;
    return dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_NE, v, dxki_emit_i32(e, 0), 0);
}

static void to_memory(dxki_emit *e, uint8_t scalar, dxk_value pointer, dxk_value v)
{
    if (scalar == DXKI_HLSL_S_BOOL)
        v = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_ZEXT, v, DXK_TYPE_I32);
    dxk_builder_store(dxki_emit_b(e), v, pointer);
}

static dxk_value load_slot(dxki_emit *e, const dxki_emit_slot *s, dxki_emit_index i)
{
    if (s->is_i1)
        return dxk_builder_load(dxki_emit_b(e), s->pointer);
    return from_memory(e, s->scalar, address(e, s, i));
}

static void store_slot(dxki_emit *e, const dxki_emit_slot *s, dxki_emit_index i, dxk_value v)
{
    if (s->is_i1)
        dxk_builder_store(dxki_emit_b(e), v, s->pointer);
    else
        to_memory(e, s->scalar, address(e, s, i), v);
}

/* Place of component `i` that is picked, as numbers of its row and column. */
static void component(const dxki_emit_place *p, uint8_t i, dxki_emit_index *row,
                      dxki_emit_index *column)
{
    *row = (dxki_emit_index){p->row, p->rows[i]};
    *column = (dxki_emit_index){p->column, p->columns[i]};
}

static dxki_emit_index local_index(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                   dxki_emit_index column)
{
    dxki_emit_index i = dxki_emit_scale(e, p->at, p->type->leaves);

    return dxki_emit_add(e, dxki_emit_add(e, i, dxki_emit_scale(e, row, p->type->columns)), column);
}

static dxk_value load_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                dxki_emit_index column)
{
    switch (p->kind) {
    case DXKI_EMIT_LOCAL:
        if (dxki_emit_is_wide(p))
            return dxki_emit_wide_element(e, p, column);
        return load_slot(e, p->slots, local_index(e, p, row, column));
    case DXKI_EMIT_SIGNATURE:
        return dxki_emit_signature_load(e, p, row, column);
    case DXKI_EMIT_RECORD:
        return from_memory(e, p->type->scalar, dxki_emit_record_pointer(e, p, row, column));
    case DXKI_EMIT_MEMORY:
        return dxki_emit_memory_component(e, p, row, column);
    case DXKI_EMIT_INDICES:
        DXKI_HLSL_SAY(e->c, READS_MESH_OUTPUT, e->at);
        return DXK_NONE;
    default:
        return dxki_emit_buffer_component(e, p, row, column);
    }
}

static void store_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                            dxki_emit_index column, dxk_value v)
{
    switch (p->kind) {
    case DXKI_EMIT_LOCAL:
        if (dxki_emit_is_wide(p)) {
            dxki_emit_set_wide_element(e, p, column, v);
            break;
        }
        store_slot(e, p->slots, local_index(e, p, row, column), v);
        break;
    case DXKI_EMIT_SIGNATURE:
        dxki_emit_signature_store(e, p, row, column, v);
        break;
    case DXKI_EMIT_RECORD:
        to_memory(e, p->type->scalar, dxki_emit_record_pointer(e, p, row, column), v);
        break;
    case DXKI_EMIT_MEMORY:
        dxki_emit_memory_set(e, p, row, column, v);
        break;
    case DXKI_EMIT_INDICES:
        DXKI_HLSL_SAY(e->c, PART_OF_INDICES, e->at);
        break;
    default:
        dxki_emit_buffer_set(e, p, row, column, v);
    }
}

/* Several known components of a vector in a buffer or texture are picked: one operation loads or
 * stores all of it. */
static bool is_moved_whole(const dxki_emit_place *p)
{
    return (p->kind == DXKI_EMIT_PACKED || p->kind == DXKI_EMIT_TYPED) && p->count > 1 &&
           p->type->kind == DXKI_HLSL_TY_VECTOR && p->type->leaves <= 4 && p->row == DXK_NONE &&
           p->column == DXK_NONE;
}

static dxki_emit_value load_picked(dxki_emit *e, const dxki_emit_place *p)
{
    dxki_emit_value out = dxki_emit_values(e, p->result);
    dxki_emit_index row, column;

    if (is_moved_whole(p)) {
        dxk_value all[4];
        dxki_emit_buffer_load(e, p, all);
        for (uint8_t i = 0; i < p->count; i++)
            out.v[i] = all[p->columns[i]];
        return out;
    }

    for (uint8_t i = 0; i < p->count && dxki_emit_ready(e); i++) {
        component(p, i, &row, &column);
        out.v[i] = load_component(e, p, row, column);
    }
    return out;
}

/* Leaves on their way from a place to `out`, or from `in` to a place; one of the two is NULL. */
struct leaves {
    dxk_value *out;
    const dxk_value *in;
};

static struct leaves leaves_behind(struct leaves v, uint32_t count)
{
    if (v.out)
        v.out += count;
    else
        v.in += count;
    return v;
}

static void move_wide(dxki_emit *e, const dxki_emit_place *p, struct leaves v)
{
    uint32_t count = p->type->columns;
    dxki_emit_value all = {.type = p->type};

    if (v.in) {
        all.whole = dxki_emit_pack(e, dxki_emit_type(e, p->type->scalar), v.in, count);
        dxki_emit_write_wide(e, p, all);
        return;
    }
    if (!dxki_emit_read_wide(e, p, &all))
        return;
    for (uint32_t i = 0; i < count && dxki_emit_ready(e); i++)
        v.out[i] = dxki_emit_lane(e, all.whole, i);
}

static void move_slots(dxki_emit *e, const dxki_emit_place *p, struct leaves v)
{
    if (dxki_emit_is_wide(p)) {
        move_wide(e, p, v);
        return;
    }
    dxki_emit_index first = dxki_emit_scale(e, p->at, p->type->leaves);

    for (uint32_t i = 0; i < p->type->leaves; i++) {
        dxki_emit_index at = dxki_emit_add(e, first, dxki_emit_known(i));
        if (v.out)
            v.out[i] = load_slot(e, p->slots, at);
        else
            store_slot(e, p->slots, at, v.in[i]);
    }
}

/* A primitive of a mesh is written as a whole. */
static void move_indices(dxki_emit *e, const dxki_emit_place *p, struct leaves v)
{
    if (v.out) {
        DXKI_HLSL_SAY(e->c, READS_MESH_OUTPUT, e->at);
        return;
    }
    dxk_value args[4] = {p->vertex, v.in[0], dxk_builder_undef(e->b, DXK_TYPE_I32),
                         dxk_builder_undef(e->b, DXK_TYPE_I32)};
    for (uint32_t i = 1; i < p->type->leaves && i < 3; i++)
        args[i + 1] = v.in[i];
    dxki_emit_op(e, DXK_OP_EmitIndices, DXK_NONE, args, 4);
}

static void move_components(dxki_emit *e, const dxki_emit_place *p, struct leaves v)
{
    for (uint32_t i = 0; i < p->type->leaves && dxki_emit_ready(e); i++) {
        dxki_emit_index row = dxki_emit_known(i / p->type->columns);
        dxki_emit_index column = dxki_emit_known(i % p->type->columns);
        if (v.out)
            v.out[i] = load_component(e, p, row, column);
        else
            store_component(e, p, row, column, v.in[i]);
    }
}

/* A resource becomes a number; resources cannot be assigned. */
static void move_object(dxki_emit *e, const dxki_emit_place *p, struct leaves v)
{
    dxki_emit_object o = {.type = p->type, .is_set = true, .var = p->owner, .index = p->at};

    if (v.out && !p->owner && p->kind == DXKI_EMIT_CONSTANTS)
        dxki_sema_unsupported(e->c, e->at, "a resource in a buffer that is not named");
    if (!v.out || !p->owner)
        return;
    bool split = dxki_emit_is_split(p->owner);
    if (p->kind == DXKI_EMIT_CONSTANTS || split) {
        o.var = dxki_emit_object_part(e, p->owner, split ? p->at.add : p->first_object);
        o.index = dxki_emit_known(0);
    }
    if (o.var)
        v.out[0] = dxki_emit_number_of(e, &o);
}

/* Moves all leaves of a place; returns how many there were. */
static uint32_t move_all(dxki_emit *e, const dxki_emit_place *p, struct leaves v)
{
    const dxki_hlsl_type *t = p->type;
    uint32_t count = 0;

    if (!t->leaves || !dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return 0;
    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        for (uint32_t i = 0; i < t->count; i++) {
            dxki_emit_place part = dxki_emit_element(e, *p, dxki_emit_known(i));
            count += move_all(e, &part, leaves_behind(v, count));
        }
    } else if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (uint32_t i = 0; i < t->record->field_count; i++) {
            dxki_emit_place part = dxki_emit_field(e, *p, i);
            count += move_all(e, &part, leaves_behind(v, count));
        }
    } else {
        if (p->kind == DXKI_EMIT_LOCAL)
            move_slots(e, p, v);
        else if (t->kind == DXKI_HLSL_TY_OBJECT && p->kind != DXKI_EMIT_MEMORY)
            move_object(e, p, v);
        else if (p->kind == DXKI_EMIT_INDICES)
            move_indices(e, p, v);
        else if (p->kind == DXKI_EMIT_SIGNATURE || p->kind == DXKI_EMIT_RECORD)
            move_components(e, p, v);
        else if (p->kind == DXKI_EMIT_MEMORY && v.out)
            dxki_emit_memory_load(e, p, v.out);
        else if (p->kind == DXKI_EMIT_MEMORY)
            dxki_emit_memory_store(e, p, v.in);
        else if (v.out)
            dxki_emit_buffer_load(e, p, v.out);
        else
            dxki_emit_buffer_store(e, p, v.in);
        count = t->leaves;
    }
    dxki_hlsl_leave(e->c);
    return count;
}

dxki_emit_value dxki_emit_load(dxki_emit *e, const dxki_emit_place *p)
{
    return dxki_emit_opened(e, dxki_emit_read(e, p));
}

dxki_emit_value dxki_emit_read(dxki_emit *e, const dxki_emit_place *p)
{
    dxki_emit_value wide;

    if (p->kind == DXKI_EMIT_NOWHERE)
        return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
    if (p->kind == DXKI_EMIT_CAST)
        return dxki_emit_cast_load(e, p);
    if (p->kind == DXKI_EMIT_BITS)
        return dxki_emit_bits_load(e, p);
    if (dxki_emit_read_wide(e, p, &wide))
        return wide;
    if (p->picked)
        return load_picked(e, p);
    dxki_emit_value out = dxki_emit_values(e, p->type);
    if (out.type == p->type)
        move_all(e, p, (struct leaves){.out = out.v});
    return out;
}

/* Stores components that are picked of a vector in a buffer or texture with one operation: all of
 * them, or some of an element of a texture, which is read first. False: it takes one for each. */
static bool store_whole(dxki_emit *e, const dxki_emit_place *p, const dxk_value *v)
{
    dxk_value all[4];
    bool is_all = is_moved_whole(p) && p->count == p->type->leaves;

    if (!is_all && (p->kind != DXKI_EMIT_TYPED || !is_moved_whole(p)))
        return false;
    if (!is_all)
        dxki_emit_buffer_load(e, p, all);
    for (uint8_t i = 0; i < p->count; i++)
        all[p->columns[i]] = v[i];
    dxki_emit_buffer_store(e, p, all);
    return true;
}

void dxki_emit_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v)
{
    dxki_emit_index row, column;

    if (p->kind == DXKI_EMIT_NOWHERE || !dxki_emit_ready(e))
        return;
    if (dxki_emit_write_wide(e, p, v))
        return;
    v = dxki_emit_opened(e, v);
    if (p->kind == DXKI_EMIT_CAST || p->kind == DXKI_EMIT_BITS) {
        (p->kind == DXKI_EMIT_CAST ? dxki_emit_cast_store : dxki_emit_bits_store)(e, p, v);
        return;
    }
    if (!p->picked) {
        move_all(e, p, (struct leaves){.in = v.v});
        return;
    }
    if (store_whole(e, p, v.v))
        return;
    for (uint8_t i = 0; i < p->count; i++) {
        component(p, i, &row, &column);
        store_component(e, p, row, column, v.v[i]);
    }
}

dxk_value dxki_emit_pointer(dxki_emit *e, const dxki_emit_place *p)
{
    dxki_emit_index row = dxki_emit_known(0), column = row;

    if (p->kind != DXKI_EMIT_LOCAL && p->kind != DXKI_EMIT_RECORD)
        return DXK_NONE;
    if (p->picked)
        component(p, 0, &row, &column);
    if (p->kind == DXKI_EMIT_RECORD)
        return dxki_emit_record_pointer(e, p, row, column);
    if (dxki_emit_is_wide(p))
        return dxki_emit_wide_address(e, p, &column);
    return address(e, p->slots, local_index(e, p, row, column));
}
