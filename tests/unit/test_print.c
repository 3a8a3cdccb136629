/* SPDX-License-Identifier: MIT */
/*
 * test_print.c - the module printer: numbers, names, globals, types, constants.
 */
#include "print_support.h"

#include "text/float.h"

/* --- floating point --- */

static void floats(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0.0, "0.000000e+00"},
        {-0.0, "-0.000000e+00"},
        {1.5, "1.500000e+00"},
        {-2.25, "-2.250000e+00"},
        {0.1, "1.000000e-01"},
        {1234567, "1.234567e+06"},
        {16777216, "0x4170000000000000"},
        {9999999, "9.999999e+06"},
        {99999995, "0x4197D783EC000000"},
        {1e22, "1.000000e+22"},
        {1e23, "1.000000e+23"},
        {1.2345e-200, "1.234500e-200"},
        {5e-324, "4.940656e-324"},
        {2.2250738585072014e-308, "0x10000000000000"},
        {1.7976931348623157e308, "0x7FEFFFFFFFFFFFFF"},
        {1e300, "1.000000e+300"},
        {3.141592653589793, "0x400921FB54442D18"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint64_t bits;
        char text[DXKI_FLOAT_SIZE + 1];
        memcpy(&bits, &rows[i].value, sizeof bits);
        text[dxki_text_format_double(bits, text)] = 0;
        assert_string_equal(text, rows[i].text);
    }
}

/* Against the C library, with numbers that are near the edges of every way through. */
static void floats_agree(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        uint64_t bits = random;
        double value;
        char want[64], got[DXKI_FLOAT_SIZE + 1];
        if (i % 3) {
            snprintf(want, sizeof want, "%dE%d", (int)(random % 20000000),
                     (int)(random / 20000000 % 650) - 330);
            value = strtod(want, NULL);
            memcpy(&bits, &value, sizeof bits);
            bits += i % 5 == 0 ? random % 3 : 0;
        }
        memcpy(&value, &bits, sizeof bits);
        snprintf(want, sizeof want, "%e", value);
        if ((bits >> 52 & 0x7ff) == 0x7ff || strtod(want, NULL) != value)
            snprintf(want, sizeof want, "0x%llX", (unsigned long long)bits);
        got[dxki_text_format_double(bits, got)] = 0;
        assert_string_equal(got, want);
    }
}

/* --- head, names, globals --- */

static void head(void **state)
{
    (void)state;
    dxk_module *m = start();
    expect(m, "");
    m = start();
    m->datalayout = (dxk_str){"e-m\"x", 5};
    m->triple = (dxk_str){"dxil-ms-dx", 10};
    m->assembly = (dxk_str){"a\n\"b\"\n", 6};
    expect(m, "target datalayout = \"e-m\"x\"\n"
              "target triple = \"dxil-ms-dx\"\n"
              "\n"
              "module asm \"a\"\n"
              "module asm \"\\22b\\22\"\n");
}

static void names(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_value zero = i32(m, 0);
    variable(m, "plain-1._", DXKI_TY_I32, zero);
    variable(m, "1digit", DXKI_TY_I32, zero);
    variable(m, "\x01?f@@\"\\\xff", DXKI_TY_I32, zero);
    variable(m, NULL, DXKI_TY_I32, zero);
    variable(m, "a$b", DXKI_TY_I32, zero);
    variable(m, NULL, DXKI_TY_I32, zero);
    dxki_named_md named[3] = {{str(m, "dx.x$-_"), 0, 0}, {0, 0, 0}, {str(m, "9a\"b"), 0, 0}};
    for (size_t i = 0; i < COUNT(named); i++)
        assert_true(dxki_vec_push(the_ctx, &m->named_mds, named[i]));
    expect(m, "\n@plain-1._ = global i32 0\n"
              "@\"1digit\" = global i32 0\n"
              "@\"\\01?f@@\\22\\5C\\FF\" = global i32 0\n"
              "@0 = global i32 0\n"
              "@\"a$b\" = global i32 0\n"
              "@1 = global i32 0\n"
              "\n!dx.x$-_ = !{}\n"
              "!<empty name>  = !{}\n"
              "!\\39a\\22b = !{}\n");
}

static void globals(void **state)
{
    (void)state;
    static const uint8_t linkages[] = {9, 3, 18, 19, 16, 17, 8, 2, 7, 12};
    dxk_module *m = start();
    dxki_comdat c1 = {str(m, "c1"), 1}, c2 = {str(m, "v 2"), 5}, unused = {str(m, "u"), 2};
    assert_true(dxki_vec_push(the_ctx, &m->comdats, unused));
    assert_true(dxki_vec_push(the_ctx, &m->comdats, c1));
    assert_true(dxki_vec_push(the_ctx, &m->comdats, c2));
    for (size_t i = 0; i < COUNT(linkages); i++)
        global_at(m, variable(m, NULL, DXKI_TY_I32, i32(m, 1)))->linkage = linkages[i];
    dxki_global *g = global_at(m, variable(m, "v 2", DXKI_TY_I8, 0));
    *g = (dxki_global){.kind = DXKI_G_VARIABLE,
                       .visibility = 1,
                       .dll = 1,
                       .tls = 3,
                       .flags = 7,
                       .align = 5,
                       .type = dxki_type_pointer(m, DXKI_TY_I8, 3),
                       .value_type = DXKI_TY_I8,
                       .name = str(m, "v 2"),
                       .section = str(m, "s\"e"),
                       .comdat = 3};
    g = global_at(m, variable(m, "w", DXKI_TY_I8, i32(m, 0)));
    g->visibility = 2;
    g->dll = 2;
    g->tls = 1;
    g->comdat = 2;
    dxki_global alias = {.type = g->type, .value_type = DXKI_TY_I8, .name = str(m, "al"), .tls = 2};
    alias.init = global_of((uint32_t)(g - m->globals.items));
    dxki_global_add(m, DXKI_G_ALIAS, &alias);
    alias.name = 0;
    alias.flags = DXKI_GF_UNNAMED_ADDR;
    alias.linkage = 3;
    dxki_value target = alias.init;
    alias.init = dxki_const_expr(m, DXKI_OP_BITCAST, 0, dxki_type_pointer(m, DXKI_TY_I16, 0),
                                 &target, 1, NULL, 0);
    dxki_global_add(m, DXKI_G_ALIAS, &alias);
    expect(m, "\n$\"v 2\" = comdat samesize\n"
              "\n$c1 = comdat any\n"
              "\n@0 = private global i32 1\n"
              "@1 = internal global i32 1\n"
              "@2 = linkonce global i32 1\n"
              "@3 = linkonce_odr global i32 1\n"
              "@4 = weak global i32 1\n"
              "@5 = weak_odr global i32 1\n"
              "@6 = common global i32 1\n"
              "@7 = appending global i32 1\n"
              "@8 = extern_weak global i32 1\n"
              "@9 = available_externally global i32 1\n"
              "@\"v 2\" = external hidden dllimport thread_local(initialexec) unnamed_addr "
              "addrspace(3) externally_initialized constant i8, section \"s\\22e\", comdat, "
              "align 16\n"
              "@w = protected dllexport thread_local global i8 0, comdat($c1)\n"
              "\n@al = thread_local(localdynamic) alias i8* @w\n"
              "@10 = internal thread_local(localdynamic) unnamed_addr alias bitcast (i8* @w to "
              "i16*)\n");
}

/* --- types and constants --- */

static void types(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type opaque = dxki_type_identified(m, str(m, "o p"));
    dxki_type list = dxki_type_identified(m, str(m, "list"));
    dxki_type unnamed = dxki_type_identified(m, 0);
    dxki_type hidden = dxki_type_identified(m, 0);
    dxki_type next = dxki_type_pointer(m, list, 0);
    dxki_type elements[] = {next, unnamed, dxki_type_pointer(m, opaque, 4)};
    assert_true(dxki_type_set_body(m, list, elements, 3, false));
    dxki_type scalars[] = {DXKI_TY_HALF,  DXKI_TY_FLOAT,     DXKI_TY_DOUBLE,  DXKI_TY_X86_FP80,
                           DXKI_TY_FP128, DXKI_TY_PPC_FP128, DXKI_TY_X86_MMX, dxki_type_int(m, 7)};
    assert_true(dxki_type_set_body(m, unnamed, scalars, 8, true));
    assert_true(dxki_type_set_body(m, hidden, NULL, 0, true));
    dxki_type params[] = {dxki_type_pointer(m, DXKI_TY_I8, 0), dxki_type_vector(m, DXKI_TY_I1, 4)};
    dxki_type fn = dxki_type_function(m, DXKI_TY_VOID, params, 2, true);
    dxki_type none = dxki_type_function(m, list, NULL, 0, true);
    dxki_type word = DXKI_TY_I32, packed = dxki_type_struct(m, &word, 1, true);
    dxki_type parts[] = {dxki_type_pointer(m, fn, 0),
                         dxki_type_pointer(m, none, 0),
                         packed,
                         dxki_type_struct(m, NULL, 0, false),
                         dxki_type_struct(m, NULL, 0, true),
                         dxki_type_array(m, hidden, 5000000000u)};
    variable(m, "g", dxki_type_struct(m, parts, 6, false), 0);
    expect(m, "\n%0 = type <{ half, float, double, x86_fp80, fp128, ppc_fp128, x86_mmx, i7 }>\n"
              "%1 = type <{}>\n"
              "%list = type { %list*, %0, %\"o p\" addrspace(4)* }\n"
              "%\"o p\" = type opaque\n"
              "\n@g = external global { void (i8*, <4 x i1>, ...)*, %list (...)*, <{ i32 }>, {}, "
              "<{}>, [5000000000 x %1] }\n");
}

/* Prints `value` as the initialiser of @g and cuts "\n@g = global T " off. */
static void expect_const(dxk_module *m, dxki_value value, const char *expected)
{
    char want[4096];
    variable(m, "g", dxki_value_type(m, value), value);
    dxk_buffer out;
    dxk_buffer_init(&out, the_ctx);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    const char *line = strstr((const char *)out.data, "@g = ");
    assert_non_null(line);
    snprintf(want, sizeof want, "@g = global %s\n", expected);
    assert_string_equal(line, want);
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

static void integers(void **state)
{
    (void)state;
    static const struct {
        uint32_t width;
        uint64_t bits;
        const char *text;
    } rows[] = {
        {1, 1, "i1 true"},
        {1, 0, "i1 false"},
        {8, 255, "i8 -1"},
        {3, 4, "i3 -4"},
        {32, 123456, "i32 123456"},
        {32, 1000000, "i32 1000000"},
        {64, (uint64_t)1 << 63, "i64 -9223372036854775808"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        dxk_module *m = start();
        expect_const(m, dxki_const_int(m, dxki_type_int(m, rows[i].width), rows[i].bits),
                     rows[i].text);
    }
}

static void wide_integers(void **state)
{
    (void)state;
    dxk_module *m = start();
    uint64_t words[2] = {0, 1};
    expect_const(m, dxki_const_wide(m, dxki_type_int(m, 128), words, 2),
                 "i128 18446744073709551616");
    m = start();
    words[1] = 0x8000000000000000u;
    expect_const(m, dxki_const_wide(m, dxki_type_int(m, 128), words, 2),
                 "i128 -170141183460469231731687303715884105728");
    m = start();
    words[1] = 1;
    expect_const(m, dxki_const_wide(m, dxki_type_int(m, 65), words, 2),
                 "i65 -18446744073709551616");
    m = start();
    words[0] = 1000000000;
    words[1] = 0;
    expect_const(m, dxki_const_wide(m, dxki_type_int(m, 100), words, 2), "i100 1000000000");
    m = start(); /* too wide for decimal */
    words[1] = 0x80;
    expect_const(m, dxki_const_wide(m, dxki_type_int(m, 40000), words, 2),
                 "i40000 u0x0000000000000080000000003B9ACA00");
}

static void float_constants(void **state)
{
    (void)state;
    uint64_t words[2] = {0x4000c90fdaa22168u, 0xc235};
    dxk_module *m = start();
    expect_const(m, dxki_const_float(m, DXKI_TY_HALF, 0x3c00), "half 0xH3C00");
    m = start();
    expect_const(m, dxki_const_float(m, DXKI_TY_FLOAT, 0x4048f5c3), "float 0x40091EB860000000");
    m = start();
    expect_const(m, dxki_const_float(m, DXKI_TY_DOUBLE, 0x3ff8000000000000u),
                 "double 1.500000e+00");
    m = start();
    expect_const(m, dxki_const_wide(m, DXKI_TY_X86_FP80, words, 2),
                 "x86_fp80 0xK4000C90FDAA22168C235");
    m = start();
    expect_const(m, dxki_const_wide(m, DXKI_TY_FP128, words, 2),
                 "fp128 0xL4000C90FDAA22168000000000000C235");
    m = start();
    expect_const(m, dxki_const_wide(m, DXKI_TY_PPC_FP128, words, 2),
                 "ppc_fp128 0xM4000C90FDAA22168000000000000C235");
}

static void aggregates(void **state)
{
    (void)state;
    dxk_module *m = start();
    expect_const(m, dxki_const_data(m, dxki_type_array(m, DXKI_TY_I8, 3), (dxk_str){"a\"\xfe", 3}),
                 "[3 x i8] c\"a\\22\\FE\"");
    m = start();
    expect_const(m, dxki_const_data(m, dxki_type_vector(m, DXKI_TY_I8, 2), (dxk_str){"\1\xff", 2}),
                 "<2 x i8> <i8 1, i8 -1>");
    m = start();
    expect_const(m,
                 dxki_const_data(m, dxki_type_array(m, DXKI_TY_FLOAT, 2),
                                 (dxk_str){"\0\0\x80\x3f\0\0\0\x80", 8}),
                 "[2 x float] [float 1.000000e+00, float -0.000000e+00]");
    m = start();
    expect_const(m, dxki_const_null(m, dxki_type_array(m, DXKI_TY_I8, 2)),
                 "[2 x i8] zeroinitializer");
    m = start();
    expect_const(m, dxki_const_null(m, dxki_type_pointer(m, DXKI_TY_I8, 0)), "i8* null");
    m = start();
    expect_const(m, dxki_const_undef(m, DXKI_TY_I32), "i32 undef");
    m = start();
    dxki_value values[2] = {i32(m, 1), dxki_const_undef(m, DXKI_TY_FLOAT)};
    dxki_type members[2] = {DXKI_TY_I32, DXKI_TY_FLOAT};
    dxki_type packed = dxki_type_struct(m, members, 2, true);
    dxki_value inner = dxki_const_aggregate(m, packed, values, 2);
    dxki_type outer = dxki_type_struct(m, &packed, 1, false);
    expect_const(m, dxki_const_aggregate(m, outer, &inner, 1),
                 "{ <{ i32, float }> } { <{ i32, float }> <{ i32 1, float undef }> }");
    m = start();
    dxki_value halves[2] = {dxki_const_float(m, DXKI_TY_HALF, 0x3c00),
                            dxki_const_undef(m, DXKI_TY_HALF)};
    expect_const(m, dxki_const_aggregate(m, dxki_type_vector(m, DXKI_TY_HALF, 2), halves, 2),
                 "<2 x half> <half 0xH3C00, half undef>");
}

static void expressions(void **state)
{
    (void)state;
    dxk_module *m = start();
    dxki_type array = dxki_type_array(m, DXKI_TY_I32, 4);
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_I32, 0);
    uint32_t a = variable(m, "a", array, dxki_const_undef(m, array));
    dxki_value gep[3] = {global_of(a), i32(m, 0), i32(m, 1)};
    uint32_t source = array;
    dxki_value p = dxki_const_expr(m, DXKI_OP_GEP, 1, pointer, gep, 3, &source, 1);
    dxki_value number = dxki_const_expr(m, DXKI_OP_PTRTOINT, 0, DXKI_TY_I32, &p, 1, NULL, 0);
    dxki_value both[2] = {number, i32(m, 5)};
    dxki_value sum =
        dxki_const_expr(m, DXKI_OP_ADD, DXKI_IF_NUW | DXKI_IF_NSW, DXKI_TY_I32, both, 2, NULL, 0);
    dxki_value less = dxki_const_expr(m, DXKI_OP_ICMP, 40, DXKI_TY_I1, both, 2, NULL, 0);
    dxki_value pick[3] = {less, sum, number};
    dxki_value selected = dxki_const_expr(m, DXKI_OP_SELECT, 0, DXKI_TY_I32, pick, 3, NULL, 0);
    variable(m, "s", DXKI_TY_I32, selected);
    dxki_type pair_type = dxki_type_struct(m, (dxki_type[]){DXKI_TY_I32, DXKI_TY_I32}, 2, false);
    dxki_value pair = dxki_const_aggregate(m, pair_type, both, 2);
    uint32_t indices[2] = {1, 1};
    variable(m, "e", DXKI_TY_I32,
             dxki_const_expr(m, DXKI_OP_EXTRACTVALUE, 0, DXKI_TY_I32, &pair, 1, indices, 2));
    expect(m,
           "\n@a = global [4 x i32] undef\n"
           "@s = global i32 select (i1 icmp slt (i32 ptrtoint (i32* getelementptr inbounds ([4 x "
           "i32], [4 x i32]* @a, i32 0, i32 1) to i32), i32 5), i32 add nuw nsw (i32 ptrtoint "
           "(i32* getelementptr inbounds ([4 x i32], [4 x i32]* @a, i32 0, i32 1) to i32), i32 5), "
           "i32 ptrtoint (i32* getelementptr inbounds ([4 x i32], [4 x i32]* @a, i32 0, i32 1) to "
           "i32))\n"
           "@e = global i32 extractvalue ({ i32, i32 } { i32 ptrtoint (i32* getelementptr inbounds "
           "([4 x i32], [4 x i32]* @a, i32 0, i32 1) to i32), i32 5 }, 1)\n");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(floats),
    cmocka_unit_test(floats_agree),
    cmocka_unit_test(head),
    cmocka_unit_test(names),
    cmocka_unit_test(globals),
    cmocka_unit_test(types),
    cmocka_unit_test(integers),
    cmocka_unit_test(wide_integers),
    cmocka_unit_test(float_constants),
    cmocka_unit_test(aggregates),
    cmocka_unit_test(expressions),
};
SUPPORT_SUITE(test_print, tests);
