/* SPDX-License-Identifier: MIT */
/*
 * elements.c - the records of the signature parts as elements of DXIL. A record is one register;
 * records that the program indexes together, and tessellation factors, become rows of one element.
 *
 * Source: DXIL.rst, "Signatures"; the layout of ISGN and its siblings is in dxk/parts.h.
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "container/container.h"
#include "spec/semantics.h"

#include <string.h>

#define NAME_MAX 64u
#define TARGETS  8u

/* Parts that may have a signature, the first one there is counts. */
static const uint32_t sources[3][3] = {
    {DXK_PART_ISG1, DXK_PART_ISGN, 0},
    {DXK_PART_OSG1, DXK_PART_OSG5, DXK_PART_OSGN},
    {DXK_PART_PSG1, DXK_PART_PCSG, 0},
};

static const char *const signature_names[3] = {"input", "output", "patch constant"};

#define PATH_SIZE 48u

/* "ISGN/elements[2]" */
static void path_of(const dxk_part *part, uint32_t record, char path[PATH_SIZE])
{
    static const char list[] = "/elements[";
    char digits[24], *end = digits + sizeof digits;
    const char *number = dxki_format_u64(end, record);
    size_t size = (size_t)(end - number);

    for (uint32_t i = 0; i < 4; i++)
        path[i] = (char)(part->fourcc >> 8 * i);
    memcpy(path + 4, list, sizeof list - 1);
    memcpy(path + 4 + sizeof list - 1, number, size);
    strcpy(path + 4 + sizeof list - 1 + size, "]");
}

uint32_t dxki_convert_element_fault(dxki_convert *c, uint32_t which, uint32_t record,
                                    const dxki_rule *rule, const dxki_arg *args, size_t count)
{
    const dxk_part *part = c->facts->raw[which];
    char path[PATH_SIZE];

    if (!part || !c->facts->parts[which])
        return dxki_convert_fault(c, rule, args, count);
    const dxk_signature *s = c->facts->parts[which]->as.signature;
    path_of(part, record, path);
    return dxki_convert_fault_at(c,
                                 part->offset + DXKI_PART_HEADER_SIZE + s->header.offset +
                                     (uint64_t)record * s->element_size,
                                 path, rule, args, count);
}

/* Reports what is wrong with record `index`. */
static bool refuse(dxki_convert *c, uint32_t which, uint32_t index, const char *fault)
{
    const dxki_arg args[] = {dxki_dec(index), dxki_text(dxki_str(signature_names[which])),
                             dxki_text(dxki_str(fault))};

    dxki_convert_element_fault(c, which, index, DXKI_RULE_CONVERT_ELEMENT, args, DXKI_COUNT(args));
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Meaning                                                                                    */

/* The semantic of a dxk_sig_system_value. */
static uint32_t semantic_of_value(uint32_t value)
{
    static const struct {
        uint8_t value, semantic;
    } rows[] = {
        {DXK_SIG_SYSTEM_VALUE_POSITION, DXK_SEMANTIC_KIND_POSITION},
        {DXK_SIG_SYSTEM_VALUE_CLIP_DISTANCE, DXK_SEMANTIC_KIND_CLIP_DISTANCE},
        {DXK_SIG_SYSTEM_VALUE_CULL_DISTANCE, DXK_SEMANTIC_KIND_CULL_DISTANCE},
        {DXK_SIG_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX,
         DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX},
        {DXK_SIG_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX, DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX},
        {DXK_SIG_SYSTEM_VALUE_VERTEX_ID, DXK_SEMANTIC_KIND_VERTEX_ID},
        {DXK_SIG_SYSTEM_VALUE_PRIMITIVE_ID, DXK_SEMANTIC_KIND_PRIMITIVE_ID},
        {DXK_SIG_SYSTEM_VALUE_INSTANCE_ID, DXK_SEMANTIC_KIND_INSTANCE_ID},
        {DXK_SIG_SYSTEM_VALUE_IS_FRONT_FACE, DXK_SEMANTIC_KIND_IS_FRONT_FACE},
        {DXK_SIG_SYSTEM_VALUE_SAMPLE_INDEX, DXK_SEMANTIC_KIND_SAMPLE_INDEX},
        {DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_EDGE_TESS_FACTOR, DXK_SEMANTIC_KIND_TESS_FACTOR},
        {DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_INSIDE_TESS_FACTOR, DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR},
        {DXK_SIG_SYSTEM_VALUE_FINAL_TRI_EDGE_TESS_FACTOR, DXK_SEMANTIC_KIND_TESS_FACTOR},
        {DXK_SIG_SYSTEM_VALUE_FINAL_TRI_INSIDE_TESS_FACTOR, DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR},
        {DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DETAIL_TESS_FACTOR, DXK_SEMANTIC_KIND_TESS_FACTOR},
        {DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DENSITY_TESS_FACTOR, DXK_SEMANTIC_KIND_TESS_FACTOR},
        {DXK_SIG_SYSTEM_VALUE_TARGET, DXK_SEMANTIC_KIND_TARGET},
        {DXK_SIG_SYSTEM_VALUE_DEPTH, DXK_SEMANTIC_KIND_DEPTH},
        {DXK_SIG_SYSTEM_VALUE_COVERAGE, DXK_SEMANTIC_KIND_COVERAGE},
        {DXK_SIG_SYSTEM_VALUE_DEPTH_GREATER_EQUAL, DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL},
        {DXK_SIG_SYSTEM_VALUE_DEPTH_LESS_EQUAL, DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL},
        {DXK_SIG_SYSTEM_VALUE_STENCIL_REF, DXK_SEMANTIC_KIND_STENCIL_REF},
        {DXK_SIG_SYSTEM_VALUE_INNER_COVERAGE, DXK_SEMANTIC_KIND_INNER_COVERAGE},
    };

    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        if (rows[i].value == value)
            return rows[i].semantic;
    return DXK_SEMANTIC_KIND_INVALID;
}

static uint32_t semantic_of_name(dxk_str name)
{
    for (uint32_t kind = 1; kind < DXK_SEMANTIC_KIND_INVALID; kind++)
        if (dxki_str_same_fold(name, dxki_str(dxki_semantic_name(kind))))
            return kind;
    return DXK_SEMANTIC_KIND_ARBITRARY;
}

/* How a semantic is taken in a signature of the program. */
static dxki_semantic_use use_of(const dxki_convert *c, uint32_t which, uint32_t semantic)
{
    dxki_sigpoint point = dxki_sigpoint_of(dxki_convert_kind(c), which);
    dxki_semantic_use use = dxki_semantic_use_at(semantic, point, NULL);

    if (use == DXKI_SEMANTIC_NOT_ALLOWED && point == DXKI_SIGPOINT_GSV_IN &&
        dxki_semantic_use_at(semantic, DXKI_SIGPOINT_GS_IN, NULL) == DXKI_SEMANTIC_SHADOW)
        return DXKI_SEMANTIC_SHADOW;
    return use;
}

/* Outputs of a pixel shader with a name of their own, as shader model 4 allows: render targets by
 * their register; the one without is the depth. */
static uint32_t pixel_output(const dxk_signature_element *r)
{
    return r->register_index == DXKI_CONVERT_NOWHERE ? DXK_SEMANTIC_KIND_DEPTH
                                                     : DXK_SEMANTIC_KIND_TARGET;
}

static void find_meaning(const dxki_convert *c, uint32_t which, const dxk_signature_element *r,
                         dxki_convert_draft *d)
{
    bool named = r->system_value == DXK_SIG_SYSTEM_VALUE_UNDEFINED;

    d->semantic = named ? semantic_of_name(d->name) : semantic_of_value(r->system_value);
    if (named && d->semantic == DXK_SEMANTIC_KIND_ARBITRARY && which == DXK_SIGNATURE_OUTPUT &&
        c->stage == DXK_DXBC_STAGE_PIXEL)
        d->semantic = pixel_output(r);
    d->use = d->semantic < DXK_SEMANTIC_KIND_INVALID ? use_of(c, which, d->semantic)
                                                     : DXKI_SEMANTIC_NOT_ALLOWED;
    if (d->use != DXKI_SEMANTIC_ARBITRARY || !named)
        d->name = dxki_str(dxki_semantic_name(d->semantic));
    if (d->use == DXKI_SEMANTIC_ARBITRARY)
        d->semantic = DXK_SEMANTIC_KIND_ARBITRARY;
}

/* Integers among system values are unsigned, but for render targets. */
static uint32_t component_of(const dxk_signature_element *r, uint32_t semantic)
{
    bool system = semantic != DXK_SEMANTIC_KIND_ARBITRARY && semantic != DXK_SEMANTIC_KIND_TARGET;

    switch (r->min_precision) {
    case DXK_SIG_MIN_PRECISION_FLOAT16:
    case DXK_SIG_MIN_PRECISION_FLOAT2_8:
        return DXK_COMPONENT_TYPE_F16;
    case DXK_SIG_MIN_PRECISION_SINT16:
        return system ? DXK_COMPONENT_TYPE_U16 : DXK_COMPONENT_TYPE_I16;
    case DXK_SIG_MIN_PRECISION_UINT16:
        return DXK_COMPONENT_TYPE_U16;
    default:
        break;
    }
    switch (r->component_type) {
    case DXK_SIG_COMPONENT_TYPE_UINT32:
        return DXK_COMPONENT_TYPE_U32;
    case DXK_SIG_COMPONENT_TYPE_SINT32:
        return system ? DXK_COMPONENT_TYPE_U32 : DXK_COMPONENT_TYPE_I32;
    case DXK_SIG_COMPONENT_TYPE_FLOAT32:
        return DXK_COMPONENT_TYPE_F32;
    default:
        return DXK_COMPONENT_TYPE_INVALID;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Places                                                                                     */

static uint32_t first_bit(uint32_t mask)
{
    uint32_t bit = 0;

    while (!(mask >> bit & 1))
        bit++;
    return bit;
}

static uint32_t last_bit(uint32_t mask)
{
    uint32_t bit = 3;

    while (!(mask >> bit & 1))
        bit--;
    return bit;
}

/* An element without a register, one for each meaning. */
static bool take_unplaced(dxki_convert *c, uint32_t which, uint32_t index,
                          const dxki_convert_draft *d)
{
    uint64_t *seen = &c->facts->signatures[which].unplaced, bit = (uint64_t)1 << d->semantic;

    if (d->use != DXKI_SEMANTIC_NOT_PACKED && d->use != DXKI_SEMANTIC_SHADOW)
        return refuse(c, which, index, "has no register");
    if (*seen & bit)
        return refuse(c, which, index, "is there more than once");
    *seen |= bit;
    return true;
}

/* Where the element is in the program's registers; what it must be by its meaning. */
static bool find_place(dxki_convert *c, uint32_t which, uint32_t index,
                       const dxk_signature_element *r, dxki_convert_draft *d)
{
    bool nowhere = r->register_index == DXKI_CONVERT_NOWHERE;

    d->reg = r->register_index;
    d->rows = 1;
    if (nowhere || d->use == DXKI_SEMANTIC_NOT_PACKED) {
        d->reg = DXKI_CONVERT_NOWHERE;
        d->columns = 1;
        return take_unplaced(c, which, index, d);
    }
    if (d->reg >= DXK_SIGNATURE_REGISTERS)
        return refuse(c, which, index, "has a register beyond the last one, 31");
    if (r->mask == 0 || r->mask > 15)
        return refuse(c, which, index, "names no components of its register");
    d->column = first_bit(r->mask);
    if (d->semantic == DXK_SEMANTIC_KIND_TARGET || d->semantic == DXK_SEMANTIC_KIND_POSITION)
        d->column = 0;
    d->columns = last_bit(r->mask) + 1 - d->column;
    if (d->semantic == DXK_SEMANTIC_KIND_POSITION)
        d->columns = 4;
    if (d->semantic == DXK_SEMANTIC_KIND_TARGET)
        d->indices[0] = d->reg;
    const dxki_convert_slot *slot = &c->facts->signatures[which].slots[d->stream][d->reg];
    for (uint32_t k = d->column; k < d->column + d->columns && !d->interpolation; k++)
        d->interpolation = slot->interpolation[k];
    return true;
}

/* Notes the element in the slots of its registers. */
static bool occupy(dxki_convert *c, uint32_t which, uint32_t index, uint32_t number,
                   const dxki_convert_draft *d)
{
    dxki_convert_slot *slots = c->facts->signatures[which].slots[d->stream];

    for (uint32_t row = d->reg; d->reg != DXKI_CONVERT_NOWHERE && row < d->reg + d->rows; row++)
        for (uint32_t k = d->column; k < d->column + d->columns; k++) {
            if (slots[row].element[k] && slots[row].element[k] != number)
                return refuse(c, which, index, "has components of another element");
            slots[row].element[k] = (uint16_t)number;
        }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Records                                                                                    */

static bool check_name(dxki_convert *c, uint32_t which, uint32_t index, dxk_str name)
{
    return (name.size > 0 && name.size <= NAME_MAX) ||
           refuse(c, which, index, "has a name that is empty or too long");
}

/* System values have one index each, but for distances, factors and render targets. */
static bool check_index(dxki_convert *c, uint32_t which, uint32_t index,
                        const dxki_convert_draft *d)
{
    switch (d->semantic) {
    case DXK_SEMANTIC_KIND_ARBITRARY:
    case DXK_SEMANTIC_KIND_CLIP_DISTANCE:
    case DXK_SEMANTIC_KIND_CULL_DISTANCE:
    case DXK_SEMANTIC_KIND_TESS_FACTOR:
    case DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR:
        return true;
    case DXK_SEMANTIC_KIND_TARGET:
        return d->reg < TARGETS ||
               refuse(c, which, index, "is a render target beyond the last one, 7");
    default:
        return d->indices[0] == 0 ||
               refuse(c, which, index, "is a system value that has no such index");
    }
}

/* Is there an element of that name and index in the stream? The number of elements is bounded by
 * the components that there are. */
static bool check_unique(dxki_convert *c, uint32_t which, uint32_t index,
                         const dxki_convert_draft *d)
{
    const dxki_convert_signature *s = &c->facts->signatures[which];

    for (size_t i = 0; i < s->drafts.count; i++) {
        const dxki_convert_draft *other = &s->drafts.items[i];
        if (other->indices[0] == d->indices[0] && other->stream == d->stream &&
            dxki_str_same_fold(other->name, d->name))
            return refuse(c, which, index, "has the name and index of another one");
    }
    return true;
}

/* Takes a record, unless it is a value that is read in another way than from a register. */
static bool take_record(dxki_convert *c, uint32_t which, const dxk_signature *part, uint32_t index)
{
    dxki_convert_signature *s = &c->facts->signatures[which];
    const dxk_signature_element *r = &part->elements[index];
    dxki_convert_draft d = {.name = dxk_signature_name(part, index),
                            .indices = {r->semantic_index},
                            .stream = r->stream,
                            .record = index};
    bool streams = which == DXK_SIGNATURE_OUTPUT && c->stage == DXK_DXBC_STAGE_GEOMETRY;

    if (!check_name(c, which, index, d.name))
        return false;
    find_meaning(c, which, r, &d);
    if (d.use == DXKI_SEMANTIC_NOT_ALLOWED || d.use == DXKI_SEMANTIC_NOT_IN_SIGNATURE)
        return true;
    d.component = component_of(r, d.semantic);
    if (d.component == DXK_COMPONENT_TYPE_INVALID)
        return refuse(c, which, index, "has an unknown type");
    if (d.stream >= (streams ? DXKI_CONVERT_STREAMS : 1))
        return refuse(c, which, index, "is of a stream that the stage does not have");
    if (!find_place(c, which, index, r, &d) || !check_index(c, which, index, &d) ||
        !check_unique(c, which, index, &d) ||
        !occupy(c, which, index, (uint32_t)s->drafts.count + 1, &d))
        return false;
    if (!dxki_vec_push(c->ctx, &s->drafts, d))
        dxki_convert_nomem(c);
    return dxki_convert_ready(c);
}

/* The first part that has the signature, decoded; NULL: there is none, or it is damaged. */
static const dxk_signature *find_part(dxki_convert *c, uint32_t which)
{
    dxki_convert_facts *f = c->facts;

    for (size_t i = 0; i < 3 && sources[which][i]; i++) {
        size_t at = dxk_container_find(f->container, sources[which][i], 0);
        if (at == DXK_NO_PART)
            continue;
        f->raw[which] = dxk_container_part(f->container, at);
        dxk_status status =
            dxk_part_decode(c->ctx, sources[which][i],
                            dxk_container_part(f->container, at)->content, &f->parts[which]);
        if (status != DXK_OK) {
            c->status = status;
            return NULL;
        }
        return f->parts[which]->as.signature;
    }
    return NULL;
}

void dxki_convert_read_signatures(dxki_convert *c)
{
    for (uint32_t which = 0; which < 3 && dxki_convert_ready(c); which++) {
        dxki_sigpoint point = dxki_sigpoint_of(dxki_convert_kind(c), which);
        if (point == DXKI_SIGPOINT_COUNT || point == DXKI_SIGPOINT_CS_IN)
            continue;
        const dxk_signature *part = find_part(c, which);
        for (uint32_t i = 0; part && i < part->header.count; i++)
            if (!take_record(c, which, part, i))
                break;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Rows                                                                                       */

static bool is_factor(const dxki_convert_draft *d)
{
    return d->use == DXKI_SEMANTIC_TESS_FACTOR;
}

static uint32_t columns_mask(const dxki_convert_draft *d)
{
    return ((1u << d->columns) - 1) << d->column;
}

/* Is `next` one more row of `d`? */
static bool goes_on(const dxki_convert *c, const dxki_convert_draft *d,
                    const dxki_convert_draft *next, uint32_t joined)
{
    bool together =
        is_factor(d) && !c->dxilconv
            ? next->semantic == d->semantic && next->indices[0] == d->indices[d->rows - 1] + 1
            : (joined & columns_mask(d) & columns_mask(next)) != 0 &&
                  d->use != DXKI_SEMANTIC_TARGET;

    return together && next->semantic == d->semantic && next->column == d->column &&
           next->component == d->component && next->interpolation == d->interpolation &&
           dxki_str_same_fold(next->name, d->name);
}

/* True if the components that only some rows have are free in the others. */
static bool may_widen(const dxki_convert_slot *slots, const dxki_convert_draft *d, uint32_t columns,
                      uint32_t number, uint32_t next)
{
    for (uint32_t row = d->reg; row <= d->reg + d->rows; row++)
        for (uint32_t k = d->column; k < d->column + columns; k++)
            if (slots[row].element[k] && slots[row].element[k] != number &&
                slots[row].element[k] != next)
                return false;
    return true;
}

/* Joins the elements below element `number` that go on with it. */
static void join_rows(dxki_convert *c, uint32_t which, uint32_t number)
{
    dxki_convert_signature *s = &c->facts->signatures[which];
    dxki_convert_draft *d = &s->drafts.items[number - 1];
    dxki_convert_slot *slots = s->slots[d->stream];

    while (d->reg + d->rows < DXK_SIGNATURE_REGISTERS) {
        uint32_t next = slots[d->reg + d->rows].element[d->column];
        dxki_convert_draft *e = next ? &s->drafts.items[next - 1] : NULL;
        uint32_t columns = e && e->columns > d->columns ? e->columns : d->columns;
        if (!e || !goes_on(c, d, e, slots[d->reg + d->rows - 1].joined) ||
            !may_widen(slots, d, columns, number, next))
            return;
        e->merged = true;
        d->columns = columns;
        d->indices[d->rows++] = e->indices[0];
        for (uint32_t row = d->reg; row < d->reg + d->rows; row++)
            for (uint32_t k = d->column; k < d->column + columns; k++)
                slots[row].element[k] = (uint16_t)number;
    }
}

void dxki_convert_join(dxki_convert *c)
{
    for (uint32_t which = 0; which < 3; which++) {
        dxki_convert_signature *s = &c->facts->signatures[which];
        for (uint32_t stream = 0; stream < DXKI_CONVERT_STREAMS; stream++)
            for (uint32_t reg = 0; reg < DXK_SIGNATURE_REGISTERS; reg++)
                for (uint32_t k = 0; k < 4; k++) {
                    uint32_t number = s->slots[stream][reg].element[k];
                    const dxki_convert_draft *d = number ? &s->drafts.items[number - 1] : NULL;
                    if (d && d->reg == reg && d->column == k)
                        join_rows(c, which, number);
                }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* What must be written                                                                       */

/* System values, but for render targets; those of a hull shader's control points need not be. */
static bool must_be_written(const dxki_convert *c, uint32_t which, const dxki_convert_element *e)
{
    bool checked = c->stage == DXK_DXBC_STAGE_HULL ? which == DXK_SIGNATURE_PATCH_CONSTANT
                                                   : which == DXK_SIGNATURE_OUTPUT;

    return checked && e->semantic != DXK_SEMANTIC_KIND_ARBITRARY &&
           e->semantic != DXK_SEMANTIC_KIND_TARGET;
}

void dxki_convert_check_written(dxki_convert *c)
{
    for (uint32_t which = DXK_SIGNATURE_OUTPUT; which < 3; which++) {
        const dxki_convert_elements *all = &c->signatures[which];
        for (size_t i = 0; i < all->count && dxki_convert_ready(c); i++) {
            const dxki_convert_element *e = &all->items[i];
            const dxk_signature *part =
                c->facts->parts[which] ? c->facts->parts[which]->as.signature : NULL;
            if (!part || !must_be_written(c, which, e) || e->written == (1u << e->columns) - 1)
                continue;
            const dxki_arg args[] = {dxki_text(dxk_signature_name(part, e->record)),
                                     dxki_dec(part->elements[e->record].semantic_index)};
            dxki_convert_element_fault(c, which, e->record, DXKI_RULE_CONVERT_OUTPUT, args,
                                       DXKI_COUNT(args));
        }
    }
}
