/* SPDX-License-Identifier: MIT */
/*
 * dot.h - graphs in the language of Graphviz, for programs that lay them out themselves. Everything is
 * written where the shapes of a picture would be, and nothing around it.
 */
#ifndef DXKI_PICTURE_DOT_H
#define DXKI_PICTURE_DOT_H

#include "picture/svg.h"

void dxki_dot_start(dxki_svg *s, dxk_str name);
/* A node of lines, each at the left; `attributes`: ", color=red" and the like. */
void dxki_dot_node(dxki_svg *s, uint32_t number, const dxk_str *lines, size_t count,
                   const char *attributes);
void dxki_dot_edge(dxki_svg *s, uint32_t from, uint32_t to, dxk_str label, const char *attributes);
void dxki_dot_end(dxki_svg *s);

#endif
