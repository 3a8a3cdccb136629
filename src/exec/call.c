/* SPDX-License-Identifier: MIT */
/* call.c - functions of libraries called by themselves: their parameters. Part of <dxk/stage.h>. */
#include "exec/decoder.h"
#include "exec/group.h"
#include "exec/math.h"
#include "exec/stage.h"
#include "exec/taint.h"

/* ---------------------------------------------------------------------------------------- */
/* Parameters                                                                                 */

static bool add_parameter(dxki_exec_decoder *d, dxki_type type, uint32_t slot, uint32_t *words)
{
    dxki_exec_shape shape = dxki_exec_shape_of(d, type);
    uint32_t rows = dxki_exec_elem_rows(shape.elem);
    dxki_exec_parameter *to = &d->p->parameters[d->p->parameter_count];

    if (!rows || shape.elem == DXKI_EXEC_POINTER || shape.rows != shape.count * rows)
        return dxki_exec_refuse(d, "a parameter or result is neither a number nor a vector");
    *to = (dxki_exec_parameter){(uint8_t)shape.elem, shape.count, rows, slot, *words};
    *words += shape.count * rows;
    return true;
}

bool dxki_exec_list_parameters(dxki_exec_decoder *d, uint32_t function)
{
    const dxki_global *g = &d->m->globals.items[function];
    dxk_run_program *p = d->p;
    uint32_t count;
    dxki_type result = dxki_type_list(d->m, g->value_type, &count)[0];

    p->parameters = DXKI_NEW_ARRAY(&p->arena, dxki_exec_parameter, (size_t)g->arg_count + 1);
    if (!p->parameters)
        return dxki_exec_out_of_memory(d);
    for (; p->parameter_count < g->arg_count; p->parameter_count++) {
        uint32_t at = g->first_arg + p->parameter_count;
        if (!add_parameter(d, d->m->args.items[at].type, d->args[at].slot, &p->info.input_words))
            return false;
    }
    p->has_result = result != DXKI_TY_VOID;
    return !p->has_result ||
           add_parameter(d, result, p->functions.items[0].result, &p->info.output_words);
}

static void describe(const dxki_exec_parameter *from, dxk_run_parameter *out)
{
    static const uint8_t components[DXKI_EXEC_ELEMS] = {
        [DXKI_EXEC_I1] = DXK_COMPONENT_TYPE_I1,   [DXKI_EXEC_I8] = DXK_COMPONENT_TYPE_I8,
        [DXKI_EXEC_I16] = DXK_COMPONENT_TYPE_I16, [DXKI_EXEC_I32] = DXK_COMPONENT_TYPE_I32,
        [DXKI_EXEC_I64] = DXK_COMPONENT_TYPE_I64, [DXKI_EXEC_F16] = DXK_COMPONENT_TYPE_F16,
        [DXKI_EXEC_F32] = DXK_COMPONENT_TYPE_F32, [DXKI_EXEC_F64] = DXK_COMPONENT_TYPE_F64};

    *out = (dxk_run_parameter){(dxk_component_type)components[from->elem], from->count, from->word};
}

bool dxk_run_program_parameter(const dxk_run_program *program, size_t index, dxk_run_parameter *out)
{
    if (index >= program->parameter_count)
        return false;
    describe(&program->parameters[index], out);
    return true;
}

bool dxk_run_program_result(const dxk_run_program *program, dxk_run_parameter *out)
{
    if (program->has_result)
        describe(&program->parameters[program->parameter_count], out);
    return program->has_result;
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static uint32_t to_register(uint8_t elem, uint32_t word)
{
    switch ((dxki_exec_elem)elem) {
    case DXKI_EXEC_F16:
        return dxki_exec_f32_to_f16(word);
    case DXKI_EXEC_I1:
        return word != 0;
    case DXKI_EXEC_I8:
        return word & 0xFFu;
    case DXKI_EXEC_I16:
        return word & 0xFFFFu;
    default:
        return word;
    }
}

static uint32_t to_word(uint8_t elem, uint32_t value)
{
    switch ((dxki_exec_elem)elem) {
    case DXKI_EXEC_F16:
        return dxki_exec_f16_to_f32((uint16_t)value);
    case DXKI_EXEC_I1:
        return value & 1u;
    case DXKI_EXEC_I8:
        return ((value & 0xFFu) ^ 0x80u) - 0x80u;
    case DXKI_EXEC_I16:
        return ((value & 0xFFFFu) ^ 0x8000u) - 0x8000u;
    default:
        return value;
    }
}

static void give(dxki_exec_wave *w, const dxki_exec_parameter *p, uint32_t n, uint32_t lane,
                 const uint32_t *words)
{
    uint32_t row = p->slot + n * p->rows;

    if (p->rows == 2)
        dxki_exec_row64(w, row)[lane] = words[2 * n] | (uint64_t)words[2 * n + 1] << 32;
    else
        dxki_exec_row(w, row)[lane] = to_register(p->elem, words[n]);
    for (uint32_t k = 0; w->origins && k < p->rows; k++)
        dxki_exec_origins(w, row + k)[lane] = 0;
}

/* Lanes that have a call. */
static uint32_t calls_in(const dxki_exec_runner *r, const dxki_exec_stage *stage)
{
    uint32_t left = stage->count - stage->first;

    return left < r->wave.lanes ? left : r->wave.lanes;
}

void dxki_exec_give_arguments(dxki_exec_runner *r, const dxki_exec_stage *stage)
{
    const dxk_run_program *p = r->wave.program;

    for (uint32_t lane = 0; stage->calls && lane < calls_in(r, stage); lane++) {
        const uint32_t *words =
            stage->calls->arguments + (size_t)(stage->first + lane) * p->info.input_words;
        for (uint32_t i = 0; i < p->parameter_count; i++)
            for (uint32_t n = 0; n < p->parameters[i].count; n++)
                give(&r->wave, &p->parameters[i], n, lane, words + p->parameters[i].word);
    }
}

void dxki_exec_take_results(const dxki_exec_runner *r, const dxki_exec_stage *stage)
{
    const dxk_run_program *p = r->wave.program;
    const dxki_exec_parameter *from = p->parameters ? &p->parameters[p->parameter_count] : NULL;

    for (uint32_t lane = 0; stage->calls && p->has_result && lane < calls_in(r, stage); lane++) {
        uint32_t *words =
            stage->calls->results + (size_t)(stage->first + lane) * p->info.output_words;
        for (uint32_t n = 0; n < from->count; n++) {
            uint32_t row = from->slot + n * from->rows;
            if (from->rows == 2) {
                uint64_t bits = dxki_exec_row64(&r->wave, row)[lane];
                words[2 * n] = (uint32_t)bits;
                words[2 * n + 1] = (uint32_t)(bits >> 32);
            } else {
                words[n] = to_word(from->elem, dxki_exec_row(&r->wave, row)[lane]);
            }
        }
    }
}
