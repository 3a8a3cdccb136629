/* SPDX-License-Identifier: MIT */
/* real.c - single-precision numbers as text and back, exactly. */
#include "yaml/fields.h"

#include "base/decimal.h"
#include "base/out.h"
#include "base/str.h"

#define LARGEST_BITS  0x7f7fffffu
#define INFINITY_BITS 0x7f800000u
#define NAN_BITS      0x7fc00000u

/* The largest number as LLVM prints it, with digits missing. Nothing else is meant by it. */
static const char largest[] = "3.40282e+38";

#define DIGITS 6

/* As "%g" prints it with the fewest digits, DIGITS or more, that tell the number apart. */
static size_t write_general(uint32_t bits, char *text)
{
    dxki_decimal d = dxki_decimal_shortest(DXKI_BINARY32, bits, DIGITS);
    int power = dxki_decimal_power(&d), digits = power - (int)d.exponent + 1;
    if (power < -4 || power >= (digits > DIGITS ? digits : DIGITS))
        return dxki_decimal_scientific(&d, 1, 2, text);
    return dxki_decimal_plain(&d, text);
}

void dxki_yaml_float_text(uint32_t bits, char text[DXKI_FLOAT_TEXT])
{
    size_t size = bits >> 31;
    *text = '-';
    if ((bits & INT32_MAX) >= INFINITY_BITS) {
        char *end = text + 10;
        for (*end = 0; end > text + 2; bits >>= 4)
            *--end = "0123456789ABCDEF"[bits & 15];
        memcpy(text, "0x", 2);
    } else if (bits == LARGEST_BITS) {
        memcpy(text, largest, sizeof largest);
    } else {
        size += write_general(bits, text + size);
        text[size] = 0;
    }
}

/* A number, "inf" or "nan", with or without a sign. */
static bool read_real(dxk_str text, uint32_t *bits)
{
    dxki_decimal d;
    bool negative;
    size_t size = dxki_decimal_scan_all(text, &d, &negative);
    size_t sign = *text.data == '-' || *text.data == '+';
    dxk_str word = {text.data + sign, text.size - sign};
    if (size)
        *bits = (uint32_t)dxki_decimal_bits(&d, DXKI_BINARY32);
    else if (dxki_str_same_fold(word, dxki_str("inf")) ||
             dxki_str_same_fold(word, dxki_str("infinity")))
        *bits = INFINITY_BITS;
    else if (dxki_str_same_fold(word, dxki_str("nan")))
        *bits = NAN_BITS;
    else
        return false;
    *bits |= (uint32_t)negative << 31;
    return size == 0 || size == text.size;
}

bool dxki_yaml_float_bits(const dxki_yaml_node *node, uint32_t *bits)
{
    uint64_t number;
    bool negative;
    dxk_str text = node->as.text; /* of a text */
    bool is_text = node->kind == DXKI_NODE_TEXT;
    if (is_text && dxki_str_is(text, largest)) {
        *bits = LARGEST_BITS;
        return true;
    }
    if (is_text && !dxki_str_starts(text, "0x") && !dxki_str_starts(text, "0X"))
        return text.size && read_real(text, bits);
    if (!dxki_yaml_node_number(node, &number, &negative) || number > UINT32_MAX)
        return false;
    *bits = (uint32_t)number;
    return true;
}
