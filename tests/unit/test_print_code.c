/* SPDX-License-Identifier: MIT */
/*
 * test_print_code.c - the module printer: functions, every instruction, blocks and their
 * predecessors.
 */
#include "print_support.h"

/* --- functions --- */

static void headers(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_I8, 0);
    uint32_t set = attribute_set(
        m,
        (dxki_attr[]){{.kind = DXKI_AT_NOUNWIND},
                      {.kind = DXKI_AT_ALIGNSTACK, .value = 16},
                      {.kind = DXKI_AT_STRING, .key = str(m, "k\"")},
                      {.kind = DXKI_AT_STRING, .key = str(m, "key"), .string = str(m, "value")}},
        4);
    uint32_t result = attribute_set(m, (dxki_attr[]){{.kind = DXKI_AT_NOALIAS}}, 1);
    uint32_t param = attribute_set(m,
                                   (dxki_attr[]){{.kind = DXKI_AT_NOCAPTURE},
                                                 {.kind = DXKI_AT_ALIGN, .value = 8},
                                                 {.kind = DXKI_AT_DEREFERENCEABLE, .value = 4}},
                                   3);
    dxki_attr_slot slots[] = {{0, result}, {1, param}, {DXKI_ATTR_SLOT_FUNCTION, set}};
    uint32_t list = dxki_attr_make_list(m, slots, 3);
    uint32_t quiet =
        attribute_set(m, (dxki_attr[]){{.kind = DXKI_AT_STRING, .key = str(m, "only")}}, 1);
    dxki_attr_slot one = {DXKI_ATTR_SLOT_FUNCTION, quiet};
    uint32_t d = function(m, "d", fn_type(m, pointer, pointer, DXKI_TY_I32, true), false);
    m->globals.items[d].attrs = list;
    m->globals.items[d].cc = 8;
    m->globals.items[d].linkage = DXKI_LINK_EXTERN_WEAK;
    uint32_t e = function(m, NULL, fn_type(m, DXKI_TY_VOID, 0, 0, true), false);
    m->globals.items[e].attrs = dxki_attr_make_list(m, &one, 1);
    m->globals.items[e].cc = 1234;
    uint32_t f = function(m, "f", fn_type(m, DXKI_TY_VOID, pointer, DXKI_TY_I32, false), true);
    dxki_global *g = &m->globals.items[f];
    g->attrs = list;
    g->flags = DXKI_GF_UNNAMED_ADDR;
    g->section = str(m, "sec");
    g->align = 3;
    g->gc = str(m, "gc\"");
    g->prefix = i32(m, 1);
    g->prologue = i32(m, 2);
    g->personality = global_of(d);
    g->linkage = DXKI_LINK_INTERNAL;
    name_value(m, arg_of(m, f, 1), "second arg");
    dxki_md node = dxki_md_tuple(m, NULL, 0, true);
    dxki_attachment attached = {f, dxki_md_kind_index(m, (dxk_str){"my.kind", 7}), node};
    assert_true(dxki_vec_push(the_ctx, &m->fn_attachments, attached));
    ret_void(m, dxki_block_add(m, f));
    expect(m, "\n; Function Attrs: nounwind alignstack(16)\n"
              "declare extern_weak fastcc noalias i8* @d(i8* nocapture dereferenceable(4) align 8, "
              "i32, ...) #0\n"
              "\ndeclare cc1234 void @0(...) #1\n"
              "\n; Function Attrs: nounwind alignstack(16)\n"
              "define internal noalias void @f(i8* nocapture dereferenceable(4) align 8, i32 "
              "%\"second arg\") unnamed_addr #0 section \"sec\" align 4 gc \"gc\"\" prefix i32 1 "
              "prologue i32 2 personality i8* (i8*, i32, ...)* @d !my.kind !0 {\n"
              "  ret void\n}\n"
              "\nattributes #0 = { nounwind alignstack=16 \"k\"\" \"key\"=\"value\" }\n"
              "attributes #1 = { \"only\" }\n"
              "\n!0 = distinct !{}\n");
}

static void arithmetic(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t b = body(m);
    dxki_value one = i32(m, 1), half = dxki_const_float(m, DXKI_TY_FLOAT, 0x3f000000);
    dxki_value x =
        add(m, b, INST(.op = DXKI_OP_ADD, .flags = 3, .type = DXKI_TY_I32), OPS(one, one), NULL);
    name_value(m, x, "x");
    add(m, b, INST(.op = DXKI_OP_UDIV, .flags = 1, .type = DXKI_TY_I32), OPS(x, one), NULL);
    dxki_value y = add(m, b, INST(.op = DXKI_OP_FADD, .flags = 30, .type = DXKI_TY_FLOAT),
                       OPS(half, half), NULL);
    add(m, b, INST(.op = DXKI_OP_FREM, .flags = 29, .type = DXKI_TY_FLOAT), OPS(y, half), NULL);
    add(m, b, PLAIN(XOR, DXKI_TY_I32), OPS(x, one), NULL);
    add(m, b, INST(.op = DXKI_OP_ICMP, .sub = 34, .type = DXKI_TY_I1), OPS(x, one), NULL);
    add(m, b, INST(.op = DXKI_OP_FCMP, .sub = 14, .flags = 2, .type = DXKI_TY_I1), OPS(y, half),
        NULL);
    dxki_value wide = add(m, b, PLAIN(ZEXT, DXKI_TY_I64), OPS(x), NULL);
    add(m, b, PLAIN(SELECT, DXKI_TY_I32), OPS(dxki_const_int(m, DXKI_TY_I1, 1), x, one), NULL);
    add(m, b, PLAIN(TRUNC, DXKI_TY_I8), OPS(wide), NULL);
    ret_void(m, b);
    expect(m, "\ndefine void @f() {\n"
              "  %x = add nuw nsw i32 1, 1\n"
              "  %1 = udiv exact i32 %x, 1\n"
              "  %2 = fadd nnan ninf nsz arcp float 5.000000e-01, 5.000000e-01\n"
              "  %3 = frem fast float %2, 5.000000e-01\n"
              "  %4 = xor i32 %x, 1\n"
              "  %5 = icmp ugt i32 %x, 1\n"
              "  %6 = fcmp nnan une float %2, 5.000000e-01\n"
              "  %7 = zext i32 %x to i64\n"
              "  %8 = select i1 true, i32 %x, i32 1\n"
              "  %9 = trunc i64 %7 to i8\n"
              "  ret void\n}\n");
}

static void memory(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t b = body(m);
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_I32, 0);
    dxki_value one = i32(m, 1);
    dxki_value p = add(m, b, INST(.op = DXKI_OP_ALLOCA, .sub = 3, .type = pointer), OPS(one),
                       OPS(DXKI_TY_I32));
    add(m, b, INST(.op = DXKI_OP_ALLOCA, .flags = 1, .type = pointer), OPS(i32(m, 2)),
        OPS(DXKI_TY_I32));
    add(m, b, PLAIN(ALLOCA, pointer), OPS(dxki_const_int(m, DXKI_TY_I64, 1)), OPS(DXKI_TY_I32));
    add(m, b, PLAIN(LOAD, DXKI_TY_I32), OPS(p), NULL);
    add(m, b,
        INST(.op = DXKI_OP_LOAD, .flags = 1, .type = DXKI_TY_I32,
             .sub = DXKI_SUB_MAKE(3, DXKI_ORDER_ACQUIRE, 0, 0)),
        OPS(p), NULL);
    add(m, b, INST(.op = DXKI_OP_STORE, .flags = 1, .type = DXKI_TY_VOID, .sub = 4), OPS(one, p),
        NULL);
    add(m, b,
        INST(.op = DXKI_OP_STORE, .type = DXKI_TY_VOID,
             .sub = DXKI_SUB_MAKE(3, DXKI_ORDER_SEQ_CST, 1, 0)),
        OPS(one, p), NULL);
    add(m, b, INST(.op = DXKI_OP_GEP, .flags = 1, .type = pointer), OPS(p, one), OPS(DXKI_TY_I32));
    add(m, b,
        INST(.op = DXKI_OP_FENCE, .type = DXKI_TY_VOID,
             .sub = DXKI_SUB_MAKE(0, DXKI_ORDER_ACQ_REL, 0, 0)),
        NULL, NULL);
    dxki_type pair = dxki_type_struct(m, (dxki_type[]){DXKI_TY_I32, DXKI_TY_I1}, 2, false);
    add(m, b,
        INST(.op = DXKI_OP_CMPXCHG, .flags = 3, .type = pair,
             .sub = DXKI_SUB_MAKE(0, DXKI_ORDER_RELEASE, 0, DXKI_ORDER_MONOTONIC)),
        OPS(p, one, one), NULL);
    add(m, b,
        INST(.op = DXKI_OP_ATOMICRMW, .flags = 1, .type = DXKI_TY_I32,
             .sub = DXKI_SUB_MAKE(9, DXKI_ORDER_UNORDERED, 1, 0)),
        OPS(p, one), NULL);
    add(m, b, PLAIN(VAARG, DXKI_TY_FLOAT), OPS(p), NULL);
    ret_void(m, b);
    expect(m, "\ndefine void @f() {\n"
              "  %1 = alloca i32, align 4\n"
              "  %2 = alloca inalloca i32, i32 2\n"
              "  %3 = alloca i32, i64 1\n"
              "  %4 = load i32, i32* %1\n"
              "  %5 = load atomic volatile i32, i32* %1 singlethread acquire, align 4\n"
              "  store volatile i32 1, i32* %1, align 8\n"
              "  store atomic i32 1, i32* %1 seq_cst, align 4\n"
              "  %6 = getelementptr inbounds i32, i32* %1, i32 1\n"
              "  fence singlethread acq_rel\n"
              "  %7 = cmpxchg weak volatile i32* %1, i32 1, i32 1 singlethread release monotonic\n"
              "  %8 = atomicrmw volatile umax i32* %1, i32 1 unordered\n"
              "  %9 = va_arg i32* %1, float\n"
              "  ret void\n}\n");
}

static void vectors_and_aggregates(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t b = body(m);
    dxki_type v = dxki_type_vector(m, DXKI_TY_I32, 2);
    dxki_type pair = dxki_type_struct(m, (dxki_type[]){v, DXKI_TY_I32}, 2, false);
    dxki_value uv = dxki_const_undef(m, v), up = dxki_const_undef(m, pair), one = i32(m, 1);
    add(m, b, PLAIN(EXTRACTELEMENT, DXKI_TY_I32), OPS(uv, one), NULL);
    add(m, b, PLAIN(INSERTELEMENT, v), OPS(uv, one, one), NULL);
    add(m, b, PLAIN(SHUFFLEVECTOR, v), OPS(uv, uv, dxki_const_null(m, v)), NULL);
    add(m, b, PLAIN(EXTRACTVALUE, DXKI_TY_I32), OPS(up), OPS(1, 1));
    add(m, b, PLAIN(INSERTVALUE, pair), OPS(up, one), OPS(2, 0, 1));
    add(m, b, PLAIN(EXTRACTELEMENT, DXKI_TY_I32), OPS(dxki_const_undef(m, DXKI_TY_I32), one),
        NULL); /* wrong, but operands of one type: the type once */
    ret_void(m, b);
    expect(m, "\ndefine void @f() {\n"
              "  %1 = extractelement <2 x i32> undef, i32 1\n"
              "  %2 = insertelement <2 x i32> undef, i32 1, i32 1\n"
              "  %3 = shufflevector <2 x i32> undef, <2 x i32> undef, <2 x i32> zeroinitializer\n"
              "  %4 = extractvalue { <2 x i32>, i32 } undef, 1\n"
              "  %5 = insertvalue { <2 x i32>, i32 } undef, i32 1, 0, 1\n"
              "  %6 = extractelement i32 undef, 1\n"
              "  ret void\n}\n");
}

static void calls(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type vararg = fn_type(m, DXKI_TY_VOID, DXKI_TY_I32, 0, true);
    dxki_type plain = fn_type(m, DXKI_TY_I32, DXKI_TY_I32, 0, false);
    uint32_t d = function(m, "d", plain, false), e = function(m, "e", vararg, false);
    uint32_t set = attribute_set(m, (dxki_attr[]){{.kind = DXKI_AT_NORETURN}}, 1);
    uint32_t sext = attribute_set(m, (dxki_attr[]){{.kind = DXKI_AT_SIGNEXT}}, 1);
    dxki_attr_slot slots[] = {{0, sext}, {1, sext}, {DXKI_ATTR_SLOT_FUNCTION, set}};
    uint32_t list = dxki_attr_make_list(m, slots, 3);
    uint32_t f = function(m, "f", vararg, true);
    uint32_t b = dxki_block_add(m, f);
    dxki_value one = i32(m, 1);
    add(m, b, INST(.op = DXKI_OP_CALL, .flags = DXKI_IF_TAIL, .sub = 9, .type = DXKI_TY_I32),
        OPS(one, global_of(d)), OPS(plain, list));
    add(m, b, INST(.op = DXKI_OP_CALL, .flags = DXKI_IF_MUSTTAIL, .type = DXKI_TY_VOID),
        OPS(one, one, global_of(e)), OPS(vararg, 0));
    dxki_value code =
        dxki_const_asm(m, dxki_type_pointer(m, plain, 0), str(m, "a\"b"), str(m, "=r,r"), 7);
    add(m, b, PLAIN(CALL, DXKI_TY_I32), OPS(one, code), OPS(plain, 0));
    dxki_value pointer = dxki_const_undef(m, dxki_type_pointer(m, plain, 0));
    add(m, b, PLAIN(CALL, DXKI_TY_I32), OPS(one, pointer), OPS(plain, 0));
    ret_void(m, b);
    expect(m, "\ndeclare i32 @d(i32)\n"
              "\ndeclare void @e(i32, ...)\n"
              "\ndefine void @f(i32, ...) {\n"
              "  %2 = tail call coldcc signext i32 @d(i32 signext 1) #0\n"
              "  musttail call void (i32, ...) @e(i32 1, i32 1, ...)\n"
              "  %3 = call i32 asm sideeffect alignstack inteldialect \"a\\22b\", \"=r,r\"(i32 1)\n"
              "  %4 = call i32 undef(i32 1)\n"
              "  ret void\n}\n"
              "\nattributes #0 = { noreturn }\n");
}

/* --- control flow --- */

static void control_flow(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t f = function(m, "f", fn_type(m, DXKI_TY_I32, DXKI_TY_I1, 0, false), true);
    uint32_t entry = dxki_block_add(m, f), a = dxki_block_add(m, f), b = dxki_block_add(m, f);
    uint32_t c = dxki_block_add(m, f), lonely = dxki_block_add(m, f), d = dxki_block_add(m, f);
    dxki_value cond = arg_of(m, f, 0), one = i32(m, 1);
    name_value(m, block_of(entry), "entry");
    name_value(m, block_of(b), "a block with a name that is longer than fifty columns");
    add(m, entry, VOID_INST(BR), OPS(cond, block_of(b), block_of(a)), NULL);
    add(m, a, VOID_INST(SWITCH), OPS(one, block_of(b), one, block_of(c), i32(m, 2), block_of(b)),
        NULL);
    dxki_value phi =
        add(m, b, PLAIN(PHI, DXKI_TY_I32), OPS(one, one), OPS(block_of(entry), block_of(a)));
    add(m, b, VOID_INST(BR), OPS(block_of(c)), NULL);
    add(m, c, VOID_INST(INDIRECTBR),
        OPS(dxki_const_undef(m, dxki_type_pointer(m, DXKI_TY_I8, 0)), block_of(d), block_of(d)),
        NULL);
    add(m, lonely, VOID_INST(UNREACHABLE), NULL, NULL);
    add(m, d, VOID_INST(RET), OPS(phi), NULL);
    expect(m, "\ndefine i32 @f(i1) {\n"
              "entry:\n"
              "  br i1 %0, label %1, label %\"a block with a name that is longer than fifty "
              "columns\"\n"
              "\n; <label>:1                                       ; preds = %entry\n"
              "  switch i32 1, label %\"a block with a name that is longer than fifty columns\" [\n"
              "    i32 1, label %3\n"
              "    i32 2, label %\"a block with a name that is longer than fifty columns\"\n"
              "  ]\n"
              "\n\"a block with a name that is longer than fifty columns\": ; preds = %1, %1, "
              "%entry\n"
              "  %2 = phi i32 [ 1, %entry ], [ 1, %1 ]\n"
              "  br label %3\n"
              "\n; <label>:3                                       ; preds = %\"a block with a "
              "name that is longer than fifty columns\", %1\n"
              "  indirectbr i8* undef, [label %5, label %5]\n"
              "                                                  ; No predecessors!\n"
              "  unreachable\n"
              "\n; <label>:5                                       ; preds = %3, %3\n"
              "  ret i32 %2\n}\n");
}

static void exceptions(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type plain = fn_type(m, DXKI_TY_VOID, 0, 0, false);
    uint32_t d = function(m, "d", plain, false);
    uint32_t f = function(m, "f", plain, true);
    uint32_t b = dxki_block_add(m, f), good = dxki_block_add(m, f), bad = dxki_block_add(m, f);
    dxki_type array = dxki_type_array(m, DXKI_TY_I32, 0);
    add(m, b, INST(.op = DXKI_OP_INVOKE, .sub = 8, .type = DXKI_TY_VOID),
        OPS(block_of(good), block_of(bad), global_of(d)), OPS(plain, 0));
    ret_void(m, good);
    add(m, bad, INST(.op = DXKI_OP_LANDINGPAD, .flags = 1, .type = DXKI_TY_I32),
        OPS(i32(m, 1), dxki_const_undef(m, array)), NULL);
    dxki_value pad = add(m, bad, PLAIN(LANDINGPAD, DXKI_TY_I32), OPS(i32(m, 2)), NULL);
    add(m, bad, VOID_INST(RESUME), OPS(pad), NULL);
    expect(m, "\ndeclare void @d()\n"
              "\ndefine void @f() {\n"
              "  invoke fastcc void @d()\n"
              "          to label %1 unwind label %2\n"
              "\n; <label>:1                                       ; preds = %0\n"
              "  ret void\n"
              "\n; <label>:2                                       ; preds = %0\n"
              "  %3 = landingpad i32\n"
              "          cleanup\n"
              "          catch i32 1\n"
              "          filter [0 x i32] undef\n"
              "  %4 = landingpad i32\n"
              "          catch i32 2\n"
              "  resume i32 %4\n}\n");
}

/* A function with three branches to its last block and, perhaps, that block's address. */
static dxk_module *three_uses(bool address, const uint32_t *order, uint32_t count)
{
    dxk_module *m = start();
    uint32_t f = function(m, "f", fn_type(m, DXKI_TY_VOID, 0, 0, false), true);
    uint32_t blocks[4];
    for (int i = 0; i < 4; i++)
        blocks[i] = dxki_block_add(m, f);
    add(m, blocks[0], VOID_INST(BR), OPS(block_of(blocks[1])), NULL);
    add(m, blocks[1], VOID_INST(BR),
        OPS(dxki_const_int(m, DXKI_TY_I1, 0), block_of(blocks[3]), block_of(blocks[2])), NULL);
    add(m, blocks[2], VOID_INST(BR),
        OPS(dxki_const_int(m, DXKI_TY_I1, 0), block_of(blocks[3]), block_of(blocks[3])), NULL);
    ret_void(m, blocks[3]);
    if (address)
        variable(m, "g", dxki_type_pointer(m, DXKI_TY_I8, 0),
                 dxki_const_blockaddress(m, dxki_type_pointer(m, DXKI_TY_I8, 0), global_of(f),
                                         blocks[3]));
    if (count) {
        dxki_uselist list = {f, block_of(blocks[3]), (uint32_t)m->words.count, count};
        for (uint32_t i = 0; i < count; i++)
            assert_true(dxki_vec_push(the_ctx, &m->words, order[i]));
        assert_true(dxki_vec_push(the_ctx, &m->uselists, list));
    }
    return m;
}

static void expect_uses(dxk_module *m, const char *preds)
{
    dxk_buffer out;
    dxk_buffer_init(&out, the_ctx);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    const char *text = strstr((const char *)out.data, "; <label>:3");
    assert_non_null(text);
    text = strstr(text, "; preds");
    assert_non_null(text);
    assert_int_equal(strncmp(text, preds, strlen(preds)), 0);
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

static void use_lists(void **state)
{
    (void)state;
    static const uint32_t rotate[] = {1, 2, 0}, wrong[] = {1, 1, 0}, large[] = {0, 1, 3};
    static const uint32_t with_address[] = {3, 1, 2, 0};
    expect_uses(three_uses(false, NULL, 0), "; preds = %2, %2, %1\n");
    expect_uses(three_uses(false, rotate, 3), "; preds = %1, %2, %2\n");
    expect_uses(three_uses(false, wrong, 3), "; preds = %2, %2, %1\n");
    expect_uses(three_uses(false, large, 3), "; preds = %2, %2, %1\n");
    expect_uses(three_uses(false, rotate, 2), "; preds = %2, %2, %1\n");
    expect_uses(three_uses(true, NULL, 0), "; preds = %2, %2, %1\n");
    expect_uses(three_uses(true, rotate, 3), "; preds = %2, %2, %1\n");
    expect_uses(three_uses(true, with_address, 4), "; preds = %2, %1, %2\n");
}

static void addresses(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint32_t f = function(m, "f", fn_type(m, DXKI_TY_VOID, 0, 0, false), true);
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_I8, 0);
    uint32_t b = dxki_block_add(m, f), taken = dxki_block_add(m, f);
    variable(m, "g", pointer, dxki_const_blockaddress(m, pointer, global_of(f), taken));
    ret_void(m, b);
    ret_void(m, taken);
    expect(m, "\n@g = global i8* blockaddress(@f, %1)\n"
              "\ndefine void @f() {\n"
              "  ret void\n"
              "\n; <label>:1                                       ; No predecessors!\n"
              "  ret void\n}\n");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(headers),    cmocka_unit_test(arithmetic),
    cmocka_unit_test(memory),     cmocka_unit_test(vectors_and_aggregates),
    cmocka_unit_test(calls),      cmocka_unit_test(control_flow),
    cmocka_unit_test(exceptions), cmocka_unit_test(use_lists),
    cmocka_unit_test(addresses),
};
SUPPORT_SUITE(test_print_code, tests);
