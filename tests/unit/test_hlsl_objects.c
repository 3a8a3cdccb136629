/* SPDX-License-Identifier: MIT */
/* test_hlsl_objects.c - resources of HLSL as values: in variables, structures, arrays and results; what
 * cannot be told apart is refused. */
#include "hlsl_support.h"

#include "base/count.h"

#define TEXTURES                                                                                   \
    "Texture2D<float> a, b, c[4]; RWStructuredBuffer<float> o; cbuffer D { uint u, w; }\n"
#define MAIN "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) "

static void objects_are_what_they_were_set_to(void **state)
{
    static const char *const conditions[] = {
        "(copy.Store(200, 5 * one), o.Load(200) == 5)",
        "(two[1].b[0].Store(204, 6 * one), o.Load(204) == 6)",
        "(choice.Store(208, 7 * one), o.Load(208) == 7)",
    };

    (void)state;
    hlsl_expect_true(
        "cs_6_2",
        "RWByteAddressBuffer copy = o, choice; struct { RWByteAddressBuffer b[1]; } two[2];\n"
        "two[0].b[0] = copy; two[1] = two[0]; if (one > 2) choice = copy; else choice = o;",
        conditions, DXKI_COUNT(conditions));
}

static void objects_are_values(void **state)
{
    static const hlsl_shader shaders[] = {
        {"cs_6_0",
         TEXTURES
         "struct S { Texture2D<float> t[2]; float k; }; S f(S s) { s.t[0] = s.t[1]; return s; }\n"
         "static Texture2D<float> st = a; Texture2D<float> g(uint k) { return c[k]; }\n" MAIN
         "{ S s = { a, b, 2 }; Texture2D<float> l = u ? c[i] : c[w], e[2] = { a, b };\n"
         "o[0] = f(s).t[0].Load(0) + l.Load(0) + st.Load(0) + g(i).Load(0) * s.k;\n"
         "[unroll] for (int k = 0; k < 2; k++) o[k + 1] = e[k].Load(0); }\n",
         false},
        {"cs_6_0",
         "struct I { Texture2D t[2]; float k; }; struct J { I x; SamplerState s; };\n"
         "J g[2][2] : register(t3) : register(s2); struct T { Texture2D t, u; }; T only;\n"
         "cbuffer B { J q; float z; } RWStructuredBuffer<float> o; float f(J j) { return j.x.k; "
         "}\n" MAIN
         "{ o[0] = g[1][0].x.t[1].SampleLevel(g[0][1].s, 0, 0).x + only.u.Load(0).x + f(g[1][1])\n"
         "+ q.x.t[0].Load(0).x + z; }\n",
         false},
        {"cs_6_6",
         "RWStructuredBuffer<float4> o; " MAIN "{ RWStructuredBuffer<float4> p = o;\n"
         "Texture2D t = ResourceDescriptorHeap[NonUniformResourceIndex(i)], k;\n"
         "StructuredBuffer<double2> d = ResourceDescriptorHeap[2]; k = t;\n"
         "p[p.IncrementCounter()] = k.Load(0) + (float)d[i].x; }\n",
         false},
        {"cs_6_0",
         "Texture2D t; Texture2DArray<float2> a; Texture2DMS<float4> m; Texture3D<uint> v;\n"
         "RWStructuredBuffer<float4> o; " MAIN
         "{ o[i] = t.mips[i][uint2(1, 2)] + v.mips[1][i.xxx]\n"
         "+ a.mips[2][uint3(i, 1, 2)].xyxy + m.sample[i][uint2(3, 4)]; }\n",
         false},
        {"lib_6_3",
         TEXTURES "struct S { Texture2D<float> t; }; float f(inout S s) { s.t = c[u]; return 1; }\n"
                  "export float g() { S s; s.t = a; f(s); return s.t.Load(0); }\n",
         false},
        {"cs_6_6",
         "Buffer<uint64_t2> a; RWBuffer<double> b; RWByteAddressBuffer o;\n" MAIN
         "{ uint s; o.Store(0, a.Load(i)); o.Store(16, a.Load(i, s)); o.Store(32, b.Load(i, s)); "
         "}\n",
         false},
        {"cs_6_6",
         "Texture2D<double> a; Texture2DMS<int64_t2> b; Texture2DArray<uint64_t> c; "
         "RWTexture2D<double2>"
         " d; RWByteAddressBuffer o;\n" MAIN "{ uint s; o.Store(0, a.Load(i)); o.Store(8, "
         "b.Load(i, 1)); o.Store(24, c.Load(i, int2(1, 2), "
         "s)); o.Store(32, d[i.xx].y); d[i.xx].x = c.mips[1][i.xxx]; }\n",
         false},
        {"ps_6_2",
         "Texture2D<half4> t; SamplerComparisonState c; SamplerState s; half k;\n"
         "half4 main(half2 p : P) : SV_Target {\n"
         "return t.SampleCmp(c, p, k) + t.SampleLevel(s, p, k) + t.SampleBias(s, p, k); }\n",
         true},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(shaders); i++)
        hlsl_expect_valid(&shaders[i]);
}

static void structures_with_objects_are_cast(void **state)
{
    static const char globals[] =
        "struct A { RWByteAddressBuffer b; uint x; }; struct B { RWByteAddressBuffer c; float y; "
        "};\n"
        "struct C { A a; uint z; }; struct D { RWByteAddressBuffer l[2]; };\n"
        "uint read(B b) { return b.c.Load(200) + (uint)b.y; }\n"
        "uint write(RWByteAddressBuffer b, uint at, uint x) { b.Store(at, x); return x; }\n"
        "static uint calls; A make(RWByteAddressBuffer b, uint x) { A a = {b, x}; calls++; return "
        "a; }\n"
        "B made(RWByteAddressBuffer b, uint x) { return (B)make(b, x); }\n";
    static const char *const conditions[] = {
        "write(o, 200, 5 * one) == 5 && b.c.Load(200) == 5 && b.y == 3",
        "read((B)a) == 8",
        "inner.x == 3 && inner.b.Load(200) == 5 && outer.a.x == 3 && outer.z == 7",
        "bs[1].c.Load(200) == 5 && bs[1].y == 9 && bs[0].y == 3",
        "whole.l[1].Load(200) == 5 && single.Load(200) == 5",
        "read(made(o, 4)) == 9 && read(made(o, 5)) == 10 && calls == 2",
        ("read((B)make(o, 6)) == 11 && ((RWByteAddressBuffer)make(o, 7)).Load(200) == 5 && "
         "calls == 4"),
        "three.a.x == 1 && three.z == 2 && three.a.b.Load(200) == 5",
    };

    (void)state;
    hlsl_expect_values(globals,
                       "A a = {o, 3 * one}; B b = (B)a; C outer = {b, 7}; A inner = (A)outer;\n"
                       "A as[2] = {a, a}; as[1].x = 9; B bs[2] = (B[2])as;\n"
                       "RWByteAddressBuffer list[2] = {o, o}; D whole = (D)list;\n"
                       "RWByteAddressBuffer single = (RWByteAddressBuffer)a;\n"
                       "C three = {make(o, 1), 2}; calls = 0;\n",
                       conditions, DXKI_COUNT(conditions));
}

static void only_what_fits_is_cast(void **state)
{
#define BEGIN                                                                                      \
    "Texture2D t; Buffer<float> u; struct A { Texture2D t; float x; }; struct B { float x; "       \
    "Texture2D t; }; struct C { Texture2D t; float y; };\n" MAIN "{ A a = {t, 1};\n"
    static const said_how how = {"cs_6_6", 0, false, NULL};
    static const said_how old = {"cs_6_6", 2018, false, NULL};
    static const said_case cases[] = {
        {BEGIN "B b = (B)a; }", "3: cannot convert from 'A' to 'B'\n"},
        {BEGIN "SamplerState s = (SamplerState)a; }",
         "3: cannot convert from 'A' to 'SamplerState'\n"},
        {BEGIN "C b = a; }",
         "3: cannot initialize a variable of type 'C' with an lvalue of type 'A'\n"},
        {BEGIN "A b[2] = (A[2])a; }", "3: cannot convert from 'A' to 'A [2]'\n"},
    };
    static const said_case before_2021[] = {{BEGIN "C b = a; }", ""}};

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&old, before_2021);
#undef BEGIN
}

/* An enumeration is an element of structured buffers as any other type is, but not of typed ones. */
static void enumerations_are_elements_of_structured_buffers(void **state)
{
    static const char *const uses[] = {
        "AppendStructuredBuffer<E> a; [numthreads(1, 1, 1)] void main() { a.Append(E::B); }\n",
        ("ConsumeStructuredBuffer<E> c; RWStructuredBuffer<E> w; StructuredBuffer<E> s;\n"
         "[numthreads(1, 1, 1)] void main() { w[0] = c.Consume(); w[1] = s[2]; w[2] = s.Load(1);\n"
         " w.IncrementCounter(); }\n"),
        ("enum class F { X, Y = -1 }; RWStructuredBuffer<F> w;\n"
         "[numthreads(1, 1, 1)] void main() { w[0] = F::Y; }\n"),
    };
    static const answer_case typed[] = {
        {"cs_6_6",
         "enum E { A, B = 3 }; RWBuffer<E> w; [numthreads(1, 1, 1)] void main() { w[0] = A; }\n",
         "elements of typed buffers and textures must be scalars or vectors"},
    };
    char source[512];

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(uses); i++) {
        const hlsl_shader shader = {"cs_6_6", source, false};
        snprintf(source, sizeof source, "enum E { A, B = 3, C = -1 };\n%s", uses[i]);
        hlsl_expect_valid(&shader);
    }
    hlsl_expect_answers(typed, DXKI_COUNT(typed));
}

static void objects_that_are_not_known_are_refused(void **state)
{
    static const struct {
        const char *body, *rule;
    } cases[] = {
        {"{ Texture2D<float> l = u ? a : b; o[0] = l.Load(0); }", "HLSL.LOCAL_RESOURCE"},
        {"{ Texture2D<float> l; o[0] = l.Load(0); }", "HLSL.LOCAL_RESOURCE"},
        {"{ Texture2D<float> l; if (u) l = a; o[0] = l.Load(0); }", "HLSL.LOCAL_RESOURCE"},
        {"{ Texture2D<float> l[2] = { a, b }; o[0] = l[u].Load(0); }", "HLSL.LOCAL_RESOURCE"},
        {"{ o[0] = g.t[u].Load(0); }", "HLSL.LITERAL_INDEX"},
    };
    char source[512];

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        snprintf(source, sizeof source,
                 TEXTURES "struct S { Texture2D<float> t[2]; }; S g;\n" MAIN "%s", cases[i].body);
        const hlsl_shader s = {"cs_6_0", source, false};
        hlsl_expect_refused(&s, cases[i].rule);
    }
}

static void wide_elements_are_pairs_of_words(void **state)
{
    static const char source[] =
        "RWBuffer<int64_t> a; RWBuffer<uint64_t> b; RWBuffer<double> c;\n"
        "[numthreads(1, 1, 1)] void main() { InterlockedAdd(a[0], 1); b[0] = 2; c[0] = 3; }\n";

    (void)state;
    /* properties of a typed buffer whose elements are of the kind U32 */
    assert_int_equal(hlsl_count("cs_6_6", source, "ResourceProperties { i32 4106, i32 261 }"), 3);
    assert_int_equal(hlsl_count("cs_6_6", source, "!{i32 0, i32 5, i32 3, i32 1}"), 1);
}

static void the_last_register_holds(void **state)
{
    static const char source[] = "Buffer<uint> a : register(vs, t3) : register(ps, t5, space2);\n"
                                 "Buffer<uint> b : register(ps, t6, space2) : register(vs, t7);\n"
                                 "Buffer<uint> c : register(t8, space3) : register(space4);\n"
                                 "Buffer<uint> d : register(ps, space1) : register(vs, space6);\n"
                                 "cbuffer Y : register(b9) : register(space5) { uint y; }\n"
                                 "uint main() : A { return a[0] + b[0] + c[0] + d[0] + y; }\n";

    (void)state;
    assert_int_equal(hlsl_count("vs_6_0", source, "!\"a\", i32 2, i32 5, i32 1,"), 1);
    assert_int_equal(hlsl_count("vs_6_0", source, "!\"b\", i32 0, i32 7, i32 1,"), 1);
    assert_int_equal(hlsl_count("vs_6_0", source, "!\"c\", i32 4, i32 8, i32 1,"), 1);
    assert_int_equal(hlsl_count("vs_6_0", source, "!\"d\", i32 6, i32 0, i32 1,"), 1);
    assert_int_equal(hlsl_count("vs_6_0", source, "!\"Y\", i32 5, i32 9, i32 1,"), 1);
}

static void components_of_an_element_are_stored_at_once(void **state)
{
    static const struct {
        const char *statement;
        unsigned loads, stores;
    } cases[] = {
        {"t[u].rgba = v;", 0, 1},     {"t[u].abgr = v;", 0, 1},    {"t[u].wx = v.xy;", 1, 1},
        {"t[u].xyz += v.zyx;", 1, 1}, {"t[u][v.x] = 1;", 1, 1},    {"b[u].wzyx = v;", 0, 1},
        {"b[u].xz = v.xy;", 0, 2},    {"b[u] = t[u].xywz;", 1, 1},
    };
    char source[512];

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        snprintf(source, sizeof source,
                 "RWBuffer<uint4> t; RWStructuredBuffer<uint4> b;\n"
                 "[numthreads(1, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint u : "
                 "SV_GroupIndex) { uint4 v = d.xyzz; %s }\n",
                 cases[i].statement);
        assert_int_equal(hlsl_count("cs_6_0", source, "call %dx.types.ResRet.i32"), cases[i].loads);
        assert_int_equal(hlsl_count("cs_6_0", source, "call void @dx.op.bufferStore"),
                         cases[i].stores);
    }
}

static void stored_components_go_where_they_are_named(void **state)
{
    static const hlsl_shader s = {
        "cs_6_0",
        "struct S { uint4 b[4]; }; RWStructuredBuffer<S> s : register(u0);\n"
        "[numthreads(1, 1, 1)] void main() {\n"
        "s[0].b[0].wzyx = uint4(1, 2, 3, 4); s[0].b[1].zx = uint2(5, 6); s[0].b[2].yxwz.wzyx = "
        "uint4(1, 2, 3, 4);\n"
        "s[0].b[3].yzwx = s[0].b[0].xyzw; s[0].b[3].xw += s[0].b[1].zz; }\n",
        false};
    static const uint32_t wanted[16] = {4, 3, 2, 1, 6, 0, 5, 0, 3, 4, 1, 2, 6, 4, 3, 7};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    uint32_t words[HLSL_WORDS];

    (void)state;
    assert_int_equal(hlsl_compile(ctx, &s, &m), DXK_OK);
    hlsl_run(ctx, m, words);
    assert_memory_equal(words, wanted, sizeof wanted);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void biases_are_ones_that_devices_take(void **state)
{
    static const char source[] =
        "SamplerState s; Texture1D<float> t;\n"
        "float main(float q : Q) : SV_Target {\n"
        "float b = 100; if (q > 1) b = 100;\n"
        "return t.SampleBias(s, q, b) + t.SampleBias(s, q, -20) + t.SampleBias(s, q, 15.5); }";
    const hlsl_shader shader = {"ps_6_0", source, false};

    (void)state;
    hlsl_expect_valid(&shader);
    assert_int_equal(hlsl_count("ps_6_0", source, "float 0x402FFAE140000000, float undef)"), 1);
    assert_int_equal(hlsl_count("ps_6_0", source, "float -1.600000e+01, float undef)"), 1);
    assert_int_equal(hlsl_count("ps_6_0", source, "float 1.550000e+01, float undef)"), 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(objects_are_what_they_were_set_to),
    cmocka_unit_test(objects_are_values),
    cmocka_unit_test(structures_with_objects_are_cast),
    cmocka_unit_test(only_what_fits_is_cast),
    cmocka_unit_test(enumerations_are_elements_of_structured_buffers),
    cmocka_unit_test(objects_that_are_not_known_are_refused),
    cmocka_unit_test(wide_elements_are_pairs_of_words),
    cmocka_unit_test(the_last_register_holds),
    cmocka_unit_test(components_of_an_element_are_stored_at_once),
    cmocka_unit_test(stored_components_go_where_they_are_named),
    cmocka_unit_test(biases_are_ones_that_devices_take),
};
SUPPORT_SUITE(test_hlsl_objects, tests);
