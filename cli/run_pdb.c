/* SPDX-License-Identifier: MIT */
/*
 * run_pdb.c - debug information that is not in the shader's container: a PDB that an option names, or
 * that stands beside the shader under the name that the shader has for it. See run.h.
 */
#include "run.h"

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

/* The file that --pdb means, or the one beside the shader. */
static char *find_path(const run_state *s, const dxk_pdb_id *id)
{
    const char *given = s->how.pdb;
    if (given)
        return io_is_directory(given) ? join(given, strlen(given), id->name) : join("", 0, given);
    const char *slash = strrchr(s->shader_path, '/');
    return join(s->shader_path, slash ? (size_t)(slash + 1 - s->shader_path) : 0, id->name);
}

/* The PDB of another shader would tell wrong lines. */
static int check_pdb(run_state *s, const char *path, const dxk_pdb_id *id)
{
    dxk_pdb_id own;
    dxk_status status = dxk_pdb_identify(s->debug_ctx, s->pdb_file.bytes, &own);
    if (status == DXK_E_NOMEM)
        return job_status(s->j, status);
    if (status != DXK_OK)
        return job_error(s->j, CLI_INVALID, "%s is no PDB", path);
    if (memcmp(own.hash, id->hash, sizeof own.hash) != 0)
        return job_error(s->j, CLI_INVALID, "%s is the PDB of another shader", path);
    status = dxk_container_read(s->debug_ctx, s->pdb_file.bytes, NULL, &s->pdb);
    return status == DXK_E_NOMEM ? job_status(s->j, status) : CLI_OK;
}

static int open_pdb(run_state *s, const char *path, const dxk_pdb_id *id)
{
    bool must_exist = s->how.pdb && !io_is_directory(s->how.pdb);
    int code = CLI_OK;
    if (must_exist)
        code = job_read(s->j, path, &s->pdb_file);
    else if (io_read(path, s->j->app->max_size, NULL, &s->pdb_file) != 0)
        return CLI_OK; /* there is none */
    return code == CLI_OK ? check_pdb(s, path, id) : code;
}

static bool has_debug_module(const dxk_container *container)
{
    dxk_program_place place;
    return dxk_container_program(container, DXK_PROGRAM_DEBUG, &place) == DXK_OK;
}

int run_find_pdb(run_state *s)
{
    dxk_pdb_id id;
    if (!s->how.pdb && has_debug_module(s->shader))
        return CLI_OK;
    /* What is wrong with debug information is no mistake of the shader. */
    dxk_status status = dxk_ctx_create(NULL, &s->debug_ctx);
    if (status == DXK_OK)
        status = dxk_pdb_identify(s->debug_ctx, s->shader_bytes, &id);
    if (status != DXK_OK)
        return status == DXK_E_NOMEM ? job_status(s->j, status) : CLI_OK;
    char *path = find_path(s, &id);
    int code = path ? open_pdb(s, path, &id) : job_status(s->j, DXK_E_NOMEM);
    free(path);
    return code;
}

static dxk_pdb *load_sources(run_state *s, dxk_bytes bytes)
{
    dxk_pdb *pdb = NULL;
    if (!bytes.size)
        return NULL;
    (void)dxk_pdb_load(s->debug_ctx, bytes, &pdb);
    if (pdb && dxk_pdb_file_count(pdb) == 0) {
        dxk_pdb_free(pdb);
        pdb = NULL;
    }
    return pdb;
}

const dxk_pdb *run_sources(run_state *s)
{
    if (s->sources)
        return s->sources;
    if (!s->debug_ctx && dxk_ctx_create(NULL, &s->debug_ctx) != DXK_OK)
        return NULL;
    s->sources = load_sources(s, s->pdb_file.bytes);
    if (!s->sources)
        s->sources = load_sources(s, s->shader_bytes);
    return s->sources;
}

void run_free_pdb(run_state *s)
{
    dxk_pdb_free(s->sources);
    dxk_container_free(s->pdb);
    dxk_ctx_free(s->debug_ctx);
    io_close(&s->pdb_file);
}
