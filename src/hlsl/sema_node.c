/* SPDX-License-Identifier: MIT */
/* sema_node.c - objects of work graphs: which records they have, and how these are reached; see
 * sema.h. */
#include "hlsl/node.h"
#include "hlsl/sema.h"

bool dxki_sema_check_node_record(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(t))
        return false;
    if (t->kind == DXKI_HLSL_TY_RECORD)
        return true;
    DXKI_HLSL_REPORT(c, NODE_RECORD, loc, dxki_text(dxki_hlsl_type_text(c, t, true)));
    return false;
}

/* A record: the first one without an index. */
static dxki_hlsl_node *record(dxki_hlsl *c, dxki_hlsl_node *object, dxki_hlsl_node *index,
                              dxki_hlsl_loc loc)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(object->type->object);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_SUBSCRIPT, loc, object->type->element);

    n->a = object;
    if (index)
        n->b = dxki_sema_convert(c, index, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), false);
    n->is_lvalue = true;
    n->is_const = !(info->flags & DXK_NODE_IO_FLAG_READ_WRITE);
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
        return record(c, object, index, loc);
    DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, loc, dxki_text(dxki_hlsl_type_text(c, object->type, true)));
    return dxki_sema_bad(c, loc);
}

dxki_hlsl_node *dxki_sema_node_get(dxki_hlsl *c, dxki_hlsl_node *object, dxk_str name,
                                   dxki_hlsl_node **args, size_t count, dxki_hlsl_loc loc)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(object->type->object);

    if (!info || !object->type->element || object->type->scalar != DXKI_HLSL_S_RECORD_HANDLE ||
        !dxki_str_is(name, "Get"))
        return NULL;
    if (count <= dxki_hlsl_node_has_records(info))
        return record(c, object, count ? args[0] : NULL, loc);
    DXKI_HLSL_REPORT(c, NO_METHOD_MATCH, loc, dxki_text(name));
    return dxki_sema_bad(c, loc);
}
