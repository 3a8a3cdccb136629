/* SPDX-License-Identifier: MIT */
/*
 * dxk/rootsig.h - root signatures, which are stored in the RTS0 part, in sub-objects of RDAT and
 * in metadata; the root-signature language of HLSL. Versions 1.0, 1.1 and 1.2, which the file
 * calls 1, 2 and 3.
 *
 * Everything in a root signature is found by offsets, which may lead anywhere. Bytes that no
 * offset leads to are kept as slack. Fields that a version does not have are zero: the flags of
 * ranges and of root descriptors in 1.0, and those of samplers before 1.2.
 */
#ifndef DXK_ROOTSIG_H
#define DXK_ROOTSIG_H

#include "dxk/psv0.h"
#include "dxk/records.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of descriptors that means "unbounded", and offset in a table that means "after the
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
    } as;                             /* content; none if the kind is not known */
} dxk_root_parameter;

/* A root signature. */
typedef struct dxk_root_signature {
    dxk_rs_header header;           /* version, counts, offsets, flags */
    dxk_root_parameter *parameters; /* header.parameter_count parameters */
    dxk_rs_sampler *samplers;       /* header.sampler_count static samplers */
    dxk_bytes raw_samplers;         /* bytes of the samplers as read */
    dxk_slack *slack;               /* bytes that no offset leads to */
    size_t slack_count;             /* number of `slack` */
    size_t size;                    /* size of the root signature in bytes */
} dxk_root_signature;

/*
 * Decodes a root signature from the content of an RTS0 part, or from a container with such a part.
 * `bytes` must outlive *out, which the caller frees with dxk_rootsig_free().
 *
 * Errors: DXK_E_INVALID (reported) if it is malformed; DXK_E_NOT_FOUND if a container has no RTS0
 * part; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_rootsig_decode(dxk_ctx *ctx, dxk_bytes bytes, dxk_root_signature **out);

/* Frees a root signature that was decoded, parsed or made. NULL is allowed. */
DXK_API void dxk_rootsig_free(dxk_root_signature *signature);

/* Returns the cost of a root signature in words, of which runtimes allow 64: 1 for a table, 2 for
 * a root descriptor, 1 for each constant. Static samplers, and parameters of unknown kinds, cost
 * nothing. */
DXK_API uint64_t dxk_rootsig_cost(const dxk_root_signature *signature);

/* Writes a root signature as the content of an RTS0 part. Errors: DXK_E_NOMEM, DXK_E_LIMIT,
 * DXK_E_SINK. */
DXK_API dxk_status dxk_rootsig_encode(dxk_ctx *ctx, const dxk_root_signature *signature,
                                      dxk_sink sink);

/* Writes a container with the root signature as its only part and with a correct digest, as the
 * reference does for the target rootsig_1_x. Errors: DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK. */
DXK_API dxk_status dxk_rootsig_write(dxk_ctx *ctx, const dxk_root_signature *signature,
                                     dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* The root-signature language of HLSL                                                        */

/* Options for dxk_rootsig_print(). Zero-initialise, then set what differs. */
typedef struct dxk_rootsig_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const char *define; /* print "#define NAME" with string literals; NULL: the language itself */
    bool one_line;      /* print everything on one line, without comments */
    bool all;           /* also print fields that have their default values */
} dxk_rootsig_print_options;

/*
 * Prints a root signature in the language of HLSL, a line for each clause, leaving out fields that
 * have their default values. A comment at the beginning has version and cost. dxk_rootsig_parse()
 * makes the same bytes from the text, provided that their layout is the usual one.
 *
 * What the language cannot express (unknown types and flags, infinite levels) is printed as a
 * comment, with the warning ROOTSIG.INEXPRESSIBLE. `options` may be NULL. Errors: DXK_E_NOMEM,
 * DXK_E_SINK. Source: Microsoft, "Specifying Root Signatures in HLSL".
 */
DXK_API dxk_status dxk_rootsig_print(dxk_ctx *ctx, const dxk_root_signature *signature,
                                     const dxk_rootsig_print_options *options, dxk_sink sink);

/* Options for dxk_rootsig_parse(). Zero-initialise, then set what differs. */
typedef struct dxk_rootsig_parse_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t version;   /* version, dxk_rs_version; 0: the one that the comment of
                           dxk_rootsig_print() in the text states, or else 1.1 */
    const char *define; /* macro of the HLSL text that is the root signature; NULL: see below */
    bool unchecked;     /* accept what the reference refuses, such as overlaps and unusual flags */
    bool is_global;     /* refuse the flag LOCAL_ROOT_SIGNATURE */
} dxk_rootsig_parse_options;

/*
 * Parses a root signature from text in the language itself, from string literals, or from HLSL. In
 * HLSL, it is the macro `define`, or else the argument of the only attribute [RootSignature(...)].
 * `options` may be NULL. The caller frees *out with dxk_rootsig_free().
 *
 * Errors: DXK_E_INVALID, with a diagnostic (ROOTSIG.SYNTAX or another rule) that gives line and
 * column; the reference's checks are made, in its order, up to the first error. DXK_E_ARGUMENT if
 * `version` is out of range; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_rootsig_parse(dxk_ctx *ctx, dxk_str text,
                                     const dxk_rootsig_parse_options *options,
                                     dxk_root_signature **out);

/*
 * Checks a root signature and, unless `psv` is NULL, that it contains the bindings of a shader
 * with that PSV0 part, whose stage is `stage` (dxk_shader_kind).
 *
 * Errors: DXK_E_INVALID (reported by one rule named ROOTSIG.*) if a check fails; the reference's
 * message, with a line feed, is written to `text`, unless text.write is NULL. DXK_E_NOMEM,
 * DXK_E_SINK.
 */
DXK_API dxk_status dxk_rootsig_verify(dxk_ctx *ctx, const dxk_root_signature *signature,
                                      const dxk_psv0 *psv, uint32_t stage, dxk_sink text);

#ifdef __cplusplus
}
#endif
#endif
