/* SPDX-License-Identifier: MIT */
/*
 * layout.c - which bytes of a container belong to what: parts sorted by offset, overlaps
 * reported, gaps and trailing bytes kept as slack for the writer.
 */
#include "container/container.h"
#include "base/sort.h"

#include "base/diag.h"
#include "spec/reader_rules.h"

/* A part's place, for sorting. */
typedef struct extent {
    size_t start, end;
    size_t part;
} extent;

static bool starts_later(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const extent *)a)->start > ((const extent *)b)->start;
}

static dxk_status add_slack(dxk_container *c, size_t start, size_t end, const dxki_rule *rule)
{
    dxki_container_span span = {start, {c->input.data + start, end - start}};
    dxk_status status = DXKI_REPORT(c->ctx, rule, dxki_at_byte(start), NULL, dxki_dec(end - start),
                                    dxki_hex(start));
    if (status != DXK_OK)
        return status;
    return dxki_vec_push(c->ctx, &c->slack, span) ? DXK_OK : dxki_nomem(c->ctx);
}

static dxk_status scan(dxk_container *c, const extent *extents, size_t count)
{
    size_t covered = DXKI_HEADER_SIZE + 4 * (size_t)c->header.part_count;
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < count && status == DXK_OK; i++) {
        const extent *e = &extents[i];
        if (e->start < covered)
            status =
                DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_PART_OVERLAP, dxki_at_byte(e->start), NULL,
                            dxki_dec(e->part), dxki_fourcc_arg(c->parts.items[e->part].fourcc),
                            dxki_hex(e->start));
        else if (e->start > covered)
            status = add_slack(c, covered, e->start, DXKI_RULE_CONTAINER_GAP);
        if (e->end > covered)
            covered = e->end;
    }
    size_t size = c->header.size;
    if (status == DXK_OK && covered < size) {
        status = add_slack(c, covered, size, DXKI_RULE_CONTAINER_GAP);
        covered = size;
    }
    if (status == DXK_OK && covered < c->input.size)
        status = add_slack(c, covered, c->input.size, DXKI_RULE_CONTAINER_TRAILING);
    return status;
}

dxk_status dxki_container_layout(dxk_container *c)
{
    size_t count = c->parts.count;
    size_t bytes = count * sizeof(extent);
    extent *extents = bytes ? dxki_realloc(c->ctx, NULL, 0, bytes) : NULL;
    if (bytes && !extents)
        return dxki_nomem(c->ctx);
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = &c->parts.items[i];
        size_t end = part->offset + DXKI_PART_HEADER_SIZE + part->content.size;
        extents[i] = (extent){part->offset, end, i};
    }
    bool sorted = dxki_sort(c->ctx, extents, count, sizeof *extents, starts_later, NULL);
    dxk_status status = sorted ? scan(c, extents, count) : dxki_nomem(c->ctx);
    if (extents)
        dxki_realloc(c->ctx, extents, bytes, 0);
    return status;
}
