/* SPDX-License-Identifier: MIT */
/* pp_include.c - looking for the file of an #include; see pp.h. */
#include "hlsl/header.h"
#include "hlsl/pp.h"

/* A path without its last component, but with the '/' after the others. */
static dxk_str directory_of(dxk_str path)
{
    size_t n = path.size;

    while (n && path.data[n - 1] != '/' && path.data[n - 1] != '\\')
        n--;
    return (dxk_str){path.data, n};
}

static bool is_absolute(dxk_str path)
{
    return path.size && (path.data[0] == '/' || (path.size > 1 && path.data[1] == ':'));
}

/* "\" means "/". */
static dxk_str with_slashes(dxki_hlsl *c, dxk_str path)
{
    if (!path.size || !memchr(path.data, '\\', path.size))
        return path;
    char *copy = dxki_arena_strdup(&c->arena, path.data, path.size);
    if (!copy) {
        dxki_hlsl_nomem(c);
        return path;
    }
    for (size_t i = 0; i < path.size; i++) {
        if (copy[i] == '\\')
            copy[i] = '/';
    }
    return (dxk_str){copy, path.size};
}

/* Asks the host for a file; *path is set if there is one. */
static bool ask(dxki_hlsl *c, dxk_str directory, dxk_str name, dxk_str *path, dxk_bytes *bytes)
{
    dxk_str full = dxki_hlsl_join(c, directory, name);

    if (!dxki_hlsl_ready(c) || !c->options.include)
        return false;
    dxk_status status = c->options.include(c->options.user, full, bytes);
    if (status == DXK_OK)
        *path = full;
    else if (status != DXK_E_NOT_FOUND)
        dxki_hlsl_stop(c, status);
    return status == DXK_OK;
}

static dxk_str with_slash(dxki_hlsl *c, dxk_str directory)
{
    if (!directory.size || directory.data[directory.size - 1] == '/')
        return directory;
    return dxki_hlsl_join(c, directory, dxki_str("/"));
}

/* Looks beside the files that are open, the innermost first. */
static bool find_beside(dxki_hlsl *c, dxk_str name, dxk_str *path, dxk_bytes *bytes)
{
    dxki_hlsl_pp *pp = c->pp;

    for (size_t i = pp->streams.count; i-- > 0 && dxki_hlsl_ready(c);) {
        const dxki_hlsl_stream *s = &pp->streams.items[i];
        if (s->is_file && !s->lexer.file->builtin &&
            ask(c, directory_of(s->lexer.file->name), name, path, bytes))
            return true;
    }
    return false;
}

bool dxki_hlsl_pp_find(dxki_hlsl *c, dxk_str quoted, dxki_hlsl_loc loc, dxk_str *path,
                       dxk_bytes *bytes)
{
    dxk_str name = {quoted.data + 1, quoted.size < 2 ? 0 : quoted.size - 2};

    name = with_slashes(c, name);
    if (!name.size) {
        DXKI_HLSL_SAY(c, INCLUDE_EMPTY, loc);
        return false;
    }
    if (is_absolute(name))
        return ask(c, (dxk_str){"", 0}, name, path, bytes);
    if (quoted.data[0] == '"' && find_beside(c, name, path, bytes))
        return true;
    for (size_t i = 0; i < c->options.directory_count && dxki_hlsl_ready(c); i++) {
        dxk_str directory = with_slashes(c, dxki_str(c->options.directories[i]));
        if (ask(c, with_slash(c, directory), name, path, bytes))
            return true;
    }
    return quoted.data[0] == '<' && dxki_hlsl_ready(c) && dxki_hlsl_header(c, name, path, bytes);
}

/* True if a file of that name said that it wants to be read once. */
static bool is_read_once(const dxki_hlsl *c, dxk_str path)
{
    for (size_t i = 0; i < c->files.count; i++) {
        if (c->files.items[i]->once && dxki_str_same(c->files.items[i]->name, path))
            return true;
    }
    return false;
}

void dxki_hlsl_pp_include(dxki_hlsl *c, dxk_str quoted, dxki_hlsl_loc loc)
{
    dxk_str path = {NULL, 0};
    dxk_bytes bytes = {NULL, 0};

    if (c->pp->files >= DXKI_HLSL_MAX_INCLUDES) {
        DXKI_HLSL_SAY(c, INCLUDE_DEEP, loc);
        dxki_hlsl_stop(c, DXK_E_INVALID);
        return;
    }
    if (!dxki_hlsl_pp_find(c, quoted, loc, &path, &bytes)) {
        dxk_str name = {quoted.data + 1, quoted.size < 2 ? 0 : quoted.size - 2};
        c->is_cut = DXKI_HLSL_REPORT(c, INCLUDE_MISSING, loc, dxki_text(name));
        dxki_hlsl_stop(c, DXK_E_INVALID);
        return;
    }
    if (is_read_once(c, path))
        return;
    dxki_hlsl_file *file = dxki_hlsl_add_file(c, path, bytes, loc);
    if (file)
        dxki_hlsl_pp_push_file(c, file);
}
