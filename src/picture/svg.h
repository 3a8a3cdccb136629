/* SPDX-License-Identifier: MIT */
/*
 * svg.h - writing a picture: a frame with title and facts, shapes, texts, tooltips.
 *
 *   dxki_svg_start -> title, facts -> shapes ... -> dxki_svg_end(height)
 *
 * Lengths are whole tenths of a pixel, so that a picture is the same on every machine. Every text
 * from the input goes through one escape. Sticky like dxki_out: only dxki_svg_end() tells what
 * failed.
 *
 * The dialect has no script, no font, no reference outside and no style variables: browsers and
 * small converters show the same. Classes of texts: `h` title, `x` small, `s` sans-serif, `m` muted,
 * `b` bold, `e` ends at x, `c` centred, `el` readable on lines.
 */
#ifndef DXKI_PICTURE_SVG_H
#define DXKI_PICTURE_SVG_H

#include "base/arena.h"
#include "base/message.h"
#include "base/out.h"
#include "dxk/picture.h"

/* Pixels as lengths. */
#define DXKI_PX(n) ((int32_t)(n)*10)

/* Left and right margin, and where the content below title and facts begins. */
#define DXKI_SVG_MARGIN DXKI_PX(16)
#define DXKI_SVG_TOP    DXKI_PX(66)

#define DXKI_COLOUR(name, lf, ls, df, ds) DXKI_SVG_##name,
typedef enum dxki_svg_colour {
#include "picture/theme.def"
    DXKI_SVG_COLOURS
} dxki_svg_colour;
#undef DXKI_COLOUR

typedef struct dxki_svg {
    dxk_ctx *ctx;
    dxki_arena arena; /* for the pictures, too */
    const dxk_picture_options *options;
    const char *prefix; /* of ids */
    int32_t width;      /* of the whole, */
    int32_t right;      /* or more: where what is drawn ends */
    size_t max_marks;
    size_t marks; /* shapes and texts so far */
    dxk_status status;
    dxk_buffer body, title, facts; /* title and facts are plain text */
    dxki_out out;                  /* to `body` */
    unsigned next_number;          /* of `numbers` */
    char numbers[8][32];           /* for dxki_svg_count() and its like */
} dxki_svg;

/* How a shape looks. All but the colour may stay zero. */
typedef struct dxki_svg_look {
    const char *classes;    /* more classes, or all of them when `plain` */
    dxki_svg_colour colour; /* fill and stroke */
    bool plain;             /* no colour but that of the classes */
    char form;              /* 'l', 'f' as in theme.def; 0: fill and stroke */
    uint8_t radius;         /* of corners, in pixels */
    uint8_t stroke;         /* width in tenths of a pixel; 0: 1 px */
    uint8_t opacity;        /* of the fill, in percent; 0: all */
    bool dashed;
    bool hatched; /* filled with red lines if the colour is red, else with grey ones; no class */
} dxki_svg_look;
#define DXKI_LOOK(...) (&(const dxki_svg_look){__VA_ARGS__})

typedef struct dxki_svg_box {
    int32_t x, y, w, h;
} dxki_svg_box;

void dxki_svg_start(dxki_svg *s, dxk_ctx *ctx, const dxk_picture_options *options);
/* Writes all of it to the sink and frees what is left; the status of the whole. */
dxk_status dxki_svg_end(dxki_svg *s, int32_t height, dxk_sink sink);

/* Remembers the first failure. Returns `status`. */
dxk_status dxki_svg_fail(dxki_svg *s, dxk_status status);

/* Appends to the title, or to the line of facts, with " · " in between. */
void dxki_svg_title(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count);
void dxki_svg_fact(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count);

/* Shapes. A path is `data` as SVG has it, which the caller writes into dxki_svg_path_out(). */
void dxki_svg_rect(dxki_svg *s, dxki_svg_box box, const dxki_svg_look *look);
void dxki_svg_line(dxki_svg *s, int32_t x1, int32_t y1, int32_t x2, int32_t y2,
                   const dxki_svg_look *look);
void dxki_svg_circle(dxki_svg *s, int32_t x, int32_t y, int32_t r, const dxki_svg_look *look);

/* A path: begin, then commands with points, then end. */
void dxki_svg_path(dxki_svg *s);
void dxki_svg_to(dxki_svg *s, char command, int32_t x, int32_t y); /* M, L, l */
void dxki_svg_across(dxki_svg *s, char command, int32_t length);   /* H, V, h, v */
void dxki_svg_curve(dxki_svg *s, const int32_t points[6]);         /* C */
void dxki_svg_path_end(dxki_svg *s, bool closed, const dxki_svg_look *look);

/* Texts; `classes` may be NULL. */
void dxki_svg_text(dxki_svg *s, int32_t x, int32_t y, const char *classes, dxk_str text);
void dxki_svg_say(dxki_svg *s, int32_t x, int32_t y, const char *classes, const char *pattern,
                  const dxki_arg *args, size_t count);
/* A text turned by `degrees` around its start. */
void dxki_svg_turned(dxki_svg *s, int32_t x, int32_t y, int degrees, const char *classes,
                     dxk_str text);

/* Things that belong together: what is inside lights up together. */
void dxki_svg_group(dxki_svg *s);
void dxki_svg_group_end(dxki_svg *s);
/* The same as a link to #`kind``number` or #`kind``name`; a group where there are no links. */
void dxki_svg_link(dxki_svg *s, const char *kind, uint64_t number);
void dxki_svg_link_name(dxki_svg *s, const char *kind, dxk_str name);
void dxki_svg_link_end(dxki_svg *s);
/* What is shown when the pointer rests on the group; first in it. Lines end in \n. */
void dxki_svg_tip(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count);

/* Colour, name and meaning in a row of a legend; returns x after it. */
int32_t dxki_svg_legend(dxki_svg *s, int32_t x, int32_t y, const dxki_svg_look *look,
                        const char *text);

/* Arguments of messages, kept for the next seven: 12,345; 1.5 of tenths. */
dxki_arg dxki_svg_count(dxki_svg *s, uint64_t value);
dxki_arg dxki_svg_tenths(dxki_svg *s, uint64_t tenths);
/* "s" unless `count` is 1. */
dxki_arg dxki_svg_plural(uint64_t count);
/* A literal. */
dxki_arg dxki_svg_word(const char *text);

/* --- words.c --- */

/* Writes text as XML has it; control characters, wrong UTF-8 and what would change the direction
 * of text as \xNN or \u{N}. Lines stay. */
void dxki_svg_escape(dxki_out *out, dxk_str text);

/* The same for a text in quotes of a graph; lines do not stay. */
void dxki_dot_escape(dxki_out *out, dxk_str text);

/* Columns that a text takes in a monospaced font. */
size_t dxki_svg_columns(dxk_str text);

/* Width of so many columns at a font size in pixels; never less than what is drawn. */
int32_t dxki_svg_width(size_t columns, unsigned size);

/* The text, or its beginning and "…", so that it fits `width`; in the arena when cut. */
dxk_str dxki_svg_fit(dxki_svg *s, dxk_str text, int32_t width, unsigned size);
/* The same, but the end of the text stays: for paths. */
dxk_str dxki_svg_fit_end(dxki_svg *s, dxk_str text, int32_t width, unsigned size);
/* The same, but beginning and end stay: for names, which often differ in their last letters only. */
dxk_str dxki_svg_fit_middle(dxki_svg *s, dxk_str text, int32_t width, unsigned size);

/* A formatted text in the arena. */
dxk_str dxki_svg_format(dxki_svg *s, const char *pattern, const dxki_arg *args, size_t count);

#endif
