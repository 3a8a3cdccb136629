/* SPDX-License-Identifier: MIT */
/*
 * test_walks.c - values that share their operands, or lead back to themselves, through constants,
 * initialisers, prefixes, prologues: every walk over them visits each once. A walk that does not
 * takes for ever here, since there are 2^70 ways from one end to the other.
 */
#include "support.h"

#include "dxil/usage.h"
#include "dxk/dxk.h"
#include "ir/ir.h"

#define LEVELS 70

static const char head[] =
    "target datalayout = "
    "\"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"\n"
    "target triple = \"dxil-ms-dx\"\n";

static const char tail[] = "  ret void\n}\n"
                           "!dx.version = !{!0}\n!dx.valver = !{!1}\n!dx.shaderModel = !{!2}\n"
                           "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n"
                           "!dx.entryPoints = !{!3}\n!0 = !{i32 1, i32 0}\n!1 = !{i32 1, i32 8}\n";

static const char compute[] = "!2 = !{!\"cs\", i32 6, i32 0}\n"
                              "!3 = !{void ()* @main, !\"main\", null, null, !4}\n"
                              "!4 = !{i32 4, !5}\n!5 = !{i32 4, i32 1, i32 1}\n";

/* With an output, so that what it depends on is looked for. */
static const char vertex[] = "!2 = !{!\"vs\", i32 6, i32 0}\n"
                             "!3 = !{void ()* @main, !\"main\", !4, null, null}\n"
                             "!4 = !{null, !5, null}\n!5 = !{!6}\n"
                             "!6 = !{i32 0, !\"A\", i8 9, i8 0, !7, i8 2, i32 1, i8 1, i32 0, "
                             "i8 0, null}\n!7 = !{i32 0}\n";

static dxk_status count(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

static void put(dxk_buffer *text, const char *more)
{
    assert_int_equal(dxk_buffer_append(text, more, strlen(more)), DXK_OK);
}

/* The module of a text around `globals`, the body of the entry point and `stage`. */
static dxk_module *parse(dxk_ctx *ctx, const char *globals, const char *body, const char *stage,
                         dxk_buffer *text)
{
    dxk_module *module = NULL;
    put(text, head);
    put(text, globals);
    put(text, "define void @main() {\n");
    put(text, body);
    put(text, tail);
    put(text, stage);
    assert_int_equal(dxk_module_parse(ctx, (dxk_bytes){text->data, text->size}, NULL, &module),
                     DXK_OK);
    return module;
}

static void validate(const dxk_container *container)
{
    dxk_validation *result = NULL;
    const dxk_validate_options how = {.max_findings = 4};
    assert_int_equal(dxk_validate(container, &how, &result), DXK_OK);
    dxk_validation_free(result);
}

static void find_dependence(dxk_ctx *ctx, const dxk_module *module)
{
    dxk_buffer words;
    dxk_dxil *program = NULL;
    dxk_buffer_init(&words, ctx);
    assert_int_equal(dxk_dxil_load(module, &program), DXK_OK);
    assert_int_equal(dxki_dxil_find_dependence(program, &words), DXK_OK);
    dxk_dxil_free(program);
    dxk_buffer_free(&words);
}

/* Everything that goes through a module, its text left out. */
static void walk(dxk_ctx *ctx, dxk_module *module)
{
    dxk_container *container = NULL;
    dxk_buffer bytes;
    size_t size = 0;
    dxk_buffer_init(&bytes, ctx);
    assert_int_equal(dxk_module_write(module, NULL, dxk_buffer_sink(&bytes)), DXK_OK);
    assert_int_equal(dxk_container_build(module, NULL, &container), DXK_OK);
    validate(container);
    find_dependence(ctx, module);
    assert_int_equal(dxk_container_reencode_modules(container), DXK_OK);
    assert_int_equal(dxk_container_write(container, NULL, (dxk_sink){count, &size}), DXK_OK);
    assert_int_equal(dxk_reflect_print(container, (dxk_sink){count, &size}), DXK_OK);
    dxk_container_free(container);
    dxk_buffer_free(&bytes);
}

static void print(const dxk_module *module)
{
    size_t size = 0;
    assert_int_equal(dxk_module_print(module, NULL, (dxk_sink){count, &size}), DXK_OK);
}

static void check_text(const char *globals, const char *body)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    dxk_module *module = parse(ctx, globals, body, compute, &text);
    print(module);
    walk(ctx, module);
    dxk_module_free(module);
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

/* Each variable holds the one before it twice; the first is what the entry point reads. */
static void check_chain(const char *space)
{
    char globals[LEVELS * 400], body[64];
    size_t at = (size_t)sprintf(globals, "@v0 = internal%s global i8 0\n", space);
    at += (size_t)sprintf(globals + at,
                          "@v1 = internal%s global {i8%s*, i8%s*} {i8%s* @v0, i8%s* @v0}\n", space,
                          space, space, space, space);
    for (int i = 2; i < LEVELS; i++) {
        char held[160];
        sprintf(held, "i8%s* bitcast ({i8%s*, i8%s*}%s* @v%d to i8%s*)", space, space, space, space,
                i - 1, space);
        at += (size_t)sprintf(globals + at, "@v%d = internal%s global {i8%s*, i8%s*} {%s, %s}\n", i,
                              space, space, space, held, held);
    }
    sprintf(body, "  %%1 = load i8, i8%s* @v0\n", space);
    check_text(globals, body);
}

static void walks_shared_initialisers_once(void **state)
{
    (void)state;
    check_chain("");
    check_chain(" addrspace(3)");
}

static void walks_function_data_once(void **state)
{
    char globals[LEVELS * 250] = "@s = internal addrspace(3) global void ()* @f0\n";
    size_t at = strlen(globals);
    (void)state;
    for (int i = 0; i < LEVELS; i++)
        at += (size_t)sprintf(globals + at,
                              "define internal void @f%d() prefix void ()* addrspace(3)* @s "
                              "prologue {void ()*, void ()*} {void ()* @f%d, void ()* @f%d} {\n"
                              "  ret void\n}\n",
                              i, i ? i - 1 : 0, i ? i - 1 : 0);
    check_text(globals, "  %1 = load void ()*, void ()* addrspace(3)* @s\n");
}

static void ends_where_values_lead_back(void **state)
{
    static const char *const globals[] = {
        "@s = internal addrspace(3) global i8 addrspace(3)* bitcast (i8 addrspace(3)* "
        "addrspace(3)* @s to i8 addrspace(3)*)\n",
        "@s = internal addrspace(3) global i8 addrspace(3)* bitcast (i8 addrspace(3)* "
        "addrspace(3)* @t to i8 addrspace(3)*)\n"
        "@t = internal addrspace(3) global i8 addrspace(3)* bitcast (i8 addrspace(3)* "
        "addrspace(3)* @s to i8 addrspace(3)*)\n",
        "@s = internal addrspace(3) global i8 addrspace(3)* undef\n"
        "define internal i32 @f(...) prefix i8 addrspace(3)* addrspace(3)* @s prologue i32 (...)* "
        "@f personality i32 (...)* @f {\n  ret i32 0\n}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof globals / sizeof *globals; i++)
        check_text(globals[i], "  %1 = load i8 addrspace(3)*, i8 addrspace(3)* addrspace(3)* @s\n");
}

/* A constant that each time chooses between the one before and itself. */
static dxki_value choose(dxk_module *m, dxki_value pointer)
{
    dxki_value ops[3] = {dxki_const_undef(m, DXKI_TY_I1), pointer, pointer};
    dxki_type type = dxki_value_type(m, pointer);
    for (int i = 0; i < LEVELS && ops[0] && ops[1]; i++)
        ops[1] = ops[2] = dxki_const_expr(m, DXKI_OP_SELECT, 0, type, ops, 3, NULL, 0);
    return ops[1];
}

/* Puts the pointer into each load and store, as only a stream can in so few words. */
static void put_pointer(dxk_module *m, dxki_value pointer)
{
    for (uint32_t i = 1; i < m->insts.count; i++) {
        if (m->insts.items[i].op == DXKI_OP_LOAD)
            m->words.items[m->insts.items[i].ops] = pointer;
        else if (m->insts.items[i].op == DXKI_OP_STORE)
            m->words.items[m->insts.items[i].ops + 1] = pointer;
    }
}

static void walks_shared_constants_once(void **state)
{
    static const char *const stages[] = {compute, vertex};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer text;
        dxk_buffer_init(&text, ctx);
        dxk_module *m = parse(ctx, "@s = internal addrspace(3) global float undef\n",
                              "  %1 = load float, float addrspace(3)* @s\n"
                              "  store float %1, float addrspace(3)* @s\n"
                              "  %2 = load float, float addrspace(3)* @s\n"
                              "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, "
                              "float %2)\n",
                              stages[i], &text);
        dxki_value chosen = choose(m, DXKI_VALUE(DXKI_V_GLOBAL, m->variables.items[0]));
        assert_int_not_equal(chosen, 0);
        put_pointer(m, chosen);
        walk(ctx, m);
        dxk_module_free(m);
        dxk_buffer_free(&text);
        support_ctx_done(ctx);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(walks_shared_initialisers_once),
    cmocka_unit_test(walks_function_data_once),
    cmocka_unit_test(ends_where_values_lead_back),
    cmocka_unit_test(walks_shared_constants_once),
};

SUPPORT_SUITE(test_walks, tests);
