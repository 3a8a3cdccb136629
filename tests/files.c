/* SPDX-License-Identifier: MIT */
/* files.c - see files.h. */
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *files_read(const char *path, dxk_bytes *bytes)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    *bytes = (dxk_bytes){NULL, 0};
    if (!file)
        return NULL;
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    if (end >= 0)
        data = malloc(end > 0 ? (size_t)end : 1);
    if (data && fread(data, 1, (size_t)end, file) != (size_t)end) {
        free(data);
        data = NULL;
    }
    fclose(file);
    if (data)
        *bytes = (dxk_bytes){data, (size_t)end};
    return data;
}

bool files_same(dxk_bytes a, dxk_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool files_ends(const char *name, const char *suffix)
{
    size_t n = strlen(name), s = strlen(suffix);
    return n >= s && strcmp(name + n - s, suffix) == 0;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

long files_each(const char *folder, const char *suffix, void (*each)(void *user, const char *path),
                void *user)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, visible, alphasort);
    long found = 0;
    if (count < 0)
        return -1;
    for (int i = 0; i < count; i++) {
        char path[4096];
        int size = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (files_ends(entries[i]->d_name, suffix) && size < (int)sizeof path) {
            each(user, path);
            found++;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}
