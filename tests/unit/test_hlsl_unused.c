/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_unused.c - values that statements do not use, and what is said of statements that look like values.
 */
#include "hlsl_support.h"

#include "base/count.h"

static void parts_of_values_are_told_where_they_end(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"RWBuffer<float> u;\n"
         "float4 g() { return u[0]; }\n"
         "int gi() { return 1; }\n"
         "struct S { float a; float2 v; };\n"
         "void f(float q, float4 w, float3 arr[2], S s, float2x2 m) {\n"
         "w.xy; w[1];\n"
         "arr[1];\n"
         "s.v.x; s.v; g().x; g()[1];\n"
         "m[1]; m._m00; m[1].x; (w.x);\n"
         "float2(1, q);\n"
         "float4(g());\n"
         "}\n",
         "6: expression result unused\n"
         "7: expression result unused\n"
         "8: expression result unused\n"
         "8: expression result unused\n"
         "8: expression result unused\n"
         "9: expression result unused\n"
         "9: expression result unused\n"
         "9: expression result unused\n"
         "10: expression result unused\n"},
        {"RWBuffer<float> u;\n"
         "float4 g() { return u[0]; }\n"
         "int gi() { return 1; }\n"
         "struct S { float a; float2 v; };\n"
         "void f(float q, float4 w, float3 arr[2], S s, float2x2 m) {\n"
         "q && gi(); gi() && q;\n"
         "q || q;\n"
         "q ? gi() : 2; q ? 2 : gi();\n"
         "q ? w.x : 2;\n"
         "gi(), 0;\n"
         "gi(), 1;\n"
         "q == 2, gi(), q == 3;\n"
         "sin(q), cos(q);\n"
         "q++, u[1];\n"
         "}\n",
         "7: expression result unused\n"
         "9: expression result unused\n"
         "11: expression result unused\n"
         "12: expression result unused\n"
         "13: ignoring return value of function declared with const attribute\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void values_of_blocks_are_told_at_their_ends(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int f(int a);\n"
         "#define M(x) f; 3; a == 4; sin(2.0);\n"
         "void g(int a) {\n"
         "f;\n"
         "{ f; a; { f; } }\n"
         "M(a)\n"
         "if (a) f; else f;\n"
         "}\n",
         "5: expression result unused\n"
         "5: expression result unused\n"
         "5: expression result unused\n"
         "7: expression result unused\n"
         "7: expression result unused\n"
         "4: expression result unused\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void names_may_be_declared_in_parentheses(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S { float (m); int (k)[2]; };\n"
         "float (a) = 3;\n"
         "float (f)(float (q)) { return q; }\n"
         "float g(float q) {\n"
         "for (int (i) = 0; i < 3; i++) q++;\n"
         "if (int (z) = 3) return z;\n"
         "S(s); float(b), (c)[2], d = 3; int((x)); float (y[2]);\n"
         "return s.m + s.k[0] + b + c[1] + d + x + y[0] + a;\n"
         "}\n",
         "2: Initializer of external global will be ignored\n"},
        {"float g(float q) {\n"
         "float(q);\n"
         "float(a), q;\n"
         "float a;\n"
         "int a;\n"
         "float(q + 1);\n"
         "return a;\n"
         "}\n",
         "2: redefinition of 'q'\n"
         "1: previous definition is here\n"
         "3: redefinition of 'q'\n"
         "1: previous definition is here\n"
         "4: redefinition of 'a'\n"
         "3: previous definition is here\n"
         "5: redefinition of 'a' with a different type: 'int' vs 'float'\n"
         "3: previous definition is here\n"
         "6: expression result unused\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

/* What reads through them is gone, so nothing asks which resources they are. */
static void unset_resources_may_be_read_in_vain(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0",
         "struct S { ByteAddressBuffer b; uint c; void f() { b.Load(0); } };\n"
         "void g(S s) { s.b.Load(0); } void main() { S s; s.f(); g(s); }",
         NULL},
        {"ps_6_6",
         "struct V { float a[2]; };\n"
         "void main() { StructuredBuffer<V> b; V u = b[0]; RWTexture2D<float4> t; t[uint2(0, 0)]; "
         "}",
         NULL},
        {"ps_6_0",
         "float main(int a : A) : SV_Target { ByteAddressBuffer b; return a ? b.Load(4) : 1; }",
         "local resource not guaranteed to map to unique global resource."},
        {"ps_6_0", "void main(int a : A) { RWByteAddressBuffer b; b.Store(0, a); }",
         "local resource not guaranteed to map to unique global resource."},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void functions_of_later_models_may_be_called_in_vain(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "void main(uint a : A) { uint r = dot4add_u8packed(a, a, 3); }", NULL},
        {"ps_6_0",
         "float main(uint4 a : A) : SV_Target { uint8_t4_packed p = pack_u8(a++);\n"
         "if (a.x > 3) unpack_u8u32(p); return a.y; }",
         NULL},
        {"ps_6_0", "void main(uint a : A) { uint4 r = WaveMatch(a); }", NULL},
        {"ps_6_0", "float main(uint4 a : A) : SV_Target { return uint(pack_u8(a)); }",
         "intrinsic pack_u8 requires shader model 6.6 or greater"},
        {"ps_6_0",
         "float main(uint4 a : A) : SV_Target {\n"
         "uint8_t4_packed p = pack_u8(a); return unpack_u8u32(p).y; }",
         "intrinsic pack_u8 requires shader model 6.6 or greater"},
        {"lib_6_3",
         "RWBuffer<uint> o; struct P { float p; };\n"
         "[shader(\"closesthit\")] void f(inout P p, in BuiltInTriangleIntersectionAttributes a) "
         "{\n"
         "uint r = GeometryIndex(); o[0] = 3; }",
         NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void what_cannot_be_passed_is_told(void **state)
{
    static const answer_case cases[] = {
        {"cs_6_0", "[numthreads(1, 1, 1)] void main(uint g : SV_GroupIndex) : A {}",
         "invalid semantic 'A' for cs 6.0"},
        {"cs_6_0", "[numthreads(1, 1, 1)] float main() : A { return 1; }",
         "invalid semantic 'A' for cs 6.0"},
        {"ps_6_0", "void main() : SV_Position {}", "invalid semantic 'SV_Position' for ps 6.0"},
        {"ps_6_0", "void main() : SV_Target {}", NULL},
        {"vs_6_0", "void main() : A {}", NULL},
        {"vs_6_0", "float4 main(uint64_t2 a : A) : SV_Position { return a.x; }",
         "i64(type for A) cannot be used as shader inputs or outputs."},
        {"vs_6_0", "float4 main(double a : A) : SV_Position { return a; }",
         "double(type for A) cannot be used as shader inputs or outputs."},
        {"ps_6_0", "float main(uint3 a : A) : SV_Target { return AddUint64(a, a).x; }",
         "AddUint64 can only be applied to uint2 and uint4 operands."},
        {"ps_6_0",
         "Texture2D<float4> g; SamplerState s; float4 main(int2 a : A) : SV_Target { float4 r = "
         "0;\n"
         "for (int i = 0; i < a.x; i++) r += g.Sample(s, 0.5, int2(i, i)); return r; }",
         "Offsets to texture access operations must be immediate values. Unrolling the loop "
         "containing the offset value manually and using -O3 may help in some cases."},
        {"ps_6_0",
         "Texture2D<float4> g; SamplerState s; float4 main(int2 a : A) : SV_Target { float4 r = "
         "0;\n"
         "for (int i = 0; i < a.x; i++) r += g.Sample(s, 0.5, a); return r; }",
         "Offsets to texture access operations must be immediate values. "},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(parts_of_values_are_told_where_they_end),
    cmocka_unit_test(values_of_blocks_are_told_at_their_ends),
    cmocka_unit_test(names_may_be_declared_in_parentheses),
    cmocka_unit_test(unset_resources_may_be_read_in_vain),
    cmocka_unit_test(functions_of_later_models_may_be_called_in_vain),
    cmocka_unit_test(what_cannot_be_passed_is_told),
};
SUPPORT_SUITE(test_hlsl_unused, tests);
