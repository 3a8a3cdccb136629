/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_functions.c - functions and methods of HLSL: conditions on what they give are compiled and
 * run, and those that need another stage or a resource are compiled and validated.
 */
#include "hlsl_support.h"

#include "base/count.h"

#define PIXEL "float main() : SV_Target { return 1; }\n"

static void functions_of_numbers_are_right(void **state)
{
    static const char *const conditions[] = {
        "dot(float3(1, 2, 3) * one, 0.5) == 3",
        "dot(2, float2(1, 2) * one) == 6",
        "determinant(m) == 54",
        "determinant((float3x3)m) == 18",
        "determinant((float2x2)m) == 6",
        "determinant((float1x1)m) == 2",
        "frexp(12.0 * one, e) == 0.75 && e == 4",
        "frexp(float(zero), e) == 0 && e == 0",
        "modf(-2.5 * one, e) == -0.5 && e == -2",
        "pow(-3.0 * one, 2) == 9 && pow(-3.0 * one, two) == 9",
        "all(pow(float2(-3, 4) * one, float2(2, 2)) == float2(9, 16))",
        "isnan(pow(-3.0 * one, 3))",
        "all(lit(0.5 * one, 0.5, 2) == float4(1, 0.5, 0.25, 1))",
        "all(lit(-0.5 * one, 0.5, 2) == float4(1, 0, 0, 1))",
        "all(dst(float4(9, 2, 3, 9) * one, float4(9, 5, 9, 7)) == float4(1, 10, 3, 7))",
        "all(dst(int4(9, 2, 3, 9) * one, int4(9, 5, 9, 7)) == int4(1, 10, 3, 7))",
        "all(faceforward(float2(1, 2) * one, float2(1, 0), float2(1, 0)) == float2(-1, -2))",
        "all(faceforward(float2(1, 2) * one, float2(-1, 0), float2(1, 0)) == float2(1, 2))",
        "all(D3DCOLORtoUBYTE4(float4(0, 0.5, 1, 0.25) * one) == int4(255, 127, 0, 63))",
        "dot2add(half2(1, 2) * half(one), half2(3, 4), 0.5) == 11.5",
        "dot4add_u8packed(0x01020304 * one, 0x01010101, 7) == 17",
        "dot4add_i8packed(0xff020304 * one, 0x01010101, 7) == 15",
        "all(msad4(0x01020304 * one, uint2(0x01020304, 0), 0) == uint4(0, 4, 7, 9))",
        "asuint(0.0 / 0.0) == 0x7fc00000",
        "asuint(-1.0 / 0.0) == 0xff800000",
        "!IsHelperLane()",
        "o.Load(240, s) == 0 && s == 1",
        "all(o.Load<uint2>(240, s) == 0) && s == 1",
    };

    (void)state;
    hlsl_expect_true("cs_6_6",
                     "float e; uint s; static const float two = 2;\n"
                     "float4x4 m = float4x4(2, 0, 0, 1, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 3) * one;",
                     conditions, DXKI_COUNT(conditions));
}

static void floats_are_exchanged_in_raw_buffers(void **state)
{
    static const char *const conditions[] = {
        "(o.InterlockedExchangeFloat(200, 1.5, f), f == 0)",
        "(o.InterlockedCompareExchangeFloatBitwise(200, 1.5, 2.5, f), f == 1.5)",
        "(o.InterlockedCompareStoreFloatBitwise(200, 2.5, 3.5), asfloat(o.Load(200)) == 3.5)",
    };

    (void)state;
    hlsl_expect_true("cs_6_2", "float f;", conditions, DXKI_COUNT(conditions));
}

static void stores_take_their_type_from_the_value(void **state)
{
    static const char *const conditions[] = {
        "(o.Store(200, v), all(o.Load<float2>(200) == v))",
        "(o.Store(208, a), o.Load<int>(212) == 8)",
        "(o.Store(216, s), o.Load(220) == 9)",
        "(o.Store(224, 3), o.Load(224) == 3)",
        "(o.Store(228, 1.5), asfloat(o.Load(228)) == 1.5)",
        "(o.Store(232, one == 1), o.Load(232) == 1)",
        "(o.Store<uint16_t>(236, (uint16_t)7), o.Load(236) == 7)",
    };

    (void)state;
    hlsl_expect_true("cs_6_2",
                     "struct S { float x; uint y; }; S s = {1.5, 9};\n"
                     "float2 v = float2(1.5, 2.5) * one; int a[2] = {7, 8 * one};\n",
                     conditions, DXKI_COUNT(conditions));
}

static void matrices_are_loaded_by_rows_and_stored_in_their_order(void **state)
{
    static const char *const conditions[] = {
        "(o.Store(128, c), o.Load(132) == 4 && o.Load(136) == 2)",
        "all(o.Load<int2x3>(128) == int2x3(1, 4, 2, 5, 3, 6))",
        "all(o.Load<int2x3>(128)[1] == int3(5, 3, 6))",
        "all(o.Load<row_major int2x3>(128) == int2x3(1, 4, 2, 5, 3, 6))",
        "all(o.Load<S>(124).m == c)",
        "(o.Store(128, r), o.Load(132) == 2 && o.Load(136) == 3)",
        "all(o.Load<int2x3>(128) == c)",
        "(o.Store(128, o.Load<int2x3>(128)), o.Load(132) == 4)",
    };

    (void)state;
    hlsl_expect_true("cs_6_2",
                     "struct S { int a; int2x3 m; };\n"
                     "int2x3 c = int2x3(1, 2, 3, 4, 5, 6) * one; row_major int2x3 r = c;",
                     conditions, DXKI_COUNT(conditions));
}

static void functions_of_the_language_come_first(void **state)
{
    static const char *const conditions[] = {
        "max(f, f + 1) == 2",
        "::max(f, f + 1) == 2",
        "exp2(f) == 2",
        "exp2<float>(f) == 2",
        "inner(f) == 1",
        "lerp(f, f, one) == 1",
        "dot(f.xxx, f.xxx, f) == 53",
        "sin(s) == 54",
        "s.g() == 55",
        "elsewhere::sqrt(f) == 56",
        "asuint(f) == 0x3f800000",
    };

    (void)state;
    hlsl_expect_values("float max(float a, float b) { return 50; }\n"
                       "template<typename T> T exp2(T a) { return 51; }\n"
                       "float lerp(float a, float b, int c) { return 52; }\n"
                       "float dot(float3 a, float3 b, float c) { return 53; }\n"
                       "uint asuint(half2 a) { return 57; }\n"
                       "struct S { float v; float cos(float a) { return 55; }\n"
                       "float g() { return cos(v); } };\n"
                       "float sin(S s) { return 54; }\n"
                       "namespace elsewhere { float sqrt(float a) { return 56; }\n"
                       "float inner(float a) { return sqrt(a); } }\n"
                       "float inner(float a) { return elsewhere::inner(a); }\n",
                       "float f = one; S s = {f};\n", conditions, DXKI_COUNT(conditions));
}

static void methods_of_textures_are_valid(void **state)
{
    static const hlsl_shader shaders[] = {
        {"ps_6_0",
         "Texture2D<float4> t; Texture2DArray<float4> a; SamplerState s;\n"
         "SamplerComparisonState c; Texture2DMS<float4> m;\n"
         "float4 main(float3 uv : UV, int2 o : O) : SV_Target { uint st;\n"
         "float4 r = t.GatherRed(s, uv.xy, int2(1, 2), o, int2(3, 4), o);\n"
         "r += t.GatherAlpha(s, uv.xy, o, o, o, o, st) * st;\n"
         "r += a.GatherCmpRed(c, uv, 0.5, o, o, o, o, st) * st;\n"
         "r.xy += GetRenderTargetSamplePosition(2) + m.GetSamplePosition(o.x);\n"
         "clip(uv.y - 0.1); if (uv.x < 0.3) discard; return IsHelperLane() ? 0 : r; }\n",
         false},
        {"ps_6_6", "float4 main() : SV_Target { return IsHelperLane(); }\n", false},
        {"cs_6_8",
         "Texture2D<uint> t; Texture2D<uint64_t> w; Texture2D<uint16_t> n; Texture2DArray<uint> "
         "a;\n"
         "SamplerState s; RWStructuredBuffer<uint4> o;\n"
         "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { uint st;\n"
         "Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE); Barrier(o, DEVICE_SCOPE);\n"
         "uint4 r = t.GatherRaw(s, 0.5, int2(1, 1), st) + a.GatherRaw(s, float3(0, 0, 1)) + st;\n"
         "o[i] = r + (uint4)w.GatherRaw(s, 0.5) + n.GatherRaw(s, 0.5); }\n",
         true},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(shaders); i++)
        hlsl_expect_valid(&shaders[i]);
}

/* A namespace knows members of a constant buffer that stands in it before everything else. */
static void members_of_buffers_are_found_in_their_namespaces(void **state)
{
    static const char missing[] = "no member named 'q' in namespace 'N'";
    static const answer_case cases[] = {
        {"ps_6_0",
         "namespace N { cbuffer B { float4 q; } float f() { return N::q.x; } }\n"
         "float main() : SV_Target { return N::f() + N::q.y + q.z; }\n",
         NULL},
        {"ps_6_0",
         "namespace A { namespace N { cbuffer B { float4 q; } struct S { float x; }; } }\n"
         "float main() : SV_Target { return A::N::q.y; }\n",
         NULL},
        {"ps_6_0",
         "namespace N { cbuffer B { float4 q; } }\n"
         "float main() : SV_Target { return N::q.x; }\n",
         missing},
        {"ps_6_0",
         "namespace N { struct S { float x; }; cbuffer B { float4 q; } }\n"
         "float main() : SV_Target { return N::q.x; }\n",
         missing},
        {"ps_6_0",
         "namespace M { cbuffer B { float4 q; } static float s; } namespace N {}\n"
         "float main() : SV_Target { return N::q.x; }\n",
         missing},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void types_of_static_members_are_completed_later(void **state)
{
    static const char incomplete[] = "variable has incomplete type 'B'";
    static const answer_case cases[] = {
        {"ps_6_0",
         "struct B; struct A { static const B b; }; struct B { float x; };\n"
         "static const B A::b = {1}; float main() : SV_Target { return A::b.x; }\n",
         NULL},
        {"ps_6_0",
         "struct A { static A a; float x; }; A A::a;\n"
         "float main() : SV_Target { A::a.x = 2; return A::a.x; }\n",
         NULL},
        {"ps_6_0",
         "template<bool V> struct B; template<> struct B<true> {};\n"
         "struct A { static const B<false> b; };\n" PIXEL,
         NULL},
        {"ps_6_0", "struct B; struct A { static B b; }; B A::b;\n" PIXEL, incomplete},
        {"ps_6_0", "struct B; float f() { static B b; return 1; }\n" PIXEL, incomplete},
        {"ps_6_0", "template<bool V> struct B; static const B<false> b;\n" PIXEL,
         "implicit instantiation of undefined template 'B<false>'"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void default_arguments_come_from_all_declarations(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int m(int a, float b = 2);\n"
         "int m(int a = 1, float b);\n"
         "int m(int a, float b) { return a + b; }\n"
         "int n(int a = 1, float b);\n"
         "int n(int a = 1, float b);\n"
         "int o(int a = 1, float b, int c = 2, int d);\n"
         "struct S { int q(int a, int b = 1); int r(int a = 1, int b); };\n"
         "int S::q(int a = 3, int b) { return a + b; }\n"
         "int f() { S s; return m() + m(2) + m(2, 3) + s.q(); }\n",
         "4: missing default argument on parameter 'b'\n"
         "5: missing default argument on parameter 'b'\n"
         "6: missing default argument on parameter 'b'\n"
         "6: missing default argument on parameter 'd'\n"
         "7: missing default argument on parameter 'b'\n"},
        {"template<typename T> T t(T a, int b = 1, int c) { return a; }\n",
         "1: missing default argument on parameter 'c'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(members_of_buffers_are_found_in_their_namespaces),
    cmocka_unit_test(types_of_static_members_are_completed_later),
    cmocka_unit_test(functions_of_numbers_are_right),
    cmocka_unit_test(floats_are_exchanged_in_raw_buffers),
    cmocka_unit_test(stores_take_their_type_from_the_value),
    cmocka_unit_test(matrices_are_loaded_by_rows_and_stored_in_their_order),
    cmocka_unit_test(functions_of_the_language_come_first),
    cmocka_unit_test(methods_of_textures_are_valid),
    cmocka_unit_test(default_arguments_come_from_all_declarations),
};
SUPPORT_SUITE(test_hlsl_functions, tests);
