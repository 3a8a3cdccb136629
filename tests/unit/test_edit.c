/* SPDX-License-Identifier: MIT */
/*
 * test_edit.c - edits of a module: each is a text, what is done to it, and the text that comes out:
 * at once, after compaction and by way of bitcode, with tracked uses and without, and with failing
 * allocations.
 */
#include "edit_support.h"

/* --- instructions --- */

#define BINARY(code) ((dxki_inst){.op = DXKI_OP_##code, .type = DXKI_TY_I32, .op_count = 2})

/* The name is made first: an edit that fails leaves nothing to look at. */
static uint32_t insert(dxk_module *m, dxki_place at, const char *name, dxki_value a, dxki_value b)
{
    dxki_inst add = BINARY(ADD);
    dxki_string id = dxki_string_intern(m, text_of(name));
    const dxki_value ops[2] = {a, b};
    uint32_t inst = a && b && id != UINT32_MAX ? dxki_inst_insert(m, at, &add, ops, NULL, 0) : 0;
    return inst && dxki_value_set_name(m, DXKI_VALUE(DXKI_V_INST, inst), id) ? inst : 0;
}

static bool insert_and_move(dxk_module *m)
{
    dxki_value a = named(m, "a");
    uint32_t x = INST(m, "x"), y = INST(m, "y");
    return insert(m, dxki_place_before(m, x), "first", a, i32(m, 1)) &&
           insert(m, dxki_place_after(m, x), "second", a, i32(m, 2)) &&
           insert(m, dxki_place_after(m, y), "third", a, i32(m, 3)) &&
           dxki_inst_move(m, y, dxki_place_before(m, INST(m, "first"))) &&
           dxki_inst_move(m, y, dxki_place_before(m, y));
}

static bool remove_some(dxk_module *m)
{
    uint32_t x = INST(m, "x"), y = INST(m, "y");
    return dxki_inst_set_op(m, y, 0, named(m, "a")) && dxki_inst_remove(m, x) &&
           insert(m, dxki_place_after_phis(m, m->insts.items[y].block), "z", named(m, "a"),
                  i32(m, 9));
}

/* --- attachments and locations --- */

static bool attach(dxk_module *m)
{
    uint32_t x = INST(m, "x"), y = INST(m, "y");
    uint32_t p = dxki_md_kind_index(m, text_of("p")), q = dxki_md_kind_index(m, text_of("q"));
    dxki_md node = dxki_md_tuple(m, NULL, 0, false);
    dxki_md other = node ? dxki_md_tuple(m, &node, 1, false) : 0;
    uint32_t z = insert(m, dxki_place_before(m, x), "z", named(m, "a"), i32(m, 1));
    uint32_t w = insert(m, dxki_place_before(m, x), "w", named(m, "a"), i32(m, 1));
    return p != UINT32_MAX && q != UINT32_MAX && node && other && z && w &&
           dxki_inst_set_attachment(m, y, q, node) && dxki_inst_set_attachment(m, x, q, node) &&
           dxki_inst_set_attachment(m, y, p, other) && dxki_inst_set_attachment(m, x, p, other) &&
           dxki_inst_set_attachment(m, x, q, other) && dxki_inst_copy_notes(m, z, y) &&
           dxki_inst_copy_notes(m, w, y) && dxki_inst_set_attachment(m, y, p, 0) &&
           dxki_inst_set_attachment(m, z, q, 0) &&
           dxki_function_set_attachment(m, DXKI_INDEX(named(m, "f")), q, node) &&
           dxki_function_set_attachment(m, DXKI_INDEX(named(m, "f")), p, node) &&
           dxki_function_set_attachment(m, DXKI_INDEX(named(m, "f")), q, 0);
}

/* --- replacing --- */

static bool replace_global(dxk_module *m)
{
    return dxki_value_replace(m, named(m, "old"), named(m, "new"));
}

static bool replace_const(dxk_module *m)
{
    dxki_value seven = i32(m, 7), eight = i32(m, 8);
    return seven && eight && dxki_value_replace(m, seven, eight);
}

static bool replace_inst(dxk_module *m)
{
    return dxki_value_replace(m, named(m, "x"), named(m, "y")) && dxki_inst_remove(m, INST(m, "x"));
}

static bool replace_block(dxk_module *m)
{
    return dxki_value_replace(m, named(m, "one"), named(m, "two"));
}

static bool merge_nodes(dxk_module *m)
{
    uint32_t count;
    dxki_md top = m->words.items[m->named_mds.items[0].ops];
    const dxki_md *ops = dxki_md_ops(m, top, &count);
    return dxki_md_replace(m, ops[0], ops[1]);
}

/* --- phis, switches, blocks --- */

static bool change_switch(dxk_module *m)
{
    uint32_t entry = BLOCK(m, "entry"), last = m->blocks.items[entry].last_inst;
    uint32_t one = BLOCK(m, "one"), two = BLOCK(m, "two");
    return dxki_switch_remove(m, last, 0) && dxki_edge_remove(m, entry, one) &&
           dxki_switch_add(m, last, i32(m, 5), two) && dxki_edge_add(m, entry, two, entry) &&
           dxki_switch_add(m, last, i32(m, 6), two) && dxki_edge_add(m, entry, two, entry);
}

static bool split(dxk_module *m)
{
    uint32_t made = dxki_block_split(m, INST(m, "y"));
    dxki_string name = dxki_string_intern(m, text_of("made"));
    return made && name != UINT32_MAX &&
           dxki_value_set_name(m, DXKI_VALUE(DXKI_V_BLOCK, made), name);
}

static bool split_and_merge(dxk_module *m)
{
    uint32_t block = m->insts.items[INST(m, "y")].block;
    uint32_t made = dxki_block_split(m, INST(m, "y"));
    return made && (!dxki_block_can_merge(m, block, made) || dxki_block_merge(m, block, made));
}

static bool merge_phi(dxk_module *m)
{
    uint32_t entry = BLOCK(m, "entry"), next = BLOCK(m, "next");
    assert_true(dxki_block_can_merge(m, entry, next));
    assert_false(dxki_block_can_merge(m, next, entry));
    assert_false(dxki_block_can_merge(m, next, BLOCK(m, "end")));
    return dxki_block_merge(m, entry, next);
}

static bool remove_blocks(dxk_module *m)
{
    const uint32_t dead[] = {BLOCK(m, "d1"), BLOCK(m, "d2")};
    return dxki_blocks_remove(m, dead, 2);
}

static bool move_blocks(dxk_module *m)
{
    uint32_t fn = DXKI_INDEX(named(m, "f"));
    uint32_t made = dxki_block_insert(m, fn, BLOCK(m, "two"));
    dxki_string name = dxki_string_intern(m, text_of("made"));
    dxki_inst stop = {.op = DXKI_OP_UNREACHABLE, .type = DXKI_TY_VOID};
    return made && name != UINT32_MAX &&
           dxki_value_set_name(m, DXKI_VALUE(DXKI_V_BLOCK, made), name) &&
           dxki_inst_insert(m, dxki_place_end(made), &stop, NULL, NULL, 0) &&
           dxki_block_move(m, BLOCK(m, "one"), fn, 0) &&
           dxki_block_move(m, BLOCK(m, "one"), fn, BLOCK(m, "one"));
}

/* --- functions and globals --- */

static bool remove_globals(dxk_module *m)
{
    const uint32_t gone[] = {DXKI_INDEX(named(m, "f")), DXKI_INDEX(named(m, "v")),
                             DXKI_INDEX(named(m, "alias"))};
    return dxki_globals_remove(m, gone, 3);
}

static bool clear_function(dxk_module *m)
{
    return dxki_function_clear(m, DXKI_INDEX(named(m, "f")));
}

static bool name_things(dxk_module *m)
{
    dxki_string unique = dxki_global_unique_name(m, text_of("f"));
    dxki_string x = dxki_string_intern(m, text_of("x"));
    return unique != UINT32_MAX && x != UINT32_MAX && dxki_module_touch(m) &&
           dxki_value_set_name(m, named(m, "g"), unique) &&
           dxki_value_set_name(m, named(m, "y"), x) &&
           dxki_value_set_name(m, named(m, "entry"), x) &&
           dxki_function_unique_names(m, DXKI_INDEX(named(m, "f")));
}

static bool name_metadata(dxk_module *m)
{
    uint32_t made = dxki_named_md_make(m, text_of("made"));
    dxki_md node = dxki_md_tuple(m, NULL, 0, false);
    const dxki_md twice[] = {node, node};
    return made != UINT32_MAX && node && dxki_named_md_set(m, made, twice, 2) &&
           dxki_named_md_make(m, text_of("made")) == made && dxki_named_md_remove(m, 0);
}

/* --- the cases --- */

#define HEAD "define i32 @f(i32 %a) {\nentry:\n"
#define TAIL "  ret i32 %y\n}\n"

static const edit_case cases[] = {
    {HEAD "  %x = mul i32 %a, 3\n  %y = mul i32 %a, 5\n" TAIL, insert_and_move,
     HEAD "  %y = mul i32 %a, 5\n  %first = add i32 %a, 1\n  %x = mul i32 %a, 3\n"
          "  %second = add i32 %a, 2\n  %third = add i32 %a, 3\n" TAIL},
    {HEAD "  %x = mul i32 %a, 3\n  %y = mul i32 %x, 5\n"
          "  call void @llvm.take(metadata i32 %x, metadata !0)\n" TAIL
          "\ndeclare void @llvm.take(metadata, metadata)\n\n!0 = !{!1}\n"
          "!1 = !{!0}\n",
     remove_some,
     HEAD "  %z = add i32 %a, 9\n  %y = mul i32 %a, 5\n"
          "  call void @llvm.take(metadata !0, metadata !1)\n" TAIL
          "\ndeclare void @llvm.take(metadata, metadata)\n\n!0 = !{}\n"
          "!1 = !{!2}\n!2 = !{!1}\n"},
    {HEAD "  %x = mul i32 %a, 3\n  %y = mul i32 %a, 5\n" TAIL, attach,
     "define i32 @f(i32 %a) !p !0 {\nentry:\n"
     "  %z = add i32 %a, 1, !p !1\n  %w = add i32 %a, 1, !p !1, !q !0\n"
     "  %x = mul i32 %a, 3, !p !1, !q !1\n  %y = mul i32 %a, 5, !q !0\n" TAIL
     "\n!0 = !{}\n!1 = !{!0}\n"},
    {"@old = external global i32\n@new = external global i32\n@h = global i32* @old\n"
     "@k = global { i32*, i8* } { i32* @old, i8* bitcast (i32* @old to i8*) }\n\n"
     "define i32 @f(i32 %a) {\nentry:\n  %y = load i32, i32* @old\n"
     "  store i8* bitcast (i32* @old to i8*), i8** undef\n" TAIL
     "\n!n = !{!0}\n\n!0 = !{i32* @old, i32* @new}\n",
     replace_global,
     "@old = external global i32\n@new = external global i32\n@h = global i32* @new\n"
     "@k = global { i32*, i8* } { i32* @new, i8* bitcast (i32* @new to i8*) }\n\n"
     "define i32 @f(i32 %a) {\nentry:\n  %y = load i32, i32* @new\n"
     "  store i8* bitcast (i32* @new to i8*), i8** undef\n" TAIL
     "\n!n = !{!0}\n\n!0 = !{i32* @new, i32* @new}\n"},
    {"@g = global i32 7\n@h = global { i32, i32 } { i32 7, i32 1 }\n\n" HEAD
     "  %y = add i32 7, %a\n" TAIL "\n!n = !{!0}\n\n!0 = !{i32 7}\n",
     replace_const,
     "@g = global i32 8\n@h = global { i32, i32 } { i32 8, i32 1 }\n\n" HEAD
     "  %y = add i32 8, %a\n" TAIL "\n!n = !{!0}\n\n!0 = !{i32 8}\n"},
    {HEAD "  %x = mul i32 %a, 3\n  %y = mul i32 %a, 5\n  %z = add i32 %x, %x\n" TAIL, replace_inst,
     HEAD "  %y = mul i32 %a, 5\n  %z = add i32 %y, %y\n" TAIL},
    {"@g = global i8* blockaddress(@f, %one)\n\n" HEAD "  br label %one\n\none:\n  ret i32 0\n\n"
     "two:\n  ret i32 1\n}\n",
     replace_block,
     "@g = global i8* blockaddress(@f, %two)\n\n" HEAD "  br label %two\n\none:\n  ret i32 0\n\n"
     "two:\n  ret i32 1\n}\n"},
    {"!n = !{!0, !5}\n\n!0 = !{!1, !2, !3, !4}\n!1 = !{!\"one\"}\n!2 = !{!\"two\"}\n!3 = !{!1}\n"
     "!4 = !{!2}\n!5 = !{!3}\n",
     merge_nodes,
     "!n = !{!0, !3}\n\n!0 = !{!1, !1, !2, !2}\n!1 = !{!\"two\"}\n!2 = !{!1}\n!3 = !{!2}\n"},
    {HEAD "  switch i32 %a, label %one [\n    i32 1, label %one\n    i32 2, label %two\n  ]\n\n"
          "one:\n  %x = phi i32 [ 1, %entry ], [ 1, %entry ]\n  ret i32 %x\n\n"
          "two:\n  %y = phi i32 [ 2, %entry ]\n" TAIL,
     change_switch,
     HEAD "  switch i32 %a, label %one [\n    i32 2, label %two\n    i32 5, label %two\n"
          "    i32 6, label %two\n  ]\n\n"
          "one:\n  %x = phi i32 [ 1, %entry ]\n  ret i32 %x\n\n"
          "two:\n  %y = phi i32 [ 2, %entry ], [ 2, %entry ], [ 2, %entry ]\n" TAIL},
    {HEAD "  br label %loop\n\nloop:\n  %i = phi i32 [ 0, %entry ], [ %y, %loop ]\n"
          "  %y = add i32 %i, 1\n  br i1 undef, label %loop, label %end\n\n"
          "end:\n  %e = phi i32 [ %y, %loop ]\n" TAIL,
     split,
     HEAD "  br label %loop\n\nloop:\n  %i = phi i32 [ 0, %entry ], [ %y, %made ]\n"
          "  br label %made\n\nmade:\n  %y = add i32 %i, 1\n"
          "  br i1 undef, label %loop, label %end\n\n"
          "end:\n  %e = phi i32 [ %y, %made ]\n" TAIL},
    {HEAD "  br label %loop\n\nloop:\n  %i = phi i32 [ 0, %entry ], [ %y, %loop ]\n"
          "  %y = add i32 %i, 1\n  br i1 undef, label %loop, label %end\n\n"
          "end:\n  %e = phi i32 [ %y, %loop ]\n" TAIL,
     split_and_merge,
     HEAD "  br label %loop\n\nloop:\n  %i = phi i32 [ 0, %entry ], [ %y, %loop ]\n"
          "  %y = add i32 %i, 1\n  br i1 undef, label %loop, label %end\n\n"
          "end:\n  %e = phi i32 [ %y, %loop ]\n" TAIL},
    {HEAD "  %y = add i32 %a, 1\n  br label %next\n\nnext:\n  %p = phi i32 [ %y, %entry ]\n"
          "  %q = add i32 %p, %p\n  br i1 undef, label %end, label %end\n\n"
          "end:\n  %e = phi i32 [ %q, %next ], [ %q, %next ]\n" TAIL,
     merge_phi,
     HEAD "  %y = add i32 %a, 1\n  %q = add i32 %y, %y\n"
          "  br i1 undef, label %end, label %end\n\n"
          "end:\n  %e = phi i32 [ %q, %entry ], [ %q, %entry ]\n" TAIL},
    {"@g = global i8* blockaddress(@f, %d1)\n\n" HEAD "  br label %end\n\n"
     "d1:\n  %p = phi i32 [ %q, %d2 ]\n  br i1 undef, label %d2, label %end\n\n"
     "d2:\n  %q = add i32 %p, 1\n  br label %d1\n\n"
     "end:\n  %y = phi i32 [ %a, %entry ], [ %p, %d1 ]\n" TAIL,
     remove_blocks,
     "@g = global i8* inttoptr (i32 1 to i8*)\n\n" HEAD "  br label %end\n\n"
     "end:\n  %y = phi i32 [ %a, %entry ]\n" TAIL},
    {HEAD "  br i1 undef, label %two, label %one\n\none:\n  ret i32 0\n\ntwo:\n  ret i32 1\n}\n",
     move_blocks,
     HEAD "  br i1 undef, label %two, label %one\n\nmade:\n  unreachable\n\ntwo:\n  ret i32 "
          "1\n\none:\n  ret i32 0\n}\n"},
    {"@v = global i32 1\n@w = global i32 2\n@alias = alias i32* @w\n\ndeclare void @d()\n\n" HEAD
     "  %y = add i32 %a, 1\n  br label %two\n\ntwo:\n" TAIL
     "\ndefine void @g() {\n  ret void\n}\n\n!n = !{!0}\n\n!0 = !{i32 (i32)* @f, i32* @w}\n",
     remove_globals,
     "@w = global i32 2\n\ndeclare void @d()\n\ndefine void @g() {\n  ret void\n}\n"
     "\n!n = !{!0}\n\n!0 = !{null, i32* @w}\n"},
    {"define internal i32 @f(i32 %a) {\nentry:\n  %y = add i32 %a, 1\n  br label "
     "%two\n\ntwo:\n" TAIL "\ndefine i32 @g() {\n  %1 = call i32 @f(i32 1)\n  ret i32 %1\n}\n",
     clear_function,
     "declare i32 @f(i32)\n\ndefine i32 @g() {\n  %1 = call i32 @f(i32 1)\n  ret i32 %1\n}\n"},
    {HEAD "  %x = mul i32 %a, 3\n  %y = mul i32 %x, 5\n" TAIL "\ndeclare void @g()\n", name_things,
     "define i32 @f(i32 %a) {\nx:\n  %x1 = mul i32 %a, 3\n  %x2 = mul i32 %x1, 5\n  ret i32 "
     "%x2\n}\n"
     "\ndeclare void @f.1()\n"},
    {"!n = !{!0}\n\n!0 = !{!\"gone\"}\n", name_metadata, "!made = !{!0, !0}\n\n!0 = !{}\n"},
};

static void all_cases(void **state)
{
    (void)state;
    run_cases(cases, sizeof cases / sizeof *cases);
}

static void all_failures(void **state)
{
    (void)state;
    fail_cases(cases, sizeof cases / sizeof *cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_cases),
    cmocka_unit_test(all_failures),
};
SUPPORT_SUITE(test_edit, tests);
