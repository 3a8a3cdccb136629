/* SPDX-License-Identifier: MIT */
/*
 * test_gen.c - the model of tests/gen on trees made by hand, with results worked out by hand; what
 * random programs promise; the shrinker.
 */
#include "support.h"

#include "gen/emit.h"
#include "gen/make.h"
#include "gen/model.h"
#include "gen/shrink.h"

/* A program with one output of raw words, one function, and variables of type i32. */
static gen_program *program(uint32_t threads)
{
    static gen_program p;
    gen_arena_free(&p.memory);
    p = (gen_program){.model = 6, .threads = {threads, 1, 1}, .groups = {1, 1, 1}};
    p.output_count = p.function_count = 1;
    p.functions[0].var_count = 8;
    for (uint32_t i = 0; i < 8; i++)
        p.functions[0].vars[i].type = GEN_I32;
    return &p;
}

static gen_expr *lane_of(gen_program *p)
{
    gen_expr *e = gen_expr_new(p, GEN_ID, GEN_I32);
    e->index = GEN_ID_FLAT;
    return e;
}

static gen_expr *number(gen_program *p, uint64_t value)
{
    return gen_const(p, GEN_I32, value);
}

static gen_expr *variable(gen_program *p, uint32_t index)
{
    gen_expr *e = gen_expr_new(p, GEN_VAR, GEN_I32);
    e->index = index;
    return e;
}

static gen_expr *apply(gen_program *p, gen_op op, gen_expr *a, gen_expr *b)
{
    gen_type type = op >= GEN_EQ && op <= GEN_SLE ? GEN_I1 : GEN_I32;
    return gen_apply(p, op, type, a, b, NULL);
}

static gen_expr *wave(gen_program *p, gen_wave op, gen_expr *a)
{
    gen_expr *e = gen_expr_new(p, GEN_WAVE, GEN_I32);
    e->index = op;
    e->args[0] = a;
    return e;
}

static gen_stmt *assign(gen_program *p, uint32_t var, gen_expr *value)
{
    gen_stmt *s = gen_stmt_new(p, GEN_ASSIGN);
    s->index = var;
    s->e[0] = value;
    return s;
}

static gen_stmt *store(gen_program *p, uint32_t word, gen_expr *value)
{
    gen_stmt *s = gen_stmt_new(p, GEN_STORE);
    s->which = (uint8_t)word;
    s->count = 1;
    s->e[0] = value;
    return s;
}

static gen_stmt *jump(gen_program *p, gen_stmt_kind kind)
{
    return gen_stmt_new(p, kind);
}

/* The statements one after the other; NULL ends them. */
#define LIST(...) list((gen_stmt *[]){__VA_ARGS__, NULL})

static gen_stmt *list(gen_stmt *const *items)
{
    for (size_t i = 0; items[i]; i++)
        items[i]->next = items[i + 1];
    return items[0];
}

static gen_stmt *if_else(gen_program *p, gen_expr *condition, gen_stmt *yes, gen_stmt *no)
{
    gen_stmt *s = gen_stmt_new(p, GEN_IF);
    s->e[0] = condition;
    s->body = yes;
    s->other = no;
    return s;
}

static gen_stmt *loop(gen_program *p, gen_form form, uint32_t counter, gen_expr *limit,
                      gen_stmt *body)
{
    gen_stmt *s = gen_stmt_new(p, GEN_LOOP);
    s->form = (uint8_t)form;
    s->index = counter;
    s->e[0] = limit;
    s->body = body;
    return s;
}

/* Runs the statements, in waves of four; word 0 of each thread must be as given. */
static void expect(gen_program *p, gen_stmt *body, const uint32_t *words)
{
    gen_results results;
    gen_entry(p)->body = body;
    gen_tree_mark(p);
    gen_model_run(p, 4, &results);
    for (uint32_t i = 0; i < gen_group_threads(p); i++)
        assert_int_equal(results.outputs[0][i * GEN_OWN], words[i]);
    gen_results_free(&results);
}

#define EXPECT(p, body, ...) expect(p, body, (const uint32_t[]){__VA_ARGS__})

/* --- control flow --- */

static void arms_have_their_own_lanes(void **state)
{
    (void)state;
    gen_program *p = program(6);
    /* lanes 0, 1 of the first wave take one arm; 2, 3 the other with 4, 5 of the second wave */
    gen_expr *below = apply(p, GEN_ULT, lane_of(p), number(p, 2));
    gen_stmt *yes = assign(p, 0, wave(p, GEN_WAVE_SUM, lane_of(p)));
    gen_stmt *no = assign(p, 0, wave(p, GEN_WAVE_SUM, number(p, 10)));
    gen_stmt *after = assign(p, 1, wave(p, GEN_WAVE_SUM, number(p, 100)));
    gen_expr *both = apply(p, GEN_ADD, variable(p, 0), variable(p, 1));
    EXPECT(p, LIST(if_else(p, below, yes, no), after, store(p, 0, both)), 401, 401, 420, 420, 220,
           220);
}

static void lanes_that_continue_wait_for_the_round(void **state)
{
    (void)state;
    gen_program *p = program(4);
    /* for (i < 3) { if (i == 0 && lane < 2) continue; v1 += sum(1); } v2 = sum(1) */
    gen_expr *first = apply(p, GEN_AND, apply(p, GEN_EQ, variable(p, 0), number(p, 0)),
                            apply(p, GEN_ULT, lane_of(p), number(p, 2)));
    first->type = GEN_I1;
    gen_stmt *skip = if_else(p, first, jump(p, GEN_CONTINUE), NULL);
    gen_stmt *add =
        assign(p, 1, apply(p, GEN_ADD, variable(p, 1), wave(p, GEN_WAVE_SUM, number(p, 1))));
    gen_stmt *rounds = loop(p, GEN_FOR, 0, number(p, 3), LIST(skip, add));
    EXPECT(p, LIST(rounds, store(p, 0, variable(p, 1))), 8, 8, 10, 10);
}

static void lanes_that_break_meet_behind_the_loop(void **state)
{
    (void)state;
    gen_program *p = program(4);
    /* do { v1 += sum(1); if (i == lane) { v2 = sum(100); break; } } while (i < 7); sum(1000) */
    gen_stmt *add =
        assign(p, 1, apply(p, GEN_ADD, variable(p, 1), wave(p, GEN_WAVE_SUM, number(p, 1))));
    gen_stmt *leave = LIST(assign(p, 2, wave(p, GEN_WAVE_SUM, number(p, 100))), jump(p, GEN_BREAK));
    gen_stmt *test = if_else(p, apply(p, GEN_EQ, variable(p, 0), lane_of(p)), leave, NULL);
    gen_stmt *rounds = loop(p, GEN_DO, 0, number(p, 7), LIST(add, test));
    gen_expr *sum = apply(p, GEN_ADD, apply(p, GEN_ADD, variable(p, 1), variable(p, 2)),
                          wave(p, GEN_WAVE_SUM, number(p, 1000)));
    EXPECT(p, LIST(rounds, store(p, 0, sum)), 4104, 4107, 4109, 4110);
}

static void limits_are_reduced_and_may_differ(void **state)
{
    (void)state;
    gen_program *p = program(4);
    /* limit lane + 7: 7, 0, 1, 2 */
    gen_expr *limit = apply(p, GEN_ADD, lane_of(p), number(p, 7));
    gen_stmt *add = assign(p, 1, apply(p, GEN_ADD, variable(p, 1), number(p, 1)));
    EXPECT(p, LIST(loop(p, GEN_ROTATED, 0, limit, add), store(p, 0, variable(p, 1))), 7, 0, 1, 2);
    add = assign(p, 1, apply(p, GEN_ADD, variable(p, 1), number(p, 1)));
    EXPECT(p, LIST(loop(p, GEN_DO, 0, limit, add), store(p, 0, variable(p, 1))), 7, 1, 1, 2);
}

static gen_case *one_case(gen_program *p, gen_case *next, bool falls, gen_stmt *body)
{
    gen_case *c = gen_alloc(&p->memory, sizeof *c);
    c->next = next;
    c->falls = falls;
    c->body = body;
    return c;
}

static void cases_fall_through_and_meet(void **state)
{
    (void)state;
    gen_program *p = program(4);
    /* switch (lane) { case 0: v0 = 1; (falls) case 1: v1 = sum(1); default: v2 = sum(1) } */
    gen_case *other = one_case(p, NULL, false, assign(p, 2, wave(p, GEN_WAVE_SUM, number(p, 1))));
    gen_case *one = one_case(p, other, false, assign(p, 1, wave(p, GEN_WAVE_SUM, number(p, 10))));
    gen_case *zero = one_case(p, one, true, assign(p, 0, number(p, 100)));
    zero->value_count = one->value_count = 1;
    one->values[0] = 1;
    gen_stmt *s = gen_stmt_new(p, GEN_SWITCH);
    s->e[0] = lane_of(p);
    s->cases = zero;
    gen_expr *sum =
        apply(p, GEN_ADD, apply(p, GEN_ADD, variable(p, 0), variable(p, 1)), variable(p, 2));
    EXPECT(p, LIST(s, store(p, 0, sum)), 120, 20, 2, 2);
}

static void lanes_that_returned_are_gone(void **state)
{
    (void)state;
    gen_program *p = program(4);
    gen_expr *last = apply(p, GEN_EQ, lane_of(p), number(p, 3));
    gen_stmt *leave = LIST(store(p, 0, number(p, 5)), jump(p, GEN_RETURN));
    EXPECT(p, LIST(if_else(p, last, leave, NULL), store(p, 0, wave(p, GEN_WAVE_SUM, number(p, 1)))),
           3, 3, 3, 5);
}

static void calls_have_variables_of_their_own(void **state)
{
    (void)state;
    gen_program *p = program(4);
    p->functions[1] = p->functions[0];
    p->function_count = 2;
    gen_function *f = &p->functions[0];
    f->param_count = 1;
    f->result = GEN_I32;
    /* int f(int v0) { if (v0 > 1) return sum(v0); v0 = 50; return v0; } */
    gen_stmt *early = jump(p, GEN_RETURN), *late = jump(p, GEN_RETURN);
    early->e[0] = wave(p, GEN_WAVE_SUM, variable(p, 0));
    late->e[0] = variable(p, 0);
    f->body = LIST(if_else(p, apply(p, GEN_UGT, variable(p, 0), number(p, 1)), early, NULL),
                   assign(p, 0, number(p, 50)), late);
    gen_stmt *call = gen_stmt_new(p, GEN_CALL_FUNCTION);
    call->result = 1;
    call->count = 1;
    call->e[0] = lane_of(p);
    gen_expr *sum = apply(p, GEN_ADD, variable(p, 0), variable(p, 1));
    EXPECT(p, LIST(assign(p, 0, number(p, 1000)), call, store(p, 0, sum)), 1050, 1050, 1005, 1005);
    /* the same with a sum of those that return late: 20 for two lanes */
    late->e[0] = wave(p, GEN_WAVE_SUM, number(p, 10));
    EXPECT(p, gen_entry(p)->body, 1020, 1020, 1005, 1005);
}

/* --- operations --- */

static void wave_operations_see_active_lanes_of_the_wave(void **state)
{
    (void)state;
    static const struct {
        gen_wave op;
        uint32_t words[6];
    } rows[] = {{GEN_LANE_INDEX, {9, 1, 9, 3, 9, 1}},   {GEN_LANE_COUNT, {9, 4, 9, 4, 9, 4}},
                {GEN_WAVE_PRODUCT, {9, 3, 9, 3, 9, 5}}, {GEN_PREFIX_SUM, {9, 0, 9, 1, 9, 0}},
                {GEN_READ_FIRST, {9, 1, 9, 1, 9, 5}},   {GEN_WAVE_UMAX, {9, 3, 9, 3, 9, 5}},
                {GEN_WAVE_XOR, {9, 2, 9, 2, 9, 5}},     {GEN_MATCH, {9, 2, 9, 8, 9, 2}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gen_program *p = program(6);
        bool has_operand = gen_waves[rows[i].op].shape[2] != 0;
        gen_expr *odd = apply(p, GEN_NE, apply(p, GEN_AND, lane_of(p), number(p, 1)), number(p, 0));
        gen_stmt *yes = store(p, 0, wave(p, rows[i].op, has_operand ? lane_of(p) : NULL));
        expect(p, LIST(store(p, 0, number(p, 9)), if_else(p, odd, yes, NULL)), rows[i].words);
    }
}

static void quads_are_squares_where_groups_have_them(void **state)
{
    (void)state;
    gen_program *p = program(8);
    p->threads[0] = 4;
    p->threads[1] = 2;
    /* threads 0 1 2 3 / 4 5 6 7: quads {0,1,4,5} and {2,3,6,7} */
    gen_stmt *s = store(p, 0, wave(p, GEN_QUAD_DIAGONAL, lane_of(p)));
    EXPECT(p, LIST(s), 5, 4, 7, 6, 1, 0, 3, 2);
    gen_program *line = program(8);
    EXPECT(line, LIST(store(line, 0, wave(line, GEN_QUAD_X, lane_of(line)))), 1, 0, 3, 2, 5, 4, 7,
           6);
}

static void scalar_operations_have_their_edges(void **state)
{
    (void)state;
    static const struct {
        gen_op op;
        gen_type type;
        uint64_t args[4], result;
    } rows[] = {
        {GEN_SHL, GEN_I32, {1, 33}, 2},
        {GEN_ASHR, GEN_I16, {0x8000, 15}, UINT64_MAX},
        {GEN_UDIV, GEN_I32, {7, 0}, UINT64_MAX},
        {GEN_SDIV, GEN_I32, {0x80000000, 0xffffffff}, 0x80000000},
        {GEN_SREM, GEN_I64, {UINT64_C(0x8000000000000000), UINT64_MAX}, 0},
        {GEN_HIGHEST, GEN_I32, {1}, 31},
        {GEN_HIGHEST_S, GEN_I32, {0xfffffffe}, 31},
        {GEN_HIGHEST_S, GEN_I32, {0xffffffff}, UINT64_MAX},
        {GEN_LOWEST, GEN_I64, {UINT64_C(1) << 40}, 40},
        {GEN_BFREV, GEN_I16, {1}, 0x8000},
        {GEN_UBFE, GEN_I32, {8, 28, 0xf0000001}, 15},
        {GEN_IBFE, GEN_I32, {4, 28, 0xf0000001}, UINT64_MAX},
        {GEN_BFI, GEN_I32, {4, 8, 0xff, 0xffffffff}, 0xffffffff},
        {GEN_MSAD, GEN_I32, {0x00ff0010, 0x05050505, 1}, 262},
        {GEN_IMUL_HIGH, GEN_I32, {0xffffffff, 2}, UINT64_MAX >> 32},
        {GEN_ADDC_CARRY, GEN_I32, {0xffffffff, 1}, 1},
        {GEN_FADD, GEN_F32, {0x00400000, 0}, 0},
        {GEN_FMUL, GEN_F32, {0x00800000, 0x3f000000}, 0},
        {GEN_FMIN, GEN_F32, {0, 0x80000000}, 0x80000000},
        {GEN_FMAX, GEN_F32, {0x7fffffff, 0x3f800000}, 0x3f800000},
        {GEN_FADD, GEN_F32, {0x7f800000, 0xff800000}, 0x7fc00000},
        {GEN_SATURATE, GEN_F32, {0x80000000}, 0},
        {GEN_ROUND_NE, GEN_F32, {0x41280000}, 0x41200000},
        {GEN_F_TO_SI, GEN_F32, {0x7f800000}, 0x7fffffff},
        {GEN_F_TO_UI, GEN_F32, {0xbf800000}, 0},
        {GEN_F_TO_SI, GEN_F32, {0x7fc00000}, 0},
        {GEN_F_TO_UI64, GEN_F32, {0x5f800000}, UINT64_MAX},
        {GEN_SI_TO_F, GEN_I1, {1}, 0xbf800000},
        {GEN_HALF_BITS, GEN_F32, {0x477ff000}, 0x7bff},
        {GEN_HALF_BITS, GEN_F32, {0x33c00000}, 1},
        {GEN_HALF_BITS, GEN_F32, {0x3f802fff}, 0x3c01},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(gen_model_apply(rows[i].op, rows[i].type, rows[i].args), rows[i].result);
}

static void atomics_act_on_their_word(void **state)
{
    (void)state;
    gen_program *p = program(4);
    gen_stmt *total = gen_stmt_new(p, GEN_ATOMIC), *own = gen_stmt_new(p, GEN_ATOMIC);
    gen_results results;
    total->place = GEN_AT_TOTALS;
    total->which = 5; /* imax */
    total->e[0] = number(p, 9);
    total->e[1] = apply(p, GEN_ADD, lane_of(p), number(p, 0x7f000000));
    own->place = GEN_AT_OWN;
    own->which = GEN_ATOMIC_COMPARE;
    own->count = 1;
    own->e[1] = number(p, 77);
    own->e[2] = number(p, 2);
    own->result = 0;
    gen_entry(p)->body = LIST(store(p, 1, lane_of(p)), total, own, store(p, 0, variable(p, 0)));
    gen_tree_mark(p);
    gen_model_run(p, 4, &results);
    assert_int_equal(results.totals[5 * GEN_SUBSCRIPTS + 1], 0x7f000003);
    assert_int_equal(results.outputs[0][1 * GEN_OWN + 1], 1);
    assert_int_equal(results.outputs[0][2 * GEN_OWN + 1], 77);
    assert_int_equal(results.outputs[0][3 * GEN_OWN], 3);
    gen_results_free(&results);
}

/* --- random programs --- */

static bool has_atomic(const gen_stmt *body)
{
    for (const gen_stmt *s = body; s; s = s->next)
        if (s->kind == GEN_ATOMIC || has_atomic(s->body) || has_atomic(s->other))
            return true;
    return false;
}

static bool fails(void *user, gen_program *p)
{
    (void)user;
    return has_atomic(gen_entry(p)->body);
}

static void shrinking_leaves_what_matters(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        gen_program p;
        gen_make(seed, &(gen_options){.size = 20}, &p);
        if (fails(NULL, &p)) {
            gen_shrink(&p, fails, NULL, 2000);
            assert_true(fails(NULL, &p));
            assert_true(gen_tree_size(&p) <= 2);
        }
        gen_arena_free(&p.memory);
    }
}

static bool is_valid(void *user, gen_program *p)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    dxk_validation *v = NULL;
    (void)user;
    assert_int_equal(gen_emit(ctx, p, &m), DXK_OK);
    assert_int_equal(dxk_validate_module(m, NULL, &v), DXK_OK);
    for (size_t i = 0; i < dxk_validation_count(v, NULL); i++)
        print_message("%.*s\n", (int)dxk_validation_finding(v, i)->message.size,
                      dxk_validation_finding(v, i)->message.data);
    assert_int_equal(dxk_validation_verdict(v), DXK_VERDICT_VALID);
    dxk_validation_free(v);
    dxk_module_free(m);
    support_ctx_done(ctx);
    return gen_tree_size(p) % 7 > 0; /* pieces go at whim */
}

static void modules_are_valid_also_when_pieces_go(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        gen_program p;
        gen_make(seed, &(gen_options){.size = 6}, &p);
        gen_shrink(&p, is_valid, NULL, 60);
        gen_arena_free(&p.memory);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(arms_have_their_own_lanes),
    cmocka_unit_test(lanes_that_continue_wait_for_the_round),
    cmocka_unit_test(lanes_that_break_meet_behind_the_loop),
    cmocka_unit_test(limits_are_reduced_and_may_differ),
    cmocka_unit_test(cases_fall_through_and_meet),
    cmocka_unit_test(lanes_that_returned_are_gone),
    cmocka_unit_test(calls_have_variables_of_their_own),
    cmocka_unit_test(wave_operations_see_active_lanes_of_the_wave),
    cmocka_unit_test(quads_are_squares_where_groups_have_them),
    cmocka_unit_test(scalar_operations_have_their_edges),
    cmocka_unit_test(atomics_act_on_their_word),
    cmocka_unit_test(shrinking_leaves_what_matters),
    cmocka_unit_test(modules_are_valid_also_when_pieces_go),
};
SUPPORT_SUITE(test_gen, tests);
