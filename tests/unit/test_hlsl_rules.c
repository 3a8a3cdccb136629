/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_rules.c - rules of HLSL in small on types, declarations and expressions: sources that break one, with what is
 * said of them, beside sources that look much like them and are right.
 */
#include "hlsl_support.h"

#include "base/count.h"

#define PIXEL "float4 main() : SV_Target { return 1; }\n"

static void values_of_external_constants_are_read(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void orders_of_matrices_contradict_those_of_typedefs(void **state)
{
    static const char both[] = "'row_major' and 'column_major' attributes are not compatible";
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void records_without_names_are_members(void **state)
{
    static const char wanted[] = "anonymous structs and classes must be class members";
    static const answer_case cases[] = {
        {"ps_6_0", "struct { float a; };\n" PIXEL, wanted},
        {"ps_6_0", "cbuffer C { struct { float a; }; }\n" PIXEL, wanted},
        {"ps_6_0", "void f() { struct { float a; }; }\n" PIXEL, wanted},
        {"ps_6_0", "struct S { struct { float a; }; };\n" PIXEL, NULL},
        {"ps_6_0", "struct { float a; } s;\n" PIXEL, NULL},
        {"ps_6_0", "enum { A, B };\n" PIXEL, NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void parameters_have_no_lists_as_defaults(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "float4 f(float4 a = {1, 2, 3, 4}) { return a; }\n" PIXEL,
         "expected expression"},
        {"ps_6_0", "struct S { float f(float a = {1}) { return a; } };\n" PIXEL,
         "expected expression"},
        {"ps_6_0", "float4 f(float4 a = 1) { return a; }\n" PIXEL, NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void targets_of_matrices_are_refused(void **state)
{
    static const char wanted[] = "Pixel shader output registers are not indexable.";
    static const answer_case cases[] = {
        {"ps_6_0", "float1x4 main() : SV_Target { return 1; }\n", wanted},
        {"ps_6_0", "row_major float4x1 main() : SV_Target { return 1; }\n", wanted},
        {"ps_6_0", "row_major float1x4 main() : SV_Target { return 1; }\n", NULL},
        {"ps_6_0", "float4x1 main() : SV_Target { return 1; }\n", NULL},
        {"ps_6_0", "void main(out float4 t[2] : SV_Target) { t[0] = t[1] = 1; }\n", NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void names_of_types_keep_their_meaning(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void rows_of_matrices_are_checked_unless_swizzled(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "float4 main() : SV_Target { float4x4 m = 1; return m[4]; }\n",
         "matrix row index '4' is out of bounds"},
        {"ps_6_0", "float4 main() : SV_Target { float4x4 m = 1; return m[4].x; }\n", NULL},
        {"ps_6_0", "float4 main() : SV_Target { float4 v = 1; return v[4].x; }\n",
         "vector element index '4' is out of bounds"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void a_round_that_returns_knows_its_number(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void shapes_of_arguments_are_joined(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void declarations_share_what_they_have(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void functions_of_the_language_are_called_well(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void mistakes_of_words_do_not_end_the_reading(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void initialisers_are_told_of_as_such(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void broken_syntax_hides_no_other_mistake(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
    /* that `a` is unknown follows from the first mistake, and is not said */
    assert_int_equal(hlsl_compile(ctx, &lost, &m), DXK_E_INVALID);
    assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    support_ctx_done(ctx);
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
        const answer_case it = {"cs_6_0", source, cases[i].message};
        hlsl_expect_answers(&it, 1);
    }
}

static void types_can_be_those_of_values(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void functions_are_declared_in_bodies(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void variables_are_known_in_their_values(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void names_and_numbers_are_written_well(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "#define F(a, a) a\nfloat4 main() : SV_Target { return 1; }\n",
         "duplicate macro parameter name 'a'"},
        {"ps_6_0", "float4 main() : SV_Target { return 2f; }\n",
         "invalid digit 'f' in decimal constant"},
        {"ps_6_0", "float4 main() : SV_Target { return 2h; }\n",
         "invalid suffix 'h' on integer constant"},
        {"ps_6_0", "float4 main() : SV_Target { return 2.f + 1e1f + 08.5; }\n", NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void switches_declare_what_they_choose_by(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void values_have_the_sizes_of_their_places(void **state)
{
    static const answer_case cases[] = {
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
        {"ps_6_2",
         "RasterizerOrderedByteAddressBuffer t;\n"
         "float4 main() : SV_Target { return t.Load<float4>(0); }\n",
         "Explicit template arguments on intrinsic Load are not supported"},
        {"ps_6_0", "float4 main() : SV_Target { return float2({1, 2}).xyxy; }\n",
         "expected expression"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void declarations_say_what_they_can_have(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(values_of_external_constants_are_read),
    cmocka_unit_test(orders_of_matrices_contradict_those_of_typedefs),
    cmocka_unit_test(records_without_names_are_members),
    cmocka_unit_test(parameters_have_no_lists_as_defaults),
    cmocka_unit_test(targets_of_matrices_are_refused),
    cmocka_unit_test(names_of_types_keep_their_meaning),
    cmocka_unit_test(rows_of_matrices_are_checked_unless_swizzled),
    cmocka_unit_test(a_round_that_returns_knows_its_number),
    cmocka_unit_test(shapes_of_arguments_are_joined),
    cmocka_unit_test(declarations_share_what_they_have),
    cmocka_unit_test(functions_of_the_language_are_called_well),
    cmocka_unit_test(mistakes_of_words_do_not_end_the_reading),
    cmocka_unit_test(initialisers_are_told_of_as_such),
    cmocka_unit_test(broken_syntax_hides_no_other_mistake),
    cmocka_unit_test(types_can_be_those_of_values),
    cmocka_unit_test(states_and_sizes_are_unsigned),
    cmocka_unit_test(functions_are_declared_in_bodies),
    cmocka_unit_test(variables_are_known_in_their_values),
    cmocka_unit_test(names_and_numbers_are_written_well),
    cmocka_unit_test(switches_declare_what_they_choose_by),
    cmocka_unit_test(values_have_the_sizes_of_their_places),
    cmocka_unit_test(declarations_say_what_they_can_have),
};
SUPPORT_SUITE(test_hlsl_rules, tests);
