/* SPDX-License-Identifier: MIT */
/* compile_cache.c - see compile_cache.h. */
#include "compile_cache.h"

#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDERS    256u
#define TRIM_EVERY 8u /* a folder is measured when the last byte of a new key is a multiple of it */
#define NAME_ROOM  (2 * DXK_HLSL_KEY_SIZE + 40)
#define MOST_BYTES ((uint64_t)1 << 30) /* of an entry */

static const char ending[] = ".dxil";

struct compile_cache {
    char *folder;
    uint64_t limit, stamp;
    host_lock lock; /* guards the counts */
    size_t found, kept;
};

compile_cache *compile_cache_open(const char *folder, uint64_t limit, int *error)
{
    compile_cache *cache = calloc(1, sizeof *cache);
    *error = ENOMEM;
    if (!cache)
        return NULL;
    cache->folder = malloc(strlen(folder) + 1);
    if (cache->folder) {
        strcpy(cache->folder, folder);
        *error = io_make_directory(folder);
    }
    if (*error) {
        free(cache->folder);
        free(cache);
        return NULL;
    }
    cache->limit = limit;
    cache->stamp = host_program_stamp();
    host_lock_init(&cache->lock);
    return cache;
}

void compile_cache_close(compile_cache *cache)
{
    if (!cache)
        return;
    host_lock_destroy(&cache->lock);
    free(cache->folder);
    free(cache);
}

void compile_cache_counts(compile_cache *cache, size_t *found, size_t *kept)
{
    host_lock_take(&cache->lock);
    *found = cache->found;
    *kept = cache->kept;
    host_lock_give(&cache->lock);
}

/* "DIR/3f"; NULL: no memory. */
static char *folder_path(const char *folder, unsigned which)
{
    size_t size = strlen(folder) + 4;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%02x", folder, which);
    return path;
}

/* "DIR/3f/a9…e1-4d1c….dxil"; NULL: no memory. What was not validated has another name. */
static char *entry_path(const compile_cache *cache, const uint8_t key[DXK_HLSL_KEY_SIZE],
                        bool is_signed)
{
    char name[NAME_ROOM], *at = name;
    size_t size = strlen(cache->folder) + NAME_ROOM;
    char *path = malloc(size);
    for (unsigned i = 0; i < DXK_HLSL_KEY_SIZE; i++)
        at += snprintf(at, 4, "%02x%s", key[i], i ? "" : "/");
    snprintf(at, (size_t)(name + sizeof name - at), "-%016llx%s%s",
             (unsigned long long)cache->stamp, is_signed ? "" : "-u", ending);
    if (path)
        snprintf(path, size, "%s/%s", cache->folder, name);
    return path;
}

static bool is_right(const dxk_container *made)
{
    return dxk_container_digest_state(made) == DXK_DIGEST_RETAIL;
}

/* A container, or nothing: what else is there is written over. */
static bool take(dxk_ctx *ctx, const char *path, io_file *file, dxk_container **made)
{
    *made = NULL;
    if (io_read(path, MOST_BYTES, NULL, file) != 0)
        return false;
    if (dxk_container_read(ctx, file->bytes, NULL, made) == DXK_OK && is_right(*made))
        return true;
    dxk_container_free(*made);
    dxk_ctx_clear_diags(ctx);
    io_close(file);
    *made = NULL;
    return false;
}

bool compile_cache_find(compile_cache *cache, dxk_ctx *ctx, const uint8_t key[DXK_HLSL_KEY_SIZE],
                        bool is_signed, io_file *file, dxk_container **made)
{
    char *path = entry_path(cache, key, is_signed);
    bool found = path && take(ctx, path, file, made);
    if (found) {
        host_touch(path);
        host_lock_take(&cache->lock);
        cache->found++;
        host_lock_give(&cache->lock);
    }
    free(path);
    return found;
}

/* ---------------------------------------------------------------------------------------- */
/* Bounds                                                                                     */

typedef struct entry {
    char *path;
    uint64_t size, used; /* bytes; when it was last */
} entry;

typedef struct entries {
    entry *items;
    size_t count, capacity;
    const char *folder; /* that is being listed */
    uint64_t bytes;
} entries;

static void free_entries(entries *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->items[i].path);
    free(all->items);
}

/* Takes an entry, or what is left of one that was being written, into the list. */
static int add_entry(void *user, const char *name)
{
    entries *all = user;
    host_facts facts;
    size_t size = strlen(all->folder) + strlen(name) + 2;
    if (!strstr(name, ending))
        return 0;
    if (all->count == all->capacity) {
        size_t capacity = all->capacity ? 2 * all->capacity : 64;
        entry *grown = realloc(all->items, capacity * sizeof *grown);
        if (!grown)
            return ENOMEM;
        all->items = grown;
        all->capacity = capacity;
    }
    char *path = malloc(size);
    if (!path)
        return ENOMEM;
    snprintf(path, size, "%s/%s", all->folder, name);
    if (host_look(path, false, &facts) != 0 || facts.kind != HOST_FILE) {
        free(path);
        return 0;
    }
    all->items[all->count++] = (entry){path, facts.size, facts.changed};
    all->bytes += facts.size;
    return 0;
}

/* Adds what is in a folder of the cache; one that is not there is empty. */
static int list_folder(const char *folder, unsigned which, entries *all)
{
    char *path = folder_path(folder, which);
    if (!path)
        return ENOMEM;
    all->folder = path;
    int error = io_is_directory(path) ? host_list(path, add_entry, all) : 0;
    free(path);
    return error;
}

static int by_use(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->used != y->used ? (x->used < y->used ? -1 : 1) : strcmp(x->path, y->path);
}

/* Removes the first ones in the order of their use until `limit` bytes are left. */
static void remove_oldest(entries *all, uint64_t limit, compile_cache_facts *removed)
{
    *removed = (compile_cache_facts){0, 0};
    if (all->bytes <= limit)
        return;
    qsort(all->items, all->count, sizeof *all->items, by_use);
    for (size_t i = 0; i < all->count && all->bytes - removed->bytes > limit; i++) {
        host_remove(all->items[i].path);
        removed->bytes += all->items[i].size;
        removed->entries++;
    }
}

int compile_cache_trim(const char *folder, uint64_t limit, compile_cache_facts *left,
                       compile_cache_facts *removed)
{
    entries all = {0};
    int error = io_is_directory(folder) ? 0 : ENOENT;
    *left = *removed = (compile_cache_facts){0, 0};
    for (unsigned which = 0; which < FOLDERS && !error; which++)
        error = list_folder(folder, which, &all);
    if (!error) {
        remove_oldest(&all, limit, removed);
        left->entries = all.count - removed->entries;
        left->bytes = all.bytes - removed->bytes;
    }
    free_entries(&all);
    return error;
}

/* Keeps one folder to its share, with some room for what comes next. */
static void trim_folder(const compile_cache *cache, unsigned which)
{
    entries all = {0};
    compile_cache_facts removed;
    uint64_t share = cache->limit / FOLDERS;
    if (list_folder(cache->folder, which, &all) == 0 && all.bytes > share)
        remove_oldest(&all, share - share / 4, &removed);
    free_entries(&all);
}

static int write_entry(compile_cache *cache, const char *path, unsigned which, dxk_bytes bytes)
{
    int error = io_write_file(path, bytes);
    if (error != ENOENT)
        return error;
    char *folder = folder_path(cache->folder, which);
    error = folder ? io_make_directory(folder) : ENOMEM;
    free(folder);
    return error ? error : io_write_file(path, bytes);
}

int compile_cache_keep(compile_cache *cache, const uint8_t key[DXK_HLSL_KEY_SIZE], bool is_signed,
                       dxk_bytes bytes)
{
    char *path = entry_path(cache, key, is_signed);
    if (!path)
        return ENOMEM;
    int error = bytes.size > cache->limit / FOLDERS ? 0 : write_entry(cache, path, key[0], bytes);
    free(path);
    if (!error && key[DXK_HLSL_KEY_SIZE - 1] % TRIM_EVERY == 0)
        trim_folder(cache, key[0]);
    host_lock_take(&cache->lock);
    cache->kept += !error;
    host_lock_give(&cache->lock);
    return error;
}
