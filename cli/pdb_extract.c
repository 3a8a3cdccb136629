/* SPDX-License-Identifier: MIT */
/* pdb_extract.c - see pdb_extract.h. */
#include "pdb_extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

int pdb_extract(job *j, const dxk_pdb *pdb, const char *name, const char *output)
{
    dxk_str shown, text;
    for (size_t i = 0; dxk_pdb_file(pdb, i, &shown, &text); i++) {
        if (!is_named(shown, name))
            continue;
        if (j->json) {
            json_str(j->json, "name", shown);
            json_u64(j->json, "size", text.size);
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
    char *path;
    dxk_str text;
} taken;

typedef struct extraction {
    job *j;
    size_t base; /* bytes of "DIR/" */
    taken *files;
    size_t count;
} extraction;

/* Refuses a path below the directory that leads over a link: links lead anywhere. */
static int check_links(job *j, char *path, size_t base)
{
    struct stat st;
    for (char *p = path + base;; p++) {
        char c = *p;
        if (c && c != '/')
            continue;
        *p = 0;
        bool link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
        if (link)
            return job_error(j, CLI_IO, "%s is a link: nothing is written through it", path);
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

/* The file that was handed out under a path, or NULL. */
static const taken *find_taken(const extraction *e, const char *path)
{
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->files[i].path, path) == 0)
            return &e->files[i];
    return NULL;
}

/* "DIR/safe name", with a number when other text has the name already. NULL: out of memory. */
static char *choose_path(extraction *e, const char *directory, dxk_str name, dxk_str text,
                         bool *again)
{
    dxk_buffer safe;
    char *path = NULL;
    dxk_buffer_init(&safe, e->j->ctx);
    *again = false;
    if (dxk_pdb_safe_path(name, &safe) == DXK_OK)
        path = malloc(e->base + safe.size + 24);
    for (unsigned number = 1; path; number++) {
        int n = sprintf(path, "%s/%.*s", directory, (int)safe.size, (const char *)safe.data);
        if (number > 1)
            sprintf(path + n, "~%u", number);
        const taken *other = find_taken(e, path);
        if (!other)
            break;
        *again = other->text.size == text.size &&
                 (!text.size || memcmp(other->text.data, text.data, text.size) == 0);
        if (*again)
            break;
    }
    dxk_buffer_free(&safe);
    return path;
}

static int extract_file(extraction *e, const char *directory, dxk_str name, dxk_str text)
{
    job *j = e->j;
    bool again;
    char *path = choose_path(e, directory, name, text, &again);
    if (!path)
        return job_status(j, DXK_E_NOMEM);
    if (again) {
        free(path);
        return CLI_OK;
    }
    e->files[e->count++] = (taken){path, text};
    int status = check_links(j, path, e->base);
    if (status == CLI_OK)
        status = make_directories(j, path, e->base);
    if (status == CLI_OK)
        status = write_text(j, path, text);
    if (status == CLI_OK && j->json) {
        json_object_line(j->json, NULL);
        json_str(j->json, "name", name);
        json_u64(j->json, "size", text.size);
        json_text(j->json, "output", path);
        json_end(j->json);
    }
    return status;
}

int pdb_extract_all(job *j, const dxk_pdb *pdb, const char *directory)
{
    extraction e = {j, strlen(directory) + 1, NULL, 0};
    dxk_str name, text;
    int status = job_make_directory(j, directory);
    e.files = calloc(dxk_pdb_file_count(pdb) + 1, sizeof *e.files);
    if (!e.files)
        return job_status(j, DXK_E_NOMEM);
    if (j->json)
        json_array(j->json, "files");
    for (size_t i = 0; status == CLI_OK && dxk_pdb_file(pdb, i, &name, &text); i++)
        status = extract_file(&e, directory, name, text);
    if (j->json)
        json_end(j->json);
    for (size_t i = 0; i < e.count; i++)
        free(e.files[i].path);
    free(e.files);
    return status;
}
