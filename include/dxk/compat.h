/* SPDX-License-Identifier: MIT */
/*
 * dxk/compat.h - for programs that imitate the reference's tools (dxa, dxv): messages, codes and
 * verdicts that the other headers do not give. Nothing here is needed to use the library.
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

/* An error in a text. The message is the reference's, byte for byte. Message and line live until
 * the context's diagnostics are cleared. */
typedef struct dxk_text_error {
    uint32_t line;       /* from 1; 0: the text has no error */
    uint32_t column;     /* in bytes, from 1 */
    dxk_str message;     /* without position */
    dxk_str source_line; /* the line in UTF-8, without its end */
    bool is_fatal;       /* the reference ends with the message alone */
    uint32_t code;       /* code with which the reference ends instead of a message; 0: none */
} dxk_text_error;

/* Parses like dxk_module_parse() and fills *error, with zeros if the text has no error. */
DXK_API dxk_status dxk_compat_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *options,
                                    dxk_module **out, dxk_text_error *error);

/*
 * Prints an error as the reference's assembler does: "NAME: MESSAGE", the line with tabs expanded,
 * and a line with a caret, which is omitted if the line has bytes above 0x7F or the text is empty;
 * or, if fatal, "LLVM ERROR: MESSAGE". If `name` is NULL it is "shader".
 */
DXK_API dxk_status dxk_text_error_print(const dxk_text_error *error, const char *name,
                                        dxk_sink sink);

/* Builds like dxk_container_build() and sets *refusal to the reference's message if it refuses the
 * metadata, which may be empty, or *code (may be NULL) to the code that it ends with; otherwise they
 * are empty and 0. The reference refuses some of what is built. *refusal lives until the diagnostics
 * are cleared. */
DXK_API dxk_status dxk_compat_build(dxk_module *module, const dxk_build_options *options,
                                    dxk_container **out, dxk_str *refusal, uint32_t *code);

/* Prints the text of `dxa -dumprs`, one line without a line feed. It omits much and is meant for
 * comparing. */
DXK_API dxk_status dxk_rootsig_print_dxa(const dxk_root_signature *signature, dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Validating, as dxv does                                                                    */

/* Validates like dxk_validate(), but without excusing any error of the reference, and every container
 * as one with DXIL, which those of shader models 4 and 5 lack. */
DXK_API dxk_status dxk_compat_validate(const dxk_container *container,
                                       const dxk_validate_options *options, dxk_validation **out);

/* Makes the result for an input that cannot be validated because its kind is unknown. */
DXK_API dxk_status dxk_validate_unreadable(dxk_ctx *ctx, dxk_validation **out);

/* The code with which the reference ends instead of a message (0x80070016: broken container
 * frame); 0 if there is none. */
DXK_API uint32_t dxk_validation_code(const dxk_validation *validation);

/* Prints what `dxv` prints for this input: its messages and the verdict. DXK_E_SINK. */
DXK_API dxk_status dxk_validation_print_dxv(const dxk_validation *validation, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
