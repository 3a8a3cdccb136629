/* SPDX-License-Identifier: MIT */
/*
 * requirements.c - stages and shader models that functions need, by the operations they call;
 * what goes from callees to their callers; the flags of the module as a whole.
 */
#include "dxil/requirements.h"

#include "analysis/graph.h"
#include "base/vec.h"
#include "dxil/barrier.h"
#include "ir/dxop.h"

#define FLAG(name) DXKI_SHADER_BIT(name)

#define ALL_STAGES (DXKI_STAGE(INVALID) - 1)
#define COMPUTE_STAGES                                                                             \
    (DXKI_STAGE(COMPUTE) | DXKI_STAGE(MESH) | DXKI_STAGE(AMPLIFICATION) | DXKI_STAGE(NODE))

/* A call, or a function handed over by one: who is called, who calls. */
typedef struct edge {
    uint32_t ends[2];
} edge;

typedef struct finder {
    dxki_dxil_collector c;
    DXKI_VEC(edge) edges;
} finder;

static void raise_model(uint32_t *model, uint32_t minor)
{
    if (*model < minor)
        *model = minor;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

bool dxki_dxil_takes_derivatives(uint32_t row)
{
    return row == DXKI_DXOP_Sample || row == DXKI_DXOP_SampleBias || row == DXKI_DXOP_SampleCmp ||
           row == DXKI_DXOP_CalculateLOD ||
           (row >= DXKI_DXOP_DerivCoarseX && row <= DXKI_DXOP_DerivFineY);
}

/* What the function that is called returns. */
static dxki_type result_type(const dxk_module *m, const dxki_inst *call)
{
    uint32_t count, callee = DXKI_INDEX(dxki_call_callee(m, call));
    const dxki_type *types = dxki_type_list(m, m->globals.items[callee].value_type, &count);
    return count ? types[0] : 0;
}

static void restrict_stages(dxki_dxil_requirements *need, uint32_t stages)
{
    need->stages &= stages;
    need->wider &= stages;
}

static void barrier_needs(const dxki_dxil_collector *c, const dxki_inst *in,
                          const dxki_dxop_info *op, dxki_dxil_requirements *need)
{
    if (c->is_library && dxki_dxop_row(op) == DXKI_DXOP_BarrierByMemoryType &&
        !dxki_dxil_barrier_is_old(c->m, in))
        need->model = 8;
    if (dxki_dxil_barrier_reorders(c->m, in, op)) {
        need->model = 9;
        restrict_stages(need, DXKI_STAGE(LIBRARY) | DXKI_STAGE(RAY_GENERATION));
    } else if (dxki_dxil_barrier_needs_node(c->m, in, op)) {
        restrict_stages(need, DXKI_STAGE(LIBRARY) | DXKI_STAGE(NODE));
    } else if (dxki_dxil_barrier_needs_group(c->m, in, op)) {
        restrict_stages(need, DXKI_STAGE(LIBRARY) | COMPUTE_STAGES);
    }
}

/* What a call needs, by the rules of the module's validator. */
static dxki_dxil_requirements call_needs(const dxki_dxil_collector *c, const dxki_inst *in,
                                         const dxki_dxop_info *op)
{
    uint32_t row = dxki_dxop_row(op);
    dxki_dxil_requirements need = {.model = c->is_library ? op->translated_model : op->model,
                                   .stages = op->stages,
                                   .wider = op->stages};
    if (c->validator < 8 && dxki_dxil_takes_derivatives(row)) {
        need.stages &= ~(DXKI_STAGE(COMPUTE) | DXKI_STAGE(AMPLIFICATION) | DXKI_STAGE(MESH));
        return need;
    }
    if (c->validator < 5) {
        if (op->flags & DXKI_DXF_WAVE)
            need.stages = need.wider = DXKI_STAGE(MESH) - 1;
        return need;
    }
    if (op->flags & DXKI_DXF_BARRIER) {
        barrier_needs(c, in, op, &need);
    } else if (row == DXKI_DXOP_AtomicBinOp || row == DXKI_DXOP_AtomicCompareExchange) {
        if (result_type(c->m, in) == DXKI_TY_I64)
            need.model = 6;
    } else if (c->is_library && c->validator == 6 &&
               (row == DXKI_DXOP_AnnotateHandle || row == DXKI_DXOP_CreateHandleFromBinding)) {
        need.model = 6;
    }
    return need;
}

static void add_edge(finder *f, uint32_t callee, uint32_t caller)
{
    if (!dxki_vec_push(f->c.m->ctx, &f->edges, ((edge){{callee, caller}})))
        f->c.failed = true;
}

/* What the call needs goes to its function, for operations that are only declared. Functions with
 * a body that it names are remembered as callees. */
static void look_at_call(finder *f, uint32_t inst, uint32_t caller)
{
    const dxk_module *m = f->c.m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    uint32_t marks = 0;
    for (uint32_t i = 0; i < in->op_count; i++) {
        uint8_t mark = DXKI_TAG(ops[i]) == DXKI_V_GLOBAL ? f->c.globals[DXKI_INDEX(ops[i])] : 0;
        marks |= mark;
        if (mark & DXKI_FN_CALLED)
            add_edge(f, DXKI_INDEX(ops[i]), caller);
    }
    const dxki_dxop_info *op = marks & DXKI_FN_COUNTED ? dxki_call_dxop(m, in) : NULL;
    if (!op)
        return;
    dxki_dxil_requirements *need = &f->c.out->functions[caller];
    dxki_dxil_requirements own = call_needs(&f->c, in, op);
    raise_model(&need->model, own.model);
    need->stages &= own.stages;
    need->wider &= own.wider;
}

/* ---------------------------------------------------------------------------------------- */
/* From callees to callers                                                                    */

static bool merge(dxki_dxil_requirements *to, const dxki_dxil_requirements *from)
{
    dxki_dxil_requirements old = *to;
    raise_model(&to->model, from->model);
    to->stages &= from->stages;
    to->wider &= from->wider;
    to->flags |= from->flags;
    return old.model != to->model || old.stages != to->stages || old.flags != to->flags;
}

/* Each function's needs go to its callers until nothing changes: facts only grow, so each function
 * comes up a bounded number of times. */
static void propagate(finder *f)
{
    dxki_arena *arena = f->c.arena;
    uint32_t count = (uint32_t)f->c.m->globals.count, depth = 0;
    dxki_graph calls;
    dxki_dxil_requirements *needs = f->c.out->functions;
    if (f->edges.count == 0)
        return;
    uint32_t *work = DXKI_NEW_ARRAY(arena, uint32_t, count);
    uint8_t *queued = DXKI_NEW_ARRAY(arena, uint8_t, count);
    if (!work || !queued ||
        !dxki_graph_build(&calls, arena, count, (const uint32_t(*)[2])f->edges.items,
                          (uint32_t)f->edges.count)) {
        f->c.failed = true;
        return;
    }
    for (uint32_t g = 0; g < count; g++) {
        queued[g] = calls.succ.start[g + 1] > calls.succ.start[g];
        if (queued[g])
            work[depth++] = g;
    }
    while (depth) {
        uint32_t g = work[--depth];
        queued[g] = 0;
        DXKI_EACH_EDGE(&calls.succ, g, e)
        {
            uint32_t caller = calls.succ.to[e];
            if (merge(&needs[caller], &needs[g]) && !queued[caller]) {
                queued[caller] = 1;
                work[depth++] = caller;
            }
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* With the stage known                                                                       */

/* The model that shader flags need, as far as validators before 1.8 know it. */
static uint32_t old_model_of_flags(uint64_t flags)
{
    const uint64_t native = FLAG(LOW_PRECISION) | FLAG(NATIVE_LOW_PRECISION);
    if ((flags & native) == native)
        return 2;
    return flags & (FLAG(VIEW_ID) | FLAG(BARYCENTRICS)) ? 1 : 0;
}

/* All of it. */
static uint32_t model_of_flags(uint64_t flags)
{
    static const struct {
        uint64_t any;
        uint32_t model;
    } rows[] = {
        {FLAG(SAMPLE_CMP_GRADIENT) | FLAG(EXTENDED_COMMAND_INFO), 8},
        {FLAG(ADVANCED_TEXTURE_OPS) | FLAG(WRITEABLE_MSAA), 7},
        {FLAG(ATOMIC64_TYPED) | FLAG(ATOMIC64_GROUP_SHARED) | FLAG(ATOMIC64_HEAP) |
             FLAG(RESOURCE_HEAP_INDEXING) | FLAG(SAMPLER_HEAP_INDEXING),
         6},
        {FLAG(RAYTRACING_1_1) | FLAG(SAMPLER_FEEDBACK), 5},
        {FLAG(SHADING_RATE), 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (flags & rows[i].any)
            return rows[i].model;
    }
    return old_model_of_flags(flags);
}

static void adjust_entry(const dxk_dxil *d, const dxki_dxil_entry *entry,
                         dxki_dxil_requirements *need)
{
    uint32_t kind = dxki_dxil_entry_kind(d, entry), wave[3];
    bool is_mesh = kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_AMPLIFICATION;
    bool is_ray = kind >= DXK_SHADER_KIND_RAY_GENERATION && kind <= DXK_SHADER_KIND_CALLABLE;
    if ((need->flags & FLAG(USES_DERIVATIVES)) && is_mesh)
        need->flags |= FLAG(DERIVATIVES_MESH);
    if ((need->flags & FLAG(USES_DERIVATIVES)) && (is_mesh || kind == DXK_SHADER_KIND_COMPUTE))
        raise_model(&need->model, 6);
    dxki_dxil_entry_wave(entry, wave);
    if (wave[0])
        raise_model(&need->model, wave[1] ? 8 : 6);
    raise_model(&need->model, is_mesh ? 5 : is_ray ? 3 : dxki_dxil_entry_is_node(d, entry) ? 8 : 0);
}

static void finish_function(finder *f, uint32_t global)
{
    const dxki_dxil_entry *entry = f->c.entry_of[global];
    uint32_t validator = f->c.validator;
    dxki_dxil_requirements *need = &f->c.out->functions[global];
    uint32_t kind = entry ? dxki_dxil_entry_kind(f->c.d, entry) : DXK_SHADER_KIND_LIBRARY;
    uint32_t known = validator < 5   ? DXKI_STAGE(MESH) - 1
                     : validator < 8 ? DXKI_STAGE(NODE) - 1
                                     : ALL_STAGES;
    restrict_stages(need, kind != DXK_SHADER_KIND_LIBRARY ? 1u << (kind & 31) : known);
    if (validator >= 8 && entry)
        adjust_entry(f->c.d, entry, need);
    raise_model(&need->model,
                validator >= 8 ? model_of_flags(need->flags) : old_model_of_flags(need->flags));
}

/* ---------------------------------------------------------------------------------------- */
/* The module                                                                                 */

static bool has_raytracing_1_1(const dxk_dxil *d)
{
    for (uint32_t i = 0; i < d->subobjects.count; i++) {
        const dxki_dxil_subobject *so = d->subobjects.items[i];
        if (so->kind == DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1 ||
            (so->kind == DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG && (so->flags & 4)))
            return true;
    }
    return false;
}

static bool has_raw(const dxki_dxil_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t kind = ((const dxki_dxil_resource *)list->items[i])->kind;
        if (kind == DXK_RESOURCE_KIND_RAW_BUFFER || kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
            return true;
    }
    return false;
}

static uint64_t resource_flags(const dxki_dxil_collector *c)
{
    const dxki_dxil_list *uavs = &c->d->resources[DXK_RESOURCE_CLASS_UAV];
    uint64_t flags = 0, total = 0;
    for (uint32_t i = 0; i < uavs->count; i++) {
        const dxki_dxil_resource *uav = uavs->items[i];
        total += uav->range_size > 8 ? 9 : uav->range_size;
        flags |= uav->is_rov ? FLAG(ROVS) : 0;
    }
    if (has_raw(uavs) || has_raw(&c->d->resources[DXK_RESOURCE_CLASS_SRV]))
        flags |= FLAG(RAW_AND_STRUCTURED);
    if ((c->validator < 6 ? uavs->count : total) > 8)
        flags |= FLAG(UAVS_64);
    bool early = c->kind == DXK_SHADER_KIND_VERTEX || c->kind == DXK_SHADER_KIND_HULL ||
                 c->kind == DXK_SHADER_KIND_DOMAIN || c->kind == DXK_SHADER_KIND_GEOMETRY;
    bool other = c->kind != DXK_SHADER_KIND_COMPUTE && c->kind != DXK_SHADER_KIND_PIXEL;
    if (total && (c->validator < 8 ? other : early))
        flags |= FLAG(UAVS_EVERY_STAGE);
    return flags;
}

static uint64_t module_flags(const finder *f)
{
    const dxk_module *m = f->c.m;
    uint64_t all = 0;
    for (size_t i = 0; i < m->functions.count; i++)
        all |= f->c.out->functions[m->functions.items[i]].flags;
    if ((all & FLAG(USES_DERIVATIVES)) &&
        (f->c.kind == DXK_SHADER_KIND_MESH || f->c.kind == DXK_SHADER_KIND_AMPLIFICATION))
        all |= FLAG(DERIVATIVES_MESH);
    all &= ~(FLAG(USES_DERIVATIVES) | FLAG(REQUIRES_GROUP));
    return (all | resource_flags(&f->c)) & DXKI_SHADER_FLAGS_MADE;
}

/* By index in globals, DXKI_FN_; NULL: out of memory. */
static const uint8_t *mark_globals(const dxk_module *m, dxki_arena *arena)
{
    uint8_t *marks = DXKI_NEW_ARRAY(arena, uint8_t, m->globals.count);
    for (size_t i = 0; marks && i < m->functions.count; i++) {
        uint32_t g = m->functions.items[i];
        bool has_body = m->globals.items[g].first_block != 0;
        bool is_external = m->globals.items[g].linkage == DXKI_LINK_EXTERNAL;
        marks[g] = has_body ? DXKI_FN_CALLED : 0;
        if (dxki_global_is_dxop(m, g))
            marks[g] |= has_body || !is_external ? DXKI_FN_DXOP : DXKI_FN_DXOP | DXKI_FN_COUNTED;
    }
    return marks;
}

/* The entry points by their functions; a library's first one stands for all of it. */
static const dxki_dxil_entry *const *list_entries(const dxk_dxil *d, bool is_library,
                                                  dxki_arena *arena)
{
    const dxki_dxil_entry **of =
        DXKI_NEW_ARRAY(arena, const dxki_dxil_entry *, d->m->globals.count);
    for (uint32_t i = is_library ? 1 : 0; of && i < d->entries.count; i++) {
        const dxki_dxil_entry *e = d->entries.items[i];
        if (e->function && e->function < d->m->globals.count &&
            d->m->globals.items[e->function].kind == DXKI_G_FUNCTION)
            of[e->function] = e;
    }
    return of;
}

static bool prepare(finder *f, const dxk_dxil *d, dxki_arena *arena,
                    dxki_dxil_module_requirements *out)
{
    const dxk_module *m = d->m;
    bool is_library = d->model.kind == DXK_SHADER_KIND_LIBRARY;
    *f = (finder){.c = {.d = d,
                        .m = m,
                        .arena = arena,
                        .validator = dxki_dxil_validator_minor(d),
                        .kind = d->model.kind,
                        .is_library = is_library,
                        .types = dxki_dxil_mark_types(m, arena),
                        .globals = mark_globals(m, arena),
                        .entry_of = list_entries(d, is_library, arena),
                        .out = out}};
    *out = (dxki_dxil_module_requirements){
        .functions = DXKI_NEW_ARRAY(arena, dxki_dxil_requirements, m->globals.count),
        .atomic64 = DXKI_NEW_ARRAY(arena, uint8_t, d->resources[DXK_RESOURCE_CLASS_UAV].count),
    };
    return f->c.types && f->c.globals && f->c.entry_of && out->functions && out->atomic64;
}

static void find(finder *f)
{
    const dxk_module *m = f->c.m;
    dxki_dxil_requirements *needs = f->c.out->functions;
    bool dxr = f->c.validator >= 5 && f->c.validator < 8 && has_raytracing_1_1(f->c.d);
    for (size_t i = 0; i < m->functions.count; i++)
        needs[m->functions.items[i]].stages = needs[m->functions.items[i]].wider = ALL_STAGES;
    for (size_t i = 0; i < m->functions.count && !f->c.failed; i++) {
        uint32_t g = m->functions.items[i];
        if (!m->globals.items[g].first_block)
            continue;
        needs[g].flags = dxki_dxil_collect_flags(&f->c, g) | (dxr ? FLAG(RAYTRACING_1_1) : 0);
        for (size_t k = 0; k < f->c.calls.count; k++)
            look_at_call(f, f->c.calls.items[k], g);
    }
    if (f->c.validator >= 8 && !f->c.failed)
        propagate(f);
    for (size_t i = 0; i < m->functions.count; i++) {
        if (m->globals.items[m->functions.items[i]].first_block)
            finish_function(f, m->functions.items[i]);
    }
    f->c.out->flags = module_flags(f);
}

bool dxki_dxil_find_requirements(const dxk_dxil *d, dxki_arena *arena,
                                 dxki_dxil_module_requirements *out)
{
    finder f;
    if (!prepare(&f, d, arena, out))
        return false;
    find(&f);
    dxki_vec_free(d->m->ctx, &f.edges);
    dxki_vec_free(d->m->ctx, &f.c.calls);
    return !f.c.failed;
}
