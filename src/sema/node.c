/* SPDX-License-Identifier: MIT */
/* node.c - objects of work graphs: which records they have, and how these are reached; see
 * sema.h. */
#include "hlsl/node.h"
#include "sema/check.h"

/* A number in a record that it must not have: an object, or a long vector. NULL: none. */
static const dxki_hlsl_type *find_bad(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const dxki_hlsl_type *found = NULL;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind == DXKI_HLSL_TY_OBJECT || (t->kind == DXKI_HLSL_TY_VECTOR && t->columns > 4))
        return t;
    if (t->kind != DXKI_HLSL_TY_RECORD || !dxki_hlsl_enter(c, t->record->loc))
        return NULL;
    for (size_t i = 0; i < t->record->field_count && !found; i++)
        found = find_bad(c, t->record->fields[i].type);
    dxki_hlsl_leave(c);
    return found;
}

bool dxki_sema_check_node_record(dxki_hlsl *c, uint8_t object, const dxki_hlsl_type *t,
                                 const dxki_ast_arg *arg, dxki_hlsl_span span)
{
    const dxki_ast_decl given = {.type = arg ? arg->type : NULL}; /* for messages */
    const dxki_hlsl_loc loc = span.from;
    const char *name = dxki_hlsl_object_at((dxki_hlsl_object)object)->name;

    if (dxki_hlsl_is_error(t))
        return false;
    if (t->kind != DXKI_HLSL_TY_RECORD) {
        dxki_hlsl_mark_span(c, span);
        DXKI_HLSL_REPORT(c, NODE_RECORD, loc, dxki_text(dxki_sema_decl_told(c, t, &given, true)));
        return false;
    }
    if (!dxki_sema_check_complete(c, t, loc, DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        return false;
    const dxki_hlsl_type *bad = find_bad(c, t);
    if (bad && bad->kind == DXKI_HLSL_TY_OBJECT)
        DXKI_HLSL_REPORT(c, NODE_OBJECT, loc, dxki_text(dxki_hlsl_type_text(c, bad, true)));
    else if (bad)
        DXKI_HLSL_REPORT(c, LONG_VECTOR, loc, dxki_text(dxki_str("node records")));
    if (bad)
        return false;
    if (t->leaves || t->record->is_unknown)
        return true;
    dxki_hlsl_mark_span(c, span);
    DXKI_HLSL_REPORT(c, NODE_EMPTY, loc, dxki_text(dxki_str(name)));
    DXKI_HLSL_REPORT(c, DEFINED_HERE, t->record->loc, dxki_text(dxki_str("zero sized record")));
    return false;
}

/* A record: the first one without an index. */
static dxki_hlsl_node *record(dxki_hlsl *c, dxki_hlsl_node *object, dxki_hlsl_node *index,
                              bool is_subscript, dxki_hlsl_loc loc)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(object->type->object);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_SUBSCRIPT, loc, object->type->element);

    n->a = object;
    n->index = is_subscript;
    if (index)
        n->b = dxki_sema_convert(c, index, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), false);
    n->is_lvalue = true;
    n->is_const = !(info->flags & DXK_NODE_IO_FLAG_READ_WRITE) || (object->var && object->is_const);
    return n->b && dxki_hlsl_is_error(n->b->type) ? n->b : n;
}

dxki_hlsl_node *dxki_sema_node_element(dxki_hlsl *c, dxki_hlsl_node *object, dxki_hlsl_node *index,
                                       dxki_hlsl_loc loc)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(object->type->object);

    if (info->flags & DXK_NODE_IO_FLAG_NODE_ARRAY) {
        const dxki_hlsl_object_info *type =
            dxki_hlsl_object_at((dxki_hlsl_object)object->type->object);
        const dxki_hlsl_intrinsic_call k = {.scope = dxki_str(type->name),
                                            .name = dxki_str("operator[]"),
                                            .object = object,
                                            .args = &index,
                                            .count = 1,
                                            .loc = loc};
        return dxki_sema_intrinsic(c, &k);
    }
    if (object->type->element && dxki_hlsl_node_has_records(info))
        return record(c, object, index, true, loc);
    DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, loc,
                     dxki_text(dxki_sema_quoted(c, dxki_hlsl_type_text(c, object->type, true))));
    return dxki_sema_bad(c, loc);
}

dxki_hlsl_node *dxki_sema_node_get(dxki_hlsl *c, dxki_hlsl_node *object, dxk_str name,
                                   dxki_hlsl_node **args, size_t count, dxki_hlsl_loc loc)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(object->type->object);

    if (info && dxki_str_is(name, "FinishedCrossGroupSharing") && object->type->element &&
        info->object == DXKI_HLSL_O_NODE_RW_DISPATCH_IN &&
        !dxki_sema_tracks_sharing(object->type->element)) {
        DXKI_HLSL_SAY(c, NODE_SHARING, loc);
        return dxki_sema_bad(c, loc);
    }
    if (!info || !object->type->element || object->type->scalar != DXKI_HLSL_S_RECORD_HANDLE ||
        !dxki_str_is(name, "Get"))
        return NULL;
    if (count <= dxki_hlsl_node_has_records(info))
        return record(c, object, count ? args[0] : NULL, false, loc);
    DXKI_HLSL_REPORT(c, NO_METHOD_MATCH, loc, dxki_text(name));
    return dxki_sema_bad(c, loc);
}

const char *dxki_sema_node_giver(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT)
        n = n->a;
    if (n->kind != DXKI_HLSL_N_SUBSCRIPT || n->a->type->scalar != DXKI_HLSL_S_RECORD_HANDLE)
        return NULL;
    return n->index ? "operator[]" : "Get";
}
