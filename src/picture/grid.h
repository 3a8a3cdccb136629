/* SPDX-License-Identifier: MIT */
/*
 * grid.h - a signature as a grid of registers by components, with a box for each element. For the
 * pictures of signatures and of linkage.
 *
 *   dxki_grid_open -> place it (x, y) -> dxki_grid_draw -> dxki_grid_box for each element
 */
#ifndef DXKI_PICTURE_GRID_H
#define DXKI_PICTURE_GRID_H

#include "dxk/psv0.h"
#include "dxk/reflect.h"
#include "picture/picture.h"

/* Elements of a signature that are drawn; a valid one has at most 128. */
#define DXKI_GRID_MOST 256u

#define DXKI_GRID_CELL_W DXKI_PX(56)
#define DXKI_GRID_CELL_H DXKI_PX(28)
#define DXKI_GRID_WIDTH  (4 * DXKI_GRID_CELL_W)
/* From y of a grid to its first row: the title and the names of the components. */
#define DXKI_GRID_HEAD DXKI_PX(38)

/* An element in its grid. */
typedef struct dxki_grid_element {
    const dxk_reflect_parameter *p;
    uint32_t row;
    bool shares;   /* its row has others, too */
    uint8_t first; /* component */
    uint8_t last;
    uint8_t taken; /* components that elements of its row have */
    uint8_t used;  /* components: read, or written */
    dxk_str label; /* "TEXCOORD1" */
} dxki_grid_element;

typedef struct dxki_grid {
    const char *title; /* "Pixel inputs" */
    char letter;       /* of registers: v, o */
    int32_t x, y;      /* set by the caller: of the first cell's column, and of the title */
    bool has_more;     /* there are elements that are not drawn */
    size_t count;
    dxki_grid_element *elements;
    uint32_t rows, register_rows; /* the latter: those with a register; they come first */
    uint32_t *registers;          /* by row */
} dxki_grid;

/* Which elements of a list. */
typedef struct dxki_grid_source {
    const dxk_reflect_parameters *list;
    uint32_t stream;
    bool output;
} dxki_grid_source;

/* Collects elements and rows; all in the arena of `s`. False, and noted, when out of memory. */
bool dxki_grid_open(dxki_svg *s, dxki_grid *g, dxki_grid_source source);

/* Height with title; 0 for a grid without elements. */
int32_t dxki_grid_height(const dxki_grid *g);

/* Middle of a row, from the top of the picture. */
int32_t dxki_grid_row_y(const dxki_grid *g, uint32_t row);

/* Title, components, registers and cells. */
void dxki_grid_draw(dxki_svg *s, const dxki_grid *g);

/* The box of an element: red if it is wrong, dashed if it is not used. */
void dxki_grid_box(dxki_svg *s, const dxki_grid *g, const dxki_grid_element *e,
                   dxki_svg_colour colour, bool wrong);

/* "o1", "v2", or "no register". */
dxk_str dxki_grid_place(dxki_svg *s, const dxki_grid *g, const dxki_grid_element *e);

/* "Linear" and its like from PSV0; NULL: not told, or of no meaning. `which`: DXK_REFLECT_INPUT ... */
const char *dxki_grid_interpolation(const dxk_psv0 *psv, unsigned which,
                                    const dxk_reflect_parameter *p);

/* "float32": the type of an element's components. */
dxk_str dxki_grid_type(dxki_svg *s, const dxk_reflect_parameter *p);

/* What the boxes mean; returns the y below. */
int32_t dxki_grid_legend(dxki_svg *s, int32_t y);

#endif
