/* SPDX-License-Identifier: MIT */
/*
 * debug.c - debug information as a whole, for LLVM's verifier: types that are told by name,
 * and calls of llvm.dbg.declare and llvm.dbg.value.
 */
#include "verify/run.h"

#include <string.h>

#include "base/out.h"
#include "base/sort.h"
#include "ir/debug.h"
#include "spec/dwarf.h"

static dxki_md_kind kind_of(const dxki_verify_run *w, dxki_md md)
{
    return md ? (dxki_md_kind)dxki_md_get(w->m, md)->kind : DXKI_M_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* The metadata that a call passes as argument `i`; 0: it is a value of another kind. */
static dxki_md passed(const dxki_verify_run *w, uint32_t inst, uint32_t i)
{
    dxki_value value = dxki_inst_ops(w->m, inst)[i];
    return DXKI_TAG(value) == DXKI_V_METADATA ? DXKI_INDEX(value) : 0;
}

/* The instruction, and where it is. */
static void show_place(dxki_verify_run *w, uint32_t inst)
{
    dxki_verify_inst(w, inst);
    dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, dxki_inst_get(w->m, inst)->block));
    dxki_verify_value(w, DXKI_VALUE(DXKI_V_GLOBAL, w->fn));
}

/* The variable and the line are of one subprogram. */
static void check_scopes(dxki_verify_run *w, uint32_t inst, dxki_md variable, const char *name)
{
    const dxk_module *m = w->m;
    dxki_md location = dxki_inst_dbg(m, inst);
    if (!location) {
        dxki_verify_say_about(w, "llvm.dbg.", dxki_str(name),
                              " intrinsic requires a !dbg attachment");
        show_place(w, inst);
        return;
    }
    dxki_md a = dxki_di_subprogram(w->m, dxki_md_op(m, variable, DXKI_DI_LOCAL_VAR_SCOPE));
    dxki_md b = dxki_di_subprogram(w->m, dxki_md_op(m, location, DXKI_DI_LOCATION_SCOPE));
    if (!a || !b || a == b)
        return;
    dxki_verify_say_about(w, "mismatched subprogram between llvm.dbg.", dxki_str(name),
                          " variable and !dbg attachment");
    show_place(w, inst);
    dxki_verify_md(w, variable);
    dxki_verify_md(w, a);
    dxki_verify_md(w, location);
    dxki_verify_md(w, b);
}

void dxki_verify_debug_call(dxki_verify_run *w, uint32_t inst, dxki_intrinsic id)
{
    const dxk_module *m = w->m;
    bool is_declare = id == DXKI_INTR_DBG_DECLARE;
    const char *name = is_declare ? "declare" : "value", *what = NULL;
    dxki_md address = passed(w, inst, 0), about = address;
    dxki_md variable = passed(w, inst, is_declare ? 1 : 2);
    dxki_md expression = passed(w, inst, is_declare ? 2 : 3);
    uint32_t count = 0;
    if (!address) {
        if (is_declare)
            dxki_verify_at_inst(w, "invalid llvm.dbg.declare intrinsic call 1", inst);
        return;
    }
    dxki_md_ops(m, address, &count);
    if (kind_of(w, address) != DXKI_M_VALUE && (kind_of(w, address) < DXKI_M_TUPLE || count > 0)) {
        what = " intrinsic address/value";
    } else if (kind_of(w, variable) != DXKI_M_LOCAL_VAR) {
        what = " intrinsic variable";
        about = variable;
    } else if (kind_of(w, expression) != DXKI_M_EXPRESSION) {
        what = " intrinsic expression";
        about = expression;
    }
    if (!what) {
        check_scopes(w, inst, variable, name);
        return;
    }
    dxki_verify_say_about(w, "invalid llvm.dbg.", dxki_str(name), what);
    dxki_verify_inst(w, inst);
    dxki_verify_md(w, about);
}

/* ---------------------------------------------------------------------------------------- */
/* Types by name                                                                              */

typedef struct named_type {
    dxk_str name;
    dxki_md type;
} named_type;

typedef struct type_table {
    named_type *items;
    size_t count;
} type_table;

static int compare_text(dxk_str a, dxk_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static bool type_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare_text(((const named_type *)a)->name, ((const named_type *)b)->name) > 0;
}

static void add_kept(dxki_verify_run *w, type_table *table, size_t room, dxki_md unit)
{
    const dxk_module *m = w->m;
    uint32_t count = 0;
    if (kind_of(w, unit) != DXKI_M_COMPILE_UNIT)
        return;
    dxki_md list = dxki_md_op(m, unit, DXKI_DI_COMPILE_UNIT_RETAINED_TYPES);
    const dxki_md *ops = list ? dxki_md_ops(m, list, &count) : NULL;
    for (uint32_t i = 0; i < count && table->count < room; i++) {
        dxki_md id = kind_of(w, ops[i]) == DXKI_M_COMPOSITE_TYPE
                         ? dxki_md_op(m, ops[i], DXKI_DI_COMPOSITE_TYPE_IDENTIFIER)
                         : 0;
        if (id)
            table->items[table->count++] = (named_type){dxki_md_str(m, id), ops[i]};
    }
}

/* Types that the compile units keep. The same list may be in many of them: no more are counted
 * than there are operands at all. */
static size_t count_kept(const dxki_verify_run *w, const dxki_named_md *units)
{
    const dxk_module *m = w->m;
    size_t total = 0;
    for (uint32_t i = 0; i < units->op_count && total < m->words.count; i++) {
        uint32_t count = 0;
        dxki_md unit = m->words.items[units->ops + i];
        dxki_md list = kind_of(w, unit) == DXKI_M_COMPILE_UNIT
                           ? dxki_md_op(m, unit, DXKI_DI_COMPILE_UNIT_RETAINED_TYPES)
                           : 0;
        if (list)
            dxki_md_ops(m, list, &count);
        total += count;
    }
    return total < m->words.count ? total : m->words.count;
}

/* The types with a name that the compile units keep, sorted; the first one of a name counts.
 * False: out of memory. */
static bool kept_types(dxki_verify_run *w, const dxki_named_md *units, type_table *table)
{
    const dxk_module *m = w->m;
    size_t room = count_kept(w, units);
    table->count = 0;
    table->items = DXKI_VERIFY_NEW(w, named_type, room + 1);
    for (uint32_t i = 0; i < units->op_count && table->items && table->count < room; i++)
        add_kept(w, table, room, m->words.items[units->ops + i]);
    if (!table->items)
        return false;
    if (dxki_sort(w->ctx, table->items, table->count, sizeof *table->items, type_after, NULL))
        return true;
    dxki_verify_fail(w);
    return false;
}

/* The type of that name; 0: none is kept. */
static dxki_md find_type(const type_table *table, dxk_str name)
{
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_text(table->items[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < table->count && compare_text(table->items[low].name, name) == 0;
    return found ? table->items[low].type : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Pieces of variables                                                                        */

static uint64_t own_size(const dxki_verify_run *w, dxki_md type)
{
    const dxk_module *m = w->m;
    switch (kind_of(w, type)) {
    case DXKI_M_BASIC_TYPE:
        return dxki_md_num(m, type, DXKI_DI_BASIC_TYPE_SIZE);
    case DXKI_M_DERIVED_TYPE:
        return dxki_md_num(m, type, DXKI_DI_DERIVED_TYPE_SIZE);
    case DXKI_M_COMPOSITE_TYPE:
        return dxki_md_num(m, type, DXKI_DI_COMPOSITE_TYPE_SIZE);
    default:
        return 0;
    }
}

/* Bits of a variable; 0: not known. */
static uint64_t variable_size(const dxki_verify_run *w, dxki_md variable, const type_table *table)
{
    const dxk_module *m = w->m;
    dxki_md type = dxki_md_op(m, variable, DXKI_DI_LOCAL_VAR_TYPE);
    for (uint32_t steps = 0; type && steps < w->ctx->limits.depth; steps++) {
        uint64_t size = own_size(w, type);
        if (size)
            return size;
        if (kind_of(w, type) == DXKI_M_DERIVED_TYPE)
            type = dxki_md_op(m, type, DXKI_DI_DERIVED_TYPE_BASE_TYPE);
        else if (kind_of(w, type) == DXKI_M_STRING)
            type = find_type(table, dxki_md_str(m, type));
        else
            break;
    }
    return 0;
}

static void check_piece(dxki_verify_run *w, uint32_t inst, dxki_intrinsic id,
                        const type_table *table)
{
    enum { ARTIFICIAL = 1 << 6 };
    const dxk_module *m = w->m;
    dxki_md variable = passed(w, inst, id == DXKI_INTR_DBG_DECLARE ? 1 : 2);
    dxki_md expression = passed(w, inst, id == DXKI_INTR_DBG_DECLARE ? 2 : 3);
    uint32_t count;
    if (kind_of(w, variable) != DXKI_M_LOCAL_VAR || kind_of(w, expression) != DXKI_M_EXPRESSION ||
        !dxki_verify_is_expression(w, expression))
        return;
    const uint64_t *ops = dxki_md_nums(m, expression, &count);
    if (count < 3 || ops[count - 3] != DXKI_DW_OP_BIT_PIECE ||
        (dxki_md_num(m, variable, DXKI_DI_LOCAL_VAR_FLAGS) & ARTIFICIAL))
        return;
    uint64_t whole = variable_size(w, variable, table);
    uint32_t size = (uint32_t)ops[count - 1], end = size + (uint32_t)ops[count - 2];
    const char *message = end > whole     ? "piece is larger than or outside of variable"
                          : size == whole ? "piece covers entire variable"
                                          : NULL;
    if (!whole || !message)
        return;
    dxki_verify_at_inst(w, message, inst);
    dxki_verify_md(w, variable);
    dxki_verify_md(w, expression);
}

static void check_pieces_in(dxki_verify_run *w, uint32_t block, const type_table *table)
{
    DXKI_EACH_INST(w->m, block, i) {
        bool is_call = dxki_inst_get(w->m, i)->op == DXKI_OP_CALL;
        uint32_t callee = is_call ? dxki_verify_callee(w, i) : 0;
        dxki_intrinsic id = callee ? dxki_verify_intrinsic_of(w, callee) : DXKI_INTR_NONE;
        uint32_t args = id == DXKI_INTR_DBG_DECLARE ? 3 : id == DXKI_INTR_DBG_VALUE ? 4 : 0;
        if (args && dxki_call_arg_count(dxki_inst_get(w->m, i)) >= args)
            check_piece(w, i, id, table);
    }
}

static bool has_debug_calls(const dxki_verify_run *w)
{
    const dxk_module *m = w->m;
    for (size_t i = 0; i < m->functions.count; i++) {
        dxki_intrinsic id = dxki_verify_intrinsic_of(w, m->functions.items[i]);
        if (id == DXKI_INTR_DBG_DECLARE || id == DXKI_INTR_DBG_VALUE)
            return true;
    }
    return false;
}

static void check_pieces(dxki_verify_run *w, const type_table *table)
{
    const dxk_module *m = w->m;
    for (size_t i = 0; i < m->functions.count; i++) {
        DXKI_EACH_BLOCK(m, m->functions.items[i], b)
            check_pieces_in(w, b, table);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Names that no compile unit keeps a type for                                                */

typedef struct named_ref {
    dxk_str name;
    dxki_verify_typeref ref;
} named_ref;

static bool ref_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare_text(((const named_ref *)a)->name, ((const named_ref *)b)->name) > 0;
}

static void check_refs(dxki_verify_run *w, const type_table *table)
{
    size_t total = w->typerefs.count;
    named_ref *refs = total ? DXKI_VERIFY_NEW(w, named_ref, total) : NULL;
    if (!refs)
        return;
    for (size_t i = 0; i < total; i++) {
        dxki_verify_typeref ref = w->typerefs.items[i];
        refs[i] = (named_ref){dxki_md_str(w->m, ref.name), ref};
    }
    if (!dxki_sort(w->ctx, refs, total, sizeof *refs, ref_after, NULL)) {
        dxki_verify_fail(w);
        return;
    }
    for (size_t i = 0; i < total; i++) {
        bool again = i > 0 && compare_text(refs[i].name, refs[i - 1].name) == 0;
        if (again || find_type(table, refs[i].name))
            continue;
        dxki_verify_at_md(w, "unresolved type ref", refs[i].ref.name);
        dxki_verify_md(w, refs[i].ref.node);
    }
}

/* Another node among the compile units is where the reference ends. */
static void check_units(dxki_verify_run *w, const dxki_named_md *units)
{
    for (uint32_t i = 0; i < units->op_count; i++) {
        if (kind_of(w, w->m->words.items[units->ops + i]) != DXKI_M_COMPILE_UNIT)
            w->ends = true;
    }
}

void dxki_verify_typerefs(dxki_verify_run *w)
{
    const dxk_module *m = w->m;
    uint32_t index = dxki_named_md_find(m, "llvm.dbg.cu");
    bool has_calls = index != UINT32_MAX && has_debug_calls(w);
    type_table table;
    if (index != UINT32_MAX)
        check_units(w, &m->named_mds.items[index]);
    if (index == UINT32_MAX || (w->typerefs.count == 0 && !has_calls) ||
        !kept_types(w, &m->named_mds.items[index], &table))
        return;
    if (has_calls && !w->options->any_debug)
        check_pieces(w, &table);
    check_refs(w, &table);
}
