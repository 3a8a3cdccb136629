/* SPDX-License-Identifier: MIT */
/*
 * run_invoke.c - invocations of a shader of one stage, with inputs from the command line, and tables of
 * what they give; see run.h.
 */
#include "run.h"

#include <dxk/stage.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096u /* invocations, primitives */

typedef struct invoker {
    run_state *s;
    const opt_list *given;
    const dxk_run_program *program;
    dxk_run_worker *worker;
    dxk_run_program_info info;
    dxk_run_stage stage;
    uint32_t count;  /* vertices, pixels, patches, points, primitives */
    uint32_t *words; /* memory for all that is read and written */
    size_t next, room;
    bool json;
} invoker;

/* ---------------------------------------------------------------------------------------- */
/* What is given                                                                              */

/* "COLOR1=1,0;0,1": a name, and numbers of each invocation, of which the last stands for more. */
static const char *values_of(const opt_item *item, dxk_str *name)
{
    const char *equals = strchr(item->value, '=');
    *name = (dxk_str){item->value, equals ? (size_t)(equals - item->value) : strlen(item->value)};
    return equals ? equals + 1 : "";
}

static bool same_name(dxk_str a, const char *b)
{
    size_t i = 0;
    for (; i < a.size && b[i]; i++) {
        char x = a.data[i], y = b[i];
        x = x >= 'A' && x <= 'Z' ? (char)(x + 32) : x;
        y = y >= 'A' && y <= 'Z' ? (char)(y + 32) : y;
        if (x != y)
            return false;
    }
    return i == a.size && !b[i];
}

static void element_name(const dxk_run_element *e, bool with_index, char name[80])
{
    if (with_index)
        snprintf(name, 80, "%.*s%u", (int)(e->name.size < 60 ? e->name.size : 60), e->name.data,
                 e->index);
    else
        snprintf(name, 80, "%.*s", (int)(e->name.size < 60 ? e->name.size : 60), e->name.data);
}

/* The option that gives an element; NULL: none does. */
static const char *find_values(const invoker *v, const dxk_run_element *e)
{
    char plain[80], numbered[80];
    element_name(e, false, plain);
    element_name(e, true, numbered);
    for (size_t i = 0; i < v->given->count; i++) {
        dxk_str name;
        const char *values = values_of(&v->given->items[i], &name);
        if (same_name(name, numbered) || (e->index == 0 && same_name(name, plain)))
            return values;
    }
    return NULL;
}

static const char *find_named(const invoker *v, const char *wanted)
{
    for (size_t i = 0; i < v->given->count; i++) {
        dxk_str name;
        const char *values = values_of(&v->given->items[i], &name);
        if (same_name(name, wanted))
            return values;
    }
    return NULL;
}

static uint32_t count_groups(const char *values)
{
    uint32_t count = 1;
    for (; *values; values++)
        count += *values == ';' && values[1];
    return count;
}

/* Group `index`, or the last one. */
static const char *group_at(const char *values, uint32_t index)
{
    for (const char *next; index && (next = strchr(values, ';')) != NULL && next[1]; index--)
        values = next + 1;
    return values;
}

/* A number as a word; false: it is none. */
static bool read_word(const char **at, bool is_real, uint32_t *word)
{
    char *end;
    if (is_real) {
        float real = strtof(*at, &end);
        memcpy(word, &real, sizeof real);
    } else {
        long long whole = strtoll(*at, &end, 0);
        *word = (uint32_t)whole;
    }
    bool good = end != *at && (*end == 0 || *end == ',' || *end == ';');
    *at = *end == ',' ? end + 1 : end;
    return good;
}

static bool is_real(dxk_component_type type)
{
    return type == DXK_COMPONENT_TYPE_F32 || type == DXK_COMPONENT_TYPE_F16;
}

/* The numbers of a group into the rows of an element. */
static bool read_element(const dxk_run_element *e, const char *values, uint32_t *words)
{
    const char *at = values;
    for (uint32_t n = 0; n < e->rows * e->columns && *at && *at != ';'; n++)
        if (!read_word(&at, is_real(e->component),
                       &words[e->word + n / e->columns * 4 + n % e->columns]))
            return false;
    return *at == 0 || *at == ';';
}

static int bad_values(const invoker *v, dxk_str name)
{
    return job_error(v->s->j, CLI_USAGE, "--input %.*s: not so many numbers of its type",
                     (int)name.size, name.data);
}

/* Row `row` of an element, which has a name of its own; the first one is given with all behind it. */
static dxk_run_element row_of(const dxk_run_element *e, uint32_t row)
{
    dxk_run_element part = *e;
    part.index += row;
    part.word += 4 * row;
    part.rows = row ? 1 : e->rows;
    return part;
}

/* Records of a signature. */
static int read_records(const invoker *v, dxk_run_signature signature, uint32_t count,
                        uint32_t words, uint32_t *to)
{
    dxk_run_element e;
    for (size_t n = 0; dxk_run_program_element(v->program, signature, n, &e); n++)
        for (uint32_t row = 0; row < e.rows; row++) {
            const dxk_run_element part = row_of(&e, row);
            const char *values = find_values(v, &part);
            for (uint32_t i = 0; values && i < count; i++)
                if (!read_element(&part, group_at(values, i), to + (size_t)i * words))
                    return bad_values(v, e.name);
        }
    return CLI_OK;
}

/* Numbers that are no elements: `columns` in each group. */
static int read_numbers(const invoker *v, const char *name, bool real, uint32_t columns,
                        uint32_t count, uint32_t *to)
{
    const char *values = find_named(v, name);
    const dxk_run_element e = {.component = real ? DXK_COMPONENT_TYPE_F32 : DXK_COMPONENT_TYPE_I32,
                               .rows = (columns + 3) / 4,
                               .columns = columns < 4 ? columns : 4};
    for (uint32_t i = 0; values && i < count; i++)
        if (!read_element(&e, group_at(values, i), to + (size_t)i * columns))
            return bad_values(v, (dxk_str){name, strlen(name)});
    return CLI_OK;
}

static uint32_t one_number(const invoker *v, const char *name)
{
    uint32_t word = 0;
    (void)read_numbers(v, name, false, 1, 1, &word);
    return word;
}

/* Parameters have numbers as names. */
static bool is_parameter(const invoker *v, dxk_str name)
{
    dxk_run_parameter parameter;
    char number[12];
    for (uint32_t i = 0; dxk_run_program_parameter(v->program, i, &parameter); i++) {
        snprintf(number, sizeof number, "%u", i);
        if (same_name(name, number))
            return true;
    }
    return false;
}

/* Whether a name is that of an element or of a row of it. */
static bool names_row(const dxk_run_element *e, dxk_str name)
{
    char text[80];
    element_name(e, false, text);
    if (same_name(name, text))
        return true;
    for (uint32_t row = 0; row < e->rows; row++) {
        const dxk_run_element part = row_of(e, row);
        element_name(&part, true, text);
        if (same_name(name, text))
            return true;
    }
    return false;
}

static bool is_known(const invoker *v, dxk_str name)
{
    static const char *const others[] = {"SV_ViewID",
                                         "SV_StartVertexLocation",
                                         "SV_StartInstanceLocation",
                                         "SV_DomainLocation",
                                         "SV_PrimitiveID",
                                         "SV_GroupID",
                                         "SV_Coverage",
                                         "SV_SampleIndex",
                                         "Helper",
                                         "Payload",
                                         "SampleCount"};
    dxk_run_element e;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (same_name(name, others[i]))
            return true;
    if (v->info.kind == DXK_SHADER_KIND_LIBRARY)
        return is_parameter(v, name);
    for (unsigned s = DXK_RUN_INPUT; s <= DXK_RUN_PATCH; s += DXK_RUN_PATCH - DXK_RUN_INPUT)
        for (size_t n = 0; dxk_run_program_element(v->program, (dxk_run_signature)s, n, &e); n++)
            if (names_row(&e, name))
                return true;
    return false;
}

/* Checks names, and finds how many invocations are given. */
static int look_at_given(invoker *v)
{
    uint32_t most = 1, points = v->stage.input_points ? v->stage.input_points : 1;
    for (size_t i = 0; i < v->given->count; i++) {
        dxk_str name;
        const char *values = values_of(&v->given->items[i], &name);
        if (!*values || !is_known(v, name))
            return job_error(v->s->j, CLI_USAGE,
                             "--input takes NAME=NUMBERS, with an input of the shader, not '%s'",
                             v->given->items[i].value);
        bool places = same_name(name, "SV_DomainLocation");
        if (v->info.kind == DXK_SHADER_KIND_DOMAIN && !places)
            continue;
        uint32_t count = count_groups(values);
        count = v->info.kind == DXK_SHADER_KIND_DOMAIN ? count : (count + points - 1) / points;
        most = count > most ? count : most;
    }
    if (v->info.kind == DXK_SHADER_KIND_PIXEL)
        most = (most + 3) / 4 * 4;
    v->count = most;
    return most <= MOST ? CLI_OK
                        : job_error(v->s->j, CLI_USAGE, "at most %u invocations are run", MOST);
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

/* Zeros; `room` says in advance how many there are in all. */
static uint32_t *take(invoker *v, size_t count)
{
    uint32_t *words = v->words + v->next;
    v->next += count + 1;
    return words;
}

static int make_room(invoker *v, size_t records, size_t words)
{
    v->room = records * (words + 4) + 4096;
    v->words = calloc(v->room, sizeof *v->words);
    return v->words ? CLI_OK : job_status(v->s->j, DXK_E_NOMEM);
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

static void print_word(text_out *out, dxk_component_type type, uint32_t word)
{
    float real;
    memcpy(&real, &word, sizeof real);
    if (is_real(type))
        text_printf(out, "%.9g", (double)real);
    else if (type == DXK_COMPONENT_TYPE_I32 || type == DXK_COMPONENT_TYPE_I16)
        text_i64(out, (int32_t)word);
    else
        text_u64(out, word);
}

static void json_word(json_writer *json, dxk_component_type type, uint32_t word)
{
    float real;
    memcpy(&real, &word, sizeof real);
    if (is_real(type))
        json_real(json, NULL, (double)real);
    else if (type == DXK_COMPONENT_TYPE_I32 || type == DXK_COMPONENT_TYPE_I16)
        json_i64(json, NULL, (int32_t)word);
    else
        json_u64(json, NULL, word);
}

static void begin_record(invoker *v, const char *what)
{
    if (v->json)
        json_object(v->s->j->json, NULL);
    else
        text_printf(&v->s->j->out, "%s\n", what);
    if (v->json)
        json_text(v->s->j->json, "of", what);
}

static void end_record(invoker *v)
{
    if (v->json)
        json_end(v->s->j->json);
}

static void print_row(invoker *v, const dxk_run_element *e, uint32_t row, const uint32_t *words)
{
    char name[80];
    dxk_run_element named = *e;
    named.index += row;
    element_name(&named, named.index || e->rows > 1, name);
    if (v->json)
        json_array_line(v->s->j->json, name);
    else
        text_printf(&v->s->j->out, "  %-20s", name);
    for (uint32_t c = 0; c < e->columns; c++) {
        uint32_t word = words[e->word + 4 * row + c];
        if (v->json) {
            json_word(v->s->j->json, e->component, word);
        } else {
            text_char(&v->s->j->out, ' ');
            print_word(&v->s->j->out, e->component, word);
        }
    }
    if (v->json)
        json_end(v->s->j->json);
    else
        text_char(&v->s->j->out, '\n');
}

static void print_record(invoker *v, dxk_run_signature signature, uint32_t stream,
                         const uint32_t *words)
{
    dxk_run_element e;
    for (size_t n = 0; dxk_run_program_element(v->program, signature, n, &e); n++)
        for (uint32_t row = 0; e.stream == stream && row < e.rows; row++)
            print_row(v, &e, row, words);
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static int invoke_vertices(invoker *v)
{
    uint32_t in = v->info.input_words, out = v->info.output_words;
    dxk_run_element e;
    char what[40];
    int status = make_room(v, v->count, in + out);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = take(v, (size_t)v->count * in), *outputs = take(v, (size_t)v->count * out);
    for (size_t n = 0; dxk_run_program_element(v->program, DXK_RUN_INPUT, n, &e); n++)
        for (uint32_t i = 0; e.kind == DXK_SEMANTIC_KIND_VERTEX_ID && i < v->count; i++)
            inputs[(size_t)i * in + e.word] = i;
    status = read_records(v, DXK_RUN_INPUT, v->count, in, inputs);
    dxk_run_invocations run = {.count = v->count,
                               .inputs = inputs,
                               .outputs = outputs,
                               .view = one_number(v, "SV_ViewID"),
                               .start_vertex = one_number(v, "SV_StartVertexLocation"),
                               .start_instance = one_number(v, "SV_StartInstanceLocation")};
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_invoke(v->worker, &run));
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        snprintf(what, sizeof what, "vertex %u", i);
        begin_record(v, what);
        print_record(v, DXK_RUN_OUTPUT, 0, outputs + (size_t)i * out);
        end_record(v);
    }
    return status;
}

/* Quads lie side by side. */
static void place_pixels(const invoker *v, uint32_t *inputs)
{
    dxk_run_element e;
    for (size_t n = 0; dxk_run_program_element(v->program, DXK_RUN_INPUT, n, &e); n++)
        for (uint32_t i = 0; e.kind == DXK_SEMANTIC_KIND_POSITION && i < v->count; i++) {
            const float at[4] = {(float)(i / 4 * 2 + (i & 1)) + 0.5f, (float)(i >> 1 & 1) + 0.5f, 0,
                                 1};
            memcpy(inputs + (size_t)i * v->info.input_words + e.word, at,
                   e.columns * sizeof(float));
        }
}

static void print_pixels(invoker *v, const uint32_t *helpers, const uint8_t *live,
                         const uint32_t *outputs)
{
    char what[40];
    for (uint32_t i = 0; i < v->count; i++) {
        snprintf(what, sizeof what, "pixel %u%s", i,
                 helpers[i] ? ", a helper"
                 : live[i]  ? ""
                            : ", discarded");
        begin_record(v, what);
        if (live[i])
            print_record(v, DXK_RUN_OUTPUT, 0, outputs + (size_t)i * v->info.output_words);
        end_record(v);
    }
}

static int invoke_pixels(invoker *v)
{
    uint32_t in = v->info.input_words, out = v->info.output_words;
    uint8_t live[MOST], samples[MOST];
    int status = make_room(v, v->count, in + out + 16);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = take(v, (size_t)v->count * in), *outputs = take(v, (size_t)v->count * out);
    uint32_t *helpers = take(v, v->count), *coverage = take(v, v->count), *at = take(v, v->count);
    for (uint32_t i = 0; i < v->count; i++)
        coverage[i] = 1;
    place_pixels(v, inputs);
    status = read_records(v, DXK_RUN_INPUT, v->count, in, inputs);
    if (status == CLI_OK)
        status = read_numbers(v, "Helper", false, 1, v->count, helpers);
    if (status == CLI_OK)
        status = read_numbers(v, "SV_Coverage", false, 1, v->count, coverage);
    if (status == CLI_OK)
        status = read_numbers(v, "SV_SampleIndex", false, 1, v->count, at);
    for (uint32_t i = 0; i < v->count; i++) {
        live[i] = !helpers[i];
        samples[i] = (uint8_t)at[i];
    }
    dxk_run_invocations run = {.count = v->count,
                               .inputs = inputs,
                               .outputs = outputs,
                               .view = one_number(v, "SV_ViewID"),
                               .live = live,
                               .coverage = coverage,
                               .samples = samples,
                               .sample_count = one_number(v, "SampleCount")};
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_invoke(v->worker, &run));
    if (status == CLI_OK)
        print_pixels(v, helpers, live, outputs);
    return status;
}

static int invoke_hull(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint32_t in = v->info.input_words, out = v->info.output_words;
    char what[60];
    int status =
        make_room(v, v->count,
                  (size_t)s->input_points * in + (size_t)s->output_points * out + s->patch_words);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = take(v, (size_t)v->count * s->input_points * in);
    dxk_run_patches run = {.count = v->count,
                           .inputs = inputs,
                           .outputs = take(v, (size_t)v->count * s->output_points * out),
                           .constants = take(v, (size_t)v->count * s->patch_words),
                           .first = one_number(v, "SV_PrimitiveID"),
                           .view = one_number(v, "SV_ViewID")};
    status = read_records(v, DXK_RUN_INPUT, v->count * s->input_points, in, inputs);
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_hull(v->worker, &run));
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        for (uint32_t k = 0; k < s->output_points; k++) {
            snprintf(what, sizeof what, "patch %u, control point %u", i, k);
            begin_record(v, what);
            print_record(v, DXK_RUN_OUTPUT, 0,
                         run.outputs + ((size_t)i * s->output_points + k) * out);
            end_record(v);
        }
        snprintf(what, sizeof what, "patch %u", i);
        begin_record(v, what);
        print_record(v, DXK_RUN_PATCH, 0, run.constants + (size_t)i * s->patch_words);
        end_record(v);
    }
    return status;
}

static int invoke_domain(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint32_t in = v->info.input_words, out = v->info.output_words;
    char what[40];
    int status = make_room(v, v->count, (size_t)s->input_points * in + out + s->patch_words + 8);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = take(v, (size_t)s->input_points * in), *constants = take(v, s->patch_words);
    uint32_t *bits = take(v, (size_t)v->count * 3), *outputs = take(v, (size_t)v->count * out);
    status = read_numbers(v, "SV_DomainLocation", true, 3, v->count, bits);
    if (status == CLI_OK)
        status = read_records(v, DXK_RUN_INPUT, s->input_points, in, inputs);
    if (status == CLI_OK)
        status = read_records(v, DXK_RUN_PATCH, 1, s->patch_words, constants);
    float *locations = malloc(((size_t)v->count * 3 + 1) * sizeof *locations);
    if (!locations)
        return job_status(v->s->j, DXK_E_NOMEM);
    memcpy(locations, bits, (size_t)v->count * 3 * sizeof *locations);
    dxk_run_points run = {.count = v->count,
                          .locations = locations,
                          .inputs = inputs,
                          .constants = constants,
                          .outputs = outputs,
                          .first = one_number(v, "SV_PrimitiveID"),
                          .view = one_number(v, "SV_ViewID")};
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_domain(v->worker, &run));
    free(locations);
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        snprintf(what, sizeof what, "point %u", i);
        begin_record(v, what);
        print_record(v, DXK_RUN_OUTPUT, 0, outputs + (size_t)i * out);
        end_record(v);
    }
    return status;
}

static void print_vertices(invoker *v, const dxk_run_primitives *run, uint32_t invocation)
{
    uint32_t out = v->info.output_words, most = v->stage.max_vertices;
    char what[120];
    for (uint32_t k = 0; k < run->vertex_counts[invocation]; k++) {
        size_t at = (size_t)invocation * most + k;
        snprintf(what, sizeof what, "primitive %u, instance %u, vertex %u, stream %u%s",
                 invocation / v->stage.instances, invocation % v->stage.instances, k,
                 run->marks[at] & DXK_RUN_STREAM,
                 run->marks[at] & DXK_RUN_BEGINS ? ", begins a strip" : "");
        begin_record(v, what);
        print_record(v, DXK_RUN_OUTPUT, run->marks[at] & DXK_RUN_STREAM, run->outputs + at * out);
        end_record(v);
    }
}

static int invoke_geometry(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint32_t in = v->info.input_words, out = v->info.output_words;
    size_t invocations = (size_t)v->count * s->instances, vertices = invocations * s->max_vertices;
    int status =
        make_room(v, vertices + invocations + (size_t)v->count * s->input_points, (size_t)in + out);
    uint8_t *marks = calloc(vertices + 1, 1);
    if (status == CLI_OK && !marks)
        status = job_status(v->s->j, DXK_E_NOMEM);
    if (status == CLI_OK) {
        uint32_t *inputs = take(v, (size_t)v->count * s->input_points * in);
        dxk_run_primitives run = {.count = v->count,
                                  .inputs = inputs,
                                  .first = one_number(v, "SV_PrimitiveID"),
                                  .view = one_number(v, "SV_ViewID"),
                                  .outputs = take(v, vertices * out),
                                  .marks = marks,
                                  .vertex_counts = take(v, invocations)};
        status = read_records(v, DXK_RUN_INPUT, v->count * s->input_points, in, inputs);
        if (status == CLI_OK)
            status = job_status(v->s->j, dxk_run_geometry(v->worker, &run));
        for (uint32_t i = 0; i < invocations && status == CLI_OK; i++)
            print_vertices(v, &run, i);
    }
    free(marks);
    return status;
}

/* Words of the payload. */
static int read_payload(invoker *v, uint8_t *payload)
{
    const char *at = find_named(v, "Payload");
    for (uint32_t n = 0; at && *at && n + 4 <= v->stage.payload_size; n += 4) {
        uint32_t word;
        if (!read_word(&at, false, &word))
            return bad_values(v, (dxk_str){"Payload", 7});
        for (unsigned k = 0; k < 4; k++)
            payload[n + k] = (uint8_t)(word >> 8 * k);
    }
    return CLI_OK;
}

static int invoke_amplification(invoker *v)
{
    uint8_t payload[16384] = {0};
    dxk_run_amplified run = {.view = one_number(v, "SV_ViewID"), .payload = payload};
    char what[80];
    int status = read_numbers(v, "SV_GroupID", false, 3, 1, run.group);
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_amplify(v->worker, &run));
    if (status != CLI_OK)
        return status;
    snprintf(what, sizeof what, "mesh groups %u,%u,%u", run.grid[0], run.grid[1], run.grid[2]);
    begin_record(v, what);
    if (v->json)
        json_hex(v->s->j->json, "payload", (dxk_bytes){payload, v->stage.payload_size});
    else
        text_put(&v->s->j->out, "  payload             ");
    for (uint32_t n = 0; n + 4 <= v->stage.payload_size && !v->json; n += 4)
        text_printf(&v->s->j->out, " 0x%02x%02x%02x%02x", payload[n + 3], payload[n + 2],
                    payload[n + 1], payload[n]);
    if (!v->json)
        text_char(&v->s->j->out, '\n');
    end_record(v);
    return CLI_OK;
}

static void print_mesh(invoker *v, const dxk_run_meshlet *mesh)
{
    bool lines = v->stage.topology == DXK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    char what[100];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        snprintf(what, sizeof what, "vertex %u", i);
        begin_record(v, what);
        print_record(v, DXK_RUN_OUTPUT, 0, mesh->vertices + (size_t)i * v->info.output_words);
        end_record(v);
    }
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const uint32_t *index = mesh->indices + 3 * (size_t)i;
        int size =
            snprintf(what, sizeof what, "primitive %u, vertices %u,%u", i, index[0], index[1]);
        if (!lines)
            snprintf(what + size, sizeof what - (size_t)size, ",%u", index[2]);
        begin_record(v, what);
        print_record(v, DXK_RUN_PATCH, 0, mesh->primitives + (size_t)i * v->stage.patch_words);
        end_record(v);
    }
}

static int invoke_mesh(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint8_t payload[16384] = {0};
    int status = make_room(v, (size_t)s->max_vertices + s->max_primitives,
                           (size_t)v->info.output_words + s->patch_words);
    if (status != CLI_OK)
        return status;
    dxk_run_meshlet run = {.view = one_number(v, "SV_ViewID"),
                           .payload = payload,
                           .vertices = take(v, (size_t)s->max_vertices * v->info.output_words),
                           .primitives = take(v, (size_t)s->max_primitives * s->patch_words),
                           .indices = take(v, (size_t)s->max_primitives * 3)};
    status = read_numbers(v, "SV_GroupID", false, 3, 1, run.group);
    if (status == CLI_OK)
        status = read_payload(v, payload);
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_mesh(v->worker, &run));
    if (status == CLI_OK)
        print_mesh(v, &run);
    return status;
}

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
            if (!read_word(&at, is_real(p->component), to))
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
        json_real(v->s->j->json, NULL, real);
    else if (v->json)
        json_i64(v->s->j->json, NULL, (int64_t)bits);
    else if (type == DXK_COMPONENT_TYPE_F64)
        text_printf(&v->s->j->out, " %.17g", real);
    else
        text_printf(&v->s->j->out, " %lld", (long long)bits);
}

static void print_result(invoker *v, const dxk_run_parameter *p, const uint32_t *words)
{
    if (v->json)
        json_array_line(v->s->j->json, "result");
    else
        text_put(&v->s->j->out, "  result              ");
    for (uint32_t n = 0; n < p->count; n++) {
        if (is_wide(p->component)) {
            print_wide(v, p->component, words + 2 * n);
        } else if (v->json) {
            json_word(v->s->j->json, p->component, words[n]);
        } else {
            text_char(&v->s->j->out, ' ');
            print_word(&v->s->j->out, p->component, words[n]);
        }
    }
    if (v->json)
        json_end(v->s->j->json);
    else
        text_char(&v->s->j->out, '\n');
}

static int read_parameters(const invoker *v, uint32_t *arguments)
{
    dxk_run_parameter parameter;
    char name[12];
    for (uint32_t n = 0; dxk_run_program_parameter(v->program, n, &parameter); n++) {
        snprintf(name, sizeof name, "%u", n);
        const char *values = find_named(v, name);
        for (uint32_t i = 0; values && i < v->count; i++)
            if (!read_parameter(&parameter, group_at(values, i),
                                arguments + (size_t)i * v->info.input_words))
                return bad_values(v, (dxk_str){name, strlen(name)});
    }
    return CLI_OK;
}

static int invoke_function(invoker *v)
{
    uint32_t in = v->info.input_words, out = v->info.output_words;
    dxk_run_parameter result;
    char what[40];
    int status = make_room(v, v->count, (size_t)in + out);
    if (status != CLI_OK)
        return status;
    uint32_t *arguments = take(v, (size_t)v->count * in);
    dxk_run_calls run = {v->count, arguments, take(v, (size_t)v->count * out)};
    status = read_parameters(v, arguments);
    if (status == CLI_OK)
        status = job_status(v->s->j, dxk_run_call(v->worker, &run));
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        snprintf(what, sizeof what, "call %u", i);
        begin_record(v, what);
        if (dxk_run_program_result(v->program, &result))
            print_result(v, &result, run.results + (size_t)i * out + result.word);
        end_record(v);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* The command                                                                                */

static int invoke(invoker *v)
{
    switch (v->info.kind) {
    case DXK_SHADER_KIND_VERTEX:
        return invoke_vertices(v);
    case DXK_SHADER_KIND_PIXEL:
        return invoke_pixels(v);
    case DXK_SHADER_KIND_HULL:
        return invoke_hull(v);
    case DXK_SHADER_KIND_DOMAIN:
        return invoke_domain(v);
    case DXK_SHADER_KIND_GEOMETRY:
        return invoke_geometry(v);
    case DXK_SHADER_KIND_AMPLIFICATION:
        return invoke_amplification(v);
    case DXK_SHADER_KIND_MESH:
        return invoke_mesh(v);
    case DXK_SHADER_KIND_LIBRARY:
        return invoke_function(v);
    default:
        return job_error(v->s->j, CLI_USAGE,
                         "--invoke is for shaders of the graphics pipeline "
                         "and functions");
    }
}

int run_invoke(run_state *s, const opt_list *inputs)
{
    invoker v = {.s = s, .given = inputs, .program = s->program, .json = s->j->json != NULL};
    v.info = dxk_run_program_info_get(s->program);
    v.stage = dxk_run_program_stage(s->program);
    dxk_status made = dxk_job_bind(s->job, s->program, &s->how.run, &s->run);
    if (made == DXK_OK)
        made = dxk_run_worker_create(s->run, s->j->ctx, &v.worker);
    if (made != DXK_OK)
        return job_status(s->j, made);
    if (v.json)
        json_array(s->j->json, "invocations");
    int status = look_at_given(&v);
    if (status == CLI_OK)
        status = invoke(&v);
    if (v.json)
        json_end(s->j->json);
    if (!run_collect(s, v.worker) && status == CLI_OK)
        status = job_status(s->j, DXK_E_NOMEM);
    dxk_run_worker_free(v.worker);
    free(v.words);
    return status;
}
