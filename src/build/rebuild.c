/* SPDX-License-Identifier: MIT */
/*
 * rebuild.c - a container whose module was changed: the parts that follow from the module are made
 * anew, what else it holds stays, in its place.
 */
#include "build/build.h"

/* Parts that are only there if somebody wanted them: one that the container does not have is not
 * put in. */
static bool is_optional(uint32_t fourcc)
{
    return dxk_part_strip_group(fourcc) != 0 || fourcc == DXK_PART_HASH || fourcc == DXK_PART_RTS0;
}

/* Parts that go when the module has no cause for them any more. What names the debug information of
 * another program goes with it. */
static bool goes_with_cause(uint32_t fourcc)
{
    return fourcc == DXK_PART_ILDB || fourcc == DXK_PART_ILDN || fourcc == DXK_PART_PSG1;
}

/* The part of that kind takes its content, or goes. */
static dxk_status renew(dxk_container *container, size_t index, const dxk_container *built)
{
    uint32_t fourcc = dxk_container_part(container, index)->fourcc;
    size_t from = dxk_container_find(built, fourcc, 0);
    if (from != DXK_NO_PART && fourcc != DXK_PART_RTS0) {
        const dxk_part *part = dxk_container_part(built, from);
        return dxk_container_replace(container, index, part->content);
    }
    return goes_with_cause(fourcc) ? dxk_container_remove(container, index) : DXK_OK;
}

/* Puts in what was missing, in front of the program. */
static dxk_status add_missing(dxk_container *container, const dxk_container *built)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < dxk_container_part_count(built) && status == DXK_OK; i++) {
        const dxk_part *part = dxk_container_part(built, i);
        if (is_optional(part->fourcc) ||
            dxk_container_find(container, part->fourcc, 0) != DXK_NO_PART)
            continue;
        size_t at = dxk_container_find(container, DXK_PART_DXIL, 0);
        if (at == DXK_NO_PART)
            at = dxk_container_part_count(container);
        status = dxk_container_insert(container, at, part->fourcc, part->content);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* What the module does not have                                                              */

typedef struct keeper {
    dxki_arena arena;
    dxk_decoded *rdat;
    dxki_build_kept kept;
} keeper;

/* An RDAT that cannot be read has nothing to keep. */
static dxk_status keep_subobjects(keeper *k, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_PART_RDAT, 0);
    if (index == DXK_NO_PART)
        return DXK_OK;
    dxk_bytes content = dxk_container_part(container, index)->content;
    dxk_status status = dxk_part_decode(k->arena.ctx, DXK_PART_RDAT, content, &k->rdat);
    if (status == DXK_OK)
        status = dxki_build_take_subobjects(k->rdat->as.rdat, content.size, &k->arena,
                                            &k->kept.subobjects);
    return status == DXK_E_INVALID ? DXK_OK : status;
}

static dxk_status keep(keeper *k, const dxk_container *container)
{
    dxk_program_place names;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_NAMES, &names);
    if (status == DXK_OK)
        k->kept.names = names.program.bitcode;
    if (status == DXK_OK || status == DXK_E_INVALID || status == DXK_E_NOT_FOUND)
        status = keep_subobjects(k, container);
    return status;
}

/* ---------------------------------------------------------------------------------------- */

dxk_status dxk_container_rebuild(dxk_container *container, dxk_module *module,
                                 const dxk_build_options *options)
{
    dxk_container *built = NULL;
    dxk_str unused;
    keeper k = {.rdat = NULL};
    dxki_arena_init(&k.arena, module->ctx);
    dxk_status status = keep(&k, container);
    if (status == DXK_OK)
        status = dxki_build_container(module, options, &k.kept, &built, &unused, NULL);
    for (size_t i = dxk_container_part_count(container); status == DXK_OK && i-- > 0;)
        status = renew(container, i, built);
    if (status == DXK_OK)
        status = add_missing(container, built);
    dxk_container_free(built);
    dxk_decoded_free(k.rdat);
    dxki_arena_free(&k.arena);
    return status;
}
