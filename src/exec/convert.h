/* SPDX-License-Identifier: MIT */
/* convert.h - handlers of casts; see alu_convert.c for what their instructions hold. */
#ifndef DXKI_EXEC_CONVERT_H
#define DXKI_EXEC_CONVERT_H

#include "exec/decode.h"

/* The handler of a cast (dxki_op) other than bitcast between types that suit it; `flush`: binary32
 * denormals are flushed. */
dxki_exec_fn *dxki_exec_cast_fn(uint8_t op, dxki_exec_elem from, dxki_exec_elem to, bool flush);

/* A bitcast between vectors, or a vector and a number, with elements of different widths. */
void dxki_exec_repack(dxki_exec_wave *w, const dxki_exec_inst *i);

/* An element of a vector at an index that is not known: dst = a[b], dst[b] = a; `imm`: the index has
 * 64 bits, n: elements. What is outside reads as 0 and is not written. */
dxki_exec_fn *dxki_exec_extract_fn(bool wide);
dxki_exec_fn *dxki_exec_insert_fn(bool wide);

#endif
