/* SPDX-License-Identifier: MIT */
/* test_hlsl_values.c - programs of HLSL whose results follow from when and how often things are computed. */
#include "hlsl_support.h"

#include "base/count.h"

static void lists_compute_their_values_once(void **state)
{
    static const char *const conditions[] = {
        "all(a == float4(1, 2, 3, 9)) && all(v == float3(2, 3, 4))",
        "all(b == int3(1, 1, 5)) && calls == 1",
        "s.x == 2 && all(s.y == int2(2, 3)) && i == 4",
        "all(m[0] == float2(2, 3)) && all(m[1] == float2(4, 5))",
        "t[0].x == 7 && all(t[1].y == 9) && calls == 1",
    };

    (void)state;
    hlsl_expect_values(
        "static int calls = 0; struct S { float x; int2 y; };\n"
        "int2 call() { return ++calls; }\n"
        "S make(int a) { calls++; S s = {a, a + 1, a + 2}; return s; }\n",
        "float3 v = float3(1, 2, 3) * one; float4 a = {v++, 9};\n"
        "int3 b = int3(call(), 5);\n"
        "int i = one; int2 array[4] = {1, 1, 2, 3, 4, 5, 6, 7}; S s = {2, array[i += 3 * zero]};\n"
        "i += 3; float2x2 m = {(one + 1).x, float3(3, 4, 5)};\n"
        "calls = 0; S t[2] = {make(7), 9, array[0] + 8};\n",
        conditions, DXKI_COUNT(conditions));
}

static void known_reals_become_the_nearest_integer(void **state)
{
    static const char *const conditions[] = {
        "a == 0 && b == 0xffffffffu && c == 0x7fffffff && d == 0 && e == -1 - 0x7fffffff",
        "f == 0 && u[0] == 0 && u[1] == 0xffffffffu && u[2] == 3",
        "q[x] == 5 && v[x] == 7",
    };

    (void)state;
    hlsl_expect_values(
        "static const uint u[] = {-1.5, 5e9f, 3.75};\n",
        "uint a = -1.5; uint b = 5e9; int c = 1e10; uint64_t d = -3.0; int e = -1e10;\n"
        "uint f = (uint)float2(-2.5, 1).x;\n"
        "float q[2] = {5, 6}; float2 v = float2(7, 8); float x = -2.5 * one;\n",
        conditions, DXKI_COUNT(conditions));
}

static void functions_of_known_numbers_are_known(void **state)
{
    static const char *const conditions[] = {
        "a == 100000 && b == 2 && c == 3 && d == -8",
        "asuint(w[0]) == 0x3ebc5ab2 && asuint(w[1]) == 0x3f576aa4 && asuint(w[2]) == 0x3f0a5140",
        "asuint(w[3]) == 0x4016cbe4 && asuint(w[4]) == 0x3e1a209b && asuint(w[5]) == 0x3fb504f3",
        "asuint(e) == 0x360637bd", /* of the literal, which no float holds */
        "rcp(zero) > 1e30 && asuint(sqrt(zero.x)) == 0 && sin(1e38) == sin(1e38f)",
    };
    static const char half[] =
        "min16float main(min16float h : H) : SV_Target { return h * exp(1.0); }\n";
    static const char unrolled[] =
        "float main(float x : X) : SV_Target { float r = 0;\n"
        "[unroll] for (int i = 1; i < 5; i++) r += cos(i * 0.5f) * x; return r; }\n";

    (void)state;
    hlsl_expect_values(
        "static const float w[] = {exp(-1), sin(1.0f), cos(1.0), atan2(1, -1.0f), log10(sqrt(2.0)),"
        " pow(2.0f, 0.5f)};\n",
        "int a = pow(10, 5), b = pow(4, 0.5), c = log10(1000.0), d = pow(-2.0f, 3);\n"
        "float e = frac(100.000002);\n",
        conditions, DXKI_COUNT(conditions));
    assert_int_equal(hlsl_count("ps_6_0", half, "fmul fast half"), 1);
    assert_int_equal(hlsl_count("ps_6_0", unrolled, "dx.op.unary"), 0);
}

static void loops_are_unrolled_up_to_a_known_bound(void **state)
{
    static const char *const conditions[] = {
        "sum((zero.x > 0) ? 1 : 3) == 6 && sum((one.x > 0) ? 1 : 3) == 1",
        "sum((uint)one.x * 7 & 3) == 6 && sum((uint)one.x * 8 % 5) == 6",
        "back(min(one * 5, 4u)) == 9 && back(clamp(zero, 2u, 4u)) == 5",
    };

    (void)state;
    hlsl_expect_values(
        "uint sum(uint n) { uint s = 0; [unroll] for (uint i = 0; i < n; i++) s += i + 1;\n"
        "return s; }\n"
        "int back(uint n) { int s = n; [unroll] for (uint i = 1; n >= i; i++) s += i % 2 + (i == "
        "2);\n"
        "return s + 1 + (n == 4); }\n",
        "", conditions, DXKI_COUNT(conditions));
}

static void constants_are_read_where_they_are(void **state)
{
    static const char cast[] =
        "float4 b[12]; struct S { float4 x, y[2]; }; static const S s[4] = b;\n"
        "float4 main(int i : I) : SV_Target {\n"
        "float4 n[2][6] = b; return s[i].y[1] + n[1][i]; }\n";
    static const char whole[] = "float4 b[4]; static float4 s[4] = b;\n"
                                "float4 main(int i : I) : SV_Target { return s[i]; }\n";
    static const char changed[] =
        "float4 b[4]; static float4 s[4] = b;\n"
        "float4 main(int i : I) : SV_Target { s[i] = 1; return s[i+1]; }\n";
    static const char other[] = "int4 b[4]; static const float4 s[2][2] = (float4[2][2])b;\n"
                                "float4 main(int i : I) : SV_Target { return s[i][1]; }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", cast, "call %dx.types.CBufRet"), 2);
    assert_int_equal(hlsl_count("ps_6_0", whole, "call %dx.types.CBufRet"), 1);
    assert_int_equal(hlsl_count("ps_6_0", changed, "call %dx.types.CBufRet"), 4);
    assert_int_equal(hlsl_count("ps_6_0", other, "sitofp i32") > 0, true);
}

static void methods_that_only_read_need_no_copy(void **state)
{
    static const char reads[] =
        "struct E { float x; float Get() { return x; } float Twice() { return 2 * Get(); } };\n"
        "struct S { E e[8]; }; StructuredBuffer<S> b; static const S s = b[0];\n"
        "float main(int i : I) : SV_Target { S local = b[1]; return s.e[i].Twice() + "
        "local.e[i].Get(); }\n";
    static const char changes[] =
        "struct E { float x; void Set() { x = 1; } float Change() { Set(); return x; } };\n"
        "struct S { E e[8]; }; StructuredBuffer<S> b;\n"
        "float main(int i : I) : SV_Target { S s = b[0]; return s.e[i].Change() + s.e[2].x; }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", reads, "call %dx.types.ResRet"), 2);
    assert_int_equal(hlsl_count("ps_6_0", reads, "alloca"), 0);
    assert_int_equal(hlsl_count("ps_6_0", changes, "alloca"), 1);
}

/* A parameter that is changed in any way is not another name of what is read only. */
static void bits_of_parameters_are_copied(void **state)
{
    static const hlsl_shader shaders[] = {
        {"cs_6_0",
         "struct S { uint b : 15; int3 a[2]; }; StructuredBuffer<S> s; RWBuffer<uint> o;\n"
         "uint f(S p, uint i) { p.b += i; return p.b + p.a[i].x; }\n"
         "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[0] = f(s[1], i); }\n",
         false},
        {"cs_6_0",
         "struct S { uint3 v; int3 a[2]; }; cbuffer B { S s; } RWBuffer<uint> o;\n"
         "uint f(S p, uint i) { (p.v += i).x = 2; (++p.v).y = 3; return p.v.x + p.a[i].x; }\n"
         "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[0] = f(s, i); }\n",
         false},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(shaders); i++)
        hlsl_expect_valid(&shaders[i]);
}

static void shared_memory_may_have_indices_past_its_end(void **state)
{
    static const char past[] = "groupshared float s[4]; [numthreads(1, 1, 1)] void main() {\n"
                               "uint i = 5; s[i] = 1; }\n";
    static const char lanes[] =
        "groupshared float s[32]; [numthreads(1, 1, 1)] void main() {\n"
        "[unroll] for (uint i = 0; i < 128 / WaveGetLaneCount(); i++) s[i] = i; }\n";

    (void)state;
    assert_int_equal(hlsl_count("cs_6_0", past, " = getelementptr"), 0);
    assert_int_equal(hlsl_count("cs_6_0", past, ", i32 1)"), 1);
    assert_int_equal(hlsl_count("cs_6_0", lanes, "store float"), 32);
}

static void members_of_buffers_stand_in_their_rows(void **state)
{
    static const char registers[] =
        "cbuffer B { float4 a : register(c1); float4 b : register(c0); }\n"
        "float4 main() : SV_Target { return b; }\n";
    static const char objects[] =
        "struct O { Texture2D t; }; struct S { float2 a; O o; float b; Texture2D u; float c; };\n"
        "cbuffer B { S s; float d; }\n"
        "float4 main() : SV_Target { return float4(s.b, s.c, d, 0); }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", registers, ", i32 1)  ; CBufferLoadLegacy"), 1);
    assert_int_equal(hlsl_count("ps_6_0", objects, ", i32 1)  ; CBufferLoadLegacy"), 1);
    assert_int_equal(hlsl_count("ps_6_0", objects, ", i32 0)  ; CBufferLoadLegacy"), 0);
}

static void members_say_how_they_are_interpolated(void **state)
{
    static const char inner[] =
        "struct I { centroid float4 a : A; float4 b : B; };\n"
        "float4 main(nointerpolation I i) : SV_Target { return i.a + i.b; }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", inner, ", i8 3, i32 1,"), 1);
    assert_int_equal(hlsl_count("ps_6_0", inner, ", i8 1, i32 1,"), 1);
}

static void literals_in_raw_atomics_are_unsigned(void **state)
{
    static const char source[] =
        "RWByteAddressBuffer b; [numthreads(1, 1, 1)] void main(int i : SV_GroupIndex) {\n"
        "b.InterlockedMax(4, 12); b.InterlockedMax(8, i); b.InterlockedMin(4, -1); "
        "b.InterlockedMin(4, 1); }\n";

    (void)state;
    assert_int_equal(hlsl_count("cs_6_0", source, ", i32 7, i32 4,"), 1);
    assert_int_equal(hlsl_count("cs_6_0", source, ", i32 5, i32 8,"), 1);
    assert_int_equal(hlsl_count("cs_6_0", source, ", i32 4, i32 4,"), 1);
    assert_int_equal(hlsl_count("cs_6_0", source, ", i32 6, i32 4,"), 1);
}

static void functions_promote_before_they_convert(void **state)
{
    static const char real[] = "float f(double x) { return 2; } float f(int x) { return 3; }\n"
                               "float g(int x) { return 5; } float g(min16int x) { return 7; }\n"
                               "float main(float a : A) : SV_Target { return f(a) * g(0); }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", real, "float 1.000000e+01"), 1);
}

static void known_structures_are_read_as_a_whole(void **state)
{
    static const char *const conditions[] = {
        "a[0].u[0].y == 2 && a[0].b && a[0].q[2] == 3.5",
        "s.u[one].z == 6 && s.q[one + 1] == 3.5",
        "known.u[one].x == 4 && get().q[one] == 2.5",
        "w[0] == 4.5",
    };

    (void)state;
    hlsl_expect_values(
        "struct S { uint3 u[2]; bool b; float q[3]; }; groupshared S a[2];\n"
        "static const S known = {1, 2, 3, 4, 5, 6, true, 1.5, 2.5, 3.5};\n"
        "static const float single[1] = {4.5};\n"
        "S get() { static const S s = {1, 2, 3, 4, 5, 6, true, 1.5, 2.5, 3.5}; return s; }\n",
        "a[zero] = known; S s = known; float w[1] = single;\n", conditions, DXKI_COUNT(conditions));
}

static void atomic_operations_find_elements_of_matrices(void **state)
{
    static const char source[] =
        "struct S { row_major int2x3 r; column_major int2x3 c; }; RWStructuredBuffer<S> s;\n"
        "[numthreads(1, 1, 1)] void main() {\n"
        "InterlockedAdd(s[0].r[1][2], 10); InterlockedAdd(s[0].c._23, 20); }\n";
    static const char *const conditions[] = {"g[1][1] == 14 && g[0][1] == 4"};

    (void)state;
    assert_int_equal(hlsl_count("cs_6_6", source, "i32 0, i32 20, i32 undef, i32 10)"), 1);
    assert_int_equal(hlsl_count("cs_6_6", source, "i32 0, i32 44, i32 undef, i32 20)"), 1);
    hlsl_expect_values("groupshared int2x2 g;\n", "g = 4; InterlockedAdd(g[one][one], 10);\n",
                       conditions, DXKI_COUNT(conditions));
}

static void matrices_are_stored_as_their_declarations_say(void **state)
{
    static const char *const conditions[] = {
        "all(o.Load3(16) == int3(1, 4, 2))",
        "all(o.Load3(40) == int3(1, 2, 3))",
        "all(o.Load3(64) == int3(1, 2, 3))",
        "all(o.Load3(88) == int3(1, 4, 2))",
    };

    (void)state;
    hlsl_expect_values("template<typename T> struct W { T m; };\n",
                       "row_major int2x3 m = int2x3(1, 2, 3, 4, 5, 6) * one; int2x3 c = m;\n"
                       "W<row_major int2x3> w; w.m = c; o.Store<int2x3>(16, m);\n"
                       "o.Store<row_major int2x3>(40, c); o.Store(64, m); o.Store(88, w);\n",
                       conditions, DXKI_COUNT(conditions));
}

static void powers_and_quotients_of_known_numbers(void **state)
{
    static const char *const squares[] = {"pow(x, two) == 9 && pow(x, two + two - 2) == 9"};
    static const char *const conditions[] = {
        "(asuint(z.x / z.w) & 0x7fffffff) > 0x7f800000",
        "(asuint(z.x / z.w * x + x) & 0x7fffffff) > 0x7f800000",
    };

    (void)state;
    hlsl_expect_true("cs_6_0", "float x = -3.0 * one, two = 2;\n", squares, DXKI_COUNT(squares));
    hlsl_expect_values("", "float x = -3.0 * one; float4 z = float4(0, 0, 0, 0);\n", conditions,
                       DXKI_COUNT(conditions));
}

static void packing_changes_within_a_type(void **state)
{
    static const char source[] = "#pragma pack_matrix(column_major)\n"
                                 "typedef matrix<int, 2, 2\n"
                                 "#pragma pack_matrix(row_major)\n"
                                 "> rows;\n"
                                 "#pragma pack_matrix(column_major)\n"
                                 "void main(out rows m : A) { m = rows(11, 12, 21, 22); }\n";

    (void)state;
    assert_int_equal(hlsl_count("vs_6_0", source, "i32 0, i32 0, i8 1, i32 12)"), 1);
    assert_int_equal(hlsl_count("vs_6_0", source, "i32 0, i32 1, i8 0, i32 21)"), 1);
}

/* A constant of a matrix is the second of its row, or of its column. */
static void macros_say_how_matrices_are_packed(void **state)
{
    static const struct {
        const char *before;
        unsigned rows;
    } cases[] = {
        {"#define ORDER row_major\n#pragma pack_matrix(ORDER)\n", 1},
        {"#define ORDER(x) x##_major\n#pragma pack_matrix(ORDER(row))\n", 1},
        {"#define row_major column_major\n#pragma pack_matrix(row_major)\n", 0},
        {"#define pack_matrix other\n#pragma pack_matrix(row_major)\n", 1},
        {"#define PACK pack_matrix(row_major)\n#pragma PACK\n", 0},
        {"_Pragma(\"pack_matrix(row_major)\")\n", 1},
        {"#pragma pack_matrix(row_major) more\n", 0},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        char source[256];
        snprintf(source, sizeof source,
                 "%sfloat2x3 m; float main() : SV_Target { return m._12; }\n", cases[i].before);
        assert_int_equal(hlsl_count("ps_6_0", source, "i32 59, %dx.types.Handle %1, i32 1"),
                         !cases[i].rows);
    }
}

static void objects_of_methods_come_before_arguments(void **state)
{
    static const char *const conditions[] = {"calls == 12 && r == 102", "t == 1407"};

    (void)state;
    hlsl_expect_values(
        "static int calls; struct S { int x; int f(int a) { return x * 100 + a; } };\n"
        "S make(int k) { calls = calls * 10 + k; S s = {k}; return s; }\n",
        "int r = make(1).f(make(2).x); S s = {3 * one}; int t = s.f(s.f(s.x = 7));\n", conditions,
        DXKI_COUNT(conditions));
}

static void rounds_are_counted_by_integers_only(void **state)
{
    static const char *const conditions[] = {"a == 3", "b == 9"};

    (void)state;
    hlsl_expect_values("",
                       "int a = 0, b = 0;\n"
                       "[unroll(3)] for (int i = 0; i < 9; i++) a++;\n"
                       "[unroll(1.5)] for (int k = 0; k < 9; k++) b++;\n",
                       conditions, DXKI_COUNT(conditions));
}

static void no_number_is_bounded_in_the_order_of_calls(void **state)
{
    static const char *const conditions[] = {
        "max(0.0, min(1.0, n)) == 1",
        "min(1.0, max(0.0, n)) == 0",
        "saturate(n) == 0",
        "saturate(min(n, 1.0)) == 1",
    };

    (void)state;
    hlsl_expect_values("", "float n = sqrt(-1.0 * one);", conditions, DXKI_COUNT(conditions));
}

static void namespaces_within_buffers_have_their_members(void **state)
{
    static const char source[] =
        "namespace N { float a; } cbuffer B { namespace N { namespace M { float c; } } float e; }\n"
        "float main() : SV_Target { return N::a + N::M::c + e; }\n";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", source, "\"N::a\""), 1);
    assert_int_equal(hlsl_count("ps_6_0", source, "\"N::M::c\""), 1);
    assert_int_equal(hlsl_count("ps_6_0", source, "%B = type { float, float }"), 1);
}

static void casts_are_indexed(void **state)
{
    static const char *const conditions[] = {
        "((float[4])v)[one + 2] == 14 && v.y == 12 && ((float2x2)v)[one][zero] == 3",
        "all(((float2[2])x)[one] == float2(71, 81)) && x[1] == 61",
        "m[1][0] == 40 && m[0][1] == 3 && m[2][1] == 80 && m[2][2] == 90 && m[1][1] == 5",
        "s.a.x == 1.5 && s.a.y == 12.5 && s.b == 13 && !s.c && ((int[4])s)[one + 1] == 13",
        "((float4)q)[one] == 9 && ((S[1])s)[zero].b == 13 && ((int[3])x)[one] == 61",
        "n[1] == 6 && n[2] == 3",
    };

    (void)state;
    hlsl_expect_values(
        "struct S { float2 a; int b; bool c; }; void add(inout int x) { x += 4; }\n",
        "float4 v = float4(1, 2, 3, 4); float x[4] = {5, 6, 7, 8}, q = 9; S s = {1.5, 2, 3, "
        "true};\n"
        "int3x3 m = int3x3(1, 2, 3, 4, 5, 6, 7, 8, 9); float n[3] = {1, 2, 3};\n"
        "((float[4])v)[one + 2] = 14; ((float[2][2])v)[zero][one] += 10;\n"
        "((float2[2])x)[one] = float2(71, 81); ((float2[2])x)[zero][one] = 61;\n"
        "((float[4])s)[one] = 12.5; ((float[4])s)[one + 1] = 13.5; ((float[4])s)[one + 2] = 0;\n"
        "((int2x2)m)[one][zero] = 40; ((int2x2)m)[zero][one]++;\n"
        "((int[9])m)[one + 6] = 80; ((int3[3])m)[one + 1].z = 90; add(((int[3])n)[one]);\n",
        conditions, DXKI_COUNT(conditions));
}

static void known_zeros_have_signs(void **state)
{
    static const char *const conditions[] = {
        "asuint(ceil(0.0f)) == 0 && asuint(round(0.25f)) == 0",
        "asuint(ceil(-0.5f)) == sign && asuint(trunc(-0.5f)) == sign && asuint(floor(n)) == sign",
        "asuint(round(-0.25f)) == sign && asuint(round(-0.5f)) == sign",
        "asuint(floor(0.5f)) == 0 && asuint(abs(n)) == 0 && asuint(frac(n)) == 0",
    };

    (void)state;
    hlsl_expect_values("static const float n = -0.0; static const uint sign = 0x80000000;\n", "",
                       conditions, DXKI_COUNT(conditions));
}

/* What is chosen among literals is one itself until something says what it is. */
static void literals_that_are_chosen_stay_literals(void **state)
{
    static const char globals[] = "float f(float x) { return 1; } float f(double x) { return 2; }\n"
                                  "float g(int x) { return 1; } float g(uint x) { return 2; }\n";
    static const char *const conditions[] = {
        "(one ? 1.1 : 2.2) == d && -(one ? 1.1 : 2.2) * 2 + d == -d",
        "q == (one ? 5000000000 : 2) && q * 3 == (one ? 5000000000 : 2) * 3",
        "q / 2 == (one ? 5000000000 : 1) / 2 && q >> 4 == (one ? 5000000000 : 1) >> 4",
        "(int64_t)one << 40 == (one ? 1 : 2) << 40",
        "g((one ? 1 : 2) << u) == 2 && g((one ? 1 : 2) << (int)one) == 1",
        "(one ? 1 : 2.5) * half_one == 1 && max(one ? 1.1 : 2, d) == d",
        "((float2)(one ? 3 : 4)).y == 3 && (one ? 1 : 2) / 2 == 0 && ~(one ? 1 : 7) == -2",
        "(one ? (zero ? 1 : 2) : 3.5) == 2 && ((one ? 1 : 2) ? true : false)",
    };
    static const answer_case cases[] = {
        {"cs_6_0",
         "cbuffer C { bool b; } void f(float x) {} void f(double x) {}\n"
         "[numthreads(1, 1, 1)] void main() { f(b ? 1 : 2.0); }\n",
         "call to 'f' is ambiguous"},
        {"cs_6_0",
         "cbuffer C { bool b; } void f(int x) {} void f(uint x) {}\n"
         "[numthreads(1, 1, 1)] void main() { f(-(b ? 1 : 2)); }\n",
         "call to 'f' is ambiguous"},
    };

    (void)state;
    hlsl_expect_values(globals,
                       "double d = 1.1; int64_t q = 5000000000; if (zero) { d = 7; q = 7; }\n"
                       "uint u = 1 + zero; half half_one = one;",
                       conditions, DXKI_COUNT(conditions));
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

/* Swizzles, conditional expressions and what intrinsics return as a vector or matrix are of `float`, even
 * if they are made of `half`, as long as `half` has 32 bits. */
static void new_vectors_of_half_are_floats(void **state)
{
    static const char globals[] =
        "uint f(float x) { return 1; } uint f(half x) { return 2; }\n"
        "uint f(float2 x) { return 1; } uint f(half2 x) { return 2; }\n"
        "uint f(float2x2 x) { return 1; } uint f(half2x2 x) { return 2; }\n";
    static const char *const conditions[] = {
        "f(h) == 2 && f(-h) == 2 && f(h * h + 1) == 2 && f(half2(h.xy)) == 2 && f(m[0]) == 2",
        "f(h.xy) == 1 && f(h.yx * h) == 1 && f(s.x) == 1 && f(s.xx) == 1 && f(m._m00_m01) == 1",
        "f(h.x) == 2 && f(m._m00) == 2 && f(h[0]) == 2",
        "f(abs(h)) == 1 && f(max(h, h)) == 1 && f(mul(m, h)) == 1 && f(transpose(m)) == 1",
        "f(abs(s)) == 2 && f(max(s, s)) == 2 && f(dot(h, h)) == 2 && f(length(h)) == 2",
        "f(one ? h : h) == 1 && f(one ? m : m) == 1 && f(one ? s : s) == 2",
    };

    (void)state;
    hlsl_expect_values_in("cs_6_0", globals, "half s = one; half2 h = s; half2x2 m = s;",
                          conditions, DXKI_COUNT(conditions));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_number_is_bounded_in_the_order_of_calls),
    cmocka_unit_test(new_vectors_of_half_are_floats),
    cmocka_unit_test(lists_compute_their_values_once),
    cmocka_unit_test(known_reals_become_the_nearest_integer),
    cmocka_unit_test(functions_of_known_numbers_are_known),
    cmocka_unit_test(loops_are_unrolled_up_to_a_known_bound),
    cmocka_unit_test(constants_are_read_where_they_are),
    cmocka_unit_test(methods_that_only_read_need_no_copy),
    cmocka_unit_test(bits_of_parameters_are_copied),
    cmocka_unit_test(shared_memory_may_have_indices_past_its_end),
    cmocka_unit_test(members_of_buffers_stand_in_their_rows),
    cmocka_unit_test(members_say_how_they_are_interpolated),
    cmocka_unit_test(literals_in_raw_atomics_are_unsigned),
    cmocka_unit_test(functions_promote_before_they_convert),
    cmocka_unit_test(known_structures_are_read_as_a_whole),
    cmocka_unit_test(atomic_operations_find_elements_of_matrices),
    cmocka_unit_test(matrices_are_stored_as_their_declarations_say),
    cmocka_unit_test(powers_and_quotients_of_known_numbers),
    cmocka_unit_test(packing_changes_within_a_type),
    cmocka_unit_test(macros_say_how_matrices_are_packed),
    cmocka_unit_test(objects_of_methods_come_before_arguments),
    cmocka_unit_test(rounds_are_counted_by_integers_only),
    cmocka_unit_test(casts_are_indexed),
    cmocka_unit_test(known_zeros_have_signs),
    cmocka_unit_test(namespaces_within_buffers_have_their_members),
    cmocka_unit_test(literals_that_are_chosen_stay_literals),
};
SUPPORT_SUITE(test_hlsl_values, tests);
