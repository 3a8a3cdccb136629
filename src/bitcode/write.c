/* SPDX-License-Identifier: MIT */
/* write.c - the module block, and dxk_module_write. See write.h. */
#include "bitcode/write.h"
#include "base/options.h"

#include <string.h>

#include "base/diag.h"
#include "base/out.h"
#include "base/str.h"
#include "ir/idset.h"
#include "spec/reader_rules.h"

enum { MODULE_WIDTH = 3, USELIST_WIDTH = 3, CURRENT_VERSION = 1 };

/* Bits of a GLOBALVAR's second operand. */
enum { GLOBAL_CONSTANT = 1, GLOBAL_EXPLICIT_TYPE = 2, GLOBAL_SPACE_SHIFT = 2 };

/* --- strings that get numbers: sections, garbage collectors --- */

typedef struct string_table {
    dxki_idset set; /* of numbers */
    DXKI_VEC(dxki_string) items;
} string_table;

/* Number from 1 of a string; 0 for none. A new one is written when `code` is not 0. */
static uint32_t string_number(dxki_bc_writer *w, string_table *table, dxki_string id, uint32_t code)
{
    if (id == 0)
        return 0;
    dxk_str text = dxki_string_get(w->m, id);
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, text)), pos = hash, number;
    while ((number = dxki_idset_next(&table->set, hash, &pos)) != 0) {
        dxk_str old = dxki_string_get(w->m, table->items.items[number - 1]);
        if (dxki_str_same(old, text))
            return number;
    }
    if (code == 0)
        return 0;
    if (!dxki_vec_push(w->ctx, &table->items, id) ||
        !dxki_idset_add(w->ctx, &table->set, hash, (uint32_t)table->items.count))
        w->os.bits.failed = true;
    dxki_bc_write_chars(w, text, 32);
    dxki_bc_out_end(&w->os, code, NULL);
    return (uint32_t)table->items.count;
}

static void free_table(dxki_bc_writer *w, string_table *table)
{
    dxki_vec_free(w->ctx, &table->items);
    dxki_idset_free(w->ctx, &table->set);
}

/* --- globals --- */

typedef struct global_info {
    string_table sections, collectors;
    uint32_t type_limit; /* largest number of a variable's type */
    uint32_t align;      /* largest alignment, log2 + 1 */
    dxki_bc_out_abbrev abbrev;
} global_info;

static const dxki_global *global_at(const dxki_bc_writer *w, uint32_t index)
{
    return &w->m->globals.items[index];
}

static bool has_body(const dxki_global *g)
{
    return g->first_block != 0;
}

/* Writes the strings in order of first use and finds out how wide the short form has to be. */
static void survey(dxki_bc_writer *w, global_info *info)
{
    const dxk_module *m = w->m;
    for (size_t i = 0; i < m->variables.count; i++) {
        const dxki_global *g = global_at(w, m->variables.items[i]);
        uint32_t type = dxki_bc_number_of_type(&w->n, g->value_type);
        info->align = g->align > info->align ? g->align : info->align;
        info->type_limit = type > info->type_limit ? type : info->type_limit;
        string_number(w, &info->sections, g->section, DXKI_REC_SECTIONNAME);
    }
    for (size_t i = 0; i < m->functions.count; i++) {
        const dxki_global *g = global_at(w, m->functions.items[i]);
        info->align = g->align > info->align ? g->align : info->align;
        string_number(w, &info->sections, g->section, DXKI_REC_SECTIONNAME);
        string_number(w, &info->collectors, g->gc, DXKI_REC_GCNAME);
    }
}

static void define_variable(dxki_bc_writer *w, global_info *info)
{
    dxki_bc_out_abbrev_op align = DXKI_LIT(0), section = DXKI_LIT(0);
    if (info->align)
        align = (dxki_bc_out_abbrev_op)DXKI_FIX(dxki_bc_log2_ceil((uint64_t)info->align + 1));
    if (info->sections.items.count)
        section =
            (dxki_bc_out_abbrev_op)DXKI_FIX(dxki_bc_log2_ceil(info->sections.items.count + 1));
    uint8_t type = dxki_bc_log2_ceil((uint64_t)info->type_limit + 1);
    info->abbrev = (dxki_bc_out_abbrev){0,
                                        7,
                                        {DXKI_LIT(DXKI_REC_GLOBALVAR), DXKI_FIX(type), DXKI_VBR(6),
                                         DXKI_VBR(6), DXKI_FIX(5), align, section}};
    uint32_t next = DXKI_ABBREV_FIRST;
    dxki_bc_write_define(w, &info->abbrev, &next);
}

static uint32_t flag(const dxki_global *g, uint32_t bit)
{
    return (g->flags & bit) != 0;
}

/* Number + 1 of a value that may be absent. */
static void optional_value(dxki_bc_writer *w, dxki_value value)
{
    dxki_bc_out_op(&w->os, value ? dxki_bc_number_of(&w->n, value) + 1 : 0);
}

static uint32_t comdat_number(const dxki_bc_writer *w, const dxki_global *g)
{
    return g->comdat ? w->n.comdat_numbers[g->comdat - 1] : 0;
}

static void write_variable(dxki_bc_writer *w, global_info *info, const dxki_global *g)
{
    uint32_t space = dxki_type_get(w->m, g->type)->b & DXKI_SPACE_MASK;
    dxki_bc_write_type_op(w, g->value_type);
    dxki_bc_out_op(&w->os, (uint32_t)(space << GLOBAL_SPACE_SHIFT | GLOBAL_EXPLICIT_TYPE |
                                      flag(g, DXKI_GF_CONSTANT) * GLOBAL_CONSTANT));
    optional_value(w, g->init);
    dxki_bc_out_op(&w->os, g->linkage);
    dxki_bc_out_op(&w->os, g->align);
    dxki_bc_out_op(&w->os, string_number(w, &info->sections, g->section, 0));
    if (!g->tls && !g->visibility && !g->dll && !g->comdat &&
        !(g->flags & (DXKI_GF_UNNAMED_ADDR | DXKI_GF_EXTERNALLY_INITIALIZED))) {
        dxki_bc_out_end(&w->os, DXKI_REC_GLOBALVAR, &info->abbrev);
        return;
    }
    dxki_bc_out_op(&w->os, g->visibility);
    dxki_bc_out_op(&w->os, g->tls);
    dxki_bc_out_op(&w->os, flag(g, DXKI_GF_UNNAMED_ADDR));
    dxki_bc_out_op(&w->os, flag(g, DXKI_GF_EXTERNALLY_INITIALIZED));
    dxki_bc_out_op(&w->os, g->dll);
    dxki_bc_out_op(&w->os, comdat_number(w, g));
    dxki_bc_out_end(&w->os, DXKI_REC_GLOBALVAR, NULL);
}

static void write_function_record(dxki_bc_writer *w, global_info *info, const dxki_global *g)
{
    dxki_bc_out *os = &w->os;
    dxki_bc_write_type_op(w, g->value_type);
    dxki_bc_out_op(os, g->cc);
    dxki_bc_out_op(os, !has_body(g));
    dxki_bc_out_op(os, g->linkage);
    dxki_bc_out_op(os, dxki_bc_number_of_list(&w->n, g->attrs));
    dxki_bc_out_op(os, g->align);
    dxki_bc_out_op(os, string_number(w, &info->sections, g->section, 0));
    dxki_bc_out_op(os, g->visibility);
    dxki_bc_out_op(os, string_number(w, &info->collectors, g->gc, 0));
    dxki_bc_out_op(os, flag(g, DXKI_GF_UNNAMED_ADDR));
    optional_value(w, g->prologue);
    dxki_bc_out_op(os, g->dll);
    dxki_bc_out_op(os, comdat_number(w, g));
    optional_value(w, g->prefix);
    optional_value(w, g->personality);
    dxki_bc_out_end(os, DXKI_REC_FUNCTION, NULL);
}

static void write_alias(dxki_bc_writer *w, const dxki_global *g)
{
    dxki_bc_write_type_op(w, g->type);
    dxki_bc_write_value_op(w, g->init);
    dxki_bc_out_op(&w->os, g->linkage);
    dxki_bc_out_op(&w->os, g->visibility);
    dxki_bc_out_op(&w->os, g->dll);
    dxki_bc_out_op(&w->os, g->tls);
    dxki_bc_out_op(&w->os, flag(g, DXKI_GF_UNNAMED_ADDR));
    dxki_bc_out_end(&w->os, DXKI_REC_ALIAS, NULL);
}

static void write_globals(dxki_bc_writer *w)
{
    const dxk_module *m = w->m;
    global_info info;
    memset(&info, 0, sizeof info);
    survey(w, &info);
    if (m->variables.count)
        define_variable(w, &info);
    for (size_t i = 0; i < m->variables.count; i++)
        write_variable(w, &info, global_at(w, m->variables.items[i]));
    for (size_t i = 0; i < m->functions.count; i++)
        write_function_record(w, &info, global_at(w, m->functions.items[i]));
    for (size_t i = 0; i < m->aliases.count; i++)
        write_alias(w, global_at(w, m->aliases.items[i]));
    free_table(w, &info.sections);
    free_table(w, &info.collectors);
}

/* --- the rest of the module --- */

static void write_text(dxki_bc_writer *w, uint32_t code, dxk_str text)
{
    if (text.size == 0)
        return;
    dxki_bc_write_chars(w, text, 32);
    dxki_bc_out_end(&w->os, code, NULL);
}

static void write_comdats(dxki_bc_writer *w)
{
    for (size_t i = 0; i < w->n.comdats.count; i++) {
        const dxki_comdat *comdat = &w->m->comdats.items[w->n.comdats.items[i]];
        dxk_str name = dxki_string_get(w->m, comdat->name);
        dxki_bc_out_op(&w->os, comdat->kind);
        dxki_bc_out_op(&w->os, name.size);
        dxki_bc_out_record(&w->os, DXKI_REC_COMDAT, NULL, name);
    }
}

static void add_names(dxki_bc_writer *w, const uint32_t *indices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        dxki_bc_write_add_name(w, DXKI_VALUE(DXKI_V_GLOBAL, indices[i]));
}

void dxki_bc_write_uselists(dxki_bc_writer *w, uint32_t function)
{
    bool open = false;
    while (w->uses.stack.count) {
        const dxki_bc_shuffle *top = &w->uses.stack.items[w->uses.stack.count - 1];
        if (top->function != function)
            break;
        if (!open)
            dxki_bc_out_enter(&w->os, DXKI_BLK_USELIST, USELIST_WIDTH);
        open = true;
        for (uint32_t i = 0; i < top->count; i++)
            dxki_bc_out_op(&w->os, w->uses.shuffle.items[top->offset + i]);
        dxki_bc_write_value_op(w, top->value);
        bool block = DXKI_TAG(top->value) == DXKI_V_BLOCK;
        dxki_bc_out_end(&w->os, block ? DXKI_REC_USELIST_BB : DXKI_REC_USELIST_DEFAULT, NULL);
        w->uses.stack.count--;
    }
    if (open)
        dxki_bc_out_leave(&w->os);
}

static void write_module(dxki_bc_writer *w)
{
    const dxk_module *m = w->m;
    dxki_bc_out_enter(&w->os, DXKI_BLK_MODULE, MODULE_WIDTH);
    dxki_bc_out_op(&w->os, CURRENT_VERSION);
    dxki_bc_out_end(&w->os, DXKI_REC_VERSION, NULL);
    dxki_bc_write_blockinfo(w);
    dxki_bc_write_attrs(w);
    dxki_bc_write_types(w);
    write_comdats(w);
    write_text(w, DXKI_REC_TRIPLE, m->triple);
    write_text(w, DXKI_REC_DATALAYOUT, m->datalayout);
    write_text(w, DXKI_REC_ASM, m->assembly);
    write_globals(w);
    dxki_bc_write_consts(w, w->n.global_values, w->n.values.count, true);
    dxki_bc_write_module_mds(w);
    dxki_bc_write_md_kinds(w);
    add_names(w, m->variables.items, m->variables.count);
    add_names(w, m->functions.items, m->functions.count);
    add_names(w, m->aliases.items, m->aliases.count);
    dxki_bc_write_names(w);
    if (w->keep_uses)
        dxki_bc_write_uselists(w, 0);
    for (size_t i = 0; i < m->functions.count && !dxki_bc_out_failed(&w->os); i++) {
        if (has_body(global_at(w, m->functions.items[i])))
            dxki_bc_write_function(w, m->functions.items[i]);
    }
    dxki_bc_out_leave(&w->os);
}

/* --- the whole --- */

static dxk_status check(dxki_bc_writer *w)
{
    if (dxki_bc_out_failed(&w->os) || w->n.failed)
        return dxki_nomem(w->ctx);
    if (w->status != DXK_OK)
        return dxki_report(w->ctx, DXKI_RULE_MODULE_UNWRITABLE, dxki_nowhere(), NULL, NULL, 0);
    return DXK_OK;
}

static dxk_status number_all(dxki_bc_writer *w)
{
    if (!dxki_bc_numbers_init(&w->n, w->m, w->keep_uses))
        return dxki_nomem(w->ctx);
    if (w->keep_uses && !dxki_bc_uselists_predict(&w->uses, w->m))
        return dxki_nomem(w->ctx);
    return DXK_OK;
}

static void free_writer(dxki_bc_writer *w)
{
    dxki_bc_uselists_free(&w->uses, w->ctx);
    dxki_vec_free(w->ctx, &w->names);
    dxki_bc_out_free(&w->os);
    dxki_bc_numbers_free(&w->n);
}

/*
 * Writes in one mode. With `like` the result only counts if the constants came in the order of
 * the stream that the module is from: *like tells whether they did.
 */
static dxk_status write_mode(const dxk_module *m, bool keep_uses, bool *like, dxk_sink sink)
{
    dxki_bc_writer w;
    memset(&w, 0, sizeof w);
    w.m = m;
    w.ctx = w.n.ctx = w.os.bits.ctx = m->ctx;
    w.keep_uses = keep_uses;
    dxk_status status = number_all(&w);
    if (status == DXK_OK && !(like && w.n.unlike_stream)) {
        dxki_bc_out_init(&w.os, w.ctx);
        write_module(&w);
        status = check(&w);
    }
    if (like)
        *like = !w.n.unlike_stream;
    if (status == DXK_OK && (!like || *like))
        status = dxki_out_send(sink, w.os.bits.data, w.os.bits.size);
    free_writer(&w);
    return status;
}

/* The mode in which the constants come out as they were, or the usual one. */
static dxk_status write_as_read(const dxk_module *m, dxk_sink sink)
{
    bool like;
    dxk_status status = write_mode(m, false, &like, sink);
    if (status == DXK_OK && !like)
        status = write_mode(m, true, &like, sink);
    if (status == DXK_OK && !like)
        status = write_mode(m, false, NULL, sink);
    return status;
}

dxk_status dxk_module_write(const dxk_module *module, const dxk_module_write_options *given,
                            dxk_sink sink)
{
    dxk_module_write_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxk_use_lists wanted = options.use_lists;
    if (wanted == DXK_USE_LISTS_AUTO && !module->use_lists && module->from_stream)
        return write_as_read(module, sink);
    bool keep = wanted == DXK_USE_LISTS_KEEP || (wanted == DXK_USE_LISTS_AUTO && module->use_lists);
    return write_mode(module, keep, NULL, sink);
}
