/* SPDX-License-Identifier: MIT */
/*
 * tess.c - lowerings of Process...TessFactors...: factors of edges are clamped and rounded as
 * the partitioning wants them, and factors of the inside follow from them. See sema/lowering.h.
 *
 * Source: the language's description of these functions, and "Tessellator Stage" of Direct3D.
 */
#include "codegen/math.h"

/* Column `code` of hlsl_intrinsics.def: how factors are joined, and those of what. */
enum { AVERAGE, MAXIMUM, MINIMUM };
enum { TRIANGLE, QUAD, QUAD_2D };
#define JOIN(code)  ((code) % 4)
#define SHAPE(code) ((code) / 4)

/* With odd segments a factor below this one is taken from the edges as they are. */
#define CUTOFF 3.0

static dxk_value number(dxki_emit *e, double x)
{
    return dxki_emit_float(e, DXKI_HLSL_S_FLOAT, x);
}

static dxk_value larger(dxki_emit *e, dxk_value a, dxk_value b)
{
    return op2(e, DXK_OP_FMax, DXK_TYPE_FLOAT, a, b);
}

static dxk_value smaller(dxki_emit *e, dxk_value a, dxk_value b)
{
    return op2(e, DXK_OP_FMin, DXK_TYPE_FLOAT, a, b);
}

static dxk_value times(dxki_emit *e, dxk_value a, dxk_value b)
{
    return dxki_emit_binary(e, DXKI_HLSL_T_MUL, DXKI_HLSL_S_FLOAT, a, b);
}

static dxk_value plus(dxki_emit *e, dxk_value a, dxk_value b)
{
    return dxki_emit_binary(e, DXKI_HLSL_T_ADD, DXKI_HLSL_S_FLOAT, a, b);
}

static dxk_value below_cutoff(dxki_emit *e, dxk_value x)
{
    return dxki_emit_binary(e, DXKI_HLSL_T_LT, DXKI_HLSL_S_FLOAT, x, number(e, CUTOFF));
}

/* The range of a factor. */
static dxk_value clamp(dxki_emit *e, dxk_value x)
{
    bool even = e->partitioning == DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN;
    bool odd = e->partitioning == DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD;

    return smaller(e, larger(e, x, number(e, even ? 2 : 1)), number(e, odd ? 63 : 64));
}

/* The next power of two: the exponent, and one more if there is anything after it. */
static dxk_value next_power(dxki_emit *e, dxk_value x)
{
    dxk_builder *b = dxki_emit_b(e);
    dxk_value bits = dxk_builder_cast(b, DXK_CAST_BITCAST, x, DXK_TYPE_I32);
    dxk_value rest =
        dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_AND, bits, dxki_emit_i32(e, 0x007fffff), 0);
    dxk_value power =
        dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_AND, bits, dxki_emit_i32(e, 0x7f800000), 0);
    dxk_value next =
        dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_ADD, power, dxki_emit_i32(e, 0x00800000), 0);
    dxk_value exact =
        dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, rest, dxki_emit_i32(e, 0), 0);

    return dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, pick(e, exact, power, next),
                            DXK_TYPE_FLOAT);
}

/* What the tessellator makes of a factor that is in range. */
static dxk_value round_up(dxki_emit *e, dxk_value x)
{
    switch (e->partitioning) {
    case DXK_TESSELLATOR_PARTITIONING_INTEGER:
        return op1(e, DXK_OP_Round_pi, DXK_TYPE_FLOAT, x);
    case DXK_TESSELLATOR_PARTITIONING_POW2:
        return next_power(e, x);
    default:
        return x;
    }
}

static dxk_value join2(dxki_emit *e, unsigned how, dxk_value a, dxk_value b)
{
    return how == MAXIMUM ? larger(e, a, b) : how == MINIMUM ? smaller(e, a, b) : plus(e, a, b);
}

/* Factors of the inside, before they are scaled: one, or two of a quad with two axes. */
static void join(dxki_emit *e, unsigned how, unsigned shape, const dxk_value *edges,
                 dxk_value out[2])
{
    static const double parts[] = {[TRIANGLE] = 1.0 / 3, [QUAD] = 0.25, [QUAD_2D] = 0.5};

    out[0] = join2(e, how, edges[0], edges[1]);
    out[1] = shape == TRIANGLE ? edges[2] : join2(e, how, edges[2], edges[3]);
    if (shape != QUAD_2D)
        out[0] = out[1] = join2(e, how, out[0], out[1]);
    for (unsigned i = 0; how == AVERAGE && i < 2; i++)
        out[i] = times(e, out[i], number(e, parts[shape]));
}

/* Factors of the inside, as they come and rounded. */
typedef struct inside {
    dxk_value plain[2], rounded[2];
} inside;

/* With odd segments the inside is not scaled to less than what is visible. */
static void resolve_small(dxki_emit *e, unsigned how, unsigned shape, const dxk_value *edges,
                          inside *in)
{
    dxk_value all[2];

    join(e, how == MAXIMUM ? MAXIMUM : AVERAGE, shape, edges, all);
    for (unsigned i = 0; i < 2; i++) {
        dxk_value whole = smaller(e, clamp(e, all[i]), number(e, CUTOFF));
        dxk_value small = below_cutoff(e, in->rounded[i]);
        in->plain[i] = pick(e, small, whole, in->plain[i]);
        in->rounded[i] = pick(e, small, round_up(e, whole), in->rounded[i]);
    }
}

/* Of two axes a small one takes after the other. */
static void resolve_axes(dxki_emit *e, inside *in)
{
    dxk_value plain = smaller(e, larger(e, in->plain[0], in->plain[1]), number(e, CUTOFF));
    dxk_value rounded = smaller(e, larger(e, in->rounded[0], in->rounded[1]), number(e, CUTOFF));

    for (unsigned i = 0; i < 2; i++) {
        dxk_value small = below_cutoff(e, in->plain[i]);
        in->plain[i] = pick(e, small, plain, in->plain[i]);
        in->rounded[i] = pick(e, small, rounded, in->rounded[i]);
    }
}

static void give_two(dxki_emit *e, const dxki_hlsl_node *arg, const dxk_value v[2])
{
    dxki_emit_value out = dxki_emit_values(e, arg->type);

    for (uint32_t i = 0; i < out.type->leaves && i < 2; i++)
        out.v[i] = v[i];
    dxki_emit_give(e, arg, out);
}

static bool is_hull(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (e->c->kind != DXK_SHADER_KIND_HULL)
        DXKI_HLSL_REPORT(e->c, FUNCTION_STAGE, n->loc, dxki_text(dxki_str(n->row->name)),
                         dxki_text(dxki_str("hull")));
    return dxki_emit_ready(e);
}

LOWER(TESS_FACTORS)
{
    unsigned how = JOIN(n->row->code), shape = SHAPE(n->row->code);
    dxki_emit_value scale = dxki_emit_expr(e, n->list[1]), raw = dxki_emit_expr(e, n->list[0]);
    dxki_emit_value edges = dxki_emit_values(e, n->list[2]->type);
    dxki_emit_value none = dxki_emit_values(e, dxki_hlsl_type_void(e->c));
    dxk_value clean[4], all[2];
    inside in;

    if (!is_hull(e, n))
        return none;
    for (uint32_t i = 0; i < edges.type->leaves && i < 4; i++) {
        edges.v[i] = round_up(e, clamp(e, raw.v[i]));
        clean[i] = larger(e, raw.v[i], number(e, 1));
    }
    join(e, how, shape, clean, all);
    for (unsigned i = 0; i < 2; i++) {
        dxk_value by = scale.v[i < scale.type->leaves ? i : 0];
        by = op1(e, DXK_OP_Saturate, DXK_TYPE_FLOAT, by);
        in.plain[i] = clamp(e, times(e, all[i], by));
        in.rounded[i] = round_up(e, in.plain[i]);
    }
    if (e->partitioning == DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD) {
        resolve_small(e, how, shape, clean, &in);
        if (shape == QUAD_2D)
            resolve_axes(e, &in);
    }
    dxki_emit_give(e, n->list[2], edges);
    give_two(e, n->list[4], in.plain);
    give_two(e, n->list[3], in.rounded);
    return none;
}

/* Detail and density of isolines. */
LOWER(TESS_LINES)
{
    dxki_emit_value density = dxki_emit_expr(e, n->list[1]);
    dxki_emit_value detail = dxki_emit_expr(e, n->list[0]);

    if (!is_hull(e, n))
        return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
    detail.v[0] = round_up(e, clamp(e, detail.v[0]));
    density.v[0] = round_up(e, clamp(e, density.v[0]));
    dxki_emit_give(e, n->list[2], detail);
    dxki_emit_give(e, n->list[3], density);
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}
