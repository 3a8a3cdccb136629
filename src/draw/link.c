/* SPDX-License-Identifier: MIT */
/* link.c - outputs of a stage as inputs of the next, by semantic; see drawer.h. */
#include "base/str.h"
#include "draw/drawer.h"

static bool is_system(dxk_semantic_kind kind)
{
    return kind != DXK_SEMANTIC_KIND_ARBITRARY && kind != DXK_SEMANTIC_KIND_INVALID;
}

uint32_t dxki_draw_find_word(dxki_draw_side side, dxk_str name, dxk_semantic_kind kind,
                             uint32_t index)
{
    dxk_run_element e;

    if (!side.program)
        return DXKI_DRAW_NO_WORD;
    for (size_t n = 0; dxk_run_program_element(side.program, side.signature, n, &e); n++) {
        bool same = e.kind == kind && (is_system(kind) || dxki_str_same_fold(e.name, name));
        if (same && e.stream == 0 && index - e.index < e.rows)
            return e.word + 4 * (index - e.index);
    }
    return DXKI_DRAW_NO_WORD;
}

uint32_t dxki_draw_find_system(dxki_draw_side side, dxk_semantic_kind kind, uint32_t index)
{
    return dxki_draw_find_word(side, (dxk_str){NULL, 0}, kind, index);
}

bool dxki_draw_link_sides(dxki_arena *arena, dxki_draw_side from, dxki_draw_side to,
                          dxki_draw_link *out)
{
    const dxki_exec_signature *s = &to.program->signatures[to.signature];
    dxk_run_element e;

    *out = (dxki_draw_link){.words = s->words};
    out->rows = DXKI_NEW_ARRAY(arena, dxki_draw_row_link, s->words / 4);
    if (!out->rows && s->words)
        return false;
    for (size_t n = 0; dxk_run_program_element(to.program, to.signature, n, &e); n++)
        for (uint32_t row = 0; row < e.rows; row++)
            out->rows[out->count++] = (dxki_draw_row_link){
                dxki_draw_find_word(from, e.name, e.kind, e.index + row), e.word + 4 * row};
    return true;
}

void dxki_draw_pass_record(const dxki_draw_link *link, const uint32_t *from, uint32_t *to)
{
    for (uint32_t n = 0; n < link->count; n++) {
        const dxki_draw_row_link *row = &link->rows[n];
        if (row->from == DXKI_DRAW_NO_WORD)
            memset(to + row->to, 0, 4 * sizeof *to);
        else
            memcpy(to + row->to, from + row->from, 4 * sizeof *to);
    }
}
