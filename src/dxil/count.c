/* SPDX-License-Identifier: MIT */
/*
 * count.c - one pass over the instructions: how often each DXIL operation is called and each
 * instruction occurs; and the functions that a library exports.
 */
#include "dxil/dxil.h"
#include "base/sort.h"

#include "ir/dxop.h"

#include <string.h>

typedef DXKI_VEC(uint32_t) opcode_vec;

static bool scan_block(dxk_dxil *d, uint32_t block, opcode_vec *opcodes, uint64_t *insts)
{
    const dxk_module *m = d->m;

    DXKI_EACH_INST(m, block, i) {
        const dxki_inst *inst = dxki_inst_get(m, i);
        uint64_t opcode;
        if (inst->op < DXKI_OP_COUNT)
            insts[inst->op]++;
        if (dxki_call_opcode(m, inst, &opcode) && !dxki_vec_push(d->ctx, opcodes, (uint32_t)opcode))
            return false;
    }
    return true;
}

/* Opcodes of all calls of operations, and the instructions by kind. */
static bool scan(dxk_dxil *d, opcode_vec *opcodes, uint64_t *insts)
{
    DXKI_EACH_FUNCTION(d->m, fn)
        DXKI_EACH_BLOCK(d->m, fn, block)
            if (!scan_block(d, block, opcodes, insts))
                return false;
    return true;
}

static bool is_later_opcode(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

static bool sum_opcodes(dxk_dxil *d, opcode_vec *opcodes)
{
    size_t kinds = 0;

    if (!dxki_sort(d->ctx, opcodes->items, opcodes->count, sizeof *opcodes->items, is_later_opcode,
                   NULL))
        return false;
    for (size_t i = 0; i < opcodes->count; i++)
        kinds += i == 0 || opcodes->items[i] != opcodes->items[i - 1];
    dxk_dxil_op_count *counts = DXKI_NEW_ARRAY(&d->arena, dxk_dxil_op_count, kinds);
    if (!counts)
        return false;
    size_t last = 0;
    for (size_t i = 0; i < opcodes->count; i++) {
        if (i && opcodes->items[i] != opcodes->items[i - 1])
            last++;
        counts[last].opcode = opcodes->items[i];
        counts[last].count++;
    }
    d->op_counts = counts;
    d->op_count_count = kinds;
    return true;
}

/* Most frequent first; equal ones by name. */
static bool is_later_inst(const void *user, const void *a, const void *b)
{
    const dxk_dxil_inst_count *left = a, *right = b;

    (void)user;
    if (left->count != right->count)
        return left->count < right->count;
    return strcmp(left->name, right->name) > 0;
}

static bool sum_insts(dxk_dxil *d, const uint64_t *insts)
{
    dxk_dxil_inst_count *counts = DXKI_NEW_ARRAY(&d->arena, dxk_dxil_inst_count, DXKI_OP_COUNT);

    if (!counts)
        return false;
    for (uint32_t op = 0; op < DXKI_OP_COUNT; op++) {
        if (insts[op] == 0)
            continue;
        counts[d->inst_count_count].name = dxki_op_text((dxki_op)op);
        counts[d->inst_count_count++].count = insts[op];
        d->inst_total += insts[op];
    }
    d->inst_counts = counts;
    return dxki_sort(d->ctx, counts, d->inst_count_count, sizeof *counts, is_later_inst, NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* Exports                                                                                    */

static bool is_export(const dxki_global *function)
{
    return !(function->flags & DXKI_GF_DECLARATION) && function->linkage != DXKI_LINK_INTERNAL &&
           function->linkage != DXKI_LINK_PRIVATE;
}

/* entry_of_global[g]: index of the entry point + 1. */
static bool list_exports(dxk_dxil *d)
{
    const dxk_module *m = d->m;
    uint32_t *exports = DXKI_NEW_ARRAY(&d->arena, uint32_t, m->functions.count);
    uint32_t *entry_of = DXKI_NEW_ARRAY(&d->arena, uint32_t, m->globals.count);
    size_t entries = dxk_dxil_entry_count(d), skipped = d->entries.count - entries;

    if (!exports || !entry_of)
        return false;
    for (size_t i = 0; i < entries; i++) {
        const dxki_dxil_entry *entry = d->entries.items[i + skipped];
        if (entry->function && entry_of[entry->function] == 0)
            entry_of[entry->function] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t g = m->functions.items[i];
        if (is_export(&m->globals.items[g]))
            exports[d->export_count++] = g;
    }
    d->exports = exports;
    d->entry_of_global = entry_of;
    return true;
}

dxk_status dxk_dxil_count(dxk_dxil *dxil)
{
    uint64_t insts[DXKI_OP_COUNT] = {0};
    opcode_vec opcodes = {NULL, 0, 0};

    if (dxil->counted)
        return DXK_OK;
    bool good = scan(dxil, &opcodes, insts) && sum_opcodes(dxil, &opcodes) &&
                sum_insts(dxil, insts) && list_exports(dxil);
    dxki_vec_free(dxil->ctx, &opcodes);
    if (!good) {
        dxil->op_count_count = dxil->inst_count_count = dxil->export_count = 0;
        dxil->inst_total = 0;
        return dxki_nomem(dxil->ctx);
    }
    dxil->counted = true;
    return DXK_OK;
}

const dxk_dxil_op_count *dxk_dxil_op_counts(const dxk_dxil *dxil, size_t *count)
{
    *count = dxil->op_count_count;
    return dxil->op_counts;
}

const dxk_dxil_inst_count *dxk_dxil_inst_counts(const dxk_dxil *dxil, size_t *count,
                                                uint64_t *total)
{
    *count = dxil->inst_count_count;
    if (total)
        *total = dxil->inst_total;
    return dxil->inst_counts;
}

size_t dxk_dxil_export_count(const dxk_dxil *dxil)
{
    return dxil->export_count;
}

/* "\x01?name@..." to "name"; other names as they are. */
static dxk_str plain_name(dxk_str name)
{
    static const char mangled[] = "\x01?";

    if (name.size < 2 || memcmp(name.data, mangled, 2) != 0)
        return name;
    const char *end = memchr(name.data, '@', name.size);
    size_t size = end ? (size_t)(end - name.data) : name.size;
    return (dxk_str){name.data + 2, size - 2};
}

bool dxk_dxil_export_get(const dxk_dxil *dxil, size_t index, dxk_dxil_export *out)
{
    if (index >= dxil->export_count)
        return false;
    uint32_t g = dxil->exports[index];
    uint32_t entry = dxil->entry_of_global[g];
    dxk_dxil_entry facts;

    out->name = dxki_string_get(dxil->m, dxil->m->globals.items[g].name);
    out->plain_name = plain_name(out->name);
    out->kind = DXK_SHADER_KIND_LIBRARY;
    out->entry = DXK_NO_ENTRY;
    if (entry && dxk_dxil_entry_get(dxil, entry - 1, &facts)) {
        out->kind = facts.kind;
        out->entry = entry - 1;
    }
    return true;
}
