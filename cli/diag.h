/* SPDX-License-Identifier: MIT */
/*
 * diag.h - how diagnostics look:
 *
 *   FILE:0x1a4: error: PSV0/resources[3]: message [RULE]     a place in a file
 *   FILE:bit 4711: error: message [RULE]                     a place in a bit stream
 *   FILE:12:7: warning: message [RULE]                       a place in a text
 *   FILE: error: message                                     the command's own complaint
 *   dxk: error: message                                      about no file in particular
 *
 * Below a place in a text is its line, and below that a caret.
 */
#ifndef DIAG_H
#define DIAG_H

#include "json.h"

/* Prints all diagnostics of the context, and how many were too many to be kept. `file` NULL is the
 * program itself; `input` is what it has, or nothing. */
void diag_print_all(text_out *err, const char *file, const dxk_ctx *ctx, dxk_bytes input);

/* The two halves of it: the diagnostics from `from` to before `to`, and how many were not kept. */
void diag_print_range(text_out *err, const char *file, const dxk_ctx *ctx, size_t from, size_t to,
                      dxk_bytes input);
void diag_print_not_kept(text_out *err, const char *file, const dxk_ctx *ctx);

/* Prints one of them. A place in a text is shown below: the line of `input`, and a caret. */
void diag_print(text_out *err, const char *file, const dxk_diag *diag, dxk_bytes input);

/* Prints a message of the command's own. */
void diag_print_message(text_out *err, const char *file, dxk_severity severity,
                        const char *message);

/* The same as an element of an open array. */
void diag_json_message(dxk_json *json, dxk_severity severity, const char *message);

/* Prints a message to standard error at once, with no file. */
void diag_say(bool color, const char *message);
void diag_warn(bool color, const char *message);

#endif
