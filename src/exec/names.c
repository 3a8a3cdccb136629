/* SPDX-License-Identifier: MIT */
/* names.c - names of resources: programs lack them, but reflection data and debug information have them. */
#include "dxk/bitcode.h"
#include "dxk/parts.h"
#include "exec/build.h"

static bool lacks_names(const dxk_run_program *p)
{
    for (uint32_t n = 0; n < p->info.resource_count; n++) {
        if (!p->resources[n].name.size)
            return true;
    }
    return false;
}

/* The name of a resource of the same registers; empty: there is none. */
static dxk_str name_in(const dxk_dxil *dxil, const dxk_run_resource *r)
{
    for (uint32_t n = 0; n < dxil->resources[r->cls].count; n++) {
        const dxki_dxil_resource *res = dxil->resources[r->cls].items[n];
        if (res->space == r->space && res->lower_bound == r->first && res->range_size == r->count &&
            res->name.size)
            return res->name;
    }
    return (dxk_str){"", 0};
}

static dxk_status copy_names(dxk_run_program *p, const dxk_dxil *dxil)
{
    for (uint32_t n = 0; n < p->info.resource_count; n++) {
        dxk_run_resource *r = &p->resources[n];
        dxk_str name = r->name.size ? r->name : name_in(dxil, r);
        if (r->name.size || !name.size)
            continue;
        char *copy = dxki_arena_zalloc(&p->arena, 1, name.size);
        if (!copy)
            return dxki_nomem(p->ctx);
        memcpy(copy, name.data, name.size);
        r->name = (dxk_str){copy, name.size};
    }
    return DXK_OK;
}

static dxk_status name_by(dxk_run_program *p, const dxk_module *module)
{
    dxk_dxil *dxil = NULL;
    dxk_status status = dxk_dxil_load(module, &dxil);

    if (dxil && status != DXK_E_NOMEM)
        status = copy_names(p, dxil);
    dxk_dxil_free(dxil);
    return status == DXK_E_NOMEM ? status : DXK_OK;
}

dxk_status dxki_exec_name_resources(dxk_run_program *p, const dxk_container *container)
{
    dxk_program_place place;
    dxk_module *module = NULL;
    dxk_status status = DXK_OK;

    if (!lacks_names(p))
        return DXK_OK;
    /* Mistakes in it are no reason not to run. */
    p->ctx->muted++;
    if (p->debug_module)
        status = name_by(p, p->debug_module);
    if (status == DXK_OK && lacks_names(p))
        status = dxk_container_program(container, DXK_PROGRAM_NAMES, &place);
    if (status == DXK_OK && lacks_names(p))
        status = dxk_module_read(p->ctx, place.program.bitcode, NULL, &module);
    if (status == DXK_OK && module)
        status = name_by(p, module);
    dxk_module_free(module);
    p->ctx->muted--;
    return status == DXK_E_NOMEM ? status : DXK_OK;
}
