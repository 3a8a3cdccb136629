/* SPDX-License-Identifier: MIT */
/*
 * rdat.h - RDAT of a library, and which functions use what, through constants too.
 */
#ifndef DXKI_BUILD_RDAT_H
#define DXKI_BUILD_RDAT_H

#include "build/build.h"
#include "build/rdat_tables.h"

/* Values in order, as a chain of links. */
typedef struct dxki_build_rdat_chain {
    uint32_t first, last; /* index in links, 0: none */
} dxki_build_rdat_chain;

typedef struct dxki_build_rdat_link {
    uint32_t value, next;
} dxki_build_rdat_link;

typedef struct dxki_build_rdat_links {
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_module *m;
    DXKI_VEC(dxki_build_rdat_link) items; /* [0] dummy */
    dxki_build_rdat_chain *users;         /* by global: functions with a body that use it */
    dxki_build_rdat_chain *const_users;   /* by constant; NULL: no symbol of a resource is one */
    uint8_t *is_symbol;                   /* by constant: it is the symbol of a resource */
    dxki_build_rdat_chain *resources;     /* by function: indices of resources */
    dxki_build_rdat_chain *dependencies;  /* by function: names of functions outside */
} dxki_build_rdat_links;

void dxki_build_rdat_links_begin(dxki_build_rdat_links *l, dxk_ctx *ctx);
void dxki_build_rdat_links_end(dxki_build_rdat_links *l);

/* Finds the users; shared[function] becomes the group-shared bytes that a function, with those
 * that it calls, uses. These functions return false when out of memory. */
bool dxki_build_rdat_links_build(dxki_build_rdat_links *l, const dxk_dxil *d, uint32_t *shared);
bool dxki_build_rdat_link_resource(dxki_build_rdat_links *l, dxki_value symbol, uint32_t index);
bool dxki_build_rdat_link_dependency(dxki_build_rdat_links *l, uint32_t global, uint32_t name);

bool dxki_build_rdat_is_used(const dxki_build_rdat_links *l, uint32_t global);
/* A function of somewhere else: no operation of DXIL, none of LLVM's own? */
bool dxki_build_rdat_is_external(const dxk_module *m, uint32_t global);

#endif
