/* SPDX-License-Identifier: MIT */
/* test_match.c - the shaders of a pipeline, read and compared, without memory too (dxk/match.h). */
#include "support.h"

#include "dxk/match.h"
#include "dxk/rootsig_make.h"

static dxk_status match(dxk_ctx *ctx, void *user)
{
    const dxk_bytes *bytes = user;
    dxk_match_stage stages[2] = {{NULL, {"vs", 2}}, {NULL, {"ps", 2}}};
    dxk_container *containers[2] = {NULL, NULL};
    dxk_match_options options = {.has_targets = true};
    options.targets[0] = DXK_MATCH_TARGET_FLOAT;
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < 2 && status == DXK_OK; i++) {
        status = dxk_container_read(ctx, bytes[i], NULL, &containers[i]);
        stages[i].container = containers[i];
    }
    if (status == DXK_OK)
        status = dxk_match(ctx, stages, 2, &options);
    dxk_container_free(containers[0]);
    dxk_container_free(containers[1]);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    dxk_bytes bytes[2];
    uint8_t *vertex = support_sample("match/vs.dxil", &bytes[0].size);
    uint8_t *pixel = support_sample("match/ps.dxil", &bytes[1].size);
    bytes[0].data = vertex;
    bytes[1].data = pixel;
    support_fail_allocations(match, bytes);
    free(vertex);
    free(pixel);
}

static dxk_status make_root(dxk_ctx *ctx, void *user)
{
    const dxk_bytes *bytes = user;
    static const dxk_str descriptor = {"Camera", 6}, constants = {"Material", 8};
    static const dxk_str table = {"linear_wrap", 11};
    static const dxk_rootsig_sampler_choice sampler = {{"compare", 7}, {"maxLOD=4", 8}};
    const dxk_rootsig_make_options options = {.descriptors = &descriptor,
                                              .descriptor_count = 1,
                                              .constants = &constants,
                                              .constants_count = 1,
                                              .tables = &table,
                                              .table_count = 1,
                                              .samplers = &sampler,
                                              .sampler_count = 1};
    dxk_container *containers[2] = {NULL, NULL};
    dxk_root_signature *signature = NULL;
    dxk_status status = dxk_container_read(ctx, bytes[0], NULL, &containers[0]);
    if (status == DXK_OK)
        status = dxk_container_read(ctx, bytes[1], NULL, &containers[1]);
    const dxk_container *const list[2] = {containers[0], containers[1]};
    if (status == DXK_OK)
        status = dxk_rootsig_make(ctx, list, 2, &options, &signature);
    if (status == DXK_OK) {
        assert_int_equal(signature->header.parameter_count, 6);
        assert_int_equal(signature->header.sampler_count, 1);
        assert_int_equal(dxk_rootsig_cost(signature), 5 + 2 + 4);
    }
    dxk_rootsig_free(signature);
    dxk_container_free(containers[0]);
    dxk_container_free(containers[1]);
    return status;
}

static void a_root_signature_is_made_or_memory_runs_out(void **state)
{
    (void)state;
    dxk_bytes bytes[2];
    uint8_t *vertex = support_sample("match/bind-vs.dxil", &bytes[0].size);
    uint8_t *pixel = support_sample("match/bind-ps.dxil", &bytes[1].size);
    bytes[0].data = vertex;
    bytes[1].data = pixel;
    support_fail_allocations(make_root, bytes);
    free(vertex);
    free(pixel);
}

/* A signature with an input layout, static samplers and constants that end early. */
static dxk_status match_root(dxk_ctx *ctx, void *user)
{
    static const char text[] = "RootConstants(num32BitConstants = 1, b0), StaticSampler(s3)";
    const dxk_bytes *bytes = user;
    dxk_container *container = NULL;
    dxk_root_signature *signature = NULL;
    dxk_status status = dxk_container_read(ctx, *bytes, NULL, &container);
    const dxk_match_stage shader = {container, {"ps", 2}};
    if (status == DXK_OK)
        status = dxk_rootsig_parse(ctx, (dxk_str){text, sizeof text - 1}, NULL, &signature);
    if (status == DXK_OK)
        status = dxk_match_root(ctx, &shader, signature);
    if (status == DXK_E_INVALID) {
        assert_int_equal(dxk_ctx_diag_count(ctx), 2);
        assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, "MATCH.FILTER");
        assert_string_equal(dxk_ctx_diag(ctx, 1)->rule, "MATCH.CONSTANTS");
        assert_string_equal(dxk_ctx_diag(ctx, 1)->path, "ps");
        status = DXK_OK;
    }
    dxk_rootsig_free(signature);
    dxk_container_free(container);
    return status;
}

static void a_root_signature_is_checked_or_memory_runs_out(void **state)
{
    (void)state;
    dxk_bytes bytes;
    uint8_t *pixel = support_sample("match/bind-ps.dxil", &bytes.size);
    bytes.data = pixel;
    support_fail_allocations(match_root, &bytes);
    free(pixel);
}

static void formats_are_found_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        dxk_status status;
        dxk_match_target target;
    } cases[] = {{"R8G8B8A8_UNORM", DXK_OK, DXK_MATCH_TARGET_FLOAT},
                 {"DXGI_FORMAT_R32_SINT", DXK_OK, DXK_MATCH_TARGET_SINT},
                 {"uint", DXK_OK, DXK_MATCH_TARGET_UINT},
                 {"UNKNOWN", DXK_OK, DXK_MATCH_TARGET_NONE},
                 {"BC7_UNORM", DXK_E_INVALID, DXK_MATCH_TARGET_NONE},
                 {"D16_UNORM", DXK_E_INVALID, DXK_MATCH_TARGET_NONE},
                 {"R8_TYPELESS", DXK_E_INVALID, DXK_MATCH_TARGET_NONE},
                 {"R8G8B8_UNORM", DXK_E_NOT_FOUND, DXK_MATCH_TARGET_NONE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_match_target target = DXK_MATCH_TARGET_SINT;
        dxk_str name = {cases[i].name, strlen(cases[i].name)};
        assert_int_equal(dxk_match_target_find(name, &target), cases[i].status);
        assert_int_equal(target, cases[i].target);
    }
}

static void no_shaders_need_no_root_signature(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_root_signature *signature;
    const dxk_rootsig_make_options options = {.version = DXK_RS_VERSION_1_2};
    assert_int_equal(dxk_rootsig_make(ctx, NULL, 0, &options, &signature), DXK_OK);
    assert_int_equal(signature->header.parameter_count, 0);
    assert_int_equal(signature->header.version, DXK_RS_VERSION_1_2);
    dxk_rootsig_free(signature);
    support_ctx_done(ctx);
}

static void nothing_matches(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    struct {
        dxk_match_options known;
        uint32_t newer;
    } options = {.known = {.struct_size = sizeof options}, .newer = 1};
    assert_int_equal(dxk_match(ctx, NULL, 0, NULL), DXK_OK);
    assert_int_equal(dxk_match(ctx, NULL, 0, &options.known), DXK_E_ARGUMENT);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_allocation_may_fail),
    cmocka_unit_test(nothing_matches),
    cmocka_unit_test(a_root_signature_is_made_or_memory_runs_out),
    cmocka_unit_test(a_root_signature_is_checked_or_memory_runs_out),
    cmocka_unit_test(formats_are_found_by_name),
    cmocka_unit_test(no_shaders_need_no_root_signature),
};

SUPPORT_SUITE(test_match, tests);
