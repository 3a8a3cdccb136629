/* SPDX-License-Identifier: MIT */
/*
 * run_profile.c - what the lines of the source cost: instructions, lanes used, memory traffic, beside
 * the source. See run.h.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXT 2 /* lines shown around those that cost something */

/* The sums of a line. */
typedef struct row {
    dxk_str file;  /* empty: code that belongs to no line */
    uint32_t line; /* 0 likewise */
    dxk_run_counts counts;
} row;

typedef struct rows {
    row *items;
    size_t count;
} rows;

static void add(dxk_run_counts *to, const dxk_run_counts *from)
{
    to->runs += from->runs;
    to->lanes += from->lanes;
    to->read += from->read;
    to->written += from->written;
    to->shared_read += from->shared_read;
    to->shared_written += from->shared_written;
}

bool run_add_counts(dxk_run_counts **all, const dxk_run_program *program,
                    const dxk_run_worker *worker)
{
    uint32_t count = dxk_run_program_info_get(program).place_count;
    dxk_run_counts counts;
    if (!*all)
        *all = calloc((size_t)count + 1, sizeof **all);
    if (!*all)
        return false;
    for (uint32_t n = 0; n < count && dxk_run_worker_counts(worker, n, &counts); n++)
        add(&(*all)[n], &counts);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Lines                                                                                      */

static int compare_str(dxk_str a, dxk_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* By file and line; what has none comes last. */
static int compare_rows(const void *x, const void *y)
{
    const row *a = x, *b = y;
    if ((a->line == 0) != (b->line == 0))
        return a->line == 0 ? 1 : -1;
    int order = compare_str(a->file, b->file);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static void merge(rows *list)
{
    size_t kept = 0;
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, compare_rows);
    for (size_t i = 0; i < list->count; i++) {
        if (kept && compare_rows(&list->items[kept - 1], &list->items[i]) == 0)
            add(&list->items[kept - 1].counts, &list->items[i].counts);
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

/* The lines of all places. */
static bool make_rows(const run_state *s, rows *list)
{
    uint32_t count = dxk_run_program_info_get(s->program).place_count;
    dxk_run_frame frame;
    list->items = calloc((size_t)count + 1, sizeof *list->items);
    if (!list->items)
        return false;
    for (uint32_t n = 0; n < count; n++) {
        row *r = &list->items[list->count++];
        r->counts = s->counts[n];
        if (dxk_run_program_frame(s->program, n, 0, &frame) && frame.line) {
            r->file = frame.file;
            r->line = frame.line;
        }
    }
    merge(list);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Sources                                                                                    */

bool run_source_text(run_state *s, dxk_str file, dxk_str *text)
{
    const dxk_pdb *pdb = pdb_sources(&s->debug, s->shader_bytes);
    dxk_str name;
    for (size_t i = 0; pdb && dxk_pdb_file(pdb, i, &name, text); i++) {
        if (text->data && dxk_source_name_compare(name, file) == 0)
            return true;
    }
    *text = (dxk_str){NULL, 0};
    return false;
}

/* Takes a line off the text. */
static dxk_str next_line(dxk_str *text)
{
    const char *end = text->size ? memchr(text->data, '\n', text->size) : NULL;
    dxk_str line = {text->data, end ? (size_t)(end - text->data) : text->size};
    size_t taken = line.size + (end != NULL);
    text->data += taken;
    text->size -= taken;
    if (line.size && line.data[line.size - 1] == '\r')
        line.size--;
    return line;
}

static void print_source(text_out *out, dxk_str line)
{
    for (size_t i = 0; i < line.size;) {
        const char *tab = memchr(line.data + i, '\t', line.size - i);
        size_t size = tab ? (size_t)(tab - line.data) - i : line.size - i;
        text_safe(out, (dxk_str){line.data + i, size});
        if (tab)
            text_spaces(out, 4);
        i += size + (tab != NULL);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static const char *const heads[] = {"line",    "instructions", "lanes", "read",
                                    "written", "shared",       NULL};
#define COLUMNS 7

static double used_lanes(const run_state *s, const dxk_run_counts *c)
{
    double all = (double)c->runs * dxk_run_program_info_get(s->program).wave_size;
    return all > 0 ? (double)c->lanes / all : 0;
}

static void number_cell(text_table *table, uint64_t value)
{
    text_out *cell = text_cell(table);
    if (value)
        text_u64(cell, value);
}

static void counts_cells(text_table *table, const run_state *s, const dxk_run_counts *c)
{
    number_cell(table, c->runs);
    text_out *cell = text_cell(table);
    if (c->runs)
        text_printf(cell, "%.0f%%", used_lanes(s, c) * 100);
    number_cell(table, c->read);
    number_cell(table, c->written);
    number_cell(table, c->shared_read + c->shared_written);
}

static void print_head(text_table *table, dxk_str file)
{
    for (size_t i = 0; i + 1 < COLUMNS; i++)
        text_put(text_cell(table), heads[i]);
    text_safe(text_cell(table), file);
}

static void print_row(text_table *table, const run_state *s, const row *r, uint32_t number,
                      dxk_str source)
{
    static const dxk_run_counts none;
    text_u64(text_cell(table), number);
    counts_cells(table, s, r ? &r->counts : &none);
    print_source(text_cell(table), source);
}

static void print_gap(text_table *table)
{
    text_put(text_cell(table), "...");
    for (size_t i = 1; i < COLUMNS; i++)
        (void)text_cell(table);
}

/* The rows of one file, `count` of them, beside its text if that is known. */
static void print_file(run_state *s, const row *first, size_t count)
{
    text_table table;
    dxk_str text;
    uint32_t number = 1;
    size_t at = 0;
    bool known = run_source_text(s, first->file, &text), gap = false;
    text_table_init(&table, s->j->ctx, &s->j->out, "rrrrrrl", 0);
    print_head(&table, first->file);
    for (; known && text.size && at < count; number++) {
        dxk_str line = next_line(&text);
        const row *r = first[at].line == number ? &first[at] : NULL;
        bool near = first[at].line - number <= CONTEXT ||
                    (at > 0 && number - first[at - 1].line <= CONTEXT);
        if (!near && !gap)
            print_gap(&table);
        gap = !near;
        if (near)
            print_row(&table, s, r, number, line);
        at += r != NULL;
    }
    for (; at < count; at++)
        print_row(&table, s, &first[at], first[at].line, (dxk_str){"", 0});
    text_table_print(&table);
}

static void print_sums(run_state *s, const rows *list)
{
    dxk_run_counts sum = {0}, nowhere = {0};
    for (size_t i = 0; i < list->count; i++)
        add(list->items[i].line ? &sum : &nowhere, &list->items[i].counts);
    add(&sum, &nowhere);
    text_printf(&s->j->out, "total: %llu instructions, %.0f%% of lanes",
                (unsigned long long)sum.runs, used_lanes(s, &sum) * 100);
    text_printf(&s->j->out, ", %llu bytes read, %llu written, %llu of group-shared memory\n",
                (unsigned long long)sum.read, (unsigned long long)sum.written,
                (unsigned long long)(sum.shared_read + sum.shared_written));
    if (nowhere.runs)
        text_printf(&s->j->out, "without a line: %llu instructions\n",
                    (unsigned long long)nowhere.runs);
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

static void json_row(dxk_json *json, const run_state *s, const row *r)
{
    dxk_json_object_line(json, NULL);
    if (r->line)
        dxk_json_u64(json, "line", r->line);
    dxk_json_u64(json, "instructions", r->counts.runs);
    dxk_json_u64(json, "lane_instructions", r->counts.lanes);
    dxk_json_real(json, "lanes", used_lanes(s, &r->counts));
    dxk_json_u64(json, "read", r->counts.read);
    dxk_json_u64(json, "written", r->counts.written);
    dxk_json_u64(json, "shared_read", r->counts.shared_read);
    dxk_json_u64(json, "shared_written", r->counts.shared_written);
    dxk_json_end(json);
}

/* Rows of one file are together. */
static void json_file(const run_state *s, const row *first, size_t count)
{
    dxk_json *json = s->j->json;
    dxk_json_object(json, NULL);
    dxk_json_str(json, "source", first->file);
    dxk_json_array(json, "lines");
    for (size_t i = 0; i < count; i++)
        json_row(json, s, &first[i]);
    dxk_json_end(json);
    dxk_json_end(json);
}

static size_t same_file(const rows *list, size_t at)
{
    size_t count = 1;
    while (at + count < list->count && !list->items[at].line == !list->items[at + count].line &&
           compare_str(list->items[at].file, list->items[at + count].file) == 0)
        count++;
    return count;
}

int run_print_profile(run_state *s)
{
    rows list = {NULL, 0};
    if (!s->counts || !make_rows(s, &list))
        return job_status(s->j, DXK_E_NOMEM);
    if (s->j->json) {
        dxk_json_object(s->j->json, "profile");
        dxk_json_u64(s->j->json, "wave_size", dxk_run_program_info_get(s->program).wave_size);
        dxk_json_array(s->j->json, "files");
    }
    for (size_t at = 0, count; at < list.count; at += count) {
        count = same_file(&list, at);
        if (s->j->json)
            json_file(s, &list.items[at], count);
        else if (list.items[at].line)
            print_file(s, &list.items[at], count);
    }
    if (s->j->json) {
        dxk_json_end(s->j->json);
        dxk_json_end(s->j->json);
    } else {
        print_sums(s, &list);
    }
    free(list.items);
    return CLI_OK;
}
