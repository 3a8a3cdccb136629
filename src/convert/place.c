/* SPDX-License-Identifier: MIT */
/*
 * place.c - where elements are in the module. They stay in the registers of the program, which is
 * what stages are linked by, unless DXIL does not allow that: then the signature is packed anew,
 * and so must be that of the neighbouring stage.
 *
 * Source: DXIL.rst, "Signature packing".
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "dxil/register.h"
#include "dxk/convert.h"
#include "spec/semantics.h"

#include <string.h>

bool dxki_convert_is_placed(const dxki_convert_draft *d)
{
    return d->reg != DXKI_CONVERT_NOWHERE && d->use != DXKI_SEMANTIC_SHADOW &&
           d->use != DXKI_SEMANTIC_NOT_PACKED;
}

/* ---------------------------------------------------------------------------------------- */
/* Interpolation                                                                              */

static bool is_real(const dxki_convert_draft *d)
{
    return d->component == DXK_COMPONENT_TYPE_F32 || d->component == DXK_COMPONENT_TYPE_F16;
}

/* What is meant if nothing is declared. */
static uint32_t default_mode(const dxki_convert_draft *d)
{
    if (!is_real(d))
        return DXK_INTERPOLATION_MODE_CONSTANT;
    return d->semantic == DXK_SEMANTIC_KIND_POSITION ? DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE
                                                     : DXK_INTERPOLATION_MODE_LINEAR;
}

/* A mode that is declared for something in the registers of an element; 0: none. */
static uint32_t mode_beside(const dxki_convert_signature *s, const dxki_convert_draft *d)
{
    for (uint32_t row = d->reg; dxki_convert_is_placed(d) && row < d->reg + d->rows; row++)
        for (uint32_t k = 0; k < 4; k++)
            if (s->slots[d->stream][row].interpolation[k])
                return s->slots[d->stream][row].interpolation[k];
    return 0;
}

/* An input that the program does not use has the mode of what is beside it. */
static void interpolate_inputs(dxki_convert_signature *s)
{
    for (size_t i = 0; i < s->drafts.count; i++) {
        dxki_convert_draft *d = &s->drafts.items[i];
        if (!d->interpolation)
            d->interpolation = mode_beside(s, d);
        if (!d->interpolation || !is_real(d))
            d->interpolation = default_mode(d);
    }
}

/* Registers of other signatures tell nothing of modes. They have the usual ones, if that does not
 * make a register have two. */
static void interpolate_others(dxki_convert_signature *s)
{
    uint8_t modes[DXKI_CONVERT_STREAMS][DXK_SIGNATURE_REGISTERS] = {{0}};
    bool mixed = false;

    for (size_t i = 0; i < s->drafts.count; i++) {
        dxki_convert_draft *d = &s->drafts.items[i];
        d->interpolation = default_mode(d);
        for (uint32_t row = d->reg;
             dxki_convert_is_placed(d) && !d->merged && row < d->reg + d->rows; row++) {
            mixed = mixed || (modes[d->stream][row] && modes[d->stream][row] != d->interpolation);
            modes[d->stream][row] = (uint8_t)d->interpolation;
        }
    }
    for (size_t i = 0; i < s->drafts.count && mixed; i++)
        s->drafts.items[i].interpolation = DXK_INTERPOLATION_MODE_UNDEFINED;
}

/* Patch constants, inputs of vertex shaders and render targets have no modes. */
static void interpolate(const dxki_convert *c, uint32_t which, dxki_convert_signature *s)
{
    dxki_sigpoint point = dxki_sigpoint_of(dxki_convert_kind(c), which);

    if (c->dxilconv) /* only those that are declared have a mode */
        return;

    if (point == DXKI_SIGPOINT_PS_IN)
        interpolate_inputs(s);
    else if (point != DXKI_SIGPOINT_VS_IN && point != DXKI_SIGPOINT_PS_OUT &&
             which != DXK_SIGNATURE_PATCH_CONSTANT)
        interpolate_others(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* Why a row of an element cannot be where it is. */
static dxki_dxil_reg_fault row_fault(const dxki_dxil_register *r, const dxki_dxil_reg_element *e,
                                     uint32_t row, uint32_t column)
{
    dxki_dxil_reg_fault fault =
        dxki_dxil_register_takes(r, e, dxki_dxil_register_extent(row, e->rows));

    return fault == DXKI_REG_FITS || fault == DXKI_REG_FULL
               ? dxki_dxil_register_takes_at(r, e, column)
               : fault;
}

/* Puts an element where it is to be in the module. */
static dxki_dxil_reg_fault put_element(dxki_dxil_register *rows, const dxki_convert_draft *d)
{
    const dxki_dxil_reg_element e = {.cls = dxki_dxil_register_class((dxki_semantic_use)d->use),
                                     .interpolation = (uint8_t)d->interpolation,
                                     .width =
                                         32, /* types of minimum precision have a whole component */
                                     .rows = d->rows,
                                     .columns = d->columns};

    for (uint32_t i = 0; i < d->rows; i++) {
        dxki_dxil_reg_fault fault = row_fault(&rows[d->new_reg + i], &e, i, d->new_column);
        if (fault != DXKI_REG_FITS)
            return fault;
    }
    for (uint32_t i = 0; i < d->rows; i++)
        dxki_dxil_register_put(&rows[d->new_reg + i], &e, dxki_dxil_register_extent(i, d->rows),
                               d->new_column);
    return DXKI_REG_FITS;
}

/* The first element that cannot stay where it is; NULL: all can. */
static const dxki_convert_draft *find_misplaced(const dxki_convert_signature *s,
                                                dxki_dxil_reg_fault *fault)
{
    dxki_dxil_register rows[DXKI_CONVERT_STREAMS][DXK_SIGNATURE_REGISTERS];

    memset(rows, 0, sizeof rows);
    for (size_t i = 0; i < s->drafts.count; i++) {
        const dxki_convert_draft *d = &s->drafts.items[i];
        if (d->merged || !dxki_convert_is_placed(d) || d->use == DXKI_SEMANTIC_TARGET)
            continue;
        *fault = put_element(rows[d->stream], d);
        if (*fault != DXKI_REG_FITS)
            return d;
    }
    return NULL;
}

static const char *fault_text(dxki_dxil_reg_fault fault)
{
    switch (fault) {
    case DXKI_REG_INDEXING:
        return "arrays there have other rows";
    case DXKI_REG_INTERPOLATION:
        return "it is interpolated in another way than what is beside it";
    case DXKI_REG_ORDER:
        return "system values stand after others in a register";
    default:
        return "something else is there";
    }
}

bool dxki_convert_is_misplaced(const dxki_convert *c, uint32_t which)
{
    dxki_dxil_reg_fault fault;

    return find_misplaced(&c->facts->signatures[which], &fault) != NULL;
}

/* Elements that have to move without the neighbour's. */
static void settle(dxki_convert *c, uint32_t which)
{
    static const char *const names[3] = {"input", "output", "patch constant"};
    dxki_convert_signature *s = &c->facts->signatures[which];
    dxki_dxil_reg_fault fault = DXKI_REG_FITS;
    const dxki_convert_draft *d = find_misplaced(s, &fault);
    const dxki_arg args[] = {dxki_text(dxki_str(names[which])),
                             dxki_text(d ? d->name : dxki_str("")), dxki_dec(d ? d->indices[0] : 0),
                             dxki_dec(d ? d->reg : 0), dxki_text(dxki_str(fault_text(fault)))};

    if (s->settled || c->dxilconv)
        return;
    if (d && !c->options->pack)
        dxki_convert_warn(c, DXKI_RULE_CONVERT_PACKED, args, DXKI_COUNT(args));
    if (d || c->options->pack)
        dxki_convert_pack(c, which, NULL, 0);
}

void dxki_convert_begin_places(dxki_convert *c)
{
    for (uint32_t which = 0; which < 3; which++) {
        dxki_convert_signature *s = &c->facts->signatures[which];
        interpolate(c, which, s);
        for (size_t i = 0; i < s->drafts.count; i++) {
            s->drafts.items[i].new_reg = s->drafts.items[i].reg;
            s->drafts.items[i].new_column = s->drafts.items[i].column;
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The builder                                                                                */

static dxki_convert_type type_of(uint32_t component)
{
    switch (component) {
    case DXK_COMPONENT_TYPE_F32:
        return DXKI_CONVERT_F32;
    case DXK_COMPONENT_TYPE_F16:
        return DXKI_CONVERT_F16;
    case DXK_COMPONENT_TYPE_I16:
        return DXKI_CONVERT_I16;
    case DXK_COMPONENT_TYPE_U16:
        return DXKI_CONVERT_U16;
    default:
        return DXKI_CONVERT_I32;
    }
}

static dxk_element build_element(dxki_convert *c, uint32_t which, const dxki_convert_draft *d)
{
    const char *name = dxki_arena_strdup(&c->arena, d->name.data, d->name.size);
    const dxk_element_desc desc = {
        .semantic = name,
        .type = (dxk_component_type)d->component,
        .columns = d->columns,
        .rows = d->rows,
        .indices = d->indices,
        .interpolation = (dxk_interpolation_mode)d->interpolation,
        .stream = d->stream,
        .whole_name = true,
        .placed = dxki_convert_is_placed(d),
        .first_register = dxki_convert_is_placed(d) ? d->new_reg : 0,
        .first_component = dxki_convert_is_placed(d) ? d->new_column : 0,
    };

    return name ? dxk_builder_element(c->b, (dxk_signature_kind)which, &desc)
                : dxki_convert_nomem(c);
}

static void build_signature(dxki_convert *c, uint32_t which)
{
    dxki_convert_signature *s = &c->facts->signatures[which];
    dxki_convert_elements *made = &c->signatures[which];

    made->items = DXKI_NEW_ARRAY(&c->arena, dxki_convert_element, s->drafts.count);
    if (!made->items) {
        dxki_convert_nomem(c);
        return;
    }
    for (size_t i = 0; i < s->drafts.count && dxki_convert_ready(c); i++) {
        dxki_convert_draft *d = &s->drafts.items[i];
        if (d->merged)
            continue;
        dxk_element element = build_element(c, which, d);
        made->items[made->count] =
            (dxki_convert_element){.id = dxk_builder_element_id(c->b, element),
                                   .semantic = d->semantic,
                                   .stream = d->stream,
                                   .reg = d->reg,
                                   .rows = d->rows,
                                   .column = d->column,
                                   .columns = d->columns,
                                   .type = type_of(d->component),
                                   .record = d->record};
        d->made = (uint32_t)made->count++;
    }
}

void dxki_convert_place_elements(dxki_convert *c)
{
    for (uint32_t which = 0; which < 3 && dxki_convert_ready(c); which++) {
        settle(c, which);
        build_signature(c, which);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Looking up                                                                                 */

const dxki_convert_element *dxki_convert_element_at(const dxki_convert *c, dxk_signature_kind which,
                                                    uint32_t stream, uint32_t reg,
                                                    uint32_t component)
{
    const dxki_convert_signature *s = &c->facts->signatures[which];

    if (stream >= DXKI_CONVERT_STREAMS || reg >= DXK_SIGNATURE_REGISTERS || component > 3)
        return NULL;
    uint32_t number = s->slots[stream][reg].element[component];
    return number ? &c->signatures[which].items[s->drafts.items[number - 1].made] : NULL;
}

uint32_t dxki_convert_range_rows(const dxki_convert *c, dxk_signature_kind which, uint32_t stream,
                                 uint32_t reg, uint32_t component)
{
    const dxki_convert_signature *s = &c->facts->signatures[which];
    uint32_t rows = 1;

    if (stream >= DXKI_CONVERT_STREAMS || component > 3)
        return rows;
    for (; reg < DXK_SIGNATURE_REGISTERS && s->slots[stream][reg].joined >> component & 1; reg++)
        rows++;
    return rows;
}

const dxki_convert_element *dxki_convert_element_of(const dxki_convert *c, dxk_signature_kind which,
                                                    uint32_t semantic)
{
    const dxki_convert_elements *elements = &c->signatures[which];

    for (size_t i = 0; i < elements->count; i++)
        if (elements->items[i].semantic == semantic)
            return &elements->items[i];
    return NULL;
}
