/* SPDX-License-Identifier: MIT */
/* op_words.c - see op_words.h. */
#include "dxil/op_words.h"

#include <string.h>

const dxki_dxil_op_word dxki_dxil_op_flags[] = {
    {DXKI_DXF_DERIV, "derivative"},
    {DXKI_DXF_GRADIENT, "gradient"},
    {DXKI_DXF_WAVE, "wave"},
    {DXKI_DXF_FEEDBACK, "feedback"},
    {DXKI_DXF_CONVERGENT, "convergent"},
    {DXKI_DXF_BARRIER, "barrier"},
    {DXKI_DXF_UNIFORM, "uniform"},
    {DXKI_DXF_RESERVED, "reserved"},
    {DXKI_DXF_ENTRY, "entry"},
    {DXKI_DXF_COMMUTATIVE, "commutative"},
    {DXKI_DXF_FOLD, "fold"},
    {DXKI_DXF_FOLD_NEAR, "fold_near"},
    {0, NULL},
};

const dxki_dxil_op_word dxki_dxil_op_counters[] = {
    {DXKI_DXN_ATOMIC, "atomic"},     {DXKI_DXN_BARRIER, "barrier"},
    {DXKI_DXN_FLOATS, "floats"},     {DXKI_DXN_GS_CUT, "gs_cut"},
    {DXKI_DXN_GS_EMIT, "gs_emit"},   {DXKI_DXN_INTS, "ints"},
    {DXKI_DXN_SIG_LD, "sig_ld"},     {DXKI_DXN_SIG_ST, "sig_st"},
    {DXKI_DXN_TEX_BIAS, "tex_bias"}, {DXKI_DXN_TEX_CMP, "tex_cmp"},
    {DXKI_DXN_TEX_GRAD, "tex_grad"}, {DXKI_DXN_TEX_LOAD, "tex_load"},
    {DXKI_DXN_TEX_NORM, "tex_norm"}, {DXKI_DXN_TEX_STORE, "tex_store"},
    {DXKI_DXN_UINTS, "uints"},       {0, NULL},
};

const dxki_dxil_op_word dxki_dxil_op_memory[] = {
    {DXKI_DXM_REGISTERS, "registers"},
    {DXKI_DXM_OUTPUTS, "outputs"},
    {DXKI_DXM_UAV, "uav"},
    {DXKI_DXM_COUNTERS, "counters"},
    {DXKI_DXM_SHARED, "shared"},
    {DXKI_DXM_RECORDS, "records"},
    {DXKI_DXM_POINTER, "pointer"},
    {DXKI_DXM_QUERIES, "queries"},
    {DXKI_DXM_RAY, "ray"},
    {DXKI_DXM_LANES, "lanes"},
    {DXKI_DXM_FEEDBACK, "feedback"},
    {DXKI_DXM_OUTSIDE, "outside"},
    {0, NULL},
};

const dxki_dxil_op_word dxki_dxil_op_overloads[] = {
    {DXKI_OV_VOID, "void"},     {DXKI_OV_HALF, "half"},     {DXKI_OV_FLOAT, "float"},
    {DXKI_OV_DOUBLE, "double"}, {DXKI_OV_I1, "i1"},         {DXKI_OV_I8, "i8"},
    {DXKI_OV_I16, "i16"},       {DXKI_OV_I32, "i32"},       {DXKI_OV_I64, "i64"},
    {DXKI_OV_UDT, "structure"}, {DXKI_OV_OBJECT, "object"}, {0, NULL},
};

const dxki_dxil_op_word dxki_dxil_op_rules[] = {
    {DXKI_DXR_CONSTANT, "constant"},
    {DXKI_DXR_RANGE, "range"},
    {DXKI_DXR_DEFINED, "defined"},
    {DXKI_DXR_FOUR, "multiple_of_four"},
    {DXKI_DXR_HIT, "hit_object"},
    {DXKI_DXR_SCENE, "acceleration_structure"},
    {0, NULL},
};

/* ---------------------------------------------------------------------------------------- */

#define WORD(words, value) ((value) < sizeof(words) / sizeof *(words) ? (words)[value] : NULL)

const char *dxki_dxil_op_attribute(unsigned attribute)
{
    static const char *const words[] = {
        [DXKI_DXA_NONE] = "none",
        [DXKI_DXA_READNONE] = "readnone",
        [DXKI_DXA_READONLY] = "readonly",
        [DXKI_DXA_ARGMEMONLY] = "argmemonly",
        [DXKI_DXA_NODUPLICATE] = "noduplicate",
        [DXKI_DXA_NORETURN] = "noreturn",
    };
    return WORD(words, attribute);
}

const char *dxki_dxil_op_kind(unsigned kind)
{
    static const char *const words[] = {
#define DXKI_DXIL_EFFECT(kind, signature, converges, moves, merges, unused, result, reads, writes) \
    [DXKI_DXK_##kind] = #kind,
#include "spec/dxil_effects.def"
#undef DXKI_DXIL_EFFECT
    };
    return WORD(words, kind);
}

const char *dxki_dxil_op_signature(unsigned signature)
{
    static const char *const words[] = {
        [DXKI_DXS_NONE] = "none",
        [DXKI_DXS_INPUT] = "input",
        [DXKI_DXS_OUTPUT] = "output",
        [DXKI_DXS_PATCH] = "patch_or_primitive",
    };
    return WORD(words, signature);
}

const char *dxki_dxil_op_convergence(unsigned convergence)
{
    static const char *const words[] = {
        [DXKI_DXC_NONE] = "none",
        [DXKI_DXC_DERIVATIVE] = "derivative",
        [DXKI_DXC_QUAD] = "quad",
        [DXKI_DXC_WAVE] = "wave",
        [DXKI_DXC_WAVE_IN_RAY] = "wave_in_ray_stages",
        [DXKI_DXC_SCOPE] = "scope_of_matrix",
        [DXKI_DXC_GROUP] = "group",
        [DXKI_DXC_BARRIER] = "barrier",
        [DXKI_DXC_REPACK] = "repack",
        [DXKI_DXC_HELPERS] = "helpers",
        [DXKI_DXC_ONCE] = "once",
    };
    return WORD(words, convergence);
}

const char *dxki_dxil_op_moves(unsigned moves)
{
    static const char *const words[] = {
        [DXKI_MOVES_NO] = "no",
        [DXKI_MOVES_YES] = "yes",
        [DXKI_MOVES_IN_RANGE] = "in_range",
        [DXKI_MOVES_UNIFORM] = "uniform",
        [DXKI_MOVES_COSTLY] = "costly",
        [DXKI_MOVES_UNWRITTEN] = "unwritten",
        [DXKI_MOVES_NOT_IN_RAY] = "not_in_ray_stages",
    };
    return WORD(words, moves);
}

const char *dxki_dxil_op_merges(unsigned merges)
{
    static const char *const words[] = {
        [DXKI_MERGES_NO] = "no",
        [DXKI_MERGES_EQUAL] = "equal",
        [DXKI_MERGES_UNWRITTEN] = "unwritten",
        [DXKI_MERGES_CONTROL] = "control",
        [DXKI_MERGES_BLOCK] = "block",
        [DXKI_MERGES_ADJACENT] = "adjacent",
    };
    return WORD(words, merges);
}

const char *dxki_dxil_op_unused(unsigned unused)
{
    static const char *const words[] = {
        [DXKI_UNUSED_KEEP] = "keep",
        [DXKI_UNUSED_REMOVE] = "remove",
        [DXKI_UNUSED_FALSE] = "remove_if_false",
        [DXKI_UNUSED_THREAD] = "remove_if_of_thread",
    };
    return WORD(words, unused);
}

const char *dxki_dxil_op_result(unsigned result)
{
    static const char *const words[] = {
        [DXKI_RESULT_NONE] = "none",         [DXKI_RESULT_ARGS] = "arguments",
        [DXKI_RESULT_RESOURCE] = "resource", [DXKI_RESULT_DRAW] = "draw",
        [DXKI_RESULT_GROUP] = "group",       [DXKI_RESULT_WAVE] = "wave",
        [DXKI_RESULT_LANE] = "lane",
    };
    return WORD(words, result);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static const char *word_of(char letter)
{
    static const struct {
        char letter;
        const char *word;
    } words[] = {{'v', "void"}, {'h', "half"},     {'f', "float"}, {'d', "double"},
                 {'1', "i1"},   {'8', "i8"},       {'w', "i16"},   {'i', "i32"},
                 {'l', "i64"},  {'o', "overload"}, {'p', "i8*"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].letter == letter)
            return words[i].word;
    return "?";
}

/* Pieces of a name, put together. */
static dxk_str join(char text[DXKI_DXIL_OP_TYPE], const char *a, const char *b, const char *c)
{
    const char *const pieces[] = {a, b, c};
    size_t used = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t size = strlen(pieces[i]);
        if (size > DXKI_DXIL_OP_TYPE - 1 - used)
            size = DXKI_DXIL_OP_TYPE - 1 - used;
        memcpy(text + used, pieces[i], size);
        used += size;
    }
    text[used] = 0;
    return (dxk_str){text, used};
}

/* "overload", or with the number of a further one after it. */
static const char *overload(const char *members)
{
    static const char *const words[] = {"overload", "overload1", "overload2", "overload3"};
    unsigned which = (unsigned)(*members - '0');
    return which < 4 ? words[which] : "?";
}

dxk_str dxki_dxil_op_type(unsigned type, char text[DXKI_DXIL_OP_TYPE])
{
    const dxki_dxop_type_info *t = dxki_dxop_type_get((dxki_dxop_type)type);
    const char *first = word_of(*t->members);
    char vector[8] = {'<', (char)('0' + strlen(t->members) % 10), ' ', 'x', ' ', 0};
    switch ((dxki_dxop_form)t->form) {
    case DXKI_OTF_PLAIN:
        return join(text, first, "", "");
    case DXKI_OTF_POINTER:
        return join(text, first, "*", "");
    case DXKI_OTF_LIKE:
        return join(text, first, " like overload", "");
    case DXKI_OTF_VECTOR:
        return join(text, vector, first, ">");
    case DXKI_OTF_STRUCT:
    case DXKI_OTF_FOUR:
        return join(text, "%dx.types.", t->name, "");
    case DXKI_OTF_RESULT:
    case DXKI_OTF_ROW:
        return join(text, "%dx.types.", t->name, ".overload");
    case DXKI_OTF_OVERLOAD:
        return join(text, overload(t->members), "", "");
    case DXKI_OTF_SHARED:
        return join(text, overload(t->members), " addrspace(3)*", "");
    case DXKI_OTF_ELEMENT:
        return join(text, "element of overload", "", "");
    }
    return join(text, "?", "", "");
}
