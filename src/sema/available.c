/* SPDX-License-Identifier: MIT */
/*
 * available.c - what the shader model or the stage of an entry point does not have, of which the code
 * that it reaches makes use: constants, derivatives, parts of linear algebra; see check.h.
 */
#include "sema/check.h"

#include "base/count.h"
#include "dxil/dxil.h"
#include "dxk/enums.h"
#include "dxk/ops.h"
#include "hlsl/node.h"
#include "sema/lowering.h"

#define STAGE(kind) (1u << DXK_SHADER_KIND_##kind)

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

static void tell_constant(dxki_hlsl *c, const dxki_hlsl_named_number *number, dxki_hlsl_loc loc)
{
    DXKI_HLSL_REPORT(c, CONSTANT_MODEL, loc, dxki_text(dxki_str(number->name)),
                     dxki_text(dxki_str(c->options.target ? c->options.target : "")),
                     dxki_dec(number->minor));
}

void dxki_sema_use_constant(dxki_hlsl *c, const dxki_hlsl_named_number *number, dxki_hlsl_loc loc)
{
    dxki_hlsl_function *f = c->sema->function;

    if (number->minor <= c->model_minor || !c->has_target || c->quiet || c->sema->checking)
        return;
    if (!f) {
        tell_constant(c, number, loc);
        return;
    }
    dxki_hlsl_use *use = DXKI_HLSL_NEW(c, dxki_hlsl_use);
    *use = (dxki_hlsl_use){number, loc, NULL};
    if (!dxki_hlsl_ready(c))
        return;
    if (f->last_use)
        f->last_use->next = use;
    else
        f->uses = use;
    f->last_use = use;
}

void dxki_sema_check_query(dxki_hlsl *c, uint32_t query, uint32_t ray, dxki_hlsl_loc loc)
{
    const uint32_t allowed = query >> 16;

    if (((query | ray) & DXK_RAY_FLAG_FORCE_OMM_2_STATE) && !(allowed & 1))
        DXKI_HLSL_SAY(c, QUERY_FLAGS, loc);
}

void dxki_sema_check_trace(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const bool traces = n->row->lowering == DXKI_HLSL_LOWER_QUERY_TRACE;
    const uint64_t *flags = traces ? dxki_sema_value(c, n->list[1]) : NULL;

    if (flags)
        dxki_sema_check_query(c, n->a->type->count & ~0xffffu, (uint32_t)*flags, n->list[1]->loc);
}

void dxki_sema_check_type(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d)
{
    static const uint32_t first = 9; /* shader model 6.9 has them */

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (c->model_minor >= first || t->kind != DXKI_HLSL_TY_OBJECT ||
        t->object != DXKI_HLSL_O_HIT_OBJECT || !d || !d->type)
        return;
    DXKI_HLSL_REPORT(c, TYPE_MODEL, d->type->loc, dxki_text(dxki_hlsl_type_text(c, t, true)),
                     dxki_text(dxki_str(c->options.target ? c->options.target : "")),
                     dxki_dec(first));
}

void dxki_sema_check_uses(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    dxki_sema_check_type(c, f->result, f->decl);
    for (size_t i = 0; i < f->param_count; i++)
        dxki_sema_check_type(c, f->params[i]->type, f->params[i]->decl);
    for (const dxki_hlsl_use *use = f->uses; use; use = use->next)
        tell_constant(c, use->number, use->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Derivatives                                                                                */

/* The numbers of [numthreads] as the entry point has them; false: it has none, or they are wrong. */
static bool threads_of(dxki_hlsl *c, const dxki_hlsl_function *entry, int64_t size[3])
{
    const dxki_ast_attrs *attrs = entry->decl ? &entry->decl->attrs : NULL;
    const dxki_ast_attr *found = NULL;
    bool good;

    for (size_t i = 0; attrs && i < attrs->count; i++) {
        if (!attrs->items[i].scope && attrs->items[i].name &&
            dxki_str_same_fold(attrs->items[i].name->text, dxki_str("numthreads")))
            found = &attrs->items[i];
    }
    good = found && found->args.count == 3;
    c->quiet++;
    for (size_t i = 0; good && i < 3; i++)
        good = dxki_sema_integer(c, found->args.items[i], &size[i]);
    c->quiet--;
    return good;
}

/* Says that a call takes derivatives where there are none. */
static void check_derivatives(const dxki_hlsl_reached *r, const dxki_hlsl_node *n)
{
    static const uint32_t groups = STAGE(COMPUTE) | STAGE(AMPLIFICATION) | STAGE(MESH);
    static const uint32_t always = STAGE(PIXEL) | STAGE(LIBRARY);
    dxki_hlsl *c = r->c;
    const dxki_arg args[] = {dxki_text(dxki_str(n->row->name)), dxki_text(r->entry->name->text)};
    const bool broadcasts = r->stage == DXK_SHADER_KIND_NODE && r->entry->node &&
                            r->entry->node->launch == DXK_NODE_LAUNCH_TYPE_BROADCASTING;
    const bool grouped = groups >> r->stage & 1;
    int64_t size[3];

    if (grouped && c->model_minor < 6)
        dxki_sema_complain(r, DXKI_HLSL_D_DERIVATIVE_MODEL, n->loc, args, 2);
    else if (!grouped && !broadcasts && !(always >> r->stage & 1))
        dxki_sema_complain(r, DXKI_HLSL_D_DERIVATIVE_STAGE, n->loc, args, 2);
    if (!threads_of(c, r->entry, size))
        return;
    if (size[1] != 1 ? size[0] % 2 || size[1] % 2 : size[0] % 4 || size[2] != 1)
        dxki_sema_complain(r, DXKI_HLSL_D_DERIVATIVE_THREADS, n->loc, args, 2);
}

/* A level of detail with a sampler that compares came late. */
static void check_level(const dxki_hlsl_reached *r, const dxki_hlsl_node *n)
{
    const dxki_hlsl_type *sampler = n->list_count ? n->list[0]->type : NULL;
    dxki_hlsl *c = r->c;

    if (!sampler || sampler->kind != DXKI_HLSL_TY_OBJECT ||
        !(dxki_hlsl_object_at((dxki_hlsl_object)sampler->object)->flags & DXKI_HLSL_COMPARE))
        return;
    if (c->model_minor >= 8)
        check_derivatives(r, n);
    else if (r->is_first)
        DXKI_HLSL_REPORT(c, OVERLOAD_MODEL, n->loc,
                         dxki_text(dxki_hlsl_join(c, dxki_str(n->row->name),
                                                  dxki_str(" with SamplerComparisonState"))),
                         dxki_dec(8));
}

/* ---------------------------------------------------------------------------------------- */
/* Linear algebra                                                                             */

/* Operations that need a group of threads. */
static void check_matrix(const dxki_hlsl_reached *r, const dxki_hlsl_node *n)
{
    static const uint32_t ops[] = {
        DXK_OP_LinAlgFillMatrix,
        DXK_OP_LinAlgCopyConvertMatrix,
        DXK_OP_LinAlgMatrixLength,
        DXK_OP_LinAlgMatrixGetCoordinate,
        DXK_OP_LinAlgMatrixGetElement,
        DXK_OP_LinAlgMatrixSetElement,
        DXK_OP_LinAlgMatrixStoreToDescriptor,
        DXK_OP_LinAlgMatrixLoadFromMemory,
        DXK_OP_LinAlgMatrixStoreToMemory,
        DXK_OP_LinAlgMatrixAccumulateToMemory,
        DXK_OP_LinAlgMatrixMultiply,
        DXK_OP_LinAlgMatrixMultiplyAccumulate,
        DXK_OP_LinAlgMatrixAccumulate,
    };
    const dxki_arg stage = dxki_text(dxki_hlsl_stage_words(r->stage));

    if ((STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION)) >> r->stage & 1)
        return;
    if (r->stage == DXK_SHADER_KIND_LIBRARY && r->c->model_minor == DXKI_OFFLINE_MINOR)
        return; /* linking says of which stage it will be */
    for (size_t i = 0; i < DXKI_COUNT(ops); i++) {
        if (n->row->op == ops[i])
            dxki_sema_complain(r, DXKI_HLSL_D_MATRIX_STAGE, n->loc, &stage, 1);
    }
}

void dxki_sema_check_available(const dxki_hlsl_reached *r, const dxki_hlsl_node *n)
{
    if (n->row->lowering == DXKI_HLSL_LOWER_LOD)
        check_level(r, n);
    if (n->row->lowering == DXKI_HLSL_LOWER_LINALG)
        check_matrix(r, n);
}

void dxki_sema_complain(const dxki_hlsl_reached *r, dxki_hlsl_diag which, dxki_hlsl_loc loc,
                        const dxki_arg *args, size_t count)
{
    if (dxki_hlsl_report(r->c, which, loc, args, count))
        DXKI_HLSL_SAY(r->c, ENTRY_HERE, r->entry->loc);
}
