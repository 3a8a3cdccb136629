/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_rules_stages.c - rules of HLSL in small on stages, attributes and semantics: sources that break one, with what is
 * said of them, beside sources that look much like them and are right.
 */
#include "hlsl_support.h"

#include "base/count.h"

#define PIXEL "float4 main() : SV_Target { return 1; }\n"

static void attributes_of_loops_contradict_unroll(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "void f() { [fastopt] [unroll(1)] for (int i = 0; i < 9; i++) {} }\n" PIXEL,
         "fastopt and unroll attributes are not compatible"},
        {"ps_6_0", "void f(int i) { [unroll(1)] [fastopt] while (i < 9) i++; }\n" PIXEL,
         "fastopt and unroll attributes are not compatible"},
        {"ps_6_0", "void f(int i) { [unroll(1)] [fastopt] do i++; while (i < 9); }\n" PIXEL,
         "fastopt and unroll attributes are not compatible"},
        {"ps_6_0", "void f(int i) { [fastopt] [loop] while (i < 9) i++; }\n" PIXEL, NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void states_of_effects_end_declarations(void **state)
{
    static const char ignored[] = "effect state block ignored";
    static const char sampler[] = "effect sampler_state assignment ignored";
    static const char semi[] = "expected ';' after top level declarator";
    static const answer_case cases[] = {
        {"ps_6_0", "float f {} = 1;\n" PIXEL, semi},
        {"ps_6_0", "sampler s { A = 1; } = 2;\n" PIXEL, semi},
        {"ps_6_0", "sampler s { A = 1; };\n" PIXEL, ignored},
        {"ps_6_0", "sampler s = sampler_state;\n" PIXEL, semi},
        {"ps_6_0", "sampler s = sampler_state { A = 1; };\n" PIXEL, sampler},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void the_first_semantic_counts(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "float4 main() : S : SV_Target { return 1; }\n", "invalid semantic 'S'"},
        {"ps_6_0", "float4 main() : SV_Target : S { return 1; }\n", NULL},
        {"ps_6_0", "void f(in out uniform float4 o) {}\n" PIXEL, NULL},
        {"ps_6_0", "void f(out in uniform float4 o) {}\n" PIXEL,
         "'out' and 'uniform' cannot be used together"},
        {"ps_6_0", "float4 precise; precise float4 f;\n" PIXEL, NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void the_last_patch_constant_function_counts(void **state)
{
#define PATCH "struct P { float e[2] : SV_TessFactor; };\n"
#define HULL                                                                                       \
    "[domain(\"isoline\")] [outputcontrolpoints(3)] [partitioning(\"integer\")] "                  \
    "[outputtopology(\"point\")] [patchconstantfunc(\"p\")] float4 main() : POSITION "             \
    "{ return 0; }\n"
    static const answer_case cases[] = {
        {"hs_6_0", PATCH "P p() { return (P)0; } P p(uint x : SV_PrimitiveID);\n" HULL,
         "patch constant function 'p' must be defined"},
        {"hs_6_0", PATCH "P p(uint x : SV_PrimitiveID); P p() { return (P)0; }\n" HULL, NULL},
        {"hs_6_0", PATCH "P p() { return (P)0; } float p(uint x);\n" HULL, NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void attributes_of_functions_agree(void **state)
{
    static const answer_case cases[] = {
        {"lib_6_3", "[shader(\"compute\")] [shader(\"pixel\")] [numthreads(1, 1, 1)] void f() {}\n",
         "type 'compute' conflicts with shader attribute type 'pixel'"},
        {"lib_6_3", "[shader(\"raygeneration\")] [RootSignature(\"\")] void f() {}\n",
         "root signature attribute not supported"},
        {"lib_6_3", "[numthreads(1, 1, 1)] void f() {}\n",
         "attribute 'numthreads' ignored without accompanying shader attribute"},
        {"lib_6_3", "[domain(\"cube\")] void f() {}\n", "must have one of these values"},
        {"lib_6_3", "[domain(3)] void f() {}\n", "must have a string literal argument"},
        {"lib_6_3", "[numthreads(1)] void f() {}\n", "requires exactly 3 arguments"},
        {"lib_6_3", "[numthreads(64, 32, 1)] void f() {}\n",
         "Group size of 2048 (64 * 32 * 1) is outside of valid range"},
        {"cs_6_0", "[numthreads(64, 32, 1)] void main() {}\n",
         "compute entry point must have a valid numthreads attribute"},
        {"cs_6_0", "[branch] [numthreads(1, 1, 1)] void main() {}\n",
         "attribute 'branch' can only be applied to 'if' and 'switch' statements"},
        {"lib_6_3", "[shader(\"compute\")] [numthreads(1, 1, 1)] void f() {}\n", NULL},
        {"cs_6_0",
         "RWBuffer<int> o; [RootSignature(\"\")] [RootSignature(\"DescriptorTable(UAV(u0))\")]\n"
         "[numthreads(1, 1, 1)] void main() { o[0] = 1; }\n",
         NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void the_last_attribute_of_a_name_counts(void **state)
{
    static const char source[] = "[numthreads(1, 1, 1)] [numthreads(2, 1, 1)] void main() {}\n";

    (void)state;
    assert_int_equal(hlsl_count("cs_6_0", source, "!{i32 2, i32 1, i32 1}"), 1);
}

static void code_that_is_never_reached_may_be_of_other_stages(void **state)
{
#define SHARED                                                                                     \
    "Texture2D t; SamplerState s; static const bool pixel = false;\n"                              \
    "float4 look(bool fine, float2 u) {\n"                                                         \
    "    if (fine) { clip(u.x); return t.Sample(s, u); } return t.SampleLevel(s, u, 0); }\n"
    static const answer_case cases[] = {
        {"vs_6_0", SHARED "float4 main(float2 a : A) : SV_Position { return look(pixel, a); }\n",
         NULL},
        {"vs_6_0", SHARED "float4 main(float2 a : A) : SV_Position { return look(!pixel, a); }\n",
         "not valid in shader model vs_6_0."},
        {"vs_6_0", "float4 main(float4 a : A) : SV_Position { float4 u = ddx(a); return a; }\n",
         NULL},
        {"vs_6_0",
         "float4 main(float4 a : A) : SV_Position { if (a.x > 0) clip(a.y); return a; }\n",
         "Opcode Discard not valid in shader model vs_6_0."},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void semantics_inside_of_others_are_told_of(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0",
         "struct I { float a; float b : NORMAL0; };\n"
         "float main(I i : TEXCOORD0) : SV_Target { return i.b; }\n",
         "semantic 'NORMAL0' on field overridden by function or enclosing type"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void long_vectors_have_their_places(void **state)
{
#define LONG         "struct L { vector<float, 5> a; };\n"
#define NOT_IN(what) "vectors of over 4 elements in " what " are not supported"
    static const answer_case cases[] = {
        {"cs_6_9", LONG "L l; [numthreads(1, 1, 1)] void main() { }\n",
         NOT_IN("cbuffers or tbuffers")},
        {"cs_6_9", LONG "cbuffer C { L l[2]; } [numthreads(1, 1, 1)] void main() { }\n",
         NOT_IN("cbuffers or tbuffers")},
        {"cs_6_9", LONG "ConstantBuffer<L> l; [numthreads(1, 1, 1)] void main() { }\n",
         NOT_IN("ConstantBuffers or TextureBuffers")},
        {"lib_6_9", LONG "[shader(\"callable\")] void main(inout L l) { }\n",
         NOT_IN("entry function parameters")},
        {"lib_6_9", LONG "[shader(\"raygeneration\")] void main() { L l; CallShader(0, l); }\n",
         NOT_IN("user-defined struct parameter")},
        {"cs_6_9",
         LONG "StructuredBuffer<L> s; static L l; groupshared L g; RWByteAddressBuffer o;\n"
              "[numthreads(1, 1, 1)] void main() { l = s[0]; g = l; o.Store(0, g.a + l.a); }\n",
         NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void positions_and_depths_are_written(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "float main(out float d : SV_Depth) : SV_Target { return 1; }\n",
         "Not all elements of output SV_Depth were written."},
        {"vs_6_0", "float4 main(out float4 p : SV_POSITION) : C { return 1; }\n",
         "Not all elements of output SV_Position were written."},
        {"ps_6_0", "float main(out float d : SV_Depth) : SV_Target { d = 0; return 1; }\n", NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void static_variables_begin_without_other_libraries(void **state)
{
    static const answer_case cases[] = {
        {"lib_6_3",
         "float f(); float g() { return f(); } static float v = g();\n"
         "export float h() { return v; }\n",
         "Initializer for static global v makes disallowed call to external function."},
        {"lib_6_3",
         "float f(); export float g() { return 1; } static float v = g();\n"
         "export float h() { static float w = f(); return v + w; }\n",
         NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

/* Functions with the attribute of a stage are checked beside the entry point, too, but not for what they need
 * to be compiled. */
static void functions_of_other_stages_are_checked(void **state)
{
#define MAIN "\nfloat4 main() : SV_Target { return 1; }\n"
    static const answer_case cases[] = {
        {"ps_6_6", "[shader(\"miss\")] void m() {}" MAIN, "expected one payload parameter"},
        {"ps_6_6", "[shader(\"raygeneration\")] int m() { return 1; }" MAIN, "must be void"},
        {"ps_6_6", "[shader(\"mesh\")] [numthreads(1, 1, 1)] void m() {}" MAIN,
         "mesh entry point must have a valid outputtopology attribute"},
        {"ps_6_6", "[shader(\"compute\")] void m() {}" MAIN, NULL},
        {"ps_6_6", "[shader(\"vertex\")] [numthreads(1, 1, 1)] void m() {}" MAIN, NULL},
        {"ps_6_5", "[shader(\"compute\")] [WaveSize(4, 8)] void m() {}" MAIN, NULL},
        {"ps_6_6", "[shader(\"pixel\")]" MAIN, NULL},
    };
#undef MAIN

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(attributes_of_loops_contradict_unroll),
    cmocka_unit_test(states_of_effects_end_declarations),
    cmocka_unit_test(the_first_semantic_counts),
    cmocka_unit_test(the_last_patch_constant_function_counts),
    cmocka_unit_test(attributes_of_functions_agree),
    cmocka_unit_test(the_last_attribute_of_a_name_counts),
    cmocka_unit_test(code_that_is_never_reached_may_be_of_other_stages),
    cmocka_unit_test(semantics_inside_of_others_are_told_of),
    cmocka_unit_test(long_vectors_have_their_places),
    cmocka_unit_test(positions_and_depths_are_written),
    cmocka_unit_test(static_variables_begin_without_other_libraries),
    cmocka_unit_test(functions_of_other_stages_are_checked),
};
SUPPORT_SUITE(test_hlsl_rules_stages, tests);
