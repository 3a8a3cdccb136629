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

bool dxki_edit_split_number(dxk_str *name, uint32_t *number)
{
    size_t digits = 0;
    while (digits < name->size && name->data[name->size - 1 - digits] >= '0' &&
           name->data[name->size - 1 - digits] <= '9')
        digits++;
    dxk_str text = {name->data + name->size - digits, digits};
    name->size -= digits;
    return dxki_edit_take_number(&text, number);
}

bool dxki_edit_has_index(const dxki_dxil_sig_element *element, uint32_t index)
{
    for (uint32_t i = 0; i < element->indices.count; i++) {
        if (element->indices.items[i] == index)
            return true;
    }
    return element->indices.count == 0 && element->first_index == index;
}

bool dxki_edit_is_name(dxk_str text)
{
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(i && c >= '0' && c <= '9'))
            return false;
    }
    return text.size != 0;
}

dxk_status dxki_edit_read_renames(dxki_pass *p, dxk_str map, dxki_edit_renames *list)
{
    while (map.size) {
        dxk_str item = dxki_edit_take(&map, ';'), whole = item;
        dxki_edit_rename one = {.from = dxki_edit_take(&item, '=')};
        one.to = item; /* what is left; initializers have no order */
        if (whole.size == 0)
            continue;
        if (one.from.size == 0 || one.to.size == 0)
            return dxki_pass_refuse(p, "not of the form OLD=NEW:", whole);
        if (!dxki_vec_push(p->ctx, list, one))
            return dxki_nomem(p->ctx);
    }
    return list->count ? DXK_OK
                       : dxki_pass_refuse(p, "a map is required, such as", dxki_str("map=old=new"));
}

dxk_status dxki_edit_all_used(dxki_pass *p, const dxki_edit_renames *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (!list->items[i].used)
            return dxki_pass_refuse(p, "nothing is named", list->items[i].from);
    }
    return DXK_OK;
}
