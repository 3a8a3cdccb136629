/* SPDX-License-Identifier: MIT */
/*
 * edit.h - the edits that people ask for by name, and what they share: texts of options, constants.
 *
 *   discards.c        remove-discards, force-early-z      constant_color.c   constant-color
 *   single_sample.c   single-sample                       strip_names.c      strip-names
 *   resource_names.c  rename-resources                    rebind.c           rebind
 *   entry_names.c     rename-entry                        canon.h            the canonical form
 *   elements.c        dead-outputs, dead-inputs           semantic_names.c   rename-semantics
 *   function_names.c  rename-functions                    values.c           <dxk/edit.h>
 */
#ifndef DXKI_EDIT_EDIT_H
#define DXKI_EDIT_EDIT_H

#include "pass/metadata.h"

#define DXKI_PASS(ident, ...) dxk_status dxki_edit_##ident(dxki_pass *p);
#include "edit/passes.def"
#undef DXKI_PASS

/* Takes what stands before the first `separator` off the front of a text, and the separator. */
dxk_str dxki_edit_take(dxk_str *text, char separator);
/* Takes a decimal number off the front; false: there is none, or it has more than 32 bits. */
bool dxki_edit_take_number(dxk_str *text, uint32_t *number);

/* Splits the number off the end of a semantic, "TEXCOORD1"; false: it has none. */
bool dxki_edit_split_number(dxk_str *name, uint32_t *number);

/* True if an element, or a row of it, has the semantic index. */
bool dxki_edit_has_index(const dxki_dxil_sig_element *element, uint32_t index);

/* True if a text is a name as HLSL has them. */
bool dxki_edit_is_name(dxk_str text);

/* A list of names and others for them, "a=b;c=d". */
typedef struct dxki_edit_rename {
    dxk_str from, to;
    bool used;
} dxki_edit_rename;

typedef DXKI_VEC(dxki_edit_rename) dxki_edit_renames;

/* Reads such a list; an empty one is refused. The caller frees it in any case. */
dxk_status dxki_edit_read_renames(dxki_pass *p, dxk_str map, dxki_edit_renames *list);
/* Refuses if one of them has found nothing. */
dxk_status dxki_edit_all_used(dxki_pass *p, const dxki_edit_renames *list);

/* The letters of registers, by dxk_resource_class: "tubs". */
extern const char dxki_edit_register_letters[DXKI_RESOURCE_CLASSES + 1];

/* Changes constant `value` to `bits` of the same integer type in an operand. */
bool dxki_edit_set_int(dxk_module *m, uint32_t inst, uint32_t operand, uint64_t bits);

#endif
