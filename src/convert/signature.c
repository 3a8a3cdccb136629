/* SPDX-License-Identifier: MIT */
/* signature.c - inputs, outputs and patch constants: registers of a signature to the operations on
 * its elements. */
#include "convert/code.h"

#include "builder/builder.h"

/* A component of a register of a signature, as operations want it. */
typedef struct place {
    const dxki_convert_element *element;
    dxk_value row;    /* in the element, an i32 */
    uint32_t column;  /* in the element */
    dxk_value vertex; /* undef: there is one only */
    bool fixed;       /* row and vertex are numbers */
} place;

/* Where a register is found. */
typedef struct file {
    dxk_signature_kind which;
    dxk_op op;
    bool has_vertex; /* the operation has an operand for the vertex or control point */
} file;

/* Finds the component that an operand means in a signature; false: reported. */
static bool find(dxki_convert *c, const dxk_dxbc_operand *operand, dxk_signature_kind which,
                 uint32_t stream, uint32_t component, place *p)
{
    uint32_t count = dxk_dxbc_index_count(operand);
    dxk_dxbc_index reg = dxk_dxbc_index_get(c->program, operand, count - 1);
    dxk_dxbc_index vertex = dxk_dxbc_index_get(c->program, operand, 0);

    if (count < 1 || count > 2 || reg.number > UINT32_MAX) {
        dxki_convert_refuse(c, operand, "its indices are not those of the register");
        return false;
    }
    p->element = dxki_convert_element_at(c, which, stream, (uint32_t)reg.number, component);
    if (!p->element) {
        const char *name = which == DXK_SIGNATURE_OUTPUT  ? "o"
                           : which == DXK_SIGNATURE_INPUT ? "v"
                                                          : "vpc";
        DXKI_CONVERT_FAULT(c, SIGNATURE, dxki_text(dxki_str(name)), dxki_dec(reg.number));
        return false;
    }
    if (reg.relative && p->element->reg)
        p->row =
            dxki_convert_add(c, dxki_convert_index(c, operand, count - 1),
                             dxki_convert_bits(c, DXKI_CONVERT_I32, (uint32_t)0 - p->element->reg));
    else if (reg.relative)
        p->row = dxki_convert_index(c, operand, count - 1);
    else
        p->row = dxki_convert_bits(c, DXKI_CONVERT_I32, (uint32_t)reg.number - p->element->reg);
    p->column = component - p->element->column;
    p->vertex = count == 2 ? dxki_convert_index(c, operand, 0) : DXK_NONE;
    p->fixed = !reg.relative && (count == 1 || !vertex.relative);
    return dxki_convert_ready(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs                                                                                     */

/* How registers that are inputs are read. */
static file file_of(const dxki_convert *c, const dxk_dxbc_operand *operand)
{
    switch (dxk_dxbc_register_kind(operand)) {
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT:
        return (file){DXK_SIGNATURE_OUTPUT, DXK_OP_LoadOutputControlPoint, true};
    case DXK_DXBC_REGISTER_PATCH_CONSTANT:
        return (file){DXK_SIGNATURE_PATCH_CONSTANT, DXK_OP_LoadPatchConstant, false};
    case DXK_DXBC_REGISTER_INPUT:
        /* inputs of a domain shader without a vertex are patch constants */
        if (c->stage == DXK_DXBC_STAGE_DOMAIN && dxk_dxbc_index_count(operand) == 1)
            return (file){DXK_SIGNATURE_PATCH_CONSTANT, DXK_OP_LoadPatchConstant, false};
        break;
    default:
        break;
    }
    return (file){DXK_SIGNATURE_INPUT, DXK_OP_LoadInput, true};
}

/* System values of a signature of shader model 5 that DXIL reads with an operation. */
static dxk_op operation_of(uint32_t semantic)
{
    switch (semantic) {
    case DXK_SEMANTIC_KIND_SAMPLE_INDEX:
        return DXK_OP_SampleIndex;
    case DXK_SEMANTIC_KIND_COVERAGE:
        return DXK_OP_Coverage;
    case DXK_SEMANTIC_KIND_INNER_COVERAGE:
        return DXK_OP_InnerCoverage;
    default:
        return DXK_OP_PrimitiveID;
    }
}

static dxk_value read_place(dxki_convert *c, const file *f, const place *p)
{
    const dxki_convert_element *e = p->element;

    if (e->id == UINT32_MAX)
        return dxk_builder_op(c->b, operation_of(e->semantic), DXK_TYPE_I32, NULL, 0);
    const dxk_value args[4] = {dxk_builder_i32(c->b, e->id), p->row,
                               dxk_builder_i8(c->b, (int)p->column),
                               p->vertex ? p->vertex : dxk_builder_undef(c->b, DXK_TYPE_I32)};
    dxk_value value =
        dxk_builder_op(c->b, f->op, dxki_convert_type_of(e->type), args, f->has_vertex ? 4 : 3);
    if (e->semantic != DXK_SEMANTIC_KIND_IS_FRONT_FACE || !value)
        return value;
    /* all bits are set in these models; in DXIL it is any number but zero */
    dxk_value truth = dxki_convert_truth(c, value);
    return dxk_builder_cast(c->b, DXK_CAST_SEXT, truth, DXK_TYPE_I32);
}

/* An input without indices at run time is read once, in the entry block. */
static dxk_value read_once(dxki_convert *c, const file *f, const place *p, uint32_t reg,
                           uint32_t component)
{
    bool kept = f->op == DXK_OP_LoadInput && !p->vertex && reg < DXKI_CONVERT_INPUTS;
    dxk_value *input = kept ? &c->code->inputs[4 * reg + component] : NULL;

    if (!kept)
        return read_place(c, f, p);
    if (!*input) {
        dxk_block block = dxki_convert_entry_begin(c);
        *input = read_place(c, f, p);
        dxki_convert_entry_end(c, block);
    }
    return *input;
}

dxk_value dxki_convert_load_input(dxki_convert *c, const dxk_dxbc_operand *operand,
                                  uint32_t component, dxki_convert_type type)
{
    file f = file_of(c, operand);
    uint32_t count = dxk_dxbc_index_count(operand);
    place p;

    if (!dxki_convert_has_op(c, f.op))
        return dxki_convert_refuse(c, operand, "the stage does not have it");
    if (!find(c, operand, f.which, 0, component, &p))
        return DXK_NONE;
    uint32_t reg = (uint32_t)dxk_dxbc_index_get(c->program, operand, count - 1).number;
    dxk_value value = p.fixed ? read_once(c, &f, &p, reg, component) : read_place(c, &f, &p);
    return dxki_convert_cast(c, value, p.element->type, type);
}

bool dxki_convert_input_is_neutral(const dxki_convert *c, const dxk_dxbc_operand *operand,
                                   uint32_t component, dxki_convert_type *type)
{
    file f = file_of(c, operand);
    uint32_t count = dxk_dxbc_index_count(operand);

    if (count == 0)
        return true;
    dxk_dxbc_index reg = dxk_dxbc_index_get(c->program, operand, count - 1);
    const dxki_convert_element *e =
        dxki_convert_element_at(c, f.which, 0, (uint32_t)reg.number, component);
    if (e)
        *type = dxki_convert_wide(e->type);
    return !e;
}

/* The input itself is an operand of such an operation, at another place than where it is read
 * otherwise: `more` says how many numbers tell the place. */
void dxki_convert_do_eval(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *dest = &inst->operands[0], *source = dest + 1;
    uint32_t mask = dxki_convert_mask(dest), more = inst->row->more;
    dxk_value at[4] = {DXK_NONE}, values[4] = {DXK_NONE};
    dxki_convert_type type = DXKI_CONVERT_F32;
    place p;

    if (dxk_dxbc_register_kind(source) != DXK_DXBC_REGISTER_INPUT) {
        dxki_convert_refuse(c, source, "only an input can be evaluated");
        return;
    }
    if (more)
        dxki_convert_read_all(c, source + 1, (1u << more) - 1, DXKI_CONVERT_I32, at);
    for (uint32_t i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        if (!find(c, source, DXK_SIGNATURE_INPUT, 0, dxki_convert_swizzle(source, i), &p))
            return;
        const dxk_value args[5] = {dxk_builder_i32(c->b, p.element->id), p.row,
                                   dxk_builder_i8(c->b, (int)p.column), at[0], at[1]};
        dxk_value value = dxk_builder_op(c->b, inst->row->make,
                                         dxki_convert_type_of(p.element->type), args, 3 + more);
        type = dxki_convert_wide(p.element->type);
        values[i] = dxki_convert_modify(c, source,
                                        dxki_convert_cast(c, value, p.element->type, type), type);
    }
    dxki_convert_write(c, inst, dest, type, values);
}

/* ---------------------------------------------------------------------------------------- */
/* Outputs                                                                                    */

static void write_place(dxki_convert *c, dxk_op op, const place *p, dxki_convert_type type,
                        dxk_value value)
{
    const dxki_convert_element *e = p->element;
    const dxk_value args[4] = {dxk_builder_i32(c->b, e->id), p->row,
                               dxk_builder_i8(c->b, (int)p->column),
                               dxki_convert_cast(c, value, type, e->type)};

    if (dxki_convert_ready(c))
        dxk_builder_op(c->b, op, DXK_NONE, args, 4);
}

/* ---------------------------------------------------------------------------------------- */
/* Several streams                                                                            */

/*
 * The streams of a geometry shader share the registers of outputs, with elements of their own. So
 * a write goes to cells, and a vertex takes what its stream has of them.
 */

/* Writes to the register that the index at run time means: any of those in elements with the
 * register of the number. */
static void store_indexed(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                          dxki_convert_type type, dxk_value value)
{
    const dxki_convert_elements *all = &c->signatures[DXK_SIGNATURE_OUTPUT];
    uint64_t reg = dxk_dxbc_index_get(c->program, operand, 0).number;
    dxk_value index = dxki_convert_index(c, operand, 0);
    uint32_t first = UINT32_MAX, end = 0;

    for (size_t i = 0; i < all->count; i++) {
        const dxki_convert_element *e = &all->items[i];
        if (e->reg > reg || reg - e->reg >= e->rows)
            continue;
        first = e->reg < first ? e->reg : first;
        end = e->reg + e->rows > end ? e->reg + e->rows : end;
    }
    for (uint32_t i = first; i < end && i < DXKI_CONVERT_INPUTS && dxki_convert_ready(c); i++) {
        uint32_t cell = c->code->outputs + 4 * i + component;
        dxk_value here =
            dxk_builder_compare(c->b, DXK_COMPARE_EQ, index, dxk_builder_i32(c->b, i), 0);
        dxk_value old = dxki_convert_read_cell(c, cell, type);
        dxki_convert_write_cell(c, cell, type, dxk_builder_select(c->b, here, value, old));
    }
}

static void store_stream(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                         dxki_convert_type type, dxk_value value)
{
    dxk_dxbc_index reg = dxk_dxbc_index_get(c->program, operand, 0);

    if (dxk_dxbc_index_count(operand) != 1 || reg.number >= DXKI_CONVERT_INPUTS)
        dxki_convert_refuse(c, operand, "its indices are not those of the register");
    else if (reg.relative)
        store_indexed(c, operand, component, type, value);
    else
        dxki_convert_write_cell(c, c->code->outputs + 4 * (uint32_t)reg.number + component, type,
                                value);
}

void dxki_convert_copy_outputs(dxki_convert *c, uint32_t stream)
{
    const dxki_convert_elements *all = &c->signatures[DXK_SIGNATURE_OUTPUT];

    for (size_t i = 0; i < all->count; i++) {
        const dxki_convert_element *e = &all->items[i];
        if (e->stream != stream || e->reg >= DXKI_CONVERT_INPUTS)
            continue;
        for (uint32_t k = 0; k < e->rows * e->columns; k++) {
            place p = {.element = e, .column = k % e->columns};
            uint32_t row = k / e->columns;
            dxki_convert_type type = dxki_convert_wide(e->type);
            p.row = dxki_convert_bits(c, DXKI_CONVERT_I32, row);
            write_place(c, DXK_OP_StoreOutput, &p, type,
                        dxki_convert_read_cell(
                            c, c->code->outputs + 4 * (e->reg + row) + e->column + p.column, type));
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Registers of outputs                                                                       */

void dxki_convert_store_output(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                               dxki_convert_type type, dxk_value value)
{
    bool patch = c->code->phase != DXKI_CONVERT_MAIN;
    place p;

    if (c->code->outputs != UINT32_MAX) {
        store_stream(c, operand, component, type, value);
        return;
    }
    if (find(c, operand, patch ? DXK_SIGNATURE_PATCH_CONSTANT : DXK_SIGNATURE_OUTPUT,
             c->code->stream, component, &p))
        write_place(c, patch ? DXK_OP_StorePatchConstant : DXK_OP_StoreOutput, &p, type, value);
}

/* The system value of an output register without a number. */
static uint32_t semantic_of(uint32_t kind)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_OUTPUT_DEPTH:
        return DXK_SEMANTIC_KIND_DEPTH;
    case DXK_DXBC_REGISTER_OUTPUT_DEPTH_GREATER_EQUAL:
        return DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL;
    case DXK_DXBC_REGISTER_OUTPUT_DEPTH_LESS_EQUAL:
        return DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL;
    case DXK_DXBC_REGISTER_OUTPUT_STENCIL_REF:
        return DXK_SEMANTIC_KIND_STENCIL_REF;
    default:
        return DXK_SEMANTIC_KIND_COVERAGE;
    }
}

void dxki_convert_store_value(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t component,
                              dxki_convert_type type, dxk_value value)
{
    uint32_t semantic = semantic_of(dxk_dxbc_register_kind(operand));
    place p = {.element = dxki_convert_element_of(c, DXK_SIGNATURE_OUTPUT, semantic)};

    (void)component;
    if (!p.element) {
        dxki_convert_refuse(c, operand, "the signature does not have it");
        return;
    }
    p.row = dxki_convert_bits(c, DXKI_CONVERT_I32, 0);
    write_place(c, DXK_OP_StoreOutput, &p, type, value);
}

bool dxki_convert_output_type(const dxki_convert *c, const dxk_dxbc_operand *operand,
                              uint32_t component, dxki_convert_type *type)
{
    bool patch = c->code->phase != DXKI_CONVERT_MAIN;
    uint32_t kind = dxk_dxbc_register_kind(operand);
    const dxki_convert_element *e = NULL;

    if (kind == DXK_DXBC_REGISTER_OUTPUT && dxk_dxbc_index_count(operand) == 1)
        e = dxki_convert_element_at(
            c, patch ? DXK_SIGNATURE_PATCH_CONSTANT : DXK_SIGNATURE_OUTPUT, c->code->stream,
            (uint32_t)dxk_dxbc_index_get(c->program, operand, 0).number, component);
    else if (kind != DXK_DXBC_REGISTER_OUTPUT)
        e = dxki_convert_element_of(c, DXK_SIGNATURE_OUTPUT, semantic_of(kind));
    if (e)
        *type = dxki_convert_wide(e->type);
    return e != NULL;
}
