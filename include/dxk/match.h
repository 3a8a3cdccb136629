/* SPDX-License-Identifier: MIT */
/*
 * dxk/match.h - checks the shaders of a pipeline against each other: reports what the runtime
 * refuses when a pipeline state is made of them, and what is merely wasted. Shader models from 4
 * on may be mixed.
 *
 *     vertex --> hull --> domain --> geometry --> pixel          amplification --> mesh --> pixel
 *
 * Each input must be found among the outputs of the previous stage by its semantic and index, and
 * must have the same register, type, precision and components. If both shaders declare an
 * interpolation, it must be the same, too (models 4 and 5 declare it for inputs only).
 * Declarations for tessellation, primitives and payloads must agree, all root signatures must be
 * equal, and they must contain what the shaders bind and have the flags that they need.
 *
 * Source: Direct3D 11.3 functional specification, "Shader linkage"; Direct3D 12, pipeline states.
 */
#ifndef DXK_MATCH_H
#define DXK_MATCH_H

#include "dxk/container.h"
#include "dxk/rootsig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A shader of a pipeline. */
typedef struct dxk_match_stage {
    const dxk_container *container; /* container with the signatures of the shader */
    dxk_str name;                   /* name of the shader in messages, such as that of its file */
} dxk_match_stage;

/* Kinds of render targets. */
typedef enum dxk_match_target {
    DXK_MATCH_TARGET_NONE = 0,  /* no target of this number */
    DXK_MATCH_TARGET_FLOAT = 1, /* floating-point or normalized numbers */
    DXK_MATCH_TARGET_SINT = 2,  /* signed integers */
    DXK_MATCH_TARGET_UINT = 3   /* unsigned integers */
} dxk_match_target;

/*
 * Finds what a render target holds, by a word (none, float, sint, uint) or by the name of its
 * format, "R8G8B8A8_UNORM", which may begin with DXGI_FORMAT_. UNKNOWN is no target.
 *
 * Errors, with *out DXK_MATCH_TARGET_NONE: DXK_E_NOT_FOUND if it is neither; DXK_E_INVALID if
 * Direct3D has no render target views of the format, as of typeless, depth, compressed, packed and
 * video formats.
 */
DXK_API dxk_status dxk_match_target_find(dxk_str name, dxk_match_target *out);

/* Options for dxk_match(). Zero-initialise, then set what differs. */
typedef struct dxk_match_options {
    size_t struct_size;          /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_bytes root_signature;    /* root signature of all stages (the content of a part RTS0);
                                    empty: that of each shader */
    bool has_targets;            /* `targets` is set */
    dxk_match_target targets[8]; /* kinds of render targets, by the number of SV_Target */
    bool no_waste;               /* do not report what is wasted */
} dxk_match_options;

/*
 * Checks the shaders of one pipeline, given in any order. Findings are added to the diagnostics of
 * `ctx`, by rules named MATCH.*: errors for what the runtime refuses, warnings for what is wasted.
 * `options` may be NULL.
 *
 * Errors: DXK_E_INVALID if there were errors, or if a shader cannot be read; DXK_E_NOMEM,
 * DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_match(dxk_ctx *ctx, const dxk_match_stage *stages, size_t count,
                             const dxk_match_options *options);

/*
 * Checks a shader against a root signature, beyond the bindings that dxk_rootsig_verify() checks:
 * a local root signature, flags that the shader needs, filters of static samplers, root constants
 * that end before what the shader reads, and flags that keep parameters from the only stage that
 * they are visible to. Findings are added to the diagnostics of `ctx`, by rules named MATCH.*;
 * their path is `shader->name`. Libraries are not checked.
 *
 * Errors: DXK_E_INVALID if there were errors, or if the shader cannot be read; DXK_E_NOMEM,
 * DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_match_root(dxk_ctx *ctx, const dxk_match_stage *shader,
                                  const dxk_root_signature *signature);

#ifdef __cplusplus
}
#endif
#endif
