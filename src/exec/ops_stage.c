/* SPDX-License-Identifier: MIT */
/*
 * ops_stage.c - operations of vertex and pixel shaders: inputs and outputs, discarding, and what a
 * pixel knows of itself where there is one sample.
 *
 * For inputs and outputs `imm` is the word of row 0 and the column, `b` the rows of the element, `c`
 * its component type.
 */
#include "exec/group.h"
#include "exec/math.h"
#include "exec/ops_resource.h"
#include "exec/stage.h"

static bool is_signed16(uint32_t component)
{
    return component == DXK_COMPONENT_TYPE_I16;
}

/* (row) */
void dxki_exec_run_load_input(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0);
    const dxki_exec_stage *stage = w->worker->stage;
    size_t words = w->program->info.input_words;
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t row = dxki_exec_or_zero(rows, (uint32_t)lane), word = 0;
        if (stage && row < i->b)
            word = stage->what->inputs[(stage->first + w->thread_of[lane]) * words + i->imm +
                                       4 * (size_t)row];
        dst[lane] = i->aux == 'h'   ? dxki_exec_f32_to_f16(word)
                    : i->aux == 'w' ? word & 0xFFFFu
                                    : word;
    }
}

/* (row, value) */
void dxki_exec_run_store_output(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0), *values = dxki_exec_given(w, i, 1);
    const dxki_exec_stage *stage = w->worker->stage;
    size_t words = w->program->info.output_words;

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t row = dxki_exec_or_zero(rows, (uint32_t)lane);
        uint32_t value = dxki_exec_or_undef(w, values, (uint32_t)lane);
        if (!stage || row >= i->b)
            continue;
        if (i->aux == 'h')
            value = dxki_exec_f16_to_f32((uint16_t)value);
        else if (i->aux == 'w' && is_signed16(i->c))
            value = ((value & 0xFFFFu) ^ 0x8000u) - 0x8000u;
        stage->what
            ->outputs[(stage->first + w->thread_of[lane]) * words + i->imm + 4 * (size_t)row] =
            value;
    }
}

/* (condition): lanes where it is true go on as helpers. */
void dxki_exec_run_discard(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *conditions = dxki_exec_given(w, i, 0);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        if (dxki_exec_or_zero(conditions, (uint32_t)lane) & 1u)
            w->helpers.word[lane >> 6] |= (uint64_t)1 << (lane & 63);
    }
}

void dxki_exec_run_is_helper(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = dxki_exec_mask_has(&w->helpers, (uint32_t)lane);
}

/* The only sample of a pixel is covered if the pixel is. */
void dxki_exec_run_coverage(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = !dxki_exec_mask_has(&w->helpers, (uint32_t)lane);
}

/* Number of the sample, of the view. */
void dxki_exec_run_zero(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_spread(w, dxki_exec_row(w, i->dst), 0);
}

void dxki_exec_run_start_vertex(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *stage = w->worker->stage;
    dxki_exec_spread(w, dxki_exec_row(w, i->dst), stage ? stage->what->start_vertex : 0);
}

void dxki_exec_run_start_instance(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *stage = w->worker->stage;
    dxki_exec_spread(w, dxki_exec_row(w, i->dst), stage ? stage->what->start_instance : 0);
}
