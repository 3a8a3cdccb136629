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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lists_compute_their_values_once),
    cmocka_unit_test(known_structures_are_read_as_a_whole),
};
SUPPORT_SUITE(test_hlsl_values, tests);
