/* SPDX-License-Identifier: MIT */
/* emit_entry.c - the entry point: inputs to parameters, results to outputs, properties; see emit.h. */
#include "hlsl/emit.h"

/* ---------------------------------------------------------------------------------------- */
/* System values that are operations                                                          */

static const struct {
    const char *name;
    dxk_op op;
    uint8_t columns; /* 0: no operand says which */
    uint8_t stages;  /* bits of dxk_shader_kind: 1 pixel, 2 vertex, 32 compute */
} operations[] = {
    {"SV_DispatchThreadID", DXK_OP_ThreadId, 3, 32},
    {"SV_GroupID", DXK_OP_GroupId, 3, 32},
    {"SV_GroupThreadID", DXK_OP_ThreadIdInGroup, 3, 32},
    {"SV_GroupIndex", DXK_OP_FlattenedThreadIdInGroup, 0, 32},
    {"SV_Coverage", DXK_OP_Coverage, 0, 1},
    {"SV_InnerCoverage", DXK_OP_InnerCoverage, 0, 1},
    {"SV_ViewID", DXK_OP_ViewID, 0, 3},
    {"SV_StartVertexLocation", DXK_OP_StartVertexLocation, 0, 2},
    {"SV_StartInstanceLocation", DXK_OP_StartInstanceLocation, 0, 2},
};

static bool load_operation(dxki_emit *e, dxk_str name, const dxki_hlsl_type *t, dxki_emit_value *v)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (!dxki_str_same_fold(name, dxki_str(operations[i].name)) ||
            !(operations[i].stages >> e->c->kind & 1))
            continue;
        for (uint32_t k = 0; k < t->leaves && k < 4; k++) {
            dxk_value column = dxki_emit_i32(e, k);
            bool indexed = operations[i].columns != 0;
            dxk_value got = dxki_emit_op(e, operations[i].op, DXK_TYPE_I32, &column, indexed);
            v->v[k] = dxki_emit_convert_scalar(e, got, DXKI_HLSL_S_UINT, t->scalar);
        }
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

/* Where an element's name comes from: its own semantic, or that of what it is part of. */
typedef struct naming {
    dxk_str name;  /* without digits; empty: none yet */
    uint32_t next; /* index of the next row */
    bool fixed;    /* of something around: names inside are ignored */
    uint64_t mods; /* modifiers that say how it is interpolated */
    dxki_hlsl_loc loc;
} naming;

typedef struct signature {
    dxki_emit *e;
    dxk_signature_kind which;
    bool is_output;
} signature;

static void take_name(dxk_str text, naming *n)
{
    size_t size = text.size;
    uint32_t number = 0, scale = 1;

    while (size > 1 && text.data[size - 1] >= '0' && text.data[size - 1] <= '9' &&
           scale < 100000000) {
        number += (uint32_t)(text.data[--size] - '0') * scale;
        scale *= 10;
    }
    n->name = (dxk_str){text.data, size};
    n->next = number;
}

/* The name that a declaration gives what it declares. */
static naming name_of(const naming *outer, const dxki_ast_notes *notes, uint64_t mods,
                      dxki_hlsl_loc loc)
{
    naming n = *outer;

    n.mods = mods | outer->mods;
    n.loc = loc;
    for (size_t i = 0; !outer->fixed && i < notes->count; i++) {
        if (notes->items[i].kind != DXKI_AST_SEMANTIC)
            continue;
        take_name(notes->items[i].name->text, &n);
        n.fixed = true;
    }
    return n;
}

static dxk_interpolation_mode interpolation_of(uint64_t mods)
{
    bool centroid = mods & DXKI_AST_MOD(CENTROID), sample = mods & DXKI_AST_MOD(SAMPLE);

    if (mods & DXKI_AST_MOD(NOINTERPOLATION))
        return DXK_INTERPOLATION_MODE_CONSTANT;
    if (mods & DXKI_AST_MOD(NOPERSPECTIVE))
        return sample     ? DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE
               : centroid ? DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID
                          : DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE;
    return sample                        ? DXK_INTERPOLATION_MODE_LINEAR_SAMPLE
           : centroid                    ? DXK_INTERPOLATION_MODE_LINEAR_CENTROID
           : mods & DXKI_AST_MOD(LINEAR) ? DXK_INTERPOLATION_MODE_LINEAR
                                         : DXK_INTERPOLATION_MODE_UNDEFINED;
}

static dxk_component_type component_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    bool sign = info->number == DXKI_HLSL_SINT;

    switch (dxki_emit_type(e, t->scalar)) {
    case DXK_TYPE_I1:
        return DXK_COMPONENT_TYPE_I1;
    case DXK_TYPE_HALF:
        return DXK_COMPONENT_TYPE_F16;
    case DXK_TYPE_FLOAT:
        return DXK_COMPONENT_TYPE_F32;
    case DXK_TYPE_I16:
        return sign ? DXK_COMPONENT_TYPE_I16 : DXK_COMPONENT_TYPE_U16;
    default:
        return sign ? DXK_COMPONENT_TYPE_I32 : DXK_COMPONENT_TYPE_U32;
    }
}

/* Rows and columns in registers of an element's type. */
typedef struct shape {
    const dxki_hlsl_type *number;
    uint32_t rows, columns, times; /* rows of one element of arrays; elements */
    bool by_rows;
} shape;

static shape shape_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    shape s = {.times = 1};

    for (; t->kind == DXKI_HLSL_TY_ARRAY; t = t->element)
        s.times *= t->count;
    s.number = t;
    s.by_rows = t->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, t);
    s.rows = s.by_rows ? t->rows : t->columns;
    s.columns = s.by_rows ? t->columns : t->rows;
    return s;
}

static dxk_element add_element(const signature *g, naming *n, const shape *s)
{
    dxki_emit *e = g->e;
    char digits[12], *end = digits + sizeof digits;
    dxk_element_desc d = {.type = component_of(e, s->number),
                          .columns = s->columns,
                          .rows = s->rows * s->times,
                          .interpolation = interpolation_of(n->mods)};
    uint32_t number = n->next, *indices;

    if (dxki_hlsl_info(s->number)->bits == 64) {
        DXKI_HLSL_REPORT(e->c, DOUBLE_SIGNATURE, n->loc, dxki_text(n->name));
        return DXK_NONE;
    }
    if (s->columns > 4 || d.rows > DXK_SIGNATURE_REGISTERS) {
        dxki_sema_unsupported(e->c, n->loc, "so many rows or columns in a signature");
        return DXK_NONE;
    }
    (void)digits;
    (void)end;
    indices = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, d.rows);
    if (!indices) {
        dxki_hlsl_nomem(e->c);
        return DXK_NONE;
    }
    for (uint32_t i = 0; i < d.rows; i++)
        indices[i] = number + i;
    n->next = number + d.rows;
    d.indices = indices;
    d.semantic = dxki_hlsl_text(e->c, n->name).data;
    d.whole_name = true;
    /* a boolean system value is a number */
    if (d.type == DXK_COMPONENT_TYPE_I1 && dxki_str_starts(n->name, "SV_"))
        d.type = DXK_COMPONENT_TYPE_U32;
    return dxk_builder_element(e->b, g->which, &d);
}

/* Leaf of a value that is in a row and column of its element. */
static uint32_t leaf_of(const shape *s, uint32_t row, uint32_t column)
{
    uint32_t one = row % s->rows, which = row / s->rows;
    uint32_t leaf =
        s->by_rows ? one * s->number->columns + column : column * s->number->columns + one;

    return which * s->number->leaves + leaf;
}

static void transfer(const signature *g, dxk_element element, const shape *s, dxk_value *v)
{
    dxki_emit *e = g->e;
    uint8_t scalar = s->number->scalar;

    for (uint32_t row = 0; row < s->rows * s->times && dxki_emit_ready(e); row++) {
        for (uint32_t column = 0; column < s->columns; column++) {
            dxk_value *leaf = &v[leaf_of(s, row, column)];
            bool truth = scalar == DXKI_HLSL_S_BOOL;
            if (g->is_output) {
                dxk_value out =
                    truth ? dxki_emit_convert_scalar(e, *leaf, scalar, DXKI_HLSL_S_UINT) : *leaf;
                dxk_builder_store_output(dxki_emit_b(e), element, row, column, out);
                continue;
            }
            *leaf = dxk_builder_load_input(dxki_emit_b(e), element, row, column);
            if (truth)
                *leaf = dxki_emit_convert_scalar(e, *leaf, DXKI_HLSL_S_UINT, scalar);
        }
    }
}

/* Reads or writes all elements of a type; `v` are its leaves. */
static void flatten(const signature *g, const dxki_hlsl_type *t, naming *n, dxk_value *v)
{
    dxki_emit *e = g->e;

    if (!dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, n->loc))
        return;
    shape s = shape_of(e, t);
    if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (size_t i = 0; i < t->record->field_count; i++) {
            static const dxki_ast_notes none = {NULL, 0};
            const dxki_hlsl_field *f = &t->record->fields[i];
            naming own =
                name_of(n, f->decl ? &f->decl->notes : &none, f->decl ? f->decl->mods : 0, f->loc);
            flatten(g, f->type, &own, v);
            if (n->fixed)
                n->next = own.next;
            v += f->type->leaves;
        }
    } else if (s.number->kind == DXKI_HLSL_TY_RECORD || t->has_objects) {
        dxki_sema_unsupported(e->c, n->loc, "arrays of structures and objects in signatures");
    } else if (!n->name.size) {
        DXKI_HLSL_SAY(e->c, NO_SEMANTIC, n->loc);
    } else {
        dxki_emit_value part = {t, v};
        if (g->is_output || !load_operation(e, n->name, t, &part)) {
            dxk_element element = add_element(g, n, &s);
            if (element != DXK_NONE)
                transfer(g, element, &s, v);
        }
    }
    dxki_hlsl_leave(e->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

static const dxki_ast_attr *find_attr(const dxki_hlsl_function *f, const char *name)
{
    for (size_t i = 0; i < f->decl->attrs.count; i++) {
        const dxki_ast_attr *a = &f->decl->attrs.items[i];
        if (!a->scope && dxki_str_same_fold(a->name->text, dxki_str(name)))
            return a;
    }
    return NULL;
}

static void read_numbers(dxki_emit *e, const dxki_ast_attr *a, uint32_t *out, size_t count)
{
    for (size_t i = 0; i < a->args.count && i < count; i++) {
        int64_t value;
        if (dxki_sema_integer(e->c, a->args.items[i], &value))
            out[i] = value > 0 && value < UINT32_MAX ? (uint32_t)value : 0;
    }
}

static void properties(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    const dxki_ast_attr *threads = find_attr(f, "numthreads"), *wave = find_attr(f, "WaveSize");

    d->early_depth = find_attr(f, "earlydepthstencil") != NULL;
    if (find_attr(f, "RootSignature"))
        dxki_sema_unsupported(e->c, f->loc, "[RootSignature]");
    if (e->c->kind != DXK_SHADER_KIND_COMPUTE)
        return;
    if (!threads) {
        DXKI_HLSL_SAY(e->c, NO_THREADS, f->loc);
        return;
    }
    read_numbers(e, threads, d->num_threads, 3);
    uint64_t product = (uint64_t)d->num_threads[0] * d->num_threads[1];
    if (d->num_threads[0] > 1024 || d->num_threads[1] > 1024 || d->num_threads[2] > 64 ||
        product * d->num_threads[2] > 1024 || product * d->num_threads[2] == 0)
        DXKI_HLSL_SAY(e->c, BAD_THREADS, threads->loc);
    if (wave)
        read_numbers(e, wave, d->wave_lanes, 3);
}

/* ---------------------------------------------------------------------------------------- */
/* The function                                                                               */

/* Static variables get their values first. */
static void initialize(dxki_emit *e)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->globals.count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *v = s->globals.items[i];
        if (v->storage != DXKI_HLSL_STATIC || v->value || !v->used)
            continue;
        dxki_emit_place *p = DXKI_HLSL_NEW(e->c, dxki_emit_place);
        *p = dxki_emit_allocate(e, v->type, false, v);
        v->place = p;
        dxki_emit_value value = dxki_emit_values(e, v->type);
        for (uint32_t k = 0; !v->init && k < value.type->leaves; k++)
            value.v[k] = dxki_emit_scalar_constant(e, dxki_hlsl_leaf_scalar(v->type, k), 0);
        if (v->init)
            value = dxki_emit_expr(e, v->init);
        dxki_emit_store(e, p, value);
    }
}

static void take_inputs(dxki_emit *e, dxki_hlsl_function *f, dxki_emit_place *places)
{
    const signature g = {e, DXK_SIGNATURE_INPUT, false};
    static const naming none = {{NULL, 0}, 0, false, 0, {0, 0}};

    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *v = f->params[i];
        if (v->type->has_objects) {
            dxki_sema_unsupported(e->c, v->loc, "objects as parameters of the entry point");
            return;
        }
        places[i] = dxki_emit_allocate(e, v->type, false, v);
        v->place = &places[i];
        if (!(v->direction & DXKI_HLSL_IN))
            continue;
        naming n = name_of(&none, &v->decl->notes, v->mods, v->loc);
        dxki_emit_value value = dxki_emit_values(e, v->type);
        flatten(&g, v->type, &n, value.v);
        dxki_emit_store(e, &places[i], value);
    }
}

static void give(dxki_emit *e, const dxki_emit_place *p, const dxki_hlsl_type *t,
                 const dxki_ast_notes *notes, uint64_t mods, dxki_hlsl_loc loc)
{
    const signature g = {e, DXK_SIGNATURE_OUTPUT, true};
    static const naming none = {{NULL, 0}, 0, false, 0, {0, 0}};
    naming n = name_of(&none, notes, mods, loc);
    dxki_emit_value v = dxki_emit_load(e, p);

    if (v.type->leaves == t->leaves)
        flatten(&g, t, &n, v.v);
}

static void give_outputs(dxki_emit *e, dxki_hlsl_function *f, const dxki_emit_place *places)
{
    if (f->result->kind != DXKI_HLSL_TY_VOID) {
        if (e->c->kind == DXK_SHADER_KIND_COMPUTE)
            DXKI_HLSL_SAY(e->c, CS_SEMANTIC, f->loc);
        else
            give(e, &e->result, f->result, &f->decl->notes, f->decl->mods, f->loc);
    }
    for (size_t i = 0; i < f->param_count && dxki_emit_ready(e); i++) {
        const dxki_hlsl_var *v = f->params[i];
        if (v->direction & DXKI_HLSL_OUT)
            give(e, &places[i], v->type, &v->decl->notes, v->mods, v->loc);
    }
}

void dxki_emit_entry(dxki_emit *e, dxki_hlsl_function *f)
{
    dxk_entry_desc d = {.kind = e->c->kind};
    dxki_emit_place *places = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_place, f->param_count + 1);
    dxk_type type = dxk_builder_function_type(e->b, DXK_TYPE_VOID, NULL, 0);

    if (!places) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    properties(e, f, &d);
    d.function = e->function = dxk_builder_function(e->b, f->name->text.data, type);
    e->allocas = dxk_builder_block(e->b, e->function);
    e->entry = dxk_builder_block(e->b, e->function);
    dxki_emit_at(e, e->entry);
    e->return_to = dxki_emit_new_block(e);
    dxki_emit_begin_helpers(e);
    initialize(e);
    take_inputs(e, f, places);
    e->result = dxki_emit_nowhere();
    if (f->result->kind != DXKI_HLSL_TY_VOID && dxki_emit_ready(e))
        e->result = dxki_emit_allocate(e, f->result, false, NULL);
    f->is_active = true;
    dxki_emit_code(e, f->body);
    if (!dxki_emit_ready(e))
        return;
    dxki_emit_jump(e, e->return_to);
    dxki_emit_at(e, e->return_to);
    give_outputs(e, f, places);
    dxk_builder_ret(dxki_emit_b(e), DXK_NONE);
    dxk_builder_at(e->b, e->allocas);
    dxk_builder_br(e->b, e->entry);
    dxk_builder_entry(e->b, &d);
}
