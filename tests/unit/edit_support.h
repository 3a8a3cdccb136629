/* SPDX-License-Identifier: MIT */
/*
 * edit_support.h - what the tests of editing share: finding things in a module by name, a check that
 * its lists, attachments and tracked uses are sound, and a runner of cases: a text, what is done to
 * it, and the text that comes out.
 */
#ifndef TESTS_EDIT_SUPPORT_H
#define TESTS_EDIT_SUPPORT_H

#include "support.h"

#include "dxk/module.h"
#include "dxk/text.h"
#include "ir/edit.h"

/* The global, or the argument, instruction or block of some function, with that name. */
static inline dxki_value named(const dxk_module *m, const char *name)
{
    dxk_str wanted = {name, strlen(name)};
    uint32_t global = dxki_global_find(m, wanted);
    if (global)
        return DXKI_VALUE(DXKI_V_GLOBAL, global);
    DXKI_EACH_FUNCTION(m, fn) {
        const dxki_global *g = &m->globals.items[fn];
        for (uint32_t i = 0; i < g->arg_count; i++) {
            dxki_value arg = DXKI_VALUE(DXKI_V_ARG, g->first_arg + i);
            if (dxki_str_same(dxki_string_get(m, dxki_value_name(m, arg)), wanted))
                return arg;
        }
        DXKI_EACH_BLOCK(m, fn, block) {
            if (dxki_str_same(dxki_string_get(m, m->blocks.items[block].name), wanted))
                return DXKI_VALUE(DXKI_V_BLOCK, block);
            DXKI_EACH_INST(m, block, inst) {
                dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
                if (dxki_str_same(dxki_string_get(m, dxki_value_name(m, value)), wanted))
                    return value;
            }
        }
    }
    return 0;
}

/* What is wrong with the lists of a block; NULL: nothing. */
static inline const char *block_fault(const dxk_module *m, uint32_t block)
{
    uint32_t last = 0, count;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = &m->insts.items[inst];
        if (in->op == DXKI_OP_NONE)
            return "a dead instruction is in a block";
        if (in->block != block)
            return "an instruction does not know its block";
        if (m->inst_prev.count && dxki_inst_prev(m, inst) != last)
            return "an instruction is not linked back";
        if (in->ops + in->op_count + dxki_inst_extra_count(m, in) > m->words.count)
            return "operands are out of range";
        const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (list[i].owner != inst || !list[i].node)
                return "attachments are mixed up";
        }
        last = inst;
    }
    return m->blocks.items[block].last_inst == last ? NULL : "a block does not know its end";
}

/* True if a value that an instruction uses is dead. */
static inline bool is_dead(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return m->globals.items[index].kind == DXKI_G_REMOVED;
    case DXKI_V_ARG:
        return !m->args.items[index].function;
    case DXKI_V_INST:
        return m->insts.items[index].op == DXKI_OP_NONE || !m->insts.items[index].block;
    case DXKI_V_BLOCK:
        return !m->blocks.items[index].function;
    case DXKI_V_METADATA:
        return is_dead(m, dxki_md_value(m, index));
    default:
        return false;
    }
}

/* What is wrong with the operands of an instruction; the uses are counted. */
static inline const char *operand_fault(const dxk_module *m, uint32_t inst, size_t *uses)
{
    const dxki_inst *in = &m->insts.items[inst];
    uint32_t words = in->op == DXKI_OP_PHI ? in->op_count * 2 : in->op_count;
    for (uint32_t k = 0; k < words; k++) {
        dxki_value value = m->words.items[in->ops + k];
        if (is_dead(m, value))
            return "an operand is dead";
        if (!m->tracked)
            continue;
        ++*uses;
        const dxki_tracked_link *link = &m->tracked->links.items[in->ops + k];
        if (link->user != inst || (link->prev ? m->tracked->links.items[link->prev].next
                                              : dxki_tracked_first(m, value)) != in->ops + k)
            return "a use is not tracked";
    }
    return NULL;
}

/* What is wrong with a module's lists, attachments and uses; NULL: nothing. */
static inline const char *module_fault(const dxk_module *m)
{
    size_t uses = 0, tracked = 0;
    const char *fault = NULL;
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t last = 0, count = 0;
        DXKI_EACH_BLOCK(m, fn, block) {
            const dxki_block *b = &m->blocks.items[block];
            if (b->function != fn || b->prev != last)
                return "a block is not linked right";
            fault = fault ? fault : block_fault(m, block);
            DXKI_EACH_INST(m, block, inst)
                fault = fault ? fault : operand_fault(m, inst, &uses);
            last = block;
            count++;
        }
        const dxki_global *g = &m->globals.items[fn];
        if (g->last_block != last || g->block_count != count || g->kind != DXKI_G_FUNCTION)
            return "a function does not know its blocks";
    }
    for (size_t i = 0; m->tracked && i < m->tracked->links.count; i++)
        tracked += m->tracked->links.items[i].user != 0;
    return fault ? fault : tracked == uses ? NULL : "uses are tracked that are not there";
}

/* --- cases --- */

typedef struct edit_case {
    const char *before;
    bool (*edit)(dxk_module *m); /* false: out of memory */
    const char *after;
} edit_case;

#define INST(m, name)  DXKI_INDEX(named(m, name))
#define BLOCK(m, name) DXKI_INDEX(named(m, name))

static inline dxki_value i32(dxk_module *m, int value)
{
    return dxki_const_int(m, DXKI_TY_I32, (uint64_t)(int64_t)value);
}

static inline dxk_str text_of(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

static inline dxk_status parse(dxk_ctx *ctx, const char *text, dxk_module **m)
{
    return dxk_module_parse(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)}, NULL, m);
}

static inline void expect_text(const dxk_module *m, const char *wanted)
{
    dxk_buffer out;
    dxk_print_options plain = {.no_comments = true};
    assert_null(module_fault(m));
    dxk_buffer_init(&out, m->ctx);
    assert_int_equal(dxk_module_print(m, &plain, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    assert_string_equal((const char *)out.data + 1, wanted); /* behind an empty line */
    dxk_buffer_free(&out);
}

static inline void expect_rewritten(const dxk_module *m, const char *wanted)
{
    dxk_buffer bitcode;
    dxk_module *again;
    dxk_buffer_init(&bitcode, m->ctx);
    assert_int_equal(dxk_module_write(m, NULL, dxk_buffer_sink(&bitcode)), DXK_OK);
    assert_int_equal(dxk_module_read(m->ctx, (dxk_bytes){bitcode.data, bitcode.size}, NULL, &again),
                     DXK_OK);
    expect_text(again, wanted);
    dxk_module_free(again);
    dxk_buffer_free(&bitcode);
}

static inline void run_case(const edit_case *c, bool tracked)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    assert_int_equal(parse(ctx, c->before, &m), DXK_OK);
    if (tracked)
        assert_true(dxki_tracked_begin(m));
    assert_true(c->edit(m));
    expect_text(m, c->after);
    expect_rewritten(m, c->after);
    assert_true(dxki_module_compact(m));
    expect_text(m, c->after);
    expect_rewritten(m, c->after);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static inline void run_cases(const edit_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        run_case(&cases[i], false);
        run_case(&cases[i], true);
    }
}

typedef struct failing_case {
    const edit_case *c;
    bool tracked;
} failing_case;

static inline dxk_status edit_with_failures(dxk_ctx *ctx, void *user)
{
    const failing_case *f = user;
    dxk_module *m;
    dxk_status status = parse(ctx, f->c->before, &m);
    if (status != DXK_OK)
        return status;
    bool good = (!f->tracked || dxki_tracked_begin(m)) && f->c->edit(m) && dxki_module_compact(m);
    dxk_module_free(m);
    return good ? DXK_OK : DXK_E_NOMEM;
}

static inline void fail_cases(const edit_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        failing_case f = {&cases[i], i % 2 == 0};
        support_fail_allocations(edit_with_failures, &f);
    }
}

#endif
