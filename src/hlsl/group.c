/* SPDX-License-Identifier: MIT */
/* group.c - groups of warnings by their names: which there are, and those that options misspell. */
#include "base/count.h"
#include "hlsl/hlsl.h"

typedef struct part {
    const char *group, *whole;
} part;

static const part parts[] = {
#define DXKI_HLSL_GROUP(group, whole) {group, whole},
#include "spec/hlsl_groups.def"
};

static const char everything[] = "everything";

/* Calls `each` for the name of every group that warnings here are part of, some of them again. */
static void each_group(void (*each)(void *user, const char *name), void *user)
{
    const dxki_rule *rule;
    const char *group;

    each(user, everything);
    for (size_t i = 0; dxki_hlsl_message_at(i, &rule, &group); i++)
        if (group)
            each(user, group);
    for (size_t i = 0; i < DXKI_COUNT(parts); i++)
        each(user, parts[i].whole);
}

/* The first name in alphabetical order after another one. */
typedef struct following {
    const char *before, *next; /* NULL: none */
} following;

static void take_next(void *user, const char *name)
{
    following *f = user;

    if (f->before && strcmp(name, f->before) <= 0)
        return;
    if (!f->next || strcmp(name, f->next) < 0)
        f->next = name;
}

const char *dxk_hlsl_group_at(size_t index, bool *is_quiet)
{
    following f = {NULL, NULL};

    for (size_t i = 0; i <= index; i++) {
        f = (following){f.next, NULL};
        each_group(take_next, &f);
        if (!f.next)
            return NULL;
    }
    if (is_quiet)
        *is_quiet = dxki_hlsl_is_quiet(f.next);
    return f.next;
}

/* ---------------------------------------------------------------------------------------- */
/* Names in options                                                                           */

typedef struct search {
    dxk_str name;
    bool found;
} search;

static void compare(void *user, const char *name)
{
    search *s = user;

    s->found = s->found || dxki_str_is(s->name, name);
}

bool dxki_hlsl_is_group(dxk_str name)
{
    static const char *const known[] = {
#define DXKI_HLSL_KNOWN(group) group,
#include "spec/hlsl_known_groups.def"
    };
    search s = {name, false};

    for (size_t i = 0; i < DXKI_COUNT(known); i++)
        if (dxki_str_is(name, known[i]))
            return true;
    each_group(compare, &s);
    return s.found;
}

#define LONGEST 64u /* name that others are suggested for */

/* Letters to be changed, put in or left out to make one name of another. */
static size_t distance(dxk_str a, dxk_str b)
{
    uint8_t row[LONGEST + 1];

    for (size_t i = 0; i <= b.size; i++)
        row[i] = (uint8_t)i;
    for (size_t i = 0; i < a.size; i++) {
        uint8_t diagonal = row[0];
        row[0] = (uint8_t)(i + 1);
        for (size_t k = 0; k < b.size; k++) {
            uint8_t changed = (uint8_t)(diagonal + (a.data[i] != b.data[k]));
            uint8_t other = (uint8_t)((row[k] < row[k + 1] ? row[k] : row[k + 1]) + 1);
            diagonal = row[k + 1];
            row[k + 1] = changed < other ? changed : other;
        }
    }
    return row[b.size];
}

typedef struct nearest {
    dxk_str name;
    const char *best; /* NULL: none, or several */
    size_t distance;
} nearest;

static void come_near(void *user, const char *name)
{
    nearest *n = user;
    const dxk_str text = dxki_str(name);

    if (text.size > LONGEST || (n->best && strcmp(name, n->best) == 0))
        return;
    size_t far = distance(n->name, text);
    if (far < n->distance) {
        n->distance = far;
        n->best = name;
    }
}

/* Warns of groups that nobody knows behind one way to name them. */
static void check_list(dxki_hlsl *c, const char *prefix, const char *const *groups, size_t count)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    for (size_t i = 0; i < count && dxki_hlsl_ready(c); i++) {
        const dxk_str name = dxki_str(groups[i]);
        nearest n = {.name = name, .distance = name.size / 2};
        if (dxki_hlsl_is_group(name))
            continue;
        if (name.size <= LONGEST)
            each_group(come_near, &n);
        const dxk_str said = dxki_hlsl_join(c, dxki_str(prefix), name);
        if (n.best)
            DXKI_HLSL_REPORT(c, UNKNOWN_GROUP_MEANT, nowhere, dxki_text(said),
                             dxki_text(dxki_hlsl_join(c, dxki_str(prefix), dxki_str(n.best))));
        else
            DXKI_HLSL_REPORT(c, UNKNOWN_GROUP, nowhere, dxki_text(said));
    }
}

void dxki_hlsl_check_groups(dxki_hlsl *c)
{
    const dxk_hlsl_options *o = &c->options;

    check_list(c, "-Wno-", o->silent, o->silent_count);
    check_list(c, "-W", o->loud, o->loud_count);
    check_list(c, "-Werror=", o->fatal, o->fatal_count);
    check_list(c, "-Wno-error=", o->harmless, o->harmless_count);
}
