/* SPDX-License-Identifier: MIT */
/* source.c - see source.h. */
#include "hlsl/source.h"

dxki_hlsl_file *dxki_hlsl_add_file(dxki_hlsl *c, dxk_str name, dxk_bytes bytes, dxki_hlsl_loc from)
{
    if (c->source_size == 0)
        c->source_size = 1;
    if (bytes.size >= DXKI_HLSL_MAX_SOURCE - c->source_size) {
        DXKI_HLSL_REPORT(c, TOO_LARGE, from, dxki_dec(DXKI_HLSL_MAX_SOURCE));
        dxki_hlsl_stop(c, DXK_E_LIMIT);
        return NULL;
    }
    dxki_hlsl_file *f = DXKI_HLSL_NEW(c, dxki_hlsl_file);
    f->name = dxki_hlsl_text(c, name);
    f->text = dxki_arena_strdup(&c->arena, (const char *)bytes.data, bytes.size);
    f->size = (uint32_t)bytes.size;
    f->origin = bytes.data;
    f->base = c->source_size;
    f->from = from;
    if (!f->text)
        dxki_hlsl_nomem(c);
    if (!dxki_hlsl_ready(c) || !DXKI_HLSL_PUSH(c, &c->files, f))
        return NULL;
    c->source_size += f->size + 1;
    return f;
}

dxki_hlsl_file *dxki_hlsl_file_of(const dxki_hlsl *c, dxki_hlsl_loc loc)
{
    size_t low = 0, high = c->files.count;

    if (loc.at == 0)
        return NULL;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (c->files.items[middle]->base <= loc.at)
            low = middle;
        else
            high = middle;
    }
    return high ? c->files.items[low] : NULL;
}

static bool count_lines(dxki_hlsl *c, dxki_hlsl_file *f)
{
    if (f->lines.count)
        return true;
    if (!dxki_vec_push(c->ctx, &f->lines, 0))
        return false;
    for (uint32_t i = 0; i < f->size; i++) {
        if (f->text[i] == '\n' && !dxki_vec_push(c->ctx, &f->lines, i + 1))
            return false;
    }
    return true;
}

/* Index of the line that an offset is in. */
static size_t line_of(const dxki_hlsl_file *f, uint32_t offset)
{
    size_t low = 0, high = f->lines.count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (f->lines.items[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The last mark in front of an offset, or NULL. */
static const dxki_hlsl_mark *mark_of(const dxki_hlsl_file *f, uint32_t offset)
{
    size_t low = 0, high = f->marks.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->marks.items[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &f->marks.items[low - 1] : NULL;
}

dxki_hlsl_position dxki_hlsl_position_of(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    dxki_hlsl_position p = {{NULL, 0}, 0, 0};
    dxki_hlsl_file *f = dxki_hlsl_file_of(c, loc);

    if (!f || f->builtin)
        return p;
    if (!count_lines(c, f)) {
        dxki_hlsl_nomem(c);
        return p;
    }
    uint32_t offset = loc.at - f->base;
    size_t line = line_of(f, offset);
    const dxki_hlsl_mark *mark = c->options.ignore_line_directives ? NULL : mark_of(f, offset);
    p.name = mark && mark->name.size ? mark->name : f->name;
    p.line = (uint32_t)line + 1;
    p.column = offset - f->lines.items[line] + 1;
    if (mark)
        p.line = mark->line + (uint32_t)(line - line_of(f, mark->offset));
    return p;
}

dxki_hlsl_loc dxki_hlsl_outermost(const dxki_hlsl *c, dxki_hlsl_loc loc)
{
    while (loc.expansion)
        loc = c->expansions.items[loc.expansion - 1].from;
    return loc;
}

dxki_hlsl_loc dxki_hlsl_shown(const dxki_hlsl *c, dxki_hlsl_loc loc)
{
    const dxki_hlsl_loc name = dxki_hlsl_outermost(c, loc), spelled = {loc.at, 0};

    /* what is spelled after the name, in the same file, is an argument: macros are defined before */
    return loc.at > name.at && dxki_hlsl_file_of(c, name) == dxki_hlsl_file_of(c, spelled) ? spelled
                                                                                           : name;
}

void dxki_hlsl_free_files(dxki_hlsl *c)
{
    for (size_t i = 0; i < c->files.count; i++) {
        dxki_vec_free(c->ctx, &c->files.items[i]->lines);
        dxki_vec_free(c->ctx, &c->files.items[i]->marks);
    }
    dxki_vec_free(c->ctx, &c->files);
}
