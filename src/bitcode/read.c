/* SPDX-License-Identifier: MIT */
/*
 * read.c - reads a module: the stream, the module block, its globals; and what is done when all
 * is there, or when reading broke off and the caller wants what came before.
 */
#include "bitcode/reader.h"
#include "base/options.h"
#include "ir/datalayout.h"
#include "ir/intrinsics.h"
#include "ir/flags.h"
#include "ir/strip.h"
#include "ir/upgrade.h"

#include <string.h>

/* --- unknown things --- */

static dxk_status remember_unknown(dxki_bc_reader *r, uint32_t block, uint32_t code, uint64_t bit)
{
    dxki_unknown unknown = {block, code, bit, r->bs.bits.pos - bit};
    return dxki_vec_push(r->ctx, &r->m->unknowns, unknown) ? DXK_OK : dxki_nomem(r->ctx);
}

dxk_status dxki_bc_read_unknown_record(dxki_bc_reader *r)
{
    const dxki_bc_record *record = &r->bs.record;
    dxk_status status = DXKI_READ_FAIL(r, BITCODE_UNKNOWN_RECORD, dxki_dec(record->code));
    if (status == DXK_E_NOMEM)
        return status;
    return remember_unknown(r, r->bs.top.block_id, record->code, record->bit_offset);
}

static dxk_status pass_over_block(dxki_bc_reader *r)
{
    uint32_t block = r->bs.block_id;
    uint64_t bit = r->bs.block_bit;
    dxk_status status = dxki_bc_stream_skip(&r->bs);
    if (status != DXK_OK)
        return status;
    status = dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_UNKNOWN_BLOCK, bit, false,
                                   (const dxki_arg[]){dxki_dec(block)}, 1);
    return status == DXK_E_NOMEM ? status : remember_unknown(r, block, UINT32_MAX, bit);
}

dxk_status dxki_bc_read_unknown_block(dxki_bc_reader *r)
{
    dxk_status status = pass_over_block(r);
    if (status == DXK_OK)
        dxki_bc_stream_say(&r->bs, DXKI_WORDS_UNKNOWN_BLOCK);
    return status;
}

void dxki_bc_read_subblocks_end(dxki_bc_reader *r, bool *some)
{
    if (*some)
        dxki_bc_stream_say(&r->bs, DXKI_WORDS_UNKNOWN_SUBBLOCK);
    *some = false;
}

dxk_status dxki_bc_read_subblock(dxki_bc_reader *r, bool *some)
{
    dxk_status status = pass_over_block(r);
    *some = true;
    if (status == DXK_OK || dxki_bc_words_are_silent(r->bs.words.words))
        return status;
    dxki_bc_read_subblocks_end(r, some);
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_BLOCK, 0);
    return status;
}

dxk_status dxki_bc_read_records(dxki_bc_reader *r, dxk_status (*record)(dxki_bc_reader *))
{
    bool skipped = false;
    dxk_status status = dxki_bc_stream_enter(&r->bs);
    while (status == DXK_OK) {
        switch (dxki_bc_stream_next(&r->bs)) {
        case DXKI_BS_RECORD:
            dxki_bc_read_subblocks_end(r, &skipped);
            status = record(r);
            break;
        case DXKI_BS_BLOCK:
            status = dxki_bc_read_subblock(r, &skipped);
            break;
        case DXKI_BS_ABBREV:
            break;
        case DXKI_BS_END:
            dxki_bc_read_subblocks_end(r, &skipped);
            return DXK_OK;
        default:
            return r->bs.status;
        }
    }
    return status;
}

dxk_status dxki_bc_read_again(dxki_bc_reader *r)
{
    dxk_status status = dxki_bc_stream_enter(&r->bs);
    if (status != DXK_OK)
        return status;
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_BLOCKS, 0);
    return dxki_bc_stream_report(
        &r->bs, DXKI_RULE_BITCODE_ORDER, r->bs.top.start, false,
        (const dxki_arg[]){dxki_text(dxki_str("a second block of this kind")),
                           dxki_text(dxki_str("an empty one"))},
        2);
}

/* --- module records: texts --- */

static dxk_status read_module_text(dxki_bc_reader *r, dxk_str *text)
{
    dxki_string string;
    dxk_status status = dxki_bc_read_text(r, 0, &string);
    if (status == DXK_OK)
        *text = dxki_string_get(r->m, string);
    return status;
}

static dxk_status read_layout(dxki_bc_reader *r)
{
    dxk_status status = read_module_text(r, &r->m->datalayout);
    const char *fault = status == DXK_OK && r->judge ? dxki_layout_fault(r->m->datalayout) : NULL;
    return fault ? DXKI_READ_REFUSE(r, SILENT, BITCODE_DATA_LAYOUT,
                                    dxki_text((dxk_str){fault, strlen(fault)}))
                 : status;
}

static dxk_status read_section(dxki_bc_reader *r)
{
    dxki_string string;
    bool section = r->bs.record.code == DXKI_REC_SECTIONNAME;
    dxk_status status = dxki_bc_read_text(r, 0, &string);
    if (status != DXK_OK)
        return status;
    bool pushed = section ? dxki_vec_push(r->ctx, &r->sections, string)
                          : dxki_vec_push(r->ctx, &r->collectors, string);
    return pushed ? DXK_OK : dxki_nomem(r->ctx);
}

/* --- module records --- */

static dxk_status read_version(dxki_bc_reader *r)
{
    uint64_t version = (uint32_t)r->args.items[0].n;
    if (version > 1)
        return DXKI_READ_REFUSE(r, VALUE, BITCODE_RANGE, dxki_text(dxki_str("the version")),
                                dxki_dec(version), dxki_text(dxki_str("0 or 1")));
    r->m->version = (uint32_t)version;
    return DXK_OK;
}

/* A record whose operands are numbers. */
static dxk_status decoded_record(dxki_bc_reader *r)
{
    switch (r->bs.record.code) {
    case DXKI_REC_VERSION:
        return read_version(r);
    case DXKI_REC_GLOBALVAR:
        return dxki_bc_read_variable(r);
    case DXKI_REC_FUNCTION:
        return dxki_bc_read_function_record(r);
    case DXKI_REC_ALIAS:
        return dxki_bc_read_alias(r);
    default: /* PURGEVALS: the first values stay; nobody writes it */
        if (!r->judge)
            return dxki_bc_read_unknown_record(r);
        if (r->args.items[0].n > r->values.count)
            return dxki_bc_read_not(r, 0, "as many values as there are, or fewer");
        r->values.count = (size_t)r->args.items[0].n;
        return DXK_OK;
    }
}

static dxk_status module_record(dxki_bc_reader *r)
{
    const dxki_bc_record_spec *spec = dxki_record_spec_get(DXKI_BLK_MODULE, r->bs.record.code);
    if (!spec)
        return dxki_bc_read_unknown_record(r);
    switch (r->bs.record.code) {
    case DXKI_REC_TRIPLE:
        return read_module_text(r, &r->m->triple);
    case DXKI_REC_DATALAYOUT:
        return read_layout(r);
    case DXKI_REC_ASM:
        return read_module_text(r, &r->m->assembly);
    case DXKI_REC_SECTIONNAME:
    case DXKI_REC_GCNAME:
        return read_section(r);
    case DXKI_REC_DEPLIB: /* obsolete */
        return DXK_OK;
    case DXKI_REC_COMDAT:
        return dxki_bc_read_comdat(r);
    default:
        break;
    }
    dxk_status status = dxki_bc_read_operands(r, spec);
    return status == DXK_OK ? decoded_record(r) : status;
}

/* --- the module block --- */

dxk_status dxki_bc_reader_body(dxki_bc_reader *r, size_t index)
{
    r->bs.bits.pos = r->queue.items[index];
    r->bs.block_bit = r->bs.bits.pos;
    r->bs.block_id = DXKI_BLK_FUNCTION;
    return dxki_bc_read_function(r);
}

/* Judged: reads the bodies that were passed over so far, and goes back. */
static dxk_status read_queued_bodies(dxki_bc_reader *r)
{
    uint64_t back = r->bs.bits.pos;
    dxk_status status = DXK_OK;
    while (status == DXK_OK && r->queue_next < r->queue.count) {
        status = dxki_bc_reader_body(r, r->queue_next++);
        if (r->bs.bits.pos > r->furthest)
            r->furthest = r->bs.bits.pos;
    }
    if (status == DXK_OK)
        r->bs.bits.pos = back;
    return status;
}

/* Judged, lazy: a body is passed over by the length in its header. Judged, it is read once a symbol
 * table was there, else after the module, as the reference does. */
static dxk_status queue_body(dxki_bc_reader *r)
{
    if (r->queue.count >= r->bodies.count) {
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_NO_PROTO, 0);
        return dxki_bc_stream_report(
            &r->bs, DXKI_RULE_BITCODE_BODIES, r->bs.block_bit, false,
            (const dxki_arg[]){dxki_dec(r->bodies.count), dxki_dec(r->queue.count + 1)}, 2);
    }
    if (!dxki_vec_push(r->ctx, &r->queue, r->bs.bits.pos))
        return dxki_nomem(r->ctx);
    dxk_status status = dxki_bc_stream_skip(&r->bs);
    return status == DXK_OK && r->judge && r->seen_symbols ? read_queued_bodies(r) : status;
}

static dxk_status module_block(dxki_bc_reader *r)
{
    dxk_status status;
    switch (r->bs.block_id) {
    case DXKI_BLK_BLOCKINFO:
        return dxki_bc_stream_blockinfo(&r->bs);
    case DXKI_BLK_PARAMATTR_GROUP:
        return dxki_bc_read_attr_groups(r);
    case DXKI_BLK_PARAMATTR:
        return dxki_bc_read_attr_lists(r);
    case DXKI_BLK_TYPE_NEW:
        return dxki_bc_read_type_table(r);
    case DXKI_BLK_CONSTANTS:
        status = dxki_bc_read_constants(r);
        return status == DXK_OK && r->judge ? dxki_bc_read_resolve_globals(r) : status;
    case DXKI_BLK_METADATA:
        return dxki_bc_read_metadata(r);
    case DXKI_BLK_VALUE_SYMTAB:
        status = dxki_bc_read_symbols(r);
        r->seen_symbols = true;
        return status;
    case DXKI_BLK_USELIST:
        return dxki_bc_read_uselists(r);
    case DXKI_BLK_FUNCTION:
        status = r->globals_done ? DXK_OK : dxki_bc_read_finish_globals(r);
        if (status == DXK_OK && (r->judge || r->lazy))
            return queue_body(r);
        return status == DXK_OK ? dxki_bc_read_function(r) : status;
    default:
        return dxki_bc_read_unknown_block(r);
    }
}

/* Judged: the addresses of blocks lead to blocks. */
static dxk_status check_addressed(dxki_bc_reader *r)
{
    for (size_t i = 0; i < r->addressed.items.count; i++) {
        if (!r->addressed.items.items[i].value)
            continue;
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_UNRESOLVED_ADDRESS, 0);
        return dxki_bc_stream_report(
            &r->bs, DXKI_RULE_BITCODE_BLOCK_ID, r->bs.bits.pos, false,
            (const dxki_arg[]){dxki_dec(0), dxki_dec(r->addressed.items.items[i].value - 1),
                               dxki_dec(0)},
            3);
    }
    return DXK_OK;
}

static dxk_status end_module(dxki_bc_reader *r)
{
    uint64_t after_end = r->bs.bits.pos;
    dxk_status status = dxki_bc_read_finish_globals(r);
    if (status == DXK_OK && r->judge)
        status = read_queued_bodies(r);
    if (status == DXK_OK && r->judge)
        status = check_addressed(r);
    if (status == DXK_OK && !r->lazy)
        status = dxki_bc_read_settle_addresses(r, r->options->no_bodies || r->judge);
    if (status == DXK_OK)
        status = dxki_bc_read_implicit_comdats(r);
    if (status == DXK_OK) /* of metadata after the first body */
        status = dxki_bc_read_apply_fixups(r, 0);
    if (status == DXK_OK)
        status = dxki_bc_read_check_metadata(r);
    /* It looks for more bodies where it left off, in a module that has ended. */
    bool more = r->judge && r->seen_symbols && after_end < r->bs.bits.end;
    if (status == DXK_OK)
        dxki_bc_stream_words(&r->bs, more ? DXKI_WORDS_BLOCK : DXKI_WORDS_NO_BODY, 0);
    size_t found = r->lazy ? r->queue.count : r->bodies_read;
    if (status == DXK_OK && found != r->bodies.count)
        status = dxki_bc_stream_report(
            &r->bs, DXKI_RULE_BITCODE_BODIES, r->bs.bits.pos, false,
            (const dxki_arg[]){dxki_dec(r->bodies.count), dxki_dec(found)}, 2);
    if (r->options->no_bodies)
        r->m->uselists.count = 0; /* uses in bodies count as well */
    return status;
}

static dxk_status read_module_block(dxki_bc_reader *r)
{
    dxk_status status = dxki_bc_stream_enter(&r->bs);
    r->m->version = 0;
    while (status == DXK_OK) {
        switch (dxki_bc_stream_next(&r->bs)) {
        case DXKI_BS_RECORD:
            status = module_record(r);
            break;
        case DXKI_BS_BLOCK:
            status = module_block(r);
            break;
        case DXKI_BS_ABBREV:
            break;
        case DXKI_BS_END:
            return end_module(r);
        default:
            return r->bs.status;
        }
    }
    return status;
}

/* What stands after the module: only another module is a mistake, the rest is not looked at. */
static dxk_status read_trailing(dxki_bc_reader *r)
{
    uint64_t end = r->bs.bits.pos;
    if (!r->judge && dxki_bits_left(&r->bs.bits) >= 32 &&
        dxki_bits_small(&r->bs.bits, r->bs.top.width) == DXKI_ABBREV_ENTER_SUBBLOCK &&
        dxki_bits_vbr(&r->bs.bits, 8) == DXKI_BLK_MODULE)
        return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_SECOND_MODULE, end, false, NULL, 0);
    r->bs.bits.pos = end;
    if (!dxki_bits_left(&r->bs.bits))
        return DXK_OK;
    dxk_status status =
        dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_TRAILING, end, false,
                              (const dxki_arg[]){dxki_dec(dxki_bits_left(&r->bs.bits))}, 1);
    return status == DXK_E_NOMEM ? status : DXK_OK;
}

/* Up to the module; then the module. */
static dxk_status read_stream(dxki_bc_reader *r)
{
    dxk_status status = DXK_OK;
    r->bs.may_end_open = true;
    while (status == DXK_OK) {
        switch (dxki_bc_stream_next(&r->bs)) {
        case DXKI_BS_BLOCK:
            if (r->bs.block_id == DXKI_BLK_MODULE) {
                status = read_module_block(r);
                return status == DXK_OK ? read_trailing(r) : status;
            }
            dxki_bc_stream_say(&r->bs, DXKI_WORDS_UNKNOWN_BLOCK);
            status = r->bs.block_id == DXKI_BLK_BLOCKINFO && !r->judge
                         ? dxki_bc_stream_blockinfo(&r->bs)
                         : pass_over_block(r);
            break;
        case DXKI_BS_STOP:
            dxki_bc_stream_words(&r->bs, DXKI_WORDS_FILE, 0);
            return dxki_bc_stream_report(&r->bs, DXKI_RULE_BITCODE_NO_MODULE, 0, false, NULL, 0);
        default:
            return r->bs.status;
        }
    }
    return status;
}

/* --- salvage --- */

static bool close_fixups(dxki_bc_reader *r)
{
    for (size_t i = 0; i < r->fixups.count; i++) {
        const dxki_bc_fixup *fixup = &r->fixups.items[i];
        dxki_value value =
            fixup->number < r->values.count ? r->values.items[fixup->number].value : 0;
        if (!value || r->values.items[fixup->number].type != fixup->type)
            value = dxki_const_undef(r->m, fixup->type);
        if (!value)
            return false;
        if (!fixup->metadata)
            r->m->words.items[fixup->place] = value;
        else if (!dxki_md_set_value(r->m, fixup->place, value))
            return false;
    }
    return true;
}

/* Makes what was read before an error a module that can be walked: open references become
 * undefined values or empty nodes, functions without a body declarations. */
static bool salvage(dxki_bc_reader *r)
{
    dxk_module *m = r->m;
    m->salvaged = true;
    if (!close_fixups(r) || dxki_bc_read_settle_addresses(r, true) != DXK_OK)
        return false;
    for (size_t i = 1; i < m->mds.count; i++) {
        if (m->mds.items[i].kind == DXKI_M_NONE)
            m->mds.items[i].kind = DXKI_M_TUPLE;
    }
    for (size_t i = 1; i < m->globals.count; i++) {
        dxki_global *g = &m->globals.items[i];
        g->spare = 0;
        if (g->kind == DXKI_G_FUNCTION && !g->first_block)
            g->flags |= DXKI_GF_DECLARATION;
    }
    return true;
}

/* --- entry --- */

void dxki_bc_reader_free(dxki_bc_reader *r)
{
    dxk_ctx *ctx = r->ctx;
    dxki_bc_stream_free(&r->bs);
    dxki_vec_free(ctx, &r->args);
    dxki_vec_free(ctx, &r->types);
    dxki_vec_free(ctx, &r->names);
    dxki_bc_map_free(ctx, &r->groups);
    dxki_vec_free(ctx, &r->group_slots);
    dxki_vec_free(ctx, &r->attr_lists);
    dxki_vec_free(ctx, &r->sections);
    dxki_vec_free(ctx, &r->collectors);
    dxki_vec_free(ctx, &r->values);
    dxki_vec_free(ctx, &r->mds);
    dxki_bc_map_free(ctx, &r->far_mds);
    dxki_bc_map_free(ctx, &r->kinds);
    dxki_bc_map_free(ctx, &r->named);
    dxki_vec_free(ctx, &r->named_room);
    dxki_vec_free(ctx, &r->pending);
    dxki_vec_free(ctx, &r->pending_ops);
    dxki_vec_free(ctx, &r->fixups);
    dxki_vec_free(ctx, &r->addresses);
    dxki_vec_free(ctx, &r->initializers);
    dxki_vec_free(ctx, &r->bodies);
    dxki_vec_free(ctx, &r->queue);
    dxki_vec_free(ctx, &r->scratch);
    dxki_vec_free(ctx, &r->scratch64);
    dxki_bc_map_free(ctx, &r->const_forwards);
    dxki_bc_map_free(ctx, &r->addressed);
    dxki_bc_map_free(ctx, &r->forwards);
}

/* Debug information of another version is taken out, which the reference says. */
static void check_debug_version(dxki_bc_reader *r)
{
    uint32_t version = (uint32_t)dxki_module_debug_version(r->m);
    dxki_bc_said said = {DXKI_WORDS_DEBUG_VERSION, version};
    bool changed = false;
    if (version == DXKI_DEBUG_VERSION)
        return;
    if (!dxki_module_strip_debug(r->m, &changed))
        r->judge->failed = true;
    for (size_t i = 0; i < r->m->attachments.count && !changed; i++)
        changed = r->m->attachments.items[i].kind == DXKI_MD_KIND_DBG;
    if (changed && !dxki_vec_push(r->ctx, &r->judge->said, said))
        r->judge->failed = true;
}

/* What the reference says at last: why it fails, and that it has not read everything. A mistake
 * after the last body does not keep it from looking whether it has. */
static void conclude(dxki_bc_reader *r, dxk_status status)
{
    bool bodies =
        r->seen_symbols && r->bodies.count && r->bodies_read == r->bodies.count && !r->body.global;
    bool silent = status != DXK_OK && dxki_bc_words_are_silent(r->bs.words.words);
    if (status != DXK_OK && !dxki_vec_push(r->ctx, &r->judge->said, r->bs.words))
        r->judge->failed = true;
    if (status == DXK_OK &&
        (!dxki_module_upgrade_tags(r->m) || !dxki_module_upgrade_intrinsics(r->m)))
        r->judge->failed = true;
    if (status == DXK_OK)
        check_debug_version(r);
    if (r->m->unread_bits && !silent && (status == DXK_OK || bodies))
        dxki_bc_stream_say(&r->bs, DXKI_WORDS_UNUSED);
}

dxk_status dxki_bc_reader_begin(dxki_bc_reader *r, dxk_ctx *ctx, dxk_bytes bytes,
                                const dxk_module_read_options *options, dxki_bc_judge *judge)
{
    static const dxk_module_read_options standard;
    memset(r, 0, sizeof *r);
    r->ctx = ctx;
    r->options = options ? options : &standard;
    r->m = dxki_module_create(ctx);
    if (!r->m)
        return dxki_nomem(ctx);
    r->m->from_stream = true;
    r->judge = judge;
    return dxki_bc_stream_init(&r->bs, ctx, bytes, r->options->file_offset, judge);
}

dxk_status dxki_bc_reader_run(dxki_bc_reader *r)
{
    return read_stream(r);
}

/* Gives back the room that the size of the bodies asked for and that was not needed. */
static bool trim(dxk_module *m)
{
    return dxki_vec_trim(m->ctx, &m->insts) && dxki_vec_trim(m->ctx, &m->words) &&
           dxki_vec_trim(m->ctx, &m->inst_bits);
}

static dxk_status read_module(dxk_ctx *ctx, dxk_bytes bytes, const dxk_module_read_options *options,
                              dxki_bc_judge *judge, dxk_module **out)
{
    dxki_bc_reader r;
    *out = NULL;
    dxk_status status = dxki_bc_reader_begin(&r, ctx, bytes, options, judge);
    if (!r.m)
        return status;
    if (status == DXK_OK)
        status = dxki_bc_reader_run(&r);
    if (r.furthest < r.bs.bits.pos)
        r.furthest = r.bs.bits.pos;
    r.m->unread_bits = (uint64_t)bytes.size * 8 - r.furthest;
    if (judge)
        conclude(&r, status);
    bool keep = status == DXK_OK;
    if (!keep && r.options->salvage && status != DXK_E_NOMEM)
        keep = salvage(&r);
    dxki_bc_reader_free(&r);
    if (keep && judge && !trim(r.m)) { /* what is judged does not grow any more */
        status = dxki_nomem(ctx);
        keep = false;
    }
    if (keep)
        *out = r.m;
    else
        dxk_module_free(r.m);
    return status;
}

dxk_status dxk_module_read(dxk_ctx *ctx, dxk_bytes bytes, const dxk_module_read_options *given,
                           dxk_module **out)
{
    dxk_module_read_options options;
    if (!dxki_options_take(&options, sizeof options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    return read_module(ctx, bytes, &options, NULL, out);
}

dxk_status dxki_bc_read_judged(dxk_ctx *ctx, dxk_bytes bytes,
                               const dxk_module_read_options *options, dxki_bc_judge *judge,
                               dxk_module **out)
{
    dxk_status status = read_module(ctx, bytes, options, judge, out);
    return judge->failed ? dxki_nomem(ctx) : status;
}

void dxki_bc_judge_free(dxk_ctx *ctx, dxki_bc_judge *judge)
{
    dxki_vec_free(ctx, &judge->said);
}

const char *dxki_bc_words_text(dxki_bc_words words)
{
    static const char *const texts[] = {
#define DXKI_WORDS(ident, text) text,
#include "spec/bitcode_words.def"
#undef DXKI_WORDS
    };
    return texts[words];
}
