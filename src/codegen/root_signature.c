/* SPDX-License-Identifier: MIT */
/* root_signature.c - see root_signature.h. */
#include "codegen/root_signature.h"

#include "base/ctx.h"
#include "base/diag.h"
#include "dxk/part_kinds.h"
#include "dxk/rootsig.h"
#include "hlsl/compilation.h"
#include "hlsl/literal.h"
#include "hlsl/pp.h"

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

typedef DXKI_VEC(char) letters;

static void append(dxki_hlsl *c, letters *to, dxk_str text)
{
    if (!dxki_vec_reserve(c->ctx, to, text.size)) {
        dxki_hlsl_nomem(c);
    } else if (text.size) {
        memcpy(to->items + to->count, text.data, text.size);
        to->count += text.size;
    }
}

static dxki_hlsl_name *name_of(dxki_hlsl *c, const char *name)
{
    return dxki_hlsl_intern(c, dxki_hlsl_text(c, dxki_str(name)));
}

/* The text that a macro stands for, when all of the source has been read: strings are without their
 * quotes, and need not be strings. False: reported. */
static bool text_of_macro(dxki_hlsl *c, const char *name, dxk_str *text, dxki_hlsl_loc *loc)
{
    dxki_hlsl_token first = {.kind = DXKI_HLSL_T_NAME}, t;
    letters all = {NULL, 0, 0};

    first.name = name_of(c, name);
    first.text = first.name->text;
    *text = (dxk_str){"", 0};
    if (!dxki_hlsl_ready(c))
        return false;
    if (!first.name->macro) {
        DXKI_HLSL_REPORT(c, UNDECLARED, *loc, dxki_text(first.text));
        return false;
    }
    if (!dxki_hlsl_pp_push_list(c, &first, 1, NULL, false))
        return false;
    for (dxki_hlsl_pp_next(c, &t); t.kind != DXKI_HLSL_T_END; dxki_hlsl_pp_next(c, &t)) {
        bool quoted = t.kind == DXKI_HLSL_T_STRING;
        if (!quoted && t.flags & DXKI_HLSL_SPACE)
            append(c, &all, dxki_str(" "));
        append(c, &all, quoted ? dxki_hlsl_read_string(c, t.text, t.loc, NULL) : t.text);
        *loc = t.loc;
    }
    *text = dxki_hlsl_text(c, (dxk_str){all.items, all.count});
    dxki_vec_free(c->ctx, &all);
    return dxki_hlsl_ready(c);
}

/* Says what is wrong in the place of the attribute: what was reported from `first` on is taken back. */
static void report_again(dxki_hlsl *c, size_t first, dxki_hlsl_loc loc)
{
    dxk_str why = dxki_str("invalid root signature");

    if (dxk_ctx_diag_count(c->ctx) > first)
        why = dxki_hlsl_text(c, dxki_str(dxk_ctx_diag(c->ctx, first)->message));
    dxki_report_forget(c->ctx, first);
    DXKI_HLSL_REPORT(c, ROOT_SIGNATURE, loc, dxki_text(why));
}

/* ---------------------------------------------------------------------------------------- */
/* Bytes                                                                                      */

/* A copy of what was encoded; empty without memory. */
static dxk_bytes keep(dxki_hlsl *c, const dxk_root_signature *signature)
{
    dxk_bytes kept = {NULL, 0};
    dxk_buffer bytes;

    dxk_buffer_init(&bytes, c->ctx);
    dxk_status status = dxk_rootsig_encode(c->ctx, signature, dxk_buffer_sink(&bytes));
    if (status == DXK_OK) {
        size_t size = bytes.size;
        kept.data = dxki_hlsl_copy(c, bytes.data, 1, &size);
        kept.size = size;
    } else {
        dxki_hlsl_stop(c, status);
    }
    dxk_buffer_free(&bytes);
    return kept;
}

/* Whose root signature it is: one alone may have any flags. */
typedef enum owner { OF_PIPELINE, OF_RECORDS, OF_NOBODY } owner;

static dxk_bytes bytes_with(dxki_hlsl *c, dxk_str text, dxki_hlsl_loc loc, uint32_t version,
                            owner of)
{
    const dxk_rootsig_parse_options options = {.version = version, .is_global = of == OF_PIPELINE};
    size_t first = dxk_ctx_diag_count(c->ctx);
    dxk_root_signature *signature = NULL;
    dxk_bytes bytes = {NULL, 0};

    dxk_status status = dxk_rootsig_parse(c->ctx, text, &options, &signature);
    if (status == DXK_OK) {
        if (of == OF_RECORDS)
            signature->header.flags |= DXK_RS_FLAG_LOCAL_ROOT_SIGNATURE;
        bytes = keep(c, signature);
    } else if (status == DXK_E_INVALID) {
        report_again(c, first, loc);
    } else {
        dxki_hlsl_stop(c, status);
    }
    dxk_rootsig_free(signature);
    return bytes;
}

dxk_bytes dxki_hlsl_root_signature_text(dxki_hlsl *c, dxk_str text, dxki_hlsl_loc loc, bool local)
{
    uint32_t version = c->options.root_signature_version;

    return bytes_with(c, text, loc, version ? version : DXK_RS_VERSION_1_1,
                      local ? OF_RECORDS : OF_PIPELINE);
}

static dxk_bytes bytes_of_macro(dxki_hlsl *c, const char *name, uint32_t version, owner of)
{
    dxki_hlsl_loc loc = {0, 0};
    dxk_bytes none = {NULL, 0};
    dxk_str text;

    return text_of_macro(c, name, &text, &loc) ? bytes_with(c, text, loc, version, of) : none;
}

dxk_bytes dxki_hlsl_root_signature_of(dxki_hlsl *c, const dxki_hlsl_function *entry)
{
    uint32_t version = c->options.root_signature_version;
    dxk_bytes none = {NULL, 0};

    if (!version)
        version = DXK_RS_VERSION_1_1;
    const char *define = c->options.root_signature_define;
    if (define && name_of(c, define)->macro)
        return bytes_of_macro(c, define, version, OF_PIPELINE);
    for (size_t i = entry->decl->attrs.count; i-- > 0;) { /* the last one counts */
        const dxki_ast_attr *a = &entry->decl->attrs.items[i];
        if (a->scope || !dxki_str_same_fold(a->name->text, dxki_str("RootSignature")))
            continue;
        if (a->args.count == 1 && a->args.items[0]->kind == DXKI_AST_STRING)
            return bytes_with(c, a->args.items[0]->text, a->loc, version, OF_PIPELINE);
        DXKI_HLSL_REPORT(c, ATTRIBUTE_STRING, a->loc, dxki_text(a->name->text));
        return none;
    }
    return none;
}

/* ---------------------------------------------------------------------------------------- */
/* Alone                                                                                      */

static dxk_status make_container(dxk_ctx *ctx, dxk_bytes content, dxk_container **out)
{
    dxk_status status = dxk_container_create(ctx, out);

    if (status == DXK_OK)
        status = dxk_container_insert(*out, 0, DXK_PART_RTS0, content);
    if (status != DXK_OK) {
        dxk_container_free(*out);
        *out = NULL;
    }
    return status;
}

dxk_status dxki_hlsl_build_root(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                dxk_container **out)
{
    dxk_hlsl_options own = *options;
    uint32_t version = 0;
    dxki_hlsl_token t;
    dxki_hlsl c;

    dxki_hlsl_is_root_target(own.target, &version);
    own.target = NULL;
    dxk_status status = dxki_hlsl_begin(&c, ctx, &own, DXKI_HLSL_TO_CHECK);
    if (status == DXK_OK) {
        dxki_hlsl_pp_start(&c, source);
        do
            dxki_hlsl_pp_next(&c, &t);
        while (t.kind != DXKI_HLSL_T_END);
        dxk_bytes content = {NULL, 0};
        if (dxki_hlsl_result(&c) == DXK_OK)
            content = bytes_of_macro(&c, own.entry ? own.entry : "main", version, OF_NOBODY);
        status = dxki_hlsl_result(&c);
        if (status == DXK_OK)
            status = make_container(ctx, content, out);
    }
    dxki_hlsl_end(&c);
    return status;
}
