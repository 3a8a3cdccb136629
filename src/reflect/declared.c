/* SPDX-License-Identifier: MIT */
/*
 * declared.c - buffers and bindings of a program of shader model 4 or 5 that has no RDEF, from its
 * declarations. They tell registers, shapes and sizes, but neither names nor variables; an array of
 * shader model 5.0 or before is declared register by register, a texture buffer like any buffer.
 *
 * Source: d3d11tokenizedprogramformat.hpp of the Windows SDK.
 */
#include "reflect/reflect.h"

#include "base/count.h"
#include "base/str.h"
#include "dxbc/opcodes.h"
#include "spec/d3d.h"

#include <string.h>

#define NO_SAMPLES   UINT32_MAX
#define BYTES_A_ROW  16u
#define MAX_CBUFFER  (UINT32_MAX / BYTES_A_ROW)
#define FLAG_COMPARE 2u  /* D3D_SIF_COMPARISON_SAMPLER */
#define FLAG_FOUR    12u /* D3D_SIF_TEXTURE_COMPONENTS: four of them */

/* What the form of a declaration says of the resource. */
typedef struct row {
    uint8_t form;
    char letter;   /* of the register */
    uint8_t type;  /* D3D_SIT_ */
    uint8_t words; /* words after the operand, before that of the space */
} row;

static const row rows[] = {
    {DXKI_FORM_CONSTANTBUFFER, 'b', DXKI_D3D_SIT_CBUFFER, 1},
    {DXKI_FORM_SAMPLER, 's', DXKI_D3D_SIT_SAMPLER, 0},
    {DXKI_FORM_RESOURCE, 't', DXKI_D3D_SIT_TEXTURE, 1},
    {DXKI_FORM_RESOURCE_RAW, 't', DXKI_D3D_SIT_BYTEADDRESS, 0},
    {DXKI_FORM_RESOURCE_STRUCTURED, 't', DXKI_D3D_SIT_STRUCTURED, 1},
    {DXKI_FORM_UAV_TYPED, 'u', DXKI_D3D_SIT_UAV_RWTYPED, 1},
    {DXKI_FORM_UAV_RAW, 'u', DXKI_D3D_SIT_UAV_RWBYTEADDRESS, 0},
    {DXKI_FORM_UAV_STRUCTURED, 'u', DXKI_D3D_SIT_UAV_RWSTRUCTURED, 1},
};

static const row *row_of(const dxk_dxbc_instruction *in)
{
    uint8_t form = dxki_dxbc_opcode_get(dxk_dxbc_opcode(in))->form;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        if (rows[i].form == form && in->operand_count)
            return &rows[i];
    }
    return NULL;
}

static uint32_t word(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in, uint32_t index)
{
    return index < in->tail_count ? p->words[in->tail + index] : 0;
}

/* D3D_SRV_DIMENSION by dxk_dxbc_dimension. */
static uint32_t dimension_of(uint32_t dimension)
{
    static const uint8_t dimensions[] = {0, 1, 2, 4, 6, 8, 9, 3, 5, 7, 10, 1, 1};
    return dimension < sizeof dimensions ? dimensions[dimension] : 0;
}

static void describe_typed(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in,
                           dxk_reflect_binding *out)
{
    uint32_t dimension = dxki_dxbc_bits(in->token, 11, 5);
    bool samples = dimension == DXK_DXBC_DIMENSION_TEXTURE2DMS ||
                   dimension == DXK_DXBC_DIMENSION_TEXTURE2DMS_ARRAY;
    out->dimension = dimension_of(dimension);
    out->return_type = dxki_dxbc_bits(word(p, in, 0), 0, 4);
    out->num_samples = samples ? dxki_dxbc_bits(in->token, 16, 7) : NO_SAMPLES;
    out->flags = FLAG_FOUR;
}

static void describe_untyped(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in,
                             bool structured, dxk_reflect_binding *out)
{
    out->dimension = dimension_of(DXK_DXBC_DIMENSION_BUFFER);
    out->return_type = DXKI_D3D_RETURN_TYPE_MIXED;
    out->num_samples = structured ? word(p, in, 0) : 0;
    if (out->type == DXKI_D3D_SIT_UAV_RWSTRUCTURED && dxki_dxbc_bits(in->token, 23, 1))
        out->type = DXKI_D3D_SIT_UAV_RWSTRUCTURED_WITH_COUNTER;
}

/* "t4", or "t4_space1". */
static dxk_str name_of(dxki_reflect_run *x, char letter, const dxk_reflect_binding *b)
{
    char prefix[4] = {letter == 'b' ? 'c' : letter, letter == 'b' ? 'b' : 0, 0, 0};
    dxk_str name = dxki_reflect_type_name(x, prefix, b->bind_point, 0);
    if (b->space == 0 || !name.data)
        return name;
    dxk_str space = dxki_reflect_type_name(x, "_space", b->space, 0);
    char *text = space.data ? DXKI_REFLECT_NEW_ARRAY(x, char, name.size + space.size + 1) : NULL;
    if (!text)
        return (dxk_str){"", 0};
    memcpy(text, name.data, name.size);
    memcpy(text + name.size, space.data, space.size);
    return (dxk_str){text, name.size + space.size};
}

/* From shader model 5.1 on the operand is a range: number, first and last register. */
static void describe_range(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in, const row *r,
                           dxk_reflect_binding *out)
{
    const dxk_dxbc_operand *operand = &p->operands[in->operands];
    bool is_range = dxk_dxbc_index_count(operand) == 3;
    uint32_t first = (uint32_t)dxk_dxbc_index_get(p, operand, is_range ? 1 : 0).number;
    uint32_t last = (uint32_t)dxk_dxbc_index_get(p, operand, 2).number;
    out->bind_point = first;
    out->bind_count = is_range ? last - first + 1 : 1;
    if (is_range && last == UINT32_MAX)
        out->bind_count = r->letter == 'b' ? UINT32_MAX : 0;
    out->space = is_range ? word(p, in, r->words) : 0;
    out->id = is_range ? (uint32_t)dxk_dxbc_index_get(p, operand, 0).number : first;
}

/* Rows of a constant buffer. */
static uint32_t rows_of(const dxk_dxbc_program *p, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *operand = &p->operands[in->operands];
    bool is_range = dxk_dxbc_index_count(operand) == 3;
    uint64_t count = is_range ? word(p, in, 0) : dxk_dxbc_index_get(p, operand, 1).number;
    return count < MAX_CBUFFER ? (uint32_t)count : MAX_CBUFFER;
}

static void describe(dxki_reflect_run *x, const dxk_dxbc_program *p, const dxk_dxbc_instruction *in,
                     const row *r, dxk_reflect_binding *out)
{
    out->type = r->type;
    describe_range(p, in, r, out);
    out->name = name_of(x, r->letter, out);
    if (r->form == DXKI_FORM_RESOURCE || r->form == DXKI_FORM_UAV_TYPED)
        describe_typed(p, in, out);
    else if (r->letter == 't' || r->letter == 'u')
        describe_untyped(p, in, r->words > 0, out);
    else if (r->letter == 's' &&
             dxki_dxbc_bits(in->token, 11, 4) == DXK_DXBC_SAMPLER_MODE_COMPARISON)
        out->flags = FLAG_COMPARE;
}

void dxki_reflect_declared(dxki_reflect_run *x, const dxk_dxbc_program *p)
{
    dxk_reflect *data = &x->r->data;
    uint32_t bindings = 0, buffers = 0;
    for (size_t i = 0; i < p->instruction_count; i++) {
        const row *r = row_of(&p->instructions[i]);
        bindings += r != NULL;
        buffers += r && r->letter == 'b';
    }
    dxk_reflect_binding *list = DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_binding, bindings);
    dxk_reflect_buffer *buffer = DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_buffer, buffers);
    if (!list || !buffer)
        return;
    data->bindings = list;
    data->buffers = buffer;
    for (size_t i = 0; i < p->instruction_count && !dxki_reflect_stopped(x); i++) {
        const dxk_dxbc_instruction *in = &p->instructions[i];
        const row *r = row_of(in);
        if (!r)
            continue;
        describe(x, p, in, r, &list[data->binding_count]);
        if (r->letter == 'b')
            buffer[data->buffer_count++] =
                (dxk_reflect_buffer){.name = list[data->binding_count].name,
                                     .type = DXKI_D3D_CT_CBUFFER,
                                     .size = rows_of(p, in) * BYTES_A_ROW};
        data->binding_count++;
    }
}
