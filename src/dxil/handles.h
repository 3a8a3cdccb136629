/* SPDX-License-Identifier: MIT */
/*
 * handles.h - which resource is behind a handle, and what its properties are.
 *
 *     createHandle(class, range, index)         -> a resource of the metadata
 *     createHandleForLib(load of a variable)    -> likewise, in libraries
 *     createHandleFromBinding(binding)          -> bounds, space, class
 *     annotateHandle(any of them, properties)   -> properties, as two words
 *
 * Where the reference takes a value for a kind that it is not and breaks off, *ends is set to
 * true; it is never set to false.
 */
#ifndef DXKI_DXIL_HANDLES_H
#define DXKI_DXIL_HANDLES_H

#include "dxil/dxil.h"
#include "dxil/layout.h"

/* %dx.types.ResourceProperties: kind 0 when nothing is known. */
typedef struct dxki_dxil_handle_props {
    uint32_t word0, word1;
} dxki_dxil_handle_props;

/* Bits of word0; the kind is below them. */
#define DXKI_RP_UAV     0x1000u
#define DXKI_RP_ROV     0x2000u
#define DXKI_RP_GLC     0x4000u
#define DXKI_RP_COUNTER 0x8000u /* of a sampler: it compares */
#define DXKI_RP_REORDER 0x10000u

/* dxk_resource_kind. */
static inline uint32_t dxki_dxil_props_kind(dxki_dxil_handle_props p)
{
    return p.word0 & 0xff;
}

/* dxk_resource_class; 4: none. */
uint32_t dxki_dxil_props_class(dxki_dxil_handle_props p);

/* Of a typed resource: the number of its components. */
static inline uint32_t dxki_dxil_props_components(dxki_dxil_handle_props p)
{
    return p.word1 >> 8 & 0xff;
}

/* True for textures and typed buffers. */
static inline bool dxki_dxil_is_typed_kind(uint32_t kind)
{
    return kind >= DXK_RESOURCE_KIND_TEXTURE1D && kind <= DXK_RESOURCE_KIND_TYPED_BUFFER;
}

/* The properties of a resource. `layout` tells the alignment of structures; NULL: it is left out. */
dxki_dxil_handle_props dxki_dxil_resource_props(const dxk_module *m, dxki_dxil_layout *layout,
                                                const dxki_dxil_resource *res, bool *ends);

/* What a typed resource returns: the first element of its structure; 0: there is none. */
dxki_type dxki_dxil_return_type(const dxk_module *m, const dxki_dxil_resource *res, bool *ends);

/* A constant %dx.types.ResourceProperties; false: it is none. */
bool dxki_dxil_const_props(const dxk_module *m, dxki_value value, dxki_dxil_handle_props *props);

/* Bounds, space, class of a constant %dx.types.ResBind; false: it is none. */
bool dxki_dxil_const_binding(const dxk_module *m, dxki_value value, uint64_t words[4]);

/* The call that made a handle, through the first value of phis and selects; 0: there is none. */
uint32_t dxki_dxil_handle_call(const dxk_module *m, dxki_value handle);

/* The properties of what a call of one of the operations above made; kind 0: not known. */
dxki_dxil_handle_props dxki_dxil_call_props(const dxk_dxil *d, uint32_t call, bool *ends);

/* Index of the UAV that the handle that a call made stands for, by its variable or its binding;
 * DXKI_NO_UAV: it is known by neither, so that it comes from a descriptor heap. */
#define DXKI_NO_UAV UINT32_MAX
uint32_t dxki_dxil_bound_uav(const dxk_dxil *d, uint32_t call, bool *ends);

/* In libraries: whether the step to an element of an array of resources says that its index may differ
 * between lanes; and has it say so. False: out of memory. */
bool dxki_dxil_is_nonuniform(const dxk_module *m, uint32_t inst);
bool dxki_dxil_mark_nonuniform(dxk_module *m, uint32_t inst);

#endif
