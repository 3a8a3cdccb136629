/* SPDX-License-Identifier: MIT */
/* emit_memory.c - stores to outputs, and atomic operations. */
#include "emit.h"

static dxk_value plus(gen_emitter *em, dxk_value left, uint32_t right)
{
    return right ? dxk_builder_binary(em->b, DXK_BINARY_ADD, left, gen_emit_i32(em, right), 0)
                 : left;
}

static dxk_value times(gen_emitter *em, dxk_value value, uint32_t factor)
{
    return dxk_builder_binary(em->b, DXK_BINARY_MUL, value, gen_emit_i32(em, factor), 0);
}

/* The two coordinates of the thread's own word of an output. */
static void own_place(gen_emitter *em, uint32_t output, uint32_t word, dxk_value at[2])
{
    const gen_buffer *o = &em->p->outputs[output];
    dxk_value number = gen_emit_thread_number(em);

    at[1] = dxk_builder_undef(em->b, DXK_TYPE_I32);
    if (o->kind == GEN_STRUCTURED) {
        at[0] = number;
        at[1] = gen_emit_i32(em, word * 4);
    } else if (o->kind == GEN_RAW) {
        at[0] = plus(em, times(em, number, GEN_OWN * 4), word * 4);
    } else {
        at[0] = plus(em, times(em, number, GEN_OWN / o->components), word / o->components);
    }
}

static dxk_value plain_value(gen_emitter *em, const gen_expr *e)
{
    return gen_emit_plain(em, (gen_type)e->type, gen_emit_expr(em, e));
}

static void store(gen_emitter *em, const gen_stmt *s)
{
    const gen_buffer *o = &em->p->outputs[s->index];
    bool is_typed = o->kind == GEN_TYPED, is_raw = !is_typed && em->p->model >= 2;
    dxk_type type = gen_emit_type((gen_type)s->e[0]->type);
    dxk_value at[2], values[4], none = dxk_builder_undef(em->b, type);
    uint32_t count = is_typed ? 4 : s->count;

    values[0] = plain_value(em, s->e[0]); /* there is always one */
    for (uint32_t i = 1; i < 4; i++)
        values[i] = i < s->count ? plain_value(em, s->e[i]) : is_typed ? values[0] : none;
    own_place(em, s->index, s->which, at);
    dxk_value h = gen_emit_handle(em, em->output_handles[s->index], em->outputs[s->index]);
    dxk_value mask = dxk_builder_i8(em->b, (1 << count) - 1);
    dxk_value args[] = {
        h,         at[0],     at[1],
        values[0], values[1], values[2],
        values[3], mask,      gen_emit_i32(em, gen_width((gen_type)s->e[0]->type) == 64 ? 8 : 4)};
    dxk_builder_op(em->b, is_raw ? DXK_OP_RawBufferStore : DXK_OP_BufferStore, DXK_NONE, args,
                   is_raw ? 9 : 8);
}

/* --- atomic operations --- */

static dxk_value buffer_atomic(gen_emitter *em, const gen_stmt *s, dxk_value handle,
                               const dxk_value at[2])
{
    dxk_value none = dxk_builder_undef(em->b, DXK_TYPE_I32);
    dxk_value value = gen_emit_expr(em, s->e[1]);

    if (s->which == GEN_ATOMIC_COMPARE)
        return dxk_builder_op(
            em->b, DXK_OP_AtomicCompareExchange, DXK_NONE,
            DXK_ARGS(handle, at[0], at[1], none, gen_emit_expr(em, s->e[2]), value));
    return dxk_builder_op(em->b, DXK_OP_AtomicBinOp, DXK_NONE,
                          DXK_ARGS(handle, gen_emit_i32(em, s->which), at[0], at[1], none, value));
}

static dxk_value total_atomic(gen_emitter *em, const gen_stmt *s)
{
    bool is_wide = s->place == GEN_AT_TOTALS64;
    dxk_value subscript = gen_emit_expr(em, s->e[0]);
    dxk_value within = dxk_builder_binary(em->b, DXK_BINARY_AND, subscript,
                                          gen_emit_i32(em, GEN_SUBSCRIPTS - 1), 0);
    dxk_value word = plus(em, within, s->which * GEN_SUBSCRIPTS);
    dxk_value at[2] = {times(em, word, is_wide ? 8 : 4), dxk_builder_undef(em->b, DXK_TYPE_I32)};
    return buffer_atomic(em, s,
                         is_wide ? gen_emit_handle(em, em->total64_handle, em->totals64)
                                 : gen_emit_handle(em, em->total_handle, em->totals),
                         at);
}

static dxk_value shared_atomic(gen_emitter *em, const gen_stmt *s)
{
    static const dxk_atomic kinds[] = {DXK_ATOMIC_ADD,  DXK_ATOMIC_AND,  DXK_ATOMIC_OR,
                                       DXK_ATOMIC_XOR,  DXK_ATOMIC_MIN,  DXK_ATOMIC_MAX,
                                       DXK_ATOMIC_UMIN, DXK_ATOMIC_UMAX, DXK_ATOMIC_EXCHANGE};
    dxk_value at =
        gen_emit_shared(em, s->index, s->count, s->place == GEN_AT_SHARED ? s->e[0] : NULL);
    dxk_value value = gen_emit_expr(em, s->e[1]);

    if (s->which != GEN_ATOMIC_COMPARE)
        return dxk_builder_atomic(em->b, kinds[s->which], at, value);
    dxk_value both = dxk_builder_compare_exchange(em->b, at, gen_emit_expr(em, s->e[2]), value);
    return dxk_builder_extract(em->b, both, 0);
}

static void atomic(gen_emitter *em, const gen_stmt *s)
{
    dxk_value old, at[2];

    if (s->place == GEN_AT_OWN) {
        own_place(em, 0, s->count, at);
        old = buffer_atomic(em, s, gen_emit_handle(em, em->output_handles[0], em->outputs[0]), at);
    } else if (s->place == GEN_AT_TOTALS || s->place == GEN_AT_TOTALS64) {
        old = total_atomic(em, s);
    } else {
        old = shared_atomic(em, s);
    }
    if (s->result != GEN_NONE)
        gen_emit_assign(em, s->result, old);
}

void gen_emit_memory(gen_emitter *em, const gen_stmt *s)
{
    if (s->kind == GEN_STORE) {
        store(em, s);
    } else if (s->kind == GEN_ATOMIC) {
        atomic(em, s);
    } else if (s->kind == GEN_COUNT_UP) {
        dxk_value h = gen_emit_handle(em, em->output_handles[s->index], em->outputs[s->index]);
        dxk_value step = dxk_builder_i8(em->b, em->p->outputs[s->index].step);
        dxk_builder_op(em->b, DXK_OP_BufferUpdateCounter, DXK_NONE, DXK_ARGS(h, step));
    } else if (s->kind == GEN_SET_ELEMENT) {
        dxk_value at = gen_emit_element(em, s->index, s->e[0]);
        dxk_builder_store(em->b, gen_emit_expr(em, s->e[1]), at);
    } else {
        dxk_value at = gen_emit_shared(em, s->index, s->which, NULL);
        dxk_builder_store(em->b, gen_emit_expr(em, s->e[0]), at);
    }
}
