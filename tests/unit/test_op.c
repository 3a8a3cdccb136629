/* SPDX-License-Identifier: MIT */
/* test_op.c - calls of DXIL operations: which one a call makes. */
#include "support.h"

#include "dxk/text.h"
#include "ir/dxop.h"

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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(operations_of_calls),
};
SUPPORT_SUITE(test_op, tests);
