/* SPDX-License-Identifier: MIT */
/*
 * parse_places.c - where in its text an instruction or function of a module begins, for messages
 * about a module that was made of a text. Calls of llvm.dbg are not counted: programs without
 * debug information, in which the instructions are found again, do not have them.
 */
#include "dxk/text.h"
#include "base/str.h"
#include "text/parse.h"

#include <string.h>

bool dxki_text_note_place(dxki_text_parser *p, dxki_text_loc loc)
{
    if (!p->places)
        return true;
    while (p->place_at < loc) {
        const char *end = memchr(p->place_at, '\n', (size_t)(loc - p->place_at));
        if (!end)
            break;
        p->place_at = end + 1;
        p->place_line++;
    }
    size_t column = (size_t)(loc - p->place_at) + 1;
    dxki_text_place place = {p->place_line, column < UINT32_MAX ? (uint32_t)column : UINT32_MAX};
    return dxki_vec_push(p->ctx, &p->m->text_places, place) || dxki_text_no_memory(p);
}

bool dxki_text_note_function(dxki_text_parser *p, dxki_text_loc loc, uint32_t global)
{
    dxki_text_function function = {global, (uint32_t)p->m->text_places.count};
    if (!p->places)
        return true;
    return dxki_text_note_place(p, loc) &&
           (dxki_vec_push(p->ctx, &p->m->text_functions, function) || dxki_text_no_memory(p));
}

bool dxki_text_note_inst(dxki_text_parser *p, dxki_text_loc loc, const dxki_inst *inst)
{
    if (!p->places || dxki_inst_is_debug_call(p->m, inst))
        return true;
    return dxki_text_note_place(p, loc);
}

bool dxk_module_text_place(const dxk_module *m, dxk_str function, uint32_t instruction,
                           uint32_t *line, uint32_t *column)
{
    size_t count = m->text_functions.count, i = 0;
    *line = *column = 0;
    for (; i < count; i++) {
        uint32_t global = m->text_functions.items[i].global;
        dxk_str name = dxki_string_get(m, m->globals.items[global].name);
        if (dxki_str_same(name, function))
            break;
    }
    if (i == count)
        return false;
    size_t end = i + 1 < count ? m->text_functions.items[i + 1].first : m->text_places.count;
    size_t first = m->text_functions.items[i].first;
    size_t at = instruction == UINT32_MAX ? 0 : (size_t)instruction + 1;
    if (at >= end - first)
        return false;
    *line = m->text_places.items[first + at].line;
    *column = m->text_places.items[first + at].column;
    return true;
}
