/* SPDX-License-Identifier: MIT */
/*
 * assemble.c - a listing to a container: its program, its signatures, and what compilers add,
 * RDEF, SFI0 and STAT. A listing that names no compiler (a disassembler made it) is of a stripped
 * shader: it gets no RDEF and no STAT.
 *
 * After an exact listing stands what it does not say: the parts in order, and bytes:
 *
 *     // parts: RDEF* ISGN OSGN SHEX STAT RTS0*
 *     // part RDEF
 *     //   0102030405060708...
 *     // part RTS0
 *     //   ...
 *
 * Parts with a star have their bytes below; the others follow from the text.
 */
#include "base/str.h"
#include "dxbc/dxbc.h"
#include "fxc/encoding.h"
#include "fxc/listing.h"
#include "fxc/tables.h"

#include "base/out.h"

#include <string.h>

#define COMPILER "HLSL Shader Compiler"

#define MODEL4_COUNTERS 116u /* bytes of STAT before shader model 5 */
#define MODEL5_COUNTERS 148u

/* A part that the text gives. */
typedef struct made {
    uint32_t fourcc;
    dxk_buffer content;
} made;

#define MOST_PARTS 8

typedef struct assembly {
    dxk_ctx *ctx;
    dxki_fxc_parser p;
    dxki_fxc_tables t;
    dxk_dxbc_program program; /* views into the parser */
    made parts[MOST_PARTS];
    size_t count;
} assembly;

/* ---------------------------------------------------------------------------------------- */
/* Making parts                                                                               */

static dxk_buffer *add_part(assembly *a, uint32_t fourcc)
{
    made *m = &a->parts[a->count++];
    m->fourcc = fourcc;
    dxk_buffer_init(&m->content, a->ctx);
    return &m->content;
}

static uint32_t stage_of(const assembly *a)
{
    return a->program.version >> 16;
}

/* Global flags of the program, as bits of the token. */
static uint32_t global_flags(const assembly *a)
{
    for (size_t i = 0; i < a->program.instruction_count; i++) {
        const dxk_dxbc_instruction *in = &a->program.instructions[i];
        if (dxk_dxbc_opcode(in) == DXKI_SM4_DCL_GLOBALFLAGS)
            return in->token;
    }
    return 0;
}

/* Rows as a part has them: what is never written instead of what is, and no system values in the
 * outputs of pixel shaders. */
static void fit_rows(const assembly *a, dxki_fxc_rows *rows, bool output)
{
    for (size_t i = 0; i < rows->count; i++) {
        dxk_signature_element *e = &rows->items[i].element;
        if (output)
            e->rw_mask = (uint8_t)(~e->rw_mask & 15);
        if (output && stage_of(a) == DXK_DXBC_STAGE_PIXEL)
            e->system_value = 0;
    }
}

static dxk_status add_signature(assembly *a, dxki_fxc_signature_kind kind)
{
    static const uint32_t fourccs[3][2] = {{DXK_PART_ISGN, DXK_PART_ISG1},
                                           {DXK_PART_OSGN, DXK_PART_OSG1},
                                           {DXK_PART_PCSG, DXK_PART_PSG1}};
    bool precision = global_flags(a) & DXK_DXBC_GLOBAL_FLAG_ENABLE_MINIMUM_PRECISION;
    bool output = kind == DXKI_SIGNATURE_OUTPUT ||
                  (kind == DXKI_SIGNATURE_PATCH && stage_of(a) == DXK_DXBC_STAGE_HULL);
    bool streams = kind == DXKI_SIGNATURE_OUTPUT && stage_of(a) == DXK_DXBC_STAGE_GEOMETRY &&
                   dxk_dxbc_major(&a->program) >= 5;
    uint32_t fourcc = precision ? fourccs[kind][1] : streams ? DXK_PART_OSG5 : fourccs[kind][0];
    fit_rows(a, &a->t.signatures[kind], output);
    return dxki_fxc_build_signature(a->ctx, &a->t.signatures[kind],
                                    precision ? 32
                                    : streams ? 28
                                              : 24,
                                    add_part(a, fourcc));
}

static dxk_status add_code(assembly *a)
{
    bool shex = dxk_dxbc_major(&a->program) >= 5 || stage_of(a) == DXK_DXBC_STAGE_COMPUTE ||
                global_flags(a) & DXK_DXBC_GLOBAL_FLAG_ENABLE_RAW_AND_STRUCTURED_BUFFERS;
    return dxki_dxbc_write(a->ctx, &a->program, add_part(a, shex ? DXK_PART_SHEX : DXK_PART_SHDR));
}

/* SFI0: the note's flags, but for the one that is the program's own; and the one that the note
 * does not name. */
static dxk_status add_features(assembly *a)
{
    uint64_t early = DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X; /* its place in the note */
    dxk_feature_info info = {.flags = a->t.features & ~early};
    uint8_t record[DXK_WIRE_SIZE_feature_info];
    if (dxk_dxbc_major(&a->program) == 4 &&
        global_flags(a) & DXK_DXBC_GLOBAL_FLAG_ENABLE_RAW_AND_STRUCTURED_BUFFERS)
        info.flags |= DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X;
    if (info.flags == 0)
        return DXK_OK;
    dxk_record_store(DXK_RECORD_ID_feature_info, &info, record, sizeof record);
    return dxk_buffer_append(add_part(a, DXK_PART_SFI0), record, sizeof record);
}

static dxk_status add_counters(assembly *a)
{
    dxk_counters counters;
    uint8_t record[DXK_WIRE_SIZE_counters];
    bool model5 = dxk_dxbc_major(&a->program) >= 5;
    dxk_dxbc_count(&a->program, dxki_fxc_compiler(a->t.generator), &counters);
    dxk_record_store(DXK_RECORD_ID_counters, &counters, record, sizeof record);
    return dxk_buffer_append(add_part(a, DXK_PART_STAT), record,
                             model5 ? MODEL5_COUNTERS : MODEL4_COUNTERS);
}

/* All parts, in the order of compilers. */
static dxk_status make_parts(assembly *a)
{
    bool compiled = a->t.generator.size >= sizeof COMPILER - 1 &&
                    memcmp(a->t.generator.data, COMPILER, sizeof COMPILER - 1) == 0;
    bool domain = stage_of(a) == DXK_DXBC_STAGE_DOMAIN;
    bool unoptimized = global_flags(a) & DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION;
    dxk_status status = DXK_OK;
    if (compiled)
        status = dxki_fxc_build_rdef(a->ctx, &a->t, a->program.version, unoptimized,
                                     add_part(a, DXK_PART_RDEF));
    const dxki_fxc_signature_kind order[] = {DXKI_SIGNATURE_INPUT,
                                             domain ? DXKI_SIGNATURE_PATCH : DXKI_SIGNATURE_OUTPUT,
                                             domain ? DXKI_SIGNATURE_OUTPUT : DXKI_SIGNATURE_PATCH};
    for (int i = 0; i < 3 && status == DXK_OK; i++)
        if (a->t.present[order[i]])
            status = add_signature(a, order[i]);
    if (status == DXK_OK)
        status = add_code(a);
    if (status == DXK_OK)
        status = add_features(a);
    if (status == DXK_OK && compiled)
        status = add_counters(a);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* The parts that are listed                                                                  */

/* "RDEF" or "0x12345678" */
static bool parse_fourcc(dxki_fxc_parser *p, uint32_t *fourcc)
{
    if ((size_t)(p->end - p->at) > 2 && p->at[0] == '0' && p->at[1] == 'x')
        return dxki_fxc_parse_u32(p, fourcc);
    if (p->end - p->at < 4)
        return dxki_fxc_parse_expected(p, "a part");
    *fourcc = DXK_FOURCC(p->at[0], p->at[1], p->at[2], p->at[3]);
    p->at += 4;
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Pairs of digits up to the end of the line. */
static bool parse_bytes(dxki_fxc_parser *p, dxk_buffer *out)
{
    for (dxki_fxc_skip_blanks(p); p->at < p->end; dxki_fxc_skip_blanks(p)) {
        int high = hex_digit(p->at[0]), low = p->end - p->at > 1 ? hex_digit(p->at[1]) : -1;
        if (high < 0 || low < 0)
            return dxki_fxc_parse_expected(p, "bytes");
        uint8_t byte = (uint8_t)(high << 4 | low);
        if (!dxki_fxc_parse_check(p, dxk_buffer_append(out, &byte, 1)))
            return false;
        p->at += 2;
    }
    return true;
}

/* "// part RDEF" and the lines of bytes below it; p is at the title. */
static bool parse_given(dxki_fxc_parser *p, uint32_t fourcc, dxk_buffer *out)
{
    uint32_t named;
    dxki_fxc_skip_blanks(p);
    if (p->over || !dxki_fxc_expect(p, "// part ") || !parse_fourcc(p, &named))
        return dxki_fxc_parse_expected(p, "the bytes of a part");
    if (named != fourcc)
        return dxki_fxc_parse_expected(p, "the parts in the order that is listed");
    while (!(p->over = !dxki_fxc_parse_line(p))) {
        dxki_fxc_skip_blanks(p);
        if (!dxki_fxc_accept(p, "//   "))
            return true;
        if (!parse_bytes(p, out))
            return false;
    }
    return true;
}

static dxk_status append_part(dxk_container *container, uint32_t fourcc, dxk_bytes content)
{
    return dxk_container_insert(container, dxk_container_part_count(container), fourcc, content);
}

/* The next part of a kind that was made and not yet taken. */
static made *take(assembly *a, uint32_t fourcc)
{
    for (size_t i = 0; i < a->count; i++) {
        if (a->parts[i].fourcc == fourcc) {
            a->parts[i].fourcc = 0;
            return &a->parts[i];
        }
    }
    return NULL;
}

/* "// parts: ..." and what follows it. */
static bool listed_parts(assembly *a, dxk_container *container)
{
    dxki_fxc_parser *p = &a->p;
    dxki_fxc_parser names = *p; /* the line of names, read while the lines below it are */
    names.at += sizeof DXKI_PARTS - 1;
    p->over = !dxki_fxc_parse_line(p);
    for (dxki_fxc_skip_blanks(&names); names.at < names.end; dxki_fxc_skip_blanks(&names)) {
        uint32_t fourcc;
        if (!parse_fourcc(&names, &fourcc))
            return dxki_fxc_parse_check(p, names.status);
        if (dxki_fxc_accept(&names, "*")) {
            dxk_buffer bytes;
            dxk_buffer_init(&bytes, a->ctx);
            bool ok = parse_given(p, fourcc, &bytes) &&
                      dxki_fxc_parse_check(
                          p, append_part(container, fourcc, (dxk_bytes){bytes.data, bytes.size}));
            dxk_buffer_free(&bytes);
            if (!ok)
                return false;
            continue;
        }
        made *m = take(a, fourcc);
        if (!m)
            return dxki_fxc_parse_expected(p, "a part that the listing describes");
        if (!dxki_fxc_parse_check(
                p, append_part(container, fourcc, (dxk_bytes){m->content.data, m->content.size})))
            return false;
    }
    return true;
}

static dxk_status fill(assembly *a, dxk_container *container)
{
    dxk_status status = make_parts(a);
    if (status != DXK_OK)
        return status;
    if (!a->p.over) {
        listed_parts(a, container);
        return a->p.status;
    }
    for (size_t i = 0; i < a->count && status == DXK_OK; i++)
        status = append_part(container, a->parts[i].fourcc,
                             (dxk_bytes){a->parts[i].content.data, a->parts[i].content.size});
    return status;
}

dxk_status dxki_fxc_assemble(dxk_ctx *ctx, dxk_str text, dxk_container **out)
{
    assembly a = {.ctx = ctx};
    dxk_container *container = NULL;
    *out = NULL;
    dxki_fxc_parser_init(&a.p, ctx, text);
    if (dxki_fxc_parse_tables(&a.p, &a.t) && dxki_fxc_parse_code(&a.p)) {
        a.program = (dxk_dxbc_program){.version = a.p.version,
                                       .instructions = a.p.instructions.items,
                                       .instruction_count = a.p.instructions.count,
                                       .operands = a.p.operands.items,
                                       .operand_count = a.p.operands.count,
                                       .words = a.p.words.items,
                                       .word_count = a.p.words.count};
        a.p.status = dxk_container_create(ctx, &container);
        if (a.p.status == DXK_OK)
            a.p.status = fill(&a, container);
    }
    dxk_status status = a.p.status;
    for (size_t i = 0; i < a.count; i++)
        dxk_buffer_free(&a.parts[i].content);
    dxki_fxc_tables_free(ctx, &a.t);
    dxki_fxc_parser_finish(&a.p);
    if (status == DXK_OK)
        *out = container;
    else
        dxk_container_free(container);
    return status;
}

dxk_status dxk_container_parse(dxk_ctx *ctx, dxk_str text, dxk_container **out)
{
    dxk_buffer converted;
    *out = NULL;
    dxk_buffer_init(&converted, ctx);
    dxk_status status = dxki_fxc_to_utf8(&text, &converted);
    if (status == DXK_OK)
        status = dxki_fxc_assemble(ctx, text, out);
    dxk_buffer_free(&converted);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* The digest                                                                                 */

#define DIGEST "// digest: "

void dxki_fxc_print_digest(dxki_out *out, const dxk_container *container)
{
    dxk_digest_state state = dxk_container_digest_state(container);
    if (state == DXK_DIGEST_DEBUG)
        dxki_out_text(out, DIGEST "debug\n");
    else if (state == DXK_DIGEST_ZERO)
        dxki_out_text(out, DIGEST "none\n");
}

dxk_digest_mode dxk_dxbc_digest(dxk_str text)
{
    dxk_digest_mode mode = DXK_DIGEST_FIX;
    dxki_fxc_starts lines = {.text = text};
    dxk_str line;
    while (dxki_fxc_next_start(&lines, &line)) {
        if (dxki_str_starts(line, DIGEST "debug"))
            return DXK_DIGEST_FIX_DEBUG;
        if (dxki_str_starts(line, DIGEST "none"))
            return DXK_DIGEST_CLEAR;
        if (dxki_str_starts(line, "printf ") || dxki_str_starts(line, "errorf ") ||
            dxki_str_starts(line, "abort"))
            mode = DXK_DIGEST_FIX_DEBUG;
    }
    return mode;
}

/* ---------------------------------------------------------------------------------------- */
/* Listing what the text does not give                                                        */

#define BYTES_A_LINE 32

static void put_fourcc(dxki_out *out, uint32_t fourcc)
{
    for (int i = 0; i < 4; i++) {
        uint8_t c = (uint8_t)(fourcc >> (8 * i));
        if (c <= ' ' || c >= 127 || c == '*') {
            dxki_out_text(out, "0x");
            dxki_out_hex(out, fourcc, 8, false);
            return;
        }
    }
    for (int i = 0; i < 4; i++)
        dxki_out_char(out, (char)(fourcc >> (8 * i)));
}

/* True when the text gives part `index`: the first of its kind, and made alike. */
static bool is_given(const dxk_container *container, size_t index, const dxk_container *again)
{
    const dxk_part *part = dxk_container_part(container, index);
    const dxk_part *other = dxk_container_part(again, dxk_container_find(again, part->fourcc, 0));
    return dxk_container_find(container, part->fourcc, 0) == index && other &&
           other->content.size == part->content.size &&
           (part->content.size == 0 ||
            memcmp(other->content.data, part->content.data, part->content.size) == 0);
}

static void put_bytes(dxki_out *out, const dxk_part *part)
{
    dxki_out_text(out, "// part ");
    put_fourcc(out, part->fourcc);
    dxki_out_char(out, '\n');
    for (size_t i = 0; i < part->content.size; i += BYTES_A_LINE) {
        size_t left = part->content.size - i;
        dxki_out_text(out, "//   ");
        dxki_out_hex_bytes(
            out, (dxk_bytes){part->content.data + i, left < BYTES_A_LINE ? left : BYTES_A_LINE});
        dxki_out_char(out, '\n');
    }
}

dxk_status dxki_fxc_print_rest(dxki_fxc_printer *pr, const dxk_container *container, dxk_str text)
{
    dxk_container *again = NULL;
    dxki_out *out = pr->out;
    dxk_status status = dxki_fxc_assemble(pr->ctx, text, &again);
    if (status != DXK_OK)
        return status;
    size_t count = dxk_container_part_count(container);
    dxki_out_text(out, DXKI_PARTS);
    for (size_t i = 0; i < count; i++) {
        dxki_out_char(out, ' ');
        put_fourcc(out, dxk_container_part(container, i)->fourcc);
        if (!is_given(container, i, again))
            dxki_out_char(out, '*');
    }
    dxki_out_char(out, '\n');
    for (size_t i = 0; i < count; i++)
        if (!is_given(container, i, again))
            put_bytes(out, dxk_container_part(container, i));
    dxk_container_free(again);
    return DXK_OK;
}
