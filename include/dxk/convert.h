/* SPDX-License-Identifier: MIT */
/*
 * dxk/convert.h - programs of shader models 4 and 5 converted to DXIL.
 *
 *     dxk_container *old, *made;                dxk_container_read()
 *     if (dxk_convert(old, NULL, &made) == DXK_OK)
 *         dxk_container_write(made, ...);       or dxk_sign(): dxk/validate.h
 *
 * The result does what the tokens say, in shader model 6: the same signatures in the same registers,
 * the same resources, the same thread group. Signatures that DXIL does not allow as they are get
 * other registers, with a warning (CONVERT.PACKED): the shader on the other side of the interface
 * must then be converted with the same change, which dxk_convert_pipeline() sees to.
 *
 * What cannot be converted is reported in the context's diagnostics, with rules CONVERT.* and the
 * place of the token. Messages to a debug layer have no counterpart and are dropped with a warning.
 * docs/converting.md says what becomes of what.
 *
 * Source: d3d11tokenizedprogramformat.hpp of the Windows SDK and the functional specification of
 * Direct3D 11.3 for the tokens, DXIL.rst for the result.
 */
#ifndef DXK_CONVERT_H
#define DXK_CONVERT_H

#include "dxk/container.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the result looks like. */
typedef enum dxk_convert_format {
    DXK_CONVERT_FORMAT_DXK, /* valid DXIL, as short as it can be */
    /* What dxilconv, the converter that came with Direct3D 12, makes, for comparison with it: the
     * same names, metadata and order of instructions, in the order of the tokens, with its
     * conversions of reals to integers. The result is not valid, and not for use: see
     * docs/converting.md. `passes` is ignored; `pack` is not advised. */
    DXK_CONVERT_FORMAT_DXILCONV
} dxk_convert_format;

/* How to convert. Zero-initialise, then set what differs. */
typedef struct dxk_convert_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t model_minor;     /* shader model 6.`model_minor` of the result, 0 to 10 */
    bool has_validator;       /* the version below is set */
    uint32_t validator_major; /* validator that the result is made for; default 1 */
    uint32_t validator_minor; /* the same, minor; default 10 */
    dxk_str passes;           /* passes run at the end (dxk/opt.h); empty: "legalize,phi-types,O3";
                         "none": none */
    bool plain_casts; /* conversions of reals to integers are single instructions, whose result is
                         undefined out of range; in the tokens it is the nearest integer, or 0 for
                         NaN */
    bool pack;        /* pack all signatures anew */
    bool keep_names;  /* name blocks after the flow instructions that they come from ("loop0",
                         "if2.then"), and phis after the registers whose values they are
                         ("dx.v32.r5.0": x, y, z, w of r0 are 0 to 3) */
    dxk_convert_format format; /* of the result */
} dxk_convert_options;

/*
 * Converts the program of a container to a module, which the caller frees with dxk_module_free().
 * `options` may be NULL.
 *
 * DXK_E_INVALID (reported): there is no program of shader model 4 or 5, it is malformed, or it
 * cannot be expressed in DXIL. DXK_E_ARGUMENT: the model or the validator is out of range.
 * DXK_E_NOMEM, DXK_E_LIMIT. *out is NULL after an error.
 */
DXK_API dxk_status dxk_convert_module(const dxk_container *container,
                                      const dxk_convert_options *options, dxk_module **out);

/*
 * Converts a container: as above, and makes all parts of a container from the module. The root
 * signature and private data are carried over. The digest is zero; dxk_container_write() can
 * compute it. The caller frees *out with dxk_container_free().
 */
DXK_API dxk_status dxk_convert(const dxk_container *container, const dxk_convert_options *options,
                               dxk_container **out);

/*
 * Converts the `count` stages of one pipeline, which are containers of one context in any order,
 * into out[0 .. count). What a stage gives and the next one takes is in the same registers, also
 * where these have to be other ones than before.
 *
 * Errors as above; DXK_E_ARGUMENT also if a stage is there twice. All of *out are NULL after an
 * error. The caller frees each with dxk_container_free().
 */
DXK_API dxk_status dxk_convert_pipeline(const dxk_container *const *stages, size_t count,
                                        const dxk_convert_options *options, dxk_container **out);

/*
 * Reports that what a container was converted to is not valid (CONVERT.INVALID), at its program.
 * `rule` is the rule that validation found broken: dxk_validate(), dxk_container_sign(). A program
 * that contradicts itself may lead to that. Always DXK_E_INVALID, or why that could not be reported.
 */
DXK_API dxk_status dxk_convert_refuse(const dxk_container *container, dxk_str rule);

/* True if dxk_convert() applies to a container: it has a program of shader model 4 or 5, or one of
 * feature level 9 (which is refused), and no DXIL. */
DXK_API bool dxk_convert_applies(const dxk_container *container);

#ifdef __cplusplus
}
#endif
#endif
