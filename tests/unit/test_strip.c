/* SPDX-License-Identifier: MIT */
/* test_strip.c - dxk_container_strip(): groups of parts, names, and what stays. */
#include "dxk/build.h"
#include "dxk/part_kinds.h"
#include "dxk/parts.h"
#include "dxk/validate.h"
#include "support.h"

typedef struct job {
    dxk_bytes input;
    uint32_t groups;
    size_t left; /* parts, afterwards */
    bool valid;
} job;

static dxk_status strip(dxk_ctx *ctx, void *user)
{
    job *j = user;
    dxk_container *container;
    dxk_validation *result = NULL;
    dxk_status status = dxk_container_read(ctx, j->input, NULL, &container);
    if (status == DXK_OK)
        status = dxk_container_strip(container, j->groups);
    if (status == DXK_OK)
        status = dxk_validate(container, NULL, &result);
    if (status == DXK_OK) {
        j->left = dxk_container_part_count(container);
        j->valid = dxk_validation_verdict(result) == DXK_VERDICT_VALID;
    }
    dxk_validation_free(result);
    dxk_container_free(container);
    return status;
}

static void expect(const char *sample, uint32_t groups, size_t left)
{
    size_t size;
    uint8_t *data = support_sample(sample, &size);
    job j = {.input = {data, size}, .groups = groups};
    dxk_ctx *ctx = support_ctx();
    assert_int_equal(strip(ctx, &j), DXK_OK);
    assert_int_equal(j.left, left);
    assert_true(j.valid);
    support_ctx_done(ctx);
    free(data);
}

static void groups_go_together(void **state)
{
    (void)state;
    expect("debug.dxil", DXK_STRIP_NONE, 9);
    expect("debug.dxil", DXK_STRIP_DEBUG, 7);
    expect("debug.dxil", DXK_STRIP_DEBUG | DXK_STRIP_REFLECTION, 6);
    expect("private.dxil", DXK_STRIP_PRIVATE, 7);
    expect("rts0.dxil", DXK_STRIP_ROOT_SIGNATURE, 7);
}

/* A root signature alone, as compilers make it for a profile of its own. */
static void nothing_is_emptied(void **state)
{
    size_t size;
    uint8_t *data = support_sample("rts0.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container), DXK_OK);
    size_t index = dxk_container_find(container, DXK_PART_RTS0, 0);
    assert_int_equal(dxk_container_select(container, &index, 1), DXK_OK);
    assert_int_equal(dxk_container_strip(container, DXK_STRIP_ROOT_SIGNATURE), DXK_OK);
    assert_int_equal(dxk_container_part_count(container), 1);
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
}

static void others_than_containers_keep_their_parts(void **state)
{
    size_t size;
    uint8_t *data = support_sample("debug.pdb", &size);
    job j = {.input = {data, size}, .groups = DXK_STRIP_DEBUG};
    dxk_ctx *ctx = support_ctx();
    (void)state;
    assert_int_equal(strip(ctx, &j), DXK_E_UNSUPPORTED);
    support_ctx_done(ctx);
    free(data);
    data = support_sample("program.bin", &size);
    j = (job){.input = {data, size}, .groups = DXK_STRIP_NAMES};
    ctx = support_ctx();
    assert_int_equal(strip(ctx, &j), DXK_E_UNSUPPORTED);
    support_ctx_done(ctx);
    free(data);
}

static void names_leave_a_valid_program(void **state)
{
    static const char *const samples[] = {"lib.dxil", "debug.dxil", "cs.dxil", "hs.dxil",
                                          "lib-rt.dxil"};
    static const size_t left[] = {6, 9, 7, 8, 6};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        expect(samples[i], DXK_STRIP_NAMES, left[i]);
}

static void survives_failing_allocations(void **state)
{
    size_t size;
    uint8_t *data = support_sample("cs.dxil", &size);
    job j = {.input = {data, size}, .groups = DXK_STRIP_REFLECTION | DXK_STRIP_NAMES};
    (void)state;
    support_fail_allocations(strip, &j);
    free(data);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(groups_go_together),
    cmocka_unit_test(nothing_is_emptied),
    cmocka_unit_test(others_than_containers_keep_their_parts),
    cmocka_unit_test(names_leave_a_valid_program),
    cmocka_unit_test(survives_failing_allocations),
};
SUPPORT_SUITE(test_strip, tests);
