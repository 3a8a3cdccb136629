/* SPDX-License-Identifier: MIT */
/*
 * layout.c - what reflection says of buffers: structures of the module that stand for them and
 * for the records in them, with names, places and types of their members.
 *
 * A record that has matrices or min-precision types has two of them: one as the source has it, and
 * "hostlayout." with arrays of vectors and numbers of 32 bits, which is what the members are
 * described for. With types of 16 bits there is only the first, and in lib_6_x, which linkers lay
 * out. Source: DXIL.rst, "Type annotations".
 */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "dxil/layout.h"

/* Forms of a type. */
enum { NATURAL, IN_MEMORY };

/* Answers that are kept in a record. */
enum { NOT_KNOWN, NO, YES };

static dxk_type type_of(dxki_emit *e, const dxki_hlsl_type *t, int form);

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static dxk_str join3(dxki_hlsl *c, dxk_str a, dxk_str b, const char *end)
{
    return dxki_hlsl_join(c, dxki_hlsl_join(c, a, b), dxki_str(end));
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* Has the module each type once? */
static bool is_natural(const dxki_hlsl *c)
{
    return c->options.native_16bit || dxki_hlsl_is_for_linking(c);
}

/* Does memory have more bits than the value? */
static bool is_wider(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    return dxki_hlsl_info(t)->flags & DXKI_HLSL_MINIMUM && !is_natural(c);
}

/* Is it an object that is a resource of its own? */
static bool is_object(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT && t->has_objects;
}

/* Is a type something else in memory, where objects have no place? */
static bool differs(const dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (is_natural(c))
        return false;
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind == DXKI_HLSL_TY_MATRIX || is_object(t))
        return true;
    if (dxki_hlsl_is_numeric(t))
        return is_wider(c, t);
    if (t->kind != DXKI_HLSL_TY_RECORD)
        return false;
    dxki_hlsl_record *r = t->record;
    for (size_t i = 0; r->is_laid_out == NOT_KNOWN && i < r->field_count; i++)
        if (differs(c, r->fields[i].type))
            r->is_laid_out = YES;
    if (r->is_laid_out == NOT_KNOWN)
        r->is_laid_out = NO;
    return r->is_laid_out == YES;
}

static dxk_type scalar_type(const dxki_emit *e, const dxki_hlsl_type *t, int form)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);

    if (info->number == DXKI_HLSL_BOOL)
        return DXK_TYPE_I32;
    if (form == IN_MEMORY && is_wider(e->c, t))
        return info->number == DXKI_HLSL_REAL ? DXK_TYPE_FLOAT : DXK_TYPE_I32;
    return dxki_emit_type(e, t->scalar);
}

/* Rows or columns as memory has them; as a value, a class with the rows. */
static dxk_type matrix_type(dxki_emit *e, const dxki_hlsl_type *t, int form)
{
    bool natural = form == NATURAL || !differs(e->c, t);
    bool rows = natural || dxki_hlsl_by_rows(e->c, t);
    dxk_type minor = dxk_builder_vector(e->b, scalar_type(e, t, form), rows ? t->columns : t->rows);
    uint32_t major = rows ? t->rows : t->columns;
    dxk_type all = major == 1 && !natural ? minor : dxk_builder_array(e->b, minor, major);

    if (!natural || !dxki_emit_ready(e))
        return all;
    dxk_str name = join3(e->c, dxki_str("class.matrix."), dxki_emit_scalar_name(t), ".");
    name = join3(e->c, name, dxki_hlsl_decimal(e->c, t->rows), ".");
    name = dxki_hlsl_join(e->c, name, dxki_hlsl_decimal(e->c, t->columns));
    return dxki_builder_named_struct(e->b, name, &all, 1);
}

dxk_component_type dxki_emit_component_of(const dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    bool sign = info->number == DXKI_HLSL_SINT && !t->natural;

    switch (dxki_emit_type(e, t->scalar)) {
    case DXK_TYPE_I1:
        return DXK_COMPONENT_TYPE_I1;
    case DXK_TYPE_HALF:
        return t->norm == 1 ? DXK_COMPONENT_TYPE_SNORM_F16
               : t->norm    ? DXK_COMPONENT_TYPE_UNORM_F16
                            : DXK_COMPONENT_TYPE_F16;
    case DXK_TYPE_FLOAT:
        return t->norm == 1 ? DXK_COMPONENT_TYPE_SNORM_F32
               : t->norm    ? DXK_COMPONENT_TYPE_UNORM_F32
                            : DXK_COMPONENT_TYPE_F32;
    case DXK_TYPE_DOUBLE:
        return DXK_COMPONENT_TYPE_F64;
    case DXK_TYPE_I16:
        return sign ? DXK_COMPONENT_TYPE_I16 : DXK_COMPONENT_TYPE_U16;
    case DXK_TYPE_I64:
        return sign ? DXK_COMPONENT_TYPE_I64 : DXK_COMPONENT_TYPE_U64;
    default:
        return sign ? DXK_COMPONENT_TYPE_I32 : DXK_COMPONENT_TYPE_U32;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

/* A structure that is being made. */
typedef struct structure {
    size_t count;
    dxk_type *types;
    dxk_field_desc *fields;
    dxk_str name;     /* without prefix */
    bool differs;     /* from what it is as a value */
    bool has_handles; /* of objects in it */
    uint32_t size;    /* bytes in a constant buffer */
    dxk_type known;   /* it is there already; DXK_NONE: it is not */
} structure;

static bool begin(dxki_emit *e, structure *s, size_t count)
{
    s->types = dxki_arena_zalloc(&e->c->arena, count + 1, sizeof *s->types);
    s->fields = dxki_arena_zalloc(&e->c->arena, count + 1, sizeof *s->fields);
    if (!s->types || !s->fields)
        dxki_hlsl_nomem(e->c);
    return dxki_emit_ready(e);
}

static void describe(const dxki_emit *e, const dxki_hlsl_type *t, dxk_field_desc *f)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (!dxki_hlsl_is_value(t))
        return;
    f->type = dxki_emit_component_of(e, t);
    if (t->kind == DXKI_HLSL_TY_MATRIX) {
        f->matrix_rows = t->rows;
        f->matrix_columns = t->columns;
        f->row_major = dxki_hlsl_by_rows(e->c, t);
    }
}

static void add(dxki_emit *e, structure *s, const char *name, const dxki_hlsl_type *t,
                uint32_t offset, int form)
{
    dxk_field_desc *f = &s->fields[s->count];
    const dxki_hlsl_type *last = t;

    while (last->kind == DXKI_HLSL_TY_ARRAY)
        last = last->element;
    s->differs |= form == IN_MEMORY && differs(e->c, t);
    if (t->has_objects && !s->has_handles &&
        (last->kind == DXKI_HLSL_TY_OBJECT ||
         (is_natural(e->c) && !dxki_hlsl_constant_size(e->c, t))))
        return; /* resources of their own */
    s->types[s->count++] = type_of(e, t, form);
    *f = (dxk_field_desc){.name = name, .offset = offset};
    describe(e, t, f);
}

dxk_str dxki_emit_struct_name(dxki_emit *e, dxk_str name)
{
    dxk_str made = name;

    for (uint32_t i = 0; dxki_emit_ready(e) && dxki_dxil_ops_find_struct(&e->b->ops, made); i++)
        made =
            dxki_hlsl_join(e->c, join3(e->c, name, dxki_str("."), ""), dxki_hlsl_decimal(e->c, i));
    return made;
}

static dxk_type finish(dxki_emit *e, structure *s, const char *prefix, bool described)
{
    dxk_str name = join3(e->c, dxki_str(s->differs ? "hostlayout." : ""), dxki_str(prefix), "");
    dxk_type made = s->known;

    if (!made)
        name = dxki_emit_struct_name(e, dxki_hlsl_join(e->c, name, s->name));
    if (!dxki_emit_ready(e))
        return DXK_NONE;
    if (!made)
        made = dxki_builder_named_struct(e->b, name, s->types, (uint32_t)s->count);
    if (made && described)
        dxk_builder_layout(e->b, made, s->size, s->fields, s->count);
    return made;
}

/* Enumerations are told as what bits of them become in expressions. */
static void describe_bits(const dxki_emit *e, const dxki_hlsl_bits *one, dxk_field_desc *f)
{
    describe(e, one->type, f);
    if (one->type->kind != DXKI_HLSL_TY_ENUM)
        return;
    if (dxki_hlsl_scalar_size(e->c, one->type->scalar) < 4)
        f->type = DXK_COMPONENT_TYPE_I32;
    else
        describe(e, one->type->element, f);
}

/* The bit fields that a member of a structure consists of. Those without a name count, too. */
static void add_bits(dxki_emit *e, const dxki_hlsl_record *r, uint32_t field)
{
    const dxki_hlsl_field *f = &r->fields[field];
    dxk_field_desc *bits = DXKI_NEW_ARRAY(&e->c->arena, dxk_field_desc, f->bit_fields + 1);
    uint32_t *widths = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, f->bit_fields + 1);
    uint32_t count = 0;

    if (!bits || !widths) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    for (uint32_t i = 0; i < f->bit_fields; i++) {
        const dxki_hlsl_bits *one = &r->bits[f->first_bits + i];
        if (!one->width)
            continue;
        bits[count] =
            (dxk_field_desc){.name = one->name ? one->name->text.data : "", .offset = one->shift};
        describe_bits(e, one, &bits[count]);
        widths[count++] = one->width;
    }
    dxki_builder_bit_fields(e->b, field, bits, widths, count);
}

/* The members of a record. */
static void add_members(dxki_emit *e, structure *s, const dxki_hlsl_record *r, int form)
{
    for (size_t i = 0; i < r->field_count; i++) {
        const dxki_hlsl_field *f = &r->fields[i];
        const char *name = f->name                 ? f->name->text.data
                           : r->has_base && i == 0 ? f->type->record->name->text.data
                                                   : "";
        size_t at = s->count;
        add(e, s, name, f->type, f->constant_offset, form);
        if (f->is_bits && s->count > at)
            describe(e, r->bits[f->first_bits].type, &s->fields[at]);
    }
}

void dxki_emit_passed_of(const dxki_ast_decl *d, dxki_builder_passed *passed)
{
    *passed = (dxki_builder_passed){.mode = DXK_INTERPOLATION_MODE_UNDEFINED};
    if (!d)
        return;
    passed->mode = dxki_emit_interpolation(d->mods);
    passed->is_precise = (d->mods & DXKI_AST_MOD(PRECISE)) != 0;
    for (size_t i = 0; !passed->semantic.size && i < d->notes.count; i++)
        if (d->notes.items[i].kind == DXKI_AST_SEMANTIC)
            passed->semantic = d->notes.items[i].name->text;
}

/* What only members of records have: bit fields in them, semantics. */
static void describe_members(dxki_emit *e, const dxki_hlsl_record *r)
{
    for (uint32_t i = 0; i < r->field_count; i++) {
        dxki_builder_passed passed;
        dxki_emit_passed_of(r->fields[i].decl, &passed);
        if (r->fields[i].is_bits)
            add_bits(e, r, i);
        else
            dxki_builder_member_passed(e->b, i, &passed);
    }
}

void dxki_emit_describe_copy(dxki_emit *e, const dxki_hlsl_record *r, dxk_type type)
{
    structure s = {.size = 0};

    if (!begin(e, &s, r->field_count))
        return;
    add_members(e, &s, r, NATURAL);
    if (!dxki_emit_ready(e) || s.count != r->field_count)
        return;
    dxki_builder_copied_layout(e->b, type, s.fields, s.count);
    describe_members(e, r);
    for (size_t i = 0; i < s.count; i++) {
        const dxki_hlsl_type *t = r->fields[i].type;
        while (t->kind == DXKI_HLSL_TY_ARRAY)
            t = t->element;
        if (t->kind == DXKI_HLSL_TY_VECTOR)
            dxki_builder_member_columns(e->b, i, t->columns);
    }
}

/* A type as argument of a template, where truth values are what they are as values. */
static dxk_type template_arg(dxki_emit *e, const dxki_hlsl_type *t)
{
    bool truth = dxki_hlsl_is_numeric(t) && dxki_hlsl_info(t)->number == DXKI_HLSL_BOOL;

    if (truth && t->kind == DXKI_HLSL_TY_SCALAR)
        return DXK_TYPE_I1;
    if (truth && t->kind == DXKI_HLSL_TY_VECTOR)
        return dxk_builder_vector(e->b, DXK_TYPE_I1, t->columns);
    return type_of(e, t, NATURAL);
}

/* The arguments of which a template made a record; those that are templates are not told of. */
static dxki_builder_argument *template_args(dxki_emit *e, const dxki_hlsl_record *r, size_t *count)
{
    const dxki_hlsl_instance *made = r->instance;
    dxki_builder_argument *args =
        DXKI_NEW_ARRAY(&e->c->arena, dxki_builder_argument, (made ? made->count : 0) + 1);

    *count = 0;
    if (!args)
        dxki_hlsl_nomem(e->c);
    for (size_t i = 0; args && made && i < made->count; i++) {
        const dxki_hlsl_argument *a = &made->args[i];
        if (!a->is_value && !a->type)
            continue;
        args[*count].type = a->is_value ? (dxk_type)DXK_NONE : template_arg(e, a->type);
        args[(*count)++].number = a->bits;
    }
    return args;
}

static dxk_type record_type(dxki_emit *e, const dxki_hlsl_type *t, int form)
{
    dxki_hlsl_record *r = t->record;
    structure s = {.name = dxki_emit_type_name(e->c, t), .size = dxki_hlsl_constant_size(e->c, t)};
    bool handles = form == NATURAL && t->has_objects;
    bool in_memory = form == IN_MEMORY || !(handles || differs(e->c, t)); /* else they are one */

    if (r->in_module[in_memory] || !dxki_hlsl_enter(e->c, r->loc))
        return r->in_module[in_memory];
    s.has_handles = handles;
    if (handles)
        s.name = dxki_hlsl_join(e->c, s.name, dxki_str(".hdl"));
    else if (form == NATURAL)
        s.known = dxki_emit_known_memory_type(e, t);
    if (begin(e, &s, r->field_count)) {
        bool laid_out = in_memory && differs(e->c, t);
        size_t place = laid_out || handles ? 0
                       : r->told           ? r->told
                                           : dxki_builder_layout_begin(e->b);
        add_members(e, &s, r, form);
        size_t arg_count;
        dxki_builder_argument *args = template_args(e, r, &arg_count);
        bool told = !handles && (s.count || !r->field_count);
        r->in_module[in_memory] = finish(e, &s, r->is_class ? "class." : "struct.", told);
        if (!handles && s.count == r->field_count)
            describe_members(e, r);
        if (!handles && arg_count)
            dxki_builder_template_args(e->b, args, arg_count);
        dxki_builder_layout_end(e->b, place);
    }
    dxki_hlsl_leave(e->c);
    return r->in_module[in_memory];
}

static dxk_type type_of(dxki_emit *e, const dxki_hlsl_type *t, int form)
{
    switch (t->kind) {
    case DXKI_HLSL_TY_ENUM:
        return scalar_type(e, t->element, form);
    case DXKI_HLSL_TY_SCALAR:
        return scalar_type(e, t, form);
    case DXKI_HLSL_TY_VECTOR:
        return dxk_builder_vector(e->b, scalar_type(e, t, form), t->columns);
    case DXKI_HLSL_TY_MATRIX:
        return matrix_type(e, t, form);
    case DXKI_HLSL_TY_ARRAY:
        return dxk_builder_array(e->b, type_of(e, t->element, form), t->count);
    case DXKI_HLSL_TY_RECORD:
        return record_type(e, t, form);
    default: /* objects take no place, but for those that stand for themselves */
        if (t->object == DXKI_HLSL_O_LINALG_MATRIX)
            return dxki_emit_linalg_type(e, t);
        return form == NATURAL && dxki_hlsl_info(t)->flags & DXKI_HLSL_HANDLE
                   ? dxki_emit_type(e, t->scalar)
                   : (dxk_type)DXK_TYPE_I32;
    }
}

dxk_type dxki_emit_known_natural_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    return t->has_objects ? DXK_NONE : t->record->in_module[!differs(e->c, t)];
}

dxk_type dxki_emit_natural_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    return dxki_emit_ready(e) ? type_of(e, t, NATURAL) : DXK_NONE;
}

uint32_t dxki_emit_size_of(dxki_emit *e, dxk_type type, uint32_t *align)
{
    dxki_dxil_layout layout;

    if (align)
        *align = 0;
    if (!dxki_emit_ready(e) || !type)
        return 0;
    bool good = dxki_dxil_layout_init(&layout, e->b->m);
    uint64_t size = good ? dxki_dxil_layout_alloc_size(&layout, type) : 0;
    if (good && align)
        *align = dxki_dxil_layout_align(&layout, type);
    dxki_dxil_layout_free(&layout);
    if (!good)
        dxki_hlsl_nomem(e->c);
    return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

dxk_type dxki_emit_buffer_type(dxki_emit *e, const dxki_hlsl_buffer *b)
{
    structure s = {.name = b->name, .size = b->size};

    if (!begin(e, &s, b->count))
        return DXK_NONE;
    for (size_t i = 0; i < b->count; i++) {
        const dxki_hlsl_var *v = b->members[i];
        add(e, &s, v->path.size ? v->path.data : "", v->type, v->offset, IN_MEMORY);
    }
    s.differs |= b->has_objects && !is_natural(e->c);
    return finish(e, &s, "", true);
}

dxk_type dxki_emit_view_type(dxki_emit *e, dxk_str name, const dxki_hlsl_type *element)
{
    structure s = {.name = name, .size = dxki_hlsl_constant_size(e->c, element)};

    if (!begin(e, &s, 1))
        return DXK_NONE;
    add(e, &s, name.data, element, 0, IN_MEMORY);
    return finish(e, &s, "", true);
}

dxk_type dxki_emit_structured_type(dxki_emit *e, const dxki_hlsl_type *object)
{
    const dxki_hlsl_type *t = object->element;
    dxk_str name = dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)object->object)->name);
    dxk_str element = dxki_emit_type_name(e->c, t);
    structure s = {.size = dxki_hlsl_constant_size(e->c, t)};
    bool nested = element.size && element.data[element.size - 1] == '>';

    s.name = join3(e->c, join3(e->c, name, dxki_str("<"), ""), element, nested ? " >" : ">");
    s.name = join3(e->c, dxki_str("class."), s.name, "");
    dxk_str whole = differs(e->c, t) ? join3(e->c, dxki_str("hostlayout."), s.name, "") : s.name;
    dxk_type old = dxki_dxil_ops_find_struct(&e->b->ops, whole);
    if (old && dxki_type_element(e->b->m, old, 0) == type_of(e, t, IN_MEMORY))
        return old;
    if (!begin(e, &s, 1))
        return DXK_NONE;
    size_t place = differs(e->c, t) ? 0 : dxki_builder_layout_begin(e->b);
    add(e, &s, "h", t, 0, IN_MEMORY);
    const dxki_builder_argument arg = {template_arg(e, t), 0};
    dxk_type made = finish(e, &s, "", true);
    if (made)
        dxki_builder_template_args(e->b, &arg, 1);
    dxki_builder_layout_end(e->b, place);
    return made;
}

/* What an object has after its elements: a member that is an object of its own. */
static const char *inner_of(const dxki_hlsl_object_info *info)
{
    switch (info->kind) {
    case DXK_RESOURCE_KIND_TEXTURE2DMS:
    case DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY:
        return "::sample_type";
    case DXK_RESOURCE_KIND_TEXTURE1D:
    case DXK_RESOURCE_KIND_TEXTURE1D_ARRAY:
    case DXK_RESOURCE_KIND_TEXTURE2D:
    case DXK_RESOURCE_KIND_TEXTURE2D_ARRAY:
    case DXK_RESOURCE_KIND_TEXTURE3D:
        return info->cls == DXK_RESOURCE_CLASS_SRV ? "::mips_type" : NULL;
    default:
        return NULL;
    }
}

dxk_type dxki_emit_typed_type(dxki_emit *e, const dxki_hlsl_type *object)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)object->object);
    const dxki_hlsl_type *t = object->element;
    bool samples = info->args == DXKI_HLSL_ARGS_SAMPLES;
    const char *inner = inner_of(info);
    dxk_type types[2] = {DXK_TYPE_I32, DXK_TYPE_I32};
    dxk_str args = t ? dxki_emit_type_name(e->c, t) : dxki_hlsl_decimal(e->c, object->count);

    if (!dxki_emit_ready(e))
        return DXK_NONE;
    if (samples)
        args = join3(e->c, args, dxki_str(", "), "");
    if (samples)
        args = dxki_hlsl_join(e->c, args, dxki_hlsl_decimal(e->c, object->count));
    bool nested = args.size && args.data[args.size - 1] == '>';
    dxk_str name = join3(e->c, dxki_str("class."), dxki_str(info->name), "<");
    name = join3(e->c, name, args, nested ? " >" : ">");
    if (t)
        types[0] = type_of(e, t, NATURAL);
    if (inner && dxki_emit_ready(e))
        types[1] =
            dxki_builder_named_struct(e->b, join3(e->c, name, dxki_str(inner), ""), &types[1], 1);
    return dxki_emit_ready(e) ? dxki_builder_named_struct(e->b, name, types, inner ? 2 : 1)
                              : (dxk_type)DXK_NONE;
}
