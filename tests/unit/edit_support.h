/* SPDX-License-Identifier: MIT */
/*
 * edit_support.h - what the tests of editing share: finding things in a module by name, and a runner
 * of cases: a text, what is done to it, and the text that comes out.
 */
#ifndef TESTS_EDIT_SUPPORT_H
#define TESTS_EDIT_SUPPORT_H

#include "support.h"

#include "dxk/module.h"
#include "dxk/text.h"
#include "ir/find.h"
#include "module_fault.h"

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
    assert_string_equal((const char *)out.data + 1, wanted); /* after an empty line */
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
