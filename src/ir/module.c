/* SPDX-License-Identifier: MIT */
/* module.c - a module's life, its strings, and the public getters. See ir.h, dxk/module.h. */
#include "ir/idset.h"
#include "ir/tracked.h"

#include <string.h>

#include "base/count.h"
#include "base/str.h"

#define CHARS_CHUNK ((size_t)4096)

static const char *const fixed_kinds[DXKI_MD_FIXED_KINDS] = {"dbg",
                                                             "tbaa",
                                                             "prof",
                                                             "fpmath",
                                                             "range",
                                                             "tbaa.struct",
                                                             "invariant.load",
                                                             "alias.scope",
                                                             "noalias",
                                                             "nontemporal",
                                                             "llvm.mem.parallel_loop_access",
                                                             "nonnull",
                                                             "dereferenceable",
                                                             "dereferenceable_or_null"};

static bool add_fixed_types(dxk_module *m)
{
    for (uint8_t kind = 0; kind <= DXKI_T_X86_MMX; kind++) {
        if (!dxki_vec_push(m->ctx, &m->types, ((dxki_type_entry){.kind = kind})))
            return false;
    }
    static const uint32_t widths[] = {1, 8, 16, 32, 64};
    for (size_t i = 0; i < DXKI_COUNT(widths); i++) {
        if (!dxki_type_int(m, widths[i]))
            return false;
    }
    return true;
}

static bool add_fixed_kinds(dxk_module *m)
{
    for (uint32_t i = 0; i < DXKI_MD_FIXED_KINDS; i++) {
        dxk_str name = {fixed_kinds[i], strlen(fixed_kinds[i])};
        dxki_string id = dxki_string_add_view(m, name);
        if (id == UINT32_MAX || !dxki_vec_push(m->ctx, &m->md_kinds, id))
            return false;
    }
    return true;
}

static bool add_dummies(dxk_module *m)
{
    dxk_ctx *ctx = m->ctx;
    return dxki_vec_push(ctx, &m->strings, ((dxk_str){"", 0})) &&
           dxki_vec_push(ctx, &m->globals, (dxki_global){0}) &&
           dxki_vec_push(ctx, &m->consts, (dxki_const){0}) &&
           dxki_vec_push(ctx, &m->args, (dxki_arg_entry){0}) &&
           dxki_vec_push(ctx, &m->blocks, (dxki_block){0}) &&
           dxki_vec_push(ctx, &m->insts, (dxki_inst){0}) && dxki_vec_push(ctx, &m->words, 0) &&
           dxki_vec_push(ctx, &m->type_ops, 0) && dxki_vec_push(ctx, &m->md_nums, 0) &&
           dxki_vec_push(ctx, &m->mds, (dxki_md_entry){0}) &&
           dxki_vec_push(ctx, &m->attr_sets, (dxki_attr_span){0}) &&
           dxki_vec_push(ctx, &m->attr_lists, (dxki_attr_span){0});
}

dxk_module *dxki_module_create(dxk_ctx *ctx)
{
    dxk_module *m = dxki_realloc(ctx, NULL, 0, sizeof *m);
    if (!m)
        return NULL;
    memset(m, 0, sizeof *m);
    m->ctx = ctx;
    m->version = 1;
    m->string_indexed = 1;
    m->md_indexed = 1;
    dxki_arena_init(&m->arena, ctx);
    if (add_dummies(m) && add_fixed_types(m) && add_fixed_kinds(m))
        return m;
    dxk_module_free(m);
    return NULL;
}

static void free_sets(dxk_module *m)
{
    dxki_idset_free(m->ctx, &m->type_set);
    dxki_idset_free(m->ctx, &m->const_set);
    dxki_idset_free(m->ctx, &m->string_set);
    dxki_idset_free(m->ctx, &m->md_set);
    dxki_idset_free(m->ctx, &m->md_kind_set);
    dxki_idset_free(m->ctx, &m->attr_set_set);
    dxki_idset_free(m->ctx, &m->attr_list_set);
}

void dxk_module_free(dxk_module *m)
{
    if (!m)
        return;
    dxk_ctx *ctx = m->ctx;
    dxki_vec_free(ctx, &m->strings);
    dxki_vec_free(ctx, &m->types);
    dxki_vec_free(ctx, &m->type_ops);
    dxki_vec_free(ctx, &m->globals);
    dxki_vec_free(ctx, &m->variables);
    dxki_vec_free(ctx, &m->functions);
    dxki_vec_free(ctx, &m->aliases);
    dxki_vec_free(ctx, &m->comdats);
    dxki_vec_free(ctx, &m->consts);
    dxki_vec_free(ctx, &m->args);
    dxki_vec_free(ctx, &m->blocks);
    dxki_vec_free(ctx, &m->insts);
    dxki_vec_free(ctx, &m->words);
    dxki_vec_free(ctx, &m->inst_names);
    dxki_vec_free(ctx, &m->inst_dbg);
    dxki_vec_free(ctx, &m->inst_prev);
    dxki_vec_free(ctx, &m->inst_bits);
    dxki_vec_free(ctx, &m->inst_plain);
    dxki_vec_free(ctx, &m->text_places);
    dxki_vec_free(ctx, &m->text_functions);
    dxki_vec_free(ctx, &m->attachments);
    dxki_vec_free(ctx, &m->inst_attached);
    dxki_vec_free(ctx, &m->fn_attachments);
    dxki_vec_free(ctx, &m->uselists);
    dxki_vec_free(ctx, &m->mds);
    dxki_vec_free(ctx, &m->md_nums);
    dxki_vec_free(ctx, &m->named_mds);
    dxki_vec_free(ctx, &m->md_kinds);
    dxki_vec_free(ctx, &m->attrs);
    dxki_vec_free(ctx, &m->attr_sets);
    dxki_vec_free(ctx, &m->attr_slots);
    dxki_vec_free(ctx, &m->attr_lists);
    dxki_vec_free(ctx, &m->unknowns);
    dxki_vec_free(ctx, &m->sized);
    dxki_tracked_end(m);
    free_sets(m);
    dxki_arena_free(&m->arena);
    dxki_realloc(ctx, m, sizeof *m, 0);
}

/* --- strings --- */

char *dxki_string_space(dxk_module *m, size_t size)
{
    if (size > m->chars_left) {
        if (size > CHARS_CHUNK / 4)
            return dxki_arena_alloc(&m->arena, size);
        m->chars = dxki_arena_alloc(&m->arena, CHARS_CHUNK);
        m->chars_left = m->chars ? CHARS_CHUNK : 0;
        if (!m->chars)
            return NULL;
    }
    char *space = m->chars;
    m->chars += size;
    m->chars_left -= size;
    return space;
}

dxki_string dxki_string_add_view(dxk_module *m, dxk_str text)
{
    if (text.size == 0)
        return 0;
    if (m->strings.count >= UINT32_MAX || !dxki_vec_push(m->ctx, &m->strings, text))
        return UINT32_MAX;
    return (dxki_string)(m->strings.count - 1);
}

dxki_string dxki_string_add(dxk_module *m, dxk_str text)
{
    if (text.size == 0)
        return 0;
    char *copy = dxki_string_space(m, text.size);
    if (!copy)
        return UINT32_MAX;
    memcpy(copy, text.data, text.size);
    return dxki_string_add_view(m, (dxk_str){copy, text.size});
}

static uint32_t hash_string(dxk_str text)
{
    return dxki_hash_end(dxki_hash_bytes(0, text));
}

/* The string of that text that is in the index; 0: none. */
static dxki_string find_string(const dxk_module *m, uint32_t hash, dxk_str text)
{
    uint32_t pos = hash, id;
    while ((id = dxki_idset_next(&m->string_set, hash, &pos)) != 0)
        if (dxki_str_same(m->strings.items[id], text))
            break;
    return id;
}

/* Enters what was added since; of equal strings the first, so that no chain of them grows. */
static bool index_strings(dxk_module *m)
{
    for (; m->string_indexed < m->strings.count; m->string_indexed++) {
        dxk_str text = m->strings.items[m->string_indexed];
        uint32_t hash = hash_string(text);
        if (!find_string(m, hash, text) &&
            !dxki_idset_add(m->ctx, &m->string_set, hash, m->string_indexed))
            return false;
    }
    return true;
}

dxki_string dxki_string_intern(dxk_module *m, dxk_str text)
{
    if (text.size == 0)
        return 0;
    if (!index_strings(m))
        return UINT32_MAX;
    dxki_string known = find_string(m, hash_string(text), text);
    return known ? known : dxki_string_add(m, text);
}

/* --- public getters --- */

bool dxk_module_is_salvaged(const dxk_module *m)
{
    return m->salvaged;
}

dxk_str dxk_module_triple(const dxk_module *m)
{
    return m->triple;
}

dxk_str dxk_module_datalayout(const dxk_module *m)
{
    return m->datalayout;
}

size_t dxk_module_metadata_kind_count(const dxk_module *m)
{
    return m->md_kinds.count;
}

dxk_str dxk_module_metadata_kind(const dxk_module *m, size_t index)
{
    return index < m->md_kinds.count ? dxki_string_get(m, m->md_kinds.items[index])
                                     : (dxk_str){"", 0};
}

size_t dxk_module_function_count(const dxk_module *m)
{
    return m->functions.count;
}

dxk_str dxk_module_function_name(const dxk_module *m, size_t index)
{
    if (index >= m->functions.count)
        return (dxk_str){"", 0};
    return dxki_string_get(m, m->globals.items[m->functions.items[index]].name);
}

bool dxk_module_function_is_declaration(const dxk_module *m, size_t index)
{
    return index >= m->functions.count ||
           (m->globals.items[m->functions.items[index]].flags & DXKI_GF_DECLARATION);
}

size_t dxk_module_variable_count(const dxk_module *m)
{
    return m->variables.count;
}

dxk_str dxk_module_variable_name(const dxk_module *m, size_t index)
{
    if (index >= m->variables.count)
        return (dxk_str){"", 0};
    return dxki_string_get(m, m->globals.items[m->variables.items[index]].name);
}
