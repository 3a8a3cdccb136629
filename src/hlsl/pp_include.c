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

/* ---------------------------------------------------------------------------------------- */
/* Files that are read once                                                                   */

/* Where what is in front of the last part of a path ends, with its '/'. */
static size_t parent_of(const char *path, size_t size)
{
    size_t n = size;

    while (n && path[n - 1] == '/')
        n--;
    return directory_of((dxk_str){path, n}).size;
}

/* A path without "." and "..", as far as it tells, and with one '/' between its parts. */
static dxk_str plain_path(dxki_hlsl *c, dxk_str path)
{
    char *made = dxki_arena_alloc(&c->arena, path.size + 1);
    const bool is_rooted = path.size && path.data[0] == '/';
    size_t size = 0, kept = 0; /* what ".." does not go behind */

    if (!made) {
        dxki_hlsl_nomem(c);
        return path;
    }
    if (is_rooted)
        made[size++] = '/';
    for (kept = size; path.size;) {
        size_t n = 0;
        while (n < path.size && path.data[n] != '/' && path.data[n] != '\\')
            n++;
        const dxk_str part = {path.data, n};
        path.data += n + (n < path.size);
        path.size -= n + (n < path.size);
        const bool is_up = dxki_str_is(part, "..");
        if (!part.size || dxki_str_is(part, ".") || (is_up && is_rooted && size == kept))
            continue;
        if (is_up && size > kept) {
            size = parent_of(made, size);
            continue;
        }
        memcpy(made + size, part.data, part.size);
        size += part.size;
        made[size++] = '/';
        kept = is_up ? size : kept;
    }
    return (dxk_str){made, size ? size - 1 : 0};
}

/* True if it is the file that the host has at `path`, maybe by another name. The host may give one file the same
 * memory whatever it is called; or else its name and its content tell. */
static bool is_same_file(dxki_hlsl *c, const dxki_hlsl_file *f, dxk_str path, dxk_bytes bytes)
{
    if (dxki_str_same(f->name, path))
        return true;
    if (f->size != bytes.size)
        return false;
    if (f->size && f->origin == bytes.data)
        return true;
    return (!f->size || memcmp(f->text, bytes.data, f->size) == 0) &&
           dxki_str_same(plain_path(c, f->name), plain_path(c, path));
}

/* True if that file said that it wants to be read once. */
static bool is_read_once(dxki_hlsl *c, dxk_str path, dxk_bytes bytes)
{
    for (size_t i = 0; i < c->files.count && dxki_hlsl_ready(c); i++) {
        if (c->files.items[i]->once && is_same_file(c, c->files.items[i], path, bytes))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* The directive                                                                              */

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
    if (is_read_once(c, path, bytes))
        return;
    dxki_hlsl_file *file = dxki_hlsl_add_file(c, path, bytes, loc);
    if (file)
        dxki_hlsl_pp_push_file(c, file);
}
