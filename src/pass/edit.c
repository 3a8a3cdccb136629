/* SPDX-License-Identifier: MIT */
/* edit.c - see edit.h. */
#include "pass/edit.h"

#include "base/diag.h"
#include "base/str.h"
#include "dxil/emit.h"
#include "spec/reader_rules.h"

#include <string.h>

const char dxki_pass_register_letters[DXKI_RESOURCE_CLASSES + 1] = "tubs";

dxk_status dxki_pass_refuse(dxki_pass *p, const char *why, dxk_str what)
{
    return DXKI_REPORT(p->ctx, DXKI_RULE_OPT_REFUSED, dxki_nowhere(), NULL,
                       dxki_text(dxki_str(p->info->name)), dxki_text(dxki_str(why)),
                       dxki_text(dxki_str(what.size ? " " : "")), dxki_text(what));
}

dxk_status dxki_pass_write_metadata(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    if (!d)
        return dxki_nomem(p->ctx);
    dxki_pass_changed(p);
    if (!dxki_module_touch(p->m))
        return dxki_nomem(p->ctx);
    return dxki_dxil_emit_metadata(p->m, d, NULL);
}

dxk_str dxki_pass_take(dxk_str *text, char separator)
{
    const char *end = text->size ? memchr(text->data, separator, text->size) : NULL;
    dxk_str part = {text->data, end ? (size_t)(end - text->data) : text->size};
    size_t used = part.size + (end != NULL);
    *text = (dxk_str){text->data + used, text->size - used};
    return part;
}

bool dxki_pass_take_number(dxk_str *text, uint32_t *number)
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

bool dxki_pass_set_int(dxk_module *m, uint32_t inst, uint32_t operand, uint64_t bits)
{
    dxki_type type = dxki_value_type(m, dxki_inst_ops(m, inst)[operand]);
    dxki_value value = dxki_const_int(m, type, bits);
    return value && dxki_inst_set_op(m, inst, operand, value);
}
