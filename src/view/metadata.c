/* SPDX-License-Identifier: MIT */
/* metadata.c - metadata of a module, attachments, places in the source; see dxk/ir.h. */
#include "ir/debug.h"
#include "view/view.h"

#include <string.h>

#define MOST_LEVELS 256u /* of inlining; malformed locations may lead in a circle */

size_t dxk_metadata_count(const dxk_module *module)
{
    return module->mds.count ? module->mds.count - 1 : 0;
}

/* Fields of a node; those that lists fill are counted by their elements. */
static uint32_t list_count(const dxki_md_entry *e, const dxki_di_field *f, uint32_t numbers)
{
    uint32_t all = f->kind == DXKI_DK_REFS ? e->op_count : numbers;
    return all > f->slot ? all - f->slot : 0;
}

static bool is_list(const dxki_di_field *f)
{
    return f->kind == DXKI_DK_REFS || f->kind == DXKI_DK_NUMS;
}

static uint32_t field_count(const dxk_module *m, dxk_metadata id, const dxki_md_entry *e)
{
    const dxki_di_node *node = dxki_di_node_get((dxki_md_kind)e->kind);
    uint32_t numbers = 0, count = 0;
    (void)dxki_md_nums(m, id, &numbers);
    for (uint32_t i = 0; node && i < node->field_count; i++) {
        const dxki_di_field *f = &node->fields[i];
        if (f->kind != DXKI_DK_ZERO)
            count += is_list(f) ? list_count(e, f, numbers) : 1;
    }
    return count;
}

bool dxk_metadata_get(const dxk_module *module, dxk_metadata metadata, dxk_metadata_info *out)
{
    const dxki_md_entry *e = dxki_view_md(module, metadata);
    memset(out, 0, sizeof *out);
    if (!e)
        return false;
    out->is_distinct = e->distinct != 0;
    switch (e->kind) {
    case DXKI_M_STRING:
        out->kind = DXK_METADATA_STRING;
        out->text = dxki_md_str(module, metadata);
        return true;
    case DXKI_M_VALUE:
        out->kind = DXK_METADATA_VALUE;
        out->value = dxki_md_value(module, metadata);
        return true;
    case DXKI_M_TUPLE:
        out->kind = DXK_METADATA_TUPLE;
        out->operand_count = e->op_count;
        return true;
    default:
        out->kind = DXK_METADATA_NODE;
        out->name = dxki_di_node_get((dxki_md_kind)e->kind)->text;
        out->field_count = field_count(module, metadata, e);
        return true;
    }
}

dxk_metadata dxk_metadata_operand(const dxk_module *module, dxk_metadata metadata, uint32_t index)
{
    const dxki_md_entry *e = dxki_view_md(module, metadata);
    uint32_t count = 0;
    if (!e || e->kind != DXKI_M_TUPLE)
        return 0;
    const dxki_md *ops = dxki_md_ops(module, metadata, &count);
    return index < count ? ops[index] : 0;
}

/* Fills in a field; `at` counts the elements of a list. */
static void read_field(const dxk_module *m, dxk_metadata id, const dxki_di_field *f, uint32_t at,
                       dxk_metadata_field *out)
{
    out->name = f->text;
    out->is_metadata = dxki_di_field_is_ref((dxki_di_field_kind)f->kind);
    if (out->is_metadata)
        out->metadata = dxki_md_op(m, id, f->slot + at);
    else
        out->number = dxki_md_num(m, id, f->slot + at);
}

bool dxk_metadata_field_get(const dxk_module *module, dxk_metadata metadata, uint32_t index,
                            dxk_metadata_field *out)
{
    const dxki_md_entry *e = dxki_view_md(module, metadata);
    const dxki_di_node *node = e ? dxki_di_node_get((dxki_md_kind)e->kind) : NULL;
    uint32_t numbers = 0;
    memset(out, 0, sizeof *out);
    (void)dxki_md_nums(module, e ? metadata : 0, &numbers);
    for (uint32_t i = 0; node && i < node->field_count; i++) {
        const dxki_di_field *f = &node->fields[i];
        uint32_t count = f->kind == DXKI_DK_ZERO ? 0 : is_list(f) ? list_count(e, f, numbers) : 1;
        if (index < count) {
            read_field(module, metadata, f, index, out);
            return true;
        }
        index -= count;
    }
    return false;
}

bool dxk_metadata_field_find(const dxk_module *module, dxk_metadata metadata, const char *name,
                             dxk_metadata_field *out)
{
    const dxki_md_entry *e = dxki_view_md(module, metadata);
    const dxki_di_node *node = e ? dxki_di_node_get((dxki_md_kind)e->kind) : NULL;
    uint32_t numbers = 0;
    memset(out, 0, sizeof *out);
    (void)dxki_md_nums(module, e ? metadata : 0, &numbers);
    for (uint32_t i = 0; node && i < node->field_count; i++) {
        const dxki_di_field *f = &node->fields[i];
        if (f->kind == DXKI_DK_ZERO || strcmp(f->text, name) != 0)
            continue;
        if (is_list(f) && list_count(e, f, numbers) == 0)
            return false;
        read_field(module, metadata, f, 0, out);
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Named metadata, attachments                                                                */

size_t dxk_module_named_metadata_count(const dxk_module *module)
{
    return module->named_mds.count;
}

dxk_str dxk_module_named_metadata_name(const dxk_module *module, size_t index,
                                       uint32_t *operand_count)
{
    bool has = index < module->named_mds.count;
    if (operand_count)
        *operand_count = has ? module->named_mds.items[index].op_count : 0;
    return has ? dxki_string_get(module, module->named_mds.items[index].name) : (dxk_str){"", 0};
}

dxk_metadata dxk_module_named_metadata_operand(const dxk_module *module, size_t index,
                                               uint32_t operand)
{
    if (index >= module->named_mds.count)
        return 0;
    const dxki_named_md *named = &module->named_mds.items[index];
    return operand < named->op_count ? module->words.items[named->ops + operand] : 0;
}

bool dxk_attachment_get(const dxk_module *module, dxk_value value, uint32_t index,
                        dxk_attachment *out)
{
    uint32_t inst = dxki_view_inst(module, value), count = 0;
    uint32_t function = dxki_view_global_of(module, value, DXKI_G_FUNCTION);
    const dxki_attachment *list = NULL;
    memset(out, 0, sizeof *out);
    if (inst)
        list = dxki_inst_attachments(module, inst, &count);
    else if (function)
        list = dxki_function_attachments(module, function, &count);
    if (index >= count)
        return false;
    out->metadata = list[index].node;
    if (list[index].kind < module->md_kinds.count)
        out->kind = dxki_string_get(module, module->md_kinds.items[list[index].kind]);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Places in the source                                                                       */

dxk_metadata dxk_inst_location(const dxk_module *module, dxk_value inst)
{
    uint32_t index = dxki_view_inst(module, inst);
    dxki_md at = index ? dxki_inst_dbg(module, index) : 0;
    return at && dxki_md_get(module, at)->kind == DXKI_M_LOCATION ? at : 0;
}

bool dxk_inst_frame(const dxk_module *module, dxk_value inst, uint32_t level, dxk_line_frame *out)
{
    dxki_md at = dxk_inst_location(module, inst);
    for (uint32_t n = 0; at && n < level && n < MOST_LEVELS; n++)
        at = dxki_di_inlined_at(module, at);
    if (level >= MOST_LEVELS)
        at = 0;
    return dxki_di_frame(module, at, out);
}
