/* SPDX-License-Identifier: MIT */
/* passes.c - the passes that make a program of what was emitted; see emit.h. */
#include "codegen/emit.h"
#include "codegen/subobject.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"
#include "ir/dxop.h"
#include "ir/edit.h"
#include "ir/fold.h"
#include "ir/tracked.h"
#include "pass/flow.h"
#include "pass/unroll.h"

/* Passes after all code that is generated; "legalize" is what DXIL asks for. Code that does nothing
 * goes in any case, since resources that it alone uses must not be asked for. */
static const char unoptimized[] = "legalize, fold-undef, fix(4:instcombine<known=1>, sccp, "
                                  "simplifycfg, adce, loop-deletion), globaldce, dead-resources";

static const char *const passes[] = {unoptimized, "legalize, fold-undef, O1",
                                     "legalize, fold-undef, O2", "legalize, fold-undef, O3"};

/* The same for libraries, whose parameters and variables have types that a shader cannot have. */
#define LIBRARY_FIRST                                                                              \
    "always-inline, fix(8:sroa, multi-dim-one-dim, lower-model, simplifycfg, dce), fold-undef, "

#define LIBRARY_LAST "fold-constructors, write-only-statics, globaldce, dead-resources"

static const char *const library_passes[] = {
    LIBRARY_FIRST "fix(4:instcombine<known=1>, sccp, simplifycfg, dce), globaldce, "
                  "dead-resources",
    LIBRARY_FIRST "fix(8:sroa, lower-model, instcombine, known-bits, bdce, simplifycfg, handles, "
                  "gvn, dse, dce), " LIBRARY_LAST,
    LIBRARY_FIRST
    "fix(8:sroa, lower-model, sccp, instcombine, reassociate, known-bits, bdce, "
    "simplifycfg, "
    "loop-deletion, loop-unroll<threshold=0>, handles, gvn, dse, adce), " LIBRARY_LAST,
    LIBRARY_FIRST "fix(8:sroa, lower-model, sccp, instcombine, reassociate, known-bits, bdce, "
                  "simplifycfg, "
                  "loop-deletion, loop-unroll, handles, gvn, dse, adce), " LIBRARY_LAST,
};

/* Before them, if there are loops to write out: these must be known as soon as they can be. */
static const char unrolling[] =
    "fix(16:sroa, instcombine, sccp, simplifycfg, loop-unroll<asked=1>, dce)";

/* What the reference knows before anything else about the ways out of loops. */
static const char simplifying[] = "mem2reg, fix(2:instcombine<known=1>, known-bits)";
static const char ending[] = "always-inline, fix(4:instcombine<known=1>, known-bits, simplifycfg)";

/* Brings values to their uses, where something depends on what they are. */
static const char settling[] = "fix(8:sroa, sccp, simplifycfg, dce)";

/* Reports a loop that is left although [unroll] stands in front of it. */
static void report_loop(dxki_emit *e, uint32_t id)
{
    dxki_hlsl *c = e->c;

    if (id - 1 >= e->unrolled.count) /* none, or none of ours */
        return;
    const dxki_emit_asked *asked = &e->unrolled.items[id - 1];
    if (asked->is_lost)
        return;
    if (c->version <= 2016)
        DXKI_HLSL_SAY(c, NOT_UNROLLED_THEN, asked->loc);
    else
        DXKI_HLSL_SAY(c, NOT_UNROLLED, asked->loc);
}

/* A loop that ends there is none that is to be written out any more. */
static dxk_status look_at_end(dxki_emit *e, dxk_module *m, uint32_t end)
{
    if (!end)
        return DXK_OK;
    dxki_pass_unroll_wish wish = dxki_pass_unroll_wish_of(m, end);
    if (wish.hint != DXKI_PASS_UNROLL_FULLY)
        return DXK_OK;
    report_loop(e, wish.id);
    return dxki_pass_flow_drop_loop(m, end) ? DXK_OK : dxki_nomem(e->c->ctx);
}

/* Writes out what must be written out, of all functions. */
static dxk_status unroll(dxki_emit *e, dxk_module *m)
{
    dxk_status status = dxk_opt(m, dxki_str(unrolling), NULL, NULL);

    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            if (status == DXK_OK)
                status = look_at_end(e, m, dxki_pass_flow_end(m, block));
        }
    }
    return status == DXK_OK ? dxki_hlsl_result(e->c) : status;
}

dxk_status dxki_emit_settle(dxki_emit *e, dxk_module *m,
                            bool (*settle)(dxki_emit *e, dxk_module *m, uint32_t inst))
{
    dxk_status status = dxk_opt(m, dxki_str(settling), NULL, NULL);

    if (status == DXK_OK && !dxki_tracked_begin(m))
        status = dxki_nomem(e->c->ctx);
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (status == DXK_OK && !settle(e, m, inst))
                    status = dxki_nomem(e->c->ctx);
            }
        }
    }
    dxki_tracked_end(m);
    return status == DXK_OK ? dxki_hlsl_result(e->c) : status;
}

/* What is stored is undef, by which nothing is written. */
static bool is_empty_output(const dxk_module *m, uint32_t inst)
{
    uint64_t op;

    return dxki_call_opcode(m, dxki_inst_get(m, inst), &op) && op == DXK_OP_StoreOutput &&
           dxki_const_is_undef(m, dxki_inst_ops(m, inst)[4]);
}

static dxk_status drop_empty_outputs(dxki_emit *e, dxk_module *m)
{
    bool good = true;

    if (!m->unset_seen)
        return DXK_OK;
    dxk_status status = dxk_opt(m, dxki_str("fold-undef"), NULL, NULL); /* constants came since */
    if (status != DXK_OK)
        return status;
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (good && is_empty_output(m, inst))
                    good = dxki_inst_remove(m, inst);
            }
        }
    }
    return good ? dxk_opt(m, dxki_str("globaldce"), NULL, NULL) : dxki_nomem(e->c->ctx);
}

/* What a thread reads of its own stores is no load any more. */
static dxk_status drop_shared(dxki_emit *e, dxk_module *m)
{
    dxk_status status = dxki_emit_drop_unread(e, m);

    return status == DXK_OK ? dxk_opt(m, dxki_str("dce, globaldce"), NULL, NULL) : status;
}

/* Ways out of loops that are never taken go, for validation to refuse what is left without one. */
static dxk_status end_loops(dxki_emit *e, dxk_module *m)
{
    if (!e->has_loops)
        return DXK_OK;
    dxk_status status = dxk_opt(m, dxki_str(simplifying), NULL, NULL);
    for (size_t i = 0; status == DXK_OK && i < e->unrolled.count; i++) {
        dxki_emit_asked *asked = &e->unrolled.items[i];
        asked->is_lost = asked->asks && dxki_emit_never_asks(m, &asked->blocks);
    }
    m->ends_go = true;
    if (status == DXK_OK)
        status = dxk_opt(m, dxki_str(ending), NULL, NULL);
    m->ends_go = false;
    return status;
}

/* Once loops are written out, those that do nothing go before more is known of how they end. */
static dxk_status drop_loops(const dxki_emit *e, dxk_module *m)
{
    if (!e->has_loops)
        return DXK_OK;
    m->ends_go = true;
    dxk_status status = dxk_opt(m, dxki_str("sccp, adce"), NULL, NULL);
    return status == DXK_OK ? dxk_opt(m, dxki_str("loop-deletion"), NULL, NULL) : status;
}

dxk_status dxki_emit_improve(dxki_emit *e, dxk_module **m)
{
    const dxki_hlsl *c = e->c;
    uint32_t level = c->options.no_optimize ? 0 : c->options.optimize > 3 ? 3 : c->options.optimize;
    bool library = c->kind == DXK_SHADER_KIND_LIBRARY;
    dxk_status status = dxki_emit_spread_precise(e, *m);

    (*m)->unset_stays = true;
    (*m)->unset_memory = level > 0;
    (*m)->is_passing = true;

    if (status == DXK_OK && e->shared.count)
        status = dxki_emit_drop_unread(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_keep(e, *m);
    if (status == DXK_OK)
        status = end_loops(e, *m);
    if (status == DXK_OK && e->unrolls)
        status = unroll(e, *m);
    if (status == DXK_OK && level > 0)
        status = drop_loops(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_settle_later(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_check_bounds(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_settle_inputs(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_resolve(e, *m);
    if (status == DXK_OK)
        status = dxk_opt(*m, dxki_str((library ? library_passes : passes)[level]), NULL, NULL);
    if (status == DXK_OK && level > 0)
        status = dxki_emit_drop_idle(e, *m);
    if (status == DXK_OK && level > 0 && e->shared.count)
        status = drop_shared(e, *m);
    if (status == DXK_OK)
        status = drop_empty_outputs(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_clamp_biases(e, *m);
    if (status == DXK_OK) {
        dxki_emit_check_misfits(e, *m);
        dxki_emit_check_offsets(e, *m);
        status = dxki_hlsl_result(e->c);
    }
    (*m)->unset_stays = (*m)->unset_memory = (*m)->ends_go = false;
    if (status == DXK_OK && library)
        status = dxki_hlsl_put_subobjects(e->c, *m);
    if (status == DXK_OK)
        status = dxki_emit_settle_registers(e, *m);
    if (status == DXK_OK)
        status = dxki_emit_target_types(e, *m);
    if (status != DXK_OK) {
        dxk_module_free(*m);
        *m = NULL;
    }
    return status;
}
