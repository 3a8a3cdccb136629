/* SPDX-License-Identifier: MIT */
/*
 * real.c - single-precision numbers as text and back, exactly. The C library's formatting and
 * scanning are used with the decimal point put right, since a locale may have another one.
 */
#include "yaml/fields.h"

#include "base/out.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest number as LLVM prints it, with digits missing. Nothing else is meant by it. */
#define LARGEST "3.40282e+38"

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* What the locale puts for the point. */
static char point(void)
{
    char text[8];
    snprintf(text, sizeof text, "%.1f", 0.5);
    return text[1];
}

static void swap(char *text, char from, char to)
{
    char *at = from == to ? NULL : strchr(text, from);
    if (at)
        *at = to;
}

void dxki_yaml_float_text(uint32_t bits, char *text, size_t room)
{
    float value = float_of(bits);
    char p = point();
    bool number = !isnan(value) && !isinf(value);
    for (int digits = 6; number && digits <= 9; digits++) {
        dxki_yaml_node node = {.kind = DXKI_NODE_TEXT};
        uint32_t back;
        snprintf(text, room, "%.*g", digits, (double)value);
        swap(text, p, '.');
        node.as.text = dxki_str(text);
        if (dxki_yaml_float_bits(&node, &back) && back == bits)
            return;
    }
    snprintf(text, room, "0x%lX", (unsigned long)bits);
}

bool dxki_yaml_float_bits(const dxki_yaml_node *node, uint32_t *bits)
{
    char text[64];
    uint64_t number;
    bool negative;
    if (node->kind == DXKI_NODE_NUMBER) {
        *bits = (uint32_t)node->as.number;
        return node->as.number <= UINT32_MAX;
    }
    if (node->kind != DXKI_NODE_TEXT || node->as.text.size == 0 ||
        node->as.text.size >= sizeof text)
        return false;
    memcpy(text, node->as.text.data, node->as.text.size);
    text[node->as.text.size] = 0;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        *bits = dxki_yaml_node_number(node, &number, &negative) ? (uint32_t)number : 0;
        return dxki_yaml_node_number(node, &number, &negative) && number <= UINT32_MAX;
    }
    char *end;
    if (strcmp(text, LARGEST) == 0) {
        *bits = bits_of(FLT_MAX);
        return true;
    }
    swap(text, '.', point());
    float value = strtof(text, &end);
    *bits = bits_of(value);
    return *end == 0 && end != text;
}
