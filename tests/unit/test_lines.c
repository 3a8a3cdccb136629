/* SPDX-License-Identifier: MIT */
/* test_lines.c - lines of the source by instruction (dxk/lines.h). */
#include "support.h"

#include "dxk/lines.h"
#include "dxk/text.h"

/* Without it a parser drops debug information. */
#define FLAGS "!llvm.module.flags = !{!10}\n!10 = !{i32 2, !\"Debug Info Version\", i32 3}\n"

static const char text[] =
    "define float @f(float %x) !dbg !3 {\n"
    "  %a = fadd float %x, 1.0, !dbg !5\n"
    "  call void @llvm.dbg.value(metadata float %a, i64 0, metadata !8, "
    "metadata !9), !dbg !5\n"
    "  %b = fmul float %a, 2.0, !dbg !6\n"
    "  ret float %b\n"
    "}\n"
    "define void @g() {\n  ret void\n}\n"
    "declare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n"
    "!1 = !DIFile(filename: \"a.hlsl\", directory: \"\")\n"
    "!2 = !DIFile(filename: \"b.h\", directory: \"\")\n"
    "!3 = !DISubprogram(name: \"shade\", file: !1, line: 7)\n"
    "!4 = !DISubprogram(name: \"half\", file: !2, line: 1)\n"
    "!5 = !DILocation(line: 8, column: 3, scope: !3)\n"
    "!6 = !DILocation(line: 2, column: 9, scope: !4, inlinedAt: !5)\n"
    "!8 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"a\", scope: !3)\n"
    "!9 = !DIExpression()\n" FLAGS;

static dxk_module *parse(dxk_ctx *ctx, const char *source)
{
    dxk_module *m;
    const dxk_bytes bytes = {(const uint8_t *)source, strlen(source)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

static bool is(dxk_str s, const char *want)
{
    return s.size == strlen(want) && memcmp(s.data, want, s.size) == 0;
}

static void instructions_have_lines(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, text);
    dxk_lines *lines;
    dxk_line line;
    dxk_line_frame frame;
    size_t at;
    assert_int_equal(dxk_lines_load(m, &lines), DXK_OK);
    assert_int_equal(dxk_lines_count(lines), 4);
    assert_true(dxk_lines_find(lines, (dxk_str){"f", 1}, 1, &at));
    assert_true(dxk_lines_get(lines, at, &line));
    assert_true(is(line.function, "f") && line.instruction == 1 && line.levels == 2);
    assert_true(dxk_lines_frame(lines, at, 0, &frame));
    assert_true(is(frame.function, "half") && is(frame.file, "b.h"));
    assert_true(frame.line == 2 && frame.column == 9);
    assert_true(dxk_lines_frame(lines, at, 1, &frame));
    assert_true(is(frame.function, "shade") && is(frame.file, "a.hlsl") && frame.line == 8);
    assert_false(dxk_lines_frame(lines, at, 2, &frame));
    assert_true(dxk_lines_find(lines, (dxk_str){"g", 1}, 0, &at) && at == 3);
    assert_false(dxk_lines_frame(lines, at, 0, &frame));
    assert_false(dxk_lines_find(lines, (dxk_str){"g", 1}, 1, &at));
    assert_false(dxk_lines_find(lines, (dxk_str){"h", 1}, 0, &at));
    assert_false(dxk_lines_at(lines, 1000, &at)); /* a text has no bits */
    assert_false(dxk_lines_get(lines, 4, &line));
    dxk_lines_free(lines);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* Locations that are inlined at themselves, and scopes that are no scopes. */
static void circles_end(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, "define void @f() {\n  ret void, !dbg !0\n}\n"
                               "!0 = distinct !DILocation(line: 1, scope: !1, inlinedAt: !0)\n"
                               "!1 = distinct !DILexicalBlock(scope: !1)\n" FLAGS);
    dxk_lines *lines;
    dxk_line line;
    dxk_line_frame frame;
    assert_int_equal(dxk_lines_load(m, &lines), DXK_OK);
    assert_true(dxk_lines_get(lines, 0, &line));
    assert_true(line.levels > 1);
    assert_true(dxk_lines_frame(lines, 0, line.levels - 1, &frame));
    assert_false(dxk_lines_frame(lines, 0, line.levels, &frame));
    assert_true(frame.function.size == 0);
    dxk_lines_free(lines);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static dxk_status list(dxk_ctx *ctx, void *user)
{
    const char *source = user;
    const dxk_bytes bytes = {(const uint8_t *)source, strlen(source)};
    dxk_module *m = NULL;
    dxk_lines *lines = NULL;
    dxk_status status = dxk_module_parse(ctx, bytes, NULL, &m);
    if (status == DXK_OK)
        status = dxk_lines_load(m, &lines);
    dxk_lines_free(lines);
    dxk_module_free(m);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    char source[sizeof text];
    memcpy(source, text, sizeof text);
    support_fail_allocations(list, source);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(instructions_have_lines),
    cmocka_unit_test(circles_end),
    cmocka_unit_test(memory_may_run_out),
};

SUPPORT_SUITE(test_lines, tests);
