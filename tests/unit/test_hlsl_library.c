/* SPDX-License-Identifier: MIT */
/* test_hlsl_library.c - libraries and rays in HLSL: what they show, under which names, and what is
 * refused. */
#include "hlsl_support.h"

#include "dxk/build.h"
#include "dxk/hlsl.h"
#include "dxk/symbols.h"
#include "dxk/validate.h"

#include <string.h>

#define HIT "[shader(\"closesthit\")] void hit"
#define RAYS                                                                                       \
    "struct P { float4 c; bool b; float2x3 m; uint n[2]; }; struct A { float2 at; };\n"            \
    "RaytracingAccelerationStructure scene : register(t0); RWTexture2D<float4> img;\n"             \
    "cbuffer CB { float4 tint; uint which; };\n"

/* A library, and names of functions that it must have. */
typedef struct library {
    const char *target, *source, *names[4]; /* "!name" is not there */
} library;

static const library libraries[] = {
    {"lib_6_3",
     "export float3 f(float2 a, inout float4 b, bool2 c, float3x3 m, half h, float t[3])\n"
     "{ b.xy += a; return mul(m, b.xyz) * t[1] + c.x; }",
     {"\x01?f@@YA?AV?$vector@M$02@@V?$vector@M$01@@AIAV?$vector@M$03@@V?$vector@_N$01@@"
      "V?$matrix@M$02$02@@$halff@Y02M@Z"}},
    {"lib_6_3",
     "struct S { float4 v; row_major int2x3 m; }; class C { float x; }; enum E { ONE };\n"
     "export S g(S a, inout S b, S c[2][3], out int64_t i, C d, inout E e, float v[20])\n"
     "{ b.m[1][2] = c[1][0].m[0][0]; a.v += v[e]; i = 1; e = ONE; return a; }",
     {"\x01?g@@YA?AUS@@U1@U1@Y112U1@AIA_JVC@@AIAW4E@@Y0BE@M@Z"}},
    {"lib_6_3",
     "template<typename T, int N> struct P { T x[N]; struct In { T q; } i; };\n"
     "namespace ns { template<bool B> struct Q { float a; }; } typedef struct { float t; } A;\n"
     "template<typename T> struct W { T x; }; template<uint U> struct X { float a; };\n"
     "export float p(P<float4, 3> a, P<float4, 100> b, P<int, 1>::In c) { return a.x[2].x; }\n"
     "export float q(ns::Q<true> a, inout ns::Q<false> b[2], A c) { return a.a; }\n"
     "export float w(W<W<A> > a, W<int[3]> b, W<float2x3> c) { return a.x.x.t; }\n"
     "export float x(X<5> a, X<4000000000u> b) { return b.a; }\n",
     {"\x01?p@@YAMU?$P@V?$vector@M$03@@$02@@U?$P@V?$vector@M$03@@$0GE@@@UIn@?$P@H$00@@@Z",
      "\x01?q@@YAMU?$Q@$00@ns@@Y01$$CAU?$Q@$0A@@2@UA@@@Z",
      "\x01?w@@YAMU?$W@U?$W@UA@@@@@@U?$W@$$BY02H@@U?$W@V?$matrix@M$01$02@@@@@Z",
      "\x01?x@@YAMU?$X@$04@@U?$X@$0OOGLCIAA@@@@Z"}},
    {"lib_6_1",
     "static float n = 3; static float4 d; cbuffer CB { float4 k[3]; }\n"
     "export float next(uint i) { d += k[i]; return n++ * d.x; } export void reset() { n = 0; }",
     {"\x01?next@@YAMI@Z", "\x01?reset@@YAXXZ"}},
    {"lib_6_x",
     "struct S { float4 v; }; float ext(float3 a, inout S s, float3x3 m, out float w[2]);\n"
     "S other(); float plain(uint i) { S s = other(); float w[2];\n"
     "return ext(i, s, i, w) + w[1] + s.v.x; }",
     {"\x01?plain@@YAMI@Z"}},
    {"lib_6_x", /* resources are what a linker finds */
     "struct S { float a; Texture2D<float4> t; SamplerState s; }; cbuffer C { uint k; };\n"
     "Texture2D<float4> p, q, all[4]; SamplerState z; S other(); Texture2D<float4> some(uint i);\n"
     "float4 ext(Texture2D<float4> t[4], inout Texture2D<float4> u, SamplerState s);\n"
     "float4 f(Texture2D<float4> t, S x) { Texture2D<float4> l = k ? t : p;\n"
     "x.t = some(k); return l.Load(0) + x.t.SampleLevel(x.s, 0, 0) * x.a; }\n"
     "float4 g(Texture2D<float4> t[4], S y) { S x = other(); Texture2D<float4> u = q;\n"
     "if (k > 2) u = all[k]; float4 r = ext(all, u, x.s); x.s = z; return f(t[k], x) + r\n"
     "+ ext(t, x.t, y.s) + u.Load(1); }",
     {"\x01?f@@YA?AV?$vector@M$03@@V?$Texture2D@V?$vector@M$03@@@@US@@@Z",
      "\x01?g@@YA?AV?$vector@M$03@@Y03V?$Texture2D@V?$vector@M$03@@@@US@@@Z"}},
    {"lib_6_x", /* what functions return may be from the heap */
     "RWBuffer<uint> at(uint i) { return ResourceDescriptorHeap[i]; }\n"
     "SamplerState from(uint i) { return SamplerDescriptorHeap[NonUniformResourceIndex(i)]; }\n"
     "void add(uint i) { InterlockedAdd(at(i)[i], 1); RWBuffer<uint> b = at(i + 1); b[i] = 2; }",
     {"\x01?at@@YA?AV?$RWBuffer@I@@I@Z", "\x01?add@@YAXI@Z"}},
    {"lib_6_x", /* a shader is linked with one of them */
     "Texture2D<float4> p : register(t1), q : register(t1);\n"
     "float4 f() { return p.Load(0); } float4 g() { return q.Load(0); }",
     {"\x01?f@@YA?AV?$vector@M$03@@XZ", "\x01?g@@YA?AV?$vector@M$03@@XZ"}},
    {"lib_6_x",
     "float pick(float v[6], uint i); void fill(out float v[6], float3x3 m, float n[6]);\n"
     "float4 own(float v[6], float4 w, float m[6]) { m[1] = v[2]; fill(v, w.x, v);\n"
     "float n[6]; fill(n, 1, m); return pick(n, 3) + m[1] + w; }",
     {"\x01?own@@YA?AV?$vector@M$03@@Y05MV1@0@Z"}},
    {"lib_6_3",
     "RWStructuredBuffer<float> o; groupshared float g[8];\n"
     "[shader(\"compute\")] [numthreads(8, 1, 1)] void cs(uint i : SV_GroupIndex) { g[i] = i;\n"
     "GroupMemoryBarrierWithGroupSync(); o[i] = g[7 - i]; }\n"
     "[shader(\"pixel\")] float4 ps(float4 c : COLOR, float2 d : D) : SV_Target { return c * d.x; "
     "}\n"
     "[shader(\"vertex\")] float4 vs(float4 p : P) : SV_Position { return p; }",
     {"cs", "ps", "vs"}},
    {"lib_6_3",
     RAYS "[shader(\"raygeneration\")] void gen() { RayDesc r = { 0, 0, 0, 0, 0, 0, 1, 9 }; P p;\n"
          "p.c = 0; p.b = which; p.m = 1; p.n[0] = p.n[1] = 2;\n"
          "TraceRay(scene, RAY_FLAG_CULL_OPAQUE, 0xff, 0, 1, 0, r, p);\n"
          "img[DispatchRaysIndex().xy] = p.b ? p.c : p.m[1].xyzz; }\n"
          "[shader(\"miss\")] void miss(inout P p) { p.c = tint; p.m[which] = 3; }",
     {"\x01?gen@@YAXXZ", "\x01?miss@@YAXUP@@@Z"}},
    {"lib_6_3",
     RAYS HIT "(inout P p, in A a) { p.c.xy = a.at; p.n[which] = InstanceID(); p.c[which] = 1;\n"
              "p.m = (float2x3)ObjectToWorld(); }\n"
              "[shader(\"anyhit\")] void any(inout P p,\n"
              "    in BuiltInTriangleIntersectionAttributes a)\n"
              "{ if (a.barycentrics.x > 0.5) IgnoreHit(); if (which) AcceptHitAndEndSearch(); }\n"
              "[shader(\"intersection\")] void box() { A a; a.at = 1; ReportHit(1.5, 3, a); }\n"
              "[shader(\"callable\")] void call(inout P p) { CallShader(3, p); p.b = !p.b; }",
     {"\x01?hit@@YAXUP@@UA@@@Z", "\x01?any@@YAXUP@@UBuiltInTriangleIntersectionAttributes@@@Z",
      "\x01?box@@YAXXZ", "\x01?call@@YAXUP@@@Z"}},
    {"lib_6_7",
     "struct P { int a; }; RaytracingAccelerationStructure s;\n"
     "void trace(inout P p) { RayDesc d = (RayDesc)0; TraceRay(s, 0, 255, 0, 0, 0, d, p); }\n"
     "[shader(\"raygeneration\")] void f() { P p = {1}; trace(p); }",
     {"\x01?f@@YAXXZ"}},
    {"lib_6_7",
     "struct [raypayload] P { float a : write(caller, closesthit) : read(anyhit, caller); };\n" HIT
     "(inout P p, in BuiltInTriangleIntersectionAttributes b) { p.a = b.barycentrics.y; }",
     {"\x01?hit@@YAXUP@@UBuiltInTriangleIntersectionAttributes@@@Z"}},
    {"lib_6_6",
     "Texture2D<float> t[] : register(t0, space1); SamplerState s; RWByteAddressBuffer b[2][3];\n"
     "export float f(uint i) { b[1][i].Store(0, i); Texture2D<float> h = "
     "ResourceDescriptorHeap[i];\n"
     "return t[NonUniformResourceIndex(i)].SampleLevel(s, 0, 0) + h.Load(0); }",
     {"\x01?f@@YAMI@Z"}},
    {"lib_6_5",
     "RaytracingAccelerationStructure scene; export float f(float3 o) {\n"
     "RayQuery<RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> q; RayDesc r; r.Origin = o;\n"
     "r.Direction = float3(0, 1, 0); r.TMin = 0; r.TMax = 10;\n"
     "q.TraceRayInline(scene, RAY_FLAG_FORCE_OPAQUE, 1, r); while (q.Proceed())\n"
     "{ if (q.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE) q.CommitNonOpaqueTriangleHit(); }\n"
     "return q.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? q.CommittedRayT()\n"
     "+ q.CommittedTriangleBarycentrics().y + q.CommittedObjectToWorld4x3()[3][1] : -1; }",
     {"\x01?f@@YAMV?$vector@M$02@@@Z"}},
    {"lib_6_5",
     "GlobalRootSignature all = {\"RootFlags(0), SRV(t0)\"};\n"
     "LocalRootSignature own = {\"RootConstants(num32BitConstants = 4, b1)\"};\n"
     "StateObjectConfig c = {STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS};\n"
     "SubobjectToExportsAssociation a = {\"own\", \"hit;any\"};\n"
     "RaytracingShaderConfig sizes = {16, 8}; RaytracingPipelineConfig1 depth = {3, 0x100};\n"
     "TriangleHitGroup group = {\"\", \"hit\"};\n"
     "struct P { float4 c; };\n" HIT
     "(inout P p, BuiltInTriangleIntersectionAttributes a) { p.c = a.barycentrics.x; }",
     {"\x01?hit@@YAXUP@@UBuiltInTriangleIntersectionAttributes@@@Z"}},
};

static dxk_status compile(dxk_ctx *ctx, const library *l, const dxk_hlsl_options *more,
                          dxk_module **m)
{
    dxk_hlsl_options options = more ? *more : (dxk_hlsl_options){.optimize = 1};

    options.target = l->target;
    options.name = (dxk_str){"a.hlsl", 6};
    return dxk_hlsl_compile(ctx, (dxk_bytes){(const uint8_t *)l->source, strlen(l->source)},
                            &options, m);
}

static bool has_function(const dxk_symbols *symbols, const char *name)
{
    dxk_symbol s;

    for (size_t i = 0; dxk_symbols_get(symbols, i, &s); i++)
        if (s.name.size == strlen(name) && memcmp(s.name.data, name, s.name.size) == 0)
            return true;
    return false;
}

static void check(const library *l, const dxk_hlsl_options *options)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    dxk_container *made = NULL;
    dxk_validation *result = NULL;
    dxk_symbols *symbols = NULL;

    if (compile(ctx, l, options, &m) != DXK_OK)
        fail_msg("%s: %s", l->source, dxk_ctx_diag(ctx, 0)->message);
    assert_int_equal(dxk_container_build(m, NULL, &made), DXK_OK);
    if (strcmp(l->target, "lib_6_x") != 0 && strcmp(l->target, "lib_6_1") != 0) {
        if (dxk_validate(made, NULL, &result) != DXK_OK)
            print_message("%s\n", l->source);
        assert_int_equal(dxk_validation_count(result, NULL), 0);
    }
    assert_int_equal(dxk_symbols_load(made, &symbols), DXK_OK);
    for (size_t i = 0; i < 4 && l->names[i]; i++) {
        bool hidden = l->names[i][0] == '!';
        if (has_function(symbols, l->names[i] + hidden) == hidden)
            print_message("%s\n", l->names[i]);
        assert_true(has_function(symbols, l->names[i] + hidden) != hidden);
    }
    dxk_symbols_free(symbols);
    dxk_validation_free(result);
    dxk_container_free(made);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void libraries_are_valid(void **state)
{
    static const dxk_hlsl_options plain = {.no_optimize = true};

    (void)state;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        check(&libraries[i], NULL);
        check(&libraries[i], &plain);
    }
}

static void exports_are_chosen_and_renamed(void **state)
{
    static const char source[] =
        "float a(float x) { return x; } float b(float x) { return a(x); }\n"
        "[shader(\"pixel\")] float4 p() : SV_Target { return b(1); }";
    static const char *const exports[] = {"b;c,d=a", "q=p"};
    const dxk_hlsl_options all = {.export_all = true}, shaders = {.export_shaders_only = true};
    const dxk_hlsl_options some = {.exports = exports, .export_count = 2};
    const library whole = {"lib_6_3", source, {"\x01?a@@YAMM@Z", "\x01?b@@YAMM@Z", "p"}};
    const dxk_hlsl_options marked = {.export_marked = true};
    const library entries = {"lib_6_x", source, {"p", "!\x01?a@@YAMM@Z", "!\x01?b@@YAMM@Z"}};
    const library linked = {"lib_6_x", source, {"\x01?a@@YAMM@Z", "\x01?b@@YAMM@Z", "p"}};
    const library chosen = {
        "lib_6_3", source, {"\x01?b@@YAMM@Z", "\x01?c@@YAMM@Z", "\x01?d@@YAMM@Z", "q"}};

    (void)state;
    check(&whole, &all);
    check(&entries, &shaders);
    check(&linked, NULL);
    check(&entries, &marked);
    check(&chosen, &some);
}

/* What is exported by name is a function, too, if it is an entry point. */
static void wrong_exports_are_refused(void **state)
{
    static const struct {
        const char *exports[1], *rule;
    } cases[] = {
        {{"a=p;a=q"}, "HLSL.EXPORT_COLLISION"},
        {{"nothing"}, "HLSL.EXPORT_MISSING"},
        {{"a=\x01?q@@YAMXZ"}, "HLSL.EXPORT_MISSING"},
    };
    const library l = {"lib_6_3",
                       "[shader(\"pixel\")] float4 p() : SV_Target { return 1; }\n"
                       "[shader(\"pixel\")] float4 q() : SV_Target { return 2; }",
                       {"r", "\x01?r@@YA?AV?$vector@M$03@@XZ"}};
    static const char *const good[] = {"r=p"};
    const dxk_hlsl_options right = {.exports = good, .export_count = 1};

    (void)state;
    check(&l, &right);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dxk_hlsl_options options = {.exports = cases[i].exports, .export_count = 1};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m;
        assert_int_equal(compile(ctx, &l, &options, &m), DXK_E_INVALID);
        assert_true(support_reported(ctx, cases[i].rule));
        support_ctx_done(ctx);
    }
}

static void hulls_share_a_patch_function(void **state)
{
#define HULL                                                                                       \
    "[shader(\"hull\")] [domain(\"tri\")] [outputtopology(\"triangle_cw\")] "                      \
    "[outputcontrolpoints(3)] [patchconstantfunc(\"patch\")] "
    static const library shared = {
        "lib_6_3",
        "struct V { float3 p : P; };\n"
        "struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n"
        "C patch(InputPatch<V, 3> v) { C c; c.e[0] = c.e[1] = c.e[2] = v[0].p.x; c.i = 4; return "
        "c; "
        "}\n" HULL "[partitioning(\"integer\")]\n"
        "V a(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }\n" HULL
        "[partitioning(\"pow2\")]\n"
        "V b(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[0]; }\n",
        {"a", "b", "\x01?patch@@YA?AUC@@V?$InputPatch@UV@@$02@@@Z",
         "!\x01?patch@@YA?AUC@@V?$InputPatch@UV@@$02@@@Z.b"}};
#undef HULL

    (void)state;
    check(&shared, NULL);
}

static void wrong_libraries_are_refused(void **state)
{
    static const struct {
        const char *target, *source, *rule;
    } cases[] = {
        {"lib_6_3", "[shader(\"nothing\")] void f() {}", "HLSL.ATTRIBUTE_WORD"},
        {"lib_6_3", "export float f(Texture2D t) { return 1; }", "HLSL.EXPORTED_OBJECT"},
        {"lib_6_3", "[shader(\"miss\")] float f(inout float p) { return 1; }", "HLSL.RETURN_VOID"},
        {"lib_6_3", "[shader(\"miss\")] void f() {}", "HLSL.RAY_PARAMS"},
        {"lib_6_3", "[shader(\"miss\")] void f(inout float p) {}", "HLSL.RAY_PAYLOAD_TYPE"},
        {"lib_6_3", "struct P { int a; }; [shader(\"miss\")] void f(P p) {}", "HLSL.PAYLOAD_INOUT"},
        {"lib_6_3", "struct P { int a; }; " HIT "(inout P p, inout P a) {}", "HLSL.ATTRIBUTES_IN"},
        {"lib_6_7", "struct P { int a; }; [shader(\"miss\")] void f(inout P p) {}",
         "HLSL.PAYLOAD_ATTRIBUTE"},
        {"lib_6_7",
         "struct P { int a; }; RaytracingAccelerationStructure s;\n"
         "[shader(\"raygeneration\")] void f() { P p = {1}; RayDesc d = (RayDesc)0;\n"
         "TraceRay(s, 0, 255, 0, 0, 0, d, p); }",
         "HLSL.PAYLOAD_ATTRIBUTE"},
        {"lib_6_7", "struct [raypayload] P { int a; }; [shader(\"miss\")] void f(inout P p) {}",
         "HLSL.PAYLOAD_FIELD"},
        {"lib_6_7",
         "struct [raypayload] P { int a : read(vertex); }; [shader(\"miss\")] void f(inout P p) {}",
         "HLSL.PAYLOAD_STAGE"},
        {"lib_6_3", "export int f(int a) { return f(a); }", "HLSL.RECURSION"},
        {"lib_6_3",
         "Texture2D<float> t; static Texture2D<float> s = t;\n"
         "export float f() { return s.Load(0); }",
         "HLSL.STATIC_RESOURCE"},
        {"lib_6_3", "float main(float a) { return a; } float main(uint a) { return a; }",
         "HLSL.CONFLICTING_TYPES"},
        {"lib_6_3", "float main(float a) { return a; } int main(uint a) { return a; }",
         "HLSL.RESULT_DIFFERS"},
        {"lib_6_x", "export float f(RayQuery<0> q) { return 1; }", "HLSL.EXPORTED_OBJECT"},
        {"lib_6_3", "[RootSignature(\"CBV(b0)\")] [shader(\"raygeneration\")] void f() {}",
         "HLSL.RAY_ROOT"},
        {"lib_6_3", "RaytracingShaderConfig c = {16};", "HLSL.SUBOBJECT_FEW"},
        {"lib_6_7", "struct [raypayload] P { int a : read(miss) : write(closesthit); };",
         "HLSL.PAYLOAD_ALONE"},
        {"lib_6_7", "struct [raypayload] P { int a : read(caller); };", "HLSL.PAYLOAD_ALONE"},
        {"lib_6_7", "struct [raypayload] P { int a : write(caller); };", "HLSL.PAYLOAD_ALONE"},
        {"lib_6_7", "struct [raypayload] P { int a : read(caller) : read(miss) : write(anyhit); };",
         "HLSL.PAYLOAD_AGAIN"},
        {"lib_6_7", "static int a : read(caller) = 1;", "HLSL.PAYLOAD_MEMBER"},
        {"lib_6_7",
         "struct [raypayload] N { int a : read(caller) : write(miss); };\n"
         "struct [raypayload] P { N n : read(caller) : write(miss); };\n"
         "[shader(\"miss\")] void f(inout P p) {}",
         "HLSL.PAYLOAD_NESTED"},
        {"lib_6_7",
         "struct [raypayload] P { int a : read(caller) : write(miss); int b; };\n"
         "[shader(\"miss\")] void f(inout P p) {}",
         "HLSL.PAYLOAD_WHOLE"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const library l = {cases[i].target, cases[i].source, {NULL}};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m;
        dxk_status status = compile(ctx, &l, NULL, &m);
        if (!support_reported(ctx, cases[i].rule))
            print_message("%s: not %s\n", cases[i].source, cases[i].rule);
        assert_true(support_reported(ctx, cases[i].rule));
        assert_int_equal(status, DXK_E_INVALID);
        assert_null(m);
        support_ctx_done(ctx);
    }
}

static void functions_stay_that_are_not_inlined(void **state)
{
    static const char source[] =
        "RWBuffer<float> o; Texture2D<float> t; groupshared float g;\n"
        "[noinline] float leaf(float3 v) { return v.x + v.y * v.z; }\n"
        "[noinline] float in_place(Texture2D<float> a) { return a.Load(0); }\n"
        "static float s; [noinline] void sets(float a) { s = a; } [noinline] void shares() { g = "
        "2; }\n"
        "[noinline] float f(float x, inout float y) { y += leaf(x); return y + in_place(t); }\n"
        "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)\n"
        "{ float y = i; sets(i); shares(); o[i] = f(i, y) + y + s + leaf(y); }";

    (void)state;
    assert_int_equal(hlsl_count("cs_6_0", source, "define internal float @"), 2);
    assert_int_equal(hlsl_count("cs_6_0", source, "call float @\"\\01?leaf"), 2);
    assert_int_equal(hlsl_count("cs_6_0", source, "noinline"), 3);
}

static dxk_status compile_one(dxk_ctx *ctx, void *user)
{
    dxk_module *m = NULL;
    dxk_status status = compile(ctx, user, NULL, &m);

    dxk_module_free(m);
    return status;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    support_fail_allocations(compile_one, (void *)(uintptr_t)&libraries[5]);
    support_fail_allocations(compile_one, (void *)(uintptr_t)&libraries[2]);
}

static void functions_that_call_themselves_are_told_once(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int f(int n) { return n < 2 ? 1 : f(n-1)*n; }\n"
         "int g(int n) { if (n > 3) return g(n-1); return 2; }\n"
         "int h1(int n); int h2(int n) { return h1(n); } int h1(int n) { return h2(n); }\n"
         "export int a(int n) { return f(n) + g(n); }\n"
         "export int b(int n) { return g(n+1) + f(n); }\n"
         "export int c(int n) { return g(n); }\n"
         "export int d(int n) { return h1(n); }\n"
         "export int e(int n) { return h2(n); }\n"
         "export int e2(int n) { return e2(n); }\n"
         "export int e3(int n) { return e2(n); }\n",
         "1: recursive functions are not allowed: function 'a' calls recursive function 'f'\n"
         "1: recursive function located here:\n"
         "2: recursive functions are not allowed: function 'b' calls recursive function 'g'\n"
         "2: recursive function located here:\n"
         "3: recursive functions are not allowed: function 'd' calls recursive function 'h1'\n"
         "3: recursive function located here:\n"
         "3: recursive functions are not allowed: function 'e' calls recursive function 'h2'\n"
         "3: recursive function located here:\n"
         "9: recursive functions are not allowed: function 'e2' calls recursive function 'e2'\n"
         "9: recursive function located here:\n"},
        {"int f(int n) { return n < 2 ? 1 : f(n-1)*n; }\n"
         "int g(int n) { if (n > 3) return g(n-1); return 2; }\n"
         "struct V { float4 p : SV_Position; };\n"
         "struct T { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n"
         "T pc() { T t; t.e[0] = f(1); t.e[1]=1; t.e[2] = 2; t.i = g(2); return t; }\n"
         "T pc2() { T t; t.e[0] = g(1); t.e[1]=1; t.e[2] = 2; t.i = 2; return t; }\n"
         "[shader(\"hull\")]\n"
         "[domain(\"tri\")][partitioning(\"integer\")]\n"
         "[outputtopology(\"triangle_cw\")][outputcontrolpoints(3)]\n"
         "[patchconstantfunc(\"pc\")]\n"
         "V hs(InputPatch<V,3> p, uint i : SV_OutputControlPointID) { V v; v.p = f(i); return v; "
         "}\n"
         "[shader(\"hull\")]\n"
         "[domain(\"tri\")][partitioning(\"integer\")]\n"
         "[outputtopology(\"triangle_cw\")][outputcontrolpoints(3)]\n"
         "[patchconstantfunc(\"pc2\")]\n"
         "V hs2(InputPatch<V,3> p, uint i : SV_OutputControlPointID) { V v; v.p = f(i); return v; "
         "}\n",
         "1: recursive functions are not allowed: function 'hs' calls recursive function 'f'\n"
         "1: recursive function located here:\n"
         "2: recursive functions are not allowed: function 'pc2' calls recursive function 'g'\n"
         "2: recursive function located here:\n"},
        {"namespace n { struct S { int f(int a) { return f(a); } }; }\n"
         "export int a(int i) { n::S s; return s.f(i); }\n",
         "1: recursive functions are not allowed: function 'a' calls recursive function 'n::S::f'\n"
         "1: recursive function located here:\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void attributes_of_entry_points_are_told_from_the_last_one(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"[maxtessfactor(3)] [outputcontrolpoints(3)]\n"
         "[outputtopology(\"line\")]\n"
         "[RootSignature(\"\")]\n"
         "int f(int a) { return a; }\n"
         "[patchconstantfunc(\"x\")] export int g() { return 1; }\n",
         "3: attribute 'RootSignature' ignored without accompanying shader attribute\n"
         "2: attribute 'outputtopology' ignored without accompanying shader attribute\n"
         "1: attribute 'outputcontrolpoints' ignored without accompanying shader attribute\n"
         "1: attribute 'maxtessfactor' ignored without accompanying shader attribute\n"
         "5: attribute 'patchconstantfunc' ignored without accompanying shader attribute\n"
         "5: patch constant function 'x' must be defined\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void stages_follow_from_attributes(void **state)
{
    static const char source[] =
        "struct V { float4 p : SV_Position; };\n"
        "[maxvertexcount(3)] void g(triangle V v[3], inout TriangleStream<V> s) { s.Append(v[0]); "
        "}\n"
        "[earlydepthstencil] float4 p() : SV_Target { return 0; }\n"
        "float4 plane;\n[clipplanes(plane)] float4 v(float4 a : A) : SV_Position { return a; }\n"
        "[numthreads(1, 1, 1)] void c() {}\n";

    (void)state;
    assert_int_equal(hlsl_count("lib_6_3", source, "define void @"), 3);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(libraries_are_valid),
    cmocka_unit_test(exports_are_chosen_and_renamed),
    cmocka_unit_test(wrong_exports_are_refused),
    cmocka_unit_test(hulls_share_a_patch_function),
    cmocka_unit_test(wrong_libraries_are_refused),
    cmocka_unit_test(functions_stay_that_are_not_inlined),
    cmocka_unit_test(test_out_of_memory),
    cmocka_unit_test(functions_that_call_themselves_are_told_once),
    cmocka_unit_test(attributes_of_entry_points_are_told_from_the_last_one),
    cmocka_unit_test(stages_follow_from_attributes),
};
SUPPORT_SUITE(test_hlsl_library, tests);
