/* SPDX-License-Identifier: MIT */
/* read.c - a document into a container: dxk_yaml_read(). See dxk/yaml.h. */
#include "yaml/document.h"

#include "base/out.h"
#include "container/container.h"
#include "dxk/digest.h"
#include "parts/parts.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* A part from the mapping of LLVM's schema. */
static dxk_status load_keyed(dxk_ctx *ctx, dxki_arena *arena, dxki_yaml_node *node,
                             const dxki_yaml_keyed_part *row, bool sized, dxk_bytes *out)
{
    dxki_yaml_node *back;
    dxki_codec c;
    dxk_buffer bytes;
    const dxki_part_kind *kind = dxki_yaml_keyed_kind(row);
    dxki_yaml_keyed k = {.ctx = ctx, .arena = arena, .load = true, .map = node};
    if (!row->walk)
        return dxki_yaml_keyed_bytes(&k, row->key, out, true) ? DXK_OK : k.status;
    void *structure = dxki_arena_zalloc(arena, 1, kind->size);
    if (!structure)
        return dxki_nomem(ctx);
    if (!dxki_yaml_keyed_enter(&k, row->key, true, &back) || !row->walk(&k, structure) ||
        !dxki_yaml_keyed_leave(&k, back))
        return k.status;
    dxk_buffer_init(&bytes, ctx);
    dxki_codec_init_write(&c, ctx, &bytes);
    kind->codec(&c, structure);
    dxki_codec_finish(&c);
    size_t room = bytes.size + (sized ? 0 : (4 - bytes.size % 4) % 4); /* parts are padded to 4 */
    uint8_t *copy = c.status == DXK_OK ? dxki_arena_zalloc(arena, 1, room) : NULL;
    if (c.status == DXK_OK && !copy)
        c.status = dxki_nomem(ctx);
    if (copy && bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    for (const dxki_yaml_forced *f = copy ? k.forced : NULL; f; f = f->next)
        for (size_t i = 0; i < f->size && f->pos + i < bytes.size; i++)
            copy[f->pos + i] = (uint8_t)(f->value >> (8 * i));
    *out = (dxk_bytes){copy, room};
    dxk_buffer_free(&bytes);
    return c.status;
}

dxk_status dxki_yaml_part_load(dxk_ctx *ctx, dxki_arena *arena, dxki_yaml_node *node,
                               uint32_t fourcc, const uint32_t *size, dxk_bytes *out)
{
    dxki_yaml_keyed k = {.ctx = ctx, .arena = arena, .load = true, .map = node};
    const dxki_yaml_keyed_part *row = dxki_yaml_keyed_part_of(fourcc, DXK_YAML_DXK);
    dxki_yaml_node *fields = dxki_yaml_node_find(node, dxki_str("Fields"), NULL);
    *out = (dxk_bytes){NULL, 0};
    if (fields)
        return dxki_yaml_fields_load(ctx, arena, fourcc, fields, size, out);
    if (dxki_yaml_node_find(node, dxki_str("Data"), NULL))
        return dxki_yaml_keyed_bytes(&k, "Data", out, true) ? DXK_OK : k.status;
    if (row && dxki_yaml_node_find(node, dxki_str(row->key), NULL))
        return load_keyed(ctx, arena, node, row, size != NULL, out);
    return DXK_OK;
}

/* Four characters, filled up with zeros, or 0x and their number. */
static uint32_t fourcc_of(const dxki_yaml_node *node)
{
    uint8_t bytes[4] = {0};
    uint64_t number;
    bool negative;
    dxk_str text = node->as.text;
    if (text.size == 10 && dxki_yaml_node_number(node, &number, &negative))
        return (uint32_t)number;
    for (size_t i = 0; i < text.size && i < sizeof bytes; i++)
        bytes[i] = (uint8_t)text.data[i];
    return dxki_word_get(bytes, 0);
}

/* Says what of a name is not written. */
static bool check_name(dxki_yaml_keyed *k, const dxki_yaml_node *node, uint32_t fourcc)
{
    dxk_str text = node->as.text;
    uint64_t number;
    bool negative;
    if (text.size <= 4 || (dxki_yaml_node_number(node, &number, &negative) && number == fourcc))
        return true;
    return dxki_yaml_keyed_unwritten(k, "Name", "only its first four characters are");
}

/* Whether a part has content that its size follows from. */
static bool has_payload(dxki_yaml_node *map)
{
    for (dxki_yaml_node *n = map->as.list.first; n; n = n->next)
        if (dxki_yaml_str_equal(n->key, dxki_str("Data")) ||
            dxki_yaml_str_equal(n->key, dxki_str("Fields")) || dxki_yaml_keyed_is_payload(n->key))
            return true;
    return false;
}

/* Counts bytes that a part takes whatever the document has for them. */
static bool claim(dxki_yaml_keyed *k, uint64_t size)
{
    dxki_arg args[] = {dxki_dec(k->ctx->limits.inflated)};
    k->claimed += size;
    return k->claimed <= k->ctx->limits.inflated ||
           dxki_yaml_keyed_report(k, k->map, DXKI_RULE_LIMIT_YAML_SIZE, args, 1);
}

/* Keys of other parts mean nothing, nor do those beside Fields and Data. */
static bool skip_payloads(dxki_yaml_keyed *k)
{
    for (dxki_yaml_node *n = k->map->as.list.first; n; n = n->next) {
        dxki_arg args[] = {dxki_text(n->key), dxki_text(dxki_str("it is none of this part"))};
        bool beside = dxki_yaml_str_equal(n->key, dxki_str("Data"));
        if (n->flags & DXKI_NODE_USED || !(beside || dxki_yaml_keyed_is_payload(n->key)))
            continue;
        n->flags |= DXKI_NODE_USED;
        if (!dxki_yaml_keyed_report(k, n, DXKI_RULE_YAML_UNUSED, args, 2))
            return false;
    }
    return true;
}

static bool read_part(dxki_yaml_keyed *k, dxki_yaml_node *list, size_t index,
                      dxki_yaml_plan_part *part)
{
    dxki_yaml_node *back;
    dxk_str name = {NULL, 0};
    if (!dxki_yaml_keyed_next(k, list, index, &back))
        return false;
    part->node = k->map;
    const dxki_yaml_node *name_node = dxki_yaml_keyed_find(k, "Name", true);
    bool sized = dxki_yaml_keyed_find(k, "Size", !has_payload(k->map)) != NULL;
    if (!dxki_yaml_keyed_text(k, "Name", &name, true) ||
        !dxki_yaml_keyed_number(k, "Size", &part->size, 32, false))
        return false;
    part->fourcc = fourcc_of(name_node);
    if (!check_name(k, name_node, part->fourcc))
        return false;
    bool fields = dxki_yaml_node_find(k->map, dxki_str("Fields"), NULL) != NULL;
    if (fields && !claim(k, part->size))
        return false;
    if (!dxki_yaml_keyed_check(k, dxki_yaml_part_load(k->ctx, k->arena, k->map, part->fourcc,
                                                      sized ? &part->size : NULL, &part->bytes)))
        return false;
    if (fields && part->bytes.size > part->size && !claim(k, part->bytes.size - part->size))
        return false;
    if (!sized)
        part->size = (uint32_t)part->bytes.size;
    return skip_payloads(k) && dxki_yaml_keyed_leave(k, back);
}

/* ---------------------------------------------------------------------------------------- */
/* The document                                                                               */

typedef struct reader {
    dxki_yaml_keyed k;
    dxki_yaml_plan plan;
    bool have_digest;
    dxki_yaml_node *layout;
    dxk_buffer out;
} reader;

static bool read_digest(reader *r)
{
    dxki_yaml_keyed *k = &r->k;
    dxk_bytes digest = {NULL, 0};
    uint8_t *to = r->plan.header.digest;
    if (!dxki_yaml_keyed_bytes(k, "Hash", &digest, false))
        return false;
    r->have_digest = digest.data != NULL;
    if (r->have_digest && digest.size != sizeof r->plan.header.digest) {
        dxki_arg args[] = {dxki_dec(digest.size), dxki_dec(sizeof r->plan.header.digest)};
        return dxki_yaml_keyed_report(k, k->found, DXKI_RULE_YAML_COUNT, args, 2);
    }
    if (r->have_digest)
        memcpy(to, digest.data, digest.size);
    return true;
}

static bool read_header(reader *r)
{
    dxki_yaml_keyed *k = &r->k;
    dxk_file_header *h = &r->plan.header;
    dxki_yaml_node *back, *outer;
    if (!dxki_yaml_keyed_enter(k, "Header", true, &outer))
        return false;
    r->plan.at = k->map;
    r->plan.have_size = dxki_yaml_keyed_find(k, "FileSize", false) != NULL;
    r->plan.have_count = dxki_yaml_keyed_find(k, "PartCount", false) != NULL;
    if (!read_digest(r) || !dxki_yaml_keyed_enter(k, "Version", true, &back) ||
        !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_version, h) || !dxki_yaml_keyed_leave(k, back) ||
        !dxki_yaml_keyed_number(k, "FileSize", &h->size, 32, false) ||
        !dxki_yaml_keyed_number(k, "PartCount", &h->part_count, 32, false))
        return false;
    if (dxki_yaml_keyed_find(k, "PartOffsets", false) &&
        !dxki_yaml_keyed_words(k, "PartOffsets", &r->plan.offsets, &r->plan.offset_count, false,
                               false))
        return false;
    return dxki_yaml_keyed_leave(k, outer);
}

static bool read_parts(reader *r)
{
    dxki_yaml_keyed *k = &r->k;
    dxki_yaml_node *list;
    if (!dxki_yaml_keyed_list(k, "Parts", &r->plan.part_count, true, &list))
        return false;
    r->plan.parts = DXKI_NEW_ARRAY(k->arena, dxki_yaml_plan_part, r->plan.part_count);
    if (!r->plan.parts)
        return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    for (size_t i = 0; i < r->plan.part_count; i++)
        if (!read_part(k, list, i, &r->plan.parts[i]))
            return false;
    return true;
}

static bool read_layout(reader *r)
{
    dxki_yaml_keyed *k = &r->k;
    dxki_yaml_node *back;
    uint32_t size = 0;
    if (!dxki_yaml_keyed_find(k, "Layout", false))
        return k->status == DXK_OK;
    if (!dxki_yaml_keyed_enter(k, "Layout", true, &back))
        return false;
    r->layout = k->map;
    if (!dxki_yaml_keyed_number(k, "Size", &size, 32, true))
        return false;
    r->plan.exact = true;
    r->plan.size = size;
    (void)dxki_yaml_keyed_find(k, "Bytes", false);
    return dxki_yaml_keyed_leave(k, back);
}

/* Bytes that no part accounts for, put over what is there. */
static bool patch(reader *r)
{
    dxki_yaml_keyed *k = &r->k;
    dxki_yaml_node *list, *back;
    size_t count = 0;
    if (!r->layout)
        return true;
    k->map = r->layout;
    if (!dxki_yaml_keyed_list(k, "Bytes", &count, false, &list))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t offset = 0;
        dxk_bytes data = {NULL, 0};
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_number(k, "Offset", &offset, 32, true) ||
            !dxki_yaml_keyed_bytes(k, "Data", &data, true))
            return false;
        if (offset > r->out.size || data.size > r->out.size - offset) {
            dxki_arg args[] = {dxki_text(dxki_str("bytes inside of the file"))};
            return dxki_yaml_keyed_report(k, k->map, DXKI_RULE_YAML_TYPE, args, 1);
        }
        if (data.size)
            memcpy(r->out.data + offset, data.data, data.size);
        if (!dxki_yaml_keyed_leave(k, back))
            return false;
    }
    return true;
}

/* In JSON the document may be a member of what `dxk yaml --json` printed. */
static dxki_yaml_node *unwrap(dxki_yaml_node *root)
{
    dxki_yaml_node *inner = dxki_yaml_node_find(root, dxki_str("document"), NULL);
    return inner && inner->kind == DXKI_NODE_MAP ? inner : root;
}

static bool read_all(reader *r, dxki_yaml_node *root)
{
    r->k.map = unwrap(root);
    if (root->kind != DXKI_NODE_MAP) {
        dxki_arg args[] = {dxki_text(dxki_str("a mapping with 'Header' and 'Parts'"))};
        return dxki_yaml_keyed_report(&r->k, root, DXKI_RULE_YAML_TYPE, args, 1);
    }
    root = r->k.map;
    if (!read_header(r) || !read_parts(r) || !read_layout(r) ||
        !dxki_yaml_keyed_unused(&r->k, root) ||
        !dxki_yaml_keyed_check(&r->k, dxki_yaml_plan_build(r->k.ctx, &r->plan, &r->out)))
        return false;
    if (!r->have_digest && r->out.size >= DXKI_HEADER_SIZE) {
        uint8_t digest[16];
        dxk_digest_compute(
            (dxk_bytes){r->out.data + DXK_DIGEST_SKIP, r->out.size - DXK_DIGEST_SKIP},
            DXK_DIGEST_VARIANT_RETAIL, digest);
        memcpy(r->out.data + 4, digest, sizeof digest);
    }
    return patch(r);
}

dxk_status dxk_yaml_read(dxk_ctx *ctx, dxk_bytes text, dxk_sink sink)
{
    dxki_arena arena;
    dxki_yaml_node *root;
    reader r;
    dxki_arena_init(&arena, ctx);
    memset(&r, 0, sizeof r);
    r.k = (dxki_yaml_keyed){.ctx = ctx, .arena = &arena, .load = true};
    dxk_buffer_init(&r.out, ctx);
    dxk_status status = dxki_yaml_node_parse(ctx, &arena, text, &root);
    if (status == DXK_OK) {
        read_all(&r, root);
        status = r.k.status;
    }
    if (status == DXK_OK)
        status = dxki_out_send(sink, r.out.data, r.out.size);
    dxk_buffer_free(&r.out);
    dxki_arena_free(&arena);
    return status;
}

bool dxk_yaml_can_read(void)
{
#ifdef DXKI_HAVE_YAML
    return true;
#else
    return false;
#endif
}
