/* SPDX-License-Identifier: MIT */
/*
 * test_bits.c - the cursor over bits, the bit stream container (blocks, abbreviations, BLOCKINFO)
 * and its raw view, on streams made by hand.
 */
#include "support.h"

#include "bitcode/outstream.h"
#include "bitcode/stream.h"
#include "dxk/bitcode.h"
#include "wire/bits.h"

/* --- the cursor --- */

static void reads_fixed_numbers(void **state)
{
    (void)state;
    const uint8_t data[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x5a, 0xa5};
    dxki_bits b = dxki_bits_make((dxk_bytes){data, sizeof data});
    assert_int_equal(dxki_bits_fixed(&b, 0), 0);
    assert_int_equal(dxki_bits_fixed(&b, 1), 1);
    assert_int_equal(dxki_bits_fixed(&b, 7), 0);
    assert_int_equal(dxki_bits_fixed(&b, 12), 0x523);
    assert_int_equal(dxki_bits_fixed(&b, 4), 4);
    assert_int_equal(dxki_bits_left(&b), 56);
    b.pos = 4;
    assert_true(dxki_bits_fixed(&b, 64) == 0xaefcdab896745230u);
    assert_false(dxki_bits_overrun(&b));
    assert_int_equal(dxki_bits_fixed(&b, 12), 0xa55);
    assert_int_equal(dxki_bits_left(&b), 0);
    assert_false(dxki_bits_overrun(&b));
    assert_int_equal(dxki_bits_fixed(&b, 3), 0);
    assert_true(dxki_bits_overrun(&b));
    assert_int_equal(dxki_bits_left(&b), 0);
}

/* Every width, every number of chunks, at every offset in a byte. */
static void reads_back_what_was_written(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_bitwriter w;
    dxki_bitwriter_init(&w, ctx);
    for (uint32_t shift = 0; shift < 64; shift++) {
        for (uint32_t width = 2; width <= 32; width++)
            dxki_bitwriter_vbr(&w, ~0ull >> shift, width);
        dxki_bitwriter_wide(&w, ~0ull >> shift, 64 - shift);
        dxki_bitwriter_fixed(&w, 1, 1);
    }
    dxki_bitwriter_align(&w);
    assert_false(w.failed);
    dxki_bits b = dxki_bits_make((dxk_bytes){w.data, w.size});
    for (uint32_t shift = 0; shift < 64; shift++) {
        for (uint32_t width = 2; width <= 32; width++)
            assert_true(dxki_bits_vbr(&b, width) == ~0ull >> shift);
        assert_true(dxki_bits_fixed(&b, 64 - shift) == ~0ull >> shift);
        assert_int_equal(dxki_bits_fixed(&b, 1), 1);
    }
    dxki_bits_align(&b);
    assert_int_equal(dxki_bits_left(&b), 0);
    assert_false(b.bad_vbr);
    dxki_bitwriter_free(&w);
    support_ctx_done(ctx);
}

static void notices_too_long_numbers(void **state)
{
    (void)state;
    uint8_t data[16];
    memset(data, 0xff, sizeof data);
    dxki_bits b = dxki_bits_make((dxk_bytes){data, sizeof data});
    dxki_bits_vbr(&b, 6);
    assert_true(b.bad_vbr);
}

static void reads_characters(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_bitwriter w;
    dxki_bitwriter_init(&w, ctx);
    const char text[] = "dx.op.loadInput_f32.ABCxyz.0123456789";
    size_t size = sizeof text - 1;
    dxki_bitwriter_fixed(&w, 5, 3);
    for (size_t i = 0; i < size; i++)
        dxki_bitwriter_fixed(&w, dxki_char6_codes[(uint8_t)text[i]] - 1u, 6);
    for (size_t i = 0; i < size; i++)
        dxki_bitwriter_fixed(&w, (uint8_t)text[i], 7);
    for (size_t i = 0; i < size; i++)
        dxki_bitwriter_fixed(&w, (uint8_t)(text[i] | 0x80), 8);
    dxki_bitwriter_align(&w);
    dxki_bits b = dxki_bits_make((dxk_bytes){w.data, w.size});
    uint8_t out[sizeof text];
    b.pos = 3;
    dxki_bits_char6_array(&b, out, size);
    assert_memory_equal(out, text, size);
    dxki_bits_byte_array(&b, 7, out, size);
    assert_memory_equal(out, text, size);
    dxki_bits_byte_array(&b, 8, out, size);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(out[i], (uint8_t)(text[i] | 0x80));
    assert_int_equal(b.pos, 3 + size * (6 + 7 + 8));
    dxki_bitwriter_free(&w);
    support_ctx_done(ctx);
}

/* --- streams --- */

typedef struct stream {
    dxk_ctx *ctx;
    dxki_bc_out os;
    dxki_bc_stream bs;
} stream;

static void begin(stream *s)
{
    s->ctx = support_ctx();
    dxki_bc_out_init(&s->os, s->ctx);
}

static dxk_bytes stream_bytes(stream *s)
{
    dxki_bitwriter_align(&s->os.bits);
    assert_false(dxki_bc_out_failed(&s->os));
    return (dxk_bytes){s->os.bits.data, s->os.bits.size};
}

static void open_stream(stream *s)
{
    assert_int_equal(dxki_bc_stream_init(&s->bs, s->ctx, stream_bytes(s), 0, NULL), DXK_OK);
}

static void close_stream(stream *s)
{
    dxki_bc_stream_free(&s->bs);
    dxki_bc_out_free(&s->os);
    support_ctx_done(s->ctx);
}

/* Raw pieces, for what the writer never makes. */
static void put_abbrev_head(dxki_bitwriter *w, uint32_t width, uint64_t count)
{
    dxki_bitwriter_fixed(w, DXKI_ABBREV_DEFINE, width);
    dxki_bitwriter_vbr(w, count, 5);
}

static void put_literal(dxki_bitwriter *w, uint64_t value)
{
    dxki_bitwriter_fixed(w, 1, 1);
    dxki_bitwriter_vbr(w, value, 8);
}

static void put_encoding(dxki_bitwriter *w, uint32_t encoding, uint64_t width)
{
    dxki_bitwriter_fixed(w, 0, 1);
    dxki_bitwriter_fixed(w, encoding, 3);
    if (encoding == DXKI_ENC_FIXED || encoding == DXKI_ENC_VBR)
        dxki_bitwriter_vbr(w, width, 5);
}

static void next_is(stream *s, dxki_bc_stream_event event)
{
    assert_int_equal(dxki_bc_stream_next(&s->bs), event);
}

/* One record with each encoding: literal, fixed, vbr, char6, array, blob. */
static void reads_each_encoding(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    dxki_bitwriter *w = &s.os.bits;
    dxki_bc_out_enter(&s.os, 99, 4);
    put_abbrev_head(w, 4, 7);
    put_literal(w, 42);
    put_encoding(w, DXKI_ENC_FIXED, 64);
    put_encoding(w, DXKI_ENC_FIXED, 0);
    put_encoding(w, DXKI_ENC_VBR, 6);
    put_encoding(w, DXKI_ENC_CHAR6, 0);
    put_encoding(w, DXKI_ENC_ARRAY, 0);
    put_encoding(w, DXKI_ENC_FIXED, 13);
    put_abbrev_head(w, 4, 2);
    put_literal(w, 43);
    put_encoding(w, DXKI_ENC_BLOB, 0);
    dxki_bitwriter_fixed(w, 4, 4);
    dxki_bitwriter_wide(w, 0x123456789abcdef0u, 64);
    dxki_bitwriter_vbr(w, 100000, 6);
    dxki_bitwriter_fixed(w, dxki_char6_codes['Q'] - 1u, 6);
    dxki_bitwriter_vbr(w, 3, 6);
    for (uint32_t i = 0; i < 3; i++)
        dxki_bitwriter_fixed(w, 8000 + i, 13);
    dxki_bitwriter_fixed(w, 5, 4);
    dxki_bitwriter_vbr(w, 5, 6);
    dxki_bitwriter_align(w);
    for (uint32_t i = 0; i < 5; i++)
        dxki_bitwriter_fixed(w, 0xb0 + i, 8);
    dxki_bitwriter_align(w);
    dxki_bc_out_leave(&s.os);
    open_stream(&s);
    next_is(&s, DXKI_BS_BLOCK);
    assert_int_equal(s.bs.block_id, 99);
    assert_int_equal(dxki_bc_stream_enter(&s.bs), DXK_OK);
    next_is(&s, DXKI_BS_ABBREV);
    next_is(&s, DXKI_BS_ABBREV);
    next_is(&s, DXKI_BS_RECORD);
    assert_int_equal(s.bs.record.code, 42);
    assert_int_equal(dxki_bc_record_count(&s.bs.record), 7);
    assert_true(dxki_bc_record_op(&s.bs.record, 0) == 0x123456789abcdef0u);
    assert_int_equal(dxki_bc_record_op(&s.bs.record, 1), 0);
    assert_int_equal(dxki_bc_record_op(&s.bs.record, 2), 100000);
    assert_int_equal(dxki_bc_record_op(&s.bs.record, 3), 'Q');
    assert_int_equal(dxki_bc_record_op(&s.bs.record, 6), 8002);
    next_is(&s, DXKI_BS_RECORD);
    assert_int_equal(s.bs.record.code, 43);
    assert_true(s.bs.record.has_blob);
    assert_int_equal(s.bs.record.blob.size, 5);
    assert_int_equal(s.bs.record.blob.data[4], 0xb4);
    next_is(&s, DXKI_BS_END);
    next_is(&s, DXKI_BS_STOP);
    close_stream(&s);
}

/* Names come as bytes; a reader that wants numbers, or wants text after numbers, gets them. */
static void keeps_small_arrays_as_bytes(void **state)
{
    (void)state;
    static const dxki_bc_out_abbrev abbrev = {
        4, 4, {{DXKI_ENC_LITERAL, 7}, {DXKI_ENC_VBR, 6}, {DXKI_ENC_ARRAY, 0}, {DXKI_ENC_CHAR6, 0}}};
    for (int flatten = 0; flatten < 2; flatten++) {
        stream s;
        begin(&s);
        dxki_bc_out_enter(&s.os, 99, 4);
        dxki_bc_out_define(&s.os, &abbrev);
        dxki_bc_out_op(&s.os, 65);
        dxki_bc_out_record(&s.os, 7, &abbrev, (dxk_str){"main", 4});
        dxki_bc_out_leave(&s.os);
        open_stream(&s);
        next_is(&s, DXKI_BS_BLOCK);
        dxki_bc_stream_enter(&s.bs);
        next_is(&s, DXKI_BS_ABBREV);
        next_is(&s, DXKI_BS_RECORD);
        assert_int_equal(s.bs.record.op_count, 1);
        assert_int_equal(s.bs.record.byte_count, 4);
        dxk_str text;
        if (flatten) {
            assert_int_equal(dxki_bc_stream_flatten(&s.bs), DXK_OK);
            assert_int_equal(s.bs.record.op_count, 5);
        }
        assert_int_equal(dxki_bc_record_op(&s.bs.record, 4), 'n');
        assert_int_equal(dxki_bc_stream_text(&s.bs, 3, &text), DXK_OK);
        assert_int_equal(text.size, 2);
        assert_memory_equal(text.data, "in", 2);
        assert_int_equal(dxki_bc_stream_text(&s.bs, 0, &text), DXK_OK);
        assert_memory_equal(text.data, "Ama", 3);
        assert_int_equal(dxki_bc_stream_text(&s.bs, 9, &text), DXK_OK);
        assert_int_equal(text.size, 0);
        close_stream(&s);
    }
}

/* BLOCKINFO's abbreviations come first, in every block of that id, also after inner blocks. */
static void shares_blockinfo(void **state)
{
    (void)state;
    static const dxki_bc_out_abbrev shared = {4, 2, {{DXKI_ENC_LITERAL, 1}, {DXKI_ENC_VBR, 6}}};
    static const dxki_bc_out_abbrev own = {5, 2, {{DXKI_ENC_LITERAL, 2}, {DXKI_ENC_FIXED, 8}}};
    stream s;
    begin(&s);
    dxki_bc_out_enter(&s.os, 99, 4);
    dxki_bc_out_enter(&s.os, 0, 2);
    dxki_bc_out_op(&s.os, 77);
    dxki_bc_out_end(&s.os, DXKI_REC_SETBID, NULL);
    dxki_bc_out_define(&s.os, &shared);
    dxki_bc_out_leave(&s.os);
    for (int i = 0; i < 2; i++) {
        dxki_bc_out_enter(&s.os, 77, 4);
        dxki_bc_out_define(&s.os, &own);
        dxki_bc_out_enter(&s.os, 77, 4);
        dxki_bc_out_op(&s.os, 11);
        dxki_bc_out_end(&s.os, 1, &shared);
        dxki_bc_out_leave(&s.os);
        dxki_bc_out_op(&s.os, 12);
        dxki_bc_out_end(&s.os, 2, &own);
        dxki_bc_out_leave(&s.os);
    }
    dxki_bc_out_leave(&s.os);
    open_stream(&s);
    next_is(&s, DXKI_BS_BLOCK);
    dxki_bc_stream_enter(&s.bs);
    next_is(&s, DXKI_BS_BLOCK);
    assert_int_equal(dxki_bc_stream_blockinfo(&s.bs), DXK_OK);
    for (int i = 0; i < 2; i++) {
        next_is(&s, DXKI_BS_BLOCK);
        dxki_bc_stream_enter(&s.bs);
        next_is(&s, DXKI_BS_ABBREV);
        next_is(&s, DXKI_BS_BLOCK);
        dxki_bc_stream_enter(&s.bs);
        next_is(&s, DXKI_BS_RECORD);
        assert_int_equal(s.bs.record.abbrev_id, 4);
        assert_int_equal(dxki_bc_record_op(&s.bs.record, 0), 11);
        next_is(&s, DXKI_BS_END);
        next_is(&s, DXKI_BS_RECORD);
        assert_int_equal(s.bs.record.abbrev_id, 5);
        assert_int_equal(dxki_bc_record_op(&s.bs.record, 0), 12);
        next_is(&s, DXKI_BS_END);
    }
    next_is(&s, DXKI_BS_END);
    next_is(&s, DXKI_BS_STOP);
    close_stream(&s);
}

static void takes_off_a_wrapper(void **state)
{
    (void)state;
    static const uint8_t data[] = {0xde, 0xc0, 0x17, 0x0b, 0,    0,    0, 0, 24, 0, 0,
                                   0,    4,    0,    0,    0,    0,    0, 0, 0,  9, 9,
                                   9,    9,    0x42, 0x43, 0xc0, 0xde, 1, 1, 1,  1};
    dxk_ctx *ctx = support_ctx();
    dxki_bc_stream bs;
    assert_int_equal(dxki_bc_stream_init(&bs, ctx, (dxk_bytes){data, sizeof data}, 0, NULL),
                     DXK_OK);
    assert_int_equal(bs.base, 24 * 8);
    assert_int_equal(dxki_bc_stream_next(&bs), DXKI_BS_STOP);
    dxki_bc_stream_free(&bs);
    support_ctx_done(ctx);
}

/* --- broken streams: one per rule --- */

/* Reads everything; the status of the first failure. */
static dxk_status drain(stream *s)
{
    for (;;) {
        dxk_status status = DXK_OK;
        switch (dxki_bc_stream_next(&s->bs)) {
        case DXKI_BS_BLOCK:
            status = s->bs.block_id == 0      ? dxki_bc_stream_blockinfo(&s->bs)
                     : s->bs.block_id == 1000 ? dxki_bc_stream_skip(&s->bs)
                                              : dxki_bc_stream_enter(&s->bs);
            break;
        case DXKI_BS_STOP:
            return DXK_OK;
        case DXKI_BS_FAILED:
            return s->bs.status;
        default:
            break;
        }
        if (status != DXK_OK)
            return status;
    }
}

static void breaks_rule(stream *s, const char *rule)
{
    open_stream(s);
    assert_int_equal(drain(s), strncmp(rule, "LIMIT", 5) ? DXK_E_INVALID : DXK_E_LIMIT);
    if (!support_reported(s->ctx, rule))
        fail_msg("%s was not reported, but %s", rule, dxk_ctx_diag(s->ctx, 0)->rule);
    close_stream(s);
}

static void refuses_bytes(const char *bytes, size_t size, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxki_bc_stream bs;
    dxk_bytes input = {(const uint8_t *)bytes, size};
    assert_int_equal(dxki_bc_stream_init(&bs, ctx, input, 0, NULL), DXK_E_INVALID);
    assert_true(support_reported(ctx, rule));
    dxki_bc_stream_free(&bs);
    support_ctx_done(ctx);
}

static void refuses_wrong_starts(void **state)
{
    (void)state;
    refuses_bytes("", 0, "BITCODE.MAGIC");
    refuses_bytes("BCx", 3, "BITCODE.SIZE");
    refuses_bytes("BC\xc0\xdf", 4, "BITCODE.MAGIC");
    refuses_bytes("BC\xc0\xde\0", 5, "BITCODE.SIZE");
    refuses_bytes("\xde\xc0\x17\x0b\0\0\0\0\x14\0\0\0\x10\0\0\0\0\0\0\0", 20, "BITCODE.WRAPPER");
}

static void refuses_broken_abbreviations(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < 9; wrong++) {
        stream s;
        begin(&s);
        dxki_bitwriter *w = &s.os.bits;
        dxki_bc_out_enter(&s.os, 99, 4);
        static const uint8_t counts[] = {0, 2, 4, 3, 3, 1, 1, 3, 0};
        put_abbrev_head(w, 4, wrong == 8 ? 300 : counts[wrong]);
        if (wrong && wrong != 1 && wrong != 8)
            put_literal(w, 1);
        if (wrong == 1) { /* starts with an array */
            put_encoding(w, DXKI_ENC_ARRAY, 0);
            put_encoding(w, DXKI_ENC_CHAR6, 0);
        } else if (wrong == 2) { /* array too early */
            put_encoding(w, DXKI_ENC_ARRAY, 0);
            put_encoding(w, DXKI_ENC_CHAR6, 0);
            put_encoding(w, DXKI_ENC_CHAR6, 0);
        } else if (wrong == 3) { /* array of arrays */
            put_encoding(w, DXKI_ENC_ARRAY, 0);
            put_encoding(w, DXKI_ENC_ARRAY, 0);
        } else if (wrong == 4) { /* blob too early */
            put_encoding(w, DXKI_ENC_BLOB, 0);
            put_encoding(w, DXKI_ENC_CHAR6, 0);
        } else if (wrong == 5) { /* only a literal: then an id that was not defined */
            dxki_bitwriter_fixed(w, 5, 4);
        } else if (wrong == 6) { /* no such encoding */
            put_abbrev_head(w, 4, 1);
            put_encoding(w, 6, 0);
        } else if (wrong == 7) { /* array of what has no bits */
            put_encoding(w, DXKI_ENC_ARRAY, 0);
            put_encoding(w, DXKI_ENC_FIXED, 0);
        }
        dxki_bc_out_leave(&s.os);
        breaks_rule(&s, wrong == 5 ? "BITCODE.ABBREV_ID" : "BITCODE.ABBREV");
    }
}

static void refuses_wide_fields(void **state)
{
    (void)state;
    for (int vbr = 0; vbr < 2; vbr++) {
        stream s;
        begin(&s);
        dxki_bc_out_enter(&s.os, 99, 4);
        put_abbrev_head(&s.os.bits, 4, 1);
        put_encoding(&s.os.bits, vbr ? DXKI_ENC_VBR : DXKI_ENC_FIXED, vbr ? 33 : 65);
        dxki_bc_out_leave(&s.os);
        breaks_rule(&s, "BITCODE.ABBREV");
    }
}

static void refuses_broken_blocks(void **state)
{
    (void)state;
    stream s;
    begin(&s); /* a record at top level */
    dxki_bitwriter_fixed(&s.os.bits, 3, 2);
    breaks_rule(&s, "BITCODE.TOP_LEVEL");
    begin(&s); /* ids of one bit */
    dxki_bc_out_enter(&s.os, 99, 1);
    breaks_rule(&s, "BITCODE.BLOCK_WIDTH");
    begin(&s); /* no end */
    dxki_bc_out_enter(&s.os, 99, 4);
    breaks_rule(&s, "BITCODE.END");
    begin(&s); /* a header cut off */
    dxki_bitwriter_fixed(&s.os.bits, 1, 2);
    dxki_bitwriter_fixed(&s.os.bits, 0xffffff, 30);
    breaks_rule(&s, "BITCODE.END");
    begin(&s); /* skipped, but longer than the stream */
    dxki_bc_out_enter(&s.os, 1000, 4);
    dxki_bc_out_leave(&s.os);
    s.os.bits.data[8] = 99;
    breaks_rule(&s, "BITCODE.BLOCK_BOUNDS");
    begin(&s); /* too deep */
    for (uint32_t i = 0; i < 300; i++) {
        dxki_bitwriter_fixed(&s.os.bits, 1, i ? 4 : 2);
        dxki_bitwriter_vbr(&s.os.bits, 99, 8);
        dxki_bitwriter_vbr(&s.os.bits, 4, 4);
        dxki_bitwriter_align(&s.os.bits);
        dxki_bitwriter_fixed(&s.os.bits, 0, 32);
    }
    breaks_rule(&s, "LIMIT.DEPTH");
}

static void refuses_absurd_counts(void **state)
{
    (void)state;
    static const dxki_bc_out_abbrev array = {
        4, 3, {{DXKI_ENC_LITERAL, 1}, {DXKI_ENC_ARRAY, 0}, {DXKI_ENC_VBR, 6}}};
    static const dxki_bc_out_abbrev blob = {4, 2, {{DXKI_ENC_LITERAL, 1}, {DXKI_ENC_BLOB, 0}}};
    for (int form = 0; form < 3; form++) {
        stream s;
        begin(&s);
        dxki_bc_out_enter(&s.os, 99, 4);
        if (form)
            dxki_bc_out_define(&s.os, form == 1 ? &array : &blob);
        dxki_bitwriter_fixed(&s.os.bits, form ? 4 : 3, 4);
        if (!form)
            dxki_bitwriter_vbr(&s.os.bits, 1, 6);
        dxki_bitwriter_vbr(&s.os.bits, 1ull << 62, 6);
        dxki_bc_out_leave(&s.os);
        breaks_rule(&s, "BITCODE.END");
    }
}

static void refuses_long_numbers(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    dxki_bc_out_enter(&s.os, 99, 4);
    dxki_bitwriter_fixed(&s.os.bits, 3, 4);
    dxki_bitwriter_vbr(&s.os.bits, 1, 6);
    dxki_bitwriter_vbr(&s.os.bits, 1, 6);
    for (int i = 0; i < 14; i++)
        dxki_bitwriter_fixed(&s.os.bits, 63, 6);
    dxki_bitwriter_fixed(&s.os.bits, 1, 6);
    dxki_bc_out_leave(&s.os);
    breaks_rule(&s, "BITCODE.VBR");
}

static void refuses_broken_blockinfo(void **state)
{
    (void)state;
    static const dxki_bc_out_abbrev abbrev = {4, 1, {{DXKI_ENC_LITERAL, 1}}};
    for (int form = 0; form < 3; form++) {
        stream s;
        begin(&s);
        dxki_bc_out_enter(&s.os, 0, 2);
        if (form == 0)
            dxki_bc_out_define(&s.os, &abbrev);
        if (form == 1)
            dxki_bc_out_end(&s.os, DXKI_REC_SETBID, NULL);
        for (uint32_t i = 0; form == 2 && i < 100; i++) {
            dxki_bc_out_op(&s.os, 8 + i);
            dxki_bc_out_end(&s.os, DXKI_REC_SETBID, NULL);
        }
        dxki_bc_out_leave(&s.os);
        breaks_rule(&s, "BITCODE.BLOCKINFO");
    }
}

static void warns_of_wrong_lengths(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    dxki_bc_out_enter(&s.os, 99, 4);
    dxki_bc_out_end(&s.os, 1, NULL);
    dxki_bc_out_leave(&s.os);
    s.os.bits.data[8] = 7;
    open_stream(&s);
    assert_int_equal(drain(&s), DXK_OK);
    assert_true(support_reported(s.ctx, "BITCODE.BLOCK_LENGTH"));
    assert_int_equal(dxk_ctx_error_count(s.ctx), 0);
    close_stream(&s);
}

/* --- the raw view --- */

static void dump_equals(dxk_bytes bytes, const dxk_bitcode_dump_options *options,
                        const char *expected)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer buffer;
    dxk_buffer_init(&buffer, ctx);
    assert_int_equal(dxk_bitcode_dump(ctx, bytes, options, dxk_buffer_sink(&buffer)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&buffer, "", 1), DXK_OK);
    assert_string_equal((const char *)buffer.data, expected);
    dxk_buffer_free(&buffer);
    support_ctx_done(ctx);
}

static void dumps_records(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    dxki_bc_out_enter(&s.os, 8, 3);
    dxki_bc_out_op(&s.os, 1);
    dxki_bc_out_end(&s.os, 1, NULL);
    dxki_bc_out_enter(&s.os, 99, 4);
    dxki_bc_out_op(&s.os, ~0ull);
    dxki_bc_out_end(&s.os, 5, NULL);
    dxki_bc_out_leave(&s.os);
    dxki_bc_out_leave(&s.os);
    dxk_bytes bytes = stream_bytes(&s);
    dxk_bitcode_dump_options options = {.no_summary = true};
    dump_equals(bytes, &options,
                "<MODULE_BLOCK NumWords=8 BlockCodeSize=3>\n"
                "  <VERSION op0=1/>\n"
                "  <UnknownBlock99 NumWords=4 BlockCodeSize=4>\n"
                "    <UnknownCode5 op0=-1/>\n"
                "  </UnknownBlock99>\n"
                "</MODULE_BLOCK>\n");
    options.offsets = true;
    options.no_records = false;
    options.file_offset = 1;
    dump_equals(bytes, &options,
                "00000028: <MODULE_BLOCK NumWords=8 BlockCodeSize=3>\n"
                "00000068:   <VERSION op0=1/>\n"
                "0000007d:   <UnknownBlock99 NumWords=4 BlockCodeSize=4>\n"
                "000000c8:     <UnknownCode5 op0=-1/>\n"
                "00000126:   </UnknownBlock99>\n"
                "00000148: </MODULE_BLOCK>\n");
    options = (dxk_bitcode_dump_options){.json = true};
    dump_equals(bytes, &options,
                "{\"kind\":\"block\",\"bit\":32,\"block\":8,\"name\":\"MODULE_BLOCK\",\"words\":8,"
                "\"width\":3}\n"
                "{\"kind\":\"record\",\"bit\":96,\"block\":8,\"code\":1,\"name\":\"VERSION\","
                "\"abbrev\":3,\"ops\":[1]}\n"
                "{\"kind\":\"block\",\"bit\":117,\"block\":99,\"words\":4,\"width\":4}\n"
                "{\"kind\":\"record\",\"bit\":192,\"block\":99,\"code\":5,\"abbrev\":3,"
                "\"ops\":[18446744073709551615]}\n"
                "{\"kind\":\"end\",\"bit\":286,\"block\":99}\n"
                "{\"kind\":\"end\",\"bit\":320,\"block\":8}\n");
    dxki_bc_out_free(&s.os);
    support_ctx_done(s.ctx);
}

static void dumps_statistics(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    for (int i = 0; i < 3; i++) {
        dxki_bc_out_enter(&s.os, 8, 3);
        dxki_bc_out_op(&s.os, 1);
        dxki_bc_out_end(&s.os, 1, NULL);
        dxki_bc_out_leave(&s.os);
    }
    dxk_bitcode_dump_options options = {.no_records = true, .name = "x.bc"};
    dump_equals(stream_bytes(&s), &options,
                "Summary of x.bc:\n"
                "         Total size: 320b/40.00B/10W\n"
                "        Stream type: LLVM IR\n"
                "  # Toplevel Blocks: 3\n"
                "\n"
                "Per-block Summary:\n"
                "  Block ID #8 (MODULE_BLOCK):\n"
                "      Num Instances: 3\n"
                "         Total Size: 258b/32.25B/8W\n"
                "    Percent of file: 80.6250%\n"
                "       Average Size: 86.00/10.75B/2W\n"
                "  Tot/Avg SubBlocks: 0/0.000000e+00\n"
                "    Tot/Avg Abbrevs: 0/0.000000e+00\n"
                "    Tot/Avg Records: 3/1.000000e+00\n"
                "    Percent Abbrevs: 0.0000%\n"
                "\n"
                "\tRecord Histogram:\n"
                "\t\t  Count    # Bits   %% Abv  Record Kind\n"
                "\t\t      3        63         VERSION\n"
                "\n");
    dxki_bc_out_free(&s.os);
    support_ctx_done(s.ctx);
}

/* The corpus has the reference's raw view of some modules. */
typedef struct corpus_count {
    size_t same, all;
} corpus_count;

static dxk_bytes part_bitcode(const uint8_t *data, size_t size)
{
    size_t count = size >= 32 ? dxki_load32(data + 28) : 0;
    for (size_t i = 0; i < count && 36 + 4 * i <= size; i++) {
        size_t at = dxki_load32(data + 32 + 4 * i);
        if (at + 32 <= size && memcmp(data + at, "DXIL", 4) == 0) {
            size_t from = at + 16 + dxki_load32(data + at + 24);
            size_t length = dxki_load32(data + at + 28);
            if (from <= size && length <= size - from)
                return (dxk_bytes){data + from, length};
        }
    }
    return (dxk_bytes){NULL, 0};
}

static void compare_dump(void *user, const char *path)
{
    corpus_count *count = user;
    char sample[2048];
    size_t size, expected_size;
    uint8_t *expected = support_read(path, &expected_size);
    snprintf(sample, sizeof sample, "%.*s.dxil", (int)(strlen(path) - 4), path);
    uint8_t *data = support_read(sample, &size);
    dxk_ctx *ctx = support_ctx();
    dxk_buffer buffer;
    dxk_buffer_init(&buffer, ctx);
    dxk_bitcode_dump(ctx, part_bitcode(data, size), NULL, dxk_buffer_sink(&buffer));
    count->all++;
    count->same +=
        buffer.size == expected_size && memcmp(buffer.data, expected, expected_size) == 0;
    dxk_buffer_free(&buffer);
    support_ctx_done(ctx);
    free(data);
    free(expected);
}

static void dumps_as_the_reference(void **state)
{
    (void)state;
    const char *folder = support_corpus("own");
    if (!folder)
        skip();
    corpus_count count = {0, 0};
    support_each(folder, ".bca", compare_dump, &count);
    assert_int_equal(count.same, count.all);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reads_fixed_numbers),
    cmocka_unit_test(reads_back_what_was_written),
    cmocka_unit_test(notices_too_long_numbers),
    cmocka_unit_test(reads_characters),
    cmocka_unit_test(reads_each_encoding),
    cmocka_unit_test(keeps_small_arrays_as_bytes),
    cmocka_unit_test(shares_blockinfo),
    cmocka_unit_test(takes_off_a_wrapper),
    cmocka_unit_test(refuses_wrong_starts),
    cmocka_unit_test(refuses_broken_abbreviations),
    cmocka_unit_test(refuses_wide_fields),
    cmocka_unit_test(refuses_broken_blocks),
    cmocka_unit_test(refuses_absurd_counts),
    cmocka_unit_test(refuses_long_numbers),
    cmocka_unit_test(refuses_broken_blockinfo),
    cmocka_unit_test(warns_of_wrong_lengths),
    cmocka_unit_test(dumps_records),
    cmocka_unit_test(dumps_statistics),
    cmocka_unit_test(dumps_as_the_reference),
};
SUPPORT_SUITE(test_bits, tests);
