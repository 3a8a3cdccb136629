/* SPDX-License-Identifier: MIT */
/*
 * resolve.c - numbers of objects become handles: see object.c. Where a handle is made, all
 * numbers that may come there, by way of phis, selects and variables, must be of one origin; then each
 * number is the index in the range of that origin, and so is what is made of several.
 */
#include "analysis/mem.h"
#include "builder/builder.h"
#include "codegen/emit.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"
#include "ir/edit.h"

#define NO_ORIGIN UINT32_MAX

/* Bring numbers to their uses; the second one tries harder. */
static const char *const rounds[] = {
    "fix(8:sroa, sccp, simplifycfg, dce)",
    "fix(8:sroa, sccp, instcombine, simplifycfg, loop-unroll, dce)",
};

typedef struct resolver {
    dxki_emit *e;
    dxk_module *m;
    uint32_t handle, keep; /* @dxk.handle, @dxk.keep, in globals; 0: there is none */
    uint32_t *origin;      /* by global: number of the origin, + 1 */
    uint32_t (*makers)[2]; /* by origin: functions, in globals */
    uint32_t origins;
    uint32_t *stored;  /* by instruction, allocas: the last store to it; 0: none */
    uint32_t *earlier; /* by instruction, stores: the one before to the same */
    uint32_t *seen;    /* by instruction: the last search that met it */
    bool *used;        /* by instruction: others read its value */
    uint32_t search;
    DXKI_VEC(dxki_value) todo;
    uint32_t found; /* of the search: the origin */
    bool bad;       /* several, or what is none */
    bool uniform;   /* every index is */
    bool report;    /* say what is wrong */
    uint32_t left;  /* handles that could not be made */
} resolver;

/* The global that an instruction calls; 0: it is no such call. */
static uint32_t callee_of(const dxk_module *m, const dxki_inst *inst)
{
    if (inst->op != DXKI_OP_CALL || !inst->op_count)
        return 0;
    dxki_value callee = m->words.items[inst->ops + inst->op_count - 1];
    return dxki_value_as_global(callee);
}

/* ---------------------------------------------------------------------------------------- */
/* Searching                                                                                  */

static void push(resolver *r, dxki_value v)
{
    DXKI_HLSL_PUSH(r->e->c, &r->todo, v);
}

static void meet_call(resolver *r, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(r->m, inst);
    uint32_t origin = r->origin[callee_of(r->m, dxki_inst_get(r->m, inst))];
    uint64_t flag;

    if (!origin || (r->found != NO_ORIGIN && r->found != origin - 1)) {
        r->bad = true;
        return;
    }
    r->found = origin - 1;
    r->uniform = r->uniform && dxki_value_as_int(r->m, ops[1], &flag) && !flag;
}

static void meet(resolver *r, dxki_value v)
{
    uint32_t inst = dxki_value_as_inst(v);
    const dxki_inst *i = inst ? dxki_inst_get(r->m, inst) : NULL;
    const dxki_value *ops = inst ? dxki_inst_ops(r->m, inst) : NULL;
    uint32_t variable;

    if (!i) {
        r->bad = true;
        return;
    }
    if (r->seen[inst] == r->search)
        return;
    r->seen[inst] = r->search;
    switch (i->op) {
    case DXKI_OP_CALL:
        meet_call(r, inst);
        break;
    case DXKI_OP_PHI:
        for (uint32_t k = 0; k < i->op_count; k++)
            push(r, ops[k]);
        break;
    case DXKI_OP_SELECT:
        push(r, ops[1]);
        push(r, ops[2]);
        break;
    case DXKI_OP_LOAD:
        variable = dxki_mem_alloca(r->m, ops[0]);
        r->bad |= !variable || !r->stored[variable];
        for (uint32_t s = variable ? r->stored[variable] : 0; s; s = r->earlier[s])
            push(r, dxki_inst_ops(r->m, s)[0]);
        break;
    default:
        r->bad = true;
        break;
    }
}

/* Finds where a number comes from. */
static void search(resolver *r, dxki_value number)
{
    r->search++;
    r->found = NO_ORIGIN;
    r->bad = false;
    r->uniform = true;
    r->todo.count = 0;
    push(r, number);
    while (r->todo.count && !r->bad && dxki_hlsl_ready(r->e->c))
        meet(r, r->todo.items[--r->todo.count]);
}

static void complain(resolver *r, dxki_value place)
{
    uint64_t number = 0;
    dxki_hlsl_loc loc = {0, 0};

    dxki_value_as_int(r->m, place, &number);
    if (number && number <= r->e->handle_places.count)
        loc = r->e->handle_places.items[number - 1];
    DXKI_HLSL_SAY(r->e->c, LOCAL_RESOURCE, loc);
}

/* call @dxk.handle(number, place)  ->  call @dxk.make.N(number). One that nothing uses, since what read
 * through it is gone, need not be known. */
static bool make_handle(resolver *r, uint32_t call)
{
    const dxki_value number = dxki_inst_ops(r->m, call)[0], place = dxki_inst_ops(r->m, call)[1];

    if (!r->used[call])
        return dxki_inst_remove(r->m, call);
    search(r, number);
    if (r->bad || r->found == NO_ORIGIN) {
        r->left++;
        if (r->report)
            complain(r, place);
        return true;
    }
    uint32_t maker = r->makers[r->found][!r->uniform];
    dxki_inst made = {.op = DXKI_OP_CALL, .type = dxki_inst_get(r->m, call)->type, .op_count = 2};
    const dxki_value ops[2] = {number, DXKI_VALUE(DXKI_V_GLOBAL, maker)};
    const uint32_t extra[2] = {r->m->globals.items[maker].value_type, 0};
    uint32_t with = dxki_inst_insert(r->m, dxki_place_before(r->m, call), &made, ops, extra, 2);
    return with &&
           dxki_value_replace(r->m, DXKI_VALUE(DXKI_V_INST, call), DXKI_VALUE(DXKI_V_INST, with)) &&
           dxki_inst_remove(r->m, call);
}

/* ---------------------------------------------------------------------------------------- */
/* The module                                                                                 */

/* The number after a name's prefix. */
static bool number_behind(dxk_str name, const char *prefix, uint32_t *number)
{
    if (!dxki_str_cut(&name, prefix))
        return false;
    for (*number = 0; name.size && name.data[0] >= '0' && name.data[0] <= '9'; name.size--)
        *number = *number * 10 + (uint32_t)(*name.data++ - '0');
    return true;
}

/* Finds the functions, which passes may have given other numbers. */
static void find_functions(resolver *r)
{
    for (size_t i = 0; i < r->m->functions.count; i++) {
        uint32_t global = r->m->functions.items[i], number;
        dxk_str name = dxki_string_get(r->m, r->m->globals.items[global].name);
        if (dxki_str_is(name, DXKI_EMIT_HANDLE))
            r->handle = global;
        else if (dxki_str_is(name, DXKI_EMIT_KEEP))
            r->keep = global;
        else if (number_behind(name, DXKI_EMIT_OBJECT ".", &number) && number < r->origins)
            r->origin[global] = number + 1;
        else if (number_behind(name, DXKI_EMIT_MAKER ".", &number) && number < r->origins)
            r->makers[number][name.data[name.size - 1] == '1'] = global;
    }
}

static bool begin(resolver *r)
{
    dxki_arena *arena = &r->e->c->arena;

    r->handle = r->keep = 0;
    r->origins = dxki_emit_origins(r->e);
    r->origin = DXKI_NEW_ARRAY(arena, uint32_t, r->m->globals.count);
    r->stored = DXKI_NEW_ARRAY(arena, uint32_t, r->m->insts.count);
    r->earlier = DXKI_NEW_ARRAY(arena, uint32_t, r->m->insts.count);
    r->seen = DXKI_NEW_ARRAY(arena, uint32_t, r->m->insts.count);
    r->makers = dxki_arena_zalloc(arena, (size_t)r->origins + 1, sizeof *r->makers);
    r->used = DXKI_NEW_ARRAY(arena, bool, r->m->insts.count);
    if (!r->origin || !r->stored || !r->earlier || !r->seen || !r->used || !r->makers)
        return false;
    r->search = 0;
    find_functions(r);
    return true;
}

static void mark_operands(resolver *r, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(r->m, inst);

    for (uint32_t k = 0; k < dxki_inst_get(r->m, inst)->op_count; k++)
        r->used[dxki_value_as_inst(ops[k])] = true; /* 0: no instruction */
}

/* Lists stores to variables, and calls of a function, and marks what is used. */
static void collect(resolver *r, uint32_t *calls, uint32_t *count)
{
    DXKI_EACH_FUNCTION(r->m, fn) {
        DXKI_EACH_BLOCK(r->m, fn, block) {
            DXKI_EACH_INST(r->m, block, inst) {
                const dxki_inst *i = dxki_inst_get(r->m, inst);
                mark_operands(r, inst);
                if (callee_of(r->m, i) == r->handle && r->handle)
                    calls[(*count)++] = inst;
                uint32_t variable = i->op == DXKI_OP_STORE
                                        ? dxki_mem_alloca(r->m, dxki_inst_ops(r->m, inst)[1])
                                        : 0;
                if (!variable)
                    continue;
                r->earlier[inst] = r->stored[variable];
                r->stored[variable] = inst;
            }
        }
    }
}

/* What stands for an object is its index from now on. */
static bool unwrap(resolver *r)
{
    DXKI_EACH_FUNCTION(r->m, fn) {
        DXKI_EACH_BLOCK(r->m, fn, block) {
            DXKI_EACH_INST(r->m, block, inst) {
                uint32_t callee = callee_of(r->m, dxki_inst_get(r->m, inst));
                if (callee && callee == r->keep && !dxki_inst_remove(r->m, inst))
                    return false;
                if (!callee || !r->origin[callee])
                    continue;
                if (!dxki_value_replace(r->m, DXKI_VALUE(DXKI_V_INST, inst),
                                        dxki_inst_ops(r->m, inst)[0]) ||
                    !dxki_inst_remove(r->m, inst))
                    return false;
            }
        }
    }
    return true;
}

/* Nothing calls them any more. */
static bool drop_functions(resolver *r)
{
    uint32_t *all = DXKI_NEW_ARRAY(&r->e->c->arena, uint32_t, r->m->globals.count), count = 0;

    for (uint32_t i = 0; all && i < r->m->globals.count; i++)
        if (r->origin[i] || (i && (i == r->handle || i == r->keep)))
            all[count++] = i;
    for (uint32_t i = 0; i < r->origins; i++) /* what is left of them goes with the passes */
        for (uint32_t k = 0; k < 2; k++)
            r->m->globals.items[r->makers[i][k]].linkage = DXKI_LINK_INTERNAL;
    return all && dxki_globals_remove(r->m, all, count);
}

static dxk_status resolve(resolver *r)
{
    uint32_t *calls = DXKI_NEW_ARRAY(&r->e->c->arena, uint32_t, r->m->insts.count), count = 0;

    r->left = 0;
    if (!calls || !begin(r))
        return dxki_nomem(r->e->c->ctx);
    collect(r, calls, &count);
    for (uint32_t i = 0; i < count && dxki_hlsl_ready(r->e->c); i++)
        if (!make_handle(r, calls[i]))
            return dxki_nomem(r->e->c->ctx);
    if (r->left || !dxki_hlsl_ready(r->e->c))
        return dxki_hlsl_result(r->e->c);
    return unwrap(r) && drop_functions(r) ? DXK_OK : dxki_nomem(r->e->c->ctx);
}

static bool keep(resolver *r, uint32_t before, uint32_t maker)
{
    dxki_inst made = {.op = DXKI_OP_CALL, .type = DXKI_TY_VOID, .op_count = 2};
    const dxki_value ops[2] = {DXKI_VALUE(DXKI_V_GLOBAL, maker),
                               DXKI_VALUE(DXKI_V_GLOBAL, r->keep)};
    const uint32_t extra[2] = {r->m->globals.items[r->keep].value_type, 0};

    return dxki_inst_insert(r->m, dxki_place_before(r->m, before), &made, ops, extra, 2) != 0;
}

dxk_status dxki_emit_keep(dxki_emit *e, dxk_module *m)
{
    resolver r = {.e = e, .m = m};
    uint32_t first = 0;

    if (!e->origins)
        return DXK_OK;
    if (!begin(&r))
        return dxki_nomem(e->c->ctx);
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t block = m->globals.items[fn].first_block;
        if (!first && block &&
            !dxki_str_starts(dxki_string_get(m, m->globals.items[fn].name), DXKI_EMIT_MAKER))
            first = m->blocks.items[block].first_inst;
    }
    for (uint32_t i = 0; first && r.keep && i < r.origins; i++)
        for (uint32_t k = 0; k < 2; k++)
            if (r.makers[i][k] && !keep(&r, first, r.makers[i][k]))
                return dxki_nomem(e->c->ctx);
    return DXK_OK;
}

dxk_status dxki_emit_resolve(dxki_emit *e, dxk_module *m)
{
    resolver r = {.e = e, .m = m};
    dxk_status status = DXK_OK;

    if (!e->origins && !e->handle_of)
        return DXK_OK;
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds && status == DXK_OK; i++) {
        status = dxk_opt(m, dxki_str(rounds[i]), NULL, NULL);
        r.report = i + 1 == sizeof rounds / sizeof *rounds;
        if (status == DXK_OK)
            status = resolve(&r);
        if (status == DXK_OK && !r.left)
            break;
    }
    dxki_vec_free(e->c->ctx, &r.todo);
    return status;
}
