/* SPDX-License-Identifier: MIT */
/*
 * layout.c - see layout.h. The string is a list of rules separated by '-': "i64:32:64" aligns
 * 64-bit integers at 32 bits (the third number, the preferred alignment, does not matter here).
 * Source: LLVM 3.7 language reference, "Data Layout".
 */
#include "dxil/layout.h"

#include "base/count.h"
#include "base/ctx.h"

#include <string.h>

/* What LLVM starts from; the module's string changes and adds. */
static const dxki_dxil_layout_rule defaults[] = {
    {'i', 1, 1, 0},    {'i', 8, 1, 0},  {'i', 16, 2, 0}, {'i', 32, 4, 0},
    {'i', 64, 4, 0},   {'f', 16, 2, 0}, {'f', 32, 4, 0}, {'f', 64, 8, 0},
    {'f', 128, 16, 0}, {'a', 0, 1, 0},  {'p', 0, 8, 8},
};

static dxki_dxil_layout_rule *find_rule(dxki_dxil_layout *layout, char kind, uint32_t width)
{
    for (size_t i = 0; i < layout->rule_count; i++) {
        if (layout->rules[i].kind == kind && layout->rules[i].width == width)
            return &layout->rules[i];
    }
    return NULL;
}

static void set_rule(dxki_dxil_layout *layout, dxki_dxil_layout_rule rule)
{
    dxki_dxil_layout_rule *known = find_rule(layout, rule.kind, rule.width);

    if (known)
        *known = rule;
    else if (layout->rule_count < DXKI_LAYOUT_RULES)
        layout->rules[layout->rule_count++] = rule;
}

/* The number at *at, and after a colon the next; false: there is none or it is absurd. */
static bool number(const char **at, const char *end, uint32_t *out)
{
    uint32_t value = 0;
    const char *p = *at;

    if (p == end || *p < '0' || *p > '9')
        return false;
    for (; p != end && *p >= '0' && *p <= '9'; p++) {
        if (value > 0xffffff)
            return false;
        value = value * 10 + (uint32_t)(*p - '0');
    }
    *at = p != end && *p == ':' ? p + 1 : p;
    *out = value;
    return true;
}

static bool is_alignment(uint32_t bits)
{
    return bits % 8 == 0 && (bits & (bits - 1)) == 0;
}

static void parse_rule(dxki_dxil_layout *layout, const char *at, const char *end)
{
    dxki_dxil_layout_rule rule = {*at++, 0, 0, 0};
    uint32_t size = 0, align;

    if (!strchr("ifap", rule.kind))
        return;
    if (at != end && *at == ':')
        at++;
    else
        number(&at, end, &rule.width);
    if (rule.kind == 'p' && (!number(&at, end, &size) || size == 0 || size % 8))
        return;
    if (!number(&at, end, &align) || !is_alignment(align) || (align == 0 && rule.kind != 'a'))
        return;
    rule.align = align ? align / 8 : 1;
    rule.size = size / 8;
    set_rule(layout, rule);
}

static void read_rules(dxki_dxil_layout *layout)
{
    const dxk_module *m = layout->m;
    const char *at = m->datalayout.size ? m->datalayout.data : "";
    const char *end = at + m->datalayout.size;

    for (size_t i = 0; i < DXKI_COUNT(defaults); i++)
        set_rule(layout, defaults[i]);
    while (at != end) {
        const char *stop = memchr(at, '-', (size_t)(end - at));
        if (!stop)
            stop = end;
        if (stop != at)
            parse_rule(layout, at, stop);
        at = stop == end ? end : stop + 1;
    }
}

/* Most modules have no variable whose size is asked for: the rules are read at the first question. */
bool dxki_dxil_layout_init(dxki_dxil_layout *layout, const dxk_module *m)
{
    size_t size = m->types.count * sizeof *layout->sizes;

    layout->ctx = m->ctx;
    layout->m = m;
    layout->rule_count = 0;
    layout->size_count = 0;
    layout->depth = 0;
    layout->too_deep = false;
    layout->sizes = dxki_realloc(m->ctx, NULL, 0, size);
    if (!layout->sizes)
        return false;
    memset(layout->sizes, 0, size);
    layout->size_count = m->types.count;
    return true;
}

void dxki_dxil_layout_free(dxki_dxil_layout *layout)
{
    if (layout->sizes)
        dxki_realloc(layout->ctx, layout->sizes, layout->size_count * sizeof *layout->sizes, 0);
    layout->sizes = NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Sizes                                                                                      */

static uint64_t round_up(uint64_t value, uint32_t align)
{
    return (value + align - 1) / align * align;
}

static uint32_t next_power(uint64_t bytes)
{
    uint32_t power = 1;

    while (power < bytes && power < 0x80000000u)
        power *= 2;
    return power;
}

/* Integers without a rule of their own take the next wider one, else the widest. */
static uint32_t int_align(dxki_dxil_layout *layout, uint32_t width)
{
    const dxki_dxil_layout_rule *wider = NULL, *widest = NULL;

    for (size_t i = 0; i < layout->rule_count; i++) {
        const dxki_dxil_layout_rule *rule = &layout->rules[i];
        if (rule->kind != 'i')
            continue;
        if (rule->width == width)
            return rule->align;
        if (rule->width > width && (!wider || rule->width < wider->width))
            wider = rule;
        if (!widest || rule->width > widest->width)
            widest = rule;
    }
    return wider ? wider->align : widest->align;
}

static dxki_dxil_layout_size float_size(dxki_dxil_layout *layout, uint32_t bits)
{
    const dxki_dxil_layout_rule *rule = find_rule(layout, 'f', bits);

    return (dxki_dxil_layout_size){bits, rule ? rule->align : next_power((bits + 7) / 8)};
}

static dxki_dxil_layout_size pointer_size(dxki_dxil_layout *layout, uint32_t space)
{
    const dxki_dxil_layout_rule *rule = find_rule(layout, 'p', space);

    if (!rule)
        rule = find_rule(layout, 'p', 0);
    return (dxki_dxil_layout_size){(uint64_t)rule->size * 8, rule->align};
}

static dxki_dxil_layout_size size_of(dxki_dxil_layout *layout, dxki_type type);

static dxki_dxil_layout_size struct_size(dxki_dxil_layout *layout, dxki_type type)
{
    bool packed = dxki_type_get(layout->m, type)->flags & DXKI_TF_PACKED;
    uint32_t align = packed ? 1 : find_rule(layout, 'a', 0)->align, count;
    uint64_t end = 0;

    dxki_type_list(layout->m, type, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxki_type element = dxki_type_list(layout->m, type, &count)[i];
        uint32_t own = packed ? 1 : dxki_dxil_layout_align(layout, element);
        dxki_dxil_layout_place(layout, element, packed, &end);
        align = own > align ? own : align;
    }
    return (dxki_dxil_layout_size){round_up(end, align) * 8, align};
}

static dxki_dxil_layout_size compute(dxki_dxil_layout *layout, dxki_type type)
{
    const dxki_type_entry *entry = dxki_type_get(layout->m, type);
    dxki_dxil_layout_size element;

    if (layout->rule_count == 0)
        read_rules(layout);
    switch ((dxki_type_kind)entry->kind) {
    case DXKI_T_HALF:
    case DXKI_T_FLOAT:
    case DXKI_T_DOUBLE:
    case DXKI_T_X86_FP80:
    case DXKI_T_FP128:
    case DXKI_T_PPC_FP128:
        return float_size(layout, dxki_type_bits(layout->m, type));
    case DXKI_T_X86_MMX:
        return (dxki_dxil_layout_size){64, 8};
    case DXKI_T_INT:
        return (dxki_dxil_layout_size){entry->a, int_align(layout, entry->a)};
    case DXKI_T_LABEL:
        return pointer_size(layout, 0);
    case DXKI_T_POINTER:
        return pointer_size(layout, entry->b);
    case DXKI_T_VECTOR: /* its elements lie as those of an array do */
    case DXKI_T_ARRAY:
        element = size_of(layout, entry->a);
        return (dxki_dxil_layout_size){dxki_dxil_layout_alloc_size(layout, entry->a) * 8 *
                                           dxki_type_count(layout->m, type),
                                       element.align};
    case DXKI_T_STRUCT:
        return struct_size(layout, type);
    default:
        return (dxki_dxil_layout_size){0, 1};
    }
}

static dxki_dxil_layout_size size_of(dxki_dxil_layout *layout, dxki_type type)
{
    if (type == 0 || type >= layout->m->types.count)
        return (dxki_dxil_layout_size){0, 1};
    if (type < layout->size_count && layout->sizes[type].align)
        return layout->sizes[type];
    if (layout->depth >= layout->ctx->limits.depth) {
        layout->too_deep = true;
        return (dxki_dxil_layout_size){0, 1};
    }
    layout->depth++;
    dxki_dxil_layout_size size = compute(layout, type);
    layout->depth--;
    if (type < layout->size_count)
        layout->sizes[type] = size;
    return size;
}

uint64_t dxki_dxil_layout_alloc_size(dxki_dxil_layout *layout, dxki_type type)
{
    dxki_dxil_layout_size size = size_of(layout, type);

    return round_up(size.bits / 8 + (size.bits % 8 != 0), size.align);
}

uint32_t dxki_dxil_layout_align(dxki_dxil_layout *layout, dxki_type type)
{
    return size_of(layout, type).align;
}

uint64_t dxki_dxil_layout_place(dxki_dxil_layout *layout, dxki_type type, bool packed,
                                uint64_t *end)
{
    uint64_t offset = packed ? *end : round_up(*end, dxki_dxil_layout_align(layout, type));

    *end = offset + dxki_dxil_layout_alloc_size(layout, type);
    return offset;
}
