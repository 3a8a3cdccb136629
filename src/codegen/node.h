/* SPDX-License-Identifier: MIT */
/* node.h - the current entry point, if it is a node of a work graph. */
#ifndef DXKI_CODEGEN_NODE_H
#define DXKI_CODEGEN_NODE_H

#include "codegen/emit.h"
#include "dxil/dxil.h"
#include "hlsl/node.h"

/* First shader model that has them. */
#define DXKI_EMIT_NODE_MODEL 8u

/* An input or output. */
typedef struct dxki_emit_node_io {
    const dxki_hlsl_var *var;
    const dxki_hlsl_node_info *info;
    uint32_t id; /* among the inputs, or among the outputs */
    dxki_dxil_node_io io;
} dxki_emit_node_io;

typedef struct dxki_emit_node {
    dxki_dxil_node_props props;
    dxki_emit_node_io *ios; /* one for each parameter; `var` is NULL of those that are none */
} dxki_emit_node;

#endif
