/* SPDX-License-Identifier: MIT */
/* rules.c - the rules, each an object of its own, and the list of them. */
#include "spec/reader_rules.h"

#define DXKI_RULE(ident, severity, name, message, explanation)                                     \
    const dxki_rule DXKI_RULE_##ident[1] = {{name, DXK_##severity, message, explanation}};
#include "spec/reader_rules.def"
#undef DXKI_RULE

static const dxki_rule *const rules[] = {
#define DXKI_RULE(ident, severity, name, message, explanation) DXKI_RULE_##ident,
#include "spec/reader_rules.def"
#undef DXKI_RULE
};

const dxki_rule *dxki_rule_at(size_t index)
{
    return index < sizeof rules / sizeof rules[0] ? rules[index] : NULL;
}
