/* SPDX-License-Identifier: MIT */
/* stage_outputs.c - outputs of invocations that were not written; see stage.h. */
#include "exec/stage.h"

bool dxki_exec_watch_outputs(const dxk_run_worker *worker, dxki_exec_stage *stage,
                             dxki_arena *arena)
{
    size_t words = worker->program->info.output_words;

    if (!stage->outputs || !words || !(worker->enabled >> DXKI_FOUND_OUTPUT_UNWRITTEN & 1))
        return true;
    stage->written = dxki_arena_zalloc(arena, (size_t)stage->count + 1, words);
    return stage->written != NULL;
}

/* The component of an element that was not written; its columns if all were. */
static uint32_t missing_column(const dxk_run_element *e, const uint8_t *written)
{
    for (uint32_t c = 0; c < e->columns; c++)
        for (uint32_t row = 0; row < e->rows; row++)
            if (!written[e->word + 4 * row + c])
                return c;
    return e->columns;
}

void dxki_exec_check_outputs(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                             uint32_t stream)
{
    const dxki_exec_stage *s = w->worker->stage;
    size_t words = w->program->info.output_words;
    uint8_t *written = s->written + (s->first + w->thread_of[lane]) * words;
    dxk_run_element e;

    for (size_t n = 0; dxk_run_program_element(w->program, DXK_RUN_OUTPUT, n, &e); n++) {
        uint32_t c = e.stream == stream ? missing_column(&e, written) : e.columns;
        if (c == e.columns)
            continue;
        dxki_exec_finding(w, DXKI_FOUND_OUTPUT_UNWRITTEN, i, lane, n, c);
        break;
    }
    memset(written, 0, words);
}
