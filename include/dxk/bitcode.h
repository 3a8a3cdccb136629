/* SPDX-License-Identifier: MIT */
/*
 * dxk/bitcode.h - the raw view of an LLVM bit stream: blocks, abbreviation ids, records with
 * their operands, and statistics. Any well-formed stream is accepted.
 */
#ifndef DXK_BITCODE_H
#define DXK_BITCODE_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to print. Zero-initialise for the form of LLVM 3.7's llvm-bcanalyzer -dump. */
typedef struct dxk_bitcode_dump_options {
    size_t struct_size;   /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const char *name;     /* name of the input in the summary; NULL: "module.bc" */
    bool no_records;      /* omit blocks and records */
    bool no_summary;      /* omit the statistics */
    bool offsets;         /* begin each line with its bit offset, in hexadecimal */
    bool json;            /* a line of JSON for each block, record and end; no summary */
    uint64_t file_offset; /* byte offset of the stream in its file, added to all positions */
} dxk_bitcode_dump_options;

/*
 * Prints the stream in `bytes` to `sink`. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID for a broken stream, with a diagnostic that names the bit offset and the
 * block, after printing what was readable. DXK_E_LIMIT, DXK_E_NOMEM, DXK_E_SINK.
 */
DXK_API dxk_status dxk_bitcode_dump(dxk_ctx *ctx, dxk_bytes bytes,
                                    const dxk_bitcode_dump_options *options, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
