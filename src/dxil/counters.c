/* SPDX-License-Identifier: MIT */
/*
 * counters.c - dx.counters: statistics of a module's code, which reflection shows. Calls of DXIL
 * operations count by their row in spec/dxil_ops.def, instructions by the table below, arrays by
 * their size and by the loads and stores that reach them.
 * Source: DirectXShaderCompiler, hctdb.py (counters) and DxilCounters.cpp.
 */
#include "dxil/emit.h"

#include "analysis/mem.h"
#include "base/count.h"
#include "base/out.h"
#include "dxil/layout.h"
#include "dxil/md.h"
#include "ir/dxop.h"

enum { SPACE_DEFAULT = 0, SPACE_SHARED = 3 };

/* In the order of their names, in which they are written. */
typedef enum counter {
    ARRAY_LOCAL_BYTES,
    ARRAY_LOCAL_LDST,
    ARRAY_STATIC_BYTES,
    ARRAY_STATIC_LDST,
    ARRAY_TGSM_BYTES,
    ARRAY_TGSM_LDST,
    ATOMIC,
    BARRIER,
    BRANCHES,
    FENCE,
    FLOATS,
    GS_CUT,
    GS_EMIT,
    INSTS,
    INTS,
    SIG_LD,
    SIG_ST,
    TEX_BIAS,
    TEX_CMP,
    TEX_GRAD,
    TEX_LOAD,
    TEX_NORM,
    TEX_STORE,
    UINTS,
    NONE /* also the number of counters */
} counter;

static const char *const names[NONE] = {
    "array_local_bytes",
    "array_local_ldst",
    "array_static_bytes",
    "array_static_ldst",
    "array_tgsm_bytes",
    "array_tgsm_ldst",
    "atomic",
    "barrier",
    "branches",
    "fence",
    "floats",
    "gs_cut",
    "gs_emit",
    "insts",
    "ints",
    "sig_ld",
    "sig_st",
    "tex_bias",
    "tex_cmp",
    "tex_grad",
    "tex_load",
    "tex_norm",
    "tex_store",
    "uints",
};

typedef struct counting {
    const dxk_module *m;
    dxki_dxil_layout layout;
    dxki_arena scratch;
    dxki_mem_bases bases; /* begun when the first is asked for */
    uint32_t counts[NONE];
    bool failed; /* out of memory */
} counting;

static void count_operation(counting *c, uint32_t inst)
{
    static const struct {
        uint16_t bit;
        uint8_t counter;
    } rows[] = {
        {DXKI_DXN_ATOMIC, ATOMIC},     {DXKI_DXN_BARRIER, BARRIER},
        {DXKI_DXN_FLOATS, FLOATS},     {DXKI_DXN_GS_CUT, GS_CUT},
        {DXKI_DXN_GS_EMIT, GS_EMIT},   {DXKI_DXN_INTS, INTS},
        {DXKI_DXN_SIG_LD, SIG_LD},     {DXKI_DXN_SIG_ST, SIG_ST},
        {DXKI_DXN_TEX_BIAS, TEX_BIAS}, {DXKI_DXN_TEX_CMP, TEX_CMP},
        {DXKI_DXN_TEX_GRAD, TEX_GRAD}, {DXKI_DXN_TEX_LOAD, TEX_LOAD},
        {DXKI_DXN_TEX_NORM, TEX_NORM}, {DXKI_DXN_TEX_STORE, TEX_STORE},
        {DXKI_DXN_UINTS, UINTS},
    };
    uint64_t opcode;

    if (!dxki_call_opcode(c->m, dxki_inst_get(c->m, inst), &opcode))
        return;
    const dxki_dxop_info *op = dxki_dxop_find((uint32_t)opcode); /* as the reference cuts it */
    for (size_t i = 0; op && i < DXKI_COUNT(rows); i++)
        c->counts[rows[i].counter] += (op->counters & rows[i].bit) != 0;
}

static counter counter_of(uint8_t op)
{
    static const uint8_t counters[] = {
        [DXKI_OPN_NONE] = NONE,   [DXKI_OPN_FLOATS] = FLOATS, [DXKI_OPN_INTS] = INTS,
        [DXKI_OPN_UINTS] = UINTS, [DXKI_OPN_ATOMIC] = ATOMIC, [DXKI_OPN_FENCE] = FENCE,
    };

    return (counter)counters[dxki_op_get(op)->counter];
}

/* ---------------------------------------------------------------------------------------- */
/* Arrays                                                                                     */

static bool points_to_array(const counting *c, dxki_type pointer)
{
    dxki_type pointee = dxki_type_pointee(c->m, pointer);

    return pointee && dxki_type_get(c->m, pointee)->kind == DXKI_T_ARRAY;
}

/* ARRAY_STATIC_BYTES or ARRAY_TGSM_BYTES for a variable that is such an array. */
static counter array_of_global(const counting *c, uint32_t index)
{
    const dxki_global *g = &c->m->globals.items[index];
    uint32_t space = dxki_type_get(c->m, g->type)->b;

    if (g->kind != DXKI_G_VARIABLE || !points_to_array(c, g->type))
        return NONE;
    if (space == SPACE_SHARED)
        return ARRAY_TGSM_BYTES;
    return space == SPACE_DEFAULT && g->linkage == DXKI_LINK_INTERNAL &&
                   !(g->flags & DXKI_GF_CONSTANT)
               ? ARRAY_STATIC_BYTES
               : NONE;
}

/* What a constant pointer is computed from. Casts between address spaces are not looked through. */
static dxki_value base_of_const(const counting *c, dxki_value pointer)
{
    const dxki_const *k = dxki_const_get(c->m, pointer);

    while (k && k->kind == DXKI_C_EXPR &&
           (k->opcode == DXKI_OP_GEP || k->opcode == DXKI_OP_BITCAST)) {
        pointer = dxki_const_words(c->m, k)[0];
        k = dxki_const_get(c->m, pointer);
    }
    return pointer;
}

static void count_access(counting *c, dxki_value pointer)
{
    counter array = NONE;

    if (!c->bases.of && !dxki_mem_bases_begin(&c->bases, &c->scratch, c->m)) {
        c->failed = true;
        return;
    }
    pointer = base_of_const(c, dxki_mem_bases_find(&c->bases, pointer));
    if (DXKI_TAG(pointer) == DXKI_V_GLOBAL)
        array = array_of_global(c, DXKI_INDEX(pointer));
    else if (DXKI_TAG(pointer) == DXKI_V_INST &&
             dxki_inst_get(c->m, DXKI_INDEX(pointer))->op == DXKI_OP_ALLOCA &&
             points_to_array(c, dxki_value_type(c->m, pointer)))
        array = ARRAY_LOCAL_BYTES;
    if (array != NONE)
        c->counts[array + 1]++;
}

static void count_alloca(counting *c, const dxki_inst *inst)
{
    if (points_to_array(c, inst->type))
        c->counts[ARRAY_LOCAL_BYTES] +=
            (uint32_t)dxki_dxil_layout_alloc_size(&c->layout, dxki_type_pointee(c->m, inst->type));
}

/* What more there is to count than how many instructions of its kind there are. */
static void count_inst(counting *c, uint32_t index)
{
    const dxki_inst *inst = dxki_inst_get(c->m, index);

    switch (inst->op) {
    case DXKI_OP_ALLOCA:
        count_alloca(c, inst);
        break;
    case DXKI_OP_CALL:
        count_operation(c, index);
        break;
    case DXKI_OP_LOAD:
        count_access(c, dxki_inst_ops(c->m, index)[0]);
        break;
    case DXKI_OP_STORE:
        count_access(c, dxki_inst_ops(c->m, index)[1]);
        break;
    case DXKI_OP_BR:
        c->counts[BRANCHES] += inst->op_count > 1;
        break;
    default:
        break;
    }
}

/* `kinds`: how many instructions there are, by opcode. */
static void count_kinds(counting *c, const uint32_t kinds[DXKI_OP_COUNT])
{
    for (uint32_t op = 0; op < DXKI_OP_COUNT; op++) {
        counter plain = counter_of((uint8_t)op);
        c->counts[INSTS] += kinds[op];
        if (plain != NONE)
            c->counts[plain] += kinds[op];
    }
}

static void count_module(counting *c)
{
    const dxk_module *m = c->m;
    uint32_t kinds[DXKI_OP_COUNT] = {0};

    for (size_t i = 0; i < m->variables.count; i++) {
        counter array = array_of_global(c, m->variables.items[i]);
        if (array != NONE)
            c->counts[array] += (uint32_t)dxki_dxil_layout_alloc_size(
                &c->layout, m->globals.items[m->variables.items[i]].value_type);
    }
    DXKI_EACH_FUNCTION(m, fn)
        DXKI_EACH_BLOCK(m, fn, block)
            DXKI_EACH_INST(m, block, inst) {
                uint8_t op = m->insts.items[inst].op;
                kinds[op]++;
                if (counter_of(op) == NONE)
                    count_inst(c, inst);
            }
    count_kinds(c, kinds);
}

void dxki_dxil_emit_counters(dxki_dxil_emitter *e, const dxk_module *code)
{
    counting c = {.m = code};
    size_t start = e->stack.count;

    if (e->failed || !dxki_dxil_layout_init(&c.layout, code)) {
        e->failed = true;
        return;
    }
    dxki_arena_init(&c.scratch, code->ctx);
    count_module(&c);
    e->failed = c.failed;
    dxki_arena_free(&c.scratch);
    dxki_dxil_layout_free(&c.layout);
    for (int i = 0; i < NONE; i++) {
        if (c.counts[i] == 0)
            continue;
        dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, dxki_str(names[i])));
        dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, c.counts[i]));
    }
    if (e->stack.count > start)
        dxki_dxil_emit_named(e, dxki_dxil_md_name_text(DXKI_NAMED_COUNTERS),
                             dxki_dxil_emit_tuple(e, start));
}
