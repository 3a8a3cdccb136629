/* SPDX-License-Identifier: MIT */
/* test_origin.c - VERS, ILDN, SRCI, PDBI: round trips, sources and arguments, damage. */
#include "support.h"

#include "dxk/diff.h"
#include "dxk/parts.h"
#include "parts/inflate.h"

/* ---------------------------------------------------------------------------------------- */
/* Making parts                                                                               */

typedef struct bytes {
    uint8_t data[1 << 18];
    size_t size;
} bytes;

static void put(bytes *b, const void *data, size_t size)
{
    assert_true(size <= sizeof b->data - b->size);
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_le(bytes *b, uint32_t value, size_t size)
{
    uint8_t le[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                     (uint8_t)(value >> 24)};
    put(b, le, size);
}

static void put16(bytes *b, uint32_t value)
{
    put_le(b, value, 2);
}

static void put32(bytes *b, uint32_t value)
{
    put_le(b, value, 4);
}

static void set32(bytes *b, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        b->data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
}

static void align(bytes *b, size_t start)
{
    while ((b->size - start) % 4)
        put(b, "", 1);
}

/* A zlib stream (RFC 1950) of one stored block. */
static void put_stored(bytes *b, const bytes *content)
{
    uint32_t size = (uint32_t)content->size, low = 1, high = 0;
    for (size_t i = 0; i < content->size; i++) {
        low = (low + content->data[i]) % 65521;
        high = (high + low) % 65521;
    }
    put(b, "\x78\x01\x01", 3);
    put16(b, size);
    put16(b, ~size);
    put(b, content->data, content->size);
    const uint8_t sum[] = {(uint8_t)(high >> 8), (uint8_t)high, (uint8_t)(low >> 8), (uint8_t)low};
    put(b, sum, 4);
}

static bool text_is(dxk_str text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Checking                                                                                   */

/* Decodes, encodes, compares; the caller frees. */
static dxk_decoded *round_trip(dxk_ctx *ctx, uint32_t fourcc, const bytes *b)
{
    dxk_decoded *part = NULL;
    dxk_buffer made;
    dxk_buffer_init(&made, ctx);
    assert_int_equal(dxk_part_decode(ctx, fourcc, (dxk_bytes){b->data, b->size}, &part), DXK_OK);
    assert_int_equal(dxk_part_encode(ctx, part, dxk_buffer_sink(&made)), DXK_OK);
    assert_int_equal(made.size, b->size);
    assert_memory_equal(made.data, b->data, b->size);
    dxk_buffer_free(&made);
    return part;
}

static dxk_status count_depth(void *user, const dxk_visit_node *node)
{
    (void)node;
    ++*(int *)user;
    return DXK_OK;
}

static dxk_status count_back(void *user, const dxk_visit_node *node)
{
    (void)node;
    --*(int *)user;
    return DXK_OK;
}

static dxk_container *hold(dxk_ctx *ctx, uint32_t fourcc, const bytes *b)
{
    dxk_container *container;
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    assert_int_equal(dxk_container_insert(container, 0, fourcc, (dxk_bytes){b->data, b->size}),
                     DXK_OK);
    return container;
}

/* The part ends with `status` and reports `rule`; a visitor sees every group end. */
static void expect(uint32_t fourcc, const bytes *b, dxk_status status, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = NULL;
    if (status == DXK_OK)
        part = round_trip(ctx, fourcc, b);
    else
        assert_int_equal(dxk_part_decode(ctx, fourcc, (dxk_bytes){b->data, b->size}, &part),
                         status);
    if (rule)
        assert_true(support_reported(ctx, rule));
    else
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    dxk_decoded_free(part);
    dxk_container *container = hold(ctx, fourcc, b);
    int depth = 0;
    dxk_visitor visitor = {&depth, count_depth, NULL, count_back};
    assert_int_equal(dxk_container_visit_part(container, 0, &visitor), status);
    assert_int_equal(depth, 0);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* VERS, ILDN                                                                                 */

static void make_version(bytes *b, uint32_t size, const char *strings, size_t strings_size)
{
    b->size = 0;
    put16(b, 1);
    put16(b, 8);
    put32(b, 3);
    put32(b, 4711);
    put32(b, size);
    put(b, strings, strings_size);
}

static void check_version(const bytes *b, const char *commit, const char *custom, size_t more)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = round_trip(ctx, DXK_PART_VERS, b);
    const dxk_version_part *p = part->as.version;
    assert_int_equal(part->type, DXK_PART_TYPE_VERSION);
    assert_int_equal(p->version.minor, 8);
    assert_int_equal(p->version.flags, DXK_COMPILER_FLAG_DEBUG | DXK_COMPILER_FLAG_INTERNAL);
    assert_int_equal(p->version.commit_count, 4711);
    assert_true(text_is(dxk_version_commit(p), commit));
    assert_true(text_is(dxk_version_custom(p), custom));
    assert_int_equal(p->more.size, more);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void versions(void **state)
{
    static bytes b;
    (void)state;
    make_version(&b, 11,
                 "abc\0"
                 "1.9.15\0\0",
                 12);
    check_version(&b, "abc", "1.9.15", 0);
    expect(DXK_PART_VERS, &b, DXK_OK, NULL);
    make_version(&b, 4, "abc\0", 4);
    check_version(&b, "abc", "", 0);
    make_version(&b, 0, "", 0);
    check_version(&b, "", "", 0);
    make_version(&b, 8, "a\0b\0c\0d\0", 8);
    check_version(&b, "a", "b", 4);
    make_version(&b, 2, "\0\0xx", 4); /* padding that is not zero */
    check_version(&b, "", "", 0);
    make_version(&b, 3, "abc\0", 4);
    expect(DXK_PART_VERS, &b, DXK_OK, "PART.TERMINATOR");
    make_version(&b, 5, "abc\0", 4);
    expect(DXK_PART_VERS, &b, DXK_E_INVALID, "PART.SHORT");
    make_version(&b, 0xffffffffu, "abc\0", 4);
    expect(DXK_PART_VERS, &b, DXK_E_INVALID, "PART.SHORT");
    b.size = 15;
    expect(DXK_PART_VERS, &b, DXK_E_INVALID, "PART.SHORT");
}

static void debug_names(void **state)
{
    static bytes b;
    (void)state;
    put16(&b, 0);
    put16(&b, 5);
    put(&b, "a.pdb\0\0\0", 8);
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = round_trip(ctx, DXK_PART_ILDN, &b);
    assert_int_equal(part->as.debug_name->name.size, 5);
    assert_memory_equal(part->as.debug_name->name.data, "a.pdb", 5);
    assert_int_equal(part->as.debug_name->tail.size, 3);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
    b.data[2] = 4; /* a letter where the NUL should be */
    expect(DXK_PART_ILDN, &b, DXK_OK, "PART.TERMINATOR");
    b.data[2] = 8; /* nothing after the name */
    expect(DXK_PART_ILDN, &b, DXK_OK, "PART.TERMINATOR");
    b.data[2] = 9;
    expect(DXK_PART_ILDN, &b, DXK_E_INVALID, "PART.SHORT");
    b.size = 3;
    expect(DXK_PART_ILDN, &b, DXK_E_INVALID, "PART.SHORT");
    b.size = 0;
    put(&b, "\0\0\0\0\0\0\0\0", 8); /* no name at all */
    expect(DXK_PART_ILDN, &b, DXK_OK, NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* SRCI                                                                                       */

static const char *const names[] = {"./main.hlsl", "./inc/a.hlsli"};
static const char *const texts[] = {"#include \"inc/a.hlsli\"\n", ""};

static size_t begin_section(bytes *b, uint32_t type)
{
    size_t start = b->size;
    put32(b, 0);
    put16(b, 0);
    put16(b, type);
    return start;
}

static void end_section(bytes *b, size_t start)
{
    align(b, start);
    set32(b, start, (uint32_t)(b->size - start));
}

static void put_names(bytes *b)
{
    size_t section = begin_section(b, DXK_SOURCE_SECTION_NAMES);
    put32(b, 0);
    put32(b, 2);
    put16(b, 0);
    for (int i = 0; i < 2; i++) {
        size_t start = b->size;
        put32(b, 0);
        put32(b, 0);
        put32(b, (uint32_t)strlen(names[i]) + 1);
        put32(b, (uint32_t)strlen(texts[i]) + 1);
        put(b, names[i], strlen(names[i]) + 1);
        align(b, start);
        set32(b, start, (uint32_t)(b->size - start));
    }
    b->data[section + 16] = (uint8_t)(b->size - section - 18);
    end_section(b, section);
}

static void make_entries(bytes *b)
{
    b->size = 0;
    for (int i = 0; i < 2; i++) {
        size_t start = b->size;
        put32(b, 0);
        put32(b, 0);
        put32(b, (uint32_t)strlen(texts[i]) + 1);
        put(b, texts[i], strlen(texts[i]) + 1);
        align(b, start);
        set32(b, start, (uint32_t)(b->size - start));
    }
}

/* Offsets in the section of sources, for damage. */
enum { COMPRESSION = 14, STORED = 16, INFLATED = 20, COUNT = 24, ENTRIES = 28 };

static size_t put_contents(bytes *b, uint32_t compression)
{
    static bytes entries;
    size_t section = begin_section(b, DXK_SOURCE_SECTION_CONTENTS);
    make_entries(&entries);
    put32(b, 0);
    put16(b, 0);
    put16(b, compression);
    put32(b, 0);
    put32(b, (uint32_t)entries.size);
    put32(b, 2);
    if (compression)
        put_stored(b, &entries);
    else
        put(b, entries.data, entries.size);
    set32(b, section + STORED, (uint32_t)(b->size - section - ENTRIES));
    end_section(b, section);
    return section;
}

static size_t put_args(bytes *b, const char *text, size_t size, uint32_t count)
{
    size_t section = begin_section(b, DXK_SOURCE_SECTION_ARGS);
    put32(b, 0);
    put32(b, (uint32_t)size);
    put32(b, count);
    put(b, text, size);
    end_section(b, section);
    return section;
}

static void begin_source(bytes *b, uint32_t sections)
{
    b->size = 0;
    put32(b, 0);
    put16(b, 0);
    put16(b, sections);
}

static void end_source(bytes *b)
{
    set32(b, 0, (uint32_t)b->size);
}

static void make_source(bytes *b, uint32_t compression)
{
    begin_source(b, 3);
    put_names(b);
    put_contents(b, compression);
    put_args(b, "T\0ps_6_0\0Zi\0\0\0main.hlsl\0", 24, 3);
    end_source(b);
}

static void check_sources(const bytes *b)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = round_trip(ctx, DXK_PART_SRCI, b);
    const dxk_source_info *info = part->as.source;
    dxk_str name, text;
    assert_int_equal(part->type, DXK_PART_TYPE_SOURCE);
    assert_int_equal(dxk_source_file_count(info), 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(dxk_source_file(info, i, &name, &text));
        assert_true(text_is(name, names[i]));
        assert_true(text_is(text, texts[i]));
    }
    assert_false(dxk_source_file(info, 2, &name, &text));
    assert_int_equal(dxk_source_arg_count(info), 3);
    assert_true(dxk_source_arg_get(info, 0, &name, &text));
    assert_true(text_is(name, "T") && text_is(text, "ps_6_0"));
    assert_true(dxk_source_arg_get(info, 1, &name, &text));
    assert_true(text_is(name, "Zi") && text_is(text, ""));
    assert_true(dxk_source_arg_get(info, 2, &name, &text));
    assert_true(text_is(name, "") && text_is(text, "main.hlsl"));
    assert_false(dxk_source_arg_get(info, 3, &name, &text));
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void sources(void **state)
{
    static bytes b;
    (void)state;
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    check_sources(&b);
    if (!dxki_part_can_inflate())
        return;
    make_source(&b, DXK_SOURCE_COMPRESSION_ZLIB);
    check_sources(&b);
}

static void sections_come_in_any_shape(void **state)
{
    static bytes b;
    (void)state;
    begin_source(&b, 4); /* another order, and a kind that is not known */
    put_args(&b, "", 0, 0);
    size_t unknown = begin_section(&b, 77);
    put(&b, "0123456", 7);
    end_section(&b, unknown);
    put_contents(&b, DXK_SOURCE_COMPRESSION_NONE);
    put_names(&b);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_OK, NULL);
    begin_source(&b, 1); /* a compression that is not known */
    put_contents(&b, 9);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_OK, NULL);
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = round_trip(ctx, DXK_PART_SRCI, &b);
    assert_int_equal(dxk_source_file_count(part->as.source), 0);
    assert_int_equal(dxk_source_arg_count(part->as.source), 0);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
    begin_source(&b, 0);
    put(&b, "rest", 4);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_OK, NULL);
}

/* The size of the names' entries is kept in 16 bits only. */
static void names_pass_64k(void **state)
{
    static bytes b;
    (void)state;
    begin_source(&b, 1);
    size_t section = begin_section(&b, DXK_SOURCE_SECTION_NAMES);
    put32(&b, 0);
    put32(&b, 5);
    put16(&b, 5 * 20020 & 0xffff);
    for (int i = 0; i < 5; i++) {
        put32(&b, 20020);
        put32(&b, 0);
        put32(&b, 20001);
        put32(&b, 1);
        for (int k = 0; k < 20000; k++)
            put(&b, "x", 1);
        put(&b, "\0\0\0\0", 4);
    }
    end_section(&b, section);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_OK, NULL);
    b.data[section + 16]++;
    expect(DXK_PART_SRCI, &b, DXK_OK, "PART.SIZE");
}

static void damaged_sources(void **state)
{
    static bytes b;
    const size_t first = 8;
    (void)state;
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    set32(&b, 0, 12345);
    expect(DXK_PART_SRCI, &b, DXK_OK, "PART.SIZE");
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    set32(&b, first, 7);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "SRCI.SECTION");
    set32(&b, first, 0x10000);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "SRCI.SECTION");
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    b.data[6] = 255; /* sections */
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.SHORT");
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    set32(&b, first + 12, 0x1000000); /* names */
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.SHORT");
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    set32(&b, first + 18, 16); /* the first entry has no room for its name */
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "SRCI.ENTRY");
    set32(&b, first + 18, 0x1000);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "SRCI.ENTRY");
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    b.data[first + 18 + 16 + 11] = 'x';
    expect(DXK_PART_SRCI, &b, DXK_OK, "PART.TERMINATOR");
    begin_source(&b, 1);
    put_args(&b, "T\0ps_6_0", 8, 1);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_OK, "PART.TERMINATOR");
    begin_source(&b, 1);
    size_t section = put_args(&b, "T\0ps_6_0\0", 9, 2);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_OK, "SRCI.COUNT");
    set32(&b, section + 12, 100);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.SHORT");
}

static void damaged_contents(void **state)
{
    static bytes b;
    const size_t at = 8;
    (void)state;
    begin_source(&b, 1);
    put_contents(&b, DXK_SOURCE_COMPRESSION_NONE);
    end_source(&b);
    set32(&b, at + INFLATED, 5);
    expect(DXK_PART_SRCI, &b, DXK_OK, "PART.SIZE");
    set32(&b, at + COUNT, 1); /* fewer entries than there are: the rest is kept */
    expect(DXK_PART_SRCI, &b, DXK_OK, "PART.SIZE");
    set32(&b, at + COUNT, 3);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.SHORT");
    set32(&b, at + COUNT, 2);
    set32(&b, at + ENTRIES, 3);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "SRCI.ENTRY");
    begin_source(&b, 1);
    put_contents(&b, DXK_SOURCE_COMPRESSION_NONE);
    end_source(&b);
    set32(&b, at + STORED, 1000);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.SHORT");
}

static void need_zlib(void)
{
    if (dxki_part_can_inflate())
        return;
    print_message("skipped: built without zlib\n");
    skip();
}

static void damaged_streams(void **state)
{
    static bytes b, good;
    const size_t at = 8;
    (void)state;
    need_zlib();
    begin_source(&good, 1);
    put_contents(&good, DXK_SOURCE_COMPRESSION_ZLIB);
    end_source(&good);
    expect(DXK_PART_SRCI, &good, DXK_OK, NULL);
    uint32_t size = good.data[at + INFLATED];
    b = good;
    b.data[at + ENTRIES] ^= 1; /* header of the stream */
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATE");
    b = good;
    b.data[at + ENTRIES + 20] ^= 1; /* check sum */
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATE");
    b = good;
    set32(&b, at + STORED, good.data[at + STORED] - 5u); /* breaks off */
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATE");
    set32(&b, at + STORED, 0);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATE");
    b = good;
    set32(&b, at + INFLATED, size - 1);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATED_SIZE");
    set32(&b, at + INFLATED, size + 1);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATED_SIZE");
    set32(&b, at + INFLATED, 0);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATED_SIZE");
    set32(&b, at + INFLATED, 1 << 20);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATED_RATIO");
    set32(&b, at + INFLATED, 0xffffffffu);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "PART.INFLATED_RATIO");
}

static void expansion_is_limited(void **state)
{
    static bytes b;
    dxk_ctx_options options = {.limits = {.inflated = 50}};
    dxk_ctx *ctx;
    dxk_decoded *part;
    (void)state;
    need_zlib();
    make_source(&b, DXK_SOURCE_COMPRESSION_ZLIB);
    assert_int_equal(dxk_ctx_create(&options, &ctx), DXK_OK);
    assert_int_equal(dxk_part_decode(ctx, DXK_PART_SRCI, (dxk_bytes){b.data, b.size}, &part),
                     DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.INFLATED"));
    support_ctx_done(ctx);
}

/* Entries inside a stream that are wrong: reported at the stream, and every group ends. */
static void damaged_inside(void **state)
{
    static bytes b, entries;
    (void)state;
    need_zlib();
    make_entries(&entries);
    entries.data[0] = 2;
    begin_source(&b, 1);
    size_t section = begin_section(&b, DXK_SOURCE_SECTION_CONTENTS);
    put32(&b, 0);
    put16(&b, 0);
    put16(&b, DXK_SOURCE_COMPRESSION_ZLIB);
    put32(&b, (uint32_t)entries.size + 11);
    put32(&b, (uint32_t)entries.size);
    put32(&b, 2);
    put_stored(&b, &entries);
    end_section(&b, section);
    end_source(&b);
    expect(DXK_PART_SRCI, &b, DXK_E_INVALID, "SRCI.ENTRY");
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part;
    dxk_part_decode(ctx, DXK_PART_SRCI, (dxk_bytes){b.data, b.size}, &part);
    assert_int_equal(dxk_ctx_diag(ctx, 0)->position, section + ENTRIES);
    assert_string_equal(dxk_ctx_diag(ctx, 0)->path, "SRCI/sections[0].entries[0]");
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Showing and comparing                                                                      */

typedef struct seen {
    size_t inflated, plain;
    bool text; /* the first source was shown as text */
} seen;

static dxk_status look(void *user, const dxk_visit_field *field)
{
    seen *s = user;
    if (field->inflated)
        s->inflated++;
    else
        s->plain++;
    if (strcmp(field->name, "text") == 0 && text_is(field->text, texts[0])) {
        s->text = true;
        assert_int_equal(field->offset, 12); /* after the head of the first entry */
        assert_true(field->inflated);
    }
    return DXK_OK;
}

static void inflated_fields_say_so(void **state)
{
    static bytes b;
    seen s = {0, 0, false};
    dxk_visitor visitor = {&s, NULL, look, NULL};
    (void)state;
    need_zlib();
    make_source(&b, DXK_SOURCE_COMPRESSION_ZLIB);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = hold(ctx, DXK_PART_SRCI, &b);
    assert_int_equal(dxk_container_visit_part(container, 0, &visitor), DXK_OK);
    assert_int_equal(s.inflated, 2 * 4);
    assert_true(s.plain > 20);
    assert_true(s.text);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

static dxk_status note(void *user, const dxk_difference *difference)
{
    char *log = user;
    strcat(strcat(log, difference->path), "\n");
    return DXK_OK;
}

static void compression_is_one_difference(void **state)
{
    static bytes a, b;
    char log[1024] = "";
    (void)state;
    need_zlib();
    make_source(&a, DXK_SOURCE_COMPRESSION_ZLIB);
    make_source(&b, DXK_SOURCE_COMPRESSION_NONE);
    dxk_ctx *ctx = support_ctx();
    dxk_container *left = hold(ctx, DXK_PART_SRCI, &a), *right = hold(ctx, DXK_PART_SRCI, &b);
    assert_int_equal(dxk_diff(left, right, NULL, note, log, NULL), DXK_OK);
    assert_string_equal(log, "SRCI/sections[1].contents.compression\n");
    dxk_container_free(left);
    dxk_container_free(right);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* PDBI                                                                                       */

/* RDAT with a string buffer, index lists and the tables of a compilation. */
static void make_rdat(bytes *b)
{
    static const char strings[] = "\0main.hlsl\0void main() {}\0E\0main\0\0\0\0";
    static const uint32_t lists[] = {2, 0, 7, 2, 27, 29}; /* sources; an argument */
    static const uint32_t sources[] = {1, 11, 11, 0};
    static const uint32_t info[11] = {0, 0xffffffffu, 3, 0, 0, 1, 0, 0, 0, 0, 0};
    const struct {
        uint32_t type, count, stride;
        const void *data;
        size_t size;
    } parts[] = {
        {DXK_RDAT_PART_TYPE_STRING_BUFFER, 0, 0, strings, 36},
        {DXK_RDAT_PART_TYPE_INDEX_ARRAYS, 0, 0, lists, sizeof lists},
        {DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_SOURCE_TABLE, 2, 8, sources, sizeof sources},
        {DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_TABLE, 1, 44, info, sizeof info},
    };
    b->size = 0;
    put32(b, 0x10);
    put32(b, 4);
    put(b, "................", 16);
    for (size_t i = 0; i < 4; i++) {
        set32(b, 8 + 4 * i, (uint32_t)b->size);
        put32(b, parts[i].type);
        put32(b, (uint32_t)parts[i].size + (parts[i].stride ? 8 : 0));
        if (parts[i].stride) {
            put32(b, parts[i].count);
            put32(b, parts[i].stride);
        }
        for (size_t k = 0; k < parts[i].size / 4; k++) {
            if (i == 0)
                put(b, (const char *)parts[i].data + 4 * k, 4);
            else
                put32(b, ((const uint32_t *)parts[i].data)[k]);
        }
    }
}

static void make_pdb_info(bytes *b, uint32_t compression, const bytes *rdat)
{
    b->size = 0;
    put16(b, 0);
    put16(b, compression);
    put32(b, 0);
    put32(b, (uint32_t)rdat->size);
    if (compression == DXK_PDB_COMPRESSION_ZLIB)
        put_stored(b, rdat);
    else
        put(b, rdat->data, rdat->size);
    set32(b, 4, (uint32_t)b->size - 12);
    align(b, 0);
}

static void check_pdb_info(const bytes *b)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = round_trip(ctx, DXK_PART_PDBI, b);
    const dxk_pdb_info_part *p = part->as.pdb_info;
    dxk_str name, text;
    assert_int_equal(part->type, DXK_PART_TYPE_PDB_INFO);
    assert_int_equal(dxk_pdb_info_file_count(p), 2);
    assert_true(dxk_pdb_info_file(p, 0, &name, &text));
    assert_true(text_is(name, "main.hlsl") && text_is(text, "void main() {}"));
    assert_true(dxk_pdb_info_file(p, 1, &name, &text)); /* a record that is not there */
    assert_true(text_is(name, "") && text_is(text, ""));
    assert_false(dxk_pdb_info_file(p, 2, &name, &text));
    assert_int_equal(dxk_pdb_info_arg_count(p), 1);
    assert_true(dxk_pdb_info_arg(p, 0, &name, &text));
    assert_false(dxk_pdb_info_arg(p, 1, &name, &text));
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void pdb_infos(void **state)
{
    static bytes b, rdat;
    (void)state;
    make_rdat(&rdat);
    make_pdb_info(&b, DXK_PDB_COMPRESSION_UNCOMPRESSED, &rdat);
    check_pdb_info(&b);
    set32(&b, 8, 1);
    expect(DXK_PART_PDBI, &b, DXK_OK, "PART.SIZE");
    set32(&b, 4, 0x10000);
    expect(DXK_PART_PDBI, &b, DXK_E_INVALID, "PART.SHORT");
    make_pdb_info(&b, 5, &rdat); /* not known: bytes */
    expect(DXK_PART_PDBI, &b, DXK_OK, NULL);
    rdat.data[4] = 200; /* parts of RDAT */
    make_pdb_info(&b, DXK_PDB_COMPRESSION_UNCOMPRESSED, &rdat);
    expect(DXK_PART_PDBI, &b, DXK_E_INVALID, "RDAT.PART_COUNT");
    rdat.size = 0;
    make_pdb_info(&b, DXK_PDB_COMPRESSION_UNCOMPRESSED, &rdat);
    expect(DXK_PART_PDBI, &b, DXK_OK, NULL);
    if (!dxki_part_can_inflate())
        return;
    make_rdat(&rdat);
    make_pdb_info(&b, DXK_PDB_COMPRESSION_ZLIB, &rdat);
    check_pdb_info(&b);
    b.data[20] ^= 1;
    expect(DXK_PART_PDBI, &b, DXK_E_INVALID, "PART.INFLATE");
    rdat.data[4] = 200;
    make_pdb_info(&b, DXK_PDB_COMPRESSION_ZLIB, &rdat);
    expect(DXK_PART_PDBI, &b, DXK_E_INVALID, "RDAT.PART_COUNT");
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

typedef struct job {
    uint32_t fourcc;
    const bytes *content;
} job;

static dxk_status use_all(dxk_ctx *ctx, void *user)
{
    const job *j = user;
    dxk_decoded *part;
    dxk_buffer out;
    dxk_status status =
        dxk_part_decode(ctx, j->fourcc, (dxk_bytes){j->content->data, j->content->size}, &part);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&out, ctx);
    status = dxk_part_encode(ctx, part, dxk_buffer_sink(&out));
    dxk_buffer_free(&out);
    dxk_decoded_free(part);
    return status;
}

/* Every shorter part ends in an error or in other bytes that come back the same. */
static void cut(uint32_t fourcc, const bytes *b)
{
    for (size_t size = 0; size < b->size; size++) {
        dxk_ctx *ctx = support_ctx();
        uint8_t *copy = malloc(size + 1);
        bytes *less = malloc(sizeof *less);
        dxk_decoded *part = NULL;
        assert_true(copy && less);
        memcpy(copy, b->data, size);
        if (dxk_part_decode(ctx, fourcc, (dxk_bytes){copy, size}, &part) == DXK_OK) {
            memcpy(less->data, copy, size);
            less->size = size;
            dxk_decoded_free(round_trip(ctx, fourcc, less));
        }
        dxk_decoded_free(part);
        free(less);
        free(copy);
        support_ctx_done(ctx);
    }
}

static void allocations_and_truncations(void **state)
{
    static bytes b, rdat;
    (void)state;
    make_rdat(&rdat);
    for (uint32_t compression = 0; compression < (dxki_part_can_inflate() ? 2u : 1u);
         compression++) {
        make_source(&b, compression);
        support_fail_allocations(use_all, &(job){DXK_PART_SRCI, &b});
        cut(DXK_PART_SRCI, &b);
        make_pdb_info(&b, compression, &rdat);
        support_fail_allocations(use_all, &(job){DXK_PART_PDBI, &b});
        cut(DXK_PART_PDBI, &b);
    }
    make_version(&b, 3, "abc\0", 4);
    support_fail_allocations(use_all, &(job){DXK_PART_VERS, &b});
    cut(DXK_PART_VERS, &b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(versions),
    cmocka_unit_test(debug_names),
    cmocka_unit_test(sources),
    cmocka_unit_test(sections_come_in_any_shape),
    cmocka_unit_test(names_pass_64k),
    cmocka_unit_test(damaged_sources),
    cmocka_unit_test(damaged_contents),
    cmocka_unit_test(damaged_streams),
    cmocka_unit_test(expansion_is_limited),
    cmocka_unit_test(damaged_inside),
    cmocka_unit_test(inflated_fields_say_so),
    cmocka_unit_test(compression_is_one_difference),
    cmocka_unit_test(pdb_infos),
    cmocka_unit_test(allocations_and_truncations),
};
SUPPORT_SUITE(test_origin, tests);
