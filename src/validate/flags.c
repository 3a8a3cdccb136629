/* SPDX-License-Identifier: MIT */
/*
 * flags.c - the shader flags, computed from what the functions do, as the reference's collection
 * does it for the validator version of the module: older ones knew less. What functions need is
 * propagated to their callers (DXIL.rst, "Shader flags").
 */
#include "base/out.h"
#include "dxil/needs.h"
#include "validate/validate.h"

#define FLAG(name) DXKI_SHADER_BIT(name)

/* Flags that follow from the code; the others are declared only. */
static const uint64_t collected =
    FLAG(DOUBLE_PRECISION) | FLAG(INT64_OPS) | FLAG(LOW_PRECISION) | FLAG(DOUBLE_EXTENSIONS) |
    FLAG(WAVE_OPS) | FLAG(TILED_RESOURCES) | FLAG(MSAD) | FLAG(UAV_LOAD_FORMATS) |
    FLAG(STENCIL_REF) | FLAG(INNER_COVERAGE) | FLAG(VIEWPORT_AND_RT_INDEX) | FLAG(UAVS_64) |
    FLAG(UAVS_EVERY_STAGE) | FLAG(RAW_AND_STRUCTURED) | FLAG(CS_RAW_4X) | FLAG(VIEW_ID) |
    FLAG(BARYCENTRICS) | FLAG(SHADING_RATE) | FLAG(RAYTRACING_1_1) | FLAG(SAMPLER_FEEDBACK) |
    FLAG(ATOMIC64_TYPED) | FLAG(ATOMIC64_GROUP_SHARED) | FLAG(DERIVATIVES_MESH) |
    FLAG(RESOURCE_HEAP_INDEXING) | FLAG(SAMPLER_HEAP_INDEXING) | FLAG(ATOMIC64_HEAP) |
    FLAG(RES_MAY_NOT_ALIAS) | FLAG(ADVANCED_TEXTURE_OPS) | FLAG(WRITEABLE_MSAA) |
    FLAG(SAMPLE_CMP_GRADIENT) | FLAG(EXTENDED_COMMAND_INFO) | FLAG(USES_DERIVATIVES) |
    FLAG(REQUIRES_GROUP);

/* ---------------------------------------------------------------------------------------- */
/* Barriers                                                                                   */

enum { MEMORY_ALL = 15, MEMORY_UAV = 1, MEMORY_SHARED = 2, MEMORY_NODE = 12 };
enum { SYNC_THREADS = 1, SYNC_GROUP = 3, SYNC_SCOPE = 6, SYNC_REORDER = 8 };

static uint64_t constant_arg(const dxki_val *v, uint32_t inst, uint32_t index)
{
    uint64_t bits = 0;
    if (index < dxki_call_arg_count(dxki_val_inst(v, inst)))
        dxki_val_is_const(v, dxki_val_ops(v, inst)[index], &bits);
    return bits;
}

static bool is_op(const dxki_dxop_info *op, dxki_dxop row)
{
    return op == dxki_dxop_get(row);
}

bool dxki_val_barrier_group(const dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    uint64_t bits;
    if (is_op(op, DXKI_DXOP_Barrier))
        return dxki_call_arg_count(dxki_val_inst(v, inst)) > 1 &&
               dxki_val_is_const(v, dxki_val_ops(v, inst)[1], &bits) && bits != 2;
    if (is_op(op, DXKI_DXOP_BarrierByMemoryType)) {
        uint64_t memory = constant_arg(v, inst, 1);
        if (memory != MEMORY_ALL && (memory & MEMORY_SHARED))
            return true;
    }
    return (constant_arg(v, inst, 2) & SYNC_GROUP) != 0;
}

bool dxki_val_barrier_node(const dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    if (is_op(op, DXKI_DXOP_BarrierByNodeRecordHandle))
        return true;
    uint64_t memory = is_op(op, DXKI_DXOP_BarrierByMemoryType) ? constant_arg(v, inst, 1) : 0;
    return memory != MEMORY_ALL && (memory & MEMORY_NODE);
}

static bool barrier_reorder(const dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    return !is_op(op, DXKI_DXOP_Barrier) && !is_op(op, DXKI_DXOP_BarrierByNodeRecordHandle) &&
           (constant_arg(v, inst, 2) & SYNC_REORDER);
}

/* Can BarrierByMemoryType be written as an old barrier, which waits for something? */
static bool is_old_barrier(const dxki_val *v, uint32_t inst)
{
    uint64_t memory = constant_arg(v, inst, 1), sync = constant_arg(v, inst, 2);
    if (memory == MEMORY_ALL)
        memory &= MEMORY_UAV | MEMORY_SHARED;
    if ((sync & ~(uint64_t)(SYNC_THREADS | SYNC_SCOPE)) ||
        (memory & ~(uint64_t)(MEMORY_UAV | MEMORY_SHARED)))
        return false;
    return (memory & MEMORY_SHARED) || (sync & SYNC_THREADS) ||
           ((memory & MEMORY_UAV) && (sync & SYNC_SCOPE));
}

/* ---------------------------------------------------------------------------------------- */
/* What is behind a handle, in the collection's own way                                       */

/* Through phis and selects to some call. */
static uint32_t handle_call(const dxki_val *v, dxki_value value)
{
    for (size_t steps = 0; steps < v->m->insts.count; steps++) {
        uint32_t inst = dxki_val_as_inst(value);
        if (!inst)
            return 0;
        const dxki_inst *in = dxki_val_inst(v, inst);
        if (in->op == DXKI_OP_CALL)
            return inst;
        if (in->op == DXKI_OP_PHI && in->op_count > 0)
            value = dxki_val_ops(v, inst)[0];
        else if (in->op == DXKI_OP_SELECT)
            value = dxki_val_ops(v, inst)[1];
        else
            return 0;
    }
    return 0;
}

/* Operand `index` of a call; behind the arguments the callee, then nothing. */
static dxki_value call_operand(const dxki_val *v, uint32_t inst, uint32_t index)
{
    return index < dxki_val_inst(v, inst)->op_count ? dxki_val_ops(v, inst)[index] : 0;
}

/* The operation that a call of any function names. */
static const dxki_dxop_info *called_op(dxki_val *v, uint32_t call)
{
    uint64_t opcode;
    if (!dxki_val_is_const(v, call_operand(v, call, 0), &opcode)) {
        dxki_val_give_up(v);
        return NULL;
    }
    return dxki_dxop_find(opcode);
}

static const dxki_dxil_resource *resource_of(const dxki_val *v, uint32_t call)
{
    uint64_t cls, range;
    if (!dxki_val_is_const(v, call_operand(v, call, 1), &cls) || cls > DXK_RESOURCE_CLASS_UAV)
        return NULL;
    dxki_value id = call_operand(v, call, 2);
    for (uint32_t steps = 0; steps < 1000 && dxki_val_as_inst(id); steps++) {
        const dxki_inst *in = dxki_val_inst(v, dxki_val_as_inst(id));
        if (in->op != DXKI_OP_PHI && in->op != DXKI_OP_SELECT)
            return NULL;
        id = dxki_val_ops(v, dxki_val_as_inst(id))[in->op == DXKI_OP_SELECT];
    }
    if (!dxki_val_is_const(v, id, &range) || range >= v->d->resources[cls].count)
        return NULL;
    return v->d->resources[cls].items[range];
}

#define NO_UAV UINT32_MAX

static const dxki_dxil_resource *uav_at(const dxki_val *v, uint32_t index)
{
    return index == NO_UAV ? NULL : v->d->resources[DXK_RESOURCE_CLASS_UAV].items[index];
}

/* Index of the UAV whose variable the operand is loaded from. */
static uint32_t loaded_uav(const dxki_val *v, dxki_value value)
{
    uint32_t load = dxki_val_as_inst(value);
    const dxki_dxil_list *uavs = &v->d->resources[DXK_RESOURCE_CLASS_UAV];
    if (!load || dxki_val_inst(v, load)->op != DXKI_OP_LOAD)
        return NO_UAV;
    for (uint32_t i = 0; i < uavs->count; i++) {
        if (dxki_val_symbol(v, uavs->items[i]) == dxki_val_ops(v, load)[0])
            return i;
    }
    return NO_UAV;
}

static dxki_val_resource_props call_props(dxki_val *v, uint32_t call)
{
    dxki_val_resource_props none = {0, 0}, p;
    const dxki_dxop_info *op = call ? called_op(v, call) : NULL;
    const dxki_dxil_resource *res = NULL;
    if (!op)
        return none;
    if (is_op(op, DXKI_DXOP_AnnotateHandle)) {
        if (dxki_val_const_props(v, call_operand(v, call, 2), &p))
            return p;
        dxki_val_give_up(v);
    } else if (is_op(op, DXKI_DXOP_CreateHandle)) {
        res = resource_of(v, call);
    } else if (is_op(op, DXKI_DXOP_CreateHandleForLib)) {
        res = uav_at(v, loaded_uav(v, call_operand(v, call, 1)));
    }
    return res ? dxki_val_props_of_resource(v, res) : none;
}

/* Index of the first UAV with exactly the binding. */
static uint32_t uav_of_binding(const dxki_val *v, const uint64_t words[4])
{
    const dxki_dxil_list *uavs = &v->d->resources[DXK_RESOURCE_CLASS_UAV];
    for (uint32_t i = 0; i < uavs->count; i++) {
        const dxki_dxil_resource *res = uavs->items[i];
        uint32_t upper =
            res->range_size == UINT32_MAX ? UINT32_MAX : res->lower_bound + res->range_size - 1;
        if (words[3] == DXK_RESOURCE_CLASS_UAV && words[2] == res->space &&
            words[0] == res->lower_bound && words[1] == upper)
            return i;
    }
    return NO_UAV;
}

/* Index of the UAV with a binding that a 64-bit atomic goes to; NO_UAV: none, so it goes to one of
 * the descriptor heap. */
static uint32_t atomic_uav(dxki_val *v, uint32_t call)
{
    const dxki_dxop_info *op = call ? called_op(v, call) : NULL;
    uint64_t words[4];
    if (!op || !is_op(op, DXKI_DXOP_AnnotateHandle))
        return NO_UAV;
    uint32_t create = dxki_val_as_inst(call_operand(v, call, 1));
    if (!create || dxki_val_inst(v, create)->op != DXKI_OP_CALL) {
        dxki_val_give_up(v);
        return NO_UAV;
    }
    const dxki_dxop_info *from = called_op(v, create);
    if (from && is_op(from, DXKI_DXOP_CreateHandleForLib))
        return loaded_uav(v, call_operand(v, create, 1));
    if (!from || !is_op(from, DXKI_DXOP_CreateHandleFromBinding))
        return NO_UAV;
    if (dxki_val_const_binding(v, call_operand(v, create, 1), words))
        return uav_of_binding(v, words);
    dxki_val_give_up(v);
    return NO_UAV;
}

static bool is_typed(uint32_t kind)
{
    return (kind >= DXK_RESOURCE_KIND_TEXTURE1D && kind <= DXK_RESOURCE_KIND_TYPED_BUFFER);
}

static bool is_ms(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_TEXTURE2DMS || kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
}

/* ---------------------------------------------------------------------------------------- */
/* One function                                                                               */

typedef struct collect {
    dxki_val *v;
    const uint8_t *seen; /* by type: what is noted of values of the type, SEEN_... */
    uint64_t flags;
    bool has_uavs, lod_clamp, ms_declared;
} collect;

static void use_handle(collect *c, uint32_t inst)
{
    dxki_val_resource_props p = call_props(c->v, inst);
    if (!(p.word0 & DXKI_RP_UAV))
        return;
    c->has_uavs = true;
    if (is_ms(dxki_val_props_kind(p)))
        c->flags |= FLAG(WRITEABLE_MSAA);
}

static void use_load(collect *c, uint32_t inst)
{
    uint32_t call = handle_call(c->v, call_operand(c->v, inst, 1));
    dxki_val_resource_props p = call_props(c->v, call);
    if (call && (p.word0 & DXKI_RP_UAV) &&
        (c->v->val_minor == 0 || (is_typed(dxki_val_props_kind(p)) && (p.word1 >> 8 & 0xff) > 1)))
        c->flags |= FLAG(UAV_LOAD_FORMATS);
}

static void use_offsets(collect *c, uint32_t inst, uint32_t first, uint32_t step)
{
    for (uint32_t i = first; i < first + 3; i += step) {
        if (!dxki_value_is_const(call_operand(c->v, inst, i)))
            c->flags |= FLAG(ADVANCED_TEXTURE_OPS);
    }
}

static void use_clamp(collect *c, uint32_t inst)
{
    dxki_value value = dxki_val_ops(c->v, inst)[dxki_call_arg_count(dxki_val_inst(c->v, inst)) - 1];
    double number;
    if (dxki_val_is_float_const(c->v, value, &number))
        c->lod_clamp |= number > 0 || number < 0 || !(number <= 0);
    else
        c->lod_clamp |= !dxki_val_is_undef(c->v, value);
}

static void use_atomic(collect *c, uint32_t inst)
{
    uint32_t call = handle_call(c->v, call_operand(c->v, inst, 1));
    if (is_typed(dxki_val_props_kind(call_props(c->v, call))))
        c->flags |= FLAG(ATOMIC64_TYPED);
    uint32_t uav = atomic_uav(c->v, call);
    if (uav == NO_UAV)
        c->flags |= FLAG(ATOMIC64_HEAP);
    else
        c->v->d->atomic64[uav] = 1;
}

/* Each call with a clamp decides anew: the last one counts. */
static void set_compare_gradient(collect *c, uint32_t row)
{
    c->flags &= ~FLAG(SAMPLE_CMP_GRADIENT);
    if (row == DXKI_DXOP_SampleCmpGrad || row == DXKI_DXOP_SampleCmpBias)
        c->flags |= FLAG(SAMPLE_CMP_GRADIENT);
}

/* What depends on the arguments. */
static void use_args(collect *c, uint32_t inst, const dxki_dxop_info *op, uint32_t row)
{
    switch (row) {
    case DXKI_DXOP_TextureLoad:
        use_offsets(c, inst, 6, 2); /* the reference does not look at the one between */
        use_load(c, inst);
        break;
    case DXKI_DXOP_BufferLoad:
        use_load(c, inst);
        break;
    case DXKI_DXOP_SampleLevel:
    case DXKI_DXOP_SampleCmpLevelZero:
        use_offsets(c, inst, 7, 1);
        break;
    case DXKI_DXOP_SampleGrad:
    case DXKI_DXOP_SampleCmpGrad:
    case DXKI_DXOP_Sample:
    case DXKI_DXOP_SampleBias:
    case DXKI_DXOP_SampleCmp:
    case DXKI_DXOP_SampleCmpBias:
        use_offsets(c, inst, 7, 1);
        use_clamp(c, inst);
        set_compare_gradient(c, row);
        break;
    case DXKI_DXOP_CreateHandleFromHeap:
        c->flags |= constant_arg(c->v, inst, 2) ? FLAG(SAMPLER_HEAP_INDEXING)
                                                : FLAG(RESOURCE_HEAP_INDEXING);
        break;
    case DXKI_DXOP_CreateHandle:
    case DXKI_DXOP_CreateHandleForLib:
    case DXKI_DXOP_AnnotateHandle:
        use_handle(c, inst);
        break;
    case DXKI_DXOP_TextureStoreSample:
        c->ms_declared = true;
        break;
    default:
        if ((op->flags & DXKI_DXF_BARRIER) && dxki_val_barrier_group(c->v, inst, op))
            c->flags |= FLAG(REQUIRES_GROUP);
        break;
    }
}

static void use_op(collect *c, uint32_t inst, const dxki_dxop_info *op, bool is_double, bool is_i64)
{
    uint32_t row = dxki_dxop_row(op);
    if (op->flags & DXKI_DXF_WAVE)
        c->flags |= FLAG(WAVE_OPS);
    if (op->flags & DXKI_DXF_FEEDBACK)
        c->flags |= FLAG(SAMPLER_FEEDBACK);
    c->flags |= op->shader_flags;
    if (row == DXKI_DXOP_Fma && is_double)
        c->flags |= FLAG(DOUBLE_EXTENSIONS);
    else if ((row == DXKI_DXOP_AtomicBinOp || row == DXKI_DXOP_AtomicCompareExchange) && is_i64)
        use_atomic(c, inst);
    else
        use_args(c, inst, op, row);
}

enum { SEEN_DOUBLE = 1, SEEN_16 = 2, SEEN_I64 = 4, SEEN_SHARED = 8 };

static uint8_t seen_type(const dxk_module *m, dxki_type type)
{
    if (type == DXKI_TY_DOUBLE)
        return SEEN_DOUBLE;
    if (type == DXKI_TY_HALF || type == DXKI_TY_I16)
        return SEEN_16;
    if (type == DXKI_TY_I64)
        return SEEN_I64;
    const dxki_type_entry *t = &m->types.items[type];
    return t->kind == DXKI_T_POINTER && t->b == DXKI_SPACE_SHARED ? SEEN_SHARED : 0;
}

static const uint8_t *seen_types(dxki_val *v)
{
    uint8_t *seen = DXKI_VNEW(v, uint8_t, v->m->types.count);
    for (uint32_t i = 0; seen && i < v->m->types.count; i++)
        seen[i] = seen_type(v->m, i);
    return seen;
}

static dxki_type quick_type(const dxki_val *v, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        return v->m->insts.items[DXKI_INDEX(value)].type;
    if (DXKI_TAG(value) == DXKI_V_CONST)
        return v->m->consts.items[DXKI_INDEX(value)].type;
    return dxki_value_type(v->m, value);
}

static void use_inst(collect *c, uint32_t inst)
{
    const dxki_val *v = c->v;
    const dxki_inst *in = dxki_val_inst(v, inst);
    const dxki_value *ops = dxki_val_ops(v, inst);
    uint32_t callee = dxki_val_callee(v, inst), seen = c->seen[in->type];
    if (in->op == DXKI_OP_CALL && (!callee || !v->is_dxop[callee]))
        return;
    if (seen & SEEN_SHARED)
        c->flags |= FLAG(REQUIRES_GROUP);
    if (in->op == DXKI_OP_EXTRACTELEMENT || in->op == DXKI_OP_INSERTELEMENT)
        return;
    for (uint32_t i = 0; i < in->op_count; i++)
        seen |= c->seen[quick_type(v, ops[i])];
    if (seen & SEEN_SHARED)
        c->flags |= FLAG(REQUIRES_GROUP);
    if (seen & SEEN_DOUBLE) {
        c->flags |= FLAG(DOUBLE_PRECISION);
        if (in->op == DXKI_OP_FDIV || dxki_op_get(in->op)->family == DXKI_OF_CONVERT)
            c->flags |= FLAG(DOUBLE_EXTENSIONS);
    }
    if (seen & SEEN_I64) {
        c->flags |= FLAG(INT64_OPS);
        if (in->op == DXKI_OP_CMPXCHG || in->op == DXKI_OP_ATOMICRMW)
            c->flags |= FLAG(ATOMIC64_GROUP_SHARED);
    }
    if (seen & SEEN_16)
        c->flags |= FLAG(LOW_PRECISION);
    const dxki_dxop_info *op = in->op == DXKI_OP_CALL ? dxki_val_dxop_any(v, inst) : NULL;
    if (op)
        use_op(c, inst, op, (seen & SEEN_DOUBLE) != 0, (seen & SEEN_I64) != 0);
}

static bool is_index(uint32_t semantic)
{
    return semantic == DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX ||
           semantic == DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX;
}

static void use_signatures(collect *c, const dxki_val_entry *ent)
{
    uint32_t kind = ent->kind;
    bool tess = kind == DXK_SHADER_KIND_DOMAIN || kind == DXK_SHADER_KIND_HULL;
    bool inputs = kind == DXK_SHADER_KIND_GEOMETRY || (tess && c->v->val_minor >= 4);
    bool outputs = kind == DXK_SHADER_KIND_VERTEX || tess;
    for (uint32_t which = 0; which < 2; which++) {
        const dxki_dxil_list *list = &ent->e->signatures[which];
        for (uint32_t i = 0; i < list->count; i++) {
            uint32_t s = dxki_val_semantic(kind, which, list->items[i], NULL);
            if (is_index(s) && (which ? outputs : inputs))
                c->flags |= FLAG(VIEWPORT_AND_RT_INDEX);
            if (s == DXK_SEMANTIC_KIND_SHADING_RATE)
                c->flags |= FLAG(SHADING_RATE);
            if (s == DXK_SEMANTIC_KIND_BARYCENTRICS && which == 0)
                c->flags |= FLAG(BARYCENTRICS);
            if (which == 1 && kind == DXK_SHADER_KIND_PIXEL && s == DXK_SEMANTIC_KIND_STENCIL_REF)
                c->flags |= FLAG(STENCIL_REF);
            if (which == 1 && kind == DXK_SHADER_KIND_PIXEL &&
                s == DXK_SEMANTIC_KIND_INNER_COVERAGE)
                c->flags |= FLAG(INNER_COVERAGE);
        }
    }
    if ((c->flags & FLAG(USES_DERIVATIVES)) &&
        (kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_AMPLIFICATION))
        c->flags |= FLAG(DERIVATIVES_MESH);
}

/* What older validators did not know. */
static void adapt(collect *c)
{
    const dxki_val *v = c->v;
    uint32_t minor = v->val_minor;
    if (minor < 8) {
        c->flags &= ~(FLAG(USES_DERIVATIVES) | FLAG(REQUIRES_GROUP) | FLAG(WRITEABLE_MSAA));
        if (c->ms_declared)
            c->flags |= FLAG(WRITEABLE_MSAA);
        if (v->kind != DXK_SHADER_KIND_MESH && v->kind != DXK_SHADER_KIND_AMPLIFICATION)
            c->flags &= ~FLAG(DERIVATIVES_MESH);
    } else if (c->lod_clamp) {
        c->flags |= FLAG(TILED_RESOURCES);
    }
    if (minor < 9)
        c->flags &= ~FLAG(SAMPLER_FEEDBACK);
    if (minor < 6)
        c->flags &= ~FLAG(BARYCENTRICS);
    const dxki_dxil_entry *first = v->d->entries.items[0];
    bool may_alias =
        first->props.shader_flags != 0 && !dxki_dxil_flag(v->d, DXKI_SHADER_FLAG_RES_MAY_NOT_ALIAS);
    if (dxki_val_dxil(v, 7) && c->has_uavs && !may_alias)
        c->flags |= FLAG(RES_MAY_NOT_ALIAS);
}

static uint64_t collect_function(dxki_val *v, uint32_t global, const uint8_t *seen)
{
    const dxki_dxil_list *uavs = &v->d->resources[DXK_RESOURCE_CLASS_UAV];
    collect c = {.v = v, .seen = seen, .has_uavs = v->val_minor < 8 && uavs->count > 0};
    for (uint32_t i = 0; i < uavs->count; i++)
        c.ms_declared |= is_ms(((const dxki_dxil_resource *)uavs->items[i])->kind);
    for (uint32_t b = v->m->globals.items[global].first_block; b; b = v->m->blocks.items[b].next) {
        for (uint32_t i = v->m->blocks.items[b].first_inst; i; i = dxki_val_inst(v, i)->next)
            use_inst(&c, i);
    }
    if (v->entry_of[global])
        use_signatures(&c, v->entry_of[global]);
    adapt(&c);
    if (!v->min_precision)
        c.flags |= FLAG(NATIVE_LOW_PRECISION);
    return c.flags;
}

/* ---------------------------------------------------------------------------------------- */
/* Stages and models                                                                          */

static void raise_model(uint32_t *model, uint32_t minor)
{
    if (*model < minor)
        *model = minor;
}

static bool excluded_from_compute(uint32_t row)
{
    return row == DXKI_DXOP_Sample || row == DXKI_DXOP_SampleBias || row == DXKI_DXOP_SampleCmp ||
           row == DXKI_DXOP_CalculateLOD ||
           (row >= DXKI_DXOP_DerivCoarseX && row <= DXKI_DXOP_DerivFineY);
}

#define COMPUTE_STAGES                                                                             \
    (DXKI_STAGE(COMPUTE) | DXKI_STAGE(MESH) | DXKI_STAGE(AMPLIFICATION) | DXKI_STAGE(NODE))

static void barrier_needs(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t *model,
                          uint32_t *mask)
{
    if (v->is_lib && is_op(op, DXKI_DXOP_BarrierByMemoryType) && !is_old_barrier(v, inst))
        *model = 8;
    if (barrier_reorder(v, inst, op)) {
        *model = 9;
        *mask &= DXKI_STAGE(LIBRARY) | DXKI_STAGE(RAY_GENERATION);
    } else if (dxki_val_barrier_node(v, inst, op)) {
        *mask &= DXKI_STAGE(LIBRARY) | DXKI_STAGE(NODE);
    } else if (dxki_val_barrier_group(v, inst, op)) {
        *mask &= DXKI_STAGE(LIBRARY) | COMPUTE_STAGES;
    }
}

/* What one call needs, by the rules of the module's validator. */
static void call_needs(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t *model,
                       uint32_t *mask)
{
    uint32_t row = dxki_dxop_row(op);
    dxki_dxil_overloads o;
    *model = v->is_lib ? op->translated_model : op->model;
    *mask = op->stages;
    if (v->val_minor < 8 && excluded_from_compute(row)) {
        *mask &= ~(DXKI_STAGE(COMPUTE) | DXKI_STAGE(AMPLIFICATION) | DXKI_STAGE(MESH));
        return;
    }
    if (v->val_minor < 5) {
        if (op->flags & DXKI_DXF_WAVE)
            *mask = DXKI_STAGE(MESH) - 1;
        return;
    }
    if (op->flags & DXKI_DXF_BARRIER) {
        barrier_needs(v, inst, op, model, mask);
    } else if (row == DXKI_DXOP_AtomicBinOp || row == DXKI_DXOP_AtomicCompareExchange) {
        if (dxki_val_overloads_of(v, op, dxki_val_callee(v, inst), &o) && o.types[0] == DXKI_TY_I64)
            *model = 6;
    } else if (v->is_lib && v->val_minor == 6 &&
               (row == DXKI_DXOP_AnnotateHandle || row == DXKI_DXOP_CreateHandleFromBinding)) {
        *model = 6;
    }
}

static void function_needs(dxki_val *v, uint32_t global)
{
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, global), u)
    {
        uint32_t inst = dxki_val_as_inst(dxki_val_user(v, u)), model, mask;
        const dxki_dxop_info *op = inst ? dxki_val_dxop_any(v, inst) : NULL;
        if (!op)
            continue;
        dxki_val_compat *info = &v->compat[dxki_val_inst_fn(v, inst)];
        call_needs(v, inst, op, &model, &mask);
        raise_model(&info->model, model);
        info->mask &= mask;
    }
}

static bool merge(dxki_val_compat *to, const dxki_val_compat *from)
{
    dxki_val_compat old = *to;
    raise_model(&to->model, from->model);
    to->mask &= from->mask;
    to->flags |= from->flags;
    return old.model != to->model || old.mask != to->mask || old.flags != to->flags;
}

/* Each function's needs go to its callers until nothing changes: facts only grow, so each
 * function comes up a bounded number of times. */
static void propagate(dxki_val *v)
{
    DXKI_VEC(uint32_t) work = {NULL, 0, 0};
    uint8_t *queued = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    for (size_t i = 0; i < v->m->functions.count && queued; i++) {
        uint32_t g = v->m->functions.items[i];
        if (dxki_val_is_decl(v, g))
            continue;
        queued[g] = 1;
        if (!dxki_vec_push(v->ctx, &work, g))
            v->failed = true;
    }
    while (work.count && !v->failed) {
        uint32_t g = work.items[--work.count];
        queued[g] = 0;
        DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, g), u)
        {
            uint32_t inst = dxki_val_as_inst(dxki_val_user(v, u));
            if (!inst || dxki_val_inst(v, inst)->op != DXKI_OP_CALL)
                continue;
            uint32_t caller = dxki_val_inst_fn(v, inst);
            if (merge(&v->compat[caller], &v->compat[g]) && !queued[caller]) {
                queued[caller] = 1;
                if (!dxki_vec_push(v->ctx, &work, caller))
                    v->failed = true;
            }
        }
    }
    dxki_vec_free(v->ctx, &work);
}

/* With the stage known: what its flags need. */
static void adjust(const dxki_val_entry *ent, dxki_val_compat *info)
{
    if (ent) {
        bool is_mesh =
            ent->kind == DXK_SHADER_KIND_MESH || ent->kind == DXK_SHADER_KIND_AMPLIFICATION;
        bool is_ray =
            ent->kind >= DXK_SHADER_KIND_RAY_GENERATION && ent->kind <= DXK_SHADER_KIND_CALLABLE;
        if ((info->flags & FLAG(USES_DERIVATIVES)) && is_mesh)
            info->flags |= FLAG(DERIVATIVES_MESH);
        if ((info->flags & FLAG(USES_DERIVATIVES)) &&
            (is_mesh || ent->kind == DXK_SHADER_KIND_COMPUTE))
            raise_model(&info->model, 6);
        if (ent->wave[0])
            raise_model(&info->model, ent->wave[1] ? 8 : 6);
        raise_model(&info->model, is_mesh ? 5 : is_ray ? 3 : ent->is_node ? 8 : 0);
    }
    if (info->flags & (FLAG(SAMPLE_CMP_GRADIENT) | FLAG(EXTENDED_COMMAND_INFO)))
        raise_model(&info->model, 8);
    else if (info->flags & (FLAG(ADVANCED_TEXTURE_OPS) | FLAG(WRITEABLE_MSAA)))
        raise_model(&info->model, 7);
    else if (info->flags &
             (FLAG(ATOMIC64_TYPED) | FLAG(ATOMIC64_GROUP_SHARED) | FLAG(ATOMIC64_HEAP) |
              FLAG(RESOURCE_HEAP_INDEXING) | FLAG(SAMPLER_HEAP_INDEXING)))
        raise_model(&info->model, 6);
    else if (info->flags & (FLAG(RAYTRACING_1_1) | FLAG(SAMPLER_FEEDBACK)))
        raise_model(&info->model, 5);
    else if (info->flags & FLAG(SHADING_RATE))
        raise_model(&info->model, 4);
    else if ((info->flags & FLAG(LOW_PRECISION)) && (info->flags & FLAG(NATIVE_LOW_PRECISION)))
        raise_model(&info->model, 2);
    else if (info->flags & (FLAG(VIEW_ID) | FLAG(BARYCENTRICS)))
        raise_model(&info->model, 1);
}

static void finish_function(dxki_val *v, uint32_t global)
{
    const dxki_val_entry *ent = v->entry_of[global];
    dxki_val_compat *info = &v->compat[global];
    uint32_t known = v->val_minor < 5   ? DXKI_STAGE(MESH) - 1
                     : v->val_minor < 8 ? DXKI_STAGE(NODE) - 1
                                        : DXKI_STAGE(INVALID) - 1;
    info->mask &= ent && ent->kind != DXK_SHADER_KIND_LIBRARY ? 1u << (ent->kind & 31) : known;
    if (v->val_minor >= 8)
        adjust(ent, info);
    else if ((info->flags & FLAG(NATIVE_LOW_PRECISION)) && (info->flags & FLAG(LOW_PRECISION)))
        raise_model(&info->model, 2);
    else if (info->flags & (FLAG(BARYCENTRICS) | FLAG(VIEW_ID)))
        raise_model(&info->model, 1);
}

static bool has_raytracing_1_1(const dxki_val *v)
{
    for (uint32_t i = 0; i < v->d->subobjects.count; i++) {
        const dxki_dxil_subobject *so = v->d->subobjects.items[i];
        if (so->kind == DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1 ||
            (so->kind == DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG && (so->flags & 4)))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* The module                                                                                 */

static bool is_raw(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_RAW_BUFFER || kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
}

static uint64_t resource_flags(const dxki_val *v)
{
    const dxki_dxil_list *uavs = &v->d->resources[DXK_RESOURCE_CLASS_UAV];
    const dxki_dxil_list *srvs = &v->d->resources[DXK_RESOURCE_CLASS_SRV];
    uint64_t flags = 0, total = 0;
    for (uint32_t i = 0; i < uavs->count; i++) {
        const dxki_dxil_resource *res = uavs->items[i];
        total += res->range_size > 8 ? 9 : res->range_size;
        flags |= is_raw(res->kind) ? FLAG(RAW_AND_STRUCTURED) : 0;
    }
    for (uint32_t i = 0; i < srvs->count; i++)
        flags |= is_raw(((const dxki_dxil_resource *)srvs->items[i])->kind)
                     ? FLAG(RAW_AND_STRUCTURED)
                     : 0;
    if ((v->val_minor < 6 ? uavs->count : total) > 8)
        flags |= FLAG(UAVS_64);
    bool early = v->kind == DXK_SHADER_KIND_VERTEX || v->kind == DXK_SHADER_KIND_HULL ||
                 v->kind == DXK_SHADER_KIND_DOMAIN || v->kind == DXK_SHADER_KIND_GEOMETRY;
    bool other = v->kind != DXK_SHADER_KIND_COMPUTE && v->kind != DXK_SHADER_KIND_PIXEL;
    if (total && (v->val_minor < 8 ? other : early))
        flags |= FLAG(UAVS_EVERY_STAGE);
    return flags;
}

bool dxki_val_collect_flags(dxki_val *v, uint64_t *flags)
{
    bool dxr = v->val_minor >= 5 && v->val_minor < 8 && has_raytracing_1_1(v);
    uint64_t all = 0;
    const uint8_t *seen = seen_types(v);
    v->compat = DXKI_VNEW(v, dxki_val_compat, v->m->globals.count);
    if (!seen || !v->compat || !dxki_dxil_make_atomic64(v->d))
        return false;
    for (size_t i = 0; i < v->m->functions.count; i++)
        v->compat[v->m->functions.items[i]].mask = DXKI_STAGE(INVALID) - 1;
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t g = v->m->functions.items[i];
        if (!dxki_val_is_decl(v, g))
            v->compat[g].flags |= collect_function(v, g, seen) | (dxr ? FLAG(RAYTRACING_1_1) : 0);
        else if (v->is_dxop[g] && v->m->globals.items[g].linkage == DXKI_LINK_EXTERNAL)
            function_needs(v, g);
    }
    if (v->val_minor >= 8)
        propagate(v);
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t g = v->m->functions.items[i];
        if (!dxki_val_is_decl(v, g))
            finish_function(v, g);
        all |= v->compat[g].flags;
    }
    if ((all & FLAG(USES_DERIVATIVES)) &&
        (v->kind == DXK_SHADER_KIND_MESH || v->kind == DXK_SHADER_KIND_AMPLIFICATION))
        all |= FLAG(DERIVATIVES_MESH);
    all &= ~(FLAG(USES_DERIVATIVES) | FLAG(REQUIRES_GROUP));
    *flags = (all | resource_flags(v)) & collected;
    return !v->failed;
}

/* "not declared: WaveOps (1 << 19); declared for nothing: 64UAVs (1 << 15)" */
static void hint_flags(dxki_val *v, uint64_t declared, uint64_t actual)
{
    dxk_str text = {"", 0};
    for (int pass = 0; pass < 2; pass++) {
        uint64_t bits = pass ? declared & ~actual : actual & ~declared;
        const char *word = pass ? "declared, but not used: " : "used, but not declared: ";
        if (pass && bits && text.size)
            text = dxki_val_join(v, text, dxki_str("; "));
        for (uint32_t i = 0; i < 64; i++) {
            const char *name = dxk_dxil_shader_flag_name(i);
            if (!(bits >> i & 1) || !name)
                continue;
            text =
                dxki_val_join(v, text,
                              dxki_val_format(v, "%0%1 (1 << %2)",
                                              DXKI_ARGS(dxki_val_arg_text_z(word),
                                                        dxki_val_arg_text_z(name), dxki_dec(i))));
            word = ", ";
        }
    }
    dxki_val_hint(v, text);
}

void dxki_val_check_flags(dxki_val *v)
{
    uint64_t actual;
    const dxki_dxil_entry *first = v->d->entries.count ? v->d->entries.items[0] : NULL;
    uint64_t declared = first ? first->props.shader_flags & collected : 0;
    if (!dxki_val_collect_flags(v, &actual))
        return;
    if (v->val_minor >= 5 && v->val_minor < 8)
        actual |= declared & FLAG(RAYTRACING_1_1);
    if (declared == actual)
        return;
    if (first && first->function)
        dxki_val_at_global(v, first->function);
    else
        dxki_val_at_name(v, dxki_str("!dx.entryPoints"));
    dxki_val_error(v, DXKI_VR_META_FLAGSUSAGE, NULL, 0);
    hint_flags(v, declared, actual);
    dxk_str text = dxki_val_format(v, "Flags declared=%0, actual=%1",
                                   DXKI_ARGS(dxki_dec(declared), dxki_dec(actual)));
    char *note = dxki_arena_strdup(&v->arena, text.data, text.size);
    if (note) {
        dxki_val_note(v, note);
        dxki_val_mark_compat_only(v);
    }
    dxki_val_at_end(v);
}
