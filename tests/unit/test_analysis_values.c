/* SPDX-License-Identifier: MIT */
/*
 * test_analysis_values.c - who uses what, who calls whom, what is live where, what memory is meant,
 * what differs between lanes: by hand, and over random programs against the definitions.
 */
#include "support.h"

#include "analysis/calls.h"
#include "analysis/live.h"
#include "analysis/mem.h"
#include "analysis/uniform.h"
#include "exec/order.h"
#include "dxk/module.h"
#include "dxk/text.h"

#define MOST 9u /* blocks of a random program */

static uint32_t random_state;

static uint32_t random_below(uint32_t bound)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % bound;
}

static dxk_module *parse(dxk_ctx *ctx, const char *text)
{
    dxk_module *m = NULL;
    dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

static uint32_t function_named(const dxk_module *m, const char *name)
{
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t f = m->functions.items[i];
        if (dxki_str_is(dxki_string_get(m, m->globals.items[f].name), name))
            return f;
    }
    fail_msg("no function %s", name);
    return 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Random programs                                                                            */

typedef struct program {
    dxk_ctx *ctx;
    dxk_module *m;
    dxki_arena arena;
    dxki_cfg cfg;
    dxki_dom dom;
    uint32_t function;
} program;

typedef struct shape {
    uint32_t count, ends[MOST], to[MOST][3];
} shape;

static void analyze(program *p, const char *text)
{
    p->ctx = support_ctx();
    p->m = parse(p->ctx, text);
    p->function = p->m->functions.items[0];
    dxki_arena_init(&p->arena, p->ctx);
    assert_true(dxki_cfg_build(&p->cfg, &p->arena, p->m, p->function));
    assert_true(dxki_dom_forward(&p->dom, &p->arena, &p->cfg));
}

static void done(program *p)
{
    dxki_arena_free(&p->arena);
    dxk_module_free(p->m);
    support_ctx_done(p->ctx);
}

static char *write_end(char *text, const shape *s, uint32_t b)
{
    if (s->ends[b] == 0)
        return text + sprintf(text, "  ret i32 %%a%u\n", b);
    if (s->ends[b] == 1)
        return text + sprintf(text, "  br label %%b%u\n", s->to[b][0]);
    text += sprintf(text, "  switch i32 %%a%u, label %%b%u [", b, s->to[b][0]);
    for (uint32_t k = 1; k < s->ends[b]; k++)
        text += sprintf(text, " i32 %u, label %%b%u", k, s->to[b][k]);
    return text + sprintf(text, " ]\n");
}

/* A value that is there at the end of a block, of a program whose dominators are known. */
static char *write_value(char *text, const program *p, uint32_t block, bool own)
{
    uint32_t candidates[2 * MOST + 2], count = 0;
    for (uint32_t b = 0; p && b < p->cfg.count; b++) {
        if (dxki_dom_dominates(&p->dom, b, block) && (b != block || own))
            candidates[count++] = b;
    }
    uint32_t pick = random_below(count + 2);
    if (pick >= count)
        return text + sprintf(text, pick == count ? "%%x" : "%%d");
    return text + sprintf(text, "%%a%u", candidates[pick]);
}

static char *write_phi(char *text, const shape *s, const program *p, uint32_t b, bool *is_there)
{
    bool any = false;
    for (uint32_t from = 0; from < s->count; from++) {
        uint32_t times = 0;
        char value[16];
        for (uint32_t k = 0; k < s->ends[from]; k++)
            times += s->to[from][k] == b;
        if (!times)
            continue;
        write_value(value, p, from, true);
        if (!any)
            text += sprintf(text, "  %%p%u = phi i32 ", b);
        for (uint32_t k = 0; k < times; k++) {
            text += sprintf(text, "%s[ %s, %%b%u ]", any ? ", " : "", value, from);
            any = true;
        }
    }
    *is_there = any;
    return any ? text + sprintf(text, "\n") : text;
}

static void write_program(char *text, const shape *s, const program *p)
{
    text += sprintf(text, "define i32 @f(i32 %%x, i32 %%d) {\n");
    for (uint32_t b = 0; b < s->count; b++) {
        bool phi;
        text += sprintf(text, "b%u:\n", b);
        text = write_phi(text, s, p, b, &phi);
        text += sprintf(text, "  %%a%u = add i32 ", b);
        if (phi && random_below(2))
            text += sprintf(text, "%%p%u", b);
        else
            text = write_value(text, p, b, false);
        text += sprintf(text, ", ");
        text = write_value(text, p, b, false);
        text = write_end(text + sprintf(text, "\n"), s, b);
    }
    sprintf(text, "}\n");
}

/* The first program is for its dominators: they say what the second may use where. Half of them
 * lead mostly forward. */
static void random_program(program *p, uint32_t seed)
{
    static char text[8192];
    program first;
    shape s;
    random_state = seed;
    s.count = 2 + random_below(MOST - 1);
    bool forward = random_below(2);
    for (uint32_t b = 0; b < s.count; b++) {
        s.ends[b] = random_below(8) == 0 ? 3 : random_below(3);
        if (forward)
            s.ends[b] = b + 1 == s.count ? 0 : 1 + random_below(3);
        for (uint32_t k = 0; k < s.ends[b]; k++) {
            uint32_t ahead = b + 1 + random_below(3);
            s.to[b][k] = 1 + random_below(s.count - 1);
            if (forward && random_below(8))
                s.to[b][k] = ahead < s.count ? ahead : s.count - 1;
        }
    }
    write_program(text, &s, NULL);
    analyze(&first, text);
    write_program(text, &s, &first);
    done(&first);
    analyze(p, text);
}

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

/* Uses of a value by instructions, counted by looking at all of them. */
static uint32_t count_uses(const program *p, dxki_value value)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < p->cfg.count; n++) {
        uint32_t i = p->m->blocks.items[p->cfg.blocks[n]].first_inst;
        for (; i; i = p->m->insts.items[i].next) {
            for (uint32_t k = 0; k < p->m->insts.items[i].op_count; k++)
                count += dxki_inst_ops(p->m, i)[k] == value;
        }
    }
    return count;
}

static void check_list(const program *p, const dxki_uses *u, dxki_value value)
{
    uint32_t listed = 0;
    DXKI_EACH_USE_OF(u, value, i)
    {
        const dxki_use *use = &u->uses.items[i];
        assert_int_equal(DXKI_TAG(use->user), DXKI_V_INST);
        assert_int_equal(dxki_inst_ops(p->m, DXKI_INDEX(use->user))[use->operand], value);
        listed++;
    }
    assert_int_equal(listed, count_uses(p, value));
    assert_int_equal(dxki_uses_count(u, value), listed);
}

static void check_lists(const program *p, const dxki_uses *u)
{
    check_list(p, u, DXKI_VALUE(DXKI_V_ARG, p->m->globals.items[p->function].first_arg));
    for (uint32_t i = 1; i < p->m->insts.count; i++)
        check_list(p, u, DXKI_VALUE(DXKI_V_INST, i));
    for (uint32_t i = 1; i < p->m->blocks.count; i++)
        check_list(p, u, DXKI_VALUE(DXKI_V_BLOCK, i));
}

/* Sets operands at random, and tells. */
static void edit(program *p, dxki_uses *u)
{
    for (uint32_t round = 0; round < 5; round++) {
        uint32_t inst = 1 + random_below((uint32_t)p->m->insts.count - 1);
        dxki_inst *in = &p->m->insts.items[inst];
        uint32_t other = 1 + random_below((uint32_t)p->m->insts.count - 1);
        if (in->op != DXKI_OP_ADD || p->m->insts.items[other].type == DXKI_TY_VOID)
            continue;
        uint32_t operand = random_below(2);
        p->m->words.items[in->ops + operand] = DXKI_VALUE(DXKI_V_INST, other);
        assert_true(dxki_uses_set(u, inst, operand, DXKI_VALUE(DXKI_V_INST, other)));
    }
    for (uint32_t inst = 1; inst < p->m->insts.count; inst++) {
        if (random_below(4) == 0) {
            dxki_uses_drop(u, inst);
            assert_true(dxki_uses_add(u, inst));
        }
    }
}

static void uses_are_all_found(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 300; seed++) {
        program p;
        dxki_uses u;
        random_program(&p, seed);
        assert_true(dxki_uses_begin(&u, p.m));
        assert_true(dxki_uses_enter(&u, p.function));
        check_lists(&p, &u);
        edit(&p, &u);
        check_lists(&p, &u);
        assert_true(dxki_uses_build(&u));
        check_lists(&p, &u);
        assert_true(dxki_uses_enter(&u, p.function));
        check_lists(&p, &u);
        dxki_uses_free(&u);
        done(&p);
    }
}

static void constants_and_globals_are_users(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, "@a = global i32 0\n"
                               "@b = global i32* getelementptr (i32, i32* @a, i32 1)\n"
                               "define void @f() {\n  store i32 0, i32* @a\n  ret void\n}\n");
    dxki_uses u;
    (void)state;
    assert_true(dxki_uses_begin(&u, m));
    assert_true(dxki_uses_build(&u));
    assert_int_equal(dxki_uses_count(&u, DXKI_VALUE(DXKI_V_GLOBAL, m->variables.items[0])), 2);
    uint32_t last = dxki_uses_first(&u, DXKI_VALUE(DXKI_V_GLOBAL, m->variables.items[0]));
    assert_int_equal(DXKI_TAG(u.uses.items[last].user), DXKI_V_INST);
    dxki_value init = m->globals.items[m->variables.items[1]].init;
    assert_int_equal(dxki_uses_count(&u, init), 1);
    assert_int_equal(u.uses.items[dxki_uses_first(&u, init)].user,
                     DXKI_VALUE(DXKI_V_GLOBAL, m->variables.items[1]));
    assert_true(dxki_uses_enter(&u, m->functions.items[0]));
    assert_int_equal(dxki_uses_count(&u, DXKI_VALUE(DXKI_V_GLOBAL, m->variables.items[0])), 0);
    dxki_uses_free(&u);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Liveness                                                                                   */

static uint32_t body_of(const dxk_module *m, uint32_t block)
{
    uint32_t i = m->blocks.items[block].first_inst;
    while (m->insts.items[i].op == DXKI_OP_PHI)
        i = m->insts.items[i].next;
    return i;
}

/* Looks for a way from right before an instruction (0: from the end of the block) to a use. */
static bool finds_use(const program *p, uint32_t block, uint32_t inst, dxki_value value,
                      uint8_t *seen)
{
    const dxk_module *m = p->m;
    for (uint32_t i = inst; i; i = m->insts.items[i].next) {
        for (uint32_t k = 0; k < m->insts.items[i].op_count; k++) {
            if (dxki_inst_ops(m, i)[k] == value)
                return true;
        }
        if (DXKI_VALUE(DXKI_V_INST, i) == value)
            return false;
    }
    uint32_t n = dxki_cfg_number(&p->cfg, block);
    DXKI_EACH_SUCC(&p->cfg, n, e)
    {
        uint32_t to = p->cfg.graph.succ.to[e];
        bool is_made = false;
        if (to == p->cfg.count)
            continue;
        uint32_t i = m->blocks.items[p->cfg.blocks[to]].first_inst;
        for (; m->insts.items[i].op == DXKI_OP_PHI; i = m->insts.items[i].next) {
            const dxki_value *ops = dxki_inst_ops(m, i);
            uint32_t count = m->insts.items[i].op_count;
            is_made = is_made || DXKI_VALUE(DXKI_V_INST, i) == value;
            for (uint32_t k = 0; k < count; k++) {
                if (ops[k] == value && DXKI_INDEX(ops[count + k]) == block)
                    return true;
            }
        }
        if (is_made || seen[to])
            continue;
        seen[to] = 1;
        if (finds_use(p, p->cfg.blocks[to], i, value, seen))
            return true;
    }
    return false;
}

static bool is_live(const program *p, uint32_t block, uint32_t inst, dxki_value value)
{
    uint8_t seen[MOST] = {0};
    return finds_use(p, block, inst, value, seen);
}

static uint32_t all_values(const program *p, dxki_value *values)
{
    uint32_t count = 0;
    values[count++] = DXKI_VALUE(DXKI_V_ARG, p->m->globals.items[p->function].first_arg);
    values[count++] = DXKI_VALUE(DXKI_V_ARG, p->m->globals.items[p->function].first_arg + 1);
    for (uint32_t n = 0; n < p->cfg.count; n++) {
        uint32_t i = p->m->blocks.items[p->cfg.blocks[n]].first_inst;
        for (; i && dxki_cfg_is_reached(&p->cfg, n); i = p->m->insts.items[i].next)
            values[count++] = DXKI_VALUE(DXKI_V_INST, i);
    }
    return count;
}

static bool has(const dxki_value *list, size_t count, dxki_value value)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i] == value)
            return true;
    }
    return false;
}

static void check_ranges(program *p, dxki_live *live, const dxki_value *values, uint32_t count)
{
    dxki_live_sets sets;
    size_t total = 0;
    assert_int_equal(dxki_live_all(live, &p->arena, 100000, &sets), DXK_OK);
    for (uint32_t v = 0; v < count; v++) {
        bool is_arg = DXKI_TAG(values[v]) == DXKI_V_ARG;
        uint32_t home =
            is_arg ? 0 : dxki_cfg_number(&p->cfg, p->m->insts.items[DXKI_INDEX(values[v])].block);
        uint32_t listed = dxki_live_range(live, values[v]);
        total += listed;
        for (uint32_t n = 0; n < p->cfg.count; n++) {
            bool is = dxki_cfg_is_reached(&p->cfg, n) && n != home &&
                      is_live(p, p->cfg.blocks[n], body_of(p->m, p->cfg.blocks[n]), values[v]);
            assert_int_equal(has(live->blocks, listed, n), is);
            assert_int_equal(
                has(sets.values + sets.start[n], sets.start[n + 1] - sets.start[n], values[v]), is);
        }
    }
    assert_int_equal(sets.start[p->cfg.count], total);
    assert_int_equal(dxki_live_all(live, &p->arena, total ? total - 1 : 0, &sets),
                     total ? DXK_E_LIMIT : DXK_OK);
}

static void check_place(const program *p, dxki_live *live, const dxki_value *values, uint32_t count,
                        uint32_t block, uint32_t inst)
{
    uint32_t found = 0;
    assert_true(dxki_live_at(live, block, inst));
    for (uint32_t v = 0; v < count; v++) {
        bool is = is_live(p, block, inst, values[v]);
        assert_int_equal(has(live->values.items, live->values.count, values[v]), is);
        found += is;
    }
    assert_int_equal(live->values.count, found);
}

static void liveness_is_as_defined(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 600; seed++) {
        program p;
        dxki_uses u;
        dxki_live live;
        dxki_value values[3 * MOST + 2];
        random_program(&p, seed);
        assert_true(dxki_uses_begin(&u, p.m) && dxki_uses_enter(&u, p.function));
        assert_true(dxki_live_begin(&live, &p.arena, p.m, &p.cfg, &p.dom, &u));
        uint32_t count = all_values(&p, values);
        check_ranges(&p, &live, values, count);
        for (uint32_t n = 0; n < p.cfg.count; n++) {
            uint32_t block = p.cfg.blocks[n];
            if (!dxki_cfg_is_reached(&p.cfg, n))
                continue;
            for (uint32_t i = body_of(p.m, block); i; i = p.m->insts.items[i].next)
                check_place(&p, &live, values, count, block, i);
            check_place(&p, &live, values, count, block, 0);
        }
        dxki_live_free(&live);
        dxki_uses_free(&u);
        done(&p);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

#define FUNCTIONS 8u

/* Functions that call each other at random; some are local to the module. */
static void write_calls(char *text, bool calls[FUNCTIONS][FUNCTIONS])
{
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        text += sprintf(text, "define %svoid @f%u() {\n", f % 3 ? "internal " : "", f);
        for (uint32_t g = 0; g < FUNCTIONS; g++) {
            calls[f][g] = random_below(6) == 0;
            if (calls[f][g])
                text += sprintf(text, "  call void @f%u()\n", g);
        }
        text += sprintf(text, "  ret void\n}\n");
    }
}

static void close_over(bool way[FUNCTIONS][FUNCTIONS])
{
    for (uint32_t k = 0; k < FUNCTIONS; k++)
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            for (uint32_t g = 0; g < FUNCTIONS; g++)
                way[f][g] = way[f][g] || (way[f][k] && way[k][g]);
}

static void check_groups(const dxki_calls *c, bool way[FUNCTIONS][FUNCTIONS])
{
    uint8_t marks[FUNCTIONS + 1];
    const uint32_t *functions = c->m->functions.items;
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        memset(marks, 0, sizeof marks);
        assert_true(dxki_calls_reach(c, functions[f], marks, 2));
        assert_int_equal(dxki_calls_is_recursive(c, functions[f]), way[f][f]);
        for (uint32_t g = 0; g < FUNCTIONS; g++) {
            assert_int_equal(marks[functions[g]] == 2, f == g || way[f][g]);
            assert_int_equal(c->groups.of[functions[f]] == c->groups.of[functions[g]],
                             f == g || (way[f][g] && way[g][f]));
            if (way[f][g])
                assert_true(c->groups.of[functions[g]] <= c->groups.of[functions[f]]);
        }
    }
}

static void calls_are_as_defined(void **state)
{
    static char text[8192];
    (void)state;
    for (uint32_t seed = 0; seed < 200; seed++) {
        bool way[FUNCTIONS][FUNCTIONS];
        random_state = seed;
        write_calls(text, way);
        dxk_ctx *ctx = support_ctx();
        dxk_module *m = parse(ctx, text);
        dxki_arena arena;
        dxki_calls c;
        dxki_arena_init(&arena, ctx);
        assert_true(dxki_calls_build(&c, &arena, m, false));
        close_over(way);
        check_groups(&c, way);
        assert_int_equal(c.callees.start[1] - c.callees.start[0], 3);
        dxki_arena_free(&arena);
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

static void pointers_to_functions_are_followed(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m =
        parse(ctx, "@table = internal global [1 x void ()*] [void ()* @taken]\n"
                   "define internal void @taken() {\n  call void @deep()\n  ret void\n}\n"
                   "define internal void @deep() {\n  ret void\n}\n"
                   "define internal void @alone() {\n  ret void\n}\n"
                   "define void @main(void ()* %p) {\n  call void %p()\n  ret void\n}\n");
    uint32_t taken = function_named(m, "taken"), deep = function_named(m, "deep"),
             alone = function_named(m, "alone"), entry = function_named(m, "main");
    uint8_t marks[8] = {0};
    dxki_arena arena;
    dxki_calls c;
    (void)state;
    dxki_arena_init(&arena, ctx);
    assert_true(dxki_calls_build(&c, &arena, m, false));
    assert_true(c.address_taken[taken] && !c.address_taken[deep] && c.unknown[entry]);
    assert_int_equal(c.callees.start[1] - c.callees.start[0], 2); /* taken, main */
    assert_true(dxki_calls_reach(&c, entry, marks, 1));
    assert_true(marks[taken] && marks[deep] && !marks[alone]);
    dxki_arena_free(&arena);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

static const char memory_text[] =
    "@s = internal addrspace(3) global [4 x i32] undef\n"
    "@k = internal constant [2 x i32] [i32 1, i32 2]\n"
    "declare void @g()\n"
    "define i32 @f(i1 %c, i32 %i, i32* %p) {\n"
    "  %a = alloca { i32, i32 }\n"
    "  %b = alloca i32\n"
    "  %a0 = getelementptr { i32, i32 }, { i32, i32 }* %a, i32 0, i32 0\n"
    "  %a1 = getelementptr { i32, i32 }, { i32, i32 }* %a, i32 0, i32 1\n"
    "  %a2 = getelementptr { i32, i32 }, { i32, i32 }* %a, i32 0, i32 1\n"
    "  %q = select i1 %c, i32* %a0, i32* %b\n"
    "  %s0 = getelementptr [4 x i32], [4 x i32] addrspace(3)* @s, i32 0, i32 %i\n"
    "  %s1 = getelementptr [4 x i32], [4 x i32] addrspace(3)* @s, i32 0, i32 1\n"
    "  %k0 = getelementptr [2 x i32], [2 x i32]* @k, i32 0, i32 %i\n"
    "  store i32 1, i32* %a0\n"
    "  store i32 2, i32 addrspace(3)* %s0\n"
    "  %l = load i32, i32* %k0\n"
    "  call void @g()\n"
    "  ret i32 %l\n}\n";

static uint32_t inst_number(const dxk_module *m, uint32_t function, uint32_t index)
{
    uint32_t i = m->blocks.items[m->globals.items[function].first_block].first_inst;
    while (index--)
        i = m->insts.items[i].next;
    return i;
}

static dxki_value value_number(const dxk_module *m, uint32_t function, uint32_t index)
{
    return DXKI_VALUE(DXKI_V_INST, inst_number(m, function, index));
}

/* In code that nothing leads to, a computation may come from itself. */
static void computations_may_go_in_circles(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, "define void @f() {\n  ret void\n"
                               "u:\n  %a = getelementptr i32, i32* %b, i32 1\n"
                               "  %b = getelementptr i32, i32* %a, i32 1\n"
                               "  %c = getelementptr i32, i32* %b, i32 1\n  br label %u\n}\n");
    uint32_t block = m->blocks.items[m->globals.items[m->functions.items[0]].first_block].next;
    dxki_value a = DXKI_VALUE(DXKI_V_INST, m->blocks.items[block].first_inst),
               b = DXKI_VALUE(DXKI_V_INST, m->insts.items[DXKI_INDEX(a)].next),
               c = DXKI_VALUE(DXKI_V_INST, m->insts.items[DXKI_INDEX(b)].next);
    dxki_arena arena;
    dxki_mem_bases bases;
    (void)state;
    dxki_arena_init(&arena, ctx);
    assert_true(dxki_mem_bases_begin(&bases, &arena, m));
    const dxki_value pointers[] = {c, a, b, c};
    for (uint32_t i = 0; i < 4; i++) {
        dxki_value base = dxki_mem_bases_find(&bases, pointers[i]);
        assert_true(base == a || base == b);
    }
    assert_int_equal(DXKI_TAG(dxki_mem_base(m, c)), DXKI_V_INST);
    dxki_arena_free(&arena);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static dxki_mem_effect reads_uav(const void *user, const dxk_module *m, const dxki_inst *call,
                                 uint32_t callee)
{
    (void)user;
    (void)call;
    assert_int_equal(m->globals.items[callee].kind, DXKI_G_FUNCTION);
    return (dxki_mem_effect){DXKI_DXM_UAV, 0, 0};
}

static void memory_is_told_apart(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, memory_text);
    uint32_t f = function_named(m, "f");
    dxki_value a = value_number(m, f, 0), b = value_number(m, f, 1), a0 = value_number(m, f, 2),
               a1 = value_number(m, f, 3), a2 = value_number(m, f, 4), q = value_number(m, f, 5),
               s0 = value_number(m, f, 6), s1 = value_number(m, f, 7), k0 = value_number(m, f, 8),
               arg = DXKI_VALUE(DXKI_V_ARG, m->globals.items[f].first_arg + 2);
    (void)state;
    assert_int_equal(dxki_mem_base(m, a1), a);
    dxki_arena arena;
    dxki_mem_bases bases;
    dxki_arena_init(&arena, ctx);
    assert_true(dxki_mem_bases_begin(&bases, &arena, m));
    for (uint32_t k = 0; k < 2; k++) {
        assert_int_equal(dxki_mem_bases_find(&bases, a1), a);
        assert_int_equal(dxki_mem_bases_find(&bases, a), a);
        assert_int_equal(dxki_mem_bases_find(&bases, q), q);
    }
    dxki_arena_free(&arena);
    assert_int_equal(dxki_mem_kinds(m, a1), DXKI_MEM_LOCAL);
    assert_int_equal(dxki_mem_kinds(m, s0), DXKI_MEM_SHARED);
    assert_int_equal(dxki_mem_kinds(m, k0), DXKI_MEM_CONSTANT);
    assert_int_equal(dxki_mem_compare(m, a0, a1), DXKI_MEM_APART);
    assert_int_equal(dxki_mem_compare(m, a1, a2), DXKI_MEM_SAME);
    assert_int_equal(dxki_mem_compare(m, a0, b), DXKI_MEM_APART);
    assert_int_equal(dxki_mem_compare(m, a0, q), DXKI_MEM_MAY);
    assert_int_equal(dxki_mem_compare(m, s0, s1), DXKI_MEM_MAY);
    assert_int_equal(dxki_mem_compare(m, s0, a0), DXKI_MEM_APART);
    assert_int_equal(dxki_mem_compare(m, arg, s0), DXKI_MEM_APART);
    assert_int_equal(dxki_mem_compare(m, arg, a0), DXKI_MEM_MAY);
    dxki_mem_search search;
    assert_true(dxki_mem_search_begin(&search, m));
    assert_true(dxki_mem_search_run(&search, q));
    assert_int_equal(search.list.count, 2);
    assert_true(has(search.list.items, 2, a) && has(search.list.items, 2, b));
    dxki_mem_search_free(&search);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void effects_go_by_memory(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, memory_text);
    uint32_t f = function_named(m, "f");
    const dxki_mem_calls calls = {reads_uav, NULL};
    dxki_mem_effect local = dxki_mem_effect_of(m, dxki_inst_get(m, inst_number(m, f, 9)), NULL),
                    shared = dxki_mem_effect_of(m, dxki_inst_get(m, inst_number(m, f, 10)), NULL),
                    load = dxki_mem_effect_of(m, dxki_inst_get(m, inst_number(m, f, 11)), NULL),
                    any = dxki_mem_effect_of(m, dxki_inst_get(m, inst_number(m, f, 12)), NULL),
                    call = dxki_mem_effect_of(m, dxki_inst_get(m, inst_number(m, f, 12)), &calls),
                    end = dxki_mem_effect_of(m, dxki_inst_get(m, inst_number(m, f, 13)), NULL);
    (void)state;
    assert_int_equal(local.writes, DXKI_MEM_LOCAL);
    assert_int_equal(shared.writes, DXKI_MEM_SHARED);
    assert_int_equal(load.reads, DXKI_MEM_CONSTANT);
    assert_true(dxki_mem_is_removable(load) && dxki_mem_is_removable(call));
    assert_false(dxki_mem_is_removable(local) || dxki_mem_is_removable(any) ||
                 dxki_mem_is_removable(end));
    assert_true(dxki_mem_commute(local, shared) && dxki_mem_commute(load, call));
    assert_false(dxki_mem_commute(local, local) || dxki_mem_commute(any, load));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Lanes                                                                                      */

#define LANES 5u
#define RUNS  24u /* blocks that a lane runs, at most */

/* What a lane has done: each time that it ran a block, and what its instructions made of it. */
typedef struct lane {
    uint32_t count; /* RUNS + 1: too many */
    uint32_t block[RUNS];
    uint32_t values[RUNS][4];   /* by place in the block */
    uint32_t operands[RUNS][2]; /* of the addition */
} lane;

typedef struct lanes {
    program p;
    dxki_dom post;
    dxki_loops loops;
    dxki_uses uses;
    dxki_mem_bases bases;
    dxki_uniform u;
    uint8_t *differs;
    lane lane[LANES];
} lanes;

static bool second_argument(const void *user, const dxk_module *m, uint32_t arg)
{
    (void)user;
    return arg == m->globals.items[m->functions.items[0]].first_arg + 1;
}

static uint8_t no_call(const void *user, const dxk_module *m, const dxki_inst *call,
                       uint32_t callee)
{
    (void)user;
    (void)m;
    (void)call;
    (void)callee;
    return DXKI_UNIFORM_DIFFERS;
}

static void find_uniform(lanes *l, uint8_t (*call)(const void *, const dxk_module *,
                                                   const dxki_inst *, uint32_t))
{
    program *p = &l->p;
    assert_true(dxki_dom_backward(&l->post, &p->arena, &p->cfg));
    assert_true(dxki_loop_build(&l->loops, &p->arena, &p->cfg, &p->dom));
    assert_true(dxki_uses_begin(&l->uses, p->m) && dxki_uses_enter(&l->uses, p->function));
    assert_true(dxki_mem_bases_begin(&l->bases, &p->arena, p->m));
    l->differs = calloc(p->m->insts.count, 1);
    const dxki_uniform_input in = {
        p->m, &p->cfg, &l->post, &l->loops, &l->uses, &l->bases, {call, second_argument, NULL}};
    assert_true(dxki_uniform_build(&l->u, &p->arena, &in, l->differs));
}

static void lanes_done(lanes *l)
{
    dxki_uses_free(&l->uses);
    free(l->differs);
    done(&l->p);
}

typedef struct machine {
    const program *p;
    uint32_t args[2];
    uint32_t *values; /* by instruction */
} machine;

static uint32_t value_of(const machine *c, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        return c->values[DXKI_INDEX(value)];
    return c->args[DXKI_INDEX(value) - c->p->m->globals.items[c->p->function].first_arg];
}

/* The block that a terminator leads to; 0: out. */
static uint32_t follow_end(const machine *c, uint32_t inst)
{
    const dxk_module *m = c->p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    if (in->op == DXKI_OP_RET)
        return 0;
    if (in->op == DXKI_OP_BR)
        return DXKI_INDEX(ops[0]);
    for (uint32_t k = 2; k < in->op_count; k += 2) {
        uint64_t bits = 0;
        assert_true(dxki_value_as_int(m, ops[k], &bits));
        if (bits == value_of(c, ops[0]))
            return DXKI_INDEX(ops[k + 1]);
    }
    return DXKI_INDEX(ops[1]);
}

/* Runs one block that was come to from another; returns the next. */
static uint32_t run_block(machine *c, lane *l, uint32_t block, uint32_t from)
{
    const dxk_module *m = c->p->m;
    uint32_t run = l->count++, place = 0, fresh[2] = {0, 0}, i;
    l->block[run] = block;
    for (i = m->blocks.items[block].first_inst; m->insts.items[i].next;
         i = m->insts.items[i].next) {
        const dxki_inst *in = dxki_inst_get(m, i);
        const dxki_value *ops = dxki_inst_ops(m, i);
        if (in->op == DXKI_OP_PHI) {
            for (uint32_t k = 0; k < in->op_count; k++) {
                if (DXKI_INDEX(ops[in->op_count + k]) == from)
                    fresh[0] = value_of(c, ops[k]);
            }
            c->values[i] = fresh[0];
        } else {
            l->operands[run][0] = value_of(c, ops[0]);
            l->operands[run][1] = value_of(c, ops[1]);
            c->values[i] = (value_of(c, ops[0]) + value_of(c, ops[1])) & 3;
        }
        l->values[run][place++] = c->values[i];
    }
    return follow_end(c, i);
}

static void run_lane(const program *p, lane *l, uint32_t x, uint32_t d)
{
    machine c = {p, {x, d}, calloc(p->m->insts.count, sizeof(uint32_t))};
    uint32_t block = p->cfg.blocks[0], from = 0;
    l->count = 0;
    while (block && l->count < RUNS) {
        uint32_t next = run_block(&c, l, block, from);
        from = block;
        block = next;
    }
    if (block)
        l->count = RUNS + 1;
    free(c.values);
}

/* The `nth` time that a lane runs the block; RUNS: it does not. */
static uint32_t find_run(const lane *l, uint32_t block, uint32_t nth)
{
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->block[i] == block && nth-- == 0)
            return i;
    }
    return RUNS;
}

/* Two lanes run a block together: what is said to be the same must be. */
static uint32_t compare_runs(const lanes *l, uint32_t n, const lane *a, uint32_t x, const lane *b,
                             uint32_t y)
{
    const dxk_module *m = l->p.m;
    uint32_t i = m->blocks.items[l->p.cfg.blocks[n]].first_inst, place = 0, same = 0;
    for (; m->insts.items[i].next; i = m->insts.items[i].next, place++) {
        const dxki_value *ops = dxki_inst_ops(m, i);
        if (!l->u.differs[i])
            assert_int_equal(a->values[x][place], b->values[y][place]);
        same += !l->u.differs[i];
        for (uint32_t k = 0; k < 2 && m->insts.items[i].op == DXKI_OP_ADD; k++) {
            if (!dxki_uniform_differs(&l->u, ops[k], n))
                assert_int_equal(a->operands[x][k], b->operands[y][k]);
        }
    }
    return same;
}

/* A block that is not split is run by all lanes as often; without loops each is run once, so that
 * those who run it do so together. */
static uint32_t compare_lanes(const lanes *l, const lane *a, const lane *b)
{
    uint32_t same = 0;
    for (uint32_t n = 0; n < l->p.cfg.count; n++) {
        for (uint32_t nth = 0; nth < RUNS; nth++) {
            uint32_t x = find_run(a, l->p.cfg.blocks[n], nth),
                     y = find_run(b, l->p.cfg.blocks[n], nth);
            if (!l->u.split[n])
                assert_int_equal(x == RUNS, y == RUNS);
            if (x != RUNS && y != RUNS && (!l->u.split[n] || l->loops.count == 1))
                same += compare_runs(l, n, a, x, b, y);
        }
    }
    return same;
}

static void lanes_agree_where_they_should(void **state)
{
    uint32_t same = 0, fine = 0;
    (void)state;
    for (uint32_t seed = 0; seed < 1500; seed++) {
        lanes l;
        random_program(&l.p, seed);
        find_uniform(&l, no_call);
        fine += !l.u.coarse;
        for (uint32_t x = 0; x < 4; x++) {
            for (uint32_t k = 0; k < LANES; k++)
                run_lane(&l.p, &l.lane[k], x, k & 3);
            for (uint32_t k = 1; k < LANES; k++) {
                if (l.lane[0].count <= RUNS && l.lane[k].count <= RUNS)
                    same += compare_lanes(&l, &l.lane[0], &l.lane[k]);
            }
        }
        lanes_done(&l);
    }
    assert_true(same > 10000 && fine > 1000);
}

/* Where each lane is, when all run in lockstep; a position of the order. */
typedef struct wave {
    const lanes *l;
    dxki_exec_order order;
    machine machine[LANES];
    lane lane[LANES];
    uint32_t at[LANES], from[LANES]; /* order.count: it has returned */
} wave;

static void run_lane_at(wave *w, uint32_t k, uint32_t number)
{
    const lanes *l = w->l;
    uint32_t block = l->p.cfg.blocks[number];
    uint32_t next = run_block(&w->machine[k], &w->lane[k], block, w->from[k]);
    w->from[k] = block;
    w->at[k] = next ? dxki_exec_order_target(&w->order, &l->loops, number,
                                             dxki_cfg_number(&l->p.cfg, next))
                    : w->order.count;
}

/* Those at the lowest position run; false: nobody is left, or it takes too long. */
static bool run_lowest(wave *w, uint32_t *same)
{
    const lanes *l = w->l;
    uint32_t low = w->order.count, first = LANES, together = 0;
    for (uint32_t k = 0; k < LANES; k++)
        low = w->at[k] < low ? w->at[k] : low;
    if (low == w->order.count)
        return false;
    dxki_exec_place_at place = w->order.places[low];
    for (uint32_t k = 0; k < LANES; k++) {
        if (w->at[k] != low)
            continue;
        if (w->lane[k].count == RUNS)
            return false;
        if (place.is_latch) {
            w->at[k] = w->order.position[place.block];
            continue;
        }
        run_lane_at(w, k, place.block);
        together++;
        first = first == LANES ? k : first;
        *same += compare_runs(l, place.block, &w->lane[first], w->lane[first].count - 1,
                              &w->lane[k], w->lane[k].count - 1);
    }
    if (!place.is_latch && !l->u.split[place.block])
        assert_int_equal(together, LANES);
    return true;
}

static void run_wave(const lanes *l, uint32_t x, uint32_t *same)
{
    wave w = {.l = l};
    size_t n = l->p.m->insts.count;
    uint32_t *values = calloc(n * LANES, sizeof *values);
    assert_true(dxki_exec_order_build(&w.order, (dxki_arena *)(uintptr_t)&l->p.arena, &l->p.cfg,
                                      &l->loops));
    for (uint32_t k = 0; k < LANES; k++) {
        w.machine[k] = (machine){&l->p, {x, k & 3}, values + n * k};
        w.at[k] = w.order.position[0];
    }
    while (run_lowest(&w, same))
        ;
    free(values);
}

/* Lanes that run a block together, each round of a loop after the one before, agree. */
static void lanes_together_agree(void **state)
{
    uint32_t same = 0, seed, fine = 0;
    (void)state;
    for (seed = 0; seed < 6000; seed++) {
        lanes l;
        random_program(&l.p, seed);
        find_uniform(&l, no_call);
        bool regions = false;
        for (uint32_t i = 1; i < l.loops.count; i++)
            regions |= l.loops.items[i].is_irreducible;
        for (uint32_t x = 0; x < 4 && !regions; x++)
            run_wave(&l, x, &same);
        fine += !regions && !l.u.coarse && l.loops.count > 1;
        lanes_done(&l);
    }
    assert_true(same > 100000 && fine > 900);
}

static void analyze_lanes(lanes *l, const char *text)
{
    analyze(&l->p, text);
    find_uniform(l, no_call);
}

static bool differs(const lanes *l, const char *name)
{
    for (uint32_t i = 1; i < l->p.m->inst_names.count; i++) {
        if (dxki_str_is(dxki_string_get(l->p.m, l->p.m->inst_names.items[i]), name))
            return l->u.differs[i];
    }
    fail_msg("no instruction %s", name);
    return false;
}

/* Lanes leave the loop in different rounds: its counter is the same within, not after it. */
static void counters_differ_behind_loops(void **state)
{
    lanes l;
    (void)state;
    analyze_lanes(&l, "define i32 @f(i32 %x, i32 %d) {\n"
                      "a:\n  br label %h\n"
                      "h:\n  %i = phi i32 [ 0, %a ], [ %n, %h ]\n  %n = add i32 %i, 1\n"
                      "  %c = icmp eq i32 %n, %d\n  br i1 %c, label %e, label %h\n"
                      "e:\n  %r = add i32 %n, %x\n  ret i32 %r\n}\n");
    assert_false(l.u.coarse);
    assert_false(differs(&l, "i") || differs(&l, "n"));
    assert_true(differs(&l, "c") && differs(&l, "r"));
    assert_true(l.u.leaves[1]);
    assert_false(l.u.split[0]);
    assert_true(l.u.split[1]);
    assert_false(l.u.split[2]);
    lanes_done(&l);
}

/* Some go on to the next round at once. Where they meet, those who do not are rounds ahead of nobody,
 * but leave the loop earlier. */
static void rounds_end_for_all(void **state)
{
    lanes l;
    (void)state;
    analyze_lanes(&l, "define i32 @f(i32 %x, i32 %d) {\n"
                      "a:\n  br label %h\n"
                      "h:\n  %i = phi i32 [ 0, %a ], [ %n, %l ]\n"
                      "  %j = phi i32 [ 0, %a ], [ %k, %l ]\n  %n = add i32 %i, 1\n"
                      "  %c = icmp eq i32 %n, %d\n  br i1 %c, label %l, label %b\n"
                      "b:\n  %m = add i32 %j, %i\n  %u = icmp eq i32 %n, 3\n"
                      "  br i1 %u, label %e, label %l\n"
                      "l:\n  %k = phi i32 [ %j, %h ], [ %m, %b ]\n  br label %h\n"
                      "e:\n  %r = add i32 %n, %x\n  ret i32 %r\n}\n");
    assert_false(l.u.coarse);
    assert_false(differs(&l, "i") || differs(&l, "n") || differs(&l, "u"));
    assert_true(differs(&l, "k") && differs(&l, "j") && differs(&l, "m") && differs(&l, "r"));
    assert_true(l.u.leaves[1] && l.u.split[2]);
    lanes_done(&l);
}

/* Which way out of the loop a lane takes depends on the round in which it does. */
static void ways_out_of_loops_differ(void **state)
{
    lanes l;
    (void)state;
    analyze_lanes(&l, "define i32 @f(i32 %x, i32 %d) {\n"
                      "a:\n  br label %h\n"
                      "h:\n  %i = phi i32 [ 0, %a ], [ %n, %b ]\n  %n = add i32 %i, 1\n"
                      "  %u = icmp eq i32 %n, 3\n  br i1 %u, label %y, label %b\n"
                      "b:\n  %c = icmp eq i32 %n, %d\n  br i1 %c, label %y, label %h\n"
                      "y:\n  %q = phi i32 [ 7, %h ], [ 8, %b ]\n  ret i32 %q\n}\n");
    assert_false(l.u.coarse);
    assert_false(differs(&l, "i") || differs(&l, "u"));
    assert_true(differs(&l, "q"));
    lanes_done(&l);
}

/* The outer branch differs, the inner one does not: those who get there choose alike. */
static void inner_choices_stay_the_same(void **state)
{
    lanes l;
    (void)state;
    analyze_lanes(&l, "define i32 @f(i32 %x, i32 %d) {\n"
                      "a:\n  %c = icmp eq i32 %d, 0\n  br i1 %c, label %b, label %j\n"
                      "b:\n  %k = icmp eq i32 %x, 0\n  br i1 %k, label %t, label %e\n"
                      "t:\n  br label %e\n"
                      "e:\n  %p = phi i32 [ 1, %b ], [ 2, %t ]\n  br label %j\n"
                      "j:\n  %q = phi i32 [ 3, %a ], [ %p, %e ]\n  ret i32 %q\n}\n");
    assert_false(differs(&l, "k") || differs(&l, "p"));
    assert_true(differs(&l, "q"));
    assert_true(l.u.split[1] && l.u.split[2] && l.u.split[3]);
    assert_false(l.u.split[4]);
    lanes_done(&l);
}

/* What is stored by some lanes only, or differs, is what a load of that variable gets. */
static void memory_of_lanes_holds_what_differs(void **state)
{
    lanes l;
    (void)state;
    analyze_lanes(&l, "define i32 @f(i32 %x, i32 %d) {\n"
                      "a:\n  %m = alloca i32\n  %n = alloca i32\n  %o = alloca [2 x i32]\n"
                      "  store i32 %x, i32* %m\n  store i32 %x, i32* %n\n"
                      "  %q = getelementptr [2 x i32], [2 x i32]* %o, i32 0, i32 1\n"
                      "  store i32 %d, i32* %q\n"
                      "  %c = icmp eq i32 %d, 0\n  br i1 %c, label %b, label %j\n"
                      "b:\n  store i32 7, i32* %n\n  br label %j\n"
                      "j:\n  %lm = load i32, i32* %m\n  %ln = load i32, i32* %n\n"
                      "  %s = getelementptr [2 x i32], [2 x i32]* %o, i32 0, i32 0\n"
                      "  %lo = load i32, i32* %s\n  ret i32 %lm\n}\n");
    assert_false(differs(&l, "lm"));
    assert_true(differs(&l, "ln") && differs(&l, "lo"));
    lanes_done(&l);
    analyze_lanes(&l, "define i32 @f(i32 %x, i32 %d) {\n"
                      "a:\n  %m = alloca i32\n  store i32 %d, i32* %m\n"
                      "  %lm = load i32, i32* %m\n  ret i32 %lm\n}\n");
    assert_true(differs(&l, "lm"));
    lanes_done(&l);
}

static const char operations_text[] =
    "declare float @dx.op.unary.f32(i32, float)\n"
    "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n"
    "declare i32 @dx.op.threadId.i32(i32, i32)\n"
    "declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)\n"
    "declare void @dx.op.barrier(i32, i32)\n"
    "define void @f(float %v) {\n"
    "  %s = call float @dx.op.unary.f32(i32 13, float %v)\n"
    "  %x = call float @dx.op.unary.f32(i32 83, float %s)\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %s)\n"
    "  %t = call i32 @dx.op.threadId.i32(i32 93, i32 0)\n"
    "  %w = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %t)\n"
    "  call void @dx.op.barrier(i32 80, i32 9)\n"
    "  ret void\n}\n";

/* The table of operations says what calls of them do. */
static void operations_go_by_their_table(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = parse(ctx, operations_text);
    uint32_t f = function_named(m, "f");
    const dxki_inst *in[6];
    dxki_mem_effect e[6];
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        in[i] = dxki_inst_get(m, inst_number(m, f, i));
        e[i] = dxki_mem_effect_of(m, in[i], NULL);
    }
    assert_true(dxki_mem_is_removable(e[0]) && e[0].reads == 0 && e[0].flags == 0);
    assert_true(dxki_mem_is_removable(e[1]) && e[1].flags == DXKI_MEM_CONVERGE);
    assert_int_equal(e[2].writes, DXKI_DXM_OUTPUTS);
    assert_false(dxki_mem_is_removable(e[2]) || dxki_mem_is_removable(e[5]));
    assert_true(dxki_mem_commute(e[0], e[2]));
    assert_false(dxki_mem_commute(e[2], e[2]) || dxki_mem_commute(e[5], e[5]));
    assert_int_equal(dxki_uniform_of_operation(m, in[0]), DXKI_UNIFORM_FOLLOWS);
    assert_int_equal(dxki_uniform_of_operation(m, in[3]), DXKI_UNIFORM_DIFFERS);
    assert_int_equal(dxki_uniform_of_operation(m, in[4]), DXKI_UNIFORM_SAME);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static dxk_status run_all(dxk_ctx *ctx, void *user)
{
    const char *text = user;
    dxki_arena arena;
    dxki_cfg cfg;
    dxki_dom dom;
    dxki_uses u;
    dxki_live live;
    dxki_calls calls;
    dxki_dom post;
    dxki_loops loops;
    dxki_mem_bases bases;
    dxki_uniform uniform;
    dxk_module *m = NULL;
    dxk_status status =
        dxk_module_parse(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)}, NULL, &m);
    if (status != DXK_OK)
        return status;
    uint32_t f = m->functions.items[m->functions.count - 1];
    memset(&live, 0, sizeof live);
    dxki_arena_init(&arena, ctx);
    bool good =
        dxki_uses_begin(&u, m) && dxki_uses_build(&u) && dxki_uses_enter(&u, f) &&
        dxki_cfg_build(&cfg, &arena, m, f) && dxki_dom_forward(&dom, &arena, &cfg) &&
        dxki_live_begin(&live, &arena, m, &cfg, &dom, &u) &&
        dxki_live_at(&live, cfg.blocks[0], 0) && dxki_calls_build(&calls, &arena, m, true) &&
        dxki_dom_backward(&post, &arena, &cfg) && dxki_loop_build(&loops, &arena, &cfg, &dom);
    uint8_t *marks = good ? dxki_arena_zalloc(&arena, m->insts.count, 1) : NULL;
    const dxki_uniform_input in = {
        m, &cfg, &post, &loops, &u, &bases, {no_call, second_argument, NULL}};
    good = good && marks && dxki_mem_bases_begin(&bases, &arena, m) &&
           dxki_uniform_build(&uniform, &arena, &in, marks);
    dxki_live_free(&live);
    dxki_uses_free(&u);
    dxki_arena_free(&arena);
    dxk_module_free(m);
    return good ? DXK_OK : dxki_nomem(ctx);
}

static void running_out_of_memory_is_clean(void **state)
{
    (void)state;
    support_fail_allocations(run_all, (void *)(uintptr_t)memory_text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(uses_are_all_found),
    cmocka_unit_test(constants_and_globals_are_users),
    cmocka_unit_test(liveness_is_as_defined),
    cmocka_unit_test(calls_are_as_defined),
    cmocka_unit_test(pointers_to_functions_are_followed),
    cmocka_unit_test(memory_is_told_apart),
    cmocka_unit_test(computations_may_go_in_circles),
    cmocka_unit_test(effects_go_by_memory),
    cmocka_unit_test(operations_go_by_their_table),
    cmocka_unit_test(lanes_agree_where_they_should),
    cmocka_unit_test(lanes_together_agree),
    cmocka_unit_test(rounds_end_for_all),
    cmocka_unit_test(counters_differ_behind_loops),
    cmocka_unit_test(ways_out_of_loops_differ),
    cmocka_unit_test(inner_choices_stay_the_same),
    cmocka_unit_test(memory_of_lanes_holds_what_differs),
    cmocka_unit_test(running_out_of_memory_is_clean),
};
SUPPORT_SUITE(test_analysis_values, tests);
