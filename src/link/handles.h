/* SPDX-License-Identifier: MIT */
/*
 * handles.h - between handles.c, which lowers handles of shaders, choices.c, which does away with choices
 * among resources of libraries, origin.c, which finds where resources come from, and local.c, for
 * resources that are kept in variables of a function.
 */
#ifndef DXKI_LINK_HANDLES_H
#define DXKI_LINK_HANDLES_H

#include "dxil/dxil.h"
#include "dxil/op.h"
#include "link/link.h"

#define DXKI_LINK_SEVERAL UINT32_MAX /* no one variable */

/* A call of createHandleForLib. */
typedef struct dxki_link_site {
    uint32_t call, global;
    dxki_value index; /* in the range, flattened; 0: the resource is no array */
    bool nonuniform;
} dxki_link_site;

typedef struct dxki_link_lowering {
    dxki_link *link;
    dxk_module *m;
    dxk_dxil *d;
    dxki_dxil_ops ops;
    bool ops_begun;
    DXKI_VEC(dxki_link_site) sites;
    uint32_t *resource_of; /* by global: class and index, (index << 2 | class) + 1; 0: none */
    dxki_dxil_resource **made[DXKI_RESOURCE_CLASSES]; /* those that stay */
    uint32_t count[DXKI_RESOURCE_CLASSES];
    dxki_value_map indices; /* of what loads and passes on a resource: its index in the range */
    DXKI_VEC(dxki_value) stack;
    uint32_t *origin; /* by instruction: the variable that the resource, or those in what it leads
                         to, comes from; 0: none */
    uint8_t *nonuniform;       /* by instruction: its index there may differ between lanes */
    DXKI_VEC(uint32_t) stores; /* of resources, to variables of functions */
    uint32_t *last_store;      /* by alloca: of those to it; 0: none */
    uint32_t *earlier_store;   /* by store: the one to the same variable before it */
    dxki_value_map shadows;    /* of what leads to such variables: the same for indices */
    dxki_value_map at_entry;   /* by global: the handle at the entry of the function at hand */
} dxki_link_lowering;

/* Begins with `link` and `m` set; in any case it must end. False: out of memory, or `link` has a
 * status. */
bool dxki_link_lowering_begin(dxki_link_lowering *w);
void dxki_link_lowering_end(dxki_link_lowering *w);

/* Classes of resources in the order in which they get registers, and what is wrong is told. */
extern const uint8_t dxki_link_class_order[DXKI_RESOURCE_CLASSES];

/* The variable of a resource, whatever it is cast to; 0: it has none. */
uint32_t dxki_link_variable(const dxki_link_lowering *w, const dxki_dxil_resource *r);
/* Fills `origin` and `nonuniform`; what may come from several variables is told. False: out of memory. */
bool dxki_link_find_origins(dxki_link_lowering *w);
/* Reports that a resource comes from several variables, or from none. */
void dxki_link_complain_local(dxki_link_lowering *w, uint32_t inst);
/* The index in its array of a resource whose variable is known. False: out of memory. */
bool dxki_link_find_index(dxki_link_lowering *w, dxki_value value, dxki_link_site *s);
/* a op b before an instruction, folded if both are constant; 0: out of memory. */
dxki_value dxki_link_arithmetic(dxki_link_lowering *w, dxki_op op, dxki_value a, dxki_value b,
                                uint32_t before);

/* --- local.c --- */

/* The variable of a function that a pointer leads into, an alloca; 0: it is none. */
uint32_t dxki_link_local(const dxk_module *m, dxki_value pointer);
/* True if an alloca has resources, in arrays perhaps, and nothing else. */
bool dxki_link_is_array_of_resources(const dxk_module *m, uint32_t alloca);
/* The index of the resource that is loaded from such a variable, from one made beside it; stores whose
 * index is to be stored go to `stack`. 0: out of memory. */
dxki_value dxki_link_local_index(dxki_link_lowering *w, uint32_t load);
/* Stores the index beside a resource. */
bool dxki_link_store_index(dxki_link_lowering *w, uint32_t store, dxki_value index);
/* Removes the stores of resources, which nothing loads any more. */
bool dxki_link_drop_stores(dxki_link_lowering *w);

#endif
