/* SPDX-License-Identifier: MIT */
/* ctx.c - the context: counted allocation, status texts, buffers. */
#include "base/ctx.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_INFLATED    ((size_t)256 << 20)
#define DEFAULT_DEPTH       256u
#define DEFAULT_DIAGNOSTICS 1000u

#define TEXT_OF(x)  TEXT_OF_(x)
#define TEXT_OF_(x) #x

const char *dxk_version(void)
{
    return TEXT_OF(DXK_VERSION_MAJOR) "." TEXT_OF(DXK_VERSION_MINOR) "." TEXT_OF(DXK_VERSION_PATCH);
}

const char *dxk_status_text(dxk_status status)
{
    switch (status) {
    case DXK_OK:
        return "done";
    case DXK_E_INVALID:
        return "invalid input";
    case DXK_E_NOMEM:
        return "out of memory";
    case DXK_E_LIMIT:
        return "limit reached";
    case DXK_E_ARGUMENT:
        return "wrong argument";
    case DXK_E_NOT_FOUND:
        return "not found";
    case DXK_E_UNSUPPORTED:
        return "not supported";
    case DXK_E_SINK:
        return "output failed";
    }
    return "unknown status";
}

static void *libc_alloc(void *user, void *ptr, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static void set_default_size(size_t *value, size_t standard)
{
    if (*value == 0)
        *value = standard;
}

static void set_default_u32(uint32_t *value, uint32_t standard)
{
    if (*value == 0)
        *value = standard;
}

dxk_status dxk_ctx_create(const dxk_ctx_options *given, dxk_ctx **out)
{
    dxk_ctx_options options;
    if (!dxki_options_take(&options, sizeof options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    dxk_alloc_fn alloc = options.alloc ? options.alloc : libc_alloc;
    void *user = options.alloc_user;
    dxk_ctx *ctx = alloc(user, NULL, 0, sizeof *ctx);
    *out = ctx;
    if (!ctx)
        return DXK_E_NOMEM;
    memset(ctx, 0, sizeof *ctx);
    ctx->alloc = alloc;
    ctx->alloc_user = user;
    ctx->limits = options.limits;
    set_default_size(&ctx->limits.memory, SIZE_MAX);
    set_default_size(&ctx->limits.inflated, DEFAULT_INFLATED);
    set_default_u32(&ctx->limits.depth, DEFAULT_DEPTH);
    set_default_u32(&ctx->limits.diagnostics, DEFAULT_DIAGNOSTICS);
    dxki_arena_init(&ctx->diag_arena, ctx);
    return DXK_OK;
}

void dxk_ctx_free(dxk_ctx *ctx)
{
    if (!ctx)
        return;
    dxk_ctx_clear_diags(ctx);
    ctx->alloc(ctx->alloc_user, ctx, sizeof *ctx, 0);
}

void dxk_ctx_memory(const dxk_ctx *ctx, size_t *current, size_t *peak)
{
    if (current)
        *current = ctx->memory_now;
    if (peak)
        *peak = ctx->memory_peak;
}

void *dxki_realloc(dxk_ctx *ctx, void *ptr, size_t old_size, size_t new_size)
{
    if (new_size == 0) {
        if (ptr) {
            ctx->alloc(ctx->alloc_user, ptr, old_size, 0);
            ctx->memory_now -= old_size;
        }
        return NULL;
    }
    if (new_size > old_size && new_size - old_size > ctx->limits.memory - ctx->memory_now) {
        ctx->limit_hit = true;
        return NULL;
    }
    void *result = ctx->alloc(ctx->alloc_user, ptr, old_size, new_size);
    if (!result) {
        ctx->limit_hit = false;
        return NULL;
    }
    ctx->memory_now = ctx->memory_now - old_size + new_size;
    if (ctx->memory_now > ctx->memory_peak)
        ctx->memory_peak = ctx->memory_now;
    return result;
}

dxk_status dxki_nomem(const dxk_ctx *ctx)
{
    return ctx->limit_hit ? DXK_E_LIMIT : DXK_E_NOMEM;
}

void dxk_buffer_init(dxk_buffer *buffer, dxk_ctx *ctx)
{
    memset(buffer, 0, sizeof *buffer);
    buffer->ctx = ctx;
}

void dxk_buffer_free(dxk_buffer *buffer)
{
    dxki_realloc(buffer->ctx, buffer->data, buffer->capacity, 0);
    dxk_buffer_init(buffer, buffer->ctx);
}

dxk_status dxk_buffer_append(dxk_buffer *buffer, const void *data, size_t size)
{
    if (size > SIZE_MAX / 2 - buffer->size)
        return DXK_E_NOMEM;
    if (buffer->size + size > buffer->capacity) {
        size_t capacity = buffer->capacity ? buffer->capacity * 2 : 256;
        if (capacity < buffer->size + size)
            capacity = buffer->size + size;
        uint8_t *grown = dxki_realloc(buffer->ctx, buffer->data, buffer->capacity, capacity);
        if (!grown)
            return dxki_nomem(buffer->ctx);
        buffer->data = grown;
        buffer->capacity = capacity;
    }
    if (size)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return DXK_OK;
}

static dxk_status buffer_write(void *user, const void *data, size_t size)
{
    return dxk_buffer_append(user, data, size);
}

dxk_sink dxk_buffer_sink(dxk_buffer *buffer)
{
    return (dxk_sink){buffer_write, buffer};
}
