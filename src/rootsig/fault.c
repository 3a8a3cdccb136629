/* SPDX-License-Identifier: MIT */
/* fault.c - putting the text of a fault together. */
#include "rootsig/fault.h"

#include "base/out.h"
#include "rootsig/number.h"
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

static void put(dxki_rootsig_fault *fault, const char *text, size_t size)
{
    size_t room = sizeof fault->text - fault->size;
    size = size < room ? size : room;
    memcpy(fault->text + fault->size, text, size);
    fault->size += size;
}

static void put_hex(dxki_rootsig_fault *fault, uint64_t value)
{
    char digits[18];
    size_t n = sizeof digits;
    do
        digits[--n] = "0123456789abcdef"[value & 15];
    while (value >>= 4);
    put(fault, "0x", 2);
    put(fault, digits + n, sizeof digits - n);
}

static void put_arg(dxki_rootsig_fault *fault, const dxki_arg *arg)
{
    char digits[20];
    if (arg->kind == DXKI_ARG_STR) {
        put(fault, arg->text.data, arg->text.size);
    } else if (arg->kind == DXKI_ARG_HEX) {
        put_hex(fault, arg->number);
    } else {
        char *first = dxki_format_u64(digits + sizeof digits, arg->number);
        put(fault, first, (size_t)(digits + sizeof digits - first));
    }
}

void dxki_rootsig_fault_fill(dxki_rootsig_fault *fault, dxki_rootsig_fault_id id,
                             const dxki_arg *args)
{
    fault->rule = rows[id].rule;
    fault->size = 0;
    for (const char *p = rows[id].text; *p; p++) {
        if (*p == '%')
            put_arg(fault, &args[*++p - '0']);
        else
            put(fault, p, 1);
    }
}

dxk_str dxki_rootsig_fault_message(const dxki_rootsig_fault *fault)
{
    size_t size = fault->size;
    while (size && strchr(".\n ", fault->text[size - 1]))
        size--;
    return (dxk_str){fault->text, size};
}
