/* SPDX-License-Identifier: MIT */
/* test_packing.c - signature packing by example; what does not fit; failing allocations. */
#include "support.h"

#include "dxk/packing.h"

#define F32  DXK_COMPONENT_TYPE_F32
#define U32  DXK_COMPONENT_TYPE_U32
#define LIN  DXK_INTERPOLATION_MODE_LINEAR
#define FLAT DXK_INTERPOLATION_MODE_CONSTANT

static dxk_pack_element element(uint32_t semantic, uint32_t index, uint32_t type, uint32_t mode,
                                uint32_t rows, uint32_t columns)
{
    return (dxk_pack_element){semantic, index, type, mode, rows, columns, 0, 0, 0};
}

static void expect_at(const dxk_pack_element *e, int32_t row, int32_t column)
{
    assert_int_equal(e->start_row, row);
    assert_int_equal(e->start_column, column);
}

/* The vertex shader of the specification's chapter on signatures. */
static void packs_the_example(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element in[] = {
        element(DXK_SEMANTIC_KIND_VERTEX_ID, 0, U32, 0, 1, 1),
        element(0, 0, F32, 0, 1, 3),
        element(0, 1, F32, 0, 3, 1),
        element(0, 2, F32, 0, 6, 1),
        element(0, 10, F32, 0, 1, 1),
    };
    dxk_pack_element out[] = {
        element(0, 1, F32, LIN, 1, 1),
        element(0, 2, F32, LIN, 3, 1),
        element(0, 3, F32, LIN, 6, 1),
        element(DXK_SEMANTIC_KIND_POSITION, 0, F32, LIN, 1, 4),
    };
    const dxk_pack_options optimized = {.strategy = DXK_PACKING_OPTIMIZED};
    uint32_t registers;
    (void)state;
    assert_int_equal(dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_INPUT, NULL, in,
                                        5, &registers),
                     DXK_OK);
    assert_int_equal(registers, 12);
    expect_at(&in[3], 5, 0);
    expect_at(&in[4], 11, 0);
    assert_int_equal(dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT,
                                        &optimized, out, 4, &registers),
                     DXK_OK);
    assert_int_equal(registers, 7);
    expect_at(&out[0], 1, 2);
    expect_at(&out[1], 1, 1);
    expect_at(&out[2], 1, 0);
    expect_at(&out[3], 0, 0);
    /* in order, the position comes last and needs a register of its own */
    assert_int_equal(dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, NULL,
                                        out, 4, &registers),
                     DXK_OK);
    expect_at(&out[0], 0, 0);
    expect_at(&out[1], 0, 1);
    expect_at(&out[3], 6, 0);
    support_ctx_done(ctx);
}

/* A register has one interpolation mode; native 16-bit values are among themselves. */
static void keeps_modes_and_widths_apart(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element e[] = {
        element(0, 0, F32, LIN, 1, 2),
        element(0, 1, F32, FLAT, 1, 1),
        element(0, 2, DXK_COMPONENT_TYPE_F16, LIN, 1, 2),
        element(DXK_SEMANTIC_KIND_IS_FRONT_FACE, 0, U32, FLAT, 1, 1),
    };
    const dxk_pack_options native = {.native_16bit = true};
    (void)state;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_PIXEL, DXK_SIGNATURE_INPUT, NULL, e, 4, NULL),
        DXK_OK);
    expect_at(&e[1], 1, 0);
    expect_at(&e[2], 0, 2);
    expect_at(&e[3], 1, 1);
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_PIXEL, DXK_SIGNATURE_INPUT, &native, e, 4, NULL),
        DXK_OK);
    expect_at(&e[2], 2, 0);
    support_ctx_done(ctx);
}

/* Clip and cull distances: two registers, which are neighbours when there is an array. */
static void packs_distances(void **state)
{
    enum { CLIP = DXK_SEMANTIC_KIND_CLIP_DISTANCE, CULL = DXK_SEMANTIC_KIND_CULL_DISTANCE };
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element e[] = {
        element(CLIP, 0, F32, LIN, 1, 2), element(0, 0, F32, LIN, 1, 2),
        element(CULL, 0, F32, LIN, 2, 1), element(CULL, 2, F32, LIN, 1, 3),
        element(CLIP, 1, F32, LIN, 1, 1),
    };
    (void)state;
    const dxk_pack_options how = {.strategy = DXK_PACKING_OPTIMIZED};
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, &how, e, 5, NULL),
        DXK_OK);
    for (int i = 0; i < 5; i++)
        assert_true(i == 1 ||
                    (e[i].start_row >= e[2].start_row && e[i].start_row <= e[2].start_row + 1));
    /* in order: the array goes on in a register that is taken already, beside what is there */
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, NULL, e, 3, NULL),
        DXK_OK);
    expect_at(&e[0], 0, 0);
    expect_at(&e[1], 1, 0);
    expect_at(&e[2], 0, 2);
    e[4].columns = 2; /* nine components */
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, &how, e, 5, NULL),
        DXK_E_INVALID);
    assert_true(support_reported(ctx, "PACK.ROOM"));
    expect_at(&e[4], -1, -1);
    support_ctx_done(ctx);
}

/* In order, an array of distances can come to where its second register is taken by a system
 * value; the reference puts it there, and then refuses what it made. */
static void refuses_misplaced_distances(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element e[] = {
        element(DXK_SEMANTIC_KIND_CLIP_DISTANCE, 0, F32, LIN, 1, 1),
        element(DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX, 0, U32, FLAT, 1, 1),
        element(DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX, 0, U32, FLAT, 1, 1),
        element(DXK_SEMANTIC_KIND_CLIP_DISTANCE, 1, F32, LIN, 2, 3),
    };
    const dxk_pack_options how = {.strategy = DXK_PACKING_OPTIMIZED};
    (void)state;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, NULL, e, 4, NULL),
        DXK_E_INVALID);
    assert_true(support_reported(ctx, "PACK.ROOM"));
    expect_at(&e[3], -1, -1);
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, &how, e, 4, NULL),
        DXK_OK);
    support_ctx_done(ctx);
}

static void packs_targets_and_factors(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element out[] = {
        element(DXK_SEMANTIC_KIND_TARGET, 2, F32, 0, 1, 4),
        element(DXK_SEMANTIC_KIND_DEPTH, 0, F32, 0, 1, 1),
    };
    dxk_pack_element patch[] = {
        element(DXK_SEMANTIC_KIND_TESS_FACTOR, 0, F32, 0, 3, 1),
        element(0, 0, F32, 0, 1, 3),
        element(DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR, 0, F32, 0, 1, 1),
    };
    (void)state;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_PIXEL, DXK_SIGNATURE_OUTPUT, NULL, out, 2, NULL),
        DXK_OK);
    expect_at(&out[0], 2, 0);
    expect_at(&out[1], -1, -1);
    assert_int_equal(dxk_signature_pack(ctx, DXK_SHADER_KIND_HULL, DXK_SIGNATURE_PATCH_CONSTANT,
                                        NULL, patch, 3, NULL),
                     DXK_OK);
    expect_at(&patch[0], 0, 3);
    expect_at(&patch[1], 0, 0);
    expect_at(&patch[2], 3, 0);
    support_ctx_done(ctx);
}

static void streams_have_registers_of_their_own(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element e[] = {element(0, 0, F32, LIN, 32, 4), element(0, 32, F32, LIN, 32, 4)};
    (void)state;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_GEOMETRY, DXK_SIGNATURE_OUTPUT, NULL, e, 2, NULL),
        DXK_E_INVALID);
    e[1].stream = 3;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_GEOMETRY, DXK_SIGNATURE_OUTPUT, NULL, e, 2, NULL),
        DXK_OK);
    expect_at(&e[1], 0, 0);
    support_ctx_done(ctx);
}

static void refuses_wrong_arguments(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pack_element e = element(0, 0, F32, LIN, 1, 5);
    (void)state;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, NULL, &e, 1, NULL),
        DXK_E_ARGUMENT);
    e = element(0, 0, F32, LIN, 1, 4);
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_COMPUTE, DXK_SIGNATURE_OUTPUT, NULL, &e, 1, NULL),
        DXK_E_ARGUMENT);
    e.rows = UINT32_MAX;
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, NULL, &e, 1, NULL),
        DXK_E_INVALID);
    assert_int_equal(
        dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT, NULL, NULL, 0, NULL),
        DXK_OK);
    support_ctx_done(ctx);
}

static dxk_status pack_some(dxk_ctx *ctx, void *user)
{
    dxk_pack_element e[] = {element(0, 0, F32, LIN, 1, 2), element(0, 1, F32, FLAT, 1, 1)};
    (void)user;
    return dxk_signature_pack(ctx, DXK_SHADER_KIND_VERTEX, DXK_SIGNATURE_OUTPUT,
                              &(dxk_pack_options){.strategy = DXK_PACKING_OPTIMIZED}, e, 2, NULL);
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    support_fail_allocations(pack_some, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(packs_the_example),
    cmocka_unit_test(keeps_modes_and_widths_apart),
    cmocka_unit_test(packs_distances),
    cmocka_unit_test(refuses_misplaced_distances),
    cmocka_unit_test(packs_targets_and_factors),
    cmocka_unit_test(streams_have_registers_of_their_own),
    cmocka_unit_test(refuses_wrong_arguments),
    cmocka_unit_test(survives_failing_allocations),
};
SUPPORT_SUITE(test_packing, tests);
