/* SPDX-License-Identifier: MIT */
/* compile_axes.c - macros with several values, and the options of one variant. See compile_variants.h. */
#include "compile_variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 65536u /* of one macro */

/* Options that name outputs: each variant has its own. */
static const size_t outputs[] = {
    offsetof(compile_options, output),       offsetof(compile_options, listing),
    offsetof(compile_options, header),       offsetof(compile_options, variable),
    offsetof(compile_options, pdb),          offsetof(compile_options, reflection),
    offsetof(compile_options, root_file),    offsetof(compile_options, hash),
    offsetof(compile_options, dependencies), offsetof(compile_options, messages),
};

static const char **output_of(compile_options *o, size_t which)
{
    return (const char **)(void *)((char *)o + outputs[which]);
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

/* The text between the braces of "NAME={...}"; NULL: it is an ordinary macro. */
static const char *braces_of(const char *define, size_t *size)
{
    const char *equal = strchr(define, '=');
    size_t length = equal ? strlen(equal + 1) : 0;
    if (length < 3 || equal[1] != '{' || equal[length] != '}')
        return NULL;
    *size = length - 2;
    return equal + 2;
}

enum { LONGEST_NUMBER = 24 };

/* "3..7" */
static bool read_range(const char *text, long long *first, long long *last)
{
    char *end;
    if (strlen(text) > 2 * LONGEST_NUMBER)
        return false;
    *first = strtoll(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    text = end + 2;
    *last = strtoll(text, &end, 10);
    return end != text && !*end && *first <= *last && *last - *first >= 0 &&
           *last - *first < MOST_VALUES;
}

static size_t count_values(const char *text)
{
    size_t count = 1, depth = 0;
    for (; *text; text++) {
        depth += *text == '{' || *text == '(';
        depth -= depth && (*text == '}' || *text == ')');
        count += !depth && *text == ',';
    }
    return count;
}

/* Takes a value without the blanks around it, which ends at `end`. */
static void add_value(compile_axis *axis, char *text, char *end)
{
    *end = 0;
    text += strspn(text, " ");
    while (end > text && end[-1] == ' ')
        *--end = 0;
    axis->values[axis->count++] = text;
}

/* Cuts "A,B" at its commas, but for those in braces and parentheses. */
static void split(compile_axis *axis, char *text)
{
    size_t depth = 0;
    char *start = text;
    for (; *text; text++) {
        depth += *text == '{' || *text == '(';
        depth -= depth && (*text == '}' || *text == ')');
        if (!depth && *text == ',') {
            add_value(axis, start, text);
            start = text + 1;
        }
    }
    add_value(axis, start, text);
}

/* The numbers of a range, as texts one after the other. */
static void list_range(compile_axis *axis, char *text, long long first, long long last)
{
    for (long long value = first; value <= last; value++) {
        axis->values[axis->count++] = text;
        text += sprintf(text, "%lld", value) + 1;
    }
}

/* Bytes that the values of a macro take at most. */
static size_t text_room(size_t size, const char *text)
{
    long long first, last;
    return read_range(text, &first, &last) ? (size_t)(last - first + 1) * LONGEST_NUMBER : size + 1;
}

static bool read_values(compile_axis *axis, char **next, const char *given, size_t size)
{
    long long first, last;
    char *text = *next;
    memcpy(text, given, size);
    text[size] = 0;
    bool range = read_range(text, &first, &last);
    size_t count = range ? (size_t)(last - first + 1) : count_values(text);
    *next += text_room(size, text);
    axis->values = malloc(count * sizeof *axis->values);
    if (!axis->values)
        return false;
    if (range)
        list_range(axis, text, first, last);
    else
        split(axis, text);
    for (size_t i = 0; i < axis->count; i++) {
        size_t length = strlen(axis->values[i]);
        axis->longest = length > axis->longest ? length : axis->longest;
    }
    return true;
}

/* Bytes for the values of all macros, and how many there are. */
static size_t measure(const compile_options *o, size_t *axes)
{
    size_t room = 0, size;
    char start[2 * LONGEST_NUMBER + 3];
    for (size_t i = 0; i < o->defines.count; i++) {
        const char *text = braces_of(o->defines.items[i].value, &size);
        if (!text)
            continue;
        size_t shown = size < sizeof start ? size : sizeof start - 1;
        memcpy(start, text, shown);
        start[shown] = 0;
        size_t numbers = text_room(size, start);
        room += numbers > size + 1 ? numbers : size + 1;
        ++*axes;
    }
    return room;
}

/* ---------------------------------------------------------------------------------------- */
/* Sets                                                                                       */

static bool no_memory(char message[OPT_MESSAGE])
{
    strcpy(message, OPT_NO_MEMORY);
    return false;
}

static bool read_axes(compile_set *set, char message[OPT_MESSAGE])
{
    const compile_options *o = set->base;
    size_t size, count = 0, room = measure(o, &count);
    if (!count)
        return true;
    char *next = set->text = malloc(room);
    set->axes = calloc(count, sizeof *set->axes);
    if (!set->text || !set->axes)
        return no_memory(message);
    for (size_t i = 0; i < o->defines.count; i++) {
        const char *define = o->defines.items[i].value, *text = braces_of(define, &size);
        if (!text)
            continue;
        compile_axis *axis = &set->axes[set->axis_count++];
        axis->define = i;
        axis->name = define;
        axis->name_size = strcspn(define, "=");
        if (!read_values(axis, &next, text, size))
            return no_memory(message);
        if (axis->count == 1 && strstr(axis->values[0], "..")) {
            snprintf(message, OPT_MESSAGE, "'%.80s' has no range of numbers, such as {0..7}",
                     define);
            return false;
        }
    }
    return true;
}

/* Bytes for the names of outputs, with a piece of `piece` bytes for each brace. */
static size_t name_room(const compile_set *set, size_t piece)
{
    compile_options copy = *set->base;
    size_t room = 0;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const char *name = *output_of(&copy, i);
        for (const char *at = name; at && *at; at++)
            room += *at == '{' ? piece : 1;
        room++;
    }
    return room;
}

/* Strides, the number of variants, and the room for texts of one. */
static bool count_variants(compile_set *set, char message[OPT_MESSAGE])
{
    size_t values = 0;
    set->count = 1;
    for (size_t i = set->axis_count; i-- > 0;) {
        compile_axis *axis = &set->axes[i];
        axis->stride = set->count;
        if (axis->count > COMPILE_MOST_VARIANTS / set->count) {
            snprintf(message, OPT_MESSAGE, "more than %zu variants", COMPILE_MOST_VARIANTS);
            return false;
        }
        set->count *= axis->count;
        values += axis->longest + 1;
        set->room += 2 * (axis->name_size + axis->longest + 8);
    }
    set->room += name_room(set, values + 1);
    return true;
}

/* "{FOG}" or "{}" at the start of a text: the bytes of it; 0: neither. */
static size_t at_axis(const compile_axis *axis, const char *text)
{
    if (strncmp(text, "{}", 2) == 0)
        return 2;
    bool named = text[0] == '{' && strncmp(text + 1, axis->name, axis->name_size) == 0 &&
                 text[1 + axis->name_size] == '}';
    return named ? axis->name_size + 2 : 0;
}

static bool mentions(const compile_axis *axis, const char *name)
{
    for (; *name; name++) {
        if (at_axis(axis, name))
            return true;
    }
    return false;
}

/* The start of "{WORD}" in a name that is no macro with several values; NULL: there is none. */
static const char *find_stray(const compile_set *set, const char *name)
{
    for (const char *at = strchr(name, '{'); at; at = strchr(at + 1, '{')) {
        bool known = false;
        for (size_t i = 0; i < set->axis_count && !known; i++)
            known = at_axis(&set->axes[i], at) != 0;
        if (!known)
            return at;
    }
    return NULL;
}

/* False if an output of one variant would replace that of another. */
static bool check_outputs(const compile_set *set, char message[OPT_MESSAGE])
{
    compile_options copy = *set->base;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const char *name = *output_of(&copy, i);
        bool shared = !name || outputs[i] == offsetof(compile_options, variable) ||
                      (outputs[i] == offsetof(compile_options, pdb) && compile_is_directory(name));
        const char *stray = name ? find_stray(set, name) : NULL;
        if (stray) {
            snprintf(message, OPT_MESSAGE,
                     "'%.80s' in the name of an output is no macro with "
                     "several values",
                     stray);
            return false;
        }
        for (size_t a = 0; a < set->axis_count && !shared; a++) {
            const compile_axis *axis = &set->axes[a];
            if (axis->count < 2 || mentions(axis, name))
                continue;
            snprintf(message, OPT_MESSAGE,
                     "the name '%.80s' is that of several variants: put {%.*s} into it, or {} for "
                     "all values",
                     name, (int)(axis->name_size < 60 ? axis->name_size : 60), axis->name);
            return false;
        }
    }
    return true;
}

bool compile_find_axes(compile_set *set, const compile_options *base, const char *source,
                       char message[OPT_MESSAGE])
{
    *set = (compile_set){.base = base, .source = source, .count = 1};
    set->room = name_room(set, 1);
    if (base->no_variants)
        return true;
    if (!read_axes(set, message))
        return false;
    if (!set->axis_count)
        return true;
    if (base->preprocess || base->only_files || base->lists || base->syntax_only) {
        strcpy(message, "macros with several values need a compilation; --no-variants takes "
                        "NAME={A,B} as it stands");
        return false;
    }
    if (strcmp(source, "-") == 0 || compile_prints_container(base)) {
        strcpy(message, "macros with several values need a file and -Fo");
        return false;
    }
    return count_variants(set, message) && check_outputs(set, message);
}

void compile_free_set(compile_set *set)
{
    for (size_t i = 0; i < set->axis_count; i++)
        free(set->axes[i].values);
    free(set->axes);
    free(set->text);
}

/* ---------------------------------------------------------------------------------------- */
/* One variant                                                                                */

static const char *value_of(const compile_axis *axis, size_t variant)
{
    return axis->values[variant / axis->stride % axis->count];
}

/* A value as a piece of a file's name. */
static char *put_value(char *at, const char *value)
{
    for (; *value; value++) {
        bool plain = (*value >= '0' && *value <= '9') || (*value >= 'A' && *value <= 'Z') ||
                     (*value >= 'a' && *value <= 'z') || strchr("_-.+", *value);
        *at++ = plain ? *value : '_';
    }
    return at;
}

/* All values for "{}", one for "{NAME}". Returns how many bytes of `name` were read; 0: neither stands there. */
static size_t put_piece(const compile_set *set, size_t variant, const char *name, char **at)
{
    bool all = strncmp(name, "{}", 2) == 0;
    size_t read = 0;
    for (size_t i = 0; i < set->axis_count && !(read && !all); i++) {
        size_t size = at_axis(&set->axes[i], name);
        if (!size)
            continue;
        if (read)
            *(*at)++ = '_';
        *at = put_value(*at, value_of(&set->axes[i], variant));
        read = size;
    }
    return read;
}

/* A name of an output, with pieces in braces replaced, behind *next. */
static const char *put_name(const compile_set *set, size_t variant, const char *name, char **next)
{
    char *start = *next, *at = start;
    while (*name) {
        size_t read = put_piece(set, variant, name, &at);
        if (!read)
            *at++ = *name;
        name += read ? read : 1;
    }
    *at++ = 0;
    *next = at;
    return start;
}

/* A word of the command line for a variant: its own value of a macro, its own name of an output. */
static const char *own_word(const compile_set *set, const compile_options *o, const char *word,
                            char **next)
{
    compile_options base = *set->base, own = *o;
    for (size_t i = 0; i < set->axis_count; i++) {
        size_t define = set->axes[i].define;
        const char *old = base.defines.items[define].value, *value = o->defines.items[define].value;
        if (word == old)
            return value;
        if (word + 2 == old) {
            char *made = *next;
            *next += sprintf(made, "-D%s", value) + 1;
            return made;
        }
    }
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        if (word == *output_of(&base, i))
            return *output_of(&own, i);
    }
    return word;
}

bool compile_variant(const compile_set *set, size_t variant, compile_options *options, void **block)
{
    const compile_options *base = set->base;
    size_t defines = base->defines.count, words = base->word_count;
    char *made = malloc(defines * sizeof(opt_item) + words * sizeof(char *) + set->room + 1);
    *block = made;
    if (!made)
        return false;
    opt_item *items = (opt_item *)(void *)made;
    const char **list = (const char **)(void *)(made + defines * sizeof *items);
    char *next = (char *)(list + words);
    *options = *base;
    if (defines)
        memcpy(items, base->defines.items, defines * sizeof *items);
    for (size_t i = 0; i < set->axis_count; i++) {
        const compile_axis *axis = &set->axes[i];
        items[axis->define].value = next;
        next +=
            sprintf(next, "%.*s=%s", (int)axis->name_size, axis->name, value_of(axis, variant)) + 1;
    }
    options->defines.items = items;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        const char **name = output_of(options, i);
        *name = *name ? put_name(set, variant, *name, &next) : NULL;
    }
    for (size_t i = 0; i < words; i++) /* debug information has them */
        list[i] = own_word(set, options, base->words[i], &next);
    options->words = list;
    return true;
}

void compile_put_values(text_out *out, const compile_set *set, size_t variant)
{
    for (size_t i = 0; i < set->axis_count; i++) {
        const compile_axis *axis = &set->axes[i];
        text_printf(out, "%s%.*s=%s", i ? " " : "", (int)axis->name_size, axis->name,
                    value_of(axis, variant));
    }
}
