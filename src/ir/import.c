/* SPDX-License-Identifier: MIT */
/* import.c - globals, constants and bodies of another module. See import.h. */
#include "ir/import.h"

#include <string.h>

#include "ir/find.h"
#include "ir/idset.h"

/* --- values --- */

static dxki_value mapped_const(dxki_importer *im, uint32_t index);

/* A metadata operand: a local value that it wraps, or any metadata. */
static bool import_operand_md(dxki_importer *im, dxki_md id, dxki_value *to)
{
    dxki_value wrapped = dxki_md_value(im->from, id), with;
    dxki_md made = 0;
    if (wrapped && !dxki_value_is_const(wrapped)) {
        if (!dxki_import_value(im, wrapped, &with))
            return false;
        made = with ? dxki_md_of_value(im->to, with) : 0;
        if (with && !made)
            return false;
    } else if (!dxki_import_md(im, id, &made)) {
        return false;
    }
    if (!made) /* in the place of nothing comes the empty node */
        made = dxki_md_tuple(im->to, NULL, 0, false);
    *to = DXKI_VALUE(DXKI_V_METADATA, made);
    return made != 0;
}

bool dxki_import_value(dxki_importer *im, dxki_value value, dxki_value *to)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        index = dxki_import_global(im, index);
        *to = index ? DXKI_VALUE(DXKI_V_GLOBAL, index) : 0;
        return index != 0;
    case DXKI_V_CONST:
        *to = mapped_const(im, index);
        return *to != 0;
    case DXKI_V_METADATA:
        return import_operand_md(im, index, to);
    default:
        *to = dxki_value_map_get(&im->locals, value);
        return true;
    }
}

/* --- constants --- */

/* The operands of a constant, after what is in im->words: those of the constant around it. */
static bool import_operands(dxki_importer *im, const dxki_const *c)
{
    uint32_t extra = dxki_const_extra_count(im->from, c);
    for (uint32_t i = 0; i < c->b + extra; i++) {
        uint32_t word = im->from->words.items[c->a + i];
        if (i < c->b && !dxki_import_value(im, word, &word))
            return false;
        if (i >= c->b && dxki_extra_kind_of((dxki_op)c->opcode, i - c->b) == DXKI_X_TYPE) {
            word = dxki_import_type(im, word);
            if (!word)
                return false;
        }
        if (!dxki_vec_push(im->to->ctx, &im->words, word))
            return false;
    }
    return true;
}

static dxki_value import_compound(dxki_importer *im, const dxki_const *c, dxki_type type)
{
    size_t floor = im->words.count;
    dxki_value made = 0;
    if (import_operands(im, c)) {
        const uint32_t *words = im->words.items + floor;
        made = c->kind == DXKI_C_AGGREGATE
                   ? dxki_const_aggregate(im->to, type, words, c->b)
                   : dxki_const_expr(im->to, (dxki_op)c->opcode, c->flags, type, words, c->b,
                                     words + c->b, dxki_const_extra_count(im->from, c));
    }
    im->words.count = floor;
    return made;
}

static dxki_value import_wide(dxki_importer *im, const dxki_const *c, dxki_type type)
{
    const uint32_t *from = dxki_const_words(im->from, c);
    size_t size = ((size_t)c->b / 2 + 1) * sizeof(uint64_t);
    uint64_t *words = dxki_realloc(im->to->ctx, NULL, 0, size);
    if (!words)
        return 0;
    for (uint32_t i = 0; i < c->b / 2; i++)
        words[i] = (uint64_t)from[2 * i + 1] << 32 | from[2 * i];
    dxki_value made = dxki_const_wide(im->to, type, words, c->b / 2);
    dxki_realloc(im->to->ctx, words, size, 0);
    return made;
}

/* The block is there when the body is; until then the constant is like no other. */
static dxki_value import_address(dxki_importer *im, uint32_t index, dxki_type type)
{
    const dxki_const *c = &im->from->consts.items[index];
    uint32_t function = dxki_import_global(im, DXKI_INDEX(c->a));
    dxki_value block = dxki_value_map_get(&im->locals, DXKI_VALUE(DXKI_V_BLOCK, c->b));
    dxki_value value = DXKI_VALUE(DXKI_V_GLOBAL, function);
    if (!function || block)
        return function ? dxki_const_blockaddress(im->to, type, value, DXKI_INDEX(block)) : 0;
    value = dxki_const_blockaddress(im->to, type, value, ~(uint32_t)im->addresses.count);
    return value && dxki_vec_push(im->to->ctx, &im->addresses, index) &&
                   dxki_vec_push(im->to->ctx, &im->addresses, DXKI_INDEX(value))
               ? value
               : 0;
}

static dxki_value import_asm(dxki_importer *im, const dxki_const *c, dxki_type type)
{
    dxki_string text, constraints;
    if (!dxki_import_string(im, c->a, &text) || !dxki_import_string(im, c->b, &constraints))
        return 0;
    return dxki_const_asm(im->to, type, text, constraints, c->flags);
}

static dxki_value import_const(dxki_importer *im, uint32_t index)
{
    const dxki_const *c = &im->from->consts.items[index];
    dxki_type type = dxki_import_type(im, c->type);
    if (!type)
        return 0;
    switch (c->kind) {
    case DXKI_C_UNDEF:
        return dxki_const_undef(im->to, type);
    case DXKI_C_INT:
        return dxki_const_int(im->to, type, dxki_const_bits(c));
    case DXKI_C_FLOAT:
        return dxki_const_float(im->to, type, dxki_const_bits(c));
    case DXKI_C_WIDE:
        return import_wide(im, c, type);
    case DXKI_C_DATA:
        return dxki_const_data(im->to, type, dxki_const_data_bytes(im->from, c));
    case DXKI_C_AGGREGATE:
    case DXKI_C_EXPR:
        return import_compound(im, c, type);
    case DXKI_C_BLOCKADDRESS:
        return import_address(im, index, type);
    case DXKI_C_ASM:
        return import_asm(im, c, type);
    default:
        return dxki_const_null(im->to, type);
    }
}

/* Recurses as deep as constants nest, which is bounded. */
static dxki_value mapped_const(dxki_importer *im, uint32_t index)
{
    if (!im->consts[index])
        im->consts[index] = import_const(im, index);
    return im->consts[index];
}

/* Addresses of blocks that are there by now; at the end, those that never came have no block, and
 * are not found again when memory for that is lacking. */
static bool settle_addresses(dxki_importer *im, bool last)
{
    size_t kept = 0;
    for (size_t i = 0; i < im->addresses.count; i += 2) {
        uint32_t from = im->addresses.items[i], to = im->addresses.items[i + 1];
        const dxki_const *c = &im->from->consts.items[from];
        dxki_value block = dxki_value_map_get(&im->locals, DXKI_VALUE(DXKI_V_BLOCK, c->b));
        if (!block && !last) {
            im->addresses.items[kept++] = from;
            im->addresses.items[kept++] = to;
        } else if (!dxki_const_settle_blockaddress(im->to, to, im->to->consts.items[to].a,
                                                   DXKI_INDEX(block)) &&
                   !last) {
            return false;
        }
    }
    im->addresses.count = kept;
    return true;
}

/* --- globals: names --- */

static bool enter_name(dxki_importer *im, uint32_t global)
{
    return !im->to->globals.items[global].name ||
           dxki_global_enter(im->to, &im->target->global_names, global);
}

static bool index_globals(dxki_import_target *target)
{
    dxk_module *m = target->to;
    for (uint32_t i = 1; i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        if (g->kind != DXKI_G_REMOVED && g->name && !dxki_global_enter(m, &target->global_names, i))
            return false;
    }
    return dxki_name_set_of_globals(m, &target->taken);
}

static bool is_local(const dxki_global *g)
{
    return g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
}

/* --- globals: declaring --- */

static bool has_definition(const dxki_global *g)
{
    return g->kind == DXKI_G_FUNCTION ? !(g->flags & DXKI_GF_DECLARATION) : g->init != 0;
}

void dxki_import_map(dxki_importer *im, uint32_t global, uint32_t to)
{
    im->globals[global] = to;
}

static bool import_comdat(dxki_importer *im, uint32_t *comdat)
{
    dxk_module *m = im->to;
    if (!*comdat)
        return true;
    dxki_comdat from = im->from->comdats.items[*comdat - 1];
    if (!dxki_import_string(im, from.name, &from.name))
        return false;
    for (uint32_t i = 0; i < m->comdats.count; i++) {
        if (dxki_str_same(dxki_string_get(m, m->comdats.items[i].name),
                          dxki_string_get(m, from.name))) {
            *comdat = i + 1;
            return true;
        }
    }
    *comdat = (uint32_t)m->comdats.count + 1;
    return dxki_vec_push(m->ctx, &m->comdats, from);
}

/* A new global that is like the original but defines nothing. */
static uint32_t declare(dxki_importer *im, uint32_t global)
{
    const dxki_global *from = &im->from->globals.items[global];
    dxki_global g = *from;
    g.type = dxki_import_type(im, g.type);
    g.value_type = dxki_import_type(im, g.value_type);
    g.name = dxki_name_set_make(im->to, &im->target->taken, dxki_string_get(im->from, g.name), ".");
    if (!g.type || !g.value_type || g.name == UINT32_MAX ||
        !dxki_import_string(im, g.section, &g.section) || !dxki_import_string(im, g.gc, &g.gc) ||
        !dxki_import_attrs(im, g.attrs, &g.attrs))
        return 0;
    g.init = g.prefix = g.prologue = g.personality = 0;
    g.first_arg = g.arg_count = g.first_block = g.last_block = g.block_count = 0;
    g.comdat = g.const_end = 0;
    g.bit_offset = UINT32_MAX;
    if (g.linkage != DXKI_LINK_EXTERN_WEAK)
        g.linkage = DXKI_LINK_EXTERNAL;
    if (g.kind == DXKI_G_FUNCTION)
        g.flags |= DXKI_GF_DECLARATION;
    uint32_t made = dxki_global_add(im->to, (dxki_global_kind)g.kind, &g);
    bool good = made && enter_name(im, made) &&
                (!has_definition(from) || dxki_vec_push(im->to->ctx, &im->wanted, global));
    return good ? made : 0;
}

/* The namesake in the destination, if it is one to share. */
static bool find_namesake(dxki_importer *im, const dxki_global *g, uint32_t *found)
{
    dxk_str name = dxki_string_get(im->from, g->name);
    uint32_t old =
        is_local(g) || !name.size ? 0 : dxki_global_lookup(im->to, &im->target->global_names, name);
    *found = 0;
    if (!old || is_local(&im->to->globals.items[old]))
        return true;
    dxki_type type = dxki_import_type(im, g->type);
    if (im->to->globals.items[old].kind == g->kind && im->to->globals.items[old].type == type)
        *found = old;
    return type != 0;
}

uint32_t dxki_import_global(dxki_importer *im, uint32_t global)
{
    const dxki_global *g = &im->from->globals.items[global];
    uint32_t old;
    if (im->globals[global])
        return im->globals[global];
    if (!dxki_module_touch(im->to) || !find_namesake(im, g, &old))
        return 0;
    return im->globals[global] = old ? old : declare(im, global);
}

/* --- globals: defining --- */

static bool rule_value(void *user, dxki_value value, dxki_value *to)
{
    return dxki_import_value(user, value, to);
}

static bool rule_type(void *user, dxki_type type, dxki_type *to)
{
    *to = dxki_import_type(user, type);
    return *to != 0;
}

static bool rule_attrs(void *user, uint32_t list, uint32_t *to)
{
    return dxki_import_attrs(user, list, to);
}

static bool rule_name(void *user, dxki_string name, dxki_string *to)
{
    return dxki_import_string(user, name, to);
}

static bool rule_location(void *user, dxki_md location, dxki_md *to)
{
    return dxki_import_md(user, location, to);
}

static bool rule_attachment(void *user, uint32_t *kind, dxki_md *node)
{
    return dxki_import_kind(user, *kind, kind) && dxki_import_md(user, *node, node);
}

static const dxki_copy_rules rules = {rule_value, rule_type,     rule_attrs,
                                      rule_name,  rule_location, rule_attachment};

/* One of the values that a global holds; 0 stays 0. */
static bool import_member(dxki_importer *im, dxki_value value, dxki_value *to)
{
    *to = 0;
    return !value || dxki_import_value(im, value, to);
}

static bool define_args(dxki_importer *im, const dxki_global *from, uint32_t made)
{
    dxk_module *m = im->to;
    if (!dxki_function_add_args(m, made))
        return false;
    uint32_t first = m->globals.items[made].first_arg;
    for (uint32_t i = 0; i < from->arg_count; i++) {
        dxki_value arg = DXKI_VALUE(DXKI_V_ARG, first + i);
        const dxki_arg_entry *old = &im->from->args.items[from->first_arg + i];
        if (!dxki_import_string(im, old->name, &m->args.items[first + i].name) ||
            !dxki_value_map_put(m->ctx, &im->locals, DXKI_VALUE(DXKI_V_ARG, from->first_arg + i),
                                arg))
            return false;
    }
    return true;
}

static bool define_body(dxki_importer *im, uint32_t global, uint32_t made)
{
    DXKI_VEC(uint32_t) blocks = {NULL, 0, 0};
    bool good = true;
    DXKI_EACH_BLOCK(im->from, global, block)
        good = good && dxki_vec_push(im->to->ctx, &blocks, block);
    good = good && dxki_copy_blocks(&im->copier, blocks.items, blocks.count, made, 0);
    dxki_vec_free(im->to->ctx, &blocks);
    return good && settle_addresses(im, false);
}

static bool define_function(dxki_importer *im, uint32_t global, uint32_t made)
{
    const dxki_global *from = &im->from->globals.items[global];
    dxki_value held[3];
    uint32_t count;
    im->to->globals.items[made].flags &= (uint8_t)~DXKI_GF_DECLARATION;
    if (!define_args(im, from, made) || !define_body(im, global, made) ||
        !import_member(im, from->prefix, &held[0]) ||
        !import_member(im, from->prologue, &held[1]) ||
        !import_member(im, from->personality, &held[2]))
        return false;
    im->to->globals.items[made].prefix = held[0];
    im->to->globals.items[made].prologue = held[1];
    im->to->globals.items[made].personality = held[2];
    const dxki_attachment *list = dxki_function_attachments(im->from, global, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = list[i].kind;
        dxki_md node = list[i].node;
        if (!rule_attachment(im, &kind, &node) ||
            !dxki_function_set_attachment(im->to, made, kind, node))
            return false;
    }
    return true;
}

bool dxki_import_define(dxki_importer *im, uint32_t global)
{
    const dxki_global *from = &im->from->globals.items[global];
    uint32_t made = dxki_import_global(im, global), comdat = from->comdat;
    dxki_value init;
    if (!made || !has_definition(from) || im->defined[global])
        return made != 0;
    im->defined[global] = 1;
    if (!import_comdat(im, &comdat) || !import_member(im, from->init, &init))
        return false;
    dxki_global *to = &im->to->globals.items[made];
    to->linkage = from->linkage;
    to->comdat = comdat;
    to->init = init;
    return from->kind != DXKI_G_FUNCTION || define_function(im, global, made);
}

uint32_t dxki_import_next(dxki_importer *im)
{
    while (im->next_wanted < im->wanted.count) {
        uint32_t global = im->wanted.items[im->next_wanted++];
        if (!im->defined[global])
            return global;
    }
    return 0;
}

bool dxki_import_rest(dxki_importer *im)
{
    for (uint32_t global; (global = dxki_import_next(im)) != 0;) {
        if (!dxki_import_define(im, global))
            return false;
    }
    return true;
}

/* --- life --- */

static uint32_t *table(dxki_importer *im, size_t count)
{
    return DXKI_NEW_ARRAY(&im->arena, uint32_t, count ? count : 1);
}

bool dxki_import_target_begin(dxki_import_target *target, dxk_module *to)
{
    memset(target, 0, sizeof *target);
    target->to = to;
    return dxki_import_index_structs(target) && index_globals(target);
}

void dxki_import_target_end(dxki_import_target *target)
{
    dxki_idset_free(target->to->ctx, &target->global_names);
    dxki_idset_free(target->to->ctx, &target->struct_names);
    dxki_name_set_free(target->to, &target->taken);
}

bool dxki_import_begin_at(dxki_importer *im, dxki_import_target *target, const dxk_module *from)
{
    dxk_module *to = target->to;
    memset(im, 0, sizeof *im);
    im->target = target;
    im->to = to;
    im->from = from;
    im->copier.from = from;
    im->copier.to = to;
    im->copier.rules = &rules;
    im->copier.user = im;
    im->copier.map = &im->locals;
    dxki_arena_init(&im->arena, to->ctx);
    im->types = table(im, from->types.count);
    im->globals = table(im, from->globals.count);
    im->consts = table(im, from->consts.count);
    im->mds = table(im, from->mds.count);
    im->attrs = table(im, from->attr_lists.count);
    im->kinds = table(im, from->md_kinds.count);
    im->defined = DXKI_NEW_ARRAY(&im->arena, uint8_t, from->globals.count);
    return im->types && im->globals && im->consts && im->mds && im->attrs && im->kinds &&
           im->defined;
}

bool dxki_import_begin(dxki_importer *im, dxk_module *to, const dxk_module *from)
{
    dxki_import_target own;
    bool good = dxki_import_target_begin(&own, to);
    good = dxki_import_begin_at(im, &own, from) && good;
    im->own = own;
    im->target = &im->own;
    return good;
}

void dxki_import_end(dxki_importer *im)
{
    dxk_ctx *ctx = im->to->ctx;
    (void)settle_addresses(im, true);
    dxki_value_map_free(ctx, &im->locals);
    dxki_value_map_free(ctx, &im->trial);
    dxki_vec_free(ctx, &im->copier.words);
    if (im->target == &im->own)
        dxki_import_target_end(&im->own);
    dxki_vec_free(ctx, &im->wanted);
    dxki_vec_free(ctx, &im->bodies);
    dxki_vec_free(ctx, &im->stack);
    dxki_vec_free(ctx, &im->words);
    dxki_vec_free(ctx, &im->addresses);
    dxki_arena_free(&im->arena);
}
