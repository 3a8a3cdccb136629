/* SPDX-License-Identifier: MIT */
/*
 * calls.c - the functions that stand for DXIL operations. An operation with its overloaded types
 * resolves to a function by its canonical name, dx.op.CLASS.TYPES; the reference makes it when
 * the module has none, and then finds that it is unused.
 */
#include <string.h>

#include "base/count.h"
#include "base/out.h"
#include "ir/dxop.h"
#include "validate/access.h"
#include "validate/calls.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

uint32_t dxki_val_class_of(const dxki_val *v, const dxki_dxop_info *op)
{
    const dxki_dxop_info *rows = dxki_dxop_get((dxki_dxop)0);
    uint32_t row = dxki_dxop_row(op);
    for (uint32_t i = 0; i < DXKI_DXOP_COUNT && !v->ops.classes[row]; i++) {
        if (rows[i].cls[0] == op->cls[0] && strcmp(rows[i].cls, op->cls) == 0)
            v->ops.classes[row] = (uint16_t)(i + 1);
    }
    return v->ops.classes[row] - 1u;
}

bool dxki_val_op_known(const dxki_val *v, const dxki_dxop_info *op, uint32_t global)
{
    return v->ops.registered[global] != 0 &&
           strcmp(dxki_dxop_get((dxki_dxop)(v->ops.registered[global] - 1))->cls, op->cls) == 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Overloaded types and names                                                                 */

static dxki_type function_type(const dxki_val *v, uint32_t global)
{
    return v->m->globals.items[global].value_type;
}

bool dxki_val_overloads_of(const dxki_val *v, const dxki_dxop_info *op, uint32_t global,
                           dxki_dxil_overloads *o)
{
    return dxki_dxil_overloads_of(v->m, op, function_type(v, global), o);
}

bool dxki_val_overload_breaks(const dxki_val *v, const dxki_dxop_info *op, uint32_t global)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(v->m, function_type(v, global), &count);
    for (uint32_t i = 0; i < op->operand_count && i + 2 < count; i++) {
        dxki_type_kind kind = dxki_type_kind_of(v->m, list[i + 2]);
        if (op->operands[i].type != DXKI_OT_SHARED_1)
            continue;
        if (kind != DXKI_T_POINTER && kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR)
            return true;
        break;
    }
    return !dxki_dxil_result_fits(v->m, op, count ? list[0] : 0);
}

/* A type that nothing is overloaded by, as text shows it. */
static void put_other(void *user, dxki_out *out, dxki_type type)
{
    dxki_text_snippets *snippets = dxki_val_snippets(user);
    if (snippets)
        dxki_out_str(out, dxki_text_snippet_type_body(snippets, type));
}

/* `name` and, after a dot, that of an overloaded type. */
static dxk_str add_overload(dxki_val *v, dxk_str name, dxki_type type)
{
    const dxki_dxil_other_types other = {put_other, v};
    dxk_buffer text;
    dxki_out out;
    dxk_buffer_init(&text, v->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxki_dxil_put_overload(v->m, &out, type, &other);
    if (dxki_out_flush(&out))
        v->failed = true;
    name = dxki_val_format(v, "%0.%1",
                           DXKI_ARGS(dxki_val_arg_text(name),
                                     dxki_val_arg_text((dxk_str){(char *)text.data, text.size})));
    dxk_buffer_free(&text);
    return name;
}

static dxk_str function_name(dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o)
{
    dxk_str name =
        dxki_val_format(v, DXKI_DXOP_PREFIX "%0", DXKI_ARGS(dxki_val_arg_text_z(op->cls)));
    unsigned count = dxki_dxop_overload_count(op);
    if (count == 1 && o->types[0] == DXKI_TY_VOID)
        count = 0;
    for (unsigned k = 0; k < count && k < DXKI_OVERLOADS; k++)
        name = add_overload(v, name, o->types[k]);
    return name;
}

bool dxki_val_op_has_type(const dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o,
                          dxki_type function_type)
{
    return dxki_dxil_op_has_function_type(v->m, !v->subject.min_precision, op, o, function_type);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

/* True if a structure is one that operations return, of the element. */
static bool is_result_of(const dxki_val *v, dxki_type type, dxki_dxop_type kind, dxki_type element)
{
    const dxki_dxil_overloads o = {{element}};
    return dxki_dxil_op_has_type(v->m, !v->subject.min_precision, kind, &o, type);
}

static bool is_builtin_struct(const dxki_val *v, dxki_type type)
{
    static const char *const names[] = {
        "dx.types.i32c",       "dx.types.twoi32", "dx.types.fouri32",   "dx.types.fouri16",
        "dx.types.Dimensions", "dx.types.Handle", "dx.types.SamplePos", "dx.types.splitdouble",
    };
    const dxki_type first = dxki_type_element(v->m, type, 0);
    uint64_t count = dxki_type_count(v->m, type);
    bool is_vector = dxki_type_kind_of(v->m, first) == DXKI_T_VECTOR;
    bool is_result = count == 5 || (count == 2 && is_vector);
    bool is_constants = !is_result && (count == 2 || count == 4 || count == 8);
    if ((is_result && is_result_of(v, type, DXKI_OT_RES_RET, first)) ||
        (is_constants && is_result_of(v, type, DXKI_OT_CBUF_RET, first)))
        return true;
    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (dxki_val_has_name(v, type, names[i]))
            return true;
    }
    return false;
}

enum { STRUCT_ASKED = 1, STRUCT_RESRET = 2, STRUCT_BUILTIN = 4 };

/* What the name of a struct says, looked at once. */
static uint8_t struct_facts(const dxki_val *v, dxki_type type)
{
    uint8_t *facts = &v->ops.struct_facts[type];
    if (*facts)
        return *facts;
    bool resret = dxki_str_starts(dxki_val_type_name(v, type), "dx.types.ResRet.");
    return *facts = (uint8_t)(STRUCT_ASKED | (resret ? STRUCT_RESRET : 0) |
                              (is_builtin_struct(v, type) ? STRUCT_BUILTIN : 0));
}

bool dxki_val_is_resret(const dxki_val *v, dxki_type type)
{
    return (struct_facts(v, type) & STRUCT_RESRET) != 0;
}

bool dxki_val_is_builtin_struct(const dxki_val *v, dxki_type type)
{
    return (struct_facts(v, type) & STRUCT_BUILTIN) != 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Resolving                                                                                  */

static uint32_t key_hash(uint32_t cls, const dxki_dxil_overloads *o)
{
    uint64_t state = dxki_hash_mix(0, cls);
    for (unsigned k = 0; k < DXKI_OVERLOADS; k++)
        state = dxki_hash_mix(state, o->types[k]);
    return dxki_hash_end(state);
}

static uint32_t name_hash(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(0, name));
}

/* The function of that name; 0: there is none. */
static uint32_t find_function(const dxki_val *v, dxk_str name)
{
    uint32_t hash = name_hash(name), pos = hash, id;
    while ((id = dxki_idset_next(&v->ops.names, hash, &pos)) != 0) {
        dxk_str own = dxki_val_name(v, id);
        if (dxki_str_same(own, name))
            return id;
    }
    return 0;
}

static void add_name(dxki_val *v, uint32_t global)
{
    if (!dxki_idset_add(v->ctx, &v->ops.names, name_hash(dxki_val_name(v, global)), global))
        v->failed = true;
}

/* Gives a function a name, with a number after it when another one has that. */
static void set_name(dxki_val *v, uint32_t global, dxk_str base)
{
    dxk_str name = base;
    while (find_function(v, name) && !v->failed)
        name = dxki_val_format(v, "%0%1",
                               DXKI_ARGS(dxki_val_arg_text(base), dxki_dec(++v->ops.renamed)));
    v->ops.has_new_names = true;
    v->ops.new_names[global] = name;
    add_name(v, global);
}

static uint32_t add_function(dxki_val *v, const dxki_dxop_info *op, uint32_t cls,
                             const dxki_dxil_overloads *o, uint32_t hash)
{
    dxki_val_op_function fn = {.cls = dxki_dxop_row(op), .overloads = *o};
    fn.name = function_name(v, op, o);
    fn.global = find_function(v, fn.name);
    fn.is_invented = fn.global == 0;
    if (fn.global && !dxki_val_op_has_type(v, op, o, function_type(v, fn.global)))
        fn.global = 0;
    else if (fn.global)
        v->ops.registered[fn.global] = cls + 1;
    if (!dxki_vec_push(v->ctx, &v->ops.opfns, fn) ||
        !dxki_idset_add(v->ctx, &v->ops.opfn_set, hash, (uint32_t)(v->ops.opfns.count - 1))) {
        v->failed = true;
        return 0;
    }
    return (uint32_t)(v->ops.opfns.count - 1);
}

uint32_t dxki_val_resolve(dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o)
{
    uint32_t cls = dxki_val_class_of(v, op), hash = key_hash(cls, o), pos = hash, id;
    while ((id = dxki_idset_next(&v->ops.opfn_set, hash, &pos)) != 0) {
        const dxki_val_op_function *fn = &v->ops.opfns.items[id];
        if (dxki_val_class_of(v, dxki_dxop_get((dxki_dxop)fn->cls)) == cls &&
            memcmp(&fn->overloads, o, sizeof *o) == 0)
            return id;
    }
    return add_function(v, op, cls, o, hash);
}

static void break_calls(dxki_val *v, uint32_t global, dxki_vrule rule)
{
    v->ops.calls_break = true;
    v->ops.breaking = global;
    v->ops.broken_rule = rule;
}

/* The operation that the newest use of a function says that it is, NULL: none. */
static const dxki_dxop_info *newest_op(dxki_val *v, uint32_t global)
{
    uint32_t use = dxki_val_first_use(v, DXKI_VALUE(DXKI_V_GLOBAL, global));
    uint32_t inst = use ? dxki_val_as_inst(dxki_val_user(v, use)) : 0;
    uint64_t opcode;
    if (use && (!inst || dxki_val_inst(v, inst)->op != DXKI_OP_CALL))
        break_calls(v, global, DXKI_VR_DECL_FNISCALLED);
    if (!inst || dxki_val_inst(v, inst)->op_count == 0 ||
        !dxki_val_is_const(v, dxki_val_ops(v, inst)[0], &opcode))
        return NULL;
    return dxki_dxop_find(opcode);
}

/* Overloads by structures and objects have names that a linker may have changed. */
static bool may_be_misnamed(const dxki_dxop_info *op)
{
    unsigned count = dxki_dxop_overload_count(op);
    for (unsigned k = 0; k < count && k < 4; k++) {
        uint32_t scalars, elements;
        dxki_dxop_overload(op, k, &scalars, &elements);
        if (scalars & (DXKI_OV_UDT | DXKI_OV_OBJECT))
            return true;
    }
    return false;
}

/* Such a function gets its canonical name, or with a number after it when that is taken. */
static void rename_function(dxki_val *v, uint32_t global)
{
    const dxki_dxop_info *op = newest_op(v, global);
    dxki_dxil_overloads o;
    if (!op || !may_be_misnamed(op))
        return;
    if (dxki_val_overload_breaks(v, op, global))
        break_calls(v, global, DXKI_VR_INSTR_OLOAD);
    else if (dxki_val_overloads_of(v, op, global, &o) &&
             dxki_dxil_overloads_allowed(v->m, op, &o)) {
        dxk_str own = dxki_val_name(v, global), name = function_name(v, op, &o);
        if (own.size != name.size || memcmp(own.data, name.data, name.size) != 0)
            set_name(v, global, name);
    }
}

/* Every function with users is known by what its newest call says that it is. */
static void register_function(dxki_val *v, uint32_t global)
{
    const dxki_dxop_info *op = newest_op(v, global);
    dxki_dxil_overloads o;
    if (op && dxki_val_overload_breaks(v, op, global))
        break_calls(v, global, DXKI_VR_INSTR_OLOAD);
    else if (op && dxki_val_overloads_of(v, op, global, &o))
        dxki_val_resolve(v, op, &o);
}

bool dxki_val_calls_prepare(dxki_val *v)
{
    size_t count = v->m->functions.count;
    const uint32_t *list = v->m->functions.items;
    v->ops.is_dxop = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    v->ops.registered = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    v->ops.new_names = DXKI_VNEW(v, dxk_str, v->m->globals.count);
    v->ops.classes = DXKI_VNEW(v, uint16_t, DXKI_DXOP_COUNT);
    v->ops.struct_facts = DXKI_VNEW(v, uint8_t, v->m->types.count);
    if (v->failed || !dxki_vec_push(v->ctx, &v->ops.opfns, (dxki_val_op_function){0}))
        return false;
    for (size_t i = 0; i < count; i++) {
        v->ops.is_dxop[list[i]] = dxki_global_is_dxop(v->m, list[i]);
        if (v->ops.is_dxop[list[i]] && find_function(v, dxki_val_name(v, list[i])))
            set_name(v, list[i], dxki_val_name(v, list[i]));
        else if (v->ops.is_dxop[list[i]])
            add_name(v, list[i]);
    }
    for (size_t i = 0; i < count && !v->failed; i++) {
        if (v->ops.is_dxop[list[i]] && dxki_val_is_decl(v, list[i]))
            rename_function(v, list[i]);
    }
    for (size_t i = 0; i < count && !v->failed; i++) {
        if (v->ops.is_dxop[list[i]])
            register_function(v, list[i]);
    }
    return !v->failed;
}
