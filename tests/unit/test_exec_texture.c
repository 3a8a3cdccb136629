/* SPDX-License-Identifier: MIT */
/*
 * test_exec_texture.c - textures against models of their own: where texels lie is counted texel by
 * texel, filters are written as the sums that they are, in binary64.
 */
#include <math.h>

#include "support.h"

#include "exec/kinds.h"
#include "exec/sample.h"

#define R32 41u /* R32_FLOAT */

static uint32_t bits_of(double value)
{
    float real = (float)value;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

static double real_of(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

static uint32_t random_below(uint32_t *state, uint32_t count)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*state * count >> 32);
}

static const uint8_t texture_kinds[] = {
    DXK_RESOURCE_KIND_TEXTURE1D,          DXK_RESOURCE_KIND_TEXTURE2D,
    DXK_RESOURCE_KIND_TEXTURE2DMS,        DXK_RESOURCE_KIND_TEXTURE3D,
    DXK_RESOURCE_KIND_TEXTURE_CUBE,       DXK_RESOURCE_KIND_TEXTURE1D_ARRAY,
    DXK_RESOURCE_KIND_TEXTURE2D_ARRAY,    DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY,
    DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY,
};

static bool is_array(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_TEXTURE1D_ARRAY || kind == DXK_RESOURCE_KIND_TEXTURE2D_ARRAY ||
           kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY ||
           kind == DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
}

static bool is_cube(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_TEXTURE_CUBE || kind == DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
}

static bool is_multisampled(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_TEXTURE2DMS || kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
}

static uint32_t axes_of(uint32_t kind)
{
    if (kind == DXK_RESOURCE_KIND_TEXTURE1D || kind == DXK_RESOURCE_KIND_TEXTURE1D_ARRAY)
        return 1;
    return kind == DXK_RESOURCE_KIND_TEXTURE3D ? 3 : 2;
}

static dxki_exec_view view_of(uint32_t kind, void *memory, uint64_t size)
{
    dxki_exec_view view = {
        .memory = memory,
        .memory_size = size,
        .kind = (uint8_t)kind,
        .format = R32,
        .width = 5,
        .height = is_cube(kind)       ? 5
                  : axes_of(kind) > 1 ? 3
                                      : 1,
        .depth = axes_of(kind) > 2 ? 4 : 1,
        .slices = (is_array(kind) ? 3u : 1u) * (is_cube(kind) ? 6u : 1u),
        .mips = is_multisampled(kind) ? 1 : 3,
        .samples = is_multisampled(kind) ? 4 : 1,
        .mapped = UINT64_MAX,
    };
    return view;
}

static uint32_t shrunk(uint32_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

/* --- layout --- */

/* Visits all texels in the order in which they should lie in memory. */
static void texels_lie_in_order(void **state)
{
    static uint32_t memory[4096];
    (void)state;
    for (uint32_t i = 0; i < 4096; i++)
        memory[i] = i;
    for (size_t k = 0; k < sizeof texture_kinds; k++) {
        dxki_exec_view v = view_of(texture_kinds[k], memory, sizeof memory);
        assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
        uint32_t next = 0;
        for (uint32_t slice = 0; slice < v.slices; slice++) {
            for (uint32_t mip = 0; mip < v.mips; mip++) {
                uint32_t size[3] = {shrunk(v.width, mip), shrunk(v.height, mip),
                                    shrunk(v.depth, mip)};
                for (uint32_t z = 0; z < size[2]; z++)
                    for (uint32_t y = 0; y < size[1]; y++)
                        for (uint32_t x = 0; x < size[0]; x++)
                            for (uint32_t s = 0; s < v.sample_count; s++) {
                                dxki_exec_place place = {x, y, z, slice, mip, s};
                                dxki_exec_texel texel;
                                assert_int_equal(dxki_exec_texel_load(&v, &place, &texel),
                                                 DXKI_FAULT_NONE);
                                assert_int_equal(texel.c[0], next);
                                next++;
                            }
            }
        }
        assert_int_equal(v.size, 4 * (uint64_t)next);
        v.memory_size = v.size - 1;
        assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_RANGE);
        assert_true(dxki_exec_view_is_null(&v));
    }
}

static void outside_is_nothing(void **state)
{
    uint32_t memory[1024];
    (void)state;
    memset(memory, 0xFF, sizeof memory);
    for (size_t k = 0; k < sizeof texture_kinds; k++) {
        dxki_exec_view v = view_of(texture_kinds[k], memory, sizeof memory);
        assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
        const dxki_exec_place ends[] = {
            {v.width, 0, 0, 0, 0, 0},       {0, v.height, 0, 0, 0, 0},
            {0, 0, v.depth, 0, 0, 0},       {0, 0, 0, v.slice_count, 0, 0},
            {0, 0, 0, 0, v.level_count, 0}, {0, 0, 0, 0, 0, v.sample_count},
            {UINT32_MAX, 0, 0, 0, 0, 0},    {0, UINT32_MAX, 0, 0, 0, 0},
            {0, 0, UINT32_MAX, 0, 0, 0},    {0, 0, 0, UINT32_MAX, 0, 0},
            {0, 0, 0, 0, UINT32_MAX, 0},    {0, 0, 0, 0, 0, UINT32_MAX},
        };
        for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
            dxki_exec_texel texel = {{7, 7, 7, 7}};
            assert_int_equal(dxki_exec_texel_store(&v, &ends[i], &texel), DXKI_FAULT_RANGE);
            assert_int_equal(dxki_exec_texel_load(&v, &ends[i], &texel), DXKI_FAULT_RANGE);
            assert_int_equal(texel.c[0], 0);
            assert_int_equal(texel.c[3], bits_of(1));
        }
        for (size_t i = 0; i < 1024; i++)
            assert_int_equal(memory[i], UINT32_MAX);
    }
}

static void views_are_parts_of_resources(void **state)
{
    uint32_t memory[1024];
    (void)state;
    for (uint32_t i = 0; i < 1024; i++)
        memory[i] = i;
    dxki_exec_view v = view_of(DXK_RESOURCE_KIND_TEXTURE2D_ARRAY, memory, sizeof memory);
    v.first_mip = 1;
    v.view_mips = 1;
    v.first_slice = 2;
    assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
    dxki_exec_place place = {.x = 1};
    dxki_exec_texel texel;
    assert_int_equal(dxki_exec_texel_load(&v, &place, &texel), DXKI_FAULT_NONE);
    assert_int_equal(texel.c[0], 2 * (15 + 2 + 1) + 15 + 1);
    uint32_t sizes[4];
    dxki_exec_view_dimensions(&v, 0, sizes);
    const uint32_t want[4] = {2, 1, 1, 1};
    assert_memory_equal(sizes, want, sizeof want);
    v = view_of(DXK_RESOURCE_KIND_TEXTURE2D, memory, 18 * 4);
    v.mapped = 16 * 4;
    assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
    place = (dxki_exec_place){.x = 1, .mip = 1};
    assert_int_equal(dxki_exec_texel_load(&v, &place, &texel), DXKI_FAULT_UNMAPPED);
    place.x = 0;
    assert_int_equal(dxki_exec_texel_load(&v, &place, &texel), DXKI_FAULT_NONE);
}

static void dimensions_are_those_of_the_level(void **state)
{
    static const uint32_t want[][4] = {{2, 0, 0, 3}, {2, 1, 0, 3}, {5, 3, 0, 4},
                                       {2, 1, 2, 3}, {2, 2, 0, 3}, {2, 3, 0, 3},
                                       {2, 1, 3, 3}, {5, 3, 3, 4}, {2, 2, 3, 3}};
    uint32_t memory[4096], sizes[4];
    (void)state;
    for (size_t k = 0; k < sizeof texture_kinds; k++) {
        dxki_exec_view v = view_of(texture_kinds[k], memory, sizeof memory);
        assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
        dxki_exec_view_dimensions(&v, 1, sizes);
        assert_memory_equal(sizes, want[k], sizeof sizes);
        if (is_multisampled(v.kind))
            continue;
        dxki_exec_view_dimensions(&v, 3, sizes);
        assert_int_equal(sizes[0] + sizes[1] + sizes[2], 0);
        assert_int_equal(sizes[3], 3);
    }
    dxki_exec_view nothing = {0};
    dxki_exec_view_dimensions(&nothing, 0, sizes);
    assert_int_equal(sizes[0] + sizes[1] + sizes[2] + sizes[3], 0);
}

/* --- filters of flat textures: a model --- */

/* Index `i` of `n` after the address mode; -1: the border. */
static int model_address(int mode, int n, int i)
{
    switch (mode) {
    case DXK_ADDRESS_MODE_WRAP:
        while (i < 0)
            i += n;
        return i % n;
    case DXK_ADDRESS_MODE_MIRROR:
        while (i < 0)
            i += 2 * n;
        i %= 2 * n;
        return i < n ? i : 2 * n - 1 - i;
    case DXK_ADDRESS_MODE_BORDER:
        return i < 0 || i >= n ? -1 : i;
    case DXK_ADDRESS_MODE_MIRROR_ONCE:
        i = i < 0 ? -1 - i : i;
        return i < n ? i : n - 1;
    default:
        return i < 0 ? 0 : i < n ? i : n - 1;
    }
}

/* The texel at (c[0], c[1], c[2]) of a level. */
static double model_texel(const dxki_exec_lookup *l, uint32_t mip, uint32_t slice, const int c[3])
{
    const dxki_exec_view *v = l->view;
    int size[3] = {(int)shrunk(v->width, mip), (int)shrunk(v->height, mip),
                   (int)shrunk(v->depth, mip)};
    dxki_exec_place place = {.mip = mip, .slice = slice};
    uint32_t *to[3] = {&place.x, &place.y, &place.z};
    dxki_exec_texel texel;

    for (unsigned i = 0; i < axes_of(v->kind); i++) {
        int at = model_address(l->sampler->address[i], size[i], c[i]);
        if (at < 0)
            return real_of(l->sampler->border[0]);
        *to[i] = (uint32_t)at;
    }
    dxki_exec_texel_load(v, &place, &texel);
    return real_of(texel.c[0]);
}

/* A level filtered: the mean of 2 texels in each direction by their distance, in 256 steps. */
static double model_level(const dxki_exec_lookup *l, uint32_t mip, bool is_linear)
{
    const dxki_exec_view *v = l->view;
    unsigned axes = axes_of(v->kind);
    double size[3] = {shrunk(v->width, mip), shrunk(v->height, mip), shrunk(v->depth, mip)};
    int first[3] = {0, 0, 0};
    double part[3] = {0, 0, 0}, sum = 0;
    uint32_t slice = 0;

    for (unsigned i = 0; i < axes; i++) {
        double x = (double)l->coord[i] * size[i] + (is_linear ? -0.5 : 0);
        x = is_linear ? nearbyint(x * 256) / 256 : x;
        first[i] = (int)floor(x) + l->offset[i];
        part[i] = is_linear ? x - floor(x) : 0;
    }
    if (is_array(v->kind)) {
        double s = nearbyint((double)l->coord[axes]);
        slice = s < 0 ? 0 : s > v->slices - 1 ? v->slices - 1 : (uint32_t)s;
    }
    for (int k = 0; k < 8; k++) {
        const int c[3] = {first[0] + (k & 1), first[1] + (k >> 1 & 1), first[2] + (k >> 2)};
        double weight = (k & 1 ? part[0] : 1 - part[0]) * (k & 2 ? part[1] : 1 - part[1]) *
                        (k & 4 ? part[2] : 1 - part[2]);
        if (weight != 0)
            sum += weight * model_texel(l, mip, slice, c);
    }
    return sum;
}

static double model_sample(const dxki_exec_lookup *l)
{
    const dxki_exec_sampler *s = l->sampler;
    double last = l->view->mips - 1, lod = (double)l->lod;
    bool is_linear = lod > 0 ? s->min_linear : s->mag_linear;

    lod = lod < 0 ? 0 : lod > last ? last : lod;
    if (!s->mip_linear)
        return model_level(l, (uint32_t)floor(lod + 0.5), is_linear);
    uint32_t mip = (uint32_t)lod;
    double rest = lod - mip;
    double low = model_level(l, mip, is_linear);
    return rest > 0 ? low * (1 - rest) + rest * model_level(l, mip + 1, is_linear) : low;
}

static void filters_are_weighted_means(void **state)
{
    static uint32_t memory[4096];
    uint32_t seed = 1;
    (void)state;
    for (uint32_t i = 0; i < 4096; i++)
        memory[i] = bits_of(random_below(&seed, 1000) / 8.0);
    for (unsigned round = 0; round < 20000; round++) {
        uint32_t kind = texture_kinds[random_below(&seed, sizeof texture_kinds)];
        if (is_cube(kind) || is_multisampled(kind))
            continue;
        dxki_exec_view v = view_of(kind, memory, sizeof memory);
        dxki_exec_sampler s = {
            .min_linear = random_below(&seed, 2),
            .mag_linear = random_below(&seed, 2),
            .mip_linear = random_below(&seed, 2),
            .address = {(uint8_t)(1 + random_below(&seed, 5)),
                        (uint8_t)(1 + random_below(&seed, 5)),
                        (uint8_t)(1 + random_below(&seed, 5))},
            .border = {bits_of(77), 0, 0, 0},
        };
        dxki_exec_lookup l = {.view = &v, .sampler = &s};
        dxki_exec_texel got;
        assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
        for (unsigned i = 0; i < 4; i++)
            l.coord[i] = (float)((double)random_below(&seed, 60000) / 10000 - 2.5);
        for (unsigned i = 0; i < 3; i++)
            l.offset[i] = (int32_t)random_below(&seed, 16) - 8;
        l.lod = (float)((double)random_below(&seed, 500) / 100 - 1);
        assert_true(dxki_exec_sample(&l, &got));
        double want = model_sample(&l);
        if (fabs(real_of(got.c[0]) - want) > 1e-4)
            fail_msg("round %u, kind %u: %f, not %f", round, kind, real_of(got.c[0]), want);
        assert_int_equal(got.c[1], 0);
        assert_int_equal(got.c[3], bits_of(1));
    }
}

/* A texture of 4 x 4 with the numbers 0 to 15. */
typedef struct square {
    uint32_t memory[16];
    dxki_exec_view view;
    dxki_exec_sampler sampler;
    dxki_exec_lookup lookup;
} square;

static void make_square(square *q)
{
    memset(q, 0, sizeof *q);
    for (uint32_t i = 0; i < 16; i++)
        q->memory[i] = bits_of(i);
    q->view = (dxki_exec_view){.memory = (uint8_t *)q->memory,
                               .memory_size = sizeof q->memory,
                               .kind = DXK_RESOURCE_KIND_TEXTURE2D,
                               .format = R32,
                               .width = 4,
                               .height = 4,
                               .mapped = UINT64_MAX};
    assert_int_equal(dxki_exec_view_prepare(&q->view), DXKI_FAULT_NONE);
    for (unsigned i = 0; i < 3; i++)
        q->sampler.address[i] = DXK_ADDRESS_MODE_CLAMP;
    q->lookup.view = &q->view;
    q->lookup.sampler = &q->sampler;
}

static double sample_at(square *q, double u, double v)
{
    dxki_exec_texel texel;
    q->lookup.coord[0] = (float)u;
    q->lookup.coord[1] = (float)v;
    assert_true(dxki_exec_sample(&q->lookup, &texel));
    return real_of(texel.c[0]);
}

static void odd_coordinates_are_taken(void **state)
{
    square q;
    (void)state;
    make_square(&q);
    assert_true(sample_at(&q, (double)NAN, 0.6) == 8);
    assert_true(sample_at(&q, (double)INFINITY, 0.6) == 11);
    assert_true(sample_at(&q, -(double)INFINITY, 0.6) == 8);
    assert_true(sample_at(&q, 1e30, 1e30) == 15);
    q.sampler.min_linear = q.sampler.mag_linear = true;
    assert_true(sample_at(&q, (double)INFINITY, -(double)INFINITY) == 3);
    assert_true(sample_at(&q, 0.5, 0.375) == 5.5);
    q.memory[5] = 0x7FC00000; /* a texel without weight does not matter */
    assert_true(sample_at(&q, 0.625, 0.375) == 6);
    assert_true(sample_at(&q, 0.624, 0.375) != sample_at(&q, 0.624, 0.375));
}

static void least_and_greatest_are_taken(void **state)
{
    square q;
    (void)state;
    make_square(&q);
    q.sampler.min_linear = q.sampler.mag_linear = true;
    q.sampler.reduction = 2;
    assert_true(sample_at(&q, 0.5, 0.5) == 5);
    assert_true(sample_at(&q, 0.625, 0.5) == 6);
    q.sampler.reduction = 3;
    assert_true(sample_at(&q, 0.5, 0.5) == 10);
    assert_true(sample_at(&q, 0.375, 0.625) == 9);
}

static void comparisons_come_before_the_filter(void **state)
{
    static const uint8_t passes[9][3] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    square q;
    (void)state;
    make_square(&q);
    q.lookup.compares = true;
    for (uint8_t op = 1; op <= 8; op++) {
        q.sampler.comparison = op;
        for (uint32_t i = 0; i < 3; i++) { /* less, equal, greater than the texel, which is 5 */
            q.lookup.reference = 4 + (float)i;
            assert_true(sample_at(&q, 0.375, 0.375) == passes[op][i]);
        }
        q.lookup.reference = NAN;
        assert_true(sample_at(&q, 0.375, 0.375) == (op == 6 || op == 8));
    }
    q.sampler.mag_linear = q.sampler.min_linear = true;
    q.sampler.comparison = DXK_COMPARISON_FUNC_LESS_EQUAL;
    q.lookup.reference = 6;
    assert_true(sample_at(&q, 0.5, 0.5) == 0.75); /* 5 is less, 6, 9 and 10 are not */
}

static void gathers_go_round(void **state)
{
    square q;
    dxki_exec_texel texel;
    (void)state;
    make_square(&q);
    q.lookup.coord[0] = q.lookup.coord[1] = 0.5f;
    q.lookup.offset[0] = 1;
    assert_true(dxki_exec_gather(&q.lookup, 0, &texel));
    const uint32_t want[4] = {bits_of(10), bits_of(11), bits_of(7), bits_of(6)};
    assert_memory_equal(texel.c, want, sizeof want);
    assert_true(dxki_exec_gather(&q.lookup, 3, &texel));
    assert_int_equal(texel.c[0], bits_of(1));
    uint64_t raw[4];
    assert_true(dxki_exec_gather_raw(&q.lookup, raw));
    assert_int_equal(raw[1], bits_of(11));
    q.lookup.compares = true;
    q.lookup.reference = 8;
    q.sampler.comparison = DXK_COMPARISON_FUNC_LESS;
    assert_true(dxki_exec_gather(&q.lookup, 0, &texel));
    assert_int_equal(texel.c[1], bits_of(1));
    assert_int_equal(texel.c[2], 0);
}

static void borders_have_what_the_format_has(void **state)
{
    uint8_t memory[4] = {255, 255, 255, 255};
    dxki_exec_view v = {.memory = memory,
                        .memory_size = 4,
                        .kind = DXK_RESOURCE_KIND_TEXTURE2D,
                        .format = 49, /* R8G8_UNORM */
                        .width = 1,
                        .height = 2,
                        .mapped = UINT64_MAX};
    dxki_exec_sampler s = {.address = {4, 4, 4},
                           .border = {bits_of(2), bits_of(3), bits_of(4), bits_of(5)}};
    dxki_exec_lookup l = {.view = &v, .sampler = &s, .coord = {-1, -1, 0, 0}};
    dxki_exec_texel texel;
    (void)state;
    assert_int_equal(dxki_exec_view_prepare(&v), DXKI_FAULT_NONE);
    assert_true(dxki_exec_sample(&l, &texel));
    const uint32_t want[4] = {bits_of(2), bits_of(3), 0, bits_of(1)};
    assert_memory_equal(texel.c, want, sizeof want);
}

/* --- levels --- */

static void levels_follow_the_longer_derivative(void **state)
{
    square q;
    (void)state;
    make_square(&q);
    q.sampler.max_lod = 100;
    dxki_exec_gradient g = {{0.5f, 0, 0}, {0, 0.25f, 0}};
    dxki_exec_lod_of(&q.lookup, &g);
    assert_true(q.lookup.lod == 1); /* two texels */
    assert_int_equal(q.lookup.taps, 1);
    g = (dxki_exec_gradient){{0.125f, 0, 0}, {0.75f, 1, 0}}; /* five texels */
    dxki_exec_lod_of(&q.lookup, &g);
    assert_true(fabs((double)q.lookup.lod - log2(5)) < 1e-6);
    g = (dxki_exec_gradient){{0, 0, 0}, {0, 0, 0}};
    dxki_exec_lod_of(&q.lookup, &g);
    assert_true(q.lookup.lod == -INFINITY);
    q.sampler.min_lod = 0.5f;
    assert_true(dxki_exec_lod_clamp(&q.sampler, q.lookup.lod, 0) == 0.5f);
    assert_true(dxki_exec_lod_clamp(&q.sampler, 200, 0) == 100);
    assert_true(dxki_exec_lod_clamp(&q.sampler, 1, 3) == 3);
    assert_true(dxki_exec_lod_clamp(&q.sampler, NAN, 0) == 0.5f);
}

static void anisotropy_looks_at_several_places(void **state)
{
    square q;
    (void)state;
    make_square(&q);
    q.sampler.anisotropic = q.sampler.min_linear = q.sampler.mag_linear = true;
    q.sampler.max_anisotropy = 16;
    dxki_exec_gradient g = {{1, 0, 0}, {0, 0.25f, 0}}; /* four texels by one */
    dxki_exec_lod_of(&q.lookup, &g);
    assert_true(q.lookup.lod == 0);
    assert_int_equal(q.lookup.taps, 4);
    double sum = 0, got = sample_at(&q, 0.5, 0.375);
    q.lookup.taps = 1;
    for (int k = 0; k < 4; k++)
        sum += sample_at(&q, 0.5 + (k + 0.5) / 4 - 0.5, 0.375) / 4;
    assert_true(got == sum);
    q.sampler.max_anisotropy = 2;
    dxki_exec_lod_of(&q.lookup, &g);
    assert_true(q.lookup.lod == 1);
    assert_int_equal(q.lookup.taps, 2);
    g = (dxki_exec_gradient){{0, 0, 0}, {0, 1, 0}}; /* a line */
    dxki_exec_lod_of(&q.lookup, &g);
    assert_int_equal(q.lookup.taps, 2);
    g = (dxki_exec_gradient){{INFINITY, NAN, 0}, {0, 1, 0}};
    dxki_exec_lod_of(&q.lookup, &g);
    assert_true(q.lookup.taps <= 2);
}

/* --- cubes --- */

/* A cube of faces of 8 x 8 whose texels hold a function of their direction. */
static uint32_t cube_memory[6 * 64];

static double height_of(const double d[3])
{
    double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    return (d[0] + 2 * d[1] + 3 * d[2]) / length;
}

/* The direction of (u, v) in -1 to 1 on a face, from the names of D3D's axes. */
static void model_direction(uint32_t face, double u, double v, double d[3])
{
    const double table[6][3] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v},
                                {u, -1, -v}, {u, -v, 1},  {-u, -v, -1}};
    memcpy(d, table[face], sizeof table[face]);
}

static void make_cube(dxki_exec_view *view)
{
    for (uint32_t i = 0; i < 6 * 64; i++) {
        double d[3];
        model_direction(i / 64, (i % 8 + 0.5) / 4 - 1, (i / 8 % 8 + 0.5) / 4 - 1, d);
        cube_memory[i] = bits_of(height_of(d));
    }
    *view = (dxki_exec_view){.memory = (uint8_t *)cube_memory,
                             .memory_size = sizeof cube_memory,
                             .kind = DXK_RESOURCE_KIND_TEXTURE_CUBE,
                             .format = R32,
                             .width = 8,
                             .height = 8,
                             .mapped = UINT64_MAX};
    assert_int_equal(dxki_exec_view_prepare(view), DXKI_FAULT_NONE);
}

static void directions_meet_faces(void **state)
{
    (void)state;
    for (uint32_t face = 0; face < 6; face++) {
        for (int k = 0; k < 100; k++) {
            double u = k % 10 / 10.0 - 0.45, v = k / 10 / 10.0 - 0.45, d[3], uv[2];
            model_direction(face, u, v, d);
            const float direction[3] = {(float)(3 * d[0]), (float)(3 * d[1]), (float)(3 * d[2])};
            assert_int_equal(dxki_exec_cube_face(direction, uv), face);
            assert_true(fabs(2 * uv[0] - 1 - u) < 1e-6 && fabs(2 * uv[1] - 1 - v) < 1e-6);
        }
    }
    double uv[2];
    const float ties[][3] = {{1, 1, 1}, {-1, 1, 0}, {-1, 0, -1}, {0, 0, 0}};
    const uint32_t wants[] = {4, 2, 5, 4};
    for (int i = 0; i < 4; i++)
        assert_int_equal(dxki_exec_cube_face(ties[i], uv), wants[i]);
}

/* Beyond an edge lies the texel that is next to it in space. */
static void edges_have_neighbours(void **state)
{
    (void)state;
    for (uint32_t face = 0; face < 6; face++) {
        for (int64_t k = 0; k < 4 * 8; k++) {
            int64_t along = k % 8, edge = k / 8;
            int64_t x = edge == 0 ? -1 : edge == 1 ? 8 : along;
            int64_t y = edge == 2 ? -1 : edge == 3 ? 8 : along;
            double inside[3], there[3], apart = 0;
            uint32_t other = face;
            int64_t cx = x < 0 ? 0 : x > 7 ? 7 : x, cy = y < 0 ? 0 : y > 7 ? 7 : y;
            model_direction(face, ((double)cx + 0.5) / 4 - 1, ((double)cy + 0.5) / 4 - 1, inside);
            dxki_exec_cube_neighbour(8, &other, &x, &y);
            assert_true(other != face && x >= 0 && x < 8 && y >= 0 && y < 8);
            model_direction(other, ((double)x + 0.5) / 4 - 1, ((double)y + 0.5) / 4 - 1, there);
            for (int i = 0; i < 3; i++)
                apart += fabs(inside[i] - there[i]);
            assert_true(apart < 0.251); /* an eighth to the edge, an eighth after it */
        }
    }
}

static void cubes_have_no_seams(void **state)
{
    dxki_exec_view view;
    dxki_exec_sampler s = {.min_linear = true, .mag_linear = true};
    dxki_exec_lookup l = {.view = &view, .sampler = &s};
    dxki_exec_texel texel;
    (void)state;
    make_cube(&view);
    for (int k = 0; k < 2000; k++) {
        double a = k * 0.37, b = k * 0.0031 - 1.55;
        double d[3] = {cos(a) * cos(b), sin(b), sin(a) * cos(b)};
        for (int i = 0; i < 3; i++)
            l.coord[i] = (float)d[i];
        assert_true(dxki_exec_sample(&l, &texel));
        assert_true(fabs(real_of(texel.c[0]) - height_of(d)) < 0.07);
    }
    /* At a corner three texels have a third each. */
    l.coord[0] = l.coord[1] = l.coord[2] = 1;
    assert_true(dxki_exec_sample(&l, &texel));
    double around = 0;
    const uint32_t corners[3][3] = {{0, 0, 0}, {2, 7, 7}, {4, 7, 0}};
    for (int i = 0; i < 3; i++)
        around += real_of(cube_memory[corners[i][0] * 64 + corners[i][2] * 8 + corners[i][1]]) / 3;
    assert_true(fabs(real_of(texel.c[0]) - around) < 1e-6);
}

static void cubes_have_levels(void **state)
{
    dxki_exec_view view;
    dxki_exec_sampler s = {0};
    dxki_exec_lookup l = {.view = &view, .sampler = &s, .coord = {2, 0, 0, 0}};
    (void)state;
    make_cube(&view);
    dxki_exec_gradient g = {{0, 0, 1}, {0, 0.25f, 0}}; /* (2,0,0) to (2,0,1): a quarter of a face */
    dxki_exec_lod_of(&l, &g);
    assert_true(fabs((double)l.lod - 1) < 1e-6);
    g = (dxki_exec_gradient){{1, 0, 0}, {0, 0, 0}}; /* along the direction nothing changes */
    dxki_exec_lod_of(&l, &g);
    assert_true(l.lod == -INFINITY);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(texels_lie_in_order),
    cmocka_unit_test(outside_is_nothing),
    cmocka_unit_test(views_are_parts_of_resources),
    cmocka_unit_test(dimensions_are_those_of_the_level),
    cmocka_unit_test(filters_are_weighted_means),
    cmocka_unit_test(odd_coordinates_are_taken),
    cmocka_unit_test(least_and_greatest_are_taken),
    cmocka_unit_test(comparisons_come_before_the_filter),
    cmocka_unit_test(gathers_go_round),
    cmocka_unit_test(borders_have_what_the_format_has),
    cmocka_unit_test(levels_follow_the_longer_derivative),
    cmocka_unit_test(anisotropy_looks_at_several_places),
    cmocka_unit_test(directions_meet_faces),
    cmocka_unit_test(edges_have_neighbours),
    cmocka_unit_test(cubes_have_no_seams),
    cmocka_unit_test(cubes_have_levels),
};
SUPPORT_SUITE(test_exec_texture, tests);
