/* SPDX-License-Identifier: MIT */
/* node.h - the objects of work graphs: inputs and outputs of nodes, and the records that outputs give. */
#ifndef DXKI_HLSL_NODE_H
#define DXKI_HLSL_NODE_H

#include "hlsl/predeclared.h"

/* What is known of an object. */
typedef struct dxki_hlsl_node_info {
    uint8_t object; /* dxki_hlsl_object */
    uint8_t flags;  /* dxk_node_io_flag */
    uint8_t launch; /* inputs: dxk_node_launch_type of nodes that may have it; 0: several */
} dxki_hlsl_node_info;

/* NULL: it is none. */
const dxki_hlsl_node_info *dxki_hlsl_node_at(uint8_t object);

/* The scalar that stands for an object as a value: a handle, or a number of other objects. */
uint8_t dxki_hlsl_node_scalar(uint8_t object);

/* May it be an input, an output? Records that were allocated are neither. */
bool dxki_hlsl_node_is_input(const dxki_hlsl_node_info *info);
bool dxki_hlsl_node_is_output(const dxki_hlsl_node_info *info);
/* Does an index pick one of several records? */
bool dxki_hlsl_node_has_records(const dxki_hlsl_node_info *info);

#endif
