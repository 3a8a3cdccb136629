/* SPDX-License-Identifier: MIT */
/*
 * dxk/compat.h - for programs that imitate the reference's tools (dxa, dxv): their words, codes
 * and verdicts where they differ from what the other headers give. Nothing here is needed to use
 * the library.
 */
#ifndef DXK_COMPAT_H
#define DXK_COMPAT_H

#include "dxk/build.h"
#include "dxk/rootsig.h"
#include "dxk/text.h"
#include "dxk/validate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Assembling, as dxa does                                                                    */

/* What is wrong with a text. The message is in the reference's words, byte for byte. Message and
 * line live until the context's diagnostics are cleared. */
typedef struct dxk_text_error {
    uint32_t line;       /* from 1; 0: there was no error of the text */
    uint32_t column;     /* in bytes, from 1 */
    dxk_str message;     /* without position */
    dxk_str source_line; /* the line in UTF-8, without its end */
    bool is_fatal;       /* the reference ends with the message alone */
    uint32_t code;       /* the code that the reference ends with, without a message; 0: none */
} dxk_text_error;

/* dxk_module_parse() that also fills *error: all zero when nothing is wrong with the text. */
DXK_API dxk_status dxk_compat_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *options,
                                    dxk_module **out, dxk_text_error *error);

/*
 * Prints an error as the reference's assembler does: "NAME: MESSAGE", the line with tabs expanded,
 * and a line with a caret; or "LLVM ERROR: MESSAGE" (the caret is left out when the line has bytes
 * from 0x80 on, or is empty at the end of an empty text). `name` NULL: "shader".
 */
DXK_API dxk_status dxk_text_error_print(const dxk_text_error *error, const char *name,
                                        dxk_sink sink);

/* dxk_container_build() that also sets *refusal: what the reference says when it refuses the
 * metadata, which may be nothing; empty otherwise. Lives until the diagnostics are cleared. */
DXK_API dxk_status dxk_compat_build(dxk_module *module, const dxk_build_options *options,
                                    dxk_container **out, dxk_str *refusal);

/* Prints the text that `dxa -dumprs` prints: one line, without a line feed. Meant for comparing;
 * it leaves out much. */
DXK_API dxk_status dxk_rootsig_print_dxa(const dxk_root_signature *signature, dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Validating, as dxv does                                                                    */

/* dxk_validate() that judges every container as one of DXIL: shader models 4 and 5 lack it. */
DXK_API dxk_status dxk_compat_validate(const dxk_container *container,
                                       const dxk_validate_options *options, dxk_validation **out);

/* A result for an input that is no container, nor anything else that can be validated. */
DXK_API dxk_status dxk_validate_unreadable(dxk_ctx *ctx, dxk_validation **out);

/* The code with which the reference ends instead of a message (0x80070016: broken frame of the
 * container); 0: there is none. */
DXK_API uint32_t dxk_validation_code(const dxk_validation *validation);

/* Writes what `dxv` prints for this input: all findings in its words, and the verdict. DXK_E_SINK.
 */
DXK_API dxk_status dxk_validation_print_dxv(const dxk_validation *validation, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
