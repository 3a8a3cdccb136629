/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_told.c - how messages name what they are about: types of values as they are written or
 * computed, places, elements, members of sub-objects. The reference says the same.
 */
#include "hlsl_support.h"

static void sub_objects_are_given_all_of_their_members(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"string s = \"CBV(b0)\"; int i; static const int two = 2;\n"
         "GlobalRootSignature a = s;\n"
         "GlobalRootSignature b = {\"\", 78};\n"
         "StateObjectConfig c = "
         "STATE_OBJECT_FLAGS_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS;\n"
         "StateObjectConfig d = {0.5f};\n"
         "SubobjectToExportsAssociation e = {\"a\"};\n"
         "SubobjectToExportsAssociation f = {1, \"a\"};\n"
         "RaytracingShaderConfig g = {1, \"a\"};\n"
         "RaytracingShaderConfig h = int2(1, 2);\n"
         "TriangleHitGroup j = {};\n"
         "TriangleHitGroup k = {\"a\", unknown};\n"
         "RaytracingPipelineConfig m = {{{3}}};\n",
         "2: cannot initialize a variable of type 'GlobalRootSignature' with an lvalue of type "
         "'string'\n"
         "3: too many elements in subobject initialization (expected 1 element, have 2)\n"
         "4: cannot initialize a variable of type 'StateObjectConfig' with an lvalue of type "
         "'const unsigned int'\n"
         "5: implicit conversion from 'float' to 'unsigned int' changes value from 0.5 to 0\n"
         "6: too few elements in subobject initialization (expected 2 elements, have 1)\n"
         "7: type mismatch\n"
         "8: type mismatch\n"
         "9: cannot initialize a variable of type 'RaytracingShaderConfig' with an rvalue of type "
         "'int2'\n"
         "10: too few elements in subobject initialization (expected 2 elements, have 0)\n"
         "11: use of undeclared identifier 'unknown'\n"},
        {"int i;\n"
         "RaytracingShaderConfig g = {i, 4};\n",
         "2: cannot convert to constant unsigned int\n"},
        {"string s = \"a\";\n"
         "TriangleHitGroup g = {\"a\", s};\n",
         "2: cannot convert to constant string\n"},
        {"TriangleHitGroup a[1] = {\"a\", \"b\"};\n"
         "TriangleHitGroup b[1] = \"a\";\n",
         "1: type mismatch\n2: type mismatch\n"},
        {"RaytracingShaderConfig g = {int2(1, 2)};\n",
         "1: cannot convert to constant unsigned int\n"},
        {"RaytracingShaderConfig g = {1 ? 2 : 3, max(4, 5)}; static const int two = 2;\n"
         "RaytracingShaderConfig h = {two * 2, 3.0};\n"
         "TriangleHitGroup k = {\"a\" \"b\", \"c\"};\n",
         ""},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void subscripts_say_what_they_are_of(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"Texture2D t; Texture2DMS<float4, 8> m; RWTexture2D<uint4> r; TextureCube q; Texture2D "
         "a[2];\n"
         "struct S { float x, y; }; S s;\n"
         "void f(float4 v, float2x2 w, int n[2], uint u) {\n"
         "t.mips[0] = v;\n"
         "float x = m.sample[1];\n"
         "t.mips[0][1];\n"
         "r.mips[0][1];\n"
         "t.mips.foo;\n"
         "v = q[0];\n"
         "m.foo; r.foo; t.mips[v];\n"
         "v[s]; w[s]; n[s]; a[s]; n[v];\n"
         "r[0]; a[0][0]; s[0]; u[0];\n"
         "v.x = n[1.5];\n"
         "int k = (t.mips)[0][int2(1, 2)].x;\n"
         "k = m.sample[0][int2(1, 2)].x;\n"
         "}\n",
         "4: cannot convert from 'float4' to 'Texture2D<vector<float, 4> >::mips_slice_type'\n"
         "5: cannot initialize a variable of type 'float' with an lvalue of type "
         "'Texture2DMS<vector<float, 4>, 8>::sample_slice_type'\n"
         "6: no viable overloaded operator[] for type 'Texture2D<vector<float, 4> "
         ">::mips_slice_type'\n"
         "6: candidate function [with element = const vector<float, 4> &] not viable: no known "
         "conversion from 'literal int' to 'vector<uint, 2>' for 1st argument\n"
         "7: no member named 'mips' in 'RWTexture2D<vector<unsigned int, 4> >'\n"
         "8: no member named 'foo' in 'Texture2D<vector<float, 4> >::mips_type'\n"
         "9: type 'TextureCube' does not provide a subscript operator\n"
         "10: no member named 'foo' in 'Texture2DMS<vector<float, 4>, 8>'\n"
         "10: no member named 'foo' in 'RWTexture2D<vector<unsigned int, 4> >'\n"
         "10: no viable overloaded operator[] for type 'Texture2D<vector<float, 4> >::mips_type'\n"
         "10: candidate function not viable: no known conversion from 'float4' to 'unsigned int' "
         "for 1st argument\n"
         "11: no viable overloaded operator[] for type 'float4'\n"
         "11: candidate function not viable: no known conversion from 'const S' to 'unsigned int' "
         "for 1st argument\n"
         "11: no viable overloaded operator[] for type 'float2x2'\n"
         "11: candidate function not viable: no known conversion from 'const S' to 'unsigned int' "
         "for 1st argument\n"
         "11: no viable overloaded operator[] for type 'int [2]'\n"
         "11: no viable overloaded operator[] for type 'Texture2D [2]'\n"
         "11: no viable overloaded operator[] for type 'int [2]'\n"
         "12: no viable overloaded operator[] for type 'RWTexture2D<uint4>'\n"
         "12: candidate function [with element = vector<unsigned int, 4> &] not viable: no known "
         "conversion from 'literal int' to 'vector<uint, 2>' for 1st argument\n"
         "12: no viable overloaded operator[] for type 'Texture2D'\n"
         "12: candidate function [with element = const vector<float, 4> &] not viable: no known "
         "conversion from 'literal int' to 'vector<uint, 2>' for 1st argument\n"
         "12: type 'const S' does not provide a subscript operator\n"
         "12: subscripted value is not an array, matrix, or vector\n"
         "13: implicit conversion from 'literal float' to 'unsigned int' changes value from 1.5 to "
         "1\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void levels_are_no_values(void **state)
{
    static const said_how how = {"lib_6_9", 0, false, NULL};
    static const said_case cases[] = {
        {"auto x = 1; Texture2D t;\n"
         "void f() { auto m = t.mips; }\n"
         "void g() { auto m = t.mips[0]; }\n",
         "1: 'auto' type specifier is a HLSL 202x extension\n"
         "2: 'auto' type specifier is a HLSL 202x extension\n"
         "2: 'auto' cannot deduce type 'Texture2D<vector<float, 4> >::mips_type'\n"
         "3: 'auto' type specifier is a HLSL 202x extension\n"
         "3: 'auto' cannot deduce type 'Texture2D<vector<float, 4> >::mips_slice_type'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void types_of_values_are_told_as_they_are_written(void **state)
{
    static const said_how how = {"lib_6_6", 0, true, NULL};
    static const said_case cases[] = {
        {"struct S { float x, y, z; }; S s; Buffer<float4> B; StructuredBuffer<uint2> U; float4 "
         "cb; float2 g();\n"
         "typedef float4 F4; typedef int A[2];\n"
         "void f(float4 v, float4x4 m, float2 a[2], F4 q, A b, uint64_t2 l, uint16_t2 h) { S r;\n"
         "r = v.xy; r = m[0]; r = m; r = true ? v : v; r = B[0]; r = U[0]; r = abs(v);\n"
         "r = v + v; r = v.xy + 1; r = (float2)v; r = float2(1, 2); r = g(); r = a[0]; r = cb.xy;\n"
         "r = -v; r = v * 2; r = v < v; r = mul(v, m); r = asuint(v); r = v.x; r = B.Load(0); r = "
         "cb;\n"
         "r = v += 1; r = v++; r = m._m00_m01; r = q; r = b; r = l; r = h; v = s; l = s;\n"
         "float t = q; S w = q; S z = b; uint2 y = {0.5, 2}; l.x = 1.5; A k = (A)v.xyzw.xy; k = "
         "(A)w;\n"
         "}\n",
         "4: cannot convert from 'vector<float, 2>' to 'S'\n"
         "4: cannot implicitly convert from 'vector<float, 4>' to 'S'\n"
         "4: cannot implicitly convert from 'float4x4' to 'S'\n"
         "4: cannot implicitly convert from 'vector<float, 4>' to 'S'\n"
         "4: cannot implicitly convert from 'const vector<float, 4>' to 'S'\n"
         "4: cannot convert from 'const vector<unsigned int, 2>' to 'S'\n"
         "4: cannot implicitly convert from 'vector<float, 4>' to 'S'\n"
         "5: cannot implicitly convert from 'float4' to 'S'\n"
         "5: cannot convert from 'vector<float, 2>' to 'S'\n"
         "5: cannot convert from 'float2' to 'S'\n"
         "5: cannot convert from 'float2' to 'S'\n"
         "5: cannot convert from 'float2' to 'S'\n"
         "5: cannot convert from 'float2' to 'S'\n"
         "5: cannot convert from 'const vector<float, 2>' to 'S'\n"
         "6: cannot implicitly convert from 'float4' to 'S'\n"
         "6: cannot implicitly convert from 'float4' to 'S'\n"
         "6: cannot implicitly convert from 'vector<bool, 4>' to 'S'\n"
         "6: cannot implicitly convert from 'vector<float, 4>' to 'S'\n"
         "6: cannot implicitly convert from 'vector<uint, 4>' to 'S'\n"
         "6: cannot implicitly convert from 'float' to 'S'\n"
         "6: cannot implicitly convert from 'vector<float, 4>' to 'S'\n"
         "6: cannot implicitly convert from 'const float4' to 'S'\n"
         "7: cannot implicitly convert from 'float4' to 'S'\n"
         "7: cannot implicitly convert from 'float4' to 'S'\n"
         "7: cannot convert from 'vector<float, 2>' to 'S'\n"
         "7: cannot implicitly convert from 'F4' (aka 'float4') to 'S'\n"
         "7: cannot convert from 'A' (aka 'int [2]') to 'S'\n"
         "7: cannot convert from 'uint64_t2' to 'S'\n"
         "7: cannot convert from 'uint16_t2' to 'S'\n"
         "7: cannot convert from 'const S' to 'float4'\n"
         "7: cannot implicitly convert from 'const S' to 'uint64_t2'\n"
         "8: implicit truncation of vector type\n"
         "8: cannot initialize a variable of type 'S' with an lvalue of type 'F4' (aka 'float4')\n"
         "8: cannot initialize a variable of type 'S' with an lvalue of type 'A' (aka 'int [2]')\n"
         "8: implicit conversion from 'literal float' to 'unsigned int' changes value from 0.5 to "
         "0\n"
         "8: implicit conversion from 'literal float' to 'unsigned long long' changes value from "
         "1.5 to 1\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void one_number_is_not_spread_out_of_a_structure(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S { float x, y; }; struct T { float x; }; struct E {};\n"
         "typedef int A1[1]; typedef int A2[2];\n"
         "void f(A1 a, T t, S s, int i) {\n"
         "(int2)a; (int2)t; (A2)a; (S)a; (S)t; (A2)t; (int)a; (int)t; (S)i; (A2)i;\n"
         "S(); float(); float2(); S(1); S(1, 2); int x[i]; int y[1.5]; float2 z = {t, 1};\n"
         "}\n",
         "4: cannot convert from 'A1' (aka 'int [1]') to 'int2'\n"
         "4: cannot convert from 'T' to 'int2'\n"
         "4: cannot convert from 'A1' (aka 'int [1]') to 'A2' (aka 'int [2]')\n"
         "4: cannot convert from 'A1' (aka 'int [1]') to 'S'\n"
         "4: cannot convert from 'T' to 'S'\n"
         "4: cannot convert from 'T' to 'A2' (aka 'int [2]')\n"
         "5: 'S' cannot have an explicit empty initializer\n"
         "5: 'float' cannot have an explicit empty initializer\n"
         "5: 'float2' cannot have an explicit empty initializer\n"
         "5: too few elements in vector initialization (expected 2 elements, have 1)\n"
         "5: constructors only defined for numeric base types\n"
         "5: variable length arrays are not supported in HLSL\n"
         "5: size of array has non-integer type 'literal float'\n"
         "4: expression result unused\n"
         "4: expression result unused\n"
         "4: expression result unused\n"
         "4: expression result unused\n"},
        /* what names a function makes no code, declarations make none or much */
        {"void g();\n"
         "void f() {\n"
         "g;\n"
         "int p, q;\n"
         "q;\n"
         "g;\n"
         "int;\n"
         ";\n"
         "if (q) p;\n"
         "p;\n"
         "}\n",
         "7: declaration does not declare anything\n"
         "9: expression result unused\n"
         "3: expression result unused\n"
         "5: expression result unused\n"
         "6: expression result unused\n"
         "10: expression result unused\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void conditions_have_the_shape_of_results(void **state)
{
    static const said_how how = {"lib_6_3", 2018, false, NULL};
    static const said_case cases[] = {
        {"struct S { float x; }; Texture2D T; SamplerState ss;\n"
         "void f(bool b, float r, bool4 b4, float4 v, float a[2], float c[3], float4x4 m) {\n"
         "b <<= r; b >>= 1; b += 1;\n"
         "T ? v : v; b ? a : c; b ? a : a; b4 ? v.xy : v; b4.xy ? v : v;\n"
         "m ? v : v; v ? (float2x2)v : (float2x2)v;\n"
         "v = b4.xy ? v.xy : v.xy;\n"
         "}\n",
         "3: int or unsigned int type required\n"
         "3: operator cannot be used with a bool lvalue\n"
         "3: operator cannot be used with a bool lvalue\n"
         "4: conditional operator only supports condition with scalar, vector, or matrix types "
         "convertible to bool.\n"
         "4: conditional operator only supports results with numeric scalar, vector, or matrix "
         "types.\n"
         "4: conditional operator only supports results with numeric scalar, vector, or matrix "
         "types.\n"
         "4: conditional operator condition and result dimensions mismatch.\n"
         "4: conditional operator condition and result dimensions mismatch.\n"
         "5: conditional operator condition and result dimensions mismatch.\n"
         "5: conditional operator condition and result dimensions mismatch.\n"
         "6: cannot convert from 'vector<float, 2>' to 'float4'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void what_is_no_place_is_not_changed(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"enum class E { A }; enum F { B };\n"
         "struct S { uint a : 3; uint b : 4; };\n"
         "ConstantBuffer<S> C;\n"
         "void f(E e, F g, S s) {\n"
         "--E::A; e++; g++; B++; s.b.x = 1; C.b.x = 2; uint z = s.b.xy;\n"
         "}\n",
         "5: expression is not assignable\n"
         "5: numeric type expected\n"
         "5: cannot increment expression of enum type 'F'\n"
         "5: cannot increment expression of enum type 'F'\n"
         "5: expression is not assignable\n"
         "5: expression is not assignable\n"
         "5: vector swizzle 'xy' is out of bounds\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void types_as_arguments_may_be_spelled_wrong(void **state)
{
    static const said_how how = {"lib_6_6", 0, false, NULL};
    static const said_case cases[] = {
        {"Texture2D<flota4> a; Buffer<3> b; vector<unknown, 3> c; StructuredBuffer<foo> d;\n"
         "template<typename T> struct S { T x; }; S<unknown2> e; S<3> f;\n",
         "1: use of undeclared identifier 'flota4'; did you mean 'float'?\n"
         "1: template argument for template type parameter must be a type\n"
         "1: use of undeclared identifier 'unknown'\n"
         "1: use of undeclared identifier 'foo'\n"
         "2: use of undeclared identifier 'unknown2'\n"
         "2: template argument for template type parameter must be a type\n"
         "2: template parameter is declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void planes_are_vectors_that_the_shader_is_given(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"float4 cp[2]; bool b; static const float4 k = 1; int at; float4x4 m; float4 one() { "
         "return 1; }\n"
         "struct S { float4 p[3]; }; S s; float3 three;\n"
         "[clipplanes(float4(1, 2, 3, 4), b, k, cp[at])] void v1();\n"
         "[clipplanes(cp[0].xyzw, m[0], one(), cp[0] + cp[1])] void v2();\n"
         "[clipplanes(cp[1], s.p[2], (cp[0]), three)] void v3();\n"
         "[maxtessfactor] void v4();\n",
         "3: invalid expression for clipplanes argument: must be global reference, member access "
         "or array subscript\n"
         "3: clipplanes argument must be a float4 type but is 'const bool'\n"
         "3: invalid expression for clipplanes argument: must be global reference, member access "
         "or array subscript\n"
         "3: invalid expression for clipplanes argument array subscript: must be numeric literal\n"
         "4: invalid expression for clipplanes argument: must be global reference, member access "
         "or array subscript\n"
         "4: invalid expression for clipplanes argument: must be global reference, member access "
         "or array subscript\n"
         "4: invalid expression for clipplanes argument: must be global reference, member access "
         "or array subscript\n"
         "4: invalid expression for clipplanes argument: must be global reference, member access "
         "or array subscript\n"
         "6: 'maxtessfactor' attribute takes one argument\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void long_vectors_are_kept_from_signatures(void **state)
{
    static const said_how how = {"ps_6_9", 0, false, NULL};
    static const said_case cases[] = {
        {"struct L { vector<float, 5> v; };\n"
         "[shader(\"vertex\")] L vs(L a : A) : B { return a; }\n"
         "[shader(\"pixel\")]\n"
         "float4 main(L a : A) : SV_Target { return 0; }\n",
         "2: vectors of over 4 elements in entry function parameters are not supported\n"
         "2: vectors of over 4 elements in entry function return type are not supported\n"
         "4: vectors of over 4 elements in entry function parameters are not supported\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void brackets_that_end_two_lists_are_told_once(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"template<typename T> struct O { T x; }; template<typename T, typename U> struct P { T x; "
         "U y; };\n"
         "O<O<float>> a; O<P<float, O<int>>> b;\n"
         "O<O<int>> f(); void g(O<O<int>> v) { O<O<int>> w = v; }\n",
         "2: a space is required between consecutive right angle brackets (use '> >')\n"
         "2: a space is required between consecutive right angle brackets (use '> >')\n"
         "3: a space is required between consecutive right angle brackets (use '> >')\n"
         "3: a space is required between consecutive right angle brackets (use '> >')\n"
         "3: a space is required between consecutive right angle brackets (use '> >')\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void grids_are_told_as_they_are_written(void **state)
{
    static const said_how how = {"lib_6_8", 0, true, NULL};
    static const said_case cases[] = {
        {"typedef matrix<float, 2, 2> M; template<typename T> struct R { T g : SV_DispatchGrid; "
         "};\n"
         "struct Q { float3 g : SV_DispatchGrid; };\n"
         "[Shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NumThreads(1, 1, 1)] "
         "[NodeMaxDispatchGrid(8, 1, 1)]\n"
         "void n1(DispatchNodeInputRecord<R<uint4> > i, NodeOutput<Q> o) { }\n"
         "[Shader(\"node\")] [NodeLaunch(\"thread\")]\n"
         "void n3(ThreadNodeInputRecord<int[8]> i, NodeOutput<R<int> > o) { }\n",
         "1: SV_DispatchGrid can only be applied to a declaration of unsigned 32 or 16-bit integer "
         "scalar, vector, or array up to 3 elements, not 'vector<unsigned int, 4>'\n"
         "4: NodeInput/Output record defined here\n"
         "2: SV_DispatchGrid can only be applied to a declaration of unsigned 32 or 16-bit integer "
         "scalar, vector, or array up to 3 elements, not 'float3'\n"
         "4: NodeInput/Output record defined here\n"
         "6: 'int [8]' is not valid as a node record type - struct/class required\n"
         "1: SV_DispatchGrid can only be applied to a declaration of unsigned 32 or 16-bit integer "
         "scalar, vector, or array up to 3 elements, not 'int'\n"
         "6: NodeInput/Output record defined here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void structures_without_members_are_told_where_they_are_used(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S; template<int N> struct T;\n"
         "S f(S a) { return (S)0; }\n"
         "void g(inout PointStream<S> o) { }\n"
         "void h(OutputPatch<S, 3> p, T<1> t) { }\n",
         "2: incomplete result type 'S' in function definition\n"
         "1: forward declaration of 'S'\n"
         "2: variable has incomplete type 'S'\n"
         "1: forward declaration of 'S'\n"
         "2: 'S' is an incomplete type\n"
         "1: forward declaration of 'S'\n"
         "3: variable has incomplete type 'S'\n"
         "1: forward declaration of 'S'\n"
         "4: variable has incomplete type 'S'\n"
         "1: forward declaration of 'S'\n"
         "4: implicit instantiation of undefined template 'T<1>'\n"
         "1: template is declared here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void methods_that_take_no_types_say_so(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"ByteAddressBuffer b; RWByteAddressBuffer w; struct S { Texture2D t; };\n"
         "void f() { float4 v = 1;\n"
         "b.Load2<float>(0); w.Load4<int>(0); w.Store3<float>(0, v.xyz); b.Load<float, int>(0);\n"
         "}\n",
         "3: Explicit template arguments on intrinsic Load2 are not supported\n"
         "3: Explicit template arguments on intrinsic Load4 are not supported\n"
         "3: Explicit template arguments on intrinsic Store3 are not supported\n"
         "3: Explicit template arguments on intrinsic Load must be a single numeric type\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void registers_and_offsets_say_what_is_wrong(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"cbuffer A { float4 a : packoffset(c1.m); } cbuffer B { float4 b : packoffset(t2); }\n"
         "cbuffer C { float4 c : packoffset(1); } cbuffer D { float4 d : packoffset(c2.xy); }\n"
         "SamplerState s : packoffset(c0);\n"
         "SamplerState t : register(); SamplerState u : register(3); SamplerState v : register(s0, "
         "spacez);\n"
         "SamplerState w : register(s0, splice); SamplerState x : register(ps, 3);\n",
         "1: packoffset component should indicate offset with one of x, y, z, w, r, g, b, or a\n"
         "1: register type is unsupported - available types are 'b', 'c', 'i', 's', 't', 'u'\n"
         "2: expected identifier\n"
         "2: packoffset component should indicate offset with one of x, y, z, w, r, g, b, or a\n"
         "3: packoffset is only allowed in a constant buffer\n"
         "4: expected identifier\n"
         "4: expected identifier\n"
         "4: space number should be an integral numeric string\n"
         "5: expected space definition with syntax 'spaceX', where X is an integral value\n"
         "5: expected identifier\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void what_a_jump_passes_is_shown(void **state)
{
    static const said_how how = {"cs_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"groupshared float g[8] = {1}; groupshared float h = undeclared;\n"
         "[numthreads(8,1,1)] void main(uint id : SV_DispatchThreadID) {\n"
         "switch (id) {\n"
         "case 0: int x = 1, y = 2;\n"
         "case 1: break;\n"
         "}\n"
         "}\n",
         "1: too few elements in vector initialization (expected 8 elements, have 1)\n"
         "1: use of undeclared identifier 'undeclared'\n"
         "5: cannot jump from switch statement to this case label\n"
         "4: jump bypasses variable initialization\n"
         "4: jump bypasses variable initialization\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void targets_are_told_without_const(void **state)
{
    static const said_how how = {"cs_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"RWStructuredBuffer<float4> b; float4x4 m; float3x3 n;\n"
         "[numthreads(8,1,1)] void main(uint id : SV_DispatchThreadID) {\n"
         "b[0] = m * b[1];\n"
         "b[0] = mul(n, b[1]);\n"
         "}\n",
         "3: cannot convert from 'vector<float, 4>' to 'float4x4'\n"
         "4: implicit truncation of vector type\n"
         "4: cannot convert from 'vector<float, 3>' to 'vector<float, 4>'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void arrays_are_told_as_they_are_declared(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"[shader(\"raygeneraton\")] void rg() { }\n"
         "struct S { float x; }; Texture2D t[4]; typedef float4 F; F f[2];\n"
         "void g() { S s = S{1}; t.foo; t.Sample(1); f.x = 1; }\n"
         "ConstantBuffer<float4> c; TextureBuffer<uint> d;\n",
         "1: attribute 'shader' must have one of these values: "
         "compute,vertex,pixel,hull,domain,geometry,raygeneration,intersection,anyhit,closesthit,"
         "miss,callable,mesh,amplification,node\n"
         "3: expected '(' for function-style cast or type construction\n"
         "3: member reference base type 'Texture2D [4]' is not a structure or union\n"
         "3: member reference base type 'Texture2D [4]' is not a structure or union\n"
         "3: member reference base type 'const F [2]' is not a structure or union\n"
         "4: 'float4' cannot be used as a type parameter where a struct/class is required\n"
         "4: 'uint' cannot be used as a type parameter where a struct/class is required\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void operands_get_the_type_of_the_left_one_as_it_is_written(void **state)
{
    static const said_how how = {"lib_6_3", 2018, true, "conversion"};
    static const said_case cases[] = {
        {"typedef half H; float f(float16_t a, half b, H c, int i, int64_t l, float32_t d, "
         "float16_t2 e,\n"
         "int2 j) {\n"
         "a = a + i;\n"
         "b = i + c;\n"
         "c = c * i;\n"
         "d = d - l;\n"
         "e = e / j;\n"
         "a = a * b + l;\n"
         "return 1; }\n",
         "3: conversion from larger type 'int' to smaller type 'float16_t', possible loss of data\n"
         "4: conversion from larger type 'int' to smaller type 'half', possible loss of data\n"
         "5: conversion from larger type 'int' to smaller type 'H' (aka 'half'), possible loss of "
         "data\n"
         "6: conversion from larger type 'int64_t' to smaller type 'float32_t', possible loss of "
         "data\n"
         "7: conversion from larger type 'int2' to smaller type 'float16_t2', possible loss of "
         "data\n"
         "8: conversion from larger type 'int64_t' to smaller type 'float16_t', possible loss of "
         "data\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void updates_convert_their_values_to_the_type_of_the_place(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, "conversion"};
    static const said_case cases[] = {
        {"float f(float a, float2 b, float4 c, int i, int64_t l, double d, uint u, float1x1 m) {\n"
         "a += b;\n"
         "m -= b;\n"
         "b *= c;\n"
         "a /= d;\n"
         "d += a;\n"
         "i |= l;\n"
         "i += 1.5;\n"
         "u += 3000000000000;\n"
         "i <<= l;\n"
         "return 1; }\n",
         "2: implicit truncation of vector type\n"
         "3: implicit truncation of vector type\n"
         "4: implicit truncation of vector type\n"
         "5: conversion from larger type 'double' to smaller type 'float', possible loss of data\n"
         "7: conversion from larger type 'int64_t' to smaller type 'int', possible loss of data\n"
         "9: implicit conversion from 'literal int' to 'uint' changes value from 3000000000000 to "
         "2112827392\n"},
        {"float f(float2 b, float4 c) {\n"
         "c += b;\n"
         "return 1; }\n",
         "2: cannot convert from 'float2' to 'float4'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void arms_are_promoted_one_by_one(void **state)
{
    static const said_how how = {"lib_6_4", 0, true, "double-promotion"};
    static const said_case cases[] = {
        {"float f(bool b, float x, half h, double d) {\n"
         "float c = b ? 1.0h : 1.0h;\n"
         "double e = b ? h : x;\n"
         "float g = b ? 1.0 : h;\n"
         "float i = b ? x : 1.0;\n"
         "double j = b ? d : x;\n"
         "return b ? h : x; }\n",
         "2: implicit conversion increases floating-point precision: 'half' to 'float'\n"
         "2: implicit conversion increases floating-point precision: 'half' to 'float'\n"
         "3: implicit conversion increases floating-point precision: 'half' to 'double'\n"
         "3: implicit conversion increases floating-point precision: 'float' to 'double'\n"
         "4: implicit conversion increases floating-point precision: 'half' to 'float'\n"
         "6: implicit conversion increases floating-point precision: 'float' to 'double'\n"
         "7: implicit conversion increases floating-point precision: 'half' to 'float'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void names_of_types_are_no_values(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S { float b; }; enum E { A }; typedef S T; namespace N {}\n"
         "template<typename U> struct V { U x; };\n"
         "float f() { return S.b; }\n"
         "float g() { return 1 + E; }\n"
         "float h() { return f(T); }\n"
         "float i() { return float4.x; }\n"
         "float j() { return -float; }\n"
         "float k() { return V<int>.x; }\n"
         "float l() { S + 1; return 1; }\n"
         "S m() { S s = S{1}; return s; }\n",
         "3: 'S' does not refer to a value\n"
         "1: declared here\n"
         "4: 'E' does not refer to a value\n"
         "1: declared here\n"
         "5: unexpected type name 'T': expected expression\n"
         "6: unexpected type name 'float4': expected expression\n"
         "7: expected '(' for function-style cast or type construction\n"
         "8: expected '(' for function-style cast or type construction\n"
         "9: expected unqualified-id\n"
         "10: expected '(' for function-style cast or type construction\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void what_asks_for_a_template_is_told(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"template<typename T> struct S {\n"
         "vector<T, 2> v[int(sizeof(T)) - 5];\n"
         "T f(T x) {\n"
         "return x.q; } };\n"
         "float g(S<float> s,\n"
         "S<double> t) { return s.f(1); }\n",
         "2: 'v' declared as an array with a negative size\n"
         "5: in instantiation of template class 'S<float>' requested here\n"
         "4: member reference base type 'float' is not a structure or union\n"
         "6: in instantiation of member function 'S<float>::f' requested here\n"},
        {"template<typename T> T inner(T x) {\nT y = x.q;\nreturn y + x.r; }\n"
         "namespace n { template<typename T> T outer(T x) {\nreturn inner(x); } }\n"
         "float g(float2 s) { return\nn::outer(s).x; }\n",
         "2: invalid format for vector swizzle 'q'\n"
         "5: in instantiation of function template specialization 'inner<vector<float, 2> >' "
         "requested here\n"
         "7: in instantiation of function template specialization 'n::outer<vector<float, 2> >' "
         "requested here\n"},
        {"template<typename T>\nfloat v = T();\nfloat f() {\nreturn v<float>; }\n",
         "2: variable templates are a C++14 extension\n"
         "2: 'float' cannot have an explicit empty initializer\n"
         "4: in instantiation of variable template specialization 'v<float>' requested here\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void types_of_scopes_are_told_with_them(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"namespace n { struct S { float x; struct I { int y; }; I i; }; enum E { A };\n"
         "float f(S s) {\nreturn s.q; }\nfloat g(E e, S s) {\nfloat3 v = s; return e.q +\n"
         "s.i.z; } }\nfloat h(n::S s) { return\ns.q; }\n"
         "void k() { struct L { int x; }; L l;\nl.q = 1; }\n",
         "3: no member named 'q' in 'n::S'\n"
         "5: cannot initialize a variable of type 'float3' with an lvalue of type 'n::S'\n"
         "5: member reference base type 'n::E' is not a structure or union\n"
         "6: no member named 'z' in 'n::S::I'\n"
         "8: no member named 'q' in 'n::S'\n"
         "10: no member named 'q' in 'L'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_asks_for_a_template_is_told),
    cmocka_unit_test(types_of_scopes_are_told_with_them),
    cmocka_unit_test(sub_objects_are_given_all_of_their_members),
    cmocka_unit_test(subscripts_say_what_they_are_of),
    cmocka_unit_test(levels_are_no_values),
    cmocka_unit_test(types_of_values_are_told_as_they_are_written),
    cmocka_unit_test(one_number_is_not_spread_out_of_a_structure),
    cmocka_unit_test(conditions_have_the_shape_of_results),
    cmocka_unit_test(what_is_no_place_is_not_changed),
    cmocka_unit_test(types_as_arguments_may_be_spelled_wrong),
    cmocka_unit_test(planes_are_vectors_that_the_shader_is_given),
    cmocka_unit_test(long_vectors_are_kept_from_signatures),
    cmocka_unit_test(brackets_that_end_two_lists_are_told_once),
    cmocka_unit_test(grids_are_told_as_they_are_written),
    cmocka_unit_test(structures_without_members_are_told_where_they_are_used),
    cmocka_unit_test(methods_that_take_no_types_say_so),
    cmocka_unit_test(registers_and_offsets_say_what_is_wrong),
    cmocka_unit_test(what_a_jump_passes_is_shown),
    cmocka_unit_test(targets_are_told_without_const),
    cmocka_unit_test(arrays_are_told_as_they_are_declared),
    cmocka_unit_test(arms_are_promoted_one_by_one),
    cmocka_unit_test(names_of_types_are_no_values),
    cmocka_unit_test(operands_get_the_type_of_the_left_one_as_it_is_written),
    cmocka_unit_test(updates_convert_their_values_to_the_type_of_the_place),
};
SUPPORT_SUITE(test_hlsl_told, tests);
