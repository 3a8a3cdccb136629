/* SPDX-License-Identifier: MIT */
/*
 * handles.c - in a library a handle is made from the variable of its resource, in a shader from the
 * resource's number or registers:
 *
 *     %r = load %T, %T* getelementptr ([4 x %T], [4 x %T]* @maps, i32 0, i32 %i)
 *     %h = call @dx.op.createHandleForLib(i32 160, %T %r)
 *
 *     %k = add i32 %i, LOWER
 *     %h = call @dx.op.createHandle(i32 57, i8 CLASS, i32 ID, i32 %k, i1 false)              to 6.5
 *     %b = call @dx.op.createHandleFromBinding(i32 217, {LOWER, UPPER, SPACE, CLASS}, i32 %k, i1 false)
 *     %h = call @dx.op.annotateHandle(i32 216, %b, PROPERTIES)                             from 6.6
 *
 * A resource that comes from several places by way of phis and selects must be of one variable; then
 * its index goes the same way: origin.c. Resources without a handle are dropped, the others get
 * registers. See link.h.
 */
#include "link/handles.h"

#include "dxil/emit.h"
#include "dxil/handles.h"
#include "dxil/layout.h"
#include "dxil/usage.h"
#include "ir/find.h"

typedef dxki_link_lowering lowering;
typedef dxki_link_site site;

/* ---------------------------------------------------------------------------------------- */
/* Sites                                                                                      */

/* True if a value is a handle already, to a descriptor of a heap. */
static bool is_heap_handle(const dxk_module *m, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    const dxki_dxop_info *op = inst ? dxki_call_dxop_complete(m, dxki_inst_get(m, inst)) : NULL;
    return op && op->opcode == DXKI_DXOP_CreateHandleFromHeap;
}

static bool meet_call(lowering *w, uint32_t call)
{
    dxki_link *link = w->link;
    site s = {.call = call};
    dxki_value value = dxki_inst_ops(w->m, call)[1];
    if (is_heap_handle(w->m, value))
        return dxki_value_replace(w->m, DXKI_VALUE(DXKI_V_INST, call), value) &&
               dxki_inst_remove(w->m, call);
    s.global = dxki_value_as_inst(value) ? w->origin[dxki_value_as_inst(value)] : 0;
    if (s.global == DXKI_LINK_SEVERAL)
        return true;
    if (!s.global) {
        dxki_link_complain_local(w, call);
        return true;
    }
    dxki_type type = w->m->globals.items[s.global].value_type;
    if (dxki_type_kind_of(w->m, type) == DXKI_T_ARRAY && !dxki_link_find_index(w, value, &s))
        return false;
    return dxki_vec_push(link->ctx, &w->sites, s);
}

static bool find_sites(lowering *w)
{
    dxk_module *m = w->m;
    DXKI_VEC(uint32_t) calls = {NULL, 0, 0};
    bool good = true;
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst) {
                const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
                if (op && op->opcode == DXKI_DXOP_CreateHandleForLib)
                    good = good && dxki_vec_push(w->link->ctx, &calls, inst);
            }
    good = good && dxki_link_find_origins(w);
    bool unset = false;
    for (size_t i = 0; i < calls.count && good; i++) {
        unset |= dxki_link_is_unset(m, calls.items[i]);
        good = meet_call(w, calls.items[i]);
    }
    if (unset)
        dxki_link_mention_unset(w->link);
    dxki_vec_free(w->link->ctx, &calls);
    return good;
}

static bool list_variables(lowering *w)
{
    w->resource_of = DXKI_NEW_ARRAY(&w->link->arena, uint32_t, w->m->globals.count);
    for (uint32_t cls = 0; w->resource_of && cls < DXKI_RESOURCE_CLASSES; cls++) {
        const dxki_dxil_list *list = &w->d->resources[cls];
        for (uint32_t i = 0; i < list->count; i++) {
            uint32_t global = dxki_link_variable(w, list->items[i]);
            if (global)
                w->resource_of[global] = (i << 2 | cls) + 1;
        }
    }
    return w->resource_of != NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources that stay                                                                        */

/* The variable is no longer the resource's. */
static bool detach(lowering *w, dxki_dxil_resource *r)
{
    dxki_type type = dxki_value_type(w->m, r->symbol);
    r->symbol = type ? dxki_const_undef(w->m, type) : 0;
    return r->symbol != 0;
}

/* Those with a handle, in their order, numbered anew and with registers. */
static bool keep_used(lowering *w)
{
    dxki_arena *arena = &w->link->arena;
    uint8_t *used = DXKI_NEW_ARRAY(arena, uint8_t, w->m->globals.count);
    bool good = used != NULL;
    for (size_t i = 0; i < w->sites.count && good; i++)
        used[w->sites.items[i].global] = 1;
    for (uint32_t k = 0; k < DXKI_RESOURCE_CLASSES && good; k++) {
        uint32_t cls = dxki_link_class_order[k];
        const dxki_dxil_list *list = &w->d->resources[cls];
        w->made[cls] = DXKI_NEW_ARRAY(arena, dxki_dxil_resource *, list->count + 1u);
        for (uint32_t i = 0; i < list->count && (good = w->made[cls] != NULL); i++) {
            uint32_t global = dxki_link_variable(w, list->items[i]);
            if (!global || !used[global])
                continue;
            dxki_dxil_resource *r = DXKI_NEW(arena, dxki_dxil_resource);
            if (!r)
                return false;
            *r = *(const dxki_dxil_resource *)list->items[i];
            r->id = w->count[cls];
            w->resource_of[global] = (r->id << 2 | cls) + 1;
            w->made[cls][w->count[cls]++] = r;
            if (!detach(w, r))
                return false;
        }
        good = good && dxki_link_give_registers(w->link, w->made[cls], w->count[cls]);
    }
    return good;
}

/* The view gets the list of those that stay. */
static void use_made(lowering *w)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        w->d->resources[cls].count = w->count[cls];
        w->d->resources[cls].items = (const void *const *)w->made[cls];
    }
}

/* The resource of a variable, when those that stay are listed. */
static dxki_dxil_resource *resource_of(const lowering *w, uint32_t global)
{
    uint32_t place = w->resource_of[global] - 1;
    return w->made[place & 3][place >> 2];
}

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* A call of an operation; 0: out of memory. */
static uint32_t add_call(lowering *w, enum dxki_dxop opcode, dxki_value *ops, uint32_t count,
                         dxki_place at)
{
    dxk_module *m = w->m;
    const dxki_dxop_info *info = dxki_dxop_find(opcode);
    dxki_dxil_overloads overloads = {{DXKI_TY_VOID}};
    uint32_t function = dxki_dxil_ops_function(&w->ops, info, &overloads);
    ops[0] = dxki_const_int(m, DXKI_TY_I32, opcode);
    if (!function || !ops[0])
        return 0;
    dxki_type type = m->globals.items[function].value_type;
    const uint32_t extra[2] = {type, 0};
    ops[count] = DXKI_VALUE(DXKI_V_GLOBAL, function);
    dxki_inst call = {.op = DXKI_OP_CALL, .op_count = count + 1};
    call.type = dxki_type_list(m, type, &(uint32_t){0})[0];
    return dxki_inst_insert(m, at, &call, ops, extra, 2);
}

/* { i32 lower, i32 upper, i32 space, i8 class } */
static dxki_value binding_of(lowering *w, const dxki_dxil_resource *r)
{
    dxk_module *m = w->m;
    uint64_t upper = (uint64_t)r->lower_bound + r->range_size - 1;
    uint32_t last =
        r->range_size == UINT32_MAX || upper > UINT32_MAX ? UINT32_MAX : (uint32_t)upper;
    dxki_dxil_overloads none = {{DXKI_TY_VOID}};
    dxki_type type = dxki_dxil_ops_type(&w->ops, DXKI_OT_BINDING, &none);
    const dxki_value members[4] = {
        dxki_const_int(m, DXKI_TY_I32, r->lower_bound), dxki_const_int(m, DXKI_TY_I32, last),
        dxki_const_int(m, DXKI_TY_I32, r->space), dxki_const_int(m, DXKI_TY_I8, r->cls)};
    for (uint32_t i = 0; i < 4; i++)
        if (!members[i])
            return 0;
    return type ? dxki_const_aggregate(m, type, members, 4) : 0;
}

/* { i32 word0, i32 word1 } */
static dxki_value properties_of(lowering *w, const dxki_dxil_resource *r)
{
    dxk_module *m = w->m;
    dxki_dxil_layout layout;
    bool ends = false;
    dxki_dxil_overloads none = {{DXKI_TY_VOID}};
    dxki_type type = dxki_dxil_ops_type(&w->ops, DXKI_OT_RES_PROPS, &none);
    dxki_dxil_layout_init(&layout, m);
    dxki_dxil_handle_props p = dxki_dxil_resource_props(m, &layout, r, &ends);
    dxki_dxil_layout_free(&layout);
    const dxki_value members[2] = {dxki_const_int(m, DXKI_TY_I32, p.word0),
                                   dxki_const_int(m, DXKI_TY_I32, p.word1)};
    return type && members[0] && members[1] ? dxki_const_aggregate(m, type, members, 2) : 0;
}

static uint32_t make_handle(lowering *w, const site *s, const dxki_dxil_resource *r,
                            dxki_value index, dxki_place at)
{
    dxk_module *m = w->m;
    dxki_value nonuniform = dxki_const_int(m, DXKI_TY_I1, s->nonuniform);
    if (w->link->minor >= DXKI_MODEL_6_6) {
        dxki_value ops[5] = {0, binding_of(w, r), index, nonuniform, 0};
        return ops[1] && nonuniform ? add_call(w, DXKI_DXOP_CreateHandleFromBinding, ops, 4, at)
                                    : 0;
    }
    dxki_value ops[6] = {0,
                         dxki_const_int(m, DXKI_TY_I8, r->cls),
                         dxki_const_int(m, DXKI_TY_I32, r->id),
                         index,
                         nonuniform,
                         0};
    return ops[1] && ops[2] && nonuniform ? add_call(w, DXKI_DXOP_CreateHandle, ops, 5, at) : 0;
}

static bool is_annotation(const dxk_module *m, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
    return op && op->opcode == DXKI_DXOP_AnnotateHandle;
}

/* The first instruction of a function that is no alloca. */
static uint32_t after_allocas(const dxk_module *m, uint32_t function)
{
    uint32_t inst = m->blocks.items[m->globals.items[function].first_block].first_inst;
    while (inst && dxki_inst_get(m, inst)->op == DXKI_OP_ALLOCA)
        inst = dxki_inst_get(m, inst)->next;
    return inst;
}

static bool updates_counter(const dxk_module *m, dxki_value handle)
{
    DXKI_EACH_TRACKED_USE(m, handle, use) {
        uint32_t user = dxki_tracked_user(m, use);
        const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, user));
        if (op && op->opcode == DXKI_DXOP_BufferUpdateCounter)
            return true;
    }
    return false;
}

/* Only now it is known which resource has the counter that a handle of a local variable updates. */
static void find_counter(const lowering *w, const site *s)
{
    dxki_dxil_resource *r = resource_of(w, s->global);
    dxki_value handle = DXKI_VALUE(DXKI_V_INST, s->call);
    if (r->cls != DXK_RESOURCE_CLASS_UAV || r->has_counter)
        return;
    r->has_counter = updates_counter(w->m, handle);
    DXKI_EACH_TRACKED_USE(w->m, handle, use) {
        uint32_t user = dxki_tracked_user(w->m, use);
        if (is_annotation(w->m, user) && updates_counter(w->m, DXKI_VALUE(DXKI_V_INST, user)))
            r->has_counter = true;
    }
}

/* What annotates the handle in the library does so in a shader from 6.6 on, and goes before. */
static bool replace_uses(lowering *w, const site *s, const dxki_dxil_resource *r, uint32_t handle)
{
    dxk_module *m = w->m;
    dxki_value old = DXKI_VALUE(DXKI_V_INST, s->call), with = DXKI_VALUE(DXKI_V_INST, handle);
    bool annotate = w->link->minor >= DXKI_MODEL_6_6, plain = false;
    DXKI_EACH_TRACKED_USE(m, old, use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (!is_annotation(m, user)) {
            plain = true;
            continue;
        }
        if (!annotate && (!dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, user), with) ||
                          !dxki_inst_remove(m, user)))
            return false;
        dxki_value properties = annotate && r->has_counter ? properties_of(w, r) : 0;
        if (annotate &&
            (!dxki_inst_set_op(m, user, 1, with) ||
             (r->has_counter && !(properties && dxki_inst_set_op(m, user, 2, properties)))))
            return false;
    }
    if (annotate && plain) {
        dxki_value ops[4] = {0, with, properties_of(w, r), 0};
        uint32_t made =
            ops[2] ? add_call(w, DXKI_DXOP_AnnotateHandle, ops, 3, dxki_place_after(m, handle)) : 0;
        if (!made)
            return false;
        with = DXKI_VALUE(DXKI_V_INST, made);
    }
    return dxki_value_replace(m, old, with) && dxki_inst_remove(m, s->call);
}

static bool lower_site(lowering *w, const site *s)
{
    dxk_module *m = w->m;
    const dxki_dxil_resource *r = resource_of(w, s->global);
    uint32_t function = m->blocks.items[dxki_inst_get(m, s->call)->block].function;
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, r->lower_bound);
    uint32_t key = DXKI_VALUE(DXKI_V_GLOBAL, s->global), handle = 0;
    dxki_place at = dxki_place_before(m, s->call);
    if (!index)
        return false;
    if (s->index) {
        index = dxki_link_arithmetic(w, DXKI_OP_ADD, s->index, index, s->call);
    } else {
        handle = dxki_value_map_get(&w->at_entry, key);
        if (handle && m->blocks.items[dxki_inst_get(m, handle)->block].function != function)
            handle = 0;
        at = dxki_place_before(m, after_allocas(m, function));
    }
    if (!handle) {
        handle = index ? make_handle(w, s, r, index, at) : 0;
        if (!handle || (!s->index && !dxki_value_map_put(w->link->ctx, &w->at_entry, key, handle)))
            return false;
    }
    return replace_uses(w, s, r, handle);
}

/* ---------------------------------------------------------------------------------------- */

bool dxki_link_lowering_begin(lowering *w)
{
    dxk_status status = dxk_dxil_load(w->m, &w->d);
    if (status != DXK_OK) {
        w->link->status = status;
        return false;
    }
    w->ops_begun = dxki_dxil_ops_init(&w->ops, w->m, !dxki_dxil_min_precision(w->d));
    return w->ops_begun && dxki_tracked_begin(w->m) && list_variables(w);
}

void dxki_link_lowering_end(lowering *w)
{
    if (w->ops_begun)
        dxki_dxil_ops_free(&w->ops);
    dxki_value_map_free(w->link->ctx, &w->indices);
    dxki_value_map_free(w->link->ctx, &w->shadows);
    dxki_vec_free(w->link->ctx, &w->stores);
    dxki_value_map_free(w->link->ctx, &w->at_entry);
    dxki_vec_free(w->link->ctx, &w->sites);
    dxki_vec_free(w->link->ctx, &w->stack);
    dxk_dxil_free(w->d);
}

/* The type of SV_IsFrontFace depends on the validator: a truth before 1.2, a number from there on. */
static uint32_t front_face_type(const dxki_link *link)
{
    return link->validator_major == 1 && link->validator_minor < 2 ? DXK_COMPONENT_TYPE_I1
                                                                   : DXK_COMPONENT_TYPE_U32;
}

/* Where it has another one, in the inputs of a pixel shader and the outputs of a geometry shader. The
 * element is copied, since one may stand for the same in several signatures. */
static bool settle_signatures(lowering *w)
{
    dxki_dxil_entry *entry = (dxki_dxil_entry *)(uintptr_t)dxki_dxil_first_entry(w->d);
    bool pixel = w->link->kind == DXK_SHADER_KIND_PIXEL;
    if (!entry || (!pixel && w->link->kind != DXK_SHADER_KIND_GEOMETRY))
        return true;
    dxki_dxil_list *list = &entry->signatures[pixel ? 0 : 1];
    uint32_t type = front_face_type(w->link);
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *old = list->items[i];
        if (old->semantic != DXK_SEMANTIC_KIND_IS_FRONT_FACE || old->component_type == type ||
            (old->component_type != DXK_COMPONENT_TYPE_I1 &&
             old->component_type != DXK_COMPONENT_TYPE_U32))
            continue;
        dxki_dxil_sig_element *made = DXKI_NEW(&w->link->arena, dxki_dxil_sig_element);
        if (!made)
            return false;
        *made = *old;
        made->component_type = type;
        ((const void **)(uintptr_t)list->items)[i] = made;
    }
    return true;
}

/* What outputs depend on is found when passes are done. */
static bool describe_anew(lowering *w)
{
    dxk_status status = dxki_dxil_put_blank_dependence(w->m, w->d);
    if (status == DXK_OK)
        status = dxki_dxil_renew_metadata(w->m, w->d);
    if (w->link->status == DXK_OK)
        w->link->status = status;
    return status == DXK_OK;
}

bool dxki_link_lower_handles(dxki_link *link)
{
    lowering w = {.link = link, .m = link->to};
    bool good = dxki_link_lowering_begin(&w) && find_sites(&w) && link->status == DXK_OK &&
                keep_used(&w) && link->status == DXK_OK;
    for (size_t i = 0; i < w.sites.count && good; i++)
        find_counter(&w, &w.sites.items[i]);
    for (size_t i = 0; i < w.sites.count && good; i++)
        good = lower_site(&w, &w.sites.items[i]);
    good = good && dxki_link_drop_stores(&w);
    if (good) {
        use_made(&w);
        good = settle_signatures(&w) && describe_anew(&w);
    }
    dxki_link_lowering_end(&w);
    return good || (link->status == DXK_OK && dxki_link_nomem(link));
}

bool dxki_link_settle_handles(dxki_link *link)
{
    dxk_module *m = link->to;
    bool good = dxki_tracked_begin(m);
    if (link->minor >= DXKI_MODEL_6_6)
        return good || dxki_link_nomem(link);
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            for (uint32_t inst = m->blocks.items[block].first_inst, next; inst && good;
                 inst = next) {
                next = dxki_inst_get(m, inst)->next;
                if (is_annotation(m, inst))
                    good = dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst),
                                              dxki_inst_ops(m, inst)[1]) &&
                           dxki_inst_remove(m, inst);
            }
    return good || dxki_link_nomem(link);
}
