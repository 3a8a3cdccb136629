/* SPDX-License-Identifier: MIT */
/*
 * ops_stage.c - operations of stages of the graphics pipeline: inputs, outputs, constants of patches,
 * and what an invocation knows of itself.
 *
 * Instructions that name an element have in `imm` the word of its row 0 and the column, in `b` its
 * rows, in `c` its component type; the list at `a` has the row and what follows the column. `aux` is
 * the letter of the overload.
 */
#include "exec/group.h"
#include "exec/math.h"
#include "exec/ops_resource.h"
#include "exec/stage.h"

/* --- words and registers --- */

uint32_t dxki_exec_stage_register(const dxki_exec_inst *i, uint32_t word)
{
    return i->aux == 'h' ? dxki_exec_f32_to_f16(word) : i->aux == 'w' ? word & 0xFFFFu : word;
}

uint32_t dxki_exec_stage_word(const dxki_exec_inst *i, uint32_t value)
{
    if (i->aux == 'h')
        return dxki_exec_f16_to_f32((uint16_t)value);
    if (i->aux == 'w' && i->c == DXK_COMPONENT_TYPE_I16)
        return ((value & 0xFFFFu) ^ 0x8000u) - 0x8000u;
    return value;
}

static uint32_t invocation_of(const dxki_exec_wave *w, const dxki_exec_stage *s, uint32_t lane)
{
    return s->first + w->thread_of[lane];
}

/* Index of the primitive that an invocation reads. */
static uint32_t primitive_of(const dxki_exec_stage *s, uint32_t invocation)
{
    return s->owners ? s->owners[invocation] : invocation / s->share;
}

/* The word of an element in a row of an invocation's words; NULL: there is no such row. */
static uint32_t word_in(const dxki_exec_inst *i, uint32_t row)
{
    return row < i->b ? i->imm + 4 * row : UINT32_MAX;
}

/* --- loads --- */

/* Loads from points of primitives: `words` of each point, `points` of each primitive. */
static void load_points(dxki_exec_wave *w, const dxki_exec_inst *i, const uint32_t *from,
                        uint32_t points, uint32_t words)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0), *vertices = dxki_exec_given(w, i, 1);
    const dxki_exec_stage *s = w->worker->stage;
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, point = dxki_exec_or_zero(vertices, lane);
        uint32_t at = word_in(i, dxki_exec_or_zero(rows, lane)), word = 0;
        if (s && from && at != UINT32_MAX && point < points) {
            size_t primitive = primitive_of(s, invocation_of(w, s, lane));
            word = from[(primitive * points + point) * words + at];
        }
        dst[lane] = dxki_exec_stage_register(i, word);
    }
}

/* (row, vertex) */
void dxki_exec_run_load_input(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    load_points(w, i, s ? s->inputs : NULL, s ? s->points : 0, w->program->info.input_words);
}

/* (row, control point) */
void dxki_exec_run_load_control(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    load_points(w, i, s ? s->control : NULL, w->program->stage.output_points,
                w->program->info.output_words);
}

/* (row) */
void dxki_exec_run_load_patch(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0);
    const dxki_exec_stage *s = w->worker->stage;
    const uint32_t *from = !s ? NULL : s->constants ? s->constants : s->patch;
    uint32_t *dst = dxki_exec_row(w, i->dst);
    size_t words = w->program->stage.patch_words;

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, word = 0;
        uint32_t at = word_in(i, dxki_exec_or_zero(rows, lane));
        if (from && at != UINT32_MAX)
            word = from[primitive_of(s, invocation_of(w, s, lane)) * words + at];
        dst[lane] = dxki_exec_stage_register(i, word);
    }
}

/* --- stores --- */

/* Stores into records of `words`, of which there are `count`: that of the lane's invocation, of its
 * primitive, or of the index in the list after the value. */
static void store(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t *to, uint32_t words,
                  bool by_primitive)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0), *values = dxki_exec_given(w, i, 1);
    const dxki_exec_stage *s = w->worker->stage;

    if (!s || !to)
        return;
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, at = word_in(i, dxki_exec_or_zero(rows, lane));
        uint32_t record = invocation_of(w, s, lane);
        if (by_primitive)
            record = primitive_of(s, record);
        if (at == UINT32_MAX)
            continue;
        to[(size_t)record * words + at] =
            dxki_exec_stage_word(i, dxki_exec_or_undef(w, values, lane));
        if (s->written && to == s->outputs)
            s->written[(size_t)record * words + at] = 1;
    }
}

/* (row, value) */
void dxki_exec_run_store_output(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    store(w, i, s ? s->outputs : NULL, w->program->info.output_words, false);
}

/* (row, value) */
void dxki_exec_run_store_patch(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    store(w, i, s ? s->patch : NULL, w->program->stage.patch_words, true);
}

/* --- who an invocation is --- */

void dxki_exec_run_start_vertex(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    dxki_exec_spread(w, dxki_exec_row(w, i->dst), s ? s->start_vertex : 0);
}

void dxki_exec_run_start_instance(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    dxki_exec_spread(w, dxki_exec_row(w, i->dst), s ? s->start_instance : 0);
}

void dxki_exec_run_view(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    dxki_exec_spread(w, dxki_exec_row(w, i->dst), s ? s->view : 0);
}

void dxki_exec_run_primitive(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t index = s ? primitive_of(s, invocation_of(w, s, (uint32_t)lane)) : 0;
        dst[lane] = !s ? 0 : s->numbers ? s->numbers[index] : s->number + index;
    }
}

/* Number of the instance of a geometry shader, or of the control point that a hull shader makes. */
void dxki_exec_run_instance(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = s ? invocation_of(w, s, (uint32_t)lane) % s->share : 0;
}

/* `imm` is the component. */
void dxki_exec_run_location(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        bool is_there = s && s->locations && i->imm < 3;
        dst[lane] =
            is_there
                ? dxki_exec_float_bits(s->locations[3 * (size_t)invocation_of(w, s, lane) + i->imm])
                : 0;
    }
}
