/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_language.c - the language itself: programs whose results follow from its rules are
 * compiled and run, with passes and without; wrong ones are refused.
 */
#include "support.h"

#include "dxk/hlsl.h"
#include "dxk/run.h"

#include "base/count.h"

#include <string.h>

#define WORDS 64u

/* A program: declarations, a body, and conditions that hold behind it. `zero` and `one` are numbers
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

/* Runs one group on zeros; the words are those of u0. */
static void run(dxk_ctx *ctx, const dxk_module *m, uint32_t words[WORDS])
{
    const dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = words, .size = WORDS * sizeof *words};
    const dxk_run_program_options program_options = {0};
    const dxk_run_options options = {0};
    dxk_run_program *made = NULL;
    dxk_run_worker *worker = NULL;
    dxk_run *all = NULL;

    memset(words, 0, WORDS * sizeof *words);
    assert_int_equal(dxk_run_program_create_module(m, &program_options, &made), DXK_OK);
    assert_int_equal(dxk_run_create(made, &options, &all), DXK_OK);
    assert_int_equal(dxk_run_bind(all, DXK_RESOURCE_CLASS_UAV, 0, 0, &view), DXK_OK);
    assert_int_equal(dxk_run_set_grid(all, 1, 1, 1), DXK_OK);
    assert_int_equal(dxk_run_worker_create(all, ctx, &worker), DXK_OK);
    assert_int_equal(dxk_run_groups(worker, 0, 1), DXK_OK);
    dxk_run_worker_free(worker);
    dxk_run_free(all);
    dxk_run_program_free(made);
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
    uint32_t words[WORDS];

    for (; count < DXKI_COUNT(p->conditions) && p->conditions[count]; count++)
        at += (size_t)snprintf(source + at, sizeof source - at, "o.Store(%zu, uint(%s));\n",
                               4 * count, p->conditions[count]);
    snprintf(source + at, sizeof source - at, "}\n");
    assert_true(at + 2 < sizeof source);
    if (compile(ctx, source, p->version, optimize, &m) != DXK_OK)
        fail_msg("%s: %s", source, dxk_ctx_diag(ctx, 0)->message);
    run(ctx, m, words);
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
         "namespace { int hidden() { return 11; } }\n"
         "namespace U { int f(double x) { return 3; } int only() { return 4; } }\n"
         "namespace V { using namespace U; using U::only; }\n",
         "A::B::P p; p.v = 3 * one;",
         {"A::f(one) == 2", "A::B::g(3 * one) == 8", "A::h(2 * one) == 9", "A::B::K == 7",
          "A::B::P::twice(8 * one) == 16", "take(p) == 103", "p.get() == 3",
          "A::B::later(3 * one) == 21", "f(1.0) == 50", "::f(one) == 50", "hidden() == 11",
          "V::only() == 4", "V::f(1.0L) == 3"}},
        {2021,
         "namespace A { int f(int x) { return x + 1; } int g(int x) { return x + 2; } }\n"
         "int f(float x) { return 50; }\n"
         "int both() { using namespace A; return f(1) * 100 + f(1.0); }\n"
         "int one_of_them() { using A::g; return g(1); }\n",
         "",
         {"both() == 250", "one_of_them() == 3"}},
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
        {2021, "enum E { a, a };", "redefinition of 'a'"},
        {2021, "enum class E { a };" MAIN("int x = E::c;"), "no member named 'c' in 'E'"},
    };

    (void)state;
    expect_all(programs, DXKI_COUNT(programs));
    expect_refused(mistakes, DXKI_COUNT(mistakes));
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
        {2021, "struct S { int a; float a; };", "duplicate member 'a'"},
        {2021, "struct A { int a; }; struct B { int b; }; struct S : A, B { int f(); };",
         "multiple concrete base types specified"},
        {2021, "struct A; struct S : A { int f(); };", "base class has incomplete type"},
        {2021, "struct A; struct S { A f; };", "field has incomplete type 'A'"},
        {2021, "struct S { S f[2]; };", "field has incomplete type 'S'"},
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
        {2021, "struct S { int a; };" MAIN("S s; s(1);"), "called object type is not a function"},
        {2021, "void f(int a) { int a; }", "redefinition of 'a'"},
    };

    (void)state;
    expect_refused(mistakes, DXKI_COUNT(mistakes));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_found_in_their_scopes),
    cmocka_unit_test(members_of_structures_are_found),
    cmocka_unit_test(enumerations_convert_as_they_are_scoped),
    cmocka_unit_test(wrong_names_are_refused),
};
SUPPORT_SUITE(test_hlsl_language, tests);
