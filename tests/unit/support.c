/* SPDX-License-Identifier: MIT */
/* support.c - see support.h. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <sys/stat.h>

#include "files.h"

uint8_t *support_read(const char *path, size_t *size)
{
    dxk_bytes bytes;
    uint8_t *data = files_read(path, &bytes);
    if (!data)
        fail_msg("cannot read %s", path);
    *size = bytes.size;
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
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return path;
    print_message("skipped: there is no folder %s\n", path);
    return NULL;
}

size_t support_each(const char *folder, const char *suffix,
                    void (*each)(void *user, const char *path), void *user)
{
    long count = files_each(folder, suffix, each, user);
    assert_true(count >= 0);
    return (size_t)count;
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
