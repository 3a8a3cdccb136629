/* SPDX-License-Identifier: MIT */
/*
 * rebuild.c - a container whose module was changed: the parts that follow from the module are made
 * anew, what else it holds stays, in its place.
 */
#include "build/build.h"

#include <string.h>

/* Parts that are only there if somebody wanted them: one that the container does not have is not
 * put in. */
static bool is_optional(uint32_t fourcc)
{
    return dxk_part_strip_group(fourcc) != 0 || fourcc == DXK_PART_HASH || fourcc == DXK_PART_RTS0;
}

/* Parts that go when the module has no cause for them any more. The name of a PDB stays if the
 * program is still the one that the PDB is of. */
static bool goes_with_cause(uint32_t fourcc, bool changed)
{
    return fourcc == DXK_PART_ILDB || fourcc == DXK_PART_PSG1 ||
           (fourcc == DXK_PART_ILDN && changed);
}

/* True if the program is another one now. */
static bool is_changed(const dxk_container *container, const dxk_container *built)
{
    size_t old = dxk_container_find(container, DXK_PART_DXIL, 0);
    size_t now = dxk_container_find(built, DXK_PART_DXIL, 0);
    if (old == DXK_NO_PART || now == DXK_NO_PART)
        return true;
    dxk_bytes a = dxk_container_part(container, old)->content;
    dxk_bytes b = dxk_container_part(built, now)->content;
    return a.size != b.size || memcmp(a.data, b.data, a.size) != 0;
}

/* The part of that kind takes its content, or goes. */
static dxk_status renew(dxk_container *container, size_t index, const dxk_container *built,
                        bool changed)
{
    uint32_t fourcc = dxk_container_part(container, index)->fourcc;
    size_t from = dxk_container_find(built, fourcc, 0);
    if (from != DXK_NO_PART && fourcc != DXK_PART_RTS0) {
        const dxk_part *part = dxk_container_part(built, from);
        return dxk_container_replace(container, index, part->content);
    }
    return goes_with_cause(fourcc, changed) ? dxk_container_remove(container, index) : DXK_OK;
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

static dxk_status look_at_hash(keeper *k, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_PART_HASH, 0);
    dxk_decoded *decoded = NULL;
    if (index == DXK_NO_PART)
        return DXK_OK;
    k->arena.ctx->muted++;
    dxk_status status = dxk_part_decode(k->arena.ctx, DXK_PART_HASH,
                                        dxk_container_part(container, index)->content, &decoded);
    k->arena.ctx->muted--;
    k->kept.hash_of_program =
        status == DXK_OK && !(decoded->as.hash->hash.flags & DXK_HASH_FLAG_INCLUDES_SOURCE);
    dxk_decoded_free(decoded);
    return status == DXK_E_INVALID ? DXK_OK : status;
}

/* Of a container with debug information: compilers leave names out of the other program. */
static dxk_status look_for_names(keeper *k, const dxk_container *container)
{
    dxk_program_place place;
    dxk_module *m = NULL;
    dxk_dxil *d = NULL;
    if (dxk_container_find_program(container, DXK_PROGRAM_DEBUG) == DXK_NO_PART)
        return DXK_OK;
    k->arena.ctx->muted++;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_RUN, &place);
    if (status == DXK_OK)
        status = dxk_module_read(k->arena.ctx, place.program.bitcode, NULL, &m);
    if (status == DXK_OK)
        status = dxk_dxil_load(m, &d);
    k->arena.ctx->muted--;
    k->kept.nameless_values = status == DXK_OK && m->inst_names.count == 0;
    k->kept.nameless_types = status == DXK_OK && dxki_build_has_no_type_names(d);
    dxk_dxil_free(d);
    dxk_module_free(m);
    return status == DXK_E_INVALID || status == DXK_E_NOT_FOUND ? DXK_OK : status;
}

static dxk_status keep(keeper *k, const dxk_container *container)
{
    dxk_program_place names;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_NAMES, &names);
    if (status == DXK_OK)
        k->kept.names = names.program.bitcode;
    if (status == DXK_OK || status == DXK_E_INVALID || status == DXK_E_NOT_FOUND)
        status = keep_subobjects(k, container);
    if (status == DXK_OK)
        status = look_at_hash(k, container);
    return status == DXK_OK ? look_for_names(k, container) : status;
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
    bool changed = status == DXK_OK && is_changed(container, built);
    for (size_t i = dxk_container_part_count(container); status == DXK_OK && i-- > 0;)
        status = renew(container, i, built, changed);
    if (status == DXK_OK)
        status = add_missing(container, built);
    dxk_container_free(built);
    dxk_decoded_free(k.rdat);
    dxki_arena_free(&k.arena);
    return status;
}
