/* SPDX-License-Identifier: MIT */
/*
 * inner.c - what codec.c leaves out: sets of bits as fields, padding, and walks inside a walk (a
 * format that is wrapped in another one, compressed or not). See codec.h.
 */
#include "wire/codec.h"
#include "wire/codec_internal.h"

#include "base/out.h"
#include "wire/load.h"

#include <string.h>

/* Room for the numbers 0 to 1023 with a blank each. */
#define SET_TEXT 4096

/* Appends a number, after a blank when it is not the first; false when it does not fit. */
static bool append_number(char *buffer, size_t size, size_t *used, uint64_t number)
{
    char digits[20], *end = digits + sizeof digits;
    char *text = dxki_format_u64(end, number);
    size_t length = (size_t)(end - text);
    if (*used + length + 1 > size)
        return false;
    if (*used)
        buffer[(*used)++] = ' ';
    memcpy(buffer + *used, text, length);
    *used += length;
    return true;
}

dxk_str dxki_codec_list_text(const uint32_t *numbers, size_t count, char *buffer, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < count && append_number(buffer, size, &used, numbers[i]); i++) {
    }
    return (dxk_str){buffer, used};
}

dxk_str dxki_codec_set_text(const uint32_t *words, size_t count, char *buffer, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t left = words[i], bit = 0; left; left >>= 1, bit++)
            if ((left & 1) && !append_number(buffer, size, &used, 32 * (uint64_t)i + bit))
                return (dxk_str){buffer, used};
    return (dxk_str){buffer, used};
}

static bool write_set(dxki_codec *c, const uint32_t *words, size_t count)
{
    uint8_t bytes[4];
    for (size_t i = 0; i < count; i++) {
        dxki_store32(bytes, words[i]);
        if (!dxki_codec_put(c, bytes, sizeof bytes))
            return false;
    }
    return true;
}

static bool show_set(dxki_codec *c, const char *name, size_t index, const uint32_t *words,
                     size_t count)
{
    char text[SET_TEXT];
    dxk_visit_field field = {.name = name, .index = index, .show = DXK_SHOW_SET};
    if (!c->visitor || !c->visitor->field)
        return true;
    field.offset = dxki_codec_place(c, c->pos);
    field.size = (uint32_t)(4 * count);
    field.number = count ? words[0] : 0;
    if (count > 1)
        field.bytes = (dxk_bytes){c->in.data + c->pos, 4 * count};
    field.text = dxki_codec_set_text(words, count, text, sizeof text);
    return dxki_codec_show(c, &field);
}

bool dxki_codec_set(dxki_codec *c, const char *name, size_t index, uint32_t *words, size_t count)
{
    if (!dxki_codec_need(c, name, 4 * (uint64_t)count))
        return false;
    if (c->mode == DXKI_WRITE)
        return write_set(c, words, count);
    if (c->supply &&
        !dxki_codec_supply(c, name, index, 4 * count, DXK_SHOW_SET, DXK_ENUM_ID_none, false))
        return false;
    for (size_t i = 0; i < count; i++)
        words[i] = dxki_load32(c->in.data + c->pos + 4 * i);
    return show_set(c, name, index, words, count) && dxki_codec_claim(c, 4 * count);
}

void dxki_codec_enter_inner(dxki_codec *c, dxki_codec *inner, dxk_bytes in, bool inflated)
{
    dxki_codec_init_read(inner, c->ctx, c->arena, in, c->base + c->pos);
    inner->inflated = inflated;
    inner->visitor = c->visitor;
    memcpy(inner->path, c->path, sizeof c->path);
    inner->depth = c->depth;
    if (c->inflated) { /* inside of something decompressed, all of it counts from there */
        inner->inflated = true;
        inner->base = c->base;
    }
}

bool dxki_codec_leave_inner(dxki_codec *c, dxki_codec *inner)
{
    dxk_status failure = inner->status;
    if (failure == DXK_E_INVALID) { /* the visitor sees every group end */
        inner->status = DXK_OK;
        while (inner->depth > c->depth && dxki_codec_leave(inner)) {
        }
        failure = inner->status == DXK_OK ? failure : inner->status;
    }
    dxki_codec_finish(inner);
    return dxki_codec_check(c, failure);
}

/* ---------------------------------------------------------------------------------------- */
/* Bytes from a document                                                                      */

bool dxki_codec_supply(dxki_codec *c, const char *name, size_t index, size_t size, dxk_show show,
                       dxk_enum_id names, bool number)
{
    dxk_visit_field field = {.name = name, .index = index, .show = show, .names = names};
    if (c->status != DXK_OK)
        return false;
    if (!c->supply || size == 0)
        return true;
    field.size = (uint32_t)size;
    field.offset = c->pos;
    uint8_t *out = c->form + c->pos;
    if (!c->supply->field(c->supply->user, c, &field, number ? NULL : out))
        return false;
    for (size_t i = 0; number && i < size; i++)
        out[i] = (uint8_t)(field.number >> (8 * i));
    return true;
}

bool dxki_codec_has(const dxki_codec *c, const char *name)
{
    return c->supply && c->supply->has(c->supply->user, name);
}

bool dxki_codec_supply_string(dxki_codec *c, const char *name, size_t index, size_t offset)
{
    if (!c->supply || c->status != DXK_OK || offset >= c->in.size)
        return c->status == DXK_OK;
    return c->supply->string(c->supply->user, c, name, index, c->form + offset,
                             c->in.size - offset);
}

bool dxki_codec_pad(dxki_codec *c, const char *name, dxk_bytes *view, size_t size)
{
    if (c->mode == DXKI_WRITE)
        return dxki_codec_bytes(c, name, view, size);
    if (!dxki_codec_need(c, name, size))
        return false;
    if (c->supply && size &&
        !dxki_codec_supply(c, name, DXK_NO_INDEX, size, DXK_SHOW_PAD, DXK_ENUM_ID_none, false))
        return false;
    *view = (dxk_bytes){c->in.data + c->pos, size};
    for (size_t i = 0; i < size; i++)
        if (view->data[i])
            return dxki_codec_bytes(c, name, view, size);
    return dxki_codec_claim(c, size);
}
