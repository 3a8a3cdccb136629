/* SPDX-License-Identifier: MIT */
/*
 * test_verify.c - LLVM's verifier on modules that are edited by hand: its verdict, its words, what
 * it says them about, and what happens when there is no memory.
 */
#include "support.h"

#include "dxk/module.h"
#include "dxk/text.h"
#include "verify/verify.h"

static const char chain[] = "define i32 @f(i32 %x) {\n"
                            "  %a = add i32 %x, 1\n"
                            "  %b = add i32 %a, 2\n"
                            "  ret i32 %b\n"
                            "}\n";

/* What is said when %a takes %b. */
static const char circle[] = "Instruction does not dominate all uses!\n"
                             "  %b = add i32 %a, 2\n"
                             "  %a = add i32 %b, 1\n";

static dxk_module *parse(dxk_ctx *ctx, const char *text)
{
    dxk_module *m;
    dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

static uint32_t first_inst(const dxk_module *m)
{
    const dxki_global *f = &m->globals.items[m->functions.items[0]];
    return m->blocks.items[f->first_block].first_inst;
}

static void assert_words(const dxki_verify_result *result, size_t index, const char *wanted)
{
    dxk_str words = dxki_verify_words(result, index);
    assert_int_equal(words.size, strlen(wanted));
    assert_memory_equal(words.data, wanted, words.size);
}

static void well_formed_modules_have_no_complaints(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, chain);
    dxki_verify_result result;
    assert_int_equal(dxki_verify_module(m, NULL, NULL), DXK_OK);
    assert_int_equal(dxki_verify_module(m, NULL, &result), DXK_OK);
    assert_int_equal(result.complaints.count, 0);
    assert_int_equal(result.text.size, 0);
    dxki_verify_free(&result);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* A module becomes malformed by an edit, and well formed again when that is undone. */
static void complaints_come_and_go_with_edits(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, chain);
    uint32_t a = first_inst(m), b = m->insts.items[a].next;
    dxki_value *operand = &m->words.items[m->insts.items[a].ops], before = *operand;
    dxki_verify_result result;
    *operand = DXKI_VALUE(DXKI_V_INST, b);
    assert_int_equal(dxki_verify_module(m, NULL, NULL), DXK_E_INVALID);
    assert_int_equal(dxki_verify_module(m, NULL, &result), DXK_E_INVALID);
    assert_int_equal(result.complaints.count, 1);
    assert_words(&result, 0, circle);
    assert_int_equal(result.complaints.items[0].value, DXKI_VALUE(DXKI_V_INST, b));
    assert_int_equal(result.complaints.items[0].fn, m->functions.items[0]);
    assert_false(result.ends);
    dxki_verify_free(&result);
    *operand = before;
    assert_int_equal(dxki_verify_module(m, NULL, NULL), DXK_OK);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void all_complaints_are_collected(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, chain);
    uint32_t a = first_inst(m), b = m->insts.items[a].next;
    dxki_verify_result result;
    m->insts.items[a].type = DXKI_TY_I64;
    m->insts.items[m->insts.items[b].next].op = DXKI_OP_FENCE; /* the block does not end */
    assert_int_equal(dxki_verify_module(m, NULL, &result), DXK_E_INVALID);
    assert_int_equal(result.complaints.count, 1); /* the body is not looked at */
    assert_words(&result, 0, "Basic Block in function 'f' does not have terminator!\nlabel %0\n");
    dxki_verify_free(&result);
    m->insts.items[m->insts.items[b].next].op = DXKI_OP_RET;
    m->insts.items[m->insts.items[b].next].op_count = 0;
    assert_int_equal(dxki_verify_module(m, NULL, &result), DXK_E_INVALID);
    assert_int_equal(result.complaints.count, 3);
    assert_int_equal(result.complaints.items[0].value, DXKI_VALUE(DXKI_V_INST, a));
    assert_int_equal(result.complaints.items[1].value, DXKI_VALUE(DXKI_V_INST, b));
    dxki_verify_free(&result);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void names_and_functions_to_come_are_the_callers(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, chain);
    uint32_t last = m->blocks.items[m->insts.items[first_inst(m)].block].last_inst;
    const uint32_t params[] = {2};
    dxk_str names[8] = {{NULL, 0}};
    assert_true(m->globals.count <= 8);
    names[m->functions.items[0]] = (dxk_str){"other", 5};
    dxki_verify_options options = {.names = names, .void_params = params, .void_param_count = 1};
    dxki_verify_result result;
    m->insts.items[last].op = DXKI_OP_FENCE;
    assert_int_equal(dxki_verify_module(m, &options, &result), DXK_E_INVALID);
    assert_int_equal(result.complaints.count, 2);
    assert_words(&result, 0,
                 "Basic Block in function 'other' does not have terminator!\nlabel %0\n");
    assert_words(&result, 1, "Function arguments must have first-class types!\nvoid %2\n");
    dxki_verify_free(&result);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void other_nodes_than_units_end_the_run(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, "!llvm.dbg.cu = !{!0}\n"
                               "!llvm.module.flags = !{!1}\n"
                               "!0 = !{}\n"
                               "!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n");
    dxki_verify_result result;
    assert_int_equal(dxki_verify_module(m, NULL, &result), DXK_E_INVALID);
    assert_true(result.ends);
    dxki_verify_free(&result);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* The chain, with an operand that comes after its use; NULL: out of memory. */
static dxk_module *parse_circle(dxk_ctx *ctx)
{
    dxk_module *m;
    dxk_bytes bytes = {(const uint8_t *)chain, strlen(chain)};
    if (dxk_module_parse(ctx, bytes, NULL, &m) != DXK_OK)
        return NULL;
    uint32_t a = first_inst(m);
    m->words.items[m->insts.items[a].ops] = DXKI_VALUE(DXKI_V_INST, m->insts.items[a].next);
    return m;
}

static dxk_status ask(dxk_ctx *ctx, void *user)
{
    dxk_module *m = parse_circle(ctx);
    (void)user;
    dxk_status status = m ? dxki_verify_module(m, NULL, NULL) : DXK_E_NOMEM;
    dxk_module_free(m);
    return status == DXK_E_INVALID ? DXK_OK : status;
}

/* Some memory the words can do without: they are whole or there are none. */
static dxk_status ask_why(dxk_ctx *ctx, void *user)
{
    dxki_verify_result result;
    dxk_module *m = parse_circle(ctx);
    (void)user;
    if (!m)
        return DXK_E_NOMEM;
    dxk_status status = dxki_verify_module(m, NULL, &result);
    if (status == DXK_E_INVALID)
        assert_words(&result, 0, circle);
    else
        assert_int_equal(status, DXK_E_NOMEM);
    dxki_verify_free(&result);
    dxk_module_free(m);
    return DXK_E_NOMEM;
}

static void runs_out_of_memory_cleanly(void **state)
{
    (void)state;
    support_fail_allocations(ask, NULL);
    support_fail_allocations(ask_why, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(well_formed_modules_have_no_complaints),
    cmocka_unit_test(complaints_come_and_go_with_edits),
    cmocka_unit_test(all_complaints_are_collected),
    cmocka_unit_test(names_and_functions_to_come_are_the_callers),
    cmocka_unit_test(other_nodes_than_units_end_the_run),
    cmocka_unit_test(runs_out_of_memory_cleanly),
};

SUPPORT_SUITE(test_verify, tests);
