/* SPDX-License-Identifier: MIT */
/*
 * fork.h - a second module that shares its code with a first one and has everything around it for
 * itself: strings, types, constants, globals, metadata. For a part of a container that holds the
 * module with other metadata.
 *
 * What is shared may be looked at and not be changed: instructions, blocks, arguments, attributes,
 * attachments. Lists of attachments may be emptied (dxki_attachments_clear()).
 */
#ifndef DXKI_IR_FORK_H
#define DXKI_IR_FORK_H

#include "ir/ir.h"

/* Makes *fork of a module, which must stay as it is for as long. To be ended in any case. False: out
 * of memory. */
bool dxki_module_fork(dxk_module *fork, const dxk_module *m);
void dxki_module_end_fork(dxk_module *fork);

#endif
