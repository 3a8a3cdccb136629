/* SPDX-License-Identifier: MIT */
/* write_consts.c - blocks of constants. See write.h. */
#include "bitcode/write.h"

#include <string.h>

enum { CONSTANTS_WIDTH = 4 };

/* Abbreviations of the module's block; functions have none of their own. */
typedef struct const_abbrevs {
    bool present;
    dxki_bc_out_abbrev aggregate, string, cstring7, cstring6;
} const_abbrevs;

static void define_consts(dxki_bc_writer *w, const_abbrevs *a)
{
    uint8_t value = dxki_bc_log2_ceil((uint64_t)w->n.values.count + 1);
    *a = (const_abbrevs){
        .present = true,
        .aggregate = {0, 3, {DXKI_LIT(DXKI_REC_AGGREGATE), DXKI_ARR, DXKI_FIX(value)}},
        .string = {0, 3, {DXKI_LIT(DXKI_REC_STRING), DXKI_ARR, DXKI_FIX(8)}},
        .cstring7 = {0, 3, {DXKI_LIT(DXKI_REC_CSTRING), DXKI_ARR, DXKI_FIX(7)}},
        .cstring6 = {0, 3, {DXKI_LIT(DXKI_REC_CSTRING), DXKI_ARR, DXKI_CHAR6}},
    };
    /* Those from BLOCKINFO come first. */
    uint32_t next = DXKI_ABBREV_FIRST + (DXKI_WA_LOAD - DXKI_WA_SETTYPE);
    dxki_bc_write_define(w, &a->aggregate, &next);
    dxki_bc_write_define(w, &a->string, &next);
    dxki_bc_write_define(w, &a->cstring7, &next);
    dxki_bc_write_define(w, &a->cstring6, &next);
}

static void type_and_value(dxki_bc_writer *w, dxki_value value)
{
    dxki_bc_write_type_op(w, dxki_value_type(w->m, value));
    dxki_bc_write_value_op(w, value);
}

/* --- plain data --- */

/* A string of bytes; one that ends with its only 0 is written without it. */
static void write_string(dxki_bc_writer *w, const const_abbrevs *a, dxk_str text)
{
    size_t used = 0;
    bool seven = true, six = true;
    while (used < text.size && text.data[used])
        used++;
    if (used + 1 != text.size) {
        dxki_bc_out_record(&w->os, DXKI_REC_STRING, a->present ? &a->string : NULL, text);
        return;
    }
    text.size = used;
    for (size_t i = 0; i < used; i++) {
        seven = seven && !(text.data[i] & 0x80);
        six = six && dxki_char6_codes[(uint8_t)text.data[i]];
    }
    const dxki_bc_out_abbrev *abbrev = six ? &a->cstring6 : seven ? &a->cstring7 : NULL;
    dxki_bc_out_record(&w->os, DXKI_REC_CSTRING, a->present ? abbrev : NULL, text);
}

static void write_data(dxki_bc_writer *w, const const_abbrevs *a, const dxki_const *c)
{
    dxki_type element = dxki_type_element(w->m, c->type, 0);
    if (element == DXKI_TY_I8 && dxki_type_kind_of(w->m, c->type) == DXKI_T_ARRAY) {
        write_string(w, a, dxki_const_data_bytes(w->m, c));
        return;
    }
    /* The elements that there are: a type may claim more than the module ever held. */
    uint32_t size = dxki_type_bits(w->m, element) / 8;
    uint64_t count = size ? dxki_const_data_bytes(w->m, c).size / size : 0;
    for (uint64_t i = 0; i < count; i++)
        dxki_bc_out_op(&w->os, dxki_const_data_bits(w->m, c, i));
    dxki_bc_out_end(&w->os, DXKI_REC_DATA, NULL);
}

static void write_wide(dxki_bc_writer *w, const dxki_const *c)
{
    const uint32_t *words = dxki_const_words(w->m, c);
    bool fp = dxki_type_is_fp(w->m, c->type);
    for (uint32_t i = 0; i + 1 < c->b; i += 2) {
        uint64_t word = (uint64_t)words[i + 1] << 32 | words[i];
        dxki_bc_out_op(&w->os, fp ? word : dxki_bc_rotate_sign(word));
    }
    dxki_bc_out_end(&w->os, fp ? DXKI_REC_FLOAT : DXKI_REC_WIDE_INTEGER, NULL);
}

static void write_asm(dxki_bc_writer *w, const dxki_const *c)
{
    dxk_str text = dxki_string_get(w->m, c->a), constraints = dxki_string_get(w->m, c->b);
    dxki_bc_out_op(&w->os, c->flags);
    dxki_bc_out_op(&w->os, text.size);
    dxki_bc_write_chars(w, text, 64);
    dxki_bc_out_op(&w->os, constraints.size);
    dxki_bc_write_chars(w, constraints, 64);
    dxki_bc_out_end(&w->os, DXKI_REC_INLINEASM, NULL);
}

/* --- expressions --- */

static uint32_t write_gep(dxki_bc_writer *w, const dxki_const *c, const uint32_t *ops)
{
    dxki_bc_write_type_op(w, ops[c->b]);
    for (uint32_t i = 0; i < c->b; i++)
        type_and_value(w, ops[i]);
    return c->flags & DXKI_IF_INBOUNDS ? DXKI_REC_CE_INBOUNDS_GEP : DXKI_REC_CE_GEP;
}

static void values(dxki_bc_writer *w, const uint32_t *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        dxki_bc_write_value_op(w, ops[i]);
}

static uint32_t write_shuffle(dxki_bc_writer *w, const dxki_const *c, const uint32_t *ops)
{
    bool same = c->type == dxki_value_type(w->m, ops[0]);
    if (!same)
        dxki_bc_write_type_op(w, dxki_value_type(w->m, ops[0]));
    values(w, ops, c->b);
    return same ? DXKI_REC_CE_SHUFFLEVEC : DXKI_REC_CE_SHUFVEC_EX;
}

static uint32_t write_binary(dxki_bc_writer *w, const dxki_const *c, const uint32_t *ops)
{
    const dxki_op_info *op = dxki_op_get(c->opcode);
    if (op->cls != DXKI_OC_BIN || c->b != 2)
        w->status = DXK_E_UNSUPPORTED;
    dxki_bc_out_op(&w->os, op->number);
    values(w, ops, c->b);
    if (c->flags)
        dxki_bc_out_op(&w->os, c->flags);
    return DXKI_REC_CE_BINOP;
}

static uint32_t gather_expr(dxki_bc_writer *w, const dxki_const *c, const uint32_t *ops)
{
    switch (c->opcode) {
    case DXKI_OP_GEP:
        return write_gep(w, c, ops);
    case DXKI_OP_SELECT:
        values(w, ops, c->b);
        return DXKI_REC_CE_SELECT;
    case DXKI_OP_EXTRACTELEMENT:
        type_and_value(w, ops[0]);
        type_and_value(w, ops[1]);
        return DXKI_REC_CE_EXTRACTELT;
    case DXKI_OP_INSERTELEMENT:
        values(w, ops, 2);
        type_and_value(w, ops[2]);
        return DXKI_REC_CE_INSERTELT;
    case DXKI_OP_SHUFFLEVECTOR:
        return write_shuffle(w, c, ops);
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        dxki_bc_write_type_op(w, dxki_value_type(w->m, ops[0]));
        values(w, ops, c->b);
        dxki_bc_out_op(&w->os, c->flags);
        return DXKI_REC_CE_CMP;
    default:
        return write_binary(w, c, ops);
    }
}

static void write_expr(dxki_bc_writer *w, const dxki_const *c)
{
    const uint32_t *ops = dxki_const_words(w->m, c);
    if (dxki_op_class_of((dxki_op)c->opcode) == DXKI_OC_CAST) {
        dxki_bc_out_op(&w->os, dxki_op_get(c->opcode)->number);
        type_and_value(w, ops[0]);
        dxki_bc_out_end(&w->os, DXKI_REC_CE_CAST, &w->abbrevs[DXKI_WA_CE_CAST]);
        return;
    }
    uint32_t code = gather_expr(w, c, ops);
    dxki_bc_out_end(&w->os, code, NULL);
}

/* --- one constant --- */

static void write_const(dxki_bc_writer *w, const const_abbrevs *a, dxki_value value)
{
    const dxki_const *c = dxki_const_get(w->m, value);
    if (dxki_const_is_null(w->m, value)) {
        dxki_bc_out_end(&w->os, DXKI_REC_NULL, NULL);
        return;
    }
    switch (c->kind) {
    case DXKI_C_INT:
        dxki_bc_out_op(&w->os, dxki_bc_rotate_sign((uint64_t)dxki_const_signed(w->m, c)));
        dxki_bc_out_end(&w->os, DXKI_REC_INTEGER, &w->abbrevs[DXKI_WA_INTEGER]);
        break;
    case DXKI_C_FLOAT:
        dxki_bc_out_op(&w->os, dxki_const_bits(c));
        dxki_bc_out_end(&w->os, DXKI_REC_FLOAT, NULL);
        break;
    case DXKI_C_WIDE:
        write_wide(w, c);
        break;
    case DXKI_C_DATA:
        write_data(w, a, c);
        break;
    case DXKI_C_AGGREGATE:
        values(w, dxki_const_words(w->m, c), c->b);
        dxki_bc_out_end(&w->os, DXKI_REC_AGGREGATE, a->present ? &a->aggregate : NULL);
        break;
    case DXKI_C_EXPR:
        write_expr(w, c);
        break;
    case DXKI_C_BLOCKADDRESS:
        if (!c->b)
            w->status = DXK_E_UNSUPPORTED;
        type_and_value(w, c->a);
        dxki_bc_out_op(&w->os, dxki_bc_number_of_any(&w->n, DXKI_VALUE(DXKI_V_BLOCK, c->b)));
        dxki_bc_out_end(&w->os, DXKI_REC_BLOCKADDRESS, NULL);
        break;
    case DXKI_C_ASM:
        write_asm(w, c);
        break;
    default:
        dxki_bc_out_end(&w->os, DXKI_REC_UNDEF, NULL);
        break;
    }
}

void dxki_bc_write_consts(dxki_bc_writer *w, size_t first, size_t end, bool global)
{
    const_abbrevs abbrevs = {.present = false};
    dxki_type last = 0;
    if (first == end)
        return;
    dxki_bc_out_enter(&w->os, DXKI_BLK_CONSTANTS, CONSTANTS_WIDTH);
    if (global)
        define_consts(w, &abbrevs);
    for (size_t i = first; i < end; i++) {
        dxki_value value = w->n.values.items[i].value;
        dxki_type type = dxki_value_type(w->m, value);
        if (type != last) {
            dxki_bc_write_type_op(w, type);
            dxki_bc_out_end(&w->os, DXKI_REC_SETTYPE, &w->abbrevs[DXKI_WA_SETTYPE]);
            last = type;
        }
        write_const(w, &abbrevs, value);
    }
    dxki_bc_out_leave(&w->os);
}
