/* SPDX-License-Identifier: MIT */
/* names.c - names that differ from each other. See edit.h, edit_parts.h. */
#include <string.h>

#include "base/out.h"
#include "ir/edit_parts.h"
#include "ir/idset.h"

static uint32_t hash_name(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(0, name));
}

static bool is_taken(const dxk_module *m, const dxki_name_set *names, dxk_str name)
{
    uint32_t hash = hash_name(name), pos = hash, id;
    while ((id = dxki_idset_next(&names->set, hash, &pos)) != 0) {
        if (dxki_str_same(dxki_string_get(m, id), name))
            return true;
    }
    return false;
}

static bool take(dxk_module *m, dxki_name_set *names, dxki_string name)
{
    return dxki_idset_add(m->ctx, &names->set, hash_name(dxki_string_get(m, name)), name);
}

bool dxki_name_set_of_globals(dxk_module *m, dxki_name_set *names)
{
    memset(names, 0, sizeof *names);
    for (size_t i = 1; i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        if (g->name && g->kind != DXKI_G_REMOVED && !take(m, names, g->name))
            return false;
    }
    return true;
}

void dxki_name_set_free(dxk_module *m, dxki_name_set *names)
{
    dxki_idset_free(m->ctx, &names->set);
}

/* `name`, `dot` and a number, in the module's strings; no view while it is tried out. */
static dxki_string numbered(dxk_module *m, dxki_name_set *names, dxk_str name, const char *dot)
{
    size_t room = name.size + strlen(dot) + 11;
    char *text = dxki_realloc(m->ctx, NULL, 0, room);
    dxki_string made = UINT32_MAX;
    if (!text)
        return made;
    memcpy(text, name.data, name.size);
    memcpy(text + name.size, dot, strlen(dot));
    dxk_str whole = {text, 0};
    do {
        char digits[12], *end = digits + sizeof digits - 1;
        *end = 0;
        const char *number = dxki_format_u64(end, ++names->last);
        whole.size = name.size + strlen(dot) + strlen(number);
        memcpy(text + name.size + strlen(dot), number, strlen(number));
    } while (is_taken(m, names, whole));
    made = dxki_string_add(m, whole);
    dxki_realloc(m->ctx, text, room, 0);
    return made;
}

dxki_string dxki_name_set_make(dxk_module *m, dxki_name_set *names, dxk_str name, const char *dot)
{
    if (!name.size)
        return 0;
    dxki_string made =
        is_taken(m, names, name) ? numbered(m, names, name, dot) : dxki_string_intern(m, name);
    return made != UINT32_MAX && take(m, names, made) ? made : UINT32_MAX;
}

dxki_string dxki_global_unique_name(dxk_module *m, dxk_str name)
{
    dxki_name_set names;
    dxki_string made = UINT32_MAX;
    if (dxki_name_set_of_globals(m, &names))
        made = dxki_name_set_make(m, &names, name, ".");
    dxki_name_set_free(m, &names);
    return made;
}

/* Gives a value its name, or another one when it is taken. */
static bool settle_name(dxk_module *m, dxki_name_set *names, dxki_value value)
{
    dxki_string name = dxki_value_name(m, value);
    if (!name)
        return true;
    if (!is_taken(m, names, dxki_string_get(m, name)))
        return take(m, names, name);
    dxki_string made = numbered(m, names, dxki_string_get(m, name), "");
    return made != UINT32_MAX && take(m, names, made) && dxki_value_set_name(m, value, made);
}

bool dxki_function_unique_names(dxk_module *m, uint32_t global)
{
    const dxki_global *g = &m->globals.items[global];
    dxki_name_set names = {.last = 0};
    bool good = true;
    if (!dxki_module_touch(m))
        return false;
    for (uint32_t i = 0; i < g->arg_count; i++)
        good = good && settle_name(m, &names, DXKI_VALUE(DXKI_V_ARG, g->first_arg + i));
    DXKI_EACH_BLOCK(m, global, block) {
        good = good && settle_name(m, &names, DXKI_VALUE(DXKI_V_BLOCK, block));
        DXKI_EACH_INST(m, block, inst)
            good = good && settle_name(m, &names, DXKI_VALUE(DXKI_V_INST, inst));
    }
    dxki_name_set_free(m, &names);
    return good;
}
