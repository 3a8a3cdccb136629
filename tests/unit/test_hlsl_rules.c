/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_rules.c - rules of HLSL in small: sources that break one, with what is said of them, beside
 * sources that look much like them and are right.
 */
#include "hlsl_support.h"

#include "base/count.h"

#include <string.h>

/* What a source is answered by; NULL: nothing, it is right. */
typedef struct rule_case {
    const char *target, *source, *message;
} rule_case;

static bool said(dxk_ctx *ctx, const char *message)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++) {
        if (strstr(dxk_ctx_diag(ctx, i)->message, message))
            return true;
    }
    return false;
}

static void expect_answer(const rule_case *it)
{
    const hlsl_shader s = {it->target, it->source, false};
    dxk_ctx *ctx;
    dxk_module *m = NULL;

    if (!it->message) {
        hlsl_expect_valid(&s);
        return;
    }
    ctx = support_ctx();
    hlsl_compile(ctx, &s, &m);
    if (!said(ctx, it->message))
        fail_msg("%s: %s, not %s", it->source,
                 dxk_ctx_diag_count(ctx) ? dxk_ctx_diag(ctx, 0)->message : "nothing", it->message);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void expect_answers(const rule_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_answer(&cases[i]);
}

#define PIXEL "float4 main() : SV_Target { return 1; }\n"

static void values_of_external_constants_are_read(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "float x = y;\n" PIXEL, "use of undeclared identifier 'y'"},
        {"ps_6_0", "sampler s : register(ps, s[1.5]);\n" PIXEL, NULL},
        {"ps_6_0", "int x = 98765432109876543210;\n" PIXEL, "integer literal is too large"},
        {"ps_6_0", "cbuffer C { float x = y; }\n" PIXEL, "use of undeclared identifier 'y'"},
        {"ps_6_0", "const int n = 4; static float a[n];\n" PIXEL, "variable length arrays"},
        {"ps_6_0",
         "const int n = 4; float4 main(int i : I) : SV_Target { switch (i) { case n: return 1; "
         "default: return 0; } }\n",
         "case value is not a constant expression"},
        {"ps_6_0", "float x[] = {1, 2}; float4 main() : SV_Target { return x[1]; }\n", NULL},
        {"ps_6_0", "cbuffer C { float x[] = {1, 2}; } float4 main() : SV_Target { return x[1]; }\n",
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void attributes_of_loops_contradict_unroll(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "void f() { [fastopt] [unroll(1)] for (int i = 0; i < 9; i++) {} }\n" PIXEL,
         "fastopt and unroll attributes are not compatible"},
        {"ps_6_0", "void f(int i) { [unroll(1)] [fastopt] while (i < 9) i++; }\n" PIXEL,
         "fastopt and unroll attributes are not compatible"},
        {"ps_6_0", "void f(int i) { [unroll(1)] [fastopt] do i++; while (i < 9); }\n" PIXEL,
         "fastopt and unroll attributes are not compatible"},
        {"ps_6_0", "void f(int i) { [fastopt] [loop] while (i < 9) i++; }\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void orders_of_matrices_contradict_those_of_typedefs(void **state)
{
    static const char both[] = "'row_major' and 'column_major' attributes are not compatible";
    static const rule_case cases[] = {
        {"ps_6_0", "typedef row_major float4x4 t; column_major t m;\n" PIXEL, both},
        {"ps_6_0", "typedef row_major float4x4 t; typedef t u; column_major u m;\n" PIXEL, both},
        {"ps_6_0", "#pragma pack_matrix(row_major)\ntypedef float4x4 t; column_major t m;\n" PIXEL,
         both},
        {"ps_6_0", "typedef row_major float4x4 t; row_major t m;\n" PIXEL,
         "attribute 'row_major' is already applied"},
        {"ps_6_0", "typedef float4x4 t;\n#pragma pack_matrix(row_major)\ncolumn_major t m;\n" PIXEL,
         NULL},
        {"ps_6_0", "typedef float4x4 t[2]; row_major t m;\n" PIXEL,
         "'row_major' can only be used with a matrix type"},
        {"ps_6_0", "row_major float4x4 m[2];\n" PIXEL, NULL},
        {"ps_6_0", "struct S { float4x4 m; }; column_major struct S s;\n" PIXEL,
         "'column_major' can only be used with a matrix type"},
        {"ps_6_0", "struct S { float4x4 m; }; typedef row_major struct S t;\n" PIXEL,
         "'row_major' can only be used with a matrix type"},
        {"ps_6_0", "row_major void f() {}\n" PIXEL,
         "'row_major' can only be used with a matrix type"},
        {"ps_6_0", "typedef float4 t[2]; unorm t x;\n" PIXEL,
         "snorm and unorm qualifier can only be used on floating-point types"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void records_without_names_are_members(void **state)
{
    static const char wanted[] = "anonymous structs and classes must be class members";
    static const rule_case cases[] = {
        {"ps_6_0", "struct { float a; };\n" PIXEL, wanted},
        {"ps_6_0", "cbuffer C { struct { float a; }; }\n" PIXEL, wanted},
        {"ps_6_0", "void f() { struct { float a; }; }\n" PIXEL, wanted},
        {"ps_6_0", "struct S { struct { float a; }; };\n" PIXEL, NULL},
        {"ps_6_0", "struct { float a; } s;\n" PIXEL, NULL},
        {"ps_6_0", "enum { A, B };\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void parameters_have_no_lists_as_defaults(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "float4 f(float4 a = {1, 2, 3, 4}) { return a; }\n" PIXEL,
         "expected expression"},
        {"ps_6_0", "struct S { float f(float a = {1}) { return a; } };\n" PIXEL,
         "expected expression"},
        {"ps_6_0", "float4 f(float4 a = 1) { return a; }\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void states_of_effects_end_declarations(void **state)
{
    static const char ignored[] = "effect state block ignored";
    static const char sampler[] = "effect sampler_state assignment ignored";
    static const char semi[] = "expected ';' after top level declarator";
    static const rule_case cases[] = {
        {"ps_6_0", "float f {} = 1;\n" PIXEL, semi},
        {"ps_6_0", "sampler s { A = 1; } = 2;\n" PIXEL, semi},
        {"ps_6_0", "sampler s { A = 1; };\n" PIXEL, ignored},
        {"ps_6_0", "sampler s = sampler_state;\n" PIXEL, semi},
        {"ps_6_0", "sampler s = sampler_state { A = 1; };\n" PIXEL, sampler},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void resources_are_initialised_as_variables_are(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "Texture t = NULL;\n" PIXEL, "effect object ignored"},
        {"ps_6_0", "Texture2D t = NULL;\n" PIXEL, "use of undeclared identifier 'NULL'"},
        {"ps_6_0", "RWBuffer<float> b = 0;\n" PIXEL,
         "cannot initialize a variable of type 'RWBuffer<float>'"},
        {"ps_6_0", "cbuffer C { Texture2D t = NULL; }\n" PIXEL,
         "use of undeclared identifier 'NULL'"},
        {"ps_6_0", "Texture2D a; Texture2D b = a;\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void registers_have_one_space_behind_them(void **state)
{
    static const char offset[] = "register subcomponent is not an integral constant";
    static const rule_case cases[] = {
        {"ps_6_0", "Texture2D t : register(PS, t1);\n" PIXEL, "register type is unsupported"},
        {"ps_6_0", "Texture2D t : register(qs, t1);\n" PIXEL, "register type is unsupported"},
        {"ps_6_0", "Texture2D t : register(ps, t1);\n" PIXEL, NULL},
        {"ps_6_0", "Texture2D t : register(ps_5_0, t1, space1);\n" PIXEL, NULL},
        {"ps_6_0", "Texture2D t : register(space1);\n" PIXEL, NULL},
        {"ps_6_0", "Texture2D t : register(space0, t1);\n" PIXEL, "expected ')'"},
        {"ps_6_0", "Texture2D t : register(t1, space1, space2);\n" PIXEL, "expected ')'"},
        {"ps_6_0", "Texture2D t : register(t1, t2);\n" PIXEL, "expected space definition"},
        {"ps_6_0", "float a : register(c2[-1]);\n" PIXEL, offset},
        {"ps_6_0", "Texture2D t : register(t2[true]);\n" PIXEL, offset},
        {"ps_6_0", "Texture2D t : register(t2[1]);\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void targets_of_matrices_are_refused(void **state)
{
    static const char wanted[] = "Pixel shader output registers are not indexable.";
    static const rule_case cases[] = {
        {"ps_6_0", "float1x4 main() : SV_Target { return 1; }\n", wanted},
        {"ps_6_0", "row_major float4x1 main() : SV_Target { return 1; }\n", wanted},
        {"ps_6_0", "row_major float1x4 main() : SV_Target { return 1; }\n", NULL},
        {"ps_6_0", "float4x1 main() : SV_Target { return 1; }\n", NULL},
        {"ps_6_0", "void main(out float4 t[2] : SV_Target) { t[0] = t[1] = 1; }\n", NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void the_first_semantic_counts(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "float4 main() : S : SV_Target { return 1; }\n", "invalid semantic 'S'"},
        {"ps_6_0", "float4 main() : SV_Target : S { return 1; }\n", NULL},
        {"ps_6_0", "void f(in out uniform float4 o) {}\n" PIXEL, NULL},
        {"ps_6_0", "void f(out in uniform float4 o) {}\n" PIXEL,
         "'out' and 'uniform' cannot be used together"},
        {"ps_6_0", "float4 precise; precise float4 f;\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void the_last_patch_constant_function_counts(void **state)
{
#define PATCH "struct P { float e[2] : SV_TessFactor; };\n"
#define HULL                                                                                       \
    "[domain(\"isoline\")] [outputcontrolpoints(3)] [partitioning(\"integer\")] "                  \
    "[outputtopology(\"point\")] [patchconstantfunc(\"p\")] float4 main() : POSITION "             \
    "{ return 0; }\n"
    static const rule_case cases[] = {
        {"hs_6_0", PATCH "P p() { return (P)0; } P p(uint x : SV_PrimitiveID);\n" HULL,
         "patch constant function 'p' must be defined"},
        {"hs_6_0", PATCH "P p(uint x : SV_PrimitiveID); P p() { return (P)0; }\n" HULL, NULL},
        {"hs_6_0", PATCH "P p() { return (P)0; } float p(uint x);\n" HULL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void names_of_types_keep_their_meaning(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "typedef float4 string;\n" PIXEL, "typedef redefinition with different types"},
        {"ps_6_0", "typedef float4 float3;\n" PIXEL, "typedef redefinition with different types"},
        {"ps_6_0", "typedef float half;\n" PIXEL, "typedef redefinition with different types"},
        {"ps_6_0", "typedef int SamplerState;\n" PIXEL,
         "typedef redefinition with different types ('int' vs 'SamplerState')"},
        {"ps_6_0", "typedef int Texture2D;\n" PIXEL,
         "redefinition of 'Texture2D' as different kind of symbol"},
        {"ps_6_0", "typedef float4x4 matrix;\n" PIXEL,
         "redefinition of 'matrix' as different kind of symbol"},
        {"ps_6_0", "typedef float3 float3; typedef uint DWORD; typedef uint uint32_t;\n" PIXEL,
         NULL},
        {"ps_6_0", "typedef half float16_t;\n" PIXEL, NULL},
        {"ps_6_0", "void f() { typedef float4 float3; float3 x; }\n" PIXEL, NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void coherence_is_of_resources_that_are_written(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "globallycoherent float x;\n" PIXEL, "declaration of type 'float'"},
        {"ps_6_0", "globallycoherent Buffer<int> x;\n" PIXEL, "declaration of type 'Buffer<int>'"},
        {"ps_6_0", "globallycoherent int f() { return 1; }\n" PIXEL, "declaration of type 'int'"},
        {"ps_6_0", "globallycoherent RWBuffer<int> x[3];\n" PIXEL, NULL},
        {"ps_6_9", "reordercoherent float x;\n" PIXEL, "only be applied to UAV objects"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void attributes_of_functions_agree(void **state)
{
    static const rule_case cases[] = {
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
    expect_answers(cases, DXKI_COUNT(cases));
}

static void the_last_attribute_of_a_name_counts(void **state)
{
    static const char source[] = "[numthreads(1, 1, 1)] [numthreads(2, 1, 1)] void main() {}\n";

    (void)state;
    assert_int_equal(hlsl_count("cs_6_0", source, "!{i32 2, i32 1, i32 1}"), 1);
}

static void rows_of_matrices_are_checked_unless_swizzled(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "float4 main() : SV_Target { float4x4 m = 1; return m[4]; }\n",
         "matrix row index '4' is out of bounds"},
        {"ps_6_0", "float4 main() : SV_Target { float4x4 m = 1; return m[4].x; }\n", NULL},
        {"ps_6_0", "float4 main() : SV_Target { float4 v = 1; return v[4].x; }\n",
         "vector element index '4' is out of bounds"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void samples_of_written_textures_are_elements(void **state)
{
    static const char source[] =
        "RWTexture2DMS<float, -1> t; float4 main(uint2 a : A, uint s : S) : SV_Target {\n"
        "t.sample[s][a] = 1; t[a] = 2; return t.sample[s][a] + t[a]; }\n";

    (void)state;
    expect_answers(&(const rule_case){"ps_6_7", source, NULL}, 1);
    assert_int_equal(hlsl_count("ps_6_7", source, "call void @dx.op.textureStoreSample"), 2);
}

static void samplers_can_be_selected(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "SamplerState a, b; Texture2D<float4> t; float4 main(float2 p : P) : SV_Target {\n"
         "SamplerState s = select(true, a, b); return t.Sample(s, p); }\n",
         NULL},
        {"ps_6_0",
         "SamplerState a; SamplerComparisonState b; float4 main() : SV_Target {\n"
         "SamplerState s = select(true, a, b); return 1; }\n",
         "no matching function for call to 'select'"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void a_round_that_returns_knows_its_number(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "AppendStructuredBuffer<float> a, b; uint u; float pick(float v) {\n"
         "AppendStructuredBuffer<float> l[] = { a, b };\n"
         "[unroll] for (uint k = 0; k < 2; k++) { if (u == k) { l[k].Append(v); return k; } }\n"
         "return 5; }\n"
         "float4 main() : SV_Target { float sum = 0;\n"
         "[loop] for (uint j = 0; j < u; j++) sum += pick(j); return sum; }\n",
         NULL},
        {"ps_6_0",
         "AppendStructuredBuffer<float> a, b; uint u; float4 main() : SV_Target {\n"
         "AppendStructuredBuffer<float> l[] = { a, b }; float sum = 0;\n"
         "[unroll] for (uint i = 0; i < 2; i++) { [unroll] for (uint k = 0; k < 2; k++) {\n"
         "sum++; if (u == k) { l[k].Append(i); return sum; } } sum--; } return sum; }\n",
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void queries_can_be_made_in_place(void **state)
{
    static const rule_case cases[] = {
        {"cs_6_5",
         "RaytracingAccelerationStructure s; RWBuffer<uint> o; [numthreads(1, 1, 1)] void main() "
         "{\n"
         "RayDesc r = (RayDesc)0; RayQuery<RAY_FLAG_NONE> q = RayQuery<RAY_FLAG_NONE>();\n"
         "q.TraceRayInline(s, 0, 1, r); o[0] = q.Proceed(); }\n",
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void offsets_are_for_constant_buffers(void **state)
{
    static const char place[] = "packoffset is only allowed in a constant buffer";
    static const rule_case cases[] = {
        {"ps_6_0",
         "struct S { float2 a; Texture2D t; };\n"
         "cbuffer B { float4 a : packoffset(c3); float4 b : packoffset(C1); S s : register(u3); }\n"
         "float4 main() : SV_Target { return a + b; }\n",
         NULL},
        {"ps_6_0",
         "cbuffer B { float a : packoffset(c1) : packoffset(c2); }\n"
         "float4 main() : SV_Target { return a; }\n",
         "packoffset is overridden by another packoffset annotation"},
        {"ps_6_0", "float4 main(float4 a : A : packoffset(c0)) : SV_Target { return a; }\n", place},
        {"ps_6_0", "float4 main() : SV_Target : packoffset(c0) { return 0; }\n", place},
        {"ps_6_0",
         "cbuffer B { struct { float4 a : packoffset(c0); } s; }\n"
         "float4 main() : SV_Target { return s.a; }\n",
         place},
        {"ps_6_0",
         "cbuffer B { float1x1 m : packoffset(c0.y); }\n"
         "float4 main() : SV_Target { return m; }\n",
         "register or offset bind not valid"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void shapes_of_arguments_are_joined(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "float4 main(float2x3 a : A, float3x2 b : B) : SV_Target {\n"
         "float2x2 r = clamp(a, b, a); return float4(r); }\n",
         "implicit truncation of vector type"},
        {"ps_6_0",
         "float4 main(float2x2 a : A, float4 b : B) : SV_Target { return float4(max(a, b)); }\n",
         "no matching function for call to 'max'"},
        {"ps_6_0", "float4 main(float4x1 a : A) : SV_Target { return length(a); }\n",
         "no matching function for call to 'length'"},
        {"ps_6_0",
         "Texture2D t; SamplerState s; float4 main(float1 l : A) : SV_Target {\n"
         "return t.SampleLevel(s, 0, l); }\n",
         "no matching member function for call to 'SampleLevel'"},
        {"ps_6_0",
         "float4 main(float1x4 v : A, float4x4 m : B, float f : C) : SV_Target {\n"
         "return mul(m, v)[1] + determinant(f); }\n",
         "implicit truncation of vector type"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void declarations_share_what_they_have(void **state)
{
    static const rule_case cases[] = {
        {"cs_6_0", "[numthreads(1, 1, 1)] void main();\nvoid main() {}\n", NULL},
        {"ps_6_6",
         "template<typename T> struct S { uint id;\n"
         "template<typename A> T Load(A a) { return Get().Load(a) + later; }\n"
         "Texture2D<T> Get() { return (Texture2D<T>)ResourceDescriptorHeap[id]; } T later; };\n"
         "cbuffer B { S<float4> s; }\n"
         "float4 main() : SV_Target { return s.Load(int3(0, 0, 0)); }\n",
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void flags_of_rays_have_a_type(void **state)
{
    static const rule_case cases[] = {
        {"cs_6_5",
         "template<RAY_FLAG F> uint steps(RayQuery<F> q) { return F + q.CommittedStatus(); }\n"
         "RWBuffer<uint> o; [numthreads(1, 1, 1)] void main() {\n"
         "RayQuery<RAY_FLAG_CULL_OPAQUE> q; RAY_FLAG f = RAY_FLAG_NONE; COMMITTED_STATUS s = 1;\n"
         "CANDIDATE_TYPE c = 0; MEMORY_TYPE_FLAG m = 2; BARRIER_SEMANTIC_FLAG b = 4;\n"
         "RAYQUERY_FLAG r = 0; o[0] = steps(q) + f + s + c + m + b + r; }\n",
         NULL},
        {"cs_6_5", "RAY_FLAG2 f; [numthreads(1, 1, 1)] void main() { }\n", "RAY_FLAG2"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void functions_of_the_language_are_called_well(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "float4 main(float a : A) : SV_Target { sin(a); return 1; }\n",
         "ignoring return value of function declared with const attribute"},
        {"ps_6_0", "float4 main(float a : A) : SV_Target { return lerp(a, 1); }\n",
         "use of undeclared identifier 'lerp'"},
        {"ps_6_0", "struct S { int x; }; float4 main() : SV_Target { S s; return sin(s); }\n",
         "no matching function for call to 'sin'"},
        {"vs_6_0", "float4 main(float4 a : A) : SV_Position { return ddx(a); }\n",
         "Opcode DerivCoarseX not valid in shader model vs_6_0."},
        {"ps_6_0",
         "RWBuffer<uint2> b; float4 main() : SV_Target { InterlockedAdd(b[0].x, 1); return 1; }\n",
         "Typed resources used in atomic operations must have a scalar element type."},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void code_that_is_never_reached_may_be_of_other_stages(void **state)
{
#define SHARED                                                                                     \
    "Texture2D t; SamplerState s; static const bool pixel = false;\n"                              \
    "float4 look(bool fine, float2 u) {\n"                                                         \
    "    if (fine) { clip(u.x); return t.Sample(s, u); } return t.SampleLevel(s, u, 0); }\n"
    static const rule_case cases[] = {
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
    expect_answers(cases, DXKI_COUNT(cases));
}

static void offsets_are_known_and_small(void **state)
{
#define SAMPLE(how)                                                                                \
    "Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Target { " how " }\n"
    static const rule_case cases[] = {
        {"ps_6_0", SAMPLE("return t.Sample(s, a, int2(9, 0));"), "must be between -8 and 7"},
        {"ps_6_0", SAMPLE("return t.Sample(s, a, int2(a));"), "must be immediate values"},
        {"ps_6_0", SAMPLE("float4 u = t.Sample(s, a, int2(9, 0)); return 1;"), NULL},
        {"ps_6_0", SAMPLE("if (false) return t.Sample(s, a, int2(9, 0)); return 1;"), NULL},
        {"ps_6_0", SAMPLE("return t.Load(0, int2(0, -9));"), "must be between -8 and 7"},
        {"ps_6_0", SAMPLE("return t.Gather(s, a, int2(9, a.x));"), NULL},
        {"ps_6_7", SAMPLE("return t.Sample(s, a, int2(a));"), NULL},
        {"ps_6_0",
         SAMPLE("float4 v = 0; for (int i = 0; i < 3; i++) v += t.Sample(s, a, int2(i, -i));"
                " return v;"),
         NULL},
    };
#undef SAMPLE

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void registers_do_not_overlap(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "Buffer<float4> x : register(t0), y : register(t0);\n"
         "float4 main() : SV_Target { return x[0] + y[0]; }\n",
         "resource y at register 0 overlaps with resource x at register 0, space 0"},
        {"ps_6_0",
         "Buffer<float4> x[] : register(t0), y[] : register(t5);\n"
         "float4 main(uint i : I) : SV_Target { return x[i][0] + y[i][0]; }\n",
         "more than one unbounded resource (x and y) in space 0"},
        {"ps_6_0", "Buffer x : register(s0);\n" PIXEL, "expected 't' binding"},
        {"ps_6_0", "Texture2D x : register(u0);\n" PIXEL, "expected 't' or 's' binding"},
        {"ps_6_0", "sampler x : register(b0);\n" PIXEL, "expected 's' or 't' binding"},
        {"ps_6_0", "float x : register(t0);\n" PIXEL, "expected 'b', 'c', or 'i' binding"},
        {"ps_6_0",
         "Buffer<float4> x[4] : register(t0), y : register(t4);\n"
         "float4 main(uint i : I) : SV_Target { return x[i][0] + y[0]; }\n",
         NULL},
        /* what code that does nothing uses overlaps with nothing */
        {"ps_6_6",
         "StructuredBuffer<float4> x : register(t0), y : register(t0);\n"
         "static const float4 of_x = x[0], of_y = y[0];\n"
         "float4 main() : SV_Target { return of_y; }\n",
         NULL},
        {"ps_6_6",
         "Buffer<float4> x[] : register(t0), y : register(t3), z;\n"
         "float4 main(uint i : I) : SV_Target { float4 w = x[i][0]; return y[0] + z[0]; }\n",
         NULL},
        {"lib_6_6",
         "Buffer<float4> x : register(t0), y : register(t0); RWBuffer<float4> o;\n"
         "[shader(\"compute\")] [numthreads(1, 1, 1)] void main() { float4 w = x[0]; o[0] = y[0]; "
         "}\n",
         NULL},
        {"lib_6_6",
         "Buffer<float4> x : register(t0), y : register(t0); RWBuffer<float4> o;\n"
         "[shader(\"compute\")] [numthreads(1, 1, 1)] void main() { o[0] = x[0] + y[0]; }\n",
         "resource y at register 0 overlaps with resource x at register 0, space 0"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void methods_fit_the_elements_of_textures(void **state)
{
#define METHOD(type, call)                                                                         \
    "Texture2D<" type "> t; SamplerState s; SamplerComparisonState c;\n"                           \
    "float4 main(float2 u : U) : SV_Target { t." call "; return 1; }\n"
    static const rule_case cases[] = {
        {"ps_6_6", METHOD("int4", "Sample(s, u)"), "cannot Sample from resource containing int4"},
        {"ps_6_6", METHOD("bool", "SampleLevel(s, u, 0)"),
         "cannot SampleLevel from resource containing bool"},
        {"ps_6_7", METHOD("uint", "SampleCmp(c, u, 0)"),
         "cannot SampleCmp from resource containing uint"},
        {"ps_6_7", METHOD("int", "GatherRaw(s, u)"),
         "cannot GatherRaw from resource containing int"},
        {"ps_6_7", METHOD("int4", "Sample(s, u)"), NULL},
        {"ps_6_7", METHOD("uint", "GatherRaw(s, u)"), NULL},
        {"ps_6_6", METHOD("int4", "Gather(s, u)"), NULL},
        {"ps_6_6", METHOD("unorm float4", "Sample(s, u)"), NULL},
    };
#undef METHOD

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void resources_aside_come_back(void **state)
{
    static const char source[] =
        "StructuredBuffer<float4> x : register(t2, space7), y : register(t2, space7);\n"
        "static const float4 of_x = x[0], of_y = y[0];\n"
        "float4 main() : SV_Target { return of_y; }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_6", source, "ResBind { i32 2, i32 2, i32 7, i8 0 }"), 1);
}

static void mistakes_of_words_do_not_end_the_reading(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "#define Q don't\n" PIXEL, "missing terminating ' character"},
        {"ps_6_0", "static extern uniform float x;\n" PIXEL,
         "'static' and 'uniform' cannot be used together for a global variable"},
        {"ps_6_0", "#error no\nfloat x = y;\n" PIXEL, "use of undeclared identifier 'y'"},
        {"ps_6_0",
         "template<typename A> struct T { A a; };\n"
         "float4 main() : SV_Target { T<vector<float, 4>> v; return v.a; }\n",
         "use of right-shift operator ('>>') in template argument"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void semantics_inside_of_others_are_told_of(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "struct I { float a; float b : NORMAL0; };\n"
         "float main(I i : TEXCOORD0) : SV_Target { return i.b; }\n",
         "semantic 'NORMAL0' on field overridden by function or enclosing type"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void initialisers_are_told_of_as_such(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "Texture2D t;\nfloat f() { float4 c = t; return c.x; }\n" PIXEL,
         "cannot initialize a variable of type 'float4' with an lvalue of type 'Texture2D'"},
        {"ps_6_0", "struct S { float4 a; };\nfloat f() { const S s = 1.0; return s.a.x; }\n" PIXEL,
         "cannot initialize a variable of type 'const S' with an rvalue of type 'literal float'"},
        {"ps_6_0", "SamplerState s;\nfloat4 f() { return s; }\n" PIXEL,
         "cannot initialize return object of type 'float4' with an lvalue of type 'SamplerState'"},
        {"ps_6_0", "float f(float x) { float16_t h = (float16_t)x; return h; }\n" PIXEL,
         "unknown type name 'float16_t'"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void broken_syntax_hides_no_other_mistake(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "float f() { int a = ; }\nfloat2 g() { float3 b = float2(1, 2); return b.xy; }\n" PIXEL,
         "cannot initialize a variable of type 'vector<float, 3>'"},
        {"ps_6_0", "struct S { int a b; float3 c; };\nfloat2 f(S s) { return s.c.xyzw; }\n" PIXEL,
         "out of bounds"},
    };
    static const hlsl_shader lost = {
        "ps_6_0", "struct S { int a b; };\nfloat4 main(S s : S) : SV_Target { return s.a; }\n",
        false};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
    /* that `a` is unknown follows from the first mistake, and is not said */
    assert_int_equal(hlsl_compile(ctx, &lost, &m), DXK_E_INVALID);
    assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    support_ctx_done(ctx);
}

static void long_vectors_have_their_places(void **state)
{
#define LONG         "struct L { vector<float, 5> a; };\n"
#define NOT_IN(what) "vectors of over 4 elements in " what " are not supported"
    static const rule_case cases[] = {
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
    expect_answers(cases, DXKI_COUNT(cases));
}

static void states_and_sizes_are_unsigned(void **state)
{
    static const char head[] = "ByteAddressBuffer b; Texture2D<float4> t; RWByteAddressBuffer o;\n";
    static const struct {
        const char *body, *message;
    } cases[] = {
        {"int s; o.Store(0, b.Load(0, s));", "no matching member function for call to 'Load'"},
        {"float s; o.Store(0, t.Load(int3(0, 0, 0), int2(0, 0), s));",
         "no matching member function for call to 'Load'"},
        {"int n; b.GetDimensions(n);", "no matching member function for call to 'GetDimensions'"},
        {"int s = 1; o.Store(0, CheckAccessFullyMapped(s));",
         "no matching function for call to 'CheckAccessFullyMapped'"},
        {"uint s, n; int w, h; o.Store(0, b.Load(0, s)); b.GetDimensions(n); t.GetDimensions(w, "
         "h);\n"
         "o.Store(4, n + CheckAccessFullyMapped(s) + w + h);",
         NULL},
    };
    char source[1024];

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        snprintf(source, sizeof source, "%s[numthreads(1, 1, 1)] void main() { %s }\n", head,
                 cases[i].body);
        const rule_case it = {"cs_6_0", source, cases[i].message};
        expect_answer(&it);
    }
}

static void types_can_be_those_of_values(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "float4 main(float2 a : A) : SV_Target { __decltype(a.xyx) b = 1;\n"
         "_Static_assert(std::is_same<float3, __decltype(b + 1)>::value, \"\");\n"
         "_Static_assert(!std::is_same<int, float>::value, \"\"); return b.xyzz; }\n",
         NULL},
        {"ps_6_0",
         "float4 main() : SV_Target {\n"
         "_Static_assert(std::is_same<int, __decltype(1.5f)>::value, \"no\"); return 1; }\n",
         "static_assert failed \"no\""},
        {"cs_6_0", "[numthreads(1, 1, 1)] void main() { static_assert(1); }",
         "use of undeclared identifier 'static_assert'"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void texture_buffers_have_words(void **state)
{
    static const char source[] =
        "tbuffer T { float b; half4 h; uint16_t u; half k[3]; half2x2 m; double d; int64_t l; }\n"
        "float4 main(uint i : I) : SV_Target { return b + h.w + u + k[i] + m._m11 + (float)d + l; "
        "}\n";
    const hlsl_shader s = {"ps_6_2", source, true};

    (void)state;
    hlsl_expect_valid(&s);
}

static void positions_and_depths_are_written(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "float main(out float d : SV_Depth) : SV_Target { return 1; }\n",
         "Not all elements of output SV_Depth were written."},
        {"vs_6_0", "float4 main(out float4 p : SV_POSITION) : C { return 1; }\n",
         "Not all elements of output SV_Position were written."},
        {"ps_6_0", "float main(out float d : SV_Depth) : SV_Target { d = 0; return 1; }\n", NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void arrays_of_objects_in_buffers_have_known_indices(void **state)
{
#define PICK(index)                                                                                \
    "cbuffer C { Texture2D t[3]; uint n; } float4 main() : SV_Target { return t[" index            \
    "].Load(0); }\n"
    static const rule_case cases[] = {
        {"ps_6_0", PICK("n"), "Index for resource array inside cbuffer must be a literal"},
        {"ps_6_0", PICK("1 + 1"), NULL},
    };
#undef PICK

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void functions_are_declared_in_bodies(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "struct S { float f() { float h(float x); return h(1); } };\n"
         "float4 main() : SV_Target { float h(float x), g(); S s; return s.f() + g() + h(2); }\n"
         "float g() { return 2; }\nfloat h(float x) { return x; }\n",
         NULL},
        {"ps_6_0",
         "namespace N { float4 f() { float g(); return g(); } float g() { return 2; } }\n"
         "float4 main() : SV_Target { return N::f(); }\n",
         NULL},
        {"ps_6_0", "float4 main() : SV_Target { float g(); return g(); }\n",
         "External function used in non-library profile"},
        {"ps_6_0", "float4 main() : SV_Target { float g() { return 1; } return g(); }\n",
         "function definition is not allowed here"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void resources_can_be_lent(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "Texture2D t[2]; SamplerState s; Texture2D u;\n"
         "float4 f(inout Texture2D a, inout SamplerState b) { return a.Sample(b, 0); }\n"
         "float4 main() : SV_Target { return f(u, s) + f(t[1], s); }\n",
         NULL},
        {"ps_6_0",
         "Texture2D t[2]; float4 f(inout Texture2D a[2]) { return a[1].Load(0); }\n"
         "float4 main() : SV_Target { return f(t); }\n",
         NULL},
        {"ps_6_0",
         "Texture2D t, u; float4 f(inout Texture2D a) { a = u; return a.Load(0); }\n"
         "float4 main() : SV_Target { return f(t); }\n",
         "local resource not guaranteed to map to unique global resource."},
        {"ps_6_0",
         "Texture2D t, u; void f(out Texture2D a) { a = u; }\n"
         "float4 main() : SV_Target { f(t); return t.Load(0); }\n",
         "cannot assign to variable 't'"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void counters_of_buffers_from_functions_are_used(void **state)
{
    static const rule_case cases[] = {
        {"cs_6_6",
         "RWStructuredBuffer<uint> g(uint i) { return ResourceDescriptorHeap[i]; }\n"
         "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
         "RWStructuredBuffer<uint> a = g(i); a[a.IncrementCounter()] = 1; }\n",
         NULL},
        {"cs_6_6",
         "RWStructuredBuffer<uint> g(uint i) { return ResourceDescriptorHeap[i]; }\n"
         "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
         "g(i).DecrementCounter(); }\n",
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void heaps_have_their_names_to_themselves(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_6", "Texture2D ResourceDescriptorHeap[]; float4 main() : SV_Target { return 1; }\n",
         "redefinition of 'ResourceDescriptorHeap' with a different type"},
        {"ps_6_6",
         "cbuffer C { int SamplerDescriptorHeap; } float4 main() : SV_Target { return 1; }\n",
         "redefinition of 'SamplerDescriptorHeap' with a different type: 'int' vs '.Sampler'"},
        {"ps_6_5",
         "Texture2D ResourceDescriptorHeap[];\n"
         "float4 main() : SV_Target { return ResourceDescriptorHeap[1].Load(0); }\n",
         NULL},
        {"ps_6_6",
         "namespace N { static int ResourceDescriptorHeap = 2; }\n"
         "float4 main(float ResourceDescriptorHeap : A) : SV_Target {\n"
         "    return ResourceDescriptorHeap + N::ResourceDescriptorHeap; }\n",
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void static_variables_begin_without_other_libraries(void **state)
{
    static const rule_case cases[] = {
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
    expect_answers(cases, DXKI_COUNT(cases));
}

static void variables_are_known_in_their_values(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "bool hit(float x, out float at) { at = x; return x > 1; }\n"
         "float4 main(float a : A) : SV_Target { float t = hit(a, t) ? t : 0;\n"
         "    for (int i = 0, n = i + 3; i < n; i++) t += i; return t; }\n",
         NULL},
        {"ps_6_0",
         "float f() { return 1; } float4 main() : SV_Target { float f = f(); return f; }\n",
         "called object type 'float' is not a function"},
        {"ps_6_0", "float4 main() : SV_Target { auto x = x; return x; }\n",
         "use of undeclared identifier 'x'"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void names_and_numbers_are_written_well(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "#define F(a, a) a\nfloat4 main() : SV_Target { return 1; }\n",
         "duplicate macro parameter name 'a'"},
        {"ps_6_0", "float4 main() : SV_Target { return 2f; }\n",
         "invalid digit 'f' in decimal constant"},
        {"ps_6_0", "float4 main() : SV_Target { return 2h; }\n",
         "invalid suffix 'h' on integer constant"},
        {"ps_6_0", "float4 main() : SV_Target { return 2.f + 1e1f + 08.5; }\n", NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void switches_declare_what_they_choose_by(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "int f() { return 2; } float4 main() : SV_Target {\n"
         "    switch (int c = f()) { case 1: return c; case 2: return c + 1; } return 0; }\n",
         NULL},
        {"ps_6_0", "float4 main(int a : A) : SV_Target { switch (a) { case 1: } return 0; }\n",
         "label at end of compound statement"},
        {"ps_6_0", "float4 main(int a : A) : SV_Target { switch (a) { default: ; } return 0; }\n",
         NULL},
        {"ps_6_0",
         "float4 main() : SV_Target { switch (int c = 1) { case 1: break; } return c; }\n",
         "use of undeclared identifier 'c'"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void values_have_the_sizes_of_their_places(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0", "RWTexture2D<float4> t; float4 main() : SV_Target { return t[0]; }\n",
         "no viable overloaded operator[] for type 'RWTexture2D<float4>'"},
        {"ps_6_0", "Texture2D t; float4 main() : SV_Target { return t[uint3(1, 2, 3)]; }\n",
         "no viable overloaded operator[] for type 'Texture2D'"},
        {"ps_6_0", "Texture2D t; float4 main() : SV_Target { return t.mips[0][uint1(3)]; }\n",
         "no viable overloaded operator[] for type 'Texture2D<vector<float, 4> "
         ">::mips_slice_type'"},
        {"ps_6_0",
         "Texture2DArray t; Buffer<float4> b; Texture1D<float4> l; float4 main() : SV_Target {\n"
         "    return t[float3(1, 2, 3)] + t.mips[0][int3(1, 2, 3)] + b[uint1(1)] + l[1.5]; }\n",
         NULL},
        {"ps_6_0",
         "void f(out float4 x) { x = 1; } float4 main() : SV_Target {\n"
         "    float2 a; f(a); return a.xyxy; }\n",
         "cannot initialize a parameter of type 'float4 &' with an lvalue of type 'float2'"},
        {"ps_6_0",
         "void f(out float3x3 x) { x = 1; } float4 main() : SV_Target {\n"
         "    float2x2 a; f(a); return a[0].xyxy; }\n",
         "cannot initialize a parameter of type 'float3x3 &' with an lvalue of type 'float2x2'"},
        {"ps_6_0",
         "void f(out float4 x) { x = 1; } float4 main() : SV_Target {\n"
         "    float a; f(a); return a; }\n",
         NULL},
        {"ps_6_2", "Texture2D t; float4 main() : SV_Target { return t.Load<float4>(0); }\n",
         "Explicit template arguments on intrinsic Load are not supported"},
        {"ps_6_2",
         "ByteAddressBuffer t; float4 main() : SV_Target { return t.Load<float4, int>(0); }\n",
         "Explicit template arguments on intrinsic Load must be a single numeric type"},
        {"ps_6_2", "ByteAddressBuffer t; float4 main() : SV_Target { return t.Load<4>(0); }\n",
         "Explicit template arguments on intrinsic Load must be a single numeric type"},
        {"ps_6_2", "ByteAddressBuffer t; float4 main() : SV_Target { return t.Load<float4>(0); }\n",
         NULL},
        {"ps_6_0", "float4 main() : SV_Target { return float2({1, 2}).xyxy; }\n",
         "expected expression"},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void declarations_say_what_they_can_have(void **state)
{
    static const rule_case cases[] = {
        {"gs_6_0",
         "struct O { float4 p : SV_Position; }; [instance] [maxvertexcount(3)]\n"
         "void main(point float4 v[1] : V, inout PointStream<O> s) { O o; o.p = 1; s.Append(o); "
         "}\n",
         "'instance' attribute takes one argument"},
        {"cs_6_0",
         "groupshared float g[4]; [noinline] void f(groupshared float x[4]) { x[0] = 1; }\n"
         "[numthreads(1, 1, 1)] void main() { f(g); }\n",
         "groupshared and export/noinline cannot be used together for a parameter"},
        {"lib_6_8", "export void f(groupshared float x) { x = 1; }\n",
         "groupshared and export/noinline cannot be used together for a parameter"},
        {"lib_6_8",
         "groupshared float g[4]; void f(groupshared float x[4]) { x[0] = 1; }\n"
         "export void h() { f(g); }\n",
         NULL},
        {"cs_6_9",
         "[numthreads(1, 1, 1)] void main() { RayQuery<RAY_FLAG_FORCE_OMM_2_STATE> q; }\n",
         "RayQueryFlags must have RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS set."},
        {"cs_6_9",
         "RaytracingAccelerationStructure r; [numthreads(1, 1, 1)] void main() {\n"
         "    RayQuery<0> q; RayDesc d = (RayDesc)0; const uint flags = "
         "RAY_FLAG_FORCE_OMM_2_STATE;\n"
         "    q.TraceRayInline(r, flags | RAY_FLAG_FORCE_OPAQUE, 0, d); }\n",
         "RayQueryFlags must have RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS set."},
        {"cs_6_9",
         "RaytracingAccelerationStructure r; [numthreads(1, 1, 1)] void main() {\n"
         "    RayQuery<0, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> q; RayDesc d = (RayDesc)0;\n"
         "    q.TraceRayInline(r, RAY_FLAG_FORCE_OMM_2_STATE, 0, d); }\n",
         NULL},
        {"lib_6_8", "[shader(\"raygeneration\")] void main() { RayQuery<0, 1> q; }\n",
         "A non-zero value for the RayQueryFlags template argument requires shader model 6.9"},
        {"ps_6_6", "StateObjectConfig g; " PIXEL, "subobject needs to be initialized"},
        {"ps_6_6", "float4 main() : SV_Target { StateObjectConfig g; return 1; }\n",
         "subobject declaration may only appear in global scope"},
        {"ps_6_0",
         "interface I { float f(); }; struct S : I { float x; }; RWStructuredBuffer<S> t;\n" PIXEL,
         "field type 'S' is an abstract class"},
        {"ps_6_0",
         "interface I { float f(); }; struct S : I { float x; };\n"
         "typedef StructuredBuffer<S> T; ConstantBuffer<S> t;\n" PIXEL,
         NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static void components_of_constant_buffers_have_known_bounds(void **state)
{
    static const rule_case cases[] = {
        {"ps_6_0",
         "cbuffer c { float2 v; } float main() : SV_Target { uint i = 2;\n"
         "    if (i < 10) return v[i]; return 0; }\n",
         "Out of bounds index (2) in CBuffer 'c'"},
        {"ps_6_0",
         "struct S { float4 v[2]; }; ConstantBuffer<S> c[3];\n"
         "float f(uint k, int i) { return c[k].v[1][i]; }\n"
         "float main(uint k : K) : SV_Target { return f(k, -1); }\n",
         "Out of bounds index (4294967295) in CBuffer 'c'"},
        {"ps_6_0",
         "float4 v; float main() : SV_Target { float r = 0;\n"
         "    [unroll] for (uint i = 0; i < 5; i++) { if (i < 4) r += v[i]; } return r; }\n",
         NULL},
        {"ps_6_0",
         "float4x2 m; float main(uint k : K) : SV_Target { uint i = 7;\n"
         "    if (false) return m[k][i]; return 1; }\n",
         NULL},
        {"lib_6_3", "float4 v; export float f(uint i) { return v[i]; }\n", NULL},
    };

    (void)state;
    expect_answers(cases, DXKI_COUNT(cases));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(values_of_external_constants_are_read),
    cmocka_unit_test(attributes_of_loops_contradict_unroll),
    cmocka_unit_test(orders_of_matrices_contradict_those_of_typedefs),
    cmocka_unit_test(records_without_names_are_members),
    cmocka_unit_test(parameters_have_no_lists_as_defaults),
    cmocka_unit_test(states_of_effects_end_declarations),
    cmocka_unit_test(resources_are_initialised_as_variables_are),
    cmocka_unit_test(registers_have_one_space_behind_them),
    cmocka_unit_test(targets_of_matrices_are_refused),
    cmocka_unit_test(the_first_semantic_counts),
    cmocka_unit_test(the_last_patch_constant_function_counts),
    cmocka_unit_test(names_of_types_keep_their_meaning),
    cmocka_unit_test(coherence_is_of_resources_that_are_written),
    cmocka_unit_test(attributes_of_functions_agree),
    cmocka_unit_test(the_last_attribute_of_a_name_counts),
    cmocka_unit_test(rows_of_matrices_are_checked_unless_swizzled),
    cmocka_unit_test(samples_of_written_textures_are_elements),
    cmocka_unit_test(samplers_can_be_selected),
    cmocka_unit_test(a_round_that_returns_knows_its_number),
    cmocka_unit_test(queries_can_be_made_in_place),
    cmocka_unit_test(flags_of_rays_have_a_type),
    cmocka_unit_test(offsets_are_for_constant_buffers),
    cmocka_unit_test(shapes_of_arguments_are_joined),
    cmocka_unit_test(declarations_share_what_they_have),
    cmocka_unit_test(functions_of_the_language_are_called_well),
    cmocka_unit_test(code_that_is_never_reached_may_be_of_other_stages),
    cmocka_unit_test(offsets_are_known_and_small),
    cmocka_unit_test(registers_do_not_overlap),
    cmocka_unit_test(methods_fit_the_elements_of_textures),
    cmocka_unit_test(resources_aside_come_back),
    cmocka_unit_test(mistakes_of_words_do_not_end_the_reading),
    cmocka_unit_test(semantics_inside_of_others_are_told_of),
    cmocka_unit_test(initialisers_are_told_of_as_such),
    cmocka_unit_test(broken_syntax_hides_no_other_mistake),
    cmocka_unit_test(types_can_be_those_of_values),
    cmocka_unit_test(states_and_sizes_are_unsigned),
    cmocka_unit_test(long_vectors_have_their_places),
    cmocka_unit_test(texture_buffers_have_words),
    cmocka_unit_test(positions_and_depths_are_written),
    cmocka_unit_test(arrays_of_objects_in_buffers_have_known_indices),
    cmocka_unit_test(functions_are_declared_in_bodies),
    cmocka_unit_test(resources_can_be_lent),
    cmocka_unit_test(counters_of_buffers_from_functions_are_used),
    cmocka_unit_test(heaps_have_their_names_to_themselves),
    cmocka_unit_test(static_variables_begin_without_other_libraries),
    cmocka_unit_test(variables_are_known_in_their_values),
    cmocka_unit_test(names_and_numbers_are_written_well),
    cmocka_unit_test(switches_declare_what_they_choose_by),
    cmocka_unit_test(values_have_the_sizes_of_their_places),
    cmocka_unit_test(declarations_say_what_they_can_have),
    cmocka_unit_test(components_of_constant_buffers_have_known_bounds),
};
SUPPORT_SUITE(test_hlsl_rules, tests);
