/* SPDX-License-Identifier: MIT */
/* debug.c - from scopes and locations of debug information to subprograms and files. Malformed
 * nodes may lead in a circle: no walk takes more steps than there is metadata. */
#include "ir/debug.h"

#include <string.h>

dxki_md dxki_di_subprogram(const dxk_module *m, dxki_md scope)
{
    for (size_t steps = 0; scope && steps < m->mds.count; steps++) {
        switch (dxki_md_get(m, scope)->kind) {
        case DXKI_M_SUBPROGRAM:
            return scope;
        case DXKI_M_LEXICAL_BLOCK:
            scope = dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_SCOPE);
            break;
        case DXKI_M_LEXICAL_BLOCK_FILE:
            scope = dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_FILE_SCOPE);
            break;
        default:
            return 0;
        }
    }
    return 0;
}

dxki_md dxki_di_scope_file(const dxk_module *m, dxki_md scope)
{
    switch (dxki_md_get(m, scope)->kind) {
    case DXKI_M_SUBPROGRAM:
        return dxki_md_op(m, scope, DXKI_DI_SUBPROGRAM_FILE);
    case DXKI_M_LEXICAL_BLOCK:
        return dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_FILE);
    case DXKI_M_LEXICAL_BLOCK_FILE:
        return dxki_md_op(m, scope, DXKI_DI_LEXICAL_BLOCK_FILE_FILE);
    default:
        return 0;
    }
}

void dxki_di_line(const dxk_module *m, dxki_md location, dxk_str *file, uint32_t *line)
{
    dxki_md scope = dxki_md_op(m, location, DXKI_DI_LOCATION_SCOPE);
    dxki_md node = scope ? dxki_di_scope_file(m, scope) : 0;
    *line = (uint32_t)dxki_md_num(m, location, DXKI_DI_LOCATION_LINE);
    *file = node ? dxki_md_str(m, dxki_md_op(m, node, DXKI_DI_FILE_FILENAME)) : (dxk_str){"", 0};
}

dxki_md dxki_di_outermost(const dxk_module *m, dxki_md location)
{
    for (size_t steps = 0; steps < m->mds.count; steps++) {
        dxki_md outer = dxki_di_inlined_at(m, location);
        if (!outer)
            break;
        location = outer;
    }
    return location;
}

dxki_md dxki_di_inlined_at(const dxk_module *m, dxki_md location)
{
    dxki_md outer = dxki_md_op(m, location, DXKI_DI_LOCATION_INLINED_AT);
    return outer && dxki_md_get(m, outer)->kind == DXKI_M_LOCATION ? outer : 0;
}

bool dxki_di_frame(const dxk_module *m, dxki_md location, dxk_line_frame *out)
{
    memset(out, 0, sizeof *out);
    if (!location)
        return false;
    dxki_di_line(m, location, &out->file, &out->line);
    dxki_md subprogram = dxki_di_subprogram(m, dxki_md_op(m, location, DXKI_DI_LOCATION_SCOPE));
    out->column = (uint32_t)dxki_md_num(m, location, DXKI_DI_LOCATION_COLUMN);
    if (subprogram)
        out->function = dxki_md_str(m, dxki_md_op(m, subprogram, DXKI_DI_SUBPROGRAM_NAME));
    return true;
}

bool dxki_di_describes(const dxk_module *m, dxki_md subprogram, uint32_t global, dxk_str own)
{
    dxki_md function = dxki_md_op(m, subprogram, DXKI_DI_SUBPROGRAM_FUNCTION);
    if (function && dxki_md_value(m, function) == DXKI_VALUE(DXKI_V_GLOBAL, global))
        return true;
    dxk_str name = dxki_md_str(m, dxki_md_op(m, subprogram, DXKI_DI_SUBPROGRAM_LINKAGE_NAME));
    if (name.size == 0)
        name = dxki_md_str(m, dxki_md_op(m, subprogram, DXKI_DI_SUBPROGRAM_NAME));
    return dxki_str_same(name, own);
}
