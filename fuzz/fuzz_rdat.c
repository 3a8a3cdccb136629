/* SPDX-License-Identifier: MIT */
/*
 * fuzz_rdat.c - RDAT: decode, encode, visit, print, follow every reference. The input is the
 * content of the part, or a container that has one.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/parts.h"
#include "fuzz.h"

static dxk_status count_node(void *user, const dxk_visit_node *node)
{
    *(size_t *)user += strlen(node->name);
    return DXK_OK;
}

static dxk_status count_field(void *user, const dxk_visit_field *field)
{
    *(size_t *)user += field->text.size + field->bytes.size;
    return DXK_OK;
}

/* A text can be much longer than the part, when records are referred to again and again. */
static dxk_status count_text(void *user, const void *text, size_t size)
{
    (void)text;
    *(size_t *)user += size;
    return *(size_t *)user < (4u << 20) ? DXK_OK : DXK_E_SINK;
}

static void follow(const dxk_rdat *rdat)
{
    dxk_rdat_subobject_info info;
    size_t seen = 0;
    for (uint32_t i = 0; dxk_rdat_subobject_get(rdat, i, &info); i++)
        seen += info.name.size + info.record->kind;
    for (uint32_t i = 0; dxk_rdat_function_at(rdat, i); i++) {
        dxk_rdat_list list;
        dxk_rdat_list_at(rdat, dxk_rdat_function_at(rdat, i)->resources, &list);
        for (uint32_t k = 0; k < list.count && k < 16; k++) {
            const dxk_rdat_resource *r = dxk_rdat_resource_at(rdat, dxk_rdat_list_item(list, k));
            seen += r ? r->name : 0;
        }
    }
    if (seen == (size_t)-1)
        abort();
}

static void check_exact(dxk_ctx *ctx, const dxk_decoded *part, dxk_bytes content)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    if (dxk_part_encode(ctx, part, dxk_buffer_sink(&out)) != DXK_OK || out.size != content.size ||
        (out.size && memcmp(out.data, content.data, out.size) != 0))
        abort();
    dxk_buffer_free(&out);
}

static void try_part(dxk_ctx *ctx, dxk_bytes content)
{
    dxk_decoded *part;
    size_t printed = 0;
    dxk_status status = dxk_part_decode(ctx, DXK_PART_RDAT, content, &part);
    if (status == DXK_E_LIMIT)
        abort(); /* memory passed the bound that the library promises */
    if (status != DXK_OK)
        return;
    check_exact(ctx, part, content);
    follow(part->as.rdat);
    if (dxk_rdat_print(ctx, part->as.rdat, (dxk_sink){count_text, &printed}) == DXK_E_LIMIT)
        abort();
    dxk_decoded_free(part);
}

static void store32(uint8_t *p, size_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

/* A container with `content` as its only part; freed by the caller. */
static dxk_bytes wrap(const uint8_t *data, size_t size)
{
    size_t head = 44;
    uint8_t *file = calloc(1, head + size);
    if (!file)
        return (dxk_bytes){NULL, 0};
    memcpy(file, "DXBC", 4);
    file[20] = 1;
    store32(file + 24, head + size);
    store32(file + 28, 1);
    store32(file + 32, 36);
    store32(file + 36, DXK_PART_RDAT);
    store32(file + 40, size);
    if (size)
        memcpy(file + head, data, size);
    return (dxk_bytes){file, head + size};
}

FUZZ_TARGET
{
    bool whole = size >= 4 && memcmp(data, "DXBC", 4) == 0;
    dxk_bytes file = whole ? (dxk_bytes){data, size} : wrap(data, size);
    dxk_ctx_options options = {.limits = {.memory = 64 * file.size + (16u << 20)}};
    dxk_ctx *ctx;
    dxk_container *container;
    size_t seen = 0;
    dxk_visitor visitor = {&seen, count_node, count_field, NULL};
    if (!file.data || dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, file, &(dxk_read_options){.salvage = true}, &container);
    size_t parts = container ? dxk_container_part_count(container) : 0;
    for (size_t i = 0; i < parts; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (part->fourcc != DXK_PART_RDAT)
            continue;
        try_part(ctx, part->content);
        if (dxk_container_visit_part(container, i, &visitor) == DXK_E_LIMIT)
            abort();
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    if (!whole)
        free((void *)file.data);
    return 0;
}
