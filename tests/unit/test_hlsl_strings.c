/* SPDX-License-Identifier: MIT */
/* test_hlsl_strings.c - strings, and functions of the language that no program may call. */
#include "hlsl_support.h"

#include "base/count.h"

static const said_how compute = {"cs_6_6", 0, false, NULL};

#define MAIN(body) "\n[numthreads(1, 1, 1)] void main() {\n" body " }"

static void strings_stand_in_the_global_scope(void **state)
{
    static const said_case cases[] = {
        {"string a = \"x\"; static const string b = \"y\" \"z\"; string c; static string d = b;\n"
         "groupshared string e; static string f = {\"x\"};" MAIN("d = a; d = \"w\";"),
         ""},
        {MAIN("string s = \"x\";\ns;"), "3: string declaration may only appear in global scope\n"
                                        "4: use of undeclared identifier 's'\n"},
        {"struct S {\nstring s; };\nstring a[2];\nvoid f(string s) { }\nstring g() { return \"a\"; "
         "}" MAIN(""),
         "2: string declaration may only appear in global scope\n"
         "3: array of type string is not supported\n"
         "4: parameter of type string is not supported\n"
         "5: return value of type string is not supported\n"},
        {"string s = 3;" MAIN(""),
         "1: cannot initialize a variable of type 'string' with an rvalue of "
         "type 'literal int'\n"},
    };

    (void)state;
    EXPECT_SAID(&compute, cases);
}

static void strings_are_no_numbers(void **state)
{
    static const said_case cases[] = {
        {MAIN("float x = \"a\";"),
         "3: cannot initialize a variable of type 'float' with an lvalue of "
         "type 'literal string'\n"},
        {MAIN("\"a\" + \"b\";"), "3: scalar, vector, or matrix expected\n"},
        {MAIN("-\"a\";"), "3: scalar, vector, or matrix expected\n"},
        {MAIN("\"a\";"), "3: expression result unused\n"},
        {"static string s, t;" MAIN("bool b = s == t;\nb = s == \"a\";\nb = s < t;"),
         "4: type mismatch\n5: scalar, vector, or matrix expected\n"},
        {MAIN("abs(\"a\");"), "3: no matching function for call to 'abs'\n"
                              "3: candidate function not viable: no known conversion from 'literal "
                              "string' to 'float' for "
                              "1st argument\n"},
        {MAIN("float x = (float)\"a\";"), "3: cannot convert from 'literal string' to 'float'\n"},
        {MAIN("int x = sizeof(\"a\");"),
         "3: invalid application of 'sizeof' to non-numeric type 'literal string'\n"},
        {MAIN("auto x = \"a\";"), "3: 'auto' type specifier is a HLSL 202x extension\n"
                                  "3: 'auto' cannot deduce type 'literal string'\n"},
        {"template<typename T> void f(T x) { }" MAIN("f(\"a\");"),
         "3: string literals parameters are not supported in HLSL\n"},
    };
    static const char *const conditions[] = {
        "same && !(a != d)",
        "before == 0 && a != e",
    };

    (void)state;
    EXPECT_SAID(&compute, cases);
    hlsl_expect_values("static const string a = \"x\"; static string c = \"y\"; string d = \"x\";"
                       "static string e = \"z\"; static const string f = c;",
                       "bool before = a == c; c = a; bool same = a == c;", conditions,
                       DXKI_COUNT(conditions));
}

static void characters_of_strings_are_copied_and_compared(void **state)
{
    static const char globals[] =
        "template<typename T> uint code(in T c) { if (c == \"a\"[0]) return 97; "
        "if (c == \"\\x62\"[0]) return 98; return 63; }\n"
        "template<typename T> struct Kept { T c; };\n"
        "template<typename T> T same(T c) { return c; }\n"
        "template<typename T> void give(T c, out T d) { d = c; }\n"
        "template<typename T> bool kept(T c) { Kept<T> k; k.c = c; T d; give(same(k.c), d); "
        "return d == c; }\n"
        "template<typename T> T chosen(bool first, T c) { return first ? c : \"z\"[0]; }\n"
        "static const string text = \"stored\";\n"
        "template<typename T> bool same_as(T a, T b) { return a == b; }\n"
        "template<typename T> uint is_vowel(const T c) { T last = 'e'; return 'a' == c || "
        "same_as(c, last) || same_as(c, 'i'); }\n"
        "template<typename T, int N> int count(const T s[N]) { if (s[0] == 'x') return 0; return N "
        "- 1; }\n"
        "template<typename T> int whole(T s) { return s[1] == 'x'; }\n"
        "int nobody_calls() { return count(\"abc\") + whole(\"abc\"); }\n";
    static const char *const conditions[] = {
        "size == 5",
        "code(\"abc\"[one + 1]) == 63 && code(\"abc\"[one]) == 98 && code(\"abc\"[0]) == 97",
        "\"abc\"[one] == \"xbx\"[one] && \"abc\"[one] != \"abc\"[0]",
        "\"a\" \"b\"[1] == \"b\"[0] && \"ab\"[2] == \"\\0\"[0] && text[one] == \"t\"[0]",
        "kept(\"abc\"[one]) && chosen(one == 1, \"q\"[0]) == \"q\"[0]",
        "\"\\xff\"[0] == \"\\377\"[0] && \"abc\"[1.0] == (\"b\")[false]",
        "\"\\x4\" \"1\"[0] == \"\\4\"[0] && \"\\x4\" \"1\"[1] == \"1\"[0]",
        "\"\\1\" \"2\" \"3\"[1] == \"2\"[0] && \"\\012\" \"3\"[1] == \"3\"[0]",
        "\"abc\" == \"abc\" && \"abc\" != \"abd\"",
        "is_vowel(\"abcde\"[one]) == 0 && is_vowel(\"abcde\"[one + 3]) == 1",
    };

    (void)state;
    hlsl_expect_values(globals,
                       "uint size = 0;\n"
                       "while (size < 256 && \"hello\"[size] != \"\\0\"[0]) size++;\n",
                       conditions, DXKI_COUNT(conditions));
}

static void characters_are_no_numbers(void **state)
{
    static const said_case cases[] = {
        {MAIN("uint x = \"a\"[0];"),
         "3: cannot initialize a variable of type 'uint' with an lvalue of type 'const char'\n"},
        {MAIN("float x = (float)\"a\"[0];"), "3: cannot convert from 'char' to 'float'\n"},
        {MAIN("bool x = \"a\"[0] == 97;"), "3: type mismatch\n"},
        {MAIN("bool x = \"a\"[0] < \"b\"[0];"), "3: numeric type expected\n"},
        {MAIN("bool x = !\"a\"[0];"), "3: numeric type expected\n"},
        {MAIN("int x = ~\"a\"[0];"), "3: int or unsigned int type required\n"},
        {MAIN("if (\"a\"[0]) return;"),
         "3: value of type 'char' is not contextually convertible to 'bool'\n"},
        {MAIN("uint x = sizeof(\"a\"[0]);"),
         "3: invalid application of 'sizeof' to non-numeric type 'char'\n"},
        {MAIN("\"a\"[0] = \"b\"[0];"), "3: read-only variable is not assignable\n"},
        {MAIN("bool x = \"a\"[2] == \"a\"[0];"), "3: array index 2 is out of bounds\n"},
        {MAIN("bool x = \"abc\" == \"abcd\";"),
         "3: cannot convert from 'literal string' to 'literal string'\n"},
        {"template<typename T, int N> int f(T s[N]) { return N; }" MAIN("f(\"a\");"),
         "3: string literals parameters are not supported in HLSL\n"},
        {"template<typename T, int N> void f(T s[N], T t[N]) { }" MAIN("f(\"a\", \"bc\");"),
         "3: no matching function for call to 'f'\n"
         "1: candidate template ignored: deduced conflicting values for parameter 'N' ('2' vs. "
         "'3')\n"},
        {"template<typename T> T f(T x) {\nreturn x + 'a'; }" MAIN("int x = f(3);"),
         "2: numeric type expected\n"
         "4: in instantiation of function template specialization 'f<int>' requested here\n"},
        {"template<typename T> bool f(T x) {\nreturn x == 'a'; }" MAIN("f(3);"),
         "2: type mismatch\n"
         "4: in instantiation of function template specialization 'f<int>' requested here\n"},
        {"template<typename T> struct S {\nstatic const int x = 'a'; };" MAIN("int x = S<int>::x;"),
         "2: cannot initialize a variable of type 'const int' with an rvalue of type 'char'\n"
         "4: in instantiation of template class 'S<int>' requested here\n"},
        {MAIN("float x = \"a\"[0].x;"),
         "3: member reference base type 'char' is not a structure or union\n"},
        {"template<typename T> void f(T x) { RWStructuredBuffer<T> b; }" MAIN("f(\"a\"[0]);"),
         "1: 'char' cannot be used as a type parameter\n"
         "3: in instantiation of function template specialization 'f<char>' requested here\n"},
    };

    (void)state;
    EXPECT_SAID(&compute, cases);
}

static void no_program_calls_them(void **state)
{
    static const said_case cases[] = {
        {"sampler s;" MAIN("tex2D(s, float2(1, 2));"),
         "3: ignoring return value of function that only reads data\n3: Unsupported intrinsic.\n"},
        {"SamplerState s;" MAIN("float4 c = tex1D(s, 1);"), "3: Unsupported intrinsic.\n"},
        {"SamplerState s;" MAIN("tex3Dgrad(s, 1, 2, 3);"),
         "3: ignoring return value of function that only reads data\n3: Unsupported intrinsic.\n"},
        {"SamplerState s;" MAIN("texCUBEproj(s, 1);"),
         "3: ignoring return value of function that only reads data\n3: Unsupported intrinsic.\n"},
        {"SamplerState s; float4 f() { return tex2Dlod(s, 1); }" MAIN(""), ""},
        {"SamplerComparisonState s;" MAIN("tex2D(s, 1);"),
         "3: no matching function for call to 'tex2D'\n"
         "3: candidate function not viable: no known conversion from 'SamplerComparisonState' to "
         "'SamplerState' for 1st argument\n"},
        {"SamplerState s;" MAIN("tex2D(s);"),
         "3: use of undeclared identifier 'tex2D'\n"
         "3: candidate function not viable: requires 2 arguments, but 1 was provided\n"
         "3: candidate function not viable: requires 4 arguments, but 1 was provided\n"},
        {MAIN("abort();"), "3: Unsupported intrinsic.\n"},
        {MAIN("printf(\"%d\", 3, float4(1, 2, 3, 4));"),
         "3: use of unsupported identifier 'printf'\n"},
        {"static const string s = \"x\"; void f() { printf(s); }" MAIN(""), ""},
        {MAIN("printf(3);"),
         "3: no matching function for call to 'printf'\n"
         "3: candidate function not viable: no known conversion from 'literal int' to 'string' for "
         "1st argument\n"},
        {MAIN("printf(\"%s\", \"x\");"),
         "3: string literals parameters are not supported in HLSL\n"},
        {"void printf(float x) { }" MAIN("printf(3);"), ""},
    };

    (void)state;
    EXPECT_SAID(&compute, cases);
}

static void parameters_of_entry_points_have_semantics(void **state)
{
    static const said_how pixel = {"ps_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"float4 main(\nTexture2D t) : SV_Target { return 0; }",
         "2: Semantic must be defined for all parameters of an entry function or patch constant "
         "function\n"},
        {"struct S { SamplerState s; float2 u : U; }; float4 main(\nS s) : SV_Target { return 0; }",
         "2: Semantic must be defined for all parameters of an entry function or patch constant "
         "function\n"},
    };

    (void)state;
    EXPECT_SAID(&pixel, cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(strings_stand_in_the_global_scope),
    cmocka_unit_test(strings_are_no_numbers),
    cmocka_unit_test(characters_of_strings_are_copied_and_compared),
    cmocka_unit_test(characters_are_no_numbers),
    cmocka_unit_test(no_program_calls_them),
    cmocka_unit_test(parameters_of_entry_points_have_semantics),
};
SUPPORT_SUITE(test_hlsl_strings, tests);
