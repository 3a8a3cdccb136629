/* SPDX-License-Identifier: MIT */
/*
 * dxk/op_table.h - the operations of DXIL as a published grammar: number, name, class, overloads,
 * operands, what a call does, where it may stand. `dxk ops` prints it; schemas/ops.schema.json describes
 * the JSON. dxk_op_at() of dxk/ir.h goes through them.
 */
#ifndef DXK_OP_TABLE_H
#define DXK_OP_TABLE_H

#include "dxk/base.h"
#include "dxk/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds an operation by its name ("LoadInput"), ignoring case, or by its number; false if there is none. */
DXK_API bool dxk_op_table_find(dxk_str name, uint32_t *opcode);

/* Prints an operation as a declaration, "float FAbs(float value)", in one line without its end, or with
 * all that is known of it, a line each. DXK_E_NOT_FOUND: there is no such opcode. DXK_E_SINK. */
DXK_API dxk_status dxk_op_print(uint32_t opcode, bool details, dxk_sink sink);

/* Writes the members of an operation into an open object; nothing if there is no such opcode. */
DXK_API void dxk_json_op(dxk_json *json, uint32_t opcode);

/* Writes a JSON object with "operations", an array of all. DXK_E_SINK, or what the sink returned. */
DXK_API dxk_status dxk_op_table_json(dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
