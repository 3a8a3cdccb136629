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
#include "exec/words.h"

/* --- from coordinates to texels --- */

/* A texel index on one axis, and how much of the one after it is mixed in, in 1/256. */
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

/* The texel at a place, or the border. False: it is not mapped. */
static bool load_texel(const dxki_exec_lookup *l, const dxki_exec_place *place, bool is_inside,
                       dxki_exec_texel *out)
{
    bool is_mapped = true;

    if (is_inside)
        is_mapped = dxki_exec_texel_load(l->view, place, out) != DXKI_FAULT_UNMAPPED;
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

static void add_at(const dxki_exec_lookup *l, const dxki_exec_place *place, bool is_inside,
                   double weight, sum *s)
{
    dxki_exec_texel texel;

    s->is_mapped &= load_texel(l, place, is_inside, &texel);
    add_texel(l, &texel, weight, s);
}

static uint32_t clamp_index(int64_t i, uint32_t size)
{
    return i < 0 ? 0 : i >= size ? size - 1 : (uint32_t)i;
}

/* A texel of a face, or beyond its edges: behind one edge lies another face; behind a corner lies
 * nothing, and the three texels around it share the weight. */
static void add_on_cube(const dxki_exec_lookup *l, dxki_exec_place place, const int64_t at[2],
                        double weight, sum *s)
{
    uint32_t size = l->view->level[place.mip].width, first = place.slice / 6 * 6;
    bool beyond[2] = {at[0] < 0 || at[0] >= size, at[1] < 0 || at[1] >= size};
    double part = beyond[0] && beyond[1] ? weight / 3 : weight;

    for (unsigned i = 0; i < 2; i++) { /* across an edge, along the other axis within the face */
        int64_t c[2];
        uint32_t face = place.slice - first;
        if (!beyond[i])
            continue;
        c[i] = at[i] < 0 ? -1 : (int64_t)size;
        c[1 - i] = clamp_index(at[1 - i], size);
        dxki_exec_cube_neighbour(size, &face, &c[0], &c[1]);
        dxki_exec_place other = place;
        other.slice = first + face;
        other.x = (uint32_t)c[0];
        other.y = (uint32_t)c[1];
        add_at(l, &other, true, part, s);
    }
    if (beyond[0] != beyond[1])
        return;
    place.x = clamp_index(at[0], size);
    place.y = clamp_index(at[1], size);
    add_at(l, &place, true, part, s);
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

/* The spot on an axis of a level. */
static spot spot_on(const dxki_exec_lookup *l, const target *t, unsigned axis, uint32_t size,
                    int32_t offset, bool is_linear)
{
    double texels = l->sampler->is_unnormalized ? t->c[axis] : t->c[axis] * size;
    return find_spot(texels, offset, is_linear);
}

/* The texels on one axis that have weight: one or two. */
typedef struct pair {
    unsigned count;
    bool is_inside[2];
    uint32_t at[2];
    double weight[2];
} pair;

static void find_pair(const dxki_exec_lookup *l, const target *t, unsigned axis, uint32_t size,
                      bool is_linear, pair *p)
{
    spot s = spot_on(l, t, axis, size, l->offset[axis], is_linear);
    const uint32_t weights[2] = {256 - s.fraction, s.fraction};

    p->count = 0;
    for (unsigned i = 0; i < 2; i++) {
        int64_t at = s.at + i;
        if (!weights[i])
            continue;
        p->is_inside[p->count] = wrap(l->sampler->address[axis], size, &at);
        p->at[p->count] = (uint32_t)at;
        p->weight[p->count++] = weights[i] / 256.0;
    }
}

/* Adds an element of a format without blocks. */
static void add_element(const dxki_exec_lookup *l, const uint8_t *at, double weight, sum *s)
{
    const dxki_exec_format *layout = &l->view->layout;
    dxki_exec_texel texel;

    if (!layout->plain) {
        dxki_exec_format_load(layout, at, 0, 0, &texel);
        add_texel(l, &texel, weight, s);
        return;
    }
    for (unsigned i = 0; i < layout->plain; i++) {
        texel.c[i] = dxki_exec_load_word(at + 4 * (size_t)i);
        s->c[i] += weight * (double)dxki_exec_float(texel.c[i]);
    }
    if (layout->plain < 4)
        s->c[3] += weight;
}

/* Texels of a pair of each axis, where addresses are simple and the sum is a mean of reals. */
static void add_direct(const dxki_exec_lookup *l, const dxki_exec_place *place, const pair p[3],
                       double weight, sum *s)
{
    const dxki_exec_level *level = &l->view->level[place->mip];
    const uint8_t *base = l->view->base + place->slice * l->view->slice_size + level->offset;

    for (unsigned k = 0; k < p[2].count; k++) {
        for (unsigned j = 0; j < p[1].count; j++) {
            const uint8_t *row = base + p[2].at[k] * level->plane + p[1].at[j] * level->row;
            double part = weight * p[2].weight[k] * p[1].weight[j];
            for (unsigned i = 0; i < p[0].count; i++)
                add_element(l, row + (size_t)p[0].at[i] * l->view->layout.size,
                            part * p[0].weight[i], s);
        }
    }
}

/* True if add_direct() may do it: nothing is in the border, compared, chosen or missing. */
static bool is_simple(const dxki_exec_lookup *l, const pair p[3])
{
    const dxki_exec_view *view = l->view;
    bool is_inside = true;

    for (unsigned i = 0; i < 3; i++)
        is_inside &= p[i].is_inside[0] && (p[i].count < 2 || p[i].is_inside[1]);
    return is_inside && !l->compares && l->sampler->reduction < 2 && view->mapped == UINT64_MAX &&
           view->layout.block_x == 1 && view->sample_count == 1 &&
           !dxki_exec_format_is_int(&view->layout);
}

static void add_flat(const dxki_exec_lookup *l, const target *t, uint32_t mip, bool is_linear,
                     double weight, sum *s)
{
    const dxki_exec_level *level = &l->view->level[mip];
    const uint32_t sizes[3] = {level->width, level->height, level->depth};
    unsigned axes = dxki_exec_kind_get(l->view->kind)->axes;
    pair p[3];
    dxki_exec_place place = {.mip = mip, .slice = t->slice};

    for (unsigned i = 0; i < 3; i++) {
        if (i < axes)
            find_pair(l, t, i, sizes[i], is_linear, &p[i]);
        else
            p[i] = (pair){1, {true, false}, {0, 0}, {1, 0}};
    }
    if (is_simple(l, p)) {
        add_direct(l, &place, p, weight, s);
        return;
    }
    for (unsigned k = 0; k < p[2].count; k++) {
        place.z = p[2].at[k];
        for (unsigned j = 0; j < p[1].count; j++) {
            double row = weight * p[2].weight[k] * p[1].weight[j];
            place.y = p[1].at[j];
            for (unsigned i = 0; i < p[0].count; i++) {
                place.x = p[0].at[i];
                add_at(l, &place, p[0].is_inside[i] && p[1].is_inside[j] && p[2].is_inside[k],
                       row * p[0].weight[i], s);
            }
        }
    }
}

static void add_cube(const dxki_exec_lookup *l, const target *t, uint32_t mip, bool is_linear,
                     double weight, sum *s)
{
    uint32_t size = l->view->level[mip].width;
    dxki_exec_place place = {.mip = mip, .slice = t->slice};
    spot x = spot_on(l, t, 0, size, 0, is_linear), y = spot_on(l, t, 1, size, 0, is_linear);

    for (unsigned corner = 0; corner < 4; corner++) {
        const int64_t at[2] = {x.at + (corner & 1), y.at + (corner >> 1)};
        const int64_t edge[2] = {clamp_index(at[0], size), clamp_index(at[1], size)};
        uint32_t part = (corner & 1 ? x.fraction : 256 - x.fraction) *
                        (corner >> 1 ? y.fraction : 256 - y.fraction);
        if (part)
            add_on_cube(l, place, is_linear ? at : edge, weight * part / 65536, s);
    }
}

static void add_level(const dxki_exec_lookup *l, uint32_t mip, bool is_linear, double weight,
                      sum *s)
{
    uint32_t taps = l->taps ? l->taps : 1;

    for (uint32_t k = 0; k < taps; k++) {
        target t = aim(l, ((double)k + 0.5) / taps - 0.5);
        if (dxki_exec_kind_get(l->view->kind)->is_cube)
            add_cube(l, &t, mip, is_linear, weight / taps, s);
        else
            add_flat(l, &t, mip, is_linear, weight / taps, s);
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

/* Where the four texels of a gather are, in mip 0. */
static target find_corner(const dxki_exec_lookup *l, int64_t corner[2])
{
    const dxki_exec_level *level = &l->view->level[0];
    const dxki_exec_kind *kind = dxki_exec_kind_get(l->view->kind);
    target t = aim(l, 0);

    corner[0] = spot_on(l, &t, 0, level->width, kind->is_cube ? 0 : l->offset[0], true).at;
    corner[1] = kind->axes < 2
                    ? 0
                    : spot_on(l, &t, 1, level->height, kind->is_cube ? 0 : l->offset[1], true).at;
    return t;
}

/* Texel `k` of them; false: it lies in the border. */
static bool gather_place(const dxki_exec_lookup *l, const int64_t corner[2], unsigned k,
                         dxki_exec_place *place)
{
    const dxki_exec_level *level = &l->view->level[0];
    int64_t x = corner[0] + gather_order[k][0], y = corner[1] + gather_order[k][1];
    bool is_inside = wrap(l->sampler->address[0], level->width, &x);

    is_inside &= wrap(l->sampler->address[1], level->height, &y);
    place->x = (uint32_t)x;
    place->y = (uint32_t)y;
    return is_inside;
}

bool dxki_exec_gather(const dxki_exec_lookup *l, uint32_t channel, dxki_exec_texel *out)
{
    bool is_mapped = true, is_int = dxki_exec_format_is_int(&l->view->layout);
    int64_t corner[2];

    if (is_nothing(l, out))
        return true;
    target t = find_corner(l, corner);
    dxki_exec_place place = {.slice = t.slice};
    for (unsigned k = 0; k < 4; k++) {
        const int64_t at[2] = {corner[0] + gather_order[k][0], corner[1] + gather_order[k][1]};
        sum s = {.is_mapped = true};
        if (dxki_exec_kind_get(l->view->kind)->is_cube) {
            add_on_cube(l, place, at, 1, &s);
        } else {
            bool is_inside = gather_place(l, corner, k, &place);
            add_at(l, &place, is_inside, 1, &s);
        }
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
    int64_t corner[2];

    memset(out, 0, 4 * sizeof *out);
    if (!dxki_exec_kind_get(view->kind)->is_texture || view->layout.size > 8)
        return true;
    target t = find_corner(l, corner);
    dxki_exec_place place = {.slice = t.slice};
    for (unsigned k = 0; k < 4; k++) {
        dxki_exec_fault fault;
        if (!gather_place(l, corner, k, &place))
            continue;
        const uint8_t *at = dxki_exec_texel_at(view, &place, &fault);
        is_mapped &= fault != DXKI_FAULT_UNMAPPED;
        for (uint32_t i = 0; at && i < view->layout.size; i++)
            out[k] |= (uint64_t)at[i] << (8 * i);
    }
    return is_mapped;
}
