/* SPDX-License-Identifier: MIT */
/* test_match.c - the shaders of a pipeline, read and compared, without memory too (dxk/match.h). */
#include "support.h"

#include "dxk/match.h"

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
};

SUPPORT_SUITE(test_match, tests);
