/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_linalg.c - linear algebra of shader model 6.10: matrices as types, functions of them, and
 * what the module says of the types.
 */
#include "hlsl_support.h"

#include "base/count.h"

#define MATRIX(numbers) "__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(" numbers ")]]"

static const char thread_source[] = "typedef " MATRIX("8, 8, 16, 0, 0") " Weights; typedef " MATRIX(
    "8, 8, 16, 2, 0") " Grad;\n"
                      "ByteAddressBuffer i; RWByteAddressBuffer o;\n"
                      "[numthreads(32, 1, 1)] void main(uint t : SV_DispatchThreadID) {\n"
                      "vector<half, 16> x = i.Load<vector<half, 16> >(t * 32);\n"
                      "vector<half, 8> bias = i.Load<vector<half, 8> >(4096), y, z; vector<float, "
                      "8> f;\n"
                      "Weights w; __builtin_LinAlg_MatrixLoadFromDescriptor(w, i, 8192, 0, 2, "
                      "128);\n"
                      "__builtin_LinAlg_MatrixVectorMultiply(y, w, true, x, 8);\n"
                      "__builtin_LinAlg_MatrixVectorMultiplyAdd(z, w, true, x, 8, bias);\n"
                      "Grad g; __builtin_LinAlg_MatrixOuterProduct(g, z, x);\n"
                      "__builtin_LinAlg_MatrixAccumulateToDescriptor(g, o, 0, 0, 4, 128);\n"
                      "__builtin_LinAlg_Convert(f, y, 8, 9);\n"
                      "__builtin_LinAlg_VectorAccumulateToDescriptor(o, 65536, 64, z);\n"
                      "o.Store<vector<float, 8> >(t * 32, f); }\n";

static const char group_source[] =
    "RWByteAddressBuffer o; groupshared float a[64]; groupshared float4 b[64];\n"
    "struct S { " MATRIX("9, 4, 4, 0, 2") " m; static S splat(float x) {\n"
                                          "S s; __builtin_LinAlg_FillMatrix(s.m, x); return s; } "
                                          "};\n"
                                          "[numthreads(4, 1, 1)] void main() { S s = "
                                          "S::splat(2);\n" MATRIX("9, 4, 4, 1, 2") " r, q; " MATRIX(
                                              "9, 4, 4, 2, 2") " t; float e;\n"
                                                               "__builtin_LinAlg_"
                                                               "MatrixLoadFromMemory(r, a, 0, 16, "
                                                               "0);\n"
                                                               "__builtin_LinAlg_CopyConvertMatrix("
                                                               "q, s.m, true);\n"
                                                               "__builtin_LinAlg_"
                                                               "MatrixMatrixMultiply(t, s.m, r);\n"
                                                               "__builtin_LinAlg_"
                                                               "MatrixMatrixMultiplyAccumulate(t, "
                                                               "s.m, q, t);\n"
                                                               "__builtin_LinAlg_"
                                                               "MatrixStoreToMemory(t, b, 0, 16, "
                                                               "0);\n"
                                                               "__builtin_LinAlg_MatrixGetElement("
                                                               "e, t, 1);\n"
                                                               "uint2 at = "
                                                               "__builtin_LinAlg_"
                                                               "MatrixGetCoordinate(t, 1);\n"
                                                               "__builtin_LinAlg_MatrixSetElement("
                                                               "t, t, 0, e);\n"
                                                               "o.Store3(0, uint3(at, "
                                                               "__builtin_LinAlg_MatrixLength(t)));"
                                                               " }\n";

static void matrices_are_types_of_the_module(void **state)
{
    static const hlsl_shader shaders[] = {{"cs_6_10", thread_source, true},
                                          {"cs_6_10", group_source, false}};
    static const struct {
        const char *text;
        unsigned count;
    } rows[] = {
        {"LinAlgMatrixC9M4N4U1S2 @dx.op.linAlgMatrixLoadFromMemory.mC9M4N4U1S2.f32(", 2},
        {"call void @dx.op.linAlgMatrixStoreToMemory.mC9M4N4U2S2.v4f32(", 1},
        {"!dx.targetTypes = !{!", 1},
        {"= !{%dx.types.LinAlgMatrixC9M4N4U0S2 undef, i32 9, i32 4, i32 4, i32 0, i32 2}", 1},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(shaders); i++)
        hlsl_expect_valid(&shaders[i]);
    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        assert_int_equal(hlsl_count("cs_6_10", group_source, rows[i].text), rows[i].count);
}

static void what_is_wrong_with_matrices_is_told(void **state)
{
#define MAIN(text) "groupshared float a[4]; [numthreads(1, 1, 1)] void main() { " text " }\n"
    static const struct {
        const char *source, *rule;
    } rows[] = {
        {MAIN(MATRIX("10") " m;"), "HLSL.LINALG_COUNT"},
        {MAIN(MATRIX("1, 2, 3, 1, 2, 6") " m;"), "HLSL.LINALG_COUNT"},
        {MAIN("__builtin_LinAlgMatrix m;"), "HLSL.LINALG_COUNT"},
        {MAIN(MATRIX("1, 2, 4096, 1, 2") " m;"), "HLSL.LINALG_RANGE"},
        {MAIN(MATRIX("4, 4, 4, 1, 2") " m; " MATRIX("4, 4, 4, 0, 2") " n = m;"),
         "HLSL.INIT_LVALUE"},
        {MAIN(MATRIX("4, 4, 4, 1, 2") " m; int2 v; __builtin_LinAlg_MatrixGetElement(v, m, 0);"),
         "HLSL.NO_MATCH"},
        {MAIN(MATRIX("9, 4, 4, 1, 2") " m; float l[4];\n"
                                      "__builtin_LinAlg_MatrixLoadFromMemory(m, l, 0, 0, 0);"),
         "HLSL.LINALG_MEMORY"},
    };
#undef MAIN

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        const hlsl_shader s = {"cs_6_10", rows[i].source, false};
        hlsl_expect_refused(&s, rows[i].rule);
    }
}

/* Linking says which stage has them. */
static void functions_of_libraries_have_no_stage_yet(void **state)
{
#define FILLED                                                                                     \
    "uint f() { " MATRIX("4, 4, 5, 0, 2") " m; __builtin_LinAlg_FillMatrix(m, 5);\n"               \
                                          "return __builtin_LinAlg_MatrixLength(m); }\n"
    static const said_how offline = {"lib_6_x", 0, false, NULL};
    static const said_case good[] = {{FILLED, ""}};
    static const answer_case cases[] = {
        {"lib_6_10", "export " FILLED, "builtin unavailable in shader stage"},
        {"lib_6_x", FILLED "[shader(\"pixel\")] float4 main() : SV_Target { return f(); }",
         "builtin unavailable in shader stage 'pixel'"},
    };

    (void)state;
    EXPECT_SAID(&offline, good);
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
#undef FILLED
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(matrices_are_types_of_the_module),
    cmocka_unit_test(what_is_wrong_with_matrices_is_told),
    cmocka_unit_test(functions_of_libraries_have_no_stage_yet),
};
SUPPORT_SUITE(test_hlsl_linalg, tests);
