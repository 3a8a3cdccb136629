/* SPDX-License-Identifier: MIT */
/* d3d.c - names of the enumerations that reflection uses. */
#include "dxk/reflect.h"

#include "spec/d3d.h"

typedef struct value {
    uint8_t set; /* dxk_reflect_enum */
    uint8_t number;
    const char *text;
} value;

enum {
    SET_NONE = -1,
#define DXKI_D3D_SET(ident, flags) SET_##ident,
#define DXKI_D3D(set, ident, value, text)
#include "spec/d3d.def"
    SET_COUNT
};

_Static_assert((int)SET_COUNT == (int)DXK_REFLECT_ENUM_COUNT, "the sets of d3d.def");

/* By set, then by number. */
static const value values[] = {
#define DXKI_D3D_SET(ident, flags)
#define DXKI_D3D(set, ident, value, text) {SET_##set, value, text},
#include "spec/d3d.def"
};

static const bool is_flags[] = {
#define DXKI_D3D_SET(ident, flags) flags,
#define DXKI_D3D(set, ident, value, text)
#include "spec/d3d.def"
};

/* Is the value before what is looked for? */
static bool is_before(const value *v, uint32_t set, uint32_t number)
{
    return v->set != set ? v->set < set : v->number < number;
}

const char *dxk_reflect_name(dxk_reflect_enum set, uint32_t number)
{
    size_t low = 0, high = sizeof values / sizeof values[0];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(&values[middle], (uint32_t)set, number))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == sizeof values / sizeof values[0] || values[low].set != (uint32_t)set ||
        values[low].number != number)
        return NULL;
    return values[low].text;
}

bool dxk_reflect_is_flags(dxk_reflect_enum set)
{
    return (uint32_t)set < SET_COUNT && is_flags[set];
}
