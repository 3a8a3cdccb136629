/* SPDX-License-Identifier: MIT */
/* visit.c - showing a container to a visitor: header, directory, parts. */
#include "parts/parts.h"

#include "container/container.h"

/* After a failure: what was not decoded, as bytes, and the open groups closed. */
static dxk_status show_rest(dxki_codec *c)
{
    dxk_status failure = c->status;
    c->status = DXK_OK;
    while (c->depth > 1 && dxki_codec_leave(c)) {
    }
    if (c->pos > c->in.size)
        c->pos = 0;
    dxk_bytes rest = {NULL, 0};
    dxki_codec_rest(c, "data", &rest);
    dxki_codec_leave(c);
    return c->status == DXK_OK ? failure : c->status;
}

dxk_status dxk_container_visit_part(const dxk_container *container, size_t index,
                                    const dxk_visitor *visitor)
{
    const dxk_part *part = dxk_container_part(container, index);
    if (!part)
        return DXK_E_ARGUMENT;
    const dxki_part_kind *kind = dxki_part_kind_of(part->fourcc, part->content);
    uint64_t base = part->offset ? part->offset + DXKI_PART_HEADER_SIZE : 0;
    char name[5] = {0};
    dxki_arena arena;
    dxki_codec c;

    for (int i = 0; i < 4; i++)
        name[i] = (char)(part->fourcc >> (8 * i));
    dxki_arena_init(&arena, container->ctx);
    dxki_codec_init_read(&c, container->ctx, &arena, part->content, base);
    c.visitor = visitor;
    void *structure = dxki_arena_zalloc(&arena, 1, kind->size);
    if (!structure)
        c.status = dxki_nomem(container->ctx);
    else if (dxki_codec_enter(&c, name, DXK_NO_INDEX, "") && kind->codec(&c, structure) &&
             dxki_codec_end(&c))
        dxki_codec_leave(&c);
    dxk_status status = c.status;
    if (status == DXK_E_INVALID && c.depth > 0)
        status = show_rest(&c);
    dxki_codec_finish(&c);
    dxki_arena_free(&arena);
    return status;
}

/* The header and the directory, read again as records. */
dxk_status dxk_container_visit_header(const dxk_container *container, const dxk_visitor *visitor)
{
    bool framed = container->kind == DXK_INPUT_CONTAINER || container->kind == DXK_INPUT_PDB;
    if (!framed || container->input.size < DXKI_HEADER_SIZE)
        return DXK_OK;
    dxki_arena arena;
    dxki_codec c;
    dxk_file_header header;
    uint32_t *offsets = NULL;

    dxki_arena_init(&arena, container->ctx);
    dxki_codec_init_read(&c, container->ctx, &arena, container->input, 0);
    c.visitor = visitor;
    if (dxki_codec_record(&c, "header", DXK_RECORD_ID_file_header, &header, 0, NULL) &&
        dxki_codec_enter(&c, "directory", DXK_NO_INDEX, "") &&
        dxki_codec_u32s(&c, "offsets", &offsets, header.part_count, DXK_SHOW_SIZE))
        dxki_codec_leave(&c);
    dxk_status status = c.status;
    dxki_codec_finish(&c);
    dxki_arena_free(&arena);
    return status;
}

dxk_status dxk_container_visit(const dxk_container *container, const dxk_visitor *visitor)
{
    dxk_status worst = dxk_container_visit_header(container, visitor);
    for (size_t i = 0; i < container->parts.count; i++) {
        dxk_status status = dxk_container_visit_part(container, i, visitor);
        if (status != DXK_OK && status != DXK_E_INVALID)
            return status;
        worst = worst == DXK_OK ? status : worst;
    }
    return worst;
}
