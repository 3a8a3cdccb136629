/* SPDX-License-Identifier: MIT */
/*
 * rules.h - what a rule of reader_rules.def is, and the list of them. reader_rules.h has the name
 * of each. `base` reports by rule, so this header stands below it and includes nothing but the
 * public base.
 */
#ifndef DXKI_SPEC_RULES_H
#define DXKI_SPEC_RULES_H

#include "dxk/base.h"

typedef struct dxki_rule {
    const char *name;        /* stable id */
    dxk_severity severity;   /* of every diagnostic of this rule */
    const char *message;     /* template with %0..%9 */
    const char *explanation; /* a sentence or two for `dxk explain` */
} dxki_rule;

/* Rule `index` in the order of the table; NULL past the end. */
const dxki_rule *dxki_rule_at(size_t index);

#endif
