/* SPDX-License-Identifier: MIT */
/*
 * canonical.c - the canonical form of modules that were shuffled: what has no order, no meaning or
 * no user is changed at random, and the form must come out with the same bytes.
 *
 *     conformance-canonical [-e EVERY] [-n TIMES] [-s MOST] [-k KIND] [-p PREFIX] FILE|FOLDER...
 *
 * In folders NAME.dxil is taken, every EVERY-th one, of at most MOST bytes. Each module is shuffled
 * TIMES times in all the ways below, or in the one that -k gives the number of. With -p the two forms
 * of the last module that differed are left in PREFIX.plain.bc and PREFIX.shuffled.bc.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/dxk.h"
#include "dxk/opt.h"
#include "dxil/dxil.h"
#include "dxil/emit.h"
#include "dxil/object_names.h"
#include "analysis/cfg.h"
#include "analysis/mem.h"
#include "files.h"
#include "ir/edit.h"
#include "dxil/usage.h"

typedef struct shuffler {
    dxk_ctx *ctx;
    dxk_module *m;
    uint64_t random;
} shuffler;

static uint32_t any(shuffler *s, size_t count)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->random >> 33) % (count ? count : 1));
}

static bool ends_with(dxk_str name, dxk_str end)
{
    return name.size > end.size &&
           memcmp(name.data + name.size - end.size, end.data, end.size) == 0;
}

static void shuffle_words(shuffler *s, uint32_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = any(s, i);
        uint32_t word = items[i - 1];
        items[i - 1] = items[k];
        items[k] = word;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Order of what the module lists, names                                                      */

static bool shuffle_globals(shuffler *s)
{
    shuffle_words(s, s->m->functions.items, s->m->functions.count);
    shuffle_words(s, s->m->variables.items, s->m->variables.count);
    return true;
}

static bool rename_value(shuffler *s, dxki_value value)
{
    char text[16];
    int size = snprintf(text, sizeof text, "v%u", any(s, 1000));
    dxki_string name = dxki_string_intern(s->m, (dxk_str){text, (size_t)size});
    return dxki_value_set_name(s->m, value, any(s, 2) ? name : 0);
}

/* Libraries are linked by names of theirs. */
static bool is_library(dxk_module *m)
{
    dxk_dxil *d;
    bool library = true;
    if (dxk_dxil_load(m, &d) == DXK_OK)
        library = d->model.kind == DXK_SHADER_KIND_LIBRARY;
    dxk_dxil_free(d);
    return library;
}

static bool rename_structures(shuffler *s);

static bool shuffle_names(shuffler *s)
{
    dxk_module *m = s->m;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            if (!rename_value(s, DXKI_VALUE(DXKI_V_BLOCK, block)))
                return false;
            DXKI_EACH_INST(m, block, inst) {
                if (m->insts.items[inst].type != DXKI_TY_VOID &&
                    !rename_value(s, DXKI_VALUE(DXKI_V_INST, inst)))
                    return false;
            }
        }
        if (!dxki_function_unique_names(m, fn))
            return false;
    }
    for (uint32_t g = 1; g < m->globals.count; g++) {
        dxki_global *global = &m->globals.items[g];
        bool own = global->linkage == DXKI_LINK_INTERNAL ||
                   (global->kind == DXKI_G_VARIABLE && !is_library(m));
        if (global->kind == DXKI_G_REMOVED || !own ||
            dxki_str_starts(dxki_string_get(m, global->name), "dx."))
            continue;
        char text[16];
        int size = snprintf(text, sizeof text, "z%u", any(s, 1000));
        dxki_string name = dxki_global_unique_name(m, (dxk_str){text, (size_t)size});
        global->name = name;
    }
    return rename_structures(s);
}

/* Gives a structure another name, also in those of operations that are overloaded by it. */
static bool rename_structure(shuffler *s, dxki_type type)
{
    dxk_module *m = s->m;
    char text[256];
    dxk_str old = dxki_string_get(m, m->types.items[type].c);
    int size = snprintf(text, sizeof text, "struct.q%u_%u", (unsigned)type, any(s, 1000));
    dxki_string made = dxki_string_intern(m, (dxk_str){text, (size_t)size});
    m->types.items[type].c = made;
    DXKI_EACH_FUNCTION(m, fn) {
        dxk_str name = dxki_string_get(m, m->globals.items[fn].name);
        if (!dxki_global_is_dxop(m, fn) || !ends_with(name, old))
            continue;
        dxk_str with = dxki_string_get(m, made);
        size = snprintf(text, sizeof text, "%.*s%.*s", (int)(name.size - old.size), name.data,
                        (int)with.size, with.data);
        m->globals.items[fn].name = dxki_string_intern(m, (dxk_str){text, (size_t)size});
    }
    return true;
}

/* Of shaders that stand alone. */
static bool rename_structures(shuffler *s)
{
    dxk_module *m = s->m;
    bool linked = is_library(m), good = true;
    for (dxki_type type = 1; good && !linked && type < m->types.count; type++) {
        const dxki_type_entry *t = &m->types.items[type];
        dxk_str name = t->kind == DXKI_T_STRUCT ? dxki_string_get(m, t->c) : (dxk_str){NULL, 0};
        if (name.size && !dxki_str_starts(name, "dx.") && !dxki_dxil_is_resource_name(name))
            good = rename_structure(s, type);
    }
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Code                                                                                       */

static bool shuffle_blocks(shuffler *s)
{
    dxk_module *m = s->m;
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t count = m->globals.items[fn].block_count;
        uint32_t *blocks = malloc((count + 1) * sizeof *blocks), n = 0;
        bool good = blocks != NULL;
        DXKI_EACH_BLOCK(m, fn, block)
            blocks[n++] = block;
        if (count > 2)
            shuffle_words(s, blocks + 1, count - 1);
        for (uint32_t i = 1; good && i < count; i++)
            good = dxki_block_move(m, blocks[i], fn, 0);
        free(blocks);
        if (!good)
            return false;
    }
    return true;
}

static bool uses(const dxk_module *m, uint32_t user, uint32_t inst)
{
    for (uint32_t k = 0; k < m->insts.items[user].op_count; k++) {
        if (dxki_inst_ops(m, user)[k] == DXKI_VALUE(DXKI_V_INST, inst))
            return true;
    }
    return false;
}

/* True if both write outputs, and not the same one. */
static bool write_apart(const dxk_module *m, const dxki_inst *a, const dxki_inst *b)
{
    dxki_dxil_access x, y;
    return dxki_dxil_find_access(m, a, &x) && dxki_dxil_find_access(m, b, &y) && x.writes &&
           y.writes && x.row_known && y.row_known &&
           (x.which != y.which || x.id != y.id || x.row != y.row || x.column != y.column);
}

static bool may_swap(const dxk_module *m, uint32_t first, uint32_t second)
{
    const dxki_inst *a = &m->insts.items[first], *b = &m->insts.items[second];
    if (a->op == DXKI_OP_PHI || dxki_op_class_of((dxki_op)b->op) == DXKI_OC_TERM ||
        uses(m, second, first))
        return false;
    return dxki_mem_commute(dxki_mem_effect_of(m, a, NULL), dxki_mem_effect_of(m, b, NULL)) ||
           write_apart(m, a, b);
}

/* Each instruction is carried up as far as chance and its neighbours let it. */
static bool shuffle_insts(shuffler *s)
{
    dxk_module *m = s->m;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            uint32_t next;
            for (uint32_t inst = m->blocks.items[block].first_inst; inst; inst = next) {
                uint32_t prev = dxki_inst_prev(m, inst), to = 0;
                next = m->insts.items[inst].next;
                while (prev && any(s, 8) && may_swap(m, prev, inst)) {
                    to = prev;
                    prev = dxki_inst_prev(m, prev);
                }
                if (to && !dxki_inst_move(m, inst, dxki_place_before(m, to)))
                    return false;
            }
        }
    }
    return true;
}

static bool shuffle_phis(shuffler *s, uint32_t phi)
{
    dxk_module *m = s->m;
    uint32_t count = m->insts.items[phi].op_count, words[64];
    if (count < 2 || count > 32)
        return true;
    memcpy(words, dxki_inst_ops(m, phi), 2 * count * sizeof *words);
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = any(s, i), value = words[i - 1], block = words[count + i - 1];
        words[i - 1] = words[k];
        words[count + i - 1] = words[count + k];
        words[k] = value;
        words[count + k] = block;
    }
    return dxki_inst_set_ops(m, phi, words, count, words + count, count);
}

static bool commutes(const dxk_module *m, const dxki_inst *in)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
    return in->op == DXKI_OP_ADD || in->op == DXKI_OP_MUL || in->op == DXKI_OP_AND ||
           in->op == DXKI_OP_OR || in->op == DXKI_OP_XOR || in->op == DXKI_OP_FADD ||
           in->op == DXKI_OP_FMUL || (op && (op->flags & DXKI_DXF_COMMUTATIVE));
}

static bool swap_operands(shuffler *s, uint32_t inst)
{
    dxk_module *m = s->m;
    uint32_t first = m->insts.items[inst].op == DXKI_OP_CALL;
    dxki_value a = dxki_inst_ops(m, inst)[first], b = dxki_inst_ops(m, inst)[first + 1];
    return dxki_inst_set_op(m, inst, first, b) && dxki_inst_set_op(m, inst, first + 1, a);
}

static bool shuffle_operands(shuffler *s)
{
    dxk_module *m = s->m;
    static const uint8_t swapped[] = {32, 33, 36, 37, 34, 35, 40, 41, 38, 39};
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                dxki_inst *in = &m->insts.items[inst];
                bool good = true;
                if (in->op == DXKI_OP_PHI) {
                    good = shuffle_phis(s, inst);
                } else if (commutes(m, in) && any(s, 2)) {
                    good = swap_operands(s, inst);
                } else if (in->op == DXKI_OP_ICMP && any(s, 2)) {
                    in->sub = swapped[in->sub - 32];
                    good = swap_operands(s, inst);
                }
                if (!good)
                    return false;
            }
        }
    }
    return true;
}

/* Arithmetic that nothing uses, a variable and a function that nothing names, a block that nothing
 * leads to. */
static bool add_dead(shuffler *s)
{
    dxk_module *m = s->m;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            dxki_value ops[2] = {dxki_const_int(m, DXKI_TY_I32, any(s, 9)),
                                 dxki_const_int(m, DXKI_TY_I32, any(s, 9))};
            uint32_t last = m->blocks.items[block].last_inst, first = 0;
            DXKI_EACH_INST(m, block, inst) {
                if (m->insts.items[inst].type == DXKI_TY_I32)
                    first = inst;
            }
            if (first && any(s, 2))
                ops[0] = DXKI_VALUE(DXKI_V_INST, first);
            dxki_inst add = {.op = DXKI_OP_ADD, .type = DXKI_TY_I32, .op_count = 2};
            if (any(s, 2) && !dxki_inst_insert(m, dxki_place_before(m, last), &add, ops, NULL, 0))
                return false;
        }
        if (m->globals.items[fn].first_block && any(s, 2)) {
            uint32_t dead = dxki_block_insert(m, fn, 0);
            dxki_inst br = {.op = DXKI_OP_BR, .type = DXKI_TY_VOID, .op_count = 1};
            dxki_value to = DXKI_VALUE(DXKI_V_BLOCK, dead);
            if (!dead || !dxki_inst_add(m, dead, &br, &to, NULL, 0))
                return false;
        }
    }
    dxki_global g = {.linkage = DXKI_LINK_INTERNAL, .value_type = DXKI_TY_I32};
    g.type = dxki_type_pointer(m, DXKI_TY_I32, 0);
    g.init = dxki_const_int(m, DXKI_TY_I32, any(s, 9));
    g.name = dxki_global_unique_name(m, (dxk_str){"dead", 4});
    return dxki_global_add(m, DXKI_G_VARIABLE, &g) != 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

static bool renumber_handles(dxk_module *m, const dxk_dxil *d)
{
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                const dxki_value *ops = dxki_inst_ops(m, inst);
                uint64_t cls, id;
                if (dxki_call_dxop(m, &m->insts.items[inst]) !=
                        dxki_dxop_get(DXKI_DXOP_CreateHandle) ||
                    !dxki_value_as_int(m, ops[1], &cls) || !dxki_value_as_int(m, ops[2], &id))
                    continue;
                for (uint32_t i = 0; i < d->resources[cls].count; i++) {
                    const dxki_dxil_resource *r = d->resources[cls].items[i];
                    if (r->id != id)
                        continue;
                    dxki_value to = dxki_const_int(m, DXKI_TY_I32, i);
                    if (!to || !dxki_inst_set_op(m, inst, 2, to))
                        return false;
                    break;
                }
            }
        }
    }
    return true;
}

/* Resources in another order and under other names, annotations in another order. */
static bool shuffle_metadata(shuffler *s)
{
    dxk_module *m = s->m;
    dxk_dxil *d;
    if (dxk_dxil_load(m, &d) != DXK_OK)
        return false;
    bool linked = d->model.kind == DXK_SHADER_KIND_LIBRARY;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        const void **items = (const void **)(uintptr_t)d->resources[cls].items;
        for (uint32_t i = d->resources[cls].count; i > 1; i--) {
            uint32_t k = any(s, i);
            const void *item = items[i - 1];
            items[i - 1] = items[k];
            items[k] = item;
        }
    }
    bool good = renumber_handles(m, d);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++) {
            dxki_dxil_resource *r = (dxki_dxil_resource *)(uintptr_t)d->resources[cls].items[i];
            r->id = i;
            r->name = linked ? r->name : (dxk_str){"other", 1 + any(s, 5)};
        }
    }
    dxki_dxil_annotated_struct *structs = (dxki_dxil_annotated_struct *)(uintptr_t)d->structs;
    for (uint32_t i = d->struct_count; i > 1; i--) {
        uint32_t k = any(s, i);
        dxki_dxil_annotated_struct item = structs[i - 1];
        structs[i - 1] = structs[k];
        structs[k] = item;
    }
    for (uint32_t i = 0; i < d->struct_count; i++)
        d->struct_of_type[structs[i].type] = i + 1;
    good = good && dxki_dxil_emit_metadata(m, d, NULL) == DXK_OK;
    dxk_dxil_free(d);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* One module                                                                                 */

static bool (*const shuffles[])(shuffler *s) = {shuffle_metadata, shuffle_operands, shuffle_insts,
                                                shuffle_blocks,   add_dead,         shuffle_names,
                                                shuffle_globals};
static const char *const shuffle_names_list[] = {"metadata",  "operands", "instructions", "blocks",
                                                 "dead code", "names",    "globals"};
#define SHUFFLES (sizeof shuffles / sizeof *shuffles)

typedef struct run {
    size_t every, times, most, seen, modules, shuffled, failed;
    long kind; /* the only shuffle; -1: all */
    const char *prefix;
} run;

static void keep(const run *r, const char *suffix, dxk_bytes bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s.%s.bc", r->prefix ? r->prefix : "", suffix);
    FILE *file = r->prefix ? fopen(path, "wb") : NULL;
    if (!file)
        return;
    fwrite(bytes.data, 1, bytes.size, file);
    fclose(file);
}

/* The bytes of a module's canonical form; shuffled first, if `times` is not 0. */
static bool canonical(dxk_ctx *ctx, dxk_bytes bitcode, const run *r, uint64_t seed, dxk_buffer *out)
{
    shuffler s = {.ctx = ctx, .random = seed};
    if (dxk_module_read(ctx, bitcode, NULL, &s.m) != DXK_OK)
        return false;
    bool good = seed == 0 || dxki_module_touch(s.m);
    for (size_t k = 0; good && seed && k < SHUFFLES; k++)
        good = (r->kind >= 0 && (size_t)r->kind != k) || shuffles[k](&s);
    good = good && dxk_opt(s.m, (dxk_str){"canonical", 9}, NULL, NULL) == DXK_OK &&
           dxk_module_write(s.m, NULL, dxk_buffer_sink(out)) == DXK_OK;
    dxk_module_free(s.m);
    return good;
}

/* Finds the kinds of shuffling after which the form differs. */
static void tell(run *r, dxk_ctx *ctx, dxk_bytes bitcode, dxk_bytes wanted, uint64_t seed,
                 const char *path)
{
    long all = r->kind;
    printf("%s: seed %llu:", path, (unsigned long long)seed);
    for (r->kind = 0; (size_t)r->kind < SHUFFLES; r->kind++) {
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        bool good = canonical(ctx, bitcode, r, seed, &out);
        if (!good || !files_same((dxk_bytes){out.data, out.size}, wanted))
            printf(" %s%s", shuffle_names_list[r->kind], good ? "" : " (error)");
        dxk_buffer_free(&out);
    }
    printf("\n");
    r->kind = all;
    r->failed++;
}

static void check_module(run *r, dxk_ctx *ctx, dxk_bytes bitcode, const char *path)
{
    dxk_buffer wanted, got;
    dxk_buffer_init(&wanted, ctx);
    if (canonical(ctx, bitcode, r, 0, &wanted)) {
        dxk_bytes bytes = {wanted.data, wanted.size};
        r->modules++;
        for (uint64_t seed = 1; seed <= r->times; seed++) {
            dxk_buffer_init(&got, ctx);
            bool good = canonical(ctx, bitcode, r, seed, &got);
            r->shuffled++;
            if (!good || !files_same((dxk_bytes){got.data, got.size}, bytes)) {
                keep(r, "plain", bytes);
                keep(r, "shuffled", (dxk_bytes){got.data, got.size});
                tell(r, ctx, bitcode, bytes, seed, path);
                seed = r->times;
            }
            dxk_buffer_free(&got);
        }
    }
    dxk_buffer_free(&wanted);
}

static void run_file(void *user, const char *path)
{
    run *r = user;
    dxk_bytes bytes;
    if (r->seen++ % r->every)
        return;
    uint8_t *data = files_read(path, &bytes);
    dxk_ctx *ctx = NULL;
    dxk_container *container = NULL;
    dxk_program_place place;
    if (data && dxk_ctx_create(NULL, &ctx) == DXK_OK && bytes.size <= r->most &&
        dxk_container_read(ctx, bytes, NULL, &container) == DXK_OK &&
        dxk_container_program(container, DXK_PROGRAM_RUN, &place) == DXK_OK)
        check_module(r, ctx, place.program.bitcode, path);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    free(data);
}

int main(int argc, char **argv)
{
    run r = {.every = 1, .times = 3, .most = SIZE_MAX, .kind = -1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-e") == 0 && i + 1 < argc)
            r.every = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            r.times = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
            r.most = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-k") == 0 && i + 1 < argc)
            r.kind = strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-p") == 0 && i + 1 < argc)
            r.prefix = argv[++i];
        else if (files_each(argv[i], ".dxil", run_file, &r) < 0)
            run_file(&r, argv[i]);
    }
    printf("canonical: %zu modules shuffled %zu times, %zu differ\n", r.modules, r.shuffled,
           r.failed);
    return r.failed || !r.modules ? 1 : 0;
}
