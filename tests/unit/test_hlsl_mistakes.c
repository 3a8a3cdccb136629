/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_mistakes.c - what is said of mistakes that are made often: names that are spelled wrong,
 * calls with the wrong arguments, brackets too many or too few.
 */
#include "hlsl_support.h"

static void calls_say_which_argument_is_wrong(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"template<typename T> T twice(T x) { return x + x; }\n"
         "template<typename T> T make() { return (T)1; }\n"
         "template<typename T> T larger(T a, T b) { return a > b ? a : b; }\n"
         "template<typename T, int N> T first(vector<T, N> v) { return v[0]; }\n"
         "template<typename T> T give(out T x, float y) { x = (T)1; return x; }\n"
         "struct S { float x; };\n"
         "void f(S s, float2 v) {\n"
         "twice<float, int>(v.x); twice<3>(v.x);\n"
         "twice();\n"
         "make();\n"
         "larger(v.x, 1u);\n"
         "first(s);\n"
         "give(v.x, s);\n"
         "give(1.0, 2);\n"
         "}\n",
         "8: no matching function for call to 'twice'\n"
         "1: candidate template ignored: invalid explicitly-specified argument for template "
         "parameter 'T'\n"
         "8: no matching function for call to 'twice'\n"
         "1: candidate template ignored: invalid explicitly-specified argument for template "
         "parameter 'T'\n"
         "9: no matching function for call to 'twice'\n"
         "1: candidate function template not viable: requires single argument 'x', but no "
         "arguments were provided\n"
         "10: no matching function for call to 'make'\n"
         "2: candidate template ignored: couldn't infer template argument 'T'\n"
         "11: no matching function for call to 'larger'\n"
         "3: candidate template ignored: deduced conflicting types for parameter 'T' ('float' vs. "
         "'unsigned int')\n"
         "12: no matching function for call to 'first'\n"
         "4: candidate template ignored: could not match 'vector<T, N>' against 'S'\n"
         "13: no matching function for call to 'give'\n"
         "5: candidate function [with T = float] not viable: no known conversion from 'S' to "
         "'float' for 2nd argument\n"
         "14: no matching function for call to 'give'\n"
         "5: candidate function [with T = float] not viable: expects an l-value for 1st "
         "argument\n"},
        {"struct S { float x; };\n"
         "float change(inout float x) { return x; }\n"
         "float take(S s, float y) { return y; }\n"
         "void f(S s, float2 v) {\n"
         "const float k = v.x;\n"
         "change(1.0);\n"
         "change(k);\n"
         "take(v, v.x);\n"
         "change(s);\n"
         "}\n",
         "6: no matching function for call to 'change'\n"
         "2: candidate function not viable: expects an l-value for 1st argument\n"
         "7: no matching function for call to 'change'\n"
         "2: candidate function not viable: 1st argument ('const float') would lose const "
         "qualifier\n"
         "8: no matching function for call to 'take'\n"
         "3: candidate function not viable: no known conversion from 'float2' to 'S' for 1st "
         "argument\n"
         "9: no matching function for call to 'change'\n"
         "2: candidate function not viable: no known conversion from 'S' to 'float' for 1st "
         "argument\n"},
        {"struct S { float x; };\n"
         "void f(S s, float4 v) {\n"
         "lerp(v, v);\n"
         "saturate(v, 1);\n"
         "saturate(s);\n"
         "dot(v, s);\n"
         "}\n",
         "3: use of undeclared identifier 'lerp'\n"
         "3: candidate function not viable: requires 3 arguments, but 2 were provided\n"
         "4: use of undeclared identifier 'saturate'\n"
         "4: candidate function not viable: requires single argument 'x', but 2 arguments were "
         "provided\n"
         "5: no matching function for call to 'saturate'\n"
         "5: candidate function not viable: no known conversion from 'S' to 'float' for 1st "
         "argument\n"
         "6: no matching function for call to 'dot'\n"
         "6: candidate function not viable: no known conversion from 'S' to 'vector<float, 4>' for "
         "2nd argument\n"},
        {"Texture2D t; SamplerState s; SamplerComparisonState sc;\n"
         "RWStructuredBuffer<float> f; StructuredBuffer<uint> ro; uint local[2];\n"
         "void g(float2 uv) {\n"
         "t.Load(uv);\n"
         "t.SampleCmp(s, uv, 0.5);\n"
         "InterlockedAdd(f[0], 1.0);\n"
         "InterlockedAdd(ro[0], 1);\n"
         "InterlockedAdd(local[0], 1);\n"
         "asuint(1.0L, local[0], local[1]);\n"
         "ro[0] = 1;\n"
         "local[0] = 1;\n"
         "}\n",
         "4: no matching member function for call to 'Load'\n"
         "4: candidate function not viable: no known conversion from 'float2' to 'vector<int, 3>' "
         "for 1st argument\n"
         "4: candidate function template not viable: requires 2 arguments, but 1 was provided\n"
         "4: candidate function template not viable: requires 3 arguments, but 1 was provided\n"
         "5: no matching member function for call to 'SampleCmp'\n"
         "5: candidate function not viable: no known conversion from 'SamplerState' to "
         "'SamplerComparisonState' for 1st argument\n"
         "5: candidate function template not viable: requires 4 arguments, but 3 were provided\n"
         "5: candidate function template not viable: requires 5 arguments, but 3 were provided\n"
         "5: candidate function template not viable: requires 6 arguments, but 3 were provided\n"
         "6: no matching function for call to 'InterlockedAdd'\n"
         "6: candidate function not viable: no known conversion from 'float' to 'long long &' for "
         "1st argument\n"
         "6: candidate function not viable: no known conversion from 'float' to 'int &' for 1st "
         "argument\n"
         "7: no matching function for call to 'InterlockedAdd'\n"
         "7: candidate function not viable: 1st argument ('const unsigned int') would lose const "
         "qualifier\n"
         "8: no matching function for call to 'InterlockedAdd'\n"
         "8: candidate function not viable: 1st argument ('const uint') would lose const "
         "qualifier\n"
         "9: no matching function for call to 'asuint'\n"
         "9: candidate function not viable: 2nd argument ('const uint') would lose const "
         "qualifier\n"
         "10: cannot assign to return value because function 'operator[]<const unsigned int &>' "
         "returns a const value\n"
         "11: read-only variable is not assignable\n"
         "2: variable 'local' declared const here\n"},
    };

    (void)state;
    EXPECT(&how, cases);
}

static void words_of_the_language_may_be_meant(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"struct M { float area; float getArea() { return area; } };\n"
         "flaot4 g(vec3 p, texture2d t, flota4x4 m, boolean b) { return p.xyzz; }\n"
         "float h(float16_t a) { return 1; }\n",
         "2: unknown type name 'flaot4'; did you mean 'float4'?\n"
         "2: unknown type name 'vec3'; did you mean 'float3'?\n"
         "2: unknown type name 'texture2d'; did you mean 'Texture2D'?\n"
         "2: unknown type name 'flota4x4'; did you mean 'float4x4'?\n"
         "2: unknown type name 'boolean'; did you mean 'bool'?\n"
         "3: unknown type name 'float16_t'\n"
         "3: 'float16_t' is known with '-enable-16bit-types'\n"},
        {"struct M { float area; float getArea() { return area; } };\n"
         "Texture2D t; SamplerState s;\n"
         "float f(M m, float4 c) {\n"
         "m.getAera(); m.aera;\n"
         "saturat(c); nomralize(c); mix(c, c, c); Lerp(c, c, c); test(c);\n"
         "t.Smaple(s, c.xy);\n"
         "t.Foo();\n"
         "return RAY_FLAG_CULL_OPAQE;\n"
         "}\n",
         "4: no member named 'getAera' in 'M'; did you mean 'getArea'?\n"
         "1: 'getArea' declared here\n"
         "4: no member named 'aera' in 'M'; did you mean 'area'?\n"
         "1: 'area' declared here\n"
         "5: use of undeclared identifier 'saturat'; did you mean 'saturate'?\n"
         "5: use of undeclared identifier 'nomralize'; did you mean 'normalize'?\n"
         "5: use of undeclared identifier 'mix'; did you mean 'lerp'?\n"
         "5: use of undeclared identifier 'Lerp'; did you mean 'lerp'?\n"
         "5: use of undeclared identifier 'test'\n"
         "6: no member named 'Smaple' in 'Texture2D<vector<float, 4> >'; did you mean 'Sample'?\n"
         "7: no member named 'Foo' in 'Texture2D<vector<float, 4> >'\n"
         "8: use of undeclared identifier 'RAY_FLAG_CULL_OPAQE'; did you mean "
         "'RAY_FLAG_CULL_OPAQUE'?\n"},
        {"[numthread(1, 1, 1)] float f() {\n"
         "[unrol] for (int i = 0; i < 3; i++) { }\n"
         "[strange] while (true) { }\n"
         "return 1; }\n",
         "1: unknown attribute 'numthread' ignored; did you mean 'numthreads'?\n"
         "2: unknown attribute 'unrol' ignored; did you mean 'unroll'?\n"
         "3: unknown attribute 'strange' ignored\n"},
        {"float4 f(float4 c) {\n"
         "retrun c.xyzw;\n"
         "}\n",
         "2: unknown type name 'retrun'; did you mean 'return'?\n"
         "2: expected ';' at end of declaration\n"},
        {"StructuredBuffer<float4 b;\n"
         "float f(float c) { float d = abs(c)); return d; }\n",
         "1: expected '>'\n"
         "2: extraneous ')' before ';'\n"},
    };

    (void)state;
    EXPECT(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(calls_say_which_argument_is_wrong),
    cmocka_unit_test(words_of_the_language_may_be_meant),
};
SUPPORT_SUITE(test_hlsl_mistakes, tests);
