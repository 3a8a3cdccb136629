/* SPDX-License-Identifier: MIT */
/* edit.c - changing the list of parts, and writing containers in their old or a new layout. */
#include "container/container.h"
#include "base/options.h"

#include "base/out.h"
#include "dxk/digest.h"
#include "wire/load.h"

#include <string.h>

static dxk_status copy_content(dxk_container *c, dxk_bytes content, dxk_part *part)
{
    if (content.size > UINT32_MAX)
        return DXK_E_ARGUMENT;
    uint8_t *copy = dxki_arena_alloc(&c->arena, content.size);
    if (!copy)
        return dxki_nomem(c->ctx);
    if (content.size)
        memcpy(copy, content.data, content.size);
    part->content = (dxk_bytes){copy, content.size};
    part->size = (uint32_t)content.size;
    part->offset = 0;
    return DXK_OK;
}

dxk_status dxk_container_insert(dxk_container *c, size_t index, uint32_t fourcc, dxk_bytes content)
{
    if (index > c->parts.count)
        return DXK_E_ARGUMENT;
    dxk_part part = {fourcc, 0, 0, {NULL, 0}};
    dxk_status status = copy_content(c, content, &part);
    if (status != DXK_OK)
        return status;
    if (!dxki_vec_push(c->ctx, &c->parts, part))
        return dxki_nomem(c->ctx);
    dxk_part *items = c->parts.items;
    memmove(items + index + 1, items + index, (c->parts.count - 1 - index) * sizeof *items);
    items[index] = part;
    c->edited = true;
    c->salvaged = false;
    return DXK_OK;
}

dxk_status dxk_container_replace(dxk_container *c, size_t index, dxk_bytes content)
{
    if (index >= c->parts.count)
        return DXK_E_ARGUMENT;
    dxk_part *part = &c->parts.items[index];
    if (part->content.size == content.size && part->size == content.size &&
        (content.size == 0 || memcmp(part->content.data, content.data, content.size) == 0))
        return DXK_OK; /* the same bytes are no edit: an odd layout survives */
    dxk_status status = copy_content(c, content, part);
    if (status != DXK_OK)
        return status;
    c->edited = true;
    c->salvaged = false;
    return DXK_OK;
}

dxk_status dxk_container_remove(dxk_container *c, size_t index)
{
    if (index >= c->parts.count)
        return DXK_E_ARGUMENT;
    dxk_part *items = c->parts.items;
    memmove(items + index, items + index + 1, (c->parts.count - index - 1) * sizeof *items);
    c->parts.count--;
    c->edited = true;
    c->salvaged = false;
    return DXK_OK;
}

dxk_status dxk_container_move(dxk_container *c, size_t from, size_t to)
{
    if (from >= c->parts.count || to >= c->parts.count)
        return DXK_E_ARGUMENT;
    if (from == to)
        return DXK_OK;
    dxk_part *items = c->parts.items;
    dxk_part moved = items[from];
    if (from < to)
        memmove(items + from, items + from + 1, (to - from) * sizeof *items);
    else
        memmove(items + to + 1, items + to, (from - to) * sizeof *items);
    items[to] = moved;
    c->edited = true;
    c->salvaged = false;
    return DXK_OK;
}

/* Fills `chosen` with the listed parts; `taken` has a zero byte for each part. */
static bool choose(const dxk_container *c, const size_t *indices, size_t count, uint8_t *taken,
                   dxk_part *chosen)
{
    for (size_t i = 0; i < count; i++) {
        size_t index = indices[i];
        if (index >= c->parts.count || taken[index])
            return false;
        taken[index] = 1;
        chosen[i] = c->parts.items[index];
    }
    return true;
}

static bool is_identity(const dxk_container *c, const size_t *indices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (indices[i] != i)
            return false;
    return count == c->parts.count;
}

dxk_status dxk_container_select(dxk_container *c, const size_t *indices, size_t count)
{
    size_t old = c->parts.count;
    if (count > old)
        return DXK_E_ARGUMENT;
    if (is_identity(c, indices, count))
        return DXK_OK; /* no edit: an odd layout survives */
    dxki_arena scratch;
    dxki_arena_init(&scratch, c->ctx);
    uint8_t *taken = dxki_arena_zalloc(&scratch, old, 1);
    dxk_part *chosen = dxki_arena_zalloc(&scratch, count, sizeof *chosen);
    dxk_status status = taken && chosen ? DXK_OK : dxki_nomem(c->ctx);
    if (status == DXK_OK && !choose(c, indices, count, taken, chosen))
        status = DXK_E_ARGUMENT;
    if (status == DXK_OK) {
        if (count)
            memcpy(c->parts.items, chosen, count * sizeof *chosen);
        c->parts.count = count;
        c->edited = true;
        c->salvaged = false;
    }
    dxki_arena_free(&scratch);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Digest                                                                                     */

static bool all_bytes(const uint8_t *p, size_t size, uint8_t value)
{
    for (size_t i = 0; i < size; i++)
        if (p[i] != value)
            return false;
    return true;
}

dxk_digest_state dxk_container_digest_state(const dxk_container *c)
{
    const uint8_t *stored = c->header.digest;
    if (c->kind != DXK_INPUT_CONTAINER && c->kind != DXK_INPUT_PDB)
        return DXK_DIGEST_NONE;
    if (all_bytes(stored, 16, 0))
        return DXK_DIGEST_ZERO;
    if (all_bytes(stored, 16, 1))
        return DXK_DIGEST_BYPASS;
    if (all_bytes(stored, 16, 2))
        return DXK_DIGEST_PREVIEW;
    /* A created container has no input, a salvaged one may end before its own size. */
    size_t size = c->header.size < c->input.size ? c->header.size : c->input.size;
    if (size < DXKI_HEADER_SIZE)
        return DXK_DIGEST_WRONG;
    dxk_bytes data = {c->input.data + DXK_DIGEST_SKIP, size - DXK_DIGEST_SKIP};
    uint8_t retail[16], debug[16];
    dxk_digest_compute_both(data, retail, debug);
    if (memcmp(stored, retail, 16) == 0)
        return DXK_DIGEST_RETAIL;
    return memcmp(stored, debug, 16) == 0 ? DXK_DIGEST_DEBUG : DXK_DIGEST_WRONG;
}

const char *dxk_digest_state_name(dxk_digest_state state)
{
    switch (state) {
    case DXK_DIGEST_ZERO:
        return "unsigned";
    case DXK_DIGEST_BYPASS:
        return "bypass";
    case DXK_DIGEST_PREVIEW:
        return "preview";
    case DXK_DIGEST_RETAIL:
        return "retail";
    case DXK_DIGEST_DEBUG:
        return "debug";
    case DXK_DIGEST_WRONG:
        return "wrong";
    case DXK_DIGEST_NONE:
        break;
    }
    return "none";
}

/* Puts the digest that `mode` asks for into the container image. */
static void set_digest(const dxk_container *c, dxk_digest_mode mode, uint8_t *image, size_t size)
{
    dxk_digest_state state = DXK_DIGEST_NONE;
    dxk_bytes data = {image + DXK_DIGEST_SKIP, size - DXK_DIGEST_SKIP};

    memcpy(image + 4, c->header.digest, 16);
    if (mode == DXK_DIGEST_AUTO && c->edited)
        state = dxk_container_digest_state(c);
    if (mode == DXK_DIGEST_CLEAR)
        memset(image + 4, 0, 16);
    else if (mode == DXK_DIGEST_MARK_PREVIEW)
        memset(image + 4, 2, 16);
    else if (mode == DXK_DIGEST_FIX || state == DXK_DIGEST_RETAIL)
        dxk_digest_compute(data, DXK_DIGEST_VARIANT_RETAIL, image + 4);
    else if (mode == DXK_DIGEST_FIX_DEBUG || state == DXK_DIGEST_DEBUG)
        dxk_digest_compute(data, DXK_DIGEST_VARIANT_DEBUG, image + 4);
}

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

static void put_header(const dxk_container *c, uint8_t *image, uint32_t size)
{
    memcpy(image, "DXBC", 4);
    dxki_store16(image + 20, c->header.major);
    dxki_store16(image + 22, c->header.minor);
    dxki_store32(image + 24, size);
    dxki_store32(image + 28, (uint32_t)c->parts.count);
}

static void put_part(const dxk_part *part, uint8_t *at)
{
    dxki_store32(at, part->fourcc);
    dxki_store32(at + 4, part->size);
    if (part->content.size)
        memcpy(at + DXKI_PART_HEADER_SIZE, part->content.data, part->content.size);
}

/* Size of the container in a new, regular layout; 0 when it would not fit 32 bits. */
static size_t regular_size(const dxk_container *c)
{
    uint64_t size = DXKI_HEADER_SIZE + 4 * (uint64_t)c->parts.count;
    for (size_t i = 0; i < c->parts.count; i++)
        size += DXKI_PART_HEADER_SIZE + (uint64_t)c->parts.items[i].content.size;
    return size <= UINT32_MAX ? (size_t)size : 0;
}

static void put_regular(const dxk_container *c, uint8_t *image, size_t size)
{
    size_t at = DXKI_HEADER_SIZE + 4 * c->parts.count;
    put_header(c, image, (uint32_t)size);
    for (size_t i = 0; i < c->parts.count; i++) {
        dxk_part part = c->parts.items[i];
        part.size = (uint32_t)part.content.size;
        dxki_store32(image + DXKI_HEADER_SIZE + 4 * i, (uint32_t)at);
        put_part(&part, image + at);
        at += DXKI_PART_HEADER_SIZE + part.content.size;
    }
}

/* The layout that was read. Parts that overlap carry the same bytes, so order does not matter
 * among them; the table goes last because a part may lie over it without having changed it. */
static void put_as_read(const dxk_container *c, uint8_t *image)
{
    for (size_t i = 0; i < c->slack.count; i++)
        memcpy(image + c->slack.items[i].offset, c->slack.items[i].bytes.data,
               c->slack.items[i].bytes.size);
    for (size_t i = 0; i < c->parts.count; i++)
        put_part(&c->parts.items[i], image + c->parts.items[i].offset);
    put_header(c, image, c->header.size);
    for (size_t i = 0; i < c->parts.count; i++)
        dxki_store32(image + DXKI_HEADER_SIZE + 4 * i, (uint32_t)c->parts.items[i].offset);
}

static dxk_status put_image(const dxk_container *c, dxk_digest_mode mode, dxk_sink sink)
{
    size_t size = c->edited ? regular_size(c) : c->input.size;
    if (size < DXKI_HEADER_SIZE)
        return DXK_E_LIMIT;
    uint8_t *image = dxki_realloc(c->ctx, NULL, 0, size);
    if (!image)
        return dxki_nomem(c->ctx);
    if (c->edited)
        put_regular(c, image, size);
    else
        put_as_read(c, image);
    set_digest(c, mode, image, c->edited ? size : c->header.size);
    dxk_status status = dxki_out_send(sink, image, size);
    dxki_realloc(c->ctx, image, size, 0);
    return status;
}

static dxk_status write_all(dxk_sink sink, dxk_bytes bytes)
{
    return dxki_out_send(sink, bytes.data, bytes.size);
}

/* Parts one after the other, without a container header. */
static dxk_status write_unframed(const dxk_container *c, dxk_sink sink)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < c->parts.count && status == DXK_OK; i++) {
        const dxk_part *part = &c->parts.items[i];
        uint8_t header[DXKI_PART_HEADER_SIZE];
        dxki_store32(header, part->fourcc);
        dxki_store32(header + 4, (uint32_t)part->content.size);
        status = write_all(sink, (dxk_bytes){header, sizeof header});
        if (status == DXK_OK)
            status = write_all(sink, part->content);
    }
    return status;
}

/* A container around an input that had none: the parts in a regular layout. */
static dxk_status write_framed(const dxk_container *c, dxk_digest_mode mode, dxk_sink sink)
{
    dxk_container framed = *c;
    framed.header.major = 1;
    framed.header.minor = 0;
    framed.edited = true;
    return put_image(&framed, mode, sink);
}

dxk_status dxk_container_write(const dxk_container *c, const dxk_write_options *given,
                               dxk_sink sink)
{
    dxk_write_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxk_digest_mode mode = options.digest;
    bool as_container = options.as_container;
    switch (c->kind) {
    case DXK_INPUT_CONTAINER:
        return put_image(c, mode, sink);
    case DXK_INPUT_PDB:
        if (as_container)
            return put_image(c, mode, sink);
        return c->edited || mode == DXK_DIGEST_FIX || mode == DXK_DIGEST_CLEAR ||
                       mode == DXK_DIGEST_MARK_PREVIEW || mode == DXK_DIGEST_FIX_DEBUG
                   ? DXK_E_UNSUPPORTED
                   : write_all(sink, c->file);
    case DXK_INPUT_REFLECTION:
        return as_container ? write_framed(c, mode, sink) : write_unframed(c, sink);
    case DXK_INPUT_PROGRAM:
        if (as_container || c->parts.count != 1)
            return write_framed(c, mode, sink);
        return write_all(sink, c->parts.items[0].content);
    case DXK_INPUT_BITCODE:
        return as_container || c->edited ? DXK_E_UNSUPPORTED : write_all(sink, c->file);
    case DXK_INPUT_UNKNOWN:
        break;
    }
    return DXK_E_ARGUMENT;
}

dxk_status dxki_container_lay_out(dxk_ctx *ctx, const dxk_container *c, dxk_buffer *bytes,
                                  dxk_container **laid)
{
    *laid = NULL;
    dxk_status status = dxk_container_write(c, NULL, dxk_buffer_sink(bytes));
    if (status == DXK_OK)
        status = dxk_container_read(ctx, (dxk_bytes){bytes->data, bytes->size}, NULL, laid);
    for (size_t i = 0; status == DXK_OK && i < c->parts.count && i < (*laid)->parts.count; i++) {
        if (dxki_container_origin_of(c, &c->parts.items[i]))
            (*laid)->origin = (dxki_container_origin){
                .content = (*laid)->parts.items[i].content.data, .module = c->origin.module};
    }
    return status;
}
