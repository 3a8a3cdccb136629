/* SPDX-License-Identifier: MIT */
/* test_hlsl_members.c - members of templates and of types of expressions, by their paths: which of them
 * begin declarations, and which are values. */
#include "hlsl_support.h"

#include "base/count.h"

#define TEMPLATE                                                                                   \
    "template<typename T> struct K { static T num; static const int v = 7; static T arr[3];\n"     \
    "  struct In { T x; static int c() { return 3; } }; enum E { A, B, C }; using type = T;\n"     \
    "  static void put(T t) { num = t; } static T get() { return num; }\n"                         \
    "  static bool yes(T t) { return t > 1; } static int two(int a, int b) { return a * 10 + b; "  \
    "}\n"                                                                                          \
    "  template<typename U> static U conv(T t) { return (U)t * 2; } };\n"                          \
    "template<typename T> T K<T>::num = (T)1;\n"                                                   \
    "template<typename T> T K<T>::arr[3] = {(T)1, (T)2, (T)3};\n"

static void members_of_templates_begin_statements(void **state)
{
    static const char before[] =
        "K<float>::put(5.5 * one); int a = (int)K<float>::num; K<int>::num = 5; K<int>::num++;\n"
        "++K<int>::num; K<int>::num += 4; int b = K<int>::num; K<int>::arr[1] = 9;\n"
        "int c = 0; if (K<float>::yes(2)) c += 1; if (K<float>::v) c += 10;\n"
        "if (K<int>::type w = 100) c += w;\n"
        "while (K<int>::num < 20) K<int>::num += 3;\n"
        "do { K<int>::num = K<int>::num + 1; } while (K<int>::num < 30);\n"
        "int d = K<int>::num; switch (K<int>::v) { case K<int>::v: K<int>::put(4); break; default: "
        "break; }\n"
        "int e = K<int>::num; for (K<int>::num = 0; K<int>::num < 3; K<int>::num++) { }\n"
        "K<float>::In x; x.x = 3; const K<float>::In y = {4}; K<float>::In const z = {5};\n"
        "K<float>::In q[2]; q[1].x = 6; typename K<float>::In r = (K<float>::In)z;\n"
        "for (K<int>::In i = (K<int>::In)0; i.x < 4; i.x++) c += 1000;\n"
        "K<int>::num = 2, K<int>::put(8); K<int>::In::c(); K<int>::conv<float>(2);\n"
        "(K<int>::num) += 1; int g = (K<float>::v) * 2 - (K<float>::v) % 4;\n"
        "int h[K<int>::v]; h[6] = (int)(K<float>::type)2.7 + (K<int>::v);\n"
        "K<float3>::num.yz = float2(3, 4);\n";
    static const char *const conditions[] = {
        "a == 5 && b == 11 && c == 4111 && d == 30 && e == 4",
        "K<int>::arr[1] + K<int>::arr[2] == 12",
        "x.x + y.x + z.x + q[1].x + r.x == 23",
        "K<int>::num == 9 && g == 11 && h[6] == 9",
        "-K<float>::v == -7 && !K<int>::v == false && K<int>::v - 1 == 6",
        "K<float>::template conv<int>(4) == 8 && K<int>::two(1, 2) == 12",
        "sizeof(K<float3>::num) == 12 && sizeof(K<int>::In) == 4",
        "(K<int>::v > 3 ? K<int>::C : K<int>::A) == 2 && K<int>::type(5.5) == 5",
        "K<float3>::num.z == 4 && K<float3>::num.x == 1",
    };

    (void)state;
    hlsl_expect_values(TEMPLATE, before, conditions, DXKI_COUNT(conditions));
}

static void members_stand_in_other_places(void **state)
{
    static const char globals[] = TEMPLATE
        "template<int N = K<int>::v> struct D { static const int n = N; };\n"
        "int df(int x = K<int>::v, int y = K<int>::two(1, 2)) { return x + y; }\n"
        "enum F { X = K<int>::v, Y };\n"
        "template<typename T> struct A { struct C { static int m; static void s(int v) { m = v; } "
        "}; };\n"
        "template<typename T> int A<T>::C::m = 2;\n"
        "namespace n { template<typename T> struct K { static T m; }; template<typename T> T "
        "K<T>::m = (T)0; }\n"
        "template<typename T> int g(T t) { K<T>::put(t); K<T>::num += t; if (K<T>::yes(t)) "
        "K<T>::num += 1;\n"
        "  for (K<T>::arr[0] = 0; K<T>::arr[0] < 3; K<T>::arr[0]++) ;\n"
        "  typename K<T>::In x = (typename K<T>::In)0; return (int)(K<T>::num + K<T>::arr[0] + "
        "x.x); }\n"
        "template<typename T> struct B { static int n; static void set(int v) { n = v; } };\n"
        "template<typename T> int B<T>::n = 0;\n"
        "template<typename T> struct S : B<T> { int go() { B<T>::n = 3; B<T>::set(B<T>::n + 1); "
        "return B<T>::n; } };\n"
        "template<typename T> struct P { using kind = T; }; template<typename T> struct Q { static "
        "int kind; static int other(int a) { return a + 1; } };\n"
        "template<typename T> struct O { using other = T; };\n"
        "template<typename T> int Q<T>::kind = 1;\n"
        "struct U { using kind = int; }; struct V { static int kind; }; int V::kind = 1;\n";
    static const char before[] =
        "A<B<int> >::C::m = 3; A<B<int> >::C::m += 4; A<float>::C::s(6); n::K<float>::m = 4;\n"
        "::n::K<int>::m = 5; ::n::K<int>::m++; S<int> s; Q<int>::kind = 4; P<int>::kind x = 3;\n"
        "if (Q<int>::kind) x += (P<int>::kind)2.5; V::kind = 4; U::kind y = 3; y += "
        "(U::kind)2.5; int z = (O<int>::other)(2.5 * one) + O<int>::other(3.5) + "
        "Q<int>::other(3);\n";
    static const char *const conditions[] = {
        "D<>::n == 7 && D<K<int>::v + 1>::n == 8 && D<(K<int>::v > 3)>::n == 1",
        "D<K<int>::v < 3>::n == 0",
        "df() == 19 && Y == 8",
        "A<B<int> >::C::m == 7 && A<float>::C::m == 6",
        "n::K<float>::m == 4 && ::n::K<int>::m == 6",
        "g(4.5) == 13 && s.go() == 4",
        "x == 5 && (Q<int>::kind) + 1 == 5 && y == 5 && V::kind == 4 && z == 9",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

static void wrong_members_are_refused(void **state)
{
    static const answer_case cases[] = {
        {"cs_6_0", TEMPLATE "[numthreads(1, 1, 1)] void main() { K<int>::nothing(3); }",
         "no member named 'nothing' in 'K<int>'"},
        {"cs_6_0", TEMPLATE "[numthreads(1, 1, 1)] void main() { K<int>::nothing = 3; }",
         "no member named 'nothing' in 'K<int>'"},
        {"cs_6_0", TEMPLATE "[numthreads(1, 1, 1)] void main() { K<int>::v = 3; }",
         "cannot assign to variable 'v' with const-qualified type 'const int'"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

#define OF_A                                                                                       \
    "struct A { static const int value = 7; int k; static int n; using type = float; struct In { " \
    "int z; };\n"                                                                                  \
    "  static int f(int x) { return x + 1; } enum E { P, Q };\n"                                   \
    "  template<typename T> static T conv(int x) { return (T)x; } }; int A::n = 3; A make(int "    \
    "i);\n"

static void types_of_expressions_have_members(void **state)
{
    static const char globals[] =
        OF_A "template<int N> struct X { static const int n = N; };\n"
             "template<uint N> struct ic { static const uint value = N; };\n"
             "template<typename T, uint N> ic<N> len(T s[N]);\n"
             "template<typename T> int g(T t) { typename __decltype(t)::In x; x.z = 2; return "
             "__decltype(t)::value + x.z; }\n"
             "template<typename T> struct H { T t; using type = T; static const int m = 4; };\n"
             "template<typename T> int broken(T t) { return t.nothing; }\n"
             "static A known; struct Derived : __decltype(known) { int more; };\n";
    static const char before[] =
        "A a; a.k = 1; int five[5] = {1, 2, 3, 4, 5}; H<A> h; __decltype(a)::type x = 2.5 * one;\n"
        "__decltype(a)::In y; y.z = 4; __decltype(a)::n = 6; __decltype(a)::n++;\n"
        "int n = A::n; __decltype(a)::f(1); while (__decltype(a)::n > 0) __decltype(a)::n--;\n"
        "for (__decltype(a)::n = 0; __decltype(a)::n < 3; __decltype(a)::n++) ;\n"
        "__decltype(broken(3)) z = 4; __decltype(h)::type w; w.k = 5;\n";
    static const char *const conditions[] = {
        "__decltype(make(1))::value == 7 && X<__decltype(make(1))::value>::n == 7",
        "X<__decltype(a)::value + 1>::n == 8 && __decltype(a)::f(2) == 3",
        "__decltype(len(five))::value == 5",
        "x == 2.5 && y.z == 4 && n == 7 && A::n == 3",
        "(int)(__decltype(a)::type)2.7 + (__decltype(a)::value) - 1 == 8",
        "sizeof(__decltype(a)::In) == 4 && __decltype(a)::type(3.5) == 3.5",
        "__decltype(a)::Q == 1 && __decltype(a)::conv<int>(3) == 3",
        "__decltype(a)::template conv<int>(4) == 4",
        "g(a) == 9 && __decltype(h)::m + __decltype(h.t)::value == 11 && w.k == 5",
        "(__decltype(x))7 / 2 == 3.5 && __decltype(h)::type::value == 7",
        "z == 4 && sizeof(broken(2)) == 4 && Derived::value == 7 && sizeof(Derived) == 8",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

/* After `template` a name with arguments is a template, which may be declared later. */
static void words_say_that_members_are_templates(void **state)
{
    static const char globals[] =
        "template<typename C, typename A> A call(C c) { return c.template later<A>(); }\n"
        "template<typename C> int many(C c) { return c.template pick<int, 3>(2) + c.a[1].template "
        "pick<int, 4>(1); }\n"
        "template<typename T> struct B : T { int go() { return this.template later<int>(); }\n"
        "  int other() { return T::template later<int>() + 1; } };\n"
        "template<typename C> int fixed(C c) { typename C::template In<int> x; x.v = 4;\n"
        "  typename C::template In<int>::type y = 2; return x.v + y + C::template In<int>::w; }\n"
        "template<typename C> int used(C c) { c.template put<int>(4); if (c.template is<int>()) "
        "return c.template later<int>() * 2; return 0; }\n"
        "struct Y { int k; template<typename A> A later() { return (A)k; }\n"
        "  template<typename A, int N> A pick(A x) { return N + x; } template<typename A> void "
        "put(A a) { k = a; }\n"
        "  template<typename A> bool is() { return k > 3; }\n"
        "  template<typename A> struct In { A v; using type = A; static const int w = 5; }; };\n"
        "struct W { Y a[2]; template<typename A, int N> A pick(int x) { return N * x; } };\n"
        "Y make(int k) { Y y; y.k = k; return y; }\n";
    static const char before[] = "Y y; y.k = 5 * one; W w; w.a[1].k = 3; B<Y> b; b.k = 8;\n";
    static const char *const conditions[] = {
        "call<Y, int>(y) == 5 && y.template later<int>() == 5 && y.later<float>() == 5",
        "many(w) == 11 && w.a[1].template later<int>() == 3",
        "b.go() == 8 && b.other() == 9 && make(6).template later<int>() == 6",
        "fixed(y) == 11 && used(y) == 8",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

static void members_of_instances_are_specialised(void **state)
{
    static const char globals[] =
        "template<typename T> struct K { static T n; static T only; T f() { return (T)1; } static "
        "T "
        "g(T a); };\n"
        "template<typename T> T K<T>::n = (T)1; template<typename T> T K<T>::g(T a) { return a; }\n"
        "template<> int K<int>::n = 6; template<> int K<int>::only = 7;\n"
        "template<> int K<int>::f() { return 9; } template<> int K<int>::g(int a) { return a + 10; "
        "}\n"
        "template<typename T, int N> struct A { static T n[2]; };\n"
        "template<typename T, int N> T A<T, N>::n[2] = {(T)N, (T)2};\n"
        "template<> float A<float, 3>::n[2] = {5, 6};\n";
    static const char before[] = "K<int> a; K<float> b; K<int>::n += one;\n";
    static const char *const conditions[] = {
        "K<int>::n == 7 && K<float>::n == 1 && K<int>::only == 7",
        "a.f() == 9 && b.f() == 1 && K<int>::g(1) == 11 && K<float>::g(2) == 2",
        "A<float, 3>::n[1] == 6 && A<float, 2>::n[0] == 2",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(members_of_templates_begin_statements),
    cmocka_unit_test(members_stand_in_other_places),
    cmocka_unit_test(members_of_instances_are_specialised),
    cmocka_unit_test(wrong_members_are_refused),
    cmocka_unit_test(types_of_expressions_have_members),
    cmocka_unit_test(words_say_that_members_are_templates),
};
SUPPORT_SUITE(test_hlsl_members, tests);
