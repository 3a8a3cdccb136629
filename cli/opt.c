/* SPDX-License-Identifier: MIT */
/* opt.c - parsing a command line by a table of options; see opt.h. */
#include "opt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWEST_VALIDATOR 10u /* 1.10 */

/* State of one parse. */
typedef struct parser {
    const opt_set *sets;
    size_t set_count;
    int argc;
    char **argv;
    int next;      /* argument to look at */
    int operands;  /* operands moved to the front so far */
    bool foreign;  /* arguments with one dash are operands: see OPT_SYNTAX */
    char *message; /* OPT_MESSAGE bytes */
} parser;

static bool complain(parser *p, const char *format, const char *what)
{
    snprintf(p->message, OPT_MESSAGE, format, what);
    return false;
}

int opt_choice(const char *words, const char *text)
{
    size_t size = strlen(text);
    for (int index = 0;; index++) {
        size_t word = strcspn(words, "|");
        if (word == size && memcmp(words, text, size) == 0)
            return index;
        if (!words[word])
            return -1;
        words += word + 1;
    }
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

bool opt_number(const char *text, uint64_t *value)
{
    unsigned base = 10;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    uint64_t sum = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)digit_of(*text);
        if (digit >= base || sum > (UINT64_MAX - digit) / base)
            return false;
        sum = sum * base + digit;
    }
    *value = sum;
    return true;
}

/* Reads digits, and moves on behind them. */
static bool read_digits(const char **text, uint32_t *number)
{
    const char *at = *text;
    *number = 0;
    for (; *at >= '0' && *at <= '9' && *number <= 99; at++)
        *number = *number * 10 + (uint32_t)(*at - '0');
    bool any = at != *text;
    *text = at;
    return any;
}

bool opt_version(const char *text, uint32_t *major, uint32_t *minor)
{
    return read_digits(&text, major) && *text++ == '.' && read_digits(&text, minor) && !*text;
}

bool opt_validator(const char *text, uint32_t *major, uint32_t *minor)
{
    return opt_version(text, major, minor) &&
           (*major == 1 ? *minor <= NEWEST_VALIDATOR : !*major && !*minor);
}

bool opt_is_old_library(const char *profile)
{
    return strcmp(profile, "lib_6_1") == 0 || strcmp(profile, "lib_6_2") == 0;
}

const char *opt_library_conflict(const char *profile, bool validates, bool versioned)
{
    bool old = opt_is_old_library(profile);
    if (old && validates)
        return "Must disable validation for unsupported lib_6_1 or lib_6_2 targets.";
    if (old && versioned)
        return "non-zero -validator-version cannot be used with library profiles lib_6_1 or "
               "lib_6_2.";
    if (versioned && strcmp(profile, "lib_6_x") == 0)
        return "Offline library profile cannot be used with non-zero -validator-version.";
    return NULL;
}

bool opt_size(const char *text, uint64_t *value)
{
    static const char units[] = "KMG";
    char digits[32];
    size_t size = strlen(text);
    const char *unit = size ? strchr(units, text[size - 1]) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!size || size >= sizeof digits)
        return false;
    memcpy(digits, text, size + 1);
    if (unit)
        digits[size - 1] = 0;
    if (!opt_number(digits, value) || *value == 0 || *value > UINT64_MAX >> shift)
        return false;
    *value <<= shift;
    return true;
}

const char *opt_size_text(uint64_t size, char text[32])
{
    static const char *const units[] = {"", "K", "M", "G"};
    size_t unit = 0;
    while (unit < 3 && size && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    snprintf(text, 32, "%llu%s", (unsigned long long)size, unit ? units[unit] : " bytes");
    return text;
}

const char *opt_dashes(const opt_spec *option)
{
    return option->name[0] == '-' ? "" : "--";
}

bool opt_is_foreign(const opt_spec *option)
{
    return option->kind == OPT_IGNORED || option->kind == OPT_WARNED || option->kind == OPT_REFUSED;
}

bool opt_has_value(const opt_spec *option)
{
    return option->kind != OPT_FLAG && option->kind != OPT_MAYBE && !opt_is_foreign(option);
}

static bool add_item(parser *p, opt_list *list, const opt_spec *spec, const char *value)
{
    if (!list->items) /* no option can be used more often than there are arguments */
        list->items = calloc((size_t)p->argc, sizeof *list->items);
    if (!list->items)
        return complain(p, OPT_NO_MEMORY "%s", "");
    list->items[list->count++] = (opt_item){spec, value};
    return true;
}

/* Sets the field of `spec`. `shown` is how the user wrote the option. */
static bool set_value(parser *p, const opt_set *set, const opt_spec *spec, const char *shown,
                      const char *value)
{
    char *field = (char *)set->values + spec->offset;
    switch (spec->kind) {
    case OPT_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case OPT_TEXT:
    case OPT_JOINED:
    case OPT_MAYBE:
        *(const char **)(void *)field = value;
        return true;
    case OPT_NUMBER:
        if (opt_number(value, (uint64_t *)(void *)field))
            return true;
        snprintf(p->message, OPT_MESSAGE, "option '%s' requires a number, not '%s'", shown, value);
        return false;
    case OPT_COUNT:
        if (opt_number(value, (uint64_t *)(void *)field) && *(uint64_t *)(void *)field)
            return true;
        snprintf(p->message, OPT_MESSAGE, "option '%s' requires a number above zero, not '%s'",
                 shown, value);
        return false;
    case OPT_SIZE:
        if (opt_size(value, (uint64_t *)(void *)field))
            return true;
        snprintf(p->message, OPT_MESSAGE, "option '%s' requires a size such as 64M, not '%s'",
                 shown, value);
        return false;
    case OPT_CHOICE:
    case OPT_SYNTAX: {
        int choice = opt_choice(spec->value, value);
        *(int *)(void *)field = choice;
        p->foreign |= spec->kind == OPT_SYNTAX && choice > 0;
        if (choice >= 0)
            return true;
        snprintf(p->message, OPT_MESSAGE, "option '%s' takes %s, not '%s'", shown, spec->value,
                 value);
        return false;
    }
    case OPT_LIST:
    case OPT_WARNED:
        return add_item(p, (opt_list *)(void *)field, spec, value);
    case OPT_IGNORED:
    case OPT_TOPIC:
        return true;
    case OPT_REFUSED:
        snprintf(p->message, OPT_MESSAGE, "option '%s' is not supported: %s", shown, spec->help);
        return false;
    }
    return false;
}

unsigned opt_distance(const char *a, const char *b)
{
    enum { LONGEST = 80 };
    unsigned rows[3][LONGEST + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                above2[j - 2] + 1 < best)
                best = above2[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[m % 3][n];
}

/* The name that is nearest to `name` among those with a dash of their own, or among those without;
 * NULL: none is near. */
static const char *nearest_name(const parser *p, const char *name, bool own_dash)
{
    const char *best = NULL;
    unsigned nearest = 3;
    for (size_t s = 0; s < p->set_count; s++) {
        for (const opt_spec *o = p->sets[s].specs; o && o->help; o++) {
            bool usual = o->name && (o->name[0] == '-') == own_dash && !opt_is_foreign(o);
            unsigned distance = usual ? opt_distance(o->name, name) : nearest;
            if (usual && strlen(name) > (own_dash ? 3u : 2u) &&
                strncmp(o->name, name, strlen(name)) == 0)
                distance = 0; /* its beginning */
            if (own_dash && distance >= strlen(name) / 2)
                continue; /* short names are all alike */
            if (distance < nearest) {
                nearest = distance;
                best = o->name;
            }
        }
    }
    return best;
}

static bool unknown_long(parser *p, const char *name)
{
    const char *best = nearest_name(p, name, false);
    if (best)
        snprintf(p->message, OPT_MESSAGE, "unknown option '--%.80s', did you mean '--%s'?", name,
                 best);
    else
        snprintf(p->message, OPT_MESSAGE, "unknown option '--%.80s'", name);
    return false;
}

/* A name with a dash of its own may have the usual two as well. */
static bool is_named(const opt_spec *o, const char *text, size_t size)
{
    const char *name = o->name ? o->name : "";
    if (name[0] == '-' && text[0] != '-')
        name++;
    return size && strncmp(name, text, size) == 0 && !name[size];
}

/* Does an argument with one dash begin with the name, so that the rest is its value? */
static bool is_joined(const opt_spec *o, const char *argument)
{
    if (!o->name || o->name[0] != '-' || o->name[1] != argument[1] || argument[0] != '-')
        return false;
    size_t size = strlen(o->name);
    if (size > 2 && o->name[size - 1] == '*')
        return strncmp(o->name, argument, size - 1) == 0;
    return o->kind == OPT_JOINED && strncmp(o->name, argument, size) == 0;
}

/* The option of an argument that begins with two dashes, which are not in `argument`, or with one.
 * *set is the table that it is from; NULL: there is none. */
static const opt_spec *find_long(const parser *p, const char *argument, const opt_set **set)
{
    const opt_spec *joined = NULL;
    size_t size = strcspn(argument, "=");
    char first = argument[argument[0] == '-']; /* tells most options apart */
    *set = NULL;
    for (size_t s = 0; s < p->set_count; s++) {
        for (const opt_spec *o = p->sets[s].specs; o && o->help; o++) {
            if (!o->name || o->name[o->name[0] == '-'] != first)
                continue;
            bool named = is_named(o, argument, size);
            if (!named && (joined || !is_joined(o, argument)))
                continue;
            *set = &p->sets[s];
            if (named)
                return o;
            joined = o;
        }
    }
    return joined;
}

/* Passes over the arguments of an option of another tool. */
static bool skip_values(parser *p, const opt_spec *o, const char *shown, bool has_value)
{
    for (const char *word = has_value || !o->value ? "" : o->value; *word;) {
        if (p->next++ >= p->argc)
            return complain(p, "option '%s' requires a value", shown);
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    return true;
}

/* Takes an argument that find_long() has told the option and the table of. */
static bool parse_long(parser *p, const char *argument, const opt_spec *o, const opt_set *set)
{
    char shown[64];
    const char *equals = strchr(argument, '=');
    size_t size = equals ? (size_t)(equals - argument) : strlen(argument);
    const char *dashes = argument[0] == '-' ? "" : "--";
    snprintf(shown, sizeof shown, "%s%.*s", dashes, (int)(size < 60 ? size : 60), argument);
    if (!o)
        return unknown_long(p, shown + 2);
    if (opt_is_foreign(o))
        return set_value(p, set, o, shown, argument) && skip_values(p, o, shown, equals != NULL);
    if (o->kind == OPT_FLAG)
        return equals ? complain(p, "option '%s' takes no value", shown)
                      : set_value(p, set, o, shown, NULL);
    if (!is_named(o, argument, size))
        return set_value(p, set, o, shown, argument + strlen(o->name));
    if (equals)
        return set_value(p, set, o, shown, equals + 1);
    if (o->kind == OPT_MAYBE)
        return set_value(p, set, o, shown, "");
    if (p->next >= p->argc)
        return complain(p, "option '%s' requires a value", shown);
    return set_value(p, set, o, shown, p->argv[p->next++]);
}

/* Are there options of several letters after one dash? */
static bool has_one_dash(const parser *p)
{
    for (size_t s = 0; s < p->set_count; s++) {
        for (const opt_spec *o = p->sets[s].specs; o && o->help; o++) {
            if (o->name && o->name[0] == '-')
                return true;
        }
    }
    return false;
}

/* One of several letters may be what is wrong, or the whole. */
static bool unknown_letter(parser *p, const char *shown, const char *rest)
{
    bool whole = rest[-2] == '-' && *rest && has_one_dash(p);
    const char *best = whole ? nearest_name(p, rest - 2, true) : NULL;
    if (!best)
        return complain(p, "unknown option '%.100s'", whole ? rest - 2 : shown);
    snprintf(p->message, OPT_MESSAGE, "unknown option '%.80s', did you mean '%s'?", rest - 2, best);
    return false;
}

/* One letter of a group; *rest is what follows it and is emptied when it was the value. */
static bool parse_letter(parser *p, char letter, const char **rest)
{
    char shown[3] = {'-', letter, 0};
    for (size_t s = 0; s < p->set_count; s++) {
        for (const opt_spec *o = p->sets[s].specs; o && o->help; o++) {
            if (o->letter != letter)
                continue;
            if (o->kind == OPT_FLAG)
                return set_value(p, &p->sets[s], o, shown, NULL);
            const char *value = *rest;
            *rest = "";
            if (!*value) {
                if (p->next >= p->argc)
                    return complain(p, "option '%s' requires a value", shown);
                value = p->argv[p->next++];
            }
            return set_value(p, &p->sets[s], o, shown, value);
        }
    }
    return unknown_letter(p, shown, *rest);
}

/* Takes letters after one dash. */
static bool parse_letters(parser *p, const char *rest)
{
    bool ok = true;
    while (ok && *rest) {
        char letter = *rest++;
        ok = parse_letter(p, letter, &rest);
    }
    return ok;
}

/* Takes an argument that begins with a dash, and its value. */
static bool parse_option(parser *p, const char *argument)
{
    const opt_set *set;
    bool two = argument[1] == '-';
    const opt_spec *o = find_long(p, two ? argument + 2 : argument, &set);
    if (two || o)
        return parse_long(p, two ? argument + 2 : argument, o, set);
    return parse_letters(p, argument + 1);
}

bool opt_parse(const opt_set *sets, size_t set_count, int *argc, char **argv,
               char message[OPT_MESSAGE])
{
    parser p = {sets, set_count, *argc, argv, 0, 0, false, message};
    bool only_operands = false;
    bool ok = true;
    while (ok && p.next < p.argc) {
        char *argument = p.argv[p.next++];
        bool is_foreign = p.foreign && argument[1] != '-';
        if (only_operands || argument[0] != '-' || !argument[1] || is_foreign)
            p.argv[p.operands++] = argument;
        else if (strcmp(argument, "--") == 0)
            only_operands = true;
        else
            ok = parse_option(&p, argument);
    }
    *argc = p.operands;
    return ok;
}

void opt_free(const opt_set *sets, size_t set_count)
{
    for (size_t s = 0; s < set_count; s++) {
        for (const opt_spec *o = sets[s].specs; o && o->help; o++) {
            if (o->kind != OPT_LIST && o->kind != OPT_WARNED)
                continue;
            opt_list *list = (opt_list *)(void *)((char *)sets[s].values + o->offset);
            free(list->items);
            *list = (opt_list){NULL, 0};
        }
    }
}
