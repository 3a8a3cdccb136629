/* SPDX-License-Identifier: MIT */
/* strip.c - dxk_container_strip(): parts that a program does not need to run, and names in it. */
#include "base/ctx.h"
#include "container/container.h"
#include "dxk/build.h"
#include "dxk/opt.h"
#include "dxk/parts.h"

/* Keeps the parts of no such group, or all if there are none: something has to be left. */
static dxk_status strip_parts(dxk_container *container, uint32_t groups)
{
    size_t total = dxk_container_part_count(container), kept = 0;
    size_t *list = dxki_realloc(container->ctx, NULL, 0, (total + 1) * sizeof *list);
    if (!list)
        return dxki_nomem(container->ctx);
    for (size_t i = 0; i < total; i++) {
        if (!(dxk_part_strip_group(dxk_container_part(container, i)->fourcc) & groups))
            list[kept++] = i;
    }
    bool changes = kept && kept < total;
    dxk_status status = changes && dxk_container_kind(container) == DXK_INPUT_PDB
                            ? DXK_E_UNSUPPORTED
                        : changes ? dxk_container_select(container, list, kept)
                                  : DXK_OK;
    dxki_realloc(container->ctx, list, (total + 1) * sizeof *list, 0);
    return status;
}

static dxk_status strip_names(dxk_container *container)
{
    static const char passes[] = "strip-names";
    dxk_program_place place;
    dxk_module *module = NULL;
    if (dxk_container_kind(container) != DXK_INPUT_CONTAINER)
        return DXK_E_UNSUPPORTED;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_E_NOT_FOUND) /* programs of shader models 4 and 5 have no names */
        return DXK_OK;
    if (status == DXK_OK)
        status = dxk_module_read(container->ctx, place.program.bitcode, NULL, &module);
    if (status == DXK_OK)
        status = dxk_opt(module, (dxk_str){passes, sizeof passes - 1}, NULL, NULL);
    if (status == DXK_OK)
        status = dxk_container_rebuild(container, module, NULL);
    dxk_module_free(module);
    return status;
}

dxk_status dxk_container_strip(dxk_container *container, uint32_t groups)
{
    dxk_status status = strip_parts(container, groups);
    return status == DXK_OK && (groups & DXK_STRIP_NAMES) ? strip_names(container) : status;
}
