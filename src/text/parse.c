/* SPDX-License-Identifier: MIT */
/* parse.c - text to module: entry, top level, the end of the module. See parse.h. */
#include "text/parse.h"
#include "base/options.h"

#include "ir/datalayout.h"
#include "ir/upgrade.h"

#include <string.h>

#include "base/sort.h"
#include "text/utf16.h"

/* --- tokens that are used everywhere --- */

bool dxki_text_parse_uint32(dxki_text_parser *p, uint32_t *value)
{
    if (!dxki_text_at(p, DXKI_TK_INT) || p->tok.flags & DXKI_INT_SIGNED)
        return dxki_text_error_here(p, "expected integer");
    if (p->tok.flags & DXKI_INT_WIDE || p->tok.number > UINT32_MAX)
        return dxki_text_error_here(p, "expected 32-bit integer (too large)");
    *value = (uint32_t)p->tok.number;
    dxki_text_next(p);
    return true;
}

bool dxki_text_parse_uint64(dxki_text_parser *p, uint64_t *value)
{
    if (!dxki_text_at(p, DXKI_TK_INT) || p->tok.flags & DXKI_INT_SIGNED)
        return dxki_text_error_here(p, "expected integer");
    *value = p->tok.flags & DXKI_INT_WIDE ? UINT64_MAX : p->tok.number;
    dxki_text_next(p);
    return true;
}

bool dxki_text_parse_string(dxki_text_parser *p, dxk_str *text)
{
    *text = p->tok.text;
    return dxki_text_expect_tok(p, DXKI_TK_STRING, "expected string constant");
}

bool dxki_text_keep(dxki_text_parser *p, dxk_str text, dxki_string *id)
{
    *id = text.size ? dxki_string_add_view(p->m, text) : 0;
    return *id != UINT32_MAX || dxki_text_no_memory(p);
}

/* --- top level --- */

/* module asm "...": lines, each with its end. */
static bool parse_module_asm(dxki_text_parser *p)
{
    dxk_str text;
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_KW_ASM, "expected 'module asm'") ||
        !dxki_text_parse_string(p, &text))
        return false;
    if (!dxki_vec_reserve(p->ctx, &p->assembly, text.size + 1))
        return dxki_text_no_memory(p);
    if (text.size)
        memcpy(p->assembly.items + p->assembly.count, text.data, text.size);
    p->assembly.count += text.size;
    if (p->assembly.count && p->assembly.items[p->assembly.count - 1] != '\n')
        p->assembly.items[p->assembly.count++] = '\n';
    return true;
}

static bool parse_layout(dxki_text_parser *p)
{
    dxki_text_loc loc = p->tok.start;
    if (!dxki_text_parse_string(p, &p->m->datalayout))
        return false;
    const char *fault = dxki_layout_fault(p->m->datalayout);
    p->is_fatal = fault != NULL;
    return !fault || dxki_text_error(p, loc, fault);
}

static bool parse_target(dxki_text_parser *p)
{
    dxki_text_next(p);
    if (dxki_text_take(p, DXKI_KW_TRIPLE))
        return dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' after target triple") &&
               dxki_text_parse_string(p, &p->m->triple);
    if (dxki_text_take(p, DXKI_KW_DATALAYOUT))
        return dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' after target datalayout") &&
               parse_layout(p);
    return dxki_text_error_here(p, "unknown target property");
}

/* deplibs = [...]: says nothing any more. */
static bool parse_deplibs(dxki_text_parser *p)
{
    dxk_str text;
    dxki_text_next(p);
    if (!dxki_text_expect_tok(p, DXKI_TK_EQUAL, "expected '=' after deplibs") ||
        !dxki_text_expect_tok(p, DXKI_TK_LSQUARE, "expected '=' after deplibs"))
        return false;
    if (dxki_text_take(p, DXKI_TK_RSQUARE))
        return true;
    do {
        if (!dxki_text_parse_string(p, &text))
            return false;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    return dxki_text_expect_tok(p, DXKI_TK_RSQUARE, "expected ']' at end of list");
}

/* Words that a global without a name can begin with. */
static bool begins_global(const dxki_text_parser *p)
{
    uint32_t number;
    switch (p->tok.kind) {
    case DXKI_KW_EXTERNAL:
    case DXKI_KW_DEFAULT:
    case DXKI_KW_THREAD_LOCAL:
    case DXKI_KW_ADDRSPACE:
    case DXKI_KW_CONSTANT:
    case DXKI_KW_GLOBAL:
        return true;
    default:
        if (dxki_text_token_in(&p->tok, DXKI_W_LINKAGE, &number))
            return number != DXKI_LINK_AVAILABLE_EXTERNALLY;
        return dxki_text_token_in(&p->tok, DXKI_W_VISIBILITY, &number) ||
               dxki_text_token_in(&p->tok, DXKI_W_DLL, &number);
    }
}

static bool parse_entity(dxki_text_parser *p)
{
    switch (p->tok.kind) {
    case DXKI_KW_DECLARE:
        return dxki_text_parse_declare(p);
    case DXKI_KW_DEFINE:
        return dxki_text_parse_define(p);
    case DXKI_KW_MODULE:
        return parse_module_asm(p);
    case DXKI_KW_TARGET:
        return parse_target(p);
    case DXKI_KW_DEPLIBS:
        return parse_deplibs(p);
    case DXKI_TK_LOCAL_ID:
        return dxki_text_parse_unnamed_type(p);
    case DXKI_TK_LOCAL_NAME:
        return dxki_text_parse_named_type(p);
    case DXKI_TK_GLOBAL_ID:
    case DXKI_TK_GLOBAL_NAME:
        return dxki_text_parse_global(p);
    case DXKI_TK_COMDAT:
        return dxki_text_parse_comdat(p);
    case DXKI_TK_EXCLAIM:
        return dxki_text_parse_numbered_md(p);
    case DXKI_TK_MD_NAME:
        return dxki_text_parse_named_md(p);
    case DXKI_KW_ATTRIBUTES:
        return dxki_text_parse_attr_group(p);
    case DXKI_KW_USELISTORDER:
        return dxki_text_parse_uselistorder(p);
    case DXKI_KW_USELISTORDER_BB:
        return dxki_text_parse_uselistorder_bb(p);
    default:
        return begins_global(p) ? dxki_text_parse_global(p)
                                : dxki_text_error_here(p, "expected top-level entity");
    }
}

static bool parse_entities(dxki_text_parser *p)
{
    dxki_text_next(p);
    while (!dxki_text_at(p, DXKI_TK_EOF)) {
        if (!parse_entity(p) || p->status != DXK_OK)
            return false;
    }
    return true;
}

/* --- the end of the module --- */

static bool comes_after(const void *user, const void *a, const void *b)
{
    const dxki_uselist *x = a, *y = b;
    (void)user;
    return !x->function && y->function;
}

/* Use-list orders of the module stand after those of functions. */
static bool sort_uselists(dxki_text_parser *p)
{
    return dxki_sort(p->ctx, p->m->uselists.items, p->m->uselists.count, sizeof(dxki_uselist),
                     comes_after, NULL) ||
           dxki_text_no_memory(p);
}

static bool keep_assembly(dxki_text_parser *p)
{
    size_t size = p->assembly.count;
    char *kept = size ? dxki_string_space(p->m, size) : NULL;
    if (size == 0)
        return true;
    if (!kept)
        return dxki_text_no_memory(p);
    memcpy(kept, p->assembly.items, size);
    p->m->assembly = (dxk_str){kept, size};
    return true;
}

/* The checks complain in LLVM's order. */
static bool finish_module(dxki_text_parser *p)
{
    return dxki_text_attr_finish(p) && dxki_text_check_addresses(p) && dxki_text_check_types(p) &&
           dxki_text_check_comdats(p) && dxki_text_check_globals(p) && dxki_text_check_mds(p) &&
           dxki_text_resolve_mds(p) && sort_uselists(p) && keep_assembly(p);
}

/* --- entry --- */

static void free_parser(dxki_text_parser *p)
{
    dxk_ctx *ctx = p->ctx;
    dxki_vec_free(ctx, &p->error);
    dxki_vec_free(ctx, &p->assembly);
    dxki_vec_free(ctx, &p->types);
    dxki_idset_free(ctx, &p->type_set);
    dxki_vec_free(ctx, &p->globals);
    dxki_idset_free(ctx, &p->global_set);
    dxki_idset_free(ctx, &p->global_number_set);
    dxki_vec_free(ctx, &p->global_refs);
    dxki_vec_free(ctx, &p->numbered);
    dxki_idset_free(ctx, &p->comdat_set);
    dxki_vec_free(ctx, &p->comdat_uses);
    dxki_vec_free(ctx, &p->locals);
    dxki_idset_free(ctx, &p->local_set);
    dxki_vec_free(ctx, &p->values);
    dxki_vec_free(ctx, &p->waits);
    dxki_vec_free(ctx, &p->ops);
    dxki_vec_free(ctx, &p->extra);
    dxki_vec_free(ctx, &p->stack);
    dxki_vec_free(ctx, &p->words);
    dxki_vec_free(ctx, &p->md_slots);
    dxki_idset_free(ctx, &p->md_slot_set);
    dxki_vec_free(ctx, &p->md_pending);
    dxki_vec_free(ctx, &p->md_is_pending);
    dxki_vec_free(ctx, &p->md_uses);
    dxki_vec_free(ctx, &p->named_ops);
    dxki_vec_free(ctx, &p->named_lists);
    dxki_idset_free(ctx, &p->named_set);
    dxki_vec_free(ctx, &p->nums);
    dxki_vec_free(ctx, &p->attr_groups);
    dxki_idset_free(ctx, &p->attr_group_set);
    dxki_vec_free(ctx, &p->attr_texts);
    dxki_vec_free(ctx, &p->attr_group_refs);
    dxki_vec_free(ctx, &p->attr_uses);
    dxki_idset_free(ctx, &p->attr_use_set);
    dxki_vec_free(ctx, &p->attr_waits);
    dxki_vec_free(ctx, &p->attr_scratch);
    dxki_vec_free(ctx, &p->slots);
    dxki_vec_free(ctx, &p->addresses);
    for (uint32_t tag = 0; tag <= DXKI_V_BLOCK; tag++)
        dxki_vec_free(ctx, &p->use_counts[tag]);
    dxki_realloc(ctx, p, sizeof *p, 0);
}

static dxki_text_parser *make_parser(dxk_ctx *ctx)
{
    dxki_text_parser *p = dxki_realloc(ctx, NULL, 0, sizeof *p);
    if (!p)
        return NULL;
    memset(p, 0, sizeof *p);
    p->ctx = ctx;
    dxki_text_attr_use none = {0};
    p->m = dxki_module_create(ctx);
    /* The stack has memory from the start: runs on it may be empty, and begin somewhere all the
     * same. */
    if (p->m && dxki_vec_push(ctx, &p->attr_uses, none) && dxki_vec_reserve(ctx, &p->stack, 64))
        return p;
    dxk_module_free(p->m);
    free_parser(p);
    return NULL;
}

/* Codes of the reference for texts that it cannot decode, and for one that a zero byte begins. */
#define BAD_ENCODING 0x80070016u
#define NO_TEXT      0x80070002u

static dxk_status add_kinds(dxki_text_parser *p, const dxk_parse_options *options)
{
    for (size_t i = 0; options && i < options->kind_count; i++)
        if (dxki_md_kind_index(p->m, options->kinds[i]) == UINT32_MAX)
            return dxki_nomem(p->ctx);
    return DXK_OK;
}

static dxk_status run(dxki_text_parser *p, dxk_str text, const dxk_parse_options *options,
                      dxk_text_error *error)
{
    p->status = add_kinds(p, options);
    bool is_empty = text.size && !text.data[0];
    if (p->status == DXK_OK)
        p->status = dxki_text_utf8_of(p->m, &text);
    if (p->status == DXK_E_INVALID && error)
        error->code = is_empty ? NO_TEXT : BAD_ENCODING;
    if (p->status != DXK_OK)
        return p->status;
    if (text.size > DXKI_TEXT_MAX) {
        p->lex.begin = p->lex.end = text.data;
        dxki_text_too_much(p, "the text is longer than 4 GiB");
        return p->status;
    }
    dxki_text_lex_init(&p->lex, p->m, text);
    p->places = options && options->places;
    p->place_at = p->lex.begin;
    p->place_line = 1;
    bool ok = parse_entities(p) && finish_module(p);
    if (p->lex.failed)
        dxki_text_no_memory(p);
    if (p->status != DXK_OK)
        return p->status;
    if (!ok)
        return dxki_text_report_text(p, error);
    return options && options->as_written ? DXK_OK : dxki_module_upgrade_rest(p->m);
}

dxk_status dxk_compat_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *given,
                            dxk_module **out, dxk_text_error *error)
{
    dxk_parse_options options;
    *out = NULL;
    memset(error, 0, sizeof *error);
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxki_text_parser *p = make_parser(ctx);
    if (!p)
        return dxki_nomem(ctx);
    dxk_status status = run(p, (dxk_str){(const char *)text.data, text.size}, &options, error);
    if (status == DXK_OK)
        *out = p->m;
    else
        dxk_module_free(p->m);
    free_parser(p);
    return status;
}

dxk_status dxk_module_parse(dxk_ctx *ctx, dxk_bytes text, const dxk_parse_options *options,
                            dxk_module **out)
{
    dxk_text_error unused;
    return dxk_compat_parse(ctx, text, options, out, &unused);
}
