/* SPDX-License-Identifier: MIT */
/*
 * dxk/convert.h - converts programs of shader models 4 and 5 to DXIL.
 *
 *     dxk_container *old, *made;                    (`old` from dxk_container_read())
 *     if (dxk_convert(old, NULL, &made) == DXK_OK)
 *         dxk_container_sign(made, NULL, sink, NULL);   (dxk/validate.h)
 *
 * The result does in shader model 6 what the tokens do: it has the same signatures in the same
 * registers, the same resources and the same thread group. Signatures that DXIL does not allow as
 * they are get other registers, with a warning (CONVERT.PACKED). The shader on the other side of
 * the interface must then be converted with the same change, which dxk_convert_pipeline() does.
 *
 * What cannot be converted is reported in the context's diagnostics, by rules named CONVERT.*,
 * with the place of the token. Messages to a debug layer have no equivalent in DXIL; they are
 * dropped, with a warning. docs/converting.md describes the conversion in detail.
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

/* Form of the result. */
typedef enum dxk_convert_format {
    /* Valid DXIL, as short as it can be. */
    DXK_CONVERT_FORMAT_DXK,
    /* What dxilconv makes, the converter that came with Direct3D 12, for comparison with it: the
     * same names, metadata and order of instructions, and its conversions from floating point to
     * integers. The result is not valid and cannot be used; see docs/converting.md. `passes` is
     * ignored, and `pack` is not advisable. */
    DXK_CONVERT_FORMAT_DXILCONV
} dxk_convert_format;

/* Options for the functions below. Zero-initialise, then set what differs. */
typedef struct dxk_convert_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;
    /* Shader model of the result, 6.`model_minor`, from 0 to 10. */
    uint32_t model_minor;
    /* The validator version below is set; false: 1.10. */
    bool has_validator;
    /* Version of the validator that the result is made for. */
    uint32_t validator_major;
    uint32_t validator_minor; /* minor version; see `validator_major` */
    /* Passes to run on the result (see dxk/opt.h). Empty: "legalize,phi-types,O3". "none": no
     * passes. */
    dxk_str passes;
    /* Convert floating point to integers with single instructions, whose result is undefined out of
     * range. In the tokens the result is the nearest integer, and 0 for NaN, which takes more
     * instructions. */
    bool plain_casts;
    /* Pack all signatures anew. */
    bool pack;
    /* Name blocks after the flow instructions that they come from ("loop0", "if2.then"), and phis
     * after the registers whose values they hold ("dx.v32.r5.0"; components are numbered through,
     * so that x, y, z and w of r0 are 0 to 3). */
    bool keep_names;
    /* Form of the result. */
    dxk_convert_format format;
} dxk_convert_options;

/*
 * Converts the program of a container to a module, which the caller frees with dxk_module_free().
 * `options` may be NULL.
 *
 * Errors: DXK_E_INVALID (reported) if the container has no program of shader model 4 or 5, or if
 * the program is malformed or cannot be expressed in DXIL; DXK_E_ARGUMENT if the shader model or
 * the validator version is out of range; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_convert_module(const dxk_container *container,
                                      const dxk_convert_options *options, dxk_module **out);

/*
 * Converts a container: converts the program as dxk_convert_module() does, and builds the parts of
 * a new container from the module. The root signature and private data are carried over. The
 * digest is zero; see dxk_container_sign() and dxk_write_options.digest. The caller frees *out
 * with dxk_container_free(). Errors: as for dxk_convert_module().
 */
DXK_API dxk_status dxk_convert(const dxk_container *container, const dxk_convert_options *options,
                               dxk_container **out);

/*
 * Converts the `count` stages of a pipeline, given in any order, to out[0] to out[count - 1]. All
 * containers must have been made with the same context. Where elements must move to other
 * registers, they move in the stage that writes them and in the one that reads them alike.
 *
 * The caller frees each result with dxk_container_free(). After an error, all are NULL. Errors: as
 * for dxk_convert_module(); DXK_E_ARGUMENT also if there are two programs of one stage or more
 * than six in all.
 */
DXK_API dxk_status dxk_convert_pipeline(const dxk_container *const *stages, size_t count,
                                        const dxk_convert_options *options, dxk_container **out);

/*
 * Reports that the result of converting `container` is not valid (CONVERT.INVALID), which a program
 * that contradicts itself may cause. `rule` is the rule that dxk_validate() or dxk_container_sign()
 * found to be broken. Returns DXK_E_INVALID, or DXK_E_NOMEM if there is no memory for the report.
 */
DXK_API dxk_status dxk_convert_refuse(const dxk_container *container, dxk_str rule);

/* True if a container has a program for dxk_convert() and none in DXIL. Programs of feature level 9
 * count as well, although dxk_convert() refuses them. */
DXK_API bool dxk_convert_applies(const dxk_container *container);

#ifdef __cplusplus
}
#endif
#endif
