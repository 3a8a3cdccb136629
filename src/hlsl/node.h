/* SPDX-License-Identifier: MIT */
/* node.h - the objects of work graphs: inputs and outputs of nodes, and the records that outputs give. */
#ifndef DXKI_HLSL_NODE_H
#define DXKI_HLSL_NODE_H

#include "hlsl/predeclared.h"

typedef struct dxki_hlsl_node_id {
    dxk_str name;
    uint32_t index;
} dxki_hlsl_node_id;

/* What is known of an object. */
typedef struct dxki_hlsl_node_info {
    uint8_t object; /* dxki_hlsl_object */
    uint8_t flags;  /* dxk_node_io_flag */
    uint8_t launch; /* inputs: dxk_node_launch_type of nodes that may have it; 0: several */
} dxki_hlsl_node_info;

/* What attributes say of a parameter of a node; of the language's defaults, if there are none. */
typedef struct dxki_hlsl_node_io {
    const dxki_hlsl_node_info *info; /* NULL: it is neither input nor output */
    uint32_t max_records;
    uint32_t array_size;  /* UINT32_MAX: unbounded */
    uint32_t shared_with; /* number of the parameter whose records it shares, from 1; 0: none */
    bool allow_sparse;
    dxki_hlsl_node_id id;
} dxki_hlsl_node_io;

/* The same of a function that is a node. */
typedef struct dxki_hlsl_node_entry {
    uint8_t launch; /* dxk_node_launch_type */
    bool is_program_entry;
    dxki_hlsl_node_id id, shares_input_of;
    uint32_t local_root; /* UINT32_MAX: none */
    uint32_t grid[3], max_grid[3];
    uint32_t max_recursion;
    dxki_hlsl_node_io *ios; /* one for each parameter */
} dxki_hlsl_node_entry;

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
