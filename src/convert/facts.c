/* SPDX-License-Identifier: MIT */
/*
 * facts.c - what a program is, put together: declarations, then signatures, which they complete,
 * then the builder with elements and resources.
 *
 *     declarations -> flags, properties          -> the builder, the entry point
 *                  -> interpolation, index ranges -> elements <- signature parts
 *                  -> ranges of registers         -> resources <- names in RDEF
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "builder/builder.h"
#include "dxk/convert.h"

dxki_arg dxki_convert_register_name(uint32_t reg)
{
    const char *name = dxk_enum_text(DXK_ENUM_ID_dxbc_register, reg);

    return dxki_text(dxki_str(name ? name : "?"));
}

static bool has_flag(const dxki_convert *c, uint32_t flag)
{
    return c->has_flags && (c->flags & flag);
}

/* Programs before 5.1 could not tell that a resource may be missing. Those of the instances that
 * interfaces may be bound to mostly are. */
static bool all_bound(const dxki_convert *c)
{
    if (c->facts->interfaces)
        return false;
    return !c->has_flags || !dxki_convert_has_ranges(c) ||
           has_flag(c, DXK_DXBC_GLOBAL_FLAG_ALL_RESOURCES_BOUND);
}

/* The root signature beside the program; empty: none. */
static dxk_bytes root_signature(const dxki_convert *c)
{
    size_t at = dxk_container_find(c->facts->container, DXK_PART_RTS0, 0);

    return at == DXK_NO_PART ? (dxk_bytes){NULL, 0}
                             : dxk_container_part(c->facts->container, at)->content;
}

/* What the code needs of the device, the builder finds out. */
static void make_builder(dxki_convert *c)
{
    const dxk_convert_options *o = c->options;
    const dxk_builder_options options = {
        .kind = dxki_convert_kind(c),
        .model_minor = o->model_minor,
        .has_validator = o->has_validator || c->dxilconv,
        .validator_major = o->has_validator ? o->validator_major : 1,
        .validator_minor = o->validator_minor,
        .all_resources_bound = all_bound(c),
        .disable_optimizations = has_flag(c, DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION),
        .disable_math_refactoring = !has_flag(c, DXK_DXBC_GLOBAL_FLAG_REFACTORING_ALLOWED),
        .root_signature = root_signature(c)};

    c->status = dxk_builder_create(c->ctx, &options, &c->b);
    if (c->status != DXK_OK || !c->dxilconv)
        return;
    c->b->as_declared = true;
    c->b->declared_flags = dxki_convert_plain_flags(c, all_bound(c));
}

void dxki_convert_survey(dxki_convert *c, const dxk_container *container)
{
    static void (*const steps[])(dxki_convert *) = {dxki_convert_declare,
                                                    dxki_convert_read_signatures, dxki_convert_join,
                                                    dxki_convert_begin_places};

    c->facts = DXKI_NEW(&c->arena, dxki_convert_facts);
    if (!c->facts) {
        dxki_convert_nomem(c);
        return;
    }
    c->facts->container = container;
    for (size_t i = 0; i < DXKI_COUNT(steps) && dxki_convert_ready(c); i++)
        steps[i](c);
}

void dxki_convert_collect(dxki_convert *c)
{
    static void (*const steps[])(dxki_convert *) = {make_builder, dxki_convert_place_elements,
                                                    dxki_convert_make_resources};

    for (size_t i = 0; i < DXKI_COUNT(steps) && dxki_convert_ready(c); i++)
        steps[i](c);
}

void dxki_convert_finish(dxki_convert *c, dxk_value function, dxk_value patch)
{
    dxk_entry_desc *entry = &c->facts->entry;

    if (dxki_convert_ready(c) && !c->dxilconv)
        dxki_convert_check_written(c);
    if (!dxki_convert_ready(c))
        return;
    entry->name = "main";
    entry->function = function;
    entry->patch_function = patch;
    entry->early_depth = has_flag(c, DXK_DXBC_GLOBAL_FLAG_FORCE_EARLY_DEPTH_STENCIL);
    dxk_builder_entry(c->b, entry);
}

void dxki_convert_forget(dxki_convert *c)
{
    dxki_convert_facts *f = c->facts;

    for (size_t i = 0; f && i < DXKI_COUNT(f->parts); i++)
        dxk_decoded_free(f->parts[i]);
    for (size_t i = 0; f && i < DXKI_COUNT(f->signatures); i++)
        dxki_vec_free(c->ctx, &f->signatures[i].drafts);
    if (f)
        dxki_vec_free(c->ctx, &f->resources);
}
