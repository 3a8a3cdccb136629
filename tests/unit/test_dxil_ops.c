/* SPDX-License-Identifier: MIT */
/* test_dxil_ops.c - the table of DXIL operations: looking up, operands, overloads, stages. */
#include "support.h"

#include "spec/dxil_ops.h"
#include "spec/shader_models.h"

static bool is(dxk_str text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

static void every_row(void **state)
{
    (void)state;
    for (int row = 0; row < DXKI_DXOP_COUNT; row++) {
        const dxki_dxop_info *op = dxki_dxop_get((dxki_dxop)row);
        assert_ptr_equal(dxki_dxop_find(op->opcode), op);
        assert_true(row >= DXKI_DXOP_ExperimentalNop || op->opcode == (uint32_t)row);
        assert_true(op->translated_model <= op->model && op->model <= DXKI_NEWEST_MINOR);
        assert_true(op->stages != 0);
        for (unsigned i = 0; i < op->operand_count; i++)
            assert_true(dxki_dxop_operand_name(op, i).size > 0);
        assert_int_equal(dxki_dxop_operand_name(op, op->operand_count).size, 0);
        assert_int_equal(op->operands[op->operand_count].type, DXKI_OT_VOID);
        assert_true(dxki_dxop_overload_count(op) <= 4);
    }
}

static void lookup(void **state)
{
    (void)state;
    const uint32_t core = DXKI_DXOP_ExperimentalNop, experimental = DXKI_DXOP_COUNT - core;
    assert_null(dxki_dxop_find(core));
    assert_null(dxki_dxop_find(0x10000));
    assert_null(dxki_dxop_find(0x80000000u + experimental));
    assert_null(dxki_dxop_find(0x100000004));
    assert_null(dxki_dxop_find(0xffffffff));
    assert_int_equal(dxki_dxop_table_size(DXKI_DXTABLE_CORE), core);
    assert_int_equal(dxki_dxop_table_size(DXKI_DXTABLE_EXPERIMENTAL), experimental);
    assert_int_equal(dxki_dxop_table_size(1), 0);
    assert_string_equal(dxki_dxop_find(4)->name, "LoadInput");
    assert_string_equal(dxki_dxop_find(59)->cls, "cbufferLoadLegacy");
    assert_string_equal(dxki_dxop_find(0x80000000)->name, "ExperimentalNop");
    assert_true(dxki_dxop_find(226)->flags & DXKI_DXF_RESERVED);
}

static void operands(void **state)
{
    (void)state;
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_WaveActiveOp);
    assert_int_equal(op->operand_count, 3);
    assert_true(is(dxki_dxop_operand_names(op), ",value,op,sop"));
    assert_true(is(dxki_dxop_operand_name(op, 1), "op"));
    assert_true(is(dxki_dxop_operand_name(op, 2), "sop"));
    assert_int_equal(op->operands[0].type, DXKI_OT_OVERLOAD);
    assert_int_equal(op->operands[0].rules, 0);
    assert_int_equal(op->operands[1].rules, DXKI_DXR_CONSTANT);
    assert_int_equal(op->operands[1].enumeration, DXKI_DXE_WAVE_OP);
    assert_int_equal(op->operands[1].maximum, 3);
    assert_string_equal(dxki_dxop_enum_text(DXKI_DXE_WAVE_OP, 2), "Min");
    assert_null(dxki_dxop_enum_text(DXKI_DXE_SIGNED_OP, 2));
    assert_null(dxki_dxop_enum_text(DXKI_DXE_NONE, 0));
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_QuadReadLaneAt)->operands[1].maximum, 3);
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_Barrier)->result, DXKI_OT_VOID);
}

static void overloads(void **state)
{
    (void)state;
    uint32_t scalars, elements;
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_FAbs);
    assert_int_equal(dxki_dxop_overload_count(op), 1);
    dxki_dxop_overload(op, 0, &scalars, &elements);
    assert_int_equal(scalars, DXKI_OV_HALF | DXKI_OV_FLOAT | DXKI_OV_DOUBLE);
    assert_int_equal(elements, scalars);
    dxki_dxop_overload(op, 1, &scalars, &elements);
    assert_int_equal(scalars | elements, 0);
    op = dxki_dxop_get(DXKI_DXOP_LinAlgMatVecMulAdd);
    assert_int_equal(dxki_dxop_overload_count(op), 4);
    dxki_dxop_overload(op, 1, &scalars, &elements);
    assert_int_equal(scalars, DXKI_OV_OBJECT);
    assert_int_equal(elements, 0);
    op = dxki_dxop_get(DXKI_DXOP_ThreadId);
    assert_int_equal(dxki_dxop_overload_count(op), 1);
    assert_int_equal(dxki_dxop_overload_count(dxki_dxop_get(DXKI_DXOP_Discard)), 0);
}

static void stages(void **state)
{
    (void)state;
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_Discard)->stages, DXKI_STAGE(PIXEL));
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_LoadInput)->stages, 0xffff);
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_ThreadId)->stages,
                     DXKI_STAGE(COMPUTE) | DXKI_STAGE(MESH) | DXKI_STAGE(AMPLIFICATION) |
                         DXKI_STAGE(NODE));
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_CallShader)->stages,
                     DXKI_STAGE(LIBRARY) | DXKI_STAGE(CLOSEST_HIT) | DXKI_STAGE(RAY_GENERATION) |
                         DXKI_STAGE(MISS) | DXKI_STAGE(CALLABLE));
    assert_int_equal(dxki_dxop_get(DXKI_DXOP_TraceRay)->model, 3);
}

static const dxki_dxop_effect *effect_of(dxki_dxop row)
{
    return dxki_dxop_effect_get(dxki_dxop_get(row)->kind);
}

static void effects(void **state)
{
    (void)state;
    assert_int_equal(effect_of(DXKI_DXOP_FAbs)->merges, DXKI_MERGES_EQUAL);
    assert_int_equal(effect_of(DXKI_DXOP_FAbs)->reads | effect_of(DXKI_DXOP_FAbs)->writes, 0);
    assert_int_equal(effect_of(DXKI_DXOP_TextureStore)->writes, DXKI_DXM_UAV);
    assert_int_equal(effect_of(DXKI_DXOP_TextureStore)->unused, DXKI_UNUSED_KEEP);
    assert_int_equal(effect_of(DXKI_DXOP_Sample)->convergence, DXKI_DXC_DERIVATIVE);
    assert_int_equal(effect_of(DXKI_DXOP_Barrier)->convergence, DXKI_DXC_BARRIER);
    assert_int_equal(effect_of(DXKI_DXOP_WaveActiveOp)->result, DXKI_RESULT_WAVE);
    assert_int_equal(effect_of(DXKI_DXOP_StorePrimitiveOutput)->signature, DXKI_DXS_PATCH);
    assert_int_equal(effect_of(DXKI_DXOP_LoadOutputControlPoint)->signature, DXKI_DXS_OUTPUT);
    assert_int_equal(effect_of(DXKI_DXOP_LoadOutputControlPoint)->writes, 0);
    assert_true(dxki_dxop_get(DXKI_DXOP_FMad)->flags & DXKI_DXF_COMMUTATIVE);
    assert_false(dxki_dxop_get(DXKI_DXOP_UDiv)->flags & DXKI_DXF_COMMUTATIVE);
    assert_true(dxki_dxop_get(DXKI_DXOP_Sin)->flags & DXKI_DXF_FOLD_NEAR);
}

static void rules(void **state)
{
    (void)state;
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_HitObject_LoadLocalRootTableConstant);
    assert_int_equal(op->operands[0].rules, DXKI_DXR_HIT);
    assert_int_equal(op->operands[1].rules, DXKI_DXR_DEFINED | DXKI_DXR_FOUR);
    op = dxki_dxop_get(DXKI_DXOP_HitObject_ObjectToWorld3x4);
    assert_int_equal(op->operands[2].rules, DXKI_DXR_CONSTANT | DXKI_DXR_RANGE);
    assert_int_equal(op->operands[2].maximum, 3);
    op = dxki_dxop_get(DXKI_DXOP_HitObject_TraceRay);
    assert_int_equal(op->operands[0].rules, DXKI_DXR_SCENE);
    assert_int_equal(op->operands[op->operand_count - 1].rules, DXKI_DXR_DEFINED);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_row), cmocka_unit_test(lookup), cmocka_unit_test(operands),
    cmocka_unit_test(overloads), cmocka_unit_test(stages), cmocka_unit_test(effects),
    cmocka_unit_test(rules),
};
SUPPORT_SUITE(test_dxil_ops, tests);
