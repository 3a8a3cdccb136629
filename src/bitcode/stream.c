/* SPDX-License-Identifier: MIT */
/* stream.c - see stream.h: failures, definitions of abbreviations, blocks, BLOCKINFO. */
#include "bitcode/stream_parts.h"

#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

#define MAX_ABBREV_OPS 255u /* bounds the work that one record of few bits can ask for */
#define MAX_INFOS      64u  /* blocks that BLOCKINFO may describe */
#define WRAPPER_SIZE   20u

/* --- reporting --- */

static void put_block(dxki_out *out, uint32_t block_id)
{
    const char *name = dxki_bc_block_name(block_id);
    if (name) {
        dxki_out_text(out, name);
        return;
    }
    dxki_out_text(out, "block ");
    dxki_out_u64(out, block_id);
}

/* "MODULE_BLOCK/FUNCTION_BLOCK/INST_LOAD" */
static void put_path(const dxki_bc_stream *bs, dxki_out *out, bool in_record)
{
    for (uint32_t i = 1; i < bs->depth; i++) {
        put_block(out, bs->scopes.items[i].block_id);
        dxki_out_char(out, '/');
    }
    if (bs->depth)
        put_block(out, bs->top.block_id);
    if (!in_record)
        return;
    const dxki_bc_record_spec *spec = dxki_record_spec_get(bs->top.block_id, bs->record.code);
    dxki_out_char(out, '/');
    if (spec) {
        dxki_out_text(out, spec->shown[0] ? spec->shown : spec->name);
    } else {
        dxki_out_text(out, "record ");
        dxki_out_u64(out, bs->record.code);
    }
}

dxk_status dxki_bc_stream_report(dxki_bc_stream *bs, const dxki_rule *rule, uint64_t bit,
                                 bool in_record, const dxki_arg *args, size_t arg_count)
{
    dxk_buffer path;
    dxk_buffer_init(&path, bs->ctx);
    dxki_out out;
    dxki_out_init(&out, dxk_buffer_sink(&path));
    put_path(bs, &out, in_record);
    dxki_out_char(&out, 0);
    dxk_status status = dxki_out_flush(&out) == DXK_OK
                            ? dxki_report(bs->ctx, rule, dxki_at_bit(bs->base + bit),
                                          (const char *)path.data, args, arg_count)
                            : dxki_nomem(bs->ctx);
    dxk_buffer_free(&path);
    return status;
}

void dxki_bc_stream_say(dxki_bc_stream *bs, dxki_bc_words words)
{
    if (bs->judge && !dxki_vec_push(bs->ctx, &bs->judge->said, ((dxki_bc_said){words, 0})))
        bs->judge->failed = true;
}

dxk_status dxki_bc_stream_fail_end(dxki_bc_stream *bs, const char *where)
{
    dxki_bc_stream_words(bs, DXKI_WORDS_SILENT, 0);
    return DXKI_BC_REPORT(bs, BITCODE_END, bs->bits.end, dxki_text(dxki_str(where)));
}

dxk_status dxki_bc_stream_fail_abbrev(dxki_bc_stream *bs, const char *what)
{
    dxki_bc_stream_words(bs, DXKI_WORDS_SILENT, 0);
    return DXKI_BC_REPORT(bs, BITCODE_ABBREV, bs->bits.pos, dxki_text(dxki_str(what)));
}

/* --- start and end --- */

static dxk_status unwrap(dxki_bc_stream *bs, dxk_bytes *bytes)
{
    if (bytes->size < WRAPPER_SIZE || dxki_load32(bytes->data) != DXKI_BITCODE_WRAPPER)
        return DXK_OK;
    uint32_t offset = dxki_load32(bytes->data + 8), size = dxki_load32(bytes->data + 12);
    dxki_bc_stream_words(bs, DXKI_WORDS_WRAPPER, 0);
    if (offset > bytes->size || size > bytes->size - offset)
        return DXKI_BC_REPORT(bs, BITCODE_WRAPPER, 64, dxki_dec(offset), dxki_dec(size),
                              dxki_dec(bytes->size));
    bs->base += (uint64_t)offset * 8;
    bytes->data += offset;
    bytes->size = size;
    return DXK_OK;
}

dxk_status dxki_bc_stream_init(dxki_bc_stream *bs, dxk_ctx *ctx, dxk_bytes bytes,
                               uint64_t file_offset, dxki_bc_judge *judge)
{
    memset(bs, 0, sizeof *bs);
    bs->ctx = ctx;
    bs->judge = judge;
    bs->base = file_offset * 8;
    bs->top = (dxki_bc_stream_scope){.width = 2, .info = UINT32_MAX};
    bool whole = bytes.size % 4 == 0 || !judge; /* the reference looks before it unwraps */
    dxk_status status = whole ? unwrap(bs, &bytes) : DXK_OK;
    if (status != DXK_OK)
        return status;
    bs->bits = dxki_bits_make(bytes);
    dxki_bc_stream_words(bs, DXKI_WORDS_SIZE, 0);
    if (bytes.size % 4)
        return DXKI_BC_REPORT(bs, BITCODE_SIZE, 0, dxki_dec(bytes.size));
    dxki_bc_stream_words(bs, DXKI_WORDS_SIGNATURE, 0);
    uint32_t magic = bytes.size >= 4 ? dxki_load32(bytes.data) : 0;
    if (magic != DXKI_BITCODE_MAGIC)
        return DXKI_BC_REPORT(bs, BITCODE_MAGIC, 0, dxki_hex(magic), dxki_hex(DXKI_BITCODE_MAGIC));
    bs->bits.pos = 32;
    dxki_bc_stream_words(bs, DXKI_WORDS_RECORD, 0);
    return DXK_OK;
}

void dxki_bc_stream_free(dxki_bc_stream *bs)
{
    dxki_vec_free(bs->ctx, &bs->scopes);
    dxki_vec_free(bs->ctx, &bs->abbrev_ops);
    dxki_vec_free(bs->ctx, &bs->locals);
    for (size_t i = 0; i < bs->infos.count; i++)
        dxki_vec_free(bs->ctx, &bs->infos.items[i].abbrevs);
    dxki_vec_free(bs->ctx, &bs->infos);
    dxki_vec_free(bs->ctx, &bs->ops);
    dxki_vec_free(bs->ctx, &bs->bytes);
}

/* --- abbreviations --- */

static dxk_status read_abbrev_op(dxki_bc_stream *bs, dxki_bc_abbrev_op *op)
{
    *op = (dxki_bc_abbrev_op){0};
    if (dxki_bc_stream_fixed(bs, 1)) {
        op->encoding = DXKI_ENC_LITERAL;
        op->literal = dxki_bc_stream_vbr(bs, 8, 64);
        return DXK_OK;
    }
    op->encoding = (uint8_t)dxki_bc_stream_fixed(bs, 3);
    if (op->encoding < DXKI_ENC_FIXED || op->encoding > DXKI_ENC_BLOB)
        return dxki_bc_stream_fail_abbrev(bs, "unknown encoding");
    if (op->encoding != DXKI_ENC_FIXED && op->encoding != DXKI_ENC_VBR)
        return DXK_OK;
    uint64_t width = dxki_bc_stream_vbr(bs, 5, 64);
    if (width > 64 || (op->encoding == DXKI_ENC_VBR && width > 32 && !bs->judge))
        return dxki_bc_stream_fail_abbrev(bs, "field too wide");
    op->width = (uint8_t)width;
    if (width == 0)
        op->encoding = DXKI_ENC_LITERAL; /* no bits: always 0 */
    else if (op->encoding == DXKI_ENC_VBR && width > 32)
        op->encoding = DXKI_ENC_WIDE_VBR;
    else if (op->encoding == DXKI_ENC_VBR)
        op->mask = ((uint64_t)1 << (width - 1)) - 1;
    else
        op->mask = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
    return DXK_OK;
}

const char *dxki_bc_abbrev_fault(const dxki_bc_abbrev_op *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ops[i].encoding == DXKI_ENC_ARRAY) {
            if (i + 2 != count)
                return "an array that is not the last but one operand";
            if (ops[i + 1].encoding == DXKI_ENC_ARRAY || ops[i + 1].encoding == DXKI_ENC_BLOB)
                return "an array of arrays or blobs";
            if (ops[i + 1].encoding == DXKI_ENC_LITERAL)
                return "an array whose elements take no bits";
        } else if (ops[i].encoding == DXKI_ENC_BLOB && i + 1 != count) {
            return "a blob that is not the last operand";
        }
    }
    if (ops[0].encoding == DXKI_ENC_ARRAY || ops[0].encoding == DXKI_ENC_BLOB)
        return "it starts with an array or a blob";
    return NULL;
}

static uint32_t count_fields(const dxki_bc_abbrev_op *ops, uint32_t count)
{
    uint32_t fields = 0;
    while (fields < count && ops[fields].encoding != DXKI_ENC_ARRAY &&
           ops[fields].encoding != DXKI_ENC_BLOB)
        fields++;
    return fields;
}

/* Fields that read_usual() reads, every one of them? */
static bool are_usual(const dxki_bc_abbrev_op *ops, uint32_t count)
{
    bool usual = true;
    for (uint32_t i = 0; i < count; i++)
        usual = usual && ops[i].encoding <= DXKI_ENC_VBR && ops[i].width <= DXKI_BC_WINDOW;
    return usual;
}

dxk_status dxki_bc_stream_define(dxki_bc_stream *bs, dxki_bc_abbrev_list *list)
{
    uint64_t count = dxki_bc_stream_vbr(bs, 5, 32);
    if (dxki_bits_overrun(&bs->bits))
        return dxki_bc_stream_fail_end(bs, "an abbreviation");
    if (count == 0 || count > MAX_ABBREV_OPS)
        return dxki_bc_stream_fail_abbrev(bs, count ? "too many operands" : "no operands");
    if (!dxki_vec_reserve(bs->ctx, &bs->abbrev_ops, count))
        return dxki_nomem(bs->ctx);
    dxki_bc_abbrev abbrev = {(uint32_t)bs->abbrev_ops.count, (uint32_t)count, 0, false, false};
    for (uint32_t i = 0; i < count; i++) {
        dxk_status status = read_abbrev_op(bs, &bs->abbrev_ops.items[bs->abbrev_ops.count++]);
        if (status != DXK_OK)
            return status;
    }
    if (dxki_bits_overrun(&bs->bits))
        return dxki_bc_stream_fail_end(bs, "an abbreviation");
    const char *wrong =
        dxki_bc_abbrev_fault(bs->abbrev_ops.items + abbrev.first_op, abbrev.op_count);
    if (wrong && !bs->judge)
        return dxki_bc_stream_fail_abbrev(bs, wrong);
    abbrev.broken = wrong != NULL; /* the reference looks at those that are used */
    abbrev.fields = count_fields(bs->abbrev_ops.items + abbrev.first_op, abbrev.op_count);
    abbrev.usual = !wrong && are_usual(bs->abbrev_ops.items + abbrev.first_op, abbrev.op_count);
    return dxki_vec_push(bs->ctx, list, abbrev) ? DXK_OK : dxki_nomem(bs->ctx);
}

/* --- blocks --- */

static uint32_t find_info(const dxki_bc_stream *bs, uint32_t block_id)
{
    for (size_t i = 0; i < bs->infos.count; i++) {
        if (bs->infos.items[i].block_id == block_id)
            return (uint32_t)i;
    }
    return UINT32_MAX;
}

/* The rest of a block's header, after the block id. */
static dxk_status read_header(dxki_bc_stream *bs, uint64_t *width, uint64_t *words)
{
    *width = dxki_bc_stream_vbr(bs, 4, 32);
    if (dxki_bits_overrun(&bs->bits))
        return dxki_bc_stream_fail_end(bs, "the header of a block");
    dxki_bits_align(&bs->bits);
    *words = dxki_bc_stream_fixed(bs, 32);
    dxk_status status = DXK_OK;
    bool broke_off = dxki_bits_overrun(&bs->bits);
    if (broke_off || (bs->judge && !dxki_bits_left(&bs->bits))) {
        status = dxki_bc_stream_fail_end(bs, "the length of a block");
        dxki_bc_stream_words(bs, broke_off ? DXKI_WORDS_SILENT : DXKI_WORDS_RECORD, 0);
    }
    return status;
}

dxk_status dxki_bc_stream_enter(dxki_bc_stream *bs)
{
    uint64_t width = 0, words = 0;
    dxk_status status = read_header(bs, &width, &words);
    if (status != DXK_OK)
        return status;
    if (bs->judge ? width < 1 || width > 64 : width < 2 || width > 32)
        return DXKI_BC_REPORT(bs, BITCODE_BLOCK_WIDTH, bs->block_bit, dxki_dec(bs->block_id),
                              dxki_dec(width));
    if (bs->depth >= bs->ctx->limits.depth)
        return DXKI_BC_REPORT(bs, LIMIT_DEPTH, bs->block_bit, dxki_dec(bs->ctx->limits.depth));
    if (!dxki_vec_push(bs->ctx, &bs->scopes, bs->top))
        return dxki_nomem(bs->ctx);
    bs->depth++;
    bs->top.block_id = bs->block_id;
    bs->top.width = (uint32_t)width;
    bs->top.info = find_info(bs, bs->block_id);
    bs->top.local_start = (uint32_t)bs->locals.count;
    bs->top.words = (uint32_t)words;
    bs->top.start = bs->block_bit;
    bs->top.body = bs->bits.pos;
    return DXK_OK;
}

dxk_status dxki_bc_stream_skip(dxki_bc_stream *bs)
{
    uint64_t width = 0, words = 0;
    dxk_status status = read_header(bs, &width, &words);
    if (status != DXK_OK)
        return status;
    uint64_t left = dxki_bits_left(&bs->bits) / 32;
    if (words > left)
        return DXKI_BC_REPORT(bs, BITCODE_BLOCK_BOUNDS, bs->block_bit, dxki_dec(bs->block_id),
                              dxki_dec(words), dxki_dec(left));
    bs->bits.pos += words * 32;
    return DXK_OK;
}

dxk_status dxki_bc_stream_leave(dxki_bc_stream *bs)
{
    dxki_bits_align(&bs->bits);
    if (dxki_bits_overrun(&bs->bits))
        return dxki_bc_stream_fail_end(bs, "the end of a block");
    uint64_t words = (bs->bits.pos - bs->top.body) / 32;
    if (words != bs->top.words) {
        dxk_status status = DXKI_BC_REPORT(bs, BITCODE_BLOCK_LENGTH, bs->top.start,
                                           dxki_dec(bs->top.words), dxki_dec(words));
        if (status == DXK_E_NOMEM)
            return status;
    }
    if (bs->top.local_start < bs->locals.count) {
        uint32_t first = bs->locals.items[bs->top.local_start].first_op;
        bs->abbrev_ops.count = first > bs->shared_ops ? first : bs->shared_ops;
        bs->locals.count = bs->top.local_start;
    }
    bs->top = bs->scopes.items[--bs->scopes.count];
    bs->depth--;
    return DXK_OK;
}

/* --- BLOCKINFO --- */

static dxk_status info_for(dxki_bc_stream *bs, uint64_t block_id, uint32_t *info)
{
    if (block_id > UINT32_MAX && !bs->judge)
        return DXKI_BC_REPORT(bs, BITCODE_BLOCKINFO, bs->bits.pos, dxki_text(dxki_str("block id")));
    *info = find_info(bs, (uint32_t)block_id);
    if (*info != UINT32_MAX)
        return DXK_OK;
    if (bs->infos.count == MAX_INFOS)
        return DXKI_BC_REPORT(bs, BITCODE_BLOCKINFO, bs->bits.pos,
                              dxki_text(dxki_str("too many blocks")));
    dxki_bc_stream_info fresh = {.block_id = (uint32_t)block_id};
    *info = (uint32_t)bs->infos.count;
    return dxki_vec_push(bs->ctx, &bs->infos, fresh) ? DXK_OK : dxki_nomem(bs->ctx);
}

static dxk_status blockinfo_body(dxki_bc_stream *bs)
{
    uint32_t current = UINT32_MAX;
    bool skipped = false;
    for (;;) {
        uint64_t start = bs->bits.pos;
        bool past_end = bs->past_end;
        uint32_t id = (uint32_t)dxki_bc_stream_fixed(bs, bs->top.width);
        dxk_status status = DXK_OK;
        if (dxki_bits_overrun(&bs->bits))
            return dxki_bc_stream_fail_end(bs, "BLOCKINFO");
        if (id == DXKI_ABBREV_DEFINE) {
            if (current == UINT32_MAX)
                return DXKI_BC_REPORT(
                    bs, BITCODE_BLOCKINFO, bs->bits.pos,
                    dxki_text(dxki_str("an abbreviation before the first SETBID")));
            status = dxki_bc_stream_define(bs, &bs->infos.items[current].abbrevs);
            if (status != DXK_OK)
                return status;
            continue;
        }
        bs->bits.pos = start;
        bs->past_end = past_end;
        switch (dxki_bc_stream_next(bs)) {
        case DXKI_BS_END:
            if (skipped)
                dxki_bc_stream_say(bs, DXKI_WORDS_UNKNOWN_BLOCK);
            return DXK_OK;
        case DXKI_BS_RECORD:
            if (bs->judge && current == UINT32_MAX &&
                (bs->record.code == DXKI_REC_BLOCKNAME ||
                 bs->record.code == DXKI_REC_SETRECORDNAME))
                return DXKI_BC_REPORT(bs, BITCODE_BLOCKINFO, bs->bits.pos,
                                      dxki_text(dxki_str("a name before the first SETBID")));
            if (bs->record.code == DXKI_REC_SETBID) {
                if (dxki_bc_record_count(&bs->record) < 1)
                    return DXKI_BC_REPORT(bs, BITCODE_BLOCKINFO, bs->bits.pos,
                                          dxki_text(dxki_str("SETBID without a block id")));
                status = info_for(bs, dxki_bc_record_op(&bs->record, 0), &current);
            }
            break;
        case DXKI_BS_BLOCK:
            status = dxki_bc_stream_skip(bs);
            skipped = true;
            break;
        default:
            return bs->status;
        }
        if (status != DXK_OK)
            return status;
    }
}

dxk_status dxki_bc_stream_blockinfo(dxki_bc_stream *bs)
{
    dxk_status status;
    if (bs->judge ? bs->infos.count > 0 : bs->seen_info) {
        status = dxki_bc_stream_skip(bs);
    } else {
        bs->seen_info = true;
        status = dxki_bc_stream_enter(bs);
        if (status == DXK_OK)
            status = blockinfo_body(bs);
        bs->shared_ops = (uint32_t)bs->abbrev_ops.count;
    }
    if (status != DXK_OK && !dxki_bc_words_are_silent(bs->words.words))
        dxki_bc_stream_words(bs, DXKI_WORDS_BLOCK, 0);
    return status;
}
