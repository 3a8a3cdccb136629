/* SPDX-License-Identifier: MIT */
/* print_module.c - the module as a whole (docs/text-format.md, section 1), globals, aliases. */
#include "base/out.h"
#include "base/diag.h"
#include "base/options.h"
#include "base/str.h"
#include "spec/reader_rules.h"
#include "text/print.h"
#include "text/words.h"

static void print_word(dxki_text_printer *p, dxki_text_word_set set, uint32_t number)
{
    const char *word = dxki_text_word(set, number);
    if (!word)
        return;
    dxki_text_emit_text(&p->out, word);
    dxki_text_emit_char(&p->out, ' ');
}

void dxki_text_print_linkage(dxki_text_printer *p, const dxki_global *g)
{
    print_word(p, DXKI_W_LINKAGE, g->linkage);
    print_word(p, DXKI_W_VISIBILITY, g->visibility);
    print_word(p, DXKI_W_DLL, g->dll);
}

void dxki_text_print_raw_id(dxki_text_printer *p, const char *what, uint32_t id)
{
    if (!p->options.raw_ids)
        return;
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    DXKI_EMIT(&p->out, "  ; ");
    dxki_text_emit_text(&p->out, what);
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_emit_u64(&p->out, id);
    dxki_text_style_off(p);
}

/* --- head --- */

static void print_target(dxki_text_printer *p, const char *what, dxk_str text)
{
    if (text.size == 0)
        return;
    DXKI_EMIT(&p->out, "target ");
    dxki_text_emit_text(&p->out, what);
    DXKI_EMIT(&p->out, " = \"");
    dxki_text_emit_str(&p->out, text);
    DXKI_EMIT(&p->out, "\"\n");
}

static void print_assembly(dxki_text_printer *p)
{
    dxk_str rest = p->m->assembly;
    if (rest.size == 0)
        return;
    dxki_text_emit_char(&p->out, '\n');
    while (rest.size > 0 && !dxki_text_print_stopped(p)) {
        const char *end = memchr(rest.data, '\n', rest.size);
        size_t size = end ? (size_t)(end - rest.data) : rest.size;
        DXKI_EMIT(&p->out, "module asm ");
        dxki_text_print_quoted(p, (dxk_str){rest.data, size});
        dxki_text_emit_char(&p->out, '\n');
        size += end != NULL;
        rest = (dxk_str){rest.data + size, rest.size - size};
    }
}

/* --- comdats: those that functions and then variables use --- */

static void collect_comdats(dxki_text_printer *p, const uint32_t *globals, size_t count,
                            uint8_t *seen, uint32_t *order, size_t *found)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t comdat = p->m->globals.items[globals[i]].comdat;
        if (comdat == 0 || comdat > p->m->comdats.count || seen[comdat - 1])
            continue;
        seen[comdat - 1] = 1;
        order[(*found)++] = comdat - 1;
    }
}

static void print_comdats(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    size_t count = 0;
    if (m->comdats.count == 0)
        return;
    uint8_t *seen = dxki_arena_zalloc(&p->arena, m->comdats.count, 1);
    uint32_t *order = dxki_arena_zalloc(&p->arena, m->comdats.count, sizeof *order);
    if (!seen || !order) {
        p->out.status = DXK_E_NOMEM;
        return;
    }
    collect_comdats(p, m->functions.items, m->functions.count, seen, order, &count);
    collect_comdats(p, m->variables.items, m->variables.count, seen, order, &count);
    for (size_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        const dxki_comdat *c = &m->comdats.items[order[i]];
        const char *kind = dxki_text_word(DXKI_W_COMDAT, c->kind);
        DXKI_EMIT(&p->out, "\n$");
        dxki_text_print_name(p, m->strings.items[c->name]);
        DXKI_EMIT(&p->out, " = comdat ");
        dxki_text_emit_text(&p->out, kind ? kind : "any");
        dxki_text_emit_char(&p->out, '\n');
    }
}

void dxki_text_print_comdat_ref(dxki_text_printer *p, const dxki_global *g)
{
    if (g->comdat == 0 || g->comdat > p->m->comdats.count)
        return;
    dxk_str name = p->m->strings.items[p->m->comdats.items[g->comdat - 1].name];
    dxk_str own = p->m->strings.items[g->name];
    if (g->kind == DXKI_G_VARIABLE)
        dxki_text_emit_char(&p->out, ',');
    DXKI_EMIT(&p->out, " comdat");
    if (dxki_str_same(own, name))
        return;
    DXKI_EMIT(&p->out, "($");
    dxki_text_print_name(p, name);
    dxki_text_emit_char(&p->out, ')');
}

/* --- variables, aliases --- */

/* Linkage and what else variables and aliases have in front of their kind. */
static void print_common(dxki_text_printer *p, const dxki_global *g)
{
    dxki_text_print_linkage(p, g);
    const char *model = dxki_text_word(DXKI_W_TLS, g->tls);
    if (model) {
        DXKI_EMIT(&p->out, "thread_local");
        if (model[0]) {
            dxki_text_emit_char(&p->out, '(');
            dxki_text_emit_text(&p->out, model);
            dxki_text_emit_char(&p->out, ')');
        }
        dxki_text_emit_char(&p->out, ' ');
    }
    if (g->flags & DXKI_GF_UNNAMED_ADDR)
        DXKI_EMIT(&p->out, "unnamed_addr ");
}

static void print_variable_tail(dxki_text_printer *p, const dxki_global *g)
{
    if (g->section) {
        DXKI_EMIT(&p->out, ", section ");
        dxki_text_print_quoted(p, p->m->strings.items[g->section]);
    }
    dxki_text_print_comdat_ref(p, g);
    if (g->align) {
        DXKI_EMIT(&p->out, ", align ");
        dxki_text_emit_u64(&p->out, (uint64_t)1 << ((g->align - 1) & 63));
    }
}

static void print_variable(dxki_text_printer *p, uint32_t global)
{
    const dxki_global *g = &p->m->globals.items[global];
    uint32_t space = p->m->types.items[g->type].b;
    dxki_text_print_global(p, global);
    DXKI_EMIT(&p->out, " = ");
    if (!g->init && g->linkage == DXKI_LINK_EXTERNAL)
        DXKI_EMIT(&p->out, "external ");
    print_common(p, g);
    if (space) {
        DXKI_EMIT(&p->out, "addrspace(");
        dxki_text_emit_u64(&p->out, space);
        DXKI_EMIT(&p->out, ") ");
    }
    if (g->flags & DXKI_GF_EXTERNALLY_INITIALIZED)
        DXKI_EMIT(&p->out, "externally_initialized ");
    dxki_text_emit_text(&p->out, g->flags & DXKI_GF_CONSTANT ? "constant " : "global ");
    dxki_text_print_type(p, g->value_type);
    if (g->init) {
        dxki_text_emit_char(&p->out, ' ');
        dxki_text_print_operand(p, g->init);
    }
    print_variable_tail(p, g);
    dxki_text_print_raw_id(p, "global", global);
    dxki_text_emit_char(&p->out, '\n');
}

static void print_alias(dxki_text_printer *p, uint32_t global)
{
    const dxki_global *g = &p->m->globals.items[global];
    const dxki_const *c = dxki_const_get(p->m, g->init);
    dxki_text_print_global(p, global);
    DXKI_EMIT(&p->out, " = ");
    print_common(p, g);
    DXKI_EMIT(&p->out, "alias ");
    if (!g->init) {
        dxki_text_print_type(p, g->type);
        DXKI_EMIT(&p->out, " <<NULL ALIASEE>>");
    } else if (c && c->kind == DXKI_C_EXPR) {
        dxki_text_print_operand(p, g->init);
    } else {
        dxki_text_print_typed(p, g->init);
    }
    dxki_text_print_raw_id(p, "global", global);
    dxki_text_emit_char(&p->out, '\n');
}

static void print_globals(dxki_text_printer *p, const uint32_t *globals, size_t count,
                          void (*print)(dxki_text_printer *p, uint32_t global))
{
    if (count > 0)
        dxki_text_emit_char(&p->out, '\n');
    for (size_t i = 0; i < count && !dxki_text_print_stopped(p); i++)
        print(p, globals[i]);
}

/* --- the whole --- */

static void print_all(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    print_target(p, "datalayout", m->datalayout);
    print_target(p, "triple", m->triple);
    print_assembly(p);
    dxki_text_print_type_definitions(p);
    print_comdats(p);
    print_globals(p, m->variables.items, m->variables.count, print_variable);
    print_globals(p, m->aliases.items, m->aliases.count, print_alias);
    dxki_text_print_functions(p);
    dxki_text_print_attr_groups(p);
    dxki_text_print_named_md(p);
    dxki_text_print_nodes(p);
}

static dxk_status print_to(dxki_text_printer *p)
{
    p->out.buffer = dxki_arena_alloc(&p->arena, DXKI_EMIT_SIZE);
    if (!p->out.buffer)
        return dxki_nomem(p->ctx);
    p->out.next = p->out.buffer;
    p->out.end = p->out.buffer + DXKI_EMIT_SIZE;
    if (!dxki_text_print_number(p))
        return dxki_nomem(p->ctx);
    print_all(p);
    if (p->no_memory || p->out.status == DXK_E_NOMEM)
        return dxki_nomem(p->ctx);
    dxk_status status = dxki_text_emit_flush(&p->out);
    if (p->out.flushed > DXKI_EMIT_MAX && status == DXK_E_LIMIT)
        DXKI_REPORT(p->ctx, DXKI_RULE_LIMIT_OUTPUT, dxki_nowhere(), NULL, dxki_dec(DXKI_EMIT_MAX));
    return status;
}

void dxki_text_print_release(dxki_text_printer *p)
{
    dxki_vec_free(p->ctx, &p->unnamed_types);
    dxki_vec_free(p->ctx, &p->named_types);
    dxki_vec_free(p->ctx, &p->attr_sets);
    dxki_vec_free(p->ctx, &p->nodes);
    dxki_vec_free(p->ctx, &p->type_chars);
    dxki_vec_free(p->ctx, &p->preds);
    dxki_vec_free(p->ctx, &p->pred_scratch);
    dxki_vec_free(p->ctx, &p->type_stack);
    dxki_vec_free(p->ctx, &p->md_stack);
    dxki_vec_free(p->ctx, &p->attachment_scratch);
    dxki_arena_free(&p->arena);
}

dxk_status dxk_module_print(const dxk_module *module, const dxk_print_options *given, dxk_sink sink)
{
    dxk_print_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxki_text_printer p = {.out = {.sink = sink}, .colours = sink, .m = module, .ctx = module->ctx};
    p.options = options;
    if (options.color)
        p.out.sink = dxki_out_without_escapes(&p.colours);
    dxki_arena_init(&p.arena, p.ctx);
    dxk_status status = print_to(&p);
    dxki_text_print_release(&p);
    return status;
}
