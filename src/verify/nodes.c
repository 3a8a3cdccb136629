/* SPDX-License-Identifier: MIT */
/*
 * nodes.c - metadata nodes for LLVM's verifier: which tag a node of debug information may
 * have, and what its operands must be. Each node is looked at once, before what it refers to.
 */
#include "ir/debug.h"
#include "verify/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/out.h"
#include "spec/dwarf.h"

typedef enum operand_rule {
    OP_FILE,       /* DIFile or null */
    OP_SCOPE,      /* a scope or null */
    OP_SCOPE_REF,  /* likewise, or the name of a type */
    OP_TYPE_REF,   /* a type, null, or the name of a type */
    OP_NODE_REF,   /* any node of debug information, null, or a name */
    OP_LOCAL,      /* a subprogram or a block in one */
    OP_TUPLE,      /* a tuple or null */
    OP_LOCATION,   /* a location or null */
    OP_SUBROUTINE, /* a subroutine type or null */
    OP_DERIVED     /* a derived type or null */
} operand_rule;

static dxki_md_kind kind_of(const dxki_verify_run *w, dxki_md md)
{
    return md ? (dxki_md_kind)dxki_md_get(w->m, md)->kind : DXKI_M_NONE;
}

static bool is_type(dxki_md_kind kind)
{
    return kind == DXKI_M_BASIC_TYPE || kind == DXKI_M_DERIVED_TYPE ||
           kind == DXKI_M_COMPOSITE_TYPE || kind == DXKI_M_SUBROUTINE_TYPE;
}

static bool is_local_scope(dxki_md_kind kind)
{
    return kind == DXKI_M_SUBPROGRAM || kind == DXKI_M_LEXICAL_BLOCK ||
           kind == DXKI_M_LEXICAL_BLOCK_FILE;
}

static bool is_scope(dxki_md_kind kind)
{
    return is_type(kind) || is_local_scope(kind) || kind == DXKI_M_FILE ||
           kind == DXKI_M_COMPILE_UNIT || kind == DXKI_M_NAMESPACE || kind == DXKI_M_MODULE;
}

static bool is_debug_node(dxki_md_kind kind)
{
    return kind > DXKI_M_TUPLE && kind != DXKI_M_LOCATION && kind != DXKI_M_EXPRESSION;
}

/* The name of a type, which some compile unit must keep. */
static bool is_type_name(dxki_verify_run *w, dxki_md node, dxki_md md)
{
    if (kind_of(w, md) != DXKI_M_STRING || dxki_md_str(w->m, md).size == 0)
        return false;
    const dxki_verify_typeref ref = {md, node};
    if (!dxki_vec_push(w->ctx, &w->typerefs, ref))
        dxki_verify_fail(w);
    return true;
}

static bool follows(dxki_verify_run *w, operand_rule rule, dxki_md node, dxki_md md)
{
    dxki_md_kind kind = kind_of(w, md);
    switch (rule) {
    case OP_FILE:
        return !md || kind == DXKI_M_FILE;
    case OP_SCOPE:
        return !md || is_scope(kind);
    case OP_SCOPE_REF:
        return !md || is_type_name(w, node, md) || is_scope(kind);
    case OP_TYPE_REF:
        return !md || is_type_name(w, node, md) || is_type(kind);
    case OP_NODE_REF:
        return !md || is_type_name(w, node, md) || is_debug_node(kind);
    case OP_LOCAL:
        return is_local_scope(kind);
    case OP_LOCATION:
        return !md || kind == DXKI_M_LOCATION;
    case OP_SUBROUTINE:
        return !md || kind == DXKI_M_SUBROUTINE_TYPE;
    case OP_DERIVED:
        return !md || kind == DXKI_M_DERIVED_TYPE;
    default:
        return !md || kind == DXKI_M_TUPLE;
    }
}

static bool fail(dxki_verify_run *w, const char *message, dxki_md node, dxki_md operand)
{
    dxki_verify_at_md(w, message, node);
    dxki_verify_md(w, operand);
    return false;
}

static bool check(dxki_verify_run *w, dxki_md node, uint32_t slot, operand_rule rule,
                  const char *message)
{
    dxki_md md = dxki_md_op(w->m, node, slot);
    return follows(w, rule, node, md) || fail(w, message, node, md);
}

/* The tag, in number `slot`, is one of the list that ends with 0. */
static bool check_tag(dxki_verify_run *w, dxki_md node, uint32_t slot, const uint16_t *tags)
{
    uint64_t tag = dxki_md_num(w->m, node, slot);
    for (; *tags; tags++) {
        if (tag == *tags)
            return true;
    }
    return dxki_verify_at_md(w, "invalid tag", node);
}

/* Each element of a tuple (null: none) is of that kind, or DXKI_M_NONE: a type. */
static bool check_list(dxki_verify_run *w, dxki_md node, uint32_t slot, dxki_md_kind kind,
                       const char *not_list, const char *not_element, bool show_list)
{
    uint32_t count;
    dxki_md list = dxki_md_op(w->m, node, slot);
    if (!check(w, node, slot, OP_TUPLE, not_list))
        return false;
    const dxki_md *ops = list ? dxki_md_ops(w->m, list, &count) : NULL;
    for (uint32_t i = 0; ops && i < count; i++) {
        dxki_md_kind have = kind_of(w, ops[i]);
        if (kind == DXKI_M_NONE ? is_type(have) : have == kind)
            continue;
        dxki_verify_at_md(w, not_element, node);
        if (show_list)
            dxki_verify_md(w, list);
        dxki_verify_md(w, ops[i]);
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* Numbers of DW_TAG. */
enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_REFERENCE = 0x10,
    TAG_STRUCTURE = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_INHERITANCE = 0x1c,
    TAG_PTR_TO_MEMBER = 0x1f,
    TAG_CONST = 0x26,
    TAG_FRIEND = 0x2a,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_IMPORTED_DECLARATION = 0x08,
    TAG_IMPORTED_MODULE = 0x3a,
    TAG_UNSPECIFIED = 0x3b,
    TAG_RVALUE_REFERENCE = 0x42,
    TAG_ARG_VARIABLE = 0x101,
    TAG_GNU_TEMPLATE_TEMPLATE = 0x4106,
    TAG_GNU_TEMPLATE_PACK = 0x4107
};

/* Tags of types that need not say which file they are from. */
static const uint16_t fileless_tags[] = {
    TAG_CONST,  TAG_VOLATILE,    TAG_POINTER,     TAG_PTR_TO_MEMBER, TAG_REFERENCE,
    TAG_ARRAY,  TAG_RESTRICT,    TAG_ENUMERATION, TAG_SUBROUTINE,    TAG_RVALUE_REFERENCE,
    TAG_FRIEND, TAG_INHERITANCE, TAG_STRUCTURE,   TAG_MEMBER,        TAG_TYPEDEF,
    0,
};
static const uint16_t derived_tags[] = {
    TAG_TYPEDEF,  TAG_POINTER,  TAG_PTR_TO_MEMBER, TAG_REFERENCE,   TAG_RVALUE_REFERENCE, TAG_CONST,
    TAG_VOLATILE, TAG_RESTRICT, TAG_MEMBER,        TAG_INHERITANCE, TAG_FRIEND,           0,
};
static const uint16_t composite_tags[] = {
    TAG_ARRAY, TAG_STRUCTURE, TAG_UNION, TAG_ENUMERATION, TAG_SUBROUTINE, TAG_CLASS, 0,
};

/* Slots of derived and composite types are the same up to the base type. */
static void check_derived_base(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    dxki_md file = dxki_md_op(m, node, DXKI_DI_DERIVED_TYPE_FILE);
    if (!follows(w, OP_FILE, node, file))
        fail(w, "invalid file", node, file);
    if (!check(w, node, DXKI_DI_DERIVED_TYPE_SCOPE, OP_SCOPE_REF, "invalid scope") ||
        !check(w, node, DXKI_DI_DERIVED_TYPE_BASE_TYPE, OP_TYPE_REF, "invalid base type"))
        return;
    bool named = kind_of(w, file) == DXKI_M_FILE &&
                 dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)).size > 0;
    uint64_t tag = dxki_md_num(m, node, DXKI_DI_DERIVED_TYPE_TAG);
    for (size_t i = 0; !named && fileless_tags[i]; i++)
        named = tag == fileless_tags[i];
    if (!named)
        fail(w, "derived/composite type requires a filename", node, file);
}

/* Both kinds of references at once. */
static bool check_flags(dxki_verify_run *w, dxki_md node, uint32_t slot)
{
    enum { LVALUE = 1 << 13, RVALUE = 1 << 14 };
    uint64_t flags = dxki_md_num(w->m, node, slot);
    return (flags & (LVALUE | RVALUE)) != (LVALUE | RVALUE) ||
           dxki_verify_at_md(w, "invalid reference flags", node);
}

static bool check_template_params(dxki_verify_run *w, dxki_md node, uint32_t slot)
{
    uint32_t count;
    dxki_md list = dxki_md_op(w->m, node, slot);
    if (!check(w, node, slot, OP_TUPLE, "invalid template params"))
        return false;
    const dxki_md *ops = list ? dxki_md_ops(w->m, list, &count) : NULL;
    for (uint32_t i = 0; ops && i < count; i++) {
        dxki_md_kind kind = kind_of(w, ops[i]);
        if (kind == DXKI_M_TEMPLATE_TYPE || kind == DXKI_M_TEMPLATE_VALUE)
            continue;
        fail(w, "invalid template parameter", node, list);
        dxki_verify_md(w, ops[i]);
        return false;
    }
    return true;
}

static void check_composite(dxki_verify_run *w, dxki_md node)
{
    check_derived_base(w, node);
    if (check_tag(w, node, DXKI_DI_COMPOSITE_TYPE_TAG, composite_tags) &&
        check(w, node, DXKI_DI_COMPOSITE_TYPE_ELEMENTS, OP_TUPLE, "invalid composite elements") &&
        check(w, node, DXKI_DI_COMPOSITE_TYPE_VTABLE_HOLDER, OP_TYPE_REF,
              "invalid vtable holder") &&
        check_flags(w, node, DXKI_DI_COMPOSITE_TYPE_FLAGS))
        check_template_params(w, node, DXKI_DI_COMPOSITE_TYPE_TEMPLATE_PARAMS);
}

static void check_subroutine(dxki_verify_run *w, dxki_md node)
{
    uint32_t count;
    dxki_md list = dxki_md_op(w->m, node, DXKI_DI_SUBROUTINE_TYPE_TYPES);
    if (!check(w, node, DXKI_DI_SUBROUTINE_TYPE_TYPES, OP_TUPLE, "invalid composite elements"))
        return;
    const dxki_md *ops = list ? dxki_md_ops(w->m, list, &count) : NULL;
    for (uint32_t i = 0; ops && i < count; i++) {
        if (follows(w, OP_TYPE_REF, node, ops[i]))
            continue;
        fail(w, "invalid subroutine type ref", node, list);
        dxki_verify_md(w, ops[i]);
        return;
    }
    check_flags(w, node, DXKI_DI_SUBROUTINE_TYPE_FLAGS);
}

/* ---------------------------------------------------------------------------------------- */
/* Units, subprograms                                                                         */

static bool check_enums(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    uint32_t count;
    dxki_md list = dxki_md_op(m, node, DXKI_DI_COMPILE_UNIT_ENUMS);
    if (!check(w, node, DXKI_DI_COMPILE_UNIT_ENUMS, OP_TUPLE, "invalid enum list"))
        return false;
    const dxki_md *ops = list ? dxki_md_ops(m, list, &count) : NULL;
    for (uint32_t i = 0; ops && i < count; i++) {
        if (kind_of(w, ops[i]) == DXKI_M_COMPOSITE_TYPE &&
            dxki_md_num(m, ops[i], DXKI_DI_COMPOSITE_TYPE_TAG) == TAG_ENUMERATION)
            continue;
        fail(w, "invalid enum type", node, list);
        dxki_verify_md(w, ops[i]);
        return false;
    }
    return true;
}

static void check_unit(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    dxki_md file = dxki_md_op(m, node, DXKI_DI_COMPILE_UNIT_FILE);
    if (kind_of(w, file) != DXKI_M_FILE) {
        fail(w, "invalid file", node, file);
        return;
    }
    if (dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)).size == 0) {
        fail(w, "invalid filename", node, file);
        return;
    }
    if (check_enums(w, node) &&
        check_list(w, node, DXKI_DI_COMPILE_UNIT_RETAINED_TYPES, DXKI_M_NONE,
                   "invalid retained type list", "invalid retained type", false) &&
        check_list(w, node, DXKI_DI_COMPILE_UNIT_SUBPROGRAMS, DXKI_M_SUBPROGRAM,
                   "invalid subprogram list", "invalid subprogram ref", false) &&
        check_list(w, node, DXKI_DI_COMPILE_UNIT_GLOBALS, DXKI_M_GLOBAL_VAR,
                   "invalid global variable list", "invalid global variable ref", false))
        check_list(w, node, DXKI_DI_COMPILE_UNIT_IMPORTS, DXKI_M_IMPORTED_ENTITY,
                   "invalid imported entity list", "invalid imported entity ref", false);
}

/* Where the function of a location begins; 0: not in a scope of code. */
static dxki_md outer_scope(const dxki_verify_run *w, dxki_md location)
{
    dxki_md scope = dxki_md_op(w->m, dxki_di_outermost(w->m, location), DXKI_DI_LOCATION_SCOPE);
    return is_local_scope(kind_of(w, scope)) ? scope : 0;
}

/* The first instruction of a function whose line leads to a subprogram that describes another
 * one; 0: there is none. */
static uint32_t find_stranger(const dxki_verify_run *w, uint32_t fn)
{
    const dxk_module *m = w->m;
    DXKI_EACH_BLOCK(m, fn, b) {
        DXKI_EACH_INST(m, b, i) {
            dxki_md location = dxki_inst_dbg(m, i);
            dxki_md scope = location ? outer_scope(w, location) : 0;
            dxki_md sp = dxki_di_subprogram(w->m, scope);
            if (sp && !dxki_di_describes(w->m, sp, fn, dxki_verify_name(w, fn)))
                return i;
        }
    }
    return 0;
}

/* Lines in a function lead to a subprogram that describes it. */
static void check_lines(dxki_verify_run *w, dxki_md node, uint32_t fn)
{
    if (w->options->any_debug)
        return;
    if (!w->lines[fn])
        w->lines[fn] = find_stranger(w, fn) + 1;
    uint32_t inst = w->lines[fn] - 1;
    if (!inst)
        return;
    dxki_md location = dxki_inst_dbg(w->m, inst), scope = outer_scope(w, location);
    dxki_verify_at_md(w, "!dbg attachment points at wrong subprogram for function", node);
    dxki_verify_value(w, DXKI_VALUE(DXKI_V_GLOBAL, fn));
    dxki_verify_inst(w, inst);
    dxki_verify_md(w, location);
    dxki_verify_md(w, scope);
    dxki_verify_md(w, dxki_di_subprogram(w->m, scope));
}

static void check_subprogram(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    if (!check(w, node, DXKI_DI_SUBPROGRAM_SCOPE, OP_SCOPE_REF, "invalid scope") ||
        !check(w, node, DXKI_DI_SUBPROGRAM_TYPE, OP_SUBROUTINE, "invalid subroutine type") ||
        !check(w, node, DXKI_DI_SUBPROGRAM_CONTAINING_TYPE, OP_TYPE_REF, "invalid containing type"))
        return;
    dxki_md function = dxki_md_op(m, node, DXKI_DI_SUBPROGRAM_FUNCTION);
    dxki_value value = function ? dxki_md_value(m, function) : 0;
    dxki_type pointee = value ? dxki_type_pointee(m, dxki_value_type(m, value)) : 0;
    if (function && (!pointee || dxki_type_kind_of(m, pointee) != DXKI_T_FUNCTION)) {
        dxki_verify_at_md(w, "invalid function", node);
        dxki_verify_value(w, value);
        if (pointee)
            dxki_verify_type(w, dxki_value_type(m, value));
        return;
    }
    if (!check_template_params(w, node, DXKI_DI_SUBPROGRAM_TEMPLATE_PARAMS))
        return;
    dxki_md declaration = dxki_md_op(m, node, DXKI_DI_SUBPROGRAM_DECLARATION);
    if (declaration && (kind_of(w, declaration) != DXKI_M_SUBPROGRAM ||
                        dxki_md_num(m, declaration, DXKI_DI_SUBPROGRAM_IS_DEFINITION))) {
        fail(w, "invalid subprogram declaration", node, declaration);
        return;
    }
    if (!check_list(w, node, DXKI_DI_SUBPROGRAM_VARIABLES, DXKI_M_LOCAL_VAR,
                    "invalid variable list", "invalid local variable", true) ||
        !check_flags(w, node, DXKI_DI_SUBPROGRAM_FLAGS))
        return;
    if (DXKI_TAG(value) == DXKI_V_GLOBAL &&
        m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_FUNCTION)
        check_lines(w, node, DXKI_INDEX(value));
}

/* ---------------------------------------------------------------------------------------- */
/* The others                                                                                 */

static void check_block(dxki_verify_run *w, dxki_md node, uint32_t scope)
{
    const dxk_module *m = w->m;
    check(w, node, scope, OP_LOCAL, "invalid local scope");
    if (kind_of(w, node) == DXKI_M_LEXICAL_BLOCK &&
        !dxki_md_num(m, node, DXKI_DI_LEXICAL_BLOCK_LINE) &&
        dxki_md_num(m, node, DXKI_DI_LEXICAL_BLOCK_COLUMN))
        dxki_verify_at_md(w, "cannot have column info without line info", node);
}

/* Scope, type and file of a variable. The complaint does not end what follows. */
static void check_variable(dxki_verify_run *w, dxki_md node, uint32_t scope, uint32_t type,
                           uint32_t file)
{
    if (check(w, node, scope, OP_SCOPE, "invalid scope") &&
        check(w, node, type, OP_TYPE_REF, "invalid type ref"))
        check(w, node, file, OP_FILE, "invalid file");
}

static void check_global_variable(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    check_variable(w, node, DXKI_DI_GLOBAL_VAR_SCOPE, DXKI_DI_GLOBAL_VAR_TYPE,
                   DXKI_DI_GLOBAL_VAR_FILE);
    if (dxki_md_str(m, dxki_md_op(m, node, DXKI_DI_GLOBAL_VAR_NAME)).size == 0) {
        dxki_verify_at_md(w, "missing global variable name", node);
        return;
    }
    dxki_md variable = dxki_md_op(m, node, DXKI_DI_GLOBAL_VAR_VARIABLE);
    dxki_value value = variable ? dxki_md_value(m, variable) : 0;
    bool is_function = DXKI_TAG(value) == DXKI_V_GLOBAL &&
                       m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_FUNCTION;
    if (variable && (!value || is_function)) {
        fail(w, "invalid global varaible ref", node, variable);
        return;
    }
    check(w, node, DXKI_DI_GLOBAL_VAR_DECLARATION, OP_DERIVED,
          "invalid static data member declaration");
}

static void check_local_variable(dxki_verify_run *w, dxki_md node)
{
    static const uint16_t tags[] = {DXKI_DW_TAG_AUTO_VARIABLE, TAG_ARG_VARIABLE, 0};
    check_variable(w, node, DXKI_DI_LOCAL_VAR_SCOPE, DXKI_DI_LOCAL_VAR_TYPE,
                   DXKI_DI_LOCAL_VAR_FILE);
    if (check_tag(w, node, DXKI_DI_LOCAL_VAR_TAG, tags))
        check(w, node, DXKI_DI_LOCAL_VAR_SCOPE, OP_LOCAL, "local variable requires a valid scope");
}

static void check_template_value(dxki_verify_run *w, dxki_md node)
{
    static const uint16_t tags[] = {DXKI_DW_TAG_TEMPLATE_VALUE, TAG_GNU_TEMPLATE_TEMPLATE,
                                    TAG_GNU_TEMPLATE_PACK, 0};
    check(w, node, DXKI_DI_TEMPLATE_VALUE_TYPE, OP_TYPE_REF, "invalid type ref");
    check_tag(w, node, DXKI_DI_TEMPLATE_VALUE_TAG, tags);
}

bool dxki_verify_is_expression(const dxki_verify_run *w, dxki_md node)
{
    uint32_t count, size;
    const uint64_t *ops = dxki_md_nums(w->m, node, &count);
    for (uint32_t i = 0; i < count; i += size) {
        bool piece = ops[i] == DXKI_DW_OP_BIT_PIECE;
        size = piece ? 3 : ops[i] == DXKI_DW_OP_PLUS ? 2 : 1;
        bool known = piece || ops[i] == DXKI_DW_OP_PLUS || ops[i] == DXKI_DW_OP_DEREF;
        if (!known || size > count - i || (piece && i + size != count))
            return false;
    }
    return true;
}

static void check_basic(dxki_verify_run *w, dxki_md node)
{
    static const uint16_t tags[] = {DXKI_DW_TAG_BASE_TYPE, TAG_UNSPECIFIED, 0};
    check_tag(w, node, DXKI_DI_BASIC_TYPE_TAG, tags);
}

static void check_derived(dxki_verify_run *w, dxki_md node)
{
    check_derived_base(w, node);
    if (check_tag(w, node, DXKI_DI_DERIVED_TYPE_TAG, derived_tags) &&
        dxki_md_num(w->m, node, DXKI_DI_DERIVED_TYPE_TAG) == TAG_PTR_TO_MEMBER)
        check(w, node, DXKI_DI_DERIVED_TYPE_EXTRA_DATA, OP_TYPE_REF,
              "invalid pointer to member type");
}

static void check_imported(dxki_verify_run *w, dxki_md node)
{
    static const uint16_t tags[] = {TAG_IMPORTED_MODULE, TAG_IMPORTED_DECLARATION, 0};
    if (check_tag(w, node, DXKI_DI_IMPORTED_ENTITY_TAG, tags) &&
        check(w, node, DXKI_DI_IMPORTED_ENTITY_SCOPE, OP_SCOPE,
              "invalid scope for imported entity"))
        check(w, node, DXKI_DI_IMPORTED_ENTITY_ENTITY, OP_NODE_REF, "invalid imported entity");
}

static void check_location(dxki_verify_run *w, dxki_md node)
{
    if (check(w, node, DXKI_DI_LOCATION_SCOPE, OP_LOCAL, "location requires a valid scope"))
        check(w, node, DXKI_DI_LOCATION_INLINED_AT, OP_LOCATION, "inlined-at should be a location");
}

static void check_kind(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    switch (kind_of(w, node)) {
    case DXKI_M_LOCATION:
        check_location(w, node);
        break;
    case DXKI_M_GENERIC:
        if (!dxki_md_num(m, node, DXKI_DI_GENERIC_TAG))
            dxki_verify_at_md(w, "invalid tag", node);
        break;
    case DXKI_M_SUBRANGE:
        if ((int64_t)dxki_md_num(m, node, DXKI_DI_SUBRANGE_COUNT) < -1)
            dxki_verify_at_md(w, "invalid subrange count", node);
        break;
    case DXKI_M_BASIC_TYPE:
        check_basic(w, node);
        break;
    case DXKI_M_DERIVED_TYPE:
        check_derived(w, node);
        break;
    case DXKI_M_COMPOSITE_TYPE:
        check_composite(w, node);
        break;
    case DXKI_M_SUBROUTINE_TYPE:
        check_subroutine(w, node);
        break;
    case DXKI_M_COMPILE_UNIT:
        check_unit(w, node);
        break;
    case DXKI_M_SUBPROGRAM:
        check_subprogram(w, node);
        break;
    case DXKI_M_LEXICAL_BLOCK:
        check_block(w, node, DXKI_DI_LEXICAL_BLOCK_SCOPE);
        break;
    case DXKI_M_LEXICAL_BLOCK_FILE:
        check_block(w, node, DXKI_DI_LEXICAL_BLOCK_FILE_SCOPE);
        break;
    case DXKI_M_NAMESPACE:
        check(w, node, DXKI_DI_NAMESPACE_SCOPE, OP_SCOPE, "invalid scope ref");
        break;
    case DXKI_M_TEMPLATE_TYPE:
        check(w, node, DXKI_DI_TEMPLATE_TYPE_TYPE, OP_TYPE_REF, "invalid type ref");
        break;
    case DXKI_M_TEMPLATE_VALUE:
        check_template_value(w, node);
        break;
    case DXKI_M_GLOBAL_VAR:
        check_global_variable(w, node);
        break;
    case DXKI_M_LOCAL_VAR:
        check_local_variable(w, node);
        break;
    case DXKI_M_EXPRESSION:
        if (!dxki_verify_is_expression(w, node))
            dxki_verify_at_md(w, "invalid expression", node);
        break;
    case DXKI_M_OBJC_PROPERTY:
        if (check(w, node, DXKI_DI_OBJC_PROPERTY_TYPE, OP_TYPE_REF, "invalid type ref"))
            check(w, node, DXKI_DI_OBJC_PROPERTY_FILE, OP_FILE, "invalid file");
        break;
    case DXKI_M_IMPORTED_ENTITY:
        check_imported(w, node);
        break;
    case DXKI_M_MODULE:
        if (dxki_md_str(m, dxki_md_op(m, node, DXKI_DI_MODULE_NAME)).size == 0)
            dxki_verify_at_md(w, "anonymous module", node);
        break;
    default:
        break;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Nodes that never came                                                                      */

enum { OPEN_UNKNOWN, OPEN_ASKED, OPEN_NO, OPEN_YES };

/* What is known of a node: LLVM resolves distinct ones at once, and all that were there when none
 * was missing. One that leads back to a node that is asked about stays open with it. */
static uint8_t open_state(const dxki_verify_run *w, dxki_md md)
{
    const dxki_md_entry *entry = dxki_md_get(w->m, md);
    if (md < w->m->settled_mds || entry->kind < DXKI_M_TUPLE || entry->distinct)
        return OPEN_NO;
    if (entry->temporary || w->open[md] == OPEN_ASKED)
        return OPEN_YES;
    return w->open[md];
}

/* Asks about the next operand of a node that is not known to be settled: it is in *below, or what
 * the node comes to is noted. */
static bool ask_next(dxki_verify_run *w, dxki_verify_visit *visit, dxki_md *below)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(w->m, visit->node, &count);
    uint8_t state = OPEN_NO;
    for (; visit->next < count && state == OPEN_NO; visit->next++) {
        *below = ops[visit->next];
        state = open_state(w, *below);
    }
    visit->next -= state == OPEN_UNKNOWN; /* to be seen again */
    if (state != OPEN_UNKNOWN)
        w->open[visit->node] = state;
    return state == OPEN_UNKNOWN;
}

/* Finds out whether a node is open, and all below it. */
static void find_open(dxki_verify_run *w, dxki_md root)
{
    DXKI_VEC(dxki_verify_visit) stack = {NULL, 0, 0};
    dxki_verify_visit visit = {root, 0};
    bool more = true;
    do {
        if (more) {
            w->open[visit.node] = OPEN_ASKED;
            if (!dxki_vec_push(w->ctx, &stack, visit))
                dxki_verify_fail(w);
        }
        if (w->stop)
            break;
        visit = (dxki_verify_visit){0, 0};
        more = ask_next(w, &stack.items[stack.count - 1], &visit.node);
        stack.count -= !more;
    } while (stack.count);
    dxki_vec_free(w->ctx, &stack);
}

static bool is_open(dxki_verify_run *w, dxki_md node)
{
    if (!w->m->unchecked)
        return false;
    if (!w->open)
        w->open = DXKI_VERIFY_NEW(w, uint8_t, w->m->mds.count);
    if (w->open && open_state(w, node) == OPEN_UNKNOWN)
        find_open(w, node);
    return w->open && open_state(w, node) == OPEN_YES;
}

/* ---------------------------------------------------------------------------------------- */
/* All that can be reached                                                                    */

/* True if the node wraps a value of a function. */
static bool is_local(const dxki_verify_run *w, dxki_md md)
{
    return kind_of(w, md) == DXKI_M_VALUE && !dxki_value_is_const(dxki_md_value(w->m, md));
}

/* After its operands, a node itself. */
static void check_end(dxki_verify_run *w, dxki_md node)
{
    if (dxki_md_get(w->m, node)->temporary)
        dxki_verify_at_md(w, "Expected no forward declarations!", node);
    else if (is_open(w, node))
        dxki_verify_at_md(w, "All nodes should be resolved!", node);
}

/* Goes on with a node's operands; false: the look at it is over. *below: the next to look at. */
static bool next_operand(dxki_verify_run *w, dxki_verify_visit *visit, dxki_md *below)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(w->m, visit->node, &count);
    while (visit->next < count) {
        dxki_md md = ops[visit->next++];
        if (is_local(w, md))
            return fail(w, "Invalid operand for global metadata!", visit->node, md);
        if (kind_of(w, md) >= DXKI_M_TUPLE && !w->nodes[md]) {
            *below = md;
            return true;
        }
    }
    check_end(w, visit->node);
    return false;
}

static void begin(dxki_verify_run *w, dxki_md node, dxki_verify_visit *visit)
{
    w->nodes[node] = 1;
    *visit = (dxki_verify_visit){node, 0};
    check_kind(w, node);
}

void dxki_verify_node(dxki_verify_run *w, dxki_md md)
{
    size_t depth = 0;
    if (!w->nodes[md])
        begin(w, md, &w->visits[depth++]);
    while (depth && !w->stop) {
        dxki_md below = md;
        if (next_operand(w, &w->visits[depth - 1], &below))
            begin(w, below, &w->visits[depth++]);
        else
            depth--;
    }
}
