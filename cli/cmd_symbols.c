/* SPDX-License-Identifier: MIT */
/* cmd_symbols.c - `dxk symbols`: functions that programs define and need, as nm lists symbols. */
#include <dxk/enums.h>
#include <dxk/symbols.h>

#include "job.h"

#include <stdlib.h>
#include <string.h>

typedef struct symbols_options {
    bool defined, undefined, mangled;
    int sort;
} symbols_options;

enum { SORT_MODULE, SORT_NAME, SORT_SIZE };

static const opt_spec specs[] = {
    {0, "defined", OPT_FLAG, offsetof(symbols_options, defined), NULL,
     "list only functions that are defined", NULL},
    {'u', "undefined", OPT_FLAG, offsetof(symbols_options, undefined), NULL,
     "list only functions that are called but not defined", NULL},
    {0, "mangled", OPT_FLAG, offsetof(symbols_options, mangled), NULL,
     "print names as they are in the program", "Default: as declarations."},
    {0, "sort", OPT_CHOICE, offsetof(symbols_options, sort), "module|name|size",
     "order of the list", "size: longest functions first."},
    {0},
};

static int prepare(cli_app *app)
{
    const symbols_options *o = app->options;
    if (o->defined && o->undefined)
        return cli_usage(app, "--defined and --undefined cannot be combined");
    return CLI_OK;
}

static const char *const kinds[] = {"entry", "function", "internal", "constructor", "undefined"};

/* ---------------------------------------------------------------------------------------- */
/* Order                                                                                      */

typedef struct row {
    dxk_symbol symbol;
    size_t index;
} row;

static int by_index(const row *a, const row *b)
{
    return a->index < b->index ? -1 : a->index > b->index;
}

static int by_name(const void *left, const void *right)
{
    const row *a = left, *b = right;
    dxk_str x = a->symbol.declaration, y = b->symbol.declaration;
    int order = memcmp(x.data, y.data, x.size < y.size ? x.size : y.size);
    if (order == 0 && x.size != y.size)
        order = x.size < y.size ? -1 : 1;
    return order ? order : by_index(a, b);
}

static int by_size(const void *left, const void *right)
{
    const row *a = left, *b = right;
    if (a->symbol.instructions != b->symbol.instructions)
        return a->symbol.instructions > b->symbol.instructions ? -1 : 1;
    return by_index(a, b);
}

/* The functions that are shown, in their order; NULL: out of memory. */
static row *choose(const symbols_options *o, const dxk_symbols *symbols, size_t *count)
{
    size_t total = dxk_symbols_count(symbols);
    row *rows = malloc((total + 1) * sizeof *rows);
    *count = 0;
    for (size_t i = 0; rows && i < total; i++) {
        row r = {.index = i};
        dxk_symbols_get(symbols, i, &r.symbol);
        bool undefined = r.symbol.kind == DXK_SYMBOL_UNDEFINED;
        if ((o->defined && undefined) || (o->undefined && !undefined))
            continue;
        rows[(*count)++] = r;
    }
    if (rows && o->sort != SORT_MODULE)
        qsort(rows, *count, sizeof *rows, o->sort == SORT_NAME ? by_name : by_size);
    return rows;
}

/* ---------------------------------------------------------------------------------------- */
/* Output                                                                                     */

/* "entry ps" */
static void put_kind(text_out *out, const dxk_symbol *s)
{
    text_put(out, kinds[s->kind]);
    const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_kind, s->stage);
    if (s->kind == DXK_SYMBOL_ENTRY && stage)
        text_printf(out, " %s", stage);
}

static void print_rows(job *j, const dxk_symbols *symbols, const row *rows, size_t count)
{
    static const char *const heads[] = {"size", "callers", "kind", "name", "resources"};
    const symbols_options *o = j->options;
    text_table table;
    text_table_init(&table, j->ctx, &j->out, "rrlll", 0);
    text_table_head(&table, heads);
    for (size_t i = 0; i < count; i++) {
        const dxk_symbol *s = &rows[i].symbol;
        text_u64(text_cell(&table), s->instructions);
        text_u64(text_cell(&table), s->caller_count);
        put_kind(text_cell(&table), s);
        text_safe(text_cell(&table), o->mangled ? s->name : s->declaration);
        text_out *cell = text_cell(&table);
        for (size_t k = 0; k < s->resource_count; k++) {
            text_put(cell, k ? " " : "");
            text_safe(cell, dxk_symbol_resource(symbols, rows[i].index, k));
        }
    }
    text_table_print(&table);
}

static void json_rows(job *j, const dxk_symbols *symbols, const row *rows, size_t count)
{
    dxk_json_array(j->json, "symbols");
    for (size_t i = 0; i < count; i++) {
        const dxk_symbol *s = &rows[i].symbol;
        dxk_json_object(j->json, NULL);
        dxk_json_str(j->json, "name", s->name);
        dxk_json_str(j->json, "declaration", s->declaration);
        dxk_json_text(j->json, "kind", kinds[s->kind]);
        if (s->kind == DXK_SYMBOL_ENTRY)
            dxk_json_text(j->json, "stage", dxk_enum_text(DXK_ENUM_ID_shader_kind, s->stage));
        dxk_json_u64(j->json, "instructions", s->instructions);
        dxk_json_u64(j->json, "callers", s->caller_count);
        dxk_json_array(j->json, "resources");
        for (size_t k = 0; k < s->resource_count; k++)
            dxk_json_str(j->json, NULL, dxk_symbol_resource(symbols, rows[i].index, k));
        dxk_json_end(j->json);
        dxk_json_end(j->json);
    }
    dxk_json_end(j->json);
}

static int run(job *j)
{
    dxk_container *container;
    dxk_symbols *symbols = NULL;
    size_t count = 0;
    row *rows = NULL;
    int status = job_load(j, false, &container);
    if (status == CLI_OK) {
        dxk_status loaded = dxk_symbols_load(container, &symbols);
        status = loaded == DXK_E_NOT_FOUND ? job_error(j, CLI_INVALID, "there is no DXIL program")
                                           : job_status(j, loaded);
    }
    if (status == CLI_OK && !(rows = choose(j->options, symbols, &count)))
        status = job_status(j, DXK_E_NOMEM);
    if (status == CLI_OK && j->json)
        json_rows(j, symbols, rows, count);
    else if (status == CLI_OK)
        print_rows(j, symbols, rows, count);
    free(rows);
    dxk_symbols_free(symbols);
    dxk_container_free(container);
    return status;
}

const cli_command cmd_symbols = {
    .name = "symbols",
    .summary = "list the functions that a program defines and needs",
    .operands = "[FILE...]",
    .about = "Lists functions with their instruction count, their number of callers, their kind\n"
             "(entry point with its stage, function, internal, constructor, undefined), and the\n"
             "resources that each uses. A library may have many functions; a shader has its entry\n"
             "point." CLI_ABOUT_TEXT,
    .examples = "dxk symbols --undefined *.lib\n"
                "dxk symbols --sort=size --json lights.lib\n",
    .options = specs,
    .options_size = sizeof(symbols_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};
