/* SPDX-License-Identifier: MIT */
/* test_hlsl.c - the HLSL front end: preprocessor and parser. */
#include "support.h"

#include "dxk/build.h"
#include "dxk/hlsl.h"
#include "dxk/validate.h"

#include <string.h>

/* Another file with the content of a file. */
static const char twin[] = "#pragma once\nonce\n";

static const struct file {
    const char *path, *text;
} files[] = {
    {"once.hlsli", "#pragma once\nonce\n"},
    {"./once.hlsli", "#pragma once\nonce\n"},
    {"lib/../once.hlsli", "#pragma once\nonce\n"},
    {"lib//../dir/.././once.hlsli", "#pragma once\nonce\n"},
    {"other/once.hlsli", twin},
    {"../once.hlsli", "#pragma once\nabove\n"},
    {"lib/../self.hlsli", "#pragma once\nself\n"},
    {"lib/nested.hlsli", "#include \"../once.hlsli\"\nnested\n"},
    {"lib/deep.hlsli", "#include \"beside.hlsli\"\ndeep __INCLUDE_LEVEL__\n"},
    {"lib/beside.hlsli", "beside __FILE__\n"},
    {"dir/found.hlsli", "found\n"},
    {"self.hlsli", "#include \"self.hlsli\"\n"},
    {"bad.hlsli", "\n#error stop\n"},
};

/* One file by two names. */
static const char linked[] = "#pragma once\nlinked\n";

static dxk_status include(void *user, dxk_str path, dxk_bytes *bytes)
{
    (void)user;
    if (path.size > 4 && memcmp(path.data, "link", 4) == 0) {
        *bytes = (dxk_bytes){(const uint8_t *)linked, sizeof linked - 1};
        return DXK_OK;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (path.size != strlen(files[i].path) || memcmp(path.data, files[i].path, path.size) != 0)
            continue;
        *bytes = (dxk_bytes){(const uint8_t *)files[i].text, strlen(files[i].text)};
        return DXK_OK;
    }
    return DXK_E_NOT_FOUND;
}

static dxk_hlsl_options options_of(void)
{
    static const char *const directories[] = {"dir"};
    static const char *const defines[] = {"ONE", "TWO=2"};
    return (dxk_hlsl_options){.name = {"main.hlsl", 9},
                              .include = include,
                              .directories = directories,
                              .directory_count = 1,
                              .defines = defines,
                              .define_count = 2};
}

static dxk_bytes bytes_of(const char *text)
{
    return (dxk_bytes){(const uint8_t *)text, strlen(text)};
}

/* Text without #line and with single blanks. */
static void squeeze(dxk_buffer *text, char *to, size_t room)
{
    size_t size = 0;
    bool begin = true;
    for (size_t i = 0; i < text->size; i++) {
        char ch = (char)text->data[i];
        if (begin && ch == '#') {
            while (i < text->size && text->data[i] != '\n')
                i++;
            continue;
        }
        begin = ch == '\n';
        if (ch == '\n')
            ch = ' ';
        if ((ch != ' ' || (size && to[size - 1] != ' ')) && size + 1 < room)
            to[size++] = ch;
    }
    while (size && to[size - 1] == ' ')
        size--;
    to[size] = 0;
}

static void check(const char *source, const char *wanted)
{
    dxk_ctx *ctx = support_ctx();
    dxk_hlsl_options options = options_of();
    dxk_buffer text;
    char found[512];
    dxk_buffer_init(&text, ctx);
    dxk_status status =
        dxk_hlsl_preprocess(ctx, bytes_of(source), &options, dxk_buffer_sink(&text));
    if (status != DXK_OK)
        print_message("%s: %s\n", source, dxk_ctx_diag(ctx, 0)->message);
    assert_int_equal(status, DXK_OK);
    squeeze(&text, found, sizeof found);
    assert_string_equal(found, wanted);
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

static void refuse(const char *source, const char *rule, dxk_status wanted)
{
    dxk_ctx *ctx = support_ctx();
    dxk_hlsl_options options = options_of();
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    dxk_status status =
        dxk_hlsl_preprocess(ctx, bytes_of(source), &options, dxk_buffer_sink(&text));
    if (status == DXK_OK)
        status = dxk_hlsl_check(ctx, bytes_of(source), &options);
    if (!support_reported(ctx, rule))
        print_message("%s: not %s\n", source, rule);
    assert_true(support_reported(ctx, rule));
    assert_int_equal(status, wanted);
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

static void macros_are_expanded_as_in_c(void **state)
{
    (void)state;
    check("#define A(x, y) x##y + #x\nA(a, b)", "ab + \"a\"");
    check("#define F(x) x\nF(F(1)) F (2) F", "1 2 F");
    check("#define V(...) g(__VA_ARGS__)\nV() V(1, 2)", "g() g(1, 2)");
    check("#define q t(2)\n#define t(a) a\n#define s(x) #x\n#define xs(x) s(x)\nxs(q \"a\\n\") q",
          "\"2 \\\"a\\\\n\\\"\" 2");
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2*9*g");
    check("#define x x + y\n#define y x\nx", "x + x");
    check("#define CAT(a, b) a##b\n#define EMPTY\nCAT(EMPTY, 1) CAT(, 2) CAT(3, )", "EMPTY1 2 3");
    check("#define L(f, ...) p(f, ##__VA_ARGS__)\nL(1) L(1, 2)", "p(1) p(1,2)");
    check("ONE TWO __LINE__ __FILE__ __COUNTER__ __COUNTER__", "1 2 1 \"main.hlsl\" 0 1");
    check("#line 40 \"other.hlsl\"\n__LINE__ __FILE__", "40 \"other.hlsl\"");
    check("a\\\nb /* c */ d // e \\\nf\ng", "ab d g");
}

static void conditions_choose_lines(void **state)
{
    (void)state;
    check("#if defined(ONE) && (1 + 2) * 3 == 9\nyes\n#else\nno\n#endif", "yes");
    check("#if 0\n#if 1\na\n#endif\n#elif TWO == 2\nb\n#elif 1\nc\n#else\nd\n#endif\n", "b");
    check("#ifdef NO\na\n#else\nb\n#endif\n#ifndef NO\nc\n#endif", "b c");
    check("#if -1 > 0u && 1 << 3 == 8 && (5 ? 0 : 1) == 0 && !(0 && 1 / 0)\na\n#endif", "a");
    check("#if __has_include(\"once.hlsli\") && !__has_include(<no.hlsli>)\na\n#endif", "a");
    check("#if __HLSL_VERSION >= 2021 && __hlsl_dx_compiler\na\n#endif", "a");
}

static void files_are_included(void **state)
{
    (void)state;
    check("#include \"once.hlsli\"\n#include \"once.hlsli\"\nend", "once end");
    check("#include \"lib\\deep.hlsli\"", "beside \"lib/beside.hlsli\" deep 1");
    check("#include \"lib/deep.hlsli\"", "beside \"lib/beside.hlsli\" deep 1");
    check("#define NAME <found.hlsli>\n#include NAME\nend", "found end");
}

/* A file is read once whatever it is called. */
static void files_are_read_once(void **state)
{
    (void)state;
    check("#include \"once.hlsli\"\n#include \"./once.hlsli\"\n#include \"lib/../once.hlsli\"\n"
          "#include \"lib//../dir/.././once.hlsli\"\nend",
          "once end");
    check("#include \"lib/../once.hlsli\"\n#include \"once.hlsli\"\nend", "once end");
    check("#include \"once.hlsli\"\n#include \"lib/nested.hlsli\"\nend", "once nested end");
    check("#include \"link1.hlsli\"\n#include \"link2.hlsli\"\nend", "linked end");
    check("#include \"once.hlsli\"\n#include \"other/once.hlsli\"\n#include \"../once.hlsli\"\nend",
          "once once above end");
    check("#include \"lib/../self.hlsli\"\n#include \"lib\\..\\self.hlsli\"\nend", "self end");
}

static void mistakes_are_reported(void **state)
{
    static const struct {
        const char *source, *rule;
    } cases[] = {
        {"#include \"missing.hlsli\"", "HLSL.INCLUDE_MISSING"},
        {"#include \"self.hlsli\"", "HLSL.INCLUDE_DEEP"},
        {"#include \"bad.hlsli\"", "HLSL.USER_ERROR"},
        {"#include bad", "HLSL.INCLUDE_NAME"},
        {"#if 1", "HLSL.IF_OPEN"},
        {"#endif", "HLSL.NO_IF"},
        {"#if 1 / 0\n#endif", "HLSL.IF_ZERO"},
        {"#if 1.5\n#endif", "HLSL.IF_REAL"},
        {"#if (1\n#endif", "HLSL.IF_PAREN"},
        {"#if 1 2\n#endif", "HLSL.IF_REST"},
        {"#if\n#endif", "HLSL.IF_VALUE"},
        {"#if 1\n#else\n#else\n#endif", "HLSL.AFTER_ELSE"},
        {"#define", "HLSL.MACRO_NAME_MISSING"},
        {"#define 1", "HLSL.MACRO_NAME"},
        {"#define defined 1", "HLSL.MACRO_DEFINED"},
        {"#define f(a a) 1", "HLSL.MACRO_PARAMS"},
        {"#define f(1) 1", "HLSL.MACRO_PARAM"},
        {"#define f(a) #b", "HLSL.HASH_PARAM"},
        {"#define f ## a", "HLSL.PASTE_EDGE"},
        {"#define f(a, b) a ## b\nf(+, 1)", "HLSL.PASTE"},
        {"#define f(a) a\nf(1, 2)", "HLSL.MACRO_MANY"},
        {"#define f(a, b) a\nf(1)", "HLSL.MACRO_FEW"},
        {"#define f(a) a\nf(1", "HLSL.MACRO_OPEN"},
        {"#import \"x\"", "HLSL.DIRECTIVE"},
        {"#line x", "HLSL.LINE_NUMBER"},
        {"/* a", "HLSL.COMMENT_OPEN"},
        {"float a = \"a;", "HLSL.STRING_OPEN"},
        {"float f(float x) { return x }", "HLSL.SEMI_AFTER"},
        {"float goto;", "HLSL.RESERVED"},
        {"float *p;", "HLSL.POINTERS"},
        {"float &p;", "HLSL.REFERENCES"},
        {"float a = b->c;", "HLSL.OPERATOR"},
        {"f() {}", "HLSL.NO_TYPE"},
        {"struct S { float a }", "HLSL.SEMI_MEMBER"},
        {"float a : register(q1);", "HLSL.REGISTER_LETTER"},
        {"Buffer<float> a : register(tx);", "HLSL.REGISTER_NUMBER"},
        {"#if == 1\n#endif", "HLSL.IF_START"},
        {"vector<vector<int, 2>> a;", "HLSL.ANGLES"},
        {"}", "HLSL.EXTRA_BRACE"},
        {"float a = ;", "HLSL.EXPECTED_EXPRESSION"},
        {"struct S { S operator++(); };", "HLSL.OPERATOR_OVERLOAD"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refuse(cases[i].source, cases[i].rule, DXK_E_INVALID);
}

/* Macros that double, and expressions that nest, end at a limit. */
static void hostile_sources_end_at_limits(void **state)
{
    static char deep[20000];
    static const char bomb[] = "#define a b b b b b b b b b b b b b b b b\n"
                               "#define b c c c c c c c c c c c c c c c c\n"
                               "#define c d d d d d d d d d d d d d d d d\n"
                               "#define d e e e e e e e e e e e e e e e e\n"
                               "#define e f f f f f f f f f f f f f f f f\n"
                               "#define f 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\na a a\n";
    (void)state;
    refuse(bomb, "HLSL.TOO_MANY_TOKENS", DXK_E_LIMIT);
    memset(deep, '(', sizeof deep - 1);
    memcpy(deep, "int a=", 6);
    refuse(deep, "HLSL.TOO_DEEP", DXK_E_LIMIT);
    memset(deep, '{', sizeof deep - 1);
    memcpy(deep, "void f()", 8);
    refuse(deep, "HLSL.TOO_DEEP", DXK_E_LIMIT);
}

static const char sample[] =
    "#define K(x) (x * TWO)\n#define found struct B { int z; };\n#include <found.hlsli>\n"
    "cbuffer C : register(b0, space1) { row_major float4x4 m; float3 v : packoffset(c4.y); };\n"
    "template<typename T> T twice(T x) { return x + x; }\n"
    "struct S : B { int a : 3, b; float4 p : SV_Position; float f() { return a; } };\n"
    "enum class E : uint { X = 1, Y };\n"
    "typedef vector<float, K(2)> F;\n"
    "[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID, inout F f[2]) {\n"
    "  [unroll] for (int i = 0, j = 1; i < 4; ++i, j *= 2) { if (i & 1) continue; else f[0].xy += "
    "i; }\n"
    "  do { float4 q = { 1, 2, { 3, 4 } }; break; } while (id.x < 4);\n"
    "  switch (id.y) { case 1: default: discard; }\n"
    "  float x = (float)id.x < 2 ? twice<float>(3) : ((S)0).p.x;\n"
    "  return;\n}\n";

static dxk_status check_sample(dxk_ctx *ctx, void *user)
{
    dxk_hlsl_options options = options_of();
    (void)user;
    return dxk_hlsl_check(ctx, bytes_of(sample), &options);
}

/* ---------------------------------------------------------------------------------------- */
/* Code                                                                                       */

#define COMPUTE(body)                                                                              \
    "RWStructuredBuffer<float4> o; StructuredBuffer<int3> a; [numthreads(4, 1, 1)]\n"              \
    "void main(uint3 id : SV_DispatchThreadID) { " body " }\n"

static const struct shader {
    const char *target, *source;
    uint32_t version;
} shaders[] = {
    {"cs_6_0", COMPUTE("float4 v = float4(a[id.x], 1); v.wz = v.xy * 2; o[id.x] = v;"), 2021},
    {"cs_6_2",
     COMPUTE("float m[4]; for (int i = 0; i < 4; i++) m[i] = i * 0.5; o[0] = m[id.x & 3];"), 2021},
    {"cs_6_0", COMPUTE("bool b = id.x > 1 && a[0].x != 0; o[id.x] = b ? 1 : select(b, 2, 3.5);"),
     2021},
    {"cs_6_0", COMPUTE("bool3 b = a[0] > 1 || a[1] == 2; o[id.x] = (b ? a[2] : 4).xyzz;"), 2018},
    {"cs_6_0",
     COMPUTE("uint n = 0; switch (id.x) { case 1: n = 2; case 2: n++; break; default: return; } "
             "o[0] = n;"),
     2021},
    {"cs_6_0",
     COMPUTE(
         "int i = 3; do { if (i == 1) continue; o[i] += i; } while (i-- > 0); while (true) break;"),
     2021},
    {"cs_6_6",
     "struct B { int z; }; struct S : B { float2 p; float f(float k) { p.x += k; return p.x + z; "
     "}\n"
     "static const int K = 3; };\n"
     "float g(inout S s, out int n, float d = 2) { n = 4; return s.f(d); }\n"
     "RWByteAddressBuffer o; cbuffer C { float4x4 m; row_major float2x3 r; S c[2]; int t; };\n"
     "[numthreads(8, 8, 1)] void main(int2 i : SV_GroupThreadID) { S s = c[i.x & 1]; int n;\n"
     "o.Store(16, g(s, n)); o.Store<float4>(0, mul(m, float4(r[1], n)) + m[i.y & 3] + t); }\n",
     2021},
    {"cs_6_0",
     "groupshared uint g[64]; RWTexture2D<float4> t; static int calls = 2; static const int K[3] = "
     "{1, 2, 3};\n"
     "[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { uint old; InterlockedAdd(g[i], "
     "K[i % 3], old);\n"
     "GroupMemoryBarrierWithGroupSync(); calls += old; t[uint2(i, 0)].xy = float2(calls, g[0]); "
     "}\n",
     2021},
    {"vs_6_0",
     "struct I { float3 p : POSITION; uint i : SV_VertexID; }; struct O { float4 p : SV_Position; "
     "float2 t[2] : UV; };\n"
     "O main(I i) { O o = (O)0; o.p = float4(i.p, 1); o.t[1] = i.i; return o; }\n",
     2021},
    {"ps_6_0",
     "Texture2D t; SamplerState s; float4 tint;\n"
     "float4 main(noperspective float2 uv : UV, bool f : SV_IsFrontFace) : SV_Target {\n"
     "if (uv.x < 0) discard; return f ? t.Sample(s, uv, int2(1, 0)) * tint : t.Load(int3(uv, 0)); "
     "}\n",
     2021},
};

static dxk_status compile(dxk_ctx *ctx, const struct shader *s, dxk_module **m)
{
    dxk_hlsl_options options = options_of();
    options.target = s->target;
    options.version = s->version;
    options.optimize = 1;
    return dxk_hlsl_compile(ctx, bytes_of(s->source), &options, m);
}

static void shaders_are_valid(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_module *m = NULL;
        dxk_container *made = NULL;
        dxk_validation *result = NULL;
        if (compile(ctx, &shaders[i], &m) != DXK_OK)
            fail_msg("%s: %s", shaders[i].source, dxk_ctx_diag(ctx, 0)->message);
        assert_int_equal(dxk_container_build(m, NULL, &made), DXK_OK);
        if (dxk_validate(made, NULL, &result) != DXK_OK)
            print_message("%s\n", shaders[i].source);
        assert_int_equal(dxk_validation_count(result, NULL), 0);
        dxk_validation_free(result);
        dxk_container_free(made);
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

static dxk_status compile_one(dxk_ctx *ctx, void *user)
{
    dxk_module *m = NULL;
    dxk_status status = compile(ctx, user, &m);
    dxk_module_free(m);
    return status;
}

/* With debug information and everything that reflection tells. */
static dxk_status build_one(dxk_ctx *ctx, void *user)
{
    static const char source[] =
        "struct S { float a; float2x2 m; }; cbuffer C { S s; float k[2]; }\n"
        "StructuredBuffer<S> b; RWBuffer<float> o;\n"
        "float f(S x) { float r = x.a; if (r > 1) { int q = 2; r += q; } return r; }\n"
        "[numthreads(2, 1, 1)] void main(uint t : SV_GroupIndex) { o[t] = f(b[t]) + s.a + k[t]; "
        "}\n";
    dxk_hlsl_options options = options_of();
    dxk_container *made = NULL;
    (void)user;
    options.target = "cs_6_0";
    options.debug = true;
    dxk_status status = dxk_hlsl_build(ctx, bytes_of(source), &options, &made);
    dxk_container_free(made);
    return status;
}

/* Warnings of the parser, of the types and of the flow, and one with notes on where it comes from. */
static dxk_status warn_of_all(dxk_ctx *ctx, void *user)
{
    static const char source[] =
        "#define LESS(x) x << 1 + 2\n#pragma unknown\n#line 7 \"other.hlsli\"\n"
        "RWBuffer<int> o;\nvoid f(out float x) { if (o[0] > 1) x = 1; }\n"
        "[numthreads(1, 1, 1)] void main() { float x; f(x); int i = x; i == 1;\n"
        "  o[0] = LESS(i); o[1] = float4(1, 2, 3, 4); }\n";
    dxk_hlsl_options options = options_of();
    dxk_module *m = NULL;
    (void)user;
    options.target = "cs_6_0";
    dxk_status status = dxk_hlsl_compile(ctx, bytes_of(source), &options, &m);
    assert_true(status != DXK_OK || dxk_ctx_diag_count(ctx) > 4);
    assert_int_equal(dxk_ctx_error_count(ctx), 0);
    dxk_module_free(m);
    return status;
}

/* A source in which the validator finds one thing, of that rule and there. */
struct found {
    const char *source, *rule, *path;
    uint32_t line, column;
};

static const struct found code = {
    "cbuffer c { float k; }\nfloat f(float a) {\n  float u;\n  return a + u;\n}\n"
    "float main() : SV_Target { return f(k); }\n",
    "INSTR.NOREADINGUNINITIALIZED", "", 4, 12};
static const struct found declaration = {
    "\ncbuffer big { float4 a[5000]; }\nfloat4 main(uint i : I) : SV_Target { return a[i]; }\n",
    "SM.CBUFFERSIZE", "big", 2, 9};

/* It is reported there, and the finding gets the place. */
static dxk_status report(dxk_ctx *ctx, void *user)
{
    const struct found *wanted = user;
    const char *source = wanted->source;
    dxk_hlsl_options options = options_of();
    dxk_container *made = NULL;
    dxk_validation *result = NULL;
    dxk_buffer bytes;
    options.target = "ps_6_0";
    options.name = (dxk_str){"u.hlsl", 6};
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = dxk_hlsl_build(ctx, bytes_of(source), &options, &made);
    if (status == DXK_OK)
        status = dxk_container_sign(made, NULL, dxk_buffer_sink(&bytes), &result);
    if (status == DXK_E_INVALID)
        status = dxk_validation_report(result, bytes_of(source), &options);
    if (status == DXK_OK) {
        const dxk_finding *f = dxk_validation_finding(result, 0);
        const dxk_diag *d = dxk_ctx_diag(ctx, 0);
        assert_true(d && d->place == DXK_PLACE_LINE);
        assert_true(d->line == wanted->line && d->column == wanted->column);
        assert_string_equal(d->rule, wanted->rule);
        assert_string_equal(d->path, wanted->path);
        assert_true(f->line == d->line && f->column == d->column && f->file.size == 6);
        assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    }
    dxk_validation_free(result);
    dxk_container_free(made);
    dxk_buffer_free(&bytes);
    return status;
}

static void findings_get_places_in_the_source(void **state)
{
    dxk_ctx *ctx = support_ctx();
    (void)state;
    assert_int_equal(report(ctx, (void *)(uintptr_t)&code), DXK_OK);
    dxk_ctx_clear_diags(ctx);
    assert_int_equal(report(ctx, (void *)(uintptr_t)&declaration), DXK_OK);
    support_ctx_done(ctx);
}

static void groups_are_known_by_name(void **state)
{
    const char *group, *before = "";
    bool quiet = false;
    (void)state;
    for (size_t i = 0; (group = dxk_hlsl_group_at(i, &quiet)) != NULL; i++) {
        assert_true(strcmp(before, group) < 0);
        assert_true(dxk_hlsl_group_within(group, "everything"));
        assert_int_equal(quiet, strcmp(group, "double-promotion") == 0 ||
                                    strcmp(group, "hlsl-legacy-literal") == 0 ||
                                    strcmp(group, "parameter-usage-aggregate") == 0 ||
                                    strcmp(group, "sometimes-uninitialized") == 0 ||
                                    strcmp(group, "uninitialized") == 0 ||
                                    strcmp(group, "unused-variable") == 0);
        before = group;
    }
    assert_true(dxk_hlsl_group_within("unused-value", "all"));
    assert_false(dxk_hlsl_group_within("all", "unused-value"));
}

static void test_out_of_memory(void **state)
{
    (void)state;
    support_fail_allocations(report, (void *)(uintptr_t)&declaration);
    support_fail_allocations(warn_of_all, NULL);
    support_fail_allocations(build_one, NULL);
    support_fail_allocations(check_sample, NULL);
    support_fail_allocations(compile_one, (void *)(uintptr_t)&shaders[7]);
}

static void probable_mistakes_are_warned_of(void **state)
{
    static const struct {
        const char *source, *rule;
    } cases[] = {
        {"void f(out float x) { if (x > 1) x = 1; }", "HLSL.UNSET_PARAM"},
        {"void f(out float x, bool b) { if (b) return; x = 1; }", "HLSL.UNSET_PARAM"},
        {"float f(float x) { while (true) if (x > 1) return 2; }", NULL},
        {"void f(out float x, int n) { do { x = n; } while (n-- > 1); }", NULL},
        {"void f(out float x, int n) { switch (n) { case 1: x = 1; break; default: x = 2; } }",
         NULL},
        {"void f(inout float x) { x += 1; }", NULL},
        {"void f(int x) { x == 1; }", "HLSL.UNUSED_COMPARISON"},
        {"void f(int x) { x << 1 + 2; }", "HLSL.SHIFT_PARENS"},
        {"void f(bool x) { bool y = (x && x) || x; }", NULL},
        {"void f(bool x) { bool y = x && x || x; }", "HLSL.LOGIC_PARENS"},
        {"void f(int x) { if (x = 1) x = 2; }", "HLSL.ASSIGN_CONDITION"},
        {"void f() { float2 v = (1, 2); }", "HLSL.COMMA_INIT"},
        {"void f() { float v; float w = v; }", NULL},
        {"struct S { centroid sample float4 x : X; };", "HLSL.OVERRIDDEN"},
    };
    char source[512];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct shader s = {"cs_6_0", source, 2021};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m;
        snprintf(source, sizeof source, "%s\n[numthreads(1, 1, 1)] void main() {}\n",
                 cases[i].source);
        assert_int_equal(compile(ctx, &s, &m), DXK_OK);
        if (cases[i].rule ? !support_reported(ctx, cases[i].rule) : dxk_ctx_diag_count(ctx) != 0)
            print_message("%s: not %s\n", cases[i].source, cases[i].rule ? cases[i].rule : "quiet");
        if (cases[i].rule)
            assert_true(support_reported(ctx, cases[i].rule));
        else
            assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

static void wrong_programs_are_refused(void **state)
{
    static const struct {
        const char *body, *rule;
    } cases[] = {
        {"float x = y;", "HLSL.UNDECLARED"},
        {"const flaot x;", "HLSL.UNKNOWN_TYPE"},
        {"flaot x;", "HLSL.UNKNOWN_TYPE"},
        {"int x; int x;", "HLSL.REDEFINITION"},
        {"float2 x = 1; float3 y = x;", "HLSL.INIT_LVALUE"},
        {"float3 y = float2(1, 2);", "HLSL.INIT_RVALUE"},
        {"float2 x = 1; float3 y; y = x;", "HLSL.NO_CONVERSION"},
        {"float colour = 1, y = color;", "HLSL.UNDECLARED_MEANT"},
        {"int x; float x;", "HLSL.REDEFINITION_TYPE"},
        {"groupshared float x;", "HLSL.MODIFIER"},
        {"float4x4 m; m._m00_11 = 1;", "HLSL.MATRIX_MIXED"},
        {"float2 y = 0; float x = y.q;", "HLSL.SWIZZLE_FORMAT"},
        {"switch (id.x) { case 1: break; case 1: break; }", "HLSL.DUPLICATE_CASE"},
        {"float2 x = 1; x.xx = 2;", "HLSL.DUPLICATES"},
        {"float2 y = 0, x = y.z;", "HLSL.SWIZZLE_BOUNDS"},
        {"1 = 2;", "HLSL.NOT_ASSIGNABLE"},
        {"const int x = 1; x = 2;", "HLSL.CONST_VARIABLE"},
        {"float3 x = float3(1, 2);", "HLSL.TOO_FEW"},
        {"float3 x = { 1, 2, 3, 4 };", "HLSL.TOO_MANY"},
        {"int x[2]; x[2] = 1;", "HLSL.ARRAY_INDEX"},
        {"int x[a[0].x];", "HLSL.VARIABLE_SIZE"},
        {"if (a[0]) return;", "HLSL.CONDITION"},
        {"bool2 b = a[0].xy && 1;", "HLSL.SHORT_CIRCUIT"},
        {"float x = 1.5 & 2;", "HLSL.INTEGER_EXPECTED"},
        {"bool b; b++;", "HLSL.BOOL_LVALUE"},
        {"lerp(1);", "HLSL.UNDECLARED"},
        {"sin(a);", "HLSL.NO_MATCH"},
        {"main(id);", "HLSL.RECURSION"},
        {"break;", "HLSL.STRAY_JUMP"},
        {"case 1:", "HLSL.STRAY_CASE"},
        {"return 1;", "HLSL.VOID_RETURN"},
        {"int x; InterlockedAdd(x, 1);", "HLSL.ATOMIC_TARGET"},
        {"[branch] [flatten] if (id.x) return;", "HLSL.NOT_TOGETHER"},
    };
    char source[512];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct shader s = {"cs_6_0", source, 2021};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m;
        snprintf(source, sizeof source, COMPUTE("%s"), cases[i].body);
        dxk_status status = compile(ctx, &s, &m);
        if (!support_reported(ctx, cases[i].rule))
            print_message("%s: not %s\n", cases[i].body, cases[i].rule);
        assert_true(support_reported(ctx, cases[i].rule));
        assert_int_equal(status, DXK_E_INVALID);
        assert_null(m);
        support_ctx_done(ctx);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(macros_are_expanded_as_in_c),
    cmocka_unit_test(conditions_choose_lines),
    cmocka_unit_test(files_are_included),
    cmocka_unit_test(files_are_read_once),
    cmocka_unit_test(mistakes_are_reported),
    cmocka_unit_test(hostile_sources_end_at_limits),
    cmocka_unit_test(findings_get_places_in_the_source),
    cmocka_unit_test(groups_are_known_by_name),
    cmocka_unit_test(test_out_of_memory),
    cmocka_unit_test(shaders_are_valid),
    cmocka_unit_test(wrong_programs_are_refused),
    cmocka_unit_test(probable_mistakes_are_warned_of),
};
SUPPORT_SUITE(test_hlsl, tests);
