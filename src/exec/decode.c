/* SPDX-License-Identifier: MIT */
/*
 * decode.c - decoding the functions that a program runs: callees first, so that calls know their
 * registers; of each function the blocks by their positions.
 */
#include "exec/decoder.h"
#include "exec/once.h"

#include "base/diag.h"
#include "base/out.h"
#include "exec/build.h"
#include "exec/clean.h"
#include "ir/attrs.h"
#include "spec/reader_rules.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Reports                                                                                    */

/* Number of an instruction in its function, without calls of llvm.dbg.*. */
uint32_t dxki_exec_inst_number(const dxk_module *m, uint32_t wanted)
{
    uint32_t fn = m->blocks.items[m->insts.items[wanted].block].function, number = 0;

    DXKI_EACH_BLOCK(m, fn, block)
        DXKI_EACH_INST(m, block, inst) {
            if (inst == wanted)
                return number;
            number += !dxki_inst_is_debug_call(m, dxki_inst_get(m, inst));
        }
    return UINT32_MAX;
}

/* "@main/#17" in a buffer; empty if there is no memory for it. */
static void write_path(const dxki_exec_decoder *d, dxk_buffer *path)
{
    char digits[20], *end = digits + sizeof digits;

    if (!d->global)
        return;
    dxk_str name = dxki_string_get(d->m, d->m->globals.items[d->global].name);
    bool ok = dxk_buffer_append(path, "@", 1) == DXK_OK &&
              dxk_buffer_append(path, name.data, name.size) == DXK_OK;
    if (ok && d->inst) {
        char *first = dxki_format_u64(end, dxki_exec_inst_number(d->m, d->inst));
        ok = dxk_buffer_append(path, "/#", 2) == DXK_OK &&
             dxk_buffer_append(path, first, (size_t)(end - first)) == DXK_OK;
    }
    if (!ok || dxk_buffer_append(path, "", 1) != DXK_OK)
        path->size = 0;
}

static bool report(dxki_exec_decoder *d, const dxki_rule *rule, const char *text)
{
    dxk_buffer path;

    if (d->status != DXK_OK)
        return false;
    dxk_buffer_init(&path, d->ctx);
    write_path(d, &path);
    d->status = DXKI_REPORT(d->ctx, rule, dxki_nowhere(),
                            path.size ? (const char *)path.data : NULL, dxki_text(dxki_str(text)));
    dxk_buffer_free(&path);
    return false;
}

bool dxki_exec_refuse(dxki_exec_decoder *d, const char *why)
{
    return report(d, DXKI_RULE_RUN_UNSUPPORTED, why);
}

bool dxki_exec_refuse_op(dxki_exec_decoder *d, const dxki_dxop_info *op)
{
    return report(d, DXKI_RULE_RUN_OPERATION, op->name);
}

/* ---------------------------------------------------------------------------------------- */
/* A function                                                                                 */

static bool is_intrinsic(const dxk_module *m, uint32_t global)
{
    return dxki_str_starts(dxki_string_get(m, m->globals.items[global].name), "llvm.");
}

/* Nothing is computed. */
static void run_nothing(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    (void)w;
    (void)i;
}

/* A local variable begins its life: for those who look, nothing is stored there any more. */
static bool begin_life(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    uint32_t object = 0;

    if (dxki_call_arg_count(i) == 2)
        object = dxki_exec_object_of(d, dxki_inst_ops(d->m, inst)[1]);
    if (d->status != DXK_OK)
        return false;
    if (!object || d->p->objects.items[object].space != DXKI_EXEC_PRIVATE)
        return true;
    dxki_exec_inst forget = {.run = run_nothing, .imm = object};
    return dxki_exec_emit(d, &forget) &&
           dxki_exec_flow_last(d, (dxki_exec_flow){.kind = DXKI_EXEC_FLOW_FORGET});
}

/* Debug information and ends of lives do nothing. */
static bool decode_intrinsic(dxki_exec_decoder *d, uint32_t inst, uint32_t global)
{
    dxk_str name = dxki_string_get(d->m, d->m->globals.items[global].name);

    if (dxki_str_starts(name, "llvm.lifetime.start"))
        return begin_life(d, inst);
    return dxki_str_starts(name, "llvm.dbg.") || dxki_str_starts(name, "llvm.lifetime.") ||
           dxki_exec_refuse(d, "this intrinsic function is not allowed in shaders");
}

static bool decode_call(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    dxki_value callee = dxki_call_callee(d->m, i);
    uint32_t global = dxki_value_as_global(callee);

    if (!global || d->m->globals.items[global].kind != DXKI_G_FUNCTION)
        return dxki_exec_refuse(d, "only direct calls are allowed in shaders");
    if (dxki_global_is_dxop(d->m, global))
        return dxki_exec_decode_op(d, inst);
    if (is_intrinsic(d->m, global))
        return decode_intrinsic(d, inst, global);
    if (!d->function_of[global])
        return dxki_exec_refuse(d, "a function without a body is called");
    return dxki_exec_decode_call(d, inst, global);
}

/* Notes where the code of an instruction begins. */
static bool add_step(dxki_exec_decoder *d, uint32_t inst)
{
    dxki_exec_step step = {inst, (uint32_t)d->p->segments.count, (uint32_t)d->p->code.count};

    return dxki_inst_is_debug_call(d->m, dxki_inst_get(d->m, inst)) ||
           dxki_vec_push(d->p->ctx, &d->p->steps, step) || dxki_exec_out_of_memory(d);
}

static bool decode_plain(dxki_exec_decoder *d, uint8_t op, uint32_t inst)
{
    if (op == DXKI_OP_CALL)
        return decode_call(d, inst);
    if (dxki_op_get(op)->cls == DXKI_OC_MEM || op == DXKI_OP_GEP)
        return dxki_exec_decode_memory(d, inst);
    return dxki_exec_decode_inst(d, inst);
}

static bool decode_one(dxki_exec_decoder *d, uint32_t number, uint32_t inst)
{
    uint8_t op = dxki_inst_get(d->m, inst)->op;

    d->inst = inst;
    if (!add_step(d, inst))
        return false;
    if (dxki_op_get(op)->cls == DXKI_OC_TERM)
        return dxki_exec_decode_end(d, number, inst);
    if (op == DXKI_OP_PHI)
        return true;
    d->emits_once = d->once[inst] & DXKI_EXEC_ONCE;
    bool ok = decode_plain(d, op, inst);
    d->emits_once = false;
    return ok && dxki_exec_emit_once(d, inst);
}

static bool decode_block(dxki_exec_decoder *d, uint32_t position, uint32_t number)
{
    dxki_exec_function *f = &d->p->functions.items[d->function];
    uint32_t block = d->cfg.blocks[number];

    f->positions[position].segment = (uint32_t)d->p->segments.count;
    d->segment_start = (uint32_t)d->p->code.count;
    d->converges = false;
    DXKI_EACH_INST(d->m, block, inst)
        if (!decode_one(d, number, inst))
            return false;
    f = &d->p->functions.items[d->function];
    f->positions[position].converges = d->converges;
    f->converges |= d->converges;
    for (uint32_t l = d->converges ? d->loops.of[number] : 0; l && !d->loop_converges[l];
         l = d->loops.items[l].parent)
        d->loop_converges[l] = true;
    d->inst = 0;
    uint32_t last = d->m->blocks.items[block].last_inst;
    if (!last || dxki_op_get(dxki_inst_get(d->m, last)->op)->cls != DXKI_OC_TERM)
        return dxki_exec_refuse(d, "a block does not end in a terminator");
    return true;
}

/* The value of a function's attribute of that name; NULL: it has none. */
static const dxk_str *attribute(const dxki_exec_decoder *d, uint32_t global, const char *name,
                                dxk_str *value)
{
    uint32_t count = 0, list = d->m->globals.items[global].attrs;
    uint32_t set = dxki_attr_list_set(d->m, list, DXKI_ATTR_SLOT_FUNCTION);
    const dxki_attr *attrs = dxki_attr_set(d->m, set, &count);

    for (uint32_t n = 0; n < count; n++) {
        if (attrs[n].kind == DXKI_AT_STRING &&
            dxki_str_is(dxki_string_get(d->m, attrs[n].key), name)) {
            *value = dxki_string_get(d->m, attrs[n].string);
            return value;
        }
    }
    return NULL;
}

/* The attribute "fp32-denorm-mode"; the options come first. */
static bool flushes(const dxki_exec_decoder *d, uint32_t global)
{
    dxk_run_denormals wanted = d->p->options.denormals;
    dxk_str mode;

    if (wanted != DXK_RUN_DENORMALS_AS_WRITTEN)
        return wanted == DXK_RUN_DENORMALS_FLUSH;
    return !attribute(d, global, "fp32-denorm-mode", &mode) || !dxki_str_is(mode, "preserve");
}

/* True if helper lanes of the entry take no part in operations of waves. */
static bool leaves_helpers(const dxki_exec_decoder *d, uint32_t entry)
{
    dxk_str value;

    return d->p->info.kind == DXK_SHADER_KIND_PIXEL &&
           !attribute(d, entry, "waveops-include-helper-lanes", &value);
}

static bool analyse(dxki_exec_decoder *d)
{
    if (!dxki_cfg_build(&d->cfg, &d->arena, d->m, d->global) ||
        !dxki_dom_forward(&d->dom, &d->arena, &d->cfg) ||
        !dxki_loop_build(&d->loops, &d->arena, &d->cfg, &d->dom))
        return dxki_exec_out_of_memory(d);
    for (uint32_t l = 0; l < d->loops.count; l++) {
        if (!d->loops.items[l].is_irreducible)
            continue;
        dxk_str name = dxki_string_get(d->m, d->m->globals.items[d->global].name);
        d->status =
            DXKI_REPORT(d->ctx, DXKI_RULE_RUN_REDUCIBLE, dxki_nowhere(), NULL, dxki_text(name));
        return false;
    }
    size_t blocks = (size_t)d->cfg.count + 1;
    d->loop_at = DXKI_NEW_ARRAY(&d->arena, uint32_t, blocks);
    d->edge_from = DXKI_NEW_ARRAY(&d->arena, uint32_t, blocks);
    d->edge_index = DXKI_NEW_ARRAY(&d->arena, uint32_t, blocks);
    d->loop_converges = DXKI_NEW_ARRAY(&d->arena, bool, d->loops.count);
    if (!d->loop_at || !d->edge_from || !d->edge_index || !d->loop_converges ||
        !dxki_exec_order_build(&d->order, &d->arena, &d->cfg, &d->loops))
        return dxki_exec_out_of_memory(d);
    for (uint32_t l = 1; l < d->loops.count; l++)
        d->loop_at[d->loops.items[l].header] = l;
    return true;
}

/* Callers may pass anything. */
static bool argument_differs(const void *user, const dxk_module *m, uint32_t arg)
{
    (void)user;
    (void)m;
    (void)arg;
    return true;
}

/* Finds out which values are the same in all lanes. */
static bool find_uniform(dxki_exec_decoder *d)
{
    dxki_dom *post = DXKI_NEW(&d->arena, dxki_dom);

    if (!d->has_uses) {
        d->has_uses = true; /* freed in any case */
        if (!dxki_uses_begin(&d->uses, d->m) || !dxki_mem_bases_begin(&d->bases, &d->arena, d->m))
            return dxki_exec_out_of_memory(d);
    }
    if (!post || !dxki_dom_backward(post, &d->arena, &d->cfg) ||
        !dxki_uses_enter(&d->uses, d->global))
        return dxki_exec_out_of_memory(d);
    const dxki_uniform_input in = {.m = d->m,
                                   .cfg = &d->cfg,
                                   .post = post,
                                   .loops = &d->loops,
                                   .uses = &d->uses,
                                   .bases = &d->bases,
                                   .seeds = {.argument = argument_differs}};
    return dxki_uniform_build(&d->uniform, &d->arena, &in, d->differs) ||
           dxki_exec_out_of_memory(d);
}

bool dxki_exec_decode_function(dxki_exec_decoder *d, uint32_t function)
{
    dxki_exec_function *f = &d->p->functions.items[function];

    d->function = function;
    d->global = f->global;
    d->inst = 0;
    d->flushes = flushes(d, f->global);
    if (!analyse(d) || !find_uniform(d) || !dxki_exec_assign_registers(d) ||
        !dxki_exec_find_once(d) || !dxki_exec_find_incoming(d))
        return false;
    dxki_exec_find_clean(d);
    f = &d->p->functions.items[function];
    f->position_count = d->order.count;
    f->positions = DXKI_NEW_ARRAY(&d->p->arena, dxki_exec_position, d->order.count);
    if (!f->positions)
        return dxki_exec_out_of_memory(d);
    for (uint32_t p = 0; p < d->order.count; p++) {
        dxki_exec_place_at at = d->order.places[p];
        if (at.is_latch) /* after all blocks of its loop */
            f->positions[p] = (dxki_exec_position){DXKI_EXEC_LATCH, d->order.position[at.block],
                                                   d->loop_converges[d->loop_at[at.block]]};
        else if (!decode_block(d, p, at.block))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

/* A function on the way from the entry, while those that it calls are looked for. */
typedef struct visit {
    uint32_t global, edge, depth;
} visit;

/* Lists the functions that an entry needs and that are not listed yet, callees before callers, and
 * finds how deep calls go. */
static void list_functions(dxki_exec_decoder *d, const dxki_calls *calls, uint32_t entry,
                           visit *stack, uint32_t *height, uint32_t *order, uint32_t *count)
{
    uint32_t depth = 0;

    if (!entry || d->function_of[entry])
        return;
    stack[depth++] = (visit){entry, calls->callees.start[entry], 0};
    d->function_of[entry] = 1;
    while (depth) {
        visit *v = &stack[depth - 1];
        if (v->edge == calls->callees.start[v->global + 1]) {
            order[(*count)++] = v->global;
            height[v->global]++;
            depth--;
            if (depth && height[stack[depth - 1].global] < height[v->global])
                height[stack[depth - 1].global] = height[v->global];
            continue;
        }
        uint32_t to = calls->callees.to[v->edge++];
        if (d->m->globals.items[to].flags & DXKI_GF_DECLARATION ||
            !d->m->globals.items[to].first_block)
            continue;
        if (!d->function_of[to]) {
            d->function_of[to] = 1;
            stack[depth++] = (visit){to, calls->callees.start[to], 0};
        } else if (height[v->global] < height[to]) {
            height[v->global] = height[to];
        }
    }
    if (d->p->call_depth < height[entry])
        d->p->call_depth = height[entry];
}

/* The entry comes last, so that it is the first function of the program. */
static bool add_functions(dxki_exec_decoder *d, uint32_t entry, uint32_t patch, uint32_t *order,
                          uint32_t *count)
{
    visit *stack = DXKI_NEW_ARRAY(&d->arena, visit, d->m->globals.count + 1);
    uint32_t *height = DXKI_NEW_ARRAY(&d->arena, uint32_t, d->m->globals.count);
    dxki_calls calls;

    if (!stack || !height || !dxki_calls_build(&calls, &d->arena, d->m, false))
        return dxki_exec_out_of_memory(d);
    list_functions(d, &calls, patch, stack, height, order, count);
    if (d->function_of[entry])
        return dxki_exec_refuse(d, "a function calls the entry point");
    list_functions(d, &calls, entry, stack, height, order, count);
    for (uint32_t n = *count; n-- > 0;) {
        dxki_exec_function f = {.global = order[n]};
        d->global = order[n];
        if (dxki_calls_is_recursive(&calls, order[n]))
            return dxki_exec_refuse(d, "a function calls itself");
        if (!dxki_vec_push(d->p->ctx, &d->p->functions, f))
            return dxki_exec_out_of_memory(d);
        d->function_of[order[n]] = (uint32_t)d->p->functions.count;
    }
    d->p->patch_function = patch ? d->function_of[patch] - 1 : 0;
    return true;
}

/* Tables by global, constant, instruction and argument of the module. */
static bool make_tables(dxki_exec_decoder *d)
{
    dxki_arena *arena = &d->arena, *kept = d->p->options.for_debug ? &d->p->arena : arena;
    dxki_exec_object none = {0};

    d->function_of = DXKI_NEW_ARRAY(arena, uint32_t, d->m->globals.count);
    d->object_of = DXKI_NEW_ARRAY(arena, uint32_t, d->m->globals.count);
    d->constant_of = DXKI_NEW_ARRAY(arena, uint32_t, d->m->consts.count);
    d->insts = DXKI_NEW_ARRAY(kept, dxki_exec_home, d->m->insts.count);
    d->args = DXKI_NEW_ARRAY(kept, dxki_exec_home, d->m->args.count + 1);
    if (d->p->options.for_debug) {
        d->p->insts = d->insts;
        d->p->args = d->args;
    }
    d->differs = DXKI_NEW_ARRAY(arena, uint8_t, d->m->insts.count);
    d->once = DXKI_NEW_ARRAY(arena, uint8_t, d->m->insts.count);
    d->has_layout = dxki_dxil_layout_init(&d->layout, d->m);
    if (!d->function_of || !d->object_of || !d->constant_of || !d->insts || !d->args ||
        !d->differs || !d->once || !d->has_layout ||
        !dxki_vec_push(d->p->ctx, &d->p->objects, none))
        return dxki_exec_out_of_memory(d);
    return dxki_exec_find_resources(d);
}

#define MOST_BYTES (128u << 10) /* of registers of a wave that is made larger */

/* Larger waves than were meant, if neither shader nor caller asks for a size or can tell one from
 * another: an instruction takes little longer for more lanes. */
static void choose_lanes(dxk_run_program *p)
{
    uint32_t threads = p->info.num_threads[0] * p->info.num_threads[1] * p->info.num_threads[2];
    uint32_t meant = p->info.wave_size, lanes = DXKI_EXEC_MAX_LANES;

    p->waves_in_one = 1;
    if (p->wave_is_given || p->options.no_sharing || p->options.for_debug || p->needs.waves ||
        p->needs.turns || p->info.kind != DXK_SHADER_KIND_COMPUTE)
        return;
    while (lanes > meant && ((uint64_t)p->register_count * lanes * 4 > MOST_BYTES ||
                             (threads + lanes - 1) / lanes * lanes - threads > threads / 4))
        lanes /= 2;
    if (lanes > meant) {
        p->info.wave_size = lanes;
        p->waves_in_one = lanes / meant;
    }
}

static bool decode_all(dxki_exec_decoder *d, uint32_t entry, uint32_t patch)
{
    uint32_t *order, count = 0;

    if (!make_tables(d))
        return false;
    d->p->leaves_helpers = leaves_helpers(d, entry);
    order = DXKI_NEW_ARRAY(&d->arena, uint32_t, d->m->globals.count);
    if (!order)
        return dxki_exec_out_of_memory(d);
    if (!add_functions(d, d->p->passes_points ? 0 : entry, patch, order, &count))
        return false;
    for (uint32_t n = 0; n < count; n++)
        if (!dxki_exec_decode_function(d, d->function_of[order[n]] - 1))
            return false;
    d->global = d->inst = 0;
    d->p->register_count = d->register_base;
    if (d->p->info.kind == DXK_SHADER_KIND_LIBRARY && !dxki_exec_list_parameters(d, entry))
        return false;
    choose_lanes(d->p);
    d->p->vectors = dxki_exec_widest_vectors();
    return dxki_exec_finish_objects(d) && dxki_exec_finish_constants(d);
}

static void free_decoder(dxki_exec_decoder *d)
{
    if (d->has_layout)
        dxki_dxil_layout_free(&d->layout);
    if (d->has_uses)
        dxki_uses_free(&d->uses);
    dxki_vec_free(d->ctx, &d->rows);
    dxki_vec_free(d->ctx, &d->row_is_wide);
    dxki_vec_free(d->ctx, &d->row_is_undef);
    dxki_vec_free(d->ctx, &d->parts);
    for (uint32_t n = 0; n < DXKI_EXEC_RESOURCE; n++)
        dxki_vec_free(d->ctx, &d->images[n]);
    dxki_vec_free(d->ctx, &d->moves);
    dxki_vec_free(d->ctx, &d->readers);
    dxki_vec_free(d->ctx, &d->writer);
    dxki_arena_free(&d->arena);
}

dxk_status dxki_exec_decode(dxk_run_program *p, uint32_t entry, uint32_t patch)
{
    dxki_exec_decoder d = {.ctx = p->ctx, .p = p, .m = p->m};

    dxki_arena_init(&d.arena, p->ctx);
    d.native_16bit = !dxki_dxil_min_precision(p->dxil);
    bool ok = decode_all(&d, entry, patch);
    dxk_status status = ok ? DXK_OK : d.status != DXK_OK ? d.status : DXK_E_INVALID;
    free_decoder(&d);
    return status;
}
