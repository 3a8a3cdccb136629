/* SPDX-License-Identifier: MIT */
/* rules.c - naming rules on the command line; see rules.h. */
#include "rules.h"

#include <dxk/validate.h>

#include <string.h>

#include "opt.h"

#define LONGEST 80u /* name that is looked for; those of rules are shorter */

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool same(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (upper(a[i]) != upper(b[i]))
            return false;
    }
    return true;
}

/* The pattern's stars are tried from the last one on, which is enough. */
static bool fits_pattern(const char *id, dxk_str pattern)
{
    size_t at = 0, star = SIZE_MAX, again = 0;
    while (*id) {
        if (at < pattern.size && pattern.data[at] == '*') {
            star = at++;
            again = 0;
        } else if (at < pattern.size &&
                   (pattern.data[at] == '?' || upper(pattern.data[at]) == upper(*id))) {
            at++;
            id++;
            again++;
        } else if (star != SIZE_MAX) {
            id = id - again + 1;
            at = star + 1;
            again = 0;
        } else {
            return false;
        }
    }
    while (at < pattern.size && pattern.data[at] == '*')
        at++;
    return at == pattern.size;
}

static bool is_name(dxk_str word)
{
    char name[LONGEST];
    dxk_rule_info info;
    if (word.size >= sizeof name)
        return false;
    memcpy(name, word.data, word.size);
    name[word.size] = 0;
    return dxk_rule_find(name, &info);
}

static bool is_meant(const char *id, dxk_str word)
{
    size_t size = strlen(id);
    if (memchr(word.data, '*', word.size) || memchr(word.data, '?', word.size))
        return fits_pattern(id, word);
    if (size < word.size || !same(id, word.data, word.size))
        return false;
    return size == word.size || !is_name(word);
}

/* The next word of a list; false: there is none. */
static bool next_word(const char **list, dxk_str *word)
{
    while (**list == ',' || **list == ' ')
        ++*list;
    size_t size = strcspn(*list, ", ");
    *word = (dxk_str){*list, size};
    *list += size;
    return size > 0;
}

bool rules_listed(const char *id, const char *list)
{
    dxk_str word;
    while (next_word(&list, &word)) {
        if (is_meant(id, word))
            return true;
    }
    return false;
}

dxk_str rules_unknown(const char *list)
{
    dxk_rule_info info;
    dxk_str word;
    while (next_word(&list, &word)) {
        size_t i = 0;
        while (dxk_rule_at(i, &info) && !is_meant(info.id, word))
            i++;
        if (!dxk_rule_at(i, &info))
            return word;
    }
    return (dxk_str){"", 0};
}

/* ---------------------------------------------------------------------------------------- */

static bool contains(const char *id, dxk_str part)
{
    for (size_t size = strlen(id); size >= part.size; id++, size--) {
        if (same(id, part.data, part.size))
            return true;
    }
    return false;
}

const char *rules_nearest(dxk_str name)
{
    char text[LONGEST];
    const char *best = NULL, *part = NULL;
    dxk_rule_info info;
    if (name.size == 0 || name.size >= sizeof text)
        return NULL;
    for (size_t i = 0; i < name.size; i++)
        text[i] = upper(name.data[i]);
    text[name.size] = 0;
    unsigned nearest = (unsigned)name.size / 4 + 2;
    for (size_t i = 0; dxk_rule_at(i, &info); i++) {
        char id[LONGEST];
        size_t size = strlen(info.id);
        if (size >= sizeof id)
            continue;
        for (size_t k = 0; k <= size; k++)
            id[k] = upper(info.id[k]);
        unsigned distance = opt_distance(id, text);
        if (distance < nearest) {
            nearest = distance;
            best = info.id;
        }
        if (!part && name.size >= 4 && contains(info.id, (dxk_str){text, name.size}))
            part = info.id;
    }
    return part ? part : best;
}
