/* SPDX-License-Identifier: MIT */
/* test_hlsl_templates.c - templates of variables, and templates as arguments of templates. */
#include "hlsl_support.h"

#include "base/count.h"

#include <string.h>

static void templates_of_variables_have_values(void **state)
{
    static const char globals[] =
        "template<typename T> static const T two = (T)2;\n"
        "template<> static const int two<int> = 22;\n"
        "template<int N> static const int fib = fib<N - 1> + fib<N - 2>;\n"
        "template<> static const int fib<0> = 0; template<> static const int fib<1> = 1;\n"
        "template<typename T> struct S { T v; };\n"
        "template<typename T> static const int kind = 0;\n"
        "template<typename T> static const int kind<S<T> > = 1;\n"
        "template<typename T> static const int kind<vector<T, 3> > = 2;\n"
        "template<typename T> static T sum = (T)10;\n"
        "template<typename T> static const auto half_of = T(1) / 2;\n"
        "template<typename T, int N> groupshared T shared_by[N];\n"
        "template<typename T> T unset;\n"
        "namespace N { template<typename T = int> static const T seven = T(7); }\n"
        "struct Q { template<typename T> static const T eight = T(8); };\n"
        "template<typename T> T scaled(T x) { return x * two<T>; }\n"
        "static const int sized[fib<7>] = (int[13])3; int of_sizes(int a[fib<7>]) { return 13; }\n"
        "using N::seven;\n";
    static const char *const conditions[] = {
        "two<int> == 22 && two<float> == 2 && all(two<float2> == float2(2, 2))",
        "fib<10> == 55",
        "kind<int> == 0 && kind<S<int> > == 1 && kind<float3> == 2",
        "sum<float> == 11.5 && sum<int> == 11",
        "half_of<float> == 0.5",
        "shared_by<uint, 4>[1] == 3 && shared_by<uint, 2>[1] == 4 && shared_by<float, 4>[1] == 5",
        "unset<int> == 0 && all(unset<float2> == 0)",
        "seven<> == 7 && N::seven<float> == 7 && Q::eight<int> == 8",
        "scaled(3 * one) == 6 && scaled(int(3 * one)) == 66",
        "of_sizes(sized) == 13 && sized[12] == 3",
        "two<int> > 21 == true",
    };

    (void)state;
    hlsl_expect_values(globals,
                       "sum<float> += 1.5; sum<int>++; shared_by<uint, 4>[1] = 3 * one;"
                       "shared_by<uint, 2>[1] = 4 * one; shared_by<float, 4>[1] = 5 * one;",
                       conditions, DXKI_COUNT(conditions));
}

static void templates_are_arguments_of_templates(void **state)
{
    static const char globals[] =
        "template<typename T> struct Box { T v; T get() { return v; } };\n"
        "template<typename T, int N> struct Row { T v[N]; T last() { return v[N - 1]; } };\n"
        "template<typename T> using Pair = vector<T, 2>;\n"
        "template<template<typename> class C, typename T> T unbox(C<T> b) { return b.v; }\n"
        "template<template<typename> class C> struct Holder { C<float> f; C<int> i; };\n"
        "template<typename T> struct Is { static const int n = 0; };\n"
        "template<template<typename> class C, typename T> struct Is<C<T> > { static const int n = "
        "1; };\n"
        "template<template<typename, int> class C, typename T, int N> struct Is<C<T, N> > {\n"
        "  static const int n = 10 + N; };\n"
        "template<template<typename, int> class V = vector> struct Use { V<float, 3> v; };\n"
        "template<template<typename, int> class V, typename T> T first(V<T, 4> x) { return x[0]; "
        "}\n"
        "template<template<typename, int, int> class M, typename T> T corner(M<T, 2, 2> x) {\n"
        "  return x[1][1]; }\n"
        "template<template<typename> class B> float of_buffer(B<float> b, int i) { return b[i]; }\n"
        "template<template<template<typename> class> class H> struct Deep { H<Box> h; };\n"
        "template<template<typename> class C> static const int tag = 1;\n"
        "template<> static const int tag<Pair> = 5;\n"
        "struct Derived : Box<int> { int extra; }; RWStructuredBuffer<float> w : register(u1);\n";
    static const char *const conditions[] = {
        "unbox(b) == 3 && unbox(e) == 6",
        "h.f.get() + h.i.get() == 5 && p.f.y + p.i.x == 5",
        "Is<float>::n == 0 && Is<Box<int> >::n == 1 && Is<Row<int, 4> >::n == 14",
        "(Is<float3>::n == 13) && (Is<int2>::n == 12)",
        "u.v.z == 3 && a.v.last() == 9",
        "first(float4(9, 8, 7, 6) * one) == 9",
        "corner(float2x2(1, 2, 3, 4) * one) == 4",
        "of_buffer(w, 3) == 0 && of_buffer<RWStructuredBuffer>(w, 4) == 0",
        "d.h.f.v * d.h.i.v == 12",
        "tag<Box> == 1 && tag<Pair> == 5",
    };

    (void)state;
    hlsl_expect_values(
        globals,
        "Box<float> b; b.v = 3 * one; Holder<Box> h; h.f.v = 1 * one; h.i.v = 4 * one;"
        "Holder<Pair> p; p.f = float2(1, 2) * one; p.i = int2(3, 4) * int(one);"
        "Use<> u; u.v = float3(1, 2, 3) * one; Use<Row> a; a.v.v[2] = 9 * one;"
        "Deep<Holder> d; d.h.f.v = 3 * one; d.h.i.v = 4 * one; Derived e; e.v = 6 * one;",
        conditions, DXKI_COUNT(conditions));
}

/* Names and defaults differ between declarations, and a body may follow the call. */
static void templates_are_declared_more_than_once(void **state)
{
    static const char globals[] =
        "struct L { float x; };\n"
        "template<bool P = true> float pick(L l, float y);\n"
        "float early(L l) { return pick(l, 5) + pick<false>(l, 7); }\n"
        "template<bool Q> float pick(L l, float y) { return Q ? l.x : y + 90; }\n"
        "template<typename T, typename U = T> float half_of(T v);\n"
        "template<typename A = int, typename B> float half_of(A v) { return v / (B)2; }\n"
        "template<typename T, int n = sizeof(T)> struct Row;\n"
        "template<typename T = int2, int k> struct Row;\n"
        "template<typename T, int m> struct Row { T v[m]; };\n"
        "template<typename T> T scale(T v, T by = (T)3);\n"
        "float early_scale(float v) { return scale(v); }\n"
        "template<typename V> V scale(V w, V k) { return w * k; }\n"
        "template<typename T> float kind(T x) { return 1; }\n"
        "template<typename T> float kind(T x, T y) { return 2; }\n"
        "template<int N> float kind(int x) { return 3; }\n"
        "template<typename T> void give(in T x, inout uint n) { n = 1; }\n"
        "template<typename T> void give(out T x, inout uint n) { x = 2; n = 2; }\n"
        "struct S { template<typename T> T add(T v, T to = (T)4); };\n"
        "template<typename V> V S::add(V w, V to) { return w + to; }\n";
    static const char *const conditions[] = {
        "early(l) == 3 + 7 + 90",
        "pick(l, 5) == 3",
        "half_of(float(7 * one)) == 3.5 && half_of(7 * one) == 3",
        "r.v[7].y == 6 && sizeof(r) == 64",
        "early_scale(2.5 * one) == 7.5 && scale(2 * one) == 6 && scale(2 * one, one) == 2",
        "kind(one) == 1 && kind(one, one) == 2 && kind<3>(one) == 3",
        "s.add(0.5 * one) == 4.5 && s.add(one, one) == 2",
    };

    (void)state;
    hlsl_expect_values(globals, "L l = {3 * one}; Row<> r; r.v[7] = 6 * int(one); S s;", conditions,
                       DXKI_COUNT(conditions));
}

static void members_of_templates_are_defined_outside(void **state)
{
    static const char globals[] =
        "namespace N { template<typename T> struct Q { T v; T plain(); T operator+(T x);\n"
        "  template<typename U> U get(); template<typename U> U get(U a);\n"
        "  template<int K> T get(int a); struct Part { T w; T f(T x); }; Part p;\n"
        "  template<typename U> struct Two { T a; U b; T sum(); template<int K> T by(U x); }; }; "
        "}\n"
        "template<typename A> A N::Q<A>::plain() { return v * 2; }\n"
        "template<typename A> A N::Q<A>::operator+(A x) { return v + x; }\n"
        "template<typename A> template<typename B> B N::Q<A>::get() { return (B)v; }\n"
        "template<typename A> template<typename B> B N::Q<A>::get(B a) { return (B)v + a; }\n"
        "template<typename A> template<int L> A N::Q<A>::get(int a) { return v * L + a; }\n"
        "template<typename A> A N::Q<A>::Part::f(A x) { return w * x; }\n"
        "template<typename A> template<typename B> A N::Q<A>::Two<B>::sum() { return a + (A)b; }\n"
        "template<typename A> template<typename B> template<int L> A N::Q<A>::Two<B>::by(B x) {\n"
        "  return sum() * L + (A)x; }\n"
        "namespace N { template<typename T> struct Q<vector<T, 2> > { vector<T, 2> v; T both();\n"
        "  template<typename U> U get(U by); }; }\n"
        "template<typename E> E N::Q<vector<E, 2> >::both() { return v.x + v.y; }\n"
        "template<typename E> template<typename B> B N::Q<vector<E, 2> >::get(B by) {\n"
        "  return by * v.x; }\n"
        "struct S { float v; template<typename U> U get(); };\n"
        "template<typename B> B S::get() { return (B)v; }\n";
    static const char *const conditions[] = {
        "q.plain() == 7 && q + 1 == 4.5",
        "q.get<int>() == 3 && q.get<float>() == 3.5",
        "q.get(2) == 5 && q.get(0.5f) == 4",
        "q.get<4>(2) == 16",
        "q.p.f(2) == 5",
        "t.sum() == 4.5 && t.by<3>(1) == 14.5",
        "e.both() == 9 && e.get(2) == 8",
        "s.get<int>() == 6",
    };

    (void)state;
    hlsl_expect_values(globals,
                       "N::Q<float> q; q.v = 3.5 * one; q.p.w = 2.5 * one; N::Q<float>::Two<int> t;"
                       "t.a = 1.5 * one; t.b = 3 * one; N::Q<int2> e; e.v = int2(4, 5) * one;"
                       "S s; s.v = 6.5 * one;",
                       conditions, DXKI_COUNT(conditions));
}

#define MAIN "\n[numthreads(1, 1, 1)] void main() { }\n"

static void wrong_arguments_are_refused(void **state)
{
    static const struct {
        const char *source, *rule;
    } rows[] = {
        {"template<typename T> T x; float f() { return x; }" MAIN, "HLSL.TEMPLATE_NAME"},
        {"template<typename T> T x; float f() { return x<int, 2>; }" MAIN, "HLSL.TEMPLATE_MANY"},
        {"template<typename T> T x; float f() { return x<>; }" MAIN, "HLSL.TEMPLATE_FEW"},
        {"template<typename T> T x; x<int> y;" MAIN, "HLSL.UNKNOWN_TYPE"},
        {"template<typename T> T x; template<> int x<int>; template<> int x<int>;" MAIN,
         "HLSL.REDEFINITION"},
        {"template<typename T> T x; int f() { return x<int>; } template<> int x<int>;" MAIN,
         "HLSL.SPECIALISED_LATE"},
        {"template<> int x;" MAIN, "HLSL.VARIABLE_NO_PARAMS"},
        {"template<typename T> T f(); template<> static int f<int> = 2;" MAIN,
         "HLSL.NO_VARIABLE_SPECIALISED"},
        {"struct S { template<typename T> T x; };" MAIN, "HLSL.TEMPLATE_MEMBER"},
        {"template<int N> static const int x = unknown;" MAIN, "HLSL.UNDECLARED"},
        {"template<typename T> static const T x = x<T> + 1; int f() { return x<int>[2]; }" MAIN,
         "HLSL.NOT_INDEXABLE"},
        {"template<template<typename> class C> struct H { }; H<int> h;" MAIN,
         "HLSL.TEMPLATE_ARGUMENT"},
        {"template<template<typename> class C> struct H { }; H<4> h;" MAIN,
         "HLSL.TEMPLATE_ARGUMENT"},
        {"template<template<typename> class C> struct H { }; H<SamplerState> h;" MAIN,
         "HLSL.TEMPLATE_ARGUMENT"},
        {"template<typename T> T x; template<template<typename> class C> struct H { }; H<x> "
         "h;" MAIN,
         "HLSL.TEMPLATE_ARGUMENT"},
        {"template<template<typename> class C> struct H { }; H<vector> h;" MAIN,
         "HLSL.TEMPLATE_MISMATCH"},
        {"template<typename T, int N> struct R { T v[N]; };"
         "template<template<typename, typename> class C> struct H { }; H<R> h;" MAIN,
         "HLSL.TEMPLATE_MISMATCH"},
        {"template<template<> class C> struct H { };" MAIN, "HLSL.TEMPLATE_NO_PARAMS"},
        {"template<template<typename> C> struct H { };" MAIN, "HLSL.TEMPLATE_CLASS"},
        {"template<template<typename> struct C> struct H { };" MAIN, "HLSL.TEMPLATE_CLASS"},
        {"template<template<typename> class ... C> struct H { };" MAIN, "HLSL.VARIADIC_TEMPLATE"},
        {"template<typename T = int> T f(T v); template<typename T = int> T f(T v) { return v; "
         "}" MAIN,
         "HLSL.TEMPLATE_DEFAULT_AGAIN"},
        {"template<typename T> T f(T x) { return x; } template<typename U> U f(in U y) { return y; "
         "}" MAIN,
         "HLSL.REDEFINITION"},
        {"template<typename T> T f(T x = 2); template<typename T> T f(T x = 1) { return x; }" MAIN,
         "HLSL.DEFAULT_AGAIN"},
        {"template<int N = 2> struct S; template<int M = 2> struct S;" MAIN,
         "HLSL.TEMPLATE_DEFAULT_AGAIN"},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        const hlsl_shader shader = {"cs_6_6", rows[i].source, false};
        hlsl_expect_refused(&shader, rows[i].rule);
    }
}

static void members_of_parameters_need_a_word(void **state)
{
    static const said_how how = {"lib_6_3", 0, false, NULL};
    static const said_case cases[] = {
        {"struct S { template<typename T> T get() { return (T)4; } };\n"
         "template<typename U> float f(U u) {\nreturn u.get<float>(); }\n"
         "template<typename U> float g(U u) {\nreturn u.template get<float>(); }\n"
         "export float h() { S s; return f(s) + g(s); }",
         "3: use 'template' keyword to treat 'get' as a dependent template name\n"},
        {"template<int N> struct D { template<int M> struct Q { int w; };\n"
         "template<typename T> static T one() { return D<N>::one<int>() + D::one<T>(); } };\n"
         "template<int N> int f(int x) {\ntypename D<N>::Q<4> r = {x}; return r.w; }\n"
         "template<int N> int g() {\nreturn D<N>::one<int>(); }\n"
         "template<int N> int h() { return D<N>::template one<int>() + D<2>::one<int>(); }",
         "4: use 'template' keyword to treat 'Q' as a dependent template name\n"
         "6: use 'template' keyword to treat 'one' as a dependent template name\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

/* Both kinds, for a run in which each allocation fails in turn. */
static dxk_status compile_both(dxk_ctx *ctx, void *user)
{
    static const hlsl_shader shader = {
        "lib_6_6",
        "template<typename T> struct B { T v; }; template<typename T> static const T two = (T)2;\n"
        "template<typename T> static const int two<B<T> > = 3; template<> static const int "
        "two<int> "
        "= 4;\n"
        "template<template<typename> class C, typename T> T f(C<T> c) { return c.v + two<C<T> >; "
        "}\n"
        "template<template<typename> class C = B> struct H { C<int> c; };\n"
        "template<typename T, typename U = T> float s(T v, U w = (U)2);\n"
        "float e() { return s(3.0f); }\n"
        "template<typename A, typename B> float s(A v, B w) { return v * w; }\n"
        "export int g(H<> h) { B<int> b = {two<int>}; return f(b) + h.c.v; }\n",
        false};
    dxk_module *m = NULL;
    dxk_status status = hlsl_compile(ctx, &shader, &m);

    (void)user;
    dxk_module_free(m);
    return status;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    support_fail_allocations(compile_both, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(templates_of_variables_have_values),
    cmocka_unit_test(templates_are_arguments_of_templates),
    cmocka_unit_test(templates_are_declared_more_than_once),
    cmocka_unit_test(members_of_templates_are_defined_outside),
    cmocka_unit_test(wrong_arguments_are_refused),
    cmocka_unit_test(members_of_parameters_need_a_word),
    cmocka_unit_test(test_out_of_memory),
};
SUPPORT_SUITE(test_hlsl_templates, tests);
