/* SPDX-License-Identifier: MIT */
/*
 * picture.h - the pictures, a file each. One gets a started SVG and the container; it sets title and
 * facts, draws, and returns the height of the whole. What went wrong it gives to dxki_svg_fail(), or, when
 * the picture can still be drawn, to dxki_picture_damage().
 */
#ifndef DXKI_PICTURE_PICTURE_H
#define DXKI_PICTURE_PICTURE_H

#include "dxk/parts.h"
#include "picture/svg.h"

typedef struct dxki_picture {
    dxki_svg svg;
    const dxk_container *container;
    dxk_str name;      /* of the container */
    bool damaged;      /* a fault was shown */
    int32_t damage_at; /* where the next fault is shown, from the top */
} dxki_picture;

/* Draws; the height, or 0 after a failure. */
typedef int32_t (*dxki_picture_draw)(dxki_picture *p);

int32_t dxki_picture_parts(dxki_picture *p);
int32_t dxki_picture_rootsig(dxki_picture *p);
int32_t dxki_picture_bindings(dxki_picture *p);
int32_t dxki_picture_signatures(dxki_picture *p);
int32_t dxki_picture_linkage(dxki_picture *p);
int32_t dxki_picture_buffers(dxki_picture *p);
int32_t dxki_picture_depends(dxki_picture *p);
int32_t dxki_picture_flow(dxki_picture *p);
int32_t dxki_picture_calls(dxki_picture *p);
int32_t dxki_picture_nodes(dxki_picture *p);
int32_t dxki_picture_diff(dxki_picture *p);

/* diff_blocks.c: the programs of two containers block by block, from `y` on, if they differ; the y below. */
int32_t dxki_picture_diff_blocks(dxki_picture *p, const dxk_container *other, int32_t y);

/* True if width and prefixes are as the header says. */
bool dxki_picture_takes(const dxk_picture_options *options);

/* Notes that something is damaged, if `status` says so: the picture goes on, and its status will be
 * DXK_E_INVALID. False: it cannot go on. */
bool dxki_picture_damage(dxki_picture *p, dxk_status status);

/* There is nothing to draw: reports that it has no WHAT. Returns 0. */
int32_t dxki_picture_nothing(dxki_picture *p, const char *what);

/* The first part of a kind, decoded, to be freed; NULL: there is none, or it is damaged (noted). */
dxk_decoded *dxki_picture_part(dxki_picture *p, const dxk_container *container, uint32_t fourcc);

/* Colour of a kind of part. */
dxki_svg_colour dxki_picture_part_colour(uint32_t fourcc, dxk_bytes content);

/* A colour for thing `i` of a list, so that neighbours differ; never red or grey. */
dxki_svg_colour dxki_picture_cycle(size_t i);

/* Colour of a class of resources: 't', 'u', 'b', 's'. */
dxki_svg_colour dxki_picture_class_colour(char letter);

/* Stage of the container's program; DXK_SHADER_KIND_INVALID: unknown. */
uint32_t dxki_picture_stage(const dxk_container *container);

/* A name as written, if it is mangled. */
dxk_str dxki_picture_plain_name(dxki_svg *s, dxk_str name);

/* The sign in front of a line that tells a fault, whose text begins at x = 44. */
void dxki_picture_fault(dxki_svg *s, int32_t y);

/* The four letters of a FourCC, in `text`. */
dxk_str dxki_picture_fourcc(uint32_t fourcc, char text[4]);

#endif
