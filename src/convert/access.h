/* SPDX-License-Identifier: MIT */
/*
 * access.h - what instructions on resources share: their operands by role, texel offsets,
 * results that are structures.
 *
 *   access.c   this      sample.c   sampling, gathering
 *   load.c     loads     store.c    stores, atomics, counters     query.c   sizes and the like
 */
#ifndef DXKI_CONVERT_ACCESS_H
#define DXKI_CONVERT_ACCESS_H

#include "convert/facts.h"

#define DXKI_CONVERT_MORE 3u /* operands after resource and sampler */

/* The operands of an instruction by role; NULL: it has none. */
typedef struct dxki_convert_roles {
    const dxk_dxbc_operand *result;
    const dxk_dxbc_operand *status;  /* second result: whether all texels are mapped */
    const dxk_dxbc_operand *address; /* first operand in front of the resource */
    const dxk_dxbc_operand *offset;  /* second one */
    const dxk_dxbc_operand *resource;
    const dxk_dxbc_operand *sampler;
    const dxk_dxbc_operand *more[DXKI_CONVERT_MORE]; /* after these */
} dxki_convert_roles;

dxki_convert_roles dxki_convert_roles_of(const dxki_convert_inst *inst);

/* The immediate texel offsets of an instruction; false: it has none. */
bool dxki_convert_texel_offsets(const dxki_convert *c, const dxki_convert_inst *inst,
                                int32_t offsets[3]);

/* values[0..count) = components of an operand, up to `room` undefined ones of the type. */
void dxki_convert_read_first(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t count,
                             uint32_t room, dxki_convert_type type, dxk_value *values);

/*
 * Writes the result of an operation that gives four components and a status: the components
 * that the resource's swizzle selects, the status if it is wanted.
 */
void dxki_convert_write_loaded(dxki_convert *c, const dxki_convert_inst *inst,
                               const dxki_convert_roles *r, dxki_convert_type type,
                               dxk_value loaded);

/* The type of a component that is loaded: that of the resource, shorter if the result is. */
dxki_convert_type dxki_convert_loaded_type(const dxki_convert *c,
                                           const dxki_convert_resource *resource,
                                           const dxk_dxbc_operand *result);

/* The resource of an operand, if its class is in `classes` and its kind in `kinds` (bits of
 * dxk_resource_class, dxk_resource_kind); NULL: reported. */
const dxki_convert_resource *dxki_convert_take_resource(dxki_convert *c,
                                                        const dxk_dxbc_operand *operand,
                                                        uint32_t classes, uint32_t kinds);

/* Classes and kinds of resources as bits. */
#define DXKI_CONVERT_SRV        (1u << DXK_RESOURCE_CLASS_SRV)
#define DXKI_CONVERT_UAV        (1u << DXK_RESOURCE_CLASS_UAV)
#define DXKI_CONVERT_SAMPLER    (1u << DXK_RESOURCE_CLASS_SAMPLER)
#define DXKI_CONVERT_NO_SHAPE   (1u << DXK_RESOURCE_KIND_INVALID) /* samplers */
#define DXKI_CONVERT_KIND(name) (1u << DXK_RESOURCE_KIND_##name)
#define DXKI_CONVERT_BUFFERS                                                                       \
    (DXKI_CONVERT_KIND(TYPED_BUFFER) | DXKI_CONVERT_KIND(RAW_BUFFER) |                             \
     DXKI_CONVERT_KIND(STRUCTURED_BUFFER))
#define DXKI_CONVERT_TYPED (2047u & ~DXKI_CONVERT_KIND(INVALID))
#define DXKI_CONVERT_ANY   (DXKI_CONVERT_TYPED | DXKI_CONVERT_BUFFERS)
#define DXKI_CONVERT_SAMPLED                                                                       \
    (DXKI_CONVERT_TYPED &                                                                          \
     ~(DXKI_CONVERT_KIND(TEXTURE2DMS) | DXKI_CONVERT_KIND(TEXTURE2DMS_ARRAY) |                     \
       DXKI_CONVERT_KIND(TYPED_BUFFER)))
#define DXKI_CONVERT_GATHERED                                                                      \
    (DXKI_CONVERT_KIND(TEXTURE2D) | DXKI_CONVERT_KIND(TEXTURE2D_ARRAY) |                           \
     DXKI_CONVERT_KIND(TEXTURE_CUBE) | DXKI_CONVERT_KIND(TEXTURE_CUBE_ARRAY))

#endif
