/* SPDX-License-Identifier: MIT */
/*
 * test_dxbc.c - shader models 4 and 5: listings in both directions, damaged token streams, numbers,
 * counters, feature level 9, allocation failures.
 */
#include "support.h"

#include "base/out.h"
#include "dxbc/dxbc.h"
#include "fxc/number.h"
#include "dxbc/opcodes.h"
#include "dxk/parts.h"
#include "wire/load.h"

static const char *const samples[] = {"legacy/lit_ps.asm", "legacy/sums_cs.asm",
                                      "legacy/fan_gs.asm", "legacy/patch_hs.asm"};
#define SAMPLES (sizeof samples / sizeof *samples)

static dxk_str text_of(const dxk_buffer *buffer)
{
    return (dxk_str){(const char *)buffer->data, buffer->size};
}

static dxk_container *parsed(dxk_ctx *ctx, dxk_str text)
{
    dxk_container *container = NULL;
    dxk_status status = dxk_container_parse(ctx, text, &container);
    if (status != DXK_OK)
        fail_msg("%s at %u:%u",
                 dxk_ctx_diag_count(ctx) ? dxk_ctx_diag(ctx, 0)->message : "no message",
                 dxk_ctx_diag_count(ctx) ? dxk_ctx_diag(ctx, 0)->line : 0,
                 dxk_ctx_diag_count(ctx) ? dxk_ctx_diag(ctx, 0)->column : 0);
    return container;
}

static const dxk_part *part_of(const dxk_container *container, uint32_t fourcc)
{
    return dxk_container_part(container, dxk_container_find(container, fourcc, 0));
}

/* ---------------------------------------------------------------------------------------- */
/* Listings                                                                                   */

/* A listing that is read and printed is the same text. */
static void test_listing(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        dxk_ctx *ctx = support_ctx();
        size_t size;
        char *text = (char *)support_sample(samples[i], &size);
        dxk_container *container = parsed(ctx, (dxk_str){text, size});
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_true(dxk_dxbc_present(container));
        assert_true(dxk_dxbc_is_listing((dxk_str){text, size}));
        assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&out)), DXK_OK);
        assert_int_equal(out.size, size);
        assert_memory_equal(out.data, text, size);
        dxk_buffer_free(&out);
        dxk_container_free(container);
        free(text);
        support_ctx_done(ctx);
    }
}

/* Every part that a listing makes decodes and encodes to itself; visiting reaches its end. */
static dxk_status count_field(void *user, const dxk_visit_field *field)
{
    *(size_t *)user += field->size;
    return DXK_OK;
}

static void test_parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        dxk_ctx *ctx = support_ctx();
        size_t size;
        char *text = (char *)support_sample(samples[i], &size);
        dxk_container *container = parsed(ctx, (dxk_str){text, size});
        for (size_t k = 0; k < dxk_container_part_count(container); k++) {
            const dxk_part *part = dxk_container_part(container, k);
            dxk_decoded *decoded;
            dxk_buffer out;
            size_t seen = 0;
            dxk_visitor visitor = {&seen, NULL, count_field, NULL};
            dxk_buffer_init(&out, ctx);
            assert_int_equal(dxk_part_decode(ctx, part->fourcc, part->content, &decoded), DXK_OK);
            assert_int_not_equal(decoded->type, DXK_PART_TYPE_RAW);
            assert_int_equal(dxk_part_encode(ctx, decoded, dxk_buffer_sink(&out)), DXK_OK);
            assert_int_equal(out.size, part->content.size);
            assert_memory_equal(out.data, part->content.data, out.size);
            assert_int_equal(dxk_container_visit_part(container, k, &visitor), DXK_OK);
            assert_true(seen > 0);
            dxk_buffer_free(&out);
            dxk_decoded_free(decoded);
        }
        dxk_container_free(container);
        free(text);
        support_ctx_done(ctx);
    }
}

/* What RDEF, the signatures and STAT of the pixel shader hold. */
static void test_tables(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    size_t size;
    char *text = (char *)support_sample(samples[0], &size);
    dxk_container *container = parsed(ctx, (dxk_str){text, size});
    dxk_decoded *rdef, *stat, *output;
    const uint32_t fourccs[] = {DXK_PART_RDEF, DXK_PART_STAT, DXK_PART_OSGN};
    dxk_decoded **out[] = {&rdef, &stat, &output};
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            dxk_part_decode(ctx, fourccs[i], part_of(container, fourccs[i])->content, out[i]),
            DXK_OK);
    const dxk_rdef *r = rdef->as.rdef;
    assert_int_equal(r->header.binding_count, 5);
    assert_int_equal(r->header.buffer_count, 1);
    assert_int_equal(r->buffers[0].head.size, 208);
    assert_int_equal(r->buffers[0].head.variable_count, 3);
    const dxk_rdef_type_part *lamp = dxk_rdef_type_at(r, r->buffers[0].variables[0].type);
    assert_non_null(lamp);
    assert_int_equal(lamp->head.member_count, 3);
    assert_int_equal(lamp->head.elements, 4);
    assert_int_equal(lamp->head.columns, 8);
    assert_memory_equal(dxk_strings_at(&r->strings, lamp->head.name).data, "Lamp", 5);
    assert_int_equal(dxk_rdef_default(r, &r->buffers[0].variables[2]).size, 16);
    assert_int_equal(dxk_rdef_default(r, &r->buffers[0].variables[1]).size, 0);
    const dxk_counters *c = &stat->as.counters->counters;
    assert_int_equal(c->instructions, 26);
    assert_int_equal(c->temps, 3);
    assert_int_equal(c->temp_arrays, 4);
    assert_int_equal(c->texture_normal, 2);
    assert_int_equal(c->texture_comparison, 1);
    const dxk_signature *s = output->as.signature;
    assert_int_equal(s->element_size, 24);
    assert_int_equal(s->elements[1].register_index, UINT32_MAX);
    assert_int_equal(s->elements[1].rw_mask, 14);
    for (int i = 0; i < 3; i++)
        dxk_decoded_free(*out[i]);
    dxk_container_free(container);
    free(text);
    support_ctx_done(ctx);
}

/* A listing with lines that are read back exactly although they do not look so. */
static void test_exact(void **state)
{
    (void)state;
    static const char code[] =
        "ps_4_0\ndcl_output o0.xyzw\n"
        "mov o0.xyzw, l(0.000031,0.333333,1.000000,0)  // tokens: 0x08000036 "
        "0x001020f2 0x00000000 0x00004002 0x38000000 0x3eaaaaab 0x3f800000 "
        "0x00000000\n"
        "// unknown opcode 1023: 0x00000007  // tokens: 0x020003ff 0x00000007\n"
        "ret \n";
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = parsed(ctx, (dxk_str){code, sizeof code - 1}), *again;
    dxk_dxbc_options options = {.exact = true};
    dxk_buffer out;
    dxk_dxbc_program *program;
    dxk_buffer_init(&out, ctx);
    const dxk_part *shdr = part_of(container, DXK_PART_SHDR);
    assert_non_null(shdr);
    assert_int_equal(dxk_dxbc_decode(ctx, shdr->content, &program), DXK_OK);
    assert_int_equal(program->instruction_count, 4);
    assert_int_equal(dxk_dxbc_opcode(&program->instructions[2]), 1023);
    assert_null(dxk_dxbc_opcode_name(1023));
    assert_string_equal(dxk_dxbc_opcode_name(0x36), "mov");
    dxk_dxbc_program_free(program);
    assert_int_equal(dxk_dxbc_print(container, &options, dxk_buffer_sink(&out)), DXK_OK);
    again = parsed(ctx, text_of(&out));
    const dxk_part *same = part_of(again, DXK_PART_SHDR);
    assert_int_equal(same->content.size, shdr->content.size);
    assert_memory_equal(same->content.data, shdr->content.data, shdr->content.size);
    dxk_buffer_free(&out);
    dxk_container_free(again);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* The forms of the compilers differ where they should. */
static void test_forms(void **state)
{
    (void)state;
    static const char code[] = "ps_4_0\ndcl_constantbuffer CB0[1], immediateIndexed\n"
                               "discard_nz cb0[0].x\nmul r0.x, r0.x, l(18.851563)\nret \n";
    static const struct {
        dxk_fxc_version fxc;
        const char *buffer, *discard, *number;
    } forms[] = {{DXK_FXC_9_29, " cb0[1]", "discard cb0", "18.851563"},
                 {DXK_FXC_9_30, " cb0[1]", "discard_nz cb0", "18.851563"},
                 {DXK_FXC_10_0, " CB0[1]", "discard_nz cb0", "18.851563"},
                 {DXK_FXC_10_1, " CB0[1]", "discard_nz cb0", "18.851562"}};
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = parsed(ctx, (dxk_str){code, sizeof code - 1});
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        dxk_dxbc_options options = {.fxc = forms[i].fxc, .generator = {"me", 2}};
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_int_equal(dxk_dxbc_print(container, &options, dxk_buffer_sink(&out)), DXK_OK);
        assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
        assert_non_null(strstr((char *)out.data, "// Generated by Microsoft (R) me\n"));
        assert_non_null(strstr((char *)out.data, forms[i].buffer));
        assert_non_null(strstr((char *)out.data, forms[i].discard));
        assert_non_null(strstr((char *)out.data, forms[i].number));
        dxk_buffer_free(&out);
    }
    dxk_dxbc_options wrong = {.fxc = (dxk_fxc_version)99};
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_dxbc_print(container, &wrong, dxk_buffer_sink(&out)), DXK_E_ARGUMENT);
    dxk_buffer_free(&out);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Mistakes in listings                                                                       */

static void test_syntax(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } cases[] = {
        {"", 1, 1},
        {"// nothing\n", 2, 1},
        {"ps_4_0\nfrobnicate r0\n", 2, 1},
        {"ps_4_0\nmov r0.x r1.x\n", 2, 9},
        {"ps_4_0\nmov r0.x, q1.x\n", 2, 11},
        {"ps_4_0\nmov r0.x, r1.xy\n", 2, 16},
        {"ps_4_0\nmov r0.x, r1[r2.x\n", 2, 18},
        {"ps_4_0\nmov r0.x, l(1, 2)\n", 2, 17},
        {"ps_4_0\nmov r0.x, l(1, 2, 3, 4, 5)\n", 2, 25},
        {"ps_4_0\nadd r0.x, r0.x, r0.x, r0.x\n", 2, 21},
        {"ps_4_0\ndcl_resource_texture9d (float,float,float,float) t0\n", 2, 14},
        {"ps_4_0\ndcl_sampler s0, mode_odd\n", 2, 17},
        {"ps_4_0\ndcl_temps x\n", 2, 11},
        {"ps_5_1\ndcl_sampler s0, mode_default\n", 2, 13},
        {"ps_5_0\nsample_indexable r0.x, r0.x, t0.x, s0\n", 2, 17},
        {"ps_5_0\ndcl_immediateConstantBuffer { { 1, 2, 3, 4},\n", 2, 45},
        {"ps_5_0\nmov r0.x, r0.x  // tokens: 0x00000000\n", 2, 38},
        {"ps_5_0\nmov r0.x, l(4294967296)\n", 2, 22},
        {"ps_5_0\nmov r0.x, l(-2147483649)\n", 2, 23},
        {"ps_5_0\nmov r0.x, l(-0x80000001)\n", 2, 23},
        {"ps_5_0\nadd r0.x, r0.x, l(999999999999999999999999999999999999999999.0)\n", 2, 19},
        {"ps_5_0\nsample_aoffimmi(0,-9,0) r0.xyzw, r0.xyxx, t0.xyzw, s0\n", 2, 19},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        dxk_str text = {cases[i].text, strlen(cases[i].text)};
        assert_int_equal(dxk_container_parse(ctx, text, &container), DXK_E_INVALID);
        assert_null(container);
        const dxk_diag *diag = dxk_ctx_diag(ctx, dxk_ctx_diag_count(ctx) - 1);
        assert_string_equal(diag->rule, "DXBC.SYNTAX");
        assert_int_equal(diag->place, DXK_PLACE_LINE);
        if (i > 1 && (diag->line != cases[i].line || diag->column != cases[i].column))
            fail_msg("case %zu: %u:%u, not %u:%u: %s", i, diag->line, diag->column, cases[i].line,
                     cases[i].column, diag->message);
        support_ctx_done(ctx);
    }
}

/* Indices inside indices, without end. */
static void test_deep_text(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_buffer_append(&text, "ps_4_0\nmov r0.x, ", 17), DXK_OK);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(dxk_buffer_append(&text, "x0[", 3), DXK_OK);
    assert_int_equal(dxk_container_parse(ctx, text_of(&text), &container), DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.DEPTH"));
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Damaged tokens                                                                             */

static dxk_status decode_tokens(dxk_ctx *ctx, const uint32_t *tokens, size_t count)
{
    uint8_t bytes[1024];
    dxk_decoded *part;
    for (size_t i = 0; i < count; i++)
        dxki_store32(bytes + 4 * i, tokens[i]);
    dxk_status status = dxk_part_decode(ctx, DXK_PART_SHEX, (dxk_bytes){bytes, 4 * count}, &part);
    dxk_decoded_free(part);
    return status;
}

#define PS_5_0 0x50u

static void test_damage(void **state)
{
    (void)state;
    static const struct {
        uint32_t tokens[8];
        size_t count;
        const char *rule, *path;
        uint64_t offset;
    } cases[] = {
        {{PS_5_0}, 1, "DXBC.SHORT", "SHEX", 0},
        {{PS_5_0, 1}, 2, "DXBC.LENGTH", "SHEX/length", 4},
        {{PS_5_0, 9, 0x0100003e}, 3, "DXBC.LENGTH", "SHEX/length", 4},
        {{PS_5_0, 3, 0x0000003e}, 3, "DXBC.NO_LENGTH", "SHEX/instructions[0]", 8},
        {{PS_5_0, 4, 0x0100003e, 0x0200003e}, 4, "DXBC.TOKEN_BOUNDS", "SHEX/instructions[1]", 12},
        {{PS_5_0, 4, 0x00001835, 0}, 4, "DXBC.NO_LENGTH", "SHEX/instructions[0]", 8},
        {{PS_5_0, 4, 0x00001835, 1}, 4, "DXBC.NO_LENGTH", "SHEX/instructions[0]", 8},
        {{PS_5_0, 4, 0x00001835, 0xffffffff}, 4, "DXBC.TOKEN_BOUNDS", "SHEX/instructions[0]", 8},
        {{PS_5_0, 3, 0x01000036}, 3, "DXBC.OPERAND", "SHEX/instructions[0]", 12},
        {{PS_5_0, 4, 0x02000036, 0x001000f2}, 4, "DXBC.OPERAND", "SHEX/instructions[0]", 12},
        {{PS_5_0, 6, 0x04000036, 0x001000f2, 0, 0x00004002},
         6,
         "DXBC.OPERAND",
         "SHEX/instructions[0]",
         24},
        {{PS_5_0, 6, 0x04000036, 0x001000f2, 0, 0x80100e46},
         6,
         "DXBC.OPERAND",
         "SHEX/instructions[0]",
         24},
        {{PS_5_0, 6, 0x04000036, 0x01d000f2, 0, 0x00100e46},
         6,
         "DXBC.INDEX",
         "SHEX/instructions[0]",
         12},
        {{PS_5_0, 3, 0x81000036}, 3, "DXBC.OPERAND", "SHEX/instructions[0]", 12},
        {{PS_5_0, 3, 0x01000068}, 3, "DXBC.OPERAND", "SHEX/instructions[0]", 12},
        {{0x51, 5, 0x0300005a, 0x00106000, 0}, 5, "DXBC.OPERAND", "SHEX/instructions[0]", 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        assert_int_equal(decode_tokens(ctx, cases[i].tokens, cases[i].count), DXK_E_INVALID);
        assert_int_equal(dxk_ctx_diag_count(ctx), 1);
        const dxk_diag *diag = dxk_ctx_diag(ctx, 0);
        if (strcmp(diag->rule, cases[i].rule) != 0 || strcmp(diag->path, cases[i].path) != 0 ||
            diag->position != cases[i].offset)
            fail_msg("case %zu: %s at %s, offset %u", i, diag->rule, diag->path,
                     (unsigned)diag->position);
        support_ctx_done(ctx);
    }
}

/* A relative index that is itself relative, and so on. */
static void test_nesting(void **state)
{
    (void)state;
    uint32_t tokens[126] = {PS_5_0, 126, 0x7c000036};
    dxk_ctx_options options = {.limits = {.depth = 16}};
    dxk_ctx *ctx;
    for (size_t i = 3; i < 126; i++)
        tokens[i] = 0x00900012; /* r[...], index by register */
    assert_int_equal(dxk_ctx_create(&options, &ctx), DXK_OK);
    assert_int_equal(decode_tokens(ctx, tokens, 126), DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.DEPTH"));
    support_ctx_done(ctx);
}

/* What is not known or surplus is kept. */
static void test_kept(void **state)
{
    (void)state;
    static const uint32_t tokens[] = {
        PS_5_0,     26,                                       /* header */
        0x030007ff, 1,          2,                            /* unknown opcode */
        0x06000036, 0x001000f2, 0, 0x00100e46, 1,         77, /* mov with a surplus word */
        0x00000035, 4,          5, 6,                         /* comment */
        0x80000092, 6,          0, 1,          0,         0,  /* interface, long form */
        0x0400003e, 9,          9, 9,          0x0100003e};   /* ret with surplus words */
    uint8_t bytes[4 * 30];
    size_t count = sizeof tokens / sizeof *tokens;
    dxk_ctx *ctx = support_ctx();
    dxk_dxbc_program *program;
    dxk_buffer out;
    for (size_t i = 0; i < count; i++)
        dxki_store32(bytes + 4 * i, tokens[i]);
    memcpy(bytes + 4 * count, "tail", 4);
    dxk_bytes content = {bytes, 4 * count + 4};
    assert_int_equal(dxk_dxbc_decode(ctx, content, &program), DXK_OK);
    assert_int_equal(program->instruction_count, 6);
    assert_int_equal(program->instructions[1].tail_count, 1);
    assert_int_equal(program->rest.size, 4);
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_dxbc_encode(ctx, program, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, content.size);
    assert_memory_equal(out.data, bytes, content.size);
    dxk_buffer_free(&out);
    dxk_dxbc_program_free(program);
    support_ctx_done(ctx);
}

/* An instruction that grew past its length field. */
static void test_long(void **state)
{
    (void)state;
    uint32_t words[200] = {0};
    dxk_dxbc_instruction in = {.token = 0x3e, .tail_count = 127};
    dxk_dxbc_program program = {
        .version = PS_5_0, .instructions = &in, .instruction_count = 1, .words = words};
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_dxbc_encode(ctx, &program, dxk_buffer_sink(&out)), DXK_E_INVALID);
    assert_true(support_reported(ctx, "DXBC.LONG"));
    in.tail_count = 126;
    assert_int_equal(dxk_dxbc_encode(ctx, &program, dxk_buffer_sink(&out)), DXK_OK);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Resource definitions                                                                       */

/* A structure that contains itself: the layout has no end. */
static void test_endless_layout(void **state)
{
    (void)state;
    static const char text[] =
        "//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n//\n//\n"
        "// Buffer Definitions: \n//\n// cbuffer B\n// {\n//\n//   struct S\n"
        "//   {\n//       \n//       struct T\n//       {\n//           \n"
        "//           float a;                   // Offset:    0\n//\n"
        "//       } t;                           // Offset:    0\n//\n"
        "//   } s;                               // Offset:    0 Size:     4\n"
        "//\n// }\n//\n//\nps_5_0\nret \n";
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = parsed(ctx, (dxk_str){text, sizeof text - 1});
    const uint32_t fourcc = DXK_PART_RDEF;
    const dxk_part *part = part_of(container, fourcc);
    dxk_decoded *decoded;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_part_decode(ctx, fourcc, part->content, &decoded), DXK_OK);
    dxk_rdef *rdef = decoded->as.rdef;
    dxk_rdef_type_part *outer =
        (dxk_rdef_type_part *)dxk_rdef_type_at(rdef, rdef->buffers[0].variables[0].type);
    assert_non_null(outer);
    outer->members[0].type = outer->offset;
    assert_int_equal(dxk_part_encode(ctx, decoded, dxk_buffer_sink(&out)), DXK_OK);
    size_t index = dxk_container_find(container, fourcc, 0);
    dxk_decoded_free(decoded);
    assert_int_equal(dxk_container_replace(container, index, (dxk_bytes){out.data, out.size}),
                     DXK_OK);
    out.size = 0;
    assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&out)), DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.DEPTH"));
    dxk_buffer_free(&out);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* Structures that hold each other twice, level by level: DXBC.LAYOUT. */
static void test_wide_layout(void **state)
{
    (void)state;
    enum { LEVELS = 24 };
    char text[8192];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "//\n// Generated by Microsoft (R) HLSL Shader Compiler 10.1\n"
                                 "//\n//\n// Buffer Definitions: \n//\n// cbuffer B\n// {\n//\n");
    for (int i = 0; i < LEVELS; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "//   struct T%d\n//   {\n//       \n",
                               i);
    at += (size_t)snprintf(text + at, sizeof text - at,
                           "//   float a;                       // Offset:    0\n");
    for (int i = LEVELS - 1; i >= 0; i--)
        at += (size_t)snprintf(
            text + at, sizeof text - at, "%s//   } t;                         // Offset:    0%s\n",
            "//   float b;                       // Offset:    4\n//\n", i ? "" : " Size:     8");
    snprintf(text + at, sizeof text - at, "//\n// }\n//\n//\nps_5_0\nret \n");
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = parsed(ctx, (dxk_str){text, strlen(text)});
    const uint32_t fourcc = DXK_PART_RDEF;
    const dxk_part *part = part_of(container, fourcc);
    dxk_decoded *decoded;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_part_decode(ctx, fourcc, part->content, &decoded), DXK_OK);
    dxk_rdef *rdef = decoded->as.rdef;
    for (size_t i = 0; i < rdef->type_count; i++)
        if (rdef->types[i].head.member_count == 2)
            rdef->types[i].members[1].type = rdef->types[i].members[0].type;
    assert_int_equal(dxk_part_encode(ctx, decoded, dxk_buffer_sink(&out)), DXK_OK);
    size_t index = dxk_container_find(container, fourcc, 0);
    dxk_decoded_free(decoded);
    assert_int_equal(dxk_container_replace(container, index, (dxk_bytes){out.data, out.size}),
                     DXK_OK);
    out.size = 0;
    assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&out)), DXK_E_INVALID);
    assert_true(support_reported(ctx, "DXBC.LAYOUT"));
    dxk_buffer_free(&out);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* A name that leads past the part is empty: DXBC.NAME. */
static void test_lost_name(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    size_t size;
    char *text = (char *)support_sample(samples[0], &size);
    dxk_container *container = parsed(ctx, (dxk_str){text, size});
    const dxk_part *part = part_of(container, DXK_PART_RDEF);
    uint8_t *copy = malloc(part->content.size);
    dxk_decoded *decoded;
    assert_non_null(copy);
    memcpy(copy, part->content.data, part->content.size);
    uint32_t binding = dxki_load32(copy + 12);
    dxki_store32(copy + binding, (uint32_t)part->content.size + 16);
    assert_int_equal(
        dxk_part_decode(ctx, part->fourcc, (dxk_bytes){copy, part->content.size}, &decoded),
        DXK_OK);
    assert_true(support_reported(ctx, "DXBC.NAME"));
    const dxk_rdef *rdef = decoded->as.rdef;
    assert_int_equal(dxk_strings_at(&rdef->strings, rdef->bindings[0].name).size, 0);
    dxk_decoded_free(decoded);
    free(copy);
    dxk_container_free(container);
    free(text);
    support_ctx_done(ctx);
}

/* Damage anywhere in a part is a clean error or is kept; never more. */
static void test_damaged_parts(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    size_t size;
    char *text = (char *)support_sample(samples[0], &size);
    dxk_container *container = parsed(ctx, (dxk_str){text, size});
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        uint8_t *copy = malloc(part->content.size);
        assert_non_null(copy);
        for (size_t at = 0; at < part->content.size; at++) {
            memcpy(copy, part->content.data, part->content.size);
            copy[at] ^= (uint8_t)(1u << at % 8);
            for (int cut = 0; cut < 2; cut++) {
                dxk_bytes content = {copy, cut ? at : part->content.size};
                dxk_decoded *decoded;
                dxk_buffer out;
                if (dxk_part_decode(ctx, part->fourcc, content, &decoded) != DXK_OK)
                    continue;
                dxk_buffer_init(&out, ctx);
                assert_int_equal(dxk_part_encode(ctx, decoded, dxk_buffer_sink(&out)), DXK_OK);
                assert_int_equal(out.size, content.size);
                if (out.size)
                    assert_memory_equal(out.data, copy, out.size);
                dxk_buffer_free(&out);
                dxk_decoded_free(decoded);
            }
            dxk_ctx_clear_diags(ctx);
        }
        free(copy);
    }
    dxk_container_free(container);
    free(text);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

static void put_number(char *text, uint32_t bits, dxki_fxc_rounding rounding, bool general)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer buffer;
    dxki_out out;
    dxk_buffer_init(&buffer, ctx);
    dxki_out_init(&out, dxk_buffer_sink(&buffer));
    if (general)
        dxki_fxc_put_general(&out, bits, rounding);
    else
        dxki_fxc_put_float(&out, bits, rounding);
    assert_int_equal(dxki_out_flush(&out), DXK_OK);
    memcpy(text, buffer.data, buffer.size);
    text[buffer.size] = 0;
    dxk_buffer_free(&buffer);
    support_ctx_done(ctx);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        uint32_t bits;
        const char *exact, *old;
    } fixed[] = {
        {0, "0.000000", "0.000000"},
        {0x80000000, "-0.000000", "-0.000000"},
        {0x3f800000, "1.000000", "1.000000"},
        {0xbf800000, "-1.000000", "-1.000000"},
        {0x3eaaaaab, "0.333333", "0.333333"},
        {0x38000000, "0.000031", "0.000031"},
        {0x3c000000, "0.007812", "0.007813"}, /* a tie */
        {0x00000001, "0.000000", "0.000000"},
        {0x7f7fffff, "340282346638528859811704183484516925440.000000",
         "340282346638528860000000000000000000000.000000"},
        {0x3f7fffff, "1.000000", "1.000000"},
        {0x7f800000, "inf", "1.#INF00"},
        {0xff800000, "-inf", "-1.#INF00"},
        {0xffc00000, "-nan(ind)", "-1.#IND00"},
        {0x7fc00000, "nan", "1.#QNAN0"},
        {0xffc00001, "-nan", "-1.#QNAN0"},
    };
    static const struct {
        uint32_t bits;
        const char *exact, *old;
    } general[] = {
        {0, "0", "0"},
        {0x80000000, "-0", "-0"},
        {0x3f800000, "1", "1"},
        {0x41f80000, "31", "31"},
        {0x3f000000, "0.5", "0.5"},
        {0x3d6147ae, "0.0549999997", "0.0549999997"},
        {0x38d1b717, "9.99999975e-05", "9.99999975e-005"},
        {0x4e6e6b28, "1e+09", "1e+009"},
        {0x4d6e6b28, "250000000", "250000000"},
        {0x7149f2ca, "1.00000002e+30", "1.00000002e+030"},
        {0x7f800000, "inf", "1.#INF"},
        {0xffc00000, "-nan(ind)", "-1.#IND"},
    };
    char text[80];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        put_number(text, fixed[i].bits, DXKI_ROUND_EXACT, false);
        assert_string_equal(text, fixed[i].exact);
        put_number(text, fixed[i].bits, DXKI_ROUND_17, false);
        assert_string_equal(text, fixed[i].old);
    }
    for (size_t i = 0; i < sizeof general / sizeof *general; i++) {
        put_number(text, general[i].bits, DXKI_ROUND_EXACT, true);
        assert_string_equal(text, general[i].exact);
        put_number(text, general[i].bits, DXKI_ROUND_17, true);
        assert_string_equal(text, general[i].old);
    }
}

/* Floats are read to the nearest, also those with many digits. */
static void test_reading_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t bits;
    } cases[] = {
        {"0.100000", 0x3dcccccd},
        {"-0.000000", 0x80000000},
        {"16777217.000000", 0x4b800000}, /* a tie: to even */
        {"16777219.000000", 0x4b800002},
        {"340282346638528859811704183484516925440.000000", 0x7f7fffff},
        {"0.000000000000000000000000000000000000000000001401298464324817", 1},
        {"1.#INF00", 0x7f800000},
        {"-1.#QNAN0", 0xffc00000},
        {"-1.#IND00", 0xffc00000},
        {"-inf", 0xff800000},
        {"nan", 0x7fc00000},
        {"-nan(ind)", 0xffc00000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        char text[256];
        int size = snprintf(text, sizeof text, "ps_4_0\nadd r0.x, r0.x, l(%s)\n", cases[i].text);
        dxk_container *container = parsed(ctx, (dxk_str){text, (size_t)size});
        const dxk_part *part = part_of(container, DXK_PART_SHDR);
        assert_int_equal(dxki_load32(part->content.data + part->content.size - 4), cases[i].bits);
        dxk_container_free(container);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Feature level 9                                                                            */

static void test_level9(void **state)
{
    (void)state;
    static const uint32_t code[] = {
        0xffff0200,                                                /* ps_2_0 */
        0x001ffffe, 0x47554244,                                    /* comment: DBUG */
        40,         120,        0,          1,          44, 2, 48, /* header ... lines */
        1,          64,         112,                               /* one variable at 64 */
        112,                                                       /* 40: */
        112,                                                       /* 44: file name */
        0xffff0000, 0,          0x00000007, 0,                     /* 48: lines */
        0,          112,        0,          1,          84,        /* 64: variable */
        1,          0x00010000, 0xffffffff,                        /* 84: place */
        0,          0,          0,          0,                     /* 96 */
        0x00786661, 0,                                             /* 112: "afx" */
        0x05000051, 0xa00f0000, 0x3f800000, 0x38d1b717, 0,  0,     /* def c0 */
        0x02000001, 0x80130800, 0x81000000,                        /* mov_sat oC0.xy, -v0.x */
        0x03000042, 0x800f0000, 0xb0e40000, 0xa0e40800,            /* texld r0, t0, s0 */
        0x0000ffff};
    static const char expected[] =
        "//\n// Constant buffer to DX9 shader constant mappings:\n//\n"
        "// Target Reg Buffer  Start Reg # of Regs        Data Conversion\n"
        "// ---------- ------- --------- --------- ----------------------\n"
        "// c5         cb1             2         3  ( FLT,BOOL, INT,UINT)\n"
        "//\n//\n// Level9 shader bytecode:\n//\n    ps_2_0\n"
        "    def c0, 1, 9.99999975e-05, 0, 0\n"
        "\n#line 7 \"afx\"\n"
        "    mov_sat oC0.xy, -r0.x  // ::afx<0,1>\n"
        "    texld r0, t0, s0\n"
        "\n// approximately 2 instruction slots used (1 texture, 1 "
        "arithmetic)\nps_4_0\n";
    static const char shader[] = "ps_4_0\nret \n";
    uint8_t bytes[48 + sizeof code];
    memset(bytes, 0, sizeof bytes);
    dxki_store32(bytes, sizeof bytes);
    dxki_store32(bytes + 4, code[0]);
    dxki_store32(bytes + 8, sizeof code);
    dxki_store32(bytes + 12, 48);
    dxki_store16(bytes + 16, 1);
    dxki_store16(bytes + 18, 36);
    static const uint16_t mapping[] = {1, 2, 3, 5, 0x0100, 0x0302};
    for (size_t i = 0; i < 6; i++)
        dxki_store16(bytes + 36 + 2 * i, mapping[i]);
    for (size_t i = 0; i < sizeof code / 4; i++)
        dxki_store32(bytes + 48 + 4 * i, code[i]);

    dxk_ctx *ctx = support_ctx();
    dxk_container *container = parsed(ctx, (dxk_str){shader, sizeof shader - 1});
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(
        dxk_container_insert(container, 0, DXK_PART_Aon9, (dxk_bytes){bytes, sizeof bytes}),
        DXK_OK);
    assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    if (!strstr((char *)out.data, expected))
        fail_msg("%s", (char *)out.data);
    dxk_buffer_free(&out);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Allocation failures                                                                        */

static dxk_status there_and_back(dxk_ctx *ctx, void *user)
{
    const dxk_str *text = user;
    dxk_dxbc_options options = {.exact = true};
    dxk_container *container, *again = NULL;
    dxk_buffer out;
    dxk_status status = dxk_container_parse(ctx, *text, &container);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&out, ctx);
    status = dxk_dxbc_print(container, &options, dxk_buffer_sink(&out));
    if (status == DXK_OK)
        status = dxk_container_parse(ctx, text_of(&out), &again);
    if (status == DXK_OK)
        status = dxk_container_reencode(again);
    dxk_buffer_free(&out);
    dxk_container_free(again);
    dxk_container_free(container);
    return status;
}

static void test_failing_allocations(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        size_t size;
        char *text = (char *)support_sample(samples[i], &size);
        dxk_str listing = {text, size};
        support_fail_allocations(there_and_back, &listing);
        free(text);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_listing),
    cmocka_unit_test(test_parts),
    cmocka_unit_test(test_tables),
    cmocka_unit_test(test_exact),
    cmocka_unit_test(test_forms),
    cmocka_unit_test(test_syntax),
    cmocka_unit_test(test_deep_text),
    cmocka_unit_test(test_damage),
    cmocka_unit_test(test_nesting),
    cmocka_unit_test(test_kept),
    cmocka_unit_test(test_long),
    cmocka_unit_test(test_endless_layout),
    cmocka_unit_test(test_wide_layout),
    cmocka_unit_test(test_lost_name),
    cmocka_unit_test(test_damaged_parts),
    cmocka_unit_test(test_numbers),
    cmocka_unit_test(test_reading_numbers),
    cmocka_unit_test(test_level9),
    cmocka_unit_test(test_failing_allocations),
};
SUPPORT_SUITE(test_dxbc, tests);
