/* SPDX-License-Identifier: MIT */
/*
 * reads.c - see reads.h.
 *
 *     %row = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, handle, i32 %index)
 *     %w = extractvalue %dx.types.CBufRet.f32 %row, 3         bytes 16 * %index + 12 to 15
 *
 * Between which numbers an index is, known.h tells. One without bounds is in the variable to which
 * its constant addends lead.
 */
#include "match/reads.h"

#include "base/arena.h"
#include "base/diag.h"
#include "dxil/handles.h"
#include "dxk/module.h"
#include "dxk/parts.h"
#include "ir/dxop.h"
#include "pass/frame.h"
#include "pass/known.h"
#include "verify/verify.h"

#define ROW       16u
#define MOST_ROWS 4096u /* of a constant buffer */
#define MOST_SEEN 64u   /* values that are looked at for one index */
#define BUDGET    (1u << 24)

enum { INPUT_CBUFFER = 0, VARIABLE_USED = 2 }; /* D3D_SIT_CBUFFER, D3D_SVF_USED */

typedef struct reader {
    dxk_ctx *ctx;
    const dxk_reflect *reflect;
    dxki_match_reads *out;
    dxk_module *m;
    dxk_dxil *d;
    dxki_pass_facts facts;
    dxki_pass_facts_known known; /* of the function at hand */
} reader;

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

/* The name of a buffer, which a program may lack that is stripped. */
static dxk_str name_of(const reader *r, uint32_t space, uint32_t reg)
{
    for (uint32_t i = 0; i < r->reflect->binding_count; i++) {
        const dxk_reflect_binding *b = &r->reflect->bindings[i];
        if (b->type == INPUT_CBUFFER && b->space == space && b->bind_point == reg)
            return b->name;
    }
    return (dxk_str){NULL, 0};
}

/* The entry of a buffer, which is made if there is none; NULL: out of memory. */
static dxki_match_read *entry_of(reader *r, uint32_t space, uint32_t reg)
{
    for (size_t i = 0; i < r->out->count; i++) {
        dxki_match_read *e = &r->out->items[i];
        if (e->space == space && e->reg == reg)
            return e;
    }
    dxki_match_read made = {.name = name_of(r, space, reg), .space = space, .reg = reg};
    if (!dxki_vec_push(r->ctx, r->out, made))
        return NULL;
    return &r->out->items[r->out->count - 1];
}

/* The buffer that a handle stands for; NULL: none of the metadata that has one register. */
static const dxki_dxil_resource *buffer_of(const reader *r, dxki_value handle)
{
    const dxki_dxil_list *list = &r->d->resources[DXK_RESOURCE_CLASS_CBUFFER];
    uint32_t call = dxki_dxil_handle_call(r->m, handle);
    const dxki_dxop_info *op =
        call ? dxki_call_dxop_complete(r->m, dxki_inst_get(r->m, call)) : NULL;
    uint64_t words[4], cls, id;
    if (op && op->opcode == DXKI_DXOP_AnnotateHandle) {
        call = dxki_dxil_handle_call(r->m, dxki_inst_ops(r->m, call)[1]);
        op = call ? dxki_call_dxop_complete(r->m, dxki_inst_get(r->m, call)) : NULL;
    }
    const dxki_value *ops = op ? dxki_inst_ops(r->m, call) : NULL;
    bool bound = op && op->opcode == DXKI_DXOP_CreateHandleFromBinding &&
                 dxki_dxil_const_binding(r->m, ops[1], words) &&
                 words[3] == DXK_RESOURCE_CLASS_CBUFFER;
    bool listed = op && op->opcode == DXKI_DXOP_CreateHandle &&
                  dxki_value_as_int(r->m, ops[1], &cls) && cls == DXK_RESOURCE_CLASS_CBUFFER &&
                  dxki_value_as_int(r->m, ops[2], &id);
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_resource *b = list->items[i];
        if (b->range_size == 1 &&
            ((bound && b->space == words[2] && b->lower_bound == words[0]) || (listed && i == id)))
            return b;
    }
    return NULL;
}

/* The end of the variable that an offset is in; of the buffer, if there is none. */
static uint64_t variable_end(const reader *r, const dxki_dxil_resource *b, uint64_t offset)
{
    const dxk_reflect_buffer *buffer =
        dxk_reflect_find_buffer(r->reflect, name_of(r, b->space, b->lower_bound));
    for (uint32_t i = 0; buffer && i < buffer->variable_count; i++) {
        const dxk_reflect_variable *v = &buffer->variables[i];
        uint64_t end = (uint64_t)v->start_offset + v->size;
        if (offset >= v->start_offset && offset < end)
            return end;
    }
    return b->cbuffer_size;
}

/* ---------------------------------------------------------------------------------------- */
/* Loads                                                                                      */

/* The sum of the constants that are added up in an index; *left: see MOST_SEEN. */
static uint64_t constant_part(const dxk_module *m, dxki_value v, unsigned *left)
{
    uint64_t value = 0;
    const dxki_inst *in = dxki_value_as_inst(v) ? dxki_inst_get(m, dxki_value_as_inst(v)) : NULL;
    if (dxki_value_as_int(m, v, &value) || !in || *left == 0)
        return value;
    --*left;
    const dxki_value *ops = m->words.items + in->ops;
    if (in->op != DXKI_OP_ADD && in->op != DXKI_OP_OR)
        return 0;
    uint64_t one = constant_part(m, ops[0], left);
    return one + constant_part(m, ops[1], left);
}

/* A read of `size` bytes, `within` bytes after `index` units of `unit` bytes. */
static bool note(reader *r, const dxki_dxil_resource *b, dxki_value index, uint32_t unit,
                 uint32_t within, uint32_t size)
{
    dxki_pass_known k = dxki_pass_known_of(&r->known, index);
    dxki_match_read *e = entry_of(r, b->space, b->lower_bound);
    unsigned left = MOST_SEEN;
    uint64_t most = (uint64_t)MOST_ROWS * ROW / unit;
    if (!e || !k.width || k.low >= most)
        return e != NULL;
    uint64_t last = within + size;
    e->certain = later(e->certain, k.low * unit + last);
    if (k.high < most) {
        e->possible = later(e->possible, k.high * unit + last);
        return true;
    }
    uint64_t from = constant_part(r->m, index, &left) * unit + within;
    e->declared = later(e->declared, variable_end(r, b, from));
    return true;
}

/* Bytes of a component of what a load gives. */
static uint32_t component_size(const reader *r, dxki_type type)
{
    if (type == DXKI_TY_DOUBLE || type == DXKI_TY_I64)
        return 8;
    return r->facts.native_16bit && (type == DXKI_TY_HALF || type == DXKI_TY_I16) ? 2 : 4;
}

/* A component that is taken out of a row, or a load of a single number. */
static bool look_at(reader *r, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(r->m, inst);
    bool extracts = in->op == DXKI_OP_EXTRACTVALUE && in->op_count;
    const dxki_value *own = dxki_inst_ops(r->m, inst);
    uint32_t load = extracts ? dxki_value_as_inst(own[0]) : in->op == DXKI_OP_CALL ? inst : 0;
    const dxki_dxop_info *op =
        load ? dxki_call_dxop_complete(r->m, dxki_inst_get(r->m, load)) : NULL;
    if (!op || op->opcode != (extracts ? DXKI_DXOP_CBufferLoadLegacy : DXKI_DXOP_CBufferLoad))
        return true;
    const dxki_value *ops = dxki_inst_ops(r->m, load);
    const dxki_dxil_resource *b = buffer_of(r, ops[1]);
    uint32_t size = component_size(r, in->type);
    if (!b)
        return true;
    if (!extracts)
        return note(r, b, ops[2], 1, 0, size);
    uint32_t component = own[in->op_count] ? own[in->op_count + 1] : 0;
    return note(r, b, ops[2], ROW, component * size, size);
}

static bool look_through(reader *r, dxki_pass *p)
{
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    if (!cfg || !dxki_pass_known_begin(&r->known, p))
        return false;
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        if (cfg->order.nodes[i] == cfg->count)
            continue;
        DXKI_EACH_INST(r->m, cfg->blocks[cfg->order.nodes[i]], inst) {
            dxki_pass_known_enter(&r->known, inst);
            if (!look_at(r, inst))
                return false;
        }
    }
    return true;
}

static dxk_status look_at_functions(reader *r, dxki_pass_cache *cache, dxki_arena *arena)
{
    dxki_pass p = {.ctx = r->ctx,
                   .m = r->m,
                   .facts = &r->facts,
                   .lasting = arena,
                   .steps = BUDGET,
                   .cache = cache};
    bool good = true;
    dxk_status status = dxki_pass_cache_dxil(cache, &r->d);
    if (status == DXK_OK)
        status = dxki_pass_find_facts(r->d, arena, &r->facts);
    if (status != DXK_OK)
        return status;
    DXKI_EACH_FUNCTION(r->m, fn) {
        p.function = fn;
        if (!good || !r->m->globals.items[fn].first_block)
            continue;
        dxki_pass_cache_enter(cache, fn);
        dxki_arena_init(&p.scratch, r->ctx);
        good = look_through(r, &p);
        dxki_arena_free(&p.scratch);
        dxki_pass_cache_release(cache);
    }
    return good ? DXK_OK : dxki_nomem(r->ctx);
}

static dxk_status look_at_module(reader *r)
{
    static const dxki_verify_options how = {.any_debug = true};
    dxki_arena arena;
    dxk_status status = dxki_verify_module(r->m, &how, NULL);
    if (status != DXK_OK)
        return status;
    dxki_pass_cache *cache = dxki_pass_cache_create(r->m);
    if (!cache)
        return dxki_nomem(r->ctx);
    dxki_arena_init(&arena, r->ctx);
    status = look_at_functions(r, cache, &arena);
    dxki_arena_free(&arena);
    dxki_pass_cache_free(cache);
    return status;
}

/* ---------------------------------------------------------------------------------------- */

/* The used variables of models 4 and 5, which may be used in part. */
static dxk_status look_at_variables(reader *r)
{
    for (uint32_t i = 0; i < r->reflect->binding_count; i++) {
        const dxk_reflect_binding *b = &r->reflect->bindings[i];
        const dxk_reflect_buffer *buffer = dxk_reflect_find_buffer(r->reflect, b->name);
        if (b->type != INPUT_CBUFFER || b->bind_count != 1 || !buffer)
            continue;
        dxki_match_read *e = entry_of(r, b->space, b->bind_point);
        if (!e)
            return dxki_nomem(r->ctx);
        for (uint32_t k = 0; k < buffer->variable_count; k++) {
            const dxk_reflect_variable *v = &buffer->variables[k];
            if (!(v->flags & VARIABLE_USED))
                continue;
            e->certain = later(e->certain, (uint64_t)v->start_offset + (v->size < 4 ? v->size : 4));
            e->declared = later(e->declared, (uint64_t)v->start_offset + v->size);
        }
    }
    return DXK_OK;
}

dxk_status dxki_match_find_reads(dxk_ctx *ctx, const dxk_container *container,
                                 const dxk_reflect *reflect, dxki_match_reads *out)
{
    reader r = {.ctx = ctx, .reflect = reflect, .out = out};
    dxk_program_place place;
    if (reflect->is_legacy)
        return look_at_variables(&r);
    size_t before = dxk_ctx_diag_count(ctx);
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_RUN, &place);
    if (status == DXK_OK)
        status = dxk_module_read(ctx, place.program.bitcode, NULL, &r.m);
    if (status == DXK_OK)
        status = look_at_module(&r);
    dxk_module_free(r.m);
    if (status != DXK_E_INVALID && status != DXK_E_NOT_FOUND)
        return status;
    dxki_report_forget(ctx, before); /* the validator's business */
    return DXK_OK;
}
