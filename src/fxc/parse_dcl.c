/* SPDX-License-Identifier: MIT */
/* parse_dcl.c - declarations, the reverse of print_dcl.c. */
#include "fxc/parse.h"

#include <string.h>

#define UNBOUNDED    UINT32_MAX
#define RANGE_SUFFIX 0xe46u /* components that ranges and buffers are declared with: .xyzw */

/* ---------------------------------------------------------------------------------------- */
/* Pieces                                                                                     */

static bool parse_number(dxki_fxc_parser *p, uint32_t *value)
{
    dxki_fxc_skip_blanks(p);
    return dxki_fxc_parse_u32(p, value);
}

/* ", 16" as a word after the operand */
static bool parse_comma_word(dxki_fxc_parser *p)
{
    uint32_t value;
    return dxki_fxc_expect(p, ",") && parse_number(p, &value) && dxki_fxc_push_word(p, value);
}

static bool parse_words(dxki_fxc_parser *p, uint32_t count)
{
    uint32_t value;
    if (!parse_number(p, &value) || !dxki_fxc_push_word(p, value))
        return false;
    while (--count)
        if (!parse_comma_word(p))
            return false;
    return true;
}

/* An enumeration after a blank, into bits of the token. */
static bool parse_choice(dxki_fxc_parser *p, dxk_enum_id set, const char *what, uint32_t *token)
{
    uint32_t value;
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_parse_enum(p, set, what, &value))
        return false;
    *token |= value << 11;
    return true;
}

/* "T0[0:3]", of which `kind` is known; the operand has the range's number and bounds. */
static bool parse_range(dxki_fxc_parser *p, size_t slot, uint32_t kind, const char *name)
{
    uint32_t indices[3];
    if (!dxki_fxc_expect(p, name) || !dxki_fxc_parse_u32(p, &indices[0]) ||
        !dxki_fxc_expect(p, "[") || !dxki_fxc_parse_u32(p, &indices[1]) || !dxki_fxc_expect(p, ":"))
        return false;
    if (dxki_fxc_accept(p, "*"))
        indices[2] = UNBOUNDED;
    else if (!dxki_fxc_parse_u32(p, &indices[2]))
        return false;
    return dxki_fxc_expect(p, "]") &&
           dxki_fxc_make_operand(p, slot, kind << 12 | RANGE_SUFFIX, indices, 3);
}

/* "t0", or a range in shader model 5.1 */
static bool parse_declared(dxki_fxc_parser *p, size_t slot, uint32_t kind, const char *range)
{
    dxki_fxc_skip_blanks(p);
    if (p->sm51)
        return parse_range(p, slot, kind, range);
    return dxki_fxc_parse_operand(p, slot, 'o', 0);
}

/* ", space=0" in shader model 5.1 */
static bool parse_space(dxki_fxc_parser *p)
{
    uint32_t space;
    if (!p->sm51)
        return true;
    return dxki_fxc_expect(p, ", space=") && dxki_fxc_parse_u32(p, &space) &&
           dxki_fxc_push_word(p, space);
}

bool dxki_fxc_parse_return_types(dxki_fxc_parser *p, uint32_t *nibbles)
{
    *nibbles = 0;
    if (!dxki_fxc_expect(p, "("))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t type;
        if ((i && !dxki_fxc_expect(p, ",")) ||
            !dxki_fxc_parse_enum(p, DXK_ENUM_ID_dxbc_return_type, "a type", &type))
            return false;
        *nibbles |= type << (4 * i);
    }
    return dxki_fxc_expect(p, ")");
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* The dimension after "dcl_resource_" or "dcl_uav_typed_": longest name first, since flags may
 * follow it. */
static bool parse_dimension(dxki_fxc_parser *p, uint32_t *token)
{
    uint64_t number, best = 0;
    const char *text;
    size_t longest = 0;
    if (!dxki_fxc_expect(p, "_"))
        return false;
    for (size_t i = 0; dxk_enum_value(DXK_ENUM_ID_dxbc_dimension, i, &number, &text); i++) {
        size_t size = strlen(text);
        if (size > longest && size <= (size_t)(p->end - p->at) && memcmp(p->at, text, size) == 0) {
            longest = size;
            best = number;
        }
    }
    p->at += longest;
    *token |= (uint32_t)best << 11;
    return longest > 0 || dxki_fxc_parse_expected(p, "a dimension");
}

static void parse_uav_flags(dxki_fxc_parser *p, uint32_t *token)
{
    if (dxki_fxc_accept(p, "_glc"))
        *token |= 1u << 16;
    if (dxki_fxc_accept(p, "_opc"))
        *token |= 1u << 23;
    if (dxki_fxc_accept(p, "_rov"))
        *token |= 1u << 17;
}

/* "_texture2dms(4) (float,float,float,float) t0" */
static bool parse_typed(dxki_fxc_parser *p, uint32_t *token, size_t slot, bool uav)
{
    int64_t samples;
    uint32_t types;
    if (!parse_dimension(p, token))
        return false;
    if (uav)
        parse_uav_flags(p, token);
    if (!uav && dxki_fxc_accept(p, "(")) {
        if (!dxki_fxc_parse_within(p, 0, 127, "a number of samples below 128", &samples) ||
            !dxki_fxc_expect(p, ")"))
            return false;
        *token |= (uint32_t)samples << 16;
    }
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_parse_return_types(p, &types))
        return false;
    uint32_t kind = uav ? DXK_DXBC_REGISTER_UAV : DXK_DXBC_REGISTER_RESOURCE;
    return parse_declared(p, slot, kind, uav ? "U" : "T") && dxki_fxc_push_word(p, types) &&
           parse_space(p);
}

static bool parse_untyped(dxki_fxc_parser *p, uint32_t *token, size_t slot, bool uav,
                          bool structured)
{
    uint32_t kind = uav ? DXK_DXBC_REGISTER_UAV : DXK_DXBC_REGISTER_RESOURCE;
    if (uav)
        parse_uav_flags(p, token);
    return parse_declared(p, slot, kind, uav ? "U" : "T") && (!structured || parse_comma_word(p)) &&
           parse_space(p);
}

/* "CB0[4], immediateIndexed"; in shader model 5.1 "CB0[0:0][4], immediateIndexed, space=0" */
static bool parse_buffer(dxki_fxc_parser *p, uint32_t *token, size_t slot)
{
    const uint32_t kind = DXK_DXBC_REGISTER_CONSTANT_BUFFER;
    uint32_t indices[2], size = 0;
    dxki_fxc_skip_blanks(p);
    if (p->sm51) {
        if (!parse_range(p, slot, kind, "CB") || !dxki_fxc_expect(p, "[") ||
            !dxki_fxc_parse_u32(p, &size))
            return false;
    } else {
        if (!dxki_fxc_accept(p, "CB") && !dxki_fxc_expect(p, "cb"))
            return false;
        if (!dxki_fxc_parse_u32(p, &indices[0]) || !dxki_fxc_expect(p, "[") ||
            !dxki_fxc_parse_u32(p, &indices[1]) ||
            !dxki_fxc_make_operand(p, slot, kind << 12 | RANGE_SUFFIX, indices, 2))
            return false;
    }
    if (!dxki_fxc_expect(p, "], "))
        return false;
    if (dxki_fxc_accept(p, "dynamicIndexed"))
        *token |= 1u << 11;
    else if (!dxki_fxc_expect(p, "immediateIndexed"))
        return false;
    return (!p->sm51 || dxki_fxc_push_word(p, size)) && parse_space(p);
}

static bool parse_sampler(dxki_fxc_parser *p, uint32_t *token, size_t slot)
{
    return parse_declared(p, slot, DXK_DXBC_REGISTER_SAMPLER, "S") && dxki_fxc_expect(p, ",") &&
           parse_choice(p, DXK_ENUM_ID_dxbc_sampler_mode, "a mode", token) && parse_space(p);
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs and outputs                                                                         */

/* The interpolation of a pixel shader's input; a system value that shows none is constant. */
static bool parse_interpolation(dxki_fxc_parser *p, uint32_t *token, bool constant)
{
    dxki_fxc_skip_blanks(p);
    bool given = p->at < p->end && (*p->at == 'c' || *p->at == 'l');
    if (given)
        return parse_choice(p, DXK_ENUM_ID_dxbc_interpolation, "an interpolation", token);
    *token |= constant ? (uint32_t)DXK_DXBC_INTERPOLATION_CONSTANT << 11 : 0;
    return true;
}

static bool parse_signature(dxki_fxc_parser *p, dxki_dxbc_form form, uint32_t *token, size_t slot)
{
    uint32_t name;
    bool pixel = form == DXKI_FORM_INPUT_PS || form == DXKI_FORM_INPUT_PS_SIV ||
                 form == DXKI_FORM_INPUT_PS_SGV;
    if (pixel && !parse_interpolation(p, token, form == DXKI_FORM_INPUT_PS_SGV))
        return false;
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_parse_operand(p, slot, 'o', 0))
        return false;
    if (form == DXKI_FORM_INPUT || form == DXKI_FORM_OUTPUT || form == DXKI_FORM_INPUT_PS)
        return true;
    if (!dxki_fxc_expect(p, ","))
        return false;
    dxki_fxc_skip_blanks(p);
    return dxki_fxc_parse_enum(p, DXK_ENUM_ID_dxbc_name, "a system value", &name) &&
           dxki_fxc_push_word(p, name);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions and interfaces                                                                   */

/* "{fb0, fb1}", as words; *count is their number. */
static bool parse_set(dxki_fxc_parser *p, const char *name, uint32_t *count)
{
    uint32_t value;
    *count = 0;
    if (!dxki_fxc_expect(p, " = {"))
        return false;
    while (!dxki_fxc_accept(p, "}")) {
        if (*count && !dxki_fxc_expect(p, ","))
            return false;
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_expect(p, name) || !dxki_fxc_parse_u32(p, &value) ||
            !dxki_fxc_push_word(p, value))
            return false;
        ++*count;
    }
    return true;
}

static bool parse_table(dxki_fxc_parser *p)
{
    uint32_t id, count;
    if (!dxki_fxc_expect(p, " ft") || !dxki_fxc_parse_u32(p, &id) || !dxki_fxc_push_word(p, id) ||
        !dxki_fxc_push_word(p, 0))
        return false;
    size_t place = p->words.count - 1;
    if (!parse_set(p, "fb", &count))
        return false;
    p->words.items[place] = count;
    return true;
}

static bool parse_interface(dxki_fxc_parser *p, uint32_t *token)
{
    uint32_t id, sites, count;
    int64_t length;
    if (dxki_fxc_accept(p, "_dynamicindexed"))
        *token |= 1u << 11;
    if (!dxki_fxc_expect(p, " fp") || !dxki_fxc_parse_u32(p, &id) || !dxki_fxc_expect(p, "[") ||
        !dxki_fxc_parse_within(p, 0, 0xffff, "a length of 16 bits", &length) ||
        !dxki_fxc_expect(p, "][") || !dxki_fxc_parse_u32(p, &sites) || !dxki_fxc_expect(p, "]") ||
        !dxki_fxc_push_word(p, id) || !dxki_fxc_push_word(p, sites) || !dxki_fxc_push_word(p, 0))
        return false;
    size_t place = p->words.count - 1;
    if (!parse_set(p, "ft", &count))
        return false;
    p->words.items[place] = count | (uint32_t)length << 16;
    return count <= 0xffff || dxki_fxc_parse_expected(p, "fewer tables");
}

/* ---------------------------------------------------------------------------------------- */
/* The rest                                                                                   */

static bool parse_global_flags(dxki_fxc_parser *p, uint32_t *token)
{
    uint32_t flag;
    dxki_fxc_skip_blanks(p);
    if (p->at == p->end)
        return true;
    do {
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_parse_enum(p, DXK_ENUM_ID_dxbc_global_flag, "a flag", &flag))
            return false;
        *token |= flag;
        dxki_fxc_skip_blanks(p);
    } while (dxki_fxc_accept(p, "|"));
    return true;
}

static bool parse_temp_array(dxki_fxc_parser *p)
{
    uint32_t id, count;
    return dxki_fxc_expect(p, " x") && dxki_fxc_parse_u32(p, &id) && dxki_fxc_expect(p, "[") &&
           dxki_fxc_parse_u32(p, &count) && dxki_fxc_expect(p, "]") && dxki_fxc_push_word(p, id) &&
           dxki_fxc_push_word(p, count) && parse_comma_word(p);
}

static bool parse_primitive(dxki_fxc_parser *p, uint32_t *token)
{
    int64_t points;
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_accept(p, "patch"))
        return parse_choice(p, DXK_ENUM_ID_dxbc_primitive, "a primitive", token);
    if (!dxki_fxc_parse_within(p, 1, 32, "a number of control points from 1 to 32", &points))
        return false;
    *token |= (uint32_t)(points + 7) << 11;
    return true;
}

static bool parse_tessellator(dxki_fxc_parser *p, dxki_dxbc_form form, uint32_t *token)
{
    uint32_t value;
    int64_t points;
    switch (form) {
    case DXKI_FORM_TESSELLATOR_DOMAIN:
        return parse_choice(p, DXK_ENUM_ID_dxbc_domain, "a domain", token);
    case DXKI_FORM_TESSELLATOR_PARTITIONING:
        return parse_choice(p, DXK_ENUM_ID_dxbc_partitioning, "a partitioning", token);
    case DXKI_FORM_TESSELLATOR_OUTPUT_PRIMITIVE:
        return parse_choice(p, DXK_ENUM_ID_dxbc_output_primitive, "a primitive", token);
    case DXKI_FORM_HS_MAX_TESSFACTOR:
        dxki_fxc_skip_blanks(p);
        return dxki_fxc_expect(p, "l(") && dxki_fxc_parse_value(p, 'f', &value) &&
               dxki_fxc_expect(p, ")") && dxki_fxc_push_word(p, value);
    default: /* counts of control points */
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_parse_within(p, 0, 63, "a number of control points below 64", &points))
            return false;
        *token |= (uint32_t)points << 11;
        return true;
    }
}

static bool parse_shared(dxki_fxc_parser *p, size_t slot, uint32_t words)
{
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_parse_operand(p, slot, 'o', 0))
        return false;
    while (words--)
        if (!parse_comma_word(p))
            return false;
    return true;
}

static bool parse_index_range(dxki_fxc_parser *p, size_t slot)
{
    dxki_fxc_skip_blanks(p);
    return dxki_fxc_parse_operand(p, slot, 'o', 0) && parse_words(p, 1);
}

static bool parse_body(dxki_fxc_parser *p)
{
    uint32_t id;
    return dxki_fxc_expect(p, " fb") && dxki_fxc_parse_u32(p, &id) && dxki_fxc_push_word(p, id);
}

bool dxki_fxc_parse_declaration(dxki_fxc_parser *p, const dxki_dxbc_opcode *op, uint32_t *token,
                                size_t slot)
{
    dxki_dxbc_form form = (dxki_dxbc_form)op->form;
    switch (form) {
    case DXKI_FORM_RESOURCE:
        return parse_typed(p, token, slot, false);
    case DXKI_FORM_UAV_TYPED:
        return parse_typed(p, token, slot, true);
    case DXKI_FORM_UAV_RAW:
        return parse_untyped(p, token, slot, true, false);
    case DXKI_FORM_UAV_STRUCTURED:
        return parse_untyped(p, token, slot, true, true);
    case DXKI_FORM_RESOURCE_RAW:
        return parse_untyped(p, token, slot, false, false);
    case DXKI_FORM_RESOURCE_STRUCTURED:
        return parse_untyped(p, token, slot, false, true);
    case DXKI_FORM_CONSTANTBUFFER:
        return parse_buffer(p, token, slot);
    case DXKI_FORM_SAMPLER:
        return parse_sampler(p, token, slot);
    case DXKI_FORM_INPUT:
    case DXKI_FORM_INPUT_SGV:
    case DXKI_FORM_INPUT_SIV:
    case DXKI_FORM_INPUT_PS:
    case DXKI_FORM_INPUT_PS_SGV:
    case DXKI_FORM_INPUT_PS_SIV:
    case DXKI_FORM_OUTPUT:
    case DXKI_FORM_OUTPUT_SGV:
    case DXKI_FORM_OUTPUT_SIV:
        return parse_signature(p, form, token, slot);
    case DXKI_FORM_INDEXRANGE:
        return parse_index_range(p, slot);
    case DXKI_FORM_STREAM:
        return parse_shared(p, slot, 0);
    case DXKI_FORM_TGSM_RAW:
        return parse_shared(p, slot, 1);
    case DXKI_FORM_TGSM_STRUCTURED:
        return parse_shared(p, slot, 2);
    case DXKI_FORM_OUTPUTTOPOLOGY:
        return parse_choice(p, DXK_ENUM_ID_dxbc_topology, "a topology", token);
    case DXKI_FORM_INPUTPRIMITIVE:
        return parse_primitive(p, token);
    case DXKI_FORM_INDEXABLETEMP:
        return parse_temp_array(p);
    case DXKI_FORM_GLOBALFLAGS:
        return parse_global_flags(p, token);
    case DXKI_FORM_FUNCTION_BODY:
        return parse_body(p);
    case DXKI_FORM_FUNCTION_TABLE:
        return parse_table(p);
    case DXKI_FORM_INTERFACE:
        return parse_interface(p, token);
    case DXKI_FORM_THREAD_GROUP:
        return parse_words(p, 3);
    case DXKI_FORM_TEMPS:
    case DXKI_FORM_MAXOUT:
    case DXKI_FORM_GSINSTANCES:
    case DXKI_FORM_HS_FORK_PHASE_INSTANCE_COUNT:
    case DXKI_FORM_HS_JOIN_PHASE_INSTANCE_COUNT:
        return parse_words(p, 1);
    default:
        return parse_tessellator(p, form, token);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The immediate constant buffer                                                              */

/* "{ 1.000000, 0, 0, 0}" */
static bool parse_row(dxki_fxc_parser *p)
{
    uint32_t bits;
    if (!dxki_fxc_expect(p, "{"))
        return false;
    for (int i = 0; i < 4; i++) {
        if (i && !dxki_fxc_expect(p, ","))
            return false;
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_parse_value(p, 't', &bits) || !dxki_fxc_push_word(p, bits))
            return false;
    }
    dxki_fxc_skip_blanks(p);
    return dxki_fxc_expect(p, "}");
}

bool dxki_fxc_parse_constants(dxki_fxc_parser *p)
{
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_expect(p, "{"))
        return false;
    for (;;) {
        dxki_fxc_skip_blanks(p);
        if (!parse_row(p))
            return false;
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_accept(p, ","))
            return dxki_fxc_expect(p, "}");
        dxki_fxc_skip_blanks(p);
        if (p->at == p->end && !dxki_fxc_parse_line(p))
            return dxki_fxc_parse_expected(p, "another row");
    }
}
