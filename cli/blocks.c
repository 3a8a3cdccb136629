/* SPDX-License-Identifier: MIT */
/* blocks.c - see blocks.h. */
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

#define GRAIN  ((size_t)16)
#define LINEAR ((size_t)128)     /* up to here a class for each multiple of the grain, ... */
#define STEPS  ((size_t)4)       /* ... then so many for each doubling */
#define SLAB   ((size_t)1 << 20) /* pages of it that are not used cost nothing */
#define HEADER ((size_t)64)      /* of a slab; keeps blocks aligned as malloc() does */

struct blocks_slab {
    blocks_slab *next;
};

/* The class of blocks of `size` bytes; *room: how many they have. */
static size_t class_of(size_t size, size_t *room)
{
    size_t grain = GRAIN, first = 0;
    for (size_t top = LINEAR; size > top; top *= 2) {
        grain = top / STEPS;
        first += STEPS;
    }
    size_t grains = (size + grain - 1) / grain;
    *room = grains * grain;
    return first + grains - 1;
}

bool blocks_alike(size_t a, size_t b)
{
    size_t room_a, room_b;
    return class_of(a, &room_a) == class_of(b, &room_b);
}

void blocks_lend(blocks *b, void *room, size_t size)
{
    b->next = room;
    b->end = b->next + size;
}

static bool get_slab(blocks *b)
{
    blocks_slab *slab = malloc(SLAB);
    if (!slab)
        return false;
    slab->next = b->slabs;
    b->slabs = slab;
    blocks_lend(b, (uint8_t *)slab + HEADER, SLAB - HEADER);
    return true;
}

void *blocks_take(blocks *b, size_t size)
{
    size_t room, index = class_of(size, &room);
    void *ptr = b->waiting[index];
    if (ptr) {
        memcpy(&b->waiting[index], ptr, sizeof ptr);
        return ptr;
    }
    if ((size_t)(b->end - b->next) < room && !get_slab(b))
        return NULL;
    ptr = b->next;
    b->next += room;
    return ptr;
}

void blocks_give(blocks *b, void *ptr, size_t size)
{
    size_t room, index = class_of(size, &room);
    memcpy(ptr, &b->waiting[index], sizeof ptr);
    b->waiting[index] = ptr;
}

void blocks_free(blocks *b)
{
    while (b->slabs) {
        blocks_slab *next = b->slabs->next;
        free(b->slabs);
        b->slabs = next;
    }
    *b = (blocks){.slabs = NULL};
}
