/* SPDX-License-Identifier: MIT */
/* compile_outputs.c - see compile.h. */
#include "compile.h"

#include <dxk/build.h>
#include <dxk/listing.h>
#include <dxk/parts.h>
#include <dxk/pdb.h>

#include <stdlib.h>
#include <string.h>

/* The content of a part; `framed`: with FourCC and size in front. */
static int write_part(job *j, const dxk_container *made, uint32_t fourcc, bool framed,
                      const char *path)
{
    size_t index = dxk_container_find(made, fourcc, 0);
    dxk_buffer bytes;
    if (!path || index == DXK_NO_PART)
        return CLI_OK;
    dxk_bytes content = dxk_container_part(made, index)->content;
    const uint32_t words[2] = {fourcc, (uint32_t)content.size};
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = DXK_OK;
    for (unsigned i = 0; framed && i < 8 && status == DXK_OK; i++) {
        uint8_t byte = (uint8_t)(words[i / 4] >> i % 4 * 8);
        status = dxk_buffer_append(&bytes, &byte, 1);
    }
    if (status == DXK_OK)
        status = dxk_buffer_append(&bytes, content.data, content.size);
    int code = status == DXK_OK ? job_write(j, path, &bytes) : job_status(j, status);
    dxk_buffer_free(&bytes);
    return code;
}

static int write_listing(job *j, const dxk_container *made, const char *path)
{
    dxk_buffer text;
    if (!path)
        return CLI_OK;
    dxk_buffer_init(&text, j->ctx);
    int code = job_status(j, dxk_list(made, NULL, dxk_buffer_sink(&text)));
    if (code == CLI_OK)
        code = job_write(j, path, &text);
    dxk_buffer_free(&text);
    return code;
}

/* A container with nothing but the root signature; it has a digest if the shader was validated. */
static int write_root_signature(job *j, const dxk_container *made, bool is_signed, const char *path)
{
    const dxk_write_options how = {.digest = is_signed ? DXK_DIGEST_FIX : DXK_DIGEST_CLEAR};
    size_t index = dxk_container_find(made, DXK_PART_RTS0, 0);
    dxk_container *alone = NULL;
    if (!path || index == DXK_NO_PART)
        return CLI_OK;
    dxk_status status = dxk_container_create(j->ctx, &alone);
    if (status == DXK_OK)
        status =
            dxk_container_insert(alone, 0, DXK_PART_RTS0, dxk_container_part(made, index)->content);
    int code = status == DXK_OK ? job_write_container(j, alone, &how, path) : job_status(j, status);
    dxk_container_free(alone);
    return code;
}

static bool is_directory_name(const char *path)
{
    size_t size = strlen(path);
    return size && (path[size - 1] == '/' || path[size - 1] == '\\');
}

/* The PDB goes to a file, or under its own name into a directory. */
static int write_pdb(job *j, const compile_outputs *o, dxk_container *made)
{
    dxk_buffer bytes, name;
    char *path = NULL;
    if (!o->pdb)
        return CLI_OK;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_buffer_init(&name, j->ctx);
    dxk_status status = o->embeds && !is_directory_name(o->pdb)
                            ? dxk_pdb_write(made, dxk_buffer_sink(&bytes))
                            : dxk_pdb_split(made, dxk_buffer_sink(&bytes), &name);
    size_t folder = strlen(o->pdb), size = is_directory_name(o->pdb) ? name.size : 0;
    if (status == DXK_OK && !(path = malloc(folder + size + 1)))
        status = DXK_E_NOMEM;
    if (status == DXK_OK) {
        memcpy(path, o->pdb, folder);
        if (size)
            memcpy(path + folder, name.data, size);
        path[folder + size] = 0;
    }
    int code = status == DXK_OK ? job_write(j, path, &bytes) : job_status(j, status);
    free(path);
    dxk_buffer_free(&name);
    dxk_buffer_free(&bytes);
    return code;
}

int compile_write_parts(job *j, const compile_outputs *o, dxk_container *made)
{
    uint32_t groups = (o->strip_debug ? (uint32_t)DXK_STRIP_DEBUG : 0) |
                      (o->strip_reflection ? (uint32_t)DXK_STRIP_REFLECTION : 0) |
                      (o->strip_root_signature ? (uint32_t)DXK_STRIP_ROOT_SIGNATURE : 0);
    int code = write_listing(j, made, o->listing);
    if (code == CLI_OK)
        code = write_part(j, made, DXK_PART_STAT, true, o->reflection);
    if (code == CLI_OK)
        code = write_part(j, made, DXK_PART_HASH, false, o->hash);
    if (code == CLI_OK)
        code = write_root_signature(j, made, o->is_signed, o->root_signature);
    if (code == CLI_OK)
        code = write_pdb(j, o, made);
    if (code == CLI_OK && groups)
        code = job_status(j, dxk_container_strip(made, groups));
    return code;
}

static dxk_status put(dxk_buffer *out, const char *text)
{
    return dxk_buffer_append(out, text, strlen(text));
}

int compile_write_dependencies(job *j, const compile_outputs *o, const char *const *files,
                               size_t count)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    dxk_status status = put(&text, o->target ? o->target : j->name);
    if (status == DXK_OK)
        status = put(&text, ": ");
    if (status == DXK_OK)
        status = put(&text, j->name);
    for (size_t i = 0; i < count && status == DXK_OK; i++) {
        status = put(&text, " \\\n ");
        if (status == DXK_OK)
            status = put(&text, files[i]);
    }
    if (status == DXK_OK)
        status = put(&text, "\n");
    int code = status == DXK_OK ? job_write(j, o->dependencies, &text) : job_status(j, status);
    dxk_buffer_free(&text);
    return code;
}
