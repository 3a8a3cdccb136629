/* SPDX-License-Identifier: MIT */
/* resource.c - resources, their types, handles and layouts. See dxk/shader.h. Source:
 * DXIL.rst, "Shader resources"; resource_props.c draws the words of a handle's properties. */
#include "builder/builder.h"

#include "base/count.h"
#include "base/out.h"
#include "dxil/handles.h"
#include "dxil/layout.h"

#include <string.h>

#define NAME_SIZE 512
#define ALIGN_4   3u  /* log2(4) + 1 */
#define MOST_DIMS 12u /* of what a library has; more are one */

/* Bits of the first word of a handle's properties. */
enum {
    PROPS_ALIGN_SHIFT = 8,
    PROPS_UAV = 1 << 12,
    PROPS_ROV = 1 << 13,
    PROPS_COHERENT = 1 << 14,
    PROPS_COUNTER_OR_COMPARISON = 1 << 15,
    PROPS_REORDER = 1 << 16
};

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

typedef struct name {
    char text[NAME_SIZE];
    size_t size;
} name;

/* Longer names are cut: they only show. */
static void put(name *n, dxk_str text)
{
    size_t room = sizeof n->text - n->size;
    size_t size = text.size < room ? text.size : room;

    if (size)
        memcpy(n->text + n->size, text.data, size);
    n->size += size;
}

static void put_text(name *n, const char *text)
{
    put(n, dxki_str(text));
}

static void put_number(name *n, uint32_t number)
{
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    put_text(n, dxki_format_u64(end, number));
}

static bool is_typed(uint32_t kind)
{
    return kind >= DXK_RESOURCE_KIND_TEXTURE1D && kind <= DXK_RESOURCE_KIND_TYPED_BUFFER;
}

static bool is_feedback(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D ||
           kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY;
}

static bool is_tbuffer(const dxk_resource_desc *d)
{
    return d->cls == DXK_RESOURCE_CLASS_SRV && d->kind == DXK_RESOURCE_KIND_TBUFFER;
}

/* Type and name in HLSL of a component; 0: there is none such. */
static dxki_type component(uint32_t type, const char **text)
{
    static const struct {
        uint8_t component, type;
        const char *text;
    } rows[] = {
        {DXK_COMPONENT_TYPE_F32, DXKI_TY_FLOAT, "float"},
        {DXK_COMPONENT_TYPE_SNORM_F32, DXKI_TY_FLOAT, "snorm float"},
        {DXK_COMPONENT_TYPE_UNORM_F32, DXKI_TY_FLOAT, "unorm float"},
        {DXK_COMPONENT_TYPE_I32, DXKI_TY_I32, "int"},
        {DXK_COMPONENT_TYPE_U32, DXKI_TY_I32, "unsigned int"},
        {DXK_COMPONENT_TYPE_F16, DXKI_TY_HALF, "half"},
        {DXK_COMPONENT_TYPE_SNORM_F16, DXKI_TY_HALF, "snorm half"},
        {DXK_COMPONENT_TYPE_UNORM_F16, DXKI_TY_HALF, "unorm half"},
        {DXK_COMPONENT_TYPE_I16, DXKI_TY_I16, "short"},
        {DXK_COMPONENT_TYPE_U16, DXKI_TY_I16, "unsigned short"},
        {DXK_COMPONENT_TYPE_F64, DXKI_TY_DOUBLE, "double"},
        {DXK_COMPONENT_TYPE_I64, DXKI_TY_I64, "long long"},
        {DXK_COMPONENT_TYPE_U64, DXKI_TY_I64, "unsigned long long"},
    };

    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        if (rows[i].component == type) {
            *text = rows[i].text;
            return rows[i].type;
        }
    return 0;
}

/* "<float>" or "<vector<float, 4> >", and the type. */
static dxki_type numbers_class(dxk_builder *b, uint32_t component_type, uint32_t count, name *n)
{
    const char *text = "";
    dxki_type type = component(component_type, &text);

    put_text(n, count > 1 ? "<vector<" : "<");
    put_text(n, text);
    if (count > 1) {
        put_text(n, ", ");
        put_number(n, count);
        put_text(n, "> ");
    }
    put_text(n, ">");
    return count > 1 ? dxki_builder_made(b, dxki_type_vector(b->m, type, count)) : type;
}

/* The structure behind a buffer, or plain numbers of the same size. */
static dxki_type element_class(dxk_builder *b, const dxk_resource_desc *d, name *n)
{
    const dxki_type_entry *t = d->type ? dxki_type_get(b->m, d->type) : NULL;

    if (!t && d->stride % 4 == 0 && d->stride <= 16)
        return numbers_class(b, DXK_COMPONENT_TYPE_U32, d->stride / 4, n);
    put_text(n, "<");
    if (t && (t->flags & DXKI_TF_IDENTIFIED))
        put(n, dxki_string_get(b->m, t->c));
    else
        put_number(n, d->stride);
    put_text(n, ">");
    return t ? d->type
             : dxki_builder_made(b, dxki_type_array(b->m, DXKI_TY_I32, (d->stride + 3) / 4));
}

static dxki_type cbuffer_type(dxk_builder *b, const dxk_resource_desc *d, uint32_t id)
{
    name n = {.size = 0};
    dxki_type row = dxki_type_vector(b->m, DXKI_TY_FLOAT, 4);
    dxki_type rows = row ? dxki_type_array(b->m, row, (d->size + 15) / 16) : 0;

    if (d->type)
        return d->type;
    put_text(&n, "hostlayout.");
    put_text(&n, d->name ? d->name : "cb");
    put_text(&n, d->name ? "" : ".");
    if (!d->name)
        put_number(&n, id);
    return rows ? dxki_builder_named_struct(b, (dxk_str){n.text, n.size}, &rows, 1)
                : dxki_builder_nomem(b);
}

/* The type of one resource, called as in HLSL. */
static dxki_type class_of(dxk_builder *b, const dxk_resource_desc *d, uint32_t id)
{
    bool uav = d->cls == DXK_RESOURCE_CLASS_UAV;
    name n = {.size = 0};
    dxki_type member = DXKI_TY_I32;
    const char *kind = dxk_enum_text(DXK_ENUM_ID_resource_kind, d->kind);

    if (d->cls == DXK_RESOURCE_CLASS_CBUFFER || is_tbuffer(d))
        return cbuffer_type(b, d, id);
    bool template = is_typed(d->kind) || d->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
    put_text(&n, template ? "class." : "struct.");
    put_text(&n, !uav || is_feedback(d->kind) ? ""
                 : d->rasterizer_ordered      ? "RasterizerOrdered"
                                              : "RW");
    if (d->cls == DXK_RESOURCE_CLASS_SAMPLER)
        put_text(&n, d->comparison ? "SamplerComparisonState" : "SamplerState");
    else if (d->kind == DXK_RESOURCE_KIND_RAW_BUFFER)
        put_text(&n, "ByteAddressBuffer");
    else if (d->kind == DXK_RESOURCE_KIND_TYPED_BUFFER)
        put_text(&n, "Buffer");
    else if (d->kind == DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE)
        put_text(&n, "RaytracingAccelerationStructure");
    else
        put_text(&n, kind ? kind : "");
    if (is_typed(d->kind))
        member = numbers_class(b, d->element, d->components ? d->components : 4, &n);
    else if (d->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        member = element_class(b, d, &n);
    return b->status == DXK_OK ? dxki_builder_named_struct(b, (dxk_str){n.text, n.size}, &member, 1)
                               : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static bool refuse(dxk_builder *b, const char *what, uint64_t number, const char *allowed)
{
    DXKI_BFAIL(b, RANGE, dxki_builder_text("resource"), dxki_builder_text(what), dxki_dec(number),
               dxki_builder_text(allowed));
    return false;
}

static bool check_shape(dxk_builder *b, const dxk_resource_desc *d)
{
    const char *text;
    bool view = d->cls == DXK_RESOURCE_CLASS_SRV || d->cls == DXK_RESOURCE_CLASS_UAV;
    bool feedback = is_feedback(d->kind);

    if (!view || is_tbuffer(d))
        return true;
    if (!is_typed(d->kind) && !feedback && d->kind != DXK_RESOURCE_KIND_RAW_BUFFER &&
        d->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER &&
        d->kind != DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE)
        return refuse(b, "the kind", (unsigned)d->kind, "a texture or buffer");
    if (feedback ? d->cls != DXK_RESOURCE_CLASS_UAV
                 : d->kind == DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE &&
                       d->cls != DXK_RESOURCE_CLASS_SRV)
        return refuse(b, "the kind", (unsigned)d->kind, "one that the class has");
    if (is_typed(d->kind) && (d->components > 4 || !component(d->element, &text)))
        return refuse(b, "the element", d->element, "1 to 4 components of a type of numbers");
    if (d->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER && (d->stride == 0 || d->stride > 2048))
        return refuse(b, "the stride", d->stride, "1 to 2048");
    return true;
}

static bool check_resource(dxk_builder *b, const dxk_resource_desc *d)
{
    if ((unsigned)d->cls >= DXKI_RESOURCE_CLASSES)
        return refuse(b, "the class", (unsigned)d->cls, "one of dxk_resource_class");
    if (d->first != DXK_UNASSIGNED && d->count && d->count != DXK_UNBOUNDED &&
        d->first > UINT32_MAX - (d->count - 1))
        return refuse(b, "the number of registers", d->count, "up to register 4294967295");
    if (d->type && (!dxki_builder_is_type(b, "resource", d->type)))
        return false;
    if (d->type && dxki_type_kind_of(b->m, d->type) != DXKI_T_STRUCT) {
        DXKI_BFAIL(b, TYPE, dxki_builder_text("resource"), dxki_builder_text("the buffer"),
                   dxki_builder_type_text(b, d->type), dxki_builder_text("a structure"));
        return false;
    }
    return check_shape(b, d);
}

/* In a library the variable that stands for it has it. */
static bool check_name(dxk_builder *b, const dxk_resource_desc *d)
{
    if (b->options.kind != DXK_SHADER_KIND_LIBRARY || (d->name && *d->name))
        return true;
    DXKI_BFAIL(b, NAME, dxki_builder_text("resource"), dxki_builder_text(""));
    return false;
}

static void fill_resource(dxki_dxil_resource *r, const dxk_resource_desc *d)
{
    bool structured = d->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;

    r->cls = d->cls;
    r->space = d->space;
    r->lower_bound = d->first;
    r->range_size = d->count ? d->count : 1;
    r->kind = d->cls == DXK_RESOURCE_CLASS_CBUFFER   ? (uint32_t)DXK_RESOURCE_KIND_CBUFFER
              : d->cls == DXK_RESOURCE_CLASS_SAMPLER ? (uint32_t)DXK_RESOURCE_KIND_SAMPLER
                                                     : d->kind;
    r->sample_count = d->samples;
    r->globally_coherent = d->globally_coherent;
    r->extra.reorder_coherent = d->reorder_coherent;
    r->has_counter = d->has_counter;
    r->is_rov = d->rasterizer_ordered;
    if (d->kind == DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE)
        r->extra.element_type = DXK_COMPONENT_TYPE_I32; /* as the reference has it; likewise: */
    else if (is_tbuffer(d))
        r->extra.element_type = DXK_COMPONENT_TYPE_U32;
    else
        r->extra.element_type = is_typed(d->kind) ? d->element : 0;
    r->extra.stride = structured ? d->stride : 0;
    r->extra.head.present = structured ? 1u << DXKI_MD_RESOURCE_EXTRA_STRIDE : 0;
    r->extra.feedback = d->feedback;
    r->cbuffer_size = d->size;
    r->sampler_kind = d->comparison;
}

/* Alignment of the elements of a structured buffer. */
static bool find_align(dxk_builder *b, dxki_builder_resource *res, dxki_type type)
{
    dxki_dxil_layout layout;

    if (res->r.kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        return true;
    bool good = dxki_dxil_layout_init(&layout, b->m);
    uint32_t align = good ? dxki_dxil_layout_align(&layout, type) : 1;
    dxki_dxil_layout_free(&layout);
    while (res->align_log2 < 15 && 2u << res->align_log2 <= align)
        res->align_log2++;
    return good;
}

/* The same for a structure that stands for the resource in a language: alignment is told of elements
 * that are structures, not of numbers. */
static bool find_told_align(dxk_builder *b, dxki_builder_resource *res, dxki_type type)
{
    return !dxki_type_is_aggregate(b->m, dxki_type_element(b->m, type, 0)) ||
           find_align(b, res, type);
}

/* The name of a variable; the reference makes new ones of those that it lays out for memory. */
static dxk_str variable_name(dxk_builder *b, const dxki_builder_resource *res, bool laid_out)
{
    static const char tail[] = "_legacy";
    dxk_str plain = b->symbol.size ? b->symbol : res->r.name;

    b->symbol = dxki_str("");
    if (!laid_out)
        return plain;
    char *made = dxki_builder_keep(b, plain.size + sizeof tail);
    if (made) {
        memcpy(made, plain.data, plain.size);
        memcpy(made + plain.size, tail, sizeof tail - 1);
    }
    return (dxk_str){made ? made : "", made ? plain.size + sizeof tail - 1 : 0};
}

/* The sizes of arrays in each other, 0 for one without end; returns how many these are. */
static uint32_t sizes_of(const dxk_builder *b, dxki_type type, uint64_t sizes[MOST_DIMS])
{
    uint32_t depth = 0;

    for (; depth < MOST_DIMS && dxki_type_kind_of(b->m, type) == DXKI_T_ARRAY;
         type = dxki_type_get(b->m, type)->a)
        sizes[depth++] = dxki_type_count(b->m, type);
    return depth;
}

/* A type in the arrays that `whole` consists of; 0: out of memory. */
static dxki_type in_arrays(dxk_builder *b, dxki_type type, dxki_type whole)
{
    uint64_t counts[MOST_DIMS];
    uint32_t depth = sizes_of(b, whole, counts);

    while (depth-- > 0 && type)
        type = dxki_type_array(b->m, type, counts[depth]);
    return type;
}

/* The variable that stands for it in a library; from 6.6 on it is a handle, but of what is laid out for
 * memory, which waits for the linker in lib_6_x. */
static dxki_value add_variable(dxk_builder *b, dxki_builder_resource *res, dxki_type type,
                               dxki_type whole)
{
    dxki_type held = type;
    bool laid_out =
        b->options.model_minor != DXKI_OFFLINE_MINOR && dxki_builder_is_laid_out(b->m, type);
    bool handle = b->options.model_minor >= 6 && !laid_out;

    if (handle)
        held = dxk_builder_op_operand_type(b, DXK_OP_AnnotateHandle, DXK_NONE, 0);
    held = handle && held ? in_arrays(b, held, whole) : handle ? held : whole;
    dxki_global variable = {.flags = DXKI_GF_CONSTANT,
                            .align = ALIGN_4,
                            .type = held ? dxki_type_pointer(b->m, held, 0) : 0,
                            .value_type = held};
    dxki_type pointer = dxki_type_pointer(b->m, whole, 0);
    if (!variable.type || !pointer)
        return dxki_builder_nomem(b);
    dxk_str symbol = variable_name(b, res, laid_out);
    if (b->status != DXK_OK)
        return 0;
    res->variable = dxki_builder_add_global(b, "resource", DXKI_G_VARIABLE, &variable, symbol);
    dxki_value value = DXKI_VALUE(DXKI_V_GLOBAL, res->variable);
    if (!res->variable)
        return 0;
    return handle ? dxki_builder_made(
                        b, dxki_const_expr(b->m, DXKI_OP_BITCAST, 0, pointer, &value, 1, NULL, 0))
                  : value;
}

/* The type of a range: the arrays that are told, or one for all of it. */
static dxki_type range_type(dxk_builder *b, const dxki_builder_resource *res, dxki_type type,
                            const dxki_builder_dims *dims)
{
    uint32_t count = res->r.range_size;

    if (!dims || (b->options.kind == DXK_SHADER_KIND_LIBRARY && dims->count > MOST_DIMS))
        return count == 1 ? type : dxki_type_array(b->m, type, count == DXK_UNBOUNDED ? 0 : count);
    for (size_t i = dims->count; i-- > 0 && type;)
        type = dxki_type_array(b->m, type, dims->sizes[i]);
    return type;
}

/* What the metadata names the resource by. */
static dxki_value add_symbol(dxk_builder *b, dxki_builder_resource *res, dxki_type type,
                             const dxki_builder_dims *dims)
{
    dxki_type whole = range_type(b, res, type, dims);

    if (!whole)
        return dxki_builder_nomem(b);
    res->r.hlsl_type = whole;
    res->is_range = whole != type;
    if (b->options.kind == DXK_SHADER_KIND_LIBRARY)
        return add_variable(b, res, type, whole);
    dxki_type pointer = dxki_type_pointer(b->m, whole, 0);
    return pointer ? dxki_builder_made(b, dxki_const_undef(b->m, pointer)) : dxki_builder_nomem(b);
}

dxk_resource dxki_builder_resource_of(dxk_builder *b, const dxk_resource_desc *desc,
                                      dxk_type structure, const dxki_builder_dims *dims)
{
    dxki_builder_resource res = {.components = desc->components ? desc->components : 4};

    if (!dxki_builder_ready(b) || !check_name(b, desc) || !check_resource(b, desc))
        return DXK_NONE;
    size_t size = desc->name ? strlen(desc->name) : 0;
    fill_resource(&res.r, desc);
    res.r.id = b->resource_counts[desc->cls];
    res.r.name = (dxk_str){dxki_arena_strdup(&b->arena, desc->name ? desc->name : "", size), size};
    if (!res.r.name.data)
        return dxki_builder_nomem(b);
    dxki_type type = structure ? structure : class_of(b, desc, res.r.id);
    if (!type || !(res.r.symbol = add_symbol(b, &res, type, dims)))
        return b->status == DXK_OK ? dxki_builder_nomem(b) : DXK_NONE;
    if (!(structure ? find_told_align : find_align)(b, &res, type) ||
        !dxki_vec_push(b->ctx, &b->resources, res))
        return dxki_builder_nomem(b);
    b->resource_counts[desc->cls]++;
    return (uint32_t)b->resources.count;
}

dxk_resource dxk_builder_resource(dxk_builder *b, const dxk_resource_desc *desc)
{
    return dxki_builder_resource_of(b, desc, DXK_NONE, NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* A structure of constants for operand 1 or 0 of an operation. */
static dxk_value numbers(dxk_builder *b, dxk_op op, uint32_t operand, const uint32_t *words,
                         uint32_t count)
{
    dxk_type type = dxk_builder_op_operand_type(b, op, DXK_NONE, operand);
    dxk_value values[4];

    for (uint32_t i = 0; i < count && type; i++)
        values[i] = dxk_builder_int(b, dxki_type_element(b->m, type, i), words[i]);
    return type ? dxk_builder_aggregate(b, type, values, count) : DXK_NONE;
}

static void find_props(const dxki_builder_resource *res, uint32_t words[2])
{
    const dxki_dxil_resource *r = &res->r;
    bool comparison = r->cls == DXK_RESOURCE_CLASS_SAMPLER && r->sampler_kind == 1;

    words[0] = r->kind | res->align_log2 << PROPS_ALIGN_SHIFT;
    words[1] = 0;
    if (comparison)
        words[0] |= PROPS_COUNTER_OR_COMPARISON;
    if (r->cls == DXK_RESOURCE_CLASS_UAV)
        words[0] |= PROPS_UAV | (r->is_rov ? PROPS_ROV : 0u) |
                    (r->globally_coherent ? PROPS_COHERENT : 0u) |
                    (r->extra.reorder_coherent ? PROPS_REORDER : 0u) |
                    (r->has_counter ? PROPS_COUNTER_OR_COMPARISON : 0u);
    if (r->cls == DXK_RESOURCE_CLASS_CBUFFER || r->kind == DXK_RESOURCE_KIND_TBUFFER)
        words[1] = r->cbuffer_size;
    else if (r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        words[1] = r->extra.stride;
    else if (is_feedback(r->kind))
        words[1] = r->extra.feedback;
    else if (is_typed(r->kind))
        words[1] = r->extra.element_type | res->components << 8 | (r->sample_count & 255u) << 16;
}

static dxk_value props_of(dxk_builder *b, const dxki_builder_resource *res)
{
    uint32_t words[2];

    find_props(res, words);
    return numbers(b, DXK_OP_AnnotateHandle, 1, words, 2);
}

static dxk_value annotate(dxk_builder *b, const dxki_builder_resource *res, dxk_value handle)
{
    const dxk_value args[2] = {handle, props_of(b, res)};

    return dxk_builder_op(b, DXK_OP_AnnotateHandle, DXK_NONE, args, 2);
}

/* The indices of an element of a range, of which all but the first are of its dimensions; returns their
 * number. An index that is computed counts in the last dimension alone. */
static size_t indices_of(dxk_builder *b, const dxki_builder_resource *res, dxk_value index,
                         dxk_value indices[MOST_DIMS + 1])
{
    uint64_t counts[MOST_DIMS], number = 0;
    uint32_t depth = sizes_of(b, b->m->globals.items[res->variable].value_type, counts);

    for (uint32_t i = 0; i <= depth; i++)
        indices[i] = dxk_builder_i32(b, 0);
    if (index && !dxki_value_as_int(b->m, index, &number)) {
        indices[depth] = index;
        return depth + 1;
    }
    for (uint32_t i = depth; i > 1 && counts[i - 1]; i--) {
        indices[i] = dxk_builder_i32(b, (uint32_t)(number % counts[i - 1]));
        number /= counts[i - 1];
    }
    if (depth)
        indices[1] = depth > 1 || !index ? dxk_builder_i32(b, (uint32_t)number) : index;
    return depth + 1;
}

/* In a library: what the variable holds. */
static dxk_value object_of(dxk_builder *b, const dxki_builder_resource *res, dxk_value index,
                           bool non_uniform)
{
    dxk_value pointer = DXKI_VALUE(DXKI_V_GLOBAL, res->variable);

    if (res->is_range) {
        dxk_value indices[MOST_DIMS + 1];
        size_t count = indices_of(b, res, index, indices);
        pointer = dxk_builder_gep(b, pointer, indices, count);
        uint32_t step = dxki_value_as_inst(pointer);
        if (non_uniform && step && !dxki_dxil_mark_nonuniform(b->m, step))
            return dxki_builder_nomem(b);
    }
    return dxk_builder_load(b, pointer);
}

static dxk_value from_variable(dxk_builder *b, const dxki_builder_resource *res, dxk_value index,
                               bool non_uniform)
{
    dxk_value object = object_of(b, res, index, non_uniform);

    return dxk_builder_op(b, DXK_OP_CreateHandleForLib, DXK_NONE, &object, 1);
}

dxk_value dxki_builder_library_object(dxk_builder *b, dxk_resource resource, dxk_value index,
                                      bool non_uniform)
{
    if (!dxki_builder_ready(b) || resource - 1 >= b->resources.count)
        return DXK_NONE;
    const dxki_builder_resource res = b->resources.items[resource - 1];
    return object_of(b, &res, index, non_uniform);
}

/* The register: the first of the range and the index. */
static dxk_value register_of(dxk_builder *b, const dxki_dxil_resource *r, dxk_value index)
{
    uint64_t number = 0;

    if (!index || dxki_value_as_int(b->m, index, &number))
        return dxk_builder_i32(b, (int64_t)(r->lower_bound + number));
    return r->lower_bound
               ? dxk_builder_binary(b, DXK_BINARY_ADD, index, dxk_builder_i32(b, r->lower_bound), 0)
               : index;
}

static dxk_value from_range(dxk_builder *b, const dxki_dxil_resource *r, dxk_value index,
                            bool non_uniform)
{
    dxk_value place = register_of(b, r, index), uniform = dxk_builder_i1(b, non_uniform);
    uint32_t last =
        r->range_size == DXK_UNBOUNDED ? UINT32_MAX : r->lower_bound + r->range_size - 1;
    const uint32_t words[4] = {r->lower_bound, last, r->space, r->cls};

    if (b->options.model_minor >= 6) {
        const dxk_value args[3] = {numbers(b, DXK_OP_CreateHandleFromBinding, 0, words, 4), place,
                                   uniform};
        return dxk_builder_op(b, DXK_OP_CreateHandleFromBinding, DXK_NONE, args, 3);
    }
    const dxk_value args[4] = {dxk_builder_i8(b, (int)r->cls), dxk_builder_i32(b, r->id), place,
                               uniform};
    return dxk_builder_op(b, DXK_OP_CreateHandle, DXK_NONE, args, 4);
}

dxk_value dxk_builder_handle(dxk_builder *b, dxk_resource resource, dxk_value index,
                             bool non_uniform)
{
    uint64_t number;

    if (!dxki_builder_ready(b))
        return DXK_NONE;
    if (resource - 1 >= b->resources.count)
        return DXKI_BFAIL(b, ID, dxki_builder_text("handle"), dxki_dec(resource),
                          dxki_builder_text("resource"));
    const dxki_builder_resource res = b->resources.items[resource - 1];
    if (index && (!dxki_builder_is_value(b, "handle", index) ||
                  !dxki_builder_has_type(b, "handle", "the index", dxki_value_type(b->m, index),
                                         DXKI_TY_I32)))
        return DXK_NONE;
    if (index && dxki_value_as_int(b->m, index, &number) && number >= res.r.range_size)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text("handle"), dxki_builder_text("the index"),
                          dxki_dec(number), dxki_builder_text("below the number of registers"));
    dxk_value handle = b->options.kind == DXK_SHADER_KIND_LIBRARY
                           ? from_variable(b, &res, index, non_uniform)
                           : from_range(b, &res.r, index, non_uniform);
    return handle && b->options.model_minor >= 6 ? annotate(b, &res, handle) : handle;
}

dxk_value dxki_builder_heap_object(dxk_builder *b, const dxk_resource_desc *desc, dxk_value index,
                                   bool non_uniform)
{
    const dxk_value args[3] = {index, dxk_builder_i1(b, desc->cls == DXK_RESOURCE_CLASS_SAMPLER),
                               dxk_builder_i1(b, non_uniform)};

    return dxk_builder_op(b, DXK_OP_CreateHandleFromHeap, DXK_NONE, args, 3);
}

dxk_value dxki_builder_heap_handle(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type,
                                   dxk_value index, bool non_uniform)
{
    dxki_builder_resource res = {.components = desc->components ? desc->components : 4};

    if (!dxki_builder_ready(b) || !check_resource(b, desc))
        return DXK_NONE;
    fill_resource(&res.r, desc);
    if (type && !find_told_align(b, &res, type))
        return dxki_builder_nomem(b);
    dxk_value handle = dxki_builder_heap_object(b, desc, index, non_uniform);
    return handle ? annotate(b, &res, handle) : DXK_NONE;
}

/* A resource without a variable. */
static bool describe_alone(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type,
                           dxki_builder_resource *res)
{
    *res = (dxki_builder_resource){.components = desc->components ? desc->components : 4};
    fill_resource(&res->r, desc);
    if (type && !find_align(b, res, type)) {
        dxki_builder_nomem(b);
        return false;
    }
    return dxki_builder_ready(b);
}

dxk_value dxki_builder_library_handle(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type,
                                      dxk_value object)
{
    dxki_builder_resource res;

    if (!describe_alone(b, desc, type, &res))
        return DXK_NONE;
    return annotate(b, &res, dxk_builder_op(b, DXK_OP_CreateHandleForLib, DXK_NONE, &object, 1));
}

dxk_value dxki_builder_resource_props(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type)
{
    dxki_builder_resource res;

    return describe_alone(b, desc, type, &res) ? props_of(b, &res) : (dxk_value)DXK_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Layouts                                                                                    */

/* Columns of a vector, or of vectors in an array; 0: it is something else. */
static uint32_t vector_size(const dxk_module *m, dxki_type type)
{
    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(m, type)->a;
    return dxki_type_kind_of(m, type) == DXKI_T_VECTOR ? (uint32_t)dxki_type_count(m, type) : 0;
}

static bool fill_field(dxk_builder *b, const dxk_field_desc *d, dxki_dxil_field_annotation *f)
{
    size_t size = d->name ? strlen(d->name) : 0;

    f->name = (dxk_str){dxki_arena_strdup(&b->arena, d->name ? d->name : "", size), size};
    f->head.present = 1u << DXKI_MD_FIELD_CBUFFER_OFFSET;
    f->cbuffer_offset = d->offset;
    f->component_type = d->type;
    if (d->matrix_rows) {
        f->matrix.rows = d->matrix_rows;
        f->matrix.columns = d->matrix_columns;
        f->matrix.orientation = d->row_major ? DXKI_ROW_MAJOR : DXKI_COLUMN_MAJOR;
    }
    return f->name.data != NULL;
}

void dxk_builder_layout(dxk_builder *b, dxk_type structure, uint32_t size,
                        const dxk_field_desc *fields, size_t count)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "layout", structure))
        return;
    if (dxki_type_kind_of(b->m, structure) != DXKI_T_STRUCT) {
        DXKI_BFAIL(b, TYPE, dxki_builder_text("layout"), dxki_builder_text("the operand"),
                   dxki_builder_type_text(b, structure), dxki_builder_text("a structure"));
        return;
    }
    if (count != dxki_type_count(b->m, structure)) {
        DXKI_BFAIL(b, COUNT, dxki_builder_text("layout"), dxki_dec(count),
                   dxki_dec(dxki_type_count(b->m, structure)));
        return;
    }
    dxki_dxil_struct_annotation *s = DXKI_NEW(&b->arena, dxki_dxil_struct_annotation);
    dxki_dxil_field_annotation *made = DXKI_NEW_ARRAY(&b->arena, dxki_dxil_field_annotation, count);
    const void **items = DXKI_NEW_ARRAY(&b->arena, const void *, count);
    bool good = s && made && items;
    uint32_t held;
    const dxki_type *members = dxki_type_list(b->m, structure, &held);
    for (size_t i = 0; good && i < count; i++) {
        good = fill_field(b, &fields[i], &made[i]);
        made[i].vector_size = fields[i].matrix_rows ? 0 : vector_size(b->m, members[i]);
        items[i] = &made[i];
    }
    dxki_dxil_annotated_struct layout = {structure, s};
    if (good) {
        s->cbuffer_size = size;
        s->fields = (dxki_dxil_list){0, (uint32_t)count, items};
    }
    if (!good || !dxki_vec_push(b->ctx, &b->layouts, layout))
        dxki_builder_nomem(b);
}

void dxki_builder_copied_layout(dxk_builder *b, dxk_type structure, const dxk_field_desc *fields,
                                size_t count)
{
    dxk_builder_layout(b, structure, 0, fields, count);
    if (dxki_builder_ready(b) && !dxki_vec_push(b->ctx, &b->copies, structure))
        dxki_builder_nomem(b);
}

void dxki_builder_template_args(dxk_builder *b, const dxki_builder_argument *args, size_t count)
{
    if (!dxki_builder_ready(b) || !b->layouts.count)
        return;
    dxki_dxil_annotated_struct *layout = &b->layouts.items[b->layouts.count - 1];
    dxki_dxil_struct_annotation *s = dxki_builder_keep(b, sizeof *s);
    dxki_dxil_template_arg *made = dxki_builder_keep(b, count * sizeof *made);
    const void **items = dxki_builder_keep(b, count * sizeof *items);

    for (size_t i = 0; s && made && items && i < count; i++) {
        made[i].type_value = args[i].type ? dxki_const_undef(b->m, args[i].type) : 0;
        made[i].integral = args[i].number;
        items[i] = &made[i];
        if (args[i].type && !made[i].type_value)
            dxki_builder_nomem(b);
    }
    if (b->status != DXK_OK)
        return;
    *s = *layout->annotation;
    s->template_args = (dxki_dxil_list){0, (uint32_t)count, items};
    layout->annotation = s;
}

/* A member of the structure whose layout was given last; NULL: there is none. */
static dxki_dxil_field_annotation *last_member(dxk_builder *b, size_t field)
{
    if (!dxki_builder_ready(b) || !b->layouts.count)
        return NULL;
    const dxki_dxil_struct_annotation *s = b->layouts.items[b->layouts.count - 1].annotation;
    return field < s->fields.count ? (dxki_dxil_field_annotation *)(uintptr_t)s->fields.items[field]
                                   : NULL;
}

void dxki_builder_fill_passed(const dxki_builder_passed *passed, dxki_dxil_field_annotation *f)
{
    f->semantic = passed->semantic;
    f->interpolation = passed->mode;
    f->is_precise = passed->is_precise;
}

void dxki_builder_member_passed(dxk_builder *b, size_t field, const dxki_builder_passed *passed)
{
    dxki_dxil_field_annotation *f = last_member(b, field);

    if (f)
        dxki_builder_fill_passed(passed, f);
}

void dxki_builder_member_columns(dxk_builder *b, size_t field, uint32_t columns)
{
    dxki_dxil_field_annotation *f = last_member(b, field);

    if (f)
        f->vector_size = columns;
}

void dxki_builder_bit_fields(dxk_builder *b, size_t field, const dxk_field_desc *bits,
                             const uint32_t *widths, size_t count)
{
    dxki_dxil_field_annotation *f = last_member(b, field);

    if (!f)
        return;
    dxki_dxil_field_annotation *made = DXKI_NEW_ARRAY(&b->arena, dxki_dxil_field_annotation, count);
    const void **items = DXKI_NEW_ARRAY(&b->arena, const void *, count);
    bool good = made && items;
    for (size_t i = 0; good && i < count; i++) {
        good = fill_field(b, &bits[i], &made[i]);
        made[i].bit_width = widths[i];
        items[i] = &made[i];
    }
    if (!good) {
        dxki_builder_nomem(b);
        return;
    }
    f->bit_fields = (dxki_dxil_list){0, (uint32_t)count, items};
}
