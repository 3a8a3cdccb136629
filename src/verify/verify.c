/* SPDX-License-Identifier: MIT */
/*
 * verify.c - what LLVM 3.7's verifier refuses and a reader takes (BITCODE.VALID). It looks at
 * the functions with a body first, then at everything else, and goes on after a complaint; a
 * function with a block that does not end is left alone.
 */
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

#include "base/out.h"
#include "ir/intrinsics.h"

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

static void append(dxki_verify_run *w, dxk_str text)
{
    if (dxk_buffer_append(&w->text, text.data, text.size) != DXK_OK)
        w->v->failed = true;
}

void dxki_verify_line(dxki_verify_run *w, dxk_str text)
{
    append(w, text);
    append(w, dxki_str("\n"));
}

void dxki_verify_say_text(dxki_verify_run *w, dxk_str message)
{
    dxki_verify_complaint complaint = {w->text.size, w->fn, 0, 0};
    w->broken = true;
    if (!dxki_vec_push(w->v->ctx, &w->complaints, complaint))
        w->v->failed = true;
    dxki_verify_line(w, message);
}

void dxki_verify_say(dxki_verify_run *w, const char *message)
{
    dxki_verify_say_text(w, dxki_str(message));
}

/* The first thing that a complaint names is where it is. */
static void note(dxki_verify_run *w, dxki_value value, dxki_md md)
{
    size_t count = w->complaints.count;
    dxki_verify_complaint *complaint = count ? &w->complaints.items[count - 1] : NULL;
    if (!complaint || complaint->value || complaint->md)
        return;
    complaint->value = value;
    complaint->md = md;
}

void dxki_verify_inst(dxki_verify_run *w, uint32_t inst)
{
    dxki_text_snippets *snippets = dxki_val_snippets(w->v);
    if (!snippets)
        return;
    note(w, DXKI_VALUE(DXKI_V_INST, inst), 0);
    append(w, dxki_str("  "));
    dxki_verify_line(w, dxki_text_snippet_inst(snippets, inst));
}

void dxki_verify_value(dxki_verify_run *w, dxki_value value)
{
    dxki_text_snippets *snippets = value ? dxki_val_snippets(w->v) : NULL;
    if (DXKI_TAG(value) == DXKI_V_INST)
        dxki_verify_inst(w, DXKI_INDEX(value));
    if (DXKI_TAG(value) == DXKI_V_INST || !snippets)
        return;
    note(w, value, 0);
    dxki_verify_line(w, dxki_text_snippet_value(snippets, value));
}

void dxki_verify_md(dxki_verify_run *w, dxki_md md)
{
    dxki_text_snippets *snippets = md ? dxki_val_snippets(w->v) : NULL;
    note(w, 0, md);
    if (snippets)
        dxki_verify_line(w, dxki_text_snippet_md(snippets, md));
}

void dxki_verify_type(dxki_verify_run *w, dxki_type type)
{
    dxki_text_snippets *snippets = type ? dxki_val_snippets(w->v) : NULL;
    if (!snippets)
        return;
    append(w, dxki_str(" "));
    append(w, dxki_text_snippet_type_body(snippets, type));
}

bool dxki_verify_at_inst(dxki_verify_run *w, const char *message, uint32_t inst)
{
    dxki_verify_say(w, message);
    dxki_verify_inst(w, inst);
    return false;
}

bool dxki_verify_at_value(dxki_verify_run *w, const char *message, dxki_value value)
{
    dxki_verify_say(w, message);
    dxki_verify_value(w, value);
    return false;
}

bool dxki_verify_at_md(dxki_verify_run *w, const char *message, dxki_md md)
{
    dxki_verify_say(w, message);
    dxki_verify_md(w, md);
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Questions                                                                                  */

static bool find_sized(dxki_verify_run *w, dxki_type type, uint32_t depth)
{
    const dxk_module *m = w->v->m;
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    if (w->sized[type])
        return w->sized[type] == 2;
    w->sized[type] = 1;
    bool good = (kind >= DXKI_T_HALF && kind <= DXKI_T_PPC_FP128) || kind == DXKI_T_X86_MMX ||
                kind == DXKI_T_INT || kind == DXKI_T_POINTER;
    if (kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR) {
        good =
            depth < w->v->ctx->limits.depth && find_sized(w, dxki_type_get(m, type)->a, depth + 1);
    } else if (kind == DXKI_T_STRUCT) {
        uint64_t count = dxki_type_count(m, type);
        good = !(dxki_type_get(m, type)->flags & DXKI_TF_OPAQUE);
        for (uint64_t i = 0; i < count && good; i++)
            good = depth < w->v->ctx->limits.depth &&
                   find_sized(w, dxki_type_element(m, type, i), depth + 1);
    }
    w->sized[type] = good ? 2 : 1;
    return good;
}

bool dxki_verify_is_sized(dxki_verify_run *w, dxki_type type)
{
    return find_sized(w, type, 0);
}

dxki_intrinsic dxki_verify_intrinsic_of(const dxki_verify_run *w, uint32_t global)
{
    return w->v->m->globals.items[global].kind == DXKI_G_FUNCTION
               ? dxki_intrinsic_find(dxki_val_name(w->v, global))
               : DXKI_INTR_NONE;
}

uint32_t dxki_verify_callee(const dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->v->m;
    const dxki_inst *in = dxki_val_inst(w->v, inst);
    if (in->op != DXKI_OP_CALL && in->op != DXKI_OP_INVOKE)
        return 0;
    dxki_value callee = dxki_call_callee(m, in);
    bool known = DXKI_TAG(callee) == DXKI_V_GLOBAL &&
                 m->globals.items[DXKI_INDEX(callee)].kind == DXKI_G_FUNCTION;
    return known ? DXKI_INDEX(callee) : 0;
}

bool dxki_verify_is_weak(uint32_t linkage)
{
    return linkage == DXKI_LINK_WEAK_ANY || linkage == DXKI_LINK_LINKONCE_ANY ||
           linkage == DXKI_LINK_COMMON || linkage == DXKI_LINK_EXTERN_WEAK;
}

/* Operator, flags, operands and number of them, of an instruction or a constant. */
static uint8_t operator_of(const dxki_val *v, dxki_value value, uint8_t *flags,
                           const dxki_value **ops, uint32_t *count)
{
    const dxki_const *c = dxki_const_get(v->m, value);
    if (DXKI_TAG(value) == DXKI_V_INST) {
        const dxki_inst *in = dxki_val_inst(v, DXKI_INDEX(value));
        *flags = in->flags;
        *ops = dxki_val_ops(v, DXKI_INDEX(value));
        *count = in->op_count;
        return in->op;
    }
    if (!c || c->kind != DXKI_C_EXPR)
        return DXKI_OP_NONE;
    *flags = c->flags;
    *ops = dxki_const_words(v->m, c);
    *count = c->b;
    return c->opcode;
}

static bool moves_nothing(const dxki_val *v, const dxki_value *ops, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint64_t bits;
        if (!dxki_val_is_const(v, ops[i], &bits) || bits)
            return false;
    }
    return true;
}

dxki_value dxki_verify_strip(const dxki_verify_run *w, dxki_value value,
                             dxki_verify_strip_what what)
{
    const dxki_val *v = w->v;
    if (dxki_type_kind_of(v->m, dxki_value_type(v->m, value)) != DXKI_T_POINTER)
        return value;
    for (size_t steps = 0; steps <= v->m->words.count; steps++) {
        uint8_t flags;
        uint32_t count;
        const dxki_value *ops;
        uint8_t op = operator_of(v, value, &flags, &ops, &count);
        if (op == DXKI_OP_GEP) {
            if (what == DXKI_STRIP_OFFSETS ? !(flags & DXKI_IF_INBOUNDS)
                                           : !moves_nothing(v, ops, count))
                return value;
            value = ops[0];
        } else if (op == DXKI_OP_BITCAST || op == DXKI_OP_ADDRSPACECAST) {
            value = ops[0];
        } else if (DXKI_TAG(value) == DXKI_V_GLOBAL) {
            const dxki_global *g = &v->m->globals.items[DXKI_INDEX(value)];
            if (g->kind != DXKI_G_ALIAS || what == DXKI_STRIP_CASTS ||
                dxki_verify_is_weak(g->linkage))
                return value;
            value = g->init;
        } else {
            return value;
        }
    }
    return value;
}

/* ---------------------------------------------------------------------------------------- */
/* Blocks                                                                                     */

typedef struct entry {
    uint32_t block;
    dxki_value value;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Entries of a phi against the predecessors, both sorted. */
static bool check_entries(dxki_verify_run *w, uint32_t inst, const uint32_t *preds, entry *entries)
{
    const dxki_inst *in = dxki_val_inst(w->v, inst);
    const dxki_value *ops = dxki_val_ops(w->v, inst);
    for (uint32_t i = 0; i < in->op_count; i++)
        entries[i] = (entry){DXKI_INDEX(ops[in->op_count + i]), ops[i]};
    qsort(entries, in->op_count, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < in->op_count; i++) {
        dxki_value block = DXKI_VALUE(DXKI_V_BLOCK, entries[i].block);
        if (i > 0 && entries[i].block == entries[i - 1].block &&
            entries[i].value != entries[i - 1].value) {
            dxki_verify_at_inst(w,
                                "PHI node has multiple entries for the same basic block with "
                                "different incoming values!",
                                inst);
            dxki_verify_value(w, block);
            dxki_verify_value(w, entries[i].value);
            dxki_verify_value(w, entries[i - 1].value);
            return false;
        }
        if (entries[i].block != preds[i]) {
            dxki_verify_at_inst(w, "PHI node entries do not match predecessors!", inst);
            dxki_verify_value(w, block);
            dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, preds[i]));
            return false;
        }
    }
    return true;
}

static bool check_phi(dxki_verify_run *w, uint32_t inst, const uint32_t *preds, uint32_t count,
                      entry *entries)
{
    uint32_t have = dxki_val_inst(w->v, inst)->op_count;
    if (have == 0)
        return dxki_verify_at_inst(w,
                                   "PHI nodes must have at least one entry.  If the block is "
                                   "dead, the PHI should be removed!",
                                   inst);
    if (have != count)
        return dxki_verify_at_inst(w,
                                   "PHINode should have one entry for each predecessor of its "
                                   "parent basic block!",
                                   inst);
    return check_entries(w, inst, preds, entries);
}

static void check_phis(dxki_verify_run *w, uint32_t block, uint32_t number)
{
    dxki_val *v = w->v;
    const dxki_edges *pred = &w->cfg->graph.pred;
    uint32_t count = pred->start[number + 1] - pred->start[number];
    uint32_t first = v->m->blocks.items[block].first_inst;
    if (dxki_val_inst(v, first)->op != DXKI_OP_PHI)
        return;
    dxki_arena scratch;
    dxki_arena_init(&scratch, v->ctx);
    uint32_t *preds = dxki_arena_zalloc(&scratch, count + 1u, sizeof *preds);
    entry *entries = dxki_arena_zalloc(&scratch, count + 1u, sizeof *entries);
    if (!preds || !entries)
        v->failed = true;
    for (uint32_t i = 0; i < count && !v->failed; i++)
        preds[i] = w->cfg->blocks[pred->to[pred->start[number] + i]];
    if (!v->failed)
        qsort(preds, count, sizeof *preds, compare_numbers);
    for (uint32_t i = first; i && !v->failed && dxki_val_inst(v, i)->op == DXKI_OP_PHI;
         i = dxki_val_inst(v, i)->next) {
        if (!check_phi(w, i, preds, count, entries))
            break;
    }
    dxki_arena_free(&scratch);
}

static void check_block(dxki_verify_run *w, uint32_t block, uint32_t number)
{
    dxki_val *v = w->v;
    bool body = false;
    check_phis(w, block, number);
    for (uint32_t i = v->m->blocks.items[block].first_inst; i && !v->failed;
         i = dxki_val_inst(v, i)->next) {
        bool is_phi = dxki_val_inst(v, i)->op == DXKI_OP_PHI;
        if (is_phi && body) {
            dxki_verify_at_inst(w, "PHI nodes not grouped at top of basic block!", i);
            dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, block));
            w->judged[i] = DXKI_VSEEN;
        } else {
            dxki_verify_instruction(w, i);
        }
        body = !is_phi;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static bool ends(const dxki_val *v, uint32_t block)
{
    uint32_t last = v->m->blocks.items[block].last_inst;
    return last && dxki_op_class_of((dxki_op)dxki_val_inst(v, last)->op) == DXKI_OC_TERM;
}

/* False: some block does not end; the function is not looked at further. */
static bool check_ends(dxki_verify_run *w, uint32_t fn)
{
    dxki_val *v = w->v;
    for (uint32_t b = v->m->globals.items[fn].first_block; b; b = v->m->blocks.items[b].next) {
        if (ends(v, b))
            continue;
        w->fn = fn;
        dxki_verify_say_text(
            w, dxki_val_join(
                   v, dxki_val_join(v, dxki_str("Basic Block in function '"), dxki_val_name(v, fn)),
                   dxki_str("' does not have terminator!")));
        dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, b));
        return false;
    }
    return true;
}

static void check_body(dxki_verify_run *w, uint32_t fn)
{
    dxki_val *v = w->v;
    dxki_arena scratch;
    dxki_cfg cfg;
    dxki_dom dom;
    uint32_t number = 0;
    if (!check_ends(w, fn))
        return;
    dxki_arena_init(&scratch, v->ctx);
    if (!dxki_cfg_build(&cfg, &scratch, v->m, fn) || !dxki_dom_forward(&dom, &scratch, &cfg))
        v->failed = true;
    w->fn = fn;
    w->cfg = &cfg;
    w->dom = &dom;
    if (!v->failed)
        dxki_verify_function(w, fn);
    for (uint32_t b = v->m->globals.items[fn].first_block; b && !v->failed;
         b = v->m->blocks.items[b].next) {
        w->block = number++;
        check_block(w, b, w->block);
    }
    w->escapes = false;
    dxki_arena_free(&scratch);
}

/* ---------------------------------------------------------------------------------------- */

/* A function that the reference makes for a call of an operation takes what it is overloaded by,
 * which a wrong call may say is nothing. */
static void check_invented(dxki_verify_run *w, const dxki_val_op_function *fn)
{
    const dxki_dxop_info *op = dxki_dxop_get((dxki_dxop)fn->cls);
    if (!fn->is_invented || fn->overloads.types[0] != DXKI_TY_VOID ||
        dxki_dxop_overload_count(op) == 0)
        return;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uint8_t type = op->operands[i].type;
        if (type != DXKI_OT_OVERLOAD && type != DXKI_OT_OVERLOAD_0)
            continue;
        dxki_verify_say(w, "Function arguments must have first-class types!");
        dxki_verify_line(w, dxki_val_format(w->v, "void %0%1",
                                            DXKI_ARGS(dxki_val_arg_text_z("%"), dxki_dec(i + 1))));
        return;
    }
}

static void check_module(dxki_verify_run *w)
{
    dxki_val *v = w->v;
    w->broken = false;
    w->fn = 0;
    w->cfg = NULL;
    w->dom = NULL;
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        uint32_t fn = v->m->functions.items[i];
        dxki_verify_global(w, fn);
        if (dxki_val_is_decl(v, fn))
            dxki_verify_function(w, fn);
    }
    for (size_t i = 1; i < v->opfns.count && !v->failed; i++)
        check_invented(w, &v->opfns.items[i]);
    dxki_verify_frames(w);
    dxki_verify_module(w);
    dxki_verify_typerefs(w);
}

static bool prepare(dxki_verify_run *w)
{
    dxki_val *v = w->v;
    const dxk_module *m = v->m;
    dxk_buffer_init(&w->text, v->ctx);
    w->judged = DXKI_VNEW(v, uint8_t, m->insts.count);
    w->nodes = DXKI_VNEW(v, uint8_t, m->mds.count);
    w->lines = DXKI_VNEW(v, uint32_t, m->globals.count);
    w->sized = DXKI_VNEW(v, uint8_t, m->types.count);
    w->visits = DXKI_VNEW(v, dxki_verify_visit, m->mds.count);
    return !v->failed;
}

/* Sets the place of a complaint; `rest` loses the instruction that it shows, too. */
static void locate(dxki_verify_run *w, const dxki_verify_complaint *c, dxk_str *rest)
{
    dxki_val *v = w->v;
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    uint32_t index = DXKI_INDEX(c->value), tag = c->value ? DXKI_TAG(c->value) : DXKI_V_BLOCK + 1;
    if (tag == DXKI_V_INST && snippets && dxki_val_inst(v, index)->block) {
        dxk_str text = dxki_text_snippet_inst(snippets, index);
        dxki_val_at_inst(v, index);
        if (rest->size >= text.size + 2 && memcmp(rest->data + 2, text.data, text.size) == 0)
            *rest = (dxk_str){rest->data + 2 + text.size, rest->size - 2 - text.size};
    } else if (tag == DXKI_V_GLOBAL) {
        dxki_val_at_global(v, index);
    } else if (c->fn) {
        dxki_val_at_global(v, c->fn);
    } else if (c->md && snippets && dxki_md_get(v->m, c->md)->kind >= DXKI_M_TUPLE) {
        dxki_val_at_name(v,
                         dxki_val_join(v, dxki_text_snippet_md_ref(snippets, c->md), dxki_str("")));
    } else {
        dxki_val_at_name(v, dxki_str("module"));
    }
}

/* One complaint as a finding of its own. */
static void tell(dxki_verify_run *w, size_t index)
{
    const dxki_verify_complaint *c = &w->complaints.items[index];
    const char *text = (const char *)w->text.data;
    size_t end =
        index + 1 < w->complaints.count ? w->complaints.items[index + 1].start : w->text.size;
    const char *line = memchr(text + c->start, '\n', end - c->start);
    size_t size = line ? (size_t)(line - text) - c->start : end - c->start;
    dxk_str rest = {text + c->start + size, end - c->start - size};
    while (rest.size && *rest.data == '\n')
        rest = (dxk_str){rest.data + 1, rest.size - 1};
    locate(w, c, &rest);
    while (rest.size && (*rest.data == '\n' || *rest.data == ' '))
        rest = (dxk_str){rest.data + 1, rest.size - 1};
    dxki_val_complain(w->v, DXKI_VR_BITCODE_VALID, (dxk_str){text + c->start, size}, rest);
    dxki_val_at_end(w->v);
}

bool dxki_verify_llvm(dxki_val *v)
{
    dxki_verify_run w = {.v = v};
    bool good = prepare(&w);
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        if (!dxki_val_is_decl(v, v->m->functions.items[i]))
            check_body(&w, v->m->functions.items[i]);
    }
    if (good && !v->failed)
        check_module(&w);
    if (!v->failed && w.text.size > 0) {
        good = false;
        dxki_val_error(v, DXKI_VR_BITCODE_VALID, NULL, 0);
        dxki_val_mark_compat_only(v);
        dxki_val_plain(v, (dxk_str){(const char *)w.text.data, w.text.size});
        dxki_val_mark_compat_only(v);
        for (size_t i = 0; i < w.complaints.count && !v->failed; i++)
            tell(&w, i);
    }
    dxki_vec_free(v->ctx, &w.complaints);
    dxki_vec_free(v->ctx, &w.typerefs);
    dxk_buffer_free(&w.text);
    return good;
}
