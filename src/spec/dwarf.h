/* SPDX-License-Identifier: MIT */
/* dwarf.h - names and numbers of dwarf.def. */
#ifndef DXKI_SPEC_DWARF_H
#define DXKI_SPEC_DWARF_H

#include "dxk/base.h"

typedef enum dxki_dwarf_set {
#define DXKI_DW_SET(set) DXKI_DW_##set,
#define DXKI_DW(set, name, number)
#define DXKI_DW_END(set)
#include "spec/dwarf.def"
#undef DXKI_DW_SET
#undef DXKI_DW
#undef DXKI_DW_END
    DXKI_DW_SET_COUNT
} dxki_dwarf_set;

/* Numbers that code needs by name. */
enum {
    DXKI_DW_TAG_ARRAY = 0x01,
    DXKI_DW_TAG_CLASS = 0x02,
    DXKI_DW_TAG_ENUMERATION = 0x04,
    DXKI_DW_TAG_MEMBER = 0x0d,
    DXKI_DW_TAG_STRUCTURE = 0x13,
    DXKI_DW_TAG_INHERITANCE = 0x1c,
    DXKI_DW_TAG_BASE_TYPE = 0x24,
    DXKI_DW_TAG_TEMPLATE_VALUE = 0x30,
    DXKI_DW_TAG_AUTO_VARIABLE = 0x100,
    DXKI_DW_TAG_ARG_VARIABLE = 0x101,
    DXKI_DW_ATE_BOOLEAN = 0x02,
    DXKI_DW_ATE_FLOAT = 0x04,
    DXKI_DW_ATE_SIGNED = 0x05,
    DXKI_DW_ATE_SIGNED_CHAR = 0x06,
    DXKI_DW_ATE_UNSIGNED = 0x07,
    DXKI_DW_ATE_UNSIGNED_CHAR = 0x08,
    DXKI_DW_OP_DEREF = 0x06,
    DXKI_DW_OP_PLUS = 0x22,
    DXKI_DW_OP_BIT_PIECE = 0x9d
};

/* The word of a number ("DW_TAG_member"); NULL: it has none. */
const char *dxki_dwarf_text(dxki_dwarf_set set, uint64_t number);

/* The number of a word; false: unknown. */
bool dxki_dwarf_find(dxki_dwarf_set set, dxk_str word, uint32_t *number);

#endif
