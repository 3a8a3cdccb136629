/* SPDX-License-Identifier: MIT */
/*
 * datalayout.c - is a data layout one? LLVM ends with a message when it is not. A layout is a
 * list of specifiers with '-' between, each of fields with ':' between:
 *
 *   e E s        byte order               p[space]:size:abi[:preferred]   pointers
 *   n8:16:32     native integers          i v f [bits]:abi[:preferred]    alignments
 *   S128         stack alignment          a:abi[:preferred]               of aggregates
 *   m:e          mangling
 *
 * Source: LLVM 3.7 language reference, "Data Layout".
 */
#include "ir/datalayout.h"

#include <string.h>

typedef struct fields {
    dxk_str token, rest;
    const char *fault; /* the first thing that is wrong */
} fields;

static void fail(fields *f, bool failed, const char *fault)
{
    if (failed && !f->fault)
        f->fault = fault;
}

/* The part of `text` up to a separator, and what follows it. */
static void split(fields *f, dxk_str text, char separator)
{
    const char *at = text.size ? memchr(text.data, separator, text.size) : NULL;
    size_t size = at ? (size_t)(at - text.data) : text.size;
    f->token = (dxk_str){text.data, size};
    f->rest = at ? (dxk_str){at + 1, text.size - size - 1} : (dxk_str){NULL, 0};
    fail(f, at && f->rest.size == 0, "Trailing separator in datalayout string");
    fail(f, size == 0 && f->rest.size, "Expected token before separator in datalayout string");
}

static uint32_t number(fields *f)
{
    uint64_t value = 0;
    bool bad = f->token.size == 0;
    for (size_t i = 0; i < f->token.size && !bad; i++) {
        char c = f->token.data[i];
        value = value * 10 + (uint64_t)(c - '0');
        bad = c < '0' || c > '9' || value > UINT32_MAX;
    }
    fail(f, bad, "not a number, or does not fit in an unsigned int");
    return bad ? 0 : (uint32_t)value;
}

static uint32_t bytes(fields *f)
{
    uint32_t bits = number(f);
    fail(f, bits % 8 != 0, "number of bits must be a byte width multiple");
    return bits / 8;
}

/* The next field, which must be there. */
static void next(fields *f, const char *missing)
{
    fail(f, f->rest.size == 0, missing);
    if (!f->fault)
        split(f, f->rest, ':');
}

static bool is_power(uint32_t value)
{
    return value && !(value & (value - 1));
}

static void pointer(fields *f)
{
    uint32_t space = f->token.size ? number(f) : 0;
    fail(f, space >> 24, "Invalid address space, must be a 24bit integer");
    next(f, "Missing size specification for pointer in datalayout string");
    fail(f, bytes(f) == 0, "Invalid pointer size of 0 bytes");
    next(f, "Missing alignment specification for pointer in datalayout string");
    uint32_t abi = bytes(f), preferred = abi;
    fail(f, !is_power(abi), "Pointer ABI alignment must be a power of 2");
    if (f->rest.size && !f->fault) {
        split(f, f->rest, ':');
        preferred = bytes(f);
        fail(f, !is_power(preferred), "Pointer preferred alignment must be a power of 2");
    }
    fail(f, preferred < abi, "Preferred alignment cannot be less than the ABI alignment");
}

static void alignment(fields *f, bool aggregate)
{
    uint32_t bits = f->token.size ? number(f) : 0;
    fail(f, aggregate && bits, "Sized aggregate specification in datalayout string");
    next(f, "Missing alignment specification in datalayout string");
    uint32_t abi = bytes(f), preferred = abi;
    fail(f, !aggregate && abi == 0,
         "ABI alignment specification must be >0 for non-aggregate types");
    if (f->rest.size && !f->fault) {
        split(f, f->rest, ':');
        preferred = bytes(f);
    }
    fail(f, bits >> 24, "Invalid bit width, must be a 24bit integer");
    fail(f, abi >> 16, "Invalid ABI alignment, must be a 16bit integer");
    fail(f, preferred >> 16, "Invalid preferred alignment, must be a 16bit integer");
    fail(f, abi && !is_power(abi), "Invalid ABI alignment, must be a power of 2");
    fail(f, preferred && !is_power(preferred), "Invalid preferred alignment, must be a power of 2");
    fail(f, preferred < abi, "Preferred alignment cannot be less than the ABI alignment");
}

static void integers(fields *f)
{
    for (;;) {
        fail(f, number(f) == 0, "Zero width native integer type in datalayout string");
        if (f->fault || f->rest.size == 0)
            return;
        split(f, f->rest, ':');
    }
}

static void mangling(fields *f)
{
    fail(f, f->token.size,
         "Unexpected trailing characters after mangling specifier in datalayout string");
    fail(f, f->rest.size == 0, "Expected mangling specifier in datalayout string");
    fail(f, f->rest.size > 1, "Unknown mangling specifier in datalayout string");
    fail(f, !f->fault && !memchr("eomwx", f->rest.data[0], 5),
         "Unknown mangling in datalayout string");
}

static void specifier(fields *f)
{
    char kind = f->token.size ? *f->token.data : 0;
    f->token.data++;
    f->token.size -= f->token.size > 0;
    if (kind == 'p')
        pointer(f);
    else if (kind == 'i' || kind == 'v' || kind == 'f' || kind == 'a')
        alignment(f, kind == 'a');
    else if (kind == 'n')
        integers(f);
    else if (kind == 'S')
        bytes(f);
    else if (kind == 'm')
        mangling(f);
    else
        fail(f, kind != 's' && kind != 'e' && kind != 'E',
             "Unknown specifier in datalayout string");
}

const char *dxki_layout_fault(dxk_str layout)
{
    fields f = {{NULL, 0}, {NULL, 0}, NULL};
    while (layout.size && !f.fault) {
        split(&f, layout, '-');
        layout = f.rest;
        if (!f.fault)
            split(&f, f.token, ':');
        if (!f.fault)
            specifier(&f);
    }
    return f.fault;
}
