/* SPDX-License-Identifier: MIT */
/* invoke_show.c - records of invocations as text and JSON; see invoke.h. */
#include "invoke.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void invoke_print_word(text_out *out, dxk_component_type type, uint32_t word)
{
    float real;
    memcpy(&real, &word, sizeof real);
    if (invoke_is_real(type))
        text_printf(out, "%.9g", (double)real);
    else if (type == DXK_COMPONENT_TYPE_I32 || type == DXK_COMPONENT_TYPE_I16)
        text_i64(out, (int32_t)word);
    else
        text_u64(out, word);
}

void invoke_json_word(dxk_json *json, dxk_component_type type, uint32_t word)
{
    float real;
    memcpy(&real, &word, sizeof real);
    if (invoke_is_real(type))
        dxk_json_real(json, NULL, (double)real);
    else if (type == DXK_COMPONENT_TYPE_I32 || type == DXK_COMPONENT_TYPE_I16)
        dxk_json_i64(json, NULL, (int32_t)word);
    else
        dxk_json_u64(json, NULL, word);
}

void invoke_begin_list(invoker *v)
{
    if (v->lists)
        return;
    v->lists = true;
    run_trace_end(v->trace);
    v->trace = NULL;
    if (v->json)
        dxk_json_array(v->s->j->json, "invocations");
}

void invoke_begin_record(invoker *v, const char *what)
{
    invoke_begin_list(v);
    if (v->json)
        dxk_json_object(v->s->j->json, NULL);
    else
        text_printf(&v->s->j->out, "%s\n", what);
    if (v->json)
        dxk_json_text(v->s->j->json, "of", what);
}

void invoke_end_record(invoker *v)
{
    if (v->json)
        dxk_json_end(v->s->j->json);
}

static void print_row(invoker *v, const dxk_run_element *e, uint32_t row, const uint32_t *words)
{
    char name[80];
    dxk_run_element named = *e;
    named.index += row;
    invoke_element_name(&named, named.index || e->rows > 1, name);
    if (v->json)
        dxk_json_array_line(v->s->j->json, name);
    else
        text_printf(&v->s->j->out, "  %-20s", name);
    for (uint32_t c = 0; c < e->columns; c++) {
        uint32_t word = words[e->word + 4 * row + c];
        if (v->json) {
            invoke_json_word(v->s->j->json, e->component, word);
        } else {
            text_char(&v->s->j->out, ' ');
            invoke_print_word(&v->s->j->out, e->component, word);
        }
    }
    if (v->json)
        dxk_json_end(v->s->j->json);
    else
        text_char(&v->s->j->out, '\n');
}

void invoke_print_record(invoker *v, dxk_run_signature signature, uint32_t stream,
                         const uint32_t *words)
{
    dxk_run_element e;
    for (size_t n = 0; dxk_run_program_element(v->program, signature, n, &e); n++)
        for (uint32_t row = 0; e.stream == stream && row < e.rows; row++)
            print_row(v, &e, row, words);
}
