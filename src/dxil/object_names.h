/* SPDX-License-Identifier: MIT */
/* object_names.h - types that HLSL knows by name: resources, streams, inputs and outputs of nodes.
 */
#ifndef DXKI_DXIL_OBJECT_NAMES_H
#define DXKI_DXIL_OBJECT_NAMES_H

#include "dxk/base.h"

#include <stdbool.h>

/* Is it the name of a type of resources? */
bool dxki_dxil_is_resource_name(dxk_str name);
/* Is it that of an object: a resource, a handle, a stream, a record or output of a node, a hit
 * object, a matrix of linear algebra? */
bool dxki_dxil_is_object_name(dxk_str name);

#endif
