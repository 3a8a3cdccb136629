/* SPDX-License-Identifier: MIT */
/* constant_use.c - see constant_use.h. */
#include "pass/constant_use.h"

#include "dxil/handles.h"
#include "ir/float.h"

/* A constant as an argument of an operation. */
typedef struct use {
    dxki_pass *p;
    const dxk_module *m;
    const dxk_dxil *dxil;
    const dxki_inst *call;
    const dxki_dxop_info *op;
    uint32_t number; /* of the argument, the opcode left out */
    dxki_value constant;
} use;

static dxki_value argument(const use *u, uint32_t number)
{
    return u->m->words.items[u->call->ops + 1 + number];
}

/* The number as registers, rows and offsets are: of 32 bits. */
static bool number_of(const use *u, uint32_t *number)
{
    uint64_t bits;
    bool is_int = dxki_value_as_int(u->m, u->constant, &bits);
    *number = is_int ? (uint32_t)bits : 0;
    return is_int;
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* Only libraries have more than one entry point, and those no signatures. */
#define MOST_ENTRIES 16u

static const dxki_dxil_entry *entry_of(const use *u)
{
    for (uint32_t i = 0; i < u->dxil->entries.count && i < MOST_ENTRIES; i++) {
        const dxki_dxil_entry *e = u->dxil->entries.items[i];
        if (e->function == u->p->function || e->props.hs.patch_function == u->p->function)
            return e;
    }
    return NULL;
}

/* Vertices of a primitive of a geometry shader: of points, lines, triangles, with neighbours, of
 * patches. */
static uint32_t vertices_of(uint32_t primitive)
{
    static const uint8_t simple[] = {0, 1, 2, 3, 0, 0, 4, 6};
    return primitive < 8 ? simple[primitive] : primitive - 7;
}

/* How many vertices or control points an operand can name; 0: it is not known. */
static uint32_t vertex_limit(const use *u, const dxki_dxil_entry *e)
{
    switch (u->p->facts->kind) {
    case DXK_SHADER_KIND_GEOMETRY:
        return vertices_of(e->props.gs.input_primitive);
    case DXK_SHADER_KIND_DOMAIN:
        return e->props.ds.control_points;
    case DXK_SHADER_KIND_HULL:
        return e->props.hs.input_points < e->props.hs.output_points ? e->props.hs.input_points
                                                                    : e->props.hs.output_points;
    default:
        return 0;
    }
}

enum { ARG_ELEMENT, ARG_ROW, ARG_COLUMN, ARG_VERTEX };

static dxki_pass_fit in_range(uint32_t number, uint32_t limit)
{
    return number < limit ? DXKI_PASS_FITS : DXKI_PASS_BREAKS;
}

static dxki_pass_fit fits_signature(const use *u, uint32_t signature)
{
    uint64_t id;
    uint32_t number;
    const dxki_dxil_entry *e = entry_of(u);
    if (!e || !number_of(u, &number))
        return DXKI_PASS_UNSURE;
    if (u->number == ARG_VERTEX)
        return vertex_limit(u, e) ? in_range(number, vertex_limit(u, e)) : DXKI_PASS_UNSURE;
    if (u->number != ARG_ROW || !dxki_value_as_int(u->m, argument(u, ARG_ELEMENT), &id) ||
        id >= e->signatures[signature].count)
        return DXKI_PASS_UNSURE;
    const dxki_dxil_sig_element *element = e->signatures[signature].items[id];
    return in_range(number, element->rows);
}

/* Outputs: the value, which is after the column, may be anything. */
static dxki_pass_fit fits_element(const use *u)
{
    const dxki_dxop_effect *effect = dxki_dxop_effect_get((dxki_dxop_kind)u->op->kind);
    bool writes = effect->writes & DXKI_DXM_OUTPUTS;
    return writes && u->number > ARG_COLUMN
               ? DXKI_PASS_FITS
               : fits_signature(u, effect->signature - (uint32_t)DXKI_DXS_INPUT);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* The resource that createHandle names by constants; NULL: it does not. */
static const dxki_dxil_resource *created(const use *u, const dxki_inst *call)
{
    uint64_t cls, id;
    const dxki_value *args = u->m->words.items + call->ops + 1;
    if (!dxki_value_as_int(u->m, args[0], &cls) || cls >= DXKI_RESOURCE_CLASSES ||
        !dxki_value_as_int(u->m, args[1], &id) || id >= u->dxil->resources[cls].count)
        return NULL;
    return u->dxil->resources[cls].items[id];
}

/* The register is in the range of the resource, or of the binding. */
static dxki_pass_fit fits_handle(const use *u)
{
    uint64_t words[4];
    uint32_t number;
    bool binds = u->op == dxki_dxop_get(DXKI_DXOP_CreateHandleFromBinding);
    bool creates = u->op == dxki_dxop_get(DXKI_DXOP_CreateHandle);
    if (!number_of(u, &number) || !((binds && u->number == 1) || (creates && u->number == 2)))
        return DXKI_PASS_FITS;
    if (binds && !dxki_dxil_const_binding(u->m, argument(u, 0), words))
        return DXKI_PASS_UNSURE;
    if (binds)
        return number >= words[0] && number <= words[1] ? DXKI_PASS_FITS : DXKI_PASS_BREAKS;
    const dxki_dxil_resource *res = created(u, u->call);
    return res ? in_range(number - res->lower_bound, res->range_size) : DXKI_PASS_UNSURE;
}

/* The size of the constant buffer behind a handle; 0: it is not known. */
static uint32_t size_of_cbuffer(const use *u, dxki_value handle)
{
    uint32_t call = dxki_value_as_inst(handle);
    bool ends = false;
    if (!call || dxki_inst_get(u->m, call)->op != DXKI_OP_CALL)
        return 0;
    const dxki_inst *in = dxki_inst_get(u->m, call);
    if (dxki_call_dxop_complete(u->m, in) == dxki_dxop_get(DXKI_DXOP_CreateHandle)) {
        const dxki_dxil_resource *res = created(u, in);
        return res ? res->cbuffer_size : 0;
    }
    dxki_dxil_handle_props props = dxki_dxil_call_props(u->dxil, call, &ends);
    return props.word1;
}

/* A row of 16 bytes, or a byte, of a constant buffer. */
static bool fits_cbuffer(const use *u)
{
    uint32_t number, size;
    bool rows = u->op == dxki_dxop_get(DXKI_DXOP_CBufferLoadLegacy);
    if (u->number != 1 || !number_of(u, &number))
        return true;
    size = size_of_cbuffer(u, argument(u, 0));
    return size == 0 || (uint64_t)number * (rows ? 16 : 1) < size;
}

/* Offsets of what is read of a texture: four bits with a sign. */
static bool fits_offset(const use *u)
{
    uint32_t number;
    bool reads = u->op->kind == DXKI_DXK_SRV || u->op->kind == DXKI_DXK_SRV_QUAD ||
                 u->op->kind == DXKI_DXK_RESOURCE;
    return !reads || !dxki_str_starts(dxki_dxop_operand_name(u->op, u->number), "offset") ||
           !number_of(u, &number) || number + 8 < 16;
}

/* ---------------------------------------------------------------------------------------- */

/* Functions of infinity that have no value. */
static bool is_finite(const use *u)
{
    const dxki_const *c = dxki_const_get(u->m, u->constant);
    if (!c || c->kind != DXKI_C_FLOAT)
        return true;
    double value = dxki_float_value(c->type, dxki_const_bits(c));
    return value - value == 0;
}

static bool fits_operand(const use *u)
{
    uint32_t number;
    return !(u->op->operands[u->number].rules & DXKI_DXR_FOUR) || !number_of(u, &number) ||
           number % 4 == 0;
}

static dxki_pass_fit fits_call(const use *u)
{
    const dxki_dxop_effect *effect = dxki_dxop_effect_get((dxki_dxop_kind)u->op->kind);
    if (!fits_operand(u))
        return DXKI_PASS_BREAKS;
    if (!fits_offset(u)) /* where a variable may not stand either, and validators differ */
        return DXKI_PASS_UNSURE;
    if (effect->signature != DXKI_DXS_NONE)
        return fits_element(u);
    switch ((dxki_dxop_kind)u->op->kind) {
    case DXKI_DXK_EVALUATION:
    case DXKI_DXK_VERTEX_INPUT:
        return u->number > ARG_COLUMN ? DXKI_PASS_FITS : fits_signature(u, 0);
    case DXKI_DXK_HANDLE:
        return fits_handle(u);
    case DXKI_DXK_CBUFFER:
        return fits_cbuffer(u) ? DXKI_PASS_FITS : DXKI_PASS_BREAKS;
    default:
        return !(u->op->flags & DXKI_DXF_FOLD_NEAR) || is_finite(u) ? DXKI_PASS_FITS
                                                                    : DXKI_PASS_BREAKS;
    }
}

/* The constant -0.0, from which a subtraction is not one but turns the sign, also that of a denormal
 * that a subtraction would flush. */
static bool turns_sign(const dxk_module *m, const dxki_inst *in, uint32_t operand,
                       dxki_value constant)
{
    const dxki_const *c = dxki_const_get(m, constant);
    if (in->op != DXKI_OP_FSUB || operand != 0 || !c || c->kind != DXKI_C_FLOAT)
        return false;
    return dxki_const_bits(c) == (uint64_t)1 << (dxki_type_bits(m, c->type) - 1);
}

/* Metadata that cannot be read says nothing. */
dxki_pass_fit dxki_pass_argument_fits(dxki_pass *p, const dxki_inst *call, const dxki_dxop_info *op,
                                      uint32_t operand, dxki_value constant)
{
    if (operand == 0 || operand > op->operand_count)
        return DXKI_PASS_FITS;
    use u = {p, p->m, dxki_pass_dxil(p), call, op, operand - 1, constant};
    return u.dxil ? fits_call(&u) : DXKI_PASS_UNSURE;
}

dxki_pass_fit dxki_pass_constant_fits(dxki_pass *p, uint32_t user, uint32_t operand,
                                      dxki_value constant)
{
    const dxk_module *m = p->m;
    const dxki_inst *in = dxki_inst_get(m, user);
    uint64_t number;
    if (dxki_op_get(in->op)->family == DXKI_OF_DIVISION)
        return operand != 1 || !dxki_value_as_int(m, constant, &number) || number != 0
                   ? DXKI_PASS_FITS
                   : DXKI_PASS_BREAKS;
    if (turns_sign(m, in, operand, constant))
        return DXKI_PASS_UNSURE;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
    return op ? dxki_pass_argument_fits(p, in, op, operand, constant) : DXKI_PASS_FITS;
}

bool dxki_pass_may_be_constant(dxki_pass *p, dxki_value value, dxki_value constant)
{
    if (!dxki_value_is_const(constant))
        return true;
    DXKI_EACH_TRACKED_USE(p->m, value, at) {
        if (!dxki_pass_may_use_constant(p, dxki_tracked_user(p->m, at),
                                        dxki_tracked_operand(p->m, at), constant))
            return false;
    }
    return true;
}
