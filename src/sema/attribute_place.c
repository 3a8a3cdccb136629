/* SPDX-License-Identifier: MIT */
/* attribute_place.c - attributes of parameters and records of nodes in places where they say nothing; see
 * check.h. */
#include "base/count.h"
#include "hlsl/node.h"
#include "sema/check.h"

/* Attributes of nodes that stand in front of neither functions nor statements. */
static const struct {
    const char *name;
    bool is_of_record; /* else of parameters */
    bool is_refused;   /* else there is a warning */
    bool is_of_input;  /* of parameters: inputs have it, too */
} rows[] = {
    {"MaxRecords", false, true, true},
    {"NodeArraySize", false, true, false},
    {"MaxRecordsSharedWith", false, false, false},
    {"AllowSparseNodes", false, false, false},
    {"UnboundedSparseNodes", false, false, false},
    {"NodeTrackRWInputSharing", true, false, false},
};

static size_t row_of(const dxki_ast_attr *a)
{
    size_t i = 0;

    while (i < DXKI_COUNT(rows) &&
           (a->scope || !dxki_str_same_fold(a->name->text, dxki_str(rows[i].name))))
        i++;
    return i;
}

void dxki_sema_check_node_place(dxki_hlsl *c, const dxki_ast_attr *a,
                                dxki_sema_attribute_place place)
{
    const size_t i = row_of(a);
    const dxki_arg name = dxki_text(a->name->text);

    if (i == DXKI_COUNT(rows) ||
        place == (rows[i].is_of_record ? DXKI_SEMA_OF_RECORD : DXKI_SEMA_OF_PARAM))
        return;
    dxki_sema_mark_attribute(c, a);
    if (rows[i].is_refused)
        DXKI_HLSL_REPORT(c, NODE_PARAM_ATTRIBUTE, a->loc, name);
    else
        DXKI_HLSL_REPORT(c, ATTRIBUTE_APPLIES, a->loc, name,
                         dxki_text(dxki_str(rows[i].is_of_record ? "classes" : "parameters")));
}

void dxki_sema_check_node_param(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->type;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (dxki_hlsl_is_error(t) || (t->kind == DXKI_HLSL_TY_OBJECT && dxki_hlsl_node_at(t->object)))
        return;
    for (size_t k = 0; v->decl && k < v->decl->attrs.count; k++) {
        const dxki_ast_attr *a = &v->decl->attrs.items[k];
        const size_t i = row_of(a);
        const dxki_arg name = dxki_text(a->name->text);
        if (i == DXKI_COUNT(rows) || rows[i].is_of_record)
            continue;
        dxki_sema_mark_attribute(c, a);
        if (rows[i].is_of_input)
            DXKI_HLSL_REPORT(c, NODE_IO_ONLY, a->loc, name);
        else
            DXKI_HLSL_REPORT(c, NODE_OUTPUT_ONLY, a->loc, name);
    }
}
