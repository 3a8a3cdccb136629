/* SPDX-License-Identifier: MIT */
/*
 * output.c - outputs of pixels into targets: stencil and depth, blending; see pixel.h.
 * Numbers of states are those of D3D12_COMPARISON_FUNC, D3D12_STENCIL_OP, D3D12_BLEND, D3D12_BLEND_OP.
 * Source: D3D11.3 functional specification, 17 (output merger).
 */
#include "draw/pixel.h"
#include "exec/math.h"
#include "exec/samples.h"

/* ---------------------------------------------------------------------------------------- */
/* Which word is what                                                                         */

/* Sources of the factors of blending. */
enum { NOTHING, SOURCE, TARGET, CONSTANT, SECOND, SATURATED };

typedef struct factor {
    uint8_t from;  /* of these */
    bool is_known; /* there is such a factor */
    bool is_alpha; /* of all components */
    bool inverts;  /* 1 - it */
} factor;

static const factor factors[] = {
    [0] = {NOTHING, true, false, false}, /* not used: blend_of() chooses */
    [DXK_DRAW_BLEND_ZERO] = {NOTHING, true, false, false},
    [DXK_DRAW_BLEND_ONE] = {NOTHING, true, false, true},
    [DXK_DRAW_BLEND_SOURCE] = {SOURCE, true, false, false},
    [DXK_DRAW_BLEND_INV_SOURCE] = {SOURCE, true, false, true},
    [DXK_DRAW_BLEND_SOURCE_ALPHA] = {SOURCE, true, true, false},
    [DXK_DRAW_BLEND_INV_SOURCE_ALPHA] = {SOURCE, true, true, true},
    [DXK_DRAW_BLEND_TARGET_ALPHA] = {TARGET, true, true, false},
    [DXK_DRAW_BLEND_INV_TARGET_ALPHA] = {TARGET, true, true, true},
    [DXK_DRAW_BLEND_TARGET] = {TARGET, true, false, false},
    [DXK_DRAW_BLEND_INV_TARGET] = {TARGET, true, false, true},
    [DXK_DRAW_BLEND_SATURATED] = {SATURATED, true, false, false},
    [DXK_DRAW_BLEND_CONSTANT] = {CONSTANT, true, false, false},
    [DXK_DRAW_BLEND_INV_CONSTANT] = {CONSTANT, true, false, true},
    [DXK_DRAW_BLEND_SECOND] = {SECOND, true, false, false},
    [DXK_DRAW_BLEND_INV_SECOND] = {SECOND, true, false, true},
    [DXK_DRAW_BLEND_SECOND_ALPHA] = {SECOND, true, true, false},
    [DXK_DRAW_BLEND_INV_SECOND_ALPHA] = {SECOND, true, true, true},
};

static bool is_factor(uint8_t number)
{
    return number < sizeof factors / sizeof factors[0] && factors[number].is_known;
}

static bool link_blend(dxki_draw_target *t, const dxk_draw_blend *b)
{
    uint8_t coding = t->layout.coding;

    t->blends = b->enable;
    t->low = coding == DXKI_CODING_SNORM ? -1.0f : 0.0f;
    t->high = 1.0f;
    t->is_bounded =
        coding == DXKI_CODING_UNORM || coding == DXKI_CODING_SNORM || coding == DXKI_CODING_SRGB;
    return !b->enable ||
           (!dxki_exec_format_is_int(&t->layout) && is_factor(b->source) && is_factor(b->target) &&
            is_factor(b->source_alpha) && is_factor(b->target_alpha) &&
            b->op <= DXK_DRAW_BLEND_MAX && b->op_alpha <= DXK_DRAW_BLEND_MAX);
}

static bool link_target(dxki_draw_pixels *p, uint32_t n, uint64_t pixels)
{
    const dxk_draw_target *from = &p->draw->targets[n];
    dxki_draw_target *to = &p->targets[n];
    dxki_draw_side out = {p->worker ? p->worker->program : NULL, DXK_RUN_OUTPUT};

    to->word = dxki_draw_find_system(out, DXK_SEMANTIC_KIND_TARGET, n);
    to->data = from->data;
    return !to->data ||
           (dxki_exec_format_get(from->format, &to->layout) && to->layout.uses & DXKI_USE_TARGET &&
            from->size / to->layout.size >= pixels && link_blend(to, &p->draw->blends[n]));
}

static bool stencil_is_possible(const dxk_draw_stencil *s)
{
    const dxk_draw_stencil_face *faces[2] = {&s->front, &s->back};

    for (unsigned n = 0; n < 2; n++)
        if (faces[n]->compare > DXK_DRAW_ALWAYS || faces[n]->fail > DXK_DRAW_STENCIL_DECREMENT ||
            faces[n]->depth_fail > DXK_DRAW_STENCIL_DECREMENT ||
            faces[n]->pass > DXK_DRAW_STENCIL_DECREMENT)
            return false;
    return true;
}

bool dxki_draw_link_outputs(dxki_draw_pixels *p)
{
    static const dxk_semantic_kind depths[] = {DXK_SEMANTIC_KIND_DEPTH,
                                               DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL,
                                               DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL};
    const dxk_draw *draw = p->draw;
    uint64_t pixels = (uint64_t)draw->width * draw->height * p->slices * p->samples;
    dxki_draw_side out = {p->worker ? p->worker->program : NULL, DXK_RUN_OUTPUT};

    p->coverage_word = dxki_draw_find_system(out, DXK_SEMANTIC_KIND_COVERAGE, 0);
    p->stencil_word = dxki_draw_find_system(out, DXK_SEMANTIC_KIND_STENCIL_REF, 0);
    p->depth_word = DXKI_DRAW_NO_WORD;
    for (unsigned i = 0; i < 3 && p->depth_word == DXKI_DRAW_NO_WORD; i++)
        p->depth_word = dxki_draw_find_system(out, depths[i], 0);
    for (uint32_t i = 0; i < DXK_DRAW_TARGETS; i++)
        if (!link_target(p, i, pixels))
            return false;
    p->second_word = p->targets[1].word;
    return draw->depth_compare <= DXK_DRAW_ALWAYS && stencil_is_possible(&draw->stencil);
}

/* ---------------------------------------------------------------------------------------- */
/* Stencil and depth                                                                          */

static size_t pixel_index(const dxki_draw_pixels *p, const dxki_draw_pixel *at)
{
    return ((size_t)p->surfaces[at->quad].slice * p->draw->height + at->y) * p->draw->width + at->x;
}

/* Comparisons are sets of less, equal, greater, numbered from 1 on. */
static bool compares(uint8_t how, float a, float b)
{
    unsigned outcomes = how - 1u;

    return a < b ? outcomes & 1 : a == b ? outcomes >> 1 & 1 : outcomes >> 2 & 1;
}

static float depth_at(const dxki_draw_pixels *p, const dxki_draw_pixel *at, uint32_t sample)
{
    dxki_exec_offset offset = dxki_exec_sample_at(p->samples, sample);
    dxki_draw_weights weights;

    dxki_draw_weigh(&p->surfaces[at->quad].shape, dxki_draw_raster_step(at->x, offset.x),
                    dxki_draw_raster_step(at->y, offset.y), &weights);
    return (float)weights.z;
}

/* The depth of a sample, as it is compared and kept. */
static float depth_of(const dxki_draw_pixels *p, const dxki_draw_pixel *at, uint32_t sample,
                      const uint32_t *output)
{
    const dxki_draw_drawn *s = &p->surfaces[at->quad];
    bool is_given = output && p->depth_word != DXKI_DRAW_NO_WORD;
    float z = is_given ? dxki_exec_float(output[p->depth_word]) : depth_at(p, at, sample);

    z = z >= s->near ? z : s->near;
    return z <= s->far ? z : s->far;
}

static uint8_t change(uint8_t how, uint8_t was, uint8_t reference)
{
    switch (how) {
    case DXK_DRAW_STENCIL_ZERO:
        return 0;
    case DXK_DRAW_STENCIL_REPLACE:
        return reference;
    case DXK_DRAW_STENCIL_INCREMENT_CLAMP:
        return was == UINT8_MAX ? was : (uint8_t)(was + 1);
    case DXK_DRAW_STENCIL_DECREMENT_CLAMP:
        return was == 0 ? was : (uint8_t)(was - 1);
    case DXK_DRAW_STENCIL_INVERT:
        return (uint8_t)~was;
    case DXK_DRAW_STENCIL_INCREMENT:
        return (uint8_t)(was + 1);
    case DXK_DRAW_STENCIL_DECREMENT:
        return (uint8_t)(was - 1);
    default:
        return was;
    }
}

static bool passes_depth(const dxki_draw_pixels *p, const dxki_draw_pixel *at, uint32_t sample,
                         const uint32_t *output)
{
    const dxk_draw *draw = p->draw;

    if (!draw->depth)
        return true;
    float *depth = &draw->depth[pixel_index(p, at) * p->samples + sample];
    float z = depth_of(p, at, sample, output);
    if (!compares(draw->depth_compare ? draw->depth_compare : DXK_DRAW_LESS, z, *depth))
        return false;
    if (!draw->depth_is_kept)
        *depth = z;
    return true;
}

/* Stencil first, then depth; the stencil changes by both. */
static bool passes(const dxki_draw_pixels *p, const dxki_draw_pixel *at, uint32_t sample,
                   const uint32_t *output)
{
    const dxk_draw_stencil *s = &p->draw->stencil;
    const dxk_draw_stencil_face *face = p->surfaces[at->quad].shape.is_front ? &s->front : &s->back;

    if (!s->data)
        return passes_depth(p, at, sample, output);
    uint8_t *value = &s->data[pixel_index(p, at) * p->samples + sample];
    uint8_t reference = output && p->stencil_word != DXKI_DRAW_NO_WORD
                            ? (uint8_t)output[p->stencil_word]
                            : s->reference;
    bool first = compares(face->compare ? face->compare : DXK_DRAW_ALWAYS,
                          (float)(reference & s->read_mask), (float)(*value & s->read_mask));
    bool second = first && passes_depth(p, at, sample, output);
    uint8_t how = second ? face->pass : first ? face->depth_fail : face->fail;
    *value =
        (uint8_t)((*value & ~s->write_mask) | (change(how, *value, reference) & s->write_mask));
    return second;
}

uint32_t dxki_draw_test_samples(const dxki_draw_pixels *p, const dxki_draw_pixel *at,
                                const uint32_t *output)
{
    uint32_t passed = 0;

    for (uint32_t n = 0; n < p->samples; n++)
        if (at->covered >> n & 1u && passes(p, at, n, output))
            passed |= 1u << n;
    return passed;
}

/* ---------------------------------------------------------------------------------------- */
/* Blending                                                                                   */

/* What factors choose from; by NOTHING and so on. */
typedef struct mixture {
    float of[SATURATED][4];
} mixture;

static float factor_of(const mixture *m, uint8_t number, unsigned c)
{
    factor f = factors[number];

    if (f.from == SATURATED) {
        float left = 1 - m->of[TARGET][3], alpha = m->of[SOURCE][3];
        return c == 3 ? 1 : alpha < left ? alpha : left;
    }
    float x = m->of[f.from][f.is_alpha ? 3 : c];
    return f.inverts ? 1 - x : x;
}

static float blend(const mixture *m, const dxk_draw_blend *b, unsigned c)
{
    float from = m->of[SOURCE][c], to = m->of[TARGET][c];
    uint8_t op = c == 3 ? b->op_alpha : b->op;
    float x = from * factor_of(m, c == 3 ? b->source_alpha : b->source, c);
    float y = to * factor_of(m, c == 3 ? b->target_alpha : b->target, c);

    switch (op) {
    case DXK_DRAW_BLEND_SUBTRACT:
        return x - y;
    case DXK_DRAW_BLEND_SUBTRACT_FROM:
        return y - x;
    case DXK_DRAW_BLEND_MIN:
        return from < to ? from : to;
    case DXK_DRAW_BLEND_MAX:
        return from > to ? from : to;
    default:
        return x + y;
    }
}

/* A number as the target can hold it; no number is its least. */
static float held(const dxki_draw_target *t, float x)
{
    if (!t->is_bounded)
        return x;
    return !(x > t->low) ? t->low : x > t->high ? t->high : x;
}

static void blend_texel(const dxki_draw_pixels *p, const dxki_draw_target *t,
                        const dxk_draw_blend *b, const uint32_t *output, dxki_exec_texel *texel,
                        const dxki_exec_texel *was)
{
    mixture m = {{{0}}};

    for (unsigned c = 0; c < 4; c++) {
        m.of[SOURCE][c] = held(t, dxki_exec_float(texel->c[c]));
        m.of[TARGET][c] = dxki_exec_float(was->c[c]);
        m.of[CONSTANT][c] = held(t, p->draw->blend_constant[c]);
        if (p->second_word != DXKI_DRAW_NO_WORD)
            m.of[SECOND][c] = held(t, dxki_exec_float(output[p->second_word + c]));
    }
    for (unsigned c = 0; c < 4; c++)
        texel->c[c] = dxki_exec_float_bits(blend(&m, b, c));
}

/* A sample of a target: blended, in the components that are written. */
static void write_sample(const dxki_draw_pixels *p, uint32_t n, uint8_t *place,
                         const uint32_t *output)
{
    const dxki_draw_target *t = &p->targets[n];
    const dxk_draw_blend *b = &p->draw->blends[n];
    dxki_exec_texel texel, was;

    memcpy(texel.c, output + t->word, sizeof texel.c);
    if (t->blends || b->kept) {
        dxki_exec_format_default(&t->layout, &was);
        dxki_exec_format_load(&t->layout, place, 0, 0, &was);
    }
    if (t->blends)
        blend_texel(p, t, b, output, &texel, &was);
    for (unsigned c = 0; c < 4; c++)
        if (b->kept >> c & 1u)
            texel.c[c] = was.c[c];
    dxki_exec_format_store(&t->layout, place, &texel);
}

static void write_targets(const dxki_draw_pixels *p, size_t pixel_at, uint32_t samples,
                          const uint32_t *output)
{
    for (uint32_t i = 0; i < DXK_DRAW_TARGETS; i++) {
        const dxki_draw_target *t = &p->targets[i];
        if (!t->data || t->word == DXKI_DRAW_NO_WORD)
            continue;
        for (uint32_t n = 0; n < p->samples; n++)
            if (samples >> n & 1u)
                write_sample(p, i, t->data + (pixel_at * p->samples + n) * t->layout.size, output);
    }
}

void dxki_draw_merge(const dxki_draw_pixels *p, uint32_t n)
{
    const uint32_t *output = p->outputs + (size_t)n * p->output_words;
    dxki_draw_pixel at = p->pixels[n];

    if (p->coverage_word != DXKI_DRAW_NO_WORD)
        at.covered &= output[p->coverage_word];
    if (!p->is_early)
        at.covered = dxki_draw_test_samples(p, &at, output);
    write_targets(p, pixel_index(p, &at), at.covered, output);
}
