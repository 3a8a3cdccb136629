/* SPDX-License-Identifier: MIT */
/* test_hlsl_guess.c - the entry point and the profile of a source that comes without them. */
#include "support.h"

#include "base/count.h"
#include "dxk/hlsl.h"

#include <string.h>

/* A source, and "PROFILE ENTRY", or the rule of the error. */
typedef struct guess_case {
    const char *name, *source, *found;
} guess_case;

static void expect_with(const dxk_hlsl_options *given, const guess_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const guess_case *k = &cases[i];
        dxk_hlsl_options options = *given;
        dxk_hlsl_guess_result result;
        char found[sizeof result.target + sizeof result.entry];
        dxk_ctx *ctx = support_ctx();
        options.name = (dxk_str){k->name, strlen(k->name)};
        dxk_status status = dxk_hlsl_guess(
            ctx, (dxk_bytes){(const uint8_t *)k->source, strlen(k->source)}, &options, &result);
        if (status == DXK_OK) {
            assert_int_equal(dxk_ctx_diag_count(ctx), 0);
            strcpy(found, result.target);
            strcat(strcat(found, " "), result.entry);
            assert_string_equal(found, k->found);
        } else {
            assert_int_equal(status, DXK_E_INVALID);
            assert_int_equal(dxk_ctx_diag_count(ctx), 1);
            assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, k->found);
        }
        support_ctx_done(ctx);
    }
}

static void expect(const guess_case *cases, size_t count)
{
    expect_with(&(dxk_hlsl_options){.target = NULL}, cases, count);
}

#define GROUP "[numthreads(1, 1, 1)] "

static void attributes_tell_the_stage(void **state)
{
    static const guess_case cases[] = {
        {"a", "float help() { return 1; } " GROUP "void run() { help(); }", "cs_6_6 run"},
        {"a", GROUP "[outputtopology(\"triangle\")] void m(out indices uint3 t[1]) { }",
         "ms_6_6 m"},
        {"a",
         "struct P { int a; }; groupshared P p;" GROUP "void t() { DispatchMesh(1, 1, 1, p); }",
         "as_6_6 t"},
        {"a", "void f(int DispatchMesh) { }" GROUP "void t() { f(1); }", "cs_6_6 t"},
        {"a",
         "[domain(\"tri\")] [patchconstantfunc(\"c\")] float4 h() : P { return 0; }"
         "struct C { float e[3] : SV_TessFactor; }; C c() { C x; return x; }",
         "hs_6_6 h"},
        {"a",
         "[domain(\"tri\")] float4 d(float3 l : SV_DomainLocation) : SV_Position { return 0; }",
         "ds_6_6 d"},
        {"a", "[maxvertexcount(3)] void g(point float4 a[1] : A) { }", "gs_6_6 g"},
        {"a", "[earlydepthstencil] void main() { }", "ps_6_6 main"},
    };

    (void)state;
    expect(cases, DXKI_COUNT(cases));
}

static void shader_attributes_tell_stage_or_library(void **state)
{
    static const guess_case cases[] = {
        {"a", "[shader(\"pixel\")] float4 p() : SV_Target { return 0; } float q() { return 1; }",
         "ps_6_6 p"},
        {"a",
         "[shader(\"pixel\")] float4 p() : SV_Target { return 0; }"
         "[shader(\"vertex\")] float4 v() : SV_Position { return 0; }",
         "lib_6_6 "},
        {"a", "[shader(\"miss\")] void m(inout float4 p) { }", "lib_6_6 "},
        {"a", "[shader(\"node\")] [NodeLaunch(\"thread\")] void n() { }", "lib_6_8 "},
        {"a", "[NodeLaunch(\"thread\")] void n() { }", "lib_6_8 "},
        {"a", "export float f() { return 1; }", "lib_6_6 "},
    };

    (void)state;
    expect(cases, DXKI_COUNT(cases));
}

static void system_values_tell_the_stage(void **state)
{
    static const guess_case cases[] = {
        {"a",
         "struct V { float4 p : SV_POSITION; }; V vert() { V v; return v; }"
         "float4 pix(V v) : SV_Target0 { return v.p; }",
         "ps_6_6 pix"},
        {"a",
         "struct B { float4 p : SV_Position; }; struct V : B { float2 u : U; }; "
         "V vert() { V v; return v; }",
         "vs_6_6 vert"},
        {"a", "struct B { float4 p : SV_Position; }; struct V { B b; }; void vert(out V v) { }",
         "vs_6_6 vert"},
        {"a", "float4 main(float4 p : SV_Position) : COLOR { return p; }", "ps_6_6 main"},
        {"a", "float d() : SV_DepthGreaterEqual { return 1; }", "ps_6_6 d"},
        {"a", "float4 main(uint i : SV_VertexID) : A { return i; }", "vs_6_6 main"},
        {"a", "float4 main(float4 a : A) : B { return a; }", "vs_6_6 main"},
        {"a", "float4 last(float4 a : A) : SV_Target { return a; } float x() { return 1; }",
         "ps_6_6 last"},
    };

    (void)state;
    expect(cases, DXKI_COUNT(cases));
}

static void names_of_files_tell_the_stage(void **state)
{
#define BOTH                                                                                       \
    "float4 VS(float4 p : P) : SV_Position { return p; } float4 PS() : SV_Target { return 1; }"
    static const guess_case cases[] = {
        {"light.vs.hlsl", BOTH, "vs_6_6 VS"},
        {"dir.ps/light_vs.hlsl", BOTH, "vs_6_6 VS"},
        {"light-vert.hlsl", BOTH, "vs_6_6 VS"},
        {"LightVS.hlsl", BOTH, "vs_6_6 VS"},
        {"vs_light.fx", BOTH, "vs_6_6 VS"},
        {"light.vs.inc.hlsl", BOTH, "vs_6_6 VS"},
        {"light.hlsl", BOTH, "ps_6_6 PS"},
        {"DEVS.hlsl", BOTH, "ps_6_6 PS"},
        {"a_ps.hlsl", "void main() { }", "ps_6_6 main"},
        {"a.lib.hlsl", "float f() { return 1; }", "lib_6_6 "},
    };

    (void)state;
    expect(cases, DXKI_COUNT(cases));
}

static void what_is_not_clear_is_said(void **state)
{
    static const guess_case cases[] = {
        {"a", GROUP "void a() { } " GROUP "void b() { }", "HLSL.SEVERAL_ENTRIES"},
        {"a", GROUP "void a() { } " GROUP "void main() { }", "cs_6_6 main"},
        {"a", "float f() { return 1; }", "HLSL.UNCLEAR_ENTRY"},
        {"a", "void main() { }", "HLSL.UNCLEAR_STAGE"},
        {"a", "struct S { int a; };", "HLSL.NO_FUNCTION"},
        {"a.ps.hlsl", "float4 a() : SV_Target { return 1; } float4 b() : SV_Target { return 1; }",
         "HLSL.SEVERAL_ENTRIES"},
        {"a", "what is this?", "lib_6_6 "}, /* compiling it says what is wrong */
        {"a", GROUP "void a() { what is this? }", "cs_6_6 a"},
    };

    (void)state;
    expect(cases, DXKI_COUNT(cases));
}

static void what_is_given_stays(void **state)
{
    static const guess_case entry[] = {
        {"a", BOTH, "vs_6_6 VS"},
        {"a.vs.hlsl", "float4 PS() : SV_Target { return 1; }", "vs_6_6 VS"},
        {"a", "float4 PS() : SV_Target { return 1; }", "HLSL.NO_ENTRY"},
    };
    static const guess_case target[] = {
        {"a", BOTH, "vs_6_0 VS"},
        {"a", GROUP "void a() { }", "vs_6_0 a"},
    };

    (void)state;
    expect_with(&(dxk_hlsl_options){.entry = "VS"}, entry, DXKI_COUNT(entry));
    expect_with(&(dxk_hlsl_options){.target = "vs_6_0"}, target, DXKI_COUNT(target));
    expect_with(&(dxk_hlsl_options){.target = "lib_6_3"},
                &(const guess_case){"a", "junk", "lib_6_3 "}, 1);
    expect_with(&(dxk_hlsl_options){.target = "rootsig_1_1", .entry = "R"},
                &(const guess_case){"a", "junk", "rootsig_1_1 R"}, 1);
}

static void macros_and_missing_files_are_taken_into_account(void **state)
{
    static const char *const defines[] = {"PIXEL"};
    static const guess_case cases[] = {
        {"a",
         "#ifdef PIXEL\nfloat4 p() : SV_Target { return 1; }\n#else\n"
         "float4 v() : SV_Position { return 1; }\n#endif\n",
         "ps_6_6 p"},
        {"a", "#include \"nothing.hlsli\"\nfloat4 v() : SV_Position { return 1; }\n", "lib_6_6 "},
    };

    (void)state;
    expect_with(&(dxk_hlsl_options){.defines = defines, .define_count = 1}, cases,
                DXKI_COUNT(cases));
}

static dxk_status guess_once(dxk_ctx *ctx, void *user)
{
    const char *source = user;
    dxk_hlsl_guess_result result;

    return dxk_hlsl_guess(ctx, (dxk_bytes){(const uint8_t *)source, strlen(source)}, NULL, &result);
}

static void memory_may_run_out(void **state)
{
    static char source[] = BOTH GROUP "void a() { DispatchMesh(1, 1, 1, 0); }";

    (void)state;
    support_fail_allocations(guess_once, source);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(attributes_tell_the_stage),
    cmocka_unit_test(shader_attributes_tell_stage_or_library),
    cmocka_unit_test(system_values_tell_the_stage),
    cmocka_unit_test(names_of_files_tell_the_stage),
    cmocka_unit_test(what_is_not_clear_is_said),
    cmocka_unit_test(what_is_given_stays),
    cmocka_unit_test(macros_and_missing_files_are_taken_into_account),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_hlsl_guess, tests);
