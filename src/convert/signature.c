/* SPDX-License-Identifier: MIT */
/* signature.c - inputs, outputs and patch constants: registers of a signature to the operations on
 * its elements. */
#include "convert/code.h"

#include "base/count.h"
#include "builder/builder.h"

/* A component of a register of a signature, as operations want it. */
typedef struct place {
    dxk_value reg; /* the register, an i32 */
    uint32_t component;
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

/* Moves a place to an element that has the same component. */
static void move_to(dxki_convert *c, place *p, const dxki_convert_element *element)
{
    dxk_value first = dxki_convert_bits(c, DXKI_CONVERT_I32, element->reg);

    p->element = element;
    if (c->dxilconv && dxki_convert_ready(c) && !dxki_value_is_const(p->reg))
        p->row = dxk_builder_binary(c->b, DXK_BINARY_SUB, p->reg, first, 0);
    else
        p->row = dxki_convert_add(
            c, p->reg, dxki_convert_bits(c, DXKI_CONVERT_I32, (uint32_t)0 - element->reg));
    p->column = p->component - element->column;
}

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
    const dxki_convert_element *element =
        dxki_convert_element_at(c, which, stream, (uint32_t)reg.number, component);
    if (!element) {
        const char *name = which == DXK_SIGNATURE_OUTPUT  ? "o"
                           : which == DXK_SIGNATURE_INPUT ? "v"
                                                          : "vpc";
        DXKI_CONVERT_FAULT(c, SIGNATURE, dxki_text(dxki_str(name)), dxki_dec(reg.number));
        return false;
    }
    p->component = component;
    p->reg = dxki_convert_index(c, operand, count - 1);
    move_to(c, p, element);
    p->vertex = count == 2 ? dxki_convert_index(c, operand, 0) : DXK_NONE;
    p->fixed = !reg.relative && (count == 1 || !vertex.relative);
    return dxki_convert_ready(c);
}

/*
 * Elements that a register indexed at run time may mean: those of the range that the program
 * declares around the element, which can have more than one name.
 */
typedef struct span {
    const dxki_convert_element *elements[DXKI_CONVERT_INPUTS];
    uint32_t count;
} span;

/* Does a range go on after a register? */
static bool is_joined(const dxki_convert *c, dxk_signature_kind which, uint32_t stream,
                      uint32_t reg, uint32_t component)
{
    return stream < DXKI_CONVERT_STREAMS && reg < DXK_SIGNATURE_REGISTERS &&
           c->facts->signatures[which].slots[stream][reg].joined >> component & 1;
}

static void find_span(const dxki_convert *c, dxk_signature_kind which, uint32_t stream,
                      const place *p, span *s)
{
    uint32_t first = p->element->reg, end = first + p->element->rows;

    while (first > 0 && is_joined(c, which, stream, first - 1, p->component))
        first--;
    while (end > 0 && is_joined(c, which, stream, end - 1, p->component))
        end++;
    s->count = 0;
    for (uint32_t reg = first; reg < end && s->count < DXKI_CONVERT_INPUTS; reg++) {
        const dxki_convert_element *e =
            dxki_convert_element_at(c, which, stream, reg, p->component);
        if (e && (s->count == 0 || s->elements[s->count - 1] != e))
            s->elements[s->count++] = e;
    }
}

/* Is a register in front of the end of an element? */
static dxk_value is_in_front(dxki_convert *c, const place *p, const dxki_convert_element *e)
{
    return dxk_builder_compare(c->b, DXK_COMPARE_SLT, p->reg,
                               dxki_convert_bits(c, DXKI_CONVERT_I32, e->reg + e->rows), 0);
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

/* System values that DXIL reads with an operation of their own, whether or not they are elements. */
static const struct {
    uint8_t semantic; /* dxk_semantic_kind */
    uint8_t stages;   /* where, as bits of dxk_dxbc_stage */
    uint16_t op;
} own_operations[] = {
    {DXK_SEMANTIC_KIND_SAMPLE_INDEX, 1u << DXK_DXBC_STAGE_PIXEL, DXK_OP_SampleIndex},
    {DXK_SEMANTIC_KIND_COVERAGE, 1u << DXK_DXBC_STAGE_PIXEL, DXK_OP_Coverage},
    {DXK_SEMANTIC_KIND_INNER_COVERAGE, 1u << DXK_DXBC_STAGE_PIXEL, DXK_OP_InnerCoverage},
    {DXK_SEMANTIC_KIND_PRIMITIVE_ID,
     1u << DXK_DXBC_STAGE_GEOMETRY | 1u << DXK_DXBC_STAGE_HULL | 1u << DXK_DXBC_STAGE_DOMAIN,
     DXK_OP_PrimitiveID},
};

/* The operation that reads an element; LoadInput for those that have none of their own. */
static dxk_op operation_of(const dxki_convert *c, const dxki_convert_element *e)
{
    for (size_t i = 0; i < DXKI_COUNT(own_operations); i++)
        if (own_operations[i].semantic == e->semantic && own_operations[i].stages >> c->stage & 1)
            return own_operations[i].op;
    return DXK_OP_LoadInput;
}

static dxk_value read_place(dxki_convert *c, const file *f, const place *p)
{
    const dxki_convert_element *e = p->element;
    dxk_op own = f->op == DXK_OP_LoadInput ? operation_of(c, e) : f->op;

    if (own != f->op)
        return dxk_builder_op(c->b, own, DXK_TYPE_I32, NULL, 0);
    const dxk_value args[4] = {dxk_builder_i32(c->b, e->id), p->row,
                               dxk_builder_i8(c->b, (int)p->column),
                               p->vertex ? p->vertex : dxk_builder_undef(c->b, DXK_TYPE_I32)};
    dxk_value value =
        dxk_builder_op(c->b, f->op, dxki_convert_type_of(e->type), args, f->has_vertex ? 4 : 3);
    if (e->semantic != DXK_SEMANTIC_KIND_IS_FRONT_FACE || !value || c->dxilconv)
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

    if (!kept || c->dxilconv)
        return read_place(c, f, p);
    if (!*input) {
        dxk_block block = dxki_convert_entry_begin(c);
        *input = read_place(c, f, p);
        dxki_convert_entry_end(c, block);
    }
    return *input;
}

/* Reads all elements that the register may be in, and selects. */
static dxk_value read_span(dxki_convert *c, const file *f, place p, dxki_convert_type type)
{
    dxk_value value = DXK_NONE;
    span s;

    find_span(c, f->which, 0, &p, &s);
    for (uint32_t i = s.count; i-- > 0 && dxki_convert_ready(c);) {
        move_to(c, &p, s.elements[i]);
        dxk_value here = dxki_convert_cast(c, read_place(c, f, &p), p.element->type, type);
        value = value ? dxk_builder_select(c->b, is_in_front(c, &p, p.element), here, value) : here;
    }
    return value;
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
    dxk_dxbc_index reg = dxk_dxbc_index_get(c->program, operand, count - 1);
    if (reg.relative)
        return read_span(c, &f, p, type);
    dxk_value value =
        p.fixed ? read_once(c, &f, &p, (uint32_t)reg.number, component) : read_place(c, &f, &p);
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

    if (!dxki_convert_ready(c))
        return;
    dxk_builder_op(c->b, op, DXK_NONE, args, 4);
    dxki_convert_elements *all =
        &c->signatures[op == DXK_OP_StoreOutput ? DXK_SIGNATURE_OUTPUT
                                                : DXK_SIGNATURE_PATCH_CONSTANT];
    all->items[e - all->items].written |= 1u << p->column;
}

/* Writes to the element that the register is in. */
static void write_span(dxki_convert *c, const file *f, place *p, dxki_convert_type type,
                       dxk_value value)
{
    dxki_convert_label end = 0;
    span s;

    find_span(c, f->which, c->code->stream, p, &s);
    for (uint32_t i = 0; i < s.count && dxki_convert_ready(c); i++) {
        dxki_convert_label next = 0;
        if (i + 1 < s.count)
            dxki_convert_jump_if(c, &next, is_in_front(c, p, s.elements[i]), false);
        move_to(c, p, s.elements[i]);
        write_place(c, f->op, p, type, value);
        if (i + 1 < s.count)
            dxki_convert_jump_to(c, &end);
        dxki_convert_arrive(c, next);
    }
    dxki_convert_arrive(c, end);
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
    file f = {patch ? DXK_SIGNATURE_PATCH_CONSTANT : DXK_SIGNATURE_OUTPUT,
              patch ? DXK_OP_StorePatchConstant : DXK_OP_StoreOutput, false};
    if (!find(c, operand, f.which, c->code->stream, component, &p))
        return;
    if (p.fixed)
        write_place(c, f.op, &p, type, value);
    else
        write_span(c, &f, &p, type, value);
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
