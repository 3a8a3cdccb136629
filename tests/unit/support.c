/* SPDX-License-Identifier: MIT */
/* support.c - see support.h. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <dirent.h>
#include <sys/stat.h>

uint8_t *support_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    /* Exactly as large as the file, so that a sanitizer sees a read past the end. */
    uint8_t *data = malloc(end > 0 ? (size_t)end : 1);
    assert_non_null(data);
    *size = fread(data, 1, (size_t)end, file);
    fclose(file);
    assert_int_equal(*size, end);
    return data;
}

uint8_t *support_sample(const char *name, size_t *size)
{
    const char *folder = getenv("DXK_TEST_DATA");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data", name);
    return support_read(path, size);
}

const char *support_corpus(const char *name)
{
    static char path[1024];
    const char *folder = getenv("DXK_TEST_CORPUS");
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/corpus", name);
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? path : NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

size_t support_each(const char *folder, const char *suffix,
                    void (*each)(void *user, const char *path), void *user)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    char **names = NULL;
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        size_t n = strlen(entry->d_name), s = strlen(suffix);
        if (n < s || strcmp(entry->d_name + n - s, suffix) != 0 || entry->d_name[0] == '.')
            continue;
        names = realloc(names, (count + 1) * sizeof *names);
        assert_non_null(names);
        names[count++] = strdup(entry->d_name);
    }
    closedir(dir);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) {
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        each(user, path);
        free(names[i]);
    }
    free(names);
    return count;
}

dxk_ctx *support_ctx(void)
{
    dxk_ctx *ctx = NULL;
    assert_int_equal(dxk_ctx_create(NULL, &ctx), DXK_OK);
    return ctx;
}

void support_ctx_done(dxk_ctx *ctx)
{
    size_t left = 0;
    dxk_ctx_clear_diags(ctx);
    dxk_ctx_memory(ctx, &left, NULL);
    assert_int_equal(left, 0);
    dxk_ctx_free(ctx);
}

bool support_reported(const dxk_ctx *ctx, const char *rule)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++)
        if (strcmp(dxk_ctx_diag(ctx, i)->rule, rule) == 0)
            return true;
    return false;
}

typedef struct failing {
    long left;   /* allocations before the one that fails */
    bool failed; /* it has */
} failing;

static void *failing_alloc(void *user, void *ptr, size_t old_size, size_t new_size)
{
    failing *f = user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    if (f->left-- == 0) {
        f->failed = true;
        return NULL;
    }
    return realloc(ptr, new_size);
}

void support_fail_allocations(dxk_status (*run)(dxk_ctx *ctx, void *user), void *user)
{
    for (long k = 0;; k++) {
        failing state = {k, false};
        dxk_ctx_options options = {.alloc = failing_alloc, .alloc_user = &state};
        dxk_ctx *ctx = NULL;
        dxk_status status = dxk_ctx_create(&options, &ctx);
        if (ctx) {
            size_t left = 0;
            status = run(ctx, user);
            dxk_ctx_clear_diags(ctx);
            dxk_ctx_memory(ctx, &left, NULL);
            assert_int_equal(left, 0);
            dxk_ctx_free(ctx);
        }
        if (!state.failed)
            return;
        assert_int_equal(status, DXK_E_NOMEM);
    }
}
