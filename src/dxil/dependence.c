/* SPDX-License-Identifier: MIT */
/*
 * dependence.c - which outputs of a shader depend on SV_ViewID and on which inputs: the content of
 * dx.viewIdState, and from there of PSV0. The runtime compares it between stages when it
 * instances views.
 *
 * An output depends on all that its value is computed from, and on the conditions of the branches
 * that decide whether it is stored. So from its stores the walk goes back along
 *
 *     operands | branches that control the block | stores to the variable that a load reads
 *     | returns of a function that is called | constants of a phi: where they are chosen
 *
 * and notes each LoadInput and ViewID on the way. It is not told apart when a variable is stored
 * and loaded, nor which element of it. Each output is walked from once: time is outputs times
 * instructions at most.
 *
 * Source: DXIL.rst, "View instancing" (the state itself); the rules are those of the reference's
 * analysis, so that the words are the same.
 */
#include "dxil/usage.h"

#include "analysis/calls.h"
#include "analysis/frontier.h"
#include "analysis/mem.h"
#include "base/sort.h"
#include "dxil/choice.h"
#include "ir/dxop.h"

#include <string.h>

#define SCALARS 128u /* 32 registers of four components */
#define WORDS   (SCALARS / 32)
#define STREAMS 4u
#define PATCH   STREAMS /* index of the set of patch constants or primitive outputs */
#define SETS    (STREAMS + 1)

/* Bits by scalar of a signature. */
typedef struct scalars {
    uint32_t words[WORDS];
} scalars;

/* What one output depends on. */
typedef struct sources {
    bool view_id;
    scalars inputs;
    scalars patch;          /* domain: patch constants */
    scalars control_points; /* hull: outputs of the main function, read by the other */
} sources;

typedef struct output_set {
    uint32_t count; /* scalars */
    sources *of;    /* by scalar; NULL: nothing was found of any */
} output_set;

/* A function that is looked at. */
typedef struct function_info {
    bool analyzed;
    uint32_t walk; /* that controls were taken for last */
    dxki_cfg cfg;
    dxki_dom dom, post;
    dxki_frontier controls; /* by block: those whose branch decides whether it is run */
} function_info;

/* A store that an output, or a variable, is written by. */
typedef struct store {
    uint64_t key; /* set and scalar; the variable as a value */
    uint32_t inst;
} store;

typedef DXKI_VEC(store) store_list;

typedef struct analysis {
    const dxk_dxil *d;
    const dxk_module *m;
    const dxki_dxil_entry *entry;
    dxki_arena arena;
    dxki_calls calls;
    function_info *functions; /* by index in globals */
    uint8_t *reached_by;      /* likewise; bit 0: from the main function, bit 1: from that of the
                                 patch constants */
    store_list variables;     /* sorted by variable */
    uint32_t *seen;           /* by instruction: the walk that it was met in */
    uint32_t *seen_block;     /* by block: the walk in which its controls were taken */
    uint8_t *plain;           /* by instruction: 1: it was found out that its operands are all */
    uint32_t *seen_variable;  /* by first of its stores: likewise */
    uint32_t walk;
    uint32_t *stack;
    uint32_t depth;
    uint8_t reached; /* bit of the function that the walk is for */
    sources *sources;
    dxki_mem_search pointers;  /* what they point to */
    dxki_dxil_choices choices; /* of phis */
    output_set *sets;
    bool failed;
} analysis;

static void set_bit(scalars *s, uint32_t bit)
{
    if (bit < SCALARS)
        s->words[bit / 32] |= 1u << bit % 32;
}

static bool get_bit(const scalars *s, uint32_t bit)
{
    return s->words[bit / 32] >> bit % 32 & 1;
}

static void merge(scalars *to, const scalars *from)
{
    for (uint32_t i = 0; i < WORDS; i++)
        to->words[i] |= from->words[i];
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

/* The element of an access that has a place; NULL: none. */
static const dxki_dxil_sig_element *element_of(const analysis *a, const dxki_dxil_access *access)
{
    const dxki_dxil_list *list = &a->entry->signatures[access->which];
    const dxki_dxil_sig_element *e = access->id < list->count ? list->items[access->id] : NULL;

    return e && e->start_row >= 0 && e->start_column >= 0 && access->column < 4 ? e : NULL;
}

static uint32_t scalar_at(const dxki_dxil_sig_element *e, uint32_t row, uint32_t column)
{
    return ((uint32_t)e->start_row + row) * 4 + (uint32_t)e->start_column + column;
}

/* All scalars that an access may mean: one, or those of a column. */
static void set_scalars(const dxki_dxil_sig_element *e, const dxki_dxil_access *access, scalars *s)
{
    uint32_t last = access->row_known ? access->row : e->rows - 1;

    for (uint32_t row = access->row; row <= last && row < SCALARS; row++)
        set_bit(s, scalar_at(e, row, access->column));
}

/* Scalars up to the last that an element of the signature has. */
static uint32_t count_scalars(const dxki_dxil_list *list, uint32_t stream, bool by_stream)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        if (e->start_row < 0 || e->rows == 0 || e->columns == 0 ||
            (by_stream && e->extra.stream != stream))
            continue;
        uint32_t column = e->start_column < 0 ? 0 : (uint32_t)e->start_column;
        uint32_t end = ((uint32_t)e->start_row + e->rows - 1) * 4 + column + e->columns;
        count = end > count ? end : count;
    }
    return count < SCALARS ? count : SCALARS;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static bool build_graph(analysis *a, uint32_t function)
{
    function_info *info = &a->functions[function];

    return dxki_cfg_build(&info->cfg, &a->arena, a->m, function) &&
           dxki_dom_forward(&info->dom, &a->arena, &info->cfg) &&
           dxki_dom_backward(&info->post, &a->arena, &info->cfg) &&
           dxki_frontier_backward(&info->controls, &a->arena, &info->cfg, &info->post);
}

/* Marks the function and those that it calls, and builds the graphs of those with a body. */
static void reach(analysis *a, uint32_t function, uint8_t bit)
{
    const dxk_module *m = a->m;

    if (!function)
        return;
    a->failed |= !dxki_calls_reach(&a->calls, function, a->reached_by, bit);
    for (size_t i = 0; i < m->functions.count && !a->failed; i++) {
        uint32_t f = m->functions.items[i];
        if (!a->reached_by[f] || !m->globals.items[f].first_block || a->functions[f].analyzed)
            continue;
        a->failed |= !build_graph(a, f);
        a->functions[f].analyzed = true;
    }
}

static function_info *info_of(const analysis *a, uint32_t block)
{
    return &a->functions[a->m->blocks.items[block].function];
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* Calls `found` for each variable that the pointer may point into. */
static void find_variables(analysis *a, dxki_value pointer, uint32_t inst,
                           void (*found)(analysis *a, dxki_value variable, uint32_t inst))
{
    a->failed |= !dxki_mem_search_run(&a->pointers, pointer);
    for (size_t i = 0; i < a->pointers.list.count && !a->failed; i++)
        found(a, a->pointers.list.items[i], inst);
}

/* The operand that is the pointer of what reads memory, or writes it; 0: it does not. */
static dxki_value pointer_of(const dxk_module *m, const dxki_inst *inst, bool stores)
{
    bool only_reads = inst->op == DXKI_OP_LOAD, only_writes = inst->op == DXKI_OP_STORE;

    return (stores ? only_reads : only_writes) ? 0 : dxki_mem_pointer(m, inst);
}

static void add_store(analysis *a, dxki_value variable, uint32_t inst)
{
    store s = {variable, inst};

    a->failed |= !dxki_vec_push(a->d->ctx, &a->variables, s);
}

static bool store_after(const void *user, const void *left, const void *right)
{
    (void)user;
    return ((const store *)left)->key > ((const store *)right)->key;
}

static void list_stores_in(analysis *a, uint32_t block)
{
    DXKI_EACH_INST(a->m, block, i) {
        dxki_value pointer = pointer_of(a->m, &a->m->insts.items[i], true);
        if (pointer && !a->failed && info_of(a, block)->analyzed)
            find_variables(a, pointer, i, add_store);
    }
}

static void list_stores(analysis *a)
{
    DXKI_EACH_FUNCTION(a->m, fn)
        DXKI_EACH_BLOCK(a->m, fn, block)
            list_stores_in(a, block);
    a->failed |= !dxki_sort(a->d->ctx, a->variables.items, a->variables.count,
                            sizeof *a->variables.items, store_after, NULL);
    a->seen_variable = DXKI_NEW_ARRAY(&a->arena, uint32_t, a->variables.count);
    a->failed |= a->seen_variable == NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* The walk                                                                                   */

static void visit_inst(analysis *a, uint32_t inst)
{
    if (a->seen[inst] == a->walk || !info_of(a, a->m->insts.items[inst].block)->analyzed)
        return;
    a->seen[inst] = a->walk;
    a->stack[a->depth++] = inst;
}

static void visit(analysis *a, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST)
        visit_inst(a, DXKI_INDEX(value));
}

/* The branches that decide whether the block is run, each once in a walk. */
static void visit_controls(analysis *a, uint32_t block)
{
    function_info *info = info_of(a, block);
    uint32_t n, by;

    if (a->seen_block[block] == a->walk)
        return;
    a->seen_block[block] = a->walk;
    n = dxki_cfg_number(&info->cfg, block);
    if (info->walk != a->walk) {
        info->walk = a->walk;
        dxki_frontier_restore(&info->controls);
    }
    while ((by = dxki_frontier_take(&info->controls, n)) != DXKI_NO_NODE)
        visit_inst(a, a->m->blocks.items[info->cfg.blocks[by]].last_inst);
}

/* All stores to a variable that is loaded. */
static void visit_variable(analysis *a, dxki_value variable, uint32_t inst)
{
    size_t low = 0, high = a->variables.count;

    (void)inst;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (a->variables.items[middle].key < variable)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == a->variables.count || a->variables.items[low].key != variable ||
        a->seen_variable[low] == a->walk)
        return;
    a->seen_variable[low] = a->walk;
    for (size_t i = low; i < a->variables.count && a->variables.items[i].key == variable; i++)
        visit_inst(a, a->variables.items[i].inst);
}

static void visit_returns(analysis *a, uint32_t function)
{
    const dxk_module *m = a->m;

    if (!(a->reached_by[function] & a->reached))
        return;
    DXKI_EACH_BLOCK(m, function, b) {
        uint32_t last = m->blocks.items[b].last_inst;
        if (last && m->insts.items[last].op == DXKI_OP_RET)
            visit_inst(a, last);
    }
}

/* The branches that decide whether a phi takes a constant matter. */
static void visit_phi(analysis *a, const dxki_inst *phi)
{
    const dxki_value *values = a->m->words.items + phi->ops;
    const function_info *info = info_of(a, phi->block);

    a->failed |= !dxki_dxil_choices_find(&a->choices, &info->cfg, &info->dom, phi);
    for (uint32_t i = 0; i < phi->op_count && !a->failed; i++) {
        if (!dxki_value_is_const(values[i]))
            continue;
        uint32_t n = dxki_dxil_choice_of(&a->choices, &info->cfg, &info->dom, phi, i);
        if (n != DXKI_NO_NODE)
            visit_controls(a, info->cfg.blocks[n]);
    }
}

/* Notes what an operation reads of the signatures; false: nothing. */
static bool note_access(analysis *a, const dxki_inst *inst)
{
    bool domain = a->d->model.kind == DXK_SHADER_KIND_DOMAIN;
    dxki_dxil_access access;

    if (dxki_call_dxop(a->m, inst) == dxki_dxop_get(DXKI_DXOP_ViewID)) {
        a->sources->view_id = true;
        return true;
    }
    if (!dxki_dxil_find_access(a->m, inst, &access) || access.writes)
        return false;
    if (access.control_point && domain)
        access.which = DXK_SIGNATURE_INPUT;
    const dxki_dxil_sig_element *e = element_of(a, &access);
    if (!e)
        return false;
    if (access.which == DXK_SIGNATURE_INPUT)
        set_scalars(e, &access, &a->sources->inputs);
    else if (access.control_point)
        set_scalars(e, &access, &a->sources->control_points);
    else if (domain)
        set_scalars(e, &access, &a->sources->patch);
    return true;
}

/* What an instruction depends on besides its operands and its block; false: nothing. */
static bool look_behind(analysis *a, uint32_t index)
{
    const dxki_inst *inst = &a->m->insts.items[index];
    dxki_value pointer = pointer_of(a->m, inst, false);
    uint32_t callee = dxki_calls_target(a->m, inst);

    if (inst->op == DXKI_OP_PHI)
        visit_phi(a, inst);
    if (pointer)
        find_variables(a, pointer, index, visit_variable);
    if (callee && a->functions[callee].analyzed)
        visit_returns(a, callee);
    else if (callee)
        return note_access(a, inst);
    return inst->op == DXKI_OP_PHI || pointer || callee;
}

static void expand(analysis *a, uint32_t index)
{
    const dxki_inst *inst = &a->m->insts.items[index];
    const dxki_value *ops = a->m->words.items + inst->ops;

    if (!a->plain[index])
        a->plain[index] = !look_behind(a, index);
    for (uint32_t i = 0; i < inst->op_count; i++)
        visit(a, ops[i]);
    visit_controls(a, inst->block);
}

/* Walks from the stores of one output. */
static void walk_back(analysis *a, const store *stores, size_t count, sources *result)
{
    a->walk++;
    a->sources = result;
    for (size_t i = 0; i < count; i++) {
        const dxki_inst *inst = &a->m->insts.items[stores[i].inst];
        visit(a, a->m->words.items[inst->ops + 4]);
        visit_controls(a, inst->block);
    }
    while (a->depth && !a->failed)
        expand(a, a->stack[--a->depth]);
}

/* ---------------------------------------------------------------------------------------- */
/* Outputs                                                                                    */

/* Adds the stores of one function; those with an unknown row count for all rows. */
static void list_outputs(analysis *a, uint32_t function, bool patch, store_list *list)
{
    const dxk_module *m = a->m;
    dxki_dxil_access access;

    DXKI_EACH_BLOCK(m, function, b)
        DXKI_EACH_INST(m, b, i) {
            const dxki_inst *inst = &m->insts.items[i];
            if (!dxki_dxil_find_access(m, inst, &access) || !access.writes ||
                dxki_call_arg_count(inst) < 5 ||
                patch != (access.which == DXK_SIGNATURE_PATCH_CONSTANT))
                continue;
            const dxki_dxil_sig_element *e = element_of(a, &access);
            scalars s = {{0}};
            if (e)
                set_scalars(e, &access, &s);
            for (uint32_t k = 0; e && k < SCALARS; k++) {
                store one = {(uint64_t)(patch ? PATCH : e->extra.stream) * SCALARS + k, i};
                if (get_bit(&s, k))
                    a->failed |= !dxki_vec_push(a->d->ctx, list, one);
            }
        }
}

/* Makes the table of a set; false: out of memory. */
static bool has_sources(analysis *a, output_set *set)
{
    if (!set->of)
        set->of = DXKI_NEW_ARRAY(&a->arena, sources, SCALARS);
    a->failed |= set->of == NULL;
    return set->of != NULL;
}

static void analyze_outputs(analysis *a, bool patch)
{
    store_list list = {NULL, 0, 0};

    a->reached = patch && a->d->model.kind == DXK_SHADER_KIND_HULL ? 2 : 1;
    for (size_t i = 0; i < a->m->functions.count && !a->failed; i++)
        if (a->reached_by[a->m->functions.items[i]] & a->reached)
            list_outputs(a, a->m->functions.items[i], patch, &list);
    a->failed |=
        !dxki_sort(a->d->ctx, list.items, list.count, sizeof *list.items, store_after, NULL);
    for (size_t start = 0, end; start < list.count && !a->failed; start = end) {
        uint64_t key = list.items[start].key;
        for (end = start; end < list.count && list.items[end].key == key; end++)
            continue;
        if (key / SCALARS < SETS && has_sources(a, &a->sets[key / SCALARS]))
            walk_back(a, list.items + start, end - start,
                      &a->sets[key / SCALARS].of[key % SCALARS]);
    }
    dxki_vec_free(a->d->ctx, &list);
}

/* A patch constant depends on what the control points depend on that it is computed from. */
static void join_control_points(analysis *a)
{
    if (!a->sets[PATCH].of || !a->sets[0].of)
        return;
    for (uint32_t i = 0; i < SCALARS; i++) {
        sources *s = &a->sets[PATCH].of[i];
        for (uint32_t k = 0; k < SCALARS; k++) {
            if (!get_bit(&s->control_points, k))
                continue;
            s->view_id |= a->sets[0].of[k].view_id;
            merge(&s->inputs, &a->sets[0].of[k].inputs);
        }
    }
}

static bool prepare(analysis *a)
{
    const dxk_module *m = a->m;

    a->choices.m = m;
    if (!dxki_mem_search_begin(&a->pointers, m) ||
        !dxki_calls_build(&a->calls, &a->arena, m, false))
        return false;
    a->reached_by = DXKI_NEW_ARRAY(&a->arena, uint8_t, m->globals.count);
    a->functions = DXKI_NEW_ARRAY(&a->arena, function_info, m->globals.count);
    a->seen = DXKI_NEW_ARRAY(&a->arena, uint32_t, m->insts.count);
    a->seen_block = DXKI_NEW_ARRAY(&a->arena, uint32_t, m->blocks.count);
    a->plain = DXKI_NEW_ARRAY(&a->arena, uint8_t, m->insts.count);
    a->stack = DXKI_NEW_ARRAY(&a->arena, uint32_t, m->insts.count);
    return a->functions && a->reached_by && a->seen && a->seen_block && a->plain && a->stack;
}

static void analyze(analysis *a)
{
    uint32_t kind = a->d->model.kind;

    a->failed = !prepare(a);
    if (a->failed)
        return;
    reach(a, a->entry->function, 1);
    if (kind == DXK_SHADER_KIND_HULL)
        reach(a, a->entry->props.hs.patch_function, 2);
    if (!a->failed)
        list_stores(a);
    if (!a->failed)
        analyze_outputs(a, false);
    if (!a->failed && (kind == DXK_SHADER_KIND_HULL || kind == DXK_SHADER_KIND_MESH))
        analyze_outputs(a, true);
    if (kind == DXK_SHADER_KIND_HULL && !a->failed)
        join_control_points(a);
}

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

static void put_word(analysis *a, dxk_buffer *out, uint32_t word)
{
    const uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                              (uint8_t)(word >> 24)};

    a->failed |= dxk_buffer_append(out, bytes, 4) != DXK_OK;
}

/* The mask of outputs that depend on ViewID. */
static void put_mask(analysis *a, dxk_buffer *out, const output_set *set)
{
    for (uint32_t first = 0; first < set->count; first += 32) {
        uint32_t word = 0;
        for (uint32_t i = first; set->of && i < set->count && i < first + 32; i++)
            word |= (uint32_t)set->of[i].view_id << (i - first);
        put_word(a, out, word);
    }
}

/* For each of `inputs` scalars the mask of outputs that depend on it. */
static void put_table(analysis *a, dxk_buffer *out, const output_set *set, uint32_t inputs,
                      bool of_patch)
{
    for (uint32_t input = 0; input < inputs; input++)
        for (uint32_t first = 0; first < set->count; first += 32) {
            uint32_t word = 0;
            for (uint32_t i = first; set->of && i < set->count && i < first + 32; i++) {
                const sources *s = &set->of[i];
                word |= (uint32_t)get_bit(of_patch ? &s->patch : &s->inputs, input) << (i - first);
            }
            put_word(a, out, word);
        }
}

static void write_words(analysis *a, dxk_buffer *out)
{
    uint32_t kind = a->d->model.kind, streams = kind == DXK_SHADER_KIND_GEOMETRY ? STREAMS : 1;
    uint32_t inputs = count_scalars(&a->entry->signatures[DXK_SIGNATURE_INPUT], 0, false);
    bool view_id = dxki_dxil_flag(a->d, DXKI_SHADER_FLAG_VIEW_ID);
    output_set *patch = &a->sets[PATCH];

    put_word(a, out, inputs);
    for (uint32_t i = 0; i < streams; i++) {
        output_set *set = &a->sets[i];
        set->count =
            count_scalars(&a->entry->signatures[DXK_SIGNATURE_OUTPUT], i, streams == STREAMS);
        put_word(a, out, set->count);
        if (view_id)
            put_mask(a, out, set);
        put_table(a, out, set, inputs, false);
    }
    if (kind != DXK_SHADER_KIND_HULL && kind != DXK_SHADER_KIND_DOMAIN &&
        kind != DXK_SHADER_KIND_MESH)
        return;
    patch->count = count_scalars(&a->entry->signatures[DXK_SIGNATURE_PATCH_CONSTANT], 0, false);
    put_word(a, out, patch->count);
    if (kind == DXK_SHADER_KIND_DOMAIN) {
        put_table(a, out, &a->sets[0], patch->count, true);
        return;
    }
    if (view_id)
        put_mask(a, out, patch);
    put_table(a, out, patch, inputs, false);
}

/* Compute shaders and libraries have no outputs. */
static bool has_state(uint32_t kind)
{
    return kind <= DXK_SHADER_KIND_DOMAIN
               ? kind != DXK_SHADER_KIND_COMPUTE
               : kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_AMPLIFICATION;
}

static dxk_status give_words(const dxk_dxil *d, bool of_code, dxk_buffer *words)
{
    analysis a = {.d = d, .m = d->m, .pointers = {.m = d->m}};

    if (d->entries.count == 0 || !has_state(d->model.kind))
        return DXK_OK;
    a.entry = d->entries.items[0];
    dxki_arena_init(&a.arena, d->ctx);
    a.sets = DXKI_NEW_ARRAY(&a.arena, output_set, SETS);
    a.failed = a.sets == NULL;
    if (!a.failed && of_code)
        analyze(&a);
    if (!a.failed)
        write_words(&a, words);
    dxki_vec_free(d->ctx, &a.variables);
    dxki_mem_search_free(&a.pointers);
    dxki_dxil_choices_free(&a.choices);
    dxki_arena_free(&a.arena);
    return a.failed ? dxki_nomem(d->ctx) : DXK_OK;
}

dxk_status dxki_dxil_find_dependence(const dxk_dxil *d, dxk_buffer *words)
{
    return give_words(d, true, words);
}

dxk_status dxki_dxil_blank_dependence(const dxk_dxil *d, dxk_buffer *words)
{
    return give_words(d, false, words);
}
