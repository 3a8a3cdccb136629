/* SPDX-License-Identifier: MIT */
/* table.c - the passes of all rooms, and the options of their rows. */
#include "base/count.h"
#include "edit/edit.h"
#include "lower/lower.h"
#include "opt/run.h"

#include <string.h>

#define K(x) DXKI_PASS_KEEPS_##x

const dxki_pass_info dxki_opt_infos[] = {
#define ROW(function, name, scope, keeps, options, help, edit)                                     \
    {(name), (options), (help), (function), DXKI_PASS_##scope, (keeps), (edit)},
#define DXKI_PASS(ident, ...) ROW(dxki_pass_##ident, __VA_ARGS__, false)
#include "pass/passes.def"
#undef DXKI_PASS
#define DXKI_PASS(ident, ...) ROW(dxki_lower_##ident, __VA_ARGS__, false)
#define DXKI_EDIT(ident, ...) ROW(dxki_lower_##ident, __VA_ARGS__, true)
#include "lower/passes.def"
#undef DXKI_PASS
#define DXKI_PASS(ident, ...) ROW(dxki_edit_##ident, __VA_ARGS__, false)
#define DXKI_EDIT(ident, ...) ROW(dxki_edit_##ident, __VA_ARGS__, true)
#include "edit/passes.def"
#undef DXKI_PASS
};

#undef ROW
#undef K

const uint32_t dxki_opt_count = DXKI_COUNT(dxki_opt_infos);

static const struct {
    const char *other, *name;
} aliases[] = {
#define DXKI_OPT_ALIAS(other, name) {(other), (name)},
#include "opt/aliases.def"
#undef DXKI_OPT_ALIAS
};

/* The sizes of the names, side by side in the order of the rows: lists are read for each shader, and few
 * names have one size. */
static const uint8_t name_sizes[] = {
#define DXKI_PASS(ident, name, ...) sizeof(name) - 1,
#include "pass/passes.def"
#undef DXKI_PASS
#define DXKI_PASS(ident, name, ...) sizeof(name) - 1,
#include "lower/passes.def"
#undef DXKI_PASS
#define DXKI_PASS(ident, name, ...) sizeof(name) - 1,
#include "edit/passes.def"
#undef DXKI_PASS
};

_Static_assert(sizeof name_sizes == DXKI_COUNT(dxki_opt_infos), "a size for each row");
_Static_assert(sizeof name_sizes <= UINT8_MAX, "idle.c counts rows in bytes");

static const dxki_pass_info *find_row(dxk_str name)
{
    const uint8_t *end = name_sizes + sizeof name_sizes, *at = name_sizes;
    for (; name.size <= UINT8_MAX; at++) {
        at = memchr(at, (int)name.size, (size_t)(end - at));
        if (!at)
            break;
        const dxki_pass_info *row = &dxki_opt_infos[at - name_sizes];
        if (memcmp(name.data, row->name, name.size) == 0)
            return row;
    }
    return NULL;
}

const dxki_pass_info *dxki_opt_find(dxk_str name)
{
    const dxki_pass_info *row = find_row(name);
    for (size_t i = 0; !row && i < DXKI_COUNT(aliases); i++) {
        if (dxki_opt_is_called(name, aliases[i].other))
            row = find_row(dxki_str(aliases[i].name));
    }
    return row;
}

/* A number of a row, up to the next colon or blank. */
static int64_t take_number(const char **at)
{
    bool negative = **at == '-';
    int64_t value = 0;
    *at += negative;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        value = value * 10 + (**at - '0');
    if (**at == ':')
        (*at)++;
    return negative ? -value : value;
}

uint32_t dxki_opt_list_options(const dxki_pass_info *info,
                               dxki_opt_option options[DXKI_PASS_OPTIONS])
{
    const char *at = info->options;
    uint32_t count = 0;
    while (*at && count < DXKI_PASS_OPTIONS) {
        dxki_opt_option *o = &options[count++];
        const char *name = at;
        while (*at != '=')
            at++;
        *o = (dxki_opt_option){.name = {name, (size_t)(at - name)}};
        at++;
        o->is_text = *at == 't';
        if (!o->is_text) {
            o->value = take_number(&at);
            o->low = take_number(&at);
            o->high = take_number(&at);
        }
        while (*at && *at != ' ')
            at++;
        while (*at == ' ')
            at++;
    }
    return count;
}

/* ---------------------------------------------------------------------------------------- */
/* What others see of it                                                                      */

size_t dxk_pass_count(void)
{
    return dxki_opt_count;
}

bool dxk_pass_get(size_t index, dxk_pass_info *out)
{
    *out = (dxk_pass_info){0};
    if (index >= dxki_opt_count)
        return false;
    const dxki_pass_info *info = &dxki_opt_infos[index];
    dxki_opt_option options[DXKI_PASS_OPTIONS];
    *out = (dxk_pass_info){.name = info->name,
                           .help = info->help,
                           .is_edit = info->is_edit,
                           .on_module = info->scope == DXKI_PASS_MODULE,
                           .option_count = dxki_opt_list_options(info, options)};
    return true;
}

bool dxk_pass_option_get(size_t pass, size_t index, dxk_pass_option *out)
{
    dxki_opt_option options[DXKI_PASS_OPTIONS];
    *out = (dxk_pass_option){0};
    if (pass >= dxki_opt_count || index >= dxki_opt_list_options(&dxki_opt_infos[pass], options))
        return false;
    const dxki_opt_option *o = &options[index];
    *out = (dxk_pass_option){
        .name = o->name, .is_text = o->is_text, .value = o->value, .low = o->low, .high = o->high};
    return true;
}
