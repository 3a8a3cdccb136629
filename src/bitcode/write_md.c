/* SPDX-License-Identifier: MIT */
/* write_md.c - metadata: nodes, names, kinds, attachments, debug locations. See write.h. */
#include "bitcode/write.h"

enum { METADATA_WIDTH = 3 };

typedef struct md_abbrevs {
    dxki_bc_out_abbrev string, location, generic, name;
} md_abbrevs;

/* Only what will be used is defined; ids are given out in this order. */
static void define_mds(dxki_bc_writer *w, md_abbrevs *a)
{
    *a = (md_abbrevs){
        .string = {0, 3, {DXKI_LIT(DXKI_REC_MD_STRING), DXKI_ARR, DXKI_FIX(8)}},
        .location = {0,
                     6,
                     {DXKI_LIT(DXKI_REC_MD_LOCATION), DXKI_FIX(1), DXKI_VBR(6), DXKI_VBR(8),
                      DXKI_VBR(6), DXKI_VBR(6)}},
        .generic = {0,
                    7,
                    {DXKI_LIT(DXKI_REC_MD_GENERIC), DXKI_FIX(1), DXKI_VBR(6), DXKI_FIX(1),
                     DXKI_VBR(6), DXKI_ARR, DXKI_VBR(6)}},
        .name = {0, 3, {DXKI_LIT(DXKI_REC_MD_NAME), DXKI_ARR, DXKI_FIX(8)}},
    };
    uint32_t next = DXKI_ABBREV_FIRST;
    if (w->n.md_flags & DXKI_NUMBERED_STRING)
        dxki_bc_write_define(w, &a->string, &next);
    if (w->n.md_flags & DXKI_NUMBERED_LOCATION)
        dxki_bc_write_define(w, &a->location, &next);
    if (w->n.md_flags & DXKI_NUMBERED_GENERIC)
        dxki_bc_write_define(w, &a->generic, &next);
    if (w->m->named_mds.count)
        dxki_bc_write_define(w, &a->name, &next);
}

static void write_value(dxki_bc_writer *w, dxki_value value)
{
    dxki_bc_write_type_op(w, dxki_value_type(w->m, value));
    dxki_bc_write_value_op(w, value);
    dxki_bc_out_end(&w->os, DXKI_REC_MD_VALUE, NULL);
}

static void write_refs(dxki_bc_writer *w, const dxki_md *ops, uint32_t from, uint32_t count)
{
    for (uint32_t i = from; i < count; i++)
        dxki_bc_out_op(&w->os, dxki_bc_number_of_md(&w->n, ops[i]));
}

/* One field of a specialised node as the table describes it. */
static void write_field(dxki_bc_writer *w, dxki_md md, const dxki_di_field *field)
{
    uint32_t count;
    switch ((dxki_di_field_kind)field->kind) {
    case DXKI_DK_REF:
    case DXKI_DK_STR:
        dxki_bc_out_op(&w->os, dxki_bc_number_of_md(&w->n, dxki_md_op(w->m, md, field->slot)));
        break;
    case DXKI_DK_REQ:
        dxki_bc_out_op(
            &w->os, (uint32_t)(dxki_bc_number_of_md(&w->n, dxki_md_op(w->m, md, field->slot)) - 1));
        break;
    case DXKI_DK_REFS: {
        const dxki_md *ops = dxki_md_ops(w->m, md, &count);
        write_refs(w, ops, field->slot, count);
        break;
    }
    case DXKI_DK_NUMS: {
        const uint64_t *nums = dxki_md_nums(w->m, md, &count);
        for (uint32_t i = field->slot; i < count; i++)
            dxki_bc_out_op(&w->os, nums[i]);
        break;
    }
    case DXKI_DK_S64: {
        uint64_t value = dxki_md_num(w->m, md, field->slot);
        dxki_bc_out_op(&w->os, value >> 63 ? ~(value << 1) : value << 1);
        break;
    }
    case DXKI_DK_ZERO:
        dxki_bc_out_op(&w->os, 0);
        break;
    default:
        dxki_bc_out_op(&w->os, dxki_md_num(w->m, md, field->slot));
        break;
    }
}

static void write_node(dxki_bc_writer *w, const md_abbrevs *a, dxki_md md,
                       const dxki_md_entry *entry)
{
    const dxki_di_node *node = dxki_di_node_get((dxki_md_kind)entry->kind);
    const dxki_bc_out_abbrev *abbrev = NULL;
    dxki_bc_out_op(&w->os, entry->distinct);
    for (uint32_t i = 0; i < node->field_count; i++)
        write_field(w, md, &node->fields[i]);
    if (entry->kind == DXKI_M_LOCATION)
        abbrev = &a->location;
    else if (entry->kind == DXKI_M_GENERIC)
        abbrev = &a->generic;
    dxki_bc_out_end(&w->os, node->code, abbrev);
}

static void write_md(dxki_bc_writer *w, const md_abbrevs *a, dxki_md md)
{
    const dxki_md_entry *entry = dxki_md_get(w->m, md);
    uint32_t count;
    switch (entry->kind) {
    case DXKI_M_STRING:
        dxki_bc_out_record(&w->os, DXKI_REC_MD_STRING, &a->string, dxki_md_str(w->m, md));
        break;
    case DXKI_M_VALUE:
        write_value(w, entry->ops);
        break;
    case DXKI_M_TUPLE: {
        const dxki_md *ops = dxki_md_ops(w->m, md, &count);
        write_refs(w, ops, 0, count);
        dxki_bc_out_end(&w->os, entry->distinct ? DXKI_REC_MD_DISTINCT_NODE : DXKI_REC_MD_NODE,
                        NULL);
        break;
    }
    default:
        if (dxki_di_node_get((dxki_md_kind)entry->kind))
            write_node(w, a, md, entry);
        else
            w->status = DXK_E_UNSUPPORTED;
        break;
    }
}

void dxki_bc_write_module_mds(dxki_bc_writer *w)
{
    const dxk_module *m = w->m;
    md_abbrevs abbrevs;
    if (w->n.mds.count == 0 && m->named_mds.count == 0)
        return;
    dxki_bc_out_enter(&w->os, DXKI_BLK_METADATA, METADATA_WIDTH);
    define_mds(w, &abbrevs);
    for (size_t i = 0; i < w->n.mds.count; i++)
        write_md(w, &abbrevs, w->n.mds.items[i]);
    for (size_t i = 0; i < m->named_mds.count; i++) {
        const dxki_named_md *named = &m->named_mds.items[i];
        dxki_bc_out_record(&w->os, DXKI_REC_MD_NAME, &abbrevs.name,
                           dxki_string_get(m, named->name));
        for (uint32_t k = 0; k < named->op_count; k++)
            dxki_bc_out_op(
                &w->os,
                (uint32_t)(dxki_bc_number_of_md(&w->n, m->words.items[named->ops + k]) - 1));
        dxki_bc_out_end(&w->os, DXKI_REC_MD_NAMED_NODE, NULL);
    }
    dxki_bc_out_leave(&w->os);
}

void dxki_bc_write_md_kinds(dxki_bc_writer *w)
{
    dxki_bc_out_enter(&w->os, DXKI_BLK_METADATA, METADATA_WIDTH);
    for (size_t i = 0; i < w->m->md_kinds.count; i++) {
        dxki_bc_out_op(&w->os, i);
        dxki_bc_write_chars(w, dxki_string_get(w->m, w->m->md_kinds.items[i]), 64);
        dxki_bc_out_end(&w->os, DXKI_REC_MD_KIND, NULL);
    }
    dxki_bc_out_leave(&w->os);
}

void dxki_bc_write_local_mds(dxki_bc_writer *w)
{
    if (w->n.mds.count == w->n.module_mds)
        return;
    dxki_bc_out_enter(&w->os, DXKI_BLK_METADATA, METADATA_WIDTH);
    for (size_t i = w->n.module_mds; i < w->n.mds.count; i++)
        write_value(w, dxki_md_value(w->m, w->n.mds.items[i]));
    dxki_bc_out_leave(&w->os);
}

static void attachment_ops(dxki_bc_writer *w, const dxki_attachment *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        dxki_bc_out_op(&w->os, list[i].kind);
        dxki_bc_out_op(&w->os, (uint32_t)(dxki_bc_number_of_md(&w->n, list[i].node) - 1));
    }
    dxki_bc_out_end(&w->os, DXKI_REC_ATTACHMENT, NULL);
}

/* The instructions' attachments; the block is opened when the first one turns up. */
static void inst_attachments(dxki_bc_writer *w, uint32_t global, bool open)
{
    const dxk_module *m = w->m;
    uint32_t number = 0, count;
    uint32_t first = m->attachments.count ? m->globals.items[global].first_block : 0;
    DXKI_EACH_BLOCK_FROM(m, first, b) {
        DXKI_EACH_INST(m, b, i) {
            const dxki_attachment *list = dxki_inst_attachments(m, i, &count);
            uint32_t place = number++;
            if (!count)
                continue;
            if (!open)
                dxki_bc_out_enter(&w->os, DXKI_BLK_METADATA_ATTACHMENT, METADATA_WIDTH);
            open = true;
            dxki_bc_out_op(&w->os, place);
            attachment_ops(w, list, count);
        }
    }
    if (open)
        dxki_bc_out_leave(&w->os);
}

void dxki_bc_write_attachments(dxki_bc_writer *w, uint32_t global)
{
    uint32_t count;
    const dxki_attachment *list = dxki_function_attachments(w->m, global, &count);
    if (count) {
        dxki_bc_out_enter(&w->os, DXKI_BLK_METADATA_ATTACHMENT, METADATA_WIDTH);
        attachment_ops(w, list, count);
    }
    if (w->m->attachments.count || count)
        inst_attachments(w, global, count != 0);
}

void dxki_bc_write_location(dxki_bc_writer *w, uint32_t inst)
{
    dxki_md location = dxki_inst_dbg(w->m, inst);
    if (!location)
        return;
    if (location == w->last_location) {
        dxki_bc_out_end(&w->os, DXKI_REC_DEBUG_LOC_AGAIN, NULL);
        return;
    }
    w->last_location = location;
    dxki_bc_out_op(&w->os, dxki_md_num(w->m, location, DXKI_DI_LOCATION_LINE));
    dxki_bc_out_op(&w->os, dxki_md_num(w->m, location, DXKI_DI_LOCATION_COLUMN));
    dxki_bc_out_op(&w->os,
                   dxki_bc_number_of_md(&w->n, dxki_md_op(w->m, location, DXKI_DI_LOCATION_SCOPE)));
    dxki_bc_out_op(&w->os, dxki_bc_number_of_md(
                               &w->n, dxki_md_op(w->m, location, DXKI_DI_LOCATION_INLINED_AT)));
    dxki_bc_out_end(&w->os, DXKI_REC_DEBUG_LOC, NULL);
}
