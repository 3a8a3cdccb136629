/* SPDX-License-Identifier: MIT */
/*
 * casts.c - see casts.h. The text of a module may have a node of any kind as an operand. LLVM's
 * writer fetches some operands as what they should be, and others, such as the types and scopes
 * that may be names, as they are.
 */
#include "bitcode/casts.h"
#include "base/count.h"

#include "bitcode/enumerate.h"

/* What an operand is cast to. All but LOCAL may be null. */
typedef enum cast_to { TO_FILE, TO_TUPLE, TO_SCOPE, TO_LOCAL, TO_LOCATION, TO_KIND } cast_to;

typedef struct cast_row {
    uint8_t node, slot; /* dxki_md_kind; operand */
    uint8_t to;         /* cast_to */
    uint8_t kind;       /* for TO_KIND */
} cast_row;

#define ROW(node, field, to)                                                                       \
    {                                                                                              \
        DXKI_M_##node, DXKI_DI_##node##_##field, TO_##to, 0                                        \
    }
#define KIND_ROW(node, field, kind)                                                                \
    {                                                                                              \
        DXKI_M_##node, DXKI_DI_##node##_##field, TO_KIND, DXKI_M_##kind                            \
    }

static const cast_row rows[] = {
    ROW(LOCATION, SCOPE, LOCAL),
    ROW(LOCATION, INLINED_AT, LOCATION),
    ROW(DERIVED_TYPE, FILE, FILE),
    ROW(COMPOSITE_TYPE, FILE, FILE),
    ROW(COMPOSITE_TYPE, ELEMENTS, TUPLE),
    ROW(COMPOSITE_TYPE, TEMPLATE_PARAMS, TUPLE),
    ROW(SUBROUTINE_TYPE, TYPES, TUPLE),
    ROW(COMPILE_UNIT, FILE, FILE),
    ROW(COMPILE_UNIT, ENUMS, TUPLE),
    ROW(COMPILE_UNIT, RETAINED_TYPES, TUPLE),
    ROW(COMPILE_UNIT, SUBPROGRAMS, TUPLE),
    ROW(COMPILE_UNIT, GLOBALS, TUPLE),
    ROW(COMPILE_UNIT, IMPORTS, TUPLE),
    ROW(SUBPROGRAM, FILE, FILE),
    KIND_ROW(SUBPROGRAM, TYPE, SUBROUTINE_TYPE),
    ROW(SUBPROGRAM, TEMPLATE_PARAMS, TUPLE),
    KIND_ROW(SUBPROGRAM, DECLARATION, SUBPROGRAM),
    ROW(SUBPROGRAM, VARIABLES, TUPLE),
    ROW(LEXICAL_BLOCK, SCOPE, LOCAL),
    ROW(LEXICAL_BLOCK, FILE, FILE),
    ROW(LEXICAL_BLOCK_FILE, SCOPE, LOCAL),
    ROW(LEXICAL_BLOCK_FILE, FILE, FILE),
    ROW(NAMESPACE, SCOPE, SCOPE),
    ROW(NAMESPACE, FILE, FILE),
    ROW(GLOBAL_VAR, SCOPE, SCOPE),
    ROW(GLOBAL_VAR, FILE, FILE),
    KIND_ROW(GLOBAL_VAR, DECLARATION, DERIVED_TYPE),
    ROW(LOCAL_VAR, SCOPE, LOCAL),
    ROW(LOCAL_VAR, FILE, FILE),
    ROW(OBJC_PROPERTY, FILE, FILE),
    ROW(IMPORTED_ENTITY, SCOPE, SCOPE),
};

static bool is_local_scope(dxki_md_kind kind)
{
    return kind == DXKI_M_SUBPROGRAM || kind == DXKI_M_LEXICAL_BLOCK ||
           kind == DXKI_M_LEXICAL_BLOCK_FILE;
}

static bool is_scope(dxki_md_kind kind)
{
    return is_local_scope(kind) || kind == DXKI_M_BASIC_TYPE || kind == DXKI_M_DERIVED_TYPE ||
           kind == DXKI_M_COMPOSITE_TYPE || kind == DXKI_M_SUBROUTINE_TYPE || kind == DXKI_M_FILE ||
           kind == DXKI_M_COMPILE_UNIT || kind == DXKI_M_NAMESPACE || kind == DXKI_M_MODULE;
}

static bool fits(const dxk_module *m, const cast_row *row, dxki_md operand)
{
    dxki_md_kind kind = (dxki_md_kind)dxki_md_get(m, operand)->kind;
    if (row->to == TO_LOCAL)
        return is_local_scope(kind);
    if (!operand)
        return true;
    switch (row->to) {
    case TO_FILE:
        return kind == DXKI_M_FILE;
    case TO_TUPLE:
        return kind == DXKI_M_TUPLE;
    case TO_SCOPE:
        return is_scope(kind);
    case TO_LOCATION:
        return kind == DXKI_M_LOCATION;
    default:
        return kind == row->kind;
    }
}

static bool is_miscast(const dxk_module *m, dxki_md node)
{
    uint8_t kind = dxki_md_get(m, node)->kind;
    if (kind <= DXKI_M_TUPLE)
        return false;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        if (rows[i].node == kind && !fits(m, &rows[i], dxki_md_op(m, node, rows[i].slot)))
            return true;
    }
    return false;
}

/* An instruction may have a location that is none. */
static bool has_miscast_location(const dxk_module *m)
{
    for (size_t i = 0; i < m->attachments.count; i++) {
        if (m->attachments.items[i].kind == DXKI_MD_KIND_DBG)
            return true;
    }
    for (size_t i = 0; i < m->inst_dbg.count; i++) {
        dxki_md location = m->inst_dbg.items[i];
        if (location && is_miscast(m, location))
            return true;
    }
    return false;
}

static bool find_numbered(const dxk_module *m, bool *found)
{
    dxki_bc_numbers numbers;
    bool good = dxki_bc_numbers_init(&numbers, m, false);
    for (uint32_t i = 1; i < m->mds.count && good && !*found; i++)
        *found = dxki_bc_number_of_md(&numbers, i) && is_miscast(m, i);
    dxki_bc_numbers_free(&numbers);
    return good;
}

bool dxki_bc_find_miscast(const dxk_module *m, bool *found)
{
    bool some = false;
    *found = has_miscast_location(m);
    for (uint32_t i = 1; i < m->mds.count && !some; i++)
        some = is_miscast(m, i);
    return *found || !some || find_numbered(m, found); /* it may be left out of the stream */
}
