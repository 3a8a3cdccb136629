/* SPDX-License-Identifier: MIT */
/* root.h - a shader against a root signature, beyond bindings. */
#ifndef DXKI_MATCH_ROOT_H
#define DXKI_MATCH_ROOT_H

#include "dxk/match.h"
#include "dxk/reflect.h"

/* See dxk_match_root(); `reflect` is that of the shader. */
dxk_status dxki_match_root(dxk_ctx *ctx, const dxk_match_stage *shader, const dxk_reflect *reflect,
                           const dxk_root_signature *signature);

/* Only the filters of static samplers, for a root signature that was made. */
dxk_status dxki_match_filters(dxk_ctx *ctx, const dxk_match_stage *shader,
                              const dxk_reflect *reflect, const dxk_root_signature *signature);

/* A name as the path of a diagnostic, cut to the size of `path`. */
const char *dxki_match_path(dxk_str name, char path[128]);

#endif
