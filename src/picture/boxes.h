/* SPDX-License-Identifier: MIT */
/*
 * boxes.h - a graph of boxes with a title and a few lines, and labelled arrows between them. For the
 * pictures of calls and of work graphs.
 */
#ifndef DXKI_PICTURE_BOXES_H
#define DXKI_PICTURE_BOXES_H

#include "base/vec.h"
#include "picture/picture.h"

enum { DXKI_BOX_LINES = 5, DXKI_BOXES_MOST = 300 };

typedef struct dxki_box {
    dxk_str title;
    dxk_str link; /* what a report calls its function, if that is not the title */
    dxk_str lines[DXKI_BOX_LINES];
    unsigned line_count;
    dxki_svg_colour colour;
    bool outside; /* not in this container: dashed */
    bool entry;   /* something begins here: a thick edge and a triangle */
    bool wrong;   /* red */
} dxki_box;

typedef struct dxki_box_arrow {
    uint32_t from, to; /* boxes; the same one: drawn at its right */
    dxk_str label;
    bool dashed;
} dxki_box_arrow;

/* Zero-initialise, set `s`; free in any case. */
typedef struct dxki_boxes {
    dxki_svg *s;
    DXKI_VEC(dxki_box) all;
    DXKI_VEC(dxki_box_arrow) arrows;
    uint32_t left_out; /* boxes that did not fit */
} dxki_boxes;

/* Adds a box; its number, or DXKI_BOXES_MOST when there are too many, or no memory. */
uint32_t dxki_boxes_add(dxki_boxes *b, dxki_box box);

/* Adds a line to a box, if it has room. */
void dxki_boxes_line(dxki_boxes *b, uint32_t box, dxk_str line);

/* Adds an arrow; nothing if an end is DXKI_BOXES_MOST. */
void dxki_boxes_arrow(dxki_boxes *b, dxki_box_arrow arrow);

/* Draws from `y` on, widening the picture if needed; the y below. */
int32_t dxki_boxes_draw(dxki_boxes *b, int32_t y);

void dxki_boxes_free(dxki_boxes *b);

/* --- arrows.c: lines of graphs --- */

#include "picture/layered.h"

/* The way of an edge and its head; the graph lies at x, y. */
void dxki_picture_edge(dxki_svg *s, const dxki_layered *g, const dxki_layered_edge *e, int32_t x,
                       int32_t y, const dxki_svg_look *look);

#endif
