/* SPDX-License-Identifier: MIT */
/* rules.h - naming rules of diagnostics on the command line, for val and explain. */
#ifndef RULES_H
#define RULES_H

#include <dxk/base.h>
#include <stdbool.h>

/*
 * Is `id` meant by one of the words of a list with commas? A word is the name of a rule, or a
 * pattern with * and ?, or else the beginning of names, such as SM.; the case does not count.
 */
bool rules_listed(const char *id, const char *list);

/* The first word of the list that means no rule at all; empty: there is none such. */
dxk_str rules_unknown(const char *list);

/* The rule that a name comes close to; NULL: none does. */
const char *rules_nearest(dxk_str name);

#endif
