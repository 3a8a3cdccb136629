/* SPDX-License-Identifier: MIT */
/*
 * functions.c - declarations and signatures of functions: what may be external, what arguments an
 * entry point takes, attributes (DECL). The calls of each DXIL operation are judged here, by
 * operation and oldest call first.
 */
#include <string.h>

#include "base/out.h"
#include "dxil/object_names.h"
#include "ir/dxop.h"
#include "validate/access.h"
#include "validate/body.h"
#include "validate/calls.h"
#include "validate/families.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

static bool is_dxil_function(const dxki_val *v, uint32_t global)
{
    uint32_t count;
    dxki_type_list(v->m, v->m->globals.items[global].value_type, &count);
    return v->ops.is_dxop[global] && count > 1;
}

static void fn_error(dxki_val *v, uint32_t global, dxki_vrule rule)
{
    dxki_val_function_error(v, global, rule,
                            DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, global))));
}

/* ---------------------------------------------------------------------------------------- */
/* Calls of operations                                                                        */

/* What is known of the operation that was called last: calls of one function mostly agree. */
typedef struct call_memo {
    const dxki_dxop_info *op;
    dxki_vrule rule; /* that every such call breaks; DXKI_VR_COUNT: none */
    dxk_str name;    /* of the function that it should be */
} call_memo;

static void learn(dxki_val *v, uint32_t global, const dxki_dxop_info *op, call_memo *memo)
{
    dxki_dxil_overloads o;
    memo->op = op;
    memo->rule = DXKI_VR_COUNT;
    if (dxki_val_overload_breaks(v, op, global))
        dxki_val_give_up(v);
    if (!dxki_val_overloads_of(v, op, global, &o) || !dxki_dxil_overloads_allowed(v->m, op, &o)) {
        memo->rule = DXKI_VR_INSTR_OLOAD;
        return;
    }
    uint32_t id = dxki_val_resolve(v, op, &o);
    const dxki_val_op_function *fn = &v->ops.opfns.items[id];
    dxki_type own = v->m->globals.items[global].value_type;
    if (id == 0 || (!fn->global && !fn->is_invented)) {
        memo->rule = DXKI_VR_INSTR_OLOAD;
        return;
    }
    bool same = fn->global ? v->m->globals.items[fn->global].value_type == own
                           : dxki_val_op_has_type(v, dxki_dxop_get((dxki_dxop)fn->cls), &o, own);
    memo->name = fn->name;
    if (!same)
        memo->rule = DXKI_VR_INSTR_CALLOLOAD;
}

static uint32_t calling_stage(const dxki_val *v, uint32_t fn)
{
    if (!v->subject.is_lib)
        return v->subject.kind;
    if (v->subject.entry_of[fn])
        return v->subject.entry_of[fn]->kind;
    return v->subject.is_patch[fn] ? DXK_SHADER_KIND_HULL : DXK_SHADER_KIND_LIBRARY;
}

/* What a library's entry point of no known stage calls must be at home everywhere. */
static bool is_in_profile(const dxki_val *v, const dxki_dxop_info *op, uint32_t stage)
{
    const uint32_t all = DXKI_STAGE(INVALID) - 1;
    if (stage >= DXK_SHADER_KIND_INVALID)
        return v->subject.model >= op->model && op->stages == all && !(op->flags & DXKI_DXF_WAVE);
    return v->subject.model >= op->model && (op->stages >> stage & 1);
}

static void check_call(dxki_val *v, uint32_t inst, uint32_t global, call_memo *memo)
{
    uint64_t opcode;
    if (!dxki_call_opcode_arg(v->m, dxki_val_inst(v, inst), &opcode))
        return;
    const dxki_dxop_info *op = dxki_dxop_find(opcode);
    if (!op || (opcode >> 16 != DXKI_DXTABLE_CORE && v->subject.model != DXKI_NEWEST_MINOR))
        return;
    if (op != memo->op)
        learn(v, global, op, memo);
    if (memo->rule == DXKI_VR_INSTR_CALLOLOAD)
        dxki_val_inst_error(v, inst, memo->rule, DXKI_ARGS(dxki_val_arg_text(memo->name)));
    else if (memo->rule != DXKI_VR_COUNT)
        dxki_val_inst_error(v, inst, memo->rule, NULL, 0);
    if (memo->rule != DXKI_VR_COUNT)
        return;
    uint32_t stage = calling_stage(v, dxki_val_inst_fn(v, inst));
    if (is_in_profile(v, op, stage)) {
        dxki_val_at_inst(v, inst);
        dxki_val_check_op(v, inst, op);
        dxki_val_at_end(v);
        return;
    }
    dxk_str model = dxki_val_model_name(v);
    if (v->subject.is_lib)
        model = dxki_val_format(
            v, "%0(%1)",
            DXKI_ARGS(dxki_val_arg_text(model), dxki_val_arg_text_z(dxki_val_kind_name(stage))));
    dxki_val_inst_error(v, inst, DXKI_VR_SM_OPCODE,
                        DXKI_ARGS(dxki_val_arg_text_z(op->name), dxki_val_arg_text(model)));
}

/* The users of a function, oldest first. */
static void check_users(dxki_val *v, uint32_t global)
{
    DXKI_VEC(dxki_value) users = {NULL, 0, 0};
    call_memo memo = {NULL, DXKI_VR_COUNT, {"", 0}};
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, global), u)
    {
        if (!dxki_vec_push(v->ctx, &users, dxki_val_user(v, u)))
            v->failed = true;
    }
    for (size_t i = users.count; i-- > 0 && !v->failed;) {
        uint32_t inst = dxki_val_as_inst(users.items[i]);
        if (!inst || dxki_val_inst(v, inst)->op != DXKI_OP_CALL)
            fn_error(v, global, DXKI_VR_DECL_FNISCALLED);
        else if (v->ops.is_dxop[global] && dxki_val_callee(v, inst) == global)
            check_call(v, inst, global, &memo);
    }
    dxki_vec_free(v->ctx, &users);
}

static void check_external(dxki_val *v, uint32_t global)
{
    dxk_str name = dxki_val_name(v, global);
    bool lifetime =
        dxki_str_is(name, "llvm.lifetime.start") || dxki_str_is(name, "llvm.lifetime.end");
    if (lifetime && dxki_val_dxil(v, 6))
        return;
    if (!is_dxil_function(v, global) && !v->subject.is_lib)
        fn_error(v, global, DXKI_VR_DECL_DXILFNEXTERN);
    else if (dxki_val_first_use(v, DXKI_VALUE(DXKI_V_GLOBAL, global)) == 0)
        fn_error(v, global, DXKI_VR_DECL_USEDEXTERNALFUNCTION);
    else
        check_users(v, global);
}

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

static void arg_error(dxki_val *v, uint32_t global, uint32_t index, dxki_vrule rule)
{
    const dxki_global *g = &v->m->globals.items[global];
    dxk_str name = dxki_string_get(v->m, v->m->args.items[g->first_arg + index].name);
    dxki_arg which = name.size ? dxki_val_arg_text(name) : dxki_dec(index);
    dxki_val_function_error(v, global, rule,
                            DXKI_ARGS(which, dxki_val_arg_text(dxki_val_name(v, global))));
}

static dxki_type arg_type(const dxki_val *v, uint32_t global, uint32_t index)
{
    const dxki_global *g = &v->m->globals.items[global];
    dxki_type type = v->m->args.items[g->first_arg + index].type;
    dxki_type pointee = dxki_type_pointee(v->m, type);
    return pointee ? pointee : type;
}

static void check_struct_arg(dxki_val *v, uint32_t global, uint32_t index, uint32_t wanted,
                             uint32_t kind)
{
    if (index >= wanted)
        arg_error(v, global, index, DXKI_VR_DECL_EXTRAARGS);
    else if (dxki_type_kind_of(v->m, arg_type(v, global, index)) == DXKI_T_STRUCT)
        return;
    else if (kind == DXK_SHADER_KIND_CALLABLE)
        arg_error(v, global, index, DXKI_VR_DECL_PARAMSTRUCT);
    else
        arg_error(v, global, index,
                  index == 0 ? DXKI_VR_DECL_PAYLOADSTRUCT : DXKI_VR_DECL_ATTRSTRUCT);
}

static void check_args(dxki_val *v, uint32_t global, uint32_t wanted, uint32_t kind)
{
    uint32_t count = v->m->globals.items[global].arg_count;
    for (uint32_t i = 0; i < count; i++) {
        dxki_type type = arg_type(v, global, i);
        if (wanted) {
            check_struct_arg(v, global, i, wanted, kind);
            continue;
        }
        type = dxki_val_without_arrays(v, type);
        if (dxki_type_kind_of(v->m, type) == DXKI_T_STRUCT && !v->subject.is_lib) {
            arg_error(v, global, i, DXKI_VR_DECL_FNFLATTENPARAM);
            break;
        }
    }
    for (uint32_t i = count; i < wanted; i++) {
        const char *what = i > 0                              ? "attributes"
                           : kind == DXK_SHADER_KIND_CALLABLE ? "params"
                                                              : "payload";
        dxki_val_function_error(v, global, DXKI_VR_DECL_SHADERMISSINGARG,
                                DXKI_ARGS(dxki_val_arg_text_z(dxki_val_kind_name(kind)),
                                          dxki_val_arg_text(dxki_val_name(v, global)),
                                          dxki_val_arg_text_z(what)));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Nodes                                                                                      */

static void check_node_inputs(dxki_val *v, const dxki_val_entry *ent)
{
    static const struct launch_row {
        uint32_t record;
        const char *inputs;
    } rows[] = {{0, ""},
                {DXK_NODE_IO_FLAG_DISPATCH_RECORD, "{RW}DispatchNodeInputRecord"},
                {DXK_NODE_IO_FLAG_GROUP_RECORD, "{RW}GroupNodeInputRecords or EmptyNodeInput"},
                {DXK_NODE_IO_FLAG_THREAD_RECORD, "{RW}ThreadNodeInputRecord"}};
    const dxki_dxil_list *inputs = &ent->e->props.node.inputs;
    dxk_str name = dxki_val_name(v, ent->function);
    if (inputs->count > 1)
        dxki_val_function_error(v, ent->function, DXKI_VR_DECL_MULTIPLENODEINPUTS,
                                DXKI_ARGS(dxki_val_arg_text(name), dxki_dec(inputs->count)));
    const struct launch_row *row = &rows[ent->launch < 4 ? ent->launch : 0];
    for (uint32_t i = 0; i < inputs->count; i++) {
        uint32_t flags = ((const dxki_dxil_node_io *)inputs->items[i])->flags;
        bool empty = (flags & DXK_NODE_IO_FLAG_EMPTY_RECORD) && (flags & DXK_NODE_IO_FLAG_INPUT);
        if (empty || (row->record && (flags & 0x60) == row->record))
            continue;
        dxki_val_function_error(
            v, ent->function, DXKI_VR_DECL_NODELAUNCHINPUTTYPE,
            DXKI_ARGS(dxki_val_arg_text_z(dxki_val_launch_name(ent->launch, true)),
                      dxki_val_arg_text(name), dxki_val_arg_text_z(row->inputs)));
    }
}

static void check_definition(dxki_val *v, uint32_t global)
{
    const dxki_val_entry *ent = v->subject.entry_of[global];
    bool is_shader = ent || v->subject.is_patch[global];
    uint32_t kind = ent ? ent->kind : DXK_SHADER_KIND_LIBRARY, wanted = 0, count;
    if (kind == DXK_SHADER_KIND_ANY_HIT || kind == DXK_SHADER_KIND_CLOSEST_HIT)
        wanted = 2;
    else if (kind == DXK_SHADER_KIND_MISS || kind == DXK_SHADER_KIND_CALLABLE)
        wanted = 1;
    if (kind == DXK_SHADER_KIND_COMPUTE && ent && ent->is_node)
        fn_error(v, global, DXKI_VR_META_COMPUTEWITHNODE);
    if (is_shader && wanted == 0 && v->m->globals.items[global].arg_count > 0)
        fn_error(v, global, DXKI_VR_FLOW_FUNCTIONCALL);
    const dxki_type *types = dxki_type_list(v->m, v->m->globals.items[global].value_type, &count);
    if (is_shader && count && types[0] != DXKI_TY_VOID)
        fn_error(v, global, DXKI_VR_DECL_SHADERRETURNVOID);
    check_args(v, global, wanted, kind);
    if (ent && ent->is_node)
        check_node_inputs(v, ent);
    dxki_val_check_body(v, global);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources in signatures, attributes, metadata                                              */

enum { NO_OBJECT = 1, OBJECT = 2 };

/* Is the type, or one in it, an object of HLSL? Each structure is looked into once. */
static bool contains_object(dxki_val *v, uint8_t *known, dxki_type type, uint32_t depth)
{
    const dxk_module *m = v->m;
    while (dxki_type_kind_of(m, type) == DXKI_T_POINTER)
        type = dxki_type_pointee(m, type);
    type = dxki_val_without_arrays(v, type);
    if (dxki_type_kind_of(m, type) != DXKI_T_STRUCT || known[type])
        return known[type] == OBJECT;
    dxk_str name = dxki_val_type_name(v, type);
    bool found = dxki_str_starts(name, "dx.types.") || dxki_dxil_is_object_name(name);
    uint64_t count = depth ? dxki_type_count(m, type) : 0;
    known[type] = NO_OBJECT; /* what points back to it is as it is */
    for (uint64_t i = 0; i < count && !found; i++)
        found = contains_object(v, known, dxki_type_element(m, type, i), depth - 1);
    known[type] = found ? OBJECT : NO_OBJECT;
    return found;
}

static bool contains_query(const dxki_val *v, dxki_type type)
{
    const dxk_module *m = v->m;
    while (dxki_type_kind_of(m, type) == DXKI_T_POINTER ||
           dxki_type_kind_of(m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(m, type)->a;
    return dxki_str_starts(dxki_val_type_name(v, type), "class.RayQuery<");
}

static void check_attributes(dxki_val *v, uint32_t global)
{
    uint32_t count, list = v->m->globals.items[global].attrs;
    uint32_t set = list ? dxki_attr_list_set(v->m, list, DXKI_ATTR_SLOT_FUNCTION) : 0;
    const dxki_attr *attrs = dxki_attr_set(v->m, set, &count);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; set && i < count; i++) {
            if (attrs[i].kind != DXKI_AT_STRING)
                continue;
            dxk_str key = dxki_string_get(v->m, attrs[i].key);
            dxk_str value = dxki_string_get(v->m, attrs[i].string);
            bool denorm = dxki_str_is(key, "fp32-denorm-mode");
            bool known = denorm || dxki_str_is(key, "waveops-include-helper-lanes");
            bool good = dxki_str_is(value, "any") || dxki_str_is(value, "ftz") ||
                        dxki_str_is(value, "preserve");
            if (pass == 0 ? denorm && !good : !known)
                dxki_val_function_error(v, global, DXKI_VR_DECL_FNATTRIBUTE,
                                        DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, global)),
                                                  dxki_val_arg_text(key),
                                                  dxki_val_arg_text(value)));
        }
    }
}

static void check_rest(dxki_val *v, uint32_t global, uint8_t *known)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(v->m, v->m->globals.items[global].value_type, &count);
    bool query = false;
    for (uint32_t i = 0; i < count; i++)
        query = query || contains_query(v, types[i]);
    if (query)
        fn_error(v, global, DXKI_VR_DECL_RAYQUERYINFNSIG);
    for (uint32_t i = 0; i < count; i++) {
        if (contains_object(v, known, types[i], v->ctx->limits.depth)) {
            fn_error(v, global, DXKI_VR_DECL_RESOURCEINFNSIG);
            return;
        }
    }
    if (!v->subject.is_lib)
        check_attributes(v, global);
    const dxki_attachment *list = dxki_function_attachments(v->m, global, &count);
    dxki_val_at_global(v, global);
    for (uint32_t i = 0; i < count; i++)
        dxki_val_md_error(v, list[i].node, DXKI_VR_META_USED);
    dxki_val_at_end(v);
}

/* Functions that the reference adds while it looks operations up are unused. */
static void report_invented(dxki_val *v)
{
    for (size_t i = 1; i < v->ops.opfns.count; i++) {
        const dxki_val_op_function *fn = &v->ops.opfns.items[i];
        if (!fn->is_invented)
            continue;
        dxki_val_at_name(v, dxki_val_format(v, "@%0", DXKI_ARGS(dxki_val_arg_text(fn->name))));
        dxki_val_error(v, DXKI_VR_DECL_USEDEXTERNALFUNCTION,
                       DXKI_ARGS(dxki_val_arg_text(fn->name)));
        if (v->report.out->findings.count) {
            dxk_finding *f = &v->report.out->findings.items[v->report.out->findings.count - 1];
            f->place = DXK_FINDING_FUNCTION;
            char *name = dxki_arena_strdup(&v->report.out->arena, fn->name.data, fn->name.size);
            if (name)
                f->function = (dxk_str){name, fn->name.size};
        }
    }
    dxki_val_at_end(v);
}

void dxki_val_check_functions(dxki_val *v)
{
    uint8_t *known = DXKI_VNEW(v, uint8_t, v->m->types.count);
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        uint32_t g = v->m->functions.items[i];
        if (!dxki_val_is_decl(v, g)) {
            check_definition(v, g);
        } else {
            check_external(v, g);
            if (dxki_str_starts(dxki_val_name(v, g), "llvm.") || is_dxil_function(v, g))
                continue;
        }
        check_rest(v, g, known);
    }
    report_invented(v);
}
