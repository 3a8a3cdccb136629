/* SPDX-License-Identifier: MIT */
/* test_hlsl_root.c - root signatures in attributes and macros of HLSL. */
#include "hlsl_support.h"

#include "base/count.h"
#include "dxk/container.h"
#include "dxk/part_kinds.h"
#include "dxk/rootsig.h"

#include <string.h>

#define DEFINES "#define PART \"UAV(u0)\"\n#define RS \"CBV(b0), \" PART\n#define BAD \"UAW(u0)\"\n"
#define SHADER(attribute)                                                                          \
    DEFINES "RWByteAddressBuffer o; " attribute                                                    \
            " [numthreads(1, 1, 1)] void main() { o.Store(0, 1); }\n"

static dxk_status build(dxk_ctx *ctx, const char *source, const dxk_hlsl_options *options,
                        dxk_container **out)
{
    return dxk_hlsl_build(ctx, (dxk_bytes){(const uint8_t *)source, strlen(source)}, options, out);
}

/* Parameters of the root signature, and its version; -1: the container has none. */
static int parameters(const char *source, const dxk_hlsl_options *options, uint32_t *version)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *made = NULL;
    dxk_root_signature *signature = NULL;
    int count = -1;

    assert_int_equal(build(ctx, source, options, &made), DXK_OK);
    size_t at = dxk_container_find(made, DXK_PART_RTS0, 0);
    if (at != DXK_NO_PART) {
        dxk_bytes content = dxk_container_part(made, at)->content;
        assert_int_equal(dxk_rootsig_decode(ctx, content, &signature), DXK_OK);
        count = (int)signature->header.parameter_count;
        *version = signature->header.version;
    }
    dxk_rootsig_free(signature);
    dxk_container_free(made);
    support_ctx_done(ctx);
    return count;
}

static void attributes_and_macros_are_read(void **state)
{
    dxk_hlsl_options options = {.target = "cs_6_0", .optimize = 1};
    uint32_t version = 0;

    (void)state;
    assert_int_equal(parameters(SHADER(""), &options, &version), -1);
    assert_int_equal(parameters(SHADER("[RootSignature(PART \", SRV(t1)\")]"), &options, &version),
                     2);
    assert_int_equal(version, DXK_RS_VERSION_1_1);
    options.root_signature_define = "RS";
    options.root_signature_version = DXK_RS_VERSION_1_0;
    assert_int_equal(parameters(SHADER("[RootSignature(\"\")]"), &options, &version), 2);
    assert_int_equal(version, DXK_RS_VERSION_1_0);
}

static void root_signatures_are_made_alone(void **state)
{
    dxk_hlsl_options options = {.target = "rootsig_1_1", .entry = "RS"};
    uint32_t version = 0;

    (void)state;
    assert_int_equal(parameters(DEFINES "void f() {", &options, &version), 2);
    assert_int_equal(version, DXK_RS_VERSION_1_1);
    options.target = "rootsig_1_0";
    assert_int_equal(parameters(DEFINES, &options, &version), 2);
    assert_int_equal(version, DXK_RS_VERSION_1_0);
}

static void mistakes_stand_where_the_attribute_is(void **state)
{
    static const struct {
        const char *target, *entry, *source, *rule;
    } cases[] = {
        {"cs_6_0", "main", SHADER("[RootSignature(\"UAW(u0)\")]"), "HLSL.ROOT_SIGNATURE"},
        {"cs_6_0", "main", SHADER("[RootSignature(1)]"), "HLSL.ATTRIBUTE_STRING"},
        {"rootsig_1_1", "BAD", DEFINES, "HLSL.ROOT_SIGNATURE"},
        {"rootsig_1_1", "NONE", DEFINES, "HLSL.UNDECLARED"},
        {"rootsig_1_1", "X", "#define X 1\n", "HLSL.ROOT_SIGNATURE"},
        {"rootsig_1_9", "RS", DEFINES, "HLSL.TARGET"},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        const dxk_hlsl_options options = {
            .name = {"a.hlsl", 6}, .target = cases[i].target, .entry = cases[i].entry};
        dxk_ctx *ctx = support_ctx();
        dxk_container *made = NULL;
        assert_int_equal(build(ctx, cases[i].source, &options, &made), DXK_E_INVALID);
        assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, cases[i].rule);
        assert_null(made);
        support_ctx_done(ctx);
    }
}

static dxk_status build_one(dxk_ctx *ctx, void *user)
{
    const dxk_hlsl_options options = {.target = "cs_6_0"};
    dxk_container *made = NULL;

    (void)user;
    dxk_status status = build(ctx, SHADER("[RootSignature(RS)]"), &options, &made);
    dxk_container_free(made);
    return status;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    support_fail_allocations(build_one, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(attributes_and_macros_are_read),
    cmocka_unit_test(root_signatures_are_made_alone),
    cmocka_unit_test(mistakes_stand_where_the_attribute_is),
    cmocka_unit_test(test_out_of_memory),
};
SUPPORT_SUITE(test_hlsl_root, tests);
