/* SPDX-License-Identifier: MIT */
/* fault.c - putting the text of a fault together. */
#include "rootsig/fault.h"

#include "spec/reader_rules.h"

#include <string.h>

typedef struct row {
    const dxki_rule *rule;
    const char *text;
} row;

static const row rows[] = {
#define DXKI_RS_FAULT(ident, rule, text) {DXKI_RULE_ROOTSIG_##rule, text},
#include "rootsig/faults.def"
#undef DXKI_RS_FAULT
};

void dxki_rootsig_fault_fill(dxki_rootsig_fault *fault, dxki_rootsig_fault_id id,
                             const dxki_arg *args, size_t count)
{
    size_t size = dxki_format(fault->text, sizeof fault->text, rows[id].text, args, count);
    fault->rule = rows[id].rule;
    fault->size = size < sizeof fault->text ? size : sizeof fault->text;
}

dxk_str dxki_rootsig_fault_message(const dxki_rootsig_fault *fault)
{
    size_t size = fault->size;
    while (size && strchr(".\n ", fault->text[size - 1]))
        size--;
    return (dxk_str){fault->text, size};
}
