/* SPDX-License-Identifier: MIT */
/* layout.h - the inside of layered.h: what stands in the ranks. */
#ifndef DXKI_PICTURE_LAYOUT_H
#define DXKI_PICTURE_LAYOUT_H

#include "picture/layered.h"

typedef enum dxki_layered_kind {
    DXKI_LAYERED_NODE,
    DXKI_LAYERED_POINT, /* of an edge that passes */
    DXKI_LAYERED_LEFT,  /* border of a loop */
    DXKI_LAYERED_RIGHT
} dxki_layered_kind;

/* Something in a rank. The first ones are the nodes. */
typedef struct dxki_layered_item {
    uint8_t kind; /* dxki_layered_kind */
    uint32_t rank, loop;
    uint32_t place; /* in its rank */
    int32_t width;
    int64_t key; /* for sorting */
    int64_t x;   /* of its middle, in fractions of DXKI_LAYERED_ONE */
} dxki_layered_item;
#define DXKI_LAYERED_ONE 16

/* Two items in neighbouring ranks that want to be over one another. */
typedef struct dxki_layered_link {
    uint32_t upper, lower;
    uint32_t weight;
} dxki_layered_link;

typedef struct dxki_layered_links {
    uint32_t *start; /* by item, one more than there are items */
    uint32_t *to;    /* the other end */
    uint32_t *weight;
} dxki_layered_links;

typedef struct dxki_layout {
    dxki_layered *g;
    dxk_ctx *ctx;
    dxki_arena *arena;
    uint32_t *depth;       /* by loop */
    uint32_t *first_rank;  /* by loop */
    uint32_t *last_rank;   /* by loop */
    uint32_t *first_point; /* by edge: its points are in a row; 0: none */
    uint32_t *left;        /* by loop: the borders, in a row, left and right by turns; 0: none */
    uint32_t rank_count, item_count, link_count;
    dxki_layered_item *items;
    dxki_layered_link *links;
    dxki_layered_links up, down;
    uint32_t *rank_start; /* by rank, one more than there are: in `order` */
    uint32_t *order;      /* items by rank and place */
} dxki_layout;

/* layered.c: ranks, items and links. */
dxk_status dxki_layout_build(dxki_layout *l);

/* More items than this are too many. */
enum { DXKI_LAYOUT_MOST = 40000 };

/* How many items and links the ranks come to. */
void dxki_layout_count(const dxki_layout *l, uint64_t *items, uint64_t *links);

/* wrap.c: makes several ranks of those that are wider than `most_width`. False: out of memory. */
bool dxki_layout_wrap(dxki_layout *l);

/* order.c: the order in the ranks. */
dxk_status dxki_layout_order(dxki_layout *l);

/* place.c: x and y of all. */
dxk_status dxki_layout_place(dxki_layout *l);

/* Zeroed memory in the arena; NULL: out of memory. */
void *dxki_layout_alloc(dxki_layout *l, size_t count, size_t size);

#endif
