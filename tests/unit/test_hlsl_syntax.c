/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_syntax.c - what is said of sources after a mistake of syntax, and in front of it.
 */
#include "hlsl_support.h"

static void names_in_front_of_a_mistake_are_looked_up(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int f(int x) { return f(1; }\nint g(int x) { return f(bar; }\n"
         "int h(int x) { int y = (bar + 1; return min(bar x, 3); }\n"
         "int i(int x) { f(1, bar x, zap); x = f(1 bar); return y[x bar]; }\n",
         "1: expected ')'\n1: to match this '('\n2: use of undeclared identifier 'bar'\n"
         "3: use of undeclared identifier 'bar'\n3: use of undeclared identifier 'bar'\n"
         "4: use of undeclared identifier 'bar'\n4: expected ')'\n4: to match this '('\n"
         "4: use of undeclared identifier 'y'\n4: expected ']'\n4: to match this '['\n"},
        {"Texture2D<float4> t; SamplerState s;\nfloat4 f(float2 x) { return t.Sampl(s, x; }\n"
         "float4 g(float2 x) { return t.Sample(s, y ; }\n"
         "float4 h(float2 x) { return float4(x, y; }\n"
         "float4 i(float2 x) { float4 a = {y, 1; return a; }\n"
         "float4 j(float2 x) { x.foo += (x * 3; y +; return x.xyxy; }\n",
         "2: no member named 'Sampl' in 'Texture2D<vector<float, 4> >'; did you mean 'Sample'?\n"
         "3: use of undeclared identifier 'y'\n"
         "4: expected ')'\n4: to match this '('\n4: use of undeclared identifier 'y'\n"
         "5: use of undeclared identifier 'y'\n5: expected '}'\n5: to match this '{'\n"
         "6: invalid format for vector swizzle 'foo'\n6: expected ')'\n6: to match this '('\n"
         "6: use of undeclared identifier 'y'\n6: expected expression\n"},
        {"int f(int x) { int a = x y; return a; }\nint g(int x) { (x + ; int b = 1; return b; }\n"
         "int h(int x) { if (x + ) { int c = 1; } return c; }\n",
         "1: expected ';' at end of declaration\n2: expected expression\n3: expected expression\n"
         "3: use of undeclared identifier 'c'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void attributes_are_words_in_double_brackets(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"[precise foo] void a() {}\n[sample] void b() {}\n[float4] void c() {}\n"
         "[vk::offset(32)] void d() {}\n[",
         "1: expected identifier\n2: expected identifier\n3: unknown attribute 'float4' ignored\n"
         "4: expected ']'\n5: expected identifier\n"},
        {"[[for]] void a() {}\n[[b c(2), volatile d]] void e() {}\n[[[vk::f]]] void g() {}\n"
         "[[1]] void h() {}\n[[i::]] void j() {}\n[[,, k ,]] void l() {}\n",
         "1: unknown attribute 'for' ignored\n2: unknown attribute 'b' ignored\n"
         "2: unknown attribute 'c' ignored\n2: unknown attribute 'volatile' ignored\n"
         "2: unknown attribute 'd' ignored\n3: expected ']'\n4: expected ']'\n"
         "5: expected identifier\n6: unknown attribute 'k' ignored\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void functions_that_are_not_called_have_a_type(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float f(float4 a, inout float2 b, int c[3]) { return 1; }\n"
         "float h() { return f; }\n"
         "float i() { float z = f; f[1]; f.x; f = 1; f; -f; return 1; }\n",
         "2: cannot initialize return object of type 'float' with an lvalue of type 'float "
         "(float4, float2 &__restrict, int [3])'\n"
         "3: cannot initialize a variable of type 'float' with an lvalue of type 'float (float4, "
         "float2 &__restrict, int [3])'\n"
         "3: subscript of pointer to function type 'float (float4, float2 &__restrict, int [3])'\n"
         "3: member reference base type 'float (float4, float2 &__restrict, int [3])' is not a "
         "structure or union\n"
         "3: non-object type 'float (float4, float2 &__restrict, int [3])' is not assignable\n"
         "3: scalar, vector, or matrix expected\n"
         "3: expression result unused\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void declarations_lack_or_repeat_signs(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S { float a[2]]; int b; };\nprecise dp;\nstatic precise floaat g;\n"
         "cbuffer B { int : packoffset(c0.w); }\nRWStructuredBuffer<int2>= ov;\n",
         "1: expected ';' at end of declaration list\n"
         "2: HLSL requires a type specifier for all declarations\n"
         "3: unknown type name 'floaat'; did you mean 'float'?\n4: expected unqualified-id\n"
         "5: a space is required between a right angle bracket and an equals sign (use '> =')\n"},
        {"float f(float v) { return &&1.0; }\nfloat g(float v) { return volatile v; }\n"
         "struct A { int x; }; struct B : A ? int y; };\n",
         "1: address of label is unsupported in HLSL\n2: expected expression\n"
         "3: expected '{' after base class list\n3: extraneous closing brace ('}')\n"},
        {"BlendState b { A = FALSE] C = 1; };\nDepthStencilState d { E = (1; F = 2; };\n",
         "1: effect object ignored - effect syntax is deprecated\n"
         "1: effect state block ignored - effect syntax is deprecated. To use braces as an "
         "initializer use them with equal signs.\n"
         "2: effect object ignored - effect syntax is deprecated\n"
         "2: effect state block ignored - effect syntax is deprecated. To use braces as an "
         "initializer use them with equal signs.\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void arrays_may_be_open_at_the_end(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"#define N 1\n"
         "struct S { float x; float a[1]; };\nstruct T { float a[1]; float x; };\n"
         "struct U { float x; float a[N]; };\n"
         "cbuffer B { S s; T t; U u; bool k[2]; }\n"
         "float f() { return s.a[1]; }\nfloat g() { return t.a[1]; }\n"
         "float h() { return u.a[1]; }\nfloat i() { return k[2] ? 1 : 2; }\n",
         "7: array index 1 is out of bounds\n3: array 'a' declared here\n"
         "8: array index 1 is out of bounds\n4: array 'a' declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void parameters_that_lose_bits_are_named(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"RWByteAddressBuffer r;\n"
         "void f(out uint o, inout int2 p, uint i) { o = i; }\n"
         "float g(uint64_t u, int64_t2 v, double2 d) {\n"
         "f(u, v, u);\nr.Store(u, 1);\nr.Store2(0, v);\nr.Store(1.5, 1);\n"
         "u.Length();\nreturn frac(d).x; }\n",
         "4: conversion from larger type 'uint64_t' to smaller type 'uint &', possible loss of "
         "data\n"
         "4: conversion from larger type 'int64_t2' to smaller type 'int2 &', possible loss of "
         "data\n"
         "4: conversion from larger type 'uint64_t' to smaller type 'uint', possible loss of data\n"
         "5: conversion from larger type 'uint64_t' to smaller type 'unsigned int', possible loss "
         "of data\n"
         "6: conversion from larger type 'int64_t2' to smaller type 'vector<uint, 2>', possible "
         "loss of data\n"
         "7: implicit conversion from 'literal float' to 'unsigned int' changes value from 1.5 to "
         "1\n"
         "8: invalid format for vector swizzle 'Length'\n"
         "9: conversion from larger type 'double2' to smaller type 'vector<float, 2>', possible "
         "loss of data\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void other_signs_stand_for_semicolons(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"void f() { int a;\n"
         "a = 3: a = 4;\n"
         "a = 5,\n"
         "if (a) a = 4;\n"
         "a = 6,\n"
         "float b = 4; }\n",
         "2: expected ';' after expression\n"
         "3: expected ';' after expression\n"
         "5: expected ';' after expression\n"},
        {"void f() {\n"
         "int a = 3,\n"
         "return;\n"
         "float b,\n"
         "float c; }\n"
         "float d,\n"
         "void g() { }\n"
         "typedef float F, G,\n"
         "float e;\n"
         "struct S { float a,\n"
         "float b; };\n"
         "enum E { A, B },\n"
         "float h;\n"
         "using H = float, float i;\n",
         "2: expected ';' at end of declaration\n"
         "4: expected ';' at end of declaration\n"
         "6: expected ';' at end of declaration\n"
         "8: expected ';' at end of declaration\n"
         "10: expected ';' at end of declaration\n"
         "12: expected ';' after enum\n"
         "14: expected ';' after alias declaration\n"},
        {"float f(float a),\n"
         " g(float b);\n"
         "struct S { float a : A,\n"
         " b : B; };\n",
         ""},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void declarations_that_cannot_begin_so_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct P[1] { float a; };\n", "1: expected identifier\n"},
        {"struct out P { float a; };\n",
         "1: declaration of anonymous struct must be a definition\n"},
        {"cbuffer[1] C { float a; };\n", "1: expected identifier\n"},
        {"template<typename T- struct S { T a; };\n",
         "1: expected a qualified name after 'typename'\n"
         "1: expected ',' or '>' in template-parameter-list\n"},
        {"struct S { float4 a :: SV_Position; };\n", "1: use of undeclared identifier 'a'\n"},
        {"RWStructuredBuffer[1] b;\n", "1: HLSL requires a type specifier for all declarations\n"},
        {"struct S { float a;\n"
         "struct T { S s; };\n",
         "2: field has incomplete type 'S'\n"
         "1: definition of 'S' is not complete until the closing '}'\n"
         "2: expected '}'\n"
         "1: to match this '{'\n"
         "2: expected ';' after struct\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void words_that_no_argument_has_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"RWTexture2D<static float4> a;\n"
         "StructuredBuffer<extern float4> b;\n"
         "RWTexture2D<volatile float4> c;\n"
         "vector<volatile float, 3> d;\n"
         "StructuredBuffer<const float4> e;\n",
         "1: type name does not allow storage class to be specified\n"
         "2: type name does not allow storage class to be specified\n"
         "3: 'volatile' is a reserved keyword in HLSL\n"
         "4: 'volatile' is a reserved keyword in HLSL\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void misspelt_words_in_front_of_types_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int float a;\n"
         "float2 int b;\n"
         "groupshard float c[3];\n"
         "void f() { precse float x = 1; }\n"
         "void g(int float x) { }\n",
         "1: cannot combine with previous 'int' declaration specifier\n"
         "2: cannot combine with previous 'type-name' declaration specifier\n"
         "3: unknown type name 'groupshard'\n"
         "3: expected unqualified-id\n"
         "4: unknown type name 'precse'\n"
         "4: expected unqualified-id\n"
         "5: cannot combine with previous 'int' declaration specifier\n"},
        {"struct S { nointerp float x; };\n",
         "1: unknown type name 'nointerp'\n"
         "1: expected member name or ';' after declaration specifiers\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void functions_of_one_name_have_a_type_of_their_own(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float g(float x) { return x; }\n"
         "float g(int x) { return x; }\n"
         "float f() { float z = g;\n"
         "float y; y = g;\n"
         "y = g + 1;\n"
         "return g; }\n",
         "3: cannot initialize a variable of type 'float' with an lvalue of type '<overloaded "
         "function type>'\n"
         "4: cannot convert from '<overloaded function type>' to 'float'\n"
         "5: reference to overloaded function could not be resolved; did you mean to call it?\n"
         "2: possible target for call\n"
         "1: possible target for call\n"
         "6: cannot initialize return object of type 'float' with an lvalue of type '<overloaded "
         "function type>'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void mistakes_are_told_in_front_of_names_that_are_looked_up_late(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int g(int a, int b); int y[3];\nint t(int x) {\nx = y[qwa baz];\nx = float2(qwb baz);\n"
         "x = (qwc baz);\nx = x ? qwd : ;\nx = qwe + ;\nx = g(qwf, );\nx = g(1, qwg.);\n"
         "x = (qwh.);\nqwi. ;\nx = g(qwj + 1, y[3);\nx = y[qwk.];\nint q = qwl. ;\n"
         "int p[2] = {qwm., 1};\nreturn x; }\n",
         "3: use of undeclared identifier 'qwa'\n3: expected ']'\n3: to match this '['\n"
         "4: expected ')'\n4: to match this '('\n4: use of undeclared identifier 'qwb'\n"
         "5: unknown type name 'qwc'\n5: expected ')'\n5: to match this '('\n"
         "6: expected expression\n6: use of undeclared identifier 'qwd'\n"
         "7: expected expression\n7: use of undeclared identifier 'qwe'\n"
         "8: expected expression\n8: use of undeclared identifier 'qwf'\n"
         "9: expected unqualified-id\n9: use of undeclared identifier 'qwg'\n"
         "10: use of undeclared identifier 'qwh'\n10: expected unqualified-id\n"
         "11: use of undeclared identifier 'qwi'\n11: expected unqualified-id\n"
         "12: use of undeclared identifier 'qwj'\n12: expected ']'\n12: to match this '['\n"
         "13: expected unqualified-id\n13: use of undeclared identifier 'qwk'\n"
         "14: expected unqualified-id\n14: use of undeclared identifier 'qwl'\n"
         "15: expected unqualified-id\n15: use of undeclared identifier 'qwm'\n"},
        {"int f(int m, int n) {\nif (m n) return 1;\nfor (int i = 0; i < m; i++) n++;\n"
         "while (m n) n--;\nm = n + qwz +;\nreturn f(1.5.2); }\n",
         "2: unknown type name 'm'\n2: variable declaration in condition must have an initializer\n"
         "4: unknown type name 'm'\n4: variable declaration in condition must have an initializer\n"
         "5: use of undeclared identifier 'qwz'\n5: expected expression\n"
         "6: expected ')'\n6: to match this '('\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void declarations_without_names_say_what_is_missing(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"void (uint3 id : ID) { }\n", "1: expected ')'\n1: to match this '('\n"},
        {"void (float3 id, float x) { }\n", "1: expected ')'\n1: to match this '('\n"},
        {"float (float x) { }\n",
         "1: expected unqualified-id\n1: expected ')'\n1: to match this '('\n"},
        {"float () { }\n", "1: expected unqualified-id\n"},
        {"struct struct S { float x; };\n",
         "1: declaration of anonymous struct must be a definition\n"},
        {"void void f() { }\n", "1: cannot combine with previous 'void' declaration specifier\n"},
        {"main void(float x) { }\n", "1: unknown type name 'main'\n1: expected unqualified-id\n"},
        {"cbuffer b { x : packoffset(c0); };\n",
         "1: unknown type name 'x'\n1: expected unqualified-id\n"},
        {"struct S { float x; }\nRWStructuredBuffer<S> b;\nfloat f() { return b[0].x; }\n",
         "1: expected ';' after struct\n"},
        {"struct S\nfloat x;\n};\n",
         "1: expected ';' after struct\n3: extraneous closing brace ('}')\n"},
        {"RWBuffer<float4& b;\n",
         "1: type-id cannot have a name\n1: references are unsupported in HLSL\n"},
        {"RWBuffer<vector<float, 4+ b;\n", "1: use of undeclared identifier 'b'\n"},
        {"Texture2D t[[4] : register(t0);\n", "1: expected ']'\n1: expected ']'\n"},
        {"[shader(\"compute\")]\n[[numthreads(1, 1, 1)]\nvoid main() { }\n",
         "2: expected identifier\n"},
        {"_Static_assert(sizeof(float) 4, \"\");\n", "1: expected ','\n"},
        {"float f()[ float4 x; }\n", "1: unexpected type name 'float4': expected expression\n1: "
                                     "extraneous closing brace ('}')\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void lists_of_parameters_are_read_on_behind_mistakes(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"RootSignature(\"\")]\nfloat f(float x : A) : B { return x; }\n",
         "1: expected parameter declarator\n1: expected ')'\n1: to match this '('\n"
         "1: expected function body after function declarator\n"},
        {"float f((float x : A) : B { return x; }\n",
         "1: HLSL requires a type specifier for all declarations\n"
         "1: function declaration is not allowed in function parameters\n1: expected ')'\n"
         "1: to match this '('\n1: expected function body after function declarator\n"},
        {"float f(float a, sample[1] float x : A) : B { return a + x; }\n",
         "1: HLSL requires a type specifier for all declarations\n1: expected ')'\n"
         "1: to match this '('\n1: use of undeclared identifier 'x'\n"},
        {"int f(float a, 3) { return a; }\nint g(float a float b) { return a + b; }\n",
         "1: expected parameter declarator\n1: expected ')'\n1: to match this '('\n"
         "2: expected ')'\n2: to match this '('\n2: use of undeclared identifier 'b'\n"},
        {"int f(x, int y) { return x + y; }\nint g(int &x, int *y) { return x + y; }\n"
         "int h(int float x) { return x; }\nint k(int x = , int y) { return x + y; }\n"
         "int l(int b(), int y) { return y; }\n",
         "1: HLSL requires a type specifier for all declarations\n"
         "2: references are unsupported in HLSL\n2: pointers are unsupported in HLSL\n"
         "3: cannot combine with previous 'int' declaration specifier\n4: expected expression\n"
         "5: function declaration is not allowed in function parameters\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void one_mistake_is_not_followed_by_others(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float f(float x) { retun float2(x, 1).x; }\nfloat g(float x) { retun x + 1; }\n"
         "float h(float x) { retun f(x); }\nfloat k(float x) { retun 1; }\n"
         "float l(float x) { fi (x > 1) { x++; } else { x--; } return x; }\n",
         "1: use of undeclared identifier 'retun'; did you mean 'return'?\n"
         "2: use of undeclared identifier 'retun'; did you mean 'return'?\n"
         "3: use of undeclared identifier 'retun'; did you mean 'return'?\n"
         "4: use of undeclared identifier 'retun'\n5: use of undeclared identifier 'fi'\n"},
        {"float f(float x) { normalize x; x = normalize x); return x; }\n",
         "1: unknown type name 'normalize'\n1: use of undeclared identifier 'normalize'\n"},
        {"float f(float x) { float v[2 = {x, 1}; return v[0]; }\n",
         "1: expected ']'\n1: to match this '['\n"},
        {"int g(int2 a, int2 b);\nint f() { int q = g(int2(1, 2) int2(3, 4)), r = 1; return r; }\n",
         "2: expected ')'\n2: to match this '('\n"},
        {"cbuffer C { float4 a; float3 float4; float4 b; };\nfloat4 f() { return b + (float4)a; "
         "}\n",
         "1: redefinition of 'float4' as different kind of symbol\n"},
        {"static const int a[2][2] = { { 1, 2 }}, { 1, 2 }, { 3, 4 } };\n",
         "1: expected unqualified-id\n1: extraneous closing brace ('}')\n"},
        {"int f(int a,, int b) { return a + b; }\n", "1: expected parameter declarator\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_mistake_is_not_followed_by_others),
    cmocka_unit_test(lists_of_parameters_are_read_on_behind_mistakes),
    cmocka_unit_test(mistakes_are_told_in_front_of_names_that_are_looked_up_late),
    cmocka_unit_test(declarations_without_names_say_what_is_missing),
    cmocka_unit_test(parameters_that_lose_bits_are_named),
    cmocka_unit_test(functions_that_are_not_called_have_a_type),
    cmocka_unit_test(declarations_lack_or_repeat_signs),
    cmocka_unit_test(arrays_may_be_open_at_the_end),
    cmocka_unit_test(names_in_front_of_a_mistake_are_looked_up),
    cmocka_unit_test(attributes_are_words_in_double_brackets),
    cmocka_unit_test(other_signs_stand_for_semicolons),
    cmocka_unit_test(declarations_that_cannot_begin_so_are_told),
    cmocka_unit_test(words_that_no_argument_has_are_told),
    cmocka_unit_test(misspelt_words_in_front_of_types_are_told),
    cmocka_unit_test(functions_of_one_name_have_a_type_of_their_own),
};
SUPPORT_SUITE(test_hlsl_syntax, tests);
