/* SPDX-License-Identifier: MIT */
/*
 * constants.c - rows of constants: each holds one number in all lanes. They are filled once for the
 * program, since the number of lanes is known.
 */
#include "exec/decoder.h"
#include "exec/once.h"
#include "ir/fold.h"

#define MAX_ROWS (1u << 22)

static bool push_row(dxki_exec_decoder *d, uint64_t bits, uint8_t wide)
{
    if (d->rows.count >= MAX_ROWS)
        return dxki_exec_refuse(d, "the program has too many constants");
    if (!dxki_vec_push(d->ctx, &d->rows, bits) || !dxki_vec_push(d->ctx, &d->row_is_wide, wide) ||
        !dxki_vec_push(d->ctx, &d->row_is_undef, 0))
        return dxki_exec_out_of_memory(d);
    return true;
}

static bool push_number(dxki_exec_decoder *d, uint64_t bits, bool wide)
{
    return push_row(d, bits, wide) && (!wide || push_row(d, bits, 2));
}

bool dxki_exec_constant_row(dxki_exec_decoder *d, uint64_t bits, bool wide, uint32_t *operand)
{
    *operand = (uint32_t)d->rows.count | DXKI_EXEC_CONSTANT;
    return push_number(d, bits, wide);
}

/* What an undefined number reads as. */
static uint64_t undef_bits(const dxki_exec_decoder *d, dxki_exec_elem elem)
{
    uint64_t fill = d->p->options.undef;

    switch (elem) {
    case DXKI_EXEC_I1:
        return fill & 1;
    case DXKI_EXEC_I8:
        return fill & 0xff;
    case DXKI_EXEC_I16:
    case DXKI_EXEC_F16:
        return fill & 0xffff;
    case DXKI_EXEC_HANDLE:
    case DXKI_EXEC_POINTER:
        return 0;
    case DXKI_EXEC_I64:
    case DXKI_EXEC_F64:
        return fill << 32 | fill;
    default:
        return fill;
    }
}

static bool push_filled(dxki_exec_decoder *d, dxki_type type, bool undef)
{
    dxki_exec_shape shape = dxki_exec_shape_of(d, type);

    if (d->status != DXK_OK)
        return false;
    if (shape.elem != DXKI_EXEC_MIXED) {
        bool wide = dxki_exec_elem_rows(shape.elem) == 2 && shape.elem != DXKI_EXEC_POINTER;
        uint32_t count = shape.elem == DXKI_EXEC_POINTER ? 2 * shape.count : shape.count;
        for (uint32_t i = 0; i < count; i++)
            if (!push_number(d, undef ? undef_bits(d, shape.elem) : 0, wide))
                return false;
        return true;
    }
    for (size_t i = 0; i < d->parts.count; i++) {
        dxki_exec_elem elem = d->parts.items[i].elem;
        if (!push_number(d, undef ? undef_bits(d, elem) : 0, dxki_exec_elem_rows(elem) == 2))
            return false;
    }
    return true;
}

static bool push_constant(dxki_exec_decoder *d, dxki_value value);

static bool push_elements(dxki_exec_decoder *d, const dxki_const *c)
{
    uint64_t count = dxki_type_count(d->m, c->type);
    bool wide =
        dxki_exec_elem_rows(dxki_exec_shape_of(d, dxki_type_element(d->m, c->type, 0)).elem) == 2;

    if (count > DXKI_EXEC_MAX_PARTS)
        return dxki_exec_refuse(d, "a value has too many parts");
    for (uint64_t i = 0; i < count; i++) {
        if (c->kind == DXKI_C_DATA ? !push_number(d, dxki_const_data_bits(d->m, c, i), wide)
                                   : !push_constant(d, d->m->words.items[c->a + i]))
            return false;
    }
    return true;
}

/* Pointers: offset and object. */
static bool push_pointer(dxki_exec_decoder *d, dxki_value value)
{
    uint32_t object = dxki_exec_object_of(d, value), offset;

    if (d->status != DXK_OK)
        return false;
    if (!object || !dxki_exec_fixed_offset(d, value, &offset))
        return dxki_exec_refuse(d, "a constant expression cannot be computed");
    return push_number(d, offset, false) && push_number(d, object, false);
}

static bool push_undef(dxki_exec_decoder *d, dxki_type type)
{
    size_t first = d->rows.count;

    if (!push_filled(d, type, true))
        return false;
    memset(d->row_is_undef.items + first, 1, d->rows.count - first);
    return true;
}

/* Operands of an expression that computes with numbers. */
static uint32_t operand_count(const dxki_const *c)
{
    uint8_t cls = dxki_op_get(c->opcode)->cls;
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CMP ? 2 : cls == DXKI_OC_CAST;
}

/* True if an expression that cannot be folded computes with an undefined number. Looks at no more
 * than `budget` operands, since expressions may share theirs. */
static bool is_of_undef(const dxki_exec_decoder *d, dxki_value value, uint32_t *budget)
{
    const dxki_const *c = dxki_const_get(d->m, value);

    if (!c || c->kind != DXKI_C_EXPR || dxki_type_kind_of(d->m, c->type) == DXKI_T_POINTER)
        return false;
    for (uint32_t i = 0; i < operand_count(c) && *budget; i++) {
        dxki_value of = dxki_const_expr_op(d->m, value, i);
        --*budget;
        if (dxki_const_is_undef(d->m, of) || is_of_undef(d, of, budget))
            return true;
    }
    return false;
}

/* Expressions and globals. */
static bool push_expression(dxki_exec_decoder *d, dxki_value value)
{
    uint32_t budget = 256;
    return is_of_undef(d, value, &budget) ? push_undef(d, dxki_value_type(d->m, value))
                                          : push_pointer(d, value);
}

/* Constants are not nested deeper than the limits allow. */
static bool push_constant(dxki_exec_decoder *d, dxki_value value)
{
    const dxki_const *c = dxki_const_get(d->m, value);

    switch (c ? c->kind : DXKI_C_EXPR) {
    case DXKI_C_NULL:
        return push_filled(d, c->type, false);
    case DXKI_C_UNDEF:
        return push_undef(d, c->type);
    case DXKI_C_INT:
    case DXKI_C_FLOAT: {
        dxki_exec_elem elem = dxki_exec_elem_of(d, value);
        if (elem == DXKI_EXEC_NONE)
            break;
        return push_number(d, dxki_const_bits(c), dxki_exec_elem_rows(elem) == 2);
    }
    case DXKI_C_DATA:
    case DXKI_C_AGGREGATE:
        return push_elements(d, c);
    case DXKI_C_EXPR:
        return push_expression(d, value);
    default:
        break;
    }
    return dxki_exec_refuse(d, "a constant has an unsupported type");
}

bool dxki_exec_constant(dxki_exec_decoder *d, dxki_value value, uint32_t *operand)
{
    bool is_const = DXKI_TAG(value) == DXKI_V_CONST;
    uint32_t first = (uint32_t)d->rows.count;

    if (is_const && d->constant_of[DXKI_INDEX(value)]) {
        *operand = (d->constant_of[DXKI_INDEX(value)] - 1) | DXKI_EXEC_CONSTANT;
        return true;
    }
    if (!push_constant(d, value))
        return false;
    if (is_const)
        d->constant_of[DXKI_INDEX(value)] = first + 1;
    *operand = first | DXKI_EXEC_CONSTANT;
    return true;
}

/* The rows for waves of so many lanes; NULL: out of memory. */
static uint32_t *spread_rows(dxki_exec_decoder *d, size_t lanes)
{
    size_t rows = d->rows.count;
    uint32_t *out = NULL;

    /* Rows begin where vector units like them to. */
    uint8_t *room = dxki_arena_alloc(&d->p->arena, (rows + 1) * lanes * sizeof *out + 64);
    if (!room)
        return NULL;
    out = (uint32_t *)(void *)(room + (64 - (uintptr_t)room % 64) % 64);
    for (size_t r = 0; r < rows; r++) {
        uint64_t bits = d->rows.items[r];
        if (d->row_is_wide.items[r] == 2)
            continue;
        for (size_t lane = 0; lane < lanes; lane++) {
            if (d->row_is_wide.items[r])
                memcpy(out + r * lanes + 2 * lane, &bits, sizeof bits);
            else
                out[r * lanes + lane] = (uint32_t)bits;
        }
    }
    return out;
}

bool dxki_exec_finish_constants(dxki_exec_decoder *d)
{
    size_t rows = d->rows.count;

    d->p->undefined = DXKI_NEW_ARRAY(&d->p->arena, uint8_t, rows + 1);
    if (!d->p->undefined)
        return dxki_exec_out_of_memory(d);
    if (rows)
        memcpy(d->p->undefined, d->row_is_undef.items, rows);
    d->p->constants = spread_rows(d, d->p->info.wave_size);
    if (d->p->runs_once)
        d->p->constants_once = spread_rows(d, DXKI_EXEC_ONCE_LANES);
    d->p->constant_count = (uint32_t)rows;
    if (!d->p->constants || (d->p->runs_once && !d->p->constants_once))
        return dxki_exec_out_of_memory(d);
    return true;
}
