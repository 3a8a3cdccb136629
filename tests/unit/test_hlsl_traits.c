/* SPDX-License-Identifier: MIT */
/* test_hlsl_traits.c - what templates tell of types: constant types as arguments, and which arguments are no
 * failure of what they are tried for. */
#include "hlsl_support.h"

#include "base/count.h"

#define TRAITS                                                                                     \
    "template<typename T> struct isc { static const int v = 0; };\n"                               \
    "template<typename T> struct isc<const T> { static const int v = 1; };\n"                      \
    "template<typename A, typename B> struct same { static const int v = 0; };\n"                  \
    "template<typename A> struct same<A, A> { static const int v = 1; };\n"                        \
    "template<typename T> struct rc { using type = T; };\n"                                        \
    "template<typename T> struct rc<const T> { using type = T; };\n"                               \
    "template<typename T> struct ac { using type = const T; };\n"                                  \
    "template<typename T> using cc = const T; struct S { int a; }; typedef const int ci;\n"        \
    "template<typename T> struct Box { T x; T get() { return x; } };\n"

static void constant_types_are_arguments(void **state)
{
    static const char globals[] = TRAITS
        "template<typename T> struct M { static const int v = 0; };\n"
        "template<> struct M<int> { static const int v = 1; };\n"
        "template<> struct M<const int> { static const int v = 2; };\n"
        "template<typename T> struct U { static const int v = 0; };\n"
        "template<typename T> struct U<isc<T> > { static const int v = 1; };\n"
        "template<typename T> struct U<isc<const T> > { static const int v = 2; };\n"
        "template<typename T> struct U<const isc<T> > { static const int v = 3; };\n"
        "template<typename T> struct N { static const int v = 0; };\n"
        "template<typename T, int M> struct N<T[M]> { static const int v = M; };\n"
        "template<typename T, int M> struct N<const T[M]> { static const int v = 10 + M; };\n"
        "template<typename T, typename W = const T> struct De { static const int v = "
        "isc<W>::v; };\n"
        "template<typename T> static const int vt = 1;\n"
        "template<typename T> static const int vt<const T> = 2;\n"
        "template<typename T> int f(T t) { return isc<T>::v; }\n"
        "template<typename T> struct Z { int f() { return 1; } };\n"
        "template<typename T> struct Z<const T> { int f(); };\n"
        "template<typename T> int Z<const T>::f() { return 2; }\n"
        "int over(isc<int> x) { return 1; } int over(isc<const int> x) { return 2; }\n"
        "template<typename T> struct G { static int n; }; template<typename T> int G<T>::n "
        "= 0; static const S known = {3};\n";
    static const char before[] =
        "const float a = 1; float b = 2; const int c[2] = {1, 2}; rc<const int>::type x = 4 * one; "
        "x += 1;\n"
        "Z<int> z; Z<const int> y; isc<int> i; isc<const int> k; G<int>::n = 3; G<const int>::n = "
        "5;\n"
        "Box<const int> box = {3}; ac<int>::type w = 4; auto u = w; u++;\n";
    static const char *const conditions[] = {
        "isc<float>::v == 0 && isc<const float>::v == 1 && isc<const S>::v == 1 && isc<S>::v == 0",
        "isc<ci>::v == 1 && isc<cc<int> >::v == 1 && isc<ac<int>::type>::v == 1",
        "isc<rc<const int>::type>::v == 0 && isc<rc<ci>::type>::v == 0 && x == 5",
        "same<float, float>::v == 1 && same<float, const float>::v == 0",
        "same<const int, ci>::v == 1",
        "M<int>::v == 1 && M<const int>::v == 2 && M<float>::v == 0",
        "isc<__decltype(a)>::v == 1 && isc<__decltype(b)>::v == 0 && isc<__decltype(c)>::v == 1",
        "isc<__decltype(a + b)>::v == 0 && isc<__decltype((a))>::v == 0",
        "isc<__decltype(known)>::v == 1 && isc<__decltype(known.a)>::v == 0",
        "U<isc<int> >::v == 1 && U<isc<const int> >::v == 2 && U<const isc<int> >::v == 3",
        "N<int[3]>::v == 3 && N<const int[3]>::v == 13 && N<int>::v == 0",
        "De<int>::v == 1 && De<int, int>::v == 0 && vt<int> == 1 && vt<const int> == 2",
        "f(a) == 0 && f<const float>(a) == 1 && f<float>(a) == 0",
        "z.f() == 1 && y.f() == 2 && over(i) == 1 && over(k) == 2",
        "G<int>::n == 3 && G<const int>::n == 5 && box.get() == 3 && u == 5",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

static void constant_types_make_constants(void **state)
{
    static const struct {
        const char *body, *rule;
    } rows[] = {
        {"ac<int>::type x = 4; x += 1;", "HLSL.CONST_VARIABLE"},
        {"ci x = 4; x = 1;", "HLSL.CONST_VARIABLE"},
        {"cc<int> x = 4; x++;", "HLSL.CONST_VARIABLE"},
        {"Box<const int> b; b.x = 3;", "HLSL.READ_ONLY"},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        char source[2048];
        snprintf(source, sizeof source, TRAITS "[numthreads(1, 1, 1)] void main() { %s }\n",
                 rows[i].body);
        const hlsl_shader s = {"cs_6_0", source, false};
        hlsl_expect_refused(&s, rows[i].rule);
    }
    /* the names of instances tell them apart in libraries, too */
    assert_true(hlsl_count("lib_6_3", TRAITS "export int f(Box<const int> b) { return b.x; }",
                           "@\"\\01?f@@YAHU?$Box@$$CBH@@@Z\"") > 0);
}

#define DETECTORS                                                                                  \
    "template<typename T> T declval(); template<typename T> struct mv { using type = void; };\n"   \
    "template<bool B, typename T = void> struct ei { };\n"                                         \
    "template<typename T> struct ei<true, T> { using type = T; };\n"                               \
    "struct Y { int req; using tag = int; int go(int a) { return a; } }; struct N { int k; };\n"   \
    "template<typename C, typename = void> struct R { static const bool v = false; using type = "  \
    "int; };\n"                                                                                    \
    "template<typename C> struct R<C, typename mv<__decltype(declval<C>().req)>::type>\n"          \
    "  { static const bool v = true; using type = float; };\n"                                     \
    "template<typename C, typename = void> struct G { static const bool v = false; };\n"           \
    "template<typename C> struct G<C, typename mv<typename C::tag>::type> { static const bool v "  \
    "= true; };\n"                                                                                 \
    "template<typename C, typename = void> struct M { static const bool v = false; };\n"           \
    "template<typename C> struct M<C, typename mv<__decltype(declval<C>().go(1))>::type> { "       \
    "static const bool v = true; };\n"

static void other_templates_are_asked_without_failure(void **state)
{
    static const char globals[] = DETECTORS
        "template<typename T> typename R<T>::type f(T t) { return 2.5; }\n"
        "template<typename T> typename ei<R<T>::v, int>::type e(T t) { return 1; }\n"
        "template<typename T> typename ei<!R<T>::v, int>::type e(T t) { return 2; }\n"
        "template<typename T> typename ei<G<T>::v, int>::type g(T t) { return 1; }\n"
        "template<typename T> typename ei<!G<T>::v, int>::type g(T t) { return 2; }\n"
        "template<typename T> typename ei<M<T>::v, int>::type m(T t) { return 1; }\n"
        "template<typename T> typename ei<!M<T>::v, int>::type m(T t) { return 2; }\n"
        "template<typename T, typename = typename ei<R<T>::v>::type> int h(T t) { return 1; }\n"
        "int h(N n) { return 2; }\n"
        "template<typename T> __decltype(declval<T>().req) i(T t) { return t.req; }\n"
        "template<typename T> __decltype(declval<T>().k) i(T t) { return t.k + 10; }\n"
        "template<typename T> __decltype(declval<T>().req) j(T t);\n"
        "template<typename T> __decltype(declval<T>().k) j(T t);\n"
        "template<typename T> __decltype(j(declval<T>())) l(T t) { return 5; }\n"
        "template<typename T> typename R<R<T> >::type n(T t) { return 3; }\n"
        "struct Q { template<typename T> typename R<T>::type of(T t) { return 7; } };\n";
    static const char before[] = "Y y; y.req = 4 * one; N k; k.k = one; Q q;\n";
    static const char *const conditions[] = {
        "f(k) == 2 && f(y) == 2.5",
        "e(y) == 1 && e(k) == 2 && g(y) == 1 && g(k) == 2 && m(y) == 1 && m(k) == 2",
        "h(y) == 1 && h(k) == 2 && i(k) == 11 && i(y) == 4",
        "l(k) == 5 && l(y) == 5 && n(k) == 3 && q.of(k) == 7",
        "R<Y>::v && !R<N>::v && !R<int>::v && !G<float>::v && !M<float4>::v",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

/* Arguments of templates are named, and made only when something needs their members. */
static void arguments_are_made_when_needed(void **state)
{
    static const char globals[] =
        "template<bool B, typename T, typename F> struct cond { using type = T; };\n"
        "template<typename T, typename F> struct cond<false, T, F> { using type = F; };\n"
        "struct Zero { static const int v = 0; };\n"
        "template<int N> struct Sum { static const int v = cond<N == 0, Zero, Sum<N - 1> "
        ">::type::v "
        "+ N; };\n"
        "template<typename T> struct Bad { typename T::x v; };\n"
        "template<typename T> struct is_bad { static const int v = 0; };\n"
        "template<typename T> struct is_bad<Bad<T> > { static const int v = 1; };\n"
        "template<typename T> struct Tag { int k; };\n"
        "template<typename T> struct Box { T v; static T make(T a) { return a; } static const int "
        "n "
        "= 3; using inner = T; };\n"
        "template<typename T> struct Use { static const int n = T::n; typename T::inner i; T t;\n"
        "  static int f() { return T::make(6); } };\n"
        "template<typename T> struct Derived : T { int w; }; template<typename T> using Al = "
        "Box<T>;\n"
        "template<typename T, typename U = Box<T> > struct D { U u[2]; };\n"
        "template<typename T> int g() { T t; t.v = 3; return t.v + sizeof(T); }\n"
        "template<typename T> static const int sz = sizeof(T); template<typename T> struct fwd;\n"
        "template<typename T> struct Q { T t; }; template<typename T> struct fwd { T x; };\n"
        "template<> struct Q<Box<half> > { int z; };\n";
    static const char before[] =
        "Tag<Bad<int> > t; t.k = 3 * one; Use<Box<int> > u; u.i = 2; u.t.v = 4; Derived<Box<int> > "
        "d;\n"
        "d.v = 3; d.w = 4; D<int> e; e.u[1].v = 5; Al<Box<int> > a; a.v.v = 6; Q<fwd<int> > q; "
        "q.t.x = 7;\n"
        "Q<Box<half> > z; z.z = 8; Q<Box<Q<Box<int> > > > n; n.t.v.t.v = 9;\n";
    static const char *const conditions[] = {
        "Sum<4>::v == 10 && is_bad<Bad<int> >::v == 1 && is_bad<int>::v == 0 && t.k == 3",
        "Use<Box<int> >::n + Use<Box<int> >::f() == 9 && u.i + u.t.v == 6 && d.v + d.w == 7",
        "e.u[1].v == 5 && a.v.v == 6 && q.t.x == 7 && z.z == 8 && n.t.v.t.v == 9",
        "g<Box<int> >() == 7 && sz<Box<float3> > == 12 && sizeof(D<int2>) == 16",
    };

    (void)state;
    hlsl_expect_values(globals, before, conditions, DXKI_COUNT(conditions));
}

/* A mistake in the body of another template is one, whatever asks for it. */
static void mistakes_of_other_templates_stay(void **state)
{
    static const answer_case cases[] = {
        {"cs_6_0",
         DETECTORS "template<typename T> struct Bad { using type = int; typename T::missing m; };\n"
                   "template<typename T> typename Bad<T>::type f(T t) { return 1; }\n"
                   "template<typename T> int f(T t, int x = 0) { return 2; }\n"
                   "[numthreads(1, 1, 1)] void main() { N n; f(n); }",
         "no member named 'missing' in 'N'"},
        {"cs_6_0",
         DETECTORS "template<typename T> typename T::tag f(T t) { return 1; }\n"
                   "[numthreads(1, 1, 1)] void main() { N n; f(n); }",
         "no matching function for call to 'f'"},
    };

    (void)state;
    hlsl_expect_answers(cases, DXKI_COUNT(cases));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(constant_types_are_arguments),
    cmocka_unit_test(constant_types_make_constants),
    cmocka_unit_test(other_templates_are_asked_without_failure),
    cmocka_unit_test(arguments_are_made_when_needed),
    cmocka_unit_test(mistakes_of_other_templates_stay),
};
SUPPORT_SUITE(test_hlsl_traits, tests);
