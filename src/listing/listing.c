/* SPDX-License-Identifier: MIT */
/*
 * listing.c - the comment header of a listing: reads what is needed and calls the blocks in the
 * order of `dxc -dumpbin`; and the blocks that are a few lines each.
 *
 * Names are stripped from the module that runs; the STAT part has a module without code that
 * still has them. Buffers, resources and ViewID state are printed from that one when it is there.
 */
#include "dxk/listing.h"
#include "listing/listing.h"
#include "base/options.h"
#include "container/container.h"

#include "base/diag.h"
#include "container/container.h"
#include "parts/parts.h"
#include "spec/features.h"
#include "spec/reader_rules.h"

#include <string.h>

#define MAX_HEADER 0x10000000u /* bytes */

void dxki_listing_note(dxki_listing *l, dxk_status status)
{
    if (l->status == DXK_OK || status == DXK_E_NOMEM || status == DXK_E_LIMIT)
        l->status = status;
}

bool dxki_listing_is_full(dxki_listing *l)
{
    if (!l->full && l->out.flushed > MAX_HEADER) {
        l->full = true;
        dxki_listing_note(l, DXKI_REPORT(l->ctx, DXKI_RULE_LIMIT_LISTING, dxki_nowhere(), NULL,
                                         dxki_dec(MAX_HEADER)));
    }
    return l->full;
}

void dxki_listing_blank(dxki_listing *l)
{
    dxki_out_text(&l->out, ";\n");
}

void dxki_listing_title(dxki_listing *l, const char *title)
{
    dxki_listing_blank(l);
    dxki_out_text(&l->out, "; ");
    dxki_out_text(&l->out, title);
    dxki_out_text(&l->out, ":\n");
    dxki_listing_blank(l);
}

void dxki_listing_table(dxki_listing *l, const dxki_listing_column *columns, size_t count)
{
    dxki_out_char(&l->out, ';');
    for (size_t i = 0; i < count; i++) {
        int width = columns[i].width;
        dxki_out_char(&l->out, ' ');
        dxki_out_field(&l->out, dxki_str(columns[i].title), i == 0 ? -width : width);
    }
    dxki_out_text(&l->out, "\n;");
    for (size_t i = 0; i < count; i++) {
        dxki_out_char(&l->out, ' ');
        for (int k = 0; k < columns[i].width; k++)
            dxki_out_char(&l->out, '-');
    }
    dxki_out_char(&l->out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

static const dxk_part *find_part(const dxki_listing *l, uint32_t fourcc)
{
    return l->container ? dxki_container_first(l->container, fourcc) : NULL;
}

dxk_decoded *dxki_listing_part(dxki_listing *l, uint32_t fourcc)
{
    const dxk_part *part = find_part(l, fourcc);
    dxk_decoded *decoded = NULL;

    if (part) {
        dxk_status status = dxk_part_decode(l->ctx, fourcc, part->content, &decoded);
        if (status != DXK_OK) {
            dxki_listing_note(l, status);
            dxk_decoded_free(decoded);
            decoded = NULL;
        }
    }
    return decoded;
}

/* Facts that are no demand; from this bit on. */
#define OPTIONAL_SHIFT 40

/* A line for each flag that has words, from the lowest on. */
static void feature_lines(dxki_listing *l, uint64_t flags)
{
    for (uint64_t left = flags; left; left &= left - 1) {
        const char *words = dxki_spec_feature_words(left & (0 - left));
        if (words) {
            dxki_out_text(&l->out, ";       ");
            dxki_out_text(&l->out, words);
            dxki_out_char(&l->out, '\n');
        }
    }
    dxki_listing_blank(l);
}

void dxki_listing_features(dxki_listing *l)
{
    dxk_decoded *part = dxki_listing_part(l, DXK_PART_SFI0);
    uint64_t flags =
        part && part->type == DXK_PART_TYPE_FEATURES ? part->as.features->info.flags : 0;

    dxk_decoded_free(part);
    if (flags == 0)
        return;
    dxki_listing_blank(l);
    dxki_out_text(&l->out, "; Note: shader requires additional functionality:\n");
    feature_lines(l, flags & (((uint64_t)1 << OPTIONAL_SHIFT) - 1));
    if (flags >> OPTIONAL_SHIFT == 0)
        return;
    dxki_out_text(&l->out, "; Note: shader has optional feature flags set:\n");
    feature_lines(l, flags >> OPTIONAL_SHIFT << OPTIONAL_SHIFT);
}

/* ILDN: after the record the name, NUL, padded to four bytes; nothing may follow. The reference
 * reckons with 16 bits. */
static void debug_name(dxki_listing *l)
{
    const dxk_part *part = find_part(l, DXK_PART_ILDN);
    enum { HEADER = DXK_WIRE_SIZE_debug_name, LEAST = HEADER + 4 };
    dxk_debug_name record;

    if (!part)
        return;
    dxk_bytes content = part->content;
    dxk_record_load(DXK_RECORD_ID_debug_name, content, &record);
    uint16_t due = (uint16_t)((HEADER + record.name_length + 1u + 3) & ~3u);
    if (content.size < LEAST || content.size != due) {
        dxki_out_text(&l->out, "; shader debug name present; corruption detected\n");
        return;
    }
    const char *name = (const char *)content.data + HEADER;
    const char *end = memchr(name, '\0', content.size - HEADER);
    dxk_str text = {name, end ? (size_t)(end - name) : content.size - HEADER};
    if (text.size == 0)
        return;
    dxki_out_text(&l->out, "; shader debug name: ");
    dxki_out_str(&l->out, text);
    dxki_out_char(&l->out, '\n');
}

void dxki_listing_hash(dxki_listing *l)
{
    debug_name(l);
    dxk_decoded *part = dxki_listing_part(l, DXK_PART_HASH);
    if (part && part->type == DXK_PART_TYPE_HASH) {
        const dxk_shader_hash *hash = &part->as.hash->hash;
        dxki_out_text(&l->out, "; shader hash: ");
        dxki_out_hex_bytes(&l->out, (dxk_bytes){hash->digest, sizeof hash->digest});
        if (hash->flags & DXK_HASH_FLAG_INCLUDES_SOURCE)
            dxki_out_text(&l->out, " (includes source)");
        dxki_out_char(&l->out, '\n');
    }
    dxk_decoded_free(part);
}

/* Stage in the header of the program that is listed, for PSV0 that does not store it. */
static bool program_stage(const dxki_listing *l, uint32_t *stage)
{
    size_t index = dxk_container_find_program(l->container, DXK_PROGRAM_LIST);

    return index != DXK_NO_PART &&
           dxki_part_program_stage(dxk_container_part(l->container, index)->content, stage);
}

void dxki_listing_psv(dxki_listing *l)
{
    dxk_decoded *part = dxki_listing_part(l, DXK_PART_PSV0);
    dxk_psv_print_options options = {.pieces = DXK_PSV_PRINT_INFO, .prefix = ";"};

    if (part && part->type == DXK_PART_TYPE_PSV0) {
        options.stage_known = program_stage(l, &options.stage);
        dxki_listing_blank(l);
        dxki_out_text(&l->out, "; Pipeline Runtime Information: \n");
        dxki_listing_blank(l);
        if (dxki_out_flush(&l->out) == DXK_OK) {
            dxk_status status = dxk_psv0_print(part->as.psv0, &options, l->sink);
            if (status != DXK_OK)
                l->out.status = status;
        }
        dxki_listing_blank(l);
    }
    dxk_decoded_free(part);
}

/* ---------------------------------------------------------------------------------------- */
/* The whole                                                                                  */

/* Reads the module of STAT. *module stays NULL when there is none or it is damaged. */
static void load_reflection(dxki_listing *l, dxk_module **module)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(l->container, DXK_PROGRAM_NAMES, &place);

    if (status == DXK_E_NOT_FOUND)
        return;
    if (status == DXK_OK) {
        dxk_module_read_options options = {.file_offset = place.offset};
        status = dxk_module_read(l->ctx, place.program.bitcode, &options, module);
    }
    dxki_listing_note(l, status);
}

static void module_blocks(dxki_listing *l)
{
    if (!l->main || !dxk_dxil_info_get(l->main).is_dxil)
        return;
    dxki_listing_signatures(l);
    dxki_listing_buffers(l);
    dxki_listing_resources(l);
    dxki_listing_view_id(l);
    dxki_listing_subobjects(l);
}

static void container_blocks(dxki_listing *l)
{
    dxki_listing_features(l);
    dxki_listing_part_signatures(l);
    dxki_listing_hash(l);
    dxki_listing_psv(l);
}

/* A view of the module; NULL when memory or a limit forbids. */
static dxk_dxil *view_of(dxki_listing *l, const dxk_module *module)
{
    dxk_dxil *view = NULL;

    if (module)
        dxki_listing_note(l, dxk_dxil_load(module, &view));
    return view;
}

dxk_status dxk_listing_print_header(const dxk_container *container, const dxk_module *module,
                                    const dxk_listing_options *given, dxk_sink sink)
{
    dxk_listing_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    if (!container && !module)
        return DXK_E_ARGUMENT;
    dxk_ctx *ctx = container ? container->ctx : module->ctx;
    const dxk_module *reflection = options.reflection;
    dxk_module *own = NULL;
    dxki_listing l;

    memset(&l, 0, sizeof l);
    l.ctx = ctx;
    l.container = container;
    l.sink = sink;
    dxki_out_init(&l.out, sink);
    container_blocks(&l);
    if (module && container && !reflection) {
        load_reflection(&l, &own);
        reflection = own;
    }
    dxk_dxil *main_view = view_of(&l, module);
    dxk_dxil *names = main_view ? view_of(&l, reflection) : NULL;
    l.main = main_view;
    l.names = names ? names : main_view;
    module_blocks(&l);
    dxk_dxil_free(names);
    dxk_dxil_free(main_view);
    dxk_module_free(own);
    dxk_status status = dxki_out_flush(&l.out);
    return status != DXK_OK ? status : l.status;
}
