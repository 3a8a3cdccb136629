/* SPDX-License-Identifier: MIT */
/*
 * test_bitcode.c - the module reader: modules made by hand in a small notation, one broken one per
 * rule, damaged samples, failing allocations.
 *
 * The notation: "{8 ... }" is a block with id 8; "1 5 7;" in it is a record with code 1 and
 * operands 5 and 7, always unabbreviated. Most modules here have version 0, in which operands are
 * absolute numbers of values; the samples have version 1.
 */
#include "support.h"

#include "bitcode/outstream.h"
#include "dxk/module.h"
#include "ir/ir.h"
#include "wire/load.h"

/* --- the notation --- */

static const char *record(dxki_bc_out *os, const char *p)
{
    char *end;
    uint32_t code = (uint32_t)strtoul(p, &end, 10);
    assert_ptr_not_equal(p, end);
    while (*(p = end) != ';') {
        uint64_t value = strtoull(p, &end, 10);
        assert_ptr_not_equal(p, end);
        dxki_bc_out_op(os, value);
    }
    dxki_bc_out_end(os, code, NULL);
    return p + 1;
}

static void assemble(dxki_bc_out *os, const char *p)
{
    while (*p) {
        if (*p == ' ' || *p == '\n') {
            p++;
        } else if (*p == '{') {
            char *end;
            dxki_bc_out_enter(os, (uint32_t)strtoul(p + 1, &end, 10), 4);
            p = end;
        } else if (*p == '}') {
            dxki_bc_out_leave(os);
            p++;
        } else {
            p = record(os, p);
        }
    }
    dxki_bitwriter_align(&os->bits);
    assert_false(dxki_bc_out_failed(os));
}

/* 0 i32, 1 void, 2 void (i32), 3 float, 4 i32*, 5 metadata, 6 i1, 7 {i32, float}, 8 <4 x i32>,
 * 9 void (metadata), 10 float*, 11 [2 x i32], 12 void (i32)*, 13 <4 x i1>, 14 label */
#define TYPES                                                                                      \
    "{17 1 15; 7 32; 2; 21 0 1 0; 3; 8 0 0; 16; 7 1; 18 0 0 3; 12 4 0; 21 0 1 5; 8 3 0; 11 2 0; "  \
    "8 2 0; 12 4 6; 5; }"

/* Values: 0 a function with a body, 1 a declaration that takes metadata, 2 i32 7, 3 float 1,
 * 4 i32* null, 5 i1 true; in the body 6 the argument. */
#define GLOBALS                                                                                    \
    "8 2 0 0 0 0 0 0 0; 8 9 0 1 0 0 0 0 0; {11 1 0; 4 14; 1 3; 6 1065353216; 1 4; 2; 1 6; 4 3; }"
#define MODULE(rest)       "{8 1 0; " TYPES GLOBALS rest "}"
#define BODY(instructions) MODULE("{12 1 1; " instructions "}")
/* The same with relative numbers, and 7 a constant {i32, float}. */
#define RELATIVE(instructions) "{8 1 1; " TYPES GLOBALS "{12 1 1; {11 1 7; 2; } " instructions "} }"

typedef struct reading {
    dxk_ctx *ctx;
    dxki_bc_out os;
    dxk_module *module;
    dxk_status status;
} reading;

static void read_text(reading *r, const char *text, const dxk_module_read_options *options)
{
    r->ctx = support_ctx();
    dxki_bc_out_init(&r->os, r->ctx);
    assemble(&r->os, text);
    dxk_bytes bytes = {r->os.bits.data, r->os.bits.size};
    r->status = dxk_module_read(r->ctx, bytes, options, &r->module);
}

static void done(reading *r)
{
    dxk_module_free(r->module);
    dxki_bc_out_free(&r->os);
    support_ctx_done(r->ctx);
}

/* --- what every module must fulfil that was read --- */

static void check_value(const dxk_module *m, dxki_value value)
{
    const size_t counts[] = {1,
                             m->globals.count,
                             m->consts.count,
                             m->args.count,
                             m->insts.count,
                             m->blocks.count,
                             m->mds.count,
                             0};
    assert_true(DXKI_INDEX(value) < counts[DXKI_TAG(value)]);
}

static void check_instruction(const dxk_module *m, uint32_t index)
{
    const dxki_inst *inst = dxki_inst_get(m, index);
    const dxki_value *ops = dxki_inst_ops(m, index);
    assert_true(inst->op > DXKI_OP_NONE && inst->op < DXKI_OP_COUNT);
    assert_true(inst->type > 0 && inst->type < m->types.count);
    assert_true((uint64_t)inst->ops + inst->op_count <= m->words.count);
    for (uint32_t i = 0; i < inst->op_count; i++) {
        check_value(m, ops[i]);
        assert_true(dxki_value_type(m, ops[i]) != 0);
    }
    uint32_t extra = dxki_inst_extra_count(m, inst);
    assert_true((uint64_t)inst->ops + inst->op_count + extra <= m->words.count);
    for (uint32_t i = 0; inst->op == DXKI_OP_PHI && i < extra; i++)
        assert_int_equal(DXKI_TAG(ops[inst->op_count + i]), DXKI_V_BLOCK);
    if (inst->op == DXKI_OP_CALL)
        assert_true(dxki_call_attrs(m, inst) < m->attr_lists.count);
    assert_true(dxki_inst_dbg(m, index) < m->mds.count);
}

static void check_functions(const dxk_module *m)
{
    size_t seen = 1;
    for (size_t f = 0; f < m->functions.count; f++) {
        const dxki_global *g = &m->globals.items[m->functions.items[f]];
        assert_int_equal(!g->first_block, !!(g->flags & DXKI_GF_DECLARATION));
        for (uint32_t b = g->first_block; b; b = m->blocks.items[b].next) {
            for (uint32_t i = m->blocks.items[b].first_inst; i; i = m->insts.items[i].next) {
                assert_int_equal(m->insts.items[i].block, b);
                check_instruction(m, i);
                seen++;
            }
        }
    }
    assert_int_equal(seen, m->insts.count);
}

static void check_constants(const dxk_module *m)
{
    for (uint32_t i = 1; i < m->consts.count; i++) {
        const dxki_const *c = &m->consts.items[i];
        assert_true(c->kind > DXKI_C_NONE && c->kind <= DXKI_C_ASM && c->type < m->types.count);
        if (c->kind != DXKI_C_AGGREGATE && c->kind != DXKI_C_EXPR)
            continue;
        const uint32_t *words = dxki_const_words(m, c);
        for (uint32_t k = 0; k < c->b; k++)
            assert_true(dxki_value_is_const(words[k]));
    }
}

static void check_metadata(const dxk_module *m)
{
    for (dxki_md id = 1; id < m->mds.count; id++) {
        uint32_t count;
        const dxki_md *ops = dxki_md_ops(m, id, &count);
        assert_true(dxki_md_get(m, id)->kind != DXKI_M_NONE);
        for (uint32_t i = 0; i < count; i++)
            assert_true(ops[i] < m->mds.count);
        assert_true(DXKI_TAG(dxki_md_value(m, id)) != DXKI_V_FORWARD);
        check_value(m, dxki_md_value(m, id));
    }
}

static void check_module(const dxk_module *m)
{
    check_functions(m);
    check_constants(m);
    check_metadata(m);
    for (size_t i = 0; i < m->attachments.count; i++) {
        assert_true(m->attachments.items[i].kind < m->md_kinds.count);
        assert_true(m->attachments.items[i].node < m->mds.count);
    }
    for (size_t i = 1; i < m->globals.count; i++)
        check_value(m, m->globals.items[i].init);
}

/* --- good modules --- */

/* The opcodes of the first function with a body, blocks separated by '|'. */
static void body_is(const char *text, const char *expected)
{
    reading r;
    char words[1024] = "";
    read_text(&r, text, NULL);
    if (r.status != DXK_OK)
        fail_msg("%s: %s", text, dxk_ctx_diag(r.ctx, 0)->message);
    check_module(r.module);
    const dxki_global *g = &r.module->globals.items[r.module->functions.items[0]];
    for (uint32_t b = g->first_block; b; b = r.module->blocks.items[b].next) {
        for (uint32_t i = r.module->blocks.items[b].first_inst; i;
             i = r.module->insts.items[i].next) {
            strcat(words, dxki_op_text((dxki_op)r.module->insts.items[i].op));
            strcat(words, " ");
        }
        if (r.module->blocks.items[b].next)
            strcat(words, "| ");
    }
    assert_string_equal(words, expected);
    done(&r);
}

static void reads_instructions(void **state)
{
    (void)state;
    body_is(BODY("10;"), "ret ");
    body_is(BODY("2 6 6 0; 2 6 2 1 2; 2 3 3 0 31; 3 6 3 6; 10 7;"), "add sub fadd sitofp ret ");
    body_is(BODY("28 6 6 32; 29 6 2 7; 28 3 3 1 29; 10;"), "icmp select fcmp ret ");
    body_is(BODY("19 0 0 2 67; 20 7 0 3 0; 44 7 8 3 1; 41 7 0 3 0 6 1; 45 7 9 3 0 2 0; 10;"),
            "alloca load store load store ret ");
    body_is(BODY("19 11 0 2 67; 43 1 11 7 6 2; 43 0 11 7 2; 10;"),
            "alloca getelementptr getelementptr ret ");
    body_is(BODY("46 4 6 2 0 6 1 6 0; 38 4 6 1 0 6 1; 36 6 1; 10;"),
            "cmpxchg atomicrmw fence ret ");
    body_is(BODY("34 0 32768 2 0 6; 34 0 1 0 6; 34 0 16384 0 6; 10;"), "call call call ret ");
    body_is(MODULE("{12 1 3; 11 1 2 5; 11 2; 16 0 6 0 2 1; 15; }"), "br | br | phi unreachable ");
    body_is(MODULE("{12 1 2; 12 0 6 0 2 1; 10; }"), "switch | ret ");
    body_is(MODULE("{12 1 3; 13 0 8192 1 2 2 0 6; 10; 47 7 1 1 0 4; 39 7; }"),
            "invoke | ret | landingpad resume ");
    body_is(MODULE("{12 1 1; {11 1 12; 23 1 3 110 111 112 1 114; } 34 0 0 7 6; 10; }"),
            "call ret ");
}

static void reads_vectors_and_aggregates(void **state)
{
    (void)state;
    /* 7 and 9 undefined <4 x i32> and {i32, float}, 8 a mask of zeros */
    body_is(MODULE("{12 1 1; {11 1 8; 3; 2; 1 7; 3; } 6 7 2; 7 7 6 2; 8 7 7 8; 26 9 1; "
                   "27 9 6 0; 10; }"),
            "extractelement insertelement shufflevector extractvalue insertvalue ret ");
    body_is(MODULE("{12 1 1; {11 1 8; 3; 1 13; 3; } 29 7 7 8; 28 7 7 33; 10; }"),
            "select icmp ret ");
}

/* Records of older writers mean the same instructions. */
static void reads_old_records(void **state)
{
    (void)state;
    body_is(BODY("19 4 0 2 3; 20 7 3 0; 24 7 6 3 0; 42 7 6 3 0 2 1; 10;"),
            "alloca load store store ret ");
    body_is(BODY("4 4 6; 30 4 6; 9 6 6 32; 5 6 2 9; 10;"),
            "getelementptr getelementptr icmp select ret ");
    body_is(BODY("37 4 6 2 0 4 1; 2 7 6 0; 10;"), "cmpxchg extractvalue add ret ");
    body_is(MODULE("{12 1 3; 13 0 0 1 2 0 6; 10; 40 7 4 1 0; 39 7; }"),
            "invoke | ret | landingpad resume ");
    reading r;
    read_text(&r,
              "{8 1 0; {17 1 4; 7 32; 2; 9 0 7 1 0; 8 2 0; } 8 3 0 0 4 0 0 0 0; {12 1 1; 10; } }",
              NULL);
    assert_int_equal(r.status, DXK_OK);
    assert_int_equal(r.module->globals.items[1].linkage, DXKI_LINK_LINKONCE_ANY);
    assert_int_equal(r.module->globals.items[1].comdat, 1);
    check_module(r.module);
    done(&r);
}

static void reads_forward_references(void **state)
{
    (void)state;
    /* a phi that uses itself and a value of a later block; a value used before its block */
    body_is(MODULE("{12 1 3; 11 1; 16 0 6 0 7 1 8 2; 11 2; 2 7 6 0; 11 1; }"),
            "br | phi br | add br ");
    reading r;
    read_text(&r, BODY("2 8 0 6 0; 2 6 6 0; 10;"), NULL);
    assert_int_equal(r.status, DXK_OK);
    const dxki_value *ops = dxki_inst_ops(r.module, 1);
    assert_int_equal(ops[0], DXKI_VALUE(DXKI_V_INST, 2));
    check_module(r.module);
    done(&r);
}

/* Calls and members are read the same way with absolute numbers, for which there is no short way. */
static void reads_calls_and_members(void **state)
{
    (void)state;
    static const char *const texts[] = {
        RELATIVE("26 1 1; 2 1 1 0; 34 0 32768 2 10 4; 34 0 49159 2 10 4; 26 3 0; 34 0 1 11 5; 10;"),
        MODULE(
            "{12 1 1; {11 1 7; 2; } 26 7 1; 2 8 8 0; 34 0 32768 2 0 6; 34 0 49159 2 0 6; 26 7 0; "
            "34 0 1 0 6; 10; }")};
    reading r[2];
    for (int i = 0; i < 2; i++) {
        read_text(&r[i], texts[i], NULL);
        assert_int_equal(r[i].status, DXK_OK);
        check_module(r[i].module);
    }
    const dxk_module *a = r[0].module, *b = r[1].module;
    assert_int_equal(a->insts.count, 8);
    assert_int_equal(a->insts.count, b->insts.count);
    assert_int_equal(a->words.count, b->words.count);
    assert_memory_equal(a->insts.items, b->insts.items, a->insts.count * sizeof *a->insts.items);
    assert_memory_equal(a->words.items, b->words.items, a->words.count * sizeof *a->words.items);
    done(&r[0]);
    done(&r[1]);
}

static void reads_globals(void **state)
{
    (void)state;
    reading r;
    read_text(&r,
              "{8 1 1; 2 100 120; 3 101; 4 97; 5 115 49; 11 103 99; 12 2 2 99 100; " TYPES
              "7 11 3 7 3 3 1; 7 4 0 0 0 0 0; 7 0 14 0 19 1 0 1 2 1 1 2 1; "
              "8 2 8 0 1 0 0 1 1 1 1 0 0 1 0 0; 9 4 1 0 1 2 4 1; 9 4 1 2; "
              "{11 1 11; 7 7 8; 1 0; 4 4; 4 6; } {14 1 0 103; 1 3 102; } {12 1 1; 10;} }",
              NULL);
    assert_int_equal(r.status, DXK_OK);
    const dxk_module *m = r.module;
    assert_int_equal(m->variables.count, 3);
    assert_int_equal(m->functions.count, 1);
    assert_int_equal(m->aliases.count, 2);
    assert_memory_equal(dxk_module_variable_name(m, 0).data, "g", 1);
    const dxki_global *g = &m->globals.items[1];
    assert_int_equal(g->linkage, DXKI_LINK_INTERNAL);
    assert_int_equal(g->flags, DXKI_GF_CONSTANT);
    assert_int_equal(g->align, 3);
    assert_int_equal(dxki_string_get(m, g->section).data[1], '1');
    assert_int_equal(dxki_const_get(m, g->init)->kind, DXKI_C_DATA);
    assert_int_equal(dxki_const_data_bits(m, dxki_const_get(m, g->init), 1), 3);
    g = &m->globals.items[3];
    assert_int_equal(g->comdat, 1);
    assert_int_equal(g->tls, DXKI_TLS_LOCAL_DYNAMIC);
    assert_int_equal(dxki_type_get(m, g->type)->b, 3);
    g = &m->globals.items[4];
    assert_int_equal(g->linkage, DXKI_LINK_WEAK_ANY);
    assert_int_equal(g->comdat, 1);
    assert_int_equal(g->cc, 8);
    assert_int_equal(dxki_string_get(m, g->gc).size, 2);
    assert_int_equal(m->globals.items[5].init, DXKI_VALUE(DXKI_V_GLOBAL, 2));
    check_module(m);
    done(&r);
}

static void reads_constants(void **state)
{
    (void)state;
    reading r;
    /* expressions that refer to later constants, in the function's block: numbers from 7 */
    read_text(&r,
              MODULE("{12 1 1; {11 1 0; 10 0 8 8 2; 11 9 4 9; 1 4; 12 4 10 0 2; 20 0 4 4 0 2; "
                     "1 0; 13 12 7 8; 1 6; 17 0 8 8 32; 1 0; 14 8 14 0 2; 1 8; 7 2 2 8 2; "
                     "15 14 2 0 2; 16 14 14 14; 19 8 14 15 14; 1 4; 21 2 0 0; 1 3; 6 5; } 10; }"),
              NULL);
    if (r.status != DXK_OK)
        fail_msg("%s", dxk_ctx_diag(r.ctx, 0)->message);
    check_module(r.module);
    done(&r);
}

static void makes_constants_once(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = dxki_module_create(ctx);
    dxki_value seven = dxki_const_int(m, DXKI_TY_I32, 7);
    assert_int_equal(seven, dxki_const_int(m, DXKI_TY_I32, 0x100000007));
    assert_int_not_equal(seven, dxki_const_int(m, DXKI_TY_I64, 7));
    dxki_type pair = dxki_type_array(m, DXKI_TY_I32, 2);
    assert_int_equal(pair, dxki_type_array(m, DXKI_TY_I32, 2));
    const dxki_value sevens[2] = {seven, seven};
    dxki_value data = dxki_const_aggregate(m, pair, sevens, 2);
    assert_int_equal(dxki_const_get(m, data)->kind, DXKI_C_DATA);
    assert_int_equal(data, dxki_const_data(m, pair, (dxk_str){"\7\0\0\0\7\0\0\0", 8}));
    assert_int_equal(dxki_const_data(m, pair, (dxk_str){"\0\0\0\0\0\0\0\0", 8}),
                     dxki_const_null(m, pair));
    const uint64_t wide[2] = {5, 0};
    dxki_type i128 = dxki_type_int(m, 128);
    assert_int_equal(dxki_const_wide(m, i128, wide, 2), dxki_const_int(m, i128, 5));
    assert_int_equal(dxki_const_signed(m, dxki_const_get(m, dxki_const_int(m, DXKI_TY_I1, 1))), -1);
    dxki_md text = dxki_md_string(m, (dxk_str){"main", 4});
    assert_int_equal(text, dxki_md_string(m, (dxk_str){"main", 4}));
    const dxki_md ops[2] = {text, 0};
    dxki_md node = dxki_md_tuple(m, ops, 2, false);
    assert_int_equal(node, dxki_md_tuple(m, ops, 2, false));
    assert_int_not_equal(node, dxki_md_tuple(m, ops, 2, true));
    assert_int_equal(dxki_md_location(m, 1, 2, node, 0), dxki_md_location(m, 1, 2, node, 0));
    assert_int_not_equal(dxki_md_location(m, 1, 2, node, 0), dxki_md_location(m, 2, 1, node, 0));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void sorts_attributes(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = dxki_module_create(ctx);
    dxki_string b = dxki_string_add(m, (dxk_str){"b", 1}),
                a = dxki_string_add(m, (dxk_str){"a", 1});
    dxki_attr attrs[] = {{.kind = DXKI_AT_STRING, .key = b},
                         {.kind = DXKI_AT_DEREFERENCEABLE, .value = 4},
                         {.kind = DXKI_AT_ALIGN, .value = 16},
                         {.kind = DXKI_AT_STRING, .key = a},
                         {.kind = DXKI_AT_READNONE},
                         {.kind = DXKI_AT_ALIGN, .value = 8},
                         {.kind = DXKI_AT_STRING, .key = b, .string = a},
                         {.kind = DXKI_AT_NOUNWIND}};
    static const uint32_t expected[] = {DXKI_AT_NOUNWIND, DXKI_AT_READNONE, DXKI_AT_DEREFERENCEABLE,
                                        DXKI_AT_ALIGN,    DXKI_AT_STRING,   DXKI_AT_STRING};
    uint32_t set = dxki_attr_make_set(m, attrs, sizeof attrs / sizeof *attrs), count;
    const dxki_attr *sorted = dxki_attr_set(m, set, &count);
    assert_int_equal(count, 6);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(sorted[i].kind, expected[i]);
    assert_int_equal(sorted[3].value, 8);
    assert_int_equal(sorted[4].key, a);
    assert_int_equal(sorted[5].string, a);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void reads_attributes(void **state)
{
    (void)state;
    reading r;
    read_text(&r,
              "{8 1 1; {10 3 1 4294967295 0 18 3 107 0 4 107 50 0 118 0; 3 2 0 1 1 8; 3 3 1 0 9; } "
              "{9 2 1 2 3; 2 3; 1 1 2097160 4294967295 34359738400; }" TYPES
              "8 2 0 1 0 1 0 0 0; 8 2 0 1 0 3 0 0 0; }",
              NULL);
    assert_int_equal(r.status, DXK_OK);
    const dxk_module *m = r.module;
    uint32_t count;
    const dxki_attr_slot *slots = dxki_attr_list(m, m->globals.items[1].attrs, &count);
    assert_int_equal(count, 3);
    assert_int_equal(slots[0].slot, DXKI_ATTR_SLOT_RETURN);
    assert_int_equal(slots[2].slot, DXKI_ATTR_SLOT_FUNCTION);
    const dxki_attr *attrs = dxki_attr_set(m, slots[2].set, &count);
    assert_int_equal(count, 3);
    assert_int_equal(attrs[0].kind, DXKI_AT_NOUNWIND);
    assert_memory_equal(dxki_string_get(m, attrs[2].string).data, "v", 1);
    slots = dxki_attr_list(m, m->globals.items[2].attrs, &count);
    assert_int_equal(count, 2);
    attrs = dxki_attr_set(m, slots[0].set, &count);
    assert_int_equal(attrs[0].kind, DXKI_AT_INREG);
    done(&r);
}

static void reads_metadata(void **state)
{
    (void)state;
    reading r;
    read_text(&r,
              MODULE("{15 3 2 3; 1 104 105; 2 0 2; 5 1; 7 1 12 3 3 0; 13 0 3 3; 29 0 6 34 8; "
                     "16 0 2 0; 4 110; 10 0 3; 6 0 100 98 103; 6 15 107; }"
                     "{12 1 1; {15 2 0 6; 2 0 7; } 34 0 32768 9 1 9; 35 3 4 1 0; 2 6 6 0; 33; 10; "
                     "{16 11 1 15 3; 11 15 0; } }"),
              NULL);
    if (r.status != DXK_OK)
        fail_msg("%s", dxk_ctx_diag(r.ctx, 0)->message);
    const dxk_module *m = r.module;
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, 1, &count);
    assert_int_equal(count, 2);
    assert_int_equal(ops[1], 3);
    assert_int_equal(dxki_md_get(m, 5)->kind, DXKI_M_LOCATION);
    assert_int_equal(dxki_md_num(m, 5, DXKI_DI_LOCATION_LINE), 12);
    assert_int_equal(dxki_md_op(m, 5, DXKI_DI_LOCATION_SCOPE), 4);
    assert_true((int64_t)dxki_md_num(m, 6, DXKI_DI_SUBRANGE_LOWER_BOUND) == -2);
    dxki_md_nums(m, 7, &count);
    assert_int_equal(count, 3);
    assert_int_equal(m->named_mds.items[0].op_count, 2);
    assert_int_equal(m->md_kinds.count, DXKI_MD_FIXED_KINDS + 1);
    assert_int_equal(m->attachments.items[0].kind, DXKI_MD_FIXED_KINDS);
    dxki_inst_attachments(m, 2, &count);
    assert_int_equal(count, 1);
    assert_int_equal(m->fn_attachments.count, 1);
    assert_int_equal(dxki_inst_dbg(m, 1), dxki_inst_dbg(m, 2));
    assert_int_equal(dxki_md_num(m, dxki_inst_dbg(m, 1), DXKI_DI_LOCATION_COLUMN), 4);
    assert_int_equal(DXKI_TAG(dxki_inst_ops(m, 1)[0]), DXKI_V_METADATA);
    assert_int_equal(dxki_md_value(m, 10), DXKI_VALUE(DXKI_V_INST, 2));
    check_module(m);
    done(&r);
}

/* --- broken modules: one per rule --- */

typedef struct broken {
    const char *rule;
    const char *text;
} broken;

static const broken broken_modules[] = {
    {"BITCODE.NO_MODULE", "{99 }"},
    {"BITCODE.SECOND_MODULE", "{8 1 1; } {8 1 1; }"},
    {"BITCODE.RECORD_SHORT", BODY("2 6 6; 10;")},
    {"BITCODE.RECORD_SHORT", BODY("43 1; 10;")},
    {"BITCODE.RECORD_SHORT", BODY("34 0 32768 2 0; 10;")},
    {"BITCODE.RECORD_SHORT", "{8 1; }"},
    {"BITCODE.RECORD_SHORT", MODULE("{14 1; }")},
    {"BITCODE.RECORD_SHORT", MODULE("{15 6 1; }")},
    {"BITCODE.RECORD_SHORT", MODULE("{15 21 0 0; }")},
    {"BITCODE.RECORD_SHORT", MODULE("{10 3 1 0 3 65; }")},
    {"BITCODE.RECORD_SHORT", MODULE("{11 1 12; 23 0 9 65; }")},
    {"BITCODE.RECORD_LONG", BODY("2 6 6 0 0 0; 10;")},
    {"BITCODE.RECORD_LONG", BODY("34 0 32768 2 0 6 6; 10;")},
    {"BITCODE.TYPE_ID", MODULE("{11 1 99; }")},
    {"BITCODE.TYPE_ID", BODY("3 6 99 11; 10;")},
    {"BITCODE.TYPE_ID", "{8 1 1; {17 1 1; 8 1 0; } }"},
    {"BITCODE.TYPE_COUNT", "{8 1 1; {17 1 2; 2; } }"},
    {"BITCODE.TYPE_COUNT", "{8 1 1; {17 1 1; 2; 3; } }"},
    {"BITCODE.TYPE_COUNT", "{8 1 1; {17 1 1; 2; } {17 1 1; } }"},
    {"BITCODE.TYPE_CYCLE", "{8 1 1; {17 1 2; 11 2 1; 20 0 0; } }"},
    {"BITCODE.TYPE_CYCLE", "{8 1 1; {17 1 1; 20 0 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 2; 8 0 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 2; 11 4 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 2; 18 0 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 5; 12 4 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 5; 21 0 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 2; 21 0 0 0; } }"},
    {"BITCODE.TYPE_WRONG", "{8 1 1; {17 1 2; 8 1 0; 3; } }"},
    {"BITCODE.VALUE_ID", MODULE("{14 1 99 65; }")},
    {"BITCODE.VALUE_ID", MODULE("{18 1 1 0 99; }")},
    {"BITCODE.VALUE_ID", MODULE("{11 1 11; 7 98 99; }")},
    {"BITCODE.VALUE_ID", "{8 1 1; " TYPES "7 0 2 9 0 0 0; }"},
    {"BITCODE.VALUE_ID", BODY("10 5000000000 0;")},
    {"BITCODE.VALUE_TYPE", BODY("2 6 3 0; 10;")},
    {"BITCODE.VALUE_TYPE", BODY("34 0 32768 2 0 3; 10;")},
    {"BITCODE.VALUE_TYPE", "{8 1 1; " TYPES "7 0 2 2 0 0 0; {11 1 3; 2; } }"},
    {"BITCODE.VALUE_TYPE", MODULE("{15 2 3 2; }")},
    {"BITCODE.VALUE_TYPE", BODY("2 6 8 0; 28 6 6 32; 10;")},
    {"BITCODE.OPERAND", BODY("2 6 6 13; 10;")},
    {"BITCODE.OPERAND", BODY("3 6 0 0; 10;")},
    {"BITCODE.OPERAND", BODY("3 6 0 13; 10;")},
    {"BITCODE.OPERAND", BODY("28 6 6 5; 10;")},
    {"BITCODE.OPERAND", BODY("20 6 0 0 0; 10;")},
    {"BITCODE.OPERAND", BODY("20 4 3 0 0; 10;")},
    {"BITCODE.OPERAND", BODY("44 6 6 0 0; 10;")},
    {"BITCODE.OPERAND", BODY("43 0 3 4 6; 10;")},
    {"BITCODE.OPERAND", BODY("26 6 0; 10;")},
    {"BITCODE.OPERAND", BODY("6 6 6; 10;")},
    {"BITCODE.OPERAND", BODY("7 6 6 6; 10;")},
    {"BITCODE.OPERAND", BODY("34 0 32768 2 6 6; 10;")},
    {"BITCODE.OPERAND", BODY("29 6 6 6; 10;")},
    {"BITCODE.OPERAND", BODY("12 0 6 0 6 0;")},
    {"BITCODE.OPERAND", BODY("19 3 0 2 3; 10;")},
    {"BITCODE.OPERAND", BODY("46 6 6 6 0 6 1 6 0; 10;")},
    {"BITCODE.OPERAND", BODY("38 4 6 11 0 6 1; 10;")},
    {"BITCODE.OPERAND", MODULE("{11 1 3; 4 5; }")},
    {"BITCODE.OPERAND", MODULE("{11 1 11; 22 1; }")},
    {"BITCODE.OPERAND", MODULE("{11 1 0; 10 13 2 2; }")},
    {"BITCODE.OPERAND", MODULE("{11 1 1; }")},
    {"BITCODE.OPERAND", MODULE("{15 1 65; 4 65; 10 0; }")},
    {"BITCODE.OPERAND", "{8 1 1; " TYPES "9 0 0 0; }"},
    {"BITCODE.BLOCK_ID", BODY("11 1;")},
    {"BITCODE.BLOCK_ID", BODY("10; {14 2 1 65; }")},
    {"BITCODE.METADATA_ID", MODULE("{15 3 4000000000; }")},
    {"BITCODE.METADATA_ID", BODY("34 0 32768 9 1 3; 10;")},
    {"BITCODE.METADATA_ID", MODULE("{15 6 0 65; } {12 1 1; 10; {16 11 0 0 7; } }")},
    {"BITCODE.TABLE_ID", "{8 1 1; " TYPES "7 0 2 0 0 0 1; }"},
    {"BITCODE.TABLE_ID", "{8 1 1; " TYPES "8 2 0 1 0 0 0 0 0 3; }"},
    {"BITCODE.TABLE_ID", "{8 1 1; {9 2 5; } }"},
    {"BITCODE.TABLE_ID", BODY("10; {16 11 0 99 0; }")},
    {"BITCODE.TABLE_ID", MODULE("{15 6 0 65; 3; } {12 1 1; 10; {16 11 9 0 0; } }")},
    {"BITCODE.RANGE", "{8 1 2; }"},
    {"BITCODE.RANGE", "{8 1 1; {17 1 1; 7 0; } }"},
    {"BITCODE.RANGE", "{8 1 1; {17 1 1; 7 8388608; } }"},
    {"BITCODE.RANGE", "{8 1 1; {17 1 2; 3; 12 0 0; } }"},
    {"BITCODE.RANGE", "{8 1 1; {17 1 2; 3; 8 0 16777216; } }"},
    {"BITCODE.RANGE", "{8 1 1; {17 1 100000; } }"},
    {"BITCODE.RANGE", "{8 1 1; " TYPES "7 0 2 0 0 31 0; }"},
    {"BITCODE.RANGE", MODULE("{10 3 1 0 7; }")},
    {"BITCODE.RANGE", MODULE("{10 3 1 0 0 99; }")},
    {"BITCODE.RANGE", MODULE("{18 1 7 0 2; }")},
    {"BITCODE.RANGE", MODULE("{12 1 0; }")},
    {"BITCODE.RANGE", MODULE("{12 1 1; 1 1; 10; }")},
    {"BITCODE.RANGE", BODY("20 4 0 31 0; 10;")},
    {"BITCODE.RANGE", BODY("36 7 1; 10;")},
    {"BITCODE.RANGE", BODY("36 6 2; 10;")},
    {"BITCODE.FORWARD", BODY("2 8 0 6 0; 10;")},
    {"BITCODE.FORWARD", MODULE("{15 2 0 99; }")},
    {"BITCODE.FORWARD_METADATA", MODULE("{15 3 3; }")},
    {"BITCODE.CONSTANT_CYCLE", MODULE("{11 1 7; 7 7 3; 7 6 3; }")},
    {"BITCODE.CONSTANT_CYCLE", MODULE("{11 1 0; 10 0 6 6; }")},
    {"BITCODE.ORDER", MODULE("{15 4 65; 3; }")},
    {"BITCODE.ORDER", BODY("33; 10;")},
    {"BITCODE.ORDER", BODY("2 6 6 0; 33; 10;")},
    {"BITCODE.BODIES", MODULE("")},
    {"BITCODE.BODIES", MODULE("{12 1 1; 10; } {12 1 1; 10; }")},
    {"BITCODE.BLOCKS", BODY("2 6 6 0;")},
    {"BITCODE.BLOCKS", BODY("10; 10;")},
    {"BITCODE.BLOCKS", MODULE("{12 10; }")},
    {"BITCODE.OPERAND", RELATIVE("26 1 2; 10;")},
    {"BITCODE.OPERAND", RELATIVE("26 2 0; 10;")},
    {"BITCODE.OPERAND", RELATIVE("26 1; 10;")},
    {"BITCODE.OPERAND", RELATIVE("26 1 4294967296; 10;")},
    {"BITCODE.VALUE_ID", RELATIVE("26 9 0; 10;")},
    {"BITCODE.OPERAND", RELATIVE("34 0 32768 2 2 2; 10;")},
    {"BITCODE.OPERAND", RELATIVE("34 0 32768 9 8 2; 10;")},
    {"BITCODE.TYPE_ID", RELATIVE("34 0 32768 99 8 2; 10;")},
    {"BITCODE.VALUE_TYPE", RELATIVE("34 0 32768 2 8 1; 10;")},
    {"BITCODE.FORWARD", RELATIVE("34 0 32768 2 8 0; 10;")},
    {"BITCODE.RECORD_LONG", RELATIVE("34 0 32768 2 8 2 2; 10;")},
    {"BITCODE.RECORD_SHORT", RELATIVE("34 0 32768 2 8; 10;")},
    {"BITCODE.BLOCKS", RELATIVE("10; 26 1 0;")},
    {"BITCODE.UNKNOWN_INSTRUCTION", BODY("48; 10;")},
    {"BITCODE.UNKNOWN_INSTRUCTION", BODY("14; 10;")},
    {"BITCODE.UNKNOWN_INSTRUCTION", "{8 1 1; {17 1 1; 22; } }"},
    {"BITCODE.KIND", MODULE("{15 6 0 65; 6 0 66; }")},
};

static void refuses_broken_modules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken_modules / sizeof *broken_modules; i++) {
        reading r;
        read_text(&r, broken_modules[i].text, NULL);
        if (r.status != DXK_E_INVALID || !support_reported(r.ctx, broken_modules[i].rule))
            fail_msg("case %zu: %s not reported for %s (status %d, %s)", i, broken_modules[i].rule,
                     broken_modules[i].text, r.status,
                     dxk_ctx_diag_count(r.ctx) ? dxk_ctx_diag(r.ctx, 0)->message : "nothing");
        assert_null(r.module);
        assert_int_equal(dxk_ctx_diag(r.ctx, 0)->place, DXK_PLACE_BIT);
        done(&r);
        dxk_module_read_options options = {.salvage = true, .offsets = true};
        read_text(&r, broken_modules[i].text, &options);
        assert_int_equal(r.status, DXK_E_INVALID);
        assert_true(dxk_module_is_salvaged(r.module));
        check_module(r.module);
        done(&r);
    }
}

/* Odd, but read: the reference takes these too. */
static const broken odd_modules[] = {
    {"BITCODE.UNKNOWN_BLOCK", "{8 1 1; {99 } }"},
    {"BITCODE.UNKNOWN_BLOCK", "{99 } {8 1 1; }"},
    {"BITCODE.UNKNOWN_BLOCK", BODY("10; {99 1 2; }")},
    {"BITCODE.UNKNOWN_RECORD", "{8 1 1; 99 5; }"},
    {"BITCODE.UNKNOWN_RECORD", MODULE("{15 99 5; 10 0; } {12 1 1; 10; }")},
    {"BITCODE.RECORD_REST", "{8 1 1 9; }"},
    {"BITCODE.ATTRIBUTES", "{8 1 1; " TYPES "8 2 0 1 0 7 0 0 0; }"},
    {"BITCODE.COMDAT_NAME", "{8 1 1; 12 1 9 65; }"},
    {"BITCODE.TRAILING", "{8 1 1; } {99 }"},
};

static void warns_of_odd_modules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odd_modules / sizeof *odd_modules; i++) {
        reading r;
        read_text(&r, odd_modules[i].text, NULL);
        if (r.status != DXK_OK || !support_reported(r.ctx, odd_modules[i].rule))
            fail_msg("%s not reported for %s", odd_modules[i].rule, odd_modules[i].text);
        assert_int_equal(dxk_ctx_error_count(r.ctx), 0);
        check_module(r.module);
        done(&r);
    }
}

static void passes_over_bodies(void **state)
{
    static const dxk_module_read_options options = {.no_bodies = true};
    static const char *const texts[] = {BODY("1 1; 10;"), BODY("1 1; 99;"), MODULE("")};
    reading r;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        read_text(&r, texts[i], &options);
        if (i == 2) { /* a body is missing, wanted or not */
            assert_int_equal(r.status, DXK_E_INVALID);
        } else { /* what is in it is not looked at */
            assert_int_equal(r.status, DXK_OK);
            assert_true(dxk_module_function_is_declaration(r.module, 0));
            assert_int_equal(r.module->insts.count, 1);
            assert_int_equal(r.module->args.count, 1);
            dxk_buffer out;
            dxk_buffer_init(&out, r.ctx);
            assert_int_equal(dxk_module_write(r.module, NULL, dxk_buffer_sink(&out)), DXK_OK);
            dxk_buffer_free(&out);
        }
        done(&r);
    }
}

static void takes_a_module_without_end(void **state)
{
    (void)state;
    reading r;
    read_text(&r, "{8 1 0; 2 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; }", NULL);
    assert_int_equal(r.status, DXK_OK);
    dxk_module *cut;
    dxk_bytes bytes = {r.os.bits.data, r.os.bits.size - 4};
    assert_int_equal(dxk_module_read(r.ctx, bytes, NULL, &cut), DXK_OK);
    assert_true(support_reported(r.ctx, "BITCODE.OPEN_END"));
    assert_int_equal(dxk_module_triple(cut).size, 15);
    dxk_module_free(cut);
    done(&r);
}

static void bounds_nesting(void **state)
{
    (void)state;
    char text[8192] = "{8 1 1; {17 1 301; 3; ";
    for (int i = 0; i < 300; i++)
        sprintf(text + strlen(text), "8 %d 0; ", i);
    strcat(text, "} }");
    reading r;
    read_text(&r, text, NULL);
    assert_int_equal(r.status, DXK_E_LIMIT);
    assert_true(support_reported(r.ctx, "LIMIT.DEPTH"));
    done(&r);
}

/* --- damage --- */

typedef struct sample {
    uint8_t *file;
    dxk_bytes bitcode;
} sample;

static sample load(const char *name, const char *part)
{
    sample s = {NULL, {NULL, 0}};
    size_t size;
    s.file = support_sample(name, &size);
    for (uint32_t i = 0; i < dxki_load32(s.file + 28); i++) {
        uint8_t *at = s.file + dxki_load32(s.file + 32 + 4 * i);
        if (memcmp(at, part, 4) == 0)
            s.bitcode = (dxk_bytes){at + 16 + dxki_load32(at + 24), dxki_load32(at + 28)};
    }
    assert_non_null(s.bitcode.data);
    return s;
}

static void read_damaged(const uint8_t *data, size_t size)
{
    /* Memory of exactly the right size, so that sanitizers see overruns. */
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, data, size);
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_module_read_options options = {.salvage = true, .offsets = true};
    dxk_status status = dxk_module_read(ctx, (dxk_bytes){copy, size}, &options, &m);
    assert_true(status == DXK_OK || dxk_ctx_error_count(ctx) > 0);
    if (m)
        check_module(m);
    dxk_module_free(m);
    support_ctx_done(ctx);
    free(copy);
}

static void survives_damage(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"demo.dxil", "DXIL"}, {"lib-rt.dxil", "DXIL"}, {"debug.dxil", "ILDB"},
        {"cs.dxil", "DXIL"},   {"vs.dxil", "STAT"},
    };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        sample s = load(names[n][0], names[n][1]);
        uint8_t *data = malloc(s.bitcode.size);
        assert_non_null(data);
        memcpy(data, s.bitcode.data, s.bitcode.size);
        read_damaged(data, s.bitcode.size);
        for (size_t size = 0; size < s.bitcode.size; size += size < 64 ? 1 : 28)
            read_damaged(data, size);
        uint32_t random = 1;
        for (size_t i = 0; i < s.bitcode.size; i++) {
            uint8_t old = data[i];
            random = random * 1664525 + 1013904223;
            data[i] ^= (uint8_t)(1u << (random >> 29));
            read_damaged(data, s.bitcode.size);
            data[i] = old;
        }
        free(data);
        free(s.file);
    }
}

static dxk_status read_once(dxk_ctx *ctx, void *user)
{
    dxk_module *m;
    dxk_module_read_options options = {.offsets = true};
    dxk_status status = dxk_module_read(ctx, *(dxk_bytes *)user, &options, &m);
    dxk_module_free(m);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sample s = load("debug.dxil", "ILDB");
    support_fail_allocations(read_once, &s.bitcode);
    free(s.file);
    reading r;
    read_text(&r,
              MODULE("{12 1 1; {11 1 0; 10 0 8 8; 4 2; } {99 } 2 10 0 6 0; 2 6 6 0; 10; "
                     "{14 1 7 65; 2 0 66; } {18 1 1 0 7; } }"),
              NULL);
    if (r.status != DXK_OK)
        fail_msg("%s", dxk_ctx_diag(r.ctx, 0)->message);
    dxk_bytes bytes = {r.os.bits.data, r.os.bits.size};
    support_fail_allocations(read_once, &bytes);
    done(&r);
}

/* Everything that the reference wrote is read without a word. */
static void read_quietly(void *user, const char *path)
{
    size_t size;
    uint8_t *file = support_read(path, &size);
    for (uint32_t i = 0; size >= 32 && i < dxki_load32(file + 28); i++) {
        size_t at = dxki_load32(file + 32 + 4 * i);
        if (at + 32 > size || (memcmp(file + at, "DXIL", 4) && memcmp(file + at, "ILDB", 4) &&
                               memcmp(file + at, "STAT", 4)))
            continue;
        uint8_t *program = file + at + 8;
        dxk_bytes bytes = {program + 8 + dxki_load32(program + 16), dxki_load32(program + 20)};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m;
        assert_int_equal(dxk_module_read(ctx, bytes, NULL, &m), DXK_OK);
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        check_module(m);
        dxk_module_free(m);
        support_ctx_done(ctx);
        ++*(size_t *)user;
    }
    free(file);
}

static void reads_the_corpus(void **state)
{
    (void)state;
    const char *folder = support_corpus("own");
    if (!folder)
        skip();
    size_t count = 0;
    support_each(folder, ".dxil", read_quietly, &count);
    assert_true(count > 1000);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reads_instructions),
    cmocka_unit_test(reads_vectors_and_aggregates),
    cmocka_unit_test(reads_old_records),
    cmocka_unit_test(reads_forward_references),
    cmocka_unit_test(reads_calls_and_members),
    cmocka_unit_test(reads_globals),
    cmocka_unit_test(reads_constants),
    cmocka_unit_test(makes_constants_once),
    cmocka_unit_test(sorts_attributes),
    cmocka_unit_test(reads_attributes),
    cmocka_unit_test(reads_metadata),
    cmocka_unit_test(refuses_broken_modules),
    cmocka_unit_test(warns_of_odd_modules),
    cmocka_unit_test(passes_over_bodies),
    cmocka_unit_test(takes_a_module_without_end),
    cmocka_unit_test(bounds_nesting),
    cmocka_unit_test(survives_damage),
    cmocka_unit_test(survives_failing_allocations),
    cmocka_unit_test(reads_the_corpus),
};
SUPPORT_SUITE(test_bitcode, tests);
