/* SPDX-License-Identifier: MIT */
/*
 * semantics.h - signature points and what a system value means at each of them; expanded from
 * semantics.def.
 */
#ifndef DXKI_SPEC_SEMANTICS_H
#define DXKI_SPEC_SEMANTICS_H

#include "dxk/enums.h"

/* Where a signature stands, in the order of the columns of semantics.def. */
typedef enum dxki_sigpoint {
    DXKI_SIGPOINT_VS_IN,
    DXKI_SIGPOINT_VS_OUT,
    DXKI_SIGPOINT_PC_IN,
    DXKI_SIGPOINT_HS_IN,
    DXKI_SIGPOINT_HSCP_IN,
    DXKI_SIGPOINT_HSCP_OUT,
    DXKI_SIGPOINT_PC_OUT,
    DXKI_SIGPOINT_DS_IN,
    DXKI_SIGPOINT_DSCP_IN,
    DXKI_SIGPOINT_DS_OUT,
    DXKI_SIGPOINT_GSV_IN,
    DXKI_SIGPOINT_GS_IN,
    DXKI_SIGPOINT_GS_OUT,
    DXKI_SIGPOINT_PS_IN,
    DXKI_SIGPOINT_PS_OUT,
    DXKI_SIGPOINT_CS_IN,
    DXKI_SIGPOINT_MS_IN,
    DXKI_SIGPOINT_MS_OUT,
    DXKI_SIGPOINT_MSP_OUT,
    DXKI_SIGPOINT_AS_IN,
    DXKI_SIGPOINT_COUNT /* also: no such signature */
} dxki_sigpoint;

/* How a system value is taken at a signature point. */
typedef enum dxki_semantic_use {
    DXKI_SEMANTIC_NOT_ALLOWED = '-',
    DXKI_SEMANTIC_ARBITRARY = 'A',
    DXKI_SEMANTIC_SYSTEM_VALUE = 'S',
    DXKI_SEMANTIC_GENERATED = 'G',
    DXKI_SEMANTIC_CLIP_CULL = 'C',
    DXKI_SEMANTIC_TARGET = 'T',
    DXKI_SEMANTIC_TESS_FACTOR = 'F',
    DXKI_SEMANTIC_NOT_PACKED = 'P',
    DXKI_SEMANTIC_SHADOW = 'H',
    DXKI_SEMANTIC_NOT_IN_SIGNATURE = 'N'
} dxki_semantic_use;

/* Name of a dxk_semantic_kind ("SV_Position"); "" for arbitrary and for unknown numbers. */
const char *dxki_semantic_name(uint32_t kind);

/* Use of a dxk_semantic_kind at a point. *since (may be NULL): 16 * major + minor of the shader
 * model that allows it, 0 for all. */
dxki_semantic_use dxki_semantic_use_at(uint32_t kind, dxki_sigpoint point, uint32_t *since);

/* The point of signature 0 (input), 1 (output) or 2 (patch constant or primitive) of a stage
 * (dxk_shader_kind); DXKI_SIGPOINT_COUNT when the stage has no such signature. */
dxki_sigpoint dxki_sigpoint_of(uint32_t shader_kind, uint32_t signature);

#endif
