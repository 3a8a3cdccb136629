/* SPDX-License-Identifier: MIT */
/*
 * globals.c - global variables: internal ones are used, external ones are resources; and how much
 * group-shared memory each function uses, with what it calls.
 */
#include "validate/access.h"
#include "validate/body.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

static bool is_shared(const dxki_val *v, uint32_t global)
{
    return dxki_type_get(v->m, v->m->globals.items[global].type)->b == DXKI_SPACE_SHARED;
}

static bool is_static(const dxki_val *v, uint32_t global)
{
    const dxki_global *g = &v->m->globals.items[global];
    return g->linkage == DXKI_LINK_INTERNAL && dxki_type_get(v->m, g->type)->b == 0;
}

static bool is_resource(const dxki_val *v, uint32_t global)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        const dxki_dxil_list *list = &v->d->resources[cls];
        for (uint32_t i = 0; i < list->count; i++) {
            if (dxki_val_symbol(v, list->items[i]) == DXKI_VALUE(DXKI_V_GLOBAL, global))
                return true;
        }
    }
    return false;
}

static bool is_helper_flag(const dxki_val *v, uint32_t global)
{
    return dxki_str_is(dxki_val_name(v, global), "dx.ishelper") &&
           v->m->globals.items[global].value_type == DXKI_TY_I32;
}

/* The reference says that it is unused, when it is used. */
static void correct_external(dxki_val *v, uint32_t global)
{
    dxki_val_summary(v, dxki_val_format(v,
                                        "External variable '%0' is used, and only resources can be "
                                        "external.",
                                        DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, global)))));
}

/* Marks what lies in front of functions or at their start: LLVM keeps it in an instruction. */
static void mark_function_data(const dxki_val *v, uint8_t *marks)
{
    for (size_t i = 0; i < v->m->functions.count; i++) {
        const dxki_global *g = &v->m->globals.items[v->m->functions.items[i]];
        if (DXKI_TAG(g->prefix) == DXKI_V_GLOBAL)
            marks[DXKI_INDEX(g->prefix)] = 1;
        if (DXKI_TAG(g->prologue) == DXKI_V_GLOBAL)
            marks[DXKI_INDEX(g->prologue)] = 1;
    }
}

static bool has_inst_user(const dxki_val *v, dxki_value value)
{
    DXKI_EACH_USE(v, value, u)
    {
        if (dxki_val_as_inst(dxki_val_user(v, u)))
            return true;
    }
    return false;
}

/* `is_data`: of a function. */
static void check_variable(dxki_val *v, uint32_t global, bool is_data)
{
    dxki_value value = DXKI_VALUE(DXKI_V_GLOBAL, global);
    dxki_val_at_global(v, global);
    bool plain = is_static(v, global) || is_shared(v, global);
    bool internal =
        plain || (v->subject.is_lib && (is_resource(v, global) || is_helper_flag(v, global)));
    if (internal) {
        if (dxki_val_first_use(v, value) == 0)
            dxki_val_variable_error(v, global, DXKI_VR_DECL_USEDINTERNAL);
        if (plain)
            dxki_val_check_type(v, v->m->globals.items[global].value_type, false);
        return;
    }
    if (is_data || has_inst_user(v, value)) {
        dxki_val_variable_error(v, global, DXKI_VR_DECL_NOTUSEDEXTERNAL);
        correct_external(v, global);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Group-shared memory                                                                        */

/* A variable by which an entry point goes over its limit, and where it is used. */
typedef struct overage {
    uint32_t function, inst;
} overage;

typedef struct work_item {
    dxki_value user;
    uint32_t first; /* the instruction that uses the variable itself */
} work_item;

typedef struct shared_run {
    dxki_val *v;
    uint32_t *total;  /* by index in globals */
    uint32_t *seen;   /* by index in globals: number of the variable that was counted last */
    uint32_t *walked; /* by entity: number of the variable whose walk came by last */
    uint32_t number;
    DXKI_VEC(work_item) work;
    DXKI_VEC(overage) overages;
} shared_run;

static uint32_t limit_of(const dxki_val_entry *ent)
{
    if (ent->shared_limit >= 0)
        return (uint32_t)ent->shared_limit;
    if (ent->kind == DXK_SHADER_KIND_COMPUTE || ent->kind == DXK_SHADER_KIND_AMPLIFICATION ||
        ent->is_node)
        return 32768;
    return ent->kind == DXK_SHADER_KIND_MESH ? 28672 : 0;
}

static void push_users(shared_run *s, dxki_value value, uint32_t first)
{
    DXKI_EACH_USE(s->v, value, u)
    {
        dxki_value user = dxki_val_user(s->v, u);
        uint32_t inst = dxki_val_as_inst(user);
        work_item item = {user, first ? first : inst};
        if (!dxki_vec_push(s->v->ctx, &s->work, item))
            s->v->failed = true;
    }
}

/* True the first time the walk of this variable meets the value. Initialisers, and what stands in
 * front of functions or at their start, may lead back to themselves. */
static bool is_first_visit(shared_run *s, dxki_value value)
{
    if (!s->walked) /* most have no need of it */
        s->walked = DXKI_VNEW(s->v, uint32_t, s->v->subject.uses.entities);
    if (!s->walked)
        return false;
    uint32_t *number = &s->walked[dxki_bc_uses_entity(&s->v->subject.uses, value)];
    bool first = *number != s->number;
    *number = s->number;
    return first;
}

static void count_in(shared_run *s, uint32_t fn, uint32_t size, uint32_t first)
{
    dxki_val *v = s->v;
    const dxki_val_entry *ent = v->subject.entry_of[fn];
    s->seen[fn] = s->number;
    push_users(s, DXKI_VALUE(DXKI_V_GLOBAL, fn), first);
    s->total[fn] += size;
    bool over = ent ? s->total[fn] > limit_of(ent) : v->subject.is_patch[fn] != 0;
    overage o = {fn, first};
    if (over && !dxki_vec_push(v->ctx, &s->overages, o))
        v->failed = true;
}

static void count_variable(shared_run *s, uint32_t global)
{
    dxki_val *v = s->v;
    uint32_t size = (uint32_t)dxki_val_size(v, v->m->globals.items[global].value_type);
    s->number++;
    push_users(s, DXKI_VALUE(DXKI_V_GLOBAL, global), 0);
    while (s->work.count && !v->failed) {
        work_item item = s->work.items[--s->work.count];
        uint32_t inst = dxki_val_as_inst(item.user);
        if (!inst) {
            if (is_first_visit(s, item.user))
                push_users(s, item.user, item.first);
            continue;
        }
        uint32_t fn = dxki_val_inst_fn(v, inst);
        if (s->seen[fn] != s->number)
            count_in(s, fn, size, item.first ? item.first : inst);
    }
}

static void report_overage(shared_run *s, const overage *o)
{
    dxki_val *v = s->v;
    const dxki_val_entry *ent = v->subject.entry_of[o->function];
    uint32_t kind = ent ? ent->kind : DXK_SHADER_KIND_INVALID;
    bool group = kind == DXK_SHADER_KIND_COMPUTE || kind == DXK_SHADER_KIND_AMPLIFICATION ||
                 kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_NODE;
    if (!group) {
        dxki_val_inst_error(v, o->inst, DXKI_VR_SM_TGSMUNSUPPORTED,
                            DXKI_ARGS(dxki_val_arg_text_z("from non-compute entry points")));
        return;
    }
    bool patch =
        v->subject.is_patch[o->function]; /* counts as without any, also as an entry point */
    dxki_vrule rule = !patch && ent->shared_limit != -1 ? DXKI_VR_SM_EXPLICITTGSMSIZEONENTRY
                                                        : DXKI_VR_SM_MAXTGSMSIZEONENTRY;
    dxki_val_inst_error(v, o->inst, rule,
                        DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, o->function)),
                                  dxki_dec(s->total[o->function]),
                                  dxki_dec(patch ? 0 : limit_of(ent))));
}

/* By function in module order; the patch constant function of a hull shader comes last. */
static void report_overages(shared_run *s)
{
    dxki_val *v = s->v;
    for (int pass = 0; pass < 2 && s->overages.count; pass++) {
        for (size_t i = 0; i < v->m->functions.count; i++) {
            uint32_t g = v->m->functions.items[i];
            bool first = v->subject.entry_of[g] || (v->subject.is_lib && v->subject.is_patch[g]);
            if (s->total[g] == 0 || (pass == 0) != first || (pass == 1 && !v->subject.is_patch[g]))
                continue;
            for (size_t k = 0; k < s->overages.count; k++) {
                if (s->overages.items[k].function == g)
                    report_overage(s, &s->overages.items[k]);
            }
        }
    }
}

void dxki_val_check_globals(dxki_val *v)
{
    shared_run s = {.v = v};
    s.total = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    s.seen = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    uint8_t *data = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    if (data)
        mark_function_data(v, data);
    for (size_t i = 0; i < v->m->variables.count && !v->failed; i++) {
        uint32_t g = v->m->variables.items[i];
        check_variable(v, g, data && data[g]);
        if (is_shared(v, g))
            count_variable(&s, g);
    }
    dxki_val_at_end(v);
    if (!v->failed)
        report_overages(&s);
    dxki_vec_free(v->ctx, &s.work);
    dxki_vec_free(v->ctx, &s.overages);
}
