/* SPDX-License-Identifier: MIT */
/*
 * pipeline.c - lists of passes: text to a tree.
 *
 *     list:     [item ("," item)*]
 *     item:     PASS ["<" option ("," option)* ">"]  |  PIPELINE  |  "fix" "(" [N ":"] list ")"
 *     option:   NAME ["=" VALUE]
 */
#include "base/count.h"
#include "base/diag.h"
#include "opt/run.h"
#include "spec/reader_rules.h"

#include <string.h>

#define ROUNDS       8u   /* of a group that does not say */
#define ROUNDS_MOST  100u /* that one may say */
#define NESTING_MOST 16u  /* of groups and names of lists */

static const dxk_pipeline_info pipelines[] = {
#define DXKI_PIPELINE(name, text, help) {(name), (text), (help)},
#include "opt/pipelines.def"
#undef DXKI_PIPELINE
};

size_t dxk_pipeline_count(void)
{
    return DXKI_COUNT(pipelines);
}

bool dxk_pipeline_get(size_t index, dxk_pipeline_info *out)
{
    *out = index < DXKI_COUNT(pipelines) ? pipelines[index] : (dxk_pipeline_info){0};
    return index < DXKI_COUNT(pipelines);
}

static const dxk_pipeline_info *find_pipeline(dxk_str name)
{
    for (size_t i = 0; i < DXKI_COUNT(pipelines); i++) {
        if (dxki_opt_is_called(name, pipelines[i].name))
            return &pipelines[i];
    }
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

typedef struct reader {
    dxk_ctx *ctx;
    dxki_arena *arena;
    dxk_str text;
    size_t at;
    uint32_t depth; /* of groups and names around it */
} reader;

/* Complains about `what`, a piece of the text, or about the place that was reached. */
static dxk_status fail(const reader *r, const char *message, dxk_str what)
{
    uintptr_t place = (uintptr_t)what.data - (uintptr_t)r->text.data;
    size_t at = what.data && place <= r->text.size ? (size_t)place : r->at;
    return DXKI_REPORT(r->ctx, DXKI_RULE_OPT_PASSES, dxki_nowhere(), NULL, dxki_dec(at + 1),
                       dxki_text(dxki_str(message)), dxki_text(what));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(reader *r)
{
    while (r->at < r->text.size && is_blank(r->text.data[r->at]))
        r->at++;
}

/* Takes a character, if it is the next one. */
static bool take(reader *r, char c)
{
    skip_blanks(r);
    if (r->at == r->text.size || r->text.data[r->at] != c)
        return false;
    r->at++;
    return true;
}

static bool is_word(char c)
{
    char lower = (char)(c | 32);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

static dxk_str take_word(reader *r)
{
    skip_blanks(r);
    size_t first = r->at;
    while (r->at < r->text.size && is_word(r->text.data[r->at]))
        r->at++;
    return (dxk_str){r->text.data + first, r->at - first};
}

/* The value of an option: all up to a comma or the end of the options. */
static dxk_str take_value(reader *r)
{
    size_t first = r->at;
    while (r->at < r->text.size && r->text.data[r->at] != ',' && r->text.data[r->at] != '>')
        r->at++;
    return (dxk_str){r->text.data + first, r->at - first};
}

static bool read_number(dxk_str text, int64_t *out)
{
    bool negative = text.size && text.data[0] == '-';
    uint64_t value = 0;
    if (text.size == negative || text.size > 18)
        return false;
    for (size_t i = negative; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(text.data[i] - '0');
    }
    *out = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Items                                                                                      */

static dxk_status read_list(reader *r, dxki_opt_node **out);

static dxk_status set_option(reader *r, dxki_opt_node *node, const dxki_opt_option *option,
                             uint32_t number)
{
    bool given = take(r, '=');
    dxk_str value = given ? take_value(r) : (dxk_str){"1", 1};
    int64_t n;
    if (option->is_text && !given)
        return fail(r, "a value must follow the option ", option->name);
    if (option->is_text) {
        node->values->texts[number] = value;
        return DXK_OK;
    }
    if (!read_number(value, &n))
        return fail(r, "not a number: ", value);
    if (n < option->low || n > option->high)
        return fail(r, "the option cannot be ", value);
    node->values->numbers[number] = n;
    return DXK_OK;
}

static dxk_status read_option(reader *r, dxki_opt_node *node)
{
    dxki_opt_option options[DXKI_PASS_OPTIONS];
    uint32_t count = dxki_opt_list_options(node->info, options);
    dxk_str name = take_word(r);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_str_same(name, options[i].name))
            return set_option(r, node, &options[i], i);
    }
    return fail(r, "the pass has no option ", name);
}

/* The options that are not given have the values of the row. */
static dxk_status set_defaults(reader *r, dxki_opt_node *node)
{
    dxki_opt_option options[DXKI_PASS_OPTIONS];
    uint32_t count = dxki_opt_list_options(node->info, options);
    if (count == 0)
        return DXK_OK;
    node->values = DXKI_NEW(r->arena, dxki_opt_values);
    if (!node->values)
        return dxki_nomem(r->ctx);
    for (uint32_t i = 0; i < count; i++)
        node->values->numbers[i] = options[i].value;
    return DXK_OK;
}

static dxk_status read_pass(reader *r, dxki_opt_node *node)
{
    dxk_status status = set_defaults(r, node);
    if (status != DXK_OK)
        return status;
    node->functions = node->info->scope == DXKI_PASS_FUNCTION;
    if (!take(r, '<'))
        return DXK_OK;
    do
        status = read_option(r, node);
    while (status == DXK_OK && take(r, ','));
    if (status == DXK_OK && !take(r, '>'))
        return fail(r, "a '>' must follow the options of ", dxki_str(node->info->name));
    return status;
}

/* What is repeated, up to the bracket. */
static dxk_status read_group(reader *r, dxki_opt_node *node)
{
    size_t start = r->at;
    int64_t rounds;
    dxk_str number = take_word(r);
    node->rounds = ROUNDS;
    if (!take(r, ':'))
        r->at = start;
    else if (read_number(number, &rounds) && rounds >= 1 && rounds <= ROUNDS_MOST)
        node->rounds = (uint32_t)rounds;
    else
        return fail(r, "the number of rounds must be 1 to 100, not ", number);
    dxk_status status = read_list(r, &node->first);
    if (status == DXK_OK && !take(r, ')'))
        return fail(r, "')' is missing after the passes of a group", (dxk_str){NULL, 0});
    return status;
}

/* The list of a name: one round of it. */
static dxk_status read_named(const reader *r, const dxk_pipeline_info *pipeline,
                             dxki_opt_node *node)
{
    reader inner = {r->ctx, r->arena, dxki_str(pipeline->text), 0, r->depth};
    node->rounds = 1;
    return read_list(&inner, &node->first);
}

static dxk_status read_item(reader *r, dxki_opt_node *node)
{
    dxk_str name = take_word(r);
    const dxk_pipeline_info *pipeline = find_pipeline(name);
    if (name.size == 0)
        return fail(r, r->at < r->text.size ? "not the name of a pass: " : "a pass must follow",
                    (dxk_str){r->text.data + r->at, r->at < r->text.size});
    if (pipeline)
        return read_named(r, pipeline, node);
    if (dxki_opt_is_called(name, "fix") && take(r, '('))
        return read_group(r, node);
    node->info = dxki_opt_find(name);
    return node->info ? read_pass(r, node) : fail(r, "there is no pass ", name);
}

static bool all_functions(const dxki_opt_node *list)
{
    for (; list; list = list->next) {
        if (!list->functions)
            return false;
    }
    return true;
}

static dxk_status read_list(reader *r, dxki_opt_node **out)
{
    dxk_status status = DXK_OK;
    if (++r->depth > NESTING_MOST)
        return fail(r, "groups are nested too deeply", (dxk_str){NULL, 0});
    do {
        dxki_opt_node *node = DXKI_NEW(r->arena, dxki_opt_node);
        if (!node)
            return dxki_nomem(r->ctx);
        status = read_item(r, node);
        if (!node->info)
            node->functions = all_functions(node->first);
        *out = node;
        out = &node->next;
    } while (status == DXK_OK && take(r, ','));
    r->depth--;
    return status;
}

dxk_status dxki_opt_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_str text, dxki_opt_node **out)
{
    reader r = {ctx, arena, text, 0, 0};
    *out = NULL;
    skip_blanks(&r);
    if (r.at == text.size)
        return DXK_OK;
    dxk_status status = read_list(&r, out);
    skip_blanks(&r);
    if (status == DXK_OK && r.at < text.size)
        return fail(&r, "a comma must stand in front of ", (dxk_str){text.data + r.at, 1});
    return status;
}

dxk_status dxk_opt_check(dxk_ctx *ctx, dxk_str passes)
{
    dxki_arena arena;
    dxki_opt_node *list;
    dxki_arena_init(&arena, ctx);
    dxk_status status = dxki_opt_parse(ctx, &arena, passes, &list);
    dxki_arena_free(&arena);
    return status;
}
