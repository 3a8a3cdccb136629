/* SPDX-License-Identifier: MIT */
/* stage.c - <dxk/run.h>: invocations of vertex and pixel shaders, and their signatures. */
#include "exec/stage.h"
#include "exec/group.h"

#define MAX_ROWS 1024u /* of a signature; D3D has 32 */

bool dxki_exec_is_invoked(dxk_shader_kind kind)
{
    return kind == DXK_SHADER_KIND_VERTEX || kind == DXK_SHADER_KIND_PIXEL;
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

static uint32_t rows_of(const dxki_dxil_sig_element *e)
{
    return e->rows < MAX_ROWS ? e->rows : MAX_ROWS;
}

const dxki_dxil_sig_element *dxki_exec_element(const dxki_dxil_entry *entry, uint32_t signature,
                                               uint64_t id, uint32_t *word)
{
    const dxki_dxil_list *list = &entry->signatures[signature];

    *word = 0;
    for (uint32_t n = 0; n < list->count; n++) {
        const dxki_dxil_sig_element *e = list->items[n];
        if (e->id == id)
            return e;
        *word += 4 * rows_of(e);
    }
    return NULL;
}

uint32_t dxki_exec_signature_words(const dxki_dxil_entry *entry, uint32_t signature)
{
    uint32_t words;

    (void)dxki_exec_element(entry, signature, UINT64_MAX, &words);
    return words;
}

bool dxk_run_program_element(const dxk_run_program *program, dxk_run_signature signature,
                             size_t index, dxk_run_element *out)
{
    const dxki_dxil_entry *entry = program->entry;
    uint32_t word;

    if (!entry || (unsigned)signature > DXK_RUN_OUTPUT ||
        index >= entry->signatures[signature].count)
        return false;
    const dxki_dxil_sig_element *e = entry->signatures[signature].items[index];
    (void)dxki_exec_element(entry, signature, e->id, &word);
    *out = (dxk_run_element){
        .name = e->name,
        .index = e->first_index,
        .kind = (dxk_semantic_kind)e->semantic,
        .component = (dxk_component_type)e->component_type,
        .interpolation = (dxk_interpolation_mode)e->interpolation,
        .rows = rows_of(e),
        .columns = e->columns,
        .word = word,
    };
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Invocations                                                                                */

static void begin_wave(dxk_run_worker *worker, dxki_exec_runner *r, const dxki_exec_stage *stage)
{
    const dxk_run_invocations *what = stage->what;
    uint32_t left = what->count - stage->first;

    for (uint32_t l = 0; l < r->wave.lanes; l++)
        r->thread_of[l] = l < left ? l : UINT32_MAX;
    memset(&r->wave.helpers, 0, sizeof r->wave.helpers);
    for (uint32_t l = 0; what->live && l < r->wave.lanes && l < left; l++)
        if (!what->live[stage->first + l])
            r->wave.helpers.word[l >> 6] |= (uint64_t)1 << (l & 63);
    worker->stage = stage;
    dxki_exec_wave_begin(r, 0);
}

/* Tells which pixels were discarded. */
static void end_wave(const dxki_exec_runner *r, const dxki_exec_stage *stage)
{
    const dxk_run_invocations *what = stage->what;

    for (uint32_t l = 0; l < r->wave.lanes && l < what->count - stage->first; l++)
        if (what->live && dxki_exec_mask_has(&r->wave.helpers, l))
            what->live[stage->first + l] = 0;
}

dxk_status dxk_run_invoke(dxk_run_worker *worker, const dxk_run_invocations *what)
{
    dxki_exec_runner *r = &worker->waves[0];
    dxk_shader_kind kind = worker->program->info.kind;

    if (!dxki_exec_is_invoked(kind) || (kind == DXK_SHADER_KIND_PIXEL && what->count % 4))
        return DXK_E_ARGUMENT;
    worker->status = DXK_OK;
    for (uint64_t first = 0; first < what->count && worker->status == DXK_OK;
         first += r->wave.lanes) {
        dxki_exec_stage stage = {what, (uint32_t)first};
        begin_wave(worker, r, &stage);
        dxki_exec_wave_run(r);
        end_wave(r, &stage);
        worker->stage = NULL;
    }
    return worker->status;
}
