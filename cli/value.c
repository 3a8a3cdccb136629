/* SPDX-License-Identifier: MIT */
/* value.c - values of a shader that runs, as text; see value.h. */
#include "value.h"

#include <stdio.h>
#include <string.h>

#define MOST_SHOWN   16 /* members of an array */
#define MOST_NESTING 8
#define MOST_PARTS   64 /* numbers of a result */

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

static double half_value(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double value = (double)(bits & 1023);
    if (exponent == 31)
        value = value == 0 ? 1e300 * 1e300 : 1e300 * 1e300 * 0;
    else if (exponent)
        value += 1024;
    for (int e = exponent ? exponent : 1; e < 25; e++)
        value /= 2;
    for (int e = 25; e < exponent && exponent < 31; e++)
        value *= 2;
    return bits & 0x8000 ? -value : value;
}

double value_real(uint64_t bits, unsigned size)
{
    double value;
    float single;
    uint32_t low = (uint32_t)bits;
    if (size == 2)
        return half_value(bits);
    if (size == 8) {
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    memcpy(&single, &low, sizeof single);
    return (double)single;
}

int value_format_real(char text[VALUE_REAL], uint64_t bits, unsigned size)
{
    double value = value_real(bits, size);
    if (value != value)
        return snprintf(text, VALUE_REAL, "nan");
    if (value - value != 0)
        return snprintf(text, VALUE_REAL, value < 0 ? "-inf" : "inf");
    return snprintf(text, VALUE_REAL, "%.*g", size == 2 ? 5 : size == 4 ? 9 : 17, value);
}

void value_put_real(text_out *out, uint64_t bits, unsigned size)
{
    char text[VALUE_REAL];
    value_format_real(text, bits, size);
    text_put(out, text);
}

static int64_t extend(uint64_t bits, unsigned width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

void value_put_content(text_out *out, const dxk_inspect_value *value)
{
    static const uint8_t widths[] = {
        [DXK_INSPECT_I1] = 1,      [DXK_INSPECT_I8] = 8,   [DXK_INSPECT_I16] = 16,
        [DXK_INSPECT_I32] = 32,    [DXK_INSPECT_I64] = 64, [DXK_INSPECT_F16] = 16,
        [DXK_INSPECT_F32] = 32,    [DXK_INSPECT_F64] = 64, [DXK_INSPECT_HANDLE] = 32,
        [DXK_INSPECT_POINTER] = 32};
    unsigned width = widths[value->content];
    uint64_t bits = width < 64 ? value->bits & (((uint64_t)1 << width) - 1) : value->bits;
    switch (value->content) {
    case DXK_INSPECT_I1:
        text_put(out, bits ? "true" : "false");
        break;
    case DXK_INSPECT_F16:
    case DXK_INSPECT_F32:
    case DXK_INSPECT_F64:
        value_put_real(out, bits, width / 8);
        break;
    case DXK_INSPECT_HANDLE:
        text_printf(out, "handle %llu", (unsigned long long)bits);
        break;
    case DXK_INSPECT_POINTER:
        text_printf(out, "byte %llu", (unsigned long long)bits);
        break;
    default:
        text_i64(out, extend(bits, width));
    }
}

bool value_put_result(text_out *out, const dxk_inspect_state *state, uint32_t thread,
                      uint32_t place)
{
    dxk_inspect_value value;
    if (!dxk_inspect_value_get(state, thread, place, 0, &value))
        return false;
    uint32_t parts = value.parts;
    if (parts > 1)
        text_char(out, '{');
    for (uint32_t n = 0; n < parts && n < MOST_PARTS; n++) {
        if (n)
            text_put(out, ", ");
        if (dxk_inspect_value_get(state, thread, place, n, &value))
            value_put_content(out, &value);
    }
    if (parts > MOST_PARTS)
        text_put(out, ", ...");
    if (parts > 1)
        text_char(out, '}');
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts of variables                                                                         */

value_part value_whole(const dxk_inspect *inspect, uint32_t variable)
{
    dxk_inspect_variable v;
    value_part part = {.variable = variable};
    if (dxk_inspect_variable_get(inspect, variable, &v)) {
        part.type = v.type;
        part.bits = v.bits;
    }
    return part;
}

uint64_t value_member_count(const dxk_inspect *inspect, const value_part *part)
{
    dxk_inspect_type_info info;
    return dxk_inspect_type_get(inspect, part->type, &info) ? info.count : 0;
}

bool value_member(const dxk_inspect *inspect, const value_part *part, uint64_t index,
                  value_part *member, text_out *name)
{
    dxk_inspect_type_info info;
    dxk_inspect_member m;
    if (!dxk_inspect_type_member(inspect, part->type, index, &m))
        return false;
    *member = (value_part){.variable = part->variable, .type = m.type};
    member->offset = part->offset + m.offset;
    if (dxk_inspect_type_get(inspect, m.type, &info))
        member->bits = info.bits;
    if (!name)
        return true;
    if (m.name.size) {
        text_char(name, '.');
        text_safe(name, m.name);
    } else {
        text_printf(name, "[%llu]", (unsigned long long)index);
    }
    return true;
}

/* The member that holds some bits; false: none holds them all. */
static bool member_at(const dxk_inspect *inspect, const value_part *part, uint64_t offset,
                      uint64_t bits, uint64_t *index)
{
    dxk_inspect_type_info info;
    value_part member;
    uint64_t count = value_member_count(inspect, part);
    if (dxk_inspect_type_get(inspect, part->type, &info) && info.kind == DXK_INSPECT_ARRAY &&
        count) {
        *index = (offset - part->offset) / (info.bits / count ? info.bits / count : 1);
        return value_member(inspect, part, *index, &member, NULL) && offset >= member.offset &&
               member.bits >= bits && offset - member.offset <= member.bits - bits;
    }
    for (uint64_t n = 0; n < count; n++) {
        if (value_member(inspect, part, n, &member, NULL) && offset >= member.offset &&
            member.bits >= bits && offset - member.offset <= member.bits - bits) {
            *index = n;
            return true;
        }
    }
    return false;
}

value_part value_part_at(const dxk_inspect *inspect, uint32_t variable, uint64_t offset,
                         uint64_t bits, text_out *name)
{
    dxk_inspect_variable v;
    value_part part = value_whole(inspect, variable), member;
    uint64_t index;
    if (dxk_inspect_variable_get(inspect, variable, &v))
        text_safe(name, v.name);
    for (int depth = 0; depth < MOST_NESTING && member_at(inspect, &part, offset, bits, &index);
         depth++) {
        if (!value_member(inspect, &part, index, &member, name))
            break;
        part = member;
    }
    return part;
}

/* ---------------------------------------------------------------------------------------- */
/* What they hold                                                                             */

static void put_number(text_out *out, const dxk_inspect *inspect, const value_part *part,
                       const dxk_inspect_type_info *info, uint64_t bits)
{
    unsigned width = (unsigned)part->bits;
    int64_t number = extend(bits, width);
    dxk_str name;
    if (dxk_inspect_enumerator(inspect, part->type, number, &name)) {
        text_safe(out, name);
        return;
    }
    switch (info->number) {
    case DXK_INSPECT_REAL:
        value_put_real(out, bits, width / 8);
        break;
    case DXK_INSPECT_SIGNED:
        text_i64(out, number);
        break;
    case DXK_INSPECT_UNSIGNED:
        text_u64(out, bits);
        break;
    case DXK_INSPECT_BOOL:
        text_put(out, bits ? "true" : "false");
        break;
    default:
        text_hex(out, bits, 2);
    }
}

static void put_scalar(text_out *out, const dxk_inspect *inspect, const dxk_inspect_state *state,
                       uint32_t thread, const value_part *part, const dxk_inspect_type_info *info)
{
    uint64_t bits, known, size = part->bits < 64 ? part->bits : 64;
    uint64_t all = size == 64 ? ~(uint64_t)0 : ((uint64_t)1 << size) - 1;
    dxk_inspect_read(state, thread, part->variable, part->offset, (uint32_t)size, &bits, &known);
    bool whole = info->number != DXK_INSPECT_REAL || size == 16 || size == 32 || size == 64;
    if (size == 0 || known != all || size != part->bits || !whole)
        text_char(out, '?');
    else
        put_number(out, inspect, part, info, bits);
}

static void put_part(text_out *out, const dxk_inspect *inspect, const dxk_inspect_state *state,
                     uint32_t thread, const value_part *part, int depth)
{
    static const dxk_inspect_type_info bits_only;
    dxk_inspect_type_info info;
    value_part member;
    if (!dxk_inspect_type_get(inspect, part->type, &info) || info.kind == DXK_INSPECT_NUMBER) {
        put_scalar(out, inspect, state, thread, part, part->type ? &info : &bits_only);
        return;
    }
    if (info.kind == DXK_INSPECT_OTHER || depth == MOST_NESTING) {
        text_put(out, "...");
        return;
    }
    bool round = info.kind == DXK_INSPECT_VECTOR || info.kind == DXK_INSPECT_MATRIX;
    text_char(out, round ? '(' : '{');
    for (uint64_t n = 0; n < info.count; n++) {
        if (n)
            text_put(out, ", ");
        if (n == MOST_SHOWN && info.kind == DXK_INSPECT_ARRAY) {
            text_put(out, "...");
            break;
        }
        if (!value_member(inspect, part, n, &member, NULL))
            break;
        put_part(out, inspect, state, thread, &member, depth + 1);
    }
    text_char(out, round ? ')' : '}');
}

void value_put_part(text_out *out, const dxk_inspect *inspect, const dxk_inspect_state *state,
                    uint32_t thread, const value_part *part)
{
    put_part(out, inspect, state, thread, part, 0);
}

void value_put_type(text_out *out, const dxk_inspect *inspect, dxk_inspect_type type)
{
    dxk_inspect_type_info info;
    dxk_inspect_member member;
    uint64_t counts[MOST_NESTING];
    int dims = 0;
    while (dxk_inspect_type_get(inspect, type, &info) && info.kind == DXK_INSPECT_ARRAY &&
           dims < MOST_NESTING && dxk_inspect_type_member(inspect, type, 0, &member)) {
        counts[dims++] = info.count;
        type = member.type;
    }
    if (dxk_inspect_type_get(inspect, type, &info))
        text_safe(out, info.name);
    for (int n = 0; n < dims; n++)
        text_printf(out, "[%llu]", (unsigned long long)counts[n]);
}
