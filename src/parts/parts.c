/* SPDX-License-Identifier: MIT */
/* parts.c - the table of part kinds; decoding, encoding and visiting through it. */
#include "dxbc/dxbc.h"
#include "parts/parts.h"

#include "base/count.h"
#include "base/out.h"
#include "container/container.h"

#include <string.h>

static const dxki_part_kind kinds[] = {
#define DXK_PART_TYPE(type, number, member, structure, doc)
#define DXK_PART_RECORD(type, number, member, structure, record, field, doc)
#define DXK_PART(fourcc, type, member, walk, title, where, need, place, name, strip, make)         \
    {DXK_PART_##fourcc,                                                                            \
     title,                                                                                        \
     DXK_PART_TYPE_##type,                                                                         \
     sizeof *((dxk_decoded *)0)->as.member,                                                        \
     walk,                                                                                         \
     DXKI_PART_##where,                                                                            \
     DXKI_PART_NEED_##need,                                                                        \
     place,                                                                                        \
     name,                                                                                         \
     DXK_STRIP_##strip},
#include "spec/parts.def"
#undef DXK_PART_TYPE
#undef DXK_PART_RECORD
#undef DXK_PART
};

static const dxki_part_kind unknown = {.title = "unknown part",
                                       .type = DXK_PART_TYPE_RAW,
                                       .size = sizeof(dxk_raw_part),
                                       .codec = dxki_part_walk_raw,
                                       .name = ""};
static const dxki_part_kind counters = {.fourcc = DXK_PART_STAT,
                                        .title = "instruction counters",
                                        .type = DXK_PART_TYPE_COUNTERS,
                                        .size = sizeof(dxk_counter_part),
                                        .codec = dxki_part_walk_counters,
                                        .name = ""};

const dxki_part_kind *dxki_part_kind_find(uint32_t fourcc)
{
    for (size_t i = 0; i < DXKI_COUNT(kinds); i++)
        if (kinds[i].fourcc == fourcc)
            return &kinds[i];
    return &unknown;
}

const dxki_part_kind *dxki_part_kind_of(uint32_t fourcc, dxk_bytes content)
{
    dxk_program_header header;
    if (fourcc == counters.fourcc && !dxki_container_program_header(content, &header))
        return &counters;
    return dxki_part_kind_find(fourcc);
}

const dxki_part_kind *dxki_part_kind_needed(unsigned place)
{
    for (size_t i = 0; i < DXKI_COUNT(kinds); i++)
        if (place && kinds[i].place == place)
            return &kinds[i];
    return NULL;
}

dxk_strip_group dxk_part_strip_group(uint32_t fourcc)
{
    return dxki_part_kind_find(fourcc)->strip;
}

const char *dxk_part_title(uint32_t fourcc, dxk_bytes content)
{
    return dxki_part_kind_of(fourcc, content)->title;
}

/* ---------------------------------------------------------------------------------------- */
/* Decoding and encoding                                                                      */

/* A decoded part and what it owns. */
typedef struct holder {
    dxk_decoded part; /* first: the public view is the holder */
    dxk_ctx *ctx;
    dxki_arena arena;
} holder;

static const char *fourcc_name(uint32_t fourcc, char name[5])
{
    for (int i = 0; i < 4; i++)
        name[i] = (char)(fourcc >> (8 * i));
    name[4] = 0;
    return name;
}

static dxk_status decode(holder *h, dxk_bytes content)
{
    const dxki_part_kind *kind = dxki_part_kind_of(h->part.fourcc, content);
    void *structure = dxki_arena_zalloc(&h->arena, 1, kind->size);
    if (!structure)
        return dxki_nomem(h->ctx);
    h->part.type = kind->type;
    h->part.as.raw = structure; /* all members are pointers to structures */

    dxki_codec c;
    char name[5];
    dxki_codec_init_read(&c, h->ctx, &h->arena, content, 0);
    if (dxki_codec_enter(&c, fourcc_name(h->part.fourcc, name), DXK_NO_INDEX, "") &&
        kind->codec(&c, structure) && dxki_codec_end(&c))
        dxki_codec_leave(&c);
    dxki_codec_finish(&c);
    return c.status;
}

dxk_status dxk_part_decode(dxk_ctx *ctx, uint32_t fourcc, dxk_bytes content, dxk_decoded **out)
{
    *out = NULL;
    holder *h = dxki_realloc(ctx, NULL, 0, sizeof *h);
    if (!h)
        return dxki_nomem(ctx);
    memset(h, 0, sizeof *h);
    h->ctx = ctx;
    h->part.fourcc = fourcc;
    dxki_arena_init(&h->arena, ctx);
    dxk_status status = decode(h, content);
    if (status != DXK_OK)
        dxk_decoded_free(&h->part);
    else
        *out = &h->part;
    return status;
}

void dxk_decoded_free(dxk_decoded *part)
{
    if (!part)
        return;
    holder *h = (holder *)part;
    dxki_arena_free(&h->arena);
    dxki_realloc(h->ctx, h, sizeof *h, 0);
}

static dxk_status encode(dxk_ctx *ctx, const dxk_decoded *part, dxk_buffer *out)
{
    const dxki_part_kind *kind = dxki_part_kind_find(part->fourcc);
    if (kind->type != part->type)
        kind = part->fourcc == counters.fourcc ? &counters : &unknown;
    if (kind->type != part->type)
        return DXK_E_ARGUMENT;
    dxki_codec c;
    dxki_codec_init_write(&c, ctx, out);
    kind->codec(&c, part->as.raw);
    dxki_codec_finish(&c);
    return c.status;
}

dxk_status dxk_part_encode(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = encode(ctx, part, &out);
    if (status == DXK_OK)
        status = dxki_out_send(sink, out.data, out.size);
    dxk_buffer_free(&out);
    return status;
}

dxk_status dxk_container_reencode(dxk_container *container)
{
    dxk_ctx *ctx = container->ctx;
    dxk_status worst = DXK_OK;
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        dxk_decoded *decoded;
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        dxk_status status = dxk_part_decode(ctx, part->fourcc, part->content, &decoded);
        if (status == DXK_OK)
            status = encode(ctx, decoded, &out);
        if (status == DXK_OK)
            status = dxk_container_replace(container, i, (dxk_bytes){out.data, out.size});
        dxk_decoded_free(decoded);
        dxk_buffer_free(&out);
        if (status != DXK_OK && status != DXK_E_INVALID)
            return status;
        worst = worst == DXK_OK ? status : worst;
    }
    return worst;
}
