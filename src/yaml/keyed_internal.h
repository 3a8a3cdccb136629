/* SPDX-License-Identifier: MIT */
/* keyed_internal.h - what keyed.c and keyed_groups.c share. */
#ifndef DXKI_YAML_KEYED_INTERNAL_H
#define DXKI_YAML_KEYED_INTERNAL_H

#include "yaml/keyed.h"

/* SHOW: puts a node under a key, which is static or in the arena; NULL: out of memory. */
bool dxki_yaml_keyed_put(dxki_yaml_keyed *k, dxk_str key, dxki_yaml_node *node);

/* New nodes; NULL when out of memory. */
dxki_yaml_node *dxki_yaml_keyed_number_node(dxki_yaml_keyed *k, uint64_t number, unsigned flags);
dxki_yaml_node *dxki_yaml_keyed_text_node(dxki_yaml_keyed *k, dxk_str text, unsigned flags);

/* Reports that something else was expected, or that memory ran out. False. */
bool dxki_yaml_keyed_expected(dxki_yaml_keyed *k, const dxki_yaml_node *node, const char *what);
bool dxki_yaml_keyed_no_memory(dxki_yaml_keyed *k);

/* LOAD: a number that fits in `bits`. */
bool dxki_yaml_keyed_read_number(dxki_yaml_keyed *k, const dxki_yaml_node *node, unsigned bits,
                                 uint64_t *value);

#endif
