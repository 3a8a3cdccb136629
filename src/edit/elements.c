/* SPDX-License-Identifier: MIT */
/*
 * elements.c - signature elements that nobody needs: outputs that the next stage does not read,
 * inputs that the code does not read.
 *
 * What stays keeps its registers and columns, so that the stages around it fit as before. System
 * values stay, since fixed functions read and write them, and so do outputs that the shader itself
 * reads back. Elements are numbered anew, in code too.
 *
 *     drop=TEXCOORD1;COLOR     these outputs go; a name without a number means all of them
 *     read=TEXCOORD0;NORMAL    all outputs go but these: what the next stage has as inputs
 */
#include "base/str.h"
#include "dxil/usage.h"
#include "edit/edit.h"

enum { OPTION_DROP, OPTION_READ };           /* of dead-outputs */
enum { INPUTS, OUTPUTS, PATCH, SIGNATURES }; /* dxk_signature_kind */

typedef struct element_editor {
    dxki_pass *p;
    dxk_dxil *d;
    dxki_dxil_entry *entry;
    uint32_t stage;
    uint32_t functions[2];     /* of the entry point; 0: none */
    uint8_t *read[SIGNATURES]; /* by element: code reads it */
    uint8_t *goes[SIGNATURES]; /* by element: it is to be removed */
    uint32_t gone;
} element_editor;

/* --- what code does with elements --- */

/* The signature whose element the first operand of a call names; SIGNATURES: none. */
static uint32_t signature_named(const dxki_dxop_info *op)
{
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get(op->kind) : NULL;
    if (effect && effect->signature != DXKI_DXS_NONE)
        return (uint32_t)effect->signature - DXKI_DXS_INPUT;
    /* Interpolations read, though by the measure of usage masks they do not. */
    return op && (op->kind == DXKI_DXK_EVALUATION || op->kind == DXKI_DXK_VERTEX_INPUT)
               ? INPUTS
               : SIGNATURES;
}

/* The element that an instruction names; false: none that there is. */
static bool element_named(const element_editor *e, uint32_t inst, uint32_t *which, uint64_t *id,
                          bool *writes)
{
    const dxk_module *m = e->p->m;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, &m->insts.items[inst]);
    *which = signature_named(op);
    if (*which == SIGNATURES || !dxki_value_as_int(m, dxki_inst_ops(m, inst)[1], id) ||
        *id >= e->entry->signatures[*which].count)
        return false;
    *writes = dxki_dxop_effect_get(op->kind)->writes != 0;
    return true;
}

static void find_reads(element_editor *e)
{
    for (uint32_t f = 0; f < 2 && e->functions[f]; f++) {
        DXKI_EACH_BLOCK(e->p->m, e->functions[f], block) {
            DXKI_EACH_INST(e->p->m, block, inst) {
                uint32_t which;
                uint64_t id;
                bool writes;
                if (element_named(e, inst, &which, &id, &writes) && !writes)
                    e->read[which][id] = 1;
            }
        }
    }
}

/* --- lists of names --- */

/* True if a list names the element, or a row of it. */
static bool is_listed(dxk_str list, const dxki_dxil_sig_element *element, dxk_str name)
{
    uint32_t own;
    (void)dxki_edit_split_number(&name, &own);
    while (list.size) {
        dxk_str one = dxki_edit_take(&list, ';');
        uint32_t number;
        bool all = !dxki_edit_split_number(&one, &number);
        if (dxki_str_same_fold(one, name) && (all || dxki_edit_has_index(element, number)))
            return true;
    }
    return false;
}

/* --- removal --- */

static bool change_code(element_editor *e, const uint32_t *const numbers[SIGNATURES])
{
    for (uint32_t f = 0; f < 2 && e->functions[f]; f++) {
        DXKI_EACH_BLOCK(e->p->m, e->functions[f], block) {
            DXKI_EACH_INST(e->p->m, block, inst) {
                uint32_t which;
                uint64_t id;
                bool writes;
                if (!element_named(e, inst, &which, &id, &writes))
                    continue;
                bool good = e->goes[which][id] ? dxki_inst_remove(e->p->m, inst)
                            : numbers[which][id] != id
                                ? dxki_edit_set_int(e->p->m, inst, 1, numbers[which][id])
                                : true;
                if (!good)
                    return false;
            }
        }
    }
    return true;
}

/* The elements that stay, with their new numbers by old ones; NULL: out of memory. */
static const uint32_t *renumber(element_editor *e, uint32_t which, dxki_dxil_list *kept)
{
    const dxki_dxil_list *old = &e->entry->signatures[which];
    uint32_t *numbers = DXKI_NEW_ARRAY(&e->p->scratch, uint32_t, old->count);
    const void **items = DXKI_NEW_ARRAY(&e->d->arena, const void *, old->count);
    if (!numbers || !items)
        return NULL;
    *kept = (dxki_dxil_list){.md = old->md, .items = items};
    for (uint32_t i = 0; i < old->count; i++) {
        if (e->goes[which][i])
            continue;
        numbers[i] = kept->count;
        items[kept->count++] = old->items[i];
    }
    return numbers;
}

static bool remove_elements(element_editor *e)
{
    const uint32_t *numbers[SIGNATURES];
    dxki_dxil_list kept[SIGNATURES];
    for (uint32_t which = 0; which < SIGNATURES; which++) {
        numbers[which] = renumber(e, which, &kept[which]);
        if (!numbers[which])
            return false;
    }
    if (!change_code(e, numbers))
        return false;
    for (uint32_t which = 0; which < SIGNATURES; which++) {
        for (uint32_t i = 0; i < kept[which].count; i++)
            dxki_pass_element(&kept[which], i)->id = i;
        e->entry->signatures[which] = kept[which];
    }
    return true;
}

/* --- which --- */

static bool is_arbitrary(const element_editor *e, uint32_t which, uint32_t i)
{
    const dxki_dxil_sig_element *element = e->entry->signatures[which].items[i];
    return dxki_dxil_element_semantic(element, e->stage, which) == DXK_SEMANTIC_KIND_ARBITRARY;
}

/* True if the stage writes the signature for another stage. */
static bool is_written(const element_editor *e, uint32_t which)
{
    return which == OUTPUTS ? e->stage != DXK_SHADER_KIND_PIXEL
                            : which == PATCH && (e->stage == DXK_SHADER_KIND_HULL ||
                                                 e->stage == DXK_SHADER_KIND_MESH);
}

static void mark_outputs(element_editor *e, uint32_t which)
{
    dxk_str drop = e->p->texts[OPTION_DROP], read = e->p->texts[OPTION_READ];
    for (uint32_t i = 0; is_written(e, which) && i < e->entry->signatures[which].count; i++) {
        const dxki_dxil_sig_element *element = e->entry->signatures[which].items[i];
        dxk_str name = dxki_dxil_sig_element_name(element, e->stage, which);
        bool unwanted =
            is_listed(drop, element, name) || (read.size && !is_listed(read, element, name));
        e->goes[which][i] = unwanted && is_arbitrary(e, which, i) && !e->read[which][i];
        e->gone += e->goes[which][i];
    }
}

static void mark_inputs(element_editor *e, uint32_t which)
{
    bool reads = which == INPUTS || (which == PATCH && e->stage == DXK_SHADER_KIND_DOMAIN);
    for (uint32_t i = 0; reads && i < e->entry->signatures[which].count; i++) {
        e->goes[which][i] = is_arbitrary(e, which, i) && !e->read[which][i];
        e->gone += e->goes[which][i];
    }
}

/* --- the passes --- */

static bool edit_entry(element_editor *e, void (*mark)(element_editor *e, uint32_t which))
{
    const dxki_dxil_entry *entry = e->entry;
    uint32_t before = e->gone;
    e->stage = dxki_dxil_entry_kind(e->d, entry);
    e->functions[0] = entry->function;
    e->functions[1] = e->stage == DXK_SHADER_KIND_HULL ? entry->props.hs.patch_function : 0;
    for (uint32_t which = 0; which < SIGNATURES; which++) {
        e->read[which] = DXKI_NEW_ARRAY(&e->p->scratch, uint8_t, entry->signatures[which].count);
        e->goes[which] = DXKI_NEW_ARRAY(&e->p->scratch, uint8_t, entry->signatures[which].count);
        if (!e->read[which] || !e->goes[which])
            return false;
    }
    find_reads(e);
    for (uint32_t which = 0; which < SIGNATURES; which++)
        mark(e, which);
    return e->gone == before || remove_elements(e);
}

static dxk_status edit_all(dxki_pass *p, void (*mark)(element_editor *e, uint32_t which))
{
    element_editor e = {.p = p, .d = dxki_pass_dxil(p)};
    if (!e.d)
        return dxki_nomem(p->ctx);
    for (uint32_t i = 0; i < e.d->entries.count; i++) {
        e.entry = dxki_pass_entry(e.d, i);
        if (e.entry->function && !edit_entry(&e, mark))
            return dxki_nomem(p->ctx);
    }
    return e.gone ? dxki_pass_write_metadata(p) : DXK_OK;
}

dxk_status dxki_edit_dead_outputs(dxki_pass *p)
{
    if (!p->texts[OPTION_DROP].size && !p->texts[OPTION_READ].size)
        return dxki_pass_refuse(p, "name the elements to drop, or those that are read",
                                dxki_str(""));
    return edit_all(p, mark_outputs);
}

dxk_status dxki_edit_dead_inputs(dxki_pass *p)
{
    return edit_all(p, mark_inputs);
}
