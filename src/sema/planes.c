/* SPDX-License-Identifier: MIT */
/* planes.c - the arguments of [clipplanes]: vectors that the shader is given; see check.h. */
#include "sema/check.h"

/* What is wrong with an argument that has the right type; *at: which part of it. */
static dxki_hlsl_diag judge(const dxki_hlsl_node *n, const dxki_hlsl_node **at)
{
    for (;; n = n->a) {
        *at = n;
        if (n->kind == DXKI_HLSL_N_VAR)
            return n->var->storage == DXKI_HLSL_CONSTANT ? DXKI_HLSL_D_COUNT
                                                         : DXKI_HLSL_D_PLANE_EXPRESSION;
        if (n->kind == DXKI_HLSL_N_ELEMENT && n->a->type->kind == DXKI_HLSL_TY_ARRAY) {
            if (n->b->kind != DXKI_HLSL_N_CONSTANT)
                return DXKI_HLSL_D_PLANE_INDEX;
        } else if (n->kind != DXKI_HLSL_N_FIELD) {
            return DXKI_HLSL_D_PLANE_EXPRESSION;
        }
    }
}

void dxki_sema_check_planes(dxki_hlsl *c, const dxki_ast_attr *a)
{
    for (size_t i = 0; i < a->args.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_expr *e = a->args.items[i];
        const dxki_hlsl_node *n = dxki_sema_expr(c, e), *part = n;
        if (dxki_hlsl_is_error(n->type))
            continue;
        const dxki_hlsl_diag wrong = judge(n, &part);
        if (wrong == DXKI_HLSL_D_PLANE_INDEX)
            dxki_hlsl_report(c, wrong, part->b->loc, NULL, 0);
        else if (wrong != DXKI_HLSL_D_COUNT)
            dxki_hlsl_report(c, wrong, e->span.from, NULL, 0);
        else if (n->type->kind != DXKI_HLSL_TY_VECTOR || n->type->scalar != DXKI_HLSL_S_FLOAT)
            DXKI_HLSL_REPORT(c, PLANE_TYPE, e->span.from, dxki_text(dxki_sema_value_told(c, n)));
    }
}
