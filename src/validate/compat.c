/* SPDX-License-Identifier: MIT */
/*
 * compat.c - entry points against what they and their callees need: stage, shader model,
 * derivatives, a thread group (SM.INCOMPATIBLE...). A conflict is reported for the function that
 * brings it in, each kind once per entry point; every function is visited once for each of them.
 */
#include "base/out.h"
#include "validate/access.h"
#include "validate/families.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

enum {
    STAGE = 1,
    MODEL = 2,
    DERIV_LAUNCH = 4,
    DERIV_DIM = 8,
    DERIV_COMPUTE = 16,
    DERIV = DERIV_LAUNCH | DERIV_DIM | DERIV_COMPUTE,
    GROUP = 32
};

typedef struct check {
    dxki_val *v;
    const dxki_val_entry *ent;
    uint32_t with_derivatives, with_group; /* conflicts if those are used */
    uint32_t remaining;
    uint32_t *visited; /* by index in globals: number of the entry point */
    uint32_t number;
    struct frame *stack; /* of functions that are being visited */
    uint64_t steps, looked;
} check;

typedef struct frame {
    uint32_t function, next; /* the call that comes next, in v->callees.list */
    uint32_t own, called;    /* conflicts of it, of what it calls */
} frame;

/* Calls that are followed in a module. So many are in none but those that are made to keep one
 * busy; from then on conflicts are reported for the entry point. */
enum { MOST_STEPS = 1 << 24 };

static bool has_flag(const dxki_dxil_requirements *info, uint32_t bit)
{
    return info->flags >> bit & 1;
}

static void prepare(check *c)
{
    const dxki_val_entry *ent = c->ent;
    uint32_t kind = ent->kind;
    bool compute = kind == DXK_SHADER_KIND_COMPUTE || kind == DXK_SHADER_KIND_MESH ||
                   kind == DXK_SHADER_KIND_AMPLIFICATION;
    bool node = kind == DXK_SHADER_KIND_NODE;
    const uint32_t *n = ent->threads;
    c->with_derivatives = c->with_group = 0;
    if (compute && !dxki_val_sm(c->v, 6)) {
        c->with_derivatives |= DERIV_COMPUTE;
    } else if (node && ent->launch == DXK_NODE_LAUNCH_TYPE_THREAD) {
        c->with_group |= GROUP;
        c->with_derivatives |= DERIV_LAUNCH;
    }
    if (!compute && !node) {
        c->with_group |= GROUP;
        return;
    }
    bool bad = n[1] == 1 && n[2] == 1 ? (n[0] & 3) != 0 : ((n[0] | n[1]) & 1) != 0;
    if (bad)
        c->with_derivatives |= DERIV_DIM;
}

static uint32_t conflicts(const check *c, const dxki_dxil_requirements *info)
{
    uint32_t mask = 0;
    if (!(info->stages >> (c->ent->kind & 31) & 1))
        mask |= STAGE;
    if (c->v->subject.model < info->model)
        mask |= MODEL;
    if (has_flag(info, DXKI_SHADER_FLAG_USES_DERIVATIVES))
        mask |= c->with_derivatives;
    if (has_flag(info, DXKI_SHADER_FLAG_REQUIRES_GROUP))
        mask |= c->with_group;
    return mask;
}

/* True if an operation conflicts with the entry point in one of those ways. */
static bool is_culprit(const check *c, const dxki_dxop_info *op, uint32_t ways)
{
    return ((ways & DERIV) && dxki_dxil_takes_derivatives(dxki_dxop_row(op))) ||
           ((ways & STAGE) && !(op->stages >> (c->ent->kind & 31) & 1)) ||
           ((ways & MODEL) && op->model > c->v->subject.model) ||
           ((ways & GROUP) && (op->flags & DXKI_DXF_BARRIER));
}

/* The first such operation of a function; 0: there is none by itself, or too much was looked through. */
static uint32_t culprit(check *c, uint32_t fn, uint32_t ways)
{
    const dxk_module *m = c->v->m;
    DXKI_EACH_BLOCK(m, fn, b) {
        DXKI_EACH_INST(m, b, i) {
            if (c->looked++ >= MOST_STEPS)
                return 0;
            const dxki_inst *in = dxki_inst_get(m, i);
            const dxki_dxop_info *op = in->op == DXKI_OP_CALL ? dxki_call_dxop(m, in) : NULL;
            if (op && is_culprit(c, op, ways))
                return i;
        }
    }
    return 0;
}

/* An error about a function, for what it does. */
static void tell(check *c, uint32_t fn, uint32_t ways, dxki_vrule rule, const dxki_arg *args,
                 size_t count)
{
    c->v->report.near = culprit(c, fn, ways);
    if (!c->v->report.near && (ways & (STAGE | MODEL))) /* which derivatives can ask for, too */
        c->v->report.near = culprit(c, fn, DERIV);
    dxki_val_function_error(c->v, fn, rule, args, count);
}

static void needs_model(check *c, uint32_t fn)
{
    dxki_val *v = c->v;
    tell(c, fn, MODEL, DXKI_VR_SM_INCOMPATIBLESHADERMODEL, NULL, 0);
    dxki_val_hint(v, dxki_val_format(v, "it needs shader model 6.%0, the module is for 6.%1",
                                     DXKI_ARGS(dxki_dec(v->needs.functions[fn].model),
                                               dxki_dec(v->subject.model))));
}

/* Where what the function does is possible. */
static void hint_stages(dxki_val *v, uint32_t fn)
{
    dxk_str text = {"", 0};
    for (uint32_t kind = 0; kind <= DXK_SHADER_KIND_NODE; kind++) {
        if (!(v->needs.functions[fn].stages >> kind & 1) || kind == DXK_SHADER_KIND_LIBRARY)
            continue;
        text = dxki_val_join(v, text, dxki_str(text.size ? ", " : "possible are "));
        text = dxki_val_join(v, text, dxki_str(dxki_val_kind_name(kind)));
    }
    dxki_val_hint(v, text.size ? text : dxki_str("it uses features that no stage has together"));
}

/* Is the stage refused only because the module names a validator before 1.8? From there on what it
 * says of derivatives is taken for a requirement, although its shader model allows them. */
static bool is_refused_by_age(const check *c, uint32_t fn)
{
    return dxki_val_sm(c->v, 6) && (c->v->needs.functions[fn].wider >> (c->ent->kind & 31) & 1);
}

static void report_stage(check *c, uint32_t fn)
{
    dxki_val *v = c->v;
    tell(c, fn, STAGE, DXKI_VR_SM_INCOMPATIBLESTAGE,
         DXKI_ARGS(dxki_val_arg_text_z(dxki_val_kind_name(c->ent->kind))));
    if (!v->report.excuse)
        hint_stages(v, fn);
}

static void report(check *c, uint32_t fn, uint32_t mask)
{
    static const char excuse[] = "shader model 6.6 allows derivatives here; validators from 1.8 on "
                                 "refuse them in modules made for older ones";
    dxki_val *v = c->v;
    const dxki_val_entry *ent = c->ent;
    bool by_age = (mask & STAGE) && is_refused_by_age(c, fn);
    v->report.excuse = by_age && mask == STAGE ? excuse : NULL;
    tell(c, ent->function, fn == ent->function ? mask : 0,
         fn == ent->function ? DXKI_VR_SM_INCOMPATIBLEOPERATION
                             : DXKI_VR_SM_INCOMPATIBLECALLINENTRY,
         NULL, 0);
    if (v->report.excuse)
        dxki_val_mark_compat_only(v); /* the next one says it all */
    v->report.excuse = by_age ? excuse : NULL;
    if (mask & STAGE)
        report_stage(c, fn);
    v->report.excuse = NULL;
    if (mask & MODEL)
        needs_model(c, fn);
    if (mask & DERIV_LAUNCH)
        tell(c, fn, DERIV, DXKI_VR_SM_INCOMPATIBLEDERIVLAUNCH,
             DXKI_ARGS(dxki_val_arg_text_z(dxki_val_launch_name(ent->launch, false))));
    if (mask & DERIV_DIM)
        tell(c, fn, DERIV, DXKI_VR_SM_INCOMPATIBLETHREADGROUPDIM,
             DXKI_ARGS(dxki_dec(ent->threads[0]), dxki_dec(ent->threads[1]),
                       dxki_dec(ent->threads[2])));
    if (mask & DERIV_COMPUTE)
        tell(c, fn, DERIV, DXKI_VR_SM_INCOMPATIBLEDERIVINCOMPUTESHADERMODEL, NULL, 0);
    if (mask & GROUP)
        tell(c, fn, GROUP, DXKI_VR_SM_INCOMPATIBLEREQUIRESGROUP, NULL, 0);
}

static void push(check *c, uint32_t *depth, uint32_t fn)
{
    dxki_val *v = c->v;
    c->visited[fn] = c->number;
    c->stack[(*depth)++] = (frame){
        .function = fn, .next = v->callees.start[fn], .own = conflicts(c, &v->needs.functions[fn])};
}

/* Callees first: what they bring in is not reported for the caller. */
static void visit(check *c, uint32_t entry)
{
    dxki_val *v = c->v;
    uint32_t depth = 0;
    push(c, &depth, entry);
    while (depth && c->remaining) {
        frame *f = &c->stack[depth - 1];
        if (f->next < v->callees.start[f->function + 1] && c->steps < MOST_STEPS) {
            uint32_t callee = v->callees.list.items[f->next++];
            c->steps++;
            if (c->visited[callee] != c->number)
                push(c, &depth, callee);
            continue;
        }
        uint32_t introduced = c->remaining & f->own & ~f->called;
        bool skipped = c->steps >= MOST_STEPS && depth > 1;
        if (introduced && !skipped) {
            report(c, f->function, introduced);
            c->remaining &= ~introduced;
        }
        depth--;
        if (depth && !skipped)
            c->stack[depth - 1].called |= f->own;
    }
}

void dxki_val_check_compat(dxki_val *v)
{
    check c = {.v = v};
    c.visited = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    c.stack = DXKI_VNEW(v, frame, v->m->globals.count);
    for (size_t i = 0; i < v->m->functions.count && !v->failed && v->needs.functions; i++) {
        uint32_t g = v->m->functions.items[i];
        c.ent = v->subject.entry_of[g];
        if (!c.ent || dxki_val_is_decl(v, g))
            continue;
        c.number++;
        prepare(&c);
        c.remaining = conflicts(&c, &v->needs.functions[g]);
        visit(&c, g);
    }
}
