/* SPDX-License-Identifier: MIT */
/* test_exec_tessellate.c - places in patches, and what fills them. */
#include <math.h>

#include "support.h"

#include "dxk/stage.h"

#define TRI     DXK_TESSELLATOR_DOMAIN_TRI
#define QUAD    DXK_TESSELLATOR_DOMAIN_QUAD
#define LINES   DXK_TESSELLATOR_DOMAIN_ISOLINE
#define INTEGER DXK_TESSELLATOR_PARTITIONING_INTEGER
#define ODD     DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD
#define EVEN    DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN

static uint32_t random_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static dxk_tessellation *make(dxk_ctx *ctx, const dxk_tessellate *what)
{
    dxk_tessellation *t;

    assert_int_equal(dxk_tessellation_create(ctx, what, &t), DXK_OK);
    return t;
}

static void expect(dxk_ctx *ctx, const dxk_tessellate *what, const float (*points)[3],
                   uint32_t point_count, const uint32_t *indices, uint32_t index_count)
{
    dxk_tessellation *t = make(ctx, what);

    assert_int_equal(t->point_count, point_count);
    for (uint32_t n = 0; n < 3 * point_count; n++)
        assert_true(t->points[n] == points[n / 3][n % 3]);
    assert_int_equal(t->index_count, index_count);
    for (uint32_t n = 0; indices && n < index_count; n++)
        assert_int_equal(t->indices[n], indices[n]);
    dxk_tessellation_free(ctx, t);
}

/* By hand: factor 1 leaves the patch alone, factor 2 halves edges. */
static void small_factors_give_what_is_drawn_by_hand(void **state)
{
    dxk_ctx *ctx = support_ctx();
    (void)state;
    const dxk_tessellate one = {
        TRI, INTEGER, DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW, {1, 1, 1, 0}, {1, 0}};
    const float corners[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    const uint32_t forward[3] = {0, 1, 2}, backward[3] = {0, 2, 1};
    expect(ctx, &one, corners, 3, forward, 3);
    dxk_tessellate reversed = one;
    reversed.output = DXK_TESSELLATOR_OUTPUT_TRIANGLE_CCW;
    expect(ctx, &reversed, corners, 3, backward, 3);

    const dxk_tessellate square = {
        QUAD, ODD, DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW, {1, 0.5f, 1, 1}, {0, 1}};
    const float square_points[4][3] = {{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    const uint32_t halves[6] = {1, 2, 0, 0, 2, 3};
    expect(ctx, &square, square_points, 4, halves, 6);

    /* Edges of two segments around a point in the middle: a triangle for each segment. */
    const dxk_tessellate two = {
        TRI, EVEN, DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW, {2, 2, 1, 0}, {2, 0}};
    const float third = 21845.0f / 65536;
    const float two_points[7][3] = {{0, 1, 0},
                                    {0, 0.5f, 0.5f},
                                    {0, 0, 1},
                                    {0.5f, 0, 0.5f},
                                    {1, 0, 0},
                                    {0.5f, 0.5f, 0},
                                    {third, third, 21846.0f / 65536}};
    const uint32_t fan[18] = {0, 1, 6, 1, 2, 6, 2, 3, 6, 3, 4, 6, 4, 5, 6, 5, 0, 6};
    expect(ctx, &two, two_points, 7, fan, 18);

    /* Three lines of two segments: 1/3 is 21845 / 65536, its mirror image 43691 / 65536. */
    const dxk_tessellate lines = {
        LINES, INTEGER, DXK_TESSELLATOR_OUTPUT_LINE, {2.5f, 2, 0, 0}, {0, 0}};
    const float second = 43691.0f / 65536;
    const float line_points[9][3] = {{0, 0, 0},      {0.5f, 0, 0},      {1, 0, 0},
                                     {0, third, 0},  {0.5f, third, 0},  {1, third, 0},
                                     {0, second, 0}, {0.5f, second, 0}, {1, second, 0}};
    const uint32_t segments[12] = {0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8};
    expect(ctx, &lines, line_points, 9, segments, 12);
    support_ctx_done(ctx);
}

/* Twice the area, in units of fixed point: exact. */
static int64_t area_of(const dxk_tessellation *t, const uint32_t *corner)
{
    int64_t u[3], v[3];

    for (unsigned k = 0; k < 3; k++) {
        assert_true(corner[k] < t->point_count);
        u[k] = (int64_t)(t->points[3 * corner[k]] * 65536);
        v[k] = (int64_t)(t->points[3 * corner[k] + 1] * 65536);
    }
    return (u[1] - u[0]) * (v[2] - v[0]) - (v[1] - v[0]) * (u[2] - u[0]);
}

/* Triangles cover the patch once: none is turned over, and their areas are that of the patch. */
static void check_cover(dxk_ctx *ctx, const dxk_tessellate *what)
{
    dxk_tessellation *t = make(ctx, what);
    uint8_t *used = test_calloc(t->point_count, 1);
    int64_t sum = 0, side = 65536;

    for (uint32_t n = 0; n < t->index_count; n += 3) {
        int64_t area = area_of(t, t->indices + n);
        assert_true(area >= 0);
        sum += area;
        for (unsigned k = 0; k < 3; k++)
            used[t->indices[n + k]] = 1;
    }
    assert_true(sum == (what->domain == TRI ? side * side : 2 * side * side));
    for (uint32_t n = 0; n < t->point_count; n++)
        assert_true(used[n]);
    test_free(used);
    dxk_tessellation_free(ctx, t);
}

/* The points with u = 0, from the first corner on: they depend on the factor of that edge alone, and
 * their mirror images are among them. */
static void check_edge(dxk_ctx *ctx, const dxk_tessellate *what)
{
    dxk_tessellate other = *what;
    uint32_t count = 0;

    for (unsigned n = 0; n < 2; n++)
        other.inside[n] = 7;
    for (unsigned n = 1; n < 4; n++)
        other.edges[n] = 3;
    dxk_tessellation *a = make(ctx, what), *b = make(ctx, &other);
    while (count < a->point_count && a->points[3 * count] == 0 && a->points[3 * count + 1] > 0)
        count++;
    assert_true(count >= 1);
    for (uint32_t n = 0; n < count; n++) {
        assert_true(b->points[3 * n] == 0);
        assert_true(a->points[3 * n + 1] == b->points[3 * n + 1]);
        assert_true(a->points[3 * n + 1] + a->points[3 * (count - n) + 1] == 1);
    }
    dxk_tessellation_free(ctx, a);
    dxk_tessellation_free(ctx, b);
}

static void patches_are_covered_once(void **state)
{
    static const float corner_cases[] = {
        0.25f, 1, 1.0f + 0x1p-17f, 1.0f + 0x1p-16f, 2, 2.5f, 3, 62.5f, 63, 64, 99};
    dxk_ctx *ctx = support_ctx();
    uint32_t seed = 11;
    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        dxk_tessellate what = {.output = DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW};
        float numbers[6];
        for (unsigned n = 0; n < 6; n++)
            numbers[n] = random_number(&seed) % 4 == 0 ? corner_cases[random_number(&seed) % 11]
                         : round % 8 == 0 ? (float)(random_number(&seed) % 65536) / 1000
                                          : (float)(random_number(&seed) % 8192) / 1000 + 0.001f;
        for (unsigned n = 0; n < 4; n++)
            what.edges[n] = numbers[n] > 0 ? numbers[n] : 1;
        what.inside[0] = numbers[4];
        what.inside[1] = numbers[5];
        what.domain = round % 2 ? TRI : QUAD;
        what.partitioning = (dxk_tessellator_partitioning)(1 + random_number(&seed) % 4);
        check_cover(ctx, &what);
        check_edge(ctx, &what);
    }
    support_ctx_done(ctx);
}

static void patches_are_culled_and_refused(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_tessellation *t;
    (void)state;
    dxk_tessellate what = {QUAD, EVEN, DXK_TESSELLATOR_OUTPUT_POINT, {4, 4, 0, 4}, {4, 4}};
    expect(ctx, &what, NULL, 0, NULL, 0);
    what.edges[2] = 4;
    t = make(ctx, &what);
    assert_int_equal(t->point_count, 25);
    assert_int_equal(t->index_count, 25);
    dxk_tessellation_free(ctx, t);
    what.edges[0] = NAN;
    expect(ctx, &what, NULL, 0, NULL, 0);
    what.output = DXK_TESSELLATOR_OUTPUT_LINE;
    assert_int_equal(dxk_tessellation_create(ctx, &what, &t), DXK_E_ARGUMENT);
    what.domain = LINES;
    what.output = DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW;
    assert_int_equal(dxk_tessellation_create(ctx, &what, &t), DXK_E_ARGUMENT);
    dxk_tessellation_free(ctx, NULL);
    support_ctx_done(ctx);
}

static dxk_status make_one(dxk_ctx *ctx, void *user)
{
    const dxk_tessellate what = {
        TRI, ODD, DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW, {5, 3.5f, 9, 0}, {6, 0}};
    dxk_tessellation *t = NULL;
    (void)user;
    dxk_status status = dxk_tessellation_create(ctx, &what, &t);
    dxk_tessellation_free(ctx, t);
    return status;
}

static void failed_allocations_are_reported(void **state)
{
    (void)state;
    support_fail_allocations(make_one, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(small_factors_give_what_is_drawn_by_hand),
    cmocka_unit_test(patches_are_covered_once),
    cmocka_unit_test(patches_are_culled_and_refused),
    cmocka_unit_test(failed_allocations_are_reported),
};
SUPPORT_SUITE(test_exec_tessellate, tests);
