/* SPDX-License-Identifier: MIT */
/*
 * used.h - the resources that a function uses: those whose variables it names, in a library, and those
 * that it makes handles of, in a finished shader.
 */
#ifndef DXKI_LINK_USED_H
#define DXKI_LINK_USED_H

#include "link/link.h"

typedef struct dxki_link_used {
    const dxki_link_library *library;
    uint32_t *of_variable; /* by global: class and index of its resource + 1; 0: none */
    dxki_idset set;        /* the same numbers, by class and id and by class, space and register */
    uint32_t *seen[DXKI_RESOURCE_CLASSES];      /* by index: the function that used it last */
    DXKI_VEC(const dxki_dxil_resource *) found; /* of the function at hand */
} dxki_link_used;

/* To be freed in any case. False: out of memory. */
bool dxki_link_used_begin(dxki_link_used *used, dxki_arena *arena,
                          const dxki_link_library *library);
void dxki_link_used_free(dxki_link_used *used);
/* Finds those of a function, in the order in which it uses them. */
bool dxki_link_used_find(dxki_link_used *used, uint32_t function);
/* One of them; NULL past the end. */
const dxki_dxil_resource *dxki_link_used_get(const dxki_link_used *used, size_t index);
/* Its name, or its registers if that was stripped: "t3,space1". NULL: out of memory. */
dxk_str dxki_link_used_name(const dxki_dxil_resource *r, dxki_arena *arena);

#endif
