/* SPDX-License-Identifier: MIT */
/* test_hlsl_key.c - what makes a difference to the key of a compilation, and what does not. */
#include "support.h"

#include "dxk/hlsl.h"

#include <string.h>

typedef struct key {
    uint8_t bytes[DXK_HLSL_KEY_SIZE];
    size_t asked[8], asked_count;
    dxk_status status;
} key;

static key key_of(const char *source, const dxk_hlsl_options *options)
{
    key k = {.asked_count = 99};
    dxk_ctx *ctx;
    assert_int_equal(dxk_ctx_create(NULL, &ctx), DXK_OK);
    k.status = dxk_hlsl_key(ctx, (dxk_bytes){(const uint8_t *)source, strlen(source)}, options,
                            k.bytes, k.asked, &k.asked_count);
    dxk_ctx_free(ctx);
    return k;
}

static bool same(const key *a, const key *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

static void tokens_make_the_difference(void **state)
{
    static const char source[] = "float4 main() : SV_Target { return 1; }";
    static const struct {
        const char *source;
        bool same;
    } cases[] = {
        {"float4 main() : SV_Target { return 1; }", true},
        {"float4  main ( )  : SV_Target \n{ /* one */ return 1 ; } // end", true},
        {"float4 main() : SV_Target { return 2; }", false},
        {"float4 main() : SV_Target { return 1; };", false},
        {"float4 ma in() : SV_Target { return 1; }", false},
        {"#pragma pack_matrix(row_major)\nfloat4 main() : SV_Target { return 1; }", false},
    };
    const dxk_hlsl_options options = {.target = "ps_6_0"};
    const key wanted = key_of(source, &options);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const key k = key_of(cases[i].source, &options);
        assert_int_equal(k.status, DXK_OK);
        assert_int_equal(same(&k, &wanted), cases[i].same);
    }
}

/* Each of these options alone changes the key. */
static void options_make_the_difference(void **state)
{
    static const char *const one[] = {"a"};
    const dxk_hlsl_options all[] = {
        {.target = NULL},
        {.target = "ps_6_0"},
        {.target = "ps_6_1"},
        {.target = "ps_6_0", .entry = "main"},
        {.target = "ps_6_0", .entry = ""},
        {.target = "ps_6_0", .version = 2018},
        {.target = "ps_6_0", .optimize = 3},
        {.target = "ps_6_0", .debug = true},
        {.target = "ps_6_0", .debug = true, .arguments = one, .argument_count = 1},
        {.target = "ps_6_0", .debug = true, .pdb_name = "a"},
        {.target = "ps_6_0", .debug = true, .name = {"a", 1}},
        {.target = "ps_6_0", .no_optimize = true},
        {.target = "ps_6_0", .row_major = true},
        {.target = "ps_6_0", .strict_ieee = true},
        {.target = "ps_6_0", .warnings_are_errors = true},
        {.target = "ps_6_0", .all_resources_bound = true},
        {.target = "ps_6_0", .keep_names = true},
        {.target = "ps_6_0", .avoid_flow_control = true, .all_resources_bound = true},
        {.target = "ps_6_0", .silent = one, .silent_count = 1},
        {.target = "ps_6_0", .loud = one, .loud_count = 1},
        {.target = "ps_6_0", .exports = one, .export_count = 1},
        {.target = "ps_6_0", .precise_outputs = one, .precise_output_count = 1},
        {.target = "ps_6_2", .denormals = "any"},
        {.target = "ps_6_2", .denormals = "ftz"},
        {.target = "ps_6_0", .validator_major = 1, .validator_minor = 5},
        {.target = "ps_6_0", .root_signature_define = "a"},
        {.target = "ps_6_0", .has_binding_space = true},
        {.target = "ps_6_0", .has_binding_space = true, .binding_space = 1},
    };
    enum { COUNT = sizeof all / sizeof *all };
    key keys[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        keys[i] = key_of("float4 main() : SV_Target { return 1; }", &all[i]);
        assert_int_equal(keys[i].status, DXK_OK);
        for (size_t j = 0; j < i; j++)
            assert_false(same(&keys[i], &keys[j]));
    }
}

/* Without debug information nobody sees the name of the source. */
static void names_make_none(void **state)
{
    const dxk_hlsl_options a = {.name = {"a.hlsl", 6}}, b = {.name = {"b.hlsl", 6}};
    const key first = key_of("float f;", &a), second = key_of("float f;", &b);
    const key named = key_of("static const string s = __FILE__;", &a);
    const key other = key_of("static const string s = __FILE__;", &b);
    (void)state;
    assert_true(same(&first, &second));
    assert_false(same(&named, &other));
}

static void macros_are_told_in_order(void **state)
{
    static const char *const defines[] = {"A", "B=2", "C=", "D=A"};
    const dxk_hlsl_options options = {.defines = defines, .define_count = 4};
    static const struct {
        const char *source;
        size_t count, asked[4];
    } cases[] = {
        {"float f;", 0, {0}},
        {"#ifdef B\n#endif\nfloat f = A;", 2, {1, 0}},
        {"#if defined(C) && A\n#endif", 2, {2, 0}},
        {"float f = D;", 2, {3, 0}},
        {"#undef B\n#ifdef B\n#endif\n", 1, {1}},
        {"#if 0\n#ifdef B\nfloat A;\n#endif\n#endif\n// C\n", 0, {0}},
        {"float A, A;", 1, {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const key k = key_of(cases[i].source, &options);
        assert_int_equal(k.asked_count, cases[i].count);
        for (size_t j = 0; j < k.asked_count; j++)
            assert_int_equal(k.asked[j], cases[i].asked[j]);
    }
}

/* A define that nothing asks for does not change the key. */
static void other_defines_make_none(void **state)
{
    static const char *const one[] = {"A=1"}, *const two[] = {"A=2"};
    const dxk_hlsl_options a = {.defines = one, .define_count = 1};
    const dxk_hlsl_options b = {.defines = two, .define_count = 1};
    const key first = key_of("float f;", &a), second = key_of("float f;", &b);
    const key used = key_of("float f = A;", &a), other = key_of("float f = A;", &b);
    (void)state;
    assert_true(same(&first, &second));
    assert_false(same(&used, &other));
}

static dxk_status compute(dxk_ctx *ctx, void *user)
{
    static const char source[] = "#define F(a) a\n#if A\nfloat f = F(A);\n#endif";
    static const char *const defines[] = {"A=1", "B"};
    const dxk_hlsl_options options = {.defines = defines, .define_count = 2, .debug = true};
    key k;
    (void)user;
    return dxk_hlsl_key(ctx, (dxk_bytes){(const uint8_t *)source, sizeof source - 1}, &options,
                        k.bytes, k.asked, &k.asked_count);
}

static void no_memory_is_reported(void **state)
{
    (void)state;
    support_fail_allocations(compute, NULL);
}

static void mistakes_have_a_status(void **state)
{
    const dxk_hlsl_options bad = {.target = "xs_9_9"};
    (void)state;
    assert_int_equal(key_of("#error no", NULL).status, DXK_E_INVALID);
    assert_int_equal(key_of("float f;", &bad).status, DXK_E_INVALID);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(tokens_make_the_difference),
    cmocka_unit_test(options_make_the_difference),
    cmocka_unit_test(names_make_none),
    cmocka_unit_test(macros_are_told_in_order),
    cmocka_unit_test(other_defines_make_none),
    cmocka_unit_test(mistakes_have_a_status),
    cmocka_unit_test(no_memory_is_reported),
};
SUPPORT_SUITE(test_hlsl_key, tests);
