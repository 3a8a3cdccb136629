/* SPDX-License-Identifier: MIT */
/* arrows.c - the lines of graphs: curves that leave and arrive upright, ways back round a loop. */
#include "picture/boxes.h"

typedef struct way {
    dxki_svg *s;
    int32_t x, y; /* of the graph */
} way;

static void draw_head(const way *d, int32_t x, int32_t y, const dxki_svg_look *look)
{
    dxki_svg_look head = *look;
    head.stroke = 0;
    if (look->plain)
        head.classes = "ar";
    else
        head.form = 'f';
    dxki_svg_path(d->s);
    dxki_svg_to(d->s, 'M', x - DXKI_PX(4), y - DXKI_PX(8));
    dxki_svg_to(d->s, 'l', DXKI_PX(8), 0);
    dxki_svg_to(d->s, 'l', -DXKI_PX(4), DXKI_PX(8));
    dxki_svg_path_end(d->s, true, &head);
}

/* A curve that leaves and arrives upright. */
static void curve_to(dxki_svg *s, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
    int32_t middle = y1 + (y2 - y1) / 2;
    if (x1 == x2)
        dxki_svg_to(s, 'L', x2, y2);
    else
        dxki_svg_curve(s, (const int32_t[]){x1, middle, x2, middle, x2, y2});
}

static void draw_down(const way *d, const dxki_layered_edge *e, const dxki_svg_look *look)
{
    dxki_svg *s = d->s;
    int32_t x = d->x + e->x1, y = d->y + e->y1;
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x, y);
    int32_t stub = y + (e->label_width ? DXKI_LAYERED_STUB : 0), clear = d->y + e->clear;
    if (stub > y || clear > y) {
        y = clear > stub ? clear : stub;
        dxki_svg_to(s, 'L', x, y);
    }
    for (uint32_t i = 0; i < e->bend_count; i++) {
        const dxki_layered_bend *b = &e->bends[i];
        curve_to(s, x, y, d->x + b->x, d->y + b->top);
        dxki_svg_to(s, 'L', d->x + b->x, d->y + b->bottom);
        x = d->x + b->x;
        y = d->y + b->bottom;
    }
    curve_to(s, x, y, d->x + e->x2, d->y + e->y2 - DXKI_PX(8));
    dxki_svg_path_end(s, false, look);
}

/* Down, left to the lane, up, and right to above the head of the loop. */
static void draw_back(const way *d, const dxki_layered_edge *e, const dxki_svg_look *look)
{
    dxki_svg *s = d->s;
    const int32_t r = DXKI_PX(8);
    int32_t x1 = d->x + e->x1, y1 = d->y + e->y1, x2 = d->x + e->x2, y2 = d->y + e->y2;
    int32_t lane = d->x + e->lane, high = y2 - DXKI_PX(14);
    int32_t low = (d->y + e->clear > y1 ? d->y + e->clear : y1) + DXKI_PX(12);
    dxki_svg_path(s);
    dxki_svg_to(s, 'M', x1, y1);
    dxki_svg_to(s, 'L', x1, low - r);
    dxki_svg_curve(s, (const int32_t[]){x1, low, x1, low, x1 - r, low});
    dxki_svg_to(s, 'L', lane + r, low);
    dxki_svg_curve(s, (const int32_t[]){lane, low, lane, low, lane, low - r});
    dxki_svg_to(s, 'L', lane, high + r);
    dxki_svg_curve(s, (const int32_t[]){lane, high, lane, high, lane + r, high});
    dxki_svg_to(s, 'L', x2 - DXKI_PX(4), high);
    dxki_svg_curve(s, (const int32_t[]){x2, high, x2, high, x2, y2 - DXKI_PX(8)});
    dxki_svg_path_end(s, false, look);
}

void dxki_picture_edge(dxki_svg *s, const dxki_layered *g, const dxki_layered_edge *e, int32_t x,
                       int32_t y, const dxki_svg_look *look)
{
    const way d = {s, x, y};
    if (dxki_layered_leads_down(g, e))
        draw_down(&d, e, look);
    else
        draw_back(&d, e, look);
    draw_head(&d, x + e->x2, y + e->y2, look);
}
