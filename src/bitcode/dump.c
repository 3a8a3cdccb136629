/* SPDX-License-Identifier: MIT */
/*
 * dump.c - the raw view of a bit stream: one line per block, record and end of block, in the
 * form of LLVM 3.7's llvm-bcanalyzer -dump, or as JSON lines. See dxk/bitcode.h.
 */
#include "dxk/bitcode.h"
#include "base/options.h"
#include "bitcode/stats.h"
#include "bitcode/stream.h"

#include <string.h>

#define NO_BLOCK UINT32_MAX

typedef struct dump_level {
    uint32_t block;  /* index in the statistics */
    uint64_t id_end; /* bit after its id, where its size counts from */
    uint64_t inside; /* bits of the blocks inside */
} dump_level;

typedef struct dumper {
    dxki_bc_stream bs;
    dxki_out *out;
    const dxk_bitcode_dump_options *options;
    dxki_bc_stats stats;
    DXKI_VEC(dump_level) levels;
} dumper;

/* --- lines --- */

static void begin_line(dumper *d, uint64_t bit, uint32_t indent)
{
    if (d->options->offsets) {
        dxki_out_hex(d->out, d->bs.base + bit, 8, false);
        dxki_out_text(d->out, ": ");
    }
    for (uint32_t i = 0; i < indent; i++)
        dxki_out_text(d->out, "  ");
}

static void put_block_name(dumper *d, uint32_t block_id)
{
    const char *name = dxki_bc_block_name(block_id);
    if (name) {
        dxki_out_text(d->out, name);
    } else {
        dxki_out_text(d->out, "UnknownBlock");
        dxki_out_u64(d->out, block_id);
    }
}

static void put_code_name(dumper *d, uint32_t block_id, uint32_t code)
{
    const dxki_bc_record_spec *spec = dxki_record_spec_get(block_id, code);
    if (spec && spec->shown[0]) {
        dxki_out_text(d->out, spec->shown);
    } else {
        dxki_out_text(d->out, "UnknownCode");
        dxki_out_u64(d->out, code);
    }
}

static void put_blob(dumper *d, dxk_bytes blob)
{
    bool printable = true;
    for (size_t i = 0; i < blob.size && printable; i++)
        printable = blob.data[i] >= 0x20 && blob.data[i] < 0x7f;
    dxki_out_text(d->out, " blob data = ");
    if (printable) {
        dxki_out_char(d->out, '\'');
        dxki_out_write(d->out, (const char *)blob.data, blob.size);
        dxki_out_char(d->out, '\'');
    } else {
        dxki_out_text(d->out, "unprintable, ");
        dxki_out_u64(d->out, blob.size);
        dxki_out_text(d->out, " bytes.");
    }
}

static void put_record_text(dumper *d)
{
    const dxki_bc_record *r = &d->bs.record;
    begin_line(d, r->bit_offset, d->bs.depth);
    dxki_out_char(d->out, '<');
    put_code_name(d, d->bs.top.block_id, r->code);
    if (r->abbrev_id != DXKI_ABBREV_UNABBREV) {
        dxki_out_text(d->out, " abbrevid=");
        dxki_out_u64(d->out, r->abbrev_id);
    }
    size_t count = dxki_bc_record_count(r);
    for (size_t i = 0; i < count; i++) {
        dxki_out_text(d->out, " op");
        dxki_out_u64(d->out, i);
        dxki_out_char(d->out, '=');
        dxki_out_i64(d->out, (int64_t)dxki_bc_record_op(r, i));
    }
    dxki_out_text(d->out, "/>");
    if (r->has_blob)
        put_blob(d, r->blob);
    dxki_out_char(d->out, '\n');
}

static void put_key(dumper *d, const char *key, uint64_t value)
{
    dxki_out_text(d->out, ",\"");
    dxki_out_text(d->out, key);
    dxki_out_text(d->out, "\":");
    dxki_out_u64(d->out, value);
}

static void put_name_key(dumper *d, const char *key, const char *name)
{
    if (!name || !name[0])
        return;
    dxki_out_text(d->out, ",\"");
    dxki_out_text(d->out, key);
    dxki_out_text(d->out, "\":\"");
    dxki_out_text(d->out, name);
    dxki_out_char(d->out, '"');
}

static void begin_json(dumper *d, const char *kind, uint64_t bit)
{
    dxki_out_text(d->out, "{\"kind\":\"");
    dxki_out_text(d->out, kind);
    dxki_out_char(d->out, '"');
    put_key(d, "bit", d->bs.base + bit);
}

static void put_record_json(dumper *d)
{
    const dxki_bc_record *r = &d->bs.record;
    const dxki_bc_record_spec *spec = dxki_record_spec_get(d->bs.top.block_id, r->code);
    begin_json(d, "record", r->bit_offset);
    put_key(d, "block", d->bs.top.block_id);
    put_key(d, "code", r->code);
    put_name_key(d, "name", spec ? spec->name : NULL);
    put_key(d, "abbrev", r->abbrev_id);
    dxki_out_text(d->out, ",\"ops\":[");
    size_t count = dxki_bc_record_count(r);
    for (size_t i = 0; i < count; i++) {
        if (i)
            dxki_out_char(d->out, ',');
        dxki_out_u64(d->out, dxki_bc_record_op(r, i));
    }
    dxki_out_char(d->out, ']');
    if (r->has_blob) {
        dxki_out_text(d->out, ",\"blob\":\"");
        dxki_out_hex_bytes(d->out, r->blob);
        dxki_out_char(d->out, '"');
    }
    dxki_out_text(d->out, "}\n");
}

static void put_begin(dumper *d)
{
    const dxki_bc_stream_scope *top = &d->bs.top;
    if (d->options->json) {
        begin_json(d, "block", top->start);
        put_key(d, "block", top->block_id);
        put_name_key(d, "name", dxki_bc_block_name(top->block_id));
        put_key(d, "words", top->words);
        put_key(d, "width", top->width);
        dxki_out_text(d->out, "}\n");
        return;
    }
    begin_line(d, top->start, d->bs.depth - 1);
    dxki_out_char(d->out, '<');
    put_block_name(d, top->block_id);
    dxki_out_text(d->out, " NumWords=");
    dxki_out_u64(d->out, top->words);
    dxki_out_text(d->out, " BlockCodeSize=");
    dxki_out_u64(d->out, top->width);
    dxki_out_text(d->out, ">\n");
}

static void put_end(dumper *d, uint32_t block_id, uint64_t bit)
{
    if (d->options->json) {
        begin_json(d, "end", bit);
        put_key(d, "block", block_id);
        dxki_out_text(d->out, "}\n");
        return;
    }
    begin_line(d, bit, d->bs.depth);
    dxki_out_text(d->out, "</");
    put_block_name(d, block_id);
    dxki_out_text(d->out, ">\n");
}

static void put_info(dumper *d)
{
    if (d->options->json) {
        begin_json(d, "blockinfo", d->bs.block_bit);
        dxki_out_text(d->out, "}\n");
        return;
    }
    begin_line(d, d->bs.block_bit, d->bs.depth);
    dxki_out_text(d->out, "<BLOCKINFO_BLOCK/>\n");
}

/* --- events --- */

/* A block's bits, counted from after its id, are known: to its entry, and out of its parent's. */
static void count_bits(dumper *d, dump_level level)
{
    uint64_t size = d->bs.bits.pos - level.id_end;
    d->stats.blocks.items[level.block].bits += size - level.inside;
    if (d->levels.count) {
        dump_level *parent = &d->levels.items[d->levels.count - 1];
        parent->inside += size;
        d->stats.blocks.items[parent->block].sub_blocks++;
    } else {
        d->stats.top_level++;
    }
}

static dxk_status on_block(dumper *d)
{
    dump_level level = {dxki_bc_stats_block(&d->stats, d->bs.block_id), d->bs.bits.pos, 0};
    if (level.block == NO_BLOCK)
        return dxki_nomem(d->bs.ctx);
    d->stats.blocks.items[level.block].instances++;
    bool records = !d->options->no_records;
    if (d->bs.block_id == DXKI_BLK_BLOCKINFO) {
        if (records)
            put_info(d);
        dxk_status status = dxki_bc_stream_blockinfo(&d->bs);
        if (status == DXK_OK)
            count_bits(d, level);
        return status;
    }
    dxk_status status = dxki_bc_stream_enter(&d->bs);
    if (status != DXK_OK)
        return status;
    if (records)
        put_begin(d);
    return dxki_vec_push(d->bs.ctx, &d->levels, level) ? DXK_OK : dxki_nomem(d->bs.ctx);
}

static void on_end(dumper *d, uint64_t bit)
{
    dump_level level = d->levels.items[--d->levels.count];
    if (!d->options->no_records)
        put_end(d, d->stats.blocks.items[level.block].id, bit);
    count_bits(d, level);
}

static dxk_status on_record(dumper *d)
{
    const dxki_bc_record *r = &d->bs.record;
    if (!dxki_bc_stats_record(&d->stats, d->levels.items[d->levels.count - 1].block, r->code,
                              r->abbrev_id != DXKI_ABBREV_UNABBREV, d->bs.bits.pos - r->bit_offset))
        return dxki_nomem(d->bs.ctx);
    if (d->options->no_records)
        return DXK_OK;
    if (d->options->json)
        put_record_json(d);
    else
        put_record_text(d);
    return DXK_OK;
}

static dxk_status dump_stream(dumper *d)
{
    dxk_status status = DXK_OK;
    while (status == DXK_OK && d->out->status == DXK_OK) {
        uint64_t bit = d->bs.bits.pos;
        switch (dxki_bc_stream_next(&d->bs)) {
        case DXKI_BS_BLOCK:
            status = on_block(d);
            break;
        case DXKI_BS_RECORD:
            status = on_record(d);
            break;
        case DXKI_BS_ABBREV:
            d->stats.blocks.items[d->levels.items[d->levels.count - 1].block].abbrevs++;
            break;
        case DXKI_BS_END:
            on_end(d, bit);
            break;
        case DXKI_BS_STOP:
            return DXK_OK;
        case DXKI_BS_FAILED:
            return d->bs.status;
        }
    }
    return status;
}

dxk_status dxk_bitcode_dump(dxk_ctx *ctx, dxk_bytes bytes, const dxk_bitcode_dump_options *given,
                            dxk_sink sink)
{
    dxk_bitcode_dump_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxki_out out;
    dxki_out_init(&out, sink);
    dumper d = {.out = &out, .options = &options};
    dxki_bc_stats_init(&d.stats, ctx);
    uint64_t offset = d.options->file_offset;
    dxk_status status = dxki_bc_stream_init(&d.bs, ctx, bytes, offset, NULL);
    if (status == DXK_OK)
        status = dump_stream(&d);
    if (status == DXK_OK && !d.options->no_summary && !d.options->json) {
        if (!d.options->no_records)
            dxki_out_text(&out, "\n\n");
        status = dxki_bc_stats_print(
            &d.stats, &out, d.options->name ? d.options->name : "module.bc", d.bs.bits.end);
    }
    dxk_status flushed = dxki_out_flush(&out);
    dxki_bc_stream_free(&d.bs);
    dxki_vec_free(ctx, &d.levels);
    dxki_bc_stats_free(&d.stats);
    return status == DXK_OK ? flushed : status;
}
