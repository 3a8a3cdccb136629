/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_rules_resources.c - rules of HLSL in small on resources and registers: sources that break one, with what is
 * said of them, beside sources that look much like them and are right.
 */
#include "hlsl_support.h"

#include "base/count.h"

#define PIXEL "float4 main() : SV_Target { return 1; }\n"

static void resources_are_initialised_as_variables_are(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "Texture t = NULL;\n" PIXEL, "effect object ignored"},
        {"ps_6_0", "Texture2D t = NULL;\n" PIXEL, "use of undeclared identifier 'NULL'"},
        {"ps_6_0", "RWBuffer<float> b = 0;\n" PIXEL,
         "cannot initialize a variable of type 'RWBuffer<float>'"},
        {"ps_6_0", "cbuffer C { Texture2D t = NULL; }\n" PIXEL,
         "use of undeclared identifier 'NULL'"},
        {"ps_6_0", "Texture2D a; Texture2D b = a;\n" PIXEL, NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void registers_have_one_space_behind_them(void **state)
{
    static const char offset[] = "register subcomponent is not an integral constant";
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void coherence_is_of_resources_that_are_written(void **state)
{
    static const answer_case cases[] = {
        {"ps_6_0", "globallycoherent float x;\n" PIXEL, "declaration of type 'float'"},
        {"ps_6_0", "globallycoherent Buffer<int> x;\n" PIXEL, "declaration of type 'Buffer<int>'"},
        {"ps_6_0", "globallycoherent int f() { return 1; }\n" PIXEL, "declaration of type 'int'"},
        {"ps_6_0", "globallycoherent RWBuffer<int> x[3];\n" PIXEL, NULL},
        {"ps_6_9", "reordercoherent float x;\n" PIXEL, "only be applied to UAV objects"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void samples_of_written_textures_are_elements(void **state)
{
    static const char source[] =
        "RWTexture2DMS<float, -1> t; float4 main(uint2 a : A, uint s : S) : SV_Target {\n"
        "t.sample[s][a] = 1; t[a] = 2; return t.sample[s][a] + t[a]; }\n";

    (void)state;
    hlsl_expect_answers(&(const answer_case){"ps_6_7", source, NULL}, 1);
    assert_int_equal(hlsl_count("ps_6_7", source, "call void @dx.op.textureStoreSample"), 2);
}

static void samplers_can_be_selected(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void queries_can_be_made_in_place(void **state)
{
    static const answer_case cases[] = {
        {"cs_6_5",
         "RaytracingAccelerationStructure s; RWBuffer<uint> o; [numthreads(1, 1, 1)] void main() "
         "{\n"
         "RayDesc r = (RayDesc)0; RayQuery<RAY_FLAG_NONE> q = RayQuery<RAY_FLAG_NONE>();\n"
         "q.TraceRayInline(s, 0, 1, r); o[0] = q.Proceed(); }\n",
         NULL},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void offsets_are_for_constant_buffers(void **state)
{
    static const char place[] = "packoffset is only allowed in a constant buffer";
    static const answer_case cases[] = {
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
        {"ps_6_0",
         "cbuffer B { float a[4] : packoffset(c0); float3x4 m : packoffset(c4);\n"
         "  float b : packoffset(c1.y); float c : packoffset(c7.w); }\n"
         "float4 main() : SV_Target { return a[1] + b + m[0] + c; }\n",
         NULL},
        {"ps_6_0",
         "cbuffer B { float4 a : packoffset(c0); float b : packoffset(c0.y); float c; }\n"
         "float4 main() : SV_Target { return a + b + c; }\n",
         "packoffset overlap between 'b', 'a'"},
        {"ps_6_0",
         "cbuffer B { float3x4 m : packoffset(c1); float b : packoffset(c3.z); }\n"
         "float4 main() : SV_Target { return m[0] + b; }\n",
         "packoffset overlap between 'b', 'm'"},
        {"ps_6_0", "float a : register(c0, space1); float4 main() : SV_Target { return a; }\n",
         "register space cannot be specified on global constants."},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

/* Members share no bytes; what lies in the gaps of another one does not. */
static void offsets_do_not_overlap(void **state)
{
    static const struct {
        const char *members;
        bool is_refused;
    } cases[] = {
        {"uint a : packoffset(c2.y); uint b : packoffset(c2.y);", true},
        {"float a[3] : packoffset(c0); float b : packoffset(c1);", true},
        {"float b : packoffset(c1); float4 a : packoffset(c1);", true},
        {"float a[2] : packoffset(c0); float b : packoffset(c1.y);", false},
        {"float a[3] : packoffset(c0); float b : packoffset(c0.y);", false},
        {"float2 a[3] : packoffset(c0); float b : packoffset(c1.y);", true},
        {"float a[2][2] : packoffset(c0); float b : packoffset(c2.y);", false},
        {"S s : packoffset(c0); float b : packoffset(c0.y);", false},
        {"S s[2] : packoffset(c0); float b : packoffset(c3.w);", true},
        {"float4x4 m : packoffset(c0); float b : packoffset(c3.w);", true},
        {"row_major float3x2 m : packoffset(c0); float2 b : packoffset(c1.z);", false},
        {"row_major float3x2 m : packoffset(c0); float2 b : packoffset(c1.y);", true},
        {"double a : packoffset(c0); float b : packoffset(c0.y);", true},
        {"float a : packoffset(c0); float b; float c : packoffset(c0);", true},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        char source[300];
        snprintf(source, sizeof source,
                 "struct S { float a; float4 b; };\ncbuffer B { %s }\n"
                 "float4 main() : SV_Target { return 1; }\n",
                 cases[i].members);
        const answer_case answer = {"ps_6_0", source,
                                    cases[i].is_refused ? "packoffset overlap between" : NULL};
        hlsl_expect_answers(&answer, 1);
    }
}

/* Objects in views of buffers are resources of their own. */
static void views_of_buffers_may_have_objects(void **state)
{
#define VIEW        "struct Q { Texture2D t[2]; int k; }; struct R { Q q; float4 a; SamplerState s; };\n"
#define READS(text) "float4 main(uint u : U) : SV_Target { return " text "; }\n"
    static const answer_case cases[] = {
        {"ps_6_0",
         VIEW "ConstantBuffer<R> c; TextureBuffer<R> d; float4 f(R r) { return r.q.t[1].Load(0); "
              "}\n" READS("f(c) + d.q.t[0].Sample(c.s, 0) + c.a + d.q.k"),
         NULL},
        {"ps_6_0", VIEW "ConstantBuffer<R> c[1];\n" READS("c[0].a + c[0].q.t[0].Load(0)"), NULL},
        {"lib_6_3", VIEW "ConstantBuffer<R> c; [shader(\"pixel\")]" READS("c.q.t[1].Load(0)"),
         NULL},
        {"ps_6_0", "ConstantBuffer<SamplerState> c;\n" READS("0"), NULL},
        {"ps_6_0", VIEW "ConstantBuffer<R> c;\n" READS("c.q.t[u].Load(0)"),
         "Index for resource array inside cbuffer must be a literal expression"},
        {"ps_6_0", VIEW "ConstantBuffer<R> c[2];\n" READS("c[0].a"),
         "object types not supported in cbuffer/tbuffer view arrays."},
        {"ps_6_6",
         VIEW "float4 f(ConstantBuffer<R> c) { return c.q.t[0].Load(0); }\n" READS(
             "f(ResourceDescriptorHeap[u])"),
         "not supported"},
        {"ps_6_0",
         VIEW
         "ConstantBuffer<R> c; float4 f(ConstantBuffer<R> c) { return c.q.t[0].Load(0); }\n" READS(
             "f(c)"),
         "not supported"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
#undef VIEW
#undef READS
}

/* Their numbers follow from what they are in, then from when they are used. */
static void resources_in_structures_come_before_buffers(void **state)
{
    static const char source[] =
        "struct R { Texture1D t; float4 a; Texture2D u; Texture3D v; }; TextureBuffer<R> c; R g;\n"
        "cbuffer B { R r; } TextureCube x; SamplerState s;\n"
        "float4 main() : SV_Target { return c.a + c.t.Load(0) + c.u.Load(0) + r.v.Load(0) +\n"
        "  r.u.Load(0) + g.t.Load(0) + g.a + x.Sample(s, 0); }\n";
    static const char *const binds[] = {
        "!{i32 0, %\"class.TextureCube<vector<float, 4> >\"*",
        "!{i32 1, %\"class.Texture1D<vector<float, 4> >\"*",
        "!{i32 2, %\"class.Texture2D<vector<float, 4> >\"*",
        "!{i32 3, %\"class.Texture1D<vector<float, 4> >\"*",
        "!{i32 4, %\"class.Texture3D<vector<float, 4> >\"*",
        "!{i32 5, %\"class.Texture2D<vector<float, 4> >\"*",
        "!{i32 6, %hostlayout.c*",
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(binds); i++)
        assert_int_equal(hlsl_count("ps_6_0", source, binds[i]), 1);
}

static void flags_of_rays_have_a_type(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void offsets_are_known_and_small(void **state)
{
#define SAMPLE(how)                                                                                \
    "Texture2D t; SamplerState s; float4 main(float2 a : A) : SV_Target { " how " }\n"
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void registers_do_not_overlap(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void methods_fit_the_elements_of_textures(void **state)
{
#define METHOD(type, call)                                                                         \
    "Texture2D<" type "> t; SamplerState s; SamplerComparisonState c;\n"                           \
    "float4 main(float2 u : U) : SV_Target { t." call "; return 1; }\n"
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
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

static void arrays_of_objects_in_buffers_have_known_indices(void **state)
{
#define PICK(index)                                                                                \
    "cbuffer C { Texture2D t[3]; uint n; } float4 main() : SV_Target { return t[" index            \
    "].Load(0); }\n"
    static const answer_case cases[] = {
        {"ps_6_0", PICK("n"), "Index for resource array inside cbuffer must be a literal"},
        {"ps_6_0", PICK("1 + 1"), NULL},
    };
#undef PICK

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void resources_can_be_lent(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void counters_of_buffers_from_functions_are_used(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void heaps_have_their_names_to_themselves(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void elements_without_operations_can_be_declared(void **state)
{
    static const char no_objects[] = "is not allowed in builtin template parameters";
    static const char no_scalars[] = "elements of typed buffers and textures must be";
    static const answer_case cases[] = {
        {"ps_6_0", "RWBuffer<Texture2D> b; StructuredBuffer<TextureCube> c[2];\n" PIXEL, NULL},
        {"ps_6_0", "enum E { A }; struct S { Texture2D<E> t; float x; }; S s;\n" PIXEL, NULL},
        {"lib_6_6", "enum E { A }; void f(Buffer<E> b) {} [shader(\"pixel\")] " PIXEL, NULL},
        {"ps_6_0", "RWBuffer<Texture2D<float4> > b;\n" PIXEL, no_scalars},
        {"ps_6_0", "StructuredBuffer<SamplerState> b;\n" PIXEL, no_objects},
        {"ps_6_0", "StructuredBuffer<void> b;\n" PIXEL, "'void' cannot be used as a type"},
        {"ps_6_0", "Buffer<Texture2D> b; float4 main() : SV_Target { return b[0].Load(0); }\n",
         no_objects},
        {"ps_6_0",
         "Texture2D<Texture2D> b; float4 main() : SV_Target { return b.Load(0).Load(0); }\n",
         no_objects},
        {"ps_6_0", "enum E { A }; Buffer<E> b; float main() : SV_Target { return b[0] == A; }\n",
         no_scalars},
        {"ps_6_0",
         "enum E { A }; RWBuffer<E> b; float main() : SV_Target { return b.Load(0) == A; }\n",
         no_scalars},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static void components_of_constant_buffers_have_known_bounds(void **state)
{
    static const answer_case cases[] = {
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
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(resources_are_initialised_as_variables_are),
    cmocka_unit_test(registers_have_one_space_behind_them),
    cmocka_unit_test(coherence_is_of_resources_that_are_written),
    cmocka_unit_test(samples_of_written_textures_are_elements),
    cmocka_unit_test(samplers_can_be_selected),
    cmocka_unit_test(queries_can_be_made_in_place),
    cmocka_unit_test(flags_of_rays_have_a_type),
    cmocka_unit_test(offsets_are_for_constant_buffers),
    cmocka_unit_test(offsets_do_not_overlap),
    cmocka_unit_test(views_of_buffers_may_have_objects),
    cmocka_unit_test(resources_in_structures_come_before_buffers),
    cmocka_unit_test(offsets_are_known_and_small),
    cmocka_unit_test(registers_do_not_overlap),
    cmocka_unit_test(methods_fit_the_elements_of_textures),
    cmocka_unit_test(resources_aside_come_back),
    cmocka_unit_test(texture_buffers_have_words),
    cmocka_unit_test(arrays_of_objects_in_buffers_have_known_indices),
    cmocka_unit_test(resources_can_be_lent),
    cmocka_unit_test(counters_of_buffers_from_functions_are_used),
    cmocka_unit_test(elements_without_operations_can_be_declared),
    cmocka_unit_test(heaps_have_their_names_to_themselves),
    cmocka_unit_test(components_of_constant_buffers_have_known_bounds),
};
SUPPORT_SUITE(test_hlsl_rules_resources, tests);
