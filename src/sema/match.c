/* SPDX-License-Identifier: MIT */
/* match.c - which rows of spec/hlsl_intrinsics.def the arguments of a call fit; see match.h. */
#include "sema/match.h"
#include "base/count.h"
#include "dxk/ops.h"
#include "sema/check.h"

#define S(ident) DXKI_HLSL_S_##ident
#define END      DXKI_HLSL_S_COUNT

typedef dxki_sema_match match;

static int root(const match *m, int i, bool element)
{
    for (int guard = 0; guard < DXKI_SEMA_SLOTS; guard++) {
        int next = element ? m->slots[i].element : m->slots[i].like;
        if (next == i || next < 0 || next >= DXKI_SEMA_SLOTS)
            return i;
        i = next;
    }
    return i;
}

static uint32_t *letter(match *m, dxk_str name)
{
    if (dxki_str_is(name, "c"))
        return &m->cols;
    if (dxki_str_is(name, "r"))
        return &m->r;
    if (dxki_str_is(name, "c2"))
        return &m->c2;
    return dxki_str_is(name, "r2") ? &m->r2 : NULL;
}

/* A dimension met an argument: letters take the smallest. */
static void bind(match *m, dxk_str name, uint32_t size)
{
    uint32_t *to = letter(m, name);

    if (to && (!*to || size < *to))
        *to = size;
}

static uint32_t size_of(match *m, dxk_str name)
{
    uint32_t *of = letter(m, name);

    if (of)
        return *of ? *of : 1;
    return name.size ? (uint32_t)(name.data[0] - '0') : 1;
}

/* Classes of objects: what they admit. */
static const struct object_class {
    const char *name;
    const char *shown;   /* an object that it admits; "": there are several */
    uint8_t cls;         /* dxk_resource_class */
    uint8_t kind;        /* dxk_resource_kind; DXK_RESOURCE_KIND_INVALID: any */
    uint8_t wants, bars; /* flags that it must have, and must not */
} object_classes[] = {
    {"sampler", "SamplerState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID, 0,
     DXKI_HLSL_COMPARE},
    {"samplercmp", "SamplerComparisonState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID,
     DXKI_HLSL_COMPARE, 0},
    {"any_sampler", "SamplerState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID, 0, 0},
    {"sampler1d", "SamplerState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID, 0,
     DXKI_HLSL_COMPARE},
    {"sampler2d", "SamplerState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID, 0,
     DXKI_HLSL_COMPARE},
    {"sampler3d", "SamplerState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID, 0,
     DXKI_HLSL_COMPARE},
    {"samplercube", "SamplerState", DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_KIND_INVALID, 0,
     DXKI_HLSL_COMPARE},
    {"texture2d", "Texture2D", DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_KIND_TEXTURE2D, 0, 0},
    {"texture2darray", "Texture2DArray", DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_KIND_TEXTURE2D_ARRAY,
     0, 0},
    {"byteaddressbuffer", "ByteAddressBuffer", DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_KIND_RAW_BUFFER,
     0, 0},
    {"rwbyteaddressbuffer", "RWByteAddressBuffer", DXK_RESOURCE_CLASS_UAV,
     DXK_RESOURCE_KIND_RAW_BUFFER, 0, 0},
    {"uav", "", DXK_RESOURCE_CLASS_UAV, DXK_RESOURCE_KIND_INVALID, 0, 0},
    {"node_record", "", DXK_RESOURCE_CLASS_INVALID, DXK_RESOURCE_KIND_INVALID, DXKI_HLSL_NODE, 0},
};

static const struct object_class *object_class(dxk_str name)
{
    for (size_t i = 0; i < DXKI_COUNT(object_classes); i++) {
        if (dxki_str_is(name, object_classes[i].name))
            return &object_classes[i];
    }
    return NULL;
}

static bool is_object_class(dxk_str name)
{
    return object_class(name) != NULL;
}

static bool class_admits(const struct object_class *class, const dxki_hlsl_type *t)
{
    if (t->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)t->object);
    if (class->wants & DXKI_HLSL_NODE && (t->scalar != S(RECORD_HANDLE) || !t->element))
        return false; /* no record */
    return info->cls == class->cls && (info->flags & class->wants) == class->wants &&
           !(info->flags & class->bars) &&
           (class->kind == DXK_RESOURCE_KIND_INVALID || class->kind == info->kind);
}

/* Any structure of numbers. */
bool dxki_sema_is_record_class(dxk_str class)
{
    return dxki_str_is(class, "user_defined_type");
}

/* Can argument `i` have the shape that slot `i` wants? Binds letters. A scalar takes any shape; a vector
 * of one element is no scalar. */
static bool take_shape(match *m, int i)
{
    const dxki_sema_slot *s = &m->slots[root(m, i, false)];
    const dxki_hlsl_type *t = m->args[i - 1]->type;
    const bool is_scalar = t->kind == DXKI_HLSL_TY_SCALAR || t->kind == DXKI_HLSL_TY_ENUM;

    if (!dxki_hlsl_is_value(t))
        return false;
    if (is_scalar || s->shape == DXKI_SEMA_ANY)
        return s->shape != DXKI_SEMA_OTHER;
    if (s->shape == DXKI_SEMA_VECTOR && t->kind == DXKI_HLSL_TY_VECTOR) {
        bind(m, s->columns, t->columns);
        return letter(m, s->columns) || t->columns >= size_of(m, s->columns);
    }
    if (s->shape == DXKI_SEMA_MATRIX && t->kind == DXKI_HLSL_TY_MATRIX) {
        bind(m, s->rows, t->rows);
        bind(m, s->columns, t->columns);
        return true;
    }
    return false;
}

/* The shape that two arguments of a group have in common: a scalar takes any, vectors and matrices do
 * not mix, and each dimension is the smaller one. NULL: none. */
static const dxki_hlsl_type *join_shapes(dxki_hlsl *c, const dxki_hlsl_type *a,
                                         const dxki_hlsl_type *b)
{
    const bool is_matrix = a->kind == DXKI_HLSL_TY_MATRIX;

    if (b->kind != DXKI_HLSL_TY_VECTOR && b->kind != DXKI_HLSL_TY_MATRIX)
        return a;
    if (a->kind != DXKI_HLSL_TY_VECTOR && !is_matrix)
        return b;
    if (a->kind != b->kind)
        return NULL;
    if (b->columns >= a->columns && (!is_matrix || b->rows >= a->rows))
        return a;
    const uint32_t width = a->columns < b->columns ? a->columns : b->columns;
    const uint32_t height = a->rows < b->rows ? a->rows : b->rows;
    return is_matrix ? dxki_hlsl_type_matrix(c, a->scalar, height, width, 0)
                     : dxki_hlsl_type_vector(c, a->scalar, width);
}

/* Shape of the group of slot `i`, whose leader can be anything: that of its arguments in common. */
static const dxki_hlsl_type *any_shape(match *m, int i)
{
    const dxki_hlsl_type *found = NULL;
    int leader = root(m, i, false);

    for (size_t k = 1; k <= m->count; k++) {
        if (root(m, (int)k, false) != leader || m->slots[k].direction == 'o')
            continue;
        const dxki_hlsl_type *t = m->args[k - 1]->type;
        if (!dxki_hlsl_is_value(t))
            return NULL;
        found = found ? join_shapes(m->c, found, t) : t;
        if (!found)
            return NULL;
    }
    return found;
}

/* Element of the group of slot `i`. */
static uint8_t element_of(match *m, int i)
{
    int leader = root(m, i, true);
    uint8_t s = END;

    for (size_t k = 1; k <= m->count; k++) {
        const dxki_hlsl_type *t = m->args[k - 1]->type;
        if (root(m, (int)k, true) != leader || m->slots[k].direction == 'o' ||
            !dxki_hlsl_is_value(t))
            continue;
        s = s == END ? t->scalar : (uint8_t)dxki_sema_common(m->c, s, t->scalar);
    }
    if (s == S(LITERAL_INT)) { /* a large or negative value asks for a type that has it */
        for (size_t k = 1; k <= m->count; k++) {
            const dxki_hlsl_node *n = m->args[k - 1];
            if (root(m, (int)k, true) != leader || n->kind != DXKI_HLSL_N_CONSTANT)
                continue;
            const int64_t value = (int64_t)n->bits[0];
            if (value > INT32_MAX)
                s = value > UINT32_MAX ? S(INT64) : S(UINT);
            else if (value < 0 && value >= INT32_MIN)
                s = S(INT);
        }
    }
    return dxki_sema_admit(m->c, m->slots[leader].class, s);
}

static const dxki_hlsl_type *shaped(match *m, const dxki_sema_slot *s, uint8_t e,
                                    const dxki_hlsl_type *any)
{
    const dxki_hlsl_scalar counted = dxki_sema_counted(m->c, e);

    switch (s->shape) {
    case DXKI_SEMA_ANY:
        if (any && any->kind != DXKI_HLSL_TY_SCALAR)
            e = (uint8_t)counted;
        return any ? dxki_hlsl_type_plain(m->c, dxki_hlsl_type_with(m->c, any, e)) : NULL;
    case DXKI_SEMA_VECTOR:
        return dxki_hlsl_type_vector(m->c, counted, size_of(m, s->columns));
    case DXKI_SEMA_MATRIX:
        return dxki_hlsl_type_matrix(m->c, counted, size_of(m, s->rows), size_of(m, s->columns), 0);
    default:
        return dxki_hlsl_type_scalar(m->c, e);
    }
}

/* The argument of the call: deduced from what is given, or uint if nothing is. */
static const dxki_hlsl_type *argument_type(match *m, const dxki_sema_slot *s)
{
    if (m->type_arg)
        return m->type_arg;
    if (s == m->slots)
        return dxki_hlsl_type_scalar(m->c, S(UINT));
    dxki_hlsl_node *given = m->args[s - m->slots - 1];
    return dxki_hlsl_type_plain(m->c, dxki_sema_concrete_type(m->c, given));
}

/* Objects of work graphs that other ones give. */
static const dxki_hlsl_type *node_object(const match *m, dxk_str class)
{
    static const struct {
        const char *class;
        dxki_hlsl_object object;
    } objects[] = {
        {"node_output(T)", DXKI_HLSL_O_NODE_OUT},
        {"empty_node_output", DXKI_HLSL_O_NODE_EMPTY_OUT},
        {"thread_node_output_records(T)", DXKI_HLSL_O_NODE_THREAD_OUT},
        {"group_node_output_records(T)", DXKI_HLSL_O_NODE_GROUP_OUT},
    };

    for (size_t i = 0; m->object && i < DXKI_COUNT(objects); i++)
        if (dxki_str_is(class, objects[i].class))
            return dxki_hlsl_type_object(m->c, objects[i].object, m->object->type->element, 0);
    return NULL;
}

/* Arguments of functions of linear algebra: those have any of some types. */
static const dxki_hlsl_type *linalg_type(const match *m, const dxki_sema_slot *s)
{
    const dxki_hlsl_type *t = dxki_sema_concrete_type(m->c, m->args[s - m->slots - 1]);

    if (dxki_str_is(s->class, "linalg_matrix"))
        return t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_LINALG_MATRIX ? t : NULL;
    if (dxki_str_is(s->class, "linalg_memory")) {
        bool array = t->kind == DXKI_HLSL_TY_ARRAY;
        bool good = array && t->element->kind <= DXKI_HLSL_TY_VECTOR &&
                    dxki_hlsl_is_numeric(t->element) && t->element->scalar != S(BOOL);
        return good ? t : NULL;
    }
    if (!dxki_str_is(s->class, "linalg") || t->scalar == S(BOOL))
        return NULL;
    bool shaped = s->shape == DXKI_SEMA_SCALAR ? t->kind == DXKI_HLSL_TY_SCALAR
                                               : t->kind == DXKI_HLSL_TY_VECTOR;
    return shaped ? dxki_hlsl_type_plain(m->c, t) : NULL;
}

/* Types that come from the object: T, its elements; F is the argument of the call. */
static const dxki_hlsl_type *from_object(match *m, const dxki_sema_slot *s)
{
    const dxki_hlsl_type *t = m->object ? m->object->type->element : NULL;

    if (dxki_str_is(s->class, "T"))
        return t;
    if (dxki_str_is(s->class, "F"))
        return argument_type(m, s);
    if (dxki_str_starts(s->class, "linalg") && s > m->slots)
        return linalg_type(m, s);
    const dxki_hlsl_type *node = node_object(m, s->class);
    if (node)
        return node;
    if (dxki_str_is(s->class, "raydesc"))
        return dxki_sema_builtin_record(m->c, DXKI_HLSL_O_RAY_DESC);
    if (dxki_str_is(s->class, "acceleration_struct"))
        return dxki_hlsl_type_object(m->c, DXKI_HLSL_O_SCENE, NULL, 0);
    if (dxki_str_is(s->class, "hit_object"))
        return dxki_hlsl_type_object(m->c, DXKI_HLSL_O_HIT_OBJECT, NULL, 0);
    if (dxki_str_is(s->class, "builtin_triangle_positions"))
        return dxki_sema_builtin_record(m->c, DXKI_HLSL_O_TRIANGLE_POSITIONS);
    if (dxki_str_is(s->class, "ray_query")) {
        const dxki_hlsl_type *own = m->args[s - m->slots - 1]->type;
        return own->kind == DXKI_HLSL_TY_OBJECT && own->object == DXKI_HLSL_O_RAY_QUERY ? own
                                                                                        : NULL;
    }
    if (dxki_str_is(s->class, "user_defined_type") && s > m->slots) {
        const dxki_hlsl_type *own = m->args[s - m->slots - 1]->type;
        return own->kind == DXKI_HLSL_TY_RECORD ? own : NULL;
    }
    if (dxki_str_is(s->class, "elt(T)") && t && dxki_hlsl_is_numeric(t))
        return dxki_hlsl_type_vector(m->c, t->scalar, size_of(m, s->columns));
    return NULL;
}

static bool find_type(match *m, int i)
{
    const dxki_sema_slot *s = &m->slots[i];

    if (dxki_str_is(s->class, "void")) {
        m->types[i] = dxki_hlsl_type_void(m->c);
        return true;
    }
    int object = root(m, i, false);
    if (object && is_object_class(m->slots[object].class)) { /* of the same type as that */
        m->types[i] = m->args[object - 1]->type;
        return class_admits(object_class(m->slots[object].class), m->types[i]);
    }
    if (i && dxki_sema_is_record_class(s->class)) {
        m->types[i] = m->args[i - 1]->type;
        return m->types[i]->kind == DXKI_HLSL_TY_RECORD;
    }
    m->types[i] = from_object(m, s);
    if (m->types[i])
        return true;
    const dxki_sema_slot *leader = &m->slots[root(m, i, false)];
    const dxki_hlsl_type *own = from_object(m, leader);
    uint8_t e = own && root(m, i, true) == root(m, i, false) ? own->scalar : element_of(m, i);
    if (e == END)
        return false;
    m->types[i] =
        own ? dxki_hlsl_type_with(m->c, own, e)
            : shaped(m, leader, e,
                     leader->shape == DXKI_SEMA_ANY ? any_shape(m, i || m->slots[0].like ? i : 1)
                                                    : NULL);
    return m->types[i] != NULL;
}

/* Does the class of slot `i` refuse elements of a type, although they could be converted? */
static bool is_strict_about(const match *m, int i, const dxki_hlsl_type *t)
{
    return dxki_sema_admit(m->c, m->slots[i].class, END) != END &&
           dxki_sema_admit(m->c, m->slots[i].class, t->scalar) == END;
}

/* Would argument `i` do? */
static bool accepts(match *m, int i)
{
    const dxki_hlsl_node *n = m->args[i - 1];
    uint8_t direction = m->slots[i].direction;

    if (direction != 'i' && n->is_const && !dxki_sema_node_giver(n))
        return false;
    if (direction == 'r') /* a bit field has no address */
        return n->is_lvalue && n->kind != DXKI_HLSL_N_BITS &&
               dxki_hlsl_same(m->c, n->type, m->types[i]);
    if (direction == 'o' && root(m, i, true) == i && dxki_hlsl_is_value(n->type) &&
        is_strict_about(m, i, n->type))
        return false;
    if (direction != 'o' && dxki_sema_fit(m->c, n->type, m->types[i]) != DXKI_HLSL_FITS)
        return false;
    return direction == 'i' ||
           (n->is_lvalue && dxki_sema_fit(m->c, m->types[i], n->type) == DXKI_HLSL_FITS);
}

/* "..." stands for any arguments after the first. */
static bool is_variadic(const dxki_hlsl_intrinsic *row)
{
    return strstr(row->params, "...") != NULL;
}

bool dxki_sema_takes_count(const dxki_hlsl_intrinsic *row, size_t count)
{
    return row->nargs == count || (is_variadic(row) && count > 0);
}

/* A text, and whatever it is about. */
static bool matches_text(match *m)
{
    m->types[0] = dxki_hlsl_type_void(m->c);
    m->types[1] = dxki_hlsl_type_object(m->c, DXKI_HLSL_O_STRING, NULL, 0);
    for (size_t i = 1; i <= m->count; i++) {
        m->slots[i].direction = 'i';
        if (i > 1)
            m->types[i] = dxki_sema_concrete_type(m->c, m->args[i - 1]);
    }
    return dxki_sema_fit(m->c, m->args[0]->type, m->types[1]) == DXKI_HLSL_FITS;
}

static bool refuse(match *m, int i)
{
    m->misfit = i;
    return false;
}

bool dxki_sema_matches(match *m)
{
    dxki_sema_read_row(m->row, m->slots);
    m->r = m->cols = m->r2 = m->c2 = 0;
    if (is_variadic(m->row))
        return matches_text(m) || refuse(m, 1);
    for (int i = 1; i <= (int)m->count; i++) {
        const dxki_sema_slot *s = &m->slots[i];
        const dxki_sema_slot *leader = &m->slots[root(m, i, false)];
        if (s->direction == 'o' || is_object_class(leader->class) ||
            dxki_sema_is_record_class(s->class) || from_object(m, s) || from_object(m, leader))
            continue;
        if (!take_shape(m, i))
            return refuse(m, i);
    }
    for (int i = 1; i <= (int)m->count; i++) {
        const dxki_hlsl_type *given = m->args[i - 1]->type;
        m->types[i] = NULL;
        if (m->slots[i].direction != 'o' && dxki_hlsl_is_value(given) &&
            is_strict_about(m, root(m, i, true), given))
            return refuse(m, i);
        if (!find_type(m, i) || !accepts(m, i))
            return refuse(m, i);
    }
    return find_type(m, 0);
}

dxk_str dxki_sema_wanted(dxki_sema_match *m)
{
    const int i = m->misfit;
    const dxki_sema_slot *leader = &m->slots[root(m, i, false)];
    const struct object_class *object = i ? object_class(leader->class) : NULL;
    const dxki_hlsl_type *t = m->types[i];

    if (object)
        return dxki_sema_quoted(m->c, dxki_str(object->shown));
    if (i && !t) {
        const uint8_t e = dxki_sema_admit(m->c, m->slots[root(m, i, true)].class, END);
        t = e == END ? NULL : shaped(m, leader, e, dxki_hlsl_type_scalar(m->c, e));
    }
    if (!i || !t || dxki_hlsl_is_error(t))
        return dxki_str("");
    dxk_str text = dxki_hlsl_type_canonical(m->c, t);
    return dxki_sema_quoted(
        m->c, m->slots[i].direction == 'i' ? text : dxki_hlsl_join(m->c, text, dxki_str(" &")));
}
