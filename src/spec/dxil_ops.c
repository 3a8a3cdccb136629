/* SPDX-License-Identifier: MIT */
/* dxil_ops.c - the table of DXIL operations; see dxil_ops.def for its columns. */
#include "spec/dxil_ops.h"
#include "spec/shader_flags.h"
#include "spec/shader_models.h"
#include "spec/spec.h"

#include <string.h>

/* Names of stage sets. A program of kind "library" is checked per function as well, so it is in
 * every set that a function of it may be in. */
enum {
    STAGES_PIXEL = DXKI_STAGE(PIXEL),
    STAGES_VERTEX = DXKI_STAGE(VERTEX),
    STAGES_GEOMETRY = DXKI_STAGE(GEOMETRY),
    STAGES_HULL = DXKI_STAGE(HULL),
    STAGES_DOMAIN = DXKI_STAGE(DOMAIN),
    STAGES_COMPUTE = DXKI_STAGE(COMPUTE),
    STAGES_MESH = DXKI_STAGE(MESH),
    STAGES_AMPLIFICATION = DXKI_STAGE(AMPLIFICATION),
    STAGES_NODE = DXKI_STAGE(NODE),
    STAGES_ANY_HIT = DXKI_STAGE(ANY_HIT),
    STAGES_ALL = DXKI_STAGE(INVALID) - 1,
    STAGES_GROUP = STAGES_COMPUTE | STAGES_MESH | STAGES_AMPLIFICATION | STAGES_NODE,
    STAGES_QUAD = STAGES_GROUP | STAGES_PIXEL | DXKI_STAGE(LIBRARY),
    STAGES_TESSELLATION = STAGES_DOMAIN | STAGES_HULL,
    STAGES_PATCH_OR_PRIMITIVE = STAGES_TESSELLATION | STAGES_GEOMETRY,
    STAGES_VIEW = STAGES_PATCH_OR_PRIMITIVE | STAGES_VERTEX | STAGES_PIXEL | STAGES_MESH,
    STAGES_FEEDBACK = DXKI_STAGE(LIBRARY) | STAGES_PIXEL,
    STAGES_RAY_GENERATION = DXKI_STAGE(LIBRARY) | DXKI_STAGE(RAY_GENERATION),
    STAGES_INTERSECTION = DXKI_STAGE(LIBRARY) | DXKI_STAGE(INTERSECTION),
    STAGES_HIT_SHADER = DXKI_STAGE(LIBRARY) | STAGES_ANY_HIT | DXKI_STAGE(CLOSEST_HIT),
    STAGES_HIT = STAGES_HIT_SHADER | STAGES_INTERSECTION,
    STAGES_RAY = STAGES_HIT | DXKI_STAGE(MISS),
    STAGES_TRACER = STAGES_RAY_GENERATION | DXKI_STAGE(CLOSEST_HIT) | DXKI_STAGE(MISS),
    STAGES_CALLER = STAGES_TRACER | DXKI_STAGE(CALLABLE),
    STAGES_RAYTRACING = STAGES_RAY | STAGES_CALLER
};

/* Names of the enumerations, in order of their values. */
static const char *const enum_texts[][5] = {
    [DXKI_DXE_WAVE_OP] = {"Sum", "Product", "Min", "Max"},
    [DXKI_DXE_SIGNED_OP] = {"Signed", "Unsigned"},
    [DXKI_DXE_WAVE_BIT_OP] = {"And", "Or", "Xor"},
    [DXKI_DXE_WAVE_MULTI_PREFIX_OP] = {"Sum", "And", "Or", "Xor", "Product"},
    [DXKI_DXE_QUAD_OP] = {"ReadAcrossX", "ReadAcrossY", "ReadAcrossDiagonal"},
    [DXKI_DXE_QUAD_VOTE_OP] = {"Any", "All"},
};

/* Their largest values. */
enum {
    MAX_WAVE_OP = 3,
    MAX_SIGNED_OP = 1,
    MAX_WAVE_BIT_OP = 2,
    MAX_WAVE_MULTI_PREFIX_OP = 4,
    MAX_QUAD_OP = 2,
    MAX_QUAD_VOTE_OP = 1
};

/* The names of the operands as text shows them: ",a,b". */
#define P(type, name)      "," #name
#define D(type, name)      "," #name
#define C(type, name)      "," #name
#define K(type, name, max) "," #name
#define E(type, name, id)  "," #name
#define M(type, name, max) "," #name
#define X(type, name)      "," #name
#define H(type, name)      "," #name
#define A(type, name)      "," #name
static const struct text {
    const char *text;
    size_t size;
} operand_texts[DXKI_DXOP_COUNT] = {
#define DXKI_DXIL_OP(table, index, name, cls, overloads, attr, kind, model, translated, stages,    \
                     flags, counters, result, operands)                                            \
    {"" operands, sizeof("" operands) - 1},
#include "spec/dxil_ops.def"
#undef DXKI_DXIL_OP
};
#undef P
#undef D
#undef C
#undef K
#undef E
#undef M
#undef X
#undef H
#undef A

/* The rows. A list of operands ends with an empty one. */
/* clang-format off */
#define R(rule)            DXKI_DXR_##rule
#define P(type, name)      {DXKI_OT_##type, 0, DXKI_DXE_NONE, 255},
#define D(type, name)      {DXKI_OT_##type, R(DEFINED), DXKI_DXE_NONE, 255},
#define C(type, name)      {DXKI_OT_##type, R(CONSTANT), DXKI_DXE_NONE, 255},
#define K(type, name, max) {DXKI_OT_##type, R(CONSTANT) | R(RANGE), DXKI_DXE_NONE, max},
#define E(type, name, id)  {DXKI_OT_##type, R(CONSTANT), DXKI_DXE_##id, MAX_##id},
#define M(type, name, max) {DXKI_OT_##type, 0, DXKI_DXE_NONE, max},
#define X(type, name)      {DXKI_OT_##type, R(DEFINED) | R(FOUR), DXKI_DXE_NONE, 255},
#define H(type, name)      {DXKI_OT_##type, R(HIT), DXKI_DXE_NONE, 255},
#define A(type, name)      {DXKI_OT_##type, R(SCENE), DXKI_DXE_NONE, 255},
#define LIST(...)          {__VA_ARGS__ {0, 0, 0, 0}}
/* clang-format on */
/* Both kinds of flags stand in one column: an operation's own are above the shader flags. */
#define FLAGS_SHIFT 48
_Static_assert((int)DXKI_SHADER_FLAG_END <= FLAGS_SHIFT, "shader flags and flags overlap");
#define F(flag)    ((uint64_t)DXKI_DXF_##flag << FLAGS_SHIFT)
#define S(flag)    DXKI_SHADER_BIT(flag)
#define N(counter) DXKI_DXN_##counter
#define COUNT(...)                                                                                 \
    (sizeof((const dxki_dxop_operand[])LIST(__VA_ARGS__)) / sizeof(dxki_dxop_operand) - 1)
#define OPCODE(table, index) ((uint32_t)DXKI_DXTABLE_##table << 16 | index)

const dxki_dxop_info dxki_dxop_rows[DXKI_DXOP_COUNT] = {
#define DXKI_DXIL_OP(table, index, name, cls, overloads, attr, kind, model, translated, stages,    \
                     flags, counters, result, operands)                                            \
    {#name,                                                                                        \
     cls,                                                                                          \
     overloads,                                                                                    \
     (const dxki_dxop_operand[])LIST(operands),                                                    \
     (flags) & (((uint64_t)1 << FLAGS_SHIFT) - 1),                                                 \
     OPCODE(table, index),                                                                         \
     STAGES_##stages,                                                                              \
     counters,                                                                                     \
     (uint16_t)((uint64_t)(flags) >> FLAGS_SHIFT),                                                 \
     DXKI_DXA_##attr,                                                                              \
     DXKI_DXK_##kind,                                                                              \
     DXKI_MODEL_##model,                                                                           \
     DXKI_MODEL_##translated,                                                                      \
     DXKI_OT_##result,                                                                             \
     COUNT(operands)},
#include "spec/dxil_ops.def"
#undef DXKI_DXIL_OP
};

dxk_str dxki_dxop_operand_names(const dxki_dxop_info *op)
{
    const struct text *t = operand_texts + dxki_dxop_row(op);
    return (dxk_str){t->text, t->size};
}

dxk_str dxki_dxop_operand_name(const dxki_dxop_info *op, unsigned index)
{
    dxk_str rest = dxki_dxop_operand_names(op);
    while (rest.size > 0) {
        const char *start = rest.data + 1;
        const char *end = memchr(start, ',', rest.size - 1);
        size_t size = end ? (size_t)(end - start) : rest.size - 1;
        if (index-- == 0)
            return (dxk_str){start, size};
        rest = (dxk_str){start + size, rest.size - 1 - size};
    }
    return rest;
}

unsigned dxki_dxop_overload_count(const dxki_dxop_info *op)
{
    if (op->overloads[0] == 'v')
        return 0;
    unsigned count = 1;
    for (const char *p = op->overloads; *p; p++)
        count += *p == ',';
    return count;
}

static uint32_t overload_bit(char letter)
{
    static const char letters[] = "vhfd18wiluo";
    return 1u << (strchr(letters, letter) - letters);
}

void dxki_dxop_overload(const dxki_dxop_info *op, unsigned which, uint32_t *scalars,
                        uint32_t *elements)
{
    uint32_t masks[2] = {0, 0};
    unsigned number = 0, half = 0;
    for (const char *p = op->overloads; *p && number <= which; p++) {
        if (*p == ',') {
            number++;
            half = 0;
        } else if (*p == '<') {
            half = 1;
        } else if (number == which) {
            masks[half] |= overload_bit(*p);
        }
    }
    *scalars = masks[0];
    *elements = masks[1];
}

const char *dxki_dxop_enum_text(dxki_dxop_enum id, uint64_t number)
{
    if ((unsigned)id >= sizeof enum_texts / sizeof enum_texts[0] || number >= 5)
        return NULL;
    return enum_texts[id][number];
}
