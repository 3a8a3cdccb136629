/* SPDX-License-Identifier: MIT */
/*
 * view.h - what the functions of dxk/ir.h share: is a number of a caller's one of the module's?
 *
 *   types.c      types, constants         code.c      blocks, instructions
 *   values.c     values, functions        metadata.c  metadata, attachments, places
 *   uses.c       uses                     ops.c       operations
 *   handles.c    what handles are bound to
 *
 * Each number is checked against the arrays, and what an edit left behind there counts as missing.
 * Nothing is changed and, but for uses, nothing allocated.
 */
#ifndef DXKI_VIEW_VIEW_H
#define DXKI_VIEW_VIEW_H

#include "dxk/ir.h"
#include "ir/ir.h"

/* Index of an instruction; 0: the value is none. */
static inline uint32_t dxki_view_inst(const dxk_module *m, dxk_value value)
{
    uint32_t index = dxki_value_as_inst(value);
    return index < m->insts.count && m->insts.items[index].op != DXKI_OP_NONE ? index : 0;
}

/* Index of a block; 0: the value is none. */
static inline uint32_t dxki_view_block(const dxk_module *m, dxk_value value)
{
    uint32_t index = DXKI_TAG(value) == DXKI_V_BLOCK ? DXKI_INDEX(value) : 0;
    return index < m->blocks.count && m->blocks.items[index].function ? index : 0;
}

/* Index of a global of any kind; 0: the value is none. */
static inline uint32_t dxki_view_global(const dxk_module *m, dxk_value value)
{
    uint32_t index = dxki_value_as_global(value);
    return index < m->globals.count && m->globals.items[index].kind != DXKI_G_REMOVED ? index : 0;
}

/* Index of a global of that kind; 0: the value is none. */
static inline uint32_t dxki_view_global_of(const dxk_module *m, dxk_value value,
                                           dxki_global_kind kind)
{
    uint32_t index = dxki_view_global(m, value);
    return index && m->globals.items[index].kind == kind ? index : 0;
}

/* A constant; NULL: the value is none. */
static inline const dxki_const *dxki_view_const(const dxk_module *m, dxk_value value)
{
    uint32_t index = DXKI_TAG(value) == DXKI_V_CONST ? DXKI_INDEX(value) : 0;
    return index && index < m->consts.count && m->consts.items[index].kind != DXKI_C_NONE
               ? &m->consts.items[index]
               : NULL;
}

/* Metadata; NULL: there is none of that number. */
static inline const dxki_md_entry *dxki_view_md(const dxk_module *m, dxk_metadata md)
{
    return md && md < m->mds.count && m->mds.items[md].kind != DXKI_M_NONE ? &m->mds.items[md]
                                                                           : NULL;
}

#endif
