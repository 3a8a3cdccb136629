/* SPDX-License-Identifier: MIT */
/* read_lazy.c - see lazy.h. */
#include "bitcode/lazy.h"

#include "bitcode/reader.h"

struct dxki_bc_lazy {
    dxki_bc_reader reader;
    dxk_status status;   /* the first failure */
    uint32_t *body_of;   /* by global: number of its body + 1 */
    uint32_t count;      /* of globals */
    DXKI_VEC(bool) read; /* by body */
};

void dxki_bc_lazy_free(dxki_bc_lazy *lazy)
{
    if (!lazy)
        return;
    dxk_ctx *ctx = lazy->reader.ctx;
    dxki_bc_reader_free(&lazy->reader);
    dxki_realloc(ctx, lazy->body_of, lazy->count * sizeof *lazy->body_of, 0);
    dxki_vec_free(ctx, &lazy->read);
    dxki_realloc(ctx, lazy, sizeof *lazy, 0);
}

static uint32_t body_of(const dxki_bc_lazy *lazy, uint32_t function)
{
    return function < lazy->count ? lazy->body_of[function] : 0;
}

bool dxki_bc_lazy_has_body(const dxki_bc_lazy *lazy, uint32_t function)
{
    return body_of(lazy, function) != 0;
}

static void read_body(dxki_bc_lazy *lazy, size_t index)
{
    if (lazy->status != DXK_OK || lazy->read.items[index])
        return;
    lazy->read.items[index] = true;
    lazy->reader.bodies_read = index;
    lazy->status = dxki_bc_reader_body(&lazy->reader, index);
}

/* Constants that name blocks wait for the bodies that have them. */
static void settle_addresses(dxki_bc_lazy *lazy)
{
    if (lazy->status != DXK_OK || !lazy->reader.addresses.count)
        return;
    for (size_t i = 0; i < lazy->read.count; i++)
        read_body(lazy, i);
    if (lazy->status == DXK_OK)
        lazy->status = dxki_bc_read_settle_addresses(&lazy->reader, false);
}

dxk_status dxki_bc_lazy_body(dxki_bc_lazy *lazy, uint32_t function)
{
    uint32_t body = body_of(lazy, function);
    if (body)
        read_body(lazy, body - 1);
    settle_addresses(lazy);
    return lazy->status;
}

dxk_status dxki_bc_lazy_rest(dxki_bc_lazy *lazy)
{
    for (size_t i = 0; i < lazy->read.count; i++)
        read_body(lazy, i);
    settle_addresses(lazy);
    return lazy->status;
}

/* Which body is whose: they come in the order of the functions. */
static bool index_bodies(dxki_bc_lazy *lazy)
{
    const dxki_bc_reader *r = &lazy->reader;
    uint32_t count = (uint32_t)r->m->globals.count;
    lazy->body_of = dxki_realloc(r->ctx, NULL, 0, count * sizeof *lazy->body_of);
    if (!lazy->body_of)
        return false;
    lazy->count = count;
    memset(lazy->body_of, 0, count * sizeof *lazy->body_of);
    for (size_t i = 0; i < r->bodies.count; i++) {
        lazy->body_of[r->bodies.items[i]] = (uint32_t)i + 1;
        if (!dxki_vec_push(r->ctx, &lazy->read, false))
            return false;
    }
    return true;
}

static dxk_status read_all_but_bodies(dxki_bc_lazy *lazy, dxk_ctx *ctx, dxk_bytes bytes)
{
    dxki_bc_reader *r = &lazy->reader;
    dxk_status status = dxki_bc_reader_begin(r, ctx, bytes, NULL, NULL);
    r->lazy = true;
    if (status == DXK_OK)
        status = dxki_bc_reader_run(r);
    if (status == DXK_OK && !index_bodies(lazy))
        status = dxki_nomem(ctx);
    if (status != DXK_OK)
        return status;
    settle_addresses(lazy);
    return lazy->status;
}

dxk_status dxki_bc_lazy_read(dxk_ctx *ctx, dxk_bytes bytes, dxki_bc_lazy **out_lazy,
                             dxk_module **out)
{
    dxki_bc_lazy *lazy = dxki_realloc(ctx, NULL, 0, sizeof *lazy);
    *out_lazy = NULL;
    *out = NULL;
    if (!lazy)
        return dxki_nomem(ctx);
    memset(lazy, 0, sizeof *lazy);
    dxk_status status = read_all_but_bodies(lazy, ctx, bytes);
    dxk_module *m = lazy->reader.m;
    if (status == DXK_OK) {
        *out_lazy = lazy;
        *out = m;
        return DXK_OK;
    }
    dxki_bc_lazy_free(lazy);
    dxk_module_free(m);
    return status;
}
