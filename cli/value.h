/* SPDX-License-Identifier: MIT */
/*
 * value.h - numbers, variables and results of instructions of a shader that runs, as text; for traces
 * and the debugger.
 */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include <dxk/inspect.h>

#include "text.h"

/* The number of binary16, 32 or 64 bits. */
double value_real(uint64_t bits, unsigned size);

#define VALUE_REAL 40 /* bytes of a real as text */

/* Writes a real of `size` bytes as below. Returns the length of the text. */
int value_format_real(char text[VALUE_REAL], uint64_t bits, unsigned size);

/* A real of `size` bytes, with as many digits as tell the numbers of that size apart. */
void value_put_real(text_out *out, uint64_t bits, unsigned size);

/* A result's number: "1.5", "-3", "true", "handle 2". */
void value_put_content(text_out *out, const dxk_inspect_value *value);

/* All numbers of the result that an instruction had for a thread, "{1, 2}" if there are several. False:
 * it had none. */
bool value_put_result(text_out *out, const dxk_inspect_state *state, uint32_t thread,
                      uint32_t place);

/* A variable, or the part of it at some bits: the name that leads there, and its type. */
typedef struct value_part {
    uint32_t variable;
    dxk_inspect_type type; /* 0: unknown, all is bits */
    uint64_t offset, bits;
} value_part;

/* The whole of a variable. */
value_part value_whole(const dxk_inspect *inspect, uint32_t variable);

/* Member `index`; false past the end. `name` gets ".x", "[3]", "._11". */
bool value_member(const dxk_inspect *inspect, const value_part *part, uint64_t index,
                  value_part *member, text_out *name);

/* How many members it has. */
uint64_t value_member_count(const dxk_inspect *inspect, const value_part *part);

/* The least part of a variable that holds `bits` from `offset` on; `name` gets its name. */
value_part value_part_at(const dxk_inspect *inspect, uint32_t variable, uint64_t offset,
                         uint64_t bits, text_out *name);

/* What it holds: "1.5", "(1, 2, 3)", "{...}"; '?' for what is not known. */
void value_put_part(text_out *out, const dxk_inspect *inspect, const dxk_inspect_state *state,
                    uint32_t thread, const value_part *part);

/* The name of its type: "float3", "float[4]". */
void value_put_type(text_out *out, const dxk_inspect *inspect, dxk_inspect_type type);

#endif
