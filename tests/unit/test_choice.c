/* SPDX-License-Identifier: MIT */
/*
 * test_choice.c - where it is decided that a phi takes a constant: random ways to a phi, against
 * marks that are set block by block.
 */
#include "support.h"

#include "dxil/choice.h"
#include "dxk/text.h"

#define BLOCKS 14u
#define ROUNDS 1000u

static uint32_t random_state;

static uint32_t random_below(uint32_t bound)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % bound;
}

/* A function whose last block has a phi of `ways` operands; they get their values later. */
static void write_ways(char *text, uint32_t ways)
{
    text += sprintf(text, "define i32 @f(i32 %%x) {\n");
    for (uint32_t b = 0; b < BLOCKS; b++) {
        text += sprintf(text, "b%u:\n  %%a%u = add i32 %%x, %u\n  switch i32 %%x, label %%b%u [", b,
                        b, b, b + 1 + random_below(2) * random_below(BLOCKS - b));
        for (uint32_t k = random_below(3); k > 0; k--)
            text += sprintf(text, " i32 %u, label %%b%u", k, b + 1 + random_below(BLOCKS - b));
        text += sprintf(text, " ]\n");
    }
    text += sprintf(text, "b%u:\n  %%p = phi i32 ", BLOCKS);
    for (uint32_t i = 0; i < ways; i++)
        text += sprintf(text, "%s[ %%x, %%b%u ]", i ? ", " : "", random_below(BLOCKS));
    sprintf(text, "\n  ret i32 %%p\n}\n");
}

/* The same as it is told, block by block. */
typedef struct marks {
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    bool is_marked[BLOCKS + 2];
    dxki_value mark[BLOCKS + 2];
} marks;

static bool set_mark(marks *m, uint32_t block, dxki_value value)
{
    if (!m->is_marked[block]) {
        m->is_marked[block] = true;
        m->mark[block] = value;
        return true;
    }
    dxki_value old = m->mark[block];
    if (old != value && old && !(dxki_value_is_const(old) && dxki_value_is_const(value)))
        m->mark[block] = 0;
    return false;
}

static void set_marks(marks *m, const dxk_module *module, const dxki_inst *phi)
{
    const dxki_value *values = module->words.items + phi->ops, *from = values + phi->op_count;
    for (uint32_t i = 0; i < phi->op_count; i++) {
        uint32_t block = dxki_cfg_number(m->cfg, DXKI_INDEX(from[i]));
        if (!m->is_marked[block])
            set_mark(m, block, values[i]);
    }
    for (uint32_t i = 0; i < phi->op_count; i++) {
        uint32_t block = dxki_cfg_number(m->cfg, DXKI_INDEX(from[i])), end = 0;
        if (DXKI_TAG(values[i]) == DXKI_V_INST)
            end = dxki_cfg_number(m->cfg, module->insts.items[DXKI_INDEX(values[i])].block);
        while (block != end && (block = m->dom->parent[block]) != DXKI_NO_NODE) {
            if (!set_mark(m, block, values[i]))
                break;
        }
    }
}

static uint32_t highest(const marks *m, uint32_t block, dxki_value value)
{
    uint32_t top = block;
    while (block != DXKI_NO_NODE && m->is_marked[block] && m->mark[block] == value) {
        top = block;
        block = m->dom->parent[block];
    }
    return top;
}

/* Constants, the argument, and values of blocks that dominate the one that the way comes from;
 * one value for each block. */
static void choose_values(dxk_module *m, const dxki_cfg *cfg, const dxki_dom *dom, dxki_inst *phi)
{
    dxki_value of_block[BLOCKS + 2] = {0};
    for (uint32_t i = 0; i < phi->op_count; i++) {
        uint32_t from =
            dxki_cfg_number(cfg, DXKI_INDEX(m->words.items[phi->ops + phi->op_count + i]));
        uint32_t up = from, kind = random_below(5);
        for (uint32_t k = random_below(4); k > 0 && up != DXKI_NO_NODE; k--)
            up = dom->parent[up] == DXKI_NO_NODE ? up : dom->parent[up];
        if (!of_block[from])
            of_block[from] =
                kind == 0   ? DXKI_VALUE(DXKI_V_ARG, m->globals.items[cfg->function].first_arg)
                : kind == 1 ? DXKI_VALUE(DXKI_V_INST, m->blocks.items[cfg->blocks[up]].first_inst)
                            : dxki_const_int(m, DXKI_TY_I32, kind % 2);
        m->words.items[phi->ops + i] = of_block[from];
    }
}

static uint32_t check_phi(const dxk_module *m, const dxki_cfg *cfg, const dxki_dom *dom,
                          const dxki_inst *phi)
{
    const dxki_value *values = m->words.items + phi->ops, *from = values + phi->op_count;
    marks all = {.cfg = cfg, .dom = dom};
    dxki_dxil_choices choices = {.m = m};
    uint32_t above = 0;
    set_marks(&all, m, phi);
    assert_true(dxki_dxil_choices_find(&choices, cfg, dom, phi));
    for (uint32_t i = 0; i < phi->op_count; i++) {
        uint32_t block = dxki_cfg_number(cfg, DXKI_INDEX(from[i]));
        if (!dxki_value_is_const(values[i]))
            continue;
        uint32_t top = highest(&all, block, values[i]);
        above += top != block;
        assert_int_equal(dxki_dxil_choice_of(&choices, cfg, dom, phi, i), top);
    }
    dxki_dxil_choices_free(&choices);
    return above;
}

static void constants_are_chosen_where_ways_part(void **state)
{
    static char text[4096];
    uint32_t above = 0;
    (void)state;
    for (uint32_t seed = 0; seed < ROUNDS; seed++) {
        dxk_ctx *ctx = support_ctx();
        dxk_module *m = NULL;
        dxki_arena arena;
        dxki_cfg cfg;
        dxki_dom dom;
        random_state = seed;
        write_ways(text, 1 + random_below(8));
        dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
        assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
        dxki_arena_init(&arena, ctx);
        assert_true(dxki_cfg_build(&cfg, &arena, m, m->functions.items[0]));
        assert_true(dxki_dom_forward(&dom, &arena, &cfg));
        dxki_inst *phi = &m->insts.items[m->blocks.items[cfg.blocks[BLOCKS]].first_inst];
        choose_values(m, &cfg, &dom, phi);
        above += check_phi(m, &cfg, &dom, phi);
        dxki_arena_free(&arena);
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
    assert_true(above > ROUNDS / 10);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(constants_are_chosen_where_ways_part),
};
SUPPORT_SUITE(test_choice, tests);
