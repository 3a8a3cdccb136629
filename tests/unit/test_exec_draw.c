/* SPDX-License-Identifier: MIT */
/* test_exec_draw.c - the rasterizer by itself, and draws with small shaders. */
#include <math.h>

#include "support.h"

#include "dxk/draw.h"
#include "dxk/module.h"
#include "dxk/text.h"
#include "draw/raster.h"

#define SIZE 32u

/* --- the rasterizer --- */

static uint32_t random_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static dxki_draw_corner corner_at(double x, double y, double z, double w)
{
    dxki_draw_corner c = {.position = {x * w, y * w, z * w, w}};
    return c;
}

typedef struct counts {
    uint32_t of[SIZE][SIZE];
    dxki_draw_quad last;
    dxki_draw_surface surface; /* of the last one */
    uint32_t quads;
} counts;

static bool count_pixels(void *user, const dxki_draw_surface *surface, const dxki_draw_quad *quad)
{
    counts *c = user;
    const uint32_t *covered = quad->covered;
    assert_true(quad->x % 2 == 0 && quad->y % 2 == 0);
    assert_true(covered[0] | covered[1] | covered[2] | covered[3]);
    for (uint32_t i = 0; i < 4; i++)
        if (covered[i])
            c->of[quad->y + (i >> 1)][quad->x + (i & 1)]++;
    c->last = *quad;
    c->surface = *surface;
    c->quads++;
    return true;
}

static bool draw(counts *c, const dxki_draw_corner *corners, unsigned count, uint32_t width,
                 uint32_t height)
{
    dxki_draw_raster r = {.width = width,
                          .height = height,
                          .z_far = 1,
                          .right = width,
                          .bottom = height,
                          .samples = 1,
                          .clips = 1,
                          .each = count_pixels,
                          .user = c};
    return dxki_draw_raster_run(&r, corners, count);
}

/* Triangles around a point share edges: each pixel belongs to one of them. */
static void shared_edges_belong_to_one(void **state)
{
    uint32_t seed = 4;
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        static const double around[8][2] = {{-3, -3}, {0, -3}, {3, -3}, {3, 0},
                                            {3, 3},   {0, 3},  {-3, 3}, {-3, 0}};
        counts c = {.quads = 0};
        /* Often exactly on centres and edges of pixels. */
        double cx = (double)(random_number(&seed) % 129) / 64 - 1;
        double cy = (double)(random_number(&seed) % 129) / 64 - 1;
        for (unsigned i = 0; i < 8; i++) {
            const double *a = around[i], *b = around[(i + 1) % 8];
            double w = 1 + random_number(&seed) % 3;
            dxki_draw_corner t[3] = {corner_at(cx, cy, 0.5, w), corner_at(a[0], a[1], 0.5, 1),
                                     corner_at(b[0], b[1], 0.5, 2)};
            if (random_number(&seed) % 2) {
                dxki_draw_corner other = t[1];
                t[1] = t[2];
                t[2] = other;
            }
            assert_true(draw(&c, t, 3, SIZE, SIZE));
        }
        for (unsigned y = 0; y < SIZE; y++)
            for (unsigned x = 0; x < SIZE; x++)
                assert_int_equal(c.of[y][x], 1);
    }
}

static void sides_and_weights_are_told(void **state)
{
    const double w[3] = {1, 2, 4};
    counts c = {.quads = 0};
    (void)state;
    /* Against the clock: left bottom, right bottom, top, around the middle of one pixel. */
    dxki_draw_corner t[3] = {corner_at(-1, -1, 0, w[0]), corner_at(1, -1, 0.5, w[1]),
                             corner_at(0, 1, 1, w[2])};
    assert_true(draw(&c, t, 3, SIZE, SIZE));
    assert_true(c.surface.is_front);
    for (unsigned i = 0; i < 4; i++) {
        dxki_draw_weights weights, *p = &weights;
        dxki_draw_weigh(&c.surface, 256 * (c.last.x + (i & 1)) + 128,
                        256 * (c.last.y + (i >> 1)) + 128, p);
        double x = (c.last.x + (i & 1) + 0.5) / SIZE * 2 - 1;
        double y = 1 - (c.last.y + (i >> 1) + 0.5) / SIZE * 2;
        double top = (y + 1) / 2, right = (x + 1 - top) / 2, left = 1 - top - right;
        double over = left / w[0] + right / w[1] + top / w[2];
        const double want[3] = {left, right, top};
        for (unsigned k = 0; k < 3; k++) {
            assert_true(fabs(p->linear[k] - want[k]) < 1e-9);
            assert_true(fabs(p->perspective[k] - want[k] / w[k] / over) < 1e-9);
        }
        assert_true(fabs(p->w - 1 / over) < 1e-9);
        assert_true(fabs(p->z - (right / 2 + top)) < 1e-9);
    }
    dxki_draw_corner other = t[0];
    t[0] = t[1];
    t[1] = other;
    assert_true(draw(&c, t, 3, SIZE, SIZE));
    assert_false(c.surface.is_front);
}

static void what_is_outside_is_clipped(void **state)
{
    counts c = {.quads = 0};
    (void)state;
    /* One corner lies behind the eye; the near plane cuts at z = 0. */
    dxki_draw_corner t[3] = {{.position = {-4, -4, 0.5, 1}},
                             {.position = {-4, 4, 0.5, 1}},
                             {.position = {8, 0, -0.5, -0.2}}};
    assert_true(draw(&c, t, 3, SIZE, SIZE));
    assert_true(c.quads > 0 && c.of[SIZE / 2][0] == 1);
    for (unsigned y = 0; y < SIZE; y++)
        for (unsigned x = 0; x < SIZE; x++)
            assert_true(c.of[y][x] <= 1);
    /* A clip distance takes one half away. */
    memset(&c, 0, sizeof c);
    dxki_draw_corner s[3] = {corner_at(-1, -3, 0.5, 1), corner_at(-1, 1, 0.5, 1),
                             corner_at(3, 1, 0.5, 1)};
    s[0].clip[0] = s[1].clip[0] = -1;
    s[2].clip[0] = 3;
    assert_true(draw(&c, s, 3, SIZE, SIZE));
    for (unsigned y = 0; y < SIZE; y++)
        for (unsigned x = 0; x < SIZE; x++)
            assert_int_equal(c.of[y][x], x >= SIZE / 2);
    /* Odd numbers draw nothing or something, within the screen. */
    static const double odd[] = {0, 1, -1, 1e30, -1e30, 1e-30, 3, -0.0};
    uint32_t seed = 9;
    for (unsigned round = 0; round < 3000; round++) {
        for (unsigned i = 0; i < 12; i++)
            s[i / 4].position[i % 4] = odd[random_number(&seed) % 8];
        if (round % 16 == 0)
            s[0].position[1] = (double)NAN;
        assert_true(draw(&c, s, 3, 7, 5));
        assert_true(draw(&c, s, 1, 7, 5));
    }
}

/* --- draws --- */

static const char vertex_text[] =
    "define void @main() {\n" /* position, four reals, after them an integer */
    "  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)\n"
    "  %y = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)\n"
    "  %z = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 undef)\n"
    "  %c = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 3, i32 undef)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %y)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %z)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 1, i32 0, i8 0, float %c)\n"
    "  ret void\n}\n";
static const char vertex_signatures[] =
    "!4 = !{!6}\n!5 = !{!7, !8}\n"
    "!6 = !{i32 0, !\"A\", i8 9, i8 0, !9, i8 0, i32 1, i8 4, i32 0, i8 0, null}\n"
    "!7 = !{i32 0, !\"SV_Position\", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, null}\n"
    "!8 = !{i32 1, !\"Shade\", i8 9, i8 0, !9, i8 2, i32 1, i8 1, i32 1, i8 0, null}\n";
static const char pixel_text[] =
    "define void @main() {\n"
    "  %c = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef)\n"
    "  %y = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %c)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %y)\n"
    "  ret void\n}\n";
static const char pixel_signatures[] =
    "!4 = !{!6, !7}\n!5 = !{!8}\n"
    "!6 = !{i32 0, !\"SV_Position\", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, null}\n"
    "!7 = !{i32 1, !\"SHADE\", i8 9, i8 0, !9, i8 2, i32 1, i8 1, i32 1, i8 0, null}\n"
    "!8 = !{i32 0, !\"SV_Target\", i8 9, i8 16, !9, i8 0, i32 1, i8 4, i32 0, i8 0, null}\n";

typedef struct shader {
    char text[6000];
    dxk_module *module;
    dxk_run_program *program;
    dxk_run *run;
    dxk_run_worker *worker;
} shader;

static void open_shader(shader *s, dxk_ctx *ctx, const char *stage, const char *body,
                        const char *signatures)
{
    dxk_run_program_options options = {.for_invoke = true};
    int size =
        snprintf(s->text, sizeof s->text,
                 "target datalayout = "
                 "\"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:"
                 "16:32:64\"\ntarget triple = \"dxil-ms-dx\"\n"
                 "declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)\n"
                 "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n%s"
                 "!dx.version = !{!0}\n!dx.valver = !{!0}\n!dx.shaderModel = "
                 "!{!1}\n!dx.entryPoints = !{!2}\n"
                 "!0 = !{i32 1, i32 0}\n!1 = !{!\"%s\", i32 6, i32 0}\n"
                 "!2 = !{void ()* @main, !\"main\", !3, null, null}\n!3 = !{!4, !5, null}\n%s"
                 "!9 = !{i32 0}\n",
                 body, stage, signatures);
    assert_true(size > 0 && (size_t)size < sizeof s->text);
    assert_int_equal(dxk_module_parse(ctx, (dxk_bytes){(const uint8_t *)s->text, (size_t)size},
                                      NULL, &s->module),
                     DXK_OK);
    assert_int_equal(dxk_run_program_create_module(s->module, &options, &s->program), DXK_OK);
    assert_int_equal(dxk_run_create(s->program, NULL, &s->run), DXK_OK);
    assert_int_equal(dxk_run_worker_create(s->run, ctx, &s->worker), DXK_OK);
}

static void close_shader(shader *s)
{
    dxk_run_worker_free(s->worker);
    dxk_run_free(s->run);
    dxk_run_program_free(s->program);
    dxk_module_free(s->module);
}

static void triangles_are_drawn(void **state)
{
    static shader vertex, pixel;
    static float colors[SIZE * SIZE][2], depth[SIZE * SIZE];
    dxk_ctx *ctx = support_ctx();
    (void)state;
    open_shader(&vertex, ctx, "vs", vertex_text, vertex_signatures);
    open_shader(&pixel, ctx, "ps", pixel_text, pixel_signatures);
    /* A square of two triangles, then a nearer and a farther triangle over its upper left half. */
    const float corners[12][4] = {
        {-1, -1, 0.5f, 0}, {-1, 1, 0.5f, 2},    {1, 1, 0.5f, 4},    {-1, -1, 0.5f, 0},
        {1, 1, 0.5f, 4},   {1, -1, 0.5f, 2},    {-1, -1, 0.25f, 9}, {-1, 1, 0.25f, 9},
        {1, 1, 0.25f, 9},  {-1, -1, 0.75f, 11}, {-1, 1, 0.75f, 11}, {1, 1, 0.75f, 11},
    };
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        depth[i] = 1;
    dxk_draw what = {
        .width = SIZE,
        .height = SIZE,
        .vertex_count = 12,
        .vertices = (const uint32_t *)(const void *)corners,
        .targets = {{.data = colors, .size = sizeof colors, .format = 16}},
        .depth = depth,
    };
    assert_int_equal(
        dxk_run_draw(&(dxk_draw_pipeline){.vertex = vertex.worker, .pixel = pixel.worker}, &what),
        DXK_OK);
    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            float right = ((float)x + 0.5f) / SIZE, up = 1 - ((float)y + 0.5f) / SIZE;
            unsigned i = y * SIZE + x;
            assert_true(colors[i][1] == (float)y + 0.5f);
            if (x + y != SIZE - 1) /* on the diagonal either is right */
                assert_true(fabsf(colors[i][0] - (up > right ? 9 : 2 * right + 2 * up)) < 1e-5f);
            assert_true(depth[i] == 0.25f || depth[i] == 0.5f);
        }
    }
    what.targets[0].size--;
    assert_int_equal(
        dxk_run_draw(&(dxk_draw_pipeline){.vertex = vertex.worker, .pixel = pixel.worker}, &what),
        DXK_E_ARGUMENT);
    assert_int_equal(
        dxk_run_draw(&(dxk_draw_pipeline){.vertex = pixel.worker, .pixel = vertex.worker}, &what),
        DXK_E_ARGUMENT);
    close_shader(&pixel);
    close_shader(&vertex);
    support_ctx_done(ctx);
}

static void points_are_pixels(void **state)
{
    static shader vertex, pixel;
    static uint8_t colors[SIZE * SIZE][4];
    dxk_ctx *ctx = support_ctx();
    unsigned drawn = 0;
    (void)state;
    open_shader(&vertex, ctx, "vs", vertex_text, vertex_signatures);
    open_shader(&pixel, ctx, "ps", pixel_text, pixel_signatures);
    /* The middle of a pixel, the first pixel, the edge of pixels on the right, behind the far plane. Edges
     * of the square around a point belong to it on the left and at the top: pixels left and above. */
    const float corners[4][4] = {{1.0f / 32, -1.0f / 32, 0, 1},
                                 {-31.0f / 32, 31.0f / 32, 0, 0.5f},
                                 {1, 0, 0, 1},
                                 {0, 0, 1.5f, 1}};
    memset(colors, 7, sizeof colors);
    dxk_draw what = {
        .topology = DXK_DRAW_POINTS,
        .width = SIZE,
        .height = SIZE,
        .vertex_count = 4,
        .vertices = (const uint32_t *)(const void *)corners,
        .targets = {{.data = colors, .size = sizeof colors, .format = 28}},
    };
    assert_int_equal(
        dxk_run_draw(&(dxk_draw_pipeline){.vertex = vertex.worker, .pixel = pixel.worker}, &what),
        DXK_OK);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        drawn += colors[i][0] != 7;
    assert_int_equal(drawn, 3);
    assert_int_equal(colors[(SIZE / 2 - 1) * SIZE + SIZE - 1][0], 255);
    assert_int_equal(colors[SIZE / 2 * SIZE + SIZE / 2][0], 255);
    assert_int_equal(colors[0][0], 128);
    assert_int_equal(colors[0][1], 128); /* y of the position: 0.5 */
    close_shader(&pixel);
    close_shader(&vertex);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(shared_edges_belong_to_one), cmocka_unit_test(sides_and_weights_are_told),
    cmocka_unit_test(what_is_outside_is_clipped), cmocka_unit_test(triangles_are_drawn),
    cmocka_unit_test(points_are_pixels),
};
SUPPORT_SUITE(test_exec_draw, tests);
