/* SPDX-License-Identifier: MIT */
/*
 * dxk/bitcode.h - dumps an LLVM bit stream as it is: blocks, abbreviation ids, records with their
 * operands, and statistics. Any well-formed stream is accepted, whether or not it is a module.
 */
#ifndef DXK_BITCODE_H
#define DXK_BITCODE_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for dxk_bitcode_dump(). Zero-initialise, then set what differs. With all defaults, the
 * text is that of LLVM 3.7's llvm-bcanalyzer -dump. */
typedef struct dxk_bitcode_dump_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const char *name;     /* name of the input in the summary; NULL: "module.bc" */
    bool no_records;      /* leave out blocks and records */
    bool no_summary;      /* leave out the statistics */
    bool offsets;         /* begin each line with its bit offset, in hexadecimal */
    bool json;            /* write a line of JSON for each beginning of a block, record and end of a
                             block; no statistics */
    uint64_t file_offset; /* byte offset of the stream in its file, added to all positions */
} dxk_bitcode_dump_options;

/*
 * Prints the bit stream in `bytes`. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID if the stream is malformed, after printing what could be read; a diagnostic
 * gives the bit offset and the block. DXK_E_LIMIT, DXK_E_NOMEM, DXK_E_SINK.
 */
DXK_API dxk_status dxk_bitcode_dump(dxk_ctx *ctx, dxk_bytes bytes,
                                    const dxk_bitcode_dump_options *options, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
