/* SPDX-License-Identifier: MIT */
/* test_hlsl_constants.c - which values are constant expressions, and where those must stand. */
#include "hlsl_support.h"

#include "base/count.h"

static const said_how library = {"lib_6_3", 0, false, NULL};

static void constant_expressions_call_few_functions(void **state)
{
    static const said_case cases[] = {
        {"int a() {\nint b[abs(-2)];\nreturn b[0]; }\nint c() {\nint b[max(2, 1)];\nreturn b[0]; }",
         "2: variable length arrays are not supported in HLSL\n"},
        {"static const int K = 1 + floor(2.5);\nstatic const int L = K > 1 ? min(K, 4) : 2;\n"
         "static const int M = true ? 3 : abs(-1);\nint a() {\nint b[L];\nint c[M];\nreturn b[0] + "
         "c[0]; }",
         "5: variable length arrays are not supported in HLSL\n"},
        {"enum E {\nA = asuint(1) + min(3, 4),\nB = clamp(4, 1, 2) };",
         "3: expression is not an integral constant expression\n"},
        {"_Static_assert(asuint(1.0) == 0x3f800000, \"a\");\n_Static_assert(abs(-2) == 2, \"b\");",
         "2: static_assert expression is not an integral constant expression\n"},
        {"int f(int x) {\nswitch (x) {\ncase max(1, 2): return 1;\ncase abs(-3): return 2; "
         "}\nreturn 0; "
         "}",
         "4: case value is not a constant expression\n"},
        {"static int g;\nstruct S {\nstatic const int a = abs(-3);\nstatic const int b = "
         "g;\nstatic "
         "const float c = max(1.5, 2); };",
         "3: in-class initializer for static data member is not a constant expression\n"
         "4: in-class initializer for static data member is not a constant expression\n"
         "5: in-class initializer for static data member of type 'const float' is a GNU "
         "extension\n"},
        {"template<int N> int f() { return N; }\nint g() {\nreturn f<max(1, 2)>(); }\n"
         "int h() {\nreturn f<abs(-2)>(); }",
         "5: no matching function for call to 'f'\n"
         "1: candidate template ignored: invalid explicitly-specified argument for template "
         "parameter 'N'\n"},
    };

    (void)state;
    EXPECT_SAID(&library, cases);
}

static void attributes_take_numbers(void **state)
{
    static const said_case cases[] = {
        {"static int N = 2;\n[shader(\"compute\")][numthreads(N, 1, 1)] void f() "
         "{}\n[shader(\"compute\")][numthreads(max(2, 1), 1, 1)] void "
         "g() "
         "{}\n[shader(\"compute\")][numthreads(4, \"x\", 1)] void h() {}",
         "2: 'numthreads' attribute requires an integer constant\n"
         "2: Group size of 0 (0 * 1 * 1) is outside of valid range [1..1024] - attribute will be "
         "ignored\n"
         "2: compute entry point must have a valid numthreads attribute\n"
         "4: 'numthreads' attribute requires an integer constant\n"
         "4: Group size of 0 (4 * 0 * 1) is outside of valid range [1..1024] - attribute will be "
         "ignored\n"
         "4: compute entry point must have a valid numthreads attribute\n"},
        {"enum E { A = 3 }; int k;\nvoid f() {\n[unroll(A)] for (int i = 0; i < 4; i++) ;\n"
         "[unroll(k)] for (int i = 0; i < 4; i++) ;\n[unroll(-1)] for (int l = 0; l < 4; l++) ;\n"
         "[unroll(2.0)] for (int m = 0; m < 4; m++) ;\nint n = 2;\n[unroll(n)] for (int o = 0; o < "
         "4; "
         "o++) ; }",
         "3: attribute 'unroll' must have a uint literal argument\n"
         "4: attribute 'unroll' must have a uint literal argument\n"
         "5: attribute 'unroll' must have a uint literal argument\n"
         "6: attribute 'unroll' must have a uint literal argument\n"},
        {"export int f() {\nint s = 0;\n[unroll(-1)] for (int i = 0; i < 4; i++) s += i;\nreturn "
         "s; }",
         "3: attribute 'unroll' must have a uint literal argument\n"
         "3: Could not unroll loop. Invalid unroll count.\n"},
    };

    (void)state;
    EXPECT_SAID(&library, cases);
}

static void values_are_folded(void **state)
{
    static const char *const conditions[] = {
        "asuint(1.5) == 0x3fc00000 && asuint(-1) == 0xffffffff && asuint(7u) == 7",
        "all(asuint(float2(1, 2)) == uint2(0x3f800000, 0x40000000))",
        "K == 7 && sizeof(sized) == 12",
        "sum == 3 && all_of == 10",
    };

    (void)state;
    hlsl_expect_values(
        "static const int K = max(2, 3) + clamp(9, 1, 4); static int sized[max(2, asuint(3))];",
        "int n = 3, sum = 0, all_of = 0; [unroll(n)] for (int i = 0; i < 5 * one; i++) sum += i;"
        "[unroll(2.5)] for (int k = 0; k < 5; k++) all_of += k * one;",
        conditions, DXKI_COUNT(conditions));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(constant_expressions_call_few_functions),
    cmocka_unit_test(attributes_take_numbers),
    cmocka_unit_test(values_are_folded),
};
SUPPORT_SUITE(test_hlsl_constants, tests);
