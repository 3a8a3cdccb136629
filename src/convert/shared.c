/* SPDX-License-Identifier: MIT */
/*
 * shared.c - group-shared memory, g#: a variable of words for each register. Addresses are bytes, or
 * an element and bytes in it.
 */
#include "convert/code.h"

#include "builder/builder.h"
#include "convert/access.h"

/* Bytes that a group can have. */
#define SHARED_MOST 32768u

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

static uint32_t number_of(const dxki_convert *c, const dxk_dxbc_operand *operand)
{
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, 0);

    return index.relative || index.number > UINT32_MAX ? UINT32_MAX : (uint32_t)index.number;
}

/* The memory that an operand names; NULL: none is declared. */
static dxki_convert_shared_memory *find(const dxki_convert *c, const dxk_dxbc_operand *operand)
{
    uint32_t number = number_of(c, operand);

    for (size_t i = 0; i < c->code->shared.count; i++)
        if (c->code->shared.items[i].number == number)
            return &c->code->shared.items[i];
    return NULL;
}

void dxki_convert_do_dcl_shared(dxki_convert *c, const dxki_convert_inst *inst)
{
    bool structured = inst->row->make;
    uint64_t stride = dxki_convert_tail(c, 0);
    uint64_t bytes = structured ? stride * dxki_convert_tail(c, 1) : stride;
    dxki_convert_shared_memory memory = {.number = number_of(c, inst->operands),
                                         .stride = structured ? (uint32_t)stride : 0,
                                         .words = (uint32_t)(bytes / 4)};

    if (find(c, inst->operands))
        DXKI_CONVERT_FAULT(c, TWICE, dxki_text(dxki_str("g")), dxki_dec(memory.number));
    else if (bytes == 0 || bytes > SHARED_MOST - c->code->shared_bytes || stride % 4)
        DXKI_CONVERT_FAULT(c, VALUE, dxki_text(dxki_str(inst->opcode->text)), dxki_dec(bytes));
    else if (!dxki_vec_push(c->ctx, &c->code->shared, memory))
        dxki_convert_nomem(c);
    c->code->shared_bytes += dxki_convert_ready(c) ? (uint32_t)bytes : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Addresses                                                                                  */

/* A place in memory: words from the beginning, as a sum that folds. */
typedef struct place {
    dxki_convert_shared_memory *memory;
    dxk_value word;
} place;

/* Bytes to words: their sum is known to be a multiple of 4. */
static dxk_value words_of(dxki_convert *c, dxk_value bytes)
{
    uint64_t number;

    if (!dxki_convert_ready(c) || !bytes)
        return DXK_NONE;
    if (dxki_value_as_int(c->b->m, bytes, &number))
        return dxki_convert_bits(c, DXKI_CONVERT_I32, number / 4);
    return dxk_builder_binary(c->b, DXK_BINARY_LSHR, bytes, dxk_builder_i32(c->b, 2), 0);
}

/* Where `operand` is at an address: bytes, or an element and bytes. False: reported. */
static bool find_place(dxki_convert *c, const dxk_dxbc_operand *operand, dxk_value address,
                       dxk_value offset, place *p)
{
    p->memory = find(c, operand);
    if (!p->memory) {
        DXKI_CONVERT_FAULT(c, REGISTER, dxki_text(dxki_str("g")),
                           dxki_dec(dxk_dxbc_index_get(c->program, operand, 0).number));
        return false;
    }
    if (p->memory->stride)
        p->word = dxki_convert_add(c, dxki_convert_scale(c, address, p->memory->stride / 4),
                                   words_of(c, offset));
    else
        p->word = words_of(c, address);
    return dxki_convert_ready(c);
}

/* The name of a variable: "g12". */
static const char *name_of(uint32_t number, char name[16])
{
    char *end = name + 15;

    *end = 0;
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    *--end = 'g';
    return end;
}

/* The word that is `more` words after the place, as a pointer. */
static dxk_value pointer_to(dxki_convert *c, const place *p, uint32_t more)
{
    char name[16];

    if (!p->memory->variable)
        p->memory->variable = dxk_builder_variable(
            c->b, name_of(p->memory->number, name),
            dxk_builder_array(c->b, DXK_TYPE_I32, p->memory->words), DXK_SPACE_SHARED, DXK_NONE);
    dxk_value word = dxki_convert_add(c, p->word, dxki_convert_bits(c, DXKI_CONVERT_I32, more));
    if (!dxki_convert_ready(c))
        return DXK_NONE;
    return dxk_builder_gep(c->b, p->memory->variable, DXK_ARGS(dxk_builder_i32(c->b, 0), word));
}

/* ---------------------------------------------------------------------------------------- */
/* Loads and stores                                                                           */

void dxki_convert_shared_load(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_roles r = dxki_convert_roles_of(inst);
    uint32_t mask = dxki_convert_mask(r.result);
    dxk_value words[4] = {DXK_NONE}, values[4] = {DXK_NONE};
    dxk_value address = dxki_convert_read(c, r.address, 0, DXKI_CONVERT_I32);
    dxk_value offset = r.offset ? dxki_convert_read(c, r.offset, 0, DXKI_CONVERT_I32) : DXK_NONE;
    place p;

    if (!find_place(c, r.resource, address, offset, &p))
        return;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = dxki_convert_swizzle(r.resource, i);
        if (!(mask >> i & 1))
            continue;
        if (!words[from])
            words[from] = dxk_builder_load(c->b, pointer_to(c, &p, from));
        values[i] = words[from];
    }
    dxki_convert_write(c, inst, r.result, DXKI_CONVERT_I32, values);
    if (r.status) /* this memory is always there */
        dxki_convert_write_one(c, inst, r.status, DXKI_CONVERT_I32,
                               dxki_convert_bits(c, DXKI_CONVERT_I32, UINT32_MAX));
}

void dxki_convert_shared_store(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *target = &inst->operands[0];
    bool structured = inst->opcode->operand_count == 4;
    uint32_t mask = dxki_convert_mask(target);
    dxk_value values[4];
    dxk_value address = dxki_convert_read(c, target + 1, 0, DXKI_CONVERT_I32);
    dxk_value offset =
        structured ? dxki_convert_read(c, target + 2, 0, DXKI_CONVERT_I32) : DXK_NONE;
    place p;

    dxki_convert_read_all(c, target + 2 + structured, mask, DXKI_CONVERT_I32, values);
    if (!find_place(c, target, address, offset, &p))
        return;
    for (uint32_t i = 0; i < 4; i++)
        if (mask >> i & 1)
            dxk_builder_store(c->b, values[i], pointer_to(c, &p, i));
}

/* ---------------------------------------------------------------------------------------- */
/* Atomic operations                                                                          */

/* The word that an atomic operation works on; DXK_NONE: reported. Its address has one component, or
 * two in structured memory. */
static dxk_value target_of(dxki_convert *c, const dxk_dxbc_operand *target)
{
    const dxki_convert_shared_memory *memory = find(c, target);
    dxk_value address = dxki_convert_read(c, target + 1, 0, DXKI_CONVERT_I32);
    dxk_value offset =
        memory && memory->stride ? dxki_convert_read(c, target + 1, 1, DXKI_CONVERT_I32) : DXK_NONE;
    place p;

    return find_place(c, target, address, offset, &p) ? pointer_to(c, &p, 0) : DXK_NONE;
}

void dxki_convert_shared_atomic(dxki_convert *c, const dxki_convert_inst *inst)
{
    bool gives = inst->opcode->operands[0] == 'd';
    const dxk_dxbc_operand *target = &inst->operands[gives];
    dxk_value pointer = target_of(c, target);
    dxk_value value = dxki_convert_read(c, target + 2, 0, DXKI_CONVERT_I32);

    if (!dxki_convert_ready(c))
        return;
    dxk_value old = dxk_builder_atomic(c->b, (dxk_atomic)inst->row->make, pointer, value);
    if (gives)
        dxki_convert_write_one(c, inst, &inst->operands[0], DXKI_CONVERT_I32, old);
}

void dxki_convert_shared_compare(dxki_convert *c, const dxki_convert_inst *inst)
{
    bool gives = inst->opcode->operands[0] == 'd';
    const dxk_dxbc_operand *target = &inst->operands[gives];
    dxk_value pointer = target_of(c, target);
    dxk_value expected = dxki_convert_read(c, target + 2, 0, DXKI_CONVERT_I32);
    dxk_value value = dxki_convert_read(c, target + 3, 0, DXKI_CONVERT_I32);

    if (!dxki_convert_ready(c))
        return;
    dxk_value both = dxk_builder_compare_exchange(c->b, pointer, expected, value);
    if (gives)
        dxki_convert_write_one(c, inst, &inst->operands[0], DXKI_CONVERT_I32,
                               dxk_builder_extract(c->b, both, 0));
}
