/* SPDX-License-Identifier: MIT */
/*
 * plan.c - putting a file together from its parts, at the offsets that are given or one after
 * the other. See document.h.
 */
#include "yaml/document.h"

#include "base/out.h"
#include "container/container.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

typedef struct builder {
    dxk_ctx *ctx;
    const dxki_yaml_plan *plan;
    dxk_buffer *out;
} builder;

static dxk_status report(const builder *b, const dxki_yaml_node *node, const dxki_rule *rule,
                         const dxki_arg *args, size_t count)
{
    node = node ? node : b->plan->at;
    return node ? dxki_yaml_node_report(b->ctx, node, rule, args, count) : DXK_OK;
}

/* Makes the file at least `size` bytes long; bytes beyond the size of an exact file are not. */
static dxk_status extend(builder *b, uint64_t size)
{
    uint64_t most = b->ctx->limits.inflated;
    if (b->plan->exact && size > b->plan->size)
        size = b->plan->size;
    if (size > most) {
        dxki_arg args[] = {dxki_dec(most)};
        dxk_status status = report(b, NULL, DXKI_RULE_LIMIT_YAML_SIZE, args, 1);
        return status == DXK_OK ? DXK_E_LIMIT : status;
    }
    static const uint8_t zeros[256];
    dxk_status status = DXK_OK;
    while (status == DXK_OK && b->out->size < size) {
        uint64_t left = size - b->out->size;
        status = dxk_buffer_append(b->out, zeros, left < sizeof zeros ? left : sizeof zeros);
    }
    return status;
}

static dxk_status put(builder *b, uint64_t offset, const void *data, size_t size)
{
    dxk_status status = extend(b, offset);
    if (status != DXK_OK || size == 0 || offset >= UINT32_MAX * UINT64_C(2))
        return status;
    if (offset == b->out->size && (!b->plan->exact || offset + size <= b->plan->size) &&
        offset + size <= b->ctx->limits.inflated)
        return dxk_buffer_append(b->out, data, size);
    status = extend(b, offset + size);
    if (status != DXK_OK || offset >= b->out->size)
        return status;
    size_t room = b->out->size - (size_t)offset;
    memcpy(b->out->data + offset, data, size < room ? size : room);
    return DXK_OK;
}

static dxk_status put_part(builder *b, size_t index, uint64_t *end)
{
    const dxki_yaml_plan_part *part = &b->plan->parts[index];
    bool given = b->plan->offsets && index < b->plan->offset_count;
    uint64_t offset = given ? b->plan->offsets[index] : *end;
    const dxk_part_header header = {part->fourcc, part->size};
    uint8_t head[DXKI_PART_HEADER_SIZE];
    dxk_status status = DXK_OK;
    if (offset < *end && !b->plan->exact) {
        dxki_arg args[] = {dxki_dec(index), dxki_dec(offset), dxki_dec(*end)};
        status = report(b, part->node, DXKI_RULE_YAML_OVERLAP, args, 3);
    }
    if (status == DXK_OK && part->bytes.size > part->size && !b->plan->exact) {
        dxki_arg args[] = {dxki_dec(part->bytes.size), dxki_dec(part->size)};
        status = report(b, part->node, DXKI_RULE_YAML_LONG, args, 2);
    }
    dxk_record_store(DXK_RECORD_ID_part_header, &header, head, sizeof head);
    if (status == DXK_OK)
        status = put(b, offset, head, sizeof head);
    if (status == DXK_OK)
        status = put(b, offset + sizeof head, part->bytes.data, part->bytes.size);
    uint64_t size = part->bytes.size > part->size ? part->bytes.size : part->size;
    *end = offset + sizeof head + size;
    return status == DXK_OK ? extend(b, *end) : status;
}

/* The header and the directory, once all offsets are known. */
static dxk_status put_header(builder *b, const uint32_t *offsets, size_t count)
{
    dxk_file_header header = b->plan->header;
    uint8_t bytes[DXKI_HEADER_SIZE], offset[4];
    dxk_status status = DXK_OK;
    uint64_t size = b->out->size;
    if (b->plan->have_size && header.size != size && !b->plan->exact) {
        dxki_arg args[] = {dxki_text(dxki_str("FileSize")), dxki_dec(header.size), dxki_dec(size)};
        status = header.size < size ? report(b, NULL, DXKI_RULE_YAML_FILE_SIZE, args + 1, 2)
                                    : report(b, NULL, DXKI_RULE_YAML_OBEYED, args, 3);
    }
    if (!b->plan->have_size)
        header.size = (uint32_t)size;
    if (!b->plan->have_count)
        header.part_count = (uint32_t)b->plan->part_count;
    if (status == DXK_OK && header.part_count != b->plan->part_count && !b->plan->exact) {
        dxki_arg args[] = {dxki_text(dxki_str("PartCount")), dxki_dec(header.part_count),
                           dxki_dec(b->plan->part_count)};
        status = report(b, NULL, DXKI_RULE_YAML_OBEYED, args, 3);
    }
    header.magic = DXKI_CONTAINER_MAGIC;
    dxk_record_store(DXK_RECORD_ID_file_header, &header, bytes, sizeof bytes);
    if (status == DXK_OK)
        status = put(b, 0, bytes, sizeof bytes);
    for (size_t i = 0; i < count && status == DXK_OK; i++) {
        dxki_word_put(offset, 0, offsets[i]);
        status = put(b, DXKI_HEADER_SIZE + 4 * (uint64_t)i, offset, sizeof offset);
    }
    return status;
}

dxk_status dxki_yaml_plan_build(dxk_ctx *ctx, const dxki_yaml_plan *plan, dxk_buffer *out)
{
    builder b = {ctx, plan, out};
    size_t count = plan->offsets ? plan->offset_count : plan->part_count;
    uint64_t end = DXKI_HEADER_SIZE + 4 * (uint64_t)count;
    if (plan->offsets && count != plan->part_count && !plan->exact) {
        dxki_arg args[] = {dxki_dec(count), dxki_dec(plan->part_count)};
        dxk_status status = report(&b, NULL, DXKI_RULE_YAML_OFFSETS, args, 2);
        if (status != DXK_OK)
            return status;
    }
    uint32_t *offsets = dxki_realloc(ctx, NULL, 0, (count + 1) * sizeof *offsets);
    if (!offsets)
        return dxki_nomem(ctx);
    dxk_status status = extend(&b, end);
    for (size_t i = 0; i < plan->part_count && status == DXK_OK; i++) {
        uint64_t at = plan->offsets && i < plan->offset_count ? plan->offsets[i] : end;
        if (i < count)
            offsets[i] = (uint32_t)at;
        status = put_part(&b, i, &end);
    }
    for (size_t i = plan->part_count; plan->offsets && i < count; i++)
        offsets[i] = plan->offsets[i];
    if (status == DXK_OK)
        status = put_header(&b, offsets, count);
    dxki_realloc(ctx, offsets, (count + 1) * sizeof *offsets, 0);
    if (status == DXK_OK && plan->exact) {
        status = extend(&b, plan->size);
        if (out->size > plan->size)
            out->size = (size_t)plan->size;
    }
    return status;
}
