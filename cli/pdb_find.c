/* SPDX-License-Identifier: MIT */
/* pdb_find.c - see pdb_find.h. */
#include "pdb_find.h"

#include <dxk/parts.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* DIRECTORY/NAME; NULL: out of memory. */
static char *join(const char *directory, size_t size, const char *name)
{
    size_t all = size + strlen(name) + 2;
    char *path = malloc(all);
    if (path)
        snprintf(path, all, "%.*s%s%s", (int)size, directory,
                 size && directory[size - 1] != '/' ? "/" : "", name);
    return path;
}

/* The PDB of another shader would tell wrong lines. */
static int check(job *j, const char *path, const dxk_pdb_id *id, pdb_found *out)
{
    dxk_pdb_id own;
    dxk_status status = dxk_pdb_identify(out->ctx, out->file.bytes, &own);
    if (status == DXK_E_NOMEM)
        return job_status(j, status);
    if (status != DXK_OK)
        return job_error(j, CLI_INVALID, "%s is no PDB", path);
    if (memcmp(own.hash, id->hash, sizeof own.hash) != 0)
        return job_error(j, CLI_INVALID, "%s is the PDB of another shader", path);
    status = dxk_container_read(out->ctx, out->file.bytes, NULL, &out->container);
    return status == DXK_E_NOMEM ? job_status(j, status) : CLI_OK;
}

/* Looks for a file of that name; none is CLI_OK. */
static int look(job *j, const char *directory, size_t size, const char *name, const dxk_pdb_id *id,
                pdb_found *out)
{
    char *path = join(directory, size, name);
    int code = CLI_OK;
    if (!path)
        return job_status(j, DXK_E_NOMEM);
    if (io_read(path, j->app->max_size, NULL, &out->file) == 0)
        code = check(j, path, id, out);
    free(path);
    return code;
}

static int look_in(job *j, const char *directory, size_t size, const dxk_pdb_id *id, pdb_found *out)
{
    char by_hash[40];
    for (int i = 0; i < 16; i++)
        snprintf(by_hash + 2 * i, 8, "%02x%s", id->hash[i], i == 15 ? ".pdb" : "");
    int code = look(j, directory, size, id->name, id, out);
    if (code == CLI_OK && !out->file.memory)
        code = look(j, directory, size, by_hash, id, out);
    return code;
}

static bool has_debug_module(const dxk_container *container)
{
    dxk_program_place place;
    return dxk_container_program(container, DXK_PROGRAM_DEBUG, &place) == DXK_OK;
}

int pdb_find(job *j, const dxk_container *shader, const char *path, const char *given,
             pdb_found *out)
{
    dxk_pdb_id id;
    memset(out, 0, sizeof *out);
    /* What is wrong with debug information is no mistake of the shader. */
    dxk_status status = dxk_ctx_create(NULL, &out->ctx);
    if (status != DXK_OK)
        return job_status(j, status);
    if (!given && has_debug_module(shader))
        return CLI_OK;
    status = dxk_pdb_identify(out->ctx, dxk_container_input(shader), &id);
    if (status != DXK_OK)
        return status == DXK_E_NOMEM ? job_status(j, status) : CLI_OK;
    if (given && io_is_directory(given))
        return look_in(j, given, strlen(given), &id, out);
    if (given) {
        int code = job_read(j, given, &out->file);
        return code == CLI_OK ? check(j, given, &id, out) : code;
    }
    const char *slash = strrchr(path, '/');
    return look_in(j, path, slash ? (size_t)(slash + 1 - path) : 0, &id, out);
}

static dxk_pdb *load_sources(pdb_found *found, dxk_bytes bytes)
{
    dxk_pdb *pdb = NULL;
    if (!bytes.size)
        return NULL;
    (void)dxk_pdb_load(found->ctx, bytes, &pdb);
    if (pdb && dxk_pdb_file_count(pdb) == 0) {
        dxk_pdb_free(pdb);
        pdb = NULL;
    }
    return pdb;
}

const dxk_pdb *pdb_sources(pdb_found *found, dxk_bytes shader)
{
    if (!found->sources && found->ctx)
        found->sources = load_sources(found, found->file.bytes);
    if (!found->sources && found->ctx)
        found->sources = load_sources(found, shader);
    return found->sources;
}

void pdb_free(pdb_found *found)
{
    dxk_pdb_free(found->sources);
    dxk_container_free(found->container);
    dxk_ctx_free(found->ctx);
    io_close(&found->file);
}
