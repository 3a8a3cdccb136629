/* SPDX-License-Identifier: MIT */
/* semantics.c - see semantics.h. */
#include "spec/semantics.h"

typedef struct semantic_row {
    const char *name;
    char uses[DXKI_SIGPOINT_COUNT + 1];
    char since[DXKI_SIGPOINT_COUNT + 1];
} semantic_row;

static const semantic_row semantics[] = {
#define DXKI_SEMANTIC(ident, name, uses, since) [DXK_SEMANTIC_KIND_##ident] = {name, uses, since},
#include "spec/semantics.def"
#undef DXKI_SEMANTIC
};

#define SEMANTIC_COUNT (sizeof semantics / sizeof semantics[0])

const char *dxki_semantic_name(uint32_t kind)
{
    return kind < SEMANTIC_COUNT ? semantics[kind].name : "";
}

static uint32_t version_of(char letter)
{
    if (letter == '1')
        return 0x41;
    if (letter == '5')
        return 0x50;
    return letter >= 'a' && letter <= 'p' ? 0x60u + (uint32_t)(letter - 'a') : 0;
}

dxki_semantic_use dxki_semantic_use_at(uint32_t kind, dxki_sigpoint point, uint32_t *since)
{
    if (since)
        *since = 0;
    if (kind >= SEMANTIC_COUNT || (uint32_t)point >= DXKI_SIGPOINT_COUNT)
        return DXKI_SEMANTIC_NOT_ALLOWED;
    if (since)
        *since = version_of(semantics[kind].since[point]);
    return (dxki_semantic_use)semantics[kind].uses[point];
}

dxki_sigpoint dxki_sigpoint_of(uint32_t shader_kind, uint32_t signature)
{
    static const struct {
        uint8_t kind;
        uint8_t points[3];
    } stages[] = {
        {DXK_SHADER_KIND_VERTEX, {DXKI_SIGPOINT_VS_IN, DXKI_SIGPOINT_VS_OUT, DXKI_SIGPOINT_COUNT}},
        {DXK_SHADER_KIND_HULL,
         {DXKI_SIGPOINT_HSCP_IN, DXKI_SIGPOINT_HSCP_OUT, DXKI_SIGPOINT_PC_OUT}},
        {DXK_SHADER_KIND_DOMAIN,
         {DXKI_SIGPOINT_DSCP_IN, DXKI_SIGPOINT_DS_OUT, DXKI_SIGPOINT_DS_IN}},
        {DXK_SHADER_KIND_GEOMETRY,
         {DXKI_SIGPOINT_GSV_IN, DXKI_SIGPOINT_GS_OUT, DXKI_SIGPOINT_COUNT}},
        {DXK_SHADER_KIND_PIXEL, {DXKI_SIGPOINT_PS_IN, DXKI_SIGPOINT_PS_OUT, DXKI_SIGPOINT_COUNT}},
        {DXK_SHADER_KIND_MESH, {DXKI_SIGPOINT_MS_IN, DXKI_SIGPOINT_MS_OUT, DXKI_SIGPOINT_MSP_OUT}},
        {DXK_SHADER_KIND_COMPUTE, {DXKI_SIGPOINT_CS_IN, DXKI_SIGPOINT_COUNT, DXKI_SIGPOINT_COUNT}},
        {DXK_SHADER_KIND_AMPLIFICATION,
         {DXKI_SIGPOINT_AS_IN, DXKI_SIGPOINT_COUNT, DXKI_SIGPOINT_COUNT}},
    };

    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        if (stages[i].kind == shader_kind)
            return signature < 3 ? (dxki_sigpoint)stages[i].points[signature] : DXKI_SIGPOINT_COUNT;
    }
    return DXKI_SIGPOINT_COUNT;
}
