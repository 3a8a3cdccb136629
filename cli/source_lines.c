/* SPDX-License-Identifier: MIT */
/* source_lines.c - see source_lines.h. The lines of a file are found when one of them is asked for. */
#include "source_lines.h"

#include <stdlib.h>
#include <string.h>

struct source_file {
    dxk_str name, text;
    size_t *starts; /* offset of each line; NULL: not asked for yet */
    size_t line_count;
};

static int by_name(const void *a, const void *b)
{
    const struct source_file *x = a, *y = b;
    return dxk_source_name_compare(x->name, y->name);
}

bool source_lines_init(source_lines *lines, const dxk_pdb *pdb)
{
    size_t count = pdb ? dxk_pdb_file_count(pdb) : 0;
    *lines = (source_lines){.pdb = pdb};
    if (!count)
        return true;
    lines->files = calloc(count, sizeof *lines->files);
    if (!lines->files)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct source_file *f = &lines->files[lines->count];
        if (dxk_pdb_file(pdb, i, &f->name, &f->text) && f->text.data)
            lines->count++;
    }
    qsort(lines->files, lines->count, sizeof *lines->files, by_name);
    return true;
}

void source_lines_free(source_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        free(lines->files[i].starts);
    free(lines->files);
}

static bool find_starts(struct source_file *f)
{
    size_t count = 1;
    for (size_t i = 0; i < f->text.size; i++)
        count += f->text.data[i] == '\n';
    f->starts = calloc(count, sizeof *f->starts);
    if (!f->starts)
        return false;
    for (size_t i = 0; i < f->text.size; i++) {
        if (f->text.data[i] == '\n')
            f->starts[++f->line_count] = i + 1;
    }
    f->line_count++;
    return true;
}

bool source_lines_get(void *user, dxk_str file, uint32_t line, dxk_str *text)
{
    const source_lines *lines = user;
    const struct source_file key = {.name = file};
    struct source_file *f =
        lines->count ? bsearch(&key, lines->files, lines->count, sizeof key, by_name) : NULL;
    if (!f || !line || (!f->starts && !find_starts(f)) || line > f->line_count)
        return false;
    size_t start = f->starts[line - 1],
           end = line < f->line_count ? f->starts[line] - 1 : f->text.size;
    if (end > start && f->text.data[end - 1] == '\r')
        end--;
    *text = (dxk_str){f->text.data + start, end - start};
    return true;
}
