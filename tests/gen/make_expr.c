/* SPDX-License-Identifier: MIT */
/* make_expr.c - expressions at random. */
#include "make.h"

#include <string.h>

uint32_t gen_random(gen_maker *mk, uint32_t below)
{
    mk->state ^= mk->state >> 12;
    mk->state ^= mk->state << 25;
    mk->state ^= mk->state >> 27;
    uint64_t x = mk->state * UINT64_C(0x2545f4914f6cdd1d);
    return (uint32_t)((x >> 32) * below >> 32);
}

bool gen_chance(gen_maker *mk, uint32_t percent)
{
    return gen_random(mk, 100) < percent;
}

/* --- constants --- */

static uint64_t random_bits(gen_maker *mk)
{
    static const uint64_t special[] = {
        0,          1,      2,      UINT64_MAX, 0x7fffffff,
        0x80000000, 0xffff, 0x8000, 31,         UINT64_C(0x8000000000000000)};
    switch (gen_random(mk, 4)) {
    case 0:
        return special[gen_random(mk, sizeof special / sizeof *special)];
    case 1:
        return (uint64_t)gen_random(mk, UINT32_MAX) << 32 | gen_random(mk, UINT32_MAX);
    default:
        return gen_random(mk, 17);
    }
}

static uint64_t random_real(gen_maker *mk, gen_type type)
{
    static const double reals[] = {0,   1,    -1,   0.5,  -0.25,    2,   3,
                                   7.5, 1e20, 1e-3, 1e30, -65536.0, 0.1, 1e-30};
    double wide = reals[gen_random(mk, sizeof reals / sizeof *reals)];
    float narrow = (float)wide;
    uint32_t word;
    uint64_t bits;

    if (type == GEN_F64) {
        memcpy(&bits, &wide, sizeof bits);
        return bits;
    }
    memcpy(&word, &narrow, sizeof word);
    return word;
}

static gen_expr *random_const(gen_maker *mk, gen_type type)
{
    if (type == GEN_F32 || type == GEN_F64)
        return gen_const(mk->p, type, random_real(mk, type));
    if (type == GEN_S32 || type == GEN_S16) {
        float small =
            (float)((int)gen_random(mk, 2 * GEN_SMALL_VARIABLE + 1) - (int)GEN_SMALL_VARIABLE);
        uint32_t word;
        memcpy(&word, &small, sizeof word);
        return gen_const(mk->p, type, word);
    }
    uint64_t bits = random_bits(mk);
    uint32_t width = gen_width(type);
    return gen_const(mk->p, type, width == 64 ? bits : bits & ((UINT64_C(1) << width) - 1));
}

/* --- leaves --- */

gen_expr *gen_make_var(gen_maker *mk, uint32_t var)
{
    gen_expr *e = gen_expr_new(mk->p, GEN_VAR, (gen_type)mk->f->vars[var].type);
    e->index = var;
    e->bound = GEN_SMALL_VARIABLE;
    return e;
}

uint32_t gen_pick_var(gen_maker *mk, gen_type type)
{
    uint32_t found[GEN_VARS], count = 0;
    for (uint32_t i = 0; i < mk->f->var_count; i++)
        if (!mk->is_locked[i] && !mk->is_hidden[i] &&
            (type == GEN_VOID || mk->f->vars[i].type == type))
            found[count++] = i;
    return count ? found[gen_random(mk, count)] : GEN_NONE;
}

static gen_expr *any_var(gen_maker *mk, gen_type type)
{
    uint32_t found[GEN_VARS], count = 0;
    for (uint32_t i = 0; i < mk->f->var_count; i++)
        if (!mk->is_hidden[i] && mk->f->vars[i].type == type)
            found[count++] = i;
    return count ? gen_make_var(mk, found[gen_random(mk, count)]) : NULL;
}

static gen_expr *thread_id(gen_maker *mk)
{
    gen_expr *e = gen_expr_new(mk->p, GEN_ID, GEN_I32);
    e->index = gen_random(mk, GEN_IDS);
    return e;
}

static gen_expr *input_load(gen_maker *mk, const gen_where *at, gen_type type)
{
    if (!mk->p->input_count)
        return NULL;
    uint32_t index = gen_random(mk, mk->p->input_count);
    const gen_buffer *input = &mk->p->inputs[index];
    bool is_wide = gen_width(type) == 64;
    uint32_t parts = 4;

    if (input->kind == GEN_TYPED && input->component != type)
        return NULL;
    if ((type != GEN_I32 && type != GEN_F32 && !is_wide) || (is_wide && mk->p->model < 3))
        return NULL;
    if (is_wide)
        parts = input->kind == GEN_RAW ? 1 : input->stride / 4 - 1;
    else if (input->kind == GEN_STRUCTURED)
        parts = input->stride / 4;
    gen_expr *e = gen_expr_new(mk->p, GEN_LOAD, type);
    e->index = index;
    e->which = (uint8_t)gen_random(mk, parts);
    if (is_wide)
        e->which &= 0xfe;
    e->raw = gen_chance(mk, 50);
    e->args[0] = gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
    if (input->count > 1) {
        e->fast = gen_chance(mk, 50);
        e->args[1] = e->fast              ? gen_make_expr(mk, at, GEN_I32, 0)
                     : gen_chance(mk, 50) ? gen_const(mk->p, GEN_I32, gen_random(mk, input->count))
                                          : gen_make_uniform(mk, GEN_I32, 1);
    }
    return e;
}

static gen_expr *constant_load(gen_maker *mk, const gen_where *at, gen_type type)
{
    if (type != GEN_I32 && type != GEN_F32 && type != GEN_I64 && type != GEN_F64 && type != GEN_I16)
        return NULL;
    gen_expr *e = gen_expr_new(mk->p, GEN_CONSTANT, type);
    e->which = (uint8_t)gen_random(mk, 8);
    e->args[0] = gen_chance(mk, 70) ? gen_const(mk->p, GEN_I32, gen_random(mk, GEN_ROWS))
                                    : gen_make_expr(mk, at, GEN_I32, 0);
    return e;
}

static gen_expr *input_length(gen_maker *mk, gen_type type)
{
    if (type != GEN_I32 || !mk->p->input_count)
        return NULL;
    gen_expr *e = gen_expr_new(mk->p, GEN_LENGTH, type);
    e->index = gen_random(mk, mk->p->input_count);
    return e;
}

static gen_expr *own_load(gen_maker *mk, gen_type type)
{
    if (type != GEN_I32)
        return NULL;
    gen_expr *e = gen_expr_new(mk->p, GEN_LOAD_OWN, type);
    e->index = gen_random(mk, mk->p->output_count);
    e->which = (uint8_t)gen_random(mk, GEN_OWN);
    return e;
}

static gen_expr *element(gen_maker *mk, const gen_where *at, gen_type type)
{
    for (uint32_t i = 0; i < mk->f->array_count; i++) {
        if (mk->f->arrays[i].type != type)
            continue;
        gen_expr *e = gen_expr_new(mk->p, GEN_ELEMENT, type);
        e->index = i;
        e->bound = GEN_SMALL_VARIABLE;
        e->args[0] = gen_chance(mk, 40)
                         ? gen_const(mk->p, GEN_I32, gen_random(mk, mk->f->arrays[i].size))
                         : gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
        return e;
    }
    return NULL;
}

static gen_expr *shared_load(gen_maker *mk, const gen_where *at, gen_type type)
{
    for (uint32_t i = 0; mk->is_entry && i < mk->p->shared_count; i++) {
        if (mk->p->shareds[i].type != type || mk->modes.mode[i] == GEN_MODE_ATOMIC)
            continue;
        gen_expr *e = gen_expr_new(mk->p, GEN_SHARED, type);
        e->index = i;
        e->bound = GEN_SMALL_VARIABLE;
        if (mk->modes.mode[i] == GEN_MODE_READ)
            e->args[0] = gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
        else
            e->which = (uint8_t)gen_random(mk, mk->p->shareds[i].own);
        return e;
    }
    return NULL;
}

/* What gives a type that nothing else gives. */
static gen_expr *converted(gen_maker *mk, const gen_where *at, gen_type type)
{
    static const gen_op from_i32[GEN_TYPES] = {
        [GEN_I16] = GEN_TRUNC_TO_I16,  [GEN_I64] = GEN_ZEXT_TO_I64,
        [GEN_F32] = GEN_SI_TO_F,       [GEN_F64] = GEN_SI_TO_D,
        [GEN_S32] = GEN_BITS_TO_SMALL, [GEN_S16] = GEN_BITS_TO_SMALL_HALF};
    if (type == GEN_F64 && mk->p->model < 1)
        return random_const(mk, type);
    gen_expr *a = gen_make_expr(mk, at, GEN_I32, 0);
    if (type == GEN_I32)
        return a;
    if (type == GEN_I1)
        return gen_apply(mk->p, (gen_op)(GEN_EQ + gen_random(mk, 10)), GEN_I1, a,
                         gen_make_expr(mk, at, GEN_I32, 0), NULL);
    return gen_apply(mk->p, from_i32[type], type, a, NULL, NULL);
}

static gen_expr *leaf(gen_maker *mk, const gen_where *at, gen_type type)
{
    gen_expr *e = NULL;
    switch (gen_random(mk, 16)) {
    case 0:
    case 1:
        e = type == GEN_I32 ? thread_id(mk) : NULL;
        break;
    case 2:
    case 3:
        e = input_load(mk, at, type);
        break;
    case 4:
        e = gen_chance(mk, 90) ? constant_load(mk, at, type) : input_length(mk, type);
        break;
    case 5:
        e = own_load(mk, type);
        break;
    case 6:
    case 7:
        e = element(mk, at, type);
        break;
    case 8:
    case 9:
        e = shared_load(mk, at, type);
        break;
    case 10:
    case 11:
        return random_const(mk, type);
    default:
        break;
    }
    if (!e && gen_chance(mk, 80))
        e = any_var(mk, type);
    if (!e && type != GEN_I32)
        e = converted(mk, at, type);
    return e ? e : gen_chance(mk, 50) ? thread_id(mk) : random_const(mk, type);
}

/* --- operations --- */

/* A type T for which a row of operations gives `type`; GEN_VOID: there is none. */
static gen_type type_for(gen_maker *mk, const char *types, const char *shape, gen_type type)
{
    if (shape[0] == 't')
        return strchr(types, gen_letter(type)) ? type : GEN_VOID;
    if (gen_type_of(shape[0]) != type)
        return GEN_VOID;
    gen_type t = gen_type_of(types[gen_random(mk, (uint32_t)strlen(types))]);
    return mk->has[t] ? t : GEN_VOID;
}

static uint32_t bound_of(const gen_expr *e, uint32_t flags, const char *shape)
{
    uint32_t a = e->args[0] ? e->args[0]->bound : 0, b = e->args[1] ? e->args[1]->bound : 0;
    if (shape[2] == 'b' && e->args[2]) {
        a = b;
        b = e->args[2]->bound;
    }
    if (flags & GEN_BOUND_SUM)
        return a + b;
    if (flags & GEN_BOUND_PRODUCT)
        return a * b;
    if (flags & GEN_BOUND_LARGER)
        return a > b ? a : b;
    return flags & GEN_BOUND_ONE ? 1 : GEN_SMALL_VARIABLE;
}

/* True if an operand cannot become a constant when variables are values: a divisor that may be 0
 * must not. */
static bool is_opaque(const gen_expr *e)
{
    return e->kind == GEN_ID || e->kind == GEN_LOAD || e->kind == GEN_CONSTANT;
}

static gen_expr *operation(gen_maker *mk, const gen_where *at, gen_type type, uint32_t depth)
{
    gen_op op = (gen_op)gen_random(mk, GEN_OPS);
    const gen_op_info *info = &gen_ops[op];
    gen_type t = type_for(mk, info->types, info->shape, type);

    if (t == GEN_VOID || info->model > mk->p->model || (t == GEN_F64 && mk->p->model < 1))
        return NULL;
    if (gen_type_of(info->shape[0]) != GEN_VOID && !mk->has[gen_type_of(info->shape[0])])
        return NULL;
    gen_expr *e = gen_apply(mk->p, op, type, NULL, NULL, NULL);
    for (int k = 0; k < (int)GEN_OPERANDS; k++) {
        gen_type operand = gen_shape_type(info->shape, k, t);
        if (operand == GEN_VOID)
            break;
        e->args[k] = k > 0 && gen_chance(mk, 10) && e->args[k - 1]->type == operand
                         ? e->args[k - 1]
                         : gen_make_expr(mk, at, operand, depth - 1);
    }
    if (info->flags & GEN_SHIFT)
        e->raw = mk->has_strange && gen_chance(mk, 20) && e->args[1]->kind != GEN_CONST;
    if ((info->flags & GEN_DIVIDE) && (op == GEN_UDIV || op == GEN_UREM))
        e->raw = mk->has_strange && is_opaque(e->args[1]);
    e->fast = (info->flags & GEN_CAN_BE_FAST) && gen_chance(mk, 70);
    e->bound = bound_of(e, info->flags, info->shape);
    if (gen_small_limit(type) < e->bound)
        return e->args[0];
    return e;
}

static gen_expr *limited(gen_maker *mk, gen_expr *e)
{
    float most = GEN_SMALL_VARIABLE, least = -most;
    uint32_t word, low;
    gen_type type = (gen_type)e->type;

    if (gen_small_limit(type) == UINT32_MAX || e->bound <= GEN_SMALL_VARIABLE)
        return e;
    memcpy(&word, &most, sizeof word);
    memcpy(&low, &least, sizeof low);
    gen_expr *above = gen_apply(mk->p, GEN_MAX_SMALL, type, e, gen_const(mk->p, type, low), NULL);
    above->bound = e->bound;
    return gen_apply(mk->p, GEN_MIN_SMALL, type, above, gen_const(mk->p, type, word), NULL);
}

static gen_expr *wave_operation(gen_maker *mk, const gen_where *at, gen_type type, uint32_t depth)
{
    gen_wave op = (gen_wave)gen_random(mk, GEN_WAVES);
    const gen_wave_info *info = &gen_waves[op];
    gen_type t = type_for(mk, info->types, info->shape, type);

    if (t == GEN_VOID || info->model > mk->p->model)
        return NULL;
    if ((info->flags & GEN_IN_QUADS) && !(mk->has_quads && at->is_uniform))
        return NULL;
    gen_expr *e = gen_expr_new(mk->p, GEN_WAVE, type);
    e->index = op;
    e->which = (uint8_t)gen_random(mk, info->flags & GEN_HAS_LANE ? GEN_LANES : 4);
    for (int k = 0; k < 2; k++) {
        gen_type operand = gen_shape_type(info->shape, k, t);
        if (operand != GEN_VOID)
            e->args[k] = gen_make_expr(mk, at, operand, depth - 1);
    }
    if (info->flags & GEN_ON_SMALL)
        e->args[0] = limited(mk, e->args[0]);
    e->bound = e->args[0] ? e->args[0]->bound : 0;
    if (info->flags & GEN_ON_SMALL)
        e->bound = GEN_SMALL_VARIABLE * 128;
    return e;
}

gen_expr *gen_make_expr(gen_maker *mk, const gen_where *at, gen_type type, uint32_t depth)
{
    for (uint32_t tries = 0; depth > 0 && tries < 40; tries++) {
        gen_expr *e = mk->has_waves && gen_chance(mk, 8) ? wave_operation(mk, at, type, depth)
                                                         : operation(mk, at, type, depth);
        if (e)
            return e;
    }
    return leaf(mk, at, type);
}

gen_expr *gen_make_value(gen_maker *mk, const gen_where *at, gen_type type, uint32_t depth)
{
    return limited(mk, gen_make_expr(mk, at, type, depth));
}

gen_expr *gen_make_uniform(gen_maker *mk, gen_type type, uint32_t depth)
{
    static const gen_op ops[] = {GEN_ADD, GEN_SUB, GEN_XOR, GEN_MUL, GEN_UMIN, GEN_AND};

    if (type == GEN_I1)
        return gen_apply(mk->p, (gen_op)(GEN_EQ + gen_random(mk, 10)), GEN_I1,
                         gen_make_uniform(mk, GEN_I32, depth), gen_make_uniform(mk, GEN_I32, depth),
                         NULL);
    if (depth > 0 && gen_chance(mk, 50))
        return gen_apply(mk->p, ops[gen_random(mk, 6)], GEN_I32,
                         gen_make_uniform(mk, GEN_I32, depth - 1),
                         gen_make_uniform(mk, GEN_I32, depth - 1), NULL);
    for (uint32_t i = 0; i < mk->f->var_count; i++)
        if (mk->is_locked[i] && mk->is_uniform[i] && gen_chance(mk, 50))
            return gen_make_var(mk, i);
    if (gen_chance(mk, 30))
        return gen_const(mk->p, GEN_I32, gen_random(mk, 8));
    gen_expr *e = gen_expr_new(mk->p, gen_chance(mk, 40) ? GEN_ID : GEN_CONSTANT, GEN_I32);
    if (e->kind == GEN_ID) {
        e->index = GEN_ID_GROUP_X + gen_random(mk, 3);
    } else {
        e->which = (uint8_t)gen_random(mk, 4);
        e->args[0] = gen_const(mk->p, GEN_I32, gen_random(mk, GEN_ROWS));
    }
    return e;
}

gen_expr *gen_make_word(gen_maker *mk, gen_expr *e)
{
    gen_program *p = mk->p;
    switch (e->type) {
    case GEN_I1:
    case GEN_I16:
        return gen_apply(p, GEN_ZEXT_TO_I32, GEN_I32, e, NULL, NULL);
    case GEN_I64:
        return gen_apply(
            p, GEN_XOR, GEN_I32, gen_apply(p, GEN_TRUNC_TO_I32, GEN_I32, e, NULL, NULL),
            gen_apply(p, GEN_TRUNC_TO_I32, GEN_I32,
                      gen_apply(p, GEN_LSHR, GEN_I64, e, gen_const(p, GEN_I64, 32), NULL), NULL,
                      NULL),
            NULL);
    case GEN_F32:
        return gen_apply(p, GEN_F_BITS, GEN_I32, e, NULL, NULL);
    case GEN_F64:
        return gen_apply(p, GEN_XOR, GEN_I32, gen_apply(p, GEN_SPLIT_LOW, GEN_I32, e, NULL, NULL),
                         gen_apply(p, GEN_SPLIT_HIGH, GEN_I32, e, NULL, NULL), NULL);
    case GEN_S32:
    case GEN_S16:
        return gen_apply(p, GEN_SMALL_TO_SI, GEN_I32, e, NULL, NULL);
    default:
        return e;
    }
}
