/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_language.c - the language itself: programs whose results follow from its rules are
 * compiled and run, with passes and without; wrong ones are refused.
 */
#include "hlsl_support.h"

#include "dxk/hlsl.h"
#include "dxk/run.h"

#include "base/count.h"

#include <string.h>

/* A program: declarations, a body, and conditions that hold after it. `zero` and `one` are numbers
 * that the compiler does not know. */
typedef struct program {
    uint32_t version;
    const char *globals, *body;
    const char *conditions[24];
} program;

static dxk_status compile(dxk_ctx *ctx, const char *source, uint32_t version, bool optimize,
                          dxk_module **m)
{
    const dxk_hlsl_options options = {.name = {"main.hlsl", 9},
                                      .target = "cs_6_6",
                                      .version = version,
                                      .optimize = optimize,
                                      .native_16bit = true};
    const dxk_bytes bytes = {(const uint8_t *)source, strlen(source)};

    return dxk_hlsl_compile(ctx, bytes, &options, m);
}

static void expect(const program *p, bool optimize)
{
    char source[16384];
    size_t count = 0;
    size_t at = (size_t)snprintf(source, sizeof source,
                                 "RWByteAddressBuffer o : register(u0);\n%s\n"
                                 "[numthreads(1, 1, 1)] void main() {\n"
                                 "uint zero = o.Load(252), one = zero + 1; %s\n",
                                 p->globals, p->body);
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    uint32_t words[HLSL_WORDS];

    for (; count < DXKI_COUNT(p->conditions) && p->conditions[count]; count++)
        at += (size_t)snprintf(source + at, sizeof source - at, "o.Store(%zu, uint(%s));\n",
                               4 * count, p->conditions[count]);
    snprintf(source + at, sizeof source - at, "}\n");
    assert_true(at + 2 < sizeof source);
    if (compile(ctx, source, p->version, optimize, &m) != DXK_OK)
        fail_msg("%s: %s", source, dxk_ctx_diag(ctx, 0)->message);
    hlsl_run(ctx, m, words);
    for (size_t i = 0; i < count; i++) {
        if (words[i] != 1)
            fail_msg("%s: %s: %u", p->globals, p->conditions[i], words[i]);
    }
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void expect_all(const program *programs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect(&programs[i], false);
        expect(&programs[i], true);
    }
}

/* A wrong program, and what is said of it. */
typedef struct mistake {
    uint32_t version;
    const char *source, *message;
} mistake;

static void expect_refused(const mistake *mistakes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const mistake *w = &mistakes[i];
        dxk_ctx *ctx = support_ctx();
        dxk_module *m = NULL;
        char source[4096];
        bool found = false;

        snprintf(source, sizeof source, "%s%s", w->source,
                 strstr(w->source, "void main()") ? ""
                                                  : "\n[numthreads(1, 1, 1)] void main() {}\n");
        if (compile(ctx, source, w->version, true, &m) != DXK_E_INVALID)
            fail_msg("accepted: %s", w->source);
        for (size_t k = 0; k < dxk_ctx_diag_count(ctx) && !found; k++)
            found = strcmp(dxk_ctx_diag(ctx, k)->message, w->message) == 0;
        if (!found)
            fail_msg("%s: %s", w->source, dxk_ctx_diag(ctx, 0)->message);
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

#define MAIN(body) "\n[numthreads(1, 1, 1)] void main() { " body " }\n"

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static void names_are_found_in_their_scopes(void **state)
{
    static const program programs[] = {
        {2021,
         "int f(float x) { return 50; }\n"
         "namespace A { int f(int x) { return x + 1; }\n"
         "  namespace B { int g(int x) { return f(x) * 2; } static const int K = 7;\n"
         "    struct P { int v; static int twice(int z) { return 2 * z; } int get() { return v; } "
         "};\n"
         "    int take(P p) { return p.v + 100; } int later(int x); } }\n"
         "namespace A { int h(int x) { return f(x) + B::g(x); } }\n"
         "int A::B::later(int x) { return K * x; }\n"
         "namespace U { int f(double x) { return 3; } int only() { return 4; } }\n"
         "namespace V { using namespace U; using U::only; }\n",
         "A::B::P p; p.v = 3 * one;",
         {"A::f(one) == 2", "A::B::g(3 * one) == 8", "A::h(2 * one) == 9", "A::B::K == 7",
          "A::B::P::twice(8 * one) == 16", "take(p) == 103", "p.get() == 3",
          "A::B::later(3 * one) == 21", "f(1.0) == 50", "::f(one) == 50", "V::only() == 4",
          "V::f(1.0L) == 3"}},
        {2021,
         "namespace A { int f(int x) { return x + 1; } int g(int x) { return x + 2; } }\n"
         "int f(float x) { return 50; }\n"
         "int both() { using namespace A; return f(1) * 100 + f(1.0); }\n"
         "int one_of_them() { using A::g; return g(1); }\n",
         "",
         {"both() == 250", "one_of_them() == 3"}},
        {2021,
         "struct S { int v; static int g() { return 9; } }; static S S = {4};\n"
         "int T; struct T { int v; }; enum E { A = 5 }; int E() { return A; }\n"
         "struct U { struct V { int w; }; int V; }; typedef struct T T2; typedef T2 T2;\n"
         "int inner() { struct T T = {6}; struct T other = T; return other.v; }\n"
         "int nested() { int S = 8; struct S s = {S}; { struct S { int z; }; S q = {1}; s.v += "
         "q.z; }\n"
         "  return s.v + S; }",
         "struct S s = S; s.v += S.v; U u = {one}; enum E e = A;",
         {"s.v == 8", "S::g() == 9", "E() == e", "u.V == 1", "inner() == 6", "nested() == 17"}},
        {2021,
         "enum E { A, B = 3 }; enum class F { A, B }; struct P { int2 v; };\n"
         "int f(E e) { switch (e) { case A: return 1; case E::B: return 2; } return 3; }\n"
         "int g(F e) { switch (e) { case F::B: return 1; default: return 2; } }\n"
         "int h(int n) { switch (n) { case B: return 1; case 1 + A: return 2; } return 3; }\n"
         "void set(inout int2 x) { x = 7; }\n",
         "int n = 0; for (int i = 0; i < 2; i++) { { int i = 5; n += i; } for (int i = 0; i < 3; "
         "i++) "
         "n += i; }\n"
         "int3 v = zero; set((int2)v); P p = {{one, 2}};",
         {"f(B) == 2", "f((E)one) == 3", "g((F)one) == 1", "h(3 * one) == 1", "h(one) == 2",
          "n == 16", "v.y == 7 && v.z == 0", "p.v.y == 2"}},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
}

static void members_of_structures_are_found(void **state)
{
    static const program programs[] = {
        {2021,
         "struct Base { int b; int bm() { return b * 3; } static const int Q = 9; };\n"
         "struct S : Base { int x; static int count; enum E { e0 = 3, e1 }; struct In { int q; };\n"
         "  int m(int y); static int st(int a, int d = 2); int n() { return bm() + x + Q; } };\n"
         "int S::count = 5;\n"
         "int S::m(int y) { count += y; return x * y + count; }\n"
         "int S::st(int a, int d) { return a + count * d; }\n",
         "S s; s.x = 4 * one; s.b = 10 * one; S::In in_; in_.q = 77;",
         {"s.m(3) == 20", "S::st(1) == 17", "s.st(1, 1) == 9", "s.n() == 43",
          "S::e1 + S::E::e0 == 7", "in_.q == 77", "s.Base::b == 10", "s.Base::bm() == 30",
          "S::Q == 9", "s.Q == 9", "s.e1 == 4"}},
        {2021,
         "struct V { float x; V operator+(V o) { V r; r.x = x + o.x; return r; }\n"
         "  V operator*(float k) { V r; r.x = x * k; return r; }\n"
         "  bool operator<(V o) { return x < o.x; } bool operator==(V o) { return x == o.x; }\n"
         "  float operator[](int i) { return x * i; } float operator()(float a, float b) { return "
         "x + a * b; }\n"
         "  int operator()() { return 5; } };\n",
         "V a, b; a.x = 2 * one; b.x = 3;",
         {"(a + b).x == 5", "(a * 4).x == 8", "(a + b * 2).x == 8", "a < b", "!(b < a)", "a == a",
          "a[6] == 12", "a(2, 3) == 8", "a() == 5", "(a + b)(1, 1) == 6"}},
        {2021,
         "struct N { int a; struct { int b; struct { int c[2]; }; }; int d; int all() { return a + "
         "b "
         "+ d; } };\n",
         "N n = { one, 2, 3, 4, 5 }; n.c[1] += 10;",
         {"n.a == 1", "n.b == 2", "n.c[0] == 3", "n.c[1] == 14", "n.d == 5", "n.all() == 8",
          "sizeof(N) == 20"}},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
}

static void enumerations_convert_as_they_are_scoped(void **state)
{
    static const program programs[] = {
        {2021,
         "enum class C : uint { r = 5, g, b = r + 10 }; enum U { u0, u1 = 7, u2 };\n"
         "enum { anonymous = 12 }; struct S { enum class D { d = 4 }; };\n"
         "int f(U u) { return 1; } int f(int i) { return 2; }\n",
         "C c = C::g; U u = u2; float a[u1]; int k = 0; switch (c) { case C::r: k = 1; break; case "
         "C::g: k = 2; }",
         {"(int)C::b == 15", "c == C::g", "c != C::r", "u + 1 == 9", "U::u2 == 8",
          "anonymous == 12", "(uint)S::D::d == 4", "k == 2", "f(u) == 1", "f(3) == 2", "(U)7 == u1",
          "u * 0.5 == 4"}},
    };
    static const mistake mistakes[] = {
        {2021, "enum class E { a, b };" MAIN("int x = E::a + 1;"), "numeric type expected"},
        {2021, "enum class E { a, b };" MAIN("bool x = E::a < E::b;"), "numeric type expected"},
        {2021, "enum class E { a, b };" MAIN("E x = E::a | E::b;"),
         "int or unsigned int type required"},
        {2021, "enum class E { a, b };" MAIN("if (E::a) return;"),
         "value of type 'E' is not contextually convertible to 'bool'"},
        {2021, "enum class E { a, b };" MAIN("bool x = E::a == 0;"), "type mismatch"},
        {2021, "enum E { a, b };" MAIN("E x = a; x++;"),
         "cannot increment expression of enum type 'E'"},
        {2021, "enum E { a, a };", "redefinition of enumerator 'a'"},
        {2021, "enum class E { a };" MAIN("int x = E::c;"), "no member named 'c' in 'E'"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

static void arrays_can_be_named_before_their_elements_are_known(void **state)
{
    static const char *const conditions[] = {
        "a[1][0].x == 9",     "a[0][1].y == 3",      "a[1][1].y == 8",
        "sizeof(Four) == 32", "sizeof(Outer) == 40", "w.four[0][1].y == 3 && w.last == 2"};

    (void)state;
    hlsl_expect_values("struct S; typedef S Pair[2]; typedef Pair Four[2];\n"
                       "void fill(inout Four a, uint i);\n"
                       "struct S { float x; uint y; };\n"
                       "struct Outer { uint first; Four four; uint last; };\n"
                       "void fill(inout Four a, uint i) { a[1][0].x = i; a[0][1].y = i / 3; }\n",
                       "Four a = {1, 2, 3, 4, 5, 6, 7, 8}; fill(a, 9 * one);\n"
                       "Outer w = {1, a, 2};",
                       conditions, DXKI_COUNT(conditions));
}

static void templates_of_interfaces_need_no_method(void **state)
{
    static const char *const conditions[] = {"s.f(3) == 4", "s.g() == 5"};

    (void)state;
    hlsl_expect_values("interface I { template<typename T> int f(T a); int g(); };\n"
                       "struct S : I { int f(int a) { return a + 1; } int g() { return 5; } };\n",
                       "S s;", conditions, DXKI_COUNT(conditions));
}

static void wrong_names_are_refused(void **state)
{
    static const mistake mistakes[] = {
        {2021, "namespace N { int x; }" MAIN("int a = N::y;"),
         "no member named 'y' in namespace 'N'"},
        {2021, MAIN("int a = Q::y;"), "use of undeclared identifier 'Q'"},
        {2021, "typedef int I;" MAIN("int a = I::y;"),
         "type 'int' cannot be used prior to '::' because it has no members"},
        {2021, "int v;" MAIN("int a = v::y;"), "'v' is not a class, namespace, or enumeration"},
        {2021, "using namespace Q;", "expected namespace name"},
        {2021, "SamplerState sampler;", "redefinition of 'sampler' as different kind of symbol"},
        {2021, "cbuffer C { float int3; }", "redefinition of 'int3' as different kind of symbol"},
        {2021, "float Texture2D() { return 1; }",
         "redefinition of 'Texture2D' as different kind of symbol"},
        {2021, "struct S { int a; float a; };", "duplicate member 'a'"},
        {2021, "struct S { int a; struct { float a; }; };", "duplicate member 'a'"},
        {2021, "struct A { int a; }; struct B { int b; }; struct S : A, B { int f(); };",
         "multiple concrete base types specified"},
        {2021, "struct A; struct S : A { int f(); };", "base class has incomplete type"},
        {2021, "struct A; struct S { A f; };", "field has incomplete type 'A'"},
        {2021, "struct S { S f[2]; };", "field has incomplete type 'S'"},
        {2021, "struct S { S f[2]; }; struct T { S f[2]; };", "field has incomplete type 'S'"},
        {2021, "struct S { T f[2][3]; struct T { S g[2]; }; };", "unknown type name 'T'"},
        {2021,
         "template<int N> struct F { int a; };"
         "template<> struct F<0> { template<> struct F<0> { X a; }; int b; };",
         "nested redefinition of 'F'"},
        {2021, "template<int N> struct F { int a; }; template<> struct F<1> { F<1> b; };",
         "implicit instantiation of undefined template 'F<1>'"},
        {2021, "int f(int a); float f(int a) { return 1; }",
         "functions that differ only in their return type cannot be overloaded"},
        {2021, "struct S { int f(); }; int S::g() { return 1; }",
         "out-of-line definition of 'g' does not match any declaration in 'S'"},
        {2021, "struct S { int f(); }; int S::f(int x) { return 1; }",
         "out-of-line definition of 'f' does not match any declaration in 'S'"},
        {2021, "struct S { int f() { return 1; } static int g() { return f(); } };",
         "call to non-static member function without an object argument"},
        {2021, "struct S { int a; }; S operator+(S x, S y) { return x; }",
         "overloading non-member 'operator+' is not allowed"},
        {2021, "struct S { int a; };" MAIN("S s; s(1);"),
         "type 'S' does not provide a call operator"},
        {2021, "void f(int a) { int a; }", "redefinition of 'a'"},
        {2021, "struct S { int a; }; int S; float S;",
         "redefinition of 'S' with a different type: 'const float' vs 'const int'"},
        {2021, "namespace S { } struct S { int a; };", "redefinition of 'S'"},
        {2021, "int S; struct S { int a; }; struct S { int a; };", "redefinition of 'S'"},
        {2021, "int S; typedef int S;", "redefinition of 'S' as different kind of symbol"},
        {2021, "void f() { typedef int S; typedef float S; }",
         "typedef redefinition with different types ('float' vs 'int')"},
        {2021, "struct S { int a; }; using S = float;",
         "type alias redefinition with different types ('float' vs 'S')"},
        {2021, "namespace { int f() { return 1; } }", "expected identifier"},
        {2021, MAIN("for (int i = 0; i < 4; i++) { int i = 2; }"), "redefinition of 'i'"},
        {2021, MAIN("if (int i = 1) { float i = 2; }"),
         "redefinition of 'i' with a different type: 'float' vs 'int'"},
        {2021, "enum E { A };" MAIN("E e = A; switch (e) { case A: break; case 1: break; }"),
         "value of type 'literal int' is not implicitly convertible to 'E'"},
        {2021, "struct S { int a; float b; };" MAIN("S s = S(1, 2);"),
         "constructors only defined for numeric base types"},
        {2021, "int2 f() { return {1, 2}; }",
         "generalized initializer lists are incompatible with HLSL"},
        {2021, MAIN("int2 a; a = {1, 2};"), "expected expression"},
        {2021, MAIN("int a = static_cast<int>(1.5);"),
         "'static_cast' is a reserved keyword in HLSL"},
        {2021, "void f(inout int x) { x = 1; }" MAIN("float y = 1; f((int)y);"),
         "no matching function for call to 'f'"},
        {2021, "enum E { A = 1.0 };", "expression is not an integral constant expression"},
        {2021, "static const int2 v = 3; enum E { A = v.x };",
         "expression is not an integral constant expression"},
        {2021, "static const float n = 3;" MAIN("int a[n];"),
         "size of array has non-integer type 'float'"},
        {2021, "static const int v[2] = {1, 2};" MAIN("int a[v[1]];"),
         "variable length arrays are not supported in HLSL"},
        {2021, MAIN("switch (1) { case 1.0: break; }"),
         "conversion from 'literal float' to 'int' is not allowed in a converted constant "
         "expression"},
        {2021, "_Static_assert(0.0, \"no\");", "static_assert failed \"no\""},
        {2021, "template<float N> struct S { int a; };",
         "a non-type template parameter cannot have type 'float'"},
        {2021, "template<typename T, int2 N> T f() { return N.x; }",
         "a non-type template parameter cannot have type 'vector<int, 2>'"},
        {2021, "template<int N> int f() { return N; }" MAIN("int a = f<1.0>();"),
         "no matching function for call to 'f'"},
        {2021,
         "template<typename T, uint N> void f(vector<T, N> v) { }" MAIN("f(float3(1, 2, 3));"),
         "no matching function for call to 'f'"},
        {2021,
         "template<bool B> struct S { int a; }; template<int N> int f(S<N> s) { return N; }" MAIN(
             "S<true> s; f(s);"),
         "no matching function for call to 'f'"},
        {2021,
         "int g(int n); int f(int n) { return g(n); } int g(int n) { return f(n); }" MAIN("f(1);"),
         "recursive functions are not allowed: function 'main' calls recursive function 'f'"},
    };

    (void)state;
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

/* ---------------------------------------------------------------------------------------- */
/* Templates                                                                                  */

/* Which type an argument was deduced to be. */
#define KIND                                                                                       \
    "template<typename T> struct K { static const int v = 0; };"                                   \
    "template<> struct K<int> { static const int v = 1; };"                                        \
    "template<> struct K<uint> { static const int v = 2; };"                                       \
    "template<> struct K<float> { static const int v = 3; };"                                      \
    "template<> struct K<half> { static const int v = 4; };"                                       \
    "template<> struct K<bool> { static const int v = 5; };"                                       \
    "template<> struct K<float2> { static const int v = 6; };"

static void templates_of_functions_are_deduced(void **state)
{
    static const program programs[] = {
        {2021,
         KIND "template<typename T> int f(T a) { return K<T>::v; }\n"
              "template<typename T> int g(T a, T b) { return K<T>::v; }\n"
              "template<typename T, int N> int h(vector<T, N> a) { return K<T>::v * 10 + N; }\n",
         "float2 v = 0; half s = 1;",
         {"f(1) == 1", "f(1.0) == 3", "f(1u) == 2", "f(3000000000) == 1", "f(true) == 5",
          "f(s) == 4", "f(1 + 0.5) == 3", "f(v) == 6", "h(float3(1, 2, 3)) == 33",
          "h(int2(1, 2)) == 12", "f<int>(1.5) == 1", "g<float>(1, 2.5) == 3",
          "h<float, 2>(float3(1, 2, 3)) == 32"}},
        {2021,
         "template<typename T, int R, int C> int dims(matrix<T, R, C> m) { return R * 10 + C; }\n"
         "template<typename T, int N> T last(T a[N]) { return a[N - 1]; }\n"
         "template<typename T> void swap(inout T a, inout T b) { T t = a; a = b; b = t; }\n"
         "template<typename T> T all_of(T a) { return a; } int all_of(int a[3]) { return a[0]; }\n"
         "namespace Q { cbuffer C { float of_unit; } } float sized(Texture2D<float> t[], int i) { "
         "return i; }\n"
         "Texture2D<float> textures[3]; static const int K = max(2, 3) + clamp(9, 1, 4) + "
         "abs(-2);\n"
         "template<typename B> uint first(B b) { return b.Load(252); }\n"
         "template<typename T, typename U> T to(U a) { return (T)a; }\n"
         "template<typename T = int, int N = 4> T four() { return N; }\n"
         "template<typename T> T twice(T a); template<typename S> S twice(S a) { return a * 2; }\n"
         "template<typename T> using V4 = vector<T, 4>;\n"
         "template<typename T> T w(V4<T> v) { return v.w; }\n",
         "int k[3] = {4, 5, 6}; float3x4 m = 0; float a[3] = {1, 2, 9}; int x = 3, y = 4; swap(x, "
         "y);",
         {"dims(m) == 34", "last(a) == 9", "x == 4 && y == 3", "first(o) == zero",
          "to<int>(4.5 * one) == 4", "four() == 4", "four<float, 7>() == 7", "twice(4 * one) == 8",
          "all_of(k) == 4", "of_unit == 0", "sized(textures, 4) == 4", "K == 9",
          "floor(2.7) + ceil(2.1) + round(2.5) + saturate(5.0) == 8", "w(float4(1, 2, 3, 5)) == 5",
          "w<int>(int4(1, 2, 3, 6)) == 6"}},
        {2021,
         "template<int N> int sum() { return sum<N - 1>() + N; }\n"
         "template<> int sum<0>() { return 0; }\n"
         "int g(float x) { return 1; } template<typename T> int f(T a) { return g(a); }\n"
         "int g(int s) { return 4; }\n"
         "struct S { int x; template<typename T> static T twice(T x) { return x * 2; }\n"
         "  template<typename T> T scaled(T by) { return x * by; } };\n"
         "template<typename T> int found(T a) { return later(a); } int later(S s) { return 5; }\n",
         "S s; s.x = 4 * one;",
         {"sum<5>() == 15", "f(1) == 1", "found(s) == 5", "S::twice(4 * one) == 8",
          "s.twice<float>(2.5 * one) == 5", "s.scaled(0.5) == 2"}},
        {2029,
         "template<typename T> struct O { T v; int get() { return 2; } };\n"
         "template<typename T> struct V { static const int n = sizeof(T); };\n"
         "template<typename T> int f(T x) { return V<O<O<T>>>::n; }\n",
         "O<O<int>> d; d.v.v = 8 * one; O<O<O<int>>> p; p.v = d; int e = 16 * one;"
         "O<int2> q = {int2(1, 2)};",
         {"p.v.v.v == 8", "f(one) == 4", "f<O<int2>>(q) == 8", "e >> 2 == 4",
          "sizeof(1.0f32) == 4 && sizeof(1.0f64) == 8 && sizeof(1.0f16) == 2",
          "sizeof(0xF000000000000000) == 8"}},
        {2021,
         "enum E { X = 1, Y = 2, Z = 4 }; E both(E a, E b) { return a | b; }\n"
         "struct V { int x; int operator,(V v) { return x + v.x; } };\n",
         "E e = X; e |= Z; E n = ~X & Y; V v = {3 * one};",
         {"both(X, Y) == 3", "e == 5", "n == 2", "(X | Y) + Z == 7", "(v, v) == 6"}},
        {2029,
         "groupshared uint g; groupshared int a[4]; struct P { int v; }; groupshared P p;\n"
         "void add(groupshared uint n) { InterlockedAdd(n, 3); }\n"
         "void set(groupshared int n[4], groupshared int v) { n[2] = 5; v = 6; }\n",
         "g = 4 * one; add(g); set(a, p.v);",
         {"g == 7", "a[2] == 5 && p.v == 6"}},
        {2029,
         "int f(groupshared int4 g) { return 1; } int f(int4 g) { return 2; }\n"
         "int h(groupshared int4 g[2]) { return 1; } int h(inout int4 g[2]) { return 2; }\n",
         "int4 v[2] = {one.xxxx, one.xxxx};",
         {"f(v[0]) == 2", "h(v) == 2"}},
        {2021,
         "#if '\\n' == 10 && '\\x41' == 'A' && '\\xff' < 0 && 'ab' == 24930\nstatic const int "
         "chars = 1;\n"
         "#endif\n",
         "",
         {"chars == 1", "'\\x80' == 4294967168u && '\\'' == 39 && '\\0' == 0 && '\\\\' == 92",
          "'\\101' == 'A' && '\\e' == 27 && '\\t' == 9"}},
        {2017,
         "typedef float float64_t; typedef int uint32_t; typedef int int32_t2;",
         "float64_t d = one; uint32_t i = -one; int32_t2 v = 3;",
         {"i < 0 && d == one && v == 3"}},
        {2016, "float4 planes[8];", "int k[3 + 2];", {"planes.Length == 8", "k.Length == 5"}},
        {2016,
         "",
         "float x = -4.0 * one; float2 v = float2(-2, 3) * one;",
         {"pow(x, 3) == -64 && pow(x, 8) == 65536 && pow(x, 0) == 1", "pow(x, -2) == 0.0625",
          "isnan(pow(x, 7))", "isnan(pow(x, -3.5))", "all(pow(v, 7) == float2(-128, 2187))"}},
        {2021,
         "template<int N> struct D { static const int v = 2 * N;\n"
         "  template<int M> struct Q { static const int v = M + N; int w; }; };\n"
         "template<int N> vector<int, D<N>::v> wide(int x) { vector<int, D<N>::v> r = x; return r; "
         "}\n"
         "template<int N> struct E { static const int twice = N * 2;\n"
         "  using T = vector<int, D<1>::Q<twice>::v>; };\n"
         "template<int N> int q(int x) { typename D<N>::template Q<4> r = {x}; return r.w; }\n"
         "template<typename T> struct H { static const int v = 0; };\n"
         "template<> struct H<float16_t> { static const int v = 1; };\n",
         "E<1>::T t = one;",
         {"wide<2>(one).w == 1", "t.z == 1", "q<3>(7 * one) == 7", "H<half>::v == 1",
          "H<half2>::v == 0"}},
    };
    static const mistake mistakes[] = {
        {2021, "template<typename T> T f(T a, T b) { return a; }" MAIN("f(1, 2.0);"),
         "no matching function for call to 'f'"},
        {2021,
         "template<typename T> T f(T a) { return a; } float f(float a) { return a; }" MAIN(
             "f(1.0);"),
         "call to 'f' is ambiguous"},
        {2021, "template<int N> int f() { return f<N - 1>(); }" MAIN("f<5>();"),
         "recursive template instantiation exceeded maximum depth of 256"},
        {2021, "template<typename T> T f(T a) { return undeclared(a); }" MAIN("f(1);"),
         "use of undeclared identifier 'undeclared'"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

static void templates_of_structures_are_instantiated(void **state)
{
    static const program programs[] = {
        {2021,
         "template<typename T, int N> struct S { static int k() { return 1; } };\n"
         "template<typename T> struct S<T, 2> { static int k() { return 2; } };\n"
         "template<int N> struct S<float, N> { static int k() { return 3; } };\n"
         "template<typename T> struct S<vector<T, 2>, 3> { static int k() { return 4; } };\n"
         "template<> struct S<float, 2> { static int k() { return 5; } };\n"
         "template<int N> struct F { static const int v = N * F<N - 1>::v; };\n"
         "template<> struct F<0> { static const int v = 1; };\n"
         "template<bool B, typename T, typename U> struct If { using type = T; };\n"
         "template<typename T, typename U> struct If<false, T, U> { using type = U; };\n",
         "",
         {"S<int, 1>::k() == 1", "S<int, 2>::k() == 2", "S<float, 7>::k() == 3",
          "S<float2, 3>::k() == 4", "S<float, 2>::k() == 5", "F<10>::v == 3628800",
          "sizeof(If<true, float, float4>::type) == 4",
          "sizeof(If<(1 > 2), float, float4>::type) == 16"}},
        {2021,
         "template<typename T> struct L { T v; L<T> add(L<T> o) { L r; r.v = v + o.v; return r; }\n"
         "  L operator+(L o) { return add(o); } using type = T; T wrong() { return v.nothing; } "
         "};\n"
         "template<typename U> U get(L<U> l) { return l.v; }\n"
         "template<typename T, uint N = 3> struct A { T d[N];\n"
         "  T sum() { T s = (T)0; for (uint i = 0; i < N; i++) s += d[i]; return s; } };\n"
         "template<typename T> struct D : A<T> { T more() { return this.sum() + 1; } };\n"
         "namespace N { template<typename T> struct P { T a; }; template<typename T> T g(P<T> p) "
         "{ return p.a; } }\n",
         "L<float2> l; l.v = float2(2, 3) * one; A<float> a; a.d[0] = one; a.d[1] = 2; a.d[2] = "
         "3;\n"
         "D<int> d; for (int i = 0; i < 3; i++) d.d[i] = i; N::P<int> p; p.a = 8 * one;",
         {"get(l + l).y == 6", "get((L<int>)9) == 9", "a.sum() == 6", "sizeof(A<double, 2>) == 16",
          "d.more() == 4", "g(p) == 8", "N::g<int>(p) == 8", "sizeof(L<double>::type) == 8"}},
        {2021,
         "template<typename T> struct B { T v; T get() { return v; } };\n"
         "template<typename T> struct M : B<T> { using B<T>::get; using B<T>::v;\n"
         "  T twice() { return get() + v; } };\n"
         "template<typename T> struct D : M<T> { using M<T>::twice; T more() { return twice() * 3; "
         "} "
         "};\n",
         "D<int> d; d.v = 2 * one;",
         {"d.more() == 12", "d.get() == 2"}},
        {2021,
         "struct Half { int f(int a) { return a / 2; } }; struct Twice { int f(int a) { return a * "
         "2; } };\n"
         "template<typename F> int with(int a, F f = (Half)0) { return f.f(a); }\n",
         "",
         {"with(8 * one, (Twice)0) == 16", "with<Half>(8 * one) == 4"}},
    };
    static const mistake mistakes[] = {
        {2021, "template<typename T> struct S { T a; };" MAIN("S s;"),
         "use of class template 'S' requires template arguments"},
        {2021,
         "struct A { int a; }; struct B { float2 b; };"
         "template<typename T> int f(int a, T t = (B)0) { return a; }" MAIN("f<A>(1);"),
         "cannot initialize a parameter of type 'A' with an rvalue of type 'B'"},
        {2021, "template<typename T, typename U> struct S { T a; };" MAIN("S<int> s;"),
         "too few template arguments for class template 'S'"},
        {2021, "template<typename T> struct S { T a; };" MAIN("S<int, 2> s;"),
         "too many template arguments for class template 'S'"},
        {2021, "template<typename T> struct S { T a; };" MAIN("S<2> s;"),
         "template argument for template type parameter must be a type"},
        {2021,
         "template<typename T> struct S { T f(T a) { return a.x.q; } };" MAIN("S<int> s; s.f(1);"),
         "member reference base type 'int' is not a structure or union"},
        {2021, "struct S { typedef int I; };", "nested typedefs are not supported in HLSL"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

/* ---------------------------------------------------------------------------------------- */
/* Conversions                                                                                */

#define PAIRS                                                                                      \
    "struct A { float a; float b; }; struct B { float a; float b; };\n"                            \
    "struct C : A { float c; };\n"

static void casts_are_places(void **state)
{
    static const program programs[] = {
        {2021,
         PAIRS "void f(inout A a) { a.a += 5; }\n",
         "C c = {one, 2, 3}, d = c; A a = {7, 8}; (A)c = a; f((A)d);\n"
         "float4 v = float4(1, 2, 3, 4), w = v; ((float2)v) = float2(7, 8); ((float)w) += 5;\n"
         "float x[3] = {1, 2, 3}, y[2] = {7, 8}; (float[2])x = y;\n"
         "float2x2 m = {1, 2, 3, 4}; ((float1x2)m)[0] = float2(8, 9); int i = 3; int j = "
         "++(++i);\n"
         "int3x3 n = int3x3(1, 2, 3, 4, 5, 6, 7, 8, 9) * one, k = n; ((int2x2)k)[1] = 0;\n",
         {"c.a == 7 && c.b == 8 && c.c == 3", "d.a == 6 && d.b == 2",
          "all(v == float4(7, 8, 3, 4))", "all(w == float4(6, 2, 3, 4))",
          "x[0] == 7 && x[1] == 8 && x[2] == 3", "m._11 == 8 && m._12 == 9 && m._21 == 3",
          "i == 5 && j == 5", "--(++(++(++i))) == 7 && i == 7", "((i += 2) *= 2) == 18 && i == 18",
          "sqrt((float)j * 5) == 5",
          "all(((int2x2)n)[1] == int2(4, 5)) && all(((int2x2)n)._m10_m01 == int2(4, 2))",
          "all(k == int3x3(1, 2, 3, 0, 0, 6, 7, 8, 9))"}},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
}

static void structures_convert_by_their_numbers(void **state)
{
    static const program programs[] = {
        {2018,
         PAIRS "void f(inout B b) { b.b = b.a * 3; } struct { float a; float b; } loose();\n",
         "A a = {3 * one, 4}; B b = a; f(a); float v[2] = {5, 6}; A c = v; float w[2] = c;",
         {"b.a == 3 && b.b == 4", "a.b == 9", "c.b == 6", "w[0] == 5"}},
        {2021,
         "struct S { float a; }; int g()[2] { int a[2] = {1, 2}; return a; }\n"
         "struct T { struct S s; struct { float x; } u; };\n",
         "S s = {4 * one}; float f = (float)s; float a[1] = {3}; float b = (float)a;\n"
         "float v[4] = {1, 2, 3, 4}; float2 p[2] = v; float q[2][2] = v; int r[2] = g(); T t; "
         "t.s = s; t.u.x = 2;",
         {"f == 4", "b == 3", "p[1].x == 3", "q[1][1] == 4", "r[0] == 1 && g()[1] == 2",
          "t.s.a + t.u.x == 6"}},
    };
    static const mistake mistakes[] = {
        {2021, PAIRS MAIN("A a = (A)0; B b; b = a;"), "cannot implicitly convert from 'A' to 'B'"},
        {2018, PAIRS "struct D { float a; int b; };" MAIN("A a = (A)0; D d; d = a;"),
         "cannot implicitly convert from 'A' to 'D'"},
        {2021, PAIRS "void f(inout A a) {}" MAIN("C c = (C)0; f(c);"),
         "no matching function for call to 'f'"},
        {2021, PAIRS MAIN("C c = (C)0; A a = c; c = a;"), "cannot convert from 'A' to 'C'"},
        {2021, MAIN("float v[3] = {1, 2, 3}; float w[2]; w = v;"),
         "cannot implicitly convert from 'float [3]' to 'float [2]'"},
        {2018, "struct S { float a; };" MAIN("S s = {1}; float f; f = s;"),
         "cannot implicitly convert from 'S' to 'float'"},
        {2021, "struct S { int a; }; void f(int i) {}" MAIN("S s = {1}; f(s);"),
         "no matching function for call to 'f'"},
        {2021, MAIN("float v[1] = {1}; float f = v;"),
         "cannot initialize a variable of type 'float' with an lvalue of type 'float [1]'"},
        {2021, MAIN("float4 v = 1; v = refract(v, v, v);"),
         "no matching function for call to 'refract'"},
        {2021, "RWByteAddressBuffer b;" MAIN("b.Load(uint2(4, 8));"),
         "no matching member function for call to 'Load'"},
        {2021, "struct V { int operator<<(int i) { return i; } };",
         "overloading 'operator<<' is not allowed"},
        {2021, "struct V { int operator/() { return 1; } };",
         "overloaded 'operator/' must be a binary operator (has 1 parameter)"},
        {2021, "struct V { int operator+(int i, int j) { return 1; } };",
         "overloaded 'operator+' must be a unary or binary operator (has 3 parameters)"},
        {2021, "struct S { static int c = 4; };",
         "struct/class members cannot have default values"},
        {2021, "struct S { static const float4 c = 4; };",
         "static data member of type 'const float4' must be initialized out of line"},
        {2021, "enum E;", "ISO C++ forbids forward references to 'enum' types"},
        {2021, "enum E { X, Y };" MAIN("int n = X << 1;"),
         "cannot convert from 'literal int' to 'E'"},
        {2021, "enum E { X, Y };" MAIN("E e = X; e += 1;"),
         "cannot implicitly convert from 'int' to 'E'"},
        {2021, "void f(groupshared int a) {}" MAIN("int n = 1; f(n);"),
         "no matching function for call to 'f'"},
        {2029, "groupshared int4 g; void f(groupshared int3 a) {}" MAIN("f(g);"),
         "no matching function for call to 'f'"},
        {2021, "struct S : float2 {};", "base 'vector' is marked 'final'"},
        {2021, "struct S : Texture2D<float> {};", "base 'Texture2D' is marked 'final'"},
        {2021, "struct S;" MAIN("int n = sizeof(S);"),
         "invalid application of 'sizeof' to an incomplete type 'S'"},
        {2021, MAIN("int v[2]; v[-1] = 0;"), "array index -1 is out of bounds"},
        {2021, MAIN("int v[2]; int n = v.Length;"),
         "Length is only allowed for HLSL 2016 and lower."},
        {2017, "static float32_t2 f;", "unknown type name 'float32_t2'"},
        {2018, "typedef float float64_t;",
         "typedef redefinition with different types ('float' vs 'double')"},
        {2029, MAIN("float f = 1.0f8;"), "invalid suffix 'f8' on floating constant"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

static void values_of_all_shapes_are_right(void **state)
{
    static const program programs[] = {
        {2021,
         "void f(out float2 a, inout float b) { a = float2(1, 2); b += 5; }\n"
         "void g(inout float4 a[2]) { a[1].y = 7; } float3 three() { return float3(1, 2, 3); }\n"
         "static int c = 0; int next() { return c++; } int two(int a, int b) { return a * 10 + b; "
         "}\n"
         "int nine() { return 9; } int def(int a = 3, int b = nine()) { return a * b; }\n",
         "float4 v = 9; float3x3 m = 4; f(v.zx, v.y); f(m[1].zx, m._m21); float4 w[2]; w[1] = 2; "
         "g(w);\n"
         "float4x4 q = 0; q[2] = float4(1, 2, 3, 4); q._m00_m11 = float2(8, 9); q[3].xw = 5;\n"
         "float3x2 k = (float3x2)q; float2x2 n = {1, 2, 3, 4}; n *= 2; n += 1; float1x3 r = {1, 2, "
         "3};\n"
         "float3 x = r; row_major float2x3 rm = {1, 2, 3, 4, 5, 6}; float2x3 cm = rm; bool2x2 b = "
         "n > 4;",
         {"all(v == float4(2, 14, 1, 9))", "m[1].x == 2 && m[1].z == 1 && m[2].y == 9",
          "w[1].y == 7 && w[1].x == 2", "three().y == 2 && three()[2] == 3",
          "float2x2(1, 2, 3, 4)[1].x == 3", "k._m11 == 9 && q._33 == 3 && q[3][3] == 5",
          "n._m10 == 7 && b[1][1] && !b[0][0]", "x.z == 3", "rm[1][0] == 4 && cm._m01 == 2",
          "transpose(cm)[2][1] == 6", "dot(mul(float2(1, 1), cm), one) == 21",
          "dot(2, float3(1, 2, 3)) == 12", "distance(float3(5, 1, 1), one) == 4",
          "mul(float2x2(1, 2, 3, 4), float2(1, 1)).y == 7", "two(next(), next()) == 10", "c == 2",
          "def() == 27 && def(2) == 18"}},
        {2018,
         "",
         "bool3 b = bool3(1, zero, 1) && bool3(1, 1, zero); int3 s = b ? int3(1, 2, 3) : 9; int k "
         "= 0;\n"
         "bool q = zero && (k++ > 0);",
         {"all(b == bool3(1, 0, 0))", "all(s == int3(1, 9, 9))", "k == 1"}},
        {2021,
         "BlendState bs { BlendEnable[0] = FALSE; }; RasterizerState rs { FillMode = SOLID; };\n"
         "technique10 T { pass P0 { SetVertexShader(CompileShader(vs_4_0, main())); } }\n"
         "texture t <string n = \"x\";>; SamplerState ss { Filter = LINEAR; AddressU = Clamp; };\n"
         "sampler s2 = sampler_state { Texture = <t>; }; float f <string UIName = \"q\";> = 2;\n",
         "int k = 0; bool q = zero && (k++ > 0);",
         {"k == 0 && !q", "f == 0"}},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
}

/* ---------------------------------------------------------------------------------------- */
/* Bit fields                                                                                 */

static void bit_fields_share_numbers(void **state)
{
    static const program programs[] = {
        {2021,
         "struct S { uint a : 3; int b : 5; uint c : 24; };\n"
         "struct T { uint a : 3; uint64_t b : 40; uint c : 4; };\n"
         "struct U { uint a : 30; uint b : 30; }; struct V { uint a : 3; float f; uint b : 3; };\n"
         "struct W { uint a : 3; uint : 0; uint b : 3; }; struct P { int : 8; uint a : 8; };\n"
         "void add(inout uint x) { x += 2; } static const S known = {5, -3, 0x123456};\n",
         "S s = (S)0; s.a = 5 * one; s.b = -3; s.c = 0x123456; o.Store<S>(200, s); P p = (P)0; p.a "
         "= 7;\n"
         "S t = {9 * one, 3, 4}; S u = (S)6; u.a++; int kept = (u.b = 19); add(t.a); "
         "o.Store<P>(204, p);",
         {"sizeof(S) == 4", "sizeof(T) == 24", "sizeof(U) == 8", "sizeof(V) == 12",
          "sizeof(W) == 8", "s.b == -3 && s.a == 5", "o.Load(200) == 0x123456ed",
          "t.a == 3 && t.b == 3 && t.c == 4", "u.a == 7 && u.b == -13", "kept == -13",
          "s.a + s.b == 2", "all(s.b.xx == int2(-3, -3)) && s.a.xxxx.y == 5",
          "(t.b = 9) == 9 && t.b.x == 9", "o.Load<S>(200).c == 0x123456",
          "known.b == -3 && known.a == 5", "o.Load(204) == 0x700"}},
        {2021,
         "enum E { x, y, z }; struct B { E a : 3; bool b : 1; int m() { return a; } };\n"
         "struct D : B { uint c : 5; uint : 3; uint64_t e : 40; };\n"
         "struct N { uint x; B b; uint y; }; struct P { int a : 8; int : 0; int : 4; int b : 4; "
         "};\n",
         "P p = {1, 9, 9, 3}; D d = (D)0; d.a = z; d.b = true; d.c = 17 * one; d.e = 0x8000000001; "
         "N n = {5, z, true, "
         "9};",
         {"d.m() + d.c == 19", "d.b", "(uint)(d.e >> 32) == 0x80", "sizeof(D) == 16",
          "n.b.a == z && n.b.b && n.y == 9", "p.a == 1 && p.b == 3"}},
        {2021,
         "enum E { a0, a1, a2, a3 }; enum M { less = -1, more = 1 }; enum class C { x, y, z, w };\n"
         "enum Long { first = 1, large = 0x100000000 }; enum Word : uint { w0, w1, w2, w3 };\n"
         "struct S { E e : 2; bool f : 1; uint r : 29; }; struct T { M m : 2; C c : 3; Word w : 2; "
         "};\n"
         "struct L { Long n : 33; Long k : 31; }; static const S known = {a3, true, 9};\n"
         "S make(E e) { S s; s.e = e; s.f = false; s.r = 4; return s; }\n",
         "S s = (S)0; s.r = 7 * one; s.e = a3; s.f = true; T t; t.m = less; t.c = C::w; t.w = w3;\n"
         "L l; l.n = large; l.k = first; S u = s; u.e = (E)(5 * one); int of = 0;\n"
         "switch (s.e) { case a3: of = 3; break; default: of = 1; break; } o.Store<S>(200, s);",
         {"s.e == a3 && s.f && s.r == 7 && s.e + 1 == 4", "t.m == less && t.c == C::w && t.w == w3",
          "l.n == large && l.k == first", "u.e == a1 && u.r == 7", "of == 3 && (float)s.e == 3",
          "known.e == a3 && known.f && known.r == 9", "make(a2).e == a2 && make(a2).r == 4",
          "o.Load<S>(200).e == a3 && o.Load(200) == 0x3f"}},
    };
    static const mistake mistakes[] = {
        {2021, "struct S { uint a : 33; };",
         "size of bit-field 'a' (33 bits) exceeds size of its type (32 bits)"},
        {2021, "struct S { uint a : 3; }; groupshared S s; void f() { InterlockedAdd(s.a, 1); }",
         "no matching function for call to 'InterlockedAdd'"},
        {2021, "struct S { float a : 3; };", "bit-field 'a' has non-integral type 'float'"},
        {2021, "struct S { uint a : 0; };", "named bit-field 'a' has zero width"},
        {2018, "struct S { uint a : 3; };", "bitfields are not supported in HLSL"},
        {2021, "struct S { uint a : 3; uint b : 4; uint c : 5; };" MAIN("S s = {1, 3};"),
         "too few elements in vector initialization (expected 3 elements, have 2)"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

/* ---------------------------------------------------------------------------------------- */
/* Statements, definitions                                                                    */

static void statements_follow_their_version(void **state)
{
    static const program programs[] = {
        {2021,
         "static auto g = 5; int run(int k) { int n = 0; switch (k) case 0: n = 5; n += 1; return "
         "n; }\n"
         "int loop(int k) { int n = 0; while (int j = k) { k--; n = n * 10 + j; } return n; }\n"
         "int loop2(int k) { int n = 0; for (int i = k; int j = i; i--) n += j; return n; }\n",
         "auto x = 3; auto y = 2.5 * one; auto z = float3(1, 2, 3) * one; const auto k = 4; int "
         "a[k];\n"
         "switch (zero) case 1: case 0: { x = 7; }",
         {"y == 2.5", "z.y == 2", "sizeof(a) == 16", "g == 5", "x == 7", "run(zero) == 6",
          "run(one) == 1", "loop(3 * one) == 321", "loop2(4 * one) == 10"}},
        {2018,
         "",
         "for (int i = 0; i < 3; i++) ; int after = i; for (int i = 0; i < 5; i++) ; int last = i;",
         {"after == 3", "last == 5"}},
    };
    static const mistake mistakes[] = {
        {2021, MAIN("auto a;"),
         "declaration of variable 'a' with type 'auto' requires an initializer"},
        {2021, MAIN("auto a = ResourceDescriptorHeap[0];"),
         "'auto' cannot deduce the type of 'ResourceDescriptorHeap'; use a specific resource or "
         "sampler type instead"},
        {2021, "auto f() { return 3; }", "'auto' not allowed in function return type"},
        {2021, "int f(int n) { switch (n) { case 0: int z = 4; return z; default: return 2; } }",
         "cannot jump from switch statement to this case label"},
        {2021, MAIN("for (int i = 0; i < 3; i++) ; i = 2;"), "use of undeclared identifier 'i'"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

static void definitions_of_templates_are_checked(void **state)
{
    static const program programs[] = {
        {2021,
         "template<typename T> struct S { T f(); T g(T a); static T count; T v; };\n"
         "template<typename T> T S<T>::f() { return v * 2; }\n"
         "template<typename U> U S<U>::g(U a) { return v + a; }\n"
         "template<typename T> T S<T>::count = 5;\n"
         "template<typename T> int never(T a) { return unknown(a) + a.member + a.call(); }\n"
         "template<typename T> struct W; float get(float x) { return x; } float get(W<float> o);\n"
         "template<typename T> struct W { T value; void set(float x) { value = get(x); } };\n"
         "float get(W<float> w) { return w.value; }\n",
         "S<float> s; s.v = 1.5 * one; S<int> i; i.v = 3 * one; W<float> w; w.set(4 * one);",
         {"s.f() == 3", "i.f() == 6", "i.g(4) == 7", "S<int>::count == 5", "get(w) == 4"}},
    };
    static const mistake mistakes[] = {
        {2021, "template<typename T> int f(T a) { return undeclared(); }",
         "use of undeclared identifier 'undeclared'"},
        {2021, "template<typename T> struct S { T x; int m() { return nope.x; } };",
         "use of undeclared identifier 'nope'"},
        {2021,
         "template<typename T> struct B { T x; };"
         "template<typename T> struct S : B<T> { int m() { return x; } };",
         "use of undeclared identifier 'x'"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

/* All of it, for a run in which each allocation fails in turn. */
static const char everything[] =
    "RWByteAddressBuffer o;\nnamespace N { enum class E : uint { a, b = 4 }; int f(E e) { return "
    "(int)e; } }\nusing namespace N; using N::f;\n"
    "template<typename T, int N = 2> struct S { T v[N]; T sum(); static T k; };\n"
    "template<typename T, int N> T S<T, N>::sum() { return v[0] + v[N - 1]; }\n"
    "template<typename T> struct S<T, 7> { uint a : 3, b : 5; T operator+(T x) { return x + a; } "
    "};\n"
    "template<typename T> T twice(T x) { return x + x; } template<> int twice(int x) { return x; "
    "}\n"
    "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { S<float> s = {1, i}; S<int, 7> t = "
    "{i, 2};\n"
    "  float n = t + 1; ((float)s.v[0]) = n; switch (i) case 0: n = f(E::b);\n"
    "  o.Store(0, twice(s.sum()) + n + twice(3) + t.b); }\n";

static dxk_status compile_everything(dxk_ctx *ctx, void *user)
{
    dxk_module *m = NULL;
    dxk_status status = compile(ctx, everything, 2021, false, &m);

    (void)user;
    dxk_module_free(m);
    return status;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    support_fail_allocations(compile_everything, NULL);
}

static void instances_are_bounded(void **state)
{
    static const char wide[] =
        "template<int A, int B> struct P { static const int v = P<A - 1, B>::v + P<A, B - 1>::v; "
        "};\n"
        "static const int n = P<1000, 1000>::v;\n[numthreads(1, 1, 1)] void main() {}\n";
    static const char spaces[] =
        "namespace A { using namespace A; namespace B { using namespace A; } }\n"
        "namespace A { using namespace B; } using namespace A;\n";
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;

    (void)state;
    assert_int_equal(compile(ctx, wide, 2021, true, &m), DXK_E_LIMIT);
    assert_null(m);
    support_ctx_done(ctx);
    const mistake loops = {2021, spaces, "use of undeclared identifier 'x'"};
    char source[512];
    snprintf(source, sizeof source, "%s%s", spaces, MAIN("x = 1;"));
    const mistake all = {loops.version, source, loops.message};
    expect_refused(&all, 1);
}

static void arrays_may_have_no_elements(void **state)
{
    static const char source[] =
        "#define NUM 0\n"
        "struct L { float4 p; float c; };\n"
        "cbuffer C { L lights[NUM]; float4 amb; float after[NUM]; float last; }\n"
        "static const float k[NUM] = {};\n"
        "groupshared float shared_[NUM];\n"
        "float4 f(float x[NUM], L l[NUM]) { return amb; }\n"
        "float4 main(float4 q : Q) : SV_Target { float4 s = amb;\n"
        "for (int i = 0; i < NUM; i++) s += lights[i].p * lights[i].c + k[i];\n"
        "float w[NUM]; L u[NUM]; f(w, u); L z[2][NUM]; L y[NUM][2]; int e[] = {};\n"
        "for (int j = 0; j < NUM; j++) w[j] = q.x + e[j];\n"
        "return s + last + sizeof(w); }\n";
    const hlsl_shader shader = {"ps_6_0", source, false};

    (void)state;
    hlsl_expect_valid(&shader);
    assert_int_equal(hlsl_count("ps_6_0", source, "@dx.op.cbufferLoadLegacy.f32(i32 59"), 2);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_found_in_their_scopes),
    cmocka_unit_test(members_of_structures_are_found),
    cmocka_unit_test(enumerations_convert_as_they_are_scoped),
    cmocka_unit_test(arrays_can_be_named_before_their_elements_are_known),
    cmocka_unit_test(templates_of_interfaces_need_no_method),
    cmocka_unit_test(wrong_names_are_refused),
    cmocka_unit_test(templates_of_functions_are_deduced),
    cmocka_unit_test(templates_of_structures_are_instantiated),
    cmocka_unit_test(casts_are_places),
    cmocka_unit_test(values_of_all_shapes_are_right),
    cmocka_unit_test(bit_fields_share_numbers),
    cmocka_unit_test(statements_follow_their_version),
    cmocka_unit_test(definitions_of_templates_are_checked),
    cmocka_unit_test(instances_are_bounded),
    cmocka_unit_test(test_out_of_memory),
    cmocka_unit_test(structures_convert_by_their_numbers),
    cmocka_unit_test(arrays_may_have_no_elements),
};
SUPPORT_SUITE(test_hlsl_language, tests);
