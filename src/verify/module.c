/* SPDX-License-Identifier: MIT */
/*
 * module.c - what is not in functions, for LLVM's verifier: variables, aliases, named
 * metadata, comdats, module flags, identifications.
 */
#include "ir/flags.h"
#include "ir/idset.h"
#include "verify/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/out.h"
#include "base/sort.h"

static dxki_value global_value(uint32_t global)
{
    return DXKI_VALUE(DXKI_V_GLOBAL, global);
}

static bool is_decl(const dxki_global *g)
{
    if (g->kind == DXKI_G_FUNCTION)
        return (g->flags & DXKI_GF_DECLARATION) != 0;
    return g->kind == DXKI_G_VARIABLE && g->init == 0;
}

static bool is_extern(const dxki_global *g)
{
    return g->linkage == DXKI_LINK_EXTERNAL || g->linkage == DXKI_LINK_EXTERN_WEAK;
}

/* What holds for functions, variables and aliases. */
void dxki_verify_global(dxki_verify_run *w, uint32_t global)
{
    const dxki_global *g = &w->m->globals.items[global];
    const char *message = NULL;
    if (is_decl(g) && !is_extern(g))
        message = "Global is external, but doesn't have external or weak linkage!";
    else if (g->linkage == DXKI_LINK_APPENDING && g->kind != DXKI_G_VARIABLE)
        message = "Only global variables can have appending linkage!";
    else if (g->linkage == DXKI_LINK_APPENDING &&
             dxki_type_kind_of(w->m, g->value_type) != DXKI_T_ARRAY)
        message = "Only global arrays can have appending linkage!";
    else if ((is_decl(g) || g->linkage == DXKI_LINK_AVAILABLE_EXTERNALLY) && g->comdat)
        message = "Declaration may not be in a Comdat!";
    if (message)
        dxki_verify_at_value(w, message, global_value(global));
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static bool check_common(dxki_verify_run *w, uint32_t global)
{
    const dxk_module *m = w->m;
    const dxki_global *g = &m->globals.items[global];
    if (g->linkage != DXKI_LINK_COMMON)
        return true;
    const char *message = !dxki_const_is_null(m, g->init) ? "'common' global must have a zero "
                                                            "initializer!"
                          : g->flags & DXKI_GF_CONSTANT
                              ? "'common' global may not be marked constant!"
                          : g->comdat ? "'common' global may not be in a Comdat!"
                                      : NULL;
    return !message || dxki_verify_at_value(w, message, global_value(global));
}

/* llvm.global_ctors: an array of { i32, void ()*, i8* }, or without the last. */
static bool is_ctor_list(const dxk_module *m, dxki_type type)
{
    dxki_type entry = dxki_type_get(m, type)->a; /* also of an array without elements */
    uint32_t params;
    if (dxki_type_kind_of(m, type) != DXKI_T_ARRAY)
        return true;
    uint64_t count = dxki_type_count(m, entry);
    if (dxki_type_kind_of(m, entry) != DXKI_T_STRUCT || (count != 2 && count != 3) ||
        dxki_type_element(m, entry, 0) != DXKI_TY_I32)
        return false;
    dxki_type pointer = dxki_type_element(m, entry, 1);
    dxki_type function = dxki_type_pointee(m, pointer);
    if (!function || dxki_type_kind_of(m, function) != DXKI_T_FUNCTION ||
        dxki_type_get(m, pointer)->b != 0) /* address space */
        return false;
    const dxki_type *types = dxki_type_list(m, function, &params);
    if (params != 1 || types[0] != DXKI_TY_VOID ||
        (dxki_type_get(m, function)->flags & DXKI_TF_VARARG))
        return false;
    return count == 2 || dxki_type_pointee(m, dxki_type_element(m, entry, 2)) == DXKI_TY_I8;
}

static bool check_used(dxki_verify_run *w, uint32_t global)
{
    const dxki_global *g = &w->m->globals.items[global];
    if (dxki_type_kind_of(w->m, g->value_type) != DXKI_T_ARRAY)
        return true;
    if (!dxki_type_pointee(w->m, dxki_type_get(w->m, g->value_type)->a))
        return dxki_verify_at_value(w, "wrong type for intrinsic global variable",
                                    global_value(global));
    const dxki_const *c = dxki_const_get(w->m, g->init);
    if (!g->init)
        return true;
    if (!c || c->kind != DXKI_C_AGGREGATE)
        return dxki_verify_at_value(w, "wrong initalizer for intrinsic global variable", g->init);
    for (uint32_t i = 0; i < c->b; i++) {
        dxki_value member = dxki_verify_strip(w, dxki_const_words(w->m, c)[i], DXKI_STRIP_CASTS);
        if (DXKI_TAG(member) != DXKI_V_GLOBAL)
            return dxki_verify_at_value(w, "invalid llvm.used member", member);
        if (!w->m->globals.items[DXKI_INDEX(member)].name)
            return dxki_verify_at_value(w, "members of llvm.used must be named", member);
    }
    return true;
}

static bool check_special(dxki_verify_run *w, uint32_t global)
{
    const dxk_module *m = w->m;
    const dxki_global *g = &m->globals.items[global];
    dxk_str name = dxki_string_get(m, g->name);
    bool ctors = dxki_str_is(name, "llvm.global_ctors") || dxki_str_is(name, "llvm.global_dtors");
    bool used = dxki_str_is(name, "llvm.used") || dxki_str_is(name, "llvm.compiler.used");
    if (!ctors && !used)
        return true;
    if (g->init && g->linkage != DXKI_LINK_APPENDING)
        return dxki_verify_at_value(w, "invalid linkage for intrinsic global variable",
                                    global_value(global));
    if (ctors && !is_ctor_list(m, g->value_type))
        return dxki_verify_at_value(w, "wrong type for intrinsic global variable",
                                    global_value(global));
    return !used || check_used(w, global);
}

static void check_variable(dxki_verify_run *w, uint32_t global)
{
    const dxki_global *g = &w->m->globals.items[global];
    if (g->init && dxki_value_type(w->m, g->init) != g->value_type) {
        dxki_verify_at_value(
            w, "Global variable initializer type does not match global variable type!",
            global_value(global));
        return;
    }
    if (g->init && !check_common(w, global))
        return;
    if (!g->init && !is_extern(g)) {
        dxki_verify_at_value(w, "invalid linkage type for global declaration",
                             global_value(global));
        return;
    }
    if (!check_special(w, global))
        return;
    if (g->dll == DXKI_DLL_IMPORT && g->linkage != DXKI_LINK_AVAILABLE_EXTERNALLY &&
        !(is_decl(g) && g->linkage == DXKI_LINK_EXTERNAL)) {
        dxki_verify_at_value(w, "Global is marked as dllimport, but not external",
                             global_value(global));
        return;
    }
    /* The walk over an initializer ends the look when anything was wrong before. */
    if (w->broken && g->init && dxki_verify_leads_to_expr(w, g->init))
        return;
    dxki_verify_global(w, global);
}

/* ---------------------------------------------------------------------------------------- */
/* Aliases                                                                                    */

static bool is_alias_linkage(uint32_t linkage)
{
    return linkage != DXKI_LINK_APPENDING && linkage != DXKI_LINK_EXTERN_WEAK &&
           linkage != DXKI_LINK_COMMON && linkage != DXKI_LINK_AVAILABLE_EXTERNALLY;
}

#define ALIAS_STEPS 10000u

/* A walk over what an alias stands for. */
typedef struct alias_walk {
    uint32_t self;
    dxki_idset seen; /* aliases */
    uint32_t steps;  /* left: the same may be in many places */
} alias_walk;

/* A global by which the walk goes on; false: it does not. */
static bool check_target(dxki_verify_run *w, alias_walk *k, uint32_t global)
{
    const dxki_global *to = &w->m->globals.items[global];
    dxki_value self = global_value(k->self);
    uint32_t pos = global;
    if (is_decl(to))
        return dxki_verify_at_value(w, "Alias must point to a definition", self);
    if (to->kind != DXKI_G_ALIAS)
        return false;
    if (global == k->self || dxki_idset_next(&k->seen, global, &pos))
        return dxki_verify_at_value(w, "Aliases cannot form a cycle", self);
    if (!dxki_idset_add(w->ctx, &k->seen, global, global))
        dxki_verify_fail(w);
    return !dxki_verify_is_weak(to->linkage) ||
           dxki_verify_at_value(w, "Alias cannot point to a weak alias", self);
}

static void check_aliasee(dxki_verify_run *w, alias_walk *k, dxki_value value, uint32_t depth)
{
    const dxk_module *m = w->m;
    if (w->stop || depth > w->ctx->limits.depth || k->steps == 0)
        return;
    k->steps--;
    if (DXKI_TAG(value) == DXKI_V_GLOBAL && !check_target(w, k, DXKI_INDEX(value)))
        return;
    uint32_t count = dxki_uses_operand_count(m, value);
    for (uint32_t i = 0; i < count; i++) {
        dxki_value op = dxki_uses_operand(m, value, i);
        bool is_alias =
            DXKI_TAG(op) == DXKI_V_GLOBAL && m->globals.items[DXKI_INDEX(op)].kind == DXKI_G_ALIAS;
        if (is_alias)
            op = m->globals.items[DXKI_INDEX(op)].init;
        if (op)
            check_aliasee(w, k, op, depth + 1);
    }
}

static void check_alias(dxki_verify_run *w, uint32_t global)
{
    const dxki_global *g = &w->m->globals.items[global];
    dxki_value self = global_value(global);
    const dxki_const *c = dxki_const_get(w->m, g->init);
    if (!is_alias_linkage(g->linkage)) {
        dxki_verify_at_value(w,
                             "Alias should have private, internal, linkonce, weak, linkonce_odr, "
                             "weak_odr, or external linkage!",
                             self);
        return;
    }
    if (!g->init || dxki_value_type(w->m, g->init) != g->type) {
        dxki_verify_at_value(
            w, g->init ? "Alias and aliasee types should match!" : "Aliasee cannot be NULL!", self);
        return;
    }
    if (DXKI_TAG(g->init) != DXKI_V_GLOBAL && (!c || c->kind != DXKI_C_EXPR)) {
        dxki_verify_at_value(w, "Aliasee should be either GlobalValue or ConstantExpr", self);
        return;
    }
    alias_walk walk = {.self = global, .steps = ALIAS_STEPS};
    check_aliasee(w, &walk, g->init, 0);
    dxki_idset_free(w->ctx, &walk.seen);
    dxki_verify_global(w, global);
}

/* ---------------------------------------------------------------------------------------- */
/* Named metadata                                                                             */

static const dxki_md *named(const dxki_verify_run *w, const char *name, uint32_t *count)
{
    const dxk_module *m = w->m;
    uint32_t index = dxki_named_md_find(m, name);
    *count = index == UINT32_MAX ? 0 : m->named_mds.items[index].op_count;
    return index == UINT32_MAX ? NULL : m->words.items + m->named_mds.items[index].ops;
}

static void check_named(dxki_verify_run *w, const dxki_named_md *node)
{
    const dxk_module *m = w->m;
    bool units = dxki_str_is(dxki_string_get(m, node->name), "llvm.dbg.cu");
    for (uint32_t i = 0; i < node->op_count; i++) {
        dxki_md md = m->words.items[node->ops + i];
        if (units && (!md || dxki_md_get(m, md)->kind != DXKI_M_COMPILE_UNIT)) {
            dxki_verify_say(w, "invalid compile unit");
            dxki_verify_named(w, node);
            dxki_verify_md(w, md);
            return;
        }
        if (md)
            dxki_verify_node(w, md);
    }
}

static bool check_ident(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    if (count != 1)
        return dxki_verify_at_md(w, "incorrect number of operands in llvm.ident metadata", node);
    if (!ops[0] || dxki_md_get(m, ops[0])->kind != DXKI_M_STRING)
        return dxki_verify_at_md(w,
                                 "invalid value for llvm.ident metadata entry operand(the operand "
                                 "should be a string)",
                                 ops[0]);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Module flags                                                                               */

static bool is_string(const dxk_module *m, dxki_md md)
{
    return md && dxki_md_get(m, md)->kind == DXKI_M_STRING;
}

static bool is_node(const dxk_module *m, dxki_md md)
{
    return md && dxki_md_get(m, md)->kind >= DXKI_M_TUPLE;
}

static bool check_behaviour(dxki_verify_run *w, dxki_md md, uint64_t *behaviour)
{
    const dxk_module *m = w->m;
    if (!md || dxki_md_get(m, md)->kind != DXKI_M_VALUE ||
        !dxki_value_as_int(w->m, dxki_md_value(m, md), behaviour))
        return dxki_verify_at_md(
            w, "invalid behavior operand in module flag (expected constant integer)", md);
    if (*behaviour < 1 || *behaviour > DXKI_FLAG_APPEND_UNIQUE)
        return dxki_verify_at_md(w, "invalid behavior operand in module flag (unexpected constant)",
                                 md);
    return true;
}

static bool check_flag_value(dxki_verify_run *w, uint64_t behaviour, dxki_md value)
{
    const dxk_module *m = w->m;
    uint32_t count = 0;
    if (behaviour == DXKI_FLAG_REQUIRE) {
        const dxki_md *ops = is_node(m, value) ? dxki_md_ops(m, value, &count) : NULL;
        if (count != 2)
            return dxki_verify_at_md(
                w, "invalid value for 'require' module flag (expected metadata pair)", value);
        if (!is_string(m, ops[0]))
            return dxki_verify_at_md(w,
                                     "invalid value for 'require' module flag (first value "
                                     "operand should be a string)",
                                     ops[0]);
    } else if (behaviour >= DXKI_FLAG_APPEND && !is_node(m, value)) {
        return dxki_verify_at_md(
            w, "invalid value for 'append'-type module flag (expected a metadata node)", value);
    }
    return true;
}

/* Reads a flag that has as many operands as it should. */
static bool read_flag(const dxk_module *m, dxki_md node, dxki_module_flag *flag)
{
    return node && dxki_module_flag_read(m, node, flag) && flag->op_count == 3;
}

/* True if the flag is no requirement and its value has the form that the behaviour asks for. */
static bool is_plain(const dxk_module *m, const dxki_module_flag *flag)
{
    return flag->behavior != DXKI_FLAG_REQUIRE &&
           (flag->behavior < DXKI_FLAG_APPEND || is_node(m, flag->value));
}

/* The first flag of that name that is right and no requirement, before `end`; 0: none. */
static dxki_md find_flag(const dxki_verify_run *w, dxki_md name, const dxki_md *list, uint32_t end)
{
    const dxk_module *m = w->m;
    for (uint32_t i = 0; i < end; i++) {
        dxki_module_flag flag;
        if (read_flag(m, list[i], &flag) && is_plain(m, &flag) &&
            dxki_str_same(dxki_md_str(m, flag.key), dxki_md_str(m, name)))
            return list[i];
    }
    return 0;
}

static void check_flag(dxki_verify_run *w, const dxki_md *list, uint32_t index)
{
    const dxk_module *m = w->m;
    uint32_t count;
    uint64_t behaviour;
    const dxki_md *ops = dxki_md_ops(m, list[index], &count);
    if (count != 3) {
        dxki_verify_at_md(w, "incorrect number of operands in module flag", list[index]);
        return;
    }
    if (!check_behaviour(w, ops[0], &behaviour))
        return;
    if (!is_string(m, ops[1])) {
        dxki_verify_at_md(w, "invalid ID operand in module flag (expected metadata string)",
                          ops[1]);
        return;
    }
    if (!check_flag_value(w, behaviour, ops[2]) || behaviour == DXKI_FLAG_REQUIRE)
        return;
    if (find_flag(w, ops[1], list, index))
        dxki_verify_at_md(w, "module flag identifiers must be unique (or of 'require' type)",
                          ops[1]);
}

/* Flags that ask for the value of another one. */
static void check_requirement(dxki_verify_run *w, const dxki_md *list, uint32_t total, dxki_md node)
{
    const dxk_module *m = w->m;
    uint32_t count;
    dxki_module_flag flag;
    if (!read_flag(m, node, &flag) || flag.behavior != DXKI_FLAG_REQUIRE || !is_node(m, flag.value))
        return;
    const dxki_md *pair = dxki_md_ops(m, flag.value, &count);
    if (count != 2 || !is_string(m, pair[0]))
        return;
    dxki_md found = find_flag(w, pair[0], list, total);
    if (!found)
        dxki_verify_at_md(w, "invalid requirement on flag, flag is not present in module", pair[0]);
    else if (dxki_md_op(m, found, 2) != pair[1])
        dxki_verify_at_md(w, "invalid requirement on flag, flag does not have the required value",
                          pair[0]);
}

/* Module flags are few: a module with very many is compared up to a bound. */
#define FLAGS_MAX 2000u

static void check_flags(dxki_verify_run *w)
{
    uint32_t count;
    const dxki_md *list = named(w, DXKI_MODULE_FLAGS, &count);
    uint32_t bound = count < FLAGS_MAX ? count : FLAGS_MAX;
    for (uint32_t i = 0; i < bound; i++) {
        if (list[i])
            check_flag(w, list, i);
    }
    for (uint32_t i = 0; i < bound; i++) {
        if (list[i])
            check_requirement(w, list, bound, list[i]);
    }
}

/* ---------------------------------------------------------------------------------------- */

typedef struct named_global {
    dxk_str name;
    uint32_t global;
} named_global;

static int compare_globals(const void *a, const void *b)
{
    const named_global *x = a, *y = b;
    size_t size = x->name.size < y->name.size ? x->name.size : y->name.size;
    int order = size ? memcmp(x->name.data, y->name.data, size) : 0;
    return order ? order : (x->name.size > y->name.size) - (x->name.size < y->name.size);
}

static bool global_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare_globals(a, b) > 0;
}

/* Names of comdats that private globals have. */
static void check_comdats(dxki_verify_run *w)
{
    const dxk_module *m = w->m;
    size_t count = 0;
    named_global *list =
        m->comdats.count ? DXKI_VERIFY_NEW(w, named_global, m->globals.count) : NULL;
    for (uint32_t i = 1; list && i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        if (g->linkage == DXKI_LINK_PRIVATE && g->name)
            list[count++] = (named_global){dxki_string_get(m, g->name), i};
    }
    if (!dxki_sort(w->ctx, list, count, sizeof *list, global_after, NULL)) {
        dxki_verify_fail(w);
        return;
    }
    for (size_t i = 0; i < m->comdats.count && count; i++) {
        named_global key = {dxki_string_get(m, m->comdats.items[i].name), 0};
        const named_global *found = bsearch(&key, list, count, sizeof *list, compare_globals);
        if (found)
            dxki_verify_at_value(w, "comdat global value has private linkage",
                                 global_value(found->global));
    }
}

void dxki_verify_globals(dxki_verify_run *w)
{
    const dxk_module *m = w->m;
    uint32_t count;
    for (size_t i = 0; i < m->variables.count; i++)
        check_variable(w, m->variables.items[i]);
    for (size_t i = 0; i < m->aliases.count; i++)
        check_alias(w, m->aliases.items[i]);
    for (size_t i = 0; i < m->named_mds.count; i++)
        check_named(w, &m->named_mds.items[i]);
    check_comdats(w);
    check_flags(w);
    const dxki_md *idents = named(w, "llvm.ident", &count);
    for (uint32_t i = 0; i < count; i++) {
        if (idents[i] && !check_ident(w, idents[i]))
            return;
    }
}
