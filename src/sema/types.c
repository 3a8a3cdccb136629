/* SPDX-License-Identifier: MIT */
/* types.c - see types.h. */
#include "sema/types.h"

#include "base/out.h"
#include "hlsl/node.h"
#include "sema/sema.h"

static uint32_t hash_of(const dxki_hlsl_type *t)
{
    uint32_t h = t->kind * 31u + t->scalar;

    h = (h * 31 + t->order) * 31 + t->norm;
    h = (h * 31 + t->rows) * 31 + t->columns;
    h = (h * 31 + t->object) * 31 + t->count;
    h = h * 31 + (uint32_t)((uintptr_t)t->element >> 4);
    h = h * 31 + (uint32_t)((uintptr_t)t->record >> 4);
    return (h ^ h >> 8 ^ h >> 16) & 255;
}

static bool equal(const dxki_hlsl_type *a, const dxki_hlsl_type *b)
{
    return a->kind == b->kind && a->scalar == b->scalar && a->order == b->order &&
           a->norm == b->norm && a->coherence == b->coherence && a->rows == b->rows &&
           a->columns == b->columns && a->object == b->object && a->count == b->count &&
           a->element == b->element && a->record == b->record && a->name == b->name &&
           a->is_empty == b->is_empty;
}

/* Notes that the size of an array is not known before that of the record in it is. */
static void note_open(dxki_hlsl_type *array)
{
    const dxki_hlsl_type *t = array->element;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind != DXKI_HLSL_TY_RECORD || t->record->complete)
        return;
    *t->record->arrays_end = array;
    t->record->arrays_end = &array->later;
}

/* The one type that is like `wanted`. */
static const dxki_hlsl_type *intern(dxki_hlsl *c, const dxki_hlsl_type *wanted)
{
    dxki_hlsl_type **bucket = &c->sema->types.buckets[hash_of(wanted)];

    for (dxki_hlsl_type *t = *bucket; t && dxki_hlsl_ready(c); t = t->next) {
        if (equal(t, wanted))
            return t;
    }
    dxki_hlsl_type *made = DXKI_HLSL_NEW(c, dxki_hlsl_type);
    if (!dxki_hlsl_ready(c)) {
        *made = *wanted;
        made->next = NULL;
        return made;
    }
    *made = *wanted;
    made->next = *bucket;
    *bucket = made;
    if (made->kind == DXKI_HLSL_TY_ARRAY)
        note_open(made);
    return made;
}

static const dxki_hlsl_type *plain_kind(dxki_hlsl *c, dxki_hlsl_type_kind kind)
{
    const dxki_hlsl_type t = {.kind = (uint8_t)kind};

    return intern(c, &t);
}

const dxki_hlsl_type *dxki_hlsl_type_error(dxki_hlsl *c)
{
    return plain_kind(c, DXKI_HLSL_TY_ERROR);
}

const dxki_hlsl_type *dxki_hlsl_type_void(dxki_hlsl *c)
{
    return plain_kind(c, DXKI_HLSL_TY_VOID);
}

const dxki_hlsl_type *dxki_hlsl_type_heap(dxki_hlsl *c, bool samplers)
{
    const dxki_hlsl_type t = {.kind = DXKI_HLSL_TY_HEAP, .count = samplers, .has_objects = true};

    return intern(c, &t);
}

const dxki_hlsl_type *dxki_hlsl_type_scalar(dxki_hlsl *c, dxki_hlsl_scalar s)
{
    const dxki_hlsl_type t = {
        .kind = DXKI_HLSL_TY_SCALAR, .scalar = (uint8_t)s, .rows = 1, .columns = 1, .leaves = 1};

    return intern(c, &t);
}

const dxki_hlsl_type *dxki_hlsl_type_vector(dxki_hlsl *c, dxki_hlsl_scalar s, uint32_t count)
{
    const dxki_hlsl_type t = {.kind = DXKI_HLSL_TY_VECTOR,
                              .scalar = (uint8_t)s,
                              .rows = 1,
                              .columns = count,
                              .leaves = count};

    return intern(c, &t);
}

const dxki_hlsl_type *dxki_hlsl_type_matrix(dxki_hlsl *c, dxki_hlsl_scalar s, uint32_t rows,
                                            uint32_t columns, uint8_t order)
{
    const dxki_hlsl_type t = {.kind = DXKI_HLSL_TY_MATRIX,
                              .scalar = (uint8_t)s,
                              .rows = rows,
                              .columns = columns,
                              .leaves = rows * columns,
                              .order = order};

    return intern(c, &t);
}

uint32_t dxki_hlsl_field_inits(const dxki_hlsl_record *r, uint32_t field)
{
    const dxki_hlsl_field *f = &r->fields[field];

    return f->is_bits ? f->bit_fields : dxki_hlsl_inits(f->type);
}

/* A sequence of numbers is a polynomial, so that sequences can be joined. */
#define FACTOR 0x9E3779B97F4A7C15u

static uint64_t power(uint64_t exponent)
{
    uint64_t out = 1, square = FACTOR;

    for (; exponent; exponent >>= 1, square *= square)
        out *= exponent & 1 ? square : 1;
    return out;
}

/* `count` times a sequence of `leaves` numbers. */
static uint64_t repeat(uint64_t flat, uint32_t leaves, uint32_t count)
{
    uint64_t out = 0, all = flat, step = power(leaves);

    for (; count; count >>= 1) {
        if (count & 1)
            out = out * step + all;
        all = all * step + all;
        step *= step;
    }
    return out;
}

static uint64_t flat_of(const dxki_hlsl_type *t)
{
    if (t->has_objects)
        return (uint64_t)(uintptr_t)t;
    if (dxki_hlsl_is_aggregate(t))
        return t->flat;
    return repeat(t->scalar + 1u, 1, t->leaves);
}

bool dxki_hlsl_same_leaves(const dxki_hlsl_type *a, const dxki_hlsl_type *b)
{
    return a->leaves == b->leaves && flat_of(a) == flat_of(b);
}

/* Fills in what follows from the elements of an array. */
static void measure_array(dxki_hlsl *c, dxki_hlsl_type *t)
{
    const dxki_hlsl_type *element = t->element;
    uint64_t leaves = (uint64_t)element->leaves * t->count;
    uint64_t inits = (uint64_t)dxki_hlsl_inits(element) * t->count;

    t->leaves = leaves > DXKI_HLSL_MANY_LEAVES ? DXKI_HLSL_MANY_LEAVES : (uint32_t)leaves;
    t->inits = inits > DXKI_HLSL_MANY_LEAVES ? DXKI_HLSL_MANY_LEAVES : (uint32_t)inits;
    t->has_objects = element->has_objects;
    t->flat = repeat(flat_of(element), element->leaves, t->count);
    dxki_hlsl_lay_out(c, t);
}

static const dxki_hlsl_type *array_of(dxki_hlsl *c, const dxki_hlsl_type *element, uint32_t count,
                                      bool is_empty)
{
    dxki_hlsl_type t = {
        .kind = DXKI_HLSL_TY_ARRAY, .element = element, .count = count, .is_empty = is_empty};

    measure_array(c, &t);
    return intern(c, &t);
}

const dxki_hlsl_type *dxki_hlsl_type_array(dxki_hlsl *c, const dxki_hlsl_type *element,
                                           uint32_t count)
{
    return array_of(c, element, count, false);
}

const dxki_hlsl_type *dxki_hlsl_type_empty(dxki_hlsl *c, const dxki_hlsl_type *element)
{
    return array_of(c, element, 0, true);
}

const dxki_hlsl_type *dxki_hlsl_type_array_as(dxki_hlsl *c, const dxki_hlsl_type *element,
                                              const dxki_hlsl_type *array)
{
    return array_of(c, element, array->count, array->is_empty);
}

/* What stands for an object where it is a value: a number from which it follows, or something of the
 * module. In a library that is for linking it is the handle that the linker knows. */
static uint8_t scalar_of_object(const dxki_hlsl *c, dxki_hlsl_object object)
{
    if (object == DXKI_HLSL_O_HIT_OBJECT)
        return DXKI_HLSL_S_HIT;
    if (object == DXKI_HLSL_O_LINALG_MATRIX)
        return DXKI_HLSL_S_LINALG;
    if (object == DXKI_HLSL_O_STRING) /* it is the number of its text */
        return DXKI_HLSL_S_INT;
    if (dxki_hlsl_is_for_linking(c) &&
        dxki_hlsl_object_at(object)->cls != DXK_RESOURCE_CLASS_INVALID)
        return DXKI_HLSL_S_RESOURCE;
    return dxki_hlsl_node_scalar((uint8_t)object);
}

const dxki_hlsl_type *dxki_hlsl_type_object(dxki_hlsl *c, dxki_hlsl_object object,
                                            const dxki_hlsl_type *element, uint32_t count)
{
    const dxki_hlsl_type t = {.kind = DXKI_HLSL_TY_OBJECT,
                              .object = (uint8_t)object,
                              .element = element,
                              .count = count,
                              .scalar = scalar_of_object(c, object),
                              .rows = 1,
                              .columns = 1,
                              .leaves = 1,
                              .has_objects = true};

    return intern(c, &t);
}

dxki_hlsl_type *dxki_hlsl_type_enum(dxki_hlsl *c, const dxki_hlsl_name *name,
                                    const dxki_hlsl_type *under)
{
    dxki_hlsl_type *t = DXKI_HLSL_NEW(c, dxki_hlsl_type);

    *t = (dxki_hlsl_type){.kind = DXKI_HLSL_TY_ENUM,
                          .scalar = under->scalar,
                          .rows = 1,
                          .columns = 1,
                          .leaves = 1,
                          .element = under,
                          .name = name};
    return t;
}

dxki_hlsl_record *dxki_hlsl_type_record(dxki_hlsl *c, const dxki_hlsl_name *name, dxki_hlsl_loc loc)
{
    dxki_hlsl_record *r = DXKI_HLSL_NEW(c, dxki_hlsl_record);
    dxki_hlsl_type *t = DXKI_HLSL_NEW(c, dxki_hlsl_type);

    if (!dxki_hlsl_ready(c))
        return r;
    t->kind = DXKI_HLSL_TY_RECORD;
    t->record = r;
    t->packed_align = 1;
    r->arrays_end = &r->arrays;
    r->name = name;
    r->loc = loc;
    r->type = t;
    return r;
}

void dxki_hlsl_record_done(dxki_hlsl *c, dxki_hlsl_record *r)
{
    dxki_hlsl_type *t = (dxki_hlsl_type *)r->type; /* it was made with the record */
    uint64_t leaves = 0, inits = 0;

    for (size_t i = 0; i < r->field_count; i++) {
        inits += dxki_hlsl_field_inits(r, (uint32_t)i);
        leaves += r->fields[i].type->leaves;
        t->flat = t->flat * power(r->fields[i].type->leaves) + flat_of(r->fields[i].type);
        t->has_objects |= r->fields[i].type->has_objects;
    }
    t->leaves = leaves > DXKI_HLSL_MANY_LEAVES ? DXKI_HLSL_MANY_LEAVES : (uint32_t)leaves;
    t->inits = inits > DXKI_HLSL_MANY_LEAVES ? DXKI_HLSL_MANY_LEAVES : (uint32_t)inits;
    dxki_hlsl_lay_out(c, t);
    r->complete = true;
    for (dxki_hlsl_type *array = r->arrays; array; array = array->later)
        measure_array(c, array);
}

const dxki_hlsl_type *dxki_hlsl_type_with(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_scalar s)
{
    if (t->kind == DXKI_HLSL_TY_VECTOR)
        return dxki_hlsl_type_vector(c, s, t->columns);
    if (t->kind == DXKI_HLSL_TY_MATRIX)
        return dxki_hlsl_type_matrix(c, s, t->rows, t->columns, t->order);
    return dxki_hlsl_type_scalar(c, s);
}

const dxki_hlsl_type *dxki_hlsl_type_ordered(dxki_hlsl *c, const dxki_hlsl_type *t, uint8_t order)
{
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return dxki_hlsl_type_array_as(c, dxki_hlsl_type_ordered(c, t->element, order), t);
    if (t->kind != DXKI_HLSL_TY_MATRIX)
        return t;
    dxki_hlsl_type copy = *t;
    copy.order = order;
    return intern(c, &copy);
}

const dxki_hlsl_type *dxki_hlsl_type_normed(dxki_hlsl *c, const dxki_hlsl_type *t, uint8_t norm)
{
    dxki_hlsl_type copy = *t;

    if (!dxki_hlsl_is_numeric(t))
        return t;
    copy.norm = norm;
    return intern(c, &copy);
}

const dxki_hlsl_type *dxki_hlsl_type_coherent(dxki_hlsl *c, const dxki_hlsl_type *t,
                                              uint8_t coherence)
{
    dxki_hlsl_type copy = *t;

    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return dxki_hlsl_type_array_as(c, dxki_hlsl_type_coherent(c, t->element, coherence), t);
    if (t->kind != DXKI_HLSL_TY_OBJECT || t->coherence == coherence)
        return t;
    copy.coherence = coherence;
    return intern(c, &copy);
}

const dxki_hlsl_type *dxki_hlsl_type_plain(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return dxki_hlsl_type_array_as(c, dxki_hlsl_type_plain(c, t->element), t);
    if (t->coherence)
        return dxki_hlsl_type_coherent(c, t, 0);
    if (!dxki_hlsl_is_numeric(t) || (!t->order && !t->norm))
        return t;
    dxki_hlsl_type copy = *t;
    copy.order = 0;
    copy.norm = 0;
    return intern(c, &copy);
}

bool dxki_hlsl_is_literal(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_numeric(t) && (dxki_hlsl_info(t)->flags & DXKI_HLSL_LITERAL) != 0;
}

uint32_t dxki_hlsl_scalar_size(const dxki_hlsl *c, uint8_t scalar)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar);

    if (info->bits == 64)
        return 8;
    if (info->flags & DXKI_HLSL_NATIVE ||
        (c->options.native_16bit && info->bits && info->bits < 32))
        return 2;
    return 4;
}

/* ---------------------------------------------------------------------------------------- */
/* Texts                                                                                      */

static dxk_str join3(dxki_hlsl *c, dxk_str a, const char *b, dxk_str d)
{
    return dxki_hlsl_join(c, dxki_hlsl_join(c, a, dxki_str(b)), d);
}

/* How types are named. */
typedef enum form {
    SHORT,    /* uint3 */
    LONG,     /* vector<uint, 3> */
    CANONICAL /* vector<unsigned int, 3> */
} form;

static const char *scalar_text(uint8_t scalar, form how)
{
    if (how == CANONICAL && scalar == DXKI_HLSL_S_UINT)
        return "unsigned int";
    if (how == CANONICAL && scalar == DXKI_HLSL_S_INT64)
        return "long long";
    if (how == CANONICAL && scalar == DXKI_HLSL_S_UINT64)
        return "unsigned long long";
    return dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->name;
}

static dxk_str numeric_text(dxki_hlsl *c, const dxki_hlsl_type *t, form how)
{
    dxk_str scalar = dxki_str(scalar_text(t->scalar, how));
    bool matrix = t->kind == DXKI_HLSL_TY_MATRIX;

    if (t->kind == DXKI_HLSL_TY_SCALAR)
        return scalar;
    if (how == SHORT && t->columns <= 4) {
        dxk_str text =
            dxki_hlsl_join(c, scalar, dxki_hlsl_decimal(c, matrix ? t->rows : t->columns));
        return matrix ? join3(c, text, "x", dxki_hlsl_decimal(c, t->columns)) : text;
    }
    dxk_str text = join3(c, dxki_str(matrix ? "matrix<" : "vector<"), "", scalar);
    text = join3(c, text, ", ", dxki_hlsl_decimal(c, matrix ? t->rows : t->columns));
    if (matrix)
        text = join3(c, text, ", ", dxki_hlsl_decimal(c, t->columns));
    return dxki_hlsl_join(c, text, dxki_str(">"));
}

uint8_t dxki_hlsl_leaf_scalar(const dxki_hlsl_type *t, uint32_t i)
{
    while (dxki_hlsl_is_aggregate(t)) {
        if (t->kind == DXKI_HLSL_TY_ARRAY) {
            i %= t->element->leaves ? t->element->leaves : 1;
            t = t->element;
            continue;
        }
        const dxki_hlsl_field *f = t->record->fields;
        while (i >= f->type->leaves) {
            i -= f->type->leaves;
            f++;
        }
        t = f->type;
    }
    return t->scalar;
}

dxk_str dxki_hlsl_dims_text(dxki_hlsl *c, const dxki_hlsl_type *t, size_t depth)
{
    dxk_str text = dxki_str(depth && t->kind == DXKI_HLSL_TY_ARRAY ? " " : "");

    for (; depth && t->kind == DXKI_HLSL_TY_ARRAY; t = t->element, depth--)
        text = dxki_hlsl_join(
            c,
            join3(c, text, "[",
                  t->count || t->is_empty ? dxki_hlsl_decimal(c, t->count) : dxki_str("")),
            dxki_str("]"));
    return text;
}

static dxk_str text_of(dxki_hlsl *c, const dxki_hlsl_type *t, form how);

/* "float [2][]" */
static dxk_str array_text(dxki_hlsl *c, const dxki_hlsl_type *t, form how)
{
    const dxki_hlsl_type *element = t;
    size_t depth = 0;

    for (; element->kind == DXKI_HLSL_TY_ARRAY; element = element->element)
        depth++;
    return dxki_hlsl_join(c, text_of(c, element, how), dxki_hlsl_dims_text(c, t, depth));
}

/* Does the second argument of an object stand in its name although it was left out? */
static bool has_count(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_patch(t) ||
           dxki_hlsl_object_at((dxki_hlsl_object)t->object)->args == DXKI_HLSL_ARGS_SAMPLES;
}

static dxk_str object_text(dxki_hlsl *c, const dxki_hlsl_type *t, form how)
{
    dxk_str text = dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name);

    if (dxki_hlsl_is_string(t) && t->count)
        return dxki_str("literal string");
    if (!t->element)
        return text;
    text = join3(c, text, "<", text_of(c, t->element, how == SHORT ? SHORT : CANONICAL));
    if (how != SHORT && has_count(t))
        text = join3(c, text, ", ", dxki_hlsl_decimal(c, t->count));
    return dxki_hlsl_join(c, text, dxki_str(text.data[text.size - 1] == '>' ? " >" : ">"));
}

dxk_str dxki_hlsl_type_name(const dxki_hlsl_type *t)
{
    const dxki_hlsl_name *name = t->kind != DXKI_HLSL_TY_RECORD ? t->name
                                 : t->record->name              ? t->record->name
                                                                : t->record->alias;

    return name ? name->text : dxki_str("(anonymous)");
}

/* "ns::Outer::S"; what functions declare is named alone. */
static dxk_str scoped_name(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const dxki_hlsl_scope *s = t->kind == DXKI_HLSL_TY_RECORD ? t->record->scope : t->scope;
    dxk_str text = dxki_hlsl_type_name(t);

    for (; s && s->kind != DXKI_HLSL_LOCALS; s = s->outer) {
        const bool is_type = s->kind == DXKI_HLSL_MEMBERS && s->type && s->type != t;
        if (is_type)
            text = join3(c, dxki_hlsl_type_name(s->type), "::", text);
        else if (s->kind == DXKI_HLSL_NAMESPACE && s->name)
            text = join3(c, s->name->text, "::", text);
    }
    return text;
}

static dxk_str text_of(dxki_hlsl *c, const dxki_hlsl_type *t, form how)
{

    switch (t->kind) {
    case DXKI_HLSL_TY_VOID:
        return dxki_str("void");
    case DXKI_HLSL_TY_SCALAR:
    case DXKI_HLSL_TY_VECTOR:
    case DXKI_HLSL_TY_MATRIX:
        return numeric_text(c, t, how);
    case DXKI_HLSL_TY_ARRAY:
        return array_text(c, t, how);
    case DXKI_HLSL_TY_RECORD:
    case DXKI_HLSL_TY_ENUM:
        return scoped_name(c, t);
    case DXKI_HLSL_TY_OBJECT:
        return object_text(c, t, how);
    default:
        return dxki_str("resource");
    }
}

dxk_str dxki_hlsl_type_text(dxki_hlsl *c, const dxki_hlsl_type *t, bool long_form)
{
    return text_of(c, t, long_form ? LONG : SHORT);
}

dxk_str dxki_hlsl_type_canonical(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    return text_of(c, t, CANONICAL);
}
