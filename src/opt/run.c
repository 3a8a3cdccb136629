/* SPDX-License-Identifier: MIT */
/*
 * run.c - passes run over a module: the tree of a list is walked, on the module or, where all of a
 * stretch works on functions, on one function after the other.
 *
 *     marks, fix(gvn, dce), globaldce, dce
 *     |------ @a -------|              |@a|
 *     |------ @b -------|   module     |@b|
 */
#include "base/diag.h"
#include "base/options.h"
#include "build/build.h"
#include "opt/idle.h"
#include "spec/reader_rules.h"
#include "verify/verify.h"

#include <string.h>

/* Work beyond what is in proportion to the module: so much for each instruction, and so much. */
#define BUDGET_PER_INSTRUCTION 2000u
#define BUDGET_AT_LEAST        50000000u

typedef struct runner {
    dxk_module *m;
    dxk_opt_options options;
    dxki_arena arena; /* of the list, of `facts` */
    dxki_pass_cache *cache;
    dxki_pass_facts facts;
    bool is_stale; /* `facts` are those before a change */
    dxki_opt_idle idle;
    dxki_pass pass;
    dxk_opt_stats stats;
    bool is_counted; /* the next two are right */
    uint32_t counted_function;
    uint64_t counted;
    size_t function_at; /* of the function at hand, on the module's list */
    dxk_status status;  /* once it is not DXK_OK, nothing is run any more */
} runner;

/* ---------------------------------------------------------------------------------------- */
/* Counting                                                                                   */

static uint64_t count_function(const dxk_module *m, uint32_t function)
{
    uint64_t count = 0;
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            count += !dxki_inst_is_debug_call(m, dxki_inst_get(m, inst));
    return count;
}

static uint64_t count_module(const dxk_module *m)
{
    uint64_t count = 0;
    DXKI_EACH_FUNCTION(m, fn)
        count += count_function(m, fn);
    return count;
}

/* Instructions of the function, or with 0 of the module; passes that change nothing keep them. */
static uint64_t count(runner *r, uint32_t function)
{
    if (!r->is_counted || r->counted_function != function)
        r->counted = function ? count_function(r->m, function) : count_module(r->m);
    r->counted_function = function;
    r->is_counted = true;
    return r->counted;
}

/* ---------------------------------------------------------------------------------------- */
/* One pass                                                                                   */

static void tell(runner *r, uint64_t before, uint64_t nanoseconds)
{
    const dxki_pass *p = &r->pass;
    dxk_opt_step step = {.number = r->stats.steps,
                         .pass = p->info->name,
                         .pass_index = (size_t)(p->info - dxki_opt_infos),
                         .changed = p->changed,
                         .before = before,
                         .after = count(r, p->function),
                         .nanoseconds = nanoseconds};
    if (p->function) {
        step.function = dxki_string_get(r->m, r->m->globals.items[p->function].name);
        step.function_index = r->function_at;
    }
    r->status = r->options.after(r->options.user, r->m, &step);
}

/* Facts are of the metadata and of the functions that there are. */
static dxk_status renew_facts(runner *r)
{
    dxk_dxil *d;
    dxk_status status = dxki_pass_cache_dxil(r->cache, &d);
    r->is_stale = false;
    return status == DXK_OK ? dxki_pass_find_facts(d, &r->arena, &r->facts) : status;
}

static uint64_t now(const runner *r)
{
    return r->options.clock ? r->options.clock(r->options.user) : 0;
}

static dxk_status run_pass(runner *r, const dxki_opt_node *node)
{
    dxki_pass *p = &r->pass;
    if (dxki_opt_is_idle(&r->idle, node, p->function))
        return DXK_OK;
    dxk_status status = r->is_stale ? renew_facts(r) : DXK_OK;
    if (status != DXK_OK)
        return status;
    p->is_simple = dxki_opt_is_simple(&r->idle, p->function);
    dxki_pass_cache_enter(r->cache, p->function);
    if (node->values) {
        memcpy(p->options, node->values->numbers, sizeof p->options);
        memcpy(p->texts, node->values->texts, sizeof p->texts);
    }
    dxki_arena_init(&p->scratch, r->m->ctx);
    status = r->m->tracked || dxki_tracked_begin(r->m) ? p->info->run(p) : dxki_nomem(r->m->ctx);
    p->kinds = p->function ? p->kinds : 0; /* passes on modules may number them anew */
    dxki_arena_free(&p->scratch);
    dxki_pass_cache_release(r->cache);
    if (status == DXK_E_NOMEM && dxki_pass_cache_status(r->cache) != DXK_OK)
        status = dxki_pass_cache_status(r->cache);
    dxki_opt_idle_note(&r->idle, node, p->function, p->changed);
    return status;
}

/* Runs a pass on a function, or with 0 on the module. True: it changed something. */
static bool run_node(runner *r, const dxki_opt_node *node, uint32_t function)
{
    dxki_pass *p = &r->pass;
    if (r->status != DXK_OK || (r->options.until && r->stats.steps >= r->options.until))
        return false;
    p->function = function;
    p->info = node->info;
    p->changed = false;
    p->also_keeps = DXKI_PASS_KEEPS_NONE;
    uint64_t before = r->options.after ? count(r, function) : 0, start = now(r);
    r->status = run_pass(r, node);
    uint64_t end = now(r);
    r->stats.steps++;
    r->stats.changes += p->changed;
    if (p->changed) {
        unsigned keeps = node->info->keeps | p->also_keeps;
        dxki_pass_forget(p, keeps);
        r->is_counted = false;
        r->is_stale |= !(keeps & DXKI_PASS_KEEPS_DXIL);
    }
    if (r->status == DXK_OK && r->options.after)
        tell(r, before, end - start);
    return p->changed;
}

/* ---------------------------------------------------------------------------------------- */
/* Lists                                                                                      */

/* Lists of names and groups nest as deep as the reader of lists allows. */
static bool run_on_function(runner *r, const dxki_opt_node *list, const dxki_opt_node *end,
                            uint32_t function)
{
    bool changed = false;
    for (const dxki_opt_node *node = list; node != end; node = node->next) {
        if (node->info) {
            changed |= run_node(r, node, function);
            continue;
        }
        for (uint32_t i = 0; i < node->rounds; i++) {
            if (!run_on_function(r, node->first, NULL, function))
                break;
            changed = true;
        }
    }
    return changed;
}

static bool run_on_functions(runner *r, const dxki_opt_node *list, const dxki_opt_node *end)
{
    bool changed = false;
    DXKI_EACH_FUNCTION(r->m, fn) {
        r->function_at = fn_at;
        if (r->m->globals.items[fn].first_block)
            changed |= run_on_function(r, list, end, fn);
    }
    return changed;
}

static bool run_on_module(runner *r, const dxki_opt_node *list)
{
    bool changed = false;
    while (list) {
        const dxki_opt_node *end = list;
        while (end && end->functions)
            end = end->next;
        if (end != list) {
            changed |= run_on_functions(r, list, end);
            list = end;
            continue;
        }
        if (list->info)
            changed |= run_node(r, list, 0);
        for (uint32_t i = 0; i < list->rounds && run_on_module(r, list->first); i++)
            changed = true;
        list = list->next;
    }
    return changed;
}

/* ---------------------------------------------------------------------------------------- */
/* A run                                                                                      */

static uint64_t budget_of(const runner *r)
{
    return r->options.budget ? r->options.budget
                             : BUDGET_AT_LEAST + r->stats.before * BUDGET_PER_INSTRUCTION;
}

static dxk_status check_calls(const dxk_module *m)
{
    dxki_dxil_calls calls;
    dxk_status status =
        dxki_dxil_find_calls(m, &calls) ? dxki_build_check_calls(m, &calls) : dxki_nomem(m->ctx);
    dxki_dxil_free_calls(&calls);
    return status;
}

/* Passes rely on what LLVM's verifier asks for, and on calls of operations that have their operands.
 * What else the validator wants they need not have. */
static dxk_status check_module(const dxk_module *m)
{
    static const dxki_verify_options how = {.any_debug = true};
    dxki_verify_result result;
    dxk_status status = dxki_verify_module(m, &how, &result);
    if (status == DXK_E_INVALID) {
        dxk_str words = result.complaints.count ? dxki_verify_words(&result, 0) : dxki_str("");
        const char *end = words.size ? memchr(words.data, '\n', words.size) : NULL;
        words.size = end ? (size_t)(end - words.data) : words.size;
        status = DXKI_REPORT(m->ctx, DXKI_RULE_OPT_MODULE, dxki_nowhere(), NULL, dxki_text(words));
    }
    dxki_verify_free(&result);
    return status == DXK_OK ? check_calls(m) : status;
}

static void run_list(runner *r, dxki_opt_node *list)
{
    if (!dxki_opt_idle_begin(&r->idle, &r->arena, r->m, list)) {
        r->status = dxki_nomem(r->m->ctx);
        return;
    }
    r->pass = (dxki_pass){.ctx = r->m->ctx,
                          .m = r->m,
                          .facts = &r->facts,
                          .lasting = &r->arena,
                          .keep_resources = r->options.keep_resources,
                          .steps = budget_of(r),
                          .cache = r->cache};
    r->status = renew_facts(r);
    run_on_module(r, list);
    r->stats.out_of_budget = r->pass.steps == 0;
}

static dxk_status optimize(dxk_module *m, dxk_str passes, const dxk_opt_options *options,
                           dxk_opt_stats *stats, bool verified)
{
    runner r = {.m = m};
    dxki_opt_node *list;
    dxk_dxil *d = NULL;
    if (stats)
        *stats = (dxk_opt_stats){0};
    if (!dxki_options_take(&r.options, sizeof r.options, options))
        return DXK_E_ARGUMENT;
    dxki_arena_init(&r.arena, m->ctx);
    r.status = dxki_opt_parse(m->ctx, &r.arena, passes, &list);
    if (r.status == DXK_OK && !verified)
        r.status = check_module(m);
    r.stats.before = count_module(m);
    if (r.status == DXK_OK) {
        r.cache = dxki_pass_cache_create(m);
        r.status = r.cache ? DXK_OK : dxki_nomem(m->ctx);
    }
    if (r.status == DXK_OK)
        run_list(&r, list);
    if (r.status == DXK_OK && !r.options.unfinished)
        d = dxki_pass_cache_take_dxil(r.cache);
    dxki_pass_cache_free(r.cache);
    if (!verified || !r.options.unfinished)
        dxki_tracked_end(m);
    if (r.status == DXK_OK && !r.options.unfinished)
        r.status = dxki_opt_finish(m, d);
    r.stats.after = count_module(m);
    dxki_arena_free(&r.arena);
    if (stats)
        *stats = r.stats;
    return r.status;
}

dxk_status dxk_opt(dxk_module *m, dxk_str passes, const dxk_opt_options *options,
                   dxk_opt_stats *stats)
{
    return optimize(m, passes, options, stats, false);
}

dxk_status dxki_opt_verified(dxk_module *m, dxk_str passes, const dxk_opt_options *options,
                             dxk_opt_stats *stats)
{
    return optimize(m, passes, options, stats, true);
}
