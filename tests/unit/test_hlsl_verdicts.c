/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_verdicts.c - numbers of attributes, constant expressions, escapes, offsets, payloads and
 * declarations that are refused, and those next to them that are not.
 */
#include "hlsl_support.h"

static void numbers_of_attributes_are_checked_without_a_stage(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"[WaveSize(5)] void f();\n[WaveSize(-4)] void g();\n[WaveSize(4)] void h();\n"
         "[WaveSize(8, 4)] void i();\n[WaveSize(8, 8)] void j();\n[WaveSize(8, 32, 64)] void k();\n"
         "[WaveSize()] void l();\n[WaveSize(4, 8, 16, 32)] void m();\n",
         "1: WaveSize arguments must be between 4 and 128 and a power of 2\n"
         "2: attribute 'WaveSize' must have a uint literal argument\n"
         "2: WaveSize arguments must be between 4 and 128 and a power of 2\n"
         "4: Minimum WaveSize value 8 must be less than maximum WaveSize value 4\n"
         "5: Wave Size Range minimum and maximum are equal\n"
         "6: Preferred WaveSize value 64 must be between 8 and 32\n"
         "7: 'WaveSize' attribute takes at least 1 argument\n"
         "8: 'WaveSize' attribute takes no more than 3 arguments\n"},
        {"[outputcontrolpoints(0)] void f() {}\n[outputcontrolpoints(33)] void g();\n"
         "struct S {\n[numthreads(1, 1, 1)] void f() {} };\n[numthreads(0, 1, 1)] void h() {}\n",
         "1: number of control points 0 is outside the valid range of [1..32]\n"
         "2: number of control points 33 is outside the valid range of [1..32]\n"
         "5: Group size of 0 (0 * 1 * 1) is outside of valid range [1..1024] - attribute will be "
         "ignored\n"},
        {"static const float k = 3;\n[maxtessfactor(0)] void a();\n[maxtessfactor(1.5h)] void "
         "b();\n"
         "[maxtessfactor(-1.0)] void d();\n[maxtessfactor(k)] void e();\n"
         "[maxtessfactor((1.0))] void f();\n[maxtessfactor(\"1\")] void g();\n"
         "[GroupSharedLimit()] void h();\n[GroupSharedLimit(-1)] void i();\n",
         "4: attribute 'maxtessfactor' must have a float literal argument\n"
         "5: attribute 'maxtessfactor' must have a float literal argument\n"
         "6: attribute 'maxtessfactor' must have a float literal argument\n"
         "7: attribute 'maxtessfactor' must have a float literal argument\n"
         "8: 'GroupSharedLimit' attribute takes one argument\n"
         "9: attribute 'GroupSharedLimit' must have a uint literal argument\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void variables_of_reals_are_no_constants(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"static const min16float m = 2; static const float f = 2; static const int2 v = 2;\n"
         "static const int k = f; static const int g = 2.5;\n"
         "_Static_assert(m == 2, \"\");\n_Static_assert(v.x == 2, \"\");\n"
         "_Static_assert(k == 2, \"\");\n_Static_assert(g == 2, \"\");\n"
         "_Static_assert((float)2 == 2, \"\");\n"
         "void h() {\nfloat a[int(f)];\nfloat b[g];\nvector<float, int(m)> c; }\n",
         "2: implicit conversion from 'literal float' to 'int' changes value from 2.5 to 2\n"
         "3: static_assert expression is not an integral constant expression\n"
         "4: static_assert expression is not an integral constant expression\n"
         "5: static_assert expression is not an integral constant expression\n"
         "9: variable length arrays are not supported in HLSL\n"
         "11: non-type template argument of type 'int' is not an integral constant expression\n"},
        {"static const float f = 2.5; static const int k = f;\n"
         "enum E { A = int(f), B = k };\nstruct S { int x : int(f) + 1; };\n"
         "_Static_assert(E::A == 2, \"\");\n"
         "void h(int x) { switch (int(f)) {\ncase 3: break; }\nswitch (x) { case int(f): break; } "
         "}\n",
         "5: no case matching constant switch condition '2'\n"
         "7: case value is not a constant expression\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void escapes_are_checked(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"_Static_assert(1, \"\\400\");\n_Static_assert(1, \"\\x111\");\n_Static_assert(1, "
         "\"\\q\");\n"
         "_Static_assert(1, \"\\x\");\n_Static_assert(1, \"\\u12\");\n"
         "_Static_assert(1, \"\\U00110000\");\n_Static_assert(1, \"\\u0041\");\n"
         "static const string s = \"\\777\";\nstatic const string t = \"\\377\\xff\\u00e9\";\n",
         "1: octal escape sequence out of range\n2: hex escape sequence out of range\n"
         "3: unknown escape sequence '\\q'\n4: \\x used with no following hex digits\n"
         "5: incomplete universal character name\n6: invalid universal character\n"
         "7: character 'A' cannot be specified by a universal character name\n"
         "8: octal escape sequence out of range\n"},
        {"_Static_assert(0, \"\\x4\" \"1\");\n_Static_assert(0, \"\\x42\" \"C\\\"\\n\\e\");\n"
         "static const int i = '\\u0041';\nstatic const int j = '\\xc3\\xa9';\n",
         "1: static_assert failed \"\\0041\"\n2: static_assert failed \"BC\\\"\\n\\033\"\n"
         "3: character 'A' cannot be specified by a universal character name\n"
         "4: unsupported style of char literal - use a single-character char-based literal\n"},
        {"#if '\\400'\n#endif\n#if '\\q'\n#endif\n",
         "1: octal escape sequence out of range\n3: unknown escape sequence '\\q'\n"},
        {"[RootSignature(\"\\400\")] void f() {}\n", "1: octal escape sequence out of range\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void scalars_of_64_bits_may_be_placed_anywhere(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"cbuffer C {\nuint64_t a : packoffset(c0.w);\ndouble b : packoffset(c2.y);\n"
         "double2 d : packoffset(c3.z);\nfloat2 e : packoffset(c4.w);\n"
         "double f[1] : packoffset(c5.w);\nuint64_t1x1 g : packoffset(c6.z); }\n",
         "4: register or offset bind not valid\n5: register or offset bind not valid\n"
         "6: register or offset bind not valid\n7: register or offset bind not valid\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void payloads_are_checked_in_every_function(void **state)
{
    static const said_how how = {"lib_6_7", 0, false, NULL};
    static const said_how older = {"lib_6_5", 0, false, NULL};
    static const said_case cases[] = {
        {"struct [raypayload] P {\nfloat a : read(caller) : write(miss);\nfloat b; };\n"
         "export float f(P p) { return p.a; }\n",
         "3: payload field 'b' has no payload access qualifiers.\n"
         "1: payload type 'P' requires that all fields carry payload access qualifiers.\n"},
        {"struct [raypayload] P {\nfloat a : read(caller) : write(); };\n",
         "2: field 'a' is qualified 'read' for shader stage 'caller' but has no valid producer\n"},
        {"struct [raypayload] P {\nfloat a : read(foo) : write(caller); };\n",
         "2: payload access qualifiers are only defined for raytracing shader stages closesthit, "
         "miss, anyhit and for special keyword: caller. 'foo' is not supported\n"},
        {"struct [raypayload] P { float a : read(caller) : write(miss); };\n"
         "export float f() { P p; p.a = 1; return p.a; }\n",
         ""},
    };
    static const said_case ignored[] = {
        {"struct [raypayload] P { float a; };\nexport float f() { P p; p.a = 1; return p.a; }\n",
         "1: payload access qualifiers ignored. These are only supported for lib_6_7+ targets and "
         "lib_6_6 with with the -enable-payload-qualifiers flag.\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&older, ignored);
}

static void variables_of_another_type_are_told_with_both(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float x;\nint x;\nfloat4 y;\nfloat3 y;\nfloat4 z;\nfloat3x3 z;\nTexture2D t;\n"
         "Texture3D t;\nstatic float v;\nfloat v;\nvoid f() {\nconst int a = 1;\nint a; }\n",
         "2: redefinition of 'x' with a different type: 'const int' vs 'const float'\n"
         "1: previous definition is here\n"
         "4: redefinition of 'y' with a different type: 'const vector<float, 3>' vs "
         "'const vector<float, 4>'\n3: previous definition is here\n"
         "6: redefinition of 'z' with a different type: 'const float3x3' vs 'const float4'\n"
         "5: previous definition is here\n"
         "8: redefinition of 't' with a different type: 'Texture3D' vs 'Texture2D'\n"
         "7: previous definition is here\n"
         "10: redefinition of 'v' with a different type: 'const float' vs 'float'\n"
         "9: previous definition is here\n"
         "13: redefinition of 'a' with a different type: 'int' vs 'const int'\n"
         "12: previous definition is here\n"},
        {"struct S {\nstatic const int c;\nint f(); };\nfloat S::c;\nenum E {\nA };\nfloat A;\n",
         "4: redefinition of 'c' with a different type: 'float' vs 'const int'\n"
         "2: previous declaration is here\n"
         "7: redefinition of 'A' as different kind of symbol\n6: previous definition is here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void members_and_brackets_are_where_they_must_be(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct T; struct S {\nstatic float a[];\nstatic T t[2]; static T u; };\n"
         "static float S::a[2];\nfloat S::w;\nnamespace N {}\nfloat N::b;\n",
         "2: array dimensions of struct/class members must be explicit\n"
         "4: no member named 'a' in 'S'\n5: 'const' is not a valid modifier for a field\n"
         "7: no member named 'b' in namespace 'N'\n"},
        {"typedef float[2] A;\nfloat4 f[2](float a) { return a; }\nstatic int g[1]();\n",
         "1: brackets are not allowed here; to declare an array, place the brackets after the "
         "name\n2: 'f' declared as array of functions of type 'const float4 (float)'\n"
         "2: effect state block ignored - effect syntax is deprecated. To use braces as an "
         "initializer use them with equal signs.\n2: expected ';' after top level declarator\n"
         "3: 'g' declared as array of functions of type 'int ()'\n"},
        {"RWBuffer|float> o;\n", "1: use of class template 'RWBuffer' requires template arguments\n"
                                 "1: expected unqualified-id\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers_of_attributes_are_checked_without_a_stage),
    cmocka_unit_test(variables_of_reals_are_no_constants),
    cmocka_unit_test(escapes_are_checked),
    cmocka_unit_test(scalars_of_64_bits_may_be_placed_anywhere),
    cmocka_unit_test(payloads_are_checked_in_every_function),
    cmocka_unit_test(variables_of_another_type_are_told_with_both),
    cmocka_unit_test(members_and_brackets_are_where_they_must_be),
};
SUPPORT_SUITE(test_hlsl_verdicts, tests);
