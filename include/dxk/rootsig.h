/* SPDX-License-Identifier: MIT */
/*
 * dxk/rootsig.h - root signatures: the RTS0 part, and the same bytes in sub-objects of RDAT and in
 * metadata. Versions 1.0, 1.1 and 1.2, which the file calls 1, 2 and 3.
 *
 * Everything in a root signature is found by offsets, which may lead anywhere; bytes that no offset
 * leads to are kept as slack. Fields that a version lacks are zero: flags of ranges and root
 * descriptors in 1.0, flags of samplers before 1.2.
 */
#ifndef DXK_ROOTSIG_H
#define DXK_ROOTSIG_H

#include "dxk/psv0.h"
#include "dxk/records.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The count of descriptors that means "unbounded", and the offset in a table that means "after the
 * previous range". */
#define DXK_RS_UNBOUNDED 0xFFFFFFFFu
#define DXK_RS_APPEND    0xFFFFFFFFu

/* A root parameter. */
typedef struct dxk_root_parameter {
    dxk_rs_parameter header; /* kind (dxk_rs_parameter_type), visibility, place of the content */
    union {
        struct {
            dxk_rs_table header;      /* number and place of the ranges */
            dxk_rs_range *ranges;     /* header.range_count ranges */
        } table;                      /* DescriptorTable */
        dxk_rs_constants constants;   /* Constants32Bit */
        dxk_rs_descriptor descriptor; /* CBV, SRV, UAV */
    } as;                             /* the content; none for an unknown kind */
} dxk_root_parameter;

/* A root signature. */
typedef struct dxk_root_signature {
    dxk_rs_header header;           /* version, counts, places, flags */
    dxk_root_parameter *parameters; /* header.parameter_count parameters */
    dxk_rs_sampler *samplers;       /* header.sampler_count static samplers */
    dxk_bytes raw_samplers;         /* their bytes */
    dxk_slack *slack;               /* bytes that no offset leads to, mostly fillers */
    size_t slack_count;             /* pieces of it */
    size_t size;                    /* bytes of the whole */
} dxk_root_signature;

/*
 * Decodes a root signature from the content of an RTS0 part, or from a container that has such a
 * part. `bytes` must outlive *out, which the caller frees with dxk_rootsig_free().
 * DXK_E_NOT_FOUND for a container without RTS0.
 */
DXK_API dxk_status dxk_rootsig_decode(dxk_ctx *ctx, dxk_bytes bytes, dxk_root_signature **out);

/* Frees what dxk_rootsig_decode() made. NULL is allowed. */
DXK_API void dxk_rootsig_free(dxk_root_signature *signature);

/* Cost of the root signature in words, of which runtimes allow 64: 1 for a table, 2 for a root
 * descriptor, 1 for each constant; parameters of unknown kinds and static samplers are free. */
DXK_API uint64_t dxk_rootsig_cost(const dxk_root_signature *signature);

/* Writes the bytes of the RTS0 part: what was decoded, or made by dxk_rootsig_parse(). */
DXK_API dxk_status dxk_rootsig_encode(dxk_ctx *ctx, const dxk_root_signature *signature,
                                      dxk_sink sink);

/* Writes a container with the root signature as its only part and a correct digest, as the
 * reference does for the target rootsig_1_x. */
DXK_API dxk_status dxk_rootsig_write(dxk_ctx *ctx, const dxk_root_signature *signature,
                                     dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* The root-signature language of HLSL                                                        */

/* How to print. Zero-initialise for the defaults. */
typedef struct dxk_rootsig_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const char *define; /* print "#define NAME" and string literals; NULL: the language itself */
    bool one_line;      /* print everything on one line, without comments */
    bool all;           /* also print fields that have their default */
} dxk_rootsig_print_options;

/*
 * Prints the root signature in the language of HLSL, a line for each clause, without what is the
 * default. A comment in front has version and cost; dxk_rootsig_parse() makes the same bytes of
 * the text, when their layout is that of the usual writers.
 *
 * Anything that the language cannot express (unknown types and flags, infinite levels) becomes a
 * comment, with the warning ROOTSIG.INEXPRESSIBLE. `options` may be NULL.
 * Source: Microsoft, "Specifying Root Signatures in HLSL".
 */
DXK_API dxk_status dxk_rootsig_print(dxk_ctx *ctx, const dxk_root_signature *signature,
                                     const dxk_rootsig_print_options *options, dxk_sink sink);

/* How to compile. Zero-initialise for the defaults. */
typedef struct dxk_rootsig_parse_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t version; /* dxk_rs_version; 0: as the comment of dxk_rootsig_print() in the text says,
                         else 1.1 */
    const char *define; /* the text is HLSL, the root signature the macro of that name; NULL: see
                           below */
    bool unchecked;     /* take what the reference refuses: overlaps, odd flags ... */
} dxk_rootsig_parse_options;

/*
 * Makes a root signature from text: the language itself, string literals, or HLSL. Of HLSL the
 * macro `define` is taken, or else the argument of the only attribute [RootSignature(...)].
 * `options` may be NULL. The caller frees *out with dxk_rootsig_free().
 *
 * DXK_E_INVALID: ROOTSIG.SYNTAX and other rules with line and column; the reference's checks are
 * made, in its order, and end at the first fault.
 */
DXK_API dxk_status dxk_rootsig_parse(dxk_ctx *ctx, dxk_str text,
                                     const dxk_rootsig_parse_options *options,
                                     dxk_root_signature **out);

/*
 * Checks the root signature and, unless `psv` is NULL, that a shader of stage `stage`
 * (dxk_shader_kind) finds its bindings in it. DXK_E_INVALID: it does not; one rule ROOTSIG.* is
 * reported, and the reference's text, with its line feed, goes to `text` unless that has no
 * function.
 */
DXK_API dxk_status dxk_rootsig_verify(dxk_ctx *ctx, const dxk_root_signature *signature,
                                      const dxk_psv0 *psv, uint32_t stage, dxk_sink text);

#ifdef __cplusplus
}
#endif
#endif
