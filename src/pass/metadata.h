/* SPDX-License-Identifier: MIT */
/* metadata.h - what passes share that change what the metadata says, or refuse to. */
#ifndef DXKI_PASS_METADATA_H
#define DXKI_PASS_METADATA_H

#include "pass/pass.h"

/* Says why a pass cannot do what it is asked for; `what` is put after it. DXK_E_INVALID. */
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

#endif
