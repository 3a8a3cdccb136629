/* SPDX-License-Identifier: MIT */
/* stream.c - see stream.h. */
#include "stream.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC      "BC\xc0\xde"
#define MOST_DEPTH 8
#define MOST_INFO  64 /* abbreviations of BLOCKINFO, and of all open blocks */
#define MOST_PARTS 32 /* operands of an abbreviation */

enum { END_BLOCK, ENTER_BLOCK, DEFINE, UNABBREVIATED, FIRST_OWN };
enum { LITERAL, FIXED, VBR, ARRAY, CHAR6, BLOB };

/* ---------------------------------------------------------------------------------------- */
/* Memory: a test that has none ends                                                          */

static void *grow(void *items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return items;
    *capacity = needed + needed / 2 + 64;
    void *more = realloc(items, *capacity * size);
    if (!more)
        abort();
    return more;
}

size_t stream_add_ops(stream *s, const uint64_t *ops, size_t count)
{
    s->ops = grow(s->ops, &s->op_capacity, s->op_count + count, sizeof *s->ops);
    if (count)
        memmove(s->ops + s->op_count, ops, count * sizeof *ops);
    s->op_count += count;
    return s->op_count - count;
}

stream_item *stream_insert(stream *s, size_t at)
{
    s->items = grow(s->items, &s->capacity, s->count + 1, sizeof *s->items);
    memmove(s->items + at + 1, s->items + at, (s->count - at) * sizeof *s->items);
    s->count++;
    return &s->items[at];
}

void stream_remove(stream *s, size_t at)
{
    memmove(s->items + at, s->items + at + 1, (s->count - at - 1) * sizeof *s->items);
    s->count--;
}

void stream_copy(stream *to, const stream *from)
{
    to->count = to->op_count = 0;
    to->items = grow(to->items, &to->capacity, from->count + 1, sizeof *to->items);
    memcpy(to->items, from->items, from->count * sizeof *to->items);
    to->count = from->count;
    stream_add_ops(to, from->ops, from->op_count);
}

void stream_free(stream *s)
{
    free(s->items);
    free(s->ops);
    memset(s, 0, sizeof *s);
}

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

typedef struct part {
    uint8_t kind;
    uint64_t value; /* literal, or width */
} part;

typedef struct abbrev {
    uint32_t block;
    size_t count;
    part parts[MOST_PARTS];
} abbrev;

typedef struct input {
    dxk_bytes bytes;
    uint64_t bit;
    bool bad;
    abbrev info[MOST_INFO], own[MOST_INFO]; /* of BLOCKINFO; of the open blocks */
    size_t info_count, own_count;
} input;

static uint64_t take(input *in, uint32_t width)
{
    uint64_t value = 0;
    if (width > 64 || in->bit + width > (uint64_t)in->bytes.size * 8) {
        in->bad = true;
        return 0;
    }
    for (uint32_t i = 0; i < width; i++, in->bit++)
        value |= (uint64_t)(in->bytes.data[in->bit / 8] >> in->bit % 8 & 1) << i;
    return value;
}

static uint64_t take_vbr(input *in, uint32_t width)
{
    uint64_t value = 0, top = (uint64_t)1 << (width - 1);
    for (uint32_t shift = 0; !in->bad; shift += width - 1) {
        uint64_t chunk = take(in, width);
        if (shift < 64)
            value |= (chunk & (top - 1)) << shift;
        if (!(chunk & top))
            break;
    }
    return value;
}

static void align(input *in)
{
    in->bit = (in->bit + 31) / 32 * 32;
}

static void define(input *in, uint32_t block, abbrev *list, size_t *count)
{
    abbrev a = {.block = block, .count = (size_t)take_vbr(in, 5)};
    in->bad = in->bad || a.count > MOST_PARTS || *count == MOST_INFO;
    for (size_t i = 0; i < a.count && !in->bad; i++) {
        part p = {LITERAL, 0};
        if (take(in, 1)) {
            p.value = take_vbr(in, 8);
        } else {
            p.kind = (uint8_t)take(in, 3);
            p.value = p.kind <= VBR ? take_vbr(in, 5) : 0;
            in->bad = in->bad || p.kind == LITERAL || p.kind > CHAR6 || p.value > 64;
            if (p.kind <= VBR && p.value == 0)
                p.kind = LITERAL;
        }
        a.parts[i] = p;
    }
    if (!in->bad)
        list[(*count)++] = a;
}

static uint64_t take_part(input *in, const part *p)
{
    static const char six[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    if (p->kind == LITERAL)
        return p->value;
    if (p->kind == CHAR6)
        return (uint8_t)six[take(in, 6)];
    return p->kind == FIXED ? take(in, (uint32_t)p->value) : take_vbr(in, (uint32_t)p->value);
}

/* The abbreviation of that id in the block; NULL: there is none. */
static const abbrev *find(const input *in, uint32_t block, size_t first_own, uint64_t id)
{
    uint64_t left = id - FIRST_OWN;
    for (size_t i = 0; i < in->info_count; i++) {
        if (in->info[i].block == block && left-- == 0)
            return &in->info[i];
    }
    return left < in->own_count - first_own ? &in->own[first_own + left] : NULL;
}

static void add_op(stream *s, uint64_t *code, bool *has_code, uint64_t value)
{
    if (*has_code)
        stream_add_ops(s, &value, 1);
    else
        *code = value;
    *has_code = true;
}

static void read_record(input *in, stream *s, uint32_t block, const abbrev *a)
{
    uint64_t code = 0, count;
    bool has_code = false;
    size_t first = s->op_count;
    if (!a) {
        code = take_vbr(in, 6);
        count = take_vbr(in, 6);
        for (uint64_t i = 0; i < count && !in->bad; i++) {
            has_code = true;
            add_op(s, &code, &has_code, take_vbr(in, 6));
        }
    }
    for (size_t i = 0; a && i < a->count && !in->bad; i++) {
        if (a->parts[i].kind != ARRAY) {
            add_op(s, &code, &has_code, take_part(in, &a->parts[i]));
            continue;
        }
        count = take_vbr(in, 6);
        in->bad = in->bad || i + 2 != a->count;
        for (uint64_t k = 0; k < count && !in->bad; k++)
            add_op(s, &code, &has_code, take_part(in, &a->parts[i + 1]));
        break;
    }
    *stream_insert(s, s->count) =
        (stream_item){STREAM_RECORD, block, (uint32_t)code, first, s->op_count - first};
}

/* Takes in a BLOCKINFO block; it is not kept, since nothing is abbreviated any more. */
static void read_info(input *in, uint32_t width)
{
    uint32_t block = UINT32_MAX;
    while (!in->bad) {
        uint64_t id = take(in, width);
        if (id == END_BLOCK)
            break;
        if (id == DEFINE) {
            define(in, block, in->info, &in->info_count);
        } else if (id == UNABBREVIATED) {
            uint64_t code = take_vbr(in, 6), count = take_vbr(in, 6);
            for (uint64_t i = 0; i < count && !in->bad; i++) {
                uint64_t value = take_vbr(in, 6);
                block = code == 1 && i == 0 ? (uint32_t)value : block;
            }
        } else {
            in->bad = true;
        }
    }
    align(in);
}

static void read_block(input *in, stream *s, uint32_t outer_width, uint32_t depth);

static void read_items(input *in, stream *s, uint32_t block, uint32_t width, uint32_t depth)
{
    size_t first_own = in->own_count;
    while (!in->bad) {
        uint64_t id = take(in, width);
        if (id == END_BLOCK)
            break;
        const abbrev *a = id >= FIRST_OWN ? find(in, block, first_own, id) : NULL;
        if (id == ENTER_BLOCK)
            read_block(in, s, width, depth + 1);
        else if (id == DEFINE)
            define(in, block, in->own, &in->own_count);
        else if (id == UNABBREVIATED || a)
            read_record(in, s, block, a);
        else
            in->bad = true;
    }
    in->own_count = first_own;
    align(in);
}

/* A block after its ENTER_BLOCK. */
static void read_block(input *in, stream *s, uint32_t outer_width, uint32_t depth)
{
    uint32_t block = (uint32_t)take_vbr(in, 8), width = (uint32_t)take_vbr(in, 4);
    (void)outer_width;
    align(in);
    take(in, 32);
    in->bad = in->bad || depth > MOST_DEPTH || width < 2 || width > 32;
    if (block == 0 && !in->bad) {
        read_info(in, width);
        return;
    }
    *stream_insert(s, s->count) = (stream_item){STREAM_BLOCK, block, 0, 0, 0};
    read_items(in, s, block, width, depth);
    *stream_insert(s, s->count) = (stream_item){STREAM_END, block, 0, 0, 0};
}

bool stream_read(stream *s, dxk_bytes bytes)
{
    input *in = calloc(1, sizeof *in);
    if (!in)
        abort();
    s->count = s->op_count = 0;
    in->bytes = bytes;
    in->bad = bytes.size < 8 || memcmp(bytes.data, MAGIC, 4) != 0;
    in->bit = 32;
    if (!in->bad && take(in, 2) == ENTER_BLOCK)
        read_block(in, s, 2, 1);
    bool good = !in->bad && s->count > 0;
    free(in);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

typedef struct output {
    uint8_t *data;
    size_t capacity;
    uint64_t bit;
} output;

static void put(output *out, uint64_t value, uint32_t width)
{
    size_t before = out->capacity;
    out->data = grow(out->data, &out->capacity, (size_t)((out->bit + width) / 8 + 8), 1);
    if (out->capacity > before)
        memset(out->data + before, 0, out->capacity - before);
    for (uint32_t i = 0; i < width; i++, out->bit++)
        out->data[out->bit / 8] |= (uint8_t)((value >> i & 1) << out->bit % 8);
}

static void put_vbr(output *out, uint64_t value, uint32_t width)
{
    uint64_t top = (uint64_t)1 << (width - 1);
    for (; value >= top; value >>= width - 1)
        put(out, (value & (top - 1)) | top, width);
    put(out, value, width);
}

static void put_word(output *out, uint64_t at, uint64_t value)
{
    for (int i = 0; i < 4; i++)
        out->data[at / 8 + (uint64_t)i] = (uint8_t)(value >> (8 * i));
}

#define WIDTH 4u

/* Code 1 and an array of bytes: strings of metadata. */
static void put_abbrev(output *out)
{
    put(out, DEFINE, WIDTH);
    put_vbr(out, 3, 5);
    put(out, 1, 1);
    put_vbr(out, STREAM_MD_STRING, 8);
    put(out, 0, 1);
    put(out, ARRAY, 3);
    put(out, 0, 1);
    put(out, FIXED, 3);
    put_vbr(out, 8, 5);
}

static bool is_bytes(const stream *s, const stream_item *item)
{
    bool bytes = item->block == STREAM_METADATA && item->code == STREAM_MD_STRING;
    for (size_t i = 0; i < item->count && bytes; i++)
        bytes = s->ops[item->first + i] < 256;
    return bytes;
}

static void put_record(output *out, const stream *s, const stream_item *item)
{
    bool bytes = is_bytes(s, item);
    put(out, bytes ? FIRST_OWN : UNABBREVIATED, WIDTH);
    if (!bytes)
        put_vbr(out, item->code, 6);
    put_vbr(out, item->count, 6);
    for (size_t i = 0; i < item->count; i++) {
        if (bytes)
            put(out, s->ops[item->first + i], 8);
        else
            put_vbr(out, s->ops[item->first + i], 6);
    }
}

static void put_aligned(output *out)
{
    put(out, 0, (uint32_t)((32 - out->bit % 32) % 32));
}

uint8_t *stream_write(const stream *s, size_t *size)
{
    output out = {NULL, 0, 0};
    uint64_t starts[2 * MOST_DEPTH];
    uint32_t depth = 0;
    for (size_t i = 0; i < 4; i++)
        put(&out, (uint8_t)MAGIC[i], 8);
    for (size_t i = 0; i < s->count; i++) {
        const stream_item *item = &s->items[i];
        if (item->kind == STREAM_RECORD && depth) {
            put_record(&out, s, item);
        } else if (item->kind == STREAM_BLOCK && depth < 2 * MOST_DEPTH) {
            put(&out, ENTER_BLOCK, depth ? WIDTH : 2);
            put_vbr(&out, item->block, 8);
            put_vbr(&out, WIDTH, 4);
            put_aligned(&out);
            starts[depth++] = out.bit;
            put(&out, 0, 32);
            if (item->block == STREAM_METADATA)
                put_abbrev(&out);
        } else if (item->kind == STREAM_END && depth) {
            put(&out, END_BLOCK, WIDTH);
            put_aligned(&out);
            depth--;
            put_word(&out, starts[depth], (out.bit - starts[depth]) / 32 - 1);
        }
    }
    *size = (size_t)(out.bit / 8);
    return out.data;
}
