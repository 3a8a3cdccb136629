/* SPDX-License-Identifier: MIT */
/* test_hlsl_stages.c - entry points of the stages of the pipeline: what they take, give and must have. */
#include "hlsl_support.h"

#define GS "struct V { float4 p : SV_Position; float2 t[2] : T; };\n"
#define HS                                                                                         \
    "struct C { float4 p : P; }; struct F { float e[3] : SV_TessFactor; float i : "                \
    "SV_InsideTessFactor; };\n"
#define HS_ENTRY                                                                                   \
    "[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]\n"            \
    "[outputcontrolpoints(3)] [patchconstantfunc(\"f\")]\n"
#define HS_MAIN                                                                                    \
    HS_ENTRY "C main(InputPatch<C, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }\n"
#define PATCH                                                                                      \
    "F f(InputPatch<C, 3> p) { F o; o.e[0] = o.e[1] = o.e[2] = p.Length; o.i = 1; return o; }\n"
#define MS                                                                                         \
    "struct V { float4 p : SV_Position; float2 t : T; }; struct P { bool c : SV_CullPrimitive; "   \
    "};\n"                                                                                         \
    "struct Pay { uint n; float3 d; row_major float2x3 m; };\n"
#define MS_ENTRY "[numthreads(4, 1, 1)] [outputtopology(\"triangle\")]\n"

/* A shader, and the rule by which it is refused. */
struct row {
    const char *target, *source, *rule;
};

static void all_stages_compile(void **state)
{
    static const struct row rows[] = {
        {"gs_6_0",
         GS
         "[maxvertexcount(3)] [instance(2)] void main(triangle V v[3], uint n : SV_GSInstanceID,\n"
         "uint id : SV_PrimitiveID, inout TriangleStream<V> s) {\n"
         "for (uint i = 0; i < 3; i++) { V o = v[i]; o.t[n] += v[(i + id) % 3].t[i & 1]; "
         "s.Append(o); }\n"
         "s.RestartStrip(); }",
         NULL},
        {"gs_6_1",
         "struct A { float4 p : SV_Position; }; struct B { uint n : N; float3 q : Q; };\n"
         "[maxvertexcount(2)] void main(InputPatch<A, 7> v, uint view : SV_ViewID,\n"
         "inout PointStream<A> a, inout PointStream<B> b) {\n"
         "a.Append(v[view]); B o = { view, v[6].p.xyz }; b.Append(o); }",
         NULL},
        {"hs_6_0", HS PATCH HS_MAIN, NULL},
        {"hs_6_0",
         HS "static uint calls = 1;\n"
            "void f(InputPatch<C, 3> p, OutputPatch<C, 3> q, uint id : SV_PrimitiveID, out F o) {\n"
            "float3 k; float r, u; calls++; ProcessTriTessFactorsAvg(q[id % 3].p.xyz, p[0].p.w, "
            "k, r, u);\n"
            "o.e[0] = o.e[1] = o.e[2] = r; o.i = u * calls; }\n" HS_MAIN,
         NULL},
        {"ds_6_0",
         HS "[domain(\"tri\")] float4 main(F f, float3 at : SV_DomainLocation, uint id : "
            "SV_PrimitiveID,\n"
            "const OutputPatch<C, 3> p) : SV_Position {\n"
            "return p[0].p * at.x + p[1].p * at.y + p[2].p * at.z * f.e[id % 3] * f.i; }",
         NULL},
        {"ms_6_5",
         MS "void put(out vertices V v[4], uint i, float4 p) { v[i].p = p; }\n" MS_ENTRY
            "void main(uint i : SV_GroupIndex, in payload Pay y, out vertices V v[4],\n"
            "out indices uint3 n[2], out primitives P c[2]) { SetMeshOutputCounts(4, 2);\n"
            "put(v, i, float4(y.d, y.m[i & 1][2])); v[i].t = y.n; v[i].t[i & 1] = 3;\n"
            "if (i < 2) { n[i] = uint3(0, i, 2); c[i].c = i == y.n; } }",
         NULL},
        {"as_6_5",
         MS
         "groupshared Pay y; [numthreads(2, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
         "if (i == 0) y.n = i; y.m[i] = i; InterlockedAdd(y.n, 1); DispatchMesh(y.n, 1, 1, y); }",
         NULL},
        {"as_6_5",
         MS "[numthreads(2, 1, 1)] void main(uint i : SV_GroupIndex) { Pay y = (Pay)i;\n"
            "DispatchMesh(1, 1, 1, y); }",
         NULL},
        {"ps_6_1",
         "struct V { float4 a : A; nointerpolation float3 b[2] : B; float4x4 m : M; };\n"
         "float half_way(float x) { return EvaluateAttributeCentroid(x); }\n"
         "float4 main(V v, float3 w : SV_Barycentrics, uint s : SV_SampleIndex, uint c : "
         "SV_Coverage,\n"
         "uint k : K) : SV_Target { float4 a = v.a; return EvaluateAttributeSnapped(a, int2(1, s)) "
         "+\n"
         "half_way(v.a.y) + EvaluateAttributeAtSample(v.m[1], c).wzyx + v.b[k % 2].xyzz * w.x +\n"
         "GetAttributeAtVertex(v.b[1], 2).x; }",
         NULL},
        {"ps_6_0",
         "static float2 s; static float4 w[2];\n"
         "float4 half_way(float4 x) { return EvaluateAttributeCentroid(x); }\n"
         "float4 main(float2 a : A, float4 c[2] : C, uint n : N) : SV_Target { s = a; w = c;\n"
         "float4 l = c[1]; return EvaluateAttributeSnapped(s, int2(1, 2)).xyxy +\n"
         "EvaluateAttributeAtSample(l.zw, n).yxxy + half_way(w[0]) + half_way(c[1].wzyx); }",
         NULL},
        {"ps_6_0",
         "static float2 s; float main(float2 a : A) : SV_Target { s = a;\n"
         "return EvaluateAttributeSnapped(s, int2(1, 2)).x; }",
         NULL},
        {"ms_6_5",
         "struct V { float4 p : SV_Position; float c[2] : C; };\n"
         "void put(out V v[3], inout uint3 t[1], uint i) { v[i].p = i; v[i].c[i & 1] = 4;\n"
         "v[i].p[i] = 1; if (i == 0) t[i] = uint3(0, 1, 2); }\n"
         "[outputtopology(\"triangle\")] [numthreads(3, 1, 1)] void main(uint i : SV_GroupIndex,\n"
         "out vertices V v[3], out indices uint3 t[1]) { SetMeshOutputCounts(3, 1); put(v, t, i); "
         "}",
         NULL},
        {"vs_6_0",
         "float4 plane; cbuffer c { float4 other; }\n"
         "[clipplanes(plane, other)] float4 main(float3 p : P) : SV_Position { return "
         "float4(p, 1); }",
         NULL},
        {"vs_6_0",
         "struct L { float3 d : D; float w : W; }; struct V { float4 p : SV_Position; L l[2]; };\n"
         "struct N { float x, y; };\n"
         "void main(float4 p : P, N n[2] : S3, out V v) { v.p = p; for (uint i = 0; i < 2; i++) {\n"
         "v.l[i].d = n[i].x; v.l[i].w = n[i].y; } }",
         NULL},
        {"cs_6_8", "[WaveSize(4, 32, 16)] [numthreads(2 + 2, 1, 1)] void main() {}", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const hlsl_shader one = {.target = rows[i].target, .source = rows[i].source};
        hlsl_expect_valid(&one);
    }
}

static void mistakes_of_stages_are_refused(void **state)
{
    static const struct row rows[] = {
        {"gs_6_0", GS "void main(point V v[1], inout PointStream<V> s) {}", "HLSL.NO_ATTRIBUTE"},
        {"gs_6_0", GS "[maxvertexcount(1)] void main(line V v[3], inout PointStream<V> s) {}",
         "HLSL.PRIMITIVE_SIZE"},
        {"gs_6_0", GS "[maxvertexcount(1)] void main(point V v, inout PointStream<V> s) {}",
         "HLSL.PRIMITIVE_ARRAY"},
        {"gs_6_0", GS "[maxvertexcount(1)] void main(point V v[1], PointStream<V> s) {}",
         "HLSL.STREAM_INOUT"},
        {"gs_6_0",
         GS "[maxvertexcount(1)] void main(point V v[1], inout PointStream<V> s,\n"
            "inout LineStream<V> t) {}",
         "HLSL.STREAM_POINTS"},
        {"ps_6_0", "[maxvertexcount(1)] float4 main() : SV_Target { return 0; }",
         "HLSL.ATTRIBUTE_STAGE"},
        {"hs_6_0", HS HS_MAIN, "HLSL.NO_PATCH_FUNCTION"},
        {"hs_6_0", HS "F f(InputPatch<C, 4> p) { return (F)1; }" HS_MAIN, "HLSL.PATCH_SIZE"},
        {"hs_6_0",
         HS "struct Q { float4 q : Q; };\n"
            "F f(InputPatch<Q, 3> p) { return (F)p[0].q.x; }" HS_MAIN,
         "HLSL.NO_HULL_ELEMENT"},
        {"hs_6_0", HS PATCH "[domain(\"cube\")]" HS_MAIN, "HLSL.ATTRIBUTE_WORD"},
        {"hs_6_0",
         HS "F f(InputPatch<C, 3> p); C main(InputPatch<C, 3> p, uint i : I) { return p[i]; }",
         "HLSL.NO_ATTRIBUTE"},
        {"ds_6_0",
         HS "[domain(\"tri\")] float4 main(F f, const OutputPatch<C, 3> p,\n"
            "const OutputPatch<C, 3> q) : SV_Position { return 0; }",
         "HLSL.ONE_PATCH"},
        {"ms_6_5", MS MS_ENTRY "void main(out vertices V v[257], out indices uint3 n[1]) {}",
         "HLSL.MESH_COUNT"},
        {"ms_6_5", MS MS_ENTRY "void main(out vertices V v[3], out indices uint2 n[1]) {}",
         "HLSL.INDICES_TOPOLOGY"},
        {"ms_6_5",
         MS MS_ENTRY "void main(out vertices V v[3], out indices uint3 n[1],\n"
                     "out primitives P p[2]) {}",
         "HLSL.MESH_MISMATCH"},
        {"ms_6_5",
         MS MS_ENTRY "void main(out vertices V v[3], out indices uint3 n[1]) {\n"
                     "v[0].p = v[1].p; }",
         "HLSL.READS_MESH_OUTPUT"},
        {"ms_6_5",
         MS MS_ENTRY "void main(out vertices V v[3], out indices uint3 n[1]) { n[0].x = 1; }",
         "HLSL.PART_OF_INDICES"},
        {"ms_6_5", MS MS_ENTRY "void main(inout payload Pay y, out vertices V v[3]) {}",
         "HLSL.PAYLOAD_IN"},
        {"vs_6_0", "float4 main() : SV_Target { return 0; }", "HLSL.SEMANTIC"},
        {"vs_6_0", "struct V { float4 p : SV_Depth; }; V main() { return (V)0; }",
         "HLSL.SEMANTIC_STAGE"},
        {"ps_6_0",
         "float4 main(uint a : SV_IsFrontFace, uint b : SV_IsFrontFace) : SV_Target { "
         "return 0; }",
         "HLSL.SYSTEM_VALUE_AGAIN"},
        {"ps_6_0", "float4 main(float a : A, float b : A) : SV_Target { return a + b; }",
         "HLSL.SEMANTIC_AGAIN"},
        {"ps_6_0", "void main(uint a : SV_Coverage, uint b : SV_InnerCoverage) {}",
         "HLSL.TWO_COVERAGES"},
        {"ps_6_0",
         "float4 main(float a : A) : SV_Target { a *= 2; return EvaluateAttributeCentroid(a); }",
         "HLSL.EVALUATED"},
        {"ps_6_0",
         "float4 main(float a : A, uint n : N) : SV_Target { float s = a; if (n > 3) s = a + 1;\n"
         "return EvaluateAttributeSnapped(s, int2(1, 2)); }",
         "HLSL.EVALUATED"},
        {"vs_6_0", "float4 p; [clipplanes(p)] float3 main() : P { return 0; }", "HLSL.NO_POSITION"},
        {"cs_6_6", "[WaveSize(5)] [numthreads(1, 1, 1)] void main() {}", "HLSL.WAVE_SIZE"},
        {"cs_6_7", "[WaveSize(4, 8)] [numthreads(1, 1, 1)] void main() {}", "HLSL.WAVE_MODEL"},
        {"cs_6_8", "[WaveSize(16, 8)] [numthreads(1, 1, 1)] void main() {}", "HLSL.WAVE_RANGE"},
        {"cs_6_0", "void main() {}", "HLSL.NO_ATTRIBUTE"},
        {"cs_6_0",
         "[numthreads(1, 1, 1)] void main() { float a, b;\n"
         "ProcessIsolineTessFactors(1, 2, a, b); }",
         "HLSL.FUNCTION_STAGE"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const hlsl_shader one = {.target = rows[i].target, .source = rows[i].source};
        hlsl_expect_refused(&one, rows[i].rule);
    }
}

/* As the reference reads them: all digits, kept within 63 bits, and the low 32 bits of that. */
static void all_digits_of_semantics_are_their_index(void **state)
{
    static const struct {
        const char *digits, *index;
    } cases[] = {
        {"007", "= !{i32 7}\n"},
        {"987654321", "= !{i32 987654321}\n"},
        {"4294967295", "= !{i32 -1}\n"},
        {"4294967297", "= !{i32 1}\n"},
        {"18446744073709551617", "= !{i32 -1}\n"},
    };
    char source[128];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(source, sizeof source, "float4 main(float4 a : A%s) : SV_Target0%s { return a; }",
                 cases[i].digits, i == 3 ? "4294967296" : "");
        assert_int_equal(hlsl_count("ps_6_0", source, "!\"A\", i8 9, i8 0,"), 1);
        assert_true(hlsl_count("ps_6_0", source, cases[i].index) > 0);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_digits_of_semantics_are_their_index),
    cmocka_unit_test(all_stages_compile),
    cmocka_unit_test(mistakes_of_stages_are_refused),
};
SUPPORT_SUITE(test_hlsl_stages, tests);
