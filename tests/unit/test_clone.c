/* SPDX-License-Identifier: MIT */
/* test_clone.c - copies within a module and between modules; cases as in edit_support.h. */
#include "edit_support.h"
#include "ir/clone.h"
#include "ir/find.h"
#include "ir/import.h"

/* --- within a module --- */

static bool with_cloner(dxk_module *m, bool (*work)(dxki_cloner *c))
{
    dxki_cloner c;
    dxki_clone_init(&c, m);
    bool good = work(&c);
    dxki_clone_free(&c);
    return good;
}

/* x once more after itself, with another operand. */
static bool clone_inst(dxki_cloner *c)
{
    uint32_t x = INST(c->m, "x"), p = INST(c->m, "p"), copy;
    dxki_value nine = i32(c->m, 9);
    return nine && dxki_clone_map(c, named(c->m, "a"), nine) &&
           (copy = dxki_inst_clone(c, x, dxki_place_after(c->m, x))) != 0 &&
           dxki_clone_map(c, DXKI_VALUE(DXKI_V_INST, x), DXKI_VALUE(DXKI_V_INST, copy)) &&
           dxki_clone_remap(c, p) && dxki_function_unique_names(c->m, DXKI_INDEX(named(c->m, "f")));
}

static bool test_inst(dxk_module *m)
{
    return with_cloner(m, clone_inst);
}

/* The loop's body once more in front of it. */
static bool clone_loop(dxki_cloner *c)
{
    dxk_module *m = c->m;
    uint32_t loop = BLOCK(m, "loop"), fn = m->blocks.items[loop].function, end = BLOCK(m, "end");
    if (!dxki_blocks_clone(c, &loop, 1, fn, end))
        return false;
    uint32_t copy = DXKI_INDEX(dxki_clone_of(c, DXKI_VALUE(DXKI_V_BLOCK, loop)));
    return dxki_function_unique_names(m, fn) && dxki_edge_add(m, copy, end, loop) &&
           dxki_clone_remap(c, m->blocks.items[end].first_inst);
}

static bool test_blocks(dxk_module *m)
{
    return with_cloner(m, clone_loop);
}

static bool clone_function(dxki_cloner *c)
{
    dxki_string name = dxki_global_unique_name(c->m, text_of("f"));
    dxki_string other = dxki_string_intern(c->m, text_of("d2"));
    return name != UINT32_MAX && other != UINT32_MAX &&
           dxki_function_clone(c, DXKI_INDEX(named(c->m, "f")), name) &&
           dxki_function_clone(c, DXKI_INDEX(named(c->m, "d")), other);
}

static bool test_function(dxk_module *m)
{
    return with_cloner(m, clone_function);
}

/* As an inliner does: the callee's only block into the caller, with locations inlined at the call. */
static bool inline_call(dxki_cloner *c)
{
    dxk_module *m = c->m;
    uint32_t call = INST(m, "call"), fn = m->blocks.items[m->insts.items[call].block].function;
    dxki_md at = dxki_inst_dbg(m, call);
    uint32_t block = BLOCK(m, "inner");
    c->inlined_at =
        dxki_md_node(m, DXKI_M_LOCATION, (dxki_md[]){dxki_md_op(m, at, 0), 0}, 2,
                     (uint64_t[]){dxki_md_num(m, at, 0), dxki_md_num(m, at, 1)}, 2, true);
    if (!c->inlined_at ||
        !dxki_clone_map(c, named(m, "p"), m->words.items[m->insts.items[call].ops]))
        return false;
    DXKI_EACH_INST(m, block, inst) {
        if (m->insts.items[inst].op != DXKI_OP_RET &&
            !dxki_inst_clone(c, inst, dxki_place_before(m, call)))
            return false;
    }
    return dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, call), dxki_clone_of(c, named(m, "r"))) &&
           dxki_inst_remove(m, call) && dxki_function_unique_names(m, fn);
}

static bool test_inline(dxk_module *m)
{
    return with_cloner(m, inline_call);
}

#define DEBUG_HEAD                                                                                 \
    "\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n\n"                                       \
    "!0 = distinct !DICompileUnit(language: 4, file: !2, isOptimized: false, emissionKind: 1, "    \
    "subprograms: !3)\n"                                                                           \
    "!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n"                                              \
    "!2 = !DIFile(filename: \"a\", directory: \"b\")\n"

static const edit_case clones[] = {
    {"define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  %p = mul i32 %x, %a\n  ret i32 %p\n}\n",
     test_inst,
     "define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  %x1 = add i32 9, 1\n  %p = mul i32 %x1, 9\n"
     "  ret i32 %p\n}\n"},
    {"define i32 @f(i32 %a) {\nentry:\n  br label %loop\n\nloop:\n"
     "  %i = phi i32 [ 0, %entry ], [ %n, %loop ]\n  %n = add i32 %i, 1\n"
     "  br i1 undef, label %loop, label %end\n\nend:\n  %e = phi i32 [ %n, %loop ]\n  ret i32 "
     "%e\n}\n",
     test_blocks,
     "define i32 @f(i32 %a) {\nentry:\n  br label %loop\n\nloop:\n"
     "  %i = phi i32 [ 0, %entry ], [ %n, %loop ]\n  %n = add i32 %i, 1\n"
     "  br i1 undef, label %loop, label %end\n\nloop1:\n"
     "  %i2 = phi i32 [ 0, %entry ], [ %n3, %loop1 ]\n  %n3 = add i32 %i2, 1\n"
     "  br i1 undef, label %loop1, label %end\n\nend:\n"
     "  %e = phi i32 [ %n3, %loop1 ], [ %n3, %loop1 ]\n  ret i32 %e\n}\n"},
    {"declare void @d()\n\ndefine internal i32 @f(i32 %a) !k !4 {\nentry:\n"
     "  %x = call i32 @f(i32 %a), !dbg !5, !k !4\n"
     "  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !6, metadata !7), !dbg !5\n"
     "  ret i32 %x, !dbg !8\n}\n"
     "\ndeclare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n" DEBUG_HEAD
     "!3 = !{!9}\n!4 = !{}\n!5 = !DILocation(line: 3, column: 4, scope: !9)\n"
     "!6 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"v\", scope: !10)\n"
     "!7 = !DIExpression()\n!8 = !DILocation(line: 5, scope: !10)\n"
     "!9 = distinct !DISubprogram(name: \"f\", isLocal: false, isDefinition: true, isOptimized: "
     "false, function: i32 (i32)* @f, variables: !11)\n"
     "!10 = distinct !DILexicalBlock(scope: !9, file: !2, line: 2)\n!11 = !{!6}\n",
     test_function,
     "declare void @d()\n"
     "\n"
     "define internal i32 @f(i32 %a) !k !12 {\n"
     "entry:\n"
     "  %x = call i32 @f(i32 %a), !dbg !13, !k !12\n"
     "  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !5, metadata !14), !dbg "
     "!13\n"
     "  ret i32 %x, !dbg !15\n"
     "}\n"
     "\n"
     "declare void @llvm.dbg.value(metadata, i64, metadata, metadata) #0\n"
     "\n"
     "define internal i32 @f.1(i32 %a) !k !12 {\n"
     "entry:\n"
     "  %x = call i32 @f.1(i32 %a), !dbg !16, !k !12\n"
     "  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !9, metadata !14), !dbg "
     "!16\n"
     "  ret i32 %x, !dbg !17\n"
     "}\n"
     "\n"
     "declare void @d2()\n"
     "\n"
     "attributes #0 = { nounwind readnone }\n"
     "\n"
     "!llvm.dbg.cu = !{!0}\n"
     "!llvm.module.flags = !{!11}\n"
     "\n"
     "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: "
     "false, runtimeVersion: 0, emissionKind: 1, subprograms: !2)\n"
     "!1 = !DIFile(filename: \"a\", directory: \"b\")\n"
     "!2 = !{!3, !7}\n"
     "!3 = distinct !DISubprogram(name: \"f\", scope: null, isLocal: false, isDefinition: "
     "true, isOptimized: false, function: i32 (i32)* @f, variables: !4)\n"
     "!4 = !{!5}\n"
     "!5 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"v\", scope: !6)\n"
     "!6 = distinct !DILexicalBlock(scope: !3, file: !1, line: 2)\n"
     "!7 = distinct !DISubprogram(name: \"f\", scope: null, isLocal: false, isDefinition: "
     "true, isOptimized: false, function: i32 (i32)* @f.1, variables: !8)\n"
     "!8 = !{!9}\n"
     "!9 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"v\", scope: !10)\n"
     "!10 = distinct !DILexicalBlock(scope: !7, file: !1, line: 2)\n"
     "!11 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
     "!12 = !{}\n"
     "!13 = !DILocation(line: 3, column: 4, scope: !3)\n"
     "!14 = !DIExpression()\n"
     "!15 = !DILocation(line: 5, scope: !6)\n"
     "!16 = !DILocation(line: 3, column: 4, scope: !7)\n"
     "!17 = !DILocation(line: 5, scope: !10)\n"},
    {"define i32 @callee(i32 %p) {\ninner:\n  %q = add i32 %p, 1, !dbg !4\n"
     "  %r = mul i32 %q, %q, !dbg !4\n  ret i32 %r\n}\n"
     "\ndefine i32 @f(i32 %a) {\n  %q = add i32 %a, 7\n  %call = call i32 @callee(i32 %q), !dbg "
     "!5\n"
     "  ret i32 %call\n}\n" DEBUG_HEAD
     "!3 = !{!6, !7}\n!4 = !DILocation(line: 1, column: 2, scope: !6)\n"
     "!5 = !DILocation(line: 3, column: 4, scope: !7)\n"
     "!6 = distinct !DISubprogram(name: \"callee\", isLocal: false, isDefinition: true, "
     "isOptimized: false)\n"
     "!7 = distinct !DISubprogram(name: \"f\", isLocal: false, isDefinition: true, "
     "isOptimized: false)\n",
     test_inline,
     "define i32 @callee(i32 %p) {\n"
     "inner:\n"
     "  %q = add i32 %p, 1, !dbg !6\n"
     "  %r = mul i32 %q, %q, !dbg !6\n"
     "  ret i32 %r\n"
     "}\n"
     "\n"
     "define i32 @f(i32 %a) {\n"
     "  %q = add i32 %a, 7\n"
     "  %q1 = add i32 %q, 1, !dbg !7\n"
     "  %r = mul i32 %q1, %q1, !dbg !7\n"
     "  ret i32 %r\n"
     "}\n"
     "\n"
     "!llvm.dbg.cu = !{!0}\n"
     "!llvm.module.flags = !{!5}\n"
     "\n"
     "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: "
     "false, runtimeVersion: 0, emissionKind: 1, subprograms: !2)\n"
     "!1 = !DIFile(filename: \"a\", directory: \"b\")\n"
     "!2 = !{!3, !4}\n"
     "!3 = distinct !DISubprogram(name: \"callee\", scope: null, isLocal: false, "
     "isDefinition: true, isOptimized: false)\n"
     "!4 = distinct !DISubprogram(name: \"f\", scope: null, isLocal: false, isDefinition: "
     "true, isOptimized: false)\n"
     "!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
     "!6 = !DILocation(line: 1, column: 2, scope: !3)\n"
     "!7 = !DILocation(line: 1, column: 2, scope: !3, inlinedAt: !8)\n"
     "!8 = distinct !DILocation(line: 3, column: 4, scope: !4)\n"},
};

/* --- between modules --- */

/* The module that things are imported from. */
static const char *source;

static bool with_importer(dxk_module *m, bool (*work)(dxki_importer *im))
{
    dxki_importer im;
    dxk_module *from;
    dxk_status status = parse(m->ctx, source, &from);
    if (status != DXK_OK) {
        assert_int_equal(status, DXK_E_NOMEM);
        return false;
    }
    bool good = dxki_import_begin(&im, m, from) && work(&im);
    dxki_import_end(&im);
    dxk_module_free(from);
    return good;
}

static uint32_t global_of(const dxki_importer *im, const char *name)
{
    return dxki_global_find(im->from, text_of(name));
}

/* @f with all that it needs, then all named metadata. */
static bool import_f(dxki_importer *im)
{
    if (!dxki_import_define(im, global_of(im, "f")) || !dxki_import_rest(im))
        return false;
    for (size_t i = 0; i < im->from->named_mds.count; i++) {
        if (!dxki_import_named_md(im, i))
            return false;
    }
    return true;
}

/* @f alone: what it refers to is declared. */
static bool import_alone(dxki_importer *im)
{
    uint32_t next;
    if (!dxki_import_define(im, global_of(im, "f")) || (next = dxki_import_next(im)) == 0)
        return false;
    assert_int_equal(next, global_of(im, "helper"));
    return dxki_import_next(im) == 0;
}

static bool test_all(dxk_module *m)
{
    source = "%S = type { i32, %S*, [2 x float] }\n%T = type { i8 }\n%O = type opaque\n"
             "@v = global { i32, i8* } { i32 7, i8* bitcast (%T* @w to i8*) }\n"
             "@w = internal global %T zeroinitializer\n@x = external global %O\n"
             "@y = constant [2 x i16] [i16 1, i16 2]\n"
             "define internal i32 @helper(i32 %a) nounwind {\n  ret i32 %a\n}\n"
             "define i32 @f(%S* %s, %O* %o) \"k\"=\"v\" {\nentry:\n"
             "  %p = getelementptr %S, %S* %s, i32 0, i32 0\n  %l = load i32, i32* %p, !tbaa !2\n"
             "  %c = call i32 @helper(i32 %l) nounwind, !q !3\n  %d = call i32 @known(i32 %c)\n"
             "  %g = load i32, i32* getelementptr ({ i32, i8* }, { i32, i8* }* @v, i32 0, i32 0)\n"
             "  %i = icmp eq %O* %o, @x\n  br i1 %i, label %one, label %two\n\n"
             "one:\n  br label %two\n\ntwo:\n  %r = phi i32 [ %g, %entry ], [ %d, %one ]\n"
             "  store i8* blockaddress(@f, %one), i8** undef\n  ret i32 %r\n}\n"
             "declare i32 @known(i32)\n"
             "!n = !{!0, !1}\n!0 = distinct !{!0, !\"s\", i32 (%S*, %O*)* @f, [2 x i16]* @y}\n"
             "!1 = !{!1, i64 5}\n!2 = !{!4, !4, i64 0}\n!3 = !{}\n!4 = !{!\"int\", !5}\n"
             "!5 = !{!\"root\"}\n";
    return with_importer(m, import_f);
}

static bool test_alone(dxk_module *m)
{
    source = "define i32 @f(i32 %a) {\n  %b = call i32 @helper(i32 %a)\n"
             "  call void @print(i32 %b)\n  ret i32 %b\n}\n"
             "define internal i32 @helper(i32 %a) {\n  ret i32 %a\n}\ndeclare void @print(i32)\n";
    return with_importer(m, import_alone);
}

static const edit_case imports[] = {
    {"", test_all,
     "%O = type opaque\n"
     "%T = type { i8 }\n"
     "%S = type { i32, %S*, [2 x float] }\n"
     "\n"
     "@v = global { i32, i8* } { i32 7, i8* getelementptr inbounds (%T, %T* @w, i32 0, i32 "
     "0) }\n"
     "@x = external global %O\n"
     "@w = internal global %T zeroinitializer\n"
     "\n"
     "define i32 @f(%S* %s, %O* %o) #0 {\n"
     "entry:\n"
     "  %p = getelementptr %S, %S* %s, i32 0, i32 0\n"
     "  %l = load i32, i32* %p, !tbaa !2\n"
     "  %c = call i32 @helper(i32 %l) #1, !q !5\n"
     "  %d = call i32 @known(i32 %c)\n"
     "  %g = load i32, i32* getelementptr inbounds ({ i32, i8* }, { i32, i8* }* @v, i32 0, "
     "i32 0)\n"
     "  %i = icmp eq %O* %o, @x\n"
     "  br i1 %i, label %one, label %two\n"
     "\n"
     "one:\n"
     "  br label %two\n"
     "\n"
     "two:\n"
     "  %r = phi i32 [ %g, %entry ], [ %d, %one ]\n"
     "  store i8* blockaddress(@f, %one), i8** undef\n"
     "  ret i32 %r\n"
     "}\n"
     "\n"
     "define internal i32 @helper(i32 %a) #1 {\n"
     "  ret i32 %a\n"
     "}\n"
     "\n"
     "declare i32 @known(i32)\n"
     "\n"
     "attributes #0 = { \"k\"=\"v\" }\n"
     "attributes #1 = { nounwind }\n"
     "\n"
     "!n = !{!0, !1}\n"
     "\n"
     "!0 = distinct !{!0, !\"s\", i32 (%S*, %O*)* @f, null}\n"
     "!1 = distinct !{!1, i64 5}\n"
     "!2 = !{!3, !3, i64 0}\n"
     "!3 = !{!\"int\", !4}\n"
     "!4 = !{!\"root\"}\n"
     "!5 = !{}\n"},
    {"%S = type { i32, %S*, [2 x float] }\n%T = type { i16 }\n\n@t = global %T zeroinitializer\n"
     "@s = external global %S\n\ndefine i32 @known(i32 %a) {\n  ret i32 3\n}\n"
     "\ndefine void @helper() {\n  ret void\n}\n\n!n = !{!0}\n\n!0 = !{!\"here\"}\n",
     test_all,
     "%T = type { i16 }\n"
     "%S = type { i32, %S*, [2 x float] }\n"
     "%O = type opaque\n"
     "%T.0 = type { i8 }\n"
     "\n"
     "@t = global %T zeroinitializer\n"
     "@s = external global %S\n"
     "@v = global { i32, i8* } { i32 7, i8* getelementptr inbounds (%T.0, %T.0* @w, i32 0, "
     "i32 0) }\n"
     "@x = external global %O\n"
     "@w = internal global %T.0 zeroinitializer\n"
     "\n"
     "define i32 @known(i32 %a) {\n"
     "  ret i32 3\n"
     "}\n"
     "\n"
     "define void @helper() {\n"
     "  ret void\n"
     "}\n"
     "\n"
     "define i32 @f(%S* %s, %O* %o) #0 {\n"
     "entry:\n"
     "  %p = getelementptr %S, %S* %s, i32 0, i32 0\n"
     "  %l = load i32, i32* %p, !tbaa !3\n"
     "  %c = call i32 @helper.1(i32 %l) #1, !q !6\n"
     "  %d = call i32 @known(i32 %c)\n"
     "  %g = load i32, i32* getelementptr inbounds ({ i32, i8* }, { i32, i8* }* @v, i32 0, "
     "i32 0)\n"
     "  %i = icmp eq %O* %o, @x\n"
     "  br i1 %i, label %one, label %two\n"
     "\n"
     "one:\n"
     "  br label %two\n"
     "\n"
     "two:\n"
     "  %r = phi i32 [ %g, %entry ], [ %d, %one ]\n"
     "  store i8* blockaddress(@f, %one), i8** undef\n"
     "  ret i32 %r\n"
     "}\n"
     "\n"
     "define internal i32 @helper.1(i32 %a) #1 {\n"
     "  ret i32 %a\n"
     "}\n"
     "\n"
     "attributes #0 = { \"k\"=\"v\" }\n"
     "attributes #1 = { nounwind }\n"
     "\n"
     "!n = !{!0, !1, !2}\n"
     "\n"
     "!0 = !{!\"here\"}\n"
     "!1 = distinct !{!1, !\"s\", i32 (%S*, %O*)* @f, null}\n"
     "!2 = distinct !{!2, i64 5}\n"
     "!3 = !{!4, !4, i64 0}\n"
     "!4 = !{!\"int\", !5}\n"
     "!5 = !{!\"root\"}\n"
     "!6 = !{}\n"},
    {"declare void @print(i64)\n", test_alone,
     "declare void @print(i64)\n"
     "\n"
     "define i32 @f(i32 %a) {\n"
     "  %b = call i32 @helper(i32 %a)\n"
     "  call void @print.1(i32 %b)\n"
     "  ret i32 %b\n"
     "}\n"
     "\n"
     "declare i32 @helper(i32)\n"
     "\n"
     "declare void @print.1(i32)\n"},
};

static void clone_cases(void **state)
{
    (void)state;
    run_cases(clones, sizeof clones / sizeof *clones);
}

static void clone_failures(void **state)
{
    (void)state;
    fail_cases(clones, sizeof clones / sizeof *clones);
}

static void import_cases(void **state)
{
    (void)state;
    run_cases(imports, sizeof imports / sizeof *imports);
}

static void import_failures(void **state)
{
    (void)state;
    fail_cases(imports, sizeof imports / sizeof *imports);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(clone_cases),
    cmocka_unit_test(clone_failures),
    cmocka_unit_test(import_cases),
    cmocka_unit_test(import_failures),
};
SUPPORT_SUITE(test_clone, tests);
