/* SPDX-License-Identifier: MIT */
/*
 * import.h - what a module has, brought into another one: types, constants, metadata, attributes,
 * globals, function bodies.
 *
 * An importer remembers what each thing of the source became, so that everything is brought over
 * once. Globals come in two steps: a reference to one declares it (or finds its namesake), and
 * dxki_import_define() gives it its body or initialiser. What was referred to and is not defined
 * yet is asked of dxki_import_next(): a linker decides there, or takes all with
 * dxki_import_rest().
 *
 *     dxki_importer im;
 *     ok = dxki_import_begin(&im, to, from) && (copy = dxki_import_global(&im, g)) != 0 &&
 *          dxki_import_define(&im, g) && dxki_import_rest(&im) &&
 *          dxki_import_named_md(&im, index);
 *     dxki_import_end(&im);
 *
 * Metadata does not bring globals with it: a node that wraps a global that was neither referred to
 * nor declared gets null in its place. So globals first, named metadata last.
 *
 * The source stays as it is. Functions return false, or 0, when out of memory; see edit.h.
 */
#ifndef DXKI_IR_IMPORT_H
#define DXKI_IR_IMPORT_H

#include "ir/copy.h"
#include "ir/edit_parts.h"

/* What several importers know of one destination: its names. */
typedef struct dxki_import_target {
    dxk_module *to;
    dxki_idset global_names, struct_names;
    dxki_name_set taken; /* names of its globals */
} dxki_import_target;

typedef struct dxki_importer {
    dxki_import_target own;     /* when it has the destination for itself */
    dxki_import_target *target; /* the one it uses */
    dxk_module *to;
    const dxk_module *from;
    dxki_arena arena;                         /* the tables */
    uint32_t *types, *globals, *consts, *mds; /* by index in the source; 0: not brought yet */
    uint32_t *attrs, *kinds;                  /* attribute lists; kinds of metadata + 1 */
    uint8_t *defined;                         /* by global of the source */
    dxki_value_map locals;                    /* arguments, blocks, instructions */
    dxki_value_map trial;                     /* types that are compared */
    dxki_copier copier;
    DXKI_VEC(uint32_t) wanted; /* globals of the source that were referred to */
    size_t next_wanted;
    DXKI_VEC(uint32_t) bodies;    /* structs of the source whose bodies are to come */
    DXKI_VEC(uint32_t) stack;     /* of a walk over metadata or types */
    DXKI_VEC(uint32_t) words;     /* of what is being made; used as a stack */
    DXKI_VEC(uint32_t) addresses; /* (constant of the source, of the destination): BLOCKADDRESS */
} dxki_importer;

/* Begins to bring things of `from` into `to`. To be ended in any case. */
bool dxki_import_begin(dxki_importer *im, dxk_module *to, const dxk_module *from);
void dxki_import_end(dxki_importer *im);

/* The same for several importers into one module at a time: its names are indexed once, in a target
 * that they share and that ends after them. To be ended in any case. */
bool dxki_import_target_begin(dxki_import_target *target, dxk_module *to);
void dxki_import_target_end(dxki_import_target *target);
bool dxki_import_begin_at(dxki_importer *im, dxki_import_target *target, const dxk_module *from);

/* --- globals --- */

/* Says that a global of the destination stands for one of the source. */
void dxki_import_map(dxki_importer *im, uint32_t global, uint32_t to);

/*
 * The global of the destination for one of the source: the one it is mapped to; or the one of the
 * same name, kind and type, unless one of the two is local to its module; or a new one, declared
 * and not defined, whose name is made to differ from others. 0: out of memory.
 */
uint32_t dxki_import_global(dxki_importer *im, uint32_t global);

/* Gives the counterpart of a global what the original has: linkage, and body, initialiser or
 * aliasee. It must be declared only. Does nothing for one without them, or a second time. */
bool dxki_import_define(dxki_importer *im, uint32_t global);

/* A global of the source that was declared anew in the destination, has a definition, and was
 * neither defined yet nor returned before; 0: there is none. */
uint32_t dxki_import_next(dxki_importer *im);

/* Defines all those. */
bool dxki_import_rest(dxki_importer *im);

/* --- parts --- */

/* Named structs are the same when name and body are; a struct without a body takes the one that the
 * other has. A struct that differs from its namesake gets another name. 0: out of memory. */
dxki_type dxki_import_type(dxki_importer *im, dxki_type type);
bool dxki_import_attrs(dxki_importer *im, uint32_t list, uint32_t *to);
bool dxki_import_string(dxki_importer *im, dxki_string string, dxki_string *to);
bool dxki_import_kind(dxki_importer *im, uint32_t kind, uint32_t *to);
/* Constants and globals; local values when their body is being brought; metadata operands. */
bool dxki_import_value(dxki_importer *im, dxki_value value, dxki_value *to);
/* *to: 0 for null, and for what wraps a global that is not in the destination. */
bool dxki_import_md(dxki_importer *im, dxki_md id, dxki_md *to);
/* Appends the operands of named metadata to the destination's of that name. */
bool dxki_import_named_md(dxki_importer *im, size_t index);

/* Inside of dxki_import_target_begin(): the named structs that the destination has. */
bool dxki_import_index_structs(dxki_import_target *target);

#endif
