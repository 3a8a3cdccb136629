/* SPDX-License-Identifier: MIT */
/* bindings.c - what several shaders bind, as one list. See bindings.h. */
#include "match/bindings.h"

#include "base/diag.h"
#include "base/sort.h"
#include "base/str.h"
#include "spec/reader_rules.h"

/* D3D_SHADER_INPUT_TYPE, in their order. */
static const uint8_t classes[] = {
    DXKI_MATCH_CBV, DXKI_MATCH_SRV, DXKI_MATCH_SRV, DXKI_MATCH_SAMPLER, DXKI_MATCH_UAV,
    DXKI_MATCH_SRV, DXKI_MATCH_UAV, DXKI_MATCH_SRV, DXKI_MATCH_UAV,     DXKI_MATCH_UAV,
    DXKI_MATCH_UAV, DXKI_MATCH_UAV, DXKI_MATCH_SRV, DXKI_MATCH_UAV};

enum { INPUT_CBUFFER = 0, FLAG_COMPARES = 2 }; /* D3D_SIT_CBUFFER, D3D_SIF_COMPARISON_SAMPLER */

static uint32_t stage_bit(const dxk_reflect *from)
{
    static const struct {
        uint8_t kind, visibility;
    } rows[] = {{DXK_SHADER_KIND_VERTEX, DXK_RS_VISIBILITY_VERTEX},
                {DXK_SHADER_KIND_HULL, DXK_RS_VISIBILITY_HULL},
                {DXK_SHADER_KIND_DOMAIN, DXK_RS_VISIBILITY_DOMAIN},
                {DXK_SHADER_KIND_GEOMETRY, DXK_RS_VISIBILITY_GEOMETRY},
                {DXK_SHADER_KIND_PIXEL, DXK_RS_VISIBILITY_PIXEL},
                {DXK_SHADER_KIND_AMPLIFICATION, DXK_RS_VISIBILITY_AMPLIFICATION},
                {DXK_SHADER_KIND_MESH, DXK_RS_VISIBILITY_MESH}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !from->is_library; i++)
        if (rows[i].kind == from->stage.kind)
            return 1u << rows[i].visibility;
    return 1u << DXK_RS_VISIBILITY_ALL;
}

uint32_t dxki_match_visibility(uint32_t stages)
{
    for (uint32_t v = DXK_RS_VISIBILITY_ALL; v <= DXK_RS_VISIBILITY_MESH; v++)
        if (stages == 1u << v)
            return v;
    return DXK_RS_VISIBILITY_ALL;
}

/* So many constants hold all variables of a constant buffer. */
static uint32_t constant_words(const dxk_reflect *from, dxk_str name)
{
    const dxk_reflect_buffer *buffer = dxk_reflect_find_buffer(from, name);
    uint64_t end = 0;
    for (uint32_t i = 0; buffer && i < buffer->variable_count; i++) {
        const dxk_reflect_variable *v = &buffer->variables[i];
        uint64_t behind = (uint64_t)v->start_offset + v->size;
        end = behind > end ? behind : end;
    }
    if (buffer && end == 0)
        end = buffer->size;
    return end > UINT32_MAX - 3 ? 0 : (uint32_t)((end + 3) / 4);
}

/* Names that a shader of models 4 and 5 gets for want of others say nothing. */
static dxk_str known_name(const dxk_reflect *from, const dxk_reflect_binding *b)
{
    dxk_str rest = b->name;
    static const char *const letters[] = {"cb", "t", "u", "s"};
    if (!from->is_legacy || b->type >= sizeof classes ||
        !dxki_str_cut(&rest, letters[classes[b->type]]))
        return b->name;
    size_t digits = 0;
    while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
        digits++;
    rest.data += digits;
    rest.size -= digits;
    bool made = digits && (rest.size == 0 || dxki_str_starts(rest, "_space"));
    return made ? (dxk_str){NULL, 0} : b->name;
}

dxk_status dxki_match_bindings_add(dxk_ctx *ctx, dxki_match_bindings *list, const dxk_reflect *from)
{
    for (uint32_t i = 0; i < from->binding_count; i++) {
        const dxk_reflect_binding *b = &from->bindings[i];
        bool endless = b->bind_count == 0 || b->bind_count == UINT32_MAX;
        uint64_t last = (uint64_t)b->bind_point + b->bind_count - 1;
        dxki_match_binding made = {.name = known_name(from, b),
                                   .type = b->type,
                                   .cls =
                                       b->type < sizeof classes ? classes[b->type] : DXKI_MATCH_SRV,
                                   .space = b->space,
                                   .first = b->bind_point,
                                   .last = DXKI_MATCH_ENDLESS,
                                   .stages = stage_bit(from)};
        if (b->bind_point == UINT32_MAX)
            return DXKI_REPORT(ctx, DXKI_RULE_MATCH_NO_REGISTER, dxki_nowhere(), "",
                               dxki_text(b->name));
        if (!endless && last < UINT32_MAX)
            made.last = (uint32_t)last;
        if (b->type == INPUT_CBUFFER)
            made.words = constant_words(from, b->name);
        made.compares = made.cls == DXKI_MATCH_SAMPLER && (b->flags & FLAG_COMPARES) != 0;
        if (!dxki_vec_push(ctx, list, made))
            return dxki_nomem(ctx);
    }
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Merging                                                                                    */

static bool comes_later(const void *user, const void *left, const void *right)
{
    const dxki_match_binding *a = left, *b = right;
    (void)user;
    if (a->cls != b->cls)
        return a->cls > b->cls;
    if (a->space != b->space)
        return a->space > b->space;
    return a->first > b->first;
}

static bool overlap(const dxki_match_binding *a, const dxki_match_binding *b)
{
    return a->cls == b->cls && a->space == b->space && a->first <= b->last && b->first <= a->last;
}

/* Two shaders mean the same: names that are known are equal, and so is what they name. */
static bool is_same(const dxki_match_binding *a, const dxki_match_binding *b)
{
    bool named = a->name.size && b->name.size;
    return overlap(a, b) && a->first == b->first && a->type == b->type &&
           a->compares == b->compares && (!named || dxki_str_same(a->name, b->name));
}

/* Makes one of those that begin at the same register: at most one of each stage, so few. */
static void merge_equal(dxki_match_bindings *list)
{
    size_t kept = 0, group = 0;
    for (size_t i = 0; i < list->count; i++) {
        const dxki_match_binding *b = &list->items[i];
        if (kept && comes_later(NULL, b, &list->items[kept - 1]))
            group = kept;
        size_t k = group;
        while (k < kept && !is_same(&list->items[k], b))
            k++;
        if (k == kept) {
            list->items[kept++] = *b;
            continue;
        }
        dxki_match_binding *into = &list->items[k];
        into->stages |= b->stages;
        into->last = b->last > into->last ? b->last : into->last;
        into->words = b->words > into->words ? b->words : into->words;
        into->name = into->name.size ? into->name : b->name;
    }
    list->count = kept;
}

bool dxki_match_bindings_merge(dxk_ctx *ctx, dxki_match_bindings *list)
{
    if (!dxki_sort(ctx, list->items, list->count, sizeof *list->items, comes_later, NULL))
        return false;
    merge_equal(list);
    size_t widest = 0; /* of those before, the one that reaches farthest */
    for (size_t i = 1; i < list->count; i++) {
        dxki_match_binding *before = &list->items[widest], *b = &list->items[i];
        if (overlap(before, b))
            before->is_contested = b->is_contested = true;
        if (before->cls != b->cls || before->space != b->space || b->last > before->last)
            widest = i;
    }
    return true;
}
