/* SPDX-License-Identifier: MIT */
/*
 * sample.c - the filters of sampling.
 *
 * A footprint is a set of texels of one level with weights; each of up to 16 places of an
 * anisotropic filter has one, in one or two levels. Weights of linear filters are multiples of
 * 1/256, and a texel without weight is not looked at, so that what it holds does not matter.
 * Source: D3D11.3 functional specification, 7.18.7 to 7.18.16.
 */
#include "exec/sample.h"
#include "exec/kinds.h"
#include "exec/math.h"

/* --- from coordinates to texels --- */

/* A texel index on one axis, and how much of the one behind it is mixed in, in 1/256. */
typedef struct spot {
    int64_t at;
    uint32_t fraction;
} spot;

#define FAR (1 << 30) /* beyond any texture, with all offsets */

static double bound(double x)
{
    if (x != x)
        return 0;
    return x < -FAR ? -FAR : x > FAR ? FAR : x;
}

static int64_t floor_of(double x)
{
    int64_t whole = (int64_t)x;
    return (double)whole > x ? whole - 1 : whole;
}

/* To the nearest integer, ties to even. */
static int64_t round_of(double x)
{
    int64_t whole = floor_of(x);
    double rest = x - (double)whole;
    return whole + (rest > 0.5 || (rest == 0.5 && whole & 1));
}

static spot find_spot(double texels, int32_t offset, bool is_linear)
{
    double x = bound(texels);

    if (!is_linear)
        return (spot){floor_of(x) + offset, 0};
    int64_t fixed = round_of(x * 256) - 128;
    int64_t whole = floor_of((double)fixed / 256);
    return (spot){whole + offset, (uint32_t)(fixed - whole * 256)};
}

/* What an address mode makes of an index outside of [0, n); false: the border. */
static bool wrap(uint8_t mode, int64_t n, int64_t *i)
{
    int64_t at = *i;

    if (at >= 0 && at < n)
        return true;
    switch (mode) {
    case DXK_ADDRESS_MODE_WRAP:
        *i = (at % n + n) % n;
        return true;
    case DXK_ADDRESS_MODE_MIRROR:
        at = at < 0 ? -at - 1 : at;
        *i = at / n & 1 ? n - 1 - at % n : at % n;
        return true;
    case DXK_ADDRESS_MODE_BORDER:
        return false;
    case DXK_ADDRESS_MODE_MIRROR_ONCE:
        at = at < 0 ? -at - 1 : at;
        break;
    default:
        break;
    }
    *i = at < 0 ? 0 : at >= n ? n - 1 : at;
    return true;
}

/* --- texels --- */

/* The border colour where the format has components. */
static void load_border(const dxki_exec_lookup *l, dxki_exec_texel *out)
{
    const dxki_exec_format *layout = &l->view->layout;
    dxki_exec_texel has;

    dxki_exec_format_default(layout, out);
    for (unsigned i = 0; i < 4; i++) {
        bool is_there = layout->compression ? i < 3 || out->c[3] == 0 : layout->field[i].bits > 0;
        has.c[i] = is_there ? l->sampler->border[i] : out->c[i];
    }
    *out = has;
}

static bool passes(uint8_t comparison, double reference, double texel)
{
    switch (comparison) {
    case DXK_COMPARISON_FUNC_LESS:
        return reference < texel;
    case DXK_COMPARISON_FUNC_EQUAL:
        return reference == texel;
    case DXK_COMPARISON_FUNC_LESS_EQUAL:
        return reference <= texel;
    case DXK_COMPARISON_FUNC_GREATER:
        return reference > texel;
    case DXK_COMPARISON_FUNC_NOT_EQUAL:
        return reference != texel;
    case DXK_COMPARISON_FUNC_GREATER_EQUAL:
        return reference >= texel;
    default:
        return comparison == DXK_COMPARISON_FUNC_ALWAYS;
    }
}

/* The reference of a texture with limits is kept within them. */
static double reference_of(const dxki_exec_lookup *l)
{
    double reference = (double)l->reference;

    if (l->view->layout.coding != DXKI_CODING_UNORM)
        return reference;
    return !(reference > 0) ? 0 : reference > 1 ? 1 : reference;
}

static void compare(const dxki_exec_lookup *l, dxki_exec_texel *texel)
{
    double value = (double)dxki_exec_float(texel->c[0]);
    bool pass = passes(l->sampler->comparison, reference_of(l), value);

    for (unsigned i = 0; i < 4; i++)
        texel->c[i] = dxki_exec_float_bits(pass ? 1 : 0);
}

/* The texel (x, y, z) of a place, after its indices were wrapped. False: it is not mapped. */
static bool load_texel(const dxki_exec_lookup *l, dxki_exec_place place, const int64_t at[3],
                       dxki_exec_texel *out)
{
    const dxki_exec_level *level = &l->view->level[place.mip];
    const dxki_exec_kind *kind = dxki_exec_kind_get(l->view->kind);
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    int64_t c[3] = {0, 0, 0};
    bool is_inside = true, is_mapped = true;

    for (unsigned i = 0; i < kind->axes; i++) {
        c[i] = at[i];
        is_inside &=
            wrap(kind->is_cube ? DXK_ADDRESS_MODE_CLAMP : l->sampler->address[i], sizes[i], &c[i]);
    }
    place.x = (uint32_t)c[0];
    place.y = (uint32_t)c[1];
    place.z = (uint32_t)c[2];
    if (is_inside)
        is_mapped = dxki_exec_texel_load(l->view, &place, out) != DXKI_FAULT_UNMAPPED;
    else
        load_border(l, out);
    if (l->compares)
        compare(l, out);
    return is_mapped;
}

/* --- sums --- */

typedef struct sum {
    double c[4]; /* of what the reduction makes of the texels */
    dxki_exec_texel last;
    bool has_any, is_mapped;
} sum;

static void add_texel(const dxki_exec_lookup *l, const dxki_exec_texel *texel, double weight,
                      sum *s)
{
    for (unsigned i = 0; i < 4; i++) {
        double value = (double)dxki_exec_float(texel->c[i]);
        if (l->sampler->reduction < 2 || l->compares)
            s->c[i] += weight * value;
        else if (!s->has_any || (l->sampler->reduction == 2 ? value < s->c[i] : value > s->c[i]))
            s->c[i] = value;
    }
    s->last = *texel;
    s->has_any = true;
}

static void add_at(const dxki_exec_lookup *l, const dxki_exec_place *place, const int64_t at[3],
                   double weight, sum *s)
{
    dxki_exec_texel texel;

    s->is_mapped &= load_texel(l, *place, at, &texel);
    add_texel(l, &texel, weight, s);
}

/* A texel of a face, or beyond its edges: behind one edge lies another face; behind a corner lies
 * nothing, and the three texels around it share the weight. */
static void add_on_cube(const dxki_exec_lookup *l, dxki_exec_place place, const int64_t at[3],
                        double weight, sum *s)
{
    uint32_t size = l->view->level[place.mip].width, first = place.slice / 6 * 6;
    bool beyond[2] = {at[0] < 0 || at[0] >= size, at[1] < 0 || at[1] >= size};

    if (!beyond[0] && !beyond[1]) {
        add_at(l, &place, at, weight, s);
        return;
    }
    double part = beyond[0] && beyond[1] ? weight / 3 : weight;
    for (unsigned i = 0; i < 2; i++) { /* across an edge, along the other axis within the face */
        int64_t c[3] = {at[0], at[1], 0};
        uint32_t face = place.slice - first;
        dxki_exec_place other = place;
        if (!beyond[i])
            continue;
        wrap(DXK_ADDRESS_MODE_CLAMP, size, &c[1 - i]);
        c[i] = c[i] < 0 ? -1 : (int64_t)size;
        dxki_exec_cube_neighbour(size, &face, &c[0], &c[1]);
        other.slice = first + face;
        add_at(l, &other, c, part, s);
    }
    if (beyond[0] && beyond[1])
        add_at(l, &place, at, part, s);
}

/* --- footprints --- */

/* Where coordinates are in a texture: texels of mip 0 of the view as a fraction of its size. */
typedef struct target {
    double c[3];
    uint32_t slice;
} target;

static uint32_t choose_slice(float coord, uint32_t count)
{
    int64_t slice = round_of(bound((double)coord));
    return slice < 0 ? 0 : slice >= count ? count - 1 : (uint32_t)slice;
}

/* The place `along` the step of an anisotropic filter. */
static target aim(const dxki_exec_lookup *l, double along)
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(l->view->kind);
    uint32_t elements = l->view->slice_count / (kind->is_cube ? 6 : 1);
    unsigned count = kind->is_cube ? 3 : kind->axes;
    target t = {{0, 0, 0}, 0};
    double c[3] = {0, 0, 0};

    for (unsigned i = 0; i < count; i++)
        c[i] = (double)l->coord[i] + (along != 0 ? along * (double)l->step[i] : 0);
    if (kind->is_array)
        t.slice = choose_slice(l->coord[count], elements);
    if (!kind->is_cube) {
        memcpy(t.c, c, sizeof t.c);
        return t;
    }
    const float direction[3] = {(float)c[0], (float)c[1], (float)c[2]};
    t.slice = 6 * t.slice + dxki_exec_cube_face(direction, t.c);
    return t;
}

static void find_spots(const dxki_exec_lookup *l, const target *t, uint32_t mip, bool is_linear,
                       spot spots[3])
{
    const dxki_exec_level *level = &l->view->level[mip];
    const dxki_exec_kind *kind = dxki_exec_kind_get(l->view->kind);
    const uint32_t sizes[3] = {level->width, level->height, level->depth};

    for (unsigned i = 0; i < 3; i++) {
        double size = l->sampler->is_unnormalized ? 1 : sizes[i];
        spots[i] = (spot){0, 0};
        if (i < kind->axes)
            spots[i] = find_spot(t->c[i] * size, kind->is_cube ? 0 : l->offset[i], is_linear);
    }
}

static void add_footprint(const dxki_exec_lookup *l, const target *t, uint32_t mip, bool is_linear,
                          double weight, sum *s)
{
    bool is_cube = dxki_exec_kind_get(l->view->kind)->is_cube;
    dxki_exec_place place = {.mip = mip, .slice = t->slice};
    spot spots[3];

    find_spots(l, t, mip, is_linear, spots);
    for (unsigned corner = 0; corner < 8; corner++) {
        int64_t at[3];
        double part = weight;
        for (unsigned i = 0; i < 3; i++) {
            unsigned behind = corner >> i & 1u;
            at[i] = spots[i].at + behind;
            part *= (behind ? spots[i].fraction : 256 - spots[i].fraction) / 256.0;
        }
        if (part > 0 && is_cube && is_linear)
            add_on_cube(l, place, at, part, s);
        else if (part > 0)
            add_at(l, &place, at, part, s);
    }
}

static void add_level(const dxki_exec_lookup *l, uint32_t mip, bool is_linear, double weight,
                      sum *s)
{
    uint32_t taps = l->taps ? l->taps : 1;

    for (uint32_t k = 0; k < taps; k++) {
        target t = aim(l, ((double)k + 0.5) / taps - 0.5);
        add_footprint(l, &t, mip, is_linear, weight / taps, s);
    }
}

/* A null view, or one that is no texture. */
static bool is_nothing(const dxki_exec_lookup *l, dxki_exec_texel *out)
{
    memset(out, 0, sizeof *out);
    return !dxki_exec_kind_get(l->view->kind)->is_texture;
}

bool dxki_exec_sample(const dxki_exec_lookup *l, dxki_exec_texel *out)
{
    const dxki_exec_sampler *sampler = l->sampler;
    sum s = {.is_mapped = true};

    if (is_nothing(l, out))
        return true;
    bool is_int = dxki_exec_format_is_int(&l->view->layout);
    bool is_linear = (l->lod <= 0 ? sampler->mag_linear : sampler->min_linear) && !is_int;
    float last = (float)(l->view->level_count - 1);
    float lod = l->lod < 0 ? 0 : l->lod > last ? last : l->lod;
    if (sampler->mip_linear && !is_int) {
        uint32_t mip = (uint32_t)lod;
        double fraction = (double)lod - mip;
        add_level(l, mip, is_linear, 1 - fraction, &s);
        if (fraction > 0)
            add_level(l, mip + 1, is_linear, fraction, &s);
    } else {
        add_level(l, (uint32_t)floor_of((double)lod + 0.5), is_linear, 1, &s);
    }
    for (unsigned i = 0; i < 4; i++)
        out->c[i] = is_int && !l->compares ? s.last.c[i] : dxki_exec_float_bits((float)s.c[i]);
    return s.is_mapped;
}

/* --- gathers --- */

/* From the texel at the left and top: down, down and right, right, itself. */
static const uint8_t gather_order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

bool dxki_exec_gather(const dxki_exec_lookup *l, uint32_t channel, dxki_exec_texel *out)
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(l->view->kind);
    bool is_mapped = true, is_int = dxki_exec_format_is_int(&l->view->layout);
    spot spots[3];

    if (is_nothing(l, out))
        return true;
    target t = aim(l, 0);
    dxki_exec_place place = {.slice = t.slice};
    find_spots(l, &t, 0, true, spots);
    for (unsigned k = 0; k < 4; k++) {
        const int64_t at[3] = {spots[0].at + gather_order[k][0], spots[1].at + gather_order[k][1],
                               spots[2].at};
        sum s = {.is_mapped = true};
        if (kind->is_cube)
            add_on_cube(l, place, at, 1, &s);
        else
            add_at(l, &place, at, 1, &s);
        is_mapped &= s.is_mapped;
        out->c[k] = is_int && !l->compares ? s.last.c[channel & 3u]
                                           : dxki_exec_float_bits((float)s.c[channel & 3u]);
    }
    return is_mapped;
}

bool dxki_exec_gather_raw(const dxki_exec_lookup *l, uint64_t out[4])
{
    const dxki_exec_view *view = l->view;
    bool is_mapped = true;
    spot spots[3];

    memset(out, 0, 4 * sizeof *out);
    if (!dxki_exec_kind_get(view->kind)->is_texture || view->layout.size > 8)
        return true;
    target t = aim(l, 0);
    find_spots(l, &t, 0, true, spots);
    for (unsigned k = 0; k < 4; k++) {
        const dxki_exec_level *level = &view->level[0];
        int64_t x = spots[0].at + gather_order[k][0], y = spots[1].at + gather_order[k][1];
        dxki_exec_fault fault;
        if (!wrap(l->sampler->address[0], level->width, &x) ||
            !wrap(l->sampler->address[1], level->height, &y))
            continue;
        dxki_exec_place place = {.x = (uint32_t)x, .y = (uint32_t)y, .slice = t.slice};
        const uint8_t *at = dxki_exec_texel_at(view, &place, &fault);
        is_mapped &= fault != DXKI_FAULT_UNMAPPED;
        for (uint32_t i = 0; at && i < view->layout.size; i++)
            out[k] |= (uint64_t)at[i] << (8 * i);
    }
    return is_mapped;
}
