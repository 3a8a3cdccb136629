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
        {"template<typename T> T larger(T a, T b) { return a > b ? a : b; }\n"
         "template<typename T> T put(Texture2D<T> t, T b) { return b; }\n"
         "Texture2D<float> t;\n"
         "void f(float x, int i) {\n"
         "x = larger(1.0, 2.0) + larger(1, 2) + larger<float>(x, 1.0) + larger(x, 1.0f);\n"
         "larger(x, 1.0);\n"
         "larger(1, i);\n"
         "larger(1, 2.0);\n"
         "put(t, 1.0);\n"
         "}\n",
         "6: no matching function for call to 'larger'\n"
         "1: candidate template ignored: deduced conflicting types for parameter 'T' ('float' vs. "
         "'literal float')\n"
         "7: no matching function for call to 'larger'\n"
         "1: candidate template ignored: deduced conflicting types for parameter 'T' ('literal "
         "int' vs. 'int')\n"
         "8: no matching function for call to 'larger'\n"
         "1: candidate template ignored: deduced conflicting types for parameter 'T' ('literal "
         "int' vs. 'literal float')\n"
         "9: no matching function for call to 'put'\n"
         "2: candidate template ignored: deduced conflicting types for parameter 'T' ('float' vs. "
         "'literal float')\n"},
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
    EXPECT_SAID(&how, cases);
}

static void words_of_the_language_may_be_meant(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"struct M { float area; float getArea() { return area; } };\n"
         "flaot4 g(vec3 p, texture2d t, flota4x4 m, boolean b) { return p.xyzz; }\n"
         "float h(float16_t a) { return 1; }\n",
         "2: unknown type name 'flaot4'\n"
         "2: did you mean 'float4'?\n"
         "2: unknown type name 'vec3'\n"
         "2: did you mean 'float3'?\n"
         "2: unknown type name 'texture2d'; did you mean 'texture'?\n"
         "2: unknown type name 'flota4x4'\n"
         "2: did you mean 'float4x4'?\n"
         "2: unknown type name 'boolean'\n"
         "2: did you mean 'bool'?\n"
         "3: unknown type name 'float16_t'\n"
         "3: 'float16_t' is known with '-enable-16bit-types'\n"},
        {"struct M { float area; float getArea() { return area; } };\n"
         "Texture2D t; SamplerState s;\n"
         "float f(M m, float4 c) {\n"
         "m.getAera(); m.aera;\n"
         "saturat(c); nomralize(c); mix(c, c, c); Lerp(c, c, c); test(c);\n"
         "t.Foo();\n"
         "return RAY_FLAG_CULL_OPAQE;\n"
         "}\n",
         "4: no member named 'getAera' in 'M'; did you mean 'getArea'?\n"
         "1: 'getArea' declared here\n"
         "4: no member named 'aera' in 'M'; did you mean 'area'?\n"
         "1: 'area' declared here\n"
         "5: use of undeclared identifier 'saturat'\n"
         "5: did you mean 'saturate'?\n"
         "5: use of undeclared identifier 'nomralize'\n"
         "5: did you mean 'normalize'?\n"
         "5: use of undeclared identifier 'mix'\n"
         "5: did you mean 'lerp'?\n"
         "5: use of undeclared identifier 'Lerp'\n"
         "5: did you mean 'lerp'?\n"
         "5: use of undeclared identifier 'test'\n"
         "6: no member named 'Foo' in 'Texture2D<vector<float, 4> >'\n"
         "7: use of undeclared identifier 'RAY_FLAG_CULL_OPAQE'; did you mean "
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
         "2: use of undeclared identifier 'retrun'; did you mean 'return'?\n"},
        {"StructuredBuffer<float4 b;\n"
         "float f(float c) { float d = abs(c)); return d; }\n",
         "1: type-id cannot have a name\n"
         "2: extraneous ')' before ';'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void attributes_count_their_arguments(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"struct R { uint x; };\n[shader()] void a() { }\n[noinline(1)] float b() { return 1; }\n"
         "[NodeID()] void c() { }\n[NodeID(\"c\", 1, 2)] void d() { }\n"
         "[NodeDispatchGrid(1, 2)] void e([MaxRecords()] NodeOutput<R> o) { }\n",
         "2: 'shader' attribute takes one argument\n3: 'noinline' attribute takes no arguments\n"
         "4: 'NodeID' attribute takes at least 1 argument\n"

         "5: 'NodeID' attribute takes no more than 2 arguments\n"
         "6: 'MaxRecords' attribute takes one argument\n"
         "6: 'NodeDispatchGrid' attribute requires exactly 3 arguments\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void entry_points_are_seen_from_outside(void **state)
{
    static const said_how how = {"cs_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"[numthreads(1, 1, 1)]\nstatic void main() { }\n", "0: cannot find entry function main\n"},
    };
    static const said_how mesh = {"ms_6_5", 0, false, NULL};
    static const said_case of_mesh[] = {
        {"struct V { float4 p : SV_Position; }; struct P { float x; };\n"
         "[numthreads(1, 1, 1)] [outputtopology(\"triangle\")] void main(\n"
         "in payload P p,\nout vertices V v[],\nout indices uint3 t[1]) { }\n",
         "4: vertices output is not an constant-length array\n"},
        {"struct P { float x; };\n[numthreads(1, 1, 1)] [outputtopology(\"triangle\")] void main(\n"
         "payload P p) { }\n",
         "3: 'payload' object must be an in parameter\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
    EXPECT_SAID(&mesh, of_mesh);
}

static void an_index_is_an_error_if_all_of_the_element_is_wanted(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"cbuffer B {\nfloat3 a[2]; };\nfloat3 f() { return a[2]; }\nfloat g() { return a[2].x; }\n"
         "float h() { return a[-1][0]; }\n",
         "3: array index 2 is out of bounds\n2: array 'a' declared here\n"
         "4: array index 2 is past the end of the array (which contains 2 elements)\n"
         "2: array 'a' declared here\n"
         "5: array index -1 is before the beginning of the array\n2: array 'a' declared here\n"},
        {"Texture2D t[2]; SamplerState s;\nfloat4 f() {\nreturn t[2].SampleLevel(s, 0, 0); }\n",
         "3: array index 2 is past the end of the array (which contains 2 elements)\n"
         "1: array 't' declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void calls_do_not_convert_what_is_double(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"double a(double b, float c) {\nreturn fma(b, b, c) +\nfma(b, b, 2) + fma(b, 2.0, b); }\n",
         "2: no matching function for call to 'fma'\n"
         "2: candidate function not viable: no known conversion from 'float' to 'double' for 3rd "
         "argument\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void broken_syntax_is_told_in_the_words_of_the_field(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float a(float b : ) { return b; }\n"
         "float c(float d : float) { return d; }\n"
         "float e() : { return 1; }\n",
         "1: expected ')'\n1: to match this '('\n"
         "2: expected ')'\n2: to match this '('\n"
         "3: constructor initializer is unsupported in HLSL\n"},
        {"struct S { float a : ; };\nstruct U { float : wide; };\n"
         "struct T { float[2] b; };\nTexture2D t : 3;\n",
         "1: expected expression\n2: use of undeclared identifier 'wide'\n"
         "3: brackets are not allowed here; to declare an array, place the brackets after the "
         "name\n"
         "4: expected ';' after top level declarator\n"},
        {"[(1)] void a() {}\n[while] void b() {}\n[c, d] void e() {}\n[] void f() {}\n",
         "1: expected identifier\n2: expected identifier\n"
         "3: expected ']'\n"},
        {"static vector<int 3> a;\n", "1: expected '>'\n"},
        {"float a(int b) {\n[unroll(3)\nfor (int i = 0; i < b; i++) { b++; }\nreturn b; }\n",
         "2: expected ']'\n"},
        {"float a( b : B) { return b; }\n[numthreads(1, , 1)] void c() { }\n",
         "1: unknown type name 'b'\n1: use of undeclared identifier 'b'\n"
         "2: expected expression\n"},
        {"float a() { return (float + 1); }\nfloat b() { return 1 + float2; }\n"
         "struct S { int x; }; int c() { return S; }\nvoid d() { S.x = 1; }\n"
         "int e() { return sizeof int; }\n",
         "1: expected ')'\n1: to match this '('\n"
         "2: unexpected type name 'float2': expected expression\n"
         "3: 'S' does not refer to a value\n3: declared here\n4: cannot use dot operator on a "
         "type\n"
         "5: expected parentheses around type name in sizeof expression\n"},
        {"int a(int b, int c) { return a(b, c;); }\nint d(int b) { if (b)) return 1; return 2; }\n"
         "int e(int b) { do { b++; } (b); return b; }\n"
         "int f(int b) { switch (b) { case 1 return 2; } return 1; }\n"
         "int g(int b) { return b ? : 2; }\n",
         "1: unexpected ';' before ')'\n"
         "2: extraneous ')' after condition, expected a statement\n"
         "3: expected 'while' in do/while loop\n4: expected ':' after 'case'\n"
         "5: use of GNU ?: conditional expression extension, omitting middle operand is "
         "unsupported in HLSL\n"},
        {"enum E { A; B };\nint a, int b;\nStructureBuffer<int> c;\nstruct S : Nothing { int x; "
         "};\nint e(int d) { d d; return d; }\nint f(x, int y) { return y; }\n"
         "int g(int z) { return (static int)z; }\n",
         "1: expected '= constant-expression' or end of enumerator definition\n"
         "2: expected unqualified-id\n"
         "3: no template named 'StructureBuffer'; did you mean 'StructuredBuffer'?\n"
         "4: expected class name\n5: expression result unused\n5: expected ';' after expression\n"
         "5: expression result unused\n"
         "6: HLSL requires a type specifier for all declarations\n"
         "7: type name does not allow storage class to be specified\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void entry_points_of_rays_are_judged_one_by_one(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct P { float a; }; struct A { float2 b; };\n"
         "[shader(\"anyhit\")] void a(inout float p, in float b) {}\n"
         "[shader(\"closesthit\")] void b(P p, inout A a) {}\n"
         "[shader(\"miss\")] void c() {}\n"
         "[shader(\"callable\")] int d(inout P p) {}\n"
         "[shader(\"raygeneration\")] void e(P p) {}\n"
         "[shader(\"closesthit\")] void f(inout P p, A a) {}\n",
         "2: payload parameter 'p' must be a user-defined type composed of only numeric types\n"
         "2: attributes parameter 'b' must be a user-defined type composed of only numeric types\n"
         "3: payload parameter 'p' must be 'inout'\n"
         "3: intersection attributes parameter 'a' must be 'in'\n"
         "4: incorrect number of entry parameters for raytracing stage 'miss': 0 parameter(s) "
         "provided, expected one payload parameter\n"
         "5: return type for 'callable' shaders must be void\n"
         "6: incorrect number of entry parameters for raytracing stage 'raygeneration': 1 "
         "parameter(s) provided, expected no parameters\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void entry_points_of_libraries_need_their_attributes(void **state)
{
    static const said_how how = {"lib_6_8", 0, false, NULL};
    static const said_case cases[] = {
        {"[shader(\"compute\")] void a() {}\n"
         "[shader(\"mesh\")] void b() {}\n"
         "[shader(\"geometry\")] void c() {}\n"
         "[shader(\"compute\")] [numthreads(8, 1, 1)] [WaveSize(16, 16)] void d() {}\n"
         "[shader(\"compute\")] [numthreads(8, 1, 1)] [WaveSize(15)] void e() {}\n"
         "[shader(\"compute\")] [numthreads(8, 1, 1)] [WaveSize()] void f() {}\n"
         "[shader(\"compute\")] [numthreads(8, 1, 1)] [WaveSize(4)]\n"
         "[WaveSize(8)] void g() {}\n"
         "[maxvertexcount(-1)] void i();\n",
         "1: compute entry point must have a valid numthreads attribute\n"
         "2: mesh entry point must have a valid numthreads attribute\n"
         "2: mesh entry point must have a valid outputtopology attribute\n"
         "3: geometry entry point must have a valid maxvertexcount attribute\n"
         "4: Wave Size Range minimum and maximum are equal\n"
         "5: WaveSize arguments must be between 4 and 128 and a power of 2\n"
         "6: 'WaveSize' attribute takes at least 1 argument\n"
         "7: shader attribute type 'wavesize' conflicts with shader attribute type 'wavesize'\n"
         "8: conflicting attribute is here\n"
         "9: attribute 'maxvertexcount' must have a uint literal argument\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void attributes_of_statements_have_their_place(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"float f(int n) {\n"
         "[forcecase] if (n) n = 1;\n"
         "[call] for (int i = 0; i < n; i++) n -= 1;\n"
         "[branch] n = 2;\n"
         "[unroll(-1)] for (int i = 0; i < 3; i++) n -= i;\n"
         "return n; }\n",
         "2: attribute 'forcecase' can only be applied to 'switch' statements\n"
         "3: attribute 'call' can only be applied to 'switch' statements\n"
         "4: attribute 'branch' can only be applied to 'if' and 'switch' statements\n"
         "5: attribute 'unroll' must have a uint literal argument\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void what_there_is_not_is_named(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"#define SQUARE(x) ((x) * (x))\n"
         "template<typename T> struct Pair { T a, b; };\n"
         "Texture2D t[2]; SamplerState s;\n"
         "void f(float2 v) {\n"
         "goto end;\n"
         "end: v.x = 1;\n"
         "float a = \"text\";\n"
         "Pair p;\n"
         "t.Sample(s, v);\n"
         "v.y = SQUARE(1, 2);\n"
         "}\n",
         "5: goto is unsupported in HLSL\n"
         "6: label is unsupported in HLSL\n"
         "7: cannot initialize a variable of type 'float' with an lvalue of type 'literal string'\n"
         "8: use of class template 'Pair' requires template arguments\n"
         "9: member reference base type 'Texture2D [2]' is not a structure or "
         "union\n"
         "10: use of undeclared identifier 'SQUARE'\n"
         "10: too many arguments provided to function-like macro invocation\n"
         "1: macro 'SQUARE' defined here\n"},
        {"float a : regster(t0);\n"
         "float b : register(t0);\n",
         "1: Unexpected '(' in semantic annotation. Did you mean 'packoffset()' or 'register()'?\n"
         "2: invalid register specification, expected 'b', 'c', or 'i' binding\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void operations_that_a_stage_lacks_have_a_place(void **state)
{
    static const said_how how = {"vs_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"float4 main(float4 p : P) : SV_Position { discard; return p; }\n",
         "1: Opcode Discard not valid in shader model vs_6_0.\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void loops_are_not_unrolled_a_negative_number_of_times(void **state)
{
    static const said_how how = {"ps_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"float4 main(float p : P) : SV_Target { float x = 0; [unroll(-1)] for (int i = 0; i < 3; "
         "i++) x += i; return x; }\n",
         "1: attribute 'unroll' must have a uint literal argument\n"
         "1: Could not unroll loop. Invalid unroll count.\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void members_that_are_real_are_set_elsewhere(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S {\nstatic const float a = 3;\nstatic const half b = 2; static const int c = 3;\n"
         "static const bool d = true; static const float e; };\n"
         "static const float S::e = 1;\n"
         "template<typename T> struct P {\nstatic const T v = 3; };\n"
         "float f() { return P<float>::v + P<int>::v + S::a; }\n",
         "2: in-class initializer for static data member of type 'const float' is a GNU extension\n"
         "3: in-class initializer for static data member of type 'const half' is a GNU extension\n"
         "7: in-class initializer for static data member of type 'const float' is a GNU "
         "extension\n"
         "8: in instantiation of template class 'P<float>' requested here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void labels_fit_what_is_chosen_by(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"enum E { A }; enum class F { B = 3 }; static const float K = 2;\n"
         "int f(int i) { switch (i) {\ncase F::B:\ncase (int)F::B:\ncase A:\ncase 2.5:\ncase K:\n"
         "return 1; } return 2; }\n",
         "3: value of type 'F' is not implicitly convertible to 'int'\n"
         "6: conversion from 'literal float' to 'int' is not allowed in a converted constant "
         "expression\n"
         "7: conversion from 'const float' to 'int' is not allowed in a converted constant "
         "expression\n"},
        {"int f(bool b) { switch (b) {\ncase 1:\ncase 2:\nreturn 1; } return 2; }\n",
         "1: switch condition has boolean value\n"
         "3: duplicate case value '1'\n"
         "2: previous case defined here\n"},
        {"int f(int1 i) {\nswitch (i) { case 2: return 1; } return 2; }\n",
         "2: statement requires expression of integer type ('int1' invalid)\n"},
        {"enum E { A, B }; static const int K = 9;\n"
         "int f(int i) { switch (3) { case 2: return 1; } return 2; }\n"
         "int g(int i) { switch (K) { case 2: return 1; } return 2; }\n"
         "int h(int i) { switch (A) { case B: return 1; } return 2; }\n"
         "int j(int i) { switch (int2(3, 4).x) { case 2: return 1; } return 2; }\n"
         "int k(int i) { switch (3) { case 2: return 1; default: return 3; } return 2; }\n"
         "int l(int i) { switch (3) { case 3: return 1; } return 2; }\n"
         "int m(int i) { switch (int n = 3) { case 2: return 1; } return 2; }\n",
         "2: no case matching constant switch condition '3'\n"
         "3: no case matching constant switch condition '9'\n"
         "4: no case matching constant switch condition '0'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void names_that_were_seen_may_be_meant(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float foo(float a) { return a; } float tid; float4 wide; struct S { float a; }; static S "
         "str;\n"
         "void f(float q) {\n"
         "fo(q);\n"
         "fo;\n"
         "q = fo;\n"
         "q = wid.y;\n"
         "sta.b = q;\n"
         "q = foo; q = doo; q = iff(q);\n"
         "}\n",
         "3: use of undeclared identifier 'fo'\n"
         "4: use of undeclared identifier 'fo'\n"
         "5: use of undeclared identifier 'fo'\n"
         "6: use of undeclared identifier 'wid'; did you mean 'wide'?\n"
         "1: 'wide' declared here\n"
         "7: use of undeclared identifier 'sta'; did you mean 'str'?\n"
         "1: 'str' declared here\n"
         "7: no member named 'b' in 'S'\n"
         "8: cannot convert from 'float (float)' to 'float'\n"
         "8: use of undeclared identifier 'doo'; did you mean 'do'?\n"
         "8: expected expression\n"
         "8: use of undeclared identifier 'iff'\n"},
        {"void f(float q) {\n"
         "buffers;\n"
         "Buffr<float> b;\n"
         "sampler2 s;\n"
         "int2e z;\n"
         "int2 y;\n"
         "int2e x;\n"
         "eint v;\n"
         "floa4 w;\n"
         "StructuredBuff<float> u;\n"
         "q = round(q); q = raound(q);\n"
         "}\n"
         "flot4 g();\n"
         "static foat h;\n"
         "float4 i; flot4 j;\n",
         "2: use of undeclared identifier 'buffers'; did you mean 'Buffer'?\n"
         "3: no template named 'Buffr'; did you mean 'Buffer'?\n"
         "4: unknown type name 'sampler2'; did you mean 'sampler'?\n"
         "5: unknown type name 'int2e'\n"
         "7: unknown type name 'int2e'; did you mean 'int2'?\n"
         "8: use of undeclared identifier 'eint'; did you mean 'int'?\n"
         "9: use of undeclared identifier 'floa4'; did you mean 'float'?\n"
         "10: no template named 'StructuredBuff'; did you mean 'StructuredBuffer'?\n"
         "11: use of undeclared identifier 'raound'; did you mean 'round'?\n"
         "13: unknown type name 'flot4'\n"
         "13: did you mean 'float4'?\n"
         "14: unknown type name 'foat'; did you mean 'float'?\n"
         "15: unknown type name 'flot4'; did you mean 'float4'?\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void casts_suggest_types_and_no_values(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float3 position; float4x4 world;\nfloat2 f(float2 a) {\nfloat2 w = (float2)positin.xy;\n"
         "w = (float2)(positin);\nw = (flaot2)a;\nw = (flot)a.x;\nw = (flaot2)positin;\n"
         "if (positin.x > 1) w = 1;\nw = (world * worl)[0].xy;\nw = (a0b;\nreturn w; }\n",
         "3: use of undeclared identifier 'positin'\n"
         "4: use of undeclared identifier 'positin'; did you mean 'position'?\n"
         "1: 'position' declared here\n"
         "5: unknown type name 'flaot2'; did you mean 'float2'?\n"
         "6: use of undeclared identifier 'flot'; did you mean 'float'?\n"
         "7: unknown type name 'flaot2'; did you mean 'float2'?\n"
         "7: use of undeclared identifier 'positin'\n"
         "8: use of undeclared identifier 'positin'; did you mean 'position'?\n"
         "1: 'position' declared here\n"
         "9: use of undeclared identifier 'worl'; did you mean 'world'?\n"
         "1: 'world' declared here\n"
         "10: use of undeclared identifier 'a0b'\n"},
        {"RWBuffer<flat> b;\nFoo<float> c;\nStructuredBuffer<Fo<float> > d;\n",
         "1: use of undeclared identifier 'flat'; did you mean 'float'?\n"
         "2: unknown type name 'Foo'\n3: use of undeclared identifier 'Fo'\n"
         "3: expected '(' for function-style cast or type construction\n"},
        {"Texture2D t;\nStructuredBuffer<int> b : register(const t1);\n"
         "cbuffer c { float x : packoffset(inout c0); };\n"
         "float4 f(ConsumeStructuredBuffer<float4> s) {\nint x = s.Consume;\nreturn t.Load0; }\n",
         "2: expected identifier\n3: expected identifier\n"
         "5: reference to non-static member function must be called; did you mean to call it with "
         "no arguments?\n"
         "6: no member named 'Load0' in 'Texture2D<vector<float, 4> >'; did you mean 'Load'?\n"},
        {"#pragma once\nfloat f() { return 1; }\n", "1: #pragma once in main file\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void sizes_and_indices_that_are_none_are_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct E { float x; };\nint f() {\nreturn sizeof(E[]) +\nsizeof(float[]) + sizeof(E[2]); "
         "}\n",
         "3: invalid application of 'sizeof' to an incomplete type 'E []'\n"
         "4: invalid application of 'sizeof' to an incomplete type 'float []'\n"},
        {"static int a[1];\nint f() {\nreturn a[2.0] +\na[2.0L] +\na[1]; }\n",
         "5: array index 1 is out of bounds\n1: array 'a' declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(sizes_and_indices_that_are_none_are_told),
    cmocka_unit_test(casts_suggest_types_and_no_values),
    cmocka_unit_test(entry_points_of_rays_are_judged_one_by_one),
    cmocka_unit_test(entry_points_of_libraries_need_their_attributes),
    cmocka_unit_test(attributes_of_statements_have_their_place),
    cmocka_unit_test(what_there_is_not_is_named),
    cmocka_unit_test(operations_that_a_stage_lacks_have_a_place),
    cmocka_unit_test(loops_are_not_unrolled_a_negative_number_of_times),
    cmocka_unit_test(calls_say_which_argument_is_wrong),
    cmocka_unit_test(words_of_the_language_may_be_meant),
    cmocka_unit_test(broken_syntax_is_told_in_the_words_of_the_field),
    cmocka_unit_test(attributes_count_their_arguments),
    cmocka_unit_test(entry_points_are_seen_from_outside),
    cmocka_unit_test(calls_do_not_convert_what_is_double),
    cmocka_unit_test(an_index_is_an_error_if_all_of_the_element_is_wanted),
    cmocka_unit_test(members_that_are_real_are_set_elsewhere),
    cmocka_unit_test(labels_fit_what_is_chosen_by),
    cmocka_unit_test(names_that_were_seen_may_be_meant),
};
SUPPORT_SUITE(test_hlsl_mistakes, tests);
