/* SPDX-License-Identifier: MIT */
/* run_grid.c - textures as grids, a line for each row of texels; see run_show.h. */
#include "run_show.h"

#include <stdio.h>
#include <string.h>

#define GRID_WIDTH 160 /* columns of the longest lines */
#define GRID_CELL  200 /* bytes of a texel as text */

/* Texels of a texture as a grid, a line for each row of texels. */
typedef struct grid {
    const run_layout *l;
    const dxk_job_buffer *b;
    uint64_t pitch; /* bytes of a row */
    int cell, label;
} grid;

static int format_texel(char text[GRID_CELL], const run_layout *l, const uint8_t *texel)
{
    int size = 0;
    for (size_t i = 0; i < l->count && size < GRID_CELL - RUN_NUMBER - 1; i++) {
        if (i)
            text[size++] = ',';
        size += run_format_number(text + size, &l->columns[i], texel);
    }
    return size;
}

/* How wide the columns are; false: lines would be longer than can be read, or it is no picture. */
static bool measure_grid(grid *g)
{
    char text[GRID_CELL];
    const dxk_job_buffer *b = g->b;
    uint64_t texels = (uint64_t)b->width * b->height;
    g->pitch = (uint64_t)b->width * g->l->stride;
    if (b->width < 2 || b->height < 2 || b->width > GRID_WIDTH || g->l->count > 4 || !g->pitch ||
        b->size % (texels * g->l->stride))
        return false;
    g->cell = snprintf(text, sizeof text, "%u", b->width - 1);
    g->label = snprintf(text, sizeof text, "  [%u]", b->height - 1);
    for (uint64_t at = 0; at < b->size; at += g->l->stride) {
        int size = format_texel(text, g->l, b->data + at);
        g->cell = size > g->cell ? size : g->cell;
        if (g->label + (g->cell + 2) * (int64_t)b->width > GRID_WIDTH)
            return false;
    }
    return true;
}

static void grid_head(text_out *out, const grid *g, uint64_t slice)
{
    if (g->b->size > g->pitch * g->b->height)
        text_printf(out, "  slice %llu\n", (unsigned long long)slice);
    text_printf(out, "%*s", g->label, "");
    for (uint32_t x = 0; x < g->b->width; x++)
        text_printf(out, "  %*u", g->cell, x);
    text_char(out, '\n');
}

/* Rows that differ from `before`; NULL: all. */
static void grid_rows(text_out *out, const grid *g, const uint8_t *before)
{
    uint64_t last = UINT64_MAX, rows = 0, more = 0;
    char text[GRID_CELL], label[16];
    for (uint64_t row = 0; row * g->pitch < g->b->size; row++) {
        const uint8_t *now = g->b->data + row * g->pitch;
        uint64_t slice = row / g->b->height;
        if (!run_has_changed(g->b->data, before, row * g->pitch, g->pitch))
            continue;
        if (before && rows++ >= RUN_ROWS) {
            more++;
            continue;
        }
        if (slice != last)
            grid_head(out, g, slice);
        last = slice;
        snprintf(label, sizeof label, "[%u]", (unsigned)(row % g->b->height));
        text_printf(out, "  %*s", g->label - 2, label);
        for (uint32_t x = 0; x < g->b->width; x++) {
            format_texel(text, g->l, now + x * g->l->stride);
            text_printf(out, "  %*s", g->cell, text);
        }
        text_char(out, '\n');
    }
    if (more)
        text_printf(out, "  and %llu more rows\n", (unsigned long long)more);
}

bool run_show_grid(text_out *out, const run_layout *l, const dxk_job_buffer *b,
                   const uint8_t *before)
{
    grid g = {.l = l, .b = b};
    if (!b->width || !measure_grid(&g))
        return false;
    grid_rows(out, &g, before);
    return true;
}
