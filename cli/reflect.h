/* SPDX-License-Identifier: MIT */
/* reflect.h - the files of `dxk reflect`: readable text of a reflection. */
#ifndef REFLECT_H
#define REFLECT_H

#include <dxk/reflect.h>

#include "job.h"

/* Types, variables and bindings that one description may list: functions share buffers and
 * structures share members, so a strange file could ask for any number. */
#define REFLECT_ENTRIES 1000000u

/* What is printed, and how much more may be. */
typedef struct reflect_view {
    job *j;
    const dxk_reflect *r;
    uint32_t left;
} reflect_view;

/* Counts an entry; false when there were too many. */
bool reflect_count(reflect_view *v);

/* What is said when there were. */
#define REFLECT_CUT_OFF "the description is too long and was truncated"

int reflect_text(job *j, const dxk_reflect *r);

/* An enumerator without its prefix, in lower case; its number if it has no name. */
void reflect_put_enum(text_out *out, dxk_reflect_enum set, uint32_t value, const char *prefix);

/* Such a name. */
void reflect_put_lower(text_out *out, const char *name, const char *prefix);

/* Letter of the registers of an input type: b, s, t, u. */
char reflect_register_letter(uint32_t input_type);

#endif
