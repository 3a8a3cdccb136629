/* SPDX-License-Identifier: MIT */
/* test_hlsl_hit.c - hit objects and the reordering of threads in HLSL, positions of triangles, and
 * what is said of coherence. */
#include "hlsl_support.h"

#include <string.h>

#define GEN "[shader(\"raygeneration\")] void main() {\n"
#define HEAD                                                                                       \
    "RaytracingAccelerationStructure scene; RWByteAddressBuffer o; uint k; float f;\n"             \
    "struct [raypayload] P { float4 c : write(caller, closesthit, miss) : read(caller); };\n"      \
    "struct A { float2 b; uint i; };\n"

static const char *const shaders[] = {
    /* where hits come from, and what is asked of them */
    HEAD GEN "P p = { f.xxxx }; RayDesc r = { 0, 0, 0, 0, f, 0, 1, 9 };\n"
             "dx::HitObject h = dx::HitObject::TraceRay(scene, 0, 255, 0, 1, 0, r, p);\n"
             "dx::MaybeReorderThread(h); dx::MaybeReorderThread(h, k, 3); "
             "dx::MaybeReorderThread(k, 4);\n"
             "dx::HitObject::Invoke(h, p); A a; h.GetAttributes(a); o.Store(0, p.c);\n"
             "h.SetShaderTableIndex(k); o.Store(16, h.GetShaderTableIndex() + a.i);\n"
             "o.Store(20, h.LoadLocalRootTableConstant(40)); o.Store(24, h.GetRayTCurrent());\n"
             "o.Store(28, h.GetWorldRayOrigin() + h.GetObjectRayDirection());\n"
             "float4x3 m = h.GetObjectToWorld4x3(); o.Store(40, m[3]);\n"
             "o.Store(52, mul(h.GetWorldToObject3x4(), f.xxxx)); }",
    HEAD GEN "RayQuery<0> q; q.TraceRayInline(scene, 0, 1, (RayDesc)0); A a = { f, f, k };\n"
             "dx::HitObject h = dx::HitObject::FromRayQuery(q);\n"
             "if (k > 3) h = dx::HitObject::FromRayQuery(q, k, a); o.Store(0, h.IsHit()); }",
    /* they are values: of parameters, results, members, elements, and in loops */
    HEAD "struct S { int n; dx::HitObject all[2]; };\n"
         "dx::HitObject same(dx::HitObject h) { h.SetShaderTableIndex(7); return h; }\n"
         "void miss(inout dx::HitObject h) { h = dx::HitObject::MakeMiss(0, 1, (RayDesc)0); }\n" GEN
         "S s; dx::HitObject h; miss(s.all[1]); S t = s; h = same(t.all[1]);\n"
         "for (uint i = 0; i < k; i++) { dx::HitObject n; n.SetShaderTableIndex(i); h = n; }\n"
         "dx::HitObject no = dx::HitObject::MakeNop(); o.Store(4, no.IsNop());\n"
         "o.Store(0, h.IsNop() + t.all[0].IsMiss()); }",
};

static void hits_are_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
        const hlsl_shader s = {"lib_6_9", shaders[i], false};
        hlsl_expect_valid(&s);
    }
}

static void operations_are_counted(void **state)
{
    (void)state;
    assert_int_equal(hlsl_count("lib_6_9", shaders[2], "hitObject_MakeNop(i32"), 2);
    assert_int_equal(hlsl_count("lib_6_9", shaders[0], "maybeReorderThread(i32"), 4);
    assert_int_equal(hlsl_count("lib_6_9", shaders[0], "hitObject_Attributes.struct.A("), 2);
}

static void names_of_dx_need_a_path_or_a_directive(void **state)
{
    const hlsl_shader good = {
        "lib_6_9",
        "RWBuffer<uint> o; namespace N { static uint HitObject = 3; }\n" GEN
        "using namespace dx; HitObject h = HitObject::MakeNop(); MaybeReorderThread(1, 2);\n"
        "o[0] = h.IsMiss() + N::HitObject; }",
        false};

    (void)state;
    hlsl_expect_valid(&good);
}

static void triangles_have_positions(void **state)
{
    static const char hit[] =
        "struct [raypayload] P { float3 c : write(closesthit) : read(caller); };\n"
        "[shader(\"closesthit\")] void h(inout P p, BuiltInTriangleIntersectionAttributes a)\n"
        "{ BuiltInTrianglePositions t = TriangleObjectPositions(); p.c = t.p0 + t.p2; }";

    (void)state;
    assert_int_equal(hlsl_count("lib_6_10", hit, "triangleObjectPosition.f32(i32"), 2);
}

static void wrong_uses_are_refused(void **state)
{
    static const struct {
        const char *target, *source, *rule;
    } cases[] = {
        {"lib_6_9", GEN "HitObject h; }", "HLSL.UNKNOWN_TYPE"},
        {"lib_6_9", GEN "MaybeReorderThread(1, 2); }", "HLSL.UNDECLARED"},
        {"lib_6_9", GEN "dx::HitObject h; h.Nothing(); }", "HLSL.NO_MEMBER"},
        {"lib_6_9", GEN "dx::HitObject::Nothing(); }", "HLSL.NO_MEMBER"},
        {"lib_6_9", GEN "dx::Nothing(); }", "HLSL.NO_MEMBER_SPACE"},
        {"lib_6_9", GEN "bool b = dx::HitObject::IsHit(); }", "HLSL.NO_OBJECT"},
        {"lib_6_9", GEN "dx::HitObject h = 1; }", "HLSL.INIT_RVALUE"},
        {"lib_6_8", GEN "dx::MaybeReorderThread(1, 2); }", "HLSL.CALL_MODEL"},
        {"lib_6_9", "dx::HitObject h;\n" GEN "}", "HLSL.OBJECT_PLACE"},
        {"lib_6_9", "static dx::HitObject h[2];\n" GEN "}", "HLSL.OBJECT_PLACE"},
        {"lib_6_9", "groupshared dx::HitObject h;\n" GEN "}", "HLSL.OBJECT_PLACE"},
        {"lib_6_9", "struct S { dx::HitObject h; }; cbuffer C { S s; };\n" GEN "}",
         "HLSL.OBJECT_PLACE"},
        {"lib_6_9", "struct S { dx::HitObject h; }; StructuredBuffer<S> s;\n" GEN "}",
         "HLSL.OBJECT_PLACE"},
        {"lib_6_9", "struct S { dx::HitObject h; }; [shader(\"miss\")] void m(inout S s) {}",
         "HLSL.OBJECT_PLACE"},
        {"lib_6_9", "ByteAddressBuffer b;\n" GEN "b.Load<dx::HitObject>(0); }",
         "HLSL.OBJECT_PLACE"},
        {"lib_6_9",
         "struct V { Texture2D t; };\n" GEN "dx::HitObject h; V v; h.GetAttributes(v); }",
         "HLSL.RECORD_OF_NUMBERS"},
        {"lib_6_9",
         "struct V { vector<float, 5> v; };\n" GEN "dx::HitObject h; V v; h.GetAttributes(v); }",
         "HLSL.LONG_VECTOR"},
        {"lib_6_9",
         "void f() { dx::MaybeReorderThread(1, 2); }\n"
         "[shader(\"callable\")] void c(inout BuiltInTriangleIntersectionAttributes a) { f(); }",
         "HLSL.CALL_STAGE"},
        {"cs_6_9", "[numthreads(1, 1, 1)] void main() { dx::HitObject::MakeNop(); }",
         "HLSL.CALL_STAGE"},
        {"ps_6_0", "float dx; float main() : SV_Target { return 1; }", "HLSL.REDEFINITION_KIND"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hlsl_shader s = {cases[i].target, cases[i].source, false};
        hlsl_expect_refused(&s, cases[i].rule);
    }
}

static void functions_keep_hits(void **state)
{
    const hlsl_shader s = {"lib_6_9",
                           "RWByteAddressBuffer o; uint k;\n" GEN
                           "static dx::HitObject h; if (k) h = dx::HitObject::MakeNop();\n"
                           "o.Store(0, h.IsHit()); }",
                           false};

    (void)state;
    hlsl_expect_valid(&s);
}

static void what_nothing_reaches_may_be_newer(void **state)
{
    const hlsl_shader s = {"lib_6_8", "void f() { dx::MaybeReorderThread(1, 2); }\n" GEN "}",
                           false};

    (void)state;
    hlsl_expect_valid(&s);
}

/* ---------------------------------------------------------------------------------------- */
/* Coherence                                                                                  */

static void coherence_is_part_of_resources(void **state)
{
    static const char source[] =
        "using T = reordercoherent RWBuffer<float>; T a[3]; globallycoherent RWBuffer<float> b;\n"
        "RWBuffer<float> c;\n" GEN "globallycoherent RWByteAddressBuffer h = "
        "ResourceDescriptorHeap[4];\nh.Store(0, 1); a[1][0] = b[1]; c[0] = 1; }";

    (void)state;
    assert_int_equal(hlsl_count("lib_6_9", source, "ResourceProperties { i32 69642,"), 1);
    assert_int_equal(hlsl_count("lib_6_9", source, "ResourceProperties { i32 20490,"), 1);
    assert_int_equal(hlsl_count("lib_6_9", source, "ResourceProperties { i32 20491,"), 1);
    assert_int_equal(hlsl_count("lib_6_9", source, "!{i32 0, i32 9, i32 4, i1 true}"), 1);
}

static void changes_of_coherence_are_told(void **state)
{
    static const struct {
        const char *source, *rule;
    } cases[] = {
        {"reordercoherent RWBuffer<int> a;\n" GEN "RWBuffer<int> b = a; b[0] = 1; }",
         "HLSL.COHERENCE"},
        {"RWBuffer<int> a; globallycoherent RWBuffer<int> f() { return a; }\n" GEN "f()[0] = 1; }",
         "HLSL.COHERENCE"},
        {"globallycoherent RWBuffer<int> a; void f(RWBuffer<int> b) { b[0] = 1; }\n" GEN "f(a); }",
         "HLSL.COHERENCE"},
        {"globallycoherent reordercoherent RWBuffer<int> a;\n" GEN "a[0] = 1; }",
         "HLSL.COHERENT_IMPLIED"},
        {"globallycoherent globallycoherent RWBuffer<int> a;\n" GEN "a[0] = 1; }",
         "HLSL.APPLIED_ALREADY"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hlsl_shader s = {"lib_6_9", cases[i].source, false};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m = NULL;
        assert_int_equal(hlsl_compile(ctx, &s, &m), DXK_OK);
        assert_true(support_reported(ctx, cases[i].rule));
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
    const hlsl_shader wrong = {"lib_6_9", "reordercoherent Buffer<float> b;\n" GEN "}", false};
    hlsl_expect_refused(&wrong, "HLSL.COHERENT_TYPE");
}

static dxk_status compile_one(dxk_ctx *ctx, void *user)
{
    dxk_module *m = NULL;
    dxk_status status = hlsl_compile(ctx, user, &m);

    dxk_module_free(m);
    return status;
}

static void failing_allocations_are_clean(void **state)
{
    hlsl_shader s = {"lib_6_9", shaders[1], false};

    (void)state;
    support_fail_allocations(compile_one, &s);
}

#define PAYLOAD                                                                                    \
    "struct [raypayload] P { float a : read(caller) : write(closesthit, miss);"                    \
    "  float b : read(miss, caller) : write(caller, anyhit, miss);"                                \
    "  float4 c : read(caller, closesthit) : write(anyhit, closesthit, caller); };"                \
    "struct A { float2 u; }; void all(inout P p) { p.a = p.b = 2; }\n"

static void accesses_of_payloads_are_followed(void **state)
{
    static const said_how how = {"lib_6_7", 0, false, NULL}, old = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {PAYLOAD
         "[shader(\"miss\")] void m(inout P p) {\nif (p.a > 1)\np.b = p.c.x;\nelse {\np.c.y = "
         "3;\nreturn; }\np.a = p.b; p.b = p.a; }",
         "6: write will be dropped ('c' is not qualified 'write' for shader stage 'miss')\n"
         "3: reading undefined value ('a' is not qualified 'read' for shader stage 'miss')\n"
         "4: reading undefined value ('c' is not qualified 'read' for shader stage 'miss')\n"},
        {PAYLOAD "[shader(\"closesthit\")] void h(inout P p, in A x) {\nswitch ((int)p.c.x) {\n"
                 "case 1: p.a = 1; break;\ndefault: p.b = 2; } }",
         "5: write will be dropped ('b' is not qualified 'write' for shader stage 'closesthit')\n"},
        {PAYLOAD "[shader(\"anyhit\")] void q(\ninout P p, in A x) {\nwhile (p.b > 2) {\np.a = 1; "
                 "break; }\n"
                 "p.c[0] = p.a; if (x.u.x > 1) p.b = 2; }",
         "5: write will be dropped ('a' is not qualified 'write' for shader stage 'anyhit')\n"
         "3: potential loss of data for payload field 'b'. Field is qualified 'write' in earlier "
         "stages "
         "and 'write' only for stage 'anyhit' but never unconditionally written.\n"
         "6: reading undefined value ('a' is not qualified 'read' for shader stage 'anyhit')\n"
         "4: reading undefined value ('b' is not qualified 'read' for shader stage 'anyhit')\n"},
        {PAYLOAD "[shader(\"anyhit\")] void q(inout P p, in A x) {\nall(p); float f = p.a + p.b;\n"
                 "for (int i = 0; i < 3; i++) { p.b = i; if (i > x.u.x) continue; p.c = f; }\np.b "
                 "= p.c.x; p.c = "
                 "1; }",
         "1: write will be dropped ('a' is not qualified 'write' for shader stage 'anyhit')\n"
         "5: reading undefined value ('c' is not qualified 'read' for shader stage 'anyhit')\n"},
        /* functions that get the payload are followed, each once */
        {PAYLOAD "void look(P q) {\nfloat x = q.a; q.a = x; }\nvoid set(out P q) {\nq.a = 1; q.b = "
                 "q.a; q.c = 2; }\nvoid both(inout P q) {\nlook(q); if (q.b > 1) q.c = 1; }\n"
                 "[shader(\"closesthit\")] void h(inout P p, in A x) {\nboth(p); set(p); }",
         "3: reading undefined value ('a' is not qualified 'read' for shader stage 'closesthit')\n"
         "7: reading undefined value ('b' is not qualified 'read' for shader stage 'closesthit')\n"
         "5: write will be dropped ('b' is not qualified 'write' for shader stage 'closesthit')\n"},
    };
    static const said_case ignored[] = {
        {PAYLOAD "[shader(\"miss\")] void m(inout P p) { p.c = p.a; }",
         "1: payload access qualifiers ignored. These are only supported for lib_6_7+ targets and "
         "lib_6_6 "
         "with with the -enable-payload-qualifiers flag.\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&old, ignored);
}

#define TRACED                                                                                     \
    "struct [raypayload] S { float u : read(closesthit) : write(caller);"                          \
    "  float v : write(caller, miss) : read(caller, miss); };"                                     \
    "struct [raypayload] P { S s; float w : read(caller) : write(closesthit); };"                  \
    "RaytracingAccelerationStructure t; void out_of(inout S s);\n"

static void payloads_of_traced_rays_are_followed(void **state)
{
    static const said_how how = {"lib_6_7", 0, false, NULL};
    static const said_case cases[] = {
        {TRACED "[shader(\"raygeneration\")] void r() {\nP p; RayDesc d = (RayDesc)0;\np.w = 1;\n"
                "for (int i = 0; i < 2; i++) {\nTraceRay(t, 0, 0, 0, 0, 0, d,\np);\n"
                "if (p.w > 1) p.s.v = 2; }\n}",
         "7: field 'u' is 'write' for 'caller' stage but field is never written for TraceRay call\n"
         "7: value will be undefined inside TraceRay ('w' is not qualified 'write' for 'caller')\n"
         "7: 'v' is qualified 'read' for 'caller' but the field is never read after TraceCall "
         "(possible performance issue)\n"},
        {TRACED "[shader(\"miss\")] void m(inout S p) {\nS s = {1, 2}; RayDesc d = (RayDesc)0;\n"
                "TraceRay(t, 0, 0, 0, 0, 0, d, s);\nfloat x = s.u + s.v;\ns.u = 3;\n"
                "p.v = s.u + x; out_of(\np); }",
         "7: passing a qualified payload to an extern function can cause undefined behavior if "
         "payload qualifiers mismatch\n"
         "5: reading undefined value ('u' is returned from TraceRay but not qualified 'read' for "
         "'caller')\n"},
        {TRACED "[shader(\"raygeneration\")] void r() { P p = (P)0; RayDesc d = (RayDesc)0;\n"
                "#pragma dxc diagnostic ignored \"-Wpayload-access-perf\"\n"
                "#pragma dxc diagnostic ignored \"-Wpayload-access-trace\"\n"
                "TraceRay(t, 0, 0, 0, 0, 0, d, p); }",
         ""},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(payloads_of_traced_rays_are_followed),
    cmocka_unit_test(accesses_of_payloads_are_followed),
    cmocka_unit_test(hits_are_values),
    cmocka_unit_test(operations_are_counted),
    cmocka_unit_test(names_of_dx_need_a_path_or_a_directive),
    cmocka_unit_test(triangles_have_positions),
    cmocka_unit_test(wrong_uses_are_refused),
    cmocka_unit_test(functions_keep_hits),
    cmocka_unit_test(what_nothing_reaches_may_be_newer),
    cmocka_unit_test(coherence_is_part_of_resources),
    cmocka_unit_test(changes_of_coherence_are_told),
    cmocka_unit_test(failing_allocations_are_clean),
};
SUPPORT_SUITE(test_hlsl_hit, tests);
