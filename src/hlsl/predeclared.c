/* SPDX-License-Identifier: MIT */
/* predeclared.c - see predeclared.h. */
#include "hlsl/predeclared.h"

#include "base/count.h"

#define BOOL    DXKI_HLSL_BOOL
#define SINT    DXKI_HLSL_SINT
#define UINT    DXKI_HLSL_UINT
#define REAL    DXKI_HLSL_REAL
#define MINIMUM DXKI_HLSL_MINIMUM
#define LITERAL DXKI_HLSL_LITERAL
#define NATIVE  DXKI_HLSL_NATIVE
#define PACKED  DXKI_HLSL_PACKED
#define HANDLE  DXKI_HLSL_HANDLE
#define SINGLE  DXKI_HLSL_SINGLE
#define SIZED   DXKI_HLSL_SIZED
static const dxki_hlsl_scalar_info scalars[] = {
#define DXKI_HLSL_SCALAR(ident, name, bits, number, flags) {name, bits, number, flags},
#include "spec/hlsl_types.def"
#undef DXKI_HLSL_SCALAR
};

static const struct {
    const char *name;
    dxki_hlsl_scalar scalar;
    uint8_t flags;
} aliases[] = {
#define DXKI_HLSL_ALIAS(name, ident, flags) {name, DXKI_HLSL_S_##ident, flags},
#include "spec/hlsl_types.def"
#undef DXKI_HLSL_ALIAS
};

#define DXK_RESOURCE_CLASS_NONE DXK_RESOURCE_CLASS_INVALID
#define ROV                     DXKI_HLSL_ROV
#define COMPARE                 DXKI_HLSL_COMPARE
#define COUNTER                 DXKI_HLSL_COUNTER
#define STREAM                  DXKI_HLSL_STREAM
#define EFFECT                  DXKI_HLSL_EFFECT
#define NODE                    DXKI_HLSL_NODE
#define RAY                     DXKI_HLSL_RAY
#define SUBOBJECT               DXKI_HLSL_SUBOBJECT
static const dxki_hlsl_object_info objects[] = {
#define DXKI_HLSL_OBJECT(ident, name, cls, kind, args, coords, flags)                              \
    {name, DXK_RESOURCE_CLASS_##cls, DXK_RESOURCE_KIND_##kind, DXKI_HLSL_ARGS_##args, coords,      \
     flags},
#include "spec/hlsl_types.def"
#undef DXKI_HLSL_OBJECT
};

const dxki_hlsl_scalar_info *dxki_hlsl_scalar_at(dxki_hlsl_scalar s)
{
    return &scalars[s];
}

const dxki_hlsl_object_info *dxki_hlsl_object_at(dxki_hlsl_object o)
{
    return &objects[o];
}

/* True if a source can name a type with these flags; `never` are flags that it must not have. */
static bool is_there(const dxki_hlsl *c, uint8_t flags, uint8_t never)
{
    return !(flags & (DXKI_HLSL_LITERAL | never)) &&
           (!(flags & DXKI_HLSL_NATIVE) || c->options.native_16bit) &&
           (!(flags & DXKI_HLSL_SIZED) || c->version >= 2018);
}

/* Finds the scalar `name`; false if there is none, or if it needs 16-bit types. */
static bool find_scalar(const dxki_hlsl *c, dxk_str name, uint8_t never, uint8_t *scalar)
{
    for (size_t i = 0; i < DXKI_COUNT(scalars); i++) {
        if (!dxki_str_is(name, scalars[i].name) || !is_there(c, scalars[i].flags, never))
            continue;
        *scalar = (uint8_t)i;
        return true;
    }
    for (size_t i = 0; i < DXKI_COUNT(aliases); i++) {
        if (!dxki_str_is(name, aliases[i].name) || !is_there(c, aliases[i].flags, never))
            continue;
        *scalar = (uint8_t)aliases[i].scalar;
        return true;
    }
    return false;
}

static uint8_t size_digit(char ch)
{
    return ch >= '1' && ch <= '4' ? (uint8_t)(ch - '0') : 0;
}

/* float, float3, float2x4 */
static bool find_numeric(const dxki_hlsl *c, dxk_str name, dxki_hlsl_predeclared *p)
{
    size_t n = name.size;

    if (find_scalar(c, name, 0, &p->scalar))
        return true;
    p->columns = n > 3 && name.data[n - 2] == 'x' ? size_digit(name.data[n - 1]) : 0;
    n -= p->columns ? 2 : 0;
    p->rows = n > 1 ? size_digit(name.data[n - 1]) : 0;
    return p->rows && find_scalar(c, (dxk_str){name.data, n - 1}, SINGLE, &p->scalar);
}

static bool find(const dxki_hlsl *c, dxk_str name, dxki_hlsl_predeclared *p)
{
    if (find_numeric(c, name, p))
        return true;
    p->kind = dxki_str_is(name, "vector") ? DXKI_HLSL_P_VECTOR : DXKI_HLSL_P_MATRIX;
    if (p->kind == DXKI_HLSL_P_VECTOR || dxki_str_is(name, "matrix"))
        return true;
    p->kind = DXKI_HLSL_P_OBJECT;
    for (size_t i = 0; i < DXKI_COUNT(objects); i++) {
        p->object = (uint8_t)i;
        if (dxki_str_is(name, objects[i].name))
            return true;
    }
    return false;
}

const dxki_hlsl_predeclared *dxki_hlsl_predeclared_of(dxki_hlsl *c, dxki_hlsl_name *name)
{
    if (!name->predeclared) {
        dxki_hlsl_predeclared *p = DXKI_HLSL_NEW(c, dxki_hlsl_predeclared);
        if (!dxki_hlsl_ready(c))
            return NULL;
        p->none = !find(c, name->text, p);
        name->predeclared = p;
    }
    return name->predeclared->none ? NULL : name->predeclared;
}

dxk_str dxki_hlsl_known_name(const dxki_hlsl_predeclared *p)
{
    return dxki_str(p->kind == DXKI_HLSL_P_VECTOR   ? "vector"
                    : p->kind == DXKI_HLSL_P_MATRIX ? "matrix"
                                                    : objects[p->object].name);
}

bool dxki_hlsl_needs_arguments(const dxki_hlsl_predeclared *p)
{
    const dxki_hlsl_object_info *info =
        p->kind == DXKI_HLSL_P_OBJECT ? dxki_hlsl_object_at((dxki_hlsl_object)p->object) : NULL;

    return info && info->args != DXKI_HLSL_ARGS_NO &&
           !(info->args == DXKI_HLSL_ARGS_ELEMENT && info->cls == DXK_RESOURCE_CLASS_SRV);
}

bool dxki_hlsl_takes_arguments(const dxki_hlsl_predeclared *p)
{
    return p->kind == DXKI_HLSL_P_OBJECT ? objects[p->object].args != DXKI_HLSL_ARGS_NO
                                         : p->kind != DXKI_HLSL_P_NUMERIC;
}

bool dxki_hlsl_needs_native(const dxki_hlsl *c, dxk_str name)
{
    size_t n = name.size;

    if (c->options.native_16bit)
        return false;
    n -= n > 3 && name.data[n - 2] == 'x' && size_digit(name.data[n - 1]) ? 2 : 0;
    n -= n > 1 && size_digit(name.data[n - 1]) ? 1 : 0;
    name.size = n;
    for (size_t i = 0; i < DXKI_COUNT(scalars); i++) {
        if (scalars[i].flags & DXKI_HLSL_NATIVE && dxki_str_is(name, scalars[i].name))
            return true;
    }
    for (size_t i = 0; i < DXKI_COUNT(aliases); i++) {
        if (aliases[i].flags & DXKI_HLSL_NATIVE && dxki_str_is(name, aliases[i].name))
            return true;
    }
    return false;
}

const char *dxki_hlsl_type_word(const dxki_hlsl *c, size_t number, bool *is_scalar)
{
    static const char *const shapes[] = {"vector", "matrix"};
    size_t i = number;

    *is_scalar = i < DXKI_COUNT(scalars) + DXKI_COUNT(aliases);
    if (i < DXKI_COUNT(scalars))
        return is_there(c, scalars[i].flags, 0) ? scalars[i].name : "";
    i -= DXKI_COUNT(scalars);
    if (i < DXKI_COUNT(aliases))
        return is_there(c, aliases[i].flags, 0) ? aliases[i].name : "";
    i -= DXKI_COUNT(aliases);
    if (i < DXKI_COUNT(objects))
        return objects[i].name;
    i -= DXKI_COUNT(objects);
    return i < DXKI_COUNT(shapes) ? shapes[i] : NULL;
}

static const dxki_hlsl_named_number numbers[] = {
#define DXKI_HLSL_NUMBER(name, value, minor) {#name, value, minor},
#include "spec/hlsl_constants.def"
#undef DXKI_HLSL_NUMBER
};

const char *dxki_hlsl_number_word(size_t number)
{
    return number < DXKI_COUNT(numbers) ? numbers[number].name : NULL;
}

const dxki_hlsl_named_number *dxki_hlsl_number_of(dxk_str name)
{
    for (size_t i = 0; i < DXKI_COUNT(numbers); i++) {
        if (dxki_str_is(name, numbers[i].name))
            return &numbers[i];
    }
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* Sorted by name, as the table is. */
static const struct {
    const char *scope, *name;
} functions[] = {
#define DXKI_HLSL_INTRINSIC(scope, name, nargs, result, params, model, lowering, op, code)         \
    {scope, name},
#include "spec/hlsl_intrinsics.def"
#undef DXKI_HLSL_INTRINSIC
};

bool dxki_hlsl_is_function_word(dxk_str name)
{
    size_t low = 0, high = DXKI_COUNT(functions);

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const dxk_str text = dxki_str(functions[middle].name);
        const int order =
            memcmp(text.data, name.data, text.size < name.size ? text.size : name.size);
        if (order < 0 || (order == 0 && text.size < name.size))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < DXKI_COUNT(functions) && dxki_str_is(name, functions[low].name); low++)
        if (!*functions[low].scope)
            return true;
    return false;
}
