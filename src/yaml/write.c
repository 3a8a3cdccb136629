/* SPDX-License-Identifier: MIT */
/*
 * write.c - a container as a document: dxk_yaml_write(). See dxk/yaml.h.
 *
 * Each part is shown in the first form that gives its bytes back: LLVM's, LLVM's with keys of
 * ours, every field of the layout, bytes. That it does is not assumed but tried: the part is made
 * from the tree again and compared. The same goes for the file as a whole.
 */
#include "yaml/document.h"
#include "base/options.h"

#include "base/out.h"
#include "build/build.h"
#include "container/container.h"
#include "dxk/digest.h"
#include "parts/parts.h"
#include "spec/reader_rules.h"

#include <string.h>

#define RUN 8u /* equal bytes that end a patch */

/* How much content parts may have that share bytes, for each byte of the file. What is more stands
 * in Layout, once. */
#define SHARED       4u
#define SHARED_LEAST 65536u

typedef struct writer {
    dxk_ctx *ctx;
    dxki_arena *arena; /* of the document */
    dxk_yaml_schema schema;
    dxk_yaml_module module;
    bool brief;
    const dxk_container *container;
    dxk_bytes input;
    dxk_file_header header; /* as it is in the input; nodes point into it */
    uint32_t stage;
    uint64_t left;     /* content that parts may still have */
    bool *bare;        /* parts that are shown without it */
    dxki_yaml_keyed k; /* SHOW, for what belongs to no part */
} writer;

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

static bool same(dxk_bytes a, dxk_bytes content)
{
    if (a.size > content.size || (a.size && memcmp(a.data, content.data, a.size) != 0))
        return false;
    for (size_t i = a.size; i < content.size; i++)
        if (content.data[i])
            return false;
    return true;
}

/* Size of a part as its header has it; that of the content when the file ends before. */
static uint32_t stored_size(const writer *w, const dxk_part *part)
{
    dxk_part_header header;
    if (part->offset > w->input.size)
        return part->size;
    dxk_bytes left = {w->input.data + part->offset, w->input.size - part->offset};
    size_t read = dxk_record_load(DXK_RECORD_ID_part_header, left, &header);
    return read == DXKI_PART_HEADER_SIZE ? header.size : part->size;
}

/* What a part's mapping makes. */
typedef enum outcome {
    MAKES_NOTHING,
    MAKES_OTHER, /* bytes, but not those of the part */
    MAKES_START, /* the part, which goes on with zeros */
    MAKES_PART
} outcome;

static dxk_status try_part(writer *w, dxki_yaml_node *map, const dxk_part *part, bool sized,
                           outcome *what)
{
    dxki_arena arena;
    dxk_bytes made = {NULL, 0};
    uint32_t size = stored_size(w, part);
    dxki_arena_init(&arena, w->ctx);
    w->ctx->muted++;
    if (dxki_yaml_node_peek(map, dxki_str("Fields"), NULL)) /* loading completes it */
        map = dxki_yaml_node_copy(&arena, map);
    dxk_status status =
        map ? dxki_yaml_part_load(w->ctx, &arena, map, part->fourcc, sized ? &size : NULL, &made)
            : DXK_E_NOMEM;
    w->ctx->muted--;
    if (stored_size(w, part) > part->content.size && made.size > part->content.size)
        made.size = part->content.size; /* the rest is not in the file */
    *what = status != DXK_OK                  ? MAKES_NOTHING
            : !same(made, part->content)      ? MAKES_OTHER
            : made.size == part->content.size ? MAKES_PART
                                              : MAKES_START;
    dxki_arena_free(&arena);
    return status == DXK_E_NOMEM ? status : DXK_OK;
}

/* LLVM's schema alone: what it cannot show is an error. */
static bool is_strict(const writer *w)
{
    return w->schema == DXK_YAML_LLVM;
}

static bool walk_part(writer *w, const dxki_part_kind *kind, const dxk_part *part, void *structure,
                      dxk_status *status)
{
    dxki_codec c;
    dxki_codec_init_read(&c, w->ctx, w->arena, part->content, part->offset + DXKI_PART_HEADER_SIZE);
    bool ok = dxki_codec_enter(&c, kind->title, DXK_NO_INDEX, "") && kind->codec(&c, structure);
    dxki_codec_finish(&c);
    *status = c.status;
    return ok;
}

/* Decodes without a word; NULL when it does not decode. */
static dxk_status decode(writer *w, const dxk_part *part, void **structure)
{
    const dxki_part_kind *kind = dxki_part_kind_of(part->fourcc, part->content);
    dxk_status status;
    *structure = dxki_arena_zalloc(w->arena, 1, kind->size);
    if (!*structure)
        return dxki_nomem(w->ctx);
    w->ctx->muted++;
    bool ok = walk_part(w, kind, part, *structure, &status);
    w->ctx->muted--;
    if (!ok && is_strict(w)) /* say why */
        walk_part(w, kind, part, *structure, &status);
    if (!ok)
        *structure = NULL;
    return status == DXK_E_NOMEM || is_strict(w) ? status : DXK_OK;
}

/* LLVM leaves these out when they say nothing. */
static bool is_silent(uint32_t fourcc, dxk_bytes content)
{
    bool quiet = fourcc == DXK_PART_SFI0 || fourcc == DXK_PART_HASH;
    for (size_t i = 0; quiet && i < content.size; i++)
        quiet = content.data[i] == 0;
    return quiet;
}

static dxk_status show_keyed(writer *w, dxki_yaml_node *map, const dxki_yaml_keyed_part *row,
                             const dxk_part *part, int extras, dxki_yaml_module_form module,
                             bool brief, bool *shown)
{
    dxki_yaml_keyed k = w->k;
    dxki_yaml_node *back;
    void *structure;
    dxk_bytes content = part->content;
    k.map = map;
    k.extras = extras;
    k.module = module;
    k.brief = brief;
    k.stage = w->stage;
    *shown = false;
    if (!row->walk) {
        *shown = dxki_yaml_keyed_bytes(&k, row->key, &content, true);
        return k.status;
    }
    dxk_status status = decode(w, part, &structure);
    if (status != DXK_OK || !structure)
        return status;
    dxki_yaml_node *last = map->as.list.last;
    *shown = dxki_yaml_keyed_enter(&k, row->key, true, &back) && row->walk(&k, structure) &&
             dxki_yaml_keyed_leave(&k, back);
    if (!*shown)
        dxki_yaml_node_cut(map, last);
    return k.status == DXK_E_NOMEM || is_strict(w) ? k.status : DXK_OK;
}

static dxk_status show_data(writer *w, dxki_yaml_node *map, dxk_bytes content)
{
    dxki_yaml_node *node = dxki_yaml_node_new(w->arena, DXKI_NODE_BYTES, DXKI_NODE_HEX);
    if (!node)
        return dxki_nomem(w->ctx);
    node->as.bytes = content;
    dxki_yaml_node_append(map, dxki_str("Data"), node);
    return DXK_OK;
}

/* Forms of a part, the plainest first. */
enum {
    FORM_NOTHING,
    FORM_TEXT,
    FORM_KINDS,
    FORM_LLVM,
    FORM_EXTRAS,
    FORM_FIELDS = FORM_EXTRAS + 4, /* as much as DXKI_DETAIL_SHORT */
    FORM_DATA = FORM_FIELDS + DXKI_DETAIL_ALL + 1
};

/* The row of a part in the schema; NULL when it has none. */
static const dxki_yaml_keyed_part *row_of(const writer *w, const dxk_part *part)
{
    const dxki_yaml_keyed_part *row = dxki_yaml_keyed_part_of(part->fourcc, w->schema);
    bool fits = row && (!row->walk || dxki_part_kind_of(part->fourcc, part->content) ==
                                          dxki_yaml_keyed_kind(row));
    return fits ? row : NULL;
}

/* A program whose module shall be text. */
static bool is_text_wanted(const writer *w, const dxk_part *part)
{
    const dxki_yaml_keyed_part *row = row_of(w, part);
    return w->module != DXK_YAML_MODULE_BYTES && w->schema == DXK_YAML_DXK && row &&
           row->walk == dxki_yaml_keyed_program;
}

static dxk_status show_form(writer *w, dxki_yaml_node *map, const dxk_part *part, int form,
                            bool brief, bool *shown)
{
    const dxki_yaml_keyed_part *row = row_of(w, part);
    dxki_yaml_node *fields;
    dxk_status status;
    *shown = false;
    switch (form) {
    case FORM_NOTHING:
        *shown = !row || (is_silent(part->fourcc, part->content) &&
                          !(is_strict(w) && part->content.size == 0));
        return DXK_OK;
    case FORM_TEXT:
        return is_text_wanted(w, part)
                   ? show_keyed(w, map, row, part, 0, DXKI_MODULE_TEXT, brief, shown)
                   : DXK_OK;
    case FORM_KINDS:
        return is_text_wanted(w, part)
                   ? show_keyed(w, map, row, part, 0, DXKI_MODULE_KINDS, brief, shown)
                   : DXK_OK;
    case FORM_LLVM:
        return row ? show_keyed(w, map, row, part, 0, DXKI_MODULE_BYTES, brief, shown) : DXK_OK;
    case FORM_EXTRAS:
    case FORM_EXTRAS + 1:
    case FORM_EXTRAS + 2:
    case FORM_EXTRAS + 3:
        return row && row->extras >= form - FORM_EXTRAS + 1
                   ? show_keyed(w, map, row, part, form - FORM_EXTRAS + 1, DXKI_MODULE_BYTES, brief,
                                shown)
                   : DXK_OK;
    case FORM_FIELDS + DXKI_DETAIL_SHORT:
    case FORM_FIELDS + DXKI_DETAIL_TABLES:
    case FORM_FIELDS + DXKI_DETAIL_ALL:
        status = dxki_yaml_fields_show(w->ctx, w->arena, part->fourcc, part->content,
                                       (dxki_yaml_detail)(form - FORM_FIELDS), &fields);
        *shown = status == DXK_OK && fields;
        if (*shown)
            dxki_yaml_node_append(map, dxki_str("Fields"), fields);
        return status;
    default:
        *shown = true;
        return show_data(w, map, part->content);
    }
}

/* The size is left out of what may be edited, when it is computed to the same. */
static void drop_size(dxki_yaml_node *map)
{
    dxki_yaml_node *name = map->as.list.first, *size = name->next;
    name->next = size->next;
    map->as.list.count--;
}

/* Says where text is not what was asked for. */
static dxk_status tell_module(writer *w, const dxk_part *part, int form, outcome what)
{
    bool text = form == FORM_TEXT || form == FORM_KINDS;
    if (!is_text_wanted(w, part) || form == FORM_NOTHING || (text && what != MAKES_OTHER))
        return DXK_OK;
    return dxki_report(w->ctx, text ? DXKI_RULE_YAML_LOSSY : DXKI_RULE_YAML_BYTES,
                       dxki_at_byte(part->offset + DXKI_PART_HEADER_SIZE), NULL, NULL, 0);
}

/* Shows the part in the first form that gives it back, from *form up to `last`. */
static dxk_status find_form(writer *w, dxki_yaml_node *map, const dxk_part *part, int last,
                            bool brief, int *form, outcome *what)
{
    dxki_yaml_node *before = map->as.list.last;
    dxk_status status = DXK_OK;
    bool good = false, exact = w->schema == DXK_YAML_DXK;
    for (; *form <= last && status == DXK_OK; ++*form) {
        status = show_form(w, map, part, *form, brief, &good);
        if (!good || status != DXK_OK)
            continue;
        if (!exact)
            break;
        bool lossy = *form == FORM_KINDS && w->module == DXK_YAML_MODULE_LOSSY;
        status = try_part(w, map, part, true, what);
        if (*what >= (lossy ? MAKES_OTHER : MAKES_START))
            break;
        dxki_yaml_node_cut(map, before);
    }
    return status;
}

/* Leaves the size out where it follows from the rest. */
static dxk_status spare_size(writer *w, dxki_yaml_node *map, const dxk_part *part, int form,
                             outcome what)
{
    bool text = form == FORM_TEXT || form == FORM_KINDS;
    if (w->brief && !text && form != FORM_NOTHING && stored_size(w, part) == part->content.size) {
        dxk_status status = try_part(w, map, part, false, &what);
        if (status != DXK_OK || what != MAKES_PART)
            return status;
        text = true;
    }
    if (text && what != MAKES_START)
        drop_size(map);
    return DXK_OK;
}

static dxk_status show_payload(writer *w, dxki_yaml_node *map, const dxk_part *part)
{
    bool exact = w->schema == DXK_YAML_DXK;
    bool whole = stored_size(w, part) == part->content.size; /* else the file ends before it */
    int form = whole || !exact ? FORM_NOTHING : FORM_DATA, last = exact ? FORM_DATA : FORM_LLVM;
    outcome what = MAKES_NOTHING;
    dxk_status status = DXK_OK;
    if (w->brief && form == FORM_NOTHING) {
        status = find_form(w, map, part, FORM_FIELDS - 1, true, &form, &what);
        form = form < FORM_FIELDS ? form : FORM_LLVM;
    }
    if (status == DXK_OK && what < MAKES_START)
        status = find_form(w, map, part, last, false, &form, &what);
    if (status == DXK_OK && exact)
        status = spare_size(w, map, part, form, what);
    return status == DXK_OK ? tell_module(w, part, form, what) : status;
}

/* The four characters, or 0x and their number when they are no text. */
static bool show_name(writer *w, uint32_t fourcc)
{
    char text[12];
    for (int i = 0; i < 4; i++)
        text[i] = (char)(fourcc >> 8 * i);
    dxk_str name = {text, 4};
    if (!dxki_yaml_is_text(name)) {
        static const char digits[] = "0123456789ABCDEF";
        memcpy(text, "0x", 2);
        for (int i = 0; i < 8; i++)
            text[2 + i] = digits[fourcc >> (28 - 4 * i) & 15];
        name.size = 10;
    }
    name.data = dxki_arena_strdup(w->arena, text, name.size);
    return name.data ? dxki_yaml_keyed_text(&w->k, "Name", &name, true)
                     : dxki_yaml_keyed_check(&w->k, dxki_nomem(w->ctx));
}

static bool show_parts(writer *w)
{
    dxki_yaml_node *list, *back;
    size_t count = dxk_container_part_count(w->container);
    if (!dxki_yaml_keyed_list(&w->k, "Parts", &count, true, &list))
        return false;
    w->left = SHARED * (uint64_t)w->input.size + SHARED_LEAST;
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = dxk_container_part(w->container, i);
        uint32_t size = stored_size(w, part);
        w->bare[i] = part->content.size > w->left;
        w->left -= w->bare[i] ? 0 : part->content.size;
        if (!dxki_yaml_keyed_next(&w->k, list, i, &back) || !show_name(w, part->fourcc) ||
            !dxki_yaml_keyed_number(&w->k, "Size", &size, 32, true) ||
            !(w->bare[i] || dxki_yaml_keyed_check(&w->k, show_payload(w, w->k.map, part))) ||
            !dxki_yaml_keyed_leave(&w->k, back))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The file                                                                                   */

/* What from-yaml computes to the same and a document for editing therefore leaves out. */
typedef struct spare {
    bool digest, layout;
} spare;

/* Parts one after the other and nothing else. */
static bool is_packed(const writer *w, const dxk_file_header *h, const uint32_t *offsets)
{
    size_t count = dxk_container_part_count(w->container);
    uint64_t end = DXKI_HEADER_SIZE + 4 * (uint64_t)count;
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = dxk_container_part(w->container, i);
        if (offsets[i] != end || stored_size(w, part) != part->content.size)
            return false;
        end += DXKI_PART_HEADER_SIZE + (uint64_t)part->size;
    }
    return h->part_count == count && end == w->input.size && h->size == end;
}

static spare find_spare(const writer *w, const dxk_file_header *h, const uint32_t *offsets)
{
    spare s = {false, false};
    uint8_t digest[16];
    if ((w->module == DXK_YAML_MODULE_BYTES && !w->brief) || w->schema != DXK_YAML_DXK)
        return s;
    s.layout = is_packed(w, h, offsets);
    if (s.layout) {
        dxk_digest_compute(
            (dxk_bytes){w->input.data + DXK_DIGEST_SKIP, w->input.size - DXK_DIGEST_SKIP},
            DXK_DIGEST_VARIANT_RETAIL, digest);
        s.digest = memcmp(digest, h->digest, sizeof digest) == 0;
    }
    return s;
}

static bool show_header(writer *w, dxk_file_header *h, uint32_t *offsets, size_t count)
{
    dxki_yaml_keyed *k = &w->k;
    dxki_yaml_node *back, *outer;
    dxk_bytes digest = {h->digest, sizeof h->digest};
    spare s = find_spare(w, h, offsets);
    return dxki_yaml_keyed_enter(k, "Header", true, &outer) &&
           (s.digest || dxki_yaml_keyed_bytes(k, "Hash", &digest, true)) &&
           dxki_yaml_keyed_enter(k, "Version", true, &back) &&
           dxki_yaml_keyed_record(k, DXKI_KEYS_ID_version, h) && dxki_yaml_keyed_leave(k, back) &&
           (s.layout || dxki_yaml_keyed_number(k, "FileSize", &h->size, 32, true)) &&
           (s.layout || dxki_yaml_keyed_number(k, "PartCount", &h->part_count, 32, true)) &&
           (s.layout || dxki_yaml_keyed_words(k, "PartOffsets", &offsets, &count, false, true)) &&
           dxki_yaml_keyed_leave(k, outer);
}

/* The file as from-yaml will make it, but for the bytes in Layout. */
static dxk_status rebuild(writer *w, const dxk_file_header *h, uint32_t *offsets, bool exact,
                          dxk_buffer *out)
{
    size_t count = dxk_container_part_count(w->container);
    dxki_yaml_plan plan = {.header = *h,
                           .have_size = true,
                           .have_count = true,
                           .offsets = offsets,
                           .offset_count = count,
                           .part_count = count,
                           .exact = exact,
                           .size = w->input.size};
    plan.parts = DXKI_NEW_ARRAY(w->arena, dxki_yaml_plan_part, count);
    if (!plan.parts)
        return dxki_nomem(w->ctx);
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = dxk_container_part(w->container, i);
        dxk_bytes content = w->bare[i] ? (dxk_bytes){NULL, 0} : part->content;
        plan.parts[i] = (dxki_yaml_plan_part){part->fourcc, stored_size(w, part), content, NULL};
    }
    return dxki_yaml_plan_build(w->ctx, &plan, out);
}

/* True when from-yaml takes the document without a Layout and makes the same of it. */
static bool is_regular(const writer *w, const dxk_file_header *h, const uint32_t *offsets)
{
    size_t count = dxk_container_part_count(w->container);
    uint64_t end = DXKI_HEADER_SIZE + 4 * (uint64_t)count;
    if (h->part_count != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = dxk_container_part(w->container, i);
        if (offsets[i] < end || stored_size(w, part) != part->content.size)
            return false;
        end = offsets[i] + DXKI_PART_HEADER_SIZE + (uint64_t)part->size;
    }
    return end == w->input.size && h->size >= end;
}

static bool show_patch(writer *w, dxki_yaml_node *list, size_t index, size_t from, size_t to)
{
    dxki_yaml_node *back;
    uint32_t offset = (uint32_t)from;
    dxk_bytes data = {w->input.data + from, to - from};
    return dxki_yaml_keyed_next(&w->k, list, index, &back) &&
           dxki_yaml_keyed_number(&w->k, "Offset", &offset, 32, true) &&
           dxki_yaml_keyed_bytes(&w->k, "Data", &data, true) && dxki_yaml_keyed_leave(&w->k, back);
}

/* Where the file differs from what was built; a few equal bytes do not end a run. */
static bool show_patches(writer *w, const dxk_buffer *built)
{
    dxki_yaml_node *list;
    size_t count = 0, size = w->input.size;
    const uint8_t *a = w->input.data, *b = built->data;
    if (!dxki_yaml_keyed_list(&w->k, "Bytes", &count, true, &list))
        return false;
    for (size_t at = 0; at < size; at++) {
        size_t start = at, last = at;
        if (a[at] == b[at])
            continue;
        for (; at < size && at - last <= RUN; at++)
            if (a[at] != b[at])
                last = at;
        at = last;
        if (!show_patch(w, list, count++, start, last + 1))
            return false;
    }
    return true;
}

static bool show_layout(writer *w, const dxk_file_header *h, uint32_t *offsets)
{
    dxk_buffer built;
    dxki_yaml_node *back, *root = w->k.map, *last = root->as.list.last;
    uint32_t size = (uint32_t)w->input.size;
    bool regular = is_regular(w, h, offsets);
    if (w->schema != DXK_YAML_DXK)
        return true;
    dxk_buffer_init(&built, w->ctx);
    dxk_status status = rebuild(w, h, offsets, true, &built);
    bool ok = dxki_yaml_keyed_check(&w->k, status);
    bool equal = ok && built.size == w->input.size &&
                 (built.size == 0 || memcmp(built.data, w->input.data, built.size) == 0);
    if (ok && !(equal && regular)) {
        ok = built.size == w->input.size || dxki_yaml_keyed_check(&w->k, DXK_E_LIMIT);
        ok = ok && dxki_yaml_keyed_enter(&w->k, "Layout", true, &back) &&
             dxki_yaml_keyed_number(&w->k, "Size", &size, 32, true) && show_patches(w, &built) &&
             dxki_yaml_keyed_leave(&w->k, back);
        if (!ok)
            dxki_yaml_node_cut(root, last);
    }
    dxk_buffer_free(&built);
    return ok;
}

/* Stage of the program, which PSV0 of version 0 lacks. */
static uint32_t find_stage(const dxk_container *container)
{
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        bool program = part->fourcc == DXK_PART_DXIL || part->fourcc == DXK_PART_ILDB;
        uint32_t stage;
        if (program && dxki_part_program_stage(part->content, &stage))
            return stage;
    }
    return DXK_SHADER_KIND_INVALID;
}

static bool show_all(writer *w)
{
    size_t count = dxk_container_part_count(w->container);
    uint32_t *offsets = DXKI_NEW_ARRAY(w->arena, uint32_t, count);
    uint8_t bytes[DXKI_HEADER_SIZE] = {0};
    w->bare = dxki_arena_zalloc(w->arena, count, sizeof *w->bare);
    if (!offsets || !w->bare)
        return dxki_yaml_keyed_check(&w->k, dxki_nomem(w->ctx));
    memcpy(bytes, w->input.data, w->input.size < sizeof bytes ? w->input.size : sizeof bytes);
    dxk_record_load(DXK_RECORD_ID_file_header, (dxk_bytes){bytes, sizeof bytes}, &w->header);
    for (size_t i = 0; i < count; i++)
        offsets[i] = (uint32_t)dxk_container_part(w->container, i)->offset;
    w->stage = find_stage(w->container);
    if (w->schema == DXK_YAML_LLVM &&
        !dxki_yaml_keyed_check(&w->k, dxki_yaml_llvm_check(w->ctx, w->container)))
        return false;
    return show_header(w, &w->header, offsets, count) && show_parts(w) &&
           show_layout(w, &w->header, offsets);
}

static dxk_status write_document(const dxk_container *container, const dxk_yaml_options *options,
                                 dxk_sink sink)
{
    dxki_arena arena;
    writer w = {.ctx = container->ctx, .arena = &arena, .container = container};
    dxki_arena_init(&arena, container->ctx);
    w.schema = options->schema;
    w.module = options->module;
    w.brief = options->brief && w.schema == DXK_YAML_DXK;
    w.input = container->input;
    w.k = (dxki_yaml_keyed){.ctx = w.ctx, .arena = &arena, .schema = w.schema};
    dxki_yaml_node *root = dxki_yaml_node_new(&arena, DXKI_NODE_MAP, 0);
    w.k.map = root;
    dxk_status status = root ? DXK_OK : dxki_nomem(w.ctx);
    if (status == DXK_OK) {
        show_all(&w);
        status = w.k.status;
    }
    if (status == DXK_OK)
        status = dxki_yaml_node_print(root, options->json, sink);
    dxki_arena_free(&arena);
    return status;
}

/* Puts bare bitcode, as it is, after the header that its module asks for, into a container. */
static dxk_status wrap_bitcode(const dxk_container *bitcode, dxk_container **out)
{
    const dxk_module_read_options how = {.no_bodies = true};
    dxk_ctx *ctx = bitcode->ctx;
    dxk_module *module = NULL;
    dxk_dxil *d = NULL;
    dxk_buffer program;
    dxk_buffer_init(&program, ctx);
    dxk_status status = dxk_module_read(ctx, bitcode->input, &how, &module);
    if (status == DXK_OK)
        status = dxk_dxil_load(module, &d);
    if (status == DXK_E_INVALID && d) /* the header does without the rest of the metadata */
        status = DXK_OK;
    if (status == DXK_OK)
        status = dxki_build_program(d, bitcode->input, &program);
    if (status == DXK_OK)
        status = dxk_container_create(ctx, out);
    if (status == DXK_OK)
        status =
            dxk_container_insert(*out, 0, DXK_PART_DXIL, (dxk_bytes){program.data, program.size});
    dxk_dxil_free(d);
    dxk_module_free(module);
    dxk_buffer_free(&program);
    return status;
}

/* What is not a container as it stands is written as one and read again. */
static dxk_status write_converted(const dxk_container *container, const dxk_yaml_options *options,
                                  dxk_sink sink)
{
    dxk_write_options as = {.digest = DXK_DIGEST_KEEP, .as_container = true};
    dxk_container *copy = NULL, *wrapped = NULL;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, container->ctx);
    dxk_status status =
        container->kind == DXK_INPUT_BITCODE ? wrap_bitcode(container, &wrapped) : DXK_OK;
    if (status == DXK_OK)
        status = dxk_container_write(wrapped ? wrapped : container, &as, dxk_buffer_sink(&bytes));
    if (status == DXK_OK)
        status = dxk_container_read(container->ctx, (dxk_bytes){bytes.data, bytes.size},
                                    &(dxk_read_options){.salvage = true}, &copy);
    if (copy)
        status = write_document(copy, options, sink);
    dxk_container_free(copy);
    dxk_container_free(wrapped);
    dxk_buffer_free(&bytes);
    return status;
}

dxk_status dxk_yaml_write(const dxk_container *container, const dxk_yaml_options *given,
                          dxk_sink sink)
{
    dxk_yaml_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    bool framed = container->kind == DXK_INPUT_CONTAINER || container->kind == DXK_INPUT_PDB;
    if (framed && (!container->edited || container->salvaged) && container->input.size)
        return write_document(container, &options, sink);
    return write_converted(container, &options, sink);
}
