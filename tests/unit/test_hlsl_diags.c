/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_diags.c - all that is said of small sources, line by line, in the words of the reference.
 */
#include "hlsl_support.h"

#include <string.h>

static void attributes_of_other_targets_are_told_of(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"[[vk::binding(1)]]\n[[VK::image_format(\"r8\")]] Buffer<float> b;",
         "1: 'binding' attribute ignored\n2: 'image_format' attribute ignored\n"},
        {"struct S {\n[[vk::offset(4)]] float a; };\n"
         "float f(\n[[vk::location(1)]] float a) {\n[[vk::nosuch]] float x = a; return x; }",
         "2: 'offset' attribute ignored\n4: 'location' attribute ignored\n"
         "5: unknown attribute 'nosuch' ignored\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void constructors_may_make_numbers_smaller(void **state)
{
    static const said_how how = {"lib_6_3", 0, true, NULL};
    static const said_case cases[] = {
        {"struct S { half a; half2 b; };\n"
         "half f(float3 v, uint2 u, double d) {\n"
         "half3 a = half3(v);\nhalf2 b = half2(v.x, 1);\nuint16_t2 c = {u};\n"
         "S s = {v.x, v.yz};\nhalf e[2] = {v.x, v.y};\nint i = int(d);\n"
         "half wrong = v.x;\nint2 cut = int2(1.5, 2);\n"
         "return a.x + b.x + c.x + s.a + e[0] + i + wrong + cut.x; }",
         "9: conversion from larger type 'float' to smaller type 'half', possible loss of data\n"
         "10: implicit conversion from 'literal float' to 'int' changes value from 1.5 to 1\n"
         "11: conversion from larger type 'int' to smaller type 'half', possible loss of data\n"
         "11: conversion from larger type 'int' to smaller type 'half', possible loss of data\n"},
        {"float4 v; uint2 u; float m[2]; float2x2 r;\n"
         "half f(uint2 w) {\nhalf2 a = v.xy;\na = v.yy;\nhalf b = m[1];\nb = r[0][1];\n"
         "uint16_t2 c = u & 3;\nuint16_t d = w.y;\nfloat l = 1;\nb = l;\n"
         "return a.x + b + c.x + d; }",
         "3: conversion from larger type 'const vector<float, 2>' to smaller type 'half2', "
         "possible loss of data\n"
         "4: conversion from larger type 'vector<float, 2>' to smaller type 'half2', "
         "possible loss of data\n"
         "5: conversion from larger type 'const float' to smaller type 'half', "
         "possible loss of data\n"
         "6: conversion from larger type 'float' to smaller type 'half', possible loss of data\n"
         "7: conversion from larger type 'uint2' to smaller type 'uint16_t2', "
         "possible loss of data\n"
         "8: conversion from larger type 'unsigned int' to smaller type 'uint16_t', "
         "possible loss of data\n"
         "10: conversion from larger type 'float' to smaller type 'half', possible loss of data\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void what_is_read_is_used(void **state)
{
    static const said_how how = {"lib_6_5", 0, false, NULL};
    static const said_case cases[] = {
        {"Texture2D t; SamplerState s; RWByteAddressBuffer b;\n"
         "void f() {\nt.Sample(s, 0);\nb.Load(0);\nuint n;\nt.Load(0, 0, n);\nb.Store(0, 1);\n"
         "WaveGetLaneIndex();\nWaveReadLaneFirst(n = 1); }",
         "3: ignoring return value of function that only reads data\n"
         "4: ignoring return value of function that only reads data\n"
         "8: ignoring return value of function that only reads data\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void mistakes_of_syntax_hide_no_others(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float f(float a)\n{ return b; }\nfloat g(float a)\n{ return a + c }\n"
         "float h(float a)\n{ a = 1\n  a = d;\n  return a }\n",
         "2: use of undeclared identifier 'b'\n"
         "4: use of undeclared identifier 'c'\n"
         "6: expected ';' after expression\n"
         "7: use of undeclared identifier 'd'\n"
         "8: expected ';' after return statement\n"},
        {"float f(float x)\n{ float a = 1\n  float b = 2;\n  float c = (a + ;\n  return c + d; }\n",
         "2: expected ';' at end of declaration\n"
         "4: expected expression\n"
         "5: use of undeclared identifier 'd'\n"},
        {"struct S { float a : A\n float b : B; };\nfloat f(S s)\n{ return s.b + s.c; }\n",
         "1: expected ';' at end of declaration list\n"
         "4: no member named 'c' in 'S'\n"},
        /* what is left out may declare a name; others are told */
        {"float f(float x)\n{ ) float lost = 1;\n  return lost + tow; }\n",
         "2: expected expression\n"
         "3: use of undeclared identifier 'tow'\n"},
        {"float f(float x, float y z)\n{ return one; }\nfloat g(float x,)\n{ return two; }\n",
         "1: expected ')'\n"
         "1: to match this '('\n"
         "2: use of undeclared identifier 'one'\n"
         "3: expected parameter declarator\n"
         "4: use of undeclared identifier 'two'\n"},
        {"float f(float x)\n{ if (x > ) x = one;\n  return x ? 1; }\n",
         "2: expected expression\n"
         "2: use of undeclared identifier 'one'\n"
         "3: expected ':'\n"
         "3: to match this '?'\n"
         "3: expected expression\n"},
        {"float f(float x)\n{ return (x)); }\nfloat g(float x)\n{ x = max(x, ); return x; }\n"
         "float h(float x)\n  return x;\n",
         "2: expected ';' after return statement\n"
         "4: expected expression\n"
         "6: expected function body after function declarator\n"},
        {"float f(float x)\n{ x = (x)); return x; }\nfloat g(float x)\n{ return \"open; }\n",
         "2: extraneous ')' before ';'\n"
         "4: missing terminating '\"' character\n"
         "4: expected expression\n"
         "4: expected '}'\n"
         "4: to match this '{'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void names_that_may_be_meant_are_shown(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct Material {\nfloat4 position; };\nfloat f(\nMateral s)\n{ s.positon = 1;\n"
         "  return s.pos; }",
         "4: unknown type name 'Materal'; did you mean 'Material'?\n"
         "1: 'Material' declared here\n"
         "5: no member named 'positon' in 'Material'; did you mean 'position'?\n"
         "2: 'position' declared here\n"
         "6: no member named 'pos' in 'Material'\n"},
        {"float f(\n"
         "float value)\n"
         "{ value = vlaue.q;\n"
         "  return tru + valeu.x; }\n",
         "3: use of undeclared identifier 'vlaue'\n"
         "4: use of undeclared identifier 'tru'; did you mean 'true'?\n"
         "4: use of undeclared identifier 'valeu'; did you mean 'value'?\n"
         "2: 'value' declared here\n"},
        {"float f(float xy, float abc)\n{ return yx + acb + abcdef; }",
         "2: use of undeclared identifier 'yx'\n"
         "2: use of undeclared identifier 'acb'\n"
         "2: use of undeclared identifier 'abcdef'\n"},
        /* what has a wrong value is not told of again */
        {"float f(float2 x)\n{ float3 z = x;\n  float w = y;\n  return z.q + w.q; }",
         "2: cannot initialize a variable of type 'vector<float, 3>' with an lvalue of type "
         "'vector<float, 2>'\n"
         "3: use of undeclared identifier 'y'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void notes_lead_to_what_is_meant(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float f(float a)\n{\n  if (a > 1)\n    return a;\n}\nfloat g(float a)\n{\n}\n",
         "5: control may reach end of non-void function\n"},
        {"float f(float a)\n{\n}\n", "3: control reaches end of non-void function\n"},
        {"void f(float a,\nout float b,\nfloat a)\n{ }\n", "3: redefinition of parameter 'a'\n"
                                                           "1: previous declaration is here\n"},
        {"void f(float a,\nout float b,\nfloat c)\n{ }\nvoid g(out float b)\n{\n}\n",
         "4: parameter 'b' is uninitialized when used here\n"
         "2: variable 'b' is declared here\n"
         "7: parameter 'b' is uninitialized when used here\n"
         "5: variable 'b' is declared here\n"},
        {"struct S { float a;\nfloat2 a[2];\nfloat3 b[2][3]; };\nfloat3 f(S s,\nconst\nfloat3 "
         "c[2])\n"
         "{ return\n s.b[\n1][3] +\n c[\n-1]; }",
         "2: duplicate member 'a'\n"
         "1: previous declaration is here\n"
         "8: array index 3 is out of bounds\n"
         "3: array 'b' declared here\n"
         "10: array index -1 is out of bounds\n"
         "5: array 'c' declared here\n"},
        {"void f(int a, float4 b)\n{ switch (a) {\ncase\n1: break;\ncase\n1: break;\n"
         "default: break;\ndefault: break; }\n  switch (b) { case 1: break; } }",
         "7: multiple default labels in one switch\n"
         "8: previous case defined here\n"
         "6: duplicate case value '1'\n"
         "4: previous case defined here\n"
         "9: statement requires expression of integer type ('float4' invalid)\n"},
        {"static const float4 k = 1;\nfloat f(float a)\n{ k.x = 1;\n  return (1, 2, a); }",
         "3: read-only variable is not assignable\n"
         "4: comma expression used where a constructor list may have been intended\n"},
        {"float f(float a)\n{ return f(a); }\n[shader(\"pixel\")]\nfloat main(float a : A) : "
         "SV_Target { return f(a); }",
         "1: recursive functions are not allowed: function 'main' calls recursive function 'f'\n"
         "1: recursive function located here:\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void branches_that_leave_outputs_unset_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_how locals = {"lib_6_3", 0, false, "sometimes-uninitialized"};
    static const said_case cases[] = {
        {"int f(int c, out int v)\n{\nif (c > 1)\nv = 1;\nelse if (c > 0)\nv = 2;\nreturn v; }\n",
         "5: parameter 'v' is used uninitialized whenever 'if' condition is false\n"
         "7: uninitialized use occurs here\n"
         "5: remove the 'if' if its condition is always true\n"
         "1: variable 'v' is declared here\n"},
        {"void f(int c, out int v)\n{ switch (c) {\ncase 1: v = 1; return;\ncase 2:\ndefault: "
         "break; }\n}\n"
         "void g(int c, out int v)\n{ for (int i = 0;\ni < c; i++) if (i > 2) { v = i; break; "
         "}\n}\n",
         "4: parameter 'v' is used uninitialized whenever switch case is taken\n"
         "6: uninitialized use occurs here\n"
         "5: parameter 'v' is used uninitialized whenever switch default is taken\n"
         "6: uninitialized use occurs here\n"
         "1: variable 'v' is declared here\n"
         "9: parameter 'v' is used uninitialized whenever 'for' loop exits because its condition "
         "is "
         "false\n"
         "10: uninitialized use occurs here\n"
         "9: remove the condition if it is always true\n"
         "7: variable 'v' is declared here\n"},
        /* loops and switches may always be set by */
        {"void f(int c, out int v) { for (int i = 0; i < c; i++) v = i; }\n"
         "void g(int c, out int v) { switch (c) { case 1: v = 1; break; case 2: v = 2; break; } }\n"
         "void h(int c, out int v) { if (c) v = 1; if (c) return; v = 2; }\n"
         "void i([maybe_unused] out int v) { }\n",
         ""},
        /* after a mistake nothing of functions is followed */
        {"void f(out int v) { nosuch(); }\nint g(int a) { if (a) return 1; }\n",
         "1: use of undeclared identifier 'nosuch'\n"},
    };
    static const said_case of_locals[] = {
        {"int f(int c) { int v;\nif (c > 1) { c++; } else\nv = 2;\nif (c) c--;\nreturn v; }\n",
         "2: variable 'v' is used uninitialized whenever 'if' condition is true\n"
         "5: uninitialized use occurs here\n"
         "1: 'v' is declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&locals, of_locals);
}

#define BUFFERS                                                                                    \
    "RWByteAddressBuffer b; RWStructuredBuffer<uint> s; Texture2D<float4> t; SamplerState q; "     \
    "groupshared uint g;\n"
#define UNSET(n, name) #n ": variable '" name "' is uninitialized when used here\n"
#define HERE(n, name)  #n ": '" name "' is declared here\n"

/* Arguments of functions and methods of the language are read, unless they are written. */
static void arguments_of_the_language_are_read(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, "uninitialized"};
    static const said_case cases[] = {
        {BUFFERS "void f() { uint x;\nb.Store(x, 1); }\n", UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { uint x;\nb.InterlockedAdd(0, x); }\n", UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { uint x;\nb.Store(0, WaveActiveSum(x)); }\n",
         UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { uint x; uint y;\nInterlockedCompareExchange(g, x, 1, y);\ns[0] = y; "
                 "}\n",
         UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { float2 x;\ns[0] = t.SampleLevel(q, x, 0).x; }\n",
         UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { float2 x;\ns[0] = dot(x, 1); }\n", UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { uint x;\ns[0] = b.Load<uint2>(x).x; }\n", UNSET(3, "x") HERE(2, "x")},
        {BUFFERS "void f() { uint w, h; t.GetDimensions(w, h); float x, y; sincos(1.0, x, y);\n"
                 "uint o; b.InterlockedAdd(0, 1, o); s[0] = w + h + o + x + y + sizeof(o); }\n",
         ""},
    };
    /* there may be many of them */
    static char many[2048];
    size_t size = 0;

    (void)state;
    EXPECT_SAID(&how, cases);
    size += (size_t)snprintf(many, sizeof many, BUFFERS "void f() { uint ");
    for (unsigned i = 0; i < 100; i++)
        size += (size_t)snprintf(many + size, sizeof many - size, "%sv%u", i ? ", " : "", i);
    snprintf(many + size, sizeof many - size, ";\nb.Store(v99, 1); }\n");
    const said_case last = {many, UNSET(3, "v99") HERE(2, "v99")};
    hlsl_expect_said(&how, &last, 1);
}

static void parts_of_groups_follow_them(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL}, all = {"lib_6_3", 0, false, "most"};
    static const said_case cases[] = {
        {"#pragma dxc diagnostic ignored \"-Wconversion\"\n"
         "#pragma dxc diagnostic ignored \"-Wunused\"\n"
         "#pragma dxc diagnostic error \"-Wparentheses\"\n"
         "void f(float4 v, int b) {\nfloat3 a = v; b = 1.5; v;\nif (b) if (b > 1) b = 1;\nelse b = "
         "2; }\n",
         "7: add explicit braces to avoid dangling else\n"},
        {"float f() { float x;\nreturn x; }\n", ""},
    };
    static const said_case of_all[] = {
        {"float f() { float x;\nreturn x; }\n",
         "2: variable 'x' is uninitialized when used here\n1: 'x' is declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&all, of_all);
}

static void types_of_operations_are_told_as_computed(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"void f(float4 a, double4 d, uint64_t2 u, float2 v, uint s, uint64_t l, int i) {\n"
         "float4 r = 0; r = a + d;\nr.xy = u * v;\nr.xy = l * v;\ns = s + l;\nr = d + a;\n"
         "r += v; }\nenum E { A }; enum F { B };\nint g(E e, F g) { return e +\ng; }\n",
         "2: conversion from larger type 'vector<double, 4>' to smaller type 'float4', possible "
         "loss "
         "of data\n"
         "3: conversion from larger type 'uint64_t2' to smaller type 'vector<float, 2>', possible "
         "loss of data\n"
         "4: conversion from larger type 'uint64_t' to smaller type 'float2', possible loss of "
         "data\n"
         "5: conversion from larger type 'unsigned long long' to smaller type 'uint', possible "
         "loss "
         "of data\n"
         "6: conversion from larger type 'double4' to smaller type 'float4', possible loss of "
         "data\n"
         "7: cannot convert from 'float2' to 'float4'\n"
         "10: cannot convert from 'F' to 'E'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void numbers_of_nodes_may_be_told_to_be_real(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"[Shader(\"node\")] [NodeLaunch(\"broadcasting\")]\n[NodeDispatchGrid(2.0L, 1, 1)]\n"
         "[NumThreads(1.0, 1, 1)]\nvoid a() {}\n",
         "3: attribute 'NumThreads' must have a uint literal argument\n"
         "3: Group size of 0 (0 * 1 * 1) is outside of valid range [1..1024] - attribute will be "
         "ignored\n"
         "2: attribute 'NodeDispatchGrid' must have a uint literal argument\n"
         "2: 'NodeDispatchGrid' X component value must be between 1 and 65,535 (2^16-1) inclusive\n"
         "4: Node shader 'a' with broadcasting launch type requires 'numthreads' attribute\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void typing_errors_are_told_as_such(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float4 (float4 x) { return x; }\n", "1: expected ')'\n1: to match this '('\n"},
        {"float f(float a :: A) { return a; }\n",
         "1: use of undeclared identifier 'a'\n1: use of undeclared identifier 'a'\n"},
        {"Foo> x;\n", "1: unknown type name 'Foo'\n"},
        {"buf : register(u0);\n", "1: unknown type name 'buf'\n1: expected unqualified-id\n"},
        {"void f() {\nfloat z == 1;\nint k -= 2; const const int m = z + k; }\n",
         "2: invalid '==' at end of declaration; did you mean '='?\n"
         "3: invalid '-=' at end of declaration; did you mean '='?\n"
         "3: duplicate 'const' declaration specifier\n"},
        {"struct S { int m() { return 1; } int n(int a) { return a; } };\nTexture2D t;\n"
         "int f(S s) { return s.m +\ns.n +\nt.Load; }\n",
         "3: reference to non-static member function must be called; did you mean to call it with "
         "no "
         "arguments?\n"
         "4: reference to non-static member function must be called\n"
         "5: reference to non-static member function must be called\n"},
        {"[numthreads(1, 1, 1)]\nvoid main;\nfloat f(float4 ab, float4 ac) { return ad.x; }\n",
         "1: attribute is valid only on functions\n"
         "2: variable has incomplete type 'const void'\n"
         "3: use of undeclared identifier 'ad'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void numbers_have_signs_by_version(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, "hlsl-legacy-literal"};
    static const said_how later = {"lib_6_3", 2029, false, "hlsl-legacy-literal"};
    static const said_case cases[] = {
        {"uint f() {\nreturn 0xF0000000 + 0x70000000 +\n020000000000 + 4000000000; }\n"
         "uint64_t g() { return\n0xF000000000000000; }",
         "2: literal value is treated as signed in HLSL 2021 and earlier, and unsigned in later "
         "language versions\n"
         "3: literal value is treated as signed in HLSL 2021 and earlier, and unsigned in later "
         "language versions\n"
         "3: implicit conversion from 'literal int' to 'uint' changes value from 12053063680 to "
         "3463129088\n"
         "5: literal value is treated as signed in HLSL 2021 and earlier, and unsigned in later "
         "language versions\n"},
    };
    static const said_case of_later[] = {
        {"static const uint64_t v =\n9223372036854775808;\n",
         "2: integer literal is too large to be represented in a signed integer type, interpreting "
         "as unsigned\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&later, of_later);
}

static void results_that_must_be_used_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"[nodiscard] int f() { return 1; } struct [[nodiscard]] S { int x;\n"
         "[[clang::warn_unused_result]] int m() { return x; } S n() { return this; } };\n"
         "int g() { return 2; }\n"
         "void h(S s) {\nf();\ns.m();\ns.n();\ng(); (void)f(); }",
         "5: ignoring return value of function declared with 'nodiscard' attribute\n"
         "6: ignoring return value of function declared with 'warn_unused_result' attribute\n"
         "7: ignoring return value of function declared with 'nodiscard' attribute\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void what_is_probably_not_meant_is_asked_about(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"int f(int b, int c)\n{ if (b = 2) c = 1;\n  while (b |= 2) c = 1;\n"
         "  if ((b = c)) c = 1;\n  if ((b == c)) c = 1;\n  return c; }",
         "2: using the result of an assignment as a condition without parentheses\n"
         "2: place parentheses around the assignment to silence this warning\n"
         "2: use '==' to turn this assignment into an equality comparison\n"
         "3: using the result of an assignment as a condition without parentheses\n"
         "3: place parentheses around the assignment to silence this warning\n"
         "3: use '!=' to turn this compound assignment into an inequality comparison\n"
         "5: equality comparison with extraneous parentheses\n"
         "5: remove extraneous parentheses around the comparison to silence this warning\n"
         "5: use '=' to turn this equality comparison into an assignment\n"},
        {"int f(int b, int c)\n{ int a = b & 1 == c;\n  a = b != c ^ c;\n  a = b == c | b < c;\n"
         "  a = b || c\n&& a;\n  a = b\n + 1 << c; return a; }",
         "2: & has lower precedence than ==; == will be evaluated first\n"
         "2: place parentheses around the '==' expression to silence this warning\n"
         "2: place parentheses around the & expression to evaluate it first\n"
         "3: ^ has lower precedence than !=; != will be evaluated first\n"
         "3: place parentheses around the '!=' expression to silence this warning\n"
         "3: place parentheses around the ^ expression to evaluate it first\n"
         "6: '&&' within '||'\n"
         "6: place parentheses around the '&&' expression to silence this warning\n"
         "8: operator '<<' has lower precedence than '+'; '+' will be evaluated first\n"
         "8: place parentheses around the '+' expression to silence this warning\n"},
        {"#define OR(x, y) x | y\nint f(int b, int c)\n{ int a = b & 1 | c;\n  a = c |\nb & 1;\n"
         "  a = (b & 1) | c;\n  a = OR(b & 1, c);\n  return a ^ b & c; }",
         "3: '&' within '|'\n"
         "3: place parentheses around the '&' expression to silence this warning\n"
         "5: '&' within '|'\n"
         "5: place parentheses around the '&' expression to silence this warning\n"},
        {"#define OR(x, y) x || y\nbool f(bool b, bool c)\n{ bool a = b && c || false;\n"
         "  a = c || b && true;\n  a = OR(b && c, c);\n  a = true && b || c;\n"
         "  return c || b\n&& true || a; }",
         "8: '&&' within '||'\n"
         "8: place parentheses around the '&&' expression to silence this warning\n"},
        {"uint2 f(uint2 b)\n{ uint2 a = b + 1 << 2;\n  return a + 1 >> 2; }",
         "3: operator '>>' has lower precedence than '+'; '+' will be evaluated first\n"
         "3: place parentheses around the '+' expression to silence this warning\n"},
        {"int f(int b)\n{ b == 1;\n  if (b == 2);\n  b != 2;\n  if (b) ; else b = 1;\n"
         "  if (b)\n;\n  return b; }",
         "3: if statement has empty body\n"
         "3: put the semicolon on a separate line to silence this warning\n"
         "2: equality comparison result unused\n"
         "2: use '=' to turn this equality comparison into an assignment\n"
         "4: inequality comparison result unused\n"
         "4: use '|=' to turn this inequality comparison into an or-assignment\n"},
        {"int f(int b)\n{\nfor (int i = 0; i < 2; i++);\n{ b++; }\nwhile (b++ < 3);\n  b++;\n"
         "while (b++ < 3);\nb++;\nwhile (b++ < 3)\n;\n  b++; return b; }",
         "3: for loop has empty body\n"
         "3: put the semicolon on a separate line to silence this warning\n"
         "5: while loop has empty body\n"
         "5: put the semicolon on a separate line to silence this warning\n"},
        {"static int s; int g;\nvoid f(\nint b)\n{ switch (b) {\ncase b:\ncase s:\ncase g: return; "
         "} }",
         "5: case value is not a constant expression\n"
         "5: read of non-const variable 'b' is not allowed in a constant expression\n"
         "3: declared here\n6: case value is not a constant expression\n"
         "6: read of non-const variable 's' is not allowed in a constant expression\n"
         "1: declared here\n7: case value is not a constant expression\n"},
        {"int f(int b)\n{ switch (b) ;\n  switch (b)\n;\n  switch (b) { ; }\n"
         "  [branch] switch (b); return b; }",
         "2: switch statement has empty body\n"
         "2: put the semicolon on a separate line to silence this warning\n"
         "6: switch statement has empty body\n"
         "6: put the semicolon on a separate line to silence this warning\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void candidates_say_what_they_want(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float g(float a, float b = 1);\nfloat g(float2x2 a, float b, float c, float d);\n"
         "float h(int a);\nfloat h(uint a);\nfloat k(float a = 1);\n"
         "float f(float x)\n{ return g() +\n g(1, 2, 3) +\n h(x) +\n k(1, 2); }",
         "7: no matching function for call to 'g'\n"
         "1: candidate function not viable: requires at least argument 'a', but no arguments were "
         "provided\n"
         "2: candidate function not viable: requires 4 arguments, but 0 were provided\n"
         "8: no matching function for call to 'g'\n"
         "1: candidate function not viable: requires at most 2 arguments, but 3 were provided\n"
         "2: candidate function not viable: requires 4 arguments, but 3 were provided\n"
         "9: call to 'h' is ambiguous\n"
         "3: candidate function\n"
         "4: candidate function\n"
         "10: no matching function for call to 'k'\n"
         "5: candidate function not viable: allows at most single argument 'a', but 2 arguments "
         "were provided\n"},
        {"Texture2D<float4> t;\nRWByteAddressBuffer b;\nvoid f(SamplerState s, float2 x)\n"
         "{ t.CalculateLevelOfDetail(s, x, 1);\n  b.Store(1);\n"
         "  t.Load();\n  t.Load(x, x, x, x); }",
         "4: no matching member function for call to 'CalculateLevelOfDetail'\n"
         "4: candidate function template not viable: requires 2 arguments, but 3 were provided\n"
         "5: no matching member function for call to 'Store'\n"
         "5: candidate function template not viable: requires 2 arguments, but 1 was provided\n"
         "6: no matching member function for call to 'Load'\n"
         "6: candidate function template not viable: requires single argument 'x', but no "
         "arguments were provided\n"
         "6: candidate function template not viable: requires 2 arguments, but 0 were provided\n"
         "6: candidate function template not viable: requires 3 arguments, but 0 were provided\n"
         "7: no matching member function for call to 'Load'\n"
         "7: candidate function template not viable: requires single argument 'x', but 4 "
         "arguments were provided\n"
         "7: candidate function template not viable: requires 2 arguments, but 4 were provided\n"
         "7: candidate function template not viable: requires 3 arguments, but 4 were provided\n"},
        {"float4 f(float2 x)\n{ return one.Sample(two, x) +\n float4(\nx, 1); }",
         "2: use of undeclared identifier 'one'\n"
         "2: use of undeclared identifier 'two'\n"
         "4: too few elements in vector initialization (expected 4 elements, have 3)\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void attributes_that_mean_nothing_are_told(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"[numthread(1, 1, 1)]\n[noinline] void f() {}\n"
         "[NumThreads(1, 1, 1)] [shader(\"compute\")] void g()\n{\n"
         "[branch] for (int i = 0; i < 3; i++) {}\n[unroll(x)]\nwhile (false) {}\n"
         "[flatten] do {} while (false);\n[flatten] if (true) {}\n[unroll(\"2\")] for (;;) {}\n}",
         "1: unknown attribute 'numthread' ignored; did you mean 'numthreads'?\n"
         "5: attribute 'branch' can only be applied to 'if' and 'switch' statements\n"
         "6: attribute 'unroll' must have a uint literal argument\n"
         "8: attribute 'flatten' can only be applied to 'if' and 'switch' statements\n"
         "10: 'unroll' attribute requires an integer constant\n"},
        {"[shader(\"compute\")] [numthreads(int(1), 1, 1)] void f() {}\n"
         "[shader(\"compute\")] [numthreads(uint1(1), 1, 1)] void g() {}\n"
         "static const int1 k = 1;\n"
         "[shader(\"compute\")] [numthreads(k, 1, 1)] void h() {}\n",
         "2: 'numthreads' attribute requires an integer constant\n"
         "2: Group size of 0 (0 * 1 * 1) is outside of valid range [1..1024] - attribute will be "
         "ignored\n"
         "2: compute entry point must have a valid numthreads attribute\n"
         "4: 'numthreads' attribute requires an integer constant\n"
         "4: Group size of 0 (0 * 1 * 1) is outside of valid range [1..1024] - attribute will be "
         "ignored\n"
         "4: compute entry point must have a valid numthreads attribute\n"},
        {"[a] float g, h;\nstruct S {\n[b] float x; };\ncbuffer C {\n[c] float y; };\n"
         "void f(\n[d] float x)\n{\n[e] float y = 1, z;\n[f] y = 2;\n[unroll] y++;\n"
         "[g] { y++; }\n[branch] return; }",
         "1: unknown attribute 'a' ignored\n3: unknown attribute 'b' ignored\n"
         "5: unknown attribute 'c' ignored\n7: unknown attribute 'd' ignored\n"
         "9: unknown attribute 'e' ignored\n10: unknown attribute 'f' ignored\n"
         "11: attribute 'unroll' can only be applied to 'for', 'while' and 'do' loop statements\n"
         "12: unknown attribute 'g' ignored\n"
         "13: attribute 'branch' can only be applied to 'if' and 'switch' statements\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void annotations_and_shared_mean_nothing(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"float f(float x\n< string s = \"x\"; >, float y : Y) : F\n< int a = 3; float b = 1; >\n"
         "{ return x; }\nfloat g()\n< int a = 3; > : G;",
         "2: possible effect annotation ignored - effect syntax is deprecated\n"
         "3: possible effect annotation ignored - effect syntax is deprecated\n"
         "6: possible effect annotation ignored - effect syntax is deprecated\n"},
        {"shared static float a = 1;\nshared cbuffer B { float b; };\nshared shared float c;\n"
         "namespace N { shared static const float d = 2; }\nshared export float f() { return a; }",
         ""},
        {"static shared float a = 1;\nvoid f() {\nshared float b = 1; }\n"
         "#pragma pack_matrix(rows)\n#pragma pack_matrix row_major\n"
         "#pragma pack_matrix(row_major) more\n",
         "1: 'static' and 'shared' cannot be used together for a global variable\n"
         "3: 'shared' is not a valid modifier for a local variable\n"
         "4: #pragma pack_matrix takes row_major or column_major in parentheses\n"
         "5: #pragma pack_matrix takes row_major or column_major in parentheses\n"
         "6: extra tokens at end of '#pragma pack_matrix' - ignored\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void keywords_are_no_names(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"float4 float;", "1: cannot combine with previous 'type-name' declaration specifier\n"},
        {"void f(float4 double) {}",
         "1: cannot combine with previous 'type-name' declaration specifier\n"},
        {"struct S { float4 int; };",
         "1: cannot combine with previous 'type-name' declaration specifier\n"},
        {"void f() { float4 bool = 1; }",
         "1: cannot combine with previous 'type-name' declaration specifier\n"},
        {"void f(float half) { float4 uint = half, float2 = 3, dword = uint; }", ""},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void modifiers_are_judged_one_by_one(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"row_major column_major float2x2 m;",
         "1: 'row_major' and 'column_major' attributes are not compatible\n"},
        {"row_major column_major float2 v;",
         "1: 'column_major' can only be used with a matrix type\n"
         "1: 'row_major' can only be used with a matrix type\n"},
        {"static row_major row_major float2x2 m;", "1: attribute 'row_major' is already applied\n"},
        {"static unorm snorm float f;", "1: 'unorm' and 'snorm' attributes are not compatible\n"},
        {"static snorm float f;\nstatic unorm int i;",
         "2: snorm and unorm qualifier can only be used on floating-point types\n"},
        {"float2x2 row_major snorm m;", "1: modifiers must appear before type\n"
                                        "1: modifiers must appear before type\n"},
        {"static unsigned int a;\nstatic unsigned float2 b;",
         "2: 'float' cannot be signed or unsigned\n"},
        {"typedef static float T;",
         "1: cannot combine with previous 'typedef' declaration specifier\n"},
        {"extern static float f;",
         "1: cannot combine with previous 'extern' declaration specifier\n"},
        {"static volatile float f;", "1: 'volatile' is a reserved keyword in HLSL\n"},
        {"float f(static float a, extern uniform float b) { return a; }",
         "1: invalid storage class specifier in function declarator\n"
         "1: invalid storage class specifier in function declarator\n"},
        {"struct S { extern float a; };", "1: storage class specified for a member declaration\n"},
        {"struct S {\nuniform float a;\nin float b;\ngroupshared float c;\n};",
         "2: 'uniform' is not a valid modifier for a field\n"
         "2: 'uniform' attribute only applies to variables and parameters\n"
         "3: HLSL usage 'in' is only valid on a parameter\n"
         "3: 'in' attribute only applies to parameters\n"
         "4: 'groupshared' is not a valid modifier for a field\n"
         "4: 'groupshared' attribute only applies to variables\n"},
        {"float f(triangle point float a : A) { return a; }",
         "1: 'triangle' and 'point' cannot be used together for a parameter\n"},
        {"float f(linear\nlinear float a) { return a; }", "1: duplicate HLSL specifier 'linear'\n"},
        {"float f(nointerpolation linear uniform float a) { return a; }",
         "1: 'nointerpolation' and 'linear' cannot be used together for a parameter\n"
         "1: 'linear' and 'uniform' cannot be used together for a parameter\n"},
        {"struct S { shared float f() { return 1; } };",
         "1: 'shared' is not a valid modifier for a method\n"},
        {"void f() { groupshared uniform float a; }",
         "1: 'uniform' is not a valid modifier for a local variable\n"
         "1: 'groupshared' is not a valid modifier for a local variable\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void types_are_named_as_they_are_written(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"Texture2D<float4> t[3][] : register(t0);",
         "1: array has incomplete element type 'Texture2D<float4> []'\n"
         "1: invalid register specification, expected 'b', 'c', or 'i' binding\n"},
        {"Texture2DMS<float4, 8> t[3][][2];",
         "1: array has incomplete element type 'Texture2DMS<float4, 8> [][2]'\n"},
        {"typedef int A[2];\nint f(A a) {\nint2 v; v = a; return v.x; }",
         "3: cannot implicitly convert from 'A' (aka 'int [2]') to 'int2'\n"},
        {"typedef int A[2];\nvoid g(int v) {}\nvoid f(A a) {\ng(a); }",
         "4: no matching function for call to 'g'\n2: candidate function not viable: no known "
         "conversion from 'A' (aka 'int [2]') to 'int' for 1st argument\n"},
        {"void f(int32_t i) {\nmin16int m; m = i; }",
         "2: conversion from larger type 'int32_t' to smaller type 'min16int', possible loss of "
         "data\n"},
        {"static const bool b = std::is_same<int&, int>::value;",
         "1: references are unsupported in HLSL\n"},
        {"extern float a = 1;\nfloat b = 2;",
         "1: 'extern' variable has an initializer\n"
         "1: Initializer of external global will be ignored\n"
         "2: Initializer of external global will be ignored\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void values_that_change_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_how promotions = {"lib_6_4", 2029, false, "double-promotion"};
    static const said_case cases[] = {
        {"static int a = 12345678.5;",
         "1: implicit conversion from 'literal float' to 'int' changes "
         "value from 12345678.5 to 12345678\n"},
        {"static int a = -1e-5;",
         "1: implicit conversion from 'literal float' to 'int' changes value from 1.0E-5 to 0\n"},
        {"static int a = 1.5e20;",
         "1: implicit conversion from 'literal float' to 'int' changes value "
         "from 1.5E+20 to 2147483647\n"},
        {"static bool a = 0.1f;",
         "1: implicit conversion from 'float' to 'bool' changes value from 0.1 to false\n"},
        {"static uint a = -3000000000;",
         "1: implicit conversion from 'literal int' to 'uint' changes "
         "value from -3000000000 to 1294967296\n"},
        {"static min16int a = 3000000000;",
         "1: implicit conversion from 'literal int' to 'min16int' "
         "changes value from 3000000000 to 24064\n"},
        {"static int a = 2.0;\nstatic int b = 3000000000;\nstatic uint c = -1;", ""},
        {"void f(float a, int i) {\nhalf h = a; h = i; }", ""},
        {"min10float2 f() {\nmin10float a[2] = {1, 2};\nreturn a[0]; }\n"
         "struct S {\nstatic const min10float2x2 f(); };",
         "1: 'min10float' is promoted to 'min16float'\n"
         "5: 'min10float' is promoted to 'min16float'\n"},
        {"void f(min12int a) {\nmin10float b = a; }",
         "1: 'min12int' is promoted to 'min16int'\n"
         "2: 'min10float' is promoted to 'min16float'\n"
         "2: conversion from larger type 'min12int' to smaller type 'min10float', possible loss of "
         "data\n"},
    };
    static const said_case wider[] = {
        {"static double d = 1.0h;",
         "1: implicit conversion increases floating-point precision: 'half' to 'double'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&promotions, wider);
}

#define LEVEL "Texture2D t; SamplerComparisonState s;\n"
#define RAYS  "[shader(\"raygeneration\")] "

static void what_models_and_stages_lack_is_told(void **state)
{
    static const said_how early = {"lib_6_7", 0, false, NULL}, late = {"lib_6_8", 0, false, NULL};
    static const said_how latest = {"lib_6_10", 0, false, NULL};
    static const said_case of_early[] = {
        {"RWByteAddressBuffer o;\n" RAYS "void m() {\nBarrier(1, 1); }",
         "3: intrinsic Barrier potentially used by 'm' requires shader model 6.8 or greater\n"
         "2: entry function defined here\n"},
        {"RWByteAddressBuffer o;\nvoid unused() { Barrier(1, 1); }", ""},
        {LEVEL "[shader(\"pixel\")] float m(float2 a : A) : SV_Target {\n"
               "return t.CalculateLevelOfDetail(s, a); }",
         "3: overload of intrinsic CalculateLevelOfDetail with SamplerComparisonState requires "
         "shader "
         "model 6.8 or greater\n"},
    };
    static const said_case of_late[] = {
        {"RWByteAddressBuffer o;\n" RAYS "void m() {\no.Store(0, RAY_FLAG_FORCE_OMM_2_STATE); }\n"
         "uint unused() { return RAY_FLAG_FORCE_OMM_2_STATE; }",
         "3: potential misuse of built-in constant 'RAY_FLAG_FORCE_OMM_2_STATE' in shader model "
         "lib_6_8; introduced in shader model 6.9\n"},
        {RAYS "void m() {\ndx::HitObject h; }",
         "2: potential misuse of built-in type 'dx::HitObject' in shader model lib_6_8; introduced "
         "in "
         "shader model 6.9\n"},
        {LEVEL "[shader(\"vertex\")] float4 m(float2 a : A) : SV_Position {\n"
               "return t.CalculateLevelOfDetail(s, a); }",
         "3: Intrinsic CalculateLevelOfDetail potentially used by 'm' requires derivatives - only "
         "available in pixel, compute, amplification, mesh, or broadcast node shaders.\n"
         "2: entry function defined here\n"},
        {"RWByteAddressBuffer o;\n" LEVEL "[shader(\"compute\")] [numthreads(2, 1, 1)] void m() {\n"
         "o.Store(0, t.CalculateLevelOfDetail(s, 1)); }",
         "4: Intrinsic CalculateLevelOfDetail potentially used by 'm' requires derivatives - when "
         "used "
         "in compute/amplification/mesh shaders or broadcast nodes, numthreads must be either 1D "
         "with "
         "X as a multiple of 4 or both X and Y must be multiples of 2.\n"
         "3: entry function defined here\n"},
    };
    static const said_case of_latest[] = {
        {RAYS "void m() {\n__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(1, 5, 4, 2, 2)]] a;\n"
              "__builtin_LinAlg_FillMatrix(a, 15); }",
         "3: builtin unavailable in shader stage 'raygeneration' (requires 'compute', 'mesh' or "
         "'amplification')\n1: entry function defined here\n"},
    };

    (void)state;
    EXPECT_SAID(&early, of_early);
    EXPECT_SAID(&late, of_late);
    EXPECT_SAID(&latest, of_latest);
}

static void operands_and_places_are_named(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"SamplerState s; struct R { int a; };\nbool f(R r) {\nreturn s == r; }",
         "3: operator cannot be used with built-in type 'SamplerState'\n"
         "3: operator cannot be used with user-defined type 'R'\n"},
        {"SamplerState s;\nvoid f(bool b) {\nb -= s; }", "3: scalar, vector, or matrix expected\n"},
        {"SamplerState s;\nvoid f(float a) {\na <<= s; }",
         "3: int or unsigned int type required\n"},
        {"void f(const int4 a) {\na[2] = 3; }",
         "2: cannot assign to variable 'a' with const-qualified type 'const int4'\n"
         "1: variable 'a' declared const here\n"},
        {"struct S;\nS s;", "2: variable has incomplete type 'S'\n1: forward declaration of 'S'\n"},
        {"struct S : float2 {};", "1: base 'vector' is marked 'final'\n"},
        {"enum E { A };\nint f() { E E = E::A; return E; }", ""},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

/* What is said when the syntax is not right, and where; nothing that follows from it is said. */
static void syntax_that_is_not_right_is_told_once(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct A { int x; }\nint f() { return 1; }", "1: expected ';' after struct\n"},
        {"struct A {\nreturn 1; };\nif (1) {}",
         "2: expected member name or ';' after declaration specifiers\n"
         "3: expected unqualified-id\n"},
        {"enum E {\na\nb };", "2: missing ',' between enumerators\n"},
        {"int f(int a) {\nif (a {\na = 1; } else { a = 2; }\nreturn a; }",
         "2: expected ')'\n2: to match this '('\n"},
        {"int f(int a) {\nfor (a = 0, a < 1) { a++; }\nreturn a; }",
         "2: expected ';' in 'for' statement specifier\n"},
        {"int f(int a) {\nfor (int i = 0, i < 1; i++) { a++; }\nreturn a; }",
         "2: expected ';' in 'for' statement specifier\n"},
        {"int f(int a) { if (a) {\nreturn a;\n}\n", "3: expected '}'\n1: to match this '{'\n"},
        {"int f(0);\nint g(int b());\nint h(int *c);",
         "1: expected parameter declarator\n1: expected ')'\n1: to match this '('\n"
         "2: function declaration is not allowed in function parameters\n"
         "3: pointers are unsupported in HLSL\n"},
        {"static;\ntypedef int;\nstatic = 5;\nint f(const) { return 1; }",
         "1: declaration does not declare anything\n2: typedef requires a name\n"
         "3: expected unqualified-id\n4: HLSL requires a type specifier for all declarations\n"},
        {"struct A { int x; };\nstruct B : public A {};\nstruct C : float {};\nstruct D : {};",
         "2: base type access specifier is unsupported in HLSL\n3: expected class name\n"
         "4: expected class name\n"},
        {"uint64_t<int> a;\nvoid f() {\nfloat3<int> b = 0; }\nSamplerState<int> s;",
         "1: expected unqualified-id\n3: expected unqualified-id\n4: expected unqualified-id\n"},
        {"struct S { int x; };\nS<int> s;", "2: expected unqualified-id\n"},
        {"typedef int T;\nT<2> t;", "2: expected unqualified-id\n"},
        {"template<typename A> struct U { U<A> f(); A x; }; typedef U<int> V; U<float> u; V v;",
         ""},
        {"struct A {\nprivate: int x; };\nint f(A a) { return a.y; }",
         "2: 'private' is a reserved keyword in HLSL\n3: no member named 'y' in 'A'\n"},
        {"Texture2D t : register;", "1: expected '(' after 'register'\n"},
        {"float f(float4 a) { return float(unorm); }", "1: expected expression\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void numbers_say_which_character_is_wrong(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL}, next = {"lib_6_3", 2029, false, NULL};
    static const said_case cases[] = {
        {"static float a =\n1f;\nstatic float b =\n09f;\nstatic float c =\n017f;",
         "2: invalid digit 'f' in decimal constant\n4: invalid digit '9' in octal constant\n"
         "6: invalid digit 'f' in octal constant\n"},
        {"static float a =\n1h;\nstatic float b =\n0h;\nstatic int c = 1ulu;",
         "2: invalid suffix 'h' on integer constant\n4: invalid suffix 'h' on integer constant\n"
         "5: invalid suffix 'ulu' on integer constant\n"},
        {"static int a = 0xG;\nstatic int b = 0b12;\nstatic int c = 0b;",
         "1: invalid suffix 'xG' on integer constant\n2: invalid digit '2' in binary constant\n"
         "3: invalid digit 'b' in octal constant\n"},
        {"static float a = 1.5q;\nstatic float b = 1e;\nstatic float c = 1.e+;\n"
         "static float d = 0x1p;\nstatic float e = 0x1.8;",
         "1: invalid suffix 'q' on floating constant\n2: exponent has no digits\n"
         "3: exponent has no digits\n4: exponent has no digits\n"
         "5: hexadecimal floating constants require an exponent\n"},
        {"static float a = 0.#INF;", "1: invalid suffix '#INF' on floating constant\n"},
        {"static float a = 1.5f32;\nstatic float b = 1.5f16;",
         "1: fixed-size floating-point literal suffix 'f32' is a HLSL 202x extension\n"
         "2: fixed-size floating-point literal suffix 'f16' is a HLSL 202x extension\n"
         "2: 16-bit floating-point literal suffix 'f16' requires '-enable-16bit-types'\n"},
        {"static float a[] = {08.5, 09e1, 1.#INF, 1.#INFf, 1.f, .5h, 0x1.8p2, 1e5f, 0x.8p1};\n"
         "static int b[] = {0, 017, 0xffu, 0b11, 1l};\n"
         "uint64_t c() { return 01000000000000000000000; }",
         ""},
    };
    static const said_case of_next[] = {{"static float a = 1.5f32;", ""}};

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&next, of_next);
}

/* All of these were taken once. */
static void declarations_that_cannot_be_are_refused(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct A { int a : 1 : SV_X; };\nstruct B { static uint b : 8; };",
         "1: bitfields are not allowed with HLSL annotations\n"
         "2: static member 'b' cannot be a bit-field\n"},
        {"struct A : RayDesc {};", "1: base 'RayDesc' is marked 'final'\n"},
        {"struct S;\nConstantBuffer<S> b;\ncbuffer C {\nS s; };\nvoid f(out S s) {}",
         "2: variable has incomplete type 'S'\n1: forward declaration of 'S'\n"
         "4: variable has incomplete type 'S'\n1: forward declaration of 'S'\n"
         "5: variable has incomplete type '__restrict S'\n1: forward declaration of 'S'\n"},
        {"template<int N> struct T;\ncbuffer C {\nT<1> t; };",
         "3: implicit instantiation of undefined template 'T<1>'\n1: template is declared here\n"},
        {"float4 f() : SV_Target8 { return 1; }\nstruct S { float4 a : SV_Target7; };",
         "1: 'SV_Target8' is defined with semantic index 8, but only values 0 through 7 are "
         "supported\n"},
        {"string a = \"b\";\nstring b[2];\nvoid f(string c) {}\nstring g();\n"
         "struct S { string d; };\nvoid h() { string e; }\ncbuffer C { string i; };",
         "2: array of type string is not supported\n3: parameter of type string is not supported\n"
         "4: return value of type string is not supported\n"
         "5: string declaration may only appear in global scope\n"
         "6: string declaration may only appear in global scope\n"
         "7: string declaration may only appear in global scope\n"},
        {"void f() {\nfloat a : A; }",
         "2: semantic is not a valid modifier for a local variable\n"},
        {"snorm matrix<unorm float, 2, 3> m;\nextern float f() { return 1; }\ninline float x;",
         "1: 'unorm' and 'snorm' attributes are not compatible\n"
         "2: 'extern' is not a valid modifier for a function\n"
         "3: 'inline' can only appear on functions\n"},
        {"sampler s : register(s0) : register(s1);\nfloat4 f : register(c0) : register(c1);\n"
         "cbuffer B : register(ps, b0) { float x; };\n"
         "sampler t : register(ps, s2) : register(vs, s3);\n"
         "sampler u : register(s4) : register(t4);",
         "1: conflicting register semantics\n2: conflicting register semantics\n"
         "3: user defined constant buffer slots cannot be target specific\n"},
        {"int f(int a, int a) { return a; }\nvoid g(int a = 1);\nvoid g(int a = 1) {}",
         "1: redefinition of parameter 'a'\n1: previous declaration is here\n"
         "3: redefinition of default argument\n2: previous definition is here\n"},
        {"enum class E { A,\nA };",
         "2: redefinition of enumerator 'A'\n1: previous definition is here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void templates_of_the_language_count_their_arguments(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"RWBuffer a;\nTexture2DMS b;\nStructuredBuffer c;\nInputPatch<> d;\nRayQuery e;",
         "1: use of class template 'RWBuffer' requires template arguments\n"
         "2: use of class template 'Texture2DMS' requires template arguments\n"
         "3: use of class template 'StructuredBuffer' requires template arguments\n"
         "4: too few template arguments for class template 'InputPatch'\n"
         "5: use of class template 'RayQuery' requires template arguments\n"},
        {"Texture2D<float, 2> a;\nStructuredBuffer<int, int> b;\nvector<float, 2, 3> c;\n"
         "ByteAddressBuffer<float> d;",
         "1: too many template arguments for class template 'Texture2D'\n"
         "2: too many template arguments for class template 'StructuredBuffer'\n"
         "3: too many template arguments for class template 'vector'\n"
         "4: expected unqualified-id\n"},
        {"vector<> a; matrix<float, 2> b; vector<int> c; Texture2D<> d; Buffer e; Texture2DMS<int> "
         "f;",
         ""},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void expressions_that_cannot_be_are_refused(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S { int a : 3; Texture2D t; };\nuint f(S s) {\nreturn sizeof(void) +\n"
         "sizeof(1) +\nsizeof(S) +\nsizeof(s.a); }",
         "3: invalid application of 'sizeof' to an incomplete type 'void'\n"
         "4: invalid application of 'sizeof' to literal type 'literal int'\n"
         "5: invalid application of 'sizeof' to non-numeric type 'S'\n"
         "6: invalid application of 'sizeof' to bit-field\n"},
        {"float2 f() { return (float2){1, 2}; }", "1: compound literal is unsupported in HLSL\n"},
        {"void f(int4 i) {\n((float4)i).x = 1;\n((int3)i).x = 1; }",
         "2: expression is not assignable\n"},
        {"int f(int i) {\nswitch (i) {\ncase 1:\ndefault: return 1;\ncase 1: return 3;\n"
         "default: return 2; } }",
         "4: multiple default labels in one switch\n6: previous case defined here\n"
         "5: duplicate case value '1'\n3: previous case defined here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

#define INTERFACE "interface I { float g(float a); };\n"

static void nothing_is_of_an_abstract_type(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {INTERFACE "I a;\nstruct S : I { float g(int a) { return 1; } };\nvoid f(S s) {\n"
                   "S t[2]; }\nstruct T { S s; };",
         "2: variable type 'I' is an abstract class\n"
         "1: unimplemented pure virtual method 'g' in 'I'\n"
         "4: parameter type 'S' is an abstract class\n"
         "1: unimplemented pure virtual method 'g' in 'S'\n"
         "5: array of abstract class type 'S'\n"
         "6: field type 'S' is an abstract class\n"},
        {"interface I { float f();\nfloat g(int x); };\nclass A : I { float f() { return 1; } };\n"
         "void h(I i) { }\nA a;",
         "4: parameter type 'I' is an abstract class\n"
         "1: unimplemented pure virtual method 'f' in 'I'\n"
         "2: unimplemented pure virtual method 'g' in 'I'\n"
         "5: variable type 'A' is an abstract class\n"
         "2: unimplemented pure virtual method 'g' in 'A'\n"},
        {"interface I { float f(); };\nstruct A : I {\nint f() { return 1; } };",
         "3: virtual function 'f' has a different return type ('int') than the function it "
         "overrides "
         "(which has return type 'float')\n1: overridden virtual function is here\n"},
        {INTERFACE "struct A { float g(float a) { return 1; } };\nstruct S : A, I {};\nS f();",
         "4: return type 'S' is an abstract class\n"
         "1: unimplemented pure virtual method 'g' in 'S'\n"},
        {INTERFACE "struct S : I { float g(float a); };\nfloat S::g(float a) { return a; }\n"
                   "struct T : S {};\nstruct U : I {};\nstruct V : U { float g(float a) { return "
                   "1; } };\nS s; T t[2]; V v;",
         ""},
        {INTERFACE "interface J : I {\nfloat x; };",
         "2: interfaces cannot inherit from other types\n"
         "3: data member 'x' is not permitted within an interface type\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(nothing_is_of_an_abstract_type),
    cmocka_unit_test(declarations_that_cannot_be_are_refused),
    cmocka_unit_test(templates_of_the_language_count_their_arguments),
    cmocka_unit_test(expressions_that_cannot_be_are_refused),
    cmocka_unit_test(mistakes_of_syntax_hide_no_others),
    cmocka_unit_test(attributes_that_mean_nothing_are_told),
    cmocka_unit_test(candidates_say_what_they_want),
    cmocka_unit_test(what_is_probably_not_meant_is_asked_about),
    cmocka_unit_test(notes_lead_to_what_is_meant),
    cmocka_unit_test(names_that_may_be_meant_are_shown),
    cmocka_unit_test(syntax_that_is_not_right_is_told_once),
    cmocka_unit_test(numbers_say_which_character_is_wrong),
    cmocka_unit_test(branches_that_leave_outputs_unset_are_told),
    cmocka_unit_test(arguments_of_the_language_are_read),
    cmocka_unit_test(parts_of_groups_follow_them),
    cmocka_unit_test(types_of_operations_are_told_as_computed),
    cmocka_unit_test(numbers_of_nodes_may_be_told_to_be_real),
    cmocka_unit_test(typing_errors_are_told_as_such),
    cmocka_unit_test(numbers_have_signs_by_version),
    cmocka_unit_test(results_that_must_be_used_are_told),
    cmocka_unit_test(operands_and_places_are_named),
    cmocka_unit_test(values_that_change_are_told),
    cmocka_unit_test(what_models_and_stages_lack_is_told),
    cmocka_unit_test(types_are_named_as_they_are_written),
    cmocka_unit_test(attributes_of_other_targets_are_told_of),
    cmocka_unit_test(constructors_may_make_numbers_smaller),
    cmocka_unit_test(what_is_read_is_used),
    cmocka_unit_test(annotations_and_shared_mean_nothing),
    cmocka_unit_test(keywords_are_no_names),
    cmocka_unit_test(modifiers_are_judged_one_by_one),
};
SUPPORT_SUITE(test_hlsl_diags, tests);
