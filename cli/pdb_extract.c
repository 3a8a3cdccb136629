/* SPDX-License-Identifier: MIT */
/* pdb_extract.c - see pdb_extract.h. */
#include "pdb_extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_text(job *j, const char *path, dxk_str text)
{
    dxk_buffer buffer;
    dxk_buffer_init(&buffer, j->ctx);
    int status = job_status(j, dxk_buffer_append(&buffer, text.data, text.size));
    if (status == CLI_OK)
        status = job_write(j, path, &buffer);
    dxk_buffer_free(&buffer);
    return status;
}

/* The name as asked for: as it is shown, or without the "./" in front. */
static bool is_named(dxk_str shown, const char *name)
{
    size_t n = strlen(name);
    bool dot = shown.size >= 2 && memcmp(shown.data, "./", 2) == 0;
    return (shown.size == n && memcmp(shown.data, name, n) == 0) ||
           (dot && shown.size == n + 2 && memcmp(shown.data + 2, name, n) == 0);
}

static int unreadable(job *j, dxk_str name)
{
    return job_error(j, CLI_INVALID, "the text of '%.*s' cannot be read", (int)name.size,
                     name.data);
}

int pdb_extract(job *j, const dxk_pdb *pdb, const char *name, const char *output)
{
    dxk_str shown, text;
    for (size_t i = 0; dxk_pdb_file(pdb, i, &shown, &text); i++) {
        if (!is_named(shown, name))
            continue;
        if (!text.data)
            return unreadable(j, shown);
        if (j->json) {
            dxk_json_str(j->json, "name", shown);
            dxk_json_u64(j->json, "size", text.size);
        }
        if (output)
            return write_text(j, output, text);
        text_write(&j->out, text.data, text.size);
        return CLI_OK;
    }
    return job_error(j, CLI_INVALID, "there is no source '%s'", name);
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

/* A path that was handed out, as "DIR/name". */
typedef struct taken {
    char *path;    /* NULL: a free place of the table */
    dxk_str text;  /* what is written there */
    unsigned last; /* number that the last namesake got */
} taken;

typedef struct extraction {
    job *j;
    size_t base;   /* bytes of "DIR/" */
    taken *table;  /* by hash of the path; at most half full */
    size_t places; /* a power of two */
} extraction;

/* Refuses a path below the directory that leads over a link: links lead anywhere. */
static int check_links(job *j, char *path, size_t base)
{
    for (char *p = path + base;; p++) {
        char c = *p;
        if (c && c != '/')
            continue;
        *p = 0;
        bool link = io_is_link(path);
        if (link)
            return job_error(j, CLI_IO, "%s is a link, and links are not followed when writing",
                             path);
        *p = c;
        if (!c)
            return CLI_OK;
    }
}

/* Directories in the path, each before what is in it. */
static int make_directories(job *j, char *path, size_t base)
{
    int status = CLI_OK;
    for (char *p = path + base; *p && status == CLI_OK; p++) {
        if (*p != '/')
            continue;
        *p = 0;
        status = job_make_directory(j, path);
        *p = '/';
    }
    return status;
}

/* The place of a path in the table: its own, or a free one. */
static taken *find_place(const extraction *e, const char *path)
{
    size_t hash = 2166136261u;
    for (const char *p = path; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    hash ^= hash >> 15;
    while (e->table[hash & (e->places - 1)].path &&
           strcmp(e->table[hash & (e->places - 1)].path, path) != 0)
        hash++;
    return &e->table[hash & (e->places - 1)];
}

static bool same_text(dxk_str a, dxk_str b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* "DIR/safe name", with a number when other text has the name already. NULL: out of memory. */
static char *choose_path(extraction *e, const char *directory, dxk_str name, dxk_str text,
                         taken **place)
{
    dxk_buffer safe;
    char *path = NULL;
    dxk_buffer_init(&safe, e->j->ctx);
    if (dxk_pdb_safe_path(name, &safe) == DXK_OK)
        path = malloc(e->base + safe.size + 24);
    if (path) {
        int n = sprintf(path, "%s/%.*s", directory, (int)safe.size, (const char *)safe.data);
        taken *first = *place = find_place(e, path);
        while ((*place)->path && !same_text((*place)->text, text)) {
            first->last = first->last ? first->last + 1 : 2;
            sprintf(path + n, "~%u", first->last);
            *place = find_place(e, path);
        }
    }
    dxk_buffer_free(&safe);
    return path;
}

static int extract_file(extraction *e, const char *directory, dxk_str name, dxk_str text)
{
    job *j = e->j;
    taken *place = NULL;
    char *path = choose_path(e, directory, name, text, &place);
    if (!path)
        return job_status(j, DXK_E_NOMEM);
    if (place->path) { /* the same text under the same name */
        free(path);
        return CLI_OK;
    }
    *place = (taken){path, text, 0};
    int status = check_links(j, path, e->base);
    if (status == CLI_OK)
        status = make_directories(j, path, e->base);
    if (status == CLI_OK)
        status = write_text(j, path, text);
    if (status == CLI_OK && j->json) {
        dxk_json_object_line(j->json, NULL);
        dxk_json_str(j->json, "name", name);
        dxk_json_u64(j->json, "size", text.size);
        dxk_json_text(j->json, "output", path);
        dxk_json_end(j->json);
    }
    return status;
}

int pdb_extract_all(job *j, const dxk_pdb *pdb, const char *directory)
{
    extraction e = {j, strlen(directory) + 1, NULL, 16};
    dxk_str name, text;
    int status = job_make_directory(j, directory);
    while (e.places < 2 * dxk_pdb_file_count(pdb))
        e.places *= 2;
    e.table = calloc(e.places, sizeof *e.table);
    if (!e.table)
        return job_status(j, DXK_E_NOMEM);
    if (j->json)
        dxk_json_array(j->json, "files");
    for (size_t i = 0; status == CLI_OK && dxk_pdb_file(pdb, i, &name, &text); i++)
        status = text.data ? extract_file(&e, directory, name, text) : unreadable(j, name);
    if (j->json)
        dxk_json_end(j->json);
    for (size_t i = 0; i < e.places; i++)
        free(e.table[i].path);
    free(e.table);
    return status;
}
