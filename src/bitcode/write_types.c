/* SPDX-License-Identifier: MIT */
/* write_types.c - BLOCKINFO, attribute groups and lists, types. See write.h. */
#include "bitcode/write.h"

#include <string.h>

/* Widths of abbreviation ids. */
enum { BLOCKINFO_WIDTH = 2, ATTR_WIDTH = 3, TYPE_WIDTH = 4 };

void dxki_bc_write_define(dxki_bc_writer *w, dxki_bc_out_abbrev *abbrev, uint32_t *next)
{
    abbrev->id = (*next)++;
    dxki_bc_out_define(&w->os, abbrev);
}

uint8_t dxki_bc_log2_ceil(uint64_t value)
{
    uint8_t bits = 0;
    while (bits < 63 && (uint64_t)1 << bits < value)
        bits++;
    return bits;
}

uint8_t dxki_bc_type_width(const dxki_bc_writer *w)
{
    return dxki_bc_log2_ceil((uint64_t)w->n.types.count + 1);
}

void dxki_bc_write_chars(dxki_bc_writer *w, dxk_str text, uint32_t width)
{
    uint64_t sign = width == 32 ? 0xffffff00u : ~(uint64_t)0xff;
    for (size_t i = 0; i < text.size; i++) {
        uint64_t c = (uint8_t)text.data[i];
        dxki_bc_out_op(&w->os, c & 0x80 ? c | sign : c);
    }
}

/* --- BLOCKINFO --- */

static void define_all(dxki_bc_writer *w, uint32_t block, uint32_t first, uint32_t end)
{
    uint32_t next = DXKI_ABBREV_FIRST;
    dxki_bc_out_op(&w->os, block);
    dxki_bc_out_end(&w->os, DXKI_REC_SETBID, NULL);
    for (uint32_t i = first; i < end; i++)
        dxki_bc_write_define(w, &w->abbrevs[i], &next);
}

void dxki_bc_write_blockinfo(dxki_bc_writer *w)
{
    uint8_t nb = dxki_bc_type_width(w);
    const dxki_bc_out_abbrev abbrevs[DXKI_WA_COUNT] = {
        [DXKI_WA_VST_8] = {0, 4, {DXKI_FIX(3), DXKI_VBR(8), DXKI_ARR, DXKI_FIX(8)}},
        [DXKI_WA_VST_7] = {0,
                           4,
                           {DXKI_LIT(DXKI_REC_VST_ENTRY), DXKI_VBR(8), DXKI_ARR, DXKI_FIX(7)}},
        [DXKI_WA_VST_6] = {0, 4, {DXKI_LIT(DXKI_REC_VST_ENTRY), DXKI_VBR(8), DXKI_ARR, DXKI_CHAR6}},
        [DXKI_WA_VST_BB_6] = {0,
                              4,
                              {DXKI_LIT(DXKI_REC_VST_BBENTRY), DXKI_VBR(8), DXKI_ARR, DXKI_CHAR6}},
        [DXKI_WA_SETTYPE] = {0, 2, {DXKI_LIT(DXKI_REC_SETTYPE), DXKI_FIX(nb)}},
        [DXKI_WA_INTEGER] = {0, 2, {DXKI_LIT(DXKI_REC_INTEGER), DXKI_VBR(8)}},
        [DXKI_WA_CE_CAST] = {0,
                             4,
                             {DXKI_LIT(DXKI_REC_CE_CAST), DXKI_FIX(4), DXKI_FIX(nb), DXKI_VBR(8)}},
        [DXKI_WA_NULL] = {0, 1, {DXKI_LIT(DXKI_REC_NULL)}},
        [DXKI_WA_LOAD] =
            {0, 5, {DXKI_LIT(DXKI_REC_LOAD), DXKI_VBR(6), DXKI_FIX(nb), DXKI_VBR(4), DXKI_FIX(1)}},
        [DXKI_WA_BINOP] = {0,
                           4,
                           {DXKI_LIT(DXKI_REC_BINOP), DXKI_VBR(DXKI_BINOP_VALUE),
                            DXKI_VBR(DXKI_BINOP_VALUE), DXKI_FIX(DXKI_BINOP_OPCODE)}},
        [DXKI_WA_BINOP_FLAGS] = {0,
                                 5,
                                 {DXKI_LIT(DXKI_REC_BINOP), DXKI_VBR(DXKI_BINOP_VALUE),
                                  DXKI_VBR(DXKI_BINOP_VALUE), DXKI_FIX(DXKI_BINOP_OPCODE),
                                  DXKI_FIX(DXKI_BINOP_FLAGS)}},
        [DXKI_WA_CAST] = {0, 4, {DXKI_LIT(DXKI_REC_CAST), DXKI_VBR(6), DXKI_FIX(nb), DXKI_FIX(4)}},
        [DXKI_WA_RET_VOID] = {0, 1, {DXKI_LIT(DXKI_REC_RET)}},
        [DXKI_WA_RET_VALUE] = {0, 2, {DXKI_LIT(DXKI_REC_RET), DXKI_VBR(6)}},
        [DXKI_WA_UNREACHABLE] = {0, 1, {DXKI_LIT(DXKI_REC_UNREACHABLE)}},
        [DXKI_WA_GEP] =
            {0, 5, {DXKI_LIT(DXKI_REC_GEP), DXKI_FIX(1), DXKI_FIX(nb), DXKI_ARR, DXKI_VBR(6)}},
    };
    memcpy(w->abbrevs, abbrevs, sizeof abbrevs);
    dxki_bc_out_enter(&w->os, DXKI_BLK_BLOCKINFO, BLOCKINFO_WIDTH);
    define_all(w, DXKI_BLK_VALUE_SYMTAB, DXKI_WA_VST_8, DXKI_WA_SETTYPE);
    define_all(w, DXKI_BLK_CONSTANTS, DXKI_WA_SETTYPE, DXKI_WA_LOAD);
    define_all(w, DXKI_BLK_FUNCTION, DXKI_WA_LOAD, DXKI_WA_COUNT);
    dxki_bc_out_leave(&w->os);
}

/* --- attributes --- */

/* How an attribute record is told what follows. */
enum { PLAIN = 0, VALUED = 1, STRING = 3, STRING_VALUE = 4 };

static void write_attr(dxki_bc_writer *w, const dxki_attr *attr)
{
    dxki_bc_out *os = &w->os;
    if (attr->kind == DXKI_AT_STRING) {
        dxki_bc_out_op(os, attr->string ? STRING_VALUE : STRING);
        dxki_bc_write_chars(w, dxki_string_get(w->m, attr->key), 64);
        dxki_bc_out_op(os, 0);
        if (attr->string) {
            dxki_bc_write_chars(w, dxki_string_get(w->m, attr->string), 64);
            dxki_bc_out_op(os, 0);
        }
        return;
    }
    bool valued = dxki_attr_is_valued((dxki_attr_kind)attr->kind);
    dxki_bc_out_op(os, valued ? VALUED : PLAIN);
    dxki_bc_out_op(os, attr->kind == DXKI_AT_UNKNOWN
                           ? attr->value
                           : dxki_attr_number((dxki_attr_kind)attr->kind));
    if (valued)
        dxki_bc_out_op(os, attr->value);
}

static void write_groups(dxki_bc_writer *w)
{
    dxki_bc_out_enter(&w->os, DXKI_BLK_PARAMATTR_GROUP, ATTR_WIDTH);
    for (size_t i = 0; i < w->n.attr_groups.count; i++) {
        dxki_attr_slot group = w->n.attr_groups.items[i];
        uint32_t count;
        const dxki_attr *attrs = dxki_attr_set(w->m, group.set, &count);
        dxki_bc_out_op(&w->os, i + 1);
        dxki_bc_out_op(&w->os, group.slot);
        for (uint32_t k = 0; k < count; k++)
            write_attr(w, &attrs[k]);
        dxki_bc_out_end(&w->os, DXKI_REC_GROUP, NULL);
    }
    dxki_bc_out_leave(&w->os);
}

void dxki_bc_write_attrs(dxki_bc_writer *w)
{
    if (w->n.attr_lists.count == 0)
        return;
    write_groups(w);
    dxki_bc_out_enter(&w->os, DXKI_BLK_PARAMATTR, ATTR_WIDTH);
    for (size_t i = 0; i < w->n.attr_lists.count; i++) {
        uint32_t count;
        const dxki_attr_slot *slots = dxki_attr_list(w->m, w->n.attr_lists.items[i], &count);
        for (uint32_t k = 0; k < count; k++)
            dxki_bc_out_op(&w->os, dxki_bc_number_of_group(&w->n, slots[k]));
        dxki_bc_out_end(&w->os, DXKI_REC_ENTRY, NULL);
    }
    dxki_bc_out_leave(&w->os);
}

/* --- types --- */

typedef struct type_abbrevs {
    dxki_bc_out_abbrev pointer, function, literal, name, identified, array;
} type_abbrevs;

static void define_types(dxki_bc_writer *w, type_abbrevs *a)
{
    uint8_t nb = dxki_bc_type_width(w);
    *a = (type_abbrevs){
        .pointer = {0, 3, {DXKI_LIT(DXKI_REC_POINTER), DXKI_FIX(nb), DXKI_LIT(0)}},
        .function = {0, 4, {DXKI_LIT(DXKI_REC_TYPE_FUNCTION), DXKI_FIX(1), DXKI_ARR, DXKI_FIX(nb)}},
        .literal = {0, 4, {DXKI_LIT(DXKI_REC_STRUCT_ANON), DXKI_FIX(1), DXKI_ARR, DXKI_FIX(nb)}},
        .name = {0, 3, {DXKI_LIT(DXKI_REC_STRUCT_NAME), DXKI_ARR, DXKI_CHAR6}},
        .identified = {0,
                       4,
                       {DXKI_LIT(DXKI_REC_STRUCT_NAMED), DXKI_FIX(1), DXKI_ARR, DXKI_FIX(nb)}},
        .array = {0, 3, {DXKI_LIT(DXKI_REC_ARRAY), DXKI_VBR(8), DXKI_FIX(nb)}},
    };
    uint32_t next = DXKI_ABBREV_FIRST;
    dxki_bc_write_define(w, &a->pointer, &next);
    dxki_bc_write_define(w, &a->function, &next);
    dxki_bc_write_define(w, &a->literal, &next);
    dxki_bc_write_define(w, &a->name, &next);
    dxki_bc_write_define(w, &a->identified, &next);
    dxki_bc_write_define(w, &a->array, &next);
}

static bool is_char6(dxk_str text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (!dxki_char6_codes[(uint8_t)text.data[i]])
            return false;
    }
    return true;
}

static void write_struct(dxki_bc_writer *w, const type_abbrevs *a, const dxki_type_entry *e)
{
    if (e->c && (e->flags & DXKI_TF_IDENTIFIED)) {
        dxk_str name = dxki_string_get(w->m, e->c);
        dxki_bc_write_chars(w, name, 32);
        dxki_bc_out_end(&w->os, DXKI_REC_STRUCT_NAME, is_char6(name) ? &a->name : NULL);
    }
    dxki_bc_out_op(&w->os, (e->flags & DXKI_TF_PACKED) != 0);
    for (uint32_t i = 0; i < e->b; i++)
        dxki_bc_write_type_op(w, w->m->type_ops.items[e->a + i]);
    if (!(e->flags & DXKI_TF_IDENTIFIED))
        dxki_bc_out_end(&w->os, DXKI_REC_STRUCT_ANON, &a->literal);
    else if (e->flags & DXKI_TF_OPAQUE)
        dxki_bc_out_end(&w->os, DXKI_REC_OPAQUE, NULL);
    else
        dxki_bc_out_end(&w->os, DXKI_REC_STRUCT_NAMED, &a->identified);
}

static void write_function_type(dxki_bc_writer *w, const type_abbrevs *a, const dxki_type_entry *e)
{
    dxki_bc_out_op(&w->os, (e->flags & DXKI_TF_VARARG) != 0);
    for (uint32_t i = 0; i < e->b; i++)
        dxki_bc_write_type_op(w, w->m->type_ops.items[e->a + i]);
    dxki_bc_out_end(&w->os, DXKI_REC_TYPE_FUNCTION, &a->function);
}

static void write_type(dxki_bc_writer *w, const type_abbrevs *a, dxki_type type)
{
    static const uint8_t simple[] = {
        [DXKI_T_VOID] = DXKI_REC_VOID,
        [DXKI_T_HALF] = DXKI_REC_HALF,
        [DXKI_T_FLOAT] = DXKI_REC_TYPE_FLOAT,
        [DXKI_T_DOUBLE] = DXKI_REC_DOUBLE,
        [DXKI_T_X86_FP80] = DXKI_REC_X86_FP80,
        [DXKI_T_FP128] = DXKI_REC_FP128,
        [DXKI_T_PPC_FP128] = DXKI_REC_PPC_FP128,
        [DXKI_T_LABEL] = DXKI_REC_LABEL,
        [DXKI_T_METADATA] = DXKI_REC_TYPE_METADATA,
        [DXKI_T_X86_MMX] = DXKI_REC_X86_MMX,
    };
    const dxki_type_entry *e = dxki_type_get(w->m, type);
    switch (e->kind) {
    case DXKI_T_INT:
        dxki_bc_out_op(&w->os, e->a);
        dxki_bc_out_end(&w->os, DXKI_REC_TYPE_INTEGER, NULL);
        return;
    case DXKI_T_POINTER:
        dxki_bc_write_type_op(w, e->a);
        dxki_bc_out_op(&w->os, e->b & DXKI_SPACE_MASK);
        dxki_bc_out_end(&w->os, DXKI_REC_POINTER, e->b & DXKI_SPACE_MASK ? NULL : &a->pointer);
        return;
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        dxki_bc_out_op(&w->os, dxki_type_count(w->m, type));
        dxki_bc_write_type_op(w, e->a);
        if (e->kind == DXKI_T_ARRAY)
            dxki_bc_out_end(&w->os, DXKI_REC_ARRAY, &a->array);
        else
            dxki_bc_out_end(&w->os, DXKI_REC_VECTOR, NULL);
        return;
    case DXKI_T_FUNCTION:
        write_function_type(w, a, e);
        return;
    case DXKI_T_STRUCT:
        write_struct(w, a, e);
        return;
    default:
        dxki_bc_out_end(&w->os, simple[e->kind], NULL);
        return;
    }
}

void dxki_bc_write_types(dxki_bc_writer *w)
{
    type_abbrevs abbrevs;
    dxki_bc_out_enter(&w->os, DXKI_BLK_TYPE_NEW, TYPE_WIDTH);
    define_types(w, &abbrevs);
    dxki_bc_out_op(&w->os, w->n.types.count);
    dxki_bc_out_end(&w->os, DXKI_REC_NUMENTRY, NULL);
    for (size_t i = 0; i < w->n.types.count; i++)
        write_type(w, &abbrevs, w->n.types.items[i]);
    dxki_bc_out_leave(&w->os);
}
