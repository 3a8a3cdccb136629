/* SPDX-License-Identifier: MIT */
/*
 * rules.h - the rules that diagnostics refer to, expanded from reader_rules.def. `base` reports
 * by rule, so this header stands below it and includes nothing but the public base.
 */
#ifndef DXKI_RULES_H
#define DXKI_RULES_H

#include "dxk/base.h"

typedef enum dxki_rule_id {
#define DXKI_RULE(ident, severity, name, message, explanation) DXKI_RULE_##ident,
#include "spec/reader_rules.def"
#undef DXKI_RULE
    DXKI_RULE_COUNT
} dxki_rule_id;

typedef struct dxki_rule {
    const char *name;        /* stable id */
    dxk_severity severity;   /* of every diagnostic of this rule */
    const char *message;     /* template with %0..%9 */
    const char *explanation; /* a sentence or two for `dxk explain` */
} dxki_rule;

const dxki_rule *dxki_rule_get(dxki_rule_id id);

#endif
