/* SPDX-License-Identifier: MIT */
/*
 * dxk/op_table.h - the DXIL operations as a published grammar: number, name, class, overloads,
 * operands, effects, and where each may be called. `dxk ops` prints it; schemas/ops.schema.json
 * describes the JSON. dxk_op_at(), in dxk/ir.h, goes through them.
 */
#ifndef DXK_OP_TABLE_H
#define DXK_OP_TABLE_H

#include "dxk/base.h"
#include "dxk/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds an operation by its name ("LoadInput"), ignoring case, or by its number in decimal, and
 * sets *opcode. False if there is none. */
DXK_API bool dxk_op_table_find(dxk_str name, uint32_t *opcode);

/* Prints an operation: as a declaration, "float FAbs(float value)", on one line without a line
 * feed; or, with `details`, everything that is known about it, on several lines. Errors:
 * DXK_E_NOT_FOUND if there is no such opcode; DXK_E_SINK. */
DXK_API dxk_status dxk_op_print(uint32_t opcode, bool details, dxk_sink sink);

/* Writes the description of an operation as members of the object that is open. Writes nothing if
 * there is no such opcode. */
DXK_API void dxk_json_op(dxk_json *json, uint32_t opcode);

/* Writes a JSON object with the member "operations", an array of all operations. Errors:
 * DXK_E_SINK. */
DXK_API dxk_status dxk_op_table_json(dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
