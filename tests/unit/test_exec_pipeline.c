/* SPDX-License-Identifier: MIT */
/* test_exec_pipeline.c - draws by <dxk/draw.h>: viewports, instances, samples, what is refused. */
#include <stdlib.h>

#include "support.h"

#include "dxk/draw.h"

#define SIZE   8u
#define FLOATS 41u /* DXGI_FORMAT_R32_FLOAT */

typedef struct stage {
    uint8_t *bytes;
    dxk_container *container;
    dxk_run_program *program;
    dxk_run *run;
    dxk_run_worker *worker;
} stage;

static dxk_status open_stage(dxk_ctx *ctx, const char *name, stage *s)
{
    dxk_run_program_options options = {.for_invoke = true};
    size_t size;

    memset(s, 0, sizeof *s);
    s->bytes = support_sample(name, &size);
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){s->bytes, size}, NULL, &s->container);
    if (status == DXK_OK)
        status = dxk_run_program_create(ctx, s->container, &options, &s->program);
    if (status == DXK_OK)
        status = dxk_run_create(s->program, NULL, &s->run);
    return status == DXK_OK ? dxk_run_worker_create(s->run, ctx, &s->worker) : status;
}

static void close_stage(stage *s)
{
    dxk_run_worker_free(s->worker);
    dxk_run_free(s->run);
    dxk_run_program_free(s->program);
    dxk_container_free(s->container);
    free(s->bytes);
}

/* A square of all the screen at a depth, as positions and colours. */
static void make_square(float *to, float depth, float color)
{
    static const float corners[6][2] = {{-1, 1}, {1, 1}, {-1, -1}, {-1, -1}, {1, 1}, {1, -1}};

    for (unsigned i = 0; i < 6; i++) {
        const float words[8] = {corners[i][0], corners[i][1], depth, 1, color, color, color, color};
        memcpy(to + 8 * i, words, sizeof words);
    }
}

typedef struct scene {
    float vertices[2][48], colors[4 * SIZE * SIZE], depth[4 * SIZE * SIZE];
    dxk_draw draw;
} scene;

static void begin(scene *s)
{
    memset(s, 0, sizeof *s);
    make_square(s->vertices[0], 0.5f, 2);
    make_square(s->vertices[1], 0.25f, 3);
    for (unsigned i = 0; i < 4 * SIZE * SIZE; i++)
        s->depth[i] = 1;
    s->draw = (dxk_draw){.width = SIZE,
                         .height = SIZE,
                         .vertex_count = 6,
                         .vertices = (const uint32_t *)(const void *)s->vertices,
                         .targets = {{s->colors, sizeof s->colors, FLOATS}},
                         .depth = s->depth};
}

/* Without a vertex shader vertices are what the pixel shader reads; without that only depth is drawn. */
static void stages_may_be_missing(void **state)
{
    static scene s;
    dxk_ctx *ctx = support_ctx();
    stage vertex, pixel;
    (void)state;
    assert_int_equal(open_stage(ctx, "draw/plain.vs.dxil", &vertex), DXK_OK);
    assert_int_equal(open_stage(ctx, "draw/plain.ps.dxil", &pixel), DXK_OK);
    begin(&s);
    dxk_draw_pipeline none = {.pixel = pixel.worker}, depth = {.vertex = vertex.worker};
    assert_int_equal(dxk_run_draw(&none, &s.draw), DXK_OK);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        assert_true(s.colors[i] == 2 && s.depth[i] == 0.5f);
    begin(&s);
    assert_int_equal(dxk_run_draw(&depth, &s.draw), DXK_OK);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        assert_true(s.colors[i] == 0 && s.depth[i] == 0.5f);
    close_stage(&pixel);
    close_stage(&vertex);
    support_ctx_done(ctx);
}

/* The viewport is columns 2 to 4 and rows 3 and 4, and a half of the range of depths. */
static void viewports_place_what_is_drawn(void **state)
{
    static scene s;
    dxk_ctx *ctx = support_ctx();
    stage vertex, pixel;
    (void)state;
    assert_int_equal(open_stage(ctx, "draw/plain.vs.dxil", &vertex), DXK_OK);
    assert_int_equal(open_stage(ctx, "draw/plain.ps.dxil", &pixel), DXK_OK);
    dxk_draw_pipeline both = {.vertex = vertex.worker, .pixel = pixel.worker};
    begin(&s);
    s.draw.viewport_count = 1;
    s.draw.viewports[0] = (dxk_draw_viewport){2, 3, 3, 2, 0.25f, 0.75f};
    s.draw.instance_count = 2;
    assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_OK);
    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            bool inside = x >= 2 && x < 5 && y >= 3 && y < 5;
            assert_true(s.colors[y * SIZE + x] == (inside ? 3 : 0));
            /* The second instance is nearer: 0.25 + 0.25 * 0.5. */
            assert_true(s.depth[y * SIZE + x] == (inside ? 0.375f : 1));
        }
    }
    close_stage(&pixel);
    close_stage(&vertex);
    support_ctx_done(ctx);
}

/* A half of the samples of a pixel is drawn; the mean is a half of the colour. */
static void samples_are_resolved(void **state)
{
    static scene s;
    static float small[SIZE * SIZE];
    dxk_ctx *ctx = support_ctx();
    stage vertex, pixel;
    (void)state;
    assert_int_equal(open_stage(ctx, "draw/plain.vs.dxil", &vertex), DXK_OK);
    assert_int_equal(open_stage(ctx, "draw/plain.ps.dxil", &pixel), DXK_OK);
    dxk_draw_pipeline both = {.vertex = vertex.worker, .pixel = pixel.worker};
    begin(&s);
    s.draw.samples = 4;
    s.draw.sample_mask = 5;
    assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_OK);
    for (unsigned i = 0; i < 4 * SIZE * SIZE; i++)
        assert_true(s.colors[i] == (i % 2 ? 0 : 2));
    dxk_draw_target to = {small, sizeof small, FLOATS};
    assert_int_equal(dxk_draw_resolve(&s.draw.targets[0], 4, &to, SIZE * SIZE), DXK_OK);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        assert_true(small[i] == 1);
    assert_int_equal(dxk_draw_resolve(&s.draw.targets[0], 3, &to, SIZE * SIZE), DXK_E_ARGUMENT);
    assert_int_equal(dxk_draw_resolve(&s.draw.targets[0], 8, &to, SIZE * SIZE), DXK_E_ARGUMENT);
    assert_int_equal(dxk_draw_resolve(&s.draw.targets[0], 4, &to, SIZE * SIZE + 1), DXK_E_ARGUMENT);
    close_stage(&pixel);
    close_stage(&vertex);
    support_ctx_done(ctx);
}

static void refuse(const dxk_draw_pipeline *pipeline, const dxk_draw *draw)
{
    assert_int_equal(dxk_run_draw(pipeline, draw), DXK_E_ARGUMENT);
}

static void what_cannot_be_drawn_is_refused(void **state)
{
    static const char *const names[] = {"draw/plain.vs.dxil", "draw/plain.ps.dxil",
                                        "draw/patch.hs.dxil", "draw/patch.ds.dxil",
                                        "draw/grow.gs.dxil",  "draw/tiles.ms.dxil"};
    static const uint32_t indices[3] = {0, 1, 6};
    static scene s;
    dxk_ctx *ctx = support_ctx();
    stage stages[6];
    (void)state;
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(open_stage(ctx, names[i], &stages[i]), DXK_OK);
    begin(&s);
    const dxk_draw_pipeline both = {.vertex = stages[0].worker, .pixel = stages[1].worker};
    dxk_draw_pipeline p = both;
    p.hull = stages[2].worker;
    refuse(&p, &s.draw); /* without a domain shader */
    p.domain = stages[3].worker;
    refuse(&p, &s.draw); /* triangles are no patches */
    s.draw.topology = DXK_DRAW_PATCHES;
    s.draw.patch_points = 4;
    refuse(&p, &s.draw);
    refuse(&both, &s.draw); /* patches that nobody takes */
    begin(&s);
    p = both;
    p.geometry = stages[4].worker;
    refuse(&p, &s.draw); /* of points, not of triangles */
    p = both;
    p.mesh = stages[5].worker;
    refuse(&p, &s.draw);
    p = (dxk_draw_pipeline){.vertex = stages[1].worker};
    refuse(&p, &s.draw);
    s.draw.indices = indices;
    s.draw.index_count = 3;
    refuse(&both, &s.draw);
    begin(&s);
    s.draw.samples = 3;
    refuse(&both, &s.draw);
    begin(&s);
    s.draw.targets[0].format = 1; /* typeless */
    refuse(&both, &s.draw);
    begin(&s);
    s.draw.slices = 5;
    refuse(&both, &s.draw); /* more than the memory of the target */
    begin(&s);
    s.draw.width = 0;
    refuse(&both, &s.draw);
    for (unsigned i = 0; i < 6; i++)
        close_stage(&stages[i]);
    support_ctx_done(ctx);
}

static dxk_status draw_patch(dxk_ctx *ctx, void *user)
{
    static const char *const names[] = {"draw/patch.vs.dxil", "draw/patch.hs.dxil",
                                        "draw/patch.ds.dxil", "draw/plain.ps.dxil"};
    static const float corners[3][8] = {{-1, 1, 0, 0, 2}, {3, 1, 0, 0, 1}, {-1, -3, 0, 0, 3}};
    scene *s = user;
    stage stages[4];
    dxk_status status = DXK_OK;

    memset(stages, 0, sizeof stages);
    begin(s);
    for (unsigned i = 0; i < 4 && status == DXK_OK; i++)
        status = open_stage(ctx, names[i], &stages[i]);
    dxk_draw_pipeline p = {.vertex = stages[0].worker,
                           .hull = stages[1].worker,
                           .domain = stages[2].worker,
                           .pixel = stages[3].worker};
    s->draw.topology = DXK_DRAW_PATCHES;
    s->draw.patch_points = 3;
    s->draw.vertex_count = 3;
    s->draw.vertices = (const uint32_t *)(const void *)corners;
    if (status == DXK_OK)
        status = dxk_run_draw(&p, &s->draw);
    for (unsigned i = 0; i < 4; i++)
        close_stage(&stages[i]);
    return status;
}

static void allocations_may_fail(void **state)
{
    static scene s;
    (void)state;
    support_fail_allocations(draw_patch, &s);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        assert_true(s.depth[i] == 0); /* at last it was drawn, everywhere */
}

/* The hull shader passes its control points on; only columns that elements have are written. */
static void points_pass_through(void **state)
{
    dxk_ctx *ctx = support_ctx();
    stage hull;
    (void)state;
    assert_int_equal(open_stage(ctx, "hs-pass.dxil", &hull), DXK_OK);
    dxk_run_program_info info = dxk_run_program_info_get(hull.program);
    dxk_run_stage facts = dxk_run_program_stage(hull.program);
    assert_int_equal(facts.input_points, facts.output_points);
    size_t words = (size_t)2 * facts.input_points * info.input_words;
    uint32_t *in = test_calloc(words, sizeof *in), *out = test_calloc(words, sizeof *out);
    uint32_t *constants = test_calloc(2 * (size_t)facts.patch_words, sizeof *constants);
    for (size_t i = 0; i < words; i++)
        in[i] = (uint32_t)i;
    dxk_run_patches what = {.count = 2, .inputs = in, .outputs = out, .constants = constants};
    assert_int_equal(dxk_run_hull(hull.worker, &what), DXK_OK);
    dxk_run_element e;
    size_t compared = 0;
    for (size_t n = 0; dxk_run_program_element(hull.program, DXK_RUN_OUTPUT, n, &e); n++)
        for (size_t point = 0; point < (size_t)2 * facts.output_points; point++)
            for (uint32_t c = 0; c < e.columns; c++, compared++)
                assert_int_equal(out[point * info.output_words + e.word + c],
                                 in[point * info.input_words + e.word + c]);
    assert_int_equal(compared, 2 * facts.output_points * 7);
    test_free(constants);
    test_free(out);
    test_free(in);
    close_stage(&hull);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

#define LARGE     96u
#define TRIANGLES 400u
#define OTHERS    3u

typedef struct large_scene {
    float vertices[TRIANGLES * 3][8], colors[LARGE * LARGE * 4];
    uint8_t stencils[LARGE * LARGE];
    dxk_draw draw;
    uint32_t shares; /* that were run */
} large_scene;

/* Triangles over each other, whose order shows. */
static void begin_large(large_scene *s)
{
    uint32_t random = 7;

    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < TRIANGLES * 3; i++) {
        for (unsigned c = 0; c < 8; c++) {
            random = random * 1664525 + 1013904223;
            float number = (float)(random >> 8) / (1 << 24);
            s->vertices[i][c] = c < 2 ? number * 3 - 1.5f : c == 3 ? 1 : number;
        }
    }
    s->draw =
        (dxk_draw){.width = LARGE,
                   .height = LARGE,
                   .vertex_count = TRIANGLES * 3,
                   .vertices = (const uint32_t *)(const void *)s->vertices,
                   .targets = {{s->colors, sizeof s->colors, 2}}, /* R32G32B32A32_FLOAT */
                   .blends = {{true, DXK_DRAW_BLEND_SOURCE_ALPHA, DXK_DRAW_BLEND_INV_SOURCE_ALPHA,
                               DXK_DRAW_BLEND_ADD, DXK_DRAW_BLEND_ONE, DXK_DRAW_BLEND_CONSTANT,
                               DXK_DRAW_BLEND_SUBTRACT_FROM, 2}},
                   .blend_constant = {0, 0, 0, 0.75f},
                   .stencil = {.data = s->stencils,
                               .write_mask = 255,
                               .front = {.pass = DXK_DRAW_STENCIL_INCREMENT},
                               .back = {.pass = DXK_DRAW_STENCIL_INVERT}}};
}

/* Shares in an order that no thread would take. */
static void run_backwards(void *user, void (*piece)(void *work, uint32_t n), void *work,
                          uint32_t pieces)
{
    large_scene *s = user;

    for (uint32_t n = pieces; n-- > 0; s->shares++)
        piece(work, n);
}

/* Any number of workers draws what one does. */
static void threads_keep_the_order(void **state)
{
    static large_scene one, several;
    dxk_ctx *ctx = support_ctx();
    stage vertex, pixel;
    dxk_run_worker *vertices[OTHERS], *pixels[OTHERS];
    (void)state;
    assert_int_equal(open_stage(ctx, "draw/plain.vs.dxil", &vertex), DXK_OK);
    assert_int_equal(open_stage(ctx, "draw/plain.ps.dxil", &pixel), DXK_OK);
    for (unsigned n = 0; n < OTHERS; n++) {
        assert_int_equal(dxk_run_worker_create(vertex.run, ctx, &vertices[n]), DXK_OK);
        assert_int_equal(dxk_run_worker_create(pixel.run, ctx, &pixels[n]), DXK_OK);
    }
    dxk_draw_threads threads = {OTHERS, vertices, pixels, run_backwards, &several};
    dxk_draw_pipeline p = {.vertex = vertex.worker, .pixel = pixel.worker};
    begin_large(&one);
    begin_large(&several);
    assert_int_equal(dxk_run_draw(&p, &one.draw), DXK_OK);
    p.threads = &threads;
    assert_int_equal(dxk_run_draw(&p, &several.draw), DXK_OK);
    assert_true(several.shares > 2 * (OTHERS + 1)); /* of vertices, and of several batches */
    assert_memory_equal(one.colors, several.colors, sizeof one.colors);
    assert_memory_equal(one.stencils, several.stencils, sizeof one.stencils);
    threads.pixel = vertices; /* of another program */
    assert_int_equal(dxk_run_draw(&p, &several.draw), DXK_E_ARGUMENT);
    for (unsigned n = 0; n < OTHERS; n++) {
        dxk_run_worker_free(vertices[n]);
        dxk_run_worker_free(pixels[n]);
    }
    close_stage(&pixel);
    close_stage(&vertex);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Blending                                                                                   */

typedef struct blended {
    uint32_t format;
    float color;        /* that is drawn, all components */
    dxk_draw_blend how; /* both times */
    uint8_t wanted[4];
} blended;

/* A square over what a square of 0.5 left. Sources are held to the range of the target first. */
static void targets_limit_what_is_blended(void **state)
{
    enum { ADD = DXK_DRAW_BLEND_ADD, ONE = DXK_DRAW_BLEND_ONE, ZERO = DXK_DRAW_BLEND_ZERO };
    const blended rows[] = {
        {28, 2, {true, ONE, ONE, DXK_DRAW_BLEND_SUBTRACT, ONE, ZERO, ADD, 0}, {127, 127, 127, 255}},
        {28, -1, {true, ONE, ONE, ADD, ONE, ONE, ADD, 4}, {128, 128, 128, 128}},
        {31, -3, {true, ONE, ONE, ADD, ONE, ZERO, ADD, 0}, {0xC1, 0xC1, 0xC1, 0x81}},
        {28,
         0.25f,
         {true, ONE, ONE, DXK_DRAW_BLEND_MAX, ONE, ONE, DXK_DRAW_BLEND_MIN, 0},
         {128, 128, 128, 64}},
        {28, 0.25f, {false, 0, 0, 0, 0, 0, 0, 0xA}, {64, 128, 64, 128}},
    };
    static scene s;
    dxk_ctx *ctx = support_ctx();
    stage vertex, pixel;
    (void)state;
    assert_int_equal(open_stage(ctx, "draw/plain.vs.dxil", &vertex), DXK_OK);
    assert_int_equal(open_stage(ctx, "draw/plain.ps.dxil", &pixel), DXK_OK);
    dxk_draw_pipeline both = {.vertex = vertex.worker, .pixel = pixel.worker};
    for (size_t n = 0; n < sizeof rows / sizeof rows[0]; n++) {
        begin(&s);
        s.draw.depth = NULL;
        s.draw.targets[0] = (dxk_draw_target){s.colors, sizeof s.colors, rows[n].format};
        make_square(s.vertices[0], 0.5f, 0.5f);
        assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_OK);
        make_square(s.vertices[0], 0.5f, rows[n].color);
        s.draw.blends[0] = rows[n].how;
        assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_OK);
        assert_memory_equal(s.colors, rows[n].wanted, 4);
    }
    s.draw.targets[0].format = 30; /* R8G8B8A8_UINT: integers cannot be blended */
    s.draw.blends[0].enable = true;
    assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_E_ARGUMENT);
    s.draw.targets[0].format = 28;
    s.draw.blends[0] = (dxk_draw_blend){true, 12, ONE, ADD, ONE, ONE, ADD, 0};
    assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_E_ARGUMENT);
    s.draw.blends[0].enable = false;
    s.draw.depth_compare = 9;
    assert_int_equal(dxk_run_draw(&both, &s.draw), DXK_E_ARGUMENT);
    close_stage(&pixel);
    close_stage(&vertex);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(stages_may_be_missing),  cmocka_unit_test(viewports_place_what_is_drawn),
    cmocka_unit_test(samples_are_resolved),   cmocka_unit_test(what_cannot_be_drawn_is_refused),
    cmocka_unit_test(allocations_may_fail),   cmocka_unit_test(points_pass_through),
    cmocka_unit_test(threads_keep_the_order), cmocka_unit_test(targets_limit_what_is_blended),
};
SUPPORT_SUITE(test_exec_pipeline, tests);
