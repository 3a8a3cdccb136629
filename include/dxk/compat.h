/* SPDX-License-Identifier: MIT */
/*
 * dxk/compat.h - for programs that imitate the reference's tools (dxa, dxv): the messages, codes
 * and verdicts of these tools. Programs that just use the library need nothing from this header.
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

/* An error in assembly text, with the reference's message byte for byte. `message` and
 * `source_line` live until the context's diagnostics are cleared. */
typedef struct dxk_text_error {
    uint32_t line;       /* line, from 1; 0: the text has no error */
    uint32_t column;     /* column in bytes, from 1 */
    dxk_str message;     /* message, without the position */
    dxk_str source_line; /* text of the line in UTF-8, without its end */
    bool is_fatal;       /* the reference ends after printing the message alone */
    uint32_t code;       /* exit code of the reference if it prints no message; 0: it prints one */
} dxk_text_error;

/* Parses assembly like dxk_module_parse(), and describes the error in *error; all zero if there is
 * none. */
DXK_API dxk_status dxk_compat_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *options,
                                    dxk_module **out, dxk_text_error *error);

/*
 * Prints an error as the reference's assembler does: "NAME: MESSAGE", the line with tabs expanded,
 * and a line with a caret, which is left out if the line has bytes above 0x7F or the text is
 * empty; or, if the error is fatal, "LLVM ERROR: MESSAGE". `name` may be NULL, for "shader".
 * Errors: DXK_E_SINK.
 */
DXK_API dxk_status dxk_text_error_print(const dxk_text_error *error, const char *name,
                                        dxk_sink sink);

/* Builds a container like dxk_container_build(), and tells whether the reference would refuse the
 * metadata, which it sometimes does where dxk builds a container: sets *refusal to its message,
 * which may be empty, or *code to the code that it ends with. If it would not, they are empty and
 * 0. `code` may be NULL. *refusal lives until the context's diagnostics are cleared. */
DXK_API dxk_status dxk_compat_build(dxk_module *module, const dxk_build_options *options,
                                    dxk_container **out, dxk_str *refusal, uint32_t *code);

/* Prints a root signature as `dxa -dumprs` does: one line without a line feed, for comparisons;
 * much is left out. Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_rootsig_print_dxa(const dxk_root_signature *signature, dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Validating, as dxv does                                                                    */

/* Validates a container like dxk_validate(), but without excusing any error of the reference, and
 * expecting DXIL in every container, which those of shader models 4 and 5 do not have. */
DXK_API dxk_status dxk_compat_validate(const dxk_container *container,
                                       const dxk_validate_options *options, dxk_validation **out);

/* Makes the result for an input that cannot be validated, as its kind is not known. The caller
 * frees it with dxk_validation_free(). Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_validate_unreadable(dxk_ctx *ctx, dxk_validation **out);

/* Returns the code with which the reference ends if it prints no message, such as 0x80070016 for a
 * broken container; 0 if there is none. */
DXK_API uint32_t dxk_validation_code(const dxk_validation *validation);

/* Prints a result as `dxv` does, with its messages and its verdict. Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_validation_print_dxv(const dxk_validation *validation, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
