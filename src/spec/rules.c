/* SPDX-License-Identifier: MIT */
/* rules.c - the table of rules and its public view. */
#include "spec/rules.h"

static const dxki_rule rules[DXKI_RULE_COUNT] = {
#define DXKI_RULE(ident, severity, name, message, explanation)                                     \
    {name, DXK_##severity, message, explanation},
#include "spec/reader_rules.def"
#undef DXKI_RULE
};

const dxki_rule *dxki_rule_get(dxki_rule_id id)
{
    return &rules[id];
}
