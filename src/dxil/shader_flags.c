/* SPDX-License-Identifier: MIT */
/*
 * shader_flags.c - the shader flags that a function raises by its code and its signature, as the
 * reference collects them for the validator version of the module: older ones knew less.
 */
#include "dxil/barrier.h"
#include "dxil/requirements.h"
#include "ir/dxop.h"
#include "ir/plain.h"
#include "spec/dxil_types.h"

#define FLAG(name) DXKI_SHADER_BIT(name)

static bool is_ms(uint32_t kind)
{
    return kind == DXK_RESOURCE_KIND_TEXTURE2DMS || kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
}

/* Operand `index` of a call; after the arguments the callee, then nothing. */
static dxki_value call_operand(const dxk_module *m, uint32_t inst, uint32_t index)
{
    return index < m->insts.items[inst].op_count ? dxki_inst_ops(m, inst)[index] : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* One function                                                                               */

typedef struct collect {
    dxki_dxil_collector *c;
    const dxk_module *m;
    uint64_t flags;
    bool has_uavs, lod_clamp, ms_declared;
} collect;

static void use_handle(collect *c, uint32_t inst)
{
    dxki_dxil_handle_props p = dxki_dxil_call_props(c->c->d, inst, &c->c->out->ends);
    if (!(p.word0 & DXKI_RP_UAV))
        return;
    c->has_uavs = true;
    if (is_ms(dxki_dxil_props_kind(p)))
        c->flags |= FLAG(WRITEABLE_MSAA);
}

static void use_load(collect *c, uint32_t inst)
{
    uint32_t call = dxki_dxil_handle_call(c->m, call_operand(c->m, inst, 1));
    dxki_dxil_handle_props p = dxki_dxil_call_props(c->c->d, call, &c->c->out->ends);
    bool is_typed = dxki_dxil_is_typed_kind(dxki_dxil_props_kind(p));
    if (call && (p.word0 & DXKI_RP_UAV) &&
        (c->c->validator == 0 || (is_typed && dxki_dxil_props_components(p) > 1)))
        c->flags |= FLAG(UAV_LOAD_FORMATS);
}

static void use_offsets(collect *c, uint32_t inst, uint32_t first, uint32_t step)
{
    for (uint32_t i = first; i < first + 3; i += step) {
        if (!dxki_value_is_const(call_operand(c->m, inst, i)))
            c->flags |= FLAG(ADVANCED_TEXTURE_OPS);
    }
}

/* A number other than 0, of either sign. */
static bool is_nonzero(const dxk_module *m, const dxki_const *c)
{
    uint32_t bits = dxki_type_bits(m, c->type);
    return bits > 0 && bits <= 64 && dxki_const_bits(c) << (64 - bits) << 1 != 0;
}

static void use_clamp(collect *c, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(c->m, inst);
    dxki_value value = dxki_inst_ops(c->m, inst)[dxki_call_arg_count(in) - 1];
    const dxki_const *k = dxki_const_get(c->m, value);
    if (k && k->kind == DXKI_C_FLOAT)
        c->lod_clamp |= is_nonzero(c->m, k);
    else
        c->lod_clamp |= !k || k->kind != DXKI_C_UNDEF;
}

static void use_atomic(collect *c, uint32_t inst)
{
    const dxk_dxil *d = c->c->d;
    bool *ends = &c->c->out->ends;
    uint32_t call = dxki_dxil_handle_call(c->m, call_operand(c->m, inst, 1));
    dxki_dxil_handle_props p = dxki_dxil_call_props(d, call, ends);
    if (dxki_dxil_is_typed_kind(dxki_dxil_props_kind(p)))
        c->flags |= FLAG(ATOMIC64_TYPED);
    uint32_t uav = dxki_dxil_bound_uav(d, call, ends);
    if (uav == DXKI_NO_UAV)
        c->flags |= FLAG(ATOMIC64_HEAP);
    else
        c->c->out->atomic64[uav] = 1;
}

static void use_heap(collect *c, uint32_t inst)
{
    uint64_t is_sampler = 0;
    if (dxki_call_arg_count(dxki_inst_get(c->m, inst)) > 2)
        dxki_value_as_int(c->m, dxki_inst_ops(c->m, inst)[2], &is_sampler);
    c->flags |= is_sampler ? FLAG(SAMPLER_HEAP_INDEXING) : FLAG(RESOURCE_HEAP_INDEXING);
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
        use_heap(c, inst);
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
        if ((op->flags & DXKI_DXF_BARRIER) &&
            dxki_dxil_barrier_needs_group(c->m, dxki_inst_get(c->m, inst), op))
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

const uint8_t *dxki_dxil_mark_types(const dxk_module *m, dxki_arena *arena)
{
    uint8_t *seen = DXKI_NEW_ARRAY(arena, uint8_t, m->types.count);
    for (uint32_t i = 0; seen && i < m->types.count; i++)
        seen[i] = seen_type(m, i);
    return seen;
}

static dxki_type quick_type(const dxk_module *m, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        return m->insts.items[DXKI_INDEX(value)].type;
    if (DXKI_TAG(value) == DXKI_V_CONST)
        return m->consts.items[DXKI_INDEX(value)].type;
    return dxki_value_type(m, value);
}

/* What a double, a 64-bit integer, a 16-bit number among operands and result raises. */
static uint64_t flags_of_types(const dxki_inst *in, uint32_t seen)
{
    uint64_t flags = 0;
    if (seen & SEEN_DOUBLE) {
        flags |= FLAG(DOUBLE_PRECISION);
        if (in->op == DXKI_OP_FDIV || dxki_op_get(in->op)->family == DXKI_OF_CONVERT)
            flags |= FLAG(DOUBLE_EXTENSIONS);
    }
    if (seen & SEEN_I64) {
        flags |= FLAG(INT64_OPS);
        if (in->op == DXKI_OP_CMPXCHG || in->op == DXKI_OP_ATOMICRMW)
            flags |= FLAG(ATOMIC64_GROUP_SHARED);
    }
    if (seen & SEEN_16)
        flags |= FLAG(LOW_PRECISION);
    return flags;
}

/* True for a call of a function that makes operations. */
static bool calls_dxop(const collect *c, const dxki_inst *in)
{
    dxki_value callee = dxki_call_callee(c->m, in);
    return DXKI_TAG(callee) == DXKI_V_GLOBAL && (c->c->globals[DXKI_INDEX(callee)] & DXKI_FN_DXOP);
}

static void use_inst(collect *c, uint32_t inst)
{
    const dxk_module *m = c->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    const uint8_t *types = c->c->types;
    uint32_t seen = types[in->type];
    uint64_t opcode;
    if (dxki_inst_is_plain(m, in))
        return;
    if (in->op == DXKI_OP_CALL && !dxki_vec_push(m->ctx, &c->c->calls, inst))
        c->c->failed = true;
    if (in->op == DXKI_OP_CALL && !calls_dxop(c, in))
        return;
    if (seen & SEEN_SHARED)
        c->flags |= FLAG(REQUIRES_GROUP);
    if (in->op == DXKI_OP_EXTRACTELEMENT || in->op == DXKI_OP_INSERTELEMENT)
        return;
    for (uint32_t i = 0; i < in->op_count; i++)
        seen |= types[quick_type(m, ops[i])];
    if (seen & SEEN_SHARED)
        c->flags |= FLAG(REQUIRES_GROUP);
    if (seen & (SEEN_DOUBLE | SEEN_I64 | SEEN_16))
        c->flags |= flags_of_types(in, seen);
    if (in->op != DXKI_OP_CALL || !dxki_call_opcode_arg(m, in, &opcode))
        return;
    const dxki_dxop_info *op = dxki_dxop_find(opcode);
    if (op)
        use_op(c, inst, op, (seen & SEEN_DOUBLE) != 0, (seen & SEEN_I64) != 0);
}

static bool is_index(uint32_t semantic)
{
    return semantic == DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX ||
           semantic == DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX;
}

static uint64_t element_flags(uint32_t kind, uint32_t which, uint32_t semantic, bool has_index)
{
    bool is_pixel_output = which == 1 && kind == DXK_SHADER_KIND_PIXEL;
    uint64_t flags = is_index(semantic) && has_index ? FLAG(VIEWPORT_AND_RT_INDEX) : 0;
    if (semantic == DXK_SEMANTIC_KIND_SHADING_RATE)
        flags |= FLAG(SHADING_RATE);
    if (semantic == DXK_SEMANTIC_KIND_BARYCENTRICS && which == 0)
        flags |= FLAG(BARYCENTRICS);
    if (semantic == DXK_SEMANTIC_KIND_STENCIL_REF && is_pixel_output)
        flags |= FLAG(STENCIL_REF);
    if (semantic == DXK_SEMANTIC_KIND_INNER_COVERAGE && is_pixel_output)
        flags |= FLAG(INNER_COVERAGE);
    return flags;
}

static void use_signatures(collect *c, const dxki_dxil_entry *entry)
{
    uint32_t kind = dxki_dxil_entry_kind(c->c->d, entry);
    bool tess = kind == DXK_SHADER_KIND_DOMAIN || kind == DXK_SHADER_KIND_HULL;
    const bool has_index[2] = {
        kind == DXK_SHADER_KIND_GEOMETRY || (tess && c->c->validator >= 4),
        kind == DXK_SHADER_KIND_VERTEX || tess,
    };
    for (uint32_t which = 0; which < 2; which++) {
        const dxki_dxil_list *list = &entry->signatures[which];
        for (uint32_t i = 0; i < list->count; i++) {
            uint32_t semantic = dxki_dxil_element_semantic(list->items[i], kind, which);
            c->flags |= element_flags(kind, which, semantic, has_index[which]);
        }
    }
    if ((c->flags & FLAG(USES_DERIVATIVES)) &&
        (kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_AMPLIFICATION))
        c->flags |= FLAG(DERIVATIVES_MESH);
}

/* Flag RES_MAY_NOT_ALIAS is left out of a module that says anything but that. */
static bool may_alias(const dxk_dxil *d)
{
    const dxki_dxil_entry *first = d->entries.count ? d->entries.items[0] : NULL;
    return first && first->props.shader_flags != 0 &&
           !dxki_dxil_flag(d, DXKI_SHADER_FLAG_RES_MAY_NOT_ALIAS);
}

/* What older validators did not know. */
static void adapt(collect *c)
{
    const dxk_dxil *d = c->c->d;
    uint32_t minor = c->c->validator, kind = c->c->kind;
    if (minor < 8) {
        c->flags &= ~(FLAG(USES_DERIVATIVES) | FLAG(REQUIRES_GROUP) | FLAG(WRITEABLE_MSAA));
        if (c->ms_declared)
            c->flags |= FLAG(WRITEABLE_MSAA);
        if (kind != DXK_SHADER_KIND_MESH && kind != DXK_SHADER_KIND_AMPLIFICATION)
            c->flags &= ~FLAG(DERIVATIVES_MESH);
    } else if (c->lod_clamp) {
        c->flags |= FLAG(TILED_RESOURCES);
    }
    if (minor < 9)
        c->flags &= ~FLAG(SAMPLER_FEEDBACK);
    if (minor < 6)
        c->flags &= ~FLAG(BARYCENTRICS);
    bool since_1_7 = d->version.major != 1 || d->version.minor >= 7;
    if (since_1_7 && c->has_uavs && !may_alias(d))
        c->flags |= FLAG(RES_MAY_NOT_ALIAS);
}

uint64_t dxki_dxil_collect_flags(dxki_dxil_collector *collector, uint32_t global)
{
    const dxk_module *m = collector->m;
    const dxki_dxil_list *uavs = &collector->d->resources[DXK_RESOURCE_CLASS_UAV];
    collect c = {.c = collector, .m = m, .has_uavs = collector->validator < 8 && uavs->count > 0};
    for (uint32_t i = 0; i < uavs->count; i++)
        c.ms_declared |= is_ms(((const dxki_dxil_resource *)uavs->items[i])->kind);
    collector->calls.count = 0;
    DXKI_EACH_BLOCK(m, global, b) {
        DXKI_EACH_INST(m, b, i) {
            if (dxki_inst_has_marks(m, i, DXKI_PLAIN_QUIET))
                i = dxki_inst_plain_end(m, i, DXKI_PLAIN_QUIET);
            else
                use_inst(&c, i);
        }
    }
    if (collector->entry_of[global])
        use_signatures(&c, collector->entry_of[global]);
    adapt(&c);
    if (!dxki_dxil_min_precision(collector->d))
        c.flags |= FLAG(NATIVE_LOW_PRECISION);
    return c.flags;
}
