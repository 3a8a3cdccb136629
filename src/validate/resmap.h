/* SPDX-License-Identifier: MIT */
/* resmap.h - the properties of what is behind each handle. */
#ifndef DXKI_VALIDATE_RESMAP_H
#define DXKI_VALIDATE_RESMAP_H

#include "dxil/handles.h"
#include "validate/types.h"

typedef struct dxki_val_known {
    dxki_dxil_handle_props props;
    uint32_t range; /* range id + 1 of a createHandle; 0: it is something else */
} dxki_val_known;

typedef struct dxki_val_handles {
    DXKI_VEC(dxki_val_known) known; /* [0] dummy */
    uint32_t *of_inst;              /* by instruction: index in known, 0: none */
    uint32_t *of_entity; /* likewise by entity of uses, for globals and pointers (libraries) */
} dxki_val_handles;

void dxki_val_resmap_build(dxki_val *v);

/* The properties of what is behind a handle; kind 0: unknown. */
static inline dxki_dxil_handle_props dxki_val_props_of(const dxki_val_handles *h, dxki_value handle)
{
    uint32_t inst = dxki_value_as_inst(handle);
    return h->known.items[inst ? h->of_inst[inst] : 0].props;
}

#endif
