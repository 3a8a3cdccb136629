/* SPDX-License-Identifier: MIT */
/*
 * emit.h - the metadata of a DXIL module written anew from what was read of it: canonical types,
 * tags in a fixed order, defaults left out or put in, nothing that is not known.
 *
 *   emit.c            named nodes, entry points, resources      emit_props.c   entry properties
 *   emit_types.c      annotations of types and functions        counters.c     dx.counters
 *
 * Source: DXIL.rst, "Shader metadata"; DirectXShaderCompiler for the dependence on versions.
 */
#ifndef DXKI_DXIL_EMIT_H
#define DXKI_DXIL_EMIT_H

#include "dxil/dxil.h"

typedef struct dxki_dxil_emitter {
    dxk_module *m;
    const dxk_dxil *d;       /* what was read of the same module */
    bool latest;             /* for reflection: everything is written, validator 0.0 */
    bool is_draft;           /* names are not for the shader model, but for a reflection */
    DXKI_VEC(dxki_md) stack; /* operands of tuples under construction */
    bool failed;             /* out of memory */
} dxki_dxil_emitter;

/* Pieces; all return 0 and set `failed` when out of memory. */
dxki_md dxki_dxil_emit_const(dxki_dxil_emitter *e, dxki_type type, uint64_t bits);
dxki_md dxki_dxil_emit_u32(dxki_dxil_emitter *e, uint32_t value);
dxki_md dxki_dxil_emit_bool(dxki_dxil_emitter *e, bool value);
dxki_md dxki_dxil_emit_string(dxki_dxil_emitter *e, dxk_str text);
dxki_md dxki_dxil_emit_value(dxki_dxil_emitter *e, dxki_value value); /* 0: null */
dxki_md dxki_dxil_emit_undef(dxki_dxil_emitter *e, dxki_type type);
dxki_md dxki_dxil_emit_numbers(dxki_dxil_emitter *e, const uint32_t *numbers, uint32_t count);

/* Operands go to a stack; a tuple takes those from `start` on off it. */
void dxki_dxil_emit_push(dxki_dxil_emitter *e, dxki_md md);
void dxki_dxil_emit_tag(dxki_dxil_emitter *e, uint32_t tag, dxki_md value);
dxki_md dxki_dxil_emit_tuple(dxki_dxil_emitter *e, size_t start);
/* A tuple of one array of `count` elements, i8 or i32, whose bytes are given. */
dxki_md dxki_dxil_emit_bytes(dxki_dxil_emitter *e, dxki_type element, uint32_t count,
                             dxk_bytes bytes);

/* Does the shader model allow what validator 1.`minor` brought? */
bool dxki_dxil_emit_allows(const dxki_dxil_emitter *e, uint32_t minor);

dxki_md dxki_dxil_emit_props(dxki_dxil_emitter *e, const dxki_dxil_entry *entry, bool in_library,
                             bool is_library);
void dxki_dxil_emit_types(dxki_dxil_emitter *e);
void dxki_dxil_emit_payloads(dxki_dxil_emitter *e);
void dxki_dxil_emit_counters(dxki_dxil_emitter *e, const dxk_module *code);

/* Appends `md` to the named node, made at the end when there is none. */
void dxki_dxil_emit_named(dxki_dxil_emitter *e, const char *name, dxki_md md);
/* Drops the named nodes for which `match` is true. */
void dxki_dxil_emit_erase(dxk_module *m, bool (*match)(dxk_str name));

/* Writes the metadata of `m`, whose view `d` is, anew for a part of a container: without what has
 * parts of its own, root signature and subobjects. With `code`, for reflection: with everything
 * there is and with counters of what is in `code`, else as the module's validator and shader model
 * want it. */
dxk_status dxki_dxil_emit_metadata(dxk_module *m, const dxk_dxil *d, const dxk_module *code);

/* The same of a module from which a part and a reflection are to be made: everything there is. */
dxk_status dxki_dxil_emit_draft(dxk_module *m, const dxk_dxil *d);

/* The same of a module that stays one: what has parts of its own stays, too. */
dxk_status dxki_dxil_renew_metadata(dxk_module *m, const dxk_dxil *d);

#endif
