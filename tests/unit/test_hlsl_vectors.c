/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_vectors.c - vectors that stay vectors, from shader model 6.9 on: what they compute, and
 * that operations on them are there once and not for each element.
 */
#include "hlsl_support.h"

#include "base/count.h"

static void long_vectors_compute(void **state)
{
    static const char *const conditions[] = {
        "v[0] == 1 && v[5] == 6 && v[6] == 7",
        "all((v + v) == v * 2)",
        "all(-v + v == 0) && !any(v != v)",
        "dot(v, v) == 140",
        "dot((vector<int, 7>)v, (vector<int, 7>)v) == 140",
        "max(v, 4)[1] == 4 && max(v, 4)[6] == 7",
        "all(clamp(v, 2, 3) == select(v < 2, 2, select(v > 3, 3, v)))",
        "lerp(v, v * 3, 0.5)[2] == 6",
        "(w = v, w[two] = 20, w[3] = 30, w[2] + w[3] + w[4] == 55)",
        "(w = v, w += 1, w++, w[0] == 3 && w[6] == 9)",
        "((vector<int, 7>)(v * 1.5))[2] == 4 && ((vector<uint, 3>)v)[2] == 3",
        "((vector<int, 7>)v << 33)[1] == 4",
        "all(~(vector<uint, 7>)v == 0xffffffff - (vector<uint, 7>)v)",
        "all((vector<bool, 7>)v) && !all((vector<bool, 7>)(v - 7))",
        "(b = v > 3, b[0] == false && b[two + 2] == true && any(b) && !all(b))",
        "all(or(v > 3, v <= 3)) && !any(and(v > 3, v <= 3))",
        "(one == 1 ? v : v * 2)[6] == 7",
        "all(abs(sin(v) * sin(v) + cos(v) * cos(v) - 1) < 0.001)",
        "(sincos(v, w, x), all(abs(w - sin(v)) < 0.001) && all(abs(x - cos(v)) < 0.001))",
        "(x = modf(v * 1.25, w), x[0] == 0.25 && w[3] == 5)",
        "all(frexp(v, w) * exp2(w) == v)",
        "all(asfloat(asuint(v)) == v) && all(sign(v - 3) == clamp((vector<int, 7>)v - 3, -1, 1))",
        "all(fmod(v, 2) == (vector<float, 7>)((vector<uint, 7>)v % 2))",
        "all(f32tof16(v) == f32tof16((vector<float, 7>)(vector<int, 7>)v))",
        "WaveReadLaneFirst(v)[4] == 5 && WaveReadLaneAt(v, 0)[1] == 2",
        "all(WaveActiveMax(v) == v) && all(WaveMultiPrefixSum(v, 0) == 0)",
        "a[one].y == 7 && a[two - 1].yx[1] == 6",
        "(a[one].y = 1, a[one].yx += 2, all(a[1] == float2(8, 3)))",
        "(s.v = v, t = s, t.v[1] + t.f == 2)",
        "(o.Store(200, v), all(o.Load<vector<float, 7> >(200) == v))",
        "(o.Store(200, v > 2), o.Load(204) == 0 && o.Load(208) == 1)",
        "(o.Store(200, v), o.Load<vector<float, 7> >(200, u)[3] == 4 && u == 1)",
    };

    (void)state;
    hlsl_expect_true("cs_6_9",
                     "vector<float, 7> v, w, x; vector<bool, 7> b; uint u, two = one + one;\n"
                     "for (uint k = 0; k < 7; k++) v[k] = k + one;\n"
                     "struct S { vector<float, 7> v; float f; }; S s = (S)0, t; float2 a[2] = "
                     "{float2(4, 5) * one, float2(6, 7) * one};",
                     conditions, DXKI_COUNT(conditions));
}

static void operations_on_vectors_are_one(void **state)
{
    static const char source[] =
        "ByteAddressBuffer i; RWByteAddressBuffer o; RWStructuredBuffer<float4> f;\n"
        "[numthreads(8, 1, 1)] void main(uint n : SV_GroupIndex) {\n"
        "vector<float, 1024> a = i.Load<vector<float, 1024> >(n * 4096), b = a;\n"
        "a = max(a * 2, 1) + (vector<float, 1024>)(vector<int, 1024>)a;\n"
        "a = select(a > 3, sin(a), -b); a += 2; o.Store(n * 4096, a);\n"
        "f[n] = f[n + 1].wzyx * dot(f[n], f[n + 2]); if (any(f[n])) f[n].x = 1; }\n";
    static const struct {
        const char *text;
        unsigned count;
    } rows[] = {
        {"@dx.op.rawBufferVectorLoad.v1024f32(i32 303,", 1},
        {"@dx.op.rawBufferVectorStore.v1024f32(i32 304,", 1},
        {"@dx.op.rawBufferVectorLoad.v4f32(i32 303,", 4},
        {"@dx.op.rawBufferStore.f32(i32 140,", 1},
        {"fptosi <1024 x float>", 1},
        {"select <1024 x i1>", 1},
        {"@dx.op.binary.v1024f32(i32 35,", 1},
        {"@dx.op.unary.v1024f32(i32 13,", 1},
        {"@dx.op.dot.v4f32(i32 311,", 1},
        {"@dx.op.vectorReduce.v4i1(i32 310,", 1},
        {"extractelement", 0},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        assert_int_equal(hlsl_count("cs_6_9", source, rows[i].text), rows[i].count);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(long_vectors_compute),
    cmocka_unit_test(operations_on_vectors_are_one),
};
SUPPORT_SUITE(test_hlsl_vectors, tests);
