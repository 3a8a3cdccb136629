/* SPDX-License-Identifier: MIT */
/* test_edit_values.c - changing modules by hand (dxk/edit.h). */
#include "support.h"

#include "dxk/dxk.h"

static const char text[] = "@v = global i32 1\n@w = global i32 2\n"
                           "define i32 @f(i32 %x) {\n  %a = add i32 %x, 1\n  %b = mul i32 %a, %a\n"
                           "  br label %end\nend:\n  %c = load i32, i32* @v\n"
                           "  %d = add i32 %b, %c\n  ret i32 %d\n}\n"
                           "declare void @dx.op.barrier(i32, i32)\ndeclare void @unused()\n";

static dxk_module *parse(dxk_ctx *ctx)
{
    dxk_module *m;
    const dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

static dxk_str str(const char *s)
{
    return (dxk_str){s, strlen(s)};
}

/* Value number `index` of a function, its blocks and instructions in their order. */
static dxk_value at(const dxk_module *m, size_t index)
{
    dxk_value f = dxk_module_function(m, 0);
    for (dxk_value b = dxk_block_first(m, f); b; b = dxk_block_next(m, b)) {
        for (dxk_value i = dxk_inst_first(m, b); i; i = dxk_inst_next(m, i)) {
            if (index-- == 0)
                return i;
        }
    }
    return 0;
}

/* The module's text from its first function on. */
static void expect(const dxk_module *m, dxk_ctx *ctx, const char *expected)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    const char *body = strstr((const char *)out.data, "define");
    assert_non_null(body);
    assert_memory_equal(body, expected, strlen(expected));
    dxk_buffer_free(&out);
}

static void names_change(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx);
    dxk_value f = dxk_module_function(m, 0);
    assert_int_equal(dxk_value_set_name(m, f, str("g")), DXK_OK);
    assert_int_equal(dxk_value_set_name(m, f, str("unused")), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_set_name(m, f, str("dx.op.x")), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_set_name(m, dxk_module_function(m, 1), str("x")), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_set_name(m, f, str("")), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_set_name(m, dxk_module_variable(m, 0), str("w")), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_set_name(m, dxk_module_variable(m, 0), str("total")), DXK_OK);
    assert_int_equal(dxk_value_set_name(m, at(m, 0), str("sum")), DXK_OK);
    assert_int_equal(dxk_value_set_name(m, dxk_block_first(m, f), str("begin")), DXK_OK);
    assert_int_equal(dxk_value_set_name(m, dxk_function_param(m, f, 0), str("n")), DXK_OK);
    assert_int_equal(dxk_value_set_name(m, at(m, 2), str("br")), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_set_name(m, 0, str("x")), DXK_E_ARGUMENT);
    expect(m, ctx,
           "define i32 @g(i32 %n) {\nbegin:\n  %sum = add i32 %n, 1\n"
           "  %b = mul i32 %sum, %sum\n  br label %end\n\n"
           "end:                                              ; preds = %begin\n"
           "  %c = load i32, i32* @total\n");
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void uses_are_replaced_and_the_rest_dropped(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx);
    dxk_value f = dxk_module_function(m, 0), x = dxk_function_param(m, f, 0), a = at(m, 0);
    assert_int_equal(dxk_value_drop(m, a), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_replace(m, a, f), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_replace(m, a, x), DXK_OK);
    assert_int_equal(dxk_value_drop(m, a), DXK_OK);
    assert_int_equal(dxk_value_drop(m, a), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_drop(m, at(m, 1)), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_drop(m, dxk_module_variable(m, 0)), DXK_E_ARGUMENT);
    assert_int_equal(dxk_value_drop(m, dxk_module_variable(m, 1)), DXK_OK);
    assert_int_equal(dxk_value_drop(m, dxk_module_function(m, 2)), DXK_OK);
    assert_int_equal(dxk_module_variable_count(m), 1);
    assert_int_equal(dxk_module_function_count(m), 2);
    expect(m, ctx,
           "define i32 @f(i32 %x) {\n  %b = mul i32 %x, %x\n  br label %end\n\n"
           "end:                                              ; preds = %0\n"
           "  %c = load i32, i32* @v\n  %d = add i32 %b, %c\n  ret i32 %d\n}\n");
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static dxk_status change(dxk_ctx *ctx, void *user)
{
    const dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    dxk_module *m = NULL;
    dxk_status status = dxk_module_parse(ctx, bytes, NULL, &m);
    (void)user;
    if (status == DXK_OK)
        status = dxk_value_set_name(m, at(m, 0), str("b"));
    if (status == DXK_OK)
        status =
            dxk_value_replace(m, at(m, 0), dxk_function_param(m, dxk_module_function(m, 0), 0));
    if (status == DXK_OK)
        status = dxk_value_drop(m, at(m, 0));
    if (status == DXK_OK)
        status = dxk_value_drop(m, dxk_module_variable(m, 1));
    dxk_module_free(m);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    support_fail_allocations(change, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_change),
    cmocka_unit_test(uses_are_replaced_and_the_rest_dropped),
    cmocka_unit_test(memory_may_run_out),
};

SUPPORT_SUITE(test_edit_values, tests);
