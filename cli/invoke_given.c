/* SPDX-License-Identifier: MIT */
/* invoke_given.c - what the command line gives to invocations; see invoke.h. */
#include "invoke.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void invoke_element_name(const dxk_run_element *e, bool with_index, char name[80])
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
    invoke_element_name(e, false, plain);
    invoke_element_name(e, true, numbered);
    for (size_t i = 0; i < v->given->count; i++) {
        dxk_str name;
        const char *values = values_of(&v->given->items[i], &name);
        if (same_name(name, numbered) || (e->index == 0 && same_name(name, plain)))
            return values;
    }
    return NULL;
}

const char *invoke_find_named(const invoker *v, const char *wanted)
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
const char *invoke_group_at(const char *values, uint32_t index)
{
    for (const char *next; index && (next = strchr(values, ';')) != NULL && next[1]; index--)
        values = next + 1;
    return values;
}

/* A number as a word; false: it is none. */
bool invoke_read_word(const char **at, bool is_real, uint32_t *word)
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

bool invoke_is_real(dxk_component_type type)
{
    return type == DXK_COMPONENT_TYPE_F32 || type == DXK_COMPONENT_TYPE_F16;
}

/* The numbers of a group into the rows of an element. */
static bool read_element(const dxk_run_element *e, const char *values, uint32_t *words)
{
    const char *at = values;
    for (uint32_t n = 0; n < e->rows * e->columns && *at && *at != ';'; n++)
        if (!invoke_read_word(&at, invoke_is_real(e->component),
                              &words[e->word + n / e->columns * 4 + n % e->columns]))
            return false;
    return *at == 0 || *at == ';';
}

int invoke_bad_values(const invoker *v, dxk_str name)
{
    return job_error(v->s->j, CLI_USAGE, "--input %.*s: wrong number or type of values",
                     (int)name.size, name.data);
}

/* Row `row` of an element, which has a name of its own; the first one is given with all after it. */
static dxk_run_element row_of(const dxk_run_element *e, uint32_t row)
{
    dxk_run_element part = *e;
    part.index += row;
    part.word += 4 * row;
    part.rows = row ? 1 : e->rows;
    return part;
}

/* Records of a signature. */
int invoke_read_records(const invoker *v, dxk_run_signature signature, uint32_t count,
                        uint32_t words, uint32_t *to)
{
    dxk_run_element e;
    for (size_t n = 0; dxk_run_program_element(v->program, signature, n, &e); n++)
        for (uint32_t row = 0; row < e.rows; row++) {
            const dxk_run_element part = row_of(&e, row);
            const char *values = find_values(v, &part);
            for (uint32_t i = 0; values && i < count; i++)
                if (!read_element(&part, invoke_group_at(values, i), to + (size_t)i * words))
                    return invoke_bad_values(v, e.name);
        }
    return CLI_OK;
}

/* Numbers that are no elements: `columns` in each group. */
int invoke_read_numbers(const invoker *v, const char *name, bool real, uint32_t columns,
                        uint32_t count, uint32_t *to)
{
    const char *values = invoke_find_named(v, name);
    const dxk_run_element e = {.component = real ? DXK_COMPONENT_TYPE_F32 : DXK_COMPONENT_TYPE_I32,
                               .rows = (columns + 3) / 4,
                               .columns = columns < 4 ? columns : 4};
    for (uint32_t i = 0; values && i < count; i++)
        if (!read_element(&e, invoke_group_at(values, i), to + (size_t)i * columns))
            return invoke_bad_values(v, (dxk_str){name, strlen(name)});
    return CLI_OK;
}

uint32_t invoke_one_number(const invoker *v, const char *name)
{
    uint32_t word = 0;
    (void)invoke_read_numbers(v, name, false, 1, 1, &word);
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
    invoke_element_name(e, false, text);
    if (same_name(name, text))
        return true;
    for (uint32_t row = 0; row < e->rows; row++) {
        const dxk_run_element part = row_of(e, row);
        invoke_element_name(&part, true, text);
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

/* Inputs of a shader, as a message lists them. */
typedef struct names {
    char list[512];
    char nearest[80]; /* what may be meant; empty: nothing is near */
    unsigned distance;
} names;

static void add_name(names *n, const char *wanted, const char *name)
{
    size_t size = strlen(n->list);
    unsigned distance = opt_distance(wanted, name);
    if (strlen(name) + 8 < sizeof n->list - size)
        sprintf(n->list + size, "%s%s", size ? ", " : "", name);
    else if (size + 6 < sizeof n->list && n->list[size - 1] != '.')
        strcpy(n->list + size, ", ...");
    if (distance < n->distance && 2 * distance < strlen(wanted)) {
        n->distance = distance;
        snprintf(n->nearest, sizeof n->nearest, "%s", name);
    }
}

static int unknown_name(const invoker *v, dxk_str name)
{
    names n = {.distance = 4};
    char wanted[80], text[80];
    dxk_run_element e;
    dxk_run_parameter parameter;
    snprintf(wanted, sizeof wanted, "%.*s", (int)name.size, name.data);
    for (uint32_t i = 0; dxk_run_program_parameter(v->program, i, &parameter); i++) {
        snprintf(text, sizeof text, "%u", i);
        add_name(&n, wanted, text);
    }
    for (unsigned s = DXK_RUN_INPUT; s <= DXK_RUN_PATCH; s += DXK_RUN_PATCH - DXK_RUN_INPUT)
        for (size_t i = 0; dxk_run_program_element(v->program, (dxk_run_signature)s, i, &e); i++) {
            invoke_element_name(&e, e.index > 0, text);
            add_name(&n, wanted, text);
        }
    if (!*n.list)
        return job_error(v->s->j, CLI_USAGE, "--input %s: the shader has no inputs", wanted);
    return job_error(v->s->j, CLI_USAGE, "--input %s: the inputs are %s%s%s%s", wanted, n.list,
                     *n.nearest ? "; did you mean '" : "", n.nearest, *n.nearest ? "'?" : "");
}

/* Checks names, and finds how many invocations are given. */
int invoke_look_at_given(invoker *v)
{
    uint32_t most = 1, points = v->stage.input_points ? v->stage.input_points : 1;
    for (size_t i = 0; i < v->given->count; i++) {
        dxk_str name;
        const char *values = values_of(&v->given->items[i], &name);
        if (*values && !is_known(v, name))
            return unknown_name(v, name);
        if (!*values)
            return job_error(
                v->s->j, CLI_USAGE,
                "--input takes NAME=NUMBERS, where NAME is an input of the shader, not '%s'",
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
    return most <= INVOKE_MOST
               ? CLI_OK
               : job_error(v->s->j, CLI_USAGE, "at most %u invocations are allowed", INVOKE_MOST);
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */
/* Zeros; `room` says in advance how many there are in all. */
uint32_t *invoke_take(invoker *v, size_t count)
{
    uint32_t *words = v->words + v->next;
    v->next += count + 1;
    return words;
}

int invoke_make_room(invoker *v, size_t records, size_t words)
{
    v->room = records * (words + 4) + 4096;
    v->words = calloc(v->room, sizeof *v->words);
    return v->words ? CLI_OK : job_status(v->s->j, DXK_E_NOMEM);
}
