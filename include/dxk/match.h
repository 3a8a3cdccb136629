/* SPDX-License-Identifier: MIT */
/*
 * dxk/match.h - the shaders of a pipeline against each other: what the runtime refuses when a
 * pipeline state is made of them, and what is merely wasted. All shader models from 4 on may be mixed.
 *
 *     vertex --> hull --> domain --> geometry --> pixel          amplification --> mesh --> pixel
 *
 * Inputs are looked for among the outputs of the previous stage by semantic and index, and must have the same
 * register, type, precision and components. A pixel shader that interpolates one in another way than it was
 * declared is reported if both declare it (models 4 and 5 do so for inputs only). Tessellation, primitives and
 * payloads must agree, all root signatures be the same, and what shaders bind be in it.
 *
 * Source: Direct3D 11.3 functional specification, "Shader linkage"; Direct3D 12, pipeline states.
 */
#ifndef DXK_MATCH_H
#define DXK_MATCH_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shader of a pipeline. */
typedef struct dxk_match_stage {
    const dxk_container *container; /* with its signatures */
    dxk_str name;                   /* how messages call it: the name of its file */
} dxk_match_stage;

/* What a render target holds. */
typedef enum dxk_match_target {
    DXK_MATCH_TARGET_NONE = 0,  /* there is no target of that number */
    DXK_MATCH_TARGET_FLOAT = 1, /* floats, normalized numbers too */
    DXK_MATCH_TARGET_SINT = 2,  /* signed integers */
    DXK_MATCH_TARGET_UINT = 3   /* unsigned integers */
} dxk_match_target;

/* What else is known. Zero-initialise, then set what differs. */
typedef struct dxk_match_options {
    size_t struct_size;          /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_bytes root_signature;    /* content of a part RTS0 for all stages; empty: their own */
    bool has_targets;            /* the targets below are set */
    dxk_match_target targets[8]; /* by number of SV_Target */
    bool no_waste;               /* do not tell what is wasted */
} dxk_match_options;

/*
 * Checks the shaders of one pipeline, given in any order. What is found is reported in the diagnostics of
 * `ctx`, with rules MATCH.*: errors for what the runtime refuses, warnings for what is wasted.
 * `options` may be NULL.
 *
 * DXK_E_INVALID: the runtime refuses it, or a shader cannot be read. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_match(dxk_ctx *ctx, const dxk_match_stage *stages, size_t count,
                             const dxk_match_options *options);

#ifdef __cplusplus
}
#endif
#endif
