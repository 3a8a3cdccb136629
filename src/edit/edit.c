/* SPDX-License-Identifier: MIT */
/* edit.c - see edit.h. */
#include "edit/edit.h"

#include "base/str.h"

#include <string.h>

const char dxki_edit_register_letters[DXKI_RESOURCE_CLASSES + 1] = "tubs";

dxk_str dxki_edit_take(dxk_str *text, char separator)
{
    const char *end = text->size ? memchr(text->data, separator, text->size) : NULL;
    dxk_str part = {text->data, end ? (size_t)(end - text->data) : text->size};
    size_t used = part.size + (end != NULL);
    *text = (dxk_str){text->data + used, text->size - used};
    return part;
}

bool dxki_edit_take_number(dxk_str *text, uint32_t *number)
{
    uint64_t value = 0;
    size_t digits = 0;
    while (digits < text->size && text->data[digits] >= '0' && text->data[digits] <= '9') {
        value = value * 10 + (uint64_t)(text->data[digits++] - '0');
        if (value > UINT32_MAX)
            return false;
    }
    *text = (dxk_str){text->data + digits, text->size - digits};
    *number = (uint32_t)value;
    return digits != 0;
}

bool dxki_edit_set_int(dxk_module *m, uint32_t inst, uint32_t operand, uint64_t bits)
{
    dxki_type type = dxki_value_type(m, dxki_inst_ops(m, inst)[operand]);
    dxki_value value = dxki_const_int(m, type, bits);
    return value && dxki_inst_set_op(m, inst, operand, value);
}
