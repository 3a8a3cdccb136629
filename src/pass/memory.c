/* SPDX-License-Identifier: MIT */
/* memory.c - see memory.h. */
#include "pass/memory.h"

#include <string.h>

#include "dxil/handles.h"

#define KINDS 16u

/* From this shader model on modules say whether a buffer that is read may be one that is written. */
#define MODEL_THAT_SAYS 7u

static uint32_t kind_number(uint32_t kind)
{
    uint32_t number = 0;
    while (kind >> number != 1)
        number++;
    return number;
}

/* All classes of the kinds. */
static uint64_t classes_of(const dxki_pass_memory *mem, uint32_t kinds)
{
    uint64_t classes = 0;
    for (uint32_t i = 0; kinds >> i; i++)
        classes |= kinds >> i & 1 ? mem->of_kind[i] : 0;
    return classes;
}

/* The class of an object of a kind: one of its own as long as there are any. What is first met as
 * an object after the walk has begun was one of several until then, and has been in all classes. */
static uint64_t class_of(dxki_pass_memory *mem, uint32_t kind, uint64_t object)
{
    uint32_t number = kind_number(kind);
    for (uint32_t i = KINDS; i < mem->classes; i++) {
        if (mem->objects[i] == object)
            return (uint64_t)1 << i;
    }
    if (mem->classes == DXKI_PASS_CLASSES || mem->leaving)
        return (uint64_t)1 << number;
    mem->objects[mem->classes] = object;
    mem->of_kind[number] |= (uint64_t)1 << mem->classes;
    return (uint64_t)1 << mem->classes++;
}

/* ---------------------------------------------------------------------------------------- */
/* Pointers                                                                                   */

static bool is_object(const dxk_module *m, dxki_value base)
{
    if (DXKI_TAG(base) == DXKI_V_GLOBAL)
        return m->globals.items[DXKI_INDEX(base)].kind == DXKI_G_VARIABLE;
    return DXKI_TAG(base) == DXKI_V_INST &&
           dxki_inst_get(m, DXKI_INDEX(base))->op == DXKI_OP_ALLOCA;
}

/* An argument that is promised to be the only way to what it points to. */
static bool is_noalias(const dxk_module *m, dxki_value base)
{
    if (DXKI_TAG(base) != DXKI_V_ARG)
        return false;
    uint32_t index = DXKI_INDEX(base), count;
    const dxki_global *g = &m->globals.items[m->args.items[index].function];
    uint32_t set = dxki_attr_list_set(m, g->attrs, 1 + index - g->first_arg);
    const dxki_attr *attrs = dxki_attr_set(m, set, &count);
    for (uint32_t i = 0; set && i < count; i++) {
        if (attrs[i].kind == DXKI_AT_NOALIAS)
            return true;
    }
    return false;
}

/* What a pointer means: one object, or anything of its kinds. An argument does not lead to allocas,
 * which the function makes for itself. */
static uint64_t pointed(dxki_pass_memory *mem, dxki_value pointer)
{
    const dxk_module *m = mem->p->m;
    dxki_mem_bases *bases = dxki_pass_bases(mem->p);
    dxki_value base = bases ? dxki_mem_bases_find(bases, pointer) : dxki_mem_base(m, pointer);
    uint32_t kinds = dxki_mem_kinds(m, base) & ~(uint32_t)DXKI_MEM_CONSTANT;
    bool one = kinds && !(kinds & (kinds - 1));
    if (one && is_object(m, base))
        return class_of(mem, kinds, base);
    if (DXKI_TAG(base) == DXKI_V_ARG)
        kinds &= ~(uint32_t)DXKI_MEM_LOCAL;
    return kinds & DXKI_MEM_OTHER && is_noalias(m, base) ? class_of(mem, DXKI_MEM_OTHER, base)
                                                         : classes_of(mem, kinds);
}

static dxki_pass_access access_of_pointer(dxki_pass_memory *mem, const dxki_inst *inst)
{
    uint64_t classes = pointed(mem, dxki_mem_pointer(mem->p->m, inst));
    dxki_pass_access a = {0, 0, false};
    a.reads = inst->op == DXKI_OP_STORE ? 0 : classes;
    a.writes = inst->op == DXKI_OP_LOAD ? 0 : classes;
    a.fixed = inst->op == DXKI_OP_CMPXCHG || inst->op == DXKI_OP_ATOMICRMW ||
              inst->flags & DXKI_IF_VOLATILE || DXKI_SUB_ORDER(inst->sub);
    return a;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static bool is_call_of(const dxk_module *m, uint32_t inst, dxki_dxop op)
{
    return inst && dxki_inst_get(m, inst)->op == DXKI_OP_CALL &&
           dxki_call_dxop_complete(m, dxki_inst_get(m, inst)) == dxki_dxop_get(op);
}

static dxki_value argument(const dxk_module *m, uint32_t call, uint32_t number)
{
    return m->words.items[dxki_inst_get(m, call)->ops + number];
}

/* The number of the UAV of createHandle; DXKI_NO_UAV: it is not constant. */
static uint32_t uav_of_range(const dxk_module *m, uint32_t call)
{
    uint64_t cls, range;
    if (!dxki_value_as_int(m, argument(m, call, 1), &cls) || cls != DXK_RESOURCE_CLASS_UAV ||
        !dxki_value_as_int(m, argument(m, call, 2), &range) || range >= DXKI_NO_UAV)
        return DXKI_NO_UAV;
    return (uint32_t)range;
}

/* A resource as far as a handle tells it. */
typedef struct resource {
    bool is_known; /* its properties are */
    bool is_uav, is_coherent;
    uint32_t uav; /* number, DXKI_NO_UAV: not known */
} resource;

/* Phis and selections of handles are not looked through: they are one of several. */
static resource resource_of(const dxki_pass_memory *mem, dxki_value handle)
{
    const dxk_module *m = mem->p->m;
    resource r = {false, true, false, DXKI_NO_UAV};
    uint32_t call = dxki_value_as_inst(handle);
    bool ends = false;
    if (!call || dxki_inst_get(m, call)->op != DXKI_OP_CALL)
        return r;
    dxki_dxil_handle_props props = dxki_dxil_call_props(mem->dxil, call, &ends);
    if (dxki_dxil_props_kind(props) == DXK_RESOURCE_KIND_INVALID || ends)
        return r;
    r.is_known = true;
    r.is_uav = props.word0 & DXKI_RP_UAV;
    r.is_coherent = r.is_uav && props.word0 & (DXKI_RP_GLC | DXKI_RP_REORDER);
    if (is_call_of(m, call, DXKI_DXOP_CreateHandle))
        r.uav = uav_of_range(m, call);
    else if (is_call_of(m, call, DXKI_DXOP_AnnotateHandle)) {
        uint32_t made = dxki_value_as_inst(argument(m, call, 1));
        if (is_call_of(m, made, DXKI_DXOP_CreateHandleFromBinding))
            r.uav = dxki_dxil_bound_uav(mem->dxil, call, &ends);
    }
    return r;
}

/* The classes of UAVs that an operation may mean by its handles; none: all are of other resources.
 * *coherent: other groups see, or make, what happens there. */
static uint64_t uavs_of(dxki_pass_memory *mem, const dxki_inst *call, const dxki_dxop_info *op,
                        bool writes, bool *coherent)
{
    const dxki_pass_facts *facts = mem->p->facts;
    bool read_only_is_other = !facts->may_alias || facts->minor < MODEL_THAT_SAYS;
    uint64_t all = classes_of(mem, DXKI_DXM_UAV), classes = 0;
    bool any = false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op->operands[i].type != DXKI_OT_HANDLE)
            continue;
        any = true;
        resource r = resource_of(mem, mem->p->m->words.items[call->ops + i + 1]);
        *coherent = *coherent || r.is_coherent;
        if (r.is_known && !r.is_uav && !writes && read_only_is_other)
            continue;
        bool own = r.is_known && r.uav != DXKI_NO_UAV && !facts->may_alias;
        classes |= own ? class_of(mem, DXKI_DXM_UAV, (uint64_t)1 << 32 | r.uav) : all;
    }
    return any ? classes : all;
}

static dxki_pass_access access_of_operation(dxki_pass_memory *mem, const dxki_inst *call,
                                            const dxki_dxop_info *op, dxki_mem_effect e)
{
    const uint32_t uav = DXKI_DXM_UAV;
    dxki_pass_access a = {0, 0, false};
    bool coherent = false;
    a.writes = classes_of(mem, e.writes & ~uav);
    if ((e.reads | e.writes) & uav && e.writes != DXKI_MEM_ALL) {
        uint64_t classes = uavs_of(mem, call, op, e.writes & uav, &coherent);
        a.reads = classes_of(mem, classes ? e.reads & ~uav : e.reads & ~(uav | DXKI_DXM_LANES));
        a.reads |= e.reads & uav ? classes : 0;
        a.writes |= e.writes & uav ? classes : 0;
    } else {
        a.reads = classes_of(mem, e.reads);
        a.writes = classes_of(mem, e.writes);
    }
    a.fixed = coherent;
    return a;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

/* An intrinsic function that marks where an alloca begins or ends to be used. */
static bool is_lifetime(const dxk_module *m, const dxki_inst *call)
{
    dxki_value callee = dxki_call_callee(m, call);
    return DXKI_TAG(callee) == DXKI_V_GLOBAL && dxki_call_arg_count(call) == 2 &&
           dxki_str_starts(dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name),
                           "llvm.lifetime.");
}

/* True for most of what touches no memory, without a closer look. */
static bool is_arithmetic(const dxki_inst *inst)
{
    dxki_op_class cls = dxki_op_class_of((dxki_op)inst->op);
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CAST || cls == DXKI_OC_CMP;
}

dxki_pass_access dxki_pass_memory_access(dxki_pass_memory *mem, const dxki_inst *inst)
{
    const dxk_module *m = mem->p->m;
    dxki_pass_access none = {0, 0, false};
    if (is_arithmetic(inst))
        return none;
    if (dxki_mem_pointer(m, inst))
        return access_of_pointer(mem, inst);
    const dxki_dxop_info *op = dxki_call_dxop(m, inst);
    dxki_mem_effect e =
        op ? dxki_mem_effect_of_operation(m, inst, op) : dxki_mem_effect_of(m, inst, NULL);
    if (!e.reads && !e.writes)
        return none;
    if (inst->op == DXKI_OP_CALL) {
        if (op && dxki_call_is_complete(inst, op))
            return access_of_operation(mem, inst, op, e);
        if (dxki_inst_is_debug_call(m, inst))
            return none;
        if (is_lifetime(m, inst)) {
            none.writes = pointed(mem, m->words.items[inst->ops + 1]);
            return none;
        }
    }
    none.reads = classes_of(mem, e.reads);
    none.writes = classes_of(mem, e.writes);
    none.fixed = e.writes != 0;
    return none;
}

/* ---------------------------------------------------------------------------------------- */
/* The walk                                                                                   */

static uint64_t writes_of_block(dxki_pass_memory *mem, uint32_t block)
{
    uint64_t writes = 0;
    DXKI_EACH_INST(mem->p->m, block, inst)
        writes |= dxki_pass_memory_access(mem, dxki_inst_get(mem->p->m, inst)).writes;
    return writes;
}

/* Inner loops have larger numbers than those around them. The classes of kinds grow while objects are
 * met, so that loops are walked twice: the first time meets them. */
static void find_loop_writes(dxki_pass_memory *mem)
{
    const dxki_cfg *cfg = mem->cfg;
    for (uint32_t turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < cfg->order.count; i++) {
            uint32_t number = cfg->order.nodes[i];
            if (number != cfg->count && (turn == 0 || mem->loops->of[number]))
                mem->loop_writes[mem->loops->of[number]] |=
                    writes_of_block(mem, cfg->blocks[number]);
        }
    }
    for (uint32_t i = mem->loops->count; i-- > 1;)
        mem->loop_writes[mem->loops->items[i].parent] |= mem->loop_writes[i];
}

bool dxki_pass_memory_begin(dxki_pass_memory *mem, dxki_pass *p)
{
    memset(mem, 0, sizeof *mem);
    mem->p = p;
    mem->dxil = dxki_pass_dxil(p);
    mem->cfg = dxki_pass_cfg(p);
    mem->loops = mem->cfg ? dxki_pass_loops(p) : NULL;
    mem->classes = KINDS;
    for (uint32_t i = 0; i < KINDS; i++)
        mem->of_kind[i] = (uint64_t)1 << i;
    if (!mem->dxil || !mem->loops || !dxki_pass_bases(p))
        return false;
    mem->loop_writes = DXKI_NEW_ARRAY(&p->scratch, uint64_t, mem->loops->count);
    if (!mem->loop_writes)
        return false;
    find_loop_writes(mem);
    mem->leaving =
        DXKI_NEW_ARRAY(&p->scratch, uint32_t, (size_t)(mem->cfg->count + 1) * mem->classes);
    mem->last = 1;
    return mem->leaving != NULL;
}

static uint32_t *stamps_at_end(dxki_pass_memory *mem, uint32_t block)
{
    return mem->leaving + (size_t)block * mem->classes;
}

/* Classes that may have been written on the ways from the immediate dominator that have not been
 * walked: around the loop, or any when the block is no header of a loop. */
static uint64_t not_walked(const dxki_pass_memory *mem, uint32_t block)
{
    uint32_t loop = mem->loops->of[block];
    const dxki_loop *l = &mem->loops->items[loop];
    return loop && l->header == block && !l->is_irreducible ? mem->loop_writes[loop] : ~(uint64_t)0;
}

void dxki_pass_memory_enter(dxki_pass_memory *mem, uint32_t block)
{
    uint64_t differ = 0;
    const uint32_t *first = NULL;
    DXKI_EACH_PRED(mem->cfg, block, e)
    {
        uint32_t pred = mem->cfg->graph.pred.to[e];
        const uint32_t *stamps = stamps_at_end(mem, pred);
        if (!dxki_cfg_is_reached(mem->cfg, pred))
            continue;
        if (stamps[0] == 0)
            differ |= not_walked(mem, block);
        else if (!first)
            first = stamps;
        else
            for (uint32_t i = 0; i < mem->classes; i++)
                differ |= (uint64_t)(stamps[i] != first[i]) << i;
    }
    for (uint32_t i = 0; i < mem->classes; i++)
        mem->now[i] = first ? first[i] : 1;
    dxki_pass_memory_write(mem, differ);
}

void dxki_pass_memory_leave(dxki_pass_memory *mem, uint32_t block)
{
    memcpy(stamps_at_end(mem, block), mem->now, mem->classes * sizeof *mem->now);
}

void dxki_pass_memory_write(dxki_pass_memory *mem, uint64_t classes)
{
    if (!classes)
        return;
    mem->last++;
    for (uint32_t i = 0; i < mem->classes; i++) {
        if (classes >> i & 1)
            mem->now[i] = mem->last;
    }
}

uint32_t dxki_pass_memory_stamp(const dxki_pass_memory *mem, uint64_t classes)
{
    uint32_t stamp = 0;
    for (uint32_t i = 0; i < mem->classes; i++) {
        if (classes >> i & 1 && mem->now[i] > stamp)
            stamp = mem->now[i];
    }
    return stamp;
}
