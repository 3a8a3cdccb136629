/* SPDX-License-Identifier: MIT */
/* test_op.c - DXIL operations of a module: which one a call makes, their functions. */
#include "support.h"

#include "dxil/op.h"
#include "dxk/text.h"

static const char calls[] = "define void @main(i32 %x, float %f) {\n"
                            "  %a = call float @dx.op.unary.f32(i32 6, float %f)\n"
                            "  %b = call float @dx.op.unary.f32(i32 %x, float %f)\n"
                            "  %c = call float @dx.op.unary.f32(i32 312, float %f)\n"
                            "  %d = call float @dx.op.short.f32(i32 6)\n"
                            "  call void @dx.op.none()\n"
                            "  %e = call float @dx.op.wide(i64 4294967302, float %f)\n"
                            "  %g = call float @plain(i32 6, float %f)\n"
                            "  %h = call float @\"dx.op.\"(i32 7, float %f)\n"
                            "  %i = call float @alias(i32 6, float %f)\n"
                            "  %j = fadd float %a, %b\n"
                            "  ret void\n"
                            "}\n"
                            "declare float @dx.op.unary.f32(i32, float)\n"
                            "declare float @dx.op.short.f32(i32)\n"
                            "declare void @dx.op.none()\n"
                            "declare float @dx.op.wide(i64, float)\n"
                            "declare float @\"dx.op.\"(i32, float)\n"
                            "@alias = alias float (i32, float)* @plain\n"
                            "define float @plain(i32 %o, float %f) {\n"
                            "  ret float %f\n"
                            "}\n";

static dxk_module *parsed(dxk_ctx *ctx, const char *text)
{
    dxk_module *m = NULL;
    dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

static void operations_of_calls(void **state)
{
    /* by instruction of @main, in order */
    static const struct {
        bool function, opcode;
        uint64_t number;
        const char *name; /* NULL: no operation */
        bool complete;
    } expected[] = {
        {true, true, 6, "FAbs", true},
        {true, false, 0, NULL, false}, /* not a constant */
        {true, true, 312, NULL, false},
        {true, true, 6, "FAbs", false}, /* too few arguments */
        {true, false, 0, NULL, false},  /* none */
        {true, true, 0x100000006, NULL, false},
        {false, false, 0, NULL, false},
        {true, true, 7, "Saturate", true}, /* the prefix alone */
        {false, false, 0, NULL, false},    /* an alias */
        {false, false, 0, NULL, false},    /* no call */
        {false, false, 0, NULL, false},
    };
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parsed(ctx, calls);
    uint32_t main = m->functions.items[0];
    uint32_t inst = m->blocks.items[m->globals.items[main].first_block].first_inst;
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        const dxki_dxop_info *op = dxki_call_dxop(m, in);
        uint64_t number = 0;
        assert_int_equal(dxki_call_dxop_function(m, in) != 0, expected[i].function);
        assert_int_equal(dxki_call_opcode(m, in, &number), expected[i].opcode);
        assert_int_equal(number, expected[i].number);
        assert_int_equal(op != NULL, expected[i].name != NULL);
        if (op)
            assert_string_equal(op->name, expected[i].name);
        assert_ptr_equal(dxki_call_dxop_complete(m, in), expected[i].complete ? op : NULL);
        inst = in->next;
    }
    assert_int_equal(inst, 0);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* Makes the function and compares its name and type, as text shows them. */
static uint32_t make(dxki_dxil_ops *ops, dxki_dxop row, dxki_type first, dxki_type second)
{
    const dxki_dxil_overloads o = {{first, second}};
    assert_true(dxki_dxil_overloads_allowed(ops->m, dxki_dxop_get(row), &o));
    uint32_t function = dxki_dxil_ops_function(ops, dxki_dxop_get(row), &o);
    assert_int_not_equal(function, 0);
    dxki_dxil_overloads found;
    dxki_type type = ops->m->globals.items[function].value_type;
    assert_true(
        dxki_dxil_op_has_function_type(ops->m, ops->native_16bit, dxki_dxop_get(row), &o, type));
    assert_true(dxki_dxil_overloads_of(ops->m, dxki_dxop_get(row), type, &found));
    assert_memory_equal(&found, &o, sizeof o);
    return function;
}

static bool is_called(const dxk_module *m, uint32_t function, const char *name)
{
    return dxki_str_is(dxki_string_get(m, m->globals.items[function].name), name);
}

static void functions_of_operations(void **state)
{
    static const char text[] = "%dx.types.ResRet.f32 = type { float, float, float, float, i32 }\n"
                               "declare float @dx.op.unary.f32(i32, float)\n"
                               "declare i32 @dx.op.tertiary.i32(i32)\n";
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parsed(ctx, text);
    dxki_dxil_ops ops;
    (void)state;
    assert_true(dxki_dxil_ops_init(&ops, m, false));
    uint32_t unary = m->functions.items[0];
    assert_int_equal(make(&ops, DXKI_DXOP_FAbs, DXKI_TY_FLOAT, 0), unary);
    assert_int_equal(make(&ops, DXKI_DXOP_Sin, DXKI_TY_FLOAT, 0), unary); /* of one class */
    uint32_t half = make(&ops, DXKI_DXOP_FAbs, DXKI_TY_HALF, 0);
    assert_true(is_called(m, half, "dx.op.unary.f16"));
    uint32_t taken = make(&ops, DXKI_DXOP_Ibfe, DXKI_TY_I32, 0);
    assert_true(is_called(m, taken, "dx.op.tertiary.i321"));
    assert_int_equal(make(&ops, DXKI_DXOP_Msad, DXKI_TY_I32, 0), taken);
    uint32_t load = make(&ops, DXKI_DXOP_BufferLoad, DXKI_TY_FLOAT, 0);
    dxki_type result = m->type_ops.items[dxki_type_get(m, m->globals.items[load].value_type)->a];
    assert_int_equal(result, dxki_dxil_ops_find_struct(&ops, dxki_str("dx.types.ResRet.f32")));
    dxki_type v4 = dxki_type_vector(m, DXKI_TY_FLOAT, 4);
    uint32_t vector = make(&ops, DXKI_DXOP_RawBufferVectorLoad, v4, 0);
    assert_true(is_called(m, vector, "dx.op.rawBufferVectorLoad.v4f32"));
    assert_int_not_equal(dxki_dxil_ops_find_struct(&ops, dxki_str("dx.types.ResRet.v4f32")), 0);
    dxki_dxil_ops_free(&ops);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void overloads_that_are_not_allowed(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = dxki_module_create(ctx);
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_FAbs);
    (void)state;
    assert_false(dxki_dxil_overload_allowed(m, op, 0, DXKI_TY_I32));
    assert_false(dxki_dxil_overload_allowed(m, op, 0, 0));
    assert_false(dxki_dxil_overload_allowed(m, op, 1, DXKI_TY_FLOAT));
    assert_true(dxki_dxil_overload_allowed(m, op, 0, dxki_type_vector(m, DXKI_TY_HALF, 3)));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(operations_of_calls),
    cmocka_unit_test(functions_of_operations),
    cmocka_unit_test(overloads_that_are_not_allowed),
};
SUPPORT_SUITE(test_op, tests);
