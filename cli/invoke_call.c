/* SPDX-License-Identifier: MIT */
/* invoke_call.c - calls of functions of a library; see invoke.h. */
#include "invoke.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_wide(dxk_component_type type)
{
    return type == DXK_COMPONENT_TYPE_I64 || type == DXK_COMPONENT_TYPE_F64;
}

static bool read_parameter(const dxk_run_parameter *p, const char *values, uint32_t *words)
{
    const char *at = values;
    bool wide = is_wide(p->component);
    for (uint32_t n = 0; n < p->count && *at && *at != ';'; n++) {
        uint32_t *to = words + p->word + n * (wide ? 2 : 1);
        char *end;
        uint64_t bits = 0;
        if (!wide) {
            if (!invoke_read_word(&at, invoke_is_real(p->component), to))
                return false;
            continue;
        }
        double real = strtod(at, &end);
        if (p->component == DXK_COMPONENT_TYPE_F64)
            memcpy(&bits, &real, sizeof bits);
        else
            bits = (uint64_t)strtoll(at, &end, 0);
        if (end == at || (*end && *end != ',' && *end != ';'))
            return false;
        to[0] = (uint32_t)bits;
        to[1] = (uint32_t)(bits >> 32);
        at = *end == ',' ? end + 1 : end;
    }
    return *at == 0 || *at == ';';
}

static void print_wide(invoker *v, dxk_component_type type, const uint32_t *words)
{
    uint64_t bits = words[0] | (uint64_t)words[1] << 32;
    double real;
    memcpy(&real, &bits, sizeof real);
    if (v->json && type == DXK_COMPONENT_TYPE_F64)
        dxk_json_real(v->s->j->json, NULL, real);
    else if (v->json)
        dxk_json_i64(v->s->j->json, NULL, (int64_t)bits);
    else if (type == DXK_COMPONENT_TYPE_F64)
        text_printf(&v->s->j->out, " %.17g", real);
    else
        text_printf(&v->s->j->out, " %lld", (long long)bits);
}

static void print_result(invoker *v, const dxk_run_parameter *p, const uint32_t *words)
{
    if (v->json)
        dxk_json_array_line(v->s->j->json, "result");
    else
        text_put(&v->s->j->out, "  result              ");
    for (uint32_t n = 0; n < p->count; n++) {
        if (is_wide(p->component)) {
            print_wide(v, p->component, words + 2 * n);
        } else if (v->json) {
            invoke_json_word(v->s->j->json, p->component, words[n]);
        } else {
            text_char(&v->s->j->out, ' ');
            invoke_print_word(&v->s->j->out, p->component, words[n]);
        }
    }
    if (v->json)
        dxk_json_end(v->s->j->json);
    else
        text_char(&v->s->j->out, '\n');
}

static int read_parameters(const invoker *v, uint32_t *arguments)
{
    dxk_run_parameter parameter;
    char name[12];
    for (uint32_t n = 0; dxk_run_program_parameter(v->program, n, &parameter); n++) {
        snprintf(name, sizeof name, "%u", n);
        const char *values = invoke_find_named(v, name);
        for (uint32_t i = 0; values && i < v->count; i++)
            if (!read_parameter(&parameter, invoke_group_at(values, i),
                                arguments + (size_t)i * v->info.input_words))
                return invoke_bad_values(v, (dxk_str){name, strlen(name)});
    }
    return CLI_OK;
}

int invoke_function(invoker *v)
{
    uint32_t in = v->info.input_words, out = v->info.output_words;
    dxk_run_parameter result;
    char what[40];
    int status = invoke_make_room(v, v->count, (size_t)in + out);
    if (status != CLI_OK)
        return status;
    uint32_t *arguments = invoke_take(v, (size_t)v->count * in);
    dxk_run_calls run = {v->count, arguments, invoke_take(v, (size_t)v->count * out)};
    status = read_parameters(v, arguments);
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_call(v->worker, &run));
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        snprintf(what, sizeof what, "call %u", i);
        invoke_begin_record(v, what);
        if (dxk_run_program_result(v->program, &result))
            print_result(v, &result, run.results + (size_t)i * out + result.word);
        invoke_end_record(v);
    }
    return status;
}
