/* SPDX-License-Identifier: MIT */
/*
 * dxilconv.c - the format of dxilconv: how a module looks that the converter which came with
 * Direct3D 12 makes. The conversion differs in what c->dxilconv is asked for; here is what concerns
 * the module as a whole:
 *
 *     resources    T0, U0, CB0, S0, in address spaces of their own, with types by size or component
 *     metadata     in its order, and its name as the maker's
 *     code         registers become values (cleanup.c), casts between reals and integers operations
 *
 * Source: DXIL.rst for what the operations mean; what dxilconv makes was measured.
 */
#include "convert/cleanup.h"
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "builder/builder.h"
#include "dxk/opt.h"
#include "spec/shader_flags.h"

#include <string.h>

#define MAKER "dxbc2dxil 1.2"

#define NAME_SIZE 48u

/* Address spaces of resources. */
enum { SPACE_RESOURCE = 1, SPACE_CONSTANTS = 2, SPACE_IMMEDIATE = 5 };

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* A text and a number after it. */
static const char *numbered(char name[NAME_SIZE], const char *text, uint32_t number)
{
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    strcpy(name, text);
    return strcat(name, dxki_format_u64(end, number));
}

/* { [N x i8] } */
static dxki_type bytes_type(dxk_builder *b, uint32_t size)
{
    char name[NAME_SIZE];
    dxki_type bytes = dxki_type_array(b->m, DXKI_TY_I8, size);

    return bytes ? dxki_builder_named_struct(b, dxki_str(numbered(name, "dx.types.i8x", size)),
                                             &bytes, 1)
                 : 0;
}

/* { float } and the like. */
static dxki_type component_type(dxk_builder *b, uint32_t component)
{
    static const struct {
        uint8_t component, type;
        const char *name;
    } types[] = {
        {DXK_COMPONENT_TYPE_I32, DXKI_TY_I32, "dx.types.i32"},
        {DXK_COMPONENT_TYPE_U32, DXKI_TY_I32, "dx.types.u32"},
        {DXK_COMPONENT_TYPE_F32, DXKI_TY_FLOAT, "dx.types.f32"},
        {DXK_COMPONENT_TYPE_F64, DXKI_TY_DOUBLE, "dx.types.f64"},
        {DXK_COMPONENT_TYPE_SNORM_F32, DXKI_TY_FLOAT, "dx.types.snorm_f32"},
        {DXK_COMPONENT_TYPE_UNORM_F32, DXKI_TY_FLOAT, "dx.types.unorm_f32"},
    };
    size_t i = 0;

    while (i + 1 < DXKI_COUNT(types) && types[i].component != component)
        i++;
    dxki_type member = types[i].type;
    return dxki_builder_named_struct(b, dxki_str(types[i].name), &member, 1);
}

/* A structure without members. */
static dxki_type opaque_type(dxk_builder *b, const char *name)
{
    for (dxki_type i = DXKI_TY_FIRST_FREE; i < b->m->types.count; i++) {
        const dxki_type_entry *t = dxki_type_get(b->m, i);
        if (t->kind == DXKI_T_STRUCT && t->flags & DXKI_TF_IDENTIFIED && t->c &&
            dxki_str_same(dxki_string_get(b->m, t->c), dxki_str(name)))
            return i;
    }
    dxki_string id = dxki_string_intern(b->m, dxki_str(name));
    return id == UINT32_MAX ? 0 : dxki_type_identified(b->m, id);
}

static dxki_type symbol_type(dxk_builder *b, const dxki_dxil_resource *r)
{
    switch (r->cls) {
    case DXK_RESOURCE_CLASS_CBUFFER:
        return bytes_type(b, r->cbuffer_size);
    case DXK_RESOURCE_CLASS_SAMPLER:
        return opaque_type(b, "dx.types.Sampler");
    default:
        return r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ? bytes_type(b, r->extra.stride)
               : r->kind == DXK_RESOURCE_KIND_RAW_BUFFER ? component_type(b, DXK_COMPONENT_TYPE_U32)
                                                         : component_type(b, r->extra.element_type);
    }
}

void dxki_convert_call_plainly(dxki_convert *c, dxk_resource made)
{
    static const char *const letters[] = {"T", "U", "CB", "S"};
    dxk_builder *b = c->b;
    char name[NAME_SIZE];

    if (!dxki_convert_ready(c) || !made || !dxki_builder_ready(b))
        return;
    dxki_dxil_resource *r = &b->resources.items[made - 1].r;
    numbered(name, letters[r->cls], r->id);
    r->name = (dxk_str){dxki_arena_strdup(&b->arena, name, strlen(name)), strlen(name)};
    dxki_type type = symbol_type(b, r);
    dxki_type pointer =
        type ? dxki_type_pointer(b->m, type,
                                 r->cls == DXK_RESOURCE_CLASS_CBUFFER ? SPACE_CONSTANTS
                                                                      : SPACE_RESOURCE)
             : 0;
    r->symbol = pointer ? dxki_const_undef(b->m, pointer) : 0;
    r->hlsl_type = type;
    if (!r->name.data || !r->symbol)
        dxki_convert_nomem(c);
}

void dxki_convert_move_constants(dxki_convert *c, dxk_value variable)
{
    dxki_global *g = &c->b->m->globals.items[DXKI_INDEX(variable)];
    dxki_type type = dxki_type_pointer(c->b->m, g->value_type, SPACE_IMMEDIATE);

    if (!type) {
        dxki_convert_nomem(c);
        return;
    }
    g->type = type;
    g->align = 0;
    g->flags &= (uint8_t)~DXKI_GF_UNNAMED_ADDR;
}

uint64_t dxki_convert_plain_flags(const dxki_convert *c, bool all_bound)
{
#define FLAG(name) ((uint64_t)1 << DXKI_SHADER_FLAG_##name)
    static const struct {
        uint32_t declared;
        uint64_t flag;
    } flags[] = {
        {DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION, FLAG(DISABLE_OPTIMIZATIONS)},
        {DXK_DXBC_GLOBAL_FLAG_ENABLE_DOUBLES, FLAG(DOUBLE_PRECISION)},
        {DXK_DXBC_GLOBAL_FLAG_FORCE_EARLY_DEPTH_STENCIL, FLAG(EARLY_DEPTH_STENCIL)},
        {DXK_DXBC_GLOBAL_FLAG_ENABLE_RAW_AND_STRUCTURED_BUFFERS, FLAG(RAW_AND_STRUCTURED)},
        {DXK_DXBC_GLOBAL_FLAG_ENABLE_MINIMUM_PRECISION, FLAG(LOW_PRECISION)},
        {DXK_DXBC_GLOBAL_FLAG_ENABLE_11_1_DOUBLE_EXTENSIONS, FLAG(DOUBLE_EXTENSIONS)},
        {DXK_DXBC_GLOBAL_FLAG_ENABLE_11_1_SHADER_EXTENSIONS, FLAG(MSAD)},
    };
    uint64_t all = all_bound ? FLAG(ALL_RESOURCES_BOUND) : 0;

    if (!c->has_flags || !(c->flags & DXK_DXBC_GLOBAL_FLAG_REFACTORING_ALLOWED))
        all |= FLAG(DISABLE_MATH_REFACTORING);
    for (size_t i = 0; i < DXKI_COUNT(flags) && c->has_flags; i++)
        all |= c->flags & flags[i].declared ? flags[i].flag : 0;
    return all;
#undef FLAG
}

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

static bool name_maker(dxk_module *m)
{
    dxki_md text = dxki_md_string(m, dxki_str(MAKER));
    dxki_md node = text ? dxki_md_tuple(m, &text, 1, false) : 0;
    uint32_t ident = node ? dxki_named_md_make(m, dxki_str("llvm.ident")) : UINT32_MAX;

    return ident != UINT32_MAX && dxki_named_md_set(m, ident, &node, 1);
}

/* What comes last; others stay in their order. */
static void put_last(dxk_module *m, const char *name)
{
    uint32_t index = dxki_named_md_find(m, name);

    if (index == UINT32_MAX)
        return;
    dxki_named_md moved = m->named_mds.items[index];
    size_t behind = m->named_mds.count - 1 - index;
    memmove(&m->named_mds.items[index], &m->named_mds.items[index + 1], behind * sizeof moved);
    m->named_mds.items[m->named_mds.count - 1] = moved;
}

static bool drop(dxk_module *m, const char *name)
{
    uint32_t index = dxki_named_md_find(m, name);

    return index == UINT32_MAX || dxki_named_md_remove(m, index);
}

static bool arrange_metadata(dxk_module *m)
{
    if (!dxki_module_touch(m) || !name_maker(m) || !drop(m, "dx.viewIdState") ||
        !drop(m, "dx.typeAnnotations"))
        return false;
    put_last(m, "llvm.ident");
    m->triple = m->datalayout = dxki_str("");
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Code                                                                                       */

/* The block of what is made at the beginning goes on with the first one of the code. */
static bool join_entries(dxk_module *m)
{
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t entry = m->globals.items[fn].first_block;
        uint32_t first = entry ? m->blocks.items[entry].next : 0;
        if (first && dxki_block_can_merge(m, entry, first) && !dxki_block_merge(m, entry, first))
            return false;
    }
    return true;
}

static dxk_status run_passes(dxk_module *m, const char *passes)
{
    const dxk_opt_options how = {
        .struct_size = sizeof how, .unfinished = true, .keep_resources = true};

    return dxk_opt(m, dxki_str(passes), &how, NULL);
}

dxk_status dxki_convert_clean_up(dxk_module *m)
{
    if (!dxki_module_touch(m) || !join_entries(m) || !dxki_convert_type_arrays(m) ||
        !dxki_convert_place_registers(m))
        return dxki_nomem(m->ctx);
    dxk_status status = run_passes(m, "mem2reg<names>,phi-types");
    if (status == DXK_OK && !dxki_convert_tidy(m))
        status = dxki_nomem(m->ctx);
    if (status == DXK_OK)
        status = run_passes(m, "dce");
    if (status == DXK_OK &&
        (!dxki_convert_call_casts(m) || !dxki_convert_settle_details(m) || !arrange_metadata(m)))
        status = dxki_nomem(m->ctx);
    if (status == DXK_OK && !dxki_module_compact(m))
        status = dxki_nomem(m->ctx);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* The first part of a container that is of one of the kinds; DXK_NO_PART: none is. */
static size_t find_one_of(const dxk_container *container, const uint32_t *kinds)
{
    for (; *kinds; kinds++) {
        size_t at = dxk_container_find(container, *kinds, 0);
        if (at != DXK_NO_PART)
            return at;
    }
    return DXK_NO_PART;
}

/* Program and pipeline state of what was made, then what is taken over; no required features if
 * nothing was said of them. */
dxk_status dxki_convert_arrange_parts(const dxk_container *from, dxk_container *made)
{
    static const uint32_t copied[][4] = {
        {DXK_PART_ISG1, DXK_PART_ISGN},
        {DXK_PART_OSG1, DXK_PART_OSG5, DXK_PART_OSGN},
        {DXK_PART_PSG1, DXK_PART_PCSG},
        {DXK_PART_RTS0},
        {DXK_PART_SFI0},
    };
    static const uint8_t none[8];
    const size_t kept[2] = {dxk_container_find(made, DXK_PART_DXIL, 0),
                            dxk_container_find(made, DXK_PART_PSV0, 0)};
    dxk_status status = dxk_container_select(made, kept, DXKI_COUNT(kept));

    for (size_t i = 0; i < DXKI_COUNT(copied) && status == DXK_OK; i++) {
        size_t at = find_one_of(from, copied[i]);
        dxk_bytes content = {none, sizeof none};
        if (at == DXK_NO_PART && copied[i][0] != DXK_PART_SFI0)
            continue;
        uint32_t fourcc = DXK_PART_SFI0;
        if (at != DXK_NO_PART) {
            content = dxk_container_part(from, at)->content;
            fourcc = dxk_container_part(from, at)->fourcc;
        }
        status = dxk_container_insert(made, dxk_container_part_count(made), fourcc, content);
    }
    return status;
}
