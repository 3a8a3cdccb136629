/* SPDX-License-Identifier: MIT */
/*
 * places.c - places: the instructions of the functions that run, numbered, and where they come from
 * in the source. Part of <dxk/run.h>.
 */
#include "exec/build.h"
#include "ir/access.h"
#include "ir/debug.h"

#define MOST_LEVELS 256u /* of inlining; malformed locations may lead in a circle */

static dxk_status add_places(dxk_run_program *p, uint32_t fn)
{
    dxki_exec_inst_place place = {0};

    DXKI_EACH_BLOCK(p->m, fn, b) {
        DXKI_EACH_INST(p->m, b, i) {
            if (dxki_inst_is_debug_call(p->m, dxki_inst_get(p->m, i)))
                continue;
            place.inst = i;
            if (!dxki_vec_push(p->ctx, &p->places, place))
                return dxki_nomem(p->ctx);
            p->place_of[i] = (uint32_t)p->places.count;
            place.number++;
        }
        place.block++;
    }
    return DXK_OK;
}

dxk_status dxki_exec_number_places(dxk_run_program *p)
{
    dxk_status status = DXK_OK;

    p->place_of = DXKI_NEW_ARRAY(&p->arena, uint32_t, p->m->insts.count);
    if (!p->place_of)
        return dxki_nomem(p->ctx);
    for (size_t f = 0; f < p->functions.count && status == DXK_OK; f++)
        status = add_places(p, p->functions.items[f].global);
    p->info.place_count = (uint32_t)p->places.count;
    return status;
}

/* The location of a place and the module that it is in; 0: none. */
static dxki_md location_of(const dxk_run_program *p, uint32_t place, const dxk_module **m)
{
    uint32_t inst = p->places.items[place].inst;

    *m = p->m;
    if (p->debug_insts && p->debug_insts[inst]) {
        *m = p->debug_module;
        inst = p->debug_insts[inst];
    }
    return dxki_inst_dbg(*m, inst);
}

/* Where a location was inlined; 0: nowhere. */
static dxki_md inlined_at(const dxk_module *m, dxki_md location)
{
    dxki_md outer = dxki_md_op(m, location, DXKI_DI_LOCATION_INLINED_AT);

    return outer && dxki_md_get(m, outer)->kind == DXKI_M_LOCATION ? outer : 0;
}

bool dxk_run_program_place(const dxk_run_program *program, uint32_t index, dxk_run_place *out)
{
    const dxk_run_program *p = program;
    const dxk_module *m;

    if (index >= p->places.count)
        return false;
    dxki_exec_inst_place place = p->places.items[index];
    uint32_t fn = p->m->blocks.items[p->m->insts.items[place.inst].block].function;
    *out = (dxk_run_place){.function = dxki_string_get(p->m, p->m->globals.items[fn].name),
                           .instruction = place.number,
                           .block = place.block};
    for (dxki_md at = location_of(p, index, &m); at && out->levels < MOST_LEVELS;
         at = inlined_at(m, at))
        out->levels++;
    return true;
}

bool dxk_run_program_frame(const dxk_run_program *program, uint32_t index, uint32_t level,
                           dxk_run_frame *out)
{
    const dxk_module *m;
    dxki_md at = index < program->places.count ? location_of(program, index, &m) : 0;

    for (uint32_t n = 0; at && n < level && n < MOST_LEVELS; n++)
        at = inlined_at(m, at);
    if (!at || level >= MOST_LEVELS)
        return false;
    dxki_md scope = dxki_md_op(m, at, DXKI_DI_LOCATION_SCOPE);
    dxki_md file = scope ? dxki_di_scope_file(m, scope) : 0;
    dxki_md subprogram = dxki_di_subprogram(m, scope);
    memset(out, 0, sizeof *out);
    out->line = (uint32_t)dxki_md_num(m, at, DXKI_DI_LOCATION_LINE);
    out->column = (uint32_t)dxki_md_num(m, at, DXKI_DI_LOCATION_COLUMN);
    if (file)
        out->file = dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME));
    if (subprogram)
        out->function = dxki_md_str(m, dxki_md_op(m, subprogram, DXKI_DI_SUBPROGRAM_NAME));
    return true;
}
