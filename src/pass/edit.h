/* SPDX-License-Identifier: MIT */
/*
 * edit.h - what the edits that people ask for by name share: refusing, texts of options, metadata.
 *
 *   discards.c        remove-discards, force-early-z      constant_color.c   constant-color
 *   single_sample.c   single-sample                       min_precision.c    min-precision-to-32
 *   resource_names.c  rename-resources                    rebind.c           rebind
 *   entry_names.c     rename-entry                        strip_names.c      strip-names
 *   elements.c        dead-outputs, dead-inputs           lower_model.c      lower-model
 */
#ifndef DXKI_PASS_EDIT_H
#define DXKI_PASS_EDIT_H

#include "pass/pass.h"

/* Says why a pass cannot do what it is asked for; `what` is put behind it. DXK_E_INVALID. */
dxk_status dxki_pass_refuse(dxki_pass *p, const char *why, dxk_str what);

/* Writes the metadata anew from p's dxk_dxil, whose structures the pass has changed. */
dxk_status dxki_pass_write_metadata(dxki_pass *p);

/* The structures of lists, to be changed: they are the view's own. */
static inline dxki_dxil_entry *dxki_pass_entry(const dxk_dxil *d, uint32_t index)
{
    return (dxki_dxil_entry *)(uintptr_t)d->entries.items[index];
}

static inline dxki_dxil_resource *dxki_pass_resource(const dxk_dxil *d, uint32_t cls,
                                                     uint32_t index)
{
    return (dxki_dxil_resource *)(uintptr_t)d->resources[cls].items[index];
}

static inline dxki_dxil_sig_element *dxki_pass_element(const dxki_dxil_list *list, uint32_t index)
{
    return (dxki_dxil_sig_element *)(uintptr_t)list->items[index];
}

/* Takes what stands before the first `separator` off the front of a text, and the separator. */
dxk_str dxki_pass_take(dxk_str *text, char separator);
/* Takes a decimal number off the front; false: there is none, or it has more than 32 bits. */
bool dxki_pass_take_number(dxk_str *text, uint32_t *number);

/* A row for each stage of a register: the letters of HLSL by dxk_resource_class, "tubs". */
extern const char dxki_pass_register_letters[DXKI_RESOURCE_CLASSES + 1];

/* Changes constant `value` to `bits` of the same integer type in an operand. */
bool dxki_pass_set_int(dxk_module *m, uint32_t inst, uint32_t operand, uint64_t bits);

#endif
