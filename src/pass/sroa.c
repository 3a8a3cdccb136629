/* SPDX-License-Identifier: MIT */
/*
 * sroa.c - variables that are arrays, structures or vectors become one variable per element, where
 * elements are named by constants only, and then values (mem2reg.h):
 *
 *     %a = alloca [4 x float]                              %a1 = alloca float
 *     %p = getelementptr [4 x float]* %a, i32 0, i32 1
 *     store float %x, float* %p                    ==>     store float %x, float* %a1
 *
 * One level at a time, so that an array of structures whose outer index is constant comes apart as
 * far as its indices are constants. Elements that nothing names go. A variable stays together when
 * an index is not a constant, or its address goes elsewhere; one that is never read goes with its
 * stores. A vector of which some instructions need all comes apart in values (vector_parts.c). Scalars
 * are never joined or cut.
 */
#include "base/sort.h"
#include "dxil/layout.h"
#include "pass/mem2reg.h"
#include "pass/unset.h"
#include "pass/variable.h"

/* A getelementptr that names an element. */
typedef struct part {
    uint64_t element;
    uint32_t gep;
} part;

typedef struct splitter {
    dxki_pass *p;
    dxki_dxil_layout layout;
    uint32_t declarer;              /* llvm.dbg.declare; 0: not needed so far */
    DXKI_VEC(uint32_t) todo;        /* allocas */
    DXKI_VEC(part) parts;           /* of the variable at hand */
    DXKI_VEC(uint32_t) words;       /* operands of the getelementptr at hand */
    dxki_pass_variable_notes notes; /* what describes it */
    uint64_t placed, end; /* elements of the structure at hand passed by, and where they end */
} splitter;

static dxki_type allocated_type(const dxk_module *m, uint32_t alloca)
{
    const dxki_inst *in = dxki_inst_get(m, alloca);
    return m->words.items[in->ops + in->op_count];
}

/* ---------------------------------------------------------------------------------------- */
/* What can be taken apart                                                                    */

static bool is_zero(const dxk_module *m, dxki_value value)
{
    uint64_t bits;
    return dxki_value_as_int(m, value, &bits) && bits == 0;
}

/* Enters a getelementptr that names one element of the type by constants. */
static bool enter_part(splitter *s, dxki_type type, uint32_t gep)
{
    const dxk_module *m = s->p->m;
    const dxki_inst *in = dxki_inst_get(m, gep);
    const dxki_value *ops = dxki_inst_ops(m, gep);
    part named = {0, gep};
    bool names_one = in->op_count >= 3 && m->words.items[in->ops + in->op_count] == type &&
                     is_zero(m, ops[1]) && dxki_value_as_int(m, ops[2], &named.element) &&
                     named.element < dxki_type_count(m, type);
    return names_one && dxki_vec_push(s->p->ctx, &s->parts, named);
}

/* Collects the parts of a variable; false: it must stay together, or memory ran out, as `*good`
 * tells. */
static bool collect_parts(splitter *s, uint32_t alloca, bool *good)
{
    const dxk_module *m = s->p->m;
    dxki_type type = allocated_type(m, alloca);
    s->parts.count = 0;
    *good = true;
    if (dxki_type_count(m, type) == 0)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        dxki_pass_variable_use kind = dxki_pass_variable_classify(m, use);
        if (kind == DXKI_PASS_VARIABLE_LIFE)
            continue;
        *good = dxki_vec_reserve(s->p->ctx, &s->parts, 1);
        if (kind != DXKI_PASS_VARIABLE_PART || !*good ||
            !enter_part(s, type, dxki_tracked_user(m, use)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Taking apart                                                                               */

/* Where an element begins, in bits; asked for one after the other. */
static uint64_t offset_of(splitter *s, dxki_type type, uint64_t element)
{
    const dxki_type_entry *entry = dxki_type_get(s->p->m, type);
    uint64_t offset = 0;
    if (entry->kind != DXKI_T_STRUCT)
        return element * dxki_dxil_layout_alloc_size(&s->layout, entry->a) * 8;
    while (s->placed <= element)
        offset = dxki_dxil_layout_place(&s->layout, dxki_type_element(s->p->m, type, s->placed++),
                                        entry->flags & DXKI_TF_PACKED, &s->end);
    return offset * 8;
}

/* Describes a new variable as an element of the old one. */
static bool declare_part(splitter *s, uint32_t alloca, dxki_type whole, uint64_t element)
{
    dxk_module *m = s->p->m;
    dxki_type type = allocated_type(m, alloca);
    uint64_t size = dxki_dxil_layout_alloc_size(&s->layout, type) * 8;
    if (!s->notes.count)
        return true;
    s->declarer = s->declarer ? s->declarer : dxki_pass_variable_declare_function(m);
    if (!s->declarer)
        return false;
    uint64_t offset = offset_of(s, whole, element);
    for (size_t i = 0; i < s->notes.count; i++) {
        dxki_pass_variable_note note = s->notes.items[i];
        note.expression = dxki_pass_variable_piece(m, note.expression, offset, size);
        if (!note.expression ||
            !dxki_pass_variable_declare(s->p, dxki_place_after(m, alloca), s->declarer,
                                        DXKI_VALUE(DXKI_V_INST, alloca), &note))
            return false;
    }
    return true;
}

static uint16_t align_word(uint32_t align)
{
    uint16_t word = 1;
    while (align >>= 1)
        word++;
    return word;
}

/* A variable for one element, before the old one. 0: out of memory. */
static uint32_t make_element(splitter *s, uint32_t alloca, uint64_t element)
{
    dxk_module *m = s->p->m;
    dxki_type whole = allocated_type(m, alloca), type = dxki_type_element(m, whole, element);
    dxki_inst in = {.op = DXKI_OP_ALLOCA, .op_count = 1};
    dxki_value one = dxki_inst_ops(m, alloca)[0];
    in.sub = align_word(dxki_dxil_layout_align(&s->layout, type));
    in.type = dxki_type_pointer(m, type, 0);
    uint32_t made =
        in.type ? dxki_inst_insert(m, dxki_place_before(m, alloca), &in, &one, &type, 1) : 0;
    bool good =
        made && (!dxki_inst_dbg(m, alloca) || dxki_inst_set_dbg(m, made, dxki_inst_dbg(m, alloca)));
    return good && declare_part(s, made, whole, element) && dxki_vec_push(s->p->ctx, &s->todo, made)
               ? made
               : 0;
}

/* Makes a getelementptr lead from the element's own variable. */
static bool redirect(splitter *s, uint32_t gep, uint32_t element)
{
    dxk_module *m = s->p->m;
    dxki_value base = DXKI_VALUE(DXKI_V_INST, element), self = DXKI_VALUE(DXKI_V_INST, gep);
    uint32_t count = m->insts.items[gep].op_count;
    dxki_type type = allocated_type(m, element);
    if (count == 3)
        return dxki_value_replace(m, self, base) && dxki_inst_remove(m, gep);
    s->words.count = 0;
    if (!dxki_vec_reserve(s->p->ctx, &s->words, count))
        return false;
    s->words.items[s->words.count++] = base;
    s->words.items[s->words.count++] = dxki_inst_ops(m, gep)[1];
    for (uint32_t k = 3; k < count; k++)
        s->words.items[s->words.count++] = dxki_inst_ops(m, gep)[k];
    return dxki_inst_set_ops(m, gep, s->words.items, count - 1, &type, 1);
}

static bool comes_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const part *)a)->element > ((const part *)b)->element;
}

static bool split(splitter *s, uint32_t alloca)
{
    dxki_pass *p = s->p;
    uint32_t element = 0;
    s->notes.count = 0;
    s->placed = s->end = 0;
    if (!dxki_sort(p->ctx, s->parts.items, s->parts.count, sizeof *s->parts.items, comes_after,
                   NULL) ||
        !dxki_pass_variable_take_notes(p, DXKI_VALUE(DXKI_V_INST, alloca), &s->notes))
        return false;
    for (size_t i = 0; i < s->parts.count; i++) {
        const part *it = &s->parts.items[i];
        if (i == 0 || it->element != it[-1].element)
            element = make_element(s, alloca, it->element);
        if (!element || !redirect(s, it->gep, element))
            return false;
    }
    dxki_pass_changed(p);
    return dxki_pass_variable_forget_life(p, alloca) && dxki_inst_remove(p->m, alloca);
}

/* ---------------------------------------------------------------------------------------- */
/* What is never read, or never written                                                       */

/* True if all that is done with an address, one of a variable or of a part of it, is of that kind. */
static bool is_only_used_for(const dxk_module *m, uint32_t address, dxki_pass_variable_use wanted)
{
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, address), use) {
        dxki_pass_variable_use kind = dxki_pass_variable_classify(m, use);
        if (kind != wanted && kind != DXKI_PASS_VARIABLE_LIFE)
            return false;
    }
    return true;
}

/* The same for a variable and all parts of it. */
static bool is_only(const dxk_module *m, uint32_t alloca, dxki_pass_variable_use wanted)
{
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        dxki_pass_variable_use kind = dxki_pass_variable_classify(m, use);
        bool good = kind == wanted || kind == DXKI_PASS_VARIABLE_LIFE ||
                    (kind == DXKI_PASS_VARIABLE_PART &&
                     is_only_used_for(m, dxki_tracked_user(m, use), wanted));
        if (!good)
            return false;
    }
    return true;
}

/* Removes stores to an address; loads from it give what an unset variable does. */
static bool remove_uses(dxki_pass *p, uint32_t address)
{
    dxk_module *m = p->m;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, address), use) {
        uint32_t user = dxki_tracked_user(m, use);
        dxki_pass_variable_use kind = dxki_pass_variable_classify(m, use);
        if (kind == DXKI_PASS_VARIABLE_LOAD) {
            dxki_value unset = dxki_pass_unset_value(m, dxki_inst_get(m, user)->type);
            if (!unset || !dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, user), unset))
                return false;
        }
        if ((kind == DXKI_PASS_VARIABLE_LOAD || kind == DXKI_PASS_VARIABLE_STORE) &&
            !dxki_inst_remove(m, user))
            return false;
    }
    return dxki_pass_variable_forget_life(p, address);
}

static bool remove_variable(dxki_pass *p, uint32_t alloca)
{
    dxk_module *m = p->m;
    dxki_pass_variable_notes notes = {NULL, 0, 0};
    bool good = dxki_pass_variable_take_notes(p, DXKI_VALUE(DXKI_V_INST, alloca), &notes);
    dxki_vec_free(p->ctx, &notes);
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (good && m->insts.items[user].op == DXKI_OP_GEP)
            good = remove_uses(p, user) && dxki_inst_remove(m, user);
    }
    dxki_pass_changed(p);
    return good && remove_uses(p, alloca) && dxki_inst_remove(m, alloca);
}

/* Loads from an address in a block give what an unset variable does. */
static bool unset_in_block(dxki_pass *p, uint32_t address, uint32_t block)
{
    dxk_module *m = p->m;
    uint32_t use = dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, address)), next;
    for (; use; use = next) {
        uint32_t user = dxki_tracked_user(m, use);
        next = dxki_tracked_next(m, use);
        if (m->insts.items[user].op == DXKI_OP_GEP && !unset_in_block(p, user, block))
            return false;
        if (m->insts.items[user].op != DXKI_OP_LOAD || m->insts.items[user].block != block)
            continue;
        dxki_value unset = dxki_pass_unset_value(m, m->insts.items[user].type);
        dxki_pass_changed(p);
        if (!unset || !dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, user), unset) ||
            !dxki_inst_remove(m, user))
            return false;
    }
    return true;
}

/* A variable that is only read. The reference knows that it is unset in the block that declares it;
 * what other blocks read it keeps, so that gives zero behind fold-undef. */
static bool forget_unset(dxki_pass *p, uint32_t alloca)
{
    if (p->m->unset_stays)
        return unset_in_block(p, alloca, p->m->insts.items[alloca].block);
    return remove_variable(p, alloca);
}

/* ---------------------------------------------------------------------------------------- */
/* The pass                                                                                   */

/* Lists the variables; those of several elements are not taken apart. */
static bool collect(splitter *s)
{
    const dxk_module *m = s->p->m;
    DXKI_EACH_BLOCK(m, s->p->function, block) {
        DXKI_EACH_INST(m, block, inst) {
            uint64_t count;
            if (m->insts.items[inst].op == DXKI_OP_ALLOCA &&
                dxki_value_as_int(m, dxki_inst_ops(m, inst)[0], &count) && count == 1 &&
                !dxki_vec_push(s->p->ctx, &s->todo, inst))
                return false;
        }
    }
    return true;
}

static bool split_all(splitter *s)
{
    const dxk_module *m = s->p->m;
    if (!dxki_dxil_layout_init(&s->layout, m))
        return false;
    while (s->todo.count) {
        uint32_t alloca = s->todo.items[--s->todo.count];
        bool good = true;
        if (dxki_pass_variable_is_plain(m, alloca))
            continue; /* it becomes a value */
        if (is_only(m, alloca, DXKI_PASS_VARIABLE_STORE))
            good = remove_variable(s->p, alloca);
        else if (collect_parts(s, alloca, &good))
            good = split(s, alloca);
        else if (good && m->unset_memory && is_only(m, alloca, DXKI_PASS_VARIABLE_LOAD))
            good = forget_unset(s->p, alloca);
        else if (good)
            good = dxki_pass_variable_whole(s->p, alloca);
        if (!good)
            return false;
    }
    return true;
}

dxk_status dxki_pass_sroa(dxki_pass *p)
{
    splitter s = {.p = p};
    bool good = collect(&s);
    bool any = s.todo.count > 0;
    good = good && (!any || split_all(&s));
    dxki_dxil_layout_free(&s.layout);
    dxki_vec_free(p->ctx, &s.todo);
    dxki_vec_free(p->ctx, &s.parts);
    dxki_vec_free(p->ctx, &s.words);
    dxki_vec_free(p->ctx, &s.notes);
    good = good && (!any || dxki_pass_promote(p));
    good = good && (!p->m->unset_seen || dxki_pass_unset_fold(p));
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
