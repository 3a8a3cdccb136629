/* SPDX-License-Identifier: MIT */
/*
 * targets.c - what render targets hold, by the names of their formats: those that the table of
 * formats (spec/dxgi_formats.def) has as render targets, by how their components are coded.
 */
#include "dxk/match.h"

#include "base/count.h"
#include "base/str.h"

#include <string.h>

/* A format, and what its components are for a shader. */
typedef struct format_row {
    const char *name, *uses;
    dxk_match_target target;
} format_row;

/* By the coding of spec/dxgi_formats.def. */
enum {
    CODED_NONE = DXK_MATCH_TARGET_NONE,
    CODED_UNORM = DXK_MATCH_TARGET_FLOAT,
    CODED_SNORM = DXK_MATCH_TARGET_FLOAT,
    CODED_FLOAT = DXK_MATCH_TARGET_FLOAT,
    CODED_SRGB = DXK_MATCH_TARGET_FLOAT,
    CODED_SHARED = DXK_MATCH_TARGET_FLOAT,
    CODED_XR_BIAS = DXK_MATCH_TARGET_FLOAT,
    CODED_BC_UNORM = DXK_MATCH_TARGET_FLOAT,
    CODED_BC_SNORM = DXK_MATCH_TARGET_FLOAT,
    CODED_BC_SRGB = DXK_MATCH_TARGET_FLOAT,
    CODED_BC_UFLOAT = DXK_MATCH_TARGET_FLOAT,
    CODED_BC_SFLOAT = DXK_MATCH_TARGET_FLOAT,
    CODED_UINT = DXK_MATCH_TARGET_UINT,
    CODED_SINT = DXK_MATCH_TARGET_SINT
};

static const format_row formats[] = {
#define DXKI_DXGI_FORMAT(number, name, size, x, y, coding, components, uses)                       \
    {name, uses, (dxk_match_target)CODED_##coding},
#include "spec/dxgi_formats.def"
#undef DXKI_DXGI_FORMAT
};

dxk_status dxk_match_target_find(dxk_str name, dxk_match_target *out)
{
    static const struct {
        const char *word;
        dxk_match_target target;
    } words[] = {{"none", DXK_MATCH_TARGET_NONE},
                 {"float", DXK_MATCH_TARGET_FLOAT},
                 {"sint", DXK_MATCH_TARGET_SINT},
                 {"uint", DXK_MATCH_TARGET_UINT},
                 {"UNKNOWN", DXK_MATCH_TARGET_NONE}};
    *out = DXK_MATCH_TARGET_NONE;
    dxki_str_cut(&name, "DXGI_FORMAT_");
    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        if (!dxki_str_is(name, words[i].word))
            continue;
        *out = words[i].target;
        return DXK_OK;
    }
    for (size_t i = 0; i < DXKI_COUNT(formats); i++) {
        if (!dxki_str_is(name, formats[i].name))
            continue;
        if (!strchr(formats[i].uses, 'R'))
            return DXK_E_INVALID;
        *out = formats[i].target;
        return DXK_OK;
    }
    return DXK_E_NOT_FOUND;
}
