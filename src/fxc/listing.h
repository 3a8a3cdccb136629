/* SPDX-License-Identifier: MIT */
/*
 * listing.h - the tables in front of the code of a listing. A table prints itself from a decoded
 * part and begins and ends as it does in the compiler's listing, blank comment lines included.
 */
#ifndef DXKI_FXC_LISTING_H
#define DXKI_FXC_LISTING_H

#include "fxc/print.h"
#include "dxk/parts.h"

/* A name as it is listed: cut where no compiler's name is that long, so that a listing stays in
 * proportion to its input. */
static inline dxk_str dxki_fxc_listed(dxk_str name)
{
    return (dxk_str){name.data, name.size < 4096 ? name.size : 4096};
}

/* What a signature describes. */
typedef enum dxki_fxc_signature_kind {
    DXKI_SIGNATURE_INPUT,
    DXKI_SIGNATURE_OUTPUT,
    DXKI_SIGNATURE_PATCH
} dxki_fxc_signature_kind;

/* "Note: shader requires additional functionality:", for the flags of SFI0 and
 * of the program; begins with a blank comment line if `first_line`. False when there is none. */
bool dxki_fxc_print_features(dxki_fxc_printer *pr, uint64_t flags, bool first_line);

/* "Buffer Definitions:" and "Resource Bindings:". */
dxk_status dxki_fxc_print_buffers(dxki_fxc_printer *pr, dxk_ctx *ctx, const dxk_rdef *rdef);
void dxki_fxc_print_bindings(dxki_fxc_printer *pr, const dxk_rdef *rdef);

/* "Input signature:" and its kin; NULL prints an empty one. */
void dxki_fxc_print_signature(dxki_fxc_printer *pr, const dxk_signature *signature,
                              dxki_fxc_signature_kind kind);

/* A type without a name of its own: "row_major float4x3", "uint". */
void dxki_fxc_print_type(dxki_out *out, const dxk_rdef_type *type);

/* "Function parameter signature", of a function of a library. */
void dxki_fxc_print_function(dxki_fxc_printer *pr, const dxk_function_signature *function);

/* "Library:", its functions and its compiler. */
void dxki_fxc_print_library(dxki_out *out, const dxk_library *library);

/* "Available Class Types:", instances and interface slots. */
void dxki_fxc_print_interfaces(dxki_fxc_printer *pr, const dxk_ifce *ifce);

/* "Tessellation Domain" and its kin, from the counters. */
void dxki_fxc_print_tessellation(dxki_fxc_printer *pr, const dxk_counters *counters,
                                 uint32_t stage);

/* The generation of the compiler that a creator names, which stands after "Microsoft (R) ";
 * the newest when it names none. */
dxk_fxc_version dxki_fxc_compiler(dxk_str creator);

#endif
