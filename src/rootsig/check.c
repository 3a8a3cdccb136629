/* SPDX-License-Identifier: MIT */
/*
 * check.c - the checks of a root signature, in the reference's order.
 *
 * Registers that are taken are kept in search trees, one for each visibility and type of range.
 * Intervals in a tree do not overlap (the checks end at the first that would), so they are in
 * order; a tree is balanced by pseudo-random priorities (a treap).
 */
#include "rootsig/fault.h"

#include "base/count.h"
#include "base/out.h"
#include "base/vec.h"
#include "rootsig/number.h"

#include <string.h>

#define VISIBILITIES 8u
#define TYPES        4u

#define ROOT_FLAGS_VALID 0x80000FFFu
#define DATA_FLAGS                                                                                 \
    ((uint32_t)DXK_RS_RANGE_FLAG_DATA_VOLATILE | DXK_RS_RANGE_FLAG_DATA_STATIC |                   \
     DXK_RS_RANGE_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE)
#define RANGE_FLAGS_VALID                                                                          \
    (DATA_FLAGS | DXK_RS_RANGE_FLAG_DESCRIPTORS_VOLATILE |                                         \
     DXK_RS_RANGE_FLAG_DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS)
#define SAMPLER_FLAGS_VALID                                                                        \
    ((uint32_t)DXK_RS_SAMPLER_FLAG_UINT_BORDER_COLOR |                                             \
     DXK_RS_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES)
#define RESERVED_FIRST 0xFFFFFFF0u
#define RESERVED_LAST  0xFFFFFFFFu

#define BIAS_MIN       0xC1800000u /* -16 */
#define BIAS_MAX       0x417FD70Au /* 15.99 */
#define ANISOTROPY_MAX 16u

/* Who takes an interval of registers. */
typedef enum owner { OF_TABLE, OF_DESCRIPTOR, OF_CONSTANTS, OF_SAMPLER } owner;

typedef struct interval {
    uint32_t space, first, last;
    uint32_t left, right; /* one more than an index; 0: none */
    uint32_t parameter;   /* or static sampler */
    uint32_t range;
    uint8_t by; /* owner */
} interval;

typedef struct checker {
    dxk_ctx *ctx;
    const dxk_root_signature *signature;
    dxki_rootsig_fault *fault;
    bool found;
    dxk_status status;
    DXKI_VEC(interval) intervals;
    uint32_t roots[VISIBILITIES][TYPES];
} checker;

/* Notes a fault; returns false, which ends the checks. */
static bool fail(checker *c, dxki_rootsig_fault_id id, const dxki_arg *args, size_t count)
{
    dxki_rootsig_fault_fill(c->fault, id, args, count);
    c->found = true;
    return false;
}

#define FAIL(c, id, ...) fail((c), DXKI_RS_FAULT_##id, DXKI_ARGS(__VA_ARGS__))

/* ---------------------------------------------------------------------------------------- */
/* Intervals                                                                                  */

static uint32_t priority(uint32_t index)
{
    index ^= index >> 16;
    index *= 0x7FEB352Du;
    index ^= index >> 15;
    index *= 0x846CA68Bu;
    return index ^ index >> 16;
}

/* Does `a` lie in front of `b`, without touching it? */
static bool before(const interval *a, const interval *b)
{
    return a->space < b->space || (a->space == b->space && a->last < b->first);
}

/* The first interval of a tree that overlaps `x`, or NULL. */
static const interval *overlapping(const checker *c, uint32_t root, const interval *x)
{
    const interval *best = NULL;
    while (root) {
        const interval *i = &c->intervals.items[root - 1];
        if (before(i, x)) {
            root = i->right;
        } else {
            best = i;
            root = i->left;
        }
    }
    return best && !before(x, best) ? best : NULL;
}

/* Adds an interval, which overlaps none of the tree. */
static bool insert(checker *c, uint32_t *root, interval x)
{
    if (!dxki_vec_push(c->ctx, &c->intervals, x)) {
        c->status = dxki_nomem(c->ctx);
        return false;
    }
    uint32_t id = (uint32_t)c->intervals.count;
    interval *items = c->intervals.items;
    uint32_t *place = root;
    while (*place && priority(*place) >= priority(id)) {
        interval *i = &items[*place - 1];
        place = before(&x, i) ? &i->left : &i->right;
    }
    /* The subtree that was here is split into what is in front of the new interval and after. */
    uint32_t rest = *place;
    uint32_t *left = &items[id - 1].left, *right = &items[id - 1].right;
    *place = id;
    while (rest) {
        interval *i = &items[rest - 1];
        if (before(i, &x)) {
            *left = rest;
            left = &i->right;
            rest = *left;
        } else {
            *right = rest;
            right = &i->left;
            rest = *right;
        }
    }
    *left = *right = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static const char *const type_names[] = {"SRV", "UAV", "CBV", "SAMPLER"};
static const char *const visibility_names[] = {"ALL",      "VERTEX", "HULL",          "DOMAIN",
                                               "GEOMETRY", "PIXEL",  "AMPLIFICATION", "MESH"};

/* "(root parameter [1], visibility ALL, descriptor table slot [0])"; the reference leaves a blank
 * out when it is the other of two ranges. */
static dxk_str describe(const interval *x, uint32_t visibility, bool other, char text[132])
{
    const char *head = x->by == OF_SAMPLER          ? "(static sampler ["
                       : x->by == OF_TABLE && other ? "(root parameter["
                                                    : "(root parameter [";
    const char *pieces[] = {head,
                            NULL,
                            "], visibility ",
                            visibility_names[visibility],
                            x->by == OF_TABLE ? ", descriptor table slot [" : ")",
                            NULL,
                            "])"};
    uint32_t numbers[] = {x->parameter, x->range};
    size_t n = 0, used = 0;
    for (size_t i = 0; i < (x->by == OF_TABLE ? 7u : 5u); i++) {
        char digits[20];
        dxk_str piece = pieces[i] ? dxki_str(pieces[i]) : (dxk_str){NULL, 0};
        if (!pieces[i]) {
            char *first = dxki_format_u64(digits + sizeof digits, numbers[used++]);
            piece = (dxk_str){first, (size_t)(digits + sizeof digits - first)};
        }
        memcpy(text + n, piece.data, piece.size);
        n += piece.size;
    }
    return (dxk_str){text, n};
}

static bool reserved(checker *c, const interval *x)
{
    dxki_arg space = dxki_hex(x->space), first = dxki_hex(RESERVED_FIRST),
             last = dxki_hex(RESERVED_LAST);
    if (x->by == OF_TABLE)
        return FAIL(c, RESERVED_RANGE, dxki_dec(x->parameter), dxki_dec(x->range), space, first,
                    last);
    return FAIL(c, RESERVED, dxki_dec(x->parameter), space, first, last);
}

/* An interval of the same type that is seen by a stage that sees `x`; NULL when there is none. */
static const interval *conflict(const checker *c, const interval *x, uint32_t type,
                                uint32_t *visibility)
{
    const interval *other = NULL;
    if (*visibility != DXK_RS_VISIBILITY_ALL) {
        other = overlapping(c, c->roots[*visibility][type], x);
        if (!other) {
            *visibility = DXK_RS_VISIBILITY_ALL;
            other = overlapping(c, c->roots[DXK_RS_VISIBILITY_ALL][type], x);
        }
        return other;
    }
    for (uint32_t v = 0; v < VISIBILITIES && !other; v++)
        other = overlapping(c, c->roots[v][type], x);
    return other; /* the reference calls its visibility ALL, whatever it is */
}

static bool unknown_visibility(checker *c, uint32_t visibility, uint32_t index, bool of_sampler)
{
    dxki_arg value = dxki_dec(visibility), place = dxki_dec(index);
    if (of_sampler)
        return FAIL(c, SAMPLER_VISIBILITY, value, place);
    return FAIL(c, PARAMETER_VISIBILITY, value, place);
}

/* The reference takes the number for a signed one: negative ones show later, if at all. */
static bool is_too_much(uint32_t visibility)
{
    return visibility >= VISIBILITIES && visibility >> 31 == 0;
}

static bool add(checker *c, interval x, uint32_t type, uint32_t visibility, uint32_t count)
{
    x.last = count == DXK_RS_UNBOUNDED ? UINT32_MAX : x.first + count - 1;
    if (x.space >= RESERVED_FIRST)
        return reserved(c, &x);
    if (visibility >= VISIBILITIES)
        return unknown_visibility(c, visibility, x.parameter, x.by == OF_SAMPLER);
    uint32_t seen = visibility;
    const interval *other = conflict(c, &x, type, &seen);
    if (other) {
        char one[132], two[132];
        dxki_arg a = dxki_raw(describe(&x, visibility, false, one));
        dxki_arg b = dxki_raw(describe(other, seen, true, two));
        return FAIL(c, OVERLAP, dxki_raw(dxki_str(type_names[type])), a, b);
    }
    return insert(c, &c->roots[visibility][type], x);
}

/* ---------------------------------------------------------------------------------------- */
/* Parameters                                                                                 */

/* A range by itself and its place in the table, of which `*next` is the first free slot. */
static bool check_range(checker *c, const dxk_rs_range *r, uint32_t p, uint32_t i, uint64_t *next)
{
    dxki_arg slot = dxki_dec(i), parameter = dxki_dec(p);
    if (r->count == 0)
        return FAIL(c, NO_DESCRIPTORS, slot, parameter);
    uint64_t start = r->table_offset != DXK_RS_APPEND ? r->table_offset : *next;
    if (start > UINT32_MAX)
        return FAIL(c, BEHIND_UNBOUNDED, slot, parameter);
    if (r->count == DXK_RS_UNBOUNDED) {
        *next = (uint64_t)UINT32_MAX + 1;
        return true;
    }
    if ((uint64_t)r->shader_register + r->count - 1 > UINT32_MAX)
        return FAIL(c, REGISTER_OVERFLOW, dxki_dec(r->shader_register), dxki_dec(r->count), slot,
                    parameter);
    if (start + r->count - 1 > UINT32_MAX)
        return FAIL(c, SLOT_OVERFLOW, slot, parameter);
    *next = start + r->count;
    return true;
}

static bool check_slots(checker *c, const dxk_root_parameter *parameter, uint32_t p)
{
    uint64_t next = 0;
    bool samplers = false, others = false;
    for (uint32_t i = 0; i < parameter->as.table.header.range_count; i++) {
        const dxk_rs_range *r = &parameter->as.table.ranges[i];
        c->fault->range = i;
        if (r->type > DXK_RS_RANGE_TYPE_SAMPLER)
            return FAIL(c, RANGE_TYPE, dxki_dec(r->type), dxki_dec(i), dxki_dec(p));
        samplers = samplers || r->type == DXK_RS_RANGE_TYPE_SAMPLER;
        others = others || r->type != DXK_RS_RANGE_TYPE_SAMPLER;
        if (samplers && others)
            return FAIL(c, MIXED, dxki_dec(p));
        if (!check_range(c, r, p, i, &next))
            return false;
    }
    return true;
}

static bool several(uint32_t bits)
{
    return (bits & (bits - 1)) != 0;
}

static bool check_range_flags(checker *c, const dxk_rs_range *r)
{
    const uint32_t fixed =
        (uint32_t)DXK_RS_RANGE_FLAG_DATA_STATIC | DXK_RS_RANGE_FLAG_DESCRIPTORS_VOLATILE;
    dxki_arg flags = dxki_dec(r->flags);
    if (r->flags & ~RANGE_FLAGS_VALID)
        return FAIL(c, RANGE_FLAGS, flags);
    if (r->type == DXK_RS_RANGE_TYPE_SAMPLER)
        return !(r->flags & DATA_FLAGS) || FAIL(c, SAMPLER_RANGE_DATA, flags);
    if (several(r->flags & DATA_FLAGS))
        return FAIL(c, RANGE_TWO_DATA, flags);
    return (r->flags & fixed) != fixed || FAIL(c, RANGE_STATIC_VOLATILE, flags);
}

static bool check_table(checker *c, const dxk_root_parameter *parameter, uint32_t p)
{
    if (!check_slots(c, parameter, p))
        return false;
    for (uint32_t i = 0; i < parameter->as.table.header.range_count; i++) {
        const dxk_rs_range *r = &parameter->as.table.ranges[i];
        interval x = {.space = r->register_space,
                      .first = r->shader_register,
                      .parameter = p,
                      .range = i,
                      .by = OF_TABLE};
        c->fault->range = i;
        if (!check_range_flags(c, r) || !add(c, x, r->type, parameter->header.visibility, r->count))
            return false;
    }
    c->fault->range = DXKI_RS_NOWHERE;
    return true;
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static bool check_descriptor(checker *c, const dxk_root_parameter *parameter, uint32_t p)
{
    const dxk_rs_descriptor *d = &parameter->as.descriptor;
    uint32_t type = parameter->header.type == DXK_RS_PARAMETER_TYPE_CBV   ? DXK_RS_RANGE_TYPE_CBV
                    : parameter->header.type == DXK_RS_PARAMETER_TYPE_SRV ? DXK_RS_RANGE_TYPE_SRV
                                                                          : DXK_RS_RANGE_TYPE_UAV;
    interval x = {.space = d->register_space,
                  .first = d->shader_register,
                  .parameter = p,
                  .by = OF_DESCRIPTOR};
    if (d->flags & ~DATA_FLAGS)
        return FAIL(c, DESCRIPTOR_FLAGS, dxki_hex(d->flags));
    if (several(d->flags))
        return FAIL(c, DESCRIPTOR_TWO_DATA, dxki_dec(count_bits(d->flags)));
    return add(c, x, type, parameter->header.visibility, 1);
}

static bool check_parameter(checker *c, const dxk_root_parameter *parameter, uint32_t p)
{
    interval x = {.parameter = p, .by = OF_CONSTANTS};
    c->fault->parameter = p;
    if (is_too_much(parameter->header.visibility))
        return unknown_visibility(c, parameter->header.visibility, p, false);
    switch (parameter->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        return check_table(c, parameter, p);
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        x.space = parameter->as.constants.register_space;
        x.first = parameter->as.constants.shader_register;
        return add(c, x, DXK_RS_RANGE_TYPE_CBV, parameter->header.visibility, 1);
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV:
        return check_descriptor(c, parameter, p);
    default:
        return FAIL(c, PARAMETER_TYPE, dxki_dec(parameter->header.type), dxki_dec(p));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Static samplers                                                                            */

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_nan(float value)
{
    return (bits_of(value) & 0x7FFFFFFFu) > 0x7F800000u;
}

static dxki_arg real(uint32_t bits, char text[DXKI_RS_REAL_MAX])
{
    return dxki_raw((dxk_str){text, dxki_rootsig_real_scientific(bits, text)});
}

static bool check_levels(checker *c, const dxk_rs_sampler *s)
{
    char low[DXKI_RS_REAL_MAX], high[DXKI_RS_REAL_MAX], text[DXKI_RS_REAL_MAX];
    uint32_t bias = bits_of(s->mip_lod_bias);
    bool in = bias >> 31 ? bias <= BIAS_MIN : bias <= BIAS_MAX;
    if (is_nan(s->mip_lod_bias) || !in)
        return FAIL(c, BIAS, real(BIAS_MIN, low), real(BIAS_MAX, high), real(bias, text));
    if (s->max_anisotropy > ANISOTROPY_MAX)
        return FAIL(c, ANISOTROPY, dxki_dec(ANISOTROPY_MAX), dxki_dec(s->max_anisotropy));
    bool compares = s->filter >> 7 == 1;
    if (compares && (s->comparison_func < DXK_COMPARISON_FUNC_NEVER ||
                     s->comparison_func > DXK_COMPARISON_FUNC_ALWAYS))
        return FAIL(c, COMPARISON, dxki_dec(0));
    if (is_nan(s->min_lod))
        return FAIL(c, LOD, dxki_raw(dxki_str("in")), real(bits_of(s->min_lod), text));
    if (is_nan(s->max_lod))
        return FAIL(c, LOD, dxki_raw(dxki_str("ax")), real(bits_of(s->max_lod), text));
    return true;
}

static bool check_sampler(checker *c, const dxk_rs_sampler *s, uint32_t i)
{
    const uint32_t modes[] = {s->address_u, s->address_v, s->address_w};
    interval x = {
        .space = s->register_space, .first = s->shader_register, .parameter = i, .by = OF_SAMPLER};
    c->fault->parameter = DXKI_RS_NOWHERE;
    c->fault->sampler = i;
    if (is_too_much(s->visibility))
        return unknown_visibility(c, s->visibility, i, true);
    if (!dxk_enum_text(DXK_ENUM_ID_filter, s->filter))
        return FAIL(c, FILTER, dxki_dec(0));
    for (size_t m = 0; m < 3; m++)
        if (modes[m] < DXK_ADDRESS_MODE_WRAP || modes[m] > DXK_ADDRESS_MODE_MIRROR_ONCE)
            return FAIL(c, ADDRESS, dxki_raw((dxk_str){&"UVW"[m], 1}));
    if (s->flags & ~SAMPLER_FLAGS_VALID)
        return FAIL(c, SAMPLER_FLAGS, dxki_hex(s->flags));
    return check_levels(c, s) && add(c, x, DXK_RS_RANGE_TYPE_SAMPLER, s->visibility, 1);
}

static bool check_signature(checker *c)
{
    const dxk_rs_header *header = &c->signature->header;
    if (header->flags & ~ROOT_FLAGS_VALID)
        return FAIL(c, ROOT_FLAGS, dxki_hex(header->flags));
    for (uint32_t i = 0; i < header->parameter_count; i++)
        if (!check_parameter(c, &c->signature->parameters[i], i))
            return false;
    for (uint32_t i = 0; i < header->sampler_count; i++)
        if (!check_sampler(c, &c->signature->samplers[i], i))
            return false;
    c->fault->parameter = c->fault->sampler = DXKI_RS_NOWHERE;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

/* A stage: what sees it and which flag keeps it out. Others see everything. */
typedef struct stage_row {
    uint32_t stage, visibility, deny;
} stage_row;

static const stage_row stages[] = {
    {DXK_SHADER_KIND_VERTEX, DXK_RS_VISIBILITY_VERTEX, DXK_RS_FLAG_DENY_VERTEX_SHADER_ROOT_ACCESS},
    {DXK_SHADER_KIND_HULL, DXK_RS_VISIBILITY_HULL, DXK_RS_FLAG_DENY_HULL_SHADER_ROOT_ACCESS},
    {DXK_SHADER_KIND_DOMAIN, DXK_RS_VISIBILITY_DOMAIN, DXK_RS_FLAG_DENY_DOMAIN_SHADER_ROOT_ACCESS},
    {DXK_SHADER_KIND_GEOMETRY, DXK_RS_VISIBILITY_GEOMETRY,
     DXK_RS_FLAG_DENY_GEOMETRY_SHADER_ROOT_ACCESS},
    {DXK_SHADER_KIND_PIXEL, DXK_RS_VISIBILITY_PIXEL, DXK_RS_FLAG_DENY_PIXEL_SHADER_ROOT_ACCESS},
    {DXK_SHADER_KIND_AMPLIFICATION, DXK_RS_VISIBILITY_AMPLIFICATION,
     DXK_RS_FLAG_DENY_AMPLIFICATION_SHADER_ROOT_ACCESS},
    {DXK_SHADER_KIND_MESH, DXK_RS_VISIBILITY_MESH, DXK_RS_FLAG_DENY_MESH_SHADER_ROOT_ACCESS},
};

/* A kind of resource of PSV0: its type of range, its name in messages, and why a root descriptor
 * does not do (DXKI_RS_FAULT_COUNT: it does). */
typedef struct resource_row {
    uint32_t type, range;
    const char *name;
    dxki_rootsig_fault_id refusal;
} resource_row;

static const resource_row resources[] = {
    {DXK_PSV_RESOURCE_TYPE_SAMPLER, DXK_RS_RANGE_TYPE_SAMPLER, "sampler", DXKI_RS_FAULT_COUNT},
    {DXK_PSV_RESOURCE_TYPE_CBV, DXK_RS_RANGE_TYPE_CBV, "CBV", DXKI_RS_FAULT_COUNT},
    {DXK_PSV_RESOURCE_TYPE_SRV_TYPED, DXK_RS_RANGE_TYPE_SRV, "SRV", DXKI_RS_FAULT_TEXTURE},
    {DXK_PSV_RESOURCE_TYPE_SRV_RAW, DXK_RS_RANGE_TYPE_SRV, "SRV", DXKI_RS_FAULT_COUNT},
    {DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED, DXK_RS_RANGE_TYPE_SRV, "SRV", DXKI_RS_FAULT_COUNT},
    {DXK_PSV_RESOURCE_TYPE_UAV_TYPED, DXK_RS_RANGE_TYPE_UAV, "UAV", DXKI_RS_FAULT_TYPED_UAV},
    {DXK_PSV_RESOURCE_TYPE_UAV_RAW, DXK_RS_RANGE_TYPE_UAV, "UAV", DXKI_RS_FAULT_COUNT},
    {DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED, DXK_RS_RANGE_TYPE_UAV, "UAV", DXKI_RS_FAULT_COUNT},
    {DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED_WITH_COUNTER, DXK_RS_RANGE_TYPE_UAV, "UAV",
     DXKI_RS_FAULT_COUNTER_UAV},
};

static bool check_resource(checker *c, const dxk_psv_resource *r, const resource_row *row,
                           uint32_t visibility)
{
    uint32_t count = r->upper_bound != UINT32_MAX ? r->upper_bound - r->lower_bound + 1 : 1;
    interval x = {.space = r->space, .first = r->lower_bound, .last = r->lower_bound + count - 1};
    dxki_arg space = dxki_dec(r->space), first = dxki_dec(r->lower_bound);
    const interval *cover = overlapping(c, c->roots[DXK_RS_VISIBILITY_ALL][row->range], &x);
    if (!cover && visibility != DXK_RS_VISIBILITY_ALL)
        cover = overlapping(c, c->roots[visibility][row->range], &x);
    if (!cover || cover->first > x.first || cover->last < x.last)
        return FAIL(c, UNBOUND, dxki_raw(dxki_str(row->name)), space, dxki_dec(count), first);
    if (cover->by != OF_DESCRIPTOR || row->refusal == DXKI_RS_FAULT_COUNT)
        return true;
    return fail(c, row->refusal, DXKI_ARGS(space, first));
}

static bool check_shader(checker *c, const dxk_psv0 *psv, uint32_t stage)
{
    uint32_t visibility = DXK_RS_VISIBILITY_ALL, deny = 0;
    bool bound = false;
    for (size_t i = 0; i < DXKI_COUNT(stages); i++) {
        if (stages[i].stage != stage)
            continue;
        visibility = stages[i].visibility;
        deny = stages[i].deny;
    }
    for (uint32_t i = 0; i < psv->resource_count; i++) {
        c->fault->resource = i;
        for (size_t k = 0; k < DXKI_COUNT(resources); k++) {
            if (resources[k].type != psv->resources[i].type)
                continue;
            bound = true;
            if (!check_resource(c, &psv->resources[i], &resources[k], visibility))
                return false;
        }
    }
    c->fault->resource = DXKI_RS_NOWHERE;
    return !bound || !(c->signature->header.flags & deny) || FAIL(c, DENIED, dxki_dec(0));
}

dxk_status dxki_rootsig_check(dxk_ctx *ctx, const dxk_root_signature *signature,
                              const dxk_psv0 *psv, uint32_t stage, dxki_rootsig_fault *fault,
                              bool *found)
{
    checker c = {.ctx = ctx, .signature = signature, .fault = fault};
    memset(fault, 0, sizeof *fault);
    fault->parameter = fault->range = fault->sampler = fault->resource = DXKI_RS_NOWHERE;
    if (check_signature(&c) && psv)
        check_shader(&c, psv, stage);
    *found = c.found;
    dxki_vec_free(ctx, &c.intervals);
    return c.status;
}
