/* SPDX-License-Identifier: MIT */
/* fuzz_pdb.c - what is behind a shader: load, name the files, write a PDB, split. */
#include <stdlib.h>
#include <string.h>

#include "dxk/pdb.h"
#include "fuzz.h"

/* Names that are made safe stay where they are put. */
static void check_names(dxk_ctx *ctx, const dxk_pdb *pdb)
{
    dxk_str name, text;
    dxk_buffer path;
    dxk_buffer_init(&path, ctx);
    for (size_t i = 0; i < 64 && dxk_pdb_file(pdb, i, &name, &text); i++) {
        path.size = 0;
        if (dxk_pdb_safe_path(name, &path) != DXK_OK)
            break;
        if (path.size == 0 || path.data[0] == '/' || memchr(path.data, '\\', path.size) ||
            memchr(path.data, ':', path.size) || memchr(path.data, 0, path.size))
            abort();
        for (size_t k = 0; k + 1 < path.size; k++)
            if (path.data[k] == '.' && path.data[k + 1] == '.' &&
                (k == 0 || path.data[k - 1] == '/') &&
                (k + 2 == path.size || path.data[k + 2] == '/'))
                abort();
    }
    dxk_buffer_free(&path);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 256u << 20, .inflated = 16u << 20}};
    dxk_bytes input = {data, size};
    dxk_container *container;
    dxk_ctx *ctx;
    dxk_pdb *pdb;
    dxk_pdb_id id;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_pdb_identify(ctx, input, &id);
    dxk_pdb_load(ctx, input, &pdb);
    if (pdb)
        check_names(ctx, pdb);
    dxk_pdb_free(pdb);
    if (dxk_container_read(ctx, input, NULL, &container) == DXK_OK) {
        dxk_buffer file, name;
        dxk_buffer_init(&file, ctx);
        dxk_buffer_init(&name, ctx);
        if (dxk_pdb_split(container, dxk_buffer_sink(&file), &name) == DXK_OK &&
            dxk_pdb_identify(ctx, (dxk_bytes){file.data, file.size}, &id) != DXK_OK)
            abort();
        dxk_buffer_free(&file);
        dxk_buffer_free(&name);
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return 0;
}
